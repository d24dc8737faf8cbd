package handler

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"io/fs"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

const wasm = "lab.0123456789ab.wasm"

func site() fstest.MapFS {
	return fstest.MapFS{
		"index.html":       {Data: []byte("<!doctype html>index")},
		"index.html.br":    {Data: []byte("BR index")},
		"index.html.gz":    {Data: []byte("GZ index")},
		"embed.html":       {Data: []byte("<!doctype html>embed")},
		"ulplab.html":      {Data: []byte("<!doctype html>single")},
		wasm:               {Data: []byte("\x00asm")},
		wasm + ".br":       {Data: []byte("BR wasm")},
		wasm + ".gz":       {Data: []byte("GZ wasm")},
		"embed.js":         {Data: []byte("embed")},
		"embed.js.gz":      {Data: []byte("GZ embed")},
		"_headers":         {Data: []byte("/*")},
		".assetsignore":    {Data: []byte("*.br")},
		"sub/page.html":    {Data: []byte("sub")},
		"with/index.html":  {Data: []byte("with index")},
		"data.0123abc.bin": {Data: []byte("short hash")},
	}
}

func ask(t *testing.T, h http.Handler, method, target string, fields ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, "http://lab.test/", nil)
	r.URL.Path = target
	for i := 0; i < len(fields); i += 2 {
		r.Header.Add(fields[i], fields[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, r *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func want(t *testing.T, r *http.Response, status int, fields ...string) {
	t.Helper()
	if r.StatusCode != status {
		t.Errorf("status %d, want %d", r.StatusCode, status)
	}
	for i := 0; i < len(fields); i += 2 {
		if got := r.Header.Get(fields[i]); got != fields[i+1] {
			t.Errorf("%s: %q, want %q", fields[i], got, fields[i+1])
		}
	}
	for _, f := range Common() {
		if got := r.Header.Values(f.Name); len(got) != 1 || got[0] != f.Value {
			t.Errorf("%s: %q, want once %q", f.Name, got, f.Value)
		}
	}
}

func TestFiles(t *testing.T) {
	h := New(site())
	for _, c := range []struct{ target, body, kind, cache string }{
		{"/", "<!doctype html>index", "text/html; charset=utf-8", "no-cache"},
		{"/index.html", "<!doctype html>index", "text/html; charset=utf-8", "no-cache"},
		{"/embed.html", "<!doctype html>embed", "text/html; charset=utf-8", "no-cache"},
		{"/embed", "<!doctype html>embed", "text/html; charset=utf-8", "no-cache"},
		{"/with/", "with index", "text/html; charset=utf-8", "no-cache"},
		{"/sub/page.html", "sub", "text/html; charset=utf-8", "no-cache"},
		{"/" + wasm, "\x00asm", "application/wasm", "public, max-age=31536000, immutable"},
		{"/embed.js", "embed", "text/javascript; charset=utf-8", "no-cache"},
		{"/data.0123abc.bin", "short hash", "application/octet-stream", "no-cache"},
	} {
		t.Run(c.target, func(t *testing.T) {
			r := ask(t, h, "GET", c.target)
			want(t, r, 200, "Content-Type", c.kind, "Cache-Control", c.cache, "Content-Encoding", "")
			if got := body(t, r); got != c.body {
				t.Errorf("body %q, want %q", got, c.body)
			}
		})
	}
}

func TestPolicies(t *testing.T) {
	h := New(site())
	want(t, ask(t, h, "GET", "/"), 200, "Content-Security-Policy", PageCSP, "Cross-Origin-Embedder-Policy", "require-corp")
	want(t, ask(t, h, "GET", "/embed.html"), 200, "Content-Security-Policy", PageCSP, "Cross-Origin-Embedder-Policy", "require-corp")
	// The single file names the hashes of its inline scripts itself; the pages' policy would stop them.
	want(t, ask(t, h, "GET", "/ulplab.html"), 200, "Content-Security-Policy", "", "Cross-Origin-Embedder-Policy", "require-corp")
	for _, target := range []string{"/", "/none", "/ulplab.html"} {
		want(t, ask(t, h, "GET", target), ask(t, h, "GET", target).StatusCode, "X-Frame-Options", "")
	}
	for _, part := range []string{"default-src 'none'", "'wasm-unsafe-eval'", "worker-src 'self' blob:", "frame-ancestors *"} {
		if !strings.Contains(PageCSP, part) {
			t.Errorf("the policy lacks %s", part)
		}
	}
	if strings.Contains(PageCSP, "unsafe-inline") || strings.Contains(PageCSP, "'unsafe-eval'") {
		t.Error("the policy allows inline or evaluated script")
	}
}

func TestNegotiation(t *testing.T) {
	h := New(site())
	for _, c := range []struct{ target, accept, coding, body string }{
		{"/", "", "", "<!doctype html>index"},
		{"/", "gzip, deflate, br, zstd", "br", "BR index"},
		{"/", "gzip", "gzip", "GZ index"},
		{"/", "GZip", "gzip", "GZ index"},
		{"/", "br;q=0.5, gzip;q=0.8", "gzip", "GZ index"},
		{"/", "br;q=0.5,gzip;q=0.5", "br", "BR index"},
		{"/", "br;q=0, gzip", "gzip", "GZ index"},
		{"/", "br;q=0,gzip;q=0.000", "", "<!doctype html>index"},
		{"/", "*", "br", "BR index"},
		{"/", "*;q=0.3, br;q=0", "gzip", "GZ index"},
		{"/", "*;q=0", "", "<!doctype html>index"},
		{"/", "identity, br;q=0.5", "", "<!doctype html>index"},
		{"/", "br;q=nonsense", "", "<!doctype html>index"},
		{"/", "br;q=2", "", "<!doctype html>index"},
		{"/", "br;q=0.1234, gzip;q=0.1", "gzip", "GZ index"},
		{"/", "deflate, zstd", "", "<!doctype html>index"},
		{"/embed.js", "br, gzip;q=0.1", "gzip", "GZ embed"},
		{"/embed.html", "br, gzip", "", "<!doctype html>embed"},
		{"/" + wasm, "br", "br", "BR wasm"},
	} {
		t.Run(c.target+" "+c.accept, func(t *testing.T) {
			var fields []string
			if c.accept != "" {
				fields = []string{"Accept-Encoding", c.accept}
			}
			vary := "Accept-Encoding"
			if c.target == "/embed.html" {
				vary = ""
			}
			r := ask(t, h, "GET", c.target, fields...)
			want(t, r, 200, "Content-Encoding", c.coding, "Vary", vary)
			if strings.HasSuffix(c.target, ".wasm") {
				want(t, r, 200, "Content-Type", "application/wasm")
			}
			if got := body(t, r); got != c.body {
				t.Errorf("body %q, want %q", got, c.body)
			}
		})
	}
}

func TestEntityTags(t *testing.T) {
	files := site()
	h := New(files)
	plain := ask(t, h, "GET", "/").Header.Get("ETag")
	packed := ask(t, h, "GET", "/", "Accept-Encoding", "br").Header.Get("ETag")
	if plain == "" || plain == packed {
		t.Fatalf("tags %q and %q must be there and differ", plain, packed)
	}
	for _, field := range []string{plain, "W/" + plain, `"other", ` + plain, "*"} {
		r := ask(t, h, "GET", "/", "If-None-Match", field)
		want(t, r, 304, "ETag", plain, "Content-Security-Policy", PageCSP)
		if b := body(t, r); b != "" {
			t.Errorf("a 304 with the body %q", b)
		}
	}
	want(t, ask(t, h, "GET", "/", "If-None-Match", plain, "Accept-Encoding", "br"), 200, "ETag", packed)
	// A file that changes, even to the same length, gets another tag.
	files["index.html"] = &fstest.MapFile{Data: []byte("<!doctype html>INDEX"), ModTime: files["index.html"].ModTime.Add(1)}
	r := ask(t, h, "GET", "/", "If-None-Match", plain)
	want(t, r, 200)
	if r.Header.Get("ETag") == plain {
		t.Error("the tag did not follow the content")
	}
}

func TestHead(t *testing.T) {
	r := ask(t, New(site()), "HEAD", "/"+wasm, "Accept-Encoding", "br")
	want(t, r, 200, "Content-Type", "application/wasm", "Content-Length", "7", "Content-Encoding", "br")
	if b := body(t, r); b != "" {
		t.Errorf("HEAD with the body %q", b)
	}
	r = ask(t, New(site()), "HEAD", "/none")
	want(t, r, 404)
	if b := body(t, r); b != "" {
		t.Errorf("HEAD with the body %q", b)
	}
}

func TestMissing(t *testing.T) {
	h := New(site())
	for _, target := range []string{
		"/none", "/sub", "/sub/", "/with", "/index.html/", "//", "//etc/passwd", "/../handler.go", "/sub/../index.html",
		"/..", "/./index.html", "/..\\index.html", "/sub/..%2f", "/\x00", "/_headers", "/.assetsignore", "/.git/config",
		"index.html", "", "/sub//page.html", "/embed.html.html",
	} {
		t.Run(target, func(t *testing.T) {
			r := ask(t, h, "GET", target)
			want(t, r, 404, "Content-Type", "text/html; charset=utf-8", "Cache-Control", "no-cache", "Content-Security-Policy", pageCSP)
			b := body(t, r)
			if !strings.Contains(b, "There is no such page") {
				t.Errorf("no words in %q", b)
			}
			if strings.Contains(b, "page.html") {
				t.Error("the page lists a folder")
			}
		})
	}
}

func TestMethods(t *testing.T) {
	h := New(site())
	for _, m := range []string{"POST", "PUT", "DELETE", "PATCH"} {
		r := ask(t, h, m, "/")
		want(t, r, 405, "Allow", "GET, HEAD, OPTIONS")
		if !strings.Contains(body(t, r), "Method not allowed") {
			t.Errorf("%s: no words", m)
		}
	}
	want(t, ask(t, h, "OPTIONS", "/"), 204, "Allow", "GET, HEAD, OPTIONS")
}

// broken is a file system whose files are listed but cannot be read.
type broken struct{ fstest.MapFS }

func (broken) ReadFile(string) ([]byte, error) { return nil, fs.ErrPermission }

func TestFaults(t *testing.T) {
	var notes bytes.Buffer
	before := log.Writer()
	log.SetOutput(&notes)
	t.Cleanup(func() { log.SetOutput(before) })

	r := ask(t, New(broken{site()}), "GET", "/", "Accept-Encoding", "br")
	want(t, r, 500, "Content-Type", "text/html; charset=utf-8", "Content-Encoding", "", "Content-Security-Policy", pageCSP)
	if !strings.Contains(body(t, r), "could not read") {
		t.Error("no words about the file")
	}

	r = ask(t, Recover(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("secret detail") })), "GET", "/")
	want(t, r, 500)
	b := body(t, r)
	if !strings.Contains(b, "The server failed") || strings.Contains(b, "secret detail") {
		t.Errorf("a panic must give plain words: %q", b)
	}
	if !strings.Contains(notes.String(), "secret detail") {
		t.Error("the panic is not in the log")
	}

	// A response that has begun cannot become a page any more: the connection breaks.
	func() {
		defer func() {
			if recover() != http.ErrAbortHandler {
				t.Error("a panic after the first byte must abort")
			}
		}()
		ask(t, Recover(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Write([]byte("begun"))
			panic("late")
		})), "GET", "/")
	}()
}

