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
	p := t.compile(&o, double)
	if p.missing != "" {
		return Outcome{Missing: p.missing}
	}
	out := Outcome{Format: p.out, Kind: p.kind, Source: p.source}
	r := p.trace(o.Arity, x, func(s Step) { out.Steps = append(out.Steps, s) })
	out.Bits = r
	for _, s := range out.Steps {
		if !s.Inner {
			out.Code = append(out.Code, s.Name)
		}
	}
	return out
}

// trace is bits with a record of every step. Loads of x87 are steps here.
func (p *program) trace(arity int, x [3]uint64, record func(Step)) uint64 {
	typ := p.typ
	if p.demoted {
		typ = format.F32
		for k := range arity {
			c := wide.From64(x[k])
			x[k] = demote(x[k])
			record(Step{Name: "demoted to float", X: [3]wide.U128{c}, N: 1, In: format.F64, Bits: wide.From64(x[k]), Format: typ})
		}
	}
	var r wide.U128
	stored := false
	for k := range p.list {
		in := &p.list[k]
		op := p.operands(in, &x, r, stored)
		s := Step{Name: in.name, X: op, N: in.n, In: typ, Format: typ}
		switch {
		case in.gpu != nil:
			for _, inner := range in.gpu.Steps(op) {
				record(machineStep(inner))
			}
			r = in.gpu.Do(op, nil).Bits
			s.In, s.Format = in.gpu.In[0].Float, in.gpu.Out.Float
		case in.sse != nil:
			r = in.sse.Do(p.target.MXCSR, op, nil).Bits
		default:
			for j := range in.n {
				p.recordLoad(in.from[j], op[j], &x, r, stored, record)
			}
			r = in.x87.Do(p.target.Control, op, nil).Bits
			s.In, s.Format = format.X87, in.x87.Dst
			stored = in.x87.Dst != format.X87
		}
		s.Bits = r
		record(s)
	}
	return r.Lo
}

// recordLoad records the load of an operand that is not in a register.
func (p *program) recordLoad(from uint8, loaded wide.U128, x *[3]uint64, r wide.U128, stored bool, record func(Step)) {
	s := Step{Name: "fld m32", N: 1, In: p.typ, Bits: loaded, Format: format.X87}
	if p.typ == format.F64 {
		s.Name = "fld m64"
	}
	switch {
	case from == last && !stored:
		return
	case from == last:
		s.X[0] = r
	case from == unit:
		s.Name, s.N = "fld1", 0
	default:
		s.X[0] = wide.From64(x[from])
	}
	record(s)
}

// machineStep reads the formats of a machine instruction from its name: cvt.rn.f16.f32 has two, MUFU works on
// binary32 or on words that hold the upper half of a binary64 number.
func machineStep(s gpu.Step) Step {
	out := Step{Name: s.Op, N: s.N, Bits: wide.From64(s.Result), Inner: true}
	for k, x := range s.X {
		out.X[k] = wide.From64(x)
	}
	parts := strings.Split(s.Op, ".")
	if parts[0] == "MUFU" {
		switch {
		case strings.HasSuffix(s.Op, "BF16"):
			out.In, out.Format = format.BF16, format.BF16
		case strings.HasSuffix(s.Op, "F16"):
			out.In, out.Format = format.F16, format.F16
		case !strings.HasSuffix(s.Op, "64H"):
			out.In, out.Format = format.F32, format.F32
		}
		return out
	}
	n := len(parts)
	out.In = formatOf(parts[n-1])
	if out.Format = out.In; parts[0] == "cvt" && n > 2 {
		out.Format = formatOf(parts[n-2])
	}
	return out
}

// formatOf returns the format of a PTX type, nil for an integer.
func formatOf(typ string) *format.Format {
	switch typ {
	case "f16":
		return format.F16
	case "bf16":
		return format.BF16
	case "f32":
		return format.F32
	case "f64":
		return format.F64
	}
	return nil
}
