package run

import (
	"ulplab/fpcore/arith"
	"ulplab/fpcore/expr/reals"
	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/fast"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/trace"
	"ulplab/fpcore/wide"
	"ulplab/fpcore/x86"
)

// Run executes the program. in holds the bits of the inputs in the order of Code.Inputs; values receives the bits of every
// value of the Code in its type, 0 where the value was not computed for itself (Fused) or the target cannot compute it.
// values may be nil. Run does not allocate, but for Exact.
func (p *Program) Run(in, values []uint64) {
	if p.Exact {
		exacts := reals.Of(p.Code, in, nil)
		p.opens(exacts)
		for i, r := range exacts {
			if i < len(values) {
				values[i], _ = r.Rounded(p.Code.Values[i].Type)
			}
		}
		return
	}
	p.execute(in)
	if values == nil {
		return
	}
	for v, s := range p.Slot {
		if v >= len(values) {
			break
		}
		values[v] = 0
		if s >= 0 {
			values[v] = p.inType(int32(v), s)
		}
	}
}

// Result executes the program and returns the bits of Code.Result in its type; see Unfinished.
func (p *Program) Result(in []uint64) uint64 {
	if p.Exact {
		return p.exactResult(in)
	}
	p.execute(in)
	if p.ResultAt < 0 {
		return 0
	}
	if f := p.Code.Values[p.Code.Result].Type.Format(); f != nil && p.Unfinished() {
		return f.NaN(format.PositiveQuiet).Lo
	}
	return p.inType(p.Code.Result, p.ResultAt)
}

// Unfinished reports whether the last run came to a loop that needs more passes than are evaluated: there is no result
// then, and Result gave a NaN where the type has one.
func (p *Program) Unfinished() bool {
	u := p.Code.Unfinished
	if u <= 0 || p.Exact {
		return p.cut
	}
	return p.Slot[u] >= 0 && p.lo[p.Slot[u]] != 0
}

// opens notes whether an exact run finished.
func (p *Program) opens(exacts []reals.Real) {
	if u := p.Code.Unfinished; u > 0 {
		bits, ok := exacts[u].Rounded(types.Bool)
		p.cut = !ok || bits != 0
	}
}

// exactResult is the exact value rounded once, a NaN where there is none.
func (p *Program) exactResult(in []uint64) uint64 {
	v := p.Code.Result
	if v < 0 {
		return 0
	}
	t := p.Code.Values[v].Type
	exacts := reals.Of(p.Code, in, nil)
	p.opens(exacts)
	r := exacts[v]
	bits, _ := r.Rounded(t)
	if f := t.Format(); f != nil && (r.Kind == reals.Undecided || p.cut) {
		return f.NaN(format.PositiveQuiet).Lo
	}
	return bits
}

// Fused reports that a value was not computed for itself, and into which value it went; -1 if it vanished by rewriting.
func (p *Program) Fused(v int32) (into int32, ok bool) {
	return p.Into[v], p.Slot[v] < 0 && !p.Exact
}

// Register returns what the machine holds for a value after Run: in another format than that of its type on x87 and
// where types are computed in others. ok is false if there is no such register.
func (p *Program) Register(v int32) (bits wide.U128, f *format.Format, ok bool) {
	s := p.Slot[v]
	if s < 0 {
		return wide.U128{}, nil, false
	}
	return p.register(s)
}

func (p *Program) register(s int32) (bits wide.U128, f *format.Format, ok bool) {
	bits.Lo, f = p.lo[s], p.Instructions[s].Type.Format()
	if p.hi != nil && p.Has80Bits(s) {
		bits.Hi, f = p.hi[s], format.X87
	}
	return bits, f, true
}

// Has80Bits reports whether a register holds a number of 80 bits.
func (p *Program) Has80Bits(s int32) bool {
	in := &p.Instructions[s]
	switch in.Do {
	case Do87, DoNeg87, DoAbs87, DoSign87, DoRound87, DoLoad87, DoSelect87:
		return true
	case DoStore87:
		return in.Bits == 0
	case DoCopy:
		return in.Type.IsFloat() && in.Op == types.Convert
	}
	return false
}

