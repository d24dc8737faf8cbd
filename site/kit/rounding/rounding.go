// Package rounding says what one instruction of a GPU rounded: the exact value of its operands' sum, product, quotient or
// function, and how far the result lies from it.
package rounding

import (
	"strings"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/words"
)

// functions are those of package exact that instructions compute or approximate, by the first word of their names.
var functions = map[string]string{"rcp": "rcp", "sqrt": "sqrt", "rsqrt": "rsqrt", "ex2": "exp2", "lg2": "log2", "sin": "sin", "cos": "cos", "tanh": "tanh"}

// Rounded is the exact value of an operation, in decimal digits, and the error of its result: "exact", "+0.31 ulp".
type Rounded struct{ Exact, Error string }

// Of returns what an instruction with a PTX name rounded; ok is false where the operands have no exact result or the result
// is not a finite number, and for what is no arithmetic.
func Of(i *gpu.Instruction, in [3]uint64, out uint64) (r Rounded, ok bool) {
	f := i.Out.Float
	if f == nil || i.Out.Pair || i.Integral || i.Sat {
		return r, false
	}
	var x [3]exact.Value
	for k, t := range i.In {
		if t.Float == nil || t.Pair {
			return r, false
		}
		if x[k], ok = exact.FromBits(t.Float, wide.From64(in[k])); !ok {
			return r, false
		}
	}
	base, _, _ := strings.Cut(i.Name, ".")
	switch base {
	case "add":
		return To(f, x[0].Add(x[1]), out)
	case "sub":
		return To(f, x[0].Sub(x[1]), out)
	case "mul":
		return To(f, x[0].Mul(x[1]), out)
	case "fma":
		return To(f, x[0].Mul(x[1]).Add(x[2]), out)
	case "cvt":
		return To(f, x[0], out)
	case "div":
		q, ok := x[0].Ratio().Quo(x[1].Ratio())
		if !ok || x[1].IsZero() {
			return r, false
		}
		return To(f, q, out)
	}
	fn, ok := exact.FindFunction(functions[base])
	if !ok {
		return r, false
	}
	e := fn.ErrorUlps(f, wide.From64(out), x[0], 3)
	if e == "nan" { // no finite value: digits could not be told
		return r, false
	}
	r.Exact = words.Minus(words.FirstDigits(func(n int) exact.Digits { d, _ := fn.Digits(x[0], n); return d }, 20))
	return r.off(e)
}

// To compares a result of format f with the exact value of the operation.
func To(f *format.Format, ref exact.Ref, out uint64) (r Rounded, ok bool) {
	r.Exact = words.Minus(words.DigitsOf(ref.Ratio(), false))
	return r.off(exact.ErrorUlpsDigits(f, wide.From64(out), ref, 3))
}

// off takes an error of package exact.
func (r Rounded) off(e string) (Rounded, bool) {
	switch {
	case e == "nan" || strings.Contains(e, "inf"):
		return Rounded{}, false
	case e == "0":
		r.Error = "exact"
		return r, true
	}
	if k := strings.IndexByte(e, '.'); k >= 0 && !strings.Contains(e, "e") && len(e) > k+4 {
		e = e[:k+4]
	}
	r.Error = words.Minus(e) + " ulp"
	return r, true
}
