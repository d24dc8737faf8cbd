package ptx

import (
	"strings"
	"testing"

	"ulplab/site/lab"
	"ulplab/site/lab/labtest"
)

// Every example, with everything that can be set, comes back from its link.
func TestLinks(t *testing.T) {
	labtest.Worded(t, Examples, ExampleWords)
	bench.Becomes(t, map[string]string{"#/v1/ptx": "#/v1/ptx"})
	for _, e := range Examples {
		bench.Returns(t, labtest.Turns(bench, bench.With(e.State), []lab.Action[State]{
			Set{Do: Grid, Text: "2, 3"}, Set{Do: Block, Text: " 32 x 2"}, Set{Do: Shared, Text: "1 024"}, Set{Do: Kind, I: 1, Text: "laplace"}, Set{Do: Numbers, I: 1, Text: "2^4"},
			Set{Do: Seed, I: 1, Text: "77"}, Set{Do: TypeOf, I: 1, Text: "f64"}, Set{Do: Kind, I: 2, Text: Count, Fit: Arg{Kind: Value, Type: "u32", Text: "1"}}, Set{Do: Kind, I: 3, Text: List},
			Set{Do: Listed, I: 3, Text: " 1,\t½ <b>\n&; 2 "}, Set{Do: Fuse}, Set{Do: Compare, I: 1}, Set{Do: Compare, I: 2}, Set{Do: Order, I: 3}, Set{Do: Follow, I: 3, J: 17}, Set{Do: Look, I: 12},
			Set{Do: SideOf, I: 1}, Set{Do: BufferOf, I: 1}, Set{Do: Page, I: 24}, Set{Do: Differ}, Set{Do: Free}, Set{Do: Entry, Text: "a b"}, Set{Do: Type, I: 1, Text: "\x00é\n"},
			OpenFile{Place: "a", Name: "a b.ptx", Digest: "0123456789abcdef"}, OpenFile{Place: "D", Name: "x y.npy", Digest: "0123456789abcdef"}, Set{Do: Close},
		})...)
	}
}

func TestLinkProblems(t *testing.T) {
	bench.Says(t, map[string]string{
		"#/v1/ptx?m=none":           "“none”",
		"#/v1/ptx?c=3":              "not a comparison",
		"#/v1/ptx?o=9":              "not an order",
		"#/v1/ptx?i=-1":             "not a step",
		"#/v1/ptx?w=1":              "not a block and a thread",
		"#/v1/ptx?w=0.2000":         "not a block and a thread",
		"#/v1/ptx?a=f32":            "not the value of a parameter",
		"#/v1/ptx?a=f33~20zero~201": "not the value of a parameter",
		"#/v1/ptx?f=2":              "neither 0 nor 1",
		"#/v1/ptx?td=12":            "not the digest of a file",
		"#/v1/ptx?r=1e9":            "not an element",
		"#/v1/ptx?zz=2":             "means nothing here",
		"#/v1/ptx?t=" + strings.Repeat("b", 20000): "longer than 16,000 bytes",
	})
}

// FuzzLink: any keys give a state whose link gives the same state again.
func FuzzLink(f *testing.F) {
	bench.Fuzz(f, Examples, "m=softmax&g=7", "m=exp&t=x", "t=&a=f32~20list~201~202~0a~0au32~20value~203&w=3.4&i=9", "a=f32~20file~20~20&uf=x&ud=0123456789abcdef&c=2", "a=~0a~0a&g=~09&s=~201")
}

// A module where C is asked for is told, with a link that opens it.
func TestInstead(t *testing.T) {
	said := Instead(contractFused)
	_, href, _ := strings.Cut(said, `href="`)
	href, _, _ = strings.Cut(href, `"`)
	want := State{Input: Input{Grid: "1", Block: "32"}}
	want.Modules[0].Text = contractFused
	if href != strings.ReplaceAll(Link(want), "&", "&amp;") {
		t.Errorf("%s", said)
	}
	for _, other := range []string{"", "a*b + c", ".entry", contractFused + strings.Repeat(" ", MaxText)} {
		if said := Instead(other); said != "" {
			t.Errorf("%q: %s", other, said)
		}
	}
}
