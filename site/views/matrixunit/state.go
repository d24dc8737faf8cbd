package matrixunit

import (
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/stable"
	"ulplab/fpcore/tensor"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/words"
	"ulplab/site/lab"
)

// ID is the view of single matrix instructions.
const ID lab.ID = "mma"

// Most is the largest K of an instruction of the view.
const Most = 64

// State is what the view shows: a row of A, a column of B and an element of C, given to two units.
type State struct {
	Unit [2]Unit // both take the same types; the first one's K is the number of products
	X    [4]List // the row of A, the column of B, and the block scales of each; elements beyond the last are zero
	C    operand.Entered
	Pick Element // of the fragment picture
	Over Element // the one that the pointer is over; not in links
}

// Unit is an instruction, by its ID, on a compute capability times ten.
type Unit struct {
	ID string
	CC uint8
}

// X of State.
const (
	rowA = iota
	columnB
	scalesA
	scalesB
)

// List is a row of numbers: codes of its format, and the text that says them while it is on.
type List struct {
	Code [Most]uint64
	Text operand.Draft
}

// Element is an element of a matrix: 'A', 'B', 'C' for C and D, 0 for none.
type Element struct {
	Of       byte
	Row, Col uint8
}

// instructions are all by ID.
var instructions = stable.Once(func() map[string]tensor.Instruction {
	m := map[string]tensor.Instruction{}
	for _, i := range tensor.Catalogue() {
		m[i.ID()] = i
	}
	return m
})

// Instruction is the unit's instruction.
func (u Unit) Instruction() tensor.Instruction { return instructions()[u.ID] }

// instruction is that of the first unit.
func (s *State) instruction() tensor.Instruction { return s.Unit[0].Instruction() }

// K is the number of products.
func (s *State) K() int { return s.instruction().Length() }

// Formats returns those of A, B, and C and D, nil for integers.
func (s *State) Formats() [3]*format.Format {
	i := s.instruction()
	return [3]*format.Format{tensor.Format(i.A), tensor.Format(i.B), tensor.Format(i.D)}
}

// result is the type of C and D.
func (s *State) result() number { return number(s.instruction().D) }

// scaling says which scales an instruction takes: "ue8m0 32" for one of UE8M0 for 32 elements, "" for none; of single bits,
// how they are combined.
func scaling(i tensor.Instruction) string {
	switch {
	case i.A == "b1":
		return i.Form
	case i.Scale == "":
		return ""
	}
	return i.Scale + " " + strconv.Itoa(i.Vector)
}

// list returns the type of a list of the state and how many numbers it has, 0 for scales that the instruction does not take.
func (s *State) list(n int) (number, int) {
	i := s.instruction()
	switch {
	case n < scalesA:
		return [2]number{number(i.A), number(i.B)}[n], i.Length()
	case i.Scale == "":
		return "", 0
	}
	return number(i.Scale), i.K / i.Vector
}

// typesOf are the types of A, B and D, and the scaling.
func typesOf(i tensor.Instruction) [4]string { return [4]string{i.A, i.B, i.D, scaling(i)} }

// units lists who takes the types of PTX, by capability and then by K.
func units(types [4]string) (list []Unit) {
	for _, g := range tensor.Generations {
		for _, i := range tensor.Catalogue() {
			if typesOf(i) == types {
				if _, _, ok := i.Unit(g.CC); ok {
					list = append(list, Unit{i.ID(), uint8(g.CC)})
				}
			}
		}
	}
	return list
}

// types lists the types of PTX that follow from earlier choices: those of A, of B with it, of D with both, and the scalings.
func types(chosen ...string) (list []string) {
	for _, i := range tensor.Catalogue() {
		have := typesOf(i)
		if !slices.Equal(have[:len(chosen)], chosen) {
			continue
		}
		if t := have[len(chosen)]; !slices.Contains(list, t) {
			list = append(list, t)
		}
	}
	return list
}

