package ui

import (
	"ulplab/site/kit/markup"
	"ulplab/site/prose"
	"ulplab/site/route"
	"ulplab/site/state"
)

// acts does what a button made by act stands for; figure is the ID of the figure it belongs to, "" for none.
func acts(name, figure string) {
	switch name {
	case "share", "link":
		link := route.Encode(app.state)
		copyText(home()+link, prose.LinkCopied)
		if lacks := route.Decode(link, "").Problems; lacks != "" {
			warn(lacks)
		}
		return
	case "reset":
		dispatch(state.Reset{})
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
		app.host.SavePNG("ulplab-"+figure+".png", x.SVG(app.host.Dark()))
	}
}
