package gpu

import (
	"math/rand/v2"
	"strings"
	"testing"

	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
)

// TestEvaluator: the quick way gives the bits of the instruction, on special, subnormal, near and any operands.
func TestEvaluator(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	n := 0
	for _, name := range Names() {
		i, _ := Find(name)
		f := i.Out.Float
		base, _, _ := strings.Cut(name, ".")
		if f != format.F32 && f != format.F64 || !strings.Contains(" add sub mul fma neg abs ", " "+base+" ") {
			continue
		}
		n++
		do := i.Evaluator()
		specials := []uint64{0, f.Inf(false).Lo, f.MinPositive(false).Lo, f.MinNormal(false).Lo, f.MinNormal(false).Lo - 1, f.Max(false).Lo, f.Inf(false).Lo + 1, f.NaN(format.AllOnes).Lo, f.Join(false, uint32(f.Bias), wide.U128{}).Lo}
		draw := func() uint64 {
			x := r.Uint64()
			switch r.IntN(4) {
			case 0:
				x = specials[r.IntN(len(specials))] | r.Uint64()&(1<<(f.Bits-1))
			case 1: // near the smallest normal number
				x = (f.MinNormal(false).Lo*uint64(1+r.IntN(40)) + r.Uint64()%100) | r.Uint64()&(1<<(f.Bits-1))
			}
			return x & (^uint64(0) >> (64 - f.Bits))
		}
		for range 2000 {
			x, y, z := draw(), draw(), draw()
			want := i.Do([3]wide.U128{wide.From64(x), wide.From64(y), wide.From64(z)}, nil).Bits.Lo
			if got := do(x, y, z); got != want {
				t.Fatalf("%s(%x, %x, %x) = %x, want %x", name, x, y, z, got, want)
			}
		}
	}
	if n < 30 {
		t.Errorf("%d instructions", n)
	}
}
