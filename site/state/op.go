package state

import (
	"errors"
	"math/bits"
	"strconv"
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
)

// Operation is the view of one operation: operands, exact result, rounding.
const Operation View = "op"

// Three operations of the view are not in arith.Ops, since their operand or result is not a floating-point datum.
const (
	OpCompare = "cmp"     // the relation of a and b and every predicate
	OpToInt   = "toint"   // a rounded to an integer type
	OpFromInt = "fromint" // an integer, typed as such, rounded to a format
)

// Operand is a datum and how it was entered. While Text is on it says what was typed; Bits is the code it means, or
// the last one that could be read.
type Operand struct {
	Bits wide.U128
	Text Draft
}

// Op is what the Operation view shows.
type Op struct {
	ID     string     // of arith.Ops, or one of the three above
	Src    string     // format of the operands
	Dst    string     // format of the result; "" is that of the operands
	X      [3]Operand // a, b, c; those beyond the operation's arity wait for another operation
	Env    round.Env
	Int    uint8 // index into IntTypes
	Full   bool  // the microscope shows every bit
	Digits bool  // every decimal digit of result and exact value
	Own    Draft // the name of a format as typed; not in links
	Hex    Draft // the random bits as typed; not in links
}

// F returns the format of the operands and that of the result; they are the same pointer if the names are the same.
func (o Op) F() (src, dst *format.Format) {
	src = FormatOf(o.Src)
	if o.Dst == "" || o.Dst == o.Src {
		return src, src
	}
	return src, FormatOf(o.Dst)
}

// Arity returns the number of operands.
func (o Op) Arity() int {
	switch o.ID {
	case OpCompare:
		return 2
	case OpToInt, OpFromInt:
		return 1
	}
	if op, ok := arith.Find(o.ID); ok {
		return op.Arity
	}
	return 2
}

// Rounds reports whether the operation may round: min, max, sign operations and neighbours within a format only choose
// or move a datum.
func (o Op) Rounds() bool {
	switch o.ID {
	case OpCompare:
		return false
	case "nextup", "nextdown", "min", "max", "minnum", "maxnum", "copysign", "neg", "abs":
		src, dst := o.F()
		return src != dst
	}
	return true
}

