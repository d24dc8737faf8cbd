package functions

import (
	"strconv"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/libm"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/operand"
	"ulplab/site/lab"
)

// Part is one of the parts of the view; one is shown at a time.
type Part uint8

// The parts in their order, and Parts their names in links.
const (
	Dilemma Part = iota
	Figure6
	Measured
	Steps
)

var Parts = [...]string{"dilemma", "figure6", "measured", "steps"}

// The number of bits of pi in Figure 6. x87 has Pi66.
const (
	PiLeast = 53
	PiMost  = 96
	Pi66    = 66
)

// The orders of the table of measured functions.
const (
	ByTable uint8 = iota // as they were recorded
	ByName
	ByError
	ByShare
	ByBound
	orders
)

// FnGroups are the filters of the table.
const (
	All     uint8 = iota
	Library       // functions of the library
	Unit          // intrinsics and instructions, which the lab emulates
	groups
)

// State is what the view shows.
type State struct {
	Part Part

	// The dilemma: a function of exact.Functions, a format (binary32 or binary64), an argument in it, and whether the
	// rounding is directed (toward zero) and not to nearest.
	ID       string
	Format   string
	X        operand.Entered
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
	From, To operand.Draft // not in links

	// Step by step: a function of libm and its operands in its format. Mode is the table's.
	Lib     string
	Operand [3]operand.Entered

	Run  Run
	Seen uint8 // parts that were shown, a bit each: they stay on the page; not in links
}

// Run is the sweep that was asked for last. It is not in links.
type Run struct {
	Subject string // of the job, "" for none
	Lo, Hi  uint32
	N       uint32 // how many were asked for
}

// Shows reports whether a part is shown or was.
func (s State) Shows(p Part) bool { return s.Part == p || s.Seen>>p&1 != 0 }

// Example is a function at an argument that is worth a look.
type Example struct {
	Name     string // key of its words
	ID       string
	Format   string
	Bits     uint64
	Directed bool
}

