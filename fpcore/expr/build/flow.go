package build

import (
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/expr/syntax"
	"ulplab/fpcore/expr/types"
)

// ifStatement executes an if. Where its condition depends on inputs both ways are executed and Selects join what they set.
func (p *builder) ifStatement(n *syntax.Tree) {
	p.newLine()
	cond := p.truth(p.value(n.X))
	then, otherwise := func() { p.scoped(n.Y) }, func() {
		if n.Z != nil {
			p.scoped(n.Z)
		}
	}
	switch {
	case p.Err != nil:
	case cond.kind != known:
		p.fork(cond, then, otherwise)
	case cond.k != 0:
		then()
		p.unreached(n.Z, otherwise)
	default:
		p.unreached(n.Y, then)
		otherwise()
	}
}

// fork executes both ways of a condition that depends on inputs.
func (p *builder) fork(cond *operand, then, otherwise func()) {
	limit, mark, first := int32(len(p.cells)), len(p.journal), len(p.exits)
	p.guarded++
	from := p.forkAt(cond)
	then()
	flowA, endA := p.flow, p.in
	p.other(from)
	p.lift(first, mark, cond, true)
	a := p.stores(mark, limit)
	p.flow = goesOn
	middle := len(p.exits)
	otherwise()
	flowB := p.flow
	p.lift(middle, mark, cond, false)
	b := p.stores(mark, limit)
	p.guarded--
	endB := p.in
	switch p.flow = goesOn; {
	case p.Err != nil:
	case flowA == flowB:
		p.ways = [2]int32{endA, endB}
		p.begin(endA, endB)
		p.join(cond, a, b)
		p.flow = flowA
	case flowA == goesOn:
		p.exit(flowB, p.unless(cond, knownInt(types.Bool, 1, 0, 0)), b)
		p.apply(a)
		p.in = endA
	default:
		p.in = endA
		p.exit(flowA, cond, a)
		p.apply(b)
		p.in = endB
		p.flow = flowB
	}
}

// scoped executes a statement in a scope of its own.
func (p *builder) scoped(n *syntax.Tree) {
	mark := len(p.Symbols)
	p.run(n)
	p.Leave(mark)
}

// apply makes stores again that were taken back.
func (p *builder) apply(list []change) {
	for _, c := range list {
		p.set(c.cell, c.was)
	}
}

// loop executes for, while and do, as often as their conditions say. Where a condition depends on inputs, the loop is left
// there on the way on which it does not hold.
func (p *builder) loop(n *syntax.Tree) {
	mark := len(p.Symbols)
	switch {
	case n.X == nil:
	case n.X.Kind == syntax.DeclarationTree:
		p.run(n.X)
	default:
		p.newLine()
		if a := n.X; a.Kind == syntax.AssignTree && a.X.Kind == syntax.NameTree && a.Y.Kind == syntax.NumeralTree && !a.Y.Number.IsFloat() &&
			n.Z != nil && (n.Z.Kind == syntax.PostfixTree || n.Z.Kind == syntax.PrefixTree) {
			p.counter = a.X.Token.ID
		}
		p.value(n.X)
	}
	first, limit := len(p.exits), int32(len(p.cells))
	form := types.ForLoop
	switch {
	case n.Kind == syntax.DoTree:
		form = types.DoLoop
	case n.Z == nil:
		form = types.WhileLoop
	}
	next, leave := p.looping(form)
	open := 0 // how often the condition depended on inputs
	var cond *operand
	for k := 0; p.Err == nil && !p.endless(k, n.Next); k++ {
		next()
		if n.Kind != syntax.DoTree {
			if cond = p.test(n, &open); cond == nil {
				if k == 0 {
					p.unreached(n.Body, func() { p.scoped(n.Body) })
				}
				break
			}
		}
		pass := len(p.exits)
		if p.scoped(n.Body); p.Err != nil {
			if open > 1 {
				p.uncounted(cond)
			}
			break
		}
		goes := p.endPass(pass, limit)
		if goes && n.Forever() && len(p.exits) > first {
			if open++; open > p.most {
				p.cutOff(knownInt(types.Bool, 1, n.Token.At, n.Token.End))
				if !p.breaks(first) {
					p.flow = returns
				}
				break
			}
		}
		switch {
		case n.Kind != syntax.DoTree:
		case goes:
			cond = p.test(n, &open)
		default:
			p.newLine()
			p.unreached(n.Y, func() { p.value(n.Y) })
		}
		if !goes || cond == nil || cond.assumed {
			break // if assumed: over the elements of one thread, of which one is followed
		}
		if n.Z != nil {
			p.newLine()
			p.value(n.Z)
		}
	}
	if p.Err == nil {
		p.endLoop(first, limit)
	}
	leave()
	p.Leave(mark)
}

