//go:build !opening

package ui

import (
	"ulplab/fpcore/summation"
	"ulplab/site/draw"
	"ulplab/site/kit/markup"
	"ulplab/site/model"
	"ulplab/site/state"
)

// timed are the errors by step of the order looked at.
var timed struct {
	in      model.SumInput
	order   string
	made    *summation.Growth
	running bool
	ready   *summation.Growth // the last that was complete
}

// sumTimeIn is what the panel depends on: the order, and whether its errors are there.
type sumTimeIn struct {
	in    model.SumInput
	order string
	made  *summation.Growth
}

// sumTimeOf starts what is missing once the table is complete, so that it does not hold up the page.
func sumTimeOf(in model.SumInput, order string, m *model.Sum) sumTimeIn {
	if m.Problem != "" || !m.Described() {
		return sumTimeIn{}
	}
	if timed.made == nil || timed.in != in || timed.order != order {
		if timed.made != nil {
			timed.made.Close()
		}
		timed.in, timed.order, timed.ready = in, order, nil
		timed.made, _ = m.Growth(order)
	}
	if timed.made != nil && timed.ready == nil && m.RowsDone == len(m.Rows) {
		sumTimeOn()
	}
	return sumTimeIn{in, order, timed.ready}
}

func sumTimeOn() {
	if timed.running {
		return
	}
	timed.running = true
	app.host.After("sum.time", 0, func() {
		timed.running = false
		t := timed.made
		if t == nil || app.state.View != state.Reduction {
			return
		}
		for begin := sumClock(); !t.Step(); {
			if now := sumClock(); now == 0 || now-begin > 8 {
				sumTimeOn()
				return
			}
		}
		timed.ready = t
		summed.tick++
		dispatch(state.SumTick{N: summed.tick})
	})
}

func sumTimePanel(in sumTimeIn) markup.Node {
	if in.made == nil {
		return markup.Raw("div", "", "")
	}
	t := in.made
	return markup.Raw("div", "", draw.SumTimeBoth(t), markup.Exported("sum-time", func() draw.Picture { return draw.SumTimePlot(t, 720) }),
		markup.Tabled("sum-time", func() string { return model.SumGrowthCSV(t) }))
}
