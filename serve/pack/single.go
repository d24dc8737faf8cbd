package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
)

// single makes the page of the single file: the template with these texts. Program, start script, the views' style and data files are gzip in
// text of 91 characters, which boot.js opens with the browser's DecompressionStream.
type single struct {
	about   string // attributes of the page
	style   string // of the static page
	views   string // the rest of the style, which is there before the program runs
	boot    string // start script
	start   string // wasm_exec.js
	icon    string
	shell   string
	program []byte
	data    []dataFile
	gzip    func([]byte) []byte
}

// byteOrderMark makes a browser read the file as UTF-8 whatever a server says about its encoding. All that follows is
// ASCII, which a browser reads fastest.
const byteOrderMark = "\ufeff"

func (s single) page(template string) (string, error) {
	if lower := strings.ToLower(s.boot); strings.Contains(lower, "</script") || strings.Contains(lower, "<!--") {
		return "", errors.New("boot.js holds text that cannot stand inline in a page")
	}
	if strings.Contains(strings.ToLower(s.style), "</style") {
		return "", errors.New("a style sheet holds text that cannot stand inline in a page")
	}
	s.boot, s.start = escaped(utf16.Encode([]rune(s.boot)), `\u%04x`), escaped(utf16.Encode([]rune(s.start)), `\u%04x`)
	s.style = escaped([]rune(s.style), `\%x `)
	s.shell = escaped([]rune(s.shell), "&#x%x;")
	var packed strings.Builder
	packed.WriteString(packedPart("style", s.gzip([]byte(s.views))) + "\n" + packedPart("start", s.gzip([]byte(s.start))) + "\n")
	for piece := range slices.Chunk(s.gzip(s.program), pieceBytes) {
		packed.WriteString(`<template class="ulplab-program">` + encoded(piece) + "</template>\n")
	}
	// The data files lie together, which takes 4 KB less than each by itself: a line of their names and lengths, then the files.
	var names []string
	var files []byte
	for _, f := range s.data {
		names = append(names, f.name, strconv.Itoa(len(f.bytes)))
		files = append(files, f.bytes...)
	}
	packed.WriteString(packedPart("data", s.gzip(append([]byte(strings.Join(names, " ")+"\n"), files...))))
	text, err := parts{
		page:    s.about + ` data-shell="start"`,
		policy:  meta(singlePolicy([]string{s.boot, s.start}, s.style)),
		icon:    s.icon,
		boot:    `<script id="ulplab-boot">` + s.boot + `</script>`,
		style:   `<style>` + s.style + `</style>`,
		shell:   s.shell,
		program: packed.String(),
	}.fill(template)
	return byteOrderMark + text, err
}

// escaped writes what is not ASCII as escapes of this form.
func escaped[C rune | uint16](text []C, form string) string {
	var b strings.Builder
	for _, c := range text {
		if c < 128 {
			b.WriteByte(byte(c))
		} else {
			fmt.Fprintf(&b, form, c)
		}
	}
	return b.String()
}

func packedPart(id string, gzip []byte) string {
	return `<template id="ulplab-` + id + `">` + encoded(gzip) + `</template>`
}

// pieceBytes is what one element of the packed program holds; the browser unpacks and compiles a piece while it reads the next.
const pieceBytes = 400_000

// digits are the printable characters of ASCII but the space and those that say something in a page.
const digits = "!#$%'()*+,-./0123456789:;=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~"

// encoded writes 13 bits as two digits, the lowest first, and what is left over, up to 6 bits, as one: 1.231 bytes a byte,
// where base64 takes 1.333.
func encoded(data []byte) string {
	text := make([]byte, 0, len(data)*16/13+2)
	bits, held := 0, 0
	pair := func() {
		text = append(text, digits[bits&8191%len(digits)], digits[bits&8191/len(digits)])
		bits >>= 13
		held -= 13
	}
	for _, b := range data {
		bits |= int(b) << held
		if held += 8; held >= 13 {
			pair()
		}
	}
	if held > 6 {
		pair()
	} else if held > 0 {
		text = append(text, digits[bits])
	}
	return string(text)
}

// singlePolicy is the policy of the single file: nothing from outside, its scripts and its style by hash.
func singlePolicy(scripts []string, style string) string {
	list := "default-src 'none'; script-src"
	for _, s := range scripts {
		list += " " + source(s)
	}
	return list + " 'wasm-unsafe-eval'; style-src " + source(style) + "; img-src data: blob:; worker-src blob:; frame-src 'self' file:; base-uri 'none'; form-action 'none'"
}
