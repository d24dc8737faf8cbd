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

// pictures holds the export of each figure that was rendered, by ID.
var pictures = map[string]func() draw.Picture{}

// show renders the figure.
func (f figure) show() node {
	pictures[f.ID] = f.Export
	return el("figure", has(class("figure"), attr("id", f.ID)),
		panel("figure-top", figureIn{f.ID, f.Title}, figureHead),
		el("div", has(class("figure-body")), list([]node{f.Body})),
		raw("figcaption", "", f.Caption))
}

// tables holds the numbers of figures that have any, as CSV.
var tables = map[string]func() string{}

// tabled makes the numbers of a figure savable: it has a button of draw.CSV or is made by draw.FigureCSV.
func tabled(id string, csv func() string) { tables[id] = csv }

// exported makes a figure that stands in raw markup (draw.Figure) savable.
func exported(id string, export func() draw.Picture) { pictures[id] = export }

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
	if csv := tables[figure]; name == "csv" && csv != nil {
		app.host.SaveText("ulplab-"+figure+".csv", "text/csv", csv())
		return
	}
	export := pictures[figure]
	if export == nil {
		return
	}
	p := export()
	switch name {
	case "svg":
		app.host.SaveText("ulplab-"+figure+".svg", "image/svg+xml", p.File(app.host.Dark()))
	case "png":
		app.host.SavePNG("ulplab-"+figure+".png", p.File(app.host.Dark()))
	}
}
