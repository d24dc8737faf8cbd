package matrixunit

import (
	"strings"

	"ulplab/fpcore/tensor"
	"ulplab/site/kit/bits"
	"ulplab/site/kit/html"
	"ulplab/site/kit/microscope"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
)

// Results is the table of results.
func Results(m *Model) string {
	unit := "Error"
	if m.F[2] != nil {
		unit += " in " + html.Term("ulp", "ulp")
	}
	rows := make([]html.Result, len(m.Rows))
	for i := range rows {
		r := &m.Rows[i]
		rows[i] = html.Result{Here: r.Side > 0, Name: r.Name, Detail: r.Detail, Value: r.Datum.Brief, Code: r.Datum.Hex, Error: r.Error.Text}
	}
	said := `<p class="op-why mma-verdict" data-part="why">` + words.Escape(m.Verdict) + `</p><div data-part="result">` + html.Results("Result", unit, rows) + `</div>`
	if m.Exact != "" {
		said += `<dl class="facts" data-part="exact"><dt>Exact C + Σ a·b</dt><dd class="x">` + words.Escape(words.Minus(m.Exact)) + `</dd></dl>`
	}
	return said
}

// Under is what stands under the field of C.
func Under(m *Model) string {
	note := ""
	if m.C.Note != "" {
		note = `<p class="note op-note">` + words.Escape(words.Minus(m.C.Note)) + `</p>`
	}
	return note + bits.CodeBits(m.C.Bits) + `<p class="op-code"><span class="num">` + m.C.Hex + `</span></p>`
}

// unit is a unit at work: what it is, and its blocks.
func unit(s *Side) string {
	said := html.Fill(`<p class="mma-ptx"><span class="num">#</span> <span class="dim"># · #</span></p>`, s.PTX, s.Chips, s.words())
	for i := range s.Blocks {
		k := &s.Blocks[i]
		if k.Title != "" {
			said += `<h3>` + words.Escape(k.Title) + `</h3>`
		}
		if len(k.Scope.Rows) > 0 {
			name := s.Name + ", " + strings.ToLower(k.Title)
			said += html.WideNarrow(microscope.Draw(&k.Scope, microscope.ScopeWide, name), microscope.Draw(&k.Scope, microscope.ScopeNarrow, name))
		}
		said += `<p class="note">` + html.Powers(k.Caption) + `</p>`
	}
	if s.Chain {
		said += `<p class="note">` + words.Escape(chainNote(s.Block, s.Unit.Instruction().K)) + `</p>`
	}
	if s.Added {
		said += html.Fill(`<p class="note">`+addedWords+` <span class="num"># #</span></p>`, words.Minus(s.Result.Brief), s.Result.Hex)
	}
	return said
}

// Picture is a unit's blocks as one drawing.
func Picture(s *Side) svg.Picture {
	var p svg.Pen
	p.Text(0, 14, 15, svg.Left, "var(--ink)", s.Name+": "+s.PTX, "font-weight", "600")
	y, w := 34, microscope.ScopeWide.Width
	for i := range s.Blocks {
		k := &s.Blocks[i]
		if k.Title != "" {
			p.Text(0, y+12, 14, svg.Left, "var(--ink)", k.Title)
			y += 26
		}
		if len(k.Scope.Rows) > 0 {
			d := microscope.Draw(&k.Scope, microscope.ScopeWide, "")
			p.Open("g", "transform", words.Fill("translate(0 #)", y))
			p.B.WriteString(d.Body)
			p.Close("g")
			y, w = y+d.H+18, max(w, d.W)
		}
	}
	p.Digits(0, y+16, 15, svg.Left, "var(--ink)", "D = "+words.Minus(s.Result.Brief)+"  "+s.Result.Hex)
	return p.Picture(scopeTitle+": "+s.Name, w, y+26)
}

// Sources lists what is known of both units, with kind and source.
func Sources(m *Model) string {
	note := sourcesNote
	if m.F[2] == nil {
		note = integerNote
	}
	said := html.Heading(sourcesTitle, note) + `<div class="mma-sources">`
	for i := range m.Sides {
		s := &m.Sides[i]
		said += html.Fill(`<div><h3># <span class="dim">#</span></h3><dl class="facts">`, s.Name, s.Chips)
		lines := unitLines(s.Block)
		if s.integer() {
			lines = [][2]string{{"Products and sum", "exact"}, {"A sum beyond 32 bits", beyondWords(s)}}
		}
		if i := s.Unit.Instruction(); i.Scale != "" {
			lines = append(lines, [2]string{"Block scales", typeWords(scaling(i))})
		}
		for _, l := range lines {
			said += `<dt>` + l[0] + `</dt><dd>` + html.Powers(l[1]) + `</dd>`
		}
		said += `</dl><ul class="mma-facts">`
		for _, f := range s.Facts {
			said += `<li>` + words.Powers(words.Escape(f.What)) + ` ` + html.Known(f.Kind.String(), f.Source, tensor.SourceTitle(f.Source)) + `</li>`
		}
		said += `</ul></div>`
	}
	return said + `</div>`
}

// unitLines are the numbers of a unit.
func unitLines(u tensor.Unit) (list [][2]string) {
	add := func(name, value string) { list = append(list, [2]string{name, value}) }
	if u.Frac == 0 {
		add("Block", "none: one product at a time")
		if u.Chain != 0 {
			add("Products in a chain", words.Num(u.Chain))
			add("Arithmetic", "binary32, to nearest")
		}
		return list
	}
	add("Products in a block", words.Num(u.Terms))
	add("Fraction bits", words.Num(u.Frac))
	if u.Floor != tensor.NoFloor {
		add("Largest exponent", words.Fill("at least #", int(u.Floor)))
	} else {
		add("Largest exponent", "that of the terms")
	}
	add("Result", roundingWords(u))
	return list
}
