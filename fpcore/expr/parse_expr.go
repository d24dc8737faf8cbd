package expr

// expression reads a full expression, commas and all.
func (p *parser) expression() *operand {
	o := p.assignment()
	for p.is(',') && p.err == nil {
		p.next()
		from := o.from
		o = p.assignment()
		o.from = from
	}
	return o
}

// assignment reads an expression without commas.
func (p *parser) assignment() *operand {
	if !p.deeper() {
		return knownInt(Int, 0, 0, 0)
	}
	defer p.shallower()
	left := p.conditional()
	t := p.peek()
	if t.op != '=' && t.op&assigning == 0 {
		return left
	}
	p.next()
	if left.kind == aggregate && t.op == '=' && left.ct.form == record {
		right := p.assignment()
		if p.err == nil {
			p.copyObject(left, right)
		}
		return left
	}
	if left.kind == aggregate && left.ct.form == record && p.declares(p.operatorID(t)) {
		right := p.assignment()
		if p.err == nil {
			p.ownOperator(t, left.from, right.to, left, right)
		}
		return left
	}
	if left.kind != place {
		return p.fail(left.from, left.to, "nothing can be assigned to this; a variable is expected to the left of "+p.shown(t))
	}
	right := p.assignment()
	if p.err != nil {
		return right
	}
	to := right.to
	if t.op != '=' {
		right = p.compound(t, left, right)
	}
	v := p.store(left, right)
	v.from, v.to = left.from, to
	return v
}

// compound makes the operation of +=, -= and so on.
func (p *parser) compound(t *token, left, right *operand) *operand {
	was := p.rvalue(left)
	right = p.rvalue(right)
	// CUDA's += of 16-bit types takes an operand of the same type, to which other numbers are converted.
	if was.kind == value && (was.typ == Half || was.typ == BFloat16) && right.kind != pointer {
		right = p.implicit(right, was.typ)
	}
	return p.arithmetic(t, t.op&^assigning, was, right)
}

// conditional reads a ?: or what binds tighter.
func (p *parser) conditional() *operand {
	c := p.binary(1)
	if !p.is('?') || p.err != nil {
		return c
	}
	t := p.next()
	a, b := unset, unset
	cond := p.truth(c)
	p.choose(cond, func() {
		if a = p.expression(); p.err == nil {
			a = p.readable(a)
		}
	}, func() {
		p.expect(':', " after what stands behind ?")
		if b = p.assignment(); p.err == nil {
			b = p.readable(b)
		}
	})
	from, to := c.from, b.to
	switch {
	case p.err != nil:
		return knownInt(Int, 0, 0, 0)
	case a.kind == nothing && b.kind == nothing:
		return &operand{from: from, to: to}
	case a.kind == pointer || b.kind == pointer || a.kind == nothing || b.kind == nothing:
		if cond.kind != known || a.kind != b.kind {
			return p.failAt(t, "the two sides of this must be numbers")
		}
		if cond.k != 0 {
			return a
		}
		return b
	}
	typ := a.typ
	if a.typ != b.typ {
		if typ = common(a.typ, b.typ); typ == NoType {
			return p.failAt(t, "CUDA finds this ambiguous between "+a.typ.String()+" and "+b.typ.String()+": convert one of the sides")
		}
	}
	if cond.kind == known {
		if cond.k == 0 {
			a = b
		}
		a = p.implicit(a, typ)
		a.from, a.to = from, to
		return a
	}
	a, b = p.implicit(a, typ), p.implicit(b, typ)
	x, y, z := p.of(cond), p.of(a), p.of(b)
	return p.emitOp(Select, typ, from, to, x, y, z)
}

// readable reads a place, but leaves pointers and calls without a result as they are.
func (p *parser) readable(o *operand) *operand {
	if o.kind == nothing {
		return o
	}
	if o = p.rvalue(o); o.kind == thread {
		o = p.threadInput(o)
	}
	return o
}

// choose reads two parts of which the condition says which is executed. What they store is joined by Selects.
func (p *parser) choose(cond *operand, then, otherwise func()) {
	if cond.kind == known {
		if cond.k != 0 {
			then()
			p.without(otherwise)
		} else {
			p.without(then)
			otherwise()
		}
		return
	}
	limit, mark := int32(len(p.cells)), len(p.journal)
	p.guarded++
	then()
	a := p.stores(mark, limit)
	otherwise()
	b := p.stores(mark, limit)
	p.guarded--
	p.join(cond, a, b)
}

// join stores what two ways leave behind.
func (p *parser) join(cond *operand, a, b []change) {
	for _, c := range b {
		p.cells[c.cell].seen = -1
	}
	for _, c := range a {
		other := p.cells[c.cell].now
		if p.cells[c.cell].seen == -1 {
			for _, d := range b {
				if d.cell == c.cell {
					other = d.was
				}
			}
			p.cells[c.cell].seen = 0
			p.work += len(b) / 16
		}
		p.joinCell(cond, c.cell, c.was, other)
	}
	for _, d := range b {
		if p.cells[d.cell].seen == -1 {
			p.cells[d.cell].seen = 0
			p.joinCell(cond, d.cell, p.cells[d.cell].now, d.was)
		}
	}
}

