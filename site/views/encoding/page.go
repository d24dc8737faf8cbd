package encoding

import (
	"strconv"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/bits"
	"ulplab/site/kit/html"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/numberline"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
	"ulplab/site/lab"
)

// view is the Encoding view.
type view struct {
	In       State
	ReadOnly bool
}

// encShown is the model of the value shown with its texts; a pointer or the keyboard moving over the bits does not
// make it anew.
type encShown struct {
	model Model
	html  encHTML
}

// value is the task that makes it.
const value = "enc.value"

func tasks(s State) []lab.Task {
	s.Cursor, s.Hover, s.Name, s.Chart = 0, 0, operand.Draft{}, Chart{}
	return []lab.Task{lab.Slices[*encShown]{Name: value, In: s, Begin: func(*encShown) *encShown {
		m := build(s)
		h := encHTML{named: named(m), hero: hero(m), triple: triple(m), facts: facts(m), others: table(m, operand.DirectionName(s.Dir))}
		if m.HasLines {
			h.zoom = line(m.Zoom, encZoom(m))
			h.places = pointPlaces(m)
		}
		return &encShown{m, h}
	}}.Task()}
}

type encHTML struct {
	_                                                [0]func() // not comparable
	named, hero, triple, facts, others, zoom, places string
}

func (v view) render() markup.Node {
	shown, _ := lab.Made[*encShown](value)
	m, h, e := shown.model, shown.html, v.In
	f := m.F
	detail, lit := int(e.Cursor), -1
	if e.Hover > 0 {
		detail = int(e.Hover) - 1
	}
	if detail > 0 || e.Hover > 0 {
		lit = detail
	}
	var unread []string
	if m.Problem != "" {
		unread = []string{"the value"}
	}
	return markup.El("div", markup.Class(html.StaleClass("enc", unread)),
		markup.Panel("", controlsIn{m.Entry, m.Problem, e.Text, e.Name, m.F.ID, e.Dir, e.Random, v.ReadOnly}, controls),
		markup.Raw("div", "enc-named", markup.Still(h.named, v.ReadOnly)),
		markup.Raw("div", "stale-slot", html.Stale(unread)),
		markup.El("div", markup.Class("enc-bits of-operands"), markup.Reveals(markup.BitPattern), markup.Figure{
			ID: "enc-bits", Title: bitsTitle, Caption: caption(f),
			Body: markup.El("div",
				bits.Editor(bits.EditorIn{Area: "enc.bits", Label: "Bits of " + m.Value + " in " + f.Name, Format: f, Code: e.Bits, Cursor: int(e.Cursor), ReadOnly: v.ReadOnly}),
				// A hint, like a tooltip: what it says is in each bit's name, so it is no part of the text.
				markup.El("p", markup.Class("enc-detail num"), markup.Data("detail", words.Superscripts(bitDetail(f, e.Bits, detail))), markup.Attr("aria-hidden", "true")),
				markup.Panel("enc-stepslot", v.ReadOnly, steps)),
			Export: markup.Exported("enc-bits",

				func() svg.Picture { return encBits(m) }),
		}.Show()),
		// What changes its height with the value stands below the bits, so that they stay under the pointer.
		markup.El("div", markup.Class("enc-below enc of-operands"),
			markup.Raw("div", "enc-hero", h.hero, markup.Reveals("result")),
			markup.Raw("div", "enc-formula", encFormula(m, lit), markup.Reveals("why")),
			markup.Raw("div", "", h.triple),
			markup.Slot("", v.lines(shown, lit)),
			markup.Panel("", chartIn{chartOf(e), v.ReadOnly}, chart),
			markup.Raw("section", "", "<h2>"+factsTitle+"</h2>"+h.facts)),
		markup.El("section", markup.Class("enc-others of-operands"),
			markup.Panel("", sourceIn{m.Typed.On, e.Stored, v.ReadOnly}, source),
			markup.Raw("div", "", h.others)))
}

