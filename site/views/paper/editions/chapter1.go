package editions

// chapter1 has the words of the statements of chapter 1.
var chapter1 = []ClaimWords{
	{
		ID:   "adopted",
		Says: "Since the standard of 1985 [1] nearly all mainstream systems implement IEEE 754, NVIDIA’s CUDA architecture among them.",
		Why:  "In full only from compute capability 2.0 on: section 4.1 lists what the first devices leave out.",
	},
	{
		ID:   "choosing",
		Says: "The standard fixes how results are approximated. Where they are inexact, choices in a program affect accuracy, so highest performance at the precision that an application needs takes some thought, all the more where operations run on different kinds of hardware.",
		Why:  "The two sums are those of section 2.2: one pair of parentheses is such a choice.",
	},
	{
		ID:      "audience",
		Says:    "The paper is for CUDA programmers who implement numerical algorithms, and for users of libraries such as cuBLAS and cuFFT.",
		Why:     "A library chooses the order of additions for you. The Reduction view has the orders that were found in cuBLAS, CUB, PyTorch and NumPy.",
		Sources: []source{{Documented, "the text of the editions"}},
	},
	{
		ID:   "overview",
		Says: "Chapter 2 reviews floating point and the {fma}, which joined the standard in 2008 [2] and is in NVIDIA’s hardware; chapter 3 works through a dot product; chapter 4 describes hardware versions and compiler options; chapter 5 compares CPU and GPU; chapter 6 gives advice.",
	},
}

// references has the words of the statements of the two sections at the end.
var references = []ClaimWords{
	{
		ID:      "authors",
		Says:    "Nathan Whitehead and Alex Fit-Florea wrote the paper for NVIDIA; seven colleagues are thanked for comments.",
		Sources: []source{{Documented, "the text of the editions"}},
	},
	{
		ID:      "ref1",
		Says:    "[1] The first IEEE standard for binary floating-point arithmetic, of 1985. Cited in chapter 1.",
		Sources: []source{{Documented, "IEEE Std 754-1985"}},
	},
	{
		ID:      "ref2",
		Says:    "[2] The revision of the standard of 2008. Cited in chapter 1 and in 2.1.",
		Now:     "The revision in force is that of 2019, which is also ISO/IEC 60559:2020.",
		Sources: []source{{Documented, "IEEE Std 754-2019"}},
	},
	{
		ID:      "ref3",
		Says:    "[3] The C standard of 1999, whose mathematical functions CUDA offers. Cited in chapter 6.",
		Now:     "C11, C17 and C23 followed; C23 is ISO/IEC 9899:2024.",
		Sources: []source{{Documented, "ISO/IEC 9899:2024"}},
	},
	{
		ID:      "ref4",
		Says:    "[4] Daramy-Loirat and others: CR-LIBM, correctly rounded elementary functions in double precision, 2005. Cited in 5.1.",
		Why:     "Its successor is CORE-MATH.",
		Sources: []source{{Documented, "CR-LIBM; CORE-MATH, its own page"}},
	},
	{
		ID:      "ref5",
		Says:    "[5] David Goldberg: What every computer scientist should know about floating-point arithmetic, 1991. Cited in 2.1.",
		Why:     "The address of the reprint has moved: what was on download.oracle.com is on docs.oracle.com.",
		Sources: []source{{Documented, "ACM Computing Surveys, volume 23"}},
	},
	{
		ID:      "ref6",
		Says:    "[6] David Monniaux: The pitfalls of verifying floating-point computations, 2008. Cited in 5.2.",
		Why:     "The best account of what compilers and x87 do to a program; 5.2 is short for it.",
		Sources: []source{{Documented, "ACM Transactions on Programming Languages and Systems, volume 30"}},
	},
	{
		ID:      "ref7",
		Says:    "[7] NVIDIA: the CUDA C Programming Guide, version 4.0, 2011. Cited in the abstract, chapters 4 and 6.",
		Now:     "It was renamed CUDA C++ Programming Guide, and rewritten as the CUDA Programming Guide with CUDA 13.",
		Sources: []source{{Documented, srcGuide13}},
	},
}
