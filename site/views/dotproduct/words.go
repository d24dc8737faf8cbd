package dotproduct

import (
	"strconv"
	"strings"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/round"
	"ulplab/fpcore/stable"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/graph"
	"ulplab/site/kit/words"
)

// digits is the number of significant digits after which exact values in the view's lines are cut.
const digits = 30

// The same in the table: of a dot product as many as the paper prints, of a sum all that three floats need.
const (
	rowDigits    = 12
	sumRowDigits = 25
)

// Detail is everything about one node, in words and digits.
type Detail struct {
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
func (d *Model) Detail(k, i int) Detail {
	g := d.Graph(min(max(k, 0), len(d.Graphs)-1))
	if i < 0 || i >= len(g.Nodes) {
		i = len(g.Nodes) - 1
	}
	n := g.Nodes[i]
	t := Detail{Graph: g.Name, Formula: g.Formula(i), Value: words.Brief(d.F, n.Bits), Full: text.Decimal(d.F, n.Bits),
		Bits: graph.Hex(d.F, n.Bits), Code: n.Bits, Flags: flagNames(n.Flags), Expr: d.expr(g, i), Input: !n.Rounds()}
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
		t.Before, t.Local = decimal(n.Before, digits), ulps(d.F, n.Bits, n.Before, true)
		t.Exact, t.Total = decimal(n.Exact, digits), ulps(d.F, n.Bits, n.Exact, true)
	}
	return t
}

