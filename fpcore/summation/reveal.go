package summation

import (
	"ulplab/fpcore/fast"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/round"
)

// Reveal is the masking experiment on one black box of N elements, carried out to the end.
type Reveal struct {
	Box  Launch
	N    int
	Asks []Ask // the probes, in their order
	Tree reduce.FreeTree
	Same bool // the tree found is the order's own
	OK   bool // a tree was found

	Parent []int // of every number of the tree; the result has itself
	Size   []int // the number of elements below
	Level  []int // additions on the longest way from an element
	Place  []int // of an element from the left
}

// Ask is a probe: elements I and J hold M and -M, all others 1; Got is what the box answered. They meet at the number
// Node of the tree.
type Ask struct{ I, J, Got, Node int }

// masked sums up marks of n elements in binary32 by an order: the black box.
func masked(f *reduce.Form, n int) reduce.Box {
	v := make([]float32, n)
	m := fast.Sum32(round.Env{}, v, nil, false)
	return func(marks []reduce.Mark) int {
		for i, k := range marks {
			switch v[i] = float32(k); k {
			case reduce.Big:
				v[i] = 0x1p125
			case reduce.MinusBig:
				v[i] = -0x1p125
			}
		}
		s := reduce.Eval[float32](m, f, n)
		if !(s >= 0 && s <= float32(n) && s == float32(int(s))) {
			return -1
		}
		return int(s)
	}
}

// NewReveal carries the experiment out on the box of an ID: the box is asked, nothing else of it is known.
func NewReveal(id string, n int) *Reveal {
	l, f, ok := Box(id, n)
	if !ok {
		return &Reveal{Box: l, N: n}
	}
	r := revealed(masked(f, n), n)
	r.Box = l
	own := reduce.Free(f, n)
	found, own := r.Tree.Canonical(), own.Canonical()
	r.Same = r.OK && found.Text(nil) == own.Text(nil)
	return r
}

// revealed asks a box until its tree is known.
func revealed(box reduce.Box, n int) *Reveal {
	r := &Reveal{N: n}
	t, _, ok := reduce.Reveal(n, func(marks []reduce.Mark) int {
		a := Ask{Got: box(marks)}
		for i, k := range marks {
			switch k {
			case reduce.Big:
				a.I = i
			case reduce.MinusBig:
				a.J = i
			}
		}
		r.Asks = append(r.Asks, a)
		return a.Got
	})
	if r.Tree, r.OK = t, ok; !ok {
		return r
	}
	r.Tree = t.Canonical()
	r.Parent, r.Size, r.Level, r.Place = Layout(&r.Tree)
	for k := range r.Asks {
		a := &r.Asks[k]
		for a.Node = a.I; r.Size[a.Node] < n-a.Got && a.Node != r.Parent[a.Node]; {
			a.Node = r.Parent[a.Node]
		}
	}
	return r
}

// Link is a line of the tree as far as it is known: from a number up to another in which it is a part; Direct if
// nothing stands between them in the end.
type Link struct {
	From, To int
	Direct   bool
}

// Known returns what the first k probes tell: the sums that are seen, and for every number the smallest sum that it is
// known to be part of. Of two sums with an element in common the smaller is part of the larger.
func (r *Reveal) Known(k int) (seen []bool, links []Link) {
	all := r.N + len(r.Tree.Nodes)
	seen = make([]bool, all)
	above := make([]map[int]bool, all)
	for i := range above {
		above[i] = map[int]bool{}
	}
	for _, a := range r.Asks[:min(k, len(r.Asks))] {
		seen[a.Node], above[a.I][a.Node], above[a.J][a.Node] = true, true, true
	}
	for i := range all {
		first := i
		for at := i; at != r.Parent[at]; {
			if at = r.Parent[at]; !above[i][at] {
				continue
			}
			if first == i {
				first = at
				links = append(links, Link{i, at, r.Parent[i] == at})
			} else {
				above[first][at] = true
			}
		}
	}
	return seen, links
}

// Pairs returns for every two elements, at i*N + j, the size of the sum in which they are known to meet after k probes,
// 0 if that is not known. Where p and q meet, everything meets that is known to be part of the same operands.
func (r *Reveal) Pairs(k int) []int16 {
	n := r.N
	_, links := r.Known(k)
	up := make([]int, n+len(r.Tree.Nodes))
	for i := range up {
		up[i] = -1
	}
	below := make([][]int, len(up))
	for i := range n {
		below[i] = []int{i}
	}
	for _, l := range links { // from the elements up
		up[l.From] = l.To
	}
	for i, to := range up {
		if to >= 0 {
			below[to] = append(below[to], below[i]...)
		}
	}
	pairs := make([]int16, n*n)
	child := func(e, node int) int {
		for up[e] >= 0 && up[e] != node {
			e = up[e]
		}
		return e
	}
	for _, a := range r.Asks[:min(k, len(r.Asks))] {
		p, q := child(a.I, a.Node), child(a.J, a.Node)
		if pairs[below[p][0]*n+below[q][0]] != 0 && pairs[a.I*n+a.J] != 0 {
			continue
		}
		for _, x := range below[p] {
			for _, y := range below[q] {
				pairs[x*n+y], pairs[y*n+x] = int16(r.Size[a.Node]), int16(r.Size[a.Node])
			}
		}
	}
	return pairs
}
