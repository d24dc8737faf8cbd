//go:build !opening

package state

import (
	"strconv"
	"strings"

	"ulplab/fpcore/summation"
)

// SumMaxText bounds the reader's own numbers, in bytes.
const SumMaxText = 16 << 10

// SumKinds name the kinds of data in links: those that are generated, then the reader's own, as text and in a file.
var SumKinds = append(summation.Kinds[:len(summation.Kinds):len(summation.Kinds)], "own", "file")

// The reader's own kinds.
const (
	SumOwn  = summation.Given
	SumFile = summation.Given + 1
)

// Sum is what the Reduction view shows.
type Sum struct {
	summation.Input        // its Kind is an index of SumKinds
	Own             string // the reader's own numbers as typed
	File            SumSource
	Listed          bool   // the table stands in the order of the catalogue, not of the errors
	Order           string // the order looked at, "" for the paper's
	Look            SumLook
	NText           Draft
	SText           Draft
	Stat            SumStat
	Reveal          SumReveal
	Stopped         bool   // the trees are not gone on with; not in links
	Tick            uint32 // which results are there; not in links
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
		v.Kind, _ = sumKind(w[1])
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

func sumKind(id string) (uint8, bool) {
	for i, k := range SumKinds {
		if k == id {
			return uint8(i), true
		}
	}
	return 0, false
}

// SumDo says what a SumSet sets.
type SumDo uint8

// What the reader can set: I or Text says to what.
const (
	SumSetKind SumDo = iota
	SumTypeN
	SumTypeSeed
	SumSettle // drafts that can be read become numbers
	SumSetN
	SumSetCond
	SumSetDot
	SumSetDouble
	SumTypeOwn
	SumSetThreads
	SumSetBlocks
	SumSetPattern
	SumSetListed
	SumOpen
	SumSetAccums
	SumSetCPU
	SumSetArrive
)

// SumSet changes one thing of the view; what makes no sense changes nothing.
type SumSet struct {
	Do   SumDo
	I    int
	Text string
}

func (a SumSet) gesture() string {
	switch a.Do {
	case SumTypeN, SumTypeSeed, SumTypeOwn, SumSetThreads, SumSetBlocks, SumSetAccums, SumSetCPU:
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
	case SumSetKind:
		if k, ok := sumKind(a.Text); ok {
			v.Kind = k
			if k == SumOwn && v.Own == "" {
				v.Own = "1 16777216 1 -16777216 0.5 3"
			}
		}
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
	case SumSetN:
		if a.I >= summation.Least && a.I <= summation.Most {
			v.N, v.NText = int32(a.I), Draft{}
		}
	case SumSetCond:
		if a.I >= 1 && a.I <= summation.MostCond {
			v.Cond = uint8(a.I)
		}
	case SumSetDot:
		v.Dot = a.I == 1
	case SumSetDouble:
		v.Double = a.I == 1
	case SumTypeOwn:
		v.Own = Cut(a.Text, SumMaxText)
	case SumSetThreads:
		for _, n := range summation.Threads {
			if n == a.I {
				v.Threads = int32(n)
			}
		}
	case SumSetBlocks:
		for _, n := range summation.Blocks {
			if n == a.I {
				v.Blocks = int32(n)
			}
		}
	case SumSetPattern:
		for i, id := range summation.GridOrders {
			if id == a.Text {
				v.Pattern = uint8(i)
			}
		}
	case SumSetAccums:
		for _, n := range summation.Accums {
			if n == a.I {
				v.Accums = int32(n)
			}
		}
	case SumSetCPU:
		if a.I >= 1 && a.I <= summation.MostCPU {
			v.CPU = int32(a.I)
		}
	case SumSetArrive:
		for i, id := range summation.ArrivalOrders {
			if id == a.Text {
				v.Arrive = uint8(i)
			}
		}
	case SumSetListed:
		v.Listed = a.I == 1
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

// Example returns the ID of the example shown, "" for a state of the reader's own.
func (v Sum) Example() string {
	for _, e := range SumExamples {
		x := e.Sum
		if x.Kind == v.Kind && (x.N == v.N || x.Kind == SumOwn) && (x.Seed == v.Seed || x.Kind == SumOwn) && (x.Cond == v.Cond || x.Kind != summation.Ill) &&
			x.Dot == v.Dot && x.Double == v.Double && x.Arith == v.Arith && (x.Own == v.Own || x.Kind != SumOwn) {
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
	s = SumSet{Do: SumSetThreads, I: a.Threads}.apply(s)
	return SumSet{Do: SumSetBlocks, I: a.Blocks}.apply(s)
}
