package expr

// program reads the whole text and returns the value that it is about.
func (p *parser) program() int32 {
	said := false     // something is computed at the outermost level
	declared := false // variables are set behind the last function
	for p.err == nil && p.peek().kind != endOfText {
		functions, stores := len(p.functions), len(p.journal)
		before := p.peek()
		declares := p.startsType(before) || (before.id == wUsing || before.id == wTemplate || before.id == wNamespace) && before.kind == identifier || p.spaces > 0 && before.op == '}'
		p.globals = len(p.symbols)
		p.statement()
		switch {
		case !declares:
			said = true
		case len(p.functions) > functions:
			declared = false
		default:
			declared = declared || len(p.functions) > 0 && len(p.journal) > stores
		}
		if p.flow == returns {
			p.outline.before = before.at
			if t := p.peek(); t.kind != endOfText {
				p.note(int(t.at), "What follows the return is not executed.")
				break
			}
		}
	}
	p.ended()
	p.globals = len(p.symbols)
	p.frame = p.globals
	if p.err == nil && len(p.functions) > 0 && !said && !(declared && p.main() == nil) {
		p.runFunction()
	}
	if p.err != nil {
		return -1
	}
	o := p.last
	if p.lastAt >= 0 {
		at := p.lastAt
		ct := p.cells[at].ct
		o = &operand{kind: place, cell: at, ct: ct}
		if p.cells[at].now.kind != nothing && ct.form == record {
			o.ct = scalarType(p.cells[at].now.typ)
		}
		o.from, o.to = p.objects[p.cells[at].object].from, p.objects[p.cells[at].object].to
	}
	if o.kind == nothing {
		if len(p.prints) == 0 {
			if len(p.tokens) == 1 {
				p.fail(0, int32(len(p.text)), "there is nothing to compute yet; write an expression such as a*b + c")
			} else {
				p.fail(0, int32(len(p.text)), "nothing is computed here; end with an expression, an assignment or a return")
			}
		}
		return -1
	}
	if o = p.numeric(o); p.err != nil {
		return -1
	}
	return p.of(o)
}

// ended ends a text that is no function: its value is what return gives where it comes to one, else what was computed
// last.
func (p *parser) ended() {
	p.outline.early = len(p.exits) > 0
	if p.err == nil && p.flow != returns && len(p.exits) > 0 && p.out != nil {
		o := p.last
		if p.lastAt >= 0 {
			o = p.load(&operand{kind: place, cell: p.lastAt, ct: p.cells[p.lastAt].ct})
		}
		if o.kind != nothing {
			p.gives(p.numeric(o))
		}
	}
	p.gather(returns, 0, int32(len(p.cells)), true)
	p.flow = goesOn
	if p.out == nil || p.err != nil {
		return
	}
	if p.last, p.lastAt = p.cells[p.out.cell].now.own(), -1; p.last.kind == maybe {
		p.fail(p.out.from, p.out.to, "the text gives a value on one way only: end it with a return or an expression")
	}
}

// main returns the function main, nil if there is none.
func (p *parser) main() *function {
	for _, f := range p.functions {
		if f.name.id == wMain {
			return f
		}
	}
	return nil
}

// runFunction runs main, else the last kernel, else the last function: its parameters are inputs.
func (p *parser) runFunction() {
	f := p.functions[len(p.functions)-1]
	main := p.main()
	if main != nil {
		f = main
	}
	for _, g := range p.functions {
		if g.kernel {
			f = g
		}
	}
	if f.kernel && main != nil {
		p.note(int(main.name.at), "main is passed over: the kernel is evaluated, its parameters are the inputs.")
	}
	if f.form != nil {
		f = p.instance(f, f.name, nil, nil, true)
		if p.err != nil {
			return
		}
	}
	args := make([]*operand, len(f.params))
	for i, pm := range f.params {
		name := "argument"
		if pm.name.kind == identifier {
			name = p.names[pm.name.id]
		}
		switch {
		case pm.ct.form == reference:
			args[i] = p.allocate(name, pm.ct.elem, pm.name.at, pm.name.end, true)
		case pm.ct.form == address:
			args[i] = p.outside(name, pm.ct.elem, pm.name.at, pm.name.end)
		default:
			args[i] = p.allocate(name, pm.ct, pm.name.at, pm.name.end, true)
		}
	}
	p.outermost, p.base = true, 1
	p.outline.called = f
	if f.kernel && p.err == nil && p.cooperates() {
		p.outermost = false
		p.runBlock(f, args)
		return
	}
	o := p.callOf(f, f.name, args)
	if p.err == nil && f.name.id != wMain && o.kind != nothing {
		p.last, p.lastAt = o, -1
	}
}

