package functions

// parts are the names of the parts of the Functions view.
var parts = [...]string{"The table maker’s dilemma", "Figure 6: cos(5992555.0)", "Measured accuracy", "Step by step"}

// fnExamples holds the words of Examples, one a line: ID, name, note.
const fnExamples = `exp32|eˣ, the hardest binary32 argument|Of all 2³² arguments this one needs the most bits: 53 of them decide a result of 24.
exp2|2ˣ, the hardest binary32 argument|33 zeros or ones in a row after the rounding bit.
log32|ln x, the hardest binary32 argument|A large argument with nothing special about it; its logarithm lies within 2⁻³⁴ ulp of a midpoint.
sin32|sin x, one of the hardest binary32 arguments|6,258 quarter turns are taken away first; the bit that decides comes 30 places after the rounding bit.
cos32|cos x of a huge binary32 argument|About 3.45 · 10¹⁵: a pi of 53 bits would leave hardly one right digit.
log1p|ln(1 + x), hard for a reason|Near zero the series x − x²/2 + x³/3 can itself end in a long run: such arguments can be found by algebra.
exp64|eˣ, a hard binary64 argument|57 equal bits after the rounding bit. For binary64 all 2⁶⁴ arguments cannot be tried; this one comes from the published tables of worst cases, and its bits are computed here.
sin64|sin x, directed, a hard binary64 argument|Rounded toward zero, being close to a number is what is hard: the bits after the last place are all alike.
tan64|tan x, a hard binary64 argument near zero|78 equal bits: x + x³/3 itself ends in a long run.
log10|log₁₀ x, a hard binary64 argument|68 equal bits after the rounding bit of a binary64 logarithm.
typical|eˣ at 1: a typical argument|Nothing long here: half of all arguments are decided by the bit after the rounding bit, a quarter by the next, and so on.
sqrt|√2: an algebraic function|For square roots a bound is known by algebra: the run is never much longer than the format’s precision, so that a fixed amount of work is always enough.
exact|2⁶: an exact value|Where the value is a number of the format, or one can be proved to need only a few more bits, there is nothing to decide; a program has to recognise these cases, because no finite computation would end the run.`

// Words of the dilemma.
const (
	functionLabel = "Function"
	formatLabel   = "Format"
	argumentLabel = "Argument x"
	nearest       = "to nearest"
	toward        = "directed"

	bitsTitle = "The value, bit by bit"
	lineTitle = "Between two numbers"
	tryTitle  = "How many bits to compute?"
	runTitle  = "How often is it that hard?"
	hardTitle = "The hardest arguments"

	tryWords = "A library computes a few bits more than it delivers, and rounds. If the bits it computed beyond the rounding bit are all alike, the true value may lie on either side of the middle (or, rounding directed, of a number): it must compute more, and it cannot know beforehand how much. Correctly rounded libraries try again with more bits until it is decided (Ziv’s strategy), or rely on a search that found the worst case; for binary64 that search took years, for wider formats it is out of reach. CUDA’s libraries do not promise correct rounding."
	runWords = "Each further bit halves the number of arguments that stay undecided: bits of such functions behave like independent random bits. Trying twice as many arguments finds a case that needs about one bit more; 2³² arguments find about 32 beyond the rounding bit, 2⁶⁴ about 64."
	atOnce   = "The bit after the rounding bit decides: the value is not near a case in which more bits would be needed."
	noCounts = "For this function, format and direction there are no counts over all arguments. Expected is that of n arguments about n / 2ᵏ have a run of k bits."

	curveCaption = "Counted over all binary32 arguments, on a logarithmic scale: the counts halve with every further bit, as for independent random bits. The first step is larger where many values lie next to a number, as those at tiny arguments do: they are decided at once."

	runSource = "Counted on an NVIDIA H200 (driver 580.159.04, nvcc 13.0.88) in binary64 over all 2³² arguments whose results are normal numbers; every run of 22 or more was computed again with 300 bits, so that the counts from 23 on are exact."

	noNumber   = "The argument is no number: special values are delivered as IEEE 754 says, and nothing is rounded."
	outside    = "The argument lies outside the domain: the result is NaN and invalid is signaled."
	pole       = "The function has a pole here: the result is an infinity, exactly."
	zero       = "The value is zero, exactly: nothing is rounded."
	beyond     = "The value is beyond the largest number of the format: the result overflows."
	below      = "The value is below the smallest number of the format: nothing of it is kept."
	notDecided = "4096 bits do not decide it: either the value is exactly in the middle and nobody has proved it, or the run is longer than that."
	exactly    = "The value has no further bits: it is exact, and there is nothing to decide."
)

