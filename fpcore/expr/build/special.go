package build

import (
	"ulplab/fpcore/expr/syntax"
	"ulplab/fpcore/expr/types"
)

// constants are the values of macros of <math.h>, <float.h> and <limits.h>, in the order of the words from wInfinity on.
var constants = [...]struct {
	typ  types.Type
	bits uint64
}{
	{types.Float, 0x7f800000}, {types.Float, 0x7fc00000}, {types.Double, 0x7ff0000000000000},
	{types.Float, 0x7f7fffff}, {types.Float, 0x00800000}, {types.Float, 0x34000000},
	{types.Double, 0x7fefffffffffffff}, {types.Double, 0x0010000000000000}, {types.Double, 0x3cb0000000000000},
	{types.Int, 0x7fffffff}, {types.Int, 0x80000000},
}

// special evaluates words with a meaning of their own; ok is false for other names.
func (p *builder) special(n *syntax.Tree) (o *operand, ok bool) {
	t := n.Token
	switch {
	case syntax.WordInfinity <= t.ID && t.ID <= syntax.WordIntMin:
		c := constants[t.ID-syntax.WordInfinity]
		if c.typ == types.Int {
			return knownInt(types.Int, c.bits, t.At, t.End), true
		}
		return p.constant(c.typ, c.bits, t.At, t.End), true
	case syntax.WordMake <= t.ID && t.ID < syntax.WordMake+syntax.VectorTypes && n.Call:
		return p.makeVector(n), true
	case t.ID == syntax.WordTrue || t.ID == syntax.WordFalse:
		return knownInt(types.Bool, uint64(syntax.WordFalse-t.ID), t.At, t.End), true
	case t.ID == syntax.WordNull || t.ID == syntax.WordNullptr:
		return knownInt(types.Int, 0, t.At, t.End), true
	case t.ID == syntax.WordMemcpy:
		return p.memcpy(n), true
	case t.ID == syntax.WordSyncthreads:
		p.arguments(n)
		p.barrier(t, forBlock)
		return &operand{from: t.At, to: t.End}, true
	case t.ID == syntax.WordAssert:
		p.without(func() { p.arguments(n) })
		return &operand{from: t.At, to: t.End}, true
	case (t.ID == syntax.WordMin || t.ID == syntax.WordMax) && n.Std && n.Call:
		var o *operand
		if len(n.List) == 1 && n.List[0].Kind == syntax.BracesTree {
			for i, e := range n.List[0].List {
				if x := p.rvalue(p.value(e.X)); i == 0 {
					o = x
				} else if p.Err == nil {
					p.close = n.End
					o = p.stdLeast(t, p.Names[t.ID], []*operand{o, x})
				}
			}
		}
		if o == nil {
			o = p.stdLeast(t, p.Names[t.ID], p.arguments(n))
		}
		o.from, o.to = t.At, n.End
		return o, true
	}
	return nil, false
}

// threadIndex evaluates threadIdx.x and its relatives.
func (p *builder) threadIndex(n *syntax.Tree) *operand {
	t, m := n.Token, n.Next
	switch {
	case p.group == nil:
		name := p.Names[t.ID] + "." + p.Names[m.ID]
		if k, ok := p.known(name); ok && 0 <= k && k < 1<<31 {
			return knownInt(types.UInt, uint64(k), t.At, m.End)
		}
		if !p.single && p.dead == 0 {
			p.Note(int(t.At), "One thread is evaluated: an element at its index is one input, as x[i] is.")
		}
		p.single = true
		return p.threadOf(name, t.At, m.End)
	case t.ID == syntax.WordThreadIdx && p.Names[m.ID] != "x" && p.group.grid[0] == 0:
		return p.fail(t.At, m.End, "a block of threads is followed along x only; write the threads along y and z as loops")
	}
	return knownInt(types.UInt, p.inBlock(t.ID, p.Names[m.ID]), t.At, m.End)
}

// cast evaluates (float)x, float(x) and static_cast<float>(x).
func (p *builder) cast(n *syntax.Tree) *operand {
	ct := p.typeName(n.Type)
	if p.Err == nil && ct.Form == types.Address && n.X.Kind == syntax.NameTree && n.X.Call && p.Top(n.X.Token.ID) < 0 {
		if name := p.Names[n.X.Token.ID]; name == "malloc" || name == "calloc" {
			return p.allocation(n.X, ct.Elem)
		}
	}
	if p.Err == nil && ct.Form == types.Record && n.End > 0 { // dim3(16, 16)
		list := n.X
		if list.Kind != syntax.CommaTree {
			list = &syntax.Tree{Token: n.X.Token, List: []*syntax.Tree{n.X}, End: n.End}
		}
		return p.filled(ct, n.Token, syntax.Braces(list))
	}
	o := p.value(n.X)
	if n.End > 0 {
		return p.castTo(o, ct, n.Token.At, n.End)
	}
	return p.castTo(o, ct, n.Token.At, o.to)
}

