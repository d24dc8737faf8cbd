package explain

import (
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/expr"
)

// plausible is what a trait costs on a side: how far it is from what machines and compilers do by themselves. Reasons are
// words of Cause.Why.
func (s *Search) plausible(side int, x *found, t *traits) int {
	h := &s.hyps[x.hyp]
	k := &s.known[side]
	gpu := k.Unit == OnGPU || k.Unit == AnyUnit && h.family == Machines && h.target.Machine == expr.GPU
	cpu := k.Unit >= OnCPU
	cost := x.level * costLevel
	if k.Matrix {
		if u := s.unit(h); u != nil {
			return cost + k.called(u)
		}
		cost += costNotCalled
	}
	if s.isStored(&evaluation{found: x}) {
		cost += 10
	}
	for id, how := range t {
		if how == "" {
			continue
		}
		c := 0
		switch ID(id) {
		case CauseContraction: // nvcc fuses by default; a CPU needs -mfma or -march
			switch {
			case strings.HasPrefix(how, "mad"):
				if c = 30; k.CC > 0 {
					c = 0
				}
			case k.NoFMA: // if not all of the options were said
				c = 14
			case k.unfused():
				c = 11 // what else gives one result and not the other is less common
			case k.FMA, cpu && (s.known[1-side].NoFMA || s.known[1-side].Off): // two builds that differ in that
			case cpu:
				c = 4
			case h.family == Fusings:
				c = 6
			}
			if k.Target == nil && h.family == Fusings && how != "products" {
				c += 4
			}
			if k.Ready && s.terms >= manyTerms { // which adds in an order of its own, too
				c += 6
			}
		case CauseFTZ:
			if c = 6; k.FTZ {
				c = 0
			} else if k.Fast {
				c = 3
			} else if cpu {
				c = 8
			}
		case CauseFastDivision, CauseFastSqrt:
			if c = 7; how == reassociated {
				if c = 12; k.Fast && s.quotients { // quotients of one divisor become the quotient of their sum (seen in what g++ 12 compiles)
					c = 20
				} else if k.Fast {
					c = 4
				} else if (k.NoFMA || k.Off) && !k.Loose { // options were said, and not -ffast-math
					c = 24
				}
			} else if how == "1.x" && k.CC > 0 {
				c = 0
			} else if how == "1.x" {
				c = 30
			}
		case CauseFastFunction:
			c = 8
		case CauseX87:
			switch {
			case k.Unit == OnX87:
			case strings.HasPrefix(how, "24"): // the precision control of old 3D programs: nobody sets it unknowingly today
				c = 30
			case s.terms >= manyTerms:
				c = 24
			default:
				c = 14
			}
		case CauseWide: // a CPU's reference is often double; a GPU computes float in float
			switch {
			case how == inFloat && mentions(s.texts[s.programs[h.prog].root].Text, "double"):
				c = 12
			case how == asInC && onlyCmath(s.texts[s.programs[h.prog].root].Text):
				c = 2
			case how == inFloat, how == longDouble, how == "demoted" && k.CC > 0:
			case how == "demoted":
				c = 30
			case gpu && k.Unit == OnGPU:
				c = 24
			case k.Double:
				c = 3
			case s.long: // the author had inputs in double
				c = 6
			default:
				c = 12
			}
			if h.order > 0 {
				c += s.unasked(k)
			}
		case CauseLiteral:
			c = 12
			if k.Single && slices.ContainsFunc(s.changes(h), func(c Change) bool { return c.Kind == FloatLiterals }) { // the option that was said
				c = 0
			}
			if k.Unit == OnGPU && slices.ContainsFunc(s.changes(h), func(c Change) bool { return c.Kind == PlainLiterals }) { // the text that runs there has them
				c += tieWindow + 1
			}
		case CauseIntegerDivision:
			c = 6
		case CauseOrder:
			switch {
			case s.terms >= manyTerms || s.arrives:
				c = 8
			case h.family == Orders:
				c = 10
			default:
				c = 14
			}
			if k.Unit == OnX87 || k.Unit == OnSSE {
				c += 4
			}
			if k.Fast || k.Ordered || h.order > 0 && strings.HasPrefix(s.orderings[h.order-1].id, "openmp") && withoutPragmas(s.q.Text) != s.q.Text {
				c -= 6
			}
			c += s.unasked(k)
			if h.order > 0 && !s.arrives {
				c += s.rarity(side, x)
				if strings.HasPrefix(s.orderings[h.order-1].reads, "=tf32") { // numbers of a narrower format, which TF32 holds
					c += 6
				}
			}
			if (len(s.inputs) == 0 || s.oneTerm) && !s.arrives { // a loop over literals, or over one variable, is not split
				c += 6
			}
			if k.Ready && h.order > 0 && s.orderings[h.order-1].preset { // a library has an order of its own
				c -= 4
			}
		case CauseReducedInput:
			if c = 16; cpu {
				c = 26
			}
			if strings.HasPrefix(how, "=tf32 rna") || h.order > 0 && s.orderings[h.order-1].unit != nil {
				c -= 2
			}
			if !strings.HasPrefix(how, "=tf32") && !s.named { // matrix units read float as TF32, without a conversion in the program
				c += tieWindow + 1
			}
			if !s.narrow {
				c += 8
			}
		case CauseReducedAccumulation:
			if c = 18; cpu {
				c = 26
			}
			if s.holds(h.prog, formatName(how)+" rne") { // the inputs are numbers of that format
				c -= 6
			}
			if h.order > 0 { // a matrix unit, which rounds the result alone
				c -= 2
			}
			if !s.narrow {
				c += 8
			}
		case CauseNaN:
			if guard(how) {
				c = 14
			}
		case CauseLibrary:
			if strings.Contains(how, "(") {
				c = 6
				break
			}
			for _, w := range strings.Fields(how) { // a unit is what default builds of two libraries differ by
				ulps, _, _ := strings.Cut(strings.TrimLeft(w, "-"), "@")
				n, _ := strconv.Atoi(ulps)
				c += 4 + 3*n
			}
			if t := k.Target; t != nil && t.GPU.Flags.FastMath {
				c += 20
			}
		case CauseConversion:
			c = 6
		}
		if ID(id).reduced() && strings.HasPrefix(how, "=bf16 rtz") { // no unit and no library does: somebody takes the upper half of a float
			c += 12
		}
		if ID(id).reduced() && k.names(how) {
			c = 4
		}
		if s.unbounded && ID(id).reduced() {
			c += 12
		}
		if cpu && how != reassociated && (ID(id) == CauseFastDivision || ID(id) == CauseFastSqrt || ID(id) == CauseFastFunction) {
			c += 20
		}
		cost += c
	}
	if h.family == Machines && h.target.Machine == expr.GPU && h.target.GPU.CC < 20 && k.CC == 0 {
		cost += 20
	}
	if k.Ordered && t[CauseOrder] == "" && *t != (traits{}) && s.oneBuild() {
		cost += 12
	}
	if (k.Unit == OnGPU && k.Target == nil || k.FMA) && t[CauseContraction] == "" && s.fuses[s.programs[h.prog].root] {
		cost += 3 // somebody said -fmad=false or -G
	}
	return cost
}

