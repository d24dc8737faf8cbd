package ui

import (
	"strconv"

	"github.com/hexops/vecty"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/site/draw"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/state"
)

// encView is the Encoding view.
type encView struct {
	vecty.Core
	In       state.Enc `vecty:"prop"`
	ReadOnly bool      `vecty:"prop"`

	shown encShown // what was drawn last
}

// encShown is the model of the value shown with its texts; a pointer or the keyboard moving over the bits does not
// make it anew.
type encShown struct {
	in    state.Enc
	model model.Enc
	html  encHTML
}

type encHTML struct{ hero, named, formula, triple, facts, binade, zoom, others string }

// SkipRender implements vecty.RenderSkipper.
func (v *encView) SkipRender(prev vecty.Component) bool {
	last := prev.(*encView)
	return last.In == v.In && last.ReadOnly == v.ReadOnly
}

// Render implements vecty.Component.
func (v *encView) Render() vecty.ComponentOrHTML {
	return el("div", vecty.List{guarded(v.render)})
}

func (v *encView) render() node {
	key := v.In
	key.Cursor, key.Hover, key.Name = 0, 0, state.Draft{}
	if v.shown.in != key || v.shown.model.F == nil {
		m := model.BuildEnc(key)
		h := encHTML{hero: draw.EncHero(m), named: draw.EncNamed(m), formula: draw.EncFormula(m), triple: draw.EncTriple(m),
			facts: draw.EncFacts(m), others: draw.EncOthers(m)}
		if m.HasLines {
			h.binade, h.zoom = draw.EncBinade(m).SVG(), draw.EncZoom(m).SVG()
		}
		v.shown = encShown{key, m, h}
	}
	m, h, e := v.shown.model, v.shown.html, v.In
	f := m.F
	detail := int(e.Cursor)
	if e.Hover > 0 {
		detail = int(e.Hover) - 1
	}
	return el("div", has(class("enc")),
		el("div", has(class("enc-controls")), list(v.controls(m))),
		raw("div", "enc-named", h.named),
		el("div", has(class("enc-bits")), figure{
			ID: "enc-bits", Title: prose.EncBitsTitle, Caption: draw.EncCaption(f),
			Body: el("div",
				bitEditor(bitsIn{Area: "enc.bits", Label: "Bits of " + m.Shortest + " in " + f.Name, Format: f, Code: e.Bits, Cursor: int(e.Cursor), ReadOnly: v.ReadOnly}),
				// A hint, like a tooltip: what it says is in each bit's name, so it is no part of the text.
				el("p", has(class("enc-detail num"), data("detail", draw.Superscripts(model.BitDetail(f, e.Bits, detail))), attr("aria-hidden", "true"))),
				panel("enc-stepslot", v.ReadOnly, encSteps)),
			Export: func() draw.Picture { return draw.EncBits(m) },
		}.show()),
		// What changes its height with the value stands below the bits, so that they stay under the pointer.
		raw("div", "enc-hero", h.hero),
		raw("div", "enc-formula", h.formula),
		raw("div", "enc-tripleslot", h.triple),
		el("div", has(class("enc-lines two"), flag("hidden", !m.HasLines)),
			figure{ID: "enc-zoom", Title: prose.EncZoomTitle, Caption: draw.Escape(prose.EncZoomCaption(m.Typed.On && m.Typed.Exact)),
				Body: raw("div", "", h.zoom), Export: func() draw.Picture { return draw.EncZoom(m) }}.show(),
			figure{ID: "enc-binade", Title: prose.EncBinadeTitle, Caption: draw.Powers(prose.EncBinadeCaption(m.Binade.Every, f.P)),
				Body: raw("div", "", h.binade), Export: func() draw.Picture { return draw.EncBinade(m) }}.show()),
		el("section", el("h2", text(prose.EncFactsTitle)), raw("div", "", h.facts)),
		el("section", has(class("enc-others")),
			el("div", has(class("figure-head")), el("h2", text(prose.EncOthersTitle)),
				el("span", has(class("row"), attr("role", "group"), attr("aria-label", "Start from"), flag("hidden", !m.Typed.On)), list([]node{
					button("the typed text", state.EncStored{}, class("chip"), pressed(!e.Stored), flag("disabled", v.ReadOnly)),
					button("the stored value", state.EncStored{Stored: true}, class("chip"), pressed(e.Stored), flag("disabled", v.ReadOnly))}))),
			el("p", has(class("note")), text(prose.EncOthersNote(draw.Minus(m.Source), directionName(e.Dir)))),
			raw("div", "tablebox", h.others)))
}

// controls are the fields on top: value, format, direction.
func (v *encView) controls(m model.Enc) []node {
	e := v.In
	shown := m.Shortest
	if e.Text.On {
		shown = e.Text.Text
	}
	custom := e.Name.Text
	problem := ""
	if e.Name.On && e.Name.Text != "" {
		if _, err := format.Parse(e.Name.Text); err != nil {
			problem = prose.FormatProblem
		}
	}
	if !e.Name.On {
		custom = ""
	}
	return []node{
		field(entry{id: "enc-value", label: prose.EncValueLabel, shown: shown, hint: "0.1, 2/3, 0x1.8p+1, 0x3f800000, inf, nan", problem: m.Problem, names: "enc-value-field",
			disabled: v.ReadOnly, typed: func(s string) state.Action { return state.EncType{Text: s} }}),
		panel("", menuIn{m.F.ID, v.ReadOnly}, encFormatMenu),
		field(entry{id: "enc-name", label: prose.EncNameLabel, shown: custom, hint: "e5m3", problem: problem, disabled: v.ReadOnly, names: "enc-name-field",
			typed: func(s string) state.Action { return state.EncName{Text: s} }}),
		panel("", menuIn{directionID(e.Dir), v.ReadOnly}, encDirMenu),
		slot("enc-random", v.random()),
	}
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

// random is the field for the random bits of stochastic rounding.
func (v *encView) random() node {
	if v.In.Dir != round.Stochastic {
		return nil
	}
	return el("label", has(class("field")), el("span", has(class("label")), text("Random bits (of 32)")),
		el("span", has(class("row")), list([]node{
			button("0", state.EncRandom{Random: 0}, class("chip"), pressed(v.In.Random == 0)),
			button("half", state.EncRandom{Random: state.FirstRandom}, class("chip"), pressed(v.In.Random == state.FirstRandom)),
			button("all ones", state.EncRandom{Random: 1<<32 - 1}, class("chip"), pressed(v.In.Random == 1<<32-1))})))
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
		button("◂ named", state.EncSpecial{}, off, attr("title", "The next lower value with a name ([)")),
		button("named ▸", state.EncSpecial{Up: true}, off, attr("title", "The next higher value with a name (])")),
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
