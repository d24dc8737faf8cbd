package expr

import "ulplab/fpcore/expr/types"

// specified returns the type that the words of a declaration name.
func (p *builder) specified(n *tree) *types.Declared {
	if !p.enter(n) || n.kind == badTree {
		p.bad(n)
		return types.ScalarType(types.Int)
	}
	ct := n.ct
	switch {
	case n.next != nil:
		s := p.lookup(n.next.id)
		if s == nil || s.is.ct == nil {
			p.failAt(n.next, "“"+p.shown(n.next)+"” is no type here: its declaration is passed over")
			return types.ScalarType(types.Int)
		}
		ct = s.is.ct
	case n.x == nil:
	case n.x.kind == recordTree:
		ct = p.record(n.x)
	case n.x.kind == enumTree:
		ct = p.enumeration(n.x)
	default:
		p.bad(n.x)
		return types.ScalarType(types.Int)
	}
	if n.long && p.dead == 0 {
		p.note(int(n.tok.at), "long double is double in device code.")
	}
	if n.st.volatile && ct.Form == types.Scalar {
		v := *ct
		v.Volatile = true
		ct = &v
	}
	return ct
}

// typeName returns a type with its stars.
func (p *builder) typeName(n *tree) *types.Declared {
	ct := p.specified(n)
	for range n.stars {
		ct = types.PointerTo(ct)
	}
	return ct
}

// declared returns the type of a declarator.
func (p *builder) declared(ct *types.Declared, d *tree) *types.Declared {
	for _, t := range d.stars {
		if t.op == '*' {
			ct = types.PointerTo(ct)
			continue
		}
		if ct.Form == types.Void || ct.Form == types.Reference {
			p.failAt(d.tok, "a reference to this is not read")
			return ct
		}
		ct = types.ReferenceTo(ct)
	}
	return p.dimensions(ct, d.list)
}

// dimensions is an array of the sizes of a list; without a number its length is 0 and comes from its values.
func (p *builder) dimensions(ct *types.Declared, list []*tree) *types.Declared {
	if len(list) == 0 || p.err != nil {
		return ct
	}
	n, open := int32(0), list[0]
	if open.x != nil {
		o := p.rvalue(p.value(open.x))
		if p.err == nil && (o.kind != known || o.typ.Int64(o.k) <= 0 || o.k > maxCells) {
			p.fail(o.from, o.to, "the number of elements must be known when the text is read, and lie between 1 and 65536")
			return ct
		}
		n = int32(o.k)
	}
	inner := p.dimensions(ct, list[1:])
	if p.err == nil && (int64(inner.Cells)*int64(n) > maxCells || inner.Form == types.Array && inner.N == 0 || inner.Form == types.Void) {
		p.failAt(open.tok, "an array of this size is not read")
		return ct
	}
	return types.ArrayOf(inner, n)
}

// record makes the type of a struct or a union.
func (p *builder) record(n *tree) *types.Declared {
	if !n.call {
		if s := p.lookup(n.tok.id); s != nil && s.sort == typeName && s.is.ct.Form == types.Record {
			return s.is.ct
		}
		p.failAt(n.tok, "“"+p.shown(n.tok)+"” is not declared: its members are expected in { }")
		return types.ScalarType(types.Int)
	}
	ct := &types.Declared{Form: types.Record, Union: n.next.id == wUnion}
	for _, m := range n.list {
		if m.kind == badTree {
			p.bad(m)
			break
		}
		base := p.specified(m.typ)
		for _, d := range m.list {
			if d.kind == badTree {
				p.bad(d)
			}
			if mt := p.declared(base, d); p.err == nil {
				p.addMember(ct, d.tok, mt)
			}
		}
		p.lacking(m)
	}
	if p.err != nil {
		return types.ScalarType(types.Int)
	}
	if ct.Union {
		ct.Cells = 1
	}
	if n.tok.kind == identifier {
		p.declare(symbol[meaning]{id: n.tok.id, sort: typeName, is: meaning{ct: ct}})
	}
	return ct
}

func (p *builder) addMember(ct *types.Declared, id *token, mt *types.Declared) {
	for _, m := range ct.Members {
		if m.ID == id.id {
			p.failAt(id, "there are two members of this name")
			return
		}
	}
	if mt.Form == types.Void || mt.Form >= types.Address || mt.Cells == 0 || len(ct.Members) >= 200 {
		p.failAt(id, "a member of this type is not read")
		return
	}
	m := types.Member{ID: id.id, Type: mt}
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
func (p *builder) lacking(n *tree) {
	if n.lacks == 0 || p.dead > 0 || p.err != nil {
		return
	}
	where := [...]string{"", "at the end of this line", "before the brace", "after the last member"}[n.lacks]
	p.note(int(n.end), "A semicolon is missing "+where+"; a compiler would stop here. It is read as if it were there.")
}
