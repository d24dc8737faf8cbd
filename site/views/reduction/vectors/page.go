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
	at       lab.Progress
	readOnly bool
}

// Section is the part on many vectors.
func Section(s sum.State, readOnly bool) markup.Node {
	j, _ := summation.AllVectors(s.Input, 0, 0) // what a job depends on
	_, at := lab.Made[*stats](running)
	return markup.El("section", markup.Class("sum-part"), markup.Attr("id", "sum-vectors"), markup.Attr("tabindex", "-1"),
		markup.List{markup.PartOf(statsIn{sum.State{Input: j.Input}, s.Stat, at, readOnly}, panel)})
}

// The tasks: what is shown before anything was asked for, and what was.
const (
	opening = "sum.first"
	running = "sum.vectors"
)

// stats is a result, of the job that gave it.
type stats struct {
	job string
	t   summation.Stats
}

// Tasks are the vectors that were asked for last.
func Tasks(s sum.State) []lab.Task {
	list := []lab.Task{lab.Slices[*stats]{Name: opening, Begin: func(*stats) *stats {
		t, _ := summation.ReadStats(firstJob, firstResult)
		return &stats{firstJob, t}
	}}.Task()}
	if r := s.Stat.Run; r.Job != "" {
		list = append(list, lab.Parts[*stats]{Name: running, In: r, Job: func() string { return r.Job },
			Read: func(before *stats, report work.Report) *stats {
				if t, ok := summation.ReadStats(r.Job, report.Result); ok {
					return &stats{r.Job, t}
				}
				return before
			}}.Task())
	}
	return list
}

func panel(in statsIn) markup.Node {
	v := in.s
	v.Stat = in.stat
	made, at := lab.Made[*stats](running)
	if made == nil {
		made, _ = lab.Made[*stats](opening)
	}
	t, scale := &made.t, int(in.stat.Scale)
	return markup.El("div",
		markup.Raw("div", "", html.Heading(vectorsTitle, words.Escape(vectorsNote))+markup.Still(ask(v), in.readOnly)),
		run(v, at),
		markup.Raw("div", "sum-wide", figure(t, made.job, v, busy(at)), markup.Exported("sum-plot", func() svg.Picture { return picture(t, scale, 720) }),
			markup.Tabled("sum-plot", func() string { return csv(t) })))
}

// busy reports whether vectors are computed, or could be gone on with.
func busy(at lab.Progress) bool { return at.State == work.Running || at.State == work.Paused }

// run is the control of the vectors.
func run(v sum.State, at lab.Progress) markup.Node {
	job, ok := jobOf(v)
	if !ok {
		return markup.El("div", markup.Class("sum-run"), markup.El("p", markup.Class("dim"), markup.Text(vectorsOwn)))
	}
	c := at.Control(running, "sum-run", "vectors", Start{})
	if busy(at) && v.Stat.Run.Job != job {
		c.Words += ", with the settings it was started with"
	}
	c.Classes = "sum-run"
	return c.Show()
}
