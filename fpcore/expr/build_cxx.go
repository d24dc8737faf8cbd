package expr

import (
	"strconv"

	"ulplab/fpcore/expr/types"
)

// What C++ adds to C: references, templates of functions, overloads and operators of structures, values in braces.

// alias declares a reference.
func (p *builder) alias(d *tree, ct *types.Declared, st storage) {
	if d.x == nil {
		p.failAt(d.next, p.instead(d.next, "a reference needs the variable that it stands for: = is expected"))
		return
	}
	p.newLine()
	o := p.value(d.x)
	if st.inferred && p.err == nil {
		ct = typeOf(o)
	}
	if o = p.bound(ct, o, d.tok); p.err == nil {
		p.declare(symbol[meaning]{id: d.tok.id, is: meaning{at: o}})
	}
}

// bound returns what a reference to the type stands for: the variable, else a new one with the value.
func (p *builder) bound(ct *types.Declared, o *operand, name *token) *operand {
	if p.err != nil {
		return o
	}
	same := o.kind == place && ct.Form == types.Scalar && o.ct.Form == types.Scalar && o.ct.Base == ct.Base && o.ct.Narrow == ct.Narrow ||
		o.kind == place && ct.Form == types.Address && o.ct.Form == types.Address || o.kind == aggregate && o.ct == ct
	if same {
		return o.own()
	}
	at := p.allocate(p.names[name.id], ct, name.at, name.end, false)
	p.put(at, o)
	return at
}

// typeOf returns the type that auto or a template finds for a value.
func typeOf(o *operand) *types.Declared {
	switch {
	case o.kind == pointer:
		return types.PointerTo(o.ct)
	case o.kind == aggregate && o.ct.Form == types.Array:
		return types.PointerTo(o.ct.Elem)
	case o.kind == aggregate || o.kind == place:
		return o.ct
	case o.kind == thread:
		return types.ScalarType(types.Int)
	}
	return types.ScalarType(max(o.typ, types.Bool))
}

// braced evaluates a value of a type in braces, as in float2{x, y}.
func (p *builder) braced(n *tree) *operand {
	ct := p.typeName(n.typ)
	if n.call && p.err == nil && ct.Form > types.Record {
		return p.failAt(n.next, p.instead(n.next, "( is expected after a type, as in float(x)"))
	}
	return p.filled(ct, n.tok, n.x)
}

// filled makes a value of a type of what stands in braces.
func (p *builder) filled(ct *types.Declared, t *token, n *tree) *operand {
	if p.err != nil {
		return knownInt(types.Int, 0, 0, 0)
	}
	o := p.allocate(p.shown(t), ct, t.at, t.end, false)
	if p.err != nil {
		return o
	}
	last, lastAt, computed, stored := p.last, p.lastAt, p.computed, p.stored
	p.objects[len(p.objects)-1].hidden = true
	p.initialize(o, n)
	p.last, p.lastAt, p.computed, p.stored = last, lastAt, computed, stored
	o.to = n.end
	return o
}

// enumeration declares the names of enum { A, B = 3 }: integers.
func (p *builder) enumeration(n *tree) *types.Declared {
	if n.tok.kind == identifier {
		p.declare(symbol[meaning]{id: n.tok.id, sort: typeName, is: meaning{ct: types.ScalarType(types.Int)}})
	}
	k := int64(0)
	for _, e := range n.list {
		if e.x != nil {
			o := p.rvalue(p.value(e.x))
			if p.err == nil && o.kind != known {
				p.fail(o.from, o.to, "the value must be a number that is known when the text is read")
			}
			k = o.typ.Int64(o.k)
		}
		if p.err != nil {
			break
		}
		p.declare(symbol[meaning]{id: e.tok.id, sort: constant, is: meaning{at: knownInt(types.Int, uint64(k)&types.Int.Mask(), e.tok.at, e.tok.end)}})
		k++
	}
	return types.ScalarType(types.Int)
}

