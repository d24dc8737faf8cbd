package explain

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/expr"
	"ulplab/fpcore/round"
	"ulplab/fpcore/stable"
)

// alsoDiffer puts the second thing that two texts differ in beside the first.
func (s *Search) alsoDiffer(a *Answer) {
	first := &a.Causes[0]
	if !s.textDiffers || first.ID != s.textCause {
		return
	}
	n, things := 1, 1
	for _, also := range s.textAlso {
		if also.id == NoCause {
			continue
		}
		if things++; slices.ContainsFunc(a.Causes[:n], func(c Cause) bool { return c.ID == also.id }) {
			continue
		}
		a.Causes[0].Alone = false
		rest := stable.Delete(stable.Clone(a.Causes[n:]), func(c Cause) bool { return c.ID == also.id && len(c.With) == 0 })
		a.Causes = append(append(a.Causes[:n:n], Cause{ID: also.id, Rank: 1, Side: a.Causes[0].Side, Fn: also.way}), rest...)
		n++
	}
	if s.alsoEach == "" || n == 1 {
		return
	}
	if s.alsoAll {
		a.Joined = n
	}
	in := "both of the first causes"
	switch {
	case things > n:
		in = strconv.Itoa(things) + " things, which are of the first " + strconv.Itoa(n) + " causes"
	case n > 2:
		in = "the first " + strconv.Itoa(n) + " causes"
	}
	a.note("The two texts differ in " + in + ": " + s.alsoEach + ".")
}

// fusedApart reports two texts that differ in nothing but in which of their products a compiler fuses, of a*b + c*d and c*d + a*b each the one
// that stands in another place; that is what they differ in then.
func (s *Search) fusedApart() bool {
	if s.textDiffers || s.texts[1] == s.base {
		return false
	}
	a, _ := s.program(s.main[0])
	b, _ := s.program(s.main[1])
	for _, id := range []string{"gcc-fma", "9.0"} {
		x, y := s.resultsOf(a, s.chose(a, mustTarget(id))), s.resultsOf(b, s.chose(b, mustTarget(id)))
		if s.textDiffers = x != nil && y != nil && !equalValues(a, b, x, y); s.textDiffers {
			s.textCause, s.textWay = CauseContraction, ""
			return true
		}
	}
	return false
}

// operationCounts are how many operations of some kinds a program has, those of constants alone left out, and those that stand twice in its
// text counted once.
type operationCounts struct{ fused, doubles, divisions, reciprocals, products, subtractions, calls int }

func operationsOf(c *expr.Code) (n operationCounts) {
	seen := map[uint64]bool{}
	of := shapes(c, nil)
	varies, need := make([]bool, len(c.Values)), needed(c)
	for i := range c.Values {
		v := &c.Values[i]
		varies[i] = v.Op == expr.Input || len(c.Inputs) == 0 && v.Op != expr.Const
		for _, k := range v.X {
			varies[i] = varies[i] || k >= 0 && varies[k]
		}
		arithmetic := v.Op >= expr.Add && v.Op <= expr.Div && v.Type.IsFloat()
		if !varies[i] || !need[i] || !arithmetic && v.Op != expr.Call || seen[of[i]] {
			continue
		}
		seen[of[i]] = true
		switch {
		case v.Op == expr.Call && isFused(v.Fn):
			n.fused++
		case v.Op == expr.Call:
			n.calls++
		case v.Op == expr.Div && isOne(c, v.X[0]), v.Op == expr.Div && c.Values[v.X[0]].Op == expr.Convert && isOne(c, c.Values[v.X[0]].X[0]):
			n.reciprocals++
		case v.Op == expr.Div:
			n.divisions++
		case v.Op == expr.Mul:
			n.products++
		case v.Op == expr.Sub:
			n.subtractions++
		}
		if v.Type == expr.Double {
			n.doubles++
		}
	}
	return n
}

