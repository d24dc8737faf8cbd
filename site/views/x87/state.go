package x87

import (
	"strconv"
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/fpcore/x86"
	"ulplab/site/kit/example"
	"ulplab/site/kit/operand"
	"ulplab/site/lab"
)

// State is what the view shows: an expression over the variables a to h, evaluated by SSE, SSE with FMA3 and x87.
type State struct {
	Double  bool                          // the type of variables and result
	Formula string                        // the last text that compiles
	Text    operand.Draft                 // as typed
	X       [x86.Operands]operand.Entered // a to h
	Control uint16                        // x87 control word
	MXCSR   uint16
	Spills  uint32 // bit k: the value that step k leaves is stored and loaded again; all ones: every value
	At      uint8  // the x87 instruction whose registers are drawn, counted from 1; 0 is the last of arithmetic
}

// SpillAll stores every value.
const SpillAll = ^uint32(0)

// Bits of the control registers that can be changed: masks, precision and rounding; DAZ, masks, rounding and FTZ.
const (
	ControlBits = 0x0f3f
	MXCSRBits   = 0xffc0
)

// F returns the format of the variables.
func (v State) F() *format.Format {
	if v.Double {
		return format.F64
	}
	return format.F32
}

// Program returns the compiled formula.
func (v State) Program() x86.Program {
	p, _ := x86.Compile(v.Formula, v.Double, ReadNumber)
	return p
}

// ReadNumber is the x86.Number of the lab: decimal and hexadecimal constants as C writes them.
func ReadNumber(s string, f *format.Format) (wide.U128, int) {
	p, err := text.Parse(s, f, round.Env{})
	switch e, _ := err.(*text.Error); {
	case e != nil:
		return p.Bits, e.Pos
	case p.Kind != text.KindDecimal && p.Kind != text.KindHexFloat || !p.Finite || s[len(s)-1]|0x20 == 'l':
		return p.Bits, 0
	case p.Kind == text.KindHexFloat && !strings.ContainsAny(s, "pP"):
		return p.Bits, len(s)
	}
	return p.Bits, -1
}

// packed holds the examples: ID, type, formula, control word, MXCSR, operands; those not listed are 1.
const packed = `double|double|a+b|37f|1f80|1 0x1.0000000000001p-53
figure5|float|a*b+c*d+e*f+g*h|37f|1f80|0x3ff42c76 0xbf6f7cee 0xbf494494 0xbf3106da 0x3f92db19 0x3fdcbb70 0x3f75dcc9 0xbf35b25d
figure1|float|a*a+b|37f|1f80|0x3f800001 0xbf800002
cosine|double|cos(a)|37f|1f80|5992555.0
self|double|a/b|37f|1f80|1 3
overflow|double|a*a/b|37f|1f80|1e200 1e200
discriminant|double|b*b-4*a*c|37f|1f80|94906265.625 189812534 94906268.375
tenth|double|a*b-1|37f|1f80|0.1 10
mpc64|double|a*b|27f|1f80|0.2 4.64e-308
cast|float|(float)(a*b)+c|37f|1f80|0x3f800001 0x3f800001 0xbf800002
wider|float|(double)a*b+c|37f|1f80|0x3f800001 0x3f800001 0xbf800002
flush|float|a*b|37f|9fc0|2^-100 0x1.8p-40
trap|double|a/b-c|37b|1d80|1 0 1`

// Examples lists the named examples; the first is what the view opens on.
var Examples = func() (list example.List[State]) {
	for line := range strings.SplitSeq(packed, "\n") {
		f := strings.Split(line, "|")
		control, _ := strconv.ParseUint(f[3], 16, 16)
		mxcsr, _ := strconv.ParseUint(f[4], 16, 16)
		list = append(list, example.Named[State]{ID: f[0], State: State{Double: f[1] == "double", Formula: f[2], Control: uint16(control), MXCSR: uint16(mxcsr)}})
		v, texts := &list[len(list)-1].State, strings.Fields(f[5])
		for i := range v.X {
			s := "1"
			if i < len(texts) {
				s = texts[i]
				v.X[i].Text = operand.Draft{On: true, Text: s}
			}
			v.X[i].Bits, _ = operand.Read(s, v.F())
		}
	}
	return list
}()

func First() State { return Examples[0].State }

// Type types in the formula.
type Type struct{ Text string }

func (Type) Gesture() string { return "x87.formula" }

func (a Type) Apply(s State) State {
	v := &s
	v.Text = operand.Typed(a.Text)
	if _, err := x86.Compile(v.Text.Text, v.Double, ReadNumber); err == nil {
		v.Formula, v.At = v.Text.Text, 0
	}
	return s
}

// Held returns operand i to be changed, nil where there is none of that number (operand.Holder).
func (v *State) Held(i uint8) *operand.Entered { return operand.At(v.X[:], i) }

// Operand types in an operand, Nudge moves one to its neighbour.
type (
	Operand = operand.Type[State, *State]
	Nudge   = operand.Step[State, *State]
)

// Declare chooses the type of the variables: what was typed is read again, other data are rounded.
type Declare struct {
	lab.Once
	Double bool
}

func (a Declare) Apply(s State) State {
	v := &s
	if v.Double == a.Double {
		return s
	}
	old := v.F()
	v.Double, v.At = a.Double, 0
	for i := range v.X {
		v.X[i].Refit(old, v.F(), operand.Reader(v.F()))
	}
	if _, err := x86.Compile(v.Formula, v.Double, ReadNumber); err != nil { // conversions made it too long
		v.Formula, v.Text = "a+b", operand.Draft{}
	}
	return s
}

// Bit toggles a bit of the control word, or of MXCSR.
type Bit struct {
	lab.Once
	MXCSR bool
	Bit   uint8
}

func (a Bit) Apply(s State) State {
	mask := uint16(1) << (a.Bit & 15)
	if a.MXCSR {
		s.MXCSR ^= mask & MXCSRBits
	} else {
		s.Control ^= mask & ControlBits
	}
	return s
}

// Set chooses a way to compile: the precision control of a compiler option, 24, 53 or 64, and the spills.
type Set struct {
	lab.Once
	Precision int
	Spills    uint32
}

func (a Set) Apply(s State) State {
	w := x86.ControlWord(s.Control)
	s.Control = uint16(w&^0x300 | x86.ControlWordDefault.With(round.TiesToEven, a.Precision)&0x300)
	s.Spills, s.At = a.Spills, 0
	return s
}

// Spill switches whether the value of a step is stored.
type Spill struct {
	lab.Once
	Step uint8
}

func (a Spill) Apply(s State) State {
	if a.Step < x86.MaxSteps {
		s.Spills ^= 1 << a.Step
		s.At = 0
	}
	return s
}

// Show draws the registers after instruction At, counted from 1; 0 is the last of arithmetic.
type Show struct {
	lab.Navigation
	At uint8
}

func (Show) Gesture() string { return "x87.show" }

func (a Show) Apply(s State) State {
	s.At = a.At
	return s
}

// Examples implements example.Holder.
func (State) Examples() example.List[State] { return Examples }

// Open shows a named example.
type Open = example.Open[State]
