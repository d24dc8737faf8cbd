//go:build !opening

package prose

// sumExamples holds the words of state.SumExamples, one a line: ID, name, note.
const sumExamples = `first|1,000 numbers, 128 threads|The paper’s data, uniform in [−1, 2). No order is wrong: each is IEEE 754 arithmetic, rounded correctly at every step, and the sums differ.
eight|Eight numbers, every order|Eight numbers can be added in 135,135 ways. Below, all of them are carried out.
million|A million numbers|The longer the chain of additions, the more roundings a number goes through: serial sums fall behind, trees stay near.
dots|A dot product|Products are rounded before they are added, unless the order fuses them; errors add to those of the sum.
ill|Ill-conditioned|Large numbers cancel and leave little: the condition number says by how much errors grow against the result.
alternating|Alternating signs|Neighbours nearly cancel: orders that add neighbours first never see large sums.
double|binary64, wide exponents|Magnitudes from 2⁻²⁰ to 2²¹ in double precision: the spread of results is there as in single, at the fifteenth digit.
fig5|Figure 5 of the paper|The vectors of four elements of the paper’s chapter 3: serial, fused and parallel give three results.
neumaier|1 + 10¹⁰⁰ + 1 − 10¹⁰⁰|The sum is 2. The serial loop gives 0, and so does Kahan’s; Neumaier’s keeps what the large number pushed out, and orders that add 10¹⁰⁰ and −10¹⁰⁰ first lose nothing.`

// SumExample returns the words of an example, those of the reader's own state for "".
func SumExample(id string) OpWords {
	return exampleWords(sumExamples, id, "Custom data: the same orders on them.")
}

// SumKindNames are the words of summation.Kinds.
var SumKindNames = [...]string{"uniform in [−1, 2)", "normal (12 uniform numbers added)", "wide exponents", "alternating signs", "ill-conditioned", "custom", "file"}

// SumLanes are the words of summation.RowKind.
var SumLanes = [...]string{"loops", "trees and blocks", "random arrival", "libraries, as measured", "compensated and exact"}

// SumPatterns are the words of summation.GridOrders.
var SumPatterns = [...]string{"shared memory: threads half a block apart", "shared memory: neighbouring threads", "warp shuffle down, 16 to 1", "warp shuffle down, 1 to 16"}

// The words of the Reduction view.
const (
	SumIntro        = "A floating-point addition rounds, so the same numbers added in another order can give other bits. Here one data set is added in the orders of loops, GPU kernels and libraries, and every result is compared with the exact sum."
	SumStripTitle   = "One data set, many summation orders"
	SumStripCaption = "Each mark is an order of additions, at its error in ulp; the purple line is the exact sum, and only what is within ½ ulp of it is correctly rounded. Marks at one place are one result. Press a mark to look at its order."
	SumTableTitle   = "Every order"
	SumTableNote    = "Digits that differ from those of the exact sum, rounded once, are marked. The worst-case bound holds for every input of this size and sum of magnitudes; the probabilistic one with a probability of 99 % if rounding errors are independent with mean 0. The depth is the longest chain of dependent additions."
	SumTableOwn     = "The additions are the processor’s own, tested to equal the lab’s integer arithmetic bit for bit."
	SumTreesTitle   = "All orders"
	SumDrawnTitle   = "Random orders"
	SumTreeTitle    = "The order as a tree"
	SumTreeCaption  = "Additions on one level can run together; time goes down. The tint is the rounding error of the one addition, in ulp of its own result."
)
