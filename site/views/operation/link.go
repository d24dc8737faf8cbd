package operation

import (
	"strconv"

	"ulplab/fpcore/round"
	"ulplab/site/kit/operand"
	"ulplab/site/lab/link"
)

// The keys of the Operation view: o operation, f format of the operands, g that of the result where it differs,
// a b c the operands' bits, ta tb tc the operands as typed, r rounding direction, the keys of Options,
// rb and rn width and bits of the random number, s the step shown, n and sd number and seed of draws, all=1 every bit shown, x=1 every digit shown. Without o, f and
// operands it is the first example; a text without bits is read as typing it would be.
func encode(s State, w *link.Writer) {
	o, first := s, First()
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
			if o.ID == FromInt {
				width = int(o.IntType().Bits)
			}
			link.WriteOperand(w, "abc"[i:i+1], x, width)
		}
	}
	w.SetDir("r", o.Env.Direction)
	for _, opt := range Options {
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
	if o.Step > 0 {
		w.Set("s", strconv.Itoa(int(o.Step)))
	}
	if o.Draws > 0 {
		w.Set("n", strconv.Itoa(int(o.Draws)))
	}
	if o.Seed > 0 {
		w.Set("sd", strconv.Itoa(int(o.Seed)))
	}
	if o.Full {
		w.Set("all", "1")
	}
	if o.Digits {
		w.Set("x", "1")
	}
}

func decode(r *link.Reader, s *State) {
	o := s
	other := false
	if v, ok := r.Take("o"); ok {
		if Known(v) {
			other = other || v != o.ID
			o.ID = v
		} else {
			r.Problem("The link asks for an operation “" + link.Clip(v) + "”, which this lab does not have.")
		}
	}
	if v, ok := r.Take("f"); ok {
		if f := link.FormatOr(r, v); f != "" {
			other = other || f != o.Src
			o.Src = f
		}
	}
	if v, ok := r.Take("g"); ok {
		if f := link.FormatOr(r, v); f != "" && f != o.Src {
			o.Dst = f
		}
	}
	o.Env.Direction = r.Dir("r")
	for _, opt := range Options {
		readOption(r, o, opt.Key)
	}
	if !readOption(r, o, "rb") && o.Env.Direction == round.Stochastic {
		o.Env.Direction = round.TiesToEven
		o.Env = InDirection(o.Env, round.Stochastic)
		r.Problem("Stochastic rounding needs random bits, and the link has no number of them (rb): 8 bits, 0x80, are taken.")
	}
	readOption(r, o, "rn")
	if other { // the first example's operands mean nothing here: start with ones
		for i := range o.X {
			o.X[i] = operand.Entered{}
			if c, err := o.Read("1"); err == nil {
				o.X[i].Bits = c
			}
		}
	}
	src, _ := o.F()
	for i := range o.Arity() {
		width := src.Bits
		if o.ID == FromInt {
			width = int(o.IntType().Bits)
		}
		link.ReadOperand(r, "abc"[i:i+1], width, &o.X[i], o.Read)
	}
	o.Step = uint16(readNumber(r, "s", LastStep, "the number of a step"))
	o.Draws = Draw{N: uint32(readNumber(r, "n", 1<<32-1, "a number of draws"))}.Apply(*o).Draws
	o.Seed = uint32(readNumber(r, "sd", 1<<32-1, "a seed"))
	if v, ok := r.Take("all"); ok {
		o.Full = v == "1"
	}
	if v, ok := r.Take("x"); ok {
		o.Digits = v == "1"
	}
}

// readNumber reads a number up to most, 0 where the link has none.
func readNumber(r *link.Reader, key string, most uint64, what string) uint64 {
	v, ok := r.Take(key)
	if !ok {
		return 0
	}
	n, err := strconv.ParseUint(v, 10, 64)
	if err != nil || n > most {
		r.Wrong(key, v, "is not "+what+".")
		return 0
	}
	return n
}

// readOption reports whether the link has the key.
func readOption(r *link.Reader, o *State, key string) bool {
	v, ok := r.Take(key)
	if ok && !o.SetOption(key, v) {
		r.Wrong(key, v, "is not a choice of the Operation view.")
	}
	return ok
}

// Link returns the link of a state of the view.
func Link(s State) string { return link.Of(ID, s, encode) }
