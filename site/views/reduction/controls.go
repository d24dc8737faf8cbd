package reduction

import (
	"slices"
	"strconv"

	"ulplab/fpcore/format"
	"ulplab/fpcore/summation"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/words"
	"ulplab/site/views/reduction/names"
	"ulplab/site/views/reduction/sum"
)

// drafts reports whether number of elements and seed are understood as they stand in their fields.
func drafts(s sum.State) (n, seed bool) {
	_, n = ReadN(s.NText.Text)
	_, seed = ReadSeed(s.SText.Text)
	return n || !s.NText.On, seed || !s.SText.On
}

// unread names the fields that are not understood: the results shown are of other data than they say.
func unread(s sum.State) (names []string) {
	n, seed := drafts(s)
	if s.Kind < summation.Own && !n {
		names = append(names, "the number of elements")
	}
	if s.Kind < summation.Own && !seed {
		names = append(names, "the seed")
	}
	return names
}

type controlsIn struct {
	s        sum.State
	readOnly bool
	problem  string
}

// shown is what an element of the controls shows that is made anew only where that changed.
type shown struct {
	of, value string
	off       bool
}

// setting is a choice among the values of a setting, in words.
func setting(id, label, key string, s *sum.State, off bool, words func(i int, value string) string) markup.Node {
	set, _ := summation.SettingOf(key)
	return markup.Bare(shown{id, set.Get(&s.Input), off}, func(in shown) markup.Node {
		var list []markup.Choice
		for i, v := range set.Values() {
			list = append(list, markup.Choice{Value: v, Label: words(i, v)})
		}
		return markup.Select(id, label, in.value, list, off, func(v string) markup.Action { return sum.Put{ID: key, Value: v} })
	})
}

// asItIs is the word of a value that is shown as it is.
func asItIs(_ int, value string) string { return value }

// named are the words of values in their order.
func named(words ...string) func(int, string) string {
	return func(i int, _ string) string { return words[i] }
}

func set(do Do) func(string) markup.Action {
	return func(v string) markup.Action { return Set{Do: do, Text: v} }
}

func controls(in controlsIn) markup.Node {
	s, off := in.s, in.readOnly
	own := s.Kind >= summation.Own
	settle := func() markup.Action { return Set{Do: Settle} }
	draft := func(id, label, hint string, d operand.Draft, n int32, good bool, problem string, do Do) markup.Node {
		shown := strconv.Itoa(int(n))
		if d.On {
			shown = d.Text
		}
		if good {
			problem = ""
		}
		return markup.Field(markup.Entry{ID: id, Label: label, Shown: shown, Hint: hint, Problem: problem, Disabled: off, Typed: set(do), Settled: settle})
	}
	nOK, seedOK := drafts(s)
	m := sum.New(sum.InputOf(s))
	a := arithIn{s.Arith, names.Arithmetic(m.Sums), "", off}
	if s.Arith.MulAdd == summation.MAD {
		a.problem = m.MADProblem()
	}
	hidden := func(hide bool, n markup.Node) markup.Node {
		return markup.El("div", markup.Class("sum-slot"), markup.Flag("hidden", hide), markup.List{n})
	}
	return markup.El("div",
		markup.Bare(shown{"example", exampleOf(s), off}, func(in shown) markup.Node {
			return markup.Examples("sum", ExampleWords, "Custom data: the same orders on them.", in.value, off, openExample)
		}),
		markup.El("div", markup.Class("controls sum-controls"),
			setting("sum-kind", "Data", "k", &s, off, named(names.Kinds[:]...)),
			hidden(own, draft("sum-n", "Elements", "1000, 2^20", s.NText, s.N, nOK, "A number from 2 to 1048576, or a power as 2^20.", TypeN)),
			hidden(own, draft("sum-seed", "Seed", "1", s.SText, s.Seed, seedOK, "A number from 0 to 1073741824.", TypeSeed)),
			hidden(s.Kind != summation.Ill, setting("sum-cond", "Condition number", "c", &s, off, func(_ int, v string) string { return "about 10^" + v })),
			setting("sum-dot", "Compute", "d", &s, off, named("sum", "dot product")),
			setting("sum-double", "Format", "f", &s, off, named("binary32", "binary64")),
			setting("sum-threads", "Threads per block", "t", &s, off, asItIs),
			setting("sum-blocks", "Blocks", "b", &s, off, asItIs)),
		markup.Bare(sizesOf(&s, off), sizes),
		markup.Bare(a, arith),
		markup.El("div", markup.Class("field sum-own"), markup.Flag("hidden", s.Kind != summation.Own),
			markup.El("label", markup.Class("label"), markup.Attr("for", "sum-own"), markup.Text("Numbers, separated by spaces, commas or line ends; for a dot product a semicolon between the vectors")),
			markup.El("textarea", markup.Attr("id", "sum-own"), markup.Attr("rows", "3"), markup.Attr("spellcheck", "false"), markup.Attr("autocomplete", "off"),
				markup.Prop("value", s.Own), markup.Prop("readOnly", off), markup.Attr("aria-invalid", strconv.FormatBool(in.problem != "")),
				markup.OnInput(typed), markup.OnSettled(nil))),
		markup.El("div", markup.Class("sum-slot"), markup.Flag("hidden", s.Kind != summation.File), markup.List{markup.PartOf(fileIn{sum.InputOf(s), off}, file)}))
}

// told are telling sizes.
var told = [...]int{8, 64, 1000, 4096, 65536, 1 << 20}

