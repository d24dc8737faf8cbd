// Package dotproduct is the view Dot product: one sum of products, several orders, several results.
package dotproduct

import (
	"ulplab/site/kit/markup"
	"ulplab/site/lab"
)

// View is the view in the catalogue.
func View() lab.View[State] {
	return lab.View[State]{
		Info:  lab.Info{ID: ID, Title: "Dot product", About: "One sum of products, several orders, several results", Group: lab.Numbers},
		First: First, Encode: encode, Decode: decode, Tasks: tasks,
		Says:   says,
		Panels: []string{"Trees", "Results"},
		Parts:  []string{markup.Result, markup.ExactValue, markup.Explanation},
		Page: func(s State, readOnly bool) markup.Node {
			return view{In: s, ReadOnly: readOnly}.render()
		},
		Heard: lab.Heard{
			Keys: lab.Keys{"dot.s0": key("dot.s0"), "dot.s1": key("dot.s1"), "dot.s2": key("dot.s2"), "dot.l": key("dot.l")},
			Bits: map[string]lab.Bits{
				"dot.s0": {Toggle: pick("dot.s0"), Hover: over("dot.s0")},
				"dot.s1": {Toggle: pick("dot.s1"), Hover: over("dot.s1")},
				"dot.s2": {Toggle: pick("dot.s2"), Hover: over("dot.s2")},
				"dot.l":  {Toggle: pick("dot.l"), Hover: over("dot.l")},
			},
			Taps: lab.Taps{"dot.shape": shape},
		},
	}
}

// Actions are one of each that the view has, for tests that try them at random; the program leaves this out.
func (State) Actions() []markup.Action {
	return []markup.Action{Type{}, Settle{}, Paste{}, Resize{}, Remove{}, Sum{}, Format{}, FormatName{}, FormatSettle{},
		Dir{}, Flush{}, Pick{}, Over{}, Preset{}}
}