// restOf says what two programs differ in, by their operations.
func restOf(a, b *expr.Code) (ID, string) {
	a, b = settled(a), settled(b)
	x, y := operationsOf(a), operationsOf(b)
	p, q := constantsOf(a), constantsOf(b)
	switch {
	case x.fused != y.fused:
		return CauseContraction, ""
	case x.doubles > 0 != (y.doubles > 0), toFloat(a) != toFloat(b):
		return CauseWide, otherTypes
	case x.divisions == y.divisions && len(p) == len(q) && !slices.Equal(p, q):
		return CauseLiteral, ""
	}
	return otherWay(a, b)
}

// settled returns the program with products and quotients of its constants computed as a compiler of C computes them: 5.0f/9.0f is one number. One without inputs, or with
// more than 2000 values, stays.
func settled(c *expr.Code) *expr.Code {
	if len(c.Inputs) == 0 || len(c.Values) > 2000 {
		return c
	}
	d, ok := rewrite(c, func(r *rewriter, _ int32, v expr.Value) int32 {
		if !v.Type.IsFloat() || v.Op != expr.Convert && v.Op != expr.Neg && v.Op != expr.Mul && v.Op != expr.Div {
			return r.emit(v)
		}
		alone := &expr.Code{Text: c.Text, Result: int32(len(v.Operands()))}
		w := expr.Value{Op: v.Op, Type: v.Type, X: [3]int32{-1, -1, -1}}
		for k, x := range v.Operands() {
			y := r.out.Values[x]
			if y.Op != expr.Const {
				return r.emit(v)
			}
			alone.Values = append(alone.Values, expr.Value{Op: y.Op, Type: y.Type, X: [3]int32{-1, -1, -1}, Bits: y.Bits})
			w.X[k] = int32(k)
		}
		alone.Values = append(alone.Values, w)
		p, err := expr.Compile(alone, mustTarget("gcc"))
		if err != nil {
			return r.emit(v)
		}
		return r.emit(expr.Value{Op: expr.Const, Type: v.Type, X: [3]int32{-1, -1, -1}, Bits: p.Result(nil), From: v.From, To: v.To, Line: v.Line})
	})
	if !ok {
		return c
	}
	return d
}

// plainCalls returns the program with products and sums for the intrinsics that round them to nearest, __fmul_rn and the like, and without
// products with 1.
func plainCalls(c *expr.Code) (*expr.Code, bool) {
	return rewrite(c, func(r *rewriter, _ int32, v expr.Value) int32 {
		if op := plainCall(&v); op != expr.Call {
			v.Op, v.Fn = op, ""
			if op == expr.Div && v.X[1] < 0 { // a reciprocal
				v.X[0], v.X[1] = r.emit(expr.Value{Op: expr.Const, Type: v.Type, X: [3]int32{-1, -1, -1}, Bits: oneOf(v.Type), From: v.From, To: v.From, Line: v.Line}), v.X[0]
			}
		}
		for k := range 2 {
			if v.Op != expr.Mul || !isOne(r.out, v.X[k]) {
				continue
			}
			if x := r.out.Values[v.X[1-k]]; x.Type == v.Type && (x.Op != expr.Convert || x.From < x.To) { // not what the 1 makes a double
				return v.X[1-k]
			}
		}
		return r.emit(v)
	})
}

// plainCall is the operation that an intrinsic is, __fmul_rn a product; the one of the value where it is none.
func plainCall(v *expr.Value) expr.Op {
	if m, known := expr.MeaningOf(v.Fn); v.Op == expr.Call && known && m.Directed && m.Direction == round.TiesToEven {
		switch m.ID {
		case "add":
			return expr.Add
		case "sub":
			return expr.Sub
		case "mul":
			return expr.Mul
		case "div", "rcp":
			return expr.Div
		}
	}
	return v.Op
}

// unnarrowed returns the program without its conversions to 16-bit formats and back; false where it computes in one.
func unnarrowed(c *expr.Code) (*expr.Code, bool) {
	only := true
	d, ok := rewrite(c, func(r *rewriter, _ int32, v expr.Value) int32 {
		if v.Op == expr.Convert && (ofNarrow(v) || r.out.Values[v.X[0]].Type == v.Type) {
			return v.X[0]
		}
		only = only && !ofNarrow(v)
		return r.emit(v)
	})
	return d, ok && only
}

