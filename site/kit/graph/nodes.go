// Package graph draws the order in which a sum is evaluated, with the value and the rounding error of each operation.
package graph

import (
	"strconv"
	"strings"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
)

// Graph is one order with the numbers of its nodes.
type Graph struct {
	F     *format.Format
	Dir   round.Direction
	Shape int // its place in the catalogue
	ID    string
	Name  string
	Sum   bool
	Terms int
	Steps int
	Count int // roundings
	Nodes []Node

	Measured bool
	A, B     []wide.U128 // the elements; a sum has them in A

	// The result: the value or ten digits of it, the code, and its error in ulp of the exact value, "" where there is none.
	Decimal, Hex, Error string
	Correct             bool // equal to the exact value rounded once
}

// Short returns the value of node i, rounded to six significant digits where it has more.
func (g Graph) Short(i int) string { return text.ValueTo(g.F, g.Nodes[i].Bits, 6) }

// Result returns the last node.
func (g Graph) Result() Node { return g.Nodes[len(g.Nodes)-1] }

// Node is one node of a graph.
type Node struct {
	reduce.Node
	At    int
	Name  string // "p₁" for a product, "t₂" for a running or partial sum, "A" for an element of a sum
	Bits  wide.U128
	Flags round.Flags
	// Exact is the exact value of the whole expression under the node, Before that of the operation on its rounded
	// operands; they have a meaning only if OK.
	Exact, Before exact.Value
	OK            bool
	// Local and Total are the errors against Before and Exact in ulp, in units of 2^-exact.FixedBits.
	Local, Total int64
}

// Subscript writes n >= 0 with subscript digits.
func Subscript(n int) string {
	var b strings.Builder
	for _, c := range strconv.Itoa(n) {
		b.WriteRune('₀' + c - '0')
	}
	return b.String()
}

// Tint is the class of a rounding error for pictures.
type Tint uint8

// The tints, on a scale that is the same in every picture: no error, up to an eighth, a quarter, three eighths, half
// an ulp, and beyond, which directed rounding and cancellation below the smallest quantum can reach.
const (
	TintExact Tint = iota
	TintEighth
	TintQuarter
	TintThree
	TintHalf
	TintBeyond
	Tints
)

// Tint returns the class of the node's own rounding error.
func (n Node) Tint() Tint {
	e := n.Local
	if e < 0 {
		e = -e
	}
	const ulp = 1 << exact.FixedBits
	switch {
	case !n.OK:
		return TintBeyond
	case e == 0 && n.Flags&round.Inexact == 0:
		return TintExact
	case e <= ulp/8:
		return TintEighth
	case e <= ulp/4:
		return TintQuarter
	case e <= 3*ulp/8:
		return TintThree
	case e <= ulp/2:
		return TintHalf
	}
	return TintBeyond
}

// Hex writes a code as the paper does: 0x and upper-case digits.
func Hex(f *format.Format, c wide.U128) string {
	return "0x" + strings.ToUpper(text.Bits(f, c)[2:])
}

// Formula writes what node i computes: "p₁ = rn(a₁ × b₁)".
func (g Graph) Formula(i int) string {
	n := g.Nodes[i]
	rn := words.RoundName(g.Dir)
	switch n.Kind {
	case reduce.Start:
		return n.Name + " = 0"
	case reduce.Load:
		return n.Name
	case reduce.Multiply:
		return n.Name + " = " + rn + "(" + pair(n.Leaf) + ")"
	case reduce.FusedAdd:
		return n.Name + " = " + rn + "(" + pair(n.Leaf) + " + " + g.Nodes[n.L].Name + ")"
	}
	if g.Sum {
		return g.rounded(i)
	}
	return n.Name + " = " + rn + "(" + g.Nodes[n.L].Name + " + " + g.Nodes[n.R].Name + ")"
}

func pair(leaf int) string {
	s := Subscript(leaf + 1)
	return "a" + s + " × b" + s
}

// rounded writes node i of a sum with every rounding in it: "rn(rn(A + B) + C)".
func (g Graph) rounded(i int) string {
	n := g.Nodes[i]
	if n.Kind == reduce.Load {
		return n.Name
	}
	return words.RoundName(g.Dir) + "(" + g.rounded(n.L) + " + " + g.rounded(n.R) + ")"
}

// Step returns the node that an arrow key leads to from node i: up to an operand, down to the operation that uses it,
// left and right among the operations of the same step, then in the order of the list; Home and End are the first
// node and the result.
func (g Graph) Step(i int, key string) int {
	last := len(g.Nodes) - 1
	if i < 0 || i > last {
		i = last
	}
	n := g.Nodes[i]
	switch key {
	case "Home":
		return 0
	case "End":
		return last
	case "ArrowUp":
		if n.R >= 0 {
			return n.R
		}
		if n.L >= 0 {
			return n.L
		}
	case "ArrowDown":
		for k, m := range g.Nodes {
			if m.L == i || m.R == i {
				return k
			}
		}
	case "ArrowLeft":
		for k := i - 1; k >= 0; k-- {
			if g.Nodes[k].Time == n.Time {
				return k
			}
		}
		if n.L >= 0 {
			return n.L
		}
		return max(i-1, 0)
	case "ArrowRight":
		for k := i + 1; k <= last; k++ {
			if g.Nodes[k].Time == n.Time {
				return k
			}
		}
		return min(i+1, last)
	}
	return i
}

func MarkOf(w, h int, d *svg.Pen) string {
	return `<svg class="mark" viewBox="0 0 ` + words.Num(w) + ` ` + words.Num(h) + `" aria-hidden="true">` + d.B.String() + `</svg>`
}
