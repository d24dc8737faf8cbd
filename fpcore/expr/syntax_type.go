package expr

import "ulplab/fpcore/expr/types"

// storage is what stands beside a type in a declaration.
type storage struct {
	typedef, global, device, volatile, inferred, shared bool
}

// startsType reports whether a type begins with the token.
func (r *reader) startsType(t *token) bool {
	if t.kind != identifier {
		return false
	}
	if s := r.lookup(t.id); s != nil {
		return s.sort == typeName
	}
	return t.id <= wUnion || t.id == wTypedef || wUint <= t.id && t.id <= wE5M2 || t.id == wCBool || wMake+vectorTypes <= t.id && t.id < wMake+2*vectorTypes ||
		t.id == wEnum || t.id == wAttribute || t.id == wLaunchBounds
}

// typeName reads a type with its stars.
func (r *reader) typeName() *tree {
	n := r.specifiers()
	for r.err == nil {
		t := r.peek()
		if t.op == '*' {
			n.stars = append(n.stars, t)
		} else if t.kind != identifier || t.id < wConst || t.id >= wDevice {
			break
		}
		r.next()
	}
	return n
}

// wordType returns the type that one word names, nil for other words.
func (r *reader) wordType(id int32) *types.Declared {
	integer := func(t types.Type, narrow int8) *types.Declared {
		ct := types.ScalarType(t)
		if narrow != 0 {
			ct.Narrow, ct.Size = narrow, int32(max(narrow, -narrow))/8
		}
		return ct
	}
	switch id {
	case wBool, wCBool:
		return types.ScalarType(types.Bool)
	case wUint, wUint32:
		return integer(types.UInt, 0)
	case wInt32:
		return integer(types.Int, 0)
	case wUlong, wSizeT, wUint64:
		return integer(types.ULong, 0)
	case wPtrdiff, wInt64:
		return integer(types.Long, 0)
	case wUshort, wUint16, wHalfRaw, wHalfRaw - 1:
		return integer(types.Int, 16)
	case wInt16:
		return integer(types.Int, -16)
	case wUchar, wUint8:
		return integer(types.Int, 8)
	case wInt8:
		return integer(types.Int, -8)
	case wHalf, wHalf + 1, wFloat16:
		return types.ScalarType(types.Half)
	case wBFloat, wBFloat + 1, wBFloat + 2:
		return types.ScalarType(types.BFloat16)
	case wE4M3, wE5M2:
		ct := types.ScalarType(types.Float)
		ct.Rounding, ct.Size = "=e"+r.names[id][len("__nv_fp8_e"):]+" rne sat", 1
		return ct
	case wFloat, wFloatT:
		return types.ScalarType(types.Float)
	case wDouble, wDoubleT:
		return types.ScalarType(types.Double)
	}
	if wMake+vectorTypes <= id && id < wMake+2*vectorTypes {
		return r.vector(id - wMake - vectorTypes)
	}
	return nil
}

// vector returns float2 to uint4, by their place among the keywords.
func (l *lexer) vector(n int32) *types.Declared {
	t := [...]types.Type{types.Float, types.Double, types.Int, types.UInt}[n/3]
	if l.vectors[n] == nil {
		ct := &types.Declared{Form: types.Record}
		for i := range n%3 + 2 {
			m := types.ScalarType(t)
			ct.Members = append(ct.Members, types.Member{ID: l.intern("xyzw"[i : i+1]), Type: m, Cell: ct.Cells})
			ct.Cells++
			ct.Size += m.Size
		}
		l.vectors[n] = ct
	}
	return l.vectors[n]
}

