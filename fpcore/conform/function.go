package conform

import (
	"fmt"
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// Options says how TestFloat lines are to be judged. The zero value is TestFloat's default.
type Options struct {
	Direction round.Direction
	Tininess  round.Tininess
	Exact     bool // roundToInt and conversions to integers signal inexact
	Precision int  // extF80: rounding precision 32, 64 or 80 in TestFloat's terms; 0 is 80
	CheckNaNs bool // NaN results must agree bit for bit with x86's rules (SoftFloat's 8086-SSE specialization)
}

// Directions maps the names of rounding directions of TestFloat and IEEE 754-2019 (and toOdd).
var Directions = map[string]round.Direction{
	"near_even": round.TiesToEven, "tiesToEven": round.TiesToEven, "roundTiesToEven": round.TiesToEven,
	"near_maxMag": round.TiesToAway, "tiesToAway": round.TiesToAway, "roundTiesToAway": round.TiesToAway,
	"minMag": round.TowardZero, "towardZero": round.TowardZero, "roundTowardZero": round.TowardZero,
	"min": round.TowardNegative, "towardNegative": round.TowardNegative, "roundTowardNegative": round.TowardNegative,
	"max": round.TowardPositive, "towardPositive": round.TowardPositive, "roundTowardPositive": round.TowardPositive,
	"odd": round.ToOdd, "toOdd": round.ToOdd, "roundToOdd": round.ToOdd,
}

// testFormats are TestFloat's names of formats.
var testFormats = map[string]*format.Format{"f16": format.F16, "bf16": format.BF16, "f32": format.F32, "f64": format.F64,
	"extF80": format.X87, "f128": format.F128}

// testIntegers are TestFloat's names of integer types.
var testIntegers = map[string]arith.IntType{"ui32": {Bits: 32}, "ui64": {Bits: 64}, "i32": {Bits: 32, Signed: true}, "i64": {Bits: 64, Signed: true}}

// function evaluates one TestFloat function: operands of the given widths in bits, a result and flags.
type function struct {
	in     []int
	out    int
	float  *format.Format // of the result; nil for integers and Booleans
	int    arith.IntType  // of the result if it is an integer
	direct bool           // -checkNaNs: the bits of every result must agree
	do     func(x *[3]wide.U128) (wide.U128, round.Flags)
}

type (
	binaryOp = func(env round.Env, dst, src *format.Format, a, b wide.U128, t trace) round.Result
	unaryOp  = func(env round.Env, dst, src *format.Format, a wide.U128, t trace) round.Result
)

// newFunction finds a function of TestFloat by its name, such as "f32_mulAdd", "extF80_to_i64_rx_minMag" or
// "ui64_to_f16".
func newFunction(name string, opt Options) (*function, error) {
	from, rest, ok := strings.Cut(name, "_")
	unknown := fmt.Errorf("no function %q: expected FORMAT_OPERATION or TYPE_to_TYPE with f16, bf16, f32, f64, extF80, f128, "+
		"ui32, ui64, i32, i64, and add sub mul mulAdd div rem sqrt roundToInt eq le lt eq_signaling le_quiet lt_quiet", name)
	if !ok {
		return nil, unknown
	}
	// Suffixes that fix direction and exactness: _r_DIRECTION, _rx_DIRECTION, _x.
	for _, suffix := range []string{"_rx_", "_r_"} {
		if head, dir, found := strings.Cut(rest, suffix); found {
			d, known := Directions[dir]
			if !known {
				return nil, unknown
			}
			rest, opt.Direction, opt.Exact = head, d, suffix == "_rx_"
		}
	}
	if head, found := strings.CutSuffix(rest, "_x"); found {
		rest, opt.Exact = head, true
	}
	env := round.Env{Direction: opt.Direction, Tininess: opt.Tininess, NaN: round.NaNRule{Default: format.NegativeQuiet}}
	to, conversion := strings.CutPrefix(rest, "to_")
	var f *function
	if src := testFormats[from]; src == nil {
		typ, isInt := testIntegers[from]
		dst := testFormats[to]
		if !isInt || !conversion || dst == nil {
			return nil, unknown
		}
		f = fromInteger(env, dst, typ)
	} else if typ, isInt := testIntegers[to]; conversion && isInt {
		f = toInteger(env, src, typ, opt)
	} else if dst := testFormats[to]; conversion && dst != nil && dst != src {
		f = unaryFunction(env, dst, src, arith.Convert)
	} else {
		f = operation(env, src, rest, opt)
	}
	if f == nil {
		return nil, unknown
	}
	f.direct = opt.CheckNaNs
	return f, nil
}

// operation returns a function within one format, or nil.
func operation(env round.Env, f *format.Format, name string, opt Options) *function {
	if f == format.X87 {
		env.NaN.X87 = true
	}
	ranged := env // rounding precision acts on add to sqrt only
	if f == format.X87 {
		ranged.Precision = map[int]uint8{32: 24, 64: 53}[opt.Precision]
	}
	switch name {
	case "add":
		return binaryFunction(ranged, f, arith.Add)
	case "sub":
		return binaryFunction(ranged, f, arith.Sub)
	case "mul":
		return binaryFunction(ranged, f, arith.Mul)
	case "div":
		return binaryFunction(ranged, f, arith.Div)
	case "sqrt":
		return unaryFunction(ranged, f, f, arith.Sqrt)
	case "rem":
		return binaryFunction(env, f, arith.Remainder)
	case "mulAdd":
		if f == format.X87 {
			return nil // TestFloat has none
		}
		return fusedFunction(env, f)
	case "roundToInt":
		return unaryFunction(env, f, f, func(env round.Env, dst, src *format.Format, a wide.U128, t trace) round.Result {
			return arith.RoundToIntegral(env, dst, src, a, opt.Exact, t)
		})
	case "eq":
		return predicate(f, arith.Equal, false)
	case "eq_signaling":
		return predicate(f, arith.Equal, true)
	case "le":
		return predicate(f, arith.Less|arith.Equal, true)
	case "le_quiet":
		return predicate(f, arith.Less|arith.Equal, false)
	case "lt":
		return predicate(f, arith.Less, true)
	case "lt_quiet":
		return predicate(f, arith.Less, false)
	}
	return nil
}

func binaryFunction(env round.Env, f *format.Format, op binaryOp) *function {
	return &function{in: []int{f.Bits, f.Bits}, out: f.Bits, float: f, do: func(x *[3]wide.U128) (wide.U128, round.Flags) {
		r := op(env, f, f, x[0], x[1], nil)
		return r.Bits, r.Flags
	}}
}

func unaryFunction(env round.Env, dst, src *format.Format, op unaryOp) *function {
	return &function{in: []int{src.Bits}, out: dst.Bits, float: dst, do: func(x *[3]wide.U128) (wide.U128, round.Flags) {
		r := op(env, dst, src, x[0], nil)
		return r.Bits, r.Flags
	}}
}

// fusedFunction is mulAdd. As in SoftFloat, 0 * infinity + NaN signals invalid; its 8086-SSE specialization then
// delivers the default NaN.
func fusedFunction(env round.Env, f *format.Format) *function {
	return &function{in: []int{f.Bits, f.Bits, f.Bits}, out: f.Bits, float: f, do: func(x *[3]wide.U128) (wide.U128, round.Flags) {
		r := arith.FMA(env, f, f, x[0], x[1], x[2], nil)
		if r.Flags == round.Invalid && f.ClassOf(x[2]).IsNaN() && !f.ClassOf(x[0]).IsNaN() && !f.ClassOf(x[1]).IsNaN() &&
			f.ClassOf(x[0]) != f.ClassOf(x[1]) && f.ClassOf(arith.Mul(env, f, f, x[0], x[1], nil).Bits).IsNaN() {
			r.Bits = f.NaN(env.NaN.Default)
		}
		return r.Bits, r.Flags
	}}
}

func predicate(f *format.Format, holds arith.Relation, signaling bool) *function {
	return &function{in: []int{f.Bits, f.Bits}, out: 1, do: func(x *[3]wide.U128) (wide.U128, round.Flags) {
		rel, flags := arith.Compare(round.Env{}, f, x[0], x[1])
		if signaling && rel == arith.Unordered {
			flags = round.Invalid
		}
		if rel&holds != 0 {
			return wide.From64(1), flags
		}
		return wide.U128{}, flags
	}}
}

func fromInteger(env round.Env, dst *format.Format, typ arith.IntType) *function {
	return &function{in: []int{int(typ.Bits)}, out: dst.Bits, float: dst, do: func(x *[3]wide.U128) (wide.U128, round.Flags) {
		r := arith.FromInt(env, dst, typ, x[0].Lo, nil)
		return r.Bits, r.Flags
	}}
}

// toInteger delivers x86's integer for invalid conversions: 1000…0 if signed, all ones if not.
func toInteger(env round.Env, src *format.Format, typ arith.IntType, opt Options) *function {
	return &function{in: []int{src.Bits}, out: int(typ.Bits), int: typ, do: func(x *[3]wide.U128) (wide.U128, round.Flags) {
		r := arith.ToInt(env, src, x[0], typ, opt.Exact)
		if r.Flags&round.Invalid != 0 {
			r.Bits = ^uint64(0) >> (64 - typ.Bits)
			if typ.Signed {
				r.Bits = 1 << (typ.Bits - 1)
			}
		}
		return wide.From64(r.Bits), r.Flags
	}}
}

// same reports whether a recorded result agrees with the computed one when their flags do. Without -checkNaNs any
// NaN stands for any other, and an invalid conversion to an integer may deliver the least or greatest integer, 0,
// all ones or 1000…0: implementations differ.
func (f *function) same(want, got wide.U128, flags round.Flags) bool {
	switch {
	case want == got:
		return true
	case f.direct:
		return false
	case f.float != nil:
		return f.float.ClassOf(got).IsNaN() && f.float.ClassOf(want).IsNaN()
	case f.int.Bits != 0 && flags&round.Invalid != 0:
		ones := ^uint64(0) >> (64 - f.int.Bits)
		return want.Hi == 0 && (want.Lo == 0 || want.Lo == ones || want.Lo == ones>>1 || want.Lo == ones>>1+1)
	}
	return false
}
