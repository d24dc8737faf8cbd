package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strings"
	"unicode/utf16"

	"github.com/kjk/lzma"
)

// The single file is a page in UTF-16, because a byte order mark decides the encoding whatever a server says about it,
// and because 16 bits hold 15.95 bits of packed data (units). Its text costs two bytes a character, so all of it that is
// not needed to unpack the rest is packed as well: styles, start scripts, the static picture.

// single makes the page: the template with these texts.
type single struct {
	early   string // styles for a page whose scripts do not run
	style   string
	boot    string // start script
	start   string // wasm_exec.js
	unpack  string
	unfold  string
	icon    string
	shell   string
	program []byte
	data    []dataFile
	level   int
}

// picture shows the static picture, which unpack.js keeps, when the parser has come to its place.
const picture = `ulplabPicture(document.getElementById("app"))`

func (s single) page(template string) ([]byte, error) {
	if strings.Contains(strings.ToLower(s.unpack), "</script") || strings.Contains(s.unpack, "<!--") || strings.Contains(strings.ToLower(s.early), "</style") {
		return nil, errors.New("unpack.js or boot.css holds text that cannot stand inline in a page")
	}
	for _, text := range []string{s.style, s.boot, s.start, s.unfold, s.shell} {
		if strings.Contains(text, "\x00") {
			return nil, errors.New("a text of the page holds a NUL")
		}
	}
	texts := strings.Join([]string{s.style, s.boot, s.start, s.unfold, s.shell}, "\x00")
	// Names and folding are for Go programs of a known layout; any other is packed as it is.
	program, err := numbered(s.program, ownName)
	if err != nil {
		fmt.Fprintf(os.Stderr, "pack: %v; the functions of the single file keep their names\n", err)
		program = s.program
	}
	sum := sha256.Sum256(program)
	if folded, err := fold(program); err == nil {
		program = folded
	} else {
		fmt.Fprintf(os.Stderr, "pack: %v; the single file gets the program as it is\n", err)
	}
	var data strings.Builder
	data.WriteString("\n" + packedPart(`program" data-sum="`+hex.EncodeToString(sum[:]), program, s.level))
	for _, f := range s.data {
		data.WriteString("\n" + packedPart("data-"+f.name, f.bytes, s.level))
	}
	text, err := parts{
		policy:  meta(singlePolicy([]string{s.unpack, picture, s.boot, s.start, s.unfold}, []string{s.early, s.style})),
		icon:    s.icon,
		boot:    packedPart("page", []byte(texts), s.level),
		style:   `<style>` + s.early + `</style>` + "\n" + `<script>` + s.unpack + `</script>`,
		shell:   `<main><h1>ULP Lab</h1><p>The whole lab is packed into this page. To unpack it, the page needs scripts and WebAssembly.</p></main>`,
		program: `<script>` + picture + `</script>` + data.String(),
	}.fill(template)
	if err != nil {
		return nil, err
	}
	page := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(text)) {
		page = binary.LittleEndian.AppendUint16(page, u)
	}
	return page, nil
}

func packedPart(id string, data []byte, level int) string {
	return `<script type="text/plain" id="ulplab-` + id + `">` + units(lzmaPacked(data, level)) + `</script>`
}

// singlePolicy is the policy of the single file: nothing from outside, the scripts and styles by hash.
func singlePolicy(scripts, styles []string) string {
	var b strings.Builder
	b.WriteString("default-src 'none'; script-src")
	for _, s := range scripts {
		b.WriteString(sources(s))
	}
	b.WriteString(" 'wasm-unsafe-eval'; style-src")
	for _, s := range styles {
		b.WriteString(sources(s))
	}
	b.WriteString("; img-src data: blob:; worker-src blob:; base-uri 'none'; form-action 'none'")
	return b.String()
}

// sources names a text by the hash of its UTF-8 form, as the standard has it (CSP Level 3, "Does element match source
// list?"), and by that of its UTF-16 form: WebKit hashes a text in the encoding of its page.
func sources(text string) string {
	var wide []byte
	for _, u := range utf16.Encode([]rune(text)) {
		wide = binary.LittleEndian.AppendUint16(wide, u)
	}
	return " " + source(text) + " " + source(string(wide))
}

// units writes bytes as text of a page in UTF-16, 335 bits in 21 code units, the high bits first, zero bits at the end:
// 0.3 % more than the bytes themselves. A page cannot hold the 2048 surrogates alone, so a unit carries 11 bits as they
// are and, in its high five, a digit of base 31; 21 such digits are a number of 104 bits, the first digit the lowest.
// The bits of a group are the 21 times 11, then the number. Of the units written so, a few are still nothing for a page
// (see plain); in their place stands a surrogate pair, the code point 2^16 + (unit XOR 16).
func units(data []byte) string {
	var out []uint16
	acc, held, at := uint64(0), 0, 0
	take := func(n int) uint64 {
		for held < n {
			c := byte(0)
			if at < len(data) {
				c = data[at]
			}
			at++
			acc, held = acc<<8|uint64(c), held+8
		}
		held -= n
		v := acc >> held
		acc &= 1<<held - 1
		return v
	}
	for bits := 0; bits < 8*len(data); bits += 335 {
		var group [21]uint16
		for i := range group {
			group[i] = uint16(take(11))
		}
		number := [4]uint64{take(26), take(26), take(26), take(26)}
		for i := range group {
			digit := uint64(0)
			for k := range number {
				digit = digit<<26 | number[k]
				number[k], digit = digit/31, digit%31
			}
			if digit >= 0xd800>>11 {
				digit++ // past the surrogates
			}
			if u := group[i] | uint16(digit)<<11; plain(u) {
				out = append(out, u)
			} else {
				high, low := utf16.EncodeRune(0x10000 + rune(u^16))
				out = append(out, uint16(high), uint16(low))
			}
		}
	}
	return string(utf16.Decode(out))
}

// plain reports whether a unit that is no surrogate means itself in the text of a script element: not so NUL, carriage
// return, "<" and the byte order mark; and noncharacters are better left out.
func plain(u uint16) bool {
	return u != 0 && u != '\r' && u != '<' && u != 0xfeff && u < 0xfffe && (u < 0xfdd0 || u > 0xfdef)
}

// lzmaPacked compresses in the format .lzma, which unpack.js reads: a third smaller than gzip for the program.
func lzmaPacked(data []byte, level int) []byte {
	var b bytes.Buffer
	w := lzma.NewWriterSizeLevel(&b, int64(len(data)), level)
	_, err := w.Write(data)
	if err = errors.Join(err, w.Close()); err != nil {
		panic(err) // a writer to memory does not fail
	}
	return b.Bytes()
}
