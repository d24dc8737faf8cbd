package handler

import (
	"cmp"
	"encoding/json"
	"html"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// A fragment is not sent to servers, so a link to be announced by messengers and other pages has it as a query:
// https://HOST/s?v1/enc?b=3f800000. StatePage, a file of the site named s.html, leads to the state from there; with Links in
// front, the page carries title, description and picture too.

// Announced is what a link to a state is announced by.
type Announced struct {
	Title, Description string
	Picture            string // an SVG document of Width by Height CSS pixels; "" for none
	Width, Height      int
	Bits               []BitField // of the number that is shown; nil for none
}

// StatePage is the page that leads from the query of its own address to the state, with lines for its head.
func StatePage(head string) string {
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
` + head + `<link rel="icon" href="data:,">
<script src="open.js"></script>
</head>
<body>
<p><a href="./">Open ULP Lab</a>; the state in this address needs scripts.</p>
</body>
</html>
`
}

// Links answers /s with the page of a state, /s.png with its card, /s.svg with its picture and /oembed with what may stand for its link in another
// page (oembed.com), and leaves the rest to next. announce takes a fragment, "#/v1/…".
func Links(announce func(fragment string) Announced, next http.Handler) http.Handler {
	return Recover(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			next.ServeHTTP(w, r)
			return
		}
		// Where the request says where it was sent to, that counts: Cloudflare gives the whole address.
		host := cmp.Or(r.URL.Host, r.Host)
		home := cmp.Or(r.URL.Scheme, r.Header.Get("X-Forwarded-Proto"), "http") + "://" + host + "/"
		switch r.URL.Path {
		case "/s":
			a := announce("#/" + r.URL.RawQuery)
			send(w, r, "s.html", StatePage(head(home, r.URL.RawQuery, a)))
		case "/s.svg":
			a := announce("#/" + r.URL.RawQuery)
			if a.Picture == "" {
				page(w, r, http.StatusNotFound, "There is no such picture", "What this link shows has no picture of its own.")
				return
			}
			send(w, r, "s.svg", a.Picture)
		case "/s.png":
			send(w, r, "s.png", string(announce("#/"+r.URL.RawQuery).Card()))
		case "/oembed":
			oembed(w, r, host, home, announce)
		default:
			next.ServeHTTP(w, r)
		}
	}))
}

func send(w http.ResponseWriter, r *http.Request, name, body string) {
	set(w.Header(), Common())
	set(w.Header(), ForFile(name))
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method != http.MethodHead {
		w.Write([]byte(body))
	}
}

// head are the lines that announce a state.
func head(home, query string, a Announced) string {
	var b strings.Builder
	meta := func(kind, name, content string) {
		b.WriteString("<meta " + kind + `="` + name + `" content="` + html.EscapeString(content) + "\">\n")
	}
	b.WriteString("<title>" + html.EscapeString(a.Title) + "</title>\n")
	meta("name", "description", a.Description)
	meta("property", "og:title", a.Title)
	meta("property", "og:description", a.Description)
	meta("property", "og:type", "website")
	meta("property", "og:url", home+"s?"+query)
	meta("name", "twitter:card", "summary_large_image")
	meta("property", "og:image", home+"s.png?"+query)
	meta("property", "og:image:type", "image/png")
	meta("property", "og:image:width", strconv.Itoa(cardWidth))
	meta("property", "og:image:height", strconv.Itoa(cardHeight))
	meta("property", "og:image:alt", a.Title+": "+a.Description)
	if a.Picture != "" {
		meta("property", "og:image", home+"s.svg?"+query)
		meta("property", "og:image:type", "image/svg+xml")
		meta("property", "og:image:alt", a.Description)
	}
	b.WriteString(`<link rel="alternate" type="application/json+oembed" href="` + html.EscapeString(home+"oembed?url="+url.QueryEscape(home+"s?"+query)) + "\">\n")
	return b.String()
}

// usualHeight is that of the frame of a whole view in CSS pixels; one of a figure alone has its picture's and figureMargin.
const usualWidth, usualHeight, figureMargin = 720, 640, 170

// oembed answers with the frame of a state: of an address whose fragment, or query after /s, names it.
func oembed(w http.ResponseWriter, r *http.Request, host, home string, announce func(string) Announced) {
	q := r.URL.Query()
	address, err := url.Parse(q.Get("url"))
	at, here := "", false
	if err == nil {
		at, here = strings.CutPrefix(address.EscapedFragment(), "/")
		if !here {
			at, here = address.RawQuery, address.Path == "/s"
		}
	}
	switch {
	case !here || address.Host != host:
		page(w, r, http.StatusNotFound, "There is no such state", "url= is the address of a state of this lab, with its fragment or in the form /s?v1/….")
		return
	case q.Get("format") != "" && q.Get("format") != "json":
		page(w, r, http.StatusNotImplemented, "There is no such format", "This site answers in JSON.")
		return
	}
	a := announce("#/" + at)
	width, height := usualWidth, usualHeight
	if strings.Contains(at, "fig=") && a.Height > 0 {
		height = a.Height + figureMargin
	}
	if n, err := strconv.Atoi(q.Get("maxwidth")); err == nil && n > 0 {
		width = min(width, n)
	}
	if n, err := strconv.Atoi(q.Get("maxheight")); err == nil && n > 0 {
		height = min(height, n)
	}
	answer := map[string]any{
		"version": "1.0", "type": "rich", "provider_name": "ULP Lab", "provider_url": home,
		"thumbnail_url": home + "s.png?" + at, "thumbnail_width": cardWidth, "thumbnail_height": cardHeight,
		"title": a.Title, "width": width, "height": height,
		"html": `<iframe src="` + html.EscapeString(home+"embed.html#/"+at) + `" title="` + html.EscapeString(a.Title) + `" width="` + strconv.Itoa(width) + `" height="` + strconv.Itoa(height) +
			`" style="border:0" sandbox="allow-same-origin allow-scripts allow-popups allow-downloads" loading="lazy"></iframe>`,
	}
	body, err := json.Marshal(answer)
	if err != nil {
		panic(err) // texts and numbers
	}
	send(w, r, "oembed.json", string(body))
}
