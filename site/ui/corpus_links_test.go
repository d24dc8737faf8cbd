//go:build !js && !opening

package ui

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ulplab/site/kit/markup"
	"ulplab/site/model"
	"ulplab/site/route"
	"ulplab/site/state"
)

// gathered are links for the corpus, each once, in the order in which they were found.
type gathered struct {
	h     *settling
	list  []string
	known map[string]bool
	views map[state.View]int
	sums  map[model.SumInput]bool // different ones so far
	heavy int                     // large ones
}

// viewMost is the number of links of a view. A sum takes a third of a second, so there are sumMost different ones, few of
// them large.
const (
	viewMost  = 320
	sumMost   = 45
	heavyMost = 2
	heavyFrom = 5000 // elements
)

// corpusLinks finds links of every kind in which links come.
func corpusLinks(t *testing.T) []string {
	g := &gathered{h: newSettling(t), known: map[string]bool{}, views: map[state.View]int{}, sums: map[model.SumInput]bool{}}
	for _, v := range state.Views {
		g.add("#/v1/" + string(v.ID))
	}
	for _, l := range handLinks {
		g.add(l)
	}
	g.examples()
	g.inSources()
	g.inPages("#/v1/paper?o=all", "#/v1/gallery")
	for _, e := range state.GalleryEntries {
		g.inPages("#/v1/gallery?q=" + e.ID)
	}
	g.operands()
	for _, b := range bases {
		g.controls(b)
	}
	g.damaged()
	return g.list
}

// add keeps a link if its view has room.
func (g *gathered) add(link string) {
	s := route.Decode(link, "")
	if g.known[link] || g.views[s.View] == viewMost {
		return
	}
	if in := model.SumInputOf(s.Sum); s.View == state.Reduction && !g.sums[in] {
		if len(g.sums) == sumMost || in.N > heavyFrom && g.heavy == heavyMost {
			return
		}
		if g.sums[in] = true; in.N > heavyFrom {
			g.heavy++
		}
	}
	g.known[link] = true
	g.views[s.View]++
	g.list = append(g.list, link)
}

// state keeps the link of a state.
func (g *gathered) state(v state.View, change func(s *state.State)) {
	s := state.Default()
	s.View = v
	change(&s)
	g.add(route.Encode(s))
}

func (g *gathered) examples() {
	for _, e := range state.OpExamples {
		g.state(state.Operation, func(s *state.State) { s.Op = e.Op })
	}
	for _, e := range state.FMAExamples {
		g.state(state.Fused, func(s *state.State) { s.FMA = e.FMA })
	}
	for _, e := range state.DotExamples {
		g.state(state.DotProduct, func(s *state.State) { s.Dot, _ = state.DotExample(e.ID) })
	}
	for _, e := range state.DevicesExamples {
		g.state(state.Capabilities, func(s *state.State) { s.Devices = e.Devices })
	}
	for _, e := range state.IntrinExamples {
		g.state(state.Capabilities, func(s *state.State) { s.Devices.Intrin = e.In })
	}
	for _, e := range state.FlagsExamples {
		g.state(state.CompilerFlags, func(s *state.State) { s.Flags = e.Flags })
	}
	for _, e := range state.X87Examples {
		g.state(state.Extended, func(s *state.State) { s.X87 = e.X87 })
	}
	for _, e := range state.SumExamples {
		g.state(state.Reduction, func(s *state.State) { s.Sum = e.Sum })
	}
	for _, e := range state.ExprExamples {
		g.state(state.Expression, func(s *state.State) { s.Expr = e.Expr })
	}
	for _, e := range state.IterExamples {
		g.state(state.Iteration, func(s *state.State) { s.Iter = e.Iter })
	}
	for _, e := range state.ExplainExamples {
		g.state(state.Explains, func(s *state.State) { s.Explain = e.In })
	}
	for _, e := range state.GalleryEntries {
		g.state(state.Expression, func(s *state.State) { s.Expr = e.Expr })
		g.state(state.Questions, func(s *state.State) { s.Gallery.ID = e.ID })
	}
}

var inSource = regexp.MustCompile(`#/[^"` + "`" + `\s)<…]*`)

