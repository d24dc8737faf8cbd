package compile

import (
	"math/bits"
	"slices"

	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/stable"
)

// Which pseudo registers g++ 12 has in memory on x87: what they conflict with, what they cost there, and how their
// instructions were moved before.

// alloc87 is the program while it gets registers.
type alloc87 struct {
	*code87
	near      []bitset
	cost      []int // what memory costs more than a register
	excess    []int // points at which more than eight are needed
	bad       []bool
	callAt    []int  // by pseudo register: how often it survives a call
	slot      []bool // by pseudo register: what defines it is a load of what memory holds anyway
	memory    []bool
	alias     []int32
	span      []range87 // by pseudo register: from its last use to its first definition
	temporary int32     // from here on those of operations that are split
}

// liveness computes what every block needs from those before it, last ones first.
func (a *alloc87) liveness() {
	for i := len(a.seq) - 1; i >= 0; i-- {
		b := &a.blocks[a.seq[i]]
		live := a.behind(b)
		a.backward(b, live, nil)
		b.in = live
	}
}

// backward passes over the instructions of a block, last one first. at is told what lives behind each and before it.
func (a *alloc87) backward(b *block87, live bitset, at func(in *ins87, live bitset, before bool)) {
	for i := len(b.ins) - 1; i >= 0; i-- {
		in := &b.ins[i]
		if in.gone {
			continue
		}
		if at != nil {
			at(in, live, false)
		}
		if in.def >= 0 {
			live.clear(a.alias[in.def])
		}
		for _, u := range in.use {
			if u >= 0 && !a.memory[u] {
				live.set(a.alias[u])
			}
		}
		if at != nil {
			at(in, live, true)
		}
	}
}

// each calls f for the members of a set.
func (s bitset) each(f func(i int32)) {
	for w, v := range s {
		for v != 0 {
			i := int32(bits.TrailingZeros64(v))
			f(int32(w)*64 + i)
			v &= v - 1
		}
	}
}

func (s bitset) count() (n int) {
	for _, v := range s {
		n += bits.OnesCount64(v)
	}
	return n
}

// maxColored is how many pseudo registers are given registers; of larger programs none is taken to lack one.
const maxColored = 4000

// crowds reports whether more values are needed at once than there are registers, or one is needed across a call.
func (a *alloc87) crowds() bool {
	a.liveness()
	crowded := false
	for i := range a.blocks {
		b := &a.blocks[i]
		live := a.behind(b)
		n := live.count()
		a.backward(b, live, func(in *ins87, live bitset, before bool) {
			if before {
				n = live.count()
				return
			}
			crowded = crowded || n+types.Bit(in.def >= 0 && !live.has(in.def)) > registers || in.call && !in.cold && n > types.Bit(in.def >= 0 && live.has(in.def))
		})
	}
	return crowded
}

// behind returns what is needed behind a block.
func (a *alloc87) behind(b *block87) bitset {
	live := make(bitset, (a.count+63)/64)
	for _, x := range b.next {
		for w, v := range a.blocks[x].in {
			live[w] |= v
		}
	}
	return live
}

// coalesce makes one register of a ?: and of its ways where they are not needed at the same time.
func (a *alloc87) coalesce() {
	type pair struct {
		x, y int32
		freq int
	}
	var list []pair
	for i := range a.blocks {
		b := &a.blocks[i]
		for _, in := range b.ins {
			for _, u := range in.use {
				if u >= 0 && (in.copy || in.moves) {
					list = append(list, pair{in.def, u, b.freq})
				}
			}
		}
	}
	stable.Sort(list, func(p, q pair) int { return q.freq - p.freq })
	for _, p := range list {
		x, y := a.alias[p.x], a.alias[p.y]
		if x == y || a.near[x].has(y) {
			continue
		}
		for i := range a.alias {
			if a.alias[i] == y {
				a.alias[i] = x
			}
		}
		a.near[y].each(func(z int32) {
			a.near[x].set(z)
			a.near[z].set(x)
		})
	}
	for i, x := range a.alias {
		if int32(i) != x { // a variable that is set again is not what memory holds
			a.equal[i], a.equal[x] = false, false
			a.slot[i], a.slot[x] = a.slot[i] && !a.wide[i], a.slot[x] && !a.wide[x]
		}
	}
	for i := range a.blocks {
		for j := range a.blocks[i].ins {
			in := &a.blocks[i].ins[j]
			in.gone = in.copy && in.use[0] >= 0 && a.alias[in.def] == a.alias[in.use[0]]
		}
	}
}

