//go:build !opening

package state

import (
	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
)

// FnPart is one of the parts of the view; one is shown at a time.
type FnPart uint8

// The parts in their order, and FnParts their names in links.
const (
	FnDilemma FnPart = iota
	FnFigure6
	FnMeasured
)

var FnParts = [...]string{"dilemma", "figure6", "measured"}

// The number of bits of pi in Figure 6. x87 has FnPi66.
const (
	FnPiLeast = 53
	FnPiMost  = 96
	FnPi66    = 66
)

// The orders of the table of measured functions.
const (
	FnByTable uint8 = iota // as they were recorded
	FnByName
	FnByError
	FnByShare
	FnByBound
	fnOrders
)

// FnGroups are the filters of the table.
const (
	FnAll     uint8 = iota
	FnLibrary       // functions of the library
	FnUnit          // intrinsics and instructions, which the lab emulates
	fnGroups
)

// Fn is what the view shows.
type Fn struct {
	Part FnPart

	// The dilemma: a function of exact.Functions, a format (binary32 or binary64), an argument in it, and whether the
	// rounding is directed (toward zero) and not to nearest.
	ID       string
	Format   string
	X        Operand
	Directed bool

	// Figure 6: bits of pi, rounded to nearest or cut off.
	Pi  uint8
	Cut bool

	// The measured functions: the one picked, the compiler mode of the table (0 default, 1 -ftz=true, 2 -use_fast_math),
	// the order, the filter and the exponent in the profile that is looked at.
	Pick  string
	Mode  uint8
	Order uint8
	Group uint8
	Find  string
	Cell  uint16 // sign*256 + biased exponent, plus one; 0: that of the largest error
	Hover uint16 // the one under the pointer, plus one; 0 for none; not in links

	// The sweep's range of binary32 codes, and the ends as typed.
	Lo, Hi   uint32
	From, To Draft // not in links

	Loaded uint8 // the recorded accuracy: 0 not asked for, 1 on its way, 2 here, 3 could not be had; not in links
	Work   FnWork
}

// FnWork is how far the sweep is. It is not in links.
type FnWork struct {
	Stage   FnStage
	Of      string // the job: function and range
	Done    uint64
	Total   uint64
	Workers uint8
	Version uint32 // of the result that the page holds
	Problem string
}

// FnStage is the state of the sweep.
type FnStage uint8

// The stages of a sweep.
const (
	FnIdle FnStage = iota
	FnRunning
	FnPaused
	FnDone
	FnCancelled
	FnFailed
)

// FnExample is a function at an argument that is worth a look.
type FnExample struct {
	Name     string // key of its words
	ID       string
	Format   string
	Bits     uint64
	Directed bool
}

// FnExamples lists the examples; the first is what the view opens on. The hard binary32 ones are the hardest of
// all arguments (assets/data/accuracy.txt has the counts); the binary64 ones come from published tables.
var FnExamples = []FnExample{
	{"exp32", "exp", "f32", 0xc16912cd, false},
	{"exp2", "exp2", "f32", 0xb52d1f9a, false},
	{"log32", "log", "f32", 0x65d890d3, false},
	{"sin32", "sin", "f32", 0x46199998, false},
	{"cos32", "cos", "f32", 0x59443c0a, false},
	{"log1p", "log1p", "f32", 0x35400003, false},
	{"exp64", "exp", "f64", 0x3e09e9cbbfd6080b, false},
	{"sin64", "sin", "f64", 0x3fa9283586503fe0, true},
	{"tan64", "tan", "f64", 0x3e9dffffffffff1f, false},
	{"log10", "log10", "f64", 0x5ace12d66744ff81, false},
	{"typical", "exp", "f32", 0x3f800000, false},
	{"sqrt", "sqrt", "f32", 0x40000000, false},
	{"exact", "exp2", "f32", 0x40c00000, false},
}

func firstFn() Fn {
	s := Fn{Pi: FnPi66, Pick: "sinf", Lo: 0x3f800000, Hi: 0x3fffffff}
	return s.example(FnExamples[0])
}

func (s Fn) example(e FnExample) Fn {
	s.ID, s.Format, s.Directed = e.ID, e.Format, e.Directed
	s.X = Operand{Bits: wide.From64(e.Bits)}
	return s
}

// Example returns the name of the example shown, "" if it is none.
func (s Fn) Example() string {
	for _, e := range FnExamples {
		if s.ID == e.ID && s.Format == e.Format && s.X.Bits == wide.From64(e.Bits) && s.Directed == e.Directed {
			return e.Name
		}
	}
	return ""
}

