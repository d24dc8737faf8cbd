package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// traceProgram builds testdata/trace for js/wasm.
func traceProgram(t *testing.T) []byte {
	t.Helper()
	file := filepath.Join(t.TempDir(), "trace.wasm")
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s", "-o", file, "./testdata/trace")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	program, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return program
}

// runner returns what runs a program that ends with a panic, and returns what it printed; nil without node.
func runner(t *testing.T) func(wasm []byte) (out, trace string) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("node is missing")
		}
		return nil
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	start := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js")
	return func(wasm []byte) (out, trace string) {
		file := filepath.Join(t.TempDir(), "run.wasm")
		if err := os.WriteFile(file, wasm, 0o644); err != nil {
			t.Fatal(err)
		}
		command := exec.Command(node, "--stack-size=8192", start, file)
		command.Env = []string{"PATH=" + os.Getenv("PATH")}
		var stdout, stderr bytes.Buffer
		command.Stdout, command.Stderr = &stdout, &stderr
		if err := command.Run(); command.ProcessState.ExitCode() != 2 {
			t.Fatalf("the program must end with its panic: %v\n%s%s", err, stdout.String(), stderr.String())
		}
		return stdout.String(), stderr.String()
	}
}

// An inlined call is printed with "(...)" for its arguments.
var inlined = regexp.MustCompile(`(?m)^\S+\(\.\.\.\)\n`)

var place = regexp.MustCompile(`(?m)^\t(\S+):(\d+)`)

// TestSlimRuns runs a program before and after: it prints the same, and its last panic names the same functions, shortened, but for
// those that the compiler inlined.
func TestSlimRuns(t *testing.T) {
	program := traceProgram(t)
	slimmed, err := slim(program)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := slim(program); err != nil || !bytes.Equal(again, slimmed) {
		t.Errorf("a second time the result is another one: %v", err)
	}
	if before, after := len(gzipped(program, gzip.BestCompression)), len(gzipped(slimmed, gzip.BestCompression)); after > before*87/100 {
		t.Errorf("compressed, %d bytes become %d", before, after)
	}
	run := runner(t)
	if run == nil {
		t.Skip("node is missing: the programs are not run")
	}
	out, trace := run(program)
	slimOut, slimTrace := run(slimmed)
	if out != slimOut || !strings.Contains(out, "callers main.callers main.main") {
		t.Errorf("printed\n%safter slimming\n%s", out, slimOut)
	}
	functions := func(s string) []string {
		return regexp.MustCompile(`(?m)^[a-z][\w./]*\.[\w.()*[\]]+\(`).FindAllString(s, -1)
	}
	var want []string
	for _, f := range functions(inlined.ReplaceAllString(trace, "")) {
		want = append(want, shortName(strings.TrimSuffix(f, "("))+"(")
	}
	if len(want) < 2 || want[1] != "main.fault[...](" && want[0] != "main.fault[...](" || !slices.Equal(want, functions(slimTrace)) {
		t.Errorf("trace\n%s\nafter slimming\n%s", trace, slimTrace)
	}
	if !strings.Contains(trace, "main.go:") {
		t.Errorf("the program as built has no lines: the test shows nothing\n%s", trace)
	}
	for _, m := range place.FindAllStringSubmatch(slimTrace, -1) {
		if m[1] != "?" || m[2] != "0" {
			t.Errorf("a place is left: %s", m[0])
		}
	}
}

// TestShortNames: package, receiver and function stay.
func TestShortNames(t *testing.T) {
	for _, c := range [][2]string{
		{"main.main", "main.main"},
		{"ulplab/fpcore/explain.(*Search).compose", "explain.(*Search).compose"},
		{"ulplab/fpcore/explain.(*Search).compose.func3.1", "explain.(*Search).compose"},
		{"ulplab/site/lab.View[go.shape.struct { At a/b.c; On bool }].Entry.func7", "lab.View[...].Entry"},
		{"ulplab/site/lab.(*Slices[go.shape.[]uint8]).order-range1", "lab.(*Slices[...]).order"},
		{"example.org/far/away.(*Place).text-fm", "away.(*Place).text"},
		{"type:.eq.struct { a/b.c int }", "type:.eq"},
		{"ulplab/fpcore/gpu.init.0", "gpu.init"},
		{"runtime.gcenable.gowrap1", "runtime.gcenable"},
	} {
		if got := shortName(c[0]); got != c[1] {
			t.Errorf("%s is shortened to %s, not to %s", c[0], got, c[1])
		}
	}
}

