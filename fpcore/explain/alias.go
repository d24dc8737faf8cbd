package explain

import (
	"slices"
	"strings"

	"ulplab/fpcore/expr"
)

// likeFirst gives the inputs of a second program the names that the first has for them, in their order, where none of them is among the
// values and each has as many that the other lacks, of arrays and of single numbers.
func likeFirst(second, rows string, a, b []expr.InputVar) (text string, list []alias) {
	p := rowParser{s: rows}
	p.scan()
	alone := func(of, other []expr.InputVar) (list []string) { // arrays with a bracket behind their names
		has := func(in []expr.InputVar, name string) bool {
			return slices.ContainsFunc(in, func(v expr.InputVar) bool { return arrayName(v.Name) == name })
		}
		for _, v := range of {
			name := arrayName(v.Name)
			shown := name
			if name != v.Name {
				shown += "["
			}
			if !has(other, name) && !slices.Contains(list, shown) {
				list = append(list, shown)
			}
		}
		return list
	}
	first, own := alone(a, b), alone(b, a)
	if len(first) != len(own) {
		return second, nil
	}
	text = second
	for i := range own {
		was, array := strings.CutSuffix(own[i], "[")
		now, arrays := strings.CutSuffix(first[i], "[")
		given := func(w word) bool { return arrayName(w.text) == was }
		if array != arrays || mentions(second, now) || slices.ContainsFunc(p.words, given) {
			return second, nil
		}
		text, list = replaced(text, was, now), append(list, alias{was, now})
	}
	return text, list
}

// owned writes the names of the second program's inputs, in a text that replaces it or a part of it, as it has them.
func (a *parsedQuestion) owned(text string) string {
	return edited(text, func(w string, _ byte) string {
		if i := slices.IndexFunc(a.aliases, func(n alias) bool { return n.first == w }); i >= 0 {
			return a.aliases[i].own
		}
		return w
	})
}

// ownPlace is a place in the second program as it was written, of one in the text that has the names of the first.
func (a *parsedQuestion) ownPlace(at int32) int32 {
	return int32(len(a.owned(a.q.Second[:min(int(at), len(a.q.Second))])))
}
