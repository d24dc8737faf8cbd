package syntax

import "slices"

// Functions of structures. A RecordTree has them in Given, constructors with the name of the structure; how members begin stands in Open,
// of the structure for all its constructors, of a constructor for itself: the member is the token, x its value, a list in braces for several
// values and for none.

const plainMember = "members, constructors, operators and functions with a body are read in a structure; write anything else outside of it"

// access passes over public: and its relatives.
func (r *reader) access() bool {
	t := r.peek()
	if t.Kind != Identifier || r.after(1).Op != ':' || !slices.Contains([]string{"public", "private", "protected"}, r.Names[t.ID]) {
		return false
	}
	r.next()
	r.next()
	return true
}

// constructor reads a constructor of the structure; false if none stands here.
func (r *reader) constructor(of *Tree) bool {
	n := 0
	for t := r.peek(); t.Kind == Identifier && (WordConst <= t.ID && t.ID <= WordNoinline || r.Names[t.ID] == "explicit"); t = r.after(n) {
		n++
	}
	if t := r.after(n); t.Kind != Identifier || of.Token.Kind != Identifier || t.ID != of.Token.ID || r.after(n+1).Op != '(' {
		return false
	}
	r.at += n
	t := r.next()
	r.method(of, &Tree{Kind: FunctionTree, Token: t, Next: t})
	return true
}

// method reads the parameters and the body of a function of a structure. What is wrong in the body counts where it is called.
func (r *reader) method(of, f *Tree) {
	mark := len(r.Symbols)
	defer r.Leave(mark)
	if !r.parameters(f) {
		return
	}
	switch {
	case r.take(':'):
		for _, d := range f.List {
			if d.Token.Kind == Identifier {
				r.Declare(Symbol[noMeaning]{ID: d.Token.ID})
			}
		}
		r.beginnings(f)
	case r.take('='): // default or delete
		r.next()
		r.take(';')
		return
	}
	if r.Err == nil && r.take(';') {
		return // a declaration
	}
	if !r.is('{') {
		r.unexpected("the function’s body is expected in { }")
		return
	}
	start := r.at
	if r.skipBraces(); r.Err != nil {
		return
	}
	end := r.at
	r.at = start
	r.functionBody(f)
	r.at = end
	r.take(';')
	if r.methods == nil {
		r.methods = map[int32]bool{}
	}
	r.methods[f.Token.ID] = true
	of.Given = append(of.Given, f)
}

// beginnings reads how a constructor sets members, behind the colon.
func (r *reader) beginnings(f *Tree) {
	for r.Err == nil {
		e := &Tree{Kind: EntryTree, Token: r.next()}
		switch {
		case e.Token.Kind != Identifier:
			r.failAt(e.Token, "a member’s name is expected")
		case r.is('{'):
			e.X = r.initializer()
		default:
			list := r.arguments(&Tree{Kind: CommaTree, Token: r.peek()})
			if e.X = Braces(list); r.Err == nil && len(list.List) == 1 {
				e.X = list.List[0]
			}
		}
		f.Open = append(f.Open, e)
		if !r.take(',') {
			return
		}
	}
}

// called reads the call of a function of a structure behind its name, or of an object behind the object.
func (r *reader) called(x *Tree, at, name *Token) *Tree {
	n := &Tree{Kind: MethodTree, Token: name, Next: at, X: x}
	if m := r.arguments(n); r.Err != nil {
		return r.bad(append([]*Tree{x}, m.List...)...)
	}
	return n
}

// ofStructure reads V::name and V::name(list), a static member of a structure: it is that of an object without values.
func (r *reader) ofStructure(t *Token, of *Tree) *Tree {
	at := r.next()
	name := r.next()
	if name.Kind != Identifier {
		return r.failAt(name, "a member’s name is expected")
	}
	object := &Tree{Kind: ValueTree, Token: t, Next: t, Call: true, End: r.end(), Type: of,
		X: &Tree{Kind: BracesTree, Token: t, End: r.end()}}
	dot := operator(at, '.')
	if r.is('(') {
		return r.called(object, dot, name)
	}
	return &Tree{Kind: MemberTree, Token: name, Next: dot, Std: true, X: object}
}

// moveMembers moves functions of structures that are defined behind them, float V::dot(V o) { }, to the end of the structure’s braces.
func (l *Lexer) moveMembers() {
	word := func(i int) bool { return i >= 0 && l.Tokens[i].Kind == Identifier }
	closes := map[int32]int{} // by name of a structure: where its braces close
	moved := map[int][]Token{}
	var kept []Token
	start, name, depth := 0, int32(-1), 0 // of the declaration that stands around i, and the structure that it is of
	for i := 0; i < len(l.Tokens); i++ {
		switch t := &l.Tokens[i]; {
		case depth == 0 && t.Op == Scope && word(i-1) && closes[l.Tokens[i-1].ID] > 0 && word(i+1) && name < 0:
			name = l.Tokens[i-1].ID
			l.Tokens[i-1].Kind, t.Kind = EndOfText, EndOfText // left out where it is moved
		case t.Op == '(' || t.Op == '{':
			if depth++; depth == 1 && t.Op == '{' && i > 1 && word(i-1) && word(i-2) && (l.Tokens[i-2].ID == WordStruct || l.Tokens[i-2].ID == WordClass) {
				closes[l.Tokens[i-1].ID] = l.closing(i)
			}
		case t.Op == ')':
			depth--
		case t.Op == '}':
			if depth--; depth == 0 && name >= 0 {
				for _, m := range l.Tokens[start : i+1] {
					if m.Kind != EndOfText {
						moved[closes[name]] = append(moved[closes[name]], m)
					}
				}
				for k := start; k <= i; k++ {
					l.Tokens[k].Kind = EndOfText
				}
			}
		}
		if op := l.Tokens[i].Op; depth == 0 && (op == ';' || op == '}') {
			if name >= 0 && op == ';' { // a variable: it stays as it was
				for k := start; k < i; k++ {
					if l.Tokens[k].Op == Scope && k > 0 {
						l.Tokens[k-1].Kind, l.Tokens[k].Kind = Identifier, Punctuator
					}
				}
			}
			start, name = i+1, -1
		}
	}
	if len(moved) == 0 {
		return
	}
	for i, t := range l.Tokens {
		kept = append(kept, moved[i]...)
		if t.Kind != EndOfText || i == len(l.Tokens)-1 {
			kept = append(kept, t)
		}
	}
	l.Tokens = kept
}

// closing is the place of the brace that closes the one at i.
func (l *Lexer) closing(i int) int {
	for depth := 0; i < len(l.Tokens); i++ {
		switch l.Tokens[i].Op {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return 0
}
