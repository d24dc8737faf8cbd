//go:build !opening

package model

import (
	"slices"

	"ulplab/fpcore/reduce"
	"ulplab/fpcore/wide"
	"ulplab/site/state"
)

// SumCells is the number of launches of a GPU with one number of accumulators, SumPlaces of all launches of a GPU.
const (
	SumCells  = len(state.SumBlocks) * len(state.SumThreads)
	SumPlaces = SumCells * len(state.SumAccums)
)

// Cells are the results of the pattern by accumulators, blocks and threads per block, the last changing fastest, and
// those of a CPU by its threads.
type Cells struct {
	Cell     [SumPlaces]wide.U128
	CPUCell  [state.SumMostCPU]wide.U128 // of 1, 2, ... threads
	Outcomes []SumOutcome                // distinct results by value
	No       bool                        // they would take too long
}

// Place returns the cell of a launch.
func Place(accums, blocks, threads int32) int {
	index := func(list []int, n int32) int { return max(0, slices.Index(list, int(n))) }
	return (index(state.SumAccums[:], accums)*len(state.SumBlocks)+index(state.SumBlocks[:], blocks))*len(state.SumThreads) + index(state.SumThreads[:], threads)
}

// cells computes all launches.
func (m *Sum) cells() {
	all := SumPlaces + state.SumMostCPU
	if m.No = m.heavy(all); m.No {
		m.CellsDone = all
		return
	}
	o, _ := reduce.FindOrder(state.SumPatterns[m.In.Pattern])
	cpu, _ := reduce.FindOrder("openmp")
	for ; m.CellsDone < all; m.CellsDone++ {
		i := m.CellsDone
		if i >= SumPlaces {
			form, _ := cpu.At(reduce.Knobs{Threads: i - SumPlaces + 1})
			m.CPUCell[i-SumPlaces] = m.eval(form, false)
			continue
		}
		m.Cell[i] = m.launch(o, i)
	}
	if m.Outcomes == nil {
		var list []reduce.Outcome
		for i := range all {
			c := m.cellBits(i)
			k := slices.IndexFunc(list, func(o reduce.Outcome) bool { return o.Bits == c })
			if k < 0 {
				k, list = len(list), append(list, reduce.Outcome{Bits: c})
			}
			list[k].Count++
		}
		m.Outcomes = m.outcomes(reduce.Sorted(m.F, list))
	}
}

// launch computes a cell. Blocks and accumulators that get no element add +0 to sums that began with +0, which changes
// nothing in any direction: they are left out.
func (m *Sum) launch(o reduce.Order, i int) wide.U128 {
	threads, blocks, accums := state.SumThreads[i%len(state.SumThreads)], state.SumBlocks[i/len(state.SumThreads)%len(state.SumBlocks)], state.SumAccums[i/SumCells]
	if m.N <= threads*blocks {
		if i >= SumCells {
			return m.Cell[i%SumCells]
		}
		blocks = (m.N + threads - 1) / threads
	}
	form, _ := o.At(reduce.Knobs{Threads: threads, Blocks: blocks})
	if accums > 1 {
		// Accumulators take the thread's elements in turn, each from +0, and are added one by one.
		with := *form
		with.Inner = &reduce.Form{Rule: reduce.Lanes, K: accums, Inner: form.Inner, Outer: &reduce.Form{Rule: reduce.Fold}}
		form = &with
	}
	return m.eval(form, m.In.Dot) // nvcc fuses by default, and so do the table's rows of these patterns
}

func (m *Sum) cellBits(i int) wide.U128 {
	if i < SumPlaces {
		return m.Cell[i]
	}
	return m.CPUCell[i-SumPlaces]
}

// OutcomeOf returns the place among Outcomes of a launch's result, those of a CPU after those of a GPU; -1 before they
// are there.
func (m *Sum) OutcomeOf(cell int) int {
	c := m.cellBits(cell)
	return slices.IndexFunc(m.Outcomes, func(o SumOutcome) bool { return o.Bits == c })
}

// Arrivals are the results of atomic additions that arrive in random orders.
type Arrivals struct {
	Runs    int // wanted; 0 if they would take too long
	Arrived int // done
	Second  int // the first run whose result is not that of run 1; 0 while there is none
	Results []SumOutcome
	first   wide.U128
	counts  []reduce.Outcome
}

// arrive draws orders of arrival.
func (m *Sum) arrive() {
	threads, blocks := int(m.In.Threads), int(m.In.Blocks)
	if m.N <= threads*blocks {
		blocks = (m.N + threads - 1) / threads // the others have nothing to bring
	}
	m.Runs = min(1000, (1<<31)/(m.N*(m.cost(false)+20)+100*threads*blocks))
	if m.Runs < 20 {
		m.Runs = 0
	}
	o, _ := reduce.FindOrder(state.SumArrivals[m.In.Arrive])
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
		m.pay(8 * m.N)
	}
	m.Results = m.outcomes(reduce.Sorted(m.F, m.counts))
}

// ArrivedSoFar lists the results of the runs that were done.
func (m *Sum) ArrivedSoFar() []SumOutcome {
	if m.Results == nil && m.Arrived > 0 {
		return m.outcomes(reduce.Sorted(m.F, slices.Clone(m.counts)))
	}
	return m.Results
}
