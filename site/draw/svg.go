// Package draw turns models into SVG and HTML text. Everything in it is pure: the same model gives the same bytes.
//
// Drawings take their colours from the tokens of assets/style.css, written var(--name), so that they follow the
// theme of the page; File makes a document that stands alone. Lengths are integers in CSS pixels, or tenths where a
// name ends in 10. Text of a reader goes through Escape before it enters any markup.
package draw

import (
	"strconv"
	"strings"

	"ulplab/site/kit/words"
)

// Picture is a drawing with its size in CSS pixels.
type Picture struct {
	Title string // the accessible name
	W, H  int
	Body  string // the marks, without the svg element
}

// SVG returns the picture as an element for the page: it scales down to the width it finds.
func (p Picture) SVG() string {
	return `<svg class="picture" viewBox="0 0 ` + num(p.W) + ` ` + num(p.H) + `" width="` + num(p.W) + `" height="` + num(p.H) +
		`" role="img" aria-label="` + Escape(p.Title) + `">` + p.Body + `</svg>`
}

// File returns the picture as a document of its own, on the background of the theme, with a margin.
func (p Picture) File(dark bool) string {
	const m = 16
	w, h := p.W+2*m, p.H+2*m
	return literal(`<svg xmlns="http://www.w3.org/2000/svg" width="`+num(w)+`" height="`+num(h)+`" viewBox="`+num(-m)+` `+num(-m)+` `+num(w)+` `+num(h)+
		`"><title>`+Escape(p.Title)+`</title><rect x="`+num(-m)+`" y="`+num(-m)+`" width="`+num(w)+`" height="`+num(h)+`" fill="var(--bg)"/>`+
		p.Body+`</svg>`+"\n", dark)
}

// pen collects the marks of a picture.
type pen struct{ b strings.Builder }

// mark writes one empty element with attributes given as name, value pairs; values are escaped.
func (p *pen) mark(tag string, attrs ...string) {
	p.open(tag, attrs...)
	p.b.WriteString("</" + tag + ">")
}

// open writes a start tag.
func (p *pen) open(tag string, attrs ...string) {
	p.b.WriteString("<" + tag)
	for i := 0; i+1 < len(attrs); i += 2 {
		p.b.WriteString(" " + attrs[i] + `="` + Escape(attrs[i+1]) + `"`)
	}
	p.b.WriteString(">")
}

func (p *pen) close(tag string) { p.b.WriteString("</" + tag + ">") }

// line draws a straight stroke.
func (p *pen) line(x1, y1, x2, y2 int, stroke, width string, more ...string) {
	p.mark("line", append([]string{"x1", num(x1), "y1", num(y1), "x2", num(x2), "y2", num(y2), "stroke", stroke, "stroke-width", width}, more...)...)
}

// rect draws a filled rectangle with rounded corners of radius r.
func (p *pen) rect(x, y, w, h, r int, fill, stroke string, more ...string) {
	p.mark("rect", append([]string{"x", num(x), "y", num(y), "width", num(w), "height", num(h), "rx", num(r), "fill", fill, "stroke", stroke}, more...)...)
}

// dot draws a disc.
func (p *pen) dot(x, y int, r, fill string, more ...string) {
	p.mark("circle", append([]string{"cx", num(x), "cy", num(y), "r", r, "fill", fill}, more...)...)
}

// path draws an open curve.
func (p *pen) path(d, stroke, width string, more ...string) {
	p.mark("path", append([]string{"d", d, "fill", "none", "stroke", stroke, "stroke-width", width}, more...)...)
}

// Anchor says which end of a text lies at its point.
type anchor string

const (
	left   anchor = "start"
	middle anchor = "middle"
	right  anchor = "end"
)

// text writes words in the sans face, num writes digits in the mono face.
func (p *pen) text(x, y, size int, a anchor, fill, s string, more ...string) {
	p.words("var(--sans)", x, y, size, a, fill, s, more)
}

func (p *pen) digits(x, y, size int, a anchor, fill, s string, more ...string) {
	p.words("var(--mono)", x, y, size, a, fill, s, more)
}

func (p *pen) words(face string, x, y, size int, a anchor, fill, s string, more []string) {
	p.open("text", append([]string{"x", num(x), "y", num(y), "font-family", face, "font-size", num(size), "text-anchor", string(a), "fill", fill}, more...)...)
	p.b.WriteString(Escape(s))
	p.close("text")
}

// picture ends the drawing.
func (p *pen) picture(title string, w, h int) Picture {
	return Picture{Title: title, W: w, H: h, Body: p.b.String()}
}

// Escape makes text safe inside HTML and SVG, in content and in attributes with double quotes.
func Escape(s string) string { return words.Escape(s) }

func num(n int) string { return strconv.Itoa(n) }
