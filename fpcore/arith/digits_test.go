package arith_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// value is sig * 2^unit.
func value(sig wide.U128, unit int32) *big.Rat {
	n := new(big.Int).Lsh(new(big.Int).SetUint64(sig.Hi), 64)
	x := new(big.Rat).SetInt(n.Or(n, new(big.Int).SetUint64(sig.Lo)))
	p := new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(max(unit, -unit))))
	if unit < 0 {
		p.Inv(p)
	}
	return x.Mul(x, p)
}

// TestDigits: after every digit, what is left is the dividend or radicand less what the digits so far make, a digit is 1
// where and only where the trial fits, and the digits down to the guard bit are those that the operation kept.
func TestDigits(t *testing.T) {
	n := 60
	if testing.Short() {
		n = 6
	}
	r := rand.New(rand.NewPCG(5, 6))
	for _, f := range []*format.Format{format.E4M3, format.F16, format.BF16, format.F32, format.F64, format.X87, format.F128} {
		draw := func() wide.U128 {
			for {
				c := wide.U128{Hi: r.Uint64(), Lo: r.Uint64()}.And(wide.Mask(uint(f.Bits)))
				if r.IntN(4) == 0 {
					c = c.And(wide.Mask(uint(f.FracBits)))
				}
				if !f.Unsigned {
					c = c.SetBit(uint(f.Bits-1), 0)
				}
				if n := f.ClassOf(c); n.IsFinite() && n != format.Zero {
					return c
				}
			}
		}
		for range n {
			a, b := draw(), draw()
			x, y := f.Unpack(a), f.Unpack(b)
			ra, rb := value(x.Sig, x.Exp-127), value(y.Sig, y.Exp-127)
			d := arith.Div(round.Env{Direction: round.TowardZero}, f, f, a, b, nil).Decision
			check(t, f.ID+" quotient", arith.DivDigits(f, a, b, d.Quantum-2), d, ra, func(q *big.Rat) *big.Rat { return new(big.Rat).Mul(q, rb) })
			d = arith.Sqrt(round.Env{Direction: round.TowardZero}, f, f, a, nil).Decision
			check(t, f.ID+" root", arith.SqrtDigits(f, a, d.Quantum-2), d, ra, func(q *big.Rat) *big.Rat { return new(big.Rat).Mul(q, q) })
			if t.Failed() {
				t.Fatalf("of %x and %x", a, b)
			}
			if x.Exp-y.Exp > 2000 || x.Exp < y.Exp {
				continue
			}
			list := arith.DivDigits(f, a, b, 0)
			rest := arith.Fmod(round.Env{}, f, f, a, b, nil).Bits
			last := list[len(list)-1]
			want := new(big.Rat)
			if n := f.Unpack(rest); n.Class != format.Zero {
				want = value(n.Sig, n.Exp-127)
			}
			if value(last.After, last.Unit).Cmp(want) != 0 {
				t.Fatalf("%s: %x fmod %x leaves %v, want %v", f.ID, a, b, value(last.After, last.Unit), want)
			}
		}
	}
}

// check holds digits to their contract: made is what a quotient or root makes of the whole.
func check(t *testing.T, what string, list []arith.Digit, d round.Decision, whole *big.Rat, made func(q *big.Rat) *big.Rat) {
	t.Helper()
	q := new(big.Rat)
	for i, s := range list {
		if i > 0 && s.Weight != list[i-1].Weight-1 {
			t.Errorf("%s: digit %d has weight %d", what, i, s.Weight)
		}
		rest := new(big.Rat).Sub(whole, made(q))
		if value(s.Before, s.Unit).Cmp(rest) != 0 {
			t.Errorf("%s: before digit %d %v is left, want %v", what, i, value(s.Before, s.Unit), rest)
		}
		next := new(big.Rat).Add(q, value(wide.From64(1), s.Weight))
		trial := new(big.Rat).Sub(made(next), made(q))
		if value(s.Trial, s.Unit).Cmp(trial) != 0 || s.One != (trial.Cmp(rest) <= 0) {
			t.Errorf("%s: digit %d tries %v of %v", what, i, trial, rest)
		}
		if s.One {
			q = next
		}
		if value(s.After, s.Unit).Cmp(new(big.Rat).Sub(whole, made(q))) != 0 {
			t.Errorf("%s: digit %d leaves %v", what, i, value(s.After, s.Unit))
		}
	}
	if !d.Rounded || d.Overflow {
		return
	}
	kept := value(d.Kept, d.Quantum)
	for i, b := range []uint8{d.Guard, d.Round} {
		kept.Add(kept, value(wide.From64(uint64(b)), d.Quantum-1-int32(i)))
	}
	if kept.Cmp(q) != 0 {
		t.Errorf("%s: the digits make %v, kept, guard and round %v", what, q, kept)
	}
}