// specifiers reads the words of a type, without stars.
func (r *reader) specifiers() *tree {
	var signed, unsigned, short, long, char, integer int
	n := &tree{kind: typeTree, tok: r.peek()}
	for r.err == nil {
		t := r.peek()
		if t.kind != identifier {
			break
		}
		words := signed + unsigned + short + long + char + integer
		plain := n.ct != nil || n.next != nil || n.x != nil || words > 0
		if s := r.lookup(t.id); s != nil {
			if s.sort != typeName || plain {
				break
			}
			n.next = r.next()
			continue
		}
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
			n.ct = &types.Declared{Form: types.Void}
		case t.id == wVolatile:
			n.st.volatile = true
		case t.id == wTypedef:
			n.st.typedef = true
		case t.id == wGlobal:
			n.st.global = true
		case wDevice <= t.id && t.id < wGlobal:
			n.st.device = true
		case t.id == wAuto:
			n.st.inferred = true
		case t.id == wAttribute || t.id == wAttribute+1 || t.id == wAttribute+2 || t.id == wLaunchBounds:
			r.next()
			r.skipParentheses()
			continue
		case wConst <= t.id && t.id <= wNoinline:
			n.st.shared = n.st.shared || t.id == wShared
			if r.after(1).kind == stringLiteral { // extern "C"
				r.next()
			}
		case t.id == wStruct || t.id == wUnion:
			if plain {
				return r.unexpected("a name is expected after the type")
			}
			n.x = r.record()
			continue
		case t.id == wEnum:
			if plain {
				return r.unexpected("a name is expected after the type")
			}
			n.x = r.enumeration()
			continue
		default:
			w := r.wordType(t.id)
			if w == nil || plain && (t.id != wDouble || n.ct != nil || n.next != nil || n.x != nil) {
				return r.typeOf(n, signed, unsigned, short, long, char, integer)
			}
			n.ct = w
		}
		r.next()
	}
	return r.typeOf(n, signed, unsigned, short, long, char, integer)
}

// typeOf completes a type of which the words were counted.
func (r *reader) typeOf(n *tree, signed, unsigned, short, long, char, integer int) *tree {
	if r.err != nil {
		return r.bad(n.x)
	}
	count := signed + unsigned + short + long + char + integer
	if n.ct != nil && n.ct.Form == types.Scalar && n.ct.Base == types.Double && long == 1 && count == 1 {
		if !r.o.Device {
			return r.fail(n.tok.at, r.end(), "long double has 80 bits on x86 and is not read; take double")
		}
		n.long = true
		count = 0
	}
	if count > 0 {
		if n.ct != nil || n.next != nil || n.x != nil || signed+unsigned > 1 || short > 1 || long > 2 || short > 0 && long > 0 || char > 0 && short+long+integer > 0 || integer > 1 || char > 1 {
			return r.fail(n.tok.at, r.end(), "these words make no type together")
		}
		t := types.Int
		switch {
		case long > 0 && unsigned > 0:
			t = types.ULong
		case long > 0:
			t = types.Long
		case unsigned > 0 && short+char == 0:
			t = types.UInt
		}
		n.ct = types.ScalarType(t)
		if short+char > 0 {
			bits := int8(16 - 8*char)
			if n.ct.Size = int32(bits) / 8; unsigned == 0 {
				bits = -bits
			}
			n.ct.Narrow = bits
		}
	}
	if n.ct == nil && n.next == nil && n.x == nil {
		if !n.st.inferred {
			return r.unexpected("a type is expected, such as float")
		}
		n.ct = types.ScalarType(types.Int)
	}
	return n
}

// record reads a struct or a union.
func (r *reader) record() *tree {
	n := &tree{kind: recordTree, next: r.next(), tok: &token{}}
	for r.peek().kind == identifier && n.tok.kind == endOfText {
		t := r.next()
		if t.id == wAttribute || t.id == wAttribute+1 || t.id == wAttribute+2 {
			r.skipParentheses()
			continue
		}
		n.tok = t
	}
	if !r.is('{') {
		if n.tok.kind != identifier {
			return r.unexpected("the members are expected in { }")
		}
		return n
	}
	n.call = true
	r.next()
	if !r.deeper() {
		return r.bad(n)
	}
	defer r.shallower()
	for r.err == nil && !r.is('}') {
		n.list = append(n.list, r.members())
	}
	if !r.expect('}', " after the members") {
		return r.bad(n.list...)
	}
	if len(n.list) == 0 {
		return r.failAt(n.next, "this has no members")
	}
	if n.tok.kind == identifier {
		r.declare(symbol[noMeaning]{id: n.tok.id, sort: typeName})
	}
	return n
}

