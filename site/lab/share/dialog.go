// Package share is the dialog that offers what the lab shows for use elsewhere: as a link, text, code for other pages, and
// picture.
package share

import (
	"strconv"
	"strings"

	"ulplab/site/kit/markup"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
)

// Title is the heading of the dialog.
const Title = "Share this state"

// Choice is what the reader chose in the dialog.
type Choice struct {
	Open    bool
	Form    Form
	Figure  string // its ID, "" for the whole view
	Theme   string // light, dark or auto
	Height  string // as typed, "" for the natural one
	Natural int    // the height that the preview asked for in CSS pixels, 0 while it is not known
}

// Form is the form in which it is offered.
type Form uint8

const (
	Link Form = iota
	Text
	Frame
	Element
	Markdown
	Picture
)

// forms are the labels of the forms.
var forms = [...]string{"Link", "Text with link", "iframe", "<ulp-lab> element", "Markdown", "Picture"}

// What the dialog says.
const (
	usualHeight = 640 // CSS pixels, until the preview has told its own height
	badHeight   = "A number of pixels from 40 to 20000."
	host        = "https://HOST/"
	noHost      = "This copy of the lab has no address on the web: put that of a hosted one in place of " + host + "."
	unfurled    = "Where messengers and oEmbed readers should show title and picture, on hosts that run the lab’s server:"
	pictureFile = "Save the picture beside the text that shows it. It carries the link, and its text alternative."
)

// Shown is what the lab shows.
type Shown struct {
	Page  markup.Node
	Title string                     // of the view, with what it answers
	Lab   string                     // the name of the lab
	Home  string                     // its address
	Link  func(figure string) string // the fragment of the state, of one of its figures or, "", of the whole view
	Dark  bool                       // the page is dark now
}

// Dialog shows a choice and what it offers; choose is the action of another choice. The browser keeps the focus in it, closes it on
// Escape and gives the focus back.
func Dialog(c Choice, o Offer, choose func(Choice) markup.Action) markup.Node {
	chips := make([]markup.Node, 0, len(forms))
	for i, label := range forms {
		next := c
		next.Form = Form(i)
		chips = append(chips, markup.Button(label, choose(next), markup.Class("chip"), markup.Pressed(next.Form == c.Form),
			markup.Flag("disabled", next.Form == Picture && o.Picture == "")))
	}
	framed := c.Form == Frame || c.Form == Element
	return markup.El("form", markup.Attr("method", "dialog"),
		markup.El("div", markup.Class("share-head"), markup.El("h2", markup.Text(Title)),
			markup.El("button", markup.Class("plain"), markup.Text("Close"))),
		markup.El("div", markup.Class("row"), markup.Attr("role", "group"), markup.Attr("aria-label", Title), markup.List(chips)),
		markup.El("div", markup.Class("controls"),
			markup.Select("share-figure", "What", c.Figure, o.figures, false, func(v string) markup.Action {
				next := c
				next.Figure, next.Natural = v, 0
				return choose(next)
			}),
			markup.El("div", markup.Flag("hidden", !framed && c.Form != Picture), markup.Select("share-theme", "Theme", c.Theme, themes(), false, func(v string) markup.Action {
				next := c
				next.Theme = v
				return choose(next)
			})),
			markup.El("div", markup.Flag("hidden", !framed), markup.Field(markup.Entry{ID: "share-height", Label: "Height in pixels", Shown: c.Height, Hint: strconv.Itoa(o.height), Problem: o.problem,
				Typed: func(v string) markup.Action {
					next := c
					next.Height = v
					return choose(next)
				}}))),
		markup.El("label", markup.Class("label"), markup.Attr("for", "share-code"), markup.Text(forms[c.Form])),
		markup.El("textarea", markup.Attr("id", "share-code"), markup.Attr("rows", strconv.Itoa(1+strings.Count(o.code, "\n"))), markup.Attr("spellcheck", "false"),
			markup.Class("num"), markup.Prop("readOnly", true), markup.Prop("value", o.code)),
		markup.El("p", markup.Class("row share-acts"),
			markup.El("button", markup.Attr("type", "button"), markup.Data("copy", o.code), markup.Text("Copy")),
			markup.El("button", markup.Attr("type", "button"), markup.Data("act", "share-svg"), markup.Flag("hidden", o.Picture == "" || c.Form < Markdown), markup.Text("Save SVG")),
			markup.El("button", markup.Attr("type", "button"), markup.Data("act", "share-png"), markup.Flag("hidden", o.Picture == "" || c.Form < Markdown), markup.Text("Save PNG"))),
		markup.Raw("p", "note", o.note),
		markup.Raw("div", "share-preview", o.preview, markup.Flag("hidden", o.preview == "")))
}

