package compile

import (
	"cmp"
	"slices"

	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/stable"
)

// How g++ 12 gives registers to values on x87 (ira-color.cc), after Chaitin and Briggs: a value that is needed beside fewer
// than eight others can have a register whatever they have; it is pushed to a stack, and with it the others have fewer
// neighbours. Where none is left, the cheapest one is pushed, of those that live where more than eight are needed, by cost and
// by how long they do so. Popped, each chooses the register that costs least; what finds none free is in memory, but for what
// costs more there than all that have one certain register together: that takes it from them.
//
// Values are in one thread that would rather share a register: where one ends in the instruction that computes the other.
// Threads are pushed whole, those that are named least first, and each choice makes its register cheaper for the rest of the
// thread, so that these leave the others free.

// coloring is the state of the pseudo registers that are to have registers.
type coloring struct {
	*alloc87
	number []int // counted from the end of the program, where they are named last
	often  []int // how often they are named
	copies []copy87
	copyOf [][]int32 // by pseudo register: its copies
	thread []int32   // the first one of the thread
	member [][]int32 // of a first one: the thread
	named  []int     // of a first one: how often the thread is named
	in     bitset    // not pushed yet
	left   [][2]int  // neighbours that are not pushed: those that live across no call, and those that do
	easy   []int32   // that can have a register whatever the others have
	pushed []int32
	spills bitset           // pushed though it may find no register
	open   bitset           // without a decision
	costs  [][registers]int // of each register
	others [][registers]int // what it costs the neighbours' choice
	noted  bitset           // others is set
	wishes [][]wish87       // of which others were told
	first  bitset           // returned in the first register
	color  []int8           // the register, -1 if none
}

// copy87 is a pair that would rather share a register, in the order of their numbers.
type copy87 struct {
	pair [2]int32
	freq int
}

// wish87 is a register that a pseudo register was told of, from how far.
type wish87 struct{ register, distance int }

// gain is what a register saves.
func (a *alloc87) gain(i int32) int { return a.cost[i] - saveCost*a.callAt[i] }

const (
	saveCost = 12 // of a register around a call
	moveCost = 4  // from a register to another one
	hop      = 4  // what a copy that is one further away counts less
)

// colors gives registers to the pseudo registers of a list. It returns the register of each, -1 for those that have none, and
// how often it is named. Those that are not in the list have 0.
func (a *alloc87) colors(list []int32) (color []int8, often []int) {
	words := (a.count + 63) / 64
	c := &coloring{alloc87: a, in: make(bitset, words), spills: make(bitset, words), open: make(bitset, words), noted: make(bitset, words), first: make(bitset, words), left: make([][2]int, a.count), color: make([]int8, a.count),
		costs: make([][registers]int, a.count), others: make([][registers]int, a.count), wishes: make([][]wish87, a.count)}
	c.name()
	stable.Numbers(list, c.byNumber)
	for _, i := range list {
		c.in.set(i)
		c.open.set(i)
	}
	c.findCopies()
	c.thread, c.member, c.named = make([]int32, a.count), make([][]int32, a.count), stable.Clone(c.often)
	for i := range c.thread {
		c.thread[i], c.member[i] = int32(i), []int32{int32(i)}
	}
	for _, i := range list {
		c.near[i].each(func(x int32) { c.left[i][types.Bit(c.callAt[x] > 0)] += types.Bit(c.in.has(x)) })
	}
	var hard []int32
	for _, i := range list {
		if c.certain(i) {
			c.easy = append(c.easy, i)
		} else {
			hard = append(hard, i)
		}
	}
	c.preferFirst()
	priority := func(i int32) int { return c.gain(i) / (c.excess[i] + 1) }
	stable.Numbers(hard, func(x, y int32) int {
		return cmp.Or(types.Bit(c.bad[x])-types.Bit(c.bad[y]), priority(x)-priority(y), c.gain(x)-c.gain(y), c.byNumber(x, y))
	})
	c.pushEasy()
	for _, i := range hard {
		if c.in.has(i) {
			c.spills.set(i)
			c.push(i)
			c.pushEasy()
		}
	}
	for _, i := range slices.Backward(c.pushed) {
		c.choose(i)
	}
	c.improve(list)
	return c.color, c.often
}

