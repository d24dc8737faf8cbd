package ui

import (
	"strconv"

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

func (v encView) render() node {
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
	return el("div", has(class(draw.StaleClass("enc", unread))),
		el("div", has(class("enc-controls")), list(v.controls(m))),
		raw("div", "enc-named", still(h.named, v.ReadOnly)),
		raw("div", "stale-slot", draw.Stale(unread)),
		el("div", has(class("enc-bits of-operands")), figure{
			ID: "enc-bits", Title: prose.EncBitsTitle, Caption: draw.EncCaption(f),
			Body: el("div",
				bitEditor(bitsIn{Area: "enc.bits", Label: "Bits of " + m.Value + " in " + f.Name, Format: f, Code: e.Bits, Cursor: int(e.Cursor), ReadOnly: v.ReadOnly}),
				// A hint, like a tooltip: what it says is in each bit's name, so it is no part of the text.
				el("p", has(class("enc-detail num"), data("detail", draw.Superscripts(model.BitDetail(f, e.Bits, detail))), attr("aria-hidden", "true"))),
				panel("enc-stepslot", v.ReadOnly, encSteps)),
			Export: func() draw.Picture { return draw.EncBits(m) },
		}.show()),
		// What changes its height with the value stands below the bits, so that they stay under the pointer.
		raw("div", "enc-below enc of-operands", h.below,
			exported("enc-zoom", func() draw.Picture { return draw.EncZoom(m) }), exported("enc-binade", func() draw.Picture { return draw.EncBinade(m) })),
		el("section", has(class("enc-others of-operands")),
			panel("", encSourceIn{m.Typed.On, e.Stored, v.ReadOnly}, encSource),
			raw("div", "", h.others)))
}

type encSourceIn struct{ typed, stored, readOnly bool }

// encSource heads the table of formats and chooses what they are given.
func encSource(in encSourceIn) node {
	return el("div", has(class("figure-head")), el("h2", text(prose.EncOthersTitle)),
		el("span", has(class("row"), attr("role", "group"), attr("aria-label", "Start from"), flag("hidden", !in.typed)), list([]node{
			button("the typed text", state.EncStored{}, class("chip"), pressed(!in.stored), flag("disabled", in.readOnly)),
			button("the stored value", state.EncStored{Stored: true}, class("chip"), pressed(in.stored), flag("disabled", in.readOnly))})))
}

// controls are the fields on top: value, format, direction.
func (v encView) controls(m model.Enc) []node {
	e := v.In
	shown := m.Entry
	if e.Text.On {
		shown = e.Text.Text
	}
	return []node{
		field(entry{id: "enc-value", label: prose.EncValueLabel, shown: shown, hint: "0.1, 2/3, 0x1.8p+1, 0x3f800000, inf, nan", problem: m.Problem, names: "enc-value-field",
			disabled: v.ReadOnly, typed: func(s string) state.Action { return state.EncType{Text: s} }}),
		panel("", menuIn{m.F.ID, v.ReadOnly}, encFormatMenu),
		panel("", encNameIn{e.Name, v.ReadOnly}, encName),
		panel("", menuIn{directionID(e.Dir), v.ReadOnly}, encDirMenu),
		panel("enc-random", encRandomIn{e.Dir == round.Stochastic, e.Random, v.ReadOnly}, encRandom),
	}
}

type encNameIn struct {
	name     state.Draft
	readOnly bool
}

// encName is the field for a format that is not in the menu.
func encName(in encNameIn) node {
	problem := ""
	if in.name.Text != "" {
		if _, err := format.Parse(in.name.Text); err != nil {
			problem = prose.FormatProblem
		}
	}
	return field(entry{id: "enc-name", label: prose.EncNameLabel, shown: in.name.Text, hint: "e5m3", problem: problem, disabled: in.readOnly,
		typed: func(s string) state.Action { return state.EncName{Text: s} }})
}

// menuIn is the input of a menu: what is chosen, and whether it may be changed.
type menuIn struct {
	id       string
	readOnly bool
}

func encFormatMenu(in menuIn) node {
	var choices []choice
	custom := true
	for _, g := range prose.FormatGroups {
		for _, f := range g.Formats {
			choices = append(choices, choice{f.ID, f.Name, g.Title})
			custom = custom && f.ID != in.id
		}
	}
	if custom {
		choices = append(choices, choice{in.id, in.id, "Custom"})
	}
	return choose("enc-format", prose.EncFormatLabel, in.id, choices, in.readOnly, func(s string) state.Action { return state.EncFormat{Name: s} })
}

func encDirMenu(in menuIn) node {
	return choose("enc-dir", prose.EncDirLabel, in.id, directionChoices(), in.readOnly, func(s string) state.Action {
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
func encRandom(in encRandomIn) node {
	pick := func(label string, r uint32) node {
		return button(label, state.EncRandom{Random: r}, class("chip"), pressed(in.random == r), flag("disabled", in.readOnly))
	}
	return el("div", has(class("row"), attr("role", "group"), attr("aria-label", "Random bits"), flag("hidden", !in.on)),
		el("span", has(class("label")), text("Random bits added below the last place")), pick("none set", 0), pick("half", state.FirstRandom), pick("all set", 1<<32-1))
}

// directionChoices lists the rounding directions for a select; other views use it too.
func directionChoices() []choice {
	var list []choice
	for _, d := range round.Directions {
		name := d.Name
		if d.PTX != "" {
			name += " (" + d.PTX + ")"
		}
		list = append(list, choice{value: d.ID, label: name})
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

func encSteps(readOnly bool) node {
	off := flag("disabled", readOnly)
	return el("div", has(class("row enc-steps"), attr("role", "group"), attr("aria-label", "Steps")), list([]node{
		button("− 1 ulp", state.EncUlps{}, off, attr("title", "The next value down (arrow down)")),
		button("+ 1 ulp", state.EncUlps{Up: true}, off, attr("title", "The next value up (arrow up)")),
		button("÷ 2", state.EncTwice{}, off, attr("title", "One less in the exponent (page down)")),
		button("× 2", state.EncTwice{Up: true}, off, attr("title", "One more in the exponent (page up)")),
		button("previous landmark", state.EncSpecial{}, off, attr("title", "The next lower value with a name, such as 1 or the smallest normal number ([)")),
		button("next landmark", state.EncSpecial{Up: true}, off, attr("title", "The next higher value with a name, such as 1 or the largest number (])")),
	}))
}

// encKey is the keyboard of the bit editor (the contract is in the package comment).
func encKey(p press, bit int) (state.Action, bool) {
	e := app.state.Enc
	f := e.F()
	if bit < 0 {
		bit = int(e.Cursor)
	}
	to := bit
	switch p.key {
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
		if p.ctrl {
			return nil, false
		}
		copyText(draw.Code(f, e.Bits), "Bits copied")
		return nil, true
	case "0", "1":
		dispatch(state.EncPaint{Bit: uint8(bit), One: p.key == "1"})
		to = bit - 1
	case "ArrowLeft":
		to = bit + 1
		if p.ctrl {
			to = model.FieldEdge(f, bit, true)
		}
	case "ArrowRight":
		to = bit - 1
		if p.ctrl {
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
