// Package route writes a state as the fragment of a link and reads it back.
//
// The full form is #/v1/VIEW?k=v&k=v with keys of one to three letters in alphabetical order, what equals the
// view's first example left out, floating-point values as bits, and every byte of a value outside [A-Za-z0-9._~-]
// written ~hh. The short form, for typing, is #/FORMAT/VALUE with a value in any form the lab reads: #/f32/3.14,
// #/e4m3/0x7e, #/tf32/1024.5?r=rna. Both take embed=1, ro=1 and theme=light|dark|auto, in the fragment or in the
// query of the page.
//
// Reading never fails: what cannot be read is left at the first example and named in State.Problems.
package route

import (
	"strings"

	"ulplab/site/state"
)

// Version is the version of the full form that this package writes.
const Version = "v1"

// MaxLink is the length in bytes of the longest fragment that is read.
const MaxLink = 64 << 10

// codec writes and reads one view's part of the state.
type codec struct {
	view state.View
	// encode writes what differs from the view's first example.
	encode func(s *state.State, w *Writer)
	// decode reads it back into s, which holds the first example.
	decode func(r *Reader, s *state.State)
}

// codecs lists the views of the opening program; more.go adds the others.
var codecs = []codec{
	{state.Encoding, encodeEnc, decodeEnc},
	{state.Operation, encodeOp, decodeOp},
	{state.Fused, encodeFMA, decodeFMA},
	{state.DotProduct, encodeDot, decodeDot},
}

func codecOf(v state.View) (codec, bool) {
	for _, c := range codecs {
		if c.view == v {
			return c, true
		}
	}
	return codec{}, false
}

// Encode returns the canonical link of a state: "#/v1/enc?b=3f800000&f=f32". The theme is personal and left out.
func Encode(s state.State) string {
	var w Writer
	if c, ok := codecOf(s.View); ok {
		c.encode(&s, &w)
	}
	if s.Embed {
		w.Set("embed", "1")
	}
	if s.ReadOnly {
		w.Set("ro", "1")
	}
	return "#/" + Version + "/" + string(s.View) + w.query()
}

// Decode reads a fragment and the query of the page's address, each with or without its leading sign.
func Decode(fragment, query string) state.State {
	s := state.Default()
	fragment = strings.TrimPrefix(fragment, "#")
	if len(fragment) > MaxLink || len(query) > MaxLink {
		s.Problems = "The link is longer than 64 KB and was not read."
		return s
	}
	path, keys, _ := strings.Cut(unpercent(fragment), "?")
	r := Reader{pairs: split(keys)}
	decodePath(strings.Trim(path, "/"), &r, &s)
	flags(&r, &s)
	page := Reader{pairs: split(unpercent(strings.TrimPrefix(query, "?")))}
	flags(&page, &s) // other keys of the page's query belong to the host
	for _, p := range r.pairs {
		if !p.used {
			r.Problem("The link says “" + clip(p.key) + "”, which means nothing here.")
		}
	}
	s.Problems = strings.Join(r.problems, "\n")
	return s
}

// Elsewhere reports whether a fragment asks for a view that this program lacks and the whole one has, and returns the
// link in the form that boot.js looks for.
func Elsewhere(fragment string) (link string, ok bool) {
	if len(fragment) > MaxLink {
		return "", false
	}
	path, keys, _ := strings.Cut(unpercent(strings.TrimPrefix(fragment, "#")), "?")
	head, rest, _ := strings.Cut(strings.Trim(path, "/"), "/")
	i, known := state.InfoOf(state.View(rest))
	if !isVersion(head) || !known || i.Here() {
		return "", false
	}
	return "#/" + head + "/" + rest + "?" + keys, true
}

func decodePath(path string, r *Reader, s *state.State) {
	head, rest, _ := strings.Cut(path, "/")
	switch {
	case path == "":
		if codec, ok := codecOf(s.View); ok {
			codec.decode(r, s)
		}
	case head == Version:
		c, ok := codecOf(state.View(rest))
		if !ok {
			r.Problem("The link asks for a view named “" + clip(rest) + "”, which this lab does not have.")
			r.ignore()
			return
		}
		s.View = c.view
		c.decode(r, s)
	case isVersion(head):
		said := "The link was made by another version of the lab (“" + clip(head) + "”); this one reads “" + Version + "”. "
		if c, ok := codecOf(state.View(rest)); ok {
			s.View = c.view
			r.Problem(said + "Only the view that it asks for is shown, at its first example.")
		} else {
			r.Problem(said + "It asks for “" + clip(rest) + "”, which this lab does not have; nothing of it is shown.")
		}
		r.ignore()
	default:
		decodeShort(head, rest, r, s)
	}
}

// isVersion reports v followed by digits.
func isVersion(s string) bool {
	return len(s) > 1 && s[0] == 'v' && strings.Trim(s[1:], "0123456789") == ""
}

// flags reads the keys about presentation.
func flags(r *Reader, s *state.State) {
	if v, ok := r.Take("embed"); ok {
		s.Embed = s.Embed || v == "1"
	}
	if v, ok := r.Take("ro"); ok {
		s.ReadOnly = s.ReadOnly || v == "1"
	}
	if v, ok := r.Take("theme"); ok {
		switch t := state.Theme(v); t {
		case state.Light, state.Dark, state.Auto:
			s.Theme = t
		default:
			r.Problem("The theme “" + clip(v) + "” is not one of auto, light and dark.")
		}
	}
}

// clip shortens a piece of a link for a message.
func clip(s string) string {
	if len(s) > 60 {
		s = strings.ToValidUTF8(s[:60], "") + "…"
	}
	return s
}