func (c *coloring) byNumber(x, y int32) int { return c.number[x] - c.number[y] }

// name finds when and how often the pseudo registers are named.
func (c *coloring) name() {
	c.number, c.often = make([]int, c.count), make([]int, c.count)
	next := 1
	for _, i := range slices.Backward(c.seq) {
		b := &c.blocks[i]
		for _, in := range slices.Backward(b.ins) {
			if in.gone {
				continue
			}
			for _, x := range [...]int32{in.def, in.use[2], in.use[1], in.use[0]} {
				if x < 0 {
					continue
				}
				if x = c.alias[x]; c.number[x] == 0 {
					c.number[x] = next
					next++
				}
				c.often[x] += b.freq
			}
		}
	}
}

// findCopies lists the copies (ira-conflicts.cc): an operand that ends where a sum or product is computed shares its register
// for nothing; elsewhere the instruction has it in either, which counts an eighth.
func (c *coloring) findCopies() {
	c.copyOf = make([][]int32, c.count)
	known := map[[2]int32]int32{}
	has := func(u int32) bool { return u >= c.temporary || c.open.has(c.alias[u]) }
	for _, i := range slices.Backward(c.seq) {
		b := &c.blocks[i]
		var list []copy87 // last one first
		c.backward(b, c.behind(b), func(in *ins87, live bitset, before bool) {
			if before || in.def < 0 || in.node < 0 || !has(in.def) {
				return
			}
			freq := b.freq
			if !in.copy && !in.split && !c.tied(in) {
				freq = max(1, freq/8)
			}
			for _, u := range slices.Backward(in.use[:]) {
				if u < 0 || !has(u) || live.has(c.alias[u]) {
					continue
				}
				p := [2]int32{c.alias[in.def], c.alias[u]}
				if c.byNumber(p[0], p[1]) > 0 {
					p[0], p[1] = p[1], p[0]
				}
				if p[0] != p[1] && !c.near[p[0]].has(p[1]) {
					list = append(list, copy87{p, freq})
				}
			}
		})
		for _, p := range slices.Backward(list) {
			if n, ok := known[p.pair]; ok {
				c.copies[n].freq += p.freq
				continue
			}
			n := int32(len(c.copies))
			known[p.pair] = n
			c.copies = append(c.copies, p)
			for _, x := range p.pair {
				c.copyOf[x] = append(c.copyOf[x], n)
			}
		}
	}
}

// preferFirst makes the first register cheaper for what the program returns, and for what calls do.
func (c *coloring) preferFirst() {
	for _, b := range c.blocks {
		for _, in := range b.ins {
			switch {
			case in.call && in.def >= 0 && c.open.has(c.alias[in.def]):
				d := c.alias[in.def]
				c.costs[d][0] -= b.freq
				c.others[d][0] -= b.freq
				c.noted.set(d)
			case in.node < 0 && in.def < 0 && in.use[0] >= 0 && c.open.has(c.alias[in.use[0]]):
				u := c.alias[in.use[0]]
				c.costs[u][0] -= (moveCost + 1) * b.freq
				c.others[u][0] -= moveCost * b.freq
				c.noted.set(u)
				c.first.set(u)
			}
		}
	}
}

// tied reports an instruction whose result is in the register of each operand that is in one.
func (c *coloring) tied(in *ins87) bool {
	switch n := &c.g.nodes[in.node]; {
	case n.op == types.Add || n.op == types.Mul || n.op == types.Neg:
		return true
	case n.op == types.Sub || n.op == types.Div:
		return in.use[1] < 0
	default:
		return n.op == types.Call && !c.g.isSqrt(in.node)
	}
}

// other returns the other one of a copy.
func (c *coloring) other(n, x int32) int32 {
	p := &c.copies[n].pair
	if p[0] == x {
		return p[1]
	}
	return p[0]
}

