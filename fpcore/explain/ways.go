package explain

import (
	"cmp"
	"slices"
	"strings"

	"ulplab/fpcore/expr"
	"ulplab/fpcore/stable"
)

// otherWay says of two programs that differ by neither types nor functions whether they have other operations and not only
// another order: products with reciprocals in the place of divisions, or other products, divisions, calls and subtractions, as sums have that
// compensate. Additions are not counted: a sum of parts may begin with several zeros.
func otherWay(a, b *expr.Code) (ID, string) {
	switch {
	case inWhole(a) != inWhole(b):
		return CauseLiteral, otherTypes
	case roundings(a) != roundings(b):
		return CauseLibrary, otherOperations
	case kindsOf(a) == kindsOf(b):
		return CauseOrder, ""
	}
	for _, p := range [2][2]*expr.Code{{a, b}, {b, a}} {
		if c, ok := reciprocals(p[0], true); ok && operationsOf(c) == operationsOf(p[1]) {
			return CauseFastDivision, otherOperations
		}
	}
	return CauseOrder, otherOperations
}

// kindsOf counts products, divisions, calls and subtractions of floating-point numbers.
func kindsOf(c *expr.Code) (n [4]int) {
	for i := range c.Values {
		switch v := &c.Values[i]; {
		case v.Op == expr.Mul && v.Type.IsFloat():
			n[0]++
		case v.Op == expr.Div && v.Type.IsFloat():
			n[1]++
		case v.Op == expr.Call:
			n[2]++
		case v.Op == expr.Sub && v.Type.IsFloat():
			n[3]++
		}
	}
	return n
}

// inWhole reports a program whose result is a whole number and that computes with no others.
func inWhole(c *expr.Code) bool {
	return c.Result >= 0 && !c.Values[c.Result].Type.IsFloat() && !slices.ContainsFunc(c.Values, func(v expr.Value) bool {
		return v.Type.IsFloat() && (v.Op >= expr.Add && v.Op <= expr.Div || v.Op == expr.Call)
	})
}

// roundings are the functions that round to whole numbers, in the order of their names.
func roundings(c *expr.Code) string {
	var list []string
	for i := range c.Values {
		if m, ok := expr.MeaningOf(c.Values[i].Fn); ok && c.Values[i].Op == expr.Call && strings.Contains(" floor ceil trunc round rint nearbyint ", " "+m.ID+" ") {
			list = append(list, m.ID)
		}
	}
	stable.Sort(list, cmp.Compare[string])
	return strings.Join(list, " ")
}

// narrowCounts are how many different values of a program are of a 16-bit format: inputs and constants, and what it computes in one or rounds to one.
type narrowCounts struct{ inputs, results int }

func narrowed(c *expr.Code) (n narrowCounts) {
	seen, of := map[uint64]bool{}, shapes(c)
	for i, v := range c.Values {
		switch {
		case !ofNarrow(v) || seen[of[i]]:
		case v.Op == expr.Input || v.Op == expr.Const || v.Op == expr.Convert && (c.Values[v.X[0]].Op == expr.Input || c.Values[v.X[0]].Op == expr.Const):
			n.inputs++
		default:
			n.results++
		}
		seen[of[i]] = true
	}
	return n
}
