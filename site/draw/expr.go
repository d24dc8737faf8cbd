//go:build !opening

package draw

import (
	"strings"

	"ulplab/fpcore/expr"
	"ulplab/fpcore/wide"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/route"
	"ulplab/site/state"
)

// CodeMark is a piece of a text to be marked, with a class.
type CodeMark struct {
	From, To int
	Class    string
}

// MarkedCode is a text with pieces marked; of overlapping marks the first counts. An empty piece marks the character at
// its place, or a space at the end of the line.
func MarkedCode(text string, marks ...CodeMark) string {
	for i := range marks { // whole characters
		m := &marks[i]
		m.From, m.To = max(0, min(m.From, len(text))), max(0, min(m.To, len(text)))
		for m.From > 0 && m.From < len(text) && text[m.From]&0xc0 == 0x80 {
			m.From--
		}
		if m.To <= m.From {
			m.To = m.From + 1
		}
		for m.To < len(text) && text[m.To]&0xc0 == 0x80 {
			m.To++
		}
	}
	var b strings.Builder
	for at := 0; at <= len(text); {
		next, in := len(text)+1, -1
		for i, m := range marks {
			switch {
			case m.From <= at && at < m.To:
				if in < 0 {
					in, next = i, min(next, m.To)
				}
			case m.From > at:
				next = min(next, m.From)
			}
		}
		piece := text[at:min(next, len(text))]
		if in >= 0 {
			if piece == "" || piece[0] == '\n' {
				piece = " " + piece
			}
			b.WriteString(`<mark class="` + marks[in].Class + `">` + Escape(piece) + `</mark>`)
		} else {
			b.WriteString(Escape(piece))
		}
		at = next
	}
	return b.String()
}

// ExprBack is what lies behind the text of an editor and marks its pieces: an error, or else from to to, the first difference
// of two targets, if there is one.
func ExprBack(text string, problem *expr.Error, from, to int32) string {
	var marks []CodeMark
	if problem != nil {
		marks = append(marks, CodeMark{int(problem.From), int(problem.To), "expr-bad"})
	} else if to > from {
		marks = append(marks, CodeMark{int(from), int(to), "expr-apart"})
	}
	return MarkedCode(text, marks...) + "\n"
}

// ExprProblem says what is wrong with a text and where.
func ExprProblem(text string, e *expr.Error) string {
	if e == nil {
		return ""
	}
	return `<p class="problem">` + Escape(place(text, int(e.From))+": "+Sentence(e.Text)) + `</p>`
}

// place names a byte of a text by line and character.
func place(text string, at int) string {
	at = max(0, min(at, len(text)))
	before := text[:at]
	line := strings.Count(before, "\n") + 1
	char := len([]rune(before[strings.LastIndexByte(before, '\n')+1:])) + 1
	if !strings.Contains(text, "\n") {
		return "Character " + num(char)
	}
	return "Line " + num(line) + ", character " + num(char)
}

// Sentence gives a message its capital and its full stop. A name of the program at its beginning stays as it is: a word
// with other signs than small letters, or one with the verb right after it ("sqrtf takes one argument").
func Sentence(s string) string {
	if s == "" {
		return s
	}
	first, rest, _ := strings.Cut(s, " ")
	verb, _, _ := strings.Cut(rest, " ")
	name := strings.Trim(strings.TrimRight(first, ",:"), "abcdefghijklmnopqrstuvwxyz") != ""
	switch verb {
	case "is", "has", "takes", "was":
		switch first {
		case "this", "that", "it", "here", "there", "what", "nothing":
		default:
			name = true
		}
	}
	if !name {
		s = upper(s)
	}
	if !strings.HasSuffix(s, ".") && !strings.HasSuffix(s, "?") {
		s += "."
	}
	return s
}

