package x86

import (
	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// Unit is what evaluates a program.
type Unit uint8

const (
	UnitSSE Unit = iota // scalar SSE2
	UnitFMA             // scalar AVX with FMA3; the program should be one that Contract returned
	UnitX87             // registers of 80 bits
)

// Call evaluates a function that the unit has no instruction for, on an operand of format f: a sine or cosine for SSE.
type Call func(do Action, f *format.Format, x wide.U128, d round.Direction) round.Result

// Machine is a unit with its control.
type Machine struct {
	Unit    Unit
	Control ControlWord // x87
	MXCSR   MXCSR       // SSE
	Spills  uint32      // x87: bit k says that the value step k leaves is stored in its type and loaded again
	Call    Call        // nil: sines and cosines for SSE deliver the default NaN
}

// Reg is a register: a code of 80 bits in x87; in SSE the element of the type it holds.
type Reg struct {
	F    *format.Format
	Bits wide.U128
}

// LineKind says what an instruction is to the program.
type LineKind uint8

const (
	LineLoad  LineKind = iota
	LineArith          // the operation of the step
	LineStore          // a value rounded to its type in memory; x87
	LineAgain          // and loaded from there
	LineFinal          // the result stored
)

// Line is one instruction as it was executed.
type Line struct {
	_     [0]func() // not comparable
	Kind  LineKind
	Step  int8   // index into Program.Steps; of the last step for LineFinal
	N     uint8  // operands
	Depth uint8  // registers in use afterwards
	Name  string // fld m32, faddp, mulss, vfmadd213ss, call cosf
	In    [3]Reg // operands; of a store the register, of a load the memory
	To    Reg    // what was delivered, in a register or in memory
	R     round.Result
	Regs  [Registers]Reg // afterwards: x87 st(0) first; SSE the oldest value first
	Flags round.Flags
	None  bool // a trap left the destination as it was
	C1    bool // x87: the last rounding went away from zero
	C2    bool // x87: the operand of the last fsin or fcos was out of range
}

// Status returns the x87 status word after the instruction: exception flags in bits 0 to 5, the summary of unmasked
// ones in bits 7 and 15, C1 in bit 9, C2 in bit 10, the top of stack in bits 11 to 13 (Intel SDM volume 1, 8.1.3).
// The bits of C0 and C3 are left clear.
func (l *Line) Status(w ControlWord) uint16 {
	s := uint16(l.Flags) | uint16(8-l.Depth)&7<<11
	if l.C1 {
		s |= 1 << 9
	}
	if l.C2 {
		s |= 1 << 10
	}
	if l.Flags&^round.Flags(w&0x3f) != 0 {
		s |= 1<<7 | 1<<15
	}
	return s
}

// Run is an evaluation.
type Run struct {
	Lines []Line
	Value Reg         // the result in the declared type; meaningless after a trap
	Flags round.Flags // all that were raised
	Trap  round.Flags // unmasked exceptions: the last line is the instruction that raised them, and nothing follows
}

// Evaluate runs the program on operands of the declared type. Flags are sticky over the lines. An exception that the
// control leaves unmasked ends the run at the instruction that raises it. (The processor reports it there in SSE, and
// at the next x87 instruction that waits.)
func (m Machine) Evaluate(p *Program, operands [Operands]wide.U128) Run {
	e := evaluation{m: m, p: p, operands: operands}
	for i := range p.List() {
		s := &p.Steps[i]
		if m.Unit == UnitX87 && !e.x87(i, s) || m.Unit != UnitX87 && !e.sse(i, s) {
			return e.run
		}
	}
	e.final()
	return e.run
}

type evaluation struct {
	m        Machine
	p        *Program
	operands [Operands]wide.U128
	run      Run
	l        Line           // the instruction that runs
	before   [Registers]Reg // the stack before the instruction, for a trap that leaves it
	held     int
	stack    [Registers]Reg // the oldest value first
	depth    int
	c2       bool
}

// masks returns the exceptions that do not trap.
func (m Machine) masks() round.Flags {
	if m.Unit == UnitX87 {
		return round.Flags(m.Control & 0x3f)
	}
	return round.Flags(m.MXCSR >> 7 & 0x3f)
}

// begin starts an instruction with n operands taken from the stack.
//
//go:noinline
func (e *evaluation) begin(kind LineKind, step, n int) *Line {
	l := &e.l
	*l = Line{Kind: kind, Step: int8(step), N: uint8(n)}
	e.before, e.held = e.stack, e.depth
	e.depth -= n
	copy(l.In[:], e.stack[e.depth:e.depth+n])
	return l
}

// beginLoad starts an instruction whose operand is in memory.
//
//go:noinline
func (e *evaluation) beginLoad(kind LineKind, step int, name string, m Reg) *Line {
	l := e.begin(kind, step, 0)
	l.N, l.Name, l.In[0] = 1, name, m
	return l
}

// push delivers the result of the instruction in a register of format f and ends it.
//
//go:noinline
func (e *evaluation) push(f *format.Format, r *round.Result) bool {
	e.l.To = Reg{f, r.Bits}
	e.stack[e.depth] = e.l.To
	e.depth++
	return e.end(r)
}

// end completes a line and reports whether the program goes on.
func (e *evaluation) end(r *round.Result) bool {
	l, masks := &e.l, e.m.masks()
	if masks&round.Underflow == 0 && r.Decision.Tiny {
		r.Flags |= round.Underflow // unmasked, it is signaled for exact results too
	}
	if trap := r.Flags &^ masks; trap != 0 {
		e.trap(r, trap)
	}
	l.R = *r
	e.run.Flags |= r.Flags
	l.Flags = e.run.Flags
	if e.m.Unit == UnitX87 {
		l.C1 = r.Flags&round.Inexact != 0 && (r.Decision.Incremented || r.Decision.Overflow && l.To.F.ClassOf(r.Bits) == format.Infinity)
		if l.Kind == LineArith && (l.Name == "fsin" || l.Name == "fcos") {
			e.c2 = !InTrigRange(l.In[0].Bits)
		}
		l.C2 = e.c2
	}
	l.Depth = uint8(e.depth)
	for k := range e.depth {
		if e.m.Unit == UnitX87 {
			l.Regs[k] = e.stack[e.depth-1-k]
		} else {
			l.Regs[k] = e.stack[k]
		}
	}
	e.run.Lines = append(e.run.Lines, *l)
	return e.run.Trap == 0
}

// suffix is ss or sd.
func suffix(double bool) string {
	if double {
		return "sd"
	}
	return "ss"
}

// memory is the operand of an x87 load or store.
func memory(f *format.Format) string {
	if f == format.F64 {
		return "m64"
	}
	return "m32"
}

// final stores the result.
func (e *evaluation) final() {
	step := int(e.p.N) - 1
	if e.m.Unit == UnitX87 {
		e.store(LineFinal, step, typeOf(e.p.Double))
	} else {
		l := e.begin(LineFinal, step, 1)
		l.Name, l.To = e.vex("mov"+suffix(e.p.Double)), l.In[0]
		e.end(&round.Result{Bits: l.To.Bits})
	}
	e.run.Value = e.l.To
}

// Names of the x87 instructions of actions: of arithmetic the popping forms.
var x87Names = [...]struct{ op, name string }{
	Add: {"add", "faddp"}, Sub: {"sub", "fsubp"}, Mul: {"mul", "fmulp"}, Div: {"div", "fdivp"}, Sqrt: {"sqrt", "fsqrt"},
	Neg: {"", "fchs"}, Abs: {"", "fabs"}, Sin: {"fsin", "fsin"}, Cos: {"fcos", "fcos"},
}

// wide is Env without the precision control.
func (w ControlWord) wide() round.Env {
	env := w.Env()
	env.Precision = 0
	return env
}

// extended converts a memory operand to a register, as fld does: exactly; a signaling NaN is invalid and a subnormal
// number signals the denormal operand.
func extended(w ControlWord, m Reg) round.Result {
	r := arith.Convert(w.wide(), format.X87, m.F, m.Bits, nil)
	if m.F.ClassOf(m.Bits) == format.Subnormal {
		r.Flags |= round.DenormalOperand
	}
	return r
}

// store is fstp to the type f.
//
//go:noinline
func (e *evaluation) store(kind LineKind, step int, f *format.Format) bool {
	l := e.begin(kind, step, 1)
	l.Name = "fstp " + memory(f)
	r := arith.Convert(e.m.Control.wide(), f, format.X87, l.In[0].Bits, nil)
	l.To = Reg{f, r.Bits}
	return e.end(&r)
}

// load is fld of a memory operand.
//
//go:noinline
func (e *evaluation) load(kind LineKind, step int, m Reg) bool {
	e.beginLoad(kind, step, "fld "+memory(m.F), m)
	r := extended(e.m.Control, m)
	return e.push(format.X87, &r)
}

// spill stores the top of the stack in the type f and loads it again.
func (e *evaluation) spill(step int, f *format.Format) bool {
	return e.store(LineStore, step, f) && e.load(LineAgain, step, e.l.To)
}

func (e *evaluation) x87(i int, s *Step) bool {
	f := typeOf(s.Double)
	spill := e.m.Spills>>i&1 != 0 && s.Do.Rounds()
	switch s.Do {
	case Load:
		return e.load(LineLoad, i, Reg{typeOf(e.p.Double), e.operands[s.Arg]})
	case Constant:
		return e.constant(i, s)
	case Wide, Last:
		return true // the register holds either type; the final store converts
	case Cast:
		if spill || e.typeBelow(i) == format.F64 && f == format.F32 {
			return e.spill(i, f)
		}
		return true
	}
	l := e.begin(LineArith, i, s.Do.Arity())
	var r round.Result
	switch s.Do {
	case FMA:
		l.Name = called("fma", s)
		r = e.callFMA(f)
	case Neg:
		r.Bits, l.Name = arith.Negate(format.X87, l.In[0].Bits), "fchs"
	case Abs:
		r.Bits, l.Name = arith.Abs(format.X87, l.In[0].Bits), "fabs"
	default:
		op, _ := FindX87(x87Names[s.Do].op)
		l.Name = x87Names[s.Do].name
		r = op.Do(e.m.Control, [3]wide.U128{l.In[0].Bits, l.In[1].Bits}, nil)
	}
	return e.push(format.X87, &r) && (!spill || e.spill(i, f))
}

// called is the call of a function of C.
func called(name string, s *Step) string {
	if !s.Double {
		name += "f"
	}
	return "call " + name
}

// callFMA is the function of C: its arguments are rounded to f as they are passed in memory, its result comes in a
// register.
func (e *evaluation) callFMA(f *format.Format) round.Result {
	env, l := e.m.Control.wide(), &e.l
	var flags round.Flags
	for k := range l.In {
		r := arith.Convert(env, f, format.X87, l.In[k].Bits, nil)
		l.In[k] = Reg{f, r.Bits}
		flags |= r.Flags
	}
	r := arith.FMA(env, f, f, l.In[0].Bits, l.In[1].Bits, l.In[2].Bits, nil)
	r.Flags |= flags
	r.Bits = extended(e.m.Control, Reg{f, r.Bits}).Bits
	return r
}

func (e *evaluation) constant(i int, s *Step) bool {
	c := Reg{format.F64, wide.From64(e.p.Consts[s.Arg])}
	if !s.Double {
		c = Reg{format.F32, arith.Convert(round.Env{}, format.F32, format.F64, c.Bits, nil).Bits}
	}
	if e.m.Unit != UnitX87 {
		return e.move(i, c, s)
	}
	name := "fld " + memory(c.F)
	switch e.p.Consts[s.Arg] {
	case 0:
		name = "fldz"
	case 0x3ff << 52:
		name = "fld1"
	}
	e.beginLoad(LineLoad, i, name, c)
	r := extended(e.m.Control, c)
	return e.push(format.X87, &r)
}

// move is a load of SSE.
func (e *evaluation) move(i int, c Reg, s *Step) bool {
	e.beginLoad(LineLoad, i, e.vex("mov"+suffix(s.Double)), c)
	return e.push(c.F, &round.Result{Bits: c.Bits})
}

// typeBelow returns the type of the operand of step i, a conversion.
func (e *evaluation) typeBelow(i int) *format.Format { return typeOf(e.p.Steps[i-1].Double) }

// vex writes an instruction in the three-operand form that FMA3 comes with.
func (e *evaluation) vex(name string) string {
	if e.m.Unit == UnitFMA {
		return "v" + name
	}
	return name
}

var sseNames = [...]string{Add: "add", Sub: "sub", Mul: "mul", Div: "div", Sqrt: "sqrt"}

func (e *evaluation) sse(i int, s *Step) bool {
	f, tail := typeOf(s.Double), suffix(s.Double)
	switch {
	case s.Do == Load:
		return e.move(i, Reg{f, e.operands[s.Arg]}, s)
	case s.Do == Constant:
		return e.constant(i, s)
	case s.Do >= Cast && e.typeBelow(i) == f:
		return true
	}
	l := e.begin(LineArith, i, s.Do.Arity())
	x := [3]wide.U128{l.In[0].Bits, l.In[1].Bits, l.In[2].Bits}
	var r round.Result
	switch s.Do {
	case Neg:
		r.Bits, l.Name = arith.Negate(f, x[0]), e.vex("xorp"+tail[1:])
	case Abs:
		r.Bits, l.Name = arith.Abs(f, x[0]), e.vex("andp"+tail[1:])
	case Sin, Cos:
		r = e.library(s, f, x[0])
	default:
		name := ""
		switch s.Do {
		case FMA:
			name = "fma" + f.ID[1:]
			e.fma(s, f, &x)
		case Cast, Wide, Last:
			name = "cvt32to64"
			if f == format.F32 {
				name = "cvt64to32"
			}
		default:
			name = sseNames[s.Do] + f.ID[1:]
		}
		op, _ := FindSSE(name)
		if l.Name == "" {
			l.Name = e.vex(op.Mnemonic)
		}
		r = op.Do(e.m.mxcsr(), x, nil)
	}
	return e.push(f, &r)
}

// mxcsr returns the register as it acts: FTZ only while underflow is masked (Intel SDM volume 1, 10.2.3.3).
func (m Machine) mxcsr() MXCSR {
	if m.MXCSR&(1<<11) == 0 {
		return m.MXCSR &^ FTZ
	}
	return m.MXCSR
}

// fma names an instruction of FMA3 or the function of C and gives its operands their signs; a NaN keeps its own.
func (e *evaluation) fma(s *Step, f *format.Format, x *[3]wide.U128) {
	name := "vfm"
	if s.Arg&NegProduct != 0 {
		name = "vfnm"
		negate(f, &x[0])
	}
	if s.Arg&NegAddend != 0 {
		name += "sub213"
		negate(f, &x[2])
	} else {
		name += "add213"
	}
	e.l.Name = name + suffix(s.Double)
	if e.m.Unit == UnitSSE {
		e.l.Name = called("fma", s)
	}
}

func negate(f *format.Format, c *wide.U128) {
	if !f.ClassOf(*c).IsNaN() {
		*c = arith.Negate(f, *c)
	}
}

// library is a call of sine or cosine.
func (e *evaluation) library(s *Step, f *format.Format, x wide.U128) round.Result {
	e.l.Name = called(x87Names[s.Do].op[1:], s)
	if e.m.Call == nil {
		return round.Result{Bits: f.NaN(format.NegativeQuiet), Flags: round.Invalid}
	}
	return e.m.Call(s.Do, f, x, e.m.MXCSR.Env().Direction)
}
