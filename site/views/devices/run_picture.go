package devices

import (
	"strings"

	"ulplab/fpcore/wide"
	"ulplab/site/kit/bits"
	"ulplab/site/kit/html"
	"ulplab/site/kit/microscope"
	"ulplab/site/kit/numberline"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
	"ulplab/site/views/encoding"
)

// results is both results side by side: bits, value, error, instructions, and how the bits are known.
func results(m Model) string {
	var b strings.Builder
	b.WriteString(`<div class="dev-results">`)
	for i := range m.Sides {
		result(&b, m, i)
	}
	b.WriteString(`</div>`)
	if m.Verdict != "" {
		class := "op-why dev-verdict"
		if !m.Same {
			class += " dev-apart"
		}
		b.WriteString(`<p class="` + class + `" data-part="why">` + words.Escape(words.Minus(m.Verdict)) + `</p>`)
	}
	if m.Because != "" {
		b.WriteString(`<p class="dev-because" data-part="why"><b>Why:</b> ` + words.Escape(m.Because) + `.</p>`)
	}
	if m.Exact != "" {
		b.WriteString(`<dl class="facts" data-part="exact"><dt>` + html.Term("exact", "Exact value") + `</dt><dd class="x">` + words.Escape(words.Minus(m.Exact)) + `</dd></dl>`)
	}
	return b.String()
}

