package explain

import (
	"strings"

	"ulplab/fpcore/explain"
	"ulplab/fpcore/expr"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/code"
	"ulplab/site/kit/html"
	"ulplab/site/kit/microscope"
	"ulplab/site/kit/words"
	"ulplab/site/views/expression"
)

// section is a part of the answer.
func section(b *strings.Builder, panel, id, title string) {
	b.WriteString(`<section class="explain-part" id="explain-` + id + `"` + panel + `><h2>` + title + `</h2>`)
}

// explainAnswer is the answer: verdict and causes, remedies, undefined operations, truth, tolerance, place.
func explainAnswer(m *Explanation) string {
	if !m.Answered() {
		return ""
	}
	var b strings.Builder
	a := &m.Answer
	cause(&b, m)
	remedies(&b, a)
	undefined(&b, m)
	truth(&b, m)
	tolerance(&b, m)
	place(&b, m)
	return b.String()
}

// bar is the verdict as one line.
func bar(m *Explanation) string {
	if m.Problem != nil || !m.Done {
		return ""
	}
	return html.Options(verdict(&m.Answer) + ".")
}

// cause is the verdict with its causes: those of the first rank, what tells them apart, and the less plausible ones.
func cause(b *strings.Builder, m *Explanation) {
	a := &m.Answer
	section(b, "", "cause", explainCause)
	b.WriteString(`<p class="explain-lead" data-panel="0" data-part="result">` + words.Escape(verdict(a)) + `.</p>` + code.Notes(m.In.Program, a.Notes) + `<div data-panel="2">`)
	assembly(b, m)
	for side := range a.Count {
		explainSide(b, a, side)
	}
	if a.Count == 1 && a.Verdict == explain.Explained && len(a.Sides[0].Groups) > 0 {
		b.WriteString(`<p>` + html.Options(a.Sides[0].Groups[0].Best.Name()) + `. With a second result of another machine the lab names what makes the difference.</p>`)
	}
	first, rest := a.Causes, []explain.Cause(nil)
	for i := range a.Causes {
		if a.Causes[i].Rank > a.Causes[0].Rank {
			first, rest = a.Causes[:i], a.Causes[i:]
			break
		}
	}
	several := len(first) > 1
	if several {
		b.WriteString(`<ol class="explain-causes">`)
	}
	for i := range first {
		if c := &first[i]; several {
			b.WriteString(`<li><b>` + words.Escape(c.Title()) + `</b>` + with(c) + `. ` + words.Escape(c.Why()) + `</li>`)
		} else {
			b.WriteString(`<p>` + words.Escape(c.Why()) + `</p>` + certain(a, c))
		}
	}
	if several {
		b.WriteString(`</ol>`)
	}
	element(b, m)
	if len(rest) > 0 {
		b.WriteString(`<p>Less plausible, and not excluded by the bits:</p><ul class="explain-causes">`)
		for i := range rest {
			c := &rest[i]
			b.WriteString(`<li><b>` + words.Escape(c.Title()) + `</b>` + with(c) + `. ` + words.Escape(c.Why()) + `</li>`)
		}
		b.WriteString(`</ul>`)
	}
	if a.Separates {
		separator(b, a)
	}
	if k := m.Known(); k != "" && a.Count == 2 && a.Verdict == explain.Explained {
		b.WriteString(`<p class="note">How the compilers’ rules are known: ` + k + `. Sources are in the list below.</p>`)
	}
	b.WriteString(`</div></section>`)
}

// with names the causes that have to act together with one.
func with(c *explain.Cause) string {
	s := ""
	for i, id := range c.With {
		if s += ", "; i == 0 {
			s = ", only together with: "
		}
		s += words.Escape((&explain.Cause{ID: id}).Title())
	}
	return s
}

// certain says whether other causes are excluded.
func certain(a *explain.Answer, c *explain.Cause) string {
	s := with(c)
	if s != "" {
		s = `<p>` + words.Capital(strings.TrimPrefix(s, ", ")) + `.</p>`
	}
	if a.Verdict != explain.Explained || a.Count != 2 {
		return s
	}
	if c.Alone {
		said := `The bits, or what was said of the machines, exclude`
		if a.Assembly.Decides() {
			said = `The bits, the PTX, or what was said of the machines exclude`
		}
		return s + `<p class="note">` + said + ` every other cause that was tried.</p>`
	}
	return s
}

