package editions

// chapter2 has the words of the statements of chapter 2.
var chapter2 = []ClaimWords{
	{
		ID:      "standard",
		Says:    "Formats and operations are those of IEEE 754 [2], whose last revision was that of 2008; Goldberg [5] introduces the subject.",
		Why:     "The formats of this chapter and the rounding of the five basic operations did not change with the revision.",
		Now:     "IEEE 754-2019 is in force. It adds minimumNumber and maximumNumber, augmented addition and more, and recommends rather than requires them.",
		Sources: []source{{Documented, "IEEE Std 754-2019, clauses 9.5 and 9.6"}},
	},
	{
		ID:      "interchange",
		Says:    "For computations that agree between platforms, and for exchanging data, the standard defines basic and interchange formats: a sign bit, an exponent stored with a {bias}, and the {significand} or fraction.",
		Why:     "Among the basic formats are binary32 and binary64; binary16 is for interchange only, as far as the standard goes. bfloat16, TF32 and FP8 are none of them.",
		Sources: []source{{Documented, "IEEE Std 754-2008 and 754-2019, clause 3"}},
	},
	{
		ID:   "widths",
		Says: "C’s float and double are the 32-bit and 64-bit formats of IEEE 754: 1 sign bit, 8 exponent bits and 23 fraction bits, or 1, 11 and 52.",
		Why:  "CUDA’s `float` and `double` are exactly these formats, so bits can be exchanged with any CPU unchanged.",
	},
	{
		ID:   "minus192",
		Says: "-192 is minus 2 to the 7th times 1.5: negative sign, exponent 7, fractional part .5.",
		Why:  "Every normal number has this form; the {significand} lies in [1, 2), so only its fraction need be stored.",
	},
	{
		ID:   "biases",
		Says: "The exponent is stored with a {bias} added: 127 in float, 1023 in double.",
		Why:  "With the bias, codes of positive numbers sort like the numbers themselves: integer comparisons, and integer atomics such as `atomicMax`, work on their bits.",
	},
	{
		ID:   "exponent7",
		Says: "An exponent of 7 is therefore stored as 134 in float and as 1030 in double.",
	},
	{
		ID:     "minus192float",
		Says:   "-192 as a float is drawn as a box of sign, exponent and fraction digits.",
		Reason: "The printed fraction has 24 digits, one zero more than a float has room for. The HTML copies have a picture here, or nothing.",
	},
	{
		ID:   "minus192double",
		Says: "-192 as a double, with the middle of its 52 fraction digits left out.",
	},
	{
		ID:   "reserved",
		Says: "Some codes are reserved for infinity and NaN.",
		Why:  "Those whose exponent field is all ones: infinity with a fraction of zero, {nan|NaN} with any other. One exponent of 256, or of 2048, is given up for them.",
	},
	{
		ID:   "thirds",
		Says: "2/3 has no end in binary: the digits 10 repeat for ever, so it must be rounded.",
		Why:  "The same holds for 0.1 and most decimal constants in a kernel: they are rounded before the first operation runs.",
	},
	{
		ID:   "nearesteven",
		Says: "The standard has rules for rounding, in several modes. The one used most is round-to-nearest-or-even, called round-to-nearest for short.",
		Why:  "It is the default of SSE, x87 and every GPU. Of two floats equally near it takes the one whose last bit is 0: the two ties below go to different sides.",
	},
	{
		ID:   "thirdsfloat",
		Says: "2/3 rounded to the nearest float.",
		Why:  "The last digit is 1 because the discarded digits, 0.1010…, are more than half a {quantum}: the value was rounded up.",
	},
	{
		ID:   "thirdsdouble",
		Says: "2/3 rounded to the nearest double: here the discarded digits are less than half a {quantum}, and the value was rounded down.",
		Why:  "A float constant converted to double does not become the double constant: `2.0f/3.0f` and `2.0/3.0`, each computed in its own format, differ.",
	},
	{
		ID:   "thirdsexponent",
		Says: "The sign of both is positive and the stored exponent stands for -1.",
	},
	{
		ID:   "required",
		Says: "IEEE 754 requires a short list of operations, and each gives the same result on every conforming machine, for a given format and rounding direction.",
		Why:  "That is why a single `+`, `*`, `/` or `sqrtf` compiled with default options agrees between CPU and GPU to the bit. exp, sin and pow are not on the list.",
	},
	{
		ID:   "sumexact",
		Says: "Three floats A, B and C, each one {quantum} above a power of two; their exact sum does not depend on the order.",
	},
	{
		ID:   "sumrounded",
		Says: "Rounded to nearest after each addition, the two orders end in different floats. rn(x) stands for one rounding of x.",
		Why:  "A reduction over threads is an order, and a different launch configuration is a different order.",
	},
	{
		ID:      "closer",
		Says:    "Both differ from the exact sum, and rn(A + rn(B + C)) is the closer one.",
		Why:     "Any processor with IEEE single precision, CPU or GPU, gives these same two results: the order decides, not the machine.",
		Picture: "The exact sum A + B + C between two floats",
		Notice:  "The labels are the last two digits of the codes: 0x413000__. The exact sum lies nearer to the lower float.",
	},
	{
		ID:   "roundings",
		Says: "The {fma}, in the standard since 2008, computes rn(X × Y + Z) with one rounding; separate operations give rn(rn(X × Y) + Z) with two.",
		Why:  "One instruction instead of two, and one rounding error instead of two.",
	},
	{
		ID:   "decimalsquare",
		Says: "An example in decimal, five digits in all: for x = 1.0008, x² is 1.00160064 and is rounded to 1.0016.",
	},
	{
		ID:     "decimalresults",
		Says:   "x² - 1 exactly, with one rounding, and with two.",
		Why:    "The digits are right, and so is the lesson: the digits that the multiply rounds away are the ones that the subtraction would have brought to the front.",
		Reason: "1.00160064 - 1 is 0.00160064, which is 1.60064 × 10^-3. The exponent -4 is too small by one in every copy that kept it; one copy has lost the minus signs of all formulas and shows “10 4”.",
	},
	{
		ID:     "decimalsummary",
		Says:   "The summary of the example repeats rn(x²).",
		Reason: "rn(x²) is 1.0016, as the text above the summary says; a power of ten has been added to the line by mistake.",
	},
	{
		ID:     "decimalerrors",
		Says:   "The result rounded twice is off by 0.00064, the fused one by 0.00004 only.",
		Why:    "Their ratio is right, and the conclusion with it.",
		Reason: "These are the differences of the digits before the power of ten, 1.60064 - 1.6000 and 1.6006 - 1.60064 (the latter without its sign). As errors of the results they still have to be multiplied by 10^-3.",
	},
	{
		ID:   "binary",
		Says: "A binary example with floats A and B: the fused operation keeps 2^-46, the separate ones leave 0.",
		Why:  "A × A needs more bits than a float has; its last one is all that the subtraction leaves, and the separate multiply has rounded it away.",
	},
	{
		ID:   "mathematical",
		Says: "The fused result equals the mathematical value of A × A + B.",
		Why:  "When leading bits cancel, the FMA still has the product at double width: a residual such as `fmaf(-q, b, a)`, with q the rounded `a / b`, is exact unless it underflows.",
	},
	{
		ID:   "output",
		Says: "Figure 1 is this as a program: CUDA C code run on an x86-64 CPU (SSE) and on a Fermi GPU, which prints a, b and r with eight digits. No special options or intrinsics were used.",
		Why:  "Same source, same inputs, two results: 0 from the CPU, the exact value from the GPU. Both follow the standard. Whether a product and a sum are fused depends on the platform and on how the code is compiled.",
	},
	{
		ID:     "colon",
		Says:   "The output shown in Figure 1 against the format strings shown in Figure 1.",
		Reason: "The format strings have no colon, so the lines of the listing would print without one. The numbers are not affected.",
	},
	{
		ID:     "semicolon",
		Says:   "The union that lets Figure 1 set a float’s bits.",
		Reason: "All HTML and web copies lost the semicolon after the second member. As C++, and so as CUDA C++, the code does not compile as printed there; gcc takes it as C, with a warning.",
	},
	{
		ID:   "cpus",
		Says: "In spring 2011 there was no x86 processor on the market with a hardware FMA, so with SSE instructions the result had to be 0 here.",
		Now:  "AMD’s FX processors brought FMA4 in 2011 and its next generation FMA3; Intel’s fourth-generation Core followed in 2013. With FMA instructions enabled (`-mfma` or a matching `-march`), GCC’s default `-ffp-contract=fast` fuses this line on the CPU, too, and the difference disappears.",
		Sources: []source{
			{Documented, "AMD, New “Bulldozer” and “Piledriver” Instructions, October 2012"},
			{Documented, "Intel, 4th Generation Core Processors: Instruction Set Extensions, April 2013"},
			{Documented, "GCC manual, option -ffp-contract"},
			{MeasuredWords, "FMA3 instructions of an AMD EPYC processor: the recorded results are among this lab’s tests"},
		},
	},
	{
		ID:   "fermi",
		Says: "The GPU of Figure 1 has compute capability 2.0.",
		Why:  "The behaviour is unchanged on newer GPUs: fused by default, unless one asks for something else.",
		Now:  "CUDA 8.0 was the last toolkit for compute capability 2.x; CUDA 13 begins at 7.5. On an H200 the line still gives 0x28800000 when it is fused, as by default, and 0 with a separate multiply and add.",
		Sources: []source{
			{Documented, "NVIDIA, CUDA Toolkit, Driver, and Architecture Matrix"},
			{MeasuredWords, "NVIDIA H200, CUDA 13.0, driver 580"},
		},
	},
}
