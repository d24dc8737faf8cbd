package mufu

import (
	"math/rand/v2"
	"testing"
)

// TestExamples holds worked examples: every number inside the datapath.
func TestExamples(t *testing.T) {
	for _, c := range []struct {
		f      Function
		x      uint32
		want   Steps
		result uint32
	}{
		{RCP, 0x3fc90fdb, Steps{73, 4059, 42735995, 26577, 263, 122, 349985429106, 39}, 0x3f22f983},
		{RSQ, 0x40490fdb, Steps{100, 69595, 37962507, 23726, 176, 9234, 620333020837, 40}, 0x3f106eba},
		{SQRT, 0x3fc90fdb, Steps{36, 69595, 41943040, 52429, 261, 9234, 1378033543594, 40}, 0x3fa06c99},
		{EX2, 0x3f9e0652, Steps{15, 1618, 39473337, 26719, 583, 4, 323408816492, 38}, 0x40169955},
		{LG2, 0x3f490fdb, Steps{36, 69595, 43208464, 30255, 300, 9234, 179081925706, 38}, 0xbeb26f15},
		{SIN, 0x3f333333, Steps{51, 26214, 31860879, 8073, 1203, 1309, 130712211279, 37}, 0xbf737870},
		{TANH, 0x3e99999a, Steps{11, 104857, 4109040, 61636 << 2, 2069 << 3, 20970, 160149791488, 39}, 0x3e9526af},
	} {
		got, ok := c.f.Explain(c.x)
		if !ok || got != c.want {
			t.Errorf("%v(%08x): %+v, want %+v", c.f, c.x, got, c.want)
		}
		if r := c.f.Do(c.x); r != c.result {
			t.Errorf("%v(%08x) = %08x, want %08x", c.f, c.x, r, c.result)
		}
	}
	for f, x := range map[Function]uint32{RCP: 0, RSQ: 0x40800000, LG2: 0x3f800000, TANH: 0x3b000000, RCP64H: 0x3ff80000, EX2F16: 0x3c00} {
		if s, ok := f.Explain(x); ok {
			t.Errorf("%v(%08x) is explained: %+v", f, x, s)
		}
	}
}

// squareByBits sums the partial products of x*x one by one in the columns from 2^least up.
func squareByBits(x uint32, width, least int) uint32 {
	sum := uint64(0)
	for i := range width {
		for j := i; j < width; j++ {
			weight := i + j
			if i != j {
				weight++
			}
			if weight >= least {
				sum += uint64(x>>i&1&(x>>j)) << weight
			}
		}
	}
	return uint32(sum >> least)
}

// TestSquare compares the squarer with the sum of its partial products.
func TestSquare(t *testing.T) {
	for x := range uint32(1 << 17) {
		if got, want := units[EX2].squared(x), squareByBits(x, 17, 19); got != want {
			t.Fatalf("T(%05x) of 17 bits is %d, want %d", x, got, want)
		}
	}
	for x := range uint32(1 << 16) {
		if got, want := units[RCP].squared(x), squareByBits(x, 16, 17); got != want {
			t.Fatalf("T(%04x) of 16 bits is %d, want %d", x, got, want)
		}
	}
	for x, want := range map[uint32]uint32{0x1ffff: 32759, 0x12345: 10603} {
		if got := units[SIN].squared(x); got != want {
			t.Errorf("T(%05x) = %d, want %d", x, got, want)
		}
	}
}

// TestSpecial holds the special values that the PTX ISA documents, and NaNs.
func TestSpecial(t *testing.T) {
	const (
		inf, negInf, zero, negZero, one, negOne, subnormal = 0x7f800000, 0xff800000, 0, 0x80000000, 0x3f800000, 0xbf800000, 0x80000001
		n                                                  = 0x7fffffff
	)
	operands := []uint32{negInf, negOne, subnormal, negZero, zero, inf, 0x7f800001, 0xffc00000}
	for f, want := range map[Function][]uint32{
		RCP:  {negZero, negOne, negInf, negInf, inf, zero, n, n},
		RSQ:  {n, n, negInf, negInf, inf, zero, n, n},
		SQRT: {n, n, negZero, negZero, zero, inf, n, n},
		EX2:  {zero, 0x3f000000, one, one, one, inf, n, n},
		LG2:  {n, n, negInf, negInf, negInf, inf, n, n},
		SIN:  {n, negZero, negZero, negZero, zero, n, n, n},
		COS:  {n, one, one, one, one, n, n, n},
		TANH: {negOne, 0xbf42f7d0, subnormal, negZero, zero, one, n, n},
	} {
		for k, x := range operands {
			if f == TANH && x == negOne {
				continue // a value of the table, not a special one
			}
			if got := f.Do(x); got != want[k] {
				t.Errorf("%v(%08x) = %08x, want %08x", f, x, got, want[k])
			}
		}
	}
	for _, c := range []struct {
		f       Function
		x, want uint32
	}{
		{RCP, 0x7e800000, 0x00800000}, {RCP, 0xfe800001, negZero}, {EX2, 0xc2fc0000, 0x00800000}, {EX2, 0xc2fc0001, 0},
		{EX2, 0x43000000, inf}, {EX2, 0xb4000000, 0x3f7ffffe}, {LG2, 0x3f000000, 0xbf7ffffe}, {LG2, 0x40000000, one},
		{SIN, 0x3f000000, negZero}, {COS, 0x3e800000, negZero}, {RSQ, 0x40800000, 0x3f000000},
		{RCP64H, 0x7ff00000, 0}, {RCP64H, 0xfff80000, n}, {RCP64H, 0x40000000, 0x3fe00000}, {RSQ64H, 0xc0000000, n}, {RSQ64H, 0x000fffff, 0x7ff00000},
		{EX2F16, 0x4c00, 0x7c00}, {EX2F16, 0xce00, 1}, {EX2F16, 0xce01, 0}, {EX2F16, 0xfe00, 0x7fff}, {TANHBF16, 0x7f80, 0x3f80}, {TANHF16, 0xfc00, 0xbc00},
	} {
		if got := c.f.Do(c.x); got != c.want {
			t.Errorf("%v(%08x) = %08x, want %08x", c.f, c.x, got, c.want)
		}
	}
}

// TestAnyOperand evaluates random bits: no panic, and no allocation.
func TestAnyOperand(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for f := RCP; f <= TANHBF16; f++ {
		if n := testing.AllocsPerRun(1000, func() { f.Do(r.Uint32()) }); n != 0 {
			t.Errorf("%v allocates %v times", f, n)
		}
	}
}

// TestOdd: SIN and TANH are odd, COS is even, RCP is odd; 4^h scales RSQ and SQRT by powers of two.
func TestOdd(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 100000 {
		x := r.Uint32() &^ signBit
		if x > inf32 {
			continue
		}
		for _, f := range []Function{RCP, SIN, TANH} {
			if y := f.Do(x); y != nan && f.Do(x|signBit) != y^signBit {
				t.Fatalf("%v(%08x) is not odd", f, x)
			}
		}
		if COS.Do(x) != COS.Do(x|signBit) {
			t.Fatalf("COS(%08x) is not even", x)
		}
		if x = x&0x3fffffff + 0x10000000; RSQ.Do(x) != RSQ.Do(x+1<<24)+1<<23 || SQRT.Do(x)+1<<23 != SQRT.Do(x+1<<24) {
			t.Fatalf("RSQ or SQRT of %08x and of 4 times it", x)
		}
	}
}
