package expr

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
	if p.exact {
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
	for v, s := range p.slot {
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
	if p.exact {
		return p.exactResult(in)
	}
	p.execute(in)
	if p.result < 0 {
		return 0
	}
	if f := p.Code.Values[p.Code.Result].Type.Format(); f != nil && p.Unfinished() {
		return f.NaN(format.PositiveQuiet).Lo
	}
	return p.inType(p.Code.Result, p.result)
}

// Unfinished reports whether the last run came to a loop that needs more passes than are evaluated: there is no result
// then, and Result gave a NaN where the type has one.
func (p *Program) Unfinished() bool {
	u := p.Code.Unfinished
	if u <= 0 || p.exact {
		return p.cut
	}
	return p.slot[u] >= 0 && p.lo[p.slot[u]] != 0
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
	return p.into[v], p.slot[v] < 0 && !p.exact
}

// Register returns what the machine holds for a value after Run: in another format than that of its type on x87 and
// where types are computed in others. ok is false if there is no such register.
func (p *Program) Register(v int32) (bits wide.U128, f *format.Format, ok bool) {
	s := p.slot[v]
	if s < 0 {
		return wide.U128{}, nil, false
	}
	return p.register(s)
}

func (p *Program) register(s int32) (bits wide.U128, f *format.Format, ok bool) {
	bits.Lo, f = p.lo[s], p.code[s].typ.Format()
	if p.hi != nil && p.in87(s) {
		bits.Hi, f = p.hi[s], format.X87
	}
	return bits, f, true
}

// in87 reports whether a register holds a number of 80 bits.
func (p *Program) in87(s int32) bool {
	in := &p.code[s]
	switch in.do {
	case do87, doNeg87, doAbs87, doSign87, doRound87, doLoad87, doSelect87:
		return true
	case doStore87:
		return in.bits == 0
	case doCopy:
		return in.typ.IsFloat() && in.op == types.Convert
	}
	return false
}

// inType returns a register as a code of the value's type.
func (p *Program) inType(v, s int32) uint64 {
	t := p.Code.Values[v].Type
	if p.hi != nil && p.in87(s) {
		return store87(p.word, t, wide.U128{Hi: p.hi[s], Lo: p.lo[s]}).Lo
	}
	if from := p.code[s].typ; from != t && from.IsFloat() && t.IsFloat() {
		r, _ := types.ConvertBits(t, from, p.lo[s], p.overflow)
		return r
	}
	return p.lo[s] & t.Mask()
}

func (p *Program) execute(input []uint64) {
	lo := p.lo
	for i := range p.code {
		in := &p.code[i]
		switch in.do {
		case doConst:
			lo[i] = in.bits
		case doInput:
			x := uint64(0)
			if in.bits < uint64(len(input)) {
				x = input[in.bits] & in.from.Mask()
			}
			if in.from != in.typ {
				x, _ = types.ConvertBits(in.typ, in.from, x, p.overflow)
			}
			lo[i] = x
		case doArith:
			lo[i] = p.arith(in)
		case do87, doNeg87, doAbs87, doSign87, doRound87, doLoad87, doStore87, doCompare87, doSelect87, doInt87:
			p.run87(in, i)
		default:
			if p.hi != nil && in.do == doCopy && p.in87(int32(i)) {
				p.run87(in, i)
				continue
			}
			lo[i] = p.other(in)
		}
	}
}

// arith executes an operation of IEEE 754 or an instruction of the GPU.
func (p *Program) arith(in *inst) uint64 {
	lo := p.lo
	a := lo[in.x[0]]
	var b, c uint64
	if in.n > 1 {
		b = lo[in.x[1]]
	}
	if in.n > 2 {
		c = lo[in.x[2]]
	}
	if in.neg != 0 {
		a, c = signs(in, a, c)
	}
	if in.quick {
		if r, ok := quick(in, a, b, c, p.flush); ok {
			return r
		}
	}
	return p.slow(in, [3]uint64{a, b, c}).Bits.Lo
}

// signs applies the signs of a fused operation, which leave NaNs as they are.
func signs(in *inst, a, c uint64) (uint64, uint64) {
	s := types.SignBit(in.typ)
	if in.neg&negProduct != 0 && !types.IsNaN(in.typ, a) {
		a ^= s
	}
	if in.neg&negAddend != 0 && !types.IsNaN(in.typ, c) {
		c ^= s
	}
	return a, c
}

// quick is an operation in hardware, where that is right.
func quick(in *inst, a, b, c uint64, flush bool) (uint64, bool) {
	if in.typ == types.Float {
		var r uint32
		var ok bool
		switch in.op {
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
	switch in.op {
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
func (p *Program) slow(in *inst, x [3]uint64) round.Result {
	switch {
	case in.gpu != nil && in.host == nil:
		if in.gpu.Approximate() {
			return round.Result{Bits: wide.From64(in.gpu.Bits(x))}
		}
		return in.gpu.Do(wide3(x), nil)
	case in.sse != nil:
		return in.sse.Do(x86.MXCSRDefault, wide3(x), nil)
	}
	return in.host(x)
}

func wide3(x [3]uint64) [3]wide.U128 {
	return [3]wide.U128{wide.From64(x[0]), wide.From64(x[1]), wide.From64(x[2])}
}

// other executes what is not arithmetic.
func (p *Program) other(in *inst) uint64 {
	var x [3]uint64
	for j := range int(in.n) {
		x[j] = p.lo[in.x[j]]
	}
	switch in.do {
	case doNeg:
		return x[0] ^ types.SignBit(in.typ)
	case doAbs:
		return x[0] &^ types.SignBit(in.typ)
	case doSign:
		s := types.SignBit(in.typ)
		return x[0]&^s | x[1]&s
	case doCompare:
		if p.flush && in.from == types.Float {
			x[0], x[1] = flushed(x[0]), flushed(x[1])
		}
		return types.CompareBits(in.op, in.from.Format(), x[0], x[1])
	case doSelect:
		if x[0]&1 != 0 {
			return x[1]
		}
		return x[2]
	case doInteger:
		r, ok := types.IntegerBits(in.op, in.from, x[0], x[1])
		if !ok {
			return in.typ.Mask()
		}
		return r
	case doConvert:
		r, _ := types.ConvertBits(in.typ, in.from, x[0], p.overflow)
		return r
	case doCopy:
		return x[0] & in.typ.Mask()
	case doRound:
		return types.RoundTo(in.f, in.env, in.typ.Format(), x[0])
	case doScale:
		return scaleOf(x[0], in.bits)
	case doHost:
		return in.host(x).Bits.Lo
	case doScaled:
		return p.scaled(in, x, nil).Bits.Lo
	}
	return 0
}

// scaled multiplies two numbers of binary32 and a power of two with one rounding: the product is exact in binary64.
func (p *Program) scaled(in *inst, x [3]uint64, t *trace.Trace) round.Result {
	env := round.Env{FlushIn: p.flush}
	product := arith.Mul(env, format.F64, format.F32, wide.From64(x[0]), wide.From64(x[1]), nil).Bits
	product = arith.ScaleB(round.Env{}, format.F64, format.F64, product, int64(in.bits), nil).Bits
	env = round.Env{NaN: types.GPUNaN}
	if p.flush {
		env.FlushOut = round.FlushTinyAfter
	}
	return arith.Convert(env, format.F32, format.F64, product, t)
}

func flushed(x uint64) uint64 {
	if x&0x7f800000 == 0 {
		return x & 0x80000000
	}
	return x
}

// scaleOf is the factor by which approximations scale a divisor: 2^-2 above 2^126, 2^24 below 2^-126.
func scaleOf(x, which uint64) uint64 {
	switch x &= 0x7fffffff; {
	case which&scaleHuge != 0 && x > 0x7e800000 && x <= 0x7f800000:
		return 0x3e800000
	case which&scaleTiny != 0 && x < 0x00800000:
		return 0x4b800000
	}
	return 0x3f800000
}
