package editions

// Sources of chapters 4 and 5.
const (
	srcPTX       = "PTX ISA 9.2, target notes of the instructions"
	srcGuide4    = "CUDA C Programming Guide 4.2, appendices C and F"
	srcGuide13   = "CUDA Programming Guide 13, floating-point computation"
	srcEnvytools = "envytools: models of G80 to GT200 held to real chips by its hardware tests"
	srcH200      = "NVIDIA H200, CUDA 13.0, driver 580: recorded results are among this lab’s tests"
	srcEPYC      = "AMD EPYC processor: recorded results are among this lab’s tests"
	srcSDM       = "Intel SDM volume 1, "
	srcAsAbove   = "follows from the instruction that the compiler chooses: a correctly rounded result leaves no choice of bits"
)

// chapter4 has the words of the statements of chapter 4.
var chapter4 = []ClaimWords{
	{
		ID:      "generations",
		Says:    "NVIDIA has extended the capabilities of GPUs with each hardware generation.",
		Why:     "Counted here: the kinds of additions and fused multiply-adds that a generation has. What the lab models of each stands in the Devices view.",
		Sources: []source{{Documented, srcPTX}, {Documented, srcGuide13}},
	},
	{
		ID:   "boards",
		Says: "The current generations, named by their boards, have single and double precision by IEEE 754, and hardware for the {fma} in both.",
		Now:  "Every board that any edition names has left the toolkit: CUDA 8.0 was the last for 2.x, 10.2 and 11.8 for 3.x, 12.9 for 5.x to 7.2; CUDA 13 begins at 7.5. binary16 arithmetic came with 5.3, bfloat16 and TF32 with 8.0, FP8 with 8.9: formats of which the paper says nothing.",
		Sources: []source{
			{Documented, "NVIDIA, CUDA Toolkit, Driver, and Architecture Matrix"},
			{Documented, srcPTX},
		},
	},
	{
		ID:      "older",
		Says:    "Older architectures have some of these features and lack others. Only the PDF and the HTML of 2013 say so; sections 4.1 and 4.2 say which.",
		Sources: []source{{Documented, srcPTX}, {MeasuredWords, srcEnvytools}},
	},
	{
		ID:      "encoded",
		Says:    "The features of a GPU are encoded in its compute capability number. A function of the runtime library returns it, and a table of the programming guide [7] lists it for many devices.",
		Why:     "The number stands for features, not for speed: 9.0 is the H100 and H200, and sm_90 to the compiler. Today the list of devices is a web page of NVIDIA, CUDA GPU Compute Capability; the guide keeps the features.",
		Sources: []source{{Documented, "CUDA Runtime API, device management"}, {Documented, srcGuide13}},
	},
	{
		ID:      "singleonly",
		Says:    "Devices of compute capability 1.2 and below compute in single precision only.",
		Why:     "A `double` in the source was no error: the compiler demoted it to float with a warning, and 0.1 + 0.2 came out as the float sum.",
		Sources: []source{{Documented, srcPTX}, {Documented, srcGuide4}, {MeasuredWords, srcEnvytools}},
	},
	{
		ID:      "notall",
		Says:    "Not every single-precision operation of these devices is accurate in the sense of IEEE 754.",
		Why:     "The paper does not name the most visible one, the multiply-add. FMAD truncates the product to 24 bits and then adds and rounds; if an operand is zero it multiplies, rounds and adds. So the loop of Figure 2 gives a fourth way’s bits: by chance those of the parallel method in Figure 5.",
		Sources: []source{{MeasuredWords, srcEnvytools}, {Documented, "PTX ISA, mad on sm_1x"}},
		Picture: "The loop of Figure 2 on compute capability 1.2 and 2.0",
		Notice:  "Truncated products all err toward zero. With __fmul_rn and __fadd_rn the result, 0x3D653510, is far to the right of this picture.",
	},
	{
		ID:      "flushed",
		Says:    "{subnormal|Denormal numbers} are flushed to zero.",
		Why:     "Operands are flushed first, results after rounding. x - y can be 0 for x ≠ y, so a test `x != y` no longer protects a division by `x - y`.",
		Sources: []source{{MeasuredWords, srcEnvytools}, {Documented, srcPTX}},
	},
	{
		ID:      "notnearest",
		Says:    "Square root and division may not give the float that is closest to the true value.",
		Why:     "Both were short sequences around the special-function unit. The instruction sequence is not known, so this page has the documented bounds and no bits. The rounded forms `__fdiv_rn` and `__fsqrt_rn` existed as longer software.",
		Sources: []source{{Documented, srcGuide4}},
	},
	{
		ID:      "both13",
		Says:    "Devices of compute capability 1.3 compute in single and in double precision.",
		Why:     "One double unit served a whole multiprocessor; an accidental `double` constant cost a factor of eight.",
		Sources: []source{{Documented, srcPTX}, {Documented, srcGuide4}},
	},
	{
		ID:      "double13",
		Says:    "Double-precision operations there always follow IEEE 754.",
		Why:     "With subnormals, all four roundings of add, multiply and FMA, and division and square root correctly rounded to nearest. What differs from an x86 are NaNs: which operand’s {payload} comes through.",
		Sources: []source{{MeasuredWords, srcEnvytools}, {Documented, srcPTX}},
	},
	{
		ID:      "single13",
		Says:    "Single precision on 1.3 is the same as on earlier devices.",
		Why:     "On one chip `float` flushed, truncated and approximated, while `double` did not. The profiles of 1.2 and 1.3 are compared here feature by feature.",
		Sources: []source{{MeasuredWords, srcEnvytools}, {Documented, srcGuide4}},
	},
	{
		ID:      "fma13",
		Says:    "The double-precision hardware of 1.3 has a {fma}.",
		Why:     "Figure 1 with 2^-52 in place of 2^-23: the fused result is exact, 2^-104.",
		Sources: []source{{Documented, srcPTX}, {MeasuredWords, srcEnvytools}},
	},
	{
		ID:      "nofma13",
		Says:    "There is no single-precision fused multiply-add on 1.3.",
		Why:     "`fmaf` was software. `a * a + b` became FMAD: the product’s last bit is truncated, and Figure 1 gives 0 as on the CPU, for another reason.",
		Sources: []source{{Documented, srcPTX}, {MeasuredWords, srcEnvytools}, {MeasuredWords, srcEPYC}},
	},
	{
		ID:      "both20",
		Says:    "From compute capability 2.0 on, single and double precision follow IEEE 754, with fused multiply-add in both.",
		Why:     "Nothing about this has changed since 2010: every later capability that the lab models has these instructions and gives these bits.",
		Sources: []source{{Documented, srcPTX}, {MeasuredWords, srcH200}, {Inferred, "other capabilities: " + srcAsAbove}},
	},
	{
		ID:      "nearest20",
		Says:    "By default, division and square root give the closest value in both precisions.",
		Why:     "So `/` and `sqrtf` agree with a CPU to the last bit. On an H200 none of the 2,139,095,041 finite results of `sqrtf` is wrong.",
		Sources: []source{{Documented, srcGuide13}, {MeasuredWords, srcH200}, {Inferred, "other capabilities: " + srcAsAbove}},
	},
	{
		ID:      "denormals20",
		Says:    "IEEE 754 includes {subnormal} numbers; section 4.6 says that they are supported by default.",
		Why:     "They cost no time on these devices: add, multiply and FMA take them at full speed. Reading them as zero is a choice here, no necessity.",
		Sources: []source{{Documented, srcPTX}, {MeasuredWords, srcH200}, {Inferred, "other capabilities: " + srcAsAbove}},
	},
	{
		ID:     "fourmodes",
		Says:   "IEEE 754 defines four rounding modes: to nearest, toward positive, toward negative, toward zero.",
		Why:    "The fifth breaks ties away from zero. Binary hardware need not have it; the PTX conversion `cvt.rna.tf32` has.",
		Reason: "The revision of 2008, which the paper cites, defines five rounding directions. There are two of the nearest kind; four is the number that the standard requires of binary formats, and that CUDA has.",
		Sources: []source{
			{Documented, "IEEE Std 754-2008 and 754-2019, clause 4.3"},
		},
	},
	{
		ID:      "cudafour",
		Says:    "CUDA supports all four modes, and uses round-to-nearest by default.",
		Why:     "The mode belongs to the instruction. On 1.x only rn and rz of binary32 were in hardware, the other two were software.",
		Sources: []source{{Documented, srcPTX}, {Documented, srcGuide4}, {MeasuredWords, srcH200}},
	},
	{
		ID:      "interpretation",
		Says:    "What rn, rz, ru and rd stand for.",
		Why:     "PTX writes .rp and .rm for ru and rd. The words on the right are found by adding floats whose sums lie below, at and above the middle, and looking where the results went. Two copies have lost the signs of infinity.",
		Sources: []source{{MeasuredWords, srcH200}, {Documented, srcPTX}},
	},
	{
		ID:      "floattable",
		Says:    "The six single-precision operations with their intrinsics.",
		Why:     "Below each name are its four results for x = 0.1f, y = 3, z = 1; where only the last two digits of the code differ, only they are shown. rz equals rd here since all results are positive.",
		Sources: []source{{MeasuredWords, srcH200}},
	},
	{
		ID:      "doubletable",
		Says:    "The same six in double precision.",
		Why:     "The same operands, as doubles. Interval arithmetic is made of these: the lower bound is rounded with _rd, the upper with _ru.",
		Sources: []source{{MeasuredWords, srcH200}},
	},
	{
		ID:      "sqrtrow",
		Says:    "The last row of the double-precision table stands for a square root.",
		Reason:  "Three of the HTML and web copies call it sqrtf(x), which is the float function. One copy has lost the label.",
		Sources: []source{{Documented, srcGuide13}},
	},
	{
		ID:      "moreaccurate",
		Says:    "In general the fused operation is faster and more accurate than a multiply and an add.",
		Why:     "In general, not always: one {fma} is never less accurate than the two operations, a chain of them can be, if rounding errors that cancel no longer do. The last two lines are such a dot product.",
		Sources: []source{{MeasuredWords, srcH200}},
	},
	{
		ID:      "merged",
		Says:    "The compiler merges multiplies and adds into fused instructions.",
		Why:     "`nvcc` fuses by default; a debug build with -G does not, so the same line may give other bits there.",
		Sources: []source{{Documented, srcGuide13}, {MeasuredWords, srcH200}},
	},
	{
		ID:      "independent",
		Says:    "Operations written as intrinsics with a rounding mode stay independent: they are never merged.",
		Why:     "The way to protect one expression, for instance `x*x - y*y`, or an error-free transformation, and leave the rest fast.",
		Sources: []source{{Documented, "PTX ISA 9.2, add and mul: a rounding modifier forbids contraction"}, {MeasuredWords, srcH200}},
	},
	{
		ID:   "fortran",
		Says: "Merging can be switched off with a compiler flag in CUDA Fortran; the later web editions just say: with a compiler flag.",
		Now:  "`nvcc -fmad=false` does it for CUDA C++, for float and double. Clang has `-ffp-contract=off`. The H200 then gives 0 for Figure 1, as SSE does.",
		Sources: []source{
			{Documented, srcGuide13},
			{MeasuredWords, srcH200},
		},
	},
	{
		ID:      "modes",
		Says:    "Three flags make two modes: the IEEE 754 mode, which is the default, and the fast mode.",
		Why:     "The fast mode is also the closest to what compute capability 1.x did, except for FMAD. One copy has lost the flags of this table.",
		Sources: []source{{Documented, srcGuide13}, {Documented, srcGuide4}},
	},
	{
		ID:   "threeflags",
		Says: "The flags relevant to IEEE 754 operations are -ftz, -prec-div and -prec-sqrt.",
		Now:  "-fmad decides how many roundings `a * b + c` has, also in double. And -use_fast_math does more than set these flags: it replaces functions by intrinsics, `/` by a division whose results are 0 where the divisor exceeds 2^126, and now `tanhf` too. The cosine of Figure 6, outside the range of `__cosf`, is not even near.",
		Sources: []source{
			{Documented, srcGuide13},
			{MeasuredWords, srcH200},
		},
	},
	{
		ID:      "ieeemode",
		Says:    "In the default mode, single-precision operations are correctly rounded and denormals are supported.",
		Why:     "No flag is needed to compare with a CPU, except -fmad=false if the CPU code does not fuse.",
		Sources: []source{{Documented, srcGuide13}, {MeasuredWords, srcH200}},
	},
	{
		ID:      "ftzflag",
		Says:    "In the fast mode denormal numbers are flushed to zero.",
		Why:     "-ftz=true adds .ftz to every single-precision instruction that has it: {subnormal} operands count as zero, subnormal results become zero of the same sign. Formats of 16 bits keep theirs.",
		Sources: []source{{Documented, srcPTX}, {MeasuredWords, srcH200}},
	},
	{
		ID:      "fastdivision",
		Says:    "In the fast mode division is not computed to the nearest value.",
		Why:     "These are the first small integers whose quotient comes out wrong. The documented bound is 2 {ulp}.",
		Sources: []source{{MeasuredWords, srcH200}, {Documented, srcGuide13}},
	},
	{
		ID:      "fastroot",
		Says:    "Nor is the square root.",
		Why:     "The first integer with a wrong root. From 5.2 on the error is at most 1 {ulp}, before it was 3.",
		Sources: []source{{MeasuredWords, srcH200}, {Documented, srcGuide13}},
	},
	{
		ID:      "noeffect",
		Says:    "The flags have no effect on double precision, nor below compute capability 2.0.",
		Why:     "Every operation of this lab was compiled in both modes for every capability, and the instructions were compared. On 1.x the arithmetic was close to the fast mode’s, whatever the flags.",
		Sources: []source{{Documented, srcGuide13}, {Documented, srcGuide4}},
	},
	{
		ID:      "directions",
		Says:    "On a GPU each instruction carries its rounding mode; on x86 a control word holds it.",
		Why:     "A change of direction costs nothing on a GPU and cannot leak into a called function. Since the paper, AVX-512 has brought rounding in the instruction to x86 as well.",
		Sources: []source{{Documented, srcPTX}, {Documented, srcSDM + "10.2.3 and 15.6.4"}, {MeasuredWords, srcEPYC}, {MeasuredWords, srcH200}},
	},
	{
		ID:      "noflags",
		Says:    "A GPU has no trap handlers, and no status flags for overflow, {underflow} or {inexact} results.",
		Why:     "The same exceptions occur and the same numbers come out, but nobody is told: test for infinities and NaNs where it matters.",
		Sources: []source{{Documented, srcGuide13}, {MeasuredWords, srcEPYC}, {MeasuredWords, srcH200}},
	},
	{
		ID:      "precisions",
		Says:    "As in SSE, the precision of a GPU operation is part of the instruction; in x87 the control word sets it.",
		Why:     "One and the same fdiv gives three results. The codes have 80 bits; the last 64 are the {significand}.",
		Sources: []source{{Documented, srcSDM + "8.1.5"}, {MeasuredWords, srcEPYC}, {Documented, srcPTX}},
	},
}
