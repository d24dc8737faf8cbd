// Package matrixproduct is the view Matrix product: one element of a library's product along K, and the errors of all.
package matrixproduct

import (
	"ulplab/site/kit/markup"
	"ulplab/site/lab"
)

// View is the view in the catalogue.
func View() lab.View[State] {
	return lab.View[State]{
		Info:     lab.Info{ID: ID, Title: "Matrix product", About: "A library’s matrix product, element by element: order, error along K, tolerance", Group: lab.Matrices},
		Examples: ExampleWords, Example: openExample,
		First: First, Encode: encode, Decode: decode,
		Panels: []string{"Error along K", "Every order", "Every element", "Tolerance", "Check"},
		Says:   says,
		Parts:  []string{markup.Result},
		Tasks:  tasks,
		Heard:  lab.Heard{Files: lab.Files{"gemm": opened}},
		Page: func(s State, readOnly bool) markup.Node {
			return markup.El("div", markup.List{markup.Guarded((&view{In: s, ReadOnly: readOnly}).render)})
		},
	}
}

// Actions are one of each that the view has, for tests that try them at random; the program leaves this out.
func (State) Actions() []markup.Action {
	return []markup.Action{Set{}, OpenFile{}}
}
