package machine

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"

	"ulplab/fpcore/ptx"
)

// TestQuick: statements with loops of their own do what their functions do, under any mask, and where the result lies in an
// operand.
func TestQuick(t *testing.T) {
	r := seeded(11)
	quick := 0
	for _, body := range []string{
		"add.s32 %r1, %r2, %r3;", "add.u64 %rd1, %rd2, %rd3;", "sub.u32 %r1, %r1, %r3;", "sub.s64 %rd1, %rd2, %rd1;", "mul.lo.s32 %r1, %r2, %r3;", "mul.lo.u64 %rd1, %rd2, %rd3;",
		"mul.wide.u32 %rd1, %r2, %r3;", "mul.wide.s32 %rd1, %r2, %r3;", "xor.b32 %r1, %r2, %r3;", "and.b64 %rd1, %rd2, %rd3;", "or.b32 %r1, %r2, %r3;", "shl.b32 %r1, %r2, %r3;", "shl.b64 %rd1, %rd2, %r3;",
		"shr.u32 %r1, %r2, %r3;", "shr.b64 %rd1, %rd2, %r3;", "mad.lo.s32 %r1, %r2, %r3, %r1;", "mov.b32 %r1, %r2;", "mov.f32 %f1, %f2;", "mov.u64 %rd1, %rd2;",
		"add.f32 %f1, %f2, %f3;", "add.rn.ftz.f32 %f1, %f1, %f3;", "sub.f32 %f1, %f2, %f3;", "sub.ftz.f32 %f1, %f2, %f3;", "mul.f32 %f1, %f2, %f3;", "mul.rn.ftz.f32 %f1, %f2, %f1;",
		"fma.rn.f32 %f1, %f2, %f3, %f1;", "fma.rn.ftz.f32 %f1, %f2, %f3, %f1;", "add.rz.f32 %f1, %f2, %f3;", "mul.sat.f32 %f1, %f2, %f3;", "fma.rm.f32 %f1, %f2, %f3, %f1;", "add.f64 %fd1, %fd2, %fd3;",
	} {
		m, err := ptx.Read(kernel(body))
		if err != nil {
			t.Fatal(err)
		}
		x, err := Start(m, Launch{Grid: [3]int{1, 1, 1}, Block: [3]int{32, 1, 1}, Arguments: []Argument{{Buffer: &Buffer{Data: make([]byte, 800)}}, {Buffer: &Buffer{Data: make([]byte, 800)}}}})
		if err != nil {
			t.Fatal(err)
		}
		w := x.warps[0]
		for k := range x.code.ops {
			o := &x.code.ops[k]
			if o.statement.Text+";" != body && o.statement.Text != body {
				continue
			}
			for n := range 300 {
				for i := range w.r {
					w.r[i] = draw(r)
					if n&1 != 0 { // near each other as numbers
						w.r[i] = 0x3f800000 ^ r.Next()&0x80ffffff
					}
					if !strings.Contains(body, "64") && !strings.Contains(body, "wide") {
						w.r[i] &= ones(32)
					}
				}
				if strings.Contains(body, "wide") || strings.Contains(body, "shl.b64") || strings.Contains(body, "shr.b64") {
					for l := range 32 {
						w.r[int(o.b)+l] &= ones(32)
					}
				}
				mask := uint32(r.Next())
				before := bytesOf(w.r)
				o.do(w, o, mask)
				got := bytesOf(w.r)
				restore(w.r, before)
				switch {
				case o.f1 != nil:
					do1(w, o, mask)
				case o.f2 != nil:
					do2(w, o, mask)
				default:
					do3(w, o, mask)
				}
				if !bytes.Equal(got, bytesOf(w.r)) {
					t.Fatalf("%s: another result under the mask %08x", body, mask)
				}
			}
			quick++
		}
	}
	if quick < 31 {
		t.Errorf("only %d statements were tried", quick)
	}
	for _, typ := range []string{"s32", "u32", "s64", "u64"} {
		full, _ := ptx.FindType(typ)
		for _, operator := range []string{"eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs"} {
			do, ok := doCompare(operator, full)
			test, known := holds(operator, false)
			if !ok || !known {
				t.Fatalf("%s.%s", operator, typ)
			}
			how := relate(full, false)
			w := &warp{r: make([]uint64, 96)}
			o := &op{d: 64, a: 0, b: 32}
			for range 300 {
				for i := range w.r {
					w.r[i] = draw(r)
				}
				do(w, o, 0xffffffff)
				for l := range 32 {
					if got, want := w.r[64+l], truth(test(how(w.r[l], w.r[32+l]))); got != want {
						t.Fatalf("setp.%s.%s %x, %x: %d", operator, typ, w.r[l], w.r[32+l], got)
					}
				}
			}
		}
	}
}

func bytesOf(r []uint64) []byte {
	b := make([]byte, 8*len(r))
	for i, v := range r {
		put(b[8*i:], 8, v)
	}
	return b
}

func restore(r []uint64, b []byte) {
	for i := range r {
		r[i] = get(b[8*i:], 8)
	}
}