// spelledOut returns the program with the operations that stand for some functions: sqrt(x*x + y*y) for hypot, products for pow with 2, 3 or 4, and
// operations rounded to nearest for intrinsics of another direction.
func spelledOut(c *expr.Code) (*expr.Code, bool) {
	return rewrite(settled(c), func(r *rewriter, _ int32, v expr.Value) int32 {
		if v.Op != expr.Call {
			return r.emit(v)
		}
		name, _ := libraryCall(&v)
		m, known := expr.MeaningOf(cmp.Or(name, v.Fn))
		at := func(op expr.Op, fn string, x ...int32) int32 {
			w := expr.Value{Op: op, Type: v.Type, Fn: fn, X: [3]int32{-1, -1, -1}, From: v.From, To: v.To, Line: v.Line}
			copy(w.X[:], x)
			return r.emit(w)
		}
		op := [...]expr.Op{expr.Add, expr.Sub, expr.Mul, expr.Div}
		switch k := slices.Index([]string{"add", "sub", "mul", "div"}, m.ID); {
		case !known:
		case m.Directed && k >= 0:
			return at(op[k], "", v.X[0], v.X[1])
		case m.ID == "hypot":
			root := "sqrt"
			if v.Type == expr.Float {
				root += "f"
			}
			return at(expr.Call, root, at(expr.Add, "", at(expr.Mul, "", v.X[0], v.X[0]), at(expr.Mul, "", v.X[1], v.X[1])))
		case m.ID == "pow" && r.out.Values[v.X[1]].Op == expr.Const && r.out.Values[v.X[1]].Type.IsFloat():
			y := &r.out.Values[v.X[1]]
			if n := slices.Index([]uint64{math.Float64bits(2), math.Float64bits(3), math.Float64bits(4)}, widen(y.Type, y.Bits)); n >= 0 {
				product := v.X[0]
				for range n + 1 {
					product = at(expr.Mul, "", product, v.X[0])
				}
				return product
			}
		}
		return r.emit(v)
	})
}

// unfusedCalls returns the program with a product and a sum for each fused multiply-add that its text has.
func unfusedCalls(c *expr.Code) (*expr.Code, bool) {
	return rewrite(c, func(r *rewriter, _ int32, v expr.Value) int32 {
		if v.Op != expr.Call || !isFused(v.Fn) {
			return r.emit(v)
		}
		m := v
		m.Op, m.Fn, m.X = expr.Mul, "", [3]int32{v.X[0], v.X[1], -1}
		v.Op, v.Fn, v.X = expr.Add, "", [3]int32{r.emit(m), v.X[2], -1}
		return r.emit(v)
	})
}

// fusedCalls returns the program with a fused multiply-add for each sum of a product and what is none. There is none where two ways of fusing are open, or a
// product is a part of a difference.
func fusedCalls(c *expr.Code) (*expr.Code, bool) {
	return rewrite(c, func(r *rewriter, _ int32, v expr.Value) int32 {
		if v.Op != expr.Add && v.Op != expr.Sub || !v.Type.IsFloat() {
			return r.emit(v)
		}
		for k := range 2 {
			m := r.out.Values[v.X[k]]
			if m.Op != expr.Mul {
				continue
			}
			if v.Op == expr.Sub || r.out.Values[v.X[1-k]].Op == expr.Mul {
				return -1
			}
			if v.Fn = "fmaf"; v.Type == expr.Double {
				v.Fn = "fma"
			}
			v.Op, v.X = expr.Call, [3]int32{m.X[0], m.X[1], v.X[1-k]}
			break
		}
		return r.emit(v)
	})
}

