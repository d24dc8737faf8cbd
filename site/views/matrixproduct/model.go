package matrixproduct

import (
	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/tensor/product"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/words"
)

// Model is an element as it is computed, a point of a curve at a step.
type Model struct {
	In      Input
	Problem string // why there is nothing
	A, B    []uint64
	Ends    []int            // the lengths at which curves have points; the last is K
	sums    [][2]exact.Value // of the products up to them, and of their magnitudes
	Ways    []Way
	NoPlan  bool   // no order was measured for this size
	Why     string // the link of the question why the element differs from a CPU's, "" before the end
	done    int
}

// Way is a way to compute the element.
type Way struct {
	product.Recipe
	Detail string
	Own    bool    // the call that was chosen
	Curve  []Point // of the accumulator
	Result operand.Datum
	Error  string // in ulp of the result's format
	Size   string // of the error against the sum of magnitudes
}

// Point is the error of an accumulator after so many products: Level is the binary logarithm of its ratio to the sum of
// magnitudes, in 64ths, not above 0; Exact says that there is none.
type Point struct {
	_     [0]func() // not comparable
	Level int
	Exact bool
	Bad   bool // not finite
}

// points is the number of points of a curve, about.
const points = 48

// mostCurves is the number of curves in the picture.
const mostCurves = 6

// Begin prepares the element.
func Begin(in Input, table product.Table) *Model {
	sized, err := in.sized()
	m := &Model{In: sized}
	if err == nil {
		m.A, m.B, err = in.vectors()
	}
	if err != nil {
		m.Problem = words.Minus(err.Error())
		return m
	}
	m.ways(table)
	n := len(m.A)
	step := max(1, (n+points-1)/points)
	if step > 8 {
		step = (step + 31) &^ 31 // whole blocks
	}
	for k := 0; k < n || k == 0; {
		k = min(k+step, n)
		m.Ends = append(m.Ends, k)
	}
	f := in.preset().In
	var sum, size exact.Value
	next := 0
	for k := range m.A {
		x, xok := exact.FromCode(f, m.A[k])
		y, yok := exact.FromCode(f, m.B[k])
		if !xok || !yok {
			m.Problem = words.Fill("Number # of the row or the column is not finite: there is no exact value to compare with.", k+1)
			return m
		}
		p := x.Mul(y)
		sum = sum.Add(p)
		p.Neg = false
		if size = size.Add(p); k+1 == m.Ends[next] {
			m.sums = append(m.sums, [2]exact.Value{sum, size})
			next++
		}
	}
	return m
}

// ways lists how the element is computed: by the library calls on these types, by the units of each generation in one
// chain, and by a chain of fused multiply-adds.
func (m *Model) ways(table product.Table) {
	in := m.In
	chosen := in.preset()
	list := product.Presets()
	add := func(r product.Recipe, own bool) {
		m.Ways = append(m.Ways, Way{Recipe: r, Detail: r.Detail(len(m.A)), Own: own})
	}
	for own := range 2 { // the call chosen first
		for i := range list {
			p := &list[i]
			if p.In != chosen.In || (p.ID == chosen.ID) != (own == 0) {
				continue
			}
			plan, known := p.Plan(int(in.N[M]), int(in.N[N]), len(m.A), in.Layout, table)
			if known == 0 {
				m.NoPlan = m.NoPlan || own == 0
				continue
			}
			add(product.Recipe{Name: p.Name, Plan: plan, Preset: p, Kind: known, Source: planSource(known), In: p.In}, own == 0)
		}
	}
	for _, r := range product.Chains(chosen.In) {
		add(r, false)
	}
}

// total is the number of points to compute.
func (m *Model) total() int { return len(m.Ways) * len(m.sums) }

// Step computes a point.
func (m *Model) Step() (done bool) {
	if m.Problem != "" || m.done >= m.total() {
		return true
	}
	w, at := &m.Ways[m.done/len(m.Ends)], m.done%len(m.Ends)
	n := m.Ends[at]
	a, b := w.Operands(m.A[:n], m.B[:n])
	sum, _ := w.Plan.Element(a, b)
	w.Curve = append(w.Curve, m.point(w.Plan.Sum, sum, at))
	if m.done++; at == len(m.Ends)-1 {
		out := w.Out()
		c := wide.From64(w.Element(m.A, m.B))
		w.Result = operand.DatumOf(out, c, false)
		w.Error = operand.ErrorOf(out, c, m.sums[at][0].Ratio(), "ulp", true).Text
		w.Size = m.ratio(out, c, at)
	}
	if m.done == m.total() {
		m.Why = m.question()
	}
	return m.done == m.total()
}

// point compares an accumulator with the exact sum.
func (m *Model) point(f *format.Format, c uint64, at int) Point {
	v, ok := exact.FromCode(f, c)
	if !ok {
		return Point{Bad: true}
	}
	e := v.Sub(m.sums[at][0])
	if e.IsZero() {
		return Point{Exact: true}
	}
	return Point{Level: min(0, log64(e)-log64(m.sums[at][1]))}
}

// log64 is the binary logarithm of |v| in 64ths, linear between powers of two.
func log64(v exact.Value) int {
	n := v.Mag.Len()
	top := v.Mag
	if n > 7 {
		top = top.Shr(uint(n - 7))
	} else {
		top = top.Shl(uint(7 - n))
	}
	return int(v.Exp+int64(n))*64 + int(top.Low64())&63
}

// ratio writes the size of an error against the sum of magnitudes.
func (m *Model) ratio(f *format.Format, c wide.U128, at int) string {
	v, ok := exact.FromBits(f, c)
	if !ok {
		return "–"
	}
	e := v.Sub(m.sums[at][0])
	if e.IsZero() {
		return "0"
	}
	e.Neg = false
	q, _ := e.Ratio().Quo(m.sums[at][1].Ratio())
	return q.Digits(2).Scientific(1)
}

// Exact returns the exact element with its first digits.
func (m *Model) Exact() string {
	if len(m.sums) == 0 {
		return ""
	}
	return words.DigitsOf(m.sums[len(m.sums)-1][0].Ratio(), false)
}

// chosen returns the way of the call that was chosen, nil if it has no plan.
func (m *Model) chosen() *Way {
	for i := range m.Ways {
		if m.Ways[i].Own {
			return &m.Ways[i]
		}
	}
	return nil
}
