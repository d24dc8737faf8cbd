package expr

import "ulplab/fpcore/expr/types"

// function is a function that the text defines.
type function struct {
	name   *token
	out    *types.Declared
	params []param
	body   *tree
	kernel bool
	device bool              // for a GPU
	start  int32             // the byte where its type begins
	form   *tree             // the template that it is
	binds  []symbol[meaning] // what the names of its template's parameters mean
}

type param struct {
	name *token
	ct   *types.Declared
}

// declaration executes a declaration.
func (p *builder) declaration(n *tree) {
	base := p.specified(n.typ)
	for _, d := range n.list {
		if p.err != nil {
			return
		}
		switch d.kind {
		case badTree:
			p.bad(d)
		case functionTree:
			p.define(d, base)
		default:
			ct := p.declared(base, d)
			switch {
			case p.err != nil:
			case n.typ.st.typedef:
				p.declare(symbol[meaning]{id: d.tok.id, sort: typeName, is: meaning{ct: ct}})
			default:
				p.variable(d, ct, n.typ.st)
			}
		}
	}
}

// variable declares a variable with its initial value.
func (p *builder) variable(d *tree, ct *types.Declared, st storage) {
	name := d.tok
	if ct.Form == types.Void {
		p.failAt(name, "a variable cannot be void")
		return
	}
	if ct.Form == types.Reference {
		p.alias(d, ct.Elem, st)
		return
	}
	if st.shared && p.group != nil && p.dead == 0 {
		if ct.Form == types.Array && ct.N == 0 { // its length is said where the kernel is launched
			ct = types.ArrayOf(ct.Elem, int32(4*p.group.size))
		}
		at := p.group.shared[name.at]
		if at == nil {
			at = p.allocate(p.names[name.id], ct, name.at, name.end, false)
			p.group.shared[name.at] = at
		}
		p.declare(symbol[meaning]{id: name.id, is: meaning{at: at}})
		return
	}
	if ct.Form == types.Array && ct.N == 0 {
		ct = types.ArrayOf(ct.Elem, p.countElements(ct.Elem, d))
		if p.err != nil {
			return
		}
	}
	if st.inferred {
		p.inferred(d)
		return
	}
	at := p.allocate(p.names[name.id], ct, name.at, name.end, false)
	if p.err != nil {
		return
	}
	p.newLine()
	p.declare(symbol[meaning]{id: name.id, is: meaning{at: at}}) // known in its own initial value, as in C
	if d.x != nil {
		p.initialize(at, d.x)
	}
}

// inferred declares a variable of the type of its value.
func (p *builder) inferred(d *tree) {
	if d.x == nil {
		p.failAt(d.next, p.instead(d.next, "auto needs a value: = is expected"))
		return
	}
	p.newLine()
	o := p.readable(p.value(d.x))
	if p.err != nil {
		return
	}
	ct := types.ScalarType(o.typ)
	if o.kind == pointer {
		ct = types.PointerTo(o.ct)
	}
	at := p.allocate(p.names[d.tok.id], ct, d.tok.at, d.tok.end, false)
	if p.err == nil {
		p.declare(symbol[meaning]{id: d.tok.id, is: meaning{at: at}})
		p.put(at, o)
	}
}

// put stores an initial value.
func (p *builder) put(at, v *operand) {
	if p.err != nil {
		return
	}
	if at.kind == aggregate {
		p.copyObject(at, v)
		return
	}
	p.store(at, v)
}

// initialize stores an initial value; of braces, those of an array's or a structure's parts.
func (p *builder) initialize(at *operand, n *tree) {
	if n.kind != bracesTree {
		p.put(at, p.value(n))
		return
	}
	if !p.enter(n) {
		return
	}
	if at.ct.Form == types.Record {
		p.zero(at) // what is not written
	}
	index := int32(0)
	for _, e := range n.list {
		part, ok := p.part(at, index)
		if !ok {
			p.failAt(e.tok, "there are more values here than elements")
			return
		}
		if e.next != nil { // .x = of a structure
			part = p.member(at, e.next)
			for i, m := range at.ct.Members {
				if m.ID == e.next.id {
					index = int32(i)
				}
			}
		}
		if p.initialize(part, e.x); p.err != nil {
			return
		}
		index++
	}
	if p.err = n.err; p.err != nil {
		return
	}
	for part, ok := p.part(at, index); ok && p.err == nil && at.ct.Form == types.Array; part, ok = p.part(at, index) {
		p.zero(part)
		index++
	}
}

