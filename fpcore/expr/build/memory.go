package build

import (
	"strconv"

	"ulplab/fpcore/expr/syntax"
	"ulplab/fpcore/expr/types"
)

// cell is a scalar in memory, or a union.
type cell struct {
	now    *operand // what it holds; nothing if it was never set
	ct     *types.Declared
	object int32
	input  int32 // the value that is read as long as it was never set; -1 before it was read
	seen   int32 // the last count of stores that it was in
	typed  bool  // scanf or std::cin gives it its value
}

// object is a variable, or an element of the memory that a pointer from outside leads to.
type object struct {
	name     string
	from, to int32
	first    int32
	ct       *types.Declared
	outer    bool // it had a value before the text began
	inner    bool // a variable of a function that the program calls
	free     bool // not declared, or an element of such an array
	hidden   bool // not of the text: what return gives, or whether it was come to
	room     bool // a container that can grow: there is memory for maxGrown elements
	elements map[string]int32
	index    int64 // of an element: its place among them
}

// change is a store, with what was there before.
type change struct {
	cell int32
	was  *operand
}

// allocate makes the memory of a variable.
func (p *builder) allocate(name string, ct *types.Declared, from, to int32, outer bool) *operand {
	o := &operand{kind: aggregate, cell: int32(len(p.cells)), ct: ct, from: from, to: to}
	if len(p.cells)-p.room+int(ct.Cells) > maxCells {
		return p.fail(from, to, tooMuch+strconv.Itoa(maxCells)+" numbers")
	}
	p.objects = append(p.objects, object{name: name, from: from, to: to, first: o.cell, ct: ct, outer: outer, inner: p.depth > p.base})
	p.work += int(ct.Cells) / 8
	p.lay(ct, int32(len(p.objects)-1))
	if ct.Form == types.Scalar || ct.Form == types.Address {
		o.kind = place
	}
	return o
}

func (p *builder) lay(ct *types.Declared, object int32) {
	switch {
	case ct.Form == types.Array:
		for range ct.N {
			p.lay(ct.Elem, object)
		}
	case ct.Form == types.Record && !ct.Union:
		for _, m := range ct.Members {
			p.lay(m.Type, object)
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
		case ct.Form == types.Array && ct.Elem.Cells > 0:
			s += "[" + strconv.Itoa(int(at/ct.Elem.Cells)) + "]"
			at, ct = at%ct.Elem.Cells, ct.Elem
		case ct.Form == types.Record && !ct.Union:
			i := len(ct.Members) - 1
			for i > 0 && ct.Members[i].Cell > at {
				i--
			}
			s += "." + p.Names[ct.Members[i].ID]
			at, ct = at-ct.Members[i].Cell, ct.Members[i].Type
		default:
			return s
		}
	}
}

