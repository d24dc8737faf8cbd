// Package flags is the view Flags: nvcc's options side by side: which bits each of them changes.
package flags

import (
	"ulplab/site/kit/markup"
	"ulplab/site/lab"
)

// View is the view in the catalogue.
func View() lab.View[State] {
	return lab.View[State]{
		Info:     lab.Info{ID: ID, Title: "Flags", About: "nvcc’s options side by side: which bits each of them changes", Group: lab.Machines},
		Examples: ExampleWords, Example: openExample,
		First: First, Encode: encode, Decode: decode,
		Says:  says,
		Parts: []string{markup.Result, markup.ExactValue, markup.Explanation},
		Page: func(s State, readOnly bool) markup.Node {
			return markup.El("div", markup.List{markup.Guarded(view{In: s, ReadOnly: readOnly}.render)})
		},
		Heard: lab.Heard{
			Keys: lab.Keys{}.Operands("flags", neighbour),
			Taps: lab.Taps{"flags": tap},
		},
	}
}

// Actions are one of each that the view has, for tests that try them at random; the program leaves this out.
func (State) Actions() []markup.Action {
	return []markup.Action{Type{}, Step{}, Double{}, CC{}, Toggle{}, Mode{}, Pick{}, FlagsOver{}, Open{}, Find{}}
}
