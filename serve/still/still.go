// Package still makes what a link of the lab shows without a browser: the page as a static copy for other pages, its
// figures as drawings, and the few words that announce a link. serve/render writes these, serve and serve/worker send them.
package still

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"image"
	"image/png"
	"regexp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"ulplab/assets"
	"ulplab/serve/handler"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/svg"
	"ulplab/site/lab"
	"ulplab/wasm/lab/catalogue"
)

// Maker opens links. There is one lab in a program, so one Maker; it serves one caller at a time.
type Maker struct {
	mu       sync.Mutex
	page     *catalogue.Settled
	problems []string
}

// New returns a Maker.
func New() *Maker {
	m := &Maker{}
	m.page = catalogue.NewSettled(
		func(name string) ([]byte, error) { return assets.Data.ReadFile("data/" + name) },
		func(problem string) { m.problems = append(m.problems, problem) })
	return m
}

// Copy is what a link shows.
type Copy struct {
	Link        string    `json:"link"`
	Name        string    `json:"name"` // of its files: letters, digits and -; another link has another
	Title       string    `json:"title"`
	Description string    `json:"description"` // the answer in one line, else what the first picture shows or the view answers
	Problems    []string  `json:"problems,omitempty"`
	Pictures    []Picture `json:"pictures"`
	page        catalogue.Shown
}

// Picture is a figure as a drawing that needs no style sheet: an SVG document in each theme.
type Picture struct {
	ID    string `json:"id"`
	Text  string `json:"text"` // its text alternative
	Light string `json:"-"`
	Dark  string `json:"-"`
}

// Open makes the copy of a link, "#/v1/…" or a form for typing.
func (m *Maker) Open(link string) Copy {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.problems = nil
	p := m.page.At(link, "embed=1")
	info, _ := lab.InfoOf(p.State.View)
	sum := sha256.Sum256([]byte(link))
	c := Copy{Link: link, Name: string(p.State.View) + "-" + hex.EncodeToString(sum[:6]), Title: info.Title + " · " + lab.Name,
		Description: info.About, Problems: m.problems, page: p}
	if p.State.Problems != "" {
		c.Problems = append(strings.Split(p.State.Problems, "\n"), c.Problems...)
	}
	for _, f := range markup.FiguresOf(p.Page) {
		x := markup.ExportOf(p.Page, f.ID)
		if x.SVG == nil || p.State.Figure != "" && f.ID != p.State.Figure {
			continue
		}
		light := x.SVG(false)
		if title := svg.TitleOf(light); title != "" { // a picture of what is computed on demand is empty until then
			c.Pictures = append(c.Pictures, Picture{f.ID, title, light, x.SVG(true)})
		}
	}
	if len(c.Pictures) > 0 {
		c.Description = c.Pictures[0].Text
	}
	if said := lab.Answer(); said != "" {
		c.Description = said
	}
	return c
}

// Announce is what the link of a fragment is announced by (handler.Links).
func (m *Maker) Announce(fragment string) handler.Announced {
	c := m.Open(fragment)
	a := handler.Announced{Title: c.Title, Description: c.Description}
	if len(c.Pictures) > 0 {
		a.Picture = c.Pictures[0].Light
		a.Width, a.Height = svg.SizeOf(a.Picture)
	}
	a.Bits = bitsOf(parse(c.page.HTML))
	return a
}

// bitsOf are the bits of the number that a page answers with or is about: the first in its answer, else those of its editor.
func bitsOf(page *html.Node) (fields []handler.BitField) {
	var number *html.Node
	for n := range page.Descendants() {
		if is(n, "bits") && number == nil {
			number = n
		}
		if is(n, "op-answer") {
			for a := range n.Descendants() {
				if is(a, "op-bits") {
					number = a
					break
				}
			}
		}
	}
	if number == nil {
		return nil
	}
	for f := range number.Descendants() {
		for _, kind := range "SET" {
			if is(f, "k"+string(kind)) {
				fields = append(fields, handler.BitField{Kind: byte(kind), Digits: strings.Map(bit, Text(f))})
			}
		}
	}
	return fields
}

// bit keeps the digits of bits.
func bit(r rune) rune {
	if r == '0' || r == '1' {
		return r
	}
	return -1
}

