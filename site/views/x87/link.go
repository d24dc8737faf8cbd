package x87

import (
	"strconv"

	"ulplab/fpcore/x86"
	"ulplab/site/kit/operand"
	"ulplab/site/lab"
	"ulplab/site/lab/link"
)

const ID lab.ID = "x87"

// The keys of the x87 view: y float or double; x the formula, tx as typed where it cannot be compiled; a to h the
// operands' bits, ta to th as typed; cw and mx the control registers, sp the stored steps (bits, or all), in
// hexadecimal; i the instruction shown. Without x, y and operands it is the first example.
func encode(s State, w *link.Writer) {
	v, first := s, First()
	p := v.Program()
	differs := v.Double != first.Double || v.Formula != first.Formula
	for i := range v.X {
		differs = differs || p.Uses(i) && v.X[i] != first.X[i]
	}
	if differs {
		if v.Double {
			w.Set("y", "double")
		} else {
			w.Set("y", "float")
		}
		w.Set("x", v.Formula)
		for i := range v.X {
			if p.Uses(i) {
				link.WriteOperand(w, "abcdefgh"[i:i+1], v.X[i], v.F().Bits)
			}
		}
	}
	if v.Text.On && v.Text.Text != v.Formula {
		w.Set("tx", v.Text.Text)
	}
	if v.Control != first.Control {
		w.Set("cw", hex16(v.Control))
	}
	if v.MXCSR != first.MXCSR {
		w.Set("mx", hex16(v.MXCSR))
	}
	switch v.Spills {
	case 0:
	case SpillAll:
		w.Set("sp", "all")
	default:
		w.Set("sp", strconv.FormatUint(uint64(v.Spills), 16))
	}
	if v.At != 0 {
		w.Set("i", strconv.Itoa(int(v.At)))
	}
}

func hex16(n uint16) string { return strconv.FormatUint(uint64(n), 16) }

func decode(r *link.Reader, s *State) {
	v := s
	if t, ok := r.Take("y"); ok {
		switch t {
		case "float", "double":
			v.Double = t == "double"
		default:
			r.Problem("The type “" + link.Clip(t) + "” is neither float nor double.")
		}
		one, _ := operand.Read("1", v.F())
		for i := range v.X { // the first example's operands mean nothing here: start with ones
			v.X[i] = operand.Entered{Bits: one}
		}
	}
	if t, ok := r.Take("x"); ok {
		if _, err := x86.Compile(t, v.Double, ReadNumber); err == nil {
			v.Formula = t
		} else {
			r.Problem("The formula “" + link.Clip(t) + "” is not understood: " + err.Error())
		}
	}
	if t, ok := r.Take("tx"); ok && t != v.Formula {
		if _, err := x86.Compile(t, v.Double, ReadNumber); err != nil {
			v.Text = operand.Typed(t)
		} else {
			v.Formula = t
		}
	}
	p := v.Program()
	one, _ := operand.Read("1", v.F())
	for i := range v.X {
		if !p.Uses(i) {
			v.X[i] = operand.Entered{Bits: one}
		} else {
			link.ReadOperand(r, "abcdefgh"[i:i+1], v.F().Bits, &v.X[i], operand.Reader(v.F()))
		}
	}
	readWord(r, "cw", ControlBits, 0x40, &v.Control)
	readWord(r, "mx", MXCSRBits, 0, &v.MXCSR)
	if t, ok := r.Take("sp"); ok {
		n, err := strconv.ParseUint(t, 16, 32)
		switch {
		case t == "all":
			v.Spills = SpillAll
		case err != nil:
			r.Problem("The stored steps are hexadecimal bits or “all”, not “" + link.Clip(t) + "”.")
		default:
			v.Spills = uint32(n)
		}
	}
	if t, ok := r.Take("i"); ok {
		if n, err := strconv.ParseUint(t, 10, 8); err == nil {
			v.At = uint8(n)
		} else {
			r.Problem("The instruction shown is a number, not “" + link.Clip(t) + "”.")
		}
	}
}

// readWord reads a control register; bits outside mask are not kept, those of fixed are always set.
func readWord(r *link.Reader, key string, mask, fixed uint16, w *uint16) {
	t, ok := r.Take(key)
	if !ok {
		return
	}
	n, err := strconv.ParseUint(t, 16, 16)
	if err != nil {
		r.Problem("A control register is four hexadecimal digits, not “" + link.Clip(t) + "”.")
		return
	}
	*w = uint16(n)&mask | fixed
}

// Link returns the link of a state of the view.
func Link(s State) string { return link.Of(ID, s, encode) }
