//go:build js

package browser

import (
	"syscall/js"
	"unsafe"
)

// stage is an element with a canvas that pointers and wheel act on.
type stage struct {
	element, canvas, context js.Value
	told                     func(what string, x, y, by float64)
	w, h                     int
	wide, high               int      // on the page
	observed                 bool     // as the browser last told; to ask for it would have it lay out the page
	image, bytes             js.Value // the pixels
	points                   []point  // the pointers that are down
	moved                    bool
	tapAt, tapX, tapY        float64
}

type point struct {
	id   int
	x, y float64
}

// Stage implements lab.Browser.
func (p *Page) Stage(id string, told func(what string, x, y, by float64)) (w, h int) {
	e := p.document.Call("getElementById", id)
	if !e.Truthy() {
		return 0, 0
	}
	s := p.stages[id]
	if s == nil || !s.element.Equal(e) {
		s = &stage{element: e, canvas: e.Call("querySelector", "canvas")}
		s.context = s.canvas.Call("getContext", "2d", map[string]any{"alpha": false})
		p.stages[id] = s
		p.hear(s)
	}
	s.told = told
	if !s.observed {
		s.measure()
	}
	return s.wide, s.high
}

func (s *stage) measure() {
	s.wide, s.high = s.canvas.Get("clientWidth").Int(), s.canvas.Get("clientHeight").Int()
}

// hear listens to a stage for as long as its element lives.
func (p *Page) hear(s *stage) {
	at := func(e js.Value) (x, y float64) {
		return e.Get("offsetX").Float(), e.Get("offsetY").Float()
	}
	// A wheel that is not passive, so that the page stays where it is; only a stage with the focus, or with Ctrl, takes it.
	s.canvas.Call("addEventListener", "wheel", p.funcOf(func(args []js.Value) {
		e := args[0]
		if !e.Get("ctrlKey").Bool() && !s.element.Call("contains", p.document.Get("activeElement")).Bool() {
			return
		}
		e.Call("preventDefault")
		by := e.Get("deltaY").Float()
		if e.Get("deltaMode").Int() == 1 {
			by *= 20
		}
		x, y := at(e)
		if side := e.Get("deltaX").Float(); side > 2*by && side > -2*by || side < 2*by && side < -2*by {
			s.told("drag", -side, 0, 0)
			return
		}
		if e.Get("ctrlKey").Bool() {
			by *= 3
		}
		s.told("wheel", x, y, by)
	}), map[string]any{"passive": false})
	find := func(e js.Value) *point {
		id := e.Get("pointerId").Int()
		for i := range s.points {
			if s.points[i].id == id {
				return &s.points[i]
			}
		}
		return nil
	}
	p.listen(s.canvas, "pointerdown", func(e js.Value) {
		if e.Get("button").Int() != 0 || len(s.points) == 2 {
			return
		}
		x, y := at(e)
		s.moved = len(s.points) > 0
		s.points = append(s.points, point{e.Get("pointerId").Int(), x, y})
		try(func() { s.canvas.Call("setPointerCapture", e.Get("pointerId")) })
	})
	p.listen(s.canvas, "pointermove", func(e js.Value) {
		x, y := at(e)
		me := find(e)
		switch {
		case me == nil:
			s.told("over", x, y, 0)
		case len(s.points) == 1:
			if dx, dy := x-me.x, y-me.y; s.moved || dx*dx+dy*dy > 9 {
				s.moved = true
				me.x, me.y = x, y
				s.told("drag", dx, dy, 0)
			}
		default:
			other := &s.points[0]
			if other == me {
				other = &s.points[1]
			}
			was, mid := me.x-other.x, (me.x+other.x)/2
			me.x, me.y = x, y
			is := x - other.x
			if was < 0 {
				was, is = -was, -is
			}
			if was > 20 && is > 20 {
				s.told("pinch", mid, (x+other.x)/2-mid, is/was)
			}
		}
	})
	gone := func(e js.Value) (tapped bool) {
		for i := range s.points {
			if s.points[i].id == e.Get("pointerId").Int() {
				s.points = append(s.points[:i], s.points[i+1:]...)
				return !s.moved
			}
		}
		return false
	}
	p.listen(s.canvas, "pointerup", func(e js.Value) {
		if !gone(e) {
			return
		}
		x, y := at(e)
		now := e.Get("timeStamp").Float()
		if near := (x-s.tapX)*(x-s.tapX)+(y-s.tapY)*(y-s.tapY) < 400; near && now-s.tapAt < 400 {
			s.tapAt = 0
			s.told("twice", x, y, 0)
			return
		}
		s.tapAt, s.tapX, s.tapY = now, x, y
		s.told("tap", x, y, 0)
	})
	p.listen(s.canvas, "pointercancel", func(e js.Value) { gone(e) })
	p.listen(s.canvas, "pointerleave", func(js.Value) { s.told("leave", 0, 0, 0) })
	// What was not to be seen while the colours changed, or the window, is drawn again when it is shown.
	if observer := p.window.Get("ResizeObserver"); observer.Truthy() {
		observer.New(p.funcOf(func([]js.Value) {
			s.measure()
			s.observed = true
			s.told("again", 0, 0, 0)
		})).Call("observe", s.canvas)
	}
}

// Pixels implements lab.Browser.
func (p *Page) Pixels(id string, w, h int, rgba []uint32) {
	s := p.stages[id]
	if s == nil || len(rgba) == 0 {
		return
	}
	if s.w != w || s.h != h {
		s.w, s.h = w, h
		s.canvas.Set("width", w)
		s.canvas.Set("height", h)
		s.image = s.context.Call("createImageData", w, h)
		s.bytes = s.image.Get("data")
	}
	js.CopyBytesToJS(s.bytes, unsafe.Slice((*byte)(unsafe.Pointer(&rgba[0])), 4*len(rgba)))
	s.context.Call("putImageData", s.image, 0, 0)
}

// recolour has each stage drawn again, at once, with the colours that hold now.
func (p *Page) recolour() {
	for _, s := range p.stages {
		s.told("again", 0, 0, 0)
	}
}

// Inner implements lab.Browser.
func (p *Page) Inner(id, html string) {
	if e := p.document.Call("getElementById", id); e.Truthy() {
		e.Set("innerHTML", html)
	}
}

// Frame implements lab.Browser.
func (p *Page) Frame(f func(now float64)) {
	var call js.Func
	call = p.funcOf(func(args []js.Value) {
		call.Release()
		f(args[0].Float())
	})
	p.window.Call("requestAnimationFrame", call)
}

// Calm implements lab.Browser.
func (p *Page) Calm() bool {
	return p.media("(prefers-reduced-motion: reduce)")
}
