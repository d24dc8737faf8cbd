package model

import (
	"strconv"
	"strings"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/state"
)

// DotDigits is the number of significant digits after which exact values in the view's lines are cut.
const DotDigits = 30

// The same in the table: of a dot product as many as the paper prints, of a sum all that three floats need.
const (
	dotRowDigits = 12
	sumRowDigits = 25
)

// RoundName is the short name of one rounding, as in the paper's rn(x).
func RoundName(d round.Direction) string {
	switch d {
	case round.TiesToAway:
		return "ra"
	case round.TowardZero:
		return "rz"
	case round.TowardPositive:
		return "ru"
	case round.TowardNegative:
		return "rd"
	case round.ToOdd:
		return "ro"
	}
	return "rn"
}

// DotDetail is everything about one node, in words and digits.
type DotDetail struct {
	Graph   string // the name of the order
	Where   string // "step 3 of 5, an addition"
	Formula string // "t₂ = rn(t₁ + p₂)"
	Value   string // as text.Value writes it
	Full    string // every digit of the value
	Bits    string
	Code    wide.U128
	Flags   string
	Before  string // the exact result of the operation on its operands, "" where there is none
	Local   string // its rounding error in ulp
	Expr    string // "a₁b₁ + a₂b₂"
	Exact   string // the exact value of Expr
	Total   string // the error against it in ulp
	Op      string // the operation in arith.Ops, "" for an input, and its operands
	X       [3]wide.U128
	Input   bool // nothing is computed here: an element, or the 0 that an accumulator begins with
}

// Detail describes node i of graph k; a node that does not exist is the result.
func (d *Dot) Detail(k, i int) DotDetail {
	g := d.Graph(min(max(k, 0), len(d.Graphs)-1))
	if i < 0 || i >= len(g.Nodes) {
		i = len(g.Nodes) - 1
	}
	n := g.Nodes[i]
	t := DotDetail{Graph: g.Name, Formula: g.Formula(i), Value: text.Value(d.F, n.Bits), Full: text.Decimal(d.F, n.Bits),
		Bits: DotHex(d.F, n.Bits), Code: n.Bits, Flags: flagNames(n.Flags), Expr: d.expr(g, i), Input: !n.Rounds()}
	switch n.Kind {
	case reduce.Start:
		t.Where = "where the sum begins"
	case reduce.Load:
		t.Where = "an element of the sum"
	default:
		what := map[reduce.Kind]string{reduce.Multiply: "a product", reduce.Plus: "a sum", reduce.FusedAdd: "a product and a sum, rounded once"}[n.Kind]
		if i == len(g.Nodes)-1 {
			what = "final" + strings.TrimPrefix(what, "a")
		}
		t.Where = "step " + strconv.Itoa(n.Time) + " of " + strconv.Itoa(g.Steps) + ": " + what
	}
	switch n.Kind {
	case reduce.Multiply:
		t.Op, t.X = "mul", [3]wide.U128{g.A[n.Leaf], g.B[n.Leaf]}
	case reduce.Plus:
		t.Op, t.X = "add", [3]wide.U128{g.Nodes[n.L].Bits, g.Nodes[n.R].Bits}
	case reduce.FusedAdd:
		t.Op, t.X = "fma", [3]wide.U128{g.A[n.Leaf], g.B[n.Leaf], g.Nodes[n.L].Bits}
	}
	if n.OK {
		t.Before, t.Local = Decimal(n.Before, DotDigits), DotUlps(d.F, n.Bits, n.Before, true)
		t.Exact, t.Total = Decimal(n.Exact, DotDigits), DotUlps(d.F, n.Bits, n.Exact, true)
	}
	return t
}

