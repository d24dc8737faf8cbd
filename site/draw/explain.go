//go:build !opening

package draw

import (
	"strings"

	"ulplab/fpcore/explain"
	"ulplab/fpcore/expr"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/route"
	"ulplab/site/state"
)

// section is a part of the answer.
func explainSection(b *strings.Builder, id, title string) {
	b.WriteString(`<section class="explain-part" id="explain-` + id + `"><h2>` + title + `</h2>`)
}

// ExplainAnswer is the answer in the order cause, remedy, truth, tolerance, place, and then what was found.
func ExplainAnswer(m *model.Explanation) string {
	if m.Problem != nil || m.Search == nil {
		return ""
	}
	var b strings.Builder
	if !m.Done {
		return ""
	}
	a := &m.Answer
	explainCause(&b, m)
	explainRemedies(&b, a)
	explainTruth(&b, m)
	explainTolerance(&b, m)
	explainPlace(&b, m)
	return b.String()
}

func explainCause(b *strings.Builder, m *model.Explanation) {
	a := &m.Answer
	explainSection(b, "cause", prose.ExplainCause)
	missing := false
	for side := range a.Count {
		if s := &a.Sides[side]; s.Verdict == explain.None {
			missing = true
			b.WriteString(`<p class="explain-lead">Nothing found for ` + prose.ExplainSide(side) + `</p><p>No evaluation that the lab knows gives it.`)
			if s.Unseen {
				b.WriteString(` No number of the program’s type prints as it was entered: check its digits, or how decimals were printed.`)
			}
			if len(s.Near) > 0 {
				n := &s.Near[0]
				b.WriteString(` Nearest: ` + Escape(m.Candidate(n)) + `, which explains ` + num(n.Rows) + ` of ` + rows(a.Rows))
				if n.Miss < 1<<40 {
					b.WriteString(` and is ` + num(int(n.Miss)) + ` ulp off on the others`)
				}
				b.WriteString(`. What is left is unexplained: a typing error in an input, an input that was printed with too few digits, or code that the text does not show.`)
			}
			b.WriteString(`</p>`)
		}
	}
	if a.Count == 1 && !missing {
		g := m.Group(&a.Sides[0].Groups[0])
		b.WriteString(`<p class="explain-lead">` + Escape(g.Name) + `</p><p>With a second result of another machine the lab names what makes the difference.</p>`)
	}
	if !missing {
		for _, c := range a.Causes {
			title, words := prose.ExplainCauseWords(c)
			b.WriteString(`<p class="explain-lead">` + Escape(title) + `</p><p>` + Escape(words) + `</p>`)
		}
		if k := m.Known(); k != "" && a.Count == 2 {
			b.WriteString(`<p class="note">How the compilers’ rules are known: ` + k + `. Sources are in the list below.</p>`)
		}
	}
	b.WriteString(`</section>`)
}

func explainRemedies(b *strings.Builder, a *explain.Answer) {
	if len(a.Remedies) == 0 {
		return
	}
	explainSection(b, "remedy", prose.ExplainRemedy)
	b.WriteString(`<ul class="explain-remedies">`)
	for _, r := range a.Remedies {
		who := `For ` + prose.ExplainSide(r.Side) + `, `
		switch r.Kind {
		case explain.Flag:
			who += `compile with`
		case explain.Setting:
			who += `set`
		case explain.Source:
			who += `write`
		}
		b.WriteString(`<li>` + who + ` <code>` + Escape(r.Text) + `</code>`)
		if r.Old != "" {
			b.WriteString(` for <code>` + Escape(r.Old) + `</code>`)
		}
		b.WriteString(` ` + Copy(r.Text, "this text") + `</li>`)
	}
	b.WriteString(`</ul></section>`)
}

