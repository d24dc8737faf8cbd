package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestDirectRuns runs a program before and after: it prints the same, its last panic names the same functions, and it is
// smaller.
func TestDirectRuns(t *testing.T) {
	program := traceProgram(t)
	rewritten, err := direct(program)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := direct(program); err != nil || !bytes.Equal(again, rewritten) {
		t.Errorf("a second time the result is another one: %v", err)
	}
	if before, after := len(gzipped(program, gzip.BestCompression)), len(gzipped(rewritten, gzip.BestCompression)); after > before*92/100 {
		t.Errorf("compressed, %d bytes become %d", before, after)
	}
	run := runner(t)
	if run == nil {
		t.Skip("node is missing: the programs are not run")
	}
	out, trace := run(program)
	newOut, newTrace := run(rewritten)
	if out != newOut || !strings.Contains(out, "callers main.callers main.main") {
		t.Errorf("printed\n%safter rewriting\n%s", out, newOut)
	}
	places := func(s string) []string { return regexp.MustCompile(`(?m)^\t\S+:\d+`).FindAllString(s, -1) }
	if len(places(trace)) < 2 || !slices.Equal(places(trace), places(newTrace)) {
		t.Errorf("trace\n%s\nafter rewriting\n%s", trace, newTrace)
	}
}

// plain are instructions without numbers.
func plain(ops ...byte) (list []instruction) {
	for _, op := range ops {
		list = append(list, instruction{op: op})
	}
	return list
}

const unreachable = 0x00

// number4096 is a return address in a function with the number 4096.
const number4096 = 4096 << 16

// compiled is a function as the compiler writes it: three blocks, which the numbers 0, 1 and 2, 3 and above lead to, with a
// jump from the first to the third one and back, a call, and a load from the stack. use stands in the second block.
func compiled(use ...instruction) []byte {
	void := int64(typeVoid)
	code := slices.Concat(
		[]instruction{one(opGlobalGet, 0), one(opLocalSet, 1), one(opBlock, void), one(opLoop, void), one(opBlock, void), one(opBlock, void), one(opBlock, void),
			one(opLocalGet, 0), {op: opBrTable, rest: []byte{3, 0, 1, 1, 2}}}, plain(opEnd),
		[]instruction{one(opLocalGet, 2), {op: opWrap}, one(opIf, void), one(opI32Const, 7), one(opLocalSet, 0), one(opBr, 3)}, plain(opEnd, opEnd),
		use,
		[]instruction{one(opLocalGet, 1), one(opI64Const, number4096+2), {op: opI64Store, n: 2, x: 3}, one(opI32Const, 0), one(opCall, 5), one(opGlobalGet, 0), one(opLocalSet, 1), one(opBrIf, 2)},
		plain(opEnd),
		[]instruction{one(opLocalGet, 1)}, plain(opExtend), []instruction{one(opI64Const, 40)}, plain(opI64Add, opWrap),
		[]instruction{{op: opFirstLoad + 1, n: 2, x: 3, y: 0}, one(opLocalSet, 2), one(opI32Const, 0), one(opLocalSet, 0), one(opBr, 0)},
		plain(opEnd, unreachable, opEnd), []instruction{one(opI32Const, 1)}, plain(opEnd),
	)
	return (&codeFunction{locals: []locals{{1, typeI32}, {1, typeI64}}, code: code}).bytes()
}

// section is a code section of one function.
func section(body []byte) []byte {
	return append(binary.AppendUvarint([]byte{1}, uint64(len(body))), body...)
}

