package field

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/tensor/product"
	"ulplab/fpcore/wide"
)

// TestOwn: the letters of any numbers against rational arithmetic: subnormal, zero, over the whole range, cancelling, and
// infinities and NaNs, which have none.
func TestOwn(t *testing.T) {
	const m, n, k = 7, 5, 33
	r := rand.New(rand.NewPCG(1, 2))
	for _, id := range []string{"f16", "f16_to_f32", "bf16", "f32", "f32_tf32", "f64", "e4m3_fast", "e4m3_slow"} {
		preset, _ := product.Find(id)
		plan, _ := preset.Coded("F")
		f := preset.In
		row, column := make([][]uint64, m), make([][]uint64, n)
		for _, list := range [][][]uint64{row, column} {
			for i := range list {
				list[i] = make([]uint64, k)
				for j := range list[i] {
					c := r.Uint64() & (1<<f.Bits - 1)
					for i < 4 && !f.Unpack(wide.From64(c)).Class.IsFinite() { // the last lines may have infinities and NaNs
						c = r.Uint64() & (1<<f.Bits - 1)
					}
					switch i {
					case 1: // small numbers, most of them subnormal
						c &= 1<<(f.Bits-1) | 1<<(f.FracBits+1) - 1
					case 2: // one size
						c = c&(1<<(f.Bits-1)|1<<f.FracBits-1) | uint64(f.Bias)<<f.FracBits
					case 3: // ends in cancellation
						if c = 0; j%2 == 0 {
							c = list[1][j]
						} else if j > 1 {
							c = list[3][j-1] ^ 1<<(f.Bits-1)
						}
					}
					list[i][j] = c
				}
			}
		}
		w := New(preset, plan, n, k, 0, m*n, func(v []uint64, i int) { copy(v, row[i]) }, func(v []uint64, j int) { copy(v, column[j]) })
		for !w.Step(3) {
		}
		unknown := 0
		for at, c := range w.Level {
			a, b := row[at/n], column[at%n]
			result, finite := exact.FromBits(preset.Out, wide.From64(preset.Element(plan, a, b)))
			sum, all := new(big.Rat), new(big.Rat)
			for i := range a {
				x, xok := exact.FromBits(f, wide.From64(a[i]))
				y, yok := exact.FromBits(f, wide.From64(b[i]))
				if finite = finite && xok && yok; finite {
					p := rat(x.Mul(y))
					sum.Add(sum, p)
					all.Add(all, p.Abs(p))
				}
			}
			want := byte(Unknown)
			if finite {
				if sum.Sub(sum, rat(result)); sum.Sign() == 0 {
					want = Exact
				} else {
					want = byte(max(Largest, min(Largest+float(all)-float(sum), Smallest)))
				}
			} else {
				unknown++
			}
			if c != want {
				t.Fatalf("%s: element %d is %c, not %c", id, at, c, want)
			}
		}
		if unknown == m*n {
			t.Errorf("%s: no element is finite", id)
		}
	}
}
