package explain

import (
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
)

// rewriter copies a program value by value, with additions.
type rewriter struct {
	out *expr.Code
	to  []int32 // for each value of the program its number in the copy

	block int32 // the basic block of what is copied
}

func (r *rewriter) emit(v expr.Value) int32 {
	v.Block = r.block
	r.out.Values = append(r.out.Values, v)
	return int32(len(r.out.Values) - 1)
}

// rewrite copies a program. each gets every value with its operands renumbered and returns the number that stands for it
// in the copy, usually r.emit(v); it may emit others before. ok is false if it gives up by returning -1, or if the copy
// gets too long.
func rewrite(c *expr.Code, each func(r *rewriter, i int32, v expr.Value) int32) (*expr.Code, bool) {
	d := *c
	d.Values = make([]expr.Value, 0, len(c.Values)+8)
	d.Inputs = append([]expr.InputVar(nil), c.Inputs...)
	r := rewriter{out: &d, to: make([]int32, len(c.Values))}
	for i := range c.Values {
		v := c.Values[i]
		for k, x := range v.X {
			if x >= 0 {
				v.X[k] = r.to[x]
			}
		}
		r.block = v.Block
		n := each(&r, int32(i), v)
		if n < 0 || len(d.Values) > expr.MaxValues {
			return nil, false
		}
		r.to[i] = n
	}
	if c.Result >= 0 {
		d.Result = r.to[c.Result]
	}
	if c.Unfinished > 0 {
		d.Unfinished = r.to[c.Unfinished]
	}
	d.Blocks = expr.Renumbered(c.Blocks, r.to)
	d.Prints = nil
	return &d, true
}

// roundOperands returns the program in which the operands of the products of type float that take chooses are rounded first:
// fn is a name as expr.Rounding reads it.
func roundOperands(c *expr.Code, fn string, take func(i int32) bool) (*expr.Code, bool) {
	done := map[int32]int32{}
	return rewrite(c, func(r *rewriter, i int32, v expr.Value) int32 {
		if v.Op == expr.Mul && v.Type == expr.Float && take(i) {
			for k := range 2 {
				x := v.X[k]
				n, ok := done[x]
				if !ok {
					w := r.out.Values[x]
					n = r.emit(expr.Value{Op: expr.Call, Type: expr.Float, X: [3]int32{x, -1, -1}, Fn: fn, From: w.From, To: w.From, Line: v.Line})
					done[x] = n
				}
				v.X[k] = n
			}
		}
		return r.emit(v)
	})
}

// roundResults returns the program in which every float operation's result is rounded to a narrower format, or only the
// last one.
func roundResults(c *expr.Code, fn string, lastOnly bool) (*expr.Code, bool) {
	return rewrite(c, func(r *rewriter, i int32, v expr.Value) int32 {
		n := r.emit(v)
		arithmetic := v.Op >= expr.Add && v.Op <= expr.Div || v.Op == expr.Call
		if lastOnly {
			arithmetic = i == c.Result
		}
		if v.Type == expr.Float && arithmetic {
			n = r.emit(expr.Value{Op: expr.Call, Type: expr.Float, X: [3]int32{n, -1, -1}, Fn: fn, From: v.To, To: v.To, Line: v.Line})
		}
		return n
	})
}

// roundValues returns the program with a narrower format in the place of float: inputs, constants and results are rounded to
// it.
func roundValues(c *expr.Code, fn string) (*expr.Code, bool) {
	return rewrite(c, func(r *rewriter, i int32, v expr.Value) int32 {
		n := r.emit(v)
		if v.Type == expr.Float && (v.Op <= expr.Convert || v.Op >= expr.Add && v.Op <= expr.Div || v.Op == expr.Call) {
			n = r.emit(expr.Value{Op: expr.Call, Type: expr.Float, X: [3]int32{n, -1, -1}, Fn: fn, From: v.To, To: v.To, Line: v.Line})
		}
		return n
	})
}