// Examples lists the examples; the first is what the view opens on. The hard binary32 ones are the hardest of
// all arguments (assets/data/accuracy.txt has the counts); the binary64 ones come from published tables.
var Examples = []Example{
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

func First() State {
	s := State{Pi: Pi66, Pick: "sinf", Lo: 0x3f800000, Hi: 0x3fffffff, Lib: "expf"}
	s.Operand[0].Bits = wide.From64(0x3f800000) // as ones, for which the functions of libm would be read at the start of the lab
	return s.example(Examples[0])
}

func (s State) example(e Example) State {
	s.ID, s.Format, s.Directed = e.ID, e.Format, e.Directed
	s.X = operand.Entered{Bits: wide.From64(e.Bits)}
	return s
}

// Example returns the name of the example shown, "" if it is none.
func (s State) Example() string {
	for _, e := range Examples {
		if s.ID == e.ID && s.Format == e.Format && s.X.Bits == wide.From64(e.Bits) && s.Directed == e.Directed {
			return e.Name
		}
	}
	return ""
}

// ones are operands of a function of libm: 1 each.
func ones(name string) (x [3]operand.Entered) {
	f, _ := libm.Find(name, libm.Default)
	for k := range f.Arity {
		x[k].Bits = f.Format.Join(false, uint32(f.Format.Bias), wide.U128{})
	}
	return x
}

// library returns the function of libm that is shown.
func (s State) library() *libm.Function {
	f, _ := libm.Find(s.Lib, libm.Variant(s.Mode))
	return f
}

// F returns the format of the dilemma.
func (s State) F() *format.Format { return operand.FormatOf(s.Format) }

// Function returns the function of the dilemma.
func (s State) Function() *exact.Function {
	f, ok := exact.FindFunction(s.ID)
	if !ok {
		f, _ = exact.FindFunction(Examples[0].ID)
	}
	return f
}

// Show shows a part.
type Show struct {
	lab.Navigation

	lab.Once
	Part Part
}

func (a Show) Apply(s State) State {
	if int(a.Part) < len(Parts) {
		s.Seen |= 1<<s.Part | 1<<a.Part
		s.Part = a.Part
	}
	return s
}

// Open shows an example of the dilemma.
type Open struct {
	lab.Once
	Name string
}

func (a Open) Apply(s State) State {
	for _, e := range Examples {
		if e.Name == a.Name {
			s = s.example(e)
		}
	}
	return s
}

// Argument shows a function's argument given by its code: one of the hardest.
type Argument struct {
	lab.Once
	Bits uint32
}

func (a Argument) Apply(s State) State {
	s.Format, s.X, s.Directed = format.F32.ID, operand.Entered{Bits: wide.From64(uint64(a.Bits))}, false
	return s
}

// Function chooses the function of the dilemma.
type Function struct {
	lab.Once
	ID string
}

func (a Function) Apply(s State) State {
	if _, ok := exact.FindFunction(a.ID); ok {
		s.ID = a.ID
	}
	return s
}

// Format chooses the format; the argument keeps its value where it can, and typed text is read anew.
type Format struct {
	lab.Once
	ID string
}

func (a Format) Apply(s State) State {
	if a.ID != format.F32.ID && a.ID != format.F64.ID || a.ID == s.Format {
		return s
	}
	old := s.F()
	s.Format = a.ID
	s.X.Refit(old, s.F(), operand.Reader(s.F()))
	return s
}

// Held returns the argument to be changed (operand.Holder).
func (s *State) Held(i uint8) *operand.Entered {
	if i > 0 {
		return nil
	}
	return &s.X
}

// Type types the argument, Step moves it to its neighbour.
type (
	Type = operand.Type[State, *State]
	Step = operand.Step[State, *State]
)

// Directed chooses between rounding to nearest and directed rounding.
type Directed struct {
	lab.Once
	On bool
}

func (a Directed) Apply(s State) State {
	s.Directed = a.On
	return s
}

// Pi chooses the number of bits of pi.
type Pi struct{ N int }

func (Pi) Gesture() string { return "fn.pi" }

func (a Pi) Apply(s State) State {
	s.Pi = uint8(max(PiLeast, min(a.N, PiMost)))
	return s
}

// PiRow chooses bits and cut of a row of the table.
type PiRow struct {
	lab.Once
	N   int
	Cut bool
}

func (a PiRow) Apply(s State) State {
	s = Pi{a.N}.Apply(s)
	s.Cut = a.Cut
	return s
}

// Cut chooses whether pi is cut off or rounded to its bits.
type Cut struct {
	lab.Once
	On bool
}

func (a Cut) Apply(s State) State {
	s.Cut = a.On
	return s
}

// Compute chooses the function that is computed step by step; operands of the same format stay.
type Compute struct {
	lab.Once
	Name string
}

func (a Compute) Apply(s State) State {
	f, ok := libm.Find(a.Name, libm.Default)
	if !ok {
		return s
	}
	old, x := s.library(), ones(a.Name)
	for k := range min(f.Arity, old.Arity) {
		if f.Format == old.Format {
			x[k] = s.Operand[k]
		}
	}
	s.Lib, s.Operand = a.Name, x
	return s
}

// TypeOperand types in operand I of that function.
type TypeOperand struct {
	I    uint8
	Text string
}

func (a TypeOperand) Gesture() string { return "fn.operand" + strconv.Itoa(int(a.I)) }

func (a TypeOperand) Apply(s State) State {
	if int(a.I) < s.library().Arity {
		s.Operand[a.I].Type(a.Text, operand.Reader(s.library().Format))
	}
	return s
}

// StepOperand moves operand I to its upper (Up) or lower neighbour.
type StepOperand struct {
	I  uint8
	Up bool
}

func (a StepOperand) Gesture() string { return "fn.neighbour" + strconv.Itoa(int(a.I)) }

func (a StepOperand) Apply(s State) State {
	if f := s.library(); int(a.I) < f.Arity {
		s.Operand[a.I].Step(f.Format, a.Up)
	}
	return s
}
