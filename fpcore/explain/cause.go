package explain

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
	"ulplab/fpcore/stable"
	"ulplab/fpcore/tensor/product"
)

// ID names why two results differ, or what keeps that from being said.
type ID uint8

// The causes.
const (
	NoCause                  ID = iota
	CauseSame                   // both results are one number
	CauseDigits                 // too few digits were printed to tell
	CauseContraction            // a product and a sum are one operation with one rounding
	CauseOrder                  // another order or grouping of additions or products
	CauseWide                   // one side computed in a wider format than the other
	CauseLiteral                // a literal or a variable has another type
	CauseX87                    // x87 registers are wider than the type
	CauseFTZ                    // subnormal numbers are zeros
	CauseFastDivision           // an approximate division
	CauseFastSqrt               // an approximate square root
	CauseFastFunction           // -use_fast_math, or an intrinsic, in the place of a function
	CauseLibrary                // another implementation of a function
	CauseReducedInput           // factors are rounded to TF32, bfloat16 or binary16 first
	CauseReducedAccumulation    // results are rounded to a narrower format
	CauseConversion             // a conversion whose result C leaves undefined or to the implementation
	CauseNaN                    // NaNs differ in bits that mean nothing
	CauseIntegerDivision        // a quotient of whole numbers lost its fraction
	CauseBug                    // no rounding: a mistake
	causes
)

var causeIDs = [causes]string{"", "same", "digits", "contraction", "order", "wide-evaluation", "literal", "x87", "ftz", "fast-division", "fast-sqrt",
	"fast-function", "library-function", "reduced-input", "reduced-accumulation", "undefined-conversion", "nan", "integer-division", "bug"}

func (id ID) String() string { return causeIDs[id] }

// reduced reports a cause in a format narrower than the program's.
func (id ID) reduced() bool { return id == CauseReducedInput || id == CauseReducedAccumulation }

// Cause is one reason that the observed bits allow.
type Cause struct {
	ID    ID
	Rank  int  // 1 is the most plausible; causes of one rank are as plausible as each other
	Alone bool // the bits, or what was said of the machines, exclude every other cause
	With  []ID // causes that have to act together with this one; empty if it explains the difference by itself
	Side  int  // the side that departs from the plain evaluation of its program: 0, 1 or BothSides
	Fn    string
	Or    string // a rounding to another format that fits too, and is less plausible than that of Fn
	From  int32  // place in the text, if there is one
	To    int32
	Pairs [2][]Candidate // evaluations of both sides that it covers, the most plausible first
}

// traits are what an evaluation does other than plain arithmetic in the types of the program, operation by operation, to
// nearest: for each cause how, "" if it does not. Only what has an effect on the rows counts.
type traits [causes]string

// evaluation is a found hypothesis with its traits.
type evaluation struct {
	*found
	traits
	cost  int
	also  []*found // other targets whose compilers choose the same
	weak  bool     // a result like this may well come from one of the variations by chance
	loose bool     // and is expected to: it is as near as the digits that were printed go
}

// choiceOf returns what a hypothesis' compiler chose.
func (s *Search) choiceOf(h *hypothesis) (*expr.Code, expr.Choice, bool) {
	code, ok := s.program(h.prog)
	if !ok || h.order > 0 {
		return nil, expr.Choice{}, false
	}
	if h.choice != nil {
		return code, *h.choice, true
	}
	return code, s.chose(code, h.target), true
}

// changes lists how the program of a hypothesis was varied.
func (s *Search) changes(h *hypothesis) (list []Change) {
	for n := int(h.prog); ; n = s.programs[n].parent {
		if ch := s.programs[n].change; ch.Kind != AsWritten {
			list = append(list, ch)
		}
		if n == s.programs[n].parent {
			return list
		}
	}
}

