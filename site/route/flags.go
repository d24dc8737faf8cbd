//go:build !opening

package route

import (
	"ulplab/fpcore/gpu"
	"ulplab/site/state"
)

// The keys of the Flags view: l and r the options on the left and on the right (a preset, or five digits in the order
// of state.FlagNames), cc the compute capability, d=1 double, o the operation in detail, n the operands of the
// histogram, a b c the operands' bits, ta tb tc the operands as typed. What is left out is as in the first example.
func encodeFlags(s *state.State, w *Writer) {
	v, first := s.Flags, state.Default().Flags
	for i, key := range flagsKeys {
		if v.Mode[i] != first.Mode[i] {
			w.Set(key, state.FlagsID(v.Mode[i]))
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
		w.Set("n", state.OverIDs[v.Over])
	}
	if v.X != first.X || v.Double {
		for i := range v.X {
			writeOperand(w, "abc"[i:i+1], v.X[i], v.F().Bits)
		}
	}
}

var flagsKeys = [2]string{"l", "r"}

func decodeFlags(r *Reader, s *state.State) {
	v := &s.Flags
	for i, key := range flagsKeys {
		if t, ok := r.Take(key); ok {
			if f, ok := state.FlagsByID(t); ok {
				v.Mode[i] = f
			} else {
				r.Problem("“" + clip(key+"="+t) + "” names no set of compiler options: ieee, fast, fastmath, or five digits 0 and 1.")
			}
		}
	}
	if t, ok := r.Take("cc"); ok {
		known := false
		for _, p := range gpu.Profiles() {
			if p.CC.String() == t {
				*s, known = state.Update(*s, state.FlagsCC{CC: p.CC}), true
			}
		}
		if !known {
			r.Problem("The link asks for a compute capability “" + clip(t) + "”, which this lab does not have.")
		}
	}
	if t, ok := r.Take("d"); ok && t == "1" {
		*s = state.Update(*s, state.FlagsDouble{Double: true})
	}
	if t, ok := r.Take("o"); ok {
		if _, ok := gpu.FindOperation(t); ok {
			v.ID = t
		} else {
			r.Problem("The link asks for an operation “" + clip(t) + "”, which this view does not have.")
		}
	}
	if t, ok := r.Take("n"); ok {
		known := false
		for i, id := range state.OverIDs {
			if id == t {
				v.Over, known = state.Over(i), true
			}
		}
		if !known {
			r.Problem("The histogram runs over near, binade or all, not over “" + clip(t) + "”.")
		}
	}
	for i := range v.X {
		readOperand(r, "abc"[i:i+1], v.F().Bits, &v.X[i], v.Read)
	}
}
