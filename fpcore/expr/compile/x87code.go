package compile

import (
	"maps"
	"math"
	"slices"

	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/stable"
)

// The program as g++ 12 hands it to its register allocator, as far as floating-point values go: blocks of instructions that
// use and define pseudo registers. A pseudo register is a value, or several that are one variable: a ?: whose ways are
// computed in blocks of their own is set by each of them, and shares the register of those that are not needed beside it.

// code87 is that program.
type code87 struct {
	g      *graph
	p      *placing
	b      *blocks
	uses   []int32
	blocks []block87
	of     []int32            // by node: its pseudo register, -1 if it has none
	moved  []bool             // by node: a ?: that is a conditional move
	late   []bool             // by node: it is computed where it is used
	inner  []bool             // by node: a ?: that is a way of another one whose ways meet in the same block
	steps  int                // that along and truth may still take
	last   []int32            // by class: the block it ends in
	seq    []int32            // the blocks, each behind those that lead to it
	heavy  []int32            // by node: weight, 0 if it is not known yet
	user   map[int32]int32    // by node that is part of another one's instruction: that one
	count  int                // of pseudo registers
	equal  []bool             // by pseudo register: memory holds its value anyway: a parameter, or a constant
	wide   []bool             // by pseudo register: of type double
	tests  map[int32][]test87 // by node: the blocks that end in it
}

// maxSteps is how many conditions are looked at to find what a ?: takes on one way.
const maxSteps = 300

// maxTree is the largest number of operations that are put behind the others to where their result is used.
const maxTree = 500

// block87 is a basic block, or what an edge between two blocks does.
type block87 struct {
	ins   []ins87
	next  []int32
	freq  int
	in    bitset
	class int32
}

// ins87 is an instruction. Calls leave nothing in registers.
type ins87 struct {
	node    int32 // whose it is, -1 if none
	def     int32
	use     [3]int32
	call    bool
	cold    bool // a call that is not expected
	copy    bool
	gone    bool // a copy within one pseudo register
	compare bool
	moves   bool // a conditional move
	split   bool // part of an operation that is moved
	movable bool // a sum, product or quotient without a parameter in memory
}

type bitset []uint64

func (s bitset) has(i int32) bool { return s[i>>6]>>(i&63)&1 != 0 }
func (s bitset) set(i int32)      { s[i>>6] |= 1 << (i & 63) }
func (s bitset) clear(i int32)    { s[i>>6] &^= 1 << (i & 63) }

// code87 makes the instructions.
func (l *lowering) code87(b *blocks, uses []int32) *code87 {
	g := l.g
	c := &code87{g: g, p: b.placing, b: b, uses: uses, of: make([]int32, len(g.nodes)), moved: make([]bool, len(g.nodes)), late: make([]bool, len(g.nodes)), inner: make([]bool, len(g.nodes)), heavy: make([]int32, len(g.nodes)), tests: map[int32][]test87{}, user: map[int32]int32{}}
	for k := range c.of {
		c.of[k] = -1
	}
	users := g.users(b.order)
	for _, k := range slices.Backward(b.order) {
		if l.callsLibrary(k) {
			c.arguments(k)
		}
	}
	for _, k := range b.order {
		n := &g.nodes[k]
		switch {
		case n.typ < types.Float || n.op == types.Const:
			continue
		case n.op == types.Input:
			if uses[k] < 2 {
				continue // an operand in memory
			}
		case g.widens(k) && uses[k] == 1 && len(users[k]) == 1 && b.together(k, users[k][0]) && arithmetic(g.nodes[users[k][0]].op):
			c.late[k], c.user[k] = true, users[k][0]
			continue // the instruction widens its operand
		}
		if u := users[k]; n.op == types.Select && uses[k] == 1 && len(u) == 1 && g.nodes[u[0]].op == types.Select && g.nodes[u[0]].x[0] != k && c.p.home[k] == c.p.home[u[0]] {
			c.inner[k], c.user[k] = true, u[0]
			continue
		}
		if uses[k] == 1 && len(users[k]) == 1 && n.op != types.Select && n.op != types.Input && !n.handedOn() && !l.callsLibrary(k) && !g.isSqrt(k) && g.nodes[users[k][0]].op != types.Select && b.together(k, users[k][0]) && !c.reads(k, c.nameOf(users[k][0])) {
			w := int32(types.Bit(n.op != types.Convert || !g.nodes[n.x[0]].typ.IsFloat()))
			for _, x := range n.x[:n.n] {
				w += c.heavy[x]
			}
			if c.late[k] = w < maxTree; c.late[k] {
				c.heavy[k] = max(w, 1)
			}
		}
		c.of[k] = int32(c.count)
		c.count++
		c.equal = append(c.equal, n.op == types.Input)
	}
	for i := range g.c.Blocks {
		if v := g.c.Blocks[i].Cond; v >= 0 && (g.at[v] >= 0 || g.also[v] >= 0) {
			k, odd := g.positive(max(g.at[v], g.also[v]))
			c.tests[k] = append(c.tests[k], test87{int32(i), odd})
		}
	}
	c.layOut(l)
	c.widen()
	c.constants()
	c.dropUnused()
	c.far()
	return c
}

