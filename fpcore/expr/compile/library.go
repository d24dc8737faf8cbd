package compile

import (
	"strconv"
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/expr/reals"
	"ulplab/fpcore/expr/run"
	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/libm"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// Library returns the name of a function of some library as every target takes it in a Call: the correctly rounded
// value of fn, or the number so many units in the last place above that in magnitude.
func Library(fn string, ulps int) string { return "~" + strconv.Itoa(ulps) + " " + fn }

// LibraryOf reads such a name.
func LibraryOf(name string) (fn string, ulps int, ok bool) {
	if len(name) == 0 || name[0] != '~' {
		return "", 0, false
	}
	n, fn, _ := strings.Cut(name[1:], " ")
	ulps, err := strconv.Atoi(n)
	return fn, ulps, err == nil && reals.HasExact(fn)
}

// library lowers a call of a Library function.
func (l *lowering) library(k int32, in *run.Instruction) {
	fn, ulps, ok := LibraryOf(l.g.nodes[k].fn)
	f := in.Type.Format()
	if !ok || f == nil || in.Type < types.Float {
		l.fail(k, fn+" is code of a library that this target does not have")
		return
	}
	env := round.Env{NaN: types.HostNaN}
	if l.Choice.Machine == GPU {
		env.NaN = types.GPUNaN
	}
	m, _ := types.MeaningOf(fn)
	one, unary := exact.FindFunction(m.ID)
	from, to := in.From, in.Type
	l.hostOp(in, fn, func(x [3]uint64) (r round.Result) {
		if unary {
			r = one.Round(env, f, from.Format(), wide.From64(x[0])).Result
		} else if y, ok := roundedReal(m, to, from, x); ok {
			r = y
		} else {
			r = round.PackInvalid(env, f)
		}
		if c := r.Bits.Lo; f.ClassOf(r.Bits).IsFinite() && c<<(65-f.Bits) != 0 {
			r.Bits.Lo = c + uint64(ulps)
		}
		return r
	})
}

// hostFunctions are those that nvcc's optimizer computes itself where all operands are constants: with the C library of the machine that
// compiles, in binary64, a float's rounded once more. It leaves a call whose value is no number or raises an exception other than
// inexact: seen in the PTX of 41 functions of 17 constants and 11 of 10 pairs, under no flag, -fmad=false and -use_fast_math.
const hostFunctions = " acos asin atan atan2 cos cosh exp exp2 fmod log log10 pow sin sinh tan tanh "

// hostConstant computes such a call. Where the lab has no model of the GNU C Library's function the value is correctly rounded, which
// that library's was in all constants seen.
func hostConstant(fn string, t types.Type, x [3]uint64) (uint64, bool) {
	base := baseName(fn, t)
	if t < types.Float || !types.Listed(hostFunctions, base) {
		return 0, false
	}
	f := types.Double.Format()
	var a [3]wide.U128
	m, _ := types.FindFunction(fn, t)
	for k := range m.In {
		v, _ := types.ConvertBits(types.Double, t, x[k], types.FoldInts)
		x[k], a[k] = v, wide.From64(v)
		if !f.ClassOf(a[k]).IsFinite() || base == "atan2" && v<<1 == 0 {
			return 0, false
		}
	}
	var r round.Result
	if g, ok := libm.Find(base, libm.GNU); ok {
		r.Bits = wide.From64(g.Eval(x))
		if tiny := r.Bits.Lo<<1 < f.MinNormal(false).Lo<<1; tiny && (r.Bits.Lo<<1 != 0 || x[0]<<1 != 0) {
			return 0, false // underflow
		}
	} else if one, ok := exact.FindFunction(base); ok {
		r = one.Round(round.Env{}, f, f, a[0]).Result
	} else if base == "fmod" {
		r = arith.Fmod(round.Env{}, f, f, a[0], a[1], nil)
	} else if r, ok = roundedReal(types.Meaning{ID: base}, types.Double, types.Double, x); !ok {
		return 0, false
	}
	if !f.ClassOf(r.Bits).IsFinite() || r.Flags&^round.Inexact != 0 {
		return 0, false
	}
	return types.ConvertBits(t, types.Double, r.Bits.Lo, types.FoldInts)
}

// roundedReal is a function's correctly rounded value; ok is false where it is not known to be a number.
func roundedReal(m types.Meaning, to, from types.Type, x [3]uint64) (r round.Result, ok bool) {
	for bits := 128; bits <= 4096; bits *= 4 {
		y := reals.Apply(m, bits, to, from, &[3]reals.Real{reals.OfCode(from, x[0]), reals.OfCode(from, x[1]), reals.OfCode(from, x[2])})
		if c, ok := y.Rounded(to); ok && y.Kind != reals.NotNumber {
			return round.Result{Bits: wide.From64(c)}, true
		}
	}
	return r, false
}
