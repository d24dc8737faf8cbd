package build

import (
	"ulplab/fpcore/expr/syntax"
	"ulplab/fpcore/expr/types"
)

// specified returns the type that the words of a declaration name.
func (p *builder) specified(n *syntax.Tree) *types.Declared {
	if !p.enter(n) || n.Kind == syntax.BadTree {
		p.bad(n)
		return types.ScalarType(types.Int)
	}
	ct := n.Declared
	switch {
	case n.Next != nil:
		s := p.Lookup(n.Next.ID)
		switch {
		case s == nil || s.Sort != syntax.TypeName:
			p.failAt(n.Next, "“"+p.Shown(n.Next)+"” is no type here: its declaration is passed over")
			return types.ScalarType(types.Int)
		case len(n.Given) == 0 && s.Is.ct != nil:
			ct = s.Is.ct
		case s.Is.fn == nil:
			p.failAt(n.Next, "this is no template")
			return types.ScalarType(types.Int)
		default:
			ct = p.made(s.Is.fn, p.given(n))
		}
	case n.Z != nil:
		return p.signature(p.typeName(n.Z.Type), n.Z)
	case n.Storage.Inferred && n.X == nil:
		return inferred
	case n.X == nil:
	case n.X.Kind == syntax.RecordTree:
		ct = p.record(n.X)
	case n.X.Kind == syntax.EnumTree:
		ct = p.enumeration(n.X)
	default:
		p.bad(n.X)
		return types.ScalarType(types.Int)
	}
	if n.Long && p.dead == 0 {
		p.Note(int(n.Token.At), "long double is double in device code, and has the precision of x87 on x86.")
	}
	if n.Storage.Volatile && ct.Form == types.Scalar {
		v := *ct
		v.Volatile = true
		ct = &v
	}
	return ct
}

// typeName returns a type with its stars.
func (p *builder) typeName(n *syntax.Tree) *types.Declared {
	ct := p.specified(n)
	for range n.Stars {
		ct = types.PointerTo(ct)
	}
	return ct
}

// declared returns the type of a declarator.
func (p *builder) declared(ct *types.Declared, d *syntax.Tree) *types.Declared {
	for _, t := range d.Stars {
		if t.Op == '*' {
			ct = types.PointerTo(ct)
			continue
		}
		if ct.Form == types.Void || ct.Form == types.Reference {
			p.failAt(d.Token, "a reference to this is not read")
			return ct
		}
		ct = types.ReferenceTo(ct)
	}
	if d.Z != nil {
		ct = p.signature(ct, d.Z)
	}
	return p.dimensions(ct, d.List)
}

// dimensions is an array of the sizes of a list; without a number its length is 0 and comes from its values.
func (p *builder) dimensions(ct *types.Declared, list []*syntax.Tree) *types.Declared {
	if len(list) == 0 || p.Err != nil {
		return ct
	}
	n, open := int32(0), list[0]
	if open.X != nil {
		o := p.rvalue(p.value(open.X))
		if p.Err == nil && (o.kind != known || o.typ.Int64(o.k) <= 0 || o.k > maxCells) {
			p.fail(o.from, o.to, "the number of elements must be known when the text is read, and lie between 1 and 65536")
			return ct
		}
		n = int32(o.k)
	}
	inner := p.dimensions(ct, list[1:])
	if p.Err == nil && (int64(inner.Cells)*int64(n) > maxCells || inner.Form == types.Array && inner.N == 0 || inner.Form == types.Void) {
		p.failAt(open.Token, "an array of this size is not read")
		return ct
	}
	return types.ArrayOf(inner, n)
}

// record makes the type of a struct or a union.
func (p *builder) record(n *syntax.Tree) *types.Declared {
	if !n.Call {
		if s := p.Lookup(n.Token.ID); s != nil && s.Sort == syntax.TypeName && s.Is.ct.Form == types.Record {
			return s.Is.ct
		}
		p.failAt(n.Token, "“"+p.Shown(n.Token)+"” is not declared: its members are expected in { }")
		return types.ScalarType(types.Int)
	}
	ct := &types.Declared{Form: types.Record, Union: n.Next.ID == syntax.WordUnion}
	for _, m := range n.List {
		if m.Kind == syntax.BadTree {
			p.bad(m)
			break
		}
		base := p.specified(m.Type)
		for _, d := range m.List {
			if d.Kind == syntax.BadTree {
				p.bad(d)
			}
			if mt := p.declared(base, d); p.Err == nil {
				p.addMember(ct, d.Token, mt)
			}
		}
		p.lacking(m)
	}
	if p.Err != nil {
		return types.ScalarType(types.Int)
	}
	if len(ct.Members) == 0 { // an object takes a byte all the same
		p.addMember(ct, &syntax.Token{ID: -1}, types.ScalarType(types.Int))
	}
	if ct.Union {
		ct.Cells = 1
	}
	if n.Token.Kind == syntax.Identifier {
		s := syntax.Symbol[meaning]{ID: n.Token.ID, Sort: syntax.TypeName, Is: meaning{ct: ct}}
		if p.form != nil && p.form.name.ID == n.Token.ID {
			s.Is.fn = p.form
			p.instances = append(p.instances, madeOf{p.form.form, p.binds, ct})
		}
		if p.Declare(s); p.form != nil {
			p.binds = append(p.binds[:len(p.binds):len(p.binds)], s)
		}
	}
	p.defineMethods(ct, n)
	return ct
}

func (p *builder) addMember(ct *types.Declared, id *syntax.Token, mt *types.Declared) {
	if ct.Has(id.ID) {
		p.failAt(id, "there are two members of this name")
		return
	}
	if mt.Form == types.Void || mt.Form >= types.Address && !isFunction(mt) || mt.Cells == 0 || len(ct.Members) >= 200 {
		p.failAt(id, "a member of this type is not read")
		return
	}
	m := types.Member{ID: id.ID, Type: mt}
	if ct.Union {
		if ct.Size = max(ct.Size, mt.Size); ct.Size > 8 || mt.Form == types.Record {
			p.failAt(id, "a union is read up to 8 bytes, of numbers and arrays of numbers")
			return
		}
	} else {
		m.Cell = ct.Cells
		ct.Cells += mt.Cells
		ct.Size += mt.Size
		if ct.Cells > maxCells {
			p.failAt(id, "this structure is too large")
		}
	}
	ct.Members = append(ct.Members, m)
}

// lacking notes a semicolon that is missing behind a statement.
func (p *builder) lacking(n *syntax.Tree) {
	if n.Lacks == 0 || p.dead > 0 || p.Err != nil {
		return
	}
	where := [...]string{"", "at the end of this line", "before the brace", "after the last member"}[n.Lacks]
	p.Note(int(n.End), "A semicolon is missing "+where+"; a compiler would stop here. It is read as if it were there.")
}
