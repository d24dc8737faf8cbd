package flags

import (
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/target"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/example"
	"ulplab/site/kit/operand"
	"ulplab/site/lab"
)

// State is what the view shows.
type State struct {
	X      [3]operand.Entered // a, b, c
	Double bool               // the operations on double instead of float
	CC     gpu.Capability
	Mode   [2]gpu.Flags // the set on the left, the set on the right
	ID     string       // the operation of gpu.Operations shown in detail
	Over   Over
	Seed   uint16 // of the last search for operands; not in links
	Failed string // why the last search found no operands; not in links
}

// Over says which operands the histogram runs over.
type Over uint8

// The operands of the histogram: consecutive ones, those spread over the binade, those of every exponent.
const (
	OverNeighbours Over = iota
	OverBinade
	OverExponents
)

// OverIDs name them in links.
var OverIDs = [...]string{"near", "binade", "all"}

// F returns the format of the operands.
func (v State) F() *format.Format {
	if v.Double {
		return format.F64
	}
	return format.F32
}

// FlagNames are nvcc's options in the order of FlagBits.
var FlagNames = [...]string{"-ftz", "-prec-div", "-prec-sqrt", "-fmad", "-use_fast_math"}

// FastMath is the index of -use_fast_math, which implies a value for each of the others.
const FastMath = 4

// FlagBits returns the options as one bit each.
func FlagBits(f gpu.Flags) (bits uint8) {
	for i, on := range [...]bool{f.FTZ, f.PrecDiv, f.PrecSqrt, f.FMad, f.FastMath} {
		if on {
			bits |= 1 << i
		}
	}
	return bits
}

// Of is the inverse of FlagBits.
func Of(bits uint8) gpu.Flags {
	on := func(i int) bool { return bits>>i&1 != 0 }
	return gpu.Flags{FTZ: on(0), PrecDiv: on(1), PrecSqrt: on(2), FMad: on(3), FastMath: on(FastMath)}
}

// FlagsID names a set of options in links: the ID of a preset, or five digits in the order of FlagNames.
func FlagsID(f gpu.Flags) string {
	for _, p := range gpu.Presets {
		if p.Flags == f {
			return p.ID
		}
	}
	b := FlagBits(f)
	s := make([]byte, len(FlagNames))
	for i := range s {
		s[i] = '0' + b>>i&1
	}
	return string(s)
}

// ByID is the inverse of FlagsID; options that -use_fast_math implies have the values that it implies.
func ByID(id string) (gpu.Flags, bool) {
	for _, p := range gpu.Presets {
		if p.ID == id {
			return p.Flags, true
		}
	}
	if len(id) != len(FlagNames) {
		return gpu.Flags{}, false
	}
	var b uint8
	for i := range len(id) {
		if id[i] != '0' && id[i] != '1' {
			return gpu.Flags{}, false
		}
		b |= (id[i] - '0') << i
	}
	return Of(b).Effective(), true
}

// examples lists the examples, one a line: ID, operation, options on the right, operands.
const examples = `first a/b fast 18.5 3 0.1
third a/b fast 1 3 0.1
root sqrt fast 2 3 0.1
quotient a/b fast 2^-126 4 0.1
tiny a*b fast 2^-70 2^-70 1
difference a-b fast 0x1.8p-126 2^-126 1
cancel a*b+c 01100 0x3f800001 0x3f800001 0xbf800002
hole a/b fastmath 2^127 2^127 1
cosine cos fastmath 5992555 3 0.1
sine sin fastmath 3.1415927 3 0.1
double a/b fastmath 1 3 0.1
tesla a/b fast 1 3 0.1`

