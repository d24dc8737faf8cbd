// Package matrixunit is the view Matrix unit: one element of a matrix instruction, product by product.
package matrixunit

import (
	"ulplab/site/kit/markup"
	"ulplab/site/lab"
)

// View is the view in the catalogue.
func View() lab.View[State] {
	return lab.View[State]{
		Info:     lab.Info{ID: ID, Title: "Matrix unit", About: "One element of a tensor-core instruction: aligned, truncated, added, rounded", Group: lab.Matrices},
		Examples: ExampleWords, Example: openExample,
		First: First, Encode: encode, Decode: decode, Tasks: tasks,
		Says:  says,
		Parts: []string{markup.Result, markup.ExactValue, markup.Explanation},
		Page: func(s State, readOnly bool) markup.Node {
			return markup.El("div", markup.List{markup.Guarded((&view{In: s, ReadOnly: readOnly}).render)})
		},
		Heard: lab.Heard{
			Keys: lab.Keys{
				"mma.2": lab.OperandKey(step),
				"mma.f": fragmentKey,
			},
			Bits: fragmentBits(),
		},
	}
}

// Actions are one of each that the view has, for tests that try them at random; the program leaves this out.
func (State) Actions() []markup.Action {
	return []markup.Action{Set{}, Types{}, Choose{}, Pick{}, Over{}}
}
