// Package handler serves the built site: the right types, files compressed beforehand, caching by content hash,
// security headers, and errors in words. serve/main.go uses it on this machine, serve/worker on Cloudflare, and
// serve/pack writes its header rules into the file _headers for hosts that read one.
package handler

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"log"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
)

// New returns a handler for the files of fsys. It answers GET and HEAD (and OPTIONS, in words the methods), never
// lists a folder, never serves a name with a part that starts with "." or "_", and sends x.br or x.gz in place of x
// where they are there and the client accepts the coding. A panic becomes a 500 page.
func New(fsys fs.FS) http.Handler {
	return Recover(&files{fsys: fsys})
}

type files struct {
	fsys fs.FS
	tags sync.Map // version of a file -> its entity tag
}

func (h *files) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	set(w.Header(), Common())
	switch r.Method {
	case http.MethodGet, http.MethodHead:
	case http.MethodOptions:
		w.Header().Set("Allow", allowed)
		w.WriteHeader(http.StatusNoContent)
		return
	default:
		w.Header().Set("Allow", allowed)
		page(w, r, http.StatusMethodNotAllowed, "Method not allowed",
			"This site only has files to read: ask for them with GET or HEAD.")
		return
	}
	name, ok := h.find(r.URL.Path)
	if !ok {
		page(w, r, http.StatusNotFound, "There is no such page", notFoundText)
		return
	}
	h.send(w, r, name)
}

const allowed = "GET, HEAD, OPTIONS"

// find turns the path of a request into the name of a file that is there.
func (h *files) find(urlPath string) (name string, ok bool) {
	if !strings.HasPrefix(urlPath, "/") || strings.ContainsAny(urlPath, "\\\x00") {
		return "", false
	}
	for _, part := range strings.Split(urlPath, "/") {
		if strings.HasPrefix(part, ".") || strings.HasPrefix(part, "_") {
			return "", false
		}
	}
	name = urlPath[1:]
	if name == "" || strings.HasSuffix(name, "/") {
		name += "index.html"
	}
	if !fs.ValidPath(name) {
		return "", false
	}
	if h.isFile(name) {
		return name, true
	}
	if path.Ext(name) == "" && h.isFile(name+".html") {
		return name + ".html", true
	}
	return "", false
}

func (h *files) isFile(name string) bool {
	info, err := fs.Stat(h.fsys, name)
	return err == nil && info.Mode().IsRegular()
}

func (h *files) send(w http.ResponseWriter, r *http.Request, name string) {
	set(w.Header(), ForFile(name))
	stored, coding := h.choose(w.Header(), r.Header.Values("Accept-Encoding"), name)
	body, err := fs.ReadFile(h.fsys, stored)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			page(w, r, http.StatusNotFound, "There is no such page", notFoundText)
			return
		}
		log.Printf("serve: %s: %v", stored, err)
		page(w, r, http.StatusInternalServerError, "The server could not read this file", errorText)
		return
	}
	if coding != "" {
		w.Header().Set("Content-Encoding", coding)
	}
	tag := h.tag(stored, body)
	w.Header().Set("ETag", tag)
	if matches(r.Header.Values("If-None-Match"), tag) {
		w.Header().Del("Content-Type")
		w.Header().Del("Content-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(http.StatusOK)
	if r.Method != http.MethodHead {
		w.Write(body)
	}
}

// codings lists what may lie beside a file, best first.
var codings = []struct{ name, ext string }{{"br", ".br"}, {"gzip", ".gz"}}

// choose returns the stored file to send for name and its content coding ("" for the file itself).
func (h *files) choose(header http.Header, accept []string, name string) (stored, coding string) {
	stored = name
	best, there := 0, false
	for _, c := range codings {
		if !h.isFile(name + c.ext) {
			continue
		}
		there = true
		if q := quality(accept, c.name); q > best {
			best, stored, coding = q, name+c.ext, c.name
		}
	}
	if there {
		header.Set("Vary", "Accept-Encoding")
	}
	// A client may prefer the file itself, but only when it says so.
	if coding != "" && explicit(accept, "identity") && quality(accept, "identity") > best {
		return name, ""
	}
	return stored, coding
}

// quality returns how much the client wants a coding, in thousandths (0 = not at all), from its Accept-Encoding
// fields: "br;q=0.8, *;q=0.1". A coding that is not named has the weight of "*", and 0 without one.
func quality(accept []string, coding string) int {
	q := 0
	for _, field := range accept {
		for _, item := range strings.Split(field, ",") {
			name, params, _ := strings.Cut(item, ";")
			name = strings.ToLower(strings.TrimSpace(name))
			if name == coding {
				return weight(params)
			}
			if name == "*" {
				q = weight(params)
			}
		}
	}
	return q
}

func explicit(accept []string, coding string) bool {
	for _, field := range accept {
		for _, item := range strings.Split(field, ",") {
			name, _, _ := strings.Cut(item, ";")
			if strings.EqualFold(strings.TrimSpace(name), coding) {
				return true
			}
		}
	}
	return false
}

// weight reads "q=0.8" as 800 thousandths; no weight is 1000, and a damaged one 0.
func weight(params string) int {
	for _, p := range strings.Split(params, ";") {
		key, value, ok := strings.Cut(strings.TrimSpace(p), "=")
		if !ok || !strings.EqualFold(strings.TrimSpace(key), "q") {
			continue
		}
		whole, frac, _ := strings.Cut(strings.TrimSpace(value), ".")
		n, err := strconv.ParseUint(whole, 10, 8)
		if err != nil || n > 1 || len(frac) > 3 {
			return 0
		}
		f := 0
		for i := range 3 {
			d := byte('0')
			if i < len(frac) {
				d = frac[i]
			}
			if d < '0' || d > '9' {
				return 0
			}
			f = f*10 + int(d-'0')
		}
		return min(int(n)*1000+f, 1000)
	}
	return 1000
}

// tag returns the entity tag of a stored file: its name's coding and a hash of its bytes. The hash is kept for as
// long as size and time of the file stay the same.
func (h *files) tag(stored string, body []byte) string {
	type version struct {
		name string
		size int
		time int64
	}
	v := version{name: stored, size: len(body)}
	if info, err := fs.Stat(h.fsys, stored); err == nil {
		v.time = info.ModTime().UnixNano()
	}
	if t, ok := h.tags.Load(v); ok {
		return t.(string)
	}
	sum := sha256.Sum256(body)
	t := `"` + hex.EncodeToString(sum[:8]) + `"`
	h.tags.Store(v, t)
	return t
}

// matches says whether an If-None-Match field names the tag (weak comparison, RFC 9110 section 13.1.2).
func matches(fields []string, tag string) bool {
	for _, field := range fields {
		for _, item := range strings.Split(field, ",") {
			item = strings.TrimSpace(item)
			if item == "*" || strings.TrimPrefix(item, "W/") == tag {
				return true
			}
		}
	}
	return false
}
