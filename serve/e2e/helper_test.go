package e2e

// Helpers for tests of the built site. What a view says, counts and links to is tested without a browser, in
// wasm/lab/catalogue/NAME_reader_test.go; here is what only a browser shows: focus, caret, pointers, layout, workers,
// history, files. A test of a view goes into a file of its own, NAME_view_test.go:
//
//	func TestEncKeyboard(t *testing.T) {
//		p := visit(t, "#/v1/enc?b=3dcccccd", Wide)   // any error of the page fails the test at its end
//		p.contains("main", "0.1")                    // text that is really shown
//		p.click(`[data-bit="0"]`)                    // a real mouse click (a tap where the look has Touch)
//		p.press(kb.ArrowLeft)                        // real keys to the focused element
//		p.fill("input[name=value]", "2/3")           // replaces what is in a field, key by key
//		p.wait(`location.hash.includes("3eaaaaab")`) // until true
//		p.axe()                                      // no accessibility violation
//	}
//
// visit shows a view in a page that was used before; open starts the program anew, for a test of the start, of workers, of one
// edition, or of the whole page (axe and text see the views that were visited before). A test begins with t.Parallel(),
// since most of its time it waits; one that measures times or memory stays alone and leaves that out. everyEdition is for what can differ
// in the single file: start, workers, storage, links, files. A face of a view to be held to its width is a line in
// faces_test.go.
//
// Every helper fails the test itself. p.Eval and p.Run reach everything else.

import (
	"compress/gzip"
	"context"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// shared is the browser and the site of all tests of a run.
var shared struct {
	browser *Browser
	site    *Site
	folders []string // removed at the end

	mu    sync.Mutex
	spare []used                // pages of visit that no test has
	taken map[testing.TB]*tpage // those that one has
}

// used is a page that tests have used since a time.
type used struct {
	*Page
	since time.Time
}

func TestMain(m *testing.M) { os.Exit(run(m)) }

// run starts browser and site. `go test ./...` without a built site or a browser says so and passes; where they are
// promised (build.sh test sets ULPLAB_E2E, a build server CI), their absence is a failure.
func run(m *testing.M) int {
	absent := func(err error) int {
		if os.Getenv("ULPLAB_E2E") != "" || os.Getenv("CI") == "true" && os.Getenv("ULPLAB_DIST") != "" {
			fmt.Fprintln(os.Stderr, "e2e:", err)
			return 1
		}
		fmt.Fprintln(os.Stderr, "e2e: no browser tests:", err)
		return 0
	}
	dist := os.Getenv("ULPLAB_DIST")
	if dist == "" {
		dist = "../../dist"
	}
	site, err := ServeSite(dist, nil)
	if err != nil {
		return absent(err)
	}
	defer site.Close()
	path, err := FindBrowser()
	if err != nil {
		return absent(err)
	}
	flag.Parse()
	flags := Baseline
	if flag.Lookup("test.bench").Value.String() != "" {
		flags = nil
	}
	browser, err := StartBrowser(path, flags...)
	if err != nil {
		return absent(err)
	}
	defer browser.Close()
	shared.browser, shared.site = browser, site
	defer func() {
		for _, f := range shared.folders {
			os.RemoveAll(f)
		}
	}()
	fmt.Println("e2e:", browser.Version(), "on", site.Dist)
	return m.Run()
}

// tpage is a Page whose failures fail the test.
type tpage struct {
	*Page
	t testing.TB
}

// everyEdition runs a test on the hosted site and on the single file.
func everyEdition(t *testing.T, f func(t *testing.T, e Edition)) {
	for _, e := range Editions {
		t.Run(string(e), func(t *testing.T) { f(t, e) })
	}
}

// open opens the lab at a fragment and waits until it is ready. At the end of the test, anything that went wrong in
// the page fails it.
func open(t testing.TB, e Edition, fragment string, look Look, setup ...chromedp.Action) *tpage {
	t.Helper()
	return openURL(t, shared.site.URL(e, "", fragment), look, setup...)
}

// visit shows a view in a page of the hosted site that is there already, as after a link: what a test asks of a view does
// not need the program started anew. The page is at its top and nothing in it has the keyboard. A test that visits again gets
// the same page; where it fails, no other test gets that one.
func visit(t testing.TB, fragment string, look Look) *tpage {
	t.Helper()
	shared.mu.Lock()
	p := shared.taken[t]
	shared.mu.Unlock()
	if p == nil {
		p = take(t, look)
	}
	p.must(p.Show(look))
	p.must(p.Eval(`document.querySelectorAll(".fold[open]").forEach(function (d) { d.open = false; })`, nil)) // by the test before
	p.follow(fragment)
	return p
}

// take gives a test a spare page, or a new one, until it ends.
func take(t testing.TB, look Look) *tpage {
	t.Helper()
	one := used{since: time.Now()}
	shared.mu.Lock()
	for one.Page == nil && len(shared.spare) > 0 {
		last := len(shared.spare) - 1
		if time.Since(shared.spare[last].since) < Patience { // well within its lifetime
			one = shared.spare[last]
		} else {
			shared.spare[last].Close()
		}
		shared.spare = shared.spare[:last]
	}
	shared.mu.Unlock()
	if one.Page == nil {
		var err error
		if one.Page, err = shared.browser.Open(shared.site.URL(Hosted, "", "#/v1/gallery"), look, unkept()); err != nil { // a view of the whole program
			t.Fatal(err)
		}
	}
	p := &tpage{one.Page, t}
	shared.mu.Lock()
	defer shared.mu.Unlock()
	if shared.taken == nil {
		shared.taken = map[testing.TB]*tpage{}
	}
	shared.taken[t] = p
	t.Cleanup(func() {
		for _, problem := range p.Problems() {
			t.Errorf("in the page: %s", problem)
		}
		p.Forget()
		shared.mu.Lock()
		defer shared.mu.Unlock()
		delete(shared.taken, t)
		if t.Failed() {
			p.Close()
		} else {
			shared.spare = append(shared.spare, one)
		}
	})
	return p
}

// follow goes to a view by its link. Where that view is shown already, another one is shown in between, so that nothing is left of what
// was done in it.
func (p *tpage) follow(fragment string) {
	p.t.Helper()
	path, _, _ := strings.Cut(fragment, "?")
	view, long := strings.CutPrefix(path, "#/v1/")
	if !long { // #/f32/0.1
		view = "enc"
	}
	steps := []string{fragment}
	if p.eval(`document.querySelector("`+shownView+`").dataset.view`) == view {
		between := "#/v1/gallery"
		if view == "gallery" {
			between = "#/v1/enc"
		}
		steps = []string{between, fragment}
	}
	for _, to := range steps {
		p.must(p.Eval(fmt.Sprintf("location.hash = %q", to), nil))
		p.wait(fmt.Sprintf("location.hash === %q", to))
		p.settle()
	}
	p.eval("(document.activeElement.blur(), scrollTo(0, 0), 0)")
	p.must(p.Answered())
}

// openURL is open for any address.
func openURL(t testing.TB, url string, look Look, setup ...chromedp.Action) *tpage {
	t.Helper()
	p := newPage(t, look, setup...)
	p.goTo(url)
	return p
}

// unkept has pages of the shared site not kept for use offline, which each new window would do for itself: 25 MB fetched and digested.
// What is kept is tested on sites of their own (offline_test.go).
func unkept() chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := page.AddScriptToEvaluateOnNewDocument(`if (location.href.startsWith("` + shared.site.Base + `")) { delete Navigator.prototype.serviceWorker; }`).Do(ctx)
		return err
	})
}

