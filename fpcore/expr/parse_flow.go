package expr

import "strconv"

// ifStatement reads an if. Where its condition depends on inputs both ways are executed and Selects join what they set.
func (p *parser) ifStatement() {
	p.next()
	p.takeWord(wConst + 6) // if constexpr
	if !p.expect('(', " after if") {
		return
	}
	p.newLine()
	cond := p.truth(p.expression())
	if !p.expect(')', " after the condition") {
		return
	}
	then := func() { p.scoped() }
	otherwise := func() {
		if p.takeWord(wElse) {
			p.scoped()
		}
	}
	if cond.kind == known {
		p.choose(cond, then, otherwise)
		return
	}
	p.fork(cond, then, otherwise)
}

// fork executes both ways of a condition that depends on inputs.
func (p *parser) fork(cond *operand, then, otherwise func()) {
	limit, mark, first := int32(len(p.cells)), len(p.journal), len(p.exits)
	p.guarded++
	then()
	flowA := p.flow
	p.lift(first, mark, cond, true)
	a := p.stores(mark, limit)
	p.flow = goesOn
	middle := len(p.exits)
	otherwise()
	flowB := p.flow
	p.lift(middle, mark, cond, false)
	b := p.stores(mark, limit)
	p.guarded--
	switch p.flow = goesOn; {
	case p.err != nil:
	case flowA == flowB:
		p.join(cond, a, b)
		p.flow = flowA
	case flowA == goesOn:
		p.exit(flowB, p.unless(cond, knownInt(Bool, 1, 0, 0)), b)
		p.apply(a)
	default:
		p.exit(flowA, cond, a)
		p.apply(b)
		p.flow = flowB
	}
}

// scoped reads a statement in a scope of its own.
func (p *parser) scoped() {
	mark := len(p.symbols)
	p.scopes++
	p.statement()
	p.scopes--
	p.leave(mark)
}

// apply makes stores again that were taken back.
func (p *parser) apply(list []change) {
	for _, c := range list {
		p.set(c.cell, c.was)
	}
}

// loop reads for, while and do, and executes them as often as their conditions say.
func (p *parser) loop() {
	t := p.next()
	mark := len(p.symbols)
	p.scopes++
	p.loops++
	switch t.id {
	case wFor:
		p.forLoop()
	case wWhile:
		if p.expect('(', " after while") {
			p.passes(p.at, -1, ')')
		}
	default:
		p.doLoop()
	}
	p.loops--
	p.scopes--
	p.leave(mark)
}

func (p *parser) forLoop() {
	if !p.expect('(', " after for") {
		return
	}
	if p.startsType(p.peek()) {
		p.declaration()
		if p.err == nil && p.tokens[p.at-1].op != ';' {
			p.unexpected("; is expected here")
		}
	} else {
		if !p.is(';') {
			p.newLine()
			p.expression()
		}
		p.expect(';', " after the first part of for")
	}
	if p.err != nil {
		return
	}
	condition := p.at
	depth := 0
	for !p.is(';') || depth > 0 { // the condition
		switch p.peek().op {
		case '(':
			depth++
		case ')':
			depth--
		}
		if p.peek().kind == endOfText || depth < 0 {
			p.unexpected("; is expected after the condition of for")
			return
		}
		p.next()
	}
	p.passes(condition, p.at+1, ';')
}

// passes executes a loop: its condition begins at the token condition and ends with end, what it does after each pass
// begins at step (-1 if there is nothing), its body follows the closing parenthesis. Where the condition depends on
// inputs, the loop is left there on the way on which it does not hold.
func (p *parser) passes(condition, step int, end byte) {
	body, after := -1, -1
	first, limit := len(p.exits), int32(len(p.cells))
	open := 0
	nextPass, leave := p.looping()
	defer leave()
	for n := 0; p.err == nil; n++ {
		if p.endless(n, &p.tokens[condition]) {
			return
		}
		nextPass()
		p.at = condition
		cond := &operand{kind: known, typ: Bool, k: 1}
		if !p.is(op16(end)) {
			p.newLine()
			cond = p.truth(p.expression())
		}
		if !p.expect(end, " after the condition") {
			return
		}
		if body < 0 {
			if step >= 0 {
				p.at = step
				p.skipStep()
			}
			body = p.at
		}
		p.at = body
		if cond.kind == known && cond.k == 0 || p.dead > 0 {
			if after >= 0 {
				p.at = after
			} else {
				p.without(p.scoped)
			}
			break
		}
		if cond.kind != known {
			if open++; !p.mayEnd(open, cond) {
				break
			}
		}
		pass := len(p.exits)
		p.scoped()
		if p.err != nil && open > 1 {
			if name := p.counted(cond.v); name != "" {
				p.uncounted(cond, name)
			}
			return
		}
		after = p.at
		if !p.endPass(pass, limit) || cond.assumed {
			break // if assumed: over the elements of one thread, of which one is followed
		}
		if step >= 0 && p.err == nil {
			p.at = step
			if !p.is(')') {
				p.newLine()
				p.expression()
			}
			if !p.expect(')', " to close for") {
				return
			}
		}
	}
	if after >= 0 && p.err == nil {
		p.at = after
	}
	p.endLoop(first, limit)
}

