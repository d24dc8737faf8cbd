package operation

import (
	"errors"
	"math/bits"
	"strconv"
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/example"
	"ulplab/site/kit/operand"
	"ulplab/site/lab"
)

// ID is the view of one operation: operands, exact result, rounding.
const ID lab.ID = "op"

// Three operations of the view are not in arith.Ops, since their operand or result is not a floating-point datum.
const (
	Compare = "cmp"     // the relation of a and b and every predicate
	ToInt   = "toint"   // a rounded to an integer type
	FromInt = "fromint" // an integer, typed as such, rounded to a format
)

// State is what the Operation view shows.
type State struct {
	ID     string             // of arith.Ops, or one of the three above
	Src    string             // format of the operands
	Dst    string             // format of the result; "" is that of the operands
	X      [3]operand.Entered // a, b, c; those beyond the operation's arity wait for another operation
	Env    round.Env
	Int    uint8         // index into IntTypes
	Full   bool          // the microscope shows every bit
	Step   uint16        // the frame shown, from 1; 0 shows the whole picture
	Draws  uint32        // number of draws of stochastic rounding, 0 for the first of DrawCounts
	Seed   uint32        // of the draws
	Digits bool          // every decimal digit of result and exact value
	Over   uint16        // the place of the microscope that is pointed at plus one, 0 for none; not in links
	Own    operand.Draft // the name of a format as typed; not in links
	Hex    operand.Draft // the random bits as typed; not in links
}

// F returns the format of the operands and that of the result; they are the same pointer if the names are the same.
func (o State) F() (src, dst *format.Format) {
	src = operand.FormatOf(o.Src)
	if o.Dst == "" || o.Dst == o.Src {
		return src, src
	}
	return src, operand.FormatOf(o.Dst)
}

// Arity returns the number of operands.
func (o State) Arity() int {
	switch o.ID {
	case Compare:
		return 2
	case ToInt, FromInt:
		return 1
	}
	if op, ok := arith.Find(o.ID); ok {
		return op.Arity
	}
	return 2
}

// Rounds reports whether the operation may round: min, max, sign operations and neighbours within a format only choose
// or move a datum.
func (o State) Rounds() bool {
	switch o.ID {
	case Compare:
		return false
	case "nextup", "nextdown", "min", "max", "minnum", "maxnum", "copysign", "neg", "abs":
		src, dst := o.F()
		return src != dst
	}
	return true
}

// Known reports whether id names an operation of the view.
func Known(id string) bool {
	if _, ok := arith.Find(id); ok {
		return true
	}
	return id == Compare || id == ToInt || id == FromInt
}

// IntTypes lists the integer types; the first is the default.
var IntTypes = []struct {
	ID string // in links
	T  arith.IntType
}{
	{"s32", arith.IntType{Bits: 32, Signed: true}},
	{"u32", arith.IntType{Bits: 32}},
	{"s64", arith.IntType{Bits: 64, Signed: true}},
	{"u64", arith.IntType{Bits: 64}},
	{"s16", arith.IntType{Bits: 16, Signed: true}},
	{"u16", arith.IntType{Bits: 16}},
	{"s8", arith.IntType{Bits: 8, Signed: true}},
	{"u8", arith.IntType{Bits: 8}},
}

// IntType returns the integer type of toint and fromint.
func (o State) IntType() arith.IntType { return IntTypes[int(o.Int)%len(IntTypes)].T }

// Read returns the code that a text means as operand i: a datum of the operands' format, rounded to nearest, or an
// integer for fromint. The error is in words.
func (o State) Read(s string) (wide.U128, error) {
	if o.ID == FromInt {
		return operand.ReadInt(s, o.IntType())
	}
	return operand.Read(s, operand.FormatOf(o.Src))
}

