package gpu

import (
	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/mufu"
	"ulplab/fpcore/round"
	"ulplab/fpcore/trace"
	"ulplab/fpcore/wide"
)

// Step is one machine instruction of a sequence: its name as in PTX or in machine code, its operands and its result.
type Step struct {
	Op     string
	X      [3]uint64
	N      int // operands used
	Result uint64
}

// machine runs the instructions of sequences and, if steps is set, records them.
type machine struct{ steps *[]Step }

// sequence computes a result from operands as a compiler's instruction sequence does.
type sequence func(m machine, x [3]uint64) uint64

// runSequence is the rule of every Instruction with a sequence. Its results are approximations: there is no exact
// value that was rounded once, hence no Flags, no Decision and no trace.
func runSequence(i *Instruction, x [3]wide.U128, _ *trace.Trace) round.Result {
	return round.Result{Bits: wide.From64(i.sequence(machine{}, [3]uint64{x[0].Lo, x[1].Lo, x[2].Lo}))}
}

// Approximate reports whether the instruction is a sequence around the special-function unit; its result is not an
// exact value rounded once.
func (i *Instruction) Approximate() bool { return i.sequence != nil }

// Bits is Do for operands of at most 64 bits and without the circumstances of the result: the fast way through many
// operands.
func (i *Instruction) Bits(x [3]uint64) uint64 {
	if i.sequence == nil {
		return i.Do([3]wide.U128{wide.From64(x[0]), wide.From64(x[1]), wide.From64(x[2])}, nil).Bits.Lo
	}
	mask := ^uint64(0) >> (64 - i.width)
	return i.sequence(machine{}, [3]uint64{x[0] & mask, x[1] & mask, x[2] & mask})
}

// Steps returns the machine instructions that an approximate instruction consists of, with what each of them computed
// from x. Comparisons, selections and moves are not listed. It returns nil for all other instructions, which are
// rounded once.
func (i *Instruction) Steps(x [3]wide.U128) []Step {
	if i.sequence == nil {
		return nil
	}
	var steps []Step
	mask := ^uint64(0) >> (64 - i.width)
	i.sequence(machine{&steps}, [3]uint64{x[0].Lo & mask, x[1].Lo & mask, x[2].Lo & mask})
	return steps
}

func (m machine) record(op string, r uint64, x ...uint64) {
	s := Step{Op: op, N: len(x), Result: r}
	copy(s.X[:], x)
	*m.steps = append(*m.steps, s)
}

// mufu runs the special-function unit.
func (m machine) mufu(f mufu.Function, x uint64) uint64 {
	r := uint64(f.Do(uint32(x)))
	if m.steps != nil {
		m.record(f.String(), r, x)
	}
	return r
}

// operation is an arithmetic instruction of machine code with its formats and environment.
type operation struct {
	name     string
	dst, src *format.Format
	env      round.Env
	one      unary
	two      binary
}

// The environments of binary32 and narrower arithmetic, and of binary64.
var (
	nearest  = round.Env{NaN: canonicalNaN}
	truncate = round.Env{NaN: canonicalNaN, Direction: round.TowardZero}
	flushing = round.Env{NaN: canonicalNaN, FlushIn: true, FlushOut: round.FlushTinyAfter}
	double   = round.Env{NaN: doubleNaN}
)

var (
	mulF32 = operation{name: "mul.rn.f32", dst: format.F32, src: format.F32, env: nearest, two: arith.Mul}
	mulRZ  = operation{name: "mul.rz.f32", dst: format.F32, src: format.F32, env: truncate, two: arith.Mul}
	mulFTZ = operation{name: "mul.rn.ftz.f32", dst: format.F32, src: format.F32, env: flushing, two: arith.Mul}
	addF32 = operation{name: "add.rn.f32", dst: format.F32, src: format.F32, env: nearest, two: arith.Add}
	fmaF32 = operation{name: "fma.rn.f32", dst: format.F32, src: format.F32, env: nearest}
	fmaF16 = operation{name: "fma.rn.f16", dst: format.F16, src: format.F16, env: nearest}
	mulF64 = operation{name: "mul.rn.f64", dst: format.F64, src: format.F64, env: double, two: arith.Mul}
	addF64 = operation{name: "add.rn.f64", dst: format.F64, src: format.F64, env: double, two: arith.Add}
	fmaF64 = operation{name: "fma.rn.f64", dst: format.F64, src: format.F64, env: double}

	toF16    = operation{name: "cvt.rn.f16.f32", dst: format.F16, src: format.F32, env: nearest, one: arith.Convert}
	toBF16   = operation{name: "cvt.rn.bf16.f32", dst: format.BF16, src: format.F32, env: nearest, one: arith.Convert}
	fromF16  = operation{name: "cvt.f32.f16", dst: format.F32, src: format.F16, env: nearest, one: arith.Convert}
	f64ToF32 = operation{name: "cvt.rn.f32.f64", dst: format.F32, src: format.F64, env: nearest, one: arith.Convert}
	s64ToF64 = operation{name: "cvt.rn.f64.s64", dst: format.F64, env: double, one: fromSigned(64)}
	s32ToF32 = operation{name: "cvt.rn.f32.s32", dst: format.F32, env: nearest, one: fromSigned(32)}
	f32ToS32 = operation{name: "cvt.rni.s32.f32", src: format.F32, env: nearest, one: toSigned}
)

func fromSigned(width uint8) unary {
	return func(env round.Env, dst, _ *format.Format, a wide.U128, t *trace.Trace) round.Result {
		return arith.FromInt(env, dst, arith.IntType{Bits: width, Signed: true}, a.Lo, t)
	}
}

// toSigned converts to a 32-bit integer; a NaN gives 0.
func toSigned(env round.Env, _, src *format.Format, a wide.U128, _ *trace.Trace) round.Result {
	return round.Result{Bits: wide.From64(arith.ToInt(env, src, a, s32Type.Int, true).Bits)}
}

func (m machine) one(o *operation, a uint64) uint64 {
	r := o.one(o.env, o.dst, o.src, wide.From64(a), nil).Bits.Lo
	if m.steps != nil {
		m.record(o.name, r, a)
	}
	return r
}

func (m machine) two(o *operation, a, b uint64) uint64 {
	r := o.two(o.env, o.dst, o.src, wide.From64(a), wide.From64(b), nil).Bits.Lo
	if m.steps != nil {
		m.record(o.name, r, a, b)
	}
	return r
}

func (m machine) fma(o *operation, a, b, c uint64) uint64 {
	r := arith.FMA(o.env, o.dst, o.src, wide.From64(a), wide.From64(b), wide.From64(c), nil).Bits.Lo
	if m.steps != nil {
		m.record(o.name, r, a, b, c)
	}
	return r
}

// Comparisons of binary32 by their bits; each is false if v is NaN.

func magnitude32(v uint64) uint64 { return v & (1<<31 - 1) }

func isNaN32(v uint64) bool { return magnitude32(v) > inf32 }

// tiny: |v| < 2^-126.
func tiny(v uint64) bool { return magnitude32(v) < 1<<23 }

// huge: |v| > 2^126.
func huge(v uint64) bool { return magnitude32(v) > 0x7e800000 && magnitude32(v) <= inf32 }

const (
	inf32     = 0x7f800000
	one32     = 0x3f800000
	negZero32 = signBit32
	signBit32 = 1 << 31
)
