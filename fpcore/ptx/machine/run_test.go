package machine

import (
	"math"
	"strings"
	"testing"

	"ulplab/fpcore/ptx"
)

// TestWarp compares exchanges between threads with their definitions.
func TestWarp(t *testing.T) {
	in := make([]uint64, 3*64)
	r := seeded(4)
	for k := range in {
		in[k] = r.Next() & 0xffff
	}
	regs := "cvt.u32.u64 %r1, %a; cvt.u32.u64 %r2, %b;\n"
	for op, want := range map[string]func(k int) uint64{
		"shfl.sync.bfly.b32 %r0, %r1, 5, 31, -1;":         func(k int) uint64 { return in[3*(k^5)] },
		"shfl.sync.down.b32 %r0|%p1, %r1, 3, 0x1807, -1;": func(k int) uint64 { return in[3*pick(k%8+3 < 8, k+3, k)] },
		"shfl.sync.up.b32 %r0, %r1, 2, 0, -1;":            func(k int) uint64 { return in[3*pick(k%32 >= 2, k-2, k)] },
		"shfl.sync.idx.b32 %r0, %r1, 7, 31, -1;":          func(k int) uint64 { return in[3*(k/32*32+7)] },
		"vote.sync.ballot.b32 %r0, %p0, -1;": func(k int) (v uint64) {
			for l := range 32 {
				v |= in[3*(k/32*32+l)] & 1 << l
			}
			return v
		},
		"redux.sync.add.s32 %r0, %r1, -1;": func(k int) (v uint64) {
			for l := range 32 {
				v += in[3*(k/32*32+l)]
			}
			return v
		},
		"redux.sync.min.u32 %r0, %r1, -1;": func(k int) uint64 {
			v := uint64(math.MaxUint64)
			for l := range 32 {
				v = min(v, in[3*(k/32*32+l)])
			}
			return v
		},
		"and.b32 %r3, %r1, 3; match.any.sync.b32 %r0, %r3, -1;": func(k int) (v uint64) {
			for l := range 32 {
				v |= truth(in[3*(k/32*32+l)]&3 == in[3*k]&3) << l
			}
			return v
		},
		// threads of one branch only
		"mov.b32 %r0, 7; @%p0 activemask.b32 %r0;": func(k int) (v uint64) {
			for l := range 32 {
				v |= in[3*(k/32*32+l)] & 1 << l
			}
			return pick(in[3*k]&1 != 0, v, 7)
		},
		"mov.b32 %r0, 0; @%p0 bra ODD; add.s32 %r0, %r0, 1; bra MET; ODD: add.s32 %r0, %r0, 2; MET: activemask.b32 %r4; mad.lo.s32 %r0, %r4, 4, %r0;": func(k int) uint64 {
			return (0xffffffff*4 + 1 + in[3*k]&1) & 0xffffffff // they have met again
		},
		// a loop that each thread leaves after another number of rounds
		"and.b32 %r3, %r1, 7; mov.b32 %r0, 0; AGAIN: add.s32 %r0, %r0, 5; sub.s32 %r3, %r3, 1; setp.ge.s32 %p1, %r3, 0; @%p1 bra AGAIN; bar.warp.sync -1;": func(k int) uint64 {
			return (in[3*k]&7 + 1) * 5
		},
	} {
		for _, order := range []Order{Ascending, Descending, Shuffled} {
			got := executed(t, kernel(regs+"and.b32 %r5, %r1, 1; setp.ne.u32 %p0, %r5, 0;\n"+op+"\ncvt.u64.u32 %d, %r0;"), order, in...)
			for k, v := range got {
				if w := want(k); v != w {
					t.Errorf("%s: thread %d has %x, want %x", op, k, v, w)
					break
				}
			}
		}
	}
}

func pick[T any](first bool, a, b T) T {
	if first {
		return a
	}
	return b
}

