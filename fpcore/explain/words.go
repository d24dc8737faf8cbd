package explain

import (
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
)

// Name says in words which evaluation a candidate is.
func (c *Candidate) Name() string {
	var parts []string
	other := slices.ContainsFunc(c.Changes, func(ch Change) bool { return ch.Kind == OtherLibrary && ch.Ulps != 0 })
	for _, ch := range c.Changes {
		if other && ch.Kind == OtherLibrary && ch.Ulps == 0 {
			continue
		}
		if w := ch.words(); w != "" {
			parts = append(parts, w)
		}
	}
	if c.Ordered {
		parts = append(parts, c.Order.words())
	}
	if c.Choice != nil {
		parts = append(parts, choiceWords(c.Choice)...)
	}
	switch {
	case c.Family == Machines || c.Family == Types:
		parts = append([]string{TargetName(c.Target)}, parts...)
	case len(parts) == 0:
		parts = []string{TargetName(c.Target)}
	}
	return strings.Join(parts, "; ")
}

// TargetName is a target with its compiler.
func TargetName(t expr.Target) string {
	if t.Machine == expr.GPU {
		return "nvcc, " + t.Name()
	}
	return t.Name()
}

// choiceWords says what a hypothesis chooses.
func choiceWords(ch *expr.Choice) (parts []string) {
	if ch.Memory != 0 {
		return []string{"other values kept in memory"}
	}
	fused := 0
	for i := range len(ch.Fuse) {
		if ch.Fuse[i] != '-' {
			fused++
		}
	}
	switch {
	case len(ch.Fuse) == 0:
	case fused == 0:
		parts = append(parts, "no product fused")
	default:
		parts = append(parts, "FMA pattern "+ch.Fuse+": "+strconv.Itoa(fused)+" of "+strconv.Itoa(len(ch.Fuse))+" adds fused")
	}
	switch {
	case ch.FlushIn && ch.FlushOut:
		parts = append(parts, "subnormal numbers flushed to zero")
	case ch.FlushIn:
		parts = append(parts, "subnormal operands read as zero")
	case ch.FlushOut:
		parts = append(parts, "subnormal results flushed to zero")
	}
	if ch.Div == expr.DivFull {
		parts = append(parts, "division within 2 ulp")
	}
	if ch.Div == expr.DivApprox {
		parts = append(parts, "approximate division")
	}
	if ch.Sqrt == expr.SqrtApprox {
		parts = append(parts, "approximate square root")
	}
	if len(parts) == 0 {
		parts = append(parts, "as written")
	}
	return parts
}

// words says what a bound of the model holds for beside rounding to nearest and fused products, each behind a comma.
func (m Model) words() (s string) {
	for _, part := range []struct {
		holds bool
		words string
	}{
		{m.AnyOrder, "in any order of additions"},
		{m.Operands != "", "with inputs rounded to " + RoundingWords(m.Operands)},
		{m.Every != "", "with all numbers rounded to " + RoundingWords(m.Every) + " as well"},
		{m.Division+m.Root > 0, "with divisions within 2 ulp and roots within 3"},
		{m.FastFunctions, "with CUDA’s fast functions"},
		{m.Flush, "with subnormal numbers flushed"},
		{m.Literals, "with literals of another type"},
		{m.Inputs, "with inputs of another type"},
		{m.Wide, "in wider formats"},
		{m.Demoted, "with double computed as float"},
	} {
		if part.holds {
			s += ", " + part.words
		}
	}
	return s
}