// TestDirectFunction: a function of the compiler's shape, written out by hand before and after.
func TestDirectFunction(t *testing.T) {
	void := int64(typeVoid)
	got, err := directSection(section(compiled()))
	if err != nil {
		t.Fatal(err)
	}
	want := slices.Concat(
		[]instruction{one(opGlobalGet, 0), one(opLocalSet, 1), one(opI64Const, number4096), one(opLocalSet, 2),
			one(opBlock, void), one(opLoop, void), one(opBlock, void), one(opBlock, void), one(opBlock, void),
			one(opLocalGet, 0), {op: opBrTable, rest: []byte{3, 0, 1, 1, 2}}}, plain(opEnd),
		// The number 7 is beyond the table, so the last block is meant, the second that is still open.
		[]instruction{one(opLocalGet, 3), {op: opWrap}, one(opBrIf, 1)}, plain(opEnd),
		[]instruction{one(opLocalGet, 1), one(opLocalGet, 2), one(opI64Const, 2), {op: opI64Or}, {op: opI64Store, n: 2, x: 3}, one(opI32Const, 0), one(opCall, 5),
			one(opGlobalGet, 0), one(opLocalSet, 1), one(opIf, void), one(opI32Const, 1)}, plain(opReturn, opEnd),
		plain(opEnd),
		// A jump back still goes by the table.
		[]instruction{one(opLocalGet, 1), {op: opFirstLoad + 1, n: 2, x: 3, y: 40}, one(opLocalSet, 3), one(opI32Const, 0), one(opLocalSet, 0), one(opBr, 0)},
		plain(opEnd, unreachable, opEnd), []instruction{one(opI32Const, 1)}, plain(opEnd),
	)
	if want := section((&codeFunction{locals: []locals{{1, typeI32}, {2, typeI64}}, code: want}).bytes()); !bytes.Equal(got, want) {
		t.Errorf("% x\nwant\n% x", got, want)
	}
	// What a call of a function value does with the first local variable is harmless.
	used := compiled(one(opI64Const, 9), instruction{op: opWrap}, one(opLocalSet, 0), one(opI32Const, 0), one(opLocalGet, 0), instruction{op: opCallIndirect, n: 2, x: 1})
	if got, err := directSection(section(used)); err != nil || bytes.Equal(got, section(used)) {
		t.Errorf("a function with a call of a function value stays as it is: %v", err)
	}
}

// TestDirectLeaves: a function of another shape stays to the last byte.
func TestDirectLeaves(t *testing.T) {
	right := compiled()
	for name, body := range map[string][]byte{
		"reads the first local variable":   compiled(one(opLocalGet, 0), one(opLocalSet, 0)),
		"keeps the first local variable":   compiled(one(opI32Const, 1), one(opLocalTee, 0), one(opBrIf, 3)),
		"jumps by an unknown number":       compiled(one(opLocalGet, 3), one(opLocalSet, 0), one(opBr, 1)),
		"jumps back under a condition":     compiled(one(opI32Const, 1), one(opBrIf, 1)),
		"a second table":                   compiled(instruction{op: opBrTable, rest: []byte{0, 0}}),
		"another table than the blocks":    bytes.Replace(right, []byte{opBrTable, 3, 0, 1, 1, 2}, []byte{opBrTable, 3, 0, 1, 1, 1}, 1),
		"another end":                      append(slices.Clone(right[:len(right)-3]), opI32Const, 2, opEnd),
		"another copy of the stack":        bytes.Replace(right, []byte{opGlobalGet, 0, opLocalSet, 1}, []byte{opGlobalGet, 1, opLocalSet, 1}, 1),
		"no blocks":                        {0, opLocalGet, 0, opEnd},
		"the blocks of a function by hand": {0, opGlobalGet, 0, opLocalSet, 1, opBlock, typeVoid, opLocalGet, 0, opBrIf, 0, opEnd, opI32Const, 0, opEnd},
	} {
		if got, err := directSection(section(body)); err != nil || !bytes.Equal(got, section(body)) {
			t.Errorf("%s: %v\n% x\nhas become\n% x", name, err, section(body), got)
		}
	}
}

// TestDirectRefuses: what is cut or is no module is an error and no crash.
func TestDirectRefuses(t *testing.T) {
	s := section(compiled())
	module := append([]byte("\x00asm\x01\x00\x00\x00\x0a"), binary.AppendUvarint(nil, uint64(len(s)))...)
	module = append(module, s...)
	if _, err := direct(module); err != nil {
		t.Fatal(err)
	}
	for n := range len(module) {
		if _, err := direct(module[:n]); err == nil && n != 8 {
			t.Errorf("the first %d bytes of a module were taken for one", n)
		}
	}
	for i := range s {
		for _, b := range []byte{0xff, 0x06, 0x80, 0} {
			damaged := slices.Clone(s)
			damaged[i] = b
			directSection(damaged) // an error or another program, never a crash
		}
	}
	if _, err := directSection(section([]byte{0, 0x06, opEnd})); err == nil || !strings.Contains(err.Error(), "instruction") {
		t.Errorf("an instruction that the compiler does not write: %v", err)
	}
}
