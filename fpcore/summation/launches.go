package summation

import (
	"slices"

	"ulplab/fpcore/reduce"
	"ulplab/fpcore/wide"
)

// GridCells is the number of launches of a GPU with one number of accumulators, Places of all launches of a GPU.
const (
	GridCells = len(Blocks) * len(Threads)
	Places    = GridCells * len(Accums)
)

// Cells are the results of the pattern by accumulators, blocks and threads per block, the last changing fastest, and
// those of a CPU by its threads.
type Cells struct {
	Cell     [Places]wide.U128
	CPUCell  [MostCPU]wide.U128 // of 1, 2, ... threads
	Outcomes []Outcome          // distinct results by value
	No       bool               // they would take too long
}

// Place returns the cell of a launch.
func Place(accums, blocks, threads int32) int {
	index := func(list []int, n int32) int { return max(0, slices.Index(list, int(n))) }
	return (index(Accums[:], accums)*len(Blocks)+index(Blocks[:], blocks))*len(Threads) + index(Threads[:], threads)
}

// LaunchAt returns the launch of a cell.
func LaunchAt(cell int) (accums, blocks, threads int) {
	return Accums[cell/GridCells], Blocks[cell/len(Threads)%len(Blocks)], Threads[cell%len(Threads)]
}

// cells computes all launches.
func (m *Sums) cells() {
	all := Places + MostCPU
	if m.No = m.heavy(all); m.No {
		m.CellsDone = all
		return
	}
	o, _ := reduce.FindOrder(GridOrders[m.In.Pattern])
	cpu, _ := reduce.FindOrder("openmp")
	for ; m.CellsDone < all; m.CellsDone++ {
		i := m.CellsDone
		if i >= Places {
			form, _ := cpu.At(reduce.Knobs{Threads: i - Places + 1})
			m.CPUCell[i-Places] = m.eval(form, false)
			continue
		}
		m.Cell[i] = m.launch(o, i)
	}
	if m.Outcomes == nil {
		var list []reduce.Outcome
		for i := range all {
			c := m.CellBits(i)
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
func (m *Sums) launch(o reduce.Order, i int) wide.U128 {
	accums, blocks, threads := LaunchAt(i)
	if m.N <= threads*blocks {
		if i >= GridCells {
			return m.Cell[i%GridCells]
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

// CellBits returns the result of a cell of a GPU, or after those of a CPU.
func (m *Sums) CellBits(i int) wide.U128 {
	if i < Places {
		return m.Cell[i]
	}
	return m.CPUCell[i-Places]
}

// OutcomeOf returns the place among Outcomes of a launch's result, those of a CPU after those of a GPU; -1 before they
// are there.
func (m *Sums) OutcomeOf(cell int) int {
	c := m.CellBits(cell)
	return slices.IndexFunc(m.Outcomes, func(o Outcome) bool { return o.Bits == c })
}
