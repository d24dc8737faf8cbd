package compile

import (
	"slices"
	"strings"

	"ulplab/fpcore/expr/run"
	"ulplab/fpcore/expr/types"
)

// What GCC does to signs, read from the assembly of g++ 12. The values stay the same but for the sign of a NaN.

// reversed returns -k for a product or quotient, used once, with a factor that is a negation or a negative constant, or
// has such a factor itself, all in one full expression; the right one first.
func (g *graph) reversed(k int32) (int32, bool) {
	m := g.nodes[k]
	if m.op != types.Mul && m.op != types.Div || m.noContract || !g.single(k) || m.value < 0 || g.c.Values[m.value].Line != g.line {
		return 0, false
	}
	for j := 1; j >= 0; j-- {
		if !g.written(&g.c.Values[m.value], m.x[j]) {
			continue
		}
		x, ok := g.negated(m.x[j])
		if c, isConst := g.isConst(m.x[j]); isConst && c&types.SignBit(m.typ) != 0 {
			x, ok = g.constant(m.typ, c^types.SignBit(m.typ)), true
		}
		if !ok {
			x, ok = g.reversed(m.x[j])
		}
		if ok {
			m.x[j] = x
			folds := g.folds
			g.folds = true
			k = g.add(m)
			g.folds = folds
			return k, true
		}
	}
	return 0, false
}

// written reports whether the operand x of a value belongs to the same full expression.
func (g *graph) written(v *types.Value, x int32) bool {
	for _, w := range v.Operands() {
		if g.at[w] == x {
			return g.c.Values[w].Line == v.Line
		}
	}
	return true // rewriting made it
}

// partial is GCC's elimination of partial redundancies: an operation on a ?: of which one way is a constant, or was computed
// before, is computed on the other way only.
func (g *graph) partial() {
	if !g.has(types.Select) {
		return
	}
	live := g.live()
	alive := make(map[int32]bool, len(live))
	for _, k := range live {
		alive[k] = true
	}
	for _, k := range live {
		n := g.nodes[k]
		if g.flow != nil {
			g.inPass = g.pass[k]
		}
		if n.op == types.Convert && n.bits != 0 {
			continue
		}
		if n.op < types.Convert || n.op > types.Div || n.op == types.Bitcast || n.noContract || !n.isFloat() {
			if n.op != types.Call || !strings.Contains(" fabs sqrt ", " "+baseName(n.fn, n.typ)+" ") {
				continue
			}
		}
		for j, x := range n.x[:n.n] {
			if s := &g.nodes[x]; s.op != types.Select || !g.certain(k, x) || g.handed(k, x) {
				continue
			}
			if y, known := g.onWays(k, j, x, alive, false); known && y >= 0 {
				y, _ = g.onWays(k, j, x, alive, true)
				m := g.nodes[y]
				m.value = n.value
				g.nodes[k] = m
				if g.flow != nil {
					g.block[k] = g.block[x]
					g.phis[k] = g.phi(x)
				}
				break
			}
		}
	}
}

// passed reports whether an operation equal to x was computed on a way to the place of x, without a branch behind it that
// leads past that place.
func (g *graph) passed(x, k int32, alive map[int32]bool) bool {
	n := &g.nodes[x]
	if n.op == types.Const || n.op == types.Input {
		return false
	}
	id := g.keyOf(n)
	for i := -1; i < len(g.more[id]); i++ {
		y, ok := int32(0), true
		if i >= 0 {
			y = g.more[id][i]
		} else {
			y, ok = g.index.find(id)
		}
		steps := 0
		if ok && y != k && alive[y] && g.flow.some(g.block[y], g.here, g.here, &steps) && g.passOf(g.pass[y]) == g.passOf(g.pass[k]) {
			return true
		}
	}
	return false
}

// phi returns the value of the Code whose ways are those of a ?:.
func (g *graph) phi(k int32) int32 {
	if v, ok := g.phis[k]; ok {
		return v
	}
	return g.nodes[k].value
}

