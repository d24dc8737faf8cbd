package route

import (
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
	"ulplab/site/state"
)

// The keys of the Operation view: o operation, f format of the operands, g that of the result where it differs,
// a b c the operands' bits, ta tb tc the operands as typed, r rounding direction, the keys of state.OpOptions,
// rb and rn width and bits of the random number, all=1 every bit shown, x=1 every digit shown. Without o, f and
// operands it is the first example; a text without bits is read as typing it would be.
func encodeOp(s *state.State, w *Writer) {
	o, first := s.Op, state.Default().Op
	differs := o.ID != first.ID || o.Src != first.Src || o.Dst != first.Dst
	for i := range o.Arity() {
		differs = differs || o.X[i] != first.X[i]
	}
	if differs {
		w.Set("o", o.ID)
		w.Set("f", o.Src)
		if o.Dst != "" {
			w.Set("g", o.Dst)
		}
		src, _ := o.F()
		for i := range o.Arity() {
			x, width := o.X[i], src.Bits
			if o.ID == state.OpFromInt {
				width = int(o.IntType().Bits)
			}
			writeOperand(w, "abc"[i:i+1], x, width)
		}
	}
	w.SetDir("r", o.Env.Direction)
	for _, opt := range state.OpOptions {
		if v := o.Option(opt.Key); v != opt.Values[0] && v != "" {
			w.Set(opt.Key, v)
		}
	}
	if o.Env.RandomBits != 0 || o.Env.Direction == round.Stochastic {
		w.Set("rb", o.Option("rb"))
	}
	if o.Env.Random != 0 {
		w.Set("rn", o.Option("rn"))
	}
	if o.Full {
		w.Set("all", "1")
	}
	if o.Digits {
		w.Set("x", "1")
	}
}

// writeOperand writes an operand's bits under its letter and what was typed under t and its letter.
func writeOperand(w *Writer, key string, x state.Operand, width int) {
	w.SetBits(key, x.Bits, width)
	if x.Text.On {
		w.Set("t"+key, x.Text.Text)
	}
}

// readOperand is the inverse; read turns a text into bits. The bits decide where text and bits disagree.
func readOperand(r *Reader, key string, width int, x *state.Operand, read func(string) (wide.U128, error)) {
	c, hasBits := r.Bits(key, width)
	t, hasText := r.Take("t" + key)
	if !hasBits && !hasText {
		return
	}
	*x = state.Operand{Bits: c}
	if !hasText {
		return
	}
	x.Text = state.Typed(t)
	typed, err := read(x.Text.Text)
	switch {
	case !hasBits && err == nil:
		x.Bits = typed
	case hasBits && err == nil && typed != c:
		x.Text = state.Draft{}
		r.Problem("The link says “" + clip(t) + "” for operand " + key + " but gives the bits of another value; the bits are shown.")
	}
}

func decodeOp(r *Reader, s *state.State) {
	o := &s.Op
	other := false
	if v, ok := r.Take("o"); ok {
		if state.KnownOp(v) {
			other = other || v != o.ID
			o.ID = v
		} else {
			r.Problem("The link asks for an operation “" + clip(v) + "”, which this lab does not have.")
		}
	}
	if v, ok := r.Take("f"); ok {
		if f := formatOr(r, v); f != "" {
			other = other || f != o.Src
			o.Src = f
		}
	}
	if v, ok := r.Take("g"); ok {
		if f := formatOr(r, v); f != "" && f != o.Src {
			o.Dst = f
		}
	}
	o.Env.Direction = r.Dir("r")
	for _, opt := range state.OpOptions {
		readOption(r, o, opt.Key)
	}
	if !readOption(r, o, "rb") && o.Env.Direction == round.Stochastic {
		o.Env.Direction = round.TiesToEven
		o.Env = state.InDirection(o.Env, round.Stochastic)
		r.Problem("Stochastic rounding needs random bits, and the link has no number of them (rb): 8 bits, 0x80, are taken.")
	}
	readOption(r, o, "rn")
	if other { // the first example's operands mean nothing here: start with ones
		for i := range o.X {
			o.X[i] = state.Operand{}
			if c, err := o.Read("1"); err == nil {
				o.X[i].Bits = c
			}
		}
	}
	src, _ := o.F()
	for i := range o.Arity() {
		width := src.Bits
		if o.ID == state.OpFromInt {
			width = int(o.IntType().Bits)
		}
		readOperand(r, "abc"[i:i+1], width, &o.X[i], o.Read)
	}
	if v, ok := r.Take("all"); ok {
		o.Full = v == "1"
	}
	if v, ok := r.Take("x"); ok {
		o.Digits = v == "1"
	}
}

// readOption reports whether the link has the key.
func readOption(r *Reader, o *state.Op, key string) bool {
	v, ok := r.Take(key)
	if ok && !o.SetOption(key, v) {
		r.Problem("“" + clip(key+"="+v) + "” is not a choice of the Operation view.")
	}
	return ok
}

// formatOr returns the ID of the format named in a link, "" with a problem if there is none.
func formatOr(r *Reader, name string) string {
	f, err := format.Parse(name)
	if err != nil {
		r.Problem("The link names a format “" + clip(name) + "”; " + err.Error() + ".")
		return ""
	}
	return f.ID
}
