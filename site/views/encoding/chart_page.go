package encoding

import (
	"math"
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/text"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/microscope"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
	"ulplab/site/lab"
)

// chartIn is what the map depends on: of a state what it shows, nothing while there is no map.
type chartIn struct {
	s        State
	readOnly bool
}

func chartOf(s State) State {
	if !s.Chart.On {
		return State{}
	}
	s.Cursor, s.Hover, s.Text, s.Name = 0, 0, operand.Draft{}, operand.Draft{}
	return s
}

// chart is the part with the map of all codes; without the map, the button that shows it.
func chart(in chartIn) markup.Node {
	s := in.s
	show := markup.Button(mapButton, ShowMap{}, markup.Class("chip"), markup.Pressed(s.Chart.On))
	if !s.Chart.On {
		return markup.El("div", markup.Class("row enc-map-row"), show)
	}
	cols, _ := grid(s.F())
	x, y, w, h := s.window()
	zoom := func(label, what string, a markup.Action, end bool) markup.Node {
		return markup.Button(label, a, markup.Attr("aria-label", what), markup.Attr("title", what), markup.Prop("disabled", end))
	}
	near := MapZoom{In: true, X: x + w/2, Y: y + h/2}
	return markup.El("div",
		markup.El("div", markup.Class("row"), show,
			zoom("+", "Zoom in", near, w <= min(cols, leastPlaces)), zoom("−", "Zoom out", MapZoom{X: near.X, Y: near.Y}, s.Chart.Zoom == 0), zoom("all", "Show all codes", MapZoom{All: true}, s.Chart.Zoom == 0),
			zoom("◀", "Move left", MapMove{X: -max(1, w/4)}, x == 0), zoom("▶", "Move right", MapMove{X: max(1, w/4)}, x+w >= cols)),
		markup.Figure{ID: "enc-map", Title: mapTitle(s.F()), Caption: words.Escape(mapCaption(s.F())),
			Body: markup.El("div",
				markup.El("div", markup.Attr("id", mapStage), markup.Class("enc-map"), markup.Attr("tabindex", "0"), markup.Attr("role", "group"), markup.Data("keys", mapStage), markup.Attr("aria-label", mapHelp),
					markup.Raw("div", "op-wide", drawMap(s, microscope.ScopeWide.Width).SVG()), markup.Raw("div", "op-narrow", drawMap(s, microscope.ScopeNarrow.Width).SVG()),
					markup.El("canvas", markup.Attr("aria-hidden", "true"))),
				markup.El("p", markup.Class("note num enc-over"), markup.Attr("id", "enc-map-over")),
				markup.Panel("", mapIn{s.Format, in.readOnly}, mapFrame)),
			Export: markup.Exported("enc-map", func() svg.Picture { return drawMap(s, microscope.ScopeWide.Width) })}.Show())
}

// mapIn is what the picture's pointers depend on.
type mapIn struct {
	format   string
	readOnly bool
}

const mapStage = "enc.map"

// mapFrame has pointers and wheel heard once the picture is there; its text is empty.
func mapFrame(in mapIn) markup.Node {
	if host, ok := lab.Host().(lab.Stage); ok {
		host.Frame(func(float64) { hearMap(host, in.readOnly) })
	}
	return markup.Raw("div", "", "")
}

func hearMap(host lab.Stage, readOnly bool) {
	if !lab.Shows(ID) {
		return
	}
	var dx, dy float64 // by how many places a drag has not moved the window yet
	var told func(what string, px, py, by float64)
	told = func(what string, px, py, by float64) {
		s := lab.Now[State]()
		width, height := host.Stage(mapStage, told)
		if width < 16 || height < 16 || !s.Chart.On {
			return
		}
		x, y, w, h := s.window()
		col := x + max(0, min(int(px*float64(w)/float64(width)), w-1))
		inner := mapHeight(s.F(), h, float64(height))
		row := y + max(0, min(int(py*float64(h)/inner), h-1))
		switch what {
		case "tap", "twice":
			if !readOnly && py < inner {
				lab.Dispatch(MapOpen{X: col, Y: row})
			}
		case "wheel":
			lab.Dispatch(MapZoom{In: by < 0, X: col, Y: row})
		case "pinch":
			lab.Dispatch(MapZoom{In: by > 1, X: col, Y: row})
		case "drag":
			dx, dy = dx-px*float64(w)/float64(width), dy-py*float64(h)/inner
			if i, j := math.Trunc(dx), math.Trunc(dy); i != 0 || j != 0 {
				dx, dy = dx-i, dy-j
				lab.Dispatch(MapMove{X: int(i), Y: int(j)})
			}
		case "over":
			host.Inner("enc-map-over", words.Escape(mapSaid(s, col, row)))
		case "leave":
			host.Inner("enc-map-over", "")
		}
	}
	host.Stage(mapStage, told)
}

// mapKey walks over the map.
func mapKey(k lab.Key, _ int) (markup.Action, bool) {
	s := lab.Now[State]()
	col, row := s.place()
	cols, _ := grid(s.F())
	if k.Ctrl || k.Meta {
		return nil, false
	}
	switch k.Name {
	case "ArrowLeft":
		col--
	case "ArrowRight":
		col++
	case "ArrowUp":
		row--
	case "ArrowDown":
		row++
	case "+", "=":
		return MapZoom{In: true, X: col, Y: row}, true
	case "-", "_":
		return MapZoom{X: col, Y: row}, true
	case "0", "Home":
		return MapZoom{All: true}, true
	default:
		return nil, false
	}
	if s.F().Bits <= gridBits && (col < 0 || col >= cols) { // on in the row before or after
		row += (col+cols)/cols - 1
		col = (col + cols) % cols
	}
	return MapOpen{X: col, Y: row}, true
}

