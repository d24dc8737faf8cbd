package quantize

import (
	"math"

	"ulplab/fpcore/wide"
	"ulplab/site/kit/html"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
	"ulplab/site/lab"
	"ulplab/site/views/operation"
)

// pairsIn is what the picture of a whole format depends on.
type pairsIn struct {
	t        *Table
	version  uint32
	p        Pairs
	readOnly bool
}

func pairsTask(p Pairs) lab.Task {
	return lab.Slices[*Table]{Name: "quant.pairs", In: p.table(),
		Begin: func(*Table) *Table { return NewTable(p) },
		Step:  func(t *Table) bool { return t.Step(1 << 12) }}.Task()
}

// pairsSection is the picture with its controls. The elements of the picture stay; frames fill the canvas.
func pairsSection(p Pairs, readOnly bool) markup.Node {
	t, at := lab.Made[*Table]("quant.pairs")
	in, whole := pairsIn{t, at.Version, p, readOnly}, pairsIn{t, at.Version, p.table(), readOnly}
	ofTable := func(draw func(*Table) string) markup.Node {
		return markup.PanelBy("", whole, func(any) markup.Node { return markup.Raw("div", "", draw(t)) })
	}
	var choices markup.Choices
	for _, f := range PairFormats {
		choices.Add(f.ID, f.Name, "")
	}
	off := markup.Prop("disabled", readOnly)
	_, _, span := p.Window()
	count := p.Count()
	zoom := func(label, what string, to int, end bool) markup.Node {
		return markup.Button(label, PairSet{What: PairZoom, I: to}, markup.Attr("aria-label", what), markup.Attr("title", what), markup.Prop("disabled", readOnly || end))
	}
	return markup.El("section", markup.Class("quant-pairs"), markup.Attr("aria-label", pairsTitle),
		ofTable(pairsHead),
		markup.El("div", markup.Class("quant-pair-tools"),
			markup.Select("quant-pair-format", "Codes of", p.F, choices, readOnly, func(s string) markup.Action { return PairSet{What: PairFormat, Text: s} }),
			markup.El("div", markup.Class("row"),
				chip("products", PairSet{What: PairSum}, !p.Sum, off), chip("sums", PairSet{What: PairSum, I: 1}, p.Sum, off),
				zoom("+", "Zoom in", span/2, span <= leastSpan), zoom("−", "Zoom out", span*2, span == count), zoom("all", "Show all codes", count, span == count))),
		markup.El("div", markup.Class("two quant-pair-two"),
			markup.El("div",
				markup.El("div", markup.Attr("id", stageID), markup.Class(stageID), markup.Attrs("tabindex=0|role=group|data-keys=quant.pairs|aria-label=The picture; arrow keys go from code to code, plus and minus zoom|aria-describedby=quant-pair-help"),
					markup.El("canvas", markup.Attrs("aria-hidden=true"))),
				markup.PanelBy("", in, pairsFrame)),
			markup.El("div",
				markup.Words("p", "quant-pair-said", pairSaid0(t, p)),
				markup.Raw("p", "", html.Fill(`<a href="#">step by step in the Operation view</a>`, pairLink(t, p))),
				markup.El("p", markup.Class("note quant-over num"), markup.Attr("id", overID)),
				ofTable(pairsTable),
				markup.El("p", markup.Class("note"), markup.Attrs("id=quant-pair-help"), markup.Text(pairsHelp)))))
}

// The elements of the picture and of what is said of the place under the pointer.
const (
	stageID = "quant-stage"
	overID  = "quant-over"
)

// pairSaid0 is the operation looked at, once it is there.
func pairSaid0(t *Table, p Pairs) string {
	if t.done < len(t.Class) {
		return "…"
	}
	return pairSaid(t, int(p.X), int(p.Y)) + "."
}

// pairsHead is title and sentence, with the tools of a figure.
func pairsHead(t *Table) string {
	said := "…"
	if t.done == len(t.Class) {
		said = pairsVerdict(t)
	}
	return html.Figure("quant-pairs", pairsTitle, `<p class="op-why">`+words.Escape(said)+`</p>`, words.Escape(pairsNote))
}

// pairsFrame asks for the picture to be drawn; its text is empty.
func pairsFrame(v any) markup.Node {
	in := v.(pairsIn)
	if s, ok := lab.Host().(lab.Stage); ok && in.t.done == len(in.t.Class) {
		s.Frame(func(float64) { in.draw() })
	}
	return markup.Raw("div", "", "", markup.Exported("quant-pairs", func() svg.Picture { return PairsPicture(in.t, in.p) }))
}

