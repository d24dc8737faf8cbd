package expr

// function is a function that the text defines.
type function struct {
	name   *token
	out    *ctype
	params []param
	body   int // the token number of its {
	kernel bool
	device bool      // for a GPU
	start  int32     // the byte where its type begins
	form   *template // what it is made from
	binds  []symbol  // what the names of its template's parameters mean
}

type param struct {
	name *token
	ct   *ctype
}

// declaration reads a declaration, or at the outermost level the definition of a function.
func (p *parser) declaration() {
	first := p.peek()
	if first.id == wUsing {
		p.using()
		return
	}
	base, st := p.specifiers()
	if p.err != nil || p.take(';') {
		return
	}
	for p.err == nil {
		name, ct, _ := p.declarator(base)
		if p.err != nil {
			return
		}
		switch {
		case p.is('(') && !st.typedef && p.atParameters():
			if p.define(name, ct, st, first.from) {
				return
			}
		case st.typedef:
			p.declare(symbol{id: name.id, sort: typeName, ct: ct})
		default:
			p.variable(name, ct, st)
		}
		if !p.take(',') {
			break
		}
	}
	p.endStatement()
}

// using reads using real = float; and passes over using namespace.
func (p *parser) using() {
	p.next()
	if p.takeWord(wNamespace) {
		p.next()
		p.endStatement()
		return
	}
	name := p.next()
	if name.kind != identifier || !p.take('=') {
		p.failAt(name, "only using name = type; is read")
		return
	}
	ct, _ := p.typeName()
	if p.err == nil {
		p.declare(symbol{id: name.id, sort: typeName, ct: ct})
	}
	p.endStatement()
}

// atParameters reports whether a parenthesis after a name opens parameters, not an initial value.
func (p *parser) atParameters() bool {
	t := p.after(1)
	return t.op == ')' || p.startsType(t)
}

// variable declares a variable with its initial value.
func (p *parser) variable(name *token, ct *ctype, st storage) {
	if ct.form == void {
		p.failAt(name, "a variable cannot be void")
		return
	}
	if ct.form == reference {
		p.alias(name, ct.elem, st)
		return
	}
	if st.shared && p.group != nil && p.dead == 0 {
		if ct.form == array && ct.n == 0 { // its length is said where the kernel is launched
			ct = arrayOf(ct.elem, int32(4*p.group.size))
		}
		at := p.group.shared[name.at]
		if at == nil {
			at = p.allocate(p.names[name.id], ct, name.at, name.end, false)
			p.group.shared[name.at] = at
		}
		p.declare(symbol{id: name.id, sort: variable, at: at})
		return
	}
	if ct.form == array && ct.n == 0 {
		ct = arrayOf(ct.elem, p.countElements(ct.elem))
		if p.err != nil {
			return
		}
	}
	if st.inferred {
		p.inferred(name)
		return
	}
	at := p.allocate(p.names[name.id], ct, name.at, name.end, false)
	if p.err != nil {
		return
	}
	p.newLine()
	declared := symbol{id: name.id, sort: variable, at: at}
	brace := p.is('{')
	switch {
	case p.take('=') || brace:
		// The name is known in its own initial value, as in C.
		p.declare(declared)
		p.initialize(at)
	case p.is('('):
		p.declare(declared)
		p.next()
		p.put(at, p.assignment())
		p.expect(')', " after the initial value")
	default:
		p.declare(declared)
	}
}

// inferred declares a variable of the type of its value.
func (p *parser) inferred(name *token) {
	if !p.take('=') {
		p.unexpected("auto needs a value: = is expected")
		return
	}
	p.newLine()
	o := p.readable(p.assignment())
	if p.err != nil {
		return
	}
	ct := scalarType(o.typ)
	if o.kind == pointer {
		ct = pointerTo(o.ct)
	}
	at := p.allocate(p.names[name.id], ct, name.at, name.end, false)
	if p.err == nil {
		p.declare(symbol{id: name.id, sort: variable, at: at})
		p.put(at, o)
	}
}

