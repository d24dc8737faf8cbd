// Package format says what a code point means: the formats as literals, their derived parameters, decoding,
// classes and neighbours. It does no arithmetic and no rounding.
//
// A format is a sign bit (unless Unsigned), an exponent field of ExpBits and a trailing significand field of
// FracBits. A finite datum has the value (-1)^sign * significand * 2^(exponent - (P-1)) with an integer
// significand below 2^P; every other quantity (bias, emin, emax, extreme values) follows from the literal.
package format

import "ulplab/fpcore/wide"

// Codes says which code points of the top exponent are not finite numbers.
type Codes uint8

const (
	// IEEE: exponent field all ones is infinity when the trailing significand is 0, NaN otherwise.
	IEEE Codes = iota
	// OneNaN: only exponent and trailing significand all ones are NaN; there is no infinity (OCP E4M3, UE4M3).
	OneNaN
	// FNUZ: the code of -0 is the only NaN; there is neither infinity nor negative zero.
	FNUZ
	// Finite: every code is a finite number (OCP E2M1, E2M3, E3M2).
	Finite
	// PowerOnly: no zero, no subnormals, all ones is NaN (OCP E8M0).
	PowerOnly
)

// Format is a literal (the first block of fields) completed by New (the second block).
type Format struct {
	ID       string // short name used in URLs and tables: "f32"
	Name     string // full name: "binary32"
	ExpBits  int    // width of the exponent field
	FracBits int    // width of the trailing significand field; with Explicit it includes the integer bit
	Codes    Codes
	Unsigned bool  // no sign field
	Explicit bool  // the integer bit of the significand is stored (x87)
	Bias     int32 // 0 in a literal means the IEEE bias 2^(ExpBits-1)-1

	Bits   int       // width of a code point
	P      int       // precision: bits of the significand, integer bit included
	Emin   int32     // exponent of the smallest normal number 2^Emin
	Emax   int32     // exponent of the leading bit of the largest finite number
	MaxSig wide.U128 // integer significand (P bits) of the largest finite number
	Narrow bool      // a sign, an implicit integer bit, P <= 60 and Bits <= 64: one-word arithmetic does
	expMax uint32    // exponent field all ones
}

// New completes a literal. ExpBits must be 2 to 15 (8 for PowerOnly) and the code at most 128 bits wide.
func New(f Format) *Format {
	if f.Bias == 0 {
		f.Bias = 1<<(f.ExpBits-1) - 1
	}
	f.Bits = f.ExpBits + f.FracBits
	if !f.Unsigned {
		f.Bits++
	}
	f.P = f.FracBits + 1
	if f.Explicit {
		f.P = f.FracBits
	}
	f.Narrow = !f.Unsigned && !f.Explicit && f.P <= 60 && f.Bits <= 64
	f.expMax = 1<<f.ExpBits - 1
	f.Emin = 1 - f.Bias
	f.MaxSig = wide.Mask(uint(f.P))
	switch f.Codes {
	case IEEE:
		f.Emax = int32(f.expMax) - 1 - f.Bias
	case OneNaN:
		f.Emax = int32(f.expMax) - f.Bias
		f.MaxSig = f.MaxSig.Sub(wide.From64(1))
	case FNUZ, Finite:
		f.Emax = int32(f.expMax) - f.Bias
	case PowerOnly:
		f.Emin = -f.Bias
		f.Emax = int32(f.expMax) - 1 - f.Bias
	}
	return &f
}

// HasInf reports whether the format has infinities.
func (f *Format) HasInf() bool { return f.Codes == IEEE }

// HasNaN reports whether the format has a NaN.
func (f *Format) HasNaN() bool {
	return f.Codes != Finite && !(f.Codes == IEEE && f.FracBits == 0)
}

// HasNegZero reports whether -0 is a datum of the format.
func (f *Format) HasNegZero() bool { return !f.Unsigned && f.Codes != FNUZ && f.Codes != PowerOnly }

// HasZero reports whether 0 is a datum of the format.
func (f *Format) HasZero() bool { return f.Codes != PowerOnly }

// Etiny returns the exponent of the quantum of subnormal numbers: the smallest positive number is 2^Etiny.
func (f *Format) Etiny() int32 {
	if f.Codes == PowerOnly {
		return f.Emin
	}
	return f.Emin - int32(f.P) + 1
}