// TestBlock: shared memory and barriers over warps, atomic updates, calls, local memory, tables of branches.
func TestBlock(t *testing.T) {
	in := make([]uint64, 3*96)
	sum := uint64(0)
	for k := range 96 {
		in[3*k] = uint64(k * k)
		sum += in[3*k]
	}
	shared := "mov.u32 %r1, memory; mad.lo.u32 %r2, %t, 8, %r1;\n"
	for name, c := range map[string]struct {
		body string
		want func(k int) uint64
	}{
		"reversed":     {shared + "st.shared.b64 [%r2], %a; bar.sync 0; sub.s32 %r3, 95, %t; mad.lo.u32 %r3, %r3, 8, %r1; ld.shared.b64 %d, [%r3];", func(k int) uint64 { return in[3*(95-k)] }},
		"generic":      {shared + "st.shared.b64 [%r2], %a; cvt.u64.u32 %rd1, %r2; cvta.shared.u64 %rd2, %rd1; ld.b64 %d, [%rd2]; isspacep.shared %p1, %rd2; @!%p1 trap;", func(k int) uint64 { return in[3*k] }},
		"atomic":       {"atom.shared.add.u64 %rd1, [memory], %a; bar.sync 0; ld.shared.b64 %d, [memory];", func(k int) uint64 { return sum }},
		"largest":      {"cvt.u32.u64 %r1, %a; red.shared.max.u32 [memory+4], %r1; bar.sync 0; ld.shared.u32 %d, [memory+4];", func(k int) uint64 { return 95 * 95 }},
		"swap":         {"atom.shared.cas.b32 %r1, [memory], 0, 9; bar.sync 1; ld.shared.u32 %d, [memory];", func(k int) uint64 { return 9 }},
		"counted":      {"setp.lt.u32 %p1, %t, 40; bar.red.popc.u32 %r1, 0, %p1; cvt.u64.u32 %d, %r1;", func(k int) uint64 { return 40 }},
		"some ended":   {"setp.ge.u32 %p1, %t, 64; @%p1 exit; bar.sync 0; mov.b64 %d, 3;", func(k int) uint64 { return pick(k < 64, uint64(3), 0) }},
		"pair waits":   {"setp.ge.u32 %p1, %t, 64; @%p1 bra OVER; bar.sync 2, 64; OVER: mov.b64 %d, 1;", func(k int) uint64 { return 1 }},
		"local":        {".local .align 8 .b8 mine[16]; mov.u64 %rd1, mine; cvta.local.u64 %rd2, %rd1; st.b64 [%rd2+8], %a; ld.local.b64 %d, [mine+8];", func(k int) uint64 { return in[3*k] }},
		"pieces":       {"mov.b64 {%r1, %r2}, %a; mov.b32 {%h1, %h2}, %r1; mov.b32 %r3, {%h2, %h1}; mov.b64 %d, {%r3, %r2};", func(k int) uint64 { return in[3*k] << 16 & 0xffffffff }},
		"table":        {"and.b32 %r1, %t, 1; LIST: .branchtargets EVEN, ODD; brx.idx %r1, LIST; EVEN: mov.b64 %d, 10; bra END; ODD: mov.b64 %d, 11; END:", func(k int) uint64 { return uint64(10 + k&1) }},
		"carry":        {"mov.b64 {%r1, %r2}, %a; add.cc.u32 %r3, %r1, -1; addc.u32 %r4, %r2, 0; mov.b64 %d, {%r3, %r4};", func(k int) uint64 { return in[3*k] + 0xffffffff }},
		"byte":         {"mov.u32 %r1, memory; add.u32 %r1, %r1, %t; cvt.u32.u64 %r2, %a; st.shared.u8 [%r1], %r2; ld.shared.s8 %r2, [%r1]; cvt.s64.s32 %d, %r2;", func(k int) uint64 { return uint64(int64(int8(in[3*k]))) }},
		"vector":       {shared + "bar.sync 0; mov.b32 %r3, 5; mov.b32 %r4, 6; st.shared.v2.u32 [%r2], {%r3, %r4}; ld.shared.b64 %d, [%r2];", func(k int) uint64 { return 6<<32 | 5 }},
		"lop3 and":     {"cvt.u32.u64 %r1, %a; setp.eq.u32 %p1, %t, 4; lop3.and.b32 %r2|%p2, %r1, 1, 0, 0xc0, !%p1; lop3.or.b32 _|%p3, %r1, 1, 0, 0xc0, %p1; selp.b32 %r3, 8, 0, %p2; selp.b32 %r4, 16, 0, %p3; add.u32 %r2, %r2, %r3; add.u32 %r2, %r2, %r4; cvt.u64.u32 %d, %r2;", func(k int) uint64 { return uint64(pick(k == 4, 16, k&1*25)) }},
		"halves":       {"cvt.rn.f16.s32 %h1, %t; mov.b32 %r1, {%h1, 0x4900}; mov.b32 %r2, 0x49004900; setp.eq.u32 %p3, %t, 7; setp.lt.f16x2 %p1|%p2, %r1, %r2; setp.ge.or.f16x2 %p4|%p5, %r1, %r2, %p3; selp.b32 %r1, 1, 0, %p1; selp.b32 %r2, 2, 0, %p2; selp.b32 %r3, 4, 0, %p4; selp.b32 %r4, 8, 0, %p5; add.u32 %r1, %r1, %r2; add.u32 %r1, %r1, %r3; add.u32 %r1, %r1, %r4; cvt.u64.u32 %d, %r1;", func(k int) uint64 { return uint64(pick(k < 10, 1, 4) + 8 + pick(k == 7, 4, 0)) }},
		"atomic pair":  {"mov.f32 %f1, 1.0; mov.f32 %f2, 2.0; add.u64 %rd1, %x, 16; atom.global.gpu.acq_rel.add.v2.f32 {%f3, %f4}, [%rd1], {%f1, %f2}; red.global.add.v2.f32 [%rd1], {%f2, %f2}; ld.global.b64 %d, [%rd1];", func(k int) uint64 { return 0x40800000_40400000 }},
		"lop3":         {"cvt.u32.u64 %r1, %a; lop3.b32 %r2, %r1, 0x55, 3, 0x96; cvt.u64.u32 %d, %r2;", func(k int) uint64 { return in[3*k] ^ 0x56 }},
		"bfi":          {"cvt.u32.u64 %r1, %a; bfi.b32 %r2, %r1, 0, 4, 8; cvt.u64.u32 %d, %r2;", func(k int) uint64 { return in[3*k] & 255 << 4 }},
		"exponent":     {"cvt.rn.f64.s64 %fd1, %a; copysign.f64 %fd2, %fd1, %fd1; testp.subnormal.f64 %p1, %fd1; selp.b64 %d, 1, 2, %p1;", func(k int) uint64 { return 2 }},
		"asynchronous": {shared + "ld.param.u64 %rd1, [in]; cp.async.ca.shared.global [%r2], [%rd1+24], 8; cp.async.commit_group; cp.async.wait_group 0; ld.shared.b64 %d, [%r2];", func(k int) uint64 { return in[3] }},
	} {
		for _, order := range []Order{Ascending, Descending, Shuffled} {
			got := executed(t, kernel(c.body), order, in...)
			for k, v := range got {
				w := c.want(k)
				if v != w {
					t.Errorf("%s: thread %d has %x, want %x", name, k, v, w)
					break
				}
			}
		}
	}
}

