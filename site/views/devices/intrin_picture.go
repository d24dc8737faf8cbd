package devices

import (
	"strings"

	"ulplab/fpcore/format"
	"ulplab/site/kit/numberline"
	"ulplab/site/kit/words"
)

// IntrinOperandPicture is what stands under the field of an operand: its codes in both formats.
func IntrinOperandPicture(p IntrinOperand) string {
	return `<p class="op-code num">` + p.Hex32 + `<br/>` + p.Hex64 + `</p>`
}

// IntrinTable is the table of the twelve intrinsics.
func IntrinTable(m IntrinModel) string {
	var b strings.Builder
	var last *format.Format
	b.WriteString(`<table class="intrin-table" role="table"><thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Intrinsic</th>`)
	for i, d := range intrinDirections {
		b.WriteString(`<th scope="col" role="columnheader"><span class="num intrin-dir">` + d[0] + `</span> ` + intrinWords[i] + `</th>`)
	}
	b.WriteString(`</tr></thead><tbody role="rowgroup">`)
	for _, r := range m.Rows {
		if r.Format != last {
			last = r.Format
			b.WriteString(`<tr role="row" class="intrin-format"><th scope="rowgroup" role="rowheader" colspan="5">` + last.Name + `</th></tr>`)
		}
		b.WriteString(`<tr role="row" class="w` + words.Num(last.Bits) + `"><th scope="row" role="rowheader"><span class="num intrin-name">` + r.Name + `</span> <span class="num dim">` + words.Escape(r.C) + `</span><span class="op-hex num">` + r.Cells[0].PTX + `</span>`)
		if r.Exact != "" {
			b.WriteString(`<span class="op-hex num x">` + words.Escape(words.Minus(r.Exact)) + `</span>`)
		}
		b.WriteString(`</th>`)
		for i, c := range r.Cells {
			if r.Same && i > 0 {
				break
			}
			intrinCell(&b, r, i, c)
		}
		b.WriteString(`</tr>`)
	}
	b.WriteString(`</tbody></table>`)
	return b.String()
}

// intrinWords are the directions in words.
var intrinWords = [4]string{"nearest, ties to even", "toward zero", "toward +∞", "toward −∞"}

func intrinCell(b *strings.Builder, r IntrinRow, i int, c IntrinCell) {
	open := `<td role="cell" class="num">`
	if r.Same {
		open = `<td role="cell" class="num" colspan="4">`
	}
	side := numberline.SideMarks[c.Where]
	mark := ""
	if side.Mark != "" {
		mark = ` <span class="op-side" title="` + side.Words + `"><span aria-hidden="true">` + side.Mark + `</span><span class="quiet">` + side.Words + `</span></span>`
	}
	b.WriteString(open + `<span class="intrin-on" aria-hidden="true">` + intrinDirections[i][0] + `</span>` + words.Escape(words.Minus(c.Brief)) + mark)
	b.WriteString(`<span class="op-hex">` + c.Hex[:c.From])
	if c.From < len(c.Hex) {
		b.WriteString(`<span class="intrin-off">` + c.Hex[c.From:] + `</span>`)
	}
	b.WriteString(`</span><span class="op-hex intrin-err">`)
	switch {
	case r.Same && c.Err == "0":
		b.WriteString(`<span class="words">exact in all four directions</span>`)
	case r.Same:
		b.WriteString(`<span class="words">the same in all four directions</span>`)
	case c.Err == "0":
		b.WriteString(`<span class="words">exact</span>`)
	case c.Err != "–":
		b.WriteString(words.Escape(words.Minus(c.Err)) + ` ulp`)
	}
	b.WriteString(`</span></td>`)
}

// IntrinFrom lists from when the intrinsics are there and in hardware, with kind and source.
func IntrinFrom(m IntrinModel) string {
	var b strings.Builder
	b.WriteString(`<dl class="facts intrin-from">`)
	for i := 0; i < len(m.Rows); {
		r, names := m.Rows[i], ""
		for ; i < len(m.Rows) && m.Rows[i].From == r.From && m.Rows[i].Source == r.Source; i++ {
			if names != "" {
				names += " "
			}
			names += m.Rows[i].Name
		}
		b.WriteString(`<dt class="num">` + names + `</dt><dd><span class="words">` + r.From + ` <span class="dim">(` + r.Kind + `: ` + r.Source + `)</span></span></dd>`)
	}
	b.WriteString(`</dl><p class="note dim">` + words.Escape(intrinKnown) + `</p>`)
	return b.String()
}
