package devices

import (
	"strings"

	"ulplab/fpcore/gpu"
	"ulplab/site/kit/html"
	"ulplab/site/kit/words"
	"ulplab/site/views/matrixproduct"
	"ulplab/site/views/matrixunit"
	"ulplab/site/views/ptx"
	"ulplab/site/views/quantize"
)

// kind is the tag that says how a fact is known, with its source: the short name, and the title on demand.
func kind(f Fact) string {
	title := f.Source
	if f.Note > 0 {
		title = gpu.Sources[f.Note-1].Title
	}
	return html.KnownBy(f.Kind.String(), html.Hover(f.Source, title)) // the list of sources has all titles for the keyboard
}

// table is the table of features: A beside B, with kind and source of every value.
func table(t [2]string) string {
	rows, _ := features(t[0], t[1])
	var b strings.Builder
	b.WriteString(`<p class="note">` + tableNote + `</p><table class="dev-table" role="table" aria-label="` + tableTitle + `"><thead><tr><th scope="col">Feature</th>`)
	for i, id := range t {
		b.WriteString(`<th scope="col"><b>` + "AB"[i:i+1] + `</b> ` + words.Escape(head(id)) + `</th>`)
	}
	b.WriteString(`</tr></thead><tbody>`)
	for _, r := range rows {
		class, mark := "", ""
		if r.Differ {
			class, mark = ` class="dev-differ"`, ` <span class="dev-mark">differs</span>`
		}
		b.WriteString(`<tr role="row"` + class + `><th scope="row" role="rowheader">` + words.Escape(r.Feature.String()) + mark + `</th>`)
		for i := range r.Facts {
			b.WriteString(`<td role="cell"><b class="dev-side">` + "AB"[i:i+1] + `</b>`)
			if r.Has[i] {
				b.WriteString(`<span class="dev-value">` + html.Options(r.Facts[i].Value) + `</span> ` + kind(r.Facts[i]))
			} else {
				b.WriteString(`<span class="dim">–</span>`)
			}
			b.WriteString(`</td>`)
		}
		b.WriteString(`</tr>`)
	}
	b.WriteString(`</tbody></table>`)
	return b.String()
}

// head names a target over a column: the capability and what has it.
func head(id string) string {
	if p, ok := profile(id); ok {
		s := p.CC.String()
		if p.Also != "" {
			s += " (and " + p.Also + ")"
		}
		return s + " · " + p.Examples
	}
	for _, c := range columns() {
		if c.ID == base(id) {
			return c.Label + " · " + noProfile
		}
	}
	return id
}

// matrix is the overview: features down, capabilities across, a letter where a fact begins; under
// it the values of the chosen one.
func matrix(t [2]string, chosen gpu.Feature) string {
	var b strings.Builder
	b.WriteString(`<table class="dev-matrix" role="table"><thead><tr><th scope="col">Feature</th>`)
	profiles := gpu.Profiles()
	side := func(id string) string {
		class := ""
		for i := range t {
			if base(t[i]) == id {
				class += " dev-in"
			}
		}
		return class
	}
	columns := make([]string, len(profiles))
	for i, p := range profiles {
		columns[i] = side(p.CC.String())
		b.WriteString(`<th scope="col" class="num` + columns[i] + `">` + p.CC.String() + `</th>`)
	}
	b.WriteString(`</tr></thead><tbody>`)
	for f := range profiles[0].Facts {
		feature := gpu.Feature(f)
		class := "plain"
		if feature == chosen {
			class = "plain dev-on"
		}
		b.WriteString(`<tr role="row"><th scope="row" role="rowheader"><button type="button" class="` + class + `" data-tap="dev.feature:` + words.Num(f) + `">` + words.Escape(feature.String()) + `</button></th>`)
		for _, r := range runs(feature) {
			for i := r.First; i <= r.Last; i++ {
				letter, class := "", "dev-same"
				if i == r.First {
					class = "dev-new"
					letter = strings.ToUpper(r.Fact.Kind.String()[:1])
					if v := r.Fact.Value; v == "none" || v == "no arithmetic" {
						class = "dev-known"
					}
					if !r.New {
						class, letter = "dev-known", strings.ToLower(letter)
					}
					letter = `<span title="` + words.Escape(r.Fact.Value+" ("+r.Fact.Kind.String()+", "+r.Fact.Source+")") + `">` + letter + `</span>`
				}
				b.WriteString(`<td role="cell" class="` + class + columns[i] + `">` + letter + `</td>`)
			}
		}
		b.WriteString(`</tr>`)
	}
	b.WriteString(`</tbody></table>`)
	return `<p class="note">` + matrixNote + ` <a href="` + matrixunit.Link(matrixunit.First()) + `">` + unitLink + `</a>. <a href="` + matrixproduct.Link(matrixproduct.First()) + `">` + productLink + `</a>. <a href="` + quantize.Link(quantize.First()) + `">` + quantLink + `</a>. <a href="` + ptx.Link(ptx.First()) + `">` + kernelLink + `</a>.</p>` + html.TableBox(matrixTitle, b.String()) + `<h3>` + words.Escape(chosen.String()) + `</h3>` + devRuns(chosen)
}

// devRuns lists the values of a feature along the capabilities.
func devRuns(f gpu.Feature) string {
	var b strings.Builder
	b.WriteString(`<ul class="dev-runs">`)
	for _, r := range runs(f) {
		span := r.From
		if r.To != r.From {
			span += " – " + r.To
		}
		b.WriteString(`<li><span class="num">` + span + `</span> <span><span class="dev-value">` + html.Options(r.Fact.Value) + `</span> ` + kind(r.Fact) + `</span></li>`)
	}
	b.WriteString(`</ul>`)
	return b.String()
}

// all lists every value of every capability.
func all() string {
	var b strings.Builder
	for f := range gpu.Profiles()[0].Facts {
		b.WriteString(`<h3>` + words.Escape(gpu.Feature(f).String()) + `</h3>` + devRuns(gpu.Feature(f)))
	}
	return b.String()
}

// sources lists the sources with their titles.
func sources() string {
	var b strings.Builder
	b.WriteString(`<h3>` + sourcesTitle + `</h3><dl class="dev-sources">`)
	for _, s := range gpu.Sources {
		b.WriteString(`<dt>` + words.Escape(s.ID) + `</dt><dd>` + words.Escape(s.Title) + `</dd>`)
	}
	b.WriteString(`</dl>`)
	return b.String()
}