// ExprNotes lists what the reader should know though it is no error.
func ExprNotes(text string, notes []expr.Note) string {
	var b strings.Builder
	for i, n := range notes {
		if i == 4 {
			b.WriteString(`<li>and ` + num(len(notes)-i) + ` more</li>`)
			break
		}
		b.WriteString(`<li>` + Escape(place(text, int(n.At))+": "+Sentence(n.Text)) + `</li>`)
	}
	if b.Len() == 0 {
		return ""
	}
	return `<ul class="expr-notes">` + b.String() + `</ul>`
}

// ExprBits writes a value in its fields, with the bits of mark emphasized.
func ExprBits(v model.ExprValue, mark wide.U128) string {
	if v.Format != nil {
		return markedBits(model.BitsOf(v.Format, v.Code), mark)
	}
	n := max(v.Type.Bits(), 32)
	f := model.Field{Kind: model.Trailing}
	for i := n - 1; i >= 0; i-- {
		f.Bits = append(f.Bits, model.Bit{Index: i, One: v.Code.Bit(uint(i)) != 0, Kind: model.Trailing})
	}
	return strings.Replace(markedBits(model.Bits{Fields: []model.Field{f}}, mark), ` kT" title="`+model.Trailing.Name()+`"`, `" title="integer"`, 1)
}

// ExprStack is the table that people remember: the targets one below the other, bit under bit, and what differs marked.
func ExprStack(m *model.Expr, still bool) string {
	if m.Code == nil || len(m.Rows) == 0 {
		return ""
	}
	var b strings.Builder
	r := &m.Rows[m.Row()]
	b.WriteString(`<table class="expr-stack" role="table"><thead><tr role="row"><th scope="col" role="columnheader">Compared, target</th><th scope="col" role="columnheader">Bits</th><th scope="col" role="columnheader">Value</th><th scope="col" role="columnheader">Error</th></tr></thead><tbody>`)
	for i := range m.Columns {
		exprStackRow(&b, m, r, i, still)
	}
	b.WriteString(`</tbody></table>`)
	if !still {
		b.WriteString(`<p class="note">` + prose.ExprMarked + `</p>`)
	}
	if m.Verdict != "" {
		class := "op-why expr-verdict"
		if m.A >= 0 && m.B >= 0 && r.Results[m.A].Code != r.Results[m.B].Code {
			class += " dev-apart"
		}
		b.WriteString(`<p class="` + class + `">` + Options(m.Verdict) + `</p>`)
	}
	if m.Part != nil && m.Part.Cause != "" {
		b.WriteString(`<p class="expr-cause">First difference at <code>` + Escape(exprPieceOf(m, m.Part.From, m.Part.To)) + `</code>. ` + Options(m.Part.Cause) + `</p>`)
	}
	if m.Exact != "" {
		b.WriteString(`<dl class="facts"><dt>` + Term("exact", "Exact value") + `</dt><dd class="x long">` + Escape(Minus(m.Exact)) + `</dd></dl>`)
	}
	return b.String()
}

// exprSide is the letter of a side in a disc.
func exprSide(side int) string {
	return `<span class="dev-letter" aria-hidden="true">` + "AB"[side:side+1] + `</span>`
}

func exprPieceOf(m *model.Expr, from, to int32) string {
	s := strings.Join(strings.Fields(m.In.Text[max(0, from):max(from, min(to, int32(len(m.In.Text))))]), " ")
	if len(s) > 60 {
		s = strings.ToValidUTF8(s[:58], "") + "…"
	}
	return s
}

