package flags

import (
	"ulplab/fpcore/gpu"
	"ulplab/site/kit/operand"
	"ulplab/site/lab"
	"ulplab/site/lab/link"
)

const ID lab.ID = "flags"

// The keys of the Flags view: l and r the options on the left and on the right (a preset, or five digits in the order
// of FlagNames), cc the compute capability, d=1 double, o the operation in detail, n the operands of the
// histogram, a b c the operands' bits, ta tb tc the operands as typed. What is left out is as in the first example.
func encode(s State, w *link.Writer) {
	v, first := s, First()
	for i, key := range keys {
		if v.Mode[i] != first.Mode[i] {
			w.Set(key, FlagsID(v.Mode[i]))
		}
	}
	if v.CC != first.CC {
		w.Set("cc", v.CC.String())
	}
	if v.Double {
		w.Set("d", "1")
	}
	if v.ID != first.ID {
		w.Set("o", v.ID)
	}
	if v.Over != first.Over {
		w.Set("n", OverIDs[v.Over])
	}
	if v.X != first.X || v.Double {
		for i := range v.X {
			link.WriteOperand(w, "abc"[i:i+1], v.X[i], v.F().Bits)
		}
	}
}

var keys = [2]string{"l", "r"}

func decode(r *link.Reader, s *State) {
	v := s
	for i, key := range keys {
		if t, ok := r.Take(key); ok {
			if f, ok := ByID(t); ok {
				v.Mode[i] = f
			} else {
				r.Wrong(key, t, "names no set of compiler options: ieee, fast, fastmath, or five digits 0 and 1.")
			}
		}
	}
	if t, ok := r.Take("cc"); ok {
		known := false
		for _, p := range gpu.Profiles() {
			if p.CC.String() == t {
				*s, known = CC{CC: p.CC}.Apply(*s), true
			}
		}
		if !known {
			r.Problem("The link asks for a compute capability “" + link.Clip(t) + "”, which this lab does not have.")
		}
	}
	if t, ok := r.Take("d"); ok && t == "1" {
		*s = Double{Double: true}.Apply(*s)
	}
	if t, ok := r.Take("o"); ok {
		if _, ok := gpu.FindOperation(t); ok {
			v.ID = t
		} else {
			r.Problem("The link asks for an operation “" + link.Clip(t) + "”, which this view does not have.")
		}
	}
	if t, ok := r.Take("n"); ok {
		known := false
		for i, id := range OverIDs {
			if id == t {
				v.Over, known = Over(i), true
			}
		}
		if !known {
			r.Problem("The histogram runs over near, binade or all, not over “" + link.Clip(t) + "”.")
		}
	}
	for i := range v.X {
		link.ReadOperand(r, "abc"[i:i+1], v.F().Bits, &v.X[i], operand.Reader(v.F()))
	}
}
