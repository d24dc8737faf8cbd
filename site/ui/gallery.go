//go:build !opening

package ui

import (
	"strconv"

	"github.com/hexops/vecty"

	"ulplab/site/draw"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/state"
)

// galleryView is the Gallery view.
type galleryView struct {
	vecty.Core
	In state.Gallery `vecty:"prop"`

	at int // the question that was shown last, counted from 1
}

// SkipRender implements vecty.RenderSkipper.
func (v *galleryView) SkipRender(prev vecty.Component) bool {
	last, ok := prev.(*galleryView)
	return ok && last.In == v.In
}

// Render implements vecty.Component.
func (v *galleryView) Render() vecty.ComponentOrHTML {
	at := v.In.Index()
	if v.at != 0 && v.at != at+1 {
		app.host.After("gallery.title", 30, func() { app.host.Focus("#gallery-title") })
	}
	v.at = at + 1
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
