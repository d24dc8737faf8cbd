package compile

import (
	"slices"

	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/stable"
)

// flowGraph is a program's basic blocks with the branches on && and || taken apart.
type flowGraph struct {
	from [][]int32
	next [][]int32
	cond []int32    // by block: the value that decides which block is next, -1 if none
	ways [][2]int32 // by block with a condition: the next one where it holds, and where it does not
	dom  domTree
	post domTree // of the graph backwards, blocks numbered from its end
}

// always reports whether the block b comes on every way behind a.
func (f *flowGraph) always(a, b int32) bool {
	last := int32(len(f.from)) - 1
	return f.post.dominates(last-b, last-a)
}

// meet returns the first block that comes behind a on every way.
func (f *flowGraph) meet(a int32) int32 {
	last := int32(len(f.from)) - 1
	return last - f.post.up[last-a]
}

// deciding lists the conditions on which it depends whether values are computed: not those whose ways meet before.
func (f *flowGraph) deciding(c *types.Code, values []int32) (list []int32) {
	for _, v := range values {
		b := c.Values[v].Block
		for a := b; a > 0; {
			if a = f.dom.up[a]; f.cond[a] >= 0 && !f.always(a, b) && !f.dom.dominates(f.meet(a), b) && !slices.Contains(list, f.cond[a]) {
				list = append(list, f.cond[a])
			}
		}
	}
	return list
}

// some reports whether the block y comes on a way to b, behind which all ways lead to the block to.
func (f *flowGraph) some(y, b, to int32, steps *int) bool {
	if *steps++; *steps > 200 || y > b {
		return false
	}
	if f.dom.dominates(y, b) {
		return true
	}
	for _, p := range f.from[b] {
		if len(f.from[b]) > 1 && f.dom.dominates(y, p) || f.always(p, to) && f.some(y, p, to, steps) {
			return true
		}
	}
	return false
}

// domTree is a dominator tree: by block the one around it, and the interval of those within.
type domTree struct{ up, first, last []int32 }

func (t *domTree) dominates(a, b int32) bool {
	return t.first[a] <= t.first[b] && t.first[b] <= t.last[a]
}

// common returns the innermost block around both.
func (t *domTree) common(a, b int32) int32 {
	for a != b {
		if a < b {
			a, b = b, a
		}
		a = t.up[a]
	}
	return a
}

// dominators makes the tree of blocks that stand behind those from which they are reached. What is never reached is
// reached from the first.
func dominators(from [][]int32) domTree {
	n := len(from)
	t := domTree{make([]int32, n), make([]int32, n), make([]int32, n)}
	children := make([][]int32, n)
	for b := 1; b < n; b++ {
		up := int32(-1)
		for _, f := range from[b] {
			if up < 0 {
				up = f
			} else {
				up = t.common(up, f)
			}
		}
		t.up[b] = max(up, 0)
		children[t.up[b]] = append(children[t.up[b]], int32(b))
	}
	count := int32(0)
	stack := []int32{0}
	seen := make([]bool, n)
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		if seen[b] {
			t.last[b] = count - 1
			stack = stack[:len(stack)-1]
			continue
		}
		seen[b] = true
		t.first[b] = count
		count++
		stack = append(stack, children[b]...)
	}
	return t
}