// RoundingWords writes "=tf32 rna" in words.
func RoundingWords(fn string) string {
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
		s += ", truncated"
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

// words says how a program was varied, "" for what needs no words.
func (c Change) words() string {
	switch c.Kind {
	case KnownConstants:
		return "constant folding"
	case FloatLiterals:
		return "literals are float"
	case PlainLiterals:
		return "literals without f are double"
	case AllFloat:
		return "float in the place of double"
	case AllDouble:
		return "evaluated in double"
	case DoubleRounded:
		return "evaluated in double, then cast to float"
	case DoubleOfFloat:
		return "float data, evaluated in double"
	case DoubleOfFloatRounded:
		return "float data, evaluated in double, then cast to float"
	case Saturating:
		return "conversions that saturate"
	case Extremes:
		return "minima and maxima: " + c.Fn
	case FunctionsOfC:
		return "functions without suffix in double, as in C"
	case FloatData:
		return "float data"
	case PlainFunctions:
		return "functions of C in the place of CUDA's approximations"
	case FiniteOnly:
		return "no NaNs and infinities assumed"
	case Factored:
		return "common factors taken out of sums"
	case Reciprocals:
		return "divisions as products with reciprocals"
	case StoredFloat:
		return "the result assigned to a float"
	case VariablesStored:
		return "variables in memory, as with -O0"
	case Unrounded:
		return "the result printed from its register"
	case RoundFactors:
		s := "inputs of products rounded to " + RoundingWords(c.Fn)
		if c.From < c.To {
			s += ", in a part of the program"
		}
		return s
	case RoundAll:
		return "every result rounded to " + RoundingWords(c.Fn)
	case RoundInputs:
		if c.Was != "" {
			return c.Was + " held in " + RoundingWords(c.Fn)
		}
		return "inputs held in " + RoundingWords(c.Fn)
	case RoundValues:
		return "every value held in " + RoundingWords(c.Fn)
	case RoundLast:
		return "the result rounded to " + RoundingWords(c.Fn)
	case Policy:
		return "conversion: " + RoundingWords(c.Fn)
	case Simplified:
		return "without differences that are 0 in exact arithmetic"
	case Regrouped:
		return "regrouped: " + c.Fn
	case WholeInputs:
		return "inputs that are whole numbers are int"
	case Spelled:
		return c.Was
	case AnotherNaN:
		if c.ID != NoCause {
			return "0 in the place of a NaN"
		}
		return "another NaN"
	case TrueDivision:
		if c.Was != "" {
			return "quotients of whole numbers rounded down"
		}
		return "quotients of whole numbers with their fraction"
	case OtherLibrary:
		if c.Ulps == 0 {
			return c.Fn + " correctly rounded"
		}
		n := c.Ulps
		side := "above"
		if n < 0 {
			n, side = -n, "below"
		}
		return c.Fn + " " + count(n, "ulp") + " " + side + " the correctly rounded result in magnitude"
	}
	return ""
}

// words says how a sum was ordered.
func (o OrderWords) words() string {
	s := o.Title
	switch o.ID {
	case "serial":
		s = "one after the other"
	case "rising":
		s = "sorted by rising magnitude"
	case "falling":
		s = "sorted by falling magnitude"
	case "exact":
		s = "summed exactly, rounded once"
	case "double":
		s = "accumulated in double, rounded once"
	case "vectors":
		s = "vectors of " + strconv.Itoa(o.Accums) + " numbers, as g++ -O3 -ffast-math adds"
		o.Accums = 0
	case "product":
		s += ": " + o.Detail
	case "unrolled":
		s = "a loop unrolled " + strconv.Itoa(o.Accums) + " times, its sums added in pairs"
		o.Accums = 0
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
			s += ", " + count(k.n, k.what)
		}
	}
	if o.Fused {
		s += ", products fused"
	}
	if o.Operands != "" {
		s += ", inputs rounded to " + RoundingWords(o.Operands)
	}
	return s
}

// SideWords names a result in a sentence.
func SideWords(side int) string {
	return [...]string{"the first result", "the second result", "both results"}[side%3]
}

// reassociated is the Fn of a cause by which terms were left out.
const reassociated = "-ffast-math"

// factoredOut is the Fn of a cause by which a common factor was taken out of a sum.
const factoredOut = "-ffast-math factors"

// finiteMath is the Fn of a cause by which tests for NaNs and infinities were left out.
const finiteMath = "-ffinite-math-only"

// inDouble is the Fn of a cause by which a program of floats was evaluated in double.
const inDouble = "double"

// roundedDown is the Fn of a quotient of whole numbers as // of Python has it.
const roundedDown = "floor"

// rearranged is the Fn of a cause where a build said to use -ffast-math may rearrange a program in more ways than are tried.
const rearranged = "-ffast-math rearranges"

// slipped is the Fn of a bug beside evaluations that give the same.
const slipped = "slipped"

// noNumber is the Fn of two NaNs that are the same as far as a NaN can be.
const noNumber = "nan"

// byChance is the Fn of a bug beside roundings to narrower formats that give a whole number.
const byChance = "by chance"

// anotherOrder is the Fn of a cause where a sum has many terms and no order that was tried gives a result.
const anotherOrder = "another order"

// otherTypes is the Fn of a cause that stands in the types of two texts.
const otherTypes = "other types"

