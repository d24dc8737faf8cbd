package explain

import (
	"math"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
)

// Model says what the evaluations that a bound has to hold for may do beside rounding every operation to nearest in its
// type and fusing products into sums. The zero Model adds nothing.
type Model struct {
	Division      int    // ulp of a binary32 division, 0: correctly rounded
	Root          int    // ulp of a binary32 square root, 0: correctly rounded
	Truncate      bool   // products of binary32 may be cut instead of rounded
	Flush         bool   // subnormal numbers may be taken as zero, as operands and as results
	Operands      string // factors of binary32 products are rounded first, as expr.Rounding reads it; "": they are not
	Every         string // inputs, constants and results may be rounded further, as expr.Rounding reads it: "=f16 rne"; "": they are not
	AnyOrder      bool   // the terms of sums may be added, and the factors of products multiplied, in any order
	Wide          bool   // operations may be computed in a wider format and rounded again later, or never
	Demoted       bool   // binary64 may be computed in binary32
	Literals      bool   // literals may be read in another precision than they are written
	Inputs        bool   // inputs may be numbers that round to the ones given
	FastFunctions bool   // functions of binary32 may be CUDA's intrinsics, as under -use_fast_math
	Library       Vendor // whose functions
}

// ModelOf is the Model of a choice of instructions.
func ModelOf(ch expr.Choice) Model {
	m := Model{Flush: ch.FlushIn || ch.FlushOut, Truncate: ch.Mad, Demoted: ch.Demote || ch.Precision == 24, FastFunctions: ch.FastCalls}
	m.Wide = ch.Promote || ch.Machine == expr.X87 || ch.Machine == expr.Strict
	if ch.Div != expr.DivRounded {
		m.Division = 2
	}
	if ch.Sqrt != expr.SqrtRounded {
		m.Root = 3
	}
	return m
}

// With is the Model of what one or the other allows; of two roundings of factors or of all that of m stays, if it has one.
func (m Model) With(n Model) Model {
	m.Division, m.Root = max(m.Division, n.Division), max(m.Root, n.Root)
	m.Truncate, m.Flush, m.AnyOrder = m.Truncate || n.Truncate, m.Flush || n.Flush, m.AnyOrder || n.AnyOrder
	m.Wide, m.Demoted, m.FastFunctions = m.Wide || n.Wide, m.Demoted || n.Demoted, m.FastFunctions || n.FastFunctions
	m.Literals, m.Inputs = m.Literals || n.Literals, m.Inputs || n.Inputs
	if m.Operands == "" {
		m.Operands = n.Operands
	}
	if m.Every == "" {
		m.Every = n.Every
	}
	if m.Library != n.Library {
		m.Library = AnyVendor
	}
	return m
}

// BoundStep is one operation of a derivation.
type BoundStep struct {
	Value    int32
	From, To int32
	Result   string // the exact value rounded to the type, as text.Value has it
	Local    string // bound of the error of this operation alone, two digits, rounded up
	Total    string // bound of the error so far
}

// Bound is a bound of the error of a program's result on given inputs: every evaluation that the Model allows lies within
// it of the exact value of the program.
//
// Let x be the exact value of an operand and E(x) the bound of its error. Every evaluation has a number of magnitude at
// most X = |x| + E(x) in its place, hence an operation has the error
//
//	E(x ± y) = E(x) + E(y) + h        E(x * y) = |x| E(y) + |y| E(x) + E(x) E(y) + h
//	E(x / y) = (E(x) + |x/y| E(y)) / (|y| - E(y)) + h        E(f(x)) = E(x) max |f'| + h
//
// with h the error of the rounding, or of the function, at the largest magnitude that the result can have. Functions have
// the errors of Accuracies. Where an evaluation may overflow, or have no number as its result, there is no bound: with one,
// every evaluation is a number. A comparison that an error may turn lets both branches of what depends on it be taken.
type Bound struct {
	Steps    []BoundStep
	Sources  []BoundSource // of the functions' errors, each function once
	Missing  int32         // the value at which no bound is known, -1 if all have one
	Why      string        // the reason there
	Exact    bool          // no error at all
	Second   bool          // of an Answer: it is that of the second of two programs, and is the larger one
	Allows   string        // what else than rounding to nearest it holds for, as ", in any order of additions"
	Absolute string
	Relative string // of the exact value, "" where it is 0
	// Of the exact value in the type of the result, of an Answer in the narrower of the types of two; "" where it is 0 or no number of that
	// type's range.
	Ulps string
	// The same for the difference of two evaluations: twice the bound. Of an Answer, the largest of all rows.
	PairAbsolute, PairRelative, PairUlps string

	value expr.Real
	total mag
	sides [2]mag // below and above the exact value: both total, but for a whole number
	pair  [3]mag // what these are
}

