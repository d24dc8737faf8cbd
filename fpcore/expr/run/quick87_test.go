package run

import (
	"math/rand/v2"
	"testing"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
	"ulplab/fpcore/x86"
)

// TestQuick87 holds the fast arithmetic to package x86, for ordinary operands and for those where rounding is tight:
// few bits, ones and zeros in long runs, exponents near to each other and 60 to 130 apart.
func TestQuick87(t *testing.T) {
	n := 300_000
	if testing.Short() {
		n = 30_000
	}
	r := rand.New(rand.NewPCG(87, 87))
	operand := func() wide.U128 {
		z := r.Uint64()
		sig := r.Uint64() | 1<<63
		switch z & 7 {
		case 0:
			sig = 1 << 63
		case 1:
			sig = ^uint64(0) << (z >> 8 & 63)
		case 2:
			sig = 1<<63 | 1<<(z>>8&63)
		case 3:
			sig = 1<<63 | (1<<(z>>8&63) - 1)
		case 4:
			sig &^= 1<<(z>>8&63) - 1
		}
		exp := 0x3fff - 3 + z>>16%7
		if z>>20&7 == 0 {
			exp = 0x3fff - 70 + z>>24%140
		}
		return wide.U128{Hi: z>>63<<15 | exp, Lo: sig | 1<<63}
	}
	claimed, all := 0, 0
	for range n {
		x, y := operand(), operand()
		for _, precision := range []int{24, 53, 64} {
			w := x86.ControlWordDefault.With(round.TiesToEven, precision)
			for op, name := range map[types.Op]string{types.Add: "add", types.Sub: "sub", types.Mul: "mul", types.Div: "div"} {
				i, _ := x86.FindX87(name)
				want := i.Do(w, [3]wide.U128{x, y}, nil).Bits
				all++
				if got, ok := quick87(op, x, y, uint8(precision)); ok {
					if claimed++; got != want {
						t.Fatalf("%s %x %x to %d bits: %x, want %x", name, x, y, precision, got, want)
					}
				}
			}
		}
		for _, typ := range []types.Type{types.Float, types.Double} {
			env := round.Env{NaN: types.HostNaN}
			want := arith.Convert(env, typ.Format(), format.X87, x, nil).Bits
			if got, ok := quickStore87(typ, x); ok {
				if got != want.Lo {
					t.Fatalf("%x to %v: %x, want %x", x, typ, got, want)
				}
				back := arith.Convert(env, format.X87, typ.Format(), want, nil).Bits
				if w, ok := quickLoad87(typ, want.Lo); !ok || w != back {
					t.Fatalf("%x of %v: %x, want %x", want, typ, w, back)
				}
			}
		}
	}
	if claimed < all*9/10 {
		t.Errorf("%d of %d claimed", claimed, all)
	}
}
