package flags

import (
	"strconv"
	"strings"

	"ulplab/site/kit/words"
)

// modes names the presets, in the order of gpu.Presets.
var modes = [...]string{"IEEE 754 mode (default)", "Fast mode", "-use_fast_math"}

// ExampleWords holds the words of Examples, one a line: ID, name, note.
const ExampleWords = `first|IEEE 754 mode and fast mode|The two modes of the paper’s 4.6 on 18.5 and 3: quotient, reciprocal and root come out one ulp apart.
third|1/3|The reciprocal of 3 from the unit is right, and so is the product: other instructions, the same bits.
root|√2|sqrt.approx is one instruction of the special-function unit; it need not deliver the nearest number.
quotient|A subnormal quotient|2⁻¹²⁶ / 4 is exactly 2⁻¹²⁸, a subnormal number: kept on the left, zero on the right.
tiny|Tiny times tiny|2⁻⁷⁰ × 2⁻⁷⁰ = 2⁻¹⁴⁰ needs no rounding at all, only subnormal numbers. -ftz=true alone makes it zero.
difference|a ≠ b and yet a − b = 0|Without subnormal numbers two different numbers can have the difference zero: a test for a ≠ b no longer protects a division by a − b.
cancel|Cancellation and -fmad|Figure 1 of the paper: fused, 2⁻⁴⁶ survives; multiplied and then added, the product’s last bit is lost before it counts.
hole|__fdividef beyond 2¹²⁶|Beyond 2¹²⁶ the reciprocal is subnormal and flushed: 2¹²⁷ / 2¹²⁷ is 0 under -use_fast_math. Division with -prec-div=false alone scales first and is right.
cosine|Cosine of a large argument|The operand of the paper’s Figure 6. The unit gets the argument as a fraction of a turn in 24 bits: few of them are left for so many turns.
sine|Sine near π|sin(π rounded) is the part of π that did not fit. One product by 1/(2π) in 24 bits loses it.
double|double|No option but -fmad reaches double: the same instructions on both sides.
tesla|Compute capability 1.3|The options act from 2.0 on. 1.x has one way to divide; its sequence is not known, so there are no bits to show.`

// The words of the Flags view.
const (
	apartNaN     = "NaN"
	apartZero    = "sign"
	kernelLink   = "A kernel as PTX, with and without -fmad=false, thread by thread"
	functionLink = "How CUDA and the C library compute expf, step by step"
	tableTitle   = "Every operation"
	workTitle    = "How the result comes about"
	lineTitle    = "Neighbouring values"
	lineCaption  = "The purple mark is the exact value, the ticks are the numbers of the format; the filled dot is the result on the left, the ring that on the right."
	plotTitle    = "Errors over many operands"
	plotCaption  = "Bars count errors in eighths of an ulp. Within ±½ ulp, the tinted band, a result is the nearest number; every bar outside is a result that correct rounding would not give."
	flagsOptions = "What each option does"
	find         = "Find operands where they differ"
	boundSource  = "CUDA Programming Guide 13, largest error observed, options at their defaults; the number above is the correctly rounded one"
	rounded      = "correctly rounded: one rounding of the exact value"
	truncated    = "FMAD: the product is truncated to 24 bits, then added and rounded; with a zero operand it is rounded"
	unit         = "special-function unit"

	plotDouble     = "The options do not reach division and square root on double."
	plotOperand    = "Around this operand there is nothing to count: zero, an infinity or a NaN."
	flagsPlotRange = "All of these results overflow or underflow to zero."
	plotNegative   = "A negative number has no square root."
)

// sides name the two sets of options.
var sides = [...]string{"left", "right"}

// over labels the operands of the histogram, in the order of Over.
var over = [...]string{"4096 neighbours", "the whole binade", "every exponent"}

// overWords says which operands those are.
var overWords = [...]string{"consecutive values", "values spread evenly over the binade", "values, 16 of every exponent"}

// arch describes a compute capability: family, examples, last toolkit and how that is known.
func arch(family, examples, toolkit, kind string) string {
	last := "last toolkit " + toolkit
	if strings.HasPrefix(toolkit, "supported") {
		last = toolkit
	}
	return family + ": " + examples + "; " + last + " (" + kind + ")."
}

