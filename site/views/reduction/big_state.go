package reduction

import (
	"ulplab/fpcore/summation"
	"ulplab/site/kit/operand"
	"ulplab/site/lab"
)

// Units is the number of units of Look's window in the room of a leaf.
const Units = 1024

// MaxPath bounds the name of a node.
const MaxPath = 160

// Look is how the tree of the Reduction view is looked at.
type Look struct {
	From, Span int64  // the window, in units of 1/1024 of a leaf; Span 0: the whole tree
	Path       string // the node looked at, as reduce.Tree.At reads it, or "." for the result; "" for none
	SoFar      bool   // colours are those of the error of the partial sums
	Lanes      bool   // few elements: threads side by side
	Step       int32  // few elements: 1 more than the steps carried out, 0 for all
	Play       bool   // the steps follow each other; not in links
	Held       string // the node that is to be added to another; not in links
}

// Move shows another part of the tree.
type Move struct {
	lab.Navigation
	From, Span int64
}

func (Move) Gesture() string { return "sum.big.move" }

func (a Move) Apply(s State) State {
	const most = summation.Most * Units
	if a.Span < 0 || a.Span > most || a.From < 0 || a.From > most || a.Span != 0 && a.Span < Units || a.Span == 0 && a.From != 0 {
		return s
	}
	s.Look.From, s.Look.Span = a.From, a.Span
	return s
}

// Node looks at a node of the tree, "" at none. A step goes on from the last one.
type Node struct {
	lab.Navigation

	Path string
	Step bool
}

func (a Node) Gesture() string {
	if a.Step {
		return "sum.big.step"
	}
	return ""
}

func (a Node) Apply(s State) State {
	if PathOK(a.Path) {
		s.Look.Path = a.Path
	}
	return s
}

// PathOK reports whether a text may name a node.
func PathOK(path string) bool {
	if len(path) > MaxPath {
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

// Colour chooses what the colours of the tree mean.
type Colour struct {
	lab.Navigation

	lab.Once
	SoFar bool
}

func (a Colour) Apply(s State) State {
	s.Look.SoFar = a.SoFar
	return s
}

// TreeStep shows a tree after some steps.
type TreeStep struct {
	lab.Navigation

	Step int
	Play bool // and goes on
}

func (TreeStep) Gesture() string { return "sum.tree.step" }

func (a TreeStep) Apply(s State) State {
	if a.Step >= 0 && a.Step < summation.Most {
		s.Look.Step, s.Look.Play = int32(a.Step)+1, a.Play
	}
	return s
}

// Lanes shows threads side by side, or the tree.
type Lanes struct {
	lab.Navigation

	lab.Once
	On bool
}

func (a Lanes) Apply(s State) State {
	s.Look.Lanes = a.On
	return s
}

// TreeType changes the text of the reader's own tree and looks at it.
type TreeType struct{ Text string }

func (TreeType) Gesture() string { return "sum.tree.type" }

func (a TreeType) Apply(s State) State {
	s.Tree = operand.Cut(a.Text, summation.MostTree)
	s.Look.Held = ""
	if s.Tree != "" {
		s.Order, s.Look.Step, s.Look.Play = summation.OwnTree, 0, false
	}
	s.Stopped = false
	return s
}

// TreeEdit puts an edited tree in the place of the old one, and looks at a node of it.
type TreeEdit struct {
	lab.Once
	Text, Path string
}

func (a TreeEdit) Apply(s State) State {
	s = TreeType{a.Text}.Apply(s)
	return Node{Path: a.Path}.Apply(s)
}

// Hold holds a node to be added to another one, "" for none.
type Hold struct{ Path string }

func (Hold) Gesture() string { return "sum.tree.hold" }

func (a Hold) Apply(s State) State {
	if PathOK(a.Path) {
		s.Look.Held = a.Path
	}
	return s
}
