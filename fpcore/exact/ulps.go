package exact

import (
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// Quantum returns the exponent q of the ulp of ref in f, ulp = 2^q: the quantum of ref rounded to f with
// roundTiesToEven. Where that is zero or subnormal it is the smallest quantum 2^Etiny, where it is beyond the
// largest number the quantum of the largest number. Only the magnitude of ref counts.
func Quantum(f *format.Format, ref Ref) int32 {
	r := ref.Ratio()
	r.Neg = false
	_, q := f.IntegerSig(r.Round(round.Env{Overflow: round.Saturate}, f).Bits)
	return q
}

// ErrorUlps returns (value of c - ref) / ulp, the ulp being Quantum(f, ref), as a signed decimal number correctly
// rounded to 6 significant digits or more: "+0.500000", "-0.0312500", "+1.23457e+30", "+8388608" for just that whole
// number, from 10000 on, and "+8388608.0" for what is near it, and "0" if the datum is exactly ref. Infinities give "+inf" or "-inf"; NaNs
// and invalid encodings "nan".
func ErrorUlps(f *format.Format, c wide.U128, ref Ref) string { return ErrorUlpsDigits(f, c, ref, 6) }

// ErrorUlpsDigits is ErrorUlps with at least n significant digits.
func ErrorUlpsDigits(f *format.Format, c wide.U128, ref Ref, n int) string {
	v, ok := FromBits(f, c)
	if !ok {
		return nonFinite(f, c)
	}
	d, tail := diff(v.Ratio(), ref.Ratio())
	if d.IsZero() {
		return "0"
	}
	d.Exp2 -= int64(Quantum(f, ref))
	dec := d.digits(n, tail)
	if dec.Exp >= int64(n)-1 && dec.Exp < 18 {
		dec = d.digits(int(dec.Exp)+2, tail)
	}
	if whole := dec.Trim(); !dec.Inexact && whole.Exp >= 4 && int64(len(whole.D)) <= whole.Exp+1 && whole.Exp < 18 {
		dec = whole
	}
	s := dec.Scientific(1)
	if -6 <= dec.Exp && dec.Exp < 18 {
		s = dec.Plain()
	}
	if !dec.Neg {
		return "+" + s
	}
	return s
}

func nonFinite(f *format.Format, c wide.U128) string {
	n := f.Unpack(c)
	switch {
	case n.Class == format.Infinity && n.Sign:
		return "-inf"
	case n.Class == format.Infinity:
		return "+inf"
	}
	return "nan"
}

// Difference returns value of c - ref rounded to n significant decimal digits, and whether the datum has a value.
func Difference(f *format.Format, c wide.U128, ref Ref, n int) (Digits, bool) {
	v, ok := FromBits(f, c)
	if !ok {
		return Digits{}, false
	}
	d, tail := diff(v.Ratio(), ref.Ratio())
	return d.digits(n, tail), true
}

// Numbers for pictures are fixed-point: units of 2^-FixedBits, clamped to +-FixedMax.
const (
	FixedBits = 20
	FixedMax  = 1 << 60
)

// ErrorFixed returns (value of c - ref) / ulp in units of 2^-20 ulp, rounded to nearest, clamped to +-FixedMax,
// and whether the datum has a value.
func ErrorFixed(f *format.Format, c wide.U128, ref Ref) (int64, bool) {
	v, ok := FromBits(f, c)
	if !ok {
		return 0, false
	}
	d, _ := diff(v.Ratio(), ref.Ratio())
	d.Exp2 -= int64(Quantum(f, ref))
	return d.fixed(), true
}

// fixed returns r * 2^FixedBits rounded to nearest, ties away from zero, clamped.
func (r Ratio) fixed() int64 {
	if r.IsZero() {
		return 0
	}
	n := int64(FixedMax)
	switch low, high := r.log2(); {
	case high < -FixedBits-4:
		n = 0
	case low < 60-FixedBits:
		q, _ := r.Floor(FixedBits+1, 0)
		if q.Len() <= 61 {
			n = int64(q.Low64()+1) >> 1
		}
	}
	if r.Neg {
		return -n
	}
	return n
}

// Bracket returns the neighbours of ref in f: the largest datum below or equal and the smallest above or equal,
// and where ref lies between them in units of 2^-FixedBits of their distance (0 if they are the same datum).
// Beyond the largest number the outer neighbour is infinity, or the largest number itself where f has no infinity;
// its distance then counts as one ulp and the position is clamped to 2^FixedBits. ok is false where f has no datum
// on one side (a negative ref in an unsigned format, anything below the smallest number of E8M0).
func Bracket(f *format.Format, ref Ref) (low, high wide.U128, pos int64, ok bool) {
	r := ref.Ratio()
	below := r.Round(round.Env{Direction: round.TowardNegative}, f)
	above := r.Round(round.Env{Direction: round.TowardPositive}, f)
	if f.Unsigned && r.Sign() < 0 || !f.HasZero() && (below.Flags|above.Flags)&round.Underflow != 0 {
		return below.Bits, above.Bits, 0, false
	}
	low, high = below.Bits, above.Bits
	if !f.HasInf() && (above.Flags|below.Flags)&round.Overflowed != 0 { // one of them may be NaN
		low, high = f.Max(r.Neg), f.Max(r.Neg)
	}
	if below.Flags&round.Inexact == 0 {
		return low, high, 0, true
	}
	a, aok := FromBits(f, low)
	b, bok := FromBits(f, high)
	gap := New(false, wide.Nat{1}, int64(Quantum(f, ref)))
	outside := !aok || !bok || a.Cmp(b) == 0
	if outside && r.Neg {
		a = b.Sub(gap)
	}
	if !outside {
		gap = b.Sub(a)
	}
	d, _ := diff(r, a.Ratio())
	d, _ = d.Quo(gap.Ratio())
	return low, high, max(0, min(d.fixed(), 1<<FixedBits)), true
}

// Closer compares the distances of two data of f from ref: -1 if a is closer, +1 if b is, 0 if they are equally
// far. A datum without a value is farther than any that has one.
func Closer(f *format.Format, a, b wide.U128, ref Ref) int {
	x, xok := FromBits(f, a)
	y, yok := FromBits(f, b)
	switch {
	case !xok && !yok:
		return 0
	case !yok:
		return -1
	case !xok:
		return 1
	}
	return CloserValue(x, y, ref)
}

// CloserValue is Closer for two exact values.
func CloserValue(a, b Value, ref Ref) int {
	r := ref.Ratio()
	if a.Cmp(b) == 0 {
		return 0
	}
	// |a-r| < |b-r| as r lies on a's side of the midpoint.
	mid := a.Add(b).Scaled(-1).Ratio()
	return r.Cmp(mid) * b.Cmp(a)
}
