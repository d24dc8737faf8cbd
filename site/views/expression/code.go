package expression

import (
	"strconv"
	"strings"

	"ulplab/fpcore/expr"
	"ulplab/site/kit/html"
	"ulplab/site/kit/words"
)

// The programs of exprCode: those of expr.Languages with the operations performed, then the author's text in the first
// two; from sideB on the same for B.
const (
	ownText = len(expr.Languages)
	sideB   = 8
)

// source is the evaluation of A or B as a program, with the name of its file; missing says why there is none.
func source(m *Model, lang int) (name, program, missing string) {
	side, l := m.A, lang%sideB
	if lang >= sideB {
		side = m.B
	}
	own := l >= ownText
	if own {
		l -= ownText
	}
	l = min(l, len(expr.Languages)-1)
	name = expr.Language(l).File(own)
	if side < 0 || m.Columns[side].Plan == nil {
		return name, "", codeNone
	}
	in, ok := m.Inputs(side)
	if !ok {
		return name, "", codeNone
	}
	program, missing = expr.Emit(m.Columns[side].Plan, expr.Language(l), in, own)
	return name, program, missing
}

// exprCode is the panel of programs.
func exprCode(m *Model, lang int) string {
	if m.Code == nil || m.A < 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(html.Heading(codeTitle, codeNote))
	button := func(i int, label string) {
		b.WriteString(`<button type="button" class="op-toggle" data-tap="expr:l` + words.Num(i) + `" aria-pressed="` + strconv.FormatBool(i == lang) + `">` + words.Escape(label) + `</button>`)
	}
	base := lang / sideB * sideB
	b.WriteString(`<div class="row expr-langs" role="group" aria-label="` + codeTitle + `">`)
	if m.B >= 0 {
		for side := range 2 {
			i := side*sideB + lang%sideB
			b.WriteString(`<button type="button" class="expr-side" data-tap="expr:l` + words.Num(i) + `" aria-pressed="` + strconv.FormatBool(i == lang) + `" aria-label="Target ` + "AB"[side:side+1] + `">` + "AB"[side:side+1] + `</button>`)
		}
	}
	for i, l := range expr.Languages {
		button(base+i, l.Name)
	}
	for i, l := range expr.Languages[:2] {
		button(base+ownText+i, codeOwn+l.Name)
	}
	b.WriteString(`</div>`)
	name, program, missing := source(m, lang)
	if missing != "" {
		b.WriteString(`<p class="note">` + words.Escape(html.Sentence(missing)) + `</p>`)
		return b.String()
	}
	b.WriteString(`<p class="op-code"><span class="num">` + name + `</span> ` + html.Copy(program, "the program") + ` <button type="button" class="copy" data-tap="expr:s">save</button></p><pre class="expr-code num" tabindex="0" role="region" aria-label="` + name + `">` + words.Escape(program) + `</pre>`)
	return b.String()
}
