package expr

import "ulplab/fpcore/expr/types"

// value evaluates an expression.
func (p *builder) value(n *tree) *operand {
	if !p.enter(n) {
		return knownInt(types.Int, 0, 0, 0)
	}
	t := n.tok
	switch n.kind {
	case numeralTree:
		if n.number.IsFloat() {
			return p.constant(n.number, n.bits, t.at, t.end)
		}
		return knownInt(n.number, n.bits, t.at, t.end)
	case stringTree:
		return &operand{kind: words, from: t.at, to: t.end}
	case nameTree:
		return p.name(n)
	case parenTree:
		return p.paren(n)
	case castTree:
		return p.cast(n)
	case valueTree:
		return p.braced(n)
	case prefixTree:
		return p.prefix(n)
	case postfixTree:
		o := p.value(n.x)
		was := p.rvalue(o)
		p.step(t, o, o.from, t.end)
		was.to = t.end
		return was
	case indexTree:
		o := p.value(n.x)
		p.indexing++
		i := p.value(n.y)
		p.indexing--
		if p.err != nil {
			return o
		}
		from := o.from
		o = p.arithmetic(t, '+', p.rvalue(o), i)
		o.from, o.to = from, n.end
		return p.follow(t, o)
	case memberTree:
		o := p.value(n.x)
		if n.call {
			o = p.follow(n.next, o)
		}
		return p.member(o, t)
	case chainTree:
		return p.chain(n)
	case choiceTree:
		return p.conditional(n)
	case assignTree:
		return p.assignment(n)
	case commaTree:
		o := p.value(n.list[0])
		for _, m := range n.list[1:] {
			from := o.from
			o = p.value(m)
			o.from = from
		}
		return o
	case sizeofTree:
		return p.sizeof(n)
	case printfTree:
		return p.printf(n)
	case threadTree:
		return p.threadIndex(n)
	}
	return p.bad(n)
}

// bad evaluates what was read before an error, and fails with it.
func (p *builder) bad(n *tree) *operand {
	for _, m := range n.list {
		p.run(m)
	}
	if p.err == nil {
		p.err = n.err
	}
	return knownInt(types.Int, 0, 0, 0)
}

