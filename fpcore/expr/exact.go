package expr

import (
	"strings"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// Real is what a value is without any rounding: the number Lo if Lo and Hi are equal, else a number between them, less
// than 2^-400 apart relative to it. Known is false for what is no number.
type Real struct {
	Lo, Hi exact.Value
	Known  bool
}

// Exact reports whether the number is known exactly.
//
//go:noinline
func (r Real) Exact() bool { return r.Known && r.Lo.Cmp(r.Hi) == 0 }

// Bounds of exact numbers: those of more bits become intervals.
const (
	exactBits    = 4096
	intervalBits = 448
)

// exactly is a number that is known.
//
//go:noinline
func exactly(v exact.Value) Real { return Real{v, v, true} }

// cut shortens bounds that have become long.
func (r Real) cut() Real {
	if r.Known && (r.Lo.Mag.Len() > exactBits || r.Hi.Mag.Len() > exactBits || !r.Exact() && (r.Lo.Mag.Len() > 2*intervalBits || r.Hi.Mag.Len() > 2*intervalBits)) {
		r.Lo, r.Hi = shorten(r.Lo, false), shorten(r.Hi, true)
	}
	return r
}

// shorten rounds to intervalBits bits, up or down.
func shorten(v exact.Value, up bool) exact.Value {
	n := v.Mag.Len() - intervalBits
	if n <= 0 {
		return v
	}
	m := v.Mag.Shr(uint(n))
	if up != v.Neg {
		m = m.Add(wide.NatFrom64(1))
	}
	return exact.New(v.Neg, m, v.Exp+int64(n))
}

//go:noinline
func (r Real) neg() Real { return Real{r.Hi.Negated(), r.Lo.Negated(), r.Known} }

func (r Real) add(s Real) Real {
	if !r.Known || !s.Known || apart(r.Lo, s.Lo) || apart(r.Hi, s.Hi) {
		return Real{}
	}
	return Real{r.Lo.Add(s.Lo), r.Hi.Add(s.Hi), true}.cut()
}

// apart reports numbers whose sum would have too many bits.
func apart(x, y exact.Value) bool {
	return !x.IsZero() && !y.IsZero() && (x.Log2()-y.Log2() > 1<<16 || y.Log2()-x.Log2() > 1<<16)
}

func (r Real) mul(s Real) Real {
	if !r.Known || !s.Known {
		return Real{}
	}
	if r.Exact() && s.Exact() {
		return exactly(r.Lo.Mul(s.Lo)).cut()
	}
	out := Real{Known: true}
	for i, x := range [4]exact.Value{r.Lo.Mul(s.Lo), r.Lo.Mul(s.Hi), r.Hi.Mul(s.Lo), r.Hi.Mul(s.Hi)} {
		if i == 0 || x.Cmp(out.Lo) < 0 {
			out.Lo = x
		}
		if i == 0 || x.Cmp(out.Hi) > 0 {
			out.Hi = x
		}
	}
	return out.cut()
}

// inverse encloses 1/r.
func (r Real) inverse() Real {
	if !r.Known || r.Lo.Sign()*r.Hi.Sign() <= 0 {
		return Real{}
	}
	lo, _ := reciprocal(r.Hi, false)
	hi, _ := reciprocal(r.Lo, true)
	return Real{lo, hi, true}
}

func reciprocal(v exact.Value, up bool) (exact.Value, bool) {
	one := exact.New(false, wide.NatFrom64(1), 0)
	return divideValues(one, v, up)
}

// divideValues returns x/y cut to intervalBits bits, up or down, and whether that is exact.
func divideValues(x, y exact.Value, up bool) (exact.Value, bool) {
	if x.IsZero() {
		return x, true
	}
	neg := x.Neg != y.Neg
	shift := intervalBits + y.Mag.Len() - x.Mag.Len()
	num, den := x.Mag, y.Mag
	if shift > 0 {
		num = num.Shl(uint(shift))
	} else {
		shift = 0
	}
	q, rest := num.DivMod(den)
	if !rest.IsZero() && up != neg {
		q = q.Add(wide.NatFrom64(1))
	}
	return exact.New(neg, q, x.Exp-y.Exp-int64(shift)), rest.IsZero()
}

func (r Real) div(s Real) Real {
	if !r.Known || !s.Known || s.Lo.Sign()*s.Hi.Sign() <= 0 {
		return Real{}
	}
	if r.Exact() && s.Exact() {
		lo, whole := divideValues(r.Lo, s.Lo, false)
		if whole {
			return exactly(lo)
		}
		hi, _ := divideValues(r.Lo, s.Lo, true)
		return Real{lo, hi, true}
	}
	return r.mul(s.inverse())
}

func (r Real) sqrt() Real {
	if !r.Known || r.Lo.Sign() < 0 {
		return Real{}
	}
	lo, hi := exact.Sqrt(r.Lo), exact.Sqrt(r.Hi)
	if hi.Mul(hi).Cmp(r.Hi) != 0 {
		hi = hi.Add(exact.New(false, hi.Mag, hi.Exp-480))
	}
	return Real{lo, hi, true}.cut()
}

// apply encloses an elementary function, which the two bounds are taken to enclose between them.
func (r Real) apply(f *exact.Function) Real {
	if !r.Known {
		return r
	}
	a, b := f.Enclose(r.Lo, intervalBits), f.Enclose(r.Hi, intervalBits)
	if a.Kind > exact.Exact || b.Kind > exact.Exact {
		return Real{}
	}
	out := Real{a.Lo, a.Hi, true}
	if b.Lo.Cmp(out.Lo) < 0 {
		out.Lo = b.Lo
	}
	if b.Hi.Cmp(out.Hi) > 0 {
		out.Hi = b.Hi
	}
	return out
}

// real returns the number that a code of a type means.
func real(t Type, bits uint64) Real {
	if f := t.Format(); f != nil {
		v, ok := exact.FromBits(f, wide.From64(bits))
		return Real{v, v, ok}
	}
	n := t.signed(bits)
	neg := t.Signed() && n < 0
	if neg {
		n = -n
	}
	return exactly(exact.New(neg, wide.NatFrom64(uint64(n)), 0))
}

// Reals returns the exact value of every value of the program for given inputs. taken tells which way the ?: number v
// goes; if it is nil, exact comparisons decide.
func (c *Code) Reals(in []uint64, taken func(v int32) bool) []Real {
	out := make([]Real, len(c.Values))
	for i := range c.Values {
		v := &c.Values[i]
		var x [3]Real
		for k, o := range v.operands() {
			x[k] = out[o]
		}
		switch {
		case v.Op == Const:
			out[i] = real(v.Type, v.Bits)
		case v.Op == Input:
			if v.Bits < uint64(len(in)) {
				out[i] = real(c.Inputs[v.Bits].Type, in[v.Bits])
			}
		case v.Op == Select:
			yes := x[0].Known && !x[0].Lo.IsZero()
			if taken != nil {
				yes = taken(v.X[0])
			}
			if out[i] = x[2]; yes {
				out[i] = x[1]
			}
		case v.Op == Convert && v.Type.IsInt():
			out[i] = x[0].truncated(v.Type)
		case v.Op == Convert:
			out[i] = x[0]
		case v.Op == Call:
			out[i] = realCall(v.Fn, v.Type, &x)
		default:
			out[i] = realOp(v, &x, c)
		}
	}
	return out
}

func (r Real) truncated(t Type) Real {
	if !r.Known || t == Bool {
		if r.Known && !r.Lo.IsZero() {
			return exactly(exact.New(false, wide.NatFrom64(1), 0))
		}
		return r
	}
	if r.Lo.Exp >= 0 || r.Lo.IsZero() {
		return exactly(r.Lo)
	}
	if -r.Lo.Exp > int64(r.Lo.Mag.Len()) {
		return exactly(exact.New(false, nil, 0))
	}
	return exactly(exact.New(r.Lo.Neg, r.Lo.Mag.Shr(uint(-r.Lo.Exp)), 0))
}

func realOp(v *Value, x *[3]Real, c *Code) Real {
	if v.Op >= Less && v.Op <= Differ {
		if !x[0].Known || !x[1].Known {
			return Real{}
		}
		cmp := x[0].Lo.Cmp(x[1].Lo)
		yes := [...]bool{cmp < 0, cmp <= 0, cmp > 0, cmp >= 0, cmp == 0, cmp != 0}[v.Op-Less]
		return exactly(exact.New(false, wide.NatFrom64(uint64(b2i(yes))), 0))
	}
	if !v.Type.IsFloat() { // integers are exact already: their codes decide
		var b [3]uint64
		for k, o := range v.operands() {
			w, ok := x[k].code(c.Values[o].Type)
			if !ok {
				return Real{}
			}
			b[k] = w
		}
		if v.Op == Bitcast {
			return Real{}
		}
		r, ok := integer(v.Op, c.Values[v.X[0]].Type, b[0], b[1])
		if !ok {
			return Real{}
		}
		return real(v.Type, r)
	}
	if v.Op == Bitcast {
		if w, ok := x[0].code(c.Values[v.X[0]].Type); ok {
			return real(v.Type, w)
		}
	}
	return realArith(v.Op, x)
}

// Operations that only the exact arithmetic has.
const (
	rootOp Op = 120 + iota
	inverseOp
	inverseRootOp
)

// realArith is the arithmetic on up to three numbers.
func realArith(op Op, x *[3]Real) Real {
	switch op {
	case Sub:
		return x[0].add(x[1].neg())
	case Add:
		return x[0].add(x[1])
	case Neg:
		return x[0].neg()
	case Mul:
		return x[0].mul(x[1])
	case Div:
		return x[0].div(x[1])
	case fusedOp:
		return x[0].mul(x[1]).add(x[2])
	case rootOp, inverseRootOp:
		r := x[0].sqrt()
		if op == rootOp {
			return r
		}
		return r.inverse()
	case inverseOp:
		return x[0].inverse()
	}
	return Real{}
}

// code returns the bits of a number that is one of the type.
func (r Real) code(t Type) (uint64, bool) {
	if !r.Exact() {
		return 0, false
	}
	if f := t.Format(); f != nil {
		p := r.Lo.Round(round.Env{}, f)
		return p.Bits.Lo, p.Flags == 0
	}
	if r.Lo.Exp < 0 || r.Lo.Exp > 64 || r.Lo.Mag.Len() > 64 {
		return 0, r.Lo.IsZero()
	}
	n := r.Lo.Mag.Low64() << uint(r.Lo.Exp)
	if r.Lo.Neg {
		n = -n
	}
	return n & t.mask(), true
}

// The functions that are arithmetic, each with its place in realOps.
const realNames = " add=0 sub=1 mul=2 div=3 dividef=3 dividee=3 fdivide=3 divide=3 fma=4 ma=4 sqrt=5 hsqrt=5 rsqrt=6 hrsqrt=6 rcp=7 hrcp=7 "

var realOps = [...]Op{Add, Sub, Mul, Div, fusedOp, rootOp, inverseRootOp, inverseOp}

// realCall evaluates a function; the rounding in the name of an intrinsic is left out, and so is that to a format.
func realCall(fn string, t Type, x *[3]Real) Real {
	if fn[0] == '=' {
		return x[0]
	}
	name := fn
	if strings.HasPrefix(name, "__") {
		name, _, _ = cut(name[2:], "_")
		if len(name) > 3 && (name[0] == 'f' || name[0] == 'd' || name[0] == 'h') && listed(" add sub mul div rcp sqrt rsqrt fma min max abs ", strings.TrimSuffix(name[1:], "f")) {
			name = name[1:]
		}
		if strings.Contains(name, "2") {
			return x[0] // a conversion
		}
	}
	if f, ok := exact.FindFunction(name); ok && name != "sqrt" {
		return x[0].apply(f)
	}
	if name = strings.TrimSuffix(name, "f"); name == "" {
		return Real{}
	}
	if i := letter(realNames, name); i != 0 {
		return realArith(realOps[i-'0'], x)
	}
	switch name {
	case "fabs", "abs":
		if x[0].Known && x[0].Lo.Neg {
			return x[0].neg()
		}
		return x[0]
	case "fmin", "fmax", "min", "max":
		if !x[0].Known || !x[1].Known {
			return Real{}
		}
		if (x[0].Lo.Cmp(x[1].Lo) > 0) == strings.HasSuffix(name, "min") {
			return x[1]
		}
		return x[0]
	case "copysign":
		if !x[0].Known || !x[1].Known || x[0].Lo.Neg == x[1].Lo.Neg {
			return x[0]
		}
		return x[0].neg()
	}
	if d, ok := integral(name); ok && x[0].Known {
		return exactly(x[0].Lo.Integral(d))
	}
	if f, ok := exact.FindFunction(name); ok {
		return x[0].apply(f)
	}
	return Real{}
}

// rounded returns the code of a type nearest to a number; false where the bounds do not decide, or nothing is known.
func (r Real) rounded(t Type) (uint64, bool) {
	if !r.Known {
		return 0, false
	}
	f := t.Format()
	if f == nil {
		return r.code(t)
	}
	lo := r.Lo.Round(round.Env{}, f).Bits.Lo
	return lo, r.Exact() || r.Hi.Round(round.Env{}, f).Bits.Lo == lo
}