// widen has operations take a float from its own register where their block made a double of it: those up to the first other
// instruction that uses the double (combine.cc).
func (c *code87) widen() {
	for i := range c.blocks {
		b := &c.blocks[i]
		for j := range b.ins {
			in := &b.ins[j]
			if in.node < 0 || in.def < 0 || in.use[0] < 0 || in.copy || !c.g.widens(in.node) {
				continue
			}
			for w := range b.ins[j+1:] {
				m := &b.ins[j+1+w]
				if !slices.Contains(m.use[:], in.def) {
					continue
				}
				if m.node < 0 || m.copy || m.call || !arithmetic(c.g.nodes[m.node].op) {
					break
				}
				replace(m.use[:], in.def, in.use[0])
				replace(c.g.nodes[m.node].x[:], in.node, c.g.nodes[in.node].x[0])
			}
		}
	}
}

func replace(list []int32, old, by int32) {
	for i, x := range list {
		if x == old {
			list[i] = by
		}
	}
}

// widens reports a conversion of a float to a double.
func (g *graph) widens(k int32) bool {
	n := &g.nodes[k]
	return n.op == types.Convert && n.typ == types.Double && g.nodes[n.x[0]].typ == types.Float
}

// dropUnused takes out the copies and the conversions that nothing reads.
func (c *code87) dropUnused() {
	used := make([]bool, c.count)
	for _, b := range c.blocks {
		for _, in := range b.ins {
			for _, u := range in.use {
				if u >= 0 {
					used[u] = true
				}
			}
		}
	}
	for i := range c.blocks {
		b := &c.blocks[i]
		b.ins = stable.Delete(b.ins, func(in ins87) bool {
			return (in.copy || in.node >= 0 && in.def >= 0 && c.g.widens(in.node)) && !used[in.def]
		})
	}
}

// far finds parameters of type double that are used outside of the first block, or behind a call: for these g++ does not take
// it that memory holds them.
func (c *code87) far() {
	c.wide = make([]bool, c.count)
	for k, p := range c.of {
		if p >= 0 {
			c.wide[p] = c.g.nodes[k].typ == types.Double
		}
	}
	for i := range c.blocks {
		far := i > 0
		for _, in := range c.blocks[i].ins {
			for _, u := range in.use {
				if far && u >= 0 && c.wide[u] {
					c.equal[u] = false
				}
			}
			far = far || in.call
		}
	}
}

// arguments puts what only an argument of a function needs into the function's block: the last argument is computed first, and
// with it the blocks that a ?: in it has.
func (c *code87) arguments(k int32) {
	n := &c.g.nodes[k]
	for _, x := range n.x[:n.n] {
		m := &c.g.nodes[x]
		if m.movable() && c.uses[x] == 1 && m.value >= 0 && n.value >= 0 && c.g.c.Values[m.value].Line == c.g.c.Values[n.value].Line && c.p.dom.dominates(c.p.home[x], c.p.home[k]) {
			c.p.home[x] = c.p.home[k]
			c.arguments(x)
		}
	}
}