// allSingle: x87 whose precision control is set to 24 bits.
const allSingle = "24 bits"

// Unmeasured says why results are not compared with an exact value though the program has one, "" where they are.
func (a *Answer) Unmeasured() string {
	switch {
	case len(a.Causes) == 0:
	case a.Causes[0].Fn == InputDigits:
		return "The exact value is that of the inputs as they were written, with too few digits, and not of those that the program had."
	case a.Causes[0].Fn == otherProgram:
		return "The two programs have different exact values, which stand above."
	}
	return ""
}

// asInC is the Fn of a cause that stands in functions without a suffix: those of double. Documented: C11 7.12; measured with g++ 12.2, whose
// <cmath> declares no others outside of std.
const asInC = "functions of C"

// otherProgram is the Fn of a bug that stands in the texts: they compute different things.
const otherProgram = "other program"

// otherOperations is the Fn of a cause that stands in the texts: they come to one value by other operations.
const otherOperations = "other operations"

// nearValues is the Fn of a cause that stands in the texts: they come to values that differ by less than rounding may make of one.
const nearValues = "near values"

// otherDirections is the Fn of a cause that stands in the texts: intrinsics that round in different directions.
const otherDirections = "other directions"

// otherFunctions is the Fn of a cause that stands in the texts: they call different functions, whose exact values differ or are not known.
const otherFunctions = "other functions"

// otherConstants is the Fn of a cause that stands in the texts: computed exactly, they differ a little.
const otherConstants = "other constants"

// InputDigits is the Fn of a cause that is the inputs: they were printed with too few digits.
const InputDigits = "inputs"

// overflows and underflows are the Fn of a cause that stands in the texts: only one of them leaves the range of its type, and with it
// its result.
const (
	overflows  = "overflow"
	noValue    = "no value"
	underflows = "underflow"
)

func leaves(fn string) bool { return fn == overflows || fn == underflows || fn == noValue }

// finiteResult and openSpecial are the Fn of a cause where one result is a number and the other, as the program has it, is a NaN: a NaN is
// replaced by 0, or nothing that was tried gives the number.
const (
	finiteResult = "isnan(y) ? 0 : y"
	openSpecial  = "isnan(y)"
)

// guard reports what CauseNaN stands for where a program guards against numbers without a result.
func guard(how string) bool { return strings.Contains(how, "(") }

// bothCut is the Fn of quotients of whole numbers that two texts cut at different places.
const bothCut = "both cut"

// shifted is the Fn of a cause that is a shift, no conversion, and signOfChar that of one which is a char without a word for its sign.
const (
	shifted    = "<<"
	signOfChar = "char"
)

// titles of the causes.
var titles = [causes]string{
	CauseSame:                "The same value",
	CauseDigits:              "Too few digits to tell",
	CauseContraction:         "FMA contraction",
	CauseOrder:               "Another order of operations",
	CauseWide:                "Evaluation in another format",
	CauseLiteral:             "float and double mixed in literals or variables",
	CauseX87:                 "x87 extended precision",
	CauseFTZ:                 "Flush to zero (FTZ/DAZ)",
	CauseFastDivision:        "Approximate division",
	CauseFastSqrt:            "Approximate square root",
	CauseFastFunction:        "Fast versions of functions",
	CauseLibrary:             "Another implementation of a function",
	CauseReducedInput:        "Inputs rounded to a narrower format",
	CauseReducedAccumulation: "Results rounded to a narrower format",
	CauseConversion:          "A conversion that C does not define",
	CauseNaN:                 "Bits of a NaN",
	CauseIntegerDivision:     "Integer division",
	CauseBug:                 "Not rounding: look for a bug",
}

