package build

import "ulplab/fpcore/expr/types"

// exit is a way on which a pass of a loop, a loop or a function is left before its end, while another way goes on from
// the same place. What is executed after it belongs to the way that goes on; where both meet again, Selects join what memory
// holds on them. An exit is taken if its condition holds and none before it in the list is taken.
type exit struct {
	flow   flow
	cond   *operand
	mark   int      // how many stores there were where the other way goes on
	stores []change // what the cells hold on this way that were set on it since
	from   []int32  // the basic blocks that it leaves
}

// exit adds an exit whose stores were taken back to this place; the condition may be a known one.
func (p *builder) exit(f flow, cond *operand, stores []change) {
	p.exits = append(p.exits, exit{f, cond, len(p.journal), stores, []int32{p.in}})
}

// certain reports whether the statement that is evaluated is executed whatever the inputs are.
func (p *builder) certain() bool { return p.guarded == 0 && len(p.exits) == 0 }

// changed adds to a list the cells that were stored to since the mark and are not in it, with what they hold.
func (p *builder) changed(mark int, list []change) []change {
	p.stamp++
	for _, c := range list {
		p.cells[c.cell].seen = p.stamp
	}
	for n := len(p.journal) - 1; n >= mark; n-- {
		at := p.journal[n].cell
		if c := &p.cells[at]; c.seen != p.stamp {
			c.seen = p.stamp
			list = append(list, change{at, c.now})
		}
		p.work++
	}
	if p.work > maxSteps {
		p.tooLong(p.here)
	}
	return list
}

// lift moves the exits from the number first on to an earlier mark: each then says all that was set since, and is taken
// only if cond is side.
func (p *builder) lift(first, mark int, cond *operand, side bool) {
	if first >= len(p.exits) || p.Err != nil {
		return
	}
	here := p.changed(mark, nil)
	for n := len(p.exits) - 1; n >= first && p.Err == nil; n-- {
		e := &p.exits[n]
		p.rollback(e.mark)
		e.stores = p.changed(mark, e.stores[:len(e.stores):len(e.stores)])
		e.mark = mark
	}
	p.rollback(mark)
	p.apply(here)
	for n := first; n < len(p.exits) && p.Err == nil; n++ {
		if e := &p.exits[n]; side {
			e.cond = p.also(cond, e.cond)
		} else {
			e.cond = p.unless(cond, e.cond)
		}
	}
}

// also is cond && o.
func (p *builder) also(cond, o *operand) *operand {
	if o.kind == known && o.k != 0 {
		return cond
	}
	return p.selected(cond, o, knownInt(types.Bool, 0, 0, 0))
}

// unless is !cond && o.
func (p *builder) unless(cond, o *operand) *operand {
	return p.selected(cond, knownInt(types.Bool, 0, 0, 0), o)
}

// selected is cond ? a : b of two truths.
func (p *builder) selected(cond, a, b *operand) *operand {
	if p.Err != nil {
		return cond
	}
	if cond.kind == known {
		if cond.k != 0 {
			return a
		}
		return b
	}
	x, y, z := p.of(cond), p.of(a), p.of(b)
	return p.emitOp(types.Select, types.Bool, cond.from, cond.to, x, y, z)
}

// gather joins the exits of a kind, from the number first on, with the way that was followed to its end, in the cells below
// limit; the others stay. reached: that way comes to the place where they meet.
func (p *builder) gather(f flow, first int, limit int32, reached bool) {
	behind := p.in
	p.meet(f, first, reached)
	for n := len(p.exits) - 1; n >= first && p.Err == nil; n-- {
		e := p.exits[n]
		if e.flow != f {
			continue
		}
		p.lift(n+1, e.mark, e.cond, false)
		rest := p.stores(e.mark, limit)
		kept := e.stores[:0:0]
		for _, c := range e.stores {
			if p.outlives(c.cell, limit) {
				kept = append(kept, c)
			}
		}
		if reached {
			p.ways = [2]int32{-1, behind}
			if p.mixed {
				p.ways = [2]int32{-2, -2}
			} else if len(e.from) == 1 {
				p.ways[0] = e.from[0]
			}
			p.join(e.cond, kept, rest)
		} else {
			p.apply(kept)
		}
		reached, behind = true, -1
		p.exits = append(p.exits[:n], p.exits[n+1:]...)
	}
}

