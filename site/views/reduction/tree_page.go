package reduction

import (
	"strconv"

	"ulplab/fpcore/summation"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/svg"
	"ulplab/site/lab"
)

// smallShown is the tree of few elements that is shown.
type smallShown struct {
	in    Input
	order string
	tree  Tree
	ok    bool
}

// small is the small tree of the page.
func small() *smallShown { return lab.Remember[smallShown]("sum.small") }

// smallIn is what the small tree depends on.
type smallIn struct {
	at    part
	look  Look
	told  bool
	input Input
}

// smallOf returns the tree of an order on few elements; ok is false where there is none.
func smallOf(in Input, order string) (t *Tree, ok bool) {
	if small().order != order || small().in != in || !small().ok || small().tree.N != summed().made.N {
		t, ok := treeOf(summed().made, order)
		if was := small().in; !ok && small().ok && order == summation.OwnTree && in.Tree != "" && summed().made.Row(order) == nil {
			// While the reader types, the last tree that could be read stays.
			if was.Tree = in.Tree; was == in {
				return &small().tree, true
			}
		}
		small().in, small().order, small().tree, small().ok = in, order, t, ok
	}
	return &small().tree, small().ok
}

func smallPanel(in smallIn) markup.Node {
	t, ok := smallOf(in.input, in.at.order)
	if !ok {
		return markup.El("div", markup.Raw("div", "", ""), stepSlider(0, 0, true), markup.Raw("div", "", ""))
	}
	look := treeLook{Step: treeStep(in.look, t), Lanes: in.look.Lanes && t.Lanes > 0, Node: in.look.Path}
	words := ""
	if at, ok := t.Tree.At(in.look.Path); ok {
		d := t.Tree.Detail(at)
		for !t.Tree.Exactly(d) {
		}
		words = `<div class="sumt-node-words" aria-live="polite">` + bigNode(t.Tree, d) + `</div>`
	}
	if in.look.Play {
		lab.Host().After("sum.play", 900, play)
	}
	return markup.El("div", markup.Raw("div", "", treeFigure(t, look, in.look.Play, lab.Host().(lab.Stage).Calm()), markup.Exported("sum-tree", func() svg.Picture { return treePicture(t, look) })), stepSlider(look.Step, t.Height, false), markup.Raw("div", "", words))
}

// stepSlider goes through the steps of a tree.
func stepSlider(step, height int, hide bool) markup.Node {
	return markup.El("div", markup.Class("field sumt-slide"), markup.Flag("hidden", hide),
		markup.El("label", markup.Class("label"), markup.Attr("for", "sum-step"), markup.Text("Step")),
		markup.El("input", markup.Attr("id", "sum-step"), markup.Attr("type", "range"), markup.Attr("min", "0"), markup.Attr("max", strconv.Itoa(height)), markup.Prop("value", strconv.Itoa(step)),
			markup.OnInput(func(s string) markup.Action {
				if n, err := strconv.Atoi(s); err == nil {
					return TreeStep{Step: n}
				}
				return nil
			}), markup.OnSettled(nil)))
}

// play goes on by a step while the tree is played.
func play() {
	l := lab.Now[State]().Look
	if !l.Play || !lab.Shows(ID) || !small().ok {
		return
	}
	if next := treeStep(l, &small().tree) + 1; next <= small().tree.Height {
		lab.Dispatch(TreeStep{Step: next, Play: next < small().tree.Height})
	} else {
		lab.Dispatch(TreeStep{Step: small().tree.Height})
	}
}

// treeTap does what a button of the small tree says.
func treeTap(rest string) markup.Action {
	if rest == "" || !small().ok {
		return nil
	}
	t := &small().tree
	l := lab.Now[State]().Look
	step := treeStep(l, t)
	switch rest[0] {
	case '<':
		return TreeStep{Step: max(step-1, 0)}
	case '>':
		return TreeStep{Step: min(step+1, t.Height)}
	case 'p':
		if step == t.Height {
			step = 0
		}
		return TreeStep{Step: step, Play: true}
	case 's':
		return TreeStep{Step: step}
	case 'l':
		return Lanes{On: rest == "l1"}
	}
	return nil
}

// treeKey walks through the small tree.
func treeKey(p lab.Key, bit int) (markup.Action, bool) {
	if !small().ok || p.Ctrl || p.Shift {
		return nil, false
	}
	b := small().tree.Tree
	at, on := b.At(lab.Now[State]().Look.Path)
	if bit >= 0 && bit < len(small().tree.Nodes) {
		at, on = small().tree.Nodes[bit].At, true
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
	lab.Host().After("sum.focus", 40, func() { lab.Host().Focus(`[id="sumt-` + path + `"]`) })
	return Node{Path: path, Step: true}, true
}
