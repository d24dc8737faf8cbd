package expression

import (
	"strconv"

	"ulplab/site/kit/words"
)

// ExampleWords holds name and note of each of Examples: ID, name, note.
const ExampleWords = `debug|Release differs from debug: a·(d + b·c)|A question often asked: the release build of a kernel differs from the CPU, the debug build agrees. nvcc fuses the inner product and sum, -G does not. One ulp, but a carry runs through eleven bits.
figure1|Figure 1, as the paper prints it|The HTML editions lost the semicolon after the second member; it is put back here, with a note. The CPU prints 0, the GPU 1.4210855e-14; the colons of the paper’s output are not in its format strings.
discriminant|A discriminant: b·b − 4·a·c|The first row has a double root: the discriminant is 0. With one product fused and the other rounded, it comes out as the rounding error of the other.
horner|Horner’s scheme near a triple root|(x − 1)³ written out and evaluated near 1, over 401 values of x: noise instead of a curve, and another noise on every target.
norm|The norm of a vector|Squares overflow and underflow long before the norm does. x87 has the range for it; -ftz and -use_fast_math lose small ones.
lerp|Interpolation that misses its ends|Between a and a there is only a. Fused, (1 − t)·a + t·a is not always a.
complex|A complex number times its conjugate|The imaginary part is zero: both products are the same number. Fused, one of them is rounded and the other is not.
cross|The cross product of parallel vectors|Zero, since both products are the same. Fused, the rounding error of one of them is left: sign tests of geometry fail this way.
distance|The distance of two points|Two squares, a sum, a root. Of the two squares the compiler fuses one.
variance|A variance by mean squares|The mean of the squares less the square of the mean: almost everything cancels, and the result may be negative.
heron|Heron’s area of a triangle|A needle of a triangle: s − a is a tiny difference of rounded numbers. Kahan’s classic of a formula that is only as good as its format.
logistic|One step of the logistic map|One product meets a difference and may be fused: see the view Iteration for what follows.
literal|0.1 is a double|Without the f, 0.1 and 0.2 are doubles and so is the arithmetic. On compute capability 1.2 they are demoted to float.
division|Division and square root under nvcc’s flags|-prec-div and -prec-sqrt, and -use_fast_math, which also flushes a quotient to 0 where the divisor exceeds 2¹²⁶.
loop|The loop of Figure 5, with arrays|Loops of a fixed length are unrolled. FMAD of compute capability 1.2, FMA, separate operations and x87: four results.
ptx|A kernel’s PTX beside the compilers|Interpolation as a compiler of Python prints it: mul and add without a rounding modifier. ptxas fuses the first product with the sum, nvcc the second, and so misses both 3 between 3 and 3 and 10 between 10 and 10.`

