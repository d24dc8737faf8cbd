package gpu

import (
	"cmp"
	"maps"
	"slices"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/stable"
)

// family is a pattern of PTX names with its number of operands and its rule. A conversion names the type of its
// operand after that of its result; all other instructions have operands and result of one type.
type family struct {
	pattern string
	arity   int
	do      rule
}

// families lists the PTX instructions, after the PTX ISA's sections on floating-point instructions and cvt.
// Where PTX lets .rn be left out, both names stand here.
var families = []family{
	{"add{,.rn,.rz,.rm,.rp}{,.ftz}{,.sat}.f32", 2, sum},
	{"add{,.rn,.rz,.rm,.rp}.f64", 2, sum},
	{"add{,.rn}{,.ftz}{,.sat}.f16", 2, sum},
	{"add{,.rn}.bf16", 2, sum},
	{"sub{,.rn,.rz,.rm,.rp}{,.ftz}{,.sat}.f32", 2, difference},
	{"sub{,.rn,.rz,.rm,.rp}.f64", 2, difference},
	{"sub{,.rn}{,.ftz}{,.sat}.f16", 2, difference},
	{"sub{,.rn}.bf16", 2, difference},
	{"mul{,.rn,.rz,.rm,.rp}{,.ftz}{,.sat}.f32", 2, product},
	{"mul{,.rn,.rz,.rm,.rp}.f64", 2, product},
	{"mul{,.rn}{,.ftz}{,.sat}.f16", 2, product},
	{"mul{,.rn}.bf16", 2, product},
	{"fma{.rn,.rz,.rm,.rp}{,.ftz}{,.sat}.f32", 3, fused},
	{"fma{.rn,.rz,.rm,.rp}.f64", 3, fused},
	{"add{,.rn,.rz,.rm,.rp}{,.ftz}.f32x2", 2, sum},
	{"sub{,.rn,.rz,.rm,.rp}{,.ftz}.f32x2", 2, difference},
	{"mul{,.rn,.rz,.rm,.rp}{,.ftz}.f32x2", 2, product},
	{"fma{.rn,.rz,.rm,.rp}{,.ftz}.f32x2", 3, fused},
	{"fma.rn{,.ftz}{,.sat}.f16", 3, fused},
	{"fma.rn{,.ftz}.relu.f16", 3, fused},
	{"fma.rn{,.relu}.bf16", 3, fused},
	{"div{.rn,.rz,.rm,.rp}{,.ftz}.f32", 2, divide},
	{"div{.rn,.rz,.rm,.rp}.f64", 2, divide},
	{"rcp{.rn,.rz,.rm,.rp}{,.ftz}.f32", 1, reciprocal},
	{"rcp{.rn,.rz,.rm,.rp}.f64", 1, reciprocal},
	{"sqrt{.rn,.rz,.rm,.rp}{,.ftz}.f32", 1, root},
	{"sqrt{.rn,.rz,.rm,.rp}.f64", 1, root},
	{"min{,.ftz}{,.NaN}{.f32,.f16}", 2, least},
	{"min{,.NaN}.bf16", 2, least},
	{"min.f64", 2, least},
	{"max{,.ftz}{,.NaN}{.f32,.f16}", 2, greatest},
	{"max{,.NaN}.bf16", 2, greatest},
	{"max.f64", 2, greatest},
	{"abs{,.ftz}{.f32,.f16}", 1, magnitude},
	{"abs{.f64,.bf16}", 1, magnitude},
	{"neg{,.ftz}{.f32,.f16}", 1, negate},
	{"neg{.f64,.bf16}", 1, negate},

	{"cvt{.rni,.rzi,.rmi,.rpi}{,.ftz}{,.sat}.f32.f32", 1, convert},
	{"cvt{.rni,.rzi,.rmi,.rpi}{,.sat}{.f16.f16,.f64.f64}", 1, convert},
	{"cvt{.f32.f32,.f64.f64}", 1, copyBits},
	{"cvt{.ftz,.sat,.ftz.sat}.f32.f32", 1, convert},
	{"cvt.sat.f64.f64", 1, convert},
	{"cvt{,.sat}.f16.f16", 1, convert},
	{"cvt{.rn,.rz,.rm,.rp}{,.ftz}{,.sat}.f32.f64", 1, convert},
	{"cvt{.rn,.rz,.rm,.rp}{,.ftz}{,.sat}.f16.f32", 1, convert},
	{"cvt{.rn,.rz,.rm,.rp}{,.sat}.f16.f64", 1, convert},
	{"cvt{,.ftz}{,.sat}.f32.f16", 1, convert},
	{"cvt{,.ftz}{,.sat}.f64.f32", 1, convert},
	{"cvt{,.sat}.f64.f16", 1, convert},
	{"cvt{.rn,.rz}{,.relu}{,.satfinite}.bf16.f32", 1, convert},
	{"cvt{.rm,.rp}.bf16.f32", 1, convert},
	{"cvt{.rn,.rz,.rm,.rp}.bf16.f64", 1, convert},
	{"cvt{.rn,.rz}{.relu,.satfinite,.relu.satfinite}.f16.f32", 1, convert},
	{"cvt{.rn,.rz}{,.relu}.tf32.f32", 1, convert},
	{"cvt.rna{,.satfinite}.tf32.f32", 1, convertTF32Away},
	{"cvt{.rni,.rzi,.rmi,.rpi}{,.ftz}{,.sat}{.s32,.u32,.s64,.u64}.f32", 1, convert},
	{"cvt{.rni,.rzi,.rmi,.rpi}{,.sat}{.s32,.u32,.s64,.u64}{.f16,.f64}", 1, convert},
	{"cvt{.rn,.rz,.rm,.rp}{,.sat}{.f16,.f32,.f64}{.s32,.u32,.s64,.u64}", 1, convert},
	{"cvt{.rn,.rz,.rm,.rp}.bf16{.s32,.u32,.s64,.u64}", 1, convert},
	{"cvt.rn.satfinite{,.relu}{.e4m3x2,.e5m2x2}{.f32,.f16x2}", 2, convertPair},
	{"cvt.rn{,.relu}.f16x2{.e4m3x2,.e5m2x2}", 1, convert},
}