// inSources are the links that stand in tests, in the README and in pages of the assets.
func (g *gathered) inSources() {
	var files []string
	for _, place := range []string{"../../README.md", "../../assets", "../../serve", ".."} {
		_ = filepath.WalkDir(place, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && (strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, ".md") || strings.HasSuffix(path, ".html")) && !strings.Contains(path, "corpus_") {
				files = append(files, path)
			}
			return nil
		})
	}
	for _, path := range files {
		source, err := os.ReadFile(path)
		if err != nil {
			g.h.t.Fatal(err)
		}
		for _, l := range inSource.FindAllString(string(source), -1) {
			g.add(strings.ReplaceAll(l, "&amp;", "&"))
		}
	}
}

// inPages are the links within the lab that stand on pages.
func (g *gathered) inPages(pages ...string) {
	for _, page := range pages {
		shown, _ := g.h.open(page)
		var look func([]*piece)
		look = func(list []*piece) {
			for _, p := range list {
				if l := p.attr["href"]; strings.HasPrefix(l, "#/") {
					g.add(l)
				}
				look(p.kids)
			}
		}
		look(shown)
	}
}

// operandTexts are operands as readers type them, odd ones among them.
var operandTexts = []string{"-0", "1e-45", "nan", "2/3", "0x1p-149", "1e400", "rubbish", "inf", "0x7f800001", "0.1", "16777217", "-1e-310", "", "pi", "1,5"}

// operands types each of them into every field of the views of numbers.
func (g *gathered) operands() {
	for _, v := range []string{"enc", "op", "op?o=div&f=f64", "fma", "fma?m=dec", "devices", "flags", "x87", "functions", "iter", "dot", "expr"} {
		link := "#/v1/" + v
		shown, _ := g.h.open(link)
		n := 0
		g.each(shown, func(p *piece) {
			if p.tag != "input" || p.attr["type"] != "text" || strings.Contains(p.attr["id"], "name") {
				return
			}
			n++
			for i, text := range operandTexts {
				if n > 1 && (i+n)%4 != 0 {
					continue // the first field takes all of them
				}
				g.try(link, p, "input", text)
			}
		})
	}
}

// bases are the links whose controls are used, one at a time.
var bases = []string{"#/v1/enc", "#/v1/enc?b=ff&f=e4m3", "#/v1/op", "#/v1/op?o=cvt&f=f32&g=e4m3&a=43e88000", "#/v1/op?o=toint&f=f64&ta=-1.5&it=u64", "#/v1/fma", "#/v1/fma?m=dec", "#/v1/dot", "#/v1/dot?n=3&o=parallel",
	"#/v1/devices", "#/v1/flags", "#/v1/x87", "#/v1/functions", "#/v1/functions?p=figure6", "#/v1/functions?p=measured", "#/v1/sum", "#/v1/sum?n=8", "#/v1/expr", "#/v1/iter", "#/v1/explain", "#/v1/gallery",
	"#/v1/gallery?q=clamp", "#/v1/paper"}

// controls uses every control of a page once.
func (g *gathered) controls(link string) {
	shown, _ := g.h.open(link)
	g.each(shown, func(p *piece) {
		switch {
		case p.tag == "select":
			var values []string
			g.each(p.kids, func(o *piece) {
				if v, ok := o.attr["value"]; ok && o.tag == "option" {
					values = append(values, v)
				}
			})
			if len(values) > 24 { // of long lists, every few
				every := (len(values) + 23) / 24
				values = slices.DeleteFunc(values, func(v string) bool { return slices.Index(values, v)%every != 0 })
			}
			for _, v := range values {
				g.try(link, p, "change", v)
			}
		case p.tag == "input" && p.attr["type"] == "range":
			for _, v := range []string{p.attr["min"], "1", p.attr["max"]} {
				g.try(link, p, "input", v)
			}
		case p.tag == "button":
			g.try(link, p, "click", "")
		case p.tag == "details":
			g.try(link, p, "toggle", "true")
		}
		if said := p.attr["data-tap"]; said != "" {
			g.did(link, func() { tap(said) })
		}
		if area, bit := p.attr["data-bits"], p.attr["data-bit"]; area != "" || bit != "" {
			if n, err := strconv.Atoi(bit); err == nil && toggled[area] != nil {
				g.did(link, func() { dispatch(toggled[area](n)) })
			}
		}
	})
}

