package operation

import (
	"strings"

	"ulplab/site/kit/bits"
	"ulplab/site/kit/html"
	"ulplab/site/kit/microscope"
	"ulplab/site/kit/numberline"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
	"ulplab/site/views/encoding"
)

// opOperand is what stands under the field of operand i: its bits, code and link, and what became of the typed number.
func opOperand(m Model, o State, i int) string {
	p := m.Operands[i]
	var b strings.Builder
	if p.Note != "" {
		b.WriteString(`<p class="note op-note">` + words.Escape(words.Minus(p.Note)) + `</p>`)
	}
	if p.Bits.Format == nil {
		return b.String() + `<p class="op-code num">` + p.Hex + `</p>`
	}
	b.WriteString(bits.CodeBits(p.Bits))
	b.WriteString(`<p class="op-code"><span class="num">` + p.Hex + `</span> <a href="` + words.Escape(encoding.LinkTo(o.Src, o.X[i])) + `" aria-label="Operand ` +
		p.Name + ` in the Encoding view">bit by bit</a></p>`)
	return b.String()
}

// formula is the operation with the operands as shown: "0.1 + 0.2".
func formula(m Model) string {
	var b strings.Builder
	s := []rune(m.Symbol)
	for i := 0; i < len(s); {
		j := i
		for j < len(s) && letter(s[j]) {
			j++
		}
		if j == i {
			b.WriteString(words.Escape(string(s[i])))
			i++
			continue
		}
		word := string(s[i:j])
		done := false
		for _, p := range m.Operands {
			if p.Name == word {
				shown := shortText(p.Text)
				if (!p.Typed || p.Problem != "") && p.Brief != "" {
					shown = p.Brief
				}
				shown = words.Minus(shown)
				if b.Len() > 0 && strings.HasPrefix(shown, "−") {
					shown = "(" + shown + ")"
				}
				b.WriteString(`<span class="op-in">` + words.Escape(shown) + `</span>`)
				done = true
			}
		}
		if !done {
			b.WriteString(words.Escape(word))
		}
		i = j
	}
	return b.String()
}

func letter(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }

func shortText(s string) string {
	if r := []rune(s); len(r) > 28 {
		return string(r[:27]) + "…"
	}
	return s
}

// hero is the formula and the result in large digits.
func hero(m Model, direction string) string {
	if m.Compare != nil {
		return `<p class="op-formula num">` + formula(m) + `</p><p class="op-big num" data-part="result">` + words.Escape(m.Compare.Relation) + ` <span class="words">` + m.Compare.Words + `</span></p>`
	}
	size := "op-big num"
	if len(m.Result.Brief) > 22 {
		size += " op-long"
	}
	to := ""
	if m.Integer == "" {
		to = m.Dst.Name
	} else {
		to = "an integer"
	}
	if direction == "stochastic" {
		direction = "stochastic rounding"
	}
	how := "rounded to " + to + " by " + direction
	if !m.Rounds {
		how = "in " + to + ", without rounding"
	}
	return `<p class="op-formula num">` + formula(m) + `</p><p class="` + size + `" data-part="result">` + words.Escape(words.Minus(m.Result.Brief)) +
		`</p><p class="dim op-to">` + words.Escape(how) + `</p>`
}

// bar is the result as one line; "" while operands are not understood.
func bar(m Model, unread []string) string {
	if len(unread) > 0 {
		return ""
	}
	return `<span class="num">` + result(m, " → ") + `</span>`
}

// result is the operation with its result, as HTML.
func result(m Model, is string) string {
	if m.Compare != nil {
		return formula(m) + `: ` + words.Escape(m.Compare.Relation)
	}
	return formula(m) + is + words.Escape(words.Minus(m.Result.Brief))
}

// answer is the result in a sentence, with its error.
func answer(m Model) string {
	s := words.Plain(result(m, " is "))
	if e := m.Error; m.Compare == nil && e.Known && e.Text == "0" {
		s += ", exactly"
	} else if m.Compare == nil && e.Known {
		s += ", error " + words.Minus(e.Text+" "+e.Unit)
	}
	return strings.TrimSpace(s)
}

// why is how the result came about.
func why(m Model) string {
	var b strings.Builder
	for i, w := range append(m.Why, m.Notes...) {
		if i < len(m.Why) {
			b.WriteString(`<p class="op-why">` + words.Escape(w) + `</p>`)
		} else {
			b.WriteString(`<p class="note">` + words.Escape(w) + `</p>`)
		}
	}
	return b.String()
}

