package main

import (
	"bytes"
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

var place = regexp.MustCompile(`(?m)^\t(\S+):(\d+)`)

// TestSlimRuns runs a program before and after: it prints the same, and its last panic names the same functions.
func TestSlimRuns(t *testing.T) {
	program := traceProgram(t)
	slimmed, err := slim(program)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := slim(program); err != nil || !bytes.Equal(again, slimmed) {
		t.Errorf("a second time the result is another one: %v", err)
	}
	if before, after := len(gzipped(program)), len(gzipped(slimmed)); after > before*9/10 {
		t.Errorf("compressed, %d bytes become %d", before, after)
	}
	node, err := exec.LookPath("node")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("node is missing")
		}
		t.Skip("node is missing: the programs are not run")
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	start := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js")
	run := func(wasm []byte) (out, trace string) {
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
	out, trace := run(program)
	slimOut, slimTrace := run(slimmed)
	if out != slimOut || !strings.Contains(out, "callers main.callers main.main") {
		t.Errorf("printed\n%safter slimming\n%s", out, slimOut)
	}
	functions := func(s string) []string {
		return regexp.MustCompile(`(?m)^[a-z][\w./]*\.[\w.()*]+\(`).FindAllString(s, -1)
	}
	if f := functions(trace); len(f) < 2 || !slices.Equal(f, functions(slimTrace)) {
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

// TestSlimKeeps: outside the tables of lines, the memory is the same byte for byte.
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
	changed, cleared := 0, 0
	for i := range before {
		if before[i] != after[i] {
			changed++
			if after[i] != 0 || i < p.cutab {
				t.Fatalf("byte %#x has become %#x", i, after[i])
			}
			cleared++
		}
	}
	if cleared < 20000 {
		t.Errorf("only %d of %d bytes are cleared", cleared, len(before))
	}
	// What running needs is where it was: entries, names, stack tables, pointer maps.
	for k := range p.functions {
		at, pcdata, err := p.function(k)
		if err != nil {
			t.Fatal(err)
		}
		for field := 0; field < funcHeader+4*pcdata; field++ {
			if field >= funcPcfile && field < funcNpcdata || field >= funcCu && field < funcStartLine+4 {
				continue
			}
			if before[at+field] != after[at+field] {
				t.Fatalf("function %d: byte %d of its entry has changed", k, field)
			}
		}
		for i := -1; i < pcdata; i++ {
			offset := int(p.word(at + funcPcsp))
			if i >= 0 {
				offset = int(p.word(at + funcHeader + 4*i))
			}
			if offset == 0 {
				continue
			}
			table, err := p.table(offset)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(table, after[p.pctab+offset:p.pctab+offset+len(table)]) {
				t.Fatalf("function %d: a table that running needs has changed", k)
			}
		}
	}
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