// certain reports whether the node k is computed whenever the ways of the ?: x have met.
func (g *graph) certain(k, x int32) bool {
	if g.flow == nil {
		return true
	}
	if v := g.phi(x); v >= 0 && g.c.Values[v].Ways[0] == -2 {
		return false
	}
	a, b := g.block[x], g.block[k]
	return g.passOf(g.pass[x]) == g.passOf(g.pass[k]) && (a == b || g.flow.always(a, b))
}

// handed reports whether the node k has its operand x from the pass of a loop before, which is unrolled behind this
// elimination: what it computes of it in one pass is not sought in another.
func (g *graph) handed(k, x int32) bool {
	v := g.nodes[k].value
	if g.turned == nil || v < 0 {
		return false
	}
	for j, y := range g.c.Values[v].Operands() {
		if g.at[y] == x && g.turned.of[3*v+int32(j)] > 0 {
			return true
		}
	}
	return false
}

// onWays computes the node k on the ways of the ?: x, its operand j, and reports whether one of them is known. The ?: that
// it returns is only of use where it is wanted; it is -1 where an operand is not known before the ways meet.
func (g *graph) onWays(k int32, j int, x int32, alive map[int32]bool, wanted bool) (y int32, known bool) {
	n, s := g.nodes[k], g.nodes[x]
	pass := func(k int32) int32 {
		if v := g.nodes[k].value; v >= 0 {
			return g.c.Values[v].Pass
		}
		return -1
	}
	var ways [2]int32
	here := g.here
	for w := range ways {
		m := n
		m.x[j], m.value = s.x[1+w], -1
		for i, y := range m.x[:n.n] {
			if o := &g.nodes[y]; i != j && o.op == types.Select && o.x[0] == s.x[0] {
				m.x[i] = o.x[1+w]
			}
		}
		if g.flow != nil {
			v := g.phi(x)
			g.here = g.wayOf(v, x, w)
			if inner := &g.nodes[m.x[j]]; inner.op == types.Select && (g.block[m.x[j]] == g.here || g.block[m.x[j]] == g.block[x] && v >= 0 && g.c.Values[v].Op == types.Select && g.c.Values[v].Ways[w] < 0) {
				var is bool
				at := g.here
				ways[w] = g.put(m)
				is = alive[ways[w]]
				if i := slices.Index(g.nodes[ways[w]].x[:], m.x[j]); i >= 0 { // an equal one may have its operands the other way round, or be a ?: by now
					ways[w], is = g.onWays(ways[w], i, m.x[j], alive, wanted)
				}
				if g.here = at; ways[w] >= 0 {
					known = known || is
					continue
				}
			}
			for i, y := range m.x[:n.n] {
				if i != j && g.nodes[y].op != types.Const && g.nodes[y].op != types.Input && !g.flow.dom.dominates(g.block[y], g.here) {
					g.here = here
					return -1, false
				}
			}
		}
		before := int32(len(g.nodes))
		ways[w] = g.add(m)
		known = known || g.flow != nil && g.passed(ways[w], k, alive)
		if g.nodes[ways[w]].op == types.Const {
			known = true
		} else if ways[w] < before && alive[ways[w]] && ways[w] != k {
			known = known || g.flow == nil && ways[w] < k && pass(ways[w]) == pass(k) || g.flow != nil && g.passOf(g.pass[ways[w]]) == g.passOf(g.pass[k])
		}
		if wanted {
			alive[ways[w]] = true
		}
	}
	if !wanted {
		g.here = here
		return x, known
	}
	if g.flow != nil {
		g.here = g.block[x]
	}
	y = g.put(node{op: types.Select, typ: n.typ, n: 3, x: [3]int32{s.x[0], ways[0], ways[1]}, value: -1, fusedProduct: -1})
	if g.flow != nil {
		g.phis[y] = g.phi(x)
	}
	g.here = here
	return y, known
}

