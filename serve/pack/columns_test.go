package main

import (
	"bytes"
	"compress/gzip"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// memories instantiates two programs under node, runs nothing of them but what instantiating runs, and says whether their
// memories are equal.
const memories = `
const [a, b] = process.argv.slice(1).map(name => {
  const module = new WebAssembly.Module(require("fs").readFileSync(name)), imports = {};
  for (const i of WebAssembly.Module.imports(module)) { (imports[i.module] ??= {})[i.name] = () => {}; }
  return Buffer.from(new WebAssembly.Instance(module, imports).exports.mem.buffer);
});
if (a.length !== b.length) { console.log(a.length + " bytes became " + b.length); }
const at = a.findIndex((v, i) => v !== b[i]);
if (at >= 0) { console.log("byte " + at + ": " + a[at] + " became " + b[at]); }
`

// tableOf returns a program's sections, its memory and its table of functions.
func tableOf(t *testing.T, program []byte) (*wasmFile, []byte, *pclntab) {
	t.Helper()
	w, err := parseWasm(program)
	if err != nil {
		t.Fatal(err)
	}
	image, err := memoryImage(w.segments)
	if err != nil {
		t.Fatal(err)
	}
	p, err := findTable(image)
	if err != nil {
		t.Fatal(err)
	}
	return w, image, p
}

// TestColumnsMemory: when the program is instantiated, its memory is what it was, whether or not it has its tables of lines.
func TestColumnsMemory(t *testing.T) {
	program := traceProgram(t)
	node, err := exec.LookPath("node")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("node is missing")
		}
		t.Skip("node is missing: the programs are not run")
	}
	slimmed, err := slim(program)
	if err != nil {
		t.Fatal(err)
	}
	w, image, p := tableOf(t, program)
	image[p.index-1], image[p.index+p.indexSize()] = 0x51, 0x52
	for name, program := range map[string][]byte{"with lines": program, "slim": slimmed, "with something beside the index": w.with(joined(image))} {
		written, err := columns(program)
		if err != nil {
			t.Fatal(err)
		}
		if before, after := len(gzipped(program, gzip.BestCompression)), len(gzipped(written, gzip.BestCompression)); after > before*97/100 {
			t.Errorf("%s: compressed, %d bytes become %d", name, before, after)
		}
		files := []string{filepath.Join(t.TempDir(), "a"), filepath.Join(t.TempDir(), "b")}
		for i, b := range [][]byte{program, written} {
			if err := os.WriteFile(files[i], b, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if out, err := exec.Command(node, "-e", memories, files[0], files[1]).CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}

// TestColumnsRuns: a program written in columns prints what it did, and so does its last panic.
func TestColumnsRuns(t *testing.T) {
	program := traceProgram(t)
	written, err := columns(program)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := columns(program); err != nil || !bytes.Equal(again, written) {
		t.Errorf("a second time the result is another one: %v", err)
	}
	run := runner(t)
	if run == nil {
		t.Skip("node is missing: the programs are not run")
	}
	out, trace := run(program)
	if newOut, newTrace := run(written); newOut != out || len(place.FindAllString(newTrace, -1)) != len(place.FindAllString(trace, -1)) {
		t.Errorf("printed\n%s%s\nthen\n%s%s", out, trace, newOut, newTrace)
	}
}

// TestColumnsRefuses: a table of another layout is an error, never a guess.
func TestColumnsRefuses(t *testing.T) {
	program := traceProgram(t)
	w, image, p := tableOf(t, program)
	first, _, err := p.function(0)
	if err != nil {
		t.Fatal(err)
	}
	for name, at := range map[string]int{
		"an entry out of order":         p.functab + 8*3,
		"a function that lies apart":    p.functab + 8*3 + 4,
		"something between functions":   first - 1,
		"something behind the last":     p.gofunc - 1,
		"more funcdata than there are":  first + funcNfuncdata,
		"another function in the index": p.index + 20*40,
		"a function inside a bucket":    p.index + 20*40 + 19,
	} {
		kept := image[at]
		image[at] += 8
		if _, err := columns(w.with(joined(image))); err == nil {
			t.Errorf("%s was taken", name)
		}
		image[at] = kept
	}
	written, err := columns(program)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := columns(written); err == nil {
		t.Error("a program in columns was taken once more")
	}
}