// convertBranches makes conditional moves of branches of which a way does nothing but set one pseudo register to another one.
func (a *alloc87) convertBranches() {
	from := make([]int, len(a.blocks))
	for i := range a.blocks {
		for _, x := range a.blocks[i].next {
			from[x]++
		}
	}
	only := func(x int32) *ins87 { // the instruction of a block that has one
		var found *ins87
		for j := range a.blocks[x].ins {
			if in := &a.blocks[x].ins[j]; !in.gone {
				if found != nil {
					return nil
				}
				found = in
			}
		}
		return found
	}
	empty := func(x int32) bool {
		return !slices.ContainsFunc(a.blocks[x].ins, func(in ins87) bool { return !in.gone })
	}
	behind := func(x int32) int32 { // what comes behind blocks that do nothing
		for empty(x) && len(a.blocks[x].next) == 1 {
			x = a.blocks[x].next[0]
		}
		return x
	}
	for i := len(a.blocks) - 1; i >= 0; i-- {
		b := &a.blocks[i]
		if len(b.next) != 2 || b.class < 0 {
			continue
		}
		for w, x := range b.next {
			in := only(x)
			if in == nil || !in.copy || in.use[0] < 0 || from[x] != 1 || len(a.blocks[x].next) != 1 || behind(a.blocks[x].next[0]) != behind(b.next[1-w]) {
				continue
			}
			move := ins87{node: in.node, def: in.def, use: [3]int32{in.def, in.use[0], -1}, moves: true}
			if a.unordered(b.class) { // behind the branch for NaN, with which the numbers are not equal
				if a.equalWay(b.class, w) {
					*in = move
					a.blocks[x].freq = regFreq(a.p.freq[b.class] / 1000 * ordered)
				}
				continue
			}
			b.ins = append(b.ins, move)
			in.gone = true
			break
		}
	}
	for _, i := range slices.Backward(a.seq) { // where both ways do nothing, what comes behind is the same block
		b := &a.blocks[i]
		if len(b.next) != 2 || behind(b.next[0]) != behind(b.next[1]) || !slices.ContainsFunc(b.next, empty) {
			continue
		}
		y := behind(b.next[0])
		ways := 0
		for _, x := range b.next {
			ways += types.Bit(x == y || from[x] == 1 && len(a.blocks[x].next) == 1 && a.blocks[x].next[0] == y)
		}
		if ways == 2 && from[y] == 2 {
			b.ins, b.next = append(b.ins, a.blocks[y].ins...), a.blocks[y].next
			a.blocks[y].ins, a.blocks[y].next = nil, nil
		}
	}
}

// ordered is how often in 1,000 comparisons g++ expects that none of the numbers is a NaN.
const ordered = 995

// equalWay reports the way of a block that ends in == or != on which the numbers are equal.
func (a *alloc87) equalWay(h int32, way int) bool {
	v := a.p.test[h]
	k, odd := a.g.positive(a.g.at[v])
	return (a.g.nodes[k].op == types.Equal) != odd == (a.p.next[h][way] == a.p.yes[h])
}

// findMoves splits operations that only need what is live throughout their block, and whose result is used in it: a pseudo
// register of its own has the result up to a copy before the first use. It gets no register, and then the operation takes the
// place of the copy (find_moveable_pseudos in ira.cc).
func (a *alloc87) findMoves() {
	a.liveness()
	defs := make([]int, a.count)
	for i := range a.blocks {
		for _, in := range a.blocks[i].ins {
			if in.def >= 0 && !in.gone {
				defs[a.alias[in.def]]++
			}
		}
	}
	for i := range a.blocks {
		b := &a.blocks[i]
		out := a.behind(b)
		through := stable.Clone(b.in)
		for w := range through {
			through[w] &= out[w]
		}
		for _, in := range b.ins {
			if in.def >= 0 && !in.gone {
				through.clear(a.alias[in.def])
			}
		}
		first := func(d int32) int {
			return slices.IndexFunc(b.ins, func(in ins87) bool {
				return !in.gone && slices.ContainsFunc(in.use[:], func(u int32) bool { return u >= 0 && a.alias[u] == a.alias[d] })
			})
		}
		at := func(d int32) int {
			return slices.IndexFunc(b.ins, func(in ins87) bool { return !in.gone && in.def == d })
		}
		var list []int32
		for _, in := range b.ins {
			if in.def >= 0 && in.movable && !in.gone && defs[a.alias[in.def]] == 1 && !out.has(a.alias[in.def]) && a.through(&in, through) && first(in.def) > at(in.def)+1 {
				list = append(list, in.def)
			}
		}
		for _, d := range list {
			t := int32(a.count)
			a.count++
			a.alias, a.memory, a.slot = append(a.alias, t), append(a.memory, false), append(a.slot, false)
			a.equal, a.wide = append(a.equal, false), append(a.wide, a.wide[d])
			early := &b.ins[at(d)]
			early.def, early.split = t, true
			b.ins = stable.Insert(b.ins, first(d), ins87{node: early.node, def: d, use: [3]int32{t, -1, -1}, split: true})
		}
	}
}