// withoutEffect reports that a variation of the program gives the results that the program as written gives on the same
// target.
func (s *Search) withoutEffect(x *found) bool {
	h := &s.hyps[x.hyp]
	p := &s.programs[h.prog]
	if h.order > 0 || int(h.prog) == p.parent || p.change.Kind == OtherLibrary || s.programs[p.parent].change.Kind == PlainLiterals { // a reference has both
		return false
	}
	c, ok := s.program(int32(p.parent))
	if !ok || c.Values[c.Result].Type != x.typ {
		return false
	}
	plain := s.libraried(c)
	return slices.Equal(s.resultsOf(c, s.chose(c, h.target)), x.results) || plain != c && slices.Equal(s.resultsOf(plain, s.chose(plain, h.target)), x.results)
}

// partEnough reports a program with every value held in a narrower format where the inputs so held, or the results, already give the same.
func (s *Search) partEnough(side int, x *found) bool {
	all := s.programs[s.hyps[x.hyp].prog].change
	return all.Kind == RoundValues && slices.ContainsFunc(s.found[side], func(y found) bool {
		part := s.programs[s.hyps[y.hyp].prog].change
		return (part.Kind == RoundAll || part.Kind == RoundInputs && part.Was == "") && part.Fn == all.Fn && slices.Equal(x.results, y.results)
	})
}

// allDouble reports a program whose literals lost their f, and which computes nothing in float then.
func (s *Search) allDouble(x *found) bool {
	p := &s.programs[s.hyps[x.hyp].prog]
	return p.change.Kind == PlainLiterals && p.code != nil && !slices.ContainsFunc(p.code.Values, func(v expr.Value) bool {
		return v.Type == expr.Float && v.Op != expr.Input && v.Op != expr.Const
	})
}

// asWritten reports the sum of a double reference in another order where the order of the program gives the same.
func (s *Search) asWritten(side int, x *found) bool {
	h := &s.hyps[x.hyp]
	k := s.programs[h.prog].change.Kind
	return (k == AllDouble || k == DoubleOfFloat) && slices.ContainsFunc(s.found[side], func(y found) bool {
		g := &s.hyps[y.hyp]
		return g.prog == h.prog && g.order == 0 && slices.Equal(x.results, y.results)
	})
}

