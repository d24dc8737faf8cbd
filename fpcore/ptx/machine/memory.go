package machine

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/gpu"
	"ulplab/fpcore/ptx"
	"ulplab/fpcore/stable"
)

// access is where a statement reads or writes memory.
type access struct {
	space  ptx.Space
	base   int32 // register of the address, -1: Offset alone
	narrow bool  // the register has 32 bits
	offset uint64
	bytes  int
}

// reach returns the address of a thread.
func (a *access) reach(w *warp, lane int) uint64 {
	switch {
	case a.base < 0:
		return a.offset
	case a.narrow:
		return (w.r[int(a.base)+lane] + a.offset) & ones(32)
	}
	return w.r[int(a.base)+lane] + a.offset
}

// reached returns the memory at the address of a thread; nil ends the run.
func (w *warp) reached(o *op, lane int, write bool) []byte {
	if w.x.launch.Watch == nil {
		if data := w.quickly(&o.access, lane, write); data != nil {
			return data
		}
	}
	return w.locate(o, lane, write)
}

// locate returns the memory at the address of a thread.
func (w *warp) locate(o *op, lane int, write bool) []byte {
	a := &o.access
	at := a.reach(w, lane)
	x := w.x
	var data []byte
	var by []uint32
	name := ""
	space, offset := a.space, at
	if space == ptx.Generic {
		switch at &^ offsetMask {
		case sharedWindow:
			space, offset = ptx.Shared, at&offsetMask
		case localWindow:
			space, offset = ptx.Local, at&offsetMask
		case paramWindow:
			space, offset = ptx.Param, at&offsetMask
		}
	}
	switch space {
	case ptx.Shared:
		data, name, by = x.shared, "shared memory", x.sharedBy
	case ptx.Local:
		n := x.code.local
		t := w.index*32 + lane
		data, name = x.local[t*n:(t+1)*n], "local memory"
	case ptx.Param:
		data, name = x.param, "parameters"
	default:
		k := int(at >> segmentShift)
		if k < 1 || k > len(x.memory) {
			w.fault(o, lane, o.statement.Opcode+" at address 0x"+strconv.FormatUint(at, 16)+", where no memory is")
			return nil
		}
		s := &x.memory[k-1]
		if write && s.constant {
			w.fault(o, lane, "constant memory is not written: "+s.name)
			return nil
		}
		data, name, offset, by = s.data, s.name, at&offsetMask, s.by
	}
	if offset%uint64(a.bytes) != 0 && a.bytes > 1 {
		w.fault(o, lane, o.statement.Opcode+" at byte "+strconv.FormatInt(int64(offset), 10)+" of "+name+": the address is not a multiple of "+strconv.Itoa(a.bytes))
		return nil
	}
	if offset > uint64(len(data)) || uint64(len(data))-offset < uint64(a.bytes) {
		at := strconv.FormatUint(offset, 10)
		if k := int(a.reach(w, lane) >> segmentShift); offset > offsetMask-1<<32 && k < len(x.memory) { // just before the next one
			at, name, data = "-"+strconv.FormatUint(offsetMask+1-offset, 10), x.memory[k].name, x.memory[k].data
		}
		w.fault(o, lane, o.statement.Opcode+" of "+strconv.Itoa(a.bytes)+" bytes at byte "+at+" of "+name+", which has "+strconv.Itoa(len(data)))
		return nil
	}
	if x.launch.Watch != nil && w.watched(lane) {
		x.touched = touched{name, int(offset), -1}
		if by != nil && !write {
			x.touched.from = int(by[offset/2]) - 1
		}
	}
	if by != nil && write {
		for k := offset / 2; k < (offset+uint64(a.bytes)+1)/2; k++ {
			by[k] = uint32(x.block*x.threads+w.index*32+lane) + 1
		}
	}
	return data[offset : offset+uint64(a.bytes)]
}

// point makes an address operand ready.
func (b *lowering) point(x ptx.Operand, space ptx.Space, bytes int) (a access, err error) {
	wrong := func(what string) (access, error) { return a, &ptx.Error{At: x.At, What: what} }
	if x.Kind != ptx.IsAddress {
		return wrong("an address in brackets belongs here")
	}
	a = access{space: space, base: -1, offset: uint64(x.Offset), bytes: bytes}
	switch {
	case x.Register != nil:
		a.base, a.narrow = b.register(x.Register), x.Register.Type.Bits == 32
		if a.narrow {
			a.offset &= ones(32)
		}
		if a.narrow && space != ptx.Shared && space != ptx.Local && space != ptx.Param {
			return wrong("an address in this space has 64 bits")
		}
	case x.Variable != nil:
		at, err := b.variable(x.Variable, x.At)
		if err != nil {
			return a, err
		}
		a.offset += at
		v := x.Variable
		if space == ptx.Generic {
			a.space = v.Space
		}
		if v.Space == ptx.Param {
			if !b.entryParameter(v) { // of a call: in the thread's own memory
				a.space = ptx.Local
			} else {
				a.space = ptx.Param
			}
		}
	}
	return a, nil
}

