package expr

import (
	"strconv"
	"strings"

	"ulplab/fpcore/expr/types"
)

// keywords are the words with a meaning of their own, in the order of the constants below.
var keywords = strings.Fields("void bool char short int long signed unsigned float double half __half __nv_bfloat16 nv_bfloat16 __bf16 _Float16" +
	" const volatile static register extern inline constexpr __restrict__ restrict __restrict __device__ __host__ __global__ __shared__ __constant__ __managed__ __forceinline__ __inline__ __inline noexcept __noinline__" +
	" auto struct union typedef using enum class template sizeof if else for while do return break continue switch goto case default" +
	" uint ushort uchar ulong size_t ptrdiff_t int8_t uint8_t int16_t uint16_t int32_t uint32_t int64_t uint64_t float_t double_t __nv_bfloat16_raw __half_raw __nv_fp8_e4m3 __nv_fp8_e5m2" +
	" printf memcpy threadIdx blockIdx blockDim gridDim __syncthreads main std min max abs namespace static_cast reinterpret_cast true false NULL nullptr cout" +
	" INFINITY NAN HUGE_VAL FLT_MAX FLT_MIN FLT_EPSILON DBL_MAX DBL_MIN DBL_EPSILON M_PI M_E INT_MAX INT_MIN __launch_bounds__ assert __attribute__ alignas __align__ _Bool _Complex complex" +
	" typename operator make_float2 make_float3 make_float4 make_double2 make_double3 make_double4 make_int2 make_int3 make_int4 make_uint2 make_uint3 make_uint4" +
	" float2 float3 float4 double2 double3 double4 int2 int3 int4 uint2 uint3 uint4")

// The words that the reader asks for, in the order of keywords.
const (
	wVoid int32 = iota
	wBool
	wChar
	wShort
	wInt
	wLong
	wSigned
	wUnsigned
	wFloat
	wDouble
	wHalf
	_
	wBFloat
	_
	_
	wFloat16
	wConst
	wVolatile
	wStatic
	_
	_
	_
	_
	_
	_
	_
	wDevice
	_
	wGlobal
	wShared
	_
	_
	_
	_
	_
	wNoexcept
	wNoinline
	wAuto
	wStruct
	wUnion
	wTypedef
	wUsing
	wEnum
	wClass
	wTemplate
	wSizeof
	wIf
	wElse
	wFor
	wWhile
	wDo
	wReturn
	wBreak
	wContinue
	wSwitch
	wGoto
	wCase
	wDefault
	wUint
	wUshort
	wUchar
	wUlong
	wSizeT
	wPtrdiff
	wInt8
	wUint8
	wInt16
	wUint16
	wInt32
	wUint32
	wInt64
	wUint64
	wFloatT
	wDoubleT
	_
	wHalfRaw
	wE4M3
	wE5M2
	wPrintf
	wMemcpy
	wThreadIdx
	_
	wBlockDim
	wGridDim
	wSyncthreads
	wMain
	wStd
	wMin
	wMax
	wAbs
	wNamespace
	wStaticCast
	wReinterpretCast
	wTrue
	wFalse
	wNull
	wNullptr
	wCout
	wInfinity
	wNaN
	_
	_
	_
	_
	_
	_
	_
	_
	_
	_
	wIntMin
	wLaunchBounds
	wAssert
	wAttribute
	_
	_
	wCBool
	wComplex
	_
	wTypename
	wOperator
	wMake
)

// vectorTypes is how many types of vectors there are.
const vectorTypes = 12

