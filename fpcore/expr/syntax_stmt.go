package expr

import "ulplab/fpcore/expr/types"

// statement reads one statement.
func (r *reader) statement() *tree {
	if !r.deeper() {
		return r.bad()
	}
	defer r.shallower()
	t := r.peek()
	if t.kind == operator {
		switch t.op {
		case ';':
			r.next()
			return &tree{kind: emptyTree, tok: t}
		case '{':
			return r.block()
		case '}':
			if r.spaces > 0 && r.within == 0 {
				r.spaces--
				r.next()
				return &tree{kind: emptyTree, tok: t}
			}
			return r.failAt(t, "there is no { for this }")
		}
	}
	if t.kind == identifier && r.lookup(t.id) == nil {
		switch t.id {
		case wIf:
			return r.ifStatement()
		case wFor, wWhile, wDo:
			return r.loop()
		case wReturn:
			return r.returnStatement()
		case wBreak, wContinue:
			n := &tree{kind: breakTree, tok: r.next()}
			if r.loops == 0 {
				return r.failAt(t, "this belongs into a loop")
			}
			if t.id == wContinue {
				n.kind = continueTree
			}
			return r.endStatement(n)
		case wUsing:
			return r.using()
		case wSwitch:
			return r.switchStatement()
		case wTemplate:
			return r.template()
		case wNamespace:
			if r.next(); r.peek().kind == identifier {
				r.next()
			}
			if !r.expect('{', " after namespace") {
				return r.bad()
			}
			r.spaces++
			return &tree{kind: emptyTree, tok: t}
		}
	}
	if r.startsType(t) && !(r.after(1).op == '(' && r.after(1).kind == operator && t.id != wAttribute && t.id != wLaunchBounds) {
		return r.declaration()
	}
	if next := r.after(1); t.kind == identifier && next.kind == identifier && r.lookup(t.id) == nil && t.id >= int32(len(keywords)) {
		return r.failAt(t, "“"+r.shown(t)+"” is no type that is read, such as float, double, int or __half; if it is a variable, an operator is missing behind it")
	}
	return r.endStatement(&tree{kind: expressionTree, tok: t, x: r.expression()})
}

// endStatement takes the semicolon. At the end of the text it may be missing, and at the end of a line it is noted.
func (r *reader) endStatement(n *tree) *tree {
	n.end = r.end()
	if r.err != nil || r.take(';') || r.peek().kind == endOfText {
		return n
	}
	t := r.peek()
	if r.at > 0 && (t.kind == identifier || t.op == '}' || t.op == '*' || t.op == '{') {
		for i := n.end; i < t.at; i++ {
			if r.text[i] == '\n' {
				n.lacks = atLineEnd
				return n
			}
		}
		if t.op == '}' {
			n.lacks = beforeBrace
			return n
		}
	}
	if t.op == ':' && r.loops > 0 {
		return r.bad(n, r.failAt(t, "a loop over the elements of a range is not read; count with an index, as in for (int i = 0; i < 4; i++)"))
	}
	return r.bad(n, r.unexpected("an operator or a semicolon is expected"))
}

// block reads { ... }.
func (r *reader) block() *tree {
	n := &tree{kind: blockTree, tok: r.peek()}
	if !r.expect('{', " here") || !r.deeper() {
		return r.bad()
	}
	defer r.shallower()
	mark := len(r.symbols)
	r.within++
	n.list = r.statements(n.tok)
	r.within--
	r.leave(mark)
	r.take('}')
	return n
}

// statements reads up to the closing brace.
func (r *reader) statements(open *token) (list []*tree) {
	for r.err == nil && !r.is('}') {
		t := r.peek()
		switch {
		case t.kind == endOfText:
			return append(list, r.failAt(open, "this brace is not closed"))
		case t.kind == identifier && (t.id == wCase || t.id == wDefault) && r.lookup(t.id) == nil:
			list = append(list, r.label())
		default:
			list = append(list, r.statement())
		}
	}
	return list
}

