package arith_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// The host's own arithmetic in roundTiesToEven decides here: Go compiles these expressions to single IEEE 754
// operations (the conversions forbid fusing), math.FMA and math.Sqrt are correctly rounded by contract.

// hostBits draws a pattern of w bits with e exponent bits: uniform, special, sparse, or near the previous one's exponent.
func hostBits(r *rand.Rand, w, e int, near uint64) uint64 {
	m := w - e - 1
	top := uint64(1)<<e - 1
	sign := r.Uint64N(2) << (w - 1)
	frac := r.Uint64() & (1<<m - 1)
	switch r.IntN(4) {
	case 0:
		frac = 1 << r.IntN(m)
	case 1:
		frac = 1<<r.IntN(m+1) - 1
		if r.IntN(2) == 0 {
			frac = ^frac & (1<<m - 1)
		}
	}
	exp := r.Uint64() & top
	switch r.IntN(8) {
	case 0:
		exp = 0
	case 1:
		exp = top - r.Uint64N(2)
	case 2:
		exp = r.Uint64N(uint64(m + 3))
	case 3, 4, 5:
		exp = (near>>m + r.Uint64N(uint64(2*m+6)) - uint64(m+3)) & top
	}
	if r.IntN(16) == 0 {
		frac = 0
	}
	return sign | exp<<m | frac
}

func hostCount(n int) int {
	if testing.Short() {
		return n / 20
	}
	return n
}

// sameOrNaN compares codes; every NaN is as good as another since the host's NaN rule is its own.
func sameOrNaN(got, want uint64, f *format.Format) bool {
	return got == want || f.ClassOf(wide.From64(got)).IsNaN() && f.ClassOf(wide.From64(want)).IsNaN()
}

func TestHostBinary64(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(11, 64))
	var env round.Env
	f := format.F64
	for range hostCount(1_000_000) {
		a := hostBits(r, 64, 11, r.Uint64())
		b := hostBits(r, 64, 11, a)
		x, y := math.Float64frombits(a), math.Float64frombits(b)
		c := hostBits(r, 64, 11, math.Float64bits(x*y))
		z := math.Float64frombits(c)
		ua, ub, uc := wide.From64(a), wide.From64(b), wide.From64(c)
		for _, k := range []struct {
			op   string
			got  round.Result
			want float64
		}{
			{"add", arith.Add(env, f, f, ua, ub, nil), float64(x + y)},
			{"sub", arith.Sub(env, f, f, ua, ub, nil), float64(x - y)},
			{"mul", arith.Mul(env, f, f, ua, ub, nil), float64(x * y)},
			{"div", arith.Div(env, f, f, ua, ub, nil), float64(x / y)},
			{"sqrt", arith.Sqrt(env, f, f, ua, nil), math.Sqrt(x)},
			{"fma", arith.FMA(env, f, f, ua, ub, uc, nil), math.FMA(x, y, z)},
			{"rint", arith.RoundToIntegral(env, f, f, ua, false, nil), math.RoundToEven(x)},
			{"trunc", arith.RoundToIntegral(round.Env{Direction: round.TowardZero}, f, f, ua, false, nil), math.Trunc(x)},
			{"floor", arith.RoundToIntegral(round.Env{Direction: round.TowardNegative}, f, f, ua, false, nil), math.Floor(x)},
			{"ceil", arith.RoundToIntegral(round.Env{Direction: round.TowardPositive}, f, f, ua, false, nil), math.Ceil(x)},
			{"min", arith.Minimum(env, f, f, ua, ub), min(x, y)},
			{"max", arith.Maximum(env, f, f, ua, ub), max(x, y)},
			{"from int64", arith.FromInt(env, f, arith.IntType{Bits: 64, Signed: true}, a, nil), float64(int64(a))},
			{"from uint64", arith.FromInt(env, f, arith.IntType{Bits: 64}, a, nil), float64(a)},
		} {
			if want := math.Float64bits(k.want); !sameOrNaN(k.got.Bits.Lo, want, f) || k.got.Bits.Hi != 0 {
				t.Fatalf("%s %#x %#x %#x = %#x, host %#x", k.op, a, b, c, k.got.Bits.Lo, want)
			}
		}
		if got, want := arith.Convert(env, format.F32, f, ua, nil).Bits.Lo, uint64(math.Float32bits(float32(x))); !sameOrNaN(got, want, format.F32) {
			t.Fatalf("convert %#x to binary32 = %#x, host %#x", a, got, want)
		}
		if math.Abs(x) < 0x1p63 {
			if got := arith.ToInt(round.Env{Direction: round.TowardZero}, f, ua, arith.IntType{Bits: 64, Signed: true}, true); got.Bits != uint64(int64(x)) {
				t.Fatalf("%#x to int64 = %#x, host %#x", a, got.Bits, int64(x))
			}
		}
		rel, _ := arith.Compare(env, f, ua, ub)
		want := arith.Unordered
		switch {
		case x < y:
			want = arith.Less
		case x > y:
			want = arith.Greater
		case x == y:
			want = arith.Equal
		}
		if rel != want {
			t.Fatalf("compare %#x %#x = %d, host %d", a, b, rel, want)
		}
	}
	// math.Mod and math.Remainder are exact by contract; they are slow for distant exponents.
	for range hostCount(100_000) {
		a := hostBits(r, 64, 11, r.Uint64())
		b := hostBits(r, 64, 11, a)
		x, y := math.Float64frombits(a), math.Float64frombits(b)
		ua, ub := wide.From64(a), wide.From64(b)
		if got, want := arith.Fmod(env, f, f, ua, ub, nil).Bits.Lo, math.Float64bits(math.Mod(x, y)); !sameOrNaN(got, want, f) {
			t.Fatalf("fmod %#x %#x = %#x, host %#x", a, b, got, want)
		}
		if got, want := arith.Remainder(env, f, f, ua, ub, nil).Bits.Lo, math.Float64bits(math.Remainder(x, y)); !sameOrNaN(got, want, f) {
			t.Fatalf("remainder %#x %#x = %#x, host %#x", a, b, got, want)
		}
	}
}

