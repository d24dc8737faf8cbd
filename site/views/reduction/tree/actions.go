package tree

import (
	"ulplab/fpcore/summation"
	"ulplab/site/kit/operand"
	"ulplab/site/lab"
	"ulplab/site/views/reduction/sum"
)

// units is the number of units of Look's window in the room of a leaf.
const units = 1024

// maxPath bounds the name of a node.
const maxPath = 160

// Move shows another part of the tree.
type Move struct {
	lab.Navigation
	From, Span int64
}

func (Move) Gesture() string { return "sum.big.move" }

func (a Move) Apply(s sum.State) sum.State {
	const most = summation.Most * units
	if a.Span < 0 || a.Span > most || a.From < 0 || a.From > most || a.Span != 0 && a.Span < units || a.Span == 0 && a.From != 0 {
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

func (a Node) Apply(s sum.State) sum.State {
	if pathOK(a.Path) {
		s.Look.Path = a.Path
	}
	return s
}

// pathOK reports whether a text may name a node.
func pathOK(path string) bool {
	if len(path) > maxPath {
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

func (a Colour) Apply(s sum.State) sum.State {
	s.Look.SoFar = a.SoFar
	return s
}

// Step shows a tree after some steps.
type Step struct {
	lab.Navigation

	Step int
	Play bool // and goes on
}

func (Step) Gesture() string { return "sum.tree.step" }

func (a Step) Apply(s sum.State) sum.State {
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

func (a Lanes) Apply(s sum.State) sum.State {
	s.Look.Lanes = a.On
	return s
}

// Type changes the text of the reader's own tree and looks at it.
type Type struct{ Text string }

func (Type) Gesture() string { return "sum.tree.type" }

func (a Type) Apply(s sum.State) sum.State {
	s.Tree = operand.Cut(a.Text, summation.MostTree)
	s.Look.Held = ""
	if s.Tree != "" {
		s.Order, s.Look.Step, s.Look.Play = summation.OwnTree, 0, false
	}
	s.Stopped = false
	return s
}

// Edit puts an edited tree in the place of the old one, and looks at a node of it.
type Edit struct {
	lab.Once
	Text, Path string
}

func (a Edit) Apply(s sum.State) sum.State {
	s = Type{a.Text}.Apply(s)
	return Node{Path: a.Path}.Apply(s)
}

// Hold holds a node to be added to another one, "" for none.
type Hold struct{ Path string }

func (Hold) Gesture() string { return "sum.tree.hold" }

func (a Hold) Apply(s sum.State) sum.State {
	if pathOK(a.Path) {
		s.Look.Held = a.Path
	}
	return s
}