// nameOf returns the variable that a node is the value of, "" if it is of none.
func (c *code87) nameOf(k int32) string {
	switch n := &c.g.nodes[k]; {
	case n.op == types.Input:
		return c.g.c.Inputs[n.bits].Name
	case n.value >= 0:
		return c.g.c.Values[n.value].Name
	}
	return ""
}

// reads reports whether a node is the value of a variable, or takes one of it where it is computed: then g++ does not put it
// behind the others to where the variable is set.
func (c *code87) reads(k int32, name string) bool {
	n := &c.g.nodes[k]
	return name != "" && (c.nameOf(k) == name || slices.ContainsFunc(n.x[:n.n], func(x int32) bool {
		return c.nameOf(x) == name || c.late[x] && c.reads(x, name)
	}))
}

func arithmetic(op types.Op) bool { return op >= types.Add && op <= types.Div }

// layOut fills the blocks.
func (c *code87) layOut(l *lowering) {
	g, p := c.g, c.p
	list := make([][]int32, len(p.class))
	for _, k := range c.b.order {
		if h := p.home[k]; h >= 0 {
			list[h] = append(list[h], k)
		}
	}
	number := make([]int32, len(p.class)) // by class: the block it begins with; c.last is the one it ends in
	c.last = make([]int32, len(p.class))
	joins := make([][]int32, len(p.class)) // the ?: whose ways meet there
	for h := range list {
		number[h] = -1
		for _, k := range list[h] {
			if n := &g.nodes[k]; n.op == types.Select && n.typ >= types.Float {
				if !c.inner[k] {
					joins[h] = append(joins[h], k)
				}
			}
		}
	}
	reached := func(h int32) bool { return h == 0 || len(p.from[h]) > 0 }
	busy := func(h int32) bool {
		return slices.ContainsFunc(list[h], func(k int32) bool { return c.of[k] >= 0 && g.nodes[k].op != types.Input }) || len(joins[h]) > 0
	}
	for h := range joins { // two ways that do nothing: a conditional move
		from := p.from[h]
		if len(joins[h]) != 1 || len(from) != 2 {
			continue
		}
		up := p.dom.up[h]
		ok := !c.unordered(up)
		for _, f := range from {
			ok = ok && (f == up || p.dom.up[f] == up && len(p.from[f]) == 1 && len(p.next[f]) == 1 && !busy(f))
		}
		k := joins[h][0]
		for _, x := range g.nodes[k].x[1:] { // both are in registers, which no constant is
			ok = ok && !c.inner[x] && g.nodes[x].op != types.Const
		}
		c.moved[k] = ok
	}
	for h := range list {
		if p.class[h] != int32(h) || !reached(int32(h)) {
			continue
		}
		number[h] = int32(len(c.blocks))
		c.last[h] = number[h]
		c.blocks = append(c.blocks, block87{freq: regFreq(p.freq[h]), class: int32(h)})
		if h == 0 {
			for _, k := range c.b.order {
				if g.nodes[k].op == types.Input && c.of[k] >= 0 {
					c.emit(h, ins87{node: -1, def: c.of[k], use: [3]int32{-1, -1, -1}})
				}
			}
		}
		for _, k := range joins[h] {
			c.tree(l, h, k)
		}
		for _, k := range list[h] {
			n := &g.nodes[k]
			if n.op == types.Const || n.op == types.Input || n.op == types.Select || c.late[k] || n.typ == types.Bool {
				continue
			}
			c.tree(l, h, k)
		}
		if int32(h) == p.class[g.c.Last] {
			for _, r := range g.roots {
				kept := r != g.c.Result && g.endsBlock(g.at[r]) // a root that only errno is wanted of
				if u := c.of[g.at[r]]; u >= 0 && !kept {
					c.emit(h, ins87{node: -1, def: -1, use: [3]int32{u, -1, -1}})
				}
			}
		}
		if v := p.test[h]; v >= 0 && len(p.next[h]) == 2 {
			if k := g.at[v]; k >= 0 {
				c.compare(l, h, k, 0)
			}
		}
	}
	for h := range list {
		if number[h] < 0 {
			continue
		}
		for i := number[h]; i <= c.last[h]; i++ {
			c.seq = append(c.seq, i)
		}
		for _, to := range p.next[h] {
			if number[to] < 0 {
				continue
			}
			var copies []ins87
			for _, k := range joins[to] {
				if c.moved[k] {
					continue
				}
				c.steps = maxSteps
				x := int32(-1) // where several are possible the last one: what no return took
				for _, y := range c.along(int32(h), to, k, nil) {
					if d := g.nodes[y].op; x < 0 || d == types.Const || d == types.Input || p.home[y] >= 0 && p.dom.dominates(p.home[y], int32(h)) {
						x = y
					}
				}
				for g.nodes[x].handedOn() && p.home[x] == to { // handed on where the ways meet
					x = g.nodes[x].x[0]
				}
				copies = append(copies, c.copyOf(k, x))
			}
			from := &c.blocks[c.last[h]]
			if len(copies) == 0 || len(p.next[h]) == 1 {
				from.ins = append(from.ins, copies...)
				from.next = append(from.next, number[to])
				continue
			}
			from.next = append(from.next, int32(len(c.blocks)))
			c.seq = append(c.seq, int32(len(c.blocks)))
			c.blocks = append(c.blocks, block87{ins: copies, next: []int32{number[to]}, freq: from.freq / 2, class: -1})
		}
	}
}

