package e2e

import (
	"bytes"
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"ulplab/serve/handler"
)

// TestFirstPaint holds the program back: the static page is there, in order and complete, before it arrives.
func TestFirstPaint(t *testing.T) {
	t.Parallel()
	for _, look := range []Look{Wide, Phone, {Width: 1280, Height: 800, Dark: true}} {
		t.Run(look.String(), func(t *testing.T) {
			t.Parallel()
			s, release := holding(t)
			p := newPage(t, look)
			p.must(p.Run(chromedp.ActionFunc(func(ctx context.Context) error {
				_, _, _, _, err := page.Navigate(s.Base).Do(ctx)
				return err
			})))
			p.wait(`document.readyState !== "loading" && document.querySelector("#app h1")`)
			if p.eval("window.__ready") != "false" {
				t.Error("ready without a program")
			}
			if text := p.text("#app"); len(text) < 40 {
				t.Errorf("the first picture is nearly empty: %q", text)
			}
			p.axe()
			p.fits(look.Width)
			p.fits(320)
			// After a while the page says that it is still loading, and what.
			p.wait(`document.querySelector("#boot .boot-slow[role=status]")`)
			p.contains("#boot", "Still loading the program", "MB")
			p.axe()
			close(release)
			p.wait("window.__ready === true")
			p.settle()
			if p.text("#boot") != "" {
				t.Errorf("the note about loading stays: %s", p.text("#boot"))
			}
		})
	}
}

// holding serves the site and holds its programs back until release is closed.
func holding(t *testing.T) (s *Site, release chan struct{}) {
	release = make(chan struct{})
	return serveWith(t, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, ".wasm") {
				select {
				case <-release:
				case <-r.Context().Done():
					return
				}
			}
			next.ServeHTTP(w, r)
		})
	}), release
}

// replace answers one kind of file in another way.
func replace(suffix string, answer http.HandlerFunc) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, suffix) {
				answer(w, r)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// withHeader changes the headers of the pages.
func withHeader(name, value string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			next.ServeHTTP(&headerWriter{w, name, value}, r)
		})
	}
}

type headerWriter struct {
	http.ResponseWriter
	name, value string
}

func (h *headerWriter) WriteHeader(status int) {
	h.Header().Set(h.name, h.value)
	h.ResponseWriter.WriteHeader(status)
}

// TestFailedStart breaks the start in every way a reader may meet and asks for the reason in words. The static page
// stays readable beneath, and the message is accessible.
func TestFailedStart(t *testing.T) {
	t.Parallel()
	const link = "#/v1/enc"
	without := func(script string) chromedp.Action {
		return chromedp.ActionFunc(func(ctx context.Context) error {
			_, err := page.AddScriptToEvaluateOnNewDocument(script).Do(ctx)
			return err
		})
	}
	folder := "file://" + filepath.ToSlash(filepath.Join(shared.site.Dist, "index.html"))
	truncated := func(w http.ResponseWriter, r *http.Request) {
		data, err := os.ReadFile(filepath.Join(shared.site.Dist, filepath.Base(r.URL.Path)))
		if err != nil {
			panic(err)
		}
		w.Header().Set("Content-Type", "application/wasm")
		w.Write(data[:len(data)/2])
	}
	for _, c := range []struct {
		name  string
		wrap  func(http.Handler) http.Handler
		setup []chromedp.Action
		url   string // for a page that is not the hosted one
		code  string
		words string
	}{
		{name: "no WebAssembly", setup: []chromedp.Action{without("delete globalThis.WebAssembly")}, code: "old", words: "This browser cannot run the lab"},
		{name: "no WebAssembly, single file", setup: []chromedp.Action{without("delete globalThis.WebAssembly")}, url: shared.site.URL(Single, "", ""), code: "old", words: "This browser cannot run the lab"},
		{name: "no DecompressionStream, single file", setup: []chromedp.Action{without("delete globalThis.DecompressionStream")}, url: shared.site.URL(Single, "", ""), code: "old", words: "This browser cannot run the lab"},
		{name: "damaged single file", url: damaged(t, `class="ulplab-program"`), code: "compile", words: "arrived damaged"},
		{name: "program missing", wrap: replace(".wasm", http.NotFound), code: "status", words: "is not where it should be"},
		{name: "connection broken", wrap: replace(".wasm", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }), code: "network", words: "could not be fetched"},
		{name: "program damaged", wrap: replace(".wasm", truncated), code: "compile", words: "cannot compile the program"},
		{name: "policy without wasm", wrap: withHeader("Content-Security-Policy", strings.ReplaceAll(handler.PageCSP, " 'wasm-unsafe-eval'", "")), code: "policy", words: "A Content-Security-Policy does not let the program run"},
		{name: "policy without connections", wrap: withHeader("Content-Security-Policy", strings.ReplaceAll(handler.PageCSP, "connect-src 'self'", "connect-src 'none'")), code: "policy", words: "A Content-Security-Policy does not let the program run"},
		{name: "start script missing", wrap: replace(".js", func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, "/go.") {
				http.NotFound(w, r)
				return
			}
			http.ServeFile(w, r, filepath.Join(shared.site.Dist, filepath.Base(r.URL.Path)))
		}), code: "script", words: "A part of the page did not arrive"},
		{name: "opened from a folder", url: folder, code: "folder", words: "Open ulplab.html instead"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			url := c.url
			if url == "" {
				url = serveWith(t, c.wrap).Base
			}
			p := newPage(t, Wide, c.setup...)
			p.must(p.Load(url + link))
			p.wait(`document.documentElement.hasAttribute("data-failed")`)
			p.settle()
			if got := p.eval(`document.documentElement.getAttribute("data-failed")`); got != c.code {
				t.Errorf("the reason is %q, want %q: %s", got, c.code, p.text("#boot"))
			}
			p.contains("#boot [role=alert]", "ULP Lab did not start", c.words)
			if p.text("#app") == "" {
				t.Error("the static page is gone")
			}
			if got := p.eval(`document.querySelector("#boot a").hash`); got != link {
				t.Errorf("the link to load again leads to %s", got)
			}
			p.Forget() // the failure itself is in the console
			p.axePart("#boot")
			p.fits(320)
		})
	}
}

