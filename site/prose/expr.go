//go:build !opening

package prose

import "strconv"

// exprExamples holds name and note of each of state.ExprExamples: ID, name, note.
const exprExamples = `debug|Release differs from debug: a·(d + b·c)|A question often asked: the release build of a kernel differs from the CPU, the debug build agrees. nvcc fuses the inner product and sum, -G does not. One ulp, but a carry runs through eleven bits.
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
loop|The loop of Figure 5, with arrays|Loops of a fixed length are unrolled. FMAD of compute capability 1.2, FMA, separate operations and x87: four results.`

// ExprExample returns the words of an example; an ID of none gives those of a state of the reader's own.
func ExprExample(id string) OpWords {
	if id == "" {
		return OpWords{Name: OwnExample}
	}
	name, note := packed(exprExamples, id)
	return OpWords{name, note}
}

// Words of the Expression view.
const (
	ExprTextLabel    = "Expression or program, in C or CUDA C"
	ExprTextNote     = "Undeclared names are inputs. Supported: declarations, assignments, ?:, casts, loops of known length, arrays, unions, functions, kernels, intrinsics and printf."
	ExprFreeLabel    = "Type of undeclared names"
	ExprLong         = "The text is longer than 12,000 bytes, which is what a link holds. It was not read: paste a shorter one."
	ExprCellLong     = "A value has at most 100 characters; this one was not read."
	ExprInteger      = "This is not a whole number; write digits, or 0x and hexadecimal digits."
	ExprEmpty        = "Type an expression, such as a*b + c, or choose an example."
	ExprInputsTitle  = "Inputs"
	ExprNoInputs     = "The program has no inputs: everything is declared with its value."
	ExprManyInputs   = " more inputs keep the values of the link, or 1."
	ExprResultsTitle = "What each target computes"
	ExprMarked       = "A and B are the two targets compared; choose them by their letters. Marked: the bits in which a result differs from A’s, in A’s from B’s."
	ExprRowsTitle    = "All rows"
	ExprRowsNote     = "A row is a set of inputs. Equal results within a row have the same letter."
	ExprAddRow       = "Add a row"
	ExprFind         = "Find inputs where A and B differ"
	ExprFindNot      = "A search needs a result, at most 64 inputs that are all numbers, and programs that both targets compile."
	ExprFindStop     = "Stop the search for inputs"
	ExprFindProgress = "Progress of the search for inputs"
	ExprFindNone     = "In 20,000 random sets of inputs of these magnitudes A and B gave the same bits."
	ExprPartTitle    = "Operation by operation"
	ExprPartCaption  = "Evaluation runs left to right. Below each operation: A’s result, and B’s where it differs. Dashed: fused into the operation that follows. The first difference is framed."
	ExprMatrixTitle  = "Distance in ulp"
	ExprIntegers     = "Distance of the integers"
	ExprMatrixNote   = "Above the diagonal the selected row, below it the largest of all rows."
	ExprMatrixUlp    = "One ulp here is the step from a number of the result’s type to the next. "
	ExprPrintTitle   = "What the program prints"
	ExprNoFlags      = "x86 raises the flags listed in its status register; a GPU has none (documented, CUDA guide), they are what IEEE 754 would raise."
	ExprSweepTitle   = "Along one input"
	ExprSweepFigure  = "Distance in ulp along"
	ExprSweepCaption = "Each band is a target, each column a value of the input; its colour is the distance from "
	ExprSweepNone    = "The program has no input to change."
	ExprSweepNothing = "There is no result to compare: see what the targets say above."
	ExprSweepInteger = "The input is an integer; choose one of a floating-point type."
	ExprSweepFinite  = "The first value has to be finite."
	ExprSweepUlps    = "Write a number of ulps, such as 1 ulp or -4 ulp."
	ExprSweepStep    = "The step has to be a finite number other than 0."
	ExprCodeTitle    = "The same evaluation as a program"
	ExprCodeNote     = "Inputs as hexadecimal floats, the operations one by one as the target performs them, and an assertion on the bits: every machine gives the same. Or your text, for the target’s own compiler line."
	ExprCodeOwn      = "your text, "
	ExprCodeNone     = "There is no program, since the target cannot evaluate the text."
	ExprTooLong      = "The program has more than 1,000 values; its operations are not listed one by one."
	ExprTargetsNote  = "How the rule is known: "
	ExprConstant     = "The constant itself has another type there, and so another value."
	ExprX87Link      = "in the x87 view"
	ExprSame         = "same bits as "
)

