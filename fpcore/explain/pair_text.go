package explain

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
)

// facet is a thing that two texts differ in, and the programs between them: the first text with what the second has of it, and the second with
// what the first has. nil: such a program is not known.
type facet struct {
	id     ID
	mixed  [2]*expr.Code
	sought int // the one of both that compilers may make of a text, as they fuse its products; -1: neither
}

// facets are things that two texts may differ in beside others: how literals are spelled, and what their words differ in.
func (s *Search) facets(a, b *expr.Code) (list []facet) {
	both, texts := [2]*expr.Code{a, b}, [2]string{s.q.Text, s.q.Second}
	read := func(side int, text string) *expr.Code {
		if c, ok := s.reread(int8(side), text, expr.Options{Free: s.q.Free, Device: true}); ok {
			return s.libraried(c)
		}
		return nil
	}
	if back, on := literalsAs(texts[1], texts[0]), literalsAs(texts[0], texts[1]); s.textCause != CauseWide && back != texts[1] && on != texts[0] {
		list = append(list, facet{CauseLiteral, [2]*expr.Code{read(0, on), read(1, back)}, -1})
	}
	for side, c := range both {
		other := both[1-side]
		n, m := operationsOf(c), operationsOf(other)
		f := facet{id: s.textCause, sought: -1}
		switch {
		case s.textCause == CauseWide && n.doubles > 0 && m.doubles == 0:
			f.mixed[side] = read(side, replaced(texts[side], "double", "float"))
			if d := read(1-side, replaced(texts[1-side], "float", "double")); d != nil && takes(d, expr.Double) == takes(c, expr.Double) { // its inputs stay
				f.mixed[1-side] = d
			}
		case s.textCause == CauseContraction && n.fused > 0 && m.fused == 0:
			f.mixed[side], _ = unfusedCalls(c)
			f.sought = 1 - side
		case s.textCause == CauseFastDivision && n.divisions > m.divisions:
			f.mixed[side], _ = reciprocals(c, true)
			f.mixed[1-side], _ = divided(other)
		default:
			continue
		}
		list = append(list, f)
	}
	return list
}

// beside looks for a second thing that two texts of different results differ in, f and g on the target t: one thing is exchanged between them,
// and the programs are run. What changes nothing is no cause; where each of two things matters, or may, textAlso is the one that textCause
// does not name.
func (s *Search) beside(a, b *expr.Code, t expr.Target, f, g []uint64) {
	switch s.textCause {
	case CauseLiteral, CauseOrder, CauseWide, CauseContraction, CauseFastDivision, CauseFastFunction:
	default:
		return
	}
	programs, results := [2]*expr.Code{a, b}, [2][]uint64{f, g}
	for _, x := range s.facets(a, b) {
		var known, changes, stays [2]bool // the mixed program comes to the result of the other text; to that of its own
		var way string
		rest := NoCause
		for side, c := range x.mixed {
			choices := []expr.Target{t}
			if side == x.sought {
				c, choices = programs[side], []expr.Target{mustTarget("gcc-fma"), mustTarget("9.0")}
			} else if c == nil {
				continue
			} else if shape(c) == shape(programs[1-side]) { // nothing else is there
				return
			}
			for _, t := range choices {
				if u := s.resultsOf(c, s.chose(c, t)); u != nil {
					changes[side] = changes[side] || comesTo(programs[1-side], c, results[1-side], u)
					stays[side] = comesTo(programs[side], c, results[side], u)
					known[side] = true
				}
			}
			if side == x.sought {
				known[side], stays[side] = changes[side] || known[side] && len(expr.Fusable(c)) == 1, stays[side] && !changes[side]
			} else if id, how := restOf(programs[1-side], c); x.id != CauseLiteral || id != CauseWide {
				rest, way = id, how
			} else if operates(programs[1-side], expr.Double) != operates(c, expr.Double) { // the type of a variable that holds a literal
				return
			} else {
				rest, way = otherWay(programs[1-side], c)
			}
		}
		if rest == NoCause || rest == x.id || !known[0] && !known[1] {
			continue
		}
		this, other := known[0] && changes[0], known[1] && stays[1] // what is looked at changes the one result into the other by itself; the rest does
		switch {
		case this && !other && known[1]: // it alone
			if s.textCause != x.id {
				s.textCause, s.textWay = x.id, ""
			}
		case other && !this && known[0]: // the rest alone
			s.textCause, s.textWay = rest, way
		case other && !known[0] || known[0] && stays[0] && !known[1]: // the rest does, and this may
			s.textCause, s.textWay, s.textAlso, s.alsoWay = rest, way, x.id, ""
		default:
			if s.textAlso, s.alsoWay = rest, way; s.textCause == rest {
				s.textAlso, s.alsoWay = x.id, ""
			}
			switch {
			case this && other:
				s.alsoEach = "each of them alone changes the result"
			case known[0] && known[1]:
				s.alsoEach = "it takes both to come from one result to the other"
			default:
				s.alsoEach = "either may be needed"
			}
		}
		return
	}
}

