package ui

import (
	"ulplab/site/draw"
	"ulplab/site/prose"
	"ulplab/site/route"
)

// figure is a picture with its title, the sentence that says what to notice, and its tools: copy link, save as SVG,
// save as PNG. The same component serves every view.
type figure struct {
	ID      string // also the name of saved files and the key in pictures
	Title   string
	Caption string // HTML from site/draw: one sentence
	Body    node   // what is shown: usually raw("div", "", picture.SVG()), or live markup
	Export  func() draw.Picture
}

// show renders the figure.
func (f figure) show() node {
	return el("figure", has(class("figure"), attr("id", f.ID), exported(f.ID, f.Export)),
		panel("figure-top", figureIn{f.ID, f.Title}, figureHead),
		el("div", has(class("figure-body")), list([]node{f.Body})),
		raw("figcaption", "", f.Caption))
}

// tabled makes the numbers of a figure savable: it has a button of draw.CSV or is made by draw.FigureCSV.
func tabled(id string, csv func() string) markup { return export{ID: id, CSV: csv} }

// exported makes a figure that stands in raw markup (draw.Figure) savable.
func exported(id string, picture func() draw.Picture) markup { return export{ID: id, Picture: picture} }

// exportOf finds what saves a figure of a page: it draws the parts anew.
func exportOf(n node, id string) (found export) {
	switch n := n.(type) {
	case *part:
		return exportOf(n.render(), id)
	case nodes:
		for _, c := range n {
			found = found.or(exportOf(c, id))
		}
	case *element:
		if n == nil {
			return
		}
		for _, x := range n.Exports {
			if x.ID == id {
				found = found.or(x)
			}
		}
		return found.or(exportOf(nodes(n.Children), id))
	}
	return found
}

// or takes from y what x lacks.
func (x export) or(y export) export {
	if x.Picture == nil {
		x.Picture = y.Picture
	}
	if x.CSV == nil {
		x.CSV = y.CSV
	}
	return x
}

type figureIn struct{ id, title string }

func figureHead(in figureIn) node {
	return el("div", has(class("figure-head")),
		el("h2", text(in.title)),
		el("span", has(class("figure-tools"), data("figure", in.id)),
			act("link", "link", "Copy a link to this picture's state"),
			act("svg", "SVG", "Save “"+in.title+"” as SVG"),
			act("png", "PNG", "Save “"+in.title+"” as PNG")))
}

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
	}
	x := exportOf(shownView(), figure)
	if name == "csv" && x.CSV != nil {
		app.host.SaveText("ulplab-"+figure+".csv", "text/csv", x.CSV())
	}
	if x.Picture == nil {
		return
	}
	p := x.Picture()
	switch name {
	case "svg":
		app.host.SaveText("ulplab-"+figure+".svg", "image/svg+xml", p.File(app.host.Dark()))
	case "png":
		app.host.SavePNG("ulplab-"+figure+".png", p.File(app.host.Dark()))
	}
}