// ExprVerdict says how the results of two targets differ: by n ulp, or by n where they are integers.
func ExprVerdict(a, b string, same, known, integer bool, n uint64, closer int, exact bool) string {
	if same {
		return "Same bits from " + a + " and " + b + "."
	}
	s := a + " and " + b + " differ"
	if !known {
		return s + ": one of the results is NaN."
	}
	s += " by " + thousands(strconv.FormatUint(n, 10))
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

// ExprDoubt says that a compiler may get another result, and why.
func ExprDoubt(why, other string) string {
	return "Not certain: " + why + ". g++ may keep one of them in memory, which rounds it; the result is then " + other + "."
}

// ExprCertain says that what is left open does not matter.
func ExprCertain(why string) string {
	return "In this program " + why + ", and g++ may keep one of them in memory, which rounds it; in this row that does not change the result."
}

// ExprUntried says that there is too much left open.
func ExprUntried(why string) string {
	return "Not certain: " + why + ". g++ may keep some of them in memory, which rounds them; there are too many ways to try all."
}

// ExprTooMany says that a program is too long.
func ExprTooMany(n, most int) string {
	return "With its loops unrolled the program has " + thousands(strconv.Itoa(n)) + " values; this page evaluates up to " + thousands(strconv.Itoa(most)) + ". For long sums see the view Reduction."
}

// ExprCause says what two targets do at their first difference.
func ExprCause(a, namesA, b, namesB string) string {
	if namesA == namesB {
		return "Both perform " + namesA + " here, but on different operands or in different formats."
	}
	return "A (" + a + ") executes " + namesA + "; B (" + b + ") executes " + namesB + "."
}

// iterExamples holds name and note of each of state.IterExamples.
const iterExamples = `logistic|The logistic map, r = 3.9|One rounding more or less, then the map doubles the difference from step to step until it is as large as the numbers themselves.
mandelbrot|An orbit at the edge of the Mandelbrot set|After some hundred steps it escapes, on one machine earlier than on the other perhaps: a program that is graded by comparing pictures bit by bit cannot be right on both machines.
leapfrog|An oscillator by leapfrog steps|Not chaotic: the difference of the bits grows slowly, as the phases drift, and not exponentially.
newton|Newton’s iteration for √5|It corrects itself: whatever the division does, both arrive, for a = 5 at the same float. For a = 3 they end one float apart.
henon|The Hénon map in double|Sixteen digits last some two hundred steps less than one would like: the same exponential growth, from a smaller start.
kahan|Muller’s recurrence|The limit is 5; every machine goes to 100. x87 arrives there a few steps later.`

// IterExample returns the words of an example; an ID of none gives those of a state of the reader's own.
func IterExample(id string) OpWords {
	if id == "" {
		return OpWords{Name: OwnExample}
	}
	name, note := packed(iterExamples, id)
	return OpWords{name, note}
}

// Words of the Iteration view.
const (
	IterTextLabel   = "One step, in C"
	IterTextNote    = "Variables that the text assigns are carried over to the next step; the others are constants."
	IterStartTitle  = "The first step"
	IterNothing     = "Nothing is carried over: assign to an input, as in x = r*x*(1 - x);"
	IterInteger     = "Variables of integer type are not carried over."
	IterUnknown     = "The first step needs a value for "
	IterFlat        = "No line is fitted: the distance grows by less than six bits in all, or not by a steady factor."
	IterPlotTitle   = "How the distance grows"
	IterPlotCaption = "Distance of the two targets by step, on logarithmic scales: in ulp (solid, right scale) and as an absolute difference (purple and dotted, left scale), the largest of all variables. Dashed: a line fitted from the first difference to where the distance stops growing."
	IterTableTitle  = "Step by step"
	IterTableNote   = "Choose a step to see its bits above. The distance is in ulp; of several variables it is the largest."
	IterOrbitTitle  = "Both orbits"
	IterOrbitNote   = "The first variable by step: A as a thin line, B as a broad one. They coincide until the difference is large enough to be seen."
)

// IterVerdict says where two orbits diverge.
func IterVerdict(n, parted, ended int, split string) string {
	if parted < 0 {
		return "The same bits in all " + strconv.Itoa(n) + " steps."
	}
	s := "The bits diverge at step " + strconv.Itoa(parted)
	if split != "" {
		s += ", in " + split
	}
	s += "."
	if ended > 0 {
		s += " From step " + strconv.Itoa(ended) + " on they are the same again."
	}
	return s
}
