package tree

import (
	"strconv"

	"ulplab/fpcore/summation"
	"ulplab/site/kit/markup"
	"ulplab/site/lab"
	"ulplab/site/views/reduction/sum"
)

// freePanel is the reader's own tree.
func freePanel(in panelIn) markup.Node {
	m := sum.Now()
	off := m.Problem != "" || !m.Described() || m.N > summation.FewElements
	text, problem, where, tools := in.input.Tree, "", "", ""
	if !off && text != "" {
		p, at := readTree(text, m.N)
		if p != "" {
			problem = "At character " + strconv.Itoa(len([]rune(text[:at]))+1) + ": " + p
			where = freeProblem(text, p, at)
		} else if t := shownSmall(); t.ok && in.order == summation.OwnTree && !in.told {
			tools = freeTools(&t.tree, in.look.Path, in.look.Held)
		}
	}
	return markup.El("div", markup.Class("sumf"), markup.Flag("hidden", off),
		markup.El("div", markup.Class("sumf-entry"),
			markup.Field(markup.Entry{ID: "sum-free", Label: freeLabel, Shown: text, Hint: freeHint, Problem: problem, Disabled: in.told,
				Typed: func(s string) markup.Action { return Type{Text: s} }}),
			markup.Raw("div", "", markup.Still(`<button type="button" data-tap="sumf:s">start from the order shown</button>`, in.told))),
		markup.Raw("div", "", where),
		markup.Raw("div", "", tools))
}

// freeTap does what a button of the reader's own tree says.
func freeTap(rest string) markup.Action {
	l := lab.Now[sum.State]().Look
	if rest == "" || !shownSmall().ok {
		return nil
	}
	m := sum.Now()
	switch rest[0] {
	case 's':
		if text := m.TreeText(shownSmall().order); text != "" {
			return Edit{Text: text, Path: l.Path}
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
		if text, to, ok := summation.Edited(lab.Now[sum.State]().Tree, m.N, edit, path, other); ok && shownSmall().order == summation.OwnTree {
			return Edit{Text: text, Path: to}
		}
	}
	return nil
}

// freeKey edits the reader's own tree from the keyboard.
func freeKey(key string) (markup.Action, bool) {
	if shownSmall().order != summation.OwnTree || lab.ReadOnly() {
		return nil, false
	}
	do := map[string]string{"s": "0", "r": "1", "l": "2", "p": "h"}[key]
	if do == "h" && lab.Now[sum.State]().Look.Held != "" {
		do = "3"
	}
	if do == "" {
		return nil, false
	}
	a := freeTap(do)
	if e, ok := a.(Edit); ok {
		lab.Focus(`[id="sumt-` + e.Path + `"]`)
	}
	return a, true
}