func TestPageStyleHash(t *testing.T) {
	sum := sha256.Sum256([]byte(pageStyle))
	if got := "sha256-" + base64.StdEncoding.EncodeToString(sum[:]); got != pageStyleHash {
		t.Errorf("pageStyleHash is %s, the style has %s", pageStyleHash, got)
	}
	if !strings.Contains(NotFoundPage(), "<style>"+pageStyle+"</style>") {
		t.Error("the page does not carry its style")
	}
}

func TestHashedNames(t *testing.T) {
	if got := HashedName("lab.wasm", "0123456789abcdef"); got != wasm {
		t.Errorf("HashedName = %q", got)
	}
	for name, want := range map[string]bool{
		wasm: true, "a/b.0123456789ab.js": true, "lab.wasm": false, "0123456789ab.js": false,
		"lab.0123456789AB.js": false, "lab.0123456789abc.js": false, "lab.0123456789ag.js": false, "": false,
	} {
		if Hashed(name) != want {
			t.Errorf("Hashed(%q) = %v", name, !want)
		}
	}
}

// TestHeadersFile reads the rules of _headers as a host does, rule after rule, and compares them with the handler.
func TestHeadersFile(t *testing.T) {
	names := []string{"index.html", "embed.html", "ulplab.html", wasm, "embed.js"}
	rules := map[string]http.Header{}
	var current http.Header
	for line := range strings.Lines(HeadersFile(names)) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "/") {
			current = http.Header{}
			rules[line] = current
			continue
		}
		name, value, ok := strings.Cut(strings.TrimPrefix(line, "  "), ": ")
		if !ok || !strings.HasPrefix(line, "  ") {
			t.Fatalf("line %q", line)
		}
		current.Add(name, value)
	}
	h := New(site())
	for _, target := range []string{"/", "/index.html", "/embed.html", "/embed", "/ulplab", "/ulplab.html", "/" + wasm, "/embed.js"} {
		r := ask(t, h, "GET", target)
		want(t, r, 200)
		for _, name := range []string{"Content-Type", "Cache-Control", "Content-Security-Policy", "Cross-Origin-Embedder-Policy"} {
			if got := rules[target].Get(name); got != r.Header.Get(name) {
				t.Errorf("%s %s: the file says %q, the handler %q", target, name, got, r.Header.Get(name))
			}
			if rules["/*"].Get(name) != "" {
				t.Errorf("%s in the rule for all would be joined with the page's own", name)
			}
		}
	}
	for _, f := range Common() {
		if rules["/*"].Get(f.Name) != f.Value {
			t.Errorf("the rule for all lacks %s", f.Name)
		}
	}
}
