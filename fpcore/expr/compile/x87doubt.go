package compile

import (
	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/stable"
)

// What the model of x87 leaves open. g++ keeps a value in memory, and so rounds it, where the registers do not suffice and
// where a call is in the way. Which value, from where on and on which ways of a condition, its allocator decides by costs
// that depend on all of the function; the plan has what it decides for the instructions that are expected. What is certain
// is which values it may concern: those that are needed while eight or more are, those that survive a call, and those that the
// plan has in memory.

// Values of Choice.Memory; from oneMoved on it is a node whose way is the other one.
const (
	asModelled = iota
	allInMemory
	allInRegisters
	oneMoved
)

// registers is how many values x87 holds.
const registers = 8

// What Others lists at most: values moved alone, and instructions in all.
const (
	maxOthers    = 400
	maxOtherCode = 300_000
)

// findOpen lists the values that may be in memory, and makes of the spills what Choice.Memory says.
func (l *lowering) findOpen() {
	last := make([]int32, len(l.g.nodes))
	for i, k := range l.order {
		for _, x := range l.g.nodes[k].x[:l.g.nodes[k].n] {
			last[x] = int32(i)
		}
	}
	from := make([]int32, len(l.g.nodes)) // by node: the place behind which it may be in memory
	ending := make([]int, len(l.order))   // by place: how many are needed there for the last time
	needed := 0                           // how many are
	var live, fresh []int32               // which; those among them that have no place yet
	for i, k := range l.order {
		n := &l.g.nodes[k]
		needed -= ending[i]
		stays := n.typ >= types.Float && n.op != types.Const && last[k] > int32(i)
		crowded := needed >= 8*registers
		if !crowded && needed+types.Bit(stays) >= registers {
			live = stable.Delete(live, func(x int32) bool { return last[x] <= int32(i) })
			count := types.Bit(stays)
			for _, x := range live {
				count += types.Bit(l.b.placing.related(x, k))
			}
			crowded = count >= registers
		}
		l.crowded = l.crowded || crowded
		if crowded || l.callsLibrary(k) {
			for _, x := range fresh {
				if last[x] > int32(i) {
					from[x] = int32(i)
					l.open = append(l.open, x)
				}
			}
			fresh = fresh[:0]
		}
		if stays {
			needed++
			ending[last[k]]++
			live = append(live, k)
			if n.op != types.Input {
				fresh = append(fresh, k)
			}
		}
	}
	for i, k := range l.order { // what the plan has in memory
		if l.spill[k] && from[k] == 0 {
			from[k] = int32(i)
			l.open = append(l.open, k)
		}
	}
	m := l.Choice.Memory
	switch {
	case m == asModelled:
		return
	case m == allInRegisters:
		clear(l.stored)
		clear(l.spill)
		l.sides = nil
		return
	}
	for i, k := range l.order {
		for j, x := range l.g.nodes[k].x[:l.g.nodes[k].n] {
			switch {
			case from[x] == 0 || int32(i) <= from[x]:
				continue
			case m == allInMemory:
				l.stored[k] |= 1 << j
			case x == m-oneMoved:
				l.stored[k] ^= 1 << j
			default:
				continue
			}
			l.spill[x] = true
		}
	}
}

// related reports whether one run may pass both nodes.
func (p *placing) related(m, u int32) bool {
	v, w := p.home[m], p.home[u]
	return v < 0 || w < 0 || p.dom.dominates(v, w) || p.dom.dominates(w, v)
}

// Doubt says why g++ may have rounded a value where this plan does not, or the other way round; it is empty if nothing
// leaves that open.
func (p *Plan) Doubt() string {
	switch {
	case len(p.open) == 0:
		return ""
	case p.crowded:
		return "more than seven values are needed at once"
	}
	return "values are needed on both sides of a call"
}

// Others lists the other evaluations that Doubt leaves possible: all values in memory that may be, none of them, and each
// of them alone where the plan does not have it. all is false if there are more than are worth trying. Where all of them
// give the plan's result, it is certain.
func (p *Plan) Others() (list []Choice, all bool) {
	if len(p.open) == 0 {
		return nil, true
	}
	n := min(len(p.open), maxOthers, maxOtherCode/len(p.Instructions))
	ch := p.Choice
	for _, m := range []int32{allInMemory, allInRegisters} {
		ch.Memory = m
		list = append(list, ch)
	}
	for _, x := range p.open[:n] {
		ch.Memory = oneMoved + x
		list = append(list, ch)
	}
	return list, n == len(p.open)
}
