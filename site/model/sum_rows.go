//go:build !opening

package model

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/fast"
	"ulplab/fpcore/format"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
)

// sumKey are the orders that are kept where all of them would take too long.
const sumKey = " serial fma halving blocked shared openmp kahan neumaier dot2 exact "

// heavy reports whether work on all elements n times over takes too long to be done without being asked for.
func (m *Sum) heavy(n int) bool { return m.N*m.cost(m.In.Dot)*n > 1<<33 }

// rows lists what there is to compute, without computing it.
func (m *Sum) rows() {
	k := reduce.Knobs{Threads: int(m.In.Threads), Blocks: int(m.In.Blocks), Accums: int(m.In.Accums), Seed: int(m.In.Seed)}
	m.Few = m.heavy(120)
	row := func(r SumRow) {
		if !m.Few || strings.Contains(sumKey, " "+r.ID+" ") {
			m.Rows = append(m.Rows, r)
		}
	}
	for _, o := range reduce.Orders {
		r := SumRow{ID: o.ID, Name: o.Title, What: o.What, Kind: SumParallel}
		knobs := k
		switch o.ID {
		case "serial", "reversed", "accumulators":
			r.Kind = SumLoop
		}
		if o.ID == "accumulators" && k.Accums == 1 {
			knobs.Accums = 4 // one would be the serial loop again
		}
		if o.Uses&reduce.UsesSeed != 0 {
			r.Kind = SumRandom
		}
		switch {
		case o.ID == "openmp" || o.ID == "openmparrival":
			knobs.Threads = int(m.In.CPU)
			r.Name += ", " + strconv.Itoa(knobs.Threads)
		case o.Uses&(reduce.UsesThreads|reduce.UsesBlocks) == reduce.UsesThreads|reduce.UsesBlocks:
			r.Name += ", " + strconv.Itoa(k.Blocks) + " × " + strconv.Itoa(k.Threads)
		case o.Uses&reduce.UsesThreads != 0:
			r.Name += ", " + strconv.Itoa(k.Threads)
		case o.Uses&reduce.UsesBlocks != 0:
			r.Name += ", " + strconv.Itoa(k.Blocks)
		}
		if o.Uses&reduce.UsesAccums != 0 && knobs.Accums > 1 {
			r.Name += ", " + strconv.Itoa(knobs.Accums)
			if o.ID == "gridstride" {
				r.Name += " each"
			}
		}
		if m.In.Dot && o.Uses&reduce.UsesWarps != 0 {
			r.fused = true
			if m.In.Arith.MulAdd == 0 {
				r.What += "; products are fused into a thread’s additions, as nvcc does by default"
			}
		}
		form, ok := o.At(knobs)
		if !ok {
			continue
		}
		r.form = form
		row(r)
		if o.ID == "serial" && m.In.Dot && m.In.Arith.MulAdd == 0 {
			r.ID, r.Name, r.What, r.fused = "fma", "serial with FMA", "one loop of fma(a[i], b[i], t): one rounding an element", true
			row(r)
		}
	}
	if !m.In.Dot {
		for i, id := range [...]string{"rising", "falling"} {
			row(SumRow{ID: id, Name: "sorted, " + id + " magnitude", Kind: SumLoop,
				What: "serial, " + [...]string{"the smallest magnitude first", "the largest magnitude first"}[i]})
		}
	}
	m.yours(row)
	if !m.In.Double && m.Usual() {
		for _, p := range reduce.Presets {
			if p.Dot != m.In.Dot {
				continue
			}
			r := SumRow{ID: p.ID, Name: p.ID, What: p.Title + ". " + p.Seen, Kind: SumLibrary}
			form, fused, ok := p.At(m.N)
			r.form, r.fused, r.Unclaimed = form, fused, !ok
			row(r)
		}
	}
	for _, s := range reduce.Schemes[1:] {
		row(SumRow{ID: s.ID, Name: s.Title, What: s.What, Kind: SumScheme})
	}
	if !m.In.Dot {
		row(SumRow{ID: "binned", Name: "reproducible, binned", What: "slices of the elements are added in bins without rounding: every order gives the same bits", Kind: SumScheme})
	}
	row(SumRow{ID: "exact", Name: "exact, rounded once", What: "a superaccumulator holds the exact sum; one rounding at the end", Kind: SumScheme})
}

