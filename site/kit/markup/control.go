package markup

import "strconv"

// Button makes a button that answers with an action. Buttons are permanent: hide them, do not remove them.
func Button(label string, a Action, more ...Setting) *Element {
	return El("button", All(more), Attr("type", "button"), OnClick(a), Text(label))
}

// Choice is one entry of a Select.
type Choice struct {
	_            [0]func() // not comparable
	Value, Label string
	Group        string // the heading under which it stands, "" for none
}

// Choices are the entries of a Select while they are put together.
type Choices []Choice

// Add puts an entry at the end.
func (c *Choices) Add(value, label, group string) {
	*c = append(*c, Choice{Value: value, Label: label, Group: group})
}

// Select makes a labelled select. pick turns the value chosen into an action.
func Select(id, label, value string, choices []Choice, disabled bool, pick func(string) Action) *Element {
	return El("label", Class("field"), Attr("for", id),
		El("span", Class("label"), Text(label)),
		El("select", Attr("id", id), Prop("disabled", disabled), On("change", func(e Event) Action { return pick(e.Value) }),
			List(Options(choices, func(v string) bool { return v == value }))))
}

// Options are the entries of a select under their headings; selected may be nil.
func Options(choices []Choice, selected func(value string) bool) (out []Node) {
	var items []Node
	for i, c := range choices {
		chosen := All{Prop("value", c.Value)}
		if selected != nil {
			chosen = append(chosen, Prop("selected", selected(c.Value)))
		}
		items = append(items, El("option", chosen, Text(c.Label)))
		if i+1 < len(choices) && choices[i+1].Group == c.Group {
			continue
		}
		if c.Group != "" {
			items = []Node{El("optgroup", Attr("label", c.Group), List(items))}
		}
		out, items = append(out, items...), nil
	}
	return out
}

// Numbers makes choices of numbers.
func Numbers(list []int, words func(int) string) (c []Choice) {
	for _, n := range list {
		c = append(c, Choice{Value: strconv.Itoa(n), Label: words(n)})
	}
	return c
}

// Entry is a labelled one-line text field with its error beneath. Shown is what it holds: the draft while there is
// one, else the value; it is never rewritten under the caret because each key stroke goes to the draft first.
type Entry struct {
	ID, Label, Shown, Hint, Problem string
	Names                           string // further classes
	Disabled                        bool
	Typed                           func(string) Action // each change
	Settled                         func() Action       // Enter or leaving the field; may be nil
}

// ProblemOf ends the ID of the place that says what is wrong with a field, after the field's own. The lab has it read out.
const ProblemOf = "-problem"

// Field makes the field of an entry.
func Field(e Entry) *Element {
	return El("div", Class("field "+e.Names),
		El("label", Class("label"), Attr("for", e.ID), Text(e.Label)),
		El("input",
			Attr("id", e.ID), Attr("type", "text"), Attr("autocomplete", "off"), Attr("autocapitalize", "off"),
			Attr("spellcheck", "false"), Attr("inputmode", "text"), Attr("placeholder", e.Hint),
			Attr("aria-invalid", strconv.FormatBool(e.Problem != "")), Attr("aria-describedby", e.ID+ProblemOf),
			Prop("value", e.Shown), Prop("readOnly", e.Disabled), OnInput(e.Typed), OnSettled(e.Settled)),
		El("p", Class("problem"), Attr("id", e.ID+ProblemOf), Text(e.Problem)))
}

// Code is the input of an editor for code: Back is the text as HTML with its marks, drawn behind the letters.
type Code struct {
	ID, Label, Text, Back string
	Bad, ReadOnly         bool
	Typed                 func(string) Action
}

// CodeField is a text area that grows with its text, over a copy of the text that carries the marks. What is wrong is
// said in the element with the ID ID+ProblemOf.
func CodeField(e Code) *Element {
	return El("div", Class("field expr-field"),
		El("label", Class("label"), Attr("for", e.ID), Text(e.Label)),
		El("div", Class("expr-edit"),
			Raw("pre", "expr-back", e.Back, Attr("aria-hidden", "true")),
			El("textarea", Attr("id", e.ID), Attr("rows", "1"), Attr("spellcheck", "false"), Attr("autocomplete", "off"), Attr("autocapitalize", "off"),
				Attr("aria-invalid", strconv.FormatBool(e.Bad)), Attr("aria-describedby", e.ID+ProblemOf),
				Prop("value", e.Text), Prop("readOnly", e.ReadOnly), OnInput(e.Typed), OnSettled(nil))))
}

// AnswerBar is the answer in one line, as HTML, the last child of the fields that it follows from: on a phone it stays at
// the lower edge of the screen as long as the answer itself lies below it. It says nothing new to who does not see the page.
func AnswerBar(html string) *Element {
	return Raw("p", "answer-bar", html, Attr("aria-hidden", "true"), Flag("hidden", html == ""))
}

// PhoneFold is a part of a page that stands open, and on a phone opens under its title: what a reader does not look at first.
func PhoneFold(title string, body Node, more ...Setting) *Element {
	return El("details", Class("fold phone-fold"), All(more), El("summary", Text(title)), El("div", List{body}))
}

// Fold is a part of a page that opens under its heading: what is looked up, and not asked for first.
func Fold(title string, body Node) *Element {
	return El("details", Class("fold"), El("summary", El("h2", Text(title))), El("div", List{body}))
}
