package words

// Term is an entry of the glossary.
type Term struct {
	ID   string
	Name string
	Def  string // one sentence
}

// Glossary lists the terms in alphabetical order of their IDs.
var Glossary = []Term{
	{"augmented", "augmentedAddition", "The sum as two numbers: the sum rounded to nearest with ties toward zero, and its error, exactly (IEEE 754-2019, 9.5)."},
	{"bias", "bias", "The constant that is added to the exponent before it is stored: 127 in binary32."},
	{"biased-exponent", "biased exponent", "The exponent plus the bias, stored as an unsigned integer so that codes of positive numbers sort like the numbers."},
	{"class", "class", "What kind of datum a code is: zero, subnormal, normal, infinity, quiet NaN or signaling NaN."},
	{"condition", "condition number", "The sum of the magnitudes of all terms divided by the magnitude of their sum: by how much relative errors of the terms can grow in the result."},
	{"correctly-rounded", "correctly rounded", "The value that rounding the exact result once, in the chosen direction, gives: no other result is nearer in that direction."},
	{"direction", "rounding direction", "The rule that picks one of the two neighbours when the exact value lies between them."},
	{"dot-tail", "hex, with fraction of an ulp", "The code of the exact value truncated to the format, then a point and the discarded part, as a hexadecimal fraction of an ulp."},
	{"error", "error", "The delivered result minus the exact value, counted in ulp of the exact value, or in units of one for results that are integers."},
	{"exact", "exact value", "The real number meant, before any rounding."},
	{"fma", "fused multiply-add", "x·y + z computed as if exactly and rounded once."},
	{"grs", "guard, round and sticky", "The first and second discarded bit and the OR of all further ones: enough to round as if every bit were known."},
	{"inexact", "inexact", "The exception raised when the delivered result differs from the exact one."},
	{"nan", "NaN", "Not a number: the result of an operation that has none, such as 0/0; a quiet NaN passes through operations, a signaling one raises invalid."},
	{"payload", "payload", "The bits of a NaN below its quiet bit, free for diagnostic information."},
	{"precision", "precision p", "The number of bits of the significand, the implicit one included: 24 in binary32."},
	{"quantum", "quantum", "The weight of the last bit of a number’s significand: the distance to the next representable number of the same exponent."},
	{"rounding-names", "rn, rz, ru, rd, ra, ro", "One rounding to the format: rn to nearest, ties to even; ra to nearest, ties away; rz toward zero; ru up, rd down; ro to odd."},
	{"run", "run", "Equal bits after the rounding bit that leave the rounding open: zeros after a 1, ones after a 0 (to nearest), or zeros or ones after the last place (directed)."},
	{"significand", "significand", "The digits of a floating-point number: value = ±significand × 2^exponent, with 1 ≤ significand < 2 for normal numbers."},
	{"subnormal", "subnormal", "A number other than 0 below the smallest normal one in magnitude: the exponent stays at emin and the significand loses leading bits."},
	{"trailing", "trailing significand", "The bits of the significand after the leading one; only these are stored, the leading bit is implied by the exponent."},
	{"ulp", "ulp", "Unit in the last place: the quantum of the value in its format; an error in ulp is divided by the quantum of the correctly rounded result."},
	{"underflow", "underflow", "The exception raised when a result is tiny, below the smallest normal number, and inexact."},
}

// TermOf returns the entry with the given ID; ok is false if there is none.
func TermOf(id string) (t Term, ok bool) {
	for _, t := range Glossary {
		if t.ID == id {
			return t, true
		}
	}
	return Term{}, false
}
