package compile

import "ulplab/fpcore/expr/types"

// decided reports whether g++ knows what the condition k is in a basic block, from the branches that lead there.
func (g *graph) decided(k, block int32) (holds, ok bool) {
	if n := &g.nodes[k]; n.op == types.Const {
		return n.bits&1 != 0, true
	}
	f := g.flow
	for b, steps := block, 0; b > 0 && steps < 100; b, steps = f.dom.up[b], steps+1 {
		if len(f.from[b]) != 1 {
			continue
		}
		a := f.from[b][0]
		v := f.cond[a]
		if v < 0 || f.ways[a][0] == f.ways[a][1] {
			continue
		}
		at := g.at[v]
		if at < 0 && g.also != nil {
			at = g.also[v]
		}
		if at < 0 {
			continue
		}
		if holds, ok = g.implied(k, at, f.ways[a][0] == b); ok {
			return holds, true
		}
	}
	return false, false
}

// reach is whether a basic block is ever come to.
type reach uint8

const (
	unasked reach = iota
	never
	perhaps
)

// reached reports whether g++ sees a way to a basic block, of branches whose conditions it does not know.
func (g *graph) reached(b int32) bool {
	if b <= 0 || int(b) >= len(g.flow.from) {
		return true
	}
	if g.ever == nil {
		g.ever = make([]reach, len(g.flow.from))
	}
	if g.ever[b] == unasked {
		g.ever[b] = never
		for _, a := range g.flow.from[b] {
			if g.reached(a) && !g.avoids(a, b) {
				g.ever[b] = perhaps
				break
			}
		}
	}
	return g.ever[b] == perhaps
}

// avoids reports whether the branch at the end of a basic block is known not to lead to another.
func (g *graph) avoids(a, b int32) bool {
	v := g.flow.cond[a]
	if v < 0 || g.flow.ways[a][0] == g.flow.ways[a][1] {
		return false
	}
	k := g.at[v]
	if k < 0 {
		k = g.also[v]
	}
	if k < 0 {
		return false
	}
	holds, ok := g.decided(k, a)
	return ok && g.flow.ways[a][types.Bit(holds)] == b
}

// fact is that a node has the value of a constant.
type fact struct{ node, constant int32 }

// factsOf lists what g++ knows in a basic block since a branch that leads there compared it with a constant, and which.
func (g *graph) factsOf(b int32) []fact {
	if b <= 0 || int(b) >= len(g.flow.from) {
		return nil
	}
	if g.facts == nil {
		g.facts = make([][]fact, len(g.flow.from))
		g.asked = make([]bool, len(g.flow.from))
	}
	if g.asked[b] {
		return g.facts[b]
	}
	g.asked[b] = true
	list := g.factsOf(g.flow.dom.up[b])
	if f := g.flow; len(f.from[b]) == 1 {
		if a := f.from[b][0]; f.cond[a] >= 0 && f.ways[a][0] != f.ways[a][1] {
			k := g.at[f.cond[a]]
			if k < 0 {
				k = g.also[f.cond[a]]
			}
			if k >= 0 {
				p, odd := g.positive(k)
				n := &g.nodes[p]
				if holds := f.ways[a][0] == b != odd; holds && n.op == types.Equal || !holds && n.op == types.Differ {
					for j := range 2 {
						x, c := n.x[j], n.x[1-j]
						if bits, ok := g.isConst(c); ok && g.nodes[x].op != types.Const && bits&^types.SignBit(g.nodes[c].typ) != 0 {
							list = append(list[:len(list):len(list)], fact{x, c})
						}
					}
				}
			}
		}
	}
	g.facts[b] = list
	return list
}

// outcomesOf are those of a comparison of integers for which it holds: less, equal and greater, a bit each.
func outcomesOf(o types.Op) uint8 { return [...]uint8{1, 3, 4, 6, 2, 5}[o-types.Less] }

