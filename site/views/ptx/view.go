// Package ptx is the view PTX: modules of NVIDIA's assembly language, run thread by thread.
package ptx

import (
	"ulplab/site/files"
	"ulplab/site/kit/markup"
	"ulplab/site/lab"
)

// View is the view in the catalogue.
func View() lab.View[State] {
	places := map[string]func(*files.Source, string) markup.Action{"ptx": opened("a"), "ptx.b": opened("b")}
	for k := range MaxArgs {
		places[argPlace(k)] = opened(string('A' + rune(k)))
	}
	return lab.View[State]{
		Info:  lab.Info{ID: ID, Title: "PTX", About: "Run PTX thread by thread: which bits does each instruction give, and where do two programs diverge?", Group: lab.Expressions},
		First: First, Encode: encode, Decode: decode, Tasks: tasks,
		Page: func(s State, readOnly bool) markup.Node {
			return markup.El("div", markup.List{markup.Guarded(view{In: s, ReadOnly: readOnly}.render)})
		},
		Heard: lab.Heard{
			Keys:  map[string]func(lab.Key, int) (markup.Action, bool){"ptx.step": key},
			Taps:  map[string]func(string) markup.Action{"ptx": tap},
			Files: places,
		},
	}
}
