package quantize

import (
	"ulplab/fpcore/blockscale"
	"ulplab/fpcore/evidence"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/tensor"
	"ulplab/site/kit/html"
	"ulplab/site/kit/words"
)

// mostDot is the longest row whose dot product is shown.
const mostDot = 4096

// Dots is the dot product of two rows: exactly, with their quantized numbers exactly, and as tensor cores add those.
type Dots struct {
	Rows        [2]int
	Problem     string
	Exact, Size exact.Value // of the numbers: the sum of products and that of their magnitudes
	List        []Dot
	begun       bool
	next        [2]int // side, and what of it
}

// Dot is a way to the dot product of quantized rows.
type Dot struct {
	_      [0]func() // not comparable
	Side   int       // the recipe
	On     string
	Detail string
	Kind   evidence.Kind // 0 for the exact sum
	Source string
	Value  string
	Error  string // against the exact dot product, as a part of the sum of magnitudes
	code   uint32
}

// dot does a part of the dot product and reports whether all is there.
func (m *Model) dot() bool {
	d := &m.Dots
	if !m.In.Dotted {
		return true
	}
	if !d.begun {
		d.begun = true
		m.beginDot()
		return false
	}
	if d.Problem != "" || d.next[0] > 1 {
		return true
	}
	side, at := d.next[0], d.next[1]
	r := m.Sides[side]
	switch d.next[1]++; {
	case r.Q == nil || at > len(tensor.Generations):
		d.next = [2]int{side + 1, 0}
	case at == 0:
		var sum exact.Value
		for k := range m.Cols {
			sum = sum.Add(r.Q.Value(d.Rows[0], k).Mul(r.Q.Value(d.Rows[1], k)))
		}
		d.add(&Dot{Side: side, On: "exactly", Detail: "the quantized numbers, nothing rounded", Value: digits(sum), Error: d.error(sum)})
	default:
		m.unit(side, tensor.Generations[at-1])
	}
	return d.next[0] > 1
}

// beginDot adds the products of the numbers themselves.
func (m *Model) beginDot() {
	d := &m.Dots
	for i, n := range m.In.Dot {
		d.Rows[i] = min(int(n), m.Rows-1)
	}
	if m.Cols > mostDot {
		d.Problem = words.Put("A dot product is shown of rows of up to # elements; these have #. Give a shorter length of a row.", words.Thousands(mostDot), words.Thousands(m.Cols))
		return
	}
	for k := range m.Cols {
		x, xok := exactOf(m.X[d.Rows[0]*m.Cols+k])
		y, yok := exactOf(m.X[d.Rows[1]*m.Cols+k])
		if !xok || !yok {
			d.Problem = "A number of these rows is not finite: there is no exact dot product."
			return
		}
		p := x.Mul(y)
		d.Exact = d.Exact.Add(p)
		p.Neg = false
		d.Size = d.Size.Add(p)
	}
}

// exactOf is the exact value of a binary32 code; ok is false where it is not finite.
func exactOf(c uint32) (v exact.Value, ok bool) {
	return exact.FromCode(format.F32, uint64(c))
}

// unit adds what a generation's tensor core gives; generations that give the same are one.
func (m *Model) unit(side int, g tensor.Generation) {
	d, r := &m.Dots, m.Sides[side]
	i, err := blockscale.Instruction(r.Scheme, r.Scheme, g.CC)
	if err != nil {
		return
	}
	c, err := blockscale.Dot(r.Q, r.Q, d.Rows[0], d.Rows[1], g.CC)
	if err != nil {
		return
	}
	cc := words.Fill("#.#", g.CC/10, g.CC%10)
	name := i.Name()
	for n := range d.List {
		if x := &d.List[n]; x.Side == side && x.Kind != 0 && x.code == c && x.Detail == name {
			x.On += ", " + cc
			return
		}
	}
	_, facts, _ := i.Unit(g.CC)
	x := &Dot{Side: side, On: "on " + cc, Detail: name, Kind: facts[0].Kind, Source: facts[0].Source, code: c, Value: value(c, 9)}
	if v, ok := exactOf(c); ok {
		x.Error = d.error(v)
	}
	d.add(x)
}

func (d *Dots) add(x *Dot) { d.List = append(d.List, *x) }

// error writes the difference to the exact dot product as a part of the sum of magnitudes.
func (d *Dots) error(v exact.Value) string {
	e := v.Sub(d.Exact)
	if e.IsZero() {
		return "0"
	}
	q, ok := e.Ratio().Quo(d.Size.Ratio())
	if !ok {
		return ""
	}
	return q.Digits(2).Scientific(1)
}

func digits(v exact.Value) string { return words.DigitsOf(v.Ratio(), false) }

// dots is the table of the dot product.
func dots(m *Model) string {
	d := &m.Dots
	if d.Problem != "" {
		return `<p class="note">` + words.Escape(d.Problem) + `</p>`
	}
	rows := make([]html.Result, len(d.List))
	for i := range rows {
		x := &d.List[i]
		known := ""
		if x.Kind != 0 {
			known = " " + html.Known(x.Kind.String(), x.Source, tensor.SourceTitle(x.Source))
		}
		rows[i] = html.Result{Name: m.title(x.Side) + ", " + x.On, Detail: x.Detail, Known: known, Value: x.Value, Error: x.Error}
	}
	s := html.Results("Dot product", "Error ÷ Σ|x·y|", rows)
	if m.Done {
		s += `<dl class="facts"><dt>Exact Σ x·y</dt><dd class="x">` + words.Escape(words.Minus(digits(d.Exact))) + `</dd></dl>`
		for side, r := range m.Sides {
			if r.Scheme.Elem == nil {
				s += `<p class="note">` + "AB"[side:side+1] + `: no tensor instruction takes MXINT8.</p>`
			}
		}
	}
	return s
}
