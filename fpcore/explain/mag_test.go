package explain

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

func bigOf(a mag) *big.Float {
	return new(big.Float).SetPrec(400).SetMantExp(new(big.Float).SetPrec(400).SetUint64(a.m), int(a.e))
}

// TestMagnitudes: every operation lies on its side of the exact result and within 2^-28 of it.
func TestMagnitudes(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	near := func(name string, got mag, want *big.Float, up bool) {
		t.Helper()
		g := bigOf(got)
		if c := g.Cmp(want); up && c < 0 || !up && c > 0 {
			t.Fatalf("%s: %s on the wrong side of %s", name, g, want)
		}
		d := new(big.Float).Sub(g, want)
		lim := new(big.Float).SetMantExp(new(big.Float).Abs(want), -28)
		if d.Abs(d).Cmp(lim) > 0 {
			t.Fatalf("%s: %s is far from %s", name, g, want)
		}
	}
	one := func() mag { return norm(r.Uint64()>>r.IntN(60), int32(r.IntN(90)-45), r.IntN(2) == 0) }
	for range 100_000 {
		a, b := one(), one()
		if r.IntN(4) == 0 {
			b.e = a.e - int32(r.IntN(2))
		}
		A, B := bigOf(a), bigOf(b)
		near("sum", a.addUp(b), new(big.Float).SetPrec(400).Add(A, B), true)
		near("product", a.mulUp(b), new(big.Float).SetPrec(400).Mul(A, B), true)
		if b.m != 0 {
			near("quotient", a.quoUp(b), new(big.Float).SetPrec(400).Quo(A, B), true)
		}
		if A.Cmp(B) > 0 {
			d := new(big.Float).SetPrec(400).Sub(A, B)
			got := a.subDown(b)
			if g := bigOf(got); g.Cmp(d) > 0 || new(big.Float).Sub(d, g).Cmp(new(big.Float).SetMantExp(A, -28)) > 0 {
				t.Fatalf("difference of %v and %v: %v", a, b, got)
			}
		} else if !a.subDown(b).isZero() {
			t.Fatalf("difference of %v and %v is not 0", a, b)
		}
		near("root", a.rootDown(), new(big.Float).SetPrec(400).Sqrt(A), false)
		if a.less(b) != (A.Cmp(B) < 0) {
			t.Fatalf("%v < %v is wrong", a, b)
		}
	}
	if !noBound.addUp(pow2(0)).none() || !pow2(0).quoUp(mag{}).none() || noBound.less(pow2(0)) || !pow2(0).less(noBound) || pow2(3).m == 0 || math.IsNaN(0) {
		t.Error("bounds without a bound")
	}
}
