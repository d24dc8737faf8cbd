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
	Kind  LineKind
	Step  int8   // index into Program.Steps; of the last step for LineFinal
	N     uint8  // operands
	Depth uint8  // registers in use afterwards
	Name  string // fld m32, faddp, mulss, vfmadd213ss, call cosf
	In    [3]Reg // operands; of a store the register, of a load the memory
	To    Reg    // what was delivered, in a register or in memory
	R     round.Result
	Regs  [Depth]Reg // afterwards: x87 st(0) first; SSE the oldest value first
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
	for i, s := range p.List() {
		if !e.step(i, s) {
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
	before   [Depth]Reg // the stack before the instruction, for a trap that leaves it
	held     int
	stack    [Depth]Reg // the oldest value first
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

// pop takes n operands from the stack into the line.
func (e *evaluation) pop(l *Line, n int) {
	e.before, e.held = e.stack, e.depth
	e.depth -= n
	l.N = uint8(n)
	copy(l.In[:], e.stack[e.depth:e.depth+n])
}

func (e *evaluation) push(r Reg) {
	e.stack[e.depth] = r
	e.depth++
}

// end completes a line and reports whether the program goes on.
func (e *evaluation) end(l Line, r round.Result) bool {
	masks := e.m.masks()
	if masks&round.Underflow == 0 && r.Decision.Tiny {
		r.Flags |= round.Underflow // unmasked, it is signaled for exact results too
	}
	if trap := r.Flags &^ masks; trap != 0 {
		r = e.trap(&l, r, trap)
	}
	l.R = r
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
	e.run.Lines = append(e.run.Lines, l)
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

func (e *evaluation) step(i int, s Step) bool {
	if e.m.Unit == UnitX87 {
		return e.x87(i, s)
	}
	return e.sse(i, s)
}

// final stores the result.
func (e *evaluation) final() {
	f := typeOf(e.p.Double)
	l := Line{Kind: LineFinal, Step: int8(e.p.N) - 1}
	e.pop(&l, 1)
	if e.m.Unit != UnitX87 {
		l.Name, l.To = e.vex("mov"+suffix(e.p.Double)), l.In[0]
		e.run.Value = l.To
		e.end(l, round.Result{Bits: l.To.Bits})
		return
	}
	r := e.store(&l, f)
	e.run.Value = l.To
	e.end(l, r)
}

// Names of the x87 instructions of actions: of arithmetic the popping forms.
var x87Names = [...]struct{ op, name string }{
	Add: {"add", "faddp"}, Sub: {"sub", "fsubp"}, Mul: {"mul", "fmulp"}, Div: {"div", "fdivp"}, Sqrt: {"sqrt", "fsqrt"},
	Neg: {"", "fchs"}, Abs: {"", "fabs"}, Sin: {"fsin", "fsin"}, Cos: {"fcos", "fcos"},
}

// extended converts a memory operand to a register, as fld does: exactly; a signaling NaN is invalid and a subnormal
// number signals the denormal operand.
func extended(w ControlWord, m Reg) round.Result {
	env := w.Env()
	env.Precision = 0
	r := arith.Convert(env, format.X87, m.F, m.Bits, nil)
	if m.F.ClassOf(m.Bits) == format.Subnormal {
		r.Flags |= round.DenormalOperand
	}
	return r
}

// store is fstp to the type f; the line's operand is the register.
func (e *evaluation) store(l *Line, f *format.Format) round.Result {
	l.Name = "fstp " + memory(f)
	env := e.m.Control.Env()
	env.Precision = 0
	r := arith.Convert(env, f, format.X87, l.In[0].Bits, nil)
	l.To = Reg{f, r.Bits}
	return r
}

// load is fld of a memory operand.
func (e *evaluation) load(kind LineKind, i int, m Reg) bool {
	r := extended(e.m.Control, m)
	l := Line{Kind: kind, Step: int8(i), N: 1, Name: "fld " + memory(m.F), In: [3]Reg{m}, To: Reg{format.X87, r.Bits}}
	e.push(l.To)
	return e.end(l, r)
}

// spill stores the top of the stack in the type f and loads it again.
func (e *evaluation) spill(i int, f *format.Format) bool {
	l := Line{Kind: LineStore, Step: int8(i)}
	e.pop(&l, 1)
	r := e.store(&l, f)
	return e.end(l, r) && e.load(LineAgain, i, l.To)
}

func (e *evaluation) x87(i int, s Step) bool {
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
		from := e.typeBelow(i)
		if spill || from == format.F64 && f == format.F32 {
			return e.spill(i, f)
		}
		return true
	}
	l := Line{Kind: LineArith, Step: int8(i)}
	e.pop(&l, s.Do.Arity())
	var r round.Result
	switch s.Do {
	case FMA: // a function, whose arguments are passed in memory
		l.Name = "call fma"
		if !s.Double {
			l.Name = "call fmaf"
		}
		return e.callFMA(l, i, f) && (!spill || e.spill(i, f))
	case Neg:
		r.Bits, l.Name = arith.Negate(format.X87, l.In[0].Bits), "fchs"
	case Abs:
		r.Bits, l.Name = arith.Abs(format.X87, l.In[0].Bits), "fabs"
	default:
		op, _ := FindX87(x87Names[s.Do].op)
		l.Name = x87Names[s.Do].name
		r = op.Do(e.m.Control, [3]wide.U128{l.In[0].Bits, l.In[1].Bits}, nil)
	}
	l.To = Reg{format.X87, r.Bits}
	e.push(l.To)
	return e.end(l, r) && (!spill || e.spill(i, f))
}

// callFMA is the function of C on arguments rounded to f, and its result in a register.
func (e *evaluation) callFMA(l Line, i int, f *format.Format) bool {
	env := e.m.Control.Env()
	env.Precision = 0
	var flags round.Flags
	for k := range 3 {
		r := arith.Convert(env, f, format.X87, l.In[k].Bits, nil)
		l.In[k] = Reg{f, r.Bits}
		flags |= r.Flags
	}
	r := arith.FMA(env, f, f, l.In[0].Bits, l.In[1].Bits, l.In[2].Bits, nil)
	r.Flags |= flags
	l.To = Reg{format.X87, extended(e.m.Control, Reg{f, r.Bits}).Bits}
	e.push(l.To)
	return e.end(l, r)
}

func (e *evaluation) constant(i int, s Step) bool {
	c := Reg{format.F64, wide.From64(e.p.Consts[s.Arg])}
	if !s.Double {
		c = Reg{format.F32, arith.Convert(round.Env{}, format.F32, format.F64, c.Bits, nil).Bits}
	}
	name := ""
	switch e.p.Consts[s.Arg] {
	case 0:
		name = "fldz"
	case 0x3ff << 52:
		name = "fld1"
	}
	if e.m.Unit != UnitX87 {
		l := Line{Kind: LineLoad, Step: int8(i), N: 1, Name: e.vex("mov" + suffix(s.Double)), In: [3]Reg{c}, To: c}
		e.push(c)
		return e.end(l, round.Result{Bits: c.Bits})
	}
	if name == "" {
		return e.load(LineLoad, i, c)
	}
	r := extended(e.m.Control, c)
	l := Line{Kind: LineLoad, Step: int8(i), N: 1, Name: name, In: [3]Reg{c}, To: Reg{format.X87, r.Bits}}
	e.push(l.To)
	return e.end(l, r)
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

func (e *evaluation) sse(i int, s Step) bool {
	f, tail := typeOf(s.Double), suffix(s.Double)
	l := Line{Kind: LineArith, Step: int8(i)}
	switch s.Do {
	case Load:
		l = Line{Kind: LineLoad, Step: int8(i), N: 1, Name: e.vex("mov" + tail), In: [3]Reg{{f, e.operands[s.Arg]}}}
		l.To = l.In[0]
		e.push(l.To)
		return e.end(l, round.Result{Bits: l.To.Bits})
	case Constant:
		return e.constant(i, s)
	}
	if s.Do >= Cast && e.typeBelow(i) == f {
		return true
	}
	e.pop(&l, s.Do.Arity())
	var x [3]wide.U128
	for k := range x {
		x[k] = l.In[k].Bits
	}
	var r round.Result
	switch s.Do {
	case Neg:
		r.Bits, l.Name = arith.Negate(f, x[0]), e.vex("xorp"+tail[1:])
	case Abs:
		r.Bits, l.Name = arith.Abs(f, x[0]), e.vex("andp"+tail[1:])
	case FMA:
		r = e.fma(&l, s, f, x)
	case Sin, Cos:
		r, l.Name = e.library(s, f, x[0])
	default:
		name, src := "", "32"
		if l.In[0].F == format.F64 {
			src = "64"
		}
		switch s.Do {
		case Cast, Wide, Last:
			name = "cvt32to64"
			if src == "64" {
				name = "cvt64to32"
			}
		default:
			name = sseNames[s.Do] + src
		}
		op, _ := FindSSE(name)
		l.Name = e.vex(op.Mnemonic)
		r = op.Do(e.m.mxcsr(), x, nil)
	}
	l.To = Reg{f, r.Bits}
	e.push(l.To)
	return e.end(l, r)
}

// mxcsr returns the register as it acts: FTZ only while underflow is masked (Intel SDM volume 1, 10.2.3.3).
func (m Machine) mxcsr() MXCSR {
	if m.MXCSR&(1<<11) == 0 {
		return m.MXCSR &^ FTZ
	}
	return m.MXCSR
}

// fma is an instruction of FMA3 or the function of C; a NaN keeps its sign.
func (e *evaluation) fma(l *Line, s Step, f *format.Format, x [3]wide.U128) round.Result {
	negate := func(k int) {
		if !f.ClassOf(x[k]).IsNaN() {
			x[k] = arith.Negate(f, x[k])
		}
	}
	name := "fm"
	if s.Arg&NegProduct != 0 {
		name = "fnm"
		negate(0)
	}
	if s.Arg&NegAddend != 0 {
		name += "sub213"
		negate(2)
	} else {
		name += "add213"
	}
	l.Name = "v" + name + suffix(s.Double)
	if e.m.Unit == UnitSSE {
		l.Name = "call fma"
		if !s.Double {
			l.Name = "call fmaf"
		}
	}
	op, _ := FindSSE("fma" + f.ID[1:])
	return op.Do(e.m.mxcsr(), x, nil)
}

// library is a call of sine or cosine.
func (e *evaluation) library(s Step, f *format.Format, x wide.U128) (round.Result, string) {
	name := "call sin"
	if s.Do == Cos {
		name = "call cos"
	}
	if !s.Double {
		name += "f"
	}
	if e.m.Call == nil {
		return round.Result{Bits: f.NaN(format.NegativeQuiet), Flags: round.Invalid}, name
	}
	return e.m.Call(s.Do, f, x, e.m.MXCSR.Env().Direction), name
}
