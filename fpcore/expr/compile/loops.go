package compile

import (
	"slices"

	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/stable"
)

// What g++ 12 -O2 makes of loops, as far as it decides what stands in one basic block. A loop is unrolled completely where
// that makes the code no larger by GCC's own count of instructions; what does not change from pass to pass is computed
// before it. A loop that stays is made of vector instructions if its number of passes is a multiple of their width and all
// that goes from pass to pass are sums; the sums are then added up one after the other.

// regions tells in which pass of which loop that is not unrolled the nodes are computed.
type regions struct {
	all     []loop       // as loopsOf lists them
	of      []int32      // by node: a number of Code.Passes
	kept    []bool       // by pass: its loop is not unrolled
	first   []int32      // by node: its first value of the Code, -1 if none
	borders []loopBorder // loops that are not unrolled
	lanes   map[int32]bool
	behind  map[int32]bool // by loop: its passes end in a test of their own
	late    []loop         // those that are unrolled behind that, or never
	shared  []int32        // by node: the innermost pass around all passes that compute it
}

type loopBorder struct{ pass, from, to int32 } // the pass around a loop, and its values

// loop is what is known about a loop.
type loop struct {
	passes   []int32
	parent   int32
	values   []member // in their order; those of threads that take turns stand between each other
	from, to int32    // from <= v < to holds for all of them
	cut      bool     // its last pass is left by a branch that the counter decides
	open     bool     // how often it is passed is not known
}