// Times returns how many times the distance of an observed number from the exact value holds the bound, rounded down: 0
// or 1 (exactly at the bound) for an evaluation that the Model allows. What was observed lies between lo and hi, and the
// nearest number there counts. ok is false if there is no bound.
func (b *Bound) Times(lo, hi exact.Ratio) (times uint64, ok bool) {
	if b.Missing >= 0 || !b.value.Known() {
		return 0, false
	}
	e := b.sides[0]
	if lo.Cmp(b.value.Hi.Ratio()) > 0 {
		e = b.sides[1]
	}
	return times64(distance(lo, hi, b.value.Lo.Ratio(), b.value.Hi.Ratio()), e)
}

// share is Times in 1024ths of the bound, 0 if there is none.
func (b *Bound) share(lo, hi exact.Ratio) uint64 {
	fine := *b
	fine.sides = [2]mag{b.sides[0].scaled(-10), b.sides[1].scaled(-10)}
	n, _ := fine.Times(lo, hi)
	return n
}

// Apart is Times for two observed numbers, whose distance from each other is compared with twice the bound, or with what lies
// between its ends.
func (b *Bound) Apart(lo, hi, otherLo, otherHi exact.Ratio) (times uint64, ok bool) {
	if b.Missing >= 0 || !b.value.Known() {
		return 0, false
	}
	return times64(distance(lo, hi, otherLo, otherHi), b.sides[0].addUp(b.sides[1]))
}

// distance is that of two intervals, 0 if they meet; at 2^-expr.MaxValues of the numbers and beyond only its sign counts.
func distance(lo, hi, otherLo, otherHi exact.Ratio) exact.Ratio {
	d := exact.Ratio{}
	switch {
	case lo.Cmp(otherHi) > 0:
		d, _ = lo.Sub(otherHi)
	case otherLo.Cmp(hi) > 0:
		d, _ = otherLo.Sub(hi)
	}
	d.Neg = false
	return d
}

func times64(d exact.Ratio, e mag) (uint64, bool) {
	if d.IsZero() {
		return 0, true
	}
	if e.isZero() {
		return math.MaxUint64, true
	}
	q, ok := d.Quo(e.ratio())
	if !ok {
		return math.MaxUint64, true
	}
	if q.Cmp(exact.Ratio{Num: wide.NatFrom64(1), Exp2: 64}) >= 0 {
		return math.MaxUint64, true
	}
	n, _ := q.Floor(0, 0)
	return n.Low64(), true
}

// bounder carries the state of one derivation.
type bounder struct {
	c       *expr.Code
	r       []expr.Real
	e       []mag
	m       Model
	margins []mag // of the inputs, nil if they are the numbers given
	need    []bool
	chains  map[int32]*chainOf
	inChain []bool
	factors *format.Format // of Model.Operands, nil if they stay as they are
	cutting bool           // these are not rounded to nearest
	every   *format.Format // of Model.Every
	why     string
	sources []BoundSource
	comp    compensation
	whole   bool   // the result is a number rounded to a whole one,
	sides   [2]mag // and reaches so far below and above the exact one
}

// source notes that the error of a function was used.
func (b *bounder) source(fn, id string, t expr.Type, intrinsic bool) {
	for i := range b.sources {
		if b.sources[i].Function == fn {
			return
		}
	}
	b.sources = append(b.sources, sourcesOf(fn, id, t, intrinsic, b.m)...)
}

// RunningBound derives the bound of a program's result on the inputs in.
func RunningBound(c *expr.Code, in []uint64, m Model) Bound { return boundAround(c, in, nil, m) }

