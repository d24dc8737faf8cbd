package operation

import (
	"strings"
	"testing"

	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/operand"
)

// Every example, with every direction, comes back from its link.
func TestOperationExamplesHaveLinks(t *testing.T) {
	var all []linked
	for _, e := range Examples {
		s := bench.With(e.State)
		all = append(all, s)
		for _, opt := range Options {
			for _, v := range opt.Values {
				if opt.Key != "it" {
					all = append(all, bench.Then(s, Set{Key: opt.Key, Value: v}))
				}
			}
		}
	}
	for _, s := range all {
		for _, d := range round.Directions {
			s.Part.Env.Direction = d.Dir
			link := bench.Link(s)
			got := bench.At(link, "")
			if got.Problems != "" {
				t.Fatalf("%s: %s", link, got.Problems)
			}
			// Operands beyond the arity are not part of a link.
			for i := s.Part.Arity(); i < len(s.Part.X); i++ {
				got.Part.X[i], s.Part.X[i] = operand.Entered{}, operand.Entered{}
			}
			if got != s {
				t.Fatalf("%s gives\n%+v\nwant\n%+v", link, got, s)
			}
		}
	}
}

func TestOperationLinks(t *testing.T) {
	bench.Becomes(t, map[string]string{
		"#/v1/op?o=mul&f=f32&ta=0.1&tb=3":       "#/v1/op?a=3dcccccd&b=40400000&f=f32&o=mul&ta=0.1&tb=3",
		"#/v1/op?o=sqrt&f=f64":                  "#/v1/op?a=3ff0000000000000&f=f64&o=sqrt",
		"#/v1/op?r=rtz":                         "#/v1/op?r=rtz",
		"#/v1/op?o=cvt&f=f32&g=e4m3&a=43e88000": "#/v1/op?a=43e88000&f=f32&g=e4m3&o=cvt",
		"#/v1/op?o=fromint&f=f32&it=s8&ta=-1":   "#/v1/op?a=ff&f=f32&it=s8&o=fromint&ta=-1",
		"#/v1/op?o=add&f=f32&g=f32&a=1&b=2":     "#/v1/op?a=00000001&b=00000002&f=f32&o=add",
	})
	s := bench.At("#/v1/op?o=add&f=f32&a=3f800000&ta=2&b=40000000", "")
	if s.Part.X[0].Bits != wide.From64(0x3f800000) || s.Part.X[0].Text.On || !strings.Contains(s.Problems, "bits are shown") {
		t.Errorf("text and bits that disagree: %+v", s.Part.X[0])
	}
}

func TestDamagedOperationLinks(t *testing.T) {
	bench.Says(t, map[string]string{
		"#/v1/op?o=power":             "an operation “power”",
		"#/v1/op?f=f33":               "a format “f33”",
		"#/v1/op?g=":                  "a format “”",
		"#/v1/op?t=never":             "“t=never” is not a choice",
		"#/v1/op?rb=65":               "“rb=65” is not a choice",
		"#/v1/op?r=sr":                "8 bits, 0x80, are taken",
		"#/v1/op?o=add&f=f16&a=10000": "“a=10000” is not a code of 16 bits",
		"#/v1/op?o=sqrt&b=1":          "says “b”",
	})
}

// TestRandomBitsOfALink: a link to stochastic rounding that does not say how many random bits gets the eight of a click.
func TestRandomBitsOfALink(t *testing.T) {
	for link, want := range map[string][2]uint64{
		"#/v1/op?r=sr":            {8, 0x80},
		"#/v1/op?r=sr&rn=5":       {8, 5},
		"#/v1/op?r=sr&rb=0":       {0, 0},
		"#/v1/op?r=sr&rb=16&rn=f": {16, 15},
		"#/v1/op?r=rne":           {0, 0},
	} {
		s := bench.At(link, "")
		if got := [2]uint64{uint64(s.Part.Env.RandomBits), s.Part.Env.Random}; got != want {
			t.Errorf("%s: %d bits %#x, want %d", link, got[0], got[1], want)
		}
		again := bench.At(bench.Link(s), "")
		if again.Part != s.Part || again.Problems != "" {
			t.Errorf("%s becomes %s: %s", link, bench.Link(s), again.Problems)
		}
	}
}

// FuzzOperation: any keys give a state whose link gives the same state again.
func FuzzOperation(f *testing.F) {
	bench.Fuzz(f, Examples, "o=fromint&it=u64&a=ffffffffffffffff&b=1&tb=x&all=1&x=1&rb=64&rn=1&r=sr", "f=e15m112&o=fma&a=1&ta=~ff&c=2&t=before&di=zero&fo=sub&ov=nan&nan=x87&p=8")
}
