package handler

import (
	"net/http"
	"path"
	"strings"
)

// PageCSP is the policy of the hosted pages. Scripts, styles and connections come from the same place only; the
// program is compiled from WebAssembly ('wasm-unsafe-eval' allows that and nothing else); workers are made from text,
// the only way in a sandboxed frame, but for the service worker, which is a file; anybody may frame the page.
const PageCSP = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
	"img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self' blob:; " +
	"manifest-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *"

// SingleFile is the name of the edition in one file. It carries its own, tighter policy in a meta element (its
// scripts are inline and named there by hash), so no policy is sent with it.
const SingleFile = "ulplab.html"

// Field is one header line.
type Field struct{ Name, Value string }

// Common returns the headers that every response carries. A page in a sandboxed frame has an opaque origin and may
// fetch its own program only when any origin may (Access-Control-Allow-Origin); a page under
// Cross-Origin-Embedder-Policy may frame this one only when the resources say so (Cross-Origin-Resource-Policy).
func Common() []Field {
	return []Field{
		{"Access-Control-Allow-Origin", "*"},
		{"Cross-Origin-Resource-Policy", "cross-origin"},
		{"X-Content-Type-Options", "nosniff"},
		{"Referrer-Policy", "no-referrer"},
	}
}

// ForFile returns the headers that depend on the file's name: its type, how long it may be kept and, for pages, the
// security policy.
func ForFile(name string) []Field {
	fields := []Field{{"Content-Type", ContentType(name)}}
	if Hashed(name) {
		fields = append(fields, Field{"Cache-Control", "public, max-age=31536000, immutable"})
	} else {
		fields = append(fields, Field{"Cache-Control", "no-cache"})
	}
	if path.Ext(name) == ".html" {
		fields = append(fields, Field{"Cross-Origin-Embedder-Policy", "require-corp"})
		if path.Base(name) != SingleFile {
			fields = append(fields, Field{"Content-Security-Policy", PageCSP})
		}
	}
	return fields
}

// ContentType returns the media type for a file's name. Streaming compilation accepts application/wasm only.
func ContentType(name string) string {
	switch path.Ext(name) {
	case ".html":
		return "text/html; charset=utf-8"
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".wasm":
		return "application/wasm"
	case ".svg":
		return "image/svg+xml"
	case ".png":
		return "image/png"
	case ".json":
		return "application/json"
	case ".webmanifest":
		return "application/manifest+json"
	case ".txt", ".tsv", ".csv":
		return "text/plain; charset=utf-8"
	}
	return "application/octet-stream"
}

// hashLength is the number of hexadecimal digits of the content hash in a file's name.
const hashLength = 12

// HashedName puts the first digits of a content hash into a file's name: lab.wasm becomes lab.0123456789ab.wasm.
func HashedName(name, hexDigest string) string {
	ext := path.Ext(name)
	return strings.TrimSuffix(name, ext) + "." + hexDigest[:hashLength] + ext
}

// Hashed says whether a file's name holds its content hash, so that the file never changes under that name.
func Hashed(name string) bool {
	parts := strings.Split(path.Base(name), ".")
	if len(parts) < 3 {
		return false
	}
	digest := parts[len(parts)-2]
	if len(digest) != hashLength {
		return false
	}
	for _, c := range []byte(digest) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// Beginnings of the names of files that a first visit does not load: data files, which a view asks for, and the program
// with all views.
const (
	DataPrefix  = "data-"
	WholePrefix = "whole-"
)

// FirstVisit says whether opening the lab for the first time loads the file.
func FirstVisit(name string) bool {
	return name == "index.html" || Hashed(name) && !strings.HasPrefix(name, DataPrefix) && !strings.HasPrefix(name, WholePrefix)
}

// HeadersFile returns the same rules for hosts that read them from a file named _headers (Cloudflare, Netlify).
// Such hosts may serve a page without its extension, so each page is listed under both names.
func HeadersFile(names []string) string {
	var b strings.Builder
	rule := func(pattern string, fields []Field) {
		b.WriteString(pattern + "\n")
		for _, f := range fields {
			b.WriteString("  " + f.Name + ": " + f.Value + "\n")
		}
	}
	rule("/*", Common())
	for _, name := range names {
		fields := ForFile(name)
		if name == "index.html" {
			rule("/", fields)
		} else if bare, ok := strings.CutSuffix(name, ".html"); ok {
			rule("/"+bare, fields)
		}
		rule("/"+name, fields)
	}
	return b.String()
}

func set(h http.Header, fields []Field) {
	for _, f := range fields {
		h.Set(f.Name, f.Value)
	}
}
