package draw

import (
	"strings"

	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/route"
	"ulplab/site/state"
)

// codeBits writes a code as coloured runs of bits, one for each field, that wrap between nibbles.
func codeBits(b model.Bits) string {
	var s strings.Builder
	s.WriteString(`<span class="op-bits num">`)
	for _, f := range b.Fields {
		s.WriteString(`<span class="op-field k` + f.Kind.Letter() + `" title="` + Escape(f.Kind.Name()) + `">`)
		for i, bit := range f.Bits {
			if i > 0 && (len(f.Bits)-i)%4 == 0 {
				s.WriteString(gap)
			}
			if bit.One {
				s.WriteByte('1')
			} else {
				s.WriteByte('0')
			}
		}
		s.WriteString(`</span><wbr>`)
	}
	s.WriteString(`</span>`)
	return s.String()
}

// DatumLink returns the link of a datum in the Encoding view.
func DatumLink(format string, x state.Operand) string {
	s := state.Default()
	s.View = state.Encoding
	s.Enc.Format, s.Enc.Bits, s.Enc.Text = format, x.Bits, x.Text
	if _, err := s.Enc.Read(); err != nil {
		s.Enc.Text = state.Draft{}
	}
	return route.Encode(s)
}

// OpOperand is what stands under the field of operand i: its bits, code and link, and what became of the typed number.
func OpOperand(m model.Op, o state.Op, i int) string {
	p := m.Operands[i]
	var b strings.Builder
	if p.Note != "" {
		b.WriteString(`<p class="note op-note">` + Escape(Minus(p.Note)) + `</p>`)
	}
	if p.Bits.Format == nil {
		return b.String() + `<p class="op-code num">` + p.Hex + `</p>`
	}
	b.WriteString(codeBits(p.Bits))
	b.WriteString(`<p class="op-code"><span class="num">` + p.Hex + `</span> <a href="` + Escape(DatumLink(o.Src, o.X[i])) + `" aria-label="Operand ` +
		p.Name + ` in the Encoding view">bit by bit</a></p>`)
	return b.String()
}

