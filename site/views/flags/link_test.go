package flags

import (
	"testing"

	"ulplab/fpcore/gpu"
)

// Every example with every set of options, capability and histogram comes back from its link.
func TestFlagsExamplesHaveLinks(t *testing.T) {
	for _, e := range Examples {
		s := bench.With(e.State)
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
		bench.Returns(t, all...)
	}
}

func TestFlagsLinks(t *testing.T) {
	bench.Becomes(t, map[string]string{
		"#/v1/flags?l=ieee&r=fast&cc=9.0&o=a~2fb": "#/v1/flags",
		"#/v1/flags?r=00010":                      "#/v1/flags?r=00010",
		"#/v1/flags?r=11110&o=sqrt":               "#/v1/flags?o=sqrt&r=11110",
		"#/v1/flags?d=1":                          "#/v1/flags?a=4032800000000000&b=4008000000000000&c=3fb999999999999a&d=1&ta=18.5&tb=3&tc=0.1",
		"#/v1/flags?cc=1.3&n=binade&ta=1":         "#/v1/flags?a=3f800000&b=40400000&c=3dcccccd&cc=1.3&n=binade&ta=1&tb=3&tc=0.1",
	})
	bench.Says(t, map[string]string{
		"#/v1/flags?r=fastest": "names no set of compiler options",
		"#/v1/flags?cc=9.9":    "a compute capability “9.9”",
		"#/v1/flags?o=a~25b":   "an operation “a%b”",
		"#/v1/flags?n=far":     "not over “far”",
	})
}
