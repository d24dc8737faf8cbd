package explain

import (
	"strings"

	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
)

// Model says what a bound of the error has to allow for beside one rounding to nearest in every operation.
type Model struct {
	Division int  // ulp of a division, 0: correctly rounded
	Root     int  // ulp of a square root, 0: correctly rounded
	Flush    bool // binary32 results below the normal range become zero
	Operands int  // operands of products are rounded to an error of 2^-Operands of them, 0: they are not
	AnyOrder bool // the additions of a sum may come in any order
}

// BoundStep is one operation of a derivation.
type BoundStep struct {
	Value    int32
	From, To int32
	Result   string // the computed value, shortest
	Local    string // bound of the error of this operation alone, two digits, rounded up
	Total    string // bound of the error so far
}

// Bound is a bound of the error of a program's result on given inputs: for every evaluation that performs the operations
// as written, each rounded to nearest in its type, or fuses products into sums.
//
// Let v be the computed value and E the bound of an operand. Every such evaluation computes a number of magnitude at most
// |v| + 2E, hence an operation has the error
//
//	E(x ± y) = E(x) + E(y) + h        E(x * y) = X E(y) + Y E(x) + E(x) E(y) + h
//	E(x / y) = (E(x) + |x/y| E(y)) / (|y| - E(y)) + h        E(√x) = E(x) / √(x - E(x)) + h
//
// with X = |x| + 2E(x), and h half the quantum of the largest magnitude that the result can have.
type Bound struct {
	Steps    []BoundStep
	Missing  int32 // the value at which no bound is known, -1 if all have one
	Exact    bool  // no error at all
	Absolute string
	Relative string // of the computed result
	Ulps     string // of the computed result
	// The same for the difference of two evaluations: twice the bound.
	PairAbsolute, PairRelative, PairUlps string
	total                                mag
}

// documented are the bounds of CUDA's single precision functions in ulp (CUDA C++ Programming Guide, mathematical
// functions), which hold for the double ones and for glibc's too.
var documented = ulpTable("cbrt 1 rcbrt 1 exp 2 exp2 2 exp10 2 expm1 1 log 1 log2 1 log10 2 log1p 1 sin 2 cos 2 tan 4 asin 4 acos 3 atan 2 sinh 3 cosh 2 tanh 2 " +
	"asinh 3 acosh 4 atanh 3 erf 2 erfc 4 rsqrt 2 hypot 3 sinpi 2 cospi 2 pow 9 atan2 3 fdivide 2")

func ulpTable(s string) map[string]int {
	m := map[string]int{}
	w := strings.Fields(s)
	for i := 0; i < len(w); i += 2 {
		m[w[i]] = int(w[i+1][0] - '0')
	}
	return m
}

// DocumentedUlps returns the documented bound of a function's error in ulp; ok is false if there is none here.
func DocumentedUlps(fn string) (int, bool) {
	u, ok := documented[base(fn)]
	return u, ok
}

// base is the name of a function without a namespace and without the f of single precision.
func base(fn string) string {
	fn = strings.TrimPrefix(fn, "std::")
	if b := strings.TrimSuffix(fn, "f"); b != fn && b != "er" {
		return b
	}
	return fn
}

// bounds carries the state of one derivation.
type bounder struct {
	c      *expr.Code
	values []uint64
	e      []mag
	m      Model
	sum    sum
	summed bool
}

