package devices

import (
	"strings"

	"ulplab/site/kit/words"
)

// band is one of the stretches into which the white paper's chapter 4 divides the capabilities.
type band struct {
	Section, Title string
	Lines          []string
}

// devBands are the paper's sections 4.1 to 4.3, and x86 (4.7).
var devBands = [4]band{
	{"4.1", "1.2 and below", []string{"binary32 alone: FMAD", "truncates; subnormals", "flushed, ÷ √ 2 or 3 ulp"}},
	{"4.2", "1.3", []string{"binary64 as IEEE 754", "says, with FMA;", "binary32 as before"}},
	{"4.3", "2.0 and above", []string{"binary32 and binary64 as IEEE 754 says: fused multiply-add, subnormal numbers,", "division and square root correctly rounded unless a compiler flag says otherwise"}},
	{"4.7", "x86", []string{"SSE2, FMA3:", "as IEEE 754;", "x87: 80 bits"}},
}

// milestone is what a capability brought to arithmetic. A test holds it to the first profile whose facts have it.
type milestone struct {
	Capability, Label string
	Level             int // the row of its label in the picture, 0 at the bottom
}

// milestones lists them in ascending order.
var milestones = []milestone{
	{"1.0", "FMAD truncates", 0},
	{"1.3", "binary64 and FMA", 0},
	{"2.0", "FMA, subnormals, ÷ √", 0},
	{"5.3", "binary16", 0},
	{"7.0", "tensor cores", 3},
	{"7.5", "tanh in the SFU", 2},
	{"8.0", "bfloat16, TF32", 1},
	{"8.9", "FP8", 0},
	{"9.0", "bf16 + − ×", 1},
	{"10.0", "FP6, FP4", 0},
}

// Words of the Devices view.
const (
	lineTitle     = "Generations"
	lineCaption   = "What each compute capability brought to arithmetic, in the three stretches of the paper’s chapter 4, with x86 beside them. Choose machines A and B in the two rows, by pointer or with the arrow keys."
	tableTitle    = "Numerical features"
	tableNote     = "Every value says how it is known: documented by the vendor, measured on hardware, inferred from both, or general knowledge."
	matrixTitle   = "Where each feature changed"
	matrixNote    = "A letter stands where a capability differs from the one before it: D documented, M measured, I inferred, G general knowledge. Small letters: the same value, known in another way. Without a ground: it has none. A feature’s name shows its values below."
	unitLink      = "How a tensor core adds, product by product"
	productLink   = "A library’s matrix product, element by element"
	kernelLink    = "A kernel as PTX, thread by thread"
	quantLink     = "What block scales and narrow formats keep of numbers"
	allTitle      = "Every value of every capability"
	sourcesTitle  = "Sources"
	noProfile     = "no compute capability"
	runTitle      = "One operation on A and on B"
	whyTitle      = "Rules in which A and B differ"
	whyNote       = "With a bar: rules that change bits. The button looks for the simplest operands that show it."
	witness       = "show in"
	devMore       = "in what exists, in speed or in support; see the table of features."
	noRules       = "A and B differ in nothing that could change the bits of a result."
	demoted       = "double is float here: the operands were rounded to binary32 first"
	machinesTitle = "Figures 1 and 5 on every machine"
	machinesNote  = "Figure 1 is a*a + b with a = 0x3F800001 and b = 0xBF800002. Figure 5 is the dot product of its vectors as four steps s = a*b + s, each result a float. Their operands are those of the Dot product view."
	valuesTitle   = "Both results on one line"
	valuesCaption = "The purple mark is the exact value; the long ticks are the results, the short ones the numbers of the format between them, where these are few."
	seekButton    = "Find operands where they differ"
	seeking       = "Searching …"
	mute          = "One target does not implement this operation:"
	found         = "Found:"
	none          = "No operands differ:"
	lost          = "Not found:"
	swapButton    = "Swap A and B"
)

// verdict says in sentences how two results compare. both says that both targets deliver bits, alike
// that these are of the same type, apart is their distance in ulp, closer which is closer to the exact value where
// known says that there is one.
func verdict(both, same, alike bool, apart string, closer int, known bool, a, b string) string {
	switch {
	case !both:
		return ""
	case same && alike:
		return "Both deliver the same bits."
	case same:
		return "Both deliver the same value, one as float, the other as double."
	case apart == "":
		return "The results differ."
	}
	s := "The results are " + words.Grouped(apart) + " ulp apart."
	switch {
	case !known:
	case closer < 0:
		s += " A is closer to the exact value: " + off(a) + ", B " + off(b) + "."
	case closer > 0:
		s += " B is closer to the exact value: " + off(b) + ", A " + off(a) + "."
	default:
		s += " Both are equally far from the exact value."
	}
	return s
}

// off writes an error in ulp as a distance.
func off(err string) string {
	if err == "0" {
		return "exact"
	}
	err = strings.TrimLeft(err, "+-")
	if strings.Contains(err, ".") && !strings.Contains(err, "e") {
		err = strings.TrimRight(strings.TrimRight(err, "0"), ".")
	}
	return err + " ulp off"
}

// defaults names a machine without options.
const defaults = "defaults"

// examples holds the words of Examples, one a line: ID, name, what to notice.
const examples = `figure1|Figure 1 on 1.3 and on 2.0|FMAD truncates the product to 24 bits and loses 2⁻⁴⁶, which is all that is left of the sum; FMA keeps it.
figure5|Figure 5: where FMAD and FMA diverge|The third step of the dot product, s = a₃ × b₃ + s: until here both have the same sum, from here on the last bit differs.
demoted|double on 1.2 and on 1.3|Below 1.3 the compiler turns double into float: 29 bits of every operand are lost.
flush|A small difference on 1.3 and on 2.0|The difference of neighbours is subnormal: 1.x flushes it to zero although the operands differ.
ftz|A product on 9.0, with -ftz=true|Rounded to 24 bits the product is below the smallest normal number, rounded to the subnormal grid it is that number.
fmad|Figure 1 on 9.0, with -fmad=false|The flag takes away the contraction: a product and a sum, each rounded.
fastdiv|Fast division by a large number|The reciprocal of 2¹²⁷ is subnormal and flushed: -use_fast_math makes 2¹²⁷ ÷ 2¹²⁷ zero.
fulldiv|3 ÷ 7 with -prec-div=false|The reciprocal of 7 is rounded, and its product with 3 again: the last bit differs.
fastsin|sinf(π) on x87 and under -use_fast_math|__sinf multiplies by 1/(2π) and truncates the product to 0.49999997 of a turn, where the table of the special-function unit gives 0.
x87|Double rounding on x87|In the register the sum is rounded to 64 bits, which makes it a tie; the store rounds again, to even.
fma3|0.1 × 0.1 − 0.01 on SSE2 and FMA3|Two roundings against one: what is left is the rounding error of the product.
nan|0 ÷ 0 on 9.0 and on SSE2|NVIDIA's NaN has every bit set but the sign; that of x86 has sign, exponent and quiet bit set, and no other.
same|The same double arithmetic on 2.0 and 9.0|Ask for operands where they differ: there are none.`
