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
	of   []int32            // by value and operand: a number of what is handed on, 0 if it is not
	list map[[3]int32]int32 // by loop, pass and variable: the number
	text []int32            // by value: a number of the instruction that it is in every pass, 0 outside of such loops
	when []int32            // by value: how many passes execute that instruction
}

// place is where a value stands in the text, and how often it was come to before in the pass.
type standing struct {
	op       types.Op
	from, to int32
	times    int32
}

// findCarried compares the passes of the loops that are not unrolled.
func findCarried(c *types.Code, kept []bool) *carried {
	r := &carried{of: make([]int32, 3*len(c.Values)), list: map[[3]int32]int32{}, text: make([]int32, len(c.Values)), when: make([]int32, len(c.Values))}
	type instruction struct {
		standing
		loop int32
	}
	texts := map[instruction]int32{}
	for _, l := range loopsOf(c) {
		if n := len(l.passes); n < 2 || !kept[l.passes[0]] {
			continue
		}
		passes := slices.Clone(l.passes)
		stable.Numbers(passes, cmp.Compare[int32])
		at := map[int32]int{}
		for i, p := range passes {
			at[p] = i
		}
		stand := make([]map[standing]int32, len(passes)) // by pass: the values
		key := make([]standing, l.to-l.from)
		pass := make([]int, l.to-l.from)
		count := make([]map[standing]int32, len(passes))
		for v := l.from; v < l.to; v++ {
			w := &c.Values[v]
			p := w.Pass
			for p > 0 && c.Passes[p].Loop != c.Passes[passes[0]].Loop {
				p = c.Passes[p].Parent
			}
			i, ok := at[p]
			if !ok {
				pass[v-l.from] = -1
				continue
			}
			pass[v-l.from] = i
			if stand[i] == nil {
				stand[i], count[i] = map[standing]int32{}, map[standing]int32{}
			}
			s := standing{op: w.Op, from: w.From, to: w.To}
			s.times = count[i][s]
			count[i][s]++
			stand[i][s], key[v-l.from] = v, s
		}
		when := map[standing]int32{}
		for i := range stand {
			for s := range stand[i] {
				when[s]++
			}
		}
		outer := passes[0]
		for c.Passes[outer].Parent > 0 {
			outer = c.Passes[outer].Parent
		}
		for v := l.from; v < l.to; v++ {
			if pass[v-l.from] < 0 {
				continue
			}
			s := key[v-l.from]
			r.when[v] += when[s]
			if r.text[v] == 0 {
				at := instruction{s, c.Passes[outer].Loop}
				if texts[at] == 0 {
					texts[at] = int32(len(texts)) + 1
				}
				r.text[v] = texts[at]
			}
		}
		in := func(x int32) int { // the pass of a value, -1 outside
			if x < l.from || x >= l.to || c.Values[x].Op == types.Input {
				return -1
			}
			return pass[x-l.from]
		}
		var variables [][]int32 // by pass: the value that the variable has at its beginning, -1 if that is not known
		seen := map[standing]bool{}
		for v := l.from; v < l.to; v++ {
			if pass[v-l.from] < 0 || seen[key[v-l.from]] {
				continue
			}
			seen[key[v-l.from]] = true
			w := &c.Values[v]
			for j := range w.Operands() {
				if c.Values[w.X[j]].Type == types.Bool {
					continue
				}
				had, some, first := make([]int32, len(passes)), 0, int32(-1)
				differ, own := false, false
				for i := range passes {
					had[i] = -1
					if x, ok := stand[i][key[v-l.from]]; ok {
						y := c.Values[x].X[j]
						own = own || in(y) == i
						differ = differ || first >= 0 && y != first
						first = y
						had[i] = y
						some++
					}
				}
				if some < 2 || own || !differ {
					continue
				}
				number := slices.IndexFunc(variables, func(b []int32) bool {
					agree := false
					for i, x := range had {
						if x >= 0 && b[i] >= 0 {
							if x != b[i] {
								return false
							}
							agree = true
						}
					}
					return agree
				})
				if number < 0 {
					number = len(variables)
					variables = append(variables, slices.Clone(had))
				}
				for i, x := range had {
					if x >= 0 {
						variables[number][i] = x
						id := [3]int32{l.passes[0], int32(i), int32(number)}
						k, known := r.list[id]
						if !known {
							k = int32(len(r.list)) + 1
							r.list[id] = k
						}
						r.of[3*stand[i][key[v-l.from]]+int32(j)] = k
					}
				}
			}
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
