//go:build !opening

package ui

import (
	"strconv"

	"ulplab/site/draw"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/state"
)

// galleryView is the Gallery view.
type galleryView struct {
	In state.Gallery
}

func (v galleryView) render() node {
	at, last := v.In.Index(), remember[int]("gallery.at") // the question that was shown last, counted from 1
	if *last != 0 && *last != at+1 {
		app.host.After("gallery.title", 30, func() { app.host.Focus("#gallery-title") })
	}
	*last = at + 1
	return el("div", has(class("gallery sidefirst")),
		panel("gallery-side", v.In, func(g state.Gallery) node {
			return el("div", has(class("gallery-list")),
				raw("h2", "", prose.GalleryListTitle+" <span>"+strconv.Itoa(len(state.GalleryEntries))+"</span>"),
				field(entry{id: "gallery-find", label: prose.GalleryFind, shown: g.Find, hint: prose.GalleryFindHint,
					typed: func(s string) state.Action { return state.GalleryFind{Text: s} }}),
				raw("nav", "", draw.GalleryList(g)))
		}),
		panel("gallery-main", v.In, func(g state.Gallery) node {
			m := model.BuildGallery(g)
			return el("article", has(class("gallery-entry"), attr("aria-labelledby", "gallery-title")),
				raw("div", "gallery-words", draw.GalleryQuestion(m)),
				raw("div", "gallery-live", draw.GalleryLive(m)),
				raw("div", "gallery-more", draw.GalleryLinks(m)))
		}))
}

func galleryTap(rest string) state.Action {
	n, err := strconv.Atoi(rest)
	if err != nil {
		return nil
	}
	return state.GalleryRow{Row: n}
}