// callOf runs a function of the text on arguments.
func (p *parser) callOf(f *function, t *token, args []*operand) *operand {
	from, to := t.at, max(p.end(), t.end)
	if p.err != nil {
		return knownInt(Int, 0, 0, 0)
	}
	if p.depth > 50 {
		return p.fail(from, to, "“"+p.shown(t)+"” calls itself more than 50 deep: recursion is read where its end does not depend on inputs")
	}
	if len(args) != len(f.params) {
		return p.fail(from, to, "“"+p.shown(t)+"” is defined with another number of parameters")
	}
	if p.dead > 0 && p.depth > 2 {
		return p.anyOf(f.out, from, to)
	}
	outermost := p.outermost
	p.outermost = false
	p.depth++
	at, frame, flow, out, exits, mark, line, nest := p.at, p.frame, p.flow, p.out, len(p.exits), len(p.symbols), p.line, p.nest
	last, lastAt, computed, scopes, loops, current := p.last, p.lastAt, p.computed, p.scopes, p.loops, p.current
	p.loops, p.current, p.nest = 0, f, 0
	stored := p.stored
	p.frame, p.flow, p.out = mark, goesOn, &operand{}
	if f.out.form != void {
		p.out = p.allocate("", f.out, from, to, false)
		if p.err != nil {
			return p.out
		}
		p.objects[len(p.objects)-1].hidden = true
	}
	limit := int32(len(p.cells))
	for _, b := range f.binds {
		p.declare(b)
	}
	for i, pm := range f.params {
		if pm.name.kind != identifier {
			continue
		}
		v := args[i]
		if pm.ct.form == reference {
			v = p.bound(pm.ct.elem, v, pm.name)
		} else if !outermost || v.kind == pointer {
			v = p.allocate(p.names[pm.name.id], pm.ct, pm.name.at, pm.name.end, false)
			p.put(v, args[i])
		}
		p.declare(symbol{id: pm.name.id, sort: variable, at: v})
	}
	p.at = f.body
	p.block()
	every := p.flow == returns
	p.gather(returns, exits, limit, true)
	o := unset.own()
	if p.err == nil && f.out.form != void {
		o = p.returned(f, every)
	}
	p.leave(mark)
	p.depth--
	p.frame, p.flow, p.out, p.line, p.scopes, p.loops, p.current = frame, flow, out, line, scopes, loops, current
	p.stored = stored
	if at := p.lastAt; !outermost && !(f.out.form == void && 0 <= at && at < limit && at != lastAt) {
		p.last, p.lastAt, p.computed = last, lastAt, computed
	}
	if p.err == nil {
		p.at, p.nest = at, nest
	}
	o.from, o.to = from, to
	return o
}

// anyOf is a value of a type, in code that is not executed.
func (p *parser) anyOf(ct *ctype, from, to int32) *operand {
	switch {
	case ct.form == record || ct.form == address:
		return p.allocate("", ct, from, to, false)
	case ct.form == void:
		return &operand{from: from, to: to}
	case ct.base.IsFloat():
		return p.constant(ct.base, 0, from, to)
	}
	return knownInt(ct.base, 0, from, to)
}

// returned is what the function gives; every: it comes to a return on every way.
func (p *parser) returned(f *function, every bool) *operand {
	if !every {
		if f.name.id == wMain {
			return &operand{}
		}
		return p.failAt(f.name, "this function does not return a value on every way")
	}
	if f.out.form == record {
		return p.out
	}
	o := p.cells[p.out.cell].now.own()
	if o.kind == maybe {
		return p.failAt(f.name, "a function that returns one pointer or another is not read; return the value")
	}
	return o
}

// block reads { ... }.
func (p *parser) block() {
	if !p.expect('{', " here") || !p.deeper() {
		return
	}
	defer p.shallower()
	open := &p.tokens[p.at-1]
	mark := len(p.symbols)
	p.scopes++
	p.statements(open)
	p.scopes--
	p.leave(mark)
	p.take('}')
}

// statements reads up to the closing brace. What stands behind a return, break or continue is not executed.
func (p *parser) statements(open *token) {
	for p.err == nil && !p.is('}') {
		if p.peek().kind == endOfText {
			p.failAt(open, "this brace is not closed")
			return
		}
		if p.flow != goesOn && p.dead == 0 {
			p.without(func() { p.statements(open) })
			return
		}
		p.flow = goesOn
		for t := p.peek(); t.kind == identifier && (t.id == wCase || t.id == wDefault) && p.lookup(t.id) == nil; t = p.peek() {
			p.switchLabel()
		}
		if !p.is('}') {
			p.statement()
		}
	}
}

// switchLabel passes over a label of a switch, which execution comes to from the statement before.
func (p *parser) switchLabel() {
	if t := p.next(); p.loops == 0 {
		p.failAt(t, "this belongs into a switch")
		return
	}
	if p.tokens[p.at-1].id == wCase {
		p.without(func() { p.conditional() })
	}
	p.expect(':', " after the label")
}

