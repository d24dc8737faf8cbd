// Package link writes and reads the keys of a link: #/v1/VIEW?k=v&k=v, with keys of one to three letters in alphabetical
// order, floating-point values as bits, and every byte of a value outside [A-Za-z0-9._-] written ~hh.
package link

import (
	"strconv"
	"strings"

	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/operand"
)

// Of returns the link of a state of a view, whose keys encode writes.
func Of[S any](view View, s S, encode func(S, *Writer)) string {
	var w Writer
	encode(s, &w)
	return To(view, &w)
}

// Writer collects the keys of a link.
type Writer struct{ pairs []pair }

type pair struct {
	key, value string
	used       bool
}

// Set adds a key of one to three letters with any value.
func (w *Writer) Set(key, value string) { w.pairs = append(w.pairs, pair{key: key, value: value}) }

// Put adds a key whose value is not the first one.
func (w *Writer) Put(key, value, first string) {
	if value != first {
		w.Set(key, value)
	}
}

// PutInt is Put for a number.
func (w *Writer) PutInt(key string, n, first int32) {
	w.Put(key, strconv.Itoa(int(n)), strconv.Itoa(int(first)))
}

// PutBit is Put for a choice of two.
func (w *Writer) PutBit(key string, on, first bool) { w.Put(key, Bit(on), Bit(first)) }

// SetBits adds a code of the given width in bits as hexadecimal digits.
func (w *Writer) SetBits(key string, c wide.U128, width int) { w.Set(key, Hex(c, width)) }

// SetDir adds a rounding direction unless it is roundTiesToEven.
func (w *Writer) SetDir(key string, d round.Direction) {
	for _, i := range round.Directions {
		if i.Dir == d && d != round.TiesToEven {
			w.Set(key, i.ID)
		}
	}
}

// Query returns "?k=v&k=v" in alphabetical order, "" without keys.
func (w *Writer) Query() string {
	// A link has a few keys; an instance of slices.SortFunc would add 18 KB to the program.
	for i := range w.pairs {
		for k := i; k > 0 && w.pairs[k].key < w.pairs[k-1].key; k-- {
			w.pairs[k], w.pairs[k-1] = w.pairs[k-1], w.pairs[k]
		}
	}
	var b strings.Builder
	for i, p := range w.pairs {
		if i == 0 {
			b.WriteByte('?')
		} else {
			b.WriteByte('&')
		}
		b.WriteString(p.key)
		b.WriteByte('=')
		b.WriteString(Escape(p.value))
	}
	return b.String()
}

// Reader gives out the keys of a link and collects what is wrong with them.
type Reader struct {
	pairs    []pair
	problems []string
}

// Read takes the keys of "k=v&k=v".
func Read(s string) *Reader { return &Reader{pairs: split(s)} }

// Problems are the sentences about what could not be read.
func (r *Reader) Problems() []string { return r.problems }

// Unused names the keys that nobody took.
func (r *Reader) Unused() {
	for _, p := range r.pairs {
		if !p.used {
			r.Problem("The link says “" + Clip(p.key) + "”, which means nothing here.")
		}
	}
}

// maxProblems is the number of sentences after which further problems of a link are not listed.
const maxProblems = 6

// split cuts "k=v&k=v" into pairs and undoes the escapes.
func split(s string) []pair {
	var pairs []pair
	for s != "" && len(pairs) < 1000 {
		var one string
		one, s, _ = strings.Cut(s, "&")
		if k, v, _ := strings.Cut(one, "="); k != "" {
			pairs = append(pairs, pair{key: k, value: Unescape(v)})
		}
	}
	return pairs
}

// Take returns the value of a key; the first of equal keys counts.
func (r *Reader) Take(key string) (string, bool) {
	value, found := "", false
	for i := range r.pairs {
		if p := &r.pairs[i]; p.key == key {
			if !found {
				value, found = p.value, true
			}
			p.used = true
		}
	}
	return value, found
}

// Problem records a sentence about what could not be read.
func (r *Reader) Problem(sentence string) {
	if len(r.problems) < maxProblems {
		r.problems = append(r.problems, sentence)
	}
}

// Wrong records that the value of a key is not what it should be: is says it, "is not a number.".
func (r *Reader) Wrong(key, value, is string) {
	r.Problem("“" + Clip(key+"="+value) + "” " + is)
}

