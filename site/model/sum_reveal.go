//go:build !opening

package model

import (
	"strconv"
	"strings"

	"ulplab/fpcore/fast"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/round"
	"ulplab/site/state"
)

// SumReveal is the masking experiment on one black box of N elements, carried out to the end.
type SumReveal struct {
	Box, Title string
	N          int
	Asks       []SumAsk // the probes, in their order
	Tree       reduce.FreeTree
	Same       bool // the tree found is the order's own
	OK         bool // a tree was found

	Parent []int // of every number of the tree; the result has itself
	Size   []int // the number of elements below
	Level  []int // additions on the longest way from an element
	Place  []int // of an element from the left
}

// SumAsk is a probe: elements I and J hold M and -M, all others 1; Got is what the box answered. They meet at the number
// Node of the tree.
type SumAsk struct{ I, J, Got, Node int }

// SumBoxes lists what can be a black box: groups of IDs and names.
func SumBoxes() (list [][3]string) {
	for _, p := range reduce.Presets {
		list = append(list, [3]string{p.ID, p.ID, "libraries, as measured"})
	}
	for _, o := range reduce.Orders {
		_, title, _ := SumBox(o.ID, 64)
		list = append(list, [3]string{o.ID, title, "catalogue"})
	}
	for _, p := range strings.Fields(state.SumBoxPatterns) {
		_, title, _ := SumBox(p, 64)
		list = append(list, [3]string{p, title, "CUDA patterns"})
	}
	return list
}

// SumBox returns the form of a black box of n elements, its name and its launch; nil if there is none of that ID.
func SumBox(id string, n int) (f *reduce.Form, title string, k reduce.Knobs) {
	k = reduce.Knobs{Threads: 8, Blocks: 2, Accums: 4, Seed: 1}
	if p, ok := reduce.FindPreset(id); ok {
		f, _, ok = p.At(n)
		return f, id, k
	}
	o, ok := reduce.FindOrder(id)
	if !ok {
		k.Threads = 32
		if strings.HasPrefix(id, "cub") {
			k.Threads, k.Blocks = 128, 1
		}
		for _, p := range strings.Fields(state.SumBoxPatterns) {
			if p == id {
				f, _ = reduce.Pattern(id, k.Threads, k.Blocks)
			}
		}
		return f, strings.ReplaceAll(id, "_", " ") + sumLaunchWords(reduce.UsesThreads|reduce.UsesBlocks, k), k
	}
	switch {
	case o.Uses&reduce.UsesWarps != 0:
		k.Threads = 32
	case o.Uses&reduce.UsesAccums != 0, strings.HasPrefix(id, "openmp"):
		k.Threads = 4
	case o.Uses&reduce.UsesThreads == 0:
		k.Blocks = 4
	}
	f, _ = o.At(k)
	return f, o.Title + sumLaunchWords(o.Uses, k), k
}

// sumLaunchWords writes the numbers that an order depends on.
func sumLaunchWords(u reduce.Uses, k reduce.Knobs) string {
	switch {
	case u&(reduce.UsesThreads|reduce.UsesBlocks) == reduce.UsesThreads|reduce.UsesBlocks:
		s := ", " + strconv.Itoa(k.Blocks) + " × " + strconv.Itoa(k.Threads)
		if u&reduce.UsesAccums != 0 {
			s += " × " + strconv.Itoa(k.Accums)
		}
		return s
	case u&reduce.UsesThreads != 0:
		return ", " + strconv.Itoa(k.Threads)
	case u&reduce.UsesBlocks != 0:
		return ", " + strconv.Itoa(k.Blocks)
	case u&reduce.UsesAccums != 0:
		return ", " + strconv.Itoa(k.Accums)
	}
	return ""
}

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

// NewSumReveal carries the experiment out: the box is asked, nothing else of it is known.
func NewSumReveal(id string, n int) *SumReveal {
	f, title, _ := SumBox(id, n)
	if f == nil {
		return &SumReveal{Box: id, N: n}
	}
	r := revealed(masked(f, n), n)
	r.Box, r.Title = id, title
	own := reduce.Free(f, n)
	found, own := r.Tree.Canonical(), own.Canonical()
	r.Same = r.OK && found.Text(nil) == own.Text(nil)
	return r
}

// revealed asks a box until its tree is known.
func revealed(box reduce.Box, n int) *SumReveal {
	r := &SumReveal{N: n}
	t, _, ok := reduce.Reveal(n, func(marks []reduce.Mark) int {
		a := SumAsk{Got: box(marks)}
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
	r.Parent, r.Size, r.Level, r.Place = TreeLayout(&r.Tree)
	for k := range r.Asks {
		a := &r.Asks[k]
		for a.Node = a.I; r.Size[a.Node] < n-a.Got && a.Node != r.Parent[a.Node]; {
			a.Node = r.Parent[a.Node]
		}
	}
	return r
}

// TreeLayout returns for every number of a tree the sum that it is part of, the elements below and the additions above the
// elements, and the place of every element from the left.
func TreeLayout(t *reduce.FreeTree) (parent, size, level, place []int) {
	all := t.N + len(t.Nodes)
	parent, size, level, place = make([]int, all), make([]int, all), make([]int, all), make([]int, t.N)
	for i := range all {
		parent[i] = i
		if i < t.N {
			size[i] = 1
			continue
		}
		for _, k := range t.Nodes[i-t.N] {
			parent[k] = i
			size[i] += size[k]
			level[i] = max(level[i], level[k]+1)
		}
	}
	at := 0
	stack := []int{all - 1}
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if i < t.N {
			place[i] = at
			at++
			continue
		}
		kids := t.Nodes[i-t.N]
		for k := len(kids) - 1; k >= 0; k-- {
			stack = append(stack, kids[k])
		}
	}
	return parent, size, level, place
}

// SumLink is a line of the tree as far as it is known: from a number up to another in which it is a part; Direct if
// nothing stands between them in the end.
type SumLink struct {
	From, To int
	Direct   bool
}

// Known returns what the first k probes tell: the sums that are seen, and for every number the smallest sum that it is
// known to be part of. Of two sums with an element in common the smaller is part of the larger.
func (r *SumReveal) Known(k int) (seen []bool, links []SumLink) {
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
				links = append(links, SumLink{i, at, r.Parent[i] == at})
			} else {
				above[first][at] = true
			}
		}
	}
	return seen, links
}

// Pairs returns for every two elements, at i*N + j, the size of the sum in which they are known to meet after k probes,
// 0 if that is not known. Where p and q meet, everything meets that is known to be part of the same operands.
func (r *SumReveal) Pairs(k int) []int16 {
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
