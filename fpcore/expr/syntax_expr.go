package expr

import "ulplab/fpcore/expr/types"

// expression reads a full expression, commas and all.
func (r *reader) expression() *tree {
	n := r.assignment()
	if !r.is(',') || r.err != nil {
		return n
	}
	n = &tree{kind: commaTree, tok: r.peek(), list: []*tree{n}}
	for r.err == nil && r.take(',') {
		n.list = append(n.list, r.assignment())
	}
	return n
}

// assignment reads an expression without commas.
func (r *reader) assignment() *tree {
	if !r.deeper() {
		return r.bad()
	}
	defer r.shallower()
	left := r.conditional()
	t := r.peek()
	if t.op != '=' && t.op&assigning == 0 {
		return left
	}
	r.next()
	return &tree{kind: assignTree, tok: t, x: left, y: r.assignment()}
}

// conditional reads a ?: or what binds tighter.
func (r *reader) conditional() *tree {
	c := r.binary(1)
	if !r.is('?') || r.err != nil {
		return c
	}
	n := &tree{kind: choiceTree, tok: r.next(), x: c}
	n.y = r.expression()
	if !r.expect(':', " after what stands behind ?") {
		n.z = r.bad()
		return n
	}
	n.z = r.assignment()
	return n
}

// binding returns how tightly a binary operator binds, 0 for anything else.
func binding(op op16) int {
	switch op {
	case orOr:
		return 1
	case andAnd:
		return 2
	case '|':
		return 3
	case '^':
		return 4
	case '&':
		return 5
	case equal, differ:
		return 6
	case '<', '>', lessEq, moreEq:
		return 7
	case shiftLeft, shiftRight:
		return 8
	case '+', '-':
		return 9
	case '*', '/', '%':
		return 10
	}
	return 0
}

// binary reads operators that bind at least as tightly as least.
func (r *reader) binary(least int) *tree {
	n := r.unary()
	if r.err != nil {
		return n
	}
	for chain := false; r.err == nil; chain = true {
		t := r.peek()
		b := binding(t.op)
		if t.kind != operator || b < least || b == 0 {
			break
		}
		r.next()
		if !chain {
			n = &tree{kind: chainTree, tok: t, x: n}
		}
		n.list = append(n.list, &tree{tok: t, x: r.binary(b + 1)})
	}
	return n
}

// unary reads prefix operators and casts.
func (r *reader) unary() *tree {
	if !r.deeper() {
		return r.bad()
	}
	defer r.shallower()
	t := r.peek()
	if t.kind != operator {
		if t.kind == identifier && t.id == wSizeof {
			return r.sizeof()
		}
		return r.postfix(r.primary())
	}
	switch t.op {
	case '-', '+', '~', '!', increment, decrement, '*', '&':
		r.next()
		return &tree{kind: prefixTree, tok: t, x: r.unary()}
	case '(':
		if r.startsType(r.after(1)) {
			return r.cast()
		}
	}
	return r.postfix(r.primary())
}

// cast reads (type) and what it converts.
func (r *reader) cast() *tree {
	n := &tree{kind: castTree, tok: r.next(), typ: r.typeName()}
	if !r.expect(')', " after the type of a cast") {
		return r.bad(n.typ)
	}
	if r.is('{') {
		n.kind, n.next = valueTree, r.peek()
		n.x = r.initializer()
		n.end = r.end()
		return n
	}
	n.x = r.unary()
	return n
}

// sizeof reads sizeof of a type or an expression.
func (r *reader) sizeof() *tree {
	n := &tree{kind: sizeofTree, tok: r.next()}
	if r.is('(') && r.startsType(r.after(1)) {
		r.next()
		if n.typ = r.typeName(); !r.expect(')', " after the type") {
			return r.bad(n.typ)
		}
	} else {
		n.x = r.unary()
	}
	n.end = r.end()
	return n
}

// postfix reads indices, members, ++ and -- behind an operand.
func (r *reader) postfix(n *tree) *tree {
	for r.err == nil {
		t := r.peek()
		if t.kind != operator {
			return n
		}
		switch t.op {
		case '[':
			r.next()
			n = &tree{kind: indexTree, tok: t, x: n, y: r.expression()}
			if !r.expect(']', " after the index") {
				n.y = r.bad(n.y)
			}
			n.end = r.end()
		case '.', arrow:
			r.next()
			name := r.peek()
			if name.kind != identifier {
				return r.bad(n, r.unexpected("a member's name is expected"))
			}
			r.next()
			n = &tree{kind: memberTree, tok: name, next: t, call: t.op == arrow, x: n}
		case increment, decrement:
			r.next()
			n = &tree{kind: postfixTree, tok: t, x: n}
		case '(':
			return r.bad(n, r.failAt(t, "this is no function; a * may be missing before the parenthesis"))
		default:
			return n
		}
	}
	return n
}

