package prose

import (
	"strconv"
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
)

// OpWords is the name of an example of the Operation view and what to notice in it.
type OpWords struct{ Name, Note string }

// OpExamples holds the words of state.OpExamples by ID.
var OpExamples = map[string]OpWords{
	"tenths":     {"0.1 + 0.2 in binary64", "The sum of the two stored numbers is a tie; rounding to even gives the neighbour above 0.3."},
	"tenths32":   {"0.1 + 0.2 in binary32", "The same sum with 24 bits comes out as the number nearest to 0.3."},
	"tie":        {"A tie: 1 + 2⁻²⁴", "Exactly half an ulp: the five directions of the standard disagree."},
	"paper":      {"A + B of the paper, chapter 2.2", "A = 2 + 2⁻²² and B = 1 + 2⁻²³: the sum needs one bit more than binary32 has."},
	"far":        {"1e30 + 1e-30", "So far apart that b only sets the sticky bit."},
	"cancel":     {"Cancellation: two neighbours", "The difference is exact, but only one bit of each operand is left in it."},
	"overflow":   {"Largest number × 2", "Each direction answers overflow in its own way."},
	"underflow":  {"Just above the smallest normal ÷ 2", "The result is subnormal: one bit fewer can be kept, and it was a 1."},
	"twothirds":  {"2 ÷ 3", "The quotient never ends; a non-zero remainder sets the sticky bit."},
	"root":       {"√2", "The root never ends; the sticky bit stands for the rest."},
	"figure1":    {"x·x + z of Figure 1", "The product cancels but for its last bit, 2⁻⁴⁶, which a separate multiplication would have lost."},
	"fp8":        {"464 to E4M3", "Half-way between 448, the largest number, and the 480 that would come next: a tie to even."},
	"fp8over":    {"465 to E4M3", "Past the tie it overflows; without an infinity, NaN takes its place."},
	"fp8sat":     {"465 to E4M3, saturated", "With saturation the largest number is delivered instead."},
	"tf32":       {"1024.5 to TF32, ties away", "Ties go away from zero here, so multiplying by 1 in TF32 gives 1025."},
	"twice":      {"Double rounding: decimal to binary64 to binary32", "The first rounding makes a tie of it and the second falls to the wrong side."},
	"x87":        {"x87 with 53-bit precision control", "The significand is rounded to 53 bits although the register holds 64."},
	"invalid":    {"0 ÷ 0", "No number is the answer: invalid operation."},
	"infinities": {"∞ − ∞", "Infinity minus infinity has no value: invalid operation."},
	"payload":    {"A NaN with a payload", "The signaling NaN is made quiet, its payload is kept, and invalid is raised."},
	"stochastic": {"Stochastic rounding to bfloat16", "Random bits are added below the cut; the carry decides."},
	"integral":   {"2.5 to an integral value", "A tie goes to the even integer."},
	"toint":      {"−1.5 to a 32-bit integer", "The direction decides between −2 and −1."},
	"fromint":    {"16777217 to binary32", "The first integer that 24 bits cannot hold."},
	"compare":    {"−0 compared with 0", "Equal as numbers, ordered as data."},
}

// OpName returns the name of an operation that arith.Ops does not list.
var OpName = map[string]string{
	"cmp":     "compare",
	"toint":   "convertToInteger",
	"fromint": "convertFromInt",
}

// OpSymbol is how a formula writes it.
var OpSymbol = map[string]string{
	"cmp":     "a ? b",
	"toint":   "a to integer",
	"fromint": "integer to format",
}

// OpGroups orders the operations of the select.
var OpGroups = []struct {
	Name string
	IDs  []string
}{
	{"Arithmetic", []string{"add", "sub", "mul", "div", "fma", "sqrt", "rem", "fmod"}},
	{"Conversion", []string{"cvt", "rint", "toint", "fromint"}},
	{"Comparison", []string{"cmp", "min", "max", "minnum", "maxnum"}},
	{"Exponent and neighbours", []string{"scaleb", "logb", "nextup", "nextdown"}},
	{"Sign bit", []string{"neg", "abs", "copysign"}},
}

// OpOption holds the label of an option and of its values, in the order of state.OpOptions.
var OpOption = map[string]struct {
	Label  string
	Values []string
}{
	"t":   {"Tininess is detected", []string{"after rounding (x86, NVIDIA)", "before rounding (Arm)"}},
	"di":  {"Subnormal operands", []string{"kept", "read as zero (DAZ, .ftz)"}},
	"fo":  {"Subnormal results", []string{"kept", "zero if tiny before rounding", "zero if tiny after rounding", "flush after rounding"}},
	"ov":  {"Overflow delivers", []string{"IEEE default", "the largest number (.satfinite)", "infinity", "NaN"}},
	"nan": {"NaN results", []string{"first operand NaN, quiet", "NVIDIA: 0x7fffffff", "RISC-V: 0x7fc00000", "SSE: first NaN, or 0xffc00000", "x87: larger significand", "Arm: signaling first"}},
	"it":  {"Integer type", []string{"int32", "uint32", "int64", "uint64", "int16", "uint16", "int8", "uint8"}},
	"p":   {"Precision", []string{"that of the format", "64 bits", "53 bits", "24 bits", "11 bits", "8 bits"}},
}