// boundAround is RunningBound for inputs that may be farther from the ones given: by margins, where there are any, one for each input.
func boundAround(c *expr.Code, in []uint64, margins []mag, m Model) Bound {
	r := Bound{Missing: -1}
	if c.Result < 0 || int(c.Result) >= len(c.Values) {
		r.Missing, r.Why = 0, "the program has no result"
		return r
	}
	b := bounder{c: c, r: expr.Reals(c, in, nil), e: make([]mag, len(c.Values)), m: m, margins: margins, need: needed(c)}
	b.factors, b.cutting = formatOf(m.Operands)
	b.every, _ = formatOf(m.Every)
	if m.AnyOrder {
		b.findChains()
	}
	where, whys := make([]int32, len(c.Values)), map[int32]string{}
	for i := range c.Values {
		if !b.need[i] || b.inChain != nil && b.inChain[i] {
			continue
		}
		v := &c.Values[i]
		if from := b.inherits(int32(i)); from >= 0 { // a branch that is not taken may well have no bound
			b.e[i], where[i] = noBound, where[from]
			continue
		}
		b.why = "the errors of its operands are too large for a bound" // unless the step knows more
		local := b.step(int32(i))
		if b.e[i].none() {
			where[i] = int32(i)
			if _, known := whys[int32(i)]; !known {
				whys[int32(i)] = b.why
			}
			continue
		}
		if !local.isZero() && len(r.Steps) < 64 {
			r.Steps = append(r.Steps, BoundStep{int32(i), v.From, v.To, b.valueOf(int32(i)), digitsUp(local), digitsUp(b.e[i])})
		}
	}
	if i := c.Result; b.e[i].none() {
		r.Missing, r.Why = where[i], whys[where[i]]
		return r
	} else if !b.r[i].Known() {
		r.Missing, r.Why = i, noExact
		return r
	}
	r.Sources = b.sources
	r.value, r.total = b.r[c.Result], b.e[c.Result]
	r.sides = [2]mag{r.total, r.total}
	if b.whole {
		r.sides = b.sides
	}
	r.Exact = r.total.isZero()
	f := c.Values[c.Result].Type.Format()
	if w := &c.Values[c.Result]; w.Op == expr.Call {
		if g, _, ok := expr.Rounding(w.Fn); ok {
			f = g
		}
	}
	low := b.low(c.Result)
	set := func(t mag) (list [3]mag) {
		list = [3]mag{t, t, t}
		if t.isZero() {
			return list
		}
		list[1], list[2] = t.quoUp(low), r.ulps(t, f)
		return list
	}
	one := set(r.total)
	r.pair = set(r.sides[0].addUp(r.sides[1]))
	r.Absolute, r.Relative, r.Ulps = digitsUp(one[0]), digitsUp(one[1]), digitsUp(one[2])
	r.printPair()
	return r
}

// ulps is a magnitude in ulp of a format at the exact value; noBound where that is 0 or beyond the range of the format, or f is nil.
func (b *Bound) ulps(t mag, f *format.Format) mag {
	x := b.value.Lo
	if f == nil || x.Sign()*b.value.Hi.Sign() <= 0 || magOf(f, f.Max(false).Lo).less(magUp(x)) || magOf(f, f.Max(false).Lo).less(magUp(b.value.Hi)) {
		return noBound
	}
	return t.quoUp(pow2(exact.Quantum(f, x)))
}

// inUlpOf counts the bound in ulp of a format, if it is not nil.
func (b *Bound) inUlpOf(f *format.Format) {
	if f == nil || b.Missing >= 0 || b.total.isZero() {
		return
	}
	b.Ulps = digitsUp(b.ulps(b.total, f))
	if !b.pair[0].isZero() {
		b.pair[2] = b.ulps(b.pair[0], f)
	}
	b.printPair()
}

func (b *Bound) printPair() {
	b.PairAbsolute, b.PairRelative, b.PairUlps = digitsUp(b.pair[0]), digitsUp(b.pair[1]), digitsUp(b.pair[2])
}

const noExact = "there is no exact value"