// OpFormula is the operation with the operands as shown: "0.1 + 0.2".
func OpFormula(m model.Op) string {
	var b strings.Builder
	s := []rune(m.Symbol)
	for i := 0; i < len(s); {
		j := i
		for j < len(s) && letter(s[j]) {
			j++
		}
		if j == i {
			b.WriteString(Escape(string(s[i])))
			i++
			continue
		}
		word := string(s[i:j])
		done := false
		for _, p := range m.Operands {
			if p.Name == word {
				shown := shortText(p.Shown)
				if (!p.Typed || p.Problem != "") && p.Brief != "" {
					shown = p.Brief
				}
				shown = Minus(shown)
				if b.Len() > 0 && strings.HasPrefix(shown, "−") {
					shown = "(" + shown + ")"
				}
				b.WriteString(`<span class="op-in">` + Escape(shown) + `</span>`)
				done = true
			}
		}
		if !done {
			b.WriteString(Escape(word))
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

// OpHero is the formula and the result in large digits.
func OpHero(m model.Op, direction string) string {
	if m.Compare != nil {
		return `<p class="op-formula num">` + OpFormula(m) + `</p><p class="op-big num">` + Escape(m.Compare.Relation) + ` <span class="words">` + m.Compare.Words + `</span></p>`
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
	return `<p class="op-formula num">` + OpFormula(m) + `</p><p class="` + size + `">` + Escape(Minus(m.Result.Brief)) +
		`</p><p class="dim op-to">` + Escape(how) + `</p>`
}

// OpBar is the result as one line; "" while operands are not understood.
func OpBar(m model.Op, unread []string) string {
	switch {
	case len(unread) > 0:
		return ""
	case m.Compare != nil:
		return `<span class="num">` + OpFormula(m) + `: ` + Escape(m.Compare.Relation) + `</span>`
	}
	return `<span class="num">` + OpFormula(m) + ` → ` + Escape(Minus(m.Result.Brief)) + `</span>`
}

// OpWhy is how the result came about.
func OpWhy(m model.Op) string {
	var b strings.Builder
	for i, w := range append(m.Why, m.Notes...) {
		if i < len(m.Why) {
			b.WriteString(`<p class="op-why">` + Escape(w) + `</p>`)
		} else {
			b.WriteString(`<p class="note">` + Escape(w) + `</p>`)
		}
	}
	return b.String()
}

// OpFacts lists the forms of the result, its error and the exceptions.
func OpFacts(m model.Op, digits bool) string {
	if m.Compare != nil {
		return relations(m.Compare)
	}
	var b strings.Builder
	b.WriteString(`<dl class="facts op-facts">`)
	fact := func(label, body string) { b.WriteString(`<dt>` + label + `</dt><dd>` + body + `</dd>`) }
	if m.Result.Bits.Format != nil {
		fact("Bits", codeBits(m.Result.Bits))
	}
	code := m.Result.Hex + " " + Copy(m.Result.Hex, "the code")
	if m.Integer == "" {
		code += ` <a href="` + Escape(DatumLink(m.Dst.ID, state.Operand{Bits: m.Result.Code})) + `" class="words">bit by bit</a>`
	}
	fact("Hex bits", code)
	if m.Error.Known {
		unit := ""
		if m.Error.Unit == "ulp" {
			unit = " " + Term("ulp", "ulp")
		}
		fact(Term("error", "Error"), `<span class="op-err">`+Escape(Minus(m.Error.Text))+`</span>`+unit)
	}
	if len(m.Flags) == 0 {
		fact("Exceptions", `<span class="words dim">none</span>`)
	} else {
		fact("Exceptions", `<span class="words op-flags">`+Escape(strings.Join(m.Flags, ", "))+`</span>`)
	}
	if m.Integer == "" && m.Error.Known && m.Result.Entry != m.Result.Brief {
		fact("Shortest decimal", Escape(Minus(m.Result.Entry)))
	}
	if m.Result.HexFloat != "" && m.Error.Known {
		fact("Hex-float", Escape(Minus(m.Result.HexFloat)))
	}
	if m.Exact != "" {
		label, exactly := "Exact value", Escape(Minus(m.Exact))
		if digits {
			exactly = longNumber(m.Exact)
		}
		fact(label, `<span class="x">`+exactly+`</span>`)
	}
	if digits && m.Result.Decimal != "" {
		fact("Result", `<span class="t">`+longNumber(m.Result.Decimal)+`</span>`)
	}
	if m.Pair != nil {
		pair := ""
		for i, h := range m.Pair {
			if i > 0 {
				pair += `<br/>`
			}
			pair += `<span class="words dim">` + h.Name + `</span> ` + Escape(Minus(h.Brief)) + ` <span class="dim">` + h.Hex + `</span>`
		}
		fact(Term("augmented", "Sum + error"), pair)
	}
	if m.Rest != "" {
		fact("Residual", Escape(Minus(m.Rest)))
	}
	b.WriteString(`</dl>`)
	return b.String()
}

// sideMarks are the shapes of model.Side with their words.
var sideMarks = [...]struct{ mark, words string }{
	model.Elsewhere: {"", ""},
	model.OnExact:   {"=", "exact"},
	model.Below:     {"▼", "lower neighbour"},
	model.Above:     {"▲", "upper neighbour"},
}

// OpDirections is the table of the results in every direction.
func OpDirections(m model.Op, unit string) string {
	if m.Compare != nil {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<table class="op-table" role="table"><thead><tr><th scope="col">Direction</th><th scope="col">Result</th><th scope="col" class="n">` +
		Escape(unit) + `</th><th scope="col">Exceptions</th></tr></thead><tbody>`)
	for _, r := range m.Directions {
		row, label := `<tr role="row">`, ""
		if r.Chosen {
			row, label = `<tr role="row" class="here" aria-current="true">`, " op-on"
		}
		b.WriteString(row + `<th scope="row" role="rowheader"><button type="button" class="plain` + label + `" data-tap="op.dir:` + r.ID + `">` + Escape(r.Name) + `</button>`)
		if r.PTX != "" {
			b.WriteString(` <span class="num dim">` + r.PTX + `</span>`)
		}
		side := sideMarks[r.Where]
		mark := ""
		if side.mark != "" {
			mark = ` <span class="op-side s` + num(int(r.Where)) + `" title="` + side.words + `"><span aria-hidden="true">` + side.mark + `</span><span class="quiet">` + side.words + `</span></span>`
		}
		same := "num"
		if r.Same {
			same = "num op-same"
		}
		flags := r.Flags
		if flags == "" {
			flags = `<span class="dim">none</span>`
		}
		b.WriteString(`</th><td role="cell" class="` + same + `">` + Escape(Minus(r.Brief)) + mark + `<span class="op-hex">` + r.Hex + `</span></td><td role="cell" class="num n">` + Escape(Minus(r.Err)) +
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
func relations(c *model.Comparison) string {
	flags := `<span class="words dim">none</span>`
	if c.Flags != "" {
		flags = `<span class="words">` + c.Flags + `</span>`
	}
	return `<dl class="facts op-facts"><dt>totalOrder(a, b)</dt><dd>` + yes(c.Total) + `</dd><dt>totalOrder(b, a)</dt><dd>` + yes(c.Reverse) +
		`</dd><dt>totalOrderMag(a, b)</dt><dd>` + yes(c.TotalMag) + `</dd><dt>Exceptions</dt><dd>` + flags + `</dd></dl>`
}

// OpCompare is the table of the 22 predicates.
func OpCompare(m model.Op) string {
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
		b.WriteString(`<div class="tablebox" tabindex="0" role="region" aria-label="` + title + `"><table><caption>` + title + `</caption><thead><tr><th scope="col">Predicate</th><th scope="col">a … b</th><th scope="col">Answer</th><th scope="col">Exceptions</th></tr></thead><tbody>`)
		for _, p := range c.Predicates {
			if p.Signaling == signaling {
				b.WriteString(`<tr><th scope="row">` + p.Name + `</th><td class="num">` + Escape(p.Symbol) + `</td><td>` + yes(p.True) + `</td><td>` + p.Flags + `</td></tr>`)
			}
		}
		b.WriteString(`</tbody></table></div>`)
	}
	b.WriteString(`</div>`)
	return b.String()
}

// OpScope is the microscope in the sizes that the page chooses from, or every bit of it.
func OpScope(m model.Op, full bool) string {
	title := OpScopeTitle(m)
	if full {
		return `<div class="scope-full" tabindex="0" role="region" aria-label="` + Escape(title) + `">` + Microscope(&m.Scope, ScopeFull, title).SVG() + `</div>`
	}
	return `<div class="op-wide">` + Microscope(&m.Scope, ScopeWide, title).SVG() + `</div><div class="op-narrow">` + Microscope(&m.Scope, ScopeNarrow, title).SVG() + `</div>`
}

// OpScopeCaption says what to notice in the microscope.
func OpScopeCaption() string {
	return Escape(prose.OpScopeCaption[0]) + Term("grs", prose.OpScopeCaption[1]) + Escape(prose.OpScopeCaption[2])
}

// OpScopeTitle names the microscope for those who do not see it.
func OpScopeTitle(m model.Op) string {
	s := "Bits of " + m.Name
	if e := m.Scope.Exact(); e != nil && m.Scope.Rounded {
		d := m.Scope.Decision
		s += ": cut after " + prose.Pow2(m.Scope.Cut) + ", guard " + num(int(d.Guard)) + ", round " + num(int(d.Round)) + ", sticky " + num(int(d.Sticky))
	}
	return s
}

// OpLine is the number line in the sizes that the page chooses from.
func OpLine(m model.Op) string {
	narrow := m.Line
	narrow.Width = ScopeNarrow.Width
	narrow.Ticks = append([]model.Tick(nil), m.Line.Ticks...)
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
	if n := []rune(narrow.ExactLabel); len(n) > 40 {
		narrow.ExactLabel = string(n[:39]) + "…"
	}
	return `<div class="op-wide">` + OpLinePicture(m).SVG() + `</div><div class="op-narrow">` + NumberLine(narrow, opLineTitle(m)).SVG() + `</div>`
}

// OpLinePicture is the number line for the page's width.
func OpLinePicture(m model.Op) Picture { return NumberLine(m.Line, opLineTitle(m)) }

func opLineTitle(m model.Op) string {
	return "The result " + m.Result.Brief + " beside the exact value and its neighbours"
}
