package fma

import (
	"strings"
)

// ExampleWords holds the words of Examples, one a line: ID, name, note.
const ExampleWords = `figure1|The paper’s binary example, Figure 1|The product ends in a single bit, 2⁻⁴⁶, far below the last place. After the cancellation that bit is all that is left.
decimal|The paper’s decimal example: x² − 1|Five significant decimal digits, x = 1.0008, really computed in decimal.
residual|The residual of a division: 1 − q·10|q is 1/10 rounded. The fused operation gives the exact remainder that a correction step needs; separately it is 0.
square|Below zero: x·x − rn(x·x)|The fused result is the rounding error of the square, here negative: a square root taken of it would be NaN, where the separate result is 0.
determinant|A determinant that should be 0|The rows (0.1, 0.2) and (0.3, 0.6) depend on each other, even as stored numbers. With b·c rounded first, fusing only the other product leaves that rounding error behind.
release|A line of code that differs between builds|b·c + d, once with and once without contraction: the last bit differs, as between a debug and a release build.
overflow|An overflow on the way|2⁶⁴ × 2⁶⁴ is beyond binary32, but the sum is not: separately the result is infinite.
underflow|An underflow on the way|The product is half of the smallest number. Separately it rounds to 0; fused, it makes a tie that goes the other way.
double|0.1 × 0.1 − 0.01 in binary64|Both ways see the stored numbers, not the decimals; they answer with different last bits of a tiny difference.
same|No difference: 1.5 × 2.5 + 0.1|The product is exact, so there is nothing to lose in the first rounding.`

// Words of the FMA view.
const (
	scopeTitle     = "Where the bits are lost"
	scopeCaption   = "Left, the product is rounded to the format before the sum; right, every bit of it takes part. Amber marks what a rounding discards; under the exact product, what the other way has lost by then."
	figureTitle    = "Figure 1, computed here"
	figureNote     = "The code of the figure prints lines such as “a 1.0000001”: its format strings lack the colon that the printed output shows. The lines here have it, with %.8g computed from the bits."
	decimalTitle   = "Five digits, or three to ten"
	decimalNote    = "The paper gives the true value as 1.60064 × 10⁻⁴ and the results with the same power of ten; 1.00160064 − 1 is 1.60064 × 10⁻³. Its summary also prints rn(x²) = 1.0016 × 10⁻⁴, which is 1.0016. The errors it calls 0.00064 and 0.00004 are differences of the leading digits; the errors themselves are 6.4 × 10⁻⁷ and 4 × 10⁻⁸."
	decimalCaption = "The digits that the first rounding drops are the ones that matter after the cancellation."
	machineBinary  = "binary"
	machineDecimal = "decimal, x² − 1"
)

// separate and FMAFused are the two ways with the rounding written as rn, rz, …
func separate(rn string) string { return rn + "(" + rn + "(x × y) + z)" }

// fused is the fused way.
func fused(rn string) string { return rn + "(x × y + z)" }

// The titles of the two ways.
const (
	separateTitle = "Two roundings: "
	fusedTitle    = "One rounding: "
)

// verdict says which result is closer to the exact value, and by how much. fused and separate are signed errors in
// ulp.
func verdict(same bool, closer int, finite, fusedKnown, separateKnown bool, fused, separate string) string {
	switch {
	case same && fused == "0":
		return "Both ways give the same result, and it is exact."
	case same:
		return "Both ways give the same result."
	case !finite:
		return "The ways differ, and an operand that is not a number or not finite leaves no exact value to compare with."
	case fusedKnown && !separateKnown:
		return "Fused, the result is a number; separately, the first step already left the range."
	case !fusedKnown:
		return "The ways differ, and the fused result has no value to compare."
	case closer == 0:
		return "The results differ but are equally far from the exact value."
	}
	f, s := strings.TrimLeft(fused, "+-"), strings.TrimLeft(separate, "+-")
	if closer > 0 {
		return "The separate result is closer here: " + s + " ulp off, the fused one " + f + " ulp."
	}
	if f == "0" {
		return "The fused result is exact; the separate one is " + s + " ulp off."
	}
	return "The fused result is closer: " + f + " ulp off, the separate one " + s + " ulp."
}
