package route

import (
	"strings"
	"testing"

	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
	"ulplab/site/state"
)

// Every example of both views, with every direction, comes back from its link.
func TestOperationExamplesHaveLinks(t *testing.T) {
	var all []state.State
	for _, e := range state.OpExamples {
		s := state.Default()
		s.View, s.Op = state.Operation, e.Op
		all = append(all, s)
		for _, opt := range state.OpOptions {
			for _, v := range opt.Values {
				if opt.Key != "it" {
					all = append(all, state.Update(s, state.OpSet{Key: opt.Key, Value: v}))
				}
			}
		}
	}
	for _, e := range state.FMAExamples {
		s := state.Default()
		s.View, s.FMA = state.Fused, e.FMA
		all = append(all, s, state.Update(s, state.FMAPlaces{N: 7}), state.Update(s, state.FMADecimal{Text: "1 + x"}), state.Update(s, state.FMAShow{}))
	}
	for _, s := range all {
		for _, d := range round.Directions {
			s.Op.Env.Direction = d.Dir
			if s.View == state.Fused {
				s.Op = state.Default().Op
				if d.Dir > round.ToOdd {
					continue
				}
				s.FMA.Dir = d.Dir
			}
			link := Encode(s)
			got := Decode(link, "")
			if got.Problems != "" {
				t.Fatalf("%s: %s", link, got.Problems)
			}
			// Operands beyond the arity are not part of a link.
			for i := s.Op.Arity(); i < len(s.Op.X); i++ {
				got.Op.X[i], s.Op.X[i] = state.Operand{}, state.Operand{}
			}
			if got != s {
				t.Fatalf("%s gives\n%+v\nwant\n%+v", link, got, s)
			}
		}
	}
}

func TestOperationLinks(t *testing.T) {
	for link, want := range map[string]string{
		"#/v1/op?o=mul&f=f32&ta=0.1&tb=3":        "#/v1/op?a=3dcccccd&b=40400000&f=f32&o=mul&ta=0.1&tb=3",
		"#/v1/op?o=sqrt&f=f64":                   "#/v1/op?a=3ff0000000000000&f=f64&o=sqrt",
		"#/v1/op?r=rtz":                          "#/v1/op?r=rtz",
		"#/v1/op?o=cvt&f=f32&g=e4m3&a=43e88000":  "#/v1/op?a=43e88000&f=f32&g=e4m3&o=cvt",
		"#/v1/op?o=fromint&f=f32&it=s8&ta=-1":    "#/v1/op?a=ff&f=f32&it=s8&o=fromint&ta=-1",
		"#/v1/op?o=add&f=f32&g=f32&a=1&b=2":      "#/v1/op?a=00000001&b=00000002&f=f32&o=add",
		"#/v1/fma?m=dec":                         "#/v1/fma?m=dec",
		"#/v1/fma?m=bin":                         "#/v1/fma",
		"#/v1/fma?f=f16&tx=0.1&ty=10&tz=-1":      "#/v1/fma?f=f16&tx=0.1&ty=10&tz=-1&x=2e66&y=4900&z=bc00",
		"#/v1/fma?m=dec&n=7&dx=1.00000008&all=1": "#/v1/fma?all=1&dx=1.00000008&m=dec&n=7",
	} {
		s := Decode(link, "")
		if got := Encode(s); s.Problems != "" || got != want {
			t.Errorf("%s became %s, want %s; problems %q", link, got, want, s.Problems)
		}
	}
	s := Decode("#/v1/op?o=add&f=f32&a=3f800000&ta=2&b=40000000", "")
	if s.Op.X[0].Bits != wide.From64(0x3f800000) || s.Op.X[0].Text.On || !strings.Contains(s.Problems, "bits are shown") {
		t.Errorf("text and bits that disagree: %+v", s.Op.X[0])
	}
}

func TestDamagedOperationLinks(t *testing.T) {
	for link, words := range map[string]string{
		"#/v1/op?o=power":             "an operation “power”",
		"#/v1/op?f=f33":               "a format “f33”",
		"#/v1/op?g=":                  "a format “”",
		"#/v1/op?t=never":             "“t=never” is not a choice",
		"#/v1/op?rb=65":               "“rb=65” is not a choice",
		"#/v1/op?r=sr":                "8 bits, 0x80, are taken",
		"#/v1/op?o=add&f=f16&a=10000": "“a=10000” is not a code of 16 bits",
		"#/v1/op?o=sqrt&b=1":          "says “b”",
		"#/v1/fma?n=11":               "3 to 10 digits",
		"#/v1/fma?m=hex":              "neither bin nor dec",
		"#/v1/fma?r=sr":               "no stochastic rounding",
		"#/v1/fma?f=x":                "a format “x”",
	} {
		if s := Decode(link, ""); !strings.Contains(s.Problems, words) {
			t.Errorf("%s: problems %q do not say %q", link, s.Problems, words)
		}
	}
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
		s := Decode(link, "")
		if got := [2]uint64{uint64(s.Op.Env.RandomBits), s.Op.Env.Random}; got != want {
			t.Errorf("%s: %d bits %#x, want %d", link, got[0], got[1], want)
		}
		again := Decode(Encode(s), "")
		if again.Op != s.Op || again.Problems != "" {
			t.Errorf("%s becomes %s: %s", link, Encode(s), again.Problems)
		}
	}
}

// FuzzOperation: any keys of both views give a state whose link gives the same state again.
func FuzzOperation(f *testing.F) {
	for _, e := range state.OpExamples {
		s := state.Default()
		s.View, s.Op = state.Operation, e.Op
		_, keys, _ := strings.Cut(Encode(s), "?")
		f.Add(false, keys)
	}
	for _, e := range state.FMAExamples {
		s := state.Default()
		s.View, s.FMA = state.Fused, e.FMA
		_, keys, _ := strings.Cut(Encode(s), "?")
		f.Add(true, keys)
	}
	f.Add(false, "o=fromint&it=u64&a=ffffffffffffffff&b=1&tb=x&all=1&x=1&rb=64&rn=1&r=sr")
	f.Add(false, "f=e15m112&o=fma&a=1&ta=~ff&c=2&t=before&di=zero&fo=sub&ov=nan&nan=x87&p=8")
	f.Add(true, "m=dec&n=3&dx=~31~65~33&f=e8m0&x=1&ty=1e&z=ff")
	f.Fuzz(func(t *testing.T, fma bool, keys string) {
		view := "op"
		if fma {
			view = "fma"
		}
		s := Decode("#/v1/"+view+"?"+keys, "")
		link := Encode(s)
		again := Decode(link, "")
		if again.Problems != "" {
			t.Fatalf("%q: its own link %q has problems: %s", keys, link, again.Problems)
		}
		again.Theme, again.Problems = s.Theme, s.Problems
		if again != s {
			t.Fatalf("%q: link %q gives\n%+v, want\n%+v", keys, link, again, s)
		}
	})
}