type sizesIn struct {
	n           int // one of those, or 0
	hidden, off bool
}

func sizesOf(s *sum.State, off bool) sizesIn {
	in := sizesIn{0, s.Kind >= summation.Own, off}
	if slices.Contains(told[:], int(s.N)) {
		in.n = int(s.N)
	}
	return in
}

// sizes are buttons for telling sizes.
func sizes(in sizesIn) markup.Node {
	var list markup.List
	for i, n := range told {
		list = append(list, markup.Button([...]string{"8", "64", "1,000", "4,096", "65,536", "2²⁰"}[i], sum.Put{ID: "n", Value: strconv.Itoa(n)}, markup.Class("chip"), markup.Pressed(in.n == n), markup.Prop("disabled", in.off)))
	}
	return markup.El("div", markup.Class("row sum-sizes"), markup.Flag("hidden", in.hidden), list)
}

type arithIn struct {
	a              summation.Arith
	title, problem string
	off            bool
}

// arith are the controls of the arithmetic of additions, folded.
func arith(in arithIn) markup.Node {
	a, off, preset := in.a, in.off, ""
	for _, p := range ArithPresets {
		if v, _ := summation.ReadArith(p[1]); v == a {
			preset = p[0]
		}
	}
	presets := []markup.Choice{{Value: "", Label: words.OwnExample}}
	for i, p := range ArithPresets {
		presets = append(presets, markup.Choice{Value: p[0], Label: arithNames[i]})
	}
	word := func(key string) func(string) markup.Action {
		return func(v string) markup.Action { return ArithSet{Word: key + "=" + v} }
	}
	formats := func(id, label, key, value, like string) markup.Node {
		list := []markup.Choice{{Value: "", Label: like}}
		for _, f := range format.All {
			list = append(list, markup.Choice{Value: f.ID, Label: f.Name})
		}
		return markup.Select(id, label, value, list, off, word(key))
	}
	direction := func(id, label, key string, value uint8) markup.Node {
		var list []markup.Choice
		for _, d := range summation.Directions {
			list = append(list, markup.Choice{Value: d.ID, Label: d.Name})
		}
		return markup.Select(id, label, summation.Directions[value].ID, list, off, word(key))
	}
	var adds []markup.Choice
	for i, id := range summation.MulAdds {
		adds = append(adds, markup.Choice{Value: id, Label: names.MulAdds[i]})
	}
	flush := "0"
	if a.Flush {
		flush = "1"
	}
	return markup.El("details", markup.Class("sum-arith"),
		markup.El("summary", markup.Text(arithTitle+": "+in.title)),
		markup.El("div", markup.Class("controls"),
			markup.Select("sum-ar", "Setting", preset, presets, off, func(v string) markup.Action { return ArithPreset{ID: v} }),
			markup.Select("sum-ar-m", "Multiply-add", summation.MulAdds[a.MulAdd], adds, off, word("m")),
			markup.Select("sum-ar-z", "Subnormals", flush, []markup.Choice{{Value: "0", Label: "kept"}, {Value: "1", Label: "flushed to zero"}}, off, word("z")),
			formats("sum-ar-i", "Elements", "i", a.In, "as above"),
			formats("sum-ar-p", "Products", "p", a.Product, "as the sums"),
			direction("sum-ar-pd", "Products rounded", "pd", a.ProductDirection),
			formats("sum-ar-s", "Sums", "s", a.Sum, "as the elements"),
			direction("sum-ar-sd", "Sums rounded", "sd", a.SumDirection),
			formats("sum-ar-r", "Result", "r", a.Out, "as the sums"),
			direction("sum-ar-rd", "Result rounded", "rd", a.OutDirection)),
		markup.El("p", markup.Class("problem"), markup.Text(in.problem)),
		markup.Raw("p", "note", words.Escape(arithNote)+" "+words.Escape(arithMAD)))
}

// sliders are the numbers of threads.
func sliders(in controlsIn) markup.Node {
	s := in.s
	slide := func(id, label, key string) markup.Node {
		set, _ := summation.SettingOf(key)
		list, value := set.Values(), set.Get(&s.Input)
		return markup.El("div", markup.Class("field sum-slide"),
			markup.El("label", markup.Class("label"), markup.Attr("for", id), markup.Text(label)),
			markup.El("span", markup.Class("num"), markup.Text(value)),
			markup.El("input", markup.Attr("id", id), markup.Attr("type", "range"), markup.Attr("min", "0"), markup.Attr("max", strconv.Itoa(len(list)-1)), markup.Attr("aria-valuetext", value),
				markup.Prop("value", strconv.Itoa(slices.Index(list, value))), markup.Prop("disabled", in.readOnly),
				markup.OnInput(func(at string) markup.Action {
					if n, err := strconv.Atoi(at); err == nil && n >= 0 && n < len(list) {
						return sum.Put{ID: key, Value: list[n]}
					}
					return nil
				}), markup.OnSettled(nil)))
	}
	return markup.El("div", markup.Class("controls"),
		setting("sum-pattern", "Inside a block", "p", &s, in.readOnly, named(patterns[:]...)),
		slide("sum-slide-t", "Threads per block", "t"),
		slide("sum-slide-b", "Blocks", "b"),
		slide("sum-slide-a", "Accumulators per thread", "ac"),
		slide("sum-slide-c", "CPU threads", "cp"))
}

// openExample shows the example of an ID.
func openExample(id string) markup.Action { return Set{Do: Open, Text: id} }