// name evaluates a name, with what follows it if it is called.
func (p *builder) name(n *tree) *operand {
	t := n.tok
	if s := p.lookup(t.id); s != nil {
		switch s.sort {
		case variable, constant:
			o := s.is.at.own()
			o.from, o.to = t.at, t.end
			return o
		case functionName:
			return p.callNamed(n)
		}
	}
	if t.id < int32(len(keywords)) {
		if o, ok := p.special(n); ok {
			return o
		}
	}
	if p.group != nil && n.call && strings.HasPrefix(p.names[t.id], "__s") {
		switch name := p.names[t.id]; {
		case strings.HasPrefix(name, "__shfl"):
			return p.shuffle(t, p.arguments(n))
		case name == "__syncwarp":
			p.arguments(n)
			p.barrier(t, forWarp)
			return &operand{from: t.at, to: t.end}
		}
	}
	if p.group != nil && p.names[t.id] == "warpSize" {
		return knownInt(types.Int, warpSize, t.at, t.end)
	}
	if n.call {
		return p.call(t, p.arguments(n))
	}
	if p.top(t.id) >= 0 && p.frame > p.globals {
		return p.failAt(t, "“"+p.shown(t)+"” belongs to another function; hand it over as an argument")
	}
	// A free name: an input, or an array of inputs if it is indexed.
	ct := types.ScalarType(p.o.Free)
	if at, ok := p.free[t.id]; ok {
		o := &operand{kind: place, cell: at, ct: p.cells[at].ct, from: t.at, to: t.end}
		if o.ct.Form == types.Address {
			o = p.cells[at].now.own()
			o.from, o.to = t.at, t.end
		}
		if n.indexed == (o.kind == pointer) {
			return o
		}
		return p.failAt(t, "“"+p.shown(t)+"” stands here with an index and elsewhere without one; declare it, as in float "+p.shown(t)+"[4];")
	}
	if p.indexing > 0 && !n.indexed {
		return p.threadOf(p.names[t.id], t.at, t.end)
	}
	if n.indexed {
		o := p.outside(p.names[t.id], ct, t.at, t.end)
		if p.err != nil {
			return o
		}
		p.objects[p.cells[o.cell].object].free = true
		p.free[t.id] = p.objects[p.cells[o.cell].object].first
		return o
	}
	if _, ok := p.known(p.names[t.id]); ok {
		ct = types.ScalarType(types.Int)
	}
	o := p.allocate(p.names[t.id], ct, t.at, t.end, true)
	if p.err == nil {
		p.objects[p.cells[o.cell].object].free = true
		p.free[t.id] = o.cell
	}
	return o
}

// outside makes a pointer from outside to memory that is an input: its elements come into being when they are named.
func (p *builder) outside(name string, ct *types.Declared, from, to int32) *operand {
	o := p.allocate(name, types.PointerTo(ct), from, to, true)
	if p.err != nil {
		return o
	}
	ob := &p.objects[p.cells[o.cell].object]
	ob.elements = map[string]int32{}
	ptr := &operand{kind: pointer, cell: o.cell, ct: ct, typ: outsideType, from: from, to: to}
	p.cells[o.cell].now = ptr
	return ptr
}

// outsideType marks a pointer to memory outside: cell is that of the pointer's object, v and k say which element, as a
// thread index does.
const outsideType types.Type = 255

// element returns the place that a pointer to memory outside leads to.
func (p *builder) element(o *operand) *operand {
	ob := p.cells[o.cell].object
	index := strconv.Itoa(int(o.v))
	if o.k != 0 {
		index = p.threadName(o)
	}
	at, ok := p.objects[ob].elements[index]
	if !ok {
		src := p.objects[ob]
		e := p.allocate(src.name+"["+index+"]", o.ct, src.from, src.to, true)
		if p.err != nil {
			return e
		}
		at = e.cell
		p.objects[ob].elements[index] = at
		p.objects[p.cells[at].object].free = src.free
		p.objects[p.cells[at].object].index = int64(o.k)<<32 + int64(o.v)
	}
	r := &operand{kind: place, cell: at, ct: o.ct, from: o.from, to: o.to}
	if o.ct.Form != types.Scalar && o.ct.Form != types.Address {
		r.kind = aggregate
	}
	return r
}

// threadName returns a thread index as it is written: "i", "i+1".
func (p *builder) threadName(o *operand) string {
	name := p.threads[o.k-1]
	switch {
	case o.v > 0:
		name += "+" + strconv.Itoa(int(o.v))
	case o.v < 0:
		name += strconv.Itoa(int(o.v))
	}
	return name
}

