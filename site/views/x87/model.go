package x87

import (
	"strconv"
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
	"ulplab/fpcore/x86"
	"ulplab/site/kit/bits"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/words"
)

// Model is what the view shows.
type Model struct {
	F         *format.Format
	Operands  [x86.Operands]X87Operand
	Formula   string // as compiled
	Shown     string // what the field holds
	Problem   string
	Caret     string // the text up to the fault, where there is one
	Exact     string // the value of the formula without any rounding; "" where it is not rational
	Columns   [3]Column
	Ways      []Way
	At        int // the x87 instruction shown, an index into Columns[2].Lines
	Before    []Reg
	After     []Reg
	Now       Now
	Rounding  *Rounding
	Compare   string // the value in the register compared with its stored copy; "" without one
	Different bool
	Cosine    *Cosine
	Control   []Field
	MXCSR     []Field
	Status    []Field
	Words     [3]string // the three registers in hexadecimal
}

// X87Operand is a variable; Used says whether the formula has it.
type X87Operand struct {
	Used bool
	operand.Operand
}

// Column is one unit's evaluation.
type Column struct {
	Lines  []Line
	Result operand.Datum
	Error  operand.Error
	Flags  []string
	Trap   string // why there is no result
}

// Line is one instruction.
type Line struct {
	_     [0]func() // not comparable
	Name  string
	From  string // the piece of the formula that it completes
	Value string // what it delivers
	Flags string // what it raises
	Kind  x86.LineKind
	Spill int // the step whose value can be stored after this instruction, -1 for none
	On    bool
}

// Reg is a register of the stack.
type Reg struct {
	Name    string
	Bits    bits.Bits
	Value   string
	Changed bool
}

// Now is the instruction shown, in words.
type Now struct {
	Name, From, Flags string
	Words             []string
}

// Way is a way to compile the formula, with its result.
type Way struct {
	Name      string
	Command   string
	Result    operand.Datum
	Error     operand.Error
	Same      bool // as SSE
	Here      bool // the evaluation shown
	Precision int  // x87: bits of the precision control; 0 for SSE
	Spills    uint32
	Trap      bool
}

// Field is a bit or a field of a control or status register.
type Field struct {
	Name  string // "PC"
	Means string // "precision control: 53 bits"
	Bits  []X87Bit
}

// X87Bit is one bit; those that cannot be changed are Fixed.
type X87Bit struct {
	Index int
	One   bool
	Fixed bool
}

// names of the units in the order of the columns.
var units = [3]x86.Unit{x86.UnitSSE, x86.UnitFMA, x86.UnitX87}

// machine returns a unit under the view's control.
func machine(v State, u x86.Unit) x86.Machine {
	return x86.Machine{Unit: u, Control: x86.ControlWord(v.Control), MXCSR: x86.MXCSR(v.MXCSR), Spills: v.Spills, Call: library}
}

// library is a library whose sine and cosine are correctly rounded, as those of a good one are but for rare cases.
func library(do x86.Action, f *format.Format, x wide.U128, d round.Direction) round.Result {
	id := "sin"
	if do == x86.Cos {
		id = "cos"
	}
	fn, _ := exact.FindFunction(id)
	return fn.Round(round.Env{Direction: d, NaN: round.NaNRule{Default: format.NegativeQuiet}}, f, f, x).Result
}

// Unread returns the names of what is typed and not understood: the formula, operands that it uses.
func (m *Model) Unread() (names []string) {
	if m.Problem != "" {
		names = append(names, "the formula")
	}
	for _, o := range m.Operands {
		if o.Used && o.Problem != "" {
			names = append(names, o.Name)
		}
	}
	return names
}