// divided returns the program with quotients in the place of products with the reciprocal of a number, or with a constant that is the nearest to
// the reciprocal of a whole number, 0.05f of 20.
func divided(c *expr.Code) (*expr.Code, bool) {
	changed := false
	d, ok := rewrite(c, func(r *rewriter, _ int32, v expr.Value) int32 {
		if v.Op == expr.Mul {
			for k := range 2 {
				y := r.out.Values[v.X[k]]
				narrow := y.Op == expr.Convert && r.out.Values[y.X[0]].Op == expr.Div // a reciprocal in float
				if narrow {
					y = r.out.Values[y.X[0]]
				}
				if x := y.X[1]; y.Op == expr.Div && r.out.Values[y.X[0]].Op == expr.Const && (y.Type == v.Type || narrow) {
					if changed = true; narrow {
						x = r.emit(expr.Value{Op: expr.Convert, Type: v.Type, X: [3]int32{x, -1, -1}, From: v.From, To: v.From, Line: v.Line})
					}
					v.Op, v.X = expr.Div, [3]int32{v.X[1-k], x, -1}
					break
				}
				if n, ok := reciprocalOf(&r.out.Values[v.X[k]]); ok && r.out.Values[v.X[k]].Type == v.Type {
					changed = true
					v.Op, v.X = expr.Div, [3]int32{v.X[1-k], r.emit(expr.Value{Op: expr.Const, Type: v.Type, X: [3]int32{-1, -1, -1}, Bits: n, From: v.From, To: v.From, Line: v.Line}), -1}
					break
				}
			}
		}
		return r.emit(v)
	})
	if !changed {
		return nil, false
	}
	return d, ok
}

// reciprocalOf is the code of the whole number, of 2 to 2^20, whose reciprocal a constant is, rounded to its type.
func reciprocalOf(v *expr.Value) (code uint64, ok bool) {
	f, one := v.Type.Format(), exact.FromInt64(1)
	if v.Op != expr.Const || f == nil {
		return 0, false
	}
	x, finite := exact.FromBits(f, u128(v.Bits))
	if !finite || x.Sign() <= 0 || x.Log2() < -20 || x.Log2() > -1 {
		return 0, false
	}
	q, _ := one.Quo(x.Ratio())
	least, _ := q.Floor(0, 0)
	for n := range int64(2) { // the two whole numbers beside 1/x
		whole := exact.FromInt64(int64(least.Low64()) + n)
		if r, _ := one.Quo(whole); r.Round(round.Env{}, f).Bits.Lo == v.Bits {
			return whole.Round(round.Env{}, f).Bits.Lo, true
		}
	}
	return 0, false
}

// shape is the same for two programs that do the same operations on the same inputs, whatever their variables are called and in
// whatever order the two operands of a sum or a product stand.
func shape(c *expr.Code) uint64 {
	if c.Result < 0 {
		return 0
	}
	return shapes(c, nil)[c.Result]
}

// shapes are those of a program's values. cuts, where it is not nil, has a number for values that stand for what they are made of, else -1.
func shapes(c *expr.Code, cuts []int32) []uint64 {
	of := make([]uint64, len(c.Values))
	mix := func(h, x uint64) uint64 { // the finalizer of SplitMix64 (Steele, Lea, Flood 2014)
		h = (h ^ x) + 0x9e3779b97f4a7c15
		h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
		h = (h ^ h>>27) * 0x94d049bb133111eb
		return h ^ h>>31
	}
	text := func(h uint64, s string) uint64 {
		for i := range len(s) {
			h = mix(h, uint64(s[i]))
		}
		return h
	}
	operand := func(k int32) uint64 {
		if cuts != nil && cuts[k] >= 0 {
			return mix(1, uint64(cuts[k]))
		}
		return of[k]
	}
	for i := range c.Values {
		v := &c.Values[i]
		op, fn := plainCall(v), v.Fn
		if op != expr.Call {
			fn = ""
		}
		h := mix(uint64(op), uint64(v.Type))
		switch op {
		case expr.Input:
			h = text(h, c.Inputs[v.Bits].Name)
		case expr.Const:
			h = mix(h, v.Bits)
		default:
			h = text(h, fn)
			x := v.X
			if (op == expr.Add || op == expr.Mul) && x[0] >= 0 && x[1] >= 0 && operand(x[0]) > operand(x[1]) {
				x[0], x[1] = x[1], x[0]
			}
			for _, k := range x {
				if k >= 0 {
					h = mix(h, operand(k))
				}
			}
		}
		of[i] = h
	}
	return of
}

