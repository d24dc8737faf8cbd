package draw

import (
	"strings"

	"ulplab/fpcore/text"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/route"
	"ulplab/site/state"
)

// DotTable is the table of methods as figure 5 of the paper has it: results, codes and errors. here is the order
// shown large, -1 for none.
func DotTable(d *model.Dot, here int) string {
	rows := d.Table()
	printed := false
	for _, r := range rows {
		printed = printed || r.Printed != ""
	}
	var b strings.Builder
	b.WriteString(`<table class="dot-table"><thead><tr><th scope="col">method</th><th scope="col">result</th><th scope="col">code</th><th scope="col" class="n">error, ` +
		Term("ulp", "") + `</th><th scope="col">` + Term("correctly-rounded", "") + `</th>`)
	if printed {
		b.WriteString(`<th scope="col">Figure 5 prints</th>`)
	}
	b.WriteString(`</tr></thead><tbody>`)
	for _, r := range rows {
		class := ""
		if r.Shape >= 0 && r.Shape == here {
			class = ` class="here"`
		}
		b.WriteString(`<tr` + class + `><th scope="row">`)
		if r.Shape < 0 {
			b.WriteString(Escape(r.Name))
		} else {
			b.WriteString(`<button type="button" class="plain" data-tap="dot.shape:` + num(r.Shape+1) + `" aria-pressed="` + truth(r.Shape == here) + `">` + Escape(r.Name) + `</button>`)
		}
		cell := "num"
		if r.Shape == -1 {
			cell = "num x"
		}
		b.WriteString(`</th><td class="` + cell + `">` + Digits(Minus(r.Result), 5) + `</td><td class="` + cell + `">` + Escape(r.Bits) + `</td><td class="num n">` + Escape(r.Error) + `</td><td>`)
		if r.Correct {
			b.WriteString(`<span class="e">✓ yes</span>`)
		} else if r.Shape >= 0 && d.HasExact {
			b.WriteString(`<span class="dim">no</span>`)
		}
		if printed {
			b.WriteString(`</td><td class="num">` + Escape(r.Printed))
			switch {
			case r.Printed == "":
			case r.Same:
				b.WriteString(` <span class="e">✓<span class="quiet"> the same</span></span>`)
			default:
				b.WriteString(` <span class="g">✗<span class="quiet"> not this</span></span>`)
			}
		}
		b.WriteString(`</td></tr>`)
	}
	b.WriteString(`</tbody></table>`)
	return b.String()
}

func truth(b bool) string {
	if b {
		return "true"
	}
	return "false"
}

// DotDetail is the line about one node: value, code, the exact result of its operation and of everything before
// it, and both errors.
func DotDetail(d *model.Dot, shape, node int) string {
	t := d.Detail(shape, node)
	var b strings.Builder
	b.WriteString(`<p class="dot-what"><b>` + Escape(t.Graph) + `</b> <span class="dim">` + Escape(t.Where) + `</span> <span class="num dot-formula">` + Escape(t.Formula) + `</span>`)
	if t.Op != "" {
		b.WriteString(` <a class="dot-op" href="` + Escape(operationLink(d, t)) + `">this operation, bit by bit</a>`)
	}
	b.WriteString(`</p><dl>`)
	item := func(name, class, html string) {
		b.WriteString(`<div><dt>` + name + `</dt><dd class="` + class + `">` + html + `</dd></div>`)
	}
	value := Digits(Minus(t.Value), 5)
	if len(t.Full) <= 40 {
		value = Digits(Minus(t.Full), 5)
	}
	item("rounded value", "num", value)
	exact := func(s string) string {
		if s == "" {
			return `<span class="dim">none: an operand is not a finite number</span>`
		}
		return Digits(Minus(s), 5)
	}
	ulps := func(s string) string {
		if s == "" || s == "0" {
			return map[string]string{"": "", "0": "none"}[s]
		}
		return Escape(s) + " ulp"
	}
	if t.Input {
		item("exact value", "num x", exact(t.Exact))
		item("errors", "num g", "none: nothing is computed here")
	} else {
		item("this operation exactly", "num x", exact(t.Before))
		item(Escape(t.Expr)+" exactly", "num x", exact(t.Exact))
	}
	item("bits", "num", Escape(t.Bits)+` <span class="dot-bits">`+fieldsBinary(d, t)+`</span>`)
	if !t.Input {
		item(`its rounding error`, "num g", ulps(t.Local)+` <span class="dim">`+Escape(t.Flags)+`</span>`)
		item(`error so far`, "num g", ulps(t.Total))
	}
	b.WriteString(`</dl>`)
	return b.String()
}

