package summation

import (
	"math"

	"ulplab/fpcore/fast"
	"ulplab/fpcore/format"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/wide"
)

// Sums is everything about one input, computed step by step.
type Sums struct {
	In      Input
	E, S, F *format.Format // of elements, sums and results
	N       int
	Problem string // why there are no numbers, in words
	arithmetic
	pace

	a32, b32 []float32   // the elements, where E is binary32
	a64, b64 []float64   // where it is binary64
	a, b     []wide.U128 // where it is another format
	Data     fast.Data
	Once     wide.U128 // the exact sum rounded once
	seed     uint64
	stage    int
	read     func(*Sums) // gives the caller's own numbers

	Rows []Row
	Few  bool // only the orders of keyOrders are computed, because of the size
	Cells
	Arrivals
	TreeResults

	// The numbers of results of each part that are there, for panels to compare.
	RowsDone, CellsDone, TreesDone int
}

// The stages of the work.
const (
	toGenerate = iota
	toDescribe
	toFillRows
	toFillCells
	toArrive
	toGrow
	allDone
)

// Outcome is a distinct result.
type Outcome struct {
	Bits  wide.U128
	Count uint64
	Ulps  float64 // its error, which has a meaning only if OK
	OK    bool
}

// TreeResults are the results of all trees, or of random ones.
type TreeResults struct {
	All   bool
	Trees []Outcome // once there are all
	Total uint64
	all   *reduce.AllTrees
	drawn reduce.Sample
}

// RowKind sorts rows.
type RowKind uint8

// The kinds of rows: loops, threads side by side, additions that arrive at random, libraries as they were measured, and
// schemes that compensate or are exact.
const (
	Loop RowKind = iota
	Parallel
	Random
	Library
	Scheme
	RowKinds
)

// Row is one way to add the numbers: an order, a library's function, or a scheme that is none.
type Row struct {
	_             [0]func() // not comparable
	ID            string    // of package reduce, or fma, rising, falling, binned, exact, OwnTree
	Kind          RowKind
	Knobs         reduce.Knobs // that the order is launched with
	Form          *reduce.Form // nil where it is no order, and of the sorted ones before they are done
	Fused         bool         // products are fused into additions unless Arith says otherwise
	NotMeasured   bool         // the library was not measured at this size
	Done          bool
	Bits          wide.U128
	Height        int // additions on the longest way, 0 where there is no tree
	Worst, Likely float64
	First         bool    // Worst has its first order only
	Ulps          float64 // the error
	OK            bool    // Ulps has a meaning
	Millis        float64 // that value and error took, where Clock is set
}

// Err returns the magnitude of the error for sorting: what cannot be measured is largest.
func (r *Row) Err() float64 {
	if !r.OK {
		return math.Inf(1)
	}
	return math.Abs(r.Ulps)
}

// New prepares an input; Step computes. Where the numbers are the caller's own, read gives them by Take or says in Problem
// why there are none; it is called once, within the first step, and pays for its work.
func New(in Input, read func(*Sums)) *Sums {
	m := &Sums{In: in, N: int(in.N), seed: uint64(in.Seed), read: read}
	m.arithmetic.set(m)
	return m
}

// Prepared makes the numbers of an input from a seed of 64 bits, their exact sum and the list of rows, at once; Value
// carries a row out.
func Prepared(in Input, seed uint64) *Sums {
	m := New(in, nil)
	m.seed = seed
	m.generate()
	m.describe()
	m.rows()
	return m
}

// Relaunch reuses m for another launch on the same data; it returns nil if the data differ. m must not be used afterwards.
func (m *Sums) Relaunch(in Input) *Sums {
	same := m.In
	same.Threads, same.Blocks, same.Accums, same.CPU, same.Arrive = in.Threads, in.Blocks, in.Accums, in.CPU, in.Arrive
	if same != in || m.Problem != "" || m.stage <= toDescribe {
		return nil
	}
	m.Drop()
	next := *m
	next.In, next.pace, next.stage = in, pace{}, toFillRows
	if in.Arrive == m.In.Arrive && m.stage > toFillRows && m.sameRows(in) {
		next.stage = m.stage // the arrivals of elements depend on no launch
	} else {
		next.Rows, next.RowsDone = nil, 0
		next.rows()
	}
	if !m.sameArrivals(in) {
		next.Arrivals = Arrivals{}
		next.stage = min(next.stage, toArrive)
	}
	return &next
}

// sameRows reports whether the rows of in are those of m.
func (m *Sums) sameRows(in Input) bool {
	return in.Threads == m.In.Threads && in.Blocks == m.In.Blocks && in.Accums == m.In.Accums && in.CPU == m.In.CPU
}

// sameArrivals does it for the arrivals.
func (m *Sums) sameArrivals(in Input) bool {
	return in.Arrive == m.In.Arrive && (in.Threads == m.In.Threads && in.Blocks == m.In.Blocks || ArrivalOrders[in.Arrive] == "atomics")
}

// work computes everything that is not there yet, in the order of the page.
func (m *Sums) work() {
	if m.stage == toGenerate {
		if m.generate(); m.Problem != "" {
			return
		}
		m.stage = toDescribe
	}
	if m.stage == toDescribe {
		m.describe()
		m.stage = toFillRows
		m.rows()
		m.pause()
	}
	for ; m.RowsDone < len(m.Rows); m.RowsDone++ {
		m.row(&m.Rows[m.RowsDone])
	}
	m.stage = toFillCells
	m.cells()
	m.stage = toArrive
	m.arrive()
	m.stage = toGrow
	if m.N <= MostDrawn && m.Data.Finite {
		m.trees()
	}
	m.stage = allDone
}

// Busy reports whether there is work left that stopped does not hold up.
func (m *Sums) Busy(stopped bool) bool {
	return m.Problem == "" && m.stage < allDone && !(stopped && m.stage == toGrow)
}

// Described reports whether the exact sum is known.
func (m *Sums) Described() bool { return m.stage > toDescribe }