// TestClearUnseen: of the name of a type that says a shape, or what a closure keeps, its length stays, and what comes before.
func TestClearUnseen(t *testing.T) {
	name := func(s string) string { return "\x00" + string(binary.AppendUvarint(nil, uint64(len(s)))) + s }
	long := strings.Repeat("int, ", 60)
	given := name("*main.T[int]") + name("*func(go.shape.int) *go.shape.int") + name("*func("+long+"*go.shape.uint8)") + name("go.shape.string") + name("*struct { F uintptr }") + name("*struct { F uintptr; X0 int }")
	want := name("*main.T[int]") + name("*func(go.shape."+strings.Repeat(" ", len("int) *go.shape.int"))) + name("*func("+long+"*go.shape."+strings.Repeat(" ", len("uint8)"))) + name("go.shape.string") + name("*struct { F uintptr }") + name("*struct { F uintptr; "+strings.Repeat(" ", len("X0 int }")))
	types := []byte(given)
	if clearUnseen(types); string(types) != want {
		t.Errorf("%q\n%q", types, want)
	}
}

// TestSlimKeeps: outside the tables of lines and the names, the memory is the same byte for byte.
func TestSlimKeeps(t *testing.T) {
	program := traceProgram(t)
	slimmed, err := slim(program)
	if err != nil {
		t.Fatal(err)
	}
	w, err := parseWasm(program)
	if err != nil {
		t.Fatal(err)
	}
	before, err := memoryImage(w.segments)
	if err != nil {
		t.Fatal(err)
	}
	v, err := parseWasm(slimmed)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(w.before, v.before) || !bytes.Equal(w.after, v.after) {
		t.Error("another section than the data has changed")
	}
	if len(v.segments) >= len(w.segments)/10 {
		t.Errorf("%d segments of %d are left", len(v.segments), len(w.segments))
	}
	after, err := memoryImage(v.segments)
	if err != nil {
		t.Fatal(err)
	}
	p, err := findTable(before)
	if err != nil {
		t.Fatal(err)
	}
	after = append(after, make([]byte, len(before)-len(after))...)
	// Beyond the entries of functions, bytes are only cleared, and only in the tables of places.
	entry := map[int]bool{}
	for k := range p.functions {
		at, pcdata, err := p.function(k)
		if err != nil {
			t.Fatal(err)
		}
		for i := range funcHeader + 4*pcdata + 4*int(before[at+funcNfuncdata]) {
			entry[at+i] = true
		}
	}
	cleared := 0
	for i := range before {
		if before[i] == after[i] || entry[i] {
			continue
		}
		cleared++
		if i >= p.names && i < p.cutab || i >= p.pctab && i < p.functab { // laid out anew: see below
			continue
		}
		if i >= p.types && i < p.typesEnd && after[i] == ' ' { // shapes and closures
			continue
		}
		if after[i] != 0 || i < p.cutab || i >= p.functab && i < p.gofunc {
			t.Fatalf("byte %#x has become %#x", i, after[i])
		}
	}
	if cleared < 40000 {
		t.Errorf("only %d of %d bytes are cleared", cleared, len(before))
	}
	// What running needs is where it was: entries, names, stack tables, pointer maps, stack objects, deferred calls. The
	// lengths of the latter are those that the runtime reads (runtime/symtab.go, stackmap; runtime/stack.go, stkobj).
	word := func(b []byte, at int) int { return int(binary.LittleEndian.Uint32(b[at:])) }
	same := func(what string, k, from, n int) {
		if !bytes.Equal(before[from:from+n], after[from:from+n]) {
			t.Fatalf("function %d: its %s have changed", k, what)
		}
	}
	for k := range p.functions {
		at, pcdata, err := p.function(k)
		if err != nil {
			t.Fatal(err)
		}
		same("entry", k, at, funcName)
		same("arguments and deferred calls", k, at+funcName+4, funcPcsp-funcName-4)
		name := func(b []byte) string {
			text, _, _ := bytes.Cut(b[p.names+word(b, at+funcName):p.cutab], []byte{0})
			return string(text)
		}
		if was, is := name(before), name(after); is == "" || shortName(was) != is {
			t.Fatalf("function %d: %s is now %s", k, was, is)
		}
		same("numbers", k, at+funcNpcdata, 4)
		same("flags", k, at+funcStartLine+4, funcHeader-funcStartLine-4)
		for _, i := range []int{-1, 1, 4} {
			field := at + funcPcsp
			if i >= pcdata {
				continue
			} else if i >= 0 {
				field = at + funcHeader + 4*i
			}
			was, is := word(before, field), word(after, field)
			if (was == 0) != (is == 0) {
				t.Fatalf("function %d: a table at %d is now at %d", k, was, is)
			} else if was == 0 {
				continue
			}
			for place, value := range values(before[p.pctab+was:]) {
				if got := valueAt(after[p.pctab+is:p.functab], place); got != value {
					t.Fatalf("function %d: at place %d the value %d has become %d", k, place, value, got)
				}
			}
		}
		for i := range int(before[at+funcNfuncdata]) {
			field := at + funcHeader + 4*pcdata + 4*i
			offset := word(before, field)
			if i > 2 && i != 4 {
				if got := word(after, field); got != noData {
					t.Fatalf("function %d: its data %d is still at %#x", k, i, got)
				}
				continue
			}
			same("offsets of data", k, field, 4)
			if offset == noData {
				continue
			}
			from := p.gofunc + offset
			switch i {
			case 0, 1:
				same("pointer maps", k, from, 8+word(before, from)*((word(before, from+4)+7)/8))
			case 2:
				same("stack objects", k, from, 8+16*word(before, from))
			case 4:
				same("deferred calls", k, from, 2)
			}
		}
	}
}

