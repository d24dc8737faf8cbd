package reduction

import (
	"strconv"

	"ulplab/site/kit/words"
	"ulplab/site/lab/link"
)

// The keys of the panels on revealing: rb the black box, rn its elements, rs the probes shown, pl language of the probe, pf what it
// looks at, pn its elements, pd=1 binary64, rp what it printed, cl language of the order's program.
func encodeReveal(v Reveal, w *link.Writer) {
	text := func(key, s string) {
		if s != "" {
			w.Set(key, s)
		}
	}
	number := func(key string, n int) {
		if n != 0 {
			w.Set(key, words.Itoa(n))
		}
	}
	text("rb", v.Box)
	number("rn", int(v.N))
	number("rs", int(v.Step))
	number("pl", int(v.Lang))
	text("pf", v.Fn)
	number("pn", int(v.Size))
	if v.Double {
		w.Set("pd", "1")
	}
	if len(v.Pasted) <= MaxLinked {
		text("rp", v.Pasted)
	} else {
		w.Set("cut", "rp")
	}
	number("cl", int(v.Code))
}

func decodeReveal(r *link.Reader, s *State) {
	read := func(key string, do RevealDo, kept func(v Reveal, t string, n int) bool, words string) {
		t, ok := r.Take(key)
		if !ok {
			return
		}
		n, err := strconv.Atoi(t)
		if err != nil {
			n = -1
		}
		*s = RevealSet{Do: do, I: n, Text: t}.Apply(*s)
		if !kept(s.Reveal, t, n) {
			r.Problem("“" + link.Clip(key+"="+t) + "” is not " + words + ".")
		}
	}
	read("rb", RevealSetBox, func(v Reveal, t string, _ int) bool { return v.BoxID() == t }, "an order, pattern or library of this view")
	read("rn", RevealSetN, func(v Reveal, _ string, n int) bool { return v.Elements() == n }, "a number of elements on offer")
	read("pl", ProbeSetLang, func(v Reveal, _ string, n int) bool { return int(v.Lang) == n }, "the number of a language")
	read("pf", ProbeSetFn, func(v Reveal, t string, _ int) bool { return v.ProbeFn() == t }, "a function that a probe looks at")
	read("pn", ProbeSetN, func(v Reveal, _ string, n int) bool { return v.ProbeN() == n }, "a number of elements on offer")
	read("pd", ProbeSetDouble, func(_ Reveal, t string, _ int) bool { return t == "1" || t == "0" }, "0 or 1")
	read("cl", CodeSetLang, func(v Reveal, _ string, n int) bool { return int(v.Code) == n }, "the number of a language")
	read("rp", ProbePaste, func(v Reveal, t string, _ int) bool {
		if len(v.Pasted) <= MaxLinked {
			return v.Pasted == t
		}
		s.Reveal.Pasted = ""
		return false
	}, "what a probe printed: it is too long for a link")
	if t, ok := r.Take("cut"); ok && t == "rp" {
		s.Reveal.Pasted = ""
		r.Problem(link.CutWords("what the probe printed"))
	}
	read("rs", 255, func(_ Reveal, _ string, n int) bool {
		*s = RevealStep{I: n}.Apply(*s)
		return int(s.Reveal.Step) == n
	}, "a number of probes")
}