// put stores an initial value.
func (p *parser) put(at, v *operand) {
	if p.err != nil {
		return
	}
	if at.kind == aggregate {
		p.copyObject(at, v)
		return
	}
	p.store(at, v)
}

// initialize reads an initial value; in braces, those of an array's or a structure's parts.
func (p *parser) initialize(at *operand) {
	if !p.is('{') {
		p.put(at, p.assignment())
		return
	}
	if !p.deeper() {
		return
	}
	defer p.shallower()
	p.next()
	if at.ct.form == record {
		p.zero(at) // what is not written
	}
	index := int32(0)
	for p.err == nil && !p.is('}') {
		t := p.peek()
		part, ok := p.part(at, index)
		if !ok {
			p.failAt(t, "there are more values here than elements")
			return
		}
		if p.take('.') { // .x = of a structure
			m := p.peek()
			part = p.member(at)
			for i, mm := range at.ct.members {
				if mm.id == m.id {
					index = int32(i)
				}
			}
			p.expect('=', " after the member's name")
		}
		p.initialize(part)
		index++
		if !p.take(',') {
			break
		}
	}
	if !p.expect('}', " after the values") {
		return
	}
	for part, ok := p.part(at, index); ok && p.err == nil && at.ct.form == array; part, ok = p.part(at, index) {
		p.zero(part)
		index++
	}
}

// part returns the part of an array or a structure with that number.
func (p *parser) part(at *operand, n int32) (*operand, bool) {
	o := at.own()
	switch {
	case at.kind == place:
		return at, n == 0
	case at.ct.form == array && n < at.ct.n:
		o.ct = at.ct.elem
		if p.cells[at.cell].ct.form == record {
			o.off += n * o.ct.size
		} else {
			o.cell += n * o.ct.cells
		}
	case at.ct.form == record && at.ct.union && n == 0, at.ct.form == record && !at.ct.union && int(n) < len(at.ct.members):
		o.ct = at.ct.members[n].ct
		o.cell += at.ct.members[n].cell
	default:
		return o, false
	}
	if o.ct.form == scalar || o.ct.form == address {
		o.kind = place
	}
	return o, true
}