// Ignore marks every key but those about presentation as read.
func (r *Reader) Ignore() {
	for i := range r.pairs {
		switch r.pairs[i].key {
		case "embed", "fig", "hide", "list", "panel", "present", "ro", "theme":
		default:
			r.pairs[i].used = true
		}
	}
}

// Bit reads a choice of two.
func (r *Reader) Bit(key string, on *bool) {
	if t, ok := r.Take(key); ok {
		if *on = t == "1"; t != "1" && t != "0" {
			r.Wrong(key, t, "is neither 0 nor 1.")
		}
	}
}

// Text reads a text of at most so many bytes.
func (r *Reader) Text(key string, most int, to *string) {
	if t, ok := r.Take(key); ok {
		if len(t) > most {
			r.Problem("The text of the link is longer than " + strconv.Itoa(most) + " bytes; the rest was left out.")
		}
		*to = operand.Cut(t, most)
	}
}

// Bits reads a code of the given width; ok is false if the key is absent or its value is not one.
func (r *Reader) Bits(key string, width int) (c wide.U128, ok bool) {
	v, there := r.Take(key)
	if !there {
		return c, false
	}
	c, ok = ParseHex(v)
	if !ok || !c.Shr(uint(width)).IsZero() && width < 128 {
		r.Wrong(key, v, "is not a code of "+itoa(width)+" bits in hexadecimal digits.")
		return wide.U128{}, false
	}
	return c, true
}

// Dir reads a rounding direction; absent or unknown, it is roundTiesToEven.
func (r *Reader) Dir(key string) round.Direction {
	v, there := r.Take(key)
	if !there {
		return round.TiesToEven
	}
	ids := ""
	for _, i := range round.Directions {
		if i.ID == v {
			return i.Dir
		}
		ids += " " + i.ID
	}
	r.Problem("The direction “" + Clip(v) + "” is not one of" + ids + ".")
	return round.TiesToEven
}

// Hex returns the code c of the given width in bits as lower-case hexadecimal digits, as many as the width needs.
func Hex(c wide.U128, width int) string {
	n := (width + 3) / 4
	b := make([]byte, n)
	for i := range b {
		b[i] = "0123456789abcdef"[c.Shr(uint(4*(n-1-i))).Lo&15]
	}
	return string(b)
}

// ParseHex reads 1 to 32 hexadecimal digits.
func ParseHex(s string) (c wide.U128, ok bool) {
	if s == "" || len(s) > 32 {
		return c, false
	}
	for i := 0; i < len(s); i++ {
		d := digit(s[i])
		if d < 0 {
			return wide.U128{}, false
		}
		c = c.Shl(4)
		c.Lo |= uint64(d)
	}
	return c, true
}

func digit(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// Escape writes every byte outside [A-Za-z0-9._-] as ~hh.
func Escape(s string) string {
	b := make([]byte, 0, len(s)+len(s)/2) // enough for a list of numbers: texts are long
	for i := 0; i < len(s); i++ {
		c := s[i]
		if '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '.' || c == '_' || c == '-' {
			b = append(b, c)
			continue
		}
		b = append(b, '~', "0123456789abcdef"[c>>4], "0123456789abcdef"[c&15])
	}
	return string(b)
}

// Unescape undoes Escape; a ~ without two digits stays as it is.
func Unescape(s string) string { return undo(s, '~') }

// Unpercent undoes the %hh that browsers write into fragments.
func Unpercent(s string) string { return undo(s, '%') }

func undo(s string, sign byte) string {
	if strings.IndexByte(s, sign) < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == sign && i+2 < len(s) {
			if h, l := digit(s[i+1]), digit(s[i+2]); h >= 0 && l >= 0 {
				b = append(b, byte(h<<4|l))
				i += 2
				continue
			}
		}
		b = append(b, s[i])
	}
	return string(b)
}

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + itoa(n%10)
}

// Clip shortens a piece of a link for a message.
func Clip(s string) string {
	if len(s) > 60 {
		s = strings.ToValidUTF8(s[:60], "") + "…"
	}
	return s
}

// Version is the version of the form that To writes.
const Version = "v1"

// Most is the length in bytes of the longest fragment that is read.
const Most = 64 << 10

// View names a view; it is the word used in links.
type View string

// To is the link to a view with the keys that were written.
func To(view View, w *Writer) string { return "#/" + Version + "/" + string(view) + w.Query() }

// First is the link to a view at its first example.
func First(view View) string { return To(view, &Writer{}) }
