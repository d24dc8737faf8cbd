//go:build !opening

package state

import "ulplab/fpcore/summation"

// SumUnits is the number of units of SumLook's window in the room of a leaf.
const SumUnits = 1024

// SumMaxPath bounds the name of a node.
const SumMaxPath = 160

// SumLook is how the tree of the Reduction view is looked at.
type SumLook struct {
	From, Span int64  // the window, in units of 1/1024 of a leaf; Span 0: the whole tree
	Path       string // the node looked at, as reduce.Tree.At reads it, or "." for the result; "" for none
	SoFar      bool   // colours are those of the error of the partial sums
	Lanes      bool   // few elements: threads side by side
	Step       int32  // few elements: 1 more than the steps carried out, 0 for all
	Play       bool   // the steps follow each other; not in links
	Held       string // the node that is to be added to another; not in links
}

// SumMove shows another part of the tree.
type SumMove struct{ From, Span int64 }

func (SumMove) gesture() string { return "sum.big.move" }

func (SumMove) navigates() {}

func (a SumMove) apply(s State) State {
	const most = summation.Most * SumUnits
	if a.Span < 0 || a.Span > most || a.From < 0 || a.From > most || a.Span != 0 && a.Span < SumUnits || a.Span == 0 && a.From != 0 {
		return s
	}
	s.Sum.Look.From, s.Sum.Look.Span = a.From, a.Span
	return s
}

// SumNode looks at a node of the tree, "" at none. A step goes on from the last one.
type SumNode struct {
	Path string
	Step bool
}

func (a SumNode) gesture() string {
	if a.Step {
		return "sum.big.step"
	}
	return ""
}

func (SumNode) navigates() {}

func (a SumNode) apply(s State) State {
	if SumPathOK(a.Path) {
		s.Sum.Look.Path = a.Path
	}
	return s
}

// SumPathOK reports whether a text may name a node.
func SumPathOK(path string) bool {
	if len(path) > SumMaxPath {
		return false
	}
	for i := 0; i < len(path); i++ {
		switch c := path[i]; {
		case c == 'l' || c == 'r' || c == 'n' || c == '.' || c >= '0' && c <= '9':
		default:
			return false
		}
	}
	return true
}

// SumColour chooses what the colours of the tree mean.
type SumColour struct {
	once
	SoFar bool
}

func (SumColour) navigates() {}

func (a SumColour) apply(s State) State {
	s.Sum.Look.SoFar = a.SoFar
	return s
}

// SumTreeStep shows a tree after some steps.
type SumTreeStep struct {
	Step int
	Play bool // and goes on
}

func (SumTreeStep) gesture() string { return "sum.tree.step" }

func (SumTreeStep) navigates() {}

func (a SumTreeStep) apply(s State) State {
	if a.Step >= 0 && a.Step < summation.Most {
		s.Sum.Look.Step, s.Sum.Look.Play = int32(a.Step)+1, a.Play
	}
	return s
}

// SumLanes shows threads side by side, or the tree.
type SumLanes struct {
	once
	On bool
}

func (SumLanes) navigates() {}

func (a SumLanes) apply(s State) State {
	s.Sum.Look.Lanes = a.On
	return s
}

// SumTreeType changes the text of the reader's own tree and looks at it.
type SumTreeType struct{ Text string }

func (SumTreeType) gesture() string { return "sum.tree.type" }

func (a SumTreeType) apply(s State) State {
	s.Sum.Tree = Cut(a.Text, summation.MostTree)
	s.Sum.Look.Held = ""
	if s.Sum.Tree != "" {
		s.Sum.Order, s.Sum.Look.Step, s.Sum.Look.Play = summation.OwnTree, 0, false
	}
	s.Sum.Stopped = false
	return s
}

// SumTreeEdit puts an edited tree in the place of the old one, and looks at a node of it.
type SumTreeEdit struct {
	once
	Text, Path string
}

func (a SumTreeEdit) apply(s State) State {
	s = SumTreeType{a.Text}.apply(s)
	return SumNode{Path: a.Path}.apply(s)
}

// SumHold holds a node to be added to another one, "" for none.
type SumHold struct{ Path string }

func (SumHold) gesture() string { return "sum.tree.hold" }

func (a SumHold) apply(s State) State {
	if SumPathOK(a.Path) {
		s.Sum.Look.Held = a.Path
	}
	return s
}
