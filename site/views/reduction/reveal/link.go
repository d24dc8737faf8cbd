package reveal

import (
	"strconv"

	"ulplab/site/lab/link"
	"ulplab/site/views/reduction/sum"
)

// maxLinked is the length to which what a probe printed goes into links.
const maxLinked = 6 << 10

// Encode writes what of the panels on revealing is in links: rb the black box, rn its elements, rs the probes shown, pl language of the probe, pf what it
// looks at, pn its elements, pd=1 binary64, rp what it printed.
func Encode(s *sum.State, w *link.Writer) {
	v := &s.Reveal
	w.Put("rb", v.Box, "")
	w.PutInt("rn", v.N, 0)
	w.PutInt("rs", v.Step, 0)
	w.PutInt("pl", int32(v.Lang), 0)
	w.Put("pf", v.Fn, "")
	w.PutInt("pn", v.Size, 0)
	w.PutBit("pd", v.Double, false)
	if len(v.Pasted) <= maxLinked {
		w.Put("rp", v.Pasted, "")
	} else {
		w.Set("cut", "rp")
	}
}

// Decode reads it back.
func Decode(r *link.Reader, s *sum.State) {
	read := func(key string, do Do, kept func(v sum.Reveal, t string, n int) bool, words string) {
		t, ok := r.Take(key)
		if !ok {
			return
		}
		n, err := strconv.Atoi(t)
		if err != nil {
			n = -1
		}
		*s = Set{Do: do, I: n, Text: t}.Apply(*s)
		if !kept(s.Reveal, t, n) {
			r.Wrong(key, t, "is not "+words+".")
		}
	}
	read("rb", setBox, func(v sum.Reveal, t string, _ int) bool { return boxID(v) == t }, "an order, pattern or library of this view")
	read("rn", setN, func(v sum.Reveal, _ string, n int) bool { return elements(v) == n }, "a number of elements on offer")
	read("pl", setLang, func(v sum.Reveal, _ string, n int) bool { return int(v.Lang) == n }, "the number of a language")
	read("pf", setFn, func(v sum.Reveal, t string, _ int) bool { return probeFn(v) == t }, "a function that a probe looks at")
	read("pn", setSize, func(v sum.Reveal, _ string, n int) bool { return probeN(v) == n }, "a number of elements on offer")
	read("pd", setDouble, func(_ sum.Reveal, t string, _ int) bool { return t == "1" || t == "0" }, "0 or 1")
	read("rp", setPasted, func(v sum.Reveal, t string, _ int) bool {
		if len(v.Pasted) <= maxLinked {
			return v.Pasted == t
		}
		s.Reveal.Pasted = ""
		return false
	}, "what a probe printed: it is too long for a link")
	if t, ok := r.Take("cut"); ok && t == "rp" {
		s.Reveal.Pasted = ""
		r.Problem(link.CutWords("what the probe printed"))
	}
	read("rs", 255, func(_ sum.Reveal, _ string, n int) bool {
		*s = Step{I: n}.Apply(*s)
		return int(s.Reveal.Step) == n
	}, "a number of probes")
}
