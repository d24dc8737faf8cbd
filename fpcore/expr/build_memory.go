package expr

import "strconv"

// form says what a declared type is.
type form uint8

const (
	scalar form = iota
	array
	record // a struct or a union
	address
	void
	reference // to elem: of a parameter or variable that is another name
)

// ctype is a declared type.
type ctype struct {
	form     form
	base     Type // scalar
	narrow   int8 // scalar: 8 or 16 for char and short, negative if signed
	volatile bool
	union    bool
	rounding string // scalar: the function that a value stored goes through, as for __nv_fp8_e4m3; see Rounding
	elem     *ctype // array, address, reference
	n        int32  // array: elements
	cells    int32
	size     int32 // bytes
	members  []member
}

type member struct {
	id   int32
	ct   *ctype
	cell int32 // the first cell of it, relative to the structure; 0 in a union
	from int32
}

//go:noinline
func scalarType(t Type) *ctype {
	return &ctype{base: t, cells: 1, size: int32(max(t.Bits(), 8) / 8)}
}

func pointerTo(ct *ctype) *ctype { return &ctype{form: address, elem: ct, cells: 1, size: 8} }

func referenceTo(ct *ctype) *ctype {
	return &ctype{form: reference, elem: ct, cells: ct.cells, size: ct.size}
}

func arrayOf(ct *ctype, n int32) *ctype {
	return &ctype{form: array, elem: ct, n: n, cells: ct.cells * n, size: ct.size * n}
}

// cell is a scalar in memory, or a union.
type cell struct {
	now    *operand // what it holds; nothing if it was never set
	ct     *ctype
	object int32
	input  int32 // the value that is read as long as it was never set; -1 before it was read
	seen   int32 // the last count of stores that it was in
}

// object is a variable, or an element of the memory that a pointer from outside leads to.
type object struct {
	name     string
	from, to int32
	first    int32
	ct       *ctype
	outer    bool // it had a value before the text began
	inner    bool // a variable of a function that the program calls
	free     bool // not declared, or an element of such an array
	hidden   bool // not of the text: what return gives, or whether it was come to
	elements map[string]int32
	index    int64 // of an element: its place among them
}

// change is a store, with what was there before.
type change struct {
	cell int32
	was  *operand
}

// allocate makes the memory of a variable.
func (p *builder) allocate(name string, ct *ctype, from, to int32, outer bool) *operand {
	o := &operand{kind: aggregate, cell: int32(len(p.cells)), ct: ct, from: from, to: to}
	if len(p.cells)+int(ct.cells) > maxCells {
		return p.fail(from, to, "this needs more memory than "+strconv.Itoa(maxCells)+" numbers")
	}
	p.objects = append(p.objects, object{name: name, from: from, to: to, first: o.cell, ct: ct, outer: outer, inner: p.depth > p.base})
	p.work += int(ct.cells) / 8
	p.lay(ct, int32(len(p.objects)-1))
	if ct.form == scalar || ct.form == address {
		o.kind = place
	}
	return o
}

func (p *builder) lay(ct *ctype, object int32) {
	switch {
	case ct.form == array:
		for range ct.n {
			p.lay(ct.elem, object)
		}
	case ct.form == record && !ct.union:
		for _, m := range ct.members {
			p.lay(m.ct, object)
		}
	default:
		p.cells = append(p.cells, cell{now: unset, ct: ct, object: object, input: -1})
	}
}

// nameOf returns the name of a cell, as in x[3] or v.x.
func (p *builder) nameOf(at int32) string {
	o := &p.objects[p.cells[at].object]
	s, ct, at := o.name, o.ct, at-o.first
	for {
		switch {
		case ct.form == array && ct.elem.cells > 0:
			s += "[" + strconv.Itoa(int(at/ct.elem.cells)) + "]"
			at, ct = at%ct.elem.cells, ct.elem
		case ct.form == record && !ct.union:
			i := len(ct.members) - 1
			for i > 0 && ct.members[i].cell > at {
				i--
			}
			s += "." + p.names[ct.members[i].id]
			at, ct = at-ct.members[i].cell, ct.members[i].ct
		default:
			return s
		}
	}
}

// load reads a place.
func (p *builder) load(o *operand) *operand {
	if p.err != nil {
		return o
	}
	c := &p.cells[o.cell]
	now := c.now
	if now.kind == nothing {
		now = p.initial(o)
	}
	now = now.own()
	if p.err != nil {
		return now
	}
	now.from, now.to, now.paren = o.from, o.to, o.paren
	if now.kind == maybe && now.typ != NoType {
		if now = now.settled(); p.dead == 0 {
			p.note(int(o.from), "“"+p.nameOf(o.cell)+"” is set on one side of a condition only. Where it is not, its value is undefined in C, and that of the other side here.")
		}
	}
	switch now.kind {
	case maybe:
		return p.fail(o.from, o.to, "“"+p.nameOf(o.cell)+"” is set on one side of a condition only; give it a value before")
	case pointer, thread:
		if o.ct.form == address || now.kind == thread && o.ct.base.IsInt() {
			return now
		}
		return p.fail(o.from, o.to, "the bits of a pointer are not read")
	}
	if o.ct.form == address {
		return p.fail(o.from, o.to, "this is no pointer")
	}
	if want := o.ct.base; want != now.typ || o.off != 0 {
		now = p.pun(now, o)
	}
	if n := o.ct.narrow; n != 0 && p.cells[o.cell].ct != o.ct {
		now = p.wrap(now, n)
	}
	return now
}

