package handler

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// The size of the card in pixels, which the programs that show it ask for, and its margin.
const cardWidth, cardHeight, cardMargin = 1200, 630, 72

// BitField is a field of a number's bits: S, E or T (site/kit/bits), and its digits.
type BitField struct {
	Kind   byte
	Digits string
}

// The colours of the card: those of the page (assets/style.css), light.
var (
	cardInk   = color.RGBA{0x1a, 0x1d, 0x21, 0xff}
	cardQuiet = color.RGBA{0x54, 0x5c, 0x66, 0xff}
	cardBits  = map[byte]color.RGBA{'S': {0xa8, 0x46, 0x00, 0xff}, 'E': {0x00, 0x70, 0x4f, 0xff}, 'T': {0x00, 0x5f, 0x96, 0xff}}
)

// Card is the link of a state as a picture in PNG, for programs that show no other: name, title, description, and the bits.
func (a Announced) Card() []byte {
	c := card{image.NewRGBA(image.Rect(0, 0, cardWidth, cardHeight))}
	draw.Draw(c, c.Bounds(), image.White, image.Point{}, draw.Src)
	title, name, _ := strings.Cut(a.Title, " · ")
	c.lines(face(goregular.TTF, 34), cardQuiet, 110, 1, name)
	y := c.lines(face(goregular.TTF, 76), cardInk, 215, 1, title)
	c.lines(face(gomono.TTF, 42), cardInk, y, 4, a.Description)
	c.bits(a.Bits)
	var b bytes.Buffer
	if err := png.Encode(&b, c.RGBA); err != nil {
		panic(err) // a picture of this size fits
	}
	return b.Bytes()
}

type card struct{ *image.RGBA }

func face(ttf []byte, size float64) font.Face {
	f, err := opentype.Parse(ttf)
	if err != nil {
		panic(err) // a font of the program itself
	}
	made, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		panic(err)
	}
	return made
}

// lines writes a text from a base line on, in lines that fit, and returns the base line after the last. What is longer is cut.
func (c card) lines(f font.Face, ink color.Color, y, most int, text string) int {
	step := f.Metrics().Height.Ceil()
	room := fixed.I(cardWidth - 2*cardMargin)
	line, ended := "", 0
	end := func(text string) {
		if ended++; ended <= most {
			d := font.Drawer{Dst: c, Src: image.NewUniform(ink), Face: f, Dot: fixed.P(cardMargin, y)}
			d.DrawString(text)
			y += step
		}
	}
	for _, word := range strings.Fields(drawable(f, text[:min(len(text), 100*most)])) { // a cut sign is none that a font has
		if line != "" && font.MeasureString(f, line+" "+word) > room {
			end(line)
			line = ""
		}
		line = strings.TrimSpace(line + " " + word)
		for font.MeasureString(f, line) > room { // a word longer than a line
			rest := []rune(line)
			n := len(rest)
			for font.MeasureString(f, string(rest[:n])) > room {
				n--
			}
			end(string(rest[:n]))
			line = string(rest[n:])
		}
	}
	if line != "" {
		end(line)
	}
	return y + step/3
}

// drawable is a text in signs that a font has.
func drawable(f font.Face, text string) string {
	const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"
	var b strings.Builder
	before := false
	for _, r := range text {
		i := strings.IndexRune(raised, r)
		if i >= 0 && !before {
			b.WriteByte('^')
		}
		if before = i >= 0; before {
			r = rune("0123456789-"[len([]rune(raised[:i]))])
		}
		if _, ok := f.GlyphAdvance(r); ok {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// bits writes the fields of a number above the lower edge, as large as they fit.
func (c card) bits(fields []BitField) {
	n := 0
	for _, f := range fields {
		n += len(f.Digits) + 1
	}
	if n == 0 {
		return
	}
	size := min(40, float64(cardWidth-2*cardMargin)/float64(n)/0.6)
	f := face(gomono.TTF, size)
	d := font.Drawer{Dst: c, Face: f, Dot: fixed.P(cardMargin, cardHeight-cardMargin)}
	for _, field := range fields {
		from := d.Dot.X.Round()
		d.Src = image.NewUniform(cardBits[field.Kind])
		d.DrawString(field.Digits)
		draw.Draw(c, image.Rect(from, cardHeight-cardMargin+8, d.Dot.X.Round(), cardHeight-cardMargin+12), d.Src, image.Point{}, draw.Src)
		d.Dot.X += font.MeasureString(f, "0")
	}
}
