package syntax

import "ulplab/fpcore/expr/types"

// statement reads one statement.
func (r *reader) statement() *Tree {
	if !r.deeper() {
		return r.bad()
	}
	defer r.shallower()
	t := r.peek()
	if t.Kind == Punctuator {
		switch t.Op {
		case ';':
			r.next()
			return &Tree{Kind: EmptyTree, Token: t}
		case '{':
			return r.block()
		case '}':
			if r.spaces > 0 && r.within == 0 {
				r.spaces--
				r.next()
				return &Tree{Kind: EmptyTree, Token: t}
			}
			return r.failAt(t, "there is no { for this }")
		}
	}
	if t.Kind == Identifier && r.Lookup(t.ID) == nil {
		switch t.ID {
		case WordIf:
			return r.ifStatement()
		case WordFor, WordWhile, WordDo:
			return r.loop()
		case WordReturn:
			return r.returnStatement()
		case WordBreak, WordContinue:
			n := &Tree{Kind: BreakTree, Token: r.next()}
			if r.loops == 0 {
				return r.failAt(t, "this belongs in a loop")
			}
			if t.ID == WordContinue {
				n.Kind = ContinueTree
			}
			return r.endStatement(n)
		case WordUsing:
			return r.using()
		case WordSwitch:
			return r.switchStatement()
		case WordTemplate:
			return r.template()
		case WordNamespace:
			if r.next(); r.peek().Kind == Identifier {
				r.next()
			}
			if !r.expect('{', " after namespace") {
				return r.bad()
			}
			r.spaces++
			return &Tree{Kind: EmptyTree, Token: t}
		}
	}
	if r.startsType(t) && !(r.after(1).Op == '(' && r.after(1).Kind == Punctuator && t.ID != WordAttribute && t.ID != WordLaunchBounds && !r.toFunction()) {
		return r.declaration()
	}
	if t.Kind == Identifier && r.Lookup(t.ID) == nil && t.ID >= int32(len(Keywords)) {
		switch next := r.after(1); {
		case next.Kind == Punctuator && next.Op == ':':
			return r.failAt(t, "labels and goto are not read; use a loop with break")
		case next.Kind == Punctuator && next.Op == '{' && r.Names[t.ID] == "try":
			return r.failAt(t, "exceptions are not read; leave out try and catch")
		}
	}
	if next := r.after(1); t.Kind == Identifier && next.Kind == Identifier && r.Lookup(t.ID) == nil && t.ID >= int32(len(Keywords)) {
		return r.failAt(t, "“"+r.Shown(t)+"” is no type that is read, such as float, double, int or __half; if it is a variable, an operator is missing behind it")
	}
	return r.endStatement(&Tree{Kind: ExpressionTree, Token: t, X: r.expression()})
}

// endStatement takes the semicolon. At the end of the text it may be missing, and at the end of a line it is noted.
func (r *reader) endStatement(n *Tree) *Tree {
	n.End = r.end()
	if r.Err != nil || r.take(';') || r.peek().Kind == EndOfText {
		return n
	}
	t := r.peek()
	if r.at > 0 && (t.Kind == Identifier || t.Op == '}' || t.Op == '*' || t.Op == '{') {
		for i := n.End; i < t.At; i++ {
			if r.Text[i] == '\n' {
				n.Lacks = atLineEnd
				return n
			}
		}
		if t.Op == '}' {
			n.Lacks = beforeBrace
			return n
		}
	}
	return r.bad(n, r.unexpected("an operator or a semicolon is expected"))
}

// block reads { ... }.
func (r *reader) block() *Tree {
	n := &Tree{Kind: BlockTree, Token: r.peek()}
	if !r.expect('{', " here") || !r.deeper() {
		return r.bad()
	}
	defer r.shallower()
	mark := len(r.Symbols)
	r.within++
	n.List = r.statements(n.Token)
	r.within--
	r.Leave(mark)
	r.take('}')
	return n
}

