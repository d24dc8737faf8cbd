package matrixproduct

import (
	"strconv"
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/tensor/product"
	"ulplab/site/kit/example"
	"ulplab/site/kit/operand"
	"ulplab/site/lab"
)

// ID is the view of whole matrix products.
const ID lab.ID = "gemm"

// The numbers of the view, by their index.
const (
	M = iota
	N
	K
	Seed
	Row
	Col
	numbers
)

// Input is what an element depends on.
type Input struct {
	Preset string
	Layout product.Layout
	Data   string // ID of a generator, FileData, "" for the reader's own row and column
	N      [numbers]uint32
	Own    [2]string // the last texts that could be read
	Files  [2]File   // of FileData
}

// State is what the view shows.
type State struct {
	Input
	Text  [numbers]operand.Draft
	Lists [2]operand.Draft // the row and the column as typed
	Whole Input            // the product of which every element was asked for, zero for none
	Ready bool             // the table of measured plans came; not in links
}

// bounds of the numbers, and what they are called.
var bounds = [numbers]struct {
	Name        string
	Least, Most uint32
}{{"M", 1, 4096}, {"N", 1, 4096}, {"K", 1, 4096}, {"Seed", 1, 999999}, {"Row", 0, 4095}, {"Column", 0, 4095}}

// mostText bounds the text of a row: two of them fit into a link.
const mostText = 9000

// preset returns the library call.
func (in *Input) preset() product.Preset {
	p, ok := product.Find(in.Preset)
	if !ok {
		p, _ = product.Find("e4m3_fast")
	}
	return p
}

// First is what the view opens on: FP8 with fast accumulation.
func First() State { return Examples[0].State }

// Preset chooses the library call.
type Preset struct {
	lab.Once
	ID string
}

func (a Preset) Apply(s State) State {
	if _, ok := product.Find(a.ID); ok {
		s.Preset = a.ID
	}
	if s.preset().In == format.E4M3 {
		s.Layout = product.Columns
	}
	return s
}

// Layout chooses how B lies in memory.
type Layout struct {
	lab.Once
	Rows bool
}

func (a Layout) Apply(s State) State {
	s.Layout = product.Columns
	if a.Rows && s.preset().In != format.E4M3 {
		s.Layout = product.Rows
	}
	return s
}

// Data chooses the generator, "" for the reader's own row and column.
type Data struct {
	lab.Once
	ID string
}

func (a Data) Apply(s State) State {
	if _, ok := product.FindData(a.ID); ok || a.ID == "" || a.ID == FileData {
		s.Data = a.ID
	}
	if s.Data != "" {
		s.Own, s.Lists = [2]string{}, [2]operand.Draft{}
	}
	if s.Data == "" {
		for i, t := range ownFirst {
			if s.Own[i] == "" {
				s.Own[i], s.Lists[i] = t, operand.Draft{On: true, Text: t}
			}
		}
		s = s.fitted()
	}
	return s
}

// Of is the element of a row and a column of the reader's own by a call; ok is false where they are no numbers or too long.
func Of(preset, row, column string) (s State, ok bool) {
	s = First()
	s.Preset, s.Data, s.Own = preset, "", [2]string{row, column}
	s = s.fitted()
	in := s.input()
	a, b, err := in.vectors()
	return s, err == nil && len(a) == len(b) && max(len(row), len(column)) <= mostText
}

// ownFirst are the row and the column that a reader begins with.
var ownFirst = [2]string{"1 2^-3 3 -0.5", "0.25 4 1.5 2"}

// Number types a number.
type Number struct {
	_    [0]func() // not comparable
	I    uint8
	Text string
}

func (a Number) Gesture() string { return "gemm.n" + strconv.Itoa(int(a.I)) }

func (a Number) Apply(s State) State {
	if a.I >= numbers || a.I == K && s.Data == "" { // the reader's own vectors have their length
		return s
	}
	s.Text[a.I] = operand.Draft{On: true, Text: operand.Cut(a.Text, 20)}
	if n, err := s.number(int(a.I), s.Text[a.I].Text); err == nil {
		s.N[a.I] = n
	}
	return s
}

// number reads a number; rows and columns lie within the product.
func (s *State) number(i int, t string) (uint32, error) {
	b := bounds[i]
	most := b.Most
	if (i == Row || i == Col) && s.Data != FileData {
		most = s.N[i-Row+M] - 1
	}
	n, err := strconv.ParseUint(strings.TrimSpace(t), 10, 32)
	if err != nil || uint32(n) < b.Least || uint32(n) > most {
		return 0, problem(b.Name+" is a number from # to #.", int(b.Least), int(most))
	}
	return uint32(n), nil
}