// FlagWords names the exceptions raised, in the order of IEEE 754-2019 clause 7; empty if none was.
func FlagWords(f round.Flags) []string {
	var w []string
	for _, n := range []struct {
		bit  round.Flags
		name string
	}{{round.Invalid, "invalid"}, {round.DivideByZero, "divideByZero"}, {round.Overflowed, "overflow"}, {round.Underflow, "underflow"}, {round.Inexact, "inexact"}} {
		if f&n.bit != 0 {
			w = append(w, n.name)
		}
	}
	return w
}

// Decided says in sentences how a finite non-zero value was rounded to f.
func Decided(env round.Env, f *format.Format, r round.Result) []string {
	d := r.Decision
	var out []string
	switch {
	case env.Precision != 0 && int(env.Precision) < f.P && int(d.Precision) == int(env.Precision):
		out = append(out, "Precision control keeps "+strconv.Itoa(int(env.Precision))+" bits of the "+strconv.Itoa(f.P)+" that the format has.")
	case d.Precision == 0:
		out = append(out, "The value is smaller than the smallest positive number, "+pow(f.Etiny())+": not one of its bits can be kept.")
	case int(d.Precision) < f.P:
		out = append(out, "The value is below "+pow(f.Emin)+", the smallest normal number: the last place stays at "+pow(f.Etiny())+
			", so only "+plural(int(d.Precision), "bit")+" of "+strconv.Itoa(f.P)+" can be kept.")
	}
	if d.Overflow && d.Guard|d.Round|d.Sticky == 0 {
		out = append(out, "No bit is lost, but the exponent is too large.")
	} else {
		out = append(out, Choice(env, d))
	}
	if d.Carried {
		out = append(out, "The carry runs through to a new leading bit.")
	}
	return append(out, aftermath(env, f, r)...)
}

// Choice says in one sentence how the discarded bits and the direction led to the kept bits or to one more.
func Choice(env round.Env, d round.Decision) string {
	if d.Guard|d.Round|d.Sticky == 0 {
		return "Every discarded bit is 0: the rounding loses nothing."
	}
	grs := "Guard " + bit(d.Guard) + ", round " + bit(d.Round) + ", sticky " + bit(d.Sticky) + ": "
	lost := "less than half an ulp is lost"
	tie := d.Guard == 1 && d.Round|d.Sticky == 0
	switch {
	case tie:
		lost = "exactly half an ulp is lost, a tie"
	case d.Guard == 1:
		lost = "more than half an ulp is lost"
	}
	up, stay := ", so the magnitude is rounded up.", ", so the kept bits stay."
	switch env.Direction {
	case round.TiesToEven:
		switch {
		case tie && d.LSB == 1:
			return grs + lost + "; the last kept bit is 1, so the magnitude is rounded up to make it even."
		case tie:
			return grs + lost + "; the last kept bit is 0, even already, so the kept bits stay."
		}
	case round.TiesToAway:
		if tie {
			return grs + lost + ", which goes away from zero: the magnitude is rounded up."
		}
	case round.TowardZero:
		return grs + lost + "; toward zero whatever is discarded is dropped."
	case round.TowardPositive, round.TowardNegative:
		where := "toward +∞"
		if env.Direction == round.TowardNegative {
			where = "toward −∞"
		}
		value := "positive"
		if d.Sign {
			value = "negative"
		}
		if d.Incremented {
			return grs + lost + "; the value is " + value + " and the direction " + where + up
		}
		return grs + lost + "; the value is " + value + " and the direction " + where + stay
	case round.ToOdd:
		if d.LSB == 1 {
			return grs + lost + "; the last kept bit is 1, odd already, and stays."
		}
		return grs + lost + "; the last kept bit is 0 and is set to 1, to remember that something was lost."
	case round.Stochastic:
		n := plural(int(env.RandomBits), "random bit")
		if d.Incremented {
			return grs + lost + "; with the " + n + " added, a carry reaches the kept bits" + up
		}
		return grs + lost + "; with the " + n + " added, no carry reaches the kept bits, so they stay."
	}
	if d.Incremented {
		return grs + lost + up
	}
	return grs + lost + stay
}

