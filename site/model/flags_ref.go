//go:build !opening

package model

import (
	"strings"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// reference value of an operation: a rational number or root, or an elementary function of an exact argument.
type flagsRef struct {
	ok bool
	r  exact.Ratio
	fn *exact.Function // instead of r
	x  exact.Value
}

// flagsAlgebra names the operations of gpu.Operations with a value that exactOf computes, flagsUnit the functions of the
// special-function unit: each name after that of the lab.
const (
	flagsAlgebra = " a+b add a-b sub a*b mul a*b+c fma a/b div 1/a rcp sqrt sqrt rsqrt rsqrt "
	flagsUnit    = " MUFU.RCP rcp MUFU.RSQ rsqrt MUFU.SQRT sqrt MUFU.EX2 exp2 MUFU.LG2 log2 MUFU.SIN sinpi MUFU.COS cospi MUFU.TANH tanh "
)

// after returns the word that follows a name in a list, "" if it is not there.
func after(list, name string) string {
	_, rest, _ := strings.Cut(list, " "+name+" ")
	word, _, _ := strings.Cut(rest, " ")
	return word
}

// flagsExact returns the exact value of an operation on finite data of f; not ok where there is none, and for pow and
// atan2, which the lab does not compute.
func flagsExact(id string, f *format.Format, x [3]wide.U128) (ref flagsRef) {
	if name := after(flagsAlgebra, id); name != "" {
		ref.r, ref.ok = exactOf(name, f, x)
		return ref
	}
	a, aok := exact.FromBits(f, x[0])
	if id == "hypot" {
		b, bok := exact.FromBits(f, x[1])
		if ref.ok = aok && bok; ref.ok {
			ref.r = exact.Sqrt(a.Mul(a).Add(b.Mul(b))).Ratio()
		}
		return ref
	}
	if fn, ok := exact.FindFunction(id); ok && aok {
		ref = refOf(fn, a)
	}
	return ref
}

// refOf is f(x) where that is a number.
func refOf(fn *exact.Function, x exact.Value) flagsRef {
	_, ok := fn.Digits(x, 1)
	return flagsRef{ok: ok, fn: fn, x: x}
}

// unitRef is the exact value of what the special-function unit computes from a binary32 operand.
func unitRef(name string, c wide.U128) flagsRef {
	x, ok := exact.FromBits(format.F32, c)
	id := after(flagsUnit, name)
	fn, known := exact.FindFunction(id)
	if !ok || !known {
		return flagsRef{}
	}
	if id == "sinpi" || id == "cospi" {
		x = x.Scaled(1) // the argument counts turns
	}
	return refOf(fn, x)
}

// digits writes the value with its first n significant digits.
func (v flagsRef) digits(n int) string {
	if !v.ok {
		return ""
	}
	return firstDigits(func(n int) exact.Digits {
		if v.fn == nil {
			return v.r.Digits(n)
		}
		d, _ := v.fn.Digits(v.x, n)
		return d
	}, n)
}

// err is the distance of a datum from the value in ulp with n digits; "" where there is none.
func (v flagsRef) err(f *format.Format, c wide.U128, n int) string {
	switch {
	case !v.ok || !f.ClassOf(c).IsFinite():
		return ""
	case v.fn != nil:
		return v.fn.ErrorUlps(f, c, v.x, n)
	}
	return exact.ErrorUlpsDigits(f, c, v.r, n)
}

// fixed is err in units of 2^-exact.FixedBits ulp.
func (v flagsRef) fixed(f *format.Format, c wide.U128) (int64, bool) {
	if v.fn != nil {
		return v.fn.ErrorFixed(f, c, v.x)
	}
	return exact.ErrorFixed(f, c, v.r)
}

// round is the value rounded to f.
func (v flagsRef) round(f *format.Format, d round.Direction) wide.U128 {
	env := round.Env{Direction: d}
	if v.fn != nil {
		return v.fn.RoundValue(env, f, v.x).Bits
	}
	return v.r.Round(env, f).Bits
}
