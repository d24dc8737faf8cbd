package compile

import (
	"slices"

	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/stable"
)

// Where values live on x87, as g++ 12 finds it: which of them conflict, what they cost in memory, and where registers do not
// suffice.

// interfere finds the conflicts and the costs.
func (a *alloc87) interfere() {
	words := (a.count + 63) / 64
	a.near = make([]bitset, a.count)
	for i := range a.near {
		a.near[i] = make(bitset, words)
	}
	a.cost, a.callAt = make([]int, a.count), make([]int, a.count)
	a.liveness()
	p := pressure87{alloc87: a, now: make(bitset, words), ranges: make([][]range87, a.count), start: -1}
	a.excess = make([]int, a.count)
	for _, i := range slices.Backward(a.seq) {
		b := &a.blocks[i]
		behind := a.behind(b)
		behind.each(p.live)
		a.backward(b, stable.Clone(behind), func(in *ins87, live bitset, before bool) {
			if before {
				for j, u := range in.use {
					if u >= 0 && !a.memory[u] {
						a.cost[a.alias[u]] += in.load(j, a, behind) * b.freq
						p.live(a.alias[u])
					}
				}
				behind = stable.Clone(live)
				p.point++
				return
			}
			if in.def >= 0 && !a.memory[in.def] {
				d := a.alias[in.def]
				live.each(func(x int32) {
					if x != d && !(in.copy && in.use[0] >= 0 && a.alias[in.use[0]] == x) {
						a.near[x].set(d)
						a.near[d].set(x)
					}
				})
				a.cost[d] += (6 - types.Bit(in.node >= 0 && a.g.isSqrt(in.node))) * b.freq // a root is stored without a copy
				if a.slot[in.def] {
					a.cost[d] -= 12 * b.freq
				}
				p.live(d)
				p.dead(d)
			}
			if in.call {
				live.each(func(x int32) {
					if in.def < 0 || a.alias[in.def] != x {
						a.callAt[x] += b.freq
					}
				})
			}
			p.point++
		})
		stable.Clone(p.now).each(p.dead)
		p.point++
	}
	a.bad = p.bad()
}

// range87 is where a pseudo register lives, from what uses it last to what defines it; points are counted from the end of the
// program, two for an instruction.
type range87 struct{ from, to int }

// pressure87 is the walk that finds where the pseudo registers live, and how long where registers do not suffice
// (ira-lives.cc).
type pressure87 struct {
	*alloc87
	point  int
	now    bitset
	ranges [][]range87
	count  int // of those that live and are to have registers
	start  int // where registers ceased to suffice, -1 if they do
}

func (p *pressure87) live(x int32) {
	if p.now.has(x) {
		return
	}
	p.now.set(x)
	if r := p.ranges[x]; len(r) == 0 || r[len(r)-1].to+1 < p.point {
		p.ranges[x] = append(r, range87{from: p.point})
	}
	if x >= p.temporary {
		return
	}
	if p.count++; p.start < 0 && p.count > registers {
		p.start = p.point
	}
}

func (p *pressure87) dead(x int32) {
	p.count -= types.Bit(x < p.temporary)
	exceeds := func(x int32) {
		r := p.ranges[x]
		p.excess[x] += p.point - max(p.start, r[len(r)-1].from) + 1
	}
	switch {
	case p.start < 0:
	case p.count <= registers:
		p.now.each(exceeds)
		p.start = -1
	default:
		exceeds(x)
	}
	p.now.clear(x)
	p.ranges[x][len(p.ranges[x])-1].to = p.point
}

// bad reports the pseudo registers in whose lives no other one is defined: in memory they would make none free. Points at which
// others are defined, with nothing used for the last time between them, are one.
func (p *pressure87) bad() []bool {
	from, to, ends := make([]bool, p.point), make([]bool, p.point), make([]int, p.point)
	for i, list := range p.ranges {
		for _, r := range list {
			from[r.from], to[r.to] = true, true
			ends[r.to] += types.Bit(int32(i) < p.temporary)
		}
	}
	place, n := make([]int, p.point), 0
	var wasFrom, wasTo bool
	for i := range place {
		if from[i] || to[i] {
			if !(wasFrom && !wasTo && from[i] && !to[i] || wasTo && !wasFrom && to[i] && !from[i]) {
				n++
			}
			wasFrom, wasTo = from[i], to[i]
		}
		place[i] = n
	}
	ended := make([]int, n+1) // by place: how many end up to it
	for i, x := range place {
		ended[x] += ends[i]
	}
	for i := range n {
		ended[i+1] += ended[i]
	}
	bad := make([]bool, len(p.ranges))
	p.span = make([]range87, len(p.ranges))
	for i, list := range p.ranges {
		if len(list) > 0 {
			p.span[i] = range87{place[list[0].from], place[list[len(list)-1].to]}
		}
		bad[i] = !slices.ContainsFunc(list, func(r range87) bool {
			x, y := place[r.from], place[r.to]
			return y > x+1 && ended[y-1] > ended[x]
		})
	}
	return bad
}

// load is what the operand number j costs more in memory: nothing but the access where the instruction takes one from
// there, which it does if the other one is in a register that it may overwrite, or has to be copied anyway.
func (in *ins87) load(j int, a *alloc87, behind bitset) int {
	x := a.alias[in.use[j]]
	for k, y := range in.use {
		if k != j && y >= 0 && !in.compare && !in.moves && !a.memory[y] && (a.alias[y] == x || behind.has(x) || !behind.has(a.alias[y]) || in.def >= 0 && a.alias[in.def] == a.alias[y]) {
			return 5
		}
	}
	return 6
}