// test evaluates the condition of a loop; nil where no pass follows.
func (p *builder) test(n *syntax.Tree, open *int) *operand {
	cond := knownInt(types.Bool, 1, 0, 0)
	if n.Y != nil {
		p.newLine()
		p.ending = true
		cond = p.truth(p.value(n.Y))
		p.ending = false
		p.passed[p.pass-1].Open = cond.given
	}
	if p.Err != nil || p.dead > 0 || cond.kind == known && cond.k == 0 {
		return nil
	}
	if cond.kind != known {
		if *open++; !p.mayEnd(*open, cond) {
			return nil
		}
	}
	return cond
}

// mayEnd leaves a loop on the way on which its condition does not hold; n is how often it was left so. It reports whether
// another pass is made.
func (p *builder) mayEnd(n int, cond *operand) bool {
	if p.Err == nil && n > p.most {
		if p.uncounted(cond) {
			return false
		}
		p.cutOff(cond)
		return false
	}
	from := p.forkAt(cond)
	again := p.in
	p.other(from)
	p.exit(breaks, p.unless(cond, knownInt(types.Bool, 1, 0, 0)), nil)
	p.in = again
	return p.Err == nil
}

// cutOff leaves a loop for good: where its condition still holds the program does not finish.
func (p *builder) cutOff(cond *operand) {
	p.Note(int(cond.from), "How often this loop runs "+strings.Replace(p.depends(), "the", "its", 1)+". "+strconv.Itoa(p.most)+" passes are evaluated: inputs that need more get no result.")
	now := p.cells[p.cut].now
	if now.kind != known {
		cond = p.selected(cond, knownInt(types.Bool, 1, 0, 0), now)
	}
	p.set(p.cut, cond)
}

// breaks reports whether any way leaves by break, of the exits from the number first on.
func (p *builder) breaks(first int) bool {
	return slices.ContainsFunc(p.exits[first:], func(e exit) bool { return e.flow == breaks })
}

// uncounted is the error that a loop runs as often as an input says, if it does. It takes the place of one that too many
// of its passes led to.
func (p *builder) uncounted(cond *operand) bool {
	if cond.kind != value {
		return false
	}
	name := p.counted(cond.v)
	if name != "" {
		p.Err = nil
		p.fail(cond.from, cond.to, "how often this loop runs depends on an input: give "+name+" a value, as in "+name+" = 8")
		p.Err.Needs = name
	}
	return name != ""
}

// counted returns the name of an integer input that a condition compares, "" if it depends on none by integers alone.
func (p *builder) counted(v int32) string {
	seen := map[int32]bool{}
	list := []int32{v}
	for len(list) > 0 && len(seen) < 1000 {
		v := &p.values[list[len(list)-1]]
		list = list[:len(list)-1]
		if v.Op == types.Input && v.Type.IsInt() {
			return v.Name
		}
		if types.Less <= v.Op && v.Op <= types.Differ {
			for i := range 2 { // a counter with an input that was not declared
				x, y := p.source(v.X[i]), p.source(v.X[1-i])
				if x.Op == types.Input && y.Op == types.Const && y.Type.IsInt() {
					return x.Name
				}
			}
		}
		for _, x := range v.Operands() {
			if !seen[x] && p.values[x].Type.IsInt() {
				seen[x] = true
				list = append(list, x)
			}
		}
	}
	return ""
}

