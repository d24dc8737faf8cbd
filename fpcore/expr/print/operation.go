package print

import (
	"strings"

	"ulplab/fpcore/expr/run"
	"ulplab/fpcore/expr/types"
)

// signs of operators in all four languages.
var operatorSigns = [...]string{types.Add: " + ", types.Sub: " - ", types.Mul: " * ", types.Div: " / ", types.Rem: " % ", types.And: " & ", types.Or: " | ", types.Xor: " ^ ", types.Shl: " << ", types.Shr: " >> ",
	types.Less: " < ", types.LessEq: " <= ", types.More: " > ", types.MoreEq: " >= ", types.Equal: " == ", types.Differ: " != "}

// expression writes what an instruction computes of the operands x.
func (e *emitter) expression(in *run.Instruction, x [3]string) string {
	if in.Do >= run.Do87 && (e.lang == LanguageCUDA || e.lang == LanguageGo) {
		return e.fail("the 80-bit registers of x87 are reached by long double of C on x86, and numpy.longdouble there")
	}
	switch in.Do {
	case run.DoArith, run.DoHost:
		return e.arith(in, x)
	case run.DoNeg, run.DoNeg87:
		return "-" + x[0]
	case run.DoAbs, run.DoAbs87:
		return e.function("fabs", in.Type, x[:1], in.Do == run.DoAbs87)
	case run.DoSign, run.DoSign87:
		return e.function("copysign", in.Type, x[:2], in.Do == run.DoSign87)
	case run.DoCompare, run.DoCompare87:
		if strings.Contains(in.Name, ".ftz") && e.lang != LanguageCUDA {
			x[0], x[1] = e.flush(x[0]), e.flush(x[1])
		} else if strings.Contains(in.Name, ".ftz") {
			e.flags = " -ftz=true"
		}
		return x[0] + operatorSigns[in.Op] + x[1]
	case run.DoSelect, run.DoSelect87:
		if e.lang == LanguagePython {
			return x[1] + " if " + x[0] + " else " + x[2]
		}
		return x[0] + " ? " + x[1] + " : " + x[2]
	case run.DoInteger:
		return e.integers(in, x)
	case run.DoConvert:
		return e.cast(in.Type, in.From, x[0])
	case run.DoCopy:
		if in.From == in.Type || in.Type.IsFloat() && in.From.IsFloat() {
			return x[0] // a conversion within the registers of x87
		}
		return e.sameBits(in.Type, in.From, x[0])
	case run.Do87:
		if e.lang == LanguagePython && e.p.Choice.Precision != 64 {
			return e.fail("NumPy does not reach the precision control of x87")
		}
		if in.N == 1 {
			return e.function("sqrt", in.Type, x[:1], true)
		}
		return x[0] + operatorSigns[in.Op] + x[1]
	case run.DoRound87:
		if in.Value >= 0 {
			return e.function(plainName(e.p.Code.Values[in.Value].Fn), in.Type, x[:1], true)
		}
	case run.DoLoad87:
		if e.lang == LanguageC {
			return "(long double)" + x[0]
		}
		return "np.longdouble(" + x[0] + ")"
	case run.DoStore87, run.DoInt87:
		return e.cast(in.Type, types.Double, x[0])
	case run.DoRound:
		return e.fail("rounding to " + in.Format.Name + " has no operation in " + Languages[e.lang].Name + " that all compilers agree on")
	}
	return e.fail(in.Name + " has no form of its own in " + Languages[e.lang].Name)
}

