package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/tdewolff/minify/v2"
	"github.com/tdewolff/minify/v2/js"

	"ulplab/serve/handler"
	"ulplab/wasm/lab/catalogue"
)

// input is all that the site is made of.
type input struct {
	program []byte   // the compiled WebAssembly program
	opening []byte   // the program of a first visit; none: the first visit gets the whole one
	start   []byte   // wasm_exec.js of the Go distribution
	assets  fs.FS    // index.html, boot.js, boot.css, style.css, views.css, embed.js, offline.js, manifest.webmanifest, favicon.svg, data/*
	shell   string   // inner HTML of the root element before the program has started
	framed  string   // the same of the page within another
	views   string   // the views of the whole program (lab.Catalogue.Listing)
	index   dataFile // of the search, which the whole program makes by itself
	source  string   // the address of the sources, "" for none
}

const goNotice = "/*! wasm_exec.js: Copyright 2018 The Go Authors, BSD-style licence, https://go.dev/LICENSE */\n"

// site returns the files of dist/ by name, without their compressed siblings. The pages name the size of the smallest
// form of a program as what is to be loaded.
func site(in input, s *store) (map[string][]byte, error) {
	read := func(name string) (string, error) {
		b, err := fs.ReadFile(in.assets, name)
		return string(b), err
	}
	index, err := read("index.html")
	if err != nil {
		return nil, err
	}
	icon, err := read("favicon.svg")
	if err != nil {
		return nil, err
	}
	early, err := read("boot.css")
	if err != nil {
		return nil, err
	}
	style, err := read("style.css")
	if err != nil {
		return nil, err
	}
	views, err := read("views.css")
	if err != nil {
		return nil, err
	}
	early, views = smallStyle(early+style), smallStyle(views)
	boot, err := read("boot.js")
	if err != nil {
		return nil, err
	}
	embed, err := read("embed.js")
	if err != nil {
		return nil, err
	}
	offline, err := read("offline.js")
	if err != nil {
		return nil, err
	}
	manifest, err := read("manifest.webmanifest")
	if err != nil {
		return nil, err
	}
	// The start script has to be readable by browsers too old to run it.
	if boot, err = minified("boot.js", boot, 2009); err != nil {
		return nil, err
	}
	if embed, err = minified("embed.js", embed, 2018); err != nil {
		return nil, err
	}
	start, err := minified("wasm_exec.js", string(in.start), 2020)
	if err != nil {
		return nil, err
	}
	start = goNotice + start

	files := map[string][]byte{}
	add := func(name, data string) string {
		hashed := handler.HashedName(name, digest(data))
		files[hashed] = []byte(data)
		return hashed
	}
	data, err := dataFiles(in.assets)
	if err != nil {
		return nil, err
	}
	hostedData := append(slices.Clip(data), in.index)
	var addresses []string
	for _, f := range hostedData {
		addresses = append(addresses, f.name+"="+add(handler.DataPrefix+f.name, string(f.bytes)))
	}
	names := []string{add("lab.wasm", string(in.program))}
	if in.opening != nil {
		delete(files, names[0])
		names = []string{add("lab.wasm", string(in.opening)), add(handler.WholePrefix+"lab.wasm", string(in.program))}
	}
	var programs strings.Builder
	// The programs are compressed at the same time: they take nearly all of it.
	packed, failed := make([][]byte, len(names)), make([]error, len(names))
	var work sync.WaitGroup
	for i, name := range names {
		work.Go(func() { packed[i], failed[i] = s.smallest(name, files[name]) })
	}
	work.Go(func() { s.tight(in.program) })
	work.Wait()
	if err := errors.Join(failed...); err != nil {
		return nil, err
	}
	for i, name := range names {
		fmt.Fprintf(&programs, ` data-%s="%s" data-%s="%d"`, []string{"wasm", "whole"}[i], name, []string{"bytes", "whole-bytes"}[i], len(packed[i]))
	}
	if in.opening != nil {
		programs.WriteString(` data-views="` + openingViews() + `"`)
	}
	// What the build says of itself stands on the page, since a program cannot name its own digest.
	about := ` data-version="` + version(in, hostedData, early, views, boot) + `"`
	if in.source != "" {
		about += ` data-source="` + html.EscapeString(in.source) + `"`
	}
	hosted := parts{
		policy: meta(strings.TrimSuffix(handler.PageCSP, "; frame-ancestors *")), // that directive is for headers only
		icon:   dataURL(icon),
		boot: fmt.Sprintf(`<script id="ulplab-boot" src="%s"%s data-files="%s"></script>`+"\n"+
			`<script id="ulplab-go" src="%s" defer></script>`, add("boot.js", boot), programs.String(),
			strings.Join(addresses, " "), add("go.js", start)) +
			"\n" + `<link rel="manifest" href="` + add("manifest.webmanifest", strings.Replace(manifest, "{{icon}}", add("icon.svg", icon), 1)) + `">`,
		style: `<link rel="stylesheet" href="` + add("style.css", early+views) + `">`,
		shell: in.shell,
	}
	alone, err := single{about: about, style: early, views: views, boot: boot, start: start, icon: hosted.icon,
		shell: in.shell, program: in.program, data: data, gzip: s.tight}.page(index)
	if err != nil {
		return nil, err
	}
	files[handler.SingleFile] = []byte(alone)
	hosted.page = about + ` data-shell="start" data-catalogue="` + html.EscapeString(in.views) + `" data-offline="` + fmt.Sprint(len(alone)) + `"`
	framed := hosted
	framed.page = strings.Replace(hosted.page, "start", "enc", 1) + ` data-embed="1"`
	framed.shell = in.framed
	for name, p := range map[string]parts{"index.html": hosted, "embed.html": framed} {
		text, err := p.fill(index)
		if err != nil {
			return nil, err
		}
		files[name] = []byte(text)
	}
	if files["offline.js"], err = offlineScript(offline, files); err != nil {
		return nil, err
	}
	files["embed.js"] = []byte(embed)
	files["s.html"] = []byte(handler.StatePage("<title>ULP Lab</title>\n"))
	files["open.js"] = []byte("location.replace(\"./#/\" + location.search.slice(1));\n")
	files["404.html"] = []byte(handler.NotFoundPage())

	files["_headers"] = []byte(handler.HeadersFile(slices.Sorted(maps.Keys(files))))
	files[".assetsignore"] = []byte("*.br\n*.gz\n")
	return files, nil
}