// moveDown puts the operations that findMoves split before the first use of their results.
func (a *alloc87) moveDown() {
	for i := range a.blocks {
		b := &a.blocks[i]
		for j := range b.ins {
			if early := &b.ins[j]; early.split && early.def >= 0 && early.movable {
				k := j + slices.IndexFunc(b.ins[j:], func(in ins87) bool { return in.split && in.use[0] == early.def })
				m := *early
				early.gone = true
				m.def, m.split = b.ins[k].def, false
				b.ins[k] = m
			}
		}
	}
}

// through reports that an instruction uses nothing but the given pseudo registers, and no parameter.
func (a *alloc87) through(in *ins87, live bitset) bool {
	for _, u := range in.use {
		if u >= 0 && (a.equal[u] || !live.has(a.alias[u])) {
			return false
		}
	}
	return true
}

// allocate says which pseudo registers are in memory.
func (c *code87) allocate() *alloc87 {
	a := &alloc87{code87: c, memory: make([]bool, c.count), alias: make([]int32, c.count), slot: stable.Clone(c.equal), temporary: int32(c.count)}
	for i := range a.alias {
		a.alias[i] = int32(i)
	}
	if a.count > maxColored || !a.crowds() {
		return a
	}
	a.interfere()
	a.coalesce()
	a.convertBranches()
	a.findMoves()
	a.interfere()
	for i := range int32(a.count) { // cheaper in memory whatever is free: it takes no register from others
		a.memory[i] = a.cost[a.alias[i]] < 0
	}
	if slices.Contains(a.memory, true) {
		a.interfere()
	}
	var list []int32
	for i := range int32(a.count) {
		switch {
		case a.alias[i] != i || a.memory[i] || i >= a.temporary:
		case a.gain(i) < 0:
			a.memory[i] = true
		default:
			list = append(list, i)
		}
	}
	color, often := a.colors(list)
	for i, r := range color {
		a.memory[i] = a.memory[i] || r < 0
	}
	a.moveDown()
	for again := true; again; {
		for i := range a.memory {
			a.memory[i] = a.memory[a.alias[i]]
		}
		again = a.reload(color, often)
	}
	return a
}

// reload finds the instructions that need a register for what is in memory where none is free, and puts there what is named
// least of what is (spill_for in lra-assigns.cc): some is false if there is none. What is compared or moved is in registers, one
// operand of an operation, and what it computes.
func (a *alloc87) reload(color []int8, often []int) (some bool) {
	a.liveness()
	for i := range a.blocks {
		b := &a.blocks[i]
		away := a.away(b)
		a.backward(b, a.behind(b), func(in *ins87, live bitset, before bool) {
			need, given := 0, 0
			switch {
			case in.call:
			case !before:
				need = types.Bit(in.def >= 0 && a.memory[a.alias[in.def]] && in.node >= 0 && !in.copy)
			default:
				for _, u := range in.use {
					if u >= 0 {
						need += types.Bit(a.memory[a.alias[u]])
						given += types.Bit(!a.memory[a.alias[u]])
					}
				}
				if !in.compare && !in.moves {
					need = types.Bit(need > 0 && given == 0 && in.node >= 0 && in.use[1] >= 0)
				}
			}
			if need == 0 {
				return
			}
			var costs [registers]int
			saved := away[in]
			live.each(func(x int32) {
				if a.memory[x] || saved != nil && saved.has(x) {
					return
				}
				need++
				costs[color[x]] += often[x]
				for _, u := range in.use {
					if u >= 0 && a.alias[u] == x {
						costs[color[x]] += 1 << 40 // the instruction has it itself
					}
				}
			})
			least := slices.Index(costs[:], slices.Min(costs[:]))
			if need <= registers || costs[least] == 0 {
				return
			}
			live.each(func(x int32) {
				a.memory[x] = a.memory[x] || int(color[x]) == least && !(saved != nil && saved.has(x))
			})
			some = true
		})
	}
	return some
}

// away tells by instruction of a block what was saved around a call before and is not loaded again yet: that comes where it is
// used next, or at the end of the block.
func (a *alloc87) away(b *block87) map[*ins87]bitset {
	list := map[*ins87]bitset{}
	var across []bitset // what lives behind calls, last one first
	a.backward(b, a.behind(b), func(in *ins87, live bitset, before bool) {
		if saves(*in) && !before {
			across = append(across, stable.Clone(live))
		}
	})
	var now bitset
	for j := range b.ins {
		in := &b.ins[j]
		if in.gone {
			continue
		}
		if now != nil {
			now = stable.Clone(now)
			for _, u := range in.use {
				if u >= 0 {
					now.clear(a.alias[u])
				}
			}
			if list[in] = now; in.def >= 0 {
				now.clear(a.alias[in.def])
			}
		}
		if saves(*in) {
			now, across = across[len(across)-1], across[:len(across)-1]
			if in.def >= 0 {
				now.clear(a.alias[in.def])
			}
		}
	}
	return list
}

