//go:build !opening

package model

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/fast"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/state"
)

// SumCPU is the number of CPU threads of the paper's example.
const SumCPU = 4

// sumAccums is the number of accumulators of the orders that have several.
const sumAccums = 4

// rows lists what there is to compute, without computing it.
func (m *Sum) rows() {
	k := reduce.Knobs{Threads: int(m.In.Threads), Blocks: int(m.In.Blocks), Accums: sumAccums, Seed: int(m.In.Seed)}
	slow := m.In.Dot && m.In.Double && m.N > sumFused
	m.Left = ""
	for _, o := range reduce.Orders {
		r := SumRow{ID: o.ID, Name: o.Title, What: o.What, Kind: SumParallel}
		knobs := k
		switch o.ID {
		case "serial", "reversed", "accumulators":
			r.Kind = SumLoop
		}
		if o.Uses&reduce.UsesSeed != 0 {
			r.Kind = SumRandom
		}
		switch {
		case o.ID == "openmp" || o.ID == "openmparrival":
			knobs.Threads = SumCPU
			r.Name += ", " + strconv.Itoa(SumCPU)
		case o.Uses&(reduce.UsesThreads|reduce.UsesBlocks) == reduce.UsesThreads|reduce.UsesBlocks:
			r.Name += ", " + strconv.Itoa(k.Blocks) + " × " + strconv.Itoa(k.Threads)
		case o.Uses&reduce.UsesThreads != 0:
			r.Name += ", " + strconv.Itoa(k.Threads)
		case o.Uses&reduce.UsesBlocks != 0:
			r.Name += ", " + strconv.Itoa(k.Blocks)
		case o.Uses&reduce.UsesAccums != 0:
			r.Name += ", " + strconv.Itoa(k.Accums)
		}
		if m.In.Dot && o.Uses&reduce.UsesWarps != 0 {
			r.fused = true
			r.What += "; products are fused into a thread’s additions, as nvcc does by default"
		}
		form, ok := o.At(knobs)
		if !ok {
			continue
		}
		r.form = form
		m.Rows = append(m.Rows, r)
		if o.ID == "serial" && m.In.Dot && slow {
			m.Left += ", serial with FMA"
		} else if o.ID == "serial" && m.In.Dot {
			r.ID, r.Name, r.What, r.fused = "fma", "serial with FMA", "one loop of fma(a[i], b[i], t): one rounding an element", true
			m.Rows = append(m.Rows, r)
		}
	}
	if m.N <= sumSorted && !m.In.Dot {
		for i, id := range [...]string{"rising", "falling"} {
			m.Rows = append(m.Rows, SumRow{ID: id, Name: "sorted, " + id + " magnitude", Kind: SumLoop,
				What: "serial, " + [...]string{"the smallest magnitude first", "the largest magnitude first"}[i]})
		}
	}
	if m.N > sumSorted && !m.In.Dot {
		m.Left += ", orders sorted by magnitude"
	}
	if !m.In.Double {
		for _, p := range reduce.Presets {
			if p.Dot != m.In.Dot {
				continue
			}
			r := SumRow{ID: p.ID, Name: p.ID, What: p.Title + ". " + p.Seen, Kind: SumLibrary}
			form, fused, ok := p.At(m.N)
			r.form, r.fused, r.Unclaimed = form, fused, !ok
			m.Rows = append(m.Rows, r)
		}
	}
	for _, s := range reduce.Schemes[1:] {
		if slow && s.ID == "dot2" {
			m.Left += ", Dot2"
			continue
		}
		m.Rows = append(m.Rows, SumRow{ID: s.ID, Name: s.Title, What: s.What, Kind: SumScheme})
	}
	if m.N <= sumBinned && !m.In.Dot {
		m.Rows = append(m.Rows, SumRow{ID: "binned", Name: "reproducible, binned", What: "slices of the elements are added in bins without rounding: every order gives the same bits", Kind: SumScheme})
	}
	if m.N > sumBinned && !m.In.Dot {
		m.Left += ", the binned sum"
	}
	m.Left = strings.TrimPrefix(m.Left, ", ")
	m.Rows = append(m.Rows, SumRow{ID: "exact", Name: "exact, rounded once", What: "a superaccumulator holds the exact sum; one rounding at the end", Kind: SumScheme})
}