// newPage opens an empty page.
func newPage(t testing.TB, look Look, setup ...chromedp.Action) *tpage {
	t.Helper()
	raw, err := shared.browser.NewPage(look, append([]chromedp.Action{unkept()}, setup...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, problem := range raw.Problems() {
			t.Errorf("in the page: %s", problem)
		}
		raw.Close()
	})
	return &tpage{raw, t}
}

func (p *tpage) must(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatalf("%v; noted in the page: %q", err, p.Problems())
	}
}

// goTo loads an address and waits until the lab is ready.
func (p *tpage) goTo(url string) {
	p.t.Helper()
	p.must(p.Goto(url))
	if failed := p.eval(`document.documentElement.getAttribute("data-failed") || ""`); failed != "" {
		p.t.Fatalf("the lab did not start: %s; noted: %q", p.text("#boot"), p.Problems())
	}
}

// wait polls until a JavaScript expression is true.
func (p *tpage) wait(expression string) {
	p.t.Helper()
	p.must(p.Wait(expression))
}

// settle waits for the next two frames: rendering follows an event in the next frame.
func (p *tpage) settle() {
	p.t.Helper()
	p.must(p.Settle())
}

// eval returns the value of an expression as text.
func (p *tpage) eval(expression string) string {
	p.t.Helper()
	var s string
	p.must(p.Eval("String("+expression+")", &s))
	return s
}

// text returns the text shown in the first element of a selector, white space folded.
func (p *tpage) text(selector string) string {
	p.t.Helper()
	return p.eval(fmt.Sprintf(`(function (e) { return e ? e.innerText.replace(/\s+/g, " ").trim() : ""; })(document.querySelector(%q))`, selector))
}

