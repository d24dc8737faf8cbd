package operation

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/operand"
)

// TestChance: the probability is the share of all words of random bits that round up, counted one by one.
func TestChance(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for _, id := range []string{"add", "mul", "div", "sqrt", "fma", "cvt", "rint", ToInt} {
		for range 12 {
			o := State{ID: id, Src: "f32", Dst: []string{"", "f16", "e4m3"}[r.IntN(3)], Env: round.Env{Direction: round.Stochastic, RandomBits: uint8(r.IntN(9))}}
			for i := range o.X {
				o.X[i] = operand.Entered{Bits: wide.From64(0x3f000000 + r.Uint64N(1<<24))}
			}
			n := int64(0)
			for k := range uint64(1) << o.Env.RandomBits {
				if _, up := o.with(k); up {
					n++
				}
			}
			c := o.chance()
			got := new(big.Rat)
			if c.Num.Num != nil {
				got.SetInt64(int64(c.Num.Num.Low64()))
			}
			if got.Cmp(big.NewRat(n, 1)) != 0 || c.Width != int(o.Env.RandomBits) {
				t.Fatalf("%+v: %v of 2^%d words, counted %d", o, got, c.Width, n)
			}
			if want := new(big.Rat).SetFrac64(n, 1<<o.Env.RandomBits); c.Fraction() != want.RatString() {
				t.Errorf("%+v: %s, want %s", o, c.Fraction(), want.RatString())
			}
		}
	}
	for _, src := range []string{"f64", "f128"} { // 64 random bits, and more than are looked at
		o := State{ID: "div", Src: src, Env: round.Env{Direction: round.Stochastic, RandomBits: 64}}
		for i, s := range []string{"1", "3"} {
			o.X[i].Type(s, o.Read)
		}
		if c := o.chance(); c.Percent()[:4] != "33.3" && c.Percent()[:4] != "66.6" {
			t.Errorf("%s: %s is %s", src, c.Fraction(), c.Percent())
		}
	}
}
