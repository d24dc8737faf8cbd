//go:build !opening

package route

import (
	"strings"
	"testing"

	"ulplab/fpcore/summation"
	"ulplab/site/state"
)

// Every example, with everything that can be set, comes back from its link.
func TestSumExamplesHaveLinks(t *testing.T) {
	for _, e := range state.SumExamples {
		s := state.Update(state.Default(), state.SumSet{Do: state.SumOpen, Text: e.ID})
		s.View = state.Reduction
		all := []state.State{s}
		for _, a := range []state.Action{
			state.SumPut{ID: "k", Value: "ill"}, state.SumPut{ID: "c", Value: "9"}, state.SumSet{Do: state.SumTypeN, Text: "2^12"},
			state.SumSet{Do: state.SumTypeN, Text: "x&y"}, state.SumSet{Do: state.SumTypeSeed, Text: "77"}, state.SumSet{Do: state.SumSettle}, state.SumPut{ID: "f", Value: "64"},
			state.SumPut{ID: "d", Value: "1"}, state.SumLaunch{Threads: 512, Blocks: 132}, state.SumPut{ID: "p", Value: "shufflerising"},
			state.SumSort{Listed: true}, state.SumPick{ID: "torch.sum"}, state.SumSet{Do: state.SumTypeOwn, Text: "1 ½ <b>\n&; 2"},
			state.SumPut{ID: "ac", Value: "8"}, state.SumPut{ID: "cp", Value: "64"}, state.SumPut{ID: "at", Value: "atomics"},
			state.SumArithPreset{ID: "narrow"}, state.SumArithSet{Word: "sd=rtz"}, state.SumArithSet{Word: "m=mad"}, state.SumArithSet{Word: "z=1"}, state.SumArithSet{Word: "p=e8m0"}, state.SumArithSet{Word: "i="},
			state.SumStatSet{What: 'v', I: 1000}, state.SumStatSet{What: 'n', I: 20}, state.SumStatSet{What: 's', I: 1},
		} {
			s = state.Update(s, a)
			all = append(all, s)
		}
		for _, s := range all {
			link := Encode(s)
			if got := Decode(link, ""); got.Problems != "" || got != s {
				t.Fatalf("%s gives %s\n%+v\nwant\n%+v", link, got.Problems, got.Sum, s.Sum)
			}
		}
	}
}

func TestSumLinks(t *testing.T) {
	for link, want := range map[string]string{
		"#/v1/sum?n=1000&s=1&t=128&b=8": "#/v1/sum",
		"#/v1/sum?k=ill&c=9&n=8":        "#/v1/sum?c=9&k=ill&n=8",
		"#/v1/sum?d=1&f=64&t=32":        "#/v1/sum?d=1&f=64&t=32",
	} {
		if s := Decode(link, ""); Encode(s) != want || s.Problems != "" {
			t.Errorf("%s\n got %s %s\nwant %s", link, Encode(s), s.Problems, want)
		}
	}
	for link, words := range map[string]string{
		"#/v1/sum?n=1":        "a number of elements from 2 to 1048576",
		"#/v1/sum?n=1048577":  "a number of elements",
		"#/v1/sum?n=ten":      "a number of elements",
		"#/v1/sum?t=100":      "threads on offer",
		"#/v1/sum?b=0":        "blocks on offer",
		"#/v1/sum?k=best":     "a kind of data",
		"#/v1/sum?c=99":       "condition number",
		"#/v1/sum?f=16":       "neither 32 nor 64",
		"#/v1/sum?s=-1":       "not a seed",
		"#/v1/sum?p=serial":   "a pattern of the grid",
		"#/v1/sum?d=2":        "0 or 1",
		"#/v1/sum?threads=64": "means nothing here",
		"#/v1/sum?ac=3":       "accumulators on offer",
		"#/v1/sum?cp=65":      "CPU threads from 1 to 64",
		"#/v1/sum?at=warps":   "arrives by atomics",
		"#/v1/sum?ar=i=best":  "name no format",
		"#/v1/sum?sv=7":       "on offer for the statistics",
		"#/v1/sum?sn=21":      "on offer for the statistics",
		"#/v1/sum?sc=x":       "on offer for the statistics",
	} {
		if got := Decode(link, ""); !strings.Contains(got.Problems, words) {
			t.Errorf("%s: %q", link, got.Problems)
		}
	}
}

// Every setting of the numbers and orders is in links, and comes back.
func TestSumSettings(t *testing.T) {
	for _, set := range summation.Settings {
		s := state.Default()
		s.View = state.Reduction
		values := set.Values()
		if values == nil {
			values = []string{"2", "1048576"}
		}
		for _, v := range []string{values[0], values[len(values)-1]} {
			s = state.Update(s, state.SumPut{ID: set.ID, Value: v})
			if got := set.Get(&s.Sum.Input); got != v {
				t.Fatalf("%s is %s, not %s", set.ID, got, v)
			}
			link := Encode(s)
			if back := Decode(link, ""); set.Get(&back.Sum.Input) != v {
				t.Errorf("%s=%s is lost in %s", set.ID, v, link)
			}
		}
	}
}
