//go:build !opening

package ui

import (
	"math"
	"ulplab/site/kit/markup"
	"ulplab/site/lab"

	"ulplab/fpcore/summation"
	"ulplab/site/draw"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/state"
)

// sumBigIn is what the large tree depends on.
type sumBigIn struct {
	at    sumPart
	order string
	look  state.SumLook
}

// big is the tree that is shown and how. The window moves with every frame; it goes into the state when it rests.
var big struct {
	in         model.SumInput
	order      string
	made       *summation.Tree
	look       state.SumLook // as the state has it
	from, span float64       // in leaves
	goal       *sumGoal
	lens       model.SumLens
	pixels     draw.SumPixels
	inks       [2]*draw.SumInk
	words      map[summation.Node]model.SumWords
	detail     *summation.Detail
	top, over  string // what stands in the page
	asked      bool   // for a frame
	building   bool
}

// sumGoal is where a motion of the window leads.
type sumGoal struct {
	fromA, spanA, fromB, spanB, begin float64
}

// sumBigPanel shows orders of more elements than the small picture takes. Its text never changes; frames fill it.
func sumBigPanel(in sumBigIn) markup.Node {
	m := summed.made
	row := m.Row(in.order)
	if m.Problem != "" || m.N <= summation.FewElements || row == nil || !row.HasTree() {
		if big.made != nil {
			big.made.Close()
			big.made, big.order = nil, ""
		}
		return markup.Raw("div", "", "")
	}
	if big.made == nil || big.in != in.at.in || big.order != in.order {
		if big.in != in.at.in || big.made == nil {
			big.from, big.span = sumWindow(in.look, m.N)
			big.top = ""
		}
		big.in, big.order = in.at.in, in.order
		big.made, _ = m.Tree(in.order, sumMode(in.look), big.made)
		big.detail = nil
		clear(big.words)
		sumBigBuild()
	}
	if in.look != big.look {
		if in.look.From != big.look.From || in.look.Span != big.look.Span {
			big.goal = nil
			big.from, big.span = sumWindow(in.look, m.N)
		}
		if in.look.SoFar != big.look.SoFar && big.made.Done {
			big.made.Recolour(sumMode(in.look))
			sumBigBuild()
		}
		if in.look.Path != big.look.Path {
			big.detail = nil
		}
		big.look = in.look
	}
	sumBigAsk()
	return markup.Raw("div", "", draw.SumBigStage(), markup.Exported("sum-big", sumBigKept))
}

func sumMode(l state.SumLook) int {
	if l.SoFar {
		return summation.SoFar
	}
	return summation.Local
}

func sumWindow(l state.SumLook, n int) (from, span float64) {
	if l.Span == 0 {
		return 0, float64(n)
	}
	return float64(l.From) / state.SumUnits, float64(l.Span) / state.SumUnits
}

// sumBigBuild goes on with the tree in slices.
func sumBigBuild() {
	if big.building {
		return
	}
	big.building = true
	app.host.After("sum.big", 0, func() {
		big.building = false
		if big.made == nil {
			return
		}
		for begin := sumClock(); !big.made.Step(); {
			if now := sumClock(); now == 0 || now-begin > 8 {
				sumBigBuild()
				return
			}
		}
		clear(big.words)
		sumBigAsk()
	})
}

func sumBigAsk() {
	if !big.asked {
		big.asked = true
		app.host.Frame(sumBigFrame)
	}
}

// sumBigFrame draws what is to be seen now.
func sumBigFrame(now float64) {
	big.asked = false
	if app.state.View != state.Reduction || big.made == nil {
		return
	}
	w, h := app.host.Stage("sum-stage", sumBigTold)
	if w < 100 {
		return
	}
	name := ""
	if r := summed.made.Row(big.order); r != nil {
		name = model.SumName(r)
	}
	if top := draw.SumBigTools(name, big.look.SoFar); top != big.top {
		big.top = top
		app.host.Inner("sumb-top", top)
	}
	b := big.made
	if b.Laid && !b.Done {
		return // new colours come
	}
	if !b.Done {
		words := prose.SumBigWaits
		if b.Failed {
			words = prose.SumBigFailed
		}
		app.host.Inner("sumb-read", words)
		app.host.Inner("sumb-node", "")
		return
	}
	if g := big.goal; g != nil {
		if g.begin == 0 {
			g.begin = now
		}
		t := math.Min((now-g.begin)/280, 1)
		if t == 1 || app.host.Calm() {
			big.goal, big.from, big.span = nil, g.fromB, g.spanB
			sumBigRest()
		} else {
			t = t * t * (3 - 2*t)
			big.span = g.spanA * math.Pow(g.spanB/g.spanA, t)
			// The middle moves as the window's size does, so that nothing flies past.
			k := t
			if g.spanA != g.spanB {
				k = (g.spanA - big.span) / (g.spanA - g.spanB)
			}
			big.from = (g.fromA+g.spanA/2)*(1-k) + (g.fromB+g.spanB/2)*k - big.span/2
			defer sumBigAsk()
		}
	}
	big.lens = model.NewSumLens(b.N, big.from, big.span, w, h, big.lens.Width)
	l := &big.lens
	big.from, big.span = l.From, l.Span
	theme := 0
	if app.host.Dark() {
		theme = 1
	}
	if big.inks[theme] == nil {
		big.inks[theme] = draw.SumInkOf(theme == 1)
	}
	big.pixels.Draw(b, l, big.inks[theme], b.Mode())
	app.host.Pixels("sum-stage", w, h, big.pixels.Pix)
	at, on := sumBigChosen()
	over := draw.SumBigOverlay(b, l, big.pixels.Boxes, sumBigWords, at, on)
	if over != big.over {
		big.over = over
		app.host.Inner("sumb-over", over)
	}
	app.host.Inner("sumb-read", draw.SumBigRange(l))
	sumBigTell(at, on)
}

