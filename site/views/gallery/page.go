package gallery

import (
	"strconv"

	"ulplab/site/kit/markup"
	"ulplab/site/lab"
)

// view is the Gallery view.
type view struct {
	In State
}

func (v view) render() markup.Node {
	at, last := v.In.Index(), lab.Remember[int]("gallery.at") // the question that was shown last, counted from 1
	if *last != 0 && *last != at+1 {
		lab.Host().After("gallery.title", 0, func() { lab.Host().Focus("#gallery-title") })
	}
	*last = at + 1
	return markup.El("div", markup.Class("gallery sidefirst"),
		markup.Panel("gallery-side", v.In, func(g State) markup.Node {
			return markup.El("div", markup.Class("gallery-list"),
				markup.Raw("h2", "", listTitle+" <span>"+strconv.Itoa(len(Entries))+"</span>"),
				markup.Field(markup.Entry{ID: "gallery-find", Label: find, Shown: g.Find, Hint: findHint,
					Typed: func(s string) markup.Action { return Find{Text: s} }}),
				markup.Raw("nav", "", list(g)))
		}),
		markup.Panel("gallery-main", v.In, func(g State) markup.Node {
			m := build(g)
			return markup.El("article", markup.Class("gallery-entry"), markup.Attr("aria-labelledby", "gallery-title"),
				markup.Raw("div", "gallery-words", question(m)),
				markup.Raw("div", "gallery-live", live(m)),
				markup.Raw("div", "gallery-more", links(m)))
		}))
}

func tap(rest string) markup.Action {
	n, err := strconv.Atoi(rest)
	if err != nil {
		return nil
	}
	return Row{Row: n}
}