func TestHostBinary32(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(11, 32))
	var env round.Env
	f := format.F32
	for range hostCount(1_500_000) {
		a := hostBits(r, 32, 8, r.Uint64N(1<<32))
		b := hostBits(r, 32, 8, a)
		x, y := math.Float32frombits(uint32(a)), math.Float32frombits(uint32(b))
		ua, ub := wide.From64(a), wide.From64(b)
		for _, k := range []struct {
			op   string
			got  round.Result
			want float32
		}{
			{"add", arith.Add(env, f, f, ua, ub, nil), float32(x + y)},
			{"sub", arith.Sub(env, f, f, ua, ub, nil), float32(x - y)},
			{"mul", arith.Mul(env, f, f, ua, ub, nil), float32(x * y)},
			{"div", arith.Div(env, f, f, ua, ub, nil), float32(x / y)},
			{"sqrt", arith.Sqrt(env, f, f, ua, nil), float32(math.Sqrt(float64(x)))}, // 53 >= 2*24+2
			{"from int64", arith.FromInt(env, f, arith.IntType{Bits: 64, Signed: true}, a<<32|b, nil), float32(int64(a<<32 | b))},
			{"from int32", arith.FromInt(env, f, arith.IntType{Bits: 32, Signed: true}, a, nil), float32(int32(a))},
		} {
			if want := uint64(math.Float32bits(k.want)); !sameOrNaN(k.got.Bits.Lo, want, f) || k.got.Bits.Hi != 0 {
				t.Fatalf("%s %#x %#x = %#x, host %#x", k.op, a, b, k.got.Bits.Lo, want)
			}
		}
		if got, want := arith.Convert(env, format.F64, f, ua, nil).Bits.Lo, math.Float64bits(float64(x)); !sameOrNaN(got, want, format.F64) {
			t.Fatalf("convert %#x to binary64 = %#x, host %#x", a, got, want)
		}
	}
}
