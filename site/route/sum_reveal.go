//go:build !opening

package route

import (
	"strconv"

	"ulplab/site/state"
)

// The keys of the panels on revealing: rb the black box, rn its elements, rs the probes shown, pl language of the probe, pf what it
// looks at, pn its elements, pd=1 binary64, rp what it printed, cl language of the order's program.
func encodeSumReveal(v state.SumReveal, w *Writer) {
	text := func(key, s string) {
		if s != "" {
			w.Set(key, s)
		}
	}
	number := func(key string, n int) {
		if n != 0 {
			w.Set(key, itoa(n))
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
	if len(v.Pasted) <= state.SumMaxLinked {
		text("rp", v.Pasted)
	} else {
		w.Set("cut", "rp")
	}
	number("cl", int(v.Code))
}

func decodeSumReveal(r *Reader, s *state.State) {
	read := func(key string, do state.SumRevealDo, kept func(v state.SumReveal, t string, n int) bool, words string) {
		t, ok := r.Take(key)
		if !ok {
			return
		}
		n, err := strconv.Atoi(t)
		if err != nil {
			n = -1
		}
		*s = state.Update(*s, state.SumRevealSet{Do: do, I: n, Text: t})
		if !kept(s.Sum.Reveal, t, n) {
			r.Problem("“" + clip(key+"="+t) + "” is not " + words + ".")
		}
	}
	read("rb", state.SumRevealSetBox, func(v state.SumReveal, t string, _ int) bool { return v.BoxID() == t }, "an order, pattern or library of this view")
	read("rn", state.SumRevealSetN, func(v state.SumReveal, _ string, n int) bool { return v.Elements() == n }, "a number of elements on offer")
	read("pl", state.SumProbeSetLang, func(v state.SumReveal, _ string, n int) bool { return int(v.Lang) == n }, "the number of a language")
	read("pf", state.SumProbeSetFn, func(v state.SumReveal, t string, _ int) bool { return v.ProbeFn() == t }, "a function that a probe looks at")
	read("pn", state.SumProbeSetN, func(v state.SumReveal, _ string, n int) bool { return v.ProbeN() == n }, "a number of elements on offer")
	read("pd", state.SumProbeSetDouble, func(_ state.SumReveal, t string, _ int) bool { return t == "1" || t == "0" }, "0 or 1")
	read("cl", state.SumCodeSetLang, func(v state.SumReveal, _ string, n int) bool { return int(v.Code) == n }, "the number of a language")
	read("rp", state.SumProbePaste, func(v state.SumReveal, t string, _ int) bool {
		if len(v.Pasted) <= state.SumMaxLinked {
			return v.Pasted == t
		}
		s.Sum.Reveal.Pasted = ""
		return false
	}, "what a probe printed: it is too long for a link")
	if t, ok := r.Take("cut"); ok && t == "rp" {
		s.Sum.Reveal.Pasted = ""
		r.Problem(cutWords("what the probe printed"))
	}
	read("rs", 255, func(_ state.SumReveal, _ string, n int) bool {
		*s = state.Update(*s, state.SumRevealStep{I: n})
		return int(s.Sum.Reveal.Step) == n
	}, "a number of probes")
}
