package expr

// storage is what stands beside a type in a declaration.
type storage struct {
	typedef, global, device, volatile, inferred, shared bool
}

// startsType reports whether a type begins with the token.
func (p *parser) startsType(t *token) bool {
	if t.kind != identifier {
		return false
	}
	if s := p.lookup(t.id); s != nil {
		return s.sort == typeName
	}
	return t.id <= wUnion || t.id == wTypedef || wUint <= t.id && t.id <= wE5M2 || t.id == wCBool || wMake+vectorTypes <= t.id && t.id < wMake+2*vectorTypes ||
		t.id == wEnum || t.id == wAttribute || t.id == wLaunchBounds
}

// typeName reads a type with its stars.
func (p *parser) typeName() (*ctype, storage) {
	ct, st := p.specifiers()
	for p.err == nil {
		if p.take('*') {
			ct = pointerTo(ct)
		} else if t := p.peek(); t.kind == identifier && (t.id == wConst || t.id == wVolatile || wVolatile < t.id && t.id < wDevice) {
			p.next()
		} else {
			break
		}
	}
	return ct, st
}

// wordType returns the type that one word names, nil for other words.
func (p *parser) wordType(id int32) *ctype {
	integer := func(t Type, narrow int8) *ctype {
		ct := scalarType(t)
		if narrow != 0 {
			ct.narrow, ct.size = narrow, int32(max(narrow, -narrow))/8
		}
		return ct
	}
	switch id {
	case wBool, wCBool:
		return scalarType(Bool)
	case wUint, wUint32:
		return integer(UInt, 0)
	case wInt32:
		return integer(Int, 0)
	case wUlong, wSizeT, wUint64:
		return integer(ULong, 0)
	case wPtrdiff, wInt64:
		return integer(Long, 0)
	case wUshort, wUint16, wHalfRaw, wHalfRaw - 1:
		return integer(Int, 16)
	case wInt16:
		return integer(Int, -16)
	case wUchar, wUint8:
		return integer(Int, 8)
	case wInt8:
		return integer(Int, -8)
	case wHalf, wHalf + 1, wFloat16:
		return scalarType(Half)
	case wBFloat, wBFloat + 1, wBFloat + 2:
		return scalarType(BFloat16)
	case wE4M3, wE5M2:
		ct := scalarType(Float)
		ct.rounding, ct.size = "=e"+p.names[id][len("__nv_fp8_e"):]+" rne sat", 1
		return ct
	case wFloat, wFloatT:
		return scalarType(Float)
	case wDouble, wDoubleT:
		return scalarType(Double)
	}
	if wMake+vectorTypes <= id && id < wMake+2*vectorTypes {
		return p.vector(id - wMake - vectorTypes)
	}
	return nil
}

// vector returns float2 to uint4, by their place among the keywords.
func (p *parser) vector(n int32) *ctype {
	t := [...]Type{Float, Double, Int, UInt}[n/3]
	if p.vectors[n] == nil {
		ct := &ctype{form: record}
		for i := range n%3 + 2 {
			m := scalarType(t)
			ct.members = append(ct.members, member{id: p.idOf("xyzw"[i : i+1]), ct: m, cell: ct.cells})
			ct.cells++
			ct.size += m.size
		}
		p.vectors[n] = ct
	}
	return p.vectors[n]
}

