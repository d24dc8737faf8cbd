package markup

// Figure is a picture with its title, the sentence that says what to notice, and its tools: copy link, save as SVG,
// save as PNG.
type Figure struct {
	ID      string // also the name of saved files
	Title   string
	Caption string // HTML: one sentence
	Body    Node   // what is shown: usually Raw("div", "", picture.SVG()), or live markup
	Export  Setting
}

// Show renders the figure.
func (f Figure) Show() Node {
	return El("figure", Class("figure"), Attr("id", f.ID), f.Export,
		Panel("figure-top", figureHead{f.ID, f.Title}, figureHead.node),
		El("div", Class("figure-body"), List{f.Body}),
		Raw("figcaption", "", f.Caption))
}

type figureHead struct{ id, title string }

func (in figureHead) node() Node {
	return El("div", Class("figure-head"),
		El("h2", Text(in.title)),
		El("span", Class("figure-tools"), Data("figure", in.id),
			Act("link", "link", "Copy a link to this picture's state"),
			Act("svg", "SVG", "Save “"+in.title+"” as SVG"),
			Act("png", "PNG", "Save “"+in.title+"” as PNG")))
}

// Exported makes a figure savable as a picture; picture draws it when it is asked for.
func Exported[P interface{ File(dark bool) string }](id string, picture func() P) Setting {
	return Export{ID: id, SVG: func(dark bool) string { return picture().File(dark) }}
}

// Tabled makes the numbers of a figure savable.
func Tabled(id string, csv func() string) Setting { return Export{ID: id, CSV: csv} }

// ExportOf finds what saves a figure of a page; it draws the parts of the page anew.
func ExportOf(n Node, id string) (found Export) {
	switch n := n.(type) {
	case *Part:
		return ExportOf(n.Render(), id)
	case List:
		for _, c := range n {
			found = found.or(ExportOf(c, id))
		}
	case *Element:
		for _, x := range n.Exports {
			if x.ID == id {
				found = found.or(x)
			}
		}
		return found.or(ExportOf(List(n.Children), id))
	}
	return found
}

// or takes from y what x lacks.
func (x Export) or(y Export) Export {
	if x.SVG == nil {
		x.SVG = y.SVG
	}
	if x.CSV == nil {
		x.CSV = y.CSV
	}
	return x
}
