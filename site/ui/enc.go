package ui

import (
	"strconv"
	"ulplab/site/kit/markup"
	"ulplab/site/lab"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/site/draw"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/state"
)

// encView is the Encoding view.
type encView struct {
	In       state.Enc
	ReadOnly bool
}

// encShown is the model of the value shown with its texts; a pointer or the keyboard moving over the bits does not
// make it anew.
type encShown struct {
	in    state.Enc
	model model.Enc
	html  encHTML
}

type encHTML struct{ named, below, others string }

func (v encView) render() markup.Node {
	key := v.In
	key.Cursor, key.Hover, key.Name = 0, 0, state.Draft{}
	shown := remember[encShown]("enc.shown")
	if shown.in != key || shown.model.F == nil {
		m := model.BuildEnc(key)
		h := encHTML{draw.EncNamed(m), draw.EncBelow(m), draw.EncTable(m, directionName(key.Dir))}
		*shown = encShown{key, m, h}
	}
	m, h, e := shown.model, shown.html, v.In
	f := m.F
	detail := int(e.Cursor)
	if e.Hover > 0 {
		detail = int(e.Hover) - 1
	}
	var unread []string
	if m.Problem != "" {
		unread = []string{"the value"}
	}
	return markup.El("div", markup.Class(draw.StaleClass("enc", unread)),
		markup.El("div", markup.Class("enc-controls"), markup.List(v.controls(m))),
		markup.Raw("div", "enc-named", markup.Still(h.named, v.ReadOnly)),
		markup.Raw("div", "stale-slot", draw.Stale(unread)),
		markup.El("div", markup.Class("enc-bits of-operands"), markup.Figure{
			ID: "enc-bits", Title: prose.EncBitsTitle, Caption: draw.EncCaption(f),
			Body: markup.El("div",
				bitEditor(bitsIn{Area: "enc.bits", Label: "Bits of " + m.Value + " in " + f.Name, Format: f, Code: e.Bits, Cursor: int(e.Cursor), ReadOnly: v.ReadOnly}),
				// A hint, like a tooltip: what it says is in each bit's name, so it is no part of the text.
				markup.El("p", markup.Class("enc-detail num"), markup.Data("detail", draw.Superscripts(model.BitDetail(f, e.Bits, detail))), markup.Attr("aria-hidden", "true")),
				markup.Panel("enc-stepslot", v.ReadOnly, encSteps)),
			Export: markup.Exported("enc-bits",

				func() draw.Picture { return draw.EncBits(m) }),
		}.Show()),
		// What changes its height with the value stands below the bits, so that they stay under the pointer.
		markup.Raw("div", "enc-below enc of-operands", h.below,
			markup.Exported("enc-zoom", func() draw.Picture { return draw.EncZoom(m) }), markup.Exported("enc-binade", func() draw.Picture { return draw.EncBinade(m) })),
		markup.El("section", markup.Class("enc-others of-operands"),
			markup.Panel("", encSourceIn{m.Typed.On, e.Stored, v.ReadOnly}, encSource),
			markup.Raw("div", "", h.others)))
}

type encSourceIn struct{ typed, stored, readOnly bool }

// encSource heads the table of formats and chooses what they are given.
func encSource(in encSourceIn) markup.Node {
	return markup.El("div", markup.Class("figure-head"), markup.El("h2", markup.Text(prose.EncOthersTitle)),
		markup.El("span", markup.Class("row"), markup.Attr("role", "group"), markup.Attr("aria-label", "Start from"), markup.Flag("hidden", !in.typed), markup.List([]markup.Node{
			markup.Button("the typed text", state.EncStored{}, markup.Class("chip"), markup.Pressed(!in.stored), markup.Flag("disabled", in.readOnly)),
			markup.Button("the stored value", state.EncStored{Stored: true}, markup.Class("chip"), markup.Pressed(in.stored), markup.Flag("disabled", in.readOnly))})))
}

// controls are the fields on top: value, format, direction.
func (v encView) controls(m model.Enc) []markup.Node {
	e := v.In
	shown := m.Entry
	if e.Text.On {
		shown = e.Text.Text
	}
	return []markup.Node{
		markup.Field(markup.Entry{ID: "enc-value", Label: prose.EncValueLabel, Shown: shown, Hint: "0.1, 2/3, 0x1.8p+1, 0x3f800000, inf, nan", Problem: m.Problem, Names: "enc-value-field",
			Disabled: v.ReadOnly, Typed: func(s string) markup.Action { return state.EncType{Text: s} }}),
		markup.Panel("", menuIn{m.F.ID, v.ReadOnly}, encFormatMenu),
		markup.Panel("", encNameIn{e.Name, v.ReadOnly}, encName),
		markup.Panel("", menuIn{directionID(e.Dir), v.ReadOnly}, encDirMenu),
		markup.Panel("enc-random", encRandomIn{e.Dir == round.Stochastic, e.Random, v.ReadOnly}, encRandom),
	}
}

type encNameIn struct {
	name     state.Draft
	readOnly bool
}

// encName is the field for a format that is not in the menu.
func encName(in encNameIn) markup.Node {
	problem := ""
	if in.name.Text != "" {
		if _, err := format.Parse(in.name.Text); err != nil {
			problem = prose.FormatProblem
		}
	}
	return markup.Field(markup.Entry{ID: "enc-name", Label: prose.EncNameLabel, Shown: in.name.Text, Hint: "e5m3", Problem: problem, Disabled: in.readOnly,
		Typed: func(s string) markup.Action { return state.EncName{Text: s} }})
}