// damaged returns the address of a copy of the single file in which some bytes of a packed part are others.
func damaged(t *testing.T, part string) string {
	data, err := os.ReadFile(filepath.Join(shared.site.Dist, handler.SingleFile))
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.Index(data, []byte(part))
	if at < 0 {
		t.Fatalf("the single file has no part %s", part)
	}
	copy(data[at+len(part)+2000:], "damagedDamagedDamagedDamagedDama")
	name := filepath.Join(t.TempDir(), handler.SingleFile)
	if err := os.WriteFile(name, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return "file://" + filepath.ToSlash(name)
}

// TestOtherTypes: a server that does not know WebAssembly's type still gets the lab going.
func TestOtherTypes(t *testing.T) {
	t.Parallel()
	s := serveWith(t, replace(".wasm", func(w http.ResponseWriter, r *http.Request) {
		data, err := os.ReadFile(filepath.Join(shared.site.Dist, filepath.Base(r.URL.Path)))
		if err != nil {
			panic(err)
		}
		w.Header().Set("Content-Type", "application/octet-stream")
		w.Write(data)
	}))
	p := openURL(t, s.Base, Wide)
	if p.eval("window.__ready") != "true" {
		t.Error("not ready")
	}
}

// TestNoScripts: with scripts off, the static page shows a note of its own accord.
func TestNoScripts(t *testing.T) {
	t.Parallel()
	everyEdition(t, func(t *testing.T, e Edition) {
		t.Parallel()
		p := newPage(t, Wide, emulation.SetScriptExecutionDisabled(true))
		p.must(p.Load(shared.site.URL(e, "", "")))
		p.wait(`getComputedStyle(document.querySelector(".boot-late")).visibility === "visible"`)
		p.contains("#boot", "The lab has not started", "scripts and WebAssembly")
		if len(p.text("#app")) < 40 {
			t.Errorf("the static page is nearly empty: %q", p.text("#app"))
		}
	})
}

// TestPanic: a program that ends says so with its last words, and the address stays.
func TestPanic(t *testing.T) {
	t.Parallel()
	wasm := filepath.Join(t.TempDir(), "panics.wasm")
	if out, err := program("./testdata/panics", wasm).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	s := serveWith(t, replace(".wasm", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/wasm")
		http.ServeFile(w, r, wasm)
	}))
	const link = "#/v1/enc?b=3f800000"
	p := openURL(t, s.Base+link, Wide)
	p.contains("#app", "Alive")
	p.click("#break")
	p.wait(`document.documentElement.getAttribute("data-failed") === "exit"`)
	p.contains("#boot [role=alert]", "ULP Lab has stopped", "because of a fault of its own")
	if got := p.eval(`document.querySelector("#boot pre").textContent`); !strings.HasPrefix(got, "panic: broken on purpose") {
		t.Errorf("the last words of the program are %q", got)
	}
	p.Forget()
	p.axe()
	p.click("#boot a")
	p.wait(`window.__ready === true && !document.documentElement.hasAttribute("data-failed")`)
	if p.hash() != link {
		t.Errorf("after loading again the address ends in %s", p.hash())
	}
	p.contains("#app", "Alive")
	p.click("#break")
	p.wait(`document.documentElement.getAttribute("data-failed") === "exit"`)
	p.click("#boot a:nth-of-type(2)")
	p.wait(`window.__ready === true && !document.documentElement.hasAttribute("data-failed")`)
	if p.hash() != "" {
		t.Errorf("starting without the state leaves %s", p.hash())
	}
	p.Forget()
}