// contains waits until the text shown in an element holds all the parts; white space does not count as different.
func (p *tpage) contains(selector string, parts ...string) {
	p.t.Helper()
	for _, part := range parts {
		part = strings.Join(strings.Fields(part), " ")
		expression := fmt.Sprintf(`(function (e) { return e && e.innerText.replace(/\s+/g, " ").includes(%q); })(document.querySelector(%q))`, part, selector)
		if p.Wait(expression) != nil {
			p.t.Errorf("%s does not show %q; it shows: %s", selector, part, clipTo(p.text(selector), 1500))
		}
	}
}

func clipTo(s string, n int) string {
	if len(s) > n {
		s = s[:n] + "…"
	}
	return s
}

// count returns the number of elements of a selector.
func (p *tpage) count(selector string) int {
	p.t.Helper()
	var n int
	p.must(p.Eval(fmt.Sprintf(`document.querySelectorAll(%q).length`, selector), &n))
	return n
}

// shown reports whether an element is there and takes place on the page.
func (p *tpage) shown(selector string) bool {
	p.t.Helper()
	var ok bool
	p.must(p.Eval(fmt.Sprintf(`(function (e) { return !!e && e.getClientRects().length > 0 && getComputedStyle(e).visibility === "visible"; })(document.querySelector(%q))`, selector), &ok))
	return ok
}

// click brings the element into the window and presses the mouse on its middle.
func (p *tpage) click(selector string) {
	p.t.Helper()
	// What is above may still arrive and push the element down, also between press and release, so it has to stay in place
	// for three frames, and the click has to reach it.
	for range 5 {
		var at []float64
		p.must(p.Eval(fmt.Sprintf(`new Promise(function (done) {
			var e = document.querySelector(%[1]q), last = "", still = 0, frames = 0;
			if (!e) { done([]); return; }
			(function look() {
				e = document.querySelector(%[1]q) || e;
				e.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
				var r = e.getBoundingClientRect(), now = [r.left, r.top, r.width, r.height].join(" ");
				still = now === last ? still + 1 : 0;
				last = now;
				if (still < 3 && ++frames < 100) { setTimeout(look, 16); return; }
				window.clickReached = false;
				document.addEventListener("click", function (click) {
					window.clickReached = (document.querySelector(%[1]q) || e).contains(click.target);
				}, { capture: true, once: true });
				done([r.left + r.width / 2, r.top + r.height / 2]);
			})();
		})`, selector), &at))
		if len(at) != 2 {
			p.t.Fatalf("nothing to click at %s", selector)
		}
		p.must(p.Run(chromedp.MouseClickXY(at[0], at[1])))
		var reached bool
		if err := p.Eval(`window.clickReached !== false`, &reached); err != nil || reached {
			break // what was clicked may have led to another document, which knows of no click
		}
		p.t.Logf("a click at %s did not reach it; once more", selector)
	}
	p.settle()
}

// focus puts the keyboard on an element, as soon as it can have it: what was asked for last may still be made.
func (p *tpage) focus(selector string) {
	p.t.Helper()
	p.wait(fmt.Sprintf(`(function (e) { if (e) { e.focus(); } return !!e && document.activeElement === e; })(document.querySelector(%q))`, selector))
}

// press sends keys to the focused element: text, or names of the package kb (kb.ArrowLeft, kb.Enter, " ").
func (p *tpage) press(keys ...string) {
	p.t.Helper()
	for _, k := range keys {
		p.must(p.Run(chromedp.KeyEvent(k)))
	}
	p.settle()
}

// fill replaces what is in a text field, key by key.
func (p *tpage) fill(selector, text string) {
	p.t.Helper()
	p.focus(selector)
	p.must(p.Eval(fmt.Sprintf(`document.querySelector(%q).select()`, selector), nil))
	if text == "" {
		p.press(kb.Delete)
		return
	}
	p.press(text)
}

// pick chooses an entry of a select as a reader does.
func (p *tpage) pick(selector, value string) {
	p.t.Helper()
	p.must(p.Eval(fmt.Sprintf(`(function (e) { e.value = %q; if (e.value !== %q) { throw new Error("no such entry"); } e.dispatchEvent(new Event("change", { bubbles: true })); })(document.querySelector(%q))`, value, value, selector), nil))
	p.settle()
}

// hash returns the fragment of the page's address.
func (p *tpage) hash() string {
	p.t.Helper()
	return p.eval(`location.hash`)
}

