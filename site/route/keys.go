package route

import (
	"strings"

	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
	"ulplab/site/state"
)

// Writer collects the keys of a link.
type Writer struct{ pairs []pair }

type pair struct {
	key, value string
	used       bool
}

// Set adds a key of one to three letters with any value.
func (w *Writer) Set(key, value string) { w.pairs = append(w.pairs, pair{key: key, value: value}) }

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

// query returns "?k=v&k=v" in alphabetical order, "" without keys.
func (w *Writer) query() string {
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

// First returns the link of a view at its first example.
func First(v state.View) string { return "#/" + Version + "/" + string(v) }

// Reader gives out the keys of a link and collects what is wrong with them.
type Reader struct {
	pairs    []pair
	problems []string
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

// ignore marks every key but those about presentation as read.
func (r *Reader) ignore() {
	for i := range r.pairs {
		switch r.pairs[i].key {
		case "embed", "ro", "theme":
		default:
			r.pairs[i].used = true
		}
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
		r.Problem("“" + clip(key+"="+v) + "” is not a code of " + itoa(width) + " bits in hexadecimal digits.")
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
	r.Problem("The direction “" + clip(v) + "” is not one of" + ids + ".")
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
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		if '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '.' || c == '_' || c == '-' {
			b.WriteByte(c)
			continue
		}
		b.WriteByte('~')
		b.WriteByte("0123456789abcdef"[c>>4])
		b.WriteByte("0123456789abcdef"[c&15])
	}
	return b.String()
}

// Unescape undoes Escape; a ~ without two digits stays as it is.
func Unescape(s string) string { return undo(s, '~') }

// unpercent undoes the %hh that browsers write into fragments.
func unpercent(s string) string { return undo(s, '%') }

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
