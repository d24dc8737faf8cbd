package compile

import (
	"slices"

	"ulplab/fpcore/expr/types"
)

// What g++ 12 -O2 makes of loops, as far as it decides what stands in one basic block. A loop is unrolled completely where
// that makes the code no larger by GCC's own count of instructions; what does not change from pass to pass is computed
// before it. A loop that stays is made of vector instructions if its number of passes is a multiple of their width and all
// that goes from pass to pass are sums; the sums are then added up one after the other.

// regions tells in which pass of which loop that is not unrolled the nodes are computed.
type regions struct {
	of      []int32      // by node: a number of Code.Passes
	kept    []bool       // by pass: its loop is not unrolled
	first   []int32      // by node: its first value of the Code, -1 if none
	borders []loopBorder // loops that are not unrolled
	lanes   map[int32]bool
	late    []loop  // those that are unrolled behind that, or never
	shared  []int32 // by node: the innermost pass around all passes that compute it
}

type loopBorder struct{ pass, from, to int32 } // the pass around a loop, and its values

// loop is what is known about a loop.
type loop struct {
	passes   []int32
	parent   int32
	from, to int32 // its values: from <= v < to
}

// up returns the innermost pass around that is a block of its own.
func (r *regions) up(c *types.Code, pass int32) int32 {
	for pass > 0 && !r.kept[pass] {
		pass = c.Passes[pass].Parent
	}
	return pass
}

// meetPasses returns the innermost pass around both.
func meetPasses(c *types.Code, a, b int32) int32 {
	for a != b {
		if a < b {
			a, b = b, a
		}
		a = c.Passes[a].Parent
	}
	return a
}

// loopsOf lists the loops that have values, inner ones first.
func loopsOf(c *types.Code) []loop {
	var list []loop
	at := map[int32]int{}
	for p := len(c.Passes) - 1; p > 0; p-- {
		w := c.Passes[p]
		i, ok := at[w.Loop]
		if !ok {
			i = len(list)
			at[w.Loop] = i
			list = append(list, loop{parent: w.Parent, from: int32(len(c.Values))})
		}
		list[i].passes = append(list[i].passes, int32(p))
	}
	holds := make([]bool, len(c.Passes))
	for v := range c.Values {
		for p := c.Values[v].Pass; p > 0; p = c.Passes[p].Parent {
			holds[p] = true
			l := &list[at[c.Passes[p].Loop]]
			l.from, l.to = min(l.from, int32(v)), int32(v)+1
		}
	}
	for i := range list { // the last time the condition did not hold
		if p := list[i].passes; !holds[p[0]] {
			list[i].passes = p[1:]
		}
	}
	return slices.DeleteFunc(list, func(l loop) bool { return l.to == 0 })
}

// findRegions decides about every loop.
func (g *graph) findRegions(live []int32) *regions {
	c := g.c
	if len(c.Passes) < 2 {
		return nil
	}
	r := &regions{of: make([]int32, len(g.nodes)), kept: make([]bool, len(c.Passes)), first: make([]int32, len(g.nodes)), lanes: map[int32]bool{}}
	alive := make([]bool, len(g.nodes))
	for _, k := range live {
		alive[k] = true
	}
	for k := range r.of {
		r.of[k], r.first[k] = -1, -1
	}
	begins := map[int32]int32{} // by loop: its first pass
	for p := len(c.Passes) - 1; p > 0; p-- {
		begins[c.Passes[p].Loop] = int32(p)
	}
	for v := range c.Values {
		k := g.at[v]
		if k < 0 {
			k = g.also[v]
		}
		if k < 0 || !alive[k] {
			continue
		}
		if r.first[k] < 0 {
			r.first[k], r.of[k] = int32(v), c.Values[v].Pass
		} else if p := r.of[k]; p == 0 || c.Passes[p].Loop != c.Passes[c.Values[v].Pass].Loop || begins[c.Passes[p].Loop] == p {
			if m := meetPasses(c, p, c.Values[v].Pass); m != c.Values[v].Pass { // else the value of the loop serves behind it
				r.of[k] = m
			}
		} // else it is what the first pass did not compute: it comes from the pass before
	}
	users := g.users(live)
	for i := len(live) - 1; i >= 0; i-- { // what rewriting made
		k := live[i]
		for _, u := range users[k] {
			if r.first[k] < 0 && r.of[u] >= 0 {
				if r.of[k] < 0 {
					r.of[k] = r.of[u]
				}
				r.of[k] = meetPasses(c, r.of[k], r.of[u])
			}
		}
	}
	r.shared = slices.Clone(r.of)
	inside := make([]bool, len(c.Passes)) // passes that hold a loop which is not unrolled
	for _, l := range loopsOf(c) {
		n := len(l.passes)
		mark := make(map[int32]int, n)
		for i, p := range l.passes {
			mark[p] = i
		}
		size := make([]int, n) // of what changes from pass to pass, by pass
		whole := make([]int, n)
		test := map[int32]bool{}
		iv := false
		stays := false
		for _, p := range l.passes {
			stays = stays || inside[p]
		}
		seen := map[int32]bool{}
		for v := l.from; v < l.to; v++ {
			p := c.Values[v].Pass
			for p > 0 && c.Passes[p].Loop != c.Passes[l.passes[0]].Loop {
				p = c.Passes[p].Parent
			}
			i, ok := mark[p]
			if !ok {
				continue
			}
			if w := &c.Values[v]; w.Op == types.Convert && c.Values[w.X[0]].Op == types.Const {
				iv = true
			}
			k := g.at[v]
			if k < 0 || !alive[k] || seen[k] {
				continue
			}
			seen[k] = true
			cost := g.weight(k, test)
			if r.of[k] == p || meetPasses(c, r.of[k], p) == p {
				size[i] += cost
			}
			if r.first[k] >= l.from {
				whole[i] += cost
			}
		}
		used := 0
		for i := range whole {
			if whole[i] > 0 || size[i] > 0 {
				used++
			}
		}
		if used == 0 {
			continue
		}
		body, rest := 0, 0
		for i := range whole {
			body, rest = max(body, size[i]), max(rest, whole[i])
		}
		extra := types.Bit(iv) * 2
		fits := func(b, more int) bool { return max(n*b*2/3, 1) <= b+3+more }
		if stays || n > 17 || !fits(rest, extra) {
			r.late = append(r.late, l)
		}
		lanes := !fits(rest, extra) && g.vectorizes(r, &l, alive, users)
		if stays || n > 17 || !fits(rest, extra) && (lanes || !fits(body, extra+types.Bit(iv))) {
			if n > 1 {
				for _, p := range l.passes {
					r.kept[p] = true
					if lanes {
						r.lanes[p] = true
					}
				}
				inside[l.parent] = true
				r.borders = append(r.borders, loopBorder{l.parent, l.from, l.to})
			}
		}
	}
	for k := range r.of {
		r.of[k] = r.up(c, max(r.of[k], 0))
	}
	for i := range r.borders {
		r.borders[i].pass = r.up(c, r.borders[i].pass)
	}
	return r
}