// explainSide says what is wrong with one of the results, if anything is.
func explainSide(b *strings.Builder, a *explain.Answer, side int) {
	x := &a.Sides[side]
	who := words.Capital(explain.SideWords(side))
	switch {
	case a.Verdict == explain.NotRounding && x.Excess >= explain.NoBound:
		b.WriteString(`<p>No evaluation of this program comes near to ` + explain.SideWords(side) + `: none of its operations rounds, or one of both is no number.</p>`)
	case a.Verdict == explain.NotRounding && x.Excess > 0:
		b.WriteString(`<p>` + who + ` is ` + big(x.Excess) + ` times as far from the exact value as any evaluation of this program can be.</p>`)
	case a.Verdict != explain.Same && len(x.Groups) == 0:
		b.WriteString(`<p>No evaluation that was tried gives ` + explain.SideWords(side) + `.`)
		if side == 1 && a.Assembly.Decides() {
			b.WriteString(` The PTX does: it was made of another text than the program above, or by a choice that the lab does not know.`)
		}
		if x.Unseen {
			b.WriteString(` No number of the program’s type prints as it was entered: check its digits, or how decimals were printed.`)
		}
		if len(x.Near) > 0 && a.Verdict != explain.NotRounding {
			n := &x.Near[0]
			b.WriteString(` Nearest: ` + html.Options(n.Name()))
			if n.Rows > 0 {
				b.WriteString(`, which gives ` + words.Num(n.Rows) + ` of ` + rows(a.Rows))
			}
			switch {
			case n.Miss >= 1<<40:
			case n.Rows > 0:
				b.WriteString(` and is ` + big(n.Miss) + ` ulp off on the others`)
			default:
				b.WriteString(`, ` + big(n.Miss) + ` ulp off`)
			}
			b.WriteString(`.`)
		}
		b.WriteString(`</p>`)
	}
	if len(x.Hints) > 0 {
		b.WriteString(`<p>Mistakes that give exactly ` + explain.SideWords(side) + `:</p><ul>`)
		for _, h := range x.Hints {
			b.WriteString(`<li>` + words.Escape(h.Text) + `</li>`)
		}
		b.WriteString(`</ul>`)
	}
	if x.Printf != "" {
		b.WriteString(`<p>Print ` + explain.SideWords(side) + ` with <code>` + words.Escape(x.Printf) + `</code> ` + html.Copy(x.Printf, "the conversion") + ` to tell.</p>`)
	}
}

// value is a result in its type.
func value(t expr.Type, c uint64) string {
	decimal, bits := explain.Written(t, c)
	if f := t.Format(); f != nil {
		decimal = words.Brief(f, wide.From64(c))
	}
	s := `<span class="num">` + words.Escape(words.Minus(decimal)) + `</span>`
	if bits != "" {
		s += ` <span class="num dim">` + bits + `</span>`
	}
	return s
}

func remedies(b *strings.Builder, a *explain.Answer) {
	if len(a.Remedies) == 0 {
		return
	}
	section(b, ` data-panel="3"`, "remedy", remedy)
	b.WriteString(`<ul class="explain-remedies">`)
	for i := range a.Remedies {
		r := &a.Remedies[i]
		who := `For ` + explain.SideWords(r.Side) + `, `
		switch r.Kind {
		case explain.Flag:
			who += `compile with`
		case explain.Setting:
			who += `set`
		case explain.Source:
			who += `write`
		}
		b.WriteString(`<li>` + who + ` <code>` + html.Options(r.Text) + `</code>`)
		if r.Old != "" {
			b.WriteString(` for <code>` + words.Escape(r.Old) + `</code>`)
		}
		b.WriteString(` ` + html.Copy(r.Text, "this text"))
		if r.Note != "" {
			b.WriteString(` <span class="words">` + words.Escape(r.Note) + `</span>`)
		}
		if row := a.Row; row < len(r.Bits[0]) {
			b.WriteString(`<br/><span class="note">Both are then ` + value(r.Type[0], r.Bits[0][row]) + `</span>`)
		}
		b.WriteString(`</li>`)
	}
	b.WriteString(`</ul></section>`)
}

