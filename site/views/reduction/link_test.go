package reduction

import (
	"testing"

	"ulplab/fpcore/summation"
	"ulplab/site/lab"
	"ulplab/site/lab/labtest"
	"ulplab/site/views/reduction/launches"
	"ulplab/site/views/reduction/program"
	"ulplab/site/views/reduction/sum"
	"ulplab/site/views/reduction/vectors"
)

// Every example, with everything that can be set, comes back from its link.
func TestSumExamplesHaveLinks(t *testing.T) {
	labtest.Worded(t, sum.Examples, ExampleWords)
	for _, e := range sum.Examples {
		bench.Returns(t, labtest.Turns(bench, bench.Then(bench.With(sum.First()), Set{Do: Open, Text: e.ID}), []lab.Action[sum.State]{
			sum.Put{ID: "k", Value: "ill"}, sum.Put{ID: "c", Value: "9"}, Set{Do: TypeN, Text: "2^12"},
			Set{Do: TypeN, Text: "x&y"}, Set{Do: TypeSeed, Text: "77"}, Set{Do: Settle}, sum.Put{ID: "f", Value: "64"},
			sum.Put{ID: "d", Value: "1"}, launches.Choose{Threads: 512, Blocks: 132}, sum.Put{ID: "p", Value: "shufflerising"},
			Sort{Listed: true}, Pick{ID: "torch.sum"}, Set{Do: TypeOwn, Text: "1 ½ <b>\n&; 2"},
			sum.Put{ID: "ac", Value: "8"}, sum.Put{ID: "cp", Value: "64"}, sum.Put{ID: "at", Value: "atomics"},
			ArithPreset{ID: "narrow"}, ArithSet{Word: "sd=rtz"}, ArithSet{Word: "m=mad"}, ArithSet{Word: "z=1"}, ArithSet{Word: "p=e8m0"}, ArithSet{Word: "i="},
			vectors.Set{What: 'v', I: 1000}, vectors.Set{What: 'n', I: 20}, vectors.Set{What: 's', I: 1},
			program.SetLang{Lang: 2}, OpenFile{Name: "my numbers & more.csv", Digest: "00ff00ff00ff00ff"}, FileSet{Column: 3, Raw: "bf16"}, sum.Put{ID: "k", Value: "uniform"},
		})...)
	}
}

func TestSumLinks(t *testing.T) {
	bench.Becomes(t, map[string]string{
		"#/v1/sum?n=1000&s=1&t=128&b=8": "#/v1/sum",
		"#/v1/sum?k=ill&c=9&n=8":        "#/v1/sum?c=9&k=ill&n=8",
		"#/v1/sum?d=1&f=64&t=32":        "#/v1/sum?d=1&f=64&t=32",
	})
	bench.Says(t, map[string]string{
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
		"#/v1/sum?cl=-1":      "a language",
		"#/v1/sum?fd=123":     "the digest of a file",
		"#/v1/sum?fc=64":      "not a column",
		"#/v1/sum?fr=f8":      "a format of raw values",
	})
}

// Every setting of the numbers and orders is in links, and comes back.
func TestSumSettings(t *testing.T) {
	for _, set := range summation.Settings {
		s := bench.With(sum.First())
		values := set.Values()
		if values == nil {
			values = []string{"2", "1048576"}
		}
		for _, v := range []string{values[0], values[len(values)-1]} {
			s = bench.Then(s, sum.Put{ID: set.ID, Value: v})
			if got := set.Get(&s.Part.Input); got != v {
				t.Fatalf("%s is %s, not %s", set.ID, got, v)
			}
			link := bench.Link(s)
			if back := bench.At(link, ""); set.Get(&back.Part.Input) != v {
				t.Errorf("%s=%s is lost in %s", set.ID, v, link)
			}
		}
	}
}
