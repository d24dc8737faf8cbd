package syntax

import "ulplab/fpcore/expr/types"

// Storage is what stands beside a type in a declaration.
type Storage struct {
	Typedef, Global, Device, Volatile, Inferred, Shared, Extern bool
}

// startsType reports whether a type begins with the token.
func (r *reader) startsType(t *Token) bool {
	if t.Kind != Identifier {
		return false
	}
	if s := r.Lookup(t.ID); s != nil {
		for n := -1; n <= 2; n++ {
			if i := r.at + n; i >= 0 && i+1 < len(r.Tokens) && &r.Tokens[i] == t && r.Tokens[i+1].Op == Scope { // V::one()
				return false
			}
		}
		return s.Sort == TypeName
	}
	for n := -1; n <= 1; n++ {
		if i := r.at + n; i >= 0 && i < len(r.Tokens) && &r.Tokens[i] == t && r.container(n) > 0 {
			return true
		}
	}
	return t.ID <= WordUnion || t.ID == WordClass || t.ID == WordTypedef || WordUint <= t.ID && t.ID <= WordE5M2 || t.ID == WordCBool || WordMake+VectorTypes <= t.ID && t.ID < WordMake+2*VectorTypes ||
		t.ID == WordEnum || t.ID == WordAttribute || t.ID == WordLaunchBounds
}

