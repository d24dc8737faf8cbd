package ui

import (
	"github.com/hexops/vecty"

	"ulplab/site/draw"
	"ulplab/site/model"
	"ulplab/site/state"
)

// encView is the Encoding view.
type encView struct {
	vecty.Core
	In       state.Enc `vecty:"prop"`
	ReadOnly bool      `vecty:"prop"`
}

// SkipRender implements vecty.RenderSkipper.
func (v *encView) SkipRender(prev vecty.Component) bool {
	last := prev.(*encView)
	return last.In == v.In && last.ReadOnly == v.ReadOnly
}

// Render implements vecty.Component.
func (v *encView) Render() vecty.ComponentOrHTML {
	e := v.In
	f := e.F()
	return el("div", has(class("enc")),
		figure{
			ID: "enc-bits", Title: f.Name, Caption: draw.Escape("Click, drag or type 0 and 1."),
			Body: bitEditor(bitsIn{Area: "enc.bits", Label: "Bits of the value", Format: f, Code: e.Bits, Cursor: int(e.Cursor), ReadOnly: v.ReadOnly}),
			Export: func() draw.Picture {
				return draw.Bits(model.BitsOf(f, e.Bits), f.Name)
			},
		}.show())
}

// encKey is the keyboard of the bit editor.
func encKey(p press, bit int) (state.Action, bool) {
	switch p.key {
	case "ArrowUp":
		return state.EncUlps{Up: true}, true
	case "ArrowDown":
		return state.EncUlps{}, true
	}
	return nil, false
}
