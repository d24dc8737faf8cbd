package iteration

import (
	"strconv"

	"ulplab/fpcore/expr"
	"ulplab/site/kit/code"
	"ulplab/site/lab"
	"ulplab/site/lab/link"
)

const ID lab.ID = "iter"

// The keys of the Iteration view: x the text, d=1 where what is not declared is double, p and q the targets, v the
// first step as typed, n the number of steps, i the step looked at.
func encode(s State, w *link.Writer) {
	v, first := s, First()
	w.Put("x", v.Text, first.Text)
	w.PutBit("d", v.Double, first.Double)
	w.Put("p", v.T[0], first.T[0])
	w.Put("q", v.T[1], first.T[1])
	w.Put("v", v.Start, first.Start)
	w.PutInt("n", int32(v.N), int32(first.N))
	w.PutInt("i", int32(v.At), 0)
}

func decode(r *link.Reader, s *State) {
	v := s
	r.Text("x", code.ExprMaxText, &v.Text)
	if t, ok := r.Take("d"); ok {
		v.Double = t == "1"
	}
	for i, key := range [2]string{"p", "q"} {
		if id, ok := r.Take(key); ok {
			if t, ok := expr.TargetByID(id); ok {
				v.T[i] = t.ID()
			} else {
				r.Problem("The link asks for a target “" + link.Clip(id) + "”, which this lab does not have.")
			}
		}
	}
	if t, ok := r.Take("v"); ok {
		v.Start = code.Join(code.Inputs(t)[:1])
	}
	if t, ok := r.Take("n"); ok {
		n, err := strconv.Atoi(t)
		if err != nil || n < 1 || n > Max {
			r.Problem("The number of steps is one from 1 to " + strconv.Itoa(Max) + ", not “" + link.Clip(t) + "”.")
		} else {
			v.N = uint16(n)
		}
	}
	if t, ok := r.Take("i"); ok {
		n, err := strconv.Atoi(t)
		if err != nil || n < 0 || n > int(v.N) {
			r.Problem("The step looked at is one of those computed, not “" + link.Clip(t) + "”.")
		} else {
			v.At = uint16(n)
		}
	}
}
