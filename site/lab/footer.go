package lab

import (
	"strconv"
	"strings"

	"ulplab/site/kit/markup"
	"ulplab/site/kit/words"
)

type footerIn struct {
	embed bool
	link  string // where embed
}

// footer says where the numbers come from, how the lab is used and where it can be had; embedded, it is the way to the whole lab,
// where everything can be changed.
func footer(in footerIn) markup.Node {
	if in.embed {
		return markup.El("footer", markup.Class("out"), markup.El("a", markup.Attr("href", home()+app.views.Encode(app.state.bare())), markup.Attr("target", "_blank"), markup.Attr("rel", "noopener"),
			markup.Text("Open in "+Name)))
	}
	return markup.El("footer", markup.Class("foot"),
		markup.El("p", markup.Text(footerWords)), markup.Button(markup.ResetView, Reset{}, markup.Class("plain")),
		markup.Panel("foot-more", built(), more))
}

// build is what the page says of the build.
type build struct {
	version string // a digest of everything that the site is made of
	source  string // the address of its sources, "" for none
	single  string // the size of the single file in bytes, "" in that file itself
}

func built() build {
	if app.host == nil { // the page before the program has started
		return build{}
	}
	return build{app.host.Built("version"), app.host.Built("source"), app.host.Built("offline")}
}

// more is what the footer has on the lab as a whole, an entry each: texts that open, and links.
func more(b build) markup.Node {
	text := func(id, title, html string) markup.Node {
		return markup.El("details", markup.Attr("name", "foot"), markup.Attr("id", id), markup.El("summary", markup.Text(title)), markup.Raw("div", "foot-text", html))
	}
	list := []markup.Node{text("help", "Help", helpWords), text("embedding", "Embedding", embeddingWords), text("licence", "Licence", words.Escape(licenceWords))}
	if n, err := strconv.Atoi(b.single); err == nil {
		tenths := (n + 50_000) / 100_000
		mega := strconv.Itoa(tenths/10) + "." + strconv.Itoa(tenths%10)
		list = append(list, markup.El("a", markup.Attr("href", "ulplab.html"), markup.Attr("download", ""), markup.Text("Offline: one file, "+mega+" MB")))
	}
	if b.source != "" {
		list = append(list, markup.El("a", markup.Attr("href", b.source), markup.Attr("rel", "noopener"), markup.Text("Source")))
	}
	if b.version != "" {
		list = append(list, markup.El("span", markup.Text("Version "), markup.El("code", markup.Text(b.version))))
	}
	return markup.El("div", markup.Class("foot-list"), markup.Attr("id", "foot"), markup.List(list))
}

// home returns the address of the whole lab: the page's own, without the name of the embedding page.
func home() string {
	return strings.TrimSuffix(app.host.Link(), "embed.html")
}
