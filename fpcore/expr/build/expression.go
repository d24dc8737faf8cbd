package build

import (
	"strings"

	"ulplab/fpcore/expr/syntax"
	"ulplab/fpcore/expr/types"
)

// value evaluates an expression.
func (p *builder) value(n *syntax.Tree) *operand {
	if !p.enter(n) {
		return knownInt(types.Int, 0, 0, 0)
	}
	t := n.Token
	switch n.Kind {
	case syntax.NumeralTree:
		if n.Number.IsFloat() {
			return p.constant(n.Number, n.Bits, t.At, t.End)
		}
		return knownInt(n.Number, n.Bits, t.At, t.End)
	case syntax.StringTree:
		return p.text(p.textOf(n.Stars), t.At, t.End)
	case syntax.NameTree:
		return p.name(n)
	case syntax.ParenTree:
		return p.paren(n)
	case syntax.CastTree:
		return p.cast(n)
	case syntax.ValueTree:
		return p.braced(n)
	case syntax.PrefixTree:
		return p.prefix(n)
	case syntax.PostfixTree:
		o := p.value(n.X)
		was := p.rvalue(o)
		p.step(t, o, o.from, t.End)
		was.to = t.End
		return was
	case syntax.IndexTree:
		o := p.value(n.X)
		if n.X.Kind == syntax.IndexTree && p.Err == nil && o.kind == place && o.ct.Form == types.Scalar {
			if ob := &p.objects[p.cells[o.cell].object]; ob.free {
				name, _, _ := strings.Cut(ob.name, "[")
				return p.fail(o.from, n.End, "“"+name+"” has two indices: declare it with its shape, as in float "+name+"[3][3];")
			}
		}
		if o.kind == aggregate && o.ct.Form == types.Record && p.methods != nil {
			name := *t
			name.ID = p.Intern("operator[]")
			return p.callMethod(&syntax.Tree{Token: &name, List: []*syntax.Tree{n.Y}, End: n.End}, o)
		}
		p.indexing++
		i := p.value(n.Y)
		p.indexing--
		if p.Err != nil {
			return o
		}
		from := o.from
		i = p.rvalue(i)
		if list := p.choices(i); len(list) > 0 {
			if ptr := p.rvalue(o); p.Err == nil && ptr.kind == pointer && ptr.ct.Form == types.Scalar {
				o = p.chosen(t, ptr, i, list)
				o.from, o.to = from, n.End
				return o
			}
		}
		o = p.arithmetic(t, '+', p.rvalue(o), i)
		o.from, o.to = from, n.End
		return p.follow(t, o)
	case syntax.MemberTree:
		if n.Std {
			return p.static(n)
		}
		o := p.value(n.X)
		if n.Call {
			o = p.follow(n.Next, o)
		}
		return p.member(o, t)
	case syntax.MethodTree:
		return p.callOn(n)
	case syntax.ChainTree:
		return p.chain(n)
	case syntax.ChoiceTree:
		return p.conditional(n)
	case syntax.AssignTree:
		return p.assignment(n)
	case syntax.CommaTree:
		o := p.value(n.List[0])
		for _, m := range n.List[1:] {
			from := o.from
			o = p.value(m)
			o.from = from
		}
		return o
	case syntax.LambdaTree:
		return p.lambda(n)
	case syntax.GrowTree:
		return p.grow(n)
	case syntax.ReverseTree:
		o := p.rvalue(p.value(n.X)).own()
		o.backward = true
		return o
	case syntax.SizeofTree:
		return p.sizeof(n)
	case syntax.PrintfTree:
		return p.printf(n)
	case syntax.CoutTree:
		return p.cout(n)
	case syntax.ThreadTree:
		return p.threadIndex(n)
	}
	return p.bad(n)
}

// bad evaluates what was read before an error, and fails with it.
func (p *builder) bad(n *syntax.Tree) *operand {
	for _, m := range n.List {
		p.run(m)
	}
	if p.Err == nil {
		p.Err = n.Err
	}
	if p.Err == nil && n.Kind == syntax.BracesTree {
		p.failAt(n.Token, "values in braces are not read here; write their type before them")
	}
	return knownInt(types.Int, 0, 0, 0)
}

