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

// operation is an arithmetic instruction of machine code: a format and an environment.
type operation struct {
	name string
	f    *format.Format
	env  round.Env
}

var (
	mulF32    = operation{"mul.rn.f32", format.F32, round.Env{NaN: canonicalNaN}}
	mulRZ     = operation{"mul.rz.f32", format.F32, round.Env{NaN: canonicalNaN, Direction: round.TowardZero}}
	mulFTZ    = operation{"mul.rn.ftz.f32", format.F32, round.Env{NaN: canonicalNaN, FlushIn: true, FlushOut: round.FlushTinyAfter}}
	addF32    = operation{"add.rn.f32", format.F32, round.Env{NaN: canonicalNaN}}
	fmaF32    = operation{"fma.rn.f32", format.F32, round.Env{NaN: canonicalNaN}}
	fmaF16    = operation{"fma.rn.f16", format.F16, round.Env{NaN: canonicalNaN}}
	mulF64    = operation{"mul.rn.f64", format.F64, round.Env{NaN: doubleNaN}}
	addF64    = operation{"add.rn.f64", format.F64, round.Env{NaN: doubleNaN}}
	fmaF64    = operation{"fma.rn.f64", format.F64, round.Env{NaN: doubleNaN}}
	subF32    = operation{"sub.rn.f32", format.F32, round.Env{NaN: canonicalNaN}}
	divF32    = operation{"div.rn.f32", format.F32, round.Env{NaN: canonicalNaN}}
	truncF32  = operation{"cvt.rzi.f32.f32", format.F32, round.Env{NaN: canonicalNaN, Direction: round.TowardZero}}
	rintF32   = operation{"cvt.rni.f32.f32", format.F32, round.Env{NaN: canonicalNaN}}
	floorF32  = operation{"cvt.rmi.f32.f32", format.F32, round.Env{NaN: canonicalNaN, Direction: round.TowardNegative}}
	sqrtF32   = operation{"sqrt.rn.f32", format.F32, round.Env{NaN: canonicalNaN}}
	toF16     = operation{"cvt.rn.f16.f32", format.F16, round.Env{NaN: canonicalNaN}}
	toBF16    = operation{"cvt.rn.bf16.f32", format.BF16, round.Env{NaN: canonicalNaN}}
	fromF16   = operation{"cvt.f32.f16", format.F32, round.Env{NaN: canonicalNaN}}
	f64ToF32  = operation{"cvt.rn.f32.f64", format.F32, round.Env{NaN: canonicalNaN}}
	s64ToF64  = operation{"cvt.rn.f64.s64", format.F64, round.Env{}}
	s32ToF32  = operation{"cvt.rn.f32.s32", format.F32, round.Env{}}
	f32ToInt  = operation{"cvt.rni.s32.f32", format.F32, round.Env{}}
	signedInt = arith.IntType{Bits: 32, Signed: true}
)

func (m machine) mul(o *operation, a, b uint64) uint64 {
	r := arith.Mul(o.env, o.f, o.f, wide.From64(a), wide.From64(b), nil).Bits.Lo
	if m.steps != nil {
		m.record(o.name, r, a, b)
	}
	return r
}

func (m machine) add(o *operation, a, b uint64) uint64 {
	r := arith.Add(o.env, o.f, o.f, wide.From64(a), wide.From64(b), nil).Bits.Lo
	if m.steps != nil {
		m.record(o.name, r, a, b)
	}
	return r
}

func (m machine) fma(o *operation, a, b, c uint64) uint64 {
	r := arith.FMA(o.env, o.f, o.f, wide.From64(a), wide.From64(b), wide.From64(c), nil).Bits.Lo
	if m.steps != nil {
		m.record(o.name, r, a, b, c)
	}
	return r
}

func (m machine) sub(a, b uint64) uint64 {
	r := arith.Sub(subF32.env, subF32.f, subF32.f, wide.From64(a), wide.From64(b), nil).Bits.Lo
	if m.steps != nil {
		m.record(subF32.name, r, a, b)
	}
	return r
}

func (m machine) div(a, b uint64) uint64 {
	r := arith.Div(divF32.env, divF32.f, divF32.f, wide.From64(a), wide.From64(b), nil).Bits.Lo
	if m.steps != nil {
		m.record(divF32.name, r, a, b)
	}
	return r
}

// integral rounds to an integral value.
func (m machine) integral(o *operation, a uint64) uint64 {
	r := arith.RoundToIntegral(o.env, o.f, o.f, wide.From64(a), false, nil).Bits.Lo
	if m.steps != nil {
		m.record(o.name, r, a)
	}
	return r
}

func (m machine) sqrt(o *operation, a uint64) uint64 {
	r := arith.Sqrt(o.env, o.f, o.f, wide.From64(a), nil).Bits.Lo
	if m.steps != nil {
		m.record(o.name, r, a)
	}
	return r
}

// convert converts from format src.
func (m machine) convert(o *operation, src *format.Format, a uint64) uint64 {
	r := arith.Convert(o.env, o.f, src, wide.From64(a), nil).Bits.Lo
	if m.steps != nil {
		m.record(o.name, r, a)
	}
	return r
}

// fromInt converts a signed integer of the given width.
func (m machine) fromInt(o *operation, width uint8, a uint64) uint64 {
	r := arith.FromInt(o.env, o.f, arith.IntType{Bits: width, Signed: true}, a, nil).Bits.Lo
	if m.steps != nil {
		m.record(o.name, r, a)
	}
	return r
}

// nearestInt converts binary32 to a 32-bit integer, to nearest; a NaN gives 0.
func (m machine) nearestInt(a uint64) uint64 {
	r := arith.ToInt(f32ToInt.env, f32ToInt.f, wide.From64(a), signedInt, true).Bits
	if m.steps != nil {
		m.record(f32ToInt.name, r, a)
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
