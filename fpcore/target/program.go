package target

import (
	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/libm"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
	"ulplab/fpcore/x86"
)

// Where an operand of an instruction comes from: 0 to 2 are the operands of the operation.
const (
	last = 3 + iota // the result of the instruction before
	unit            // the constant 1
)

// instruction is one instruction of a program: one of gpu, sse and x87 is set.
type instruction struct {
	name string
	gpu  *gpu.Instruction
	sse  *x86.SSE
	x87  *x86.X87
	from [3]uint8
	n    int
}

// program is what an operation becomes on a target, resolved once and run often.
type program struct {
	target  Target
	list    []instruction
	typ     *format.Format // of the operands and, if not demoted, of the result
	out     *format.Format
	demoted bool // operands are rounded to binary32 first
	kind    gpu.Kind
	source  string
	missing string
}

// The sources of the units of x86; those of the GPUs are gpu.Sources.
var x86Sources = []gpu.Source{
	{ID: "SDM", Title: "Intel 64 and IA-32 Architectures Software Developer's Manual, volume 1, chapters 8, 10 and 14"},
	{ID: "EPYC", Title: "measured for this lab: AMD EPYC (family 25, model 17)"},
}

// Sources lists every source that outcomes and differences name.
func Sources() []gpu.Source { return append(append([]gpu.Source{}, gpu.Sources...), x86Sources...) }

// compile resolves an operation; the program cannot run if missing is set.
func (t Target) compile(o *gpu.Operation, double bool) *program {
	p := &program{target: t, typ: format.F32, kind: gpu.Measured, source: "EPYC"}
	if double {
		p.typ = format.F64
	}
	p.out = p.typ
	if t.Unit == GPU {
		p.compileGPU(o, double)
	} else {
		p.compileX86(o.ID)
	}
	return p
}

func (p *program) compileGPU(o *gpu.Operation, double bool) {
	t := &p.target.GPU
	c := t.Compile(*o, double)
	find := t.Find
	if function, how, ok := libm.Compiled(c.Library, *t); ok {
		c.Names = []string{function.Name}
		find = func(string) (*gpu.Instruction, gpu.Kind, bool) { return function, how, true }
	} else if p.missing = t.Missing(c); p.missing != "" {
		return
	}
	if p.demoted = c.Demoted; c.Demoted {
		p.out = format.F32
	}
	next := uint8(0)
	for n, name := range c.Names {
		i, how, _ := find(name)
		in := instruction{name: name, gpu: i, n: len(i.In)}
		for k := range i.In {
			in.from[k] = next
			if n > 0 && k == 0 {
				in.from[k] = last
			} else {
				next++
			}
		}
		p.list = append(p.list, in)
		p.kind = gpu.Weaker(p.kind, how)
	}
	switch p.source = "H200"; {
	case p.kind == gpu.Documented:
		p.source = "PTX"
	case t.CC < 20:
		p.source = "envytools"
	}
}

// compileX86 writes down what a plain compilation gives; a function that is not an instruction is code of a library.
func (p *program) compileX86(id string) {
	x87 := p.target.Unit == X87
	switch {
	case id == "a+b":
		p.add("add", 2, 0, 1)
	case id == "a-b":
		p.add("sub", 2, 0, 1)
	case id == "a*b":
		p.add("mul", 2, 0, 1)
	case id == "a/b":
		p.add("div", 2, 0, 1)
	case id == "1/a":
		p.add("div", 2, unit, 0)
	case id == "sqrt":
		p.add("sqrt", 1, 0, 0)
	case id == "rsqrt":
		p.add("sqrt", 1, 0, 0)
		p.add("div", 2, unit, last)
	case id == "a*b+c" && p.target.Unit == FMA3:
		p.add("fma", 3, 0, 1)
	case id == "a*b+c":
		p.add("mul", 2, 0, 1)
		p.add("add", 2, last, 2)
	case x87 && (id == "sin" || id == "cos"):
		p.add("f"+id, 1, 0, 0)
	default:
		p.missing = id + " is no instruction there but code of a library"
		return
	}
	if x87 {
		p.store()
	}
}

