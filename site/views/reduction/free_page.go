package reduction

import (
	"strconv"

	"ulplab/fpcore/summation"
	"ulplab/site/kit/markup"
	"ulplab/site/lab"
)

// freeIn is what the panel of the reader's own tree depends on.
type freeIn struct {
	input    Input
	at       part
	look     Look
	readOnly bool
}

func freePanel(in freeIn) markup.Node {
	m := summed().made
	off := m.Problem != "" || !m.Described() || m.N > summation.FewElements
	text, problem, where, tools := in.input.Tree, "", "", ""
	if !off && text != "" {
		p, at := readTree(text, m.N)
		if p != "" {
			problem = "At character " + strconv.Itoa(len([]rune(text[:at]))+1) + ": " + p
			where = freeProblem(text, p, at)
		} else if t, ok := smallOf(in.input, in.at.order); ok && in.at.order == summation.OwnTree && !in.readOnly {
			tools = freeTools(t, in.look.Path, in.look.Held)
		}
	}
	return markup.El("div", markup.Class("sumf"), markup.Flag("hidden", off),
		markup.El("div", markup.Class("sumf-entry"),
			markup.Field(markup.Entry{ID: "sum-free", Label: freeLabel, Shown: text, Hint: freeHint, Problem: problem, Disabled: in.readOnly,
				Typed: func(s string) markup.Action { return TreeType{Text: s} }}),
			markup.Raw("div", "", markup.Still(`<button type="button" data-tap="sumf:s">start from the order shown</button>`, in.readOnly))),
		markup.Raw("div", "", where),
		markup.Raw("div", "", tools))
}

// freeTap does what a button of the reader's own tree says.
func freeTap(rest string) markup.Action {
	l := lab.Now[State]().Look
	if rest == "" || !small().ok {
		return nil
	}
	m := summed().made
	switch rest[0] {
	case 's':
		if text := m.TreeText(small().order); text != "" {
			return TreeEdit{Text: text, Path: l.Path}
		}
	case 'h':
		return Hold{Path: l.Path}
	case 'x':
		return Hold{}
	case '0', '1', '2', '3':
		path, other := l.Path, ""
		edit := summation.Edit(rest[0] - '0')
		if edit == summation.Join {
			other = l.Held
		}
		if text, to, ok := summation.Edited(lab.Now[State]().Tree, m.N, edit, path, other); ok && small().order == summation.OwnTree {
			return TreeEdit{Text: text, Path: to}
		}
	}
	return nil
}

// freeKey edits the reader's own tree from the keyboard.
func freeKey(key string) (markup.Action, bool) {
	if small().order != summation.OwnTree || lab.ReadOnly() {
		return nil, false
	}
	do := map[string]string{"s": "0", "r": "1", "l": "2", "p": "h"}[key]
	if do == "h" && lab.Now[State]().Look.Held != "" {
		do = "3"
	}
	if do == "" {
		return nil, false
	}
	a := freeTap(do)
	if e, ok := a.(TreeEdit); ok {
		lab.Host().After("sum.focus", 60, func() { lab.Host().Focus(`[id="sumt-` + e.Path + `"]`) })
	}
	return a, true
}
