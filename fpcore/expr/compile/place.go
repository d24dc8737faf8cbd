package compile

import (
	"math"
	"slices"

	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/stable"
)

// In which basic block g++ 12 -O2 computes what, as far as it decides which products are fused: equal operations are one
// where the first is computed on every way to the second; what both ways of a branch compute is computed before it; what
// only one way needs is computed there, unless that way is taken nearly as often.

// available reports whether the node k is computed on every way to the node that is made now. A ?: is where its ways meet.
func (g *graph) available(k int32, n *node) bool {
	if n.op == types.Const || n.op == types.Input {
		return true
	}
	return g.flow.dom.dominates(g.block[k], g.here) && g.outlasts(k)
}

// outlasts reports whether what the node k computes is still there for the nodes that are made now. Of a loop that is not
// unrolled, what not every pass computes from its beginning is computed in each.
func (g *graph) outlasts(k int32) bool {
	if g.kept == nil || g.pass[k] == g.inPass {
		return true
	}
	for p := g.pass[k]; p > 0; p = g.c.Passes[p].Parent {
		if !g.kept[p] {
			continue
		}
		for q := g.inPass; q > 0; q = g.c.Passes[q].Parent {
			if q != p && g.c.Passes[q].Loop == g.c.Passes[p].Loop {
				if g.loops.behind[g.c.Passes[p].Loop] || !g.flow.always(g.begin[p], g.block[k]) {
					return false
				}
			}
		}
	}
	return true
}

// passOf returns the pass around another one, or that one, of a loop that is not unrolled before partial redundancies go, 0
// if there is none.
func (g *graph) passOf(pass int32) int32 {
	if g.late == nil {
		return 0
	}
	for pass > 0 && !g.late[pass] {
		pass = g.c.Passes[pass].Parent
	}
	return pass
}

// passAt is that of a block.
func (g *graph) passAt(block int32) int32 { return g.passOf(g.c.Blocks[block].Pass) }

// begins finds the first blocks of the passes of loops that are not unrolled.
func (g *graph) begins() {
	g.begin = make([]int32, len(g.c.Passes))
	for v := len(g.c.Values) - 1; v >= 0; v-- {
		w := &g.c.Values[v]
		for p := w.Pass; p > 0; p = g.c.Passes[p].Parent {
			g.begin[p] = w.Block
		}
	}
}

// wayOf returns the block in which a way to the ?: of the node k ends, which the value v of the Code was.
func (g *graph) wayOf(v, k int32, way int) int32 {
	if g.flow == nil {
		return 0
	}
	if v >= 0 && g.c.Values[v].Op == types.Select {
		if b := g.c.Values[v].Ways[way]; b >= 0 {
			return b
		}
	}
	return g.flow.dom.up[g.block[k]]
}

// placing puts the live nodes of a graph into blocks.
type placing struct {
	*graph
	live  []int32
	class []int32   // by basic block: the first of those that are one
	from  [][]int32 // by class
	next  [][]int32
	dom   domTree
	freq  []uint64
	home  []int32 // by node: its class, -1 if it is not live
	split []bool  // by node: it is handed on where ways meet
	sunk  []bool  // by node: it stands where it is used
	users [][]int32
	depth []int32 // by class: loops around it that are not unrolled
	test  []int32 // by class: the value of the Code that decides which class is next, -1 if none
	yes   []int32 // by class: the next one where it holds
}

// place finds out where the nodes are computed.
func (g *graph) place(loops *regions) *placing {
	p := &placing{graph: g, live: g.live()}
	p.home, p.split, p.sunk = make([]int32, len(g.nodes)), make([]bool, len(g.nodes)), make([]bool, len(g.nodes))
	p.classes()
	p.freq = p.expected()
	p.depth = make([]int32, len(p.class))
	if loops != nil {
		for b := range p.depth {
			for pass := g.c.Blocks[b].Pass; pass > 0; pass = g.c.Passes[pass].Parent {
				if loops.kept[pass] {
					p.depth[b]++
				}
			}
		}
	}
	for k := range p.home {
		p.home[k] = -1
	}
	for _, k := range p.live {
		p.home[k] = p.class[g.block[k]]
		if n := &g.nodes[k]; n.value >= 0 && n.op != types.Const && n.op != types.Input {
			p.depth[p.home[k]] = min(p.depth[p.home[k]], p.around(k))
		}
	}
	if len(g.c.Blocks) > 1 {
		if p.hoist() {
			return g.place(loops)
		}
		p.sink()
	}
	return p
}

