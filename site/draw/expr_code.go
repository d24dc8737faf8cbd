//go:build !opening

package draw

import (
	"strings"

	"ulplab/fpcore/expr"
	"ulplab/site/model"
	"ulplab/site/prose"
)

// The programs of ExprCode: those of expr.Languages with the operations performed, then the author's text in the first
// two; from exprSideB on the same for B.
const (
	exprOwnText = len(expr.Languages)
	exprSideB   = 8
)

// ExprSource is the evaluation of A or B as a program, with the name of its file; missing says why there is none.
func ExprSource(m *model.Expr, lang int) (name, program, missing string) {
	side, l := m.A, lang%exprSideB
	if lang >= exprSideB {
		side = m.B
	}
	own := l >= exprOwnText
	if own {
		l -= exprOwnText
	}
	l = min(l, len(expr.Languages)-1)
	name = expr.Language(l).File(own)
	if side < 0 || m.Columns[side].Plan == nil {
		return name, "", prose.ExprCodeNone
	}
	in, ok := m.Inputs(side)
	if !ok {
		return name, "", prose.ExprCodeNone
	}
	program, missing = expr.Emit(m.Columns[side].Plan, expr.Language(l), in, own)
	return name, program, missing
}

// ExprCode is the panel of programs.
func ExprCode(m *model.Expr, lang int) string {
	if m.Code == nil || m.A < 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(Heading(prose.ExprCodeTitle, prose.ExprCodeNote))
	button := func(i int, label string) {
		b.WriteString(`<button type="button" class="op-toggle" data-tap="expr:l` + num(i) + `" aria-pressed="` + boolean(i == lang) + `">` + Escape(label) + `</button>`)
	}
	base := lang / exprSideB * exprSideB
	b.WriteString(`<div class="row expr-langs" role="group" aria-label="` + prose.ExprCodeTitle + `">`)
	if m.B >= 0 {
		for side := range 2 {
			i := side*exprSideB + lang%exprSideB
			b.WriteString(`<button type="button" class="expr-side" data-tap="expr:l` + num(i) + `" aria-pressed="` + boolean(i == lang) + `" aria-label="Target ` + "AB"[side:side+1] + `">` + "AB"[side:side+1] + `</button>`)
		}
	}
	for i, l := range expr.Languages {
		button(base+i, l.Name)
	}
	for i, l := range expr.Languages[:2] {
		button(base+exprOwnText+i, prose.ExprCodeOwn+l.Name)
	}
	b.WriteString(`</div>`)
	name, program, missing := ExprSource(m, lang)
	if missing != "" {
		b.WriteString(`<p class="note">` + Escape(Sentence(missing)) + `</p>`)
		return b.String()
	}
	b.WriteString(`<p class="op-code"><span class="num">` + name + `</span> ` + Copy(program, "the program") + ` <button type="button" class="copy" data-tap="expr:s">save</button></p><pre class="expr-code num" tabindex="0" role="region" aria-label="` + name + `">` + Escape(program) + `</pre>`)
	return b.String()
}