// Write is the inverse of operand.ReadList: repetitions are counted, and zeros at the end left out.
func Write(codes []uint64, t number) string { return counting(codes, " ", " x", t.entry) }

// counting writes codes with between between them; times and their number stand behind several equal ones, and zeros at the end
// are left out.
func counting(codes []uint64, between, times string, write func(uint64) string) string {
	n := len(codes)
	for n > 1 && codes[n-1] == 0 {
		n--
	}
	s := ""
	for i := 0; i < n; {
		run := i + 1
		for run < n && codes[run] == codes[i] {
			run++
		}
		if i > 0 {
			s += between
		}
		if s += write(codes[i]); run-i > 1 {
			s += times + words.Num(run-i)
		}
		i = run
	}
	return s
}

// mostText bounds the text of a list.
const mostText = 2000

// What is what a Set changes.
type What uint8

// What can be changed.
const (
	Open     What = iota // the example Text
	TypeList             // list I is typed
	Type                 // C is typed
	Step                 // C, to its upper neighbour if I is 1, else to its lower one
	Swap                 // the units change places
	Fill                 // A and B, by the pattern Text
)

// Set changes one thing of the view; what makes no sense changes nothing.
type Set struct {
	_    [0]func() // not comparable
	What What
	I    int
	Text string
}

// Gesture implements lab.Action.
func (a Set) Gesture() string {
	switch a.What {
	case TypeList:
		return words.Fill("mma.list#", a.I)
	case Type:
		return "mma.c"
	case Step:
		return "mma.step"
	}
	return ""
}

// Apply implements lab.Action.
func (a Set) Apply(s State) State {
	switch a.What {
	case Open:
		if x, ok := Examples().Find(a.Text); ok {
			return x
		}
	case TypeList:
		s.typeList(min(max(a.I, rowA), scalesB), a.Text)
	case Type:
		s.C.Type(a.Text, s.result().read)
	case Step:
		s.result().step(&s.C, a.I == 1)
	case Swap:
		s.with([2]Unit{s.Unit[1], s.Unit[0]})
	case Fill:
		s.fill(a.Text)
	}
	return s
}

// typeList types a list, if the instruction takes it.
func (s *State) typeList(i int, text string) {
	if t, n := s.list(i); n > 0 {
		s.X[i].typed(text, t, n)
	}
}

// typed takes the text of a list of up to n numbers.
func (x *List) typed(s string, t number, n int) {
	x.Text = operand.Draft{On: true, Text: operand.Cut(s, mostText)}
	if codes, err := readList(x.Text.Text, t, n); err == nil {
		x.Code = codes
	}
}

// readList reads up to k numbers; those that are not given are zero.
func readList(s string, t number, k int) (codes [Most]uint64, err error) {
	list, err := operand.ReadList(s, mostText, k, t.read)
	copy(codes[:], list)
	return codes, err
}

// ones are k scales of 1.
func ones(t number, k int) (codes [Most]uint64) {
	one, _ := t.read("1")
	for i := range k {
		codes[i] = one.Lo
	}
	return codes
}

// Types chooses the types of A, B and D by PTX's names, and the block scales; one that does not go with those before it gives way to one that
// does. The capabilities stay where they have an instruction of these types.
type Types struct {
	_ [0]func() // not comparable
	lab.Once
	A, B, D, Scales string
}

func (a Types) Apply(s State) State {
	want := [4]string{a.A, a.B, a.D, a.Scales}
	for n := range want {
		if list := types(want[:n]...); !slices.Contains(list, want[n]) {
			if n == 0 {
				return s
			}
			if want[n] = list[0]; n < 2 && slices.Contains(list, want[0]) {
				want[n] = want[0]
			}
		}
	}
	list := units(want)
	var next [2]Unit
	for side := range next {
		next[side] = nearest(list, s.Unit[side])
	}
	if next[0] == next[1] {
		next[1] = list[0]
	}
	s.with(next)
	return s
}