// TestOrder: who comes first is chosen by the launch.
func TestOrder(t *testing.T) {
	in := make([]uint64, 3*64)
	body := "atom.shared.add.u32 %r1, [memory], 1; cvt.u64.u32 %d, %r1;"
	up, down, mixed := executed(t, kernel(body), Ascending, in...), executed(t, kernel(body), Descending, in...), executed(t, kernel(body), Shuffled, in...)
	seen := map[uint64]bool{}
	for k := range up {
		if up[k] != uint64(k) || down[k] != uint64(63-k) {
			t.Errorf("thread %d came as number %d and %d", k, up[k], down[k])
		}
		seen[mixed[k]] = true
	}
	if len(seen) != 64 || mixed[0] == 0 && mixed[1] == 1 && mixed[2] == 2 {
		t.Errorf("shuffled: %v", mixed)
	}
}

const twice = `.func (.param .b32 r) twice(.param .b32 x) {
	.reg .b32 %r<3>; .local .b32 kept;
	ld.param.u32 %r0, [x]; st.local.u32 [kept], %r0; setp.eq.u32 %p0, %r0, 3; add.u32 %r1, %r0, %r0; st.param.b32 [r], %r1; @%p0 ret; ld.local.u32 %r1, [kept]; add.u32 %r1, %r1, %r0; st.param.b32 [r], %r1; ret;
}
`

// TestCall: functions are put where they are called, each call with registers and memory of its own.
func TestCall(t *testing.T) {
	body := `cvt.u32.u64 %r1, %a;
	{ .param .b32 p0; .param .b32 q0; st.param.b32 [p0], %r1; call.uni (q0), twice, (p0); ld.param.b32 %r2, [q0]; }
	setp.lt.u32 %p1, %r1, 5;
	{ .param .b32 p0; .param .b32 q0; st.param.b32 [p0], %r2; st.param.b32 [q0], %r2; @%p1 call (q0), twice, (p0); ld.param.b32 %r3, [q0]; }
	cvt.u64.u32 %d, %r3;`
	text := kernel(body)
	text = strings.Replace(text, ".visible", strings.Replace(twice, ".reg .b32", ".reg .pred %p<1>; .reg .b32", 1)+".visible", 1)
	var in []uint64
	for k := range 10 {
		in = append(in, uint64(k), 0, 0)
	}
	for k, v := range executed(t, text, Ascending, in...) {
		want := uint64(2 * k)
		if k < 5 {
			want *= 2
		}
		if v != want {
			t.Errorf("twice twice of %d is %d", k, v)
		}
	}
}

