package dotproduct

import (
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/operand"
)

func exampleModel(t *testing.T, id string) (*Model, State) {
	t.Helper()
	s, ok := Example(id)
	if !ok {
		t.Fatalf("no example %q", id)
	}
	return Build(InputOf(s)), s
}

// Figure 5 with the recovered vectors: codes as printed; the exact value, its tail and the errors were computed
// independently (Python fractions) when the vectors were recovered.
func TestDotFigure5(t *testing.T) {
	d, _ := exampleModel(t, "fig5")
	rows := d.Table()
	want := []struct{ name, result, bits, err string }{
		{"exact", "0.0559587528435", "0x3D653501.5635B0", ""},
		{"rounded once", "≈0.05595875159", "0x3D653501", "−0.336"},
		{"serial", "≈0.05595880747", "0x3D653510", "+14.6632"},
		{"FMA", "≈0.05595875159", "0x3D653501", "−0.336"},
		{"parallel", "≈0.05595874786", "0x3D653500", "−1.336"},
		{"serial, reversed", "", "0x3D6534E0", "−33.3"},
		{"FMA, reversed", "", "0x3D653509", "+7.66"},
		{"parallel with FMA", "", "0x3D653500", "−1.336"},
	}
	if len(rows) != len(want) {
		t.Fatalf("%d rows", len(rows))
	}
	for i, w := range want {
		r := rows[i]
		if r.Name != w.name || !strings.HasPrefix(r.Result, w.result) || r.Bits != w.bits || !strings.HasPrefix(r.Error, w.err) {
			t.Errorf("row %d: %+v, want %+v", i, r, w)
		}
		if got, want := r.Correct, r.Bits == "0x3D653501"; got != want {
			t.Errorf("%s: correctly rounded %v", r.Name, got)
		}
	}
	for _, r := range rows[2:5] {
		if !r.Same || r.Printed == "" {
			t.Errorf("%s is not marked as printed: %+v", r.Name, r)
		}
	}
	if got := exampleOf(d.In); got != "fig5" {
		t.Errorf("the example is %q", got)
	}
}

// The printed digits give other bits, in both editions; independently computed with the H200 and in Python.
func TestDotPrintedDigits(t *testing.T) {
	for id, want := range map[string][4]string{
		"printed": {"0x3D653409.7AB9A0", "0x3D6533F0", "0x3D6533F6", "0x3D6533E0"},
		"typo":    {"0x3D6C445C.01D460", "0x3D6C4450", "0x3D6C4456", "0x3D6C4460"},
	} {
		d, _ := exampleModel(t, id)
		rows := d.Table()
		got := [4]string{rows[0].Bits, rows[2].Bits, rows[3].Bits, rows[4].Bits}
		if got != want {
			t.Errorf("%s: %v, want %v", id, got, want)
		}
		for _, r := range rows[2:5] {
			if r.Same || r.Printed == "" {
				t.Errorf("%s, %s: marked as reproduced", id, r.Name)
			}
		}
	}
}

func TestDotOtherExamples(t *testing.T) {
	d, _ := exampleModel(t, "ints")
	if got := d.Exact.Decimal(); got != "234038038" {
		t.Errorf("52 integers: exact %s", got)
	}
	if rows := d.Table(); rows[1].Result != "234038032" {
		t.Errorf("52 integers rounded once: %s", rows[1].Result)
	}
	d, _ = exampleModel(t, "worse")
	rows := d.Table()
	if rows[0].Result != "0.5" || rows[2].Result != "0.5" || rows[4].Result != "0" {
		t.Errorf("the example in which parallel is worse: %+v", rows)
	}
	d, _ = exampleModel(t, "tiny")
	rows = d.Table()
	if rows[2].Bits != "0x3F800000" || rows[2].Error != "−7.50000" || rows[4].Error != "−0.500000" {
		t.Errorf("one and fifteen halves: %+v", rows)
	}
	for _, id := range []string{"uniform", "wide", "half", "bf16"} {
		d, s := exampleModel(t, id)
		if exampleOf(d.In) != id || !d.HasExact || d.Exact.IsZero() {
			t.Errorf("%s: %+v", id, s)
		}
	}
}

