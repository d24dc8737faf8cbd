//go:build !opening

package draw

import (
	"strings"

	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/route"
	"ulplab/site/state"
)

// GalleryList is the list of the questions by topic, the one shown marked, as far as they have the words looked for.
func GalleryList(g state.Gallery) string {
	var b strings.Builder
	topic, at := -1, g.Index()
	for i := range state.GalleryEntries {
		e := &state.GalleryEntries[i]
		if !prose.GalleryHas(e.ID, g.Find) {
			continue
		}
		if int(e.Topic) != topic {
			if topic >= 0 {
				b.WriteString(`</ul>`)
			}
			topic = int(e.Topic)
			b.WriteString(`<h3>` + Escape(prose.GalleryTopics[topic]) + `</h3><ul>`)
		}
		here := ""
		if i == at {
			here = ` aria-current="true"`
		}
		b.WriteString(`<li><a href="` + galleryLink(g, i) + `"` + here + `>` + Escape(prose.GalleryOf(e.ID).Title) + `</a></li>`)
	}
	if topic < 0 {
		return `<p class="note">` + prose.GalleryNone + `</p>`
	}
	b.WriteString(`</ul>`)
	return b.String()
}

// galleryLink leads to question i and keeps the words looked for.
func galleryLink(g state.Gallery, i int) string {
	s := state.Update(state.State{View: state.Questions, Gallery: g}, state.GalleryOpen{ID: state.GalleryEntries[i].ID})
	return Escape(route.Encode(s))
}

// GalleryQuestion is the question and its answer in words.
func GalleryQuestion(m *model.Gallery) string {
	w := m.Words
	return `<h2 id="gallery-title" tabindex="-1">` + Escape(w.Title) + `</h2><p class="gallery-asked note">` + Escape(prose.GalleryAsked[m.Entry.Asked]) + `</p>` +
		`<p class="gallery-question">` + powers(Escape(w.Question)) + `</p>` +
		`<h3>` + prose.GalleryAnswer + `</h3><p>` + powers(Escape(w.Answer)) + `</p>` +
		`<h3>` + prose.GalleryRemedy + `</h3><p>` + powers(Escape(w.Remedy)) + `</p>`
}

// GalleryLive is the program with what its targets make of it.
func GalleryLive(m *model.Gallery) string {
	var b strings.Builder
	b.WriteString(`<h3>` + prose.GalleryLive + `</h3><div class="gallery-code"><pre class="num" tabindex="0">` + MarkedCode(m.Expr.In.Text) + `</pre>` + Copy(m.Expr.In.Text, "the program") + `</div>`)
	e := m.Expr
	if n := len(e.Rows); n > 0 && e.Code != nil && len(e.Code.Inputs) > 0 {
		b.WriteString(`<div class="gallery-rows" role="group" aria-label="Inputs">`)
		for k := range e.Rows {
			var words []string
			for i, c := range e.Rows[k].Cells {
				if i == 4 && len(e.Rows[k].Cells) > 5 {
					words = append(words, "…")
					break
				}
				words = append(words, c.Name+" = "+Minus(c.Shown))
			}
			label := Escape(strings.Join(words, ", "))
			if n == 1 {
				b.WriteString(`<span class="num">` + label + `</span>`)
				continue
			}
			b.WriteString(`<button type="button" class="chip num" data-tap="gallery:` + num(k) + `" aria-pressed="` + boolean(k == e.Row()) + `">` + label + `</button>`)
		}
		b.WriteString(`</div>`)
	}
	if printed := m.Printed(); len(printed) > 0 {
		b.WriteString(`<dl class="facts gallery-printed">`)
		for _, p := range printed {
			b.WriteString(`<dt>` + Escape(p[0]) + `</dt><dd class="num">` + Escape(strings.TrimSuffix(p[1], "\n")) + `</dd>`)
		}
		b.WriteString(`</dl>`)
	}
	if m.Whole() {
		b.WriteString(`<div class="expr gallery-stack">` + TableBox(prose.GalleryLive, ExprStack(e, true)) + `</div>`)
	}
	if len(m.Posted) > 0 {
		b.WriteString(`<ul class="gallery-posted">`)
		for _, p := range m.Posted {
			words, mark := prose.GalleryKept, "✓"
			if !p.Same {
				words, mark = prose.GalleryLost, "✗"
			}
			row := ""
			if p.Row > 0 {
				row = ", row " + num(p.Row)
			}
			b.WriteString(`<li><span aria-hidden="true">` + mark + `</span> <span class="num">` + Escape(p.Posted) + `</span> ` + words + ` <span class="dim">(` + Escape(p.Target) + row + `)</span></li>`)
		}
		b.WriteString(`</ul>`)
	}
	return b.String()
}

// GalleryLinks lead into the live tools, and to the questions before and after.
func GalleryLinks(m *model.Gallery) string {
	var b strings.Builder
	b.WriteString(`<h3>` + prose.GalleryTry + `</h3><ul class="gallery-links">`)
	link := func(to, label string) {
		b.WriteString(`<li><a href="` + Escape(to) + `">` + Escape(label) + `</a></li>`)
	}
	in := m.Entry.Expr
	in.Row = m.Expr.In.Row
	link(exprLink(in), prose.GalleryEdit)
	if v, ok := m.Example(); ok {
		link(explainLink(v), prose.GalleryExplain)
	}
	for _, v := range m.Entry.Views {
		if i, ok := state.InfoOf(v); ok {
			link(route.First(v), i.Title+": "+i.About)
		}
	}
	b.WriteString(`</ul><nav class="gallery-next" aria-label="Questions">`)
	if i := m.Index; i > 0 {
		b.WriteString(`<a href="` + galleryLink(m.In, i-1) + `"><span class="dim">` + prose.GalleryBefore + `</span> ` + Escape(prose.GalleryOf(state.GalleryEntries[i-1].ID).Title) + `</a>`)
	}
	if i := m.Index; i+1 < len(state.GalleryEntries) {
		b.WriteString(`<a class="gallery-after" href="` + galleryLink(m.In, i+1) + `"><span class="dim">` + prose.GalleryAfter + `</span> ` + Escape(prose.GalleryOf(state.GalleryEntries[i+1].ID).Title) + `</a>`)
	}
	b.WriteString(`</nav>`)
	return b.String()
}

func exprLink(e state.Expr) string { return route.Encode(state.State{View: state.Expression, Expr: e}) }

func explainLink(e state.Explain) string {
	return route.Encode(state.State{View: state.Explains, Explain: e})
}
