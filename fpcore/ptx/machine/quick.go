package machine

import (
	"math/bits"
	"strings"

	"ulplab/fpcore/fast"
	"ulplab/fpcore/ptx"
)

// at is the values of a register in the 32 threads of the warp.
func (w *warp) at(slot int32) *fast.Lanes { return (*fast.Lanes)(w.r[slot:]) }

// quicken gives a statement of f1, f2 or f3 a loop of its own if it is one of those that kernels mostly consist of. The loops
// compute what the functions do.
func (o *op) quicken() {
	name, typ, _ := strings.Cut(o.statement.Opcode, ".")
	if o.f2 != nil {
		switch o.statement.Opcode {
		case "add.s32", "add.u32", "add.s64", "add.u64":
			o.do = doAdd
		case "sub.s32", "sub.u32", "sub.s64", "sub.u64":
			o.do = doSub
		case "mul.lo.s32", "mul.lo.u32", "mul.lo.s64", "mul.lo.u64":
			o.do = doMul
		case "mul.wide.u32":
			o.do = doMulWide
		case "mul.wide.s32":
			o.do = doMulWideSigned
		case "xor.b32", "xor.b64":
			o.do = doXor
		case "and.b32", "and.b64":
			o.do = doAnd
		case "or.b32", "or.b64":
			o.do = doOr
		case "shl.b32", "shl.b64":
			o.do = doShl
		case "shr.u32", "shr.b32", "shr.u64", "shr.b64":
			o.do = doShr
		}
		flush := strings.Contains(typ, "ftz")
		switch strings.Replace(strings.Replace(o.statement.Opcode, ".ftz", "", 1), ".rn", "", 1) {
		case "add.f32":
			o.do = doAdd32(0, flush)
		case "sub.f32":
			o.do = doAdd32(1<<31, flush)
		case "mul.f32":
			o.do = doMul32(flush)
		}
	}
	if o.f3 != nil {
		switch o.statement.Opcode {
		case "mad.lo.s32", "mad.lo.u32", "mad.lo.s64", "mad.lo.u64":
			o.do = doMad
		}
		switch name {
		case "fma", "mad":
			if typ == "rn.f32" || typ == "rn.ftz.f32" {
				o.do = doFMA32(0, 0, strings.Contains(typ, "ftz"))
			}
		}
	}
	if o.f1 != nil && name == "mov" && (typ == "b32" || typ == "u32" || typ == "s32" || typ == "f32" || typ == "b64" || typ == "u64" || typ == "s64" || typ == "f64") &&
		o.statement.Operands[1].Kind != ptx.IsVector && o.statement.Operands[0].Kind == ptx.IsRegister {
		o.do = doMove
	}
}

func doMove(w *warp, o *op, mask uint32) {
	d, a := w.at(o.d), w.at(o.a)
	for m := mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m) & 31
		d[l] = a[l] & o.mask
	}
}

func doAdd(w *warp, o *op, mask uint32) {
	d, a, b, of := w.at(o.d), w.at(o.a), w.at(o.b), o.mask
	for m := mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m) & 31
		d[l] = (a[l] + b[l]) & of
	}
}

func doSub(w *warp, o *op, mask uint32) {
	d, a, b, of := w.at(o.d), w.at(o.a), w.at(o.b), o.mask
	for m := mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m) & 31
		d[l] = (a[l] - b[l]) & of
	}
}

func doMul(w *warp, o *op, mask uint32) {
	d, a, b, of := w.at(o.d), w.at(o.a), w.at(o.b), o.mask
	for m := mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m) & 31
		d[l] = a[l] * b[l] & of
	}
}

func doMulWide(w *warp, o *op, mask uint32) {
	d, a, b := w.at(o.d), w.at(o.a), w.at(o.b)
	for m := mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m) & 31
		d[l] = uint64(uint32(a[l])) * uint64(uint32(b[l]))
	}
}

func doMulWideSigned(w *warp, o *op, mask uint32) {
	d, a, b := w.at(o.d), w.at(o.a), w.at(o.b)
	for m := mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m) & 31
		d[l] = uint64(int64(int32(a[l])) * int64(int32(b[l])))
	}
}

func doMad(w *warp, o *op, mask uint32) {
	d, a, b, c, of := w.at(o.d), w.at(o.a), w.at(o.b), w.at(o.c), o.mask
	for m := mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m) & 31
		d[l] = (a[l]*b[l] + c[l]) & of
	}
}

func doXor(w *warp, o *op, mask uint32) {
	d, a, b, of := w.at(o.d), w.at(o.a), w.at(o.b), o.mask
	for m := mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m) & 31
		d[l] = (a[l] ^ b[l]) & of
	}
}

