package lab

import (
	"strconv"
	"strings"

	"ulplab/site/kit/markup"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
)

// share is what the dialog for sharing offers of the state shown.
type share struct {
	open    bool
	form    shareForm
	figure  string // the ID of the figure, "" for the whole view
	theme   Theme
	height  string // as typed, "" for the natural one
	natural int    // the height that the preview asked for in CSS pixels, 0 while it is not known
}

type shareForm uint8

const (
	shareLink shareForm = iota
	shareText
	shareFrame
	shareElement
	shareMarkdown
	sharePicture
)

// shareAs shows the dialog with other choices.
type shareAs struct {
	Navigation
	to share
}

// offer opens the dialog.
func offer() {
	Dispatch(shareAs{to: share{open: true, theme: Auto}})
	app.host.After("share", 40, func() {
		app.host.Modal("share", func(height int) {
			if s := app.share; s.open && s.natural != height {
				s.natural = height
				Dispatch(shareAs{to: s})
			}
		})
	})
}

type shareIn struct {
	share
	state State
	tick  uint32
}

// sharing is the dialog. The browser keeps the focus in it, closes it on Escape and gives the focus back.
func sharing(in shareIn) markup.Node {
	if !in.open {
		return markup.El("form", markup.Attr("method", "dialog"))
	}
	o := offered(in.share)
	chips := make([]markup.Node, 0, len(shareForms))
	for i, label := range shareForms {
		next := in.share
		next.form, next.natural = shareForm(i), 0
		chips = append(chips, markup.Button(label, shareAs{to: next}, markup.Class("chip"), markup.Pressed(next.form == in.form),
			markup.Flag("disabled", next.form == sharePicture && o.picture == "")))
	}
	framed := in.form == shareFrame || in.form == shareElement
	return markup.El("form", markup.Attr("method", "dialog"),
		markup.El("div", markup.Class("share-head"), markup.El("h2", markup.Text(shareTitle)),
			markup.El("button", markup.Class("plain"), markup.Text("Close"))),
		markup.El("div", markup.Class("row"), markup.Attr("role", "group"), markup.Attr("aria-label", shareTitle), markup.List(chips)),
		markup.El("div", markup.Class("controls"),
			markup.Select("share-figure", "What", in.figure, o.figures, false, func(v string) markup.Action {
				next := in.share
				next.figure, next.natural = v, 0
				return shareAs{to: next}
			}),
			markup.El("div", markup.Flag("hidden", !framed && in.form != sharePicture), markup.Select("share-theme", "Theme", string(in.theme), shareThemes(), false, func(v string) markup.Action {
				next := in.share
				next.theme = Theme(v)
				return shareAs{to: next}
			})),
			markup.El("div", markup.Flag("hidden", !framed), markup.Field(markup.Entry{ID: "share-height", Label: shareHeight, Shown: in.height, Hint: strconv.Itoa(o.height), Problem: o.problem,
				Typed: func(v string) markup.Action {
					next := in.share
					next.height = v
					return shareAs{to: next}
				}}))),
		markup.El("label", markup.Class("label"), markup.Attr("for", "share-code"), markup.Text(shareForms[in.form])),
		markup.El("textarea", markup.Attr("id", "share-code"), markup.Attr("rows", strconv.Itoa(1+strings.Count(o.code, "\n"))), markup.Attr("spellcheck", "false"),
			markup.Class("num"), markup.Prop("readOnly", true), markup.Prop("value", o.code)),
		markup.El("p", markup.Class("row share-acts"),
			markup.El("button", markup.Attr("type", "button"), markup.Data("copy", o.code), markup.Text("Copy")),
			markup.El("button", markup.Attr("type", "button"), markup.Data("act", "share-svg"), markup.Flag("hidden", o.picture == "" || in.form < shareMarkdown), markup.Text("Save SVG")),
			markup.El("button", markup.Attr("type", "button"), markup.Data("act", "share-png"), markup.Flag("hidden", o.picture == "" || in.form < shareMarkdown), markup.Text("Save PNG"))),
		markup.Raw("p", "note", o.note),
		markup.Raw("div", "share-preview", o.preview, markup.Flag("hidden", o.preview == "")))
}

// shareOffer is what the choices come to.
type shareOffer struct {
	figures       []markup.Choice
	code          string
	note, preview string // HTML
	picture, name string // an SVG document and the name of its file, "" where the view has none
	height        int
	problem       string
}

