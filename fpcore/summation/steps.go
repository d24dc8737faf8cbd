package summation

import (
	"ulplab/fpcore/format"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/wide"
)

// Steps is an order on few elements, step by step. Nodes below N are the elements.
type Steps struct {
	Row    *Row
	F      *format.Format // of the sums
	N      int
	Height int
	Bits   wide.U128 // the last sum
	Nodes  []Step
	Lanes  int    // threads that the order has, 0 where it has none
	Lane   string // what they are: thread, loop, accumulator or block
	Tree   *Tree
}

// Step is an element or an addition of two nodes.
type Step struct {
	_            [0]func() // not comparable
	L, R         int
	Place, Level int // of a leaf from the left; the step in which an addition is made
	Lane         int // the thread that holds the number: an addition is made by that of its first operand
	At           Node
	Local        int64  // of an addition: its own error in units of 2^-20 ulp,
	Measured     bool   // if that has a meaning,
	SoFar        string // and the error of the partial sum in ulp, "" where it has none
}

// Steps returns the steps of a row that is done; ok is false where there are too many elements, or no tree.
func (m *Sums) Steps(id string) (t Steps, ok bool) {
	r := m.Row(id)
	if r == nil || !r.Done || m.N > FewElements {
		return t, false
	}
	b, ok := m.Tree(id, Local, nil)
	if !ok {
		return t, false
	}
	for !b.Step() {
	}
	if b.Failed {
		return t, false
	}
	t = Steps{Row: r, F: m.S, N: m.N, Bits: m.codeOf(b.value[m.N-2]), Nodes: make([]Step, 2*m.N-1), Tree: b}
	number := func(at Node) int {
		if at.Place < 0 {
			return b.Element(at.Rank)
		}
		return m.N + int(b.place[at.Place].id)
	}
	for rank := range int32(m.N) {
		t.Nodes[b.Element(rank)] = Step{Place: int(rank), At: Node{-1, rank}}
	}
	for p := range int32(m.N - 1) {
		at := Node{p, 0}
		first, second, _ := b.Kids(at)
		d := b.Detail(at)
		for !b.Exactly(d) {
		}
		t.Nodes[number(at)] = Step{L: number(first), R: number(second), Level: d.Height, At: at, Local: d.Local, Measured: d.Measured, SoFar: d.Error}
		t.Height = max(t.Height, d.Height)
	}
	m.lanes(&t)
	return t, true
}

// lanes gives the threads of orders that are written for threads to the nodes.
func (m *Sums) lanes(t *Steps) {
	id, k := t.Row.ID, t.Row.Knobs
	lane := func(i int) int { return i }
	t.Lane = "thread"
	switch o, _ := reduce.FindOrder(id); {
	case id == "serial" || id == "reversed" || id == "fma" || id == "rising" || id == "falling":
		lane = func(int) int { return 0 }
		t.Lane = "loop"
	case id == "accumulators":
		lane = func(i int) int { return i % k.Accums }
		t.Lane = "accumulator"
	case id == "splitk":
		size := (m.N + k.Blocks - 1) / k.Blocks
		lane = func(i int) int { return i / size }
		t.Lane = "block"
	case id == "openmp" || id == "openmparrival":
		q, rest := m.N/k.Threads, m.N%k.Threads
		lane = func(i int) int {
			if i < rest*(q+1) {
				return i / (q + 1)
			}
			return rest + (i-rest*(q+1))/max(q, 1)
		}
	case id == "torch.sum":
		return // its threads take four elements at once
	case o.Uses&(reduce.UsesThreads|reduce.UsesBlocks) == reduce.UsesThreads|reduce.UsesBlocks:
		lane = func(i int) int { return i % (k.Threads * k.Blocks) }
	case o.ID == "":
		return
	}
	for i := range t.Nodes {
		d := &t.Nodes[i]
		if i < m.N {
			d.Lane = lane(i)
			t.Lanes = max(t.Lanes, d.Lane+1)
		}
	}
	for i := m.N; i < len(t.Nodes); i++ { // operands come first
		d := &t.Nodes[i]
		d.Lane = t.Nodes[d.L].Lane
	}
}