// weight is GCC's count of a node's instructions.
func (g *graph) weight(k int32, test map[int32]bool) int {
	n := &g.nodes[k]
	switch {
	case n.op == types.Const || n.op == types.Input || n.op >= types.Less && n.op <= types.Differ:
		return 0
	case n.op == types.Select:
		if test[n.x[0]] {
			return 0
		}
		test[n.x[0]] = true
		return 2
	case n.op == types.Convert:
		return types.Bit(n.typ.IsFloat() != g.nodes[n.x[0]].typ.IsFloat())
	case n.op == types.Call && baseName(n.fn, n.typ) != "fabs" || n.op == types.FusedOp:
		return 2 + int(n.n)
	}
	return 1
}

// vectorizes reports whether all that a loop hands from pass to pass are sums of their own, and its passes fill vectors.
func (g *graph) vectorizes(r *regions, l *loop, alive []bool, users [][]int32) bool {
	n := len(l.passes)
	if n%2 != 0 {
		return false
	}
	in := func(v int32) bool { return v >= l.from && v < l.to }
	loopOf := g.c.Passes[l.passes[0]].Loop
	// Sums: a value whose left or right operand is a sum of the pass before, or comes from before the loop.
	for v := l.from; v < l.to; v++ {
		w := &g.c.Values[v]
		if g.at[v] < 0 || !alive[g.at[v]] {
			continue
		}
		if g.c.Passes[w.Pass].Loop != loopOf || w.Op == types.Call && baseName(w.Fn, w.Type) != "fabs" || w.Type == types.Double && n%2 != 0 {
			return false
		}
		for j, x := range w.Operands() {
			from := &g.c.Values[x]
			if !in(x) || from.Pass == w.Pass || from.Op == types.Const || from.Op == types.Input {
				continue
			}
			if g.at[x] < 0 || r.of[g.at[x]] <= 0 {
				continue // it does not change
			}
			if w.Op != types.Add && !(w.Op == types.Sub && j == 0) || from.Op != w.Op {
				return false
			}
			if len(users[g.at[x]]) != 1 { // something else uses the sum
				return false
			}
		}
	}
	return true
}

// invariant lists what loops compute that does not change from pass to pass, by the first value of each loop: GCC computes
// it before a loop that is not unrolled at once.
func (r *regions) invariant(c *types.Code) map[int32][]int32 {
	if r == nil {
		return nil
	}
	list := map[int32][]int32{}
	for _, l := range r.late {
		loop := c.Passes[l.passes[0]].Loop
		for k, v := range r.first {
			if v < l.from || v >= l.to {
				continue
			}
			pass := c.Values[v].Pass
			for pass > 0 && c.Passes[pass].Loop != loop {
				pass = c.Passes[pass].Parent
			}
			if pass > 0 && r.shared[k] >= 0 && meetPasses(c, r.shared[k], pass) != pass {
				list[l.from] = append(list[l.from], int32(k))
			}
		}
	}
	for from := range list {
		slices.SortFunc(list[from], func(a, b int32) int { return int(r.first[a] - r.first[b]) })
	}
	return list
}

// apart reports that two nodes stand in different blocks because of a loop.
func (r *regions) apart(m, u int32) bool {
	if r == nil || int(m) >= len(r.of) || int(u) >= len(r.of) {
		return false
	}
	if r.of[m] != r.of[u] {
		return true
	}
	for _, b := range r.borders {
		if b.pass == r.of[m] && r.first[m] >= 0 && r.first[m] < b.from && r.first[u] >= b.to {
			return true
		}
	}
	return false
}

// inLanes reports that the sum u is added up one by one of what vector instructions computed.
func (r *regions) inLanes(s *selection, u int32) bool {
	if r == nil || int(u) >= len(r.of) || !r.lanes[r.of[u]] {
		return false
	}
	for _, v := range s.users[u] {
		if int(v) >= len(r.of) || r.of[v] != r.of[u] {
			return true
		}
	}
	return s.isRoot(u)
}