// undefined lists operations whose result C does not define.
func undefined(b *strings.Builder, m *Explanation) {
	list := m.Answer.Undefined
	if len(list) == 0 {
		return
	}
	section(b, ` data-panel="2"`, "undefined", explainUndefined)
	b.WriteString(`<ul>`)
	for _, u := range list {
		b.WriteString(`<li>` + words.Capital(words.Escape(u.What)) + `, in <code>` + words.Escape(span(m.In.Program, u.From, u.To)) + `</code>: <span class="num">` + words.Escape(words.Minus(u.CPU)) + `</span> on an x86 CPU, <span class="num">` +
			words.Escape(words.Minus(u.GPU)) + `</span> on a GPU`)
		if m.Answer.Rows > 1 {
			b.WriteString(` (row ` + words.Num(u.Row+1) + `)`)
		}
		b.WriteString(`.</li>`)
	}
	b.WriteString(`</ul></section>`)
}

func truth(b *strings.Builder, m *Explanation) {
	t := &m.Answer.Truth
	section(b, ` data-panel="1"`, "truth", explainTruth)
	if why := m.Answer.Unmeasured(); why != "" {
		b.WriteString(`<p>` + why + `</p></section>`)
		return
	}
	if !t.Known {
		b.WriteString(`<p>The exact value is not a number here, or cannot be enclosed.</p></section>`)
		return
	}
	if m.Answer.Rows > 1 {
		which := "the first on which the results differ"
		if m.Answer.Verdict != explain.Explained {
			which = "on which the results differ"
		}
		b.WriteString(`<p class="note">On row ` + words.Num(t.Row+1) + `, ` + which + `.</p>`)
	}
	if p, ok := line(m, lineW); ok {
		narrow, _ := line(m, microscope.ScopeNarrow.Width)
		b.WriteString(`<div class="figure-body">` + html.WideNarrow(p, narrow) + `</div>`)
	}
	b.WriteString(`<dl class="facts"><dt>Exact</dt><dd class="num x">` + words.Escape(words.Minus(t.Exact)) + `</dd>`)
	for side := range m.Answer.Count {
		if t.Errors[side] == "" {
			continue
		}
		b.WriteString(`<dt>` + words.Capital(explain.SideWords(side)) + `</dt><dd class="num">`)
		switch t.Errors[side] {
		case "nan":
			b.WriteString(`<span class="words">a NaN, no number</span>`)
		case "inf":
			b.WriteString(`<span class="words">an infinity</span>`)
		default:
			b.WriteString(words.Escape(words.Minus(words.Grouped(t.Errors[side]))) + ` ulp`)
		}
		if f := t.Formats[side]; f != nil && (f.Bits < 32 || m.Answer.Count == 2 && f != t.Formats[1-side] && t.Errors[1-side] != "") {
			b.WriteString(` <span class="words">of ` + f.Name + `</span>`)
		}
		if t.Right[side] {
			b.WriteString(` <span class="words">the correctly rounded result</span>`)
		}
		b.WriteString(`</dd>`)
	}
	b.WriteString(`</dl>`)
	if m.Answer.Count == 2 && t.Compared {
		switch {
		case t.Closer < 0:
			b.WriteString(`<p>The first result is closer to the exact value.</p>`)
		case t.Closer > 0:
			b.WriteString(`<p>The second result is closer to the exact value.</p>`)
		default:
			b.WriteString(`<p>Both are equally far from the exact value.</p>`)
		}
	}
	written := "as written"
	if t.Fractions {
		written = "if its quotients of whole numbers kept their fraction"
	}
	read := "the machine reads them"
	if t.Wide {
		read = "they are in double, which one of the results has"
	}
	b.WriteString(`<p class="note">The exact value of the program ` + written + `, with the inputs and constants as ` + read + `; errors in ulp of each result’s type.</p></section>`)
}

func rows(n int) string {
	if n == 1 {
		return "1 row"
	}
	return words.Num(n) + " rows"
}

