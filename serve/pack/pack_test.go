package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"html"
	"io"
	"maps"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/andybalholm/brotli"
	"github.com/kjk/lzma"

	"ulplab/serve/handler"
)

const table = "name\terror\nexpf\t1.05 <ulp\n"

func example(t *testing.T) input {
	t.Helper()
	assets := fstest.MapFS{"style.css": {Data: []byte("main > p { color: #234 }\n")}}
	for _, name := range []string{"index.html", "boot.js", "unpack.js", "unfold.js", "boot.css", "embed.js", "favicon.svg"} {
		b, err := os.ReadFile("../../assets/" + name)
		if err != nil {
			t.Fatal(err)
		}
		assets[name] = &fstest.MapFile{Data: b}
	}
	assets["data/table.tsv"] = &fstest.MapFile{Data: []byte(table)}
	start, err := startScript()
	if err != nil {
		t.Fatal(err)
	}
	return input{program: module("code and data "), opening: module("opening code "), start: start, assets: assets, shell: `<main><h1>First picture</h1></main>`, level: 5}
}

// module returns a module of one custom section.
func module(text string) []byte {
	body := bytes.Repeat([]byte(text), 5000)
	m := binary.AppendUvarint([]byte("\x00asm\x01\x00\x00\x00\x00"), uint64(len(body)))
	return append(m, body...)
}

