package handler

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

func linked() http.Handler {
	return Links(func(fragment string) Announced {
		a := Announced{Title: "T " + fragment, Description: `"D" <d>`}
		if strings.HasPrefix(fragment, "#/v1/enc") {
			a.Picture, a.Width, a.Height = "<svg/>", 512, 166
		}
		return a
	}, New(site()))
}

// get asks for an address with its query.
func get(t *testing.T, target string) *http.Response {
	t.Helper()
	w := httptest.NewRecorder()
	r := httptest.NewRequest("GET", target, nil)
	r.URL.Host, r.URL.Scheme = "", "" // as a server reads it
	linked().ServeHTTP(w, r)
	return w.Result()
}

// TestLinks: the page of a state announces it and leads to it, its picture is there, and the rest is left to the site.
func TestLinks(t *testing.T) {
	r := get(t, "http://lab.test/s?v1/enc?b=1&f=f32")
	want(t, r, 200, "Content-Type", "text/html; charset=utf-8", "Content-Security-Policy", PageCSP)
	text := body(t, r)
	for _, part := range []string{
		"<title>T #/v1/enc?b=1&amp;f=f32</title>", `name="description" content="&#34;D&#34; &lt;d&gt;"`,
		`property="og:image" content="http://lab.test/s.png?v1/enc?b=1&amp;f=f32"`, `property="og:image:width" content="1200"`,
		`property="og:image" content="http://lab.test/s.svg?v1/enc?b=1&amp;f=f32"`,
		"oembed?url=http%3A%2F%2Flab.test%2Fs%3Fv1%2Fenc%3Fb%3D1%26f%3Df32", `<script src="open.js"></script>`,
	} {
		if !strings.Contains(text, part) {
			t.Errorf("the page lacks %s:\n%s", part, text)
		}
	}
	want(t, get(t, "http://lab.test/s.svg?v1/enc"), 200, "Content-Type", "image/svg+xml")
	want(t, get(t, "http://lab.test/s.svg?v1/op"), 404)
	want(t, get(t, "http://lab.test/s.png?v1/op"), 200, "Content-Type", "image/png")
	want(t, get(t, "http://lab.test/"), 200, "Content-Type", "text/html; charset=utf-8")
	if text := body(t, get(t, `http://lab.test/s?%22%3E%3Cscript%3E`)); strings.Contains(text, `"><script>`) {
		t.Errorf("the address is repeated as it is:\n%s", text)
	}
}

// TestOEmbed: the frame of a state in both forms of its address, within the bounds asked for, and nothing of other sites.
func TestOEmbed(t *testing.T) {
	for _, c := range []struct {
		address, more, frame string
		width, height        float64
	}{
		{"http://lab.test/#/v1/enc?b=1", "", "http://lab.test/embed.html#/v1/enc?b=1", 720, 640},
		{"http://lab.test/s?v1/enc?b=1&f=f32", "&format=json&maxwidth=400&maxheight=300", "http://lab.test/embed.html#/v1/enc?b=1&amp;f=f32", 400, 300},
		{"http://lab.test/#/v1/enc?fig=enc-zoom", "&maxwidth=x", "http://lab.test/embed.html#/v1/enc?fig=enc-zoom", 720, 336},
	} {
		r := get(t, "http://lab.test/oembed?url="+url.QueryEscape(c.address)+c.more)
		want(t, r, 200, "Content-Type", "application/json")
		var got map[string]any
		if err := json.Unmarshal([]byte(body(t, r)), &got); err != nil {
			t.Fatal(err)
		}
		if frame, _ := got["html"].(string); !strings.Contains(frame, `src="`+c.frame+`"`) || got["width"] != c.width || got["height"] != c.height ||
			got["type"] != "rich" || got["version"] != "1.0" || got["thumbnail_width"] != 1200.0 {
			t.Errorf("%s: %v", c.address, got)
		}
	}
	for _, address := range []string{"", "http://other.test/#/v1/enc", "http://lab.test/", "%%"} {
		want(t, get(t, "http://lab.test/oembed?url="+url.QueryEscape(address)), 404)
	}
	want(t, get(t, "http://lab.test/oembed?format=xml&url="+url.QueryEscape("http://lab.test/#/v1/enc")), 501)
}
