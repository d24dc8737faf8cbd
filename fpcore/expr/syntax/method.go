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
