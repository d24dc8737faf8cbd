package build

import (
	"strconv"
	"strings"

	"ulplab/fpcore/expr/syntax"
	"ulplab/fpcore/expr/types"
)

// name evaluates a name, with what follows it if it is called.
func (p *builder) name(n *syntax.Tree) *operand {
	t := n.Token
	if p.methods != nil {
		if o := p.ofThis(n); o != nil {
			return o
		}
	}
	if s := p.Lookup(t.ID); s != nil {
		switch s.Sort {
		case syntax.Variable, syntax.Constant:
			o := s.Is.at.own()
			o.from, o.to = t.At, t.End
			if o.kind == aggregate && o.ct.Form == types.Array {
				if ob := &p.objects[p.cells[o.cell].object]; ob.room && ob.first == o.cell {
					o.ct = ob.ct
				}
			}
			return o
		case syntax.FunctionName:
			return p.callNamed(n)
		}
	}
	if t.ID < int32(len(syntax.Keywords)) {
		if o, ok := p.special(n); ok {
			return o
		}
	}
	if p.group != nil && n.Call && strings.HasPrefix(p.Names[t.ID], "__s") {
		switch name := p.Names[t.ID]; {
		case strings.HasPrefix(name, "__shfl"):
			return p.shuffle(t, p.arguments(n))
		case name == "__syncwarp":
			p.arguments(n)
			p.barrier(t, forWarp)
			return &operand{from: t.At, to: t.End}
		}
	}
	switch p.Names[t.ID] {
	case "warpSize":
		if p.group != nil {
			return knownInt(types.Int, warpSize, t.At, t.End)
		}
	case "EXIT_SUCCESS":
		return knownInt(types.Int, 0, t.At, t.End)
	case "EXIT_FAILURE":
		return knownInt(types.Int, 1, t.At, t.End)
	}
	if strings.HasPrefix(p.Names[t.ID], "cuda") && p.speaks {
		if n.Call {
			return p.runtime(n)
		}
		return knownInt(types.Int, 0, t.At, t.End) // cudaSuccess and the names of ways to copy
	}
	if n.Call {
		if o, ok := p.puts(n); ok {
			return o
		}
	}
	if n.Call && p.aside(n) {
		p.stored++
		return knownInt(types.Int, 0, t.At, n.End)
	}
	if n.Call {
		return p.call(t, p.arguments(n))
	}
	if p.Top(t.ID) >= 0 && p.Frame > p.Globals {
		return p.failAt(t, "“"+p.Shown(t)+"” belongs to another function; hand it over as an argument")
	}
	if name := strings.ToLower(p.Names[t.ID]); !n.Call && !n.Indexed && (name == "nan" || name == "inf") {
		of, c := "INFINITY", constants[0]
		if name == "nan" {
			of, c = "NAN", constants[1]
		}
		p.Note(int(t.At), "“"+name+"” is read as "+of+".")
		return p.constant(c.typ, c.bits, t.At, t.End)
	}
	// A free name: an input, or an array of inputs if it is indexed.
	ct := types.ScalarType(p.o.Free)
	if t.ID == p.counter || p.o.Known != "" && types.Word(" "+p.o.Known+" ", p.Names[t.ID]) == "int" {
		ct = types.ScalarType(types.Int)
	}
	if n, ok := p.known(p.Names[t.ID] + "[]"); ok && n > 0 && n <= maxCells {
		ct = types.ArrayOf(ct, int32(n))
	}
	if at, ok := p.free[t.ID]; ok {
		if ct.Form == types.Array {
			return &operand{kind: aggregate, cell: at, ct: ct, from: t.At, to: t.End}
		}
		o := &operand{kind: place, cell: at, ct: p.cells[at].ct, from: t.At, to: t.End}
		if o.ct.Form == types.Address {
			o = p.cells[at].now.own()
			o.from, o.to = t.At, t.End
		}
		if n.Indexed == (o.kind == pointer) || o.kind == pointer && p.addressed[t.ID] {
			return o
		}
		return p.failAt(t, "“"+p.Shown(t)+"” stands here with an index and elsewhere without one; declare it, as in float "+p.Shown(t)+"[4];")
	}
	if ct.Form == types.Array {
		return p.freeName(t, ct)
	}
	if p.indexing > 0 && !n.Indexed {
		if k, ok := p.known(p.Names[t.ID]); ok {
			return knownInt(types.Int, uint64(k)&types.Int.Mask(), t.At, t.End)
		}
		return p.threadOf(p.Names[t.ID], t.At, t.End)
	}
	if n.Indexed {
		o := p.outside(p.Names[t.ID], ct, t.At, t.End)
		if p.Err != nil {
			return o
		}
		p.objects[p.cells[o.cell].object].free = true
		p.free[t.ID] = p.objects[p.cells[o.cell].object].first
		return o
	}
	if _, ok := p.known(p.Names[t.ID]); ok {
		ct = types.ScalarType(types.Int)
	}
	return p.freeName(t, ct)
}

