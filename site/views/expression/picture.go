package expression

import (
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/expr"
	"ulplab/site/kit/bits"
	"ulplab/site/kit/code"
	"ulplab/site/kit/html"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/words"
	"ulplab/site/views/encoding"
)

// Stack is the table that people remember: the targets one below the other, bit under bit, and what differs marked.
func Stack(m *Model, still bool) string {
	if m.Code == nil || len(m.Rows) == 0 {
		return ""
	}
	var b strings.Builder
	r := &m.Rows[m.Row()]
	b.WriteString(`<table class="expr-stack" role="table" data-panel="2" aria-label="` + resultsTitle + `"><thead><tr role="row"><th scope="col" role="columnheader">Compared, target</th><th scope="col" role="columnheader">Bits</th><th scope="col" role="columnheader">Value</th><th scope="col" role="columnheader">Error</th></tr></thead><tbody>`)
	for i := range m.Columns {
		stackRow(&b, m, r, i, still)
	}
	b.WriteString(`</tbody></table>`)
	if !still {
		b.WriteString(`<p class="note">` + marked + `</p>`)
	}
	if m.Verdict != "" {
		class := "op-why expr-verdict"
		if m.A >= 0 && m.B >= 0 && r.Results[m.A].Code != r.Results[m.B].Code {
			class += " dev-apart"
		}
		b.WriteString(`<p class="` + class + `" data-panel="0" data-part="result">` + html.Options(m.Verdict) + `</p>`)
	}
	if m.Part != nil && m.Part.Cause != "" {
		b.WriteString(`<p class="expr-cause" data-panel="2">First difference at ` + where(m) + `. ` + html.Options(m.Part.Cause) + `</p>`)
	}
	if m.Exact != "" {
		b.WriteString(`<dl class="facts" data-panel="2"><dt>` + html.Term("exact", "Exact value") + `</dt><dd class="x long">` + words.Escape(words.Minus(m.Exact)) + `</dd></dl>`)
	}
	return b.String()
}