func build(t *testing.T, in input) map[string][]byte {
	t.Helper()
	files, err := site(in, store{dir: t.TempDir(), level: brotli.BestCompression}.brotli)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

var reference = regexp.MustCompile(`(?:src|href|data-wasm|data-whole)="([^"]*)"`)

func TestHostedPages(t *testing.T) {
	files := build(t, example(t))
	for _, name := range []string{"index.html", "embed.html"} {
		text := string(files[name])
		if strings.Contains(text, "{{") {
			t.Errorf("%s: a marker was left", name)
		}
		if !strings.Contains(text, `<div id="app"><main><h1>First picture</h1></main></div>`) {
			t.Errorf("%s lacks the static picture", name)
		}
		if got, want := strings.Contains(text, `data-embed="1"`), name == "embed.html"; got != want {
			t.Errorf("%s: data-embed is %v", name, got)
		}
		if regexp.MustCompile(`<script[^>]*>[^<]`).MatchString(text) || strings.Contains(text, "<style") || regexp.MustCompile(`\son[a-z]+=`).MatchString(text) {
			t.Errorf("%s: inline script or style, which its policy stops", name)
		}
		n := 0
		for _, m := range reference.FindAllStringSubmatch(text, -1) {
			if strings.HasPrefix(m[1], "data:") {
				continue
			}
			n++
			if _, ok := files[m[1]]; !ok || !handler.Hashed(m[1]) {
				t.Errorf("%s refers to %s, which is not a hashed file of the site", name, m[1])
			}
		}
		if n != 5 { // two programs, two scripts, one style sheet
			t.Errorf("%s has %d references, want 5", name, n)
		}
	}
	headers := string(files["_headers"])
	for name := range files {
		if name != "_headers" && name != ".assetsignore" && !strings.Contains(headers, "/"+name+"\n") {
			t.Errorf("_headers has no rule for %s", name)
		}
	}
	if n := len(files["embed.js"]); n >= 5000 {
		t.Errorf("embed.js has %d bytes, a host page should not load 5,000 or more", n)
	}
}

// TestSingleFile undoes by hand what the browser does: encoding, policy, inline parts, packed parts, program.
func TestSingleFile(t *testing.T) {
	in := example(t)
	text := fromUTF16(t, build(t, in)[handler.SingleFile])
	m := regexp.MustCompile(`<meta http-equiv="Content-Security-Policy" content="([^"]*)">`).FindStringSubmatchIndex(text)
	if m == nil {
		t.Fatal("no policy")
	}
	policy := html.UnescapeString(text[m[2]:m[3]])
	if !strings.HasPrefix(policy, "default-src 'none'; ") || strings.Contains(policy, "unsafe-inline") {
		t.Errorf("policy %s", policy)
	}
	if first := regexp.MustCompile(`<(script|style|link)`).FindStringIndex(text); first[0] < m[0] {
		t.Error("a script or a style stands before the policy")
	}
	scripts, styles, _ := strings.Cut(policy, "style-src")
	named := 0
	inserted := func(kind, text string) {
		directive := scripts
		if kind == "style" {
			directive = styles
		}
		if text == "" || !strings.Contains(directive, source(text)) || !strings.Contains(directive, source(wide(text))) {
			t.Errorf("the policy does not name the hashes of a %s", kind)
		}
		named += 2
	}
	var plain, packed []string
	for _, part := range regexp.MustCompile(`(?s)<(script|style)([^>]*)>(.*?)</(?:script|style)>`).FindAllStringSubmatch(text, -1) {
		id := regexp.MustCompile(`^ type="text/plain" id="([^"]*)"$`).FindStringSubmatch(strings.Split(part[2], ` data-sum=`)[0])
		if id == nil {
			plain = append(plain, part[1]+part[2])
			inserted(part[1], part[3])
			continue
		}
		packed = append(packed, id[1])
		got := unpacked(t, fromUnits(part[3]))
		switch id[1] {
		case "ulplab-page":
			texts := strings.Split(got, "\x00")
			if len(texts) != 5 || !strings.Contains(texts[0], "main > p { color: #234 }") || !strings.Contains(texts[2], "wasm_exec.js") || !strings.Contains(texts[3], "ulplabProgram") || texts[4] != in.shell {
				t.Fatalf("the texts of the page do not come back")
			}
			inserted("style", texts[0])
			inserted("script", texts[1])
			inserted("script", texts[2])
			inserted("script", texts[3])
		case "ulplab-program":
			if want := append(binary.LittleEndian.AppendUint32(nil, uint32(len(in.program))), in.program...); got != string(want) {
				t.Error("the program, which has no code to fold, does not come back")
			}
		case "ulplab-data-table.tsv":
			if got != table {
				t.Error("the data file does not come back")
			}
		}
	}
	if want := []string{"style", "script", "script"}; !slices.Equal(plain, want) {
		t.Errorf("inline parts %v, want %v", plain, want)
	}
	if want := []string{"ulplab-page", "ulplab-program", "ulplab-data-table.tsv"}; !slices.Equal(packed, want) {
		t.Errorf("packed parts %v, want %v", packed, want)
	}
	if n := strings.Count(policy, "'sha256-"); n != named {
		t.Errorf("the policy names %d hashes, the page has %d: %s", n, named, policy)
	}
	outside := regexp.MustCompile(`(?s)<(script|style)[^>]*>.*?</(?:script|style)>`).ReplaceAllString(text, "")
	for _, m := range reference.FindAllStringSubmatch(outside, -1) {
		if !strings.HasPrefix(m[1], "data:") {
			t.Errorf("the single file refers to %s", m[1])
		}
	}
}

// fromUTF16 decodes a page that begins with a byte order mark and asks that it be in order: no surrogate alone.
func fromUTF16(t *testing.T, page []byte) string {
	t.Helper()
	if len(page)%2 != 0 || string(page[:2]) != "\xff\xfe" {
		t.Fatal("no page in UTF-16")
	}
	var u []uint16
	for i := 2; i < len(page); i += 2 {
		u = append(u, uint16(page[i])|uint16(page[i+1])<<8)
	}
	text := string(utf16.Decode(u))
	if strings.ContainsAny(text, "\x00\r\ufeff\ufffd") {
		t.Error("the page holds what a browser changes")
	}
	return text
}

func wide(text string) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune(text)) {
		b.WriteByte(byte(u))
		b.WriteByte(byte(u >> 8))
	}
	return b.String()
}