// facts lists the forms of the result, its error and the exceptions.
func facts(m Model, digits bool) string {
	if m.Compare != nil {
		return relations(m.Compare)
	}
	var b strings.Builder
	b.WriteString(`<dl class="facts op-facts">`)
	part := ""
	fact := func(label, body string) {
		b.WriteString(`<dt` + part + `>` + label + `</dt><dd` + part + `>` + body + `</dd>`)
		part = ""
	}
	if m.Result.Bits.Format != nil {
		part = ` data-part="bits"`
		fact("Bits", bits.LitBits(m.Result.Bits, m.LitBit-1))
	}
	code := m.Result.Hex + " " + html.Copy(m.Result.Hex, "the code")
	if m.Integer == "" {
		code += ` <a href="` + words.Escape(encoding.LinkTo(m.Dst.ID, operand.Entered{Bits: m.Result.Code})) + `" class="words">bit by bit</a>`
	}
	fact("Hex bits", code)
	if m.Error.Known {
		unit := ""
		if m.Error.Unit == "ulp" {
			unit = " " + html.Term("ulp", "ulp")
		}
		fact(html.Term("error", "Error"), `<span class="op-err">`+words.Escape(words.Minus(m.Error.Text))+`</span>`+unit)
	}
	if len(m.Flags) == 0 {
		fact("Exceptions", `<span class="words dim">none</span>`)
	} else {
		fact("Exceptions", `<span class="words op-flags">`+words.Escape(strings.Join(m.Flags, ", "))+`</span>`)
	}
	if m.Integer == "" && m.Error.Known && m.Result.Entry != m.Result.Brief {
		fact("Shortest that reads back", words.Escape(words.Minus(m.Result.Entry)))
	}
	if m.Result.HexFloat != "" && m.Error.Known {
		fact("Hex-float", words.Escape(words.Minus(m.Result.HexFloat)))
	}
	if m.Exact != "" {
		label, exactly := "Exact value", words.Escape(words.Minus(m.Exact))
		if digits {
			exactly = html.LongNumber(m.Exact)
		}
		part = ` data-part="exact"`
		fact(label, `<span class="x">`+exactly+`</span>`)
	}
	if digits && m.Result.Decimal != "" {
		fact("Result", `<span class="t">`+html.LongNumber(m.Result.Decimal)+`</span>`)
	}
	if m.Pair != nil {
		pair := ""
		for i, h := range m.Pair {
			if i > 0 {
				pair += `<br/>`
			}
			pair += `<span class="words dim">` + h.Name + `</span> ` + words.Escape(words.Minus(h.Brief)) + ` <span class="dim">` + h.Hex + `</span>`
		}
		fact(html.Term("augmented", "Sum + error"), pair)
	}
	if m.Rest != "" {
		fact("Residual", words.Escape(words.Minus(m.Rest)))
	}
	b.WriteString(`</dl>`)
	return b.String()
}

// directions is the table of the results in every direction.
func directions(m Model, unit string) string {
	if m.Compare != nil {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<table class="op-table" role="table" aria-label="` + directionsTitle + `"><thead><tr><th scope="col">Direction</th><th scope="col">Result</th><th scope="col" class="n">` +
		words.Escape(unit) + `</th><th scope="col">Exceptions</th></tr></thead><tbody>`)
	for _, r := range m.Directions {
		row, label := `<tr role="row">`, ""
		if r.Chosen {
			row, label = `<tr role="row" class="here" aria-current="true">`, " op-on"
		}
		b.WriteString(row + `<th scope="row" role="rowheader"><button type="button" class="plain` + label + `" data-tap="op.dir:` + r.ID + `">` + words.Escape(r.Name) + `</button>`)
		if r.PTX != "" {
			b.WriteString(` <span class="num dim">` + r.PTX + `</span>`)
		}
		side := numberline.SideMarks[r.Where]
		mark := ""
		if side.Mark != "" {
			mark = ` <span class="op-side s` + words.Num(int(r.Where)) + `" title="` + side.Words + `"><span aria-hidden="true">` + side.Mark + `</span><span class="quiet">` + side.Words + `</span></span>`
		}
		same := "num"
		if r.Same {
			same = "num op-same"
		}
		flags := r.Flags
		if flags == "" {
			flags = `<span class="dim">none</span>`
		}
		b.WriteString(`</th><td role="cell" class="` + same + `">` + words.Escape(words.Minus(r.Brief)) + mark + `<span class="op-hex">` + r.Hex + `</span></td><td role="cell" class="num n">` + words.Escape(words.Minus(words.Grouped(r.Err))) +
			`</td><td role="cell" class="op-ex">` + flags + `</td></tr>`)
	}
	b.WriteString(`</tbody></table>`)
	return b.String()
}

func yes(on bool) string {
	if on {
		return `<strong class="t">true</strong>`
	}
	return `<span class="dim">false</span>`
}

// relations is what a comparison tells besides its predicates.
func relations(c *Comparison) string {
	flags := `<span class="words dim">none</span>`
	if c.Flags != "" {
		flags = `<span class="words">` + c.Flags + `</span>`
	}
	return `<dl class="facts op-facts"><dt>totalOrder(a, b)</dt><dd>` + yes(c.Total) + `</dd><dt>totalOrder(b, a)</dt><dd>` + yes(c.Reverse) +
		`</dd><dt>totalOrderMag(a, b)</dt><dd>` + yes(c.TotalMag) + `</dd><dt>Exceptions</dt><dd>` + flags + `</dd></dl>`
}

// opCompare is the table of the 22 predicates.
func opCompare(m Model) string {
	c := m.Compare
	if c == nil {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<div class="op-predicates">`)
	for _, signaling := range [2]bool{false, true} {
		title := "Quiet: invalid only on a signaling NaN"
		if signaling {
			title = "Signaling: invalid on any NaN"
		}
		b.WriteString(html.TableBoxOpen(title) + `><caption>` + title + `</caption><thead><tr><th scope="col">Predicate</th><th scope="col">a … b</th><th scope="col">Answer</th><th scope="col">Exceptions</th></tr></thead><tbody>`)
		for _, p := range c.Predicates {
			if p.Signaling == signaling {
				b.WriteString(`<tr><th scope="row">` + p.Name + `</th><td class="num">` + words.Escape(p.Symbol) + `</td><td>` + yes(p.True) + `</td><td>` + p.Flags + `</td></tr>`)
			}
		}
		b.WriteString(`</tbody></table></div>`)
	}
	b.WriteString(`</div>`)
	return b.String()
}

