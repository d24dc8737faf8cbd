package reduction

import (
	"slices"
	"strconv"

	"ulplab/fpcore/format"
	"ulplab/fpcore/summation"
	"ulplab/site/kit/html"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
	"ulplab/site/lab"
	"ulplab/site/work"
)

// arith are the controls of the arithmetic of additions, folded.
func arith(s State, off bool) markup.Node {
	preset := ""
	for _, p := range ArithPresets {
		if v, _ := summation.ReadArith(p[1]); v == s.Arith {
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
		adds = append(adds, markup.Choice{Value: id, Label: mulAddNames[i]})
	}
	flush := "0"
	if s.Arith.Flush {
		flush = "1"
	}
	a := s.Arith
	m := newSum(inputOf(s))
	problem := ""
	if a.MulAdd == summation.MAD {
		problem = m.MADProblem()
	}
	return markup.El("details", markup.Class("sum-arith"),
		markup.El("summary", markup.Text(arithTitle+": "+arithWords(m.Sums))),
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
		markup.El("p", markup.Class("problem"), markup.Attr("aria-live", "polite"), markup.Text(problem)),
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
			markup.El("output", markup.Class("num"), markup.Attr("for", id), markup.Text(value)),
			markup.El("input", markup.Attr("id", id), markup.Attr("type", "range"), markup.Attr("min", "0"), markup.Attr("max", strconv.Itoa(len(list)-1)), markup.Attr("aria-valuetext", value),
				markup.Prop("value", strconv.Itoa(slices.Index(list, value))), markup.Prop("disabled", in.readOnly),
				markup.OnInput(func(at string) markup.Action {
					if n, err := strconv.Atoi(at); err == nil && n >= 0 && n < len(list) {
						return Put{ID: key, Value: list[n]}
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

// statsIn is the input of the part on many vectors.
type statsIn struct {
	s        State // what the job depends on
	stat     Stat
	readOnly bool
}

// statInput keeps of the state what a job depends on.
func statInput(s State) State {
	v, _ := summation.AllVectors(s.Input, 0, 0)
	return State{Input: v.Input}
}

// statsShown is the last result, of the job that gave it.
type statsShown struct {
	job string
	t   summation.Stats
	ok  bool
}

// stats is the statistics of the page.
func stats() *statsShown { return lab.Remember[statsShown]("sum.stats") }

func sumStatistics(in statsIn) markup.Node {
	v := in.s
	v.Stat = in.stat
	if !stats().ok {
		stats().job = firstJob
		stats().t, stats().ok = summation.ReadStats(firstJob, firstResult)
	}
	t, scale := &stats().t, int(in.stat.Scale)
	return markup.El("div",
		markup.Raw("div", "", html.Heading(vectorsTitle, words.Escape(vectorsNote))+markup.Still(ask(v), in.readOnly)),
		markup.Raw("div", "row sum-run", run(v, in.readOnly)),
		markup.Raw("div", "sum-wide", statistics(t, stats().job, v), markup.Exported("sum-plot", func() svg.Picture { return plot(t, scale, 720) }),
			markup.Tabled("sum-plot", func() string { return statsCSV(t) })))
}

// sumRun starts (0), pauses (1), resumes (2) or cancels (3) the vectors.
func sumRun(what int) {
	switch what {
	case 1:
		lab.Host().(lab.Workers).PauseWork("sum")
	case 2:
		lab.Host().(lab.Workers).ResumeWork("sum")
	case 3:
		lab.Host().(lab.Workers).CancelWork("sum")
	default:
		job, ok := sumJob(lab.Now[State]())
		if !ok || lab.ReadOnly() {
			return
		}
		text, version := "", lab.Now[State]().Stat.Run.Version
		lab.Host().(lab.Workers).Work("sum", job, func(r work.Report) {
			if r.Result != "" && r.Result != text {
				text = r.Result
				if t, ok := summation.ReadStats(job, text); ok {
					stats().job, stats().t = job, t
					version++
				}
			}
			lab.Dispatch(Work{Run: Run{Job: job, State: r.State, Done: r.Done, Total: r.Total, Workers: int32(r.Workers), Version: version, Problem: r.Problem}})
		})
	}
}
