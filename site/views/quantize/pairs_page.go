package quantize

import (
	"math"
	"strconv"
	"strings"

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
	in := pairsIn{t, at.Version, p, readOnly}
	var choices []markup.Choice
	for _, f := range PairFormats {
		choices = append(choices, markup.Choice{Value: f.ID, Label: f.Name})
	}
	off := markup.Prop("disabled", readOnly)
	_, _, span := p.Window()
	zoom := func(label, what string, to int, end bool) markup.Node {
		return markup.Button(label, PairSet{What: PairZoom, I: to}, markup.Attr("aria-label", what), markup.Attr("title", what), markup.Prop("disabled", readOnly || end))
	}
	return markup.El("section", markup.Class("quant-pairs"), markup.Attr("aria-label", pairsTitle),
		markup.Panel("", pairsIn{t, at.Version, p.table(), readOnly}, func(in pairsIn) markup.Node {
			return markup.Raw("div", "", pairsHead(in.t))
		}),
		markup.El("div", markup.Class("quant-pair-tools"),
			markup.Select("quant-pair-format", "Codes of", p.F, choices, readOnly, func(s string) markup.Action { return PairSet{What: PairFormat, Text: s} }),
			markup.El("div", markup.Class("row"),
				markup.Button("products", PairSet{What: PairSum}, markup.Class("chip"), markup.Pressed(!p.Sum), off),
				markup.Button("sums", PairSet{What: PairSum, I: 1}, markup.Class("chip"), markup.Pressed(p.Sum), off),
				zoom("+", "Zoom in", span/2, span <= leastSpan), zoom("−", "Zoom out", span*2, span == p.Count()), zoom("all", "Show all codes", p.Count(), span == p.Count()))),
		markup.El("div", markup.Class("two quant-pair-two"),
			markup.El("div",
				markup.El("div", markup.Attr("id", "quant-stage"), markup.Class("quant-stage"), markup.Attr("tabindex", "0"), markup.Attr("role", "group"), markup.Data("keys", "quant.pairs"),
					markup.Attr("aria-label", "The picture; arrow keys go from code to code, plus and minus zoom"), markup.Attr("aria-describedby", "quant-pair-help"),
					markup.El("canvas", markup.Attr("aria-hidden", "true"))),
				markup.Panel("", in, pairsFrame)),
			markup.El("div",
				markup.El("p", markup.Class("quant-pair-said"), markup.Text(pairSaid0(t, p))),
				markup.Raw("p", "", `<a href="`+words.Escape(pairLink(t, p))+`">step by step in the Operation view</a>`),
				markup.El("p", markup.Class("note quant-over num"), markup.Attr("id", "quant-over")),
				markup.Panel("", pairsIn{t, at.Version, p.table(), readOnly}, func(in pairsIn) markup.Node { return markup.Raw("div", "", pairsTable(in.t)) }),
				markup.El("p", markup.Class("note"), markup.Attr("id", "quant-pair-help"), markup.Text(pairsHelp)))))
}

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
func pairsFrame(in pairsIn) markup.Node {
	if s, ok := lab.Host().(lab.Stage); ok && in.t.done == len(in.t.Class) {
		s.Frame(func(float64) { drawPairs(in) })
	}
	return markup.Raw("div", "", "", markup.Exported("quant-pairs", func() svg.Picture { return PairsPicture(in.t, in.p) }))
}

// pixels is the memory of the picture, and by how many places a drag has not moved it yet.
type pixels struct {
	pix    []uint32
	dx, dy float64
}

func drawPairs(in pairsIn) {
	if !lab.Shows(ID) || lab.Now[State]().Pairs != in.p {
		return
	}
	host := lab.Host().(lab.Stage)
	w, h := host.Stage("quant-stage", func(what string, x, y, by float64) { pairsTold(in, what, x, y, by) })
	if w < 16 || h < 16 {
		return
	}
	memory := lab.Remember[pixels]("quant.pixels")
	memory.pix = pairsPixels(in.t, in.p, w, h, lab.Host().Dark(), memory.pix)
	host.Pixels("quant-stage", w, h, memory.pix)
}

