//go:build !opening

package route

import (
	"strings"

	"ulplab/site/state"
)

// The keys of the Explain view: p program, p2 that of the second result, i inputs, r1 r2 results, k1 k2 what is known of the machines, l layout of
// decimals, b format of bits, n results in the rows, d=1 double, v two columns, vb their format; cut holds the keys, with
// points between them, of texts that did not fit into the link, and f for files.
var explainKeys = [...]struct {
	key  string
	what state.ExplainField
	name string // of a text that may be too long for a link
}{
	{"p", state.ExplainProgram, "the program"}, {"p2", state.ExplainSecond, "the second program"}, {"r1", state.ExplainSeen1, "the first result"}, {"r2", state.ExplainSeen2, "the second result"},
	{"k1", state.ExplainKnown1, ""}, {"k2", state.ExplainKnown2, ""}, {"l", state.ExplainLayout, ""}, {"b", state.ExplainBits, ""}, {"n", state.ExplainResults, ""},
	{"i", state.ExplainRows, "the inputs"}, {"v", state.ExplainPair, "the two columns"}, {"vb", state.ExplainPairBits, ""},
}

// linkRoom is how many bytes the texts of a link may take, escaped: MaxLink has room for the rest.
const linkRoom = 56 << 10

// cutWords is what a link says that does not hold all of its state.
func cutWords(what string) string {
	return "The link does not hold " + what + ": with it, it would be longer than " + itoa(MaxLink>>10) + " KB, which is what is read."
}

func encodeExplain(s *state.State, w *Writer) {
	v, first := s.Explain, state.Default().Explain
	room, cut := linkRoom, ""
	for _, k := range explainKeys {
		switch t := *v.Field(k.what); {
		case t == *first.Field(k.what):
		case k.name != "" && (len(t) > room || len(Escape(t)) > room):
			cut += "." + k.key
		default:
			w.Set(k.key, t)
			room -= len(Escape(t))
		}
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

func decodeExplain(r *Reader, s *state.State) {
	for _, k := range explainKeys {
		t, ok := r.Take(k.key)
		if !ok {
			continue
		}
		if bad := state.ExplainBad(k.what, t); bad != "" {
			r.Problem("“" + clip(k.key+"="+t) + "” is not " + bad + ".")
			continue
		}
		*s = state.Update(*s, state.ExplainSet{What: k.what, Text: t})
		if *s.Explain.Field(k.what) != t {
			r.Problem("“" + clip(k.key+"="+t) + "” is too long, or no text.")
		}
	}
	if t, ok := r.Take("cut"); ok {
		for _, k := range explainKeys {
			if k.name != "" && strings.Contains("."+t+".", "."+k.key+".") {
				*s.Explain.Field(k.what) = ""
				r.Problem(cutWords(k.name))
			}
		}
		if strings.HasSuffix("."+t, ".f") {
			r.Problem("The link does not hold the files that were open: open them again.")
		}
	}
	if t, ok := r.Take("d"); ok {
		s.Explain.Double = t == "1"
	}
}
