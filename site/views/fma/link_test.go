package fma

import (
	"testing"

	"ulplab/fpcore/round"
)

// Every example, with every direction, comes back from its link.
func TestFMAExamplesHaveLinks(t *testing.T) {
	for _, e := range Examples {
		s := bench.With(e.State)
		for _, s := range []linked{s, bench.Then(s, Places{N: 7}), bench.Then(s, Decimal{Text: "1 + x"}), bench.Then(s, Show{})} {
			for _, d := range round.Directions {
				if d.Dir <= round.ToOdd {
					bench.Returns(t, bench.Then(s, Dir{Dir: d.Dir}))
				}
			}
		}
	}
}

func TestFMALinks(t *testing.T) {
	bench.Becomes(t, map[string]string{
		"#/v1/fma?m=dec":                         "#/v1/fma?m=dec",
		"#/v1/fma?m=bin":                         "#/v1/fma",
		"#/v1/fma?f=f16&tx=0.1&ty=10&tz=-1":      "#/v1/fma?f=f16&tx=0.1&ty=10&tz=-1&x=2e66&y=4900&z=bc00",
		"#/v1/fma?m=dec&n=7&dx=1.00000008&all=1": "#/v1/fma?all=1&dx=1.00000008&m=dec&n=7",
	})
}

func TestDamagedFMALinks(t *testing.T) {
	bench.Says(t, map[string]string{
		"#/v1/fma?n=11":  "3 to 10 digits",
		"#/v1/fma?m=hex": "neither bin nor dec",
		"#/v1/fma?r=sr":  "no stochastic rounding",
		"#/v1/fma?f=x":   "a format “x”",
	})
}

// FuzzFMA: any keys give a state whose link gives the same state again.
func FuzzFMA(f *testing.F) {
	bench.Fuzz(f, Examples, "m=dec&n=3&dx=~31~65~33&f=e8m0&x=1&ty=1e&z=ff")
}
