package exact

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
)

// The root r of x is the greatest multiple of its own last digit with r*r <= x, has at least 512 digits unless it
// is exact, and exact roots come out exactly.
func TestSqrt(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	bigOf := func(n wide.Nat) *big.Int {
		b, ok := new(big.Int).SetString(n.String(), 10)
		if !ok {
			t.Fatal("a number that math/big does not read")
		}
		return b
	}
	exactRoots := 0
	for i := range 600 {
		f := []*format.Format{format.F16, format.F32, format.F64, format.F128}[i%4]
		c := wide.U128{Hi: rng.Uint64(), Lo: rng.Uint64()}.And(wide.Mask(uint(f.Bits - 1)))
		x, ok := FromBits(f, c)
		if !ok {
			continue
		}
		if i%3 == 0 {
			x = x.Mul(x)
		}
		r := Sqrt(x)
		if x.IsZero() {
			continue
		}
		scale := min(2*r.Exp, x.Exp)
		m, n := bigOf(r.Mag), bigOf(x.Mag)
		n.Lsh(n, uint(x.Exp-scale))
		square := new(big.Int).Mul(m, m)
		square.Lsh(square, uint(2*r.Exp-scale))
		tooLarge := square.Cmp(n) > 0
		if square.Cmp(n) == 0 {
			exactRoots++
			continue
		}
		if i%3 == 0 {
			t.Errorf("the root of a square is not exact: %s * 2^%d", x.Mag, x.Exp)
		}
		// Trailing zeros are dropped from Mag: the unit is that of digit 512.
		wideRoot := new(big.Int).Lsh(m, uint(max(0, 512-r.Mag.Len())))
		e := r.Exp - int64(max(0, 512-r.Mag.Len()))
		next := new(big.Int).Add(wideRoot, big.NewInt(1))
		next.Mul(next, next)
		scale = min(2*e, x.Exp)
		next.Lsh(next, uint(2*e-scale))
		n = bigOf(x.Mag)
		n.Lsh(n, uint(x.Exp-scale))
		if tooLarge || next.Cmp(n) <= 0 {
			t.Errorf("the root of %s * 2^%d is too large (%v) or more than a unit of its 512th digit too small", x.Mag, x.Exp, tooLarge)
		}
	}
	if exactRoots < 150 {
		t.Errorf("only %d exact roots were tried", exactRoots)
	}
}

// Sums and differences against math/big rationals, and numbers of n digits read back.
func TestRatioSums(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	draw := func() (Ratio, *big.Rat) {
		num, exp := rng.Int64N(2_000_001)-1_000_000, rng.Int64N(9)-4
		b := new(big.Rat).SetInt64(num)
		r := Ratio{Neg: num < 0, Num: wide.NatFrom64(uint64(max(num, -num))), Exp10: exp}
		p := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(max(exp, -exp)), nil))
		if exp < 0 {
			p.Inv(p)
		}
		return r, b.Mul(b, p)
	}
	for range 2000 {
		r, br := draw()
		s, bs := draw()
		sum, ok1 := r.Add(s)
		dif, ok2 := r.Sub(s)
		if !ok1 || !ok2 {
			t.Fatal("out of bounds")
		}
		for _, c := range []struct {
			got  Ratio
			want *big.Rat
		}{{sum, new(big.Rat).Add(br, bs)}, {dif, new(big.Rat).Sub(br, bs)}} {
			d := c.got.Digits(40).Trim()
			text := d.Scientific(1)
			back, ok := new(big.Rat).SetString(text)
			if !ok || back.Cmp(c.want) != 0 {
				t.Fatalf("got %s, want %s", text, c.want)
			}
			if d.Ratio().Cmp(c.got) != 0 {
				t.Fatalf("%s read back is another number", text)
			}
		}
	}
}