// specifiers reads the words of a type, without stars.
func (p *parser) specifiers() (*ctype, storage) {
	var st storage
	var ct *ctype
	var signed, unsigned, short, long, char, integer int
	first := p.peek()
	for p.err == nil {
		t := p.peek()
		if t.kind != identifier {
			break
		}
		if s := p.lookup(t.id); s != nil {
			if s.sort != typeName || ct != nil || signed+unsigned+short+long+char+integer > 0 {
				break
			}
			p.next()
			ct = s.ct
			continue
		}
		plain := ct != nil || signed+unsigned+short+long+char+integer > 0
		switch {
		case t.id == wSigned:
			signed++
		case t.id == wUnsigned:
			unsigned++
		case t.id == wShort:
			short++
		case t.id == wLong:
			long++
		case t.id == wChar:
			char++
		case t.id == wInt:
			integer++
		case t.id == wVoid && !plain:
			ct = &ctype{form: void}
		case t.id == wVolatile:
			st.volatile = true
		case t.id == wTypedef:
			st.typedef = true
		case t.id == wGlobal:
			st.global = true
		case wDevice <= t.id && t.id < wGlobal:
			st.device = true
		case t.id == wAuto:
			st.inferred = true
		case t.id == wAttribute || t.id == wAttribute+1 || t.id == wAttribute+2 || t.id == wLaunchBounds:
			p.next()
			p.skipParentheses()
			continue
		case wConst <= t.id && t.id <= wNoinline:
			st.shared = st.shared || t.id == wShared
			if p.after(1).kind == stringLiteral { // extern "C"
				p.next()
			}
		case t.id == wStruct || t.id == wUnion:
			if plain {
				p.unexpected("a name is expected after the type")
				break
			}
			ct = p.record()
			continue
		case t.id == wEnum:
			ct = p.enumeration()
			continue
		default:
			if w := p.wordType(t.id); w != nil && (!plain || t.id == wDouble && ct == nil) {
				ct = w
			} else {
				goto done
			}
		}
		p.next()
	}
done:
	if p.err != nil {
		return scalarType(Int), st
	}
	n := signed + unsigned + short + long + char + integer
	if ct != nil && ct.form == scalar && ct.base == Double && long == 1 && n == 1 {
		if !p.o.Device {
			p.fail(first.at, p.end(), "long double has 80 bits on x86 and is not read; take double")
		} else if p.dead == 0 {
			p.note(int(first.at), "long double is double in device code.")
		}
		n = 0
	}
	if n > 0 {
		switch {
		case ct != nil || signed+unsigned > 1 || short > 1 || long > 2 || short > 0 && long > 0 || char > 0 && short+long+integer > 0 || integer > 1 || char > 1:
			p.fail(first.at, p.end(), "these words make no type together")
			return scalarType(Int), st
		}
		t := Int
		switch {
		case long > 0 && unsigned > 0:
			t = ULong
		case long > 0:
			t = Long
		case unsigned > 0 && short+char == 0:
			t = UInt
		}
		ct = scalarType(t)
		if short+char > 0 {
			bits := int8(16 - 8*char)
			if ct.size = int32(bits) / 8; unsigned == 0 {
				bits = -bits
			}
			ct.narrow = bits
		}
	}
	if ct == nil {
		if !st.inferred {
			p.unexpected("a type is expected, such as float")
		}
		ct = scalarType(Int)
	}
	if st.volatile && ct.form == scalar {
		v := *ct
		v.volatile = true
		ct = &v
	}
	return ct, st
}

// skipParentheses passes over ( ... ).
func (p *parser) skipParentheses() {
	depth := 0
	for t := p.peek(); t.kind != endOfText; t = p.peek() {
		if depth == 0 && t.op != '(' {
			return
		}
		p.next()
		switch t.op {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return
			}
		}
	}
}

// record reads a struct or a union.
func (p *parser) record() *ctype {
	t := p.next()
	ct := &ctype{form: record, union: t.id == wUnion}
	tag := &token{}
	for p.peek().kind == identifier && !p.is('{') && tag.kind == endOfText {
		n := p.next()
		if n.id == wAttribute || n.id == wAttribute+1 || n.id == wAttribute+2 {
			p.skipParentheses()
			continue
		}
		tag = n
	}
	if !p.is('{') {
		if tag.kind == identifier {
			if s := p.lookup(tag.id); s != nil && s.sort == typeName && s.ct.form == record {
				return s.ct
			}
			p.failAt(tag, "“"+p.shown(tag)+"” is not declared: its members are expected in { }")
		} else {
			p.unexpected("the members are expected in { }")
		}
		return scalarType(Int)
	}
	p.next()
	for p.err == nil && !p.is('}') {
		base, _ := p.specifiers()
		for p.err == nil {
			id, mt, at := p.declarator(base)
			if p.err != nil {
				break
			}
			if p.is('(') || p.is('{') || p.is('=') || p.is(':') {
				p.failAt(id, "a structure is read with plain members: write functions outside of it, and set its members where it is declared")
				break
			}
			p.addMember(ct, id, mt, at)
			if !p.take(',') {
				break
			}
		}
		if p.err == nil && !p.take(';') {
			if !p.is('}') && !p.startsType(p.peek()) {
				p.expect(';', " after a member")
				break
			}
			p.missing("after the last member")
		}
	}
	p.expect('}', " after the members")
	if p.err != nil || len(ct.members) == 0 {
		if p.err == nil {
			p.failAt(t, "this has no members")
		}
		return scalarType(Int)
	}
	if ct.union {
		ct.cells = 1
	}
	if tag.kind == identifier {
		p.declare(symbol{id: tag.id, sort: typeName, ct: ct})
	}
	return ct
}