// instance makes a function of a template: with the arguments that were written in < >, those that the call's arguments
// tell, and the defaults. alone: it is the program; its open types are those of free names then.
func (p *builder) instance(f *function, given []*operand, args []*operand, alone bool) *function {
	n := f.form
	g := &function{name: f.name, kernel: f.kernel, device: f.device, start: f.start, body: n.body}
	mark := len(p.symbols)
	for i, o := range n.open {
		integer := o.typ != nil
		s := symbol[meaning]{id: o.tok.id, sort: typeName}
		if integer {
			s.sort = constant
		}
		switch {
		case i < len(given) && integer == (given[i].kind == known):
			s.is.ct, s.is.at = given[i].ct, given[i]
		case i < len(given):
			p.failAt(o.tok, "“"+p.shown(o.tok)+"” of the template is something else than what stands here in < >")
		default:
			if !integer {
				s.is.ct = deduced(n, o.tok.id, args)
			}
			switch {
			case s.is.ct != nil:
			case o.x != nil:
				s.is.ct = p.typeName(o.x)
			case o.y != nil:
				if s.is.at = p.rvalue(p.value(o.y)); p.err == nil && s.is.at.kind != known {
					p.failAt(o.tok, "the value must be a number that is known when the text is read")
				}
			}
			if s.is.ct != nil || s.is.at != nil {
				break
			}
			k, ok := p.known(p.names[o.tok.id])
			switch {
			case integer && ok:
				s.is.at = knownInt(types.Int, uint64(k)&types.Int.Mask(), o.tok.at, o.tok.end)
			case alone && !integer:
				s.is.ct = types.ScalarType(p.o.Free)
				p.note(int(o.tok.at), "“"+p.shown(o.tok)+"” is taken as "+p.o.Free.String()+": nothing says which type it is.")
			default:
				p.failAt(o.tok, "“"+p.shown(o.tok)+"” has no value: call the function with it, as in "+p.shown(f.name)+"<4>(x), or give "+p.shown(o.tok)+" a value")
			}
		}
		if p.err != nil {
			return g
		}
		p.declare(s)
		g.binds = append(g.binds, s)
	}
	base := p.specified(n.typ)
	if p.err == nil {
		g.out = p.declared(base, n.x)
		g.device = g.device || n.typ.st.device
		p.parameters(g, n)
	}
	if p.err == nil {
		p.err = n.err
	}
	p.leave(mark)
	return g
}

// deduced returns the type that the arguments of a call tell for a name: that of the first parameter in which it stands.
func deduced(n *tree, id int32, args []*operand) *types.Declared {
	for i, d := range n.list[:min(len(n.list), len(args))] {
		if d.typ == nil || d.typ.next == nil || d.typ.next.id != id {
			continue
		}
		ct := typeOf(args[i])
		if ct.Form == types.Address && (len(d.stars) > 0 && d.stars[0].op == '*' || len(d.list) > 0) {
			ct = ct.Elem
		}
		return ct
	}
	return nil
}

// callNamed evaluates a call of a function of the text: of several with this name, that which fits the arguments best.
func (p *builder) callNamed(n *tree) *operand {
	t := n.tok
	var list []*function
	for i := p.top(t.id); i >= 0 && len(list) < 100; i = p.symbols[i].prior {
		if s := &p.symbols[i]; s.sort == functionName {
			list = append(list, s.is.fn)
		}
	}
	var given []*operand
	for _, g := range n.given {
		if g.kind == typeTree {
			given = append(given, &operand{ct: p.typeName(g)})
		} else if o := p.rvalue(p.value(g)); p.err == nil && o.kind != known {
			return p.fail(o.from, o.to, "the number must be known when the text is read")
		} else {
			given = append(given, o)
		}
	}
	if !n.call {
		return p.failAt(t, "“"+p.shown(t)+"” is a function: its arguments are expected in parentheses")
	}
	args := p.places(n)
	if p.err != nil {
		return knownInt(types.Int, 0, 0, 0)
	}
	return p.callBest(list, t, given, args)
}

