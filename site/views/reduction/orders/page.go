// Package orders is the part of the view Reduction with the result and error of every order: in a line, as a picture, as a
// table.
package orders

import (
	"ulplab/site/kit/html"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/svg"
	"ulplab/site/views/reduction/sum"
)

// panelIn is what the panels on the orders depend on.
type panelIn struct {
	at     sum.Progress
	order  string // the order looked at, where it shows
	listed bool
}

// Section is the part with the errors and results of all orders.
func Section(s sum.State) markup.Node {
	m := sum.Now()
	all := panelIn{at: m.Progress()}
	marked := all
	marked.order = s.Looked()
	table := marked
	table.listed = s.Listed
	return markup.El("section", markup.Class("sum-wide"), markup.Attr("id", "sum-orders"), markup.Attr("tabindex", "-1"),
		markup.Panel("sum-hero", all, func(panelIn) markup.Node {
			m := sum.Now()
			return markup.Raw("div", "", hero(m)+values(m)+times(m))
		}),
		markup.Panel("sum-figure", marked, func(in panelIn) markup.Node {
			m := sum.Now()
			return markup.Raw("div", "", stripBoth(m, in.order), markup.Exported("sum-strip", func() svg.Picture { return strip(sum.Now(), in.order, 720) }),
				markup.Tabled("sum-strip", func() string { return csv(sum.Now()) }))
		}),
		markup.PhoneFold(tableTitle, markup.El("div", markup.Class("sum-part"),
			markup.Raw("div", "", html.Heading(tableTitle, "")),
			markup.Panel("", table, func(in panelIn) markup.Node {
				return markup.Raw("div", "", tableOf(sum.Now(), !in.listed, in.order))
			})), markup.Flag("hidden", m.Problem != "")))
}