// join makes threads of copies, the most frequent ones first, where no two of the thread are needed at the same time.
func (c *coloring) join(list []int32) {
	stable.Numbers(list, func(m, n int32) int { return cmp.Or(c.copies[n].freq-c.copies[m].freq, int(m-n)) })
	for _, n := range list {
		x, y := c.thread[c.copies[n].pair[0]], c.thread[c.copies[n].pair[1]]
		if x == y || slices.ContainsFunc(c.member[x], func(i int32) bool {
			return slices.ContainsFunc(c.member[y], func(j int32) bool { return c.near[i].has(j) })
		}) {
			continue
		}
		for _, i := range c.member[y] {
			c.thread[i] = x
		}
		c.member[x] = append(c.member[x], c.member[y]...)
		c.named[x] += c.named[y]
	}
}

// certain reports whether there is a register whatever the neighbours have that are not pushed. A call leaves its result
// in the first one: what lives across it can only have the others.
func (c *coloring) certain(i int32) bool {
	if n := &c.left[i]; c.callAt[i] == 0 {
		return n[0]+min(n[1], registers-1) < registers
	} else {
		return n[0]+n[1] < registers-1
	}
}

// push adds a pseudo register to the stack. Those that can have a register because of it join the threads of others that can.
func (c *coloring) push(i int32) {
	c.in.clear(i)
	c.pushed = append(c.pushed, i)
	for _, x := range c.inOrder(c.near[i]) {
		if !c.in.has(x) || c.certain(x) {
			continue
		}
		c.left[x][types.Bit(c.callAt[i] > 0)]--
		if !c.certain(x) {
			continue
		}
		var list []int32
		for _, n := range c.copyOf[x] {
			if y := c.other(n, x); !c.spills.has(y) && (!c.in.has(y) || c.certain(y)) {
				list = append(list, n)
			}
		}
		c.join(list)
		at := slices.IndexFunc(c.easy, func(y int32) bool { return c.before(x, y) < 0 })
		if at < 0 {
			at = len(c.easy)
		}
		c.easy = stable.Insert(c.easy, at, x)
	}
}

// inOrder lists a set by where its members are used last.
func (c *coloring) inOrder(s bitset) (list []int32) {
	s.each(func(x int32) { list = append(list, x) })
	stable.Numbers(list, func(x, y int32) int {
		return cmp.Or(c.span[x].from-c.span[y].from, c.span[x].to-c.span[y].to, c.byNumber(x, y))
	})
	return list
}

// before is the order in which those are pushed that can have a register: the threads that are named least first.
func (c *coloring) before(x, y int32) int {
	s, t := c.thread[x], c.thread[y]
	return cmp.Or(c.named[s]-c.named[t], c.byNumber(t, s), c.often[x]-c.often[y], types.Bit(c.callAt[x] > 0)-types.Bit(c.callAt[y] > 0), c.byNumber(y, x))
}

// pushEasy pushes all that can have a register whatever the others have.
func (c *coloring) pushEasy() {
	var list []int32
	for _, i := range c.easy {
		for _, n := range c.copyOf[i] {
			if c.copies[n].pair[0] == i {
				list = append(list, n)
			}
		}
	}
	c.join(list)
	for _, i := range c.easy {
		if c.first.has(i) {
			c.wish(i, wish87{0, hop}, true)
		}
	}
	stable.Numbers(c.easy, c.before)
	for len(c.easy) > 0 {
		i := c.easy[0]
		c.easy = c.easy[1:]
		c.push(i)
	}
}

// step87 is a pseudo register that a walk over copies has come to.
type step87 struct {
	at, start, from int32
	distance        int
}

// wish tells the thread of a pseudo register that it has, or would like, a certain register.
func (c *coloring) wish(i int32, w wish87, noting bool) {
	seen := map[int32]bool{}
	for queue := []step87{{i, i, -1, w.distance}}; len(queue) > 0; queue = queue[1:] {
		s := queue[0]
		for _, n := range c.copyOf[s.at] {
			x := c.other(n, s.at)
			saved := moveCost * c.copies[n].freq / s.distance
			if x == s.from || c.thread[x] != c.thread[s.at] || !c.open.has(x) || saved == 0 {
				continue
			}
			c.costs[x][w.register] -= saved
			c.others[x][w.register] -= saved
			c.noted.set(x)
			if !seen[x] {
				seen[x] = true
				queue = append(queue, step87{x, i, s.at, hop * s.distance})
			}
			if noting {
				c.wishes[x] = append(c.wishes[x], wish87{w.register, s.distance})
			}
		}
	}
}