// arrayName is the name of the array that an input is an element of, "x" of "x[3]", or its own.
func arrayName(input string) string {
	name, _, _ := strings.Cut(input, "[")
	return name
}

// roundInputs returns the program on inputs that were held in a narrower format, those of a name or all, false where it has none.
func roundInputs(c *expr.Code, fn, name string) (*expr.Code, bool) {
	held := false
	d, ok := rewrite(c, func(r *rewriter, i int32, v expr.Value) int32 {
		n := r.emit(v)
		if v.Type == expr.Double && v.Op == expr.Input && fn == inFloats {
			for _, t := range []expr.Type{expr.Float, expr.Double} {
				held, n = true, r.emit(expr.Value{Op: expr.Convert, Type: t, X: [3]int32{n, -1, -1}, From: v.To, To: v.To, Line: v.Line})
			}
		}
		if v.Type == expr.Float && v.Op == expr.Input && fn != inFloats && (name == "" || arrayName(c.Inputs[v.Bits].Name) == name) {
			held, n = true, r.emit(expr.Value{Op: expr.Call, Type: expr.Float, X: [3]int32{n, -1, -1}, Fn: fn, From: v.To, To: v.To, Line: v.Line})
		}
		return n
	})
	return d, ok && held
}

// widened returns the program with double in the place of float, as if its author had written so: constants are read again,
// functions are those of double. back rounds the result to the type that it had. data leaves inputs and literals float and
// computes with their values in double, as a reference for float data does.
func widened(c *expr.Code, back, data bool) (*expr.Code, bool) {
	d, _, ok := widenedTo(c, back, data)
	return d, ok
}

// widenedTo is widened with the number that each value of c has in it.
func widenedTo(c *expr.Code, back, data bool) (d *expr.Code, to []int32, ok bool) {
	was := expr.NoType
	if c.Result >= 0 {
		was = c.Values[c.Result].Type
	}
	changed := false
	d, ok = rewrite(c, func(r *rewriter, i int32, v expr.Value) int32 {
		to = r.to
		float := v.Type == expr.Float
		if float {
			v.Type, changed = expr.Double, true
		}
		switch v.Op {
		case expr.Const:
			if float {
				v.Bits = arith.Convert(round.Env{}, expr.Double.Format(), expr.Float.Format(), wide.U128{Lo: v.Bits}, nil).Bits.Lo
				if s := literal(c.Text, v.From, v.To); s != "" && !data {
					if p, err := text.ParseNumber(s, expr.Double.Format(), round.Env{}); err == nil {
						v.Bits = p.Bits.Lo
					}
				}
			}
		case expr.Input:
			if float && data {
				v.Type = expr.Float
				n := r.emit(v)
				return r.emit(expr.Value{Op: expr.Convert, Type: expr.Double, X: [3]int32{n, -1, -1}, From: v.From, To: v.From, Line: v.Line})
			}
			if float {
				r.out.Inputs[v.Bits].Type = expr.Double
			}
		case expr.Bitcast:
			return -1
		case expr.Convert:
			if !v.Volatile && r.out.Values[v.X[0]].Type == v.Type {
				return v.X[0]
			}
		case expr.Call:
			if float && !strings.HasPrefix(v.Fn, "=") {
				name, ok := doubleName(v.Fn)
				if !ok {
					return -1
				}
				v.Fn = name
			}
		}
		return r.emit(v)
	})
	if !ok || !changed {
		return nil, nil, false
	}
	if back && was == expr.Float && d.Result >= 0 && d.Values[d.Result].Type == expr.Double {
		w := d.Values[d.Result]
		d.Values = append(d.Values, expr.Value{Op: expr.Convert, Type: expr.Float, X: [3]int32{d.Result, -1, -1}, From: w.From, To: w.To, Line: w.Line, Block: w.Block, Stored: true})
		d.Result = int32(len(d.Values) - 1)
	}
	return d, to, true
}

