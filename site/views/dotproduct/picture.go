package dotproduct

import (
	"strconv"
	"strings"

	"ulplab/fpcore/text"
	"ulplab/site/kit/graph"
	"ulplab/site/kit/html"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
	"ulplab/site/views/operation"
)

// table is the table of methods as figure 5 of the paper has it: results, codes and errors. here is the order
// shown large, -1 for none.
func table(d *Model, here int) string {
	rows := d.Table()
	printed := false
	for _, r := range rows {
		printed = printed || r.Printed != ""
	}
	var b strings.Builder
	b.WriteString(`<table class="dot-table" aria-label="` + tableTitle + `"><thead><tr><th scope="col">method</th><th scope="col">result</th><th scope="col">code</th><th scope="col" class="n">error, ` +
		html.Term("ulp", "") + `</th><th scope="col">` + html.Term("correctly-rounded", "") + `</th>`)
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
			b.WriteString(words.Escape(r.Name))
		} else {
			b.WriteString(`<button type="button" class="plain" data-tap="dot.shape:` + words.Num(r.Shape+1) + `" aria-pressed="` + strconv.FormatBool(r.Shape == here) + `">` + words.Escape(r.Name) + `</button>`)
		}
		cell := "num"
		if r.Shape == -1 {
			cell = "num x"
		}
		b.WriteString(`</th><td class="` + cell + `">` + html.Digits(words.Minus(r.Result), 5) + `</td><td class="` + cell + `">` + words.Escape(r.Bits) + `</td><td class="num n">` + words.Escape(r.Error) + `</td><td>`)
		if r.Correct {
			b.WriteString(`<span class="e">✓ yes</span>`)
		} else if r.Shape >= 0 && d.HasExact {
			b.WriteString(`<span class="dim">no</span>`)
		}
		if printed {
			b.WriteString(`</td><td class="num">` + words.Escape(r.Printed))
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

// detail is the line about one node: value, code, the exact result of its operation and of everything before
// it, and both errors.
func detail(d *Model, shape, node int) string {
	t := d.Detail(shape, node)
	var b strings.Builder
	b.WriteString(`<p class="dot-what"><b>` + words.Escape(t.Graph) + `</b> <span class="dim">` + words.Escape(t.Where) + `</span> <span class="num dot-formula">` + words.Escape(t.Formula) + `</span>`)
	if t.Op != "" {
		b.WriteString(` <a class="dot-op" href="` + words.Escape(operationLink(d, t)) + `">this operation, bit by bit</a>`)
	}
	b.WriteString(`</p><dl>`)
	item := func(name, class, html string) {
		b.WriteString(`<div><dt>` + name + `</dt><dd class="` + class + `">` + html + `</dd></div>`)
	}
	value := html.Digits(words.Minus(t.Value), 5)
	if len(t.Full) <= 40 {
		value = html.Digits(words.Minus(t.Full), 5)
	}
	item("rounded value", "num", value)
	exact := func(s string) string {
		if s == "" {
			return `<span class="dim">none: an operand is not a finite number</span>`
		}
		return html.Digits(words.Minus(s), 5)
	}
	ulps := func(s string) string {
		if s == "" || s == "0" {
			return map[string]string{"": "", "0": "none"}[s]
		}
		return words.Escape(s) + " ulp"
	}
	if t.Input {
		item("exact value", "num x", exact(t.Exact))
		item("errors", "num g", "none: nothing is computed here")
	} else {
		item("this operation exactly", "num x", exact(t.Before))
		item(words.Escape(t.Expr)+" exactly", "num x", exact(t.Exact))
	}
	item("bits", "num", words.Escape(t.Bits)+` <span class="dot-bits">`+fieldsBinary(d, t)+`</span>`)
	if !t.Input {
		item(`its rounding error`, "num g", ulps(t.Local)+` <span class="dim">`+words.Escape(t.Flags)+`</span>`)
		item(`error so far`, "num g", ulps(t.Total))
	}
	b.WriteString(`</dl>`)
	return b.String()
}

// operationLink is the link of the Operation view at the operation of a node.
func operationLink(d *Model, t Detail) string {
	s := operation.First()

	s.ID, s.Src, s.Dst, s.Env = t.Op, d.F.ID, "", d.Env
	for i, x := range t.X {
		s.X[i] = operand.Entered{Bits: x}
	}
	return operation.Link(s)
}

// fieldsBinary writes a code of at most 32 bits in the colours of its fields.
func fieldsBinary(d *Model, t Detail) string {
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

// note is what is to be said about the example shown, "" about data of the reader.
func note(id string) string {
	e, ok := dotExampleOf(id)
	if !ok {
		return ""
	}
	return `<h2>` + words.Escape(e.Name) + `</h2>` + paragraphs(e.Note)
}

// dotExact writes the exact value in full: every decimal digit, the code with what lies beyond it, and for a sum its
// significand in binary.
func dotExact(d *Model) string {
	if !d.HasExact {
		return `<p class="note">There is no exact value: an element is an infinity or a NaN.</p>`
	}
	var b strings.Builder
	b.WriteString(`<dl class="facts dot-exact">`)
	if s := d.Expansion(); s != "" {
		b.WriteString(`<dt>` + html.Term("exact", "exact value") + `</dt><dd class="x">` + html.Digits(words.Minus(s), 5) + ` ` + html.Copy(s, "the exact value") + `</dd>`)
	}
	if d.In.Sum {
		x := binaryOf(d.F, d.Exact, 16)
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
			b.WriteString(`<dt>in binary</dt><dd><span class="s">` + sign + `</span><span class="e">2` + words.Raised(int(x.Exp)) + `</span> × <span class="t">` + x.Lead + "." + x.Kept + `</span>` + lost + `</dd>`)
		}
	}
	if s := tail(d.F, d.Exact, 32); s != "" {
		b.WriteString(`<dt>` + html.Term("dot-tail", "hex, with fraction of an ulp") + `</dt><dd>` + words.Escape(s) + `</dd>`)
	}
	b.WriteString(`</dl>`)
	return b.String()
}

// paragraphs cuts text at line ends.
func paragraphs(s string) string {
	var b strings.Builder
	for _, p := range strings.Split(s, "\n") {
		b.WriteString("<p>" + words.Escape(p) + "</p>")
	}
	return b.String()
}

// dotThree is the picture of the first three orders side by side.
func dotThree(d *Model) svg.Picture {
	var three [3]svg.Picture
	for k := range three {
		three[k] = small(d, k, "")
	}
	return svg.Beside(threeTitle(d.In.Sum), 28, graph.GraphLegend(), three[:]...)
}

// small is one of the three orders side by side.
func small(d *Model, k int, live string) svg.Picture {
	if d.In.Sum {
		return sumTree(d, k, live)
	}
	return graph.Draw(d.Graph(k), graph.GraphSmall, live)
}

// smallMark is the mark over small.
func smallMark(d *Model, k, node int) string {
	if d.In.Sum {
		p := sumTree(d, k, "")
		return sumMark(d.Graph(k), p.W, p.H, node)
	}
	return graph.GraphMark(d.Graph(k), graph.GraphSmall, node)
}
