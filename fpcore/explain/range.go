package explain

import (
	"slices"
	"strings"

	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
)

// oneNaN reports a row on which one result is a NaN and the other a number, and a program that comes to a NaN there and has a minimum, a
// maximum or a condition.
func (s *Search) oneNaN(c *expr.Code) bool {
	if !slices.ContainsFunc(c.Values, func(v expr.Value) bool {
		m, _ := expr.MeaningOf(v.Fn)
		return v.Op == expr.Select || v.Op == expr.Call && (m.ID == "fmin" || m.ID == "fmax")
	}) {
		return false
	}
	run := s.runner(c)
	for row, o := range s.table.Observed {
		if o[0].finite() == o[1].finite() {
			continue
		}
		code, values := run(row)
		for i, x := range values {
			if f := code.Values[i].Type.Format(); f != nil && f.ClassOf(u128(x)).IsNaN() {
				return true
			}
		}
	}
	return false
}

// onlyForNaN reports that two programs differ on a row for NaNs alone that stand there or arise: they give equal values where 0, the
// largest number or the smallest stands in the place of these.
func (s *Search) onlyForNaN(a, b *expr.Code, row int) bool {
	var code [2]*expr.Code
	var values [2][]uint64
	for k, c := range []*expr.Code{a, b} {
		if code[k], values[k] = s.runner(c)(row); code[k] == nil {
			return false
		}
	}
	for _, number := range []func(f *format.Format) wide.U128{
		func(f *format.Format) wide.U128 { return f.Zero(false) },
		func(f *format.Format) wide.U128 { return f.Max(false) },
		func(f *format.Format) wide.U128 { return f.Max(true) },
	} {
		some := false
		var results [2]uint64
		for k, c := range code {
			isNaN := func(i int32) bool {
				f := c.Values[i].Type.Format()
				return f != nil && f.ClassOf(u128(values[k][i])).IsNaN()
			}
			d, ok := rewrite(c, func(r *rewriter, i int32, v expr.Value) int32 {
				if isNaN(i) && !slices.ContainsFunc(c.Values[i].Operands(), isNaN) {
					v = expr.Value{Op: expr.Const, Type: v.Type, X: [3]int32{-1, -1, -1}, Bits: number(v.Type.Format()).Lo, From: v.From, To: v.From}
					some = true
				}
				return r.emit(v)
			})
			if !ok {
				return false
			}
			d, now := s.runner(d)(row)
			if d == nil {
				return false
			}
			results[k] = widen(d.Values[d.Result].Type, now[d.Result])
		}
		if !some || results[0] != results[1] {
			return false
		}
	}
	return true
}

// runner returns what runs a program on a row as gcc -O2 compiles it: the program and its values, none if that cannot be done. The
// values are valid until the next row.
func (s *Search) runner(c *expr.Code) func(row int) (*expr.Code, []uint64) {
	p, err := expr.Compile(s.libraried(c), mustTarget("gcc"))
	if err != nil {
		return func(int) (*expr.Code, []uint64) { return nil, nil }
	}
	values := make([]uint64, len(p.Code.Values))
	return func(row int) (*expr.Code, []uint64) {
		if !s.runAll(p, p.Code, row, values) {
			return nil, nil
		}
		return p.Code, values
	}
}

// outOfRange tells why the result of one of two texts is no finite number, or zero, on a row on which that of the other is a finite
// number and not zero, as both were observed: overflows or underflows, "" if there is no such row or for another reason.
func (s *Search) outOfRange(a, b *expr.Code) string {
	run := [2]func(int) (*expr.Code, []uint64){s.runner(a), s.runner(b)}
	for row, o := range s.table.Observed {
		var code [2]*expr.Code
		var values [2][]uint64
		var inside, zero, none, seen [2]bool
		for side := range 2 {
			c, list := run[side](row)
			if c == nil || c.Values[c.Result].Type.Format() == nil {
				return ""
			}
			f, x := c.Values[c.Result].Type.Format(), list[c.Result]
			class := f.ClassOf(u128(x))
			code[side], values[side] = c, list
			zero[side], none[side] = class == format.Zero, class == format.QuietNaN
			inside[side] = class.IsFinite() && !zero[side]
			seen[side] = o[side].finite() == class.IsFinite()
			if set := s.setsOf(f)[row][side]; class.IsFinite() && set.Level(x) < 0 {
				seen[side] = inside[side] && set.Level(0) < 0 // another machine's value, no zero either
			}
		}
		if !seen[0] || !seen[1] {
			continue
		}
		if zero[0] && none[1] || none[0] && zero[1] {
			return noValue
		}
		if inside[0] == inside[1] {
			continue
		}
		side := 0
		if inside[0] {
			side = 1
		}
		if way := wayOut(code[side], values[side]); way != "" {
			return way
		}
	}
	return ""
}

// wayOut tells by what the values of a run leave the range of their types: overflows where the first that is no finite number is a
// sum, a product or an exponential function that comes to infinity; underflows where it is a quotient by a zero that comes from an
// underflow, or where all are finite and the result is such a zero; else "".
func wayOut(c *expr.Code, values []uint64) string {
	gone := make([]bool, len(values)) // zero, and other than zero but for an underflow on the way
	for i := range values {
		v := &c.Values[i]
		f := v.Type.Format()
		if f == nil {
			continue
		}
		fn, _, _ := expr.LibraryOf(v.Fn)
		exponential := strings.HasPrefix(fn, "exp")
		switch class := f.ClassOf(u128(values[i])); {
		case class == format.Infinity && (v.Op == expr.Add || v.Op == expr.Mul || exponential):
			return overflows
		case !class.IsFinite():
			if v.Op == expr.Div && gone[v.X[1]] {
				return underflows
			}
			return ""
		case class == format.Zero:
			born := v.Op == expr.Mul || v.Op == expr.Div || exponential
			for _, x := range v.X {
				if x >= 0 {
					gone[i] = gone[i] || gone[x]
					g := c.Values[x].Type.Format()
					born = born && g != nil && g.ClassOf(u128(values[x])) != format.Zero
				}
			}
			gone[i] = gone[i] || born
		}
	}
	if gone[c.Result] {
		return underflows
	}
	return ""
}