// HTML is the copy as a fragment for other pages: the element <ulp-lab>, which becomes the live view where embed.js runs,
// around all that the page shows, with nothing that could be pressed but links, which lead to the lab at home, an address
// that ends in a slash. What it needs to look like the page is in Style.
func (c Copy) HTML(home string) string {
	body := parse(c.page.HTML)
	var remove []*html.Node
	prefix := c.Name + "-"
	for n := range body.Descendants() {
		if n.Type == html.CommentNode || n.DataAtom == atom.Header || n.DataAtom == atom.Footer || get(n, "role") == "status" || has(n, "data-passing") || has(n, "hidden") {
			remove = append(remove, n)
		}
		if n.Type != html.ElementNode {
			continue
		}
		switch n.DataAtom {
		case atom.H1, atom.Main: // the page around has its own
			n.Data, n.DataAtom = "div", atom.Div
			drop(n, "tabindex")
		case atom.Button, atom.Input, atom.Select, atom.Textarea:
			put(n, "disabled", "")
		case atom.Canvas:
			if i, ok := c.page.Images[get(n.Parent, "id")]; ok {
				n.Data, n.DataAtom, n.Attr = "img", atom.Img, []html.Attribute{{Key: "alt", Val: get(n.Parent, "aria-label")}, {Key: "src", Val: dataURL(i)}}
			}
		}
		for i, a := range n.Attr {
			switch a.Key {
			case "href":
				if strings.HasPrefix(a.Val, "#/") {
					n.Attr[i].Val = home + a.Val
				}
			case "id", "for", "aria-labelledby", "aria-describedby", "aria-controls", "name":
				names := strings.Fields(a.Val)
				for k := range names {
					names[k] = prefix + names[k]
				}
				n.Attr[i].Val = strings.Join(names, " ")
			}
		}
	}
	for _, n := range remove {
		if n.Parent != nil {
			n.Parent.RemoveChild(n)
		}
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, `<ulp-lab src="%s" title="%s">`+"\n"+`<div class="ulplab-still">`, html.EscapeString(home+"embed.html"+c.page.Link), html.EscapeString(c.Title))
	for n := range body.ChildNodes() {
		html.Render(&b, n)
	}
	fmt.Fprintf(&b, `</div>`+"\n"+`<p class="ulplab-open"><a href="%s">Open in %s</a></p>`+"\n"+`</ulp-lab>`+"\n", html.EscapeString(home+c.Link), lab.Name)
	return b.String()
}

// Style is the style sheet of copies, made of that of the page: its rules reach nothing outside of copies,
// those of the page around reach little inside, and what the page asks of the window's width is asked of the copy's.
func Style() string {
	r := strings.NewReplacer("html[data-embed] ", "", ":root:not([data-theme=\"light\"])", "&:not([data-theme=\"light\"])",
		":root[data-theme=\"dark\"]", "&[data-theme=\"dark\"]", ":root[data-theme]", "&[data-theme]", ":root", "&",
		"@media (max-width", "@container (max-width", "@media (min-width", "@container (min-width")
	return "ulp-lab { display: flow-root; }\n.ulplab-open { font-size: 0.875rem; text-align: right; }\n" +
		".ulplab-still {\ncontainer-type: inline-size;\n:where(:not(svg, svg *)) { all: revert; }\n" + around.ReplaceAllString(r.Replace(assets.Style+assets.Views), "$1&") +
		"\n:is(.copy, .figure-tools) { visibility: hidden; }\n}\n"
}

// around are the beginnings of rules for what a copy has none of.
var around = regexp.MustCompile(`(?m)^(\s*)(html|body)\b`)

// Text is the text of a piece of HTML as it stands in the document, white space folded.
func Text(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// parse reads a piece of HTML; its root is an element of no meaning.
func parse(text string) *html.Node {
	root := &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div}
	list, err := html.ParseFragment(strings.NewReader(text), root)
	if err != nil {
		panic(err) // a reader that does not fail
	}
	for _, n := range list {
		root.AppendChild(n)
	}
	return root
}

func dataURL(i catalogue.Image) string {
	m := image.NewNRGBA(image.Rect(0, 0, i.W, i.H))
	for k, p := range i.RGBA {
		copy(m.Pix[4*k:], []byte{byte(p), byte(p >> 8), byte(p >> 16), byte(p >> 24)})
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		panic(err) // sizes of a canvas fit
	}
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(b.Bytes())
}

func get(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func has(n *html.Node, key string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == key })
}

func is(n *html.Node, class string) bool {
	return slices.Contains(strings.Fields(get(n, "class")), class)
}

func drop(n *html.Node, key string) {
	n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool { return a.Key == key })
}

func put(n *html.Node, key, value string) {
	drop(n, key)
	n.Attr = append(n.Attr, html.Attribute{Key: key, Val: value})
}