// KnownOp reports whether id names an operation of the view.
func KnownOp(id string) bool {
	if _, ok := arith.Find(id); ok {
		return true
	}
	return id == OpCompare || id == OpToInt || id == OpFromInt
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
func (o Op) IntType() arith.IntType { return IntTypes[int(o.Int)%len(IntTypes)].T }

// Read returns the code that a text means as operand i: a datum of the operands' format, rounded to nearest, or an
// integer for fromint. The error is in words.
func (o Op) Read(s string) (wide.U128, error) {
	if o.ID == OpFromInt {
		return readInt(s, o.IntType())
	}
	p, err := text.Parse(s, FormatOf(o.Src), round.Env{})
	return p.Bits, err
}

// readInt reads a decimal integer, or 0x… as a bit pattern of the type.
func readInt(s string, t arith.IntType) (wide.U128, error) {
	var v uint64
	var err error
	switch {
	case len(s) > 1 && s[0] == '0' && (s[1] == 'x' || s[1] == 'X'):
		v, err = strconv.ParseUint(s[2:], 16, int(t.Bits))
	case t.Signed:
		var n int64
		n, err = strconv.ParseInt(s, 10, int(t.Bits))
		v = uint64(n) & (^uint64(0) >> (64 - t.Bits))
	default:
		v, err = strconv.ParseUint(s, 10, int(t.Bits))
	}
	if err != nil {
		kind := "an unsigned"
		if t.Signed {
			kind = "a signed"
		}
		return wide.U128{}, errors.New("This is not " + kind + " integer of " + strconv.Itoa(int(t.Bits)) + " bits; write digits such as 100, or 0x and hexadecimal digits.")
	}
	return wide.From64(v), nil
}

// OpExample is a named state of the view.
type OpExample struct {
	ID string // key of its words in prose
	Op Op
}

// datum is an operand of an example: its code and the text it was typed as. A test holds the two together.
func datum(s string, hi, lo uint64) Operand {
	return Operand{Bits: wide.U128{Hi: hi, Lo: lo}, Text: Draft{On: true, Text: s}}
}

func short(s string, bits uint64) Operand { return datum(s, 0, bits) }

// OpExamples lists the named examples; the first is what the view opens on.
var OpExamples = []OpExample{
	{"tenths", Op{ID: "add", Src: "f64", X: [3]Operand{short("0.1", 0x3fb999999999999a), short("0.2", 0x3fc999999999999a)}}},
	{"tenths32", Op{ID: "add", Src: "f32", X: [3]Operand{short("0.1", 0x3dcccccd), short("0.2", 0x3e4ccccd)}}},
	{"tie", Op{ID: "add", Src: "f32", X: [3]Operand{short("1", 0x3f800000), short("2^-24", 0x33800000)}}},
	{"paper", Op{ID: "add", Src: "f32", X: [3]Operand{short("0x40000001", 0x40000001), short("0x3f800001", 0x3f800001)}}},
	{"far", Op{ID: "add", Src: "f64", X: [3]Operand{short("1e30", 0x46293e5939a08cea), short("1e-30", 0x39b4484bfeebc2a0)}}},
	{"cancel", Op{ID: "sub", Src: "f32", X: [3]Operand{short("3.1415927", 0x40490fdb), short("3.1415925", 0x40490fda)}}},
	{"overflow", Op{ID: "mul", Src: "f32", X: [3]Operand{short("0x7f7fffff", 0x7f7fffff), short("2", 0x40000000)}}},
	{"underflow", Op{ID: "div", Src: "f32", X: [3]Operand{short("0x00800001", 0x00800001), short("2", 0x40000000)}}},
	{"twothirds", Op{ID: "div", Src: "f32", X: [3]Operand{short("2", 0x40000000), short("3", 0x40400000)}}},
	{"root", Op{ID: "sqrt", Src: "f32", X: [3]Operand{short("2", 0x40000000)}}},
	{"figure1", Op{ID: "fma", Src: "f32", X: [3]Operand{short("0x3f800001", 0x3f800001), short("0x3f800001", 0x3f800001), short("0xbf800002", 0xbf800002)}}},
	{"fp8", Op{ID: "cvt", Src: "f32", Dst: "e4m3", X: [3]Operand{short("464", 0x43e80000)}}},
	{"fp8over", Op{ID: "cvt", Src: "f32", Dst: "e4m3", X: [3]Operand{short("465", 0x43e88000)}}},
	{"fp8sat", Op{ID: "cvt", Src: "f32", Dst: "e4m3", X: [3]Operand{short("465", 0x43e88000)}, Env: round.Env{Overflow: round.Saturate}}},
	{"tf32", Op{ID: "cvt", Src: "f32", Dst: "tf32", X: [3]Operand{short("1024.5", 0x44801000)}, Env: round.Env{Direction: round.TiesToAway}}},
	{"twice", Op{ID: "cvt", Src: "f64", Dst: "f32", X: [3]Operand{short("1.00000005960464477539062500001", 0x3ff0000010000000)}}},
	{"x87", Op{ID: "mul", Src: "x87", X: [3]Operand{datum("1/3", 0x3ffd, 0xaaaaaaaaaaaaaaab), datum("3", 0x4000, 0xc000000000000000)}, Env: round.Env{Precision: 53}}},
	{"invalid", Op{ID: "div", Src: "f32", X: [3]Operand{short("0", 0), short("0", 0)}}},
	{"infinities", Op{ID: "sub", Src: "f32", X: [3]Operand{short("inf", 0x7f800000), short("inf", 0x7f800000)}}},
	{"payload", Op{ID: "add", Src: "f32", X: [3]Operand{short("snan(7)", 0x7f800007), short("1", 0x3f800000)}}},
	{"stochastic", Op{ID: "cvt", Src: "f32", Dst: "bf16", X: [3]Operand{short("0x3f803000", 0x3f803000)}, Env: round.Env{Direction: round.Stochastic, RandomBits: 16, Random: 0xd123}}},
	{"integral", Op{ID: "rint", Src: "f32", X: [3]Operand{short("2.5", 0x40200000)}}},
	{"toint", Op{ID: OpToInt, Src: "f32", X: [3]Operand{short("-1.5", 0xbfc00000)}}},
	{"fromint", Op{ID: OpFromInt, Src: "f32", X: [3]Operand{short("16777217", 16777217)}}},
	{"compare", Op{ID: OpCompare, Src: "f32", X: [3]Operand{short("-0", 0x80000000), short("0", 0)}}},
}

func firstOp() Op { return OpExamples[0].Op }

// OpType types in operand I.
type OpType struct {
	I    uint8
	Text string
}

func (a OpType) gesture() string { return "op.type" + strconv.Itoa(int(a.I)) }

func (a OpType) apply(s State) State {
	if a.I > 2 {
		return s
	}
	x := &s.Op.X[a.I]
	x.Text = Typed(a.Text)
	if c, err := s.Op.Read(x.Text.Text); err == nil {
		x.Bits = c
	}
	return s
}

// OpStep moves operand I to its upper (Up) or lower neighbour; an integer moves by one.
type OpStep struct {
	I  uint8
	Up bool
}

func (a OpStep) gesture() string { return "op.step" + strconv.Itoa(int(a.I)) }

func (a OpStep) apply(s State) State {
	if a.I > 2 {
		return s
	}
	x := &s.Op.X[a.I]
	f := FormatOf(s.Op.Src)
	x.Text = Draft{}
	switch {
	case s.Op.ID == OpFromInt && a.Up:
		x.Bits.Lo = (x.Bits.Lo + 1) & (^uint64(0) >> (64 - s.Op.IntType().Bits))
	case s.Op.ID == OpFromInt:
		x.Bits.Lo = (x.Bits.Lo - 1) & (^uint64(0) >> (64 - s.Op.IntType().Bits))
	case a.Up:
		x.Bits = f.NextUp(x.Bits)
	default:
		x.Bits = f.NextDown(x.Bits)
	}
	return s
}

// OpPick chooses the operation.
type OpPick struct {
	once
	ID string
}

func (a OpPick) apply(s State) State {
	if !KnownOp(a.ID) {
		return s
	}
	integer := s.Op.ID == OpFromInt
	s.Op.ID = a.ID
	if integer != (a.ID == OpFromInt) {
		s.Op.X[0] = s.Op.reread(s.Op.X[0], "16777217")
	}
	return s
}

// reread returns an operand whose text is read anew, or other if it cannot be.
func (o Op) reread(x Operand, other string) Operand {
	if !x.Text.On {
		x.Text = Typed(other)
	}
	c, err := o.Read(x.Text.Text)
	if err != nil {
		x.Text = Typed(other)
		c, _ = o.Read(other)
	}
	return Operand{c, x.Text}
}

// OpSrc chooses the format of the operands: what was typed is read again in it, other data are rounded to it.
type OpSrc struct {
	once
	Format string
}

func (a OpSrc) apply(s State) State {
	f, err := format.Parse(a.Format)
	if err != nil {
		return s
	}
	old := FormatOf(s.Op.Src)
	if s.Op.Dst == f.ID {
		s.Op.Dst = ""
	}
	s.Op.Src, s.Op.Own = f.ID, Draft{}
	if s.Op.ID == OpFromInt {
		return s
	}
	for i := range s.Op.X {
		x := &s.Op.X[i]
		if x.Text.On {
			if c, err := s.Op.Read(x.Text.Text); err == nil && !isPattern(x.Text.Text) {
				x.Bits = c
				continue
			}
			x.Text = Draft{}
		}
		x.Bits = arith.Convert(round.Env{}, f, old, x.Bits, nil).Bits
	}
	return s
}

// OpOwn types the name of a format of the reader's own for the operands.
type OpOwn struct{ Text string }

func (OpOwn) gesture() string { return "op.own" }

func (a OpOwn) apply(s State) State {
	draft := Typed(a.Text)
	if _, err := format.Parse(draft.Text); err == nil {
		s = OpSrc{Format: draft.Text}.apply(s)
	}
	s.Op.Own = draft
	return s
}

// OpDst chooses the format of the result; "" is that of the operands.
type OpDst struct {
	once
	Format string
}

func (a OpDst) apply(s State) State {
	if a.Format == "" || a.Format == s.Op.Src {
		s.Op.Dst = ""
		return s
	}
	if f, err := format.Parse(a.Format); err == nil {
		s.Op.Dst = f.ID
	}
	return s
}

// OpDir chooses the rounding direction.
type OpDir struct {
	once
	Dir round.Direction
}

func (a OpDir) apply(s State) State {
	if a.Dir <= round.Stochastic {
		s.Op.Env = InDirection(s.Op.Env, a.Dir)
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

// OpSet sets an option of the catalogue OpOptions to one of its values.
type OpSet struct {
	once
	Key, Value string
}

func (a OpSet) apply(s State) State {
	s.Op.SetOption(a.Key, a.Value)
	return s
}

// OpRandom types the random bits of stochastic rounding in hexadecimal.
type OpRandom struct{ Text string }

func (OpRandom) gesture() string { return "op.random" }

func (a OpRandom) apply(s State) State {
	s.Op.Hex = Typed(a.Text)
	if n, err := s.Op.ReadRandom(a.Text); err == nil {
		s.Op.Env.Random = n
	}
	return s
}

// ReadRandom reads random bits in hexadecimal, with or without 0x; they have to fit into the number of random bits.
func (o Op) ReadRandom(s string) (uint64, error) {
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

// OpShow turns Full ("bits") or Digits ("digits") on or off.
type OpShow struct {
	once
	What string
}

func (OpShow) navigates() {}

func (a OpShow) apply(s State) State {
	switch a.What {
	case "bits":
		s.Op.Full = !s.Op.Full
	case "digits":
		s.Op.Digits = !s.Op.Digits
	}
	return s
}

// OpOpen shows a named example.
type OpOpen struct {
	once
	ID string
}

func (a OpOpen) apply(s State) State {
	for _, e := range OpExamples {
		if e.ID == a.ID {
			s.Op = e.Op
		}
	}
	return s
}