// nearest is the unit of a list on the same capability, with the same operation and K if there is one, else one of the
// last capability before it, else the first.
func nearest(list []Unit, u Unit) (best Unit) {
	was := u.Instruction()
	score := -1
	for _, x := range list {
		i, n := x.Instruction(), 0
		if x.CC <= u.CC {
			n = 4 * int(x.CC)
		}
		if i.Op == was.Op {
			n += 2
		}
		if i.K >= was.K {
			n++
		}
		if n > score {
			best, score = x, n
		}
	}
	return best
}

// with takes the operands to other units: texts are read anew, other data are rounded to the new formats. Between
// floating-point numbers and integers it begins with random ones.
func (s *State) with(next [2]Unit) {
	before := *s
	s.Unit = next
	s.Pick, s.Over = s.kept(s.Pick), Element{}
	if from, to := before.result(), s.result(); (from.format() == nil) != (to.format() == nil) {
		s.X, s.C = [4]List{}, operand.Entered{}
		s.fill("uniform")
		return
	}
	for i := range s.X {
		x := &s.X[i]
		from, had := before.list(i)
		to, k := s.list(i)
		switch {
		case k == 0:
			*x = List{}
			continue
		case i >= scalesA && (from != to || had != k): // the scales of other blocks mean nothing here
			*x = List{Code: ones(to, k)}
			continue
		case x.Text.On && !hasPattern(x.Text.Text):
			if codes, err := readList(x.Text.Text, to, k); err == nil {
				x.Code = codes
				continue
			}
		}
		x.Text = operand.Draft{}
		for j, c := range x.Code {
			if j >= k {
				x.Code[j] = 0
			} else if from != to {
				x.Code[j] = to.of(from, c)
			}
		}
	}
	if from, to := before.Formats()[2], s.Formats()[2]; from != to {
		s.C.Refit(from, to, operand.Reader(to))
	} else if before.result() != s.result() {
		s.C.Text = operand.Draft{}
	}
}

// hasPattern reports bit patterns in a list.
func hasPattern(list string) bool {
	return slices.ContainsFunc(strings.Fields(list), operand.IsPattern)
}

// Choose puts a unit on a side. One of other types than the other side's is not taken.
type Choose struct {
	lab.Once
	Side uint8
	Unit Unit
}

func (a Choose) Apply(s State) State {
	i := s.instruction()
	if a.Side > 1 || !slices.Contains(units(typesOf(i)), a.Unit) {
		return s
	}
	next := s.Unit
	next[a.Side] = a.Unit
	s.with(next)
	return s
}

// fill fills A and B by a pattern.
func (s *State) fill(pattern string) {
	if rows, ok := s.pattern(pattern); ok {
		for i, list := range rows {
			t, _ := s.list(i)
			s.X[i] = List{}
			for k, word := range list {
				c, _ := t.read(word)
				s.X[i].Code[k] = c.Lo
			}
		}
	}
}

// Pick chooses an element of the fragment picture, Over points at one.
type Pick struct {
	lab.Navigation
	lab.Once
	Element
}

func (a Pick) Apply(s State) State {
	if e := s.kept(a.Element); e == a.Element {
		s.Pick, s.Over = e, Element{}
	}
	return s
}

// Over points at an element of the fragment picture.
type Over struct {
	lab.Navigation
	Element
}

func (Over) Gesture() string { return "mma.over" }

func (a Over) Apply(s State) State {
	s.Over = s.kept(a.Element)
	return s
}

// kept returns an element that the fragments of the first unit have, the zero one for others.
func (s *State) kept(e Element) Element {
	if f, ok := s.instruction().Registers().Fragment(tensor.Operand(e.Of)); ok && strings.IndexByte("ABC", e.Of) >= 0 {
		if _, ok := f.Place(int(e.Row), int(e.Col)); ok {
			return e
		}
	}
	return Element{}
}
