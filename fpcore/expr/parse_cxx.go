package expr

import "strconv"

// What C++ adds to C: references, templates of functions, overloads and operators of structures, values in braces.

// template is a function with types or integers that are open.
type template struct {
	open  []open
	start int // the token where the declaration begins
}

// open is a parameter of a template.
type open struct {
	name    *token
	integer bool
	given   int // the token of what stands for it by default, -1 if nothing does
}

// alias declares a reference.
func (p *parser) alias(name *token, ct *ctype, st storage) {
	if !p.take('=') {
		p.unexpected("a reference needs the variable that it stands for: = is expected")
		return
	}
	p.newLine()
	o := p.assignment()
	if st.inferred && p.err == nil {
		ct = typeOf(o)
	}
	if o = p.bound(ct, o, name); p.err == nil {
		p.declare(symbol{id: name.id, sort: variable, at: o})
	}
}

// bound returns what a reference to the type stands for: the variable, else a new one with the value.
func (p *parser) bound(ct *ctype, o *operand, name *token) *operand {
	if p.err != nil {
		return o
	}
	same := o.kind == place && ct.form == scalar && o.ct.form == scalar && o.ct.base == ct.base && o.ct.narrow == ct.narrow ||
		o.kind == place && ct.form == address && o.ct.form == address || o.kind == aggregate && o.ct == ct
	if same {
		return o.own()
	}
	at := p.allocate(p.names[name.id], ct, name.at, name.end, false)
	p.put(at, o)
	return at
}

// typeOf returns the type that auto or a template finds for a value.
func typeOf(o *operand) *ctype {
	switch {
	case o.kind == pointer:
		return pointerTo(o.ct)
	case o.kind == aggregate && o.ct.form == array:
		return pointerTo(o.ct.elem)
	case o.kind == aggregate || o.kind == place:
		return o.ct
	case o.kind == thread:
		return scalarType(Int)
	}
	return scalarType(max(o.typ, Bool))
}

// braced reads a value of a type in braces, as in float2{x, y}.
func (p *parser) braced(ct *ctype, t *token) *operand {
	o := p.allocate(p.shown(t), ct, t.at, t.end, false)
	if p.err != nil {
		return o
	}
	last, lastAt, computed, stored := p.last, p.lastAt, p.computed, p.stored
	p.objects[len(p.objects)-1].hidden = true
	p.initialize(o)
	p.last, p.lastAt, p.computed, p.stored = last, lastAt, computed, stored
	o.to = p.end()
	return o
}

// enumeration reads enum { A, B = 3 }: its names are integers.
func (p *parser) enumeration() *ctype {
	p.next()
	p.takeWord(wClass)
	if t := p.peek(); t.kind == identifier {
		p.next()
		p.declare(symbol{id: t.id, sort: typeName, ct: scalarType(Int)})
		if !p.is('{') {
			return scalarType(Int)
		}
	}
	p.expect('{', " after enum")
	k := int64(0)
	for p.err == nil && !p.is('}') {
		t := p.next()
		if t.kind != identifier {
			p.failAt(t, "a name is expected among these")
			break
		}
		if p.take('=') {
			o := p.rvalue(p.conditional())
			if p.err == nil && o.kind != known {
				p.fail(o.from, o.to, "the value must be a number that is known when the text is read")
			}
			k = o.typ.signed(o.k)
		}
		if p.err == nil {
			p.declare(symbol{id: t.id, sort: constant, at: knownInt(Int, uint64(k)&Int.mask(), t.at, t.end)})
		}
		k++
		if !p.take(',') {
			break
		}
	}
	p.expect('}', " after the names")
	return scalarType(Int)
}