// mistyped reports a decimal literal of the second of two texts that is near one of the first, of as many digits, seven at least, and neither in
// that text too nor a rounding of it: digits were exchanged or taken for others.
func mistyped(first, second string) bool {
	literals := func(s string) (list []string) {
		edited(s, func(w string, _ byte) string {
			if w = strings.TrimRight(w, "fFlL"); decimalLiteral(w) {
				list = append(list, w)
			}
			return w
		})
		return list
	}
	value := func(w string) uint64 {
		x, _ := strconv.ParseFloat(w, 64)
		return math.Float64bits(x)
	}
	list := literals(first)
	return slices.ContainsFunc(literals(second), func(w string) bool {
		return len(w) > 7 && !slices.Contains(list, w) && slices.ContainsFunc(list, func(o string) bool {
			return len(o) == len(w) && near(value(w), value(o)) && value(w) != value(o) && !slices.Contains(literals(second), o) && w[len(w)-1] != '0' && w[:len(w)-1] != o[:len(o)-1]
		})
	})
}

// farthest is the row on which the exact values of two programs are farthest apart, the first of several.
func (s *Search) farthest() (row int) {
	most := uint64(0)
	for k := range s.table.In {
		x, y := s.exactly(s.texts[0], k), s.exactly(s.texts[1], k)
		if x.Known() && y.Known() && codesApart(x, y) > most {
			row, most = k, codesApart(x, y)
		}
	}
	return row
}

// otherProgram tells the exact values of two programs that compute different things.
func (s *Search) otherProgram(row int) []Hint {
	x, _ := s.reference(s.texts[0], row)
	y, _ := s.reference(s.texts[1], row)
	first, second := shownExact(x, 9), shownExact(y, 9)
	if first == second {
		first, second = shownExact(x, 17), shownExact(y, 17)
	}
	return []Hint{{OtherProgram, "the second program as it is written: its exact value is " + second + ", that of the first " + first}}
}

// shownExact writes an exact value: a whole number of up to 19 digits with all of them, any other with so many.
func shownExact(x exact.Ratio, digits int) string {
	if d := plainOr(x.Digits(19)); !strings.ContainsAny(d, ".e") {
		return d
	}
	return plainOr(x.Digits(digits))
}

// withConstants returns the program with constants of another in the place of those that are nearly the same; list is what constantsOf has of
// that one.
func withConstants(c *expr.Code, list []uint64) (*expr.Code, bool) {
	return rewrite(c, func(r *rewriter, _ int32, v expr.Value) int32 {
		if v.Op != expr.Const || !v.Type.IsFloat() {
			return r.emit(v)
		}
		w := widen(v.Type, v.Bits)
		i := slices.IndexFunc(list, func(x uint64) bool { return near(x, w&^(1<<63)) })
		if i < 0 {
			return r.emit(v)
		}
		t := v.Type
		v.Type, v.Bits = expr.Double, list[i]|w&(1<<63)
		n := r.emit(v)
		if t == expr.Double {
			return n
		}
		return r.emit(expr.Value{Op: expr.Convert, Type: t, X: [3]int32{n, -1, -1}, From: v.From, To: v.From, Line: v.Line})
	})
}

// constantsOf lists the magnitudes of the floating-point constants of which a program's result is made, but 0, as codes of binary64 in order, each
// once.
func constantsOf(c *expr.Code) (list []uint64) {
	need := needed(c)
	for i, v := range c.Values {
		if need[i] && v.Op == expr.Const && v.Type.IsFloat() {
			if x := widen(v.Type, v.Bits) &^ (1 << 63); x != 0 && !slices.Contains(list, x) {
				list = append(list, x)
			}
		}
	}
	stable.Sort(list, cmp.Compare[uint64])
	return list
}

// constantsShared are forms of the second of two programs with constants of the first in the place of those that are nearly the same: as they are written, and as
// they come out where they are computed, as 2.0f*6371.0f.
func constantsShared(p, q *expr.Code) (list []*expr.Code) {
	for _, c := range [][2]*expr.Code{{p, q}, {settled(p), settled(q)}} {
		if d, ok := withConstants(c[1], constantsOf(c[0])); ok {
			list = append(list, d)
		}
	}
	return list
}
