package machine

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/ptx"
)

// flow says how a statement moves on.
type flow byte

const (
	straight flow = iota // each thread for itself, to the next statement
	together             // threads of a warp, or a block, with each other
	jump
	table
	leave
)

// op is a statement made ready: operands are places of the warp's registers (slot times 32), immediates and special
// registers included, which lie in registers of their own.
type op struct {
	do      func(w *warp, o *op, mask uint32)
	flow    flow
	guard   int32 // -1: none
	unless  bool
	d, e    int32 // results
	a, b, c int32 // operands
	list    []int32
	mask    uint64 // of the result
	f1      func(a uint64) uint64
	f2      func(a, b uint64) uint64
	f3      func(a, b, c uint64) uint64
	target  int32
	targets []int32
	members int32 // the mask of a .sync statement, -1: all threads
	barrier func(w *warp, k int, o *op, mask uint32) bool
	not     bool
	kind    byte
	access  access
	matrix  *matrix

	fused      *ptx.Statement // the multiplication that it took in
	from       *[32]int       // of an exchange: the lanes that the values came from
	arithmetic arithmetic
	statement  *ptx.Statement
	writes     []*ptx.Register
	slots      []int32
}

type constant struct {
	value uint64
	slot  int32
}

type specialSlot struct {
	name string
	slot int32
}

// code is a kernel made ready for a launch.
type code struct {
	ops       []op
	slots     int
	constants []constant
	specials  []specialSlot
	globals   []*ptx.Variable          // module variables with addresses of their own
	address   map[*ptx.Variable]uint64 // of global, constant and shared variables, of the entry's parameters
	shared    int                      // bytes
	local     int                      // bytes of a thread
	params    int                      // bytes
	fused     bool                     // multiplications were fused with additions
}

// lowering makes the statements of a kernel ready, and those of the functions that it calls where it calls them.
type lowering struct {
	m       *ptx.Module
	launch  Launch
	c       *code
	known   map[uint64]int32
	special map[string]int32
	calls   []*ptx.Function
	carry   int32
	in      *instance
	s       *ptx.Statement
	dynamic []*ptx.Variable // arrays whose size the launch gives
	targets int             // of tables of branches
}

// instance is a function at one place where it is called.
type instance struct {
	registers map[*ptx.Register]int32
	local     map[*ptx.Variable]uint64        // local variables, and parameters that callers lay out
	actual    map[*ptx.Variable]*ptx.Variable // formal parameters: the caller's variables
	up        *instance
	start     []int32 // the op of each statement
	jumps     []int   // ops whose labels are to be filled in
	ends      []int   // ops that return
}

func lower(m *ptx.Module, f *ptx.Function, l Launch) (*code, error) {
	b := &lowering{m: m, launch: l, c: &code{ops: make([]op, 0, len(f.Body)+16), address: map[*ptx.Variable]uint64{}}, known: map[uint64]int32{}, special: map[string]int32{}, carry: -1}
	b.layout(f)
	if err := b.inline(f, nil, nil); err != nil {
		return nil, err
	}
	b.emit(op{flow: leave, guard: -1, d: -1, e: -1, a: -1, b: -1, c: -1, members: -1, access: access{base: -1}, statement: &ptx.Statement{At: f.At, Opcode: "ret"}})
	if l.Fuse && !strings.Contains(m.Target, "debug") { // what is debugged is not optimised
		b.c.fused = b.fuse()
		b.fold()
	}
	return b.c, nil
}

// layout gives variables their addresses: module variables one segment each, shared ones their place in the block's
// memory, parameters theirs in the launch's.
func (b *lowering) layout(f *ptx.Function) {
	place := func(size *int, v *ptx.Variable) uint64 {
		*size = (*size + v.Align - 1) &^ (v.Align - 1)
		at := *size
		*size += v.Size
		return uint64(at)
	}
	for _, v := range b.m.Variables {
		switch {
		case v.Space == ptx.Shared && v.Extern:
			b.dynamic = append(b.dynamic, v)
		case v.Space == ptx.Shared:
			b.c.address[v] = place(&b.c.shared, v)
		default:
			b.c.globals = append(b.c.globals, v)
			b.c.address[v] = uint64(len(b.c.globals)) << segmentShift
		}
	}
	for _, v := range b.dynamic { // they all begin where the others end
		end := b.c.shared
		b.c.address[v] = place(&end, v)
	}
	if len(b.dynamic) > 0 {
		b.c.shared = int(b.c.address[b.dynamic[0]])
	}
	for _, p := range f.Params {
		if p.Variable != nil {
			b.c.address[p.Variable] = place(&b.c.params, p.Variable)
		}
	}
}

