//go:build !opening

package prose

import (
	"strconv"
	"strings"

	"ulplab/fpcore/explain"
	"ulplab/fpcore/expr"
)

// Words of the Explain view.
const (
	ExplainNote       = "Paste the program as it stands in the source, the inputs, and the results of two machines. The lab goes through the evaluations that compilers and machines may choose and keeps those that give exactly these bits."
	ExplainText       = "Program, in C or CUDA C: an expression, statements, or functions"
	ExplainRows       = "Inputs: name = value, or one row of numbers for each run"
	ExplainSeen1      = "First result"
	ExplainSeen2      = "Second result"
	ExplainSeenHint   = "9.8616 or 0x4601D3FF"
	ExplainKnown      = "It came from"
	ExplainLayout     = "Decimals were printed"
	ExplainFormat     = "Bits are"
	ExplainFree       = "Variables without a type"
	ExplainColumns    = "Results in the rows"
	ExplainStop       = "Stop"
	ExplainGoOn       = "Go on"
	ExplainCause      = "Cause"
	ExplainRemedy     = "What removes the difference"
	ExplainTruth      = "Which result is closer"
	ExplainTolerance  = "A tolerance for a test"
	ExplainPlace      = "Where the bits part"
	ExplainFound      = "Evaluations that give these results"
	ExplainOne        = "One more input that tells them apart"
	ExplainCaution    = "Higher precision is another program"
	ExplainArrays     = "Two columns of results"
	ExplainArraysNote = "Element by element: how many are equal, how far the others are apart, and which are the worst. Paste them, or open a file with two columns, or two files one after the other: CSV, NPY or raw little-endian numbers."
	ExplainPair       = "Two columns, or two lists in brackets"
	ExplainClose      = "Close the files"
)

// ExplainExamples are the titles and notes of the examples, by their IDs.
var explainExamples = map[string][2]string{
	"fma":     {"One bit between release and debug build", "A product and a sum in one expression: the optimised GPU build differs from the CPU in the last bit, the debug build does not."},
	"tie":     {"A product by 1 changes the number", "A matrix product on a GPU turns 1024.5 into 1025."},
	"zsz":     {"9.8616 for 9.8596", "A quadratic form with the identity matrix: the first step is a matrix product, the last one a dot product."},
	"dot":     {"A dot product of whole numbers is off by 6", "52 products of integers, exact sum 234038038; single precision gives 234038032."},
	"exp":     {"exp is off by one bit", "The host evaluates exp of a long literal, the device of a float variable."},
	"library": {"expf changed with the toolkit", "The same argument, the same GPU, two versions of CUDA."},
	"fp8":     {"464 becomes 448, 465 becomes NaN", "Four casts to FP8 E4M3, in two libraries."},
	"double":  {"1080/600 is 1.79999995", "Double precision in the source, a very old GPU."},
	"atomic":  {"Another sum at every run", "24 numbers added by atomics: two runs, two results."},
	"x87":     {"The 32-bit build differs", "Complex product, real part, on a PC: 64-bit and 32-bit build."},
}

// ExplainExample returns the title and the note of an example.
func ExplainExample(id string) (title, note string) {
	e, ok := explainExamples[id]
	if !ok {
		return "Your own question", ""
	}
	return e[0], e[1]
}

// ExplainSide names a result in a sentence.
func ExplainSide(side int) string {
	return [...]string{"the first result", "the second result", "both results"}[side%3]
}

