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

// DotInput is what the arithmetic of the Dot product view depends on.
type DotInput struct {
	Sum    bool
	Format string
	Dir    round.Direction
	Flush  bool
	N      uint8
	V      [2][state.DotMost]wide.U128
	X      [3]wide.U128
}

// DotInputOf takes the input out of the state.
func DotInputOf(d state.Dot) DotInput {
	in := DotInput{Sum: d.Sum, Format: d.Format, Dir: d.Dir, Flush: d.Flush}
	if d.Sum {
		in.X = d.X
	} else {
		in.N, in.V = d.N, d.V
	}
	return in
}

// Dot is every order run on one input.
type Dot struct {
	In       DotInput
	F        *format.Format
	Env      round.Env
	A, B     []wide.U128 // the elements; a sum has them in A
	Exact    exact.Value // has a meaning only if HasExact
	HasExact bool
	Once     wide.U128  // the exact value rounded once, if HasExact
	Graphs   []DotGraph // their nodes have errors and exact values once Graph has asked for them
}

// DotGraph is one order with the numbers of its nodes.
type DotGraph struct {
	F     *format.Format
	Dir   round.Direction
	Shape int // its place in the catalogue
	ID    string
	Name  string
	Sum   bool
	Terms int
	Steps int
	Count int // roundings
	Nodes []DotNode

	measured bool
	A, B     []wide.U128 // the elements; a sum has them in A

	// The result: the value or ten digits of it, the code, and its error in ulp of the exact value, "" where there is none.
	Decimal, Hex, Error string
	Correct             bool // equal to the exact value rounded once
}

// Short returns the value of node i, rounded to six significant digits where it has more.
func (g DotGraph) Short(i int) string { return text.ValueTo(g.F, g.Nodes[i].Bits, 6) }

// Result returns the last node.
func (g DotGraph) Result() DotNode { return g.Nodes[len(g.Nodes)-1] }

