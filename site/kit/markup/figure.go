package markup

import (
	"strings"

	"ulplab/site/kit/words"
)

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
			Act("link", "link", "Copy a link to this picture’s state"),
			Act("svg", "SVG", "Save “"+in.title+"” as SVG"),
			Act("png", "PNG", "Save “"+in.title+"” as PNG")))
}

// Only is a page cut down to one figure: what stands around the figure stays, what stands beside it goes. A page without the
// figure stays whole.
func Only(n Node, id string) Node {
	type only struct {
		in any
		id string
	}
	if p, ok := n.(*Part); ok {
		return &Part{In: only{p.In, id}, Draw: func(any) Node { return Only(p.Render(), id) }, Bare: p.Bare}
	}
	if found := figureOf(n, id); found != nil {
		return found
	}
	return n
}

// figureOf finds a figure and the elements around it; nil where it is not there.
func figureOf(n Node, id string) Node {
	switch n := n.(type) {
	case *Part:
		return figureOf(n.Render(), id)
	case List:
		for _, c := range n {
			if found := figureOf(c, id); found != nil {
				return found
			}
		}
	case *Element:
		around := *n
		if n.IsHTML {
			around.HTML = figureIn(n.HTML, id)
			if around.HTML == "" {
				return nil
			}
			return &around
		}
		for _, a := range n.Attrs {
			if n.Tag == "figure" && a == (Attribute{"id", id}) {
				return n
			}
		}
		if found := figureOf(List(n.Children), id); found != nil {
			around.Children = []Node{found}
			return &around
		}
	}
	return nil
}

// figureIn cuts a figure out of HTML; figures do not nest.
func figureIn(html, id string) string {
	at := strings.Index(html, `<figure class="figure" id="`+id+`">`)
	if at < 0 {
		return ""
	}
	const end = "</figure>"
	return html[at : at+strings.Index(html[at:], end)+len(end)]
}

// Titled is a figure with what names it.
type Titled struct{ ID, Title string }

// FiguresOf lists the figures of a page.
func FiguresOf(n Node) (list []Titled) {
	for _, f := range strings.Split(HTML(n), `<figure class="figure" id="`)[1:] {
		id, rest, _ := strings.Cut(f, `"`)
		_, rest, _ = strings.Cut(rest, "<h2")
		_, rest, _ = strings.Cut(rest, ">")
		title, _, _ := strings.Cut(rest, "</h2>")
		list = append(list, Titled{id, words.Unescape(title)})
	}
	return list
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
