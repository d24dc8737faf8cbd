//go:build !opening

package ui

import (
	"slices"
	"strconv"
	"ulplab/site/kit/markup"

	"ulplab/fpcore/format"
	"ulplab/fpcore/summation"
	"ulplab/site/draw"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/state"
	"ulplab/site/work"
)

// sumArith are the controls of the arithmetic of additions, folded.
func sumArith(s state.Sum, off bool) markup.Node {
	preset := ""
	for _, p := range state.SumArithPresets {
		if v, _ := summation.ReadArith(p[1]); v == s.Arith {
			preset = p[0]
		}
	}
	presets := []markup.Choice{{Value: "", Label: prose.OwnExample}}
	for i, p := range state.SumArithPresets {
		presets = append(presets, markup.Choice{Value: p[0], Label: prose.SumArithNames[i]})
	}
	word := func(key string) func(string) markup.Action {
		return func(v string) markup.Action { return state.SumArithSet{Word: key + "=" + v} }
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
		adds = append(adds, markup.Choice{Value: id, Label: prose.SumMulAddNames[i]})
	}
	flush := "0"
	if s.Arith.Flush {
		flush = "1"
	}
	a := s.Arith
	m := model.NewSum(model.SumInputOf(s))
	problem := ""
	if a.MulAdd == summation.MAD {
		problem = m.MADProblem()
	}
	return markup.El("details", markup.Class("sum-arith"),
		markup.El("summary", markup.Text(prose.SumArithTitle+": "+draw.SumArithWords(m.Sums))),
		markup.El("div", markup.Class("controls"),
			markup.Select("sum-ar", "Setting", preset, presets, off, func(v string) markup.Action { return state.SumArithPreset{ID: v} }),
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
		markup.Raw("p", "note", draw.Escape(prose.SumArithNote)+" "+draw.Escape(prose.SumArithMAD)))
}

// sumSliders are the numbers of threads.
func sumSliders(in sumControlsIn) markup.Node {
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
						return state.SumPut{ID: key, Value: list[n]}
					}
					return nil
				}), markup.OnSettled(nil)))
	}
	return markup.El("div", markup.Class("controls"),
		sumSetting("sum-pattern", "Inside a block", "p", &s, in.readOnly, named(prose.SumPatterns[:]...)),
		slide("sum-slide-t", "Threads per block", "t"),
		slide("sum-slide-b", "Blocks", "b"),
		slide("sum-slide-a", "Accumulators per thread", "ac"),
		slide("sum-slide-c", "CPU threads", "cp"))
}

// sumStatsIn is the input of the part on many vectors.
type sumStatsIn struct {
	s        state.Sum // what the job depends on
	stat     state.SumStat
	readOnly bool
}

// statInput keeps of the state what a job depends on.
func statInput(s state.Sum) state.Sum {
	v, _ := summation.AllVectors(s.Input, 0, 0)
	return state.Sum{Input: v.Input}
}

// sumStats is the last result, of the job that gave it.
var sumStats struct {
	job string
	t   summation.Stats
	ok  bool
}

func sumStatistics(in sumStatsIn) markup.Node {
	v := in.s
	v.Stat = in.stat
	if !sumStats.ok {
		sumStats.job = model.SumFirstJob
		sumStats.t, sumStats.ok = summation.ReadStats(model.SumFirstJob, model.SumFirstResult)
	}
	t, scale := &sumStats.t, int(in.stat.Scale)
	return markup.El("div",
		markup.Raw("div", "", draw.Heading(prose.SumVectorsTitle, draw.Escape(prose.SumVectorsNote))+markup.Still(draw.SumAsk(v), in.readOnly)),
		markup.Raw("div", "row sum-run", draw.SumRun(v, in.readOnly)),
		markup.Raw("div", "sum-wide", draw.SumStatistics(t, sumStats.job, v), markup.Exported("sum-plot", func() draw.Picture { return draw.SumPlot(t, scale, 720) }),
			markup.Tabled("sum-plot", func() string { return model.SumStatsCSV(t) })))
}

// sumRun starts (0), pauses (1), resumes (2) or cancels (3) the vectors.
func sumRun(what int) {
	switch what {
	case 1:
		app.host.PauseWork("sum")
	case 2:
		app.host.ResumeWork("sum")
	case 3:
		app.host.CancelWork("sum")
	default:
		job, ok := model.SumJob(app.state.Sum)
		if !ok || app.state.ReadOnly {
			return
		}
		text, version := "", app.state.Sum.Stat.Run.Version
		app.host.Work("sum", job, func(r work.Report) {
			if r.Result != "" && r.Result != text {
				text = r.Result
				if t, ok := summation.ReadStats(job, text); ok {
					sumStats.job, sumStats.t = job, t
					version++
				}
			}
			stages := [...]state.FnStage{work.Running: state.FnRunning, work.Paused: state.FnPaused, work.Finished: state.FnDone, work.Cancelled: state.FnCancelled, work.Failed: state.FnFailed}
			dispatch(state.SumWork{Run: state.SumRun{Job: job, State: stages[r.State], Done: r.Done, Total: r.Total, Workers: int32(r.Workers), Version: version, Problem: r.Problem}})
		})
	}
}
