//go:build !js

// Package fpcore_test holds the law of the whole repository: which room may import which, what stays out of the page,
// and a few idioms that have one place. The rooms and the reasons are told in README.md and in the comments here.
package fpcore_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "ulplab"

// source is one Go file of the repository, read without regard to build constraints.
type source struct {
	path    string // from the root, with slashes
	room    string // the folder of path
	test    bool
	file    *ast.File
	imports []string
	text    string
}

// root returns the top of the repository.
func root(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Fatal("no go.mod above the test")
		}
		dir = up
	}
}

var files = token.NewFileSet()

// sources reads every Go file outside testdata and what the build makes.
func sources(t *testing.T) []source {
	t.Helper()
	top := root(t)
	var list []source
	err := filepath.WalkDir(top, func(full string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(top, full)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if d.IsDir() {
			if rel != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "node_modules" || rel == "dist" || rel == "serve/worker/build") {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(rel, ".go") {
			return nil
		}
		text, err := os.ReadFile(full)
		if err != nil {
			return err
		}
		f, err := parser.ParseFile(files, rel, text, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			return err
		}
		s := source{path: rel, room: path.Dir(rel), test: strings.HasSuffix(rel, "_test.go"), file: f, text: string(text)}
		for _, i := range f.Imports {
			p, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				return err
			}
			s.imports = append(s.imports, p)
		}
		list = append(list, s)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 20 {
		t.Fatalf("only %d Go files found: the law would hold of itself", len(list))
	}
	return list
}

// in reports whether a room is a folder or lies below it.
func in(room, folder string) bool { return room == folder || strings.HasPrefix(room, folder+"/") }

// TestTopLevel: the top of the repository has these entries and no others; a new kind of thing finds its room below.
func TestTopLevel(t *testing.T) {
	allowed := []string{"go.mod", "go.sum", "README.md", "build.sh", "LICENSE", "fpcore", "site", "wasm", "serve", "assets",
		".ci", ".gitignore", ".gitattributes", ".git", "dist"}
	for _, name := range topLevel(t) {
		if !slices.Contains(allowed, name) {
			t.Errorf("%s: the top level is fixed (%s)", name, strings.Join(allowed, " "))
		}
	}
}

// topLevel lists the entries that git does not ignore; without git, all of them.
func topLevel(t *testing.T) []string {
	t.Helper()
	list := exec.Command("git", "ls-files", "--cached", "--others", "--exclude-standard")
	list.Dir = root(t)
	out, err := list.Output()
	var names []string
	if err == nil {
		for line := range strings.Lines(string(out)) {
			name, _, _ := strings.Cut(strings.Trim(line, "\"\n"), "/")
			names = append(names, name)
		}
		slices.Sort(names)
		return slices.Compact(names)
	}
	entries, err := os.ReadDir(root(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// The layers of fpcore, lowest first. A room may import rooms of lower layers, not its neighbours.
var layers = [][]string{
	{"wide", "evidence", "stable"}, {"format"}, {"round"}, {"arith", "superacc"}, {"text", "exact", "mufu", "tensor", "x86", "reduce"}, {"fast"}, {"gpu", "tensor/product", "blockscale", "sample", "ptx"}, {"libm"}, {"target", "ptx/machine"}, {"summation", "ptx/scalar"}, {"sweep"}, {"tensor/field"}, {"expr/types"}, {"expr/syntax", "expr/reals"}, {"expr/build", "expr/run"}, {"expr/compile"}, {"expr/print"}, {"expr"}, {"explain"},
}

func layer(room string) int {
	name := strings.TrimPrefix(room, "fpcore/")
	return slices.IndexFunc(layers, func(l []string) bool { return slices.Contains(l, name) })
}

// fpcoreMay reports whether a room of fpcore may import another, and if not, why.
func fpcoreMay(from, to string) (ok bool, why string) {
	if from == to {
		return true, ""
	}
	if in(from, "fpcore/conform") || in(from, "fpcore/cmd") {
		return true, ""
	}
	if to == "fpcore/trace" {
		return layer(from) >= layer("fpcore/round"), "trace is for round and the rooms above it"
	}
	if from == "fpcore/trace" {
		return to == "fpcore/wide" || to == "fpcore/format", "trace imports nothing but wide and format"
	}
	if from == "fpcore/text" && to == "fpcore/exact" {
		return true, "" // a decimal expansion is the digits of an exact natural number of any size, and those live in exact
	}
	for _, pure := range []string{"types", "syntax", "build", "reals"} { // what a text means, and its exact values, depend on no machine
		if from == "fpcore/expr/"+pure && layer(to) >= layer("fpcore/fast") && !in(to, "fpcore/expr") {
			return false, "reading a program and its exact values know no machine"
		}
	}
	low, high := layer(to), layer(from)
	if low < 0 || high < 0 {
		return false, "the room is not in the list of layers: give it a place there (law_test.go)"
	}
	return low < high, "the order is {wide evidence} < format < round < {arith superacc} < {text exact mufu tensor x86 reduce} < fast < {gpu tensor/product blockscale sample ptx} < libm < {target ptx/machine} < {summation ptx/scalar} < sweep < tensor/field < expr/types < {expr/syntax expr/reals} < {expr/build expr/run} < expr/compile < expr/print < expr < explain"
}

// views are the rooms of site/views in their order: a view may import those of earlier groups, for their links. One that is not
// named here comes after all of them; it is named once another view imports it.
var views = [][]string{{"start"}, {"encoding"}, {"operation", "matrixunit", "matrixproduct"}, {"quantize", "ptx", "functions"}, {"fma", "dotproduct", "flags", "devices", "x87"}, {"expression"},
	{"iteration", "explain", "reduction"}, {"gallery", "paper"}}

// siteMay is the same for the rooms of the page: files, work, kit/words < kit/* < lab < views < wasm; browser and lab/dom
// are put together with them in wasm.
func siteMay(from, to string) (ok bool, why string) {
	low := func(rooms ...string) bool { return slices.Contains(append(rooms, "site/kit/words"), to) }
	why = "the order is {files, work, kit/words} < kit < lesson < lab < views < wasm"
	switch {
	case from == to:
		return true, ""
	case from == "site/work/pool":
		return to == "site/work", why
	case from == "site/files", from == "site/work", from == "site/kit/words":
		return false, why
	case from == "site/lesson":
		return in(to, "site/kit"), why
	case to == "site/kit/golden", to == "site/lab/labtest", to == "site/views/reduction/sumtest":
		return false, "it is for tests"
	case in(from, "site/kit"):
		return low("site/files") || in(to, "site/kit"), why
	case from == "site/lab/link":
		return in(to, "site/kit"), why
	case from == "site/lab/lessons", from == "site/lab/playlist", from == "site/lab/share":
		return low("site/files", "site/lesson", "site/lab/link") || in(to, "site/kit"), "a panel of the lab shows and reads what it is given: it knows nothing of the loop"
	case in(from, "site/lab"):
		return low("site/files", "site/work", "site/lesson") || in(to, "site/kit") || in(to, "site/lab"), why
	case from == "site/browser":
		return low("site/work", "site/lab"), why
	case in(from, "site/views"):
		if in(to, "site/views") {
			return viewMay(from, to)
		}
		return low("site/files", "site/work", "site/lab", "site/lab/link") || in(to, "site/kit"), why
	}
	return false, "the room is not in the list: give it a place there (law_test.go)"
}

// viewMay reports whether a view may import another, or a room of itself, and if not, why.
func viewMay(from, to string) (ok bool, why string) {
	name := func(room string) string {
		n, _, _ := strings.Cut(strings.TrimPrefix(room, "site/views/"), "/")
		return n
	}
	group := func(room string) int {
		return slices.IndexFunc(views, func(g []string) bool { return slices.Contains(g, name(room)) })
	}
	var order []string
	for _, g := range views {
		order = append(order, strings.Join(g, " "))
	}
	before, after := group(to), group(from)
	if before < 0 {
		return name(from) == name(to), name(to) + " has no place in views (law_test.go) yet: name it there, in a group before that of " + name(from)
	}
	return name(from) == name(to) || after < 0 || before < after, "a view imports views of earlier groups, for their links, and " + name(to) + " is not in one; the groups of views (law_test.go) are " + strings.Join(order, " < ")
}

// banned are packages that cost 60 to 460 KB of compressed WebAssembly each, or hide work, or decide by floats.
var banned = []string{"fmt", "reflect", "encoding/json", "net/url", "regexp", "text/template", "html/template", "log", "log/slog", "time", "math/big"}

func TestImports(t *testing.T) {
	for _, s := range sources(t) {
		for _, imported := range s.imports {
			bad := func(why string) { t.Errorf("%s imports %s: %s", s.path, imported, why) }
			if to, ours := strings.CutPrefix(imported, module+"/"); ours {
				checkOwn(s, to, bad)
			}
			checkForeign(s, imported, bad)
		}
	}
}

// TestProgram: the program of the page has none of the banned packages through another one either (encoding/hex brings fmt), but
// for what Vecty and honnef dom bring.
func TestProgram(t *testing.T) {
	list := exec.Command("go", "list", "-deps", "./wasm/lab")
	list.Dir, list.Env = root(t), append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	for p := range strings.FieldsSeq(string(out)) {
		if slices.Contains(banned, p) && p != "reflect" && p != "time" {
			t.Errorf("the program of the page has %s: go list -deps ./wasm/lab and the imports of what stands above it say why", p)
		}
	}
}

// checkOwn judges an import of the repository's own rooms.
func checkOwn(s source, to string, bad func(string)) {
	switch {
	case to == "assets":
		if !s.test && !in(s.room, "fpcore/conform") && !in(s.room, "serve") {
			bad("data files are loaded when a view asks for them: only tests, readers of recorded vectors and servers hold them")
		}
	case in(s.room, "fpcore"):
		if !in(to, "fpcore") {
			bad("fpcore knows nothing of the page and of serving it")
		} else if s.test {
			return // a test may compare any rooms of fpcore
		} else if ok, why := fpcoreMay(s.room, to); !ok {
			bad(why)
		}
	case in(s.room, "site"):
		if s.test && to == "fpcore/conform/testfile" {
			return
		} else if in(to, "fpcore/conform") || in(to, "fpcore/cmd") {
			bad("readers of recorded vectors and commands are no part of the page")
		} else if !in(to, "fpcore") && !in(to, "site") {
			bad("the page is made of fpcore and site")
		} else if in(to, "site") && !s.test {
			if ok, why := siteMay(s.room, to); !ok {
				bad(why)
			}
		} else if s.test && (to == "site/lab/dom" || to == "site/browser") && s.room != to {
			bad("nothing that is tested natively may import what needs a browser")
		}
	case in(s.room, "wasm"):
		if (!s.test || to != "fpcore/conform/testfile") && (in(to, "serve") || in(to, "fpcore/conform") || in(to, "fpcore/cmd")) {
			bad("programs of the page are made of fpcore and site")
		}
	case in(s.room, "serve"):
		if in(s.room, "serve/worker") && !in(to, "serve/handler") && to != "serve/still" {
			bad("each request starts the worker anew: it holds the handler, what announces links, and nothing else")
		}
		if to == "site/lab/dom" || to == "site/browser" || in(to, "wasm") && to != "wasm/lab/catalogue" {
			bad("what needs a browser cannot run natively")
		}
	default:
		bad("this file is in no room")
	}
}

// ofProgram reports whether a file is part of the program of the page, and not of commands or tests.
func ofProgram(s source) bool {
	return !s.test && (in(s.room, "fpcore") && !in(s.room, "fpcore/conform") && !in(s.room, "fpcore/cmd") && s.room != "fpcore/expr/programs" ||
		in(s.room, "site") && s.room != "site/kit/golden" && s.room != "site/lab/labtest")
}

// TestSorting: the program of the page sorts, inserts, copies and deletes by package stable. That of package slices stands there once for each type of element.
func TestSorting(t *testing.T) {
	for _, s := range sources(t) {
		for _, name := range []string{"Sort", "SortFunc", "Sorted", "SortedFunc", "SortStableFunc", "SortedStableFunc", "Insert", "Clone", "DeleteFunc"} {
			if ofProgram(s) && s.room != "fpcore/stable" && strings.Contains(s.text, "slices."+name+"(") {
				t.Errorf("%s: slices.%s is much code for each type of element; package stable has less", s.path, name)
			}
		}
	}
}

// checkForeign judges an import of the standard library or of another module.
func checkForeign(s source, imported string, bad func(string)) {
	if ofProgram(s) && slices.Contains(banned, imported) {
		bad("it costs 60 to 460 KB of compressed WebAssembly or hides work; math/big is the oracle of tests")
	}
	if imported == "syscall/js" || in(imported, "honnef.co") {
		if s.room != "site/browser" && s.room != "site/lab/dom" && !in(s.room, "wasm") {
			bad("the browser is touched in site/browser, site/lab/dom and wasm only")
		}
	}
	if in(s.room, "wasm") && foreign(imported) && !in(imported, "honnef.co") {
		bad("what draws the page is behind site/lab/dom")
	}
	if in(imported, "github.com/syumai/workers") && s.room != "serve/worker" {
		bad("the Cloudflare entry is serve/worker")
	}
	if (imported == "net/http" || in(imported, "net/http")) && !in(s.room, "serve") {
		bad("net/http (1.6 MB of compressed WebAssembly) is for serving only")
	}
	if in(s.room, "fpcore") || in(s.room, "site") {
		if foreign(imported) && !in(imported, "honnef.co") && s.room != drawing {
			bad("fpcore and site are made of the standard library: only site/lab/dom has the library that draws, which panics outside a browser")
		}
		if imported == "C" || imported == "unsafe" && s.room != "site/browser" {
			bad("plain Go only")
		}
	}
}

// drawing is the one room with the library that draws the page.
const drawing = "site/lab/dom"

// foreign reports a package of another module.
func foreign(imported string) bool {
	first, _, _ := strings.Cut(imported, "/")
	return strings.Contains(first, ".")
}

// TestIdioms: the library that draws loses updates when two renders are asked for, and some of its functions are safe only behind
// the nodes of site/kit/markup, in one file.
func TestIdioms(t *testing.T) {
	rerenders := 0
	for _, s := range sources(t) {
		for _, i := range s.file.Imports {
			if i.Name != nil && (s.room == drawing || i.Name.Name == "." && !s.test) {
				t.Errorf("%s imports %s under another name, which the law cannot follow", s.path, i.Path.Value)
			}
		}
		if s.room != drawing {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			f, ok := call.Fun.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			x, ok := f.X.(*ast.Ident)
			if !ok || !slices.ContainsFunc(s.imports, func(p string) bool { return foreign(p) && path.Base(p) == x.Name }) {
				return true
			}
			switch f.Sel.Name {
			case "Rerender":
				if rerenders++; rerenders > 1 {
					t.Errorf("%v: a render is asked for in one place only; a second one loses updates", files.Position(call.Pos()))
				}
			case "Tag", "If", "Key", "UnsafeHTML":
				if path.Base(s.path) != "dom.go" {
					t.Errorf("%v: %s is used in site/lab/dom/dom.go only, which keeps clear of its defects", files.Position(call.Pos()), f.Sel.Name)
				}
			}
			return true
		})
	}
	if rerenders != 1 {
		t.Errorf("a render is asked for in %d places, want 1", rerenders)
	}
}

// TestWork: a view starts no timer, reads no clock and asks no worker or server by itself. It says in Tasks what its state asks
// for, and the lab does it (site/lab/task.go); so nothing is computed, timed or registered while a page is drawn.
func TestWork(t *testing.T) {
	own := map[string]string{"After": "lab.Later, lab.Rest or lab.Focus", "Clock": "the Step of lab.Slices, or Timed", "Load": "lab.Data",
		"Work": "lab.Parts", "PauseWork": "lab.Steer", "ResumeWork": "lab.Steer", "CancelWork": "lab.Steer"}
	pictures := map[string]bool{"site/views/quantize/pairs_page.go": true} // what a picture of pixels keeps between two frames
	tasks := 0
	for _, s := range sources(t) {
		if !in(s.room, "site/views") || s.test {
			continue
		}
		if strings.Contains(s.text, "lab.Slices[") {
			tasks++
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			fun := call.Fun
			if i, ok := fun.(*ast.IndexExpr); ok { // of a type
				fun = i.X
			}
			f, ok := fun.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if instead, bad := own[f.Sel.Name]; bad && ofHost(f.X) {
				t.Errorf("%v: a view calls %s of the browser; it is for the lab: %s", files.Position(call.Pos()), f.Sel.Name, instead)
			}
			if f.Sel.Name == "Remember" && !pictures[s.path] {
				t.Errorf("%v: what a view makes is a task of its state, not remembered while it draws", files.Position(call.Pos()))
			}
			return true
		})
	}
	if tasks < 10 {
		t.Errorf("only %d files have tasks: the law would hold of nothing", tasks)
	}
}

// ofHost reports whether an expression is the browser: lab.Host(), one of its further interfaces, or a variable of that name.
func ofHost(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.TypeAssertExpr:
		return ofHost(e.X)
	case *ast.CallExpr:
		f, ok := e.Fun.(*ast.SelectorExpr)
		return ok && f.Sel.Name == "Host"
	case *ast.Ident:
		return e.Name == "host"
	}
	return false
}

// TestSite: the page has no func init, and no package variable that changes but the one instance of the lab: everything
// else is an argument, a value, or made by a task (lab.Task). Build tags say in wasm which views a program has, and
// that browser and lab/dom need a browser; nowhere else. A file is not named after its folder.
func TestSite(t *testing.T) {
	changing := map[string]bool{
		"site/lab app":     true, // the instance
		"site/files shelf": true, // the files that the reader opened
	}
	vars := map[string]bool{}
	var list []source
	for _, s := range sources(t) {
		if !in(s.room, "site") {
			continue
		}
		for _, d := range s.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
				t.Errorf("%s has a func init", s.path)
			}
		}
		if s.test {
			continue
		}
		list = append(list, s)
		if base := path.Base(s.path); in(s.room, "site/views") && strings.HasPrefix(base, path.Base(s.room)) {
			t.Errorf("%s is named after its folder: a file is named by what it holds", s.path)
		}
		if strings.Contains(s.text, "//go:build") && s.room != "site/browser" && s.room != "site/lab/dom" {
			t.Errorf("%s has a build tag", s.path)
		}
		for _, d := range s.file.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR {
				for _, v := range g.Specs {
					for _, n := range v.(*ast.ValueSpec).Names {
						vars[s.room+" "+n.Name] = true
					}
				}
			}
		}
	}
	for _, s := range list {
		f, err := parser.ParseFile(token.NewFileSet(), s.path, s.text, 0) // with the scopes of the file
		if err != nil {
			t.Fatal(err)
		}
		local := func(i *ast.Ident) bool { // declared in a function
			return i.Obj != nil && f.Scope.Lookup(i.Name) != i.Obj
		}
		var changed func(e ast.Expr)
		changed = func(e ast.Expr) {
			switch e := e.(type) {
			case *ast.SelectorExpr:
				changed(e.X)
			case *ast.IndexExpr:
				changed(e.X)
			case *ast.ParenExpr:
				changed(e.X)
			case *ast.Ident:
				if name := s.room + " " + e.Name; vars[name] && !local(e) && !changing[name] {
					t.Errorf("%s changes the package variable %s", s.path, e.Name)
				}
			}
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				if n.Tok != token.DEFINE {
					for _, e := range n.Lhs {
						changed(e)
					}
				}
			case *ast.IncDecStmt:
				changed(n.X)
			case *ast.UnaryExpr:
				if c, ok := n.X.(*ast.Ident); ok && n.Op == token.AND {
					changed(c)
				}
			}
			return true
		})
	}
	if len(vars) < 30 {
		t.Errorf("only %d package variables found", len(vars))
	}
}