// simplified returns the program without differences that are 0 in exact arithmetic, as -ffast-math makes it: (s + y) - s is y,
// what compensates for rounding is gone, a/b/c is a/(b*c) and a/(b/c) is a/b*c.
func simplified(c *expr.Code) (*expr.Code, bool) {
	changed := false
	d, ok := rewrite(c, func(r *rewriter, i int32, v expr.Value) int32 {
		is := func(n int32, op expr.Op) bool { return r.out.Values[n].Op == op && r.out.Values[n].Type == v.Type }
		if !v.Type.IsFloat() || v.Op < expr.Add || v.Op > expr.Div {
			return r.emit(v)
		}
		x, y := v.X[0], v.X[1]
		a := r.out.Values[x].X
		if v.Op == expr.Mul {
			if p, q := &r.out.Values[x], &r.out.Values[y]; p.Op == expr.Call && q.Op == expr.Call && p.Fn == q.Fn && p.X == q.X && strings.HasPrefix(p.Fn, "sqrt") {
				changed = true
				return a[0]
			}
			return r.emit(v)
		}
		if v.Op == expr.Div {
			inner := v
			inner.Name, inner.Stored = "", false
			switch b := r.out.Values[y].X; {
			case is(x, expr.Div):
				inner.Op, inner.X[0] = expr.Mul, a[1]
				v.X[0], v.X[1] = a[0], r.emit(inner)
				changed = true
			case is(y, expr.Div):
				inner.X[1] = b[0]
				v.Op, v.X[0], v.X[1] = expr.Mul, r.emit(inner), b[1]
				changed = true
			}
			return r.emit(v)
		}
		switch {
		case isZero(r.out, y):
			changed = true
			return x
		case isZero(r.out, x) && v.Op == expr.Add:
			return y
		case v.Op == expr.Sub && x == y:
			changed = true
			return r.emit(expr.Value{Op: expr.Const, Type: v.Type, X: [3]int32{-1, -1, -1}, From: v.From, To: v.From, Line: v.Line})
		case v.Op == expr.Sub && is(x, expr.Add) && a[0] == y:
			changed = true
			return a[1]
		case v.Op == expr.Sub && is(x, expr.Add) && a[1] == y, v.Op == expr.Add && is(x, expr.Sub) && a[1] == y:
			changed = true
			return a[0]
		}
		return r.emit(v)
	})
	return d, ok && changed
}

// extremes are the ways to treat a NaN in a minimum or maximum.
var extremes = [...]string{"the number", "the second operand", "the first operand", "the NaN"}

