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

// outcomesOf are those of a comparison for which it holds: less, equal, greater and unordered, a bit each.
func outcomesOf(o types.Op) uint8 { return [...]uint8{1, 3, 4, 6, 2, 13}[o-types.Less] }

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
	all := uint8(15)
	if !g.nodes[m.x[0]].isFloat() {
		all = 7
	}
	given &= all
	if !truth {
		given ^= all
	}
	switch {
	case m.x[0] == n.x[0] && m.x[1] == n.x[1]:
	case m.x[0] == n.x[1] && m.x[1] == n.x[0]:
		asked = asked&10 | asked>>2&1 | asked<<2&4
	case all == 7 && m.x[0] == n.x[0] && g.nodes[m.x[0]].typ == types.Int:
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