// Examples lists the named examples; the first is what the view opens on.
var Examples = func() (list example.List[State]) {
	for _, line := range strings.Split(examples, "\n") {
		w := strings.Fields(line)
		v := State{CC: 90, ID: w[1], Double: w[0] == "double"}
		if w[0] == "tesla" {
			v.CC = 13
		}
		v.Mode[0] = gpu.Presets[0].Flags
		v.Mode[1], _ = ByID(w[2])
		for i := range v.X {
			v.X[i].Text = operand.Typed(w[3+i])
			v.X[i].Bits, _ = operand.Read(w[3+i], v.F())
		}
		list = append(list, example.Named[State]{ID: w[0], State: v})
	}
	return list
}()

func First() State { return Examples[0].State }

// Held returns operand i to be changed, nil where there is none of that number (operand.Holder).
func (v *State) Held(i uint8) *operand.Entered {
	v.Failed = ""
	return operand.At(v.X[:], i)
}

// Type types in an operand, Step moves one to its neighbour.
type (
	Type = operand.Type[State, *State]
	Step = operand.Step[State, *State]
)

// Double chooses between float and double.
type Double struct {
	lab.Once
	Double bool
}

func (a Double) Apply(s State) State {
	old := s.F()
	s.Double, s.Failed = a.Double, ""
	f := s.F()
	if f == old {
		return s
	}
	// What was typed is read again, other data are rounded.
	for i := range s.X {
		s.X[i].Refit(old, f, operand.Reader(f))
	}
	return s
}

// CC chooses the compute capability.
type CC struct {
	lab.Once
	CC gpu.Capability
}

func (a CC) Apply(s State) State {
	if _, ok := gpu.FindProfile(a.CC); ok {
		s.CC, s.Failed = a.CC, ""
	}
	return s
}

// Toggle changes an option of FlagNames on one side. Where -use_fast_math implies a value, nothing changes.
type Toggle struct {
	lab.Once
	Side, Flag uint8
}

func (a Toggle) Apply(s State) State {
	if a.Side > 1 || int(a.Flag) >= len(FlagNames) {
		return s
	}
	m := &s.Mode[a.Side]
	if m.FastMath && a.Flag != FastMath {
		return s
	}
	*m = Of(FlagBits(*m) ^ 1<<a.Flag).Effective()
	s.Failed = ""
	return s
}

// Mode gives one side a preset of gpu.Presets.
type Mode struct {
	lab.Once
	Side uint8
	ID   string
}

func (a Mode) Apply(s State) State {
	for _, p := range gpu.Presets {
		if a.Side <= 1 && p.ID == a.ID {
			s.Mode[a.Side] = p.Flags
			s.Failed = ""
		}
	}
	return s
}

// Pick shows an operation in detail.
type Pick struct {
	lab.Navigation

	lab.Once
	ID string
}

func (a Pick) Apply(s State) State {
	if _, ok := gpu.FindOperation(a.ID); ok {
		s.ID = a.ID
	}
	return s
}

// FlagsOver chooses the operands of the histogram.
type FlagsOver struct {
	lab.Navigation

	lab.Once
	Over Over
}

func (a FlagsOver) Apply(s State) State {
	if int(a.Over) < len(OverIDs) {
		s.Over = a.Over
	}
	return s
}

// Open shows a named example.
type Open struct {
	lab.Once
	ID string
}

func (a Open) Apply(s State) State {
	if e, ok := Examples.Find(a.ID); ok {
		e.Over = s.Over
		return e
	}
	return s
}

// budget bounds a search for operands to a fraction of a second.
const budget = 20000

// Find looks for operands on which the operation in detail gives different bits under the two sets of options.
// Each search takes another seed.
type Find struct{ lab.Once }

func (Find) Apply(s State) State {
	v := &s
	o, _ := gpu.FindOperation(v.ID)
	v.Seed++
	w := target.Witness(target.OnGPU(v.CC, v.Mode[0]), target.OnGPU(v.CC, v.Mode[1]), o, v.Double, uint64(v.Seed), budget)
	if w.Verdict != target.Found {
		v.Failed = w.Why
		return s
	}
	v.Failed = ""
	for i := range w.N {
		v.X[i] = operand.Entered{Bits: wide.From64(w.X[i])}
	}
	return s
}
