// Package fma is the view FMA: one rounding against two: fused and separate multiply-add.
package fma

import (
	"ulplab/site/kit/markup"
	"ulplab/site/lab"
)

// View is the view in the catalogue.
func View() lab.View[State] {
	return lab.View[State]{
		Info:     lab.Info{ID: ID, Title: "FMA", About: "One rounding against two: fused and separate multiply-add", Group: lab.Numbers},
		Examples: ExampleWords, Example: openExample,
		First: First, Encode: encode, Decode: decode,
		Says:  says,
		Parts: []string{markup.Result, markup.ExactValue, markup.Explanation},
		Page: func(s State, readOnly bool) markup.Node {
			return markup.El("div", markup.List{markup.Guarded(view{In: s, ReadOnly: readOnly}.render)})
		},
		Heard: lab.Heard{
			Keys: lab.Keys{}.Operands("fma", neighbour),
		},
	}
}

// Actions are one of each that the view has, for tests that try them at random; the program leaves this out.
func (State) Actions() []markup.Action {
	return []markup.Action{Type{}, Step{}, Format{}, Dir{}, Show{}, Machine{}, Places{}, Decimal{}, Open{}}
}
