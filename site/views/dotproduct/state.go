package dotproduct

import (
	"strconv"
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/operand"
	"ulplab/site/lab"
)

// ID is the view of orders of evaluation: dot products of two vectors and sums of three numbers.
const ID lab.ID = "dot"

// The number of elements that a vector of the view may have.
const (
	Least = 2
	Most  = 64
)

// The columns of numbers that the reader can edit.
const (
	A   = 0 // the elements of a
	B   = 1 // the elements of b
	ABC = 2 // A, B and C of the sum
)

// State is what the Dot product view shows: two vectors, or three numbers if Sum, and how operations round.
// Elements of V and Text from N on are zero.
type State struct {
	Sum    bool
	Format string        // a name that format.Parse reads
	Name   operand.Draft // the format's name as typed
	Dir    round.Direction
	Flush  bool // subnormal operands and results become zero, as CUDA's .ftz
	N      uint8
	V      [2][Most]wide.U128
	X      [3]wide.U128
	Text   [2][Most]operand.Draft
	XText  [3]operand.Draft
	Shape  uint8 // the order shown large: an index of Shapes
	Node   int16 // the node that details are about, -1 for the result
	Over   DotNode
}

// DotNode is a node of an order that the pointer is over; Shape counts from 1, and 0 is none. It is not in links.
type DotNode struct {
	Shape uint8
	Node  int16
}

// F returns the format shown.
func (d State) F() *format.Format { return operand.FormatOf(d.Format) }

// Env returns the environment of every operation.
func (d State) Env() round.Env {
	env := round.Env{Direction: d.Dir}
	if d.Flush {
		env.FlushIn, env.FlushOut = true, round.FlushTinyAfter
	}
	return env
}

// Shapes returns the orders on offer: of a dot product or of a sum.
func (d State) Shapes() []reduce.Shape {
	if d.Sum {
		return reduce.Sums
	}
	return reduce.Shapes
}

// Terms returns the number of elements: N, or 3 for a sum.
func (d State) Terms() int {
	if d.Sum {
		return len(d.X)
	}
	return int(d.N)
}

// Cell is a field of the view: element At of column Col.
type Cell struct{ Col, At uint8 }

// cell returns the number and the draft of a field, nil where there is none.
func (d *State) cell(c Cell) (*wide.U128, *operand.Draft) {
	switch {
	case c.Col == ABC && int(c.At) < len(d.X):
		return &d.X[c.At], &d.XText[c.At]
	case c.Col <= B && c.At < d.N && c.At < Most:
		return &d.V[c.Col][c.At], &d.Text[c.Col][c.At]
	}
	return nil, nil
}

// Type puts typed text into a field. What cannot be read leaves the number as it was.
type Type struct {
	Cell Cell
	Text string
}

func (a Type) Gesture() string {
	return "dot.type." + strconv.Itoa(int(a.Cell.Col)) + "." + strconv.Itoa(int(a.Cell.At))
}

func (a Type) Apply(s State) State {
	v, t := s.cell(a.Cell)
	if v == nil {
		return s
	}
	*t = operand.Typed(a.Text)
	if c, err := operand.Read(t.Text, s.F()); err == nil {
		*v = c
	}
	return s
}

// Unread returns the names of the elements shown whose text cannot be read: "a3", "B".
func (d State) Unread() (names []string) {
	unread := func(t operand.Draft, name string) {
		if _, err := operand.Read(t.Text, d.F()); t.On && err != nil {
			names = append(names, name)
		}
	}
	if d.Sum {
		for i, t := range d.XText {
			unread(t, "ABC"[i:i+1])
		}
		return names
	}
	for i := range int(d.N) {
		for c := range d.Text {
			unread(d.Text[c][i], "ab"[c:c+1]+strconv.Itoa(i+1))
		}
	}
	return names
}

// Settle ends the editing of a field: a list of numbers goes to the fields that follow. A number stays as it was
// typed, so that another format reads it anew.
type Settle struct {
	lab.Once
	Cell Cell
}

func (a Settle) Apply(s State) State {
	_, t := s.cell(a.Cell)
	if t == nil || !t.On {
		return s
	}
	if _, err := operand.Read(t.Text, s.F()); err == nil {
		return s
	}
	return Paste{Cell: a.Cell, Text: t.Text}.Apply(s)
}

// Paste puts a list of numbers into a column from a field on: the vectors grow as needed, zeros fill the other
// one, and numbers beyond the last possible element are left out. Text that is not a list of readable numbers
// becomes the text of the field.
type Paste struct {
	lab.Once
	Cell Cell
	Text string
}

func (a Paste) Apply(s State) State {
	if v, _ := s.cell(a.Cell); v == nil {
		return s
	}
	list := List(a.Text)
	list = list[:min(len(list), Most)]
	codes := make([]wide.U128, 0, Most)
	for _, one := range list {
		c, err := operand.Read(one, s.F())
		if err != nil {
			return Type{a.Cell, a.Text}.Apply(s)
		}
		codes = append(codes, c)
	}
	if len(codes) < 2 {
		return Type{a.Cell, a.Text}.Apply(s)
	}
	end := min(int(a.Cell.At)+len(codes), Most)
	if a.Cell.Col != ABC {
		s = s.dotResize(max(end, int(s.N)))
	}
	for i, c := range codes {
		if v, t := s.cell(Cell{a.Cell.Col, uint8(min(int(a.Cell.At)+i, 255))}); v != nil {
			*v, *t = c, operand.Typed(list[i])
		}
	}
	return s
}

// Room returns how many numbers a list may have that is pasted at a field.
func Room(c Cell) int {
	most := Most
	if c.Col == ABC {
		most = len(State{}.X)
	}
	return most - int(c.At)
}

