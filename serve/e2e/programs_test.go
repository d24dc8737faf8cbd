package e2e

import (
	"net/http"
	"strings"
	"testing"

	"ulplab/serve/handler"
)

// programs returns the names of the WebAssembly programs that the page asked for, in order.
func (p *tpage) programs() (list []string) {
	for _, r := range p.Requests() {
		if strings.HasSuffix(r, ".wasm") {
			list = append(list, r[strings.LastIndexByte(r, '/')+1:])
		}
	}
	return list
}

// TestTwoPrograms: a first visit loads the opening program; a link to a view that it lacks loads the whole one, at once
// (TestEveryView) or from within, and nothing that the reader has done is lost.
func TestTwoPrograms(t *testing.T) {
	t.Parallel()
	if whole := open(t, Hosted, "", Wide).eval(`document.getElementById("ulplab-boot").hasAttribute("data-whole")`); whole != "true" {
		t.Fatal("the site has one program only: it was packed without -opening")
	}
	p := open(t, Hosted, "#/f32/0.3", Wide)
	if got := p.programs(); len(got) != 1 || strings.HasPrefix(got[0], "whole-") {
		t.Errorf("a typed link loads %q", got)
	}
	p.fill(".enc-value-field input", "0.7")
	p.wait(`location.hash.includes("3f333333")`)
	changed := p.hash()
	p.toView("#/v1/op")
	p.wait(`document.title.includes("Operation")`)
	p.toView("#/v1/paper")
	p.wait(`document.title.includes("Paper") && window.__ready`)
	if got := p.programs(); len(got) < 2 || !strings.HasPrefix(got[len(got)-1], "whole-") {
		t.Errorf("the paper was shown by %q", got)
	}
	if got := p.eval(`document.querySelector('header a[href^="#/v1/enc?"]').hash`); got != changed {
		t.Errorf("what was typed into Encoding has become %s, want %s", got, changed)
	}
	// Back leads to what was there before, in the program that is there now.
	p.leave("history.back()")
	p.wait(`document.title.includes("Operation")`)
	p.leave("history.back()")
	p.wait(`document.title.includes("Encoding") && location.hash === ` + "`" + changed + "`")
	// A link that is written in another way, and one sent by an embedding page, arrive as well.
	p = open(t, Hosted, "", Wide)
	p.leave(`location.hash = "#/%761/devices/"`)
	p.wait(`document.title.includes("Devices") && window.__ready`)
	p = open(t, Hosted, "#//v1//paper", Wide)
	p.wait(`window.__ready`)
}

// TestWholeSandboxed: a sandboxed page, which has no storage, gets from one program to the other too.
func TestWholeSandboxed(t *testing.T) {
	t.Parallel()
	s := serveWith(t, withHeader("Content-Security-Policy", "sandbox allow-scripts; "+handler.PageCSP))
	p := openURL(t, s.Base+"#/v1/op", Wide)
	p.leave(`location.hash = "#/v1/paper"`)
	p.wait(`document.title.includes("Paper") && window.__ready`)
	if got := p.hash(); !strings.HasPrefix(got, "#/v1/paper") {
		t.Errorf("the address ends in %s", got)
	}
}

// TestWholeInFrame: a sandboxed frame stays embedded, read-only and dark when it gets the other program.
func TestWholeInFrame(t *testing.T) {
	t.Parallel()
	s := serveWith(t, withHeader("Content-Security-Policy", "sandbox allow-scripts; "+handler.PageCSP))
	p := openURL(t, s.Base+"#/v1/op?embed=1&ro=1&theme=dark", Wide)
	p.leave(`location.hash = "#/v1/paper?s=4.2"`)
	p.wait(`document.title.includes("Paper") && window.__ready && document.activeElement.id === "paper-4-2"`)
	if p.shown("header.top") || p.eval(`document.documentElement.getAttribute("data-theme")`) != "dark" || !strings.Contains(p.hash(), "ro=1") {
		t.Errorf("%s is not embedded, read-only and dark", p.hash())
	}
	if p.shown(`aside[aria-label="About this link"]`) {
		t.Errorf("%s has problems", p.hash())
	}
}

// TestWholeMissing: where the whole program cannot be fetched the page says so, and back leads to what was there before.
func TestWholeMissing(t *testing.T) {
	t.Parallel()
	s := serveWith(t, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.Contains(r.URL.Path, "whole-") {
				http.NotFound(w, r)
				return
			}
			next.ServeHTTP(w, r)
		})
	})
	p := openURL(t, s.Base+"#/v1/enc?b=40490fdb", Wide)
	p.leave(`location.hash = "#/v1/paper"`)
	p.wait(`document.documentElement.getAttribute("data-failed") === "status"`)
	p.contains("#boot", "not where it should be", "Load the page again")
	p.axe()
	p.leave("history.back()")
	p.wait(`document.title.includes("Encoding") && window.__ready`)
	if !strings.Contains(p.hash(), "40490fdb") {
		t.Errorf("back leads to %s", p.hash())
	}
	p.Forget() // the missing file
}

// TestForesee: pointing at a link that needs the whole program begins to load it, once.
func TestForesee(t *testing.T) {
	t.Parallel()
	p := open(t, Hosted, "", Wide)
	for range 2 {
		for _, link := range []string{"#/v1/op", "#/v1/paper"} {
			p.eval(`document.querySelector('header a[href^="` + link + `"]').dispatchEvent(new PointerEvent("pointerover", { bubbles: true }))`)
		}
	}
	p.settle()
	if got := p.programs(); len(got) != 2 || !strings.HasPrefix(got[1], "whole-") {
		t.Errorf("programs asked for: %q", got)
	}
}