// inType returns a register as a code of the value's type.
func (p *Program) inType(v, s int32) uint64 {
	t := p.Code.Values[v].Type
	if p.hi != nil && p.Has80Bits(s) {
		return store87(p.Control, t, wide.U128{Hi: p.hi[s], Lo: p.lo[s]}).Lo
	}
	if from := p.Instructions[s].Type; from != t && from.IsFloat() && t.IsFloat() {
		r, _ := types.ConvertBits(t, from, p.lo[s], p.Overflow)
		return r
	}
	return p.lo[s] & t.Mask()
}

func (p *Program) execute(input []uint64) {
	lo := p.lo
	for i := range p.Instructions {
		in := &p.Instructions[i]
		switch in.Do {
		case DoConst:
			lo[i] = in.Bits
		case DoInput:
			x := uint64(0)
			if in.Bits < uint64(len(input)) {
				x = input[in.Bits] & in.From.Mask()
			}
			if in.From != in.Type {
				x, _ = types.ConvertBits(in.Type, in.From, x, p.Overflow)
			}
			lo[i] = x
		case DoArith:
			lo[i] = p.arith(in)
		case Do87, DoNeg87, DoAbs87, DoSign87, DoRound87, DoLoad87, DoStore87, DoCompare87, DoSelect87, DoInt87:
			p.run87(in, i)
		default:
			if p.hi != nil && in.Do == DoCopy && p.Has80Bits(int32(i)) {
				p.run87(in, i)
				continue
			}
			lo[i] = p.other(in)
		}
	}
}

// arith executes an operation of IEEE 754 or an instruction of the GPU.
func (p *Program) arith(in *Instruction) uint64 {
	lo := p.lo
	a := lo[in.X[0]]
	var b, c uint64
	if in.N > 1 {
		b = lo[in.X[1]]
	}
	if in.N > 2 {
		c = lo[in.X[2]]
	}
	if in.Neg != 0 {
		a, c = signs(in, a, c)
	}
	if in.Quick && !(p.FlushAll && in.Type == types.Double) {
		if r, ok := quick(in, a, b, c, p.Flush); ok {
			return r
		}
	}
	return p.slow(in, [3]uint64{a, b, c}).Bits.Lo
}

// signs applies the signs of a fused operation, which leave NaNs as they are.
func signs(in *Instruction, a, c uint64) (uint64, uint64) {
	s := types.SignBit(in.Type)
	if in.Neg&NegProduct != 0 && !types.IsNaN(in.Type, a) {
		a ^= s
	}
	if in.Neg&NegAddend != 0 && !types.IsNaN(in.Type, c) {
		c ^= s
	}
	return a, c
}

// quick is an operation in hardware, where that is right.
func quick(in *Instruction, a, b, c uint64, flush bool) (uint64, bool) {
	if in.Type == types.Float {
		var r uint32
		var ok bool
		switch in.Op {
		case types.Add:
			r, ok = fast.Add32Bits(uint32(a), uint32(b), flush)
		case types.Sub:
			r, ok = fast.Add32Bits(uint32(a), uint32(b)^1<<31, flush)
		case types.Mul:
			r, ok = fast.Mul32Bits(uint32(a), uint32(b), flush)
		case types.Div:
			r, ok = fast.Div32Bits(uint32(a), uint32(b), flush)
		case types.FusedOp:
			r, ok = fast.FMA32Bits(uint32(a), uint32(b), uint32(c), flush)
		case types.Call:
			r, ok = fast.Sqrt32Bits(uint32(a), flush)
		}
		return uint64(r), ok
	}
	switch in.Op {
	case types.Add:
		return fast.Add64Bits(a, b)
	case types.Sub:
		return fast.Add64Bits(a, b^1<<63)
	case types.Mul:
		return fast.Mul64Bits(a, b)
	case types.Div:
		return fast.Div64Bits(a, b)
	case types.FusedOp:
		return fast.FMA64Bits(a, b, c)
	case types.Call:
		return fast.Sqrt64Bits(a)
	}
	return 0, false
}