// TestPrograms: with an opening program the first visit loads that one and the page knows the other and the views of
// the first; without one, it loads the whole program.
func TestPrograms(t *testing.T) {
	in := example(t)
	for _, opening := range []bool{true, false} {
		first := in.opening
		if !opening {
			in.opening, first = nil, in.program
		}
		files := build(t, in)
		page := string(files["index.html"])
		m := regexp.MustCompile(`data-wasm="([^"]*)"`).FindStringSubmatch(page)
		if m == nil || !bytes.Equal(files[m[1]], first) || !handler.FirstVisit(m[1]) {
			t.Errorf("opening %v: the first visit loads %q", opening, m)
		}
		whole := regexp.MustCompile(`data-whole="([^"]*)" data-whole-bytes="\d+" data-views="enc( [a-z0-9]+)+"`).FindStringSubmatch(page)
		if (whole != nil) != opening {
			t.Fatalf("opening %v: the whole program is %q", opening, whole)
		}
		if opening && (!bytes.Equal(files[whole[1]], in.program) || handler.FirstVisit(whole[1])) {
			t.Errorf("the whole program is %s", whole[1])
		}
	}
}

// TestDataFiles: a data file has a hashed name, which the page knows, and is no part of a first visit.
func TestDataFiles(t *testing.T) {
	in := example(t)
	files := build(t, in)
	m := regexp.MustCompile(`data-files="table\.tsv=([^" ]*)"`).FindStringSubmatch(string(files["index.html"]))
	if m == nil {
		t.Fatal("the page does not say where table.tsv is")
	}
	if string(files[m[1]]) != table || !handler.Hashed(m[1]) || handler.FirstVisit(m[1]) {
		t.Errorf("table.tsv is %s: %q", m[1], files[m[1]])
	}
	for _, name := range []string{"UPPER.tsv", "two words.tsv", "table.exe", "folder/table.tsv"} {
		assets := maps.Clone(in.assets.(fstest.MapFS))
		assets["data/"+name] = &fstest.MapFile{Data: []byte(table)}
		bad := in
		bad.assets = assets
		if _, err := site(bad, store{dir: t.TempDir(), level: brotli.BestSpeed}.brotli); err == nil {
			t.Errorf("a data file named %q passed", name)
		}
	}
}

