package machine

import (
	"hash/fnv"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/conform/testfile"
	"ulplab/fpcore/ptx"
)

// TestRecorded holds single instructions to what an H200 gave for 256 operands each.
func TestRecorded(t *testing.T) {
	var prologue string
	in := &Buffer{Name: "in"}
	n, fuse := 0, false
	for line := range strings.Lines(string(testfile.Text(t, "../../conform/testdata/ptx/instructions.tsv.gz"))) {
		what, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		switch {
		case line[0] == '#':
			continue
		case what == "prologue":
			prologue = value
			continue
		case what == "fused": // what follows, a product and a sum, was assembled to one instruction
			fuse = true
			continue
		case what == "operands": // of the statements that follow
			in = &Buffer{Name: "in"}
			for _, w := range strings.Fields(value) {
				v, err := strconv.ParseUint(w, 16, 64)
				if err != nil {
					t.Fatal(err)
				}
				b := make([]byte, 8)
				put(b, 8, v)
				in.Data = append(in.Data, b...)
			}
			continue
		}
		n++
		m, err := ptx.Read(strings.Replace(kernel(prologue+"\n"+what), "sm_80", "sm_90", 1))
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		threads := len(in.Data) / 24
		out := &Buffer{Name: "out", Data: make([]byte, 8*threads)}
		x, err := Start(m, Launch{Grid: [3]int{1, 1, 1}, Block: [3]int{threads, 1, 1}, Arguments: []Argument{{Buffer: in}, {Buffer: out}}, Fuse: fuse})
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		if done, err := x.Step(1 << 22); !done || err != nil {
			t.Errorf("%s: done %v, %v", what, done, err)
			continue
		}
		h := fnv.New64a()
		h.Write(out.Data)
		if got := strconv.FormatUint(h.Sum64(), 16); got != value {
			t.Errorf("%s: checksum %s, not %s", what, got, value)
		}
	}
	if n != 868 {
		t.Errorf("%d instructions", n)
	}
}

// TestFolded: what ptxas computes of approximations whose operand is a constant, recorded beside what the same instruction gave for a
// number from memory.
func TestFolded(t *testing.T) {
	for _, c := range []struct {
		opcode          string
		x, folded, unit uint64
	}{
		{"sin.approx.ftz.f32", 0x41e40140, 0xbe65bc21, 0xbe65bb90},
		{"sin.approx.ftz.f32", 0x40ac991a, 0xbf46d962, 0xbf46d965},
		{"cos.approx.ftz.f32", 0x41e40140, 0xbf797964, 0xbf79796d},
		{"cos.approx.ftz.f32", 0x40ac991a, 0x3f213acd, 0x3f213ac7},
		{"ex2.approx.ftz.f32", 0x40ac991a, 0x422828e9, 0x422828ea},
		{"ex2.approx.ftz.f32", 0x40bfed2f, 0x427f97be, 0x427f97bf},
		{"lg2.approx.ftz.f32", 0x41e40140, 0x409aa74a, 0x409aa749},
		{"lg2.approx.ftz.f32", 0x413b4f05, 0x4063274e, 0x4063274d},
		{"rsqrt.approx.ftz.f32", 0x40bfed2f, 0x3ed1102a, 0x3ed1102b},
		{"rsqrt.approx.ftz.f32", 0x41c36d4e, 0x3e4f2ead, 0x3e4f2eac},
		{"sqrt.approx.ftz.f32", 0x40ac991a, 0x4014a2b9, 0x4014a2b8},
		{"sqrt.approx.ftz.f32", 0x413b4f05, 0x405afa2b, 0x405afa2a},
	} {
		constant := "mov.b32 %f1, 0x" + strconv.FormatUint(c.x, 16) + ";"
		for text, want := range map[string]uint64{constant: c.folded, "cvt.u32.u64 %r1, %a; mov.b32 %f1, %r1;": c.unit} {
			if got := fusedRun(t, text+c.opcode+" %f2, %f1; mov.b32 %r2, %f2; cvt.u64.u32 %d, %r2;", c.x, 0, 0); got != want {
				t.Errorf("%s %s: %x, not %x", text, c.opcode, got, want)
			}
		}
	}
}

// TestSlowPaths: a*b + c/a is not fused where the quotient is correctly rounded, a*b + c is.
func TestSlowPaths(t *testing.T) {
	const numbers = "cvt.u32.u64 %r1, %a; cvt.u32.u64 %r2, %b; cvt.u32.u64 %r3, %c; mov.b32 %f1, %r1; mov.b32 %f2, %r2; mov.b32 %f3, %r3; mul.f32 %f4, %f1, %f2;"
	const sum = "add.f32 %f6, %f4, %f5; mov.b32 %r4, %f6; cvt.u64.u32 %d, %r4;"
	const near = 0x3f800800 // 1 + 2^-12: its square has another bit, which a fused sum with -1 keeps
	if got := fusedRun(t, numbers+"div.rn.f32 %f5, %f3, 0f3F800000;"+sum, near, near, 0xbf800000); got != 0x3a000000 {
		t.Errorf("behind a quotient: %x", got)
	}
	if got := fusedRun(t, numbers+"mov.f32 %f5, %f3;"+sum, near, near, 0xbf800000); got != 0x3a000400 {
		t.Errorf("without one: %x", got)
	}
}

// fusedRun runs a kernel of one thread as ptxas compiles it.
func fusedRun(t *testing.T, body string, operands ...uint64) uint64 {
	t.Helper()
	m, err := ptx.Read(kernel(body))
	if err != nil {
		t.Fatal(err)
	}
	in, out := &Buffer{Name: "in"}, &Buffer{Name: "out", Data: make([]byte, 8)}
	for _, v := range operands {
		b := make([]byte, 8)
		put(b, 8, v)
		in.Data = append(in.Data, b...)
	}
	x, err := Start(m, Launch{Grid: [3]int{1, 1, 1}, Block: [3]int{1, 1, 1}, Arguments: []Argument{{Buffer: in}, {Buffer: out}}, Fuse: true})
	if err != nil {
		t.Fatal(err)
	}
	if done, err := x.Step(1 << 16); !done || err != nil {
		t.Fatalf("done %v, %v", done, err)
	}
	return get(out.Data, 8)
}
