package markup

import (
	"strings"

	"ulplab/site/kit/html"
	"ulplab/site/kit/words"
)

// Examples chooses among the examples of a view: IDs in their order, the one shown, and their words.
type Examples struct {
	View, Ids, Shown string
	ReadOnly         bool
}

func (in Examples) Choose(words func(id string) words.Example, open func(id string) Action) Node {
	var choices []Choice
	for _, id := range strings.Split(in.Ids, " ") { // the first is "", the reader's own state
		choices = append(choices, Choice{Value: id, Label: words(id).Name})
	}
	return El("div", Class("op-example"),
		Select(in.View+"-example", "Example", in.Shown, choices, in.ReadOnly, open),
		Raw("p", "note", html.Options(words(in.Shown).Note)))
}

// ExampleChoice is the input of the select of examples.
type ExampleChoice struct {
	Example  string
	ReadOnly bool
}