// ExplainCauseWords says what a cause is: a title and a sentence or two.
func ExplainCauseWords(c explain.Cause) (title, words string) {
	who := ExplainSide(c.Side)
	switch c.Kind {
	case explain.SameResult:
		return "No difference", "One evaluation gives both: they are one number, printed with different digits, or the two machines did the same."
	case explain.Contraction:
		return "A product and a sum became one operation", "For " + who + " the compiler contracted a product and an addition into a fused multiply-add, which rounds once; the other side rounds the product and then the sum. Both are what the language allows."
	case explain.TruncatedMAD:
		return "The multiply-add of compute capability 1.x", "For " + who + " the product inside a multiply-add was cut off, not rounded."
	case explain.Flushing:
		return "Subnormal numbers were taken for zero", "For " + who + " numbers below 2⁻¹²⁶ in magnitude, read or computed, became zero."
	case explain.Division:
		return "An approximate division", "For " + who + " the division is the fast one, with an error of up to 2 ulp."
	case explain.Root:
		return "An approximate square root", "For " + who + " the square root is the fast one."
	case explain.FastFunctions:
		return "Fast versions of functions", "For " + who + " -use_fast_math put the hardware approximations in the place of functions."
	case explain.Extended:
		return "x87 registers", "For " + who + " intermediate results stayed in registers that are wider than the type, and were rounded when they were stored."
	case explain.Wider:
		return "One side computed in double precision", "For " + who + " the operations were done in binary64; the other side rounded each of them to the narrower type."
	case explain.Demotion:
		return "double became float", "For " + who + " the compiler replaced double by float: GPUs below compute capability 1.3 have no double precision."
	case explain.Literals:
		return "A literal of another type", "For " + who + " a literal was a float where the other side has a double, or the reverse: 0.1 and 0.1f are different numbers, and the type decides in which precision the operation around it is done."
	case explain.Arguments:
		return "Variables of another type", "For " + who + " the variables and literals are float, not double."
	case explain.Factors:
		return "Factors were rounded to " + ExplainRounding(c.Fn) + " first", "For " + who + " the operands of products lost bits before they were multiplied, as matrix units read them; the products themselves are then exact and added in binary32."
	case explain.NarrowResults:
		return "Results were rounded to " + ExplainRounding(c.Fn), "For " + who + " a narrower format held the results."
	case explain.Order:
		return "Another order of additions", "The terms of the sum were added in another order for " + who + ". Floating-point addition is not associative."
	case explain.Arrival:
		return "The order of additions is not fixed", "Each result is what some order of arrival gives. Atomic additions come in the order in which threads happen to arrive, so the sum may change from run to run."
	case explain.Regrouping:
		return "The expression was regrouped", "For " + who + " sums or products were associated in another way: " + c.Fn + "."
	case explain.Library:
		s := "For " + who + " " + c.Fn + " gave a result " + plural(abs(c.Ulps), "unit") + " in the last place away from the correctly rounded one: within the documented error, so another version of the library, not another machine."
		if c.Version != "" {
			s = "For " + who + " " + c.Fn + " is the one of " + c.Version + ", as was posted with its bits. Functions change with the toolkit; the hardware did not."
		}
		return "Another version of a function", s
	case explain.Overflow:
		return "Another policy for overflow", "For " + who + " the conversion is " + ExplainRounding(c.Fn) + ", in the program " + ExplainRounding(c.Was) + "."
	case explain.NaNs:
		return "Two NaNs", "Both results are NaNs; only bits that carry no value differ. GPUs deliver 0x7FFFFFFF, x86 keeps or makes others."
	case explain.Folding:
		return "A compiler computed with constants", "For " + who + " the compiler knew values and computed in advance, with separate roundings."
	case explain.Compilers:
		return "The compilers chose other instructions", "No single rule makes the difference; the lists below show what each chose."
	}
	return "Not found", "No evaluation that the lab knows gives these results."
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// ExplainRounding writes "=tf32 rna" in words.
func ExplainRounding(fn string) string {
	f, _, ok := expr.Rounding(fn)
	if !ok {
		return fn
	}
	w := strings.Fields(fn)
	s := f.Name
	switch w[1] {
	case "rna":
		s += ", ties away from zero"
	case "rtz":
		s += ", cut off"
	case "rne":
		s += ", ties to even"
	}
	if len(w) > 2 {
		switch w[2] {
		case "sat":
			s += ", saturating"
		case "nan":
			s += ", NaN on overflow"
		case "inf":
			s += ", infinity on overflow"
		}
	}
	return s
}

// ExplainChange says how a program was varied.
func ExplainChange(c explain.Change) string {
	switch c.Kind {
	case explain.Parameters:
		return ""
	case explain.KnownConstants:
		return "values computed by the compiler"
	case explain.FloatLiterals:
		return "literals are float"
	case explain.PlainLiterals:
		return "literals without f are double"
	case explain.AllFloat:
		return "float in the place of double"
	case explain.AllDouble:
		return "double in the place of float"
	case explain.DoubleRounded:
		return "in double, the result rounded to float"
	case explain.RoundFactors:
		s := "factors rounded to " + ExplainRounding(c.Fn)
		if c.From < c.To {
			s += ", in a part of the program"
		}
		return s
	case explain.RoundAll:
		return "every result rounded to " + ExplainRounding(c.Fn)
	case explain.RoundLast:
		return "the result rounded to " + ExplainRounding(c.Fn)
	case explain.Policy:
		return "conversion: " + ExplainRounding(c.Fn)
	case explain.Regrouped:
		return "regrouped: " + c.Fn
	case explain.OtherLibrary:
		if c.Version != "" {
			return c.Fn + " of " + c.Version
		}
		return c.Fn + " " + plural(abs(c.Ulps), "ulp") + " " + map[bool]string{true: "higher", false: "lower"}[c.Ulps > 0] + " in magnitude"
	}
	return ""
}

// ExplainOrder says how a sum was ordered.
func ExplainOrder(o explain.OrderWords) string {
	s := o.Title
	switch o.ID {
	case "rising":
		s = "sorted by rising magnitude"
	case "falling":
		s = "sorted by falling magnitude"
	case "exact":
		s = "summed exactly, rounded once"
	case "double":
		s = "accumulated in binary64, rounded once"
	case "atomics":
		return "atomics: an order of arrival"
	}
	if o.Preset {
		s = "order of " + s
	}
	for _, k := range []struct {
		n    int
		what string
	}{{o.Accums, "accumulator"}, {o.Threads, "thread"}, {o.Blocks, "block"}} {
		if k.n > 0 {
			s += ", " + plural(k.n, k.what)
		}
	}
	if o.Fused {
		s += ", products fused"
	}
	if o.Operands != "" {
		s += ", factors rounded to " + ExplainRounding(o.Operands)
	}
	return s
}

// ExplainFamily is a word for the kind of a candidate.
func ExplainFamily(f explain.Family) string {
	return [...]string{"compiler and flags", "hypothesis: instructions", "hypothesis: types", "hypothesis: operands", "hypothesis: conversion",
		"hypothesis: order", "hypothesis: association", "hypothesis: storage", "hypothesis: library"}[f]
}

// ExplainLevel says how near a result comes to what was printed.
func ExplainLevel(level int) string {
	return [...]string{"exactly", "as printed with six digits", "as printed with the digits given"}[level]
}

// ExplainVerdict sums up a side.
func ExplainVerdict(s explain.SideAnswer) string {
	switch s.Verdict {
	case explain.Unique:
		return "one evaluation gives this result"
	case explain.Several:
		return strconv.Itoa(len(s.Groups)) + " different evaluations give this result; the most plausible comes first"
	case explain.None:
		return "no evaluation gives this result"
	}
	return "searching"
}
