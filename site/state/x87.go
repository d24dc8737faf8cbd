//go:build !opening

package state

import (
	"strconv"
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/fpcore/x86"
)

// X87 is what the view shows: an expression over the variables a to h, evaluated by SSE, SSE with FMA3 and x87.
type X87 struct {
	Double  bool                  // the type of variables and result
	Formula string                // the last text that compiles
	Text    Draft                 // as typed
	X       [x86.Operands]Operand // a to h
	Control uint16                // x87 control word
	MXCSR   uint16
	Spills  uint32 // bit k: the value that step k leaves is stored and loaded again; all ones: every value
	At      uint8  // the x87 instruction whose registers are drawn, counted from 1; 0 is the last of arithmetic
}

// SpillAll stores every value.
const SpillAll = ^uint32(0)

// Bits of the control registers that can be changed: masks, precision and rounding; DAZ, masks, rounding and FTZ.
const (
	X87ControlBits = 0x0f3f
	X87MXCSRBits   = 0xffc0
)

// F returns the format of the variables.
func (v X87) F() *format.Format {
	if v.Double {
		return format.F64
	}
	return format.F32
}

// Program returns the compiled formula.
func (v X87) Program() x86.Program {
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

// Read returns the code that a text means, rounded to nearest.
func (v X87) Read(s string) (wide.U128, error) {
	p, err := text.Parse(s, v.F(), round.Env{})
	return p.Bits, err
}

// X87Example is a named state of the view.
type X87Example struct {
	ID  string // key of its words in prose
	X87 X87
}

// x87Packed holds the examples: ID, type, formula, control word, MXCSR, operands; those not listed are 1.
const x87Packed = `double|double|a+b|37f|1f80|1 0x1.0000000000001p-53
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

// X87Examples lists the named examples; the first is what the view opens on.
var X87Examples = func() (list []X87Example) {
	for line := range strings.SplitSeq(x87Packed, "\n") {
		f := strings.Split(line, "|")
		control, _ := strconv.ParseUint(f[3], 16, 16)
		mxcsr, _ := strconv.ParseUint(f[4], 16, 16)
		list = append(list, X87Example{f[0], X87{Double: f[1] == "double", Formula: f[2], Control: uint16(control), MXCSR: uint16(mxcsr)}})
		v, texts := &list[len(list)-1].X87, strings.Fields(f[5])
		for i := range v.X {
			s := "1"
			if i < len(texts) {
				s = texts[i]
				v.X[i].Text = Draft{On: true, Text: s}
			}
			v.X[i].Bits, _ = v.Read(s)
		}
	}
	return list
}()

func firstX87() X87 { return X87Examples[0].X87 }

// X87Type types in the formula.
type X87Type struct{ Text string }

func (X87Type) gesture() string { return "x87.formula" }

func (a X87Type) apply(s State) State {
	v := &s.X87
	v.Text = Typed(a.Text)
	if _, err := x86.Compile(v.Text.Text, v.Double, ReadNumber); err == nil {
		v.Formula, v.At = v.Text.Text, 0
	}
	return s
}

// X87Operand types in operand I.
type X87Operand struct {
	I    uint8
	Text string
}

func (a X87Operand) gesture() string { return "x87.type" + strconv.Itoa(int(a.I)) }

func (a X87Operand) apply(s State) State {
	if int(a.I) < len(s.X87.X) {
		x := &s.X87.X[a.I]
		x.Text = Typed(a.Text)
		if c, err := s.X87.Read(x.Text.Text); err == nil {
			x.Bits = c
		}
	}
	return s
}

// X87Nudge moves operand I to its upper (Up) or lower neighbour.
type X87Nudge struct {
	I  uint8
	Up bool
}

func (a X87Nudge) gesture() string { return "x87.step" + strconv.Itoa(int(a.I)) }

func (a X87Nudge) apply(s State) State {
	if int(a.I) < len(s.X87.X) {
		x, f := &s.X87.X[a.I], s.X87.F()
		x.Text = Draft{}
		if a.Up {
			x.Bits = f.NextUp(x.Bits)
		} else {
			x.Bits = f.NextDown(x.Bits)
		}
	}
	return s
}

// X87Declare chooses the type of the variables: what was typed is read again, other data are rounded.
type X87Declare struct {
	once
	Double bool
}

func (a X87Declare) apply(s State) State {
	v := &s.X87
	if v.Double == a.Double {
		return s
	}
	old := v.F()
	v.Double, v.At = a.Double, 0
	for i := range v.X {
		x := &v.X[i]
		if x.Text.On && !isPattern(x.Text.Text) {
			if c, err := v.Read(x.Text.Text); err == nil {
				x.Bits = c
				continue
			}
		}
		x.Text = Draft{}
		x.Bits = arith.Convert(round.Env{}, v.F(), old, x.Bits, nil).Bits
	}
	if _, err := x86.Compile(v.Formula, v.Double, ReadNumber); err != nil { // conversions made it too long
		v.Formula, v.Text = "a+b", Draft{}
	}
	return s
}

// X87Bit toggles a bit of the control word, or of MXCSR.
type X87Bit struct {
	once
	MXCSR bool
	Bit   uint8
}

func (a X87Bit) apply(s State) State {
	mask := uint16(1) << (a.Bit & 15)
	if a.MXCSR {
		s.X87.MXCSR ^= mask & X87MXCSRBits
	} else {
		s.X87.Control ^= mask & X87ControlBits
	}
	return s
}

// X87Set chooses a way to compile: the precision control of a compiler option, 24, 53 or 64, and the spills.
type X87Set struct {
	once
	Precision int
	Spills    uint32
}

func (a X87Set) apply(s State) State {
	w := x86.ControlWord(s.X87.Control)
	s.X87.Control = uint16(w&^0x300 | x86.ControlWordDefault.With(round.TiesToEven, a.Precision)&0x300)
	s.X87.Spills, s.X87.At = a.Spills, 0
	return s
}

// X87Spill switches whether the value of a step is stored.
type X87Spill struct {
	once
	Step uint8
}

func (a X87Spill) apply(s State) State {
	if a.Step < x86.MaxSteps {
		s.X87.Spills ^= 1 << a.Step
		s.X87.At = 0
	}
	return s
}

// X87Show draws the registers after instruction At, counted from 1; 0 is the last of arithmetic.
type X87Show struct{ At uint8 }

func (X87Show) gesture() string { return "x87.show" }
func (X87Show) navigates()      {}

func (a X87Show) apply(s State) State {
	s.X87.At = a.At
	return s
}

// X87Open shows a named example.
type X87Open struct {
	once
	ID string
}

func (a X87Open) apply(s State) State {
	for _, e := range X87Examples {
		if e.ID == a.ID {
			s.X87 = e.X87
		}
	}
	return s
}
