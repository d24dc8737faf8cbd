package e2e

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"ulplab/serve/handler"
)

// What a site does that a test changes while it is open.
const (
	serving int32 = iota
	cut           // no connection is answered
	updated       // a second version is served
)

// changing serves the site, or what state says of it.
func changing(t *testing.T, state *atomic.Int32) *Site {
	return serveWith(t, func(next http.Handler) http.Handler {
		file := func(name string) []byte {
			answer := httptest.NewRecorder()
			next.ServeHTTP(answer, httptest.NewRequest("GET", name, nil))
			return answer.Body.Bytes()
		}
		// The second version has another title. Its service worker names it by its digest.
		first := file("/")
		second := bytes.Replace(first, []byte("<title>"), []byte("<title>Second "), 1)
		digest := func(b []byte) []byte { return fmt.Appendf(nil, "%x", sha256.Sum256(b)) }
		script := bytes.Replace(file("/offline.js"), digest(first), digest(second), 1)
		if i := bytes.Index(script, []byte(`version="`)); i >= 0 {
			copy(script[i+len(`version="`):], "000000000002")
		}
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			changed := map[string][]byte{"/": second, "/offline.js": script}[r.URL.Path]
			switch {
			case state.Load() == cut:
				panic(http.ErrAbortHandler)
			case state.Load() == updated && changed != nil:
				for _, f := range handler.ForFile(strings.Replace(r.URL.Path, "/", "index.html", 1)) {
					w.Header().Set(f.Name, f.Value)
				}
				if r.URL.Path == "/offline.js" {
					w.Header().Set("Content-Type", handler.ContentType("offline.js"))
				}
				w.Write(changed)
			default:
				next.ServeHTTP(w, r)
			}
		})
	})
}

// stored waits until the browser has the whole lab.
func (p *tpage) stored() {
	p.t.Helper()
	p.promised(`navigator.serviceWorker.ready.then(String)`)
	p.wait(`navigator.serviceWorker.controller`)
}

// promised returns the text that a promise comes to.
func (p *tpage) promised(expression string) (text string) {
	p.t.Helper()
	p.must(p.Eval(expression, &text))
	return text
}

// pageText asks for the text of the page as a service worker or the site gives it.
const pageText = `fetch("./").then(function (r) { return r.text(); })`

// TestOffline: after one visit every view and lesson opens without a connection, also in the other theme, in an embedding frame, and from the page that was
// open; what the browser does not have is said in words.
func TestOffline(t *testing.T) {
	t.Parallel()
	var state atomic.Int32
	s := changing(t, &state)
	p := openURL(t, s.Base, Wide)
	p.stored()
	state.Store(cut)
	dark := Phone
	dark.Dark = true
	for _, look := range []Look{Wide, dark} {
		p.must(p.Show(look))
		p.must(p.Load("about:blank"))
		p.goTo(s.Base) // the opening program, from which a link loads the whole one
		for _, v := range views() {
			p.must(p.Eval(fmt.Sprintf("location.hash = %q", fragment(v)), nil))
			p.wait(fmt.Sprintf(`document.querySelector("%s[data-view=%s]")`, shownView, v.ID))
			p.settle()
		}
		p.contains("main", "misprinted") // the last view
		for _, name := range lessons(t) {
			p.must(p.Eval(fmt.Sprintf("location.hash = %q", "#/v1/enc?les="+name+".1"), nil))
			p.wait(`document.querySelector("#lesson .lesson-text h2") && location.hash.includes("les=` + name + `.1")`)
		}
	}
	p.goTo(s.Base + "index.html#/v1/functions?p=measured") // with a data file
	p.wait(`document.querySelectorAll("section:not([hidden])[data-view=functions] tbody tr").length > 20`)
	p.goTo(s.Base + "embed.html#/v1/op")
	p.must(p.Load(s.Base + handler.SingleFile))
	p.contains("body", "There is no connection")
	p.Forget() // the browser notes the answer 503
}

// TestUpdate: a newer version is told, not forced; it comes as a whole when the reader asks for it, and the page shows what it showed.
func TestUpdate(t *testing.T) {
	t.Parallel()
	const link = "#/v1/op?a=40490fdb"
	var state atomic.Int32
	s := changing(t, &state)
	p := openURL(t, s.Base+link, Wide)
	p.stored()
	state.Store(updated)
	p.must(p.Load("about:blank"))
	p.goTo(s.Base + link)
	p.wait(`document.querySelector("#boot .boot-newer[role=status]")`)
	p.axe()
	if html := p.promised(pageText); strings.Contains(html, "<title>Second ") {
		t.Error("the second version is mixed with the first")
	}
	p.click("#boot .boot-newer button")
	p.wait(`window.__ready && !document.querySelector(".boot-newer")`)
	if !strings.Contains(p.promised(pageText), "<title>Second ") {
		t.Error("the second version does not come")
	}
	if p.hash() != link {
		t.Errorf("the address is %s after the update", p.hash())
	}
	state.Store(cut)
	p.must(p.Load("about:blank"))
	p.goTo(s.Base + "#/v1/gallery")
	// A site that is exchanged while it is stored: nothing of it is kept.
	state.Store(serving)
	broken := serveWith(t, replace("/embed.html", func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "another version") }))
	q := openURL(t, broken.Base, Wide)
	refused := q.promised(`navigator.serviceWorker.register("offline.js").then(function (r) {
		return new Promise(function (done) {
			var next = r.installing || r.waiting || r.active;
			function look() { if (next.state !== "installing") { done(next.state); } }
			next.addEventListener("statechange", look);
			look();
		});
	})`)
	if refused != "redundant" {
		t.Errorf("a site of two versions is stored: the service worker is %s", refused)
	}
	if requests := slices.DeleteFunc(q.Requests(), func(r string) bool { return strings.HasPrefix(r, broken.Base) || strings.HasPrefix(r, "data:") }); len(requests) > 0 {
		t.Errorf("requests to other places: %q", requests)
	}
}
