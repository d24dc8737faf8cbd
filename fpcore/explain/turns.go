package explain

import (
	"slices"
	"strings"

	"ulplab/fpcore/expr"
	"ulplab/fpcore/round"
)

// In what pieces of two texts differ, and how a piece of one is made in that what the other's is.

// turn is something that two pieces differ in beside the order of their operations. as makes a piece with the operations of one text in that what the
// other's is.
type turn struct {
	part
	as [2]func(c *expr.Code) (*expr.Code, bool)
}

// side is the one whose piece is made like that on the side to, or the other one where that cannot be.
func (n *turn) side(to int) int {
	if n.as[1-to] == nil {
		return to
	}
	return 1 - to
}

// core is the shape of a program, but for a conversion of its result.
func core(c *expr.Code) uint64 {
	c = settled(c)
	i := c.Result
	if v := &c.Values[i]; v.Op == expr.Convert && v.Type.IsFloat() && c.Values[v.X[0]].Type.IsFloat() && !ofNarrow(*v) {
		i = v.X[0]
	}
	return shapes(c, nil)[i]
}

// turned is what as makes, or the piece itself where it has nothing of it any more.
func (n *turn) turned(side int, c *expr.Code) *expr.Code {
	if d, ok := n.as[side](c); ok {
		return d
	}
	return c
}

func turnsOf(p [2]*expr.Code) (list []turn) {
	add := func(q part, side int, this, that func(c *expr.Code) (*expr.Code, bool)) {
		n := turn{part: q}
		n.as[side], n.as[1-side] = this, that
		if _, ok := this(p[side]); !ok {
			return
		}
		if that != nil && q.id != CauseLiteral && q.id != CauseWide {
			if _, ok := that(p[1-side]); !ok {
				return
			}
		}
		list = append(list, n)
	}
	constant := func(_ *expr.Code, v *expr.Value) bool { return v.Op == expr.Const && v.From < v.To } // and not what C makes of an int
	written := func(c *expr.Code, v *expr.Value) bool {
		return constant(c, v) && !strings.Contains(c.Text[v.From:v.To], "/")
	} // no quotient of literals
	input := func(c *expr.Code, v *expr.Value) bool { return v.Op == expr.Input && !digit(c.Inputs[v.Bits].Name[0]) }
	variable := func(_ *expr.Code, v *expr.Value) bool { return v.Stored }
	has := func(c *expr.Code, what func(c *expr.Code, v *expr.Value) bool) bool { // in double
		return slices.ContainsFunc(c.Values, func(v expr.Value) bool { return v.Type == expr.Double && what(c, &v) })
	}
	for side := range p {
		this, that := p[side], p[1-side]
		if operationsOf(this).doubles > 0 && operationsOf(that).doubles == 0 {
			single := func(c *expr.Code) (*expr.Code, bool) { return singled(c, that.Values[that.Result].Type) }
			as := func(literals, variables expr.Type) func(c *expr.Code) (*expr.Code, bool) {
				return func(c *expr.Code) (*expr.Code, bool) { return retyped(c, this, literals, variables) }
			}
			n := len(list)
			double := this.Values[this.Result].Type == expr.Double && that.Values[that.Result].Type != expr.Double && mentions(this.Text, "double") // all of it
			if !double && has(this, constant) && !has(that, constant) {
				q := part{CauseWide, otherTypes}
				if has(this, written) {
					q = part{CauseLiteral, ""}
				}
				add(q, side, as(expr.Float, expr.NoType), as(expr.Double, expr.NoType))
			}
			if !double && has(this, variable) && !has(that, variable) {
				add(part{CauseWide, otherTypes}, side, as(expr.NoType, expr.Float), as(expr.NoType, expr.Double))
			}
			if len(list) > n {
				continue
			}
			if has(this, input) { // data that are given in double
				add(part{CauseWide, otherTypes}, side, single, nil)
				continue
			}
			add(part{CauseWide, otherTypes}, side, single, func(c *expr.Code) (*expr.Code, bool) {
				if d, ok := retyped(c, nil, expr.NoType, expr.Double); ok {
					return d, true
				}
				return widened(c, this.Values[this.Result].Type == expr.Float, true)
			})
		}
	}
	if otherDigits(p[0], p[1]) {
		as := func(side int) func(c *expr.Code) (*expr.Code, bool) {
			return func(c *expr.Code) (*expr.Code, bool) { return withConstants(c, constantsOf(p[1-side])) }
		}
		add(part{CauseLiteral, otherConstants}, 0, as(0), as(1))
	}
	for side := range p {
		this, that := p[side], p[1-side]
		if n, k := operationsOf(this), operationsOf(that); n.fused > 0 && k.fused == 0 {
			fuse := fusedCalls
			if _, ok := fuse(that); !ok {
				fuse = nil
			}
			add(part{CauseContraction, ""}, side, unfusedCalls, fuse)
		}
		if q := partOf(this, that); narrowed(that) == (narrowCounts{}) && q.id.reduced() {
			add(q, side, unnarrowed, nil)
		}
		if d, ok := spelledOut(this); ok && core(d) != core(this) && (!slices.Equal(libraryCalls(this), libraryCalls(that)) || directions(this) != directions(that)) {
			add(partOf(this, that), side, spelledOut, nil)
		}
	}
	for side := range p {
		if operationsOf(p[side]).divisions > operationsOf(p[1-side]).divisions {
			add(part{CauseFastDivision, otherOperations}, side, func(c *expr.Code) (*expr.Code, bool) { return reciprocals(c, true, true) }, divided)
		}
	}
	return list
}