// RunningBound derives the bound for values that a plan without fusing computed.
func RunningBound(c *expr.Code, values []uint64, m Model) Bound {
	b := bounder{c: c, values: values, e: make([]mag, len(c.Values)), m: m}
	if m.AnyOrder {
		b.sum, b.summed = findSum(c)
	}
	r := Bound{Missing: -1}
	if c.Result < 0 || int(c.Result) >= len(c.Values) || len(values) < len(c.Values) {
		r.Missing = 0
		return r
	}
	need := needed(c)
	for i := range c.Values {
		if !need[i] {
			continue
		}
		local := b.step(int32(i))
		if b.e[i].none() {
			r.Missing = int32(i)
			return r
		}
		if v := &c.Values[i]; !local.isZero() && len(r.Steps) < 64 {
			r.Steps = append(r.Steps, BoundStep{int32(i), v.From, v.To, shortest(v.Type.Format(), values[i]), digitsUp(local), digitsUp(b.e[i])})
		}
	}
	f := c.Values[c.Result].Type.Format()
	r.total = b.e[c.Result]
	if f == nil || r.total.isZero() {
		r.Exact = r.total.isZero()
		r.Absolute, r.Relative, r.Ulps, r.PairAbsolute, r.PairRelative, r.PairUlps = "0", "0", "0", "0", "0", "0"
		return r
	}
	low, _ := magOf(f, values[c.Result], false)
	_, q := f.IntegerSig(wide.U128{Lo: values[c.Result]})
	set := func(t mag) (abs, rel, ulps string) {
		if x := t.over(low); !x.none() {
			rel = digitsUp(x)
		}
		return digitsUp(t), rel, digitsUp(t.over(pow2(q)))
	}
	r.Absolute, r.Relative, r.Ulps = set(r.total)
	r.PairAbsolute, r.PairRelative, r.PairUlps = set(r.total.scaled(1))
	return r
}

// needed marks the values that the result depends on.
func needed(c *expr.Code) []bool {
	need := make([]bool, len(c.Values))
	if c.Result < 0 {
		return need
	}
	need[c.Result] = true
	for i := int(c.Result); i >= 0; i-- {
		if !need[i] {
			continue
		}
		for _, x := range c.Values[i].X {
			if x >= 0 {
				need[x] = true
			}
		}
	}
	return need
}

// digitsUp writes a magnitude with two digits, rounded up.
func digitsUp(a mag) string {
	if a.isZero() {
		return "0"
	}
	if a.none() {
		return ""
	}
	d := a.ratio().Digits(2)
	if d.Ratio().Cmp(a.ratio()) < 0 {
		s := plus(d.D, 1)
		if len(s) > 2 {
			s, d.Exp = s[:2], d.Exp+1
		}
		d.D = s
	}
	d = d.Trim()
	if -3 <= d.Exp && d.Exp <= 5 {
		return d.Plain()
	}
	return d.Scientific(1)
}

// most is an upper bound of the magnitude of value x in every evaluation: |v| + 2E.
func (b *bounder) most(x int32) mag {
	f := b.c.Values[x].Type.Format()
	if f == nil {
		return b.integer(x)
	}
	m, ok := magOf(f, b.values[x], true)
	if !ok {
		return noBound
	}
	return m.plus(b.e[x].scaled(1))
}

// least is a lower bound of it: |v| - 2E.
func (b *bounder) least(x int32) mag {
	f := b.c.Values[x].Type.Format()
	if f == nil {
		return b.integer(x)
	}
	m, ok := magOf(f, b.values[x], false)
	if !ok {
		return mag{}
	}
	return m.minusDown(b.e[x].scaled(1))
}

func (b *bounder) integer(x int32) mag {
	v := b.values[x]
	switch b.c.Values[x].Type {
	case expr.Int:
		if s := int32(v); s < 0 {
			v = uint64(-int64(s))
		}
	case expr.Long:
		if int64(v) < 0 {
			v = -v
		}
	}
	return norm(v, 0, true)
}

// unit is n halves of the quantum of the largest magnitude that value i can have, before is the error before rounding.
func (b *bounder) unit(i int32, before mag, halves uint64) mag {
	t := b.c.Values[i].Type
	f := t.Format()
	m, ok := magOf(f, b.values[i], true)
	if !ok {
		return noBound
	}
	_, q := f.IntegerSig(wide.U128{Lo: b.values[i]})
	m = m.plus(before.scaled(1)).plus(pow2(q))
	if m.none() {
		return noBound
	}
	exp := m.e + 31 // of the leading bit
	if m.isZero() || exp < f.Emin {
		exp = f.Emin
	}
	u := norm(halves, exp-int32(f.P), true)
	if b.m.Flush && t == expr.Float && (m.isZero() || m.e+31 <= f.Emin) && !(before.isZero() && m.isZero()) {
		u = u.plus(pow2(f.Emin))
	}
	return u
}

