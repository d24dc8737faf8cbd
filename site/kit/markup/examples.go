package markup

import (
	"strings"

	"ulplab/site/kit/html"
	"ulplab/site/kit/words"
)

// Examples is the select VIEW-example among the examples that lines name (words.ExampleOf), with what to notice in the one
// shown; own is what to notice in a state of the reader's own, whose ID is "".
func Examples(view, lines, own, shown string, readOnly bool, open func(id string) Action) Node {
	choices := []Choice{{Value: "", Label: words.OwnExample}}
	for _, line := range strings.Split(lines, "\n") {
		id, _, _ := strings.Cut(line, "|")
		choices = append(choices, Choice{Value: id, Label: words.ExampleOf(lines, id, own).Name})
	}
	return El("div", Class("op-example"),
		Select(view+"-example", "Example", shown, choices, readOnly, open),
		Raw("p", "note", html.Options(words.ExampleOf(lines, shown, own).Note)))
}

// ExamplePanel is the panel of Examples.
func ExamplePanel(view, lines, own, shown string, readOnly bool, open func(id string) Action) *Element {
	return PanelBy("op-examples", exampleChoice{shown, readOnly}, func(any) Node { return Examples(view, lines, own, shown, readOnly, open) })
}

// exampleChoice is the input of the select of examples.
type exampleChoice struct {
	example  string
	readOnly bool
}
