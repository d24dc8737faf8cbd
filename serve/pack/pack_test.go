package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"html"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"github.com/andybalholm/brotli"
	"github.com/kjk/lzma"

	"ulplab/serve/handler"
)

const table = "name\terror\nexpf\t1.05 <ulp\n"

// The program stands for any bytes; the page does not look into them before the browser does.
func example(t *testing.T) input {
	t.Helper()
	assets := fstest.MapFS{"style.css": {Data: []byte("main > p { color: #234 }\n")}}
	for _, name := range []string{"index.html", "boot.js", "unpack.js", "boot.css", "embed.js", "favicon.svg"} {
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
	program := append([]byte("\x00asm\x01\x00\x00\x00"), bytes.Repeat([]byte("code and data "), 5000)...)
	return input{program: program, opening: append(program[:len(program):len(program)], "opening"...), start: start, assets: assets, shell: `<main><h1>First picture</h1></main>`, level: 5}
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

// TestSingleFile undoes by hand what the browser does: policy, inline parts, program.
func TestSingleFile(t *testing.T) {
	in := example(t)
	text := string(build(t, in)[handler.SingleFile])
	for _, m := range reference.FindAllStringSubmatch(text[:strings.Index(text, "<style>")], -1) {
		if !strings.HasPrefix(m[1], "data:") {
			t.Errorf("the single file refers to %s", m[1])
		}
	}
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
	inline := regexp.MustCompile(`(?s)<(script|style)([^>]*)>(.*?)</(?:script|style)>`).FindAllStringSubmatch(text, -1)
	var seen []string
	for _, part := range inline {
		if strings.Contains(part[2], "text/plain") {
			want := string(in.program)
			if strings.Contains(part[2], "ulplab-data-table.tsv") {
				want = table
			}
			if got := unpacked(t, fromSevenBit(part[3])); got != want {
				t.Errorf("%s does not come back", part[2])
			}
			seen = append(seen, "packed")
			continue
		}
		if !strings.Contains(policy, source(part[3])) {
			t.Errorf("the policy does not name the hash of a %s", part[1])
		}
		seen = append(seen, part[1])
	}
	slices.Sort(seen)
	if want := []string{"packed", "packed", "script", "script", "script", "style"}; !slices.Equal(seen, want) {
		t.Errorf("inline parts %v, want %v", seen, want)
	}
	if strings.Count(policy, "'sha256-") != 4 {
		t.Errorf("the policy names other hashes than those of the four inline parts: %s", policy)
	}
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

// fromSevenBit undoes sevenBit by way of a string of binary digits.
func fromSevenBit(text string) []byte {
	var digits strings.Builder
	for _, c := range text {
		fmt.Fprintf(&digits, "%07b", c&127)
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

func TestSevenBit(t *testing.T) {
	all := make([]byte, 0, 1<<16)
	for i := range 1 << 15 {
		all = append(all, byte(i>>7), byte(i*i))
	}
	for n := range 300 {
		text := sevenBit(all[n : 2*n])
		if strings.ContainsAny(text, "\x00\r<") || !utf8.ValidString(text) {
			t.Fatalf("%d bytes: the text holds what a page cannot", n)
		}
		if got := fromSevenBit(text); !bytes.Equal(got, all[n:2*n]) {
			t.Fatalf("%d bytes come back as %d", n, len(got))
		}
	}
	if text := sevenBit(all); !bytes.Equal(fromSevenBit(text), all) || len(text) > len(all)*6/5 {
		t.Errorf("%d bytes become text of %d", len(all), len(text))
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
	in.program = append(in.program, 'x')
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