// freeName makes an input of a name that is not declared.
func (p *builder) freeName(t *syntax.Token, ct *types.Declared) *operand {
	o := p.allocate(p.Names[t.ID], ct, t.At, t.End, true)
	if p.Err == nil {
		p.objects[p.cells[o.cell].object].free = true
		p.free[t.ID] = o.cell
	}
	return o
}

// outside makes a pointer from outside to memory that is an input: its elements come into being when they are named.
func (p *builder) outside(name string, ct *types.Declared, from, to int32) *operand {
	o := p.allocate(name, types.PointerTo(ct), from, to, true)
	if p.Err != nil {
		return o
	}
	ob := &p.objects[p.cells[o.cell].object]
	ob.elements = map[string]int32{}
	ptr := &operand{kind: pointer, cell: o.cell, ct: ct, typ: outsideType, from: from, to: to}
	p.cells[o.cell].now = ptr
	return ptr
}

// outsideType marks a pointer to memory outside: cell is that of the pointer's object, v and k say which element, as a
// thread index does.
const outsideType types.Type = 255

// element returns the place that a pointer to memory outside leads to.
func (p *builder) element(o *operand) *operand {
	ob := p.cells[o.cell].object
	index := strconv.Itoa(int(o.v))
	if o.k != 0 {
		index = p.threadName(o)
	}
	at, ok := p.objects[ob].elements[index]
	if !ok {
		src := p.objects[ob]
		e := p.allocate(src.name+"["+index+"]", o.ct, src.from, src.to, true)
		if p.Err != nil {
			return e
		}
		at = e.cell
		p.objects[ob].elements[index] = at
		p.objects[p.cells[at].object].free = src.free
		p.objects[p.cells[at].object].index = int64(o.k)<<32 + int64(o.v)
	}
	r := &operand{kind: place, cell: at, ct: o.ct, from: o.from, to: o.to}
	if o.ct.Form != types.Scalar && o.ct.Form != types.Address {
		r.kind = aggregate
	}
	return r
}

// component is the component t of a vector that is not declared: an input of its own, v.x.
func (p *builder) component(o *operand, t *syntax.Token) *operand {
	ob := p.cells[o.cell].object
	name := p.objects[ob].name + "." + p.Names[t.ID]
	if p.objects[ob].elements == nil {
		p.objects[ob].elements = map[string]int32{}
	}
	at, ok := p.objects[ob].elements[name]
	if !ok {
		e := p.allocate(name, o.ct, o.from, t.End, true)
		if p.Err != nil {
			return e
		}
		at = e.cell
		p.objects[ob].elements[name] = at
	}
	return &operand{kind: place, cell: at, ct: o.ct, from: o.from, to: t.End}
}

