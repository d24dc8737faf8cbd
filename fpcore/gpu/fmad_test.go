package gpu

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// on runs an instruction as a target executes it.
func on(t *testing.T, cc Capability, name string, x ...uint64) uint64 {
	t.Helper()
	var op [3]uint64
	copy(op[:], x)
	r, _, ok := Target{CC: cc}.Run(Code{Names: []string{name}}, op)
	if !ok {
		t.Fatalf("%v has no %s", cc, name)
	}
	return r
}

// The twin of the binary32 unit of compute capability 1.x, with math/big and the host's conversions only.

const twinNaN = 0x7fffffff

func twinFlush(x uint32) uint32 {
	if x&0x7f800000 == 0 {
		return x & 0x80000000
	}
	return x
}

func twinBig(x uint32) *big.Float {
	return new(big.Float).SetPrec(2000).SetFloat64(float64(math.Float32frombits(x)))
}

// twinRound rounds to 24 bits with any exponent, and then overflows or flushes.
func twinRound(v *big.Float, mode big.RoundingMode) uint32 {
	w := new(big.Float).SetPrec(24).SetMode(mode).Set(v)
	var sign uint32
	if w.Signbit() {
		sign = 1 << 31
	}
	switch e := w.MantExp(nil); { // |w| is in [2^(e-1), 2^e)
	case w.Sign() == 0 || e <= -126:
		return sign
	case e > 128 && mode == big.ToZero:
		return sign | 0x7f7fffff
	case e > 128:
		return sign | 0x7f800000
	}
	f, _ := w.Float32()
	return math.Float32bits(f)
}

// twinSpecial decides operands of which one is NaN or infinite: the host's binary64 holds every product.
func twinSpecial(v float64) (uint32, bool) {
	switch {
	case math.IsNaN(v):
		return twinNaN, true
	case math.IsInf(v, 0):
		return math.Float32bits(float32(v)), true
	}
	return 0, false
}

func twinValue(x uint32) float64 { return float64(math.Float32frombits(x)) }

func twinMul(a, b uint32, mode big.RoundingMode) uint32 {
	a, b = twinFlush(a), twinFlush(b)
	if r, ok := twinSpecial(twinValue(a) * twinValue(b)); ok {
		return r
	}
	return twinRound(new(big.Float).SetPrec(2000).Mul(twinBig(a), twinBig(b)), mode)
}

func twinAdd(a, b uint32, mode big.RoundingMode) uint32 {
	a, b = twinFlush(a), twinFlush(b)
	if r, ok := twinSpecial(twinValue(a) + twinValue(b)); ok {
		return r
	}
	sum := new(big.Float).SetPrec(2000).Add(twinBig(a), twinBig(b))
	if sum.Sign() == 0 { // -0 only of two -0
		return a & b & (1 << 31)
	}
	return twinRound(sum, mode)
}

func twinMad(a, b, c uint32) uint32 {
	a, b, c = twinFlush(a), twinFlush(b), twinFlush(c)
	if r, ok := twinSpecial(twinValue(a)*twinValue(b) + twinValue(c)); ok {
		return r
	}
	if a<<1 == 0 || b<<1 == 0 || c<<1 == 0 {
		return twinAdd(twinMul(a, b, big.ToNearestEven), c, big.ToNearestEven)
	}
	p := new(big.Float).SetPrec(24).SetMode(big.ToZero).Mul(twinBig(a), twinBig(b))
	sum := new(big.Float).SetPrec(2000).Add(p, twinBig(c))
	if sum.Sign() == 0 {
		return 0
	}
	f, _ := sum.Float32() // to nearest even, on the subnormal grid below 2^-126
	return twinFlush(math.Float32bits(f))
}

// operand32 draws binary32 codes: any bits, short significands, extreme exponents and special values.
func operand32(r *rand.Rand) uint32 {
	x := r.Uint32()
	switch r.IntN(8) {
	case 0:
		return x & 0xff800003
	case 1:
		return x&0x807fffff | uint32(r.IntN(4))<<23
	case 2:
		return x&0x807fffff | uint32(251+r.IntN(4))<<23
	case 3, 4:
		return x&0x807fffff | uint32(125+r.IntN(4))<<23
	case 5:
		return []uint32{0, 1 << 31, 0x7f800000, 0xff800000, 0x7fc00000, 0xffa00001, 1, 0x807fffff, 0x00800000, 0x3f800000}[r.IntN(10)]
	case 6:
		return x&0x807fffff | uint32(60+r.IntN(8))<<23
	}
	return x
}