// extremesAs returns the program with minima and maxima that treat a NaN in one of these ways.
func extremesAs(c *expr.Code, way string) (*expr.Code, bool) {
	if !slices.ContainsFunc(c.Values, func(v expr.Value) bool { return v.Op == expr.Call || v.Op == expr.Select }) {
		return nil, false
	}
	changed := false
	d, ok := rewrite(c, func(r *rewriter, i int32, v expr.Value) int32 {
		at := func(op expr.Op, t expr.Type, x ...int32) int32 {
			w := v
			w.Op, w.Type, w.Fn, w.X = op, t, "", [3]int32{-1, -1, -1}
			copy(w.X[:], x)
			if op == expr.Select {
				w.Ways = [2]int32{-2, -2}
			}
			return r.emit(w)
		}
		same := func(a, b int32) bool { return a == b || isZero(r.out, a) && isZero(r.out, b) }
		x, y, fn := v.X[0], v.X[1], ""
		switch m, _ := expr.MeaningOf(v.Fn); {
		case !v.Type.IsFloat():
			return r.emit(v)
		case v.Op == expr.Call && (m.ID == "fmin" || m.ID == "fmax"):
			fn = v.Fn
		case v.Op == expr.Select:
			w := &r.out.Values[v.X[0]]
			if less, greater := w.Op == expr.Less || w.Op == expr.LessEq, w.Op == expr.More || w.Op == expr.MoreEq; !less && !greater || !(same(w.X[0], v.X[1]) && same(w.X[1], v.X[2]) || same(w.X[0], v.X[2]) && same(w.X[1], v.X[1])) {
				return r.emit(v)
			} else if less == same(w.X[0], v.X[1]) {
				fn = "fmin"
			} else {
				fn = "fmax"
			}
			if x, y = w.X[0], w.X[1]; v.Type == expr.Float {
				fn += "f"
			}
		default:
			return r.emit(v)
		}
		changed = true
		less := expr.Less
		if strings.Contains(fn, "max") {
			less = expr.More
		}
		number := func() int32 {
			n := at(expr.Call, v.Type, x, y)
			r.out.Values[n].Fn = fn
			return n
		}
		switch way {
		case extremes[0]:
			return number()
		case extremes[1]:
			return at(expr.Select, v.Type, at(less, expr.Bool, x, y), x, y)
		case extremes[2]:
			return at(expr.Select, v.Type, at(less, expr.Bool, y, x), y, x)
		}
		n := number()
		n = at(expr.Select, v.Type, at(expr.Equal, expr.Bool, y, y), n, y)
		return at(expr.Select, v.Type, at(expr.Equal, expr.Bool, x, x), n, x)
	})
	return d, ok && changed
}

// notNumberAs returns the program with another number in the place of a result that is a NaN: fn is its bits, "nan", "-nan" or "0".
func notNumberAs(c *expr.Code, fn string) (*expr.Code, bool) {
	d, ok := rewrite(c, func(r *rewriter, _ int32, v expr.Value) int32 { return r.emit(v) })
	if !ok || d.Result < 0 || !d.Values[d.Result].Type.IsFloat() {
		return nil, false
	}
	v := d.Values[d.Result]
	f := v.Type.Format()
	bits, _ := strconv.ParseUint(fn, 0, 64)
	switch fn {
	case "0":
	case "-nan":
		bits = f.NaN(format.NegativeQuiet).Lo
	case "nan":
		bits = f.NaN(format.PositiveQuiet).Lo
	default:
		if bits>>(f.Bits-1) > 1 || !f.ClassOf(u128(bits)).IsNaN() {
			return nil, false
		}
	}
	at := func(op expr.Op, t expr.Type, bits uint64, x ...int32) int32 {
		w := v
		w.Op, w.Type, w.Bits, w.Fn, w.Name, w.Stored, w.X, w.Ways = op, t, bits, "", "", false, [3]int32{-1, -1, -1}, [2]int32{-2, -2}
		copy(w.X[:], x)
		d.Values = append(d.Values, w)
		return int32(len(d.Values) - 1)
	}
	d.Result = at(expr.Select, v.Type, 0, at(expr.Equal, expr.Bool, 0, d.Result, d.Result), d.Result, at(expr.Const, v.Type, bits))
	return d, true
}

// conversionsNearest returns the program with conversions to integers that round to nearest.
func conversionsNearest(c *expr.Code) (*expr.Code, bool) {
	changed := false
	d, ok := rewrite(c, func(r *rewriter, _ int32, v expr.Value) int32 {
		if v.Op == expr.Convert && v.Type.IsInt() && v.Type != expr.Bool {
			w := v
			switch w.Op, w.Type, w.Cast = expr.Call, r.out.Values[v.X[0]].Type, false; w.Type {
			case expr.Float:
				w.Fn = "rintf"
			case expr.Double:
				w.Fn = "rint"
			default:
				return r.emit(v)
			}
			changed, v.X[0] = true, r.emit(w)
		}
		return r.emit(v)
	})
	return d, ok && changed
}