func exprStackRow(b *strings.Builder, m *model.Expr, r *model.ExprRow, i int, still bool) {
	c, v := &m.Columns[i], &r.Results[i]
	class := ""
	if i == m.A || i == m.B {
		class = ` class="expr-compared"`
	}
	b.WriteString(`<tr role="row"` + class + `><th scope="row" role="rowheader"><span class="expr-name">`)
	b.WriteString(`<span class="expr-pick" role="group" aria-label="Compare ` + Escape(c.Name) + `">`)
	for side := range 2 {
		on := i == m.A && side == 0 || i == m.B && side == 1
		b.WriteString(`<button type="button" class="expr-side" data-tap="expr:` + "AB"[side:side+1] + num(i) + `" aria-pressed="` + boolean(on) + `" aria-label="` + Escape(c.Name) + ` as ` + "AB"[side:side+1] + disabled(still) + "AB"[side:side+1] + `</button>`)
	}
	b.WriteString(`</span><span class="expr-who" title="` + Escape(c.Command) + `">` + Options(c.Name) + `</span></span>`)
	if !still {
		b.WriteString(`<span class="expr-tools">`)
		if i > 0 {
			b.WriteString(`<button type="button" class="plain" data-tap="expr:u` + num(i) + `" aria-label="Move ` + Escape(c.Name) + ` up">↑</button>`)
		}
		if len(m.Columns) > 1 {
			b.WriteString(`<button type="button" class="plain" data-tap="expr:x` + num(i) + `" aria-label="Remove ` + Escape(c.Name) + `">×</button>`)
		}
		b.WriteString(`</span>`)
	}
	b.WriteString(`</th>`)
	switch {
	case c.Problem != nil:
		b.WriteString(`<td role="cell" colspan="3" class="expr-missing">` + Escape(place(m.In.Text, int(c.Problem.From))+": "+Sentence(c.Problem.Text)) + `</td></tr>`)
		return
	case !v.Known && c.Code != nil && c.Code.Result < 0:
		b.WriteString(`<td role="cell" colspan="3" class="expr-missing">No result: the program only prints.</td></tr>`)
		return
	case !v.Known:
		b.WriteString(`<td role="cell" colspan="3" class="expr-missing">–</td></tr>`)
		return
	}
	b.WriteString(`<td role="cell" class="expr-bits">` + ExprBits(v.ExprValue, v.Mark) + `</td><td role="cell" class="expr-value"><span class="num expr-big">` + Escape(Minus(v.Brief)) + `</span> <span class="num expr-hex">`)
	if v.Format != nil {
		b.WriteString(`<a href="` + Escape(DatumLink(v.Format.ID, state.Operand{Bits: v.Code})) + `" aria-label="` + v.Hex + ` bit by bit">` + v.Hex + `</a>`)
	} else {
		b.WriteString(v.Hex)
	}
	b.WriteString(`</span></td><td role="cell" class="expr-error">`)
	switch {
	case v.Total != "":
		b.WriteString(`<span class="num">` + Escape(Minus(v.Total)) + `</span> ` + Term("ulp", "ulp"))
	case c.Target.Machine == expr.Exact:
		b.WriteString(`<span class="dim">rounded once</span>`)
	default:
		b.WriteString(`<span class="dim">–</span>`)
	}
	if v.Same != i {
		b.WriteString(`<span class="expr-same">= ` + Options(m.Columns[v.Same].Name) + `</span>`)
	}
	if c.Other.Known {
		b.WriteString(`<span class="expr-same">not certain: perhaps <span class="num">` + c.Other.Hex + `</span></span>`)
	}
	b.WriteString(`</td></tr>`)
}

// ExprSources says how the rules of the targets are known, and how each compiles.
func ExprSources(m *model.Expr) string {
	var b strings.Builder
	b.WriteString(`<details class="expr-sources"><summary>Compiler lines, and how the rules are known</summary><dl>`)
	for i := range m.Columns {
		c := &m.Columns[i]
		b.WriteString(`<dt>` + Options(c.Name) + `</dt><dd>`)
		if c.Command != "" {
			b.WriteString(`<code>` + Options(c.Command) + `</code> ` + Copy(c.Command, "the compiler line of "+c.Name) + `<br>`)
		}
		b.WriteString(`<span class="dev-how"><span class="dev-kind">` + Escape(c.Kind.String()) + `</span></span> ` + Escape(c.Source))
		if c.Doubt != "" {
			b.WriteString(` ` + Escape(c.Doubt))
		}
		b.WriteString(`</dd>`)
	}
	b.WriteString(`</dl></details>`)
	return b.String()
}