// regFreq is how often a block is reached in 1,000 runs, as the allocator counts; at least once.
func regFreq(freq uint64) int { return max(1, int((freq>>10*10_000+1<<39)>>40)/10) }

// unordered reports a block that ends in == or != of floating-point numbers, which are two branches: NaN has its own.
func (c *code87) unordered(h int32) bool {
	if v := c.p.test[h]; v >= 0 && c.g.at[v] >= 0 {
		k, _ := c.g.positive(c.g.at[v])
		n := &c.g.nodes[k]
		return (n.op == types.Equal || n.op == types.Differ) && c.g.nodes[n.x[0]].typ >= types.Float
	}
	return false
}

// emit adds an instruction to a class.
func (c *code87) emit(h int, in ins87) {
	b := &c.blocks[c.last[h]]
	b.ins = append(b.ins, in)
}

// root adds a square root to a class. g++ takes it with fsqrt and calls the library, which sets errno, where the operand is
// below zero (tree-call-cdce.cc); it expects that once in 2,000 times.
func (c *code87) root(h int, in ins87) {
	zero := int32(c.count)
	c.count++
	c.equal = append(c.equal, c.g.nodes[in.node].typ == types.Float)
	none := [3]int32{-1, -1, -1}
	c.emit(h, ins87{node: -1, def: zero, use: none})
	c.emit(h, ins87{node: in.node, def: -1, use: [3]int32{zero, in.use[0], -1}, compare: true})
	above := &c.blocks[c.last[h]]
	n := int32(len(c.blocks))
	freq, class := above.freq, above.class
	above.next, above.class = []int32{n, n + 1}, -1
	call := in
	call.use, call.call, call.cold = none, true, true
	c.blocks = append(c.blocks,
		block87{ins: []ins87{in}, next: []int32{n + 2}, freq: freq, class: -1},
		block87{ins: []ins87{{node: in.node, def: -1, use: in.use}, call}, next: []int32{n + 2}, freq: 1, class: -1},
		block87{freq: freq, class: class})
	c.last[h] = n + 2
}

// along adds the values that the node x, whose ways meet in the block h, may have on the way there from the block from.
func (c *code87) along(from, h, x int32, list []int32) []int32 {
	g, p := c.g, c.p
	n := &g.nodes[x]
	if c.steps--; c.steps < 0 {
		return append(list, x)
	}
	if n.op != types.Select || p.home[x] < 0 || p.home[x] != h && p.dom.dominates(p.home[x], from) || n.typ >= types.Float && c.moved[x] {
		return append(list, x)
	}
	if w := c.taken(from, x); w >= 0 {
		return c.along(from, h, n.x[1+w], list)
	}
	if holds, ok := c.truth(from, h, n.x[0]); ok {
		return c.along(from, h, n.x[2-types.Bit(holds)], list)
	}
	return c.along(from, h, n.x[2], c.along(from, h, n.x[1], list))
}

