package matrixunit

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/tensor"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/golden"
	"ulplab/site/kit/microscope"
	"ulplab/site/lab/labtest"
)

// Instructions.
const (
	hopper16 = "mma.m16n8k16.f32.f16.f16.f32"
	bfloat16 = "mma.m16n8k16.f32.bf16.bf16.f32"
	fp8warp  = "mma.m16n8k32.f32.e4m3.e4m3.f32"
	double4  = "mma.m8n8k4.f64.f64.f64.f64"
	bits16   = "mma.m16n8k128.s32.b1.b1.s32.xor"
	bits8    = "mma.m8n8k128.s32.b1.b1.s32.xor"
)

func exampleModel(t *testing.T, id string) *Model {
	t.Helper()
	return Build(labtest.Example(t, Examples(), id))
}

// The bits that distinguish generations, as they were published, and what the words of the examples say.
func TestExamplesTell(t *testing.T) {
	for _, c := range []struct{ id, first, second, chain, said string }{
		{"vanish", "0x3f800004", "0x3f800000", "0x3f800000", "The units differ: 9.0 Hopper is exact, 8.0 Ampere is 4.00000 ulp off."},
		{"volta", "0x3f7fffff", "0x3f800000", "0x3f7fffff", "8.0 Ampere is exact"},
		{"cancel", "0x00000000", "0x00000000", "0x00000000", "same bits"},
		{"order", "0x00000000", "0x43000000", "0x43800000", "The units differ"},
		{"truncate", "0x3f800000", "0x3f800000", "0x3f800000", "0.750000 ulp off"},
		{"subnormal", "0x00000001", "0x00000000", "0x00000001", "The units differ"},
		{"inputs", "0x33800000", "0x33800000", "0x33800002", "2.00000 ulp off, and a chain"},
		{"turing", "0x3f800000", "0x3f800000", "0x3f800001", "same bits"},
		{"eight", "0x43800000", "0x43803e00", "0x43803e00", "12.0 Blackwell is exact"},
		{"scales", "0x3f800000", "0x3f800004", "0x3f800000", "mma m16n8k32 mxf8f6f4 is 4.00000 ulp off, mma m16n8k64 mxf4 is exact."},
		{"nvfp4", "0x00000000", "0x00000000", "0x35800000", "a chain of fused multiply-adds gives other bits"},
		{"half", "0x3c01", "0x3c01", "0x3c00", "correctly rounded"},
		{"wrap", "0x8007e01f", "0x7fffffff", "", "is 4294967296 off, since beyond 32 bits it wraps"},
		{"between", "0x7ffff588", "0x7ffc07ff", "", "mma m16n8k32 .satfinite is exact; mma m16n8k16 .satfinite is"},
		{"dp4a", "0x00000251", "0x00000251", "", "Both units deliver the exact sum."},
		{"bits", "0x00000050", "0x00000050", "", "exact sum"},
	} {
		m := exampleModel(t, c.id)
		chain := ""
		for _, r := range m.Rows {
			if strings.HasSuffix(r.Name, "k rising") {
				chain = r.Datum.Hex
			}
		}
		if a, b := m.Sides[0].Result.Hex, m.Sides[1].Result.Hex; a != c.first || b != c.second || chain != c.chain || !strings.Contains(m.Verdict, c.said) {
			t.Errorf("%s: %s %s, chain %s: %s", c.id, a, b, chain, m.Verdict)
		}
	}
	labtest.Worded(t, Examples(), ExampleWords)
	turing := exampleModel(t, "turing")
	if r := turing.Rows[1]; !strings.Contains(r.Name, "another source") || r.Datum.Hex != "0x3f800001" {
		t.Errorf("the other source of Turing: %+v", r)
	}
	if r := exampleModel(t, "subnormal").Rows[1]; !strings.Contains(r.Name, "another source") || !strings.Contains(r.Detail, "MMA-Sim") || r.Datum.Hex != "0x00000000" {
		t.Errorf("the other source near the smallest numbers: %+v", r)
	}
}

// rational is a code as a rational number.
func rational(f *format.Format, c uint64) *big.Rat {
	v, _ := exact.FromBits(f, wide.From64(c))
	return rat(v)
}

