package machine

import (
	"strings"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/ptx"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// folded are the approximations of binary32 that ptxas computes itself where the operand is a constant, by the function whose correctly
// rounded value it then takes: seen of 39 constants each on an H200 (CUDA 13.0), no bit different.
var folded = map[string]string{"ex2": "exp2", "lg2": "log2", "sin": "sin", "cos": "cos", "rsqrt": "rsqrt", "sqrt": "sqrt", "rcp": "rcp"}

// fold computes the approximations of constants as ptxas does, of numbers that follow from constants too, but by no operation that rounds
// in a direction (seen of exp10f(3), whose fma.rm is left).
func (b *lowering) fold() {
	known := map[int32]uint64{} // by register that one statement writes, or none
	for _, c := range b.c.constants {
		known[c.slot] = c.value
	}
	writer := map[int32]int{} // by register: the statement that writes it, -1 if there are several
	for k := range b.c.ops {
		for _, d := range b.c.ops[k].results() {
			if w, ok := writer[d]; ok && w != k {
				writer[d] = -1
			} else {
				writer[d] = k
			}
		}
	}
	for k := range b.c.ops {
		o := &b.c.ops[k]
		if o.guard >= 0 || o.flow != straight || o.d < 0 || o.e >= 0 || o.f1 == nil && o.f2 == nil && o.f3 == nil {
			continue
		}
		var x [3]uint64
		ok := true
		for j, s := range []int32{o.a, o.b, o.c} {
			if s >= 0 {
				v, is := known[s]
				x[j], ok = v, ok && is
			}
		}
		if opcode := o.statement.Opcode; !ok || strings.Contains(opcode, ".rm.") || strings.Contains(opcode, ".rp.") || strings.Contains(opcode, ".rz.") {
			continue
		}
		var result uint64
		switch {
		case o.f3 != nil:
			result = o.f3(x[0], x[1], x[2]) & o.mask
		case o.f2 != nil:
			result = o.f2(x[0], x[1]) & o.mask
		default:
			result = o.f1(x[0]) & o.mask
			if v, ok := foldedValue(o.statement, x[0]); ok {
				result = v
				o.f1, o.do = func(uint64) uint64 { return v }, do1
			}
		}
		if writer[o.d] == k {
			known[o.d] = result
		}
	}
}

// foldedValue returns what ptxas makes of an approximation of x, if that is a normal number.
func foldedValue(s *ptx.Statement, x uint64) (uint64, bool) {
	base, kind, _ := strings.Cut(s.Opcode, ".")
	if kind != "approx.f32" && kind != "approx.ftz.f32" || folded[base] == "" {
		return 0, false
	}
	f, _ := exact.FindFunction(folded[base])
	normal := func(v wide.U128) bool { c := format.F32.ClassOf(v); return c.IsFinite() && v.Lo<<33>>33 >= 1<<23 }
	if a := wide.From64(x); normal(a) {
		r := f.Round(round.Env{}, format.F32, format.F32, a).Bits
		return r.Lo, normal(r)
	}
	return 0, false
}
