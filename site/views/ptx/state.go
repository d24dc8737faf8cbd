package ptx

import (
	"strings"

	"ulplab/site/files"
	"ulplab/site/kit/code"
	"ulplab/site/kit/operand"
)

// Bounds of what is asked for.
const (
	MaxText     = 16_000  // bytes of a text that is typed: longer ones are files
	MaxModule   = 1 << 20 // bytes of a module
	MaxArgs     = 16      // parameters of an entry that have a field
	MaxList     = 4_000   // bytes of typed numbers
	MaxElements = 1 << 20 // of a buffer
	MaxData     = 16 << 20
	MaxSteps    = 4000  // statements of the thread that is followed
	Budget      = 400e6 // thread-instructions
	maxField    = 24    // bytes of a number that is typed
)

// File is a file of the reader's; the bytes lie on the shelf of package files.
type File struct{ Name, Digest string }

// Module is a text of PTX: typed, or a file's.
type Module struct {
	Text string
	File File
}

// What a parameter is given: a number, or a buffer of numbers that are listed, all zero, counted from 0, drawn from a
// distribution of package sample, or read from a file. "" is what fits the parameter.
const (
	Value  = "value"
	List   = "list"
	Zero   = "zero"
	Count  = "count"
	OfFile = "file"
)

// Arg is the value of a parameter, numbers as typed.
type Arg struct {
	Kind, Type    string
	N, Seed, Text string
	File          File
}

// Against is what a run is compared with.
type Against uint8

// The comparisons: none, the same text with the other reading of mul and add, a second text.
const (
	Alone Against = iota
	OtherReading
	OtherText
)

// Orders are what may be chosen where CUDA promises no order: by thread, backward, and shuffled by seeds.
var Orders = []string{"by thread", "backward", "shuffled, seed 1", "shuffled, seed 2", "shuffled, seed 3"}

// Input is what is run.
type Input struct {
	Modules             [2]Module
	Entry               string // "" is the first
	Grid, Block, Shared string // as typed
	Args                [MaxArgs]Arg
	Separate            bool // multiplications and additions without rounding modifier are not fused
	Against             Against
	Order               uint8
}

// State is what the PTX view shows.
type State struct {
	Input
	Followed      bool  // a thread that the reader chose
	Group, Thread int32 // the block and the thread within it
	Step          int32 // of the thread, counted from 1; 0 is where the results part, or the last number computed
	Side          uint8 // whose thread: A or B
	Buffer, From  int32 // the buffer whose elements are listed, and the first element shown
	Differ        bool  // only those that differ
}

// First is what the view opens on.
func First() State { return Examples[0].State }

// of returns what a run depends on.
func of(s State) State { return State{Input: s.Input} }

// Do is what a Set does.
type Do uint8

// What can be done.
const (
	Open     Do = iota // the example Text
	Type               // Text becomes module I, a text
	Close              // the file of module I
	Entry              // Text
	Grid               // Text
	Block              // Text
	Shared             // Text
	Kind               // of parameter I
	TypeOf             // of parameter I
	Numbers            // of parameter I: how many
	Seed               // of parameter I
	Listed             // of parameter I: the numbers
	Fuse               // I: 1 fused
	Compare            // with I
	Order              // I
	Follow             // thread J of block I
	Free               // the thread is found by the page
	Look               // at step I
	SideOf             // I
	BufferOf           // I
	Page               // from element I on
	Differ             // only those that differ, or all
)

// Set changes the PTX view.
type Set struct {
	Do   Do
	I, J int
	Text string
	Fit  Arg // what parameter I is given where nothing was chosen
}

// Gesture implements lab.Action.
func (a Set) Gesture() string {
	switch a.Do {
	case Type, Grid, Block, Shared, Numbers, Seed, Listed, Look:
		return "ptx." + string('a'+rune(a.Do)) + string('a'+rune(a.I&15))
	}
	return ""
}

// short is a line of at most some bytes, without control characters.
func short(s string, most int) string {
	b := []byte(s)
	for i := range b {
		if b[i] < ' ' {
			b[i] = ' '
		}
	}
	return operand.Cut(string(b), most)
}

// number keeps what a number of a field may be made of.
func number(s string) string { return strings.ReplaceAll(short(s, maxField), " ", "") }

