package text

import (
	"strconv"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
)

const hexDigits = "0123456789abcdef"

// Bits returns the code point in hexadecimal with all digits of the format: "0x3f800000".
func Bits(f *format.Format, c wide.U128) string {
	return "0x" + string(appendHex(nil, c.And(wide.Mask(uint(f.Bits))), (f.Bits+3)/4))
}

// appendHex appends the lowest n hexadecimal digits of c.
func appendHex(b []byte, c wide.U128, n int) []byte {
	for i := n - 1; i >= 0; i-- {
		b = append(b, hexDigits[c.Shr(uint(4*i)).Lo&15])
	}
	return b
}

// Binary returns the code point in binary, its fields separated: "0b0_01111111_00000000000000000000000". The
// stored integer bit of x87 is a field of its own; fields of no bits are left out.
func Binary(f *format.Format, c wide.U128) string {
	b := make([]byte, 0, f.Bits+6)
	b = append(b, '0', 'b')
	for i := f.Bits - 1; i >= 0; i-- {
		b = append(b, '0'+byte(c.Bit(uint(i))))
		if i > 0 && (i == f.FracBits || !f.Unsigned && i == f.Bits-1 || f.Explicit && i == f.P-1) {
			b = append(b, '_')
		}
	}
	return string(b)
}

// special returns the text of a code point that is not a finite number: "inf", "-inf", "nan", "-nan(0x3)",
// "snan(0x1)" with the payload if it is not 0, and the class names "unnormal", "pseudo-infinity" and "pseudo-NaN"
// for encodings of x87 that have no meaning. Parse reads all but the class names back to the same code.
func special(f *format.Format, c wide.U128) (string, bool) {
	n := f.Unpack(c)
	sign := ""
	if n.Sign {
		sign = "-"
	}
	switch n.Class {
	case format.Infinity:
		return sign + "inf", true
	case format.QuietNaN, format.SignalingNaN:
		name := sign + "nan"
		if n.Class == format.SignalingNaN {
			name = sign + "snan"
		}
		width := payloadBits(f)
		if payload := n.Sig.Shr(uint(127 - width)).And(wide.Mask(uint(width))); !payload.IsZero() {
			name += "(0x" + string(appendHex(nil, payload, (payload.Len()+3)/4)) + ")"
		}
		return name, true
	case format.Unnormal:
		return "unnormal", true
	case format.PseudoInfinity:
		return "pseudo-infinity", true
	case format.PseudoNaN:
		return "pseudo-NaN", true
	}
	return "", false
}

// Decimal returns every digit of the number: "0.100000001490116119384765625", "-0", "16777216"; for the rest
// "inf", "nan(0x3)" and so on, as all functions here do. The longest, of binary128, has 16,494 digits after the point.
func Decimal(f *format.Format, c wide.U128) string {
	if s, ok := special(f, c); ok {
		return s
	}
	v, _ := exact.FromBits(f, c)
	return v.Decimal()
}

// Hex returns the number in hexadecimal floating-point like C's %a: "0x1.8p+1", "-0x1p-149", "0x0p+0". The digit
// before the point is 1; subnormal numbers of formats of 64 bits and more have 0 there and the exponent Emin, as
// glibc prints double and _Float128, while narrower formats print normalised, as after their conversion to double.
// x87 numbers follow the same rule (glibc's long double would put the four leading bits before the point).
func Hex(f *format.Format, c wide.U128) string {
	if s, ok := special(f, c); ok {
		return s
	}
	n := f.Unpack(c)
	b := make([]byte, 0, 40)
	if n.Sign {
		b = append(b, '-')
	}
	if n.Class == format.Zero {
		return string(append(b, "0x0p+0"...))
	}
	lead, exp, sig := byte('1'), int64(n.Exp), n.Sig
	if n.Class == format.Subnormal && f.Bits >= 64 {
		lead, exp, sig = '0', int64(f.Emin), sig.Shr(uint(f.Emin-n.Exp))
	}
	b = append(b, '0', 'x', lead)
	if frac := sig.Shl(1); !frac.IsZero() {
		digits := (128 - frac.TrailingZeros() + 3) / 4
		b = append(b, '.')
		b = appendHex(b, frac.Shr(uint(128-4*digits)), digits)
	}
	b = append(b, 'p')
	if exp >= 0 {
		b = append(b, '+')
	}
	return string(strconv.AppendInt(b, exp, 10))
}

