package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"html"
	"io"
	"maps"
	"math/big"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/andybalholm/brotli"

	"ulplab/serve/handler"
)

const table = "name\terror\nexpf\t1.05 <ulp\n"

func example(t *testing.T) input {
	t.Helper()
	assets := fstest.MapFS{"style.css": {Data: []byte("main > p { color: #234 }\n")}, "views.css": {Data: []byte(".view > p { margin: 0; }\n")}}
	for _, name := range []string{"index.html", "boot.js", "boot.css", "embed.js", "offline.js", "manifest.webmanifest", "favicon.svg"} {
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
	return input{program: module("code and data "), opening: module("opening code "), start: start, assets: assets, shell: `<main><h1>First picture …</h1></main>`, framed: `<main><h1>First view</h1></main>`,
		index: dataFile{"made.txt", []byte("made by the packer")}, source: "https://example.org/lab"}
}

// module returns a module of one custom section.
func module(text string) []byte {
	body := bytes.Repeat([]byte(text), 5000)
	m := binary.AppendUvarint([]byte("\x00asm\x01\x00\x00\x00\x00"), uint64(len(body)))
	return append(m, body...)
}

func build(t *testing.T, in input) map[string][]byte {
	t.Helper()
	files, err := site(in, &store{dir: t.TempDir()})
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
		if want := map[string]string{"index.html": "picture …", "embed.html": "view"}[name]; !strings.Contains(text, `<div id="app"><main><h1>First `+want+`</h1></main></div>`) {
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
		if n != 6 { // two programs, two scripts, one style sheet, the manifest
			t.Errorf("%s has %d references, want 6", name, n)
		}
	}
	headers := string(files["_headers"])
	for name := range files {
		if name != "_headers" && name != ".assetsignore" && !strings.Contains(headers, "/"+name+"\n") {
			t.Errorf("_headers has no rule for %s", name)
		}
	}
	if n := len(gzipped(files["embed.js"], gzip.BestCompression)); n >= 3000 {
		t.Errorf("embed.js has %d bytes of gzip, a host page should not load 3,000 or more", n)
	}
}

// TestSingleFile undoes by hand what the browser does: policy, inline parts, packed parts, program.
func TestSingleFile(t *testing.T) {
	in := example(t)
	in.program = make([]byte, 2*pieceBytes) // nothing that gzip makes smaller: three pieces
	rand.NewChaCha8([32]byte{}).Read(in.program)
	text := string(build(t, in)[handler.SingleFile])
	if !strings.HasPrefix(text, "\ufeff<!doctype html>") {
		t.Errorf("the file begins with %q, not with a byte order mark", text[:20])
	}
	if at := strings.IndexFunc(text[len(byteOrderMark):], func(r rune) bool { return r > '~' || r < ' ' && r != '\n' }); at >= 0 {
		t.Errorf("the file is not printable ASCII at %d", at)
	}
	if !strings.Contains(text, `<div id="app">`+strings.ReplaceAll(in.shell, "…", "&#x2026;")+`</div>`) {
		t.Error("the static picture is missing")
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
	scripts, styles, _ := strings.Cut(policy, "style-src")
	var plain []string
	gzips, pieces := map[string][]byte{}, 0
	for _, part := range regexp.MustCompile(`<template (id|class)="([^"]*)">([^<&]*)</template>`).FindAllStringSubmatch(text, -1) {
		gzips[part[2]] = append(gzips[part[2]], decoded(t, part[3])...)
		if part[1] == "class" {
			pieces++
		}
	}
	if pieces != 3 {
		t.Errorf("the program has %d pieces", pieces)
	}
	packed := map[string]string{}
	for name, data := range gzips {
		packed[name] = unpacked(t, data)
	}
	for _, part := range regexp.MustCompile(`(?s)<(script|style)([^>]*)>(.*?)</(?:script|style)>`).FindAllStringSubmatch(text, -1) {
		plain = append(plain, part[1]+part[2])
		directive := scripts
		if part[1] == "style" {
			directive = styles
		}
		if part[3] == "" || !strings.Contains(directive, source(part[3])) {
			t.Errorf("the policy does not name the hash of a %s", part[1])
		}
	}
	if want := []string{"style", `script id="ulplab-boot"`}; !slices.Equal(plain, want) {
		t.Errorf("inline parts %v, want %v", plain, want)
	}
	start := packed["ulplab-start"]
	if !strings.Contains(start, "globalThis.Go") || !strings.Contains(scripts, source(start)) {
		t.Error("the start script is not there, or the policy does not name its hash")
	}
	delete(packed, "ulplab-start")
	if want := map[string]string{"ulplab-program": string(in.program), "ulplab-style": ".view > p{margin:0}", "ulplab-data": "table.tsv " + strconv.Itoa(len(table)) + "\n" + table}; !maps.Equal(packed, want) {
		t.Errorf("the packed parts do not come back: %d parts", len(packed))
	}
	if n := strings.Count(policy, "'sha256-"); n != len(plain)+1 {
		t.Errorf("the policy names %d hashes, the page has %d: %s", n, len(plain)+1, policy)
	}
	outside := regexp.MustCompile(`(?s)<(script|style)[^>]*>.*?</(?:script|style)>`).ReplaceAllString(text, "")
	for _, m := range reference.FindAllStringSubmatch(outside, -1) {
		if !strings.HasPrefix(m[1], "data:") {
			t.Errorf("the single file refers to %s", m[1])
		}
	}
}

// unpacked reads a packed part.
func unpacked(t *testing.T, data []byte) string {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// decoded reads the text of a packed part, 13 bytes in 16 characters, in runs of 1,600 characters.
func decoded(t *testing.T, text string) []byte {
	t.Helper()
	var data []byte
	for ; len(text) > 1600; text = text[1600:] {
		data = append(data, decodedRun(t, text[:1600])...)
	}
	return append(data, decodedRun(t, text)...)
}

// decodedRun reads a text as one number in digits of mixed places, of 13 bits for two characters.
func decodedRun(t *testing.T, text string) []byte {
	t.Helper()
	number, shift := new(big.Int), uint(0)
	put := func(v int, width uint) {
		if v < 0 || v >= 1<<width {
			t.Fatalf("%q holds %d in %d bits", text, v, width)
		}
		number.Or(number, new(big.Int).Lsh(big.NewInt(int64(v)), shift))
		shift += width
	}
	for ; len(text) > 1; text = text[2:] {
		put(strings.IndexByte(digits, text[0])+len(digits)*strings.IndexByte(digits, text[1]), 13)
	}
	if text != "" {
		put(strings.IndexByte(digits, text[0]), 6)
	}
	n := int(shift / 8)
	if number.BitLen() > 8*n {
		t.Fatalf("bits beyond %d bytes", n)
	}
	b := number.FillBytes(make([]byte, n))
	slices.Reverse(b)
	return b
}

func FuzzEncoded(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{255})
	f.Add(bytes.Repeat([]byte{255}, 13))
	f.Fuzz(func(t *testing.T, data []byte) {
		text := encoded(data)
		if got := decoded(t, text); !bytes.Equal(got, data) {
			t.Errorf("%x became %x by way of %q", data, got, text)
		}
		if len(text) > (16*len(data)+12)/13 {
			t.Errorf("%d bytes take %d characters", len(data), len(text))
		}
		if strings.ContainsAny(text, "<&\" ") {
			t.Errorf("%q says something in a page", text)
		}
	})
}

// TestDecodedByScript: the function of boot.js returns the bytes of every length, whatever they are.
func TestDecodedByScript(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("node is missing")
		}
		t.Skip("node is missing: the script is not run")
	}
	boot, err := os.ReadFile("../../assets/boot.js")
	if err != nil {
		t.Fatal(err)
	}
	function := regexp.MustCompile(`(?s)\n  function decoded\(text\) \{.*?\n  \}\n`).Find(boot)
	random := rand.New(rand.NewPCG(1, 2))
	var texts, want []string
	for n := range 300 {
		drawn := make([]byte, n)
		for i := range drawn {
			drawn[i] = byte(random.Uint32())
		}
		for _, b := range [][]byte{make([]byte, n), bytes.Repeat([]byte{255}, n), drawn} {
			texts, want = append(texts, encoded(b)), append(want, hex.EncodeToString(b))
		}
	}
	list, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	run := exec.Command(node, "-")
	run.Stdin = strings.NewReader(string(function) + "for (const text of " + string(list) + `) { console.log(Buffer.from(decoded(text)).toString("hex")); }`)
	out, err := run.CombinedOutput()
	if got := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n"); err != nil || !slices.Equal(got, want) {
		t.Errorf("%v: of %d parts %d came back: %.300s", err, len(want), len(got), out)
	}
}