// bad is an error in the statement.
func (b *lowering) bad(what string) error { return &ptx.Error{At: b.s.At, What: what} }

func (b *lowering) unsupported() error {
	for _, a := range advice {
		if strings.HasPrefix(b.s.Opcode, a[0]) {
			return b.bad(b.s.Opcode + " is not among the instructions that the lab runs: " + a[1])
		}
	}
	return b.bad(b.s.Opcode + " is not among the instructions that the lab runs")
}

// emit appends a statement made ready.
func (b *lowering) emit(o op) *op {
	if len(b.c.ops) == cap(b.c.ops) {
		b.c.ops = slices.Grow(b.c.ops, len(b.c.ops)) // doubled, which copies less of what is large
	}
	b.c.ops = append(b.c.ops, o)
	return &b.c.ops[len(b.c.ops)-1]
}

// fresh returns a register of its own.
func (b *lowering) fresh() int32 {
	b.c.slots++
	return int32(b.c.slots-1) * 32
}

// constant returns a register that holds a value in every thread.
func (b *lowering) constant(v uint64) int32 {
	if s, ok := b.known[v]; ok {
		return s
	}
	s := b.fresh()
	b.known[v] = s
	b.c.constants = append(b.c.constants, constant{v, s})
	return s
}

func (b *lowering) register(r *ptx.Register) int32 {
	s, ok := b.in.registers[r]
	if !ok {
		s = b.fresh()
		b.in.registers[r] = s
	}
	return s
}

// inline makes a function ready at the place where it is called.
func (b *lowering) inline(f *ptx.Function, call *ptx.Statement, actual map[*ptx.Variable]*ptx.Variable) error {
	for _, up := range b.calls {
		if up == f {
			return &ptx.Error{At: call.At, What: "recursion is not run: " + f.Name + " calls itself; write it as a loop"}
		}
	}
	if len(b.calls) > 64 {
		return &ptx.Error{At: call.At, What: "calls lie more than 64 deep"}
	}
	b.calls = append(b.calls, f)
	in := &instance{registers: map[*ptx.Register]int32{}, local: map[*ptx.Variable]uint64{}, actual: actual, up: b.in}
	before := b.in
	b.in = in
	for k := range f.Body {
		in.start = append(in.start, int32(len(b.c.ops)))
		if len(b.c.ops) > maxOps {
			return &ptx.Error{At: f.Body[k].At, What: "the kernel has more than 131,072 statements with the functions that it calls"}
		}
		b.s = &f.Body[k]
		if err := b.statement(); err != nil {
			return err
		}
	}
	in.start = append(in.start, int32(len(b.c.ops)))
	for _, k := range in.ends {
		b.c.ops[k].target = in.start[len(f.Body)]
	}
	for _, k := range in.jumps {
		o := &b.c.ops[k]
		list := o.statement.Operands
		l := list[len(list)-1].Label
		if o.flow == jump {
			o.target = in.start[l.Index]
			continue
		}
		if b.targets += len(l.Targets); b.targets > maxTargets {
			return &ptx.Error{At: o.statement.At, What: "the tables of branches have more than a million targets"}
		}
		for _, t := range l.Targets {
			o.targets = append(o.targets, in.start[t.Index])
		}
	}
	b.in = before
	b.calls = b.calls[:len(b.calls)-1]
	return nil
}

// base returns an op with the guard of the statement.
func (b *lowering) base() op {
	o := op{access: access{base: -1}, guard: -1, d: -1, e: -1, a: -1, b: -1, c: -1, members: -1, statement: b.s, unless: b.s.Unless}
	if b.s.Guard != nil {
		o.guard = b.register(b.s.Guard)
	}
	return o
}

