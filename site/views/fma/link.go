package fma

import (
	"strconv"

	"ulplab/fpcore/round"
	"ulplab/site/kit/operand"
	"ulplab/site/lab/link"
)

// The keys of the FMA view: f format, x y z the operands' bits, tx ty tz the operands as typed, r rounding
// direction, all=1 every bit shown; m=dec the decimal machine, n its digits, dx its x as typed. Without f and
// operands it is the first example.
func encode(s State, w *link.Writer) {
	v, first := s, First()
	if v.Decimal {
		w.Set("m", "dec")
	}
	if v.Places != first.Places {
		w.Set("n", strconv.Itoa(int(v.Places)))
	}
	if v.DecText.Text != first.DecText.Text {
		w.Set("dx", v.DecText.Text)
	}
	if v.Format != first.Format || v.X != first.X {
		w.Set("f", v.Format)
		for i, key := range keys {
			link.WriteOperand(w, key, v.X[i], v.F().Bits)
		}
	}
	w.SetDir("r", v.Dir)
	if v.Full {
		w.Set("all", "1")
	}
}

var keys = [3]string{"x", "y", "z"}

func decode(r *link.Reader, s *State) {
	v := s
	if m, ok := r.Take("m"); ok {
		switch m {
		case "dec":
			v.Decimal = true
		case "bin":
		default:
			r.Problem("The machine “" + link.Clip(m) + "” is neither bin nor dec.")
		}
	}
	if t, ok := r.Take("n"); ok {
		if n, err := strconv.Atoi(t); err == nil && MinDecimal <= n && n <= MaxDecimal {
			v.Places = uint8(n)
		} else {
			r.Problem("The decimal machine keeps 3 to 10 digits, not “" + link.Clip(t) + "”.")
		}
	}
	if t, ok := r.Take("dx"); ok {
		*s = Decimal{Text: t}.Apply(*s)
	}
	if t, ok := r.Take("f"); ok {
		if f := link.FormatOr(r, t); f != "" && f != v.Format {
			v.Format = f
			for i := range v.X { // the first example's operands mean nothing here: start with ones
				one, _ := operand.Read("1", v.F())
				v.X[i] = operand.Entered{Bits: one}
			}
		}
	}
	for i, key := range keys {
		link.ReadOperand(r, key, v.F().Bits, &v.X[i], operand.Reader(v.F()))
	}
	v.Dir = r.Dir("r")
	if v.Dir > round.ToOdd {
		v.Dir = round.TiesToEven
		r.Problem("The FMA view has no stochastic rounding.")
	}
	if t, ok := r.Take("all"); ok {
		v.Full = t == "1"
	}
}