// template reads a template of a function and passes over its body.
func (p *parser) template() {
	word := p.next()
	tm := &template{}
	if p.scopes > 0 || p.frame > 0 {
		p.failAt(word, "a template stands at the outermost level")
		return
	}
	p.expect('<', " after template")
	for p.err == nil && !p.is('>') {
		o := open{given: -1}
		if !p.takeWord(wTypename) && !p.takeWord(wClass) {
			ct, _ := p.specifiers()
			if o.integer = true; p.err == nil && (ct.form != scalar || !ct.base.IsInt()) {
				p.failAt(p.peek(), "the parameters of a template are types and integers")
			}
		}
		if o.name = p.next(); o.name.kind != identifier {
			p.failAt(o.name, "a name is expected for this parameter of the template")
		}
		if p.take('=') {
			for o.given = p.at; p.err == nil && !p.is(',') && !p.is('>') && p.peek().kind != endOfText; {
				p.next()
			}
		}
		tm.open = append(tm.open, o)
		if !p.take(',') {
			break
		}
	}
	if !p.expect('>', " after the parameters of the template") {
		return
	}
	f := &function{form: tm, start: p.peek().at}
	tm.start = p.at
	for p.err == nil && !p.is('{') {
		t := p.next()
		switch {
		case t.kind == endOfText || t.id == wUsing && t.kind == identifier:
			p.failAt(t, "a function is expected after template< >")
		case t.kind == identifier && (t.id == wStruct || t.id == wClass || t.id == wUnion):
			p.failAt(t, "structures are not read as templates; write the structure for one type")
		case t.kind == identifier && t.id == wGlobal:
			f.kernel = true
		case t.kind == identifier && t.id == wDevice:
			f.device = true
		case t.kind == identifier && f.name == nil && p.is('('):
			if t.id == wAttribute || t.id == wLaunchBounds {
				p.skipParentheses()
				continue
			}
			f.name = t
		case t.op == ';':
			return // a declaration
		}
	}
	if p.err == nil && f.name == nil {
		p.failAt(word, "a function is expected after template< >")
	}
	if p.err != nil {
		return
	}
	p.skipBraces()
	p.declare(symbol{id: f.name.id, sort: functionName, fn: f})
	p.functions = append(p.functions, f)
}

// instance makes a function of a template: with the arguments that were written in < >, those that the call's arguments
// tell, and the defaults. alone: it is the program; its open types are those of free names then.
func (p *parser) instance(f *function, t *token, given []*operand, args []*operand, alone bool) *function {
	tm := f.form
	g := &function{name: f.name, kernel: f.kernel, device: f.device, start: f.start}
	at, mark := p.at, len(p.symbols)
	for i, o := range tm.open {
		s := symbol{id: o.name.id, sort: typeName}
		if o.integer {
			s.sort = constant
		}
		switch {
		case i < len(given) && o.integer == (given[i].kind == known):
			s.ct, s.at = given[i].ct, given[i]
		case i < len(given):
			p.failAt(t, "“"+p.shown(o.name)+"” of the template is something else than what stands here in < >")
		default:
			if !o.integer {
				s.ct = p.deduced(tm, o.name.id, args)
			}
			if s.ct == nil && o.given >= 0 {
				if p.at = o.given; o.integer {
					if s.at = p.rvalue(p.binary(9)); p.err == nil && s.at.kind != known {
						p.failAt(o.name, "the value must be a number that is known when the text is read")
					}
				} else {
					s.ct, _ = p.typeName()
				}
				break
			}
			k, ok := p.known(p.names[o.name.id])
			switch {
			case s.ct != nil:
			case o.integer && ok:
				s.at = knownInt(Int, uint64(k)&Int.mask(), o.name.at, o.name.end)
			case alone && !o.integer:
				s.ct = scalarType(p.o.Free)
				p.note(int(o.name.at), "“"+p.shown(o.name)+"” is taken as "+p.o.Free.String()+": nothing says which type it is.")
			default:
				p.failAt(o.name, "“"+p.shown(o.name)+"” has no value: call the function with it, as in "+p.shown(f.name)+"<4>(x), or give "+p.shown(o.name)+" a value")
			}
		}
		if p.err != nil {
			return g
		}
		p.declare(s)
		g.binds = append(g.binds, s)
	}
	p.at = tm.start
	base, st := p.specifiers()
	if p.err == nil {
		_, g.out, _ = p.declarator(base)
	}
	g.device = g.device || st.device
	if p.err == nil && p.parameters(g) {
		g.body = p.at
	}
	p.leave(mark)
	if p.err == nil {
		p.at = at
	}
	return g
}

