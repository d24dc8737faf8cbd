package evaluation

import (
	"strings"

	"ulplab/fpcore/libm"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/html"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/words"
	"ulplab/site/views/encoding"
)

// Answer is the result of each library beside the correctly rounded one, and where each errs most; open is the link of an
// argument.
func Answer(list []Model, open func(wide.U128) string) string {
	var b strings.Builder
	if len(list) > 1 {
		said := "Both libraries give the same bits."
		if list[0].Result.Hex != list[1].Result.Hex {
			said = "The two libraries give different bits."
		}
		b.WriteString(`<p class="op-why fn-said">` + said + `</p><div class="fn-both">`)
	}
	for i := range list {
		m := &list[i]
		b.WriteString(`<div>`)
		if len(list) > 1 {
			b.WriteString(`<p><strong>` + heading(m) + `</strong></p>`)
		}
		b.WriteString(result(m, len(list) == 1, open) + `</div>`)
	}
	if len(list) > 1 {
		b.WriteString(`</div>`)
	}
	return b.String()
}

// heading is a library with its flags.
func heading(m *Model) string {
	return words.Escape(m.Library) + ` <span class="dim">` + words.Escape(m.Flags) + `</span>`
}

// result is what a library gives; alone says that no other stands beside it.
func result(m *Model, alone bool, open func(wide.U128) string) string {
	size, call := "op-big num", words.Escape(m.Call)
	if len(m.Result.Value) > 13 || !alone {
		size += " op-long"
	}
	if alone {
		call += ` <span class="dim">` + m.Flags + `</span>`
	}
	s := `<p class="op-formula num">` + call + `</p><p class="` + size + `">` + words.Escape(m.Result.Value) +
		`</p><p class="op-code"><span class="num">` + m.Result.Hex + `</span> ` + html.Copy(m.Result.Hex, "the code") + ` <a href="` +
		words.Escape(encoding.LinkTo(m.Format.ID, operand.Entered{Bits: m.Result.Bits})) + `">bit by bit</a></p>`
	switch {
	case m.Correct.Hex == "":
		s += `<p class="op-why">` + noExact
	case m.Correct.Hex == m.Result.Hex:
		s += `<p class="op-why">` + correct
	default:
		s += `<p class="op-why">Correctly rounded it is <span class="num">` + words.Escape(m.Correct.Value) + `</span> <span class="num dim">` + m.Correct.Hex + `</span>.`
	}
	if m.Error != "" {
		s += ` Its error is <span class="num">` + words.Escape(m.Error) + `</span> ulp.`
	}
	if m.Other.Hex != "" {
		s += ` Without FMA3 it is <span class="num">` + words.Escape(m.Other.Value) + `</span> <span class="num dim">` + m.Other.Hex + `</span>.`
	}
	s += `</p>`
	if w := m.Worst; w.Max != "" {
		s += `<p class="note">Largest error known: <span class="num">` + words.Escape(w.Max) + `</span> ulp, at <a class="num" href="` + words.Escape(open(w.Arg)) + `">` + words.Escape(words.Minus(words.Brief(m.Format, w.Arg))) + `</a>, ` + w.Over + `.</p>`
	}
	return s
}

// Tables are the evaluations: the parts with their steps, one library beside the other.
func Tables(list []Model) string {
	var b strings.Builder
	b.WriteString(`<h2>` + title + `</h2><div class="fn-both">`)
	for i := range list {
		m := &list[i]
		b.WriteString(`<section>`)
		if len(list) > 1 {
			b.WriteString(`<h3>` + heading(m) + `</h3>`)
		}
		b.WriteString(html.TableBoxOpen(title+", "+m.Library) + ` class="fn-run"><thead><tr><th scope="col">Name</th><th scope="col">Instruction</th><th scope="col" class="n">Result</th><th scope="col" class="n">Rounding</th></tr></thead>`)
		for _, p := range m.Parts {
			b.WriteString(`<tbody><tr><th scope="rowgroup" colspan="4">` + words.Escape(p.Name) + `</th></tr>`)
			for _, r := range p.Rows {
				b.WriteString(`<tr><th scope="row" class="num">` + words.Escape(r.Name) + `</th><td><span class="num">` + r.Op + `</span> <span class="num dim">` + words.Escape(r.Operands) +
					`</span></td><td class="n num">` + words.Escape(r.Value) + ` <span class="num dim">` + r.Hex + `</span></td><td class="n num">` + words.Escape(r.Rounding) + `</td></tr>`)
			}
			b.WriteString(`</tbody>`)
		}
		b.WriteString(`</table></div></section>`)
	}
	b.WriteString(`</div><p class="note fn-words">` + note + `</p><p class="dim fn-source">` + source + `</p>`)
	if len(list) > 1 {
		b.WriteString(`<p class="dim fn-source">` + gnuSource + `</p>`)
	}
	return b.String()
}

const (
	title     = "Step by step"
	correct   = "That is the correctly rounded value."
	noExact   = "The lab has no exact value of this function to compare with."
	note      = "Each instruction is computed by integers, as the processor does it. Rounding is how far a result lies from what its operands give exactly, in ulp of the result; the special-function unit does not round but approximates, so that its errors may be larger. Comparisons and integer operations have none."
	source    = libm.Toolkit + ": instructions and constants as nvcc chooses them, equal to an NVIDIA H200 on every argument of the functions of one binary32 operand, and on 2²⁸ drawn operands of the others. Another toolkit may use other code."
	gnuSource = libm.GNULibrary + ", as Debian 12 has it for x86-64: equal to it on every argument of the functions of one binary32 operand, and on 2²⁴ drawn operands of the others. A step that multiplies and adds is fused with FMA3. Another version may use other code."
)

// gnuWorst are the largest errors of the C library's functions with FMA3: found on an H200, which ran the steps of package
// libm on every argument beside CUDA's functions of binary64.
var gnuWorst = map[string]Worst{
	"expf":  {Max: "0.501637", Arg: wide.From64(0xbbe7328f), Over: allArguments},
	"exp2f": {Max: "0.501636", Arg: wide.From64(0xbc23cafc), Over: allArguments},
	"logf":  {Max: "0.817664", Arg: wide.From64(0x3f830083), Over: allArguments},
	"log2f": {Max: "0.751762", Arg: wide.From64(0x3f802bfc), Over: allArguments},
	"sinf":  {Max: "0.560697", Arg: wide.From64(0xbf0602e6), Over: allArguments},
	"cosf":  {Max: "0.560720", Arg: wide.From64(0xd97f9410), Over: allArguments},
}

const allArguments = "over all 2³² arguments, measured"

// Said is what each library gives, in a sentence.
func Said(list []Model) string {
	s := ""
	for i := range list {
		m := &list[i]
		if i > 0 {
			s += "; "
		}
		if len(list) > 1 {
			s += m.Library + ": "
		}
		s += m.Call + " is " + m.Result.Value
		if m.Error != "" {
			s += ", error " + m.Error + " ulp"
		}
	}
	return s + "."
}