// Apply implements lab.Action.
func (a Set) Apply(s State) State {
	arg := &Arg{}
	if a.I >= 0 && a.I < MaxArgs {
		arg = &s.Args[a.I]
	}
	if arg.Kind == "" && a.Do >= Kind && a.Do <= Listed && isKind(a.Fit.Kind) {
		*arg = a.Fit.only()
	}
	side := a.I & 1
	before := s.Input
	switch a.Do {
	case Open:
		if x, ok := Examples.Find(a.Text); ok {
			return x
		}
	case Type:
		s.Modules[side] = Module{Text: operand.Cut(a.Text, MaxText)}
	case Close:
		s.Modules[side] = Module{}
	case Entry:
		s.Entry = short(a.Text, 4*code.ExprMaxCell)
	case Grid:
		s.Grid = short(a.Text, 2*maxField)
	case Block:
		s.Block = short(a.Text, 2*maxField)
	case Shared:
		s.Shared = number(a.Text)
	case Kind:
		if isKind(a.Text) {
			*arg = Arg{Kind: a.Text, Type: arg.Type, N: arg.N, Seed: arg.Seed, Text: arg.Text, File: arg.File}.only()
		}
	case TypeOf:
		if _, ok := typeOf(a.Text); ok {
			arg.Type = a.Text
			*arg = arg.only()
		}
	case Numbers:
		arg.N = number(a.Text)
		*arg = arg.only()
	case Seed:
		arg.Seed = number(a.Text)
		*arg = arg.only()
	case Listed:
		arg.Text = short(a.Text, MaxList)
		*arg = arg.only()
	case Fuse:
		s.Separate = a.I == 0
	case Compare:
		s.Against = Against(max(0, min(a.I, int(OtherText))))
	case Order:
		if a.I >= 0 && a.I < len(Orders) {
			s.Order = uint8(a.I)
		}
	case Follow:
		s.Followed, s.Group, s.Thread, s.Step = true, int32(max(0, min(a.I, 1<<31-1))), int32(max(0, min(a.J, 1023))), 0
	case Free:
		s.Followed, s.Group, s.Thread, s.Step = false, 0, 0, 0
	case Look:
		s.Step = int32(max(1, min(a.I, MaxSteps)))
	case SideOf:
		s.Side, s.Step = uint8(side), 0
	case BufferOf:
		s.Buffer, s.From = int32(max(0, min(a.I, MaxArgs-1))), 0
	case Page:
		s.From = int32(max(0, min(a.I, MaxElements-1)))
	case Differ:
		s.Differ, s.From = !s.Differ, 0
	}
	if s.Input != before {
		s.Step, s.From = 0, 0
	}
	return s
}

// only is an argument without what its kind does not have.
func (a Arg) only() Arg {
	if a.Kind == "" {
		return Arg{}
	}
	if a.Type == "" {
		a.Type = "f32"
	}
	x := Arg{Kind: a.Kind, Type: a.Type}
	switch a.Kind {
	case Value, List:
		x.Text = a.Text
	case Zero, Count:
		x.N = a.N
	case OfFile:
		x.File = a.File
	default:
		x.N, x.Seed = a.N, a.Seed
	}
	return x
}

// OpenFile takes a file for a place: "a" and "b" are the texts, a number the parameter.
type OpenFile struct {
	Place        string
	Name, Digest string
}

// Gesture implements lab.Action.
func (OpenFile) Gesture() string { return "" }

// Apply implements lab.Action.
func (a OpenFile) Apply(s State) State {
	if !files.IsDigest(a.Digest) {
		return s
	}
	f := File{short(a.Name, code.ExprMaxCell), a.Digest}
	if f.Name == "" {
		f.Name = "file"
	}
	switch {
	case a.Place == "a":
		s.Modules[0] = Module{File: f}
	case a.Place == "b":
		s.Modules[1] = Module{File: f}
	case len(a.Place) == 1 && a.Place[0] >= 'A' && a.Place[0] < 'A'+MaxArgs:
		arg := &s.Args[a.Place[0]-'A']
		*arg = Arg{Kind: OfFile, Type: arg.Type, File: f}.only()
	}
	s.Step, s.From = 0, 0
	return s
}