func (p *parser) addMember(ct *ctype, id *token, mt *ctype, _ int32) {
	for _, m := range ct.members {
		if m.id == id.id {
			p.failAt(id, "there are two members of this name")
			return
		}
	}
	if mt.form == void || mt.form >= address || mt.cells == 0 || len(ct.members) >= 200 {
		p.failAt(id, "a member of this type is not read")
		return
	}
	m := member{id: id.id, ct: mt}
	if ct.union {
		if ct.size = max(ct.size, mt.size); ct.size > 8 || mt.form == record {
			p.failAt(id, "a union is read up to 8 bytes, of numbers and arrays of numbers")
			return
		}
	} else {
		m.cell = ct.cells
		ct.cells += mt.cells
		ct.size += mt.size
		if ct.cells > maxCells {
			p.failAt(id, "this structure is too large")
		}
	}
	ct.members = append(ct.members, m)
}

// missing notes a semicolon that is left out before the next token.
func (p *parser) missing(where string) {
	if p.dead == 0 {
		p.note(int(p.end()), "A semicolon is missing "+where+"; a compiler would stop here. It is read as if it were there.")
	}
}

// declarator reads a name with its stars and the sizes of an array.
func (p *parser) declarator(base *ctype) (name *token, ct *ctype, at int32) {
	ct = base
	for p.err == nil {
		if p.take('*') {
			ct = pointerTo(ct)
		} else if p.take('&') || p.take(andAnd) {
			if ct.form == void || ct.form == reference {
				p.failAt(p.peek(), "a reference to this is not read")
				return
			}
			ct = referenceTo(ct)
		} else if t := p.peek(); t.kind == identifier && wConst <= t.id && t.id < wDevice && p.lookup(t.id) == nil {
			p.next()
		} else {
			break
		}
	}
	name = p.peek()
	if name.kind != identifier {
		if p.is('(') {
			p.failAt(name, "pointers to functions and references to arrays are not read; hand over a pointer to the first element")
			return
		}
		p.unexpected("a name is expected after the type")
		return
	}
	if name.id == wOperator {
		return p.operatorName(), ct, name.at
	}
	if p.reserved(name.id) {
		p.failAt(name, "“"+p.shown(name)+"” is a word of the language; a name of your own is expected here")
		return
	}
	p.next()
	return name, p.dimensions(ct), name.at
}

// dimensions reads [n] and what follows; without a number the array's length is 0 and comes from its values.
func (p *parser) dimensions(ct *ctype) *ctype {
	if !p.is('[') || p.err != nil || !p.deeper() {
		return ct
	}
	defer p.shallower()
	open := p.next()
	n := int32(0)
	if !p.is(']') {
		o := p.rvalue(p.conditional())
		if p.err == nil && (o.kind != known || o.typ.signed(o.k) <= 0 || o.k > maxCells) {
			p.fail(o.from, o.to, "the number of elements must be known when the text is read, and lie between 1 and 65536")
			return ct
		}
		n = int32(o.k)
	}
	p.expect(']', " after the number of elements")
	inner := p.dimensions(ct)
	if p.err == nil && (int64(inner.cells)*int64(n) > maxCells || inner.form == array && inner.n == 0 || inner.form == void) {
		p.failAt(open, "an array of this size is not read")
		return ct
	}
	return arrayOf(inner, n)
}

// reserved reports whether a word cannot be the name of a variable or function.
func (p *parser) reserved(id int32) bool {
	return id < wHalf || wConst <= id && id <= wStatic+4 || wAuto <= id && id <= wUnion || id == wTypedef || wSizeof <= id && id <= wDefault || id == wTrue || id == wFalse
}