// endPass joins the ways on which a pass of a loop ends by continue with its end, and reports whether any way goes on
// within the loop. first is the number of exits before the pass, limit that of cells.
func (p *builder) endPass(first int, limit int32) bool {
	p.endPart(continues, first, limit)
	return p.flow == goesOn
}

// endSwitch joins the ways on which a switch is left by break with its end.
func (p *builder) endSwitch(first int, limit int32) { p.endPart(breaks, first, limit) }

// endPart joins the exits of a kind, from the number first on, with the end of what they leave. What flow is then says
// how the evaluation goes on.
func (p *builder) endPart(kind flow, first int, limit int32) {
	f := p.flow
	p.flow = goesOn
	if f == goesOn || f == kind {
		p.gather(kind, first, limit, true)
		return
	}
	for _, e := range p.exits[first:] {
		if e.flow == kind {
			p.exit(f, knownInt(types.Bool, 1, 0, 0), nil)
			p.gather(kind, first, limit, false)
			return
		}
	}
	p.flow = f
}

// endLoop joins the ways on which a loop is left by break with its end. A return within the loop beside a break becomes a
// flag that is tested behind the loop. What flow is then says how the evaluation goes on.
func (p *builder) endLoop(first int, limit int32) {
	var some [returns + 1]bool
	for _, e := range p.exits[first:] {
		some[e.flow] = true
	}
	f := p.flow
	if p.flow = goesOn; !some[breaks] {
		if f == returns {
			p.flow = returns
		}
		return
	}
	if !some[returns] && f != returns {
		p.gather(breaks, first, limit, true)
		return
	}
	at := p.allocate("", types.ScalarType(types.Bool), 0, 0, false).cell
	if p.Err != nil {
		return
	}
	var left []int32 // the blocks that end in return
	p.objects[p.cells[at].object].hidden = true
	p.cells[at].now = knownInt(types.Bool, 0, 0, 0)
	for n := first; n < len(p.exits); n++ {
		if e := &p.exits[n]; e.flow == returns {
			e.flow = breaks
			left, e.from = append(left, e.from...), nil
			e.stores = append(e.stores[:len(e.stores):len(e.stores)], change{at, knownInt(types.Bool, 1, 0, 0)})
		}
	}
	if f == returns {
		p.set(at, knownInt(types.Bool, 1, 0, 0))
		left, p.in = append(left, p.in), -1
	}
	mixed := p.mixed
	p.mixed = true
	p.gather(breaks, first, limit, true)
	p.mixed = mixed
	switch now := p.cells[at].now; {
	case p.Err != nil || now.kind == known && now.k == 0:
	case now.kind == known:
		p.flow = returns
	default:
		p.exit(returns, now, nil)
		p.exits[len(p.exits)-1].from = left
	}
}

// gives stores what return gives. Outside of a function the type of the first value counts, and the common one after it.
func (p *builder) gives(o *operand) {
	if p.Err != nil {
		return
	}
	if p.out == nil {
		ct := types.ScalarType(o.typ)
		if p.current != nil {
			ct = p.current.out
		}
		p.out = p.allocate("", ct, o.from, o.to, false)
		if p.Err != nil {
			return
		}
		p.objects[len(p.objects)-1].hidden = true
	}
	if o.kind != aggregate {
		p.set(p.out.cell, o)
		return
	}
	for i := range o.ct.Cells {
		now := p.cells[o.cell+i].now
		if now.kind == nothing && !o.ct.Union {
			now = p.load(&operand{kind: place, cell: o.cell + i, ct: p.cells[o.cell+i].ct, from: o.from, to: o.to})
		}
		p.set(p.out.cell+i, now)
	}
	p.work += 4 * int(o.ct.Cells)
}