func result(b *strings.Builder, m Model, i int) {
	s, other := m.Sides[i], m.Sides[1-i]
	b.WriteString(`<section class="dev-result"><h3><span class="dev-letter">` + "AB"[i:i+1] + `</span><span>` + words.Escape(s.Name) + `</span>`)
	if m.Both && !m.Same && (i == 0 && m.Closer < 0 || i == 1 && m.Closer > 0) {
		b.WriteString(` <span class="fma-closer" data-part="why">closer</span>`)
	}
	b.WriteString(`</h3>`)
	if s.Missing != "" {
		b.WriteString(`<p class="dev-missing">No bits: ` + words.Escape(s.Missing) + `.</p></section>`)
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
	b.WriteString(`<p class="` + size + `" data-part="result">` + words.Escape(words.Minus(r.Brief)) + `</p><div data-part="bits">` + bits.MarkedBits(r.Bits, mark) + `</div>` +
		`<p class="op-code"><span class="num dev-hex">` + r.Hex + `</span> ` + html.Copy(r.Hex, "result "+"AB"[i:i+1]) + ` <a href="` +
		words.Escape(encoding.LinkTo(r.Bits.Format.ID, operand.Entered{Bits: r.Code})) + `" aria-label="Result ` + "AB"[i:i+1] + ` in the Encoding view">bit by bit</a></p>`)
	if s.Error.Known {
		b.WriteString(`<p class="fma-error" data-part="why">error <span class="num">` + words.Escape(words.Minus(s.Error.Text)) + `</span> ` + html.Term("ulp", "ulp") + `</p>`)
	}
	if s.Demoted {
		b.WriteString(`<p class="dim fma-error">` + demoted + `</p>`)
	}
	b.WriteString(`<ol class="dev-steps">`)
	for _, st := range s.Steps {
		class := ""
		if st.Inner {
			class = ` class="dev-inner"`
		}
		b.WriteString(`<li` + class + `><span class="num dev-name">` + words.Escape(st.Name) + `</span>`)
		if len(st.Operands) > 0 {
			b.WriteString(` <span class="num dim">` + words.Escape(words.Minus(strings.Join(st.Operands, ", "))) + `</span>`)
		}
		b.WriteString(` <span class="dev-gives"><span class="dim">→</span> <span class="num">` + words.Escape(words.Minus(st.Brief)) + `</span>`)
		if st.Hex != st.Brief {
			b.WriteString(` <span class="num dim">` + st.Hex + `</span>`)
		}
		b.WriteString(`</span></li>`)
	}
	b.WriteString(`</ol><p class="dev-from">bits ` + html.Known(s.Kind.String(), s.SourceID, s.Source) + `</p></section>`)
}

// why lists what the targets differ in where bits are concerned, with a button that looks for operands which show it.
func why(t [2]string, still bool) string {
	var b strings.Builder
	list, more := rules(t)
	b.WriteString(html.Heading(whyTitle, whyNote))
	if len(list) == 0 {
		b.WriteString(`<p class="note">` + noRules + `</p>`)
	} else {
		b.WriteString(`<table class="dev-table dev-rules" role="table" aria-label="` + whyTitle + `"><thead><tr><th scope="col">Rule</th><th scope="col"><b>A</b></th><th scope="col"><b>B</b></th></tr></thead><tbody>`)
	}
	for _, w := range list {
		class := ""
		if w.Shows {
			class = ` class="dev-differ"`
		}
		b.WriteString(`<tr role="row"` + class + `><th scope="row" role="rowheader">` + words.Escape(w.Name) + `<span class="dev-why">` + words.Escape(strings.ReplaceAll(w.Why, "2^-126", "2⁻¹²⁶")) + `</span><span class="dev-effect">` + words.Escape(w.Effect))
		if w.Shows && !still {
			b.WriteString(` <button type="button" class="plain" data-tap="dev.witness:` + words.Num(w.I) + `">` + witness + ` <span class="num">` + words.Escape(w.Operation) + `</span></button>`)
		}
		b.WriteString(`</span></th>`)
		for i, s := range w.Sides {
			b.WriteString(`<td role="cell"><b class="dev-side">` + "AB"[i:i+1] + `</b><span class="dev-value">` + html.Options(s) + `</span> ` + html.Known(w.Kinds[i].String(), w.Sources[i], w.Titles[i]) + `</td>`)
		}
		b.WriteString(`</tr>`)
	}
	if len(list) > 0 {
		b.WriteString(`</tbody></table>`)
	}
	if more > 0 {
		b.WriteString(`<p class="note dev-more">` + words.Count(more, "further difference") + ` ` + devMore + `</p>`)
	}
	return b.String()
}

// values is the number line of both results and the exact value.
func values(m Model) svg.Picture {
	return numberline.Draw(m.Line, "Results A and B and the exact value on one number line")
}

// lines is the number line in the sizes that the page chooses from.
func lines(m Model) string {
	narrow := m
	narrow.Line.Width = microscope.ScopeNarrow.Width
	narrow.Line.Ticks = append([]numberline.Tick(nil), m.Line.Ticks...)
	if n := len(narrow.Line.Ticks); n > 1 { // the results stand last; one label under the other
		a, b := &narrow.Line.Ticks[n-2], &narrow.Line.Ticks[n-1]
		if a.Pos > b.Pos {
			a, b = b, a
		}
		if a.Label != "" && b.Pos-a.Pos < numberline.Unit*6/10 {
			a.Side, b.Side = -1, 1
		}
	}
	return html.WideNarrow(values(m), values(narrow))
}

// devMachines is the table of the paper's figures 1 and 5 on every machine.
func devMachines() string {
	var b strings.Builder
	b.WriteString(`<table class="dev-machines" role="table"><thead><tr><th scope="col">Machine</th><th scope="col">a*b+c becomes</th><th scope="col">Figure 1</th><th scope="col">Figure 5</th><th scope="col">Known</th></tr></thead><tbody>`)
	for _, m := range machines() {
		b.WriteString(`<tr role="row"><th scope="row" role="rowheader">` + words.Escape(m.Name) + `</th><td role="cell" class="num">` + words.Escape(m.Code) + `</td>`)
		for i, d := range [2]operand.Datum{m.Figure1, m.Figure5} {
			b.WriteString(`<td role="cell" class="num"><b class="dev-side">Figure ` + [...]string{"1", "5"}[i] + `</b>` + words.Escape(words.Minus(d.Brief)) + `<span class="op-hex">` + d.Hex + `</span></td>`)
		}
		b.WriteString(`<td role="cell">` + html.Known(m.Kind.String(), m.Source, m.Title) + `</td></tr>`)
	}
	b.WriteString(`</tbody></table>`)
	return `<p class="note">` + machinesNote + `</p>` + html.TableBox(machinesTitle, b.String())
}

// seek says how a search for operands went.
func seek(s Seek) string {
	if s.Phase == SeekIdle {
		return ""
	}
	said := [...]string{Seeking: seeking, SeekFound: found, SeekNone: none, SeekLost: lost, SeekMute: mute}
	return `<p class="note"><strong>` + said[s.Phase] + `</strong> ` + words.Escape(s.Why) + `</p>`
}
