//go:build !opening

package route

import "ulplab/site/state"

// The keys of the Explain view: p program, p2 that of the second result, i inputs, r1 r2 results, k1 k2 what is known of the machines, l layout of
// decimals, b format of bits, n results in the rows, d=1 double, v two columns, vb their format. Texts that are too long
// for a link stay out of it.
var explainKeys = [...]struct {
	key  string
	what state.ExplainField
}{
	{"p", state.ExplainProgram}, {"p2", state.ExplainSecond}, {"i", state.ExplainRows}, {"r1", state.ExplainSeen1}, {"r2", state.ExplainSeen2}, {"k1", state.ExplainKnown1},
	{"k2", state.ExplainKnown2}, {"l", state.ExplainLayout}, {"b", state.ExplainBits}, {"n", state.ExplainResults}, {"v", state.ExplainPair}, {"vb", state.ExplainPairBits},
}

func encodeExplain(s *state.State, w *Writer) {
	v, first := s.Explain, state.Default().Explain
	for _, k := range explainKeys {
		t := *v.Field(k.what)
		if t != *first.Field(k.what) && len(t) <= state.ExplainMaxLinked {
			w.Set(k.key, t)
		}
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
	if t, ok := r.Take("d"); ok {
		s.Explain.Double = t == "1"
	}
}