// count checks the number of operands.
func (b *lowering) count(n ...int) error {
	for _, k := range n {
		if len(b.s.Operands) == k {
			return nil
		}
	}
	return b.bad(b.s.Opcode + " has " + strconv.Itoa(n[0]) + " operands, not " + strconv.Itoa(len(b.s.Operands)))
}

// destination returns the register that a statement writes; nil and -1 for _.
func (b *lowering) destination(o *op, x ptx.Operand, bits int) (int32, error) {
	switch {
	case x.Kind == ptx.IsSink:
		return b.fresh(), nil
	case x.Kind != ptx.IsRegister || x.Not:
		return 0, &ptx.Error{At: x.At, What: "a register is written here"}
	case x.Register.Type.Bits < bits || (x.Register.Type.Bits == 1) != (bits == 1):
		return 0, &ptx.Error{At: x.At, What: x.Register.Name + " has " + strconv.Itoa(x.Register.Type.Bits) + " bits, the result " + strconv.Itoa(bits)}
	}
	s := b.register(x.Register)
	o.writes, o.slots = append(o.writes, x.Register), append(o.slots, s)
	return s, nil
}

// source returns the register of an operand of a type: a register, an immediate or an address.
func (b *lowering) source(x ptx.Operand, t ptx.Type) (int32, error) {
	wrong := func(what string) (int32, error) { return 0, &ptx.Error{At: x.At, What: what} }
	switch x.Kind {
	case ptx.IsRegister:
		r := x.Register.Type
		if r.Bits < t.Bits || (r.Bits == 1) != (t.Bits == 1) {
			return wrong(x.Register.Name + " has " + strconv.Itoa(r.Bits) + " bits, the operand " + strconv.Itoa(t.Bits))
		}
		return b.register(x.Register), nil
	case ptx.IsInteger:
		if t.Class == ptx.Float && t.Bits > 16 && x.Value != 0 {
			return wrong("an operand of type ." + t.Name + " is written 0f or 0d, or with a fraction")
		}
		if t.Bits == 1 {
			return b.constant(truth(x.Value != 0)), nil
		}
		return b.constant(x.Value & ones(t.Bits)), nil
	case ptx.IsFloat:
		v, err := x.FloatBits(ptx.Type{Name: "f" + strconv.Itoa(t.Bits), Bits: t.Bits})
		if err != nil {
			return 0, err
		}
		return b.constant(v), nil
	case ptx.IsSpecial:
		if s, ok := b.special[x.Name]; ok {
			return s, nil
		}
		s := b.fresh()
		b.special[x.Name] = s
		b.c.specials = append(b.c.specials, specialSlot{x.Name, s})
		return s, nil
	case ptx.IsVariable:
		at, err := b.variable(x.Variable, x.At)
		return b.constant((at + uint64(x.Offset)) & ones(t.Bits)), err
	}
	return wrong("this operand does not belong here")
}

// variable returns the address of a variable in its own space.
func (b *lowering) variable(v *ptx.Variable, at ptx.Position) (uint64, error) {
	if a, ok := b.c.address[v]; ok {
		return a, nil
	}
	for in := b.in; in != nil; in = in.up {
		if actual, ok := in.actual[v]; ok {
			v = actual
			continue
		}
		if a, ok := in.local[v]; ok {
			return a, nil
		}
		if in == b.in && (v.Space == ptx.Local || v.Space == ptx.Param) && !b.formal(v) {
			size := b.c.local
			size = (size + v.Align - 1) &^ (v.Align - 1)
			if size+v.Size > maxLocal {
				return 0, &ptx.Error{At: at, What: "a thread has at most 512 KiB of local memory"}
			}
			b.c.local = size + v.Size
			in.local[v] = uint64(size)
			return uint64(size), nil
		}
	}
	return 0, &ptx.Error{At: at, What: v.Name + " has no memory here"}
}

// formal reports whether a variable is a parameter of the function that is being made ready.
func (b *lowering) formal(v *ptx.Variable) bool {
	f := b.calls[len(b.calls)-1]
	for _, p := range append(f.Params[:len(f.Params):len(f.Params)], f.Returns...) {
		if p.Variable == v {
			return true
		}
	}
	return false
}

