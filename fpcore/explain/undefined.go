package explain

import (
	"strconv"
	"strings"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/expr"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
)

// Undefined is an operation whose result C leaves undefined or to the implementation, on one row, with what machines do.
type Undefined struct {
	From, To int32 // of the text
	Row      int
	What     string // "conversion of -1.5 to unsigned int", in words
	CPU, GPU string // the results, as they are printed
}

// undefinedOperations finds conversions of numbers that the integer type does not hold, and shifts by as many bits as the
// type has or more, in the program as written.
func (s *Search) undefinedOperations() []Undefined { return s.undefinedIn(s.base) }

// undefinedIn is undefinedOperations of a program.
func (s *Search) undefinedIn(c *expr.Code) (list []Undefined) {
	odd := false
	for i := range c.Values {
		v := &c.Values[i]
		odd = odd || v.Op == expr.Convert && !v.Type.IsFloat() && c.Values[v.X[0]].Type.IsFloat() || v.Op == expr.Shl || v.Op == expr.Shr || v.Op == expr.And
	}
	if !odd {
		return nil
	}
	var plans [2]*expr.Plan
	for k, id := range []string{"gcc", "9.0"} {
		p, err := expr.PlanOf(c, s.unfused(mustTarget(id)))
		if err != nil {
			return nil
		}
		plans[k] = p
	}
	var values [2][]uint64
	for row := range s.table.In {
		for k := range plans {
			values[k] = make([]uint64, len(c.Values))
			s.runAll(plans[k], c, row, values[k])
		}
		for i := range c.Values {
			if what, ok := undefinedOf(c, int32(i), values[0]); ok && len(list) < 8 {
				v := &c.Values[i]
				list = append(list, Undefined{v.From, v.To, row, what, whole(v.Type, values[0][i]), whole(v.Type, values[1][i])})
			}
		}
	}
	return list
}

// undefinedOf reports an operation without a defined result, in words.
func undefinedOf(c *expr.Code, i int32, values []uint64) (string, bool) {
	v := &c.Values[i]
	if n, limits, ok := narrowConversion(c, i); ok {
		f := c.Values[n].Type.Format()
		x, finite := exact.FromBits(f, wide.U128{Lo: values[n]})
		if whole := x.Integral(round.TowardZero); finite && whole.Ratio().Cmp(exact.FromInt64(int64(limits[0]))) >= 0 && whole.Ratio().Cmp(exact.FromInt64(int64(limits[1]))) <= 0 {
			return "", false
		}
		return "conversion of " + text.Value(f, wide.From64(values[n])) + " to " + narrowNamesOf[limits], true
	}
	switch v.Op {
	case expr.Convert:
		f := c.Values[v.X[0]].Type.Format()
		if v.Type.IsFloat() || f == nil || v.Type == expr.Bool {
			return "", false
		}
		x := values[v.X[0]]
		if n, finite := exact.FromBits(f, wide.U128{Lo: x}); finite {
			if whole := n.Integral(round.TowardZero); inRange(v.Type, whole, whole) {
				return "", false
			}
		}
		return "conversion of " + text.Value(f, wide.From64(x)) + " to " + v.Type.String(), true
	case expr.Shl, expr.Shr:
		bits := uint64(32)
		if v.Type == expr.Long || v.Type == expr.ULong {
			bits = 64
		}
		if n := values[v.X[1]]; n >= bits {
			return "shift by " + whole(c.Values[v.X[1]].Type, n) + " of a type of " + strconv.FormatUint(bits, 10) + " bits", true
		}
	}
	return "", false
}

// plainChar reports a program with a char of which it does not say whether it is signed.
func plainChar(text string) bool {
	list := tokens(text)
	for i, t := range list {
		if text[t.from:t.to] == "char" && (i == 0 || !strings.HasSuffix(text[list[i-1].from:list[i-1].to], "signed")) {
			return true
		}
	}
	return false
}

// narrowNamesOf are the types of C narrower than int, by their ranges.
var narrowNamesOf = map[[2]int32]string{{0, 0xff}: "unsigned char", {0, 0xffff}: "unsigned short", {-0x80, 0x7f}: "signed char", {-0x8000, 0x7fff}: "short"}

// narrowConversion reports a value that is the last one of a conversion of the number x to an integer narrower than int, with the range of that: of a conversion to
// 32 bits the lower ones are kept.
func narrowConversion(c *expr.Code, i int32) (x int32, limits [2]int32, ok bool) {
	v := &c.Values[i]
	if v.Op != expr.And && v.Op != expr.Shr || c.Values[v.X[1]].Op != expr.Const {
		return
	}
	switch k := int32(c.Values[v.X[1]].Bits); {
	case v.Op == expr.And && (k == 0xff || k == 0xffff):
		limits[1] = k
	case v.Op == expr.Shr && (k == 16 || k == 24):
		limits[1] = 1<<(31-k) - 1
		limits[0] = ^limits[1]
	default:
		return
	}
	for x = v.X[0]; ; {
		w := &c.Values[x]
		if w.Type.IsFloat() {
			return x, limits, true
		}
		if w.Op != expr.Convert && w.Op != expr.Shl || w.From != v.From || w.To != v.To && w.To != v.From { // another operation of the text
			return
		}
		x = w.X[0]
	}
}