func (b *lowering) entryParameter(v *ptx.Variable) bool {
	_, ok := b.c.address[v]
	return ok && v.Space == ptx.Param
}

// without returns the modifiers but for those that change no value: caching, ordering, scopes.
func without(mods []string) (rest []string) {
	plain := []string{"ca", "cg", "cs", "lu", "cv", "wb", "wt", "nc", "weak", "volatile", "relaxed", "acquire", "release", "acq_rel", "sc",
		"cta", "cluster", "gpu", "sys", "mmio", "unified", "noftz"}
	for _, m := range mods {
		if !slices.Contains(plain, m) && !strings.HasPrefix(m, "L1::") && !strings.HasPrefix(m, "L2::") && !strings.HasPrefix(m, "level::") {
			rest = append(rest, m)
		}
	}
	return rest
}

// space takes the state space from the modifiers.
func space(mods []string) (s ptx.Space, rest []string, ok bool) {
	for _, m := range mods {
		switch m {
		case "global":
			s = ptx.Global
		case "const":
			s = ptx.Const
		case "shared", "shared::cta":
			s = ptx.Shared
		case "local":
			s = ptx.Local
		case "param", "param::entry", "param::func":
			s = ptx.Param
		case "shared::cluster":
			return s, nil, false
		default:
			rest = append(rest, m)
		}
	}
	return s, rest, true
}

// memory makes loads, stores, atomic updates and conversions of addresses ready.
func (b *lowering) memory(base string, mods []string, types []ptx.Type) error {
	mods = without(mods)
	if k := slices.Index(mods, "shared::cluster"); k >= 0 && (base == "cp" || base == "isspacep") { // the block is its own cluster
		mods[k] = "shared::cta"
	}
	in, rest, ok := space(mods)
	if !ok {
		return b.bad(b.s.Opcode + ": the shared memory of other blocks is not reached; launch without clusters, and use .shared")
	}
	switch base {
	case "prefetch", "prefetchu", "applypriority", "discard":
		return nil
	case "createpolicy":
		return b.policy()
	case "cvta":
		return b.cvta(in, rest)
	case "isspacep":
		return b.isspacep(in)
	case "ld", "ldu", "st":
		return b.loadStore(base, in, rest, types)
	case "atom", "red":
		return b.atomic(base, in, rest, types)
	case "cp":
		return b.copyAsync(rest)
	case "mbarrier":
		return b.mbarrier(rest)
	}
	return b.unsupported()
}

// policy makes createpolicy ready: how memory is cached changes no value.
func (b *lowering) policy() (err error) {
	o := b.base()
	if len(b.s.Operands) == 0 {
		return b.unsupported()
	}
	o.d, err = b.destination(&o, b.s.Operands[0], 64)
	o.do = func(w *warp, o *op, mask uint32) {
		for m := mask; m != 0; m &= m - 1 {
			w.r[int(o.d)+bits.TrailingZeros32(m)] = 0
		}
	}
	b.emit(o)
	return err
}

