// Package quantize is the view Quantize: numbers in formats with block scales: what each keeps, and what it loses.
package quantize

import (
	"ulplab/site/kit/markup"
	"ulplab/site/lab"
)

// View is the view in the catalogue.
func View() lab.View[State] {
	return lab.View[State]{
		Info:     lab.Info{ID: ID, Title: "Quantize", About: "Your numbers in FP8, FP6 and FP4 with block scales: what is kept, what is lost", Group: lab.Matrices},
		Examples: ExampleWords, Example: openExample,
		First: First, Encode: encode, Decode: decode,
		Says:  says,
		Tasks: tasks,
		Parts: []string{markup.Result},
		Page: func(s State, readOnly bool) markup.Node {
			return markup.El("div", markup.List{markup.Guarded((&view{In: s, ReadOnly: readOnly}).render)})
		},
		Heard: lab.Heard{
			Keys:  lab.Keys{"quant.pairs": pairsKey},
			Taps:  lab.Taps{"quant": tap},
			Files: lab.Files{"quant": opened},
		},
	}
}

// Actions are one of each that the view has, for tests that try them at random; the program leaves this out.
func (State) Actions() []markup.Action {
	return []markup.Action{Set{}, OpenFile{}, PairSet{}}
}