// Title names a cause.
func (c *Cause) Title() string {
	if c.ID.reduced() && c.Fn != "" {
		what := "Inputs"
		if c.ID == CauseReducedAccumulation {
			what = "Results"
		}
		s := what + " rounded to " + RoundingWords(c.Fn)
		if c.Or != "" {
			s += ", or to " + RoundingWords(c.Or)
		}
		return s
	}
	if c.Fn == slipped || c.Fn == byChance {
		return "A mistake in the program"
	}
	if leaves(c.Fn) {
		return strings.ToUpper(c.Fn[:1]) + c.Fn[1:]
	}
	if c.ID == CauseDigits && c.Fn == InputDigits {
		return "Inputs with too few digits"
	}
	if guard(c.Fn) && c.ID == CauseNaN {
		return "No finite number on one side"
	}
	if c.ID == CauseLibrary && guard(c.Fn) {
		return "Another rounding function"
	}
	if c.Fn == finiteMath {
		return "A test for NaNs that is left out"
	}
	if c.ID == CauseNaN && c.Fn != "" {
		return "The minimum or maximum of a number and a NaN"
	}
	if c.ID == CauseConversion && c.Fn != "" && c.Fn != saturates {
		switch c.Fn {
		case shifted:
			return "A shift that C does not define"
		case signOfChar:
			return "Whether char is signed"
		}
		return "Another policy for overflow in a conversion"
	}
	if c.Fn == otherConstants {
		return "Other constants in the two texts"
	}
	if c.Fn == otherDirections {
		return "Other directions of rounding in the two texts"
	}
	if c.Fn == otherFunctions {
		return "Other functions in the two texts"
	}
	if c.Fn == otherOperations {
		if c.ID == CauseFastDivision {
			return "A product with the reciprocal for a division"
		}
		return "The same value by other operations"
	}
	if c.Fn == nearValues {
		return "Nearly the same value by another text"
	}
	return titles[c.ID]
}