func (b *lowering) loadStore(base string, in ptx.Space, rest []string, types []ptx.Type) (err error) {
	elements := 1
	for _, m := range rest {
		switch m {
		case "v2", "v4", "v8":
			elements = int(m[1] - '0')
		default:
			return b.unsupported()
		}
	}
	if len(types) != 1 || types[0].Bits < 8 || types[0].Bits > 64 {
		return b.unsupported()
	}
	if err := b.count(2, 3); err != nil { // the third is a cache policy
		return err
	}
	t := types[0]
	list := b.s.Operands
	value, address := list[0], list[1]
	if base == "st" {
		value, address = list[1], list[0]
	}
	values := []ptx.Operand{value}
	if value.Kind == ptx.IsVector {
		values = value.List
	}
	if len(values) != elements {
		return b.bad(b.s.Opcode + " takes " + strconv.Itoa(elements) + " registers")
	}
	o := b.base()
	size := t.Bits / 8
	if o.access, err = b.point(address, in, size*elements); err != nil {
		return err
	}
	width := make([]int, elements)
	for k, x := range values {
		var s int32
		if base == "st" {
			s, err = b.source(x, ptx.Type{Name: "b" + strconv.Itoa(t.Bits), Bits: t.Bits, Class: ptx.Untyped})
		} else {
			s, err = b.destination(&o, x, t.Bits)
			width[k] = 64
			if x.Kind == ptx.IsRegister {
				width[k] = x.Register.Type.Bits
			}
		}
		if err != nil {
			return err
		}
		o.list = append(o.list, s)
	}
	if base == "st" {
		o.do = func(w *warp, o *op, mask uint32) {
			for _, l := range w.x.lanes {
				if mask&(1<<l) == 0 {
					continue
				}
				data := w.reached(o, int(l), true)
				if data == nil {
					return
				}
				if size == 4 && len(o.list) == 1 {
					v := w.r[int(o.list[0])+int(l)]
					data[0], data[1], data[2], data[3] = byte(v), byte(v>>8), byte(v>>16), byte(v>>24)
					continue
				}
				for k, s := range o.list {
					put(data[k*size:], size, w.r[int(s)+int(l)])
				}
			}
		}
	} else {
		sign := t.Class == ptx.Signed
		o.do = func(w *warp, o *op, mask uint32) {
			for m := mask; m != 0; m &= m - 1 {
				l := bits.TrailingZeros32(m)
				data := w.reached(o, l, false)
				if data == nil {
					return
				}
				if size == 4 && len(o.list) == 1 && !sign {
					w.r[int(o.list[0])+l] = uint64(data[0]) | uint64(data[1])<<8 | uint64(data[2])<<16 | uint64(data[3])<<24
					continue
				}
				for k, s := range o.list {
					v := get(data[k*size:], size)
					if sign {
						v = extend(v, t.Bits, true) & ones(width[k])
					}
					w.r[int(s)+l] = v
				}
			}
		}
	}
	b.emit(o)
	return nil
}

// cvta makes conversions between the generic space and another ready. Global and constant addresses are the same in both.
func (b *lowering) cvta(in ptx.Space, rest []string) error {
	to := len(rest) == 1 && rest[0] == "to"
	if len(rest) > 1 || len(rest) == 1 && !to {
		return b.unsupported()
	}
	window := map[ptx.Space]uint64{ptx.Shared: sharedWindow, ptx.Local: localWindow, ptx.Param: paramWindow}[in]
	return b.with1(b64, 64, func(x uint64) uint64 {
		switch {
		case window == 0:
			return x
		case to:
			return x & offsetMask
		}
		return x&offsetMask | window
	})
}

func (b *lowering) isspacep(in ptx.Space) error {
	return b.with1(b64, 1, func(x uint64) uint64 {
		at := x &^ offsetMask
		switch in {
		case ptx.Shared:
			return truth(at == sharedWindow)
		case ptx.Local:
			return truth(at == localWindow)
		case ptx.Param:
			return truth(at == paramWindow)
		}
		return truth(at < paramWindow)
	})
}

// atomic makes atom and red ready; threads of a warp act in the order of the launch.
func (b *lowering) atomic(base string, in ptx.Space, rest []string, types []ptx.Type) (err error) {
	if k := slices.IndexFunc(rest, func(m string) bool { return m == "v2" || m == "v4" || m == "v8" }); k >= 0 && len(rest) == 2 && len(types) == 1 && types[0].Class == ptx.Float {
		return b.elements(base, in, int(rest[k][1]-'0'), rest[1-k:2-k], types)
	}
	if len(types) != 1 || len(rest) != 1 {
		return b.unsupported()
	}
	t, name := types[0], rest[0]
	n := t.Bits
	operands := 2
	if name == "cas" {
		operands = 3
	}
	first := 0
	if base == "atom" {
		first = 1
	}
	if err := b.count(first+operands, first+operands+1); err != nil {
		return err
	}
	list := b.s.Operands
	o := b.base()
	if base == "atom" {
		if o.d, err = b.destination(&o, list[0], n); err != nil {
			return err
		}
	}
	if o.access, err = b.point(list[first], in, n/8); err != nil {
		return err
	}
	if o.a, err = b.source(list[first+1], t); err != nil {
		return err
	}
	if name == "cas" {
		if o.b, err = b.source(list[first+2], t); err != nil {
			return err
		}
	}
	f, ok := update(name, t, "")
	if !ok {
		return b.unsupported()
	}
	outside := f
	switch {
	case name == "add" && t.Name == "f32":
		outside, _ = update(name, t, ".ftz")
	case name == "add" && t.Name == "f64": // of two NaNs shared memory keeps its own
		f = func(old, x, y uint64) uint64 { return outside(x, old, y) }
	}
	o.do = func(w *warp, o *op, mask uint32) {
		for _, lane := range w.x.lanes {
			l := int(lane)
			if mask&(1<<l) == 0 {
				continue
			}
			data := w.locate(o, l, true)
			if data == nil {
				return
			}
			old := get(data, n/8)
			var y uint64
			if o.b >= 0 {
				y = w.r[int(o.b)+l]
			}
			g := f
			if !w.inShared(o, l) {
				g = outside
			}
			put(data, n/8, g(old, w.r[int(o.a)+l], y))
			if o.d >= 0 {
				w.r[int(o.d)+l] = old
			}
		}
	}
	b.emit(o)
	return nil
}