func rat(v exact.Value) *big.Rat {
	n, _ := new(big.Int).SetString("0"+v.Mag.String(), 10)
	r := new(big.Rat).SetInt(n)
	shift := new(big.Int).Lsh(big.NewInt(1), uint(max(v.Exp, -v.Exp)))
	if v.Exp < 0 {
		r.Quo(r, new(big.Rat).SetInt(shift))
	} else {
		r.Mul(r, new(big.Rat).SetInt(shift))
	}
	if v.Neg {
		r.Neg(r)
	}
	return r
}

// TestAgainstBig: the correctly rounded result and the chains against math/big, on patterns in binary16 with binary32
// results, and what the blocks cut off makes up the difference of sum and exact value.
func TestAgainstBig(t *testing.T) {
	s := First()
	for n := range 120 {
		s = Set{What: Fill, Text: Patterns[n%len(Patterns)].ID}.Apply(s)
		m := Build(s)
		round := func(r *big.Rat) uint64 {
			f, _ := r.Float32()
			return uint64(math.Float32bits(f))
		}
		sum := rational(format.F32, s.C.Bits.Lo)
		chain := [2]*big.Rat{rational(format.F32, s.C.Bits.Lo), rational(format.F32, s.C.Bits.Lo)}
		var codes [2]uint64
		for k := range m.K {
			sum.Add(sum, new(big.Rat).Mul(rational(format.F16, s.X[0].Code[k]), rational(format.F16, s.X[1].Code[k])))
			for way, j := range [2]int{k, m.K - 1 - k} {
				p := new(big.Rat).Mul(rational(format.F16, s.X[0].Code[j]), rational(format.F16, s.X[1].Code[j]))
				codes[way] = round(p.Add(p, chain[way]))
				chain[way] = rational(format.F32, codes[way])
			}
		}
		rows := m.Rows[len(m.Rows)-3:]
		for i, want := range [3]uint64{round(sum), codes[0], codes[1]} {
			if rows[i].Datum.Code.Lo != want {
				t.Fatalf("%s: %s is %x, not %x", Link(s), rows[i].Name, rows[i].Datum.Code.Lo, want)
			}
		}
		for _, side := range m.Sides {
			for _, b := range side.Blocks {
				terms, kept := new(big.Rat), big.NewRat(b.Step.Sum, 1)
				for _, k := range b.Order {
					terms.Add(terms, new(big.Rat).Mul(rational(format.F16, s.X[0].Code[k]), rational(format.F16, s.X[1].Code[k])))
				}
				terms.Add(terms, rational(format.F32, b.Step.In))
				unit := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), uint(max(0, -b.Step.Quantum))))
				if b.Step.Quantum > 0 {
					unit.SetInt(new(big.Int).Lsh(big.NewInt(1), uint(b.Step.Quantum)))
				}
				v, _ := lost(&b.Step)
				cut := rat(v)
				if kept.Mul(kept, unit).Add(kept, cut).Cmp(terms) != 0 {
					t.Fatalf("%s: %s keeps %v and loses %v of %v", Link(s), side.Name, kept, cut, terms)
				}
			}
		}
	}
}

// Infinities and NaNs align nothing, and every example's page is well-formed with a reader's text in it.
func TestMarkup(t *testing.T) {
	for _, e := range Examples() {
		for _, s := range []State{e.State, Set{What: TypeList, Text: `<img src=x onerror="alert(1)">&'`}.Apply(e.State), Set{What: TypeList, Text: "inf 1 nan"}.Apply(e.State), Set{What: Swap}.Apply(e.State)} {
			m := Build(s)
			golden.Markup(t, e.ID, `<div>`+Results(m)+unit(&m.Sides[0])+unit(&m.Sides[1])+Sources(m)+Under(m)+`</div>`)
			for i := range m.Sides {
				golden.WellFormed(t, e.ID+" picture", Picture(&m.Sides[i]).File(true))
				for _, b := range m.Sides[i].Blocks {
					if len(b.Scope.Rows) > 0 {
						golden.Inside(t, e.ID, microscope.Draw(&b.Scope, microscope.ScopeWide, ""), microscope.ScopeWide.Width+40)
						golden.Inside(t, e.ID, microscope.Draw(&b.Scope, microscope.ScopeNarrow, ""), microscope.ScopeNarrow.Width+60)
					}
				}
			}
		}
	}
	m := Build(Set{What: TypeList, Text: "inf 1"}.Apply(First()))
	if m.Sides[0].Result.Hex != "0x7f800000" || !strings.Contains(m.Sides[0].Blocks[0].Caption, "nothing is aligned") || m.Exact != "" {
		t.Errorf("with an infinity: %+v", m.Sides[0].Result)
	}
}

