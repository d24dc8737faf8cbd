package fma

import (
	"strings"
	"testing"

	"ulplab/fpcore/round"
)

// Every example, with every direction, comes back from its link.
func TestFMAExamplesHaveLinks(t *testing.T) {
	var all []linked
	for _, e := range Examples {
		s := bench.First()
		s.View, s.Part = ID, e.State
		all = append(all, s, bench.Then(s, Places{N: 7}), bench.Then(s, Decimal{Text: "1 + x"}), bench.Then(s, Show{}))
	}
	for _, s := range all {
		for _, d := range round.Directions {
			if d.Dir > round.ToOdd {
				continue
			}
			s.Part.Dir = d.Dir
			link := bench.Link(s)
			got := bench.At(link, "")
			if got.Problems != "" {
				t.Fatalf("%s: %s", link, got.Problems)
			}
			if got != s {
				t.Fatalf("%s gives\n%+v\nwant\n%+v", link, got, s)
			}
		}
	}
}

func TestFMALinks(t *testing.T) {
	for link, want := range map[string]string{
		"#/v1/fma?m=dec":                         "#/v1/fma?m=dec",
		"#/v1/fma?m=bin":                         "#/v1/fma",
		"#/v1/fma?f=f16&tx=0.1&ty=10&tz=-1":      "#/v1/fma?f=f16&tx=0.1&ty=10&tz=-1&x=2e66&y=4900&z=bc00",
		"#/v1/fma?m=dec&n=7&dx=1.00000008&all=1": "#/v1/fma?all=1&dx=1.00000008&m=dec&n=7",
	} {
		s := bench.At(link, "")
		if got := bench.Link(s); s.Problems != "" || got != want {
			t.Errorf("%s became %s, want %s; problems %q", link, got, want, s.Problems)
		}
	}
}

func TestDamagedFMALinks(t *testing.T) {
	for link, words := range map[string]string{
		"#/v1/fma?n=11":  "3 to 10 digits",
		"#/v1/fma?m=hex": "neither bin nor dec",
		"#/v1/fma?r=sr":  "no stochastic rounding",
		"#/v1/fma?f=x":   "a format “x”",
	} {
		if s := bench.At(link, ""); !strings.Contains(s.Problems, words) {
			t.Errorf("%s: problems %q do not say %q", link, s.Problems, words)
		}
	}
}

// FuzzFMA: any keys give a state whose link gives the same state again.
func FuzzFMA(f *testing.F) {
	for _, e := range Examples {
		s := bench.First()
		s.View, s.Part = ID, e.State
		_, keys, _ := strings.Cut(bench.Link(s), "?")
		f.Add(keys)
	}
	f.Add("m=dec&n=3&dx=~31~65~33&f=e8m0&x=1&ty=1e&z=ff")
	f.Fuzz(func(t *testing.T, keys string) {
		s := bench.At("#/v1/fma?"+keys, "")
		link := bench.Link(s)
		again := bench.At(link, "")
		if again.Problems != "" {
			t.Fatalf("%q: its own link %q has problems: %s", keys, link, again.Problems)
		}
		again.Theme, again.Problems = s.Theme, s.Problems
		if again != s {
			t.Fatalf("%q: link %q gives\n%+v, want\n%+v", keys, link, again, s)
		}
	})
}