// eval carries an order out.
func (m *Sum) eval(form *reduce.Form, fused bool) wide.U128 {
	if m.In.Double {
		return wide.From64(math.Float64bits(reduce.Eval[float64](m.on64(fused), form, m.N)))
	}
	return wide.From64(uint64(math.Float32bits(reduce.Eval[float32](m.on32(fused), form, m.N))))
}

func (m *Sum) on32(fused bool) fast.Vector[float32] {
	return fast.Sum32(round.Env{}, m.a32, m.b32, fused)
}

func (m *Sum) on64(fused bool) fast.Vector[float64] {
	return fast.Sum64(round.Env{}, m.a64, m.b64, fused)
}

// row computes a row.
func (m *Sum) row(r *SumRow) {
	r.Done = true
	if r.Unclaimed {
		return
	}
	if r.ID == "rising" || r.ID == "falling" {
		r.form = reduce.Magnitudes(m.F, m.bits(false), r.ID == "falling")
	}
	var bound fast.Bound
	known := m.Data.Finite
	switch {
	case r.form != nil:
		r.Bits = m.eval(r.form, r.fused)
		t := reduce.NewTree(r.form, m.N)
		r.Height = int(t.Summary(t.Root()).Height)
		bound = m.Data.BoundOfOrder(m.F, r.Height, false, 0.99) // a fused product that starts a chain is rounded by itself
	case r.ID == "exact":
		r.Bits = m.Once
		bound, _ = m.Data.BoundOfScheme(m.F, r.ID)
	case r.ID == "binned":
		sum := reduce.NewBinned(m.F)
		largest := wide.U128{}
		for _, c := range m.bits(false) {
			sum.Add(c)
			c.Lo &^= 1 << (m.F.Bits - 1)
			if c.Lo > largest.Lo {
				largest = c
			}
		}
		r.Bits = sum.Round(round.Env{}, m.F).Bits
		d := m.Data
		d.Largest, _ = exact.FromBits(m.F, largest)
		bound, _ = d.BoundOfScheme(m.F, r.ID)
	default:
		if m.In.Double {
			x, _ := reduce.Accumulate[float64](m.on64(false), r.ID, m.N)
			r.Bits = wide.From64(math.Float64bits(x))
		} else {
			x, _ := reduce.Accumulate[float32](m.on32(false), r.ID, m.N)
			r.Bits = wide.From64(uint64(math.Float32bits(x)))
		}
		bound, known = m.Data.BoundOfScheme(m.F, r.ID)
		known = known && m.Data.Finite
	}
	r.Worst, r.Likely = math.NaN(), math.NaN()
	if known {
		r.Worst, r.Likely, r.First = bound.Worst, bound.Likely, bound.Order1
	}
	r.Ulps, r.OK = m.ulps(r.Bits)
}