// each calls f for every element, with data-bits of the element around it.
func (g *gathered) each(list []*piece, f func(p *piece)) {
	for _, p := range list {
		if p.tag != "" {
			f(p)
		}
		if area := p.attr["data-bits"]; area != "" {
			for _, k := range p.kids {
				if k.attr != nil && k.attr["data-bits"] == "" {
					k.attr["data-bits"] = area
				}
			}
		}
		g.each(p.kids, f)
	}
}

// try lets an element hear an event with a value and keeps the link of what comes.
func (g *gathered) try(link string, p *piece, event, value string) {
	for _, l := range p.does {
		if l.Event == event {
			g.did(link, func() { answer(l, markup.Event{Value: value, Open: value != ""}) })
		}
	}
}

// did keeps the link of the state that a deed leads to from another link.
func (g *gathered) did(link string, do func()) {
	app.state = route.Decode(link, "")
	do()
	g.add(route.Encode(app.state))
}

// damaged are links that were known, with a byte lost, a value of another kind, or the keys of another view.
func (g *gathered) damaged() {
	p := newPage(g.h.t, 11)
	app.host = g.h
	whole := slices.Clone(g.list)
	for i := 0; i < len(whole); i += 9 {
		p.links[""] = whole[i : i+1]
		switch i % 4 {
		case 0:
			g.add(p.mutate(whole[i]))
		case 1:
			g.add(p.swap(whole[i], route.Escape(hostile[i%len(hostile)])))
		case 2:
			_, keys, _ := strings.Cut(whole[(i*7+3)%len(whole)], "?")
			g.add(whole[i] + "&" + keys)
		case 3:
			g.add(whole[i][:len(whole[i])*2/3])
		}
	}
}

// handLinks are links as people write and break them.
var handLinks = []string{"", "#", "#/", "#/f32/0.1", "#/f32/-0", "#/f32/1e-45", "#/f32/nan", "#/f32/2/3", "#/f32/0x1p-149", "#/f32/1e400", "#/f32/rubbish", "#/f64/0.1", "#/f64/1e-324", "#/f128/pi", "#/bf16/3.14",
	"#/e4m3/0x7e", "#/e4m3/1000", "#/e8m0/0.3", "#/tf32/1024.5?r=rna", "#/x87/0.1", "#/e5m10/65520", "#/e2m1/5", "#/F32/1", "#/f32", "#/f32/", "#/f33/1", "#/f32/1?r=up", "#/f32/%30.1", "#/f32/%zz", "#/%66%33%32/1",
	"#/v1", "#/v1/", "#/v1/nowhere", "#/v1/enc/", "#/v1/ENC", "#/v2/enc", "#/v2/sum?n=8", "#/v0/nowhere", "#/v1/enc?b", "#/v1/enc?=", "#/v1/enc?b=1&b=2", "#/v1/enc?b=zz&f=f32", "#/v1/enc?b=%33f800000", "#/v1/enc?t=~",
	"#/v1/enc?b=3f800000&f=f32&t=~ff~fe", "#/v1/enc?f=f64&embed=1", "#/v1/enc?ro=1", "#/v1/op?ro=1", "#/v1/sum?n=8&ro=1", "#/v1/explain?ro=1", "#/v1/expr?ro=1", "#/v1/paper?embed=1&ro=1", "#/v1/enc?theme=dark&embed=2",
	"#/v1/enc?a=1&c=2&d=3&e=4&g=5&h=6&i=7&j=8", "#/v1/enc?t=" + strings.Repeat("9", 3000), "#/v1/expr?x=" + strings.Repeat("~28", 400), "#/v1/enc?t=" + strings.Repeat("1", route.MaxLink),
	"#/v1/sum?n=1&s=-1&c=99", "#/v1/sum?n=3", "#/v1/sum?n=16", "#/v1/sum?n=64", "#/v1/sum?n=1048576&o=pairwise&x=lr", "#/v1/sum?n=65536&d=1", "#/v1/sum?n=4096&o=gridstride", "#/v1/sum?k=own&v=1~20-1~201e-8", "#/v1/sum?k=own&v=nan~201",
	"#/v1/sum?k=own&v=rubbish", "#/v1/dot?n=8", "#/v1/functions?p=measured&q=sin", "#/v1/gallery?f=zero", "#/v1/iter?n=5000"}