// Chapter 2.2.
func TestDotSum(t *testing.T) {
	d, _ := exampleModel(t, "abc")
	rows := d.Table()
	if rows[0].Result != "11.00000131130218505859375" {
		t.Errorf("exact %s", rows[0].Result)
	}
	for i, w := range []struct{ name, result, bits, err, fraction string }{
		{"(A + B) + C", "11.0000019073486328125", "0x41300002", "+0.625000", "5/8"},
		{"A + (B + C)", "11.00000095367431640625", "0x41300001", "−0.375000", "3/8"},
		{"(A + C) + B", "11.00000095367431640625", "0x41300001", "−0.375000", "3/8"},
	} {
		r := rows[i+2]
		if r.Name != w.name || r.Result != w.result || r.Bits != w.bits || r.Error != w.err || r.Correct != (w.bits == "0x41300001") {
			t.Errorf("got %+v, want %+v", r, w)
		}
		if got := ulpFraction(d.F, d.Graphs[i].Result().Bits, d.Exact); got != w.fraction {
			t.Errorf("%s: %q", w.name, got)
		}
	}
	// As the paper prints them.
	g := d.Graph(0)
	sum := binaryOf(d.F, g.Result().Exact, 10)
	if sum != (Binary{Exp: 3, Lead: "1", Kept: "01100000000000000000001", Lost: "011"}) {
		t.Errorf("exact sum %+v", sum)
	}
	if got := binaryCode(d.F, g.Result().Bits); got != (Binary{Exp: 3, Lead: "1", Kept: "01100000000000000000010"}) {
		t.Errorf("rounded sum %+v", got)
	}
	if got := g.Formula(4); got != "rn(rn(A + B) + C)" {
		t.Errorf("formula %q", got)
	}
}

func TestDotDetail(t *testing.T) {
	d, _ := exampleModel(t, "fig5")
	last := len(d.Graphs[0].Nodes) - 1
	got := d.Detail(0, -1)
	if got != d.Detail(0, last) || got.Formula != "t₄ = rn(t₃ + p₄)" || got.Bits != "0x3D653510" || got.Total != "+14.6632" ||
		got.Expr != "a₁b₁ + a₂b₂ + a₃b₃ + a₄b₄" || got.Where != "step 5 of 5: final sum" || got.Flags != "no exception" ||
		!strings.HasPrefix(got.Exact, "0.0559587528435") {
		t.Errorf("%+v", got)
	}
	if got := d.Detail(0, 0); !got.Input || got.Formula != "t₀ = 0" {
		t.Errorf("%+v", got)
	}
	if got := d.Detail(99, 99).Graph; got != "parallel with FMA" {
		t.Errorf("beyond the last graph: %s", got)
	}
	d, _ = exampleModel(t, "uniform")
	if got := d.Detail(0, -1).Expr; got != "a₁b₁ + … + a₆₄b₆₄" {
		t.Errorf("long expression %q", got)
	}
}

// Exact values, errors and the correctly rounded result of every node against math/big, in several formats,
// directions and with flushing, on data with wide exponents.
func TestDotNodesAgainstRationals(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	rat := func(f *format.Format, c wide.U128) *big.Rat {
		n := f.Unpack(c)
		m := new(big.Int).Or(new(big.Int).Lsh(new(big.Int).SetUint64(n.Sig.Hi), 64), new(big.Int).SetUint64(n.Sig.Lo))
		x := new(big.Rat).SetInt(m)
		e := int(n.Exp) - 127
		p := new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(max(e, -e))))
		if e < 0 {
			x.Quo(x, p)
		} else {
			x.Mul(x, p)
		}
		if n.Sign {
			x.Neg(x)
		}
		return x
	}
	for _, f := range []*format.Format{format.F32, format.F64, format.BF16, format.E5M2} {
		for trial := range 20 {
			in := Input{Format: f.ID, Dir: round.Direction(trial % 6), Flush: trial%7 == 3, N: uint8(2 + trial)}
			for i := range in.N {
				for c := range in.V {
					in.V[c][i] = f.Join(r.IntN(2) == 1, uint32(f.Bias)+uint32(r.IntN(5))-2, wide.From64(r.Uint64()).And(wide.Mask(uint(f.FracBits))))
				}
			}
			d := Build(in)
			for k := range d.Graphs {
				g := d.Graph(k)
				want := make([]*big.Rat, len(g.Nodes))
				for i, n := range g.Nodes {
					if !n.OK {
						continue
					}
					w := new(big.Rat)
					if n.Kind == reduce.Multiply || n.Kind == reduce.FusedAdd {
						w.Mul(rat(f, d.A[n.Leaf]), rat(f, d.B[n.Leaf]))
					}
					for _, k := range []int{n.L, n.R} {
						if k >= 0 {
							w.Add(w, want[k])
						}
					}
					want[i] = w
					got, ok := new(big.Rat).SetString(n.Exact.Decimal())
					if !ok || got.Cmp(w) != 0 {
						t.Fatalf("%s %s node %d: exact %s, want %s", f.ID, g.ID, i, n.Exact.Decimal(), w)
					}
					// The sign of the error is that of the difference.
					diff := new(big.Rat).Sub(rat(f, n.Bits), w)
					if f.ClassOf(n.Bits) == format.Zero {
						diff.Neg(w)
					}
					if s := sign(n.Total); s != 0 && s != diff.Sign() {
						t.Fatalf("%s %s node %d: total error %d, want sign of %s", f.ID, g.ID, i, n.Total, diff)
					}
				}
			}
		}
	}
}