// statements reads up to the closing brace.
func (r *reader) statements(open *Token) (list []*Tree) {
	for r.Err == nil && !r.is('}') {
		t := r.peek()
		switch {
		case t.Kind == EndOfText:
			return append(list, r.failAt(open, "this brace is not closed"))
		case t.Kind == Identifier && (t.ID == WordCase || t.ID == WordDefault) && r.Lookup(t.ID) == nil:
			list = append(list, r.label())
		default:
			list = append(list, r.statement())
		}
	}
	return list
}

// label reads a label of a switch.
func (r *reader) label() *Tree {
	n := &Tree{Kind: LabelTree, Token: r.next()}
	if r.loops == 0 {
		return r.failAt(n.Token, "this belongs in a switch")
	}
	if n.Token.ID == WordCase {
		n.X = r.conditional()
	}
	if !r.expect(':', " after the label") {
		return r.bad(n)
	}
	return n
}

// scoped reads a statement in a scope of its own.
func (r *reader) scoped() *Tree {
	mark := len(r.Symbols)
	r.within++
	n := r.statement()
	r.within--
	r.Leave(mark)
	return n
}

func (r *reader) ifStatement() *Tree {
	n := &Tree{Kind: IfTree, Token: r.next()}
	r.takeWord(WordConst + 6) // if constexpr
	if !r.expect('(', " after if") {
		return r.bad()
	}
	if n.X = r.expression(); !r.expect(')', " after the condition") {
		return r.bad(n.X)
	}
	if n.Y = r.scoped(); r.Err == nil && r.takeWord(WordElse) {
		n.Z = r.scoped()
	}
	return n
}

// loop reads for, while and do.
func (r *reader) loop() *Tree {
	mark := len(r.Symbols)
	r.within++
	r.loops++
	n := &Tree{Kind: DoTree, Token: r.next()}
	switch n.Token.ID {
	case WordFor:
		n = r.forLoop(n)
	case WordWhile:
		n.Kind = WhileTree
		if !r.expect('(', " after while") {
			return r.bad()
		}
		n.Next = r.peek()
		if n.Y = r.expression(); !r.expect(')', " after the condition") {
			return r.bad(n.Y)
		}
		n.Body = r.scoped()
	default:
		n.Next = r.peek()
		if n.Body = r.scoped(); r.Err != nil {
			return n
		}
		if !r.takeWord(WordWhile) {
			return r.bad(n.Body, r.unexpected("while is expected after the body of do"))
		}
		if !r.expect('(', " after while") {
			return r.bad(n.Body)
		}
		if n.Y = r.expression(); !r.expect(')', " after the condition") {
			return r.bad(n.Body, n.Y)
		}
		n = r.endStatement(n)
	}
	r.loops--
	r.within--
	r.Leave(mark)
	return n
}

func (r *reader) forLoop(n *Tree) *Tree {
	n.Kind = ForTree
	if t := r.peek(); t.Kind == Identifier {
		return r.failAt(t, "the head of a loop stands in parentheses here, as in for (int i = 0; i < 4; i++); programs in Python are not read")
	}
	if !r.expect('(', " after for") {
		return r.bad()
	}
	switch {
	case r.overRange():
		return r.rangeLoop(n)
	case r.startsType(r.peek()):
		n.X = r.declaration()
		if r.Err == nil && r.Tokens[r.at-1].Op != ';' {
			r.unexpected("; is expected here")
		}
	case r.take(';'):
	default:
		n.X = r.expression()
		r.expect(';', " after the first part of for")
	}
	if r.Err != nil {
		return r.bad(n.X)
	}
	if n.Next = r.peek(); !r.is(';') {
		n.Y = r.expression()
	}
	if !r.expect(';', " after the condition of for") {
		return r.bad(n.X, n.Y)
	}
	if !r.is(')') {
		n.Z = r.expression()
	}
	if !r.expect(')', " to close for") {
		return r.bad(n.X, n.Y, n.Z)
	}
	n.Body = r.scoped()
	return n
}

