// Package shell is what the page shows before the WebAssembly program has started: the header and the first example,
// as static HTML made from the same pure packages as the live views. The program replaces it by the same picture alive.
package shell

import (
	"strings"

	"ulplab/site/draw"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/route"
	"ulplab/site/state"
)

// HTML returns the inner HTML of the page's root element. It is complete and readable without any script.
func HTML() string {
	s := state.Default()
	m := model.BuildEnc(s.Enc)
	var b strings.Builder
	w := func(parts ...string) {
		for _, p := range parts {
			b.WriteString(p)
		}
	}
	w(`<div class="lab shell"><header class="top"><a class="name" href="#/v1/enc">`, prose.Name, `</a><nav aria-label="Views">`)
	link := func(v state.Info, more, inner string) string {
		at := s
		at.View = v.ID
		current := "false"
		if v.ID == s.View {
			current = "page"
		}
		return `<a href="` + draw.Escape(route.Encode(at)) + `" aria-current="` + current + `"` + more + `>` + inner + `</a>`
	}
	var strip, menu strings.Builder
	for _, g := range state.Groups() {
		var list strings.Builder
		for _, v := range g.Views {
			list.WriteString(link(v, "", `<b>`+draw.Escape(v.Title)+`</b><span>`+draw.Escape(v.About)+`</span>`))
		}
		if v := g.Views[0]; len(g.Views) == 1 {
			strip.WriteString(link(v, ` title="`+draw.Escape(v.About)+`"`, draw.Escape(v.Title)))
		} else {
			summary := `<summary aria-current="false"><span>` + g.Name + `</span>`
			if v.ID == s.View {
				summary = `<summary aria-current="page"><span>` + g.Name + `</span><b>` + draw.Escape(v.Title) + `</b>`
			}
			strip.WriteString(`<details class="group" name="views">` + summary + `</summary><div>` + list.String() + `</div></details>`)
		}
		head := `<p hidden></p>`
		if g.Name != "" {
			head = `<p aria-hidden="true">` + g.Name + `</p>`
		}
		menu.WriteString(`<div role="group" aria-label="` + g.Name + `">` + head + `<div>` + list.String() + `</div></div>`)
	}
	w(`<div class="strip">`, strip.String(), `</div><details class="menu" name="views"><summary>`, draw.Escape(state.Views[0].Title), `</summary><div>`, menu.String(), `</div></details>`)
	w(`</nav><span class="tools"><button type="button" class="plain" disabled>`, draw.ThemeLabel("auto"), `</button><button type="button" class="plain" disabled>Share</button></span></header>`)
	w(`<main><h1 class="quiet">`, draw.Escape(state.Views[0].Title+": "+state.Views[0].About), `</h1><div class="enc"><div class="enc-controls">`)
	still := func(names, label, value string) {
		w(`<label class="field `, names, `"><span class="label">`, label, `</span><input type="text" readonly value="`, draw.Escape(value), `"></label>`)
	}
	still("enc-value-field", prose.EncValueLabel, m.Typed.Text)
	still("", prose.EncFormatLabel, m.F.Name)
	still("", prose.EncNameLabel, "")
	still("", prose.EncDirLabel, "roundTiesToEven (.rn)")
	w(`</div><div class="enc-named">`, strings.ReplaceAll(draw.EncNamed(m), `<button `, `<button disabled `), `</div>`)
	w(`<div class="enc-bits"><figure class="figure"><div class="figure-head"><h2>`, prose.EncBitsTitle, `</h2></div><div class="figure-body">`,
		draw.StillBits(model.BitsOf(m.F, m.In.Bits)), `<p class="enc-detail num" data-detail="`, draw.Escape(draw.Superscripts(model.BitDetail(m.F, m.In.Bits, 0))), `"></p></div></figure></div>`)
	w(`<div class="enc-below enc">`, strings.ReplaceAll(draw.EncBelow(m), `<button `, `<button disabled `), `</div>`)
	w(`</div></main><footer class="foot"><p>`, draw.Escape(prose.Tagline), `. `, draw.Escape(prose.Footer), `</p></footer></div>`)
	return b.String()
}