// deduced returns the type that the arguments of a call tell for a name: that of the first parameter in which it stands.
func (p *parser) deduced(tm *template, id int32, args []*operand) *ctype {
	depth, n := 0, 0
	for i := tm.start; i < len(p.tokens) && n < len(args); i++ {
		switch t := &p.tokens[i]; {
		case t.op == '(':
			depth++
		case t.op == ')':
			if depth--; depth == 0 {
				return nil
			}
		case t.op == ',' && depth == 1:
			n++
		case t.kind == identifier && t.id == id && depth == 1:
			ct := typeOf(args[n])
			if next := p.tokens[min(i+1, len(p.tokens)-1)]; ct.form == address && (next.op == '*' || next.kind == identifier && p.tokens[min(i+2, len(p.tokens)-1)].op == '[' || next.kind == identifier && next.id == wConst) {
				ct = ct.elem
			}
			return ct
		}
		p.work++
	}
	return nil
}

// callNamed reads a call of a function of the text, whose name t was taken: of several with this name, that which fits
// the arguments best.
func (p *parser) callNamed(t *token) *operand {
	var list []*function
	generic := false
	for n := p.newest[t.id]; n >= 0 && len(list) < 100; n = p.symbols[n].prior {
		if s := &p.symbols[n]; s.sort == functionName {
			list = append(list, s.fn)
			generic = generic || s.fn.form != nil
		}
	}
	var given []*operand
	if generic && p.take('<') {
		for p.err == nil && !p.is('>') {
			if p.startsType(p.peek()) {
				ct, _ := p.typeName()
				given = append(given, &operand{ct: ct})
			} else if o := p.rvalue(p.binary(9)); p.err == nil {
				if o.kind != known {
					return p.fail(o.from, o.to, "the number must be known when the text is read")
				}
				given = append(given, o)
			}
			if !p.take(',') {
				break
			}
		}
		p.expect('>', " after what the template takes")
	}
	if p.err == nil && !p.is('(') {
		return p.failAt(t, "“"+p.shown(t)+"” is a function: its arguments are expected in parentheses")
	}
	args := p.places()
	if p.err != nil {
		return knownInt(Int, 0, 0, 0)
	}
	return p.callBest(list, t, given, args)
}

// callBest calls the function of a list that fits the arguments best.
func (p *parser) callBest(list []*function, t *token, given, args []*operand) *operand {
	best, most := list[0], -1
	for _, f := range list {
		if fit := p.fits(f, args); len(list) > 1 && fit > most {
			best, most = f, fit
		}
	}
	if best.form != nil {
		if p.depth > 50 {
			return p.failAt(t, "“"+p.shown(t)+"” calls itself; recursion is not read")
		}
		best = p.instance(best, t, given, args, false)
	}
	if p.err != nil {
		return knownInt(Int, 0, 0, 0)
	}
	for i := range args {
		if args[i].kind == place && (i >= len(best.params) || best.params[i].ct.form != reference) && p.err == nil {
			args[i] = p.rvalue(args[i])
		}
	}
	return p.callOf(best, t, args)
}

// fits returns how many arguments have the type of their parameter; -1 if the function cannot be called with them.
func (p *parser) fits(f *function, args []*operand) int {
	if f.form != nil {
		return 0
	}
	if len(f.params) != len(args) {
		return -1
	}
	n := 1
	for i, o := range args {
		want, have := f.params[i].ct, typeOf(o)
		if want.form == reference {
			want = want.elem
		}
		switch {
		case want.form != have.form || want.form == record && want != have:
			return -1
		case want.form != scalar || want.base == have.base:
			n++
		}
	}
	return n
}

// operatorName reads the name of an operator that a text defines.
func (p *parser) operatorName() *token {
	name := *p.next()
	t := p.next()
	if t.kind != operator || binding(t.op&^assigning) < 6 || t.op == '%' {
		p.failAt(t, "only operators of arithmetic and comparisons are read here")
		return &name
	}
	name.id, name.to, name.end = p.operatorID(t), t.to, t.end
	return &name
}