func sign(n int64) int {
	switch {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}

// Nothing panics and no error is shown where data have no value, in any format.
func TestDotSpecials(t *testing.T) {
	for _, f := range format.All {
		in := Input{Format: f.ID, N: 3}
		for i, c := range []wide.U128{f.NaN(0), f.Max(false), f.MinPositive(false)} {
			in.V[0][i], in.V[1][2-i] = c, c
		}
		for _, sum := range []bool{false, true} {
			in.Sum = sum
			in.X = [3]wide.U128{f.Max(false), f.Max(true), f.NaN(0)}
			d := Build(in)
			d.Table()
			for k := range d.Graphs {
				for i := range d.Graphs[k].Nodes {
					x := d.Detail(k, i)
					if f.ClassOf(x.Code).IsNaN() && x.Total != "" {
						t.Errorf("%s: a NaN has the error %s", f.ID, x.Total)
					}
				}
			}
		}
	}
}

func TestDecimal(t *testing.T) {
	v := func(s string) exact.Value {
		c, err := operand.Read(s, format.F64)
		if err != nil {
			t.Fatal(err)
		}
		x, _ := exact.FromBits(format.F64, c)
		return x
	}
	for _, c := range []struct {
		text string
		most int
		want string
	}{
		{"0.1", 20, "0.10000000000000000555…"}, {"0.1", 60, "0.1000000000000000055511151231257827021181583404541015625"},
		{"-2.5", 3, "-2.5"}, {"0", 3, "0"}, {"-0", 3, "-0"}, {"1e300", 5, "1.0000…e+300"}, {"5e-324", 5, "4.9406…e-324"},
		{"123456", 4, "1.234…e+5"}, {"123456", 6, "123456"}, {"0.999999999", 3, "0.999…"}, {"1e22", 3, "1e+22"},
	} {
		if got := decimal(v(c.text), c.most); got != c.want {
			t.Errorf("%s to %d: %s, want %s", c.text, c.most, got, c.want)
		}
	}
}

func TestDotTail(t *testing.T) {
	x := exact.New(true, wide.NatFrom64(3), -2) // -0.75
	if got := tail(format.F32, x, 8); got != "0xBF400000" {
		t.Errorf("%s", got)
	}
	if got := tail(format.E5M2, exact.New(true, wide.NatFrom64(0x1ff), -8), 8); got != "0xBF.FC" {
		// 1.99609375 = 1.75 + 0.984375 quanta of 2^-2
		t.Errorf("%s", got)
	}
	if got := tail(format.F32, exact.New(false, wide.NatFrom64(1), 200), 8); got != "" {
		t.Errorf("beyond the format: %s", got)
	}
	if got := tail(format.F32, exact.New(false, wide.NatFrom64(1<<40|1), 0), 4); got != "0x53800000.0000…" {
		t.Errorf("cut: %s", got)
	}
}

func TestBinary(t *testing.T) {
	f := format.F32
	if got := binaryOf(f, exact.New(true, wide.NatFrom64(3), -150), 4); got != (Binary{Neg: true, Exp: -126, Lead: "0", Kept: strings.Repeat("0", 21) + "01", Lost: "1"}) {
		t.Errorf("subnormal: %+v", got)
	}
	if got := binaryCode(f, f.Inf(true)); got.Other != "−∞" {
		t.Errorf("%+v", got)
	}
	if got := binaryCode(f, wide.From64(0x3fc00000)); got != (Binary{Exp: 0, Lead: "1", Kept: "1" + strings.Repeat("0", 22)}) {
		t.Errorf("%+v", got)
	}
	if got := binaryOf(f, exact.New(false, wide.NatFrom64(1<<50|1), 0), 5); got.Lost != "00000" || !got.More {
		t.Errorf("%+v", got)
	}
	if got := binaryOf(f, exact.New(false, wide.NatFrom64(1), -400), 5); !got.More || got.Lead != "0" {
		t.Errorf("%+v", got)
	}
}