func (p *builder) assignment(n *tree) *operand {
	t, left := n.tok, p.value(n.x)
	if p.err != nil {
		return left
	}
	if left.kind == aggregate && left.ct.Form == types.Record && (t.op == '=' || p.declares(p.operatorID(t))) {
		right := p.value(n.y)
		switch {
		case p.err != nil:
		case t.op == '=':
			p.copyObject(left, right)
		default:
			p.ownOperator(t, left.from, right.to, left, right)
		}
		return left
	}
	if left.kind != place {
		return p.fail(left.from, left.to, "nothing can be assigned to this; a variable is expected to the left of "+p.shown(t))
	}
	right := p.value(n.y)
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
func (p *builder) compound(t *token, left, right *operand) *operand {
	was := p.rvalue(left)
	right = p.rvalue(right)
	// CUDA's += of 16-bit types takes an operand of the same type, to which other numbers are converted.
	if was.kind == value && (was.typ == types.Half || was.typ == types.BFloat16) && right.kind != pointer {
		right = p.implicit(right, was.typ)
	}
	return p.arithmetic(t, t.op&^assigning, was, right)
}

// conditional evaluates a ?:.
func (p *builder) conditional(n *tree) *operand {
	t, c := n.tok, p.value(n.x)
	if p.err != nil {
		return c
	}
	a, b := unset, unset
	cond := p.truth(c)
	p.choose(cond, func() { a = p.readable(p.value(n.y)) }, func() { b = p.readable(p.value(n.z)) })
	from, to := c.from, b.to
	switch {
	case p.err != nil:
		return knownInt(types.Int, 0, 0, 0)
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
		if typ = types.Common(a.typ, b.typ); typ == types.NoType {
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
	return p.emitOp(types.Select, typ, from, to, x, y, z)
}

// readable reads a place, but leaves pointers and calls without a result as they are.
func (p *builder) readable(o *operand) *operand {
	if o.kind == nothing || p.err != nil {
		return o
	}
	if o = p.rvalue(o); o.kind == thread {
		o = p.threadInput(o)
	}
	return o
}

// choose evaluates two parts of which the condition says which is executed. What they store is joined by Selects.
func (p *builder) choose(cond *operand, then, otherwise func()) {
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
	from := p.forkAt(cond)
	then()
	a, end := p.stores(mark, limit), p.in
	p.other(from)
	otherwise()
	b := p.stores(mark, limit)
	p.guarded--
	p.ways = [2]int32{end, p.in}
	p.begin(end, p.in)
	p.join(cond, a, b)
}

// join stores what two ways leave behind.
func (p *builder) join(cond *operand, a, b []change) {
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

func (p *builder) joinCell(cond *operand, at int32, a, b *operand) {
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
		if t := types.Common(a.typ, b.typ); hidden && t != types.NoType {
			a, b = p.convert(a, t, false, here.from, here.to), p.convert(b, t, false, here.from, here.to)
		} else if c.ct.Form == types.Record {
			b = p.bits(b, a.typ, here)
		} else {
			b = p.convert(b, a.typ, false, here.from, here.to)
		}
	}
	if a.typ == types.Bool && a.kind == known && b.kind == known && a.k == 1 {
		p.set(at, cond)
		return
	}
	x, y, z := p.of(cond), p.of(a), p.of(b)
	v := p.emitOp(types.Select, a.typ, cond.from, cond.to, x, y, z)
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
	if o.kind != maybe || o.typ == types.NoType {
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

// chain evaluates binary operators one after the other.
func (p *builder) chain(n *tree) *operand {
	a := p.value(n.x)
	for _, link := range n.list {
		if p.err != nil {
			return a
		}
		t := link.tok
		if t.op == andAnd || t.op == orOr {
			a = p.logical(t, a, link.x)
			continue
		}
		// The left operand is read before what the right one may change.
		if a.kind == place {
			a = p.rvalue(a)
		}
		right := p.value(link.x)
		if p.err == nil {
			a = p.arithmetic(t, t.op, a, right)
		}
	}
	return a
}

// logical evaluates the right side of && and ||, which is executed only if the left one leaves it open.
func (p *builder) logical(t *token, a *operand, side *tree) *operand {
	from := a.from
	cond := p.truth(a)
	b := unset
	right := func() {
		if b = p.value(side); p.err == nil {
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
	decided := knownInt(types.Bool, 0, from, to) // what the left side alone may decide
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
	return p.emitOp(types.Select, types.Bool, from, to, x, v, w)
}

// prefix evaluates a prefix operator.
func (p *builder) prefix(n *tree) *operand {
	t, o := n.tok, p.value(n.x)
	if p.err != nil {
		return o
	}
	switch t.op {
	case '!':
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
		no := knownInt(types.Bool, 0, t.at, to)
		x, y := p.of(o), p.of(no)
		return p.emitOp(types.Equal, types.Bool, t.at, to, x, y)
	case increment, decrement:
		return p.step(t, o, t.at, o.to)
	case '*':
		return p.follow(t, o)
	case '&':
		if o.kind != place && o.kind != aggregate {
			return p.fail(o.from, o.to, "only a variable has an address")
		}
		return &operand{kind: pointer, cell: o.cell, off: o.off, ct: o.ct, from: t.at, to: o.to}
	}
	return p.negate(t, o)
}

// step adds or subtracts one and returns the new value.
func (p *builder) step(t *token, o *operand, from, to int32) *operand {
	if o.kind != place {
		return p.fail(o.from, o.to, "only a variable can be counted up or down")
	}
	op := op16('+')
	if t.op == decrement {
		op = '-'
	}
	one := knownInt(types.Int, 1, t.at, t.end)
	v := p.store(o, p.compound(&token{kind: operator, op: op | assigning, at: t.at, end: t.end, from: t.from, to: t.to}, o, one))
	v.from, v.to = from, to
	return v
}

// paren evaluates what stands in parentheses.
func (p *builder) paren(n *tree) *operand {
	mark := int32(len(p.values))
	o := p.value(n.x)
	if p.err != nil {
		return o
	}
	o.from, o.to, o.paren = n.tok.at, n.end, true
	if o.kind == value && o.v >= mark && o.v == int32(len(p.values))-1 && p.values[o.v].Op != types.Input {
		p.values[o.v].Paren = true
	}
	return o
}