// ones is bits ones, 64 at most.
func ones(bits int) uint64 { return ^(^uint64(0) << uint(bits)) }

// types cuts an opcode into its name, modifiers and types.
func cut(opcode string) (base string, mods []string, types []ptx.Type) {
	parts := strings.Split(opcode, ".")
	for _, p := range parts[1:] {
		if t, ok := ptx.FindType(p); ok {
			types = append(types, t)
		} else {
			mods = append(mods, p)
		}
	}
	return parts[0], mods, types
}

// statement makes one statement ready.
func (b *lowering) statement() error {
	base, mods, types := cut(b.s.Opcode)
	switch base {
	case "bra", "brx", "ret", "exit", "trap", "call", "bar", "barrier":
		return b.control(base, mods)
	case "ld", "ldu", "st", "atom", "red", "cvta", "isspacep", "cp", "mbarrier", "prefetch", "prefetchu", "applypriority", "discard", "createpolicy":
		return b.memory(base, mods, types)
	case "shfl", "vote", "match", "redux", "activemask", "elect":
		return b.warp(base, mods, types)
	case "ldmatrix", "stmatrix", "mma", "wmma", "movmatrix":
		return b.matrices(base, mods, types)
	case "membar", "fence", "nanosleep", "pmevent", "griddepcontrol", "setmaxnreg":
		return nil // blocks and warps see each other's writes at once
	case "mov", "cvt":
		return b.convert(base, mods, types)
	case "setp", "set", "selp", "slct":
		return b.compare(base, mods, types)
	}
	if isVideo(base) {
		return b.video(base, mods, types)
	}
	if len(types) > 0 && types[0].Class == ptx.Float {
		return b.float(base, mods, types)
	}
	return b.integer(base, mods, types)
}

// control makes branches, calls, returns and barriers ready.
func (b *lowering) control(base string, mods []string) error {
	o := b.base()
	switch base {
	case "bra":
		if err := b.count(1); err != nil {
			return err
		}
		if b.s.Operands[0].Kind != ptx.IsLabel {
			return b.bad("bra goes to a label")
		}
		o.flow = jump
		b.in.jumps = append(b.in.jumps, len(b.c.ops))
	case "brx":
		if err := b.count(2); err != nil {
			return err
		}
		index, err := b.source(b.s.Operands[0], u32)
		if err != nil {
			return err
		}
		if b.s.Operands[1].Kind != ptx.IsLabel || b.s.Operands[1].Label.Targets == nil {
			return b.bad("brx.idx goes to a table of .branchtargets")
		}
		o.flow, o.a = table, index
		b.in.jumps = append(b.in.jumps, len(b.c.ops))
	case "ret":
		o.flow = leave
		if len(b.calls) > 1 {
			o.flow = jump
			b.in.ends = append(b.in.ends, len(b.c.ops))
		}
	case "exit":
		o.flow = leave
	case "trap":
		o.do = func(w *warp, o *op, mask uint32) {
			w.fault(o, bits.TrailingZeros32(mask), "trap: the kernel ends itself")
		}
	case "call":
		return b.call()
	default:
		return b.bar(o, base, mods)
	}
	b.emit(o)
	return nil
}

