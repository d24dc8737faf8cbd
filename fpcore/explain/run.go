package explain

import (
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/stable"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
)

// widen returns a float or double in binary64.
func widen(t expr.Type, c uint64) uint64 {
	if f := t.Format(); f != nil && f != format.F64 {
		return arith.Convert(round.Env{}, format.F64, f, wide.U128{Lo: c}, nil).Bits.Lo
	}
	return c
}

func parse64(s string) uint64 {
	p, err := text.ParseNumber(s, format.F64, round.Env{})
	if err != nil {
		return 0
	}
	return p.Bits.Lo
}

// rowInputs returns the inputs of a program on a row.
func (s *Search) rowInputs(c *expr.Code, row int) []uint64 {
	s.in = convertInputs(c, s.orig, s.table.In[row], s.table.Wide[row], s.in)
	return s.in
}

// runAll fills the values of a program on a row.
func (s *Search) runAll(p *expr.Plan, c *expr.Code, row int, values []uint64) bool {
	if row >= len(s.table.In) {
		return false
	}
	s.tried++
	p.Run(s.rowInputs(c, row), values)
	return true
}

// planOf compiles a hypothesis that is no ordering.
func (s *Search) planOf(h *hypothesis) (*expr.Code, *expr.Plan, bool) {
	c, ok := s.program(h.prog)
	if !ok {
		return nil, nil, false
	}
	if h.plan != nil {
		return c, h.plan, true
	}
	var p *expr.Plan
	var err *expr.Error
	if h.choice != nil {
		p, err = expr.PlanOf(c, *h.choice)
	} else {
		p, err = s.compile(c, h.target)
	}
	return c, p, err == nil
}

// unfused is the choice of a target with every product rounded for itself.
func (s *Search) unfused(t expr.Target) expr.Choice {
	ch, ok := s.bases[t]
	if !ok {
		x := expr.Value{Op: expr.Input, Type: expr.Float, X: [3]int32{-1, -1, -1}}
		ch = expr.ChoiceOf(&expr.Code{Values: []expr.Value{x}, Inputs: []expr.InputVar{{Name: "x", Type: expr.Float}}}, t)
		s.bases[t] = ch
	}
	return ch
}