// overRange reports for (float x : v), behind its parenthesis: a colon stands there before any semicolon or ?.
func (r *reader) overRange() bool {
	for n, depth := 0, 0; depth >= 0; n++ {
		switch t := r.after(n); {
		case t.Kind == EndOfText, t.Op == ';', t.Op == '?':
			return false
		case t.Op == '(':
			depth++
		case t.Op == ')':
			depth--
		case t.Op == ':':
			return true
		}
	}
	return false
}

// rangeLoop reads a loop over the elements of an array, as the loop with an index that it is.
func (r *reader) rangeLoop(n *Tree) *Tree {
	x := &Tree{Kind: DeclarationTree, Token: r.peek(), Type: r.specifiers()}
	if r.Err != nil {
		return r.bad()
	}
	d := r.declarator(&Tree{Kind: DeclaratorTree})
	n.Next = r.peek()
	if r.Err != nil || !r.expect(':', " after the variable") {
		return r.bad(d)
	}
	v := r.initializer()
	if !r.expect(')', " to close for") {
		return r.bad(v)
	}
	name := *n.Next
	name.Kind, name.Op = Identifier, 0
	name.ID = r.Intern("element of " + r.Text[v.Token.At:r.end()])
	whole := n
	leaf := func(kind TreeKind, x *Tree) *Tree {
		return &Tree{Kind: kind, Token: &name, Next: n.Next, X: x, End: r.end()}
	}
	if v.Kind == BracesTree { // a list, which gets a name
		list := name
		list.ID = r.Intern("elements " + r.Text[v.Token.At:r.end()])
		named := leaf(DeclaratorTree, v)
		named.Token = &list
		declared := leaf(DeclarationTree, nil)
		declared.Type, declared.List = &Tree{Kind: TypeTree, Token: &list, Storage: Storage{Inferred: true}}, []*Tree{named}
		whole = &Tree{Kind: BlockTree, Token: n.Next, List: []*Tree{declared, n}}
		v = leaf(NameTree, nil)
		v.Token = &list
		r.Declare(Symbol[noMeaning]{ID: list.ID})
	}
	index, zero, less := leaf(NameTree, nil), leaf(NumeralTree, nil), leaf(ChainTree, nil)
	zero.Number = types.Int
	n.X = leaf(DeclarationTree, nil)
	n.X.Type = &Tree{Kind: TypeTree, Token: &name, Declared: types.ScalarType(types.Int)}
	n.X.List = []*Tree{leaf(DeclaratorTree, zero)}
	size := leaf(SizeofTree, v)
	size.Token, size.Call = v.Token, true
	less.Token, less.X, less.List = operator(n.Next, '<'), index, []*Tree{{Token: operator(n.Next, '<'), X: size}}
	n.Y, n.Z = less, leaf(PrefixTree, index)
	n.Z.Token = operator(n.Next, Increment)
	d.X = leaf(IndexTree, v)
	d.X.Token, d.X.Y = operator(n.Next, '['), index
	x.List = []*Tree{d}
	r.Declare(Symbol[noMeaning]{ID: d.Token.ID})
	n.Body = &Tree{Kind: BlockTree, Token: n.Next, List: []*Tree{x, r.scoped()}}
	return whole
}

func (r *reader) returnStatement() *Tree {
	n := &Tree{Kind: ReturnTree, Token: r.next(), Next: r.peek()}
	switch {
	case r.is('{'):
		n.X = r.initializer()
	case !r.is(';') && r.peek().Kind != EndOfText:
		n.X = r.expression()
	}
	return r.endStatement(n)
}

