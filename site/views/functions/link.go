package functions

import (
	"strconv"
	"strings"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/libm"
	"ulplab/site/kit/operand"
	"ulplab/site/lab"
	"ulplab/site/lab/link"
)

const ID lab.ID = "functions"

// The keys of the Functions view. p part: figure6 or measured. Of the dilemma: fn function, f format, x bits of the
// argument, tx the argument as typed, d=1 directed rounding. Of Figure 6: pi bits of pi, c=1 cut off and not rounded.
// Of the measured functions: m mode (ftz, fast), k the function picked, o order, g filter, q part of a name, e exponent
// looked at, lo and hi the range of the sweep. Of the steps: s function, with m; a0, a1, a2 the bits of its operands, ta0 and so on
// as typed. What belongs to another part than the one shown is written too.
func encode(s State, w *link.Writer) {
	v, first := s, First()
	if v.Part != first.Part {
		w.Set("p", Parts[v.Part])
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
		w.Set("m", modes[v.Mode])
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
	if v.Lib != first.Lib || v.Operand != first.Operand {
		w.Set("s", v.Lib)
		for k := range v.library().Arity {
			link.WriteOperand(w, operandKeys[k], v.Operand[k], v.library().Format.Bits)
		}
	}
}

var operandKeys = [...]string{"a0", "a1", "a2"}

var (
	fnSwitch = []string{"0", "1"}
	modes    = []string{"default", "ftz", "fast"}
	fnOrders = []string{"table", "name", "error", "share", "bound"}
	fnGroups = []string{"all", "library", "unit"}
)

// oneOf returns the index of the value of a key in a list; absent or unknown, it is 0.
func oneOf(r *link.Reader, key string, list []string) int {
	v, ok := r.Take(key)
	if !ok {
		return 0
	}
	for i, w := range list {
		if w == v {
			return i
		}
	}
	r.Wrong(key, v, "is not one of "+strings.Join(list, ", ")+".")
	return 0
}

func decode(r *link.Reader, s *State) {
	v := s
	v.Part = Part(oneOf(r, "p", Parts[:]))
	decodeArgument(r, v)
	v.Directed = oneOf(r, "d", fnSwitch) == 1
	if t, ok := r.Take("pi"); ok {
		if n, err := strconv.Atoi(t); err == nil && PiLeast <= n && n <= PiMost {
			v.Pi = uint8(n)
		} else {
			r.Problem("The number of bits of pi is 53 to 96, not “" + link.Clip(t) + "”.")
		}
	}
	v.Cut = oneOf(r, "c", fnSwitch) == 1
	v.Mode, v.Order, v.Group = uint8(oneOf(r, "m", modes)), uint8(oneOf(r, "o", fnOrders)), uint8(oneOf(r, "g", fnGroups))
	decodeSteps(r, v)
	if t, ok := r.Take("k"); ok {
		if Known(t) {
			v.Pick = t
		} else {
			r.Problem("“" + link.Clip(t) + "” is not the name of a function.")
		}
	}
	if t, ok := r.Take("q"); ok {
		*s = Find{Text: t}.Apply(*s)
		v = s
	}
	if t, ok := r.Take("e"); ok {
		if n, err := strconv.Atoi(t); err == nil && n >= 0 && n < 512 {
			v.Cell = uint16(n) + 1
		} else {
			r.Problem("The exponent “" + link.Clip(t) + "” of the profile is not a number from 0 to 511.")
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

// decodeSteps reads the function that is computed step by step and its operands, which are 1 where they are absent.
func decodeSteps(r *link.Reader, v *State) {
	if t, ok := r.Take("s"); ok {
		if _, known := libm.Find(t, libm.Default); known {
			v.Lib, v.Operand = t, ones(t)
		} else {
			r.Problem("CUDA’s library has no function “" + link.Clip(t) + "” that this lab has.")
		}
	}
	for k := range v.library().Arity {
		link.ReadOperand(r, operandKeys[k], v.library().Format.Bits, &v.Operand[k], operand.Reader(v.library().Format))
	}
}

// decodeArgument reads function, format and argument. Without an argument it is 1.
func decodeArgument(r *link.Reader, v *State) {
	other := false
	if t, ok := r.Take("fn"); ok {
		if _, known := exact.FindFunction(t); known {
			other = other || t != v.ID
			v.ID = t
		} else {
			r.Problem("The link asks for a function “" + link.Clip(t) + "”, which this lab does not have.")
		}
	}
	if t, ok := r.Take("f"); ok {
		switch {
		case t != format.F32.ID && t != format.F64.ID:
			r.Problem("The functions are rounded to f32 or f64, not to “" + link.Clip(t) + "”.")
		case t != v.Format:
			v.Format, other = t, true
		}
	}
	if other {
		one, _ := operand.Read("1", v.F())
		v.X = operand.Entered{Bits: one}
	}
	link.ReadOperand(r, "x", v.F().Bits, &v.X, operand.Reader(v.F()))
}

// StepsLink returns the link of a function step by step, at 1.
func StepsLink(name string) string {
	s := Compute{Name: name}.Apply(First())
	s.Part = Steps
	return Link(s)
}

// Link returns the link of a state of the view.
func Link(s State) string { return link.Of(ID, s, encode) }
