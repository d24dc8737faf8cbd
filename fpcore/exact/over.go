package exact

// EncloseOver encloses the values of f at all numbers from lo to hi, lo < hi: from Lo to Hi, both included, if Kind is
// Finite. NotANumber and Huge hold at both ends; Unknown says that nothing is known, as where a pole may lie between.
func (f *Function) EncloseOver(lo, hi Value, bits int) Enclosure {
	a, b := f.Enclose(lo, bits), f.Enclose(hi, bits)
	switch {
	case a.Kind == NotANumber && b.Kind == NotANumber, a.Kind == Huge && b.Kind == Huge && a.Neg == b.Neg:
		return a
	case !a.bounded() || !b.bounded():
		return Enclosure{Kind: Unknown}
	}
	out := Enclosure{Kind: Finite}
	out.Lo, out.Hi = Extremes(a.Lo, a.Hi, b.Lo, b.Hi)
	width := hi.Sub(lo)
	switch f.ID { // those that are not monotone
	case "sin", "cos": // nothing between is further than the width from the ends
		out.Lo, out.Hi = out.Lo.Sub(width), out.Hi.Add(width)
	case "sinpi", "cospi":
		out.Lo, out.Hi = out.Lo.Sub(width.Scaled(2)), out.Hi.Add(width.Scaled(2))
	case "cosh":
		if lo.Sign() < 0 && hi.Sign() > 0 {
			out.Lo = integer(1)
		}
	case "tan":
		if width.Cmp(integer(1)) >= 0 || a.Lo.Cmp(b.Hi) >= 0 { // a pole
			return Enclosure{Kind: Unknown}
		}
	case "rcp", "rcbrt":
		if lo.Sign() != hi.Sign() {
			return Enclosure{Kind: Unknown}
		}
	}
	out.Neg = out.Hi.Sign() <= 0
	return out
}

// bounded reports whether e has two bounds, and makes the one next to 0 of a Tiny number 0.
func (e *Enclosure) bounded() bool {
	if e.Kind == Tiny {
		if e.Neg {
			e.Hi = Value{Neg: true}
		} else {
			e.Lo = Value{}
		}
		e.Kind = Finite
	}
	return e.Kind == Exact || e.Kind == Finite
}

// Extremes returns the smallest and the largest of numbers.
func Extremes(list ...Value) (lo, hi Value) {
	lo, hi = list[0], list[0]
	for _, x := range list[1:] {
		if x.Cmp(lo) < 0 {
			lo = x
		}
		if x.Cmp(hi) > 0 {
			hi = x
		}
	}
	return lo, hi
}
