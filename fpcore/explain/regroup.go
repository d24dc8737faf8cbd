package explain

import (
	"ulplab/fpcore/expr"
	"ulplab/fpcore/reduce"
)

// chain is a sum or product of several terms that associativity would allow to be grouped in other ways.
type chain struct {
	root  int32
	op    expr.Op // Add, with Sub in it, or Mul
	terms []int32
	minus []bool
	inner map[int32]bool // values that belong to the chain alone
}

// maxChain is the largest number of terms of which all groupings are tried: 105 of 5.
const maxChain = 5

// chains lists the chains of three to maxChain terms.
func chains(c *expr.Code) (list []chain) {
	uses := make([]int, len(c.Values))
	for i := range c.Values {
		for _, x := range c.Values[i].X {
			if x >= 0 {
				uses[x]++
			}
		}
	}
	kind := func(v *expr.Value) expr.Op {
		switch {
		case !v.Type.IsFloat():
		case v.Op == expr.Add || v.Op == expr.Sub:
			return expr.Add
		case v.Op == expr.Mul:
			return expr.Mul
		}
		return 0
	}
	taken := make([]bool, len(c.Values))
	for i := len(c.Values) - 1; i >= 0; i-- {
		op := kind(&c.Values[i])
		if op == 0 || taken[i] {
			continue
		}
		ch := chain{root: int32(i), op: op, inner: map[int32]bool{}}
		var walk func(x int32, minus bool)
		walk = func(x int32, minus bool) {
			v := &c.Values[x]
			if x != ch.root && (kind(v) != op || uses[x] != 1 || v.Type != c.Values[ch.root].Type) || len(ch.terms) > maxChain {
				ch.terms, ch.minus = append(ch.terms, x), append(ch.minus, minus)
				return
			}
			taken[x], ch.inner[x] = true, true
			walk(v.X[0], minus)
			walk(v.X[1], minus != (v.Op == expr.Sub))
		}
		walk(int32(i), false)
		if n := len(ch.terms); n >= 3 && n <= maxChain {
			list = append(list, ch)
		}
	}
	return list
}

// regroup returns the program with a chain as tree number index of package reduce, and the chain as it reads then; ok is
// false for the grouping that stands there.
func (ch *chain) regroup(c *expr.Code, index uint64) (d *expr.Code, text string, ok bool) {
	t := reduce.TreeAt(len(ch.terms), index)
	type part struct {
		value int32
		minus bool
		text  string
		term  bool
	}
	sign := "+"
	if ch.op == expr.Mul {
		sign = "*"
	}
	same := true
	d, ok = rewrite(c, func(r *rewriter, i int32, v expr.Value) int32 {
		if i != ch.root {
			return r.emit(v)
		}
		parts := make([]part, t.N+len(t.Nodes))
		for k, x := range ch.terms {
			s := spelled(c, x)
			if !simple(s) && s != "" {
				s = "(" + s + ")"
			}
			parts[k] = part{r.to[x], ch.minus[k], s, true}
		}
		for k, n := range t.Nodes {
			a, b := parts[n[0]], parts[n[1]]
			same = same && n[0] == max(t.N+k-1, 0)*min(k, 1) && n[1] == k+1
			w := expr.Value{Op: ch.op, Type: v.Type, From: v.From, To: v.To, Line: v.Line}
			group := func(p part) string {
				if p.term || p.text == "" {
					return p.text
				}
				return "(" + p.text + ")"
			}
			p := part{minus: a.minus && b.minus, text: group(a) + sign + group(b)}
			w.X = [3]int32{a.value, b.value, -1}
			if a.minus != b.minus {
				w.Op = expr.Sub
				p.text = group(a) + "-" + group(b)
				if a.minus {
					w.X[0], w.X[1] = b.value, a.value
					p.text = group(b) + "-" + group(a)
				}
			}
			if k == len(t.Nodes)-1 {
				w.Name, w.Stored, w.Paren = v.Name, v.Stored, v.Paren
			}
			p.value = r.emit(w)
			parts[t.N+k] = p
		}
		last := parts[len(parts)-1]
		text = last.text
		if last.minus {
			return r.emit(expr.Value{Op: expr.Neg, Type: v.Type, X: [3]int32{last.value, -1, -1}, From: v.From, To: v.To, Line: v.Line})
		}
		return last.value
	})
	return d, text, ok && !same
}