// allocation makes an array of what malloc or calloc is asked for, without values.
func (p *builder) allocation(n *syntax.Tree, elem *types.Declared) *operand {
	size := int64(1)
	for _, o := range p.arguments(n) {
		if p.Err != nil {
			return o
		}
		if o.kind != known || o.k < 1 || int64(o.k) > maxCells*64 {
			return p.fail(o.from, o.to, "the size of this memory has to be known: a number of elements that the text says, times sizeof")
		}
		size = min(size*int64(o.k), maxCells*64)
	}
	count := size / int64(max(elem.Size, 1))
	if len(n.List) == 0 || count < 1 {
		return p.failAt(n.Token, "this asks for no memory")
	}
	return p.rvalue(p.allocate("", types.ArrayOf(elem, int32(min(count, maxCells))), n.Token.At, p.close, false))
}

// castTo converts as a cast does.
func (p *builder) castTo(o *operand, ct *types.Declared, from, to int32) *operand {
	if p.Err != nil {
		return o
	}
	switch ct.Form {
	case types.Void:
		return &operand{from: from, to: to}
	case types.Address:
		if o = p.rvalue(o); o.kind == pointer && o.typ != outsideType {
			o.ct, o.from, o.to = ct.Elem, from, to
			return o
		}
		return p.fail(from, to, "only the address of a variable can be read as another pointer")
	case types.Scalar:
	default:
		return p.fail(from, to, "a cast to this type is not read")
	}
	if o = p.rvalue(o); o.kind == thread && ct.Base.IsInt() {
		o.from, o.to = from, to
		return o
	}
	if ct.Rounding != "" {
		if o = p.rounded(o, ct.Rounding, from, to); o.kind == value {
			o.from, o.to = from, to
			p.values[o.v].Stored = true
		}
		return o
	}
	if ct.Narrow != 0 {
		o = p.narrowed(o, ct.Narrow)
		o.from, o.to, o.narrow = from, to, ct.Narrow
		return o
	}
	return p.convert(o, ct.Base, true, from, to)
}

// sizeof gives the constant of sizeof.
func (p *builder) sizeof(n *syntax.Tree) *operand {
	var size int32
	given := false
	if n.Type != nil {
		if ct := p.typeName(n.Type); p.Err == nil {
			size = ct.Size
		}
	} else {
		p.without(func() {
			o := p.value(n.X)
			if p.Err != nil {
				return
			}
			switch {
			case n.Call:
				size, given = p.length(n.Token, o)
			case o.kind == place || o.kind == aggregate:
				size = o.ct.Size
			case o.kind == pointer:
				size = 8
			default:
				if o = p.numeric(o); o.typ == types.Bool && p.o.C {
					o.typ = types.Int
				}
				if size = int32(max(o.typ.Bits(), 8) / 8); o.narrow != 0 {
					size = int32(max(o.narrow, -o.narrow)) / 8
				}
			}
		})
	}
	o := knownInt(types.ULong, uint64(size), n.Token.At, n.End)
	o.given = given
	return o
}

// memcpy copies the bits of one variable into another.
func (p *builder) memcpy(n *syntax.Tree) *operand {
	t, args := n.Token, p.arguments(n)
	if !p.count(t, args, 3) {
		return &operand{from: t.At, to: t.End}
	}
	for i := range args[:2] {
		if args[i].kind == aggregate {
			args[i] = p.rvalue(args[i])
		}
	}
	return p.copyBytes(n, args[0], args[1], args[2])
}

// copyBytes copies as many bytes as size says from one pointer to another.
func (p *builder) copyBytes(n *syntax.Tree, dst, src, size *operand) *operand {
	t := n.Token
	for _, o := range [...]*operand{dst, src} {
		if o.kind != pointer || o.typ == outsideType {
			return p.fail(o.from, o.to, "the address of a variable is expected here, as in &x")
		}
	}
	if size.kind != known || size.k == 0 || size.k%uint64(dst.ct.Size) != 0 || size.k%uint64(src.ct.Size) != 0 || size.k != uint64(dst.ct.Size) && dst.ct.Size != src.ct.Size {
		return p.fail(size.from, size.to, "memcpy is read for as many bytes as the variables have, between elements of one size: copy the members of a structure one by one")
	}
	for done := int32(0); done < int32(size.k) && p.Err == nil; done += dst.ct.Size {
		step := knownInt(types.Int, uint64(done/dst.ct.Size), size.from, size.to)
		from := p.moved(t, '+', src, step)
		if p.Err == nil {
			from.ct = dst.ct
			to := p.follow(t, p.moved(t, '+', dst, step))
			if p.Err == nil && to.kind == aggregate {
				p.put(to, p.follow(t, from))
			} else if p.Err == nil {
				from = p.load(p.follow(t, from))
				from.from, from.to = t.At, n.End
				p.store(to, from)
			}
		}
	}
	return &operand{from: t.At, to: n.End}
}
