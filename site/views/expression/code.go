package expression

import (
	"strconv"
	"strings"

	"ulplab/fpcore/expr"
	number "ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/html"
	"ulplab/site/kit/words"
	"ulplab/site/views/ptx"
)

// The programs of exprCode: those of expr.Languages with the operations performed, then the author's text in the first
// two, and PTX; from sideB on the same for B.
const (
	ownText  = len(expr.Languages)
	assembly = ownText + 2
	sideB    = 8
)

// sideOf is the column that a program is of, A or B.
func sideOf(m *Model, lang int) int {
	if lang >= sideB {
		return m.B
	}
	return m.A
}

// source is the evaluation of A or B as a program, with the name of its file; missing says why there is none.
func source(m *Model, lang int) (name, program, missing string) {
	side, l := sideOf(m, lang), lang%sideB
	if side >= 0 && m.Columns[side].ptx != nil {
		if name = "program.ptx"; l != assembly {
			return name, "", ptxOnly
		}
		return name, m.In.PTX, ""
	}
	if n := m.size(); n > maxLines && (l < ownText || l == assembly) {
		return "program", "", "With its loops unrolled the program has " + words.Grouped(strconv.Itoa(n)) + " values; up to " + words.Grouped(strconv.Itoa(maxLines)) + " are written out as operations."
	}
	if l == assembly {
		if name, missing = "program.ptx", codeNone; side >= 0 && m.Columns[side].Plan != nil {
			program, _, missing = expr.PTX(m.Columns[side].Plan)
		}
		return name, program, missing
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
	button(base+assembly, "PTX")
	b.WriteString(`</div>`)
	name, program, missing := source(m, lang)
	if missing != "" {
		b.WriteString(`<p class="note">` + words.Escape(html.Sentence(missing)) + `</p>`)
		return b.String()
	}
	if lang%sideB == assembly && m.Columns[sideOf(m, lang)].ptx == nil {
		if s, ok := launch(m, sideOf(m, lang), program); ok {
			b.WriteString(`<p class="note"><a href="` + words.Escape(ptx.Link(s)) + `">` + codeRun + `</a></p>`)
		}
	}
	b.WriteString(`<p class="op-code"><span class="num">` + name + `</span> ` + html.Copy(program, "the program") + ` <button type="button" class="copy" data-tap="expr:s">save</button></p><pre class="expr-code num" tabindex="0" role="region" aria-label="` + name + `">` + words.Escape(program) + `</pre>`)
	return b.String()
}

// launch is the PTX of a column in the view that runs it, on the inputs of the row; ok is false of what does not fit there.
func launch(m *Model, column int, module string) (s ptx.State, ok bool) {
	p := m.Columns[column].Plan
	_, inputs, _ := expr.PTX(p)
	in, ok := m.Inputs(column)
	if !ok || p.Code.Result < 0 || len(inputs) >= len(s.Args) || len(module) > ptx.MaxText {
		return s, false
	}
	s.Grid, s.Block, s.Modules[0].Text = "1", "1", module
	for k, i := range inputs {
		t := p.Code.Inputs[i].Type
		s.Args[k] = ptx.Arg{Kind: ptx.Value, Type: t.Suffix()[1:], Text: inputText(t, in[i])}
	}
	s.Args[len(inputs)] = ptx.Arg{Kind: ptx.Zero, Type: p.Code.Values[p.Code.Result].Type.Suffix()[1:], N: "1"}
	return s, true
}

// inputText writes an input of a type.
func inputText(t expr.Type, bits uint64) string {
	if f := t.Format(); f != nil {
		return number.Shortest(f, wide.From64(bits))
	}
	return strconv.FormatInt(t.Int64(bits), 10)
}
