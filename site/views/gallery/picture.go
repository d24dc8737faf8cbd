package gallery

import (
	"strconv"
	"strings"

	"ulplab/site/kit/code"
	"ulplab/site/kit/html"
	"ulplab/site/kit/words"
	"ulplab/site/lab"
	"ulplab/site/lab/link"
	"ulplab/site/views/explain"
	"ulplab/site/views/expression"
)

// list is the list of the questions by topic, the one shown marked, as far as they have the words looked for.
func list(g State) string {
	var b strings.Builder
	topic, at := -1, g.Index()
	for i := range Entries {
		e := &Entries[i]
		if !has(e.ID, g.Find) {
			continue
		}
		if int(e.Topic) != topic {
			if topic >= 0 {
				b.WriteString(`</ul>`)
			}
			topic = int(e.Topic)
			b.WriteString(`<h3>` + words.Escape(topics[topic]) + `</h3><ul>`)
		}
		here := ""
		if i == at {
			here = ` aria-current="true"`
		}
		b.WriteString(`<li><a href="` + galleryLink(g, i) + `"` + here + `>` + words.Escape(WordsOf(e.ID).Title) + `</a></li>`)
	}
	if topic < 0 {
		return `<p class="note">` + none + `</p>`
	}
	b.WriteString(`</ul>`)
	return b.String()
}

// galleryLink leads to question i and keeps the words looked for.
func galleryLink(g State, i int) string {
	s := Open{ID: Entries[i].ID}.Apply(g)
	return words.Escape(Link(s))
}

// question is the question and its answer in words.
func question(m *Model) string {
	w := m.Words
	return `<div data-panel="0"><h2 id="gallery-title" tabindex="-1">` + words.Escape(w.Title) + `</h2><p class="gallery-asked note">` + words.Escape(asked[m.Entry.Asked]) + `</p>` +
		`<p class="gallery-question">` + words.Powers(words.Escape(w.Question)) + `</p></div>` +
		`<div data-panel="2"><h3>` + answer + `</h3><p>` + words.Powers(words.Escape(w.Answer)) + `</p>` +
		`<h3>` + remedy + `</h3><p>` + words.Powers(words.Escape(w.Remedy)) + `</p></div>`
}

// live is the program with what its targets make of it.
func live(m *Model) string {
	var b strings.Builder
	b.WriteString(`<div data-panel="1"><h3>` + galleryLive + `</h3><div class="gallery-code"><pre class="num" tabindex="0" role="group" aria-label="The program">` + code.MarkedCode(m.Expr.In.Text) + `</pre>` + html.Copy(m.Expr.In.Text, "the program") + `</div>`)
	e := m.Expr
	if n := len(e.Rows); n > 0 && e.Code != nil && len(e.Code.Inputs) > 0 {
		b.WriteString(`<div class="gallery-rows" role="group" aria-label="Inputs">`)
		for k := range e.Rows {
			var said []string
			for i, c := range e.Rows[k].Cells {
				if i == 4 && len(e.Rows[k].Cells) > 5 {
					said = append(said, "…")
					break
				}
				said = append(said, c.Name+" = "+words.Minus(c.Shown))
			}
			label := words.Escape(strings.Join(said, ", "))
			if n == 1 {
				b.WriteString(`<span class="num">` + label + `</span>`)
				continue
			}
			b.WriteString(`<button type="button" class="chip num" data-tap="gallery:` + words.Num(k) + `" aria-pressed="` + strconv.FormatBool(k == e.Row()) + `">` + label + `</button>`)
		}
		b.WriteString(`</div>`)
	}
	if printed := m.Printed(); len(printed) > 0 {
		b.WriteString(`<dl class="facts gallery-printed">`)
		for _, p := range printed {
			b.WriteString(`<dt>` + words.Escape(p[0]) + `</dt><dd class="num">` + words.Escape(strings.TrimSuffix(p[1], "\n")) + `</dd>`)
		}
		b.WriteString(`</dl>`)
	}
	if m.Whole() {
		b.WriteString(`<div class="expr gallery-stack">` + `<div class="tablebox" tabindex="0" role="region" aria-label="` + galleryLive + `">` + expression.Stack(e, true) + `</div></div>`)
	}
	b.WriteString(`</div>`)
	if len(m.Posted) > 0 {
		b.WriteString(`<ul class="gallery-posted" data-panel="2">`)
		for _, p := range m.Posted {
			said, mark := kept, "✓"
			if !p.Same {
				said, mark = lost, "✗"
			}
			row := ""
			if p.Row > 0 {
				row = ", row " + words.Num(p.Row)
			}
			b.WriteString(`<li><span aria-hidden="true">` + mark + `</span> <span class="num">` + words.Escape(p.Posted) + `</span> ` + said + ` <span class="dim">(` + words.Escape(p.Target) + row + `)</span></li>`)
		}
		b.WriteString(`</ul>`)
	}
	return b.String()
}

// links lead into the live tools, and to the questions before and after.
func links(m *Model) string {
	var b strings.Builder
	b.WriteString(`<h3>` + try + `</h3><ul class="gallery-links">`)
	theLink := func(to, label string) {
		b.WriteString(`<li><a href="` + words.Escape(to) + `">` + words.Escape(label) + `</a></li>`)
	}
	in := m.Entry.Expr
	in.Row = m.Expr.In.Row
	theLink(expression.Link(in), edit)
	if v, ok := m.Example(); ok {
		theLink(explain.Link(v), galleryExplain)
	}
	for _, v := range m.Entry.Views {
		if i, ok := lab.InfoOf(v); ok {
			theLink(link.First(v), i.Title+": "+i.About)
		}
	}
	b.WriteString(`</ul><nav class="gallery-next" data-panel="0" aria-label="Questions">`)
	if i := m.Index; i > 0 {
		b.WriteString(`<a href="` + galleryLink(m.In, i-1) + `"><span class="dim">` + before + `</span> ` + words.Escape(WordsOf(Entries[i-1].ID).Title) + `</a>`)
	}
	if i := m.Index; i+1 < len(Entries) {
		b.WriteString(`<a class="gallery-after" href="` + galleryLink(m.In, i+1) + `"><span class="dim">` + after + `</span> ` + words.Escape(WordsOf(Entries[i+1].ID).Title) + `</a>`)
	}
	b.WriteString(`</nav>`)
	return b.String()
}
