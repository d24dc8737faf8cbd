package lab

import (
	"ulplab/site/kit/markup"
	"ulplab/site/kit/svg"
	"ulplab/site/lab/share"
)

// acts does what a button made by act stands for; figure is the ID of the figure it belongs to, "" for none.
func acts(name, figure string) {
	switch name {
	case "share", "link":
		s := app.state.bare()
		s.Figure = figure
		link := app.views.Encode(s)
		Copy(home()+link, linkCopied)
		if lacks := app.views.Decode(link, "").Problems; lacks != "" {
			Warn(lacks)
		}
		return
	case "offer":
		offer()
		return
	case "share-svg", "share-png":
		if o := share.Of(app.share, shownToShare()); name == "share-png" {
			app.host.SavePNG(o.File+".png", o.Picture, svg.PNGText(o.Picture))
		} else {
			app.host.SaveText(o.File+".svg", "image/svg+xml", o.Picture)
		}
		return
	case "undo":
		step(-undoes())
		return
	case "redo":
		step(redoes())
		return
	case "list.save", "list.link", "list.load":
		playlistActs(name)
		return
	case "reset":
		Dispatch(Reset{})
		return
	}
	x := markup.ExportOf(shownView(), figure)
	if name == "csv" && x.CSV != nil {
		app.host.SaveText("ulplab-"+figure+".csv", "text/csv", x.CSV())
	}
	if x.SVG == nil {
		return
	}
	switch name {
	case "svg":
		app.host.SaveText("ulplab-"+figure+".svg", "image/svg+xml", x.SVG(app.host.Dark()))
	case "png":
		file := x.SVG(app.host.Dark())
		app.host.SavePNG("ulplab-"+figure+".png", file, svg.PNGText(file))
	}
}

// shareAs shows the dialog for sharing with other choices.
type shareAs struct {
	Navigation
	to share.Choice
}

// offer opens the dialog for sharing.
func offer() {
	Dispatch(shareAs{to: share.Choice{Open: true, Theme: string(Auto)}})
	app.host.After("share", 40, func() {
		app.host.Modal("share", func(height int) {
			if c := app.share; c.Open && c.Natural != height {
				c.Natural = height
				Dispatch(shareAs{to: c})
			}
		})
	})
}

type shareIn struct {
	share.Choice
	state State
	tick  uint32
}

// shared is what the dialog for sharing holds.
func shared(in shareIn) markup.Node {
	if !in.Open {
		return markup.El("form", markup.Attr("method", "dialog"))
	}
	return share.Dialog(in.Choice, share.Of(in.Choice, shownToShare()), func(c share.Choice) markup.Action { return shareAs{to: c} })
}

// shownToShare is what is shown, as it is shared.
func shownToShare() share.Shown {
	s := app.state.bare()
	return share.Shown{Page: shownView(), Title: headline(s.View), Lab: Name, Home: home(), Dark: app.host.Dark(), Link: func(figure string) string {
		s.Figure = figure
		return app.views.Encode(s)
	}}
}
