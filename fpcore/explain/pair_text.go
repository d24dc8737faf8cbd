package explain

import (
	"slices"
	"strings"

	"ulplab/fpcore/expr"
)

// beside looks for a second thing that two texts of different results differ in, f and g on the target t: the literals of the second, or its
// types, are written as the first has them, and the other way round, and both are run. What changes nothing is no cause; where each of two
// things matters, textAlso is the one that textCause does not name.
func (s *Search) beside(a, b *expr.Code, t expr.Target, f, g []uint64) {
	as, id := literalsAs, CauseLiteral
	switch s.textCause {
	case CauseWide:
		as, id = typesAs, CauseWide
	case CauseLiteral, CauseOrder, CauseContraction, CauseFastDivision, CauseFastFunction:
	default:
		return
	}
	back, on := as(s.q.Second, s.q.Text), as(s.q.Text, s.q.Second)
	if back == s.q.Second || on == s.q.Text {
		return
	}
	o := expr.Options{Free: s.q.Free, Device: true}
	c, ok := s.reread(1, back, o)
	d, both := s.reread(0, on, o)
	if !ok || !both {
		return
	}
	c, d = s.libraried(c), s.libraried(d)
	u, v := s.resultsOf(c, s.chose(c, t)), s.resultsOf(d, s.chose(d, t))
	if u == nil || v == nil {
		return
	}
	rest, way := textCause(s.q.Text, back, a, c), ""
	if rest == CauseOrder {
		if operates(a, expr.Double) != operates(c, expr.Double) { // types of variables that hold the literals
			return
		}
		rest, way = otherWay(a, c)
	}
	needless, enough, sole := equalValues(b, c, g, u), equalValues(b, d, g, v), equalValues(a, c, f, u)
	switch {
	case sole || enough && !needless, id == CauseWide && !needless: // the other way round, types of inputs would change too
	case needless && !enough:
		s.textCause, s.textWay = rest, way
	default:
		if s.textAlso, s.alsoWay, s.alsoEach = rest, way, needless; s.textCause == rest && rest != id {
			s.textAlso, s.alsoWay = id, ""
		}
	}
}

// alsoDiffer puts the second thing that two texts differ in beside the first.
func (s *Search) alsoDiffer(a *Answer) {
	if c := &a.Causes[0]; s.textDiffers && s.textAlso > 0 && s.textAlso != c.ID && c.ID == s.textCause {
		c.Alone = false
		others := slices.DeleteFunc(a.Causes[1:], func(c Cause) bool { return c.ID == s.textAlso && len(c.With) == 0 })
		a.Causes = append(a.Causes[:1:1], append([]Cause{{ID: s.textAlso, Rank: 1, Side: c.Side, Fn: s.alsoWay}}, others...)...)
		if s.alsoEach {
			a.note("The two texts differ in both of the first causes, and each of them alone changes the result.")
		} else {
			a.note("The two texts differ in both of the first causes, and it takes both to come from one result to the other.")
		}
	}
}

// literalsAs returns a text with its decimal literals in the spelling of another that has the same digits: 0.1 for 0.1f.
func literalsAs(text, other string) string {
	digits := func(w string) string { return strings.TrimRight(w, "fFlL") }
	return edited(text, func(w string, _ byte) string {
		if !decimalLiteral(w) {
			return w
		}
		spelled := w
		edited(other, func(o string, _ byte) string {
			if decimalLiteral(o) && digits(o) == digits(w) {
				spelled = o
			}
			return o
		})
		return spelled
	})
}

// typesAs returns a text with float for double where another has no double, or double for float where it has none and the other has.
func typesAs(text, other string) string {
	switch {
	case !mentions(other, "double"):
		return replaced(text, "double", "float")
	case !mentions(text, "double"):
		return replaced(text, "float", "double")
	}
	return text
}
