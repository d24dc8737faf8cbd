package wide

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// word draws a limb: uniform, sparse, or long runs of ones, so that carries and wrong quotient digits happen.
func word(r *rand.Rand) uint64 {
	switch r.IntN(6) {
	case 0:
		return 0
	case 1:
		return ^uint64(0)
	case 2:
		return 1 << r.IntN(64)
	case 3:
		return -(uint64(1) << r.IntN(64))
	case 4:
		return 1<<63 + r.Uint64N(3) - 1
	}
	return r.Uint64()
}

func word128(r *rand.Rand) U128 { return U128{word(r), word(r)} }
func word256(r *rand.Rand) U256 { return U256{word(r), word(r), word(r), word(r)} }

func big128(x U128) *big.Int { return big256(U256{0, 0, x.Hi, x.Lo}) }

func big256(x U256) *big.Int {
	z := new(big.Int)
	for _, w := range []uint64{x.A, x.B, x.C, x.D} {
		z.Or(z.Lsh(z, 64), new(big.Int).SetUint64(w))
	}
	return z
}

// modulo returns x modulo 2^n, also for negative x.
func modulo(x *big.Int, n uint) *big.Int {
	m := new(big.Int).Lsh(big.NewInt(1), n)
	return new(big.Int).Mod(x, m)
}

func count(n int) int {
	if testing.Short() {
		return n / 10
	}
	return n
}

func TestU128AgainstBig(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(128, 1))
	is := func(what string, x, y U128, n uint, got U128, want *big.Int) {
		t.Helper()
		if big128(got).Cmp(modulo(want, 128)) != 0 {
			t.Fatalf("%s of %x, %x, %d: got %x, want %x", what, big128(x), big128(y), n, big128(got), want)
		}
	}
	for range count(60_000) {
		x, y := word128(r), word128(r)
		a, b := big128(x), big128(y)
		n := uint(r.IntN(260))
		if r.IntN(4) == 0 {
			n = []uint{0, 1, 63, 64, 65, 127, 128, 129, 255, 256}[r.IntN(10)]
		}
		is("add", x, y, n, x.Add(y), new(big.Int).Add(a, b))
		s, c := x.AddCarry(y)
		full := new(big.Int).Add(a, b)
		is("add with carry", x, y, n, s, full)
		if c != uint64(full.Bit(128)) {
			t.Fatalf("carry of %x+%x", a, b)
		}
		is("sub", x, y, n, x.Sub(y), new(big.Int).Sub(a, b))
		is("and", x, y, n, x.And(y), new(big.Int).And(a, b))
		is("or", x, y, n, x.Or(y), new(big.Int).Or(a, b))
		is("xor", x, y, n, x.Xor(y), new(big.Int).Xor(a, b))
		is("not", x, y, n, x.Not(), new(big.Int).Not(a))
		is("shl", x, y, n, x.Shl(n), new(big.Int).Lsh(a, n))
		down := new(big.Int).Rsh(a, n)
		is("shr", x, y, n, x.Shr(n), down)
		jam := new(big.Int).Set(down)
		if new(big.Int).Lsh(down, n).Cmp(a) != 0 {
			jam.SetBit(jam, 0, 1)
		}
		is("shr jam", x, y, n, x.ShrJam(n), jam)
		is("mask", x, y, n, Mask(min(n, 128)), new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), min(n, 128)), big.NewInt(1)))
		if n < 128 {
			is("set bit", x, y, n, x.SetBit(n, y.Lo&1), new(big.Int).SetBit(a, int(n), uint(y.Lo&1)))
		}
		if x.Cmp(y) != a.Cmp(b) || x.Less(y) != (a.Cmp(b) < 0) || x.Cmp(x) != 0 || x.IsZero() != (a.Sign() == 0) {
			t.Fatalf("comparison of %x and %x", a, b)
		}
		if x.Bit(n) != uint64(a.Bit(int(n))) || x.Len() != a.BitLen() || x.LeadingZeros() != 128-a.BitLen() {
			t.Fatalf("bit %d, length or leading zeros of %x", n, a)
		}
		if want := a.TrailingZeroBits(); a.Sign() != 0 && x.TrailingZeros() != int(want) || a.Sign() == 0 && x.TrailingZeros() != 128 {
			t.Fatalf("trailing zeros of %x", a)
		}
		if got := Mul128(x, y); big256(got).Cmp(new(big.Int).Mul(a, b)) != 0 {
			t.Fatalf("%x*%x = %x", a, b, big256(got))
		}
	}
}

