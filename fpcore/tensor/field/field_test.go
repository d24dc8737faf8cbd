package field

import (
	"math/big"
	"strings"
	"testing"

	"ulplab/assets"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/sweep"
	"ulplab/fpcore/tensor/product"
	"ulplab/fpcore/wide"
)

// TestParts: whatever the parts and their order, and whether a generator's numbers are named or given, the result is that of the whole.
func TestParts(t *testing.T) {
	for _, id := range []string{"e4m3_slow C128", "f16 F", "f32 F", "f64 F"} {
		preset, code, _ := strings.Cut(id, " ")
		p := Product{Preset: preset, Code: code, Layout: product.Columns, M: 5, N: 7, K: 253, Data: "measured", Seed: 3}
		j, err := sweep.Parse(p.Job(), Kinds...)
		if err != nil {
			t.Fatal(err)
		}
		whole := j.Start()
		for !whole.Step(3) {
		}
		d, _ := product.FindData(p.Data)
		call, _ := product.Find(preset)
		given := p.Given(func(v []uint64, i int) { d.Row(v, p.Seed, i, call.In) }, func(v []uint64, i int) { d.Column(v, p.Seed, i, p.N, p.Layout, call.In) })
		for _, text := range []string{p.Job(), given} {
			if j, err = sweep.Parse(text, Kinds...); err != nil {
				t.Fatal(err)
			}
			plan := sweep.NewPlan(j, 4)
			var parts []int
			var texts []string
			for i, text, ok := plan.Next(); ok; i, text, ok = plan.Next() {
				parts, texts = append(parts, i), append(texts, text)
			}
			for n := len(parts) - 1; n >= 0; n-- {
				part, err := sweep.Parse(texts[n], Kinds...)
				if err != nil {
					t.Fatal(err)
				}
				w := part.Start()
				for !w.Step(2) {
				}
				if err := plan.Accept(parts[n], w.Encode()); err != nil {
					t.Fatal(err)
				}
			}
			if got := plan.Total.Encode(); got != whole.Encode() || !plan.Finished() || strings.Contains(got, string(Waiting)) {
				t.Errorf("%s: %s\nnot %s", id, got, whole.Encode())
			}
		}
		for _, damaged := range []string{strings.Replace(given, " 253 ", " 252 ", 1), strings.Replace(given, " given ", " given x", 1), strings.Replace(given, " given ", " given x ", 1)} {
			if _, err := sweep.Parse(damaged, Kinds...); err == nil {
				t.Errorf("%s: %.60s is a job", id, damaged)
			}
		}
	}
}

// TestLevels: the letters against rational arithmetic.
func TestLevels(t *testing.T) {
	table := product.Table(assets.Products)
	for _, id := range []string{"f16", "bf16_to_f32", "f32", "f32_tf32", "f64", "e4m3_fast"} {
		preset, _ := product.Find(id)
		plan, known := preset.Plan(64, 64, 128, product.Columns, table)
		if known == 0 {
			t.Fatalf("%s has no plan", id)
		}
		for _, data := range product.Kinds {
			j, err := sweep.Parse(Product{Preset: id, Code: preset.Code(plan), Layout: product.Columns, M: 3, N: 4, K: 128, Data: data.ID, Seed: 9}.Job(), Kinds...)
			if err != nil {
				t.Fatal(err)
			}
			w := j.Start()
			for !w.Step(100) {
			}
			e, err := Decode(w.Encode())
			if err != nil {
				t.Fatal(err)
			}
			a, b := make([]uint64, 128), make([]uint64, 128)
			for n, c := range e.Level {
				data.Row(a, 9, n/4, preset.In)
				data.Column(b, 9, n%4, 4, product.Columns, preset.In)
				r, _ := exact.FromBits(preset.Out, wide.From64(preset.Element(plan, a, b)))
				sum, all := rat(r), new(big.Rat)
				for k := range a {
					x, _ := exact.FromBits(preset.In, wide.From64(a[k]))
					y, _ := exact.FromBits(preset.In, wide.From64(b[k]))
					p := rat(x.Mul(y))
					sum.Sub(sum, p)
					all.Add(all, p.Abs(p))
				}
				want := byte(Exact)
				if sum.Sign() != 0 {
					// Leading bits in the same unit: the quotient is within a factor of two.
					level := float(all) - float(sum)
					want = byte(min(Largest+level, Smallest))
				}
				if c != want {
					t.Fatalf("%s %s: element %d is %c, not %c", id, data.ID, n, c, want)
				}
			}
		}
	}
}

// float is the exponent of the leading bit of |r|.
func float(r *big.Rat) int {
	f := new(big.Float).SetPrec(60).SetMode(big.ToZero).SetRat(r)
	return f.MantExp(nil)
}

func rat(v exact.Value) *big.Rat {
	n, _ := new(big.Int).SetString("0"+v.Mag.String(), 10)
	r, one := new(big.Rat).SetInt(n), big.NewInt(1)
	if shift := one.Lsh(one, uint(max(v.Exp, -v.Exp))); v.Exp < 0 {
		r.Quo(r, new(big.Rat).SetInt(shift))
	} else {
		r.Mul(r, new(big.Rat).SetInt(shift))
	}
	if v.Neg {
		r.Neg(r)
	}
	return r
}

// TestBad: damaged jobs and results are refused.
func TestBad(t *testing.T) {
	for _, text := range []string{"gemm f16 F NT 1 1 1 measured 1 0 2", "gemm f16 F NT 0 1 1 measured 1 0 0", "gemm f16 F NT 257 1 1 measured 1 0 1", "gemm f16 F NT 1 1 4097 measured 1 0 1",
		"gemm f99 F NT 1 1 1 measured 1 0 1", "gemm f16 - NT 1 1 1 measured 1 0 1", "gemm f16 F TT 1 1 1 measured 1 0 1", "gemm f16 F NT 1 1 1 none 1 0 1", "gemm f16 F NT 1 1 1 measured x 0 1", "gemm f16 0 1"} {
		if _, err := sweep.Parse(text, Kinds...); err == nil {
			t.Errorf("%q is a job", text)
		}
	}
	for _, text := range []string{"", "0", "0 \x00", "x! =", "99999999999 =", "0 " + strings.Repeat("=", MostSide*MostSide+1)} {
		if _, err := Decode(text); err == nil {
			t.Errorf("%q is a result", text)
		}
	}
}

// BenchmarkField is a product of 128 x 128 x 1024.
func BenchmarkField(b *testing.B) {
	j, err := sweep.Parse(Product{Preset: "f16_to_f32", Code: "F", Layout: product.Columns, M: 128, N: 128, K: 1024, Data: "measured", Seed: 1}.Job(), Kinds...)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		for w := j.Start(); !w.Step(1000); {
		}
	}
}
