// Package operand is a number that a reader enters: how it was typed, the code it means, and its forms.
package operand

import (
	"cmp"
	"strconv"
	"strings"

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

// Box is the field of an operand with its steps and what stands under it.
type Box struct {
	View, Name     string // the field is VIEW-NAME
	I              int    // the keyboard area is VIEW.I
	Unit           string // of a step, "" for ulp
	Hint           string // "" for numbers in their forms
	Shown, Problem string
	Under          string // "" for an operand that the operation does not have, which is hidden
	ReadOnly       bool
	Typed          func(string) markup.Action
	Step           func(up bool) markup.Action
}

// Node returns the box.
func (b Box) Node() markup.Node {
	off, label := markup.Flag("disabled", b.ReadOnly), "Operand "+b.Name
	unit := cmp.Or(b.Unit, "ulp")
	short, _, _ := strings.Cut(unit, " ")
	return markup.El("div", markup.Class("op-operand"), markup.Data("keys", b.View+"."+strconv.Itoa(b.I)), markup.Attr("title", words.StepKeys), markup.Flag("hidden", b.Under == ""),
		markup.Field(markup.Entry{ID: b.View + "-" + b.Name, Label: label, Shown: b.Shown, Hint: cmp.Or(b.Hint, "0.1, 2/3, 0x1.8p+1, 0x3f800000"), Problem: b.Problem, Disabled: b.ReadOnly, Typed: b.Typed}),
		markup.El("div", markup.Class("op-steps"),
			markup.Button("− "+short, b.Step(false), off, markup.Class("plain"), markup.Attr("aria-label", label+" one "+unit+" down")),
			markup.Button("+ "+short, b.Step(true), off, markup.Class("plain"), markup.Attr("aria-label", label+" one "+unit+" up"))),
		markup.Raw("div", "op-under", b.Under))
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
