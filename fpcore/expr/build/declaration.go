package build

import (
	"ulplab/fpcore/expr/syntax"
	"ulplab/fpcore/expr/types"
)

// function is a function that the text defines.
type function struct {
	name   *syntax.Token
	out    *types.Declared
	params []param
	body   *syntax.Tree
	kernel bool
	device bool                     // for a GPU
	start  int32                    // the byte where its type begins
	form   *syntax.Tree             // the template that it is
	open   bool                     // its type is that of the first return
	begins []*syntax.Tree           // constructor: how members begin
	binds  []syntax.Symbol[meaning] // what the names of its template's parameters mean
}

type param struct {
	name  *syntax.Token
	ct    *types.Declared
	value *syntax.Tree // by default; nil if it has none
}

// declaration executes a declaration.
func (p *builder) declaration(n *syntax.Tree) {
	base := p.specified(n.Type)
	for _, d := range n.List {
		if p.Err != nil {
			return
		}
		switch d.Kind {
		case syntax.BadTree:
			p.bad(d)
		case syntax.FunctionTree:
			p.define(d, base)
		default:
			ct := p.declared(base, d)
			switch {
			case p.Err != nil:
			case n.Type.Storage.Typedef:
				p.Declare(syntax.Symbol[meaning]{ID: d.Token.ID, Sort: syntax.TypeName, Is: meaning{ct: ct}})
			default:
				p.variable(d, ct, n.Type.Storage)
			}
		}
	}
}

// variable declares a variable with its initial value.
func (p *builder) variable(d *syntax.Tree, ct *types.Declared, st syntax.Storage) {
	name := d.Token
	if ct.Form == types.Void {
		p.failAt(name, "a variable cannot be void")
		return
	}
	if ct.Form == types.Reference {
		p.alias(d, ct.Elem, st)
		return
	}
	if st.Shared && p.group != nil && p.dead == 0 {
		if ct.Form == types.Array && ct.N == 0 { // its length is said where the kernel is launched
			ct = types.ArrayOf(ct.Elem, int32(4*p.group.size))
		}
		at := p.group.shared[name.At]
		if at == nil {
			at = p.allocate(p.Names[name.ID], ct, name.At, name.End, false)
			p.group.shared[name.At] = at
		}
		p.Declare(syntax.Symbol[meaning]{ID: name.ID, Is: meaning{at: at}})
		return
	}
	if st.Extern && ct.Form == types.Array && d.X == nil { // its elements are inputs
		if ptr := p.outside(p.Names[name.ID], ct.Elem, name.At, name.End); p.Err == nil {
			p.Declare(syntax.Symbol[meaning]{ID: name.ID, Is: meaning{at: ptr}})
		}
		return
	}
	if d.X != nil && d.X.Kind == syntax.FillTree {
		p.filledRow(d, ct)
		return
	}
	if d.X != nil && d.Container != nil && ct.Form == types.Array && ct.N == 0 && d.X.Kind != syntax.BracesTree {
		p.filledRow(d, ct.Elem)
		return
	}
	if ct.Form == types.Array && ct.N == 0 {
		ct = types.ArrayOf(ct.Elem, p.countElements(ct.Elem, d))
		if p.Err != nil {
			return
		}
	}
	if st.Inferred {
		p.inferred(d)
		return
	}
	at := p.allocate(p.Names[name.ID], ct, name.At, name.End, false)
	if p.Err != nil {
		return
	}
	if d.Container != nil && p.Grows() {
		p.makeRoom(at)
	}
	p.newLine()
	p.Declare(syntax.Symbol[meaning]{ID: name.ID, Is: meaning{at: at}}) // known in its own initial value, as in C
	if d.X == nil && ct.Form == types.Record {
		p.constructed(at, name, nil)
	}
	if d.X != nil {
		if ct.Form == types.Address && d.X.Kind == syntax.NameTree && !d.X.Call {
			p.addressOf(d.X, ct.Elem)
		}
		p.initialize(at, d.X)
	}
}

