// Package devices is the view Devices: one operation on two targets: which bits differ, and why.
package devices

import (
	"ulplab/site/kit/markup"
	"ulplab/site/lab"
)

// View is the view in the catalogue.
func View() lab.View[State] {
	return lab.View[State]{
		Info:  lab.Info{ID: ID, Title: "Devices", About: "One operation on two targets: which bits differ, and why", Group: lab.Machines},
		First: First, Encode: encode, Decode: decode, Tasks: tasks,
		Says:  says,
		Parts: []string{markup.Result, markup.ExactValue, markup.BitPattern, markup.Explanation},
		Page: func(s State, readOnly bool) markup.Node {
			return markup.El("div", markup.List{markup.Guarded(view{In: s, ReadOnly: readOnly}.render)})
		},
		Heard: lab.Heard{
			Keys: lab.Keys{"dev.A": key(0), "dev.B": key(1)}.Operands("dev", nudge).Operands("intrin", intrinStep),
			Taps: lab.Taps{"dev.pick": pick, "dev.feature": feature, "dev.witness": devWitness},
		},
	}
}

// Actions are one of each that the view has, for tests that try them at random; the program leaves this out.
func (State) Actions() []markup.Action {
	return []markup.Action{IntrinType{}, IntrinStep{}, IntrinFTZ{}, IntrinOpen{}, Dev{}, Sought{}, Feature{}}
}