// traitsOf reduces a hypothesis to what has an effect: every aspect that can be taken back without changing a result on
// the rows is.
func (s *Search) traitsOf(x *found) (t traits) {
	h := &s.hyps[x.hyp]
	for _, ch := range s.changes(h) {
		switch ch.Kind {
		case AllFloat:
			if t[CauseLiteral] = strconv.Itoa(int(ch.Kind)); s.inOneType(h) {
				t[CauseLiteral], t[CauseWide] = "", inFloat
			}
		case FloatData:
			p := &s.programs[h.prog]
			plain, ok := s.program(int32(p.parent))
			if s.inOneType(h) && !mentions(s.texts[p.root].Text, "double") && !(ok && slices.Equal(s.resultsOf(plain, s.chose(plain, h.target)), x.results)) {
				t[CauseWide] = inFloat
			}
		case FloatLiterals, PlainLiterals:
			t[CauseLiteral] = strconv.Itoa(int(ch.Kind))
		case FunctionsOfC:
			t[CauseWide] = asInC
		case AllDouble, DoubleRounded, DoubleOfFloat, DoubleOfFloatRounded:
			t[CauseWide] = strconv.Itoa(int(ch.Kind))
		case RoundFactors:
			t[CauseReducedInput] = ch.Fn + strconv.Itoa(int(ch.From)) + " " + strconv.Itoa(int(ch.To))
		case RoundInputs:
			t[CauseReducedInput] = ch.Fn + strconv.Itoa(int(ch.Kind)) + ch.Was
		case RoundAll, RoundLast, RoundValues:
			t[CauseReducedAccumulation] = ch.Fn + strconv.Itoa(int(ch.Kind))
		case Policy, Saturating:
			t[CauseConversion] = ch.Fn
		case Regrouped:
			t[CauseOrder] = ch.Fn
		case Simplified, Factored:
			t[CauseOrder] = reassociated
		case Extremes:
			t[CauseNaN] += ch.Fn
		case FiniteOnly:
			t[CauseNaN] = finiteMath
		case Reciprocals:
			t[CauseFastDivision] = reassociated
		case TrueDivision:
			t[CauseIntegerDivision] = "whole" + ch.Was
		case WholeInputs:
			t[CauseIntegerDivision] = "int"
		case Spelled:
			t[ch.ID] += ch.Was
		case AnotherNaN:
			if t[CauseNaN] += ch.Fn; ch.ID != NoCause {
				t[CauseNaN] = finiteResult
			}
		case OtherLibrary:
			if ch.Ulps != 0 {
				t[CauseLibrary] += strconv.Itoa(ch.Ulps) + "@" + strconv.Itoa(int(ch.From)) + " "
			}
		}
	}
	if t[CauseWide] != "" && t[CauseLiteral] == strconv.Itoa(int(PlainLiterals)) { // all of it is in double
		t[CauseLiteral] = ""
	}
	if h.order > 0 {
		o := &s.orderings[h.order-1]
		switch {
		case o.double || o.exact:
			t[CauseWide] = o.id
		case o.unit != nil:
			if how := o.narrow(); how != "" {
				t[CauseReducedAccumulation] = how
			}
			if o.reads != "" && !s.heldFactors(h, o.reads) {
				t[CauseReducedInput] = o.reads
			} else if o.unit.Plan.Dot == nil && o.unit.Plan.Rule == product.Whole {
				t[CauseContraction] = "products"
			} else if t[CauseReducedAccumulation] == "" {
				t[CauseOrder] = o.unit.Name + " " + o.unit.Plan.String()
			}
			return t
		case o.id != "serial" || s.programs[h.prog].sum.tree:
			t[CauseOrder] += o.id + " " + strconv.Itoa(o.knobs.Threads) + " " + strconv.Itoa(o.knobs.Blocks) + " " + strconv.Itoa(o.knobs.Accums) + " " + strconv.Itoa(o.knobs.Seed)
		}
		if o.fused {
			t[CauseContraction] = "products"
		}
		if o.reads != "" {
			t[CauseReducedInput] = o.reads
		}
		return t
	}
	code, z, ok := s.choiceOf(h)
	if !ok {
		return t
	}
	if z.CC > 0 && z.CC < 20 { // the oldest GPUs: is it their arithmetic at all?
		w := z
		w.CC, w.Mad = 90, false
		if r := s.resultsOf(code, w); slices.Equal(r, x.results) {
			z = w
		}
	}
	for _, a := range aspects {
		w := z
		a.revert(&w)
		if w == z {
			continue
		}
		if r := s.resultsOf(code, w); slices.Equal(r, x.results) {
			z = w
			continue
		}
		t[a.id] += a.how(&z)
	}
	if t[CauseContraction] == "mad " { // a fusing that no Choice tells, so that none reverts anything else
		t[CauseFTZ], t[CauseWide] = "", ""
	}
	if t[CauseLibrary] == "" && s.ownLibrary(code, z) {
		t[CauseLibrary] = "host"
		if z.Machine == expr.GPU {
			t[CauseLibrary] = "CUDA"
		}
	}
	for _, id := range []ID{CauseFastFunction, CauseFastDivision} {
		if z.Machine == expr.GPU && t[id] == "" && s.ownIntrinsics(code, z, id) {
			t[id] = "written"
		}
	}
	if z.CC > 0 && z.CC < 20 { // divisions and roots of 1.x
		old := z
		unfused(&old)
		old.Mad = false
		w := old
		w.CC = 90
		if !slices.Equal(s.resultsOf(code, w), s.resultsOf(code, old)) {
			if hasDivision(code) {
				t[CauseFastDivision] = "1.x"
			} else {
				t[CauseFastSqrt] = "1.x"
			}
		}
	}
	if t[CauseX87] != "" && s.inLongDouble(h) {
		t[CauseX87], t[CauseWide] = "", longDouble
	}
	return t
}

// ownIntrinsics reports that the approximations of CUDA which the program calls by their names, __fdividef or __expf and the like, have
// an effect on a GPU: divisions and functions of C in their place give other results.
func (s *Search) ownIntrinsics(c *expr.Code, z expr.Choice, id ID) bool {
	plain, ok := withoutIntrinsics(c, func(m expr.Meaning) bool { return (m.ID == "div") == (id == CauseFastDivision) })
	z.FastCalls, z.Div = false, expr.DivRounded
	return ok && !slices.Equal(s.resultsOf(c, z), s.resultsOf(s.libraried(plain), z))
}