// addressOf makes an array of inputs of a name that is not declared and is the value of a pointer, or an argument that has to be one.
func (p *builder) addressOf(n *syntax.Tree, elem *types.Declared) {
	id := n.Token.ID
	if _, is := p.free[id]; is || p.Lookup(id) != nil || p.Top(id) >= 0 || p.Err != nil {
		return
	}
	if ptr := p.outside(p.Names[id], elem, n.Token.At, n.Token.End); p.Err == nil {
		ob := &p.objects[p.cells[ptr.cell].object]
		ob.free = true
		p.free[id], p.addressed[id] = ob.first, true
	}
}

// inferred declares a variable of the type of its value.
func (p *builder) inferred(d *syntax.Tree) {
	if d.X == nil {
		p.failAt(d.Next, p.Instead(d.Next, "auto needs a value: = is expected"))
		return
	}
	p.newLine()
	if d.X.Kind == syntax.BracesTree && len(d.X.List) > 0 {
		p.listed(d)
		return
	}
	o := p.value(d.X)
	if o.kind != aggregate || o.ct.Form != types.Record {
		o = p.readable(o)
	}
	if p.Err != nil {
		return
	}
	if o.kind == callable && p.depth == 0 && d.X.Kind == syntax.LambdaTree {
		f := p.routines[o.v].list[0]
		f.name = d.Token
		p.functions = append(p.functions, f)
	}
	at := p.allocate(p.Names[d.Token.ID], typeOf(o), d.Token.At, d.Token.End, false)
	if p.Err == nil {
		p.Declare(syntax.Symbol[meaning]{ID: d.Token.ID, Is: meaning{at: at}})
		p.put(at, o)
	}
}

// listed declares an array of the values in braces, each of the type of the first.
func (p *builder) listed(d *syntax.Tree) {
	var at *operand
	for i, e := range d.X.List {
		o := p.readable(p.value(e.X))
		if p.Err != nil {
			return
		}
		if i == 0 {
			if at = p.allocate(p.Names[d.Token.ID], types.ArrayOf(typeOf(o), int32(len(d.X.List))), d.Token.At, d.Token.End, false); p.Err != nil {
				return
			}
			p.Declare(syntax.Symbol[meaning]{ID: d.Token.ID, Is: meaning{at: at}})
		}
		part, _ := p.part(at, int32(i))
		p.put(part, o)
	}
}

// put stores an initial value.
func (p *builder) put(at, v *operand) {
	if p.Err != nil {
		return
	}
	if at.kind == aggregate {
		p.copyObject(at, v)
		return
	}
	p.store(at, v)
}

