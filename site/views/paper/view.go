// Package paper is the view Paper: the white paper, section by section, every figure computed again.
package paper

import (
	"ulplab/site/kit/markup"
	"ulplab/site/lab"
)

// View is the view in the catalogue.
func View() lab.View[State] {
	return lab.View[State]{
		Info:  lab.Info{ID: ID, Title: "Paper", About: "The white paper, section by section, every figure computed again"},
		First: First, Encode: encode, Decode: decode, Tasks: tasks,
		Says: says,
		Page: func(s State, _ bool) markup.Node {
			return view{In: s}.render()
		},
		Heard: lab.Heard{
			Taps: lab.Taps{"paper.go": paperGo},
		},
	}
}

// Actions are one of each that the view has, for tests that try them at random; the program leaves this out.
func (State) Actions() []markup.Action {
	return []markup.Action{Section{}, Only{}, Fold{}}
}
