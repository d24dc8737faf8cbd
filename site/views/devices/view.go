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
		Page: func(s State, readOnly bool) markup.Node {
			return markup.El("div", markup.List{markup.Guarded(view{In: s, ReadOnly: readOnly}.render)})
		},
		Heard: lab.Heard{
			Keys: map[string]func(lab.Key, int) (markup.Action, bool){
				"dev.A": key(0), "dev.B": key(1), "dev.0": operandKey(0), "dev.1": operandKey(1), "dev.2": operandKey(2),
				"intrin.0": intrinKey(0), "intrin.1": intrinKey(1), "intrin.2": intrinKey(2),
			},
			Taps: map[string]func(string) markup.Action{"dev.pick": pick, "dev.feature": feature, "dev.witness": devWitness},
		},
	}
}