// initialize stores an initial value; of braces, those of an array's or a structure's parts.
func (p *builder) initialize(at *operand, n *syntax.Tree) {
	if n.Kind != syntax.BracesTree {
		v := p.value(n)
		if at.kind == aggregate && v.ct != at.ct {
			if list := p.methods[method{at.ct, constructors}]; len(list) > 0 {
				p.construct(list, n.Token, []*operand{at, v})
				return
			}
		}
		if v.kind == known && at.kind == aggregate && at.ct.Form == types.Record && p.Err == nil { // dim3 blocks(4)
			p.zero(at)
			at, _ = p.part(at, 0)
		}
		p.put(at, v)
		return
	}
	if !p.enter(n) || p.constructed(at, n.Token, n.List) {
		return
	}
	if at.ct.Form == types.Record || at.kind == place && len(n.List) == 0 {
		p.zero(at) // what is not written
	}
	if first, ok := p.part(at, 0); ok && first.kind != place && len(n.List) == 1 && n.List[0].X.Kind == syntax.NumeralTree && n.List[0].X.Bits == 0 { // {0} of several dimensions
		p.zero(at)
		return
	}
	index := int32(0)
	for _, e := range n.List {
		part, ok := p.part(at, index)
		if !ok {
			p.failAt(e.Token, "there are more values here than elements")
			return
		}
		if e.Next != nil { // .x = of a structure
			part = p.member(at, e.Next)
			for i, m := range at.ct.Members {
				if m.ID == e.Next.ID {
					index = int32(i)
				}
			}
		}
		if p.initialize(part, e.X); p.Err != nil {
			return
		}
		index++
	}
	if p.Err = n.Err; p.Err != nil {
		return
	}
	for part, ok := p.part(at, index); ok && p.Err == nil && at.ct.Form == types.Array; part, ok = p.part(at, index) {
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
	for i := int32(0); p.Err == nil; i++ {
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
	if v.kind == aggregate && v.ct == at.ct {
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
func (p *builder) countElements(elem *types.Declared, d *syntax.Tree) int32 {
	switch {
	case d.X == nil || d.X.Kind != syntax.BracesTree:
		p.failAt(d.Next, p.Instead(d.Next, "an array without a number of elements needs its values in { }"))
	case d.X.Err != nil:
		p.bad(d.X)
	case len(d.X.List) == 0 || len(d.X.List)*int(elem.Cells) > maxCells:
		p.failAt(d.X.Token, "between 1 and 65536 values are expected in these braces")
	default:
		return int32(len(d.X.List))
	}
	return 1
}

// define declares a function, if it has a body.
func (p *builder) define(n *syntax.Tree, base *types.Declared) {
	f := &function{name: n.Token, out: p.declared(base, n.X), kernel: n.Type.Storage.Global, device: n.Type.Storage.Device, start: n.Next.From, body: n.Body}
	if p.parameters(f, n); p.Err == nil && f.body != nil {
		p.Declare(syntax.Symbol[meaning]{ID: f.name.ID, Sort: syntax.FunctionName, Is: meaning{fn: f}})
		p.functions = append(p.functions, f)
	}
}

// template declares a template of a function or a type.
func (p *builder) template(n *syntax.Tree) {
	f := &function{name: n.Token, form: n, kernel: n.Storage.Global, device: n.Storage.Device, start: n.Next.At}
	if n.X == nil {
		p.Declare(syntax.Symbol[meaning]{ID: n.Token.ID, Sort: syntax.TypeName, Is: meaning{fn: f}})
		return
	}
	p.Declare(syntax.Symbol[meaning]{ID: f.name.ID, Sort: syntax.FunctionName, Is: meaning{fn: f}})
	p.functions = append(p.functions, f)
}

// parameters finds the types of a function's parameters.
func (p *builder) parameters(f *function, n *syntax.Tree) {
	if n.Y != nil {
		f.out = p.typeName(n.Y)
	}
	if p.Err == nil && f.out.Form == types.Reference {
		f.out = f.out.Elem
	}
	for _, d := range n.List {
		if d.Kind == syntax.BadTree {
			p.bad(d)
			return
		}
		ct := p.declared(p.specified(d.Type), d)
		if p.Err != nil {
			return
		}
		if ct.Form == types.Array {
			ct = types.PointerTo(ct.Elem)
		}
		f.params = append(f.params, param{d.Token, ct, d.X})
	}
}

// makeVector evaluates make_float3(x, y, z) and its relatives.
func (p *builder) makeVector(n *syntax.Tree) *operand {
	t, args := n.Token, p.arguments(n)
	ct := p.Vector(t.ID - syntax.WordMake)
	if p.Err == nil && len(args) != len(ct.Members) {
		return p.fail(t.At, n.End, p.Shown(t)+" takes as many numbers as the vector has")
	}
	if p.Err != nil {
		return knownInt(types.Int, 0, 0, 0)
	}
	o := p.allocate(p.Shown(t), ct, t.At, n.End, false)
	lastAt := p.lastAt
	for i := range args {
		if part, ok := p.part(o, int32(i)); ok && p.Err == nil {
			v := p.implicit(args[i], part.ct.Base)
			if part.ct.Narrow != 0 {
				v = p.narrowed(v, part.ct.Narrow)
			}
			p.set(part.cell, v)
		}
	}
	p.lastAt = lastAt
	return o
}
