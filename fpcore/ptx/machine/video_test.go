package machine

import (
	"strings"
	"testing"

	"ulplab/fpcore/ptx"
	"ulplab/fpcore/reduce"
)

// TestVideo: SIMD video instructions and cvt.pack against lanes that are taken apart one by one.
func TestVideo(t *testing.T) {
	r := reduce.Random(7)
	var operands []uint64
	for range 64 {
		for range 3 {
			v := r.Next() & 0xffffffff
			if r.Below(3) == 0 { // the ends of the ranges
				v = []uint64{0x80007fff, 0x7f80ff00, 0xffff8000, 0x0001ff80, 0}[r.Below(5)]
			}
			operands = append(operands, v)
		}
	}
	part := func(v uint64, k, n int, sign bool) int {
		x := int(v >> (k * n) & (1<<n - 1))
		if sign && x >= 1<<(n-1) {
			x -= 1 << n
		}
		return x
	}
	fit := func(v, n int, sign bool) int {
		if sign {
			return max(-(1 << (n - 1)), min(v, 1<<(n-1)-1))
		}
		return max(0, min(v, 1<<n-1))
	}
	do := map[string]func(x, y int) int{
		"add": func(x, y int) int { return x + y }, "sub": func(x, y int) int { return x - y },
		"absdiff": func(x, y int) int {
			if x > y {
				return x - y
			}
			return y - x
		},
		"min": func(x, y int) int {
			if y < x {
				return y
			}
			return x
		},
		"max": func(x, y int) int {
			if y > x {
				return y
			}
			return x
		},
		"avrg": func(x, y int) int { // to nearest, halves upward where the sum is not negative and downward elsewhere
			s := x + y
			if s >= 0 {
				return (s + 1) / 2
			}
			return (s - (s & 1)) / 2
		},
	}
	for name, f := range do {
		for lanes, n := range map[int]int{2: 16, 4: 8} {
			for _, types := range []string{".u32.u32.u32", ".s32.s32.s32", ".u32.s32.u32", ".s32.u32.s32"} {
				for _, more := range []string{"", ".sat", ".add"} {
					opcode := "v" + name + string(rune('0'+lanes)) + types + more
					got := executed(t, kernel("cvt.u32.u64 %r1, %a; cvt.u32.u64 %r2, %b; cvt.u32.u64 %r3, %c; "+opcode+" %r4, %r1, %r2, %r3; cvt.u64.u32 %d, %r4;"), Ascending, operands...)
					for i, v := range got {
						a, b, c := operands[3*i], operands[3*i+1], operands[3*i+2]
						want := uint32(0)
						if more == ".add" {
							want = uint32(c)
						}
						for k := range lanes {
							x := f(part(a, k, n, types[5] == 's'), part(b, k, n, types[9] == 's'))
							switch more {
							case ".sat":
								want |= uint32(fit(x, n, types[1] == 's')) & (1<<n - 1) << (k * n)
							case ".add":
								want += uint32(x)
							default:
								want |= uint32(x) & (1<<n - 1) << (k * n)
							}
						}
						if v != uint64(want) {
							t.Fatalf("%s of %x, %x, %x: %x, not %x", opcode, a, b, c, v, want)
						}
					}
				}
			}
		}
	}
	got := executed(t, kernel("cvt.u32.u64 %r1, %a; cvt.u32.u64 %r2, %b; cvt.u32.u64 %r3, %c; vset4.s32.s32.gt %r4, %r1, %r2, %r3; cvt.pack.sat.u8.s32.b32 %r5, %r1, %r2, %r3; mov.b64 %d, {%r4, %r5};"), Ascending, operands...)
	packed := executed(t, kernel("cvt.u32.u64 %r1, %a; cvt.u32.u64 %r2, %b; cvt.pack.sat.s16.s32 %r4, %r1, %r2; cvt.u64.u32 %d, %r4;"), Ascending, operands...)
	for i, v := range got {
		a, b, c := operands[3*i], operands[3*i+1], operands[3*i+2]
		want := uint64(0)
		for k := range 4 {
			if part(a, k, 8, true) > part(b, k, 8, true) {
				want |= 1 << (8 * k)
			}
		}
		x, y := int(int32(a)), int(int32(b))
		want |= (c&0xffff<<16 | uint64(fit(x, 8, false))<<8 | uint64(fit(y, 8, false))) << 32
		if v != want {
			t.Errorf("vset4 and cvt.pack of %x, %x, %x: %x, not %x", a, b, c, v, want)
		}
		if want := uint64(fit(x, 16, true)&0xffff)<<16 | uint64(fit(y, 16, true)&0xffff); packed[i] != want {
			t.Errorf("cvt.pack of %x, %x: %x, not %x", a, b, packed[i], want)
		}
	}
}

