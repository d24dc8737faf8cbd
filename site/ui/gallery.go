//go:build !opening

package ui

import (
	"strconv"
	"ulplab/site/kit/markup"

	"ulplab/site/draw"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/state"
)

// galleryView is the Gallery view.
type galleryView struct {
	In state.Gallery
}

func (v galleryView) render() markup.Node {
	at, last := v.In.Index(), remember[int]("gallery.at") // the question that was shown last, counted from 1
	if *last != 0 && *last != at+1 {
		app.host.After("gallery.title", 30, func() { app.host.Focus("#gallery-title") })
	}
	*last = at + 1
	return markup.El("div", markup.Class("gallery sidefirst"),
		markup.Panel("gallery-side", v.In, func(g state.Gallery) markup.Node {
			return markup.El("div", markup.Class("gallery-list"),
				markup.Raw("h2", "", prose.GalleryListTitle+" <span>"+strconv.Itoa(len(state.GalleryEntries))+"</span>"),
				markup.Field(markup.Entry{ID: "gallery-find", Label: prose.GalleryFind, Shown: g.Find, Hint: prose.GalleryFindHint,
					Typed: func(s string) markup.Action { return state.GalleryFind{Text: s} }}),
				markup.Raw("nav", "", draw.GalleryList(g)))
		}),
		markup.Panel("gallery-main", v.In, func(g state.Gallery) markup.Node {
			m := model.BuildGallery(g)
			return markup.El("article", markup.Class("gallery-entry"), markup.Attr("aria-labelledby", "gallery-title"),
				markup.Raw("div", "gallery-words", draw.GalleryQuestion(m)),
				markup.Raw("div", "gallery-live", draw.GalleryLive(m)),
				markup.Raw("div", "gallery-more", draw.GalleryLinks(m)))
		}))
}

func galleryTap(rest string) markup.Action {
	n, err := strconv.Atoi(rest)
	if err != nil {
		return nil
	}
	return state.GalleryRow{Row: n}
}