// initial returns the value of a cell that was never set: an input.
func (p *builder) initial(o *operand) *operand {
	c := &p.cells[o.cell]
	if c.input >= 0 {
		return &operand{kind: value, typ: p.values[c.input].Type, v: c.input}
	}
	t := o.ct.base
	if c.ct.form == scalar {
		t = c.ct.base
	} else if c.ct.form == address {
		return p.fail(o.from, o.to, "“"+p.nameOf(o.cell)+"” points to nothing yet")
	}
	name := p.nameOf(o.cell)
	if c.ct.form == record {
		for _, m := range c.ct.members {
			if m.ct.base == t && m.ct.form == scalar {
				name += "." + p.names[m.id]
				break
			}
		}
	}
	ob := &p.objects[c.object]
	if k, ok := p.known(name); ok && t.IsInt() {
		return knownInt(t, uint64(k)&t.mask(), o.from, o.to)
	}
	v := p.input(name, t, ob.from, ob.to, !ob.free)
	if p.err != nil {
		return v
	}
	c.input = v.v
	p.read = append(p.read, o.cell)
	return v
}

// known returns the value that the options give an integer input.
func (p *builder) known(name string) (int64, bool) {
	if p.o.Known == "" {
		return 0, false
	}
	s := word(" "+p.o.Known+" ", name)
	k, err := strconv.ParseInt(s, 10, 64)
	return k, err == nil
}

// pun reads the bits of a value as another type, from the byte o.off on.
func (p *builder) pun(now *operand, o *operand) *operand {
	want := o.ct.base
	have, width := now.typ.Bits(), want.Bits()
	if n := o.ct.narrow; n != 0 {
		width = int(max(n, -n))
	}
	if now.typ == Bool || want == Bool || int(o.off)*8+width > have {
		if now.typ.IsInt() && want.IsInt() && o.off == 0 {
			return p.convert(now, want, false, o.from, o.to)
		}
		return p.fail(o.from, o.to, want.String()+" is read here where "+now.typ.String()+" was stored: not all of its bits are set")
	}
	if have != width || o.off != 0 {
		wide := ULong
		if have <= 32 {
			wide = UInt
		}
		now = p.bits(now, wide, o)
		t := &token{at: o.from, end: o.to}
		if o.off != 0 {
			now = p.arithmetic(t, shiftRight, now, knownInt(wide, uint64(o.off)*8, o.from, o.to))
		}
		if want.Bits() <= 32 {
			now = p.convert(now, UInt, false, o.from, o.to)
		}
	}
	return p.bits(now, want, o)
}

// bits makes a Bitcast.
func (p *builder) bits(now *operand, t Type, o *operand) *operand {
	if now.typ == t {
		return now
	}
	if now.kind == known && t.IsInt() {
		now = now.own()
		now.typ = t
		return now
	}
	return p.emitOp(Bitcast, t, o.from, o.to, p.of(now))
}

// wrap reduces an integer to n bits, signed if n is negative.
func (p *builder) wrap(o *operand, n int8) *operand {
	t := &token{at: o.from, end: o.to}
	k := func(v uint64) *operand { return knownInt(Int, v, o.from, o.to) }
	if n > 0 {
		return p.arithmetic(t, '&', o, k(1<<n-1))
	}
	o = p.convert(o, UInt, false, o.from, o.to)
	o = p.arithmetic(t, shiftLeft, o, k(uint64(32+n)))
	o = p.convert(o, Int, false, o.from, o.to)
	return p.arithmetic(t, shiftRight, o, k(uint64(32+n)))
}

