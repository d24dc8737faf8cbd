package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"ulplab/serve/handler"
	"ulplab/site/lab"
	"ulplab/wasm/lab/catalogue"
)

// views are the views of the catalogue: a new one is tested here without a line.
func views() []lab.Info { return catalogue.Views().Infos() }

func fragment(v lab.Info) string { return "#/v1/" + string(v.ID) }

// TestEveryView opens every view light and wide, dark and as on a phone, and in the colours that a system forces: nothing goes wrong, nothing
// sticks out, nothing is inaccessible, the theme of the system is followed, and the program that has the view was loaded and no other. With
// ULPLAB_LONG all of it is looked at in every theme at every width.
// The single file has the same views, style and markup; TestNothingFromOutside goes through them there.
func TestEveryView(t *testing.T) {
	t.Parallel()
	for i, v := range views() {
		t.Run(string(v.ID), func(t *testing.T) {
			t.Parallel()
			p := open(t, Hosted, fragment(v), Wide)
			p.wait(titled(v))
			p.must(p.Answered())
			if got := p.programs(); len(got) != 1 || strings.HasPrefix(got[0], "whole-") != (i >= len(catalogue.Opening())) {
				t.Errorf("%s loads %q", v.ID, got)
			}
			if p.count("h1") != 1 {
				t.Errorf("%d headings of the first level", p.count("h1"))
			}
			for look, colours := range map[Look]bool{Wide: false, {Width: 320, Height: 640, Touch: true, Dark: true}: false, {Width: 1920, Height: 1080, Dark: true}: true} {
				p.must(p.Show(look))
				if got := p.darkness(); got != look.Dark {
					t.Errorf("%v: the page is dark: %v", look, got)
				}
				if colours { // of what is folded where it is narrow
					p.axeColours()
				} else {
					p.axe()
					p.named()
				}
			}
			for _, width := range []int{1920, 1280, 640, 390, 320} {
				p.fits(width)
			}
			p.must(p.Run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "forced-colors", Value: "active"}})))
			p.axeColours()
			if long {
				t.Logf("axe-core looked %d times at %s", p.everyLook("document"), v.ID)
			}
		})
	}
}

// long: tests look at all that they look at in part otherwise.
var long = os.Getenv("ULPLAB_LONG") != ""

// everyLook looks at a part of the page with axe-core, and for small letters, in each theme at each width that matters. It returns how
// many looks there were.
func (p *tpage) everyLook(part string) (n int) {
	p.t.Helper()
	where := part
	if part != "document" {
		where = strconv.Quote(part)
	}
	for _, theme := range []emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "light"}, {Name: "prefers-color-scheme", Value: "dark"}, {Name: "forced-colors", Value: "active"}} {
		for _, width := range []int{1920, 1280, 390, 320} {
			p.must(p.Show(Look{Width: width, Height: 900, Touch: width < 640}))
			p.must(p.Run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}, &theme})))
			p.settle()
			failed := p.t.Failed()
			p.axeOf(where, "")
			if found := p.eval(undersized); found != "" {
				p.t.Error(found)
			}
			if !failed && p.t.Failed() {
				p.t.Logf("first at %d px, %s %s", width, theme.Name, theme.Value)
			}
			n++
		}
	}
	return n
}

// named fails the test where the accessibility tree, which screen readers read, has something to press, to type into or to look at, or a
// part to go to, without a name, or something to press that opens or is chosen without its state.
func (p *tpage) named() {
	p.t.Helper()
	type value struct {
		Value any `json:"value"`
	}
	var tree struct {
		Nodes []struct {
			Ignored    bool  `json:"ignored"`
			Role       value `json:"role"`
			Name       value `json:"name"`
			Properties []struct {
				Name string `json:"name"`
			} `json:"properties"`
		} `json:"nodes"`
	}
	p.must(p.Run(chromedp.ActionFunc(func(ctx context.Context) error { return cdp.Execute(ctx, "Accessibility.getFullAXTree", nil, &tree) })))
	states := map[string]string{"combobox": "expanded", "DisclosureTriangle": "expanded", "DisclosureTriangleGrouped": "expanded", "checkbox": "checked", "radio": "checked", "slider": "valuetext"}
	seen, heads := 0, 0
	for _, n := range tree.Nodes {
		role, _ := n.Role.Value.(string)
		name, _ := n.Name.Value.(string)
		if role == "columnheader" || role == "rowheader" {
			heads++
		}
		switch role {
		case "button", "link", "textbox", "searchbox", "spinbutton", "combobox", "slider", "checkbox", "radio", "image", "table", "region", "navigation", "dialog", "heading", "DisclosureTriangle", "DisclosureTriangleGrouped":
		default:
			continue
		}
		if n.Ignored {
			continue
		}
		if seen++; strings.TrimSpace(name) == "" {
			p.t.Errorf("the accessibility tree has a %s without a name", role)
		}
		if state := states[role]; state != "" && !slices.ContainsFunc(n.Properties, func(q struct {
			Name string `json:"name"`
		}) bool {
			return q.Name == state
		}) {
			p.t.Errorf("the %s %q does not say whether it is %s", role, name, state)
		}
	}
	if there := number(p, `[].filter.call(document.querySelectorAll("#app th"), function (e) { return e.checkVisibility(); }).length`); float64(heads) != there {
		p.t.Errorf("the accessibility tree has %d of %v headers of tables", heads, there)
	}
	if seen < 20 {
		p.t.Errorf("the accessibility tree has only %d such nodes", seen)
	}
}