// Words of the Expression view.
const (
	textLabel    = "Expression or program, in C or CUDA C"
	textNote     = "Undeclared names are inputs. Supported: declarations, assignments, ?:, casts, loops of known length, arrays, structures, functions, lambdas, templates, kernels, intrinsics and printf."
	exprEmpty    = "Type an expression, such as a*b + c, or choose an example."
	inputsTitle  = "Inputs"
	noInputs     = "The program has no inputs: everything is declared with its value."
	manyInputs   = " more inputs keep the values of the link, or 1."
	resultsTitle = "What each target computes"
	marked       = "A and B are the two targets compared; choose them by their letters. Marked: the bits in which a result differs from A’s, in A’s from B’s."
	rowsTitle    = "All rows"
	rowsNote     = "A row is a set of inputs. Equal results within a row have the same letter."
	findButton   = "Find inputs where A and B differ"
	findNot      = "A search needs a result, at most 64 inputs that are all numbers, and programs that both targets compile."
	findSets     = "sets of inputs"
	findProgress = "Progress of the search for inputs"
	findNone     = "In 20,000 random sets of inputs of these magnitudes A and B gave the same bits."
	partTitle    = "Operation by operation"
	partCaption  = "Evaluation runs left to right. Below each operation: A’s result, and B’s where it differs. Dashed: fused into the operation that follows. The first difference is framed."
	matrixTitle  = "Distance in ulp"
	integers     = "Distance of the integers"
	matrixNote   = "Above the diagonal the selected row, below it the largest of all rows."
	matrixUlp    = "One ulp here is the step from a number of the result’s type to the next. "
	printTitle   = "What the program prints"
	noFlags      = "x86 raises the flags listed in its status register; a GPU has none (documented, CUDA guide), they are what IEEE 754 would raise."
	sweepTitle   = "Along one input"
	sweepFigure  = "Distance in ulp along"
	sweepCaption = "Each band is a target, each column a value of the input; its colour is the distance from "
	sweepNone    = "The program has no input to change."
	sweepNothing = "There is no result to compare: see what the targets say above."
	sweepInteger = "The input is an integer; choose one of a floating-point type."
	sweepFinite  = "The first value has to be finite."
	sweepUlps    = "Write a number of ulps, such as 1 ulp or -4 ulp."
	sweepStep    = "The step has to be a finite number other than 0."
	codeTitle    = "The same evaluation as a program"
	codeNote     = "Inputs as hexadecimal floats, the operations one by one as the target performs them, and an assertion on the bits: every machine gives the same. Or your text, for the target’s own compiler line, or a kernel of PTX with a GPU’s instructions."
	codeOwn      = "your text, "
	codeRun      = "Run this kernel instruction by instruction"
	ptxLabel     = "PTX of the same program"
	ptxTitle     = "Compare with PTX: what nvcc -ptx, Triton, Numba or Julia printed"
	ptxOrder     = "Inputs in the order of its parameters"
	ptxNote      = "A kernel or function that gives one number. It is run instruction by instruction and stands behind the targets; mul and add without a rounding modifier both fused, as ptxas does by default, and separate."
	ptxDrop      = "or drop one here. It stays on this machine, and in the link."
	ptxTooLong   = "The PTX is longer than 16,000 bytes, which is what a link holds. The view PTX runs files of up to 1 MiB."
	ptxNoResult  = "The program has no result in device code that the PTX could be compared with: end it with an expression, an assignment or return."
	ptxSource    = "The PTX, run instruction by instruction as an NVIDIA H200 executes it; which products ptxas fuses is inferred from recorded kernels."
	ptxOnly      = "The evaluation is the PTX itself."
	codeNone     = "There is no program, since the target cannot evaluate the text."
	tooLong      = "The program has more than 1,000 values; its operations are not listed one by one."
	constant     = "The constant itself has another type there, and so another value."
	x87Link      = "in the x87 view"
	same         = "same bits as "
)

// verdict says how the results of two targets differ: by n ulp, or by n where they are integers.
func verdict(a, b string, same, known, integer bool, n uint64, closer int, exact bool) string {
	if same {
		return "Same bits from " + a + " and " + b + "."
	}
	s := a + " and " + b + " differ"
	if !known {
		return s + ": at least one of the results is NaN."
	}
	s += " by " + words.Grouped(strconv.FormatUint(n, 10))
	if !integer {
		s += " ulp"
	}
	s += "."
	switch {
	case closer < 0:
		s += " Closer to the exact value: " + a + "."
	case closer > 0:
		s += " Closer to the exact value: " + b + "."
	case exact:
		s += " Both are equally far from the exact value."
	}
	return s
}

// doubt says that a compiler may get another result, and why.
func doubt(why, other string) string {
	return "Not certain: " + why + ". g++ may keep one of them in memory, which rounds it; the result is then " + other + "."
}

// certain says that what is left open does not matter.
func certain(why string) string {
	return "In this program " + why + ", and g++ may keep one of them in memory, which rounds it; in this row that does not change the result."
}

// untried says that there is too much left open.
func untried(why string) string {
	return "Not certain: " + why + ". g++ may keep some of them in memory, which rounds them; there are too many ways to try all."
}

// cause says what two targets do at their first difference.
func cause(a, namesA, b, namesB string) string {
	if namesA == namesB {
		return "Both perform " + namesA + " here, but on different operands or in different formats."
	}
	return "A (" + a + ") executes " + namesA + "; B (" + b + ") executes " + namesB + "."
}