// primary reads a number, a name, a call or something in parentheses.
func (r *reader) primary() *tree {
	t := r.peek()
	switch t.kind {
	case numeral:
		r.next()
		typ, code, msg := literal(r.text[t.from:t.to], r.o.Literals == types.Float, r.o.Device)
		if msg != "" {
			return r.failAt(t, msg)
		}
		return &tree{kind: numeralTree, tok: t, number: typ, bits: code}
	case charLiteral:
		r.next()
		s, bad := unescape(r.text[t.from+1 : t.to-1])
		if bad >= 0 || len(s) != 1 {
			return r.failAt(t, "one character is expected between these quotes")
		}
		return &tree{kind: numeralTree, tok: t, number: types.Int, bits: uint64(int8(s[0])) & types.Int.Mask()}
	case stringLiteral:
		r.next()
		return &tree{kind: stringTree, tok: t}
	case identifier:
		return r.name()
	}
	if t.kind == operator && t.op == '(' {
		r.next()
		n := &tree{kind: parenTree, tok: t, x: r.expression()}
		if !r.expect(')', " to close the parenthesis") {
			return r.bad(n.x)
		}
		n.end = r.end()
		return n
	}
	if t.op == '[' {
		return r.failAt(t, "functions without a name are not read; write a function of its own")
	}
	return r.unexpected("a number, a name or a parenthesis is expected")
}

// name reads an identifier and what makes one operand with it: a call, a cast such as float(x), a constant.
func (r *reader) name() *tree {
	t := r.next()
	if r.is(scope) {
		return r.qualified(t)
	}
	if s := r.lookup(t.id); s != nil {
		switch s.sort {
		case variable, constant:
			return &tree{kind: nameTree, tok: t, indexed: r.is('[')}
		case functionName, generic:
			return r.callNamed(t)
		}
	}
	if r.startsType(t) {
		r.at--
		n := &tree{kind: castTree, tok: t, typ: r.typeName()}
		if r.err == nil && r.is('{') {
			n.kind, n.call, n.next = valueTree, true, r.peek()
			n.x = r.initializer()
			n.end = r.end()
			return n
		}
		if !r.expect('(', " after a type, as in float(x)") {
			return r.bad(n.typ)
		}
		if n.x = r.expression(); !r.expect(')', " to close the parenthesis") {
			return r.bad(n.typ, n.x)
		}
		n.end = r.end()
		return n
	}
	return r.calling(t, false)
}

// qualified reads a name behind a namespace, such as std::sqrt.
func (r *reader) qualified(space *token) *tree {
	std := space.id == wStd
	for r.take(scope) {
		name := *r.peek()
		if name.kind != identifier {
			return r.unexpected("a name is expected after ::")
		}
		if r.next(); !r.is(scope) {
			switch r.names[name.id] {
			case "vector", "array", "valarray", "complex", "accumulate", "reduce", "inner_product":
				return r.failAt(&name, "containers and algorithms of the library are not read; take an array, as in float v[4], and a loop")
			}
			if r.lookup(name.id) != nil {
				r.at--
				return r.name()
			}
			name.at = space.at
			return r.calling(&name, std)
		}
		std = name.id == wStd
	}
	return r.bad()
}

// calling reads a name that the text does not declare before it.
func (r *reader) calling(t *token, std bool) *tree {
	if t.id < int32(len(keywords)) {
		if n := r.special(t); n != nil {
			return n
		}
	}
	n := &tree{kind: nameTree, tok: t, std: std, indexed: r.is('[')}
	if r.is('(') {
		return r.arguments(n)
	}
	if r.is(shiftLeft) && r.after(1).op == '<' {
		return r.failAt(t, "a kernel launch is not read; paste the kernel itself, its parameters become the inputs")
	}
	return n
}

// callNamed reads a call of a function of the text.
func (r *reader) callNamed(t *token) *tree {
	n := &tree{kind: nameTree, tok: t}
	open := false
	for i := r.top(t.id); i >= 0; i = r.symbols[i].prior {
		open = open || r.symbols[i].sort == generic
	}
	if open && r.take('<') {
		for r.err == nil && !r.is('>') {
			if r.startsType(r.peek()) {
				n.given = append(n.given, r.typeName())
			} else {
				n.given = append(n.given, r.binary(9))
			}
			if !r.take(',') {
				break
			}
		}
		if !r.expect('>', " after what the template takes") {
			return r.bad(n.given...)
		}
	}
	if !r.is('(') {
		return r.failAt(t, "“"+r.shown(t)+"” is a function: its arguments are expected in parentheses")
	}
	return r.arguments(n)
}