// List types the reader's own row of A (I 0) or column of B (I 1).
type List struct {
	_    [0]func() // not comparable
	I    uint8
	Text string
}

func (a List) Gesture() string { return "gemm.list" + strconv.Itoa(int(a.I)) }

func (a List) Apply(s State) State {
	if a.I > 1 || s.Data != "" {
		return s
	}
	s.Lists[a.I] = operand.Draft{On: true, Text: operand.Cut(a.Text, mostText)}
	if _, err := readList(s.Lists[a.I].Text, s.preset().In); err == nil {
		s.Own[a.I] = s.Lists[a.I].Text
		s = s.fitted()
	}
	return s
}

// fitted sets K to the length of the reader's own vectors.
func (s State) fitted() State {
	if a, err := readList(s.Own[0], s.preset().In); err == nil {
		s.N[K] = uint32(len(a))
		s.Text[K] = operand.Draft{}
	}
	return s
}

// readList reads numbers of the reader's own.
func readList(s string, f *format.Format) ([]uint64, error) {
	return operand.ReadList(s, mostText, int(bounds[K].Most), operand.Reader(f))
}

// Ask asks for the errors of every element of the product shown.
type Ask struct{ lab.Once }

func (Ask) Apply(s State) State {
	s.Whole = s.input()
	s.Whole.N[Row], s.Whole.N[Col] = 0, 0
	return s
}

// Ready says that the table of measured plans is there.
type Ready struct{ lab.Once }

func (Ready) Apply(s State) State {
	s.Ready = true
	return s
}

// input is what the state's texts come to.
func (s State) input() Input {
	in := s.Input
	if in.Data != FileData {
		in.N[Row], in.N[Col] = min(in.N[Row], in.N[M]-1), min(in.N[Col], in.N[N]-1)
	}
	if in.Data != "" {
		in.Own = [2]string{}
	}
	if in.Data != FileData {
		in.Files = [2]File{}
	}
	return in
}

// vectors returns the row and the column.
func (in *Input) vectors() (a, b []uint64, err error) {
	p := in.preset()
	if in.Data == "" {
		if a, err = readList(in.Own[0], p.In); err != nil {
			return nil, nil, err
		}
		if b, err = readList(in.Own[1], p.In); err != nil {
			return nil, nil, err
		}
		if len(a) != len(b) {
			return nil, nil, problem("The row has # numbers and the column #.", len(a), len(b))
		}
		return a, b, nil
	}
	if in.Data == FileData {
		return in.fromFiles()
	}
	d, _ := product.FindData(in.Data)
	a, b = make([]uint64, in.N[K]), make([]uint64, in.N[K])
	d.Row(a, uint64(in.N[Seed]), int(in.N[Row]), p.In)
	d.Column(b, uint64(in.N[Seed]), int(in.N[Col]), int(in.N[N]), in.Layout, p.In)
	return a, b, nil
}

// Examples lists the named examples; the first is what the view opens on.
var Examples = func() (list example.List[State]) {
	add := func(id, preset string, layout product.Layout, data string, m, n, k uint32) {
		list = append(list, example.Named[State]{ID: id, State: State{Input: Input{Preset: preset, Layout: layout, Data: data, N: [numbers]uint32{m, n, k, 1, 0, 0}}}})
	}
	add("fp8", "e4m3_fast", product.Columns, "positive", 64, 64, 4096)
	add("slow", "e4m3_slow", product.Columns, "positive", 64, 64, 4096)
	add("tf32", "f32_tf32", product.Columns, "measured", 64, 64, 1024)
	add("f32", "f32", product.Columns, "measured", 64, 64, 1024)
	add("half", "f16", product.Rows, "ones", 128, 128, 2048)
	add("unknown", "f32", product.Columns, "measured", 64, 64, 1001)
	return list
}()

// Open shows a named example.
type Open struct {
	lab.Once
	ID string
}

func (a Open) Apply(s State) State {
	if e, ok := Examples.Find(a.ID); ok {
		e.Ready = s.Ready
		return e
	}
	return s
}

// exampleOf returns the ID of the example shown, "" for a state of the reader's own.
func exampleOf(s State) string {
	return Examples.Like(s, func(s State) State { return State{Input: s.input()} })
}
