package format

import "ulplab/fpcore/wide"

// Zero returns the code of zero; the sign is dropped where the format has no -0, and a format without zero
// gives its smallest number.
func (f *Format) Zero(sign bool) wide.U128 {
	if !f.HasNegZero() {
		sign = false
	}
	return f.Join(sign, 0, wide.U128{})
}

// Inf returns the code of an infinity. The format must have one.
func (f *Format) Inf(sign bool) wide.U128 {
	var frac wide.U128
	if f.Explicit {
		frac = wide.From64(1).Shl(uint(f.P - 1))
	}
	return f.Join(sign, f.expMax, frac)
}

// Max returns the code of the finite number of largest magnitude.
func (f *Format) Max(sign bool) wide.U128 {
	switch f.Codes {
	case IEEE:
		return f.Join(sign, f.expMax-1, wide.Mask(uint(f.FracBits)))
	case OneNaN:
		return f.Join(sign, f.expMax, wide.Mask(uint(f.FracBits)).Sub(wide.From64(1)))
	case PowerOnly:
		return f.Join(sign, f.expMax-1, wide.U128{})
	}
	return f.Join(sign, f.expMax, wide.Mask(uint(f.FracBits)))
}

// MinNormal returns the code of the normal number of smallest magnitude.
func (f *Format) MinNormal(sign bool) wide.U128 {
	if f.Codes == PowerOnly {
		return f.Join(sign, 0, wide.U128{})
	}
	var frac wide.U128
	if f.Explicit {
		frac = wide.From64(1).Shl(uint(f.P - 1))
	}
	return f.Join(sign, 1, frac)
}

// MinPositive returns the code of the positive number of smallest magnitude: 2^Etiny.
func (f *Format) MinPositive(sign bool) wide.U128 {
	if f.Codes == PowerOnly {
		return f.Join(sign, 0, wide.U128{})
	}
	if f.P == 1 {
		return f.Join(sign, 1, wide.U128{}) // no subnormals without a trailing significand
	}
	return f.Join(sign, 0, wide.From64(1))
}

// NaNPattern names the NaN that an operation makes when no operand NaN is delivered.
type NaNPattern uint8

const (
	// PositiveQuiet has sign 0 and only the quiet bit set (0x7FC00000): IEEE 754's preference, Arm, RISC-V.
	PositiveQuiet NaNPattern = iota
	// NegativeQuiet has sign 1 and only the quiet bit set (0xFFC00000): x86 "real indefinite".
	NegativeQuiet
	// AllOnes has sign 0 and every bit of the trailing significand set (0x7FFFFFFF): NVIDIA GPUs, binary32 and below.
	AllOnes
)

// NaN returns the code of the pattern in f. A format with one NaN code gives that code, with the sign of the
// pattern where it has a sign; a format without NaN gives its largest positive number.
func (f *Format) NaN(p NaNPattern) wide.U128 {
	if p == AllOnes && f.Codes == IEEE {
		return f.NaNWith(false, wide.U128{Hi: ^uint64(0), Lo: ^uint64(0)})
	}
	return f.NaNWith(p == NegativeQuiet, wide.U128{Hi: 1 << 63})
}

// NaNWith returns a quiet NaN whose trailing significand holds the upper bits of payload, a field at the top of
// 128 bits as in Num.Sig; the quiet bit is set whatever the payload says.
func (f *Format) NaNWith(sign bool, payload wide.U128) wide.U128 {
	switch {
	case !f.HasNaN():
		return f.Max(false)
	case f.Codes == OneNaN:
		return f.Join(sign, f.expMax, wide.Mask(uint(f.FracBits)))
	case f.Codes == FNUZ:
		return f.Join(true, 0, wide.U128{})
	case f.Codes == PowerOnly:
		return f.Join(false, f.expMax, wide.U128{})
	}
	payload.Hi |= 1 << 63
	frac := payload.Shr(uint(128 - f.FracBits))
	if f.Explicit {
		frac = payload.Shr(uint(129 - f.P))
		frac = frac.SetBit(uint(f.P-1), 1)
	}
	return f.Join(sign, f.expMax, frac)
}

// Negate flips the sign bit; FNUZ zero and NaN and unsigned formats stay as they are.
func (f *Format) Negate(c wide.U128) wide.U128 {
	if f.Unsigned {
		return c
	}
	r := c.Xor(wide.From64(1).Shl(uint(f.Bits - 1)))
	if f.Codes == FNUZ && c.And(wide.Mask(uint(f.Bits-1))).IsZero() {
		return c
	}
	return r
}

// Canonical returns the code that arithmetic would give for the same number: it differs only for x87
// pseudo-subnormals, which become the normal number of the same value, and it clears bits above the width.
func (f *Format) Canonical(c wide.U128) wide.U128 {
	c = c.And(wide.Mask(uint(f.Bits)))
	if f.Explicit && f.ClassOf(c) == PseudoSubnormal {
		sign, _, frac := f.Split(c)
		return f.Join(sign, 1, frac)
	}
	return c
}

// NextUp returns the least datum greater than c (IEEE 754-2019 5.3.1): NaN and +infinity stay, -0 and +0 give
// the smallest positive number, and the largest number stays where the format has no infinity.
// x87 encodings that are invalid stay as they are.
func (f *Format) NextUp(c wide.U128) wide.U128 { return f.next(c, true) }

// NextDown returns the greatest datum less than c: NextUp mirrored.
func (f *Format) NextDown(c wide.U128) wide.U128 { return f.next(c, false) }

func (f *Format) next(c wide.U128, up bool) wide.U128 {
	c = f.Canonical(c)
	n := f.Unpack(c)
	if n.Class.IsNaN() || n.Class.IsInvalid() {
		return c
	}
	if n.Class == Zero {
		if f.Unsigned && !up {
			return c
		}
		return f.MinPositive(!up)
	}
	if away := up != n.Sign; away {
		switch {
		case n.Class == Infinity:
			return c
		case c == f.Max(n.Sign):
			if f.HasInf() {
				return f.Inf(n.Sign)
			}
			return c
		}
		if f.Explicit {
			return f.stepExplicit(c, true)
		}
		return c.Add(wide.From64(1))
	}
	switch {
	case n.Class == Infinity:
		return f.Max(n.Sign)
	case c == f.MinPositive(n.Sign):
		if f.Codes == PowerOnly {
			return c
		}
		return f.Zero(n.Sign)
	}
	if f.Explicit {
		return f.stepExplicit(c, false)
	}
	return c.Sub(wide.From64(1))
}

// stepExplicit moves the magnitude of a finite non-zero x87 number by one quantum and keeps the integer bit right.
func (f *Format) stepExplicit(c wide.U128, away bool) wide.U128 {
	sign, exp, frac := f.Split(c)
	one := wide.From64(1)
	top := one.Shl(uint(f.P - 1))
	if away {
		frac = frac.Add(one)
		switch {
		case frac.Shr(uint(f.P)).Lo != 0: // carry out of the significand
			return f.Join(sign, exp+1, top)
		case exp == 0 && !frac.And(top).IsZero(): // subnormal became normal
			return f.Join(sign, 1, frac)
		}
		return f.Join(sign, exp, frac)
	}
	frac = frac.Sub(one)
	if frac.And(top).IsZero() && exp > 0 {
		if exp == 1 {
			return f.Join(sign, 0, frac)
		}
		return f.Join(sign, exp-1, wide.Mask(uint(f.P)))
	}
	return f.Join(sign, exp, frac)
}
