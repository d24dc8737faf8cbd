package x86

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// piDigits are 200 bits of pi beyond the integer part, in hexadecimal (OEIS A062964).
const piDigits = "3243F6A8885A308D313198A2E03707344A4093822299F31D008"

// rational returns n * 2^exp in 400 bits.
func rational(n *big.Int, exp int) *big.Float {
	return new(big.Float).SetMantExp(new(big.Float).SetPrec(400).SetInt(n), exp)
}

// value returns the number with the 80-bit code c.
func value(c wide.U128) *big.Float {
	n := format.X87.Unpack(c)
	if n.Class == format.Zero {
		return rational(new(big.Int), 0)
	}
	v := rational(new(big.Int).SetUint64(n.Sig.Hi), int(n.Exp)-63)
	if n.Sign {
		v.Neg(v)
	}
	return v
}

// series returns sin(x), or cos(x) if even, for |x| < 1, from its Taylor series, within 2^-300.
func series(x *big.Float, even bool) *big.Float {
	square := new(big.Float).Mul(x, x)
	term, k := new(big.Float).SetPrec(400).Set(x), int64(1)
	if even {
		term.SetInt64(1)
		k = 0
	}
	total := new(big.Float).SetPrec(400)
	for range 60 {
		total.Add(total, term)
		term.Mul(term, square)
		term.Quo(term, new(big.Float).SetInt64(-(k+1)*(k+2)))
		k += 2
	}
	return total
}

// function returns sin(x) or cos(x) where pi is digits * 2^-fraction.
func function(x *big.Float, cos bool, digits *big.Int, fraction int) *big.Float {
	half := rational(digits, -fraction-1)
	turns := new(big.Float).Quo(x, half)
	n, _ := turns.Add(turns, big.NewFloat(0.5*float64(x.Sign()))).Int(nil) // to nearest: the series knows pi itself
	rest := new(big.Float).Sub(x, new(big.Float).Mul(half, rational(n, 0)))
	q := new(big.Int).And(n, big.NewInt(3)).Int64()
	if cos {
		q++
	}
	y := series(rest, q&1 != 0)
	if q&2 != 0 {
		y.Neg(y)
	}
	return y
}

// TestFigure6 computes cos(5992555.0) of the white paper's figure 6: fcos gives the value measured on an AMD EPYC, which
// is the cosine for the 66-bit pi; the cosine for pi itself is another from the eighth digit on.
func TestFigure6(t *testing.T) {
	op, _ := FindX87("fcos")
	x := wide.U128{Hi: 0x4015, Lo: 5992555 << 41}
	r := op.Do(ControlWordDefault, [3]wide.U128{x}, nil)
	store, _ := FindX87("st64")
	if d := store.Do(ControlWordDefault, [3]wide.U128{r.Bits}, nil).Bits.Lo; d != 0x3e964945545d8d8d || r.Flags != round.Inexact {
		t.Errorf("fcos gives %x, stored %x, flags %x", r.Bits, d, r.Flags)
	}
	if s := value(r.Bits).Text('e', 19); s != "3.3209046922650131739e-07" {
		t.Errorf("fcos gives %s", s)
	}
	digits, _ := new(big.Int).SetString(piDigits, 16)
	if s := function(value(x), true, digits, 200).Text('e', 15); s != "3.320904615115980e-07" {
		t.Errorf("the cosine is %s", s)
	}
}

// TestTrigError holds fsin and fcos to a Taylor series at the argument reduced by the 66-bit pi: below 0.54 units in
// the last place to nearest, below 1.04 in the other directions and on the right side but for the same 0.04.
func TestTrigError(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	digits := new(big.Int).Rsh(func() *big.Int { d, _ := new(big.Int).SetString(piDigits, 16); return d }(), 136)
	if digits.BitLen() != 66 {
		t.Fatalf("%d bits of pi", digits.BitLen())
	}
	bounds := map[round.Direction][2]float64{round.TiesToEven: {-0.54, 0.54}, round.TowardPositive: {-0.04, 1.04},
		round.TowardNegative: {-1.04, 0.04}}
	for range 1500 {
		for d, bound := range bounds {
			exp := r.IntN(123) - 60
			x := wide.U128{Hi: uint64(16383+exp) | r.Uint64()&0x8000, Lo: r.Uint64() | 1<<63}
			for k, name := range []string{"fsin", "fcos"} {
				op, _ := FindX87(name)
				got := op.Do(ControlWordDefault.With(d, 24), [3]wide.U128{x}, nil)
				want := function(value(x), k == 1, digits, 64)
				n := format.X87.Unpack(got.Bits)
				diff := new(big.Float).Sub(value(got.Bits), want)
				ulps, _ := diff.SetMantExp(diff, 63-int(n.Exp)).Float64()
				if n.Sig.Hi == 1<<63 {
					ulps /= 2 // the numbers below are twice as dense
				}
				if ulps < bound[0] || ulps > bound[1] || got.Flags != round.Inexact {
					t.Errorf("%s(%x) in direction %d is %x, wrong by %.3f ulp, flags %x", name, x, d, got.Bits, ulps, got.Flags)
				}
			}
		}
	}
}

// TestTrigRange: operands of magnitude 2^63 or more stay as they are, without a flag (Intel SDM volume 1, 8.3.8).
func TestTrigRange(t *testing.T) {
	for _, c := range []struct {
		x  wide.U128
		in bool
	}{
		{wide.U128{Hi: 0x403d, Lo: ^uint64(0)}, true},
		{wide.U128{Hi: 0x403e, Lo: 1 << 63}, false},
		{wide.U128{Hi: 0xc03e, Lo: 1 << 63}, false},
		{wide.U128{Hi: 0xfffe, Lo: ^uint64(0)}, false},
		{wide.U128{Hi: 0x8000}, true},
		{wide.U128{Hi: 0x7fff, Lo: 1 << 63}, true}, // infinity is invalid
		{wide.U128{Hi: 0x7fff, Lo: 3 << 62}, true}, // and a NaN a NaN
	} {
		if InTrigRange(c.x) != c.in {
			t.Errorf("%x in range: %t", c.x, !c.in)
		}
		for _, name := range []string{"fsin", "fcos"} {
			op, _ := FindX87(name)
			if r := op.Do(ControlWordDefault, [3]wide.U128{c.x}, nil); !c.in && (r.Bits != c.x || r.Flags != 0) {
				t.Errorf("%s(%x) is %x, flags %x", name, c.x, r.Bits, r.Flags)
			}
		}
	}
}
