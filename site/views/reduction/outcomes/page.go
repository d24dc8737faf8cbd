package outcomes

import (
	"ulplab/site/kit/markup"
	"ulplab/site/kit/svg"
	"ulplab/site/views/reduction/sum"
)

// drawnIn is what the part on all orders depends on.
type drawnIn struct {
	at    sum.Progress
	trees int
	all   bool // of the trees are there
	stop  bool
}

// Drawn is the part on all orders, or random ones.
func Drawn(s sum.State) markup.Node {
	m := sum.Now()
	return markup.El("section", markup.Class("sum-wide sum-part"), markup.Attr("id", "sum-all"), markup.Attr("tabindex", "-1"),
		markup.Panel("sum-figure", drawnIn{m.Progress(), m.TreesDone, m.Trees != nil, s.Stopped}, func(in drawnIn) markup.Node {
			return markup.Raw("div", "", drawnOrders(sum.Now(), in.stop), markup.Exported("sum-trees", func() svg.Picture { return histogram(sum.Now(), 720) }),
				markup.Tabled("sum-trees", func() string { return csv(sum.Now(), sum.Now().DrawnSoFar()) }))
		}))
}

// arrivalsIn is what the part on atomics depends on.
type arrivalsIn struct {
	in            sum.Input
	rows, arrived int
	told          bool
}

// Arrivals is the part on atomics.
func Arrivals(readOnly bool) markup.Node {
	m := sum.Now()
	in := arrivalsIn{m.In, m.RowsDone, m.Arrived, readOnly}
	return markup.El("section", markup.Class("sum-part"), markup.Attr("id", "sum-atomics"), markup.Attr("tabindex", "-1"),
		markup.Panel("sum-wide", in, func(in arrivalsIn) markup.Node {
			return markup.Raw("div", "", atomics(sum.Now(), in.told), markup.Exported("sum-arrivals", func() svg.Picture { return arrivals(sum.Now(), 720) }),
				markup.Tabled("sum-arrivals", func() string { return csv(sum.Now(), sum.Now().ArrivedSoFar()) }))
		}),
		markup.Panel("sum-part", in, func(arrivalsIn) markup.Node { return markup.Raw("div", "", cub(sum.Now())) }))
}
