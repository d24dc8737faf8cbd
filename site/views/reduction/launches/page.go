package launches

import (
	"ulplab/site/kit/html"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/words"
	"ulplab/site/views/reduction/sum"
)

// panelIn is what the launches depend on.
type panelIn struct {
	at   sum.Progress
	done int // launches, in sixty-fourths of them; -1 for all
	told bool
}

// Section is the part on thread counts, under the sliders that choose them.
func Section(readOnly bool, sliders markup.Node) markup.Node {
	m := sum.Now()
	in := panelIn{m.Progress(), m.CellsDone / 64, readOnly}
	if m.Outcomes != nil {
		in.done = -1
	}
	return markup.El("section", markup.Class("sum-part"), markup.Flag("hidden", m.Problem != ""), markup.Attr("id", "sum-cores"), markup.Attr("tabindex", "-1"),
		markup.Raw("div", "", html.Heading(title, note)),
		sliders,
		markup.Panel("", in, func(panelIn) markup.Node { return markup.Raw("div", "", now(sum.Now())) }),
		markup.El("div", markup.Data("keys", "sum.grid"), markup.List{markup.PartOf(in, func(in panelIn) markup.Node {
			return markup.Raw("div", "", markup.Still(grid(sum.Now()), in.told)+html.CSV("sum-grid", title), markup.Tabled("sum-grid", func() string { return csv(sum.Now()) }))
		})}),
		markup.Raw("p", "note", words.Escape(source)))
}
