package dotproduct

import (
	"strings"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/graph"
	"ulplab/site/kit/words"
)

// Input is what the arithmetic of the Dot product view depends on.
type Input struct {
	Sum    bool
	Format string
	Dir    round.Direction
	Flush  bool
	N      uint8
	V      [2][Most]wide.U128
	X      [3]wide.U128
}

// InputOf takes the input out of the state.
func InputOf(d State) Input {
	in := Input{Sum: d.Sum, Format: d.Format, Dir: d.Dir, Flush: d.Flush}
	if d.Sum {
		in.X = d.X
	} else {
		in.N, in.V = d.N, d.V
	}
	return in
}

// Model is every order run on one input.
type Model struct {
	In       Input
	F        *format.Format
	Env      round.Env
	A, B     []wide.U128 // the elements; a sum has them in A
	Exact    exact.Value // has a meaning only if HasExact
	HasExact bool
	Once     wide.U128     // the exact value rounded once, if HasExact
	Graphs   []graph.Graph // their nodes have errors and exact values once Graph has asked for them
}

// Build runs every order of the view and measures every node.
func Build(in Input) *Model {
	d := run(in)
	for k := range d.Graphs {
		d.Graph(k)
	}
	return d
}

// run is Build for a page that shows few of the orders: nodes are measured when Graph asks for them.
func run(in Input) *Model {
	s := State{Sum: in.Sum, Format: in.Format, Dir: in.Dir, Flush: in.Flush, N: in.N, V: in.V, X: in.X}
	d := &Model{In: in, F: s.F(), Env: s.Env()}
	once := round.Env{Direction: in.Dir}
	if in.Sum {
		d.A = in.X[:]
		d.Exact, d.HasExact = exact.Sum(d.F, d.A)
	} else {
		d.A, d.B = in.V[A][:in.N], in.V[B][:in.N]
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
func (d *Model) Graph(k int) graph.Graph {
	g := &d.Graphs[k]
	if !g.Measured {
		for i := range g.Nodes {
			d.measure(g.Nodes, &g.Nodes[i])
		}
		g.Measured = true
	}
	return *g
}

// AllExact reports whether no operation of any order rounded anything off.
func (d *Model) AllExact() bool {
	for k := range d.Graphs {
		for _, n := range d.Graph(k).Nodes {
			if n.Tint() != graph.TintExact {
				return false
			}
		}
	}
	return true
}

func (d *Model) graph(k int, shape reduce.Shape) graph.Graph {
	tree := shape.Build(len(d.A))
	results := reduce.Run(d.Env, d.F, tree, d.A, d.B)
	g := graph.Graph{F: d.F, Dir: d.In.Dir, A: d.A, B: d.B, Shape: k, ID: shape.ID, Name: shape.Name, Sum: d.In.Sum, Terms: len(d.A), Steps: tree.Depth(), Count: tree.Operations()}
	g.Nodes = make([]graph.Node, len(tree))
	sums := 0
	for i, n := range tree {
		m := graph.Node{Node: n, At: i, Bits: results[i].Bits, Flags: results[i].Flags}
		switch n.Kind {
		case reduce.Start:
			m.Name = "t" + graph.Subscript(0)
		case reduce.Load:
			m.Name = string(rune('A' + n.Leaf))
		case reduce.Multiply:
			m.Name = "p" + graph.Subscript(n.Leaf+1)
		default:
			sums++
			m.Name = "t" + graph.Subscript(sums)
		}
		g.Nodes[i] = m
	}
	last := g.Result()
	g.Decimal, g.Hex, g.Error = d.decimal(last.Bits), graph.Hex(d.F, last.Bits), ulps(d.F, last.Bits, d.Exact, d.HasExact)
	g.Correct = d.HasExact && last.Bits == d.Once
	return g
}

// measure fills in the exact values and the errors of a node from those before it.
func (d *Model) measure(before []graph.Node, m *graph.Node) {
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

// ulps is the error of a result in ulp, as exact.ErrorUlps writes it, with a minus instead of a hyphen; "none" for
// no error, "" if there is no exact value.
func ulps(f *format.Format, c wide.U128, ref exact.Value, ok bool) string {
	if !ok {
		return ""
	}
	s := exact.ErrorUlps(f, c, ref)
	if s == "0" {
		return "0"
	}
	return words.Minus(words.Grouped(s))
}

// decimal returns the digits of an exact value: all of them if there are at most most significant ones, else as many
// with … after them, nothing rounded.
func decimal(x exact.Value, most int) string { return words.FirstDigits(x.Digits, most) }

// tail writes an exact value as the paper writes that of figure 5: the code of the value rounded toward zero and,
// after a point, what is left in units of its last place as hexadecimal digits in whole bytes, at most most digits.
// "" if it is beyond the format.
func tail(f *format.Format, x exact.Value, most int) string {
	r := x.Round(round.Env{Direction: round.TowardZero}, f)
	v, ok := exact.FromBits(f, r.Bits)
	if !ok || r.Decision.Overflow {
		return ""
	}
	s := graph.Hex(f, r.Bits)
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