func offered(s share) (o shareOffer) {
	page := shownView()
	o.figures = []markup.Choice{{Value: "", Label: "The whole view"}}
	title := headline(app.state.View)
	drawn, dark := "", s.theme == Dark || s.theme == Auto && app.host.Dark()
	for _, f := range markup.FiguresOf(page) {
		o.figures = append(o.figures, markup.Choice{Value: f.ID, Label: f.Title})
		if f.ID == s.figure {
			title = f.Title
		}
		if x := markup.ExportOf(page, f.ID); x.SVG != nil && o.picture == "" && (s.figure == "" || s.figure == f.ID) {
			o.picture, drawn = x.SVG(dark), f.ID
		}
	}
	state := app.state.bare()
	state.Figure = s.figure
	fragment := app.views.Encode(state)
	link := home() + fragment
	folder := link[:strings.LastIndexByte(home(), '/')+1]
	hosted := strings.HasPrefix(folder, "http")
	if !hosted {
		folder, link = shareHost, shareHost+fragment
		o.note = shareNoHost
	}
	o.name = "ulplab-" + drawn
	alt := title
	if o.picture != "" {
		alt = svg.TitleOf(o.picture)
		o.picture = svg.Linked(o.picture, link, dark)
	}
	o.height = s.natural
	if o.height == 0 {
		o.height = shareUsual
	}
	if n, err := strconv.Atoi(strings.TrimSpace(s.height)); err == nil && n >= 40 && n <= 20000 {
		o.height = n
	} else if s.height != "" {
		o.problem = shareBadHeight
	}
	plain, said := title, alt
	title, alt = words.Escape(title), words.Escape(alt)
	to := words.Escape(link)
	asked := ""
	if s.theme != Auto {
		asked = "?theme=" + string(s.theme)
	}
	address := words.Escape(folder + "embed.html" + asked + fragment)
	frame := `<iframe src="` + address + `" title="` + title + `" width="100%"`
	height := ` height="` + strconv.Itoa(o.height) + `"`
	switch s.form {
	case shareLink:
		o.code = link
		if hosted {
			o.note = shareUnfurled + ` <code class="long">` + words.Escape(folder+"s?"+strings.TrimPrefix(fragment, "#/")) + `</code> ` +
				`<button type="button" class="copy" data-copy="` + words.Escape(folder+"s?"+strings.TrimPrefix(fragment, "#/")) + `">copy</button>`
		}
	case shareText:
		o.code = plain + " (" + Name + ")\n" + link
	case shareFrame, shareElement:
		o.code = frame + height + "\n  " + `style="border:0" sandbox="allow-same-origin allow-scripts allow-popups allow-downloads" allow="clipboard-write"` + "\n  " +
			`referrerpolicy="no-referrer" loading="lazy"></iframe>`
		if s.form == shareElement {
			theme := ""
			if s.theme != Auto {
				theme = ` theme="` + string(s.theme) + `"`
			}
			o.code = `<script src="` + words.Escape(folder) + `embed.js" async></script>` + "\n" +
				`<ulp-lab src="` + words.Escape(fragment) + `" title="` + title + `"` + height + theme + ">\n" +
				`  <a href="` + to + `">` + title + "</a>\n</ulp-lab>"
		}
		if hosted {
			if s.height == "" {
				height = "" // the browser gives it its own, and tells
			}
			o.preview = frame + height + `></iframe>`
		}
	case shareMarkdown:
		o.code = "[" + plain + "](" + link + ")"
		if o.picture != "" {
			o.code = "[![" + said + "](" + o.name + ".svg)](" + link + ")"
		}
	case sharePicture:
		o.code = `<a href="` + to + `">` + title + `</a>`
		if o.picture != "" {
			o.code = `<a href="` + to + `"><img src="` + o.name + `.svg" alt="` + alt + `"></a>`
		}
	}
	if s.form >= shareMarkdown && o.picture != "" {
		o.note += " " + sharePictureFile
		o.preview = `<img alt="` + alt + `" src="data:image/svg+xml,` + words.Escape(strings.ReplaceAll(strings.ReplaceAll(o.picture, "%", "%25"), "#", "%23")) + `">`
	}
	return o
}

// shareSave saves the picture that the dialog offers.
func shareSave(png bool) {
	o := offered(app.share)
	if png {
		app.host.SavePNG(o.name+".png", o.picture)
	} else {
		app.host.SaveText(o.name+".svg", "image/svg+xml", o.picture)
	}
}

func shareThemes() (list []markup.Choice) {
	for _, t := range [...]Theme{Auto, Light, Dark} {
		list = append(list, markup.Choice{Value: string(t), Label: string(t)})
	}
	return list
}
