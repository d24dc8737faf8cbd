// Package reduction is the view Reduction: one sum in every order: libraries, launches, all trees, to a million elements.
package reduction

import (
	"ulplab/site/kit/markup"
	"ulplab/site/lab"
	"ulplab/site/views/reduction/growth"
	"ulplab/site/views/reduction/launches"
	"ulplab/site/views/reduction/reveal"
	"ulplab/site/views/reduction/sum"
	"ulplab/site/views/reduction/tree"
	"ulplab/site/views/reduction/vectors"
)

// View is the view in the catalogue.
func View() lab.View[sum.State] {
	return lab.View[sum.State]{
		Info:     lab.Info{ID: sum.ID, Title: "Reduction", About: "One sum in every order: libraries, launches, all trees, to a million elements", Group: lab.Sums},
		Examples: ExampleWords, Example: openExample,
		First: sum.First, Encode: encode, Decode: decode,
		Says:  says,
		Parts: []string{markup.Explanation},
		Tasks: tasks, Page: page, Heard: heard(),
	}
}

// tasks is the work of all rooms of the view.
func tasks(s sum.State) (list []lab.Task) {
	for _, tasks := range [...][]lab.Task{sum.Tasks(s), tree.Tasks(s), growth.Tasks(s), vectors.Tasks(s), reveal.Tasks(s.Reveal)} {
		list = append(list, tasks...)
	}
	return list
}

// heard is what the view makes of what is done in its drawings, and those of its rooms.
func heard() lab.Heard {
	h := lab.Heard{
		Keys:  lab.Keys{"sum.grid": launches.Key},
		Taps:  lab.Taps{"sum": tap, "sumr": programsTap},
		Files: lab.Files{"sum": opened, "sum.probe": reveal.Opened},
	}
	tree.Hears(&h)
	return h
}