// store assigns to a place and returns what it holds then.
func (p *builder) store(at, v *operand) *operand {
	if p.err != nil {
		return v
	}
	if at.kind != place {
		return p.fail(at.from, at.to, "nothing can be assigned to this; a variable is expected to the left of =")
	}
	p.stored++
	v = p.rvalue(v)
	if at.ct.form == address || v.kind == pointer {
		if v.kind != pointer || at.ct.form != address {
			return p.fail(v.from, v.to, "a pointer and a number do not go together here")
		}
		if e := at.ct.elem; e.volatile && v.ct.form == scalar && v.ct.base == e.base {
			v = v.own()
			v.ct = e
		}
		p.set(at.cell, v)
		return v
	}
	if v.kind == thread && at.ct.base.IsInt() {
		p.set(at.cell, p.rename(v, p.nameOf(at.cell)))
		return v
	}
	if v = p.implicit(v, at.ct.base); p.err != nil {
		return v
	}
	v.assumed = false
	if at.ct.rounding != "" {
		v = p.rounded(v, at.ct.rounding, v.from, v.to)
	}
	if at.ct.narrow != 0 {
		v = p.wrap(p.implicit(v, Int), at.ct.narrow)
	}
	if at.ct.volatile {
		v = p.emitOp(Convert, v.typ, v.from, v.from, p.of(v))
	}
	if v.kind == value && p.err == nil {
		w := &p.values[v.v]
		w.Stored = true
		w.Volatile = w.Volatile || at.ct.volatile
		if w.Name == "" {
			w.Name = p.nameOf(at.cell)
		}
	}
	held := v
	if c := &p.cells[at.cell]; c.ct.form == record || c.ct.base.Bits() != at.ct.base.Bits() || at.off != 0 {
		held = p.merge(at, v)
	}
	lockstep := p.group != nil && at.ct.volatile // the threads of a warp step by step, as code without __syncwarp has it
	if lockstep {
		p.barrier(opToken('=', at.from, at.to), forWarp)
	}
	p.set(at.cell, held)
	if lockstep {
		p.barrier(opToken('=', at.from, at.to), forWarp)
	}
	if p.group != nil && p.dead == 0 && p.objects[p.cells[at.cell].object].outer {
		p.group.outAt = at.cell
	}
	if v.kind != known || !p.computed {
		p.lastAt, p.computed = at.cell, v.kind != known
	}
	return v
}

// rounded rounds a float to a narrower format and leaves it a float.
func (p *builder) rounded(v *operand, fn string, from, to int32) *operand {
	v = p.implicit(v, Float)
	if v.kind == value && p.values[v.v].Fn == fn {
		return v
	}
	r := p.emitOp(Call, Float, from, to, p.of(v))
	if r.kind == value {
		p.values[r.v].Fn = fn
	}
	return r
}

// merge puts the bits of a narrower value among those that a union holds.
func (p *builder) merge(at, v *operand) *operand {
	was := p.cells[at.cell].now
	size := int(p.cells[at.cell].ct.size) * 8
	width := v.typ.Bits()
	if n := at.ct.narrow; n != 0 {
		width = int(max(n, -n))
	}
	if at.off == 0 && (width == size || was.kind == nothing || was.typ.Bits() <= width) {
		return v
	}
	wide := ULong
	if size <= 32 {
		wide = UInt
	}
	if was.kind == nothing {
		was = &operand{kind: known, typ: wide}
	}
	t := &token{at: at.from, end: at.to}
	k := func(v uint64) *operand { return knownInt(wide, v, at.from, at.to) }
	extend := func(o *operand) *operand {
		if o.typ.IsFloat() || o.typ.Signed() {
			same := UInt
			if o.typ.Bits() == 64 {
				same = ULong
			}
			o = p.bits(o, same, at)
		}
		return p.convert(o, wide, false, at.from, at.to)
	}
	field := (uint64(1)<<width - 1) << (at.off * 8)
	rest := p.arithmetic(t, '&', extend(was), k(^field&wide.mask()))
	put := extend(v)
	if put.typ.Bits() > width && v.typ.Bits() != width {
		put = p.arithmetic(t, '&', put, k(uint64(1)<<width-1))
	}
	if at.off != 0 {
		put = p.arithmetic(t, shiftLeft, put, k(uint64(at.off)*8))
	}
	return p.arithmetic(t, '|', rest, put)
}

// set stores and remembers what was there.
//
//go:noinline
func (p *builder) set(at int32, v *operand) {
	p.journal = append(p.journal, change{at, p.cells[at].now})
	p.cells[at].now = v.own()
}

// rollback takes back the stores since the mark.
func (p *builder) rollback(mark int) {
	for n := len(p.journal); n > mark; n-- {
		p.cells[p.journal[n-1].cell].now = p.journal[n-1].was
	}
	p.journal = p.journal[:mark]
}

// outlives reports whether a cell is still there where there were limit cells.
func (p *builder) outlives(at, limit int32) bool {
	if at < limit {
		return true
	}
	o := &p.objects[p.cells[at].object]
	return o.outer || o.hidden
}

// stores returns the cells below limit that were stored to since the mark, with what they hold, and takes that back.
func (p *builder) stores(mark int, limit int32) (list []change) {
	p.stamp++
	for n := len(p.journal) - 1; n >= mark; n-- {
		if c := &p.cells[p.journal[n].cell]; c.seen != p.stamp && p.outlives(p.journal[n].cell, limit) {
			c.seen = p.stamp
			list = append(list, change{p.journal[n].cell, c.now})
		}
		p.work++
	}
	p.rollback(mark)
	return list
}
