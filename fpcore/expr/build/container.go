package build

import (
	"cmp"
	"slices"

	"ulplab/fpcore/expr/syntax"
	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/stable"
)

// length is how many elements an array has, or what a pointer to the first element of one leads to. Of memory from outside it is the
// integer input v.size.
func (p *builder) length(t *syntax.Token, o *operand) int32 {
	if o.kind == aggregate && o.ct.Form == types.Array {
		return o.ct.N
	}
	if o.kind == place && o.ct.Form == types.Address {
		o = p.load(o)
	}
	if o.kind == pointer && p.Err == nil {
		ob := &p.objects[p.cells[o.cell].object]
		switch name := ob.name + ".size"; {
		case o.typ != outsideType && ob.ct.Form == types.Array && ob.first == o.cell:
			return ob.ct.N
		case o.typ == outsideType && o.v == 0 && o.k == 0:
			if k, ok := p.known(name); ok && k >= 0 && k <= maxCells {
				return int32(k)
			}
			p.failAt(t, "how many elements “"+ob.name+"” has is not known: give "+name+" a value, as in "+name+" = 8")
			p.Err.Needs = name
			return 0
		}
	}
	if p.Err == nil {
		p.failAt(t, "a loop over elements is read of an array whose length is known, as in float v[4]; count with an index, as in for (int i = 0; i < 4; i++)")
	}
	return 0
}

// filledRow declares an array of so many elements with the value of all, zeros where none is written, or with those from one pointer up to
// another.
func (p *builder) filledRow(d *syntax.Tree, elem *types.Declared) {
	name, n := d.Token, int64(0)
	first := p.rvalue(p.value(d.X.List[0]))
	second := p.constant(types.Float, 0, first.from, first.to)
	if p.Err == nil && first.kind == pointer {
		if len(d.X.List) < 2 {
			p.fail(first.from, first.to, "both ends of what is copied are expected, as in v(p, p + 4)")
			return
		}
		n = p.distance(first, p.rvalue(p.value(d.X.List[1])))
	} else if p.Err == nil {
		if len(d.X.List) > 1 {
			second = p.rvalue(p.value(d.X.List[1]))
		}
		if n = first.typ.Int64(first.k); first.kind != known || first.typ.IsFloat() {
			n = 0
		}
	}
	if p.Err == nil && (n < 1 || n > maxCells) {
		p.fail(first.from, first.to, "the number of elements must be known when the text is read, and lie between 1 and 65536")
	}
	if p.Err != nil {
		return
	}
	at := p.allocate(p.Names[name.ID], types.ArrayOf(elem, int32(n)), name.At, name.End, false)
	if p.Err != nil {
		return
	}
	p.newLine()
	p.Declare(syntax.Symbol[meaning]{ID: name.ID, Is: meaning{at: at}})
	for i := int32(0); i < int32(n) && p.Err == nil; i++ {
		part, _ := p.part(at, i)
		v := second
		if first.kind == pointer {
			v = p.at(d.Next, first, i)
		}
		p.put(part, v)
	}
}

// distance is how many elements there are from one pointer up to another.
func (p *builder) distance(a, b *operand) int64 {
	if p.Err != nil {
		return 0
	}
	outside := a.typ == outsideType
	if a.kind != pointer || b.kind != pointer || outside != (b.typ == outsideType) || outside && a.cell != b.cell || a.ct.Cells == 0 || a.ct.Cells != b.ct.Cells || a.off != b.off {
		p.fail(a.from, max(a.from, b.to), "both ends of one array are expected here, as in v.begin(), v.end() or p, p + 4")
		return 0
	}
	if outside {
		return int64(b.v) - int64(a.v)
	}
	return int64(b.cell-a.cell) / int64(a.ct.Cells)
}

// at is the element i behind a pointer.
func (p *builder) at(t *syntax.Token, ptr *operand, i int32) *operand {
	return p.rvalue(p.follow(t, p.moved(t, '+', ptr, knownInt(types.Int, uint64(i), ptr.from, ptr.to))))
}

// maxChoices bounds the numbers that an index which conditions decide may be.
const maxChoices = 64

// choices lists the numbers that an integer may be of which conditions alone decide, as the place of the largest element so far; nothing for any other.
func (p *builder) choices(o *operand) (list []uint64) {
	if o.kind != value || !o.typ.IsInt() || p.values[o.v].Op != types.Select {
		return nil
	}
	seen := map[int32]bool{}
	rest := []int32{o.v}
	for len(rest) > 0 {
		v := &p.values[rest[len(rest)-1]]
		rest = rest[:len(rest)-1]
		switch v.Op {
		case types.Select:
			for _, x := range v.X[1:] {
				if !seen[x] {
					seen[x] = true
					rest = append(rest, x)
				}
			}
		case types.Const:
			if !slices.Contains(list, v.Bits) {
				list = append(list, v.Bits)
			}
		default:
			return nil
		}
		if len(list) > maxChoices || len(seen) > 4*maxChoices {
			return nil
		}
	}
	stable.Sort(list, cmp.Compare[uint64])
	return list
}

// chosen reads the element of an array whose place is one of some numbers.
func (p *builder) chosen(t *syntax.Token, ptr, i *operand, list []uint64) *operand {
	x := p.at(t, ptr, int32(list[0]))
	for _, k := range list[1:] {
		is := p.arithmetic(opToken(syntax.Equal, t.At, t.End), syntax.Equal, i, knownInt(i.typ, k, i.from, i.to))
		y := p.at(t, ptr, int32(k))
		if p.Err != nil {
			return x
		}
		c, a, b := p.of(is), p.of(y), p.of(x)
		x = p.emitOp(types.Select, y.typ, t.At, t.End, c, a, b)
	}
	return x
}