// build computes the view.
func build(v State) Model {
	m := Model{F: v.F(), Formula: v.Formula, Shown: v.Formula}
	if v.Text.On {
		m.Shown = v.Text.Text
		if _, err := x86.Compile(v.Text.Text, v.Double, ReadNumber); err != nil {
			pos := err.(*x86.FormulaError).Pos
			m.Problem = "At character " + strconv.Itoa(len([]rune(v.Text.Text[:min(pos, len(v.Text.Text))]))+1) + ": " + err.Error()
			m.Caret = v.Text.Text[:min(pos, len(v.Text.Text), x86.MaxFormula)]
		}
	}
	p := v.Program()
	fused := p.Contract()
	var codes [x86.Operands]wide.U128
	for i, x := range v.X {
		codes[i] = x.Bits
		o := X87Operand{Used: p.Uses(i), Operand: operand.Operand{Name: "abcdefgh"[i : i+1]}}
		if o.Used {
			o.Datum = operand.DatumOf(m.F, x.Bits, false)
			o.Text = o.Entry
			if x.Text.On {
				o.Text = x.Text.Text
				o.Problem, o.Note = operand.Judge(m.F, x)
			}
		}
		m.Operands[i] = o
	}
	ref := refer(&p, codes)
	m.Exact = ref.text()
	var runs [3]x86.Run
	for i, u := range units {
		code := &p
		if u == x86.UnitFMA {
			code = &fused
		}
		runs[i] = machine(v, u).Evaluate(code, codes)
		m.Columns[i] = column(v, code, &runs[i], ref)
	}
	m.Ways = ways(v, &p, &fused, codes, ref)
	lines := runs[2].Lines
	for m.At = len(lines) - 1; m.At > 0 && lines[m.At].Kind != x86.LineArith; m.At-- {
	}
	if n := int(v.At); n > 0 && n <= len(lines) {
		m.At = n - 1
	}
	m.stack(v, &p, lines)
	m.Rounding = twice(v, &p, lines, m.At)
	m.compare(lines, runs[2].Trap)
	m.Cosine = cosine(v, &p, &runs)
	m.registers(v, &lines[m.At])
	return m
}

// x87Exact evaluates the formula without rounding. known is false where the value is not rational, or an operand or
// the value not finite.
func x87Exact(p *x86.Program, x [x86.Operands]wide.U128) (ref exact.Ratio, known bool) {
	var stack [x86.Depth + 2]exact.Ratio
	n := 0
	for _, s := range p.List() {
		n -= s.Do.Arity()
		f, c := format.F64, wide.From64(p.Consts[s.Arg%x86.MaxConsts])
		if s.Do == x86.Load {
			f, c = x87Type(p), x[s.Arg]
		}
		ok := true
		if s.Do <= x86.Constant {
			var w exact.Value
			w, ok = exact.FromBits(f, c)
			stack[n] = w.Ratio()
		} else {
			stack[n], ok = op(s.Do, (*[3]exact.Ratio)(stack[n:]))
		}
		if !ok || !stack[n].InBounds() {
			return ref, false
		}
		n++
	}
	return stack[0], true
}

// op is one operation on rational numbers; ok is false where it has no rational value.
func op(do x86.Action, x *[3]exact.Ratio) (r exact.Ratio, ok bool) {
	switch do {
	case x86.Add:
		return x[0].Add(x[1])
	case x86.Sub:
		return x[0].Sub(x[1])
	case x86.Mul:
		return x[0].Mul(x[1])
	case x86.Div:
		return x[0].Quo(x[1])
	case x86.FMA:
		if r, ok = x[0].Mul(x[1]); ok {
			r, ok = r.Add(x[2])
		}
		return r, ok
	case x86.Neg:
		return x[0].Negated(), true
	case x86.Abs:
		if r = x[0]; r.Sign() < 0 {
			r = r.Negated()
		}
		return r, true
	}
	return x[0], do >= x86.Cast
}