// TestTeslaTwin holds FADD, FMUL and FMAD of compute capability 1.x to the twin, on operands with cancellation,
// underflow, overflow, zeros and NaN.
func TestTeslaTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	mads, differs := 0, 0
	for range 40000 {
		a, b, c := operand32(r), operand32(r), operand32(r)
		switch r.IntN(4) {
		case 0: // c cancels the product but for some units
			c = (math.Float32bits(math.Float32frombits(a)*math.Float32frombits(b)) ^ 1<<31) + uint32(r.IntN(5)) - 2
		case 1: // a sum near 2^-126
			c = 0x80800000 + uint32(r.IntN(64)) | uint32(r.IntN(2))<<24
		}
		for _, m := range []struct {
			name string
			want uint32
		}{
			{"add.rn.f32", twinAdd(a, b, big.ToNearestEven)},
			{"add.rz.f32", twinAdd(a, b, big.ToZero)},
			{"sub.f32", twinSub(a, b)},
			{"mul.rn.f32", twinMul(a, b, big.ToNearestEven)},
			{"__fmul_rz", twinMul(a, b, big.ToZero)},
			{"mad.f32", twinMad(a, b, c)},
		} {
			if got := uint32(on(t, 10, m.name, uint64(a), uint64(b), uint64(c))); got != m.want {
				t.Fatalf("%s(%08x, %08x, %08x) = %08x, want %08x", m.name, a, b, c, got, m.want)
			}
		}
		mads++
		if uint32(on(t, 20, "fma.rn.ftz.f32", uint64(a), uint64(b), uint64(c))) != twinMad(a, b, c) {
			differs++
		}
	}
	if differs < mads/100 {
		t.Errorf("FMAD differs from fma.rn.ftz in %d of %d cases: the operands test too little", differs, mads)
	}
}

func twinSub(a, b uint32) uint32 {
	if b<<1 > 0xff000000 {
		return twinNaN
	}
	return twinAdd(a, b^1<<31, big.ToNearestEven)
}

// TestTeslaFacts holds single statements about compute capability 1.x.
func TestTeslaFacts(t *testing.T) {
	for _, c := range []struct {
		name string
		x    [3]uint64
		want uint64
		why  string
	}{
		{"mul.f32", [3]uint64{0x00800001, 0x3f7ffffe}, 0x00800000, "a product just below 2^-126 that rounds up stays"},
		{"mul.f32", [3]uint64{0x008005a9, 0x3f7ff4ae}, 0, "one that does so on the subnormal grid only is flushed"},
		{"mad.f32", [3]uint64{0x3f800001, 0x3f800001, 0xbf800002}, 0, "the product's 2^-46 is truncated"},
		{"mad.f32", [3]uint64{0x3fc00001, 0x3fc00001, 0}, 0x40100002, "c = 0: 2.25 + 1.5*2^-22 + 2^-46 is rounded up"},
		{"mad.f32", [3]uint64{0x3fc00001, 0x3fc00001, 1}, 0x40100002, "a subnormal c counts as zero"},
		{"mad.f32", [3]uint64{0x3fc00001, 0x3fc00001, 0x00800000}, 0x40100001, "any other c: truncated"},
		{"mad.f32", [3]uint64{0x7f000000, 0x40800000, 0xff7fffff}, 0x7f800000, "2^129 - max overflows"},
		{"mad.f32", [3]uint64{0x7f000000, 0x40000000, 0xff7fffff}, 0x73800000, "2^128 is not clamped: 2^128 - max = 2^104"},
		{"add.f32", [3]uint64{0x80000000, 0x80000000}, 0x80000000, "-0 of two -0"},
		{"add.rz.f32", [3]uint64{0x3f800000, 0xbf800000}, 0, "an exact zero is +0"},
		{"add.f32", [3]uint64{0xffc12345, 0x3f800000}, 0x7fffffff, "NaN"},
		{"add.f32", [3]uint64{0x80800001, 0x00800000}, 0x80000000, "-2^-149 is flushed"},
	} {
		for _, cc := range []Capability{10, 11, 12, 13} {
			if got := on(t, cc, c.name, c.x[:]...); got != c.want {
				t.Errorf("%v %s %x: %x, want %x: %s", cc, c.name, c.x, got, c.want, c.why)
			}
		}
	}
}

// TestTeslaDouble: binary64 begins with 1.3, with fused multiply-add, subnormal numbers and NaN of b, c, a.
func TestTeslaDouble(t *testing.T) {
	const one, a, b, c = 0x3ff0000000000000, 0x7ff0000000000001, 0xfff8000000000002, 0x7ff8000000000003
	for _, x := range []struct {
		name string
		x    [3]uint64
		want uint64
	}{
		{"fma.rn.f64", [3]uint64{a, b, c}, b},
		{"fma.rn.f64", [3]uint64{a, one, c}, c},
		{"fma.rn.f64", [3]uint64{a, one, one}, a | 1<<51},
		{"add.rn.f64", [3]uint64{a, b}, b},
		{"sub.rn.f64", [3]uint64{one, c}, c},
		{"sub.rn.f64", [3]uint64{0x7ff0000000000000, 0x7ff0000000000000}, 0xfff8000000000000},
		{"mul.rp.f64", [3]uint64{1, 0x3fe0000000000000}, 1},
		{"fma.rn.f64", [3]uint64{0x3ff0000000000001, 0x3ff0000000000001, 0xbff0000000000002}, 0x3970000000000000},
		{"cvt.f64.f32", [3]uint64{1}, 0x36a0000000000000},
		{"cvt.f64.f32", [3]uint64{0x7f800001}, 0x7ff8000020000000},
	} {
		if got := on(t, 13, x.name, x.x[:]...); got != x.want {
			t.Errorf("%s %x: %x, want %x", x.name, x.x, got, x.want)
		}
		if _, _, ok := (Target{CC: 12}).Find(x.name); ok {
			t.Errorf("1.2 has %s", x.name)
		}
	}
	for _, name := range []string{"add.rp.f32", "fma.rn.f32", "div.rn.f32", "sqrt.rz.f64", "div.full.f32", "mad.rz.f32"} {
		if _, _, ok := (Target{CC: 13}).Find(name); ok {
			t.Errorf("the bits of %s on 1.3 are said to be known", name)
		}
	}
}