// arith writes + - * /, fused multiply-adds and functions.
func (e *emitter) arith(in *run.Instruction, x [3]string) string {
	if e.lang == LanguageCUDA {
		return e.cuda(in, x)
	}
	name := in.Name
	onGPU := in.GPU != nil
	directed := in.Op != types.Call && in.Op != types.Convert && (strings.Contains(name, ".rz") || strings.Contains(name, ".rm") || strings.Contains(name, ".rp"))
	if onGPU && (directed || in.GPU.Approximate() || strings.HasPrefix(name, "mad") || strings.Contains(name, "approx") || strings.Contains(name, "full")) {
		return e.fail(name + " is made by the GPU only: its bits have no short form in " + Languages[e.lang].Name)
	}
	ftz := strings.Contains(name, ".ftz") || e.p.Flush && onGPU && in.Type == types.Float && strings.HasPrefix(name, "abs")
	if ftz {
		for j := range x[:in.N] {
			if o := &e.p.Instructions[in.X[j]]; o.Type == types.Float && !(o.Do == run.DoConst && run.Flushed(o.Bits) == o.Bits) && !(o.Do == run.DoArith && strings.Contains(o.Name, ".ftz")) {
				x[j] = e.flush(x[j])
			}
		}
	}
	var s string
	switch {
	case in.Op == types.Convert:
		s = e.cast(in.Type, in.From, x[0])
	case in.Op == types.FusedOp:
		s = e.fused(in, x)
	case in.Op == types.Neg:
		s = "-" + x[0]
	case in.Op >= types.Add && in.Op <= types.Div:
		s = x[0] + operatorSigns[in.Op] + x[1]
		if e.lang == LanguageGo {
			s = e.word(in.Type) + "(" + s + ")"
		}
	default:
		s = e.callee(in, x)
	}
	if ftz && e.missing == "" && in.Type == types.Float {
		s = e.flush(s)
	}
	return s
}

// flush writes what -ftz=true makes of a binary32 number.
func (e *emitter) flush(s string) string {
	e.helpers["ftz"] = true
	return "ftz(" + s + ")"
}

func (e *emitter) fused(in *run.Instruction, x [3]string) string {
	if in.Neg&run.NegProduct != 0 {
		x[0] = "-" + x[0]
	}
	if in.Neg&run.NegAddend != 0 {
		x[2] = "-" + x[2]
	}
	args := "(" + x[0] + ", " + x[1] + ", " + x[2] + ")"
	switch {
	case e.lang == LanguageC && in.Type == types.Float:
		return "fmaf" + args
	case e.lang == LanguageC && in.Type == types.Double:
		return "fma" + args
	case e.lang == LanguageGo && in.Type == types.Double:
		return "math.FMA" + args
	case e.lang == LanguagePython && in.Type == types.Double:
		e.helpers["fma64"] = true
		return "fma64" + args
	case in.Type == types.Float, e.lang == LanguagePython && in.Type == types.Half:
		name := "fma32"
		if in.Type == types.Half {
			name = "fma16"
		}
		e.helpers[name] = true
		return name + args
	}
	return e.fail(Languages[e.lang].Name + " has no fused multiply-add of " + in.Type.String())
}

// callee writes the call of a function by the name of C, where its result is the same everywhere.
func (e *emitter) callee(in *run.Instruction, x [3]string) string {
	op, _, _ := strings.Cut(in.Name, ".")
	base := ""
	switch {
	case op == "sqrt" || op == "sqrtss" || op == "sqrtsd":
		base = "sqrt"
	case op == "rcp":
		return e.literal(in.Type, types.One(in.Type)) + " / " + x[0]
	case op == "min" || op == "max":
		base = "f" + op
	case op == "abs":
		base = "fabs"
	case in.Value >= 0 && e.p.Code.Values[in.Value].Op == types.Call:
		base = plainName(e.p.Code.Values[in.Value].Fn)
	}
	return e.function(base, in.Type, x[:in.N], false)
}

// function names, by language: those whose result IEEE 754 or C defines.
var functionNames = map[string][4]string{
	"sqrt": {"sqrt", "sqrt", "np.sqrt", "math.Sqrt"}, "fabs": {"fabs", "fabs", "np.abs", "math.Abs"},
	"floor": {"floor", "floor", "np.floor", "math.Floor"}, "ceil": {"ceil", "ceil", "np.ceil", "math.Ceil"},
	"trunc": {"trunc", "trunc", "np.trunc", "math.Trunc"}, "rint": {"rint", "rint", "np.rint", "math.RoundToEven"},
	"nearbyint": {"nearbyint", "nearbyint", "np.rint", "math.RoundToEven"}, "round": {"round", "round", "", "math.Round"},
	"fmin": {"fmin", "fmin", "np.fmin", ""}, "fmax": {"fmax", "fmax", "np.fmax", ""}, "fmod": {"fmod", "fmod", "np.fmod", "math.Mod"},
	"remainder": {"remainder", "remainder", "", "math.Remainder"}, "copysign": {"copysign", "copysign", "np.copysign", "math.Copysign"},
	"ldexp": {"ldexp", "ldexp", "np.ldexp", ""}, "scalbn": {"scalbn", "scalbn", "np.ldexp", ""}, "nextafter": {"nextafter", "nextafter", "np.nextafter", ""},
}