// operatorID returns the number of an operator's name, as a text defines it.
func (p *parser) operatorID(t *token) int32 { return p.idOf("operator" + p.text[t.from:t.to]) }

// declares reports whether the text defines a function of this name.
func (p *parser) declares(id int32) bool {
	return p.newest[id] >= 0 && p.symbols[p.newest[id]].sort == functionName
}

// ownOperator applies an operator to structures, for which the text must define it.
func (p *parser) ownOperator(t *token, from, to int32, args ...*operand) *operand {
	id := p.operatorID(t)
	if p.err != nil || !p.declares(id) {
		return p.fail(from, to, "“"+p.shown(t)+"” is not defined for a structure here; compute with its members, or write a function operator"+p.text[t.from:t.to])
	}
	var list []*function
	for n := p.newest[id]; n >= 0 && len(list) < 100; n = p.symbols[n].prior {
		if s := &p.symbols[n]; s.sort == functionName && (s.fn.form != nil || len(s.fn.params) == len(args)) {
			list = append(list, s.fn)
		}
	}
	if len(list) == 0 {
		return p.failAt(t, "this operator is defined for another number of operands than "+strconv.Itoa(len(args)))
	}
	at := *t
	at.at, at.end = from, to
	return p.callBest(list, &at, nil, args)
}

// switchStatement reads a switch. Where its value depends on inputs, every label that it may go to is tried in turn.
func (p *parser) switchStatement() {
	p.next()
	if !p.expect('(', " after switch") {
		return
	}
	p.newLine()
	on := p.numeric(p.expression())
	if !p.expect(')', " after the value of switch") {
		return
	}
	if on.typ.IsFloat() {
		p.fail(on.from, on.to, "switch needs an integer")
		return
	}
	on = p.implicit(on, max(on.typ, Int))
	open := p.peek()
	if !p.is('{') {
		p.unexpected("{ is expected after switch")
		return
	}
	start := p.at
	p.skipBraces()
	end := p.at
	if p.err != nil || !p.deeper() {
		return
	}
	defer p.shallower()
	var labels []int // the tokens of case and default
	fallback := -1
	for i, depth := start, 0; i < end; i++ {
		switch t := &p.tokens[i]; {
		case t.op == '{':
			depth++
		case t.op == '}':
			depth--
		case t.kind == identifier && t.id == wSwitch && depth > 1:
			// Its labels are deeper.
		case t.kind == identifier && t.id == wCase && depth == 1:
			labels = append(labels, i)
		case t.kind == identifier && t.id == wDefault && depth == 1:
			fallback = i
		}
		p.work++
	}
	if len(labels) > 200 {
		p.failAt(open, "a switch with more than 200 labels is not read")
		return
	}
	first, limit, mark := len(p.exits), int32(len(p.cells)), len(p.symbols)
	p.scopes++
	p.loops++
	from := func(i int) {
		if i < 0 {
			return
		}
		p.at = i
		p.statements(open)
		p.leave(mark)
	}
	var try func(n int)
	try = func(n int) {
		if p.err != nil {
			return
		}
		if n == len(labels) {
			from(fallback)
			return
		}
		p.at = labels[n] + 1
		k := p.rvalue(p.conditional())
		if p.err == nil && k.kind != known {
			p.fail(k.from, k.to, "a label must be a number that is known when the text is read")
			return
		}
		cond := p.truth(p.arithmetic(opToken(equal, on.from, on.to), equal, on, k))
		if cond.kind == known {
			if cond.k != 0 {
				from(labels[n])
			} else {
				try(n + 1)
			}
			return
		}
		p.fork(cond, func() { from(labels[n]) }, func() { try(n + 1) })
	}
	if p.dead == 0 {
		try(0)
	} else {
		p.at = start + 1
		p.statements(open)
		p.leave(mark)
	}
	p.loops--
	p.scopes--
	if p.err != nil {
		return
	}
	p.at = end
	p.endSwitch(first, limit)
}