// inherits returns an operand without a bound that leaves value i without one, -1 if there is none.
func (b *bounder) inherits(i int32) int32 {
	v := &b.c.Values[i]
	x := v.X[:]
	if ch := b.chains[i]; ch != nil {
		x = ch.terms
	}
	if v.Op == expr.Select && b.e[v.X[0]].isZero() {
		x = v.X[2:]
		if !b.r[v.X[0]].Lo.IsZero() {
			x = v.X[1:2]
		}
	}
	for _, k := range x {
		if k >= 0 && b.e[k].none() {
			return k
		}
	}
	return -1
}

// special is the step of a value that is no number or has an operand that is none: it is the same in every evaluation if its
// operands are.
func (b *bounder) special(i int32, known bool) (local mag) {
	v := &b.c.Values[i]
	switch {
	case !known || b.r[i].Kind == expr.Undecided || b.r[i].Kind == expr.Huge:
		b.e[i] = b.fail(noExact)
	case b.r[i].Known() && v.Type.IsFloat() && v.Op == expr.Call:
		local = b.unit(i, mag{}, 9) // such as atan(inf)
		b.e[i] = local
	}
	return local
}

// formatOf reads the format of a rounding, and whether it is not to nearest.
func formatOf(fn string) (f *format.Format, cutting bool) {
	f, env, ok := expr.Rounding(fn)
	if !ok {
		return nil, false
	}
	return f, env.Direction != round.TiesToEven && env.Direction != round.TiesToAway
}

// valueOf writes the exact value as its type would hold it.
func (b *bounder) valueOf(i int32) string {
	f := b.c.Values[i].Type.Format()
	if f == nil {
		return ""
	}
	return text.Value(f, b.r[i].Lo.Round(round.Env{}, f).Bits)
}

// needed marks the values that the result depends on.
func needed(c *expr.Code) []bool {
	need := make([]bool, len(c.Values))
	if c.Result < 0 {
		return need
	}
	need[c.Result] = true
	for i := int(c.Result); i >= 0; i-- {
		if !need[i] {
			continue
		}
		for _, x := range c.Values[i].X {
			if x >= 0 {
				need[x] = true
			}
		}
	}
	return need
}

// digitsUp writes a magnitude with two digits, rounded up.
func digitsUp(a mag) string {
	if a.isZero() {
		return "0"
	}
	if a.none() {
		return ""
	}
	d := a.ratio().Digits(2)
	if d.Ratio().Cmp(a.ratio()) < 0 {
		s := plus(d.D, 1)
		if len(s) > 2 {
			s, d.Exp = s[:2], d.Exp+1
		}
		d.D = s
	}
	d = d.Trim()
	if -3 <= d.Exp && d.Exp <= 5 {
		return d.Plain()
	}
	return d.Scientific(1)
}

// high is an upper bound of the magnitude of the exact value.
func (b *bounder) high(x int32) mag {
	lo, hi := magUp(b.r[x].Lo), magUp(b.r[x].Hi)
	if lo.less(hi) {
		return hi
	}
	return lo
}

// low is a lower bound of it.
func (b *bounder) low(x int32) mag {
	if b.r[x].Lo.Sign()*b.r[x].Hi.Sign() <= 0 {
		return mag{}
	}
	lo, hi := magDown(b.r[x].Lo), magDown(b.r[x].Hi)
	if lo.less(hi) {
		return lo
	}
	return hi
}

// most and least are bounds of the magnitude of value x in every evaluation.
func (b *bounder) most(x int32) mag { return b.high(x).addUp(b.e[x]) }

func (b *bounder) least(x int32) mag { return b.low(x).subDown(b.e[x]) }

// fail says why there is no bound.
func (b *bounder) fail(why string) mag {
	b.why = why
	return noBound
}

// formatFor is the format in which a value is rounded.
func (b *bounder) formatFor(i int32) *format.Format {
	v := &b.c.Values[i]
	f := v.Type.Format()
	if v.Type == expr.Double && b.m.Demoted {
		f = format.F32
	}
	if b.every != nil && b.every.P < f.P {
		f = b.every
	}
	return f
}

// unit is the error of rounding value i once with an error of so many halves of its quantum; before is the error of what
// is rounded.
func (b *bounder) unit(i int32, before mag, halves uint64) mag {
	f := b.formatFor(i)
	if before.isZero() && halves == 1 && b.datum(i, f) {
		if b.r[i].Lo.IsZero() {
			return mag{}
		}
		return b.flushed(b.c.Values[i].Type, b.low(i))
	}
	return b.unitOf(f, b.c.Values[i].Type, b.high(i).addUp(before), b.low(i).subDown(before), halves)
}

