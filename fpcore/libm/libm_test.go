package libm

import (
	"bufio"
	"bytes"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/conform/testfile"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/wide"
)

// everything calls f with every function under every set of flags.
func everything(f func(*Function)) {
	for v := range libraries {
		for _, name := range libraries[v].names() {
			if g, ok := Find(name, Variant(v)); ok {
				f(g)
			}
		}
	}
}

// operand draws bits of all kinds: uniform ones, moderate exponents, special values.
func operand(f *Function, r *rand.Rand) uint64 {
	x := r.Uint64()
	e := uint64(f.Format.Bias) - 8 + r.Uint64N(16)
	digits := uint(f.Format.FracBits)
	switch r.IntN(8) {
	case 0:
		x = []uint64{0, f.Format.Inf(false).Lo, f.Format.MinPositive(true).Lo, f.Format.MinNormal(false).Lo, ^uint64(0), f.Format.Max(true).Lo}[r.IntN(6)]
	case 1, 2:
	default:
		x = x&(1<<digits-1) | e<<digits | r.Uint64N(2)<<(f.Format.Bits-1)
	}
	return x & (^uint64(0) >> (64 - f.Format.Bits))
}

// TestComplete: every function can be made ready under every set of flags, and no step reads a register that no step before it
// in the text writes.
func TestComplete(t *testing.T) {
	n := 0
	everything(func(f *Function) {
		n++
		written := map[uint16]bool{}
		for k := range f.first + f.Arity {
			written[uint16(k)] = true
		}
		for _, s := range f.steps {
			reads, writes := 0, 1
			switch {
			case s.op != nil:
				reads = len(s.op.kinds) - 1
				if s.control == store {
					writes = 0
				}
			case s.control == jump:
				writes = 0
			case s.control == move:
				reads = 1
			default:
				reads, writes = 1, 0
			}
			for _, r := range s.in[:reads] {
				if !written[r] {
					t.Errorf("%s %s: %s is read before it is written", f.Name, string(letters[f.Variant]), f.name(r))
				}
			}
			if writes == 1 {
				written[s.d[0]] = true
			}
			if int(s.target) > len(f.steps) || s.target < 0 {
				t.Errorf("%s: a jump to step %d of %d", f.Name, s.target, len(f.steps))
			}
		}
		if last := f.steps[len(f.steps)-1].control; last != leave && last != jump {
			t.Errorf("%s %s does not end", f.Name, string(letters[f.Variant]))
		}
	})
	if n < 3*85 {
		t.Errorf("%d functions and flags", n)
	}
}

// TestTrace: every step of a trace gives what its instruction gives, by integers alone, for the operands that the step names,
// and each operand is a constant, an operand of the function or the last result of its name.
func TestTrace(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	everything(func(f *Function) {
		for range 20 {
			var x [3]uint64
			now := map[string]uint64{}
			for k := range f.Arity {
				x[k] = operand(f, r)
				now[f.names[k]] = x[k]
			}
			moved := map[string]bool{} // a move has no step
			for _, s := range f.steps {
				if s.control == move {
					moved[f.name(s.d[0])] = true
				}
			}
			for _, s := range f.Trace(x) {
				var in [3]wide.U128
				for k, v := range s.In {
					in[k] = wide.From64(v.Bits)
					if have, ok := now[v.Name]; ok && have != v.Bits && !moved[v.Name] {
						t.Fatalf("%s(%x): %s reads %s = %x, which is %x", f.Name, x, s.Op, v.Name, v.Bits, have)
					}
				}
				if s.Instruction != nil {
					if want := s.Instruction.Do(in, nil).Bits.Lo; want != s.Out {
						t.Fatalf("%s(%x): %s of %x is %x, not %x", f.Name, x, s.Op, in, want, s.Out)
					}
				}
				now[s.Name] = s.Out
			}
		}
	})
}

// TestInstruction: as an instruction of package gpu a function has the same bits, and its steps are listed.
func TestInstruction(t *testing.T) {
	f, _ := Find("expf", FTZ)
	i := f.Instruction()
	x := uint64(0x3fc00000) // 1.5
	var steps []gpu.Step = i.Steps([3]wide.U128{wide.From64(x)})
	if i.Name != "expf(-ftz=true)" || !i.Approximate() || !i.Flush || i.Bits([3]uint64{x}) != f.Eval([3]uint64{x}) || len(steps) < 8 {
		t.Errorf("%s: %d steps", i.Name, len(steps))
	}
}

// TestRecorded: what the C library of Debian 12 gave for drawn operands, special ones, multiples of pi/2, and powers and
// exponentials at the ends of the range. Package conform holds more of them by checksums.
func TestRecorded(t *testing.T) {
	z := bytes.NewReader(testfile.Text(t, "testdata/gnu.txt.gz"))
	n := 0
	for s := bufio.NewScanner(z); s.Scan(); {
		words := strings.Fields(s.Text())
		if words[0] == "#" {
			continue
		}
		n++
		var x, results [3]uint64
		f, ok := Find(words[0], GNU)
		if !ok || len(words) != f.Arity+3 {
			t.Fatal(s.Text())
		}
		for k, w := range words[1:] {
			at := &x[min(k, f.Arity-1)]
			if k >= f.Arity {
				at = &results[k-f.Arity]
			}
			v, err := strconv.ParseUint(w, 16, 64)
			if w == "=" {
				v = results[0]
			} else if err != nil {
				t.Fatal(s.Text())
			}
			*at = v
		}
		for k, v := range []Variant{GNU, GNUPlain} {
			if f, _ := Find(words[0], v); f.Eval(x) != results[k] {
				t.Errorf("%s: %x on variant %c", s.Text(), f.Eval(x), letters[v])
			}
		}
	}
	if n != 6000+5*2000 {
		t.Errorf("%d results", n)
	}
}

func TestFind(t *testing.T) {
	for _, name := range []string{"", "expg", "reduce.f32", "pow.abs"} {
		if _, ok := Find(name, Default); ok {
			t.Errorf("%q is a function", name)
		}
	}
}

func BenchmarkEval(b *testing.B) {
	for _, name := range []string{"expf", "sinf", "powf", "lgammaf", "exp", "pow", "tgamma", "gnu.exp", "gnu.pow", "gnu.sin"} {
		v := Default
		host, ok := strings.CutPrefix(name, "gnu.")
		if ok {
			v = GNU
		}
		f, _ := Find(host, v)
		b.Run(name, func(b *testing.B) {
			x := [3]uint64{0x3fc00000, 0x40490fdb}
			if f.Format.Bits == 64 {
				x = [3]uint64{0x3ff8000000000000, 0x400921fb54442d18}
			}
			for b.Loop() {
				x[0] ^= f.Eval(x) & 1
			}
		})
	}
}