// Why says what a cause means for these results.
func (c *Cause) Why() string {
	who := SideWords(c.Side)
	switch c.Fn {
	case overflows:
		return "One of the two texts comes to a number beyond the largest of its type, which becomes infinite and leaves no finite result; the other comes to a finite one."
	case noValue:
		return "One of the two texts comes to an operation that has no value, such as 0·∞ or 0/0, and so to NaN; the other does not."
	case underflows:
		return "One of the two texts comes to a number so near to 0 that its type has none for it, which becomes 0 and decides the result; the other comes to a finite number that is not 0."
	}
	switch c.ID {
	case CauseSame:
		if !c.Alone {
			return "One evaluation gives both, as far as the digits tell that were printed; others give numbers that print so, too."
		}
		if c.Fn == noNumber {
			return "Both are NaN. Sign and payload carry no value, and a printed nan does not show them."
		}
		return "One evaluation gives both: they are one number, printed with different digits or by machines that computed the same."
	case CauseDigits:
		if c.Fn == InputDigits {
			return "No evaluation gives a result from the inputs as they are written, but they have fewer digits than their type needs, and half a unit of their last digits moves the result as far. Print float inputs with %.9g, double ones with %.17g, or both with %a."
		}
		s := who + " is the same number as the other"
		if c.Side == BothSides {
			s = "the two results are the same number"
		}
		return "Too few digits were printed to tell whether " + s + ": several evaluations print so. If zeros at the end were dropped, write them."
	case CauseContraction:
		if c.Side == BothSides {
			return "The two sides fuse different products into sums: a fused multiply-add rounds once, where a product and a sum round twice."
		}
		return "For " + who + " a product and an addition are one fused multiply-add, which rounds once; the other side rounds the product and then the sum."
	case CauseOrder:
		if c.Fn == factoredOut {
			return "For " + who + " a factor that two products have stands before their sum, as options such as -ffast-math let the compiler write it: a*c + b*c is (a + b)*c to it."
		}
		if c.Fn == reassociated {
			return "For " + who + " the compiler left out additions of 0 and differences that are 0 in exact arithmetic, or joined quotients, as options such as -ffast-math let it: x + 0 is x to it, (s + y) - s is y, a compensated sum a plain one, and a/b/c is a/(b*c)."
		}
		if c.Fn == rearranged {
			return "Options such as -ffast-math let the compiler rearrange " + SideWords(c.Side) + " in many ways: add in another order, divide by way of reciprocals, factor out. None that was tried gives it, so the cause stays open."
		}
		if c.Fn == otherOperations {
			return "The two texts come to the same value by other operations, and each operation rounds."
		}
		if c.Fn == nearValues {
			return "The two texts come to exact values that differ, by less than rounding may make of one of them: what is written differently is too small to be told from rounding on this row."
		}
		if c.Fn == anotherOrder {
			return "None of the orders that were tried gives " + who + ", but sums of many terms have more: threads, vectors and libraries each add in one of their own."
		}
		return "The terms were added, or the factors multiplied, in another order for " + who + ". Floating-point addition is not associative."
	case CauseWide:
		switch c.Fn {
		case inDouble:
			return "For " + who + " the program was evaluated in double: every operation keeps more bits than one of float does."
		case inFloat:
			return "For " + who + " the program was evaluated in float, and for the other in double."
		case asInC:
			return "For " + who + " functions without a suffix are those of double, and what stands around them is computed in double: so it is in C, and in C++ with <cmath> alone and without std::. With <math.h>, and in CUDA, a float gets the function for float."
		case otherTypes:
			return "What one of the two texts has in double, the other computes in float or rounds to it."
		case longDouble:
			return "For " + who + " operations are in long double, whose significand has 64 bits on x86, and rounded to the type of the result at the end."
		}
		return "For " + who + " operations were evaluated in another format than the program’s: in a wider one, rounded later or not at all, or double as float."
	case CauseLiteral:
		if c.Fn == otherConstants {
			return "The two texts have other constants, or round them before they are used: even computed exactly, their results differ, by less than 2^-16 of their size."
		}
		if c.Fn == otherTypes {
			return "What one of the two texts computes in whole numbers, which are exact, the other computes in floating point."
		}
		if c.Fn == fromFloat {
			return "For " + who + " the sum begins with 0.0f. It begins with 0 for the other, an int, and so every sum on the way is cut to a whole number."
		}
		return "For " + who + " a literal or a variable has another type: 0.1 and 0.1f are different numbers, and the type decides in which format the operation around it is done."
	case CauseX87:
		if c.Fn == allSingle {
			return "For " + who + " the x87 unit rounded every result to the 24 bits of a float, as its precision control can be set."
		}
		return "For " + who + " intermediate results stayed in x87 registers, which are wider than the type, and were rounded when they were stored."
	case CauseFTZ:
		return "For " + who + " subnormal numbers, read or computed, became zero."
	case CauseFastDivision:
		if c.Fn == reassociated {
			return "For " + who + " the division is a product with the reciprocal, as options such as -ffast-math let the compiler: it rounds twice."
		}
		if c.Fn == otherOperations {
			return "One text divides where the other multiplies with the reciprocal, which rounds twice."
		}
		return "For " + who + " the division is an approximation, with an error of up to 2 ulp for divisors up to 2^126; beyond, that of -use_fast_math and __fdividef gives 0."
	case CauseFastSqrt:
		if c.Fn == rearranged { // GCC's manual, x86 options, -mrecip; g++ 12.2 takes rsqrtss with -mno-recip too, and not with -fno-reciprocal-math (measured)
			return "-ffast-math lets the compiler take 1/sqrt for " + SideWords(c.Side) + " from rsqrtss, an approximation that each processor makes in its own way, and one step of Newton’s method. It is not modelled, so the cause stays open: if -fno-reciprocal-math takes the difference away, this was it."
		}
		return "For " + who + " the square root is an approximation."
	case CauseFastFunction:
		return "For " + who + " a fast approximation of the special-function unit stands in the place of a function."
	case CauseLibrary:
		if strings.Contains(c.Fn, "(fmod") || strings.HasPrefix(c.Fn, "remainder") {
			return "For " + who + " the remainder has another sign, as with " + c.Fn + ": that of fmod is the dividend’s, that of Python’s % the divisor’s, and remainder is the one nearest to 0."
		}
		if c.Fn == otherOperations {
			return "The two texts come to the same value by other functions, and each function and operation rounds."
		}
		if c.Fn == otherDirections {
			return "The two texts round in different directions: to nearest, toward zero or toward an infinity, as the ends of intrinsics’ names say."
		}
		if c.Fn == otherFunctions {
			return "The two texts call different functions, and each function rounds in its own way."
		}
		if guard(c.Fn) {
			return "For " + who + " a number half-way between two whole ones goes to the other, as with " + c.Fn + ": round takes it away from zero, rint, NumPy and PyTorch to the even one, floor(x + 0.5) upward."
		}
		s := "Functions differ between libraries within their documented errors"
		if c.Fn != "" {
			s += ": " + c.Fn
		}
		return s + "."
	case CauseReducedInput:
		s := "For " + who + " numbers lost bits before they were computed with: inputs held in a narrower format, or factors as matrix units read them, whose products are exact."
		if c.Fn != "" {
			s = "For " + who + " inputs, or factors of products, were rounded to " + RoundingWords(c.Fn) + " before they were computed with"
			if c.Or != "" {
				s += "; " + RoundingWords(c.Or) + ", fits too"
			}
			s += "."
		}
		if strings.HasPrefix(c.Fn, "=tf32") {
			s += " In PyTorch, torch.backends.cuda.matmul.allow_tf32 = False keeps binary32; the order of the additions is then still the library’s own."
		}
		return s
	case CauseReducedAccumulation:
		if c.Side == BothSides {
			return "Both results were rounded to a narrower format, but not after the same operations: one after each, the other only behind several, as a fused multiply-add or a sum in float does it."
		}
		return "For " + who + " a narrower format held the results."
	case CauseConversion:
		if c.Fn == shifted {
			return "A shift by a negative count, or by the width of the type and more, has no result in C: x86 takes the count modulo 32 or 64, a GPU gives 0 or the sign."
		}
		if c.Fn == signOfChar { // GCC's manual, -fsigned-char; Procedure Call Standard for the Arm Architecture, 5.1
			return "Whether char is signed is left to the implementation in C: it is on x86, and is not on ARM and POWER. Write signed char or unsigned char."
		}
		if c.Fn != "" && c.Fn != saturates {
			return "For " + who + " the conversion is " + RoundingWords(c.Fn) + ": formats without infinity leave open what is too large."
		}
		return "The number does not fit into the type that it is converted to, or is a NaN or an infinity: C leaves the result undefined, and machines differ. No conversion is right: test or limit it before, or convert to a wider type where it fits into that."
	case CauseNaN:
		if c.Fn == finiteMath {
			return "For " + who + " a test for a NaN or an infinity never finds one: -ffinite-math-only, a part of -ffast-math, lets the compiler assume that there are none, and leave the test out."
		}
		if guard(c.Fn) {
			s := "For these inputs the program has no finite result in its own format, which " + who + " shows. "
			if c.Fn == openSpecial {
				s += "No evaluation or guard that was tried gives the number on the other side. It may come from"
			} else {
				s += "With " + c.Fn + " in it the number on the other side comes out, which was run. It may come from such a guard, from"
			}
			return s + " other inputs, from -ffast-math, which assumes that there are no NaNs and infinities, or from a bug."
		}
		if c.Fn != "" {
			return "Of a number and a NaN, fminf and fmaxf give the number, x < y ? x : y the second operand, std::min the first, and minima of frameworks the NaN: for " + who + " another of these rules holds."
		}
		return "Both results are NaNs; only sign or payload differ, which carry no value: in float x86 makes a negative NaN, a GPU 0x7FFFFFFF."
	case CauseIntegerDivision:
		if c.Fn == roundedDown {
			return "For one result a quotient of whole numbers was rounded down, as // and % of Python do it, for the other cut off behind the point, as / and % of C: they differ where it is negative."
		}
		if c.Fn == fromFloat {
			return "For one result a sum begins with 0, an int, and so every sum on the way is cut to a whole number. Begun with 0.0f it keeps its fraction."
		}
		if c.Fn == bothCut {
			return "Both texts divide whole numbers, at different places: / of two int gives an int in C, without the fraction."
		}
		if c.Fn == cutQuotients {
			return "With its quotients cut to whole numbers the program comes to " + who + ": a division of integers cuts so."
		}
		return "A quotient of whole numbers lost its fraction for one result and kept it for the other: / of two int gives an int in C."
	case CauseBug:
		if c.Fn == otherProgram {
			return "The two programs compute different things: their exact values differ."
		}
		if c.Fn == slipped {
			return "A mistake in the program gives " + who + " too, bit for bit: it was run."
		}
		if c.Fn == byChance {
			return "No evaluation in the formats of the program gives " + who + ". A narrower format, of which nobody spoke, does; but a whole number has so few bits that a mistake gives it as well: another index, a count, a rounding in the place of a cut."
		}
		return "No order, fusing, precision or function of this program comes near: look at indices, races, uninitialised memory, units, signs, and at what was copied to and from the device."
	}
	return ""
}

// Written is a result in its type: shortest decimal, and bits as hexadecimal, "" for an integer.
func Written(t expr.Type, c uint64) (decimal, bits string) {
	f := t.Format()
	if f == nil {
		return whole(t, c), ""
	}
	return textShortest(f, c), hexOf(f, c)
}

func hexOf(f *format.Format, c uint64) string {
	s := strconv.FormatUint(c, 16)
	for len(s) < f.Bits/4 {
		s = "0" + s
	}
	return "0x" + s
}
