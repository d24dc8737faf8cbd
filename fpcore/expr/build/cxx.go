package build

import (
	"ulplab/fpcore/expr/syntax"
	"ulplab/fpcore/expr/types"
)

// What C++ adds to C: references, templates of functions, overloads and operators of structures, values in braces.

// alias declares a reference.
func (p *builder) alias(d *syntax.Tree, ct *types.Declared, st syntax.Storage) {
	if d.X == nil {
		p.failAt(d.Next, p.Instead(d.Next, "a reference needs the variable that it stands for: = is expected"))
		return
	}
	p.newLine()
	o := p.value(d.X)
	if st.Inferred && p.Err == nil {
		ct = typeOf(o)
	}
	if o = p.bound(ct, o, d.Token); p.Err == nil {
		p.Declare(syntax.Symbol[meaning]{ID: d.Token.ID, Is: meaning{at: o}})
	}
}

// bound returns what a reference to the type stands for: the variable, else a new one with the value.
func (p *builder) bound(ct *types.Declared, o *operand, name *syntax.Token) *operand {
	if p.Err != nil {
		return o
	}
	same := o.kind == place && ct.Form == types.Scalar && o.ct.Form == types.Scalar && o.ct.Base == ct.Base && o.ct.Narrow == ct.Narrow ||
		o.kind == place && ct.Form == types.Address && o.ct.Form == types.Address || o.kind == aggregate && o.ct == ct
	if same {
		return o.own()
	}
	at := p.allocate(p.Names[name.ID], ct, name.At, name.End, false)
	p.put(at, o)
	return at
}

