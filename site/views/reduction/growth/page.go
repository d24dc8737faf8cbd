// Package growth is the picture of the view Reduction of errors while an order runs.
package growth

import (
	"ulplab/fpcore/summation"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/svg"
	"ulplab/site/lab"
	"ulplab/site/views/reduction/sum"
)

// shown are the errors by step of the order looked at.
type shown struct {
	in      sum.Input
	order   string
	made    *summation.Growth
	running bool
	ready   *summation.Growth // the last that was complete
}

// timed is what the page keeps of them.
func timed() *shown { return lab.Remember[shown]("sum.timed") }

// panelIn is what the panel depends on: the order, and whether its errors are there.
type panelIn struct {
	in    sum.Input
	order string
	made  *summation.Growth
}

// Panel shows the errors while the order looked at runs.
func Panel(s sum.State) markup.Node {
	return markup.Panel("sum-figure", inputOf(s.Looked()), drawn)
}

// inputOf starts what is missing once the table is complete, so that it does not hold up the page.
func inputOf(order string) panelIn {
	m := sum.Now()
	in := m.In
	if m.Problem != "" || !m.Described() {
		return panelIn{}
	}
	if timed().made == nil || timed().in != in || timed().order != order {
		if timed().made != nil {
			timed().made.Close()
		}
		timed().in, timed().order, timed().ready = in, order, nil
		timed().made, _ = m.Growth(order)
	}
	if timed().made != nil && timed().ready == nil && m.RowsDone == len(m.Rows) {
		on()
	}
	return panelIn{in, order, timed().ready}
}

func on() {
	if timed().running {
		return
	}
	timed().running = true
	lab.Host().After("sum.time", 0, func() {
		timed().running = false
		t := timed().made
		if t == nil || !lab.Shows(sum.ID) {
			return
		}
		for begin := lab.Clock(); !t.Step(); {
			if now := lab.Clock(); now == 0 || now-begin > 8 {
				on()
				return
			}
		}
		timed().ready = t
		sum.Again()
	})
}

func drawn(in panelIn) markup.Node {
	if in.made == nil {
		return markup.Raw("div", "", "")
	}
	t := in.made
	return markup.Raw("div", "", both(t), markup.Exported("sum-time", func() svg.Picture { return picture(t, 720) }),
		markup.Tabled("sum-time", func() string { return growthCSV(t) }))
}
