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
	case roundings(a) != roundings(b), !slices.Equal(libraryCalls(a), libraryCalls(b)):
		return CauseLibrary, otherOperations
	case kindsOf(a) == kindsOf(b) && chained(a):
		return CauseOrder, ""
	}
	for _, p := range [2][2]*expr.Code{{a, b}, {b, a}} {
		c, ok := divided(p[1])
		if ok = ok && shape(settled(c)) == shape(p[0]); ok {
			return CauseFastDivision, otherOperations
		}
		if c, ok = reciprocals(p[0], true, false); ok && operationsOf(c) == operationsOf(p[1]) {
			return CauseFastDivision, otherOperations
		}
	}
	return CauseOrder, otherOperations
}

// matters reports two texts that differ in nothing where both are evaluated plainly, and do on the machine of the second evaluation of a pair.
func (s *Search) matters(p *pair) bool {
	h, g := &s.hyps[p.a.hyp], &s.hyps[p.b.hyp]
	if s.textDiffers || s.textCause == CauseOrder || s.texts[1] == s.base || h.family != Machines || g.family != Machines || h.prog != s.main[0] || g.prog != s.main[1] {
		return false
	}
	a, _ := s.program(s.main[0])
	b, _ := s.program(s.main[1])
	x := s.resultsOf(a, s.chose(a, g.target))
	return x != nil && !equalValues(a, b, x, p.b.results)
}

// fusedAlike is a side whose machine fuses products, as the other one's does not, and so gives its result of the other text too; BothSides if there
// is none.
func (s *Search) fusedAlike(p *pair) int {
	for side, k := range &s.known {
		if !k.fuses() || s.known[1-side].fuses() {
			continue
		}
		t := mustTarget("9.0")
		switch {
		case k.Target != nil:
			t = *k.Target
		case k.Unit != OnGPU:
			t = mustTarget("gcc-fma")
		}
		own, _ := s.program(s.main[side])
		other, _ := s.program(s.main[1-side])
		if x := s.resultsOf(other, s.chose(other, t)); x != nil && equalValues(other, own, x, [2]*evaluation{p.a, p.b}[side].results) {
			return side
		}
	}
	return BothSides
}

// chained reports a program with two additions or more, or as many products and quotients, which may stand in another order.
func chained(c *expr.Code) bool {
	sums, products := 0, 0
	for i := range c.Values {
		switch v := &c.Values[i]; {
		case !v.Type.IsFloat():
		case v.Op == expr.Add || v.Op == expr.Sub:
			sums++
		case v.Op == expr.Mul || v.Op == expr.Div:
			products++
		}
	}
	return max(sums, products) >= 2
}

// kindsOf counts products, divisions, calls and subtractions of floating-point numbers.
func kindsOf(c *expr.Code) (n [4]int) {
	need := needed(c)
	for i := range c.Values {
		switch v := &c.Values[i]; {
		case !need[i]:
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

// libraryCall is the function of a library that a value is a call of.
func libraryCall(v *expr.Value) (name string, ok bool) {
	if v.Op != expr.Call {
		return "", false
	}
	if name, _, ok = expr.LibraryOf(v.Fn); !ok {
		name, ok = v.Fn, libraryFunction(v.Fn)
	}
	return name, ok
}

// libraryCalls are the functions of a library that a program calls, in the order of their names, each once.
func libraryCalls(c *expr.Code) (list []string) {
	need := needed(c)
	for i := range c.Values {
		if !need[i] {
			continue
		}
		if name, ok := libraryCall(&c.Values[i]); ok && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	stable.Sort(list, cmp.Compare[string])
	return list
}

// roundings are the functions that round to whole numbers, in the order of their names: nearbyint is rint to nearest, and trunc before a
// conversion to an integer does what that does.
func roundings(c *expr.Code) string {
	var list []string
	cut := make([]bool, len(c.Values))
	for _, v := range c.Values {
		if v.Op == expr.Convert && v.Type.IsInt() {
			cut[v.X[0]] = true
		}
	}
	for i := range c.Values {
		m, ok := expr.MeaningOf(c.Values[i].Fn)
		if !ok || c.Values[i].Op != expr.Call || !strings.Contains(" floor ceil trunc round rint nearbyint ", " "+m.ID+" ") || m.ID == "trunc" && cut[i] {
			continue
		}
		if m.ID == "nearbyint" {
			m.ID = "rint"
		}
		list = append(list, m.ID)
	}
	stable.Sort(list, cmp.Compare[string])
	return strings.Join(list, " ")
}

// narrowCounts are how many different values of a program are of a 16-bit format: inputs and constants, and what it computes in one or rounds to one.
type narrowCounts struct{ inputs, results int }

func narrowed(c *expr.Code) (n narrowCounts) {
	seen, of, need := map[uint64]bool{}, shapes(c, nil), needed(c)
	for i, v := range c.Values {
		switch {
		case !need[i] || !ofNarrow(v) || seen[of[i]]:
		case v.Op == expr.Input || v.Op == expr.Const || v.Op == expr.Convert && (c.Values[v.X[0]].Op == expr.Input || c.Values[v.X[0]].Op == expr.Const):
			n.inputs++
		default:
			n.results++
		}
		seen[of[i]] = true
	}
	return n
}

// onOneMachine reports that two programs give different results where the functions of one machine, which both results are of, evaluate
// both.
func (s *Search) onOneMachine(a, b *expr.Code) bool {
	t := mustTarget("9.0")
	switch u, v := s.known[0].Unit, s.known[1].Unit; {
	case u >= OnCPU && v >= OnCPU:
		t = mustTarget("gcc")
	case u != OnGPU || v != OnGPU:
		return false
	}
	x, y := s.resultsOf(a, s.chose(a, t)), s.resultsOf(b, s.chose(b, t))
	return x != nil && y != nil && !equalValues(a, b, x, y)
}