// arguments reads the arguments of a call with their parentheses.
func (r *reader) arguments(n *tree) *tree {
	n.call = true
	if !r.expect('(', " before the arguments") {
		return r.bad()
	}
	if r.take(')') {
		n.end = r.end()
		return n
	}
	for r.err == nil {
		if len(n.list) > 100 {
			return r.bad(append(n.list, r.failAt(r.peek(), "a call has at most 100 arguments"))...)
		}
		n.list = append(n.list, r.assignment())
		if r.err != nil || !r.take(',') {
			break
		}
	}
	if !r.expect(')', " to close the arguments") {
		return r.bad(n.list...)
	}
	n.end = r.end()
	return n
}

// notHere says why words cannot stand in an expression.
var notHere = [...]struct {
	first, last int32
	text        string
}{
	{wCout, wCout, "streams are not read; print with printf"},
	{wComplex, wComplex + 1, "complex numbers are not read; write the real and the imaginary part as two variables"},
	{wElse, wElse, "else belongs to an if"}, {wClass, wClass, "classes are not read; use a struct with plain members"},
	{wTemplate, wTemplate, "a template stands at the outermost level"}, {wTypename, wTypename, "typename belongs to a template; leave it out here"},
	{wGoto, wGoto, "goto is not read; use a loop with break"}, {wCase, wDefault, "this belongs into a switch"},
}

// special reads what words with a meaning of their own stand for, nil if it is a name like others.
func (r *reader) special(t *token) *tree {
	n := &tree{kind: nameTree, tok: t}
	switch {
	case wInfinity <= t.id && t.id <= wIntMin, wTrue <= t.id && t.id <= wNullptr:
		return n
	case wMake <= t.id && t.id < wMake+vectorTypes, t.id == wMemcpy, t.id == wSyncthreads, t.id == wAssert:
		return r.arguments(n)
	case t.id == wPrintf:
		return r.printf(n)
	case wThreadIdx <= t.id && t.id <= wGridDim:
		if !r.take('.') || r.peek().kind != identifier {
			return r.unexpected("one of .x .y .z is expected")
		}
		n.kind, n.next = threadTree, r.next()
		return n
	case t.id == wMin, t.id == wMax, t.id == wAbs:
		return nil
	case t.id == wStaticCast, t.id == wReinterpretCast:
		return r.templateCast(n)
	case t.id == wMain, t.id == wStd:
		return r.failAt(t, "“"+r.shown(t)+"” cannot stand here")
	}
	for _, w := range notHere {
		if w.first <= t.id && t.id <= w.last {
			return r.failAt(t, w.text)
		}
	}
	if t.id < wMake {
		return r.failAt(t, "“"+r.shown(t)+"” cannot stand in an expression")
	}
	return nil
}

// templateCast reads static_cast<float>(x).
func (r *reader) templateCast(n *tree) *tree {
	n.kind = castTree
	if !r.expect('<', " after "+r.shown(n.tok)) {
		return r.bad()
	}
	n.typ = r.typeName()
	if !r.expect('>', " after the type") || !r.expect('(', " before what is converted") {
		return r.bad(n.typ)
	}
	if n.x = r.expression(); !r.expect(')', " to close the parenthesis") {
		return r.bad(n.typ, n.x)
	}
	n.end = r.end()
	return n
}

// printf reads a call of printf: its strings and its arguments.
func (r *reader) printf(n *tree) *tree {
	n.kind = printfTree
	if !r.expect('(', " after printf") {
		return r.bad()
	}
	n.next = r.peek()
	if n.next.kind != stringLiteral {
		return r.unexpected("a string is expected as the first argument of printf")
	}
	for r.peek().kind == stringLiteral {
		n.stars = append(n.stars, r.next())
	}
	for r.take(',') && r.err == nil && len(n.list) < 100 {
		n.list = append(n.list, r.assignment())
	}
	if !r.expect(')', " to close printf") {
		return r.bad(n.list...)
	}
	n.end = r.end()
	return n
}

// initializer reads an initial value; in braces, those of an array's or a structure's parts.
func (r *reader) initializer() *tree {
	if !r.is('{') {
		return r.assignment()
	}
	if !r.deeper() {
		return r.bad()
	}
	defer r.shallower()
	n := &tree{kind: bracesTree, tok: r.next()}
	for r.err == nil && !r.is('}') {
		e := &tree{kind: entryTree, tok: r.peek()}
		if r.take('.') { // .x = of a structure
			if e.next = r.peek(); e.next.kind != identifier {
				return r.bad(append(n.list, r.unexpected("a member's name is expected"))...)
			}
			r.next()
			if !r.expect('=', " after the member's name") {
				return r.bad(n.list...)
			}
		}
		e.x = r.initializer()
		n.list = append(n.list, e)
		if !r.take(',') {
			break
		}
	}
	if r.err == nil {
		r.expect('}', " after the values")
	}
	if r.err != nil {
		n.err = r.err
	}
	n.end = r.end()
	return n
}