// flowOf makes the graph of a program's basic blocks, and the program with those gone whose branches do nothing.
func flowOf(c *types.Code, e *early) (*flowGraph, *types.Code) {
	n := len(c.Blocks)
	f := &flowGraph{from: make([][]int32, n), next: make([][]int32, n)}
	busy := make([]bool, n)
	for i := range c.Values {
		if v := &c.Values[i]; v.Op != types.Const && v.Op != types.Input && v.Type != types.Bool {
			busy[v.Block] = true
		}
	}
	cond, targets := make([]int32, n), make([][2]int32, n)
	for b := range c.Blocks {
		f.from[b] = append([]int32(nil), c.Blocks[b].From...)
		cond[b], targets[b] = c.Blocks[b].Cond, c.Blocks[b].Next
	}
	f.cond, f.ways = cond, targets
	replace := func(list []int32, old int32, by ...int32) []int32 {
		var l []int32
		for _, x := range list {
			if x != old {
				l = append(l, x)
			}
		}
		return append(l, by...)
	}
	for j := range c.Blocks {
		v := cond[j]
		if v < 0 || busy[j] || len(f.from[j]) != 2 {
			continue
		}
		odd := false
		s := &c.Values[v]
		for s.Op == types.Equal && s.Type == types.Bool && c.Values[s.X[1]].Op == types.Const && c.Values[s.X[0]].Type == types.Bool {
			s, odd = &c.Values[s.X[0]], !odd
		}
		if s.Op != types.Select || s.Type != types.Bool || s.Block != int32(j) || s.Ways[0] < 0 || s.Ways[1] < 0 {
			continue
		}
		a, b := s.Ways[0], s.Ways[1]
		if cond[a] >= 0 || cond[b] >= 0 || !(f.from[j][0] == a && f.from[j][1] == b || f.from[j][0] == b && f.from[j][1] == a) {
			continue
		}
		to := targets[j]
		if odd {
			to[0], to[1] = to[1], to[0]
		}
		for i, p := range s.Ways {
			x := s.X[1+i]
			if w := &c.Values[x]; w.Op == types.Const {
				t := to[1-w.Bits&1]
				f.from[t] = append(f.from[t], p)
			} else {
				cond[p], targets[p] = x, to
				f.from[to[0]] = append(f.from[to[0]], p)
				f.from[to[1]] = append(f.from[to[1]], p)
			}
		}
		f.from[to[0]] = replace(f.from[to[0]], int32(j))
		f.from[to[1]] = replace(f.from[to[1]], int32(j))
		f.from[j], cond[j] = nil, -1
	}
	for b := range f.from {
		for _, p := range f.from[b] {
			f.next[p] = append(f.next[p], int32(b))
		}
	}
	c = f.unbranched(c, e, busy)
	f.dom = dominators(f.from)
	back := make([][]int32, n)
	for b := range f.next {
		for _, x := range f.next[b] {
			back[n-1-b] = append(back[n-1-b], int32(n-1)-x)
		}
	}
	f.post = dominators(back)
	return f, c
}

// unbranched takes out the branches whose two ways do nothing: they, what decides them and what comes behind are one block.
func (f *flowGraph) unbranched(c *types.Code, e *early, busy []bool) *types.Code {
	n := int32(len(f.from))
	same := make([]int32, n)
	for b := range same {
		same[b] = int32(b)
	}
	chosen := make([]bool, n) // a value depends on whether this block was come through
	for i := range c.Values {
		if v := &c.Values[i]; v.Op == types.Select && v.Type != types.Bool && (e == nil || e.same[i] < 0) {
			for _, b := range v.Ways {
				if b >= 0 && b < n {
					chosen[b] = true
				}
			}
		}
	}
	any := false
	for b := n - 1; b >= 0; b-- {
		for f.cond[b] >= 0 {
			t, e := f.ways[b][0], f.ways[b][1]
			if t == e || busy[t] || busy[e] || chosen[t] || chosen[e] || len(f.from[t]) != 1 || len(f.from[e]) != 1 || len(f.next[t]) != 1 || len(f.next[e]) != 1 || f.next[t][0] != f.next[e][0] {
				break
			}
			j := f.next[t][0]
			if len(f.from[j]) != 2 || c.Blocks[j].Pass != c.Blocks[b].Pass {
				break
			}
			any = true
			same[t], same[e], same[j] = b, b, b
			f.cond[b], f.ways[b], f.next[b] = f.cond[j], f.ways[j], f.next[j]
			for _, x := range f.next[j] {
				for i, p := range f.from[x] {
					if p == j {
						f.from[x][i] = b
					}
				}
			}
			f.from[t], f.from[e], f.from[j] = nil, nil, nil
			f.next[t], f.next[e], f.next[j] = nil, nil, nil
			f.cond[j] = -1
			busy[b], chosen[b] = busy[b] || busy[j], chosen[b] || chosen[j]
		}
	}
	if !any {
		return c
	}
	to := func(b int32) int32 {
		for b >= 0 && b < n && same[b] != b {
			b = same[b]
		}
		return b
	}
	d := *c
	d.Values = stable.Clone(c.Values)
	for i := range d.Values {
		v := &d.Values[i]
		v.Block = to(v.Block)
		for w, b := range v.Ways {
			if b >= 0 && v.Op == types.Select {
				v.Ways[w] = to(b)
			}
		}
	}
	d.Last = to(d.Last)
	return &d
}
