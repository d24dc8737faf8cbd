//go:build !opening

package route

import (
	"strconv"

	"ulplab/fpcore/expr"
	"ulplab/site/state"
)

// The keys of the Iteration view: x the text, d=1 where what is not declared is double, p and q the targets, v the
// first step as typed, n the number of steps, i the step looked at.
func encodeIter(s *state.State, w *Writer) {
	v, first := s.Iter, state.Default().Iter
	put := func(key, v, first string) {
		if v != first {
			w.Set(key, v)
		}
	}
	put("x", v.Text, first.Text)
	put("d", oneOf(v.Double), oneOf(first.Double))
	put("p", v.T[0], first.T[0])
	put("q", v.T[1], first.T[1])
	put("v", v.Start, first.Start)
	put("n", strconv.Itoa(int(v.N)), strconv.Itoa(int(first.N)))
	put("i", strconv.Itoa(int(v.At)), "0")
}

func decodeIter(r *Reader, s *state.State) {
	v := &s.Iter
	if t, ok := r.Take("x"); ok {
		if len(t) > state.ExprMaxText {
			r.Problem("The text of the link is longer than " + itoa(state.ExprMaxText) + " bytes; the rest was left out.")
		}
		v.Text = state.Cut(t, state.ExprMaxText)
	}
	if t, ok := r.Take("d"); ok {
		v.Double = t == "1"
	}
	for i, key := range [2]string{"p", "q"} {
		if id, ok := r.Take(key); ok {
			if t, ok := expr.TargetByID(id); ok {
				v.T[i] = t.ID()
			} else {
				r.Problem("The link asks for a target “" + clip(id) + "”, which this lab does not have.")
			}
		}
	}
	if t, ok := r.Take("v"); ok {
		v.Start = state.ExprJoin(state.ExprCells(t)[:1])
	}
	if t, ok := r.Take("n"); ok {
		n, err := strconv.Atoi(t)
		if err != nil || n < 1 || n > state.IterMax {
			r.Problem("The number of steps is one from 1 to " + itoa(state.IterMax) + ", not “" + clip(t) + "”.")
		} else {
			v.N = uint16(n)
		}
	}
	if t, ok := r.Take("i"); ok {
		n, err := strconv.Atoi(t)
		if err != nil || n < 0 || n > int(v.N) {
			r.Problem("The step looked at is one of those computed, not “" + clip(t) + "”.")
		} else {
			v.At = uint16(n)
		}
	}
}