// member is a value that a loop computes, and its pass of that loop.
type member struct{ value, pass int32 }

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
		list[i].passes, list[i].open = append(list[i].passes, int32(p)), list[i].open || w.Open
	}
	holds := make([]bool, len(c.Passes))
	for v := range c.Values {
		op := c.Values[v].Op
		for p := c.Values[v].Pass; p > 0; p = c.Passes[p].Parent {
			holds[p] = holds[p] || op != types.Const && op != types.Select
			l := &list[at[c.Passes[p].Loop]]
			if l.to <= int32(v) {
				l.values = append(l.values, member{int32(v), p})
			}
			l.from, l.to = min(l.from, int32(v)), int32(v)+1
		}
	}
	for i := range list { // the last time the condition did not hold
		p := list[i].passes
		if list[i].cut = len(p) > 1 && c.Passes[p[0]].Form != types.DoLoop; list[i].cut && !holds[p[0]] {
			list[i].passes, list[i].cut = p[1:], false
		}
	}
	deep := func(l loop) (n int) {
		for p := l.parent; p > 0; p = c.Passes[p].Parent {
			n++
		}
		return n
	}
	stable.Sort(list, func(a, b loop) int { return deep(b) - deep(a) })
	return stable.Delete(list, func(l loop) bool { return l.to == 0 })
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
			if m := meetPasses(c, p, c.Values[v].Pass); m != c.Values[v].Pass && !r.within(g, k, p, m) { // else the value of the loop serves behind it
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
	r.shared = stable.Clone(r.of)
	if g.loops != nil {
		r.kept, r.lanes, r.late, r.borders, r.behind = g.loops.kept, g.loops.lanes, g.loops.late, g.loops.borders, g.loops.behind
		r.settle(c)
		return r
	}
	r.behind = testedBehind(c)
	loops := loopsOf(c)
	r.all = loops
	var carry *carried
	if g.flow != nil {
		few := make([]bool, len(c.Passes))
		for _, l := range loops {
			for _, p := range l.passes {
				few[p] = !l.many()
			}
		}
		carry = findCarried(c, loops, few)
	}
	inside := make([]bool, len(c.Passes)) // passes that hold a loop which is not unrolled
	seen := make([]int32, len(g.nodes))   // in which of the loops last
	for m, l := range loops {
		n := len(l.passes)
		mark := make(map[int32]int, n)
		for i, p := range l.passes {
			mark[p] = i
		}
		own := make([]int, n) // conversions of the counter
		stays := false
		for _, p := range l.passes {
			stays = stays || inside[p]
		}
		within := g.inside(&l, r.behind, carry)
		stands := standings{places: map[standing]int32{}}
		var text []share // by its number: what is written at one place is one instruction of the loop
		used := make([]bool, n)
		for _, of := range l.values {
			v, p := of.value, of.pass
			i, ok := mark[p]
			k := g.at[v]
			if !ok || k < 0 || !alive[k] {
				continue
			}
			if w := &c.Values[v]; p == w.Pass && w.Op == types.Convert && c.Values[w.X[0]].Op == types.Const && c.Values[w.X[0]].Type.IsInt() && !g.literal(w.X[0]) {
				own[i] = 1
				continue
			}
			if seen[k] == int32(m)+1 {
				continue
			}
			seen[k] = int32(m) + 1
			if within.leaves(&c.Values[v], i) {
				continue
			}
			at, _, _ := stands.number(&c.Values[v], i)
			if int(at) == len(text) {
				text = append(text, share{})
			}
			t := &text[at]
			heading := within.heading(&c.Values[v], i)
			cost, changes := g.weight(k, len(users[k]) > 0), 0
			switch node := &g.nodes[k]; {
			case g.isSqrt(k):
				changes = cost + 2
			case r.of[k] == p || meetPasses(c, r.of[k], p) == p:
				changes = cost
			case r.first[k] >= l.from && within.stays(g, node, k, i):
				changes = cost
			}
			if r.first[k] < l.from {
				cost = 0
			}
			if i == 0 && n > 1 && carry != nil && carry.when[v] > 1 { // what only the last pass needs is computed behind the loop
				changes = 0
			}
			t.body, t.varying = max(t.body, cost), max(t.varying, changes)
			if heading {
				t.header = t.varying
			}
			used[i] = used[i] || cost > 0 || changes > 0
		}
		s := loopSize{passes: n, cut: l.cut, form: c.Passes[l.passes[0]].Form}
		for i, p := range l.passes {
			s.counted = max(s.counted, int(c.Passes[p].Counted)+own[i])
			s.reads = max(s.reads, int(c.Passes[p].Reads))
		}
		if !slices.Contains(used, true) {
			if l.many() && l.computes(c) { // on literals alone: what changes from pass to pass is no constant to the compiler
				for _, p := range l.passes {
					r.kept[p] = true
				}
				inside[l.parent] = true
			}
			continue
		}
		s.body, s.varying = s.reads, s.reads
		for _, t := range text {
			s.body, s.varying, s.header = s.body+t.body, s.varying+t.varying, s.header+t.header
		}
		early := s.shrinksEarly()
		if stays || l.many() || !early {
			r.late = append(r.late, l)
		}
		lanes := !early && !l.open && !g.scalar && g.vectorizes(r, &l, alive, users)
		if stays || l.many() || !early && (lanes || !s.shrinksLate()) {
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
	r.settle(c)
	return r
}

// within reports whether an operand of a node is computed in the pass p or in one within it, not just in the pass m around.
func (r *regions) within(g *graph, k, p, m int32) bool {
	n := &g.nodes[k]
	for _, x := range n.x[:n.n] {
		if o := r.of[x]; p != m && o > 0 && g.nodes[x].op != types.Const && g.nodes[x].op != types.Input && meetPasses(g.c, o, p) == p {
			return true
		}
	}
	return false
}

// settle says of everything in which pass of a loop that is not unrolled it is.
func (r *regions) settle(c *types.Code) {
	for k := range r.of {
		r.of[k] = r.up(c, max(r.of[k], 0))
	}
	for i := range r.borders {
		r.borders[i].pass = r.up(c, r.borders[i].pass)
	}
}

// testedBehind finds the passes of while loops that end in a test of their own, as if (c) break: GCC does not turn such a
// loop so that its condition comes behind its body, for it has a test there.
func testedBehind(c *types.Code) map[int32]bool {
	begin := make([]int32, len(c.Passes)) // by pass: its first block
	for v := len(c.Values) - 1; v >= 0; v-- {
		w := &c.Values[v]
		for p := w.Pass; p > 0; p = c.Passes[p].Parent {
			begin[p] = w.Block
		}
	}
	list, before := map[int32]bool{}, map[int32]int32{}
	for p := 1; p < len(c.Passes); p++ {
		w := &c.Passes[p]
		if was, ok := before[w.Loop]; ok && w.Form == types.WhileLoop {
			if b := &c.Blocks[begin[p]]; begin[p] != begin[was] && len(b.From) == 1 && c.Blocks[b.From[0]].Cond >= 0 {
				list[w.Loop] = true
			}
		}
		before[w.Loop] = int32(p)
	}
	return list
}

// within tells which blocks of a loop's passes lead to the next pass.
type within struct {
	graph *graph
	turns [][]bool // by pass, by block from the pass's first one on
	first []int32  // by pass: its first block
	out   map[int64]bool
	heads [][]int32      // by pass: the blocks of its header
	body  []int32        // by pass: the first block behind its header
	above map[int64]bool // what stands in the header
	known map[int32]steadiness
	do    bool // it is not turned so that its condition comes behind its body
	late  bool // nor is anything computed before it
}

func (g *graph) inside(l *loop, behind map[int32]bool, carry *carried) *within {
	c := g.c
	w := &within{graph: g, out: map[int64]bool{}, above: map[int64]bool{}, known: map[int32]steadiness{}}
	top := &c.Passes[l.passes[0]]
	w.late = behind[top.Loop]
	w.do = w.late || top.Form == types.DoLoop
	if g.flow == nil {
		return w
	}
	w.first = make([]int32, len(l.passes))
	w.turns = make([][]bool, len(l.passes))
	mark := map[int32]int{}
	for i, p := range l.passes {
		mark[p] = i
	}
	for _, m := range slices.Backward(l.values) {
		if i, ok := mark[m.pass]; ok {
			w.first[i] = c.Values[m.value].Block
		}
	}
	order := make([]int, len(l.passes)) // the passes by their first blocks
	for i := range order {
		order[i] = i
	}
	stable.Sort(order, func(i, j int) int { return int(w.first[i] - w.first[j]) })
	for n, i := range order {
		if n == len(order)-1 {
			break
		}
		end := w.first[order[n+1]]
		if end <= w.first[i] {
			continue
		}
		list := make([]bool, end-w.first[i])
		for b := end - 1; b >= w.first[i]; b-- {
			for _, x := range g.flow.next[b] {
				if x == end || x > b && x < end && list[x-w.first[i]] {
					list[b-w.first[i]] = true
				}
			}
		}
		w.turns[i] = list
	}
	w.heads, w.body = make([][]int32, len(l.passes)), stable.Clone(w.first)
	for i, list := range w.turns {
		if list != nil && !w.do && len(l.passes) <= maxPasses {
			w.header(i, l, carry)
		}
	}
	return w
}

// header finds the blocks that GCC copies before the loop, so that the conditions in which they end come behind its body:
// those at the beginning of a pass in each of which the loop may be left, up to 20 instructions, as long as what they
// compare does not change from pass to pass, or depends on the counter.
func (w *within) header(i int, l *loop, carry *carried) {
	g, size := w.graph, 2
	for b := w.first[i]; ; {
		v := g.flow.cond[b]
		if v < 0 || b != w.first[i] && len(g.flow.from[b]) != 1 {
			return
		}
		next := int32(-1)
		for _, x := range g.flow.ways[b] {
			if at := x - w.first[i]; int(at) == len(w.turns[i]) || at >= 0 && int(at) < len(w.turns[i]) && w.turns[i][at] {
				if next >= 0 {
					return
				}
				next = x
			}
		}
		if next <= b || g.c.Values[v].Op < types.Less || g.c.Values[v].Op > types.Differ {
			return
		}
		for k := range g.nodes {
			if n := &g.nodes[k]; g.block[k] == b && n.value >= l.from && n.value < l.to {
				if n.op == types.Call && baseName(n.fn, n.typ) != "fabs" || n.op == types.FusedOp {
					return
				}
				size += g.weight(int32(k), true)
			}
		}
		if size > 20 {
			return
		}
		for j, x := range g.c.Values[v].Operands() {
			if s := w.steady(x, l, carry); carry.of[3*v+int32(j)] > 0 || !s.invariant && !s.counted {
				return
			}
		}
		w.heads[i] = append(w.heads[i], b)
		w.body[i] = next
		if b = next; int(b-w.first[i]) == len(w.turns[i]) {
			return
		}
	}
}

// steadiness says of a value of a loop whether it is the same in every pass, and whether it depends on the counter.
type steadiness struct{ invariant, counted bool }

func (w *within) steady(v int32, l *loop, carry *carried) (s steadiness) {
	x := &w.graph.c.Values[v]
	switch inside := v >= l.from && v < l.to; {
	case x.Op == types.Const:
		counted := inside && !w.graph.literal(v)
		return steadiness{!counted, counted}
	case !inside || x.Op == types.Input:
		return steadiness{invariant: true}
	case x.Op == types.Select:
		return steadiness{}
	}
	if s, ok := w.known[v]; ok {
		return s
	}
	s.invariant = true
	for j, y := range x.Operands() {
		if carry.of[3*v+int32(j)] > 0 {
			s.invariant = false
			continue
		}
		t := w.steady(y, l, carry)
		s.invariant, s.counted = s.invariant && t.invariant, s.counted || t.counted
	}
	w.known[v] = s
	return s
}

// heading reports whether the value v of the pass number i belongs to the loop's header.
func (w *within) heading(v *types.Value, i int) bool {
	if w.graph.flow == nil {
		return false
	}
	at := int64(v.From)<<32 | int64(v.To)
	if w.turns[i] == nil {
		return w.above[at]
	}
	if slices.Contains(w.heads[i], v.Block) {
		w.above[at] = true
		return true
	}
	return false
}

// leaves reports whether the value v of the pass number i is computed only where the loop is left.
func (w *within) leaves(v *types.Value, i int) bool {
	if w.graph.flow == nil {
		return false
	}
	at := int64(v.From)<<32 | int64(v.To)
	if list := w.turns[i]; list != nil {
		if b := v.Block - w.first[i]; b >= 0 && int(b) < len(list) && !list[b] {
			w.out[at] = true
			return true
		}
		return false
	}
	return w.out[at]
}

// stays reports whether a node that does not change from pass to pass is computed in each all the same: a comparison that
// does not leave a turned loop, and what is not computed in every pass.
func (w *within) stays(g *graph, n *node, k int32, i int) bool {
	if g.flow == nil {
		return false
	}
	if w.late {
		return true
	}
	b := g.block[k]
	if slices.Contains(w.heads[i], b) {
		return false
	}
	if n.op >= types.Less && n.op <= types.Differ {
		if w.do || w.turns[i] == nil {
			return true
		}
		for _, x := range g.flow.next[b] {
			if at := x - w.first[i]; at >= 0 && int(at) < len(w.turns[i]) && !w.turns[i][at] {
				return false
			}
		}
		return true
	}
	return !g.flow.always(w.body[i], b)
}

// isSqrt reports a square root, for which GCC tests the sign of its operand.
func (g *graph) isSqrt(k int32) bool {
	n := &g.nodes[k]
	return n.op == types.Call && baseName(n.fn, n.typ) == "sqrt"
}

// computes reports a loop with arithmetic in floating point.
func (l *loop) computes(c *types.Code) bool {
	return slices.ContainsFunc(c.Values[l.from:l.to], func(v types.Value) bool {
		return v.Type.IsFloat() && v.Op >= types.Add && v.Op <= types.Div
	})
}

// maxPasses is the most of them that GCC makes one after the other.
const maxPasses = 17

// many reports whether the loop has more passes than those, or as many as nobody knows.
func (l *loop) many() bool { return l.open || len(l.passes) > maxPasses }

// share is GCC's count of instructions.
type share struct {
	body    int // of a loop's pass, without those of the counter
	varying int // of them, what is not computed before the loop
	header  int // of these, what the last pass does not need
}

// loopSize is the count of a loop's instructions.
type loopSize struct {
	share
	passes  int
	cut     bool // the last of them ends before its end
	form    types.LoopForm
	counted int // integers that are known in every pass
	reads   int // elements of arrays, by such integers
}

// shrinksEarly reports whether unrolling a loop completely makes the code no larger, before anything is moved out of it.
// The counter's increment and test go, as what is computed of it; not where the counter has two values, which GCC then
// tells by comparing with the first.
func (s *loopSize) shrinksEarly() bool {
	if s.form == types.DoLoop && s.passes == 2 {
		all := s.body + s.counted + 3
		return (all+all-2)*2/3 <= all
	}
	return max(s.passes*s.body*2/3, 1) <= s.body+s.counted+3+types.Bit(s.counted > 0)
}

// shrinksLate reports the same of what is left, with a counter of its own for the passes.
func (s *loopSize) shrinksLate() bool {
	if s.form == types.DoLoop && s.passes == 2 {
		body := s.varying + s.counted + types.Bit(s.counted > 0)
		return max(2*body*2/3, 1) <= body+3
	}
	last := s.header
	if s.cut {
		last = s.varying
	}
	return max((s.passes*s.varying-last)*2/3, 1) <= s.varying+s.counted+3+types.Bit(s.counted > 0)+types.Bit(s.counted+s.reads > 0)
}

// weight is GCC's count of a node's instructions; used: something uses its result.
func (g *graph) weight(k int32, used bool) int {
	n := &g.nodes[k]
	switch {
	case n.op == types.Const || n.op == types.Input || n.op == types.Select:
		return 0
	case n.op >= types.Less && n.op <= types.Differ:
		return 2 * types.Bit(g.nodes[n.x[0]].typ != types.Bool)
	case n.op == types.Convert:
		return types.Bit(n.typ.IsFloat() != g.nodes[n.x[0]].typ.IsFloat())
	case n.op == types.Call && baseName(n.fn, n.typ) != "fabs" || n.op == types.FusedOp:
		return 1 + int(n.n) + types.Bit(used)
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
	for b := range g.c.Blocks { // a branch within
		if p := g.c.Blocks[b].Pass; p > 0 && g.c.Passes[p].Loop == loopOf && g.c.Blocks[b].Cond >= 0 {
			return false
		}
	}
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
		stable.Numbers(list[from], func(a, b int32) int { return int(r.first[a] - r.first[b]) })
	}
	return list
}

// turned tells, by pass, which loops are unrolled late.
func (r *regions) turned(c *types.Code) []bool {
	list := make([]bool, len(c.Passes))
	for _, l := range r.late {
		for _, p := range l.passes {
			list[p] = true
		}
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

// inLanes reports that the sum u, handed on from pass to pass, is added up one by one of what vector instructions computed.
func (r *regions) inLanes(s *selection, u int32) bool {
	if r == nil || int(u) >= len(r.of) || !r.lanes[r.of[u]] {
		return false
	}
	other := func(v int32) bool { // what is computed in another pass of this loop
		p := s.c.Passes
		return v >= 0 && s.nodes[v].op != types.Input && s.nodes[v].op != types.Const && int(v) < len(r.of) && r.of[v] > 0 && r.of[v] != r.of[u] && p[r.of[v]].Loop == p[r.of[u]].Loop
	}
	return slices.ContainsFunc(s.users[u], other) || slices.ContainsFunc(s.nodes[u].x[:], other)
}