// unitOf is the error of a rounding to f of a number between low and high in magnitude.
func (b *bounder) unitOf(f *format.Format, t expr.Type, high, low mag, halves uint64) mag {
	if high.isZero() || high.none() {
		return high
	}
	exp := high.e + 31 // of the leading bit
	if exp > f.Emax || magOf(f, f.Max(false).Lo).less(high) {
		return b.fail("an evaluation may overflow " + f.Name)
	}
	exp = max(exp, f.Emin)
	if halves > 1 { // ulps above a power of two count twice
		exp = max(exp, high.addUp(norm(halves, exp-int32(f.P), true)).e+31)
	}
	u := norm(halves, exp-int32(f.P), true)
	if b.m.Wide { // rounded twice: to at least 11 bits more, or below the normal range to P bits first
		u = u.addUp(u.scaled(-10))
		if high.e+31 < f.Emin {
			u = u.addUp(high.scaled(-int32(f.P)))
		}
	}
	return u.addUp(b.flushed(t, low))
}

// flushed is the error of taking a subnormal number as zero, where the Model lets it; low is a bound of its magnitude.
func (b *bounder) flushed(t expr.Type, low mag) mag {
	if b.m.Flush && (t == expr.Float || t == expr.Double) {
		if normal := pow2(t.Format().Emin); low.less(normal) {
			return normal
		}
	}
	return mag{}
}

// datum reports an exact value that is a number of f.
func (b *bounder) datum(i int32, f *format.Format) bool {
	if !b.r[i].Exact() {
		return false
	}
	return b.r[i].Lo.Round(round.Env{}, f).Flags == 0
}

// step sets the bound of value i and returns the part that its own rounding has.
func (b *bounder) step(i int32) (local mag) {
	v := &b.c.Values[i]
	var e [3]mag
	known := true
	for k, x := range v.X {
		if x >= 0 {
			e[k] = b.e[x]
			known = known && e[k].isZero()
		}
	}
	before, halves := mag{}, uint64(1)
	special := !b.r[i].Known()
	if v.Op != expr.Select {
		for _, x := range v.X {
			special = special || x >= 0 && !b.r[x].Known()
		}
	}
	switch {
	case special:
		return b.special(i, known)
	case v.Op == expr.Const || v.Op == expr.Input:
		b.e[i] = b.given(i)
		return b.e[i]
	case v.Op == expr.Neg:
		b.e[i] = e[0]
		return mag{}
	case v.Op == expr.Select:
		b.e[i] = b.choice(v.X[0], v.X[1], v.X[2], b.r[i])
		b.meet(i)
		return mag{}
	case v.Op >= expr.Less && v.Op <= expr.Differ:
		if !known && !b.decided(v.X[0], v.X[1]) {
			b.e[i] = pow2(0)
		}
		return mag{}
	case v.Op == expr.Convert && !v.Type.IsFloat():
		b.e[i] = b.toInteger(i, v.X[0], round.TowardZero)
		return mag{}
	case v.Op == expr.Convert:
		before = e[0]
		if f := b.c.Values[v.X[0]].Type.Format(); f != nil && f.P <= b.formatFor(i).P && f.Emin >= b.formatFor(i).Emin {
			b.e[i] = e[0]
			return mag{}
		}
	case !v.Type.IsFloat() && (v.Op != expr.Call):
		b.e[i] = b.integer(i, known)
		return mag{}
	case v.Op == expr.Bitcast:
		if !known {
			b.e[i] = b.fail("the bits of a rounded number are read")
		}
		return mag{}
	case b.chains[i] != nil:
		return b.anyOrder(i)
	case v.Op == expr.Add || v.Op == expr.Sub:
		if local, ok := b.compensated(i); ok {
			return local
		}
		before = e[0].addUp(e[1])
	case v.Op == expr.Mul:
		before = b.product(v.X[0], v.X[1])
		if v.Type == expr.Float && b.m.Truncate {
			halves = 2
		}
	case v.Op == expr.Div:
		before = b.quotient(v.X[0], v.X[1])
		if v.Type == expr.Float && b.m.Division > 0 {
			halves = 2*uint64(b.m.Division) + 1
		}
	case v.Op == expr.Call:
		return b.call(i, e, known)
	default:
		if !known {
			b.e[i] = b.fail("an operation on a rounded number has no bound")
		}
		return mag{}
	}
	if !before.none() {
		local = b.unit(i, before, halves)
	}
	b.e[i] = before.addUp(local)
	return local
}

