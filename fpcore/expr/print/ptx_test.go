package print_test

import (
	"strings"
	"testing"

	"ulplab/fpcore/expr/build"
	"ulplab/fpcore/expr/compile"
	"ulplab/fpcore/expr/print"
	"ulplab/fpcore/expr/programs"
	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/ptx/scalar"
	"ulplab/fpcore/reduce"
)

// The kernel of a plan gives the plan's bits, whether ptxas fuses or not: on programs with conditions, loops, integers and halves
// and on random inputs, zeros, infinities, NaNs and subnormal numbers among them.
func TestPTX(t *testing.T) {
	texts := append(programs.Texts(), "a < b ? a : -b", "(a < b) && !(c >= a) ? a*b : c", "int k = a*100; k/3 + (k & 7) - (k << 2) % 5", "long long k = b*1e6; (float)(k >> 3) * c", "copysignf(a, b)",
		"(float)((__half)a * (__half)b)", "fabsf(a) + fminf(b, c)", "unsigned u = fabsf(a); u * 3u > 7u ? a : b", "(double)a*b + (int)c", "rintf(a) + floorf(b) - truncf(c)", "1/a + sqrtf(fabsf(b))", "__fdividef(a, b)", "unsigned u = fabsf(a); (float)-u")
	for _, g := range []*programs.Gen{programs.New(77, programs.Loops|programs.Arrays|programs.Integers|programs.Library|programs.Mixed), programs.New(78, 0)} {
		for range 60 {
			texts = append(texts, g.Next().Text)
		}
	}
	r := reduce.Random(5)
	written, runs, none := 0, 0, map[string]int{} // why there is no kernel
	for n, text := range texts {
		if testing.Short() && n%4 > 0 {
			continue
		}
		c, err := build.Parse(text, types.Options{Free: types.Float, Device: true})
		if err != nil {
			continue
		}
		for _, id := range strings.Fields("gcc 9.0 9.0-nofma 9.0-ftz 9.0-fastmath 7.5") {
			target, _ := compile.TargetByID(id)
			p, err := compile.Compile(c, target)
			if err != nil {
				continue
			}
			module, inputs, missing := print.PTX(p)
			if (target.Machine == compile.SSE) != (missing == "PTX is the assembly language of NVIDIA's GPUs: choose one of them") {
				t.Errorf("%s on %s: %q", text, id, missing)
			}
			if missing != "" {
				none[missing]++
				continue
			}
			f, fault := scalar.Read(module)
			if fault != nil {
				t.Fatalf("%s on %s: %v\n%s", text, id, fault, module)
			}
			if strings.Contains(module, "neg.u") {
				t.Errorf("%s on %s: PTX has no neg of unsigned integers\n%s", text, id, module)
			}
			written++
			for range 6 {
				in := make([]uint64, len(c.Inputs))
				for i, v := range c.Inputs {
					in[i] = number(&r, v.Type)
				}
				args := make([][]uint64, len(inputs)+1)
				for k, i := range inputs {
					args[k] = []uint64{in[i]}
				}
				want := p.Result(in)
				for _, fuse := range []bool{false, true} {
					if got, err := f.Run(args, fuse); err != nil || got != want {
						t.Fatalf("%s on %s of %x: %x, not %x: %v\n%s", text, id, in, got, want, err, module)
					}
				}
				runs++
			}
		}
	}
	if !testing.Short() && (written < 800 || len(none) > 2) {
		t.Errorf("%d kernels, %d runs, %v", written, runs, none)
	}
}

// number draws a value of a type: often a moderate one, sometimes any bits, or a special one.
func number(r *reduce.Random, t types.Type) uint64 {
	f := t.Format()
	x := r.Next() & t.Mask()
	switch k := r.Below(8); {
	case f == nil && k < 6:
		return x & 15
	case f == nil:
		return x
	case k == 0:
		return []uint64{0, types.SignBit(t), f.Inf(false).Lo, f.Inf(true).Lo, types.One(t), 1, f.Inf(false).Lo + 1}[r.Below(7)]
	case k == 1:
		return x
	}
	fraction := uint64(1)<<f.FracBits - 1
	return x&(fraction|types.SignBit(t)) | (types.One(t)&^fraction + uint64(int64(r.Below(9))-4)<<f.FracBits)
}
