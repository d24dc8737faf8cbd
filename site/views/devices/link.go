package devices

import (
	"strconv"

	"ulplab/fpcore/gpu"
	"ulplab/fpcore/target"
	"ulplab/site/kit/operand"
	"ulplab/site/lab"
	"ulplab/site/lab/link"
)

const ID lab.ID = "devices"

// The keys of the Devices view: p and q the targets A and B, o operation, d=1 on double, a b c the operands' bits,
// ta tb tc the operands as typed, n the number of the feature whose values are shown; and those of the table of
// intrinsics. Without o, d and operands it is the first example's operation.
func encode(s State, w *link.Writer) {
	d, first := s, First()
	for i, key := range devTargets {
		if d.T[i] != first.T[i] {
			w.Set(key, d.T[i])
		}
	}
	if d.Op != first.Op || d.Double != first.Double || d.X != first.X {
		w.Set("o", d.Op)
		if d.Double {
			w.Set("d", "1")
		}
		for i := range d.Operation().Arity {
			link.WriteOperand(w, "abc"[i:i+1], d.X[i], d.F().Bits)
		}
	}
	if d.Feature != first.Feature {
		w.Set("n", strconv.Itoa(int(d.Feature)))
	}
	encodeIntrin(d.Intrin, w)
}

var devTargets = [2]string{"p", "q"}

func decode(r *link.Reader, s *State) {
	d := s
	for i, key := range devTargets {
		v, ok := r.Take(key)
		if !ok {
			continue
		}
		if t, ok := target.ByID(v); ok {
			d.T[i] = t.ID()
		} else {
			r.Problem("The link asks for a machine “" + link.Clip(v) + "”, which this lab does not have.")
		}
	}
	other := false
	if v, ok := r.Take("o"); ok {
		if _, ok := gpu.FindOperation(v); ok {
			other = v != d.Op
			d.Op = v
		} else {
			r.Problem("The link asks for an operation “" + link.Clip(v) + "”, which the machines do not have.")
		}
	}
	if v, ok := r.Take("d"); ok && v == "1" {
		d.Double, other = true, true
	}
	if other { // the first example's operands mean nothing here: start with ones
		one, _ := operand.Read("1", d.F())
		for i := range d.X {
			d.X[i] = operand.Entered{Bits: one}
		}
	}
	for i := range d.Operation().Arity {
		link.ReadOperand(r, "abc"[i:i+1], d.F().Bits, &d.X[i], operand.Reader(d.F()))
	}
	if v, ok := r.Take("n"); ok {
		n, err := strconv.Atoi(v)
		if err == nil && n >= 0 && n <= int(gpu.Toolkit) {
			d.Feature = gpu.Feature(n)
		} else {
			r.Problem("The features have the numbers 0 to " + strconv.Itoa(int(gpu.Toolkit)) + ", not “" + link.Clip(v) + "”.")
		}
	}
	decodeIntrin(r, &d.Intrin)
}