// quotientsCut returns the program with quotients that lose their fraction, as those of two integers do.
func quotientsCut(c *expr.Code) (*expr.Code, bool) {
	changed := false
	d, ok := rewrite(c, func(r *rewriter, i int32, v expr.Value) int32 {
		fn := map[expr.Type]string{expr.Float: "truncf", expr.Double: "trunc"}[v.Type]
		if v.Op != expr.Div || fn == "" || declaredFloat(c, c.Values[i].X[0], 4) {
			return r.emit(v)
		}
		changed = true
		cut := v
		cut.Op, cut.Fn, cut.X = expr.Call, fn, [3]int32{r.emit(v), -1, -1}
		return r.emit(cut)
	})
	return d, ok && changed
}

// declaredFloat reports a value made of inputs, by a few operations at most, one of which the text declares as a float or a double: no integer.
func declaredFloat(c *expr.Code, x int32, operations int) bool {
	if x < 0 || operations < 0 {
		return false
	}
	v := &c.Values[x]
	if v.Op == expr.Input {
		return c.Inputs[v.Bits].Declared && v.Type.IsFloat()
	}
	return v.Op != expr.Convert && slices.ContainsFunc(v.X[:], func(y int32) bool { return declaredFloat(c, y, operations-1) })
}

// oneOf is 1 in float or double.
func oneOf(t expr.Type) uint64 {
	if t == expr.Double {
		return 0x3ff0000000000000
	}
	return 0x3f800000
}

// reciprocals returns the program with quotients as products with the reciprocals of constants, or of all divisors; held, with what holds the reciprocal of
// the divisor already, also in another type.
func reciprocals(c *expr.Code, all, held bool) (*expr.Code, bool) {
	changed := false
	var kept []int32 // variables with a reciprocal
	d, ok := rewrite(c, func(r *rewriter, i int32, v expr.Value) int32 {
		values := r.out.Values
		plain := func(x int32) int32 {
			for values[x].Op == expr.Convert {
				x = values[x].X[0]
			}
			return x
		}
		if y := v.X[1]; v.Op == expr.Div && v.Type.IsFloat() && !isOne(r.out, v.X[0]) && (all || values[y].Op == expr.Const || values[y].Op == expr.Convert && values[values[y].X[0]].Op == expr.Const) {
			changed = true
			if k := slices.IndexFunc(kept, func(k int32) bool {
				x, y := plain(values[plain(k)].X[1]), plain(y)
				a, b := &values[x], &values[y]
				return x == y || a.Op <= expr.Input && a.Op == b.Op && a.Type == b.Type && a.Bits == b.Bits
			}); k >= 0 {
				if v.Op, v.X[1] = expr.Mul, kept[k]; values[kept[k]].Type != v.Type {
					v.X[1] = r.emit(expr.Value{Op: expr.Convert, Type: v.Type, X: [3]int32{kept[k], -1, -1}, From: v.To, To: v.To, Line: v.Line})
				}
				return r.emit(v)
			}
			w := v
			w.From, w.Name, w.Stored = v.To, "", false
			w.X[0] = r.emit(expr.Value{Op: expr.Const, Type: v.Type, X: [3]int32{-1, -1, -1}, Bits: oneOf(v.Type), From: v.To, To: v.To, Line: v.Line})
			v.Op, v.X[1] = expr.Mul, r.emit(w)
		}
		n := r.emit(v)
		values = r.out.Values
		if w := &values[plain(n)]; held && v.Stored && w.Op == expr.Div && isOne(r.out, w.X[0]) {
			kept = append(kept, n)
		}
		return n
	})
	return d, ok && changed
}

