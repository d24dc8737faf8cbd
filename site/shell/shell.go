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
	each := func(open, middle, end string, first func(v state.Info) string, second func(v state.Info) string) {
		for _, v := range state.Views {
			at := s
			at.View = v.ID
			current := "false"
			if v.ID == s.View {
				current = "page"
			}
			w(`<a href="`, draw.Escape(route.Encode(at)), `" aria-current="`, current, `"`, open, draw.Escape(first(v)), middle, draw.Escape(second(v)), end, `</a>`)
		}
	}
	title, about := func(v state.Info) string { return v.Title }, func(v state.Info) string { return v.About }
	w(`<div class="strip">`)
	each(` title="`, `">`, ``, about, title)
	w(`</div><details class="menu"><summary>`, draw.Escape(state.Views[0].Title), `</summary><div>`)
	each(`><b>`, `</b><span>`, `</span>`, title, about)
	w(`</div></details>`)
	w(`</nav><span class="tools"><button type="button" class="plain" disabled>Auto</button><button type="button" class="plain" disabled>Share</button></span></header>`)
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