func (r *reader) switchStatement() *Tree {
	n := &Tree{Kind: SwitchTree, Token: r.next()}
	if !r.expect('(', " after switch") {
		return r.bad()
	}
	if n.X = r.expression(); !r.expect(')', " after the value of switch") {
		return r.bad(n.X)
	}
	n.Next = r.peek()
	if !r.expect('{', " after switch") || !r.deeper() {
		return r.bad(n.X)
	}
	defer r.shallower()
	mark := len(r.Symbols)
	r.within++
	r.loops++
	n.List = r.statements(n.Next)
	r.loops--
	r.within--
	r.Leave(mark)
	r.take('}')
	labels := 0
	for _, s := range n.List {
		if s.Kind == LabelTree {
			labels++
		}
	}
	if labels > 201 {
		return r.bad(n.X, r.failAt(n.Next, "a switch with more than 200 labels is not read"))
	}
	return n
}

// using reads using real = float; and passes over using namespace.
func (r *reader) using() *Tree {
	n := &Tree{Kind: UsingTree, Token: r.next()}
	if r.takeWord(WordNamespace) {
		n.Kind = EmptyTree
		r.next()
		return r.endStatement(n)
	}
	for r.after(1).Op == Scope { // using std::cout
		r.next()
		r.next()
	}
	if r.peek().Kind == Identifier && r.after(1).Op == ';' {
		n.Kind = EmptyTree
		r.next()
		return r.endStatement(n)
	}
	if n.Token = r.next(); n.Token.Kind != Identifier || !r.take('=') {
		return r.failAt(n.Token, "only using name = type; is read")
	}
	n.Type = r.functionType(n.Token, r.typeName())
	r.Declare(Symbol[noMeaning]{ID: n.Token.ID, Sort: TypeName})
	return r.endStatement(n)
}

// declaration reads a declaration, or at the outermost level the definition of a function.
func (r *reader) declaration() *Tree {
	n := &Tree{Kind: DeclarationTree, Token: r.peek(), Type: r.specifiers()}
	if r.Err != nil || r.take(';') {
		return n
	}
	for r.Err == nil {
		d := &Tree{Kind: DeclaratorTree}
		if !r.is(Scope) {
			d = r.declarator(d)
		}
		if r.Err == nil && r.is(Scope) {
			d = r.failAt(r.peek(), "functions of a structure are read inside of its braces; write this one there")
		}
		r.rowOf(n.Type, d, false)
		n.List = append(n.List, d)
		if r.Err != nil {
			return n
		}
		switch {
		case n.Type.Container != nil && len(d.Stars) == 0 && r.is('('):
			r.Declare(Symbol[noMeaning]{ID: d.Token.ID})
			r.filled(d)
		case r.is('(') && !n.Type.Storage.Typedef && r.atParameters():
			f := &Tree{Kind: FunctionTree, Token: d.Token, Type: n.Type, X: d, Next: n.Token}
			n.List[len(n.List)-1] = r.function(f)
			if f.Body != nil || r.Err != nil {
				return n
			}
		case n.Type.Storage.Typedef:
			if r.is('(') {
				r.ofFunction(d)
			}
			r.Declare(Symbol[noMeaning]{ID: d.Token.ID, Sort: TypeName})
		default:
			r.variable(d)
			r.innerBraces(n.Type, d)
		}
		if r.Err != nil || !r.take(',') {
			break
		}
	}
	return r.endStatement(n)
}

// atParameters reports whether a parenthesis after a name opens parameters, not an initial value.
func (r *reader) atParameters() bool {
	t := r.after(1)
	return t.Op == ')' || r.startsType(t)
}

// variable reads the initial value of a variable.
func (r *reader) variable(d *Tree) {
	r.Declare(Symbol[noMeaning]{ID: d.Token.ID})
	switch {
	case r.take('=') || r.is('{'):
		d.X = r.initializer()
	case r.is('('):
		r.next()
		if d.X = r.expression(); d.X.Kind == CommaTree {
			d.X = Braces(d.X)
		}
		if !r.expect(')', " after the initial value") {
			d.X = r.bad(d.X)
		}
	}
}

