// Package operand is a number that a reader enters: how it was typed, the code it means, and its forms.
package operand

import (
	"strconv"

	"ulplab/fpcore/round"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/words"
)

// DirectionChoices lists the rounding directions for a select; other views use it too.
func DirectionChoices() []markup.Choice {
	var list []markup.Choice
	for _, d := range round.Directions {
		name := d.Name
		if d.PTX != "" {
			name += " (" + d.PTX + ")"
		}
		list = append(list, markup.Choice{Value: d.ID, Label: name})
	}
	return list
}

func DirectionID(d round.Direction) string {
	for _, i := range round.Directions {
		if i.Dir == d {
			return i.ID
		}
	}
	return ""
}

func DirectionName(d round.Direction) string {
	for _, i := range round.Directions {
		if i.Dir == d {
			return i.Name
		}
	}
	return ""
}

// Box is the field of operand i with its steps by one unit and what stands under it; the keyboard area is
// VIEW.i, the field VIEW-name. An operand that the operation does not have, with nothing under it, is hidden.
func Box(view, unit string, i int, name, shown, problem, under string, readOnly bool, typed func(string) markup.Action, step func(up bool) markup.Action) markup.Node {
	off := markup.Flag("disabled", readOnly)
	return markup.El("div", markup.Class("op-operand"), markup.Data("keys", view+"."+strconv.Itoa(i)), markup.Attr("title", words.StepKeys), markup.Flag("hidden", under == ""),
		markup.Field(markup.Entry{ID: view + "-" + name, Label: "Operand " + name, Shown: shown, Hint: "0.1, 2/3, 0x1.8p+1, 0x3f800000", Problem: problem, Disabled: readOnly, Typed: typed}),
		markup.El("div", markup.Class("op-steps"),
			markup.Button("− ulp", step(false), off, markup.Class("plain"), markup.Attr("aria-label", "Operand "+name+" one "+unit+" down")),
			markup.Button("+ ulp", step(true), off, markup.Class("plain"), markup.Attr("aria-label", "Operand "+name+" one "+unit+" up"))),
		markup.Raw("div", "op-under", under))
}

// FormatChoices lists the named formats in their groups, and the one shown if it is the reader's own; other views use
// it too.
func FormatChoices(shown string, same bool) []markup.Choice {
	var list []markup.Choice
	if same {
		list = append(list, markup.Choice{Value: "", Label: words.SameFormat})
	}
	found := shown == ""
	for _, g := range words.FormatGroups {
		for _, f := range g.Formats {
			list = append(list, markup.Choice{Value: f.ID, Label: f.Name, Group: g.Title})
			found = found || f.ID == shown
		}
	}
	if !found {
		list = append(list, markup.Choice{Value: shown, Label: shown, Group: words.OwnFormat})
	}
	return list
}