// TestFaults: whatever a text does ends with a sentence that says what and where.
func TestFaults(t *testing.T) {
	for body, want := range map[string]string{
		"L: bra L;": "",
		"mov.b64 %x, 0; ld.global.b32 %r1, [%x];":                              "where no memory is",
		"ld.param.u64 %x, [out]; ld.global.b64 %d, [%x+512];":                  "byte 512 of out, which has 512",
		"ld.param.u64 %x, [out]; ld.global.b64 %d, [%x-8];":                    "byte -8 of out",
		"ld.param.u64 %x, [out]; ld.global.b64 %d, [%x+4];":                    "not a multiple of 8",
		"ld.shared.b32 %r1, [memory+4096];":                                    "shared memory, which has 4096",
		"trap;":                                                                "trap",
		"setp.eq.u32 %p1, %t, 3; @%p1 bar.sync 0;":                             "",
		"setp.eq.u32 %p1, %t, 3; @!%p1 bra S; bar.sync 0, 64; S: bar.sync 1;":  "deadlock",
		"setp.eq.u32 %p1, %t, 3; @%p1 shfl.sync.idx.b32 %r1, %t, 0, 31, -1;":   "names a thread that does not execute it",
		"setp.eq.u32 %p1, %t, 3; @%p1 bra S; bar.warp.sync -1; S: bar.sync 0;": "deadlock",
		"bar.sync 16;":    "0 to 15",
		"bar.sync 0, 33;": "multiple of 32",
		"mov.b32 %r1, 1; shfl.sync.idx.b32 %r1, %t, 0, 31, 2;":                                   "does not name the thread",
		"LIST: .branchtargets E; brx.idx 5, LIST; E:":                                            "outside of its table",
		"SPIN: atom.shared.cas.b32 %r1, [memory], 1, 1; setp.eq.u32 %p1, %r1, 0; @%p1 bra SPIN;": "",
	} {
		m, err := ptx.Read(kernel(body))
		if err != nil {
			t.Errorf("%s: %v", body, err)
			continue
		}
		x, err := Start(m, Launch{Grid: [3]int{1, 1, 1}, Block: [3]int{64, 1, 1},
			Arguments: []Argument{{Buffer: &Buffer{Name: "in", Data: make([]byte, 24*64)}}, {Buffer: &Buffer{Name: "out", Data: make([]byte, 8*64)}}}})
		if err != nil {
			t.Errorf("%s: %v", body, err)
			continue
		}
		done, err := x.Step(300_000)
		switch {
		case want == "" && err == nil && (!done || strings.Contains(body, "bar")): // goes on for ever, or ends
		case want == "" || err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "line 1"):
			t.Errorf("%s: done %v, %v, want %q", body, done, err, want)
		}
	}
	for text, want := range map[string]string{
		kernel("wgmma.fence.sync.aligned;"):                       "not among the instructions",
		kernel("red.global.add.v2.f32 [%x], {%f1};"):              "have 2 elements",
		kernel("atom.global.add.v2.f32 %f1, [%x], %f2;"):          "have 2 elements",
		kernel("lop3.and.b32 %r1, %r2, %r3, %r4, 1, %p1;"):        "a register and a predicate",
		kernel("add.u32 %rd1, %r1, %r2, %r3;"):                    "has 3 operands, not 4",
		kernel("add.u64 %r1, %rd1, %rd2;"):                        "%r1 has 32 bits, the result 64",
		kernel("mov.f64 %fd1, 0f3f800000;"):                       "does not belong to type",
		kernel("shfl.idx.b32 %r1, %r2, 0, 31;"):                   "without .sync",
		kernel(".local .b8 big[600000]; ld.local.b8 %r1, [big];"): "512 KiB",
		strings.Replace(kernel("{ .param .b32 p; .param .b32 q; call (q), twice, (p); }"), ".visible", ".func (.param .b32 r) twice(.param .b32 x) { .param .b32 a; .param .b32 b; call (a), twice, (b); ret; }\n.visible", 1): "recursion",
	} {
		m, err := ptx.Read(text)
		if err == nil {
			_, err = Start(m, Launch{Grid: [3]int{1, 1, 1}, Block: [3]int{32, 1, 1}, Arguments: []Argument{{Bytes: make([]byte, 8)}, {Bytes: make([]byte, 8)}}})
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	m, _ := ptx.Read(kernel(""))
	for _, l := range []Launch{{}, {Grid: [3]int{1, 1, 1}, Block: [3]int{1025, 1, 1}}, {Grid: [3]int{1 << 30, 1 << 30, 1}, Block: [3]int{1, 1, 1}},
		{Grid: [3]int{1, 1, 1}, Block: [3]int{32, 1, 1}}, {Grid: [3]int{1, 1, 1}, Block: [3]int{32, 1, 1}, Dynamic: 1 << 20},
		{Grid: [3]int{1, 1, 1}, Block: [3]int{32, 1, 1}, Arguments: []Argument{{Bytes: make([]byte, 4)}, {}}}} {
		if _, err := Start(m, l); err == nil {
			t.Errorf("%+v starts", l)
		}
	}
}

// TestNoBody: a function that the module only declares ends the kernel where it is called, and nowhere else; vprintf shows nothing.
func TestNoBody(t *testing.T) {
	for name, want := range map[string]string{"vprintf": "", "report": "line 14: the module does not hold the body of report (block 0, thread 3)", "k": "is an entry"} {
		m, err := ptx.Read(strings.Replace(kernel("setp.eq.u32 %p1, %t, 3; { .param .b32 p; .param .b32 q; @%p1 call (q), "+name+", (p); }"),
			".visible", ".extern .func (.param .b32 r) "+pick(name == "k", "other", name)+"(.param .b32 x); .visible", 1))
		if err != nil {
			t.Fatal(err)
		}
		x, err := Start(m, Launch{Grid: [3]int{1, 1, 1}, Block: [3]int{32, 1, 1},
			Arguments: []Argument{{Buffer: &Buffer{Data: make([]byte, 24*32)}}, {Buffer: &Buffer{Data: make([]byte, 8*32)}}}})
		if err == nil {
			_, err = x.Step(1 << 20)
		}
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestWatch: what one thread executes is recorded, with what it wrote.
func TestWatch(t *testing.T) {
	m, err := ptx.Read(kernel("cvt.u32.u64 %r1, %a; add.u32 %r2, %r1, 1; @!%p1 add.u32 %r2, %r2, 1; @%p1 trap;"))
	if err != nil {
		t.Fatal(err)
	}
	in := make([]byte, 24*40)
	put(in[24*35:], 8, 41)
	w := &Watch{Thread: 35, Most: 12}
	x, err := Start(m, Launch{Grid: [3]int{1, 1, 1}, Block: [3]int{40, 1, 1}, Watch: w,
		Arguments: []Argument{{Buffer: &Buffer{Data: in}}, {Buffer: &Buffer{Data: make([]byte, 8*40)}}}})
	if err != nil {
		t.Fatal(err)
	}
	if done, err := x.Step(1 << 20); !done || err != nil {
		t.Fatal(done, err)
	}
	if len(w.Events) != 12 || !w.Cut {
		t.Fatalf("%d events, cut %v", len(w.Events), w.Cut)
	}
	got := map[string]uint64{}
	for _, e := range w.Events {
		for k, r := range e.Registers {
			got[e.Statement.Text+" "+r.Name] = e.Values[k]
		}
	}
	if got["mov.u32 %t, %tid.x %t"] != 35 || got["add.u32 %r2, %r1, 1 %r2"] != 42 || got["@!%p1 add.u32 %r2, %r2, 1 %r2"] != 43 {
		t.Errorf("%v", got)
	}
}

// FuzzMachine: no kernel makes the machine fail in another way than by an error, or run beyond its budget.
func FuzzMachine(f *testing.F) {
	f.Add("add.u32 %r1, %t, 3; cvt.u64.u32 %d, %r1;", byte(1))
	f.Add("L: setp.lt.u32 %p1, %t, 3; @%p1 bra L; bar.sync 0;", byte(2))
	f.Add("shfl.sync.bfly.b32 %r1|%p1, %t, 1, 31, -1; fma.rn.f32 %f1, %f2, 0f3f800000, %f3; atom.shared.add.f32 %f1, [memory], %f2;", byte(0))
	f.Add("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r1,%r2,%r3,%r4}, {%r5,%r6,%r7,%r8}, {%r9,%r10}, {%r1,%r2,%r3,%r4};", byte(16))
	f.Add("wmma.load.a.sync.aligned.row.m16n16k8.shared.tf32 {%r1, %r2, %r3, %r4}, [memory]; wmma.load.b.sync.aligned.col.m16n16k8.shared.tf32 {%r5, %r6, %r7, %r8}, [memory], 8; "+
		"wmma.mma.sync.aligned.row.col.m16n16k8.f32.tf32.tf32.f32 {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}, {%r1, %r2, %r3, %r4}, {%r5, %r6, %r7, %r8}, {%f0, %f0, %f0, %f0, %f0, %f0, %f0, %f0}; "+
		"wmma.store.d.sync.aligned.row.m16n16k8.shared.f32 [memory], {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7};", byte(16))
	f.Add("setp.ne.u32 %p1, %t, 0; @%p1 bra R; mbarrier.init.shared.b64 [memory], 40; R: bar.sync 0; mbarrier.arrive.shared.b64 %rd1, [memory]; "+
		"W: mbarrier.try_wait.shared.b64 %p2, [memory], %rd1; @!%p2 bra W;", byte(1))
	f.Add("setp.ne.u32 %p1, %t, 0; @%p1 bra R; mbarrier.init.shared.b64 [memory], 1; mbarrier.arrive.expect_tx.shared.b64 %rd1, [memory], 64; ld.param.u64 %rd2, [in]; mov.u32 %r1, memory; "+
		"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [memory+64], [%rd2], 64, [%r1]; R: bar.sync 0; W: mbarrier.test_wait.parity.shared.b64 %p2, [memory], 0; @!%p2 bra W;", byte(2))
	f.Add("ld.param.u64 %rd2, [in]; cp.async.ca.shared.global [memory], [%rd2], 16; cp.async.commit_group; cp.async.wait_group 0; cp.async.bulk.global.shared::cta.bulk_group [%rd2], [memory], 32;", byte(0))
	f.Add("atom.global.add.v2.f32 {%f1, %f2}, [%x], {%f2, %f1}; lop3.or.b32 %r1|%p1, %r2, %r3, %r4, 0x1b, !%p2; setp.lt.f16x2 %p3|%p4, %r1, %r2;", byte(4))
	f.Fuzz(func(t *testing.T, body string, order byte) {
		m, err := ptx.Read(kernel(body))
		if err != nil {
			return
		}
		e := m.Functions[0]
		watch := &Watch{Most: 5}
		if order&4 != 0 {
			watch = nil
		}
		var args []Argument
		for range e.Params {
			args = append(args, Argument{Buffer: &Buffer{Data: make([]byte, 1024), Writers: make([]uint32, 512)}})
		}
		threads := 40
		if order&16 != 0 {
			threads = 32 // matrix instructions want whole warps
		}
		x, err := Start(m, Launch{Entry: "k", Grid: [3]int{2, 1, 1}, Block: [3]int{threads, 1, 1}, Arguments: args, Order: Order(order & 3 % 3), Fuse: order&8 == 0, Watch: watch})
		if err != nil {
			return
		}
		before := 0
		for range 20 {
			done, _ := x.Step(1000)
			if n, _ := x.Executed(); n > uint64(before+1000+40) {
				t.Fatalf("%d thread-instructions in one step", n-uint64(before))
			} else {
				before = int(n)
			}
			if done {
				return
			}
		}
	})
}

// BenchmarkSimple counts thread-instructions of a loop of integers and additions of binary32.
func BenchmarkSimple(b *testing.B) {
	m, err := ptx.Read(kernel("mov.b32 %r1, 1000; mov.b32 %f1, 0; L: add.f32 %f1, %f1, 0f3f800000; mad.lo.s32 %r2, %r1, 3, %t; xor.b32 %r3, %r2, %r1; sub.s32 %r1, %r1, 1; setp.gt.s32 %p1, %r1, 0; @%p1 bra L;"))
	if err != nil {
		b.Fatal(err)
	}
	n := uint64(0)
	for b.Loop() {
		x, err := Start(m, Launch{Grid: [3]int{1, 1, 1}, Block: [3]int{64, 1, 1},
			Arguments: []Argument{{Buffer: &Buffer{Data: make([]byte, 24*64)}}, {Buffer: &Buffer{Data: make([]byte, 8*64)}}}})
		if err != nil {
			b.Fatal(err)
		}
		if done, err := x.Step(1 << 30); !done || err != nil {
			b.Fatal(done, err)
		}
		n, _ = x.Executed()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/instruction")
}