// threadOf makes a thread index of a name.
func (p *builder) threadOf(name string, from, to int32) *operand {
	if len(name) > 60 {
		return p.fail(from, to, "this index is too involved; assign it to a variable")
	}
	for i, s := range p.threads {
		if s == name {
			return &operand{kind: thread, typ: types.Int, k: uint64(i + 1), from: from, to: to}
		}
	}
	if p.threads = append(p.threads, name); len(p.threads) > 200 {
		return p.fail(from, to, "there are too many different thread indices")
	}
	return &operand{kind: thread, typ: types.Int, k: uint64(len(p.threads)), from: from, to: to}
}

// rename gives a thread index the name of the variable that it is assigned to, unless it is another plus a number.
func (p *builder) rename(o *operand, name string) *operand {
	if p.threads[o.k-1] == name || o.v != 0 && types.IsLetter(p.threads[o.k-1][0]) && !strings.ContainsAny(p.threads[o.k-1], ".*") {
		return o
	}
	return p.threadOf(name, o.from, o.to)
}

// threadInput makes an input of a thread index that is used as a number.
func (p *builder) threadInput(o *operand) *operand {
	name := p.threadName(o)
	id := p.intern("(index) " + name)
	at, ok := p.free[id]
	if !ok {
		e := p.allocate(name, types.ScalarType(types.Int), o.from, o.to, true)
		if p.err != nil {
			return e
		}
		at = e.cell
		p.objects[p.cells[at].object].free = true
		p.free[id] = at
	}
	return p.load(&operand{kind: place, cell: at, ct: p.cells[at].ct, from: o.from, to: o.to})
}

// address computes with pointers and thread indices; ok is false if there are none.
func (p *builder) address(t *token, op op16, a, b *operand) (*operand, bool) {
	if a.kind != pointer && a.kind != thread && b.kind != pointer && b.kind != thread {
		return a, false
	}
	if binding(op) == 6 || binding(op) == 7 {
		if a.kind == pointer || b.kind == pointer {
			return p.failAt(t, "pointers are not compared"), true
		}
		if a.kind == value && a.typ.IsFloat() || b.kind == value && b.typ.IsFloat() {
			return a, false
		}
		// A guard: the thread that is followed is one that does the work.
		yes := op == equal || a.kind == thread && (op == '<' || op == lessEq) || a.kind != thread && (op == '>' || op == moreEq)
		if p.dead == 0 {
			p.note(int(t.at), "The thread followed is one for which the guard on its index lets the work be done.")
		}
		r := &operand{kind: known, typ: types.Bool, assumed: true}
		if yes {
			r.k = 1
		}
		return r, true
	}
	if b.kind == pointer && a.kind != pointer && op == '+' {
		a, b = b, a
	}
	if a.kind == pointer || b.kind == pointer {
		if op != '+' && op != '-' || b.kind == pointer {
			return p.failAt(t, "with pointers only a number can be added or subtracted"), true
		}
		return p.moved(t, op, a, b), true
	}
	for _, o := range [...]*operand{a, b} {
		if o.kind == value && o.typ.IsFloat() {
			return a, false
		}
	}
	if b.kind == known && (op == '+' || op == '-') || a.kind == known && op == '+' {
		if a.kind == known {
			a, b = b, a
		}
		n := b.typ.Int64(b.k)
		if op == '-' {
			n = -n
		}
		if n += int64(a.v); n > 1<<20 || n < -1<<20 {
			return p.fail(b.from, b.to, "this index is too large"), true
		}
		a.v = int32(n)
		return a, true
	}
	// Any other expression of it is an index of its own, known by its text.
	name := func(o *operand) string {
		switch {
		case o.kind == thread && o.v == 0:
			return p.threadName(o)
		case o.kind == thread:
			return "(" + p.threadName(o) + ")"
		case o.kind == known:
			return strconv.FormatInt(o.typ.Int64(o.k), 10)
		case p.values[o.v].Name != "":
			return p.values[o.v].Name
		}
		return "%" + strconv.Itoa(int(o.v))
	}
	return p.threadOf(name(a)+p.text[t.from:t.to]+name(b), a.from, b.to), true
}