// TestProducts24: mul24, mad24 and mad.hi, with their upper halves and saturation.
func TestProducts24(t *testing.T) {
	operands := []uint64{0xffffff, 0xffffff, 1, 0x800000, 0x7fffff, 0x80000000, 0x7fffffff, 0x7fffffff, 0x7fffffff, 0x80000000, 0x7fffffff, 0x80000000, 0x12345678, 0x9abcdef0, 0x7ffffff0}
	for opcode, f := range map[string]func(a, b, c int64) int64{
		"mul24.hi.u32": func(a, b, _ int64) int64 { return (a & 0xffffff) * (b & 0xffffff) >> 16 },
		"mul24.hi.s32": func(a, b, _ int64) int64 { return (a << 40 >> 40) * (b << 40 >> 40) >> 16 },
		"mad24.hi.u32": func(a, b, c int64) int64 { return (a&0xffffff)*(b&0xffffff)>>16&0xffffffff + c },
		"mad24.hi.sat.s32": func(a, b, c int64) int64 {
			return max(-1<<31, min(int64(int32((a<<40>>40)*(b<<40>>40)>>16))+int64(int32(c)), 1<<31-1))
		},
		"mad.hi.sat.s32": func(a, b, c int64) int64 {
			return max(-1<<31, min(int64(int32(a))*int64(int32(b))>>32+int64(int32(c)), 1<<31-1))
		},
	} {
		third := ", %r3"
		if strings.HasPrefix(opcode, "mul") {
			third = ""
		}
		got := executed(t, kernel("cvt.u32.u64 %r1, %a; cvt.u32.u64 %r2, %b; cvt.u32.u64 %r3, %c; "+opcode+" %r4, %r1, %r2"+third+"; cvt.u64.u32 %d, %r4;"), Ascending, operands...)
		for i, v := range got {
			a, b, c := operands[3*i], operands[3*i+1], operands[3*i+2]
			if want := uint64(f(int64(a), int64(b), int64(c))) & 0xffffffff; v != want {
				t.Errorf("%s of %x, %x, %x: %x, not %x", opcode, a, b, c, v, want)
			}
		}
	}
}