// weigh adds to the costs of registers what those that have no register yet want of them, over the copies from a queue.
func (c *coloring) weigh(costs *[registers]int, queue []step87, sign int) {
	seen := map[int32]bool{}
	for _, s := range queue {
		seen[s.at] = true
	}
	for ; len(queue) > 0; queue = queue[1:] {
		s := queue[0]
		for _, n := range c.copyOf[s.at] {
			x := c.other(n, s.at)
			if x == s.from || !c.open.has(x) || c.spills.has(x) || c.near[x].has(s.start) {
				continue
			}
			further := !c.noted.has(x)
			for r, v := range c.others[x] {
				v = v * c.copies[n].freq / (max(1, c.often[x]) * s.distance)
				costs[r] += sign * v
				further = further || v != 0
			}
			if further && s.distance <= hop*hop*hop*hop && !seen[x] {
				seen[x] = true
				queue = append(queue, step87{x, s.start, s.from, hop * s.distance})
			}
		}
	}
}

// choose gives a pseudo register the cheapest register that no neighbour has, if there is one and memory is not cheaper.
func (c *coloring) choose(i int32) {
	var taken [registers]bool
	taken[0] = c.callAt[i] > 0
	costs := c.costs[i]
	var queue []step87
	c.near[i].each(func(x int32) {
		switch {
		case c.open.has(x) && !c.spills.has(x):
			if c.noted.has(x) {
				for r, v := range c.others[x] {
					if r > 0 || c.callAt[x] == 0 {
						costs[r] -= v
					}
				}
			}
			if len(c.copyOf[x]) > 0 {
				queue = append(queue, step87{x, x, -1, hop})
			}
		case !c.open.has(x) && c.color[x] >= 0 && !c.memory[x]:
			taken[c.color[x]] = true
		}
	})
	c.weigh(&costs, queue, -1)
	c.weigh(&costs, []step87{{i, i, -1, hop}}, 1)
	c.color[i] = -1
	for r := range taken {
		if !taken[r] && (c.color[i] < 0 || costs[r] < costs[c.color[i]]) {
			c.color[i] = int8(r)
		}
	}
	if c.color[i] >= 0 && costs[c.color[i]] > c.gain(i) {
		c.color[i] = -1
	}
	for _, w := range c.wishes[i] {
		c.wish(i, w, false)
	}
	c.open.clear(i)
	if c.color[i] >= 0 {
		c.wish(i, wish87{int(c.color[i]), 1}, true)
	}
}

// saved is what a pseudo register saves in a register because copies share it.
func (c *coloring) saved(i int32, register int) (sum int) {
	for _, n := range c.copyOf[i] {
		if x := c.other(n, i); int(c.color[x]) == register && !c.open.has(x) {
			sum += moveCost * c.copies[n].freq
		}
	}
	return sum
}

// improve gives registers to those that save more than the neighbours that then lose them.
func (c *coloring) improve(list []int32) {
	var out []int32
	for _, i := range list {
		if c.color[i] >= 0 {
			continue
		}
		var lost [registers]int
		for r := range lost {
			lost[r] = -c.saved(i, r) - c.gain(i)
		}
		c.near[i].each(func(x int32) {
			if r := c.color[x]; r >= 0 && !c.memory[x] {
				lost[r] += c.gain(x) + c.saved(x, int(r))
			}
		})
		best := types.Bit(c.callAt[i] > 0)
		for r := best; r < registers; r++ {
			if lost[r] < lost[best] {
				best = r
			}
		}
		if lost[best] >= 0 {
			continue
		}
		c.near[i].each(func(x int32) {
			if c.color[x] == int8(best) && !c.memory[x] {
				c.color[x] = -1
				out = append(out, x)
			}
		})
		c.color[i] = int8(best)
	}
	stable.Numbers(out, func(x, y int32) int { return cmp.Or(c.gain(x)-c.gain(y), c.byNumber(x, y)) })
	for _, i := range out {
		if c.color[i] < 0 {
			c.open.set(i)
			c.choose(i)
		}
	}
}