// row computes a row.
func (m *Sum) row(r *SumRow) {
	if r.Unclaimed {
		r.Done = true
		return
	}
	known := m.Data.Finite && m.Usual()
	var bound fast.Bound
	m.clock(r.ID, func() { bound = m.value(r) })
	switch {
	case r.form != nil:
		r.Height = int(reduce.Eval[int32](heights{m}, r.form, m.N))
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

// value computes the result and its error; the bound is that of the binned sum.
func (m *Sum) value(r *SumRow) (bound fast.Bound) {
	switch {
	case r.ID == "rising" || r.ID == "falling":
		r.form = m.sorted(r.ID == "falling")
		r.Bits = m.eval(r.form, r.fused)
	case r.form != nil:
		r.Bits = m.eval(r.form, r.fused)
	case r.ID == "exact":
		r.Bits = m.Once
	case r.ID == "binned":
		r.Bits, bound = m.binned()
	default:
		r.Bits = m.scheme(r.ID)
	}
	r.Ulps, r.OK = m.ulps(r.Bits)
	return bound
}

// binned returns the reproducible sum and its bound.
func (m *Sum) binned() (wide.U128, fast.Bound) {
	sum := reduce.NewBinned(m.E)
	largest := wide.U128{}
	for i := range m.N {
		m.pay(120)
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

// sorted returns the serial order by rising magnitude, or by falling; equal magnitudes keep their order.
func (m *Sum) sorted(falling bool) *reduce.Form {
	perm, next := make([]int32, m.N), make([]int32, m.N)
	for i := range perm {
		perm[i] = int32(i)
	}
	key := func(p int32, shift int) int {
		m.pay(30)
		c := arith.Abs(m.E, m.code(false, int(p)))
		if falling {
			c = c.Not()
		}
		return int(c.Shr(uint(shift)).Lo & 0xffff)
	}
	// Sixteen bits at a time, from the lowest.
	for shift := 0; shift < m.E.Bits; shift += 16 {
		var at [1<<16 + 1]int32
		for _, p := range perm {
			at[key(p, shift)+1]++
		}
		for k := range 1 << 16 {
			at[k+1] += at[k]
		}
		for _, p := range perm {
			k := key(p, shift)
			next[at[k]] = p
			at[k]++
		}
		perm, next = next, perm
	}
	return &reduce.Form{Rule: reduce.Permuted, Perm: perm, Inner: &reduce.Form{Rule: reduce.Fold}}
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

// Shown writes a result for the page: ≈ before digits that are not all of its value.
func (m *Sum) Shown(c wide.U128) string { return SumValue(m.F, c) }

// SumValue is Shown of a format.
func SumValue(f *format.Format, c wide.U128) string { return text.ValueTo(f, c, sumDigits(f)) }

// Decimal writes a result with the digits that tell it from all others, for files.
func (m *Sum) Decimal(c wide.U128) string {
	return text.FormatG(m.F, c, sumDigits(m.F))
}

// sumDigits are the digits that tell all numbers of a format apart, 2 at least.
func sumDigits(f *format.Format) int { return max(2, (f.P*30103+99999)/100000+1) }

// SumUlps writes an error in ulp, "–" where there is none.
func SumUlps(x float64, ok bool) string {
	switch {
	case !ok:
		return "–"
	case math.Abs(x) < 1e9:
		s := Ulps(int64(math.Round(math.Ldexp(x, exact.FixedBits))))
		if a := math.Round(math.Abs(x)); a >= 1000 { // no places behind the point then
			sign := "+"
			if x < 0 {
				sign = "−"
			}
			s = sign + Thousands(uint64(a))
		}
		return s
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
		return Thousands(uint64(math.Ceil(x)))
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

// Samples is how many random trees are drawn.
func (m *Sum) Samples() int { return min(max(1<<20/m.N, 250), 2000) }

// held waits while the work on the trees is stopped.
func (m *Sum) held() {
	for m.stopped && m.yield != nil && m.inside {
		m.idle = true
		m.give()
	}
}

// trees sums up in all trees, or in random ones.
func (m *Sum) trees() {
	if m.N < reduce.MaxAllTrees {
		if m.SumTrees.all == nil {
			m.All, m.Total = true, reduce.Count(m.N)
			m.SumTrees.all = reduce.NewAllTrees(m.Machine(false), m.N)
		}
		for done := false; !done; {
			m.held()
			done = m.SumTrees.all.Next(100)
			i, n := m.SumTrees.all.Progress()
			m.TreesDone = i * 100 / n
			m.pay(100_000)
		}
		m.Trees = m.outcomes(m.results(m.SumTrees.all.Outcomes(m.S)))
		m.TreesDone = 101
		return
	}
	m.Total = uint64(m.Samples())
	for m.drawn.Drawn < m.Samples() {
		m.held()
		m.drawn.Draw(m.Samples(), 1, func(seed uint64) wide.U128 {
			t := reduce.RandomTree(m.N, seed)
			m.pay(200 * m.N)
			switch {
			case !m.Plain():
				// Each element is converted once, and so is each product.
				v := reduce.Values[wide.U128](m.slow(false), &t, nil)
				return m.out(v[len(v)-1])
			case m.E == format.F64:
				v := reduce.Values[float64](m.on64(false), &t, nil)
				return m.out(code64(v[len(v)-1]))
			}
			v := reduce.Values[float32](m.on32(false), &t, nil)
			return m.out(code32(v[len(v)-1]))
		})
		m.TreesDone = m.drawn.Drawn
		m.pay(20 * m.N)
	}
	m.Trees = m.outcomes(m.drawn.Outcomes(m.F))
}

// results rounds sums to the format of results and counts again.
func (m *Sum) results(list []reduce.Outcome) []reduce.Outcome {
	if m.F == m.S {
		return list
	}
	var out []reduce.Outcome
	for _, o := range list {
		c := m.out(o.Bits)
		i := slices.IndexFunc(out, func(o reduce.Outcome) bool { return o.Bits == c })
		if i < 0 {
			i, out = len(out), append(out, reduce.Outcome{Bits: c})
		}
		out[i].Count += o.Count
	}
	return reduce.Sorted(m.F, out)
}

// DrawnSoFar lists the results of the trees that were summed: all of them in the end.
func (m *Sum) DrawnSoFar() []SumOutcome {
	if m.Trees == nil && !m.All && m.TreesDone > 0 {
		return m.outcomes(m.drawn.Outcomes(m.F))
	}
	return m.Trees
}
