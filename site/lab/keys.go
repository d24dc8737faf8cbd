package lab

import (
	"strconv"
	"strings"

	"ulplab/site/kit/markup"
	"ulplab/site/lab/lessons"
	"ulplab/site/lab/playlist"
)

// keysName is the setting of the browser that turns keys of single characters off (WCAG 2.2, 2.1.4).
const keysName = "keys"

// bitsOf returns what is done with the bits of an area; its parts are nil where no view has it.
func bitsOf(area string) Bits {
	if area == lessons.BitsArea {
		return Bits{Toggle: flipAnswer}
	}
	for _, v := range app.views {
		if b, ok := v.Bits[area]; ok {
			return b
		}
	}
	return Bits{}
}

// pressed hears the keyboard: the value of data-keys on the element around the focus names who answers.
func pressed(e Event, k Key) {
	switch {
	case areaKey(e, k), !k.Field && (undoKey(k) || !(app.state.Unkeyed && len(k.Name) == 1) && (presentKey(k) || pageKey(e, k))):
		e.Prevent()
	case k.Name == "Escape":
		app.host.Focus("")
	}
}

// areaKey has the area around the focus answer a key, and reports whether it was one of its own.
func areaKey(e Event, k Key) bool {
	area := e.Closest("data-keys")
	if area == "" || k.Meta || k.Name == "Escape" {
		return false
	}
	if area == lessons.BitsArea || area == lessons.NumberArea {
		return lessonKey(area, e, k)
	}
	return viewKey(area, e, k)
}

// pageKey has the views answer a key of the whole page, which no area has taken.
func pageKey(e Event, k Key) bool { return !k.Meta && !app.state.Embed && viewKey("", e, k) }

// viewKey has the views answer a key in an area and reports whether one did.
func viewKey(area string, e Event, k Key) bool {
	for _, v := range app.views {
		if do := v.Keys[area]; do != nil {
			a, ok := do(k, bitOf(e))
			does(a)
			return ok
		}
	}
	return false
}

// bitOf returns the number of the bit that an event is on, -1 for none.
func bitOf(e Event) int {
	if n, err := strconv.Atoi(e.Closest("data-bit")); err == nil {
		return n
	}
	return -1
}

// pointed hears the pointer moving between elements.
func pointed(e Event) {
	app.pointing = true
	defer func() { app.pointing = false }()
	area := e.Closest("data-bits")
	if area != app.over {
		if do := bitsOf(app.over).Hover; do != nil {
			does(do(-1))
		}
	}
	app.over = area
	if do := bitsOf(area).Hover; do != nil {
		does(do(bitOf(e)))
	}
}

// tap does what data-tap says: the word before the colon names who answers.
func tap(said string) {
	word, rest, _ := strings.Cut(said, ":")
	if word == lessons.TapWord {
		does(replyOf(rest))
		return
	}
	does(playlist.Tap(word, rest))
	for _, v := range app.views {
		if do := v.Taps[word]; do != nil {
			does(do(rest))
			return
		}
	}
}

// paint hears a drag over bits.
func paint(group, bit string, on, done bool) {
	if done {
		EndGesture()
		return
	}
	n, err := strconv.Atoi(bit)
	if do := bitsOf(group).Paint; do != nil && err == nil && n >= 0 && n < 128 {
		does(do(n, on))
	}
}

// Operands adds the keyboards of the fields of three operands, the areas NAME.0 to NAME.2 (operand.Box).
func (k Keys) Operands(name string, step func(i uint8, up bool) markup.Action) Keys {
	for i := range uint8(3) {
		k[name+"."+string('0'+rune(i))] = OperandKey(func(up bool) markup.Action { return step(i, up) })
	}
	return k
}

// OperandKey is the keyboard of the operands' fields: up and down step by one ulp.
func OperandKey(step func(up bool) markup.Action) func(p Key, bit int) (markup.Action, bool) {
	return func(p Key, _ int) (markup.Action, bool) {
		if p.Ctrl || p.Shift {
			return nil, false
		}
		switch p.Name {
		case "ArrowUp":
			return step(true), true
		case "ArrowDown":
			return step(false), true
		}
		return nil, false
	}
}
