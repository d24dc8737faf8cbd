//go:build !opening

package model

import (
	"strconv"
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/fpcore/x86"
)

// The machines that chapters 4 and 5 of the paper are about: capabilities under nvcc's flags, SSE and x87.

// ieeeMode and fastMode are the two modes of the paper's section 4.6.
var ieeeMode, fastMode = gpu.Presets[0].Flags, gpu.Presets[1].Flags

// chipOf is a capability under the default flags.
func chipOf(cc gpu.Capability) gpu.Target { return gpu.Target{CC: cc, Flags: ieeeMode} }

// paperRead returns the datum nearest to a number as it is written: "0.1", "2^-126", "0x1.8p3".
func paperRead(f *format.Format, s string) wide.U128 {
	p, _ := text.Parse(s, f, round.Env{})
	return p.Bits
}

// paperReads is read for several numbers.
func paperReads(f *format.Format, s ...string) (codes []wide.U128) {
	for _, n := range s {
		codes = append(codes, paperRead(f, n))
	}
	return codes
}

// chipCode returns the code of an operation on float or double.
func chipCode(t gpu.Target, op string, double bool) gpu.Code {
	o, _ := gpu.FindOperation(op)
	return t.Compile(o, double)
}

// chipRun runs code; ok is false where nothing establishes its bits.
func chipRun(t gpu.Target, c gpu.Code, x []wide.U128) (bits wide.U128, ok bool) {
	var in [3]uint64
	for i := range x {
		in[i] = x[i].Lo
	}
	r, _, ok := t.Run(c, in)
	return wide.From64(r), ok
}

// onFloat and onDouble run an operation of CUDA C on a target that is known to have it. The operands of onDouble are
// codes of t.Double().
func onFloat(t gpu.Target, op string, x ...wide.U128) wide.U128 {
	c, _ := chipRun(t, chipCode(t, op, false), x)
	return c
}

func onDouble(t gpu.Target, op string, x ...wide.U128) wide.U128 {
	c, _ := chipRun(t, chipCode(t, op, true), x)
	return c
}

// chipDo runs one instruction or intrinsic.
func chipDo(t gpu.Target, name string, x ...wide.U128) wide.U128 {
	c, _ := chipRun(t, gpu.Code{Names: []string{name}}, x)
	return c
}

// chipHas reports whether the target has every instruction of the names.
func chipHas(t gpu.Target, names ...string) bool {
	for _, name := range names {
		if _, _, ok := t.Find(name); !ok {
			return false
		}
	}
	return true
}

// numberText writes a datum for reading: a power of two as such, other numbers by their shortest decimal.
func numberText(f *format.Format, c wide.U128) Spans {
	if v, ok := exact.FromBits(f, c); ok && !v.IsZero() && v.Mag.Len() == 1 && (v.Exp < -9 || v.Exp > 9) {
		sign := ""
		if v.Neg {
			sign = "-"
		}
		return plainSpan(sign + "2^" + strconv.FormatInt(v.Exp, 10))
	}
	s := text.Shortest(f, c)
	if strings.HasSuffix(s, "inf") {
		s = strings.TrimSuffix(s, "inf") + "∞"
	}
	return plainSpan(s)
}

// resultLine is a line with a datum and its code.
func resultLine(label string, f *format.Format, c wide.U128) *PaperLine {
	return shown(label, numberText(f, c), codeText(f, c))
}

// prints adds what the paper prints for a line.
func (l *PaperLine) prints(text string, in Editions) *PaperLine {
	l.Prints = append(l.Prints, Print{Text: text, In: in})
	return l
}

// verdictLine is a line with one of two words, decided by a computation.
func verdictLine(label string, holds bool, yes, no, printedText string, in Editions) *PaperLine {
	live := no
	if holds {
		live = yes
	}
	return printed(label, Spans{{live, ToneWords}}, "", printedText, in)
}

// factLine shows a feature of a capability and how it is known.
func factLine(label string, cc gpu.Capability, f gpu.Feature) *PaperLine {
	p, _ := gpu.FindProfile(cc)
	return shown(label, Spans{{p.Facts[f].Value, ToneWords}}, p.Facts[f].Kind.String())
}

// dotLoop computes the dot product of Figure 5's vectors as the loop s = a[i]*b[i] + s.
func dotLoop(step func(a, b, s wide.U128) wide.U128) (s wide.U128) {
	v := dotVectors("fig5")
	for i := range v[0] {
		s = step(v[0][i], v[1][i], s)
	}
	return s
}

// figure5On is the loop compiled for a target.
func figure5On(t gpu.Target) wide.U128 {
	return dotLoop(func(a, b, s wide.U128) wide.U128 { return onFloat(t, "a*b+c", a, b, s) })
}

// figure5Line shows the result of the loop and its error.
func figure5Line(label string, c wide.U128) *PaperLine {
	return shown(label, plainSpan(codeText(format.F32, c)), paperUlps(c, dotResultsOf("fig5").exact))
}

// paperSSE runs an instruction of SSE or FMA3.
func paperSSE(m x86.MXCSR, name string, x ...wide.U128) round.Result {
	op, _ := x86.FindSSE(name)
	var in [3]wide.U128
	copy(in[:], x)
	return op.Do(m, in, nil)
}

// paperX87 runs an instruction on registers; toRegister loads a double into one, toDouble stores one as a double.
func paperX87(w x86.ControlWord, name string, x ...wide.U128) wide.U128 {
	op, _ := x86.FindX87(name)
	var in [3]wide.U128
	copy(in[:], x)
	return op.Do(w, in, nil).Bits
}

func toRegister(c wide.U128) wide.U128 {
	return arith.Convert(paperEnv, format.X87, format.F64, c, nil).Bits
}

func toDouble(c wide.U128) wide.U128 { return paperX87(x86.ControlWordDefault, "st64", c) }

// dotStep is a step of the loop with two intrinsics.
func dotStep(t gpu.Target, mul, add string) func(a, b, s wide.U128) wide.U128 {
	return func(a, b, s wide.U128) wide.U128 { return chipDo(t, add, chipDo(t, mul, a, b), s) }
}

// figure1SSE runs Figure 1 with a multiply and an add of SSE.
func figure1SSE() wide.U128 {
	f := figureOneNumbers()
	return paperSSE(x86.MXCSRDefault, "add32", paperSSE(x86.MXCSRDefault, "mul32", f.a, f.a).Bits, f.b).Bits
}
