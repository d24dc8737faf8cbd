package run_test

import (
	"strings"
	"testing"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/expr/build"
	"ulplab/fpcore/expr/compile"
	"ulplab/fpcore/expr/programs"
	"ulplab/fpcore/expr/run"
	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/wide"
)

func readFor(t testing.TB, text string, target compile.Target) *types.Code {
	t.Helper()
	c, err := build.Parse(text, target.Reads(types.Options{Free: types.Float}))
	if err != nil {
		t.Fatalf("%s: %s", text, err.Text)
	}
	return c
}

// TestRunAllocates holds that a run allocates nothing.
func TestRunAllocates(t *testing.T) {
	for _, id := range []string{"9.0", "9.0-ftz", "9.0-fastmath", "gcc-fma", "x87", "strict"} {
		u, _ := compile.TargetByID(id)
		c := readFor(t, "(a*b + c)/(d*e + f)", u)
		p, err := compile.Compile(c, u)
		if err != nil {
			t.Fatal(err.Text)
		}
		in, values := make([]uint64, len(c.Inputs)), make([]uint64, len(c.Values))
		for i := range in {
			in[i] = 0x3fc00000 + uint64(i)
		}
		if n := testing.AllocsPerRun(100, func() { p.Run(in, values) }); n != 0 {
			t.Errorf("%s: %v allocations a run", id, n)
		}
		if values[c.Result] != p.Result(in) {
			t.Errorf("%s: Run and Result differ", id)
		}
	}
}

// TestTrace holds a trace to the run, to half an ulp where an operation is rounded once, and its exact values to
// rational arithmetic.
func TestTrace(t *testing.T) {
	n := 10
	if testing.Short() {
		n = 2
	}
	r := programs.Dice(3)
	for _, id := range []string{"9.0", "9.0-nofma", "gcc-fma", "x87", "x87-store", "strict", "9.0-fastmath"} {
		u, _ := compile.TargetByID(id)
		for _, text := range programs.Texts() {
			c := readFor(t, text, u)
			p, err := compile.Compile(c, u)
			if err != nil {
				continue
			}
			for range n {
				in := make([]uint64, len(c.Inputs))
				for i := range in {
					in[i] = r.Next()&0x7fffff | (125+r.Next()%4)<<23
				}
				values := make([]uint64, len(c.Values))
				p.Run(in, values)
				steps := p.Trace(in)
				last := map[int32]run.Step{}
				for _, s := range steps {
					last[s.Value] = s
					if s.HasLocal && len(s.Inner) == 0 && !strings.Contains(s.Name, "approx") && !strings.Contains(s.Name, "MUFU") && !strings.Contains(s.Name, "stored") &&
						(s.LocalFixed > 1<<(exact.FixedBits-1) || s.LocalFixed < -(1<<(exact.FixedBits-1))) {
						t.Fatalf("%s, %s with %x: %s has an error of %s ulp", id, text, in, s.Name, s.Local)
					}
				}
				for v := range values {
					if s, ok := last[int32(v)]; ok && s.Format != nil && s.Format == c.Values[v].Type.Format() && s.Bits != wide.From64(values[v]) {
						t.Fatalf("%s, %s with %x: value %d is %x in the trace, %x in the run", id, text, in, v, s.Bits, values[v])
					}
				}
			}
		}
	}
}

func BenchmarkRun(b *testing.B) {
	for _, id := range []string{"9.0", "9.0-ftz", "9.0-fastmath", "gcc-fma", "x87"} {
		u, _ := compile.TargetByID(id)
		for _, text := range []string{"(a*b + c)*d - e*f", "(a*b + c)/(d*e + f)"} {
			c := readFor(b, text, u)
			p, err := compile.Compile(c, u)
			if err != nil {
				b.Fatal(err.Text)
			}
			in := []uint64{0x3f8ccccd, 0x3f99999a, 0x3fa66666, 0x3fb33333, 0x3fc00000, 0x3fcccccd}
			b.Run(id+"/"+text, func(b *testing.B) {
				for range b.N {
					p.Result(in)
				}
			})
		}
	}
}

// TestOtherType: what is stored in a volatile variable, and what is rounded to a narrower format, keeps its value on targets that compute it in another
// type.
func TestOtherType(t *testing.T) {
	for _, id := range []string{"strict", "1.0", "gcc"} {
		u, _ := compile.TargetByID(id)
		for _, text := range []string{"volatile float t = 2.5f; t*3.0f", "volatile float t = a; t*3.0f", "volatile double t = a; t*3.0", "__float_to_tf32(a)*3.0f"} {
			c := readFor(t, text, u)
			p, err := compile.Compile(c, u)
			if err != nil {
				t.Fatalf("%s, %s: %s", id, text, err.Text)
			}
			in := make([]uint64, len(c.Inputs))
			for i := range in {
				in[i] = 0x40200000 // 2.5
			}
			want := uint64(0x40f00000)
			if c.Values[c.Result].Type == types.Double {
				want = 0x401e000000000000
			}
			if got := p.Result(in); got != want {
				t.Errorf("%s, %s: %x, not %x", id, text, got, want)
			}
		}
	}
}
