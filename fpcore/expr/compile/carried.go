package compile

import (
	"cmp"
	"slices"

	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/stable"
)

// carried finds what loops that are not unrolled hand from pass to pass. To GCC it is one variable, whatever it holds: what
// is computed of it is not what was computed of its first value before the loop, nor of its last one in the pass before.
type carried struct {
	of   []int32 // by value and operand: a number of what is handed on, 0 if it is not
	text []int32 // by value: a number of the instruction that it is in every pass, 0 outside of such loops
	when []int32 // by value: how many passes execute that instruction
}

// standing is where a value stands in the text.
type standing struct{ op, from, to int32 }

// standings numbers what stands in the text of a loop: what stands in one place is one in every pass, but another one each time that
// a pass comes to it again.
type standings struct {
	places  map[standing]int32
	numbers [][]int32 // by place and how often the pass has come to it
	pass    []int     // by place: the last pass that came to it
	times   []int     // and how often
	count   int32
}

// number returns the number of a value, how often the pass has come to its place before, and where that is. The values come in the
// order of the passes.
func (t *standings) number(v *types.Value, pass int) (number int32, times int, at standing) {
	at = standing{int32(v.Op), v.From, v.To}
	k, ok := t.places[at]
	if !ok {
		k = int32(len(t.numbers))
		t.places[at] = k
		t.numbers, t.pass, t.times = append(t.numbers, nil), append(t.pass, -1), append(t.times, 0)
	}
	if t.pass[k] != pass {
		t.pass[k], t.times[k] = pass, 0
	}
	if times = t.times[k]; times == len(t.numbers[k]) {
		t.numbers[k] = append(t.numbers[k], t.count)
		t.count++
	}
	t.times[k]++
	return t.numbers[k][times], times, at
}

// findCarried compares the passes of those of the loops, inner ones first, that are not unrolled.
func findCarried(c *types.Code, loops []loop, kept []bool) *carried {
	r := &carried{of: make([]int32, 3*len(c.Values)), text: make([]int32, len(c.Values)), when: make([]int32, len(c.Values))}
	type instruction struct {
		standing
		times, loop int32
	}
	type executed struct{ pass, value int32 }
	texts := map[instruction]int32{}
	handed := int32(0)
	key, pass := make([]int32, len(c.Values)), make([]int32, len(c.Values)) // of the values of a loop; pass is -1 outside of it
	for v := range pass {
		pass[v] = -1
	}
	for _, l := range loops {
		if n := len(l.passes); n < 2 || !kept[l.passes[0]] {
			continue
		}
		passes := stable.Clone(l.passes)
		stable.Numbers(passes, cmp.Compare[int32])
		at := map[int32]int{}
		for i, p := range passes {
			at[p] = i
		}
		outer := passes[0]
		for c.Passes[outer].Parent > 0 {
			outer = c.Passes[outer].Parent
		}
		stands := standings{places: map[standing]int32{}}
		var by [][]executed // by number: the passes that execute it
		var text []int32    // and its number in texts
		for _, m := range l.values {
			v := m.value
			i, ok := at[m.pass]
			if !ok {
				continue
			}
			k, times, place := stands.number(&c.Values[v], i)
			if int(k) == len(by) {
				id := instruction{place, int32(times), c.Passes[outer].Loop}
				if texts[id] == 0 {
					texts[id] = int32(len(texts)) + 1
				}
				by, text = append(by, nil), append(text, texts[id])
			}
			pass[v], key[v] = int32(i), k
			by[k] = append(by[k], executed{int32(i), v})
		}
		for _, m := range l.values {
			v := m.value
			if pass[v] < 0 {
				continue
			}
			k := key[v]
			r.when[v] += int32(len(by[k]))
			if r.text[v] == 0 {
				r.text[v] = text[k]
			}
		}
		in := func(x int32) int32 { // the pass of a value, -1 outside
			if c.Values[x].Op == types.Input {
				return -1
			}
			return pass[x]
		}
		var variables [][]int32 // by pass: the value that the variable has at its beginning, -1 if that is not known
		var numbers [][]int32   // by pass: its number in of
		for _, list := range by {
			if len(list) < 2 {
				continue
			}
			w := &c.Values[list[0].value]
			for j := range w.Operands() {
				if c.Values[w.X[j]].Type == types.Bool {
					continue
				}
				first := c.Values[list[0].value].X[j]
				differ, own := false, false
				for _, e := range list {
					y := c.Values[e.value].X[j]
					own = own || in(y) == e.pass
					differ = differ || y != first
				}
				if own || !differ {
					continue
				}
				number := slices.IndexFunc(variables, func(b []int32) bool {
					agree := false
					for _, e := range list {
						if x := b[e.pass]; x >= 0 {
							if x != c.Values[e.value].X[j] {
								return false
							}
							agree = true
						}
					}
					return agree
				})
				if number < 0 {
					number = len(variables)
					variables, numbers = append(variables, make([]int32, len(passes))), append(numbers, make([]int32, len(passes)))
					for i := range passes {
						variables[number][i] = -1
					}
				}
				for _, e := range list {
					variables[number][e.pass] = c.Values[e.value].X[j]
					k := &numbers[number][e.pass]
					if *k == 0 {
						handed++
						*k = handed
					}
					r.of[3*e.value+int32(j)] = *k
				}
			}
		}
		for _, m := range l.values {
			pass[m.value] = -1
		}
	}
	return r
}

// variable makes the node of a value that a loop hands from pass to pass.
func (g *graph) variable(k, number int32) int32 {
	if g.nodes[k].op == types.Convert && g.nodes[k].bits == uint64(number)<<32 {
		return k
	}
	return g.put(node{op: types.Convert, typ: g.nodes[k].typ, n: 1, x: [3]int32{k, -1, -1}, bits: uint64(number) << 32, value: -1, fusedProduct: -1})
}