// use87 is an operand: the pseudo register that the instruction of a node uses.
type use87 struct{ node, pseudo int32 }

// inherited lists the operands in memory that are still in a register: behind the instruction that computed them, up to the
// end of the blocks that follow one from another without a branch leading in, or to a call; from use to use as long as a register
// is free.
func (a *alloc87) inherited() map[use87]bool {
	a.liveness()
	needed := make([][]int, len(a.blocks)) // by block: behind each instruction
	from := make([]int, len(a.blocks))
	for i := range a.blocks {
		b := &a.blocks[i]
		for _, x := range b.next {
			from[x]++
		}
		live := a.behind(b)
		needed[i] = make([]int, len(b.ins))
		at := len(b.ins)
		a.backward(b, live, func(in *ins87, live bitset, before bool) {
			if !before {
				for at--; b.ins[at].gone; at-- {
				}
				needed[i][at] = live.count()
			}
		})
	}
	type place struct{ block, ins int }
	in := map[use87]bool{}
	for i := range a.blocks {
		for j := range a.blocks[i].ins {
			d := a.blocks[i].ins[j].def
			if d < 0 || !a.memory[d] || a.equal[d] {
				continue
			}
			p := a.alias[d]
			var passed []place // since the last use
			block, at := i, j
		follow:
			for {
				passed = append(passed, place{block, at})
				at++
				for at >= len(a.blocks[block].ins) {
					next := -1
					for _, x := range a.blocks[block].next {
						if from[x] == 1 && (next < 0 || int(x) < next) {
							next = int(x)
						}
					}
					if next < 0 {
						break follow
					}
					block, at = next, 0
				}
				n := &a.blocks[block].ins[at]
				if n.gone {
					continue
				}
				for _, u := range n.use {
					if u < 0 || a.alias[u] != p {
						continue
					}
					if slices.ContainsFunc(passed, func(q place) bool { return needed[q.block][q.ins] >= registers }) {
						break follow
					}
					for _, q := range passed {
						needed[q.block][q.ins]++
					}
					passed = nil
					in[use87{n.node, p}] = true
				}
				if n.call || n.def >= 0 && a.alias[n.def] == p {
					break follow
				}
			}
		}
	}
	return in
}

// crossing87 is an operand that a call came before, on all ways or, with some set, on some: the last call that did.
type crossing87 struct {
	call int32
	some bool
}

// saves reports a call around which values are saved on ways that are taken: where a root is called, its result is a NaN.
func saves(in ins87) bool { return in.call && !in.cold }

// crossed finds the operands that are in a register across a call, which saves them to memory before and loads them after.
func (a *alloc87) crossed() map[use87]crossing87 {
	found := map[use87]crossing87{}
	entry := make([]map[int32]crossing87, len(a.blocks))
	entry[0] = map[int32]crossing87{}
	for _, i := range a.seq {
		state := entry[i]
		b := &a.blocks[i]
		var needed []bitset // behind calls, the last one first
		if slices.ContainsFunc(b.ins, saves) {
			a.backward(b, a.behind(b), func(in *ins87, live bitset, before bool) {
				if saves(*in) && !before {
					needed = append(needed, stable.Clone(live))
				}
			})
		}
		for j := range b.ins {
			in := &b.ins[j]
			for _, u := range in.use {
				if u < 0 {
					continue
				}
				if s, ok := state[a.alias[u]]; ok && !a.memory[u] {
					found[use87{in.node, u}] = s
				}
			}
			if saves(*in) {
				needed[len(needed)-1].each(func(p int32) { state[p] = crossing87{in.node, false} })
				needed = needed[:len(needed)-1]
			}
			if in.def >= 0 {
				delete(state, a.alias[in.def])
			}
		}
		for _, x := range b.next {
			if entry[x] == nil {
				entry[x] = map[int32]crossing87{}
				for p, s := range state {
					if a.blocks[x].in.has(p) {
						entry[x][p] = s
					}
				}
				continue
			}
			to := entry[x]
			for p, s := range to {
				if _, ok := state[p]; !ok {
					s.some = true
					to[p] = s
				}
			}
			for p, s := range state {
				if was, ok := to[p]; a.blocks[x].in.has(p) && (!ok || s.some || was.some) {
					s.some = true
					to[p] = s
				}
			}
		}
	}
	return found
}