// finiteOnly returns the program with the tests for NaNs and infinities decided as if there were none.
func finiteOnly(c *expr.Code) (*expr.Code, bool) {
	changed := false
	d, ok := rewrite(c, func(r *rewriter, i int32, v expr.Value) int32 {
		x, y := v.X[0], v.X[1]
		is := (v.Op == expr.Differ || v.Op == expr.Equal) && x == y && r.out.Values[x].Type.IsFloat()
		truth := v.Op == expr.Equal
		if v.Op == expr.Equal || v.Op == expr.Less { // isinf and isfinite look at the bits
			a, b := r.out.Values[x], r.out.Values[y]
			infinite := b.Bits == expr.Float.Format().Inf(false).Lo || b.Bits == expr.Double.Format().Inf(false).Lo
			if a.Op == expr.And && b.Op == expr.Const && infinite {
				is, truth = true, v.Op == expr.Less
			}
		}
		if !is {
			return r.emit(v)
		}
		changed = true
		v.Op, v.X, v.Bits = expr.Const, [3]int32{-1, -1, -1}, 0
		if truth {
			v.Bits = 1
		}
		return r.emit(v)
	})
	return d, ok && changed
}

// factored returns the program with the common factor of two products taken out of their sum or difference: a*c + b*c is (a + b)*c; likewise
// the divisor of two quotients.
func factored(c *expr.Code) (*expr.Code, bool) {
	changed := false
	d, ok := rewrite(c, func(r *rewriter, i int32, v expr.Value) int32 {
		if (v.Op == expr.Add || v.Op == expr.Sub) && v.Type.IsFloat() {
			x, y := r.out.Values[v.X[0]], r.out.Values[v.X[1]]
			common, rest, ok := shared(x, y)
			if oneDivisor(x, y) {
				common, rest, ok = x.X[1], [2]int32{x.X[0], y.X[0]}, true
			} else if x.Op != expr.Mul || y.Op != expr.Mul {
				ok = false
			}
			if ok {
				changed = true
				w := v
				w.Name, w.Stored, w.X = "", false, [3]int32{rest[0], rest[1], -1}
				v.Op, v.X = x.Op, [3]int32{r.emit(w), common, -1}
			}
		}
		return r.emit(v)
	})
	return d, ok && changed
}

// oneDivisor reports two quotients of one divisor.
func oneDivisor(x, y expr.Value) bool {
	return x.Op == expr.Div && y.Op == expr.Div && x.X[1] == y.X[1]
}

// addsQuotients reports a program that adds or subtracts quotients of one divisor, of which -ffast-math makes one.
func addsQuotients(c *expr.Code) bool {
	_, ok := factored(c)
	return ok && slices.ContainsFunc(c.Values, func(v expr.Value) bool { return v.Op == expr.Div })
}

// shared is an operand that two operations have both, with the other one of each.
func shared(x, y expr.Value) (common int32, rest [2]int32, ok bool) {
	for i, a := range x.X[:2] {
		for j, b := range y.X[:2] {
			if a == b {
				return a, [2]int32{x.X[1-i], y.X[1-j]}, true
			}
		}
	}
	return 0, rest, false
}

// literal returns the text of a decimal literal without a suffix, "" if the span holds something else.
func literal(s string, from, to int32) string {
	if from < 0 || to <= from || int(to) > len(s) || to-from > MaxNumber {
		return ""
	}
	w := strings.TrimRight(s[from:to], "fFlL")
	if w == "" || w[0] != '.' && (w[0] < '0' || w[0] > '9') || strings.HasPrefix(w, "0x") || strings.HasPrefix(w, "0X") {
		return ""
	}
	return w
}

// doubleName returns the function of double that corresponds to one of float.
func doubleName(fn string) (string, bool) {
	try := func(s string) bool {
		_, ok := expr.FindFunction(s, expr.Double)
		return ok
	}
	if s := strings.TrimSuffix(fn, "f"); s != fn && try(s) {
		return s, true
	}
	if s := "__d" + strings.TrimPrefix(fn, "__f"); strings.HasPrefix(fn, "__f") && try(s) {
		return s, true
	}
	if s := strings.Replace(fn, "__fmaf_", "__fma_", 1); s != fn && try(s) {
		return s, true
	}
	if s := strings.TrimPrefix(fn, "__"); s != fn {
		if s = strings.TrimSuffix(s, "f"); try(s) {
			return s, true
		}
	}
	return fn, false
}