// alias gives CUDA names to the instructions they compile to; the two patterns expand to the same number of names.
type alias struct {
	cuda, ptx string
	order     [3]uint8 // NaNOrder
}

var (
	asPTX = [3]uint8{} // the order of the family
	// swapped: the compiler exchanges the operands a and b of binary64 intrinsics, which shows in the NaN delivered.
	swapped = [3]uint8{1, 3, 2}
)

// aliases lists intrinsics that are one instruction of the families, or would be one if PTX had it.
var aliases = []alias{
	{"__f{add,sub,mul,div}_{rn,rz,ru,rd}", "{add,sub,mul,div}{.rn,.rz,.rp,.rm}.f32", asPTX},
	{"__d{add,sub,mul}_{rn,rz,ru,rd}", "{add,sub,mul}{.rn,.rz,.rp,.rm}.f64", swapped},
	{"__ddiv_{rn,rz,ru,rd}", "div{.rn,.rz,.rp,.rm}.f64", asPTX},
	{"__f{rcp,sqrt}_{rn,rz,ru,rd}", "{rcp,sqrt}{.rn,.rz,.rp,.rm}.f32", asPTX},
	{"__d{rcp,sqrt}_{rn,rz,ru,rd}", "{rcp,sqrt}{.rn,.rz,.rp,.rm}.f64", asPTX},
	{"__fmaf_{rn,rz,ru,rd}", "fma{.rn,.rz,.rp,.rm}.f32", asPTX},
	{"__fma_{rn,rz,ru,rd}", "fma{.rn,.rz,.rp,.rm}.f64", swapped},
	{"__float2half_{rn,rz,ru,rd}", "cvt{.rn,.rz,.rp,.rm}.f16.f32", asPTX},
	{"__float2bfloat16_{rn,rz}", "cvt{.rn,.rz}.bf16.f32", asPTX},
	{"__float2bfloat16_{ru,rd}", "cvt{.rp,.rm}.bf16.f32", asPTX},
	{"__double2bfloat16", "cvt.rn.bf16.f64", asPTX},
	{"__nv_cvt_{float,double}_to_fp8(SATFINITE,E4M3)", "cvt.rn.satfinite.e4m3{.f32,.f64}", asPTX},
	{"__nv_cvt_{float,double}_to_fp8(SATFINITE,E5M2)", "cvt.rn.satfinite.e5m2{.f32,.f64}", asPTX},
	{"__nv_cvt_{float,double}_to_fp8(NOSAT,E4M3)", "cvt.rn.e4m3{.f32,.f64}", asPTX},
	{"__nv_cvt_{float,double}_to_fp8(NOSAT,E5M2)", "cvt.rn.e5m2{.f32,.f64}", asPTX},
	{"__nv_cvt_{float,double}_to_fp6(E2M3,rn)", "cvt.rn.satfinite.e2m3{.f32,.f64}", asPTX},
	{"__nv_cvt_{float,double}_to_fp6(E3M2,rn)", "cvt.rn.satfinite.e3m2{.f32,.f64}", asPTX},
	{"__nv_cvt_{float,double}_to_fp4(E2M1,rn)", "cvt.rn.satfinite.e2m1{.f32,.f64}", asPTX},
	{"__nv_cvt_fp6_to_halfraw({E2M3,E3M2})", "cvt.f16{.e2m3,.e3m2}", asPTX},
	{"__nv_cvt_fp4_to_halfraw(E2M1)", "cvt.f16.e2m1", asPTX},
	{"__nv_cvt_e8m0_to_bf16raw", "cvt.bf16.e8m0", asPTX},
	{"__hdiv({half,bfloat16})", "div.rn{.f16,.bf16}", asPTX},
	{"{rintf,truncf,floorf,ceilf}", "cvt{.rni,.rzi,.rmi,.rpi}.f32.f32", asPTX},
	{"{rint,trunc,floor,ceil}", "cvt{.rni,.rzi,.rmi,.rpi}.f64.f64", asPTX},
}