// typeName reads a type with its stars.
func (r *reader) typeName() *Tree {
	n := r.specifiers()
	r.noContainer(n)
	for r.Err == nil {
		t := r.peek()
		if t.Op == '*' {
			n.Stars = append(n.Stars, t)
		} else if t.Kind != Identifier || t.ID < WordConst || t.ID >= WordDevice {
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
	case WordBool, WordCBool:
		return types.ScalarType(types.Bool)
	case WordUint, WordUint32:
		return integer(types.UInt, 0)
	case WordInt32:
		return integer(types.Int, 0)
	case WordUlong, WordSizeT, WordUint64:
		return integer(types.ULong, 0)
	case WordPtrdiff, WordInt64:
		return integer(types.Long, 0)
	case WordUshort, WordUint16, WordHalfRaw, WordHalfRaw - 1:
		return integer(types.Int, 16)
	case WordInt16:
		return integer(types.Int, -16)
	case WordUchar, WordUint8:
		return integer(types.Int, 8)
	case WordInt8:
		return integer(types.Int, -8)
	case WordHalf, WordHalf + 1, WordFloat16:
		return types.ScalarType(types.Half)
	case WordBFloat, WordBFloat + 1, WordBFloat + 2:
		return types.ScalarType(types.BFloat16)
	case WordE4M3, WordE5M2:
		ct := types.ScalarType(types.Float)
		ct.Rounding, ct.Size = "=e"+r.Names[id][len("__nv_fp8_e"):]+" rne sat", 1
		return ct
	case WordFloat, WordFloatT:
		return types.ScalarType(types.Float)
	case WordDouble, WordDoubleT:
		return types.ScalarType(types.Double)
	}
	if WordMake+VectorTypes <= id && id < WordMake+2*VectorTypes {
		return r.Vector(id - WordMake - VectorTypes)
	}
	return nil
}

// Vector returns float2 to ushort4, by their place among the keywords.
func (l *Lexer) Vector(n int32) *types.Declared {
	t := [...]types.Type{types.Float, types.Double, types.Int, types.UInt, types.Int, types.Int, types.Int, types.Int}[n/3]
	if l.vectors[n] == nil {
		ct := &types.Declared{Form: types.Record}
		for i := range n%3 + 2 {
			m := types.ScalarType(t)
			if m.Narrow = [...]int8{0, 0, 0, 0, -8, 8, -16, 16}[n/3]; m.Narrow != 0 {
				m.Size = int32(max(m.Narrow, -m.Narrow)) / 8
			}
			ct.Members = append(ct.Members, types.Member{ID: l.Intern("xyzw"[i : i+1]), Type: m, Cell: ct.Cells})
			ct.Cells++
			ct.Size += m.Size
		}
		l.vectors[n] = ct
	}
	return l.vectors[n]
}

// specifiers reads the words of a type, without stars.
func (r *reader) specifiers() *Tree {
	var signed, unsigned, short, long, char, integer int
	n := &Tree{Kind: TypeTree, Token: r.peek()}
	for r.Err == nil {
		t := r.peek()
		if t.Kind != Identifier {
			break
		}
		words := signed + unsigned + short + long + char + integer
		plain := n.Declared != nil || n.Next != nil || n.X != nil || words > 0
		if s := r.Lookup(t.ID); s != nil {
			if s.Sort != TypeName || plain {
				break
			}
			if n.Next = r.next(); r.is('<') {
				r.given(n)
			}
			continue
		}
		if r.container(0) > 0 && !plain {
			r.contained(n)
			continue
		}
		switch {
		case t.ID == WordSigned:
			signed++
		case t.ID == WordUnsigned:
			unsigned++
		case t.ID == WordShort:
			short++
		case t.ID == WordLong:
			long++
		case t.ID == WordChar:
			char++
		case t.ID == WordInt:
			integer++
		case t.ID == WordVoid && !plain:
			n.Declared = &types.Declared{Form: types.Void}
		case t.ID == WordVolatile:
			n.Storage.Volatile = true
		case t.ID == WordTypedef:
			n.Storage.Typedef = true
		case t.ID == WordGlobal:
			n.Storage.Global = true
		case WordDevice <= t.ID && t.ID < WordGlobal:
			n.Storage.Device = true
		case t.ID == WordAuto:
			n.Storage.Inferred = true
		case t.ID == WordAttribute || t.ID == WordAttribute+1 || t.ID == WordAttribute+2 || t.ID == WordLaunchBounds:
			r.next()
			r.skipParentheses()
			continue
		case WordConst <= t.ID && t.ID <= WordNoinline:
			n.Storage.Shared = n.Storage.Shared || t.ID == WordShared
			n.Storage.Extern = n.Storage.Extern || r.Names[t.ID] == "extern"
			if r.after(1).Kind == StringLiteral { // extern "C"
				r.next()
			}
		case t.ID == WordStruct || t.ID == WordClass || t.ID == WordUnion:
			if plain {
				return r.unexpected("a name is expected after the type")
			}
			n.X = r.record()
			continue
		case t.ID == WordEnum:
			if plain {
				return r.unexpected("a name is expected after the type")
			}
			n.X = r.enumeration()
			continue
		default:
			w := r.wordType(t.ID)
			if w == nil || plain && (t.ID != WordDouble || n.Declared != nil || n.Next != nil || n.X != nil) {
				return r.typeOf(n, signed, unsigned, short, long, char, integer)
			}
			n.Declared = w
		}
		r.next()
	}
	return r.typeOf(n, signed, unsigned, short, long, char, integer)
}

// typeOf completes a type of which the words were counted.
func (r *reader) typeOf(n *Tree, signed, unsigned, short, long, char, integer int) *Tree {
	if r.Err != nil {
		return r.bad(n.X)
	}
	count := signed + unsigned + short + long + char + integer
	if n.Declared != nil && n.Declared.Form == types.Scalar && n.Declared.Base == types.Double && long == 1 && count == 1 {
		if !r.o.Device {
			return r.fail(n.Token.At, r.end(), "long double has 80 bits on x86 and is not read; take double")
		}
		n.Long = true
		count = 0
	}
	if count > 0 {
		if n.Declared != nil || n.Next != nil || n.X != nil || signed+unsigned > 1 || short > 1 || long > 2 || short > 0 && long > 0 || char > 0 && short+long+integer > 0 || integer > 1 || char > 1 {
			return r.fail(n.Token.At, r.end(), "these words make no type together")
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
		n.Declared = types.ScalarType(t)
		if short+char > 0 {
			bits := int8(16 - 8*char)
			if n.Declared.Size = int32(bits) / 8; unsigned == 0 {
				bits = -bits
			}
			n.Declared.Narrow = bits
		}
	}
	if n.Declared == nil && n.Next == nil && n.X == nil {
		if !n.Storage.Inferred {
			return r.unexpected("a type is expected, such as float")
		}
		n.Declared = types.ScalarType(types.Int)
	}
	return n
}

// record reads a struct or a union.
func (r *reader) record() *Tree {
	n := &Tree{Kind: RecordTree, Next: r.next(), Token: &Token{}}
	for r.peek().Kind == Identifier && n.Token.Kind == EndOfText {
		t := r.next()
		if t.ID == WordAttribute || t.ID == WordAttribute+1 || t.ID == WordAttribute+2 {
			r.skipParentheses()
			continue
		}
		n.Token = t
	}
	if r.is(':') {
		return r.failAt(r.peek(), "structures made of others are not read; write the members of the other one into this")
	}
	if !r.is('{') {
		if n.Token.Kind != Identifier {
			return r.unexpected("the members are expected in { }")
		}
		return n
	}
	n.Call = true
	r.next()
	if !r.deeper() {
		return r.bad(n)
	}
	defer r.shallower()
	if n.Token.Kind == Identifier { // its functions name it
		r.Declare(Symbol[noMeaning]{ID: n.Token.ID, Sort: TypeName})
	}
	for r.Err == nil && !r.is('}') {
		if r.access() || r.constructor(n) {
			continue
		}
		if m := r.members(n); m != nil {
			n.List = append(n.List, m)
		}
	}
	if !r.expect('}', " after the members") {
		return r.bad(n.List...)
	}
	if len(n.List)+len(n.Given) == 0 {
		return r.failAt(n.Next, "this has no members")
	}
	return n
}

// members reads the members of one type in a structure, nil for one of its functions.
func (r *reader) members(of *Tree) *Tree {
	if !r.startsType(r.peek()) {
		return r.failAt(r.peek(), plainMember)
	}
	n := &Tree{Kind: DeclarationTree, Token: r.peek(), Type: r.specifiers()}
	r.noContainer(n.Type)
	for r.Err == nil {
		d := r.declarator(&Tree{Kind: DeclaratorTree})
		switch {
		case r.Err != nil:
		case r.is('(') && len(n.List) == 0:
			if r.method(of, &Tree{Kind: FunctionTree, Token: d.Token, Type: n.Type, X: d, Next: n.Token}); r.Err == nil {
				return nil
			}
			d = r.bad(d)
		case r.is('('), r.is(':'):
			d = r.failAt(d.Token, plainMember)
		case r.take('=') || r.is('{'):
			of.Open = append(of.Open, &Tree{Kind: EntryTree, Token: d.Token, X: r.initializer()})
		}
		n.List = append(n.List, d)
		if r.Err != nil || !r.take(',') {
			break
		}
	}
	if n.End = r.end(); r.Err == nil && !r.take(';') {
		if !r.is('}') && !r.startsType(r.peek()) {
			return r.bad(n, r.unexpected("; is expected after a member"))
		}
		n.Lacks = afterMember
	}
	return n
}

// enumeration reads enum { A, B = 3 }: its names are integers.
func (r *reader) enumeration() *Tree {
	n := &Tree{Kind: EnumTree, Token: &Token{}}
	r.next()
	r.takeWord(WordClass)
	if r.peek().Kind == Identifier {
		n.Token = r.next()
		r.Declare(Symbol[noMeaning]{ID: n.Token.ID, Sort: TypeName})
		if !r.is('{') {
			return n
		}
	}
	if !r.expect('{', " after enum") {
		return r.bad()
	}
	for r.Err == nil && !r.is('}') {
		e := &Tree{Token: r.next()}
		if e.Token.Kind != Identifier {
			return r.bad(n, r.failAt(e.Token, "a name is expected among these"))
		}
		if r.take('=') {
			e.X = r.conditional()
		}
		r.Declare(Symbol[noMeaning]{ID: e.Token.ID, Sort: Constant})
		n.List = append(n.List, e)
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
func (r *reader) declarator(d *Tree) *Tree {
	for r.Err == nil {
		t := r.peek()
		if t.Op == '*' || t.Op == '&' || t.Op == AndAnd {
			d.Stars = append(d.Stars, t)
		} else if t.Kind != Identifier || t.ID < WordConst || t.ID >= WordDevice || r.Lookup(t.ID) != nil {
			break
		}
		r.next()
	}
	name := r.peek()
	if name.Kind != Identifier {
		if r.is('(') {
			if d = r.enclosed(d); r.Err == nil && d.Z == nil {
				return r.failAt(name, "pointers to rows and references to arrays are read as parameters; hand over a pointer to the first element")
			}
			return d
		}
		return r.unexpected("a name is expected after the type")
	}
	if name.ID == WordOperator {
		if d.Token = r.operatorName(); r.Err != nil {
			return r.bad()
		}
		return d
	}
	if r.reserved(name.ID) {
		return r.failAt(name, "“"+r.Shown(name)+"” is a word of the language; a name of your own is expected here")
	}
	d.Token = r.next()
	return r.dimensions(d)
}

// dimensions reads the sizes of an array behind its name.
func (r *reader) dimensions(d *Tree) *Tree {
	for levels := r.nest; r.Err == nil && r.is('['); r.nest++ {
		if r.nest >= types.MaxDepth {
			r.deeper()
			return r.bad(d)
		}
		n := &Tree{Kind: DimensionTree, Token: r.next()}
		if !r.is(']') {
			n.X = r.conditional()
		}
		d.List = append(d.List, n)
		if !r.expect(']', " after the number of elements") {
			return r.bad(d)
		}
		defer func() { r.nest = levels }()
	}
	d.Next = r.peek()
	return d
}

// enclosed reads a declarator whose name stands in parentheses: a pointer to a function, (*f)(float), or an array of them, (*f[2])(float); as a
// parameter a pointer to rows of an array, (*a)[4], which is a[][4], or a reference to an array, (&a)[4].
func (r *reader) enclosed(d *Tree) *Tree {
	r.next()
	star := r.next()
	if star.Op != '*' && star.Op != '&' {
		return r.failAt(star, "a * is expected here, as in float (*f)(float)")
	}
	if d.Token = r.peek(); d.Token.Kind == Identifier && !r.reserved(d.Token.ID) {
		r.next()
	}
	if d = r.dimensions(d); r.Err != nil || !r.expect(')', " after the name") {
		return r.bad(d)
	}
	if r.is('(') {
		return r.ofFunction(d)
	}
	if star.Op == '*' {
		d.List = append(d.List, &Tree{Kind: DimensionTree, Token: star})
	}
	if !r.is('[') {
		return r.unexpected("the parameters of a function or the size of an array are expected")
	}
	return r.dimensions(d)
}

// ofFunction reads the parameters of a function that a declarator stands for.
func (r *reader) ofFunction(d *Tree) *Tree {
	d.Z = &Tree{Kind: FunctionTree, Token: r.peek()}
	if r.deeper() {
		r.parameters(d.Z)
	}
	r.shallower()
	d.Next = r.peek()
	return d
}

// functionType reads the parameters of a type of functions behind that of what they give: float(float), and float (*)(float).
func (r *reader) functionType(at *Token, out *Tree) *Tree {
	n := &Tree{Kind: TypeTree, Token: at, Declared: types.ScalarType(types.Int)}
	if r.Err != nil || !r.is('(') {
		return out
	}
	if r.after(1).Op == '*' {
		r.at += 2
		r.expect(')', " after *")
	}
	r.ofFunction(n)
	n.Next, n.Z.Type = nil, out
	return n
}

// reserved reports whether a word cannot be the name of a variable or function.
func (r *reader) reserved(id int32) bool {
	return id < WordHalf || WordConst <= id && id <= WordStatic+4 || WordAuto <= id && id <= WordUnion || id == WordTypedef || WordSizeof <= id && id <= WordDefault || id == WordTrue || id == WordFalse
}

// operatorName reads the name of an operator that a text defines.
func (r *reader) operatorName() *Token {
	name := *r.next()
	t := r.next()
	if t.Op == '(' && r.take(')') || t.Op == '[' && r.take(']') {
		name.To, name.End = r.Tokens[r.at-1].To, r.end()
		name.ID = r.Intern(map[Operator]string{'(': "operator()", '[': "operator[]"}[t.Op])
		return &name
	}
	if t.Kind != Punctuator || Binding(t.Op&^Assigning) < 6 || t.Op == '%' {
		r.failAt(t, "only operators of arithmetic and comparisons are read here")
		return &name
	}
	name.ID, name.To, name.End = r.OperatorID(t), t.To, t.End
	return &name
}

// OperatorID returns the number of an operator's name, as a text defines it.
func (l *Lexer) OperatorID(t *Token) int32 { return l.Intern("operator" + l.Text[t.From:t.To]) }
