package editions

// chapter5 has the words of the statements of sections 5.1 and 5.2.
var chapter5 = []ClaimWords{
	{
		ID:      "simple",
		Says:    "For addition, multiplication, division and square root the best possible result can be had at reasonable cost; for other functions it is harder.",
		Why:     "Their exact results have few digits, or a test decides: a root that is off by one shows when it is squared.",
		Sources: []source{{MeasuredWords, srcH200}},
	},
	{
		ID:      "dilemma",
		Says:    "The table maker’s dilemma: computing a function to a fixed higher accuracy is not always enough to round it correctly.",
		Why:     "The exact value may lie so close to the middle between two floats that many more digits are needed to see on which side. The argument of the last line is a published one; that it is hard is computed here.",
		Sources: []source{{Documented, "V. Lefèvre and J.-M. Muller, worst cases of exp in double precision"}, {Inferred, "the numbers of bits: from bounds of the exact value that this page computes"}},
	},
	{
		ID:      "proofs",
		Says:    "For particular functions the dilemma can be solved, by mathematical analysis and formal proofs [4].",
		Why:     "CR-LIBM did it for functions of doubles: with the hardest arguments known, one knows how many digits are enough. For a function of one float, trying all 2^32 arguments is enough.",
		Sources: []source{{Documented, "CR-LIBM; V. Lefèvre and J.-M. Muller, worst cases of exp in double precision"}},
	},
	{
		ID:      "giveup",
		Says:    "Most math libraries give up correct rounding and document bounds of the error instead.",
		Why:     "CUDA still does for float and double. Elsewhere it has become practical since: CORE-MATH and LLVM’s libc round float functions correctly, and CUDA’s guide lists its half-precision ones with an error of 0.",
		Sources: []source{{MeasuredWords, srcH200}, {Documented, srcGuide13}, {Documented, "CORE-MATH and LLVM libc, their own pages"}},
	},
	{
		ID:      "sinbound",
		Says:    "CUDA’s double-precision sin is guaranteed to be within 2 {ulp} of the correctly rounded result.",
		Why:     "The bound still stands in today’s guide; the guarantee does not: such bounds are now called the largest errors observed.",
		Sources: []source{{Documented, srcGuide13}, {Documented, srcGuide4}, {MeasuredWords, srcH200}},
	},
	{
		ID:      "otherwords",
		Says:    "In other words, says the paper, computed and mathematical result differ by at most 2 in the last place.",
		Why:     "Two measures of error, often mixed up: the distance to the correctly rounded result is a whole number, the distance to the true value is not.",
		Reason:  "Not the same words: the correctly rounded result is itself up to half a {ulp} away from the mathematical one. The sum of both is the bound.",
		Sources: []source{{Documented, srcGuide13}},
	},
	{
		ID:   "mostinputs",
		Says: "For most inputs sin is correctly rounded; for some it is off by 1 ulp, for a small percentage by 2.",
		Why:  "Only the PDF says all three. Two HTML editions break off after the first and go on with the end of another sentence; the later ones have the first alone.",
		Now:  "Today’s sin is better: in two million arguments its error never reaches 1.5 ulp, so no result is two doubles away from the right one. That is a sample, not a proof.",
		Sources: []source{
			{MeasuredWords, srcH200 + ", against quadruple precision"},
		},
	},
	{
		ID:      "mixing",
		Says:    "Different results on one and the same system are not uncommon where precisions, libraries and hardware are mixed. Only the PDF has the whole sentence.",
		Why:     "Four ways to one cosine. The last one is outside the range for which __cosf is meant.",
		Sources: []source{{MeasuredWords, srcEPYC}, {MeasuredWords, srcH200}},
	},
	{
		ID:      "figure6",
		Says:    "Figure 6: one line of C with cos(5992555.0), compiled by gcc on a 64-bit x86 system for 64 and for 32 bits, prints two numbers.",
		Why:     "Both are computed here: the first by rounding the exact cosine correctly, the second by a model of the x87 instruction fcos. The variable is volatile so that the compiler does not compute the cosine itself. The two differ by 146 million {ulp|ulps} of the double: the argument is close to an odd multiple of π/2, so all leading digits cancel.",
		Sources: []source{{MeasuredWords, srcEPYC}, {Inferred, "the first figure: from bounds of the exact cosine that this page computes"}},
	},
	{
		ID:   "library",
		Says: "So a common library gives different results in 32-bit and in 64-bit mode.",
		Why:  "The 32-bit library of the time used the instruction fcos, the 64-bit one did not. fcos reduces its argument with a π of 66 significant bits (the next two bits of π are zeros). The error of that π, times half the number of quarter turns, is the error of the angle and so of the cosine; a π of fewer bits gives other digits. glibc has since replaced fcos by the code of its other ports; a build with -m32 of today was not tried here.",
		Sources: []source{
			{Documented, srcSDM + "8.3.8: π of 66 bits"},
			{MeasuredWords, srcEPYC + "; glibc 2.36, 64-bit"},
			{Inferred, "32-bit glibc of today: not tried"},
		},
	},
	{
		ID:      "gccversion",
		Says:    "The compiler was gcc 4.4.3, of the Ubuntu package 4.3.3-4ubuntu5.",
		Reason:  "Ubuntu’s package versions begin with the version of gcc, so one of the two numbers is wrong, in every edition. Ubuntu 10.04 shipped gcc 4.4.3 as 4.4.3-4ubuntu5; most likely a 4 was mistyped as 3.",
		Sources: []source{{Inferred, "from how Ubuntu names packages"}},
	},
	{
		ID:      "slightly",
		Says:    "So different math libraries cannot be expected to agree. GPU code uses NVIDIA’s library, CPU code that of its compiler, glibc for example: neither is correctly rounded, so results will often differ slightly.",
		Why:     "Against a host that rounds correctly, one float cosine in ten differs in its last bit. A test should allow the documented bound, not equality.",
		Sources: []source{{MeasuredWords, srcH200}},
	},
	{
		ID:      "semantics",
		Says:    "C compilers are often poor at preserving the semantics of IEEE 754 operations [6], which confuses most on platforms that have x87 and SSE.",
		Why:     "One line of C, three builds. The first rounds twice, the other two once: by a fused multiply-add, and by a register of 64 bits.",
		Sources: []source{{MeasuredWords, srcEPYC}, {MeasuredWords, "gcc 12.2 on x86-64"}},
	},
	{
		ID:      "widths87",
		Says:    "SSE works on single and double precision, as CUDA does; x87 often uses an 80-bit format inside.",
		Why:     "64 bits of {significand} instead of 24 or 53, and 15 of exponent: results have more digits and a wider range, until they are stored.",
		Sources: []source{{Documented, srcSDM + "8.1 and 10.2"}},
	},
	{
		ID:      "spill",
		Says:    "With x87, values in registers may stay in extended precision while values stored to memory are rounded to their type, so the result depends on what the compiler keeps in registers.",
		Why:     "A new variable, a print or another optimization level moves such a store. It can decide between a finite number and ∞.",
		Sources: []source{{MeasuredWords, srcEPYC}, {Documented, srcSDM + "8.1.5"}},
	},
	{
		ID:      "defaultunit",
		Says:    "32-bit compiles often use x87 by default, 64-bit compiles SSE.",
		Why:     "gcc still does, unless told -msse2 -mfpmath=sse; Visual Studio’s 32-bit compiler has used SSE2 by default since 2012. The sum in the picture is rounded twice by x87: first to 64 bits, which lands exactly in the middle of two doubles, then to even.",
		Sources: []source{{MeasuredWords, "gcc 12.2: FLT_EVAL_METHOD is 0 for SSE, 2 for x87"}, {MeasuredWords, srcEPYC}, {Documented, "Microsoft, /arch (x86)"}},
		Picture: "1 + (2^-53 + 2^-105) as x87 stores it and as SSE computes it",
		Notice:  "The exact sum lies just above the middle. SSE rounds it up; x87 has already rounded it to the middle when it rounds to double.",
	},
	{
		ID:      "ssefollows",
		Says:    "To guarantee a level of precision on the CPU can be tricky for these reasons. SSE instructions follow IEEE 754 in single and double precision: compare GPU results with them.",
		Why:     "One caution: a program linked with gcc’s -ffast-math starts with FTZ and DAZ set in MXCSR, and then SSE flushes {subnormal} numbers as -ftz=true does.",
		Sources: []source{{MeasuredWords, srcEPYC}, {Documented, srcSDM + "10.2.3"}, {MeasuredWords, srcH200}},
	},
	{
		ID:      "floatstore",
		Says:    "On 32-bit x86 targets without SSE, volatile variables or -ffloat-store move x87 results to memory, where the precision is exactly that of the type.",
		Why:     "The precision is, the value need not be that of SSE: a result that was rounded to 64 bits first has been rounded twice. gcc’s -ffloat-store also leaves temporaries in registers.",
		Sources: []source{{MeasuredWords, srcEPYC}},
	},
	{
		ID:   "slashop",
		Says: "The compiler options for this are /Op in Visual Studio and -ffloat-store in gcc.",
		Now:  "/Op was given up with Visual Studio 2005, six years before the paper; /fp:precise, the default, and /fp:strict replace it. gcc also has -fexcess-precision=standard, which rounds at every assignment and cast as C asks.",
		Sources: []source{
			{Documented, "Microsoft, /Op in Visual Studio .NET 2003; /fp from 2005 on"},
			{Documented, "gcc manual, options that control optimization"},
		},
	},
	{
		ID:      "controlword",
		Says:    "Or the x87 control word is set to 24 or 53 bits, by fldcw or by -mpc32 or -mpc64.",
		Why:     "With 53 bits the sum above comes out as in SSE. The range of exponents stays that of 80 bits, so overflow and {underflow} still happen later than in a double, or not at all.",
		Sources: []source{{Documented, srcSDM + "8.1.5"}, {MeasuredWords, srcEPYC}},
	},
	{
		ID:     "spaces",
		Says:   "Two places of this section.",
		Reason: "All HTML and web copies have lost these two spaces.",
	},
	{
		ID:      "choices",
		Says:    "Final values depend on choices such as whether products are fused and whether additions run in series or in parallel, on a CPU as on a GPU.",
		Why:     "IEEE 754 fixes each operation, not their order. None of the results is wrong; compare each with the exact value, not with each other.",
		Sources: []source{{Inferred, "computed in this page, with the lab’s own arithmetic"}},
	},
	{
		ID:      "blocks",
		Says:    "A common pattern: the threads of each block reduce its data in parallel, and the results of the blocks are added serially. Another number of threads per block moves the parentheses.",
		Why:     "A tuning parameter changes results: a launch chosen by occupancy gives other bits on another GPU. Fix the launch where bits must not change.",
		Sources: []source{{MeasuredWords, srcH200}, {Inferred, "the parentheses: from the rule that equals the recorded sums"}},
	},
	{
		ID:      "gpucpu",
		Says:    "CPU and GPU commonly use widely different numbers of threads for the same strategy: blocks of 128 threads, say, beside 4 threads in total.",
		Why:     "Equal bits are then luck. The CPU’s order here is that of OpenMP’s static schedule: consecutive parts, and their sums in the order of threads.",
		Sources: []source{{Documented, "OpenMP API specification, schedule clause; it leaves the order of a reduction open"}, {Inferred, "computed in this page"}},
	},
}