// label reads a label of a switch.
func (r *reader) label() *tree {
	n := &tree{kind: labelTree, tok: r.next()}
	if r.loops == 0 {
		return r.failAt(n.tok, "this belongs into a switch")
	}
	if n.tok.id == wCase {
		n.x = r.conditional()
	}
	if !r.expect(':', " after the label") {
		return r.bad(n)
	}
	return n
}

// scoped reads a statement in a scope of its own.
func (r *reader) scoped() *tree {
	mark := len(r.symbols)
	r.within++
	n := r.statement()
	r.within--
	r.leave(mark)
	return n
}

func (r *reader) ifStatement() *tree {
	n := &tree{kind: ifTree, tok: r.next()}
	r.takeWord(wConst + 6) // if constexpr
	if !r.expect('(', " after if") {
		return r.bad()
	}
	if n.x = r.expression(); !r.expect(')', " after the condition") {
		return r.bad(n.x)
	}
	if n.y = r.scoped(); r.err == nil && r.takeWord(wElse) {
		n.z = r.scoped()
	}
	return n
}

// loop reads for, while and do.
func (r *reader) loop() *tree {
	mark := len(r.symbols)
	r.within++
	r.loops++
	n := &tree{kind: doTree, tok: r.next()}
	switch n.tok.id {
	case wFor:
		n = r.forLoop(n)
	case wWhile:
		n.kind = whileTree
		if !r.expect('(', " after while") {
			return r.bad()
		}
		n.next = r.peek()
		if n.y = r.expression(); !r.expect(')', " after the condition") {
			return r.bad(n.y)
		}
		n.body = r.scoped()
	default:
		n.next = r.peek()
		if n.body = r.scoped(); r.err != nil {
			return n
		}
		if !r.takeWord(wWhile) {
			return r.bad(n.body, r.unexpected("while is expected after the body of do"))
		}
		if !r.expect('(', " after while") {
			return r.bad(n.body)
		}
		if n.y = r.expression(); !r.expect(')', " after the condition") {
			return r.bad(n.body, n.y)
		}
		n = r.endStatement(n)
	}
	r.loops--
	r.within--
	r.leave(mark)
	return n
}

func (r *reader) forLoop(n *tree) *tree {
	n.kind = forTree
	if !r.expect('(', " after for") {
		return r.bad()
	}
	switch {
	case r.startsType(r.peek()):
		n.x = r.declaration()
		if r.err == nil && r.tokens[r.at-1].op != ';' {
			r.unexpected("; is expected here")
		}
	case r.take(';'):
	default:
		n.x = r.expression()
		r.expect(';', " after the first part of for")
	}
	if r.err != nil {
		return r.bad(n.x)
	}
	if n.next = r.peek(); !r.is(';') {
		n.y = r.expression()
	}
	if !r.expect(';', " after the condition of for") {
		return r.bad(n.x, n.y)
	}
	if !r.is(')') {
		n.z = r.expression()
	}
	if !r.expect(')', " to close for") {
		return r.bad(n.x, n.y, n.z)
	}
	n.body = r.scoped()
	return n
}

func (r *reader) returnStatement() *tree {
	n := &tree{kind: returnTree, tok: r.next(), next: r.peek()}
	switch {
	case r.is('{'):
		n.x = r.initializer()
	case !r.is(';') && r.peek().kind != endOfText:
		n.x = r.expression()
	}
	return r.endStatement(n)
}

func (r *reader) switchStatement() *tree {
	n := &tree{kind: switchTree, tok: r.next()}
	if !r.expect('(', " after switch") {
		return r.bad()
	}
	if n.x = r.expression(); !r.expect(')', " after the value of switch") {
		return r.bad(n.x)
	}
	n.next = r.peek()
	if !r.expect('{', " after switch") || !r.deeper() {
		return r.bad(n.x)
	}
	defer r.shallower()
	mark := len(r.symbols)
	r.within++
	r.loops++
	n.list = r.statements(n.next)
	r.loops--
	r.within--
	r.leave(mark)
	r.take('}')
	labels := 0
	for _, s := range n.list {
		if s.kind == labelTree {
			labels++
		}
	}
	if labels > 201 {
		return r.bad(n.x, r.failAt(n.next, "a switch with more than 200 labels is not read"))
	}
	return n
}

