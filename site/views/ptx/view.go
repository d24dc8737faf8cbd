// Package ptx is the view PTX: modules of NVIDIA's assembly language, run thread by thread.
//
// A kernel runs on the page, in slices: its buffers, up to 16 MiB a side with the thread that wrote each element, need not be told to
// a worker and back, and the trace of a thread goes on from what is there. The page answers meanwhile: on two busy cores the longest
// task of softmax and layer norm of 128 rows of 1,024, drawing the results included, took 31 ms of the processor, that of 400
// million thread-instructions of an endless loop 16 ms. Two kernels that are compared run one after the other.
package ptx

import (
	"ulplab/site/kit/markup"
	"ulplab/site/lab"
)

// View is the view in the catalogue.
func View() lab.View[State] {
	places := lab.Files{"ptx": opened("a"), "ptx.b": opened("b")}
	for k := range MaxArgs {
		places[argPlace(k)] = opened(string('A' + rune(k)))
	}
	return lab.View[State]{
		Info:     lab.Info{ID: ID, Title: "PTX", About: "Run PTX thread by thread: which bits does each instruction give, and where do two programs diverge?", Group: lab.Expressions},
		Examples: ExampleWords, Example: openExample,
		First: First, Encode: encode, Decode: decode, Tasks: tasks,
		Panels: []string{"Results", "First difference", "Thread"},
		Says:   says,
		Parts:  []string{markup.Result},
		Page: func(s State, readOnly bool) markup.Node {
			return markup.El("div", markup.List{markup.Guarded(view{In: s, ReadOnly: readOnly}.render)})
		},
		Heard: lab.Heard{
			Keys:  lab.Keys{"ptx.step": key},
			Taps:  lab.Taps{"ptx": tap},
			Files: places,
		},
	}
}

// Actions are one of each that the view has, for tests that try them at random; the program leaves this out.
func (State) Actions() []markup.Action {
	return []markup.Action{Set{}, OpenFile{}}
}
