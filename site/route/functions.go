//go:build !opening

package route

import (
	"strconv"
	"strings"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/site/state"
)

// The keys of the Functions view. p part: figure6 or measured. Of the dilemma: fn function, f format, x bits of the
// argument, tx the argument as typed, d=1 directed rounding. Of Figure 6: pi bits of pi, c=1 cut off and not rounded.
// Of the measured functions: m mode (ftz, fast), k the function picked, o order, g filter, q part of a name, e exponent
// looked at, lo and hi the range of the sweep. What belongs to another part than the one shown is written too.
func encodeFn(s *state.State, w *Writer) {
	v, first := s.Fn, state.Default().Fn
	if v.Part != first.Part {
		w.Set("p", state.FnParts[v.Part])
	}
	if v.ID != first.ID || v.Format != first.Format || v.X != first.X {
		w.Set("fn", v.ID)
		w.Set("f", v.Format)
		w.SetBits("x", v.X.Bits, v.F().Bits)
		if v.X.Text.On {
			w.Set("tx", v.X.Text.Text)
		}
	}
	if v.Directed {
		w.Set("d", "1")
	}
	if v.Pi != first.Pi {
		w.Set("pi", strconv.Itoa(int(v.Pi)))
	}
	if v.Cut {
		w.Set("c", "1")
	}
	if v.Mode != 0 {
		w.Set("m", fnModes[v.Mode])
	}
	if v.Pick != first.Pick {
		w.Set("k", v.Pick)
	}
	if v.Order != 0 {
		w.Set("o", fnOrders[v.Order])
	}
	if v.Group != 0 {
		w.Set("g", fnGroups[v.Group])
	}
	if v.Find != "" {
		w.Set("q", v.Find)
	}
	if v.Cell != 0 {
		w.Set("e", strconv.Itoa(int(v.Cell)-1))
	}
	if v.Lo != first.Lo || v.Hi != first.Hi {
		w.Set("lo", strconv.FormatUint(uint64(v.Lo), 16))
		w.Set("hi", strconv.FormatUint(uint64(v.Hi), 16))
	}
}

var (
	fnSwitch = []string{"0", "1"}
	fnModes  = []string{"default", "ftz", "fast"}
	fnOrders = []string{"table", "name", "error", "share", "bound"}
	fnGroups = []string{"all", "library", "unit"}
)

// oneOf returns the index of the value of a key in a list; absent or unknown, it is 0.
func (r *Reader) oneOf(key string, list []string) int {
	v, ok := r.Take(key)
	if !ok {
		return 0
	}
	for i, w := range list {
		if w == v {
			return i
		}
	}
	r.Problem("“" + clip(key+"="+v) + "” is not one of " + strings.Join(list, ", ") + ".")
	return 0
}

func decodeFn(r *Reader, s *state.State) {
	v := &s.Fn
	v.Part = state.FnPart(r.oneOf("p", state.FnParts[:]))
	decodeFnArgument(r, v)
	v.Directed = r.oneOf("d", fnSwitch) == 1
	if t, ok := r.Take("pi"); ok {
		if n, err := strconv.Atoi(t); err == nil && state.FnPiLeast <= n && n <= state.FnPiMost {
			v.Pi = uint8(n)
		} else {
			r.Problem("The number of bits of pi is 53 to 96, not “" + clip(t) + "”.")
		}
	}
	v.Cut = r.oneOf("c", fnSwitch) == 1
	v.Mode, v.Order, v.Group = uint8(r.oneOf("m", fnModes)), uint8(r.oneOf("o", fnOrders)), uint8(r.oneOf("g", fnGroups))
	if t, ok := r.Take("k"); ok {
		if state.KnownFn(t) {
			v.Pick = t
		} else {
			r.Problem("“" + clip(t) + "” is not the name of a function.")
		}
	}
	if t, ok := r.Take("q"); ok {
		*s = state.Update(*s, state.FnFind{Text: t})
		v = &s.Fn
	}
	if t, ok := r.Take("e"); ok {
		if n, err := strconv.Atoi(t); err == nil && n >= 0 && n < 512 {
			v.Cell = uint16(n) + 1
		} else {
			r.Problem("The exponent “" + clip(t) + "” of the profile is not a number from 0 to 511.")
		}
	}
	lo, hasLo := r.Bits("lo", 32)
	hi, hasHi := r.Bits("hi", 32)
	switch {
	case hasLo && hasHi && lo.Lo <= hi.Lo:
		v.Lo, v.Hi = uint32(lo.Lo), uint32(hi.Lo)
	case hasLo || hasHi:
		r.Problem("A range needs the codes of both ends, the lower one first.")
	}
}

// decodeFnArgument reads function, format and argument. Without an argument it is 1.
func decodeFnArgument(r *Reader, v *state.Fn) {
	other := false
	if t, ok := r.Take("fn"); ok {
		if _, known := exact.FindFunction(t); known {
			other = other || t != v.ID
			v.ID = t
		} else {
			r.Problem("The link asks for a function “" + clip(t) + "”, which this lab does not have.")
		}
	}
	if t, ok := r.Take("f"); ok {
		switch {
		case t != format.F32.ID && t != format.F64.ID:
			r.Problem("The functions are rounded to f32 or f64, not to “" + clip(t) + "”.")
		case t != v.Format:
			v.Format, other = t, true
		}
	}
	if other {
		one, _ := v.Read("1")
		v.X = state.Operand{Bits: one}
	}
	readOperand(r, "x", v.F().Bits, &v.X, v.Read)
}
