package lab

import "ulplab/site/kit/markup"

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
		shareSave(name == "share-png")
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
		app.host.SavePNG("ulplab-"+figure+".png", x.SVG(app.host.Dark()))
	}
}
