package summation

import (
	"cmp"
	"slices"

	"ulplab/fpcore/reduce"
	"ulplab/fpcore/stable"
)

// Match compares a tree with all orders of the catalogue, the patterns and the presets, step by step.
type Match struct {
	tree  reduce.FreeTree
	text  string
	known map[uint64]bool
	list  []candidate
	at    int

	Equal []Launch // the orders that are this tree, one launch of each
	More  int      // further launches of theirs
	Near  Near
	Done  bool
}

// Near is the order that has most sums in common with the tree, and where the two part: the smallest sum of the tree
// that the order does not have.
type Near struct {
	Launch
	Common, Sums int
	Node         int   // that sum's number in the canonical tree
	Part         []int // the elements of that sum, some of them if there are many
	Size, Theirs int   // of that sum; of the order's smallest sum with all its elements
}

type candidate struct {
	Launch
	form *reduce.Form
}

// NewMatch begins the comparison.
func NewMatch(t reduce.FreeTree) *Match {
	m := &Match{tree: t.Canonical(), known: map[uint64]bool{}}
	m.text = m.tree.Text(nil)
	for _, h := range hashes(&m.tree)[t.N:] {
		m.known[h] = true
	}
	n := t.N
	for _, p := range reduce.Presets {
		if f, _, ok := p.At(n); ok {
			m.list = append(m.list, candidate{Launch{ID: p.ID}, f})
		}
	}
	few := []int{2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32, 64, 128, 256, 512, 1024}
	for _, o := range reduce.Orders {
		if o.Uses&reduce.UsesSeed != 0 {
			continue
		}
		threads, blocks, accums := []int{1}, []int{1}, []int{1}
		if o.Uses&reduce.UsesThreads != 0 {
			threads = few
		}
		if o.Uses&reduce.UsesBlocks != 0 {
			if blocks = Blocks[:]; o.Uses&reduce.UsesThreads == 0 {
				blocks = few
			}
		}
		if o.Uses&reduce.UsesAccums != 0 {
			if accums = few[:9]; o.Uses&reduce.UsesThreads != 0 {
				accums = []int{1, 2, 4, 8}
			}
		}
		for _, t := range threads {
			for _, b := range blocks {
				if b > 1 && o.Uses&reduce.UsesThreads != 0 && t*(b-1) >= n {
					continue // the last block has nothing to do
				}
				for _, a := range accums {
					k := reduce.Knobs{Threads: t, Blocks: b, Accums: a}
					if f, ok := o.At(k); ok {
						m.list = append(m.list, candidate{Launch{o.ID, k}, f})
					}
				}
			}
		}
	}
	for _, id := range KernelPatterns {
		for _, t := range Threads {
			for _, b := range Blocks {
				if b > 1 && t*(b-1) >= n {
					continue
				}
				if f, ok := reduce.Pattern(id, t, b); ok {
					m.list = append(m.list, candidate{Launch{id, reduce.Knobs{Threads: t, Blocks: b}}, f})
				}
			}
		}
	}
	return m
}

// hashes gives every number of a tree a hash of the elements below it.
func hashes(t *reduce.FreeTree) []uint64 {
	h := make([]uint64, t.N, t.N+len(t.Nodes))
	for i := range h {
		r := reduce.Random(i)
		h[i] = r.Next()
	}
	for _, kids := range t.Nodes {
		s := uint64(0)
		for _, k := range kids {
			s += h[k]
		}
		h = append(h, s)
	}
	return h
}

// Step compares with candidates for about budget additions and reports whether all are done.
func (m *Match) Step(budget int) bool {
	for ; budget > 0 && m.at < len(m.list); m.at++ {
		c := m.list[m.at]
		budget -= 2*m.tree.N + 100
		t := reduce.Free(c.form, m.tree.N)
		common := 0
		for _, h := range hashes(&t)[t.N:] {
			if m.known[h] {
				common++
			}
		}
		if common == len(m.tree.Nodes) && common == len(t.Nodes) {
			if k := t.Canonical(); k.Text(nil) == m.text {
				if m.at > 0 && m.list[m.at-1].ID == c.ID && slices.ContainsFunc(m.Equal, func(l Launch) bool { return l.ID == c.ID }) {
					m.More++
				} else {
					m.Equal = append(m.Equal, c.Launch)
				}
				m.Near = Near{}
			}
		}
		if len(m.Equal) == 0 && (m.Near.ID == "" || common > m.Near.Common) {
			m.Near = Near{Launch: c.Launch, Common: common, Sums: len(m.tree.Nodes)}
			m.part(&t)
		}
	}
	m.Done = m.at == len(m.list)
	return m.Done
}

// part finds where the tree parts from another.
func (m *Match) part(other *reduce.FreeTree) {
	theirs := map[uint64]bool{}
	for _, h := range hashes(other)[other.N:] {
		theirs[h] = true
	}
	mine := hashes(&m.tree)
	_, size, _, _ := Layout(&m.tree)
	node := -1
	for i := m.tree.N; i < len(mine); i++ {
		if !theirs[mine[i]] && (node < 0 || size[i] < size[node]) {
			node = i
		}
	}
	if node < 0 {
		return
	}
	list := []int{node}
	var leaves []int
	for len(list) > 0 {
		i := list[len(list)-1]
		if list = list[:len(list)-1]; i < m.tree.N {
			leaves = append(leaves, i)
		} else {
			list = append(list, m.tree.Nodes[i-m.tree.N]...)
		}
	}
	stable.Sort(leaves, cmp.Compare[int])
	count := make([]int, other.N+len(other.Nodes))
	for _, i := range leaves {
		count[i] = 1
	}
	_, sizes, _, _ := Layout(other)
	for k, kids := range other.Nodes {
		for _, c := range kids {
			count[other.N+k] += count[c]
		}
		if count[other.N+k] == len(leaves) {
			m.Near.Theirs = sizes[other.N+k]
			break
		}
	}
	m.Near.Node, m.Near.Part, m.Near.Size = node, leaves[:min(len(leaves), 8)], size[node]
}