// add appends an instruction with n operands, of which a third one is c.
func (p *program) add(name string, n int, a, b uint8) {
	in := instruction{n: n, from: [3]uint8{a, b, 2}}
	if p.target.Unit == X87 {
		if len(p.list) > 0 && p.target.Stored {
			p.store()
		}
		in.x87, _ = x86.FindX87(name)
		in.name = in.x87.Mnemonic
	} else {
		in.sse, _ = x86.FindSSE(name + p.width())
		in.name = in.sse.Mnemonic
	}
	p.list = append(p.list, in)
}

// store appends the store of x87's register to the type.
func (p *program) store() {
	i, _ := x86.FindX87("st" + p.width())
	p.list = append(p.list, instruction{name: i.Mnemonic, x87: i, n: 1, from: [3]uint8{last}})
}

func (p *program) width() string {
	if p.typ == format.F64 {
		return "64"
	}
	return "32"
}

// bits runs the program without any record of it, and without allocating.
func (p *program) bits(x [3]uint64) uint64 { return p.run(x, 3, nil) }

// run executes the program and, if steps is not nil, records every step: loads of x87 and machine instructions of
// approximations too. arity counts the operands that may be recorded.
func (p *program) run(x [3]uint64, arity int, steps *[]Step) uint64 {
	if p.demoted {
		for k := range arity {
			c := x[k]
			x[k] = demote(c)
			if steps != nil {
				*steps = append(*steps, Step{Name: "demoted to float", X: [3]wide.U128{{Lo: c}}, N: 1, In: format.F64, Bits: wide.From64(x[k]), Format: format.F32})
			}
		}
	}
	var r wide.U128
	register := false // r is in a register of x87
	for k := range p.list {
		in := &p.list[k]
		var op [3]wide.U128
		for j := range in.n {
			switch f := in.from[j]; f {
			case last:
				op[j] = r
				if register {
					continue
				}
			case unit:
				op[j].Lo = infinity(p.typ) >> 1 &^ (1<<p.typ.FracBits - 1)
			default:
				op[j].Lo = x[f]
			}
			if in.x87 != nil {
				op[j] = p.load(op[j], in.from[j] == unit, steps)
			}
		}
		switch {
		case in.gpu != nil:
			if steps != nil {
				for _, inner := range in.gpu.Steps(op) {
					*steps = append(*steps, machineStep(&inner))
				}
			}
			r.Lo = in.gpu.Bits([3]uint64{op[0].Lo, op[1].Lo, op[2].Lo})
		case in.sse != nil:
			r = in.sse.Do(p.target.MXCSR, op, nil).Bits
		default:
			r = in.x87.Do(p.target.Control, op, nil).Bits
			register = in.x87.Dst == format.X87
		}
		if steps != nil {
			s := Step{Name: in.name, X: op, N: in.n, In: p.out, Bits: r, Format: p.out}
			if in.x87 != nil {
				s.In, s.Format = format.X87, in.x87.Dst
			}
			*steps = append(*steps, s)
		}
	}
	return r.Lo
}

// load is fld: the datum in the 80-bit format, exact; a signaling NaN becomes quiet.
func (p *program) load(c wide.U128, one bool, steps *[]Step) wide.U128 {
	r := arith.Convert(round.Env{NaN: p.target.Control.Env().NaN}, format.X87, p.typ, c, nil).Bits
	if steps != nil {
		s := Step{Name: "fld m" + p.width(), X: [3]wide.U128{c}, N: 1, In: p.typ, Bits: r, Format: format.X87}
		if one {
			s.Name, s.N = "fld1", 0
		}
		*steps = append(*steps, s)
	}
	return r
}

// demote rounds an operand of binary64 to binary32, the type that double has below 1.3.
func demote(x uint64) uint64 { return narrow(format.F32, format.F64, x) }

// widen converts binary32 to binary64, exactly.
func widen(x uint64) uint64 { return narrow(format.F64, format.F32, x) }

func narrow(dst, src *format.Format, x uint64) uint64 {
	return arith.Convert(round.Env{}, dst, src, wide.From64(x), nil).Bits.Lo
}
