package code

import (
	"strconv"

	number "ulplab/fpcore/text"
	"ulplab/site/kit/html"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/words"
)

// Under stands under the field of an input: its bits, with a link that leads to them, and what became of the typed number.
func Under(c *Cell, link func(format string, x operand.Entered) string) string {
	if !c.Known {
		return ""
	}
	s := `<span class="num">` + c.Hex + `</span>`
	if c.Format != nil {
		s = `<a class="num" href="` + words.Escape(link(c.Format.ID, operand.Entered{Bits: c.Code})) + `" aria-label="` + words.Escape(c.Name) + ` bit by bit">` + c.Hex + `</a>`
	}
	if c.Note != "" {
		s += " " + html.Tip("rounded", words.Minus(c.Note))
	}
	return s
}

// exprShown is the largest number of inputs with a field.
const exprShown = 24

// Fields are the fields of inputs; area is the keyboard area, whose arrows step to the neighbours, and link leads to the
// bits of a datum.
func Fields(area string, cells []Cell, readOnly bool, link func(format string, x operand.Entered) string, put func(name, text string) markup.Action) (out []markup.Node) {
	for i := range cells[:min(len(cells), exprShown)] {
		c := &cells[i]
		name := c.Name
		out = append(out, markup.El("div", markup.Class("expr-cell"), markup.Data("keys", area+".in"), markup.Data("bit", strconv.Itoa(i)), markup.Attr("title", words.StepKeys),
			markup.Field(markup.Entry{ID: area + "-in-" + strconv.Itoa(i), Label: name + ", " + c.TypeName(), Shown: c.Shown, Hint: "0.1, 2/3, 0x3f800000", Problem: c.Problem, Disabled: readOnly,
				Typed: func(t string) markup.Action { return put(name, t) }}),
			markup.Raw("p", "op-code", Under(c, link))))
	}
	return out
}

// Step moves an input to its neighbour.
func Step(c *Cell, up bool) string {
	if !c.Known || c.Format == nil {
		return c.Shown
	}
	next := c.Format.NextDown(c.Code)
	if up {
		next = c.Format.NextUp(c.Code)
	}
	return number.Shortest(c.Format, next)
}

// FreeIn is the input of the buttons for the type of undeclared names.
type FreeIn struct{ Double, ReadOnly bool }

// Buttons choose the type: set(0) is float, set(1) double.
func (in FreeIn) Buttons(set func(i int) markup.Action) markup.Node {
	return markup.El("div", markup.Class("row"), markup.Attr("role", "group"), markup.Attr("aria-label", ExprFreeLabel),
		markup.El("span", markup.Class("label"), markup.Text(ExprFreeLabel)),
		markup.Button("float", set(0), markup.Class("op-toggle"), markup.Pressed(!in.Double), markup.Prop("disabled", in.ReadOnly)),
		markup.Button("double", set(1), markup.Class("op-toggle"), markup.Pressed(in.Double), markup.Prop("disabled", in.ReadOnly)))
}
