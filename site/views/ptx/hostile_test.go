package ptx

import (
	"strconv"
	"strings"
	"testing"

	"ulplab/site/files"
	"ulplab/site/kit/golden"
)

// kernel is a module of one entry with a buffer y.
func kernel(body string) string {
	return header + ".shared .b32 sm[64]; .visible .entry k(.param .u64 y) { .reg .pred %p<9>; .reg .b32 %r<1000000>; .reg .f32 %f<9>; .reg .b64 %y, %d<9>;\nld.param.u64 %y, [y];\n" + body + "\nret; }"
}

// Whatever a text says, the run ends with a result or with a sentence that points into the text.
func TestHostile(t *testing.T) {
	many := func(n int, f func(k int) string) string {
		var b strings.Builder
		for k := range n {
			b.WriteString(f(k))
		}
		return b.String()
	}
	for name, c := range map[string]struct{ text, grid, block, says string }{
		"endless loop":      {kernel("L: bra L;"), "1", "32", "endless loop"},
		"endless elsewhere": {kernel("mov.u32 %r1, %tid.x; setp.eq.u32 %p0, %r1, 0; L: @%p0 bra L;"), "1", "64", "endless loop"},
		"self-branching":    {kernel("L: .branchtargets L, M; M: brx.idx 0, L;"), "1", "1", ""},
		"deadlock":          {kernel("mov.u32 %r1, %tid.x; setp.eq.u32 %p0, %r1, 0; @%p0 bar.sync 0, 64; bar.sync 1;"), "1", "32", "waits for threads"},
		"recursion":         {header + ".func f() { call f; ret; } .entry k() { call f; ret; }", "1", "1", "recursion"},
		"calls": {header + many(40, func(k int) string {
			return ".func f" + strconv.Itoa(k) + "() { " + strings.Repeat("call f"+strconv.Itoa(max(k-1, 0))+"; ", min(k, 1)*2) + "ret; }\n"
		}) + ".entry k() { call f39; ret; }", "1", "1", "131,072 statements"},
		"huge array":          {header + ".global .b8 a[99999999999]; .entry k() { ret; }", "1", "1", "from 0 to"},
		"huge arrays":         {header + many(40, func(k int) string { return ".global .b8 a" + strconv.Itoa(k) + "[60000000];" }) + ".entry k() { ret; }", "1", "1", "64 MiB"},
		"local array":         {kernel(".local .b8 l[500000]; mov.u64 %d1, l;"), "1", "1024", "64 MiB"},
		"shared array":        {kernel(".shared .b8 s[300000]; mov.u64 %d1, s;"), "1", "1", "227 KiB"},
		"a million registers": {kernel(many(10000, func(k int) string { return "mov.b32 %r" + strconv.Itoa(k*100) + ",1;" })), "1", "1024", "registers and local memory"},
		"wild store":          {kernel("mov.u64 %d1, 77; st.global.f32 [%d1], 0f00000000;"), "1", "1", "no memory"},
		"beyond":              {kernel("st.global.f32 [%y+4000], 0f00000000;"), "1", "1", "of y, which has"},
		"many blocks":         {kernel(""), "2147483647", "1", "endless loop"},
		"braces":              {kernel(strings.Repeat("{", 200)), "1", "1", "braces"},
		"no entry":            {header + ".func f() { ret; }", "1", "1", "no .entry"},
		"unknown":             {kernel("tcgen05.mma.sp %r1, %r2;"), "1", "1", "not among the instructions"},
		"undeclared":          {kernel("mov.b32 %q, 1;"), "1", "1", "%q is"},
		"empty":               {"", "1", "1", ""},
		"markup":              {kernel("<img src=x>"), "1", "1", "an instruction was expected"},
		"threads":             {kernel(""), "1", "4096", "1,024 threads"},
		"unreadable launch":   {kernel(""), "1, 2, 3, 4", "1", ""},
	} {
		m := Module{Text: c.text}
		if len(c.text) > MaxText {
			f := files.Put("hostile.ptx", []byte(c.text))
			m = Module{File: File{f.Name, f.Digest}}
		}
		r := NewRun(Input{Modules: [2]Module{m}, Grid: c.grid, Block: c.block, Against: OtherReading})
		r.most = 300_000
		steps := 0
		for !r.Step() {
			if steps++; steps > 200 {
				t.Fatalf("%s does not end", name)
			}
		}
		said := r.Trouble + r.Sides[0].Absent
		for _, s := range r.Sides {
			if p := s.Problem; p != nil {
				said += p.What
				if p.From < 0 || p.To < p.From || p.To > len(c.text) || p.What == "" {
					t.Errorf("%s: %+v", name, p)
				}
			}
		}
		if !strings.Contains(said, c.says) || c.says == "" && name != "self-branching" && r.Done {
			t.Errorf("%s: %q does not say %q", name, said, c.says)
		}
	}
}