// F returns the format of the dilemma.
func (s Fn) F() *format.Format { return FormatOf(s.Format) }

// Function returns the function of the dilemma.
func (s Fn) Function() *exact.Function {
	f, ok := exact.FindFunction(s.ID)
	if !ok {
		f, _ = exact.FindFunction(FnExamples[0].ID)
	}
	return f
}

// Read returns the code that a text means in the dilemma's format, rounded to nearest.
func (s Fn) Read(t string) (wide.U128, error) {
	p, err := text.Parse(t, s.F(), round.Env{})
	return p.Bits, err
}

// FnShow shows a part.
type FnShow struct {
	once
	Part FnPart
}

func (FnShow) navigates() {}

func (a FnShow) apply(s State) State {
	if int(a.Part) < len(FnParts) {
		s.Fn.Part = a.Part
	}
	return s
}

// FnOpen shows an example of the dilemma.
type FnOpen struct {
	once
	Name string
}

func (a FnOpen) apply(s State) State {
	for _, e := range FnExamples {
		if e.Name == a.Name {
			s.Fn = s.Fn.example(e)
		}
	}
	return s
}

// FnArgument shows a function's argument given by its code: one of the hardest.
type FnArgument struct {
	once
	Bits uint32
}

func (a FnArgument) apply(s State) State {
	s.Fn.Format, s.Fn.X, s.Fn.Directed = format.F32.ID, Operand{Bits: wide.From64(uint64(a.Bits))}, false
	return s
}

// FnFunction chooses the function of the dilemma.
type FnFunction struct {
	once
	ID string
}

func (a FnFunction) apply(s State) State {
	if _, ok := exact.FindFunction(a.ID); ok {
		s.Fn.ID = a.ID
	}
	return s
}

// FnFormat chooses the format; the argument keeps its value where it can, and typed text is read anew.
type FnFormat struct {
	once
	ID string
}

func (a FnFormat) apply(s State) State {
	if a.ID != format.F32.ID && a.ID != format.F64.ID || a.ID == s.Fn.Format {
		return s
	}
	old := s.Fn.F()
	s.Fn.Format = a.ID
	if s.Fn.X.Text.On {
		if c, err := s.Fn.Read(s.Fn.X.Text.Text); err == nil && !isPattern(s.Fn.X.Text.Text) {
			s.Fn.X.Bits = c
			return s
		}
	}
	v, ok := exact.FromBits(old, s.Fn.X.Bits)
	s.Fn.X = Operand{Bits: s.Fn.F().NaN(format.PositiveQuiet)}
	if ok {
		s.Fn.X.Bits = v.Round(round.Env{}, s.Fn.F()).Bits
	}
	return s
}

// FnType types the argument.
type FnType struct{ Text string }

func (FnType) gesture() string { return "fn.type" }

func (a FnType) apply(s State) State {
	s.Fn.X.Text = Typed(a.Text)
	if c, err := s.Fn.Read(s.Fn.X.Text.Text); err == nil {
		s.Fn.X.Bits = c
	}
	return s
}

// FnStep moves the argument to its neighbour.
type FnStep struct{ Up bool }

func (FnStep) gesture() string { return "fn.step" }

func (a FnStep) apply(s State) State {
	f := s.Fn.F()
	c := f.NextDown(s.Fn.X.Bits)
	if a.Up {
		c = f.NextUp(s.Fn.X.Bits)
	}
	s.Fn.X = Operand{Bits: c}
	return s
}

// FnDirected chooses between rounding to nearest and directed rounding.
type FnDirected struct {
	once
	On bool
}

func (a FnDirected) apply(s State) State {
	s.Fn.Directed = a.On
	return s
}

// FnPi chooses the number of bits of pi.
type FnPi struct{ N int }

func (FnPi) gesture() string { return "fn.pi" }

func (a FnPi) apply(s State) State {
	s.Fn.Pi = uint8(max(FnPiLeast, min(a.N, FnPiMost)))
	return s
}

// FnPiRow chooses bits and cut of a row of the table.
type FnPiRow struct {
	once
	N   int
	Cut bool
}

func (a FnPiRow) apply(s State) State {
	s = FnPi{a.N}.apply(s)
	s.Fn.Cut = a.Cut
	return s
}

// FnCut chooses whether pi is cut off or rounded to its bits.
type FnCut struct {
	once
	On bool
}

func (a FnCut) apply(s State) State {
	s.Fn.Cut = a.On
	return s
}
