//go:build !opening

package draw

import (
	"strings"

	"ulplab/fpcore/wide"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/state"
)

// DevResults is both results side by side: bits, value, error, instructions, and how the bits are known.
func DevResults(m model.Devices) string {
	var b strings.Builder
	b.WriteString(`<div class="dev-results">`)
	for i := range m.Sides {
		devResult(&b, m, i)
	}
	b.WriteString(`</div>`)
	if m.Verdict != "" {
		class := "op-why dev-verdict"
		if !m.Same {
			class += " dev-apart"
		}
		b.WriteString(`<p class="` + class + `">` + Escape(Minus(m.Verdict)) + `</p>`)
	}
	if m.Because != "" {
		b.WriteString(`<p class="dev-because"><b>Why:</b> ` + Escape(m.Because) + `.</p>`)
	}
	if m.Exact != "" {
		b.WriteString(`<dl class="facts"><dt>` + Term("exact", "Exact value") + `</dt><dd class="x">` + Escape(Minus(m.Exact)) + `</dd></dl>`)
	}
	return b.String()
}

func devResult(b *strings.Builder, m model.Devices, i int) {
	s, other := m.Sides[i], m.Sides[1-i]
	b.WriteString(`<section class="dev-result"><h3><span class="dev-letter">` + "AB"[i:i+1] + `</span><span>` + Escape(s.Name) + `</span>`)
	if m.Both && !m.Same && (i == 0 && m.Closer < 0 || i == 1 && m.Closer > 0) {
		b.WriteString(` <span class="fma-closer">closer</span>`)
	}
	b.WriteString(`</h3>`)
	if s.Missing != "" {
		b.WriteString(`<p class="dev-missing">No bits: ` + Escape(s.Missing) + `.</p></section>`)
		return
	}
	r := s.Result
	size := "op-big num"
	if len(r.Brief) > 12 || len(other.Result.Brief) > 12 {
		size += " op-long"
	}
	mark := wide.U128{}
	if m.Both && r.Bits.Format == other.Result.Bits.Format {
		mark = r.Code.Xor(other.Result.Code)
	}
	b.WriteString(`<p class="` + size + `">` + Escape(Minus(r.Brief)) + `</p>` + markedBits(r.Bits, mark) +
		`<p class="op-code"><span class="num dev-hex">` + r.Hex + `</span> ` + Copy(r.Hex, "result "+"AB"[i:i+1]) + ` <a href="` +
		Escape(DatumLink(r.Bits.Format.ID, state.Operand{Bits: r.Code})) + `" aria-label="Result ` + "AB"[i:i+1] + ` in the Encoding view">bit by bit</a></p>`)
	if s.Error.Known {
		b.WriteString(`<p class="fma-error">error <span class="num">` + Escape(Minus(s.Error.Text)) + `</span> ` + Term("ulp", "ulp") + `</p>`)
	}
	if s.Demoted {
		b.WriteString(`<p class="dim fma-error">` + prose.DevDemoted + `</p>`)
	}
	b.WriteString(`<ol class="dev-steps">`)
	for _, st := range s.Steps {
		class := ""
		if st.Inner {
			class = ` class="dev-inner"`
		}
		b.WriteString(`<li` + class + `><span class="num dev-name">` + Escape(st.Name) + `</span>`)
		if len(st.Operands) > 0 {
			b.WriteString(` <span class="num dim">` + Escape(Minus(strings.Join(st.Operands, ", "))) + `</span>`)
		}
		b.WriteString(` <span class="dev-gives"><span class="dim">→</span> <span class="num">` + Escape(Minus(st.Brief)) + `</span>`)
		if st.Hex != st.Brief {
			b.WriteString(` <span class="num dim">` + st.Hex + `</span>`)
		}
		b.WriteString(`</span></li>`)
	}
	b.WriteString(`</ol><p class="dev-from">bits ` + devTag(s.Kind.String(), s.SourceID, s.Source) + `</p></section>`)
}

// markedBits writes a code in its fields, with the bits of mark emphasized.
func markedBits(bits model.Bits, mark wide.U128) string {
	var s strings.Builder
	s.WriteString(`<p class="op-bits dev-bits num">`)
	for _, f := range bits.Fields {
		s.WriteString(`<span class="op-field k` + f.Kind.Letter() + `" title="` + Escape(f.Kind.Name()) + `">`)
		on := false
		for i, bit := range f.Bits {
			differs := mark.Bit(uint(bit.Index)) != 0
			gapped := i > 0 && (len(f.Bits)-i)%4 == 0
			if on && (!differs || gapped) {
				s.WriteString(`</mark>`)
				on = false
			}
			if gapped {
				s.WriteString(gap)
			}
			if differs && !on {
				s.WriteString(`<mark>`)
				on = true
			}
			if bit.One {
				s.WriteByte('1')
			} else {
				s.WriteByte('0')
			}
		}
		if on {
			s.WriteString(`</mark>`)
		}
		s.WriteString(`</span><wbr>`)
	}
	s.WriteString(`</p>`)
	return s.String()
}

