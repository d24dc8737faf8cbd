package editions

// chapter6 has the words of the statements of section 5.4 and of chapter 6.
var chapter6 = []ClaimWords{
	{
		ID:      "sameops",
		Says:    "Single IEEE 754 operations give the same results on CPU and GPU.",
		Why:     "Six operations on a thousand random operands each, SSE and FMA3 beside compute capability 9.0. Only the bits of a NaN differ: 0x7FFFFFFF on the GPU, 0xFFC00000 from SSE. So a difference between programs comes from which operations are done, never from one of them.",
		Sources: []source{{MeasuredWords, srcH200}, {MeasuredWords, srcEPYC}},
	},
	{
		ID:      "gpufma",
		Says:    "Why programs differ, first reason: the GPU has a fused multiply-add and the CPU has not.",
		Now:     "CPUs have had FMA3 since 2012. Compiled for such a CPU, GCC fuses by default as `nvcc` does, and the first reason becomes: two compilers fuse different products.",
		Sources: []source{{Documented, "GCC manual, option -ffp-contract"}, {MeasuredWords, srcEPYC}, {MeasuredWords, srcH200}},
	},
	{
		ID:      "rearrange",
		Says:    "Second reason: parallel algorithms rearrange operations.",
		Why:     "The order of a sum is part of the program. A reference that adds from left to right is no reference for a kernel that adds by halves.",
		Sources: []source{{MeasuredWords, srcEPYC}, {MeasuredWords, srcH200}},
	},
	{
		ID:      "higher",
		Says:    "Third reason: the CPU may compute in a higher precision than expected.",
		Why:     "x87 keeps 64 bits until a value is stored; `float` in the source says nothing about that. Compile the reference with SSE, which is the default of every 64-bit compiler.",
		Sources: []source{{MeasuredWords, srcEPYC}, {Documented, srcSDM + "8.1.5"}},
	},
	{
		ID:      "notidentical",
		Says:    "Fourth reason: common functions need not be correctly rounded, so two libraries need not agree.",
		Why:     "The standard of 2008 and that of 2019 recommend correct rounding of these functions and do not require it.",
		Sources: []source{{Documented, "IEEE 754-2019, 9.2"}, {MeasuredWords, srcH200}},
	},
	{
		ID:      "reference",
		Says:    "When code is ported to the GPU, the results of the x86 CPU make sense as a reference.",
		Why:     "As a first one: they come from the program that is known to work. The exact value is the better judge wherever it can be had, and this lab computes it.",
		Sources: []source{{MeasuredWords, srcH200}, {MeasuredWords, srcEPYC}},
	},
	{
		ID:      "notwrong",
		Says:    "But a difference has to be interpreted with care: it is not by itself evidence that the GPU’s result is wrong, or that something is wrong with the GPU.",
		Why:     "A question that was asked in public: the release build differs from the debug build and from the CPU. Here the errors decide, not the habit of trusting the CPU.",
		Sources: []source{{MeasuredWords, srcH200}, {MeasuredWords, "gcc 12.2 on x86-64"}},
	},
	{
		ID:      "adequate",
		Says:    "Computing in a higher precision and comparing can show whether the lower one is adequate.",
		Why:     "The discriminant loses all its digits in float, and the double result says so. A second opinion, not a proof: double can fail in the same way on other inputs.",
		Sources: []source{{MeasuredWords, "gcc 12.2 on x86-64"}},
	},
	{
		ID:      "notequivalent",
		Says:    "Rounding a high-precision result is not the same as computing in low precision throughout.",
		Why:     "To test a float kernel against bits, the reference has to round after every operation as the kernel does. To test its accuracy, a high-precision reference is right, with a tolerance.",
		Sources: []source{{MeasuredWords, srcH200}, {MeasuredWords, "gcc 12.2 on x86-64"}},
	},
	{
		ID:      "x87compare",
		Says:    "x87 does that unasked, for some or all operations; the GPU computes in single or double precision only.",
		Why:     "In the sum of Figure 5 x87 rounds once, as it stores the result. That the GPU’s chain of fused operations gives the same bits here is luck: SSE’s separate ones do not.",
		Sources: []source{{Documented, srcSDM + "8.1"}, {MeasuredWords, srcEPYC}, {Documented, srcPTX}},
	},
	{
		ID:      "usefma",
		Says:    "The {fma} is fast and increases accuracy, and no special flags or calls are needed.",
		Why:     "Where equal bits matter more, `-fmad=false` or `__fmul_rn` take it away again.",
		Sources: []source{{Documented, srcGuide13}, {MeasuredWords, srcH200}},
	},
	{
		ID:      "cpufma",
		Says:    "A hardware fused multiply-add is not yet available on the CPU.",
		Now:     "It is: FMA4 in 2011, FMA3 since 2012 (AMD) and 2013 (Intel). Compilers use it if told that it is there.",
		Sources: []source{{Documented, "AMD, New “Bulldozer” and “Piledriver” Instructions, October 2012"}, {Documented, "Intel, 4th Generation Core Processors: Instruction Set Extensions, April 2013"}, {MeasuredWords, srcEPYC}},
	},
	{
		ID:      "careful",
		Says:    "Even with IEEE 754 operations, parentheses and thread counts can change a result: take that into account in comparisons.",
		Why:     "The two sums are those of section 2.2. The view Reduction does it for whole launches.",
		Sources: []source{{MeasuredWords, srcH200}},
	},
	{
		ID:      "capabilities",
		Says:    "What a GPU can do is encoded in its compute capability number. From 2.0 on, single and double precision follow IEEE 754 and both have a hardware FMA.",
		Why:     "Still the rule on every capability that the lab models. What changes is the speed of double, and the formats beside the two.",
		Sources: []source{{Documented, srcGuide13}, {Documented, srcPTX}, {MeasuredWords, srcH200}},
	},
	{
		ID:      "c99",
		Says:    "The math library has all math functions of C99 [3], and more.",
		Reason:  "Not quite all: nexttoward, whose second argument is a long double, has no device version; neither have the long double functions, since a GPU has no such format.",
		Sources: []source{{Documented, "CUDA Math API 13, the lists of functions; the headers of Clang for CUDA, which name nexttoward as missing"}},
	},
	{
		ID:      "appendix",
		Says:    "The functions are documented in an appendix of the programming guide [7].",
		Why:     "The bounds of their errors are what a test needs from it.",
		Now:     "The functions have a reference of their own, the CUDA Math API; the guide keeps the bounds. The newest edition of the paper has already dropped the letter C.",
		Sources: []source{{Documented, srcGuide13}},
	},
	{
		ID:      "compromise",
		Says:    "The functions are a reasonable compromise between performance and accuracy.",
		Why:     "One float cosine in ten is not the closest. The compromise of -use_fast_math goes further than most programs can bear.",
		Sources: []source{{MeasuredWords, srcH200}},
	},
	{
		ID:      "feedback",
		Says:    "NVIDIA works on the quality of the library and asks for comments in its forum, and for bug reports, where a function is missing, not accurate or not fast enough.",
		Now:     "The forum is now one of the NVIDIA Developer Forums, and bugs are filed on the site of the NVIDIA Developer Program. With a report goes what the paper’s Figure 6 has: the program, the flags, the versions and the bits.",
		Sources: []source{{Documented, "NVIDIA, forums.developer.nvidia.com and developer.nvidia.com"}},
	},
}
