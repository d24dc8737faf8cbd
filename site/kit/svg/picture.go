// Package svg makes drawings: a Pen collects marks, a Picture is a drawing with its size. Drawings take their colours
// from the tokens of assets/style.css, written var(--name), so that they follow the theme of the page; File makes a
// document that stands alone. Lengths are integers in CSS pixels, or tenths where a name ends in 10. Text of a reader
// goes through Escape before it enters any markup.
package svg

import (
	"strconv"
	"strings"

	"ulplab/site/kit/words"
)

func ClipLabel(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

// Live returns a picture whose nodes can be reached: a group of buttons instead of one image. The group's name
// tells the page which picture is pointed at.
func (p Picture) Live(group string) string {
	return `<svg class="picture graph" viewBox="0 0 ` + words.Num(p.W) + ` ` + words.Num(p.H) + `" width="` + words.Num(p.W) + `" height="` + words.Num(p.H) +
		`" role="group" data-bits="` + words.Escape(group) + `" data-keys="` + words.Escape(group) + `" aria-label="` + words.Escape(p.Title) + `">` + p.Body + `</svg>`
}

// Beside puts pictures side by side, in rows as wide as they come, and the last one below the others.
func Beside(title string, gap int, below Picture, pictures ...Picture) Picture {
	var p Pen
	x, h := 0, 0
	for _, q := range pictures {
		p.Open("g", "transform", "translate("+words.Num(x)+" 0)")
		p.B.WriteString(q.Body)
		p.Close("g")
		x += q.W + gap
		h = max(h, q.H)
	}
	w := x - gap
	if below.Body != "" {
		p.Open("g", "transform", "translate(0 "+words.Num(h+gap/2)+")")
		p.B.WriteString(below.Body)
		p.Close("g")
		h += gap/2 + below.H
	}
	return p.Picture(title, max(w, below.W), h)
}

// ClampText keeps a centred label of 13 px digits inside a picture of width w.
func ClampText(x, w int, s string) int {
	half := 4 * len([]rune(s))
	return max(half, min(w-half, x))
}

// Raised writes digits, with 2^-3 as 2 and a raised exponent, which is no smaller than 12 pixels.
func (p *Pen) Raised(x, y, size int, a Anchor, fill, s string) {
	base, exp, ok := strings.Cut(s, "^")
	if !ok {
		p.Digits(x, y, size, a, fill, s)
		return
	}
	p.Open("text", "x", words.Num(x), "y", words.Num(y), "font-family", "var(--mono)", "font-size", words.Num(size), "text-anchor", string(a), "fill", fill)
	p.B.WriteString(words.Escape(base) + `<tspan dy="-5" font-size="` + words.Num(max(12, size*4/5)) + `">` + words.Escape(exp) + `</tspan>`)
	p.Close("text")
}

func Abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// Picture is a drawing with its size in CSS pixels.
type Picture struct {
	Title string // the accessible name; "": it shows nothing of its own
	W, H  int
	Body  string // the marks, without the svg element
}

// SVG returns the picture as an element for the page: it scales down to the width it finds.
func (p Picture) SVG() string {
	role := `role="img" aria-label="` + words.Escape(p.Title)
	if p.Title == "" {
		role = `aria-hidden="true`
	}
	return `<svg class="picture" viewBox="0 0 ` + words.Num(p.W) + ` ` + words.Num(p.H) + `" width="` + words.Num(p.W) + `" height="` + words.Num(p.H) +
		`" ` + role + `">` + p.Body + `</svg>`
}

// File returns the picture as a document of its own, on the background of the theme, with a margin.
func (p Picture) File(dark bool) string {
	const m = 16
	w, h := p.W+2*m, p.H+2*m
	return literal(`<svg xmlns="http://www.w3.org/2000/svg" width="`+words.Num(w)+`" height="`+words.Num(h)+`" viewBox="`+words.Num(-m)+` `+words.Num(-m)+` `+words.Num(w)+` `+words.Num(h)+
		`"><title>`+words.Escape(p.Title)+`</title><rect x="`+words.Num(-m)+`" y="`+words.Num(-m)+`" width="`+words.Num(w)+`" height="`+words.Num(h)+`" fill="var(--bg)"/>`+
		p.Body+`</svg>`+"\n", dark)
}

// TitleOf is the title of a document that File made: the text alternative of the picture.
func TitleOf(file string) string {
	_, title, _ := strings.Cut(file, "<title>")
	title, _, _ = strings.Cut(title, "</title>")
	return words.Unescape(title)
}

// SizeOf is the size of a document that File made, in CSS pixels.
func SizeOf(file string) (w, h int) {
	size := func(name string) int {
		_, v, _ := strings.Cut(file, " "+name+`="`)
		v, _, _ = strings.Cut(v, `"`)
		n, _ := strconv.Atoi(v)
		return n
	}
	return size("width"), size("height")
}

// Linked is a document that File made, as a link, with its address in a line below the picture.
func Linked(file, link string, dark bool) string {
	const line = 24
	w, h := SizeOf(file)
	var p Pen
	p.Open("svg", "xmlns", "http://www.w3.org/2000/svg", "width", words.Num(w), "height", words.Num(h+line), "viewBox", "0 0 "+words.Num(w)+" "+words.Num(h+line))
	p.B.WriteString("<title>" + words.Escape(TitleOf(file)) + "</title><desc>" + words.Escape(link) + "</desc>")
	p.Open("a", "href", link)
	p.Rect(0, 0, w, h+line, 0, "var(--bg)", "none")
	p.B.WriteString(strings.TrimSuffix(file, "\n"))
	p.Digits(16, h+line/2, 12, Left, "var(--ink-2)", ClipLabel(link, max(12, (w-32)/8)))
	p.Close("a")
	p.Close("svg")
	return literal(p.B.String(), dark) + "\n"
}

// Pen collects the marks of a picture.
type Pen struct{ B strings.Builder }

// Mark writes one empty element with attributes given as name, value pairs; values are escaped.
func (p *Pen) Mark(tag string, attrs ...string) {
	p.Open(tag, attrs...)
	p.B.WriteString("</" + tag + ">")
}

// Open writes a start tag.
func (p *Pen) Open(tag string, attrs ...string) {
	p.B.WriteString("<" + tag)
	for i := 0; i+1 < len(attrs); i += 2 {
		p.B.WriteString(" " + attrs[i] + `="` + words.Escape(attrs[i+1]) + `"`)
	}
	p.B.WriteString(">")
}

func (p *Pen) Close(tag string) { p.B.WriteString("</" + tag + ">") }

// Line draws a straight stroke.
func (p *Pen) Line(x1, y1, x2, y2 int, stroke, width string, more ...string) {
	p.Mark("line", append([]string{"x1", words.Num(x1), "y1", words.Num(y1), "x2", words.Num(x2), "y2", words.Num(y2), "stroke", stroke, "stroke-width", width}, more...)...)
}

// Rect draws a filled rectangle with rounded corners of radius r.
func (p *Pen) Rect(x, y, w, h, r int, fill, stroke string, more ...string) {
	p.Mark("rect", append([]string{"x", words.Num(x), "y", words.Num(y), "width", words.Num(w), "height", words.Num(h), "rx", words.Num(r), "fill", fill, "stroke", stroke}, more...)...)
}

// Dot draws a disc.
func (p *Pen) Dot(x, y int, r, fill string, more ...string) {
	p.Mark("circle", append([]string{"cx", words.Num(x), "cy", words.Num(y), "r", r, "fill", fill}, more...)...)
}

// Path draws an open curve.
func (p *Pen) Path(d, stroke, width string, more ...string) {
	p.Mark("path", append([]string{"d", d, "fill", "none", "stroke", stroke, "stroke-width", width}, more...)...)
}

// Anchor says which end of a text lies at its point.
type Anchor string

const (
	Left   Anchor = "start"
	Middle Anchor = "middle"
	Right  Anchor = "end"
)

// Text writes words in the sans face, num writes digits in the mono face.
func (p *Pen) Text(x, y, size int, a Anchor, fill, s string, more ...string) {
	p.words("var(--sans)", x, y, size, a, fill, s, more)
}

func (p *Pen) Digits(x, y, size int, a Anchor, fill, s string, more ...string) {
	p.words("var(--mono)", x, y, size, a, fill, s, more)
}

func (p *Pen) words(face string, x, y, size int, a Anchor, fill, s string, more []string) {
	p.Open("text", append([]string{"x", words.Num(x), "y", words.Num(y), "font-family", face, "font-size", words.Num(size), "text-anchor", string(a), "fill", fill}, more...)...)
	p.B.WriteString(words.Escape(s))
	p.Close("text")
}

// Picture ends the drawing.
func (p *Pen) Picture(title string, w, h int) Picture {
	return Picture{Title: title, W: w, H: h, Body: p.B.String()}
}
