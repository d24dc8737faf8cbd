// Package sum holds what all parts of the view Reduction share: its state, the input that the numbers depend on, and the
// model of it, which is computed in slices while the page shows it.
package sum

import (
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/summation"
	"ulplab/site/kit/example"
	"ulplab/site/kit/operand"
	"ulplab/site/views/reduction/data"
)

// State is what the Reduction view shows.
type State struct {
	summation.Input
	Own     string // the reader's own numbers as typed
	File    data.Source
	Listed  bool   // the table stands in the order of the catalogue, not of the errors
	Order   string // the order looked at, "" for the paper's
	Look    Look
	NText   operand.Draft
	SText   operand.Draft
	Stat    Stat
	Code    uint8 // the language of the order's program
	Reveal  Reveal
	Stopped bool // the trees are not gone on with; not in links
}

// First is what the view opens on.
func First() State { return Examples[0].State }

// Examples lists the named examples; the first opens the view.
var Examples = func() (list example.List[State]) {
	for _, line := range strings.Split(examples, "\n") {
		w := strings.SplitN(line, " ", 7)
		v := State{Input: summation.Input{Threads: 128, Blocks: 8, Accums: 1, CPU: 4, Cond: 6}, Own: w[6], Stat: Stat{Vectors: 300, Top: 16}}
		v.Kind = int32(slices.Index(summation.Kinds[:], w[1]))
		n, _ := strconv.Atoi(w[2])
		seed, _ := strconv.Atoi(w[3])
		v.N, v.Seed, v.Dot, v.Double = int32(n), int32(seed), w[4] == "dot", w[5] == "64"
		list = append(list, example.Named[State]{ID: w[0], State: v})
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

// Looked returns the order looked at.
func (v *State) Looked() string {
	if v.Order == "" {
		return "blocked"
	}
	return v.Order
}
