package expr

import (
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// rewrite applies one rule to a node. k is the node that takes its place, -1 if none; changed says that n was rewritten
// where it stands.
func (g *graph) rewrite(n *node) (k int32, changed bool) {
	if !g.rules.fold && n.op != Convert && n.op != Neg {
		return -1, false
	}
	if bits, ok := g.folded(n); ok {
		return g.constant(n.typ, bits), true
	}
	if !g.rules.fold {
		return -1, false
	}
	if n.op == Convert {
		return g.conversion(n)
	}
	if n.op == Select {
		if c := &g.nodes[n.x[0]]; c.op == Const {
			return n.x[2-c.bits&1], true
		}
	}
	if n.op >= Less && n.op <= Differ && n.x[0] == n.x[1] && (n.op == Less || n.op == More) && g.rules.identity {
		return g.constant(n.typ, 0), true
	}
	if !n.isFloat() || !g.rules.identity || n.fixed {
		return -1, false
	}
	switch n.op {
	case Call:
		return g.function(n)
	case Select:
		return g.selection(n)
	case Neg:
		return g.negation(n)
	case Add:
		return g.sum(n)
	case Sub:
		return g.difference(n)
	case Mul:
		return g.product(n)
	case Div:
		return g.quotient(n)
	}
	return -1, false
}

// isConst returns the bits of a constant.
//
//go:noinline
func (g *graph) isConst(k int32) (uint64, bool) {
	n := &g.nodes[k]
	return n.bits, n.op == Const
}

// isPower returns a constant's exponent if it is ±2^e, and the bits of 2^-e with its sign if that is a normal number.
func isPower(t Type, bits uint64) (inverse uint64, ok bool) {
	f := t.Format()
	p := uint(f.P - 1)
	sign, exp := bits>>(t.Bits()-1)&1, bits>>p&(1<<(t.Bits()-1-int(p))-1)
	bias := uint64(1)<<(t.Bits()-2-int(p)) - 1
	if bits&(1<<p-1) != 0 || exp == 0 || exp >= 2*bias {
		return 0, false
	}
	return sign<<(t.Bits()-1) | (2*bias-exp)<<p, true
}

//go:noinline
func one(t Type) uint64 {
	p := t.Format().P - 1
	return (uint64(1)<<(t.Bits()-2-p) - 1) << p
}

func signBit(t Type) uint64 { return 1 << (t.Bits() - 1) }

// negated returns what n negates, if it is a negation.
//
//go:noinline
func (g *graph) negated(k int32) (int32, bool) {
	n := &g.nodes[k]
	return n.x[0], n.op == Neg && n.isFloat()
}

func (g *graph) negation(n *node) (int32, bool) {
	if x, ok := g.negated(n.x[0]); ok {
		return x, true
	}
	if g.rules.signs {
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
		x[c] = g.constant(n.typ, g.nodes[x[c]].bits^signBit(n.typ))
		*n = node{op: op, typ: n.typ, n: 2, x: x, value: n.value, took: -1}
		return -1, true
	}
	return -1, false
}

// factor returns the operand of a product or quotient that is a constant.
func (g *graph) factor(m *node) (int, bool) {
	if m.op == Mul || m.op == Div && !g.rules.single {
		for c := range 2 {
			if _, ok := g.isConst(m.x[c]); ok && !m.fixed {
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
		n.op, n.x[1] = Mul, g.constant(n.typ, two(n.typ))
		return -1, true
	}
	for s := range 2 {
		a, b := n.x[s], n.x[1-s]
		if g.rules.squares {
			a, b = b, a // nvcc: of -a + -b the first is taken
		}
		if c, ok := g.isConst(b); ok && c == signBit(n.typ) {
			return a, true
		}
		if b, ok := g.negated(b); ok {
			n.op, n.x[0], n.x[1] = Sub, a, b
			return -1, true
		}
	}
	if g.rules.minus {
		for s := range 2 {
			if x, ok := g.minusProduct(n.x[1-s]); ok { // z + -x*y
				n.op, n.x[0], n.x[1] = Sub, n.x[s], x
				return -1, true
			}
		}
	}
	return -1, false
}

// minusProduct returns x*y for a product or quotient -x*y that nothing else uses.
func (g *graph) minusProduct(k int32) (int32, bool) {
	m := g.nodes[k]
	if m.op != Mul && (m.op != Div || g.rules.single) || m.fixed || !g.single(k) {
		return 0, false
	}
	for s := range 2 {
		if x, ok := g.negated(m.x[s]); ok && (s == 0 || m.op == Mul) {
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
			n.op, n.x[1] = Add, g.constant(n.typ, c^signBit(n.typ))
			return -1, true
		}
	}
	if c, ok := g.isConst(a); ok && c == signBit(n.typ) {
		n.become(Neg, b, -1)
		return -1, true
	}
	if b, ok := g.negated(b); ok {
		n.op, n.x[1] = Add, b
		if _, ok := g.isConst(a); ok && g.rules.squares { // nvcc: c - -x is (x + 0) + c
			n.x[0], n.x[1] = g.put(node{op: Add, typ: n.typ, n: 2, x: [3]int32{b, g.constant(n.typ, 0), -1}, value: -1, took: -1}), a
		}
		return -1, true
	}
	if g.rules.signs {
		if x, ok := g.reversed(b); ok {
			n.op, n.x[1] = Add, x
			return -1, true
		}
	}
	if m := g.nodes[b]; g.rules.minus && m.op == Sub && !m.fixed && g.single(b) && g.notMinusZero(a) { // z - (x - y)
		n.op, n.x[1] = Add, g.two(Sub, n.typ, m.value, m.x[1], m.x[0])
		return -1, true
	}
	if g.rules.minus {
		if x, ok := g.minusProduct(b); ok {
			n.op, n.x[1] = Add, x
			if _, ok := g.isConst(a); ok && g.rules.squares {
				n.x[0], n.x[1] = g.put(node{op: Add, typ: n.typ, n: 2, x: [3]int32{x, g.constant(n.typ, 0), -1}, value: -1, took: -1}), a
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
	case Const:
		return n.bits != signBit(n.typ)
	case Convert:
		return g.nodes[n.x[0]].typ.IsInt()
	case Add:
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
		case one(n.typ):
			return n.x[0], true
		case one(n.typ) | signBit(n.typ):
			n.become(Neg, n.x[0], -1)
			return -1, true
		}
		if x, ok := g.negated(n.x[0]); ok && (g.rules.minus || g.rules.signs && c&signBit(n.typ) != 0) {
			n.x[0], n.x[1] = x, g.constant(n.typ, c^signBit(n.typ))
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
		if [2]bool{an, bn}[s] && g.flow != nil { // -x*y where x*y was computed
			p := *n
			p.x[s] = x
			id := g.keyOf(&p)
			if k, ok := g.index[id]; ok && g.available(k, &p) {
				n.become(Neg, k, -1)
				return -1, true
			}
		}
		if [2]bool{an, bn}[s] && g.rules.squares && g.single(n.x[s]) { // -x*y is -(x*y)
			p := *n
			p.x[s], p.value = x, -1
			n.become(Neg, g.add(p), -1)
			return -1, true
		}
	}
	if x, y := g.nodes[n.x[0]], g.nodes[n.x[1]]; g.rules.spread && x.op == Call && y.op == Call && x.fn == y.fn && baseName(x.fn, n.typ) == "fabs" {
		p := g.two(Mul, n.typ, -1, x.x[0], y.x[0])
		if x.x[0] == y.x[0] {
			return p, true
		}
		*n = node{op: Call, typ: n.typ, fn: x.fn, n: 1, x: [3]int32{p, -1, -1}, value: n.value, took: -1}
		return -1, true
	}
	return -1, false
}

func (g *graph) quotient(n *node) (int32, bool) {
	if g.rules.single && n.typ == Float {
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
		if c, ok := g.isConst(n.x[0]); ok && bn && g.rules.signs {
			n.x[0], n.x[1] = g.constant(n.typ, c^signBit(n.typ)), b
			return -1, true
		}
		if bn && g.rules.signs { // GCC: x/-y is -x/y
			n.x[0], n.x[1] = g.one(Neg, n.typ, -1, n.x[0]), b
			return -1, true
		}
		return -1, false
	}
	switch c {
	case one(n.typ):
		return n.x[0], true
	case one(n.typ) | signBit(n.typ):
		n.become(Neg, n.x[0], -1)
		return -1, true
	}
	if inverse, ok := isPower(n.typ, c); ok {
		n.op, n.x[1] = Mul, g.constant(n.typ, inverse)
		return -1, true
	}
	if x, ok := g.negated(n.x[0]); ok && (!g.rules.signs || c&signBit(n.typ) != 0) {
		n.x[0], n.x[1] = x, g.constant(n.typ, c^signBit(n.typ))
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
	if n.typ != Float || x.typ != Double || !g.rules.narrow {
		return -1, false
	}
	if x.op == Convert && g.nodes[x.x[0]].typ == Float {
		return x.x[0], true
	}
	if !g.single(n.x[0]) {
		return -1, false
	}
	if x.op == Select && g.rules.signs && n.value >= 0 && x.value >= 0 && g.c.Values[n.value].Line == g.c.Values[x.value].Line {
		// GCC converts the two ways, unless both conversions stay.
		here := g.here
		g.here = g.wayOf(x.value, n.x[0], 0)
		a := g.one(Convert, Float, -1, x.x[1])
		g.here = g.wayOf(x.value, n.x[0], 1)
		b := g.one(Convert, Float, -1, x.x[2])
		g.here = here
		if g.nodes[a].op != Convert || g.nodes[b].op != Convert {
			*n = node{op: Select, typ: Float, n: 3, x: [3]int32{x.x[0], a, b}, value: n.value, took: -1}
			return -1, true
		}
		return -1, false
	}
	switch x.op {
	case Neg:
		a, ok := g.narrowed(x.x[0])
		if !ok && g.rules.signs {
			a, ok = g.one(Convert, Float, -1, x.x[0]), true
		}
		if ok {
			n.become(Neg, a, -1)
			return -1, true
		}
	case Add, Sub, Mul, Div:
		if x.op == Div && !g.rules.signs {
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
	case n.op == Convert && g.nodes[n.x[0]].typ == Float:
		return n.x[0], true
	case n.op == Const:
		r := arith.Convert(round.Env{}, format.F32, format.F64, wide.From64(n.bits), nil)
		if r.Flags == 0 {
			return g.constant(Float, r.Bits.Lo), true
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
		case g.rules.absolute && x.op == Mul && x.x[0] == x.x[1]:
			return n.x[0], true
		case x.op == Neg:
			n.x[0] = x.x[0]
			return -1, true
		case x.op == Call && x.fn == n.fn:
			return n.x[0], true
		}
	}
	return -1, false
}

// selection takes a common operand out of the two ways of a ?: as LLVM does.
func (g *graph) selection(n *node) (int32, bool) {
	if n.x[1] == n.x[2] {
		return n.x[1], true
	}
	a, b := g.nodes[n.x[1]], g.nodes[n.x[2]]
	if !g.rules.minus || !g.single(n.x[1]) || !g.single(n.x[2]) || a.fixed || b.fixed {
		return -1, false
	}
	if a.op == Add && b.op == Sub && a.x[0] == b.x[0] && a.x[1] == b.x[1] {
		minus := g.one(Neg, n.typ, -1, b.x[1])
		other := g.add(node{op: Select, typ: n.typ, n: 3, x: [3]int32{n.x[0], a.x[1], minus}, value: -1, took: -1})
		n.become(Add, a.x[0], other)
		return -1, true
	}
	if a.op != b.op || a.op != Add && a.op != Sub && a.op != Mul && a.op != Div || a.fn != b.fn || a.op == Div && g.rules.single && n.typ == Float {
		return -1, false
	}
	for _, at := range [4][2]int{{0, 0}, {1, 1}, {0, 1}, {1, 0}} {
		i, j := at[0], at[1]
		if a.x[i] != b.x[j] || i != j && a.op != Add && a.op != Mul {
			continue
		}
		m := node{op: a.op, typ: n.typ, n: 2, x: [3]int32{-1, -1, -1}, value: n.value, took: -1}
		m.x[i] = a.x[i]
		m.x[1-i] = g.add(node{op: Select, typ: n.typ, n: 3, x: [3]int32{n.x[0], a.x[1-i], b.x[1-j]}, value: -1, took: -1})
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
	if n.n == 0 || n.fixed || n.op >= fusedOp || n.op == Bitcast {
		return 0, false
	}
	from := g.nodes[n.x[0]].typ
	f := from.Format()
	var r uint64
	switch {
	case n.op == Call:
		v, ok := foldCall(n.fn, n.typ, x)
		if !ok {
			return 0, false
		}
		r = v
	case n.op == Select:
		r = x[2-x[0]&1]
	case n.op == Convert:
		v, ok := convertBits(n.typ, from, x[0], foldInts)
		if !ok {
			return 0, false
		}
		r = v
	case f == nil:
		v, ok := integer(n.op, from, x[0], x[1])
		if !ok {
			return 0, false
		}
		r = v
	case n.op >= Less && n.op <= Differ:
		r = compareBits(n.op, f, x[0], x[1])
	case n.op == Neg:
		r = x[0] ^ signBit(from)
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
func plain(op Op, f *format.Format, x, y uint64) (uint64, bool) {
	a, b := wide.From64(x), wide.From64(y)
	var r round.Result
	switch op {
	case Add:
		r = arith.Add(round.Env{}, f, f, a, b, nil)
	case Sub:
		r = arith.Sub(round.Env{}, f, f, a, b, nil)
	case Mul:
		r = arith.Mul(round.Env{}, f, f, a, b, nil)
	case Div:
		r = arith.Div(round.Env{}, f, f, a, b, nil)
	default:
		return 0, false
	}
	return r.Bits.Lo, r.Flags&(round.Invalid|round.DivideByZero) == 0
}

// foldCall computes the functions of constants that every compiler folds.
func foldCall(fn string, t Type, x [3]uint64) (uint64, bool) {
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
		return x[0] &^ signBit(t), true
	case "fma":
		r = arith.FMA(round.Env{}, f, f, a, b, c, nil)
	case "fmin":
		r = arith.MinimumNumber(round.Env{}, f, f, a, b)
	case "fmax":
		r = arith.MaximumNumber(round.Env{}, f, f, a, b)
	default:
		d, ok := integral(name)
		if !ok {
			return 0, false
		}
		r = arith.RoundToIntegral(round.Env{Direction: d}, f, f, a, false, nil)
	}
	return r.Bits.Lo, r.Flags&(round.Invalid|round.DivideByZero) == 0
}

// integral returns the direction of a function that rounds to an integral value.
//
//go:noinline
func integral(name string) (round.Direction, bool) {
	switch letter(" floor=n ceil=p trunc=z rint=e nearbyint=e round=a ", name) {
	case 'n':
		return round.TowardNegative, true
	case 'p':
		return round.TowardPositive, true
	case 'z':
		return round.TowardZero, true
	case 'e':
		return round.TiesToEven, true
	case 'a':
		return round.TiesToAway, true
	}
	return 0, false
}