// ExprRows is the table of all rows: inputs, and the result of every target.
func ExprRows(m *model.Expr, still bool) string {
	if m.Code == nil || len(m.Rows) < 2 {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<table class="expr-rows" role="table"><thead><tr><th scope="col">Row</th>`)
	inputs := min(len(m.Code.Inputs), 8)
	for _, in := range m.Code.Inputs[:inputs] {
		b.WriteString(`<th scope="col" class="n num">` + Escape(in.Name) + `</th>`)
	}
	for i := range m.Columns {
		b.WriteString(`<th scope="col">` + Options(m.Columns[i].Name) + `</th>`)
	}
	b.WriteString(`</tr></thead><tbody>`)
	for k := range m.Rows {
		r := &m.Rows[k]
		class := ""
		if k == m.Row() {
			class = ` class="here"`
		}
		b.WriteString(`<tr` + class + `><th scope="row"><button type="button" class="plain" data-tap="expr:r` + num(k) + `" aria-label="Select row ` + num(k+1) + disabled(still) + num(k+1) + `</button></th>`)
		for i := range inputs {
			b.WriteString(`<td class="n num">` + Escape(Minus(r.Cells[i].Shown)) + `</td>`)
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
			group := `<span class="expr-group expr-g` + num(min(int(l-'a'), 4)) + `">` + string(rune(l)) + `</span> `
			b.WriteString(`<td class="num">` + group + Escape(Minus(v.Brief)) + `<span class="expr-hex">` + markedHex(v.Hex, v.Mark) + `</span></td>`)
		}
		b.WriteString(`</tr>`)
	}
	b.WriteString(`</tbody></table>`)
	return `<h2>` + prose.ExprRowsTitle + `</h2><p class="note">` + prose.ExprRowsNote + `</p>` + TableBox(prose.ExprRowsTitle, b.String())
}

// markedHex marks the digits whose bits differ.
func markedHex(hex string, mark wide.U128) string {
	var b strings.Builder
	for i := 0; i < len(hex); i++ {
		if i >= 2 && mark.Shr(uint(4*(len(hex)-1-i))).Lo&15 != 0 {
			b.WriteString(`<mark>` + hex[i:i+1] + `</mark>`)
		} else {
			b.WriteByte(hex[i])
		}
	}
	return strings.ReplaceAll(b.String(), `</mark><mark>`, "")
}

