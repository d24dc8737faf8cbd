package types

import (
	"strings"

	"ulplab/fpcore/stable"
)

// Function is what can be called by its name: the types of its operands and its result.
type Function struct {
	Name string // as Value.Fn has it
	In   []Type
	Out  Type
}

// mathNames are the functions of C and CUDA in binary64, by the number of operands; with an f at the end they are
// those in binary32.
const (
	math1 = "sqrt fabs floor ceil trunc rint nearbyint round rsqrt exp exp2 exp10 expm1 log log2 log10 log1p sin cos tan sinpi cospi" +
		" asin acos atan sinh cosh tanh asinh acosh atanh cbrt rcbrt erf erfc" +
		" erfcx erfinv erfcinv normcdf normcdfinv tgamma lgamma j0 j1 y0 y1 cyl_bessel_i0 cyl_bessel_i1"
	math2 = "fmin fmax pow hypot rhypot atan2 fmod remainder fdim copysign nextafter"
	math3 = "fma norm3d"
)

// signatures lists functions of one signature each line: result, operands, names. f is binary32, d binary64, h and b
// the 16-bit ones, i, u, l, U integers; @ stands for each of the four rounding directions, rn rz ru rd.
const signatures = `ddd ` + math2 + `
dd ` + math1 + `
dddd ` + math3 + `
ff __frcp_@ __fsqrt_@ __frsqrt_rn __saturatef __sinf __cosf __tanf __expf __exp10f __logf __log2f __log10f __tanhf
fff __fadd_@ __fsub_@ __fmul_@ __fdiv_@ __fdividef fdividef __powf
ffff __fmaf_@
dd __drcp_@ __dsqrt_@
ddd __dadd_@ __dsub_@ __dmul_@ __ddiv_@
dddd __fma_@
ddi ldexp scalbn
ffi ldexpf scalbnf
ld lrint lround llrint llround
lf lrintf lroundf llrintf llroundf
if __float2int_@
uf __float2uint_@
lf __float2ll_@
Uf __float2ull_@
id __double2int_@
ud __double2uint_@
ld __double2ll_@
Ud __double2ull_@
fi __int2float_@
fu __uint2float_@
fl __ll2float_@
fU __ull2float_@
di __int2double_rn
du __uint2double_rn
dl __ll2double_@
dU __ull2double_@
fd __double2float_@
hf __float2half_@
bf __float2bfloat16_@
hd __double2half
bd __double2bfloat16
hi __int2half_@
ih __half2int_@
uh __half2uint_@
bi __int2bfloat16_@
ib __bfloat162int_@
hhh __hadd_rn __hsub_rn __hmul_rn __hadd_sat __hsub_sat __hmul_sat __hmin __hmax __hmin_nan __hmax_nan
bbb __hadd_rn __hsub_rn __hmul_rn __hadd_sat __hsub_sat __hmul_sat __hmin __hmax __hmin_nan __hmax_nan
hhhh __hfma __hfma_sat __hfma_relu
bbbb __hfma __hfma_sat __hfma_relu
hh __habs hsqrt hrsqrt hrcp hexp hexp2 hexp10 hlog hlog2 hlog10 hsin hcos htanh htanh_approx hfloor hceil htrunc hrint
bb __habs hsqrt hrsqrt hrcp hexp hexp2 hexp10 hlog hlog2 hlog10 hsin hcos htanh htanh_approx hfloor hceil htrunc hrint`

// typeLetters are the types' letters in signatures, by Type.
const typeLetters = "viiulUhbfd"

// LetterType returns the type of a letter, as signatures have it.
func LetterType(c byte) Type { return Type(strings.LastIndexByte(typeLetters, c)) }

// Functions lists every function that a Call can name. Those with 16-bit operands stand there for binary16 and for
// bfloat16 under one name.
var Functions = stable.Once(func() (list []Function) {
	add := func(sig, name string) {
		f := Function{Name: name, Out: LetterType(sig[0])}
		for i := 1; i < len(sig); i++ {
			f.In = append(f.In, LetterType(sig[i]))
		}
		list = append(list, f)
	}
	for _, line := range strings.Split(signatures, "\n") {
		sig, names, _ := strings.Cut(line, " ")
		for _, name := range strings.Fields(names) {
			stem, every := strings.CutSuffix(name, "@")
			switch {
			case every:
				for _, d := range [...]string{"rn", "rz", "ru", "rd"} {
					add(sig, stem+d)
				}
			case name[0] != '_' && strings.Trim(sig, "d") == "":
				add(sig, name)
				add(strings.ReplaceAll(sig, "d", "f"), name+"f")
			default:
				add(sig, name)
			}
		}
	}
	for _, name := range [...]string{"=e4m3 rne sat", "=e5m2 rne sat", "=tf32 rna"} {
		add("ff", name) // of the type __nv_fp8_e4m3 and of __float_to_tf32; see Rounding
	}
	return list
})

// byName holds, for every name, the places in Functions.
var byName = stable.Once(func() map[string][]*Function {
	m := map[string][]*Function{}
	list := Functions()
	for i := range list {
		m[list[i].Name] = append(m[list[i].Name], &list[i])
	}
	return m
})

// FindFunction returns the function of that name and result type; NoType for the only or first one.
func FindFunction(name string, out Type) (*Function, bool) {
	for _, f := range byName()[name] {
		if out == NoType || f.Out == out {
			return f, true
		}
	}
	return nil, false
}

// NearestFunction returns the known name most like the one given, "" if none is like it: a short name is like another in all but a letter.
func NearestFunction(name string) string {
	best, least := "", 1+(len(name)-1)/4
	try := func(s string) {
		d := distance(name, s)
		if d < least || d == least && (best == "" || len(s) == len(name) && len(best) != len(name)) {
			best, least = s, d
		}
	}
	list := Functions()
	for i := range list {
		try(list[i].Name)
	}
	for _, s := range [...]string{"min", "max", "abs", "printf", "memcpy", "isnan", "__float_as_int", "__int_as_float", "__float2half", "__half2float"} {
		try(s)
	}
	return best
}

// distance is the number of letters to add, remove or change; large at once where the lengths differ much.
func distance(a, b string) int {
	if d := len(a) - len(b); d > 3 || d < -3 || len(a) > 40 {
		return 99
	}
	var row [64]int
	for j := range len(b) + 1 {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
