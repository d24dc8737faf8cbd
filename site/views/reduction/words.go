package reduction

import (
	"math"
	"strconv"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/summation"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/words"
)

// Shown writes a result for the page: ≈ before digits that are not all of its value.
func (m *Model) Shown(c wide.U128) string { return value(m.F, c) }

// value is Shown of a format.
func value(f *format.Format, c wide.U128) string { return text.ValueTo(f, c, digits(f)) }

// Decimal writes a result with the digits that tell it from all others, for files.
func (m *Model) Decimal(c wide.U128) string {
	return text.FormatG(m.F, c, digits(m.F))
}

// digits are the digits that tell all numbers of a format apart, 2 at least.
func digits(f *format.Format) int { return max(2, (f.P*30103+99999)/100000+1) }

// Ulps writes an error in ulp, "–" where there is none.
func Ulps(x float64, ok bool) string {
	switch {
	case !ok:
		return "–"
	case math.Abs(x) < 1e9:
		s := words.Ulps(int64(math.Round(math.Ldexp(x, exact.FixedBits))))
		if a := math.Round(math.Abs(x)); a >= 1000 { // no places behind the point then
			sign := "+"
			if x < 0 {
				sign = "−"
			}
			s = sign + words.Thousands(uint64(a))
		}
		return s
	case x < 0:
		return "−" + strconv.FormatFloat(-x, 'e', 1, 64)
	}
	return "+" + strconv.FormatFloat(x, 'e', 1, 64)
}

// bound writes a bound in ulp, "–" for none.
func bound(x float64) string {
	switch {
	case math.IsNaN(x):
		return "–"
	case math.IsInf(x, 0):
		return "∞"
	case x < 10:
		return strconv.FormatFloat(x, 'f', 2, 64)
	case x < 100000:
		return words.Thousands(uint64(math.Ceil(x)))
	}
	return strconv.FormatFloat(x, 'e', 1, 64)
}

// SumCondition writes the condition number.
func (m *Model) SumCondition() string {
	c := m.Data.Condition()
	if c < 1000 {
		return strconv.FormatFloat(c, 'g', 3, 64)
	}
	return bound(c)
}

// local writes the rounding error of a node, "–" where it has none.
func local(d *summation.Detail) string { return fixed(d.Local, d.Measured) }

// soFar writes the error of a node against the exact sum, "–" where it has none.
func soFar(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

func fixed(e int64, ok bool) string {
	if !ok {
		return "–"
	}
	return words.Ulps(e)
}

// Words are the lines on a node of the big tree.
type Words struct{ Value, Short, Code, Error string }

// wordsOf returns the lines on a node.
func wordsOf(b *summation.Tree, at summation.Node) Words {
	f, c := b.Number(at)
	w := Words{Value: text.FormatG(f, c, 9), Short: text.FormatG(f, c, 4)}
	n := f.Bits / 4
	d := make([]byte, n)
	for i := range d {
		d[i] = "0123456789abcdef"[c.Lo>>(4*(n-1-i))&15]
	}
	w.Code = "0x" + string(d)
	if at.Place < 0 {
		w.Error = "element " + strconv.Itoa(b.Element(at.Rank))
	} else if e, ok := b.Rounding(at); ok {
		w.Error = words.Ulps(e) + " ulp"
		if e == 0 {
			w.Error = "exact"
		}
	}
	return w
}

// sumExamples holds the words of Examples, one a line: ID, name, note.
const sumExamples = `first|1,000 numbers, 128 threads|The paper’s data, uniform in [−1, 2). No order is wrong: each is IEEE 754 arithmetic, rounded correctly at every step, and the sums differ.
eight|Eight numbers, every order|Eight numbers can be added in 135,135 ways. Below, all of them are carried out.
million|A million numbers|The longer the chain of additions, the more roundings a number goes through: serial sums fall behind, trees stay near.
dots|A dot product|Products are rounded before they are added, unless the order fuses them; errors add to those of the sum.
ill|Ill-conditioned|Large numbers cancel and leave little: the condition number says by how much errors grow against the result.
alternating|Alternating signs|Neighbours nearly cancel: orders that add neighbours first never see large sums.
double|binary64, wide exponents|Magnitudes from 2⁻²⁰ to 2²¹ in double precision: the spread of results is there as in single, at the fifteenth digit.
fig5|Figure 5 of the paper|The vectors of four elements of the paper’s chapter 3: serial, fused and parallel give three results.
neumaier|1 + 10¹⁰⁰ + 1 − 10¹⁰⁰|The sum is 2. The serial loop gives 0, and so does Kahan’s; Neumaier’s keeps what the large number pushed out, and orders that add 10¹⁰⁰ and −10¹⁰⁰ first lose nothing.`

// example returns the words of an example, those of the reader's own state for "".
func example(id string) words.Example {
	return words.ExampleOf(sumExamples, id, "Custom data: the same orders on them.")
}

// kindNames are the words of summation.Kinds.
var kindNames = [...]string{"uniform in [−1, 2)", "normal (12 uniform numbers added)", "wide exponents", "alternating signs", "ill-conditioned", "custom", "file"}

// sumLanes are the words of summation.RowKind.
var sumLanes = [...]string{"loops", "trees and blocks", "random arrival", "libraries, as measured", "compensated and exact"}

// patterns are the words of summation.GridOrders.
var patterns = [...]string{"shared memory: threads half a block apart", "shared memory: neighbouring threads", "warp shuffle down, 16 to 1", "warp shuffle down, 1 to 16"}

// The words of the Reduction view.
const (
	intro        = "A floating-point addition rounds, so the same numbers added in another order can give other bits. Here one data set is added in the orders of loops, GPU kernels and libraries, and every result is compared with the exact sum."
	stripTitle   = "One data set, many summation orders"
	stripCaption = "Each mark is an order of additions, at its error in ulp; the purple line is the exact sum, and only what is within ½ ulp of it is correctly rounded. Marks at one place are one result. Press a mark to look at its order."
	tableTitle   = "Every order"
	tableNote    = "Digits that differ from those of the exact sum, rounded once, are marked. The worst-case bound holds for every input of this size and sum of magnitudes; the probabilistic one with a probability of 99 % if rounding errors are independent with mean 0. The depth is the longest chain of dependent additions."
	tableOwn     = "The additions are the processor’s own, tested to equal the lab’s integer arithmetic bit for bit."
	treesTitle   = "All orders"
	drawnTitle   = "Random orders"
	treeTitle    = "The order as a tree"
	treeCaption  = "Additions on one level can run together; time goes down. The tint is the rounding error of the one addition, in ulp of its own result."
)