// threadName returns a thread index as it is written: "i", "i+1".
func (p *builder) threadName(o *operand) string {
	name := p.threads[o.k-1]
	switch {
	case o.v > 0:
		name += "+" + strconv.Itoa(int(o.v))
	case o.v < 0:
		name += strconv.Itoa(int(o.v))
	}
	return name
}

// threadOf makes a thread index of a name.
func (p *builder) threadOf(name string, from, to int32) *operand {
	if len(name) > 60 {
		return p.fail(from, to, "this index is too involved; assign it to a variable")
	}
	for i, s := range p.threads {
		if s == name {
			return &operand{kind: thread, typ: types.Int, k: uint64(i + 1), from: from, to: to}
		}
	}
	if p.threads = append(p.threads, name); len(p.threads) > 200 {
		return p.fail(from, to, "there are too many different thread indices")
	}
	return &operand{kind: thread, typ: types.Int, k: uint64(len(p.threads)), from: from, to: to}
}

// rename gives a thread index the name of the variable that it is assigned to, unless it is another plus a number, or the value that the options give
// that variable.
func (p *builder) rename(o *operand, name string) *operand {
	if k, ok := p.known(name); ok {
		return knownInt(types.Int, uint64(k)&types.Int.Mask(), o.from, o.to)
	}
	if p.threads[o.k-1] == name || o.v != 0 && types.IsLetter(p.threads[o.k-1][0]) && !strings.ContainsAny(p.threads[o.k-1], ".*") {
		return o
	}
	return p.threadOf(name, o.from, o.to)
}

// threadInput makes an input of a thread index that is used as a number.
func (p *builder) threadInput(o *operand) *operand {
	name := p.threadName(o)
	id := p.Intern("(index) " + name)
	at, ok := p.free[id]
	if !ok {
		e := p.allocate(name, types.ScalarType(types.Int), o.from, o.to, true)
		if p.Err != nil {
			return e
		}
		at = e.cell
		p.objects[p.cells[at].object].free = true
		p.free[id] = at
	}
	return p.load(&operand{kind: place, cell: at, ct: p.cells[at].ct, from: o.from, to: o.to})
}

// address computes with pointers and thread indices; ok is false if there are none.
func (p *builder) address(t *syntax.Token, op syntax.Operator, a, b *operand) (*operand, bool) {
	if a.kind != pointer && a.kind != thread && b.kind != pointer && b.kind != thread {
		return a, false
	}
	if syntax.Binding(op) == 6 || syntax.Binding(op) == 7 {
		if a.kind == pointer || b.kind == pointer {
			n, same := p.apart(a, b)
			if !same {
				return p.failAt(t, "only pointers into one array are compared"), true
			}
			return p.arithmetic(t, op, knownInt(types.Long, uint64(n), a.from, a.to), knownInt(types.Long, 0, b.from, b.to)), true
		}
		if a.kind == value && a.typ.IsFloat() || b.kind == value && b.typ.IsFloat() {
			return a, false
		}
		// A guard: the thread that is followed is one that does the work.
		near := func(o *operand) bool { // i > 0 of a stencil, and not i >= n before a return
			return o.kind == known && o.k <= 2 && !o.given
		}
		yes := op == syntax.Equal || near(b) && (op == '>' || op == syntax.MoreEq) || near(a) && (op == '<' || op == syntax.LessEq) || a.kind == thread && (op == '<' || op == syntax.LessEq) || a.kind != thread && (op == '>' || op == syntax.MoreEq)
		if p.dead == 0 {
			p.Note(int(t.At), "The thread followed is one for which the guard on its index lets the work be done.")
		}
		r := &operand{kind: known, typ: types.Bool, assumed: true}
		if yes {
			r.k = 1
		}
		return r, true
	}
	if b.kind == pointer && a.kind != pointer && op == '+' {
		a, b = b, a
	}
	if a.kind == pointer || b.kind == pointer {
		if n, same := p.apart(a, b); same && op == '-' {
			return knownInt(types.Long, uint64(n), a.from, b.to), true
		}
		if op != '+' && op != '-' || b.kind == pointer {
			return p.failAt(t, "with pointers only a number can be added or subtracted"), true
		}
		return p.moved(t, op, a, b), true
	}
	for _, o := range [...]*operand{a, b} {
		if o.kind == value && o.typ.IsFloat() {
			return a, false
		}
	}
	if b.kind == known && (op == '+' || op == '-') || a.kind == known && op == '+' {
		if a.kind == known {
			a, b = b, a
		}
		n := b.typ.Int64(b.k)
		if op == '-' {
			n = -n
		}
		if n += int64(a.v); n > 1<<20 || n < -1<<20 {
			return p.fail(b.from, b.to, "this index is too large"), true
		}
		a.v = int32(n)
		return a, true
	}
	// Any other expression of it is an index of its own, known by its text.
	name := func(o *operand) string {
		switch {
		case o.kind == thread && o.v == 0:
			return p.threadName(o)
		case o.kind == thread:
			return "(" + p.threadName(o) + ")"
		case o.kind == known:
			return strconv.FormatInt(o.typ.Int64(o.k), 10)
		case p.values[o.v].Name != "":
			return p.values[o.v].Name
		}
		return "%" + strconv.Itoa(int(o.v))
	}
	return p.threadOf(name(a)+p.Text[t.From:t.To]+name(b), a.from, b.to), true
}