// operationLink is the link of the Operation view at the operation of a node.
func operationLink(d *model.Dot, t model.DotDetail) string {
	s := state.Default()
	s.View = state.Operation
	s.Op.ID, s.Op.Src, s.Op.Dst, s.Op.Env = t.Op, d.F.ID, "", d.Env
	for i, x := range t.X {
		s.Op.X[i] = state.Operand{Bits: x}
	}
	return route.Encode(s)
}

// fieldsBinary writes a code of at most 32 bits in the colours of its fields.
func fieldsBinary(d *model.Dot, t model.DotDetail) string {
	if d.F.Bits > 32 {
		return ""
	}
	parts := strings.Split(text.Binary(d.F, t.Code)[2:], "_")
	classes := []string{"s", "e", "t", "t"}
	if d.F.Unsigned {
		classes = classes[1:]
	}
	var b strings.Builder
	for i, p := range parts {
		b.WriteString(`<span class="` + classes[min(i, len(classes)-1)] + `">` + p + `</span> `)
	}
	return strings.TrimSpace(b.String())
}

// DotNote is what is to be said about the example shown, "" about data of the reader.
func DotNote(id string) string {
	e, ok := prose.DotExampleOf(id)
	if !ok {
		return ""
	}
	return `<h2>` + Escape(e.Name) + `</h2>` + paragraphs(e.Note)
}

// DotExact writes the exact value in full: every decimal digit, the code with what lies beyond it, and for a sum its
// significand in binary.
func DotExact(d *model.Dot) string {
	if !d.HasExact {
		return `<p class="note">There is no exact value: an element is an infinity or a NaN.</p>`
	}
	var b strings.Builder
	b.WriteString(`<dl class="facts dot-exact">`)
	if s := d.Expansion(); s != "" {
		b.WriteString(`<dt>` + Term("exact", "exact value") + `</dt><dd class="x">` + Digits(Minus(s), 5) + ` ` + Copy(s, "the exact value") + `</dd>`)
	}
	if d.In.Sum {
		x := model.BinaryOf(d.F, d.Exact, 16)
		if x.Other == "" {
			sign := ""
			if x.Neg {
				sign = "−"
			}
			lost := ""
			if x.Lost != "" {
				more := ""
				if x.More {
					more = "…"
				}
				lost = `<span class="g dot-lost">` + x.Lost + more + `</span>`
			}
			b.WriteString(`<dt>in binary</dt><dd><span class="s">` + sign + `</span><span class="e">2` + superscript(x.Exp) + `</span> × <span class="t">` + x.Lead + "." + x.Kept + `</span>` + lost + `</dd>`)
		}
	}
	if s := model.DotTail(d.F, d.Exact, 32); s != "" {
		b.WriteString(`<dt>` + Term("dot-tail", "hex, with fraction of an ulp") + `</dt><dd>` + Escape(s) + `</dd>`)
	}
	b.WriteString(`</dl>`)
	return b.String()
}

// paragraphs cuts text at line ends.
func paragraphs(s string) string {
	var b strings.Builder
	for _, p := range strings.Split(s, "\n") {
		b.WriteString("<p>" + Escape(p) + "</p>")
	}
	return b.String()
}

// DotThree is the picture of the first three orders side by side.
func DotThree(d *model.Dot) Picture {
	var three [3]Picture
	for k := range three {
		three[k] = DotSmall(d, k, "")
	}
	return Beside(prose.DotThreeTitle(d.In.Sum), 28, GraphLegend(), three[:]...)
}

// DotSmall is one of the three orders side by side.
func DotSmall(d *model.Dot, k int, live string) Picture {
	if d.In.Sum {
		return SumTree(d, k, live)
	}
	return Graph(d.Graph(k), GraphSmall, live)
}

// DotSmallMark is the mark over DotSmall.
func DotSmallMark(d *model.Dot, k, node int) string {
	if d.In.Sum {
		p := SumTree(d, k, "")
		return SumMark(d.Graph(k), p.W, p.H, node)
	}
	return GraphMark(d.Graph(k), GraphSmall, node)
}