// typeOf returns the type that auto or a template finds for a value.
func typeOf(o *operand) *types.Declared {
	switch {
	case o.kind == pointer:
		return types.PointerTo(o.ct)
	case o.kind == callable:
		return anyFunction
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
func (p *builder) braced(n *syntax.Tree) *operand {
	ct := p.typeName(n.Type)
	if n.Call && p.Err == nil && ct.Form > types.Record {
		return p.failAt(n.Next, p.Instead(n.Next, "( is expected after a type, as in float(x)"))
	}
	return p.filled(ct, n.Token, n.X)
}

// filled makes a value of a type of what stands in braces.
func (p *builder) filled(ct *types.Declared, t *syntax.Token, n *syntax.Tree) *operand {
	if p.Err != nil {
		return knownInt(types.Int, 0, 0, 0)
	}
	o := p.allocate(p.Shown(t), ct, t.At, t.End, false)
	if p.Err != nil {
		return o
	}
	last, lastAt, computed, stored := p.last, p.lastAt, p.computed, p.stored
	p.objects[len(p.objects)-1].hidden = true
	p.initialize(o, n)
	p.last, p.lastAt, p.computed, p.stored = last, lastAt, computed, stored
	o.to = n.End
	return o
}

// enumeration declares the names of enum { A, B = 3 }: integers.
func (p *builder) enumeration(n *syntax.Tree) *types.Declared {
	if n.Token.Kind == syntax.Identifier {
		p.Declare(syntax.Symbol[meaning]{ID: n.Token.ID, Sort: syntax.TypeName, Is: meaning{ct: types.ScalarType(types.Int)}})
	}
	k := int64(0)
	for _, e := range n.List {
		if e.X != nil {
			o := p.rvalue(p.value(e.X))
			if p.Err == nil && o.kind != known {
				p.fail(o.from, o.to, "the value must be a number that is known when the text is read")
			}
			k = o.typ.Int64(o.k)
		}
		if p.Err != nil {
			break
		}
		p.Declare(syntax.Symbol[meaning]{ID: e.Token.ID, Sort: syntax.Constant, Is: meaning{at: knownInt(types.Int, uint64(k)&types.Int.Mask(), e.Token.At, e.Token.End)}})
		k++
	}
	return types.ScalarType(types.Int)
}

// instance makes a function of a template: with the arguments that were written in < >, those that the call's arguments
// tell, and the defaults. alone: it is the program; its open types are those of free names then.
func (p *builder) instance(f *function, given []*operand, args []*operand, alone bool) *function {
	n := f.form
	g := &function{name: f.name, kernel: f.kernel, device: f.device, start: f.start, body: n.Body}
	mark := len(p.Symbols)
	if g.binds = p.bind(f, given, args, alone); p.Err != nil {
		return g
	}
	base := p.specified(n.Type)
	if p.Err == nil {
		g.out = p.declared(base, n.X)
		g.device = g.device || n.Type.Storage.Device
		p.parameters(g, n)
	}
	if p.Err == nil {
		p.Err = n.Err
	}
	p.Leave(mark)
	return g
}

// bind declares what the parameters of a template stand for.
func (p *builder) bind(f *function, given []*operand, args []*operand, alone bool) (binds []syntax.Symbol[meaning]) {
	n := f.form
	for i, o := range n.Open {
		integer := o.Type != nil
		s := syntax.Symbol[meaning]{ID: o.Token.ID, Sort: syntax.TypeName}
		if integer {
			s.Sort = syntax.Constant
		}
		switch {
		case i < len(given) && integer == (given[i].kind == known):
			s.Is.ct, s.Is.at = given[i].ct, given[i]
		case i < len(given):
			p.failAt(o.Token, "“"+p.Shown(o.Token)+"” of the template is something else than what stands here in < >")
		default:
			if s.Is = p.deduced(n, o.Token.ID, args); integer {
				s.Is.ct = nil
			}
			switch {
			case s.Is.ct != nil || s.Is.at != nil:
			case o.X != nil:
				s.Is.ct = p.typeName(o.X)
			case o.Y != nil:
				if s.Is.at = p.rvalue(p.value(o.Y)); p.Err == nil && s.Is.at.kind != known {
					p.failAt(o.Token, "the value must be a number that is known when the text is read")
				}
			}
			if s.Is.ct != nil || s.Is.at != nil {
				break
			}
			k, ok := p.known(p.Names[o.Token.ID])
			switch {
			case integer && ok:
				s.Is.at = knownInt(types.Int, uint64(k)&types.Int.Mask(), o.Token.At, o.Token.End)
			case alone && !integer:
				s.Is.ct = types.ScalarType(p.o.Free)
				p.Note(int(o.Token.At), "“"+p.Shown(o.Token)+"” is taken as "+p.o.Free.String()+": nothing says which type it is.")
			case n.X == nil:
				p.failAt(p.here, "what this template is made of is written behind it, as in V<float>")
			default:
				p.failAt(o.Token, "“"+p.Shown(o.Token)+"” has no value: call the function with it, as in "+p.Shown(f.name)+"<4>(x), or give "+p.Shown(o.Token)+" a value")
			}
		}
		if p.Err != nil {
			return
		}
		p.Declare(s)
		binds = append(binds, s)
	}
	return
}

// madeOf is a structure that was made of a template.
type madeOf struct {
	form  *syntax.Tree
	binds []syntax.Symbol[meaning]
	ct    *types.Declared
}

// made is the type that a template of types gives of what stands in < >, one for the same.
func (p *builder) made(f *function, given []*operand) *types.Declared {
	if p.depth > 50 {
		p.failAt(f.name, "this is made of itself more than 50 deep")
	}
	ct := types.ScalarType(types.Int)
	if p.Err != nil {
		return ct
	}
	here, mark, frame, around, form := p.here, len(p.Symbols), p.Frame, p.binds, p.form
	p.depth++
	p.Frame = mark
	p.binds = p.bind(f, given, nil, false)
	var found *types.Declared
	for i := range p.instances {
		m := &p.instances[i]
		same := m.form == f.form && p.Err == nil
		for i := 0; same && i < len(p.binds); i++ {
			a, b := &m.binds[i].Is, &p.binds[i].Is
			same = a.ct == b.ct || a.ct != nil && b.ct != nil && alike(a.ct, b.ct)
			if a.ct == nil && b.ct == nil {
				same = a.at.k == b.at.k
			}
		}
		if same {
			found = m.ct
		}
		p.work++
	}
	if p.form = f; found != nil {
		ct = found
	} else if p.Err == nil {
		ct = p.typeName(f.form.Type)
	}
	p.Leave(mark)
	p.depth--
	p.here, p.Frame, p.binds, p.form = here, frame, around, form
	return ct
}

// alike reports whether two types are one and the same.
func alike(a, b *types.Declared) bool {
	switch {
	case a == b:
		return true
	case a.Form != b.Form || a.N != b.N || a.Form == types.Record || a.Form == types.Signature:
		return false
	case a.Form == types.Scalar:
		return a.Base == b.Base && a.Narrow == b.Narrow && a.Rounding == b.Rounding
	}
	return a.Elem == nil || alike(a.Elem, b.Elem)
}

// deduced returns what the arguments of a call tell for a name: that of the first parameter in which it stands.
func (p *builder) deduced(n *syntax.Tree, id int32, args []*operand) meaning {
	for i, d := range n.List[:min(len(n.List), len(args))] {
		if d.Type == nil || d.Type.Next == nil {
			continue
		}
		ct := typeOf(args[i])
		if p.ofLibrary(args[i]) != nil {
			ct = anyFunction
		}
		if ct.Form == types.Address && (len(d.Stars) > 0 && d.Stars[0].Op == '*' || len(d.List) > 0) {
			ct = ct.Elem
		}
		if d.Type.Next.ID == id {
			return meaning{ct: ct}
		}
		for k, g := range d.Type.Given {
			for i := range p.instances {
				m := &p.instances[i]
				if m.ct == ct && k < len(m.binds) && (g.Next != nil && g.Next.ID == id || g.Kind == syntax.NameTree && g.Token.ID == id) {
					return m.binds[k].Is
				}
			}
		}
	}
	return meaning{at: counted(n, id, args)}
}

// counted returns the number that the arguments of a call tell for a name: that of the elements of an array, (&a)[N].
func counted(n *syntax.Tree, id int32, args []*operand) *operand {
	for i, d := range n.List[:min(len(n.List), len(args))] {
		ct := args[i].ct
		for _, size := range d.List {
			if ct == nil || ct.Form != types.Array {
				break
			}
			if x := size.X; x != nil && x.Kind == syntax.NameTree && x.Token.ID == id {
				return knownInt(types.Int, uint64(ct.N), x.Token.At, x.Token.End)
			}
			ct = ct.Elem
		}
	}
	return nil
}

// callNamed evaluates a call of a function of the text: of several with this name, that which fits the arguments best.
func (p *builder) callNamed(n *syntax.Tree) *operand {
	t := n.Token
	var list []*function
	for i := p.Top(t.ID); i >= 0 && len(list) < 100; i = p.Symbols[i].Prior {
		if s := &p.Symbols[i]; s.Sort == syntax.FunctionName {
			list = append(list, s.Is.fn)
		}
	}
	given := p.given(n)
	if !n.Call {
		return p.callable(routine{list: list, given: given}, t.At, t.End)
	}
	var shape *block
	if n.X != nil {
		shape = p.launched(n.X)
	}
	if len(list) == 1 && list[0].form == nil {
		p.undeclared(list[0], n)
	}
	args := p.places(n)
	if p.Err != nil {
		return knownInt(types.Int, 0, 0, 0)
	}
	f, args := p.best(list, t, given, args)
	if n.X != nil && p.Err == nil {
		return p.launch(shape, f, t, args)
	}
	return p.callOf(f, t, args)
}

// undeclared makes arrays of inputs of names that are not declared and stand for pointers in a call. An integer that a kernel is launched
// with decides which threads compute, so it has to be known.
func (p *builder) undeclared(f *function, n *syntax.Tree) {
	for i, m := range n.List[:min(len(n.List), len(f.params))] {
		if m.Kind != syntax.NameTree || m.Call {
			continue
		}
		id, ct := m.Token.ID, f.params[i].ct
		if ct.Form == types.Address {
			p.addressOf(m, ct.Elem)
			continue
		}
		if _, is := p.free[id]; is || n.X == nil || ct.Form != types.Scalar || !ct.Base.IsInt() || id < int32(len(syntax.Keywords)) || p.Lookup(id) != nil || p.Top(id) >= 0 {
			continue
		}
		if _, ok := p.known(p.Names[id]); !ok {
			p.failAt(m.Token, "“"+p.Shown(m.Token)+"” is not declared: give it a value, as in "+p.Shown(m.Token)+"=8, since a kernel is launched with it")
		}
	}
}

// given evaluates what stands in < >.
func (p *builder) given(n *syntax.Tree) (given []*operand) {
	for _, g := range n.Given {
		if g.Kind == syntax.TypeTree {
			given = append(given, &operand{ct: p.typeName(g)})
		} else if o := p.rvalue(p.value(g)); p.Err == nil && o.kind != known {
			p.fail(o.from, o.to, "the number must be known when the text is read")
		} else {
			given = append(given, o)
		}
	}
	return given
}

// best is the function of a list that fits the arguments best, with the arguments that it takes.
func (p *builder) best(list []*function, t *syntax.Token, given, args []*operand) (*function, []*operand) {
	best, most := list[0], -1
	for _, f := range list {
		if fit := p.fits(f, args); len(list) > 1 && fit > most {
			best, most = f, fit
		}
	}
	if best.form != nil {
		if p.depth > 50 {
			p.failAt(t, "“"+p.Shown(t)+"” calls itself; recursion is not read")
			return best, args
		}
		best = p.instance(best, given, args, false)
	}
	if p.Err != nil {
		return best, args
	}
	for len(args) < len(best.params) && best.params[len(args)].value != nil && p.Err == nil {
		args = append(args, p.value(best.params[len(args)].value))
	}
	for i := range args {
		if i < len(best.params) && (best.params[i].ct == inferred || isFunction(best.params[i].ct)) {
			if o := p.ofLibrary(args[i]); o != nil {
				args[i] = o
			}
		}
		if args[i].kind == place && (i >= len(best.params) || best.params[i].ct.Form != types.Reference) && p.Err == nil {
			args[i] = p.rvalue(args[i])
		}
	}
	return best, args
}

// fits returns how many arguments have the type of their parameter; -1 if the function cannot be called with them.
func (p *builder) fits(f *function, args []*operand) int {
	if f.form != nil {
		return 0
	}
	if len(f.params) < len(args) || len(f.params) > len(args) && f.params[len(args)].value == nil {
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

// operators lists the functions that the text defines for an operator with these operands.
func (p *builder) operators(t *syntax.Token, args ...*operand) (list []*function) {
	id := p.OperatorID(t)
	for n := p.Top(id); n >= 0 && len(list) < 100; n = p.Symbols[n].Prior {
		if s := &p.Symbols[n]; s.Sort == syntax.FunctionName && (s.Is.fn.form != nil || len(s.Is.fn.params) == len(args)) {
			list = append(list, s.Is.fn)
		}
	}
	if a := args[0]; a.kind == aggregate {
		for _, f := range p.methods[method{a.ct, id}] {
			if len(f.params) == len(args) {
				list = append(list, f)
			}
		}
	}
	return list
}

// ownOperator applies an operator to structures, for which the text must define it.
func (p *builder) ownOperator(t *syntax.Token, from, to int32, args ...*operand) *operand {
	list := p.operators(t, args...)
	if p.Err != nil || len(list) == 0 {
		return p.fail(from, to, "“"+p.Shown(t)+"” is not defined for a structure here; compute with its members, or write a function operator"+p.Text[t.From:t.To])
	}
	at := *t
	at.At, at.End, p.close = from, to, to
	return p.callBest(list, &at, nil, args)
}

// switchStatement executes a switch. Where its value depends on inputs, every label that it may go to is tried in turn.
func (p *builder) switchStatement(n *syntax.Tree) {
	p.newLine()
	if x := n.X; x.Kind == syntax.NameTree && !x.Call && !x.Indexed && p.Top(x.Token.ID) < 0 && x.Token.ID >= int32(len(syntax.Keywords)) {
		if _, ok := p.free[x.Token.ID]; !ok { // nothing but an integer can stand here
			p.freeName(x.Token, types.ScalarType(types.Int))
		}
	}
	on := p.numeric(p.value(n.X))
	if p.Err == nil && on.typ.IsFloat() {
		p.fail(on.from, on.to, "switch needs an integer")
	}
	if p.Err != nil {
		return
	}
	on = p.implicit(on, max(on.typ, types.Int))
	var labels []int // the statements that are cases
	fallback := len(n.List)
	for i, s := range n.List {
		switch {
		case s.Kind != syntax.LabelTree:
		case s.X != nil:
			labels = append(labels, i)
		default:
			fallback = i
		}
	}
	first, limit, mark := len(p.exits), int32(len(p.cells)), len(p.Symbols)
	from := func(i int) {
		p.statements(n.List[i:])
		p.Leave(mark)
	}
	var try func(k int)
	try = func(k int) {
		if p.Err != nil {
			return
		}
		if k == len(labels) {
			from(fallback)
			return
		}
		label := p.rvalue(p.value(n.List[labels[k]].X))
		if p.Err == nil && label.kind != known {
			p.fail(label.from, label.to, "a label must be a number that is known when the text is read")
			return
		}
		cond := p.truth(p.arithmetic(opToken(syntax.Equal, on.from, on.to), syntax.Equal, on, label))
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
	if p.Err == nil {
		p.endSwitch(first, limit)
	}
}
