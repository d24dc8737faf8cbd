package ptx

import (
	"strings"
	"testing"
)

const head = ".version 9.0\n.target sm_90\n.address_size 64\n"

func TestRead(t *testing.T) {
	m, err := Read(head + `
.file 1 "sum.cu"
.global .align 4 .b8 table[8] = {1, 2, 0xff, 4};
.global .align 8 .u64 where = generic(table)+4;
.global .f32 half = 0f3F000000;
.func (.param .b32 r) twice(.param .b32 x);
.visible .entry k(.param .u64 .ptr .global .align 4 out, .param .u32 n)
.reqntid 64, 2
{
	.reg .pred %p<2>; .reg .b32 %r<5>, one; .reg .b64 %rd<3>;
	.loc 1 7 3
	mov.u32 %r1, %tid.x; // comment
	/* another
	   one */ setp.ge.s32 %p1, %r1, -3;
	@!%p1 bra $L;
	{ .reg .b32 %r<2>; mov.b32 %r1, {%r1, %r1}; }
	ld.global.v2.u32 {%r2, %r3}, [%rd1 + -8];
$L: ret;
}
.func (.param .b32 r) twice(.param .b32 x) { ret; }
.section .debug_str { info: .b8 1 { } }
`)
	if err != nil {
		t.Fatal(err)
	}
	k, ok := m.Entry("")
	if !ok || k.Name != "k" || k.Threads != [3]int{64, 2, 1} || len(k.Params) != 2 || len(k.Body) != 6 || len(m.Functions) != 2 {
		t.Fatalf("%+v", m)
	}
	texts := []string{"mov.u32 %r1, %tid.x", "setp.ge.s32 %p1, %r1, -3", "@!%p1 bra $L", "mov.b32 %r1, {%r1, %r1}", "ld.global.v2.u32 {%r2, %r3}, [%rd1 + -8]", "ret"}
	for i, s := range k.Body {
		if s.Text != texts[i] {
			t.Errorf("statement %d reads %q, not %q", i, s.Text, texts[i])
		}
		if s.Source != (Source{1, 7, 3}) {
			t.Errorf("%s: source %v", s.Text, s.Source)
		}
	}
	outer, inner := k.Body[0].Operands[0].Register, k.Body[3].Operands[0].Register
	if outer == inner || outer.Name != inner.Name {
		t.Error("a register of an inner block is another one than the outer one of its name")
	}
	if k.Body[0].At != (Position{15, 2}) || k.Body[2].At != (Position{18, 2}) || k.Body[2].Operands[0].Label.Index != 5 || !k.Body[2].Unless {
		t.Errorf("%+v", k.Body[2])
	}
	if o := k.Body[4].Operands[1]; o.Kind != IsAddress || o.Offset != -8 || o.Register.Name != "%rd1" {
		t.Errorf("%+v", o)
	}
	if v := m.Variables[0]; v.Size != 8 || string(v.Init) != "\x01\x02\xff\x04" {
		t.Errorf("%+v", v)
	}
	if v := m.Variables[1]; len(v.Address) != 1 || v.Address[0] != (Reference{0, m.Variables[0], 4}) {
		t.Errorf("%+v", v)
	}
	if v := m.Variables[2]; string(v.Init) != "\x00\x00\x00\x3f" {
		t.Errorf("%+v", v)
	}
	if f, ok := m.Entry("twice"); ok || f != nil {
		t.Error("a device function is no entry")
	}
}

// TestWrong: what cannot be read is told with its place.
func TestWrong(t *testing.T) {
	body := func(s string) string { return head + ".entry k() {\n.reg .pred %p<2>; .reg .b32 %r<3>;\n" + s + "\n}" }
	for _, c := range []struct{ text, at, what string }{
		{"", "line 1, column 1", "no function"},
		{"float f() {}", "line 1, column 1", "a directive"},
		{head + ".entry k() { ret", "line 4, column 17", "end of the text"},
		{head + ".entry k() { ret;", "line 4", "not closed"},
		{body("add.u32 %r1, %r2, %r7;"), "line 6, column 19", "%r7"},
		{body("bra nowhere;"), "line 6, column 5", "no label"},
		{body("@%r1 ret;"), "line 6, column 2", "no predicate register"},
		{body("mov.b32 %r1, 0fzz;"), "line 6, column 14", "8 hexadecimal digits"},
		{body("L: L: ret;"), "line 6, column 4", "declared twice"},
		{body("/* "), "line 6, column 1", "no end"},
		{body("ld.global.u32 %r1, [%p9];"), "line 6, column 21", "%p9"},
		{body("mov.u32 %r1, ä;"), "line 6, column 14", "a character"},
		{body(strings.Repeat("{", 100)), "line 6, column 64", "more than 64"},
		{".address_size 32", "line 1, column 1", "64"},
		{head + ".global .b8 x[99999999999];", "line 4", "from 0 to"},
		{head + ".global .b32 x[2] = {1,2,3};", "line 4", "longer"},
		{head + ".func f() {ret;} .func f() {ret;}", "line 4", "twice"},
	} {
		_, err := Read(c.text)
		if err == nil || !strings.Contains(err.Error(), c.at) || !strings.Contains(err.Error(), c.what) {
			t.Errorf("%q: %v, want %s: ... %s", c.text, err, c.at, c.what)
		}
	}
}

// FuzzRead: no text makes the reader fail in another way than by an Error whose place lies in the text.
func FuzzRead(f *testing.F) {
	f.Add(head + ".visible .entry k(.param .u64 a){.reg .f32 %f<4>; ld.param.u64 %rd1,[a]; ret;}")
	f.Add(head + ".global .align 4 .b8 t[4]={1,2}; .shared .f32 s[2]; .entry k(){.reg .b32 %r<2>; {mov.b64 {%r0,%r1}, 5;} L: bra L;}")
	f.Add(".section .debug { .b8 1 } .file 1 \"a\" .func (.reg .b32 r) f (.param .b32 x, .param .align 8 .b8 y[16]) ;")
	f.Fuzz(func(t *testing.T, text string) {
		_, err := Read(text)
		if err == nil {
			return
		}
		e, ok := err.(*Error)
		if !ok || e.At.Line < 1 || e.At.Line > strings.Count(text, "\n")+1 || e.What == "" {
			t.Errorf("%v", err)
		}
	})
}

// TestFault: a function that cannot be read does not keep the others of its module from being run; a module of which no entry can be
// read is told with the place.
func TestFault(t *testing.T) {
	const broken = ".visible .entry broken()\n{\n.reg.b32 %r<2>;\n{ add.u32 %r1, %q, {1}; }\nret;\n}\n"
	m, err := Read(".version 8.7\n.target sm_90\n.address_size 64\n" + broken + ".visible .entry whole()\n{ ret; }\n")
	if err != nil {
		t.Fatal(err)
	}
	for name, faulty := range map[string]bool{"broken": true, "whole": false} {
		if f, ok := m.Entry(name); !ok || f.Fault != nil != faulty {
			t.Errorf("%s: %v %v", name, ok, f.Fault)
		}
	}
	if _, err := Read(".version 8.7\n.target sm_90\n" + broken); err == nil || !strings.Contains(err.Error(), "line 6, column 16: %q") {
		t.Errorf("%v", err)
	}
	if _, err := Read(".version 8.7\n.target sm_90\n.entry whole() { ret; }\n.entry open() { mov"); err == nil {
		t.Error("a body without an end is read")
	}
}
