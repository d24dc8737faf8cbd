package reduction

import (
	"strconv"
	"strings"

	"ulplab/fpcore/summation"
	"ulplab/site/files"
	"ulplab/site/kit/operand"
	"ulplab/site/lab"
	"ulplab/site/views/reduction/data"
	"ulplab/site/views/reduction/sum"
)

// ArithPresets are named settings: IDs with their words in links, as summation.Arith.String writes them.
var ArithPresets = [...][2]string{
	{"plain", ""}, {"rz", "sd=rtz"}, {"mixed", "i=bf16,p=f32,s=f32"}, {"narrow", "i=bf16,p=bf16,s=f32,r=bf16"}, {"half", "i=f16,p=f16,s=f16"}, {"fp8", "i=e4m3,p=f32,s=f32,r=e4m3"}, {"gt200", "z=1,m=mad"}, {"wide", "p=f64,s=f64,r=f32"},
}

// ArithSet changes one word of the arithmetic: "i=bf16".
type ArithSet struct {
	lab.Once
	Word string
}

func (a ArithSet) Apply(s sum.State) sum.State {
	s.Stopped = false
	if v, ok := s.Arith.With(a.Word); ok {
		s.Arith = v
	}
	return s
}

// ArithPreset chooses one of ArithPresets.
type ArithPreset struct {
	lab.Once
	ID string
}

func (a ArithPreset) Apply(s sum.State) sum.State {
	for _, p := range ArithPresets {
		if p[0] == a.ID {
			s.Arith, _ = summation.ReadArith(p[1])
			s.Stopped = false
		}
	}
	return s
}

// OpenFile takes a file as the data. One that the reader opens while a link asks for another is offered first, unless
// it is to be taken Anyway.
type OpenFile struct {
	lab.Once
	Name, Digest string
	Anyway       bool
}

func (a OpenFile) Apply(s sum.State) sum.State {
	if !files.IsDigest(a.Digest) {
		return s
	}
	name := strings.ToValidUTF8(a.Name, "")
	if len(name) > 200 {
		name = strings.ToValidUTF8(name[:200], "")
	}
	v := &s
	if asked := v.File.Digest; v.Kind == summation.File && asked != "" && asked != a.Digest && files.Get(asked) == nil && !a.Anyway {
		v.File.Offer = data.Offer{Name: name, Digest: a.Digest}
		return s
	}
	v.Kind, v.Stopped = summation.File, false
	v.File = data.Source{Name: name, Digest: a.Digest}
	return s
}

// FileSet chooses a column by its number, or the format of raw values.
type FileSet struct {
	lab.Once
	Column int
	Raw    string
}

func (a FileSet) Apply(s sum.State) sum.State {
	if s.File.Digest == "" {
		return s
	}
	if a.Column >= 0 && a.Column < files.MaxColumns {
		s.File.Column = uint8(a.Column)
	}
	for i, id := range data.Raws {
		if id == a.Raw {
			if s.File.Raw = id; i == 0 {
				s.File.Raw = ""
			}
		}
	}
	return s
}

// Do says what a Set sets.
type Do uint8

// What the reader can set.
const (
	TypeN Do = iota
	TypeSeed
	Settle // drafts that can be read become numbers
	TypeOwn
	Open
)

// Set changes one thing of the view; what makes no sense changes nothing.
type Set struct {
	Do   Do
	Text string
}

func (a Set) Gesture() string {
	switch a.Do {
	case TypeN, TypeSeed, TypeOwn:
		return "sum.type." + strconv.Itoa(int(a.Do))
	}
	return ""
}

// ReadN reads a number of elements: decimal, or a power as "2^20".
func ReadN(s string) (int32, bool) {
	s = strings.TrimSpace(s)
	if e, ok := strings.CutPrefix(s, "2^"); ok {
		if k, err := strconv.Atoi(e); err == nil && k >= 1 && 1<<min(max(k, 0), 30) <= summation.Most {
			return 1 << k, true
		}
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return int32(min(max(n, 0), summation.Most+1)), err == nil && n >= summation.Least && n <= summation.Most
}

// ReadSeed reads a seed.
func ReadSeed(s string) (int32, bool) {
	n, err := strconv.Atoi(strings.TrimSpace(s))
	return int32(min(max(n, 0), summation.MostSeed)), err == nil && n >= 0 && n <= summation.MostSeed
}

func (a Set) Apply(s sum.State) sum.State {
	v := &s
	v.Stopped = false
	switch a.Do {
	case TypeN:
		v.NText = operand.Typed(a.Text)
		if n, ok := ReadN(v.NText.Text); ok {
			v.N = n
		}
	case TypeSeed:
		v.SText = operand.Typed(a.Text)
		if n, ok := ReadSeed(v.SText.Text); ok {
			v.Seed = n
		}
	case Settle:
		if _, ok := ReadN(v.NText.Text); ok {
			v.NText = operand.Draft{}
		}
		if _, ok := ReadSeed(v.SText.Text); ok {
			v.SText = operand.Draft{}
		}
	case TypeOwn:
		v.Own = operand.Cut(a.Text, data.MaxText)
	case Open:
		if e, ok := sum.Examples.Find(a.Text); ok {
			e.Stat, e.Reveal, e.Code, e.File = s.Stat, s.Reveal, s.Code, s.File
			s = e
		}
	}
	return s
}

// exampleOf returns the ID of the example shown, "" for a state of the reader's own.
func exampleOf(v sum.State) string {
	for _, e := range sum.Examples {
		x := e.State
		if x.Kind == v.Kind && (x.N == v.N || x.Kind == summation.Own) && (x.Seed == v.Seed || x.Kind == summation.Own) && (x.Cond == v.Cond || x.Kind != summation.Ill) &&
			x.Dot == v.Dot && x.Double == v.Double && x.Arith == v.Arith && (x.Own == v.Own || x.Kind != summation.Own) {
			return e.ID
		}
	}
	return ""
}

// Pick looks at an order, by its ID in the table.
type Pick struct {
	lab.Navigation
	ID string
}

func (Pick) Gesture() string { return "sum.pick" }

func (a Pick) Apply(s sum.State) sum.State {
	if len(a.ID) <= 32 {
		s.Order = a.ID
	}
	return s
}

// Sort puts the table in the order of the catalogue, or of the errors.
type Sort struct {
	lab.Navigation

	lab.Once
	Listed bool
}

func (a Sort) Apply(s sum.State) sum.State {
	s.Listed = a.Listed
	return s
}

// Stop ends the work on the trees, or goes on with it.
type Stop struct {
	lab.Navigation
	On bool
}

func (Stop) Gesture() string { return "sum.stop" }

func (a Stop) Apply(s sum.State) sum.State {
	s.Stopped = a.On
	return s
}