// plainName returns the name of a function for binary64.
func plainName(fn string) string {
	if _, ok := functionNames[fn]; !ok {
		return strings.TrimSuffix(fn, "f")
	}
	return fn
}

func (e *emitter) function(base string, t types.Type, x []string, extended bool) string {
	name := functionNames[base][e.lang]
	if name == "" {
		if base == "" {
			base = "this operation"
		}
		return e.fail(base + " has no form in " + Languages[e.lang].Name + " whose bits are the same everywhere")
	}
	args := "(" + strings.Join(x, ", ") + ")"
	switch {
	case extended && e.lang == LanguageC:
		return name + "l" + args
	case e.lang <= LanguageCUDA && t == types.Float:
		return name + "f" + args
	case e.lang == LanguageGo && t == types.Float:
		for j := range x {
			x[j] = "float64(" + x[j] + ")"
		}
		return "float32(" + name + "(" + strings.Join(x, ", ") + "))"
	}
	return name + args
}

// cuda writes an operation with its rounding in its name, or as the PTX instruction.
func (e *emitter) cuda(in *run.Instruction, x [3]string) string {
	if in.Neg&run.NegProduct != 0 {
		x[0] = "-" + x[0]
	}
	if in.Neg&run.NegAddend != 0 {
		x[2] = "-" + x[2]
	}
	args := "(" + strings.Join(x[:in.N], ", ") + ")"
	name := in.Name
	if in.GPU != nil && e.p.Choice.CC < 20 {
		return e.fail("no toolkit of today compiles for compute capability 1.x")
	}
	if in.GPU == nil || !strings.Contains(name, ".ftz") {
		letter := ""
		switch in.Type {
		case types.Float:
			letter = "f"
		case types.Double:
			letter = "d"
		case types.Half, types.BFloat16:
			letter = "h"
		}
		plain := in.GPU == nil || strings.Contains(name, ".rn")
		switch {
		case in.Op == types.Convert:
			return e.cast(in.Type, in.From, x[0])
		case in.Op == types.FusedOp && plain:
			return map[string]string{"f": "__fmaf_rn", "d": "__fma_rn", "h": "__hfma"}[letter] + args
		case in.Op >= types.Add && in.Op <= types.Mul && plain:
			return "__" + letter + [...]string{"add", "sub", "mul"}[in.Op-types.Add] + "_rn" + args
		case in.Op == types.Div && (plain || letter == "h"):
			if letter == "h" {
				return "__hdiv" + args
			}
			return "__" + letter + "div_rn" + args
		case in.Op == types.Neg:
			return "-" + x[0]
		case strings.HasPrefix(name, "sqrt.rn") || name == "sqrtss" || name == "sqrtsd" || name == "sqrt":
			return "__" + letter + "sqrt_rn" + args
		case strings.HasPrefix(name, "rcp.rn"):
			return "__" + letter + "rcp_rn" + args
		}
	}
	if stem, ok := strings.CutSuffix(name, "(-ftz=true)"); ok {
		e.flags = " -ftz=true"
		return stem + args
	}
	if in.GPU == nil || !strings.Contains(name, ".") {
		if in.Value < 0 {
			return e.fail(name + " has no form of its own in CUDA C++")
		}
		fn := e.p.Code.Values[in.Value].Fn
		if base := plainName(fn); functionNames[base][LanguageCUDA] != "" {
			return e.function(base, in.Type, x[:in.N], false)
		}
		if strings.HasPrefix(name, "__") {
			fn, _, _ = strings.Cut(name, "(")
		}
		if fn == "" || fn[0] == '=' || in.GPU == nil {
			return e.fail(name + " is code of a library, whose last bits differ from one release to the next")
		}
		return fn + args
	}
	// asm("div.full.f32 %0, %1, %2;" : "=f"(t1) : "f"(a), "f"(b))
	if in.Op == types.UnitOp {
		name = "rcp.approx.ftz.f32" // which is this one instruction
	}
	letters := map[types.Type]string{types.Float: "f", types.Double: "d", types.Int: "r", types.UInt: "r", types.Long: "l", types.ULong: "l"}
	s := "asm(\"" + name + " %0"
	for j := range in.N {
		s += ", %" + string(rune('1'+j))
	}
	s += ";\" : \"=" + letters[in.Type] + "\"(§) : "
	for j := range in.N {
		t := in.From
		if j > 0 {
			t = e.p.Instructions[in.X[j]].Type
		}
		if letters[t] == "" || letters[in.Type] == "" {
			return e.fail(name + " has no short form in CUDA C++")
		}
		if j > 0 {
			s += ", "
		}
		s += "\"" + letters[t] + "\"(" + x[j] + ")"
	}
	return s + ")"
}