// plainOf reports that a program consists of additions, subtractions, products and conversions: then its results are the
// same for all compute capabilities from 2.0, and for those below 1.3.
func plainOf(c *expr.Code) bool {
	for i := range c.Values {
		switch v := &c.Values[i]; v.Op {
		case expr.Const, expr.Input, expr.Neg, expr.Add, expr.Sub, expr.Mul:
			if v.Type != expr.Float && v.Type != expr.Double && v.Op > expr.Input {
				return false
			}
		case expr.Convert:
			if v.Type < expr.Float || c.Values[v.X[0]].Type == expr.Half || c.Values[v.X[0]].Type == expr.BFloat16 {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// first returns the representative of the class of hypothesis n: those with the same program whose rules give the same bits.
func (s *Search) first(n int32, h *hypothesis) int32 {
	if !s.plain[s.programs[h.prog].root] || h.family != Machines || h.target.Machine != expr.GPU {
		return n
	}
	k := sharing{h.prog, h.target}
	f := &k.target.GPU.Flags
	f.PrecDiv, f.PrecSqrt, f.FTZ, f.FastMath = true, true, f.FTZ || f.FastMath, false // there is no division, root or function
	switch cc := k.target.GPU.CC; {
	case cc >= 20:
		k.target.GPU.CC = 90
	case cc < 13:
		k.target.GPU.CC = 10
	}
	if f, ok := s.shared[k]; ok {
		return f
	}
	s.shared[k] = n
	return n
}

// prepare computes the terms of a sum on all rows.
func (s *Search) prepare(h *hypothesis) bool {
	k := s.cached
	if k.prog == h.prog && k.target == h.target {
		return k.ok
	}
	k.prog, k.target, k.ok, k.values, k.tail = h.prog, h.target, false, nil, nil
	p := &s.programs[h.prog]
	c, ok := s.program(h.prog)
	if !ok {
		return false
	}
	if p.sums == 0 {
		p.sums = -1
		if p.sum, ok = findTerms(c); ok {
			p.sums = 1
		}
	}
	if p.sums < 0 {
		return false
	}
	each := s.unfused(h.target)
	each.Rules = expr.RulesNone // a compiler may know the whole sum, and not compute a term
	plan, err := expr.PlanOf(c, each)
	if err != nil {
		return false
	}
	for row := range s.table.In {
		v := make([]uint64, len(c.Values))
		s.runAll(plan, c, row, v)
		k.values = append(k.values, v)
	}
	if d, ok := suffix(c, p.sum.root); ok {
		if k.tail, err = expr.Compile(d, h.target); err != nil {
			return false
		}
	}
	k.ok = true
	return true
}

// unfinished reports whether a program as it is written does not come to its end on a row, for a loop needs more passes
// than are evaluated: what it gives is not known then.
func (s *Search) unfinished() bool {
	for side := range s.sides {
		c, ok := s.program(s.main[side])
		if !ok || c.Unfinished <= 0 {
			continue
		}
		for _, machine := range []expr.Machine{expr.Strict, expr.Exact} {
			p, err := expr.Compile(c, expr.Target{Machine: machine})
			for row := range s.table.In {
				if err == nil && s.runAll(p, c, row, nil) && p.Unfinished() {
					return true
				}
			}
		}
	}
	return false
}

// outcome computes the results of a hypothesis on all rows into s.results.
func (s *Search) outcome(h *hypothesis) (t expr.Type, ok bool) {
	s.results, s.last = s.results[:0], nil
	if h.order > 0 {
		if !s.prepare(h) {
			return 0, false
		}
		c := s.programs[h.prog].code
		p := &s.programs[h.prog]
		o := &s.orderings[h.order-1]
		for row := range s.table.In {
			v := s.cached.values[row]
			r, ok := o.eval(&p.sum, c, v, &s.u)
			if !ok {
				return 0, false
			}
			s.tried++
			if tail := s.cached.tail; tail != nil {
				r = tail.Result(append(s.rowInputs(c, row), r))
			}
			s.results = append(s.results, r)
		}
		return c.Values[c.Result].Type, true
	}
	c, p, ok := s.planOf(h)
	if !ok {
		return 0, false
	}
	s.last = p
	for row := range s.table.In {
		s.tried++
		s.results = append(s.results, p.Result(s.rowInputs(c, row)))
		if p.Unfinished() {
			s.last = nil
			return 0, false
		}
	}
	return c.Values[c.Result].Type, true
}

// setsOf returns the numbers that were observed, in a format.
func (s *Search) setsOf(f *format.Format) [][2]Set {
	if l, ok := s.sets[f]; ok {
		return l
	}
	l := make([][2]Set, len(s.table.In))
	for i := range l {
		for side := range s.sides {
			if side < len(s.table.Observed[i]) {
				l[i][side] = s.table.Observed[i][side].In(f)
			}
		}
	}
	s.sets[f] = l
	return l
}

// integerLevel compares an integer result with what was observed.
func integerLevel(o *Observed, t expr.Type, c uint64) int {
	v := strconv.FormatUint(c, 10)
	switch t {
	case expr.Int:
		v = strconv.FormatInt(int64(int32(c)), 10)
	case expr.UInt, expr.Bool:
		v = strconv.FormatUint(uint64(uint32(c)), 10)
	case expr.Long:
		v = strconv.FormatInt(int64(c), 10)
	}
	switch {
	case o.Shape == Bits && o.Code == c, o.Shape == Decimal && o.integer() == v:
		return Exactly
	}
	return -1
}

// integer writes an observed whole number as an integer is written, also one with zeros behind the point, "" for others.
func (o *Observed) integer() string {
	d, exp := o.digits, o.exp
	for exp < 0 && strings.HasSuffix(d, "0") && len(d) > 1 {
		d, exp = d[:len(d)-1], exp+1
	}
	if d == "0" {
		return d
	}
	if exp < 0 || exp > 20 {
		return ""
	}
	for range exp {
		d += "0"
	}
	if o.Neg && d != "0" {
		d = "-" + d
	}
	return d
}

// allowed reports whether a hypothesis may be what happened on a side, by what is known of the machine.
func (s *Search) allowed(side int, h *hypothesis) bool {
	k := &s.known[side]
	fits := k.fits(h)
	if k.Unit != OnGPU && s.inLongDouble(h) { // which has the precision of x87 on x86, and that of double elsewhere
		fits = fits && k.Unit == AnyUnit || h.target.Machine == expr.X87 && !h.target.Store && h.target.Precision == 64
	}
	return s.programs[h.prog].sides>>side&1 != 0 && fits && k.computes(s.unit(h))
}

// judge compares the results of a hypothesis with what was observed.
func (s *Search) judge(n int32, h *hypothesis, t expr.Type) {
	for side := range s.sides {
		s.judgeSide(side, n, h, t)
	}
}

func (s *Search) judgeSide(side int, n int32, h *hypothesis, t expr.Type) {
	if !s.allowed(side, h) {
		return
	}
	x := found{hyp: n, typ: t}
	x.rows, x.level, x.miss = s.fit(side, t, s.results)
	x.cost = h.cost + x.level*costLevel
	if h.family == Libraries && t.IsFloat() && x.rows > 0 && x.rows < len(s.results) {
		s.markRows(side, t)
	}
	switch held := side == 1 && s.ptx != nil && s.ptx.Decides(); {
	case x.rows < len(s.results) && !held:
		s.keepNear(side, x)
	case x.rows == len(s.results) && (!held || s.agrees(h)):
		if len(s.found[side]) < maxCandidates {
			if h.plan = s.last; s.last != nil {
				s.compiled.plans[evaluated{s.last.Code, s.last.Choice}] = s.last
			}
		}
		s.keep(side, x)
	}
}

// fit compares results of a type with what was observed on a side: how many rows they give, the worst level on them, and how many
// ulp they are off on the others.
func (s *Search) fit(side int, t expr.Type, results []uint64) (rows, level int, miss uint64) {
	var sets [][2]Set
	f := t.Format()
	if f != nil {
		sets = s.setsOf(f)
	}
	for i, r := range results {
		l := 0
		if f == nil {
			if l = integerLevel(&s.table.Observed[i][side], t, r); l < 0 {
				miss = sat(miss, 1<<40)
			}
		} else if l = sets[i][side].Level(r); l < 0 {
			d, ok := sets[i][side].Distance(r)
			if !ok {
				d = 1 << 40
			}
			miss = sat(miss, d)
		}
		if l >= 0 {
			rows++
			level = max(level, l)
		}
	}
	return rows, level, miss
}

// sat adds without wrapping around.
func sat(a, b uint64) uint64 {
	if a+b < a {
		return 1<<64 - 1
	}
	return a + b
}

// keep keeps the maxFound candidates of least cost, the earlier ones of equal cost.
func (s *Search) keep(side int, x found) {
	list := s.found[side]
	if len(list) >= maxFound {
		worst := 0
		for i := range list {
			if list[i].cost > list[worst].cost || list[i].cost == list[worst].cost && list[i].hyp > list[worst].hyp {
				worst = i
			}
		}
		if w := &list[worst]; w.cost > x.cost || w.cost == x.cost && w.hyp > x.hyp {
			x.results = stable.Clone(s.results)
			*w = x
		}
		return
	}
	x.results = stable.Clone(s.results)
	s.found[side] = append(list, x)
}

// keepNear keeps the hypotheses that explain the most rows, and come nearest on the others.
func (s *Search) keepNear(side int, x found) {
	list := s.near[side]
	for i := range list {
		if slices.Equal(list[i].results, s.results) && list[i].typ == x.typ {
			if x.cost < list[i].cost {
				x.results = list[i].results
				list[i] = x
			}
			return
		}
	}
	better := func(a, b *found) bool {
		switch {
		case a.rows != b.rows:
			return a.rows > b.rows
		case a.miss != b.miss:
			return a.miss < b.miss
		}
		return a.cost < b.cost
	}
	k := len(list)
	for k > 0 && better(&x, &list[k-1]) {
		k--
	}
	if k >= maxNear {
		return
	}
	x.results = stable.Clone(s.results)
	list = stable.Insert(list, k, x)
	s.near[side] = list[:min(len(list), maxNear)]
}

// Next tries about so many hypotheses, weighted by their size, and reports whether the search has ended.
func (s *Search) Next(steps int) (done bool) {
	for s.next < len(s.hyps) {
		if steps <= 0 {
			return false
		}
		steps -= 1 + len(s.table.In)*(len(s.base.Values)/16+1)/8
		s.try()
		if s.huge && s.compilersGive() {
			s.next, s.cut = len(s.hyps), true
		}
	}
	if !s.nextProbe(steps) {
		return false
	}
	return s.nextAnswer(steps)
}

// try tries the next hypothesis.
func (s *Search) try() {
	h := &s.hyps[s.next]
	n := int32(s.next)
	s.next++
	if s.idle(h) {
		return
	}
	if h.order > 0 && s.orderings[h.order-1].id == "atomics" && s.enough() {
		return
	}
	if h.order > 0 { // a rounding that changes no factor is no hypothesis of its own
		if o := &s.orderings[h.order-1]; o.reads != "" && o.unit == nil && s.heldFactors(h, o.reads) {
			return
		}
	}
	if f := s.first(n, h); f != n {
		if g, ok := s.gave[f]; ok {
			s.results = append(s.results[:0], g.results...)
			s.judge(n, h, g.typ)
		}
		return
	}
	if h.like > 0 && h.like == s.calm.hyp { // only what becomes of subnormal numbers is another
		s.results, s.last = append(s.results[:0], s.calm.results...), nil
		s.judge(n, h, s.calm.typ)
		return
	}
	t, ok := s.recall(h)
	if !ok {
		if t, ok = s.outcome(h); ok {
			s.remember()
		}
	}
	if ok {
		if next := int(n) + 1; next < len(s.hyps) && s.hyps[next].like == n+1 && s.last != nil && s.withoutSubnormals(s.last) {
			s.calm = found{hyp: n + 1, typ: t, results: stable.Clone(s.results)}
		}
		if s.plain[s.programs[h.prog].root] && h.family == Machines {
			s.gave[n] = found{typ: t, results: stable.Clone(s.results)}
		}
		s.judge(n, h, t)
	}
}

// idle reports a hypothesis that can add nothing: none of the machines of the sides is said to be such, its results are numbers of a
// narrower format, none of which was observed, or it is one of the
// ways in which x87 code may keep values where code of SSE2 gives the one number that was observed (the x87 registers would not be
// what the result comes from).
func (s *Search) idle(h *hypothesis) bool {
	doubt := h.family == Machines && h.choice != nil && h.target.Machine == expr.X87
	for side := range s.sides {
		if s.allowed(side, h) && !(doubt && s.settled(side, h.prog)) && !s.outOfFormat(side, h) {
			return false
		}
	}
	return true
}

// withoutSubnormals reports a plan that comes to no subnormal number on any row.
func (s *Search) withoutSubnormals(p *expr.Plan) bool {
	values := make([]uint64, len(p.Code.Values))
	for row := range s.table.In {
		s.runAll(p, p.Code, row, values)
		for i, x := range values {
			if f := p.Code.Values[i].Type.Format(); f != nil && f.ClassOf(u128(x)) == format.Subnormal {
				return false
			}
		}
	}
	return true
}

// outOfFormat reports a program whose result is rounded to a narrower format of which none of the numbers is what was observed on a
// side.
func (s *Search) outOfFormat(side int, h *hypothesis) bool {
	ch := s.programs[h.prog].change
	if h.order > 0 || ch.Kind != RoundAll && ch.Kind != RoundLast && ch.Kind != RoundValues {
		return false
	}
	c := s.texts[s.programs[h.prog].root]
	f := c.Values[c.Result].Type.Format()
	narrow, _, ok := expr.Rounding(ch.Fn)
	if !ok || f == nil || narrow.FracBits >= f.FracBits {
		return false
	}
	step := uint64(1) << (f.FracBits - narrow.FracBits)
	for _, sets := range s.setsOf(f) {
		set := &sets[side]
		within := set.NaN
		for l := range set.Lo {
			within = within || set.Lo[l] <= set.Hi[l] && set.Hi[l]&^(step-1) >= set.Lo[l]
		}
		if !within {
			return true
		}
	}
	return false
}

// settled reports that the observed texts of a side leave one number on each row, and a program gives it where every operation is
// rounded for itself.
func (s *Search) settled(side int, prog int32) bool {
	k := [2]int32{int32(side), prog}
	yes, known := s.settles[k]
	if !known {
		if c, ok := s.program(prog); ok {
			r := s.resultsOf(c, s.chose(c, mustTarget("gcc")))
			yes = r != nil && s.single(side, c.Values[c.Result].Type, r)
		}
		s.settles[k] = yes
	}
	return yes
}

// compilersGive reports that compilers as they are give the results of all sides: of today's machines, or of those that were said.
func (s *Search) compilersGive() bool {
	for side := range s.sides {
		k := &s.known[side]
		today := func(x found) bool {
			h := &s.hyps[x.hyp]
			t := h.target
			return h.family == Machines && (t.Machine == expr.SSE || t.Machine == expr.X87 && k.Unit == OnX87 || t.Machine == expr.GPU && (t.GPU.CC >= 20 || k.CC > 0))
		}
		if !slices.ContainsFunc(s.found[side], today) {
			return false
		}
	}
	return true
}

// single reports results that are the only numbers which the observed texts of a side leave.
func (s *Search) single(side int, t expr.Type, results []uint64) bool {
	f := t.Format()
	if f == nil {
		return false
	}
	for row, sets := range s.setsOf(f) {
		if sets[side].Count() != 1 || sets[side].Level(results[row]) != Exactly {
			return false
		}
	}
	return true
}

// enough reports that orders of arrival are found for each side.
func (s *Search) enough() bool {
	for side := range s.sides {
		n := 0
		for _, x := range s.found[side] {
			if h := &s.hyps[x.hyp]; h.order > 0 && s.orderings[h.order-1].id == "atomics" {
				n++
			}
		}
		if n < enoughArrivals {
			return false
		}
	}
	return true
}

const enoughArrivals = 2

func u128(c uint64) wide.U128 { return wide.U128{Lo: c} }
