package summation

import (
	"math"
	"strconv"
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/fast"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/stable"
	"ulplab/fpcore/wide"
)

// keyOrders are the orders that are kept where all of them would take too long.
const keyOrders = " serial fma halving blocked shared openmp kahan neumaier dot2 exact "

// heavy reports whether work on all elements n times over takes too long to be done without being asked for.
func (m *Sums) heavy(n int) bool { return m.N*m.cost(m.In.Dot)*n > 1<<33 }

// rows lists what there is to compute, without computing it.
func (m *Sums) rows() {
	k := reduce.Knobs{Threads: int(m.In.Threads), Blocks: int(m.In.Blocks), Accums: int(m.In.Accums), Seed: int(m.In.Seed)}
	m.Few = m.heavy(120)
	row := func(r Row) {
		if !m.Few || strings.Contains(keyOrders, " "+r.ID+" ") {
			m.Rows = append(m.Rows, r)
		}
	}
	for _, o := range reduce.Orders {
		r := Row{ID: o.ID, Kind: Parallel, Knobs: k, Fused: m.In.Dot && o.Uses&reduce.UsesWarps != 0}
		switch o.ID {
		case "serial", "reversed", "accumulators":
			r.Kind = Loop
		case "openmp", "openmparrival":
			r.Knobs.Threads = int(m.In.CPU)
		}
		if o.ID == "accumulators" && k.Accums == 1 {
			r.Knobs.Accums = 4 // one would be the serial loop again
		}
		if o.Uses&reduce.UsesSeed != 0 {
			r.Kind = Random
		}
		form, ok := o.At(r.Knobs)
		if !ok {
			continue
		}
		r.Form = form
		row(r)
		if o.ID == "serial" && m.In.Dot && m.In.Arith.MulAdd == 0 {
			r.ID, r.Fused = "fma", true
			row(r)
		}
	}
	if !m.In.Dot {
		row(Row{ID: "rising", Kind: Loop})
		row(Row{ID: "falling", Kind: Loop})
	}
	if m.In.Tree != "" {
		if form, err := ReadTree(m.In.Tree, m.N); err == nil {
			row(Row{ID: OwnTree, Kind: Parallel, Form: form})
		}
	}
	if !m.In.Double && m.DefaultArithmetic() {
		for _, p := range reduce.Presets {
			if p.Dot != m.In.Dot {
				continue
			}
			form, fused, ok := p.At(m.N)
			row(Row{ID: p.ID, Kind: Library, Form: form, Fused: fused, NotMeasured: !ok})
		}
	}
	for _, s := range reduce.Schemes[1:] {
		row(Row{ID: s.ID, Kind: Scheme})
	}
	if !m.In.Dot {
		row(Row{ID: "binned", Kind: Scheme})
	}
	row(Row{ID: "exact", Kind: Scheme})
}

// row computes a row.
func (m *Sums) row(r *Row) {
	if r.NotMeasured {
		r.Done = true
		return
	}
	known := m.Data.Finite && m.DefaultArithmetic()
	var bound fast.Bound
	m.clock(r.ID, func() { bound = m.value(r) })
	switch {
	case r.Form != nil:
		r.Height = int(reduce.Eval[int32](heights{m}, r.Form, m.N))
		bound = m.Data.BoundOfOrder(m.F, r.Height, false, 0.99) // a fused product that starts a chain is rounded by itself
	case r.ID != "binned":
		ok := false
		bound, ok = m.Data.BoundOfScheme(m.F, r.ID)
		known = known && ok
	}
	r.Worst, r.Likely = math.NaN(), math.NaN()
	if known {
		r.Worst, r.Likely, r.First = bound.Worst, bound.Likely, bound.Order1
	}
	r.Done = true
}

// Value carries a row out, which gives it its result and its error.
func (m *Sums) Value(r *Row) { m.value(r) }

// value does it; the bound is that of the binned sum.
func (m *Sums) value(r *Row) (bound fast.Bound) {
	switch {
	case r.ID == "rising" || r.ID == "falling":
		r.Form = m.sorted(r.ID == "falling")
		r.Bits = m.eval(r.Form, r.Fused)
	case r.Form != nil:
		r.Bits = m.eval(r.Form, r.Fused)
	case r.ID == "exact":
		r.Bits = m.Once
	case r.ID == "binned":
		r.Bits, bound = m.binned()
	default:
		r.Bits = m.scheme(r.ID)
	}
	r.Ulps, r.OK = m.ErrorOf(r.Bits)
	return bound
}

// binned returns the reproducible sum and its bound.
func (m *Sums) binned() (wide.U128, fast.Bound) {
	sum := reduce.NewBinned(m.E)
	largest := wide.U128{}
	for i := range m.N {
		m.Spend(120)
		c := m.code(false, i)
		sum.Add(c)
		if c = arith.Abs(m.E, c); largest.Less(c) {
			largest = c
		}
	}
	d := m.Data
	d.Largest, _ = exact.FromBits(m.E, largest)
	bound, _ := d.BoundOfScheme(m.F, "binned")
	return sum.Round(m.outEnv, m.F).Bits, bound
}

// sorted returns the serial order by rising magnitude, or by falling.
func (m *Sums) sorted(falling bool) *reduce.Form {
	return reduce.Magnitudes(m.E, m.N, func(i int) wide.U128 {
		m.Spend(30)
		return m.code(false, i)
	}, falling)
}

// ErrorOf returns the error of a result in ulp of the exact sum; ok is false where it has none.
func (m *Sums) ErrorOf(c wide.U128) (float64, bool) {
	if !m.Data.Finite {
		return 0, false
	}
	fixed, ok := m.Data.ErrorFixed(m.F, c)
	if ok && fixed > -1<<59 && fixed < 1<<59 {
		return math.Ldexp(float64(fixed), -exact.FixedBits), true
	}
	x, err := strconv.ParseFloat(m.Data.Error(m.F, c), 64)
	return x, err == nil && !math.IsInf(x, 0) && !math.IsNaN(x)
}

// Row returns the row of an ID, nil if there is none.
func (m *Sums) Row(id string) *Row {
	for i := range m.Rows {
		if m.Rows[i].ID == id {
			return &m.Rows[i]
		}
	}
	return nil
}

// Ordered returns the rows in their order, or by error if sorted, what is not there last.
func (m *Sums) Ordered(sorted bool) []*Row {
	list := make([]*Row, len(m.Rows))
	for i := range m.Rows {
		list[i] = &m.Rows[i]
	}
	if sorted {
		key := func(r *Row) float64 {
			if !r.Done || r.NotMeasured {
				return math.Inf(1)
			}
			return r.Err()
		}
		stable.Sort(list, func(a, b *Row) int {
			x, y := key(a), key(b)
			switch {
			case x < y:
				return -1
			case x > y:
				return 1
			}
			return 0
		})
	}
	return list
}