// ownLibrary reports that the functions of the target's own library, CUDA's or the C library's, have an effect: correctly rounded
// ones give other results.
func (s *Search) ownLibrary(c *expr.Code, z expr.Choice) bool {
	z.FastCalls, z.FlushIn, z.FlushOut = false, false, false // what becomes of subnormal numbers is another cause
	plain := s.libraried(c)
	return plain != c && !slices.Equal(s.resultsOf(c, z), s.resultsOf(plain, z))
}

// holds reports that rounding as =bf16 rne says leaves all inputs as they are.
func (s *Search) holds(prog int32, fn string) bool {
	c, ok := s.program(prog)
	f, env, known := expr.Rounding(fn)
	if !ok || !known {
		return false
	}
	for row := range s.table.In {
		for i, x := range s.rowInputs(c, row) {
			t := c.Inputs[i].Type
			if t == expr.Float && expr.RoundTo(f, env, format.F32, x) != x {
				return false
			}
		}
	}
	return true
}

// heldFactors reports that the factors of the sum of an ordering are numbers that rounding as =tf32 rna says leaves as they are.
func (s *Search) heldFactors(h *hypothesis, fn string) bool {
	to, env, known := expr.Rounding(fn)
	if !known || !s.prepare(h) {
		return false
	}
	sum := &s.programs[h.prog].sum
	f := sum.typ.Format()
	for _, v := range s.cached.values {
		for i := range sum.a {
			if x, y := v[sum.a[i]], v[sum.b[i]]; expr.RoundTo(to, env, f, x) != x || expr.RoundTo(to, env, f, y) != y {
				return false
			}
		}
	}
	return true
}

func hasDivision(c *expr.Code) bool {
	return slices.ContainsFunc(c.Values, func(v expr.Value) bool { return v.Op == expr.Div && v.Type.IsFloat() })
}

// Bounds of the comparison of evaluations.
const (
	maxEvaluations  = 90
	maxNamed        = 8  // evaluations kept with a cause
	tieWindow       = 3  // costs within it are one rank
	maxPlausible    = 40 // pairs that a remedy has to work for
	aloneWindow     = 20 // a cause this much less plausible than the best does not stand beside it
	plausibleWindow = 24 // and of pairs, how much less plausible than the best they may be
)