// members reads the members of one type.
func (r *reader) members() *tree {
	n := &tree{kind: declarationTree, tok: r.peek(), typ: r.specifiers()}
	for r.err == nil {
		d := r.declarator(&tree{kind: declaratorTree})
		if r.err == nil && (r.is('(') || r.is('{') || r.is('=') || r.is(':')) {
			d = r.failAt(d.tok, "a structure is read with plain members: write functions outside of it, and set its members where it is declared")
		}
		n.list = append(n.list, d)
		if r.err != nil || !r.take(',') {
			break
		}
	}
	if n.end = r.end(); r.err == nil && !r.take(';') {
		if !r.is('}') && !r.startsType(r.peek()) {
			return r.bad(n, r.unexpected("; is expected after a member"))
		}
		n.lacks = afterMember
	}
	return n
}

// enumeration reads enum { A, B = 3 }: its names are integers.
func (r *reader) enumeration() *tree {
	n := &tree{kind: enumTree, tok: &token{}}
	r.next()
	r.takeWord(wClass)
	if r.peek().kind == identifier {
		n.tok = r.next()
		r.declare(symbol[noMeaning]{id: n.tok.id, sort: typeName})
		if !r.is('{') {
			return n
		}
	}
	if !r.expect('{', " after enum") {
		return r.bad()
	}
	for r.err == nil && !r.is('}') {
		e := &tree{tok: r.next()}
		if e.tok.kind != identifier {
			return r.bad(n, r.failAt(e.tok, "a name is expected among these"))
		}
		if r.take('=') {
			e.x = r.conditional()
		}
		r.declare(symbol[noMeaning]{id: e.tok.id, sort: constant})
		n.list = append(n.list, e)
		if !r.take(',') {
			break
		}
	}
	if !r.expect('}', " after the names") {
		return r.bad(n)
	}
	return n
}

// declarator reads a name with its stars and the sizes of an array.
func (r *reader) declarator(d *tree) *tree {
	for r.err == nil {
		t := r.peek()
		if t.op == '*' || t.op == '&' || t.op == andAnd {
			d.stars = append(d.stars, t)
		} else if t.kind != identifier || t.id < wConst || t.id >= wDevice || r.lookup(t.id) != nil {
			break
		}
		r.next()
	}
	name := r.peek()
	if name.kind != identifier {
		if r.is('(') {
			return r.failAt(name, "pointers to functions and references to arrays are not read; hand over a pointer to the first element")
		}
		return r.unexpected("a name is expected after the type")
	}
	if name.id == wOperator {
		if d.tok = r.operatorName(); r.err != nil {
			return r.bad()
		}
		return d
	}
	if r.reserved(name.id) {
		return r.failAt(name, "“"+r.shown(name)+"” is a word of the language; a name of your own is expected here")
	}
	d.tok = r.next()
	for levels := r.nest; r.err == nil && r.is('['); r.nest++ {
		if r.nest >= types.MaxDepth {
			r.deeper()
			return r.bad(d)
		}
		n := &tree{kind: dimensionTree, tok: r.next()}
		if !r.is(']') {
			n.x = r.conditional()
		}
		d.list = append(d.list, n)
		if !r.expect(']', " after the number of elements") {
			return r.bad(d)
		}
		defer func() { r.nest = levels }()
	}
	d.next = r.peek()
	return d
}

// reserved reports whether a word cannot be the name of a variable or function.
func (r *reader) reserved(id int32) bool {
	return id < wHalf || wConst <= id && id <= wStatic+4 || wAuto <= id && id <= wUnion || id == wTypedef || wSizeof <= id && id <= wDefault || id == wTrue || id == wFalse
}

// operatorName reads the name of an operator that a text defines.
func (r *reader) operatorName() *token {
	name := *r.next()
	t := r.next()
	if t.kind != operator || binding(t.op&^assigning) < 6 || t.op == '%' {
		r.failAt(t, "only operators of arithmetic and comparisons are read here")
		return &name
	}
	name.id, name.to, name.end = r.operatorID(t), t.to, t.end
	return &name
}

// operatorID returns the number of an operator's name, as a text defines it.
func (l *lexer) operatorID(t *token) int32 { return l.intern("operator" + l.text[t.from:t.to]) }