func explainTruth(b *strings.Builder, m *model.Explanation) {
	t := &m.Answer.Truth
	explainSection(b, "truth", prose.ExplainTruth)
	if !t.Known {
		b.WriteString(`<p>The exact value is not a number here, or cannot be enclosed.</p></section>`)
		return
	}
	if m.Answer.Rows > 1 {
		b.WriteString(`<p class="note">On row ` + num(t.Row+1) + `, the first on which the results differ.</p>`)
	}
	b.WriteString(`<dl class="facts"><dt>Exact</dt><dd class="num x">` + Escape(Minus(t.Exact)) + `</dd>`)
	for side := range m.Answer.Count {
		if t.Errors[side] == "" {
			continue
		}
		b.WriteString(`<dt>` + upper(prose.ExplainSide(side)) + `</dt><dd class="num">`)
		switch t.Errors[side] {
		case "nan":
			b.WriteString(`<span class="words">a NaN, no number</span>`)
		case "inf":
			b.WriteString(`<span class="words">an infinity</span>`)
		default:
			b.WriteString(Escape(Minus(t.Errors[side])) + ` ulp`)
		}
		if t.Format != nil {
			b.WriteString(` <span class="words">of ` + t.Format.Name + `</span>`)
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
	b.WriteString(`<p class="note">The exact value of the program as written, with the inputs and constants as the machine reads them; errors in ulp of each result’s type.</p></section>`)
}

func rows(n int) string {
	if n == 1 {
		return "1 row"
	}
	return num(n) + " rows"
}

func upper(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func explainTolerance(b *strings.Builder, m *model.Explanation) {
	t := &m.Answer.Tolerance
	explainSection(b, "tolerance", prose.ExplainTolerance)
	switch {
	case t.Missing >= 0 || t.Absolute == "":
		b.WriteString(`<p>No bound is known for this program: an operation’s error cannot be bounded from its operands.</p></section>`)
		return
	case t.Exact:
		b.WriteString(`<p>No operation rounds: the results have to be equal.</p></section>`)
		return
	}
	b.WriteString(`<p>Two correct results on these inputs differ by at most</p><dl class="facts"><dt>in ulp</dt><dd class="num">` + Escape(t.PairUlps) +
		`</dd><dt>relative</dt><dd class="num">` + Escape(Minus(t.PairRelative)) + `</dd><dt>absolute</dt><dd class="num">` + Escape(Minus(t.PairAbsolute)) + ` ` + Copy(t.PairAbsolute, "the tolerance") + `</dd></dl>`)
	b.WriteString(`<p class="note">Twice the bound of one result, ` + Escape(t.Ulps) + ` ulp: it holds for every evaluation that rounds each operation to nearest or fuses products into sums` +
		explainAllows(m) + `. Errors add up operation by operation:</p>`)
	b.WriteString(TableBox("Derivation of the bound", explainSteps(m, t)) + `</section>`)
}

// explainAllows says what else the bound allows for.
func explainAllows(m *model.Explanation) string {
	a := &m.Answer
	for _, c := range a.Causes {
		switch c.Kind {
		case explain.Order, explain.Arrival, explain.Regrouping:
			return ", in any order of additions"
		case explain.Factors:
			return ", with factors rounded to " + Escape(prose.ExplainRounding(c.Fn))
		case explain.Division, explain.Root:
			return ", with divisions within 2 ulp and roots within 3"
		case explain.Flushing:
			return ", with subnormal numbers flushed"
		}
	}
	return ""
}

func explainSteps(m *model.Explanation, t *explain.Bound) string {
	var b strings.Builder
	b.WriteString(`<table><thead><tr><th scope="col">Operation</th><th scope="col" class="n">Result</th><th scope="col" class="n">own error up to</th><th scope="col" class="n">so far up to</th></tr></thead><tbody>`)
	steps := t.Steps
	cut := 0
	if len(steps) > 16 {
		cut = len(steps) - 16
	}
	for i, s := range steps {
		if cut > 0 && i == 8 {
			b.WriteString(`<tr><td colspan="4" class="note">` + num(cut) + ` more</td></tr>`)
		}
		if cut > 0 && i >= 8 && i < 8+cut {
			continue
		}
		b.WriteString(`<tr><td class="num">` + Escape(explainSpan(m, s.From, s.To)) + `</td><td class="n num">` + Escape(Minus(s.Result)) + `</td><td class="n num">` + Escape(Minus(s.Local)) +
			`</td><td class="n num">` + Escape(Minus(s.Total)) + `</td></tr>`)
	}
	b.WriteString(`</tbody></table>`)
	return b.String()
}

// explainSpan is a piece of the program; conversions that the language adds have none.
func explainSpan(m *model.Explanation, from, to int32) string {
	s := m.In.Program
	if from < 0 || from >= to || int(to) > len(s) {
		return "conversion"
	}
	s = strings.Join(strings.Fields(s[from:to]), " ")
	if r := []rune(s); len(r) > 48 {
		s = string(r[:47]) + "…"
	}
	return s
}

func explainPlace(b *strings.Builder, m *model.Explanation) {
	p := &m.Answer.Place
	if !p.Found {
		return
	}
	explainSection(b, "place", prose.ExplainPlace)
	s := m.In.Program
	if from, to := int(p.From), int(p.To); 0 <= from && from < to && to <= len(s) {
		b.WriteString(`<pre class="explain-code" tabindex="0">` + Escape(s[:from]) + `<mark>` + Escape(s[from:to]) + `</mark>` + Escape(s[to:]) + `</pre>`)
	}
	b.WriteString(`<dl class="facts">`)
	for side := range 2 {
		bits, decimal := model.ExplainCode(p.Type[side], p.Values[side])
		b.WriteString(`<dt>` + upper(prose.ExplainSide(side)) + `</dt><dd class="num">` + Escape(Minus(decimal)) + ` <span class="num dim">` + bits + `</span></dd>`)
	}
	b.WriteString(`</dl><p class="note">The first operation whose results differ; what both sides compute before is equal, or went into it unrounded.</p>`)
	if v, ok := m.Trace(); ok {
		b.WriteString(`<p><a href="` + Escape(route.Encode(state.State{View: state.Expression, Expr: v})) + `">Operation by operation, on both targets</a></p>`)
	}
	b.WriteString(`</section>`)
}

// ExplainFound lists the evaluations that give each result, and an input that tells them apart.
func ExplainFound(m *model.Explanation) string {
	if m.Problem != nil || !m.Done {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<h2>` + prose.ExplainFound + `</h2>`)
	a := &m.Answer
	for side := range a.Count {
		s := &a.Sides[side]
		b.WriteString(`<p><b>` + upper(prose.ExplainSide(side)) + `</b>: ` + Escape(prose.ExplainVerdict(*s)) + `.</p>`)
		if len(s.Groups) == 0 {
			continue
		}
		sources := ""
		b.WriteString(`<ol class="explain-found">`)
		for i := range s.Groups {
			g := m.Group(&s.Groups[i])
			b.WriteString(`<li><b>` + Escape(g.Name) + `</b> <span class="note">` + g.Family)
			if s.Groups[i].Best.Level > 0 {
				b.WriteString(`; ` + g.Match)
			}
			b.WriteString(`</span>`)
			if g.Command != "" {
				b.WriteString(`<br/><code>` + Escape(g.Command) + `</code> ` + Copy(g.Command, "the command"))
			}
			if len(g.Targets) > 0 {
				b.WriteString(`<br/><span class="note">The same bits: ` + Escape(strings.Join(g.Targets, " · ")))
				if g.More > 0 {
					b.WriteString(` · ` + num(g.More) + ` more`)
				}
				b.WriteString(`</span>`)
			}
			if from := g.Kind + `: ` + g.Source; g.Source != "" && !strings.Contains(sources, from) {
				sources += `<li>` + upper(Escape(from)) + `</li>`
			}
			b.WriteString(`</li>`)
		}
		b.WriteString(`</ol>`)
		if sources != "" {
			b.WriteString(`<ul class="explain-sources note">` + sources + `</ul>`)
		}
		if s.Separates {
			explainSeparator(&b, m, s)
		}
	}
	return b.String()
}

func explainSeparator(b *strings.Builder, m *model.Explanation, s *explain.SideAnswer) {
	sep := &s.Separator
	b.WriteString(`<p><b>` + prose.ExplainOne + `:</b> `)
	var in []string
	for i := range sep.Names {
		in = append(in, sep.Names[i]+" = "+sep.Inputs[i])
	}
	line := strings.Join(in, "  ")
	shown := line
	if len(shown) > 400 {
		shown = shown[:400] + "…"
	}
	b.WriteString(`<code>` + Escape(shown) + `</code> ` + Copy(line, "the inputs") + `</p><ul class="explain-apart">`)
	for _, r := range sep.Results {
		bits, decimal := model.ExplainCode(r.Type, r.Bits)
		b.WriteString(`<li>evaluation ` + num(r.Group+1) + `: <span class="num">` + Escape(Minus(decimal)) + `</span> <span class="num dim">` + bits + `</span></li>`)
	}
	b.WriteString(`</ul>`)
}

// ExplainCaution is the comparison of two precisions.
func ExplainCaution(m *model.Explanation) string {
	c := &m.Answer.Caution
	if m.Problem != nil || !m.Done || !c.Known {
		return ""
	}
	low, lowText := model.ExplainCode(expr.Float, c.Low)
	high, highText := model.ExplainCode(expr.Float, c.High)
	s := `<h2>` + prose.ExplainCaution + `</h2><p>The program in binary32 gives <span class="num">` + Escape(Minus(lowText)) + `</span> <span class="num dim">` + low +
		`</span>; all of it in binary64, the result rounded to binary32 at the end, gives <span class="num">` + Escape(Minus(highText)) + `</span> <span class="num dim">` + high + `</span>. `
	if c.Rows > 1 {
		s += `Equal on ` + num(c.Equal) + ` of ` + num(c.Rows) + ` rows. `
	}
	if c.Equal == c.Rows {
		s += `Here they agree; in general they do not.`
	} else {
		s += `A reference in higher precision is closer to the truth, and is not what a correct binary32 program prints (white paper, 5.4).`
	}
	return s + `</p>`
}

// ExplainProblem is what is wrong with a field, as a sentence.
func ExplainProblem(s string) string {
	if s != "" {
		s = upper(s)
	}
	if s == "" || strings.HasSuffix(s, ".") || strings.HasSuffix(s, "?") {
		return s
	}
	return s + "."
}
