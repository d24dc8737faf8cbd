package reduction

import (
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/summation"
	"ulplab/site/kit/operand"
	"ulplab/site/lab"
)

// MaxText bounds the reader's own numbers, in bytes.
const MaxText = 16 << 10

// State is what the Reduction view shows.
type State struct {
	summation.Input
	Own     string // the reader's own numbers as typed
	File    Source
	Listed  bool   // the table stands in the order of the catalogue, not of the errors
	Order   string // the order looked at, "" for the paper's
	Look    Look
	NText   operand.Draft
	SText   operand.Draft
	Stat    Stat
	Reveal  Reveal
	Stopped bool   // the trees are not gone on with; not in links
	Tick    uint32 // which results are there; not in links
}

func First() State { return Examples[0].Sum }

// Examples lists the named examples; the first opens the view.
var Examples = func() (list []struct {
	ID  string
	Sum State
}) {
	for _, line := range strings.Split(examples, "\n") {
		w := strings.SplitN(line, " ", 7)
		v := State{Input: summation.Input{Threads: 128, Blocks: 8, Accums: 1, CPU: 4, Cond: 6}, Own: w[6], Stat: Stat{Vectors: Vectors[1], Top: 16}}
		v.Kind = int32(slices.Index(summation.Kinds[:], w[1]))
		n, _ := strconv.Atoi(w[2])
		seed, _ := strconv.Atoi(w[3])
		v.N, v.Seed, v.Dot, v.Double = int32(n), int32(seed), w[4] == "dot", w[5] == "64"
		list = append(list, struct {
			ID  string
			Sum State
		}{w[0], v})
	}
	return list
}()

// examples: ID, kind, n, seed, sum or dot, bits, own numbers.
const examples = `first uniform 1000 1 sum 32 
eight uniform 8 33 sum 32 
million uniform 1048576 1 sum 32 
dots uniform 4096 1 dot 32 
ill ill 1000 1 sum 32 
alternating alternating 4096 1 sum 32 
double wide 1000 1 sum 64 
fig5 own 4 1 dot 32 0x3ff42c76 0xbf494494 0x3f92db19 0x3f75dcc9; 0xbf6f7cee 0xbf3106da 0x3fdcbb70 0xbf35b25d
neumaier own 4 1 sum 64 1 1e100 1 -1e100`

// Do says what a Set sets.
type Do uint8

// What the reader can set: I or Text says to what.
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

func (a Set) Apply(s State) State {
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
		v.Own = operand.Cut(a.Text, MaxText)
	case Open:
		for _, e := range Examples {
			if e.ID == a.Text {
				tick, stat, reveal, file := v.Tick, v.Stat, v.Reveal, v.File
				*v = e.Sum
				v.Tick, v.Stat, v.Reveal, v.File = tick, stat, reveal, file
			}
		}
	}
	return s
}

// Put gives a setting of the input (summation.Settings) a value; one that is not on offer changes nothing.
type Put struct{ ID, Value string }

func (a Put) Gesture() string {
	switch a.ID {
	case "t", "b", "ac", "cp": // sliders
		return "sum.put." + a.ID
	}
	return ""
}

func (a Put) Apply(s State) State {
	v := &s
	v.Stopped = false
	set, ok := summation.SettingOf(a.ID)
	if !ok || set.Set(&v.Input, a.Value) != nil {
		return s
	}
	switch a.ID {
	case "n":
		v.NText = operand.Draft{}
	case "k":
		if v.Kind == summation.Own && v.Own == "" {
			v.Own = "1 16777216 1 -16777216 0.5 3"
		}
	}
	return s
}

// Example returns the ID of the example shown, "" for a state of the reader's own.
func (v State) Example() string {
	for _, e := range Examples {
		x := e.Sum
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

func (a Pick) Apply(s State) State {
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

func (a Sort) Apply(s State) State {
	s.Listed = a.Listed
	return s
}

// Tick says that more results are there.
type Tick struct {
	lab.Navigation
	N uint32
}

func (Tick) Gesture() string { return "sum.tick" }

func (a Tick) Apply(s State) State {
	s.Tick = a.N
	return s
}

// Stop ends the work on the trees, or goes on with it.
type Stop struct {
	lab.Navigation
	On bool
}

func (Stop) Gesture() string { return "sum.stop" }

func (a Stop) Apply(s State) State {
	s.Stopped = a.On
	return s
}

// Launch chooses threads per block and blocks together.
type Launch struct {
	lab.Once
	Threads, Blocks int
}

func (a Launch) Apply(s State) State {
	s = Put{"t", strconv.Itoa(a.Threads)}.Apply(s)
	return Put{"b", strconv.Itoa(a.Blocks)}.Apply(s)
}