func (p *builder) assignment(n *syntax.Tree) *operand {
	t, left := n.Token, p.value(n.X)
	if p.Err != nil {
		return left
	}
	if left.kind == aggregate && left.ct.Form == types.Record && (t.Op == '=' || len(p.operators(t, left, left)) > 0) {
		right := p.value(n.Y)
		switch {
		case p.Err != nil:
		case t.Op == '=':
			p.copyObject(left, right)
			p.lastAt, p.computed = left.cell+left.ct.Cells-1, true
		default:
			p.ownOperator(t, left.from, right.to, left, right)
		}
		return left
	}
	if left.kind != place {
		return p.fail(left.from, left.to, "nothing can be assigned to this; a variable is expected to the left of "+p.Shown(t))
	}
	right := p.value(n.Y)
	if p.Err != nil {
		return right
	}
	to := right.to
	if t.Op != '=' {
		right = p.compound(t, left, right)
	}
	v := p.store(left, right)
	v.from, v.to = left.from, to
	return v
}

// compound makes the operation of +=, -= and so on.
func (p *builder) compound(t *syntax.Token, left, right *operand) *operand {
	was := p.rvalue(left)
	right = p.rvalue(right)
	// CUDA's += of 16-bit types takes an operand of the same type, to which other numbers are converted.
	if was.kind == value && (was.typ == types.Half || was.typ == types.BFloat16) && right.kind != pointer {
		right = p.implicit(right, was.typ)
	}
	return p.arithmetic(t, t.Op&^syntax.Assigning, was, right)
}

