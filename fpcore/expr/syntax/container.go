package syntax

import (
	"slices"

	"ulplab/fpcore/expr/types"
)

// Containers of the C++ library whose elements stand in a row are read as arrays: std::vector<float> v(8) is float v[8] = {0}, one that a
// function gets is a pointer to its first element, and v.begin(), v.size(), v[i] and v.at(i) are what they are of an array. One that grows
// has room behind its elements.

// containers are the names of these types; std::function is read where they are.
var containers = []string{"vector", "array", "valarray", "function"}

const asItBegins = "containers are read with push_back, emplace_back, pop_back, resize, clear and reserve, and with v[i] = x"

// growing are the functions that have to do with the number of a container's elements: where a text has one, its vectors have room.
var growing = []string{"push_back", "emplace_back", "pop_back", "resize", "clear", "reserve", "assign", "insert", "erase"}

// Grows reports whether a text changes the number of a container's elements.
func (l *Lexer) Grows() bool {
	return slices.ContainsFunc(l.Names, func(s string) bool { return slices.Contains(growing, s) })
}

// container is how many tokens the name of a container takes at the next token but n, with the < behind it; 0 where there is none.
func (r *reader) container(n int) int {
	k := 0
	if std := r.after(n); std.Kind == Identifier && std.ID == WordStd && r.after(n+1).Op == Scope {
		k = 2
	}
	if t := r.after(n + k); t.Kind == Identifier && slices.Contains(containers, r.Names[t.ID]) && r.Lookup(t.ID) == nil && r.after(n+k+1).Op == '<' {
		return k + 2
	}
	return 0
}

// contained reads the type of the elements of a container, and of std::array how many there are.
func (r *reader) contained(n *Tree) {
	for k := r.container(0); k > 0; k-- {
		n.Container = r.next()
	}
	name := r.Tokens[r.at-2]
	if r.Names[name.ID] == "function" {
		if r.deeper() {
			*n = *r.functionType(n.Container, r.typeName())
			r.closeAngle(" after the type of the function")
		}
		r.shallower()
		return
	}
	n.Container = &name
	if r.container(0) > 0 {
		r.failAt(&name, "a container is read of numbers; take an array of two dimensions, as in float v[4][4]")
		return
	}
	e := r.specifiers()
	if r.Err != nil {
		return
	}
	n.Declared, n.Next, n.X, n.Given, n.Z = e.Declared, e.Next, e.X, e.Given, e.Z
	if r.take(',') {
		n.Y = r.binary(9)
	}
	if (n.Y != nil) != (r.Names[name.ID] == "array") && r.Err == nil {
		r.failAt(&name, "a container is read as std::vector<float> or std::array<float, 4>")
	}
	r.closeAngle(" after the type of the elements")
}

// rowOf makes an array of a declarator whose type is a container, or a pointer to its first element where it is a reference or a
// parameter.
func (r *reader) rowOf(n, d *Tree, parameter bool) {
	if n.Container == nil || r.Err != nil {
		return
	}
	if n.Storage.Typedef || len(d.List) > 0 {
		*d = *r.failAt(n.Container, "a container is read as a variable or a parameter: std::vector<float> v(8), or const std::vector<float>& v")
		return
	}
	if len(d.Stars) > 0 || parameter || r.is('(') && r.atParameters() { // a function hands over where its first element is
		d.Stars = []*Token{operator(n.Container, '*')}
		return
	}
	if d.Container = n.Container; n.Y == nil && !r.is('(') && !r.is('{') && !r.is('=') {
		d.X = &Tree{Kind: FillTree, Token: d.Token}
		return
	}
	d.List = []*Tree{{Kind: DimensionTree, Token: n.Container, X: n.Y}}
}

// innerBraces takes the outer ones of two pairs of braces away: std::array<float, 2> a = {{1, 2}}.
func (r *reader) innerBraces(n, d *Tree) {
	if n.Container == nil || d.X == nil || d.X.Kind != BracesTree || len(d.X.List) != 1 {
		return
	}
	inner := d.X.List[0].X
	if inner.Kind == BracesTree && len(inner.List) > 0 && (n.Declared != nil && n.Declared.Form == types.Scalar || inner.List[0].X.Kind == BracesTree) {
		d.X = inner
	}
}