// implied reports whether the condition q follows from p being true or false, or its contrary does. As GCC does it, the
// operands must be the same, or integers beside constants.
func (g *graph) implied(q, p int32, truth bool) (holds, ok bool) {
	q, odd := g.positive(q)
	p, turned := g.positive(p)
	truth = truth != turned
	if p == q {
		return truth != odd, true
	}
	m, n := &g.nodes[p], &g.nodes[q]
	if m.op < types.Less || m.op > types.Differ || n.op < types.Less || n.op > types.Differ || g.nodes[m.x[0]].typ != g.nodes[n.x[0]].typ {
		return false, false
	}
	given, asked := outcomesOf(m.op), outcomesOf(n.op)
	if g.nodes[m.x[0]].isFloat() {
		op := n.op
		switch {
		case m.x[0] == n.x[1] && m.x[1] == n.x[0]:
			op = swapped(op)
		case m.x[0] != n.x[0] || m.x[1] != n.x[1]:
			return false, false
		}
		holds, ok = impliedFloat(m.op, op, truth)
		return holds != odd, ok
	}
	if !truth {
		given ^= 7
	}
	switch {
	case m.x[0] == n.x[0] && m.x[1] == n.x[1]:
	case m.x[0] == n.x[1] && m.x[1] == n.x[0]:
		asked = asked&10 | asked>>2&1 | asked<<2&4
	case m.x[0] == n.x[0] && g.nodes[m.x[0]].typ == types.Int:
		c, isConst := g.isConst(m.x[1])
		d, alsoConst := g.isConst(n.x[1])
		if !isConst || !alsoConst || given == 5 {
			return false, false
		}
		// Of x beside c is known what given says; what is x beside d?
		x, y := int32(c), int32(d)
		possible := uint8(0)
		if given&1 != 0 { // x < c
			possible |= 1
			if x > y {
				possible |= 2
			}
			if int64(x)-1 > int64(y) {
				possible |= 4
			}
		}
		if given&2 != 0 {
			switch {
			case x < y:
				possible |= 1
			case x == y:
				possible |= 2
			default:
				possible |= 4
			}
		}
		if given&4 != 0 { // x > c
			possible |= 4
			if x < y {
				possible |= 2
			}
			if int64(x)+1 < int64(y) {
				possible |= 1
			}
		}
		given = possible
	default:
		return false, false
	}
	switch {
	case given&^asked == 0:
		return !odd, true
	case given&asked == 0:
		return odd, true
	}
	return false, false
}

// swapped returns the comparison of the operands in the other order.
func swapped(o types.Op) types.Op {
	switch o {
	case types.Less:
		return types.More
	case types.LessEq:
		return types.MoreEq
	case types.More:
		return types.Less
	case types.MoreEq:
		return types.LessEq
	}
	return o
}

// impliedFloat reports what GCC knows of a comparison of floating-point numbers since another one of them is known: not
// that x > y excludes x < y, and nothing where an order does not hold, for that may be a NaN.
func impliedFloat(given, asked types.Op, truth bool) (holds, ok bool) {
	if given == asked {
		return truth, true
	}
	if !truth {
		switch given {
		case types.Equal:
			given = types.Differ
		case types.Differ:
			given = types.Equal
		default:
			return false, false
		}
	}
	switch {
	case given == asked:
		return true, true
	case given == types.Less || given == types.More:
		return asked == types.Differ || asked == given+1, asked != swapped(given)
	case given == types.Equal:
		return asked != types.Differ, asked == types.LessEq || asked == types.MoreEq || asked == types.Differ
	case given == types.Differ:
		return false, asked == types.Equal
	}
	return false, false
}

// positive returns the condition of which k is the contrary, if it is that of one.
func (g *graph) positive(k int32) (p int32, odd bool) {
	for {
		n := &g.nodes[k]
		if n.op != types.Equal || g.nodes[n.x[0]].typ != types.Bool {
			return k, odd
		}
		if c, ok := g.isConst(n.x[1]); !ok || c != 0 {
			return k, odd
		}
		k, odd = n.x[0], !odd
	}
}