// TestKit: each room of the kit says what it is, and shows it by an example that runs.
func TestKit(t *testing.T) {
	said, shown := map[string]bool{}, map[string]bool{}
	for _, s := range sources(t) {
		if !in(s.room, "site/kit") || s.room == "site/kit/golden" {
			continue
		}
		said[s.room] = said[s.room] || !s.test && s.file.Doc != nil
		for _, d := range s.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && s.test && strings.HasPrefix(f.Name.Name, "Example") {
				shown[s.room] = true
			}
		}
	}
	for room := range said {
		if !said[room] || !shown[room] {
			t.Errorf("%s has a package comment: %v, an example in its tests: %v", room, said[room], shown[room])
		}
	}
	if len(said) < 10 {
		t.Errorf("only %d rooms found", len(said))
	}
}

// TestRooms: no file grows into two rooms, no folder of the page into a heap.
func TestRooms(t *testing.T) {
	folder := map[string]int{}
	for _, s := range sources(t) {
		if !s.test {
			folder[s.room]++
		}
		if n := strings.Count(s.text, "\n"); n > 700 {
			t.Errorf("%s has %d lines: split it by topic", s.path, n)
		}
		if s.file.Name.Name == "main" && !s.test && !in(s.room, "wasm") && !in(s.room, "serve") && !in(s.room, "fpcore/cmd") {
			t.Errorf("%s: programs live in wasm, serve and fpcore/cmd", s.path)
		}
	}
	for room, n := range folder {
		if n > 20 && in(room, "site") {
			t.Errorf("%s has %d files: cut it into rooms of one thing each", room, n)
		}
	}
}
