package x87

import (
	"testing"

	"ulplab/site/lab"
	"ulplab/site/lab/labtest"
)

// Every example, with everything else that the view can show, comes back from its link.
func TestX87Links(t *testing.T) {
	bench.Becomes(t, map[string]string{"#/v1/x87": "#/v1/x87"})
	for _, e := range Examples {
		bench.Returns(t, labtest.Turns(bench, bench.With(e.State), []lab.Action[State]{Spill{Step: 2}, Set{Precision: 24, Spills: SpillAll}, Show{At: 3},
			Bit{Bit: 10}, Bit{MXCSR: true, Bit: 6}, Operand{I: 0, Text: "0.7"}, Nudge{I: 0, Up: true}, Type{Text: "a +"}})...)
	}
}

func TestX87LinkProblems(t *testing.T) {
	bench.Says(t, map[string]string{
		"#/v1/x87?y=half":              "neither float nor double",
		"#/v1/x87?x=a%2B":              "ends where a value is expected",
		"#/v1/x87?cw=12345":            "four hexadecimal digits",
		"#/v1/x87?sp=x":                "hexadecimal bits or “all”",
		"#/v1/x87?i=-1":                "is a number",
		"#/v1/x87?y=float&a=1ffff0000": "not a code of 32 bits",
	})
	bench.Becomes(t, map[string]string{
		"#/v1/x87?x=a*b%2Bc&ta=2":  "#/v1/x87?a=4000000000000000&b=3ca0000000000001&c=3ff0000000000000&ta=2&tb=0x1.0000000000001p-53&x=a~2ab~2bc&y=double",
		"#/v1/x87?cw=ffff&mx=ffff": "#/v1/x87?cw=f7f&mx=ffc0",
		"#/v1/x87?sp=ffffffff":     "#/v1/x87?sp=all",
		"#/v1/x87?tx=b-a":          "#/v1/x87?a=3ff0000000000000&b=3ca0000000000001&ta=1&tb=0x1.0000000000001p-53&x=b-a&y=double",
	})
}

// FuzzX87: any keys give a state whose link gives the same state again.
func FuzzX87(f *testing.F) {
	bench.Fuzz(f, Examples, "x=cos(a)&y=float&ta=1/3&cw=0&mx=0&sp=5&i=4")
}
