package route

import (
	"strings"
	"testing"

	"ulplab/fpcore/gpu"
	"ulplab/site/state"
)

// Every example with every set of options, capability and histogram comes back from its link.
func TestFlagsExamplesHaveLinks(t *testing.T) {
	for _, e := range state.FlagsExamples {
		s := state.Default()
		s.View, s.Flags = state.CompilerFlags, e.Flags
		var all []state.State
		for b := range uint8(32) {
			v := s
			v.Flags.Mode[b&1] = state.FlagsOf(b).Effective()
			v.Flags.Over = state.Over(b % 3)
			all = append(all, v)
		}
		for _, p := range gpu.Profiles() {
			v := s
			v.Flags.CC = p.CC
			all = append(all, v, state.Update(v, state.FlagsStep{I: 1, Up: true}), state.Update(v, state.FlagsType{I: 2, Text: "1/"}))
		}
		for _, o := range gpu.Operations {
			all = append(all, state.Update(s, state.FlagsPick{ID: o.ID}))
		}
		all = append(all, state.Update(s, state.FlagsDouble{Double: true}), state.Update(s, state.FlagsDouble{}))
		for _, s := range all {
			link := Encode(s)
			got := Decode(link, "")
			if got.Problems != "" || got != s {
				t.Fatalf("%s gives %s\n%+v\nwant\n%+v", link, got.Problems, got.Flags, s.Flags)
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
		s := Decode(link, "")
		if got := Encode(s); got != want || s.Problems != "" {
			t.Errorf("%s\n got %s %s\nwant %s", link, got, s.Problems, want)
		}
	}
	for link, words := range map[string]string{
		"#/v1/flags?r=fastest": "names no set of compiler options",
		"#/v1/flags?cc=9.9":    "a compute capability “9.9”",
		"#/v1/flags?o=a~25b":   "an operation “a%b”",
		"#/v1/flags?n=far":     "not over “far”",
	} {
		if s := Decode(link, ""); !strings.Contains(s.Problems, words) {
			t.Errorf("%s: problems %q do not say %q", link, s.Problems, words)
		}
	}
}

// The operands of the table of intrinsics come back from the link of the view that it is part of.
func TestIntrinLinks(t *testing.T) {
	first := state.Default()
	first.Devices.Intrin = state.FirstIntrin()
	var all []state.State
	for _, e := range state.IntrinExamples {
		all = append(all, state.Update(first, state.IntrinOpen{ID: e.ID}))
	}
	typed := state.Update(first, state.IntrinType{I: 1, Text: "0x3fb999999999999a"})
	all = append(all, state.Update(first, state.IntrinFTZ{}), state.Update(first, state.IntrinStep{I: 2}), typed,
		state.Update(typed, state.IntrinType{I: 1, Text: "0.1 ?"}), state.Update(first, state.IntrinType{I: 0, Text: "-"}))
	for _, s := range all {
		var w Writer
		encodeIntrin(s.Devices.Intrin, &w)
		query := strings.TrimPrefix(w.query(), "?")
		r := Reader{pairs: split(query)}
		got := state.FirstIntrin()
		decodeIntrin(&r, &got)
		if got != s.Devices.Intrin || len(r.problems) > 0 {
			t.Errorf("%s gives %v\n%+v\nwant\n%+v", query, r.problems, got, s.Devices.Intrin)
		}
	}
	for query, words := range map[string]string{
		"ia=3dcc":           "not a code of 8 hexadecimal digits",
		"ib=zzzzzzzz":       "not a code of 8 hexadecimal digits",
		"ic=3dcccccd&itc=2": "gives the codes of another value",
	} {
		r := Reader{pairs: split(query)}
		got := state.FirstIntrin()
		decodeIntrin(&r, &got)
		if !strings.Contains(strings.Join(r.problems, " "), words) {
			t.Errorf("%s: %v", query, r.problems)
		}
	}
}