// directions counts the intrinsics of a program that round otherwise than to nearest.
func directions(c *expr.Code) (n int) {
	for _, v := range c.Values {
		if m, ok := expr.MeaningOf(v.Fn); v.Op == expr.Call && ok && m.Directed && m.Direction != round.TiesToEven {
			n++
		}
	}
	return n
}

// partOf says what two pieces differ in.
func partOf(a, b *expr.Code) part {
	intrinsics := func(c *expr.Code, division bool) (n int) {
		for _, v := range c.Values {
			if m, ok := expr.MeaningOf(v.Fn); v.Op == expr.Call && ok && m.Intrinsic && !m.Directed && (m.ID == "div") == division {
				n++
			}
		}
		return n
	}
	x, y := narrowed(a), narrowed(b)
	switch {
	case directions(a) != directions(b):
		return part{CauseLibrary, otherDirections}
	case x.results != y.results:
		return part{CauseReducedAccumulation, ""}
	case x != y:
		return part{CauseReducedInput, ""}
	case dividesWhole(a) != dividesWhole(b):
		return part{CauseIntegerDivision, ""}
	case inTypesAlone(a, b):
		if onlyLiterals(a) || onlyLiterals(b) || operationsOf(a).doubles == operationsOf(b).doubles && !slices.Equal(constantsOf(a), constantsOf(b)) {
			return part{CauseLiteral, ""}
		}
		return part{CauseWide, otherTypes}
	case intrinsics(a, true) != intrinsics(b, true):
		return part{CauseFastDivision, ""}
	case intrinsics(a, false) != intrinsics(b, false):
		return part{CauseFastFunction, ""}
	}
	id, way := restOf(a, b)
	if id == CauseFastDivision {
		if operationsOf(a).divisions < operationsOf(b).divisions {
			a, b = b, a
		}
		if c, ok := reciprocals(a, true, false); ok && otherDigits(settled(c), settled(b)) {
			return part{CauseLiteral, otherConstants}
		}
	}
	if id == CauseOrder && roundsOneProduct(a) && roundsOneProduct(b) {
		id, way = CauseContraction, ""
	}
	if id == CauseWide && (onlyLiterals(a) || onlyLiterals(b)) {
		id, way = CauseLiteral, ""
	}
	if id == CauseLiteral && way == "" {
		switch {
		case otherDigits(a, b):
			way = otherConstants
		case !onlyLiterals(a) && !onlyLiterals(b): // computed from others
			id, way = CauseOrder, otherOperations
		}
	}
	return part{id, way}
}

// inTypesAlone reports two programs that are one when both are in float.
func inTypesAlone(a, b *expr.Code) bool {
	x, first := singled(a, expr.Float)
	y, second := singled(b, expr.Float)
	return first && second && core(x) == core(y) && core(a) != core(b)
}

// onlyLiterals reports a program that is in double because of its literals.
func onlyLiterals(c *expr.Code) bool {
	some := false
	for _, v := range c.Values {
		if v.Type == expr.Double && (v.Op == expr.Input || v.Op == expr.Convert && v.Cast || v.Op == expr.Call || v.Stored) {
			return false
		}
		some = some || v.Type == expr.Double && v.Op == expr.Const && v.From < v.To
	}
	return some
}

// otherDigits reports that a program has a constant that is nearly one of the other, and neither that nor a rounding of it.
func otherDigits(a, b *expr.Code) bool {
	p, q := constantsOf(a), constantsOf(b)
	return slices.ContainsFunc(p, func(x uint64) bool {
		return !slices.ContainsFunc(q, func(y uint64) bool { return codesOff(x, y) <= 1<<28 }) && slices.ContainsFunc(q, func(y uint64) bool { return near(x, y) })
	})
}