// Offer is what a choice comes to.
type Offer struct {
	Picture, File string // an SVG document and the name of its file, "" where the view has none
	figures       []markup.Choice
	code          string
	note, preview string // HTML
	height        int
	problem       string
}

// Of returns what a choice offers of what is shown.
func Of(c Choice, shown Shown) (o Offer) {
	o.figures = []markup.Choice{{Value: "", Label: "The whole view"}}
	title := shown.Title
	drawn, dark := "", c.Theme == "dark" || c.Theme == "auto" && shown.Dark
	for _, f := range markup.FiguresOf(shown.Page) {
		o.figures = append(o.figures, markup.Choice{Value: f.ID, Label: f.Title})
		if f.ID == c.Figure {
			title = f.Title
		}
		if x := markup.ExportOf(shown.Page, f.ID); x.SVG != nil && o.Picture == "" && (c.Figure == "" || c.Figure == f.ID) {
			o.Picture, drawn = x.SVG(dark), f.ID
		}
	}
	fragment := shown.Link(c.Figure)
	link := shown.Home + fragment
	folder := link[:strings.LastIndexByte(shown.Home, '/')+1]
	hosted := strings.HasPrefix(folder, "http")
	if !hosted {
		folder, link = host, host+fragment
		o.note = noHost
	}
	o.File = "ulplab-" + drawn
	alt := title
	if o.Picture != "" {
		alt = svg.TitleOf(o.Picture)
		o.Picture = svg.Linked(o.Picture, link, dark)
	}
	o.height = c.Natural
	if o.height == 0 {
		o.height = usualHeight
	}
	if n, err := strconv.Atoi(strings.TrimSpace(c.Height)); err == nil && n >= 40 && n <= 20000 {
		o.height = n
	} else if c.Height != "" {
		o.problem = badHeight
	}
	plain, said := title, alt
	title, alt = words.Escape(title), words.Escape(alt)
	to := words.Escape(link)
	asked := ""
	if c.Theme != "auto" {
		asked = "?theme=" + c.Theme
	}
	address := words.Escape(folder + "embed.html" + asked + fragment)
	frame := `<iframe src="` + address + `" title="` + title + `" width="100%"`
	height := ` height="` + strconv.Itoa(o.height) + `"`
	switch c.Form {
	case Link:
		o.code = link
		if hosted {
			o.note = unfurled + ` <code class="long">` + words.Escape(folder+"s?"+strings.TrimPrefix(fragment, "#/")) + `</code> ` +
				`<button type="button" class="copy" data-copy="` + words.Escape(folder+"s?"+strings.TrimPrefix(fragment, "#/")) + `">copy</button>`
		}
	case Text:
		o.code = plain + " (" + shown.Lab + ")\n" + link
	case Frame, Element:
		o.code = frame + height + "\n  " + `style="border:0" sandbox="allow-same-origin allow-scripts allow-popups allow-downloads" allow="clipboard-write"` + "\n  " +
			`referrerpolicy="no-referrer" loading="lazy"></iframe>`
		if c.Form == Element {
			theme := ""
			if c.Theme != "auto" {
				theme = ` theme="` + c.Theme + `"`
			}
			o.code = `<script src="` + words.Escape(folder) + `embed.js" async></script>` + "\n" +
				`<ulp-lab src="` + words.Escape(fragment) + `" title="` + title + `"` + height + theme + ">\n" +
				`  <a href="` + to + `">` + title + "</a>\n</ulp-lab>"
		}
		if hosted {
			if c.Height == "" {
				height = "" // the browser gives it its own, and tells
			}
			o.preview = frame + height + `></iframe>`
		}
	case Markdown:
		o.code = "[" + plain + "](" + link + ")"
		if o.Picture != "" {
			o.code = "[![" + said + "](" + o.File + ".svg)](" + link + ")"
		}
	case Picture:
		o.code = `<a href="` + to + `">` + title + `</a>`
		if o.Picture != "" {
			o.code = `<a href="` + to + `"><img src="` + o.File + `.svg" alt="` + alt + `"></a>`
		}
	}
	if c.Form >= Markdown && o.Picture != "" {
		o.note += " " + pictureFile
		o.preview = `<img alt="` + alt + `" src="data:image/svg+xml,` + words.Escape(strings.ReplaceAll(strings.ReplaceAll(o.Picture, "%", "%25"), "#", "%23")) + `">`
	}
	return o
}

func themes() (list []markup.Choice) {
	for _, t := range [...]string{"auto", "light", "dark"} {
		list = append(list, markup.Choice{Value: t, Label: t})
	}
	return list
}
