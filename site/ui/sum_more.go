//go:build !opening

package ui

import (
	"slices"
	"strconv"

	"ulplab/fpcore/format"
	"ulplab/site/draw"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/state"
	"ulplab/site/work"
)

// sumArith are the controls of the arithmetic of additions, folded.
func sumArith(s state.Sum, off bool) node {
	preset := ""
	for _, p := range state.SumArithPresets {
		if v, _ := state.ReadSumArith(p[1]); v == s.Arith {
			preset = p[0]
		}
	}
	presets := []choice{{"", prose.OwnExample, ""}}
	for i, p := range state.SumArithPresets {
		presets = append(presets, choice{p[0], prose.SumArithNames[i], ""})
	}
	word := func(key string) func(string) state.Action {
		return func(v string) state.Action { return state.SumArithSet{Word: key + "=" + v} }
	}
	formats := func(id, label, key, value, like string) node {
		list := []choice{{"", like, ""}}
		for _, f := range format.All {
			list = append(list, choice{f.ID, f.Name, ""})
		}
		return choose(id, label, value, list, off, word(key))
	}
	direction := func(id, label, key string, value uint8) node {
		var list []choice
		for _, d := range state.SumDirections {
			list = append(list, choice{d.ID, d.Name, ""})
		}
		return choose(id, label, state.SumDirections[value].ID, list, off, word(key))
	}
	var adds []choice
	for i, id := range state.SumMulAdds {
		adds = append(adds, choice{id, prose.SumMulAddNames[i], ""})
	}
	flush := "0"
	if s.Arith.Flush {
		flush = "1"
	}
	a := s.Arith
	m := model.NewSum(model.SumInputOf(s))
	problem := ""
	if a.MulAdd == state.SumMAD {
		problem = m.MADProblem()
	}
	return el("details", has(class("sum-arith")),
		el("summary", text(prose.SumArithTitle+": "+draw.SumArithWords(m))),
		el("div", has(class("controls")),
			choose("sum-ar", "Setting", preset, presets, off, func(v string) state.Action { return state.SumArithPreset{ID: v} }),
			choose("sum-ar-m", "Multiply-add", state.SumMulAdds[a.MulAdd], adds, off, word("m")),
			choose("sum-ar-z", "Subnormals", flush, []choice{{"0", "kept", ""}, {"1", "flushed to zero", ""}}, off, word("z")),
			formats("sum-ar-i", "Elements", "i", a.In, "as above"),
			formats("sum-ar-p", "Products", "p", a.Product, "as the sums"),
			direction("sum-ar-pd", "Products rounded", "pd", a.ProductDirection),
			formats("sum-ar-s", "Sums", "s", a.Sum, "as the elements"),
			direction("sum-ar-sd", "Sums rounded", "sd", a.SumDirection),
			formats("sum-ar-r", "Result", "r", a.Out, "as the sums"),
			direction("sum-ar-rd", "Result rounded", "rd", a.OutDirection)),
		el("p", has(class("problem"), attr("aria-live", "polite")), text(problem)),
		raw("p", "note", draw.Escape(prose.SumArithNote)+" "+draw.Escape(prose.SumArithMAD)))
}

// sumSliders are the numbers of threads.
func sumSliders(in sumControlsIn) node {
	s := in.s
	slide := func(id, label string, list []int, value int32, do state.SumDo) node {
		at := max(0, slices.Index(list, int(value)))
		return el("div", has(class("field sum-slide")),
			el("label", has(class("label"), attr("for", id)), text(label)),
			el("output", has(class("num"), attr("for", id)), text(strconv.Itoa(int(value)))),
			el("input", has(attr("id", id), attr("type", "range"), attr("min", "0"), attr("max", strconv.Itoa(len(list)-1)), attr("aria-valuetext", strconv.Itoa(int(value))),
				prop("value", strconv.Itoa(at)), prop("disabled", in.readOnly),
				inputs(func(s string) state.Action {
					if n, err := strconv.Atoi(s); err == nil && n >= 0 && n < len(list) {
						return state.SumSet{Do: do, I: list[n]}
					}
					return nil
				}), settles(nil))))
	}
	cpu := make([]int, state.SumMostCPU)
	for i := range cpu {
		cpu[i] = i + 1
	}
	var kinds []choice
	for i, id := range state.SumPatterns {
		kinds = append(kinds, choice{id, prose.SumPatterns[i], ""})
	}
	return el("div", has(class("controls")),
		choose("sum-pattern", "Inside a block", state.SumPatterns[s.Pattern], kinds, in.readOnly, sumSet(state.SumSetPattern)),
		slide("sum-slide-t", "Threads per block", state.SumThreads[:], s.Threads, state.SumSetThreads),
		slide("sum-slide-b", "Blocks", state.SumBlocks[:], s.Blocks, state.SumSetBlocks),
		slide("sum-slide-a", "Accumulators per thread", state.SumAccums[:], s.Accums, state.SumSetAccums),
		slide("sum-slide-c", "CPU threads", cpu, s.CPU, state.SumSetCPU))
}

// sumStatsIn is the input of the part on many vectors.
type sumStatsIn struct {
	s        state.Sum // what the job depends on
	stat     state.SumStat
	readOnly bool
}

// statInput keeps of the state what a job depends on.
func statInput(s state.Sum) state.Sum {
	return state.Sum{Kind: s.Kind, Cond: s.Cond, Dot: s.Dot, Double: s.Double, Threads: s.Threads, Blocks: s.Blocks, CPU: s.CPU, Seed: s.Seed, Arith: s.Arith}
}

// sumStats is the last result, of the job that gave it.
var sumStats struct {
	job string
	t   model.SumStats
	ok  bool
}

func sumStatistics(in sumStatsIn) node {
	v := in.s
	v.Stat = in.stat
	if !sumStats.ok {
		sumStats.job = model.SumFirstJob
		sumStats.t, sumStats.ok = model.ReadSumStats(model.SumFirstJob, model.SumFirstResult)
	}
	t, scale := &sumStats.t, int(in.stat.Scale)
	return el("div",
		raw("div", "", draw.Heading(prose.SumVectorsTitle, draw.Escape(prose.SumVectorsNote))+still(draw.SumAsk(v), in.readOnly)),
		raw("div", "row sum-run", draw.SumRun(v, in.readOnly)),
		raw("div", "sum-wide", draw.SumStatistics(t, sumStats.job, v), export{"sum-plot", func() draw.Picture { return draw.SumPlot(t, scale, 720) }, func() string { return t.CSV() }}))
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
				if t, ok := model.ReadSumStats(job, text); ok {
					sumStats.job, sumStats.t = job, t
					version++
				}
			}
			stages := [...]state.FnStage{work.Running: state.FnRunning, work.Paused: state.FnPaused, work.Finished: state.FnDone, work.Cancelled: state.FnCancelled, work.Failed: state.FnFailed}
			dispatch(state.SumWork{Run: state.SumRun{Job: job, State: stages[r.State], Done: r.Done, Total: r.Total, Workers: int32(r.Workers), Version: version, Problem: r.Problem}})
		})
	}
}
