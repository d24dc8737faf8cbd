// Package iteration is the view Iteration: an iteration on two targets: when they diverge, how fast.
package iteration

import (
	"ulplab/site/kit/markup"
	"ulplab/site/lab"
)

// View is the view in the catalogue.
func View() lab.View[State] {
	return lab.View[State]{
		Info:     lab.Info{ID: ID, Title: "Iteration", About: "An iteration on two targets: when they diverge, how fast", Group: lab.Expressions},
		Examples: ExampleWords, Example: openExample,
		First: First, Encode: encode, Decode: decode, Tasks: tasks,
		Says:  says,
		Parts: []string{markup.Result, markup.Explanation},
		Page: func(s State, readOnly bool) markup.Node {
			return markup.El("div", markup.List{markup.Guarded(view{In: s, ReadOnly: readOnly}.render)})
		},
		Heard: lab.Heard{
			Keys: lab.Keys{"iter.in": key},
			Taps: lab.Taps{"iter": tap},
		},
	}
}

// Actions are one of each that the view has, for tests that try them at random; the program leaves this out.
func (State) Actions() []markup.Action {
	return []markup.Action{Set{}}
}