// version names what a site is made of: the same of the same sources.
func version(in input, data []dataFile, texts ...string) string {
	all := string(in.program) + string(in.opening) + string(in.start) + in.shell + in.framed + in.views + strings.Join(texts, "")
	for _, f := range data {
		all += f.name + digest(string(f.bytes))
	}
	return digest(all)[:8]
}

// offlineScript fills the service worker with the list of files by which the lab works without a connection: the pages and
// everything named by its content.
func offlineScript(template string, files map[string][]byte) ([]byte, error) {
	kept := map[string]string{}
	for name, data := range files {
		switch {
		case name == "index.html":
			kept["./"] = digest(string(data))
		case name == "embed.html" || handler.Hashed(name):
			kept[name] = digest(string(data))
		}
	}
	list, err := json.Marshal(kept) // in the order of the names
	if err != nil {
		return nil, err
	}
	script, err := minified("offline.js", strings.NewReplacer(`"{{version}}"`, `"`+digest(string(list))[:12]+`"`, "{{files}}", string(list)).Replace(template), 2022)
	return []byte(script), err
}

// parts are what the page's template leaves open.
type parts struct{ page, policy, icon, boot, style, shell, program string }

// fill puts the parts into the template, in which each marker stands exactly once.
func (p parts) fill(template string) (string, error) {
	var pairs []string
	for _, m := range []struct{ marker, text string }{
		{"{{page}}", p.page}, {"{{policy}}", p.policy}, {"{{icon}}", p.icon}, {"{{boot}}", p.boot},
		{"{{style}}", p.style}, {"{{shell}}", p.shell}, {"{{program}}", p.program},
	} {
		if n := strings.Count(template, m.marker); n != 1 {
			return "", fmt.Errorf("index.html has the marker %s %d times", m.marker, n)
		}
		pairs = append(pairs, m.marker, m.text)
	}
	return strings.NewReplacer(pairs...).Replace(template), nil
}

// source names a text by its hash.
func source(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

func meta(policy string) string {
	return `<meta http-equiv="Content-Security-Policy" content="` + html.EscapeString(policy) + `">`
}

func dataURL(svg string) string {
	return "data:image/svg+xml," + url.PathEscape(strings.TrimSpace(svg))
}

func digest(data string) string {
	sum := sha256.Sum256([]byte(data))
	return hex.EncodeToString(sum[:])
}

func minified(name, text string, version int) (string, error) {
	var b bytes.Buffer
	m := js.Minifier{Version: version}
	if err := m.Minify(minify.New(), &b, strings.NewReader(text), nil); err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return b.String(), nil
}

// smallStyle leaves out of a style sheet the comments, and the white space that says nothing.
func smallStyle(text string) string {
	text = styleSpace.ReplaceAllStringFunc(styleComment.ReplaceAllString(text, ""), func(found string) string {
		if found[0] == '"' {
			return found
		}
		return strings.TrimSpace(found)
	})
	return strings.ReplaceAll(strings.TrimSpace(text), ";}", "}")
}

var (
	styleComment = regexp.MustCompile(`(?s)/\*.*?\*/`)
	styleSpace   = regexp.MustCompile(`"[^"]*"|\s*[{};]\s*|[:,]\s+|\n\s*`) // after a text, which stays
)

// openingViews lists the views of the opening program, which are also those that need no other to be shown.
func openingViews() string {
	var list []string
	for _, v := range catalogue.Opening().Infos() {
		list = append(list, string(v.ID))
	}
	return strings.Join(list, " ")
}

// dataFile is a file of assets/data, which the page loads when a view asks for it.
type dataFile struct {
	name  string
	bytes []byte
}

// dataFiles reads the folder data, which may be missing. Names stand in attributes and in lists with spaces.
func dataFiles(assets fs.FS) ([]dataFile, error) {
	entries, err := fs.ReadDir(assets, "data")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var list []dataFile
	for _, e := range entries {
		if e.IsDir() || strings.Trim(e.Name(), "abcdefghijklmnopqrstuvwxyz0123456789-.") != "" || !compressible(e.Name()) {
			return nil, fmt.Errorf("assets/data/%s: a data file is named in a-z, 0-9, - and . and ends in .txt, .tsv, .csv, .json or .bin", e.Name())
		}
		b, err := fs.ReadFile(assets, "data/"+e.Name())
		if err != nil {
			return nil, err
		}
		list = append(list, dataFile{e.Name(), b})
	}
	return list, nil
}
