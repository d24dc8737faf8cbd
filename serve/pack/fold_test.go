package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// unfolded undoes fold with lists and big steps: it reads each function into a list of instructions first. The page's
// own way back (assets/unpack.js) is tried in the browser.
func unfolded(t *testing.T, b []byte) []byte {
	t.Helper()
	size := int(binary.LittleEndian.Uint32(b))
	b = b[4:]
	take := func(n int) []byte {
		v := b[:n]
		b = b[n:]
		return v
	}
	number := func() (raw []byte, unsigned uint64, signed int64) {
		n := 1
		for b[n-1] > 127 {
			n++
		}
		raw = take(n)
		for i, c := range raw {
			unsigned |= uint64(c&127) << (7 * i)
		}
		signed = int64(unsigned)
		if raw[n-1]&64 != 0 && n < 10 {
			signed = int64(unsigned) - 1<<(7*n)
		}
		return raw, unsigned, signed
	}
	signed := func(v int64) []byte {
		for n := 1; ; n++ {
			if v >= -1<<(7*n-1) && v < 1<<(7*n-1) {
				var out []byte
				for i := range n {
					c := byte(v>>(7*i)) & 127
					if i < n-1 {
						c |= 128
					}
					out = append(out, c)
				}
				return out
			}
		}
	}
	out := append([]byte(nil), take(8)...)
	for len(b) > 0 {
		id := take(1)
		raw, length, _ := number()
		out = append(append(out, id...), raw...)
		if id[0] != 10 {
			out = append(out, take(int(length))...)
			continue
		}
		raw, count, _ := number()
		out = append(out, raw...)
		for k := range int(count) {
			raw, length, _ := number()
			out = append(out, raw...)
			end := len(out) + int(length)
			raw, locals, _ := number()
			out = append(out, raw...)
			for range locals {
				raw, _, _ := number()
				out = append(append(out, raw...), take(1)...)
			}
			var table []int64
			level, base, done := int64(0), int64(0), 0
			// resume is the first program counter of the next block: where the table first reaches its number.
			resume := func() int64 {
				for pc, block := range table {
					if block >= int64(done) {
						return int64(pc)
					}
				}
				return int64(len(table))
			}
			for len(out) < end {
				op := take(1)[0]
				before := out
				out = append(out, op)
				switch {
				case op == 0x0c || op == 0x0d:
					_, v, _ := number()
					out = binary.AppendUvarint(out, uint64(level)-v)
				case op == 0x0e:
					raw, n, _ := number()
					out = append(out, raw...)
					var entries []int64
					sum := int64(0)
					for range n + 1 {
						_, _, d := number()
						sum += d
						entries = append(entries, sum)
						out = binary.AppendUvarint(out, uint64(sum))
					}
					if table == nil {
						table, base = entries, level
					}
				case op == 0x41:
					raw, _, v := number()
					if table != nil && bytes.HasPrefix(b, []byte{0x21, 0}) {
						raw = signed(v + resume())
					}
					out = append(out, raw...)
				case op == 0x42:
					raw, _, v := number()
					if len(raw) <= 6 && bytes.HasSuffix(before, []byte(returnPrefix)) && b[0] == 0x37 {
						raw = signed(v + resume() + int64(k+0x1000)<<16)
					}
					out = append(out, raw...)
				case op == 0x0b:
					level--
					if table != nil && level < base {
						base, done = level, done+1
					}
				case op >= 2 && op <= 4:
					level++
					raw, _, _ := number()
					out = append(out, raw...)
				case op == 0x43:
					out = append(out, take(4)...)
				case op == 0x44:
					out = append(out, take(8)...)
				case op == 0xfc:
					raw, sub, _ := number()
					out = append(append(out, raw...), take(map[uint64]int{10: 2, 11: 1}[sub])...)
				default:
					for range immediates(op) {
						raw, _, _ := number()
						out = append(out, raw...)
					}
				}
			}
			if len(out) != end {
				t.Fatalf("function %d ends at %d, not %d", k, len(out), end)
			}
		}
	}
	if len(out) != size {
		t.Fatalf("%d bytes, the module says %d", len(out), size)
	}
	return out
}

// TestFold: a real program comes back byte for byte, and folding is worth its while.
func TestFold(t *testing.T) {
	program := traceProgram(t)
	folded, err := fold(program)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(unfolded(t, folded), program) {
		t.Error("the program does not come back")
	}
	before, after := len(lzmaPacked(program, 1)), len(lzmaPacked(folded, 1))
	t.Logf("%d bytes, packed %d, folded and packed %d", len(program), before, after)
	if after*10 > before*9 {
		t.Errorf("folding makes %d packed bytes into %d", before, after)
	}
}