// DevWhy lists what the targets differ in where bits are concerned, with a button that looks for operands which show it.
func DevWhy(t [2]string, still bool) string {
	var b strings.Builder
	list, more := model.DevRules(t)
	b.WriteString(Heading(prose.DevWhyTitle, prose.DevWhyNote))
	if len(list) == 0 {
		b.WriteString(`<p class="note">` + prose.DevNoRules + `</p>`)
	} else {
		b.WriteString(`<table class="dev-table dev-rules" role="table"><thead><tr><th scope="col">Rule</th><th scope="col"><b>A</b></th><th scope="col"><b>B</b></th></tr></thead><tbody>`)
	}
	for _, w := range list {
		class := ""
		if w.Shows {
			class = ` class="dev-differ"`
		}
		b.WriteString(`<tr role="row"` + class + `><th scope="row" role="rowheader">` + Escape(w.Name) + `<span class="dev-why">` + Escape(strings.ReplaceAll(w.Why, "2^-126", "2⁻¹²⁶")) + `</span><span class="dev-effect">` + Escape(w.Effect))
		if w.Shows && !still {
			b.WriteString(` <button type="button" class="plain" data-tap="dev.witness:` + num(w.I) + `">` + prose.DevWitness + ` <span class="num">` + Escape(w.Operation) + `</span></button>`)
		}
		b.WriteString(`</span></th>`)
		for i, s := range w.Sides {
			b.WriteString(`<td role="cell"><b class="dev-side">` + "AB"[i:i+1] + `</b><span class="dev-value">` + Options(s) + `</span> ` + devTag(w.Kinds[i].String(), w.Sources[i], w.Titles[i]) + `</td>`)
		}
		b.WriteString(`</tr>`)
	}
	if len(list) > 0 {
		b.WriteString(`</tbody></table>`)
	}
	if more > 0 {
		b.WriteString(`<p class="note dev-more">` + plural(more, "further difference") + ` ` + prose.DevMore + `</p>`)
	}
	return b.String()
}

// DevValues is the number line of both results and the exact value.
func DevValues(m model.Devices) Picture {
	return NumberLine(m.Line, "Results A and B and the exact value on one number line")
}

// DevLines is the number line in the sizes that the page chooses from.
func DevLines(m model.Devices) string {
	narrow := m
	narrow.Line.Width = ScopeNarrow.Width
	narrow.Line.Ticks = append([]model.Tick(nil), m.Line.Ticks...)
	if n := len(narrow.Line.Ticks); n > 1 { // the results stand last; one label under the other
		a, b := &narrow.Line.Ticks[n-2], &narrow.Line.Ticks[n-1]
		if a.Pos > b.Pos {
			a, b = b, a
		}
		if a.Label != "" && b.Pos-a.Pos < model.LineUnit*6/10 {
			a.Side, b.Side = -1, 1
		}
	}
	return `<div class="op-wide">` + DevValues(m).SVG() + `</div><div class="op-narrow">` + DevValues(narrow).SVG() + `</div>`
}

// DevMachines is the table of the paper's figures 1 and 5 on every machine.
func DevMachines() string {
	var b strings.Builder
	b.WriteString(`<table class="dev-machines" role="table"><thead><tr><th scope="col">Machine</th><th scope="col">a*b+c becomes</th><th scope="col">Figure 1</th><th scope="col">Figure 5</th><th scope="col">Known</th></tr></thead><tbody>`)
	for _, m := range model.DevMachines() {
		b.WriteString(`<tr role="row"><th scope="row" role="rowheader">` + Escape(m.Name) + `</th><td role="cell" class="num">` + Escape(m.Code) + `</td>`)
		for i, d := range [2]model.Datum{m.Figure1, m.Figure5} {
			b.WriteString(`<td role="cell" class="num"><b class="dev-side">Figure ` + [...]string{"1", "5"}[i] + `</b>` + Escape(Minus(d.Brief)) + `<span class="op-hex">` + d.Hex + `</span></td>`)
		}
		b.WriteString(`<td role="cell">` + devTag(m.Kind.String(), m.Source, m.Title) + `</td></tr>`)
	}
	b.WriteString(`</tbody></table>`)
	return Heading(prose.DevMachinesTitle, prose.DevMachinesNote) + TableBox(prose.DevMachinesTitle, b.String())
}

// DevSeek says how a search for operands went.
func DevSeek(s state.Seek) string {
	if s.Phase == state.SeekIdle {
		return ""
	}
	words := [...]string{state.Seeking: prose.DevSeeking, state.SeekFound: prose.DevFound, state.SeekNone: prose.DevNone, state.SeekLost: prose.DevLost, state.SeekMute: prose.DevMute}
	return `<p class="note"><strong>` + words[s.Phase] + `</strong> ` + Escape(s.Why) + `</p>`
}