// pixels is the memory of the picture, and by how many places a drag has not moved it yet.
type pixels struct {
	pix    []uint32
	dx, dy float64
}

// stage is where the picture is drawn, with its size; ok is false where there is no room.
func (in *pairsIn) stage() (host lab.Stage, w, h int, ok bool) {
	host = lab.Host().(lab.Stage)
	w, h = host.Stage(stageID, in.told)
	return host, w, h, w >= 16 && h >= 16
}

func (in *pairsIn) draw() {
	if !lab.Shows(ID) || lab.Now[State]().Pairs != in.p {
		return
	}
	if host, w, h, ok := in.stage(); ok {
		memory := lab.Remember[pixels]("quant.pixels")
		memory.pix = pairsPixels(in.t, in.p, w, h, lab.Host().Dark(), memory.pix)
		host.Pixels(stageID, w, h, memory.pix)
	}
}

// told hears what is done on the picture.
func (in *pairsIn) told(what string, x, y, by float64) {
	p := lab.Now[State]().Pairs
	if p.table() != in.p.table() {
		return
	}
	host, w, h, ok := in.stage()
	if !ok {
		return
	}
	x0, y0, span := p.Window()
	x, y = x*float64(span)/float64(w), y*float64(span)/float64(h) // in places
	px := x0 + min(max(int(x), 0), span-1)
	py := y0 + span - 1 - min(max(int(y), 0), span-1)
	switch what {
	case "again":
		in.draw()
	case "tap":
		lab.Dispatch(PairSet{What: PairAt, I: px, J: py})
	case "twice":
		zoomPairs(px, py, span/2)
	case "wheel", "pinch":
		closer := by < 0
		if what == "pinch" {
			closer = by > 1
		}
		to := span * 2
		if closer {
			to = span / 2
		}
		zoomPairs(px, py, to)
	case "drag":
		memory := lab.Remember[pixels]("quant.pixels")
		memory.dx, memory.dy = memory.dx-x, memory.dy+y
		i, j := math.Trunc(memory.dx), math.Trunc(memory.dy)
		if i != 0 || j != 0 {
			memory.dx, memory.dy = memory.dx-i, memory.dy-j
			lab.Dispatch(PairSet{What: PairMove, I: int(i), J: int(j)})
		}
	case "over":
		host.Inner(overID, words.Escape(pairSaid(in.t, px, py)))
	case "leave":
		host.Inner(overID, "")
	}
}

func zoomPairs(x, y, to int) {
	lab.Dispatch(PairSet{What: PairAt, I: x, J: y})
	lab.Dispatch(PairSet{What: PairZoom, I: to})
}

// pairsKey walks over the picture.
func pairsKey(k lab.Key, _ int) (markup.Action, bool) {
	if k.Ctrl || k.Meta {
		return nil, false
	}
	by := 1
	if k.Shift {
		by = 16
	}
	p := lab.Now[State]().Pairs
	_, _, span := p.Window()
	a := PairSet{What: PairStep}
	switch k.Name {
	case "ArrowLeft":
		a.I = -by
	case "ArrowRight":
		a.I = by
	case "ArrowUp":
		a.J = by
	case "ArrowDown":
		a.J = -by
	default:
		a.What = PairZoom
		switch k.Name {
		case "+", "=":
			a.I = span / 2
		case "-", "_":
			a.I = span * 2
		case "0", "Home":
			a.I = p.Count()
		default:
			return nil, false
		}
	}
	return a, true
}

// pairLink is the operation looked at in the Operation view.
func pairLink(t *Table, p Pairs) string {
	s := operation.First()
	s.ID = "mul"
	if p.Sum {
		s.ID = "add"
	}
	s.Src, s.Dst = t.F.ID, ""
	for i, place := range [...]uint8{p.X, p.Y} {
		s.X[i] = operand.Entered{Bits: wide.From64(uint64(p.Code(int(place))))}
	}
	return operation.Link(s)
}

// pairsTable counts the classes, with the colours of the picture.
func pairsTable(t *Table) string {
	rows := ""
	for c, n := range t.Count {
		rows += html.Fill(`<tr><th scope="row"><span class="quant-key quant-key#"></span># <span class="dim">#</span></th><td class="n num">~</td><td class="n num">~</td></tr>`,
			words.Num(c), classNames[c][0], classNames[c][1], words.Thousands(n), percent(n, t.N*t.N))
	}
	return html.Fill(`<table class="quant-classes" aria-label="`+pairsTitle+`"><thead><tr><th scope="col">Result</th><th scope="col" class="n">#</th><th scope="col" class="n">share</th></tr></thead><tbody>~</tbody></table>`, t.Of.word(), rows)
}