// TestInline: what would end its own element is refused.
func TestInline(t *testing.T) {
	for _, s := range []single{{boot: `var s = "</script>";`}, {boot: `var s = "<!--";`}, {style: `p::after { content: "</Style" }`}} {
		if _, err := s.page("{{page}}{{policy}}{{icon}}{{boot}}{{style}}{{shell}}{{program}}"); err == nil || !strings.Contains(err.Error(), "inline") {
			t.Errorf("%+v: %v", s, err)
		}
	}
	if _, err := (single{boot: "f();", gzip: (&store{}).gzip}).page("{{page}}{{policy}}{{icon}}{{boot}}{{style}}{{shell}}{{program}}"); err != nil {
		t.Error(err)
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
		whole := regexp.MustCompile(`data-whole="([^"]*)" data-whole-bytes="\d+" data-views="start( [a-z0-9]+)+"`).FindStringSubmatch(page)
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
	m := regexp.MustCompile(`data-files="table\.tsv=([^" ]*) made\.txt=[^" ]*"`).FindStringSubmatch(string(files["index.html"]))
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
		if _, err := site(bad, &store{dir: t.TempDir()}); err == nil {
			t.Errorf("a data file named %q passed", name)
		}
	}
}

func TestStore(t *testing.T) {
	in := example(t)
	s := &store{dir: filepath.Join(t.TempDir(), "dist")}
	pack := func() map[string][]byte {
		files, err := site(in, s)
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
	fresh := &store{dir: t.TempDir()}
	files, err := site(in, fresh)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fresh.write(files); err != nil {
		t.Fatal(err)
	}
	if !maps.EqualFunc(first, onDisk(t, fresh.dir), bytes.Equal) {
		t.Error("a site built anew differs from one built over an older one")
	}
	// A trial lacks the brotli form of the program that no first visit loads, which a build in its folder makes.
	dir := t.TempDir()
	for _, trial := range []bool{true, false} {
		s := &store{dir: dir, trial: trial}
		if files, err = site(in, s); err != nil {
			t.Fatal(err)
		}
		if _, err := s.write(files); err != nil {
			t.Fatal(err)
		}
		var lacking []string
		for name := range first {
			if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
				lacking = append(lacking, name)
			}
		}
		if trial && (len(lacking) != 1 || !strings.HasPrefix(lacking[0], "whole-lab.") || !strings.HasSuffix(lacking[0], ".wasm.br")) || !trial && lacking != nil {
			t.Errorf("a site whose trial is %v lacks %q", trial, lacking)
		}
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
	s := &store{dir: t.TempDir()}
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
	if _, err := site(in, &store{dir: t.TempDir()}); err == nil {
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

// TestSmallStyle: texts stay as they are, and blanks that tell selectors and values apart.
func TestSmallStyle(t *testing.T) {
	const text = "/* all */\na > b,\nc :is(d, e) { content: \": ;\"; margin: 0 1px; }\n@media (min-width: 1rem) and (x) {\n  f::after { g: calc(1px + 2px); }\n}\n"
	const want = `a > b,c :is(d,e){content:": ;";margin:0 1px}@media (min-width:1rem) and (x){f::after{g:calc(1px + 2px)}}`
	if got := smallStyle(text); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
