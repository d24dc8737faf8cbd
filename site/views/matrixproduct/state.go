package matrixproduct

import (
	"strconv"
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/tensor/product"
	"ulplab/site/kit/example"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/words"
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

// What is what a Set changes.
type What uint8

// What can be changed.
const (
	Open   What = iota // the example Text
	Preset             // the library call Text
	Layout             // how B lies in memory: Text
	Data               // the generator Text, "" and "own" for the reader's own row and column
	Number             // number I is typed
	List               // the reader's own row of A (I 0) or column of B (I 1) is typed
	Ask                // for the errors of every element of the product shown
	Ready              // the table of measured plans is there
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
	case Number:
		return words.Fill("gemm.n#", a.I)
	case List:
		return words.Fill("gemm.list#", a.I)
	}
	return ""
}

// Apply implements lab.Action.
func (a Set) Apply(s State) State {
	s.set(a)
	return s
}

func (s *State) set(a Set) {
	switch a.What {
	case Open:
		if e, ok := Examples.Find(a.Text); ok {
			e.Ready = s.Ready
			*s = e
		}
	case Preset:
		if _, ok := product.Find(a.Text); ok {
			s.Preset = a.Text
		}
		if s.preset().In == format.E4M3 {
			s.Layout = product.Columns
		}
	case Layout:
		s.Layout = product.Columns
		if a.Text == string(product.Rows) && s.preset().In != format.E4M3 {
			s.Layout = product.Rows
		}
	case Data:
		s.data(a.Text)
	case Number:
		if a.I < 0 || a.I >= numbers || a.I == K && s.Data == "" { // the reader's own vectors have their length
			return
		}
		s.Text[a.I] = operand.Draft{On: true, Text: operand.Cut(a.Text, 20)}
		if n, err := s.number(a.I, s.Text[a.I].Text); err == nil {
			s.N[a.I] = n
		}
	case List:
		if a.I&^1 != 0 || s.Data != "" {
			return
		}
		s.Lists[a.I] = operand.Draft{On: true, Text: operand.Cut(a.Text, mostText)}
		if _, err := readList(s.Lists[a.I].Text, s.preset().In); err == nil {
			s.Own[a.I] = s.Lists[a.I].Text
			s.fit()
		}
	case Ask:
		s.Whole = s.input()
		s.Whole.N[Row], s.Whole.N[Col] = 0, 0
	case Ready:
		s.Ready = true
	}
}

// data chooses the generator.
func (s *State) data(id string) {
	if id == "own" {
		id = ""
	}
	if _, ok := product.FindData(id); ok || id == "" || id == FileData {
		s.Data = id
	}
	if s.Data != "" {
		s.Own, s.Lists = [2]string{}, [2]operand.Draft{}
		return
	}
	for i, t := range ownFirst {
		if s.Own[i] == "" {
			s.Own[i], s.Lists[i] = t, operand.Draft{On: true, Text: t}
		}
	}
	s.fit()
}

// Of is the element of a row and a column of the reader's own by a call; ok is false where they are no numbers or too long.
func Of(preset, row, column string) (s State, ok bool) {
	s = First()
	s.Preset, s.Data, s.Own = preset, "", [2]string{row, column}
	s.fit()
	in := s.input()
	a, b, err := in.vectors()
	return s, err == nil && len(a) == len(b) && max(len(row), len(column)) <= mostText
}

// ownFirst are the row and the column that a reader begins with.
var ownFirst = [2]string{"1 2^-3 3 -0.5", "0.25 4 1.5 2"}

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

// fit sets K to the length of the reader's own vectors.
func (s *State) fit() {
	if a, err := readList(s.Own[0], s.preset().In); err == nil {
		s.N[K] = uint32(len(a))
		s.Text[K] = operand.Draft{}
	}
}

// readList reads numbers of the reader's own.
func readList(s string, f *format.Format) ([]uint64, error) {
	return operand.ReadList(s, mostText, int(bounds[K].Most), operand.Reader(f))
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
	for _, line := range strings.Split(exampleTable, "\n") {
		w := strings.Split(line, "|")
		s := State{Input: Input{Preset: w[1], Layout: product.Layout(w[2]), Data: w[3]}}
		for i, t := range w[4:] {
			n, _ := strconv.Atoi(t)
			s.N[i] = uint32(n)
		}
		list = append(list, example.Named[State]{ID: w[0], State: s})
	}
	return list
}()

// exampleTable has a line for each: its ID, the call, the layout of B, the generator, and the numbers M, N, K and the seed.
const exampleTable = `fp8|e4m3_fast|NT|positive|64|64|4096|1
slow|e4m3_slow|NT|positive|64|64|4096|1
tf32|f32_tf32|NT|measured|64|64|1024|1
f32|f32|NT|measured|64|64|1024|1
half|f16|NN|ones|128|128|2048|1
unknown|f32|NT|measured|64|64|1001|1`

// exampleOf returns the ID of the example shown, "" for a state of the reader's own.
func exampleOf(s State) string {
	return Examples.Like(s, func(s State) State { return State{Input: s.input()} })
}
