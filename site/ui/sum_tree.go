//go:build !opening

package ui

import (
	"strconv"
	"ulplab/site/kit/markup"
	"ulplab/site/lab"

	"ulplab/fpcore/summation"
	"ulplab/site/draw"
	"ulplab/site/model"
	"ulplab/site/state"
)

// small is the tree of few elements that is shown.
var small struct {
	in    model.SumInput
	order string
	tree  model.SumTree
	ok    bool
}

// sumSmallIn is what the small tree depends on.
type sumSmallIn struct {
	at    sumPart
	look  state.SumLook
	told  bool
	input model.SumInput
}

// sumSmallOf returns the tree of an order on few elements; ok is false where there is none.
func sumSmallOf(in model.SumInput, order string) (t *model.SumTree, ok bool) {
	if small.order != order || small.in != in || !small.ok || small.tree.N != summed.made.N {
		t, ok := model.SumTreeOf(summed.made, order)
		if was := small.in; !ok && small.ok && order == summation.OwnTree && in.Tree != "" && summed.made.Row(order) == nil {
			// While the reader types, the last tree that could be read stays.
			if was.Tree = in.Tree; was == in {
				return &small.tree, true
			}
		}
		small.in, small.order, small.tree, small.ok = in, order, t, ok
	}
	return &small.tree, small.ok
}

func sumSmallPanel(in sumSmallIn) markup.Node {
	t, ok := sumSmallOf(in.input, in.at.order)
	if !ok {
		return markup.El("div", markup.Raw("div", "", ""), sumStepSlider(0, 0, true), markup.Raw("div", "", ""))
	}
	look := draw.SumTreeLook{Step: model.SumTreeStep(in.look, t), Lanes: in.look.Lanes && t.Lanes > 0, Node: in.look.Path}
	words := ""
	if at, ok := t.Tree.At(in.look.Path); ok {
		d := t.Tree.Detail(at)
		for !t.Tree.Exactly(d) {
		}
		words = `<div class="sumt-node-words" aria-live="polite">` + draw.SumBigNode(t.Tree, d) + `</div>`
	}
	if in.look.Play {
		app.host.After("sum.play", 900, sumPlay)
	}
	return markup.El("div", markup.Raw("div", "", draw.SumTreeFigure(t, look, in.look.Play, app.host.Calm()), markup.Exported("sum-tree", func() draw.Picture { return draw.SumTreePicture(t, look) })), sumStepSlider(look.Step, t.Height, false), markup.Raw("div", "", words))
}

// sumStepSlider goes through the steps of a tree.
func sumStepSlider(step, height int, hide bool) markup.Node {
	return markup.El("div", markup.Class("field sumt-slide"), markup.Flag("hidden", hide),
		markup.El("label", markup.Class("label"), markup.Attr("for", "sum-step"), markup.Text("Step")),
		markup.El("input", markup.Attr("id", "sum-step"), markup.Attr("type", "range"), markup.Attr("min", "0"), markup.Attr("max", strconv.Itoa(height)), markup.Prop("value", strconv.Itoa(step)),
			markup.OnInput(func(s string) markup.Action {
				if n, err := strconv.Atoi(s); err == nil {
					return state.SumTreeStep{Step: n}
				}
				return nil
			}), markup.OnSettled(nil)))
}

// sumPlay goes on by a step while the tree is played.
func sumPlay() {
	l := app.state.Sum.Look
	if !l.Play || app.state.View != state.Reduction || !small.ok {
		return
	}
	if next := model.SumTreeStep(l, &small.tree) + 1; next <= small.tree.Height {
		dispatch(state.SumTreeStep{Step: next, Play: next < small.tree.Height})
	} else {
		dispatch(state.SumTreeStep{Step: small.tree.Height})
	}
}

// sumTreeTap does what a button of the small tree says.
func sumTreeTap(rest string) markup.Action {
	if rest == "" || !small.ok {
		return nil
	}
	t := &small.tree
	l := app.state.Sum.Look
	step := model.SumTreeStep(l, t)
	switch rest[0] {
	case '<':
		return state.SumTreeStep{Step: max(step-1, 0)}
	case '>':
		return state.SumTreeStep{Step: min(step+1, t.Height)}
	case 'p':
		if step == t.Height {
			step = 0
		}
		return state.SumTreeStep{Step: step, Play: true}
	case 's':
		return state.SumTreeStep{Step: step}
	case 'l':
		return state.SumLanes{On: rest == "l1"}
	}
	return nil
}

// sumTreeKey walks through the small tree.
func sumTreeKey(p lab.Key, bit int) (markup.Action, bool) {
	if !small.ok || p.Ctrl || p.Shift {
		return nil, false
	}
	b := small.tree.Tree
	at, on := b.At(app.state.Sum.Look.Path)
	if bit >= 0 && bit < len(small.tree.Nodes) {
		at, on = small.tree.Nodes[bit].At, true
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
		return sumFreeKey(p.Name)
	}
	if !on {
		next, ok = summation.Node{}, true
	}
	if !ok {
		return nil, true
	}
	path := b.Path(next)
	app.host.After("sum.focus", 40, func() { app.host.Focus(`[id="sumt-` + path + `"]`) })
	return state.SumNode{Path: path, Step: true}, true
}