// Class is the class of a code point. The IEEE classes come first; the last four are x87 encodings that the
// processor reads as a number (PseudoSubnormal) or refuses as invalid (the others).
type Class uint8

const (
	Zero Class = iota
	Subnormal
	Normal
	Infinity
	QuietNaN
	SignalingNaN
	PseudoSubnormal // x87: exponent field 0 with the integer bit set: a normal number of exponent Emin
	Unnormal        // x87: exponent field neither 0 nor all ones, integer bit clear: invalid operand
	PseudoInfinity  // x87: exponent field all ones, integer bit clear, fraction 0: invalid operand
	PseudoNaN       // x87: exponent field all ones, integer bit clear, fraction not 0: invalid operand
)

// IsNaN reports a quiet or signaling NaN.
func (c Class) IsNaN() bool { return c == QuietNaN || c == SignalingNaN }

// IsFinite reports zero, subnormal and normal numbers, x87 pseudo-subnormals included.
func (c Class) IsFinite() bool { return c <= Normal || c == PseudoSubnormal }

// IsInvalid reports the x87 encodings that the processor refuses.
func (c Class) IsInvalid() bool { return c >= Unnormal }

// Num is a decoded code point. For a finite non-zero number
//
//	value = (-1)^Sign * Sig * 2^(Exp-127)
//
// with the top bit (bit 127) of Sig set, so that Exp is the exponent of the leading bit; subnormal numbers are
// normalised too. For a NaN, Sig is the trailing significand field shifted to the top of the 128 bits.
type Num struct {
	Class Class
	Sign  bool
	Exp   int32
	Sig   wide.U128
}

// Split returns the three fields of a code point; bits above the format's width are ignored.
func (f *Format) Split(c wide.U128) (sign bool, exp uint32, frac wide.U128) {
	if f.Bits <= 64 {
		sign = !f.Unsigned && c.Lo>>(f.Bits-1)&1 != 0
		exp = uint32(c.Lo>>f.FracBits) & f.expMax
		frac.Lo = c.Lo & (1<<f.FracBits - 1)
		return
	}
	sign = !f.Unsigned && c.Bit(uint(f.Bits-1)) != 0
	exp = uint32(c.Shr(uint(f.FracBits)).Lo) & f.expMax
	frac = c.And(wide.Mask(uint(f.FracBits)))
	return
}

// Join is the inverse of Split: it places the three fields into a code point.
func (f *Format) Join(sign bool, exp uint32, frac wide.U128) wide.U128 {
	var c wide.U128
	if f.Bits <= 64 {
		c.Lo = uint64(exp)<<f.FracBits | frac.Lo
		if sign && !f.Unsigned {
			c.Lo |= 1 << (f.Bits - 1)
		}
		return c
	}
	c = wide.From64(uint64(exp)).Shl(uint(f.FracBits)).Or(frac)
	if sign && !f.Unsigned {
		c = c.SetBit(uint(f.Bits-1), 1)
	}
	return c
}

// Unpack decodes a code point.
func (f *Format) Unpack(c wide.U128) Num {
	sign, exp, frac := f.Split(c)
	if exp != 0 && exp != f.expMax && !f.Explicit && f.Codes != PowerOnly {
		// The common case: a normal number with an implicit integer bit.
		var sig wide.U128
		if f.P <= 64 {
			sig.Hi = 1<<63 | frac.Lo<<(64-f.P)
		} else {
			sig = frac.Shl(uint(128 - f.P))
			sig.Hi |= 1 << 63
		}
		return Num{Normal, sign, int32(exp) - f.Bias, sig}
	}
	return f.unpackRare(sign, exp, frac)
}

// Normal decodes a code of a Narrow format if its exponent field is neither 0 nor all ones; ok is false if it is.
// The value is (-1)^sign * sig * 2^(exp-63) with bit 63 of sig set.
func (f *Format) Normal(c uint64) (sign bool, exp int32, sig uint64, ok bool) {
	field := uint32(c>>(f.FracBits&63)) & f.expMax
	return c>>((f.Bits-1)&63)&1 != 0, int32(field) - f.Bias, c<<((63-f.FracBits)&63) | 1<<63, field-1 < f.expMax-1
}