// unpacked reads the format .lzma with the library's reader; that the page's reader agrees is seen in the browser.
func unpacked(t *testing.T, data []byte) string {
	t.Helper()
	r := lzma.NewReader(bytes.NewReader(data))
	defer r.Close()
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// fromUnits undoes units with large numbers and strings of binary digits.
func fromUnits(text string) []byte {
	var digits strings.Builder
	number, place, n := new(big.Int), big.NewInt(1), 0
	for _, c := range text {
		if c >= 0x10000 {
			c = (c - 0x10000) ^ 16
		}
		fmt.Fprintf(&digits, "%011b", c%2048)
		digit := int64(c / 2048)
		if digit > 27 {
			digit--
		}
		number.Add(number, new(big.Int).Mul(place, big.NewInt(digit)))
		place.Mul(place, big.NewInt(31))
		if n++; n%21 == 0 {
			fmt.Fprintf(&digits, "%0104b", number)
			number, place = new(big.Int), big.NewInt(1)
		}
	}
	var data []byte
	for d := digits.String(); len(d) >= 8; d = d[8:] {
		v, err := strconv.ParseUint(d[:8], 2, 8)
		if err != nil {
			panic(err)
		}
		data = append(data, byte(v))
	}
	return data
}

func TestUnits(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	all := make([]byte, 1<<19)
	for i := range all {
		all[i] = byte(random.Uint32())
	}
	check := func(data []byte, overhead float64) {
		t.Helper()
		text := units(data)
		n := 0
		for _, c := range text {
			if n++; c >= 0x10000 {
				n++
			}
			if strings.ContainsRune("\x00\r<\ufeff\ufffe\uffff", c) || c&0xfffe == 0xfffe || c == utf8.RuneError && !bytes.Contains(data, []byte{0xff}) {
				t.Fatalf("%d bytes: the text holds %U", len(data), c)
			}
		}
		got := fromUnits(text)
		if len(got) < len(data) || !bytes.Equal(got[:len(data)], data) || len(got) > len(data)+42 {
			t.Fatalf("%d bytes come back as %d", len(data), len(got))
		}
		if float64(2*n) > float64(len(data))*overhead+130 {
			t.Errorf("%d bytes become %d", len(data), 2*n)
		}
	}
	check(all, 1.01)
	for n := range 400 {
		check(all[n:2*n], 1.1)
	}
	// Bytes that make the units that a page cannot hold: each of them in each place of a group.
	for _, c := range []byte{0x00, 0xff} {
		check(bytes.Repeat([]byte{c}, 1000), 2)
	}
	for u := range 0x10000 {
		if u>>11 == 27 || u%257 != 0 && plain(uint16(u)) {
			continue
		}
		digits, number, place := "", new(big.Int), big.NewInt(1)
		for range 20 {
			digits += fmt.Sprintf("%011b", u%2048)
			digit := int64(u >> 11)
			if digit > 27 {
				digit--
			}
			number.Add(number, new(big.Int).Mul(place, big.NewInt(digit)))
			place.Mul(place, big.NewInt(31))
		}
		digits += fmt.Sprintf("%011b%0104b", 0, number) + "0"
		var data []byte
		for ; digits != ""; digits = digits[8:] {
			v, _ := strconv.ParseUint(digits[:8], 2, 8)
			data = append(data, byte(v))
		}
		check(data, 2.2)
	}
}

func TestStore(t *testing.T) {
	in := example(t)
	s := store{dir: filepath.Join(t.TempDir(), "dist"), level: brotli.BestCompression}
	pack := func() map[string][]byte {
		files, err := site(in, s.brotli)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.write(files); err != nil {
			t.Fatal(err)
		}
		return onDisk(t, s.dir)
	}
	first := pack()
	for name, data := range first {
		if !compressible(name) {
			continue
		}
		br, err := io.ReadAll(brotli.NewReader(bytes.NewReader(first[name+".br"])))
		if err != nil || !bytes.Equal(br, data) {
			t.Errorf("%s.br does not give back the file: %v", name, err)
		}
		r, err := gzip.NewReader(bytes.NewReader(first[name+".gz"]))
		if err != nil {
			t.Fatal(err)
		}
		if gz, err := io.ReadAll(r); err != nil || !bytes.Equal(gz, data) {
			t.Errorf("%s.gz does not give back the file: %v", name, err)
		}
	}
	if again := pack(); !maps.EqualFunc(first, again, bytes.Equal) {
		t.Error("the same input gave another site")
	}
	fresh := store{dir: t.TempDir(), level: brotli.BestCompression}
	files, err := site(in, fresh.brotli)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fresh.write(files); err != nil {
		t.Fatal(err)
	}
	if !maps.EqualFunc(first, onDisk(t, fresh.dir), bytes.Equal) {
		t.Error("a site built anew differs from one built over an older one")
	}
	// A changed program gets another name and the old one goes.
	in.program = module("other code and data ")
	second := pack()
	gone := 0
	for name := range first {
		if _, ok := second[name]; !ok {
			gone++
			if !strings.HasPrefix(name, "whole-lab.") {
				t.Errorf("%s went with the old program", name)
			}
		}
	}
	if gone != 3 || len(second) != len(first) {
		t.Errorf("%d files went, %d are there; want 3 and %d", gone, len(second), len(first))
	}
}

func TestForeignFolder(t *testing.T) {
	s := store{dir: t.TempDir(), level: brotli.BestCompression}
	precious := filepath.Join(s.dir, "thesis.tex")
	if err := os.WriteFile(precious, []byte("text"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := s.write(build(t, example(t))); err == nil {
		t.Error("a folder with other files was taken for a built site")
	}
	if _, err := os.Stat(precious); err != nil {
		t.Errorf("a file of somebody else went: %v", err)
	}
}

func TestTemplateMarkers(t *testing.T) {
	in := example(t)
	assets := maps.Clone(in.assets.(fstest.MapFS))
	assets["index.html"] = &fstest.MapFile{Data: []byte("<div id=app>{{shell}}{{shell}}</div>")}
	in.assets = assets
	if _, err := site(in, store{dir: t.TempDir(), level: brotli.BestCompression}.brotli); err == nil {
		t.Error("a template with a marker twice and others missing passed")
	}
}

func onDisk(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, e := range entries {
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = b
	}
	return files
}