// callBest calls the function of a list that fits the arguments best.
func (p *builder) callBest(list []*function, t *token, given, args []*operand) *operand {
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
		best = p.instance(best, given, args, false)
	}
	if p.err != nil {
		return knownInt(types.Int, 0, 0, 0)
	}
	for i := range args {
		if args[i].kind == place && (i >= len(best.params) || best.params[i].ct.Form != types.Reference) && p.err == nil {
			args[i] = p.rvalue(args[i])
		}
	}
	return p.callOf(best, t, args)
}

// fits returns how many arguments have the type of their parameter; -1 if the function cannot be called with them.
func (p *builder) fits(f *function, args []*operand) int {
	if f.form != nil {
		return 0
	}
	if len(f.params) != len(args) {
		return -1
	}
	n := 1
	for i, o := range args {
		want, have := f.params[i].ct, typeOf(o)
		if want.Form == types.Reference {
			want = want.Elem
		}
		switch {
		case want.Form != have.Form || want.Form == types.Record && want != have:
			return -1
		case want.Form != types.Scalar || want.Base == have.Base:
			n++
		}
	}
	return n
}

// declares reports whether the text defines a function of this name.
func (p *builder) declares(id int32) bool {
	n := p.top(id)
	return n >= 0 && p.symbols[n].sort == functionName
}

// ownOperator applies an operator to structures, for which the text must define it.
func (p *builder) ownOperator(t *token, from, to int32, args ...*operand) *operand {
	id := p.operatorID(t)
	if p.err != nil || !p.declares(id) {
		return p.fail(from, to, "“"+p.shown(t)+"” is not defined for a structure here; compute with its members, or write a function operator"+p.text[t.from:t.to])
	}
	var list []*function
	for n := p.top(id); n >= 0 && len(list) < 100; n = p.symbols[n].prior {
		if s := &p.symbols[n]; s.sort == functionName && (s.is.fn.form != nil || len(s.is.fn.params) == len(args)) {
			list = append(list, s.is.fn)
		}
	}
	if len(list) == 0 {
		return p.failAt(t, "this operator is defined for another number of operands than "+strconv.Itoa(len(args)))
	}
	at := *t
	at.at, at.end, p.close = from, to, to
	return p.callBest(list, &at, nil, args)
}

// switchStatement executes a switch. Where its value depends on inputs, every label that it may go to is tried in turn.
func (p *builder) switchStatement(n *tree) {
	p.newLine()
	on := p.numeric(p.value(n.x))
	if p.err == nil && on.typ.IsFloat() {
		p.fail(on.from, on.to, "switch needs an integer")
	}
	if p.err != nil {
		return
	}
	on = p.implicit(on, max(on.typ, types.Int))
	var labels []int // the statements that are cases
	fallback := len(n.list)
	for i, s := range n.list {
		switch {
		case s.kind != labelTree:
		case s.x != nil:
			labels = append(labels, i)
		default:
			fallback = i
		}
	}
	first, limit, mark := len(p.exits), int32(len(p.cells)), len(p.symbols)
	from := func(i int) {
		p.statements(n.list[i:])
		p.leave(mark)
	}
	var try func(k int)
	try = func(k int) {
		if p.err != nil {
			return
		}
		if k == len(labels) {
			from(fallback)
			return
		}
		label := p.rvalue(p.value(n.list[labels[k]].x))
		if p.err == nil && label.kind != known {
			p.fail(label.from, label.to, "a label must be a number that is known when the text is read")
			return
		}
		cond := p.truth(p.arithmetic(opToken(equal, on.from, on.to), equal, on, label))
		if cond.kind == known {
			if cond.k != 0 {
				from(labels[k])
			} else {
				try(k + 1)
			}
			return
		}
		p.fork(cond, func() { from(labels[k]) }, func() { try(k + 1) })
	}
	if p.dead == 0 {
		try(0)
	} else {
		from(0)
	}
	if p.err == nil {
		p.endSwitch(first, limit)
	}
}