// Examples lists the named examples; the first is what the view opens on.
var Examples = example.List[State]{
	{ID: "tenths", State: State{ID: "add", Src: "f64", X: [3]operand.Entered{operand.Short("0.1", 0x3fb999999999999a), operand.Short("0.2", 0x3fc999999999999a)}}},
	{ID: "tenths32", State: State{ID: "add", Src: "f32", X: [3]operand.Entered{operand.Short("0.1", 0x3dcccccd), operand.Short("0.2", 0x3e4ccccd)}}},
	{ID: "tie", State: State{ID: "add", Src: "f32", X: [3]operand.Entered{operand.Short("1", 0x3f800000), operand.Short("2^-24", 0x33800000)}}},
	{ID: "paper", State: State{ID: "add", Src: "f32", X: [3]operand.Entered{operand.Short("0x40000001", 0x40000001), operand.Short("0x3f800001", 0x3f800001)}}},
	{ID: "far", State: State{ID: "add", Src: "f64", X: [3]operand.Entered{operand.Short("1e30", 0x46293e5939a08cea), operand.Short("1e-30", 0x39b4484bfeebc2a0)}}},
	{ID: "cancel", State: State{ID: "sub", Src: "f32", X: [3]operand.Entered{operand.Short("3.1415927", 0x40490fdb), operand.Short("3.1415925", 0x40490fda)}}},
	{ID: "overflow", State: State{ID: "mul", Src: "f32", X: [3]operand.Entered{operand.Short("0x7f7fffff", 0x7f7fffff), operand.Short("2", 0x40000000)}}},
	{ID: "underflow", State: State{ID: "div", Src: "f32", X: [3]operand.Entered{operand.Short("0x00800001", 0x00800001), operand.Short("2", 0x40000000)}}},
	{ID: "twothirds", State: State{ID: "div", Src: "f32", X: [3]operand.Entered{operand.Short("2", 0x40000000), operand.Short("3", 0x40400000)}}},
	{ID: "root", State: State{ID: "sqrt", Src: "f32", X: [3]operand.Entered{operand.Short("2", 0x40000000)}}},
	{ID: "figure1", State: State{ID: "fma", Src: "f32", X: [3]operand.Entered{operand.Short("0x3f800001", 0x3f800001), operand.Short("0x3f800001", 0x3f800001), operand.Short("0xbf800002", 0xbf800002)}}},
	{ID: "fp8", State: State{ID: "cvt", Src: "f32", Dst: "e4m3", X: [3]operand.Entered{operand.Short("464", 0x43e80000)}}},
	{ID: "fp8over", State: State{ID: "cvt", Src: "f32", Dst: "e4m3", X: [3]operand.Entered{operand.Short("465", 0x43e88000)}}},
	{ID: "fp8sat", State: State{ID: "cvt", Src: "f32", Dst: "e4m3", X: [3]operand.Entered{operand.Short("465", 0x43e88000)}, Env: round.Env{Overflow: round.Saturate}}},
	{ID: "tf32", State: State{ID: "cvt", Src: "f32", Dst: "tf32", X: [3]operand.Entered{operand.Short("1024.5", 0x44801000)}, Env: round.Env{Direction: round.TiesToAway}}},
	{ID: "twice", State: State{ID: "cvt", Src: "f64", Dst: "f32", X: [3]operand.Entered{operand.Short("1.00000005960464477539062500001", 0x3ff0000010000000)}}},
	{ID: "x87", State: State{ID: "mul", Src: "x87", X: [3]operand.Entered{operand.CodeOnly("1/3", 0x3ffd, 0xaaaaaaaaaaaaaaab), operand.CodeOnly("3", 0x4000, 0xc000000000000000)}, Env: round.Env{Precision: 53}}},
	{ID: "invalid", State: State{ID: "div", Src: "f32", X: [3]operand.Entered{operand.Short("0", 0), operand.Short("0", 0)}}},
	{ID: "infinities", State: State{ID: "sub", Src: "f32", X: [3]operand.Entered{operand.Short("inf", 0x7f800000), operand.Short("inf", 0x7f800000)}}},
	{ID: "payload", State: State{ID: "add", Src: "f32", X: [3]operand.Entered{operand.Short("snan(7)", 0x7f800007), operand.Short("1", 0x3f800000)}}},
	{ID: "stochastic", State: State{ID: "cvt", Src: "f32", Dst: "bf16", X: [3]operand.Entered{operand.Short("0x3f803000", 0x3f803000)}, Env: round.Env{Direction: round.Stochastic, RandomBits: 16, Random: 0xd123}}},
	{ID: "integral", State: State{ID: "rint", Src: "f32", X: [3]operand.Entered{operand.Short("2.5", 0x40200000)}}},
	{ID: "toint", State: State{ID: ToInt, Src: "f32", X: [3]operand.Entered{operand.Short("-1.5", 0xbfc00000)}}},
	{ID: "fromint", State: State{ID: FromInt, Src: "f32", X: [3]operand.Entered{operand.Short("16777217", 16777217)}}},
	{ID: "compare", State: State{ID: Compare, Src: "f32", X: [3]operand.Entered{operand.Short("-0", 0x80000000), operand.Short("0", 0)}}},
}

func First() State { return Examples[0].State }

// Type types in operand I.
type Type struct {
	I    uint8
	Text string
}

func (a Type) Gesture() string { return "op.type" + strconv.Itoa(int(a.I)) }

func (a Type) Apply(s State) State {
	if a.I > 2 {
		return s
	}
	s.X[a.I].Type(a.Text, s.Read)
	return s
}

// Step moves operand I to its upper (Up) or lower neighbour; an integer moves by one.
type Step struct {
	I  uint8
	Up bool
}

func (a Step) Gesture() string { return "op.step" + strconv.Itoa(int(a.I)) }

func (a Step) Apply(s State) State {
	if a.I > 2 {
		return s
	}
	x := &s.X[a.I]
	if s.ID != FromInt {
		x.Step(operand.FormatOf(s.Src), a.Up)
		return s
	}
	by := ^uint64(0)
	if a.Up {
		by = 1
	}
	*x = operand.Entered{Bits: wide.From64((x.Bits.Lo + by) & (^uint64(0) >> (64 - s.IntType().Bits)))}
	return s
}

