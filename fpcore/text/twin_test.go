package text

import (
	"math/big"
	"math/rand/v2"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

func bigToCode(b *big.Int) wide.U128 {
	m := new(big.Int).SetUint64(^uint64(0))
	return wide.U128{Hi: new(big.Int).Rsh(b, 64).Uint64(), Lo: new(big.Int).And(b, m).Uint64()}
}

// pow2 returns 2^n.
func pow2(n int) *big.Rat {
	p := new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(max(n, -n))))
	if n < 0 {
		p.Inv(p)
	}
	return p
}

// log2Floor returns e with 2^e <= x < 2^(e+1) for x > 0.
func log2Floor(x *big.Rat) int {
	e := x.Num().BitLen() - x.Denom().BitLen()
	if x.Cmp(pow2(e)) < 0 {
		e--
	}
	return e
}

// roundRat rounds x > 0 to a multiple of 2^q and says how: the multiple and whether it is exact.
func roundRat(x *big.Rat, q int, neg bool, env round.Env) (m *big.Int, exactly bool) {
	y := new(big.Rat).Mul(x, pow2(-q))
	m = new(big.Int).Quo(y.Num(), y.Denom())
	rest := new(big.Rat).Sub(y, new(big.Rat).SetInt(m))
	if rest.Sign() == 0 {
		return m, true
	}
	up := false
	switch half := rest.Cmp(big.NewRat(1, 2)); env.Direction {
	case round.TiesToEven:
		up = half > 0 || half == 0 && m.Bit(0) == 1
	case round.TiesToAway:
		up = half >= 0
	case round.TowardPositive:
		up = !neg
	case round.TowardNegative:
		up = neg
	case round.ToOdd:
		up = m.Bit(0) == 0
	case round.Stochastic:
		k := int(env.RandomBits)
		r := new(big.Rat).Mul(rest, pow2(k))
		head := new(big.Int).Quo(r.Num(), r.Denom())
		random := new(big.Int).SetUint64(env.Random)
		random.And(random, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(k)), big.NewInt(1)))
		up = head.Add(head, random).BitLen() > k
	}
	if up {
		m.Add(m, big.NewInt(1))
	}
	return m, false
}

// twinRound rounds x to an IEEE-like format with counting of multiples of the quantum; x must not be 0.
func twinRound(f *format.Format, x *big.Rat, env round.Env) (wide.U128, round.Flags) {
	neg := x.Sign() < 0
	x = new(big.Rat).Abs(x)
	e := log2Floor(x)
	q := max(e, int(f.Emin)) - f.P + 1
	m, exactly := roundRat(x, q, neg, env)
	var flags round.Flags
	if !exactly {
		flags = round.Inexact
		unbounded, _ := roundRat(x, e-f.P+1, neg, env)
		limit := int(f.Emin) - (e - f.P + 1)
		tiny := e < int(f.Emin) && (env.Tininess == round.BeforeRounding || limit >= unbounded.BitLen())
		if tiny {
			flags |= round.Underflow
		}
	}
	value := new(big.Rat).Mul(new(big.Rat).SetInt(m), pow2(q))
	largest := new(big.Rat).Mul(new(big.Rat).SetInt(bigOf(f.MaxSig)), pow2(int(f.Emax)-f.P+1))
	if value.Cmp(largest) > 0 {
		inf := true
		switch env.Direction {
		case round.TowardZero, round.ToOdd:
			inf = false
		case round.TowardPositive:
			inf = !neg
		case round.TowardNegative:
			inf = neg
		}
		c := f.Max(neg)
		if inf {
			c = f.Inf(neg)
		}
		return c, round.Overflowed | round.Inexact
	}
	// Place m * 2^q: a significand of P bits has the exponent field of its quantum.
	code := new(big.Int)
	if m.BitLen() > f.P {
		m.Rsh(m, 1)
		q++
	}
	field := 0
	if m.BitLen() == f.P {
		field = q + f.P - 1 + int(f.Bias)
		if !f.Explicit {
			m.SetBit(m, f.P-1, 0)
		}
	}
	code.SetInt64(int64(field))
	code.Lsh(code, uint(f.FracBits)).Or(code, m)
	if neg {
		code.SetBit(code, f.Bits-1, 1)
	}
	return bigToCode(code), flags
}

// ieeeFormats have infinities and enough bits for every direction.
func ieeeFormats() []*format.Format {
	fs := []*format.Format{format.F16, format.F32, format.F64, format.F128, format.X87, format.BF16, format.TF32, format.E5M2}
	for _, n := range []string{"e3m12", "e15m112", "e15m3", "e2m30"} {
		f, _ := format.Parse(n)
		fs = append(fs, f)
	}
	return fs
}

// randomEnv draws a direction, a tininess and random bits of which the rounding point sees all.
func randomEnv(r *rand.Rand, f *format.Format) round.Env {
	return round.Env{
		Direction:  round.Directions[r.IntN(len(round.Directions))].Dir,
		Tininess:   round.Tininess(r.IntN(2)),
		RandomBits: uint8(r.IntN(min(64, 126-f.P) + 1)),
		Random:     r.Uint64(),
	}
}

// randomCode draws a finite code with patterned significand and exponent; never zero.
func randomCode(r *rand.Rand, f *format.Format) wide.U128 {
	for {
		c := wide.U128{Hi: r.Uint64(), Lo: r.Uint64()}
		switch r.IntN(6) {
		case 0:
			c.Lo, c.Hi = c.Lo<<r.IntN(64), c.Hi<<r.IntN(64)
		case 1:
			c.Lo, c.Hi = c.Lo|^uint64(0)>>r.IntN(64), c.Hi|^uint64(0)>>r.IntN(64)
		case 2:
			c.Lo = 0
		}
		c = c.And(wide.Mask(uint(f.Bits)))
		switch r.IntN(10) {
		case 0: // subnormal
			sign, _, frac := f.Split(c)
			if f.Explicit {
				frac = frac.And(wide.Mask(uint(f.P - 1)))
			}
			c = f.Join(sign, 0, frac)
		case 1: // near the ends
			c = f.Max(false).Sub(wide.From64(r.Uint64() & 3))
		case 2:
			c = f.MinNormal(true)
		case 3, 4, 5: // near 1
			sign, _, frac := f.Split(c)
			c = f.Join(sign, uint32(int(f.Bias)-3+r.IntN(6)), frac)
		}
		if f.Explicit {
			if sign, exp, frac := f.Split(c); exp != 0 {
				c = f.Join(sign, exp, frac.SetBit(uint(f.P-1), 1))
			}
		}
		if k := f.ClassOf(c); k == format.Normal || k == format.Subnormal {
			return c
		}
	}
}
