package machine

import (
	"math"
	"math/bits"
	"strings"
	"testing"

	"ulplab/fpcore/gpu"
	"ulplab/fpcore/ptx"
	"ulplab/fpcore/reduce"
)

const head = ".version 9.0\n.target sm_90\n.address_size 64\n"

// kernel is a module whose thread i reads a, b and c of 64 bits at in + 24i, runs body, and writes %d at out + 8i.
func kernel(body string) string {
	return head + `.shared .align 8 .b8 memory[4096];
.visible .entry k(.param .u64 in, .param .u64 out) {
	.reg .pred %p<8>; .reg .b16 %h<8>; .reg .b32 %r<16>; .reg .f32 %f<8>; .reg .b64 %rd<16>; .reg .f64 %fd<8>;
	.reg .b64 %a, %b, %c, %d; .reg .b32 %t; .reg .b64 %x;
	mov.b64 %d, 0;
	mov.u32 %t, %tid.x;
	mad.wide.u32 %x, %t, 24, 0;
	ld.param.u64 %a, [in];
	add.s64 %x, %x, %a;
	ld.global.b64 %a, [%x]; ld.global.b64 %b, [%x+8]; ld.global.b64 %c, [%x+16];
` + body + `
	mad.wide.u32 %x, %t, 8, 0;
	ld.param.u64 %c, [out];
	add.s64 %x, %x, %c;
	st.global.b64 [%x], %d;
	ret;
}
`
}

