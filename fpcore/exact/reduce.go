package exact

import (
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// Sum returns the exact sum of data of f and whether all of them have a value. The sum of none is +0.
func Sum(f *format.Format, xs []wide.U128) (Value, bool) {
	var s Value
	for i, c := range xs {
		v, ok := FromBits(f, c)
		if !ok {
			return Value{}, false
		}
		if i == 0 {
			s = v
		} else {
			s = s.Add(v)
		}
	}
	return s, true
}

// Dot returns the exact value of x[0]*y[0] + x[1]*y[1] + ... for data of f and whether all of them have a value.
// Elements beyond the shorter of the two are left out.
func Dot(f *format.Format, x, y []wide.U128) (Value, bool) {
	var s Value
	for i := range min(len(x), len(y)) {
		a, aok := FromBits(f, x[i])
		b, bok := FromBits(f, y[i])
		if !aok || !bok {
			return Value{}, false
		}
		if p := a.Mul(b); i == 0 {
			s = p
		} else {
			s = s.Add(p)
		}
	}
	return s, true
}

// RoundSum delivers the sum of data of src, rounded once, in format dst. A zero sum has the sign of its terms if
// they are all zeros of one sign; otherwise it is +0, or -0 under roundTowardNegative. NaN: the first NaN operand as
// env says; infinities of both signs and invalid encodings: Invalid.
func RoundSum(env round.Env, dst, src *format.Format, xs []wide.U128) round.Result {
	t := terms{env: env}
	for _, c := range xs {
		t.add(src.Unpack(c))
	}
	return t.round(dst)
}

// RoundDot delivers the dot product of data of src, rounded once, in format dst; see RoundSum. A product of zero
// and infinity is Invalid.
func RoundDot(env round.Env, dst, src *format.Format, x, y []wide.U128) round.Result {
	t := terms{env: env}
	for i := range min(len(x), len(y)) {
		t.addProduct(src.Unpack(x[i]), src.Unpack(y[i]))
	}
	return t.round(dst)
}

// terms collects a sum of numbers of any class.
type terms struct {
	env      round.Env
	nans     []format.Num
	invalid  bool
	inf      [2]bool // by sign
	any      bool
	positive bool // a term other than -0 was seen
	negative bool // a term other than +0 was seen
	sum      Value
}

// value returns the value of a finite number under env.FlushIn.
func (t *terms) value(n format.Num) Value {
	if n.Class == format.Zero || t.env.FlushIn && n.Class == format.Subnormal {
		return Value{Neg: n.Sign}
	}
	return New(n.Sign, n.Sig.Nat(), int64(n.Exp)-127)
}

func (t *terms) add(n format.Num) {
	switch {
	case n.Class.IsInvalid():
		t.invalid = true
	case n.Class.IsNaN():
		t.nans = append(t.nans, n)
	case n.Class == format.Infinity:
		t.addInf(n.Sign)
	default:
		t.addValue(t.value(n))
	}
}

func (t *terms) addProduct(a, b format.Num) {
	switch {
	case a.Class.IsInvalid() || b.Class.IsInvalid():
		t.invalid = true
	case a.Class.IsNaN() || b.Class.IsNaN():
		for _, n := range [2]format.Num{a, b} {
			if n.Class.IsNaN() {
				t.nans = append(t.nans, n)
			}
		}
	case a.Class == format.Infinity && b.Class == format.Infinity:
		t.addInf(a.Sign != b.Sign)
	case a.Class == format.Infinity || b.Class == format.Infinity:
		if a.Class != format.Infinity {
			a, b = b, a
		}
		if t.value(b).IsZero() {
			t.invalid = true
			return
		}
		t.addInf(a.Sign != b.Sign)
	default:
		t.addValue(t.value(a).Mul(t.value(b)))
	}
}

func (t *terms) addInf(sign bool) {
	if sign {
		t.inf[1] = true
	} else {
		t.inf[0] = true
	}
}

func (t *terms) addValue(v Value) {
	t.positive = t.positive || !v.IsZero() || !v.Neg
	t.negative = t.negative || !v.IsZero() || v.Neg
	if !t.any {
		t.sum, t.any = v, true
		return
	}
	t.sum = t.sum.Add(v)
}

func (t *terms) round(dst *format.Format) round.Result {
	switch {
	case len(t.nans) > 0:
		r := round.PackNaN(t.env, dst, t.nans...)
		if t.invalid {
			r.Flags |= round.Invalid
		}
		return r
	case t.invalid || t.inf[0] && t.inf[1]:
		return round.PackInvalid(t.env, dst)
	case t.inf[0] || t.inf[1]:
		return round.PackInf(t.env, dst, t.inf[1])
	case t.sum.IsZero():
		sign := t.env.Direction == round.TowardNegative
		if t.positive != t.negative { // zeros of one sign only
			sign = t.negative
		}
		if !t.any {
			sign = false
		}
		return round.PackZero(t.env, dst, sign)
	}
	return t.sum.Round(t.env, dst)
}
