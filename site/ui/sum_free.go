//go:build !opening

package ui

import (
	"strconv"
	"ulplab/site/kit/markup"

	"ulplab/fpcore/summation"
	"ulplab/site/draw"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/state"
)

// sumFreeIn is what the panel of the reader's own tree depends on.
type sumFreeIn struct {
	input    model.SumInput
	at       sumPart
	look     state.SumLook
	readOnly bool
}

func sumFreePanel(in sumFreeIn) markup.Node {
	m := summed.made
	off := m.Problem != "" || !m.Described() || m.N > summation.FewElements
	text, problem, where, tools := in.input.Tree, "", "", ""
	if !off && text != "" {
		p, at := model.SumReadTree(text, m.N)
		if p != "" {
			problem = "At character " + strconv.Itoa(len([]rune(text[:at]))+1) + ": " + p
			where = draw.SumFreeProblem(text, p, at)
		} else if t, ok := sumSmallOf(in.input, in.at.order); ok && in.at.order == summation.OwnTree && !in.readOnly {
			tools = draw.SumFreeTools(t, in.look.Path, in.look.Held)
		}
	}
	return markup.El("div", markup.Class("sumf"), markup.Flag("hidden", off),
		markup.El("div", markup.Class("sumf-entry"),
			markup.Field(markup.Entry{ID: "sum-free", Label: prose.SumFreeLabel, Shown: text, Hint: prose.SumFreeHint, Problem: problem, Disabled: in.readOnly,
				Typed: func(s string) markup.Action { return state.SumTreeType{Text: s} }}),
			markup.Raw("div", "", markup.Still(`<button type="button" data-tap="sumf:s">start from the order shown</button>`, in.readOnly))),
		markup.Raw("div", "", where),
		markup.Raw("div", "", tools))
}

// sumFreeTap does what a button of the reader's own tree says.
func sumFreeTap(rest string) markup.Action {
	l := app.state.Sum.Look
	if rest == "" || !small.ok {
		return nil
	}
	m := summed.made
	switch rest[0] {
	case 's':
		if text := m.TreeText(small.order); text != "" {
			return state.SumTreeEdit{Text: text, Path: l.Path}
		}
	case 'h':
		return state.SumHold{Path: l.Path}
	case 'x':
		return state.SumHold{}
	case '0', '1', '2', '3':
		path, other := l.Path, ""
		edit := summation.Edit(rest[0] - '0')
		if edit == summation.Join {
			other = l.Held
		}
		if text, to, ok := summation.Edited(app.state.Sum.Tree, m.N, edit, path, other); ok && small.order == summation.OwnTree {
			return state.SumTreeEdit{Text: text, Path: to}
		}
	}
	return nil
}

// sumFreeKey edits the reader's own tree from the keyboard.
func sumFreeKey(key string) (markup.Action, bool) {
	if small.order != summation.OwnTree || app.state.ReadOnly {
		return nil, false
	}
	do := map[string]string{"s": "0", "r": "1", "l": "2", "p": "h"}[key]
	if do == "h" && app.state.Sum.Look.Held != "" {
		do = "3"
	}
	if do == "" {
		return nil, false
	}
	a := sumFreeTap(do)
	if e, ok := a.(state.SumTreeEdit); ok {
		app.host.After("sum.focus", 60, func() { app.host.Focus(`[id="sumt-` + e.Path + `"]`) })
	}
	return a, true
}