// saturates is the way of conversions that saturating has.
const saturates = "saturates"

// saturating returns the program whose conversions of floating-point numbers to integers give the nearest number of the type, and 0 for a NaN:
// as ARM has them (FCVTZS and FCVTZU of the Arm Architecture Reference Manual), Java and Rust (their language specifications), and for
// integers narrower than int convert_uchar_sat of OpenCL and cvt.sat.
func saturating(c *expr.Code) (*expr.Code, bool) {
	changed := false
	d, ok := rewrite(c, func(r *rewriter, i int32, v expr.Value) int32 {
		at := func(op expr.Op, t expr.Type, fn string, x ...int32) int32 {
			w := expr.Value{Op: op, Type: t, Fn: fn, X: [3]int32{-1, -1, -1}, From: v.From, To: v.To, Line: v.Line}
			copy(w.X[:], x)
			return r.emit(w)
		}
		constant := func(t expr.Type, bits uint64) int32 {
			n := at(expr.Const, t, "")
			r.out.Values[n].Bits = bits
			return n
		}
		if x, limits, ok := narrowConversion(c, i); ok {
			changed = true
			n, from := r.to[x], c.Values[x].Type
			for k, fn := range [2]string{"fmax", "fmin"} {
				if from == expr.Float {
					fn += "f"
				}
				n = at(expr.Call, from, fn, n, at(expr.Convert, from, "", constant(expr.Int, uint64(uint32(limits[k])))))
			}
			return at(expr.Convert, v.Type, "", n)
		}
		if v.Op != expr.Convert || !v.Type.IsInt() || v.Type == expr.Bool {
			return r.emit(v)
		}
		from, x, bits := c.Values[c.Values[i].X[0]].Type, v.X[0], 32
		if from != expr.Float && from != expr.Double {
			return r.emit(v)
		}
		changed = true
		if v.Type == expr.Long || v.Type == expr.ULong {
			bits = 64
		}
		top := uint64(1)<<(bits-1) - 1 // the largest number of the type, and the first that is too large
		least, over := ^top&(1<<bits-1), bits-1
		if v.Type == expr.UInt || v.Type == expr.ULong {
			top, least, over = 1<<bits-1, 0, bits
		}
		power := func(sign uint64) int32 { // ± 2^over
			if from == expr.Float {
				return constant(from, sign<<31|uint64(127+over)<<23)
			}
			return constant(from, sign<<63|uint64(1023+over)<<52)
		}
		low := constant(from, 0)
		if least != 0 {
			low = power(1)
		}
		n := r.emit(v)
		n = at(expr.Select, v.Type, "", at(expr.MoreEq, expr.Bool, "", x, power(0)), constant(v.Type, top), n)
		n = at(expr.Select, v.Type, "", at(expr.Less, expr.Bool, "", x, low), constant(v.Type, least), n)
		return at(expr.Select, v.Type, "", at(expr.Equal, expr.Bool, "", x, x), n, constant(v.Type, 0))
	})
	return d, ok && changed
}

// whole writes an integer of a type.
func whole(t expr.Type, c uint64) string {
	switch t {
	case expr.Int:
		return strconv.FormatInt(int64(int32(c)), 10)
	case expr.Long:
		return strconv.FormatInt(int64(c), 10)
	case expr.UInt, expr.Bool:
		return strconv.FormatUint(uint64(uint32(c)), 10)
	}
	return strconv.FormatUint(c, 10)
}

// undefined reports that two plain evaluations on different machines first differ in an operation without a defined
// result.
func (s *Search) undefined(a, b *evaluation) bool {
	if s.programs[s.hyps[a.hyp].prog].root != s.programs[s.hyps[b.hyp].prog].root {
		return false
	}
	row := s.firstDifference([2]*evaluation{a, b})
	ca, _, va, ok1 := s.valuesOf(a, row)
	cb, _, vb, ok2 := s.valuesOf(b, row)
	if !ok1 || !ok2 || len(ca.Values) != len(cb.Values) {
		return false
	}
	for i := range ca.Values {
		if f := ca.Values[i].Type.Format(); f != nil && f.ClassOf(u128(va[i])).IsNaN() && f.ClassOf(u128(vb[i])).IsNaN() {
			continue
		}
		if va[i] != vb[i] {
			_, odd := undefinedOf(ca, int32(i), va)
			return odd
		}
	}
	return false
}