// expr writes the expression whose exact value node i stands for.
func (d *Model) expr(g graph.Graph, i int) string {
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
	term := func(leaf int) string { return "a" + graph.Subscript(leaf+1) + "b" + graph.Subscript(leaf+1) }
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

// Row is a line of the table of methods.
type Row struct {
	_       [0]func() // not comparable
	Shape   int       // the order, -1 for the exact value, -2 for the exact value rounded once
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
func (d *Model) Table() []Row {
	var rows []Row
	example := exampleOf(d.In)
	printed := example == "fig5" || example == "printed" || example == "typo"
	rowDigits := rowDigits
	if d.In.Sum {
		rowDigits = sumRowDigits
	}
	if d.HasExact {
		r := Row{Shape: -1, Name: "exact", Result: decimal(d.Exact, rowDigits), Bits: tail(d.F, d.Exact, 12)}
		if printed {
			r.Printed = figure5[0]
		}
		rows = append(rows, r, Row{Shape: -2, Name: "rounded once", Result: d.decimal(d.Once), Bits: graph.Hex(d.F, d.Once),
			Error: ulps(d.F, d.Once, d.Exact, true), Correct: true})
	}
	for k, g := range d.Graphs {
		r := Row{Shape: k, Name: g.Name, Result: g.Decimal, Bits: g.Hex, Error: g.Error, Correct: g.Correct}
		if printed && k+1 < len(figure5) {
			r.Printed = figure5[k+1]
			r.Same = r.Printed == r.Bits
		}
		rows = append(rows, r)
	}
	return rows
}

// decimal writes a result: rounded to ten digits, as the paper does, where it has more; every digit in a sum, where the paper's example needs them.
func (d *Model) decimal(c wide.U128) string {
	if v, ok := exact.FromBits(d.F, c); ok && d.In.Sum {
		return decimal(v, sumRowDigits)
	}
	return text.ValueTo(d.F, c, 10)
}

// inputs are those of Examples.
var inputs = stable.Once(func() (list []Input) {
	for _, e := range Examples {
		d, _ := Example(e.ID)
		list = append(list, InputOf(d))
	}
	return list
})

// exampleOf returns the ID of the example that has these data, "" if none has; direction and flushing do not count.
func exampleOf(in Input) string {
	in.Dir, in.Flush = 0, false
	for i, e := range inputs() {
		if in == e {
			return Examples[i].ID
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

// binaryOf cuts an exact value at the last place of format f; at most most digits of Lost are given.
func binaryOf(f *format.Format, x exact.Value, most int) Binary {
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

// binaryCode is binaryOf for a datum.
func binaryCode(f *format.Format, c wide.U128) Binary {
	v, ok := exact.FromBits(f, c)
	if !ok {
		return Binary{Other: words.Brief(f, c)}
	}
	return binaryOf(f, v, 0)
}

// ulpFraction writes an error in ulp that is a multiple of 1/64 below 64 as a fraction, "5/8"; "" for any other.
func ulpFraction(f *format.Format, c wide.U128, ref exact.Value) string {
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

// maxExpansion is the length beyond which an exact value is not written out.
const maxExpansion = 1200

// Expansion returns every digit of the exact value, "" if there is none or it is too long for the page.
func (d *Model) Expansion() string {
	if !d.HasExact || !d.Exact.IsZero() && (d.Exact.Exp < -maxExpansion || d.Exact.Log2() > 3*maxExpansion) {
		return ""
	}
	return d.Exact.Decimal()
}

// example is an example of the Dot product view: its name in the menu and what is to be said about it, one
// paragraph a line.
type example struct{ ID, Name, Note string }

// dotExamples has the words of Examples, in the same order.
var dotExamples = []example{
	{"fig5", "Figure 5, recovered vectors",
		"The paper prints these vectors with seven digits. Seven digits do not determine a float: several print alike. These eight floats were found by trying every float that prints so: ten sets of vectors lead to the bits of all three results, and only this one also has the exact value .0559587528435… that the paper prints. All three results come out as printed; the exact value reads 0x3D6535015635B, not 0x3D65350158… as printed.\nFMA rounds least often and here gives the float next to the exact value; the loop ends fifteen floats away from it, the tree one."},
	{"printed", "Figure 5, digits as printed",
		"These are the seven printed digits read as floats. They do not give the table of Figure 5: other codes, and another ranking, in which the parallel order is the worst of the three. The paper’s own vectors had more digits than it shows; the recovered ones are the first example.\nTo let others repeat a result, print nine digits of a float, or its bits."},
	{"typo", "Figure 5, a₃ = 1.148311",
		"Two HTML editions of the paper print 1.148311 for the third element instead of 1.147311. No float that prints so leads to the table of Figure 5: the digit is an error of those editions."},
	{"ints", "52 integers, 2080 … and 2112 …",
		"A question from a forum: why is the sum of 52 products of whole numbers off by 6? The exact value is 234038038; floats of that size are 16 apart, and 234038032 is the nearest. The loop had already given the best possible answer; the tree ends one float further away."},
	{"worse", "Where parallel is worse",
		"Trees are usually better, not always. Here the loop adds 1 and 16777215, cancels them against 16777216 and keeps the 0.5; the tree adds 0.5 to −16777216 first, where floats are 1 apart, and loses it."},
	{"tiny", "1 and fifteen times 2⁻²⁴",
		"Each small term is half a quantum of 1. The loop adds them to 1 one by one and loses every one of them; the tree adds small ones to small ones first and loses only one. From the other end the loop loses nothing before the 1 arrives."},
	{"uniform", "64 numbers in [−1, 2)",
		"Uniform numbers from a fixed seed, like the elements of the paper’s example. Larger graphs are drawn in lines, or as a tree with the products written upright."},
	{"wide", "16 pairs of wide exponents",
		"Exponents from −20 to 20 at random: few of the additions matter, and all orders end within three floats."},
	{"half", "Figure 5 in binary16",
		"The recovered vectors converted to binary16, with 11 bits of significand instead of 24."},
	{"bf16", "Figure 5 in bfloat16",
		"The recovered vectors converted to bfloat16, with 8 bits of significand: after cancellation little is left."},
	{"abc", "A + B + C, chapter 2.2",
		"The same three numbers, added in three orders that are equal in mathematics. Each addition is rounded correctly; (A + B) + C and A + (B + C) still differ in the last bit. Amber marks the digits that rounding discards."},
}

// dotExampleOf returns the example with the ID.
func dotExampleOf(id string) (example, bool) {
	for _, e := range dotExamples {
		if e.ID == id {
			return e, true
		}
	}
	return example{}, false
}

// threeTitle is the title of the small graphs.
func threeTitle(sum bool) string {
	if sum {
		return "One sum, three orders"
	}
	return "One dot product, three orders"
}

// threeCaption says what to notice in the small graphs.
func threeCaption(sum, exact bool) string {
	if sum && exact {
		return "Nothing is discarded here: every addition is exact, and the order makes no difference."
	}
	if sum {
		return "Follow the amber digits: what an addition discards depends on what it is added to first."
	}
	return "Each circle is one operation and one rounding; what stands at the same height can happen at the same time. The deeper the tint, the more was rounded off."
}

// largeTitle is the title of the large graph.
func largeTitle(name string) string { return "Every operation, in the order: " + name }

// Words of the Dot product view.
const (
	largeCaption = "At each operation its rounded value, its code and its own rounding error; choose a node for the exact values behind it."
	own          = "your own"
	vectors      = "Elements"
	pasteHint    = "Paste a list, such as 1.5, 2/3, 0x3f800000, into any field: it fills the fields below."
	tooMany      = "Nothing was pasted: the list has more numbers than the fields from here on, which are "
	dirLabel     = "Rounding direction of every operation"
	tableTitle   = "Results"
)

// answer is what the first orders give, with their errors.
func answer(m *Model) string {
	said := func(g *graph.Graph) string {
		if s := words.Minus(g.Decimal); g.Error == "" || g.Error == "0" {
			return s
		} else {
			return s + ", error " + g.Error + " ulp"
		}
	}
	list, same := "", true
	for k := range min(3, len(m.Graphs)) {
		g := &m.Graphs[k]
		if k > 0 {
			list += "; "
		}
		list += g.Name + " " + said(g)
		same = same && g.Decimal == m.Graphs[0].Decimal
	}
	if same {
		return "The first three orders give " + said(&m.Graphs[0]) + "."
	}
	return words.Capital(list) + "."
}
