package handler

import (
	"log"
	"net/http"
	"runtime/debug"
	"strconv"
)

const (
	notFoundText = "The address may be mistyped, or the page has moved. A link to a state of the lab keeps that state " +
		"after the sign # and starts at the lab's own page."
	errorText = "This is a fault of the server and not of your link. Try again in a moment."
)

// The style of the pages in words; its hash stands in their policy (a test compares the two).
const (
	pageStyle = "body{font:1rem/1.55 ui-sans-serif,system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 1rem;" +
		"color-scheme:light dark}h1{font-size:1.4rem}"
	pageStyleHash = "sha256-gxV0DVi2akf9WTh1mInkVPtZASAMUDdV/EKOJEpCoRM="
	pageCSP       = "default-src 'none'; style-src '" + pageStyleHash + "'; img-src data:; base-uri 'none'; " +
		"form-action 'none'; frame-ancestors *"
)

// NotFoundPage is the page for a wrong address, for hosts that serve a file named 404.html.
func NotFoundPage() string { return words("There is no such page", notFoundText) }

// words builds a small page. Its texts are constants of this package: nothing of the request is repeated in it.
func words(title, text string) string {
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '` + pageStyleHash + `'; img-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>` + title + ` · ULP Lab</title>
<link rel="icon" href="data:,">
<style>` + pageStyle + `</style>
</head>
<body>
<main>
<h1>` + title + `</h1>
<p>` + text + `</p>
<p><a href="/">Open ULP Lab</a></p>
</main>
</body>
</html>
`
}

// page answers with a page in words.
func page(w http.ResponseWriter, r *http.Request, status int, title, text string) {
	h := w.Header()
	body := words(title, text)
	set(h, Common())
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-cache")
	h.Set("Cross-Origin-Embedder-Policy", "require-corp")
	h.Set("Content-Security-Policy", pageCSP)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	for _, name := range []string{"Content-Encoding", "ETag", "Vary"} {
		h.Del(name)
	}
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		w.Write([]byte(body))
	}
}

// Recover turns a panic of next into a 500 page, or, where the response has begun, into a broken connection, and
// logs it. http.ErrAbortHandler passes through.
func Recover(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t := &tracker{ResponseWriter: w}
		defer func() {
			fault := recover()
			if fault == nil {
				return
			}
			if fault == http.ErrAbortHandler {
				panic(fault)
			}
			log.Printf("serve: panic: %v\n%s", fault, debug.Stack())
			if t.begun {
				panic(http.ErrAbortHandler)
			}
			page(w, r, http.StatusInternalServerError, "The server failed", errorText)
		}()
		next.ServeHTTP(t, r)
	})
}

// tracker remembers whether the response has begun.
type tracker struct {
	http.ResponseWriter
	begun bool
}

func (t *tracker) WriteHeader(status int) {
	t.begun = true
	t.ResponseWriter.WriteHeader(status)
}

func (t *tracker) Write(p []byte) (int, error) {
	t.begun = true
	return t.ResponseWriter.Write(p)
}

// Unwrap lets http.ResponseController reach the writer beneath.
func (t *tracker) Unwrap() http.ResponseWriter { return t.ResponseWriter }
