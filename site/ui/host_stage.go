//go:build !opening

package ui

// stageHost is what pictures of pixels need of the browser.
type stageHost interface {
	// Stage makes the element of an ID, which holds a canvas, one that pointers and wheel act on, and returns the size of
	// the canvas in CSS pixels, 0 where it is not shown. told hears, in CSS pixels from
	// the corner: "wheel" at x, y by so much, "drag" by x, "pinch" about x, shifted by y, by a factor, "tap" and "twice" at
	// x, y, "over" and "leave" of a pointer that is not pressed.
	Stage(id string, told func(what string, x, y, by float64)) (w, h int)
	// Pixels shows w by h pixels on the canvas of a stage, red in the lowest byte, then green, blue and alpha.
	Pixels(id string, w, h int, rgba []uint32)
	// Inner sets the HTML inside an element that no component looks into.
	Inner(id, html string)
	// Frame calls f once before the next paint, with the time in milliseconds.
	Frame(f func(now float64))
	// Calm reports whether the reader asked for less motion.
	Calm() bool
}