func (p *parser) joinCell(cond *operand, at int32, a, b *operand) {
	if p.err != nil {
		return
	}
	if a.same(b) {
		if !a.same(p.cells[at].now) {
			p.set(at, a)
		}
		return
	}
	c := &p.cells[at]
	here := &operand{kind: place, cell: at, ct: c.ct, from: cond.from, to: cond.to}
	if given := p.objects[c.object].outer || c.input >= 0; given && a.kind == nothing {
		a = p.initial(here)
	} else if given && b.kind == nothing {
		b = p.initial(here)
	}
	hidden := p.objects[c.object].hidden
	switch {
	case hidden && a.kind == nothing: // a value on the other way only, which alone leads to it
		p.set(at, b)
		return
	case hidden && b.kind == nothing:
		p.set(at, a)
		return
	}
	was := a.kind == maybe || b.kind == maybe
	a, b = a.settled(), b.settled()
	number := func(o *operand) bool { return o.kind == value || o.kind == known }
	switch {
	case number(a) && b.kind == nothing:
		p.set(at, a.unsure())
		return
	case number(b) && a.kind == nothing:
		p.set(at, b.unsure())
		return
	case !number(a) || !number(b):
		p.set(at, &operand{kind: maybe, cell: at})
		return
	}
	if b.typ != a.typ {
		if t := common(a.typ, b.typ); hidden && t != NoType {
			a, b = p.convert(a, t, false, here.from, here.to), p.convert(b, t, false, here.from, here.to)
		} else if c.ct.form == record {
			b = p.bits(b, a.typ, here)
		} else {
			b = p.convert(b, a.typ, false, here.from, here.to)
		}
	}
	if a.typ == Bool && a.kind == known && b.kind == known && a.k == 1 {
		p.set(at, cond)
		return
	}
	x, y, z := p.of(cond), p.of(a), p.of(b)
	v := p.emitOp(Select, a.typ, cond.from, cond.to, x, y, z)
	if v.kind == value && !hidden {
		p.values[v.v].Name, p.values[v.v].Stored = p.nameOf(at), true
	}
	if was {
		v = v.unsure()
	}
	p.set(at, v)
}

// unsure returns a value as what a variable holds that has it on some ways only, and is not set on the others: a program
// that C defines does not read it there.
func (o *operand) unsure() *operand {
	m := o.own()
	m.kind, m.assumed = maybe, o.kind == known
	return m
}

// settled returns the value of such a variable.
func (o *operand) settled() *operand {
	if o.kind != maybe || o.typ == NoType {
		return o
	}
	v := o.own()
	if v.kind = value; o.assumed {
		v.kind = known
	}
	v.assumed = false
	return v
}

// same reports whether two operands stand for one and the same value.
func (o *operand) same(p *operand) bool {
	return o.kind == p.kind && o.v == p.v && o.k == p.k && o.cell == p.cell && o.off == p.off && o.typ == p.typ
}

// binding returns how tightly a binary operator binds, 0 for anything else.
func binding(op op16) int {
	switch op {
	case orOr:
		return 1
	case andAnd:
		return 2
	case '|':
		return 3
	case '^':
		return 4
	case '&':
		return 5
	case equal, differ:
		return 6
	case '<', '>', lessEq, moreEq:
		return 7
	case shiftLeft, shiftRight:
		return 8
	case '+', '-':
		return 9
	case '*', '/', '%':
		return 10
	}
	return 0
}

// binary reads operators that bind at least as tightly as least.
func (p *parser) binary(least int) *operand {
	a := p.unary()
	for p.err == nil {
		t := p.peek()
		b := binding(t.op)
		if t.kind != operator || b < least || b == 0 {
			return a
		}
		p.next()
		if t.op == andAnd || t.op == orOr {
			a = p.logical(t, a, b+1)
			continue
		}
		// The left operand is read before what the right one may change.
		if a.kind == place {
			a = p.rvalue(a)
		}
		right := p.binary(b + 1)
		if p.err == nil {
			a = p.arithmetic(t, t.op, a, right)
		}
	}
	return a
}

// logical reads the right side of && and ||, which is executed only if the left one leaves it open.
func (p *parser) logical(t *token, a *operand, least int) *operand {
	from := a.from
	cond := p.truth(a)
	b := unset
	right := func() {
		if b = p.binary(least); p.err == nil {
			b = p.truth(b)
		}
	}
	if t.op == andAnd {
		p.choose(cond, right, func() {})
	} else {
		p.choose(cond, func() {}, right)
	}
	if p.err != nil {
		return b
	}
	to := b.to
	decided := knownInt(Bool, 0, from, to) // what the left side alone may decide
	if t.op == orOr {
		decided.k = 1
	}
	switch {
	case cond.kind == known && (cond.k != 0) == (t.op == orOr):
		decided.assumed = cond.assumed
		return decided
	case cond.kind == known:
		b.from, b.to, b.assumed = from, to, b.assumed || cond.assumed && b.kind == known
		return b
	}
	x, y, z := p.of(cond), b, decided
	if t.op == orOr {
		y, z = decided, b
	}
	v, w := p.of(y), p.of(z)
	return p.emitOp(Select, Bool, from, to, x, v, w)
}