// Pick chooses the operation.
type Pick struct {
	lab.Once
	ID string
}

func (a Pick) Apply(s State) State {
	if !Known(a.ID) {
		return s
	}
	integer := s.ID == FromInt
	s.ID, s.Step = a.ID, min(s.Step, 1)
	if integer != (a.ID == FromInt) {
		s.X[0] = s.reread(s.X[0], "16777217")
	}
	return s
}

// reread returns an operand whose text is read anew, or other if it cannot be.
func (o State) reread(x operand.Entered, other string) operand.Entered {
	if !x.Text.On {
		x.Text = operand.Typed(other)
	}
	c, err := o.Read(x.Text.Text)
	if err != nil {
		x.Text = operand.Typed(other)
		c, _ = o.Read(other)
	}
	return operand.Entered{Bits: c, Text: x.Text}
}

// Src chooses the format of the operands: what was typed is read again in it, other data are rounded to it.
type Src struct {
	lab.Once
	Format string
}

func (a Src) Apply(s State) State {
	f, err := format.Parse(a.Format)
	if err != nil {
		return s
	}
	old := operand.FormatOf(s.Src)
	if s.Dst == f.ID {
		s.Dst = ""
	}
	s.Src, s.Own = f.ID, operand.Draft{}
	if s.ID == FromInt {
		return s
	}
	for i := range s.X {
		s.X[i].Refit(old, f, s.Read)
	}
	return s
}

// Own types the name of a format of the reader's own for the operands.
type Own struct{ Text string }

func (Own) Gesture() string { return "op.own" }

func (a Own) Apply(s State) State {
	draft := operand.Typed(a.Text)
	if _, err := format.Parse(draft.Text); err == nil {
		s = Src{Format: draft.Text}.Apply(s)
	}
	s.Own = draft
	return s
}

// Dst chooses the format of the result; "" is that of the operands.
type Dst struct {
	lab.Once
	Format string
}

func (a Dst) Apply(s State) State {
	if a.Format == "" || a.Format == s.Src {
		s.Dst = ""
		return s
	}
	if f, err := format.Parse(a.Format); err == nil {
		s.Dst = f.ID
	}
	return s
}

// Dir chooses the rounding direction.
type Dir struct {
	lab.Once
	Dir round.Direction
}

func (a Dir) Apply(s State) State {
	if a.Dir <= round.Stochastic {
		s.Env = InDirection(s.Env, a.Dir)
	}
	return s
}

// InDirection returns env in a direction that is chosen. Stochastic rounding without random bits would only cut off:
// it gets eight, half of their range.
func InDirection(env round.Env, dir round.Direction) round.Env {
	if env.Direction == dir {
		return env
	}
	env.Direction = dir
	if dir == round.Stochastic && env.RandomBits == 0 {
		env.RandomBits, env.Random = 8, 0x80
	}
	return env
}

// Set sets an option of the catalogue Options to one of its values.
type Set struct {
	lab.Once
	Key, Value string
}

func (a Set) Apply(s State) State {
	s.SetOption(a.Key, a.Value)
	return s
}

// Random types the random bits of stochastic rounding in hexadecimal.
type Random struct{ Text string }

func (Random) Gesture() string { return "op.random" }

func (a Random) Apply(s State) State {
	s.Hex = operand.Typed(a.Text)
	if n, err := s.ReadRandom(a.Text); err == nil {
		s.Env.Random = n
	}
	return s
}

// ReadRandom reads random bits in hexadecimal, with or without 0x; they have to fit into the number of random bits.
func (o State) ReadRandom(s string) (uint64, error) {
	digits := strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(s), "0x"), "0X")
	n, err := strconv.ParseUint(digits, 16, 64)
	width := int(o.Env.RandomBits)
	switch {
	case errors.Is(err, strconv.ErrRange), err == nil && bits.Len64(n) > width:
		if width == 0 {
			return 0, errors.New("There are no random bits: choose a number of them, or write 0.")
		}
		return 0, errors.New("This takes more than " + strconv.Itoa(width) + " random bits: write at most " + strconv.FormatUint(1<<width-1, 16) + ", or choose more bits.")
	case err != nil:
		return 0, errors.New("Write hexadecimal digits, 0 to 9 and a to f, such as d1.")
	}
	return n, nil
}

// Show turns Full ("bits") or Digits ("digits") on or off.
type Show struct {
	lab.Navigation

	lab.Once
	What string
}

func (a Show) Apply(s State) State {
	switch a.What {
	case "bits":
		s.Full = !s.Full
	case "digits":
		s.Digits = !s.Digits
	}
	return s
}

// Hover is the pointer over a column of the microscope, or over none (-1).
type Hover struct {
	lab.Navigation
	Place int
}

func (Hover) Gesture() string { return "op.hover" }

func (a Hover) Apply(s State) State {
	s.Over = uint16(max(0, min(a.Place+1, 1<<16-1)))
	return s
}

// Examples implements example.Holder.
func (State) Examples() example.List[State] { return Examples }

// Open shows a named example.
type Open = example.Open[State]