// sumBigWords remembers the lines on nodes.
func sumBigWords(at summation.Node) model.SumWords {
	w, ok := big.words[at]
	if !ok {
		if big.words == nil || len(big.words) > 4000 {
			big.words = map[summation.Node]model.SumWords{}
		}
		w = model.SumWordsOf(big.made, at)
		big.words[at] = w
	}
	return w
}

// sumBigChosen is the node looked at.
func sumBigChosen() (at summation.Node, ok bool) {
	if big.look.Path == "" || big.made == nil || !big.made.Laid {
		return at, false
	}
	return big.made.At(big.look.Path)
}

// sumBigTell writes about the node looked at, its exact sum in slices.
func sumBigTell(at summation.Node, on bool) {
	if !on {
		big.detail = nil
		app.host.Inner("sumb-node", "")
		return
	}
	if big.detail == nil {
		big.detail = big.made.Detail(at)
		big.made.Exactly(big.detail)
		sumBigExact(big.detail)
	}
}

func sumBigExact(d *summation.Detail) {
	if big.detail != d || big.made == nil {
		return
	}
	app.host.Inner("sumb-node", draw.SumBigNode(big.made, d))
	if d.Known {
		return
	}
	app.host.After("sum.exact", 0, func() {
		for range 4 {
			if big.detail == d && big.made != nil && big.made.Exactly(d) {
				break
			}
		}
		sumBigExact(d)
	})
}

// sumBigTold hears what is done on the stage.
func sumBigTold(what string, x, y, by float64) {
	b := big.made
	if b == nil || !b.Laid || big.lens.N != b.N {
		return
	}
	switch what {
	case "wheel":
		sumBigZoom(x, math.Exp(math.Min(math.Max(by, -200), 200)*0.002))
	case "drag":
		sumBigTo(big.from-x/big.lens.Scale, big.span)
	case "pinch":
		sumBigTo(big.from-y/big.lens.Scale, big.span)
		sumBigZoom(x+y, 1/by)
	case "tap":
		dispatch(state.SumNode{Path: b.Path(big.lens.Hit(b, x, y))})
	case "twice":
		at := big.lens.Hit(b, x, y)
		dispatch(state.SumNode{Path: b.Path(at), Step: true})
		sumBigGo(at)
	case "over":
		at := big.lens.Hit(b, x, y)
		app.host.Inner("sumb-read", draw.SumBigOver(b, at, sumBigWords(at)))
	case "leave":
		app.host.Inner("sumb-read", draw.SumBigRange(&big.lens))
	}
}

// sumBigZoom zooms about a place of the picture.
func sumBigZoom(x, factor float64) {
	l := &big.lens
	rank := l.Rank(math.Min(math.Max(x, model.SumMargin), float64(l.W-model.SumMargin)))
	span := math.Min(math.Max(big.span*factor, 1), float64(l.N))
	sumBigTo(rank-(rank-big.from)*span/big.span, span)
}

// sumBigTo shows a window now.
func sumBigTo(from, span float64) {
	big.goal = nil
	big.span = span
	big.from = math.Min(math.Max(from, 0), float64(big.made.N)-span)
	big.lens = model.NewSumLens(big.made.N, big.from, big.span, big.lens.W, big.lens.H, big.lens.Width)
	sumBigAsk()
	app.host.After("sum.rest", 300, sumBigRest)
}