// Words of Figure 6.
const (
	figure6Title    = "Figure 6, computed here"
	figure6Correct  = "Correctly rounded: what -m64 printed"
	figure6Fcos     = "x87’s fcos: what -m32 printed"
	figure6PiTitle  = "Pi, as x87 has it"
	figure6Reduce   = "What the missing bits do"
	figure6Table    = "The result by bits of pi"
	figure6Whole    = "every bit of pi: the correct result"
	figure6X87Words = "the constant of fsin and fcos"
	figure6Words    = "The instruction fcos takes away multiples of pi/2 first, with a pi of 66 bits. Here 3,814,979 quarter turns are taken away, each wrong by half of what pi lacks; what remains is tiny, and the error is not. The cosine itself is then computed to 64 bits of a slightly wrong angle."
	figure6Note     = "The paper’s conclusion is that results of different libraries “will often differ slightly”. Here, in units of the last place of binary64 the difference is 146 million. A compiler’s -m32 printed it because the C library of the time used fcos for 32-bit programs; the libraries of 64-bit programs compute without it, and later 32-bit ones do too."
	figure6Source   = "Documented: Intel SDM volume 1, 8.3.8 (pi of 66 bits). Measured: fcos of an AMD EPYC (family 25, model 17) gives 0x3E964945545D8D8D as binary64, which this page’s x87 gives too; glibc 2.36 on x86-64 and an NVIDIA H200 (CUDA 13.0) give the correctly rounded 3.3209046151159804e-07. Which C libraries used fcos: general knowledge, not looked up."
)

// Words of the measured functions.
const (
	tableTitle     = "CUDA’s functions over all 2³² arguments"
	tableSource    = "Measured: NVIDIA H200 (compute capability 9.0), driver 580.159.04, nvcc 13.0.88; every binary32 argument, errors in ulp of the exact value. Documented: CUDA Programming Guide 13.x, 5.5.6 to 5.5.9, and PTX ISA 9.2; the guide’s figures are maxima that NVIDIA observed, in ulp from the correctly rounded result, and no guarantees. With flushing, what counts as correctly rounded is flushed too (inferred from the counts), but the maximum error is that from the exact value."
	profileTitle   = "Maximum error by the argument’s exponent"
	profileCaption = "Each step is the largest error of all arguments with one exponent, of one sign. Point at it, tap it or use the arrow keys. With -ftz=true most functions differ at a few exponents only: where subnormal numbers come in or go out."
	distCaption    = "In codes from the correctly rounded result, in the mode shown; the bars are on a logarithmic scale."
	distTitle      = "How far from the correctly rounded result"
	doubleTitle    = "Double precision, sampled"
	doubleSource   = "Measured on the same machine: two million arguments a function, against quadruple precision. A sample finds a lower bound of the maximum, not the maximum."
	sweepTitle     = "Sweep it here"
	sweepWords     = "The lab has this function bit for bit. It can run it over any range of arguments in this browser, against the correctly rounded value, and compare with what the GPU gave."
	sweepReference = "The recorded reference was computed in binary64 on the GPU, this one exactly: of 2³² results a few of the recorded ones may have been taken for right or wrong by mistake."
	sweepNone      = "The lab does not have the machine code of this function, only what was measured of it: there is nothing to run. The intrinsics and the instructions can be run."
	flushed        = "The maximum error is that of a result of about 2⁻¹²⁶ that was flushed to zero."
	loading        = "The recorded figures are being loaded …"
	notLoaded      = "The recorded figures could not be loaded."
	again          = "Try again"
	noRows         = "No function fits this filter."
	endSign        = "Both ends need the same sign. A sweep over all arguments has a button of its own."
)

// fnModes names the compiler modes.
var fnModes = [...]string{"default", "-ftz=true", "-use_fast_math"}

// groupsWords names the filters.
var groupsWords = [...]string{"all", "library", "intrinsics and instructions"}

// fnSpecial explains the results of another class than the exact one. count is their number.
func fnSpecial(name string, mode int) string {
	switch {
	case name == "__tanf" || name == "tanf":
		return "The exact tangent is finite, the result is not: for large arguments x/(2π), truncated to 24 bits, often lies exactly on an odd number of quarter turns, where the unit’s cosine is 0 and its reciprocal infinite. (Inferred from the instructions.)"
	case name == "rcp_approx":
		return "The reciprocals of the subnormal numbers above 2⁻¹²⁸ are finite; with .ftz these arguments count as 0 and the result is infinite. Their number is 2 · (2²³ − 2²¹ − 1). (Inferred from the count.)"
	case name == "sqrt_approx":
		return "The 2²³ − 1 negative subnormal numbers: exact is NaN, with .ftz they count as −0 and the result is −0. The maximum, at the largest positive subnormal number, is in units of 2⁻¹⁴⁹: the result there is 0. (Inferred from the count.)"
	case name == "rsqrt_approx":
		return "All 2 · (2²³ − 1) subnormal numbers: with .ftz they count as zeros and the result is an infinity, where the exact value is a finite number or, if negative, NaN. (Inferred from the count.)"
	}
	return ""
}

// fnRanges names the ranges of the sweep that are one tap away.
var fnRanges = [...]string{"the exponent looked at", "[1, 2)", "all positive numbers", "all 2³² arguments"}
