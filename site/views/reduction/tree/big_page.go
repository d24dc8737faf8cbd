package tree

import (
	"math"

	"ulplab/fpcore/summation"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/svg"
	"ulplab/site/lab"
	"ulplab/site/views/reduction/names"
	"ulplab/site/views/reduction/sum"
)

// bigShown is the tree that is shown and how. The window moves with every frame; it goes into the state when it rests.
type bigShown struct {
	in         sum.Input
	order      string
	made       *summation.Tree
	look       sum.Look // as the state has it
	from, span float64  // in leaves
	goal       *goal
	lens       lens
	pixels     pixels
	inks       [2]*ink
	words      map[summation.Node]lines
	top, over  string // what stands in the page
	node       string
	asked      bool // for a frame
}

// big is the tree of the page.
func big() *bigShown {
	if b, _ := lab.Made[*bigShown](manyElements); b != nil {
		return b
	}
	return &bigShown{}
}

// goal is where a motion of the window leads.
type goal struct {
	fromA, spanA, fromB, spanB, begin float64
}

// bigPanel shows orders of more elements than the small picture takes. Its text never changes; frames fill it.
func bigPanel(there bool) markup.Node {
	if !there {
		return markup.Raw("div", "", "")
	}
	return markup.Raw("div", "", bigStage(), markup.Exported("sum-big", bigKept))
}

// bigBegin goes on with the tree of an order, or begins with another one.
func bigBegin(b *bigShown, m *sum.Model, in bigAsked, look sum.Look) *bigShown {
	switch {
	case b == nil:
		b = &bigShown{}
		fallthrough
	case b.made == nil || b.in != in.in:
		b.from, b.span = window(look, m.N)
		b.top, b.over, b.node, b.look = "", "", "", look
	}
	if b.made != nil && b.in == in.in && b.order == in.order && b.made.Laid {
		b.made.Recolour(in.mode)
		return b
	}
	b.in, b.order = in.in, in.order
	b.made, _ = m.Tree(in.order, in.mode, b.made)
	clear(b.words)
	return b
}

// bigLook shows what the state looks at.
func bigLook(b *bigShown, look sum.Look) {
	if look.From != b.look.From || look.Span != b.look.Span {
		b.goal = nil
		b.from, b.span = window(look, b.made.N)
	}
	b.look = look
	bigAsk()
}

func mode(l sum.Look) int {
	if l.SoFar {
		return summation.SoFar
	}
	return summation.Local
}

func window(l sum.Look, n int) (from, span float64) {
	if l.Span == 0 {
		return 0, float64(n)
	}
	return float64(l.From) / units, float64(l.Span) / units
}

// bigAsk asks for a frame.
func bigAsk() {
	if !big().asked {
		big().asked = true
		lab.Host().(lab.Stage).Frame(bigFrame)
	}
}

// bigFrame draws what is to be seen now.
func bigFrame(now float64) {
	big().asked = false
	if !lab.Shows(sum.ID) || big().made == nil {
		return
	}
	w, h := lab.Host().(lab.Stage).Stage("sum-stage", bigTold)
	if w < 100 {
		return
	}
	name := ""
	if r := sum.Now().Row(big().order); r != nil {
		name = names.Row(r)
	}
	if top := bigTools(name, big().look.SoFar); top != big().top {
		big().top = top
		lab.Host().(lab.Stage).Inner("sumb-top", top)
	}
	b := big().made
	if b.Laid && !b.Done {
		return // new colours come
	}
	if !b.Done {
		words := bigWaits
		if b.Failed {
			words = bigFailed
		}
		lab.Host().(lab.Stage).Inner("sumb-read", words)
		bigTell()
		return
	}
	if g := big().goal; g != nil {
		if g.begin == 0 {
			g.begin = now
		}
		t := math.Min((now-g.begin)/280, 1)
		if t == 1 || lab.Host().(lab.Stage).Calm() {
			big().goal, big().from, big().span = nil, g.fromB, g.spanB
			lab.Dispatch(bigRest())
		} else {
			t = t * t * (3 - 2*t)
			big().span = g.spanA * math.Pow(g.spanB/g.spanA, t)
			// The middle moves as the window's size does, so that nothing flies past.
			k := t
			if g.spanA != g.spanB {
				k = (g.spanA - big().span) / (g.spanA - g.spanB)
			}
			big().from = (g.fromA+g.spanA/2)*(1-k) + (g.fromB+g.spanB/2)*k - big().span/2
			defer bigAsk()
		}
	}
	big().lens = newLens(b.N, big().from, big().span, w, h, big().lens.Width)
	l := &big().lens
	big().from, big().span = l.From, l.Span
	theme := 0
	if lab.Host().Dark() {
		theme = 1
	}
	if big().inks[theme] == nil {
		big().inks[theme] = inkOf(theme == 1)
	}
	big().pixels.Draw(b, l, big().inks[theme], b.Mode())
	lab.Host().(lab.Stage).Pixels("sum-stage", w, h, big().pixels.Pix)
	at, on := bigChosen()
	over := bigOverlay(b, l, big().pixels.Boxes, bigWords, at, on)
	if over != big().over {
		big().over = over
		lab.Host().(lab.Stage).Inner("sumb-over", over)
	}
	lab.Host().(lab.Stage).Inner("sumb-read", bigRange(l))
	bigTell()
}