// mapSaid tells of a place.
func mapSaid(s State, col, row int) string {
	f := s.F()
	c := s.codeAt(col, row)
	said := text.Bits(f, c) + " = " + words.Minus(words.Brief(f, c)) + " · " + arith.ClassNames[arith.Class(f, c)]
	if f.Bits > gridBits {
		said = "from " + said
	}
	return said
}

// mapClasses are the classes of the cells with their tints.
var mapClasses = [...]struct {
	name, tint string
	of         func(c format.Class) bool
}{
	{"zero", "--bg", func(c format.Class) bool { return c == format.Zero }},
	{"subnormal", "--e-tint", func(c format.Class) bool { return c == format.Subnormal }},
	{"normal", "--t-tint", func(c format.Class) bool { return c == format.Normal }},
	{"infinity", "--g-tint", func(c format.Class) bool { return c == format.Infinity }},
	{"NaN", "--s-tint", func(c format.Class) bool { return !c.IsFinite() && c != format.Infinity }},
}

// Measures of the map.
const (
	mapCell  = 34  // height of a cell
	mapChart = 220 // height of the picture of densities
	mapFoot  = 44  // legend, or axis
)

// mapHeight is how much of the height of the picture on the screen its places take.
func mapHeight(f *format.Format, rows int, height float64) float64 {
	inner := float64(mapChart)
	if f.Bits <= gridBits {
		inner = float64(rows * mapCell)
	}
	return height * inner / (inner + mapFoot)
}

// drawMap draws the window of the map so wide.
func drawMap(s State, width int) svg.Picture {
	if s.F().Bits <= gridBits {
		return drawCells(s, width)
	}
	return drawDensity(s, width)
}

func drawCells(s State, width int) svg.Picture {
	f := s.F()
	var p svg.Pen
	x0, y0, w, h := s.window()
	col, row := s.place()
	cell := width / w
	for j := range h {
		for i := range w {
			c := s.codeAt(x0+i, y0+j)
			x, y := i*cell, j*mapCell
			class := f.ClassOf(c)
			for _, k := range mapClasses {
				if k.of(class) {
					p.Rect(x+1, y+1, cell-2, mapCell-2, 2, "var("+k.tint+")", "var(--line)")
				}
			}
			if label := words.Minus(words.Brief(f, c)); cell >= 60 {
				if most := (cell - 4) / 8; len([]rune(label)) > most {
					label = svg.ClipLabel(label, most)
				}
				p.Digits(x+cell/2, y+21, 12, svg.Middle, "var(--ink)", label)
			}
		}
	}
	if x, y := (col-x0)*cell, (row-y0)*mapCell; col >= x0 && col < x0+w && row >= y0 && row < y0+h {
		p.Rect(x+1, y+1, cell-2, mapCell-2, 2, "none", "var(--ink)", "stroke-width", "2.5")
	}
	x := 0
	for _, k := range mapClasses {
		p.Rect(x, h*mapCell+16, 12, 12, 0, "var("+k.tint+")", "var(--ink-2)")
		p.Text(x+16, h*mapCell+27, 12, svg.Left, "var(--ink)", k.name)
		x += 24 + 7*len(k.name)
	}
	return p.Picture(mapTitle(f), width, h*mapCell+mapFoot)
}

// drawDensity draws how many numbers of the format lie in a unit, binade by binade.
func drawDensity(s State, width int) svg.Picture {
	f := s.F()
	var p svg.Pen
	x0, _, w, _ := s.window()
	density := func(field int) int { return f.P - 1 - (max(field, 1) - int(f.Bias)) }
	top, bottom := density(x0), density(x0+w-1)
	y := func(d int) int { return mapChart - 8 - (mapChart-32)*(d-bottom)/max(1, top-bottom) }
	var path strings.Builder
	path.WriteString("M0 " + words.Num(mapChart))
	for i := range min(w, width) {
		k := i * w / min(w, width)
		path.WriteString("V" + words.Num(y(density(x0+k))) + "H" + words.Num((i+1)*width/min(w, width)))
	}
	path.WriteString("V" + words.Num(mapChart) + "Z")
	p.Mark("path", "d", path.String(), "fill", "var(--t-tint)", "stroke", "var(--t)")
	p.Raised(width-2, 16, 12, svg.Right, "var(--ink-2)", "numbers in a unit at the left: "+words.Power(int64(top)))
	p.Raised(width-2, 34, 12, svg.Right, "var(--ink-2)", "at the right: "+words.Power(int64(bottom)))
	for i := range 5 {
		k := min(i*w/4, w-1)
		e := max(x0+k, 1) - int(f.Bias)
		anchor := [...]svg.Anchor{svg.Left, svg.Middle, svg.Middle, svg.Middle, svg.Right}[i]
		x := min(width, i*width/4)
		p.Line(x, mapChart, x, mapChart+6, "var(--tick)", "1")
		label := words.Power(int64(e))
		if x0+k == 0 {
			label = "0"
		}
		p.Raised(x, mapChart+24, 12, anchor, "var(--ink)", words.Minus(label))
	}
	if col, _ := s.place(); col >= x0 && col < x0+w {
		x := (2*(col-x0) + 1) * width / (2 * w)
		p.Line(x, 8, x, mapChart, "var(--x)", "1.5")
		p.Dot(x, y(density(col)), "6", "var(--t)")
	}
	return p.Picture(mapTitle(f), width, mapChart+mapFoot)
}
