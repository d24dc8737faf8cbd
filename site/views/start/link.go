package start

import (
	"strconv"

	"ulplab/site/lab/link"
)

// The keys of the Start view: x the mark on the line, in fortieths of an ulp from the float nearest to 0.1; q the words searched
// for.
func encode(s State, w *link.Writer) {
	w.PutInt("x", int32(s.At), tenth)
	w.Put("q", s.Find, "")
}

func decode(r *link.Reader, s *State) {
	if t, ok := r.Take("x"); ok {
		n, err := strconv.Atoi(t)
		if err != nil || n < -most || n > most {
			r.Wrong("x", t, "is not a place on the line, −"+strconv.Itoa(most)+" to "+strconv.Itoa(most)+".")
		} else {
			s.At = int8(n)
		}
	}
	if t, ok := r.Take("q"); ok {
		*s = Find{Text: t}.Apply(*s)
	}
}