// lines are the two number lines of the view; the point on that between powers of two can be dragged.
func (v view) lines(shown *encShown, lit int) markup.Node {
	m := shown.model
	if !m.HasLines {
		return nil
	}
	live, saved := markup.All{}, m
	if lit >= 0 {
		m.Binade.Span = spanOf(m.F, m.In.Bits, lit)
	}
	movable := m.F.P > 1 && !v.ReadOnly
	if movable {
		live = markup.All{markup.Class("enc-point"), markup.Data("bits", "enc.line"), markup.Data("keys", "enc.line"), markup.Attr("tabindex", "0"), markup.Attr("role", "slider"),
			markup.Attr("aria-label", pointLabel), markup.Attr("aria-valuemin", "0"), markup.Attr("aria-valuemax", strconv.Itoa(numberline.Unit)), markup.Attr("aria-valuenow", strconv.Itoa(m.Binade.Result)),
			markup.Attr("aria-valuetext", m.Value), markup.Attr("title", pointHelp)}
	}
	return markup.El("div", markup.Class("enc-lines two"), markup.Reveals("why"), markup.List{
		markup.Figure{ID: "enc-zoom", Title: zoomTitle, Caption: words.Escape(zoomCaption(m.Typed.On && m.Typed.Exact)),
			Body:   markup.Raw("div", "", shown.html.zoom),
			Export: markup.Exported("enc-zoom", func() svg.Picture { return encZoom(m) })}.Show(),
		markup.Figure{ID: "enc-binade", Title: binadeTitle, Caption: html.Powers(binadeCaption(m.Binade.Every, m.F.P)),
			Body: markup.El("div", live, markup.Raw("div", "", line(m.Binade, encBinade(m))),
				markup.Raw("div", "enc-places", shown.html.places, markup.Flag("hidden", !movable))),
			Export: markup.Exported("enc-binade", func() svg.Picture { return encBinade(saved) })}.Show()})
}

// pointKey moves the point on the line between powers of two.
func pointKey(k lab.Key, _ int) (markup.Action, bool) {
	s := lab.Now[State]()
	f := s.F()
	width := uint(f.P - 1)
	n := min(width, placeBits)
	at := int(s.Bits.And(wide.Mask(width)).Shr(width - n).Lo)
	by := 1
	if s.Bits.Bit(uint(f.Bits-1)) != 0 && !f.Unsigned {
		by = -1
	}
	switch k.Name {
	case "ArrowRight", "ArrowUp":
		return Ulps{Up: true}, true
	case "ArrowLeft", "ArrowDown":
		return Ulps{}, true
	case "PageUp":
		at += by
	case "PageDown":
		at -= by
	case "Home":
		at = (1 - by) / 2 << n
	case "End":
		at = (1 + by) / 2 << n
	default:
		return nil, false
	}
	return Place{I: uint8(max(0, min(at, 1<<n)))}, true
}

// putPoint is the place of the line that is pressed: the line of a negative number runs the other way.
func putPoint(place int) markup.Action {
	s := lab.Now[State]()
	f := s.F()
	if s.Bits.Bit(uint(f.Bits-1)) != 0 && !f.Unsigned {
		place = 1<<min(f.P-1, placeBits) - place
	}
	return Place{I: uint8(max(0, place))}
}

type sourceIn struct{ typed, stored, readOnly bool }

// source heads the table of formats and chooses what they are given.
func source(in sourceIn) markup.Node {
	return markup.El("div", markup.Class("figure-head"), markup.El("h2", markup.Text(othersTitle)),
		markup.El("span", markup.Class("row"), markup.Attr("role", "group"), markup.Attr("aria-label", "Start from"), markup.Flag("hidden", !in.typed), markup.List([]markup.Node{
			markup.Button("the typed text", Stored{}, markup.Class("chip"), markup.Pressed(!in.stored), markup.Flag("disabled", in.readOnly)),
			markup.Button("the stored value", Stored{Stored: true}, markup.Class("chip"), markup.Pressed(in.stored), markup.Flag("disabled", in.readOnly))})))
}

// controlsIn is what the fields on top depend on.
type controlsIn struct {
	entry, problem string
	text, name     operand.Draft
	format         string
	dir            round.Direction
	random         uint32
	readOnly       bool
}

// controls are the fields on top: value, format, direction.
func controls(in controlsIn) markup.Node {
	if in.text.On {
		in.entry = in.text.Text
	}
	return markup.El("div", markup.Class("enc-controls"), markup.List{
		markup.Field(markup.Entry{ID: "enc-value", Label: valueLabel, Shown: in.entry, Hint: "0.1, 2/3, 0x1.8p+1, 0x3f800000, inf, nan", Problem: in.problem, Names: "enc-value-field",
			Disabled: in.readOnly, Typed: func(s string) markup.Action { return Type{Text: s} }}),
		markup.Panel("", menuIn{in.format, in.readOnly}, formatMenu),
		markup.Panel("", nameIn{in.name, in.readOnly}, name),
		markup.Panel("", menuIn{operand.DirectionID(in.dir), in.readOnly}, dirMenu),
		markup.Panel("enc-random", randomIn{in.dir == round.Stochastic, in.random, in.readOnly}, random)})
}

type nameIn struct {
	name     operand.Draft
	readOnly bool
}

// name is the field for a format that is not in the menu.
func name(in nameIn) markup.Node {
	problem := ""
	if in.name.Text != "" {
		if _, err := format.Parse(in.name.Text); err != nil {
			problem = words.FormatProblem
		}
	}
	return markup.Field(markup.Entry{ID: "enc-name", Label: nameLabel, Shown: in.name.Text, Hint: "e5m3", Problem: problem, Disabled: in.readOnly,
		Typed: func(s string) markup.Action { return Name{Text: s} }})
}

