package summation

import (
	"slices"

	"ulplab/fpcore/format"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/wide"
)

// outcomes measures distinct results.
func (m *Sums) outcomes(list []reduce.Outcome) []Outcome {
	out := make([]Outcome, len(list))
	for i, o := range list {
		out[i].Bits, out[i].Count = o.Bits, o.Count
		out[i].Ulps, out[i].OK = m.ErrorOf(o.Bits)
	}
	return out
}

// Samples is how many random trees are drawn.
func (m *Sums) Samples() int { return min(max(1<<20/m.N, 250), 2000) }

// waitStopped waits while the work on the trees is stopped.
func (m *Sums) waitStopped() {
	for m.stopped && m.yield != nil && m.stepping {
		m.blocked = true
		m.pause()
	}
}

// trees sums up in all trees, or in random ones.
func (m *Sums) trees() {
	if m.N < reduce.MaxAllTrees {
		if m.TreeResults.all == nil {
			m.All, m.Total = true, reduce.Count(m.N)
			m.TreeResults.all = reduce.NewAllTrees(m.Machine(false), m.N)
		}
		for done := false; !done; {
			m.waitStopped()
			done = m.TreeResults.all.Next(100)
			i, n := m.TreeResults.all.Progress()
			m.TreesDone = i * 100 / n
			m.Spend(100_000)
		}
		m.Trees = m.outcomes(m.results(m.TreeResults.all.Outcomes(m.S)))
		return
	}
	m.Total = uint64(m.Samples())
	for m.drawn.Drawn < m.Samples() {
		m.waitStopped()
		m.drawn.Draw(m.Samples(), 1, func(seed uint64) wide.U128 {
			t := reduce.RandomTree(m.N, seed)
			m.Spend(200 * m.N)
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
		m.Spend(20 * m.N)
	}
	m.Trees = m.outcomes(m.drawn.Outcomes(m.F))
}

// results rounds sums to the format of results and counts again.
func (m *Sums) results(list []reduce.Outcome) []reduce.Outcome {
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
func (m *Sums) DrawnSoFar() []Outcome {
	if m.Trees == nil && !m.All && m.TreesDone > 0 {
		return m.outcomes(m.drawn.Outcomes(m.F))
	}
	return m.Trees
}
