// Package start is the view Start, which the address without a view opens: what the lab is, what an ulp is, doors by question,
// what this reader looked at last, and a search over everything that the lab has.
package start

import (
	"ulplab/site/kit/markup"
	"ulplab/site/lab"
)

// View is the view in the catalogue, with the source of its search.
func View(index Source) lab.View[State] {
	return lab.View[State]{
		Info:  lab.Info{ID: ID, Title: "Start", About: "What the lab is, what an ulp is, and where to begin"},
		First: First, Encode: encode, Decode: decode, Tasks: index.tasks, Page: page,
		Panels: []string{"An ulp", "Questions"},
		Says:   says,
		Heard:  lab.Heard{Keys: lab.Keys{"": anywhere, "start.find": inField, "start.hit": onHit}},
	}
}

// Actions are one of each that the view has, for tests that try them at random; the program leaves this out.
func (State) Actions() []markup.Action {
	return []markup.Action{Move{}, Find{}}
}
