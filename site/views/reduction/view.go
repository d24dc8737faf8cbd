// Package reduction is the view Reduction: one sum in every order: libraries, launches, all trees, to a million elements.
package reduction

import (
	"ulplab/site/files"
	"ulplab/site/kit/markup"
	"ulplab/site/lab"
)

// View is the view in the catalogue.
func View() lab.View[State] {
	return lab.View[State]{
		Info:  lab.Info{ID: ID, Title: "Reduction", About: "One sum in every order: libraries, launches, all trees, to a million elements", Group: lab.Sums},
		First: First, Encode: encode, Decode: decode,
		Page: func(s State, readOnly bool) markup.Node {
			return view{In: s, ReadOnly: readOnly}.page()
		},
		Heard: lab.Heard{
			Keys:  map[string]func(lab.Key, int) (markup.Action, bool){"sum.grid": key, "sum.big": bigKey, "sum.tree": treeKey},
			Taps:  map[string]func(string) markup.Action{"sum": tap, "sumb": bigTap, "sumt": treeTap, "sumf": freeTap, "sumr": revealTap},
			Files: map[string]func(*files.Source, string) markup.Action{"sum": opened, "sum.probe": probeOpened},
		},
	}
}