// evaluations reduces the hypotheses that give what was observed on a side.
func (s *Search) evaluations(side int) (list []evaluation) {
	sorted := make([]*found, 0, len(s.found[side]))
	for i := range s.found[side] {
		sorted = append(sorted, &s.found[side][i])
	}
	stable.Sort(sorted, func(a, b *found) int { return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(a.hyp, b.hyp)) })
	most := maxEvaluations
	if n := len(s.base.Values); n > 3000 {
		most = 16
	} else if n > 300 {
		most = 40
	}
	var family [families]int
	for _, x := range sorted {
		f := s.hyps[x.hyp].family
		if k := slices.IndexFunc(list, func(e evaluation) bool { return s.alike(e.found, x) }); k >= 0 {
			list[k].also = append(list[k].also, x)
			continue
		}
		if f != Machines && s.withoutEffect(x) || f == Storage && s.partEnough(side, x) || f == Orders && s.asWritten(side, x) {
			continue
		}
		if family[f]++; len(list) >= most && family[f] > 4 || family[f] > most/2 && f != Orders {
			continue
		}
		if h := &s.hyps[x.hyp]; h.order > 0 && s.orderings[h.order-1].fused && s.known[side].Unit == OnX87 { // no multiply-add in x87
			continue
		}
		e := evaluation{found: x, traits: s.traitsOf(x)}
		if k := &s.known[side]; strings.HasPrefix(e.traits[CauseReducedInput], "=tf32") && k.Unit >= OnCPU && !k.Ready && !k.Held { // of GPUs alone
			continue
		}
		if how := e.traits[CauseReducedInput] + e.traits[CauseReducedAccumulation]; f == Storage && how != "" && !strings.HasPrefix(how, inFloats) && s.known[side].Float && !s.named && !s.multiplies() {
			for _, c := range s.changes(&s.hyps[x.hyp]) {
				s.denied[side] = cmp.Or(s.denied[side], c.Fn)
			}
			continue
		}
		if s.convertsElsewhere(side, x) {
			continue
		}
		if s.known[side].Unit == OnGPU && e.traits[CauseFTZ] != "" && s.hyps[x.hyp].target.Machine != expr.GPU && !s.flushesThere(&s.hyps[x.hyp]) {
			continue
		}
		if how := e.traits[CauseLiteral]; how != "" && s.known[side].Double && s.allDouble(x) { // all of it is in double, literals too
			e.traits[CauseLiteral], e.traits[CauseWide] = "", how
		}
		e.weak = e.traits[CauseLibrary] != "" && s.manyWays || guard(e.traits[CauseNaN])
		e.cost = s.plausible(side, x, &e.traits)
		list = append(list, e)
	}
	list = stable.Delete(list, func(e evaluation) bool { return s.serial(e.found, &e.traits, list) })
	flushes := false
	for _, e := range list {
		flushes = flushes || e.traits[CauseFTZ] != "" && e.typ == expr.Double
	}
	for i := range list {
		if flushes && list[i].traits[CauseWide] == inFloat { // numbers that are subnormal in double are no data of a program in float
			list[i].cost += aloneWindow
		}
	}
	// What CUDA's functions give is known: where they give the result, nobody has to think of functions that are off by some ulp.
	known := func(e evaluation) bool {
		return s.hyps[e.hyp].family == Machines && !strings.Contains(e.traits[CauseLibrary], "@")
	}
	if s.known[side].Unit == OnGPU && slices.ContainsFunc(list, known) {
		list = stable.Delete(list, func(e evaluation) bool { return strings.Contains(e.traits[CauseLibrary], "@") })
	}
	// Where the compiler and the flags that were said give the result, nothing else is needed for it.
	said := func(e evaluation) bool {
		h := &s.hyps[e.hyp]
		return s.known[side].Target != nil && h.family == Machines && !slices.ContainsFunc(s.changes(h), func(c Change) bool { return c.Kind != Parameters })
	}
	if slices.ContainsFunc(list, said) {
		list = stable.Delete(list, func(e evaluation) bool { return !said(e) })
	}
	stable.Sort(list, func(a, b evaluation) int { return cmp.Compare(a.cost, b.cost) })
	return list
}

// serial reports the order in which the program stands where a compiler was found that adds in it and gives the same.
func (s *Search) serial(x *found, t *traits, list []evaluation) bool {
	h := &s.hyps[x.hyp]
	if h.order == 0 || s.orderings[h.order-1].id != "serial" || t[CauseReducedInput] != "" {
		return false
	}
	return slices.ContainsFunc(list, func(e evaluation) bool {
		u, v := e.traits, *t
		fused := (u[CauseContraction] != "") == (v[CauseContraction] != "")
		u[CauseContraction], v[CauseContraction] = "", ""
		return fused && s.hyps[e.hyp].order == 0 && u == v && e.typ == x.typ && slices.Equal(e.results, x.results)
	})
}