// bigWords remembers the lines on nodes.
func bigWords(at summation.Node) lines {
	w, ok := big().words[at]
	if !ok {
		if big().words == nil || len(big().words) > 4000 {
			big().words = map[summation.Node]lines{}
		}
		w = linesOf(big().made, at)
		big().words[at] = w
	}
	return w
}

// bigChosen is the node looked at.
func bigChosen() (at summation.Node, ok bool) { return chosen(big(), big().look.Path) }

// chosen is the node on a path.
func chosen(b *bigShown, path string) (at summation.Node, ok bool) {
	if path == "" || b.made == nil || !b.made.Laid {
		return at, false
	}
	return b.made.At(path)
}

// bigTell writes about the node looked at.
func bigTell() {
	said := ""
	if d, _ := lab.Made[*summation.Detail](oneNode); d != nil {
		said = bigNode(big().made, d)
	}
	if said != big().node {
		big().node = said
		lab.Host().(lab.Stage).Inner("sumb-node", said)
	}
}

// bigTold hears what is done on the stage.
func bigTold(what string, x, y, by float64) {
	b := big().made
	if b == nil || !b.Laid || big().lens.N != b.N {
		return
	}
	switch what {
	case "again":
		if big().goal == nil { // what moves is drawn anyway
			bigFrame(0)
		}
	case "wheel":
		bigZoom(x, math.Exp(math.Min(math.Max(by, -200), 200)*0.002))
	case "drag":
		bigTo(big().from-x/big().lens.Scale, big().span)
	case "pinch":
		bigTo(big().from-y/big().lens.Scale, big().span)
		bigZoom(x+y, 1/by)
	case "tap":
		lab.Dispatch(Node{Path: b.Path(big().lens.Hit(b, x, y))})
	case "twice":
		at := big().lens.Hit(b, x, y)
		lab.Dispatch(Node{Path: b.Path(at), Step: true})
		bigGo(at)
	case "over":
		at := big().lens.Hit(b, x, y)
		lab.Host().(lab.Stage).Inner("sumb-read", bigOver(b, at, bigWords(at)))
	case "leave":
		lab.Host().(lab.Stage).Inner("sumb-read", bigRange(&big().lens))
	}
}

// bigZoom zooms about a place of the picture.
func bigZoom(x, factor float64) {
	l := &big().lens
	rank := l.Rank(math.Min(math.Max(x, margin), float64(l.W-margin)))
	span := math.Min(math.Max(big().span*factor, 1), float64(l.N))
	bigTo(rank-(rank-big().from)*span/big().span, span)
}

// bigTo shows a window now.
func bigTo(from, span float64) {
	big().goal = nil
	big().span = span
	big().from = math.Min(math.Max(from, 0), float64(big().made.N)-span)
	big().lens = newLens(big().made.N, big().from, big().span, big().lens.W, big().lens.H, big().lens.Width)
	bigAsk()
	lab.Rest("sum.rest", 300, bigRest)
}

