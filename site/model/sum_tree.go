//go:build !opening

package model

import (
	"strconv"

	"ulplab/fpcore/format"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/wide"
	"ulplab/site/state"
)

// SumTree is an order on few elements as a tree. Nodes below N are the elements.
type SumTree struct {
	ID, Name string
	F        *format.Format // of the sums
	N        int
	Height   int
	Bits     wide.U128 // the last sum
	Nodes    []SumNode
	Lanes    int    // threads that the order has, 0 where it has none
	LaneName string // what they are
	Big      *SumBig
}

// SumNode is an element or an addition of two nodes.
type SumNode struct {
	L, R         int
	Place, Level int // of a leaf from the left; the step in which an addition is made
	Lane         int // the thread that holds the number: an addition is made by that of its first operand
	At           SumAt
	Path         string
	SumWords
	Local, SoFar string // of an addition: its own error and that of the partial sum, in ulp
	Tint         Tint
}

// Tree returns the tree of a row; ok is false where there is none to draw.
func (m *Sum) Tree(id string) (t SumTree, ok bool) {
	r := m.Row(id)
	if r == nil || !r.Done || m.N > SumPicture {
		return t, false
	}
	b, ok := m.Big(id, SumLocal, nil)
	if !ok {
		return t, false
	}
	for !b.Step() {
	}
	if b.Failed {
		return t, false
	}
	t = SumTree{ID: id, Name: r.Name, F: m.S, N: m.N, Bits: m.codeOf(b.value[m.N-2]), Nodes: make([]SumNode, 2*m.N-1), Big: b}
	number := func(at SumAt) int {
		if at.Place < 0 {
			return b.Element(at.Rank)
		}
		return m.N + int(b.place[at.Place].id)
	}
	for rank := range int32(m.N) {
		at := SumAt{-1, rank}
		t.Nodes[b.Element(rank)] = SumNode{Place: int(rank), At: at, Path: b.Path(at), SumWords: b.Words(at)}
	}
	for p := range int32(m.N - 1) {
		at := SumAt{p, 0}
		first, second, _ := b.Kids(at)
		d := b.Detail(at)
		for !b.Exactly(d) {
		}
		n := SumNode{L: number(first), R: number(second), Level: d.Height, At: at, Path: d.Path, SumWords: b.Words(at), Local: d.Local + " ulp", SoFar: d.Error, Tint: TintBeyond}
		if e, ok := b.local(at); ok {
			n.Tint = DotNode{OK: true, Local: e}.Tint()
		}
		t.Nodes[number(at)] = n
		t.Height = max(t.Height, d.Height)
	}
	m.lanes(&t)
	return t, true
}

// lanes gives the threads of orders that are written for threads to the nodes.
func (m *Sum) lanes(t *SumTree) {
	threads, blocks := int(m.In.Threads), int(m.In.Blocks)
	lane := func(i int) int { return i }
	t.LaneName = "thread"
	switch o, _ := reduce.FindOrder(t.ID); {
	case t.ID == "serial" || t.ID == "reversed" || t.ID == "fma" || t.ID == "rising" || t.ID == "falling":
		lane = func(int) int { return 0 }
		t.LaneName = "loop"
	case t.ID == "accumulators":
		k := max(int(m.In.Accums), 1)
		if k == 1 {
			k = 4
		}
		lane = func(i int) int { return i % k }
		t.LaneName = "accumulator"
	case t.ID == "splitk":
		size := (m.N + blocks - 1) / blocks
		lane = func(i int) int { return i / size }
		t.LaneName = "block"
	case t.ID == "openmp" || t.ID == "openmparrival":
		k := int(m.In.CPU)
		q, rest := m.N/k, m.N%k
		lane = func(i int) int {
			if i < rest*(q+1) {
				return i / (q + 1)
			}
			return rest + (i-rest*(q+1))/max(q, 1)
		}
	case t.ID == "torch.sum":
		return // its threads take four elements at once
	case o.Uses&(reduce.UsesThreads|reduce.UsesBlocks) == reduce.UsesThreads|reduce.UsesBlocks:
		lane = func(i int) int { return i % (threads * blocks) }
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

// LaneLabel names a thread of the tree.
func (t *SumTree) LaneLabel(k int) string {
	if t.LaneName == "loop" {
		return "one loop"
	}
	return strconv.Itoa(k)
}

// Elements returns the data as codes; b is nil for a sum.
func (m *Sum) Elements() (a, b []wide.U128) { return m.bits(false), m.bits(true) }

// SumTreeStep is the step shown of a tree: what the reader chose, or all of them.
func SumTreeStep(l state.SumLook, t *SumTree) int {
	if l.Step <= 0 || int(l.Step) > t.Height+1 {
		return t.Height
	}
	return int(l.Step) - 1
}