// apart is how many elements the pointer a stands behind the pointer b, where both lead into one array.
func (p *builder) apart(a, b *operand) (n int64, same bool) {
	if a.kind != pointer || b.kind != pointer || a.typ != b.typ || a.backward != b.backward || a.ct.Base != b.ct.Base || a.ct.Cells != b.ct.Cells || a.off != b.off {
		return 0, false
	}
	if a.backward {
		a, b = b, a
	}
	if a.typ == outsideType {
		return int64(a.v) - int64(b.v), a.cell == b.cell && a.k == b.k
	}
	return (int64(a.cell) - int64(b.cell)) / int64(max(a.ct.Cells, 1)), p.objectOf(a) == p.objectOf(b)
}

// objectOf is the number of the object that a pointer to memory of the program leads into.
func (p *builder) objectOf(o *operand) int32 {
	if o.k != 0 {
		return int32(o.k) - 1
	}
	return p.cells[o.cell].object
}

// moved adds b to the pointer a.
func (p *builder) moved(t *syntax.Token, op syntax.Operator, a, b *operand) *operand {
	a = a.own()
	outside := a.typ == outsideType
	if b.kind == value && outside && !b.typ.IsFloat() && p.values[b.v].Name != "" {
		b = p.threadOf(p.values[b.v].Name, b.from, b.to) // an element chosen by an input
	}
	if b.kind == thread && outside && op == '+' && a.k == 0 {
		a.k, a.v = b.k, a.v+b.v
		return a
	}
	if b = p.rvalue(b); b.kind == value && b.typ.IsFloat() {
		return p.fail(b.from, b.to, "this is an index, and no integer: declare it, as in int i = 0")
	}
	if b.kind != known || b.typ.IsFloat() {
		return p.fail(b.from, b.to, "the index must be a number that is known when the text is read; loops with a fixed count are")
	}
	n := b.typ.Int64(b.k)
	if (op == '-') != a.backward {
		n = -n
	}
	if b.counted {
		p.counts(types.Input, a.cell+int32(n), false)
	}
	if n > maxCells || n < -maxCells {
		return p.fail(b.from, b.to, "the index is outside of the array")
	}
	if outside {
		n += int64(a.v)
		if n < 0 && p.dead > 0 { // as a condition around it keeps from happening
			n = 0
		}
		if n > maxCells || n < 0 && a.k == 0 {
			return p.fail(b.from, b.to, "the index is outside of what is read: 0 to "+strconv.Itoa(maxCells))
		}
		a.v = int32(n)
		return a
	}
	if a.k == 0 {
		a.k = uint64(p.cells[a.cell].object) + 1 // the object that it must stay in
	}
	if a.cell >= 0 && int(a.cell) < len(p.cells) {
		if c := &p.cells[a.cell]; c.ct.Form == types.Record || c.ct.Size > a.ct.Size {
			a.off += int32(n) * a.ct.Size // within a union, or the parts of one number
			return a
		}
	}
	to := int64(a.cell) + n*int64(a.ct.Cells)
	if to < -maxCells || to > 2*maxCells+maxRoom {
		return p.fail(b.from, b.to, "the index is outside of the array")
	}
	a.cell = int32(to)
	return a
}

