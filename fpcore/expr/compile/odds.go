package compile

import (
	"ulplab/fpcore/expr/types"
)

// How often g++ 12 expects a block to be reached, without a profile. A condition goes either way as often, but for what
// these say: a return that is not the last statement is taken once in three times, a block that calls a function too, and a
// way out of a loop 5.5 times in a hundred; numbers rather are positive than not, and integers rather differ. Where several
// speak of one branch, their odds are multiplied.

const (
	oddsOne      = 1000 // of a branch: its probability in thousandths
	oddsReturn   = 340
	oddsCall     = 330
	oddsExit     = 55
	oddsEqual    = 340
	oddsPositive = 590
)

// expected returns how often the classes are reached, in 2^50 runs.
func (p *placing) expected() []uint64 {
	n := len(p.class)
	odds := make([][2]int, n) // by class with two next ones: what is said of the first and the second, 0 if nothing
	mark := func(f, x int32, prob int) {
		for i, y := range p.next[f] {
			if y == x && i < 2 {
				if was := odds[f][i]; was > 0 {
					both, none := was*prob, (oddsOne-was)*(oddsOne-prob)
					prob = oddsOne * both / (both + none)
				}
				odds[f][i] = prob
				return
			}
		}
	}
	p.returns(mark)
	leaving := p.leaving()
	calls, busy := make([]bool, n), make([]bool, n)
	for _, k := range p.live {
		m := &p.nodes[k]
		b := p.class[p.block[k]]
		busy[b] = busy[b] || m.op != types.Const && m.op != types.Input
		calls[b] = calls[b] || p.isSqrt(k)
	}
	for b, x := range leaving {
		if x > 0 {
			mark(int32(b), x, oddsExit)
			continue
		}
		if len(p.next[b]) != 2 {
			continue
		}
		for _, x := range p.next[b] {
			y := x
			for !busy[y] && len(p.next[y]) == 1 {
				y = p.next[y][0]
			}
			if calls[y] && p.dom.dominates(int32(b), y) && !p.flow.always(int32(b), y) {
				mark(int32(b), x, oddsCall)
			}
		}
		if prob := p.compared(p.test[b]); prob > 0 {
			mark(int32(b), p.yes[b], prob)
		}
	}
	freq := make([]uint64, n)
	freq[0] = 1 << 50
	for b := range freq {
		if len(p.next[b]) == 0 {
			continue
		}
		if len(p.next[b]) == 1 {
			freq[p.next[b][0]] += freq[b]
			continue
		}
		first := oddsOne / 2
		switch a, c := odds[b][0], odds[b][1]; {
		case a > 0 && c > 0:
			first = oddsOne * a * (oddsOne - c) / (a*(oddsOne-c) + c*(oddsOne-a))
		case a > 0:
			first = a
		case c > 0:
			first = oddsOne - c
		}
		yes := freq[b] / oddsOne * uint64(first)
		freq[p.next[b][0]] += yes
		freq[p.next[b][1]] += freq[b] - yes
	}
	return freq
}

// compared returns the odds that a condition holds, as its comparison with a constant says, 0 if it says nothing.
func (p *placing) compared(v int32) int {
	if v < 0 || p.at[v] < 0 {
		return 0
	}
	k, odd := p.positive(p.at[v])
	n := &p.nodes[k]
	if n.op < types.Less || n.op > types.Differ {
		return 0
	}
	op, x := n.op, n.x[1]
	if _, left := p.isConst(n.x[0]); left {
		op, x = mirrored(op), n.x[0]
	}
	c, ok := p.isConst(x)
	if !ok {
		return 0
	}
	t := p.nodes[x].typ
	one, prob := false, 0
	if t.IsFloat() {
		one = c&^types.SignBit(t) == 0 || c&^types.SignBit(t) == types.One(t)
	} else {
		i := int32(c)
		one = i >= -1 && i <= 1+int32(types.Bit(op == types.Less || op == types.MoreEq))
	}
	switch {
	case op == types.Equal && !t.IsFloat() && c != 0:
		prob = oddsEqual
	case op == types.Differ && !t.IsFloat() && c != 0:
		prob = oddsOne - oddsEqual
	case one && (op == types.More || op == types.MoreEq):
		prob = oddsPositive
	case one && (op == types.Less || op == types.LessEq):
		prob = oddsOne - oddsPositive
	}
	if odd && prob > 0 {
		prob = oddsOne - prob
	}
	return prob
}

// returns marks the branches that decide about a return in the midst of a function.
func (p *placing) returns(mark func(f, x int32, prob int)) {
	marked := map[[2]int32]bool{}
	for b := range p.c.Blocks {
		r := p.class[b]
		if !p.c.Blocks[b].Ends || len(p.flow.next[b]) == 0 || p.class[p.flow.next[b][0]] == r {
			continue
		}
		seen := map[int32]bool{r: true}
		for stack := []int32{r}; len(stack) > 0; {
			x := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for _, f := range p.from[x] {
				switch {
				case seen[f]:
				case len(p.next[f]) < 2 || p.flow.always(f, r):
					seen[f] = true
					stack = append(stack, f)
				case !marked[[2]int32{f, x}]:
					marked[[2]int32{f, x}] = true
					mark(f, x, oddsReturn)
				}
			}
		}
	}
}