// comesTo reports that results y of a program b, rounded to the type of a's where that is narrower, are the results x of a.
func comesTo(a, b *expr.Code, x, y []uint64) bool {
	if s, t := a.Values[a.Result].Type, b.Values[b.Result].Type; s == expr.Float && t == expr.Double {
		for i := range y {
			if arith.Convert(round.Env{}, format.F32, format.F64, u128(y[i]), nil).Bits.Lo != x[i] {
				return false
			}
		}
		return true
	}
	return equalValues(a, b, x, y)
}

// alsoDiffer puts the second thing that two texts differ in beside the first.
func (s *Search) alsoDiffer(a *Answer) {
	if c := &a.Causes[0]; s.textDiffers && s.textAlso > 0 && s.textAlso != c.ID && c.ID == s.textCause {
		c.Alone = false
		others := slices.DeleteFunc(a.Causes[1:], func(c Cause) bool { return c.ID == s.textAlso && len(c.With) == 0 })
		a.Causes = append(a.Causes[:1:1], append([]Cause{{ID: s.textAlso, Rank: 1, Side: c.Side, Fn: s.alsoWay}}, others...)...)
		if s.alsoEach != "" {
			a.note("The two texts differ in both of the first causes: " + s.alsoEach + ".")
		}
	}
}

// operationCounts are how many operations of some kinds a program has.
type operationCounts struct{ fused, doubles, divisions int }

func operationsOf(c *expr.Code) (n operationCounts) {
	for _, i := range c.Values {
		switch {
		case i.Op == expr.Call && isFused(i.Fn):
			n.fused++
		case i.Op == expr.Div && i.Type.IsFloat() && (c.Values[i.X[0]].Op != expr.Const || c.Values[i.X[1]].Op != expr.Const):
			n.divisions++
		}
		if i.Type == expr.Double && (i.Op >= expr.Add && i.Op <= expr.Div || i.Op == expr.Call) {
			n.doubles++
		}
	}
	return n
}

// restOf says what two programs differ in, by their operations.
func restOf(a, b *expr.Code) (ID, string) {
	x, y := operationsOf(a), operationsOf(b)
	p, q := constantsOf(a), constantsOf(b)
	switch {
	case x.fused != y.fused:
		return CauseContraction, ""
	case x.doubles != y.doubles:
		return CauseWide, otherTypes
	case x.divisions == y.divisions && len(p) == len(q) && !slices.Equal(p, q):
		return CauseLiteral, ""
	}
	return otherWay(a, b)
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

// divided returns the program with quotients in the place of products with the reciprocal of a number.
func divided(c *expr.Code) (*expr.Code, bool) {
	changed := false
	d, ok := rewrite(c, func(r *rewriter, _ int32, v expr.Value) int32 {
		if v.Op == expr.Mul {
			for k := range 2 {
				if y := r.out.Values[v.X[k]]; y.Op == expr.Div && r.out.Values[y.X[0]].Op == expr.Const && y.Type == v.Type {
					changed = true
					v.Op, v.X = expr.Div, [3]int32{v.X[1-k], y.X[1], -1}
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

// shape is the same for two programs that do the same operations on the same inputs, whatever their variables are called and in
// whatever order the two operands of a sum or a product stand.
func shape(c *expr.Code) uint64 {
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
	for i := range c.Values {
		v := &c.Values[i]
		op, fn := v.Op, v.Fn
		if m, known := expr.MeaningOf(fn); known && m.Directed && m.Direction == round.TiesToEven { // __fmul_rn is a product
			switch m.ID {
			case "add":
				op, fn = expr.Add, ""
			case "mul":
				op, fn = expr.Mul, ""
			}
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
			if (op == expr.Add || op == expr.Mul) && x[0] >= 0 && x[1] >= 0 && of[x[0]] > of[x[1]] {
				x[0], x[1] = x[1], x[0]
			}
			for _, k := range x {
				if k >= 0 {
					h = mix(h, of[k])
				}
			}
		}
		of[i] = h
	}
	if c.Result < 0 {
		return 0
	}
	return of[c.Result]
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
			return len(o) == len(w) && near(value(w), value(o)) && !slices.Contains(literals(second), o) && w[len(w)-1] != '0' && w[:len(w)-1] != o[:len(o)-1]
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