// around counts the loops that are not unrolled around a node.
func (p *placing) around(k int32) (n int32) {
	if p.kept == nil {
		return math.MaxInt32
	}
	for pass := p.pass[k]; pass > 0; pass = p.c.Passes[pass].Parent {
		n += int32(types.Bit(p.kept[pass]))
	}
	return n
}

// classes finds the basic blocks that are left where branches that decide nothing are gone.
func (p *placing) classes() {
	f, n := p.flow, len(p.flow.from)
	joins := make([]bool, n) // a live value depends on the way that led here
	for _, k := range p.live {
		if p.nodes[k].op == types.Select && p.nodes[k].typ != types.Bool {
			joins[p.block[k]] = true
		}
	}
	full := make([]bool, n)
	for _, k := range p.live {
		if m := &p.nodes[k]; m.op != types.Const && m.op != types.Input && m.op != types.Select && (m.op < types.Less || m.op > types.Differ) {
			full[p.block[k]] = true
		}
	}
	next := make([][]int32, n)
	p.class = make([]int32, n)
	resolve := func(x int32) (last, behind int32) { // the last one that does nothing, and what comes behind it
		for last = -1; !full[x] && !joins[x] && len(next[x]) == 1; x = next[x][0] {
			last = x
		}
		return last, x
	}
	for b := range p.class {
		p.class[b] = int32(b)
	}
	for b := n - 1; b >= 0; b-- {
		next[b] = f.next[b]
		if v := f.cond[b]; v >= 0 && len(next[b]) == 2 {
			k := p.at[v]
			if k < 0 {
				k = p.also[v]
			}
			if k >= 0 {
				if holds, ok := p.decided(k, int32(b)); ok {
					next[b] = []int32{f.ways[b][1-types.Bit(holds)]}
				}
			}
		}
		if len(next[b]) == 2 {
			last, x := resolve(next[b][0])
			other, y := resolve(next[b][1])
			if x == y && (!joins[x] || last >= 0 && last == other) {
				next[b] = []int32{x}
				for i := b + 1; i < n; i++ {
					if f.dom.dominates(int32(b), int32(i)) && !f.dom.dominates(x, int32(i)) {
						p.class[i] = int32(b)
					}
				}
			}
		}
	}
	reached := make([]bool, n)
	from := make([][]int32, n)
	reached[0] = true
	for b := range next {
		if reached[b] {
			for _, x := range next[b] {
				from[x] = append(from[x], int32(b))
				reached[x] = true
			}
		}
	}
	for b := range p.class {
		if reached[b] && len(from[b]) == 1 && len(next[from[b][0]]) == 1 {
			p.class[b] = p.class[from[b][0]]
		} else if p.class[b] != int32(b) && !reached[b] {
			p.class[b] = p.class[p.class[b]]
		} else if reached[b] {
			p.class[b] = int32(b)
		}
	}
	p.from, p.next = make([][]int32, n), make([][]int32, n)
	p.test, p.yes = make([]int32, n), make([]int32, n)
	for b := range next {
		p.test[b] = -1
	}
	for b := range next {
		if reached[b] && len(next[b]) == 2 {
			p.test[p.class[b]], p.yes[p.class[b]] = f.cond[b], p.class[f.ways[b][0]]
		}
		for _, x := range next[b] {
			if !reached[b] || p.class[b] == p.class[x] {
				continue
			}
			p.from[p.class[x]] = append(p.from[p.class[x]], p.class[b])
			p.next[p.class[b]] = append(p.next[p.class[b]], p.class[x])
		}
	}
	p.dom = dominators(p.from)
}

// leaving lists, by block, the next one where that leaves a loop and the other does not, 0 for others: GCC takes it that this
// happens 5.5 times in a hundred.
func (p *placing) leaving() []int32 {
	list := make([]int32, len(p.from))
	begin := make([]int32, len(p.c.Passes))
	for v := len(p.c.Values) - 1; v >= 0; v-- {
		w := &p.c.Values[v]
		for pass := w.Pass; pass > 0; pass = p.c.Passes[pass].Parent {
			begin[pass] = w.Block
		}
	}
	before := map[int32]int32{}
	for pass := 1; pass < len(p.c.Passes); pass++ {
		loop := p.c.Passes[pass].Loop
		was, ok := before[loop]
		before[loop] = int32(pass)
		first, end := begin[was], begin[pass]
		if !ok || end <= first {
			continue
		}
		turns := make([]bool, end-first+1)
		turns[end-first] = true
		for b := end - 1; b >= first; b-- {
			for _, x := range p.flow.next[b] {
				turns[b-first] = turns[b-first] || x > b && x <= end && turns[x-first]
			}
			k := p.class[b]
			if p.flow.cond[b] < 0 || !turns[b-first] || len(p.next[k]) != 2 {
				continue
			}
			for w, x := range p.flow.ways[b] {
				if y := p.flow.ways[b][1-w]; (x > end || x > b && !turns[x-first]) && y <= end && y > b && turns[y-first] {
					list[k] = p.class[x]
				}
			}
		}
	}
	return list
}