// executed runs a kernel with one thread for each three operands.
func executed(t *testing.T, text string, order Order, operands ...uint64) []uint64 {
	t.Helper()
	m, err := ptx.Read(text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	n := len(operands) / 3
	in, out := &Buffer{Name: "in"}, &Buffer{Name: "out", Data: make([]byte, 8*n)}
	for _, v := range operands {
		b := make([]byte, 8)
		put(b, 8, v)
		in.Data = append(in.Data, b...)
	}
	x, err := Start(m, Launch{Grid: [3]int{1, 1, 1}, Block: [3]int{n, 1, 1}, Arguments: []Argument{{Buffer: in}, {Buffer: out}}, Order: order, Seed: 5})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if done, err := x.Step(1 << 22); !done || err != nil {
		t.Fatalf("done %v, %v\n%s", done, err, text)
	}
	var list []uint64
	for i := range n {
		list = append(list, get(out.Data[8*i:], 8))
	}
	return list
}

func seeded(seed uint64) *reduce.Random {
	r := reduce.Random(seed)
	return &r
}

// draw returns operands that are random, small, or next to powers of two.
func draw(r *reduce.Random) uint64 {
	v := r.Next()
	switch v >> 60 {
	case 0, 1, 2:
		return v & 0x3f
	case 3, 4:
		return -(v & 0x3f)
	case 5, 6:
		return 1<<(v&63) - v>>8&1
	}
	return r.Next()
}

// TestInteger compares integer and bit instructions with Go's arithmetic.
func TestInteger(t *testing.T) {
	type f = func(a, b, c uint64) uint64
	u := func(x uint64) uint64 { return x & math.MaxUint32 }
	s := func(x uint64) int64 { return int64(int32(x)) }
	for op, want := range map[string]f{
		"add.u32":      func(a, b, c uint64) uint64 { return u(a + b) },
		"sub.s32":      func(a, b, c uint64) uint64 { return u(a - b) },
		"add.sat.s32":  func(a, b, c uint64) uint64 { return u(uint64(min(max(s(a)+s(b), math.MinInt32), math.MaxInt32))) },
		"mul.lo.s32":   func(a, b, c uint64) uint64 { return u(a * b) },
		"mul.hi.s32":   func(a, b, c uint64) uint64 { return u(uint64(s(a) * s(b) >> 32)) },
		"mul.hi.u32":   func(a, b, c uint64) uint64 { return u(a) * u(b) >> 32 },
		"mul24.lo.u32": func(a, b, c uint64) uint64 { return u(a & 0xffffff * (b & 0xffffff)) },
		"div.u32":      func(a, b, c uint64) uint64 { return guard(u(b), math.MaxUint32, func() uint64 { return u(a) / u(b) }) },
		"rem.u32":      func(a, b, c uint64) uint64 { return guard(u(b), math.MaxUint32, func() uint64 { return u(a) % u(b) }) },
		"div.s32": func(a, b, c uint64) uint64 {
			return guard(u(b), math.MaxUint32, func() uint64 { return u(uint64(s(a) / s(b))) })
		},
		"rem.s32": func(a, b, c uint64) uint64 {
			return guard(u(b), math.MaxUint32, func() uint64 { return u(uint64(s(a) % s(b))) })
		},
		"min.s32":    func(a, b, c uint64) uint64 { return u(uint64(min(s(a), s(b)))) },
		"max.u32":    func(a, b, c uint64) uint64 { return max(u(a), u(b)) },
		"and.b32":    func(a, b, c uint64) uint64 { return u(a & b) },
		"xor.b32":    func(a, b, c uint64) uint64 { return u(a ^ b) },
		"shl.b32":    func(a, b, c uint64) uint64 { return u(a << min(u(b), 63)) },
		"shr.u32":    func(a, b, c uint64) uint64 { return u(a) >> min(u(b), 63) },
		"shr.s32":    func(a, b, c uint64) uint64 { return u(uint64(s(a) >> min(u(b), 63))) },
		"popc.b32":   func(a, b, c uint64) uint64 { return uint64(bits.OnesCount32(uint32(a))) },
		"clz.b32":    func(a, b, c uint64) uint64 { return uint64(bits.LeadingZeros32(uint32(a))) },
		"brev.b32":   func(a, b, c uint64) uint64 { return uint64(bits.Reverse32(uint32(a))) },
		"bfind.u32":  func(a, b, c uint64) uint64 { return u(uint64(bits.Len32(uint32(a)) - 1)) },
		"not.b32":    func(a, b, c uint64) uint64 { return u(^a) },
		"cnot.b32":   func(a, b, c uint64) uint64 { return truth(u(a) == 0) },
		"neg.s32":    func(a, b, c uint64) uint64 { return u(-a) },
		"abs.s32":    func(a, b, c uint64) uint64 { return u(uint64(max(s(a), -s(a)))) },
		"mad.lo.u32": func(a, b, c uint64) uint64 { return u(a*b + c) },
		"mad.hi.s32": func(a, b, c uint64) uint64 { return u(uint64(s(a)*s(b)>>32) + c) },
		"sad.u32":    func(a, b, c uint64) uint64 { return u(max(u(a), u(b)) - min(u(a), u(b)) + c) },
		"shf.l.wrap.b32": func(a, b, c uint64) uint64 {
			return (u(b)<<32 | u(a)) << (c & 31) >> 32
		},
		"shf.r.clamp.b32": func(a, b, c uint64) uint64 { return u((u(b)<<32 | u(a)) >> min(u(c), 32)) },
		"bfe.u32": func(a, b, c uint64) uint64 { // bit by bit
			r := uint64(0)
			for k := range min(c&255, 64) {
				if p := b&255 + k; p < 32 {
					r |= a >> p & 1 << k
				}
			}
			return r
		},
		"bfe.s32": func(a, b, c uint64) uint64 {
			r, n, p := uint64(0), c&255, b&255
			if n == 0 {
				return 0
			}
			top := a >> min(p+n-1, 31) & 1
			for k := range uint64(32) {
				bit := top
				if k < n && p+k < 32 {
					bit = a >> (p + k) & 1
				}
				r |= bit << k
			}
			return r
		},
		"prmt.b32": func(a, b, c uint64) uint64 {
			bytes := [8]uint64{a & 255, a >> 8 & 255, a >> 16 & 255, a >> 24 & 255, b & 255, b >> 8 & 255, b >> 16 & 255, b >> 24 & 255}
			r := uint64(0)
			for k := range 4 {
				d := c >> (4 * k) & 15
				v := bytes[d&7]
				if d > 7 {
					v = 255 * (v >> 7)
				}
				r |= v << (8 * k)
			}
			return r
		},
		"dp4a.s32.u32": func(a, b, c uint64) uint64 {
			r := int64(c)
			for k := 0; k < 32; k += 8 {
				r += int64(int8(a>>k)) * int64(uint8(b>>k))
			}
			return u(uint64(r))
		},
		"add.s64":    func(a, b, c uint64) uint64 { return a + b },
		"mul.lo.u64": func(a, b, c uint64) uint64 { return a * b },
		"mul.hi.u64": func(a, b, c uint64) uint64 { h, _ := bits.Mul64(a, b); return h },
		"mul.hi.s64": func(a, b, c uint64) uint64 {
			h, _ := bits.Mul64(uint64(max(int64(a), -int64(a))), uint64(max(int64(b), -int64(b))))
			l := uint64(max(int64(a), -int64(a))) * uint64(max(int64(b), -int64(b)))
			if int64(a) < 0 != (int64(b) < 0) {
				if l == 0 {
					return -h
				}
				return ^h
			}
			return h
		},
		"div.s64": func(a, b, c uint64) uint64 {
			return guard(b, math.MaxUint64, func() uint64 { return uint64(int64(a) / int64(b)) })
		},
		"rem.u64":  func(a, b, c uint64) uint64 { return guard(b, math.MaxUint64, func() uint64 { return a % b }) },
		"shr.s64":  func(a, b, c uint64) uint64 { return uint64(int64(a) >> min(u(b), 63)) },
		"popc.b64": func(a, b, c uint64) uint64 { return uint64(bits.OnesCount64(a)) },
		"clz.b64":  func(a, b, c uint64) uint64 { return uint64(bits.LeadingZeros64(a)) },
		"min.s64":  func(a, b, c uint64) uint64 { return uint64(min(int64(a), int64(b))) },
	} {
		wide := strings.Contains(op, "64")
		arity := 2
		switch strings.SplitN(op, ".", 2)[0] {
		case "popc", "clz", "brev", "bfind", "not", "cnot", "neg", "abs":
			arity = 1
		case "mad", "sad", "shf", "bfe", "prmt", "dp4a":
			arity = 3
		}
		d, from := "%r0", []string{"%r1", "%r2", "%r3"}
		if wide {
			d, from = "%d", []string{"%a", "%b", "%c"}
		}
		if op == "popc.b64" || op == "clz.b64" {
			d = "%r0"
		}
		if op == "shr.s64" {
			from[1] = "%r2"
		}
		body := "cvt.u32.u64 %r1, %a; cvt.u32.u64 %r2, %b; cvt.u32.u64 %r3, %c;\n" + op + " " + d + ", " + strings.Join(from[:arity], ", ") + ";"
		if d == "%r0" {
			body += " cvt.u64.u32 %d, %r0;"
		}
		r := seeded(uint64(len(op)) * 77)
		var in []uint64
		for range 3 * 700 {
			in = append(in, draw(r))
		}
		for i, got := range executed(t, kernel(body), Ascending, in...) {
			if w := want(in[3*i], in[3*i+1], in[3*i+2]); got != w {
				t.Errorf("%s(%x, %x, %x) = %x, want %x", op, in[3*i], in[3*i+1], in[3*i+2], got, w)
				break
			}
		}
	}
}

func guard(divisor, otherwise uint64, f func() uint64) uint64 {
	if divisor == 0 {
		return otherwise
	}
	return f()
}

// TestFloat compares the quick ways with package gpu on operands of all kinds, and instructions that are the machine's own
// with Go's arithmetic.
func TestFloat(t *testing.T) {
	single := func(x uint64) float32 { return math.Float32frombits(uint32(x)) }
	compare := map[string]func(a, b float32) bool{
		"lt": func(a, b float32) bool { return a < b }, "geu": func(a, b float32) bool { return !(a < b) },
		"eq": func(a, b float32) bool { return a == b }, "neu": func(a, b float32) bool { return a != b },
		"ne":  func(a, b float32) bool { return a < b || a > b },
		"num": func(a, b float32) bool { return a == a && b == b }, "nan": func(a, b float32) bool { return a != a || b != b },
		"gt": func(a, b float32) bool { return a > b }, "leu": func(a, b float32) bool { return !(a > b) },
	}
	r := seeded(3)
	var in []uint64
	for range 3 * 700 {
		v := r.Next()
		switch v >> 61 {
		case 0:
			v = v & 0x80000000 // zeros
		case 1:
			v = v&0x80000000 | 0x7f800000 | v>>32&1 // infinities and NaNs
		case 2:
			v &= 0x80ffffff // subnormal and small
		case 3:
			v = 0x3f800000 + v&0xff
		}
		in = append(in, v&math.MaxUint32)
	}
	regs := "cvt.u32.u64 %r1, %a; cvt.u32.u64 %r2, %b; cvt.u32.u64 %r3, %c; mov.b32 %f1, %r1; mov.b32 %f2, %r2; mov.b32 %f3, %r3;\n"
	for name, want := range compare {
		for i, got := range executed(t, kernel(regs+"setp."+name+".f32 %p1|%p2, %f1, %f2; selp.b64 %d, 1, 0, %p1; @%p2 add.s64 %d, %d, 2;"), Ascending, in...) {
			if w := want(single(in[3*i]), single(in[3*i+1])); got != 2-truth(w) {
				t.Errorf("setp.%s(%x, %x) = %d", name, in[3*i], in[3*i+1], got)
				break
			}
		}
	}
	for _, op := range []string{"add.f32", "sub.f32", "mul.f32", "fma.rn.f32", "add.ftz.f32", "sub.rn.ftz.f32", "mul.ftz.f32", "fma.rn.ftz.f32",
		"add.rz.f32", "fma.rp.f32", "mul.sat.f32", "div.rn.f32", "sqrt.rn.f32", "rcp.approx.ftz.f32", "ex2.approx.f32", "min.f32", "max.NaN.f32", "abs.f32", "neg.f32"} {
		i, ok := gpu.Find(op)
		if !ok {
			t.Fatal(op)
		}
		list := strings.Join([]string{"%f1", "%f2", "%f3"}[:len(i.In)], ", ")
		for k, got := range executed(t, kernel(regs+op+" %f4, "+list+"; mov.b32 %r4, %f4; cvt.u64.u32 %d, %r4;"), Ascending, in...) {
			if want := i.Bits([3]uint64{in[3*k], in[3*k+1], in[3*k+2]}); got != want {
				t.Errorf("%s(%x, %x, %x) = %x, want %x", op, in[3*k], in[3*k+1], in[3*k+2], got, want)
				break
			}
		}
	}
	half, _ := gpu.Find("fma.rn.f16")
	for k, got := range executed(t, kernel(regs+"fma.rn.f16x2 %r4, %r1, %r2, %r3; cvt.u64.u32 %d, %r4;"), Ascending, in...) {
		a, b, c := in[3*k], in[3*k+1], in[3*k+2]
		want := half.Bits([3]uint64{a & 0xffff, b & 0xffff, c & 0xffff}) | half.Bits([3]uint64{a >> 16, b >> 16, c >> 16})<<16
		if got != want {
			t.Errorf("fma.rn.f16x2(%x, %x, %x) = %x, want %x", a, b, c, got, want)
			break
		}
	}
}

// TestConvert compares conversions among integers with Go's.
func TestConvert(t *testing.T) {
	for op, want := range map[string]func(a uint64) uint64{
		"cvt.u32.u8":      func(a uint64) uint64 { return uint64(uint8(a)) },
		"cvt.s32.s8":      func(a uint64) uint64 { return uint64(uint32(int32(int8(a)))) },
		"cvt.s32.s16":     func(a uint64) uint64 { return uint64(uint32(int32(int16(a)))) },
		"cvt.sat.u8.s32":  func(a uint64) uint64 { return uint64(min(max(int64(int32(a)), 0), 255)) },
		"cvt.sat.s8.s32":  func(a uint64) uint64 { return uint64(uint32(min(max(int32(a), -128), 127))) },
		"cvt.sat.s16.u32": func(a uint64) uint64 { return min(a&math.MaxUint32, 32767) },
		"cvt.rzi.s8.f32":  func(a uint64) uint64 { return uint64(uint32(toSmall(math.Float32frombits(uint32(a)), -128, 127))) },
		"cvt.rzi.u16.f32": func(a uint64) uint64 { return uint64(uint32(toSmall(math.Float32frombits(uint32(a)), 0, 65535))) },
		"cvt.rn.f32.s8":   func(a uint64) uint64 { return uint64(math.Float32bits(float32(int8(a)))) },
		"cvt.rn.f32.u16":  func(a uint64) uint64 { return uint64(math.Float32bits(float32(uint16(a)))) },
		"cvt.f32.bf16":    func(a uint64) uint64 { return a & 0xffff << 16 },
	} {
		r := seeded(9)
		var in []uint64
		for range 3 * 500 {
			v := draw(r) & math.MaxUint32
			if strings.HasSuffix(op, ".f32") && strings.HasPrefix(op, "cvt.rzi") {
				v = v&0x80ffffff | 0x40000000 | v&0x04000000
			}
			in = append(in, v)
		}
		from := "%r1"
		if strings.HasSuffix(op, "16") {
			from = "%h1"
		}
		body := "cvt.u32.u64 %r1, %a; cvt.u16.u64 %h1, %a; " + op + " %r2, " + from + "; cvt.u64.u32 %d, %r2;"
		if strings.HasPrefix(op, "cvt.rzi") || strings.HasPrefix(op, "cvt.rn.f32") || op == "cvt.f32.bf16" {
			body = strings.Replace(body, op+" %r2, %r1", "mov.b32 %f1, %r1; "+op+" %r2, %f1", 1)
			if strings.HasPrefix(op, "cvt.rn.f32") {
				body = strings.Replace(body, "%f1;", "%f1;", 1)
				body = strings.Replace(body, op+" %r2, %f1", op+" %r2, %r1", 1)
			}
		}
		for k, got := range executed(t, kernel(body), Ascending, in...) {
			if w := want(in[3*k]); got != w {
				t.Errorf("%s(%x) = %x, want %x", op, in[3*k], got, w)
				break
			}
		}
	}
}

// toSmall truncates to an integer within a range; a NaN becomes 0.
func toSmall(x float32, least, most int32) int32 {
	switch {
	case x != x:
		return 0
	case x <= float32(least):
		return least
	case x >= float32(most):
		return most
	}
	return int32(x)
}
