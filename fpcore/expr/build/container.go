package build

import (
	"cmp"
	"slices"
	"strconv"

	"ulplab/fpcore/expr/syntax"
	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/stable"
)

// length is how many elements an array has, or what a pointer to the first element of one leads to. Of memory from outside it is the
// integer input v.size.
func (p *builder) length(t *syntax.Token, o *operand) (n int32, given bool) {
	if o.kind == aggregate && o.ct.Form == types.Array {
		return o.ct.N, false
	}
	if o.kind == place && o.ct.Form == types.Address {
		o = p.load(o)
	}
	if o.kind == pointer && p.Err == nil {
		ob := &p.objects[p.cells[o.cell].object]
		switch name := ob.name + ".size"; {
		case o.typ != outsideType && ob.ct.Form == types.Array && ob.first == o.cell:
			return ob.ct.N, false
		case o.typ == outsideType && o.v == 0 && o.k == 0:
			if k, ok := p.known(name); ok && k >= 0 && k <= maxCells {
				return int32(k), true
			}
			p.failAt(t, "how many elements “"+ob.name+"” has is not known: give "+name+" a value, as in "+name+" = 8")
			p.Err.Needs = name
			return 0, false
		}
	}
	if p.Err == nil {
		p.failAt(t, "a loop over elements is read of an array whose length is known, as in float v[4]; count with an index, as in for (int i = 0; i < 4; i++)")
	}
	return 0, false
}

// maxGrown is up to how many elements a container can grow; maxRoom bounds the memory of all that can.
const (
	maxGrown = 1 << 14
	maxRoom  = 16 * maxGrown
)

// makeRoom gives a container that was just allocated the memory to grow.
func (p *builder) makeRoom(at *operand) {
	if p.Err != nil || at.ct.N >= maxGrown {
		return
	}
	n := len(p.objects) - 1
	if p.room += int(at.ct.Elem.Cells * maxGrown); p.room > maxRoom {
		p.fail(at.from, at.to, tooMuch+strconv.Itoa(maxRoom)+" numbers")
		return
	}
	p.objects[n].room = true
	p.lay(types.ArrayOf(at.ct.Elem, maxGrown-at.ct.N), int32(n))
}

// grow changes how many elements a container has. It is done where the text is read, so that no condition may decide whether it is.
func (p *builder) grow(n *syntax.Tree) *operand {
	t, none := n.Token, &operand{from: n.Token.At, to: n.End}
	x, args, takes := p.rvalue(p.value(n.X)), p.arguments(n), 1
	switch name := p.Names[t.ID]; {
	case name == "clear" || name == "pop_back":
		takes = 0
	case name == "resize" && len(args) > 1: // with what the new ones are
		takes = 2
	}
	if !p.count(t, args, takes) || p.dead > 0 || p.Names[t.ID] == "reserve" {
		return none
	}
	if x.kind != pointer || x.typ == outsideType || !p.objects[p.objectOf(x)].room {
		return p.failAt(t, "only a container that is declared in the text grows, as in std::vector<float> v;")
	}
	if !p.certain() {
		return p.failAt(t, "how many elements there are depends on a condition that is not known when the text is read")
	}
	o := &p.objects[p.objectOf(x)]
	size := o.ct.N
	from := size
	switch p.Names[t.ID] {
	case "clear":
		size = 0
	case "pop_back":
		size--
	case "resize":
		k := p.rvalue(args[0])
		if size = int32(k.k); k.kind != known || k.typ.IsFloat() || k.k > maxGrown {
			size = -1
		}
		args = args[1:]
	default:
		size++
	}
	if size < 0 || size > maxGrown {
		return p.failAt(t, "the number of elements must be known when the text is read, and lie between 0 and "+strconv.Itoa(maxGrown))
	}
	o.ct = types.ArrayOf(o.ct.Elem, size)
	row := &operand{kind: aggregate, cell: o.first, ct: o.ct, from: t.At, to: n.End}
	for ; from < size && p.Err == nil; from++ {
		part, _ := p.part(row, from)
		if len(args) > 0 {
			p.put(part, args[0])
		} else {
			p.zero(part)
		}
	}
	return none
}

// filledRow declares an array of so many elements with the value of all, zeros where none is written, or with those of another, or from one
// pointer up to another.
func (p *builder) filledRow(d *syntax.Tree, elem *types.Declared) {
	name, n, list := d.Token, int64(0), d.X.List
	if d.X.Kind != syntax.FillTree {
		list = []*syntax.Tree{d.X}
	}
	if k, ok := p.known(p.Names[name.ID] + "[]"); ok && k > 0 && k <= maxCells && elem.Form == types.Scalar { // it holds inputs
		if at := p.allocate(p.Names[name.ID], types.ArrayOf(elem, int32(k)), name.At, name.End, false); p.Err == nil {
			p.Declare(syntax.Symbol[meaning]{ID: name.ID, Is: meaning{at: at}})
		}
		return
	}
	if len(list) == 0 && !p.Grows() {
		p.failAt(name, "this has no elements: give their number, as in std::vector<float> v(8), or add them with push_back")
		return
	}
	if len(list) == 0 {
		at := p.allocate(p.Names[name.ID], types.ArrayOf(elem, 0), name.At, name.End, false)
		p.makeRoom(at)
		p.Declare(syntax.Symbol[meaning]{ID: name.ID, Is: meaning{at: at}})
		return
	}
	first := p.rvalue(p.value(list[0]))
	var second *operand
	if p.Err == nil && first.kind == pointer {
		if len(list) > 1 {
			n = p.distance(first, p.rvalue(p.value(list[1])))
		} else {
			k, _ := p.length(name, first)
			n = int64(k)
		}
	} else if p.Err == nil {
		if len(list) > 1 {
			second = p.rvalue(p.value(list[1]))
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
	if p.Grows() {
		p.makeRoom(at)
	}
	p.newLine()
	p.Declare(syntax.Symbol[meaning]{ID: name.ID, Is: meaning{at: at}})
	for i := int32(0); i < int32(n) && p.Err == nil; i++ {
		part, _ := p.part(at, i)
		switch {
		case first.kind == pointer:
			p.put(part, p.follow(name, p.moved(name, '+', first, knownInt(types.Int, uint64(i), name.At, name.End))))
		case second != nil:
			p.put(part, second)
		default:
			p.zero(part)
		}
	}
}

// distance is how many elements there are from one pointer up to another.
func (p *builder) distance(a, b *operand) int64 {
	if p.Err != nil {
		return 0
	}
	if a.backward && b.backward {
		a, b = b, a
	}
	outside := a.typ == outsideType
	if a.kind != pointer || b.kind != pointer || a.backward != b.backward || outside != (b.typ == outsideType) || outside && a.cell != b.cell || a.ct.Cells == 0 || a.ct.Cells != b.ct.Cells || a.off != b.off {
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