// follow reads what a pointer points to.
func (p *builder) follow(t *syntax.Token, o *operand) *operand {
	if o = p.rvalue(o); p.Err != nil {
		return o
	}
	if o.kind == callable { // (*f)(x)
		return o
	}
	if o.kind != pointer {
		return p.fail(o.from, max(o.to, t.End), "only an array or a pointer has elements")
	}
	if o.backward {
		o = p.moved(t, '+', o, knownInt(types.Int, 1, o.from, o.to))
		o.backward = false
		if p.Err != nil {
			return o
		}
	}
	if o.typ == outsideType {
		r := p.element(o)
		r.from, r.to = min(o.from, t.At), max(o.to, t.End)
		return r
	}
	inside := o.cell >= 0 && int(o.cell) < len(p.cells)
	if inside && o.k != 0 {
		ob := &p.objects[o.k-1]
		inside = o.cell >= ob.first && o.cell+o.ct.Cells <= ob.first+ob.ct.Cells
	}
	if inside && o.ct.Form != types.Array && o.ct.Form != types.Record {
		c := p.cells[o.cell].ct
		inside = o.off >= 0 && o.off+o.ct.Size <= c.Size
	}
	if !inside && p.dead > 0 && o.k != 0 { // as a condition around it keeps from happening
		first := p.objects[o.k-1].first
		return p.anyPlace(o.ct, p.cells[first].ct, first, o.from, o.to)
	}
	if !inside {
		return p.fail(o.from, max(o.to, t.End), "this is outside of the array")
	}
	r := &operand{kind: aggregate, cell: o.cell, off: o.off, ct: o.ct, from: min(o.from, t.At), to: max(o.to, t.End)}
	if o.ct.Form == types.Scalar || o.ct.Form == types.Address {
		r.kind = place
	}
	return r
}

// anyPlace is a place of a type, in code that is not executed.
func (p *builder) anyPlace(ct, have *types.Declared, at, from, to int32) *operand {
	if ct != have || ct.Form != types.Scalar {
		return p.allocate("", ct, from, to, false)
	}
	return &operand{kind: place, cell: at, ct: ct, from: from, to: to}
}

// member is the member t of a structure.
func (p *builder) member(o *operand, t *syntax.Token) *operand {
	if p.Err != nil {
		return o
	}
	if o.kind == place && p.objects[p.cells[o.cell].object].free && len(p.Names[t.ID]) == 1 && strings.Contains("xyzwrgba", p.Names[t.ID]) {
		return p.component(o, t)
	}
	if o.kind != aggregate || o.ct.Form != types.Record {
		if o.kind == place && types.Listed(" np numpy math cmath torch cupy cp jnp tf ", p.objects[p.cells[o.cell].object].name) {
			return p.failAt(t, "modules of Python are not read; a function stands here by its name alone, as in exp(x) for np.exp(x)")
		}
		return p.failAt(t, "only a structure or a union has members")
	}
	for _, m := range o.ct.Members {
		if m.ID != t.ID {
			continue
		}
		r := &operand{kind: aggregate, cell: o.cell + m.Cell, off: o.off, ct: m.Type, from: o.from, to: t.End}
		if m.Type.Form == types.Scalar || m.Type.Form == types.Address {
			r.kind = place
		}
		return r
	}
	return p.failAt(t, "there is no member “"+p.Shown(t)+"” in this")
}
