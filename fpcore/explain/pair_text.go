package explain

import (
	"cmp"
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

// A spelling is one of two texts while it is made more like the other, with edits of its program.
type spelling struct {
	text  string
	edits []func(*expr.Code) (*expr.Code, bool)
}

// with is the spelling after one more edit.
func (x spelling) with(edit func(*expr.Code) (*expr.Code, bool)) *spelling {
	x.edits = append(slices.Clip(x.edits), edit)
	return &x
}

// spelled reads a spelling of a side, nil if it cannot be read or its last edit changes nothing.
func (s *Search) spelled(side int, x *spelling) *expr.Code {
	c, ok := s.readOnce(reading{int8(side), x.text, expr.Options{Free: s.q.Free, Device: true}, true})
	if !ok {
		return nil
	}
	c = s.libraried(c)
	for i, edit := range x.edits {
		switch d, ok := edit(c); {
		case ok:
			c = d
		case i == len(x.edits)-1: // it is what was asked for
			return nil
		}
	}
	return c
}

// facet is a thing that two texts differ in: the first text with what the second has of it, and the second with what the first has. nil: such a
// text is not known.
type facet struct {
	id    ID
	way   string // the Fn of its cause
	mixed [2]*spelling
}

// facets are things that two texts differ in, but for the order: how literals are spelled, constants that are nearly the same, what is in double,
// what is rounded to 16 bits, quotients of whole numbers, written-out fused operations, divisions.
func facets(x [2]spelling, c [2]*expr.Code) (list []facet) {
	functions := !slices.Equal(libraryCalls(c[0]), libraryCalls(c[1])) || directed(x[0].text) != directed(x[1].text)
	typed := mentions(x[0].text, "double") != mentions(x[1].text, "double") // then literals go with the types
	if a, b := literalsAs(x[0].text, x[1].text), literalsAs(x[1].text, x[0].text); !typed && a != x[0].text && b != x[1].text {
		list = append(list, facet{CauseLiteral, "", [2]*spelling{{a, x[0].edits}, {b, x[1].edits}}})
	} else if p, q := constantsOf(c[0]), constantsOf(c[1]); !typed && slices.ContainsFunc(p, func(a uint64) bool {
		return slices.ContainsFunc(q, func(b uint64) bool { return a != b && near(a, b) })
	}) {
		of := func(list []uint64) func(*expr.Code) (*expr.Code, bool) {
			return func(c *expr.Code) (*expr.Code, bool) { return withConstants(c, list) }
		}
		list = append(list, facet{CauseLiteral, otherConstants, [2]*spelling{x[0].with(of(q)), x[1].with(of(p))}})
	}
	for side := range 2 {
		other := 1 - side
		n, m := operationsOf(c[side]), operationsOf(c[other])
		add := func(id ID, this, that *spelling) {
			f := facet{id: id, way: wayOf(id)}
			f.mixed[side], f.mixed[other] = this, that
			list = append(list, f)
		}
		if n.doubles > 0 && m.doubles == 0 && mentions(x[side].text, "double") {
			as := func(side int, was, by string) *spelling {
				return &spelling{literalsAs(replaced(x[side].text, was, by), x[1-side].text), x[side].edits}
			}
			add(CauseWide, as(side, "double", "float"), as(other, "float", "double"))
		}
		if p, q := narrowed(c[side]), narrowed(c[other]); p != (narrowCounts{}) && q == (narrowCounts{}) {
			add(CauseReducedInput, x[side].with(unnarrowed), nil)
		}
		if whole := trueDivisions(cmp.Or(fractional(x[side].text, "float"), x[side].text), "f", true); whole != x[side].text && dividesWhole(c[side]) && !dividesWhole(c[other]) {
			add(CauseIntegerDivision, &spelling{whole, x[side].edits}, nil)
		}
		if d, ok := spelledOut(c[side]); functions && ok && shape(d) != shape(settled(c[side])) {
			add(CauseLibrary, x[side].with(spelledOut), nil)
		}
		if n.fused > 0 && m.fused == 0 {
			add(CauseContraction, x[side].with(unfusedCalls), nil)
		}
		if n.divisions > m.divisions {
			multiplied := func(c *expr.Code) (*expr.Code, bool) { return reciprocals(c, true) }
			_, reciprocal := divided(c[other])
			if d, ok := multiplied(c[side]); ok && (operationsOf(d) == operationsOf(c[other]) || functions && reciprocal) {
				add(CauseFastDivision, x[side].with(multiplied), x[other].with(divided))
			}
		}
	}
	return list
}

// An exchange is what became of a facet: for each text whether it could be run with what the other has, whether it came to the result of the
// other then, and whether it kept its own.
type exchange struct {
	id                  ID
	own                 string // the Fn of its cause
	known, equal, stays [2]bool
	nothing             bool // else the two programs are one
	rest                ID   // what else they differ in
	way                 string
}

// exchanged runs the texts of a facet on the target t.
func (s *Search) exchanged(x *facet, programs [2]*expr.Code, results [2][]uint64, t expr.Target) exchange {
	e := exchange{id: x.id, own: x.way}
	for side, spelling := range x.mixed {
		c, targets := programs[side], []expr.Target{t}
		other := programs[1-side]
		switch {
		case spelling != nil:
			if c = s.spelled(side, spelling); c == nil || x.id == CauseWide && takes(c, expr.Double) != takes(other, expr.Double) { // its inputs are others
				continue
			}
			e.rest, e.way = restOf(other, c)
			e.nothing = e.nothing || shape(settled(c)) == shape(settled(other)) || x.id == CauseLiteral && x.way == "" && e.rest == CauseWide // of variables that hold literals
		case x.id == CauseContraction: // as compilers fuse it
			targets = []expr.Target{mustTarget("gcc-fma"), mustTarget("9.0")}
		default:
			continue
		}
		for _, t := range targets {
			if u := s.resultsOf(c, s.chose(c, t)); u != nil {
				e.known[side] = true
				e.equal[side] = e.equal[side] || comesTo(other, c, results[1-side], u)
				e.stays[side] = comesTo(programs[side], c, results[side], u)
			}
		}
		if spelling == nil && !e.equal[side] && len(expr.Fusable(c)) != 1 {
			e.known[side] = false // other products may be fused
		}
	}
	return e
}

// beside finds what of the things that two texts differ in changes the result, f and g on the target t: each is exchanged between them, and the
// programs are run. What changes nothing is no cause, and is made alike; where several change something, or may, textAlso is one that
// textCause does not name.
func (s *Search) beside(a, b *expr.Code, t expr.Target, f, g []uint64) {
	switch s.textCause {
	case CauseLiteral, CauseOrder, CauseWide, CauseContraction, CauseFastDivision, CauseFastFunction, CauseReducedInput, CauseReducedAccumulation, CauseIntegerDivision, CauseLibrary:
	default:
		return
	}
	if leaves(s.textWay) { // the range of numbers
		return
	}
	texts, results, written := [2]spelling{{text: s.q.Text}, {text: s.q.Second}}, [2][]uint64{f, g}, [2]*expr.Code{a, b}
	var programs [2]*expr.Code
	for side := range texts {
		texts[side] = *texts[side].with(plainCalls)
		if programs[side] = s.spelled(side, &texts[side]); programs[side] == nil || !comesTo(written[side], programs[side], results[side], s.resultsOf(programs[side], s.chose(programs[side], t))) {
			return
		}
	}
	first, before := texts, programs
	var live []exchange
	var dead []string
	unsure := NoCause // changes nothing where it could be run, on one side alone
	for again := true; again; {
		again, live = false, nil
		for _, x := range facets(texts, programs) {
			e := s.exchanged(&x, programs, results, t)
			key := x.id.String() + x.way
			if slices.Contains(dead, key) || !e.known[0] && !e.known[1] {
				continue
			}
			if (e.known[0] && !e.stays[0]) || (e.known[1] && !e.stays[1]) {
				live = append(live, e)
				continue
			}
			side := slices.IndexFunc([]bool{x.mixed[0] != nil && e.known[0], x.mixed[1] != nil && e.known[1]}, func(exact bool) bool { return exact })
			if side < 0 {
				continue
			}
			if again, dead = true, append(dead, key); e.known[0] != e.known[1] {
				unsure = x.id
			}
			texts[side] = *x.mixed[side]
			programs[side] = s.spelled(side, &texts[side])
			break
		}
	}
	certain := s.textCause.reduced() || s.textCause == CauseIntegerDivision // exact values were compared
	named := func(e exchange) bool { return e.id == s.textCause || e.id.reduced() && s.textCause.reduced() }
	if len(live) == 1 && len(dead) > 0 { // what it changes is seen on the texts as they are
		e := &live[0]
		list := facets(first, before)
		if i := slices.IndexFunc(list, func(x facet) bool { return x.id == e.id && x.way == e.own }); i >= 0 {
			as := s.exchanged(&list[i], before, results, t)
			as.rest, as.way, as.nothing = e.rest, e.way, e.nothing && (as.equal[0] || as.equal[1])
			*e = as
		} else if e.rest != e.id && !e.nothing {
			s.textAlso, s.alsoWay = e.rest, e.way
		}
	}
	switch {
	case certain && len(live) == 0:
	case s.textCause == CauseLibrary && len(live) == 0:
		if len(dead) > 0 && shape(programs[0]) != shape(programs[1]) {
			s.textAlso, s.alsoWay = restOf(programs[0], programs[1])
		}
	case len(live) == 0 && (len(dead) > 0 || s.textCause == CauseContraction && operationsOf(programs[0]).fused+operationsOf(programs[1]).fused == 0) && shape(programs[0]) != shape(programs[1]):
		s.name(restOf(programs[0], programs[1]))
		s.textAlso, s.alsoWay = unsure, wayOf(unsure)
	case len(live) == 1 && (!certain || named(live[0])):
		s.besides(&live[0])
	case len(live) > 0:
		if !certain && !slices.ContainsFunc(live, named) {
			s.name(live[0].id, live[0].own)
		}
		for _, e := range live {
			if !named(e) {
				s.textAlso, s.alsoWay, s.alsoEach = e.id, e.own, "either may be needed"
			}
		}
	}
	if s.textAlso == NoCause && unsure != s.textCause {
		s.textAlso, s.alsoWay = unsure, wayOf(unsure)
	}
}

// besides decides between the one thing that changes something and what is left when it is exchanged.
func (s *Search) besides(e *exchange) {
	// The one thing comes from the first result to the second by itself; what is left does.
	this, rest := e.known[0] && e.equal[0], e.known[1] && e.stays[1]
	if e.id == CauseLiteral && s.textCause == CauseWide && this && e.known[1] && !rest { // what is in double changes nothing
		s.textCause, s.textWay = e.id, e.own
		return
	}
	if e.id == CauseReducedInput && s.textCause == CauseReducedAccumulation {
		e.id = s.textCause
	}
	switch {
	case e.nothing, e.rest == NoCause, e.rest == e.id, this && !rest && e.known[1]: // it alone
		s.name(e.id, e.own)
	case rest && !this && e.known[0]: // what is left alone
		s.name(e.rest, e.way)
	case rest && !e.known[0], e.known[0] && e.stays[0] && !e.known[1]: // what is left does, and it may
		s.name(e.rest, e.way)
		s.textAlso, s.alsoWay = e.id, e.own
	default:
		s.name(e.id, e.own)
		s.textAlso, s.alsoWay = e.rest, e.way
		switch {
		case this && rest:
			s.alsoEach = "each of them alone changes the result"
		case e.known[0] && e.known[1]:
			s.alsoEach = "it takes both to come from one result to the other"
		default:
			s.alsoEach = "either may be needed"
		}
	}
}

// wayOf is the Fn of the cause that a facet is: a division is one beside a product with the reciprocal, a function one beside operations.
func wayOf(id ID) string {
	if id == CauseFastDivision || id == CauseLibrary {
		return otherOperations
	}
	return ""
}

// name makes another thing than words told what two texts differ in; the types of literals decide where double is, and stay that.
func (s *Search) name(id ID, way string) {
	if s.textCause != id && !(s.textCause == CauseWide && id == CauseLiteral) {
		s.textCause, s.textWay = id, way
	}
	if s.textCause == CauseWide && (s.textWay == "" || s.textWay == otherFunctions) {
		s.textWay = otherTypes
	}
	if s.textCause == CauseWide && way == otherTypes && s.textAlso == NoCause && kindsOf(settled(s.texts[0])) != kindsOf(settled(s.texts[1])) { // and not in types alone
		s.textAlso, s.alsoWay = CauseOrder, otherOperations
	}
}

// comesTo reports that results y of a program b, rounded to the type of a's where that is narrower, are the results x of a.
func comesTo(a, b *expr.Code, x, y []uint64) bool {
	if len(x) != len(y) { // one of them cannot be run
		return false
	}
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
	of := shapes(c)
	varies := make([]bool, len(c.Values))
	for i := range c.Values {
		v := &c.Values[i]
		varies[i] = v.Op == expr.Input || len(c.Inputs) == 0 && v.Op != expr.Const
		for _, k := range v.X {
			varies[i] = varies[i] || k >= 0 && varies[k]
		}
		arithmetic := v.Op >= expr.Add && v.Op <= expr.Div && v.Type.IsFloat()
		if !varies[i] || !arithmetic && v.Op != expr.Call || seen[of[i]] {
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

// settled returns the program with its constants computed as a compiler of C computes them: 5.0f/9.0f is one number. One without inputs, or with
// more than 2000 values, stays.
func settled(c *expr.Code) *expr.Code {
	if len(c.Inputs) == 0 || len(c.Values) > 2000 {
		return c
	}
	d, ok := rewrite(c, func(r *rewriter, _ int32, v expr.Value) int32 {
		if !v.Type.IsFloat() || v.Op != expr.Convert && v.Op != expr.Neg && (v.Op < expr.Add || v.Op > expr.Div) {
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
		}
		for k := range 2 {
			if v.Op == expr.Mul && isOne(r.out, v.X[k]) && r.out.Values[v.X[1-k]].Type == v.Type {
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
		case "div":
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

// divided returns the program with quotients in the place of products with the reciprocal of a number, or with a constant that is the nearest to
// the reciprocal of a whole number, 0.05f of 20.
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
	return shapes(c)[c.Result]
}

// shapes are those of a program's values.
func shapes(c *expr.Code) []uint64 {
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
	return of
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