// menuIn is the input of a menu: what is chosen, and whether it may be changed.
type menuIn struct {
	id       string
	readOnly bool
}

func encFormatMenu(in menuIn) markup.Node {
	var choices []markup.Choice
	custom := true
	for _, g := range prose.FormatGroups {
		for _, f := range g.Formats {
			choices = append(choices, markup.Choice{Value: f.ID, Label: f.Name, Group: g.Title})
			custom = custom && f.ID != in.id
		}
	}
	if custom {
		choices = append(choices, markup.Choice{Value: in.id, Label: in.id, Group: "Custom"})
	}
	return markup.Select("enc-format", prose.EncFormatLabel, in.id, choices, in.readOnly, func(s string) markup.Action { return state.EncFormat{Name: s} })
}

func encDirMenu(in menuIn) markup.Node {
	return markup.Select("enc-dir", prose.EncDirLabel, in.id, directionChoices(), in.readOnly, func(s string) markup.Action {
		for _, d := range round.Directions {
			if d.ID == s {
				return state.EncDir{Dir: d.Dir}
			}
		}
		return state.EncDir{}
	})
}

type encRandomIn struct {
	on       bool
	random   uint32
	readOnly bool
}

// encRandom chooses the random bits of stochastic rounding.
func encRandom(in encRandomIn) markup.Node {
	pick := func(label string, r uint32) markup.Node {
		return markup.Button(label, state.EncRandom{Random: r}, markup.Class("chip"), markup.Pressed(in.random == r), markup.Flag("disabled", in.readOnly))
	}
	return markup.El("div", markup.Class("row"), markup.Attr("role", "group"), markup.Attr("aria-label", "Random bits"), markup.Flag("hidden", !in.on),
		markup.El("span", markup.Class("label"), markup.Text("Random bits added below the last place")), pick("none set", 0), pick("half", state.FirstRandom), pick("all set", 1<<32-1))
}

// directionChoices lists the rounding directions for a select; other views use it too.
func directionChoices() []markup.Choice {
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

func directionID(d round.Direction) string {
	for _, i := range round.Directions {
		if i.Dir == d {
			return i.ID
		}
	}
	return ""
}

func directionName(d round.Direction) string {
	for _, i := range round.Directions {
		if i.Dir == d {
			return i.Name
		}
	}
	return ""
}

func encSteps(readOnly bool) markup.Node {
	off := markup.Flag("disabled", readOnly)
	return markup.El("div", markup.Class("row enc-steps"), markup.Attr("role", "group"), markup.Attr("aria-label", "Steps"), markup.List([]markup.Node{
		markup.Button("− 1 ulp", state.EncUlps{}, off, markup.Attr("title", "The next value down (arrow down)")),
		markup.Button("+ 1 ulp", state.EncUlps{Up: true}, off, markup.Attr("title", "The next value up (arrow up)")),
		markup.Button("÷ 2", state.EncTwice{}, off, markup.Attr("title", "One less in the exponent (page down)")),
		markup.Button("× 2", state.EncTwice{Up: true}, off, markup.Attr("title", "One more in the exponent (page up)")),
		markup.Button("previous landmark", state.EncSpecial{}, off, markup.Attr("title", "The next lower value with a name, such as 1 or the smallest normal number ([)")),
		markup.Button("next landmark", state.EncSpecial{Up: true}, off, markup.Attr("title", "The next higher value with a name, such as 1 or the largest number (])")),
	}))
}

// encKey is the keyboard of the bit editor (the contract is in the package comment).
func encKey(p lab.Key, bit int) (markup.Action, bool) {
	e := app.state.Enc
	f := e.F()
	if bit < 0 {
		bit = int(e.Cursor)
	}
	to := bit
	switch p.Name {
	case "ArrowUp":
		return state.EncUlps{Up: true}, true
	case "ArrowDown":
		return state.EncUlps{}, true
	case "PageUp":
		return state.EncTwice{Up: true}, true
	case "PageDown":
		return state.EncTwice{}, true
	case "]":
		return state.EncSpecial{Up: true}, true
	case "[":
		return state.EncSpecial{}, true
	case "c":
		if p.Ctrl {
			return nil, false
		}
		copyText(draw.Code(f, e.Bits), "Bits copied")
		return nil, true
	case "0", "1":
		dispatch(state.EncPaint{Bit: uint8(bit), One: p.Name == "1"})
		to = bit - 1
	case "ArrowLeft":
		to = bit + 1
		if p.Ctrl {
			to = model.FieldEdge(f, bit, true)
		}
	case "ArrowRight":
		to = bit - 1
		if p.Ctrl {
			to = model.FieldEdge(f, bit, false)
		}
	case "Home":
		to = f.Bits - 1
	case "End":
		to = 0
	default:
		return nil, false
	}
	if to < 0 || to >= f.Bits {
		to = bit
	}
	app.host.Focus(`[data-bits="enc.bits"] [data-bit="` + strconv.Itoa(to) + `"]`)
	return state.EncCursor{Bit: uint8(to)}, true
}
