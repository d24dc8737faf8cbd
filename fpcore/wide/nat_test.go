package wide

import (
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
)

// twin returns x as a big.Int.
func twin(x Nat) *big.Int {
	z := new(big.Int)
	for i := len(x) - 1; i >= 0; i-- {
		z.Lsh(z, 64)
		z.Or(z, new(big.Int).SetUint64(x[i]))
	}
	return z
}

// randomNat returns a number of up to limbs limbs, with long runs of zeros and ones in part of the draws.
func randomNat(r *rand.Rand, limbs int) Nat {
	z := make(Nat, r.IntN(limbs+1))
	for i := range z {
		switch r.IntN(4) {
		case 0:
			z[i] = ^uint64(0)
		case 1:
			z[i] = 0
		case 2:
			z[i] = 1 << r.IntN(64)
		default:
			z[i] = r.Uint64()
		}
	}
	return z.norm()
}

func same(t *testing.T, what string, got Nat, want *big.Int) {
	t.Helper()
	if len(got) > 0 && got[len(got)-1] == 0 {
		t.Fatalf("%s: zero limb at the top", what)
	}
	if twin(got).Cmp(want) != 0 {
		t.Fatalf("%s: got %x, want %x", what, twin(got), want)
	}
}

func TestNatAgainstBig(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 4000 {
		limbs := 6
		if i%20 == 0 {
			limbs = 200 // Karatsuba and its unbalanced splits
		}
		x, y := randomNat(r, limbs), randomNat(r, limbs)
		a, b := twin(x), twin(y)
		same(t, "add", x.Add(y), new(big.Int).Add(a, b))
		same(t, "mul", x.Mul(y), new(big.Int).Mul(a, b))
		if x.Cmp(y) != a.Cmp(b) {
			t.Fatalf("cmp %x %x", a, b)
		}
		if x.Cmp(y) >= 0 {
			same(t, "sub", x.Sub(y), new(big.Int).Sub(a, b))
		}
		if len(y) > 0 {
			q, m := x.DivMod(y)
			wq, wm := new(big.Int).QuoRem(a, b, new(big.Int))
			same(t, "quotient", q, wq)
			same(t, "remainder", m, wm)
			// A dividend that makes the estimated quotient digit too large.
			p := x.Mul(y)
			if len(p) > 0 {
				q, m = p.Sub(Nat{1}).DivMod(y)
				wq, wm = new(big.Int).QuoRem(new(big.Int).Sub(twin(p), big.NewInt(1)), b, new(big.Int))
				same(t, "quotient of product-1", q, wq)
				same(t, "remainder of product-1", m, wm)
			}
			q1, m1 := x.DivMod64(y[0] | 1)
			wq, wm = new(big.Int).QuoRem(a, new(big.Int).SetUint64(y[0]|1), new(big.Int))
			same(t, "small quotient", q1, wq)
			same(t, "small remainder", NatFrom64(m1), wm)
		}
		n := uint(r.IntN(300))
		same(t, "shl", x.Shl(n), new(big.Int).Lsh(a, n))
		same(t, "shr", x.Shr(n), new(big.Int).Rsh(a, n))
		if x.Len() != a.BitLen() || len(x) > 0 && x.TrailingZeros() != int(a.TrailingZeroBits()) || x.Bit(int(n)) != uint64(a.Bit(int(n))) {
			t.Fatalf("len, trailing zeros or bit of %x", a)
		}
		m, c := r.Uint64(), r.Uint64()
		want := new(big.Int).Mul(a, new(big.Int).SetUint64(m))
		same(t, "muladd", x.MulAdd64(m, c), want.Add(want, new(big.Int).SetUint64(c)))
		if len(x) > 0 {
			sig, sticky := x.Top128()
			s := a.BitLen() - 128
			w := new(big.Int).Lsh(a, uint(max(-s, 0)))
			w.Rsh(w, uint(max(s, 0)))
			same(t, "top", sig.Nat(), w)
			back := new(big.Int).Lsh(w, uint(max(s, 0)))
			if sticky != (s > 0 && back.Cmp(a) != 0) {
				t.Fatalf("sticky of %x", a)
			}
		}
	}
}

