// Package x87 is the view x87 and SSE: one expression in 80-bit registers, spilled or kept, and in SSE.
package x87

import (
	"ulplab/site/kit/markup"
	"ulplab/site/lab"
)

// View is the view in the catalogue.
func View() lab.View[State] {
	return lab.View[State]{
		Info:     lab.Info{ID: ID, Title: "x87 and SSE", About: "One expression in 80-bit registers, spilled or kept, and in SSE", Group: lab.Machines},
		Examples: ExampleWords, Example: openExample,
		First: First, Encode: encode, Decode: decode, Tasks: tasks,
		Says:  says,
		Parts: []string{markup.Result, markup.ExactValue, markup.BitPattern, markup.Explanation},
		Page: func(s State, readOnly bool) markup.Node {
			return markup.El("div", markup.List{markup.Guarded(view{In: s, ReadOnly: readOnly}.render)})
		},
		Heard: lab.Heard{
			Keys: lab.Keys{"x87.op": key},
			Bits: map[string]lab.Bits{"x87.cw": {Toggle: x87Word("x87.cw")}, "x87.mx": {Toggle: x87Word("x87.mx")}},
			Taps: lab.Taps{"x87": tap},
		},
	}
}

// Actions are one of each that the view has, for tests that try them at random; the program leaves this out.
func (State) Actions() []markup.Action {
	return []markup.Action{Type{}, Operand{}, Nudge{}, Declare{}, Bit{}, Set{}, Spill{}, Show{}, Open{}}
}