// using reads using real = float; and passes over using namespace.
func (r *reader) using() *tree {
	n := &tree{kind: usingTree, tok: r.next()}
	if r.takeWord(wNamespace) {
		n.kind = emptyTree
		r.next()
		return r.endStatement(n)
	}
	if n.tok = r.next(); n.tok.kind != identifier || !r.take('=') {
		return r.failAt(n.tok, "only using name = type; is read")
	}
	n.typ = r.typeName()
	r.declare(symbol[noMeaning]{id: n.tok.id, sort: typeName})
	return r.endStatement(n)
}

// declaration reads a declaration, or at the outermost level the definition of a function.
func (r *reader) declaration() *tree {
	n := &tree{kind: declarationTree, tok: r.peek(), typ: r.specifiers()}
	if r.err != nil || r.take(';') {
		return n
	}
	for r.err == nil {
		d := r.declarator(&tree{kind: declaratorTree})
		n.list = append(n.list, d)
		if r.err != nil {
			return n
		}
		switch {
		case r.is('(') && !n.typ.st.typedef && r.atParameters():
			f := &tree{kind: functionTree, tok: d.tok, typ: n.typ, x: d, next: n.tok}
			n.list[len(n.list)-1] = r.function(f)
			if f.body != nil || r.err != nil {
				return n
			}
		case n.typ.st.typedef:
			r.declare(symbol[noMeaning]{id: d.tok.id, sort: typeName})
		default:
			r.variable(d)
		}
		if r.err != nil || !r.take(',') {
			break
		}
	}
	return r.endStatement(n)
}

// atParameters reports whether a parenthesis after a name opens parameters, not an initial value.
func (r *reader) atParameters() bool {
	t := r.after(1)
	return t.op == ')' || r.startsType(t)
}

// variable reads the initial value of a variable.
func (r *reader) variable(d *tree) {
	r.declare(symbol[noMeaning]{id: d.tok.id})
	switch {
	case r.take('=') || r.is('{'):
		d.x = r.initializer()
	case r.is('('):
		r.next()
		if d.x = r.assignment(); !r.expect(')', " after the initial value") {
			d.x = r.bad(d.x)
		}
	}
}

// function reads the parameters and the body of a function. What is wrong in the body counts where it is called.
func (r *reader) function(f *tree) *tree {
	if r.within > 0 {
		return r.failAt(f.tok, "a function is defined at the outermost level, not within another")
	}
	mark := len(r.symbols)
	if !r.parameters(f) {
		return r.bad(append([]*tree{f.x}, f.list...)...)
	}
	if !r.is('{') {
		r.leave(mark)
		return f // a declaration
	}
	start := r.at
	if r.skipBraces(); r.err != nil {
		return r.bad()
	}
	end := r.at
	r.at = start
	r.declare(symbol[noMeaning]{id: f.tok.id, sort: functionName})
	r.functionBody(f)
	r.at = end
	r.leave(mark)
	r.declare(symbol[noMeaning]{id: f.tok.id, sort: functionName})
	return f
}

// functionBody reads the block of a function.
func (r *reader) functionBody(f *tree) {
	nest, loops, within := r.nest, r.loops, r.within
	r.nest, r.loops = 0, 0
	for _, d := range f.list {
		if d.tok.kind == identifier {
			r.declare(symbol[noMeaning]{id: d.tok.id})
		}
	}
	f.body = r.block()
	r.nest, r.loops, r.within, r.err = nest, loops, within, nil
}