// integers writes an operation on integers, which wrap around.
func (e *emitter) integers(in *run.Instruction, x [3]string) string {
	if in.Op == types.Not {
		return map[Language]string{LanguageGo: "^"}[e.lang] + strings.Repeat("~", types.Bit(e.lang != LanguageGo)) + x[0]
	}
	if in.Op == types.Neg {
		return "-" + x[0]
	}
	if e.lang == LanguagePython && (in.Op == types.Div || in.Op == types.Rem) {
		return e.fail("integer division of C has no operator in Python")
	}
	if in.Op == types.Shl || in.Op == types.Shr {
		if e.lang == LanguageGo {
			x[1] = "uint(" + x[1] + ")"
		}
	}
	if in.From == types.Bool && e.lang == LanguageGo && in.Op < types.Equal {
		return e.fail("Go does not compare truth values by size")
	}
	return x[0] + operatorSigns[in.Op] + x[1]
}

// cast writes a conversion.
func (e *emitter) cast(to, from types.Type, x string) string {
	w := e.word(to)
	switch {
	case to == types.Bool && e.lang == LanguageGo && from != types.Bool:
		return x + " != 0"
	case e.lang == LanguageGo && from == types.Bool:
		e.helpers["b2i"] = true
		return w + "(b2i(" + x + "))"
	case e.lang == LanguagePython && !to.IsFloat() && from.IsFloat() && to != types.Bool:
		return w + "(int(" + x + "))"
	case e.lang <= LanguageCUDA:
		if to == types.Bool {
			return x + " != 0"
		}
		if to == types.Half && e.lang == LanguageCUDA && from == types.Double {
			return "__double2half(" + x + ")"
		}
		return "(" + w + ")" + x
	}
	return w + "(" + x + ")"
}

// sameBits writes a look at the bits of a value as another type.
func (e *emitter) sameBits(to, from types.Type, x string) string {
	if to.Bits() == 32 && from.Bits() == 32 && !to.IsFloat() && !from.IsFloat() || to.Bits() == 64 && from.Bits() == 64 && !to.IsFloat() && !from.IsFloat() {
		return e.cast(to, from, x)
	}
	w := e.word(to)
	if e.word(from) == "" || w == "" {
		return ""
	}
	switch e.lang {
	case LanguagePython:
		if to.Bits() != from.Bits() {
			return e.fail("the bits of a 16-bit type are not looked at in Python here")
		}
		return x + ".view(" + w + ")"
	case LanguageGo:
		if to.IsFloat() {
			return "math.F" + w[1:] + "frombits(uint" + w[5:] + "(" + x + "))"
		}
		f := e.word(from)
		return w + "(math.F" + f[1:] + "bits(" + x + "))"
	case LanguageC:
		e.helpers["as_"+w] = true
		return "as_" + w + "(" + x + ")"
	}
	switch {
	case to == types.Float:
		return "__uint_as_float(" + x + ")"
	case from == types.Float:
		return "(" + w + ")__float_as_uint(" + x + ")"
	case to == types.Double:
		return "__longlong_as_double(" + x + ")"
	case from == types.Double:
		return "(" + w + ")__double_as_longlong(" + x + ")"
	case to == types.Half:
		return "__ushort_as_half(" + x + ")"
	case to == types.BFloat16:
		return "__ushort_as_bfloat16(" + x + ")"
	case from == types.Half:
		return "(" + w + ")__half_as_ushort(" + x + ")"
	}
	return "(" + w + ")__bfloat16_as_ushort(" + x + ")"
}