var (
	f16Type  = Type{Float: format.F16}
	bf16Type = Type{Float: format.BF16}
	f32Type  = Type{Float: format.F32}
	f64Type  = Type{Float: format.F64}
	s32Type  = Type{Int: arith.IntType{Bits: 32, Signed: true}}
	e8m0Type = Type{Float: format.E8M0}
)

// functions lists the CUDA functions of one correctly rounded operation that no PTX name describes.
var functions = []Instruction{
	{Name: "__frsqrt_rn", In: []Type{f32Type}, Out: f32Type, do: reciprocalRoot},
	{Name: "fmodf", In: []Type{f32Type, f32Type}, Out: f32Type, do: fmod},
	{Name: "fmod", In: []Type{f64Type, f64Type}, Out: f64Type, do: fmod},
	{Name: "remainderf", In: []Type{f32Type, f32Type}, Out: f32Type, do: remainder},
	{Name: "remainder", In: []Type{f64Type, f64Type}, Out: f64Type, do: remainder},
	{Name: "roundf", In: []Type{f32Type}, Out: f32Type, Direction: round.TiesToAway, Integral: true, do: convert},
	{Name: "nextafterf", In: []Type{f32Type, f32Type}, Out: f32Type, do: nextAfter},
	{Name: "logbf", In: []Type{f32Type}, Out: f32Type, do: logB},
	{Name: "logbf(-ftz=true)", In: []Type{f32Type}, Out: f32Type, Flush: true, do: logB},
	{Name: "ldexpf", In: []Type{f32Type, s32Type}, Out: f32Type, do: scale},
	{Name: "ldexp", In: []Type{f64Type, s32Type}, Out: f64Type, do: scale},
	{Name: "scalbnf", In: []Type{f32Type, s32Type}, Out: f32Type, do: scale},
	{Name: "scalbn", In: []Type{f64Type, s32Type}, Out: f64Type, do: scale},
	{Name: "__bfloat162float", In: []Type{bf16Type}, Out: f32Type, do: widenBits},
	{Name: "__nv_cvt_float_to_e8m0(SATFINITE,rz)", In: []Type{f32Type}, Out: e8m0Type, Direction: round.TowardZero, do: toScale},
	{Name: "__nv_cvt_float_to_e8m0(SATFINITE,ru)", In: []Type{f32Type}, Out: e8m0Type, Direction: round.TowardPositive, do: toScale},
}

// virtual lists conversions and quotients that CUDA's headers compute although PTX has no single instruction of
// that name; only aliases refer to them.
var virtual = []family{
	{"cvt.rn{,.satfinite}{.e4m3,.e5m2}{.f32,.f64}", 1, convert},
	{"cvt.rn.satfinite{.e2m3,.e3m2,.e2m1}{.f32,.f64}", 1, convert},
	{"cvt.f16{.e2m3,.e3m2,.e2m1}", 1, convert},
	{"cvt.bf16.e8m0", 1, convert},
	{"div.rn{.f16,.bf16}", 2, divide},
}

// index holds every instruction by name; it is built at the first call.
var index = stable.Once(func() map[string]*Instruction {
	m, unnamed := make(map[string]*Instruction), make(map[string]*Instruction)
	add := func(list []family, m map[string]*Instruction) {
		for _, f := range list {
			for _, name := range expand(f.pattern) {
				i := f.instruction(name)
				m[name] = &i
			}
		}
	}
	add(families, m)
	add(virtual, unnamed)
	for _, a := range aliases {
		ptx := expand(a.ptx)
		for k, name := range expand(a.cuda) {
			from := m[ptx[k]]
			if from == nil {
				from = unnamed[ptx[k]]
			}
			i := *from
			i.Name, i.NaNOrder = name, a.order
			m[name] = &i
		}
	}
	for k := range functions {
		m[functions[k].Name] = &functions[k]
	}
	for _, a := range approximations {
		for _, name := range expand(a.names) {
			m[name] = &Instruction{Name: name, In: a.in, Out: a.in[0], Flush: a.flush, do: runSequence, sequence: a.sequence, width: uint(a.in[0].Bits())}
		}
	}
	return m
})

// instruction completes the instruction with the given name.
func (f family) instruction(name string) Instruction {
	i, types, _ := parse(name)
	i.Name, i.do = name, f.do
	i.Out = types[0]
	operand := types[len(types)-1]
	for range f.arity {
		i.In = append(i.In, operand)
	}
	i.Out.Pair = f.arity == 2 && len(types) == 2
	return i
}

// Find returns the instruction with the given PTX or CUDA name.
func Find(name string) (*Instruction, bool) {
	i, ok := index()[name]
	return i, ok
}

// Names lists every name that Find knows, sorted.
func Names() []string {
	list := slices.Collect(maps.Keys(index()))
	stable.Sort(list, cmp.Compare[string])
	return list
}
