package ui

import (
	"strconv"
	"strings"
	"ulplab/site/kit/markup"
	"ulplab/site/lab"

	"ulplab/site/state"
)

// keyed maps the value of data-keys on the element around the focus to what its keys do: it reports the action and
// whether the key was one of its own. A view adds a line for each of its keyboard areas.
var keyed = map[string]func(p lab.Key, bit int) (markup.Action, bool){
	"enc.bits": encKey,
	"op.0":     opKey(0),
	"op.1":     opKey(1),
	"op.2":     opKey(2),
	"fma.0":    fmaKey(0),
	"fma.1":    fmaKey(1),
	"fma.2":    fmaKey(2),
	"dot.s0":   dotKey("dot.s0"),
	"dot.s1":   dotKey("dot.s1"),
	"dot.s2":   dotKey("dot.s2"),
	"dot.l":    dotKey("dot.l"),
}

// key hears the keyboard.
func key(e lab.Event, p lab.Key) {
	if p.Name == "Escape" {
		app.host.Focus("")
		return
	}
	area := e.Closest("data-keys")
	do := keyed[area]
	if do == nil || p.Meta {
		return
	}
	bit := -1
	if b := e.Closest("data-bit"); b != "" {
		bit, _ = strconv.Atoi(b)
	}
	if a, ok := do(p, bit); ok {
		e.Prevent()
		if a != nil {
			dispatch(a)
		}
	}
}

// painted maps the value of data-bits to the action that a drag over its bits means; a view adds a line.
var painted = map[string]func(bit int, on bool) markup.Action{
	"enc.bits": func(bit int, on bool) markup.Action { return state.EncPaint{Bit: uint8(bit), One: on} },
}

// toggled maps the value of data-bits to the action that a click on a bit means; a view adds a line.
var toggled = map[string]func(bit int) markup.Action{
	"enc.bits": func(bit int) markup.Action { return state.EncToggle{Bit: uint8(bit)} },
	"dot.s0":   dotPick("dot.s0"),
	"dot.s1":   dotPick("dot.s1"),
	"dot.s2":   dotPick("dot.s2"),
	"dot.l":    dotPick("dot.l"),
}

// hovered maps the value of data-bits to the action that the pointer over a bit means, -1 when it left; a view adds
// a line.
var hovered = map[string]func(bit int) markup.Action{
	"enc.bits": func(bit int) markup.Action { return state.EncHover{Bit: bit} },
	"dot.s0":   dotOver("dot.s0"),
	"dot.s1":   dotOver("dot.s1"),
	"dot.s2":   dotOver("dot.s2"),
	"dot.l":    dotOver("dot.l"),
}

// over is the bit area that the pointer is in, "" for none.
var over string

// pointed is the one listener for the pointer moving between elements.
func pointed(e lab.Event) {
	area := e.Closest("data-bits")
	if area != over && hovered[over] != nil {
		dispatch(hovered[over](-1))
	}
	over = area
	if do := hovered[area]; do != nil {
		bit := -1
		if b := e.Closest("data-bit"); b != "" {
			bit, _ = strconv.Atoi(b)
		}
		dispatch(do(bit))
	}
}

// tapped maps the word before the colon of data-tap, in raw drawings, to the action that a click means; rest is what
// follows the colon. A view adds a line for each of its words.
var tapped = map[string]func(rest string) markup.Action{
	"op.dir":    pickOpDir,
	"enc.put":   func(rest string) markup.Action { return state.EncPut{Named: rest} },
	"dot.shape": dotShape,
}

// tap dispatches what data-tap says.
func tap(said string) {
	word, rest, _ := strings.Cut(said, ":")
	if do := tapped[word]; do != nil {
		if a := do(rest); a != nil {
			dispatch(a)
		}
	}
}

func paint(group, bit string, on, done bool) {
	if done {
		endGesture()
		return
	}
	n, err := strconv.Atoi(bit)
	if do := painted[group]; do != nil && err == nil && n >= 0 && n < 128 {
		dispatch(do(n, on))
	}
}