// pairs calls f with the values of a table and the places before which they hold, as the runtime steps through it
// (runtime/symtab.go, step), until f returns false.
func pairs(table []byte, f func(value, end int) bool) {
	value, end := -1, 0
	for first := true; first || table[0] != 0; first = false {
		difference, n := binary.Uvarint(table)
		length, m := binary.Uvarint(table[n:])
		table = table[n+m:]
		if difference&1 != 0 {
			value += int(^(difference >> 1))
		} else {
			value += int(difference >> 1)
		}
		if end += int(length); !f(value, end) {
			return
		}
	}
}

// values returns the value of each place.
func values(table []byte) (list []int) {
	pairs(table, func(value, end int) bool {
		for len(list) < end {
			list = append(list, value)
		}
		return true
	})
	return list
}

// valueAt returns the value of a place, or -1000 where the table says nothing.
func valueAt(table []byte, place int) int {
	found := -1000
	pairs(table, func(value, end int) bool {
		if place < end {
			found = value
		}
		return place >= end
	})
	return found
}

// TestSlimRefuses: what is not a Go program, or is one of another layout, is an error and no crash.
func TestSlimRefuses(t *testing.T) {
	program := traceProgram(t)
	for name, damaged := range map[string][]byte{
		"nothing":     nil,
		"text":        []byte("hello, hello, hello"),
		"head only":   program[:8],
		"cut":         program[:len(program)/2],
		"empty":       []byte("\x00asm\x01\x00\x00\x00\x0b\x01\x00"),
		"other magic": bytes.ReplaceAll(program, []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}, []byte{0xf2, 0xff, 0xff, 0xff, 0, 0, 1, 8}),
	} {
		if _, err := slim(damaged); err == nil {
			t.Errorf("%s was taken for a program", name)
		}
	}
}
