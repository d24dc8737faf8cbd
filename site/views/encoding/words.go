package encoding

import (
	"strconv"

	"ulplab/fpcore/format"
	"ulplab/site/kit/words"
)

// className returns the class of a code in words.
func className(c format.Class) string {
	return [...]string{"zero", "subnormal", "normal", "infinity", "quiet NaN", "signaling NaN",
		"pseudo-denormal", "unnormal (invalid)", "pseudo-infinity (invalid)", "pseudo-NaN (invalid)"}[c]
}

// missing says what stands for a datum that the format does not have.
func missing(format, what, instead string) string {
	return format + " has no " + what + "; its " + instead + " takes the place"
}

// classNote says in one sentence what is special about codes of a class; "" for normal numbers.
func classNote(f *format.Format, c format.Class) string {
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

// namedLabel is the label of a named value of the Encoding view, and spoken what is said where that is a sign.
func namedLabel(id string) (label, spoken string) { return namedLabels[id], namedSpoken[id] }

var namedSpoken = map[string]string{"minus192": "minus 192", "pi": "pi", "negzero": "minus zero", "inf": "infinity", "neginf": "minus infinity"}

var namedLabels = map[string]string{
	"one": "1", "tenth": "0.1", "twothirds": "2/3", "minus192": "−192", "pi": "π",
	"max": "largest", "minnormal": "smallest normal", "maxsub": "largest subnormal", "minpos": "smallest subnormal",
	"zero": "0", "negzero": "−0", "inf": "∞", "neginf": "−∞",
	"nan": "quiet NaN", "snan": "signaling NaN", "gpunan": "NVIDIA’s NaN",
}

// The titles of the Encoding view.
const (
	valueLabel  = "Value"
	formatLabel = "Format"
	nameLabel   = "Custom format"
	dirLabel    = "Rounding direction"
	bitsTitle   = "The bits"
	pointLabel  = "The value between powers of two"
	pointHelp   = "Drag the point; arrows step by one ulp, page up and down along the line, home and end to its ends"
	zoomTitle   = "Neighbouring values"
	binadeTitle = "Between powers of two"
	factsTitle  = "The same value, written in every way"
	othersTitle = "In every format"
)

const mapButton = "Map of all codes"

const mapHelp = "The map of codes; arrow keys open the neighbouring cell, plus, minus and 0 zoom"

// mapTitle names the map of all codes.
func mapTitle(f *format.Format) string { return "Map of all codes of " + f.Name }

// mapCaption says what to notice on the map.
func mapCaption(f *format.Format) string {
	if f.Bits <= gridBits {
		return "Every cell is a code, in the order of the codes; press one to open it. Ctrl and the wheel zoom, after a click the wheel alone; drag moves."
	}
	return "Every binade holds equally many numbers and is twice as wide as the one before, so the density halves from each to the next; below the smallest normal number it stays. Press a binade to open its first number. Ctrl and the wheel zoom, after a click the wheel alone; drag moves."
}

// zoomCaption says what to notice among the neighbours.
func zoomCaption(typed bool) string {
	if typed {
		return "Every tick is a number of the format; the purple mark is what was typed, the dot what is stored. Nothing lies between two ticks."
	}
	return "Every tick is a number of the format; nothing lies between two of them."
}

// binadeCaption says what to notice between powers of two.
func binadeCaption(every bool, p int) string {
	if every {
		return "Every tick is a number of the format: they are equally spaced up to the next power of two, where the spacing doubles."
	}
	return "Ticks are eighths of the binade; between adjacent ticks lie 2^" + strconv.Itoa(p-4) + " numbers, equally spaced up to the next power of two, where the spacing doubles."
}

// stored names the stored value as the source of the table.
func stored(value string) string { return "the stored value, " + value + "," }

// overflow says that a typed number is beyond the largest one.
func overflow(largest string) string { return "overflow: beyond " + largest }

// othersNote says what the table shows.
func othersNote(source, direction string) string {
	if len(source) > 80 {
		source = "the value"
	}
	return "Each row is " + source + " rounded once to that format, " + direction + ", with the error of that rounding."
}

// answer is the value in a sentence: what the text is stored as, or which value the bits are.
func answer(m Model) string {
	t := m.Typed
	if !t.On {
		return m.Code + " in " + m.F.Name + " is " + words.Minus(m.Value) + ", " + className(m.Class) + "."
	}
	s := words.Minus(cutText(t.Text)) + " in " + m.F.Name + " is " + m.Code
	switch {
	case t.Same:
		return s + ", exactly."
	case t.Exact:
		return s + ", error " + words.Minus(t.Ulps) + " ulp."
	}
	return s + ": " + t.Words + "."
}
