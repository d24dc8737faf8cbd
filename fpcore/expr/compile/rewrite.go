package compile

import (
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// rewrite applies one rule to a node. k is the node that takes its place, -1 if none; changed says that n was rewritten
// where it stands.
func (g *graph) rewrite(n *node) (k int32, changed bool) {
	if !g.rules.fold && n.op != types.Convert && n.op != types.Neg {
		return -1, false
	}
	if bits, ok := g.folded(n); ok {
		return g.constant(n.typ, bits), true
	}
	if !g.rules.fold {
		return -1, false
	}
	if n.op == types.Convert {
		return g.conversion(n)
	}
	if n.op == types.Select {
		if c := &g.nodes[n.x[0]]; c.op == types.Const {
			return n.x[2-c.bits&1], true
		}
		if n.typ == types.Bool && n.x[1] == n.x[2] {
			return n.x[1], true
		}
	}
	if n.op >= types.Less && n.op <= types.Differ && n.x[0] == n.x[1] && (n.op == types.Less || n.op == types.More) && g.rules.identity {
		return g.constant(n.typ, 0), true
	}
	if n.op >= types.Less && n.op <= types.Differ && g.rules.hoistNegation && g.withoutSigns(n) {
		return -1, true
	}
	if !n.isFloat() || !g.rules.identity || n.noContract {
		return -1, false
	}
	switch n.op {
	case types.Call:
		return g.function(n)
	case types.Select:
		return g.selection(n)
	case types.Neg:
		return g.negation(n)
	case types.Add:
		return g.sum(n)
	case types.Sub:
		return g.difference(n)
	case types.Mul:
		return g.product(n)
	case types.Div:
		return g.quotient(n)
	}
	return -1, false
}

// withoutSigns makes y > x of -x < -y, and x > -c of -x < c for a constant c, as GCC does.
func (g *graph) withoutSigns(n *node) bool {
	x, ok := g.negated(n.x[0])
	y, both := g.negated(n.x[1])
	if c, isConst := g.isConst(n.x[0]); isConst && both && !types.IsNaN(g.nodes[y].typ, c) {
		x, ok = g.constant(g.nodes[y].typ, c^types.SignBit(g.nodes[y].typ)), true
	}
	if c, isConst := g.isConst(n.x[1]); isConst && ok && !types.IsNaN(g.nodes[x].typ, c) {
		y, both = g.constant(g.nodes[x].typ, c^types.SignBit(g.nodes[x].typ)), true
	}
	if !ok || !both {
		return false
	}
	n.x[0], n.x[1] = x, y
	n.op = mirrored(n.op)
	return true
}

// mirrored returns the comparison of y and x that is one of x and y.
func mirrored(op types.Op) types.Op {
	return [...]types.Op{types.More, types.MoreEq, types.Less, types.LessEq, types.Equal, types.Differ}[op-types.Less]
}

// isConst returns the bits of a constant.
//
//go:noinline
func (g *graph) isConst(k int32) (uint64, bool) {
	n := &g.nodes[k]
	return n.bits, n.op == types.Const
}

// isPower returns a constant's exponent if it is ±2^e, and the bits of 2^-e with its sign if that is a normal number.
func isPower(t types.Type, bits uint64) (inverse uint64, ok bool) {
	f := t.Format()
	p := uint(f.P - 1)
	sign, exp := bits>>(t.Bits()-1)&1, bits>>p&(1<<(t.Bits()-1-int(p))-1)
	bias := uint64(1)<<(t.Bits()-2-int(p)) - 1
	if bits&(1<<p-1) != 0 || exp == 0 || exp >= 2*bias {
		return 0, false
	}
	return sign<<(t.Bits()-1) | (2*bias-exp)<<p, true
}

// negated returns what n negates, if it is a negation.
//
//go:noinline
func (g *graph) negated(k int32) (int32, bool) {
	n := &g.nodes[k]
	return n.x[0], n.op == types.Neg && n.isFloat()
}

func (g *graph) negation(n *node) (int32, bool) {
	if x, ok := g.negated(n.x[0]); ok {
		return x, true
	}
	if g.rules.hoistNegation {
		if x, ok := g.reversed(n.x[0]); ok {
			return x, true
		}
	}
	if !g.rules.minus {
		return -1, false
	}
	m := &g.nodes[n.x[0]]
	if c, ok := g.factor(m); ok && g.single(n.x[0]) {
		x := m.x
		op := m.op
		x[c] = g.constant(n.typ, g.nodes[x[c]].bits^types.SignBit(n.typ))
		*n = node{op: op, typ: n.typ, n: 2, x: x, value: n.value, fusedProduct: -1}
		return -1, true
	}
	return -1, false
}

// factor returns the operand of a product or quotient that is a constant.
func (g *graph) factor(m *node) (int, bool) {
	if m.op == types.Mul || m.op == types.Div && !g.rules.single {
		for c := range 2 {
			if _, ok := g.isConst(m.x[c]); ok && !m.noContract {
				return c, true
			}
		}
	}
	return 0, false
}

// single reports whether the program uses the value of a node once.
//
//go:noinline
func (g *graph) single(k int32) bool { return int(k) >= len(g.refs) || g.refs[k] <= 1 }

func (g *graph) sum(n *node) (int32, bool) {
	if g.rules.absolute && n.x[0] == n.x[1] { // GCC: x+x is 2*x
		n.op, n.x[1] = types.Mul, g.constant(n.typ, two(n.typ))
		return -1, true
	}
	for s := range 2 {
		a, b := n.x[s], n.x[1-s]
		if g.rules.ptxasAbsOfSquare {
			a, b = b, a // nvcc: of -a + -b the first is taken
		}
		if c, ok := g.isConst(b); ok && c == types.SignBit(n.typ) {
			return a, true
		}
		if b, ok := g.negated(b); ok {
			n.op, n.x[0], n.x[1] = types.Sub, a, b
			return -1, true
		}
	}
	if g.rules.minus {
		for s := range 2 {
			if x, ok := g.minusProduct(n.x[1-s]); ok { // z + -x*y
				n.op, n.x[0], n.x[1] = types.Sub, n.x[s], x
				return -1, true
			}
		}
	}
	return -1, false
}

// minusProduct returns x*y for a product or quotient -x*y that nothing else uses.
func (g *graph) minusProduct(k int32) (int32, bool) {
	m := g.nodes[k]
	if m.op != types.Mul && (m.op != types.Div || g.rules.single) || m.noContract || !g.single(k) {
		return 0, false
	}
	for s := range 2 {
		if x, ok := g.negated(m.x[s]); ok && (s == 0 || m.op == types.Mul) {
			m.x[s] = x
			return g.add(m), true
		}
	}
	return 0, false
}

func (g *graph) difference(n *node) (int32, bool) {
	a, b := n.x[0], n.x[1]
	if c, ok := g.isConst(b); ok {
		if c == 0 {
			return a, true
		}
		if g.rules.minus {
			n.op, n.x[1] = types.Add, g.constant(n.typ, c^types.SignBit(n.typ))
			return -1, true
		}
	}
	if c, ok := g.isConst(a); ok && c == types.SignBit(n.typ) {
		n.become(types.Neg, b, -1)
		return -1, true
	}
	if b, ok := g.negated(b); ok {
		n.op, n.x[1] = types.Add, b
		if _, ok := g.isConst(a); ok && g.rules.ptxasAbsOfSquare { // nvcc: c - -x is (x + 0) + c
			n.x[0], n.x[1] = g.put(node{op: types.Add, typ: n.typ, n: 2, x: [3]int32{b, g.constant(n.typ, 0), -1}, value: -1, fusedProduct: -1}), a
		}
		return -1, true
	}
	if g.rules.hoistNegation {
		if x, ok := g.reversed(b); ok {
			n.op, n.x[1] = types.Add, x
			return -1, true
		}
	}
	if m := g.nodes[b]; g.rules.minus && m.op == types.Sub && !m.noContract && g.single(b) && g.notMinusZero(a) { // z - (x - y)
		n.op, n.x[1] = types.Add, g.two(types.Sub, n.typ, m.value, m.x[1], m.x[0])
		return -1, true
	}
	if g.rules.minus {
		if x, ok := g.minusProduct(b); ok {
			n.op, n.x[1] = types.Add, x
			if _, ok := g.isConst(a); ok && g.rules.ptxasAbsOfSquare {
				n.x[0], n.x[1] = g.put(node{op: types.Add, typ: n.typ, n: 2, x: [3]int32{x, g.constant(n.typ, 0), -1}, value: -1, fusedProduct: -1}), a
			}
			return -1, true
		}
	}
	return -1, false
}

// notMinusZero reports what LLVM knows not to be -0.
func (g *graph) notMinusZero(k int32) bool {
	n := &g.nodes[k]
	switch n.op {
	case types.Const:
		return n.bits != types.SignBit(n.typ)
	case types.Convert:
		return g.nodes[n.x[0]].typ.IsInt()
	case types.Add:
		c, ok := g.isConst(n.x[1])
		return ok && c == 0
	}
	return false
}

func (g *graph) product(n *node) (int32, bool) {
	if _, ok := g.isConst(n.x[0]); ok {
		n.x[0], n.x[1] = n.x[1], n.x[0]
	}
	if c, ok := g.isConst(n.x[1]); ok {
		switch c {
		case types.One(n.typ):
			return n.x[0], true
		case types.One(n.typ) | types.SignBit(n.typ):
			n.become(types.Neg, n.x[0], -1)
			return -1, true
		}
		if x, ok := g.negated(n.x[0]); ok && (g.rules.minus || g.rules.hoistNegation && c&types.SignBit(n.typ) != 0) {
			n.x[0], n.x[1] = x, g.constant(n.typ, c^types.SignBit(n.typ))
			return -1, true
		}
		return -1, false
	}
	a, an := g.negated(n.x[0])
	b, bn := g.negated(n.x[1])
	if an && bn {
		n.x[0], n.x[1] = a, b
		return -1, true
	}
	for s, x := range [2]int32{a, b} {
		if k := g.opposite(n, s); k >= 0 {
			return k, true
		}
		if [2]bool{an, bn}[s] && g.rules.ptxasAbsOfSquare && g.single(n.x[s]) { // -x*y is -(x*y)
			p := *n
			p.x[s], p.value = x, -1
			n.become(types.Neg, g.add(p), -1)
			return -1, true
		}
	}
	if x, y := g.nodes[n.x[0]], g.nodes[n.x[1]]; g.rules.spread && x.op == types.Call && y.op == types.Call && x.fn == y.fn && baseName(x.fn, n.typ) == "fabs" {
		p := g.two(types.Mul, n.typ, -1, x.x[0], y.x[0])
		if x.x[0] == y.x[0] {
			return p, true
		}
		*n = node{op: types.Call, typ: n.typ, fn: x.fn, n: 1, x: [3]int32{p, -1, -1}, value: n.value, fusedProduct: -1}
		return -1, true
	}
	return -1, false
}

// opposite makes a product the negation of the one that has the operand s with the other sign, where both that operand and
// that product were computed. It returns -1 if they were not.
func (g *graph) opposite(n *node, s int) int32 {
	if g.flow == nil {
		return -1
	}
	p := *n
	x, ok := g.negated(n.x[s])
	if !ok && !g.folds {
		x, ok = g.computed(&node{op: types.Neg, typ: n.typ, n: 1, x: [3]int32{n.x[s], -1, -1}, fusedProduct: -1})
	}
	if !ok {
		return -1
	}
	p.x[s] = x
	k, ok := g.computed(&p)
	if !ok {
		return -1
	}
	if int(k) < len(g.refs) {
		g.refs[k]++
	}
	return g.put(node{op: types.Neg, typ: n.typ, n: 1, x: [3]int32{k, -1, -1}, value: n.value, fusedProduct: -1})
}

// computed finds an equal node that is computed on every way to the node that is made now.
func (g *graph) computed(n *node) (int32, bool) {
	id := g.keyOf(n)
	k, ok := g.index.find(id)
	if !ok {
		return -1, false
	}
	if g.available(k, n) {
		return k, true
	}
	for _, k := range g.more[id] {
		if g.available(k, n) {
			return k, true
		}
	}
	return -1, false
}

func (g *graph) quotient(n *node) (int32, bool) {
	if g.rules.single && n.typ == types.Float {
		return -1, false
	}
	c, ok := g.isConst(n.x[1])
	if !ok {
		a, an := g.negated(n.x[0])
		b, bn := g.negated(n.x[1])
		if an && bn {
			n.x[0], n.x[1] = a, b
			return -1, true
		}
		if c, ok := g.isConst(n.x[0]); ok && bn && g.rules.hoistNegation {
			n.x[0], n.x[1] = g.constant(n.typ, c^types.SignBit(n.typ)), b
			return -1, true
		}
		if bn && g.rules.hoistNegation { // GCC: x/-y is -x/y
			n.x[0], n.x[1] = g.one(types.Neg, n.typ, -1, n.x[0]), b
			return -1, true
		}
		return -1, false
	}
	switch c {
	case types.One(n.typ):
		return n.x[0], true
	case types.One(n.typ) | types.SignBit(n.typ):
		n.become(types.Neg, n.x[0], -1)
		return -1, true
	}
	if inverse, ok := isPower(n.typ, c); ok {
		n.op, n.x[1] = types.Mul, g.constant(n.typ, inverse)
		return -1, true
	}
	if x, ok := g.negated(n.x[0]); ok && (!g.rules.hoistNegation || c&types.SignBit(n.typ) != 0) {
		n.x[0], n.x[1] = x, g.constant(n.typ, c^types.SignBit(n.typ))
		return -1, true
	}
	return -1, false
}

// conversion drops those that change nothing, and computes in float what is only wanted as float where the result is
// the same.
func (g *graph) conversion(n *node) (int32, bool) {
	x := g.nodes[n.x[0]]
	if x.typ == n.typ {
		return n.x[0], true
	}
	if n.typ != types.Float || x.typ != types.Double || !g.rules.narrow {
		return -1, false
	}
	if x.op == types.Convert && g.nodes[x.x[0]].typ == types.Float {
		return x.x[0], true
	}
	if !g.single(n.x[0]) {
		return -1, false
	}
	if x.op == types.Select && g.rules.hoistNegation && n.value >= 0 && x.value >= 0 && g.c.Values[n.value].Line == g.c.Values[x.value].Line {
		// GCC converts the two ways, unless both conversions stay.
		here := g.here
		g.here = g.wayOf(x.value, n.x[0], 0)
		a := g.one(types.Convert, types.Float, -1, x.x[1])
		g.here = g.wayOf(x.value, n.x[0], 1)
		b := g.one(types.Convert, types.Float, -1, x.x[2])
		g.here = here
		if g.nodes[a].op != types.Convert || g.nodes[b].op != types.Convert {
			of := n.x[0]
			k := g.add(node{op: types.Select, typ: types.Float, n: 3, x: [3]int32{x.x[0], a, b}, value: n.value, fusedProduct: -1})
			if g.flow != nil && g.nodes[k].op == types.Select {
				g.phis[k] = g.phi(of)
			}
			return k, true
		}
		return -1, false
	}
	switch x.op {
	case types.Neg:
		a, ok := g.narrowed(x.x[0])
		if !ok && g.rules.hoistNegation {
			a, ok = g.one(types.Convert, types.Float, -1, x.x[0]), true
		}
		if ok {
			n.become(types.Neg, a, -1)
			return -1, true
		}
	case types.Add, types.Sub, types.Mul, types.Div:
		if x.op == types.Div && !g.rules.hoistNegation {
			break
		}
		a, ok := g.narrowed(x.x[0])
		b, ok2 := g.narrowed(x.x[1])
		if ok && ok2 {
			n.become(x.op, a, b)
			return -1, true
		}
	}
	return -1, false
}

// narrowed returns the float that was widened to a double, or the constant that is a float too.
func (g *graph) narrowed(k int32) (int32, bool) {
	n := &g.nodes[k]
	switch {
	case n.op == types.Convert && g.nodes[n.x[0]].typ == types.Float:
		return n.x[0], true
	case n.op == types.Const:
		r := arith.Convert(round.Env{}, format.F32, format.F64, wide.From64(n.bits), nil)
		if r.Flags == 0 {
			return g.constant(types.Float, r.Bits.Lo), true
		}
	}
	return 0, false
}

// function simplifies a call.
func (g *graph) function(n *node) (int32, bool) {
	x := &g.nodes[n.x[0]]
	switch baseName(n.fn, n.typ) {
	case "fmin", "fmax":
		if n.x[0] == n.x[1] {
			return n.x[0], true
		}
	case "fabs":
		switch {
		case g.rules.absolute && g.positiveSign(n.x[0], 0):
			return n.x[0], true
		case x.op == types.Neg:
			n.x[0] = x.x[0]
			return -1, true
		case x.op == types.Call && x.fn == n.fn:
			return n.x[0], true
		}
	}
	return -1, false
}

// positiveSign reports what GCC knows not to be negative: it looks at an operation, at its operands and at theirs.
func (g *graph) positiveSign(k int32, depth int) bool {
	n := &g.nodes[k]
	both := func(i, j int) bool { return g.positiveSign(n.x[i], depth+1) && g.positiveSign(n.x[j], depth+1) }
	switch {
	case n.op == types.Const:
		return n.isFloat() && n.bits&types.SignBit(n.typ) == 0
	case depth > 2 || n.noContract:
		return false
	case n.op == types.Mul:
		return n.x[0] == n.x[1] || both(0, 1)
	case n.op == types.Add || n.op == types.Div:
		return both(0, 1)
	case n.op == types.Select:
		return both(1, 2)
	case n.op == types.Convert:
		return n.bits == 0 && g.nodes[n.x[0]].isFloat() && both(0, 0)
	case n.op == types.Call && baseName(n.fn, n.typ) == "fabs":
		return true
	case n.op == types.Call && baseName(n.fn, n.typ) == "sqrt":
		return both(0, 0)
	}
	return false
}

// selection takes a common operand out of the two ways of a ?: as LLVM does.
func (g *graph) selection(n *node) (int32, bool) {
	if n.x[1] == n.x[2] {
		return n.x[1], true
	}
	a, b := g.nodes[n.x[1]], g.nodes[n.x[2]]
	if !g.rules.minus || !g.single(n.x[1]) || !g.single(n.x[2]) || a.noContract || b.noContract {
		return -1, false
	}
	if a.op == types.Add && b.op == types.Sub && a.x[0] == b.x[0] && a.x[1] == b.x[1] {
		minus := g.one(types.Neg, n.typ, -1, b.x[1])
		other := g.add(node{op: types.Select, typ: n.typ, n: 3, x: [3]int32{n.x[0], a.x[1], minus}, value: -1, fusedProduct: -1})
		n.become(types.Add, a.x[0], other)
		return -1, true
	}
	if a.op != b.op || a.op != types.Add && a.op != types.Sub && a.op != types.Mul && a.op != types.Div || a.fn != b.fn || a.op == types.Div && g.rules.single && n.typ == types.Float {
		return -1, false
	}
	for _, at := range [4][2]int{{0, 0}, {1, 1}, {0, 1}, {1, 0}} {
		i, j := at[0], at[1]
		if a.x[i] != b.x[j] || i != j && a.op != types.Add && a.op != types.Mul {
			continue
		}
		m := node{op: a.op, typ: n.typ, n: 2, x: [3]int32{-1, -1, -1}, value: n.value, fusedProduct: -1}
		m.x[i] = a.x[i]
		m.x[1-i] = g.add(node{op: types.Select, typ: n.typ, n: 3, x: [3]int32{n.x[0], a.x[1-i], b.x[1-j]}, value: -1, fusedProduct: -1})
		*n = m
		return -1, true
	}
	return -1, false
}

// folded computes a node of constants as compilers do: to nearest, nothing flushed. NaNs are left to the machine.
func (g *graph) folded(n *node) (uint64, bool) {
	var x [3]uint64
	for k := range int(n.n) {
		c, ok := g.isConst(n.x[k])
		if !ok {
			return 0, false
		}
		x[k] = c
	}
	if n.op == types.FusedOp && n.noContract && g.rules.absolute { // GCC: the function fma of constants
		r := hostArith(n.op, n.typ.Format(), x).Bits
		return r.Lo, n.neg == 0 && !n.typ.Format().ClassOf(r).IsNaN()
	}
	if n.n == 0 || n.noContract || n.op >= types.FusedOp || n.op == types.Bitcast {
		return 0, false
	}
	from := g.nodes[n.x[0]].typ
	f := from.Format()
	var r uint64
	switch {
	case n.op == types.Call:
		v, ok := foldCall(n.fn, n.typ, x)
		if !ok && g.host {
			v, ok = hostConstant(n.fn, n.typ, x)
		}
		if !ok {
			return 0, false
		}
		r = v
	case n.op == types.Select:
		r = x[2-x[0]&1]
	case n.op == types.Convert:
		v, ok := types.ConvertBits(n.typ, from, x[0], types.FoldInts)
		if !ok {
			return 0, false
		}
		r = v
	case f == nil:
		v, ok := types.IntegerBits(n.op, from, x[0], x[1])
		if !ok {
			return 0, false
		}
		r = v
	case n.op >= types.Less && n.op <= types.Differ:
		r = types.CompareBits(n.op, f, x[0], x[1])
	case n.op == types.Neg:
		r = x[0] ^ types.SignBit(from)
	default:
		v, ok := plain(n.op, f, x[0], x[1])
		if !ok {
			return 0, false
		}
		r = v
	}
	if f := n.typ.Format(); f != nil && f.ClassOf(wide.From64(r)).IsNaN() {
		return 0, false
	}
	return r, true
}

// plain is an operation of IEEE 754 to nearest.
func plain(op types.Op, f *format.Format, x, y uint64) (uint64, bool) {
	a, b := wide.From64(x), wide.From64(y)
	var r round.Result
	switch op {
	case types.Add:
		r = arith.Add(round.Env{}, f, f, a, b, nil)
	case types.Sub:
		r = arith.Sub(round.Env{}, f, f, a, b, nil)
	case types.Mul:
		r = arith.Mul(round.Env{}, f, f, a, b, nil)
	case types.Div:
		r = arith.Div(round.Env{}, f, f, a, b, nil)
	default:
		return 0, false
	}
	return r.Bits.Lo, r.Flags&(round.Invalid|round.DivideByZero) == 0
}

// foldCall computes the functions of constants that every compiler folds.
func foldCall(fn string, t types.Type, x [3]uint64) (uint64, bool) {
	f := t.Format()
	if f == nil || strings.HasPrefix(fn, "__") || strings.HasPrefix(fn, "=") {
		return 0, false
	}
	name := strings.TrimSuffix(fn, "f")
	a, b, c := wide.From64(x[0]), wide.From64(x[1]), wide.From64(x[2])
	var r round.Result
	switch name {
	case "sqrt":
		r = arith.Sqrt(round.Env{}, f, f, a, nil)
	case "fabs":
		return x[0] &^ types.SignBit(t), true
	case "fma":
		r = arith.FMA(round.Env{}, f, f, a, b, c, nil)
	case "fmin":
		r = arith.MinimumNumber(round.Env{}, f, f, a, b)
	case "fmax":
		r = arith.MaximumNumber(round.Env{}, f, f, a, b)
	default:
		d, ok := types.Integral(name)
		if !ok {
			return 0, false
		}
		r = arith.RoundToIntegral(round.Env{Direction: d}, f, f, a, false, nil)
	}
	return r.Bits.Lo, r.Flags&(round.Invalid|round.DivideByZero) == 0
}