// movable reports what GCC computes in another block.
func (n *node) movable() bool {
	return n.op >= types.Convert && n.op <= types.Div && n.op != types.Bitcast && n.isFloat() && (n.op != types.Convert || n.bits == 0) || n.op == types.Call && baseName(n.fn, n.typ) == "fabs"
}

// sink moves what only later blocks need.
func (p *placing) sink() {
	p.users = p.graph.users(p.live)
	for i := len(p.live) - 1; i >= 0; i-- {
		k := p.live[i]
		if !p.nodes[k].movable() && p.nodes[k].op != types.FusedOp || p.isRoot(k) && p.home[k] == p.class[p.c.Last] {
			continue
		}
		late := int32(-1)
		at := func(b int32) {
			if late < 0 {
				late = b
			} else {
				late = p.dom.common(late, b)
			}
		}
		if p.isRoot(k) {
			at(p.class[p.c.Last])
		}
		for _, u := range p.users[k] {
			m := &p.nodes[u]
			if m.op != types.Select || m.typ == types.Bool {
				at(p.home[u])
				continue
			}
			v := m.value
			if w, ok := p.phis[u]; ok {
				v = w
			}
			for j := 1; j < 3; j++ {
				if m.x[j] != k {
					continue
				}
				at(p.class[p.wayOf(v, u, j-1)])
			}
		}
		early := p.home[k]
		if n := &p.nodes[k]; n.op == types.Convert && n.bits == 0 && late >= 0 && late < early && !p.dom.dominates(early, late) && p.dom.dominates(p.home[n.x[0]], late) {
			p.home[k] = late // a way of a ?: is converted there
			continue
		}
		if late < 0 || late == early || !p.dom.dominates(early, late) {
			continue
		}
		best := late
		for b := late; b != early; b = p.dom.up[b] {
			if p.depth[b] < p.depth[best] {
				best = b
			}
		}
		if p.depth[early] < p.depth[best] {
			best = early
		}
		if p.depth[best] < p.depth[early] && p.carried(k) {
			continue
		}
		if p.depth[best] < p.depth[early] || p.freq[best]/75 < p.freq[early]/100 {
			p.home[k], p.sunk[k] = best, true
		}
	}
}

// carried reports whether a loop that is not unrolled computes the statement of the node k in another pass too, for itself.
func (p *placing) carried(k int32) bool {
	v := p.nodes[k].value
	if v < 0 {
		return false
	}
	a := &p.c.Values[v]
	for _, m := range p.live {
		w := p.nodes[m].value
		if m == k || w < 0 {
			continue
		}
		if b := &p.c.Values[w]; b.From == a.From && b.To == a.To && b.Op == a.Op && b.Pass != a.Pass && p.c.Passes[b.Pass].Loop == p.c.Passes[a.Pass].Loop {
			return true
		}
	}
	return false
}

