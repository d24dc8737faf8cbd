package paper

import (
	"strconv"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/words"
)

// fastMode is the fast mode of the paper's section 4.6.
var fastMode = gpu.Presets[1].Flags

// chipOf is a capability under the default flags.
func chipOf(cc gpu.Capability) gpu.Target { return gpu.Target{CC: cc, Flags: gpu.Presets[0].Flags} }

// read returns the datum nearest to a number as it is written: "0.1", "2^-126", "0x1.8p3".
func read(f *format.Format, s string) wide.U128 {
	p, _ := text.Parse(s, f, round.Env{})
	return p.Bits
}

// reads is read for several numbers.
func reads(f *format.Format, s ...string) (codes []wide.U128) {
	for _, n := range s {
		codes = append(codes, read(f, n))
	}
	return codes
}

// chipCode returns the code of an operation on float or double.
func chipCode(t gpu.Target, op string, double bool) gpu.Code {
	o, _ := gpu.FindOperation(op)
	return t.Compile(o, double)
}

// chipRun runs code that the target is known to have.
func chipRun(t gpu.Target, c gpu.Code, x []wide.U128) wide.U128 {
	var in [3]uint64
	for i := range x {
		in[i] = x[i].Lo
	}
	r, _, _ := t.Run(c, in)
	return wide.From64(r)
}

// onFloat runs an operation of CUDA C on float.
func onFloat(t gpu.Target, op string, x ...wide.U128) wide.U128 {
	return chipRun(t, chipCode(t, op, false), x)
}

// chipDo runs one instruction or intrinsic.
func chipDo(t gpu.Target, name string, x ...wide.U128) wide.U128 {
	return chipRun(t, gpu.Code{Names: []string{name}}, x)
}

// chipHas reports whether the target has an instruction.
func chipHas(t gpu.Target, name string) bool {
	_, _, ok := t.Find(name)
	return ok
}

// numberText writes a datum for reading: a power of two as such, other numbers as every view has them.
func numberText(f *format.Format, c wide.U128) Spans {
	if v, ok := exact.FromBits(f, c); ok && !v.IsZero() && v.Mag.Len() == 1 && (v.Exp < -9 || v.Exp > 9) {
		sign := ""
		if v.Neg {
			sign = "-"
		}
		return plainSpan(sign + "2^" + strconv.FormatInt(v.Exp, 10))
	}
	return plainSpan(words.Brief(f, c))
}

// dotLoop computes the dot product of Figure 5's vectors as the loop s = step(a[i], b[i], s).
func dotLoop(step func(a, b, s wide.U128) wide.U128) (s wide.U128) {
	v := dotVectors("fig5")
	for i := range v[0] {
		s = step(v[0][i], v[1][i], s)
	}
	return s
}