// zero stores zeros.
func (p *parser) zero(at *operand) {
	if at.kind == place {
		if at.ct.form == address {
			return
		}
		zero := knownInt(at.ct.base, 0, at.from, at.from)
		if at.ct.base.IsFloat() {
			zero = p.constant(at.ct.base, 0, at.from, at.from)
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
		if at.ct.union {
			return
		}
	}
}

// copyObject copies a structure.
func (p *parser) copyObject(at, v *operand) {
	if v.kind == aggregate && v.ct == at.ct && at.ct.form == record {
		for i := range at.ct.cells {
			now := p.cells[v.cell+i].now
			if now.kind == nothing && !at.ct.union {
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
		p.work += 4 * int(at.ct.cells)
		return
	}
	if at.ct.form == array {
		p.fail(v.from, v.to, "the elements of an array are expected in { }")
		return
	}
	p.fail(v.from, v.to, "a structure of the same type is expected here")
}

// countElements counts the values in the braces that follow.
func (p *parser) countElements(elem *ctype) int32 {
	if !p.is('=') || p.after(1).op != '{' {
		p.unexpected("an array without a number of elements needs its values in { }")
		return 1
	}
	n, depth, comma := int32(0), 0, true
	for i := p.at + 1; i < len(p.tokens); i++ {
		t := p.tokens[i]
		p.work++
		switch t.op {
		case '(', '[', '{':
			if depth == 1 && comma {
				n, comma = n+1, false
			}
			depth++
			continue
		case ')', ']', '}':
			if depth--; depth == 0 {
				if n == 0 || int64(n)*int64(elem.cells) > maxCells {
					p.failAt(p.after(1), "between 1 and 65536 values are expected in these braces")
				}
				return max(n, 1)
			}
			continue
		case ',':
			if depth == 1 {
				comma = true
				continue
			}
		}
		if depth == 1 && comma {
			n, comma = n+1, false
		}
	}
	p.failAt(p.after(1), "these braces are not closed")
	return 1
}

// define reads the parameters of a function and passes over its body; false if it is only declared.
func (p *parser) define(name *token, out *ctype, st storage, start int32) bool {
	f := &function{name: name, out: out, kernel: st.global, device: st.device, start: start}
	if p.frame > 0 || p.scopes > 0 {
		p.failAt(name, "a function is defined at the outermost level, not within another")
		return true
	}
	if !p.parameters(f) {
		return true
	}
	if !p.is('{') {
		return false // a declaration
	}
	f.body = p.at
	p.skipBraces()
	p.declare(symbol{id: name.id, sort: functionName, fn: f})
	p.functions = append(p.functions, f)
	return true
}

// parameters reads the parameters of a function, up to its body.
func (p *parser) parameters(f *function) bool {
	if f.out.form == reference {
		f.out = f.out.elem
	}
	p.next()
	for p.err == nil && !p.is(')') {
		if len(f.params) >= 100 {
			p.failAt(p.peek(), "a function has at most 100 parameters")
			return false
		}
		ct, _ := p.specifiers()
		if p.is(')') && ct.form == void {
			break
		}
		for p.err == nil {
			if p.take('*') {
				ct = pointerTo(ct)
			} else if p.take('&') || p.take(andAnd) {
				ct = referenceTo(ct)
			} else if t := p.peek(); t.kind == identifier && wConst <= t.id && t.id < wDevice {
				p.next()
			} else {
				break
			}
		}
		pm := param{name: p.peek(), ct: ct}
		if pm.name.kind != identifier {
			if p.is('(') {
				p.failAt(pm.name, "pointers to functions and references to arrays are not read; hand over a pointer to the first element")
				return false
			}
			if !p.is(',') && !p.is(')') {
				p.unexpected("a parameter's name is expected")
				return false
			}
		} else {
			if pm.name, pm.ct, _ = p.declarator(ct); pm.ct != nil && pm.ct.form == array {
				pm.ct = pointerTo(pm.ct.elem)
			}
		}
		if p.is('=') {
			p.failAt(p.peek(), "default values of parameters are not read; write the value where the function is called")
			return false
		}
		f.params = append(f.params, pm)
		if !p.take(',') {
			break
		}
	}
	if !p.expect(')', " after the parameters") {
		return false
	}
	for t := p.peek(); t.kind == identifier && (t.id == wConst || t.id == wNoexcept); t = p.peek() {
		p.next()
	}
	return p.err == nil
}

// skipBraces passes over { ... }.
func (p *parser) skipBraces() {
	open := p.peek()
	depth := 0
	for t := p.peek(); t.kind != endOfText; t = p.peek() {
		p.next()
		switch t.op {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return
			}
		}
	}
	p.failAt(open, "this brace is not closed")
}

// makeVector reads make_float3(x, y, z) and its relatives.
func (p *parser) makeVector(t *token) *operand {
	args := p.arguments()
	ct := p.vector(t.id - wMake)
	if p.err == nil && len(args) != len(ct.members) {
		return p.fail(t.at, p.end(), p.shown(t)+" takes as many numbers as the vector has")
	}
	if p.err != nil {
		return knownInt(Int, 0, 0, 0)
	}
	o := p.allocate(p.shown(t), ct, t.at, p.end(), false)
	lastAt := p.lastAt
	for i := range args {
		if part, ok := p.part(o, int32(i)); ok && p.err == nil {
			v := p.implicit(args[i], part.ct.base)
			p.set(part.cell, v)
		}
	}
	p.lastAt = lastAt
	return o
}
