package prose

import "ulplab/fpcore/format"

// ClassName returns the class of a code in words.
func ClassName(c format.Class) string {
	return [...]string{"zero", "subnormal", "normal", "infinity", "quiet NaN", "signaling NaN",
		"pseudo-denormal", "unnormal (invalid)", "pseudo-infinity (invalid)", "pseudo-NaN (invalid)"}[c]
}

// Missing says what stands for a datum that the format does not have.
func Missing(format, what, instead string) string {
	return format + " has no " + what + "; its " + instead + " takes the place"
}

// ClassNote says in one sentence what is special about codes of a class; "" for normal numbers.
func ClassNote(f *format.Format, c format.Class) string {
	switch c {
	case format.Zero:
		if !f.HasNegZero() {
			return "Every bit is 0; this format has no −0."
		}
		return "Biased exponent and significand are all zeros; the sign bit still counts."
	case format.Subnormal:
		return "The exponent field is 0: the exponent stays at the smallest one and the significand begins with 0."
	case format.Infinity:
		return "The exponent field is all ones and the trailing significand is zero."
	case format.QuietNaN:
		switch f.Codes {
		case format.OneNaN:
			if f.Unsigned {
				return "All ones is the only NaN of this format, which has no infinity."
			}
			return "All bits but the sign are ones: the only NaN of this format, which has no infinity."
		case format.FNUZ:
			return "The code that would be −0 is the only NaN of this format."
		case format.PowerOnly:
			return "All ones is the only NaN of this format."
		}
		return "The exponent field is all ones and the top bit of the trailing significand is 1; the bits below are the payload."
	case format.SignalingNaN:
		return "The exponent field is all ones and the top bit of the trailing significand is 0, with a payload below: an operation on it raises invalid."
	case format.PseudoSubnormal:
		return "The exponent field is 0 but the stored integer bit is 1: the processor reads it as a normal number with the smallest exponent. Arithmetic never makes it."
	case format.Unnormal:
		return "The exponent field is not 0 but the stored integer bit is 0: processors since the 80387 refuse it as an invalid operand."
	case format.PseudoInfinity:
		return "The exponent of an infinity without the integer bit: processors since the 80387 refuse it as an invalid operand."
	case format.PseudoNaN:
		return "The exponent of a NaN without the integer bit: processors since the 80387 refuse it as an invalid operand."
	}
	return ""
}

// NamedLabel is the label of a named value of the Encoding view.
func NamedLabel(id string) string { return namedLabels[id] }

var namedLabels = map[string]string{
	"one": "1", "tenth": "0.1", "twothirds": "2/3", "minus192": "−192", "pi": "π",
	"max": "largest", "minnormal": "smallest normal", "maxsub": "largest subnormal", "minpos": "smallest subnormal",
	"zero": "0", "negzero": "−0", "inf": "∞", "neginf": "−∞",
	"nan": "quiet NaN", "snan": "signaling NaN", "gpunan": "NVIDIA’s NaN",
}

// FormatGroups lists the formats of the Encoding view's menu under their headings.
var FormatGroups = []struct {
	Title   string
	Formats []*format.Format
}{
	{"IEEE 754", []*format.Format{format.F16, format.F32, format.F64, format.F128}},
	{"Machine learning", []*format.Format{format.BF16, format.TF32}},
	{"8 bits and fewer", []*format.Format{format.E5M2, format.E4M3, format.E3M4, format.E3M2, format.E2M3, format.E2M1}},
	{"FNUZ", []*format.Format{format.E5M2FNUZ, format.E4M3FNUZ}},
	{"Scales", []*format.Format{format.E8M0, format.UE4M3}},
	{"x87", []*format.Format{format.X87}},
}

// The titles of the Encoding view.
const (
	EncValueLabel  = "Value"
	EncFormatLabel = "Format"
	EncNameLabel   = "Custom format eXmY"
	EncDirLabel    = "Rounding direction"
	EncBitsTitle   = "The bits"
	EncZoomTitle   = "Neighbouring values"
	EncBinadeTitle = "Between powers of two"
	EncFactsTitle  = "The same value, written in every way"
	EncOthersTitle = "In every format"
	FormatProblem  = "A custom format is eXmY with 2 to 15 exponent bits X and 0 to 112 trailing significand bits Y, such as e5m3."
)

// EncZoomCaption says what to notice among the neighbours.
func EncZoomCaption(typed bool) string {
	if typed {
		return "Every tick is a number of the format; the purple mark is what was typed, the dot what is stored. Nothing lies between two ticks."
	}
	return "Every tick is a number of the format; nothing lies between two of them."
}

// EncBinadeCaption says what to notice between powers of two.
func EncBinadeCaption(every bool, p int) string {
	if every {
		return "Every tick is a number of the format: they are equally spaced up to the next power of two, where the spacing doubles."
	}
	return "Ticks are eighths of the binade; between adjacent ticks lie 2^" + itoa(p-4) + " numbers, equally spaced up to the next power of two, where the spacing doubles."
}

// EncStored names the stored value as the source of the table.
func EncStored(value string) string { return "the stored value, " + value + "," }

// EncOverflow says that a typed number is beyond the largest one.
func EncOverflow(largest string) string { return "overflow: beyond " + largest }

// EncOthersNote says what the table shows.
func EncOthersNote(source, direction string) string {
	if len(source) > 80 {
		source = "the value"
	}
	return "Each row is " + source + " rounded once to that format, " + direction + ", with the error of that rounding."
}

func itoa(n int) string {
	if n < 0 {
		return "-" + itoa(-n)
	}
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + itoa(n%10)
}
