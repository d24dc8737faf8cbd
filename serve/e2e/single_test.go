package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"ulplab/serve/handler"
)

// hostSingle serves the single file as a host does that knows nothing of it: with a type, which may name a wrong
// encoding. /frame embeds it.
func hostSingle(t *testing.T, kind string) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			w.Header().Set("Content-Type", kind)
			http.ServeFile(w, r, filepath.Join(shared.site.Dist, handler.SingleFile))
		case "/frame":
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprint(w, `<!doctype html><html lang="en"><head><title>A lesson</title><link rel="icon" href="data:,">
<script>window.seen = []; addEventListener("message", function (e) { if (e.data && e.data.v === 1) seen.push(e.data.type); });</script></head>
<body><h1>A lesson</h1><iframe src="/?embed=1#/v1/enc" title="A number" sandbox="allow-scripts" width="100%" height="480"></iframe></body></html>`)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// TestSingleAnywhere: whatever a server says about its encoding, the single file is read as it was written, and starts.
func TestSingleAnywhere(t *testing.T) {
	t.Parallel()
	for name, url := range map[string]string{
		"folder":                 shared.site.URL(Single, "", ""),
		"server without charset": hostSingle(t, "text/html"),
		"server with UTF-8":      hostSingle(t, "text/html; charset=utf-8"),
		"server with Latin 1":    hostSingle(t, "text/html; charset=iso-8859-1"),
	} {
		t.Run(name, func(t *testing.T) {
			p := openURL(t, url, Wide)
			if got := p.eval("document.characterSet"); got != "UTF-8" {
				t.Errorf("the page is read as %s", got)
			}
		})
	}
	t.Run("frame", func(t *testing.T) {
		p := newPage(t, Wide)
		p.must(p.Load(hostSingle(t, "text/html; charset=utf-8") + "/frame"))
		p.wait(`seen.indexOf("ulplab:ready") >= 0 && seen.indexOf("ulplab:resize") >= 0`)
		if got := p.eval(`String(seen.indexOf("ulplab:error"))`); got != "-1" {
			t.Error("the framed page reports an error")
		}
	})
}