// step sets the bound of value i and returns the part that its own rounding has.
func (b *bounder) step(i int32) (local mag) {
	v := &b.c.Values[i]
	var e [3]mag
	known := true
	for k, x := range v.X {
		if x >= 0 {
			e[k] = b.e[x]
			known = known && e[k].isZero()
		}
	}
	float := v.Type.IsFloat()
	before, halves := mag{}, uint64(1)
	switch {
	case v.Op == expr.Const || v.Op == expr.Input:
		return mag{}
	case v.Op == expr.Neg:
		b.e[i] = e[0]
		return mag{}
	case v.Op == expr.Select:
		if !b.e[v.X[0]].isZero() {
			b.e[i] = noBound
			return noBound
		}
		b.e[i] = e[2]
		if b.values[v.X[0]] != 0 {
			b.e[i] = e[1]
		}
		return mag{}
	case v.Op >= expr.Less && v.Op <= expr.Differ:
		// The same branch is taken by every evaluation if no error reaches the comparison.
		if !known {
			gap := b.gap(v.X[0], v.X[1])
			if !e[0].plus(e[1]).scaled(1).less(gap) {
				b.e[i] = noBound
			}
		}
		return mag{}
	case !float:
		if !known {
			b.e[i] = noBound
		}
		return mag{}
	case b.summed && i == b.sum.root:
		return b.anyOrder(i)
	case v.Op == expr.Add || v.Op == expr.Sub:
		before = e[0].plus(e[1])
	case v.Op == expr.Mul:
		before = b.product(v.X[0], v.X[1])
	case v.Op == expr.Div:
		before = b.quotient(v.X[0], v.X[1])
		if v.Type == expr.Float && b.m.Division > 0 {
			halves = 2*uint64(b.m.Division) + 1
		}
	case v.Op == expr.Convert:
		from := b.c.Values[v.X[0]].Type
		before = e[0]
		if f := from.Format(); f != nil && f.P <= v.Type.Format().P && f.Emin >= v.Type.Format().Emin {
			b.e[i] = e[0]
			return mag{}
		}
	case v.Op == expr.Call:
		var exact bool
		if before, halves, exact = b.call(v, i); exact {
			b.e[i] = before
			return mag{}
		}
	default:
		if !known {
			b.e[i] = noBound
		}
		return mag{}
	}
	if before.none() {
		b.e[i] = noBound
		return noBound
	}
	local = b.unit(i, before, halves)
	b.e[i] = before.plus(local)
	return local
}

// anyOrder is the bound of a sum of n terms whose additions come in any order, fused with products or not: n - 1 of them
// are rounded, none of a sum beyond S, the sum of the largest magnitudes of the terms with what the additions themselves
// may add to it.
func (b *bounder) anyOrder(i int32) mag {
	total, before := mag{}, mag{}
	for _, t := range b.sum.terms {
		total, before = total.plus(b.most(t)), before.plus(b.e[t])
	}
	f := b.sum.typ.Format()
	n := uint64(len(b.sum.terms) - 1)
	// (1 + u)^n <= 1 + 2nu for nu <= 1/2
	grown := total.plus(total.times(norm(2*n, int32(-f.P), true)))
	local := grown.times(norm(n, int32(-f.P), true)).plus(norm(n, f.Etiny()-1, true))
	if n >= 1<<min(f.P-2, 40) {
		local = noBound
	}
	b.e[i] = before.plus(local)
	return local
}

// gap is a lower bound of the distance of two numbers.
func (b *bounder) gap(x, y int32) mag {
	f, g := b.c.Values[x].Type.Format(), b.c.Values[y].Type.Format()
	if f == nil || g == nil || f != g {
		return mag{}
	}
	mx, ok1 := magOf(f, b.values[x], false)
	my, ok2 := magOf(f, b.values[y], false)
	if !ok1 || !ok2 {
		return mag{}
	}
	sign := uint64(1) << (f.Bits - 1)
	switch {
	case (b.values[x]^b.values[y])&sign != 0:
		if mx.less(my) {
			return my
		}
		return mx
	case mx.less(my):
		return my.minusDown(mx)
	}
	return mx.minusDown(my)
}