// titled is true while the view is shown: its name is in the page's title.
func titled(v lab.Info) string {
	return fmt.Sprintf("document.title.includes(%q)", v.Title)
}

// darkness reports whether the page is light text on a dark ground.
func (p *tpage) darkness() bool {
	p.t.Helper()
	// A canvas gives the colour as bytes, whatever notation the style uses.
	sum := p.eval(`(function () {
		var c = document.createElement("canvas").getContext("2d"), e = document.body, color;
		for (color = ""; e && (color = getComputedStyle(e).backgroundColor) === "rgba(0, 0, 0, 0)"; e = e.parentElement) {}
		c.fillStyle = color; c.fillRect(0, 0, 1, 1);
		var d = c.getImageData(0, 0, 1, 1).data;
		return d[0] + d[1] + d[2];
	})()`)
	n, err := strconv.Atoi(sum)
	if err != nil {
		p.t.Fatal(err)
	}
	return n < 3*128
}

// TestNothingFromOutside: the hosted page asks its own server only, the single file asks nobody, while every view is shown,
// which it can be.
func TestNothingFromOutside(t *testing.T) {
	t.Parallel()
	everyEdition(t, func(t *testing.T, e Edition) {
		p := open(t, e, "", Wide)
		for _, v := range views() {
			p.must(p.Eval(fmt.Sprintf("location.hash = %q", fragment(v)), nil))
			p.wait(titled(v))
			p.settle()
			if p.count("h1") != 1 || p.text(shownView+" h2") == "" || p.count(".failed") > 0 {
				t.Errorf("%s shows %s", v.ID, clipTo(p.text("main"), 300))
			}
		}
		own, pages := shared.site.Base, 0
		if e == Single {
			own = shared.site.URL(Single, "", "")
		}
		for _, r := range p.Requests() {
			switch {
			case strings.HasPrefix(r, own):
				pages++
			case !strings.HasPrefix(r, "data:") && !strings.HasPrefix(r, "blob:"):
				t.Errorf("the page asked for %s", r)
			}
		}
		if e == Single && pages != 1 || e == Hosted && pages < 5 {
			t.Errorf("%d requests: %q", pages, p.Requests())
		}
	})
}

// TestBackAndForward walks through the views by the header's links and back again.
func TestBackAndForward(t *testing.T) {
	t.Parallel()
	everyEdition(t, func(t *testing.T, e Edition) {
		p := open(t, e, "", Wide)
		list := views()
		if e == Single { // a walk among some shows what can differ there
			list = list[:4]
		}
		walk := append(append([]lab.Info(nil), list...), list[0])
		hashes := make([]string, len(walk))
		for i, v := range walk {
			p.toView(fragment(v))
			p.wait(titled(v))
			hashes[i] = p.hash()
			if !strings.HasPrefix(hashes[i], fragment(v)) {
				t.Errorf("the link of %s leads to %s", v.ID, hashes[i])
			}
		}
		if len(list) == 1 {
			return
		}
		for i := len(walk) - 2; i >= 0; i-- {
			p.leave("history.back()")
			p.wait(fmt.Sprintf("location.hash === %q", hashes[i]))
			p.wait(titled(walk[i]))
		}
		for i := 1; i < len(walk); i++ {
			p.leave("history.forward()")
			p.wait(fmt.Sprintf("location.hash === %q", hashes[i]))
			p.wait(titled(walk[i]))
		}
	})
}

// toView follows the link of the header whose address begins so, in its list if it stands in one.
func (p *tpage) toView(begin string) {
	p.t.Helper()
	link := `header .name[href^="` + begin + `"], header .strip a[href^="` + begin + `"]`
	if list := `header .strip details:has(a[href^="` + begin + `"])`; p.count(list) > 0 && p.count(list+"[open]") == 0 {
		p.click(list + " > summary")
	}
	p.click(link)
}

// leave does what may load the page anew, once the evaluation that asks for it is over.
func (p *tpage) leave(expression string) {
	p.t.Helper()
	p.must(p.Eval("void setTimeout(function () { "+expression+"; }, 0)", nil))
}

// TestLinkReopens: what a view shows after a change is shown again by the link alone. That each link says all that a view
// shows needs no browser (TestLinksReopen of the catalogue); that a program which starts anew reads it does.
func TestLinkReopens(t *testing.T) {
	t.Parallel()
	everyEdition(t, func(t *testing.T, e Edition) {
		for _, v := range []lab.Info{views()[0], views()[len(views())-1]} {
			t.Run(string(v.ID), func(t *testing.T) {
				t.Parallel()
				p := open(t, e, fragment(v), Wide)
				if p.count(`main [data-bits] [data-bit="0"]`) > 0 {
					p.click(`main [data-bits] [data-bit="0"]`)
				}
				p.must(p.Answered())
				link, shown := p.hash(), p.text("main")
				again := open(t, e, link, Wide)
				again.must(again.Answered())
				if got := again.text("main"); got != shown {
					t.Errorf("%s shows\n%s\nand, opened anew,\n%s", link, clipTo(shown, 1200), clipTo(got, 1200))
				}
			})
		}
	})
}

