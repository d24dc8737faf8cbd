package e2e

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"ulplab/serve/still"
)

// chapters are the links of pages, and how many programs all of their views take: those of the opening one share it, and the others the
// whole one.
var chapters = []struct {
	name     string
	links    []string
	programs int
}{
	{"opening", []string{"#/v1/enc?b=3dcccccd&f=f32", "#/v1/op", "#/v1/fma", "#/v1/enc?fig=enc-zoom"}, 1},
	{"others", []string{"#/v1/enc?b=3dcccccd&f=f32", "#/v1/flags", "#/v1/x87", "#/v1/gallery?q=tf32"}, 2},
}

// chapterPage serves a page of somebody else under a strict policy, with the copies of some links.
func chapterPage(t *testing.T, chapter []string) string {
	t.Helper()
	m := copies()
	var body strings.Builder
	for i, link := range chapter {
		fmt.Fprintf(&body, "<p><a href='#b%d' id='before%d'>before</a></p>%s<p><a href='#a%d' id='after%d'>after</a></p>", i, i, m.Open(link).HTML(shared.site.Base), i, i)
	}
	files := map[string]string{
		"/still.css": still.Style(),
		"/shift.js": `window.ready = 0; window.shifts = [];
			addEventListener("ulplab-ready", function () { ready++; });
			function box(r) { return [r.x, r.y, r.width, r.height].join(" "); }
			addEventListener("DOMContentLoaded", function () { // embeds do nothing before it, and a row of which half has come moves as the rest comes
				new PerformanceObserver(function (list) {
					list.getEntries().forEach(function (e) {
						shifts.push(e.value + e.sources.map(function (s) { return ": " + (s.node && (s.node.id || s.node.className || s.node.nodeName)) + " from " + box(s.previousRect) + " to " + box(s.currentRect); }).join(""));
					});
				}).observe({ type: "layout-shift" });
			});`,
		"/": `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A chapter</title><link rel="icon" href="data:,"><link rel="stylesheet" href="still.css">
			<script src="shift.js"></script><script src="` + shared.site.Base + `embed.js" async></script></head><body><main><h1>A chapter</h1>` + body.String() + `</main></body></html>`,
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", map[bool]string{true: "text/html; charset=utf-8", false: "text/javascript"}[r.URL.Path == "/"])
		if strings.HasSuffix(r.URL.Path, ".css") {
			w.Header().Set("Content-Type", "text/css")
		}
		w.Header().Set("Content-Security-Policy", "default-src 'none'; script-src 'self' "+shared.site.Base+"; style-src 'self'; frame-src "+shared.site.Base+"; img-src data:")
		fmt.Fprint(w, files[r.URL.Path])
	}))
	t.Cleanup(s.Close)
	return s.URL + "/"
}

// TestChapter: four embeds on a page under a strict policy. None starts by itself, by being seen or by being scrolled under the pointer; each
// starts when the reader comes to it. Each program comes once over the network, nothing moves, the keyboard reaches into and out of each of them
// from both sides, before it has started and after, and what is done in them stays out of the page's history.
func TestChapter(t *testing.T) {
	t.Parallel()
	for _, c := range chapters {
		t.Run(c.name, func(t *testing.T) { testChapter(t, c.links, c.programs) })
	}
}

