package fma

import (
	"errors"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/site/kit/example"
	"ulplab/site/kit/operand"
	"ulplab/site/lab"
)

// ID is the view that compares rn(x*y + z) with rn(rn(x*y) + z).
const ID lab.ID = "fma"

// The decimal machine keeps MinDecimal to MaxDecimal significant digits.
const (
	MinDecimal = 3
	MaxDecimal = 10

	maxDecimalText = 1000 // bytes that its x may have
)

// State is what the view shows: operands in a binary format, or, if Decimal, the paper's x*x - 1 on a machine that
// keeps Places significant decimal digits.
type State struct {
	Format  string
	X       [3]operand.Entered // x, y, z
	Dir     round.Direction
	Full    bool // the pictures show every bit
	Decimal bool
	Places  uint8
	Dec     string        // the decimal x, the last text that could be read
	DecText operand.Draft // as typed
}

// F returns the format.
func (v State) F() *format.Format { return operand.FormatOf(v.Format) }

// Env returns the environment of every step: IEEE 754's defaults but for the direction.
func (v State) Env() round.Env { return round.Env{Direction: v.Dir} }

func of(f string, x, y, z operand.Entered) State {
	return State{Format: f, X: [3]operand.Entered{x, y, z}, Places: 5, Dec: "1.0008", DecText: operand.Draft{On: true, Text: "1.0008"}}
}

// Examples lists the named examples; the first is what the view opens on.
var Examples = func() example.List[State] {
	a, b := operand.Short("0x3f800001", 0x3f800001), operand.Short("0xbf800002", 0xbf800002)
	decimal := of("f32", a, a, b)
	decimal.Decimal = true
	tenth := operand.Short("0.1", 0x3dcccccd)
	return example.List[State]{
		{ID: "figure1", State: of("f32", a, a, b)},
		{ID: "decimal", State: decimal},
		{ID: "residual", State: of("f32", operand.Short("-0.1", 0xbdcccccd), operand.Short("10", 0x41200000), operand.Short("1", 0x3f800000))},
		{ID: "square", State: of("f32", tenth, tenth, operand.Short("0xbc23d70b", 0xbc23d70b))},
		{ID: "determinant", State: of("f32", tenth, operand.Short("0.6", 0x3f19999a), operand.Short("0xbd75c290", 0xbd75c290))},
		{ID: "release", State: of("f32", operand.Short("0x387000f0", 0x387000f0), operand.Short("17278", 0x4686fc00), operand.Short("0.25", 0x3e800000))},
		{ID: "overflow", State: of("f32", operand.Short("2^64", 0x5f800000), operand.Short("2^64", 0x5f800000), operand.Short("-2^127", 0xff000000))},
		{ID: "underflow", State: of("f32", operand.Short("2^-75", 0x1a000000), operand.Short("2^-75", 0x1a000000), operand.Short("2^-149", 1))},
		{ID: "double", State: of("f64", operand.Short("0.1", 0x3fb999999999999a), operand.Short("0.1", 0x3fb999999999999a), operand.Short("-0.01", 0xbf847ae147ae147b))},
		{ID: "same", State: of("f32", operand.Short("1.5", 0x3fc00000), operand.Short("2.5", 0x40200000), operand.Short("0.1", 0x3dcccccd))},
	}
}()

func First() State { return Examples[0].State }

// Held returns operand i to be changed, nil where there is none of that number (operand.Holder).
func (v *State) Held(i uint8) *operand.Entered { return operand.At(v.X[:], i) }

// Type types in an operand, Step moves one to its neighbour.
type (
	Type = operand.Type[State, *State]
	Step = operand.Step[State, *State]
)

// Format chooses the format: what was typed is read again in it, other data are rounded to it.
type Format struct {
	lab.Once
	Format string
}

func (a Format) Apply(s State) State {
	f, err := format.Parse(a.Format)
	if err != nil {
		return s
	}
	old := s.F()
	s.Format = f.ID
	for i := range s.X {
		s.X[i].Refit(old, f, operand.Reader(f))
	}
	return s
}

// Dir chooses the rounding direction.
type Dir struct {
	lab.Once
	Dir round.Direction
}

func (a Dir) Apply(s State) State {
	if a.Dir <= round.ToOdd {
		s.Dir = a.Dir
	}
	return s
}

// Show turns Full on or off.
type Show struct {
	lab.Navigation
	lab.Once
}

func (Show) Apply(s State) State {
	s.Full = !s.Full
	return s
}

// Machine chooses between the binary and the decimal machine.
type Machine struct {
	lab.Once
	Decimal bool
}

func (a Machine) Apply(s State) State {
	s.Decimal = a.Decimal
	return s
}

// Places chooses the number of significant digits of the decimal machine.
type Places struct {
	lab.Once
	N uint8
}

func (a Places) Apply(s State) State {
	if MinDecimal <= a.N && a.N <= MaxDecimal {
		s.Places = a.N
	}
	return s
}

// Decimal types the x of the decimal machine.
type Decimal struct{ Text string }

func (Decimal) Gesture() string { return "fma.dec" }

func (a Decimal) Apply(s State) State {
	s.DecText = operand.Draft{On: true, Text: operand.Cut(a.Text, maxDecimalText)}
	if DecimalProblem(s.DecText.Text) == nil {
		s.Dec = s.DecText.Text
	}
	return s
}

// DecimalProblem says why a text is not a number for the decimal machine; nil if it is one. Faults of the text itself
// are those of text.Parse.
func DecimalProblem(s string) error {
	if len(s) > maxDecimalText {
		return errors.New("The text is too long; the decimal machine reads at most 1000 bytes.")
	}
	p, err := text.Parse(s, format.F128, round.Env{})
	switch {
	case err != nil:
		return err
	case !p.Finite || p.Kind == text.KindBits:
		return errors.New("A decimal number is expected here, such as 1.0008 or 2/3.")
	case p.Flags&(round.Overflowed|round.Underflow) != 0 || p.Clamped || beyondDecimal(p.Exact.Digits(MaxDecimal).Exp):
		return errors.New("The decimal machine takes numbers between 1e-60 and 1e60.")
	}
	return nil
}

// beyondDecimal reports whether the decimal machine does not take numbers of d.ddd times 10^exp.
func beyondDecimal(exp int64) bool { return exp < -60 || exp >= 60 }

// Examples implements example.Holder.
func (State) Examples() example.List[State] { return Examples }

// Open shows a named example.
type Open = example.Open[State]
