package build

import (
	"ulplab/fpcore/expr/syntax"
	"ulplab/fpcore/expr/types"
)

// Functions of structures: functions whose first parameter is a reference to the object, by the name this.

// method names functions of a structure: by the number of their name, -1 for its constructors.
type method struct {
	of *types.Declared
	id int32
}

const constructors = -1

// defineMethods declares the functions of a structure.
func (p *builder) defineMethods(ct *types.Declared, n *syntax.Tree) {
	if len(n.Given)+len(n.Open) == 0 {
		return
	}
	if p.methods == nil {
		p.methods, p.this = map[method][]*function{}, p.Intern("this")
	}
	add := func(id int32, f *function) { p.methods[method{ct, id}] = append(p.methods[method{ct, id}], f) }
	own := func(name *syntax.Token) *function {
		this := *name
		this.ID = p.this
		return &function{name: name, binds: p.binds, out: &types.Declared{Form: types.Void}, params: []param{{name: &this, ct: types.ReferenceTo(ct)}}, begins: n.Open}
	}
	for _, m := range n.Given {
		f := own(m.Token)
		f.body, f.start = m.Body, m.Next.From
		id := m.Token.ID
		if m.X == nil {
			id = constructors
			f.begins = append(f.begins[:len(f.begins):len(f.begins)], m.Open...)
		} else {
			f.out, f.begins = p.declared(p.specified(m.Type), m.X), nil
		}
		if p.parameters(f, m); p.Err != nil {
			return
		}
		add(id, f)
	}
	if len(p.methods[method{ct, constructors}]) == 0 && len(n.Open) > 0 {
		f := own(n.Token)
		f.body = &syntax.Tree{Kind: syntax.BlockTree, Token: n.Next}
		add(constructors, f)
	}
}

// setMembers sets the members of the object that a constructor makes; the last value of a member counts.
func (p *builder) setMembers(f *function, at *operand) {
	for i, e := range f.begins {
		later := false
		for _, o := range f.begins[i+1:] {
			later = later || o.Token.ID == e.Token.ID
		}
		switch {
		case later || p.Err != nil:
		case e.Token.ID == f.name.ID: // by another constructor
			list := e.X
			if list.Kind != syntax.BracesTree {
				list = syntax.Braces(&syntax.Tree{Token: e.Token, List: []*syntax.Tree{e.X}, End: e.Token.End})
			}
			p.constructed(at, e.Token, list.List)
		default:
			part := p.member(at, e.Token)
			if e.X.Kind == syntax.BracesTree && len(e.X.List) == 0 && p.Err == nil {
				p.zero(part)
			} else if p.Err == nil {
				p.initialize(part, e.X)
			}
		}
	}
}

// constructed makes an object by a constructor that takes as many values, and is false if there is none.
func (p *builder) constructed(at *operand, t *syntax.Token, values []*syntax.Tree) bool {
	if p.Err != nil || at.kind != aggregate {
		return false
	}
	var list []*function
	for _, f := range p.methods[method{at.ct, constructors}] {
		if n := len(values) + 1; n <= len(f.params) && (n == len(f.params) || f.params[n].value != nil) {
			list = append(list, f)
		}
	}
	for _, e := range values {
		if e.Next != nil || e.X.Kind == syntax.BracesTree {
			return false
		}
	}
	if len(list) == 0 {
		return false
	}
	args := []*operand{at}
	for _, e := range values {
		args = append(args, p.value(e.X))
	}
	if len(args) == 2 && args[1].kind == aggregate && args[1].ct == at.ct { // a copy
		p.copyObject(at, args[1])
		return true
	}
	p.construct(list, t, args)
	return true
}

// construct calls one of the constructors.
func (p *builder) construct(list []*function, t *syntax.Token, args []*operand) {
	if p.Err != nil {
		return
	}
	last, lastAt, computed, stored := p.last, p.lastAt, p.computed, p.stored
	p.callBest(list, t, nil, args)
	p.last, p.lastAt, p.computed, p.stored = last, lastAt, computed, stored
}

// callOn evaluates a call of a function of a structure, or of an object.
func (p *builder) callOn(n *syntax.Tree) *operand {
	o := p.value(n.X)
	if n.Next.Op == syntax.Arrow {
		o = p.follow(n.Next, o)
	}
	if p.Err != nil {
		return o
	}
	if n.Next.Op == '(' && (o.kind == place && isFunction(o.ct) || o.kind == callable) {
		t := n.Token
		if n.X.Kind == syntax.NameTree {
			t = n.X.Token
		}
		return p.invoke(t, o, p.places(n))
	}
	if o.kind != aggregate || o.ct.Form != types.Record {
		if n.Next.Op == '(' {
			return p.failAt(n.Next, noFunction)
		}
		return p.member(o, n.Token)
	}
	return p.callMethod(n, o)
}

// callMethod calls the function of an object that the token of n names.
func (p *builder) callMethod(n *syntax.Tree, o *operand) *operand {
	list := p.methods[method{o.ct, n.Token.ID}]
	if len(list) == 0 {
		if o.ct.Has(n.Token.ID) {
			return p.invoke(n.Token, p.member(o, n.Token), p.places(n))
		}
		return p.failAt(n.Token, "this structure has no function “"+p.Names[n.Token.ID]+"”")
	}
	args := append([]*operand{o}, p.places(n)...)
	if p.Err != nil {
		return o
	}
	r := p.callBest(list, n.Token, nil, args)
	r.from = min(r.from, o.from)
	return r
}

// ofThis is what a name means in a function of a structure if it is this, or the object's; nil if it is something else.
func (p *builder) ofThis(n *syntax.Tree) *operand {
	s := p.Lookup(p.this)
	if s == nil {
		return nil
	}
	t, o := n.Token, s.Is.at.own()
	o.from, o.to = t.At, t.End
	if t.ID == p.this {
		return &operand{kind: pointer, cell: o.cell, off: o.off, ct: o.ct, from: t.At, to: t.End}
	}
	if at := p.Top(t.ID); int(at) >= p.Frame {
		return nil // a variable of the function
	}
	if n.Call {
		if len(p.methods[method{o.ct, t.ID}]) > 0 || o.ct.Has(t.ID) {
			return p.callMethod(n, o)
		}
	} else if o.ct.Has(t.ID) {
		return p.member(o, t)
	}
	return nil
}

// static is a static member of a structure, which has the value that stands at its declaration.
func (p *builder) static(n *syntax.Tree) *operand {
	ct := p.typeName(n.X.Type)
	for _, f := range p.methods[method{ct, constructors}] {
		for _, e := range f.begins {
			for _, m := range ct.Members {
				if e.Token.ID == n.Token.ID && m.ID == e.Token.ID && m.Type.Form == types.Scalar {
					return p.implicit(p.value(e.X), m.Type.Base)
				}
			}
		}
	}
	return p.failAt(n.Token, "a static member is read with the value that stands behind it in the structure")
}