// oneBuild reports results of which the same was said but for the order, and more than that: one build of the program, run otherwise.
func (s *Search) oneBuild() bool {
	a, b := s.known[0], s.known[1]
	a.Ordered, b.Ordered = false, false
	return s.sides == 2 && a == b && a != (Known{})
}

// unasked is what another order costs where the options of a compiler of few terms were said, and none that lets it have one.
func (s *Search) unasked(k *Known) int {
	if (k.NoFMA || k.Off) && !k.Fast && !k.Loose && !k.Ordered && s.terms < manyTerms {
		return 8
	}
	return 0
}

// rarity is what it costs that few of the orders that were tried give a result: the binary logarithm of one in how many,
// where usual orders count more than unusual ones. One of sixty orders may give what was observed by chance.
func (s *Search) rarity(side int, x *found) (c int) {
	prog := s.hyps[x.hyp].prog
	fused := s.orderings[s.hyps[x.hyp].order-1].fused
	if s.unit(&s.hyps[x.hyp]) != nil {
		return 4
	}
	if s.orderings[s.hyps[x.hyp].order-1].id == "serial" { // beside a reduction: what everybody writes
		return 0
	}
	weight := func(h *hypothesis) int {
		if h.order == 0 || h.prog != prog {
			return 0
		}
		o := &s.orderings[h.order-1]
		if o.unit != nil || o.fused != fused || o.reads != "" || o.double || o.exact || o.id == "serial" {
			return 0
		}
		return max(1, 9-o.cost)
	}
	all, hit := 0, 0
	for i := range s.hyps {
		all += weight(&s.hyps[i])
	}
	for i := range s.found[side] {
		if y := &s.found[side][i]; y.typ == x.typ && slices.Equal(y.results, x.results) {
			hit += weight(&s.hyps[y.hyp])
		}
	}
	for hit = max(hit, 1); 2*hit <= all; hit *= 2 {
		c++
	}
	return c
}