// Formula writes what node i computes: "p₁ = rn(a₁ × b₁)".
func (g DotGraph) Formula(i int) string {
	n := g.Nodes[i]
	rn := RoundName(g.Dir)
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
func (g DotGraph) rounded(i int) string {
	n := g.Nodes[i]
	if n.Kind == reduce.Load {
		return n.Name
	}
	return RoundName(g.Dir) + "(" + g.rounded(n.L) + " + " + g.rounded(n.R) + ")"
}

// expr writes the expression whose exact value node i stands for.
func (d *Dot) expr(g DotGraph, i int) string {
	n := g.Nodes[i]
	if g.Sum {
		if n.Kind == reduce.Load {
			return n.Name
		}
		wrap := func(k int) string {
			if s := d.expr(g, k); g.Nodes[k].Kind == reduce.Load {
				return s
			} else {
				return "(" + s + ")"
			}
		}
		return wrap(n.L) + " + " + wrap(n.R)
	}
	var leaves []int
	var walk func(k int)
	walk = func(k int) {
		m := g.Nodes[k]
		switch m.Kind {
		case reduce.Multiply:
			leaves = append(leaves, m.Leaf)
		case reduce.FusedAdd:
			// A running sum comes first, a product that waits for its neighbour after it.
			if g.Nodes[m.L].Kind == reduce.Multiply {
				leaves = append(leaves, m.Leaf)
				walk(m.L)
			} else {
				walk(m.L)
				leaves = append(leaves, m.Leaf)
			}
		case reduce.Plus:
			walk(m.L)
			walk(m.R)
		}
	}
	walk(i)
	if len(leaves) == 0 {
		return "0"
	}
	term := func(leaf int) string { return "a" + Subscript(leaf+1) + "b" + Subscript(leaf+1) }
	var parts []string
	for k, leaf := range leaves {
		if len(leaves) > 4 && k > 0 && k < len(leaves)-1 {
			if k == 1 {
				parts = append(parts, "…")
			}
			continue
		}
		parts = append(parts, term(leaf))
	}
	return strings.Join(parts, " + ")
}

func flagNames(f round.Flags) string {
	var names []string
	for _, x := range []struct {
		flag round.Flags
		name string
	}{{round.Invalid, "invalid"}, {round.Overflowed, "overflow"}, {round.Underflow, "underflow"}, {round.Inexact, "inexact"}} {
		if f&x.flag != 0 {
			names = append(names, x.name)
		}
	}
	if len(names) == 0 {
		return "no exception"
	}
	return strings.Join(names, ", ")
}

// DotRow is a line of the table of methods.
type DotRow struct {
	Shape   int // the order, -1 for the exact value, -2 for the exact value rounded once
	Name    string
	Result  string // decimal
	Bits    string
	Error   string // in ulp, "" where there is none
	Correct bool   // equal to the exact value rounded once
	Printed string // the code that figure 5 prints, "" where it has no such line
	Same    bool   // the code printed is the code computed
}

// figure5 is the last column of the paper's table: the exact value and the first three orders.
var figure5 = [4]string{"0x3D65350158…", "0x3D653510", "0x3D653501", "0x3D653500"}

// Table returns the lines of figure 5 for the input: the exact value, the exact value rounded once, and every order.
func (d *Dot) Table() []DotRow {
	var rows []DotRow
	example := DotExampleOf(d.In)
	printed := example == "fig5" || example == "printed" || example == "typo"
	rowDigits := dotRowDigits
	if d.In.Sum {
		rowDigits = sumRowDigits
	}
	if d.HasExact {
		r := DotRow{Shape: -1, Name: "exact", Result: Decimal(d.Exact, rowDigits), Bits: DotTail(d.F, d.Exact, 12)}
		if printed {
			r.Printed = figure5[0]
		}
		rows = append(rows, r, DotRow{Shape: -2, Name: "rounded once", Result: d.decimal(d.Once), Bits: DotHex(d.F, d.Once),
			Error: DotUlps(d.F, d.Once, d.Exact, true), Correct: true})
	}
	for k, g := range d.Graphs {
		r := DotRow{Shape: k, Name: g.Name, Result: g.Decimal, Bits: g.Hex, Error: g.Error, Correct: g.Correct}
		if printed && k+1 < len(figure5) {
			r.Printed = figure5[k+1]
			r.Same = r.Printed == r.Bits
		}
		rows = append(rows, r)
	}
	return rows
}

// decimal writes a result: rounded to ten digits, as the paper does, where it has more; every digit in a sum, where the paper's example needs them.
func (d *Dot) decimal(c wide.U128) string {
	if v, ok := exact.FromBits(d.F, c); ok && d.In.Sum {
		return Decimal(v, sumRowDigits)
	}
	return text.ValueTo(d.F, c, 10)
}

// examples holds the inputs of the examples, made at first use.
var examples []DotInput

// DotExampleOf returns the ID of the example that has these data, "" if none has; direction and flushing do not count.
func DotExampleOf(in DotInput) string {
	if examples == nil {
		for _, e := range state.DotExamples {
			d, _ := state.DotExample(e.ID)
			examples = append(examples, DotInputOf(d))
		}
	}
	in.Dir, in.Flush = 0, false
	for i, e := range examples {
		if in == e {
			return state.DotExamples[i].ID
		}
	}
	return ""
}

// Binary is a number as the paper writes it: ± 2^Exp × 1.Kept, with the digits of Lost after the format's last place.
type Binary struct {
	Other string // zero, or what is not a finite number; the rest is empty
	Neg   bool
	Exp   int64
	Lead  string // "1", or "0" for a subnormal number
	Kept  string
	Lost  string // "" if the number is a datum
	More  bool   // digits follow that are not shown
}

// BinaryOf cuts an exact value at the last place of format f; at most most digits of Lost are given.
func BinaryOf(f *format.Format, x exact.Value, most int) Binary {
	if x.IsZero() {
		return Binary{Other: "0"}
	}
	b := Binary{Neg: x.Neg, Exp: x.Log2(), Lead: "1"}
	var s strings.Builder
	n := x.Mag.Len()
	if low := int64(f.Emin); b.Exp < low {
		// Subnormal: the point stands at Emin.
		if low-b.Exp > int64(f.P+most) {
			s.WriteString(strings.Repeat("0", f.P+most))
			b.More = true
		} else {
			s.WriteString(strings.Repeat("0", int(low-b.Exp)-1) + "1")
		}
		b.Lead, b.Exp = "0", low
	}
	for i := n - 2; i >= 0 && s.Len() <= f.P+most; i-- {
		s.WriteByte('0' + byte(x.Mag.Bit(i)))
	}
	digits := s.String()
	if short := f.P - 1 - len(digits); short > 0 {
		digits += strings.Repeat("0", short)
	}
	b.Kept, b.Lost = digits[:f.P-1], digits[f.P-1:]
	if len(b.Lost) > most {
		b.Lost, b.More = b.Lost[:most], true
	}
	return b
}

// BinaryCode is BinaryOf for a datum.
func BinaryCode(f *format.Format, c wide.U128) Binary {
	v, ok := exact.FromBits(f, c)
	if !ok {
		return Binary{Other: text.Value(f, c)}
	}
	return BinaryOf(f, v, 0)
}

// UlpFraction writes an error in ulp that is a multiple of 1/64 below 64 as a fraction, "5/8"; "" for any other.
func UlpFraction(f *format.Format, c wide.U128, ref exact.Value) string {
	v, ok := exact.FromBits(f, c)
	if !ok {
		return ""
	}
	e := v.Sub(ref).Scaled(-int64(exact.Quantum(f, ref)))
	if e.IsZero() || e.Exp >= 0 || e.Exp < -6 || e.Mag.Len() > 12 {
		return ""
	}
	return strconv.FormatUint(e.Mag.Low64(), 10) + "/" + strconv.Itoa(1<<-e.Exp)
}

// Step returns the node that an arrow key leads to from node i: up to an operand, down to the operation that uses it,
// left and right among the operations of the same step, then in the order of the list; Home and End are the first
// node and the result.
func (g DotGraph) Step(i int, key string) int {
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

// maxExpansion is the length beyond which an exact value is not written out.
const maxExpansion = 1200

// Expansion returns every digit of the exact value, "" if there is none or it is too long for the page.
func (d *Dot) Expansion() string {
	if !d.HasExact || !d.Exact.IsZero() && (d.Exact.Exp < -maxExpansion || d.Exact.Log2() > 3*maxExpansion) {
		return ""
	}
	return d.Exact.Decimal()
}
