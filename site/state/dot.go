package state

import (
	"strconv"
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
)

// DotProduct is the view of orders of evaluation: dot products of two vectors and sums of three numbers.
const DotProduct View = "dot"

// The number of elements that a vector of the view may have.
const (
	DotLeast = 2
	DotMost  = 64
)

// The columns of numbers that the reader can edit.
const (
	DotA   = 0 // the elements of a
	DotB   = 1 // the elements of b
	DotABC = 2 // A, B and C of the sum
)

// Dot is what the Dot product view shows: two vectors, or three numbers if Sum, and how operations round.
// Elements of V and Text from N on are zero.
type Dot struct {
	Sum    bool
	Format string // a name that format.Parse reads
	Name   Draft  // the format's name as typed
	Dir    round.Direction
	Flush  bool // subnormal operands and results become zero, as CUDA's .ftz
	N      uint8
	V      [2][DotMost]wide.U128
	X      [3]wide.U128
	Text   [2][DotMost]Draft
	XText  [3]Draft
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
func (d Dot) F() *format.Format { return FormatOf(d.Format) }

// Env returns the environment of every operation.
func (d Dot) Env() round.Env {
	env := round.Env{Direction: d.Dir}
	if d.Flush {
		env.FlushIn, env.FlushOut = true, round.FlushTinyAfter
	}
	return env
}

// Shapes returns the orders on offer: of a dot product or of a sum.
func (d Dot) Shapes() []reduce.Shape {
	if d.Sum {
		return reduce.Sums
	}
	return reduce.Shapes
}

// Terms returns the number of elements: N, or 3 for a sum.
func (d Dot) Terms() int {
	if d.Sum {
		return len(d.X)
	}
	return int(d.N)
}

// DotCell is a field of the view: element At of column Col.
type DotCell struct{ Col, At uint8 }

// cell returns the number and the draft of a field, nil where there is none.
func (d *Dot) cell(c DotCell) (*wide.U128, *Draft) {
	switch {
	case c.Col == DotABC && int(c.At) < len(d.X):
		return &d.X[c.At], &d.XText[c.At]
	case c.Col <= DotB && c.At < d.N && c.At < DotMost:
		return &d.V[c.Col][c.At], &d.Text[c.Col][c.At]
	}
	return nil, nil
}

// DotRead reads what was typed into a field: rounded to nearest whatever the direction of the operations is.
func DotRead(s string, f *format.Format) (wide.U128, error) {
	p, err := text.Parse(s, f, round.Env{})
	return p.Bits, err
}

// DotType puts typed text into a field. What cannot be read leaves the number as it was.
type DotType struct {
	Cell DotCell
	Text string
}

func (a DotType) gesture() string {
	return "dot.type." + strconv.Itoa(int(a.Cell.Col)) + "." + strconv.Itoa(int(a.Cell.At))
}

func (a DotType) apply(s State) State {
	v, t := s.Dot.cell(a.Cell)
	if v == nil {
		return s
	}
	*t = Typed(a.Text)
	if c, err := DotRead(t.Text, s.Dot.F()); err == nil {
		*v = c
	}
	return s
}

// Unread returns the names of the elements shown whose text cannot be read: "a3", "B".
func (d Dot) Unread() (names []string) {
	unread := func(t Draft, name string) {
		if _, err := DotRead(t.Text, d.F()); t.On && err != nil {
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

// DotSettle ends the editing of a field: a list of numbers goes to the fields that follow. A number stays as it was
// typed, so that another format reads it anew.
type DotSettle struct {
	once
	Cell DotCell
}

func (a DotSettle) apply(s State) State {
	_, t := s.Dot.cell(a.Cell)
	if t == nil || !t.On {
		return s
	}
	if _, err := DotRead(t.Text, s.Dot.F()); err == nil {
		return s
	}
	return DotPaste{Cell: a.Cell, Text: t.Text}.apply(s)
}

// DotPaste puts a list of numbers into a column from a field on: the vectors grow as needed, zeros fill the other
// one, and numbers beyond the last possible element are left out. Text that is not a list of readable numbers
// becomes the text of the field.
type DotPaste struct {
	once
	Cell DotCell
	Text string
}

func (a DotPaste) apply(s State) State {
	if v, _ := s.Dot.cell(a.Cell); v == nil {
		return s
	}
	list := DotList(a.Text)
	list = list[:min(len(list), DotMost)]
	codes := make([]wide.U128, 0, DotMost)
	for _, one := range list {
		c, err := DotRead(one, s.Dot.F())
		if err != nil {
			return DotType{a.Cell, a.Text}.apply(s)
		}
		codes = append(codes, c)
	}
	if len(codes) < 2 {
		return DotType{a.Cell, a.Text}.apply(s)
	}
	end := min(int(a.Cell.At)+len(codes), DotMost)
	if a.Cell.Col != DotABC {
		s = s.dotResize(max(end, int(s.Dot.N)))
	}
	for i, c := range codes {
		if v, t := s.Dot.cell(DotCell{a.Cell.Col, uint8(min(int(a.Cell.At)+i, 255))}); v != nil {
			*v, *t = c, Typed(list[i])
		}
	}
	return s
}

// DotRoom returns how many numbers a list may have that is pasted at a field.
func DotRoom(c DotCell) int {
	most := DotMost
	if c.Col == DotABC {
		most = len(Dot{}.X)
	}
	return most - int(c.At)
}

// DotList cuts a list of numbers into its entries: separated by commas, semicolons or white space,
// in brackets or not, as programs print vectors.
func DotList(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool {
		switch r {
		case ',', ';', ' ', '\t', '\n', '\r', '[', ']', '{', '}', '"':
			return true
		}
		return false
	})
}

// DotIsList reports whether pasted text is to be spread over several fields: it is no number itself and has more
// than one entry.
func DotIsList(s string, f *format.Format) bool {
	if len(s) > 1<<16 || len(DotList(s)) < 2 {
		return false
	}
	_, err := DotRead(s, f)
	return err != nil
}

// DotResize gives the vectors N elements: new ones are zero.
type DotResize struct {
	once
	N uint8
}

func (a DotResize) apply(s State) State { return s.dotResize(int(a.N)) }

func (s State) dotResize(n int) State {
	n = max(DotLeast, min(n, DotMost))
	d := &s.Dot
	for i := n; i < int(d.N); i++ {
		for c := range d.V {
			d.V[c][i], d.Text[c][i] = wide.U128{}, Draft{}
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

// DotRemove takes an element out of both vectors.
type DotRemove struct {
	once
	At uint8
}

func (a DotRemove) apply(s State) State {
	d := &s.Dot
	if a.At >= d.N || d.N <= DotLeast {
		return s
	}
	for c := range d.V {
		copy(d.V[c][a.At:], d.V[c][a.At+1:d.N])
		copy(d.Text[c][a.At:], d.Text[c][a.At+1:d.N])
	}
	return s.dotResize(int(d.N) - 1)
}

// dotResult shows the details of the result.
func (s *State) dotResult() { s.Dot.Node, s.Dot.Over = -1, DotNode{} }

// DotSum switches between the dot product of two vectors and the sum of three numbers.
type DotSum struct {
	once
	On bool
}

func (a DotSum) apply(s State) State {
	if s.Dot.Sum != a.On {
		s.Dot.Sum, s.Dot.Shape = a.On, 0
		s.dotResult()
	}
	return s
}

// DotFormat shows everything in another format: what was typed is read again in it, so that it is rounded once, other
// numbers are converted, to nearest.
type DotFormat struct {
	once
	Name string
}

func (a DotFormat) apply(s State) State {
	to, err := format.Parse(a.Name)
	if err != nil {
		return s
	}
	d := &s.Dot
	from := d.F()
	d.Name = Draft{}
	if to.ID == from.ID {
		return s
	}
	d.Format = to.ID
	convert := func(c *wide.U128, t *Draft) {
		if code, err := DotRead(t.Text, to); t.On && err == nil && !isPattern(t.Text) {
			*c = code
			return
		}
		*c, *t = arith.Convert(round.Env{}, to, from, *c, nil).Bits, Draft{}
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

// DotFormatName is the name of a format being typed.
type DotFormatName struct{ Text string }

func (DotFormatName) gesture() string { return "dot.format" }

func (a DotFormatName) apply(s State) State {
	next := DotFormat{Name: a.Text}.apply(s)
	next.Dot.Name = Typed(a.Text)
	return next
}

// DotFormatSettle ends the typing of a format's name if it is one.
type DotFormatSettle struct{ once }

func (DotFormatSettle) apply(s State) State {
	if _, err := format.Parse(s.Dot.Name.Text); err == nil {
		s.Dot.Name = Draft{}
	}
	return s
}

// DotDir chooses the rounding direction of the operations. Stochastic rounding is not among them: every node would
// need random bits of its own.
type DotDir struct {
	once
	Dir round.Direction
}

func (a DotDir) apply(s State) State {
	if DotTakes(a.Dir) {
		s.Dot.Dir = a.Dir
	}
	return s
}

// DotTakes reports whether the view offers a direction.
func DotTakes(d round.Direction) bool { return d < round.Stochastic }

// DotFlush chooses whether subnormal numbers become zero.
type DotFlush struct {
	once
	On bool
}

func (a DotFlush) apply(s State) State {
	s.Dot.Flush = a.On
	return s
}

// DotPick shows an order large and the details of one of its nodes, -1 for the result.
type DotPick struct{ DotNode }

func (DotPick) gesture() string { return "dot.pick" }

func (DotPick) navigates() {}

func (a DotPick) apply(s State) State {
	k := int(a.Shape) - 1
	shapes := s.Dot.Shapes()
	if k < 0 || k >= len(shapes) {
		return s
	}
	n := len(shapes[k].Build(s.Dot.Terms()))
	s.Dot.Shape, s.Dot.Node, s.Dot.Over = uint8(k), -1, DotNode{}
	if a.Node >= 0 && int(a.Node) < n-1 {
		s.Dot.Node = a.Node
	}
	return s
}

// DotOver says which node the pointer is over; the zero value is none.
type DotOver struct{ DotNode }

func (DotOver) gesture() string { return "dot.over" }

func (DotOver) navigates() {}

func (a DotOver) apply(s State) State {
	k := int(a.Shape) - 1
	shapes := s.Dot.Shapes()
	if k < 0 || k >= len(shapes) || a.Node < 0 || int(a.Node) >= len(shapes[k].Build(s.Dot.Terms())) {
		s.Dot.Over = DotNode{}
		return s
	}
	s.Dot.Over = a.DotNode
	return s
}

// DotPreset shows an example.
type DotPreset struct {
	once
	ID string
}

func (a DotPreset) apply(s State) State {
	if d, ok := DotExample(a.ID); ok {
		s.Dot = d
	}
	return s
}
