package state

import (
	"errors"
	"strconv"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
)

// Fused is the view that compares rn(x*y + z) with rn(rn(x*y) + z).
const Fused View = "fma"

// The decimal machine keeps MinDecimal to MaxDecimal significant digits.
const (
	MinDecimal = 3
	MaxDecimal = 10
)

// FMA is what the view shows: operands in a binary format, or, if Decimal, the paper's x*x - 1 on a machine that
// keeps Places significant decimal digits.
type FMA struct {
	Format  string
	X       [3]Operand // x, y, z
	Dir     round.Direction
	Full    bool // the pictures show every bit
	Decimal bool
	Places  uint8
	Dec     string // the decimal x, the last text that could be read
	DecText Draft  // as typed
}

// F returns the format.
func (v FMA) F() *format.Format { return FormatOf(v.Format) }

// Env returns the environment of every step: IEEE 754's defaults but for the direction.
func (v FMA) Env() round.Env { return round.Env{Direction: v.Dir} }

// Read returns the code that a text means, rounded to nearest.
func (v FMA) Read(s string) (wide.U128, error) {
	p, err := text.Parse(s, v.F(), round.Env{})
	return p.Bits, err
}

// FMAExample is a named state of the view.
type FMAExample struct {
	ID  string // key of its words in prose
	FMA FMA
}

func fmaOf(f string, x, y, z Operand) FMA {
	return FMA{Format: f, X: [3]Operand{x, y, z}, Places: 5, Dec: "1.0008", DecText: Draft{On: true, Text: "1.0008"}}
}

// FMAExamples lists the named examples; the first is what the view opens on.
var FMAExamples = func() []FMAExample {
	a, b := short("0x3f800001", 0x3f800001), short("0xbf800002", 0xbf800002)
	decimal := fmaOf("f32", a, a, b)
	decimal.Decimal = true
	tenth := short("0.1", 0x3dcccccd)
	return []FMAExample{
		{"figure1", fmaOf("f32", a, a, b)},
		{"decimal", decimal},
		{"residual", fmaOf("f32", short("-0.1", 0xbdcccccd), short("10", 0x41200000), short("1", 0x3f800000))},
		{"square", fmaOf("f32", tenth, tenth, short("0xbc23d70b", 0xbc23d70b))},
		{"determinant", fmaOf("f32", tenth, short("0.6", 0x3f19999a), short("0xbd75c290", 0xbd75c290))},
		{"release", fmaOf("f32", short("0x387000f0", 0x387000f0), short("17278", 0x4686fc00), short("0.25", 0x3e800000))},
		{"overflow", fmaOf("f32", short("2^64", 0x5f800000), short("2^64", 0x5f800000), short("-2^127", 0xff000000))},
		{"underflow", fmaOf("f32", short("2^-75", 0x1a000000), short("2^-75", 0x1a000000), short("2^-149", 1))},
		{"double", fmaOf("f64", short("0.1", 0x3fb999999999999a), short("0.1", 0x3fb999999999999a), short("-0.01", 0xbf847ae147ae147b))},
		{"same", fmaOf("f32", short("1.5", 0x3fc00000), short("2.5", 0x40200000), short("0.1", 0x3dcccccd))},
	}
}()

func firstFMA() FMA { return FMAExamples[0].FMA }

// FMAType types in operand I.
type FMAType struct {
	I    uint8
	Text string
}

func (a FMAType) gesture() string { return "fma.type" + strconv.Itoa(int(a.I)) }

func (a FMAType) apply(s State) State {
	if a.I > 2 {
		return s
	}
	x := &s.FMA.X[a.I]
	x.Text = Typed(a.Text)
	if c, err := s.FMA.Read(x.Text.Text); err == nil {
		x.Bits = c
	}
	return s
}

// FMAStep moves operand I to its upper (Up) or lower neighbour.
type FMAStep struct {
	I  uint8
	Up bool
}

func (a FMAStep) gesture() string { return "fma.step" + strconv.Itoa(int(a.I)) }

func (a FMAStep) apply(s State) State {
	if a.I > 2 {
		return s
	}
	x, f := &s.FMA.X[a.I], s.FMA.F()
	x.Text = Draft{}
	if a.Up {
		x.Bits = f.NextUp(x.Bits)
	} else {
		x.Bits = f.NextDown(x.Bits)
	}
	return s
}

// FMAFormat chooses the format: what was typed is read again in it, other data are rounded to it.
type FMAFormat struct {
	once
	Format string
}

func (a FMAFormat) apply(s State) State {
	f, err := format.Parse(a.Format)
	if err != nil {
		return s
	}
	old := s.FMA.F()
	s.FMA.Format = f.ID
	for i := range s.FMA.X {
		x := &s.FMA.X[i]
		if x.Text.On {
			if c, err := s.FMA.Read(x.Text.Text); err == nil && !isPattern(x.Text.Text) {
				x.Bits = c
				continue
			}
			x.Text = Draft{}
		}
		x.Bits = arith.Convert(round.Env{}, f, old, x.Bits, nil).Bits
	}
	return s
}

// isPattern reports whether a text is a bit pattern, which means another number in another format.
func isPattern(s string) bool {
	p, err := text.Parse(s, format.F128, round.Env{})
	return err == nil && p.Kind == text.KindBits
}

// FMADir chooses the rounding direction.
type FMADir struct {
	once
	Dir round.Direction
}

func (a FMADir) apply(s State) State {
	if a.Dir <= round.ToOdd {
		s.FMA.Dir = a.Dir
	}
	return s
}

// FMAShow turns Full on or off.
type FMAShow struct{ once }

func (FMAShow) navigates() {}

func (FMAShow) apply(s State) State {
	s.FMA.Full = !s.FMA.Full
	return s
}

// FMAMachine chooses between the binary and the decimal machine.
type FMAMachine struct {
	once
	Decimal bool
}

func (a FMAMachine) apply(s State) State {
	s.FMA.Decimal = a.Decimal
	return s
}

// FMAPlaces chooses the number of significant digits of the decimal machine.
type FMAPlaces struct {
	once
	N uint8
}

func (a FMAPlaces) apply(s State) State {
	if MinDecimal <= a.N && a.N <= MaxDecimal {
		s.FMA.Places = a.N
	}
	return s
}

// FMADecimal types the x of the decimal machine.
type FMADecimal struct{ Text string }

func (FMADecimal) gesture() string { return "fma.dec" }

func (a FMADecimal) apply(s State) State {
	s.FMA.DecText = Typed(a.Text)
	if DecimalProblem(s.FMA.DecText.Text) == nil {
		s.FMA.Dec = s.FMA.DecText.Text
	}
	return s
}

// DecimalProblem says why a text is not a number for the decimal machine; nil if it is one. Faults of the text itself
// are those of text.Parse.
func DecimalProblem(s string) error {
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

// FMAOpen shows a named example.
type FMAOpen struct {
	once
	ID string
}

func (a FMAOpen) apply(s State) State {
	for _, e := range FMAExamples {
		if e.ID == a.ID {
			s.FMA = e.FMA
		}
	}
	return s
}
