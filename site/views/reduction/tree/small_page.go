package tree

import (
	"strconv"

	"ulplab/fpcore/summation"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/svg"
	"ulplab/site/lab"
	"ulplab/site/views/reduction/sum"
)

// smallState is the tree of few elements that is shown.
type smallState struct {
	in    sum.Input
	order string
	tree  small
	ok    bool
}

// Section is the part on the order as a tree; what is below it belongs to it.
func Section(s sum.State, readOnly bool, below markup.Node) markup.Node {
	m := sum.Now()
	at, order := m.Progress(), s.Looked()
	return markup.El("section", markup.Class("sum-wide"), markup.Attr("id", "sum-tree-part"), markup.Attr("tabindex", "-1"), markup.Reveals(markup.Explanation),
		markup.Panel("sum-figure", panelIn{at, order, s.Look, readOnly, m.In}, smallPanel),
		markup.Panel("sum-free", panelIn{at, order, s.Look, readOnly, m.In}, freePanel),
		markup.Panel("sum-figure", m.Problem == "" && many(m, order), bigPanel),
		below)
}

// Hears adds what is heard in the drawings of trees.
func Hears(h *lab.Heard) {
	h.Keys["sum.big"], h.Keys["sum.tree"] = bigKey, smallKey
	h.Taps["sumb"], h.Taps["sumt"], h.Taps["sumf"] = bigTap, smallTap, freeTap
}

// shownSmall is the small tree of the page.
func shownSmall() *smallState {
	if t, _ := lab.Made[*smallState](fewElements); t != nil {
		return t
	}
	return &smallState{}
}

// panelIn is what the small tree depends on.
type panelIn struct {
	at    sum.Progress
	order string
	look  sum.Look
	told  bool
	input sum.Input
}

func smallPanel(in panelIn) markup.Node {
	t := &shownSmall().tree
	if !shownSmall().ok {
		return markup.El("div", markup.Raw("div", "", ""), stepSlider(0, 0, true), markup.Raw("div", "", ""))
	}
	look := smallLook{Step: stepOf(in.look, t), Lanes: in.look.Lanes && t.Lanes > 0, Node: in.look.Path}
	words := ""
	if at, ok := t.Tree.At(in.look.Path); ok {
		d := t.Tree.Detail(at)
		for !t.Tree.Exactly(d) {
		}
		words = `<div class="sumt-node-words">` + bigNode(t.Tree, d) + `</div>`
	}
	return markup.El("div", markup.Raw("div", "", smallFigure(t, look, in.look.Play, lab.Host().(lab.Stage).Calm()), markup.Exported("sum-tree", func() svg.Picture { return smallPicture(t, look) })), stepSlider(look.Step, t.Height, false), markup.Raw("div", "", words))
}

// stepSlider goes through the steps of a tree.
func stepSlider(step, height int, hide bool) markup.Node {
	return markup.El("div", markup.Class("field sumt-slide"), markup.Flag("hidden", hide),
		markup.El("label", markup.Class("label"), markup.Attr("for", "sum-step"), markup.Text("Step")),
		markup.El("input", markup.Attr("id", "sum-step"), markup.Attr("type", "range"), markup.Attr("min", "0"), markup.Attr("max", strconv.Itoa(height)), markup.Prop("value", strconv.Itoa(step)),
			markup.OnInput(func(s string) markup.Action {
				if n, err := strconv.Atoi(s); err == nil {
					return Step{Step: n}
				}
				return nil
			}), markup.OnSettled(nil)))
}

// play goes on by a step while the tree is played.
func play() markup.Action {
	l, t := lab.Now[sum.State]().Look, &shownSmall().tree
	if next := stepOf(l, t) + 1; next <= t.Height {
		return Step{Step: next, Play: next < t.Height}
	}
	return Step{Step: t.Height}
}

// smallTap does what a button of the small tree says.
func smallTap(rest string) markup.Action {
	if rest == "" || !shownSmall().ok {
		return nil
	}
	t := &shownSmall().tree
	l := lab.Now[sum.State]().Look
	step := stepOf(l, t)
	switch rest[0] {
	case '<':
		return Step{Step: max(step-1, 0)}
	case '>':
		return Step{Step: min(step+1, t.Height)}
	case 'p':
		if step == t.Height {
			step = 0
		}
		return Step{Step: step, Play: true}
	case 's':
		return Step{Step: step}
	case 'l':
		return Lanes{On: rest == "l1"}
	}
	return nil
}

// smallKey walks through the small tree.
func smallKey(p lab.Key, bit int) (markup.Action, bool) {
	if !shownSmall().ok || p.Ctrl || p.Shift {
		return nil, false
	}
	b := shownSmall().tree.Tree
	at, on := b.At(lab.Now[sum.State]().Look.Path)
	if bit >= 0 && bit < len(shownSmall().tree.Nodes) {
		at, on = shownSmall().tree.Nodes[bit].At, true
	}
	next, ok := at, on
	switch p.Name {
	case "Enter", " ":
		if bit < 0 {
			return nil, false
		}
	case "ArrowUp":
		if on {
			next, _, ok = b.Kids(at)
		}
	case "ArrowDown":
		if on {
			next, ok = b.Parent(at)
		}
	case "ArrowLeft", "ArrowRight":
		if on {
			next, ok = b.Beside(at, p.Name == "ArrowRight")
		}
	default:
		return freeKey(p.Name)
	}
	if !on {
		next, ok = summation.Node{}, true
	}
	if !ok {
		return nil, true
	}
	path := b.Path(next)
	lab.Focus(`[id="sumt-` + path + `"]`)
	return Node{Path: path, Step: true}, true
}