// taken returns the way of a ?: that leads over the block from, -1 if that is not known.
func (c *code87) taken(from, x int32) int {
	g := c.g
	v := g.phi(x)
	if v < 0 || g.c.Values[v].Op != types.Select {
		return -1
	}
	for w, b := range g.c.Values[v].Ways {
		if b >= 0 && int(b) < len(c.p.class) && (c.p.class[b] == from || g.flow.dom.dominates(b, from) && !g.flow.dom.dominates(b, g.block[x])) {
			return w
		}
	}
	return -1
}

// truth tells what a condition is on the way from one block to another.
func (c *code87) truth(from, h, k int32) (holds, ok bool) {
	g, p := c.g, c.p
	if c.steps--; c.steps < 0 {
		return false, false
	}
	k, odd := g.positive(k)
	if n := &g.nodes[k]; n.op == types.Select && p.home[k] == h {
		for i, x := range c.along(from, h, k, nil) {
			now, known := c.truth(from, h, x)
			if !known || i > 0 && now != holds {
				return false, false
			}
			holds = now
		}
		return holds != odd, true
	}
	if n := &g.nodes[k]; n.op == types.Select {
		if w := c.taken(from, k); w >= 0 {
			holds, ok = c.truth(from, h, n.x[1+w])
			return holds != odd, ok
		}
		if t, known := c.truth(from, h, n.x[0]); known {
			holds, ok = c.truth(from, h, n.x[2-types.Bit(t)])
			return holds != odd, ok
		}
	}
	if v := p.test[from]; v >= 0 && g.at[v] >= 0 && len(p.next[from]) == 2 {
		if t, turned := g.positive(g.at[v]); t == k {
			return (p.yes[from] == h) != turned != odd, true
		}
	}
	for _, t := range c.tests[k] { // a condition of several parts, whose ways lead there
		for w, to := range g.c.Blocks[t.block].Next {
			if len(g.c.Blocks[to].From) == 1 && g.flow.dom.dominates(to, from) {
				return (w == 0) != t.odd != odd, true
			}
		}
	}
	holds, ok = g.decided(k, from)
	return holds != odd, ok
}

// test87 is a block that ends in a condition, or in its contrary.
type test87 struct {
	block int32
	odd   bool
}

func (c *code87) copyOf(k, x int32) ins87 {
	in := ins87{node: k, def: c.of[k], use: [3]int32{-1, -1, -1}, copy: true}
	if g := c.g; g.nodes[x].op != types.Const {
		in.use[0] = c.of[x]
	}
	return in
}

// tree emits what computes a node: first its operands that are computed where they are used, the costlier one first if
// their order does not matter.
func (c *code87) tree(l *lowering, h int, k int32) {
	g := c.g
	n := &g.nodes[k]
	if c.inner[k] || n.op == types.Select && !c.moved[k] {
		return
	}
	order := []int32{0, 1, 2}[:n.n]
	call := l.callsLibrary(k) && n.op != types.Const && n.op != types.Input
	switch {
	case call:
		slices.Reverse(order)
	case (n.op == types.Add || n.op == types.Mul) && c.late[n.x[1]] && c.heavy[n.x[1]] > c.heavy[n.x[0]]:
		order = []int32{1, 0}
	}
	in := ins87{node: k, def: c.of[k], use: [3]int32{-1, -1, -1}, call: call, moves: n.op == types.Select, copy: n.handedOn(), movable: arithmetic(n.op) && !call}
	m := 0
	for _, j := range order {
		x := n.x[j]
		if g.nodes[x].typ < types.Float {
			continue
		}
		if c.late[x] {
			c.tree(l, h, x)
		}
		u := c.operand(n, j)
		if u < 0 && g.nodes[x].op != types.Const {
			in.movable = false
		}
		if call {
			c.emit(h, ins87{node: k, def: -1, use: [3]int32{u, -1, -1}})
			continue
		}
		in.use[m] = u
		m++
	}
	if c.late[k] && c.of[k] < 0 {
		return
	}
	switch {
	case g.isSqrt(k):
		c.root(h, in)
	case in.def >= 0 || m > 0 || call:
		c.emit(h, in)
	}
}

