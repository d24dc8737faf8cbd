package evaluation

import (
	"strings"

	"ulplab/fpcore/libm"
	"ulplab/site/kit/html"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/words"
	"ulplab/site/views/encoding"
)

// Answer is the result beside the correctly rounded one.
func Answer(m *Model) string {
	size := "op-big num"
	if len(m.Result.Value) > 13 {
		size += " op-long"
	}
	s := `<p class="op-formula num">` + words.Escape(m.Call) + ` <span class="dim">` + m.Flags + `</span></p><p class="` + size + `">` + words.Escape(m.Result.Value) +
		`</p><p class="op-code"><span class="num">` + m.Result.Hex + `</span> ` + html.Copy(m.Result.Hex, "the code") + ` <a href="` +
		words.Escape(encoding.LinkTo(m.Format.ID, operand.Entered{Bits: m.Result.Bits})) + `">bit by bit</a></p>`
	switch {
	case m.Correct.Hex == "":
		return s + `<p class="op-why">` + noExact + `</p>`
	case m.Correct.Hex == m.Result.Hex:
		s += `<p class="op-why">` + correct
	default:
		s += `<p class="op-why">Correctly rounded it is <span class="num">` + words.Escape(m.Correct.Value) + `</span> <span class="num dim">` + m.Correct.Hex + `</span>.`
	}
	if m.Error != "" {
		s += ` Its error is <span class="num">` + words.Escape(m.Error) + `</span> ulp.`
	}
	return s + `</p>`
}

// Table is the evaluation: the parts with their steps.
func Table(m *Model) string {
	var b strings.Builder
	b.WriteString(`<h2>` + title + `</h2>` + html.TableBoxOpen(title) + `<table class="fn-run"><thead><tr><th scope="col">Name</th><th scope="col">Instruction</th><th scope="col" class="n">Result</th><th scope="col">Code</th><th scope="col" class="n">Rounding</th></tr></thead>`)
	for _, p := range m.Parts {
		b.WriteString(`<tbody><tr><th scope="rowgroup" colspan="5">` + words.Escape(p.Name) + `</th></tr>`)
		for _, r := range p.Rows {
			b.WriteString(`<tr><th scope="row" class="num">` + words.Escape(r.Name) + `</th><td><span class="num">` + r.Op + `</span> <span class="num dim">` + words.Escape(r.Operands) +
				`</span></td><td class="n num">` + words.Escape(r.Value) + `</td><td class="num dim">` + r.Hex + `</td><td class="n num">` + words.Escape(r.Rounding) + `</td></tr>`)
		}
		b.WriteString(`</tbody>`)
	}
	b.WriteString(`</table></div><p class="note fn-words">` + note + `</p><p class="dim fn-source">` + source + `</p>`)
	return b.String()
}

const (
	title   = "Step by step"
	correct = "That is the correctly rounded value."
	noExact = "The lab has no exact value of this function to compare with."
	note    = "Each instruction is computed by integers, as the GPU does it. Rounding is how far a result lies from what its operands give exactly, in ulp of the result; what the special-function unit gives is an approximation. Comparisons and integer operations have none."
	source  = libm.Toolkit + ": instructions and constants as nvcc chooses them, equal to an NVIDIA H200 on every argument of the functions of one binary32 operand, and on 2²⁸ drawn operands of the others. Another toolkit may use other code."
)
