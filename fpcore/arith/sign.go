package arith

import (
	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
)

// Copy returns the code unchanged but for bits above the width; it never signals (IEEE 754-2019 5.5.1). As a
// call it makes the program smaller.
//
//go:noinline
func Copy(f *format.Format, a wide.U128) wide.U128 { return a.And(wide.Mask(uint(f.Bits))) }

// Negate reverses the sign bit, of NaNs too; it never signals. Codes without a counterpart (unsigned formats, FNUZ
// zero and NaN) stay.
func Negate(f *format.Format, a wide.U128) wide.U128 { return f.Negate(Copy(f, a)) }

// Abs clears the sign bit, of NaNs too; it never signals.
func Abs(f *format.Format, a wide.U128) wide.U128 {
	a = Copy(f, a)
	if sign, _, _ := f.Split(a); sign {
		return f.Negate(a)
	}
	return a
}

// CopySign returns a with the sign bit of b; it never signals.
func CopySign(f *format.Format, a, b wide.U128) wide.U128 {
	a = Copy(f, a)
	sa, _, _ := f.Split(a)
	if sb, _, _ := f.Split(b); sa != sb {
		return f.Negate(a)
	}
	return a
}

// IEEEClass is one of the ten classes of IEEE 754-2019 5.7.2.
type IEEEClass uint8

const (
	SignalingNaN IEEEClass = iota
	QuietNaN
	NegativeInfinity
	NegativeNormal
	NegativeSubnormal
	NegativeZero
	PositiveZero
	PositiveSubnormal
	PositiveNormal
	PositiveInfinity
)

// ClassNames are the names of the ten classes, indexed by IEEEClass.
var ClassNames = [...]string{"signalingNaN", "quietNaN", "negativeInfinity", "negativeNormal", "negativeSubnormal",
	"negativeZero", "positiveZero", "positiveSubnormal", "positiveNormal", "positiveInfinity"}

// Class returns the IEEE class of a code. x87 pseudo-subnormals are normal; encodings that x87 refuses behave
// like, and are classed as, signaling NaNs.
func Class(f *format.Format, a wide.U128) IEEEClass {
	n := f.Unpack(a)
	var c IEEEClass
	switch n.Class {
	case format.QuietNaN:
		return QuietNaN
	case format.Zero:
		c = PositiveZero
	case format.Subnormal:
		c = PositiveSubnormal
	case format.Normal, format.PseudoSubnormal:
		c = PositiveNormal
	case format.Infinity:
		c = PositiveInfinity
	default:
		return SignalingNaN
	}
	if n.Sign {
		return NegativeZero + PositiveZero - c
	}
	return c
}