// given is the error of an input or a literal: none, unless the Model lets it be read in another way.
func (b *bounder) given(i int32) (e mag) {
	v := &b.c.Values[i]
	f := v.Type.Format()
	if f == nil {
		return e
	}
	high := b.high(i)
	other := b.m.Inputs && v.Op == expr.Input || b.m.Literals && v.Op == expr.Const && !plainLiteral(v)
	g := b.formatFor(i)
	if v.Type == expr.Double && other {
		g = format.F32
	}
	if other || !b.datum(i, g) {
		e = b.unitOf(g, v.Type, high, high, 1)
	}
	if !high.isZero() {
		e = e.addUp(b.flushed(v.Type, b.low(i)))
	}
	if v.Op == expr.Input && v.Bits < uint64(len(b.margins)) {
		e = e.addUp(b.margins[v.Bits])
	}
	return e
}

// plainLiteral reports a literal of at most 12 significant bits: 0.5, 3.0, 1024, which every precision reads as the same.
func plainLiteral(v *expr.Value) bool {
	x, ok := exact.FromBits(v.Type.Format(), wide.U128{Lo: v.Bits})
	return ok && x.Mag.Len() <= 12
}

// decided reports that no error turns the comparison of two values.
func (b *bounder) decided(x, y int32) bool {
	near := b.r[x].Lo.Sub(b.r[y].Hi)
	if near.Sign() <= 0 {
		if near = b.r[y].Lo.Sub(b.r[x].Hi); near.Sign() <= 0 {
			return false
		}
	}
	return b.e[x].addUp(b.e[y]).less(magDown(near))
}

// choice is the error of one of two values, of which the exact one is r: both can be taken if the condition has an error.
func (b *bounder) choice(cond, yes, no int32, r expr.Real) mag {
	if b.e[cond].isZero() {
		if b.r[cond].Lo.IsZero() {
			return b.e[no]
		}
		return b.e[yes]
	}
	return maxMag(b.far(yes, r), b.far(no, r))
}

// far is how far an evaluation of x may lie from the number r.
func (b *bounder) far(x int32, r expr.Real) mag {
	if !b.r[x].Known() {
		return b.fail("another branch may be taken, whose value is no number")
	}
	up, down := magUp(b.r[x].Hi.Sub(r.Lo)), magUp(r.Hi.Sub(b.r[x].Lo))
	return maxMag(up, down).addUp(b.e[x])
}

func maxMag(x, y mag) mag {
	if x.less(y) {
		return y
	}
	return x
}

// product is the error of x*y before it is rounded.
func (b *bounder) product(x, y int32) mag {
	ex, ey := b.factor(x), b.factor(y)
	return b.high(x).mulUp(ey).addUp(b.high(y).mulUp(ex)).addUp(ex.mulUp(ey))
}

// factor is the error of a factor of a product.
func (b *bounder) factor(x int32) mag {
	e := b.e[x]
	if f := b.factors; f != nil && b.c.Values[x].Type == expr.Float && !(e.isZero() && b.datum(x, f)) {
		halves := uint64(1)
		if b.cutting {
			halves = 2
		}
		e = e.addUp(b.unitOf(f, expr.NoType, b.most(x), mag{}, halves))
	}
	return e
}

// quotient is the error of x/y before it is rounded.
func (b *bounder) quotient(x, y int32) mag {
	if b.e[x].isZero() && b.e[y].isZero() {
		return mag{}
	}
	low := b.least(y)
	if low.isZero() {
		return b.fail("a divisor may be 0")
	}
	return b.e[x].addUp(b.high(x).quoUp(b.low(y)).mulUp(b.e[y])).quoUp(low)
}
