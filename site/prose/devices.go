package prose

// DevBand is one of the stretches into which the white paper's chapter 4 divides the capabilities.
type DevBand struct {
	Section, Title string
	Lines          []string
}

// DevBands are the paper's sections 4.1 to 4.3, and x86 (4.7).
var DevBands = [4]DevBand{
	{"4.1", "1.2 and below", []string{"binary32 alone: FMAD", "cuts products, subnormals", "flushed, ÷ √ 2 or 3 ulp"}},
	{"4.2", "1.3", []string{"binary64 as IEEE 754", "says, with FMA;", "binary32 as before"}},
	{"4.3", "2.0 and above", []string{"binary32 and binary64 as IEEE 754 says: fused multiply-add, subnormal numbers,", "division and square root correctly rounded unless a compiler flag says otherwise"}},
	{"4.7", "x86", []string{"SSE2, FMA3:", "as IEEE 754;", "x87: 80 bits"}},
}

// DevMilestone is what a capability brought to arithmetic. A test holds it to the first profile whose facts have it.
type DevMilestone struct {
	Capability, Label string
	Level             int // the row of its label in the picture, 0 at the bottom
}

// DevMilestones lists them in ascending order.
var DevMilestones = []DevMilestone{
	{"1.0", "FMAD, product cut", 0},
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
	DevLineTitle    = "Generations"
	DevLineCaption  = "What each compute capability brought to arithmetic, in the three stretches of the paper's chapter 4, with x86 beside them. Choose machines A and B in the two rows, by pointer or with the arrow keys."
	DevTableTitle   = "Numerical features"
	DevTableNote    = "Every value says how it is known: documented by the vendor, measured on hardware, inferred from both, or general knowledge."
	DevMatrixTitle  = "Where each feature changed"
	DevMatrixNote   = "A letter stands where a capability differs from the one before it: D documented, M measured, I inferred, G general knowledge. Small letters: the same value, known in another way. A feature's name shows its values below."
	DevAllTitle     = "Every value of every capability"
	DevSourcesTitle = "Sources"
	DevNoProfile    = "no compute capability"
)