// pairsTold hears what is done on the picture.
func pairsTold(in pairsIn, what string, x, y, by float64) {
	p := lab.Now[State]().Pairs
	if p.table() != in.p.table() {
		return
	}
	host := lab.Host().(lab.Stage)
	w, h := host.Stage("quant-stage", func(what string, x, y, by float64) { pairsTold(in, what, x, y, by) })
	if w < 16 || h < 16 {
		return
	}
	x0, y0, span := p.Window()
	cell := float64(span) / float64(w)
	px := x0 + min(max(int(x*cell), 0), span-1)
	py := y0 + span - 1 - min(max(int(y*float64(span)/float64(h)), 0), span-1)
	switch what {
	case "again":
		drawPairs(in)
	case "tap":
		lab.Dispatch(PairSet{What: PairAt, I: px, J: py})
	case "twice":
		lab.Dispatch(PairSet{What: PairAt, I: px, J: py})
		lab.Dispatch(PairSet{What: PairZoom, I: span / 2})
	case "wheel":
		zoomPairs(p, px, py, by < 0)
	case "pinch":
		zoomPairs(p, px, py, by > 1)
	case "drag":
		memory := lab.Remember[pixels]("quant.pixels")
		memory.dx, memory.dy = memory.dx-x*cell, memory.dy+y*float64(span)/float64(h)
		i, j := math.Trunc(memory.dx), math.Trunc(memory.dy)
		if i != 0 || j != 0 {
			memory.dx, memory.dy = memory.dx-i, memory.dy-j
			lab.Dispatch(PairSet{What: PairMove, I: int(i), J: int(j)})
		}
	case "over":
		host.Inner("quant-over", words.Escape(pairSaid(in.t, px, py)))
	case "leave":
		host.Inner("quant-over", "")
	}
}

func zoomPairs(p Pairs, x, y int, in bool) {
	_, _, span := p.Window()
	to := span * 2
	if in {
		to = span / 2
	}
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
	switch k.Name {
	case "ArrowLeft":
		return PairSet{What: PairStep, I: -by}, true
	case "ArrowRight":
		return PairSet{What: PairStep, I: by}, true
	case "ArrowUp":
		return PairSet{What: PairStep, J: by}, true
	case "ArrowDown":
		return PairSet{What: PairStep, J: -by}, true
	case "+", "=":
		return PairSet{What: PairZoom, I: span / 2}, true
	case "-", "_":
		return PairSet{What: PairZoom, I: span * 2}, true
	case "0", "Home":
		return PairSet{What: PairZoom, I: p.Count()}, true
	}
	return nil, false
}

// pairLink is the operation looked at in the Operation view.
func pairLink(t *Table, p Pairs) string {
	s := operation.First()
	s.ID = "mul"
	if p.Sum {
		s.ID = "add"
	}
	s.Src, s.Dst = t.F.ID, ""
	s.X[0] = operand.Entered{Bits: wide.From64(uint64(p.Code(int(p.X))))}
	s.X[1] = operand.Entered{Bits: wide.From64(uint64(p.Code(int(p.Y))))}
	return operation.Link(s)
}

// pairsTable counts the classes, with the colours of the picture.
func pairsTable(t *Table) string {
	var b strings.Builder
	b.WriteString(`<table class="quant-classes" aria-label="` + pairsTitle + `"><thead><tr><th scope="col">Result</th><th scope="col" class="n">` + t.Of.word() + `</th><th scope="col" class="n">share</th></tr></thead><tbody>`)
	for c := range Class(classes) {
		name, what := className(c)
		b.WriteString(`<tr><th scope="row"><span class="quant-key quant-key` + strconv.Itoa(int(c)) + `"></span>` + name + ` <span class="dim">` + what + `</span></th><td class="n num">` + words.Thousands(t.Count[c]) + `</td><td class="n num">` + percent(t.Count[c], t.N*t.N) + `</td></tr>`)
	}
	b.WriteString(`</tbody></table>`)
	return b.String()
}
