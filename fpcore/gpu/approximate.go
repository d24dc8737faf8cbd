package gpu

import "ulplab/fpcore/mufu"

// approximation gives a sequence its names: PTX instructions and the CUDA functions that nvcc compiles to the same
// machine code. The result has the type of the operands. A name with (-ftz=true) is the function as that flag makes it.
type approximation struct {
	names    string
	in       []Type
	flush    bool // binary32 operands and results of the arithmetic around the unit are flushed
	sequence sequence
}

var (
	oneF16  = []Type{f16Type}
	oneBF16 = []Type{bf16Type}
	oneF32  = []Type{f32Type}
	oneF64  = []Type{f64Type}
	twoF32  = []Type{f32Type, f32Type}
)

var approximations = []approximation{
	{"rcp.approx.ftz.f32", oneF32, true, alone(mufu.RCP)},
	{"rcp.approx.f32", oneF32, false, rcpApprox},
	{"rsqrt.approx.ftz.f32", oneF32, true, alone(mufu.RSQ)},
	{"{rsqrt.approx.f32,rsqrtf}", oneF32, false, rsqrtApprox},
	{"sqrt.approx.ftz.f32", oneF32, true, alone(mufu.SQRT)},
	{"sqrt.approx.f32", oneF32, false, sqrtApprox},
	{"{lg2.approx.ftz.f32,__log2f(-ftz=true)}", oneF32, true, alone(mufu.LG2)},
	{"{lg2.approx.f32,__log2f}", oneF32, false, lg2Approx},
	{"ex2.approx.ftz.f32", oneF32, true, alone(mufu.EX2)},
	{"{ex2.approx.f32,exp2f}", oneF32, false, ex2Approx},
	{"{sin.approx.f32,__sinf}", oneF32, false, sinApprox},
	{"{sin.approx.ftz.f32,__sinf(-ftz=true)}", oneF32, true, sinApprox},
	{"{cos.approx.f32,__cosf}", oneF32, false, cosApprox},
	{"{cos.approx.ftz.f32,__cosf(-ftz=true)}", oneF32, true, cosApprox},
	{"{tanh.approx.f32,__tanhf}", oneF32, false, alone(mufu.TANH)},
	{"div.approx.ftz.f32", twoF32, true, divApproxFTZ},
	{"{div.approx.f32,__fdividef}", twoF32, false, divApprox},
	{"div.full.ftz.f32", twoF32, true, divFullFTZ},
	{"div.full.f32", twoF32, false, divFull},
	{"__tanf", oneF32, false, tanIntrinsic},
	{"__tanf(-ftz=true)", oneF32, true, tanIntrinsicFTZ},
	{"__expf", oneF32, false, expOf(log2E)},
	{"__expf(-ftz=true)", oneF32, true, expOfFTZ(log2E)},
	{"__exp10f", oneF32, false, expOf(log2Ten)},
	{"__exp10f(-ftz=true)", oneF32, true, expOfFTZ(log2Ten)},
	{"__logf", oneF32, false, logOf(ln2)},
	{"__logf(-ftz=true)", oneF32, true, logOfFTZ(ln2)},
	{"__log10f", oneF32, false, logOf(log10Two)},
	{"__log10f(-ftz=true)", oneF32, true, logOfFTZ(log10Two)},
	{"__powf", twoF32, false, powIntrinsic},
	{"__powf(-ftz=true)", twoF32, true, powIntrinsicFTZ},
	{"__fdividef(-ftz=true)", twoF32, true, divApproxFTZ},
	{"rcp.approx.ftz.f64", oneF64, true, upperHalf(mufu.RCP64H)},
	{"rsqrt.approx.ftz.f64", oneF64, true, upperHalf(mufu.RSQ64H)},
	{"{rsqrt.approx.f64,rsqrt}", oneF64, false, rsqrtDouble},
	{"ex2.approx{.f16,.f16x2}", oneF16, false, alone(mufu.EX2F16)},
	{"ex2.approx.ftz{.bf16,.bf16x2}", oneBF16, true, alone(mufu.EX2BF16)},
	{"tanh.approx{.f16,.f16x2}", oneF16, false, alone(mufu.TANHF16)},
	{"htanh_approx", oneF16, false, alone(mufu.TANHF16)},
	{"tanh.approx{.bf16,.bf16x2}", oneBF16, false, alone(mufu.TANHBF16)},
	{"htanh_approx(bfloat16)", oneBF16, false, alone(mufu.TANHBF16)},
	{"hexp", oneF16, false, halfExp(log2E, expRepairs)},
	{"hexp2", oneF16, false, halfExp2},
	{"hexp10", oneF16, false, halfExp(log2Ten, exp10Repairs)},
	{"hlog", oneF16, false, halfLog(ln2, logRepairs)},
	{"hlog2", oneF16, false, halfLog(one32, log2Repairs)},
	{"hlog10", oneF16, false, halfLog(log10Two, log10Repairs)},
	{"hsin", oneF16, false, halfSin},
	{"hcos", oneF16, false, halfCos},
	{"htanh", oneF16, false, halfTanh},
	{"hrcp", oneF16, false, inHalf(mufu.RCP)},
	{"hrsqrt", oneF16, false, inHalf(mufu.RSQ)},
	{"hsqrt", oneF16, false, inHalf(mufu.SQRT)},
	{"hexp(bfloat16)", oneBF16, false, inBFloat(expOf(0x3fb8aa3c))},
	{"hexp2(bfloat16)", oneBF16, false, inBFloat(ex2Approx)},
	{"hexp10(bfloat16)", oneBF16, false, bfloatExp10},
	{"hlog(bfloat16)", oneBF16, false, inBFloat(logOf(ln2))},
	{"hlog2(bfloat16)", oneBF16, false, inBFloat(lg2Approx)},
	{"hlog10(bfloat16)", oneBF16, false, inBFloat(logOf(log10Two))},
	{"hsin(bfloat16)", oneBF16, false, bfloatTrig(0)},
	{"hcos(bfloat16)", oneBF16, false, bfloatTrig(1)},
	{"htanh(bfloat16)", oneBF16, false, inBFloat(alone(mufu.TANH))},
	{"hrcp(bfloat16)", oneBF16, false, inBFloat(rcpApprox)},
	{"hrsqrt(bfloat16)", oneBF16, false, inBFloat(rsqrtApprox)},
	{"hsqrt(bfloat16)", oneBF16, false, inBFloat(sqrtApprox)},
}