// withoutIntrinsics returns the program with divisions and functions of C in the place of those approximations of CUDA that take
// chooses; ok is false if it calls none of them.
func withoutIntrinsics(c *expr.Code, take func(m expr.Meaning) bool) (d *expr.Code, ok bool) {
	taken := func(v expr.Value) bool {
		m, _ := expr.MeaningOf(v.Fn)
		return m.Intrinsic && take(m)
	}
	if !slices.ContainsFunc(c.Values, func(v expr.Value) bool { return v.Op == expr.Call && taken(v) }) {
		return nil, false
	}
	return rewrite(c, func(r *rewriter, _ int32, v expr.Value) int32 {
		if v.Op == expr.Call && taken(v) {
			if m, _ := expr.MeaningOf(v.Fn); m.ID == "div" {
				v.Op, v.Fn = expr.Div, ""
			} else {
				v.Fn = plainName(v.Fn)
			}
		}
		return r.emit(v)
	})
}

// plainName is the function of C that an approximation of CUDA stands for: expf for __expf.
func plainName(fn string) string { return strings.TrimSuffix(strings.TrimPrefix(fn, "__"), "_approx") }

// renamed returns the program in which calls of the function was are calls of fn.
func renamed(c *expr.Code, was, fn string) (*expr.Code, bool) {
	return rewrite(c, func(r *rewriter, _ int32, v expr.Value) int32 {
		if v.Op == expr.Call && v.Fn == was {
			v.Fn = fn
		}
		return r.emit(v)
	})
}

// stored returns the program with its result, a double that is not one of a float by itself, assigned to a float.
func stored(c *expr.Code) (*expr.Code, bool) {
	if v := &c.Values[c.Result]; v.Op == expr.Convert && c.Values[v.X[0]].Type == expr.Float {
		return nil, false
	}
	return converted(c, expr.Double, expr.Float, true)
}

// unrounded returns the program with its result, a float, as printf gets it: a double, to which a register of the x87 that
// holds the result is rounded at once.
func unrounded(c *expr.Code) (*expr.Code, bool) { return converted(c, expr.Float, expr.Double, false) }

// converted returns the program with its result converted from one type to another.
func converted(c *expr.Code, from, to expr.Type, assigned bool) (*expr.Code, bool) {
	d, ok := rewrite(c, func(r *rewriter, _ int32, v expr.Value) int32 { return r.emit(v) })
	if !ok || d.Result < 0 || d.Values[d.Result].Type != from {
		return nil, false
	}
	w := d.Values[d.Result]
	d.Values = append(d.Values, expr.Value{Op: expr.Convert, Type: to, X: [3]int32{d.Result, -1, -1}, From: w.From, To: w.To, Line: w.Line, Block: w.Block, Stored: assigned})
	d.Result = int32(len(d.Values) - 1)
	return d, true
}

// variablesStored returns the program with what is assigned to a variable in float or double taken from memory, as g++ -O0 keeps variables; what
// stands within an expression stays in its register.
func variablesStored(c *expr.Code) (*expr.Code, bool) {
	some := false
	d, ok := rewrite(c, func(r *rewriter, _ int32, v expr.Value) int32 {
		n := r.emit(v)
		if v.Name == "" || v.Type != expr.Float && v.Type != expr.Double || v.Op == expr.Input || v.Op == expr.Const || v.Volatile {
			return n
		}
		some = true
		return r.emit(expr.Value{Op: expr.Convert, Type: v.Type, X: [3]int32{n, -1, -1}, From: v.From, To: v.To, Line: v.Line, Block: v.Block, Pass: v.Pass, Volatile: true})
	})
	return d, ok && some
}