func TestNatDecimalAgainstBig(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 1500 {
		limbs := 12
		if i%50 == 0 {
			limbs = 700
		}
		x := randomNat(r, limbs)
		want := twin(x).String()
		if got := x.String(); got != want {
			t.Fatalf("decimal of %x: %s, want %s", twin(x), got, want)
		}
		if back := NatFromDecimal(strings.Repeat("0", r.IntN(30)) + want); back.Cmp(x) != 0 {
			t.Fatalf("%s read as %s", want, back)
		}
	}
	for n := uint(0); n < 700; n++ {
		want := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
		same(t, "pow10", NatPow10(n), want)
		if got := NatPow10(n).String(); got != "1"+strings.Repeat("0", int(n)) {
			t.Fatalf("10^%d prints as %s", n, got)
		}
		below := NatPow10(n).Sub(Nat{1})
		if n > 0 && below.String() != strings.Repeat("9", int(n)) {
			t.Fatalf("10^%d-1 prints as %s", n, below)
		}
		same(t, "pow", Nat{7, 3}.Pow(n%40), new(big.Int).Exp(twin(Nat{7, 3}), big.NewInt(int64(n%40)), nil))
	}
}

func TestNatSmall(t *testing.T) {
	if x := NatFromLimbs([]uint64{5, 0, 0}); len(x) != 1 || x.Low64() != 5 || x.IsZero() || x.IsOne() {
		t.Errorf("5 is %v", x)
	}
	if x := NatFrom64(0); x != nil || !x.IsZero() || x.Low64() != 0 || x.TrailingZeros() != 0 || x.String() != "0" {
		t.Errorf("0 is %v", x)
	}
	same(t, "U256", U256{1, 2, 3, 4}.Nat(), twin(Nat{4, 3, 2, 1}))
	if u, ok := (Nat{4, 3, 2}).U128(); ok || u != (U128{3, 4}) {
		t.Errorf("three limbs modulo 2^128: %v %v", u, ok)
	}
	for name, f := range map[string]func(){"difference": func() { Nat{1}.Sub(Nat{2}) }, "quotient": func() { Nat{1}.DivMod(nil) }} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("an undefined %s does not panic", name)
				}
			}()
			f()
		}()
	}
}

func TestNatOperandsUnchanged(t *testing.T) {
	x, y := Nat{1, 2, 3, 4, ^uint64(0)}, Nat{5, 6, 1 << 63}
	x.DivMod(y)
	x.Mul(y)
	x.Add(y)
	x.Sub(y)
	_ = x.String()
	x.DivMod64(3)
	if x.Cmp(Nat{1, 2, 3, 4, ^uint64(0)}) != 0 || y.Cmp(Nat{5, 6, 1 << 63}) != 0 {
		t.Fatal("an operand was changed")
	}
}

// The exact expansion of the smallest binary128 number is 5^16494 times a power of ten.
func BenchmarkNatDecimalQuadSubnormal(b *testing.B) {
	x := NatPow5(16494)
	b.ReportAllocs()
	for b.Loop() {
		x.AppendDecimal(nil)
	}
}

// Sqrt against math/big on numbers around squares and at random.
func TestNatSqrt(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for n := range 400 {
		limbs := make([]uint64, 1+n%9)
		for i := range limbs {
			limbs[i] = rng.Uint64() >> (rng.Uint64() % 64)
		}
		x := NatFromLimbs(limbs)
		for _, x := range []Nat{x, x.Mul(x), x.Mul(x).Add(NatFrom64(1)), x.Mul(x).Add(x).Add(x)} {
			b, _ := new(big.Int).SetString(x.String(), 10)
			if got, want := x.Sqrt().String(), new(big.Int).Sqrt(b).String(); got != want {
				t.Fatalf("sqrt %s = %s, want %s", x, got, want)
			}
		}
	}
}