// moved adds b to the pointer a.
func (p *builder) moved(t *token, op op16, a, b *operand) *operand {
	a = a.own()
	outside := a.typ == outsideType
	if b.kind == value && outside && !b.typ.IsFloat() && p.values[b.v].Name != "" {
		b = p.threadOf(p.values[b.v].Name, b.from, b.to) // an element chosen by an input
	}
	if b.kind == thread && outside && op == '+' && a.k == 0 {
		a.k, a.v = b.k, a.v+b.v
		return a
	}
	if b = p.rvalue(b); b.kind != known || b.typ.IsFloat() {
		return p.fail(b.from, b.to, "the index must be a number that is known when the text is read; loops with a fixed count are")
	}
	n := b.typ.Int64(b.k)
	if op == '-' {
		n = -n
	}
	if n > maxCells || n < -maxCells {
		return p.fail(b.from, b.to, "the index is outside of the array")
	}
	if outside {
		if n += int64(a.v); n > maxCells || n < 0 && a.k == 0 {
			return p.fail(b.from, b.to, "the index is outside of what is read: 0 to "+strconv.Itoa(maxCells))
		}
		a.v = int32(n)
		return a
	}
	if a.k == 0 {
		a.k = uint64(p.cells[a.cell].object) + 1 // the object that it must stay in
	}
	if a.cell >= 0 && int(a.cell) < len(p.cells) {
		if c := &p.cells[a.cell]; c.ct.Form == types.Record || c.ct.Size > a.ct.Size {
			a.off += int32(n) * a.ct.Size // within a union, or the parts of one number
			return a
		}
	}
	to := int64(a.cell) + n*int64(a.ct.Cells)
	if to < -maxCells || to > 2*maxCells {
		return p.fail(b.from, b.to, "the index is outside of the array")
	}
	a.cell = int32(to)
	return a
}

// follow reads what a pointer points to.
func (p *builder) follow(t *token, o *operand) *operand {
	if o = p.rvalue(o); p.err != nil {
		return o
	}
	if o.kind != pointer {
		return p.fail(o.from, max(o.to, t.end), "only an array or a pointer has elements")
	}
	if o.typ == outsideType {
		r := p.element(o)
		r.from, r.to = min(o.from, t.at), max(o.to, t.end)
		return r
	}
	inside := o.cell >= 0 && int(o.cell) < len(p.cells)
	if inside && o.k != 0 {
		ob := &p.objects[o.k-1]
		inside = o.cell >= ob.first && o.cell+o.ct.Cells <= ob.first+ob.ct.Cells
	}
	if inside && o.ct.Form != types.Array && o.ct.Form != types.Record {
		c := p.cells[o.cell].ct
		inside = o.off >= 0 && o.off+o.ct.Size <= c.Size
	}
	if !inside && p.dead > 0 && o.k != 0 { // as a condition around it keeps from happening
		first := p.objects[o.k-1].first
		return p.anyPlace(o.ct, p.cells[first].ct, first, o.from, o.to)
	}
	if !inside {
		return p.fail(o.from, max(o.to, t.end), "this is outside of the array")
	}
	r := &operand{kind: aggregate, cell: o.cell, off: o.off, ct: o.ct, from: min(o.from, t.at), to: max(o.to, t.end)}
	if o.ct.Form == types.Scalar || o.ct.Form == types.Address {
		r.kind = place
	}
	return r
}

// anyPlace is a place of a type, in code that is not executed.
func (p *builder) anyPlace(ct, have *types.Declared, at, from, to int32) *operand {
	if ct != have || ct.Form != types.Scalar {
		return p.allocate("", ct, from, to, false)
	}
	return &operand{kind: place, cell: at, ct: ct, from: from, to: to}
}

// member is the member t of a structure.
func (p *builder) member(o *operand, t *token) *operand {
	if p.err != nil {
		return o
	}
	if o.kind != aggregate || o.ct.Form != types.Record {
		return p.failAt(t, "only a structure or a union has members")
	}
	for _, m := range o.ct.Members {
		if m.ID != t.id {
			continue
		}
		r := &operand{kind: aggregate, cell: o.cell + m.Cell, off: o.off, ct: m.Type, from: o.from, to: t.end}
		if m.Type.Form == types.Scalar || m.Type.Form == types.Address {
			r.kind = place
		}
		return r
	}
	return p.failAt(t, "there is no member “"+p.shown(t)+"” in this")
}