func TestU256AgainstBig(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(256, 1))
	is := func(what string, x, y U256, n uint, got U256, want *big.Int) {
		t.Helper()
		if big256(got).Cmp(modulo(want, 256)) != 0 {
			t.Fatalf("%s of %x, %x, %d: got %x, want %x", what, big256(x), big256(y), n, big256(got), want)
		}
	}
	for range count(60_000) {
		x, y := word256(r), word256(r)
		a, b := big256(x), big256(y)
		n := uint(r.IntN(520))
		if r.IntN(4) == 0 {
			n = []uint{0, 1, 63, 64, 65, 128, 192, 255, 256, 257}[r.IntN(10)]
		}
		s, c := x.Add(y)
		full := new(big.Int).Add(a, b)
		is("add", x, y, n, s, full)
		if c != uint64(full.Bit(256)) {
			t.Fatalf("carry of %x+%x", a, b)
		}
		is("sub", x, y, n, x.Sub(y), new(big.Int).Sub(a, b))
		is("shl", x, y, n, x.Shl(n), new(big.Int).Lsh(a, n))
		down := new(big.Int).Rsh(a, n)
		is("shr", x, y, n, x.Shr(n), down)
		jam := new(big.Int).Set(down)
		if new(big.Int).Lsh(down, n).Cmp(a) != 0 {
			jam.SetBit(jam, 0, 1)
		}
		is("shr jam", x, y, n, x.ShrJam(n), jam)
		is("from 128", x, y, n, From128(x.Lo()), big128(x.Lo()))
		is("top 128", x, y, n, Top128(x.Lo()), new(big.Int).Lsh(big128(x.Lo()), 128))
		if big128(x.Hi()).Cmp(new(big.Int).Rsh(a, 128)) != 0 || big128(x.Lo()).Cmp(modulo(a, 128)) != 0 {
			t.Fatalf("halves of %x", a)
		}
		if x.Less(y) != (a.Cmp(b) < 0) || x.Less(x) || x.IsZero() != (a.Sign() == 0) {
			t.Fatalf("comparison of %x and %x", a, b)
		}
		if x.Bit(n) != uint64(a.Bit(int(n))) || x.LeadingZeros() != 256-a.BitLen() {
			t.Fatalf("bit %d or leading zeros of %x", n, a)
		}
		if want := a.TrailingZeroBits(); a.Sign() != 0 && x.TrailingZeros() != int(want) || a.Sign() == 0 && x.TrailingZeros() != 256 {
			t.Fatalf("trailing zeros of %x", a)
		}
	}
}

// divide compares Div128 and Mod128 with math/big.
func divide(t *testing.T, n U256, d U128) {
	t.Helper()
	if d.IsZero() {
		return
	}
	wantQ, wantR := new(big.Int).QuoRem(big256(n), big128(d), new(big.Int))
	if got := Mod128(n, d); big128(got).Cmp(wantR) != 0 {
		t.Fatalf("%x mod %x = %x, want %x", big256(n), big128(d), big128(got), wantR)
	}
	if n.Hi().Less(d) {
		q, m := Div128(n, d)
		if big128(q).Cmp(wantQ) != 0 || big128(m).Cmp(wantR) != 0 {
			t.Fatalf("%x / %x = %x rest %x, want %x rest %x", big256(n), big128(d), big128(q), big128(m), wantQ, wantR)
		}
	}
}

func TestDiv128AgainstBig(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(128, 2))
	one := U128{0, 1}
	for range count(60_000) {
		n, d := word256(r), word128(r)
		divide(t, n, d)
		// Dividends one below and just above a multiple of the divisor need every correction of a digit.
		q := word128(r)
		p := Mul128(q, d)
		divide(t, p, d)
		divide(t, p.Sub(From128(one)), d)
		s, _ := p.Add(From128(d.Sub(one)))
		divide(t, s, d)
		// The upper digits of dividend and divisor equal: the estimate is capped.
		divide(t, U256{d.Hi, d.Lo - 1, word(r), word(r)}, d)
		divide(t, U256{d.Hi, word(r), word(r), word(r)}, d)
	}
	// Small digits, exhaustively: every combination of extreme limbs.
	edge := []uint64{0, 1, 2, 1<<63 - 1, 1 << 63, 1<<63 + 1, ^uint64(0) - 1, ^uint64(0)}
	for _, a := range edge {
		for _, b := range edge {
			d := U128{a, b}
			for _, w := range edge {
				for _, x := range edge {
					for _, y := range edge {
						divide(t, U256{w, x, y, edge[(w+x+y)%uint64(len(edge))]}, d)
					}
				}
			}
		}
	}
	defer func() {
		if recover() == nil {
			t.Fatal("a quotient of more than 128 bits did not panic")
		}
	}()
	Div128(U256{0, 5, 0, 0}, U128{0, 5})
}

