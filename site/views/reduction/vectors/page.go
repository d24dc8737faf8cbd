package vectors

import (
	"ulplab/fpcore/summation"
	"ulplab/site/kit/html"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
	"ulplab/site/lab"
	"ulplab/site/views/reduction/sum"
	"ulplab/site/work"
)

// statsIn is the input of the part on many vectors.
type statsIn struct {
	s        sum.State // what the job depends on
	stat     sum.Stat
	readOnly bool
}

// Section is the part on many vectors.
func Section(s sum.State, readOnly bool) markup.Node {
	j, _ := summation.AllVectors(s.Input, 0, 0) // what a job depends on
	return markup.El("section", markup.Class("sum-part"), markup.Attr("id", "sum-vectors"), markup.Attr("tabindex", "-1"),
		markup.List{markup.PartOf(statsIn{sum.State{Input: j.Input}, s.Stat, readOnly}, panel)})
}

// statsShown is the last result, of the job that gave it.
type statsShown struct {
	job string
	t   summation.Stats
	ok  bool
}

// stats is the statistics of the page.
func stats() *statsShown { return lab.Remember[statsShown]("sum.stats") }

func panel(in statsIn) markup.Node {
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
		markup.Raw("div", "sum-wide", figure(t, stats().job, v), markup.Exported("sum-plot", func() svg.Picture { return picture(t, scale, 720) }),
			markup.Tabled("sum-plot", func() string { return csv(t) })))
}

// Do starts (0), pauses (1), resumes (2) or cancels (3) the vectors.
func Do(what int) {
	switch what {
	case 1:
		lab.Host().(lab.Workers).PauseWork("sum")
	case 2:
		lab.Host().(lab.Workers).ResumeWork("sum")
	case 3:
		lab.Host().(lab.Workers).CancelWork("sum")
	default:
		job, ok := jobOf(lab.Now[sum.State]())
		if !ok || lab.ReadOnly() {
			return
		}
		text, version := "", lab.Now[sum.State]().Stat.Run.Version
		lab.Host().(lab.Workers).Work("sum", job, func(r work.Report) {
			if r.Result != "" && r.Result != text {
				text = r.Result
				if t, ok := summation.ReadStats(job, text); ok {
					stats().job, stats().t = job, t
					version++
				}
			}
			lab.Dispatch(Work{Run: sum.Run{Job: job, State: r.State, Done: r.Done, Total: r.Total, Workers: int32(r.Workers), Version: version, Problem: r.Problem}})
		})
	}
}