// Parts is a finite number as an integer times a power of two, in two ways:
//
//	value = (-1)^Neg * Odd * 2^OddExp    with Odd odd (0 * 2^0 for zero)
//	value = (-1)^Neg * Sig * 2^SigExp    with the format's integer significand, 2^SigExp being the quantum
type Parts struct {
	Finite bool
	Neg    bool
	Odd    wide.U128
	OddExp int32
	Sig    wide.U128
	SigExp int32
	other  string
}

// Fraction returns the parts of the number; Finite is false if it has no value.
func Fraction(f *format.Format, c wide.U128) Parts {
	if s, ok := special(f, c); ok {
		return Parts{other: s}
	}
	n := f.Unpack(c)
	p := Parts{Finite: true, Neg: n.Sign}
	p.Sig, p.SigExp = f.IntegerSig(c)
	if !p.Sig.IsZero() {
		z := p.Sig.TrailingZeros()
		p.Odd, p.OddExp = p.Sig.Shr(uint(z)), p.SigExp+int32(z)
	}
	return p
}

// String returns "13421773 × 2^-27" with the odd integer, or the integer alone if the exponent is 0.
func (p Parts) String() string {
	if !p.Finite {
		return p.other
	}
	return product(p.Neg, p.Odd, p.OddExp)
}

// SigString returns "8388608 × 2^-23" with the integer significand.
func (p Parts) SigString() string {
	if !p.Finite {
		return p.other
	}
	return product(p.Neg, p.Sig, p.SigExp)
}

func product(neg bool, m wide.U128, exp int32) string {
	b := make([]byte, 0, 48)
	if neg {
		b = append(b, '-')
	}
	b = m.Nat().AppendDecimal(b)
	if exp != 0 {
		b = append(b, " × 2^"...)
		b = strconv.AppendInt(b, int64(exp), 10)
	}
	return string(b)
}

// FormatE returns the number like C's %.<n>e: one digit, n digits after the point, an exponent of at least two
// digits. The exact value is rounded to nearest, ties to even. NaNs are "nan" and "-nan" in all three layouts.
func FormatE(f *format.Format, c wide.U128, n int) string {
	if s, ok := plainSpecial(f, c); ok {
		return s
	}
	v, _ := exact.FromBits(f, c)
	return v.Digits(max(0, n) + 1).Scientific(2)
}

// FormatF returns the number like C's %.<n>f: n digits after the point, correctly rounded.
func FormatF(f *format.Format, c wide.U128, n int) string {
	if s, ok := plainSpecial(f, c); ok {
		return s
	}
	n = max(0, min(n, exact.MaxDigits/2))
	v, _ := exact.FromBits(f, c)
	neg, digits, _ := v.Ratio().Fixed(n)
	b := make([]byte, 0, len(digits)+n+3)
	if neg {
		b = append(b, '-')
	}
	for len(digits) <= n {
		digits = zeros(n+1-len(digits)) + digits
	}
	cut := len(digits) - n
	b = append(b, digits[:cut]...)
	if n > 0 {
		b = append(b, '.')
		b = append(b, digits[cut:]...)
	}
	return string(b)
}

// FormatG returns the number like C's %.<n>g: n significant digits without trailing zeros, with an exponent where
// that is below -4 or at least n.
func FormatG(f *format.Format, c wide.U128, n int) string {
	if s, ok := plainSpecial(f, c); ok {
		return s
	}
	n = max(1, n)
	v, _ := exact.FromBits(f, c)
	d := v.Digits(n).Trim()
	if d.Exp < -4 || d.Exp >= int64(n) {
		return d.Scientific(2)
	}
	return d.Plain()
}

// plainSpecial is special as printf writes it: without payloads and without telling signaling NaNs.
func plainSpecial(f *format.Format, c wide.U128) (string, bool) {
	n := f.Unpack(c)
	if n.Class.IsNaN() {
		if n.Sign {
			return "-nan", true
		}
		return "nan", true
	}
	return special(f, c)
}

func zeros(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = '0'
	}
	return string(b)
}

// Difference returns value of c - ref, every digit where n significant ones hold it, else "≈" and n correctly rounded
// ones: "-16", "1.5e-9", "≈1.490116119384766e-9". It is written without an exponent from 1e-5 up to, not including, 1e21.
// "0" says that there is none. For a datum without a value it returns the text of the datum.
func Difference(f *format.Format, c wide.U128, ref exact.Ref, n int) string {
	d, ok := exact.Difference(f, c, ref, n)
	if !ok {
		s, _ := special(f, c)
		return s
	}
	about, most := "≈", int64(n)
	if !d.Inexact {
		d, about, most = d.Trim(), "", 21
		if d.D == "0" {
			return "0"
		}
	}
	if d.Exp < -5 || d.Exp >= most {
		return about + d.Scientific(1)
	}
	return about + d.Plain()
}
