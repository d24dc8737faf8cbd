package explain

import (
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// Bits that numbers of a reference are kept to where they are irrational or get too long.
const (
	workBits = 500
	longBits = 1 << 14
)

// reference computes the value of a program on a row without rounding anything but its inputs and constants; roots and
// other functions, and numbers that get very long, are kept to 500 bits. ok is false where there is no such number.
func (s *Search) reference(c *expr.Code, row int) (exact.Ratio, bool) {
	if c.Result < 0 {
		return exact.Ratio{}, false
	}
	in := s.rowInputs(c, row)
	need := needed(c)
	v := make([]exact.Ratio, len(c.Values))
	for i := range c.Values {
		if !need[i] {
			continue
		}
		r, ok := exactStep(c, int32(i), v, in)
		if !ok {
			return exact.Ratio{}, false
		}
		v[i] = shorten(r)
	}
	return v[c.Result], true
}

// shorten cuts a very long number to workBits.
func shorten(r exact.Ratio) exact.Ratio {
	if r.Num.Len()+r.Den.Len() <= longBits {
		return r
	}
	x := dyadic(r)
	return x.Ratio()
}

// dyadic returns r cut to workBits.
func dyadic(r exact.Ratio) exact.Value {
	if r.IsZero() {
		return exact.New(r.Neg, nil, 0)
	}
	k := int64(workBits - r.Num.Len() + r.Den.Len())
	q, _ := exact.Ratio{Neg: r.Neg, Num: r.Num, Den: r.Den, Exp10: r.Exp10}.Floor(k, 0)
	return exact.New(r.Neg, q, r.Exp2-k)
}

func integerRatio(t expr.Type, c uint64) exact.Ratio {
	switch t {
	case expr.Int:
		return exact.FromInt64(int64(int32(c)))
	case expr.Long:
		return exact.FromInt64(int64(c))
	case expr.ULong:
		return exact.Ratio{Num: wide.NatFrom64(c)}
	}
	return exact.FromInt64(int64(uint32(c)))
}

func codeRatio(t expr.Type, c uint64) (exact.Ratio, bool) {
	f := t.Format()
	if f == nil {
		return integerRatio(t, c), true
	}
	x, ok := exact.FromBits(f, wide.U128{Lo: c})
	if !ok {
		return exact.Ratio{}, false
	}
	return x.Ratio(), true
}

func boolRatio(b bool) exact.Ratio {
	if b {
		return exact.FromInt64(1)
	}
	return exact.FromInt64(0)
}

func exactStep(c *expr.Code, i int32, v []exact.Ratio, in []uint64) (exact.Ratio, bool) {
	w := &c.Values[i]
	x := func(k int) exact.Ratio { return v[w.X[k]] }
	switch w.Op {
	case expr.Const:
		return codeRatio(w.Type, w.Bits)
	case expr.Input:
		if w.Bits >= uint64(len(in)) {
			return exact.Ratio{}, false
		}
		return codeRatio(w.Type, in[w.Bits])
	case expr.Neg:
		return x(0).Negated(), true
	case expr.Less, expr.LessEq, expr.More, expr.MoreEq, expr.Equal, expr.Differ:
		k := x(0).Cmp(x(1))
		return boolRatio(w.Op == expr.Less && k < 0 || w.Op == expr.LessEq && k <= 0 || w.Op == expr.More && k > 0 ||
			w.Op == expr.MoreEq && k >= 0 || w.Op == expr.Equal && k == 0 || w.Op == expr.Differ && k != 0), true
	case expr.Select:
		if x(0).IsZero() {
			return x(2), true
		}
		return x(1), true
	case expr.Convert:
		if w.Type.IsFloat() {
			return x(0), true
		}
		q, _ := x(0).Floor(0, 0)
		if q.Len() > 63 {
			return exact.Ratio{}, false
		}
		return exact.Ratio{Neg: x(0).Neg && !q.IsZero(), Num: q}, true
	case expr.Call:
		return exactCall(w, v)
	}
	if !w.Type.IsFloat() {
		return exact.Ratio{}, false
	}
	switch w.Op {
	case expr.Add:
		return x(0).Add(x(1))
	case expr.Sub:
		return x(0).Add(x(1).Negated())
	case expr.Mul:
		return x(0).Mul(x(1))
	case expr.Div:
		return x(0).Quo(x(1))
	}
	return exact.Ratio{}, false
}

func exactCall(w *expr.Value, v []exact.Ratio) (exact.Ratio, bool) {
	x := func(k int) exact.Ratio { return v[w.X[k]] }
	name := base(w.Fn)
	if strings.HasPrefix(w.Fn, "=") {
		return x(0), true
	}
	if strings.HasPrefix(w.Fn, "__") {
		op, _, found := strings.Cut(w.Fn[2:], "_r")
		if !found {
			op = strings.TrimSuffix(w.Fn[2:], "f")
		}
		switch op {
		case "fadd", "dadd":
			return x(0).Add(x(1))
		case "fsub", "dsub":
			return x(0).Add(x(1).Negated())
		case "fmul", "dmul":
			return x(0).Mul(x(1))
		case "fdiv", "ddiv", "fdivide":
			return x(0).Quo(x(1))
		case "fmaf", "fma":
			name = "fma"
		case "fsqrt", "dsqrt":
			name = "sqrt"
		case "frsqrt":
			name = "rsqrt"
		case "frcp", "drcp":
			name = "rcp"
		case "sin", "cos", "tan", "exp", "exp10", "log", "log2", "log10", "tanh":
			name = op
		}
	}
	switch name {
	case "fabs", "abs":
		r := x(0)
		r.Neg = false
		return r, true
	case "fmin", "min", "fmax", "max":
		if k := x(0).Cmp(x(1)); k <= 0 == (name == "fmin" || name == "min") {
			return x(0), true
		}
		return x(1), true
	case "fma":
		p, ok := x(0).Mul(x(1))
		if !ok {
			return p, false
		}
		return p.Add(x(2))
	case "floor", "ceil", "trunc":
		q, more := x(0).Floor(0, 0)
		r := exact.Ratio{Neg: x(0).Neg, Num: q}
		if more && (name == "floor" && r.Neg || name == "ceil" && !r.Neg) {
			r.Num = q.Add(wide.NatFrom64(1))
		}
		return r, true
	case "hypot":
		a, ok1 := x(0).Mul(x(0))
		b, ok2 := x(1).Mul(x(1))
		if !ok1 || !ok2 {
			return a, false
		}
		sum, ok := a.Add(b)
		if !ok {
			return sum, false
		}
		return function("sqrt", sum)
	}
	if w.X[0] < 0 || w.X[1] >= 0 {
		return exact.Ratio{}, false
	}
	return function(name, x(0))
}

// function encloses a function of one argument.
func function(name string, x exact.Ratio) (exact.Ratio, bool) {
	f, ok := exact.FindFunction(name)
	if !ok {
		return exact.Ratio{}, false
	}
	e := f.Enclose(dyadic(x), workBits/2)
	if e.Kind != exact.Finite && e.Kind != exact.Exact {
		return exact.Ratio{}, false
	}
	return e.Lo.Ratio(), true
}

// truth compares the results of a row with the exact value of the program as written.
func (s *Search) truth(best [2]*Candidate, row int) (t Truth) {
	t.Row = row
	main := int32(0)
	if s.lifted {
		main = 1
	}
	c, ok := s.program(main)
	if !ok {
		return t
	}
	ref, ok := s.reference(c, row)
	if !ok {
		return t
	}
	t.Known = true
	t.Exact = plainOr(ref.Digits(20))
	f := c.Values[c.Result].Type.Format()
	if f == nil {
		return t
	}
	if w := &c.Values[c.Result]; w.Op == expr.Call {
		if g, _, ok := expr.Rounding(w.Fn); ok {
			t.Format = g
		}
	}
	right := ref.Round(round.Env{}, f).Bits.Lo
	t.Best = textShortest(f, right)
	var codes [2]uint64
	var formats [2]*format.Format
	var known [2]bool
	for side := range s.sides {
		o := &s.table.Observed[row][side]
		g := f
		if b := best[side]; b != nil && b.Type.Format() != nil {
			g = b.Type.Format()
			if len(b.Results) > row && b.Rows == len(b.Results) {
				codes[side], formats[side], known[side] = b.Results[row], g, true
			}
		}
		if !known[side] {
			set := o.In(g)
			codes[side], known[side] = set.Some()
			formats[side] = g
			if !known[side] && o.Shape == Decimal { // nothing prints so: the nearest number
				codes[side], known[side] = o.parse(g, o.digits, o.exp, round.TiesToEven)|o.signIn(&set), true
			}
		}
		if !known[side] {
			continue
		}
		if t.Format != nil { // a number of this format in a wider one
			env := round.Env{Overflow: round.OverflowToNaN}
			codes[side] = arith.Convert(env, t.Format, formats[side], u128(codes[side]), nil).Bits.Lo
			formats[side] = t.Format
		}
		t.Errors[side] = exact.ErrorUlps(formats[side], u128(codes[side]), ref)
		if r := ref.Round(round.Env{}, formats[side]); r.Flags&round.Overflowed == 0 {
			t.Right[side] = r.Bits.Lo == codes[side]
		}
	}
	if s.sides == 2 && known[0] && known[1] {
		a, ok1 := exact.FromBits(formats[0], u128(codes[0]))
		b, ok2 := exact.FromBits(formats[1], u128(codes[1]))
		switch {
		case ok1 && ok2:
			t.Closer = exact.CloserValue(a, b, ref)
		case ok1:
			t.Closer = -1
		case ok2:
			t.Closer = 1
		}
	}
	return t
}

func plainOr(d exact.Digits) string {
	d = d.Trim()
	if -6 <= d.Exp && d.Exp < 21 {
		return d.Plain()
	}
	return d.Scientific(1)
}