// handedOn reports a value that a loop hands from pass to pass.
func (n *node) handedOn() bool { return n.op == types.Convert && n.bits != 0 }

// operand returns the pseudo register of an operand, -1 for one in memory.
func (c *code87) operand(n *node, j int32) int32 {
	x := n.x[j]
	m := &c.g.nodes[x]
	if m.op == types.Convert && c.late[x] && c.of[x] < 0 {
		x = m.x[0]
		m = &c.g.nodes[x]
	}
	if m.op == types.Const && m.typ.IsFloat() {
		if n.op == types.Mul && m.bits == two(m.typ) {
			return -1 // x + x
		}
		return constant87 - x
	}
	return c.of[x]
}

// constant87 less a node is the operand of an instruction that is a constant, until constants have their pseudo registers.
const constant87 = -2

// constants gives pseudo registers to the constants that are not read from memory where they are used: those that something
// is compared with, and those that have several uses on one way without another that leads in.
func (c *code87) constants() {
	type held struct {
		block, at, uses int
		narrow          bool // a float that an instruction widens: memory does not hold its value
	}
	var list []held
	from := make([]int, len(c.blocks))
	for i := range c.blocks {
		for _, x := range c.blocks[i].next {
			from[x]++
		}
	}
	known := make([]map[int32]int, len(c.blocks)) // by block, and constant: the place in the list
	for _, i := range c.seq {
		b := &c.blocks[i]
		if known[i] == nil {
			known[i] = map[int32]int{}
		}
		for j := range b.ins {
			in := &b.ins[j]
			for w, u := range in.use {
				if u > constant87 {
					continue
				}
				x := constant87 - u
				t := c.g.nodes[x].typ
				narrow := t == types.Double && float64(float32(math.Float64frombits(c.g.nodes[x].bits))) == math.Float64frombits(c.g.nodes[x].bits)
				in.use[w] = -1
				if in.copy || in.call || in.def < 0 && !in.compare {
					continue
				}
				k, ok := known[i][x]
				if !ok {
					k = len(list)
					known[i][x] = k
					list = append(list, held{block: int(i), at: j, narrow: narrow})
				}
				list[k].uses += 1 + types.Bit(in.compare)
				in.use[w] = constant87 - int32(k)
			}
		}
		for _, x := range b.next {
			if from[x] == 1 {
				known[x] = maps.Clone(known[i])
			}
		}
	}
	of := make([]int32, len(list))
	for k, h := range list {
		if of[k] = -1; h.uses > 1 {
			of[k] = int32(c.count)
			c.count++
			c.equal = append(c.equal, !h.narrow)
		}
	}
	for i := range c.blocks {
		b := &c.blocks[i]
		var ins []ins87
		for j, in := range b.ins {
			for w, u := range in.use {
				if u > constant87 {
					continue
				}
				k := constant87 - u
				if in.use[w] = of[k]; of[k] >= 0 && list[k].block == i && list[k].at == j {
					ins = append(ins, ins87{node: -1, def: of[k], use: [3]int32{-1, -1, -1}})
				}
			}
			ins = append(ins, in)
		}
		b.ins = ins
	}
}

// compare emits the comparisons that a condition consists of.
func (c *code87) compare(l *lowering, h int, k int32, depth int) {
	n := &c.g.nodes[k]
	if depth > 20 || n.n == 0 {
		return
	}
	if c.g.nodes[n.x[0]].typ >= types.Float {
		in := ins87{node: k, def: -1, use: [3]int32{-1, -1, -1}, compare: true}
		for j, x := range n.x[:2] {
			if c.late[x] {
				c.tree(l, h, x)
			}
			in.use[j] = c.operand(n, int32(j))
		}
		c.emit(h, in)
		return
	}
	for _, x := range n.x[:n.n] {
		if c.g.nodes[x].typ == types.Bool {
			c.compare(l, h, x, depth+1)
		}
	}
}
