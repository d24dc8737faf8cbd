package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
)

// hostPage serves a page of somebody else, on another origin, that embeds the lab.
func hostPage(t *testing.T, header http.Header, element string) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		for name, values := range header {
			w.Header()[name] = values
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, `<!doctype html>
<html lang="en"><head><title>A lesson</title><link rel="icon" href="data:,">
<script src="/watch.js"></script><script src="%sembed.js" async></script></head>
<body><main><h1>A lesson</h1>%s</main></body></html>`, shared.site.Base, element)
	}))
	mux := http.NewServeMux()
	mux.Handle("/", s.Config.Handler)
	mux.HandleFunc("/watch.js", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		fmt.Fprint(w, `window.seen = [];
["ready", "state", "resize", "error"].forEach(function (name) {
	addEventListener("ulplab-" + name, function (e) { seen.push({ name: name, detail: e.detail }); });
});`)
	})
	s.Config.Handler = mux
	t.Cleanup(s.Close)
	return s.URL + "/"
}

const lesson = `<ulp-lab id="lab" src="#/v1/enc" title="One number"><p id="fallback">A picture of the number.</p></ulp-lab>`

func TestElement(t *testing.T) {
	t.Parallel()
	for name, header := range map[string]http.Header{
		"plain host": {},
		"host with a policy": {"Content-Security-Policy": {
			"default-src 'none'; script-src 'self' " + shared.site.Base + "; frame-src " + shared.site.Base + "; img-src data:"}},
		"isolated host": {"Cross-Origin-Embedder-Policy": {"require-corp"}, "Cross-Origin-Opener-Policy": {"same-origin"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPage(t, Wide)
			p.must(p.Load(hostPage(t, header, lesson)))
			p.wait(`seen.some(function (s) { return s.name === "ready"; })`)
			p.wait(`seen.some(function (s) { return s.name === "resize"; })`)
			if got := p.eval(`seen.find(function (s) { return s.name === "ready"; }).detail.views[0]`); got != string(views()[0].ID) {
				t.Errorf("the views begin with %q", got)
			}
			if p.shown("#fallback") {
				t.Error("the fallback stays beside the view")
			}
			// The frame takes the height that the view asks for.
			p.wait(`(function () {
				var all = seen.filter(function (s) { return s.name === "resize"; });
				var frame = document.getElementById("lab").shadowRoot.querySelector("iframe");
				return Math.abs(frame.getBoundingClientRect().height - all[all.length - 1].detail.height) < 1;
			})()`)
			if got := p.eval(`document.getElementById("lab").shadowRoot.querySelector("iframe").getAttribute("sandbox")`); got != "allow-same-origin allow-scripts allow-popups allow-downloads" {
				t.Errorf("the frame's sandbox is %q", got)
			}
			p.must(p.Eval(`void document.getElementById("lab").getState().then(function (url) { window.state = url; })`, nil))
			p.wait(`/^#\/v1\/enc/.test(window.state)`)
			p.must(p.Eval(`document.getElementById("lab").setState("#/v1/enc?b=40490fdb")`, nil))
			p.wait(`seen.some(function (s) { return s.name === "state" && /40490fdb/.test(s.detail.url); })`)
			p.must(p.Eval(`document.getElementById("lab").reset()`, nil))
			p.wait(`!/40490fdb/.test(seen.filter(function (s) { return s.name === "state"; }).pop().detail.url)`)
			p.must(p.Eval(`document.getElementById("lab").setAttribute("src", "#/v1/enc?b=3f800000")`, nil))
			p.wait(`/3f800000/.test(seen.filter(function (s) { return s.name === "state"; }).pop().detail.url)`)
			p.must(p.Eval(`document.getElementById("lab").setAttribute("theme", "dark")`, nil))
			// A message that is none of the lab's, or of another window, changes nothing.
			before := p.eval("seen.length")
			p.must(p.Eval(`postMessage({ v: 1, type: "ulplab:state", url: "#/v1/forged" }, "*"), postMessage("text", "*"), postMessage(null, "*")`, nil))
			p.settle()
			if p.eval("seen.length") != before {
				t.Error("a message of another window was taken for one of the view")
			}
			p.axe()
		})
	}
}

// TestElementHeight: a number fixes the height.
func TestElementHeight(t *testing.T) {
	t.Parallel()
	p := newPage(t, Wide)
	p.must(p.Load(hostPage(t, nil, `<ulp-lab id="lab" src="#/v1/enc" height="333" loading="eager" title="One number"></ulp-lab>`)))
	p.wait(`seen.some(function (s) { return s.name === "resize"; })`)
	p.settle()
	if got := p.eval(`document.getElementById("lab").shadowRoot.querySelector("iframe").getBoundingClientRect().height`); got != "333" {
		t.Errorf("the frame is %s px high", got)
	}
}

// TestElementOnClick: nothing of the lab is loaded before the button is pressed.
func TestElementOnClick(t *testing.T) {
	t.Parallel()
	p := newPage(t, Wide)
	p.must(p.Load(hostPage(t, nil, `<ulp-lab id="lab" src="#/v1/enc" loading="click" title="One number"><p id="fallback">A picture.</p></ulp-lab>`)))
	p.wait(`customElements.get("ulp-lab") && document.getElementById("lab").shadowRoot.querySelector("button")`)
	if !p.shown("#fallback") || p.eval(`document.getElementById("lab").shadowRoot.querySelectorAll("iframe").length`) != "0" {
		t.Error("the view starts without having been asked for")
	}
	p.axe()
	p.must(p.Eval(`document.getElementById("lab").shadowRoot.querySelector("button").click()`, nil))
	p.wait(`seen.some(function (s) { return s.name === "ready"; })`)
	if p.shown("#fallback") {
		t.Error("the fallback stays beside the view")
	}
}

// TestElementFails: where the lab cannot start, the fallback stays and the host is told.
func TestElementFails(t *testing.T) {
	t.Parallel()
	s := serveWith(t, replace(".wasm", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*") // otherwise a sandboxed page may not even see the 404
		http.NotFound(w, r)
	}))
	p := newPage(t, Wide)
	p.must(p.Load(hostPage(t, nil, fmt.Sprintf(`<ulp-lab id="lab" src="%sembed.html#/v1/enc" title="One number"><p id="fallback">A picture.</p></ulp-lab>`, s.Base))))
	p.wait(`seen.some(function (s) { return s.name === "error"; })`)
	if got := p.eval(`seen.find(function (s) { return s.name === "error"; }).detail.code`); got != "status" {
		t.Errorf("the error is %q", got)
	}
	if !p.shown("#fallback") {
		t.Error("the fallback is gone")
	}
	p.Forget() // the missing file
}