// aftermath says what became of a rounded magnitude outside the range of normal numbers.
func aftermath(env round.Env, f *format.Format, r round.Result) []string {
	d := r.Decision
	switch {
	case d.Overflow:
		s := "The magnitude is beyond the largest finite number: overflow. "
		c := f.ClassOf(r.Bits)
		switch {
		case c == format.Infinity:
			s += "Infinity is delivered."
		case c.IsNaN() && env.Overflow == round.OverflowToNaN:
			s += "As asked for, NaN is delivered."
		case c.IsNaN():
			s += f.Name + " has no infinity; its NaN takes the place."
		case env.Overflow == round.Saturate:
			s += "Saturated, it is the largest finite number."
		case env.Direction == round.TiesToEven || env.Direction == round.TiesToAway || env.Overflow != round.OverflowIEEE:
			s += f.Name + " has neither infinity nor NaN; the largest finite number is delivered."
		default:
			s += "In this direction the largest finite number is delivered."
		}
		return []string{s}
	case d.Flushed:
		return []string{"Subnormal results are flushed: a zero of the same sign is delivered, with underflow."}
	case d.Tiny && r.Flags&round.Underflow != 0:
		return []string{"The result is tiny and inexact, which raises underflow."}
	case d.Tiny:
		return []string{"The result is tiny but exact, so underflow is not raised."}
	}
	return nil
}

func bit(b uint8) string { return strconv.Itoa(int(b)) }

func pow(e int32) string { return Pow2(int(e)) }

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

// Pow2 returns 2 with an exponent in raised digits.
func Pow2(e int) string { return "2" + Raised(e) }

// Raised returns an integer in superscript digits.
func Raised(n int) string {
	s := strconv.Itoa(n)
	out := make([]rune, 0, len(s))
	for _, c := range s {
		if c == '-' {
			out = append(out, '⁻')
			continue
		}
		out = append(out, []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[c-'0'])
	}
	return string(out)
}

// ExactName labels the row of the exact result.
var ExactName = map[string]string{
	"add": "a + b", "sub": "a − b", "mul": "a × b", "div": "a ÷ b", "fma": "a × b + c", "sqrt": "√a",
	"rem": "remainder", "fmod": "remainder", "scaleb": "a × 2ᵇ",
}

// Midpoint labels the tick half-way between two neighbours.
const Midpoint = "midpoint"

// WouldFollow labels the number after the largest one, which the format does not have.
const WouldFollow = "would come next"

// Why a conversion to an integer did not round.
const (
	OutOfRange     = "The value lies outside the range of the type: invalid operation, and the nearest integer of the type is delivered."
	NotAnInteger   = "An infinity or a NaN is no integer: invalid operation."
	NotANumber     = "x87 takes a pattern without the integer bit for no number: invalid operation."
	IntegerAlready = "The value is zero or an integer already."
)

// Stored says how a typed number differs from the datum it became: value is the datum in decimal, err the
// difference in ulp.
func Stored(value, err string) string { return "stored: " + value + " (" + err + " ulp)" }

// StoredOverflow says that a typed number is too large.
func StoredOverflow(name string) string { return "too large for " + name + ": it overflows on entry" }

// FlushedIn says that a subnormal operand was read as zero.
func FlushedIn(operand string) string {
	return "Operand " + operand + " is subnormal and is read as a zero of the same sign; the error is that against the value it has."
}

// RoundedTwice says what a single rounding of the typed number would have given.
func RoundedTwice(first, second, hex, value string) string {
	return "Rounded twice: the typed number went to " + first + " before it went to " + second + ". Rounded once, straight to " + second + ", it is " + value + " (" + hex + ")."
}

// LostElsewhere labels the bits of a product that a separate multiplication would have rounded away.
const LostElsewhere = "a separate product rounds these away"

// Stale says whose values a result is of while the texts of the operands named are not understood.
func Stale(names []string) string {
	return "Not the answer to what is typed: " + strings.Join(names, ", ") + " not understood. Dimmed is the result for the last values that were."
}

// Words of the Operation view.
const (
	OpScopeTitle      = "Under the microscope"
	OpLineTitle       = "Between two neighbours"
	OpLineCaption     = "The purple mark is the exact value, the long ticks are the numbers of the format around it, the dot is the one that was chosen."
	OpDirectionsTitle = "All rounding directions"
	OpDirectionsNote  = "The same operands and options; only the direction differs. ▲ and ▼ mark the upper and the lower neighbour of the exact value."
	OpCompareTitle    = "Every predicate"
	OpEveryBit        = "Every bit"
	OpDigits          = "Every digit"
	OpAdvanced        = "Subnormals, overflow, NaN, precision, any format"
	OpKeys            = "Arrow up and arrow down in the field step by one ulp"
	OwnExample        = "your own"
	OwnFormat         = "Custom"
	SameFormat        = "as the operands"
)

// OpScopeCaption says what to notice in the microscope; the middle part is a term of the glossary.
var OpScopeCaption = [3]string{
	"Every row stands over the same powers of two. The line is the cut after the last kept bit; ",
	"guard (G), round (R) and sticky (S)",
	" are all that rounding looks at of what is discarded, and amber cells in the result are the bits that rounding changed.",
}