// load reads a place.
func (p *builder) load(o *operand) *operand {
	if p.Err != nil {
		return o
	}
	c := &p.cells[o.cell]
	now := c.now
	if now.kind == nothing {
		now = p.initial(o)
	}
	if now = p.acrossMemory(o.cell, now).own(); p.Err != nil {
		return now
	}
	now.from, now.to, now.paren = o.from, o.to, o.paren
	now.counted = now.kind == known && p.pass > 0
	if now.kind == maybe && now.typ != types.NoType {
		if now = now.settled(); p.dead == 0 {
			p.Note(int(o.from), "“"+p.nameOf(o.cell)+"” is set on one side of a condition only. Where it is not, its value is undefined in C, and that of the other side here.")
		}
	}
	switch now.kind {
	case maybe:
		if isFunction(o.ct) {
			return p.fail(o.from, o.to, whichFunction)
		}
		return p.fail(o.from, o.to, "“"+p.nameOf(o.cell)+"” is set on one side of a condition only; give it a value before")
	case pointer, thread, words, callable:
		if o.ct.Form == types.Address || now.kind == thread && o.ct.Base.IsInt() {
			return now
		}
		return p.fail(o.from, o.to, "the bits of a pointer are not read")
	}
	if o.ct.Form == types.Address {
		return p.fail(o.from, o.to, "this is no pointer")
	}
	if want := o.ct.Base; want != now.typ || o.off != 0 {
		now = p.pun(now, o)
	}
	if n := o.ct.Narrow; n != 0 && p.cells[o.cell].ct != o.ct {
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
	t := o.ct.Base
	if c.ct.Form == types.Scalar {
		t = c.ct.Base
	} else if c.ct.Form == types.Address {
		if p.dead > 0 && o.ct.Form == types.Address && (o.ct.Elem.Narrow == 8 || o.ct.Elem.Narrow == -8) { // argv[1], which a condition keeps from being read
			return p.text("", o.from, o.to)
		}
		return p.fail(o.from, o.to, "“"+p.nameOf(o.cell)+"” points to nothing yet")
	}
	name := p.nameOf(o.cell)
	if c.ct.Form == types.Record {
		for _, m := range c.ct.Members {
			if m.Type.Base == t && m.Type.Form == types.Scalar {
				name += "." + p.Names[m.ID]
				break
			}
		}
	}
	ob := &p.objects[c.object]
	if k, ok := p.known(name); ok && t.IsInt() {
		x := knownInt(t, uint64(k)&t.Mask(), o.from, o.to)
		x.given = true
		return x
	}
	v := p.input(name, t, ob.from, ob.to, !ob.free)
	if p.Err != nil {
		return v
	}
	c.input = v.v
	p.inputs[len(p.inputs)-1].Unset = p.called != nil && !ob.outer && !ob.free && !ob.hidden && !c.typed
	index := &p.inputs[len(p.inputs)-1].Index
	if *index = int32(ob.index)*ob.ct.Cells + o.cell - ob.first; ob.index>>32 != 0 {
		*index = -1
	}
	p.read = append(p.read, o.cell)
	return v
}

// known returns the value that the options give an integer input.
func (p *builder) known(name string) (int64, bool) {
	if p.o.Known == "" {
		return 0, false
	}
	s := types.Word(" "+p.o.Known+" ", name)
	k, err := strconv.ParseInt(s, 10, 64)
	return k, err == nil
}

// pun reads the bits of a value as another type, from the byte o.off on.
func (p *builder) pun(now *operand, o *operand) *operand {
	want := o.ct.Base
	have, width := now.typ.Bits(), want.Bits()
	if n := o.ct.Narrow; n != 0 {
		width = int(max(n, -n))
	}
	if now.typ == types.Bool || want == types.Bool || int(o.off)*8+width > have {
		if now.typ.IsInt() && want.IsInt() && o.off == 0 {
			return p.convert(now, want, false, o.from, o.to)
		}
		return p.fail(o.from, o.to, want.String()+" is read here where "+now.typ.String()+" was stored: not all of its bits are set")
	}
	if have != width || o.off != 0 {
		wide := types.ULong
		if have <= 32 {
			wide = types.UInt
		}
		now = p.bits(now, wide, o)
		t := &syntax.Token{At: o.from, End: o.to}
		if o.off != 0 {
			now = p.arithmetic(t, syntax.ShiftRight, now, knownInt(wide, uint64(o.off)*8, o.from, o.to))
		}
		if want.Bits() <= 32 {
			now = p.convert(now, types.UInt, false, o.from, o.to)
		}
	}
	return p.bits(now, want, o)
}

// bits makes a Bitcast.
func (p *builder) bits(now *operand, t types.Type, o *operand) *operand {
	if now.typ == t {
		return now
	}
	if now.kind == known && t.IsInt() {
		now = now.own()
		now.typ = t
		return now
	}
	return p.emitOp(types.Bitcast, t, o.from, o.to, p.of(now))
}

// narrowed converts to an integer of n bits, signed if n is negative. A GPU goes to an unsigned one by way of unsigned int, which stops at 0 and at its
// largest number (measured on an H200: cvt.rzi.u32), x86 by way of int.
func (p *builder) narrowed(o *operand, n int8) *operand {
	if o.typ.IsFloat() && n > 0 && p.o.Device {
		o = p.implicit(o, types.UInt)
	}
	return p.wrap(p.implicit(o, types.Int), n)
}

// wrap reduces an integer to n bits, signed if n is negative.
func (p *builder) wrap(o *operand, n int8) *operand {
	t := &syntax.Token{At: o.from, End: o.to}
	k := func(v uint64) *operand { return knownInt(types.Int, v, o.from, o.to) }
	if n > 0 {
		return p.arithmetic(t, '&', o, k(1<<n-1))
	}
	o = p.convert(o, types.UInt, false, o.from, o.to)
	o = p.arithmetic(t, syntax.ShiftLeft, o, k(uint64(32+n)))
	o = p.convert(o, types.Int, false, o.from, o.to)
	return p.arithmetic(t, syntax.ShiftRight, o, k(uint64(32+n)))
}

// store assigns to a place and returns what it holds then.
func (p *builder) store(at, v *operand) *operand {
	if p.Err != nil {
		return v
	}
	if at.kind != place {
		return p.fail(at.from, at.to, "nothing can be assigned to this; a variable is expected to the left of =")
	}
	p.stored++
	if isFunction(at.ct) {
		if v = p.asFunction(at.ct.Elem, v); p.Err == nil {
			p.set(at.cell, v)
		}
		return v
	}
	v = p.rvalue(v)
	if at.ct.Form == types.Address || v.kind == pointer {
		if v.kind == words {
			p.set(at.cell, v)
			return v
		}
		if v.kind == known && v.k == 0 { // nullptr: there is nothing to read
			p.set(at.cell, unset)
			return v
		}
		if v.kind != pointer || at.ct.Form != types.Address {
			return p.fail(v.from, v.to, "a pointer and a number do not go together here")
		}
		if e := at.ct.Elem; e.Volatile && v.ct.Form == types.Scalar && v.ct.Base == e.Base {
			v = v.own()
			v.ct = e
		}
		p.set(at.cell, v)
		return v
	}
	if v.kind == thread && at.ct.Base.IsInt() {
		p.set(at.cell, p.rename(v, p.nameOf(at.cell)))
		return v
	}
	if at.ct.Narrow != 0 {
		v = p.narrowed(v, at.ct.Narrow)
	} else {
		v = p.implicit(v, at.ct.Base)
	}
	if p.Err != nil {
		return v
	}
	v.assumed = false
	if at.ct.Rounding != "" {
		v = p.rounded(v, at.ct.Rounding, v.from, v.to)
	}
	if at.ct.Volatile {
		v = p.emitOp(types.Convert, v.typ, v.from, v.from, p.of(v))
	}
	if v.kind == value && p.Err == nil {
		w := &p.values[v.v]
		w.Stored = true
		w.Volatile = w.Volatile || at.ct.Volatile
		if w.Name == "" {
			w.Name = p.nameOf(at.cell)
		}
	}
	held := v
	if c := &p.cells[at.cell]; c.ct.Form == types.Record || c.ct.Base.Bits() != at.ct.Base.Bits() || at.off != 0 {
		held = p.merge(at, v)
	}
	lockstep := p.group != nil && at.ct.Volatile // the threads of a warp step by step, as code without __syncwarp has it
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
	v = p.implicit(v, types.Float)
	if v.kind == value && p.values[v.v].Fn == fn {
		return v
	}
	r := p.emitOp(types.Call, types.Float, from, to, p.of(v))
	if r.kind == value {
		p.values[r.v].Fn = fn
	}
	return r
}

// merge puts the bits of a narrower value among those that a union holds.
func (p *builder) merge(at, v *operand) *operand {
	was := p.cells[at.cell].now
	size := int(p.cells[at.cell].ct.Size) * 8
	width := v.typ.Bits()
	if n := at.ct.Narrow; n != 0 {
		width = int(max(n, -n))
	}
	if at.off == 0 && (width == size || was.kind == nothing || was.typ.Bits() <= width) {
		return v
	}
	wide := types.ULong
	if size <= 32 {
		wide = types.UInt
	}
	if was.kind == nothing {
		was = &operand{kind: known, typ: wide}
	}
	t := &syntax.Token{At: at.from, End: at.to}
	k := func(v uint64) *operand { return knownInt(wide, v, at.from, at.to) }
	extend := func(o *operand) *operand {
		if o.typ.IsFloat() || o.typ.Signed() {
			same := types.UInt
			if o.typ.Bits() == 64 {
				same = types.ULong
			}
			o = p.bits(o, same, at)
		}
		return p.convert(o, wide, false, at.from, at.to)
	}
	field := (uint64(1)<<width - 1) << (at.off * 8)
	rest := p.arithmetic(t, '&', extend(was), k(^field&wide.Mask()))
	put := extend(v)
	if put.typ.Bits() > width && v.typ.Bits() != width {
		put = p.arithmetic(t, '&', put, k(uint64(1)<<width-1))
	}
	if at.off != 0 {
		put = p.arithmetic(t, syntax.ShiftLeft, put, k(uint64(at.off)*8))
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
