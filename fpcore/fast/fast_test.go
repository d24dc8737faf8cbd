package fast

import (
	"math"
	"math/rand/v2"
	"testing"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// TestCatalogue: there is a quick reference for every exact function, in the same order.
func TestCatalogue(t *testing.T) {
	if len(functions) != len(exact.Functions) {
		t.Fatalf("%d functions, package exact has %d", len(functions), len(exact.Functions))
	}
	for i := range functions {
		if functions[i].ID != exact.Functions[i].ID {
			t.Errorf("%s stands where package exact has %s", functions[i].ID, exact.Functions[i].ID)
		}
	}
}

// arguments are patterns of all kinds: each exponent, edges of binades, integers and half-integers, random ones.
func arguments(n int) []uint32 {
	r := rand.New(rand.NewPCG(3, 4))
	list := []uint32{0, 1 << 31, 1, 0x80000001, 0x7fffff, 0x800000, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xffffffff}
	for e := uint32(1); e < 255; e++ {
		list = append(list, e<<23, e<<23|1, e<<23|0x7fffff, e<<23|1<<31, e<<23|0x7fffff|1<<31)
	}
	for k := range 200 {
		x := math.Float32bits(float32(k) / 4)
		list = append(list, x, x|1<<31, x+1, x-1)
	}
	for range n {
		x := r.Uint32()
		list = append(list, x, x&^(0xff<<23)|(uint32(107+r.IntN(40))<<23)) // 2^-20 to 2^20
	}
	return list
}

// TestRound compares with the exact functions, bit for bit, and holds the errors to a hundredth of what is allowed.
func TestRound(t *testing.T) {
	n := 4000
	if testing.Short() {
		n = 60
	}
	for i := range functions {
		f, _ := Find(functions[i].ID)
		worst, at := 0.0, uint32(0)
		for _, x := range arguments(n) {
			got := f.Round(x)
			want := f.exact().Round(round.Env{}, format.F32, format.F32, wide.From64(uint64(x)))
			if w := uint32(want.Bits.Lo); got != w && !(got&allBut1 > inf32 && w&allBut1 > inf32) {
				t.Errorf("%s(%08x) = %08x, want %08x", f.ID, x, got, w)
			}
			y := f.Value(x)
			if math.Abs(y) < 0x1p-150 || want.Kind != exact.Finite || math.IsInf(y, 0) || x&allBut1 >= inf32 {
				continue
			}
			v, _ := exact.FromBits(format.F32, wide.From64(uint64(x)))
			d, ok := exact.Difference(format.F64, wide.From64(math.Float64bits(y)), f.exact().Enclose(v, 160).Lo, 3)
			if !ok {
				t.Fatalf("%s(%08x) = %v", f.ID, x, y)
			}
			rel := math.Abs(decimal(d) / y)
			if rel > worst {
				worst, at = rel, x
			}
		}
		t.Logf("%s: relative error up to 2^%.2f at %08x", f.ID, math.Log2(worst), at)
		if worst > slack/100 {
			t.Errorf("%s(%08x): relative error 2^%.2f", f.ID, at, math.Log2(worst))
		}
	}
}

func decimal(d exact.Digits) float64 {
	x := 0.0
	for _, c := range d.D {
		x = x*10 + float64(c-'0')
	}
	return x * math.Pow(10, float64(d.Exp-int64(len(d.D))+1))
}

// TestReduction reduces the binary32 numbers next to multiples of pi/2, where most bits cancel.
func TestReduction(t *testing.T) {
	for _, id := range []string{"sin", "cos", "tan"} {
		f, _ := Find(id)
		for k := 1.0; k < 1e36; k = math.Floor(k*1.37) + 1 {
			near := math.Float32bits(float32(k * (math.Pi / 2)))
			for x := near - 2; x != near+3; x++ {
				want := f.exact().Round(round.Env{}, format.F32, format.F32, wide.From64(uint64(x)))
				if got := f.Round(x); got != uint32(want.Bits.Lo) {
					t.Errorf("%s(%08x) = %08x, want %08x", id, x, got, want.Bits.Lo)
				}
			}
		}
	}
}

// TestCompare: distances counted by walking, errors in ulp by exact arithmetic.
func TestCompare(t *testing.T) {
	f, _ := Find("exp")
	r := rand.New(rand.NewPCG(5, 6))
	for range 3000 {
		x := math.Float32bits(float32(r.Float64()*210 - 107))
		n := uint32(r.IntN(40))
		want := f.Round(x)
		got, walked := want, uint32(0)
		for ; walked < n; walked++ {
			next := uint32(format.F32.NextDown(wide.From64(uint64(got))).Lo)
			if next&allBut1 >= inf32 {
				break
			}
			got = next
		}
		for _, flush := range []bool{false, true} {
			c := f.Compare(x, got, flush)
			switch {
			case want >= inf32 && n == 0:
				if c.Kind != SameSpecial {
					t.Fatalf("exp(%08x): %08x and %08x are of kind %d", x, got, want, c.Kind)
				}
				continue
			case want >= inf32:
				if c.Kind != Mismatch {
					t.Fatalf("exp(%08x): %08x and %08x are of kind %d", x, got, want, c.Kind)
				}
				continue
			case flush && want < normal:
				if c.Steps != steps(got, 0) {
					t.Fatalf("exp(%08x): %08x is %d steps from 0, got %d", x, got, steps(got, 0), c.Steps)
				}
				continue
			}
			v, _ := exact.FromBits(format.F32, wide.From64(uint64(x)))
			fixed, _ := f.exact().ErrorFixed(format.F32, wide.From64(uint64(got)), v)
			exactly := math.Abs(float64(fixed)) / (1 << 20)
			if c.Kind != BothFinite || c.Steps != walked || math.Abs(math.Float64frombits(c.Error)-exactly) > 1e-6 {
				t.Fatalf("exp(%08x): %08x is %d steps and %v ulp from %08x, want %d and %v", x, got, c.Steps, math.Float64frombits(c.Error), want, walked, exactly)
			}
		}
	}
}

func BenchmarkCompare(b *testing.B) {
	for i := range functions {
		f, _ := Find(functions[i].ID)
		b.Run(f.ID, func(b *testing.B) {
			x := uint32(0x3f000000)
			for b.Loop() {
				f.Compare(x, 0x3f000000, false)
				x++
			}
		})
	}
}