// sumBigMove moves to a window, at once where less motion is asked for.
func sumBigMove(from, span float64) {
	n := float64(big.made.N)
	span = math.Min(math.Max(span, 1), n)
	from = math.Min(math.Max(from, 0), n-span)
	big.goal = &sumGoal{fromA: big.from, spanA: big.span, fromB: from, spanB: span}
	sumBigAsk()
}

// sumBigGo moves to a node.
func sumBigGo(at summation.Node) {
	start, count := big.made.Range(at)
	span := math.Max(float64(count)*1.08, 1)
	sumBigMove(float64(start)+float64(count)/2-span/2, span)
}

// sumBigRest writes the window into the state.
func sumBigRest() {
	if big.made == nil || big.goal != nil {
		return
	}
	a := state.SumMove{From: int64(math.Round(big.from * state.SumUnits)), Span: int64(math.Round(big.span * state.SumUnits))}
	if big.span >= float64(big.made.N) {
		a = state.SumMove{}
	}
	big.look.From, big.look.Span = a.From, a.Span
	dispatch(a)
}

// sumBigTap does what a button of the tree says.
func sumBigTap(rest string) markup.Action {
	if rest != "" && rest[0] == 'p' && big.made == nil {
		path := rest[1:] // in the small picture
		app.host.After("sum.focus", 40, func() { app.host.Focus(`[id="sumt-` + path + `"]`) })
		return state.SumNode{Path: path}
	}
	if rest == "" || big.made == nil || !big.made.Laid {
		return nil
	}
	middle := big.from + big.span/2
	switch rest[0] {
	case '+':
		sumBigMove(middle-big.span/4, big.span/2)
	case '-':
		sumBigMove(middle-big.span, big.span*2)
	case '0':
		sumBigMove(0, float64(big.made.N))
	case 'e':
		big.top = ""
		return state.SumColour{SoFar: rest == "e1"}
	case 'p':
		if at, ok := big.made.At(rest[1:]); ok {
			sumBigSee(at)
			return state.SumNode{Path: rest[1:]}
		}
	}
	return nil
}

// sumBigSee brings a node into the window.
func sumBigSee(at summation.Node) {
	start, count := big.made.Range(at)
	a, z := float64(start), float64(start+count)
	if a >= big.from && z <= big.from+big.span && (z-a)*big.lens.Scale >= 8 || a <= big.from && z >= big.from+big.span {
		return
	}
	if span := big.span; z-a <= span && (z-a)*big.lens.Scale >= 8 {
		sumBigMove((a+z)/2-span/2, span)
		return
	}
	span := math.Max((z-a)*1.08, math.Min(big.span, 24))
	sumBigMove((a+z)/2-span/2, span)
}

// sumBigKey walks through the tree.
func sumBigKey(p lab.Key, _ int) (markup.Action, bool) {
	b := big.made
	if b == nil || !b.Laid || p.Ctrl {
		return nil, false
	}
	at, on := b.At(app.state.Sum.Look.Path) // which may be ahead of what is drawn
	on = on && app.state.Sum.Look.Path != ""
	middle := big.from + big.span/2
	if on {
		if start, count := b.Range(at); float64(start) >= big.from && float64(start+count) <= big.from+big.span {
			middle = float64(start) + float64(count)/2
		}
	}
	next, ok := at, on
	switch p.Name {
	case "+", "=":
		sumBigMove(middle-(middle-big.from)/2, big.span/2)
		return nil, true
	case "-", "_":
		sumBigMove(middle-(middle-big.from)*2, big.span*2)
		return nil, true
	case "0", "Home":
		return sumBigTap("0"), true
	case "Enter":
		if on {
			sumBigGo(at)
		}
		return nil, true
	case "ArrowUp":
		if on {
			next, _, ok = b.Kids(at)
		}
	case "ArrowDown":
		if on {
			next, ok = b.Parent(at)
		}
	case "ArrowLeft", "ArrowRight":
		if p.Shift {
			by := big.span / 5
			if p.Name == "ArrowLeft" {
				by = -by
			}
			sumBigMove(big.from+by, big.span)
			return nil, true
		}
		if on {
			next, ok = b.Beside(at, p.Name == "ArrowRight")
		}
	default:
		return nil, false
	}
	if !on {
		next, ok = summation.Node{}, true // the result
	}
	if !ok {
		return nil, true
	}
	sumBigSee(next)
	return state.SumNode{Path: b.Path(next), Step: true}, true
}

// sumBigKept is the picture to keep.
func sumBigKept() draw.Picture {
	if big.made == nil || !big.made.Done {
		return draw.Picture{}
	}
	at, on := sumBigChosen()
	name := ""
	if r := summed.made.Row(big.order); r != nil {
		name = model.SumName(r)
	}
	return draw.SumBigPicture(big.made, name, big.from, big.span, big.made.Mode(), app.host.Dark(), sumBigWords, at, on)
}