// where names the place of the first difference.
func where(m *Model) string {
	var list []string
	if m.Part.To > m.Part.From {
		list = append(list, `<code>`+words.Escape(pieceOf(m, m.Part.From, m.Part.To))+`</code>`)
	}
	for _, at := range m.Part.Statement {
		if s := "line " + strconv.Itoa(at.Line) + " of the PTX"; at.Line > 0 && !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return strings.Join(list, ", ")
}

func pieceOf(m *Model, from, to int32) string {
	s := strings.Join(strings.Fields(m.In.Text[max(0, from):max(from, min(to, int32(len(m.In.Text))))]), " ")
	if len(s) > 60 {
		s = strings.ToValidUTF8(s[:58], "") + "…"
	}
	return s
}

func stackRow(b *strings.Builder, m *Model, r *Row, i int, still bool) {
	c, v := &m.Columns[i], &r.Results[i]
	class := ""
	if i == m.A || i == m.B {
		class = ` class="expr-compared"`
	}
	b.WriteString(`<tr role="row"` + class + `><th scope="row" role="rowheader"><span class="expr-name">`)
	b.WriteString(`<span class="expr-pick" role="group" aria-label="Compare ` + words.Escape(c.Name) + `">`)
	for side := range 2 {
		on := i == m.A && side == 0 || i == m.B && side == 1
		b.WriteString(`<button type="button" class="expr-side" data-tap="expr:` + "AB"[side:side+1] + words.Num(i) + `" aria-pressed="` + strconv.FormatBool(on) + `" aria-label="` + words.Escape(c.Name) + ` as ` + "AB"[side:side+1] + html.Disabled(still) + "AB"[side:side+1] + `</button>`)
	}
	b.WriteString(`</span><span class="expr-who" title="` + words.Escape(c.Command) + `">` + html.Options(c.Name) + `</span></span>`)
	if !still && c.ptx == nil {
		b.WriteString(`<span class="expr-tools">`)
		if i > 0 {
			b.WriteString(`<button type="button" class="plain" data-tap="expr:u` + words.Num(i) + `" aria-label="Move ` + words.Escape(c.Name) + ` up">↑</button>`)
		}
		if len(strings.Fields(m.In.Targets)) > 1 {
			b.WriteString(`<button type="button" class="plain" data-tap="expr:x` + words.Num(i) + `" aria-label="Remove ` + words.Escape(c.Name) + `">×</button>`)
		}
		b.WriteString(`</span>`)
	}
	b.WriteString(`</th>`)
	switch {
	case c.Problem != nil:
		b.WriteString(`<td role="cell" colspan="3" class="expr-missing">` + words.Escape(code.Place(m.In.Text, int(c.Problem.From))+": "+html.Sentence(c.Problem.Text)) + `</td></tr>`)
		return
	case !v.Known && c.Code != nil && c.Code.Result < 0:
		b.WriteString(`<td role="cell" colspan="3" class="expr-missing">No result: the program only prints.</td></tr>`)
		return
	case !v.Known:
		b.WriteString(`<td role="cell" colspan="3" class="expr-missing">–</td></tr>`)
		return
	}
	b.WriteString(`<td role="cell" class="expr-bits">` + code.Bits(v.Value, v.Mark) + `</td><td role="cell" class="expr-value"><span class="num expr-big">` + words.Escape(words.Minus(v.Brief)) + `</span> <span class="num expr-hex">`)
	if v.Format != nil {
		b.WriteString(`<a href="` + words.Escape(encoding.LinkTo(v.Format.ID, operand.Entered{Bits: v.Code})) + `" aria-label="` + v.Hex + ` bit by bit">` + v.Hex + `</a>`)
	} else {
		b.WriteString(v.Hex)
	}
	b.WriteString(`</span></td><td role="cell" class="expr-error">`)
	switch {
	case v.Total != "":
		b.WriteString(`<span class="num">` + words.Escape(words.Minus(words.Grouped(v.Total))) + `</span> ` + html.Term("ulp", "ulp"))
	case c.ptx == nil && c.Target.Machine == expr.Exact && !(v.Format != nil && v.Format.ClassOf(v.Code).IsNaN()):
		b.WriteString(`<span class="dim">rounded once</span>`)
	default:
		b.WriteString(`<span class="dim">–</span>`)
	}
	if v.Same != i {
		b.WriteString(`<span class="expr-same">= ` + html.Options(m.Columns[v.Same].Name) + `</span>`)
	}
	if c.Other.Known {
		b.WriteString(`<span class="expr-same">not certain: perhaps <span class="num">` + c.Other.Hex + `</span></span>`)
	}
	b.WriteString(`</td></tr>`)
}

// sources says how the rules of the targets are known, and how each compiles.
func sources(m *Model) string {
	var b strings.Builder
	b.WriteString(`<details class="expr-sources"><summary>Compiler lines, and how the rules are known</summary><dl>`)
	for i := range m.Columns {
		c := &m.Columns[i]
		b.WriteString(`<dt>` + html.Options(c.Name) + `</dt><dd>`)
		if c.Command != "" {
			b.WriteString(`<code>` + html.Options(c.Command) + `</code> ` + html.Copy(c.Command, "the compiler line of "+c.Name) + `<br>`)
		}
		b.WriteString(`<span class="dev-how"><span class="dev-kind">` + words.Escape(c.Kind.String()) + `</span></span> ` + words.Escape(c.Source))
		if c.Doubt != "" {
			b.WriteString(` ` + words.Escape(c.Doubt))
		}
		b.WriteString(`</dd>`)
	}
	b.WriteString(`</dl></details>`)
	return b.String()
}

// rows is the table of all rows: inputs, and the result of every target.
func rows(m *Model, still bool) string {
	if m.Code == nil || len(m.Rows) < 2 {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<table class="expr-rows" role="table"><thead><tr><th scope="col">Row</th>`)
	inputs := min(len(m.Code.Inputs), 8)
	for _, in := range m.Code.Inputs[:inputs] {
		b.WriteString(`<th scope="col" class="n num">` + words.Escape(in.Name) + `</th>`)
	}
	for i := range m.Columns {
		b.WriteString(`<th scope="col">` + html.Options(m.Columns[i].Name) + `</th>`)
	}
	b.WriteString(`</tr></thead><tbody>`)
	for k := range m.Rows {
		r := &m.Rows[k]
		class := ""
		if k == m.Row() {
			class = ` class="here"`
		}
		b.WriteString(`<tr` + class + `><th scope="row"><button type="button" class="plain" data-tap="expr:r` + words.Num(k) + `" aria-label="Select row ` + words.Num(k+1) + html.Disabled(still) + words.Num(k+1) + `</button></th>`)
		for i := range inputs {
			b.WriteString(`<td class="n num">` + words.Escape(words.Minus(r.Cells[i].Shown)) + `</td>`)
		}
		letters, next := map[int]byte{}, byte('a')
		for i := range r.Results {
			v := &r.Results[i]
			if !v.Known {
				b.WriteString(`<td class="dim">–</td>`)
				continue
			}
			if letters[v.Same] == 0 {
				letters[v.Same] = next
				next++
			}
			l := letters[v.Same]
			group := `<span class="expr-group expr-g` + words.Num(min(int(l-'a'), 4)) + `">` + string(rune(l)) + `</span> `
			b.WriteString(`<td class="num">` + group + words.Escape(words.Minus(v.Brief)) + `<span class="expr-hex">` + bits.MarkedHex(v.Hex, v.Mark) + `</span></td>`)
		}
		b.WriteString(`</tr>`)
	}
	b.WriteString(`</tbody></table>`)
	return `<h2>` + rowsTitle + `</h2><p class="note">` + rowsNote + `</p>` + html.TableBox(rowsTitle, b.String())
}

// matrix is the distance of every result from every other.
func matrix(m *Model) string {
	if m.Code == nil || m.Code.Result < 0 || len(m.Distances) < 2 {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<table class="expr-matrix"><thead><tr><th scope="col"><span class="quiet">Target</span></th>`)
	for i := range m.Columns {
		b.WriteString(`<th scope="col" class="n"><span class="num">` + words.Escape(m.Columns[i].ID) + `</span></th>`)
	}
	b.WriteString(`</tr></thead><tbody>`)
	for i := range m.Distances {
		b.WriteString(`<tr><th scope="row">` + html.Options(m.Columns[i].Name) + `</th>`)
		for k, d := range m.Distances[i] {
			switch {
			case i == k:
				b.WriteString(`<td class="expr-diag">·</td>`)
			case !d.Known:
				b.WriteString(`<td class="dim">–</td>`)
			case d.N == 0:
				b.WriteString(`<td class="n num dim">0</td>`)
			default:
				b.WriteString(`<td class="n num expr-d` + words.Num(code.ApartClass(d.N)) + `">` + code.ApartText(d.N) + `</td>`)
			}
		}
		b.WriteString(`</tr>`)
	}
	b.WriteString(`</tbody></table>`)
	title, note := matrixTitle, matrixUlp
	if m.Code.Values[m.Code.Result].Type.Format() == nil {
		title, note = integers, ""
	}
	if len(m.Rows) > 1 {
		note += matrixNote
	}
	return html.Heading(title, note) + html.TableBox(title, b.String())
}

// prints is what the program prints on every target; equal texts stand once.
func prints(m *Model) string {
	if !m.Prints {
		return ""
	}
	var b strings.Builder
	for i := range m.Columns {
		c := &m.Columns[i]
		if c.Plan == nil || c.Printed == "" {
			continue
		}
		names, first := "", true
		for k := range m.Columns {
			if o := &m.Columns[k]; o.Printed == c.Printed && o.Plan != nil {
				if k < i {
					first = false
				}
				if names != "" {
					names += ", "
				}
				names += o.Name
			}
		}
		if first {
			b.WriteString(`<section class="expr-print"><h3>` + html.Options(names) + `</h3><pre class="num">` + words.Escape(c.Printed) + `</pre></section>`)
		}
	}
	return `<h2>` + printTitle + `</h2><div class="expr-prints">` + b.String() + `</div>`
}

// rowBar are the buttons of the rows of inputs.
func rowBar(m *Model, still bool) string {
	if m.Code == nil || len(m.Code.Inputs) == 0 {
		return `<h2>` + inputsTitle + `</h2>`
	}
	var b strings.Builder
	b.WriteString(`<h2>` + inputsTitle + `</h2><div class="row" role="group" aria-label="Rows of inputs">`)
	if len(m.Rows) > 1 {
		for k := range m.Rows {
			b.WriteString(`<button type="button" class="chip" data-tap="expr:r` + words.Num(k) + `" aria-pressed="` + strconv.FormatBool(k == m.Row()) + `" aria-label="Row ` + words.Num(k+1) + html.Disabled(still) + words.Num(k+1) + `</button>`)
		}
	}
	if !still {
		if len(m.Rows) < code.ExprMaxRows {
			b.WriteString(`<button type="button" class="plain" data-tap="expr:+">+ row</button>`)
		}
		if len(m.Rows) > 1 {
			b.WriteString(`<button type="button" class="plain" data-tap="expr:-" aria-label="Remove this row">− row</button>`)
		}
	}
	b.WriteString(`</div>`)
	return b.String()
}

// inputsNote says what there is to say about the inputs, and offers a search.
func inputsNote(m *Model) string {
	switch {
	case m.Code == nil:
		return ""
	case len(m.Code.Inputs) == 0:
		return `<p class="note">` + noInputs + `</p>`
	}
	s := ""
	if n := len(m.Code.Inputs) - 24; n > 0 {
		s = `<p class="note">` + words.Num(n) + manyInputs + `</p>`
	}
	return s
}