func root(t *testing.T, n U256) {
	t.Helper()
	a := big256(n)
	want := new(big.Int).Sqrt(a)
	exact := new(big.Int).Mul(want, want).Cmp(a) == 0
	if s, inexact := Sqrt256(n); big128(s).Cmp(want) != 0 || inexact == exact {
		t.Fatalf("root of %x = %x (inexact %t), want %x", a, big128(s), inexact, want)
	}
	a.SetUint64(n.A)
	want.Sqrt(a)
	exact = new(big.Int).Mul(want, want).Cmp(a) == 0
	if s, inexact := Sqrt64(n.A); s != want.Uint64() || inexact == exact {
		t.Fatalf("root of %x = %x (inexact %t), want %x", a, s, inexact, want)
	}
	m := n.Hi()
	a = big128(m)
	want.Sqrt(a)
	exact = new(big.Int).Mul(want, want).Cmp(a) == 0
	if s, inexact := Sqrt128(m); s != want.Uint64() || !want.IsUint64() || inexact == exact {
		t.Fatalf("root of %x = %x (inexact %t), want %x", a, s, inexact, want)
	}
}

func TestSqrtAgainstBig(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(256, 2))
	one := From128(U128{0, 1})
	for range count(60_000) {
		root(t, word256(r))
		root(t, word256(r).Shr(uint(r.IntN(256))))
		s := word128(r).Shr(uint(r.IntN(128)))
		sq := Mul128(s, s)
		root(t, sq)
		root(t, sq.Sub(one))
		up, _ := sq.Add(one)
		root(t, up)
		// Squares of 64-bit roots in the upper half, for Sqrt128.
		w := word(r) >> r.IntN(64)
		h := Mul128(U128{0, w}, U128{0, w}).Lo()
		root(t, Top128(h))
		root(t, Top128(h.Sub(U128{0, 1})))
		// And of 32-bit roots in the upper quarter, for Sqrt64.
		w = w >> 32 * (w >> 32)
		root(t, U256{w, 0, 0, 0})
		root(t, U256{w - 1, 0, 0, 0})
	}
	for _, n := range []U256{{}, one, {^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}, {1 << 63, 0, 0, 0}, {1 << 62, 0, 0, 0},
		{1<<62 - 1, ^uint64(0), ^uint64(0), ^uint64(0)}, {^uint64(0) - 1, 0, 0, 0}, {^uint64(0) - 1, 1, 0, 0}} {
		root(t, n)
	}
}

// FuzzWide drives division, root and jam shifts from raw limbs.
func FuzzWide(f *testing.F) {
	ones := ^uint64(0)
	f.Add(ones, ones, ones, ones, ones, ones, uint16(255))
	f.Add(uint64(1)<<63, uint64(0), ones, uint64(1), uint64(1)<<63, uint64(0), uint16(64))
	f.Add(uint64(1)<<63-1, ones, ones, ones, uint64(1)<<63, uint64(0), uint16(1))
	f.Add(uint64(0), uint64(0), uint64(0), uint64(0), uint64(0), uint64(1), uint16(0))
	f.Fuzz(func(t *testing.T, a, b, c, d, h, l uint64, n uint16) {
		x, y := U256{a, b, c, d}, U128{h, l}
		divide(t, x, y)
		root(t, x)
		got := big256(x.ShrJam(uint(n)))
		want := new(big.Int).Rsh(big256(x), uint(n))
		if new(big.Int).Lsh(want, uint(n)).Cmp(big256(x)) != 0 {
			want.SetBit(want, 0, 1)
		}
		if got.Cmp(want) != 0 {
			t.Fatalf("%x shifted right by %d with jam = %x", big256(x), n, got)
		}
	})
}
