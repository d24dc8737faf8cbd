package target

import (
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/wide"
)

// Outcome is what a target makes of an operation on given operands.
type Outcome struct {
	Bits    uint64
	Format  *format.Format // binary32 for a double that the target demotes
	Code    []string       // the instructions executed, in order
	Steps   []Step
	Kind    gpu.Kind // how the bits are known
	Source  string   // the ID of one of Sources
	Missing string   // why there are no bits; the other fields are then zero
}

// Step is one instruction with the bits of its operands and of its result.
type Step struct {
	_      [0]func() // not comparable
	Name   string
	X      [3]wide.U128
	N      int            // operands used
	In     *format.Format // of the operands, nil for an integer
	Bits   wide.U128
	Format *format.Format // of the result, nil for an integer
	Inner  bool           // a machine instruction of the approximate instruction whose step follows
}

// Run executes an operation on float, or on double: x holds its Arity operands in binary32, or in binary64.
func (t Target) Run(o gpu.Operation, double bool, x [3]uint64) Outcome {
	return t.compile(&o, double).outcome(o.Arity, x)
}

func (p *program) outcome(arity int, x [3]uint64) (out Outcome) {
	if out.Missing = p.missing; out.Missing != "" {
		return out
	}
	out.Bits = p.run(x, arity, &out.Steps)
	out.Format, out.Kind, out.Source = p.out, p.kind, p.source
	for k := range out.Steps {
		if s := &out.Steps[k]; !s.Inner {
			out.Code = append(out.Code, s.Name)
		}
	}
	return out
}

// machineStep reads the formats of a machine instruction from its name: cvt.rn.f16.f32 has two, MUFU works on
// binary32, on 16 bits, or on words that hold the upper half of a binary64 number.
func machineStep(s *gpu.Step) Step {
	out := Step{Name: s.Op, N: s.N, Bits: wide.From64(s.Result), Inner: true}
	for k, x := range s.X {
		out.X[k].Lo = x
	}
	parts := strings.Split(s.Op, ".")
	n := len(parts)
	out.In = formatOf(parts[n-1])
	if parts[0] == "MUFU" && n == 2 && !strings.HasSuffix(s.Op, "H") {
		out.In = format.F32
	}
	if out.Format = out.In; parts[0] == "cvt" && n > 2 {
		out.Format = formatOf(parts[n-2])
	}
	return out
}

// formatOf returns the format of a type in names of PTX and of machine code, nil for an integer.
func formatOf(typ string) *format.Format {
	switch typ {
	case "f16", "F16":
		return format.F16
	case "bf16", "BF16":
		return format.BF16
	case "f32":
		return format.F32
	case "f64":
		return format.F64
	}
	return nil
}