// part returns the part of an array or a structure with that number.
func (p *builder) part(at *operand, n int32) (*operand, bool) {
	o := at.own()
	switch {
	case at.kind == place:
		return at, n == 0
	case at.ct.Form == types.Array && n < at.ct.N:
		o.ct = at.ct.Elem
		if p.cells[at.cell].ct.Form == types.Record {
			o.off += n * o.ct.Size
		} else {
			o.cell += n * o.ct.Cells
		}
	case at.ct.Form == types.Record && at.ct.Union && n == 0, at.ct.Form == types.Record && !at.ct.Union && int(n) < len(at.ct.Members):
		o.ct = at.ct.Members[n].Type
		o.cell += at.ct.Members[n].Cell
	default:
		return o, false
	}
	if o.ct.Form == types.Scalar || o.ct.Form == types.Address {
		o.kind = place
	}
	return o, true
}

// zero stores zeros.
func (p *builder) zero(at *operand) {
	if at.kind == place {
		if at.ct.Form == types.Address {
			return
		}
		zero := knownInt(at.ct.Base, 0, at.from, at.from)
		if at.ct.Base.IsFloat() {
			zero = p.constant(at.ct.Base, 0, at.from, at.from)
		}
		p.set(at.cell, zero)
		p.work++
		return
	}
	for i := int32(0); p.err == nil; i++ {
		part, ok := p.part(at, i)
		if !ok {
			return
		}
		p.zero(part)
		if at.ct.Union {
			return
		}
	}
}

// copyObject copies a structure.
func (p *builder) copyObject(at, v *operand) {
	if v.kind == aggregate && v.ct == at.ct && at.ct.Form == types.Record {
		for i := range at.ct.Cells {
			now := p.cells[v.cell+i].now
			if now.kind == nothing && !at.ct.Union {
				here := &operand{kind: place, cell: v.cell + i, ct: p.cells[v.cell+i].ct, from: v.from, to: v.to}
				now = p.load(here)
			}
			if now.kind == value {
				w := &p.values[now.v]
				w.Stored = true
				if w.Name == "" {
					w.Name = p.nameOf(at.cell + i)
				}
			}
			p.set(at.cell+i, now)
		}
		p.work += 4 * int(at.ct.Cells)
		return
	}
	if at.ct.Form == types.Array {
		p.fail(v.from, v.to, "the elements of an array are expected in { }")
		return
	}
	p.fail(v.from, v.to, "a structure of the same type is expected here")
}

// countElements counts the values of an array without a number of elements.
func (p *builder) countElements(elem *types.Declared, d *tree) int32 {
	switch {
	case d.x == nil || d.x.kind != bracesTree:
		p.failAt(d.next, p.instead(d.next, "an array without a number of elements needs its values in { }"))
	case d.x.err != nil:
		p.bad(d.x)
	case len(d.x.list) == 0 || len(d.x.list)*int(elem.Cells) > maxCells:
		p.failAt(d.x.tok, "between 1 and 65536 values are expected in these braces")
	default:
		return int32(len(d.x.list))
	}
	return 1
}

// define declares a function, if it has a body.
func (p *builder) define(n *tree, base *types.Declared) {
	f := &function{name: n.tok, out: p.declared(base, n.x), kernel: n.typ.st.global, device: n.typ.st.device, start: n.next.from, body: n.body}
	if p.parameters(f, n); p.err == nil && f.body != nil {
		p.declare(symbol[meaning]{id: f.name.id, sort: functionName, is: meaning{fn: f}})
		p.functions = append(p.functions, f)
	}
}

// template declares a template of a function.
func (p *builder) template(n *tree) {
	f := &function{name: n.tok, form: n, kernel: n.st.global, device: n.st.device, start: n.next.at}
	p.declare(symbol[meaning]{id: f.name.id, sort: functionName, is: meaning{fn: f}})
	p.functions = append(p.functions, f)
}

// parameters finds the types of a function's parameters.
func (p *builder) parameters(f *function, n *tree) {
	if p.err == nil && f.out.Form == types.Reference {
		f.out = f.out.Elem
	}
	for _, d := range n.list {
		if d.kind == badTree {
			p.bad(d)
			return
		}
		ct := p.declared(p.specified(d.typ), d)
		if p.err != nil {
			return
		}
		if ct.Form == types.Array {
			ct = types.PointerTo(ct.Elem)
		}
		f.params = append(f.params, param{d.tok, ct})
	}
}

// makeVector evaluates make_float3(x, y, z) and its relatives.
func (p *builder) makeVector(n *tree) *operand {
	t, args := n.tok, p.arguments(n)
	ct := p.vector(t.id - wMake)
	if p.err == nil && len(args) != len(ct.Members) {
		return p.fail(t.at, n.end, p.shown(t)+" takes as many numbers as the vector has")
	}
	if p.err != nil {
		return knownInt(types.Int, 0, 0, 0)
	}
	o := p.allocate(p.shown(t), ct, t.at, n.end, false)
	lastAt := p.lastAt
	for i := range args {
		if part, ok := p.part(o, int32(i)); ok && p.err == nil {
			v := p.implicit(args[i], part.ct.Base)
			p.set(part.cell, v)
		}
	}
	p.lastAt = lastAt
	return o
}