func tolerance(b *strings.Builder, m *Explanation) {
	t := &m.Answer.Tolerance
	section(b, ` data-panel="4"`, "tolerance", explainTolerance)
	switch {
	case m.Answer.Unmeasured() != "":
		b.WriteString(`<p>None is given where results are not compared with one exact value.</p></section>`)
		return
	case t.Missing >= 0 || t.Absolute == "":
		why := `an operation’s error cannot be bounded from its operands`
		if t.Why != "" {
			why = words.Escape(t.Why)
		}
		b.WriteString(`<p>No bound is known for this program: ` + why + `.</p></section>`)
		return
	case t.Exact:
		b.WriteString(`<p>No operation rounds: the results have to be equal.</p></section>`)
		return
	}
	b.WriteString(`<p>Two correct results on these inputs differ by at most</p><dl class="facts">`)
	for _, f := range [][2]string{{"in ulp", t.PairUlps}, {"relative", t.PairRelative}, {"absolute", t.PairAbsolute}} {
		if f[1] != "" {
			b.WriteString(`<dt>` + f[0] + `</dt><dd class="num">` + words.Escape(words.Minus(f[1])) + ` ` + html.Copy(f[1], "the tolerance") + `</dd>`)
		}
	}
	one := t.Absolute
	if t.Ulps != "" {
		one = t.Ulps + ` ulp`
	}
	of := `one result, `
	if t.Second {
		of = `a result of the second program, which is the larger one: `
	}
	twice := `Twice the bound of ` + of
	if m.Answer.Rows > 1 {
		twice = `These are the largest of all rows. On row ` + words.Num(m.Answer.Row+1) + ` it is twice the bound of ` + of
	}
	b.WriteString(`</dl><p class="note">` + twice + words.Escape(one) + `: it holds for every evaluation that rounds each operation to nearest or fuses products into sums` +
		words.Escape(t.Allows) + `. Errors add up operation by operation:</p>`)
	b.WriteString(html.TableBox("Derivation of the bound", steps(m, t)))
	for _, f := range t.Sources {
		b.WriteString(`<p class="note"><code>` + words.Escape(f.Function) + `</code> ` + words.Escape(f.Error) + ` (` + words.Escape(f.Source) + `)</p>`)
	}
	b.WriteString(`</section>`)
}

func steps(m *Explanation, t *explain.Bound) string {
	var b strings.Builder
	b.WriteString(`<table><thead><tr><th scope="col">Operation</th><th scope="col" class="n">Exact value, rounded</th><th scope="col" class="n">own error up to</th><th scope="col" class="n">so far up to</th></tr></thead><tbody>`)
	steps, text := t.Steps, m.In.Program
	if t.Second {
		text = m.In.Second
	}
	cut := 0
	if len(steps) > 16 {
		cut = len(steps) - 16
	}
	for i, s := range steps {
		if cut > 0 && i == 8 {
			b.WriteString(`<tr><td colspan="4" class="note">` + words.Num(cut) + ` more</td></tr>`)
		}
		if cut > 0 && i >= 8 && i < 8+cut {
			continue
		}
		b.WriteString(`<tr><th scope="row" class="num">` + words.Escape(span(text, s.From, s.To)) + `</th><td class="n num">` + words.Escape(words.Minus(s.Result)) + `</td><td class="n num">` + words.Escape(words.Minus(words.Grouped(s.Local))) +
			`</td><td class="n num">` + words.Escape(words.Minus(words.Grouped(s.Total))) + `</td></tr>`)
	}
	b.WriteString(`</tbody></table>`)
	return b.String()
}

// span is a piece of a program; conversions that the language adds have none.
func span(s string, from, to int32) string {
	if from < 0 || from >= to || int(to) > len(s) {
		return "conversion"
	}
	s = strings.Join(strings.Fields(s[from:to]), " ")
	if r := []rune(s); len(r) > 48 {
		s = string(r[:47]) + "…"
	}
	return s
}