// bigMove moves to a window, at once where less motion is asked for.
func bigMove(from, span float64) {
	n := float64(big().made.N)
	span = math.Min(math.Max(span, 1), n)
	from = math.Min(math.Max(from, 0), n-span)
	big().goal = &goal{fromA: big().from, spanA: big().span, fromB: from, spanB: span}
	bigAsk()
}

// bigGo moves to a node.
func bigGo(at summation.Node) {
	start, count := big().made.Range(at)
	span := math.Max(float64(count)*1.08, 1)
	bigMove(float64(start)+float64(count)/2-span/2, span)
}

// bigRest writes the window into the state.
func bigRest() markup.Action {
	if big().made == nil || big().goal != nil {
		return nil
	}
	a := Move{From: int64(math.Round(big().from * units)), Span: int64(math.Round(big().span * units))}
	if big().span >= float64(big().made.N) {
		a = Move{}
	}
	big().look.From, big().look.Span = a.From, a.Span
	return a
}

// bigTap does what a button of the tree says.
func bigTap(rest string) markup.Action {
	if rest != "" && rest[0] == 'p' && big().made == nil {
		path := rest[1:] // in the small picture
		lab.Focus(`[id="sumt-` + path + `"]`)
		return Node{Path: path}
	}
	if rest == "" || big().made == nil || !big().made.Laid {
		return nil
	}
	middle := big().from + big().span/2
	switch rest[0] {
	case '+':
		bigMove(middle-big().span/4, big().span/2)
	case '-':
		bigMove(middle-big().span, big().span*2)
	case '0':
		bigMove(0, float64(big().made.N))
	case 'e':
		big().top = ""
		return Colour{SoFar: rest == "e1"}
	case 'p':
		if at, ok := big().made.At(rest[1:]); ok {
			bigSee(at)
			return Node{Path: rest[1:]}
		}
	}
	return nil
}

// bigSee brings a node into the window.
func bigSee(at summation.Node) {
	start, count := big().made.Range(at)
	a, z := float64(start), float64(start+count)
	if a >= big().from && z <= big().from+big().span && (z-a)*big().lens.Scale >= 8 || a <= big().from && z >= big().from+big().span {
		return
	}
	if span := big().span; z-a <= span && (z-a)*big().lens.Scale >= 8 {
		bigMove((a+z)/2-span/2, span)
		return
	}
	span := math.Max((z-a)*1.08, math.Min(big().span, 24))
	bigMove((a+z)/2-span/2, span)
}

// bigKey walks through the tree.
func bigKey(p lab.Key, _ int) (markup.Action, bool) {
	b := big().made
	if b == nil || !b.Laid || p.Ctrl {
		return nil, false
	}
	at, on := b.At(lab.Now[sum.State]().Look.Path) // which may be ahead of what is drawn
	on = on && lab.Now[sum.State]().Look.Path != ""
	middle := big().from + big().span/2
	if on {
		if start, count := b.Range(at); float64(start) >= big().from && float64(start+count) <= big().from+big().span {
			middle = float64(start) + float64(count)/2
		}
	}
	next, ok := at, on
	switch p.Name {
	case "+", "=":
		bigMove(middle-(middle-big().from)/2, big().span/2)
		return nil, true
	case "-", "_":
		bigMove(middle-(middle-big().from)*2, big().span*2)
		return nil, true
	case "0", "Home":
		return bigTap("0"), true
	case "Enter":
		if on {
			bigGo(at)
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
			by := big().span / 5
			if p.Name == "ArrowLeft" {
				by = -by
			}
			bigMove(big().from+by, big().span)
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
	bigSee(next)
	return Node{Path: b.Path(next), Step: true}, true
}

// bigKept is the picture to keep.
func bigKept() svg.Picture {
	if big().made == nil || !big().made.Done {
		return svg.Picture{}
	}
	at, on := bigChosen()
	name := ""
	if r := sum.Now().Row(big().order); r != nil {
		name = names.Row(r)
	}
	return bigPicture(big().made, name, big().from, big().span, big().made.Mode(), lab.Host().Dark(), bigWords, at, on)
}
