package flags

import (
	"strings"
	"testing"

	"ulplab/fpcore/gpu"
)

// Every example with every set of options, capability and histogram comes back from its link.
func TestFlagsExamplesHaveLinks(t *testing.T) {
	for _, e := range Examples {
		s := bench.First()
		s.View, s.Part = ID, e.State
		var all []linked
		for b := range uint8(32) {
			v := s
			v.Part.Mode[b&1] = Of(b).Effective()
			v.Part.Over = Over(b % 3)
			all = append(all, v)
		}
		for _, p := range gpu.Profiles() {
			v := s
			v.Part.CC = p.CC
			all = append(all, v, bench.Then(v, Step{I: 1, Up: true}), bench.Then(v, Type{I: 2, Text: "1/"}))
		}
		for _, o := range gpu.Operations {
			all = append(all, bench.Then(s, Pick{ID: o.ID}))
		}
		all = append(all, bench.Then(s, Double{Double: true}), bench.Then(s, Double{}))
		for _, s := range all {
			link := bench.Link(s)
			got := bench.At(link, "")
			if got.Problems != "" || got != s {
				t.Fatalf("%s gives %s\n%+v\nwant\n%+v", link, got.Problems, got.Part, s.Part)
			}
		}
	}
}

func TestFlagsLinks(t *testing.T) {
	for link, want := range map[string]string{
		"#/v1/flags?l=ieee&r=fast&cc=9.0&o=a~2fb": "#/v1/flags",
		"#/v1/flags?r=00010":                      "#/v1/flags?r=00010",
		"#/v1/flags?r=11110&o=sqrt":               "#/v1/flags?o=sqrt&r=11110",
		"#/v1/flags?d=1":                          "#/v1/flags?a=4032800000000000&b=4008000000000000&c=3fb999999999999a&d=1&ta=18.5&tb=3&tc=0.1",
		"#/v1/flags?cc=1.3&n=binade&ta=1":         "#/v1/flags?a=3f800000&b=40400000&c=3dcccccd&cc=1.3&n=binade&ta=1&tb=3&tc=0.1",
	} {
		s := bench.At(link, "")
		if got := bench.Link(s); got != want || s.Problems != "" {
			t.Errorf("%s\n got %s %s\nwant %s", link, got, s.Problems, want)
		}
	}
	for link, words := range map[string]string{
		"#/v1/flags?r=fastest": "names no set of compiler options",
		"#/v1/flags?cc=9.9":    "a compute capability “9.9”",
		"#/v1/flags?o=a~25b":   "an operation “a%b”",
		"#/v1/flags?n=far":     "not over “far”",
	} {
		if s := bench.At(link, ""); !strings.Contains(s.Problems, words) {
			t.Errorf("%s: problems %q do not say %q", link, s.Problems, words)
		}
	}
}