func place(b *strings.Builder, m *Explanation) {
	p := &m.Answer.Place
	if !p.Found {
		return
	}
	section(b, ` data-panel="5"`, "place", explainPlace)
	s := m.In.Program
	if from, to := int(p.From), int(p.To); 0 <= from && from < to && to <= len(s) {
		b.WriteString(`<pre class="explain-code" tabindex="0" role="group" aria-label="The program, with the place of the cause">` + words.Escape(s[:from]) + `<mark>` + words.Escape(s[from:to]) + `</mark>` + words.Escape(s[to:]) + `</pre>`)
	}
	b.WriteString(`<dl class="facts">`)
	for side := range 2 {
		b.WriteString(`<dt>` + words.Capital(explain.SideWords(side)) + `</dt><dd>` + value(p.Type[side], p.Values[side]) + `</dd>`)
	}
	b.WriteString(`</dl><p class="note">The first operation whose results differ; what both sides compute before is equal, or went into it unrounded.</p>`)
	if v, ok := m.Trace(); ok {
		b.WriteString(`<p><a href="` + words.Escape(expression.Link(v)) + `">Operation by operation, on both targets</a></p>`)
	}
	b.WriteString(`</section>`)
}

// found lists the evaluations that give each result.
func found(m *Explanation) string {
	if !m.Answered() {
		return ""
	}
	var b strings.Builder
	a := &m.Answer
	for side := range a.Count {
		s := &a.Sides[side]
		b.WriteString(`<p><b>` + words.Capital(explain.SideWords(side)) + `</b>: ` + groups(len(s.Groups)) + `.</p>`)
		if len(s.Groups) == 0 {
			continue
		}
		sources := ""
		b.WriteString(`<ol class="explain-found">`)
		for i := range s.Groups {
			g := m.Group(&s.Groups[i])
			b.WriteString(`<li><b>` + html.Options(g.Name) + `</b> <span class="note">` + g.Family)
			if s.Groups[i].Best.Level > 0 {
				b.WriteString(`; ` + g.Match)
			}
			b.WriteString(`</span>`)
			if g.Command != "" {
				b.WriteString(`<br/><code>` + html.Options(g.Command) + `</code> ` + html.Copy(g.Command, "the command"))
			}
			if len(g.Targets) > 0 {
				b.WriteString(`<br/><span class="note">The same bits: ` + html.Options(strings.Join(g.Targets, " · ")))
				if g.More > 0 {
					b.WriteString(` · ` + words.Num(g.More) + ` more`)
				}
				b.WriteString(`</span>`)
			}
			if from := g.Kind + `: ` + g.Source; g.Source != "" && !strings.Contains(sources, from) {
				sources += `<li>` + words.Capital(words.Escape(from)) + `</li>`
			}
			b.WriteString(`</li>`)
		}
		b.WriteString(`</ol>`)
		if sources != "" {
			b.WriteString(`<ul class="explain-sources note">` + sources + `</ul>`)
		}
	}
	return b.String()
}

// separator is an input on which the causes predict different results.
func separator(b *strings.Builder, a *explain.Answer) {
	sep := &a.Separator
	b.WriteString(`<p>` + one + `: `)
	var in []string
	for i := range sep.Names {
		in = append(in, sep.Names[i]+" = "+sep.Inputs[i])
	}
	line := strings.Join(in, "  ")
	shown := []rune(line)
	if len(shown) > 400 {
		shown = append(shown[:400], '…')
	}
	b.WriteString(`<code>` + words.Escape(string(shown)) + `</code> ` + html.Copy(line, "the inputs") + `</p><ul class="explain-apart">`)
	for _, r := range sep.Results {
		b.WriteString(`<li>` + words.Escape(a.Causes[r.Cause].Title()) + `: ` + value(r.Type[0], r.Bits[0]) + ` and ` + value(r.Type[1], r.Bits[1]) + `</li>`)
	}
	b.WriteString(`</ul>`)
}

// caution is the comparison of two precisions.
func caution(m *Explanation) string {
	c := &m.Answer.Caution
	if !m.Answered() || !c.Known {
		return ""
	}
	s := `<h2>` + explainCaution + `</h2><p>The program in binary32 gives ` + value(expr.Float, c.Low) + `; all of it in binary64, the result rounded to binary32 at the end, gives ` + value(expr.Float, c.High) + `. `
	if c.Rows > 1 {
		s += `Equal on ` + words.Num(c.Equal) + ` of ` + words.Num(c.Rows) + ` rows. `
	}
	if c.Equal == c.Rows {
		s += `Here they agree; in general they do not.`
	} else {
		s += `A reference in higher precision is closer to the truth, and is not what a correct binary32 program prints (white paper, 5.4).`
	}
	return s + `</p>`
}
