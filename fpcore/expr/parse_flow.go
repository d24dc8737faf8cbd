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
	limit, mark, first := int32(len(p.cells)), len(p.journal), len(p.pending)
	p.guarded++
	then()
	flowA, resultA := p.flow, p.result
	a := p.stores(mark, limit)
	p.nestPending(cond, true, first)
	middle := len(p.pending)
	p.flow = goesOn
	otherwise()
	flowB, resultB := p.flow, p.result
	b := p.stores(mark, limit)
	p.nestPending(cond, false, middle)
	p.guarded--
	p.flow = goesOn
	switch {
	case p.err != nil:
	case flowA == goesOn && flowB == goesOn:
		p.join(cond, a, b)
	case flowA == breaks || flowA == continues || flowB == breaks || flowB == continues:
		p.fail(cond.from, cond.to, "whether the loop goes on depends on an input here; the number of its passes must be known when the text is read")
	case resultA.kind == nothing && flowA == returns || resultB.kind == nothing && flowB == returns:
		p.fail(cond.from, cond.to, "whether anything more is computed depends on an input here; put what follows into an else")
	case flowA == returns && flowB == returns:
		p.flow = returns
		p.result = p.selected(cond, resultA, resultB)
	case flowA == returns:
		p.pending, p.result = append(p.pending, pending{cond, resultA}), &operand{}
		p.apply(b)
	default:
		no := p.selected(cond, &operand{kind: known, typ: Bool}, &operand{kind: known, typ: Bool, k: 1})
		p.pending, p.result = append(p.pending, pending{no, resultB}), &operand{}
		p.apply(a)
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

// selected is cond ? a : b of two values of one type.
func (p *parser) selected(cond, a, b *operand) *operand {
	if a.kind != value && a.kind != known || b.kind != value && b.kind != known || a.typ != b.typ {
		return p.fail(cond.from, cond.to, "what is returned must be a number of one type on both sides of this condition")
	}
	x, y, z := p.of(cond), p.of(a), p.of(b)
	return p.emitOp(Select, a.typ, cond.from, cond.to, x, y, z)
}

// nestPending lets the returns that one side of a condition added hold on that side only.
func (p *parser) nestPending(cond *operand, side bool, from int) {
	no := &operand{kind: known, typ: Bool}
	for i := from; i < len(p.pending) && p.err == nil; i++ {
		if w := &p.pending[i]; side {
			w.cond = p.selected(cond, w.cond, no)
		} else {
			w.cond = p.selected(cond, no, w.cond)
		}
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
// begins at step (-1 if there is nothing), its body follows the closing parenthesis.
func (p *parser) passes(condition, step int, end byte) {
	body := -1
	after := -1
	for n := 0; p.err == nil; n++ {
		if p.endless(n, &p.tokens[condition]) {
			return
		}
		p.at = condition
		cond := &operand{kind: known, typ: Bool, k: 1}
		if !p.is(op16(end)) {
			p.newLine()
			cond = p.truth(p.expression())
		}
		if !p.expect(end, " after the condition") {
			return
		}
		if cond.kind != known {
			p.fail(cond.from, cond.to, "how often this loop runs depends on an input; the number of its passes must be known when the text is read: write a number")
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
		if cond.k == 0 || p.dead > 0 {
			if after >= 0 {
				p.at = after
			} else {
				p.without(p.scoped)
			}
			return
		}
		p.scoped()
		after = p.at
		switch p.flow {
		case breaks:
			p.flow = goesOn
			return
		case returns:
			return
		}
		p.flow = goesOn
		if cond.assumed {
			return // over the elements of one thread: one of them is followed
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
	for n := 0; p.err == nil && !p.endless(n, &p.tokens[body]); n++ {
		p.at = body
		p.scoped()
		flow := p.flow
		if p.flow = goesOn; !p.takeWord(wWhile) {
			p.unexpected("while is expected after the body of do")
			return
		}
		if !p.expect('(', " after while") {
			return
		}
		p.newLine()
		cond := p.truth(p.expression())
		p.expect(')', " after the condition")
		switch {
		case p.err != nil:
			return
		case flow == returns || flow == breaks:
			if flow == returns {
				p.flow = returns
			}
			p.endStatement()
			return
		case cond.kind != known:
			p.fail(cond.from, cond.to, "how often this loop runs depends on an input; the number of its passes must be known when the text is read")
			return
		case cond.k == 0 || cond.assumed || p.dead > 0:
			p.endStatement()
			return
		}
	}
}

// endless fails if a loop has made as many passes as are read.
func (p *parser) endless(n int, t *token) bool {
	if n < maxLoop {
		return false
	}
	p.failAt(t, "this loop makes more than "+strconv.Itoa(maxLoop)+" passes; that many are not read")
	return true
}

// newLine begins a full expression.
func (p *parser) newLine() {
	p.lines++
	p.line = p.lines
}