func testChapter(t *testing.T, chapter []string, most int) {
	p := newPage(t, Wide)
	host := chapterPage(t, chapter)
	p.must(p.Load(host))
	p.wait(`customElements.get("ulp-lab") && document.querySelector("ulp-lab").shadowRoot.querySelector("button")`)
	for i := range chapter {
		p.must(p.Eval(fmt.Sprintf(`document.getElementById("before%d").scrollIntoView()`, i), nil))
		p.settle()
		p.focus(fmt.Sprintf("#after%d", i))
		p.must(p.Run(chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(input.ModifierShift))))
		p.inside("from behind, before it has started,")
	}
	if n := p.eval(starts); n != "0" {
		t.Errorf("%s views start by themselves", n)
	}
	for i := range chapter {
		p.must(p.Eval(fmt.Sprintf(`document.getElementById("before%d").scrollIntoView()`, i), nil))
		if i%2 == 0 { // the pointer comes, and the button is pressed
			p.must(p.Eval(fmt.Sprintf(`document.querySelectorAll("ulp-lab")[%d].dispatchEvent(new PointerEvent("pointermove", { bubbles: true, movementX: 1 }))`, i), nil))
		} else {
			p.focus(fmt.Sprintf("#after%d", i))
			p.must(p.Run(chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(input.ModifierShift)), chromedp.KeyEvent(kb.Enter)))
		}
		p.wait(fmt.Sprintf("ready > %d", i))
		if n := p.eval(starts); n != fmt.Sprint(i+1) {
			t.Errorf("%s views run, %d were asked for", n, i+1)
		}
		if i%2 == 1 {
			p.inside("with the button")
		}
	}
	p.settle()
	if shifts := p.eval(`shifts.join("; ")`); shifts != "" {
		t.Errorf("the layout shifts by %s", shifts)
	}
	programs := slices.DeleteFunc(p.Requests(), func(r string) bool { return !strings.HasSuffix(r, ".wasm") })
	// A frame that waits in vain for the compiled program of another asks for it again, and has it from the browser's cache.
	slices.Sort(programs)
	if programs = slices.Compact(programs); len(programs) != most {
		t.Errorf("programs fetched: %q", programs)
	}
	size := served(t, host)
	for _, r := range programs {
		size += served(t, r)
	}
	// The others are style sheets, scripts and the pages of the frames.
	if got := p.Received(); got < size || got > size+400<<10 {
		t.Errorf("%d bytes are fetched, %d of them the page and its programs", got, size)
	}
	back := func() { p.must(p.Run(chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(input.ModifierShift)))) }
	before := p.eval("history.length")
	for i := range chapter {
		p.focus(fmt.Sprintf("#before%d", i))
		p.press(kb.Tab)
		p.inside("going in")
		back()
		p.wait(fmt.Sprintf(`document.activeElement.id === "before%d"`, i))
		p.focus(fmt.Sprintf("#after%d", i))
		back()
		p.inside("going back in")
		p.press(kb.Tab)
		p.wait(fmt.Sprintf(`document.activeElement.id === "after%d"`, i))
	}
	// A state, and another view of the same program.
	p.must(p.Eval(`document.querySelector("ulp-lab").setState("#/v1/enc?b=40490fdb&f=f32"), document.querySelector("ulp-lab").setAttribute("src", "#/v1/op")`, nil))
	p.must(p.Eval(`new Promise(function (done) { setTimeout(done, 500); })`, nil))
	if after := p.eval("history.length"); after != before {
		t.Errorf("the history grew from %s to %s", before, after)
	}
	p.axe()
}