// List cuts a list of numbers into its entries: separated by commas, semicolons or white space,
// in brackets or not, as programs print vectors.
func List(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool {
		switch r {
		case ',', ';', ' ', '\t', '\n', '\r', '[', ']', '{', '}', '"':
			return true
		}
		return false
	})
}

// IsList reports whether pasted text is to be spread over several fields: it is no number itself and has more
// than one entry.
func IsList(s string, f *format.Format) bool {
	if len(s) > 1<<16 || len(List(s)) < 2 {
		return false
	}
	_, err := operand.Read(s, f)
	return err != nil
}

// Resize gives the vectors N elements: new ones are zero.
type Resize struct {
	lab.Once
	N uint8
}

func (a Resize) Apply(s State) State { return s.dotResize(int(a.N)) }

func (s State) dotResize(n int) State {
	n = max(Least, min(n, Most))
	d := &s
	for i := n; i < int(d.N); i++ {
		for c := range d.V {
			d.V[c][i], d.Text[c][i] = wide.U128{}, operand.Draft{}
		}
	}
	for i := int(d.N); i < n; i++ {
		for c := range d.V {
			d.V[c][i] = d.F().Zero(false)
		}
	}
	if n != int(d.N) {
		d.N = uint8(n)
		s.dotResult()
	}
	return s
}

// Remove takes an element out of both vectors.
type Remove struct {
	lab.Once
	At uint8
}

func (a Remove) Apply(s State) State {
	d := &s
	if a.At >= d.N || d.N <= Least {
		return s
	}
	for c := range d.V {
		copy(d.V[c][a.At:], d.V[c][a.At+1:d.N])
		copy(d.Text[c][a.At:], d.Text[c][a.At+1:d.N])
	}
	return s.dotResize(int(d.N) - 1)
}

// dotResult shows the details of the result.
func (s *State) dotResult() { s.Node, s.Over = -1, DotNode{} }

// Sum switches between the dot product of two vectors and the sum of three numbers.
type Sum struct {
	lab.Once
	On bool
}

func (a Sum) Apply(s State) State {
	if s.Sum != a.On {
		s.Sum, s.Shape = a.On, 0
		s.dotResult()
	}
	return s
}

// Format shows everything in another format: what was typed is read again in it, so that it is rounded once, other
// numbers are converted, to nearest.
type Format struct {
	lab.Once
	Name string
}

func (a Format) Apply(s State) State {
	to, err := format.Parse(a.Name)
	if err != nil {
		return s
	}
	d := &s
	from := d.F()
	d.Name = operand.Draft{}
	if to.ID == from.ID {
		return s
	}
	d.Format = to.ID
	convert := func(c *wide.U128, t *operand.Draft) {
		x := operand.Entered{Bits: *c, Text: *t}
		x.Refit(from, to, operand.Reader(to))
		*c, *t = x.Bits, x.Text
	}
	for c := range d.V {
		for i := range d.N {
			convert(&d.V[c][i], &d.Text[c][i])
		}
	}
	for i := range d.X {
		convert(&d.X[i], &d.XText[i])
	}
	return s
}

// FormatName is the name of a format being typed.
type FormatName struct{ Text string }

func (FormatName) Gesture() string { return "dot.format" }

func (a FormatName) Apply(s State) State {
	next := Format{Name: a.Text}.Apply(s)
	next.Name = operand.Typed(a.Text)
	return next
}

// FormatSettle ends the typing of a format's name if it is one.
type FormatSettle struct{ lab.Once }

func (FormatSettle) Apply(s State) State {
	if _, err := format.Parse(s.Name.Text); err == nil {
		s.Name = operand.Draft{}
	}
	return s
}

// Dir chooses the rounding direction of the operations. Stochastic rounding is not among them: every node would
// need random bits of its own.
type Dir struct {
	lab.Once
	Dir round.Direction
}

func (a Dir) Apply(s State) State {
	if Takes(a.Dir) {
		s.Dir = a.Dir
	}
	return s
}

// Takes reports whether the view offers a direction.
func Takes(d round.Direction) bool { return d < round.Stochastic }

// Flush chooses whether subnormal numbers become zero.
type Flush struct {
	lab.Once
	On bool
}

func (a Flush) Apply(s State) State {
	s.Flush = a.On
	return s
}

// Pick shows an order large and the details of one of its nodes, -1 for the result.
type Pick struct {
	lab.Navigation
	DotNode
}

func (Pick) Gesture() string { return "dot.pick" }

func (a Pick) Apply(s State) State {
	k := int(a.Shape) - 1
	shapes := s.Shapes()
	if k < 0 || k >= len(shapes) {
		return s
	}
	n := len(shapes[k].Build(s.Terms()))
	s.Shape, s.Node, s.Over = uint8(k), -1, DotNode{}
	if a.Node >= 0 && int(a.Node) < n-1 {
		s.Node = a.Node
	}
	return s
}

// Over says which node the pointer is over; the zero value is none.
type Over struct {
	lab.Navigation
	DotNode
}

func (Over) Gesture() string { return "dot.over" }

func (a Over) Apply(s State) State {
	k := int(a.Shape) - 1
	shapes := s.Shapes()
	if k < 0 || k >= len(shapes) || a.Node < 0 || int(a.Node) >= len(shapes[k].Build(s.Terms())) {
		s.Over = DotNode{}
		return s
	}
	s.Over = a.DotNode
	return s
}

// Preset shows an example.
type Preset struct {
	lab.Once
	ID string
}

func (a Preset) Apply(s State) State {
	if d, ok := Example(a.ID); ok {
		s = d
	}
	return s
}