// causesOf compares every evaluation of the first result with every one of the second and groups the pairs by what they
// differ in. A group that needs more causes than another one is dropped.
func (s *Search) causesOf(a, b []evaluation) (list []Cause, plausible []pair) {
	groups := map[[causes]bool]*pair{}
	var keys [][causes]bool
	members := map[[causes]bool][]pair{}
	unknown := 1 << 30 // the cost of two evaluations that differ in nothing that has a name here
	for i := range a {
		for j := range b {
			d, n := s.difference(&a[i], &b[j])
			if n == 0 {
				if !sameEvaluation(&a[i], &b[j]) {
					unknown = min(unknown, a[i].cost+b[j].cost)
				}
				continue
			}
			p := pair{&a[i], &b[j], d, n, a[i].cost + b[j].cost}
			if d[CauseContraction] && (s.byDefault(0, &a[i]) || s.byDefault(1, &b[j])) {
				n-- // what every GPU's default build does is no further accident
			}
			if n > 1 {
				p.cost += 6 * (n - 1)
			}
			g := groups[d]
			if g == nil {
				keys = append(keys, d)
			}
			if g == nil || p.cost < g.cost {
				groups[d] = &p
			}
			if len(members[d]) < 400 {
				members[d] = append(members[d], p)
			}
		}
	}
	within := func(x, y [causes]bool) bool { // x is a part of y
		for id := range x {
			if x[id] && !y[id] {
				return false
			}
		}
		return x != y
	}
	all := stable.Clone(keys)
	keys = stable.Delete(stable.Clone(keys), func(k [causes]bool) bool {
		for _, o := range all {
			if o == k {
				continue
			}
			if g := groups[o]; within(o, k) && g.cost <= groups[k].cost+8 {
				return true
			}
		}
		return false
	})
	stable.Sort(keys, func(x, y [causes]bool) int { return cmp.Compare(groups[x].cost, groups[y].cost) })
	if len(keys) == 0 {
		return nil, nil
	}
	best := *groups[keys[0]]
	plausible = s.everyBuild(append(plausible, best), a, b)
	rank, from := 1, best.cost
	for n, k := range keys {
		g := groups[k]
		if g.cost > best.cost+2*aloneWindow && n > 0 || len(list) >= maxNamed {
			break
		}
		if g.cost > from+tieWindow {
			rank, from = len(list)+1, g.cost
		}
		ids := s.ids(g)
		c := Cause{Rank: rank}
		// The most unusual of several is named first.
		stable.Sort(ids, func(x, y ID) int { return cmp.Compare(weight(y), weight(x)) })
		c.ID, c.With = ids[0], ids[1:]
		if slices.ContainsFunc(list, func(o Cause) bool { return o.ID == c.ID && slices.Equal(o.With, c.With) }) {
			continue
		}
		c.Side = s.sideOf(g, c.ID)
		stable.Sort(members[k], func(x, y pair) int { return cmp.Compare(x.cost, y.cost) })
		for side := range 2 {
			var seen []int32
			for _, m := range members[k] {
				e := m.a
				if side == 1 {
					e = m.b
				}
				if len(seen) < maxNamed && m.cost <= g.cost+aloneWindow && !slices.Contains(seen, e.hyp) {
					seen = append(seen, e.hyp)
					named := s.candidate(e.found)
					for _, x := range e.also {
						named.Also = append(named.Also, s.hyps[x.hyp].target)
					}
					c.Pairs[side] = append(c.Pairs[side], named)
				}
			}
		}
		s.locate(&c, g)
		if c.ID.reduced() { // several formats fit
			for _, m := range members[k] {
				other := Cause{ID: c.ID, Side: c.Side}
				if s.locate(&other, &m); m.cost > g.cost+aloneWindow || formatName(other.Fn) == formatName(c.Fn) {
					continue
				}
				if c.Or = cmp.Or(c.Or, other.Fn); m.cost <= g.cost+tieWindow {
					c.Fn, c.Or = "", ""
					break
				}
			}
		}
		if at := slices.IndexFunc(list, func(o Cause) bool {
			return c.ID.reduced() && o.ID == c.ID && o.Side == c.Side && o.Fn == c.Fn && o.Rank == c.Rank
		}); at >= 0 {
			list[at].With = stable.Delete(stable.Clone(list[at].With), func(id ID) bool { return !slices.Contains(c.With, id) }) // what comes beside it is open
			continue
		}
		list = append(list, c)
		if g.cost > best.cost+tieWindow {
			continue
		}
		for _, more := range all { // with further causes beside, or other instructions of a compiler
			if more == k || (within(k, more) || n == 0) && byFlags(more) {
				plausible = s.unlikePairs(plausible, members[more], best.cost+plausibleWindow)
			}
		}
	}
	list[0].Alone = !s.cut && !best.a.weak && !best.b.weak && best.cost <= aloneWindow && unknown > best.cost+aloneWindow
	for _, k := range keys[1:] {
		if groups[k].cost <= best.cost+aloneWindow {
			list[0].Alone = false
		}
	}
	if c := &list[0]; c.ID != CauseContraction && !slices.Contains(c.With, CauseContraction) && s.unsure() {
		c.Alone = false
	}
	if list[0].ID == CauseWide && (s.escapes(&best) || slices.ContainsFunc(s.known[:], func(k Known) bool { return k.Unit == OnX87 && k.Target == nil })) { // whose registers are wider too
		list[0].Alone = false
	}
	if c := list[0]; c.ID == CauseReducedAccumulation && c.Side != BothSides && s.inputsToo(c.Side, best) { // as a library holds both
		list[0].Alone = false
		list = stable.Delete(list, func(o Cause) bool { return o.ID == CauseReducedInput && o.Side == c.Side && o.Fn == c.Fn })
		list = stable.Insert(list, 1, Cause{ID: CauseReducedInput, Rank: c.Rank, With: append([]ID{c.ID}, c.With...), Side: c.Side, Fn: c.Fn, Pairs: c.Pairs})
	}
	if c := list[0]; (c.ID == CauseWide || c.ID == CauseLiteral) && s.allFloat(best.a) != s.allFloat(best.b) { // are the variables float, or the operations?
		list[0].Alone = false
		other := Cause{ID: CauseLiteral, Rank: c.Rank, With: c.With, Side: c.Side, Pairs: c.Pairs}
		if c.ID == CauseLiteral {
			other.ID, other.Fn = CauseWide, inFloat
		}
		list = stable.Insert(stable.Delete(list, func(o Cause) bool { return o.ID == other.ID && o.Side == other.Side }), 1, other)
	}
	if list[0].ID == CauseContraction && s.byNoCompiler(a, b) && s.telling(best) < 2 {
		list[0].Alone = false
	}
	if list[0].Alone && list[0].ID != s.textCause && !slices.Contains(list[0].With, s.textCause) && s.matters(&best) {
		list[0].Alone = false
		list = stable.Insert(stable.Delete(list, func(o Cause) bool { return o.ID == s.textCause }), 1, Cause{ID: s.textCause, Rank: 1, Side: s.departs(), Fn: s.textWay})
	}
	if c := list[0]; c.Alone && s.textDiffers && c.ID == s.textCause && c.ID != CauseContraction {
		if side := s.fusedAlike(&best); side < BothSides {
			list[0].Alone = false
			list = stable.Insert(stable.Delete(list, func(o Cause) bool { return o.ID == CauseContraction }), 1, Cause{ID: CauseContraction, Rank: 1, Side: side})
		}
	}
	if list[0].Alone {
		list = list[:1]
	}
	return list, plausible
}