// conditional evaluates a ?:.
func (p *builder) conditional(n *syntax.Tree) *operand {
	t, c := n.Token, p.value(n.X)
	if p.Err != nil {
		return c
	}
	a, b := unset, unset
	cond := p.truth(c)
	var object *operand // what structures are chosen into
	side := func(n *syntax.Tree) *operand {
		o := p.value(n)
		if o.kind != aggregate || o.ct.Form != types.Record {
			return p.readable(o)
		}
		if object == nil {
			object = p.allocate("", o.ct, o.from, o.to, false)
			p.objects[len(p.objects)-1].hidden = true
		}
		p.put(object, o)
		return o
	}
	p.choose(cond, func() { a = side(n.Y) }, func() { b = side(n.Z) })
	from, to := c.from, b.to
	switch {
	case p.Err != nil:
		return knownInt(types.Int, 0, 0, 0)
	case a.kind == aggregate && b.kind == aggregate && cond.kind == known:
		if cond.k == 0 {
			return b
		}
		return a
	case a.kind == aggregate && b.kind == aggregate:
		object.from, object.to = from, to
		return object
	case a.kind == nothing && b.kind == nothing:
		return &operand{from: from, to: to}
	case a.kind == words && b.kind == words && cond.kind != known && !strings.ContainsAny(p.texts[a.v]+p.texts[b.v], "0123456789"):
		p.Note(int(t.At), "Which of both texts is printed is not followed.")
		return p.text(p.texts[a.v]+"/"+p.texts[b.v], from, to)
	case a.kind >= pointer || b.kind >= pointer || a.kind == nothing || b.kind == nothing:
		if a.kind == callable && b.kind == callable && cond.kind != known {
			return p.failAt(t, whichFunction)
		}
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
	if o.kind == nothing || p.Err != nil {
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
	if p.Err != nil {
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
func (p *builder) chain(n *syntax.Tree) *operand {
	if x := n.X; x.Kind == syntax.NameTree && !x.Call && p.Names[x.Token.ID] == "cin" && p.Top(x.Token.ID) < 0 && len(n.List) > 0 && n.List[0].Token.Op == syntax.ShiftRight {
		return p.cin(n)
	}
	a := p.value(n.X)
	for _, link := range n.List {
		if p.Err != nil {
			return a
		}
		t := link.Token
		if t.Op == syntax.AndAnd || t.Op == syntax.OrOr {
			a = p.logical(t, a, link.X)
			continue
		}
		// The left operand is read before what the right one may change.
		if a.kind == place {
			a = p.rvalue(a)
		}
		right := p.value(link.X)
		if p.Err == nil {
			a = p.arithmetic(t, t.Op, a, right)
		}
	}
	return a
}

// logical evaluates the right side of && and ||, which is executed only if the left one leaves it open.
func (p *builder) logical(t *syntax.Token, a *operand, side *syntax.Tree) *operand {
	from := a.from
	cond := p.truth(a)
	b := unset
	right := func() {
		if b = p.value(side); p.Err == nil {
			b = p.truth(b)
		}
	}
	if t.Op == syntax.AndAnd {
		p.choose(cond, right, func() {})
	} else {
		p.choose(cond, func() {}, right)
	}
	if p.Err != nil {
		return b
	}
	to := b.to
	decided := knownInt(types.Bool, 0, from, to) // what the left side alone may decide
	if t.Op == syntax.OrOr {
		decided.k = 1
	}
	switch {
	case cond.kind == known && (cond.k != 0) == (t.Op == syntax.OrOr):
		decided.assumed = cond.assumed
		return decided
	case cond.kind == known:
		b.from, b.to, b.assumed = from, to, b.assumed || cond.assumed && b.kind == known
		return b
	}
	x, y, z := p.of(cond), b, decided
	if t.Op == syntax.OrOr {
		y, z = decided, b
	}
	v, w := p.of(y), p.of(z)
	return p.emitOp(types.Select, types.Bool, from, to, x, v, w)
}

// prefix evaluates a prefix operator.
func (p *builder) prefix(n *syntax.Tree) *operand {
	t, o := n.Token, p.value(n.X)
	if p.Err != nil {
		return o
	}
	switch t.Op {
	case '!':
		to := o.to
		if o = p.truth(o); p.Err != nil {
			return o
		}
		if o.kind == known {
			o = o.own()
			o.k ^= 1
			o.from = t.At
			return o
		}
		no := knownInt(types.Bool, 0, t.At, to)
		x, y := p.of(o), p.of(no)
		return p.emitOp(types.Equal, types.Bool, t.At, to, x, y)
	case syntax.Increment, syntax.Decrement:
		return p.step(t, o, t.At, o.to)
	case '*':
		return p.follow(t, o)
	case '&':
		if o.kind == callable {
			return o
		}
		if o.kind != place && o.kind != aggregate {
			return p.fail(o.from, o.to, "only a variable has an address")
		}
		return &operand{kind: pointer, cell: o.cell, off: o.off, ct: o.ct, from: t.At, to: o.to}
	}
	if o.kind == aggregate && o.ct.Form == types.Record {
		return p.ownOperator(t, t.At, o.to, o)
	}
	return p.negate(t, o)
}

// step adds or subtracts one and returns the new value.
func (p *builder) step(t *syntax.Token, o *operand, from, to int32) *operand {
	if o.kind != place {
		return p.fail(o.from, o.to, "only a variable can be incremented or decremented")
	}
	op := syntax.Operator('+')
	if t.Op == syntax.Decrement {
		op = '-'
	}
	one := knownInt(types.Int, 1, t.At, t.End)
	v := p.store(o, p.compound(&syntax.Token{Kind: syntax.Punctuator, Op: op | syntax.Assigning, At: t.At, End: t.End, From: t.From, To: t.To}, o, one))
	v.from, v.to = from, to
	return v
}

// paren evaluates what stands in parentheses.
func (p *builder) paren(n *syntax.Tree) *operand {
	mark := int32(len(p.values))
	o := p.value(n.X)
	if p.Err != nil {
		return o
	}
	o.from, o.to, o.paren = n.Token.At, n.End, true
	if o.kind == value && o.v >= mark && o.v == int32(len(p.values))-1 && p.values[o.v].Op != types.Input {
		p.values[o.v].Paren = true
	}
	return o
}