func (b *bounder) product(x, y int32) mag {
	X, Y := b.most(x), b.most(y)
	ex, ey := b.e[x], b.e[y]
	if k := b.m.Operands; k > 0 && b.c.Values[x].Type == expr.Float {
		ex, ey = ex.plus(X.scaled(int32(-k))), ey.plus(Y.scaled(int32(-k)))
	}
	return X.times(ey).plus(Y.times(ex)).plus(ex.times(ey))
}

func (b *bounder) quotient(x, y int32) mag {
	low := b.least(y)
	if low.isZero() {
		return noBound
	}
	if b.e[x].isZero() && b.e[y].isZero() {
		return mag{}
	}
	// |x/y| is at most (|x|+2E)/(|y|-2E).
	m := b.most(x).over(low)
	return b.e[x].plus(m.times(b.e[y])).over(low)
}

// call returns the error of a call before its rounding, the error of the function itself in halves of an ulp, and whether it
// does not round at all.
func (b *bounder) call(v *expr.Value, i int32) (before mag, halves uint64, exact bool) {
	var e [3]mag
	known := true
	for k, x := range v.X {
		if x >= 0 {
			e[k] = b.e[x]
			known = known && e[k].isZero()
		}
	}
	name := base(v.Fn)
	halves = 1
	if strings.HasPrefix(v.Fn, "__") && !strings.HasSuffix(v.Fn, "_rn") && len(v.Fn) > 5 && strings.Contains(v.Fn, "_r") {
		halves = 2
	}
	intrinsic := func(op string) bool {
		return strings.HasPrefix(v.Fn, "__f"+op+"_r") || strings.HasPrefix(v.Fn, "__d"+op+"_r") || strings.HasPrefix(v.Fn, "__h"+op) && op != "fma"
	}
	switch {
	case name == "fabs" || name == "abs":
		return e[0], 0, true
	case name == "fmin" || name == "fmax" || name == "min" || name == "max":
		if e[0].less(e[1]) {
			return e[1], 0, true
		}
		return e[0], 0, true
	case name == "floor" || name == "ceil" || name == "trunc" || name == "rint" || name == "round" || name == "nearbyint":
		if known {
			return mag{}, 0, true
		}
	case name == "fma" || name == "fmaf" || strings.HasPrefix(v.Fn, "__fmaf_r") || strings.HasPrefix(v.Fn, "__fma_r"):
		return b.product(v.X[0], v.X[1]).plus(e[2]), halves, false
	case intrinsic("add") || intrinsic("sub"):
		return e[0].plus(e[1]), halves, false
	case intrinsic("mul"):
		return b.product(v.X[0], v.X[1]), halves, false
	case intrinsic("div"):
		return b.quotient(v.X[0], v.X[1]), halves, false
	case strings.HasPrefix(v.Fn, "="):
		f, _, ok := expr.Rounding(v.Fn)
		largest, fits := mag{}, false
		if ok {
			largest, fits = magOf(f, f.Max(false).Lo, false)
		}
		if fits && !largest.less(b.most(v.X[0])) && f.P < v.Type.Format().P {
			return e[0], 1 << min(62, v.Type.Format().P-f.P), false
		}
	case name == "sqrt":
		if b.m.Root > 0 && v.Type == expr.Float {
			halves = 2*uint64(b.m.Root) + 1
		}
		if known {
			return mag{}, halves, false
		}
		if root := b.least(v.X[0]).rootDown(); !root.isZero() {
			return e[0].over(root), halves, false
		}
	default:
		u, ok := documented[name]
		if !ok {
			break
		}
		halves = 2*uint64(u) + 1
		if known {
			return mag{}, halves, false
		}
		switch name {
		case "sin", "cos", "atan", "tanh":
			return e[0], halves, false
		case "log":
			if low := b.least(v.X[0]); !low.isZero() {
				return e[0].over(low), halves, false
			}
		case "exp":
			if e[0].less(pow2(-1)) { // |e^d - 1| <= d + d^2 for d <= 1/2, and the computed value may itself be off
				m, ok := magOf(v.Type.Format(), b.values[i], true)
				if ok {
					return m.times(e[0].plus(e[0].times(e[0]))).scaled(1), halves, false
				}
			}
		}
	}
	return noBound, 0, false
}

// shortest writes a number of a format.
func shortest(f *format.Format, c uint64) string {
	if f == nil {
		return ""
	}
	return textShortest(f, c)
}
