package summation

import (
	"slices"

	"ulplab/fpcore/reduce"
	"ulplab/fpcore/stable"
	"ulplab/fpcore/wide"
)

// Arrivals are the results of atomic additions that arrive in random orders.
type Arrivals struct {
	Runs    int // wanted; 0 if they would take too long
	Arrived int // done
	Second  int // the first run whose result is not that of run 1; 0 while there is none
	Results []Outcome
	first   wide.U128
	counts  []reduce.Outcome
}

// arrive draws orders of arrival.
func (m *Sums) arrive() {
	threads, blocks := int(m.In.Threads), int(m.In.Blocks)
	if m.N <= threads*blocks {
		blocks = (m.N + threads - 1) / threads // the others have nothing to bring
	}
	m.Runs = min(1000, (1<<31)/(m.N*(m.cost(false)+20)+100*threads*blocks))
	if m.Runs < 20 {
		m.Runs = 0
	}
	o, _ := reduce.FindOrder(ArrivalOrders[m.In.Arrive])
	for m.Arrived < m.Runs {
		form, _ := o.At(reduce.Knobs{Threads: threads, Blocks: blocks, Seed: m.Arrived + 1})
		c := m.eval(form, false)
		m.Arrived++
		if m.Arrived == 1 {
			m.first = c
		} else if c != m.first && m.Second == 0 {
			m.Second = m.Arrived
		}
		k := slices.IndexFunc(m.counts, func(o reduce.Outcome) bool { return o.Bits == c })
		if k < 0 {
			k, m.counts = len(m.counts), append(m.counts, reduce.Outcome{Bits: c})
		}
		m.counts[k].Count++
		m.Spend(8 * m.N)
	}
	m.Results = m.outcomes(reduce.Sorted(m.F, m.counts))
}

// ArrivedSoFar lists the results of the runs that were done.
func (m *Sums) ArrivedSoFar() []Outcome {
	if m.Results == nil && m.Arrived > 0 {
		return m.outcomes(reduce.Sorted(m.F, stable.Clone(m.counts)))
	}
	return m.Results
}
