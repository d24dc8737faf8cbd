package compile

import (
	"cmp"
	"slices"

	"ulplab/fpcore/expr/types"
)

// How g++ 12 gives registers to values on x87, after Chaitin and Briggs: a value that is needed beside fewer than eight
// others can have a register whatever they have; it is set aside, and with it the others have fewer neighbours. Where none
// is left, the cheapest one is set aside, of those that live where more than eight are needed, by cost and by how long they
// do so. In the opposite order they then choose; what finds no register free is in memory, but for what costs more there
// than all that have one certain register together: that takes it from them.

// coloring is the state of the pseudo registers that are to have registers.
type coloring struct {
	*alloc87
	last  []int    // when they are named last, counted from the end
	often []int    // how often they are named
	in    bitset   // not set aside yet
	left  [][2]int // neighbours that are not set aside: those that live across no call, and those that do
	easy  []int32  // that can have a register whatever the others have
	color []int8   // the register, -1 if none
}

// gain is what a register saves.
func (a *alloc87) gain(i int32) int { return a.cost[i] - saveCost*a.callAt[i] }

// saveCost is what it costs to save a register around a call.
const saveCost = 12

// colors gives registers to the pseudo registers of a list. It returns the register of each, -1 for those that have none.
// Those that are not in the list have 0.
func (a *alloc87) colors(list []int32) []int8 {
	c := &coloring{alloc87: a, in: make(bitset, (a.count+63)/64), left: make([][2]int, a.count), color: make([]int8, a.count)}
	c.name()
	for _, i := range list {
		c.in.set(i)
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
	priority := func(i int32) int { return c.gain(i) / (c.excess[i] + 1) }
	slices.SortStableFunc(hard, func(x, y int32) int {
		return cmp.Or(types.Bit(c.bad[x])-types.Bit(c.bad[y]), priority(x)-priority(y), c.gain(x)-c.gain(y), c.last[x]-c.last[y])
	})
	order := c.setAsideEasy(nil)
	for _, i := range hard {
		if c.in.has(i) {
			order = c.setAsideEasy(c.setAside(i, order))
		}
	}
	for _, i := range list {
		c.color[i] = -1
	}
	for _, i := range slices.Backward(order) {
		c.choose(i)
	}
	c.improve(list)
	return c.color
}

// name finds when and how often the pseudo registers are named.
func (c *coloring) name() {
	c.last, c.often = make([]int, c.count), make([]int, c.count)
	next := 1
	for _, i := range slices.Backward(c.seq) {
		b := &c.blocks[i]
		for _, in := range slices.Backward(b.ins) {
			if in.gone {
				continue
			}
			for _, x := range [...]int32{in.def, in.use[0], in.use[1], in.use[2]} {
				if x < 0 {
					continue
				}
				if x = c.alias[x]; c.last[x] == 0 {
					c.last[x] = next
					next++
				}
				c.often[x] += b.freq
			}
		}
	}
}

// certain reports whether there is a register whatever the neighbours have that are not set aside. A call leaves its result
// in the first one: what lives across it can only have the others.
func (c *coloring) certain(i int32) bool {
	if n := &c.left[i]; c.callAt[i] == 0 {
		return n[0]+min(n[1], registers-1) < registers
	} else {
		return n[0]+n[1] < registers-1
	}
}

// setAside adds a pseudo register to those that are set aside.
func (c *coloring) setAside(i int32, order []int32) []int32 {
	c.in.clear(i)
	c.near[i].each(func(x int32) {
		if c.in.has(x) && !c.certain(x) {
			c.left[x][types.Bit(c.callAt[i] > 0)]--
			if c.certain(x) {
				c.easy = append(c.easy, x)
			}
		}
	})
	return append(order, i)
}

// setAsideEasy sets aside all that can have a register whatever the others have, those that are named least first.
func (c *coloring) setAsideEasy(order []int32) []int32 {
	for len(c.easy) > 0 {
		i := slices.MinFunc(c.easy, func(x, y int32) int { return cmp.Or(c.often[x]-c.often[y], c.last[y]-c.last[x]) })
		c.easy = slices.DeleteFunc(c.easy, func(x int32) bool { return x == i })
		order = c.setAside(i, order)
	}
	return order
}

// choose gives a pseudo register the first register that no neighbour has, if there is one.
func (c *coloring) choose(i int32) {
	var taken [registers]bool
	taken[0] = c.callAt[i] > 0
	c.near[i].each(func(x int32) {
		if r := c.color[x]; r >= 0 && !c.memory[x] {
			taken[r] = true
		}
	})
	c.color[i] = int8(slices.Index(taken[:], false))
}

// improve gives registers to those that save more than the neighbours that then lose them.
func (c *coloring) improve(list []int32) {
	var out []int32
	slices.SortStableFunc(list, func(x, y int32) int { return c.last[x] - c.last[y] })
	for _, i := range list {
		if c.color[i] >= 0 {
			continue
		}
		var lost [registers]int
		c.near[i].each(func(x int32) {
			if r := c.color[x]; r >= 0 && !c.memory[x] {
				lost[r] += c.gain(x)
			}
		})
		best := types.Bit(c.callAt[i] > 0)
		for r := best; r < registers; r++ {
			if lost[r] < lost[best] {
				best = r
			}
		}
		if lost[best] >= c.gain(i) {
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
	slices.SortStableFunc(out, func(x, y int32) int { return cmp.Or(c.gain(x)-c.gain(y), c.last[x]-c.last[y]) })
	for _, i := range out {
		if c.color[i] < 0 {
			c.choose(i)
		}
	}
}
