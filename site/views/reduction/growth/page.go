// Package growth is the picture of the view Reduction of errors while an order runs.
package growth

import (
	"ulplab/fpcore/summation"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/svg"
	"ulplab/site/lab"
	"ulplab/site/views/reduction/sum"
	"ulplab/site/work"
)

// running is the task that computes the errors.
const running = "sum.growth"

// asked is what the errors depend on, zero until the table is complete, so that they do not hold it up.
type asked struct {
	in    sum.Input
	order string
}

// Tasks are the errors by step of the order looked at.
func Tasks(s sum.State) []lab.Task {
	in, m := asked{}, sum.Ready(s)
	if m != nil && m.Described() && m.RowsDone == len(m.Rows) {
		in = asked{m.In, s.Looked()}
	}
	return []lab.Task{lab.Slices[*summation.Growth]{Name: running, In: in,
		Begin: func(before *summation.Growth) *summation.Growth {
			if before != nil {
				before.Close()
			}
			if in.order == "" {
				return nil
			}
			t, _ := m.Growth(in.order)
			return t
		},
		Step: func(t *summation.Growth) bool { return t == nil || t.Step() }}.Task()}
}

// panelIn is what the panel depends on: the errors, once all are there.
type panelIn struct{ made *summation.Growth }

// Panel shows the errors while the order looked at runs.
func Panel() markup.Node {
	in := panelIn{}
	if t, at := lab.Made[*summation.Growth](running); at.State == work.Finished {
		in.made = t
	}
	return markup.PhoneFold(title, markup.Panel("sum-figure", in, drawn), markup.Flag("hidden", in.made == nil))
}

func drawn(in panelIn) markup.Node {
	if in.made == nil {
		return markup.Raw("div", "", "")
	}
	t := in.made
	return markup.Raw("div", "", both(t), markup.Exported("sum-time", func() svg.Picture { return picture(t, 720) }),
		markup.Tabled("sum-time", func() string { return growthCSV(t) }))
}