// combineGCC is what the code generator makes of the rest: -x*y + z is z - x*y, if nothing else uses -x and -x*y and they
// stand in one block; with FMA3 a negated operand is a sign of the instruction. store is -ffloat-store, which leaves
// nothing to combine.
func (g *graph) combineGCC(sse, fma, store bool) {
	if len(g.c.Blocks) < 2 && !g.has(types.Neg) && !g.has(types.Select) {
		return
	}
	b := g.blocks(g.endsBlock)
	s := &selection{graph: g, users: g.users(b.order), b: b}
	if sse {
		s.negateFused(b.order, fma)
	}
	for _, k := range b.order {
		n := &s.nodes[k]
		switch {
		case n.op == types.FusedOp && (fma || !n.noContract):
			for j, sign := range [3]uint8{run.NegProduct, run.NegProduct, run.NegAddend} {
				if x, ok := g.negated(n.x[j]); ok {
					n.x[j], n.neg = x, n.neg^sign
				}
			}
		case store || n.noContract || n.typ < types.Float:
		case n.op == types.Neg && !sse: // -(x*c), where the sign is an instruction of its own
			m := &s.nodes[n.x[0]]
			if c, ok := g.constantFactor(m); ok && !m.noContract && c != two(n.typ) && s.hasSoleUserInBlock(n.x[0], k) {
				n.op, n.n, n.x = types.Mul, 2, m.x
				s.reverse(k, c)
			}
		case n.op == types.Mul && s.soleNegatedFactor(n, k, sse) == 0: // -x*c
			if c, ok := g.constantFactor(n); ok {
				n.x[0], _ = g.negated(n.x[0])
				s.reverse(k, c)
			}
		case n.op == types.Add:
			for j := range 2 {
				p := n.x[j]
				m := s.nodes[p]
				if m.op != types.Mul || m.noContract || !s.hasSoleUserInBlock(p, k) {
					continue
				}
				if i := s.soleNegatedFactor(&m, p, sse); i >= 0 {
					m.x[i], _ = g.negated(m.x[i])
					m.value = -1
					if g.flow != nil {
						g.here = g.block[p]
					}
					n.op, n.x[0] = types.Sub, n.x[1-j]
					p = s.put(m)
					s.nodes[k].x[1] = p
					break
				}
			}
		}
	}
}

// reverse gives a product the constant -c.
func (s *selection) reverse(k int32, c uint64) {
	x := s.constant(s.nodes[k].typ, c^types.SignBit(s.nodes[k].typ))
	s.nodes[k].x[1] = x
}

// hasSoleUserInBlock reports that nothing but u uses x, and both stand in one block.
func (s *selection) hasSoleUserInBlock(x, u int32) bool {
	return len(s.users[x]) == 1 && !s.isRoot(x) && s.b.together(x, u)
}

// soleNegatedFactor returns the operand of the product p that is a negation which nothing else uses, -1 if there is none.
// SSE has -|x| as one operation; on x87 the sign of a widened number is that of the float.
func (s *selection) soleNegatedFactor(m *node, p int32, sse bool) int {
	for i, x := range m.x[:2] {
		y, ok := s.negated(x)
		if c, isConst := s.constantFactor(m); !ok || isConst && c == two(m.typ) {
			continue
		}
		o := &s.nodes[y]
		if sse && o.op == types.Call && baseName(o.fn, o.typ) == "fabs" || !sse && o.op == types.Convert && s.nodes[o.x[0]].typ == types.Float {
			continue
		}
		if s.hasSoleUserInBlock(x, p) {
			return i
		}
	}
	return -1
}

// endsBlock reports what ends a basic block of GCC: a ?:, and a square root, behind which it branches to set errno.
func (g *graph) endsBlock(k int32) bool {
	n := &g.nodes[k]
	return n.op == types.Select || n.op == types.Call && baseName(n.fn, n.typ) == "sqrt"
}

// constantFactor returns the bits of the constant that a product ends in.
//
//go:noinline
func (g *graph) constantFactor(m *node) (uint64, bool) {
	if m.op != types.Mul {
		return 0, false
	}
	return g.isConst(m.x[1])
}