// source returns the value that conversions were made of.
func (p *builder) source(v int32) *types.Value {
	for p.values[v].Op == types.Convert {
		v = p.values[v].X[0]
	}
	return &p.values[v]
}

// endless fails if a loop has made as many passes as are made.
func (p *builder) endless(n int, t *syntax.Token) bool {
	if n < types.MaxPasses {
		return false
	}
	p.failAt(t, "this loop makes more iterations than the limit of "+strconv.Itoa(types.MaxPasses))
	p.limit()
	return true
}

// looping begins a loop: next begins a pass of it, leave ends it.
func (p *builder) looping(form types.LoopForm) (next, leave func()) {
	p.entered++
	loop, around := p.entered, p.pass
	next = func() {
		p.passed = append(p.passed, types.Pass{Loop: loop, Parent: around, Form: form})
		p.pass = int32(len(p.passed))
	}
	return next, func() {
		p.differing(loop)
		p.pass = around
	}
}

// step is an operation on integers that are known in every pass of a loop.
type step struct {
	op    types.Op
	from  int32
	pass  int32
	holds bool // a comparison: its result
}

// counts notes an operation on integers that are known in every pass of a loop, once for each pass.
func (p *builder) counts(o types.Op, from int32, holds bool) {
	s := step{o, from, p.pass, holds}
	if p.pass == 0 || p.ending {
		return
	}
	for i := len(p.steps) - 1; i >= 0 && p.steps[i].pass >= p.pass; i-- {
		if p.steps[i] == s {
			return
		}
	}
	p.steps = append(p.steps, s)
	if o == types.Input {
		p.passed[p.pass-1].Reads++
	} else if o < types.Less || o > types.Differ {
		p.passed[p.pass-1].Counted++
	}
}

// differing counts the comparisons of a loop that do not have one result in all its passes.
func (p *builder) differing(loop int32) {
	first := len(p.steps)
	for first > 0 && p.passed[p.steps[first-1].pass-1].Loop == loop {
		first--
	}
	gave := map[step]bool{} // results of comparisons
	for _, s := range p.steps[first:] {
		s.pass = 0
		gave[s] = true
	}
	for _, s := range p.steps[first:] {
		if types.Less <= s.op && s.op <= types.Differ && gave[step{op: s.op, from: s.from, holds: !s.holds}] {
			p.passed[s.pass-1].Counted += 2
		}
	}
	p.steps = p.steps[:first]
}

// newLine begins a full expression.
func (p *builder) newLine() {
	p.lines++
	p.line = p.lines
}

// begin begins a basic block behind others.
func (p *builder) begin(from ...int32) {
	b := types.BasicBlock{Cond: -1, Pass: p.pass}
	for _, f := range from {
		if f >= 0 {
			b.From = append(b.From, f)
		}
	}
	p.in = int32(len(p.basic))
	p.basic = append(p.basic, b)
}

// forkAt ends the basic block in a condition and begins that where it holds; other begins the other one.
func (p *builder) forkAt(cond *operand) (from int32) {
	from = p.in
	p.begin(from)
	if from >= 0 && cond.kind == value {
		p.basic[from].Cond, p.basic[from].Next[0] = cond.v, p.in
	}
	return from
}

func (p *builder) other(from int32) {
	p.begin(from)
	if from >= 0 {
		p.basic[from].Next[1] = p.in
	}
}

// meet begins the block behind the exits of a kind, from the number first on, and behind this place if it is reached.
func (p *builder) meet(f flow, first int, reached bool) {
	var from []int32
	if reached {
		from = append(from, p.in)
	}
	none := true
	for _, e := range p.exits[first:] {
		if e.flow == f {
			from, none = append(from, e.from...), false
		}
	}
	if !none {
		p.begin(from...)
	}
}