// DotNode is one node of a graph.
type DotNode struct {
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

// BuildDot runs every order of the view and measures every node.
func BuildDot(in DotInput) *Dot {
	d := RunDot(in)
	for k := range d.Graphs {
		d.Graph(k)
	}
	return d
}

// RunDot is BuildDot for a page that shows few of the orders: nodes are measured when Graph asks for them.
func RunDot(in DotInput) *Dot {
	s := state.Dot{Sum: in.Sum, Format: in.Format, Dir: in.Dir, Flush: in.Flush, N: in.N, V: in.V, X: in.X}
	d := &Dot{In: in, F: s.F(), Env: s.Env()}
	once := round.Env{Direction: in.Dir}
	if in.Sum {
		d.A = in.X[:]
		d.Exact, d.HasExact = exact.Sum(d.F, d.A)
	} else {
		d.A, d.B = in.V[state.DotA][:in.N], in.V[state.DotB][:in.N]
		d.Exact, d.HasExact = exact.Dot(d.F, d.A, d.B)
	}
	if d.HasExact {
		d.Once = d.Exact.Round(once, d.F).Bits
	}
	for k, shape := range s.Shapes() {
		d.Graphs = append(d.Graphs, d.graph(k, shape))
	}
	return d
}

// Graph returns order k with the exact values and errors of its nodes, which are computed when they are first asked
// for: a page shows few of the orders.
func (d *Dot) Graph(k int) DotGraph {
	g := &d.Graphs[k]
	if !g.measured {
		for i := range g.Nodes {
			d.measure(g.Nodes, &g.Nodes[i])
		}
		g.measured = true
	}
	return *g
}

// AllExact reports whether no operation of any order rounded anything off.
func (d *Dot) AllExact() bool {
	for k := range d.Graphs {
		for _, n := range d.Graph(k).Nodes {
			if n.Tint() != TintExact {
				return false
			}
		}
	}
	return true
}

func (d *Dot) graph(k int, shape reduce.Shape) DotGraph {
	tree := shape.Build(len(d.A))
	results := reduce.Run(d.Env, d.F, tree, d.A, d.B)
	g := DotGraph{F: d.F, Dir: d.In.Dir, A: d.A, B: d.B, Shape: k, ID: shape.ID, Name: shape.Name, Sum: d.In.Sum, Terms: len(d.A), Steps: tree.Depth(), Count: tree.Operations()}
	g.Nodes = make([]DotNode, len(tree))
	sums := 0
	for i, n := range tree {
		m := DotNode{Node: n, At: i, Bits: results[i].Bits, Flags: results[i].Flags}
		switch n.Kind {
		case reduce.Start:
			m.Name = "t" + Subscript(0)
		case reduce.Load:
			m.Name = string(rune('A' + n.Leaf))
		case reduce.Multiply:
			m.Name = "p" + Subscript(n.Leaf+1)
		default:
			sums++
			m.Name = "t" + Subscript(sums)
		}
		g.Nodes[i] = m
	}
	last := g.Result()
	g.Decimal, g.Hex, g.Error = d.decimal(last.Bits), DotHex(d.F, last.Bits), DotUlps(d.F, last.Bits, d.Exact, d.HasExact)
	g.Correct = d.HasExact && last.Bits == d.Once
	return g
}

// measure fills in the exact values and the errors of a node from those before it.
func (d *Dot) measure(before []DotNode, m *DotNode) {
	var product exact.Value
	pOK := true
	if m.Kind == reduce.Multiply || m.Kind == reduce.FusedAdd {
		x, xOK := exact.FromBits(d.F, d.A[m.Leaf])
		y, yOK := exact.FromBits(d.F, d.B[m.Leaf])
		if pOK = xOK && yOK; pOK {
			product = x.Mul(y)
		}
	}
	value := func(i int) (exact.Value, bool) { return exact.FromBits(d.F, before[i].Bits) }
	switch m.Kind {
	case reduce.Start, reduce.Load:
		m.Exact, m.OK = exact.FromBits(d.F, m.Bits)
		m.Before = m.Exact
	case reduce.Multiply:
		m.Exact, m.Before, m.OK = product, product, pOK
	case reduce.FusedAdd:
		l, ok := value(m.L)
		if m.OK = ok && pOK && before[m.L].OK; m.OK {
			m.Exact, m.Before = product.Add(before[m.L].Exact), product.Add(l)
		}
	case reduce.Plus:
		l, lOK := value(m.L)
		r, rOK := value(m.R)
		if m.OK = lOK && rOK && before[m.L].OK && before[m.R].OK; m.OK {
			m.Exact, m.Before = before[m.L].Exact.Add(before[m.R].Exact), l.Add(r)
		}
	}
	if m.OK {
		var lOK, tOK bool
		m.Local, lOK = exact.ErrorFixed(d.F, m.Bits, m.Before)
		m.Total, tOK = exact.ErrorFixed(d.F, m.Bits, m.Exact)
		m.OK = lOK && tOK
	}
}

// Subscript writes n >= 0 with subscript digits.
func Subscript(n int) string {
	var b strings.Builder
	for _, c := range strconv.Itoa(n) {
		b.WriteRune('₀' + c - '0')
	}
	return b.String()
}

// Ulps writes an error of a node in ulp with two digits after the point: "+0.31", "0" for none.
func Ulps(fixed int64) string {
	if fixed == 0 {
		return "0"
	}
	sign := "+"
	if fixed < 0 {
		sign, fixed = "−", -fixed
	}
	if fixed >= 100<<exact.FixedBits {
		return sign + strconv.FormatInt((fixed+1<<(exact.FixedBits-1))>>exact.FixedBits, 10)
	}
	n := (fixed*100 + 1<<(exact.FixedBits-1)) >> exact.FixedBits
	if n == 0 {
		return sign + "0.00"
	}
	return sign + strconv.FormatInt(n/100, 10) + "." + strconv.FormatInt(n/10%10, 10) + strconv.FormatInt(n%10, 10)
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
func (n DotNode) Tint() Tint {
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

// DotHex writes a code as the paper does: 0x and upper-case digits.
func DotHex(f *format.Format, c wide.U128) string {
	return "0x" + strings.ToUpper(text.Bits(f, c)[2:])
}

// DotUlps is the error of a result in ulp, as exact.ErrorUlps writes it, with a minus instead of a hyphen; "none" for
// no error, "" if there is no exact value.
func DotUlps(f *format.Format, c wide.U128, ref exact.Value, ok bool) string {
	if !ok {
		return ""
	}
	s := exact.ErrorUlps(f, c, ref)
	if s == "0" {
		return "0"
	}
	return strings.Replace(s, "-", "−", 1)
}

// Decimal returns the digits of an exact value: all of them if there are at most most significant ones, else as many
// with … after them, nothing rounded.
func Decimal(x exact.Value, most int) string { return firstDigits(x.Digits, most) }

// DotTail writes an exact value as the paper writes that of figure 5: the code of the value rounded toward zero and,
// after a point, what is left in units of its last place as hexadecimal digits in whole bytes, at most most digits.
// "" if it is beyond the format.
func DotTail(f *format.Format, x exact.Value, most int) string {
	r := x.Round(round.Env{Direction: round.TowardZero}, f)
	v, ok := exact.FromBits(f, r.Bits)
	if !ok || r.Decision.Overflow {
		return ""
	}
	s := DotHex(f, r.Bits)
	rest := x.Sub(v)
	if rest.IsZero() {
		return s
	}
	_, q := f.IntegerSig(r.Bits)
	rest = rest.Scaled(-int64(q))
	// rest = Mag * 2^Exp < 1, Exp < 0.
	digits := (int(-rest.Exp) + 7) / 8 * 2
	m := rest.Mag.Shl(uint(4*digits) - uint(-rest.Exp))
	var b strings.Builder
	b.WriteString(s)
	b.WriteByte('.')
	for i := 0; i < min(digits, most); i++ {
		d := 0
		for k := range 4 {
			d = d<<1 | int(m.Bit(4*(digits-i)-1-k))
		}
		b.WriteByte("0123456789ABCDEF"[d])
	}
	if digits > most {
		b.WriteString("…")
	}
	return b.String()
}
