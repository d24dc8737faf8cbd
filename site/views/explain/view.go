// Package explain is the view Explain: two results of one program: which evaluation gave each, and what removes the difference.
package explain

import (
	"ulplab/site/kit/markup"
	"ulplab/site/lab"
)

// View is the view in the catalogue.
func View() lab.View[State] {
	return lab.View[State]{
		Info:  lab.Info{ID: ID, Title: "Explain", About: "Two results of one program: which evaluation gave each, and what removes the difference", Group: lab.Expressions},
		First: First, Encode: encode, Decode: decode, Tasks: tasks,
		Panels: []string{"Line", "Causes", "Remedies", "Tolerance", "First difference"},
		Says:   says,
		Parts:  []string{markup.Result},
		Page: func(s State, readOnly bool) markup.Node {
			return markup.El("div", markup.Class("explain"), markup.List{markup.Guarded(view{In: s, ReadOnly: readOnly}.render)})
		},
		Heard: lab.Heard{
			Files: lab.Files{"explain": opened},
		},
	}
}

// Actions are one of each that the view has, for tests that try them at random; the program leaves this out.
func (State) Actions() []markup.Action {
	return []markup.Action{OpenFile{}, Set{}}
}
