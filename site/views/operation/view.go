// Package operation is the view Operation: one operation: exact result, discarded bits, rounding.
package operation

import (
	"ulplab/site/kit/markup"
	"ulplab/site/lab"
)

// View is the view in the catalogue.
func View() lab.View[State] {
	return lab.View[State]{
		Info:     lab.Info{ID: ID, Title: "Operation", About: "One operation: exact result, discarded bits, rounding", Group: lab.Numbers},
		Examples: ExampleWords, Example: openExample,
		First: First, Encode: encode, Decode: decode, Tasks: tasks,
		Says:  says,
		Parts: []string{markup.Result, markup.ExactValue, markup.BitPattern, markup.Explanation},
		Page: func(s State, readOnly bool) markup.Node {
			return markup.El("div", markup.List{markup.Guarded(view{In: s, ReadOnly: readOnly}.render)})
		},
		Heard: lab.Heard{
			Keys: lab.Keys{"op.steps": stepKey}.Operands("op", neighbour),
			Bits: map[string]lab.Bits{"op.scope": {Hover: func(place int) markup.Action { return Hover{Place: place} }}},
			Taps: lab.Taps{"op.dir": pickDir},
		},
	}
}

// Actions are one of each that the view has, for tests that try them at random; the program leaves this out.
func (State) Actions() []markup.Action {
	return []markup.Action{Type{}, Step{}, Pick{}, Src{}, Own{}, Dst{}, Dir{}, Set{}, Random{}, Show{}, Open{}, ToStep{},
		Draw{}, Redraw{}, Hover{}}
}
