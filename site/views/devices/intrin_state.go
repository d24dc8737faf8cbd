package devices

import (
	"strconv"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/example"
	"ulplab/site/kit/operand"
	"ulplab/site/lab"
)

// Intrin is what the table of rounding intrinsics shows, a part of the Devices view: operands x, y, z of the twelve
// intrinsics of the paper's 4.4, in binary32 and in binary64.
type Intrin struct {
	X   [3]Both
	FTZ bool // compiled with -ftz=true
}

// Both is an operand in binary32 and in binary64: what was typed, rounded to each; a code of one of them, typed as
// such, is converted to the other. Without typed text the binary64 datum is the binary32 one.
type Both struct {
	F32  uint32
	F64  uint64
	Text operand.Draft
}

// BothOf returns the operand of a binary32 datum.
func BothOf(c uint32) Both {
	return Both{F32: c, F64: arith.Convert(round.Env{}, format.F64, format.F32, wide.From64(uint64(c)), nil).Bits.Lo}
}

// ReadBoth returns the operand that a text means, rounded to nearest.
func ReadBoth(s string) (Both, error) {
	t := operand.Typed(s)
	single, err := text.Parse(t.Text, format.F32, round.Env{})
	if err == nil && single.Kind == text.KindBits {
		b := BothOf(uint32(single.Bits.Lo))
		b.Text = t
		return b, nil
	}
	double, err := text.Parse(t.Text, format.F64, round.Env{})
	if err != nil {
		return Both{}, err
	}
	if double.Kind == text.KindBits {
		single.Result = arith.Convert(round.Env{}, format.F32, format.F64, double.Bits, nil)
	}
	return Both{uint32(single.Bits.Lo), double.Bits.Lo, t}, nil
}

// IntrinExamples lists the named operands; the first is what the table opens on.
var IntrinExamples = func() (list example.List[Intrin]) {
	for _, e := range [][4]string{
		{"tenth", "0.1", "10", "-1"}, {"tail", "1", "3", "1e-30"}, {"minus", "-2/3", "7", "0.1"},
		{"zeros", "1", "-1", "1"}, {"overflow", "3e38", "10", "1e38"}, {"underflow", "1.2e-38", "0.3", "1e-45"},
	} {
		var in Intrin
		for i := range in.X {
			in.X[i], _ = ReadBoth(e[1+i])
		}
		list = append(list, example.Named[Intrin]{ID: e[0], State: in})
	}
	return list
}()

// FirstIntrin is the table's first example.
func FirstIntrin() Intrin { return IntrinExamples[0].State }

// IntrinType types in operand I.
type IntrinType struct {
	I    uint8
	Text string
}

func (a IntrinType) Gesture() string { return "intrin.type" + strconv.Itoa(int(a.I)) }

func (a IntrinType) Apply(s State) State {
	if a.I > 2 {
		return s
	}
	x := &s.Intrin.X[a.I]
	b, err := ReadBoth(a.Text)
	if err != nil {
		x.Text = operand.Typed(a.Text)
		return s
	}
	*x = b
	return s
}

// IntrinStep moves operand I to the upper (Up) or lower neighbour in binary32.
type IntrinStep struct {
	I  uint8
	Up bool
}

func (a IntrinStep) Gesture() string { return "intrin.step" + strconv.Itoa(int(a.I)) }

func (a IntrinStep) Apply(s State) State {
	if a.I > 2 {
		return s
	}
	x := &s.Intrin.X[a.I]
	c := wide.From64(uint64(x.F32))
	if a.Up {
		c = format.F32.NextUp(c)
	} else {
		c = format.F32.NextDown(c)
	}
	*x = BothOf(uint32(c.Lo))
	return s
}

// IntrinFTZ turns -ftz on or off.
type IntrinFTZ struct{ lab.Once }

func (IntrinFTZ) Apply(s State) State {
	s.Intrin.FTZ = !s.Intrin.FTZ
	return s
}

// IntrinOpen shows named operands.
type IntrinOpen struct {
	lab.Once
	ID string
}

func (a IntrinOpen) Apply(s State) State {
	for _, e := range IntrinExamples {
		if e.ID == a.ID {
			s.Intrin.X = e.State.X
		}
	}
	return s
}