// TestCopyForms: a cache policy is no size, and a source that is ignored leaves zeros; slct.ftz takes a subnormal number for 0.
func TestCopyForms(t *testing.T) {
	const copied = `ld.param.u64 %rd1, [in]; createpolicy.fractional.L2::evict_first.b64 %rd2, 1.0; setp.ne.u64 %p1, %b, 0; mov.b64 %rd3, -1; mov.u64 %rd4, memory; st.shared.b64 [memory], %rd3; st.shared.b64 [memory+8], %rd3;
	cp.async.ca.shared.global.L2::cache_hint [memory], [%rd1], 8, %rd2; cp.async.ca.shared.global [memory+8], [%rd1], 8, %p1; cp.async.commit_group; cp.async.wait_group 0; ld.shared.b64 %rd5, [memory]; ld.shared.b64 %rd6, [memory+8]; `
	for _, b := range []uint64{0, 1} {
		if got := executed(t, kernel(copied+"mov.b64 %d, %rd5;"), Ascending, 0x123456789a, b, 0); got[0] != 0x123456789a {
			t.Errorf("with a cache policy %x is copied", got[0])
		}
		want := 0x123456789a * (1 - b)
		if got := executed(t, kernel(copied+"mov.b64 %d, %rd6;"), Ascending, 0x123456789a, b, 0); got[0] != want {
			t.Errorf("ignored %d: %x is copied", b, got[0])
		}
	}
	const slct = "cvt.u32.u64 %r1, %a; mov.b32 %f1, %r1; slct.f32.f32 %f2, 0f3f800000, 0f40000000, %f1; slct.ftz.f32.f32 %f3, 0f3f800000, 0f40000000, %f1; mov.b64 %d, {%f2, %f3};"
	for a, want := range map[uint64]uint64{0x80000001: 0x3f80000040000000, 0x80000000: 0x3f8000003f800000, 0x80800000: 0x4000000040000000, 0x7fc00000: 0x4000000040000000, 1: 0x3f8000003f800000} {
		if got := executed(t, kernel(slct), Ascending, a, 0, 0); got[0] != want {
			t.Errorf("slct by %x: %x, not %x", a, got[0], want)
		}
	}
}

// TestAdvice: what is not run is named with its place and with what to do.
func TestAdvice(t *testing.T) {
	for statement, says := range map[string]string{
		"wgmma.fence.sync.aligned;":                                  "mma.sync",
		"mbarrier.try_wait.shared::cluster.b64 %p1, [memory], %rd1;": "other blocks",
		"barrier.cluster.arrive;":                                    "__cluster_dims__",
		"mapa.u64 %rd1, %rd2, 0;":                                    "__cluster_dims__",
		"ld.shared::cluster.b32 %r1, [memory];":                      "other blocks",
		"vadd.u32.u32.u32 %r1, %r2, %r3;":                            "two halves or four bytes",
		"wmma.mma.sync.aligned.row.col.m16n16k16.f32.f16 %r1;":       "not among",
		"fma.rn.oob.f16 %h1, %h2, %h3, %h4;":                         "not among",
		"alloca.u64 %rd1, 8;":                                        ".local",
		"suq.width.b32 %r1, [%rd1];":                                 "surfaces",
		"txq.width.b32 %r1, [%rd1];":                                 "textures",
		"tcgen05.fence::before_thread_sync;":                         "10.0",
		"setmaxnreg.inc.sync.aligned.u32 240; mov.b32 %r1, %q;":      "%q",
		"prefetch.global.L2 [%a]; griddepcontrol.wait; add.u8 %r1;;": "",
	} {
		m, err := ptx.Read(kernel(statement))
		if err == nil {
			_, err = Start(m, Launch{Grid: [3]int{1, 1, 1}, Block: [3]int{1, 1, 1}, Arguments: []Argument{{Bytes: make([]byte, 8)}, {Bytes: make([]byte, 8)}}})
		}
		e, ok := err.(*ptx.Error)
		if !ok || !strings.Contains(e.What, says) || e.At.Line != 14 {
			t.Errorf("%s %v", statement, err)
		}
	}
}

// TestTranspose: movmatrix puts element (row, column) of 8 by 8 where (column, row) was.
func TestTranspose(t *testing.T) {
	var operands []uint64
	for l := range 32 {
		row, col := l/4, l%4*2
		operands = append(operands, uint64(100*row+col|(100*row+col+1)<<16), 0, 0)
	}
	for l, v := range executed(t, kernel("cvt.u32.u64 %r1, %a; movmatrix.sync.aligned.m8n8.trans.b16 %r2, %r1; cvt.u64.u32 %d, %r2;"), Ascending, operands...) {
		row, col := l/4, l%4*2
		if want := uint64(100*col + row | (100*(col+1)+row)<<16); v != want {
			t.Errorf("lane %d: %x, not %x", l, v, want)
		}
	}
}