// call puts a function where it is called. Arguments and results are variables of the caller, or registers.
func (b *lowering) call() error {
	call := b.s
	var f *ptx.Function
	var lists [2][]ptx.Operand // results, arguments
	for _, x := range call.Operands {
		switch {
		case x.Kind == ptx.IsFunction && f == nil:
			f = x.Function
		case x.Kind == ptx.IsList && f == nil:
			lists[0] = x.List
		case x.Kind == ptx.IsList:
			lists[1] = x.List
		default:
			return b.bad("a call names a function: calls through registers are not run: call it by its name, or have it inlined")
		}
	}
	if f == nil {
		return b.bad("a call names a function: calls through registers are not run")
	}
	if f.Entry {
		return b.bad(f.Name + " is an entry, which is launched, not called")
	}
	if !f.Defined { // what is never reached, as the report of an error, needs no body; what is printed is not shown
		if f.Name != "vprintf" {
			o := b.base()
			o.do = func(w *warp, o *op, mask uint32) {
				w.fault(o, bits.TrailingZeros32(mask), "the module does not hold the body of "+f.Name)
			}
			b.emit(o)
		}
		return nil
	}
	if f.Fault != nil {
		return f.Fault
	}
	if len(lists[0]) != len(f.Returns) || len(lists[1]) != len(f.Params) {
		return b.bad(f.Name + " has " + strconv.Itoa(len(f.Params)) + " parameters and " + strconv.Itoa(len(f.Returns)) + " results")
	}
	actual := map[*ptx.Variable]*ptx.Variable{}
	var skip *int
	if call.Guard != nil { // over the body, where the guard does not let it run
		o := b.base()
		o.flow, o.unless = jump, !o.unless
		k := len(b.c.ops)
		skip = &k
		b.emit(o)
	}
	for side, formals := range [2][]ptx.Formal{f.Returns, f.Params} {
		for k, p := range formals {
			x := lists[side][k]
			if p.Variable == nil || x.Kind != ptx.IsVariable {
				return b.bad("arguments of calls are .param variables here")
			}
			if x.Variable.Size < p.Variable.Size {
				return b.bad(x.Variable.Name + " is smaller than " + p.Variable.Name)
			}
			if _, err := b.variable(x.Variable, x.At); err != nil {
				return err
			}
			actual[p.Variable] = x.Variable
		}
	}
	if err := b.inline(f, call, actual); err != nil {
		return err
	}
	if skip != nil {
		b.c.ops[*skip].target = int32(len(b.c.ops))
	}
	b.s = call
	return nil
}

// bar makes barriers ready: bar.sync a{, b}, bar.arrive a, b, bar.red.op d, a{, b}, p; and bar.warp.sync mask.
func (b *lowering) bar(o op, base string, mods []string) error {
	o.flow = together
	list := b.s.Operands
	var kinds []string
	for _, m := range mods {
		if m != "cta" && m != "aligned" {
			kinds = append(kinds, m)
		}
	}
	kind := strings.Join(kinds, ".")
	var err error
	switch {
	case kind == "warp.sync":
		if err := b.count(1); err != nil {
			return err
		}
		o.members, err = b.source(list[0], u32)
		o.do = func(*warp, *op, uint32) {}
	case kind == "sync" || kind == "arrive":
		if err := b.count(1, 2); err != nil {
			return err
		}
		if o.a, err = b.source(list[0], u32); err != nil {
			return err
		}
		if len(list) == 2 {
			o.b, err = b.source(list[1], u32)
		}
		o.barrier = func(w *warp, k int, o *op, mask uint32) bool { return w.arrive(k, o, mask, kind == "sync") }
	case len(kinds) > 1 && kinds[0] == "red":
		if err := b.count(3, 4); err != nil {
			return err
		}
		bits := 1
		switch kinds[1] {
		case "popc":
			o.kind, bits = 'p', 32
		case "and":
			o.kind = 'a'
		case "or":
			o.kind = 'o'
		default:
			return b.unsupported()
		}
		if o.d, err = b.destination(&o, list[0], bits); err != nil {
			return err
		}
		if o.a, err = b.source(list[1], u32); err != nil {
			return err
		}
		if len(list) == 4 {
			if o.b, err = b.source(list[2], u32); err != nil {
				return err
			}
		}
		p := list[len(list)-1]
		o.not = p.Not
		o.c, err = b.source(p, predicate)
		o.barrier = func(w *warp, k int, o *op, mask uint32) bool { return w.arrive(k, o, mask, true) }
	default:
		return b.unsupported()
	}
	if err != nil {
		return err
	}
	b.emit(o)
	return nil
}

var (
	predicate = ptx.Type{Name: "pred", Bits: 1, Class: ptx.Predicate}
	u32       = ptx.Type{Name: "u32", Bits: 32, Class: ptx.Unsigned}
	b64       = ptx.Type{Name: "b64", Bits: 64, Class: ptx.Untyped}
)
