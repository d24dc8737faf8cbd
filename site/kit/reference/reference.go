// Package reference is the value that an operation has on exact data, against which results are judged: a rational number
// or root, or an elementary function of an exact argument.
package reference

import (
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/trace"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/words"
)

// Value is the value of an operation: a rational number or root, or an elementary function of an exact argument.
type Value struct {
	Ok bool
	R  exact.Ratio
	Fn *exact.Function // instead of r
	X  exact.Value
}

// Algebra names the operations of gpu.Operations with a value that Ratio computes, unit the functions of the
// special-function unit: each name after that of the lab.
const (
	Algebra = " a+b add a-b sub a*b mul a*b+c fma a/b div 1/a rcp sqrt sqrt rsqrt rsqrt "
	unit    = " MUFU.RCP rcp MUFU.RSQ rsqrt MUFU.SQRT sqrt MUFU.EX2 exp2 MUFU.LG2 log2 MUFU.SIN sinpi MUFU.COS cospi MUFU.TANH tanh "
)

// After returns the word that follows a name in a list, "" if it is not there.
func After(list, name string) string {
	_, rest, _ := strings.Cut(list, " "+name+" ")
	word, _, _ := strings.Cut(rest, " ")
	return word
}

// refOf is f(x) where that is a number.
func refOf(fn *exact.Function, x exact.Value) Value {
	_, ok := fn.Digits(x, 1)
	return Value{Ok: ok, Fn: fn, X: x}
}

// Unit is the exact value of what the special-function unit computes from a binary32 operand.
func Unit(name string, c wide.U128) Value {
	x, ok := exact.FromBits(format.F32, c)
	id := After(unit, name)
	fn, known := exact.FindFunction(id)
	if !ok || !known {
		return Value{}
	}
	if id == "sinpi" || id == "cospi" {
		x = x.Scaled(1) // the argument counts turns
	}
	return refOf(fn, x)
}

// Digits writes the value with its first n significant digits.
func (v Value) Digits(n int) string {
	if !v.Ok {
		return ""
	}
	return words.FirstDigits(func(n int) exact.Digits {
		if v.Fn == nil {
			return v.R.Digits(n)
		}
		d, _ := v.Fn.Digits(v.X, n)
		return d
	}, n)
}

// Err is the distance of a datum from the value in ulp with n digits; "" where there is none.
func (v Value) Err(f *format.Format, c wide.U128, n int) string {
	switch {
	case !v.Ok || !f.ClassOf(c).IsFinite():
		return ""
	case v.Fn != nil:
		return v.Fn.ErrorUlps(f, c, v.X, n)
	}
	return exact.ErrorUlpsDigits(f, c, v.R, n)
}

// Fixed is err in units of 2^-exact.FixedBits ulp.
func (v Value) Fixed(f *format.Format, c wide.U128) (int64, bool) {
	if v.Fn != nil {
		return v.Fn.ErrorFixed(f, c, v.X)
	}
	return exact.ErrorFixed(f, c, v.R)
}

// Round is the value rounded to f.
func (v Value) Round(f *format.Format, d round.Direction) wide.U128 {
	env := round.Env{Direction: d}
	if v.Fn != nil {
		return v.Fn.RoundValue(env, f, v.X).Bits
	}
	return v.R.Round(env, f).Bits
}

// Ratio returns the exact value of an operation on data of f, and whether there is one: those of Of, and
// rcp and rsqrt.
func Ratio(op string, f *format.Format, x [3]wide.U128) (exact.Ratio, bool) {
	switch op {
	case "rcp":
		one := f.Join(false, uint32(f.Bias), wide.U128{})
		ref, _, ok := Of("div", f, [3]wide.U128{one, x[0]}, nil)
		return ref, ok
	case "rsqrt":
		ref, _, ok := Of("sqrt", f, x, nil)
		if !ok {
			return ref, false
		}
		return exact.FromInt64(1).Quo(ref)
	}
	ref, _, ok := Of(op, f, x, nil)
	return ref, ok
}

// Of is reference for an operation of arith.Ops. Remainders come from the trace.
func Of(id string, src *format.Format, x [3]wide.U128, t *trace.Trace) (ref exact.Ratio, unit string, ok bool) {
	op, _ := arith.Find(id)
	var v [3]exact.Value
	for i := range op.Arity {
		if v[i], ok = exact.FromBits(src, x[i]); !ok {
			return ref, "", false
		}
	}
	switch id {
	case "add":
		return v[0].Add(v[1]).Ratio(), "ulp", true
	case "sub":
		return v[0].Sub(v[1]).Ratio(), "ulp", true
	case "mul":
		return v[0].Mul(v[1]).Ratio(), "ulp", true
	case "fma":
		return v[0].Mul(v[1]).Add(v[2]).Ratio(), "ulp", true
	case "div":
		q, ok := v[0].Ratio().Quo(v[1].Ratio())
		return q, "ulp", ok
	case "cvt":
		return v[0].Ratio(), "ulp", true
	case "rint":
		return v[0].Ratio(), "", true
	case "sqrt":
		if v[0].Neg && !v[0].IsZero() {
			return ref, "", false
		}
		return exact.Sqrt(v[0]).Ratio(), "ulp", true
	case "rem", "fmod", "scaleb":
		for i := t.N - 1; i >= 0; i-- {
			if r := t.Rows[i]; r.Role >= trace.Result {
				return exact.New(r.Sign, r.Sig.Nat(), int64(r.Exp)-255).Ratio(), "ulp", true
			}
		}
	}
	return ref, "", false
}

// Never makes a struct that nobody compares not comparable: the program then has no code that compares it.
type Never [0]func()

// Exact returns the exact value of an operation on finite data of f; not ok where there is none, and for pow and
// atan2, which the lab does not compute.
func Exact(id string, f *format.Format, x [3]wide.U128) (ref Value) {
	if name := After(Algebra, id); name != "" {
		ref.R, ref.Ok = Ratio(name, f, x)
		return ref
	}
	a, aok := exact.FromBits(f, x[0])
	if id == "hypot" {
		b, bok := exact.FromBits(f, x[1])
		if ref.Ok = aok && bok; ref.Ok {
			ref.R = exact.Sqrt(a.Mul(a).Add(b.Mul(b))).Ratio()
		}
		return ref
	}
	if fn, ok := exact.FindFunction(id); ok && aok {
		ref = refOf(fn, a)
	}
	return ref
}