// opScope is the microscope in the sizes that the page chooses from, or every bit of it.
func opScope(m Model, full bool) string {
	title, s := scopeTitle(m), m.shown()
	if full {
		return `<div class="scope-full" tabindex="0" role="region" aria-label="` + words.Escape(title) + `">` + microscope.Draw(s, microscope.ScopeFull, title).SVG() + `</div>`
	}
	return html.WideNarrow(microscope.Draw(s, microscope.ScopeWide, title), microscope.Draw(s, microscope.ScopeNarrow, title))
}

// point lights a column of the microscope, with the digit of the result and the piece of the line that belong to it.
func (m *Model) point(over int) {
	s := m.shown()
	s.Live, s.Lit = true, over
	w := microscope.PlaceOf(over - 1)
	e := s.Exact()
	if over == 0 || e == nil || !s.Rounded {
		return
	}
	low := w - s.Cut
	if l := &m.Line; low <= 0 && low > -18 && len(l.Ticks) == 3 && l.Ticks[0].Pos == lineLow && l.Ticks[2].Pos == lineHigh {
		from := 0
		for k := s.Cut - 1; k > w; k-- {
			from += int(e.Bit(k)) * (lineHigh - lineLow) >> (s.Cut - k)
		}
		g := numberline.Gap{From: lineLow + from, To: lineLow + from + (lineHigh-lineLow)>>-low, Label: words.Power(int64(w))}
		if e.Sign {
			g.From, g.To = lineLow+lineHigh-g.To, lineLow+lineHigh-g.From
		}
		l.Span = &g
	}
	if f := m.Result.Bits.Format; f != nil && f.ClassOf(m.Result.Code).IsFinite() {
		_, unit := f.IntegerSig(m.Result.Code)
		if n := w - int(unit); n >= 0 && n < f.P-1 {
			m.LitBit = n + 1
		}
	}
}

// shown is the whole microscope, or the frame of it.
func (m *Model) shown() *microscope.Scope {
	if m.Steps.At > 0 {
		return &m.Steps.Scope
	}
	return &m.Scope
}

// scopeCaption says what to notice in the microscope.
func scopeCaption() string {
	return words.Escape(opScopeCaption[0]) + html.Term("grs", opScopeCaption[1]) + words.Escape(opScopeCaption[2])
}

// scopeTitle names the microscope for those who do not see it.
func scopeTitle(m Model) string {
	s := "Bits of " + m.Name
	if m.Steps.At > 0 {
		return s + ", step " + words.Num(m.Steps.At) + ": " + m.Steps.Title
	}
	if e := m.Scope.Exact(); e != nil && m.Scope.Rounded {
		d := m.Scope.Decision
		s += ": cut after " + words.Pow2(m.Scope.Cut) + ", guard " + words.Num(int(d.Guard)) + ", round " + words.Num(int(d.Round)) + ", sticky " + words.Num(int(d.Sticky))
	}
	return s
}

// opLine is the number line in the sizes that the page chooses from.
func opLine(m Model) string {
	narrow := m.Line.Narrow(microscope.ScopeNarrow.Width, 40)
	longest := 0
	for _, t := range narrow.Ticks {
		longest = max(longest, len([]rune(t.Label)))
	}
	exact := len(narrow.Ticks) == 3 && narrow.Exact == narrow.Ticks[1].Pos && narrow.Ticks[1].Label != ""
	for i := range narrow.Ticks {
		t := &narrow.Ticks[i]
		switch {
		case exact && longest > 21 && i != 1:
			t.Label, t.Note = "", ""
		case !exact && longest > 18:
			t.Note = ""
		}
	}
	if !exact && longest > 18 {
		narrow.Ticks[0].Side = -1
	}
	return html.WideNarrow(linePicture(m), numberline.Draw(narrow, lineTitle(m)))
}

// linePicture is the number line for the page's width.
func linePicture(m Model) svg.Picture { return numberline.Draw(m.Line, lineTitle(m)) }

func lineTitle(m Model) string {
	return "The result " + m.Result.Brief + " beside the exact value and its neighbours"
}