// fits fails the test where the page is wider than the window, and names the elements and the texts that stick out.
func (p *tpage) fits(width int) {
	p.t.Helper()
	p.must(p.Show(Look{Width: width, Height: 800, Touch: true}))
	wide := p.eval(`(function () {
		var root = document.documentElement, limit = root.clientWidth, out = [];
		if (Math.max(root.scrollWidth, document.body.scrollWidth) <= limit) { return ""; }
		document.querySelectorAll("body *").forEach(function (e) {
			var r = e.getBoundingClientRect();
			if (r.right <= limit + 0.5 || !r.width) { return; }
			for (var a = e.parentElement; a && a !== document.body; a = a.parentElement) {
				if (getComputedStyle(a).overflowX !== "visible") { return; }
			}
			out.push(e.tagName.toLowerCase() + (e.id ? "#" + e.id : "") + (e.className && e.className.baseVal === undefined ? "." + e.className : "") +
				" to " + Math.round(r.right));
		});
		for (var texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), n; (n = texts.nextNode());) { // a text that cannot break leaves a block that fits
			var range = document.createRange(), e = n.parentElement;
			range.selectNodeContents(n);
			var right = range.getBoundingClientRect().right;
			for (var a = e; a && a !== document.body && getComputedStyle(a).overflowX === "visible"; a = a.parentElement) {}
			if (right > limit + 0.5 && a === document.body && e.checkVisibility()) {
				out.push("“" + n.data.trim().slice(0, 60) + "” in " + e.tagName.toLowerCase() + "." + e.getAttribute("class") + " to " + Math.round(right));
			}
		}
		return "the page is " + root.scrollWidth + " px wide: " + out.slice(-6).join(", ");
	})()`)
	if wide != "" {
		p.t.Errorf("%s at %d px: %s", p.hash(), width, wide)
	}
}

// axe fails the test with a list of the accessibility violations that axe-core finds in the page as it is now.
func (p *tpage) axe() {
	p.t.Helper()
	p.axeOf("document", "")
}

// axeColours looks at colours alone, which take four fifths of axe's time: nothing else changed since axe.
func (p *tpage) axeColours() {
	p.t.Helper()
	p.axeOf("document", coloursOnly)
}

// axePart is axe, but of colours only those in the elements of a selector: the others were looked at without them.
func (p *tpage) axePart(selector string) {
	p.t.Helper()
	p.axeOf("document", `rules: { "color-contrast": { enabled: false } }`)
	p.axeOf(strconv.Quote(selector), coloursOnly)
}

const coloursOnly = `runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] }`

// axeOf calls axe.run on an element or a selector, with options besides the usual ones.
func (p *tpage) axeOf(where, options string) {
	p.t.Helper()
	if p.eval(`typeof axe`) == "undefined" {
		source, err := axeText()
		p.must(err)
		p.must(p.Eval(source, nil))
	}
	var violations []struct {
		ID, Impact, Help string
		Nodes            []struct{ Target, Summary string }
	}
	// Views that were visited before stay in the page, hidden. axe reads them too, and finds nothing in them: they are set aside meanwhile.
	p.must(p.Eval(`(function () {
		var aside = [...document.querySelectorAll("section[data-view][hidden]")].map(function (e) { var c = new Comment(); e.replaceWith(c); return [e, c]; });
		return axe.run(`+where+`, { resultTypes: ["violations"], preload: false, `+options+` }).finally(function () {
			aside.forEach(function (pair) { pair[1].replaceWith(pair[0]); });
		});
	})().then(function (r) {
		return r.violations.map(function (v) {
			return { ID: v.id, Impact: String(v.impact), Help: v.help, Nodes: v.nodes.map(function (n) {
				return { Target: n.target.join(" "), Summary: n.failureSummary.replace(/\s+/g, " ") };
			}) };
		});
	})`, &violations))
	for _, v := range violations {
		var b strings.Builder
		fmt.Fprintf(&b, "axe: %s (%s): %s", v.ID, v.Impact, v.Help)
		for i, n := range v.Nodes {
			if i == 5 {
				fmt.Fprintf(&b, "\n\tand %d more", len(v.Nodes)-i)
				break
			}
			fmt.Fprintf(&b, "\n\t%s: %s", n.Target, n.Summary)
		}
		p.t.Error(b.String())
	}
}

// axeText is axe-core, read once.
var axeText = sync.OnceValues(func() (string, error) {
	packed, err := os.Open("testdata/axe.min.js.gz")
	if err != nil {
		return "", err
	}
	defer packed.Close()
	r, err := gzip.NewReader(packed)
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(r)
	return string(text) + "\n;undefined", err
})

// program is the command that builds a WebAssembly program. It asks for what build.sh builds the lab with, so that most
// of it is built already.
func program(folder, out string) *exec.Cmd {
	c := exec.Command("go", "build", "-trimpath", "-ldflags=-s", "-o", out, folder)
	c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS="+os.Getenv("ULPLAB_GOFLAGS"), "GOEXPERIMENT="+os.Getenv("ULPLAB_GOEXPERIMENT"))
	return c
}

// serveWith serves the site behind a handler that may answer first.
func serveWith(t testing.TB, wrap func(http.Handler) http.Handler) *Site {
	t.Helper()
	s, err := ServeSite(shared.site.Dist, wrap)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}