// noEffect says why options do nothing; "" where they do.
func noEffect(old, double bool, cc string) string {
	switch {
	case old:
		return "On " + cc + " the options change nothing: they control operations on float from compute capability 2.0 on. 1.x always flushes subnormal numbers, divides with up to 2 ulp, takes roots with up to 3 ulp, and multiplies and adds with FMAD, which truncates the product (documented: the paper’s 4.6, CUDA C Programming Guide 4.2; FMAD measured: envytools)."
	case double:
		return "The options control float alone: no operation on double changes but a*b+c, by -fmad (documented: the paper’s 4.6, CUDA Programming Guide 13)."
	}
	return ""
}

// verdict compares two results in a sentence. why names the options that make the difference,
// alone tells that each of them suffices.
func verdict(code, known, same bool, apart, why string, alone bool) string {
	switch {
	case code:
		return "The same instruction on both sides: the results cannot differ."
	case !known:
		return "No comparison: not all of the bits are known."
	case same:
		return "Other instructions, the same bits on these operands."
	}
	s := ""
	switch {
	case apart == apartNaN:
		s = "At least one of the results is NaN."
	case apart == apartZero:
		s = "Only the sign of zero differs."
	case apart == "1":
		s = "1 ulp apart: neighbouring numbers."
	default:
		s = words.Grouped(apart) + " ulp steps apart."
	}
	switch {
	case why == "":
	case alone && strings.Contains(why, " or "):
		s += " Each alone makes the difference: " + why + "."
	case alone:
		s += " " + why + " alone makes the difference."
	default:
		s += " Only " + why + " together make the difference."
	}
	return s
}

// libraryBounds lists the largest error in ulp that NVIDIA documents for functions of the library: float, double.
const libraryBounds = " sin 2 2 cos 2 2 tan 4 2 exp 2 1 exp2 2 1 exp10 2 1 log 1 1 log2 1 1 log10 2 1 pow 4 2 tanh 2 1 hypot 3 2 atan2 3 2 rsqrt 2 1 "

// libraryBound says what is documented about a function of the library.
func libraryBound(id string, double bool) string {
	_, rest, ok := strings.Cut(libraryBounds, " "+id+" ")
	if !ok {
		return ""
	}
	single, rest, _ := strings.Cut(rest, " ")
	if double {
		single, _, _ = strings.Cut(rest, " ")
	}
	return "at most " + single + " ulp"
}

// optionRows says of each option, in the order of FlagNames: default, effect on float, effect on double,
// kind and source.
const optionRows = `-ftz|false|=true gives every instruction its .ftz form: subnormal operands and results become zeros of the same sign|none|documented: PTX ISA 9.2, CUDA Programming Guide 13; when exactly results are flushed: measured on 9.0
-prec-div|true|=false: a/b becomes div.full (at most 2 ulp), 1/a becomes rcp.approx (at most 1 ulp)|none|documented: PTX ISA 9.2, CUDA C++ Programming Guide 12.9; bits measured on 9.0
-prec-sqrt|true|=false: the square root becomes sqrt.approx, at most 1 ulp from 5.2 on, 3 ulp before|none|documented: PTX ISA 9.2, CUDA C++ Programming Guide 12.9; bits measured on 9.0
-fmad|true|=false keeps a*b+c as mul and add, each rounded|the same|documented: CUDA Programming Guide 13
-use_fast_math|not given|implies -ftz=true -prec-div=false -prec-sqrt=false -fmad=true; a/b becomes div.approx, and sin, cos, tan, exp, exp10, log, log2, log10, pow and tanh become the __ intrinsics|as -fmad=true|documented: CUDA Programming Guide 13; instructions read from machine code of nvcc 13.0 and bits measured on 9.0`

// errors sums up a histogram: n operands, wrong of them not correctly rounded, share of that in percent, the
// largest error within the picture and the number of results beyond it.
func errors(n, wrong int, share, largest string, beyond int) string {
	s := "every result correctly rounded"
	if wrong > 0 {
		s = share + " % of the results are not correctly rounded"
	}
	if beyond == n {
		return s + "; all lie beyond 2 ulp."
	}
	s += "; the largest error is " + largest + " ulp"
	if beyond > 0 {
		s += ", but for " + strconv.Itoa(beyond) + " beyond 2 ulp"
	}
	return s + "."
}
