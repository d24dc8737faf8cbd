//go:build !opening

package state

import (
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/summation"
)

// SumMaxText bounds the reader's own numbers, in bytes.
const SumMaxText = 16 << 10

// Sum is what the Reduction view shows.
type Sum struct {
	summation.Input
	Own     string // the reader's own numbers as typed
	File    SumSource
	Listed  bool   // the table stands in the order of the catalogue, not of the errors
	Order   string // the order looked at, "" for the paper's
	Look    SumLook
	NText   Draft
	SText   Draft
	Stat    SumStat
	Reveal  SumReveal
	Stopped bool   // the trees are not gone on with; not in links
	Tick    uint32 // which results are there; not in links
}

func firstSum() Sum { return SumExamples[0].Sum }

// SumExamples lists the named examples; the first opens the view.
var SumExamples = func() (list []struct {
	ID  string
	Sum Sum
}) {
	for _, line := range strings.Split(sumExamples, "\n") {
		w := strings.SplitN(line, " ", 7)
		v := Sum{Input: summation.Input{Threads: 128, Blocks: 8, Accums: 1, CPU: 4, Cond: 6}, Own: w[6], Stat: SumStat{Vectors: SumVectors[1], Top: 16}}
		v.Kind = int32(slices.Index(summation.Kinds[:], w[1]))
		n, _ := strconv.Atoi(w[2])
		seed, _ := strconv.Atoi(w[3])
		v.N, v.Seed, v.Dot, v.Double = int32(n), int32(seed), w[4] == "dot", w[5] == "64"
		list = append(list, struct {
			ID  string
			Sum Sum
		}{w[0], v})
	}
	return list
}()

// sumExamples: ID, kind, n, seed, sum or dot, bits, own numbers.
const sumExamples = `first uniform 1000 1 sum 32 
eight uniform 8 33 sum 32 
million uniform 1048576 1 sum 32 
dots uniform 4096 1 dot 32 
ill ill 1000 1 sum 32 
alternating alternating 4096 1 sum 32 
double wide 1000 1 sum 64 
fig5 own 4 1 dot 32 0x3ff42c76 0xbf494494 0x3f92db19 0x3f75dcc9; 0xbf6f7cee 0xbf3106da 0x3fdcbb70 0xbf35b25d
neumaier own 4 1 sum 64 1 1e100 1 -1e100`

// SumDo says what a SumSet sets.
type SumDo uint8

// What the reader can set: I or Text says to what.
const (
	SumTypeN SumDo = iota
	SumTypeSeed
	SumSettle // drafts that can be read become numbers
	SumTypeOwn
	SumOpen
)

// SumSet changes one thing of the view; what makes no sense changes nothing.
type SumSet struct {
	Do   SumDo
	Text string
}

func (a SumSet) gesture() string {
	switch a.Do {
	case SumTypeN, SumTypeSeed, SumTypeOwn:
		return "sum.type." + strconv.Itoa(int(a.Do))
	}
	return ""
}

// SumReadN reads a number of elements: decimal, or a power as "2^20".
func SumReadN(s string) (int32, bool) {
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

// SumReadSeed reads a seed.
func SumReadSeed(s string) (int32, bool) {
	n, err := strconv.Atoi(strings.TrimSpace(s))
	return int32(min(max(n, 0), summation.MostSeed)), err == nil && n >= 0 && n <= summation.MostSeed
}

func (a SumSet) apply(s State) State {
	v := &s.Sum
	v.Stopped = false
	switch a.Do {
	case SumTypeN:
		v.NText = Typed(a.Text)
		if n, ok := SumReadN(v.NText.Text); ok {
			v.N = n
		}
	case SumTypeSeed:
		v.SText = Typed(a.Text)
		if n, ok := SumReadSeed(v.SText.Text); ok {
			v.Seed = n
		}
	case SumSettle:
		if _, ok := SumReadN(v.NText.Text); ok {
			v.NText = Draft{}
		}
		if _, ok := SumReadSeed(v.SText.Text); ok {
			v.SText = Draft{}
		}
	case SumTypeOwn:
		v.Own = Cut(a.Text, SumMaxText)
	case SumOpen:
		for _, e := range SumExamples {
			if e.ID == a.Text {
				tick, stat, reveal, file := v.Tick, v.Stat, v.Reveal, v.File
				*v = e.Sum
				v.Tick, v.Stat, v.Reveal, v.File = tick, stat, reveal, file
			}
		}
	}
	return s
}

// SumPut gives a setting of the input (summation.Settings) a value; one that is not on offer changes nothing.
type SumPut struct{ ID, Value string }

func (a SumPut) gesture() string {
	switch a.ID {
	case "t", "b", "ac", "cp": // sliders
		return "sum.put." + a.ID
	}
	return ""
}

func (a SumPut) apply(s State) State {
	v := &s.Sum
	v.Stopped = false
	set, ok := summation.SettingOf(a.ID)
	if !ok || set.Set(&v.Input, a.Value) != nil {
		return s
	}
	switch a.ID {
	case "n":
		v.NText = Draft{}
	case "k":
		if v.Kind == summation.Own && v.Own == "" {
			v.Own = "1 16777216 1 -16777216 0.5 3"
		}
	}
	return s
}

// Example returns the ID of the example shown, "" for a state of the reader's own.
func (v Sum) Example() string {
	for _, e := range SumExamples {
		x := e.Sum
		if x.Kind == v.Kind && (x.N == v.N || x.Kind == summation.Own) && (x.Seed == v.Seed || x.Kind == summation.Own) && (x.Cond == v.Cond || x.Kind != summation.Ill) &&
			x.Dot == v.Dot && x.Double == v.Double && x.Arith == v.Arith && (x.Own == v.Own || x.Kind != summation.Own) {
			return e.ID
		}
	}
	return ""
}

// SumPick looks at an order, by its ID in the table.
type SumPick struct{ ID string }

func (SumPick) gesture() string { return "sum.pick" }

func (SumPick) navigates() {}

func (a SumPick) apply(s State) State {
	if len(a.ID) <= 32 {
		s.Sum.Order = a.ID
	}
	return s
}

// SumSort puts the table in the order of the catalogue, or of the errors.
type SumSort struct {
	once
	Listed bool
}

func (SumSort) navigates() {}

func (a SumSort) apply(s State) State {
	s.Sum.Listed = a.Listed
	return s
}

// SumTick says that more results are there.
type SumTick struct{ N uint32 }

func (SumTick) gesture() string { return "sum.tick" }

func (SumTick) navigates() {}

func (a SumTick) apply(s State) State {
	s.Sum.Tick = a.N
	return s
}

// SumStop ends the work on the trees, or goes on with it.
type SumStop struct{ On bool }

func (SumStop) gesture() string { return "sum.stop" }

func (SumStop) navigates() {}

func (a SumStop) apply(s State) State {
	s.Sum.Stopped = a.On
	return s
}

// SumLaunch chooses threads per block and blocks together.
type SumLaunch struct {
	once
	Threads, Blocks int
}

func (a SumLaunch) apply(s State) State {
	s = SumPut{"t", strconv.Itoa(a.Threads)}.apply(s)
	return SumPut{"b", strconv.Itoa(a.Blocks)}.apply(s)
}
