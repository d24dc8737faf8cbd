package explain

import (
	"strings"

	"ulplab/site/lab"
	"ulplab/site/lab/link"
)

const ID lab.ID = "explain"

// The keys of the Explain view: p program, p2 that of the second result, i inputs, r1 r2 results, k1 k2 what is known of the machines, l layout of
// decimals, b format of bits, n results in the rows, d=1 double, v two columns, vb their format; cut holds the keys, with
// points between them, of texts that did not fit into the link, and f for files.
var keys = [...]struct {
	key  string
	what Field
	name string // of a text that may be too long for a link
}{
	{"p", Program, "the program"}, {"p2", Second, "the second program"}, {"r1", Seen1, "the first result"}, {"r2", Seen2, "the second result"},
	{"k1", Known1, ""}, {"k2", Known2, ""}, {"l", Layout, ""}, {"b", Bits, ""}, {"n", Results, ""},
	{"i", Rows, "the inputs"}, {"v", Pair, "the two columns"}, {"vb", PairBits, ""},
}

// linkRoom is how many bytes the texts of a link may take, escaped: link.Most has room for the rest.
const linkRoom = 56 << 10

func encode(s State, w *link.Writer) {
	v, first := s, First()
	room, cut := linkRoom, ""
	for _, k := range keys {
		t := *v.Field(k.what)
		if t == *first.Field(k.what) {
			continue
		}
		takes := len(t)
		if takes <= room {
			takes = len(link.Escape(t))
		}
		if k.name != "" && takes > room {
			cut += "." + k.key
			continue
		}
		w.Set(k.key, t)
		room -= takes
	}
	if v.Files[0].Digest != "" {
		cut += ".f"
	}
	if cut != "" {
		w.Set("cut", cut[1:])
	}
	if v.Double {
		w.Set("d", "1")
	}
}

func decode(r *link.Reader, s *State) {
	for _, k := range keys {
		t, ok := r.Take(k.key)
		if !ok {
			continue
		}
		if bad := Bad(k.what, t); bad != "" {
			r.Wrong(k.key, t, "is not "+bad+".")
			continue
		}
		*s = Set{What: k.what, Text: t}.Apply(*s)
		if *s.Field(k.what) != t {
			r.Wrong(k.key, t, "is too long, or no text.")
		}
	}
	if t, ok := r.Take("cut"); ok {
		for _, k := range keys {
			if k.name != "" && strings.Contains("."+t+".", "."+k.key+".") {
				*s.Field(k.what) = ""
				r.Problem(link.CutWords(k.name))
			}
		}
		if strings.HasSuffix("."+t, ".f") {
			r.Problem("The link does not hold the files that were open: open them again.")
		}
	}
	if t, ok := r.Take("d"); ok {
		s.Double = t == "1"
	}
}

// Link returns the link of a state of the view.
func Link(s State) string { return link.Of(ID, s, encode) }