func doAnd(w *warp, o *op, mask uint32) {
	d, a, b, of := w.at(o.d), w.at(o.a), w.at(o.b), o.mask
	for m := mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m) & 31
		d[l] = a[l] & b[l] & of
	}
}

func doOr(w *warp, o *op, mask uint32) {
	d, a, b, of := w.at(o.d), w.at(o.a), w.at(o.b), o.mask
	for m := mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m) & 31
		d[l] = (a[l] | b[l]) & of
	}
}

func doShl(w *warp, o *op, mask uint32) {
	d, a, b, of := w.at(o.d), w.at(o.a), w.at(o.b), o.mask
	for m := mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m) & 31
		d[l] = a[l] << uint32(b[l]) & of // a shift of 64 and more gives 0, one of 32 and more of 32 bits is cut off
	}
}

func doShr(w *warp, o *op, mask uint32) {
	d, a, b, of := w.at(o.d), w.at(o.a), w.at(o.b), o.mask
	for m := mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m) & 31
		d[l] = a[l] & of >> uint32(b[l])
	}
}

// doAdd32, doMul32 and doFMA32 compute in binary32; where the processor's arithmetic is not sure, the function decides.
func doAdd32(flip uint32, flush bool) func(w *warp, o *op, mask uint32) {
	return func(w *warp, o *op, mask uint32) {
		if unsure := fast.Add32Lanes(w.at(o.d), w.at(o.a), w.at(o.b), mask, flip, flush); unsure != 0 {
			do2(w, o, unsure)
		}
	}
}

func doMul32(flush bool) func(w *warp, o *op, mask uint32) {
	return func(w *warp, o *op, mask uint32) {
		if unsure := fast.Mul32Lanes(w.at(o.d), w.at(o.a), w.at(o.b), mask, flush); unsure != 0 {
			do2(w, o, unsure)
		}
	}
}

func doFMA32(product, sum uint32, flush bool) func(w *warp, o *op, mask uint32) {
	return func(w *warp, o *op, mask uint32) {
		if unsure := fast.FMA32Lanes(w.at(o.d), w.at(o.a), w.at(o.b), w.at(o.c), mask, product, sum, flush); unsure != 0 {
			do3(w, o, unsure)
		}
	}
}

// doCompare compares integers of 32 or 64 bits: turned by a bit, signed ones compare as unsigned ones do.
func doCompare(operator string, t ptx.Type) (do func(w *warp, o *op, mask uint32), ok bool) {
	turn := uint64(0)
	if t.Class == ptx.Signed {
		turn = 1 << (t.Bits - 1)
	}
	of := ones(t.Bits)
	var less, equal, greater uint64
	switch operator {
	case "eq":
		equal = 1
	case "ne":
		less, greater = 1, 1
	case "lt", "lo":
		less = 1
	case "le", "ls":
		less, equal = 1, 1
	case "gt", "hi":
		greater = 1
	case "ge", "hs":
		equal, greater = 1, 1
	default:
		return nil, false
	}
	return func(w *warp, o *op, mask uint32) {
		d, a, b := w.at(o.d), w.at(o.a), w.at(o.b)
		for m := mask; m != 0; m &= m - 1 {
			l := bits.TrailingZeros32(m) & 31
			x, y := a[l]&of^turn, b[l]&of^turn
			r := equal
			if x < y {
				r = less
			} else if x > y {
				r = greater
			}
			d[l] = r
		}
	}, true
}

// quickly returns the bytes at an address of a thread in global or shared memory,
// nil where locate has to look: beyond the memory, not aligned, watched, in another space, or constant and written.
func (w *warp) quickly(a *access, lane int, write bool) []byte {
	at := a.offset
	if a.base >= 0 {
		at += w.r[int(a.base)+lane]
		if a.narrow {
			at &= ones(32)
		}
	}
	x := w.x
	data := x.shared
	var by []uint32
	switch a.space {
	case ptx.Global:
		k := int(at>>segmentShift) - 1
		if uint(k) >= uint(len(x.memory)) {
			return nil
		}
		s := &x.memory[k]
		if write && s.constant {
			return nil
		}
		data, by, at = s.data, s.by, at&offsetMask
	case ptx.Shared:
	default:
		return nil
	}
	n := uint64(a.bytes)
	if at&(n-1) != 0 || at+n > uint64(len(data)) {
		return nil
	}
	if write && by != nil {
		id := uint32(x.block*x.threads+w.index*32+lane) + 1
		for k := at / 2; k < (at+n+1)/2; k++ {
			by[k] = id
		}
	}
	return data[at : at+n]
}