// TestWatched: a thread that is watched does what it does unwatched; its statements are recorded with what they left, where
// they reached, and which thread a value came from; buffers know who wrote them.
func TestWatched(t *testing.T) {
	text := kernel(`mov.u32 %r1, memory; mad.lo.u32 %r2, %t, 8, %r1; st.shared.b64 [%r2], %a; bar.sync 0; sub.s32 %r3, 63, %t; mad.lo.u32 %r3, %r3, 8, %r1; ld.shared.b64 %d, [%r3];
	cvt.u32.u64 %r4, %d; shfl.sync.bfly.b32 %r4, %r4, 3, 31, -1; cvt.u64.u32 %d, %r4; mul.f32 %f1, 0f40400000, 0f3f800001; add.f32 %f2, %f1, 0fc0400000; setp.lt.u32 %p1, %t, 9; @%p1 bra OVER; add.u64 %d, %d, 1; OVER:`)
	m, err := ptx.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	run := func(watch *Watch) *Buffer {
		in, out := &Buffer{Name: "in", Data: make([]byte, 24*64)}, &Buffer{Name: "out", Data: make([]byte, 8*64), Writers: make([]uint32, 4*64)}
		for k := range 64 {
			put(in.Data[24*k:], 8, uint64(k*k))
		}
		x, err := Start(m, Launch{Grid: [3]int{1, 1, 1}, Block: [3]int{64, 1, 1}, Arguments: []Argument{{Buffer: in}, {Buffer: out}}, Fuse: true, Watch: watch})
		if err != nil {
			t.Fatal(err)
		}
		if done, err := x.Step(1 << 20); !done || err != nil {
			t.Fatal(done, err)
		}
		return out
	}
	plain := run(nil)
	for _, thread := range []int{5, 40} {
		watch := &Watch{Thread: thread, Most: 100}
		out := run(watch)
		if !bytes.Equal(out.Data, plain.Data) || watch.Cut || !watch.Ended {
			t.Fatal("the run is another one")
		}
		for k, by := range out.Writers {
			if by != uint32(k/4)+1 || by != plain.Writers[k] {
				t.Errorf("bytes %d: written by %d", 2*k, by)
			}
		}
		seen := map[string]Event{}
		for _, e := range watch.Events {
			seen[e.Statement.Opcode] = e
		}
		if e := seen["ld.shared.b64"]; e.From != 63-thread || e.Memory != "shared memory" || e.Byte != 8*(63-thread) || e.Values[0] != uint64((63-thread)*(63-thread)) {
			t.Errorf("%+v", e)
		}
		if e := seen["shfl.sync.bfly.b32"]; e.From != thread^3 || e.Values[0] != uint64((63-thread^3)*(63-thread^3)) {
			t.Errorf("%+v", e)
		}
		if e := seen["st.global.b64"]; e.Memory != "out" || e.Byte != 8*thread {
			t.Errorf("%+v", e)
		}
		if e := seen["add.f32"]; e.Fused == nil || e.Fused.Opcode != "mul.f32" || e.Values[0] != 0x34c00000 {
			t.Errorf("%+v", e)
		}
		if e := seen["bra"]; e.Off != (thread >= 9) {
			t.Errorf("%+v", e)
		}
		if _, ok := seen["add.u64"]; ok != (thread >= 9) {
			t.Error("add.u64 is recorded where it is not reached")
		}
	}
}

// TestFuse: a product is fused where every use of it is a sum that can take it, and never in a module for debugging, which ptxas
// does not optimise.
func TestFuse(t *testing.T) {
	const lines = ".reg .f32 %f<6>;\n.reg .b64 %o;\nld.param.u64 %o, [out];\nmov.f32 %f1, 0f3F800001;\nmul.f32 %f2, %f1, %f1;\nadd.f32 %f3, %f2, 0fBF800002;\nst.global.f32 [%o], %f3;\n"
	for _, c := range []struct {
		target, more string
		want         uint32 // of (1+2^-23)^2 - (1+2^-22): 2^-46 with one rounding, 0 with two
	}{
		{"sm_90", "", 0x28800000}, {"sm_90, debug", "", 0},
		{"sm_90", "sub.f32 %f4, %f2, %f1;\nst.global.f32 [%o+4], %f4;\n", 0x28800000},
		{"sm_90", "st.global.f32 [%o+4], %f2;\n", 0},
	} {
		m, err := ptx.Read(".version 8.7\n.target " + c.target + "\n.address_size 64\n.visible .entry k(.param .u64 out) {\n" + lines + c.more + "ret;\n}\n")
		if err != nil {
			t.Fatal(err)
		}
		out := &Buffer{Name: "out", Data: make([]byte, 8)}
		x, err := Start(m, Launch{Grid: [3]int{1, 1, 1}, Block: [3]int{1, 1, 1}, Arguments: []Argument{{Buffer: out}}, Fuse: true})
		if err != nil {
			t.Fatal(err)
		}
		if done, err := x.Step(1 << 10); !done || err != nil {
			t.Fatal(done, err)
		}
		if got := binary.LittleEndian.Uint32(out.Data); got != c.want {
			t.Errorf("%s %q: 0x%08x, not 0x%08x", c.target, c.more, got, c.want)
		}
	}
}
