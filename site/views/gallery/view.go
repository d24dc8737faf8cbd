// Package gallery is the view Gallery: questions that people ask, each with its answer computed.
package gallery

import (
	"ulplab/site/kit/markup"
	"ulplab/site/lab"
)

// View is the view in the catalogue.
func View() lab.View[State] {
	return lab.View[State]{
		Info:  lab.Info{ID: ID, Title: "Gallery", About: "Questions that people ask, each with its answer computed"},
		First: First, Encode: encode, Decode: decode, Tasks: tasks,
		Panels: []string{"Computed", "Answer"},
		Says:   says,
		Parts:  []string{markup.Result},
		Page: func(s State, _ bool) markup.Node {
			return view{In: s}.render()
		},
		Heard: lab.Heard{
			Taps: lab.Taps{"gallery": tap},
		},
	}
}

// Actions are one of each that the view has, for tests that try them at random; the program leaves this out.
func (State) Actions() []markup.Action {
	return []markup.Action{Open{}, Find{}, Row{}}
}