// menuIn is the input of a menu: what is chosen, and whether it may be changed.
type menuIn struct {
	id       string
	readOnly bool
}

func formatMenu(in menuIn) markup.Node {
	var choices []markup.Choice
	custom := true
	for _, g := range words.FormatGroups {
		for _, f := range g.Formats {
			choices = append(choices, markup.Choice{Value: f.ID, Label: f.Name, Group: g.Title})
			custom = custom && f.ID != in.id
		}
	}
	if custom {
		choices = append(choices, markup.Choice{Value: in.id, Label: in.id, Group: "Custom"})
	}
	return markup.Select("enc-format", formatLabel, in.id, choices, in.readOnly, func(s string) markup.Action { return Format{Name: s} })
}

func dirMenu(in menuIn) markup.Node {
	return markup.Select("enc-dir", dirLabel, in.id, operand.DirectionChoices(), in.readOnly, func(s string) markup.Action {
		for _, d := range round.Directions {
			if d.ID == s {
				return Dir{Dir: d.Dir}
			}
		}
		return Dir{}
	})
}

type randomIn struct {
	on       bool
	random   uint32
	readOnly bool
}

// random chooses the random bits of stochastic rounding.
func random(in randomIn) markup.Node {
	pick := func(label string, r uint32) markup.Node {
		return markup.Button(label, Random{Random: r}, markup.Class("chip"), markup.Pressed(in.random == r), markup.Flag("disabled", in.readOnly))
	}
	return markup.El("div", markup.Class("row"), markup.Attr("role", "group"), markup.Attr("aria-label", "Random bits"), markup.Flag("hidden", !in.on),
		markup.El("span", markup.Class("label"), markup.Text("Random bits added below the last place")), pick("none set", 0), pick("half", FirstRandom), pick("all set", 1<<32-1))
}

func steps(readOnly bool) markup.Node {
	off := markup.Flag("disabled", readOnly)
	return markup.El("div", markup.Class("row enc-steps"), markup.Attr("role", "group"), markup.Attr("aria-label", "Steps"), markup.List([]markup.Node{
		markup.Button("− 1 ulp", Ulps{}, off, markup.Attr("aria-label", "minus 1 ulp"), markup.Attr("title", "The next value down (arrow down)")),
		markup.Button("+ 1 ulp", Ulps{Up: true}, off, markup.Attr("aria-label", "plus 1 ulp"), markup.Attr("title", "The next value up (arrow up)")),
		markup.Button("÷ 2", Twice{}, off, markup.Attr("aria-label", "divided by 2"), markup.Attr("title", "One less in the exponent (page down)")),
		markup.Button("× 2", Twice{Up: true}, off, markup.Attr("aria-label", "times 2"), markup.Attr("title", "One more in the exponent (page up)")),
		markup.Button("previous landmark", Special{}, off, markup.Attr("title", "The next lower value with a name, such as 1 or the smallest normal number ([)")),
		markup.Button("next landmark", Special{Up: true}, off, markup.Attr("title", "The next higher value with a name, such as 1 or the largest number (])")),
	}))
}

// key is the keyboard of the bit editor.
func key(p lab.Key, bit int) (markup.Action, bool) {
	e := lab.Now[State]()
	f := e.F()
	if bit < 0 {
		bit = int(e.Cursor)
	}
	to := bit
	switch p.Name {
	case "ArrowUp":
		return Ulps{Up: true}, true
	case "ArrowDown":
		return Ulps{}, true
	case "PageUp":
		return Twice{Up: true}, true
	case "PageDown":
		return Twice{}, true
	case "]":
		return Special{Up: true}, true
	case "[":
		return Special{}, true
	case "c":
		if p.Ctrl {
			return nil, false
		}
		lab.Copy(words.Code(f, e.Bits), "Bits copied")
		return nil, true
	case "0", "1":
		lab.Dispatch(Paint{Bit: uint8(bit), One: p.Name == "1"})
		to = bit - 1
	case "ArrowLeft":
		to = bit + 1
		if p.Ctrl {
			to = bits.FieldEdge(f, bit, true)
		}
	case "ArrowRight":
		to = bit - 1
		if p.Ctrl {
			to = bits.FieldEdge(f, bit, false)
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
	lab.Host().Focus(`[data-bits="enc.bits"] [data-bit="` + strconv.Itoa(to) + `"]`)
	return Cursor{Bit: uint8(to)}, true
}

// says is what is read out of a state.
func says(s State) []string {
	shown, _ := lab.Made[*encShown](value)
	if shown == nil {
		return nil
	}
	return []string{answer(shown.model)}
}