// manyTerms is the number of terms from which on a sum is taken to have been split among threads.
const manyTerms = 8

// everyBuild adds to the pairs every compiler and set of flags of today that gives one of the results, beside the best
// evaluation of the other; each side has half of the room.
func (s *Search) everyBuild(list []pair, a, b []evaluation) []pair {
	best := list[0]
	limit := maxPlausible
	if len(s.base.Values) > 2000 {
		limit /= 5
	}
	today := func(side int, e, best *evaluation) bool {
		h := &s.hyps[e.hyp]
		t := h.target
		x87 := t.Machine == expr.X87 && (s.known[side].Unit == OnX87 || s.hyps[best.hyp].target.Machine == expr.X87)
		return !s.narrower(e, best) && h.family == Machines && (t.Machine == expr.GPU && (t.GPU.CC >= 20 || t.GPU.CC == s.known[side].CC) || t.Machine == expr.SSE || x87) && !s.isStored(e)
	}
	for side, from := range [2][]evaluation{a, b} {
		for i := range from {
			p, e := pair{a: best.a, b: best.b}, &from[i]
			if len(list) >= limit*(side+1)/2 || !today(side, e, *p.side(side)) || slices.ContainsFunc(list, func(q pair) bool { return (*q.side(side)).found == e.found }) {
				continue
			}
			*p.side(side) = e
			list = append(list, p)
		}
	}
	return list
}

// reciprocal reports quotients taken for products with reciprocals.
func (p *pair) reciprocal() bool {
	return p.a.traits[CauseFastDivision] == reassociated || p.b.traits[CauseFastDivision] == reassociated
}

// side is the evaluation of one side.
func (p *pair) side(n int) **evaluation {
	if n == 0 {
		return &p.a
	}
	return &p.b
}

// unlikePairs adds the pairs up to a cost in which an evaluation stands that is in none of the pairs that are there; however many are,
// a few more find room.
func (s *Search) unlikePairs(list, from []pair, most int) []pair {
	limit := maxPlausible
	if len(s.base.Values) > 300 {
		limit /= 5
	}
	limit = max(limit, len(list)+limit/8)
	old := func(side int, e *evaluation) bool { // nobody said that a GPU of before 2010 was used
		t := s.hyps[e.hyp].target
		return t.Machine == expr.GPU && t.GPU.CC < 20 && s.known[side].CC == 0
	}
	for _, p := range from {
		if p.cost <= most && len(list) < limit && !old(0, p.a) && !old(1, p.b) &&
			(!slices.ContainsFunc(list, func(q pair) bool { return p.a.found == q.a.found }) || !slices.ContainsFunc(list, func(q pair) bool { return p.b.found == q.b.found })) {
			list = append(list, p)
		}
	}
	return list
}

// weight orders causes that act together: what a reader would not think of comes first.
func weight(id ID) int {
	switch id {
	case CauseContraction:
		return 1
	case CauseFTZ, CauseFastDivision, CauseFastSqrt:
		return 2
	case CauseReducedInput, CauseReducedAccumulation, CauseIntegerDivision: // whose effect is the largest
		return 4
	}
	return 3
}
