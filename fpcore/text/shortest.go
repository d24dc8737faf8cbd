package text

import (
	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
)

// Shortest returns the decimal number with the fewest digits that roundTiesToEven reads back as c, the closest to
// the number among those, ties to the even digit: "0.1", "1e-45", "3.4028235e+38". It is written without an
// exponent from 1e-7 up to, not including, 1e21. A decimal counts as read back only if it lies within half a
// quantum of the number, so that nothing that overflows or saturates is printed for the largest one.
func Shortest(f *format.Format, c wide.U128) string {
	d, ok := ShortestDigits(f, c)
	if !ok {
		s, _ := special(f, c)
		return s
	}
	if d.Exp < -7 || d.Exp >= 21 {
		return d.Scientific(1)
	}
	return d.Plain()
}

// ShortestDigits returns the digits of Shortest and whether c is a finite number. Inexact tells whether the
// decimal differs from the number.
func ShortestDigits(f *format.Format, c wide.U128) (exact.Digits, bool) {
	n := f.Unpack(c)
	if !n.Class.IsFinite() {
		return exact.Digits{}, false
	}
	if n.Class == format.Zero {
		return exact.Digits{Neg: n.Sign, D: "0"}, true
	}
	m, q := f.IntegerSig(c)
	var b bounds
	// The number, and half the distance to its neighbours, in units of 2^(q-2).
	b.value = m.Nat().Shl(2)
	below := uint64(2)
	even := m.Lo&1 == 0
	b.lowIn, b.highIn = even, even
	if m == wide.From64(1).Shl(uint(f.P-1)) && n.Exp > f.Emin {
		below = 1 // a power of two: the neighbour below is half as far
		b.lowIn = true
	}
	b.low = b.value.Sub(wide.Nat{below})
	b.high = b.value.Add(wide.Nat{2})
	d := b.shortest(q-2, f.P)
	d.Neg = n.Sign
	return d, true
}

// bounds is a number with the ends of the interval that rounds to it, and whether the ends belong to it.
type bounds struct {
	low, value, high wide.Nat
	lowIn, highIn    bool
}

// shortest works on the three numbers scaled by a power of ten so that the value has more digits than are ever
// needed (2 + P*log10(2)), as decimal strings of equal length: the candidates of n digits are the value cut after
// n digits and that plus one unit of the last digit.
func (b bounds) shortest(exp int32, precision int) exact.Digits {
	digits := precision*30103/100000 + 3
	log2 := int64(exp) + int64(b.value.Len()) - 1
	scale := int64(digits) - (log2*315653)>>20 // 315653/2^20 is log10(2) to seven digits
	low, lowMore := scaled(b.low, int64(exp), scale)
	value, valueMore := scaled(b.value, int64(exp), scale)
	high, highMore := scaled(b.high, int64(exp), scale)
	width := len(high)
	lead := width - len(value) // more digits before the point only in the upper end
	low, value = pad(low, width), pad(value, width)
	for n := lead + 1; ; n++ {
		cut := zeroTail(value, n)
		if !valueMore && string(cut) == string(value) || n == width {
			return digitsOf(cut, scale, valueMore || string(cut) != string(value))
		}
		next := append([]byte(nil), cut...)
		carry := exact.Increment(next[:n])
		downOK := string(cut) > string(low) || string(cut) == string(low) && !lowMore && b.lowIn
		upOK := !carry && (string(next) < string(high) || string(next) == string(high) && (highMore || b.highIn))
		switch {
		case downOK && upOK:
			if nearerAbove(value, n, valueMore) {
				cut = next
			}
			return digitsOf(cut, scale, true)
		case downOK:
			return digitsOf(cut, scale, true)
		case upOK:
			return digitsOf(next, scale, true)
		}
	}
}

// scaled returns the digits of floor(m * 2^exp * 10^scale) and whether anything was cut off.
func scaled(m wide.Nat, exp, scale int64) (digits []byte, more bool) {
	q, more := exact.Ratio{Num: m, Exp2: exp}.Floor(0, scale)
	return q.AppendDecimal(nil), more
}

// pad fills s with zeros on the left to the given width.
func pad(s []byte, width int) []byte {
	return append([]byte(zeros(width-len(s))), s...)
}

// zeroTail returns s with all digits after the first n set to 0.
func zeroTail(s []byte, n int) []byte {
	r := []byte(zeros(len(s)))
	copy(r, s[:n])
	return r
}

// nearerAbove reports whether s, followed by more, is nearer to its first n digits plus one unit than to its first
// n digits alone; a tie goes to the even digit.
func nearerAbove(s []byte, n int, more bool) bool {
	half := append([]byte{'5'}, zeros(len(s)-n-1)...)
	switch rest := string(s[n:]); {
	case rest != string(half):
		return rest > string(half)
	case more:
		return true
	}
	return (s[n-1]-'0')&1 != 0
}

// digitsOf returns the number s * 10^-scale without zeros at either end.
func digitsOf(s []byte, scale int64, inexact bool) exact.Digits {
	exp := int64(len(s)) - 1 - scale
	for s[0] == '0' {
		s = s[1:]
		exp--
	}
	return exact.Digits{Inexact: inexact, D: string(s), Exp: exp}.Trim()
}
