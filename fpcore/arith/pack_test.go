package arith_test

import (
	"math/rand/v2"
	"testing"

	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// TestPack hands numbers straight to the rounding point, with and without a sticky rest, around the borders of
// every format: halves, subnormals, far below them, the largest number.
func TestPack(t *testing.T) {
	for _, d := range allDefs() {
		t.Run(d.id, func(t *testing.T) {
			t.Parallel()
			var tw twin
			r := rand.New(rand.NewPCG(31, uint64(d.p)))
			for range cases(400, 4000) {
				u := round.Unrounded{Sign: r.IntN(2) == 1, Sticky: r.IntN(2) == 1}
				switch r.IntN(4) {
				case 0:
					u.Exp = int32(d.emin + r.IntN(2*d.p+8) - d.p - 4)
				case 1:
					u.Exp = d.f.Emax + int32(r.IntN(3)) - 1
				case 2:
					u.Exp = int32(d.emin - r.IntN(400))
				default:
					u.Exp = int32(r.IntN(70_000) - 35_000)
				}
				u.Sig = wide.U128{Hi: r.Uint64(), Lo: r.Uint64()}
				n := uint(r.IntN(129))
				switch r.IntN(5) {
				case 0:
					u.Sig = wide.Mask(n).Shl(128 - n) // ones, then zeros: borders and ties
				case 1:
					u.Sig = wide.From64(1).Shl(n)
				case 2:
					u.Sig = wide.Mask(n).Not().Or(wide.From64(1).Shl(n / 2))
				}
				u.Sig = u.Sig.SetBit(127, 1)
				if d.p < 113 && r.IntN(2) == 0 { // a tie of this precision, or one bit beside it
					u.Sig = u.Sig.Shr(uint(127 - d.p)).Or(wide.From64(1)).Shl(uint(127 - d.p))
				}
				env := drawEnv(r, d)
				x := &tw.x
				x.what, x.neg, x.ratio, x.root, x.flags = aNumber, u.Sign, false, false, 0
				// s is one half: (2*Sig + sticky) * 2^(Exp-128).
				setInt(&x.n, u.Sig)
				x.n.Lsh(&x.n, 1)
				if u.Sticky {
					x.n.SetBit(&x.n, 0, 1)
				}
				x.k = int(u.Exp) - 128
				got, want := round.Pack(env, d.f, u), tw.round(&env, d, x)
				if got.Bits != want.bits || got.Flags != want.flags || got.Decision != want.decision {
					t.Fatal(mismatch("pack", env, d, d, [3]wide.U128{u.Sig, wide.From64(uint64(u.Exp))}, got, want))
				}
				// The same number to an integer.
				if env.RandomBits = min(env.RandomBits, 60); u.Exp < 60 {
					dec := tw.integer(&env)
					mag, gotDec, ok := round.Integer(env, u)
					m := dec.Kept
					if dec.Incremented {
						m = m.Add(wide.From64(1))
					}
					if !ok || gotDec != dec || mag != m {
						t.Fatalf("integer of %+v, %s: %x %+v, want %x %+v", u, show(env), mag, gotDec, m, dec)
					}
				}
			}
		})
	}
}

// TestDirections: every direction a caller may choose stands in the catalogue once.
func TestDirections(t *testing.T) {
	ids := map[string]bool{}
	for i, d := range round.Directions {
		if int(d.Dir) != i || d.ID == "" || d.Name == "" || ids[d.ID] {
			t.Errorf("direction %d is %+v", i, d)
		}
		ids[d.ID] = true
	}
	if len(round.Directions) != int(round.TiesTowardZero) {
		t.Errorf("%d directions listed, %d defined", len(round.Directions), round.TiesTowardZero)
	}
}