// slow is the operation by the lab's own arithmetic.
func (p *Program) slow(in *Instruction, x [3]uint64) round.Result {
	switch {
	case in.GPU != nil && in.Host == nil:
		if in.GPU.Approximate() {
			return round.Result{Bits: wide.From64(in.GPU.Bits(x))}
		}
		return in.GPU.Do(wide3(x), nil)
	case in.SSE != nil:
		m := x86.MXCSRDefault
		if p.FlushAll {
			m |= x86.FTZ | x86.DAZ
		}
		return in.SSE.Do(m, wide3(x), nil)
	}
	return in.Host(x)
}

func wide3(x [3]uint64) [3]wide.U128 {
	return [3]wide.U128{wide.From64(x[0]), wide.From64(x[1]), wide.From64(x[2])}
}

// other executes what is not arithmetic.
func (p *Program) other(in *Instruction) uint64 {
	var x [3]uint64
	for j := range int(in.N) {
		x[j] = p.lo[in.X[j]]
	}
	switch in.Do {
	case DoNeg:
		return x[0] ^ types.SignBit(in.Type)
	case DoAbs:
		return x[0] &^ types.SignBit(in.Type)
	case DoSign:
		s := types.SignBit(in.Type)
		return x[0]&^s | x[1]&s
	case DoCompare:
		if p.Flush && in.From == types.Float || p.FlushAll && in.From == types.Double {
			x[0], x[1] = flushed(in.From, x[0]), flushed(in.From, x[1])
		}
		return types.CompareBits(in.Op, in.From.Format(), x[0], x[1])
	case DoSelect:
		if x[0]&1 != 0 {
			return x[1]
		}
		return x[2]
	case DoInteger:
		r, ok := types.IntegerBits(in.Op, in.From, x[0], x[1])
		if !ok {
			return in.Type.Mask()
		}
		return r
	case DoConvert:
		if p.FlushAll {
			x[0] = flushed(in.From, x[0])
		}
		r, _ := types.ConvertBits(in.Type, in.From, x[0], p.Overflow)
		if p.FlushAll {
			r = flushed(in.Type, r)
		}
		return r
	case DoCopy:
		return x[0] & in.Type.Mask()
	case DoRound:
		return types.RoundTo(in.Format, in.Env, in.Type.Format(), x[0])
	case DoScale:
		return scaleOf(x[0], in.Bits)
	case DoHost:
		return in.Host(x).Bits.Lo
	case DoScaled:
		return p.scaled(in, x, nil).Bits.Lo
	}
	return 0
}

// scaled multiplies two numbers of binary32 and a power of two with one rounding: the product is exact in binary64.
func (p *Program) scaled(in *Instruction, x [3]uint64, t *trace.Trace) round.Result {
	env := round.Env{FlushIn: p.Flush}
	product := arith.Mul(env, format.F64, format.F32, wide.From64(x[0]), wide.From64(x[1]), nil).Bits
	product = arith.ScaleB(round.Env{}, format.F64, format.F64, product, int64(in.Bits), nil).Bits
	env = round.Env{NaN: types.GPUNaN}
	if p.Flush {
		env.FlushOut = round.FlushTinyAfter
	}
	return arith.Convert(env, format.F32, format.F64, product, t)
}

// flushed is a number of a type with a zero in the place of a subnormal one of binary32 or binary64.
func flushed(t types.Type, x uint64) uint64 {
	switch {
	case t == types.Float:
		return Flushed(x)
	case t == types.Double && x&0x7ff0000000000000 == 0:
		return x & 1 << 63
	}
	return x
}

// Flushed is a number of binary32 with a zero in the place of a subnormal one.
func Flushed(x uint64) uint64 {
	if x&0x7f800000 == 0 {
		return x & 0x80000000
	}
	return x
}

// scaleOf is the factor by which approximations scale a divisor: 2^-2 above 2^126, 2^24 below 2^-126.
func scaleOf(x, which uint64) uint64 {
	switch x &= 0x7fffffff; {
	case which&ScaleHuge != 0 && x > 0x7e800000 && x <= 0x7f800000:
		return 0x3e800000
	case which&ScaleTiny != 0 && x < 0x00800000:
		return 0x4b800000
	}
	return 0x3f800000
}