// hoist computes what all ways behind a branch compute before it. It reports whether a ?: has gone since both of its ways
// are the same then.
func (p *placing) hoist() (gone bool) {
	number := make([]int32, len(p.nodes)) // equal ones of equal operands have one
	same := map[key]int32{}
	idOf := func(k int32) key {
		n := &p.nodes[k]
		id := key{[3]int32{-1, -1, -1}, n.op, n.typ, n.neg, n.noContract, 0, p.graph.number(n.fn)}
		for j, x := range n.x[:n.n] {
			id.x[j] = number[x]
		}
		return id
	}
	of := [][]int32{}
	any := false
	met := make([][]int32, len(p.from)) // by class: the ?: whose ways meet there
	for _, k := range p.live {
		n := &p.nodes[k]
		if n.op == types.Select && n.typ != types.Bool {
			met[p.home[k]], any = append(met[p.home[k]], k), true
		}
		if !n.movable() && n.op != types.FusedOp {
			number[k] = int32(len(of))
			of = append(of, []int32{k})
			continue
		}
		id := idOf(k).ordered()
		at, ok := same[id]
		if !ok {
			at = int32(len(of))
			same[id] = at
			of = append(of, nil)
		} else {
			any = true
		}
		number[k] = at
		of[at] = append(of[at], k)
	}
	if !any {
		return false
	}
	words := (len(of) + 63) / 64
	if words*len(p.from) > 1<<20 {
		return false
	}
	type set []uint64
	has := func(s set, e int32) bool { return s != nil && s[e>>6]>>(e&63)&1 != 0 }
	put := func(s set, e int32) { s[e>>6] |= 1 << (e & 63) }
	own := make([][]int32, len(p.from))
	for _, k := range p.live {
		if n := &p.nodes[k]; n.movable() {
			own[p.home[k]] = append(own[p.home[k]], k)
		}
	}
	ready := func(e, b int32) bool { // computed before the block b begins
		for _, k := range of[e] {
			n := &p.nodes[k]
			if n.op == types.Const || n.op == types.Input || p.home[k] != b && p.dom.dominates(p.home[k], b) || p.home[k] == b && n.op == types.Select && n.typ != types.Bool {
				return true
			}
		}
		return false
	}
	// What is certainly computed behind the beginning of a block, of what can be computed there.
	needed := make([]set, len(p.from))
	clean := func(s set, b int32) {
		for e := range int32(len(of)) {
			if !has(s, e) {
				continue
			}
			n := &p.nodes[of[e][0]]
			for _, x := range n.x[:n.n] {
				if y := number[x]; !has(s, y) && !ready(y, b) {
					s[e>>6] &^= 1 << (e & 63)
					break
				}
			}
		}
	}
	after := func(b int32) set {
		s := make(set, words)
		for i, x := range p.next[b] {
			if p.passAt(x) != p.passAt(b) || needed[x] == nil {
				return make(set, words)
			}
			there := needed[x]
			if len(met[x]) > 0 { // of a ?: whose ways meet at x it is that of the way from b
				there = stable.Clone(there)
				ways := p.waysFrom(b, met[x], number)
				for e := range int32(len(of)) {
					if !has(needed[x], e) || !p.nodes[of[e][0]].movable() {
						continue
					}
					id, other := idOf(of[e][0]), false
					for j, y := range id.x {
						if z, ok := ways[y]; ok && y >= 0 {
							id.x[j], other = z, true
						}
					}
					if z, ok := same[id.ordered()]; ok && other {
						put(there, z)
					}
				}
			}
			for w := range s {
				if i == 0 {
					s[w] = there[w]
				} else {
					s[w] &= there[w]
				}
			}
		}
		return s
	}
	for b := int32(len(p.from)) - 1; b >= 0; b-- {
		if p.class[b] != b {
			continue
		}
		s := after(b)
		for _, k := range own[b] {
			put(s, number[k])
		}
		clean(s, b)
		needed[b] = s
	}
	// Behind the ends of blocks: what they compute, and what is put there since a later block needs it and another way to that one has it.
	ends := make([]set, len(p.from))
	phis := make([]set, len(p.from))
	for b := range p.from {
		if p.class[b] != int32(b) {
			continue
		}
		ends[b] = make(set, words)
		if b > 0 {
			copy(ends[b], ends[p.dom.up[b]])
		}
		if len(p.from[b]) > 1 {
			for e := range int32(len(of)) {
				if !has(needed[b], e) || has(ends[b], e) {
					continue
				}
				some := false
				for _, f := range p.from[b] {
					some = some || has(ends[f], e) && p.passAt(f) == p.passAt(int32(b))
				}
				if !some {
					continue
				}
				for _, f := range p.from[b] {
					put(ends[f], e)
				}
				if phis[b] == nil {
					phis[b] = make(set, words)
				}
				put(phis[b], e)
				put(ends[b], e)
			}
		}
		for _, k := range own[b] {
			put(ends[b], number[k])
		}
	}
	to := make([]int32, len(p.nodes))
	for k := range to {
		to[k] = int32(k)
	}
	moved := false
	for b := int32(len(p.from)) - 1; b >= 0; b-- {
		if p.class[b] != b || len(p.next[b]) < 2 {
			continue
		}
		s := after(b)
		for e := range int32(len(of)) {
			if !has(s, e) || has(ends[b], e) || !p.soon(b, func(x int32) bool { return has(ends[x], e) }) {
				continue
			}
			put(ends[b], e)
			first := int32(-1)
			for _, k := range of[e] {
				if p.home[k] < 0 || to[k] != k || !p.dom.dominates(b, p.home[k]) {
					continue
				}
				if first < 0 {
					first = k
					p.home[k] = b
				} else {
					to[k] = first
					moved = true
				}
			}
		}
	}
	for b := range phis {
		for e := range int32(len(of)) {
			if !has(phis[b], e) {
				continue
			}
			alone := true
			for _, k := range of[e] {
				if to[k] == k && p.home[k] >= 0 && p.home[k] != int32(b) && p.dom.dominates(p.home[k], int32(b)) {
					alone = false
				}
			}
			if alone {
				for _, k := range of[e] {
					p.split[k] = true
				}
			}
		}
	}
	if !moved {
		return false
	}
	for _, k := range p.live {
		n := &p.nodes[k]
		for j, x := range n.x[:n.n] {
			n.x[j] = to[x]
		}
		if n.op == types.Select && n.x[1] == n.x[2] {
			to[k], gone = n.x[1], true
		}
		if p.home[k] >= 0 && to[k] == k && p.home[k] != p.class[p.block[k]] {
			p.block[k] = p.home[k]
		}
	}
	for v, k := range p.at {
		if k >= 0 {
			p.at[v] = to[k]
		}
	}
	p.root = nil
	p.live = p.graph.live()
	isLive := make([]bool, len(p.nodes))
	for _, k := range p.live {
		isLive[k] = true
	}
	for k := range p.home {
		if !isLive[k] {
			p.home[k] = -1
		}
	}
	return gone
}

