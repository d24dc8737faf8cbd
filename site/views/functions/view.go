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