// The goldens were looked at in a browser, light and dark.
func TestGoldens(t *testing.T) {
	for _, id := range []string{"vanish", "order", "pairs"} {
		golden.Compare(t, "unit_"+id+".svg", Picture(&exampleModel(t, id).Sides[1]).File(false))
	}
}

// What is said of places, for shapes that PTX draws.
func TestLives(t *testing.T) {
	for _, c := range []struct {
		id   string
		e    Element
		want string
	}{
		{hopper16, Element{'A', 9, 3}, "A, row 9, k = 3: lane 5, its element 3, the upper half of register 1 of the matrix. It takes part in row 9 of D."},
		{hopper16, Element{'B', 9, 2}, "B, k = 9, column 2: lane 8, its element 3, the upper half of register 1 of the matrix. It takes part in column 2 of D."},
		{hopper16, Element{'C', 10, 5}, "C and D, row 10, column 5: lane 10, its element 3, in register 3 of the matrix. It is made of row 10 of A and column 5 of B."},
		{fp8warp, Element{'A', 8, 21}, "A, row 8, k = 21: lane 1, its element 13, byte 1 of register 3 of the matrix. It takes part in row 8 of D."},
		{bits16, Element{'A', 9, 3}, "A, row 9, k = 96 to 127: lane 7, its element 1, in register 1 of the matrix. It takes part in row 9 of D."},
		{bits8, Element{'B', 1, 2}, "B, k = 32 to 63, column 2: lane 9, its element 0, in register 0 of the matrix. It takes part in column 2 of D."},
		{double4, Element{'A', 7, 3}, "A, row 7, k = 3: lane 31, its element 0, in registers 0 and 1 of the matrix. It takes part in row 7 of D."},
		{"mma.m8n8k4.f32.f16.f16.f32", Element{'C', 6, 5}, "C and D, row 6, column 5: lane 16 in the first quad pair, 20, 24 and 28 in the others, its element 7, in register 7 of the matrix. It is made of row 6 of A and column 5 of B."},
		{"mma.m8n8k4.f16.f16.f16.f16.col.row", Element{'A', 6, 1}, "A, row 6, k = 1: lane 17 in the first quad pair, 21, 25 and 29 in the others, its element 2, the lower half of register 1 of the matrix. It takes part in row 6 of D."},
		{"wgmma.m64n8k16.f32.f16.f16", Element{'C', 25, 5}, "C and D, row 25, column 5: lane 6 of warp 1, its element 3, in register 3 of the matrix. It is made of row 25 of A and column 5 of B."},
	} {
		s := First()
		s.Unit[0].ID, s.Pick = c.id, c.e
		if got := livesWords(&s); got != c.want {
			t.Errorf("%s %v: %q\nwant %q", c.id, c.e, got, c.want)
		}
	}
	for id, i := range instructions() {
		s := First()
		s.Unit[0].ID = id
		i = i.Registers()
		if f, any := fragments(i); any {
			for o, x := range f {
				if x.Lanes == 0 {
					continue
				}
				if n, each := registerCount(i, o, x); n == 0 || each == 0 || n*32*32 != x.Copies*x.Rows*x.Cols*registerBits(i, o)*32/x.Lanes {
					t.Errorf("%s, %c: %d registers of %d elements", id, operands[o], n, each)
				}
			}
		}
		marks(i, s.shownElement(), false)
	}
}

// registerBits is the number of bits of a register that an element takes.
func registerBits(i tensor.Instruction, o int) int {
	t := i.A
	if o == 2 {
		t = i.D
	}
	if n := tensor.IntType(t).Bits; n != 0 {
		return int(n)
	}
	if i.K == 64 && t == "e2m1" {
		return 4
	}
	return map[string]int{"f16": 16, "bf16": 16, "tf32": 32, "f32": 32, "f64": 64}[t] + map[string]int{"e4m3": 8, "e5m2": 8, "e2m3": 8, "e3m2": 8, "e2m1": 8}[t]
}