// elements makes an update of a vector ready, which is that of each of its elements.
func (b *lowering) elements(base string, in ptx.Space, n int, name []string, types []ptx.Type) error {
	kept := b.s
	defer func() { b.s = kept }()
	at := len(kept.Operands) - 2
	if at < 0 || at > 1 || (base == "atom") != (at == 1) || kept.Operands[at].Kind != ptx.IsAddress {
		return b.unsupported()
	}
	for k := range n {
		one := *kept
		one.Operands = stable.Clone(kept.Operands)
		one.Operands[at].Offset += int64(k * types[0].Bits / 8)
		for j := range one.Operands {
			if j == at {
				continue
			}
			if len(one.Operands[j].List) != n {
				return b.bad("the vectors of " + kept.Opcode + " have " + strconv.Itoa(n) + " elements")
			}
			one.Operands[j] = one.Operands[j].List[k]
		}
		b.s = &one
		if err := b.atomic(base, in, name, types); err != nil {
			return err
		}
	}
	return nil
}

// inShared reports whether a thread updates shared memory.
func (w *warp) inShared(o *op, lane int) bool {
	a := &o.access
	return a.space == ptx.Shared || a.space == ptx.Generic && a.reach(w, lane)&^offsetMask == sharedWindow
}

// update returns the operation of an atomic instruction: the new value of memory from the old one and the operands.
// Additions of binary32 flush subnormal numbers outside of shared memory (PTX ISA, atom): ftz is then ".ftz".
func update(name string, t ptx.Type, ftz string) (f func(old, x, y uint64) uint64, ok bool) {
	n, sign := t.Bits, t.Class == ptx.Signed
	switch name {
	case "exch":
		return func(_, x, _ uint64) uint64 { return x }, true
	case "cas":
		return func(old, x, y uint64) uint64 {
			if old&ones(n) == x&ones(n) {
				return y
			}
			return old
		}, true
	case "and":
		return func(old, x, _ uint64) uint64 { return old & x }, true
	case "or":
		return func(old, x, _ uint64) uint64 { return old | x }, true
	case "xor":
		return func(old, x, _ uint64) uint64 { return old ^ x }, true
	case "inc":
		return func(old, x, _ uint64) uint64 {
			if old >= x {
				return 0
			}
			return old + 1
		}, true
	case "dec":
		return func(old, x, _ uint64) uint64 {
			if old == 0 || old > x {
				return x
			}
			return old - 1
		}, true
	case "add", "min", "max":
		if t.Class == ptx.Float {
			return floatUpdate(name+ftz, t)
		}
		return func(old, x, _ uint64) uint64 {
			switch {
			case name == "add":
				return old + x
			case sign && signed(old, n) < signed(x, n) == (name == "min"), !sign && old < x == (name == "min"):
				return old
			}
			return x
		}, true
	}
	return nil, false
}

func floatUpdate(name string, t ptx.Type) (f func(old, x, y uint64) uint64, ok bool) {
	element := strings.TrimSuffix(t.Name, "x2")
	i, ok := gpu.Find(name + "." + element)
	if !ok {
		i, ok = gpu.Find(strings.Replace(name, "add", "add.rn", 1) + "." + element)
	}
	if !ok {
		return nil, false
	}
	if element == t.Name {
		return func(old, x, _ uint64) uint64 { return i.Bits([3]uint64{old, x}) }, true
	}
	n := t.Bits / 2
	return func(old, x, _ uint64) uint64 {
		return i.Bits([3]uint64{old & ones(n), x & ones(n)})&ones(n) | i.Bits([3]uint64{old >> n, x >> n})<<n
	}, true
}