// function reads the parameters and the body of a function. What is wrong in the body counts where it is called.
func (r *reader) function(f *Tree) *Tree {
	if r.within > 0 {
		return r.failAt(f.Token, "a function is defined at the outermost level, not within another")
	}
	mark := len(r.Symbols)
	if !r.parameters(f) {
		return r.bad(append([]*Tree{f.X}, f.List...)...)
	}
	if !r.is('{') {
		r.Leave(mark)
		return f // a declaration
	}
	start := r.at
	if r.skipBraces(); r.Err != nil {
		return r.bad()
	}
	end := r.at
	r.at = start
	r.Declare(Symbol[noMeaning]{ID: f.Token.ID, Sort: FunctionName})
	r.functionBody(f)
	r.at = end
	r.Leave(mark)
	r.Declare(Symbol[noMeaning]{ID: f.Token.ID, Sort: FunctionName})
	return f
}

// functionBody reads the block of a function.
func (r *reader) functionBody(f *Tree) {
	nest, loops, within := r.nest, r.loops, r.within
	if r.loops = 0; within == 0 {
		r.nest = 0
	}
	for _, d := range f.List {
		if d.Token.Kind == Identifier {
			r.Declare(Symbol[noMeaning]{ID: d.Token.ID})
		}
	}
	f.Body = r.block()
	r.nest, r.loops, r.within, r.Err = nest, loops, within, nil
}

// parameters reads the parameters of a function, up to its body.
func (r *reader) parameters(f *Tree) bool {
	r.next()
	for r.Err == nil && !r.is(')') {
		if len(f.List) >= 100 {
			r.failAt(r.peek(), "a function has at most 100 parameters")
			return false
		}
		d := &Tree{Kind: DeclaratorTree, Type: r.specifiers()}
		if r.is(')') && d.Type.Declared != nil && d.Type.Declared.Form == types.Void {
			break
		}
		for r.Err == nil {
			t := r.peek()
			if t.Op == '*' || t.Op == '&' || t.Op == AndAnd {
				d.Stars = append(d.Stars, t)
			} else if t.Kind != Identifier || t.ID < WordConst || t.ID >= WordDevice {
				break
			}
			r.next()
		}
		if d.Token = r.peek(); d.Token.Kind == Identifier {
			if d = r.declarator(d); r.Err == nil && r.is('(') {
				r.ofFunction(d)
			}
			if r.Err == nil {
				r.rowOf(d.Type, d, true)
			}
		} else if r.is('(') {
			if d = r.enclosed(d); r.Err == nil {
				r.rowOf(d.Type, d, true)
			}
		} else if !r.is(',') && !r.is(')') {
			r.unexpected("a parameter’s name is expected")
		}
		if r.take('=') {
			d.X = r.assignment()
		}
		if r.Err != nil {
			d = r.bad(d)
		}
		f.List = append(f.List, d)
		if !r.take(',') {
			break
		}
	}
	if !r.expect(')', " after the parameters") {
		return false
	}
	for t := r.peek(); t.Kind == Identifier && (t.ID == WordConst || t.ID == WordNoexcept); t = r.peek() {
		r.next()
	}
	if r.take(Arrow) {
		f.Y = r.typeName()
		r.take('&')
	}
	return r.Err == nil
}

// toFunction reports a pointer to a function behind a type of one word: float (*f)(float).
func (r *reader) toFunction() bool {
	return r.after(2).Op == '*' && r.after(3).Kind == Identifier && (r.after(4).Op == '[' || r.after(5).Op == '(')
}

