package words

import (
	"ulplab/fpcore/format"
)

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

const FormatProblem = "A custom format is eXmY with 2 to 15 exponent bits X and 0 to 112 trailing significand bits Y, such as e5m3."

const EveryBit = "Every bit"

const StepKeys = "Arrow up and arrow down in the field step by one ulp"

const OwnExample = "your own"

const OwnFormat = "Custom"

const SameFormat = "as the operands"
