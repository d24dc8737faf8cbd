package matrixunit

import (
	"strings"
	"testing"
)

// Every example, with other units, types and patterns, comes back from its link.
func TestLinksComeBack(t *testing.T) {
	for _, e := range Examples() {
		s := bench.With(e.State)
		bench.Returns(t, s, bench.Then(s, Set{What: Swap}), bench.Then(s, Types{A: "bf16", B: "bf16", D: "f32"}), bench.Then(s, Types{A: "e4m3", B: "e5m2", D: "f16"}),
			bench.Then(s, Types{A: "f64"}), bench.Then(s, Set{What: Fill, Text: "wide"}), bench.Then(s, Set{What: Fill, Text: "cancelling"}), bench.Then(s, Set{What: TypeList, I: 1, Text: "1, 2/3; 0x1p-3"}),
			bench.Then(s, Set{What: TypeList, Text: "1 rubbish"}), bench.Then(s, Set{What: Type, Text: "0.1"}), bench.Then(s, Set{What: Step, I: 1}), bench.Then(s, Types{A: "u4", B: "s4", D: "s32"}), bench.Then(s, Types{A: "b1"}), bench.Then(s, Types{A: "u8", B: "u8", D: "u32"}), bench.Then(s, Pick{Element: Element{'C', 3, 1}}))
	}
}

func TestDamagedLinks(t *testing.T) {
	bench.Says(t, map[string]string{
		"#/v1/mma?u=mma.m1n1k1":                                                              "none of this view",
		"#/v1/mma?u=wgmma.m64n8k16.f32.f16.f16&g=80":                                         "Compute capability 8.0 does not have",
		"#/v1/mma?v=mma.m16n8k16.f32.bf16.bf16.f32":                                          "take different types",
		"#/v1/mma?u=mma.m16n8k64.f32.e2m1.e2m1.f32.mxf4.ue8m0.32&g=120":                      "take different types",
		"#/v1/mma?u=mma.m16n8k32.s32.s8.s8.s32.xor&g=90":                                     "none of this view",
		"#/v1/mma?u=mma.m16n8k32.s32.s8.s8.s32&g=70":                                         "Compute capability 7.0 does not have",
		"#/v1/mma?u=mma.m16n8k32.s32.s8.s8.s32&g=90&v=mma.m16n8k32.s32.s8.s8.s32&h=90&a=123": "codes of 8 bits",
		"#/v1/mma?a=12345":     "is not a list of up to 16 codes of 16 bits",
		"#/v1/mma?a=1x17":      "is not a list",
		"#/v1/mma?a=1x0":       "is not a list",
		"#/v1/mma?b=":          "is not a list",
		"#/v1/mma?c=123456789": "is not a code of 32 bits",
		"#/v1/mma?e=A.16.0":    "is not an element",
		"#/v1/mma?e=Q.1.1":     "is not an element",
		"#/v1/mma?u=mma.m8n8k4.f32.f16.f16.f32&v=mma.m8n8k4.f32.f16.f16.f32&g=70&h=70&e=A.0.4": "is not an element",
		"#/v1/mma?u=mma.m8n8k4.f32.f16.f16.f32&g=80":                                           "Compute capability 8.0 does not have",
	})
}

func TestRead(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"1 2", "1 2"}, {"1,2;0.5\n-3", "1 2 0.5 -3"}, {"2^-12 x16", "0.000244140625 x16"}, {"1 ×3 2", "1 x3 2"}, {"0 0 1", "0 x2 1"}, {"0", "0"}, {"1 0 0", "1"}, {"1 x1", "1"}, {"0x3c00", "1"},
	} {
		codes, err := readList(c.text, "f16", 16)
		if err != nil || Write(codes[:16], "f16") != c.want {
			t.Errorf("%q is read as %q, %v; want %q", c.text, Write(codes[:16], "f16"), err, c.want)
		}
	}
	for text, part := range map[string]string{
		"": "Write up to 16 numbers", "1 x17": "1 to 16 times", "1 2 x16": "more than 16 numbers", "x3": "follows a number", "1 x": "follows a number", "1 x0": "follows a number", "1 x99": "follows a number",
		"1 abc 2": "Number 2, “abc”: ", strings.Repeat("1 ", 17): "more than 16 numbers", "1 0x12345": "Number 2", "1 <b>": "Number 2, “<b>”",
	} {
		if _, err := readList(text, "f16", 16); err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%q: %v, want %q", text, err, part)
		}
	}
}

// Types that do not go together give way, and nothing is left of the operands beyond K.
func TestTypes(t *testing.T) {
	s := First()
	for _, a := range types() {
		for _, b := range types(a) {
			for _, d := range types(a, b) {
				for _, scales := range types(a, b, d) {
					n := Types{A: a, B: b, D: d, Scales: scales}.Apply(s)
					i := n.instruction()
					if typesOf(i) != [4]string{a, b, d, scales} || typesOf(n.Unit[1].Instruction()) != typesOf(i) {
						t.Errorf("%s %s %s %s gives %+v", a, b, d, scales, n.Unit)
					}
					for list, x := range n.X {
						_, most := n.list(list)
						for k := most; k < Most; k++ {
							if x.Code[k] != 0 {
								t.Errorf("%s: operand %d is %x", i.ID(), k, x.Code[k])
							}
						}
					}
				}
			}
		}
	}
	if n := (Types{A: "f16", B: "e4m3", D: "f64"}).Apply(s); n.instruction().B != "f16" {
		t.Errorf("%+v", n.Unit)
	}
	if n := (Types{A: "s8", B: "s16", D: "f32"}).Apply(s); n.instruction().B != "s8" || n.instruction().D != "s32" || n.X[0].Code == [Most]uint64{} {
		t.Errorf("%+v", n)
	}
	if n := (Choose{Side: 1, Unit: Unit{bfloat16, 90}}).Apply(s); n != s {
		t.Errorf("other types are taken: %+v", n.Unit)
	}
}
