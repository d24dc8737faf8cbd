package reduction

import (
	"ulplab/fpcore/summation"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/svg"
	"ulplab/site/lab"
)

// timed are the errors by step of the order looked at.
type timesShown struct {
	in      Input
	order   string
	made    *summation.Growth
	running bool
	ready   *summation.Growth // the last that was complete
}

// timesShown is the errors of the page.
func timed() *timesShown { return lab.Remember[timesShown]("sum.timed") }

// timeIn is what the panel depends on: the order, and whether its errors are there.
type timeIn struct {
	in    Input
	order string
	made  *summation.Growth
}

// timeOf starts what is missing once the table is complete, so that it does not hold up the page.
func timeOf(in Input, order string, m *Model) timeIn {
	if m.Problem != "" || !m.Described() {
		return timeIn{}
	}
	if timed().made == nil || timed().in != in || timed().order != order {
		if timed().made != nil {
			timed().made.Close()
		}
		timed().in, timed().order, timed().ready = in, order, nil
		timed().made, _ = m.Growth(order)
	}
	if timed().made != nil && timed().ready == nil && m.RowsDone == len(m.Rows) {
		timeOn()
	}
	return timeIn{in, order, timed().ready}
}

func timeOn() {
	if timed().running {
		return
	}
	timed().running = true
	lab.Host().After("sum.time", 0, func() {
		timed().running = false
		t := timed().made
		if t == nil || !lab.Shows(ID) {
			return
		}
		for begin := lab.Clock(); !t.Step(); {
			if now := lab.Clock(); now == 0 || now-begin > 8 {
				timeOn()
				return
			}
		}
		timed().ready = t
		summed().tick++
		lab.Dispatch(Tick{N: summed().tick})
	})
}

func timePanel(in timeIn) markup.Node {
	if in.made == nil {
		return markup.Raw("div", "", "")
	}
	t := in.made
	return markup.Raw("div", "", timeBoth(t), markup.Exported("sum-time", func() svg.Picture { return timePlot(t, 720) }),
		markup.Tabled("sum-time", func() string { return growthCSV(t) }))
}