// column describes a run.
func column(v State, p *x86.Program, run *x86.Run, ref reference) Column {
	c := Column{Flags: words.FlagLetters(run.Flags)}
	for i := range run.Lines {
		l := &run.Lines[i]
		s := p.Steps[l.Step]
		line := Line{Name: l.Name, From: piece(v, s), Value: words.Brief(l.To.F, l.To.Bits), Kind: l.Kind, Spill: -1, Flags: strings.Join(words.FlagLetters(l.R.Flags), " ")}
		if l.None {
			line.Value = ""
		}
		if l.Kind == x86.LineFinal {
			line.From = "result"
		}
		if s.Do.Rounds() && l.Kind == x86.LineArith {
			line.Spill, line.On = int(l.Step), v.Spills>>l.Step&1 != 0
		}
		c.Lines = append(c.Lines, line)
	}
	if run.Trap != 0 {
		c.Trap = strings.Join(words.FlagLetters(run.Trap), " ")
		return c
	}
	c.Result, c.Error = operand.DatumOf(run.Value.F, run.Value.Bits, false), ref.error(run.Value)
	return c
}

// piece is the piece of the formula that a step completes.
func piece(v State, s x86.Step) string {
	return v.Formula[s.From:min(int(s.To), len(v.Formula))]
}

// reference is the value of the formula without any rounding: rational, or a function of an operand.
type reference struct {
	ref   exact.Ratio
	known bool
	fn    *exact.Function
	arg   exact.Value
}

// refer returns the reference of a formula.
func refer(p *x86.Program, x [x86.Operands]wide.U128) (r reference) {
	if r.ref, r.known = x87Exact(p, x); r.known || p.N != 2 || p.Steps[0].Do != x86.Load {
		return r
	}
	id := "sin"
	if p.Steps[1].Do == x86.Cos {
		id = "cos"
	}
	if v, ok := exact.FromBits(x87Type(p), x[p.Steps[0].Arg]); ok && p.Steps[1].Do >= x86.Sin && p.Steps[1].Do <= x86.Cos {
		r.fn, _ = exact.FindFunction(id)
		r.arg = v
	}
	return r
}

// error returns how far a result is from the reference.
func (r reference) error(v x86.Reg) operand.Error {
	if _, ok := exact.FromBits(v.F, v.Bits); ok && r.fn != nil {
		return operand.Error{Known: true, Text: r.fn.ErrorUlps(v.F, v.Bits, r.arg, 6), Unit: "ulp"}
	}
	return operand.ErrorOf(v.F, v.Bits, r.ref, "ulp", r.known)
}

// text writes the reference in decimal, "" where there is none.
func (r reference) text() string {
	if r.fn != nil {
		if d, ok := r.fn.Digits(r.arg, 25); ok {
			return d.Scientific(1) + "…"
		}
		return ""
	}
	if !r.known {
		return ""
	}
	return words.DigitsOf(r.ref, false)
}

// x87Type is the format of the variables.
func x87Type(p *x86.Program) *format.Format {
	if p.Double {
		return format.F64
	}
	return format.F32
}

// ways evaluates the formula in every way that a compiler option gives.
func ways(v State, p, fused *x86.Program, x [x86.Operands]wide.U128, ref reference) []Way {
	all := uint32(1)<<p.N - 1
	cast, trig := uint32(0), false
	for i, s := range p.List() {
		if !s.Do.Rounds() {
			all &^= 1 << i
		}
		trig = trig || s.Do == x86.Sin || s.Do == x86.Cos
		if s.Do == x86.Cast {
			cast |= 1 << i
		}
	}
	type way struct {
		unit      x86.Unit
		precision int
		spills    uint32
	}
	ways := []way{{x86.UnitSSE, 0, 0}, {x86.UnitFMA, 0, 0}, {x86.UnitX87, 64, 0}, {x86.UnitX87, 53, 0}, {x86.UnitX87, 24, 0}, {x86.UnitX87, 64, SpillAll}, {x86.UnitX87, 53, SpillAll}}
	if cast != 0 {
		ways = append(ways, way{x86.UnitX87, 64, cast})
	}
	var out []Way
	for _, w := range ways {
		m := machine(v, w.unit)
		code := p
		if w.unit == x86.UnitFMA {
			code = fused
		}
		name := wayName(w.unit, w.precision, w.spills, cast)
		if w.unit == x86.UnitX87 {
			m.Spills = w.spills
			m.Control = m.Control&^0x300 | x86.ControlWordDefault.With(round.TiesToEven, w.precision)&0x300
		}
		run := m.Evaluate(code, x)
		title, command := x87Way(name)
		if w.unit == x86.UnitX87 && trig {
			command += " -funsafe-math-optimizations"
		}
		one := Way{Name: title, Command: command, Precision: w.precision, Spills: w.spills, Trap: run.Trap != 0}
		if !one.Trap {
			one.Result, one.Error = operand.DatumOf(run.Value.F, run.Value.Bits, false), ref.error(run.Value)
		}
		one.Here = w.unit == x86.UnitX87 && w.precision == x86.ControlWord(v.Control).Precision() && v.Spills&all == w.spills&all
		one.Same = len(out) == 0 || one.Trap == out[0].Trap && one.Result.Code == out[0].Result.Code
		out = append(out, one)
	}
	return out
}