// statement reads one statement.
func (p *parser) statement() {
	if !p.deeper() {
		return
	}
	defer p.shallower()
	t := p.peek()
	if t.kind == operator {
		switch t.op {
		case ';':
			p.next()
			return
		case '{':
			p.block()
			return
		case '}':
			if p.spaces > 0 && p.scopes == 0 && p.depth == 0 {
				p.spaces--
				p.next()
				return
			}
			p.failAt(t, "there is no { for this }")
			return
		}
	}
	if t.kind == identifier && p.lookup(t.id) == nil {
		switch t.id {
		case wIf:
			p.ifStatement()
			return
		case wFor, wWhile, wDo:
			p.loop()
			return
		case wReturn:
			p.returnStatement()
			return
		case wBreak, wContinue:
			p.next()
			if p.loops == 0 {
				p.failAt(t, "this belongs into a loop")
				return
			}
			if p.flow = breaks; t.id == wContinue {
				p.flow = continues
			}
			p.endStatement()
			return
		case wUsing:
			p.declaration()
			return
		case wSwitch:
			p.switchStatement()
			return
		case wTemplate:
			p.template()
			return
		case wNamespace:
			if p.next(); p.peek().kind == identifier {
				p.next()
			}
			p.expect('{', " after namespace")
			p.spaces++
			return
		}
	}
	if p.startsType(t) && !(p.after(1).op == '(' && p.after(1).kind == operator && t.id != wAttribute && t.id != wLaunchBounds) {
		p.declaration()
		return
	}
	if next := p.after(1); t.kind == identifier && next.kind == identifier && p.lookup(t.id) == nil && t.id >= int32(len(keywords)) {
		p.failAt(t, "“"+p.shown(t)+"” is no type that is read, such as float, double, int or __half; if it is a variable, an operator is missing behind it")
		return
	}
	p.newLine()
	mark := p.stored
	p.outline.before = t.at
	o := p.expression()
	if p.err != nil {
		return
	}
	if o.kind == place {
		o = p.readable(o)
	}
	if o.kind != nothing && o.kind != pointer && o.kind != aggregate && o.kind != words && p.stored == mark && !p.printed(t) {
		p.last, p.lastAt = o, -1
		p.outline.from, p.outline.to = o.from, o.to
	}
	p.endStatement()
}

// printed reports whether a statement that begins with t is a call of printf.
func (p *parser) printed(t *token) bool {
	return t.kind == identifier && (t.id == wPrintf || t.id == wMemcpy)
}

// endStatement takes the semicolon. At the end of the text it may be missing, and at the end of a line it is noted.
func (p *parser) endStatement() {
	if p.err != nil || p.take(';') || p.peek().kind == endOfText {
		return
	}
	t := p.peek()
	if p.at > 0 && (t.kind == identifier || t.op == '}' || t.op == '*' || t.op == '{') {
		for i := p.tokens[p.at-1].end; i < t.at; i++ {
			if p.text[i] == '\n' {
				p.missing("at the end of this line")
				return
			}
		}
		if t.op == '}' {
			p.missing("before the brace")
			return
		}
	}
	if t.op == ':' && p.loops > 0 {
		p.failAt(t, "a loop over the elements of a range is not read; count with an index, as in for (int i = 0; i < 4; i++)")
		return
	}
	p.unexpected("an operator or a semicolon is expected")
}

func (p *parser) returnStatement() {
	p.next()
	p.newLine()
	if !p.is(';') && p.peek().kind != endOfText {
		var o *operand
		if p.is('{') && p.current != nil && p.current.out.form == record {
			o = p.braced(p.current.out, p.peek())
		} else {
			o = p.expression()
		}
		if p.err != nil {
			return
		}
		from, to := o.from, o.to
		if o.kind == place {
			o = p.rvalue(o)
		}
		if p.current != nil {
			o = p.asReturned(o)
		} else {
			o = p.numeric(o)
			p.outline.from, p.outline.to = from, to
		}
		p.gives(o)
	} else if p.current != nil && p.current.out.form != void {
		p.failAt(p.peek(), "a value is expected behind this return: the function's type says that there is one")
	}
	p.flow = returns
	p.endStatement()
}

// asReturned converts what stands behind return to the type of the function.
func (p *parser) asReturned(o *operand) *operand {
	ct := p.current.out
	switch {
	case ct.form == void:
		return p.fail(o.from, o.to, "this function returns nothing: its type is void")
	case ct.form == scalar:
		if o = p.implicit(o, ct.base); ct.narrow != 0 {
			o = p.wrap(p.implicit(o, Int), ct.narrow)
		}
	case ct.form == address && o.kind != pointer || ct.form == record && (o.kind != aggregate || o.ct != ct):
		return p.fail(o.from, o.to, "this is not of the type that the function returns")
	}
	return o
}