// unary reads prefix operators and casts.
func (p *parser) unary() *operand {
	if !p.deeper() {
		return knownInt(Int, 0, 0, 0)
	}
	defer p.shallower()
	t := p.peek()
	if t.kind != operator {
		if t.kind == identifier && t.id == wSizeof {
			return p.sizeof()
		}
		return p.postfix(p.primary())
	}
	switch t.op {
	case '-', '+', '~':
		p.next()
		o := p.unary()
		if p.err != nil {
			return o
		}
		return p.negate(t, o)
	case '!':
		p.next()
		o := p.unary()
		to := o.to
		if o = p.truth(o); p.err != nil {
			return o
		}
		if o.kind == known {
			o = o.own()
			o.k ^= 1
			o.from = t.at
			return o
		}
		no := knownInt(Bool, 0, t.at, to)
		x, y := p.of(o), p.of(no)
		return p.emitOp(Equal, Bool, t.at, to, x, y)
	case increment, decrement:
		p.next()
		o := p.unary()
		if p.err != nil {
			return o
		}
		return p.step(t, o, t.at, o.to)
	case '*':
		p.next()
		o := p.unary()
		return p.follow(t, o)
	case '&':
		p.next()
		o := p.unary()
		if p.err == nil && o.kind != place && o.kind != aggregate {
			return p.fail(o.from, o.to, "only a variable has an address")
		}
		return &operand{kind: pointer, cell: o.cell, off: o.off, ct: o.ct, from: t.at, to: o.to}
	case '(':
		if p.startsType(p.after(1)) {
			return p.cast()
		}
	}
	return p.postfix(p.primary())
}

// step adds or subtracts one and returns the new value.
func (p *parser) step(t *token, o *operand, from, to int32) *operand {
	if o.kind != place {
		return p.fail(o.from, o.to, "only a variable can be counted up or down")
	}
	op := op16('+')
	if t.op == decrement {
		op = '-'
	}
	one := knownInt(Int, 1, t.at, t.end)
	v := p.store(o, p.compound(&token{kind: operator, op: op | assigning, at: t.at, end: t.end, from: t.from, to: t.to}, o, one))
	v.from, v.to = from, to
	return v
}

// postfix reads calls' results, indices, members, ++ and -- behind an operand.
func (p *parser) postfix(o *operand) *operand {
	for p.err == nil {
		t := p.peek()
		if t.kind != operator {
			return o
		}
		switch t.op {
		case '[':
			p.next()
			p.indexing++
			i := p.expression()
			p.indexing--
			end := p.peek().end
			if !p.expect(']', " after the index") {
				return o
			}
			from := o.from
			o = p.arithmetic(t, '+', p.rvalue(o), i)
			o.from, o.to = from, end
			o = p.follow(t, o)
		case '.', arrow:
			p.next()
			if t.op == arrow {
				o = p.follow(t, o)
			}
			o = p.member(o)
		case increment, decrement:
			p.next()
			was := p.rvalue(o)
			p.step(t, o, o.from, t.end)
			was.to = t.end
			o = was
		case '(':
			return p.failAt(t, "this is no function; a * may be missing before the parenthesis")
		default:
			return o
		}
	}
	return o
}

// primary reads a number, a name, a call or something in parentheses.
func (p *parser) primary() *operand {
	t := p.peek()
	switch t.kind {
	case numeral:
		p.next()
		return p.literal(t)
	case charLiteral:
		p.next()
		s, bad := unescape(p.text[t.from+1 : t.to-1])
		if bad >= 0 || len(s) != 1 {
			return p.failAt(t, "one character is expected between these quotes")
		}
		return knownInt(Int, uint64(int8(s[0]))&Int.mask(), t.at, t.end)
	case stringLiteral:
		p.next()
		return &operand{kind: words, from: t.at, to: t.end}
	case identifier:
		return p.name()
	}
	if t.kind == operator && t.op == '(' {
		p.next()
		mark := int32(len(p.values))
		o := p.expression()
		end := p.peek().end
		if !p.expect(')', " to close the parenthesis") {
			return o
		}
		o.from, o.to, o.paren = t.at, end, true
		if o.kind == value && o.v >= mark && o.v == int32(len(p.values))-1 && p.values[o.v].Op != Input {
			p.values[o.v].Paren = true
		}
		return o
	}
	if t.op == '[' {
		return p.failAt(t, "functions without a name are not read; write a function of its own")
	}
	return p.unexpected("a number, a name or a parenthesis is expected")
}

func (p *parser) literal(t *token) *operand {
	typ, code, msg := literal(p.text[t.from:t.to], p.o.Literals == Float, p.o.Device)
	if msg != "" {
		return p.failAt(t, msg)
	}
	if typ.IsFloat() {
		return p.emit(Value{Op: Const, Type: typ, X: [3]int32{-1, -1, -1}, Bits: code, From: t.at, To: t.end})
	}
	return knownInt(typ, code, t.at, t.end)
}