func (f *Format) unpackRare(sign bool, exp uint32, frac wide.U128) Num {
	if f.Explicit {
		return f.unpackExplicit(sign, exp, frac)
	}
	top := uint(128 - f.FracBits)
	switch f.Codes {
	case IEEE:
		if exp == f.expMax {
			if frac.IsZero() {
				return Num{Class: Infinity, Sign: sign}
			}
			n := Num{Class: SignalingNaN, Sign: sign, Sig: frac.Shl(top)}
			// With a single trailing bit the only NaN is quiet; otherwise the top bit tells.
			if n.Sig.Hi>>63 != 0 {
				n.Class = QuietNaN
			}
			return n
		}
	case OneNaN:
		if exp == f.expMax && frac == wide.Mask(uint(f.FracBits)) {
			return Num{Class: QuietNaN, Sign: sign, Sig: frac.Shl(top)}
		}
	case FNUZ:
		if sign && exp == 0 && frac.IsZero() {
			return Num{Class: QuietNaN, Sig: wide.U128{Hi: 1 << 63}}
		}
	case PowerOnly:
		if exp == f.expMax {
			return Num{Class: QuietNaN, Sig: wide.U128{Hi: 1 << 63}}
		}
		return Num{Normal, sign, int32(exp) - f.Bias, wide.U128{Hi: 1 << 63}}
	}
	if exp == 0 {
		if frac.IsZero() {
			return Num{Class: Zero, Sign: sign}
		}
		lz := frac.LeadingZeros()
		// frac = Sig * 2^(lz-...): the bit FracBits-1 has weight 2^(Emin-1).
		return Num{Subnormal, sign, f.Emin - 1 - int32(lz-(128-f.FracBits)), frac.Shl(uint(lz))}
	}
	sig := frac.Shl(top - 1)
	sig.Hi |= 1 << 63
	return Num{Normal, sign, int32(exp) - f.Bias, sig}
}

func (f *Format) unpackExplicit(sign bool, exp uint32, frac wide.U128) Num {
	top := uint(128 - f.P)
	sig := frac.Shl(top)
	integer := sig.Hi>>63 != 0
	rest := sig.Shl(1)
	switch {
	case exp == f.expMax && integer && rest.IsZero():
		return Num{Class: Infinity, Sign: sign}
	case exp == f.expMax && integer:
		// The payload is the field below the integer bit.
		if rest.Hi>>63 != 0 {
			return Num{Class: QuietNaN, Sign: sign, Sig: rest}
		}
		return Num{Class: SignalingNaN, Sign: sign, Sig: rest}
	case exp == f.expMax && rest.IsZero():
		return Num{Class: PseudoInfinity, Sign: sign}
	case exp == f.expMax:
		return Num{Class: PseudoNaN, Sign: sign, Sig: rest}
	case exp == 0 && frac.IsZero():
		return Num{Class: Zero, Sign: sign}
	case exp == 0 && integer:
		return Num{PseudoSubnormal, sign, f.Emin, sig}
	case exp == 0:
		lz := sig.LeadingZeros()
		return Num{Subnormal, sign, f.Emin - int32(lz), sig.Shl(uint(lz))}
	case integer:
		return Num{Normal, sign, int32(exp) - f.Bias, sig}
	}
	return Num{Class: Unnormal, Sign: sign, Exp: int32(exp) - f.Bias, Sig: sig}
}

// ClassOf returns the class of a code point.
func (f *Format) ClassOf(c wide.U128) Class { return f.Unpack(c).Class }

// IntegerSig returns the integer significand m and the exponent q of the quantum, so that the magnitude of the
// finite number is m * 2^q; q is Etiny for subnormal numbers and zero.
func (f *Format) IntegerSig(c wide.U128) (m wide.U128, q int32) {
	n := f.Unpack(c)
	switch n.Class {
	case Zero:
		return wide.U128{}, f.Etiny()
	case Subnormal:
		return n.Sig.Shr(uint(127 - (n.Exp - f.Etiny()))), f.Etiny()
	}
	return n.Sig.Shr(uint(128 - f.P)), n.Exp - int32(f.P) + 1
}
