package x86

import (
	"math/rand/v2"
	"testing"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/trace"
	"ulplab/fpcore/wide"
)

// TestControlWords checks both registers against the bit positions of Intel SDM volume 1, 8.1.5 and 10.2.3.
func TestControlWords(t *testing.T) {
	for _, c := range []struct {
		d         round.Direction
		precision int
		word      ControlWord
		mxcsr     MXCSR
	}{
		{round.TiesToEven, 64, 0x037f, 0x1f80},
		{round.TowardNegative, 53, 0x067f, 0x3f80},
		{round.TowardPositive, 24, 0x087f, 0x5f80},
		{round.TowardZero, 64, 0x0f7f, 0x7f80},
	} {
		w, m := ControlWordDefault.With(c.d, c.precision), MXCSRDefault.With(c.d)
		if w != c.word || m != c.mxcsr {
			t.Errorf("%v %d: %04x and %04x, want %04x and %04x", c.d, c.precision, w, m, c.word, c.mxcsr)
		}
		if w.Env().Direction != c.d || m.Env().Direction != c.d || w.Precision() != c.precision {
			t.Errorf("%04x and %04x read back as %v, %v, %d", w, m, w.Env().Direction, m.Env().Direction, w.Precision())
		}
	}
	if ControlWord(0x017f).Precision() != 64 {
		t.Error("the reserved precision is not 64")
	}
}

// TestDoubleRounding: 1 + (2^-53 + 2^-105) is 1 + 2^-52 in SSE, and 1 in x87 once stored as binary64 (gcc's
// FLT_EVAL_METHOD 0 and 2).
func TestDoubleRounding(t *testing.T) {
	const one, x = 0x3ff0000000000000, 0x3ca0000000000001
	add, _ := FindSSE("add64")
	if r := add.Do(MXCSRDefault, [3]wide.U128{{Lo: one}, {Lo: x}}, nil); r.Bits.Lo != 0x3ff0000000000001 || r.Flags != round.Inexact {
		t.Errorf("SSE: %x %x", r.Bits, r.Flags)
	}
	fadd, _ := FindX87("add")
	fst, _ := FindX87("st64")
	a := wide.U128{Hi: 0x3fff, Lo: 1 << 63}         // 1
	b := wide.U128{Hi: 0x3fca, Lo: 1<<63 | 1<<11}   // 2^-53 + 2^-105
	sum := wide.U128{Hi: 0x3fff, Lo: 1<<63 | 1<<10} // 1 + 2^-53
	r := fadd.Do(ControlWordDefault, [3]wide.U128{a, b}, nil)
	if r.Bits != sum || r.Flags != round.Inexact {
		t.Errorf("x87: %x %x", r.Bits, r.Flags)
	}
	if r = fst.Do(ControlWordDefault, [3]wide.U128{r.Bits}, nil); r.Bits.Lo != one {
		t.Errorf("stored: %x", r.Bits)
	}
	if r = fadd.Do(ControlWordDefault.With(round.TiesToEven, 53), [3]wide.U128{a, b}, nil); r.Bits != (wide.U128{Hi: 0x3fff, Lo: 1<<63 | 1<<11}) {
		t.Errorf("53 bits: %x", r.Bits)
	}
}

// TestPrecedence: division by zero and invalid precede the denormal-operand exception (Intel SDM volume 1, 4.9.2),
// DAZ removes it, and a NaN operand suppresses it.
func TestPrecedence(t *testing.T) {
	div, _ := FindSSE("div32")
	for _, c := range []struct {
		a, b  uint64
		m     MXCSR
		bits  uint64
		flags round.Flags
	}{
		{1, 0x3f800000, MXCSRDefault, 1, round.DenormalOperand},
		{1, 0, MXCSRDefault, 0x7f800000, round.DivideByZero},
		{1, 0, MXCSRDefault | DAZ, 0xffc00000, round.Invalid},
		{1, 0x7fc00001, MXCSRDefault, 0x7fc00001, 0},
		{1, 0x7f800001, MXCSRDefault, 0x7fc00001, round.Invalid},
		{1, 0x3f800000, MXCSRDefault | FTZ, 0, round.DenormalOperand | round.Underflow | round.Inexact},
	} {
		if r := div.Do(c.m, [3]wide.U128{{Lo: c.a}, {Lo: c.b}}, nil); r.Bits.Lo != c.bits || r.Flags != c.flags {
			t.Errorf("%x/%x under %x: %x %x, want %x %x", c.a, c.b, c.m, r.Bits.Lo, r.Flags, c.bits, c.flags)
		}
	}
}

// TestAnyOperands runs every instruction on random operands under every control: no panic, a trace changes nothing,
// the result fits.
func TestAnyOperands(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	operands := func(bits int) (x [3]wide.U128) {
		for k := range x {
			x[k] = wide.U128{Hi: r.Uint64(), Lo: r.Uint64()}.And(wide.Mask(uint(bits)))
		}
		return x
	}
	check := func(name string, width int, a, b round.Result) {
		t.Helper()
		if a.Bits != b.Bits || a.Flags != b.Flags || a.Bits.And(wide.Mask(uint(width))) != a.Bits || a.Flags > 0x3f {
			t.Fatalf("%s: %x %x, with a trace %x %x", name, a.Bits, a.Flags, b.Bits, b.Flags)
		}
	}
	for k := range SSEOps {
		op := &SSEOps[k]
		if found, ok := FindSSE(op.Name); !ok || found != op {
			t.Errorf("%s is not found", op.Name)
		}
		width := int(op.Int.Bits)
		if op.Dst != nil {
			width = op.Dst.Bits
		}
		for range 2000 {
			m, x := MXCSR(r.Uint32()), operands(op.Src.Bits)
			check(op.Name, width, op.Do(m, x, nil), op.Do(m, x, &trace.Trace{}))
		}
	}
	for k := range X87Ops {
		op := &X87Ops[k]
		if found, ok := FindX87(op.Name); !ok || found != op {
			t.Errorf("%s is not found", op.Name)
		}
		for range 2000 {
			w, x := ControlWord(r.Uint32()), operands(format.X87.Bits)
			check(op.Name, op.Dst.Bits, op.Do(w, x, nil), op.Do(w, x, &trace.Trace{}))
		}
	}
	if _, ok := FindSSE("add16"); ok {
		t.Error("add16 is found")
	}
	if _, ok := FindX87("fyl2x"); ok {
		t.Error("fyl2x is found")
	}
}