// template reads a template of a function or a type. What is wrong behind its parameters counts where it is called.
func (r *reader) template() *Tree {
	word := r.next()
	if r.within > 0 {
		return r.failAt(word, "a template stands at the outermost level")
	}
	if !r.is('<') { // which only makes one of it, for another file
		for r.Err == nil && !r.take(';') {
			if r.next().Kind == EndOfText {
				return r.unexpected("a semicolon is expected")
			}
		}
		return &Tree{Kind: EmptyTree, Token: word}
	}
	r.next()
	f := &Tree{Kind: TemplateTree}
	mark := len(r.Symbols)
	for r.Err == nil && !r.is('>') {
		f.Open = append(f.Open, r.open())
		if !r.take(',') {
			break
		}
	}
	if !r.expect('>', " after the parameters of the template") {
		return r.bad(f.Open...)
	}
	start := r.at
	f.Next = r.peek()
	if w := f.Next.ID; f.Next.Kind == Identifier && (w == WordStruct || w == WordClass || w == WordUnion || w == WordUsing) {
		return r.typeTemplate(f, mark)
	}
	for r.Err == nil && !r.is('{') {
		t := r.next()
		switch {
		case t.Kind == EndOfText:
			r.failAt(t, "a function is expected after template< >")
		case t.Kind == Identifier && t.ID == WordGlobal:
			f.Storage.Global = true
		case t.Kind == Identifier && t.ID == WordDevice:
			f.Storage.Device = true
		case t.Kind == Identifier && t.ID == WordOperator && f.Token == nil:
			r.at--
			f.Token = r.operatorName()
		case t.Kind == Identifier && f.Token == nil && r.is('('):
			if t.ID == WordAttribute || t.ID == WordLaunchBounds {
				r.skipParentheses()
				continue
			}
			f.Token = t
		case t.Op == ';':
			r.Leave(mark)
			return &Tree{Kind: EmptyTree, Token: word} // a declaration
		}
	}
	if r.Err == nil && f.Token == nil {
		r.failAt(word, "a function is expected after template< >")
	}
	if r.Err == nil {
		r.skipBraces()
	}
	if r.Err != nil {
		return r.bad(f.Open...)
	}
	end := r.at
	r.at = start
	r.Declare(Symbol[noMeaning]{ID: f.Token.ID, Sort: Generic})
	f.Type = r.specifiers()
	if f.X = r.declarator(&Tree{Kind: DeclaratorTree}); r.Err == nil && r.is('(') && r.parameters(f) {
		r.functionBody(f)
	} else if f.Err = r.Err; f.Err == nil {
		r.unexpected("( is expected here")
		f.Err = r.Err
	}
	r.Err = nil
	r.at = end
	r.Leave(mark)
	r.Declare(Symbol[noMeaning]{ID: f.Token.ID, Sort: Generic})
	return f
}

// typeTemplate reads a template of a structure, or using with parameters.
func (r *reader) typeTemplate(f *Tree, mark int) *Tree {
	f.Token = r.after(1)
	switch r.after(2).Op {
	case ';': // a declaration
		r.at += 2
		f.Kind = EmptyTree
	case '=':
		r.at += 3
		f.Type = r.typeName()
	case '<':
		return r.failAt(f.Token, "a structure of a template is not read in another form for some of its types; write a structure of its own")
	default:
		f.Type = r.specifiers()
	}
	if r.Leave(mark); r.Err != nil {
		return r.bad(f.Type)
	}
	r.Declare(Symbol[noMeaning]{ID: f.Token.ID, Sort: TypeName})
	return r.endStatement(f)
}

// open reads a parameter of a template: tok its name, typ its type if it is an integer, x or y what stands for it by
// default, a type or a number.
func (r *reader) open() *Tree {
	o := &Tree{}
	s := Symbol[noMeaning]{Sort: TypeName}
	if !r.takeWord(WordTypename) && !r.takeWord(WordClass) {
		o.Type, s.Sort = r.specifiers(), Constant
		if ct := o.Type.Declared; r.Err == nil && (ct == nil || ct.Form != types.Scalar || !ct.Base.IsInt()) {
			return r.failAt(r.peek(), "the parameters of a template are types and integers")
		}
	}
	if o.Token = r.next(); o.Token.Kind != Identifier {
		return r.failAt(o.Token, "a name is expected for this parameter of the template")
	}
	if r.take('=') && o.Type != nil {
		o.Y = r.binary(9)
	} else if r.Tokens[r.at-1].Op == '=' {
		o.X = r.typeName()
	}
	s.ID = o.Token.ID
	r.Declare(s)
	return o
}