// parameters reads the parameters of a function, up to its body.
func (r *reader) parameters(f *tree) bool {
	r.next()
	for r.err == nil && !r.is(')') {
		if len(f.list) >= 100 {
			r.failAt(r.peek(), "a function has at most 100 parameters")
			return false
		}
		d := &tree{kind: declaratorTree, typ: r.specifiers()}
		if r.is(')') && d.typ.ct != nil && d.typ.ct.Form == types.Void {
			break
		}
		for r.err == nil {
			t := r.peek()
			if t.op == '*' || t.op == '&' || t.op == andAnd {
				d.stars = append(d.stars, t)
			} else if t.kind != identifier || t.id < wConst || t.id >= wDevice {
				break
			}
			r.next()
		}
		if d.tok = r.peek(); d.tok.kind == identifier {
			d = r.declarator(d)
		} else if r.is('(') {
			r.failAt(d.tok, "pointers to functions and references to arrays are not read; hand over a pointer to the first element")
		} else if !r.is(',') && !r.is(')') {
			r.unexpected("a parameter's name is expected")
		}
		if r.is('=') {
			r.failAt(r.peek(), "default values of parameters are not read; write the value where the function is called")
		}
		if r.err != nil {
			d = r.bad(d)
		}
		f.list = append(f.list, d)
		if !r.take(',') {
			break
		}
	}
	if !r.expect(')', " after the parameters") {
		return false
	}
	for t := r.peek(); t.kind == identifier && (t.id == wConst || t.id == wNoexcept); t = r.peek() {
		r.next()
	}
	return true
}

// template reads a template of a function. What is wrong behind its parameters counts where it is called.
func (r *reader) template() *tree {
	word := r.next()
	if r.within > 0 {
		return r.failAt(word, "a template stands at the outermost level")
	}
	if !r.expect('<', " after template") {
		return r.bad()
	}
	f := &tree{kind: templateTree}
	mark := len(r.symbols)
	for r.err == nil && !r.is('>') {
		f.open = append(f.open, r.open())
		if !r.take(',') {
			break
		}
	}
	if !r.expect('>', " after the parameters of the template") {
		return r.bad(f.open...)
	}
	start := r.at
	f.next = r.peek()
	for r.err == nil && !r.is('{') {
		t := r.next()
		switch {
		case t.kind == endOfText || t.id == wUsing && t.kind == identifier:
			r.failAt(t, "a function is expected after template< >")
		case t.kind == identifier && (t.id == wStruct || t.id == wClass || t.id == wUnion):
			r.failAt(t, "structures are not read as templates; write the structure for one type")
		case t.kind == identifier && t.id == wGlobal:
			f.st.global = true
		case t.kind == identifier && t.id == wDevice:
			f.st.device = true
		case t.kind == identifier && f.tok == nil && r.is('('):
			if t.id == wAttribute || t.id == wLaunchBounds {
				r.skipParentheses()
				continue
			}
			f.tok = t
		case t.op == ';':
			r.leave(mark)
			return &tree{kind: emptyTree, tok: word} // a declaration
		}
	}
	if r.err == nil && f.tok == nil {
		r.failAt(word, "a function is expected after template< >")
	}
	if r.err == nil {
		r.skipBraces()
	}
	if r.err != nil {
		return r.bad(f.open...)
	}
	end := r.at
	r.at = start
	r.declare(symbol[noMeaning]{id: f.tok.id, sort: generic})
	f.typ = r.specifiers()
	if f.x = r.declarator(&tree{kind: declaratorTree}); r.err == nil && r.is('(') && r.parameters(f) {
		r.functionBody(f)
	} else if f.err = r.err; f.err == nil {
		r.unexpected("( is expected here")
		f.err = r.err
	}
	r.err = nil
	r.at = end
	r.leave(mark)
	r.declare(symbol[noMeaning]{id: f.tok.id, sort: generic})
	return f
}

// open reads a parameter of a template: tok its name, typ its type if it is an integer, x or y what stands for it by
// default, a type or a number.
func (r *reader) open() *tree {
	o := &tree{}
	s := symbol[noMeaning]{sort: typeName}
	if !r.takeWord(wTypename) && !r.takeWord(wClass) {
		o.typ, s.sort = r.specifiers(), constant
		if ct := o.typ.ct; r.err == nil && (ct == nil || ct.Form != types.Scalar || !ct.Base.IsInt()) {
			return r.failAt(r.peek(), "the parameters of a template are types and integers")
		}
	}
	if o.tok = r.next(); o.tok.kind != identifier {
		return r.failAt(o.tok, "a name is expected for this parameter of the template")
	}
	if r.take('=') && o.typ != nil {
		o.y = r.binary(9)
	} else if r.tokens[r.at-1].op == '=' {
		o.x = r.typeName()
	}
	s.id = o.tok.id
	r.declare(s)
	return o
}