// wayName is the key of a way's words.
func wayName(u x86.Unit, precision int, spills, cast uint32) string {
	switch {
	case u == x86.UnitSSE:
		return "sse"
	case u == x86.UnitFMA:
		return "fma"
	case spills == 0:
		return strconv.Itoa(precision)
	case spills == cast:
		return "cast"
	}
	return strconv.Itoa(precision) + "s"
}

// stack fills in the registers before and after the instruction shown, and what it did.
func (m *Model) stack(v State, p *x86.Program, lines []x86.Line) {
	l := &lines[m.At]
	if m.At > 0 {
		b := &lines[m.At-1]
		m.Before = regs(b.Regs[:b.Depth], nil, false)
	}
	m.After = regs(l.Regs[:l.Depth], m.Before, l.Kind != x86.LineStore && l.Kind != x86.LineFinal && !l.None)
	m.Now = Now{Name: l.Name, From: m.Columns[2].Lines[m.At].From, Flags: strings.Join(words.FlagLetters(l.R.Flags), " ")}
	m.Now.Words = x87Line(l, x86.ControlWord(v.Control))
}

// regs describes a stack, st(0) first. Of the stack after an instruction the top is marked if it was written.
func regs(regs []x86.Reg, before []Reg, wrote bool) []Reg {
	var out []Reg
	for i, r := range regs {
		out = append(out, Reg{Name: "st(" + strconv.Itoa(i) + ")", Bits: bits.BitsOf(format.X87, r.Bits), Value: words.Brief(r.F, r.Bits), Changed: wrote && i == 0})
	}
	return out
}

// compare compares the last value in a register with its stored copy.
func (m *Model) compare(lines []x86.Line, trap round.Flags) {
	if trap != 0 {
		return
	}
	l := &lines[len(lines)-1]
	stored := arith.Convert(round.Env{}, format.X87, l.To.F, l.To.Bits, nil).Bits
	rel, _ := arith.Compare(round.Env{}, format.X87, l.In[0].Bits, stored)
	m.Different = rel != arith.Equal
	m.Compare = compare(rel)
}

// registers takes the control and status registers apart.
func (m *Model) registers(v State, l *x86.Line) {
	w := x86.ControlWord(v.Control)
	status := l.Status(w)
	m.Words = [3]string{word(v.Control), word(v.MXCSR), word(status)}
	m.Control = fields(v.Control, ControlBits, control)
	m.MXCSR = fields(v.MXCSR, MXCSRBits, mxcsr)
	m.Status = fields(status, 0, x87Status)
}

// fields cuts a register as the layout says, highest bit first.
func fields(w, mask uint16, layout []fieldWords) []Field {
	var out []Field
	for _, f := range layout {
		g := Field{Name: f.Name, Means: f.Means[int(w>>f.Low)&(1<<f.Width-1)%len(f.Means)]}
		for i := f.Low + f.Width - 1; i >= f.Low; i-- {
			g.Bits = append(g.Bits, X87Bit{i, w>>i&1 != 0, mask>>i&1 == 0})
		}
		out = append(out, g)
	}
	return out
}

// word writes a register as the manuals do: 0x037F.
func word(w uint16) string { return words.UpperHex("0x" + strconv.FormatUint(1<<16|uint64(w), 16)[1:]) }
