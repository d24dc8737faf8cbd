// Package expression is the view Expression: C code on several machines: where the results diverge and which is more accurate.
package expression

import (
	"ulplab/site/kit/markup"
	"ulplab/site/lab"
)

// View is the view in the catalogue.
func View() lab.View[State] {
	return lab.View[State]{
		Info:     lab.Info{ID: ID, Title: "Expression", About: "C code on several machines: where the results diverge and which is more accurate", Group: lab.Expressions},
		Examples: ExampleWords, Example: openExample,
		First: First, Encode: encode, Decode: decode, Tasks: tasks,
		Panels: []string{"Tree", "Targets", "Operations", "Distances", "Programs"},
		Says:   says,
		Parts:  []string{markup.Result},
		Page: func(s State, readOnly bool) markup.Node {
			return markup.El("div", markup.List{markup.Guarded(view{In: s, ReadOnly: readOnly}.render)})
		},
		Heard: lab.Heard{
			Keys:  lab.Keys{"expr.in": key},
			Taps:  lab.Taps{"expr": tap},
			Files: lab.Files{"expr": opened},
		},
	}
}

// Actions are one of each that the view has, for tests that try them at random; the program leaves this out.
func (State) Actions() []markup.Action {
	return []markup.Action{Set{}}
}
