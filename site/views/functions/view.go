// Package functions is the view Functions: what rounding exp, sin and cos takes, and how accurate CUDA’s are.
package functions

import (
	"ulplab/site/kit/markup"
	"ulplab/site/lab"
)

// View is the view in the catalogue.
func View() lab.View[State] {
	return lab.View[State]{
		Info:  lab.Info{ID: ID, Title: "Functions", About: "What rounding exp, sin and cos takes, and how accurate CUDA’s are", Group: lab.Machines},
		First: First, Encode: encode, Decode: decode, More: lab.Kept(State.kept), Tasks: tasks,
		Says:  says,
		Parts: []string{markup.Result, markup.ExactValue, markup.BitPattern, markup.Explanation},
		Page: func(s State, readOnly bool) markup.Node {
			return markup.El("div", markup.List{markup.Guarded(view{In: s, ReadOnly: readOnly}.render)})
		},
		Heard: lab.Heard{
			Keys: lab.Keys{"fn.x": key, "fn.cells": cellKey},
			Bits: map[string]lab.Bits{"fn.cells": {Toggle: cell, Hover: over}},
			Taps: lab.Taps{"fn": tap},
		},
	}
}

// Actions are one of each that the view has, for tests that try them at random; the program leaves this out.
func (State) Actions() []markup.Action {
	return []markup.Action{Show{}, Open{}, Argument{}, Function{}, Format{}, Type{}, Step{}, Directed{}, Pi{}, PiRow{},
		Cut{}, Pick{}, Mode{}, Sort{}, Group{}, Find{}, Cell{}, Hover{}, Range{}, End{}, Start{}, Compute{}, TypeOperand{},
		StepOperand{}}
}
