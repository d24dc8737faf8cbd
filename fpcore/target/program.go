package target

import (
	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
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
	one     wide.U128 // 1 in typ
	env     round.Env // of x87's loads
	demoted bool      // operands are rounded to binary32 first
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
func (t Target) compile(o *gpu.Operation, double bool) (p program) {
	p.target, p.typ = t, format.F32
	if double {
		p.typ = format.F64
	}
	p.out = p.typ
	p.one = p.typ.Join(false, uint32(p.typ.Bias), wide.U128{})
	switch t.Unit {
	case GPU:
		p.compileGPU(o, double)
	case X87:
		p.compileX87(o)
	default:
		p.compileSSE(o, double)
	}
	return p
}

func (p *program) compileGPU(o *gpu.Operation, double bool) {
	t := p.target.GPU
	c := t.Compile(*o, double)
	if p.missing = t.Missing(c); p.missing != "" {
		return
	}
	if p.demoted = c.Demoted; c.Demoted {
		p.out = format.F32
	}
	next := uint8(0)
	for n, name := range c.Names {
		i, how, _ := t.Find(name)
		in := instruction{name: name, gpu: i, n: len(i.In)}
		for k := range i.In {
			if n > 0 && k == 0 {
				in.from[k] = last
				continue
			}
			in.from[k] = next
			next++
		}
		p.list = append(p.list, in)
		p.kind = gpu.Weaker(p.kind, how)
	}
	switch {
	case p.kind == gpu.Documented:
		p.source = "PTX"
	case t.CC < 20:
		p.source = "envytools"
	default:
		p.source = "H200"
	}
}

// plain names the instructions of an operation: of SSE without the width, and of x87.
var plain = map[string]string{"a+b": "add", "a-b": "sub", "a*b": "mul", "a/b": "div", "1/a": "div", "sqrt": "sqrt"}

func (p *program) compileSSE(o *gpu.Operation, double bool) {
	width := "32"
	if double {
		width = "64"
	}
	add := func(name string, from ...uint8) {
		i, _ := x86.FindSSE(name + width)
		in := instruction{name: i.Mnemonic, sse: i, n: len(from)}
		copy(in.from[:], from)
		p.list = append(p.list, in)
	}
	p.kind, p.source = gpu.Measured, "EPYC"
	if o.ID == "a*b+c" && p.target.Unit == FMA3 {
		add("fma", 0, 1, 2)
		return
	}
	if !arithmetic(o.ID, add) {
		p.missing = "SSE2 has no instruction for it: " + o.ID + " is code of the C library"
	}
}

func (p *program) compileX87(o *gpu.Operation) {
	store := "st32"
	if p.typ == format.F64 {
		store = "st64"
	}
	p.env = round.Env{NaN: p.target.Control.Env().NaN}
	end := func() {
		i, _ := x86.FindX87(store)
		p.list = append(p.list, instruction{name: i.Mnemonic, x87: i, n: 1, from: [3]uint8{last}})
	}
	add := func(name string, from ...uint8) {
		if len(p.list) > 0 && p.target.Stored {
			end()
		}
		i, _ := x86.FindX87(name)
		in := instruction{name: i.Mnemonic, x87: i, n: len(from)}
		copy(in.from[:], from)
		p.list = append(p.list, in)
	}
	p.kind, p.source = gpu.Measured, "EPYC"
	switch {
	case o.ID == "sin" || o.ID == "cos":
		add("f"+o.ID, 0)
	case !arithmetic(o.ID, add):
		p.missing = "the lab has no x87 code for " + o.ID + ": it is code of the C library"
		return
	}
	end()
}

// arithmetic adds the instructions of an operation that x86 computes without a library.
func arithmetic(id string, add func(name string, from ...uint8)) bool {
	switch id {
	case "a*b+c":
		add("mul", 0, 1)
		add("add", last, 2)
	case "1/a":
		add("div", unit, 0)
	case "sqrt":
		add("sqrt", 0)
	case "rsqrt":
		add("sqrt", 0)
		add("div", unit, last)
	default:
		name, ok := plain[id]
		if !ok {
			return false
		}
		add(name, 0, 1)
	}
	return true
}

// demote rounds an operand of binary64 to binary32, the type that double has below 1.3.
func demote(x uint64) uint64 {
	env := round.Env{NaN: round.NaNRule{NoPropagate: true, Default: format.AllOnes}}
	return arith.Convert(env, format.F32, format.F64, wide.From64(x), nil).Bits.Lo
}

// bits runs the program without any record of it.
func (p *program) bits(x [3]uint64) uint64 {
	if p.demoted {
		for k := range x {
			x[k] = demote(x[k])
		}
	}
	var r wide.U128
	stored := false // r is in memory
	for k := range p.list {
		in := &p.list[k]
		if in.gpu != nil {
			var op [3]uint64
			for j := range in.n {
				if f := in.from[j]; f == last {
					op[j] = r.Lo
				} else {
					op[j] = x[f]
				}
			}
			r = wide.From64(in.gpu.Bits(op))
			continue
		}
		op := p.operands(in, &x, r, stored)
		if in.sse != nil {
			r = in.sse.Do(p.target.MXCSR, op, nil).Bits
		} else {
			r = in.x87.Do(p.target.Control, op, nil).Bits
			stored = in.x87.Dst != format.X87
		}
	}
	return r.Lo
}

// operands fetches the operands of an instruction; x87 loads what is in memory.
func (p *program) operands(in *instruction, x *[3]uint64, r wide.U128, stored bool) (op [3]wide.U128) {
	for j := range in.n {
		switch f := in.from[j]; {
		case f == last:
			if op[j] = r; !stored {
				continue
			}
		case f == unit:
			op[j] = p.one
		default:
			op[j] = wide.From64(x[f])
		}
		if in.x87 != nil {
			op[j] = p.load(op[j])
		}
	}
	return op
}

// load is fld: the datum in the 80-bit format, exact; a signaling NaN becomes quiet.
func (p *program) load(c wide.U128) wide.U128 {
	return arith.Convert(p.env, format.X87, p.typ, c, nil).Bits
}