// ExprMatrix is the distance of every result from every other.
func ExprMatrix(m *model.Expr) string {
	if m.Code == nil || m.Code.Result < 0 || len(m.Apart) < 2 {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<table class="expr-matrix"><thead><tr><th scope="col"><span class="quiet">Target</span></th>`)
	for i := range m.Columns {
		b.WriteString(`<th scope="col" class="n"><span class="num">` + Escape(m.Columns[i].ID) + `</span></th>`)
	}
	b.WriteString(`</tr></thead><tbody>`)
	for i := range m.Apart {
		b.WriteString(`<tr><th scope="row">` + Options(m.Columns[i].Name) + `</th>`)
		for k, d := range m.Apart[i] {
			switch {
			case i == k:
				b.WriteString(`<td class="expr-diag">·</td>`)
			case !d.Known:
				b.WriteString(`<td class="dim">–</td>`)
			case d.N == 0:
				b.WriteString(`<td class="n num dim">0</td>`)
			default:
				b.WriteString(`<td class="n num expr-d` + num(apartClass(d.N)) + `">` + apartText(d.N) + `</td>`)
			}
		}
		b.WriteString(`</tr>`)
	}
	b.WriteString(`</tbody></table>`)
	title, note := prose.ExprMatrixTitle, prose.ExprMatrixUlp
	if m.Code.Values[m.Code.Result].Type.Format() == nil {
		title, note = prose.ExprIntegers, ""
	}
	if len(m.Rows) > 1 {
		note += prose.ExprMatrixNote
	}
	return Heading(title, note) + TableBox(title, b.String())
}

// apartClass sorts a distance: 0 for none, 1 for neighbours, 2 up to 4, 3 up to 64, 4 up to 2^16, 5 beyond.
func apartClass(n uint64) int {
	for i, most := range [...]uint64{0, 1, 4, 64, 1 << 16} {
		if n <= most {
			return i
		}
	}
	return 5
}

// apartText writes a distance, with a power of two where it is long.
func apartText(n uint64) string {
	if n < 1e7 {
		return thousands(int(n))
	}
	k := 0
	for n>>k > 1 {
		k++
	}
	return "≈ 2" + superscript(int64(k))
}

// ExprPrints is what the program prints on every target; equal texts stand once.
func ExprPrints(m *model.Expr) string {
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
			b.WriteString(`<section class="expr-print"><h3>` + Options(names) + `</h3><pre class="num">` + Escape(c.Printed) + `</pre></section>`)
		}
	}
	return `<h2>` + prose.ExprPrintTitle + `</h2><div class="expr-prints">` + b.String() + `</div>`
}

// opLink is the link of a step in the microscope.
func opLink(o *state.Op) string {
	s := state.Default()
	s.View, s.Op = state.Operation, *o
	return route.Encode(s)
}

// ExprRowBar are the buttons of the rows of inputs.
func ExprRowBar(m *model.Expr, still bool) string {
	if m.Code == nil || len(m.Code.Inputs) == 0 {
		return `<h2>` + prose.ExprInputsTitle + `</h2>`
	}
	var b strings.Builder
	b.WriteString(`<h2>` + prose.ExprInputsTitle + `</h2><div class="row" role="group" aria-label="Rows of inputs">`)
	if len(m.Rows) > 1 {
		for k := range m.Rows {
			b.WriteString(`<button type="button" class="chip" data-tap="expr:r` + num(k) + `" aria-pressed="` + boolean(k == m.Row()) + `" aria-label="Row ` + num(k+1) + disabled(still) + num(k+1) + `</button>`)
		}
	}
	if !still {
		if len(m.Rows) < state.ExprMaxRows {
			b.WriteString(`<button type="button" class="plain" data-tap="expr:+">+ row</button>`)
		}
		if len(m.Rows) > 1 {
			b.WriteString(`<button type="button" class="plain" data-tap="expr:-" aria-label="Remove this row">− row</button>`)
		}
	}
	b.WriteString(`</div>`)
	return b.String()
}

// ExprUnder stands under the field of an input: its bits, with a link that leads to them, and what became of the typed number.
func ExprUnder(c *model.ExprCell, link func(format string, x state.Operand) string) string {
	if !c.Known {
		return ""
	}
	s := `<span class="num">` + c.Hex + `</span>`
	if c.Format != nil {
		s = `<a class="num" href="` + Escape(link(c.Format.ID, state.Operand{Bits: c.Code})) + `" aria-label="` + Escape(c.Name) + ` bit by bit">` + c.Hex + `</a>`
	}
	if c.Note != "" {
		s += ` <span class="term" tabindex="0">rounded<span class="tip" role="tooltip">` + Escape(Minus(c.Note)) + `</span></span>`
	}
	return s
}

// ExprInputsNote says what there is to say about the inputs, and offers a search.
func ExprInputsNote(m *model.Expr) string {
	switch {
	case m.Code == nil:
		return ""
	case len(m.Code.Inputs) == 0:
		return `<p class="note">` + prose.ExprNoInputs + `</p>`
	}
	s := ""
	if n := len(m.Code.Inputs) - 24; n > 0 {
		s = `<p class="note">` + num(n) + prose.ExprManyInputs + `</p>`
	}
	if m.A >= 0 && m.B >= 0 && len(m.Rows) < state.ExprMaxRows {
		words, progress := prose.ExprFind, ""
		if f := m.Finding; f != nil {
			words = prose.ExprFindStop
			progress = `<progress max="` + num(model.ExprFindTries) + `" value="` + num(f.Tried) + `" aria-label="` + prose.ExprFindProgress + `"></progress> <span class="num dim">` +
				thousands(f.Tried) + ` of ` + thousands(model.ExprFindTries) + ` sets of inputs</span>`
		}
		s += `<p class="row expr-find"><button type="button" class="op-toggle" data-tap="expr:f">` + words + `</button>` + progress + `</p>`
	}
	return s
}