// ulps returns the error of a result in ulp of the exact sum.
func (m *Sum) ulps(c wide.U128) (float64, bool) {
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
func (m *Sum) Row(id string) *SumRow {
	for i := range m.Rows {
		if m.Rows[i].ID == id {
			return &m.Rows[i]
		}
	}
	return nil
}

// Ordered returns the rows as the table shows them: by error if sorted, what is not there last.
func (m *Sum) Ordered(sorted bool) []*SumRow {
	list := make([]*SumRow, len(m.Rows))
	for i := range m.Rows {
		list[i] = &m.Rows[i]
	}
	if sorted {
		key := func(r *SumRow) float64 {
			if !r.Done || r.Unclaimed {
				return math.Inf(1)
			}
			return r.Err()
		}
		slices.SortStableFunc(list, func(a, b *SumRow) int {
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

// Decimal writes a result.
func (m *Sum) Decimal(c wide.U128) string {
	if m.In.Double {
		return text.FormatG(m.F, c, 17)
	}
	return text.FormatG(m.F, c, 9)
}

// SumUlps writes an error in ulp, "–" where there is none.
func SumUlps(x float64, ok bool) string {
	switch {
	case !ok:
		return "–"
	case math.Abs(x) < 1e9:
		return Ulps(int64(math.Round(math.Ldexp(x, exact.FixedBits))))
	case x < 0:
		return "−" + strconv.FormatFloat(-x, 'e', 1, 64)
	}
	return "+" + strconv.FormatFloat(x, 'e', 1, 64)
}

// SumBound writes a bound in ulp, "–" for none.
func SumBound(x float64) string {
	switch {
	case math.IsNaN(x):
		return "–"
	case math.IsInf(x, 0):
		return "∞"
	case x < 10:
		return strconv.FormatFloat(x, 'f', 2, 64)
	case x < 100000:
		return strconv.FormatFloat(math.Ceil(x), 'f', 0, 64)
	}
	return strconv.FormatFloat(x, 'e', 1, 64)
}

// SumCondition writes the condition number.
func (m *Sum) SumCondition() string {
	c := m.Data.Condition()
	if c < 1000 {
		return strconv.FormatFloat(c, 'g', 3, 64)
	}
	return SumBound(c)
}

// outcomes measures distinct results.
func (m *Sum) outcomes(list []reduce.Outcome) []SumOutcome {
	out := make([]SumOutcome, len(list))
	for i, o := range list {
		out[i].Bits, out[i].Count = o.Bits, o.Count
		out[i].Ulps, out[i].OK = m.ulps(o.Bits)
	}
	return out
}

func (m *Sum) cellOutcomes() []SumOutcome {
	var list []reduce.Outcome
	for _, c := range m.Cell {
		i := slices.IndexFunc(list, func(o reduce.Outcome) bool { return o.Bits == c })
		if i < 0 {
			i, list = len(list), append(list, reduce.Outcome{Bits: c})
		}
		list[i].Count++
	}
	return m.outcomes(reduce.Sorted(m.F, list))
}

// OutcomeOf returns the place of a cell's result among Outcomes, -1 before they are there.
func (m *Sum) OutcomeOf(cell int) int {
	return slices.IndexFunc(m.Outcomes, func(o SumOutcome) bool { return o.Bits == m.Cell[cell] })
}

// Samples is how many random trees are drawn.
func (m *Sum) Samples() int { return min(max(1<<20/m.N, 250), 2000) }

// trees goes on with the trees and reports whether all are done.
func (m *Sum) trees(budget *int) (done bool) {
	if m.N < reduce.MaxAllTrees {
		if m.SumTrees.all == nil {
			m.All, m.Total = true, reduce.Count(m.N)
			m.SumTrees.all = reduce.NewAllTrees(reduce.Bits{F: m.F, A: m.bits(false), B: m.bits(true)}, m.N)
		}
		*budget -= 40000
		if !m.SumTrees.all.Next(1000) {
			i, n := m.SumTrees.all.Progress()
			m.TreesDone = i * 100 / n
			return false
		}
		m.Trees = m.outcomes(m.SumTrees.all.Outcomes(m.F))
		m.TreesDone = 101
		return true
	}
	m.Total = uint64(m.Samples())
	done = m.drawn.Draw(m.Samples(), 1, func(seed uint64) wide.U128 {
		t := reduce.RandomTree(m.N, seed)
		if m.In.Double {
			v := reduce.Values[float64](m.on64(false), &t, nil)
			return wide.From64(math.Float64bits(v[len(v)-1]))
		}
		v := reduce.Values[float32](m.on32(false), &t, nil)
		return wide.From64(uint64(math.Float32bits(v[len(v)-1])))
	})
	*budget -= 12*m.N + 300
	m.TreesDone = m.drawn.Drawn
	if done {
		m.Trees = m.outcomes(m.drawn.Outcomes(m.F))
	}
	return done
}

// DrawnSoFar lists the results of the trees that were summed: all of them in the end.
func (m *Sum) DrawnSoFar() []SumOutcome {
	if m.Trees == nil && !m.All && m.TreesDone > 0 {
		return m.outcomes(m.drawn.Outcomes(m.F))
	}
	return m.Trees
}

// SumCells is the number of cells of the grid.
const SumCells = len(state.SumBlocks) * len(state.SumThreads)
