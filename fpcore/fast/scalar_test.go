package fast

import (
	"testing"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// operands are the interesting codes of a format, and random ones, many with exponents near to each other.
func scalarOperands(f *format.Format) func(k int) uint64 {
	var list []uint64
	p := uint(f.P - 1)
	for _, e := range []uint64{0, 1, 2, uint64(f.Bias) - 30, uint64(f.Bias), uint64(f.Bias) + 1, uint64(2*f.Bias) - 1, uint64(2 * f.Bias), uint64(2*f.Bias) + 1} {
		for _, m := range []uint64{0, 1, 2, 1<<p - 1, 1 << (p - 1), 1<<(p-1) + 1} {
			list = append(list, e<<p|m, 1<<(f.Bits-1)|e<<p|m)
		}
	}
	s := uint64(7)
	return func(k int) uint64 {
		s += 0x9E3779B97F4A7C15
		z := (s ^ s>>30) * 0xBF58476D1CE4E5B9
		z = (z ^ z>>27) * 0x94D049BB133111EB
		z ^= z >> 31
		switch z >> 60 {
		case 0, 1, 2, 3, 4:
			return list[z%uint64(len(list))]
		case 5, 6, 7:
			return z & (1<<f.Bits - 1)
		}
		return (uint64(f.Bias)-4+z>>20%8)<<p | z&(1<<p-1) | z>>59&1<<(f.Bits-1)
	}
}

// TestScalar holds the single operations to package arith: where they claim a result it has the same bits, and they
// claim nearly all ordinary ones.
func TestScalar(t *testing.T) {
	const n = 200_000
	for _, flush := range []bool{false, true} {
		env := round.Env{}
		if flush {
			env.FlushIn, env.FlushOut = true, round.FlushTinyAfter
		}
		next := scalarOperands(format.F32)
		claimed := 0
		for k := range n {
			a, b, c := next(k), next(k), next(k)
			A, B, C := wide.From64(a), wide.From64(b), wide.From64(c)
			check := func(op string, got uint32, ok bool, want round.Result) {
				if ok {
					claimed++
				}
				if ok && uint64(got) != want.Bits.Lo {
					t.Fatalf("%s(%x, %x, %x), flush %v: %x, want %x", op, a, b, c, flush, got, want.Bits.Lo)
				}
			}
			f := format.F32
			r, ok := Add32Bits(uint32(a), uint32(b), flush)
			check("add", r, ok, arith.Add(env, f, f, A, B, nil))
			r, ok = Mul32Bits(uint32(a), uint32(b), flush)
			check("mul", r, ok, arith.Mul(env, f, f, A, B, nil))
			r, ok = Div32Bits(uint32(a), uint32(b), flush)
			check("div", r, ok, arith.Div(env, f, f, A, B, nil))
			r, ok = Sqrt32Bits(uint32(a)&^(1<<31), flush)
			check("sqrt", r, ok, arith.Sqrt(env, f, f, arith.Abs(f, A), nil))
			r, ok = FMA32Bits(uint32(a), uint32(b), uint32(c), flush)
			check("fma", r, ok, arith.FMA(env, f, f, A, B, C, nil))
			d := next(k) << 29
			r, ok = Narrow(d, flush)
			check("narrow", r, ok, arith.Convert(round.Env{FlushOut: env.FlushOut}, f, format.F64, wide.From64(d), nil))
		}
		if claimed < 3*n {
			t.Errorf("flush %v: only %d of %d claimed", flush, claimed, 6*n)
		}
	}
	next := scalarOperands(format.F64)
	for k := range n {
		a, b, c := next(k), next(k), next(k)
		A, B, C := wide.From64(a), wide.From64(b), wide.From64(c)
		f := format.F64
		check := func(op string, got uint64, ok bool, want round.Result) {
			if ok && got != want.Bits.Lo {
				t.Fatalf("%s(%x, %x, %x): %x, want %x", op, a, b, c, got, want.Bits.Lo)
			}
		}
		env := round.Env{}
		r, ok := Add64Bits(a, b)
		check("add", r, ok, arith.Add(env, f, f, A, B, nil))
		r, ok = Mul64Bits(a, b)
		check("mul", r, ok, arith.Mul(env, f, f, A, B, nil))
		r, ok = Div64Bits(a, b)
		check("div", r, ok, arith.Div(env, f, f, A, B, nil))
		r, ok = Sqrt64Bits(a)
		check("sqrt", r, ok, arith.Sqrt(env, f, f, A, nil))
		r, ok = FMA64Bits(a, b, c)
		check("fma", r, ok, arith.FMA(env, f, f, A, B, C, nil))
		r, ok = Widen(uint32(a >> 32))
		check("widen", r, ok, arith.Convert(env, f, format.F32, wide.From64(a>>32), nil))
	}
}