// codeModule makes a module of functions without locals from their instructions.
func codeModule(bodies ...string) []byte {
	code := binary.AppendUvarint(nil, uint64(len(bodies)))
	for _, b := range bodies {
		code = binary.AppendUvarint(code, uint64(len(b)+1))
		code = append(append(code, 0), b...)
	}
	m := binary.AppendUvarint([]byte("\x00asm\x01\x00\x00\x00\x0a"), uint64(len(code)))
	return append(m, code...)
}

// TestFoldRules: each rule, and what only looks like one, by hand.
func TestFoldRules(t *testing.T) {
	const enter = "\x02\x40\x02\x40\x20\x00\x0e\x03\x00\x00\x01\x01\x0b" // two blocks, table 0 0 1 1, end of the first
	for name, c := range map[string][2]string{
		"level of a label":          {"\x02\x40\x0c\x00\x0d\x01\x0b\x0b", "\x02\x40\x0c\x01\x0d\x00\x0b\x0b"},
		"table":                     {"\x0e\x03\x05\x06\x02\x02\x0b", "\x0e\x03\x05\x01\x7c\x00\x0b"},
		"jump":                      {enter + "\x41\x03\x21\x00\x0b\x0b", "\x02\x40\x02\x40\x20\x00\x0e\x03\x00\x00\x01\x00\x0b" + "\x41\x01\x21\x00\x0b\x0b"},
		"jump without table":        {"\x41\x03\x21\x00\x0b", "\x41\x03\x21\x00\x0b"},
		"constant for another":      {"\x41\x03\x21\x01\x0b", "\x41\x03\x21\x01\x0b"},
		"return address":            {returnPrefix + "\x42\x85\x80\x80\x80\x01\x37\x03\x00\x0b", returnPrefix + "\x42\x05\x37\x03\x00\x0b"},
		"constant not stored":       {returnPrefix + "\x42\x85\x80\x80\x80\x01\x0b", returnPrefix + "\x42\x85\x80\x80\x80\x01\x0b"},
		"constant of another place": {"\x20\x01\x42\x85\x80\x80\x80\x01\x37\x03\x00\x0b", "\x20\x01\x42\x85\x80\x80\x80\x01\x37\x03\x00\x0b"},
		"constant too long":         {returnPrefix + "\x42\x80\x80\x80\x80\x80\x80\x01\x37\x03\x00\x0b", returnPrefix + "\x42\x80\x80\x80\x80\x80\x80\x01\x37\x03\x00\x0b"},
		"floats and copies":         {"\x43\x0b\x0c\x0d\x0e\x44\x0b\x0c\x0d\x0e\x41\x42\x43\x44\xfc\x0a\x00\x00\xfc\x0b\x00\xfc\x06\x28\x02\x88\x01\x11\x05\x00\x0b", "\x43\x0b\x0c\x0d\x0e\x44\x0b\x0c\x0d\x0e\x41\x42\x43\x44\xfc\x0a\x00\x00\xfc\x0b\x00\xfc\x06\x28\x02\x88\x01\x11\x05\x00\x0b"},
	} {
		module := codeModule(c[0])
		folded, err := fold(module)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if want := "\x00" + c[1]; !strings.HasSuffix(string(folded), want) {
			t.Errorf("%s: folded % x, want % x", name, folded, want)
		}
		if !bytes.Equal(unfolded(t, folded), module) {
			t.Errorf("%s does not come back", name)
		}
	}
	for name, body := range map[string]string{
		"label outside":           "\x0c\x01\x0b",
		"longer than it could be": "\x0c\x80\x00\x0b",
		"return address far away": returnPrefix + "\x42\x80\x80\x80\x80\x80\x40\x37\x03\x00\x0b",
		"unknown instruction":     "\xfd\x0b",
		"unknown conversion":      "\xfc\x0c\x00\x0b",
		"cut in a constant":       "\x44\x0b",
		"cut in a number":         "\x41\x80",
	} {
		if _, err := fold(codeModule(body)); err == nil {
			t.Errorf("%s was folded", name)
		}
	}
}

// TestFoldAnything: whatever the bytes, fold ends with an error or with what can be undone.
func TestFoldAnything(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	real := codeModule("\x02\x40\x02\x40\x20\x00\x0e\x03\x00\x00\x01\x01\x0b"+returnPrefix+"\x42\x85\x80\x80\x80\x01\x37\x03\x00\x41\x03\x21\x00\x0c\x01\x0b\x0b", "\x0d\x00\x0b")
	kept := 0
	for range 20000 {
		b := bytes.Clone(real)
		for range 1 + random.IntN(3) {
			b[8+random.IntN(len(b)-8)] = byte(random.Uint32())
		}
		b = b[:len(b)-random.IntN(2)*random.IntN(len(b))]
		folded, err := fold(b)
		if err != nil {
			continue
		}
		kept++
		if !bytes.Equal(unfolded(t, folded), b) {
			t.Fatal(fmt.Sprintf("% x does not come back", b))
		}
	}
	if kept < 1000 {
		t.Errorf("only %d of the changed modules could be folded", kept)
	}
}
