package encoding

import (
	"math/bits"
	"strconv"
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
	"ulplab/site/lab"
)

// Chart is the map of all codes of the format: cells of a grid for formats of up to 8 bits, binades in a row for wider ones.
// Its window begins at X, Y and has 2^-Zoom of the places of each direction.
type Chart struct {
	On   bool
	Zoom uint8
	X, Y uint16
}

// gridBits is the width of the widest format whose codes are cells.
const gridBits = 8

// leastPlaces is the fewest places that a window shows in a direction that has so many.
const leastPlaces = 4

// grid returns the places of the map of f from left to right and from top to bottom: codes, or binades of finite numbers.
func grid(f *format.Format) (cols, rows int) {
	if f.Bits <= gridBits {
		cols = 1 << ((f.Bits + 1) / 2)
		return cols, 1 << f.Bits / cols
	}
	if cols = 1 << f.ExpBits; f.Codes == format.IEEE { // the last exponent is that of infinities and NaNs
		cols--
	}
	return cols, 1
}

// window returns the places shown.
func (s State) window() (x, y, w, h int) {
	cols, rows := grid(s.F())
	w, h = max(min(cols, leastPlaces), cols>>s.Chart.Zoom), max(min(rows, leastPlaces), rows>>s.Chart.Zoom)
	return min(int(s.Chart.X), cols-w), min(int(s.Chart.Y), rows-h), w, h
}

// codeAt is the code of a place: that of a cell, or the first number of a binade, with the sign of the value shown.
func (s State) codeAt(col, row int) wide.U128 {
	f := s.F()
	cols, rows := grid(f)
	col, row = max(0, min(col, cols-1)), max(0, min(row, rows-1))
	if f.Bits <= gridBits {
		return wide.From64(uint64(row*cols + col))
	}
	frac := wide.U128{}
	if f.Explicit && col > 0 {
		frac = frac.SetBit(uint(f.P-1), 1)
	}
	return f.Join(!f.Unsigned && s.Bits.Bit(uint(f.Bits-1)) != 0, uint32(col), frac)
}

// place is where the value shown stands.
func (s State) place() (col, row int) {
	f := s.F()
	if f.Bits <= gridBits {
		cols, _ := grid(f)
		return int(s.Bits.Lo) % cols, int(s.Bits.Lo) / cols
	}
	_, field, _ := f.Split(s.Bits)
	return int(field), 0
}

// ShowMap shows the map of all codes, or takes it away.
type ShowMap struct {
	lab.Navigation

	lab.Once
}

func (ShowMap) Apply(s State) State {
	s.Chart = Chart{On: !s.Chart.On}
	return s
}

// MapZoom shows half (In) or twice as many places in each direction, about place X, Y; All shows all.
type MapZoom struct {
	lab.Navigation
	In, All bool
	X, Y    int
}

func (MapZoom) Gesture() string { return "enc.map" }

func (a MapZoom) Apply(s State) State {
	x, y, w, h := s.window()
	cols, _ := grid(s.F())
	switch {
	case a.All:
		s.Chart.Zoom = 0
	case a.In && w > min(cols, leastPlaces):
		s.Chart.Zoom++
	case !a.In && s.Chart.Zoom > 0:
		s.Chart.Zoom--
	}
	_, _, nw, nh := s.window()
	s.Chart.X = uint16(max(0, a.X-(a.X-x)*nw/w))
	s.Chart.Y = uint16(max(0, a.Y-(a.Y-y)*nh/h))
	return s.inWindow()
}

// MapMove moves the window by places.
type MapMove struct {
	lab.Navigation
	X, Y int
}

func (MapMove) Gesture() string { return "enc.map" }

func (a MapMove) Apply(s State) State {
	x, y, _, _ := s.window()
	s.Chart.X, s.Chart.Y = uint16(max(0, min(x+a.X, 1<<15))), uint16(max(0, min(y+a.Y, 1<<15)))
	return s.inWindow()
}

// inWindow keeps the window on the map.
func (s State) inWindow() State {
	x, y, _, _ := s.window()
	s.Chart.X, s.Chart.Y = uint16(x), uint16(y)
	return s
}

// MapOpen shows the code of a place of the map, and has the window hold it.
type MapOpen struct{ X, Y int }

func (MapOpen) Gesture() string { return "enc.mapcode" }

func (a MapOpen) Apply(s State) State {
	s = s.encBits(s.codeAt(a.X, a.Y), s.Cursor)
	col, row := s.place()
	x, y, w, h := s.window()
	s.Chart.X, s.Chart.Y = uint16(max(col-w+1, min(x, col))), uint16(max(row-h+1, min(y, row)))
	return s
}

// written and readChart are the map in links: the zoom, and the corner of the window where it is zoomed.
func (c Chart) written() string {
	if c.Zoom == 0 {
		return "0"
	}
	return strconv.Itoa(int(c.Zoom)) + "-" + strconv.Itoa(int(c.X)) + "-" + strconv.Itoa(int(c.Y))
}

func readChart(v string) (c Chart, ok bool) {
	parts := strings.Split(v, "-")
	if len(parts) != 1 && len(parts) != 3 {
		return c, false
	}
	var n [3]uint64
	for i, p := range parts {
		k, err := strconv.ParseUint(p, 10, 15)
		if err != nil {
			return c, false
		}
		n[i] = k
	}
	if n[0] > uint64(bits.Len16(1<<15)) {
		return c, false
	}
	return Chart{On: true, Zoom: uint8(n[0]), X: uint16(n[1]), Y: uint16(n[2])}, true
}