// served is the length of a file of the site as it is sent.
func served(t *testing.T, url string) int64 {
	r, err := http.NewRequest("GET", url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept-Encoding", "br, gzip")
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	n, err := io.Copy(io.Discard, answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// starts is how many programs have been started in the page.
const starts = `Array.from(document.querySelectorAll("ulp-lab")).filter(function (e) { return e.shadowRoot.querySelector("iframe"); }).length`

// inside fails the test where the keyboard is not in an embedded view.
func (p *tpage) inside(what string) {
	p.t.Helper()
	if at := p.eval(`Boolean(document.activeElement.closest("ulp-lab"))`); at != "true" {
		p.t.Errorf("%s the keyboard is on %s", what, p.eval("document.activeElement.outerHTML"))
	}
}

// TestBareElements: of elements without a copy one starts by itself, however far the reader scrolls; the others when they are come to.
func TestBareElements(t *testing.T) {
	t.Parallel()
	p := newPage(t, Wide)
	var body strings.Builder
	chapter := chapters[0].links
	for i, link := range chapter {
		fmt.Fprintf(&body, `<ulp-lab id="e%d" src="%s" title="View %d" height="400"><a href="%s%s">View %d</a></ulp-lab>`, i, link, i, shared.site.Base, link, i)
	}
	p.must(p.Load(hostPage(t, nil, body.String())))
	p.wait(`seen.some(function (s) { return s.name === "ready"; })`)
	for i := range chapter {
		p.must(p.Eval(fmt.Sprintf(`document.getElementById("e%d").scrollIntoView()`, i), nil))
		p.settle()
	}
	if n := p.eval(starts); n != "1" || p.eval(`Boolean(document.getElementById("e0").shadowRoot.querySelector("iframe"))`) != "true" {
		t.Errorf("%s views start by themselves, and it is to be the first", n)
	}
	p.axe()
	p.must(p.Eval(`document.getElementById("e2").scrollIntoView(), document.getElementById("e2").dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }))`, nil))
	p.wait(`seen.filter(function (s) { return s.name === "ready"; }).length === 2`)
}

// TestChapterWithoutScripts: the copies say what the live pages say, and look like them: nothing is wider than its place.
func TestChapterWithoutScripts(t *testing.T) {
	t.Parallel()
	for _, c := range chapters {
		t.Run(c.name, func(t *testing.T) { testWithoutScripts(t, c.links) })
	}
}

func testWithoutScripts(t *testing.T, chapter []string) {
	p := newPage(t, Wide, emulation.SetScriptExecutionDisabled(true))
	p.must(p.Load(chapterPage(t, chapter)))
	var copies []string
	const words = `function (e) { return e.textContent.replace(/\s+/g, ""); }`
	p.must(p.Eval(`Array.from(document.querySelectorAll(".ulplab-still")).map(`+words+`)`, &copies))
	wide := p.eval(`Array.from(document.querySelectorAll(".ulplab-still *")).filter(function (e) { return e.getBoundingClientRect().right > innerWidth; }).length`)
	if len(copies) != len(chapter) || wide != "0" {
		t.Fatalf("%d copies, %s elements stick out", len(copies), wide)
	}
	for i, link := range chapter {
		live := openURL(t, shared.site.URL(Hosted, "", strings.Replace(link, "?fig", "?embed=1&fig", 1)), Wide)
		live.must(live.Answered())
		const says = `(function () {
			var main = document.querySelector("main").cloneNode(true);
			main.querySelectorAll("[hidden]").forEach(function (e) { e.remove(); });
			return (` + words + `)(main);
		})()`
		if live.Wait(says+" === "+strconv.Quote(copies[i])) != nil {
			t.Errorf("%s: the copy says\n%s\nthe page\n%s", link, clipTo(copies[i], 600), clipTo(live.eval(says), 600))
		}
	}
}

// TestSandboxedFrame: a plain frame that may run scripts and nothing else.
func TestSandboxedFrame(t *testing.T) {
	t.Parallel()
	p := newPage(t, Wide)
	p.must(p.Load(hostPage(t, nil, `<iframe id="f" sandbox="allow-scripts" title="One number" width="700" height="500" src="`+shared.site.Base+`embed.html#/v1/enc"></iframe>
		<ulp-lab isolated loading="eager" src="#/v1/fma" title="FMA" height="400"></ulp-lab>`)))
	p.wait(`seen.some(function (s) { return s.name === "ready"; })`)
	if got := p.eval(`document.querySelector("ulp-lab").shadowRoot.querySelector("iframe").getAttribute("sandbox")`); strings.Contains(got, "same-origin") {
		t.Errorf("the isolated frame's sandbox is %q", got)
	}
	p.must(p.Eval(`void addEventListener("message", function (e) { if (e.source === document.getElementById("f").contentWindow) { window.told = e.data.url; } })`, nil))
	p.wait(`(document.getElementById("f").contentWindow.postMessage({ v: 1, type: "ulplab:get", id: "1" }, "*"), /^#\/v1\/enc/.test(window.told))`)
}

// TestShareDialog: the dialog keeps the focus, gives it back, and shows a frame as high as the view asks for.
func TestShareDialog(t *testing.T) {
	t.Parallel()
	p := open(t, Hosted, "#/v1/enc", Wide)
	p.click(`[data-act="offer"]`)
	p.wait(`document.getElementById("share").open`)
	p.axe()
	for range 30 {
		p.press(kb.Tab)
		if at := p.eval(`document.activeElement === document.body || document.getElementById("share").contains(document.activeElement)`); at != "true" {
			t.Fatalf("the keyboard leaves the dialog: %s", p.eval("document.activeElement.outerHTML"))
		}
	}
	p.click(`#share .chip:nth-child(3)`)
	p.wait(`document.querySelector("#share iframe").style.height`)
	p.wait(`document.getElementById("share-code").value.includes('height="' + parseInt(document.querySelector("#share iframe").style.height) + '"')`)
	height := p.eval(`document.querySelector("#share iframe").style.height`)
	p.click(`#share .chip:nth-child(4)`) // the element has it too
	p.wait(`document.getElementById("share-code").value.includes('<ulp-lab') && document.getElementById("share-code").value.includes('height="` + strings.TrimSuffix(height, "px") + `"')`)
	p.press(kb.Escape)
	p.wait(`!document.getElementById("share").open && document.activeElement.getAttribute("data-act") === "offer"`)
}