// mayEnd leaves a loop on the way on which its condition does not hold; n is how often it was left so. It reports whether
// another pass is read.
func (p *parser) mayEnd(n int, cond *operand) bool {
	if p.err == nil && n > maxOpen {
		if name := p.counted(cond.v); name != "" {
			p.uncounted(cond, name)
			return false
		}
		p.note(int(cond.from), "How often this loop runs depends on its inputs. "+strconv.Itoa(maxOpen)+" passes are read: inputs that need more get what the loop has come to by then.")
		return false
	}
	p.exit(breaks, p.unless(cond, knownInt(Bool, 1, 0, 0)), nil)
	return p.err == nil
}

// uncounted is the error that a loop runs as often as an input says. It takes the place of one that reading too many of
// its passes led to.
func (p *parser) uncounted(cond *operand, name string) {
	p.err = nil
	p.fail(cond.from, cond.to, "how often this loop runs depends on an input: give "+name+" a value, as in "+name+" = 8")
}

// counted returns the name of an integer input that a condition compares, "" if it depends on none by integers alone.
func (p *parser) counted(v int32) string {
	seen := map[int32]bool{}
	list := []int32{v}
	for len(list) > 0 && len(seen) < 1000 {
		v := &p.values[list[len(list)-1]]
		list = list[:len(list)-1]
		if v.Op == Input && v.Type.IsInt() {
			return v.Name
		}
		if Less <= v.Op && v.Op <= Differ {
			for i := range 2 { // a counter with an input that was not declared
				x, y := p.source(v.X[i]), p.source(v.X[1-i])
				if x.Op == Input && y.Op == Const && y.Type.IsInt() {
					return x.Name
				}
			}
		}
		for _, x := range v.operands() {
			if !seen[x] && p.values[x].Type.IsInt() {
				seen[x] = true
				list = append(list, x)
			}
		}
	}
	return ""
}

// source returns the value that conversions were made of.
func (p *parser) source(v int32) *Value {
	for p.values[v].Op == Convert {
		v = p.values[v].X[0]
	}
	return &p.values[v]
}

// skipStep passes over the last part of for with its parenthesis.
func (p *parser) skipStep() {
	depth := 1
	for t := p.peek(); t.kind != endOfText; t = p.peek() {
		p.next()
		switch t.op {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return
			}
		case ';', '{':
			p.failAt(t, ") is expected to close for")
			return
		}
	}
	p.unexpected(") is expected to close for")
}

func (p *parser) doLoop() {
	body := p.at
	first, limit := len(p.exits), int32(len(p.cells))
	open := 0
	nextPass, leave := p.looping()
	defer leave()
	for n := 0; p.err == nil && !p.endless(n, &p.tokens[body]); n++ {
		nextPass()
		p.at = body
		pass := len(p.exits)
		p.scoped()
		again := p.endPass(pass, limit)
		if !p.takeWord(wWhile) {
			p.unexpected("while is expected after the body of do")
			return
		}
		if !p.expect('(', " after while") {
			return
		}
		p.newLine()
		cond := knownInt(Bool, 0, 0, 0)
		test := func() { cond = p.truth(p.expression()) }
		if again {
			test()
		} else {
			p.without(test)
		}
		p.expect(')', " after the condition")
		if p.err != nil {
			return
		}
		if !again || cond.kind == known && cond.k == 0 || cond.assumed || p.dead > 0 {
			break
		}
		if cond.kind != known {
			if open++; !p.mayEnd(open, cond) {
				break
			}
		}
	}
	p.endStatement()
	p.endLoop(first, limit)
}

// endless fails if a loop has made as many passes as are read.
func (p *parser) endless(n int, t *token) bool {
	if n < MaxPasses {
		return false
	}
	p.failAt(t, "this loop makes more than "+strconv.Itoa(MaxPasses)+" passes; that many are not read")
	return true
}

// looping begins a loop: next begins a pass of it, leave ends it.
func (p *parser) looping() (next, leave func()) {
	p.entered++
	loop, around := p.entered, p.pass
	next = func() {
		p.passed = append(p.passed, Pass{loop, around})
		p.pass = int32(len(p.passed))
	}
	return next, func() { p.pass = around }
}

// newLine begins a full expression.
func (p *parser) newLine() {
	p.lines++
	p.line = p.lines
}
