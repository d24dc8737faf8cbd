package matrixproduct

import (
	"math"
	"strings"
	"testing"

	"ulplab/assets"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/tensor/field"
	"ulplab/fpcore/tensor/product"
	"ulplab/site/kit/golden"
	"ulplab/site/kit/operand"
	"ulplab/site/lab/labtest"
)

func built(t *testing.T, in Input) *Model {
	t.Helper()
	m := Begin(in, product.Table(assets.Products))
	for !m.Step() {
	}
	return m
}

// The elements of the examples: the call's own result is that of its plan, and the words of the examples hold.
func TestExamplesTell(t *testing.T) {
	labtest.Worded(t, Examples, ExampleWords)
	size := map[string]float64{}
	for _, e := range Examples {
		m := built(t, e.State.input())
		if m.Problem != "" || m.NoPlan != (e.ID == "unknown") || (m.chosen() == nil) != m.NoPlan {
			t.Errorf("%s: %s, plan %v", e.ID, m.Problem, m.chosen())
			continue
		}
		for i := range m.Ways {
			w := &m.Ways[i]
			if w.Error == "" || len(w.Curve) != len(m.Ends) {
				t.Errorf("%s, %s: nothing computed", e.ID, w.Name)
			}
			v, _ := exact.FromBits(w.Plan.Sum, w.Result.Code)
			if w.Preset != nil {
				v, _ = exact.FromBits(w.Preset.Out, w.Result.Code)
			}
			off := v.Sub(m.sums[len(m.sums)-1][0])
			off.Neg = false
			rel := math.Inf(-1)
			if !off.IsZero() {
				rel = float64(log64(off)-log64(m.sums[len(m.sums)-1][1])) / 64
			}
			if w.Own {
				size[e.ID] = rel
			}
			// No error is above its bound.
			k, out := len(m.A), w.Plan.Sum
			if w.Preset != nil {
				out = w.Preset.Out
			}
			if b := BoundOf(w.Plan, out, k); b.OK {
				q, _ := off.Ratio().Quo(m.sums[len(m.sums)-1][1].Ratio())
				if q.Cmp(b.Gamma) > 0 {
					t.Errorf("%s, %s: %v is above the bound %v", e.ID, w.Name, q.Digits(3), b.Gamma.Digits(3))
				}
			}
		}
	}
	if !(size["fp8"] > size["slow"]+3) {
		t.Errorf("FP8: fast 2^%v, slow 2^%v", size["fp8"], size["slow"])
	}
	if !(size["tf32"] > size["f32"]+6) {
		t.Errorf("TF32 2^%v, binary32 2^%v", size["tf32"], size["f32"])
	}
	if !(size["half"] > -14) {
		t.Errorf("binary16: 2^%v", size["half"])
	}
}

// The bound of a chain of fused multiply-adds, and of blocks, by hand.
func TestBounds(t *testing.T) {
	fma := BoundOf(product.Plan{Sum: format.F32}, format.F32, 1024)
	if got := fma.N.Ratio().Digits(5).Scientific(1); got != "6.1035e-5" || !fma.OK {
		t.Errorf("1024 · 2^-24 is %s", got)
	}
	p, _ := product.Find("e4m3_fast")
	plan, _ := p.Coded("F")
	b := BoundOf(plan, format.F32, 4096)
	if got := b.N.Ratio().Digits(5).Trim().Plain(); got != "0.53125" || len(b.Parts) != 1 || b.Parts[0].Times != 128 { // 128 · (33·2^-13 + 2^-13)
		t.Errorf("FP8, 4096: %s, %+v", got, b.Parts)
	}
	plan, _ = p.Coded("C128")
	if b := BoundOf(plan, format.F32, 4096); len(b.Parts) != 2 || b.Parts[0].Times != 4 || b.Parts[1].Times != 31 {
		t.Errorf("FP8 in parts of 128: %+v", b.Parts)
	}
	if b := BoundOf(product.Plan{Sum: format.F16}, format.F16, 4096); b.OK {
		t.Errorf("4096 operations of binary16 have a bound: %+v", b)
	}
}

func TestLinks(t *testing.T) {
	for _, e := range Examples {
		x := bench.With(e.State)
		own := bench.Then(x, Set{What: Data})
		for _, x := range []labtest.Linked[State]{x, bench.Then(x, Set{What: Ask}), own, bench.Then(own, Set{What: List, Text: "1, 2 3"}), bench.Then(x, Set{What: Layout, Text: "NN"}), bench.Then(x, Set{What: Data, Text: "narrow"})} {
			x.Part.Text = [numbers]operand.Draft{}
			bench.Returns(t, x)
		}
	}
	bench.Says(t, map[string]string{
		"#/v1/gemm?p=f99": "not a library call", "#/v1/gemm?l=NN": "by columns alone", "#/v1/gemm?p=f16&l=TT": "neither NT nor NN", "#/v1/gemm?m=0": "M is a number from 1 to 4096",
		"#/v1/gemm?i=64": "Row is a number from 0 to 63", "#/v1/gemm?d=x": "no kind of data", "#/v1/gemm?d=own&ta=abc": "Number 1, “abc”", "#/v1/gemm?k=1e3": "K is a number",
	})
}

func FuzzLinks(f *testing.F) { bench.Fuzz(f, Examples, "d=own&ta=1&tb=2", "w=1&m=8", "i=7&m=4") }

// What cannot be computed is said, and a reader's text is no markup.
func TestMarkup(t *testing.T) {
	s := Set{What: Data}.Apply(First())
	for text, part := range map[string]string{"1 2": "The row has 2 numbers and the column 4", "1 inf 2 3": "", "1 2 3 4": ""} {
		x := Set{What: List, Text: text}.Apply(s)
		m := built(t, x.input())
		if m.Problem == "" && part != "" || !strings.Contains(m.Problem, part) {
			t.Errorf("%q: %q", text, m.Problem)
		}
		golden.Markup(t, text, `<div>`+Targets(m)+Tolerance(m)+program(m, source(t))+`</div>`)
	}
	for _, e := range Examples {
		m := built(t, e.State.input())
		golden.Markup(t, e.ID, `<div>`+Targets(m)+Tolerance(m)+program(m, source(t))+Chain(m, 1088).SVG()+`</div>`)
		golden.WellFormed(t, e.ID, Chain(m, 1088).File(true))
		golden.Inside(t, e.ID, Chain(m, 1088), 1088)
		golden.Inside(t, e.ID, Chain(m, 346), 346)
	}
	f := &field.Errors{Level: []byte("@CFz=?-KLM==")}
	golden.WellFormed(t, "field", Whole(f, 3, 4).File(false))
	if c := wholeCaption(f); !strings.Contains(c, "The largest of 10 is about 2^0, half of those with an error are at most about 2^-11; 3 are exact") {
		t.Error(c)
	}
	golden.Compare(t, "chain_fp8.svg", Chain(built(t, Examples[0].State.input()), 1088).File(false))
}

// source is the text of the program.
func source(t *testing.T) string {
	b, err := assets.Data.ReadFile("data/product.py.txt")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// The length of the reader's own vectors is theirs: a number typed for it changes nothing.
func TestLengthOfOwnVectors(t *testing.T) {
	s := Set{What: Number, I: K, Text: "1"}.Apply(Set{What: List, I: 1, Text: "1 2 3"}.Apply(Set{What: List, Text: "4 5 6"}.Apply(Set{What: Data}.Apply(First()))))
	if s.Data != "" || s.N[K] != 3 || s.Text[K].On {
		t.Errorf("data %q, K is %d, typed %v", s.Data, s.N[K], s.Text[K].On)
	}
}
