package operation

// ExampleWords holds the words of Examples, one a line: ID, name, note.
const ExampleWords = `tenths|0.1 + 0.2 in binary64|The sum of the two stored numbers is a tie; rounding to even gives the neighbour above 0.3.
tenths32|0.1 + 0.2 in binary32|The same sum with 24 bits comes out as the number nearest to 0.3.
tie|A tie: 1 + 2⁻²⁴|Exactly half an ulp: the five directions of the standard disagree.
paper|A + B of the paper, chapter 2.2|A = 2 + 2⁻²² and B = 1 + 2⁻²³: the sum needs one bit more than binary32 has.
far|1e30 + 1e-30|So far apart that b only sets the sticky bit.
cancel|Cancellation: two neighbours|The difference is exact, but only one bit of each operand is left in it.
overflow|Largest number × 2|Each direction answers overflow in its own way.
underflow|Just above the smallest normal ÷ 2|The result is subnormal: one bit fewer can be kept, and it was a 1.
twothirds|2 ÷ 3|The quotient never ends; a non-zero remainder sets the sticky bit.
root|√2|The root never ends; the sticky bit stands for the rest.
figure1|x·x + z of Figure 1|The product cancels but for its last bit, 2⁻⁴⁶, which a separate multiplication would have lost.
fp8|464 to E4M3|Half-way between 448, the largest number, and the 480 that would come next: a tie to even.
fp8over|465 to E4M3|Past the tie it overflows; without an infinity, NaN takes its place.
fp8sat|465 to E4M3, saturated|With saturation the largest number is delivered instead.
tf32|1024.5 to TF32, ties away|Ties go away from zero here, so multiplying by 1 in TF32 gives 1025.
twice|Double rounding: decimal to binary64 to binary32|The first rounding makes a tie of it and the second falls to the wrong side.
x87|x87 with 53-bit precision control|The significand is rounded to 53 bits although the register holds 64.
invalid|0 ÷ 0|No number is the answer: invalid operation.
infinities|∞ − ∞|Infinity minus infinity has no value: invalid operation.
payload|A NaN with a payload|The signaling NaN is made quiet, its payload is kept, and invalid is raised.
stochastic|Stochastic rounding to bfloat16|Random bits are added below the cut; the carry decides.
integral|2.5 to an integral value|A tie goes to the even integer.
toint|−1.5 to a 32-bit integer|The direction decides between −2 and −1.
fromint|16777217 to binary32|The first integer that 24 bits cannot hold.
compare|−0 compared with 0|Equal as numbers, ordered as data.`

// name returns the name of an operation that arith.Ops does not list.
var name = map[string]string{
	"cmp":     "compare",
	"toint":   "convertToInteger",
	"fromint": "convertFromInt",
}

// symbol is how a formula writes it.
var symbol = map[string]string{
	"cmp":     "a ? b",
	"toint":   "a to integer",
	"fromint": "integer to format",
}

// groups orders the operations of the select.
var groups = []struct {
	Name string
	IDs  []string
}{
	{"Arithmetic", []string{"add", "sub", "mul", "div", "fma", "sqrt", "rem", "fmod"}},
	{"Conversion", []string{"cvt", "rint", "toint", "fromint"}},
	{"Comparison", []string{"cmp", "min", "max", "minnum", "maxnum"}},
	{"Exponent and neighbours", []string{"scaleb", "logb", "nextup", "nextdown"}},
	{"Sign bit", []string{"neg", "abs", "copysign"}},
}

// option holds the label of an option and of its values, in the order of Options.
var option = map[string]struct {
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

// Why a conversion to an integer did not round.
const (
	outOfRange     = "The value lies outside the range of the type: invalid operation, and the nearest integer of the type is delivered."
	notAnInteger   = "An infinity or a NaN is no integer: invalid operation."
	notANumber     = "x87 takes a pattern without the integer bit for no number: invalid operation."
	integerAlready = "The value is zero or an integer already."
)

// roundedTwice says what a single rounding of the typed number would have given.
func roundedTwice(first, second, hex, value string) string {
	return "Rounded twice: the typed number went to " + first + " before it went to " + second + ". Rounded once, straight to " + second + ", it is " + value + " (" + hex + ")."
}

// Words of the Operation view.
const (
	opScopeTitle    = "Under the microscope"
	opLineTitle     = "Between two neighbours"
	lineCaption     = "The purple mark is the exact value, the long ticks are the numbers of the format around it, the dot is the one that was chosen."
	directionsTitle = "All rounding directions"
	directionsNote  = "The same operands and options; only the direction differs. ▲ and ▼ mark the upper and the lower neighbour of the exact value."
	stepByStep      = "Step by step"
	allAtOnce       = "all at once"
	drawsTitle      = "Draws of stochastic rounding"
	drawsCaption    = "The bars count the draws with random bits of a generator that starts at the seed; the purple marks are what the probability lets expect."
	redraw          = "draw again"
	compareTitle    = "Every predicate"
	digits          = "Every digit"
	advanced        = "Subnormals, overflow, NaN, precision, any format"
)

// opScopeCaption says what to notice in the microscope; the middle part is a term of the glossary.
var opScopeCaption = [3]string{
	"Every row stands over the same powers of two. The line is the cut after the last kept bit; ",
	"guard (G), round (R) and sticky (S)",
	" are all that rounding looks at of what is discarded, and amber cells in the result are the bits that rounding changed.",
}
