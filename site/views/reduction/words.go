package reduction

// intro stands over the view.
const intro = "A floating-point addition rounds, so the same numbers added in another order can give other bits. Here one data set is added in the orders of loops, GPU kernels and libraries, and every result is compared with the exact sum."

// The words about the arithmetic of the additions.
const (
	arithTitle = "Arithmetic of the additions"
	arithNote  = "Elements are rounded to their format first, to nearest: that is the data. Products and sums are rounded at every step, the result once more if its format is another. The table, the launches, the trees and the statistics follow. Bounds are known for the default only. Stochastic rounding is left out: it needs random bits."
	arithMAD   = "MAD of compute capability 1.x truncates the product to 24 bits, flushes subnormals and rounds the sum to nearest."
)

// The words about the reader's file.
const (
	fileColumn = "Column"
	fileRaw    = "Format of the raw values"
	fileAnyway = "Use it anyway"
)

// sections are the parts of the view: the ID of the section, a title.
const sections = `sum-orders Orders
sum-tree-part Tree
sum-cores Thread counts
sum-all All orders
sum-atomics Atomics
sum-vectors Many vectors
sum-program Program
sum-reveal-part Recover an order`

// arithNames are the words of ArithPresets.
var arithNames = [...]string{"default", "sums toward zero", "bfloat16 data, binary32 sums", "bfloat16 in and out", "binary16 throughout", "E4M3 data, binary32 sums", "FMAD (compute capability 1.x), flushed", "binary64 inside"}

// ExampleWords holds the words of Examples, one a line: ID, name, note.
const ExampleWords = `first|1,000 numbers, 128 threads|The paper’s data, uniform in [−1, 2). No order is wrong: each is IEEE 754 arithmetic, rounded correctly at every step, and the sums differ.
eight|Eight numbers, every order|Eight numbers can be added in 135,135 ways. Below, all of them are carried out.
million|A million numbers|The longer the chain of additions, the more roundings a number goes through: serial sums fall behind, trees stay near.
dots|A dot product|Products are rounded before they are added, unless the order fuses them; errors add to those of the sum.
ill|Ill-conditioned|Large numbers cancel and leave little: the condition number says by how much errors grow against the result.
alternating|Alternating signs|Neighbours nearly cancel: orders that add neighbours first never see large sums.
double|binary64, wide exponents|Magnitudes from 2⁻²⁰ to 2²¹ in double precision: the spread of results is there as in single, at the fifteenth digit.
fig5|Figure 5 of the paper|The vectors of four elements of the paper’s chapter 3: serial, fused and parallel give three results.
neumaier|1 + 10¹⁰⁰ + 1 − 10¹⁰⁰|The sum is 2. The serial loop gives 0, and so does Kahan’s; Neumaier’s keeps what the large number pushed out, and orders that add 10¹⁰⁰ and −10¹⁰⁰ first lose nothing.`

// patterns are the words of summation.GridOrders.
var patterns = [...]string{"shared memory: threads half a block apart", "shared memory: neighbouring threads", "warp shuffle down, 16 to 1", "warp shuffle down, 1 to 16"}