// TestBadLinks: a damaged link gives a page that works and says what it could not read. What it says of each needs no
// browser (TestBadLinks of the catalogue); that the browser hands them over, also to a program that starts, does.
func TestBadLinks(t *testing.T) {
	t.Parallel()
	fragments := []string{
		"#/v1/nosuchview", "#%%%", "#/%ff%fe", "#/f32/<script>alert(1)</script>", "#/v1/enc?b=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E", "#/v1/enc?f=" + strings.Repeat("f", 5000),
		"#/" + strings.Repeat("/", 3000), "#" + strings.Repeat("a", 70000),
	}
	for _, e := range Editions {
		p := open(t, e, "", Wide)
		for i, f := range fragments {
			if i%3 > 0 || e == Single && i > 0 {
				// One start is enough for some: the address changes under the running program.
				p.must(p.Eval(fmt.Sprintf("location.hash = %s", quoteJS(t, f)), nil))
				p.settle()
			} else {
				p.must(p.Load("about:blank"))
				p.goTo(shared.site.URL(e, "", f))
			}
			if p.eval("window.__ready") != "true" || p.count("#app h1") != 1 {
				t.Errorf("%s %s: the page is not in order", e, clip(f))
			}
			problem := p.text("#app")
			if !strings.Contains(strings.ToLower(problem), "link") {
				t.Errorf("%s %s: no word about the link in %s", e, clip(f), clipTo(problem, 300))
			}
			p.fits(390)
			p.must(p.Show(Wide))
		}
	}
}

func quoteJS(t *testing.T, s string) string {
	t.Helper()
	b, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestEmbedFlag: one view without the header, by the query, by the fragment and by embed.html.
func TestEmbedFlag(t *testing.T) {
	t.Parallel()
	v := views()[0]
	single := shared.site.URL(Single, "", "")
	for name, url := range map[string]string{
		"query":           shared.site.Base + "?embed=1" + fragment(v),
		"fragment":        shared.site.Base + fragment(v) + "?embed=1",
		"page":            shared.site.Base + "embed.html" + fragment(v),
		"single query":    single + "?embed=1" + fragment(v),
		"single fragment": single + fragment(v) + "?embed=1",
	} {
		t.Run(name, func(t *testing.T) {
			p := openURL(t, url, Wide)
			p.wait(titled(v))
			if p.shown("header nav") {
				t.Error("the list of views is shown")
			}
			if p.text("main") == "" {
				t.Error("there is no view")
			}
			if p.eval(`document.documentElement.getAttribute("data-embed")`) != "1" {
				t.Error("the page does not know that it is embedded")
			}
			if name == "page" || name == "query" { // the others show the same with the same style
				p.axe()
			}
			p.fits(320)
		})
	}
	p := open(t, Hosted, fragment(v), Wide)
	if !p.shown("header nav") {
		t.Error("without the flag the list of views is not shown")
	}
}

// TestThemeInAddress: theme=dark in a link wins over the system.
func TestThemeInAddress(t *testing.T) {
	t.Parallel()
	v := views()[0]
	everyEdition(t, func(t *testing.T, e Edition) {
		for _, url := range []string{shared.site.URL(e, "?theme=dark", fragment(v)), shared.site.URL(e, "", fragment(v)+"?theme=dark")} {
			if p := openURL(t, url, Wide); !p.darkness() {
				t.Errorf("%s is light", url)
			}
		}
		dark := Wide
		dark.Dark = true
		if p := openURL(t, shared.site.URL(e, "?theme=light", fragment(v)), dark); p.darkness() {
			t.Error("theme=light is dark on a dark system")
		}
	})
}

// TestWeight holds the site to what a first visit may cost.
func TestWeight(t *testing.T) {
	t.Parallel()
	entries, err := os.ReadDir(shared.site.Dist)
	if err != nil {
		t.Fatal(err)
	}
	visit, single := int64(0), int64(0)
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(entry.Name(), ".br")
		if name != entry.Name() && handler.FirstVisit(name) {
			visit += info.Size()
		}
		if entry.Name() == handler.SingleFile {
			single = info.Size()
		}
	}
	t.Logf("first visit %d bytes, single file %d bytes (%s)", visit, single, filepath.Base(shared.site.Dist))
	if visit < 100_000 || visit > 800_000 {
		t.Errorf("a first visit loads %d bytes (brotli), at most 800,000 are allowed", visit)
	}
	if single < 100_000 || single > 4_500_000 {
		t.Errorf("the single file has %d bytes, at most 4,500,000 are allowed", single)
	}
}