// waysFrom returns, by number of a ?:, that of the value which it takes on the way from the block b.
func (p *placing) waysFrom(b int32, met, number []int32) map[int32]int32 {
	ways := map[int32]int32{}
	for _, k := range met {
		for w := range 2 {
			if p.class[p.wayOf(p.phi(k), k, w)] == b {
				ways[number[k]] = number[p.nodes[k].x[1+w]]
			}
		}
	}
	return ways
}

// ordered has the operands of a sum or product in one order.
func (k key) ordered() key {
	if (k.op == types.Add || k.op == types.Mul) && k.x[0] > k.x[1] {
		k.x[0], k.x[1] = k.x[1], k.x[0]
	}
	return k
}

// soon reports that a block behind b, which nothing else leads to, has something.
func (p *placing) soon(b int32, has func(x int32) bool) bool {
	return slices.ContainsFunc(p.next[b], func(x int32) bool { return len(p.from[x]) == 1 && has(x) })
}

// placed is the blocks of g++ with FMA3. A square root ends one, for it branches to set errno.
func (b *blocks) placed(g *graph, isLive []bool) *blocks {
	p := g.place(b.loops)
	b.placing = p
	clear(isLive)
	for _, k := range p.live {
		isLive[k] = true
	}
	b.split = p.split
	moved := make([]bool, len(g.nodes))
	for _, k := range p.live {
		moved[k] = p.sunk[k] && len(p.users[k]) == 1 || !p.sunk[k] && p.home[k] != p.class[g.block[k]]
	}
	b.arrange(g, p.live, isLive, moved)
	b.parent = make([]int32, len(p.class))
	b.region = p.home
	b.terminators = make([][]int32, len(p.class))
	for _, k := range b.order {
		if n := &g.nodes[k]; n.op == types.Call && baseName(n.fn, n.typ) == "sqrt" {
			b.terminators[b.region[k]] = append(b.terminators[b.region[k]], b.at[k])
		}
	}
	return b
}

// placed makes a graph tell in which basic blocks its nodes are.
func (g *graph) placed(f *flowGraph) {
	g.flow, g.more, g.phis = f, map[key][]int32{}, map[int32]int32{}
}

// counts reports a conversion of an integer that differs from pass to pass of a loop that is not unrolled.
func (g *graph) counts(v *types.Value) bool {
	x := &g.c.Values[v.X[0]]
	if x.Op != types.Const || !x.Type.IsInt() || g.kept == nil && !g.open || g.literal(v.X[0]) {
		return false
	}
	if g.open {
		return v.Pass > 0
	}
	for pass := v.Pass; pass > 0; pass = g.c.Passes[pass].Parent {
		if g.kept[pass] {
			return true
		}
	}
	return false
}

// literal reports whether a constant of the Code is a number of the text.
func (g *graph) literal(v int32) bool {
	x := &g.c.Values[v]
	return int(x.From) >= len(g.c.Text) || g.c.Text[x.From] >= '0' && g.c.Text[x.From] <= '9'
}
