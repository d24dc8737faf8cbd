package main

import (
	"encoding/base64"
	"errors"
	"strings"
)

// single makes the page of the single file: the template with these texts. Program and data files are gzip in base64,
// which boot.js opens with the browser's DecompressionStream.
type single struct {
	about   string // attributes of the page
	style   string
	boot    string // start script
	start   string // wasm_exec.js
	icon    string
	shell   string
	program []byte
	data    []dataFile
	gzip    func([]byte) []byte
}

// byteOrderMark makes a browser read the file as UTF-8 whatever a server says about its encoding.
const byteOrderMark = "\ufeff"

func (s single) page(template string) (string, error) {
	for _, script := range []string{s.boot, s.start} {
		if lower := strings.ToLower(script); strings.Contains(lower, "</script") || strings.Contains(lower, "<!--") {
			return "", errors.New("boot.js or wasm_exec.js holds text that cannot stand inline in a page")
		}
	}
	if strings.Contains(strings.ToLower(s.style), "</style") {
		return "", errors.New("a style sheet holds text that cannot stand inline in a page")
	}
	var packed strings.Builder
	packed.WriteString(packedPart("program", s.gzip(s.program)))
	for _, f := range s.data {
		packed.WriteString("\n" + packedPart("data-"+f.name, s.gzip(f.bytes)))
	}
	text, err := parts{
		page:    s.about + ` data-shell="start"`,
		policy:  meta(singlePolicy([]string{s.boot, s.start}, s.style)),
		icon:    s.icon,
		boot:    `<script id="ulplab-boot">` + s.boot + "</script>\n" + `<script id="ulplab-go">` + s.start + `</script>`,
		style:   `<style>` + s.style + `</style>`,
		shell:   s.shell,
		program: packed.String(),
	}.fill(template)
	return byteOrderMark + text, err
}

func packedPart(id string, gzip []byte) string {
	return `<script type="text/plain" id="ulplab-` + id + `">` + base64.StdEncoding.EncodeToString(gzip) + `</script>`
}

// singlePolicy is the policy of the single file: nothing from outside, its scripts and its style by hash.
func singlePolicy(scripts []string, style string) string {
	list := "default-src 'none'; script-src"
	for _, s := range scripts {
		list += " " + source(s)
	}
	return list + " 'wasm-unsafe-eval'; style-src " + source(style) + "; img-src data: blob:; worker-src blob:; frame-src 'self' file:; base-uri 'none'; form-action 'none'"
}
