package fast

import (
	"math"
	"math/rand/v2"
	"testing"

	"ulplab/fpcore/format"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// orders lists presets, patterns and a form of every rule that a Form may be made of outside its room.
func orders(n int) map[string]*reduce.Form {
	fold, pairs, halves := &reduce.Form{Rule: reduce.Fold}, &reduce.Form{Rule: reduce.Pairs}, &reduce.Form{Rule: reduce.Halves}
	list := map[string]*reduce.Form{
		"fold": fold, "zero fold": {Rule: reduce.Fold, Zero: true}, "back": {Rule: reduce.Back}, "halves": halves, "pairs": pairs,
		"zero halves": {Rule: reduce.Halves, Zero: true, K: 8}, "cascade": {Rule: reduce.Cascade}, "registers": {Rule: reduce.Registers},
		"lanes":    {Rule: reduce.Lanes, K: 5, Inner: fold, Outer: pairs},
		"deal":     {Rule: reduce.Deal, K: 3, U: 4, Inner: &reduce.Form{Rule: reduce.Lanes, K: 4, Inner: fold, Outer: fold}, Outer: halves},
		"chunks":   {Rule: reduce.Chunks, K: 7, Inner: pairs, Outer: halves},
		"spread":   {Rule: reduce.Spread, K: 6, Inner: halves, Outer: pairs},
		"static":   {Rule: reduce.Static, K: 4, Inner: fold, Outer: fold},
		"lead":     {Rule: reduce.Lead, K: 4, Inner: pairs, Outer: fold},
		"split":    {Rule: reduce.Split, K: 4, U: 2, Inner: fold},
		"tail":     {Rule: reduce.Tail, K: 8, Inner: pairs},
		"shuffled": {Rule: reduce.Shuffled, U: 3, Inner: fold},
		"arrival":  {Rule: reduce.Chunks, K: 9, Inner: halves, Outer: &reduce.Form{Rule: reduce.Shuffled, U: 4, Inner: fold}},
	}
	for _, step := range []string{"strided_", "chunked_"} {
		for _, b := range []string{"halving", "interleaved", "serial", "shfl_down", "shfl_rising"} {
			list[step+b], _ = reduce.Pattern(step+b, 64, 3)
		}
	}
	list["cub_block_raking_commutative"], _ = reduce.Pattern("cub_block_raking_commutative", 128, 2)
	for _, p := range reduce.Presets {
		if f, _, ok := p.At(n); ok {
			list[p.ID] = f
		}
	}
	return list
}

// TestSums: every order on every kind of data gives the bits of reduce.Bits.
func TestSums(t *testing.T) {
	sizes := []int{1, 2, 3, 7, 8, 31, 33, 64, 129, 300, 1000, 4100}
	if testing.Short() {
		sizes = []int{1, 3, 33, 300}
	}
	for _, n := range sizes {
		o := operands{r: rand.New(rand.NewPCG(9, uint64(n))), frac: 23, width: 31}
		p := operands{r: rand.New(rand.NewPCG(10, uint64(n))), frac: 52, width: 63}
		for kind := range 3 { // usual numbers, usual ones with an infinity and NaNs among them, anything
			a, b, c, d := make([]float32, n), make([]float32, n), make([]float64, n), make([]float64, n)
			ab, bb, cb, db := make([]wide.U128, n), make([]wide.U128, n), make([]wide.U128, n), make([]wide.U128, n)
			o.calm, p.calm = kind < 2, kind < 2
			for i := range n {
				a[i], b[i] = math.Float32frombits(uint32(o.next())), math.Float32frombits(uint32(o.next()))
				c[i], d[i] = math.Float64frombits(p.next()), math.Float64frombits(p.next())
				if kind == 1 && i%97 == 5 {
					a[i], c[i] = math.Float32frombits(0x7f800001+uint32(i)), math.Float64frombits(0xfff0000000000001+uint64(i))
				}
				ab[i], bb[i], cb[i], db[i] = bits32(a[i]), bits32(b[i]), bits64(c[i]), bits64(d[i])
			}
			for at, env := range environments() {
				if (n > 300 || testing.Short() && n > 3) && (at+kind)%5 != 0 {
					continue
				}
				for name, f := range orders(n) {
					for way := range 3 { // a sum, a dot product, one with fused products
						m, k := reduce.Bits{Env: env, F: format.F32, A: ab}, reduce.Bits{Env: env, F: format.F64, A: cb}
						var x []float32
						var y []float64
						if way > 0 {
							x, y, m.B, k.B = b, d, bb, db
						}
						m.Fused, k.Fused = way == 2, way == 2
						want := reduce.Eval(reduce.Machine[wide.U128](m), f, n).Lo
						got := math.Float32bits(reduce.Eval[float32](Sum32(env, a, x, way == 2), f, n))
						if uint64(got) != want {
							t.Fatalf("binary32 %s of %d, kind %d, way %d, %+v: %08x, want %08x", name, n, kind, way, env, got, want)
						}
						want = reduce.Eval(reduce.Machine[wide.U128](k), f, n).Lo
						if got := math.Float64bits(reduce.Eval[float64](Sum64(env, c, y, way == 2), f, n)); got != want {
							t.Fatalf("binary64 %s of %d, kind %d, way %d, %+v: %016x, want %016x", name, n, kind, way, env, got, want)
						}
					}
				}
			}
		}
	}
}

// BenchmarkSums: 2^20 elements in the orders that the page promises to sum at once.
func BenchmarkSums(b *testing.B) {
	const n = 1 << 20
	a := sample32(n)
	for i := range a { // [-1, 2), as the paper's
		a[i] = float32(float64(i*2654435761%(1<<24))*(3.0/(1<<24)) - 1)
	}
	c := make([]float64, n)
	for i := range c {
		c[i] = float64(a[i])
	}
	b.Run("loop", func(b *testing.B) {
		var s float32
		for b.Loop() {
			s = 0
			for _, x := range a {
				s += x
			}
		}
		sink = s
	})
	fold, halves := &reduce.Form{Rule: reduce.Fold}, &reduce.Form{Rule: reduce.Halves}
	strided, _ := reduce.Pattern("strided_halving", 128, 64)
	torch, _, _ := reduce.Presets[0].At(n)
	for _, o := range []struct {
		name string
		f    *reduce.Form
	}{{"serial", fold}, {"blocked128", &reduce.Form{Rule: reduce.Chunks, K: 128, Inner: halves, Outer: fold}},
		{"pairwise", &reduce.Form{Rule: reduce.Pairs}}, {"strided128x64", strided}, {"torch.sum", torch}} {
		for _, env := range []struct {
			name string
			env  round.Env
		}{{"even", round.Env{}}, {"zero", round.Env{Direction: round.TowardZero}}} {
			b.Run(o.name+"/"+env.name, func(b *testing.B) {
				for b.Loop() {
					sink = reduce.Eval[float32](Sum32(env.env, a, nil, false), o.f, n)
				}
			})
		}
	}
}

var sink float32

// BenchmarkDots: dot products and schemes, where elements go in one by one.
func BenchmarkDots(b *testing.B) {
	const n = 1 << 16
	x, y := sample32(n), sample32(n + 1)[1:]
	p, q := sample64(n), sample64(n + 1)[1:]
	pairs := &reduce.Form{Rule: reduce.Pairs}
	for _, fused := range []bool{false, true} {
		name := map[bool]string{false: "separate", true: "fused"}[fused]
		b.Run("f32/serial/"+name, func(b *testing.B) {
			for b.Loop() {
				sink = reduce.Eval[float32](Sum32(round.Env{}, x, y, fused), &reduce.Form{Rule: reduce.Fold}, n)
			}
		})
		b.Run("f64/serial/"+name, func(b *testing.B) {
			for b.Loop() {
				sink = float32(reduce.Eval[float64](Sum64(round.Env{}, p, q, fused), &reduce.Form{Rule: reduce.Fold}, n))
			}
		})
	}
	b.Run("f32/pairs", func(b *testing.B) {
		for b.Loop() {
			sink = reduce.Eval[float32](Sum32(round.Env{}, x, y, false), pairs, n)
		}
	})
	b.Run("f64/pairs", func(b *testing.B) {
		for b.Loop() {
			sink = float32(reduce.Eval[float64](Sum64(round.Env{}, p, q, false), pairs, n))
		}
	})
	for _, id := range []string{"kahan", "dot2"} {
		b.Run("f32/"+id, func(b *testing.B) {
			for b.Loop() {
				sink, _ = reduce.Accumulate[float32](Sum32(round.Env{}, x, y, false), id, n)
			}
		})
		b.Run("f64/"+id, func(b *testing.B) {
			for b.Loop() {
				s, _ := reduce.Accumulate[float64](Sum64(round.Env{}, p, q, false), id, n)
				sink = float32(s)
			}
		})
	}
}
