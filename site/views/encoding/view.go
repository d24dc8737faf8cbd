// Package encoding is the view Encoding: one value, bit by bit, in every format.
package encoding

import (
	"ulplab/site/kit/markup"
	"ulplab/site/lab"
	"ulplab/site/lab/link"
)

// View is the view in the catalogue.
func View() lab.View[State] {
	return lab.View[State]{
		Info:  lab.Info{ID: ID, Title: "Encoding", About: "One value, bit by bit, in every format", Group: lab.Numbers},
		First: First, Encode: encode, Decode: decode, Tasks: tasks,
		Says: says,
		More: lab.Short(First, func(name, value string, r *link.Reader, s *State) bool {
			decodeShort(name, value, r, s)
			return true
		}),
		Parts: []string{markup.Result, markup.ExactValue, markup.BitPattern, markup.Explanation},
		Page: func(s State, readOnly bool) markup.Node {
			return markup.El("div", markup.List{markup.Guarded(view{In: s, ReadOnly: readOnly}.render)})
		},
		Heard: lab.Heard{
			Keys: lab.Keys{"enc.bits": key, "enc.line": pointKey, mapStage: mapKey},
			Bits: map[string]lab.Bits{"enc.bits": {
				Toggle: func(bit int) markup.Action { return Toggle{Bit: uint8(bit)} },
				Hover:  func(bit int) markup.Action { return Hover{Bit: bit} },
				Paint:  func(bit int, on bool) markup.Action { return Paint{Bit: uint8(bit), One: on} },
			},
				"enc.formula": {Hover: func(bit int) markup.Action { return Hover{Bit: bit} }},
				"enc.line":    {Toggle: putPoint, Paint: func(place int, _ bool) markup.Action { return putPoint(place) }},
			},
			Taps: lab.Taps{"enc.put": func(rest string) markup.Action { return Put{Named: rest} }},
		},
	}
}

// Actions are one of each that the view has, for tests that try them at random; the program leaves this out.
func (State) Actions() []markup.Action {
	return []markup.Action{Toggle{}, Paint{}, Type{}, Format{}, Name{}, Dir{}, Random{}, Stored{}, Ulps{}, Twice{}, Put{},
		Special{}, Cursor{}, Hover{}, Place{}, ShowMap{}, MapZoom{}, MapMove{}, MapOpen{}}
}