// noContainer refuses a container where only a type of numbers can stand.
func (r *reader) noContainer(n *Tree) {
	if r.Err == nil && n.Container != nil {
		r.failAt(n.Container, "a container is read as a variable or a parameter: std::vector<float> v(8), or const std::vector<float>& v")
	}
}

// filled reads how a container begins: the number of its elements, with the value of all or zeros, or two ends of what it copies.
func (r *reader) filled(d *Tree) {
	d.X = &Tree{Kind: FillTree, Token: r.next()}
	for r.Err == nil && !r.is(')') && len(d.X.List) < 3 {
		d.X.List = append(d.X.List, r.assignment())
		if !r.take(',') {
			break
		}
	}
	if !r.expect(')', " after the initial value") {
		d.X = r.bad(d.X)
		return
	}
	if n := len(d.X.List); n == 0 || n > 2 {
		d.X = r.failAt(d.Token, "a container begins with the number of its elements, their values, or both ends of what it copies")
	}
	d.List = nil
}

// ofContainer reads a member function of a container behind its name; nil if it is none.
func (r *reader) ofContainer(x *Tree, name *Token) *Tree {
	if !r.is('(') || r.methods[name.ID] {
		return nil
	}
	switch r.Names[name.ID] {
	case "at":
		r.next()
		n := &Tree{Kind: IndexTree, Token: operator(name, '['), X: x, Y: r.expression()}
		if !r.expect(')', " after the index") {
			return r.bad(n)
		}
		n.End = r.end()
		return n
	case "push_back", "emplace_back", "pop_back", "resize", "clear", "reserve":
		r.next()
		n := &Tree{Kind: GrowTree, Token: name, X: x}
		for r.Err == nil && !r.is(')') && len(n.List) < 2 {
			n.List = append(n.List, r.assignment())
			if !r.take(',') {
				break
			}
		}
		if !r.expect(')', " after what the container gets") {
			return r.bad(append(n.List, x)...)
		}
		n.End = r.end()
		return n
	case "assign", "insert", "erase":
		return r.failAt(name, asItBegins)
	}
	n := r.of(name, x)
	if n == nil {
		return nil
	}
	r.next()
	if !r.expect(')', " to close the parentheses") {
		return r.bad(x)
	}
	n.End = r.end()
	return n
}

// of is what a function of a container without arguments gives, v.size() or size(v); nil for other names.
func (r *reader) of(name *Token, x *Tree) *Tree {
	size := &Tree{Kind: SizeofTree, Call: true, Token: name, X: x}
	after := func(a *Tree, o Operator, b *Tree) *Tree {
		return &Tree{Kind: ChainTree, Token: operator(name, o), X: a, List: []*Tree{{Token: operator(name, o), X: b}}}
	}
	number := func(k uint64) *Tree { return &Tree{Kind: NumeralTree, Token: name, Number: types.Int, Bits: k} }
	element := func(i *Tree) *Tree { return &Tree{Kind: IndexTree, Token: operator(name, '['), X: x, Y: i} }
	switch r.Names[name.ID] {
	case "size":
		return size
	case "empty":
		return after(size, Equal, number(0))
	case "begin", "cbegin", "data":
		return &Tree{Kind: ParenTree, Token: name, X: x}
	case "end", "cend":
		return after(x, '+', size)
	case "rbegin", "crbegin":
		return &Tree{Kind: ReverseTree, Token: name, X: after(x, '+', size)}
	case "rend", "crend":
		return &Tree{Kind: ReverseTree, Token: name, X: x}
	case "front":
		return element(number(0))
	case "back":
		return element(after(size, '-', number(1)))
	}
	return nil
}

// operator is an operator that stands where a name does.
func operator(at *Token, o Operator) *Token {
	t := *at
	t.Kind, t.Op = Punctuator, o
	return &t
}