// Parameters that make no sense are named.
func TestArguments(t *testing.T) {
	text := kernel("")
	for words, a := range map[string]Arg{
		"From 1 to":       {Kind: Zero, Type: "f32", N: "0"},
		"or 2^k":          {Kind: Zero, Type: "f32", N: "2^21"},
		"choose f32":      {Kind: "normal", Type: "s32", N: "4"},
		"The seed":        {Kind: "normal", Type: "f32", N: "4", Seed: "x"},
		"Number 2, “b”":   {Kind: List, Type: "f32", Text: "1 b"},
		"16 bits":         {Kind: List, Type: "u16", Text: "70000"},
		"its value 4":     {Kind: Value, Type: "f32", Text: "1"},
		"A number":        {Kind: List, Type: "f32", Text: " "},
		"longer than":     {Kind: List, Type: "f32", Text: strings.Repeat("1 ", MaxList)},
		"Open a file":     {Kind: OfFile, Type: "f32"},
		"This link needs": {Kind: OfFile, Type: "f32", File: File{"a.csv", "0123456789abcdef"}},
	} {
		in := Input{Modules: [2]Module{{Text: text}}, Grid: "1", Block: "1"}
		in.Args[0] = a
		r := ran(in)
		if len(r.Params) != 1 || !strings.Contains(strings.ToLower(r.Params[0].Problem), strings.ToLower(words)) || r.Done {
			t.Errorf("%+v: %+v, want %s", a, r.Params, words)
		}
	}
}

// Every piece of markup is well-formed and keeps a reader's text apart from markup.
func TestMarkup(t *testing.T) {
	hostile := header + `.file 1 "<img src=x>&"
.entry k(.param .u64 y, .param .b8 s[3]) { .reg .b32 %r; .reg .b64 %y; .reg .pred %p; .reg .f32 %f; .reg .b64 %fd; .loc 1 2 3
ld.param.u64 %y, [y]; setp.eq.u32 %p, 1, 2; @%p bra L; mov.b32 %r, 5; mul.f32 %f, 0f3F800001, 0f3F800001; add.f32 %f, %f, 0f3F800001; @!%p st.global.f32 [%y], %f; L: ret; }`
	own := State{Input: Input{Modules: [2]Module{{Text: hostile}}, Grid: "1", Block: "1", Against: OtherReading}}
	states := []State{own}
	for _, e := range Examples {
		states = append(states, e.State)
	}
	for _, s := range states {
		r := ran(s.Input)
		if !r.Done {
			t.Fatalf("%+v %+v", r.Sides[0].Problem, r.Params)
		}
		tr := traceOf(r, s)
		for side := range 2 {
			for k := range tr.Sides[side].Watch.Events {
				for _, piece := range []string{lines(tr, side, k), step(tr, side, k)} {
					check(t, piece)
				}
			}
		}
		check(t, part(tr))
		check(t, results(r, s))
	}
}

func check(t *testing.T, s string) {
	t.Helper()
	s = strings.NewReplacer("<wbr>", "", " disabled>", ">").Replace(s)
	golden.WellFormed(t, "part", "<div>"+s+"</div>")
	if strings.Contains(s, "<img") || strings.Contains(s, " style=") {
		t.Errorf("%s", s)
	}
}