// finite reports a number.
func finite(t expr.Type, c uint64) bool {
	f := t.Format()
	return f == nil || f.ClassOf(u128(c)).IsFinite()
}

// unsure reports a program with branches or loops in which products may be fused: what compilers fuse there is not known of
// every program (expr.KnownErrors), so that a result may be theirs though no evaluation that was tried shows it.
func (s *Search) unsure() bool {
	for root := range 2 {
		c, _ := s.program(s.main[root])
		if len(expr.Fusable(c)) > 0 && slices.ContainsFunc(c.Values, func(v expr.Value) bool { return v.Op == expr.Select || v.Pass > 0 }) {
			return true
		}
	}
	return false
}

// byFlags reports causes that options of one compiler decide.
func byFlags(d [causes]bool) bool {
	for id, on := range d {
		switch ID(id) {
		case CauseContraction, CauseFTZ, CauseFastDivision, CauseFastSqrt, CauseFastFunction:
		default:
			if on {
				return false
			}
		}
	}
	return true
}

// alike reports two hypotheses for which the compilers choose the same, but for the compute capability from 2.0 on.
func (s *Search) alike(x, y *found) bool {
	h, g := &s.hyps[x.hyp], &s.hyps[y.hyp]
	if h.prog != g.prog || h.order != g.order || h.order > 0 || h.target.GPU.Flags.FastMath != g.target.GPU.Flags.FastMath {
		return false
	}
	_, a, _ := s.choiceOf(h)
	_, b, _ := s.choiceOf(g)
	a.CC, b.CC = min(a.CC, 20), min(b.CC, 20)
	return a == b && slices.Equal(x.results, y.results)
}
