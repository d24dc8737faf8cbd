package operation

import (
	"strconv"
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/trace"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/microscope"
	"ulplab/site/kit/numberline"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/reference"
	"ulplab/site/kit/words"
)

// reference returns the exact value of the operation on the operands as they stand (before any flushing), the unit in
// which errors are told, and whether there is such a value.
func referenceOf(o State, src *format.Format, x [3]wide.U128, t *trace.Trace) (ref exact.Ratio, unit string, ok bool) {
	if o.ID == FromInt {
		return intValue(x[0].Lo, o.IntType()).Ratio(), "ulp", true
	}
	return reference.Of(o.ID, src, x, t)
}

// Places on the line of neighbours.
const (
	lineLow  = numberline.Unit * 2 / 10
	lineHigh = numberline.Unit * 8 / 10
)

// between2 makes the line of the two neighbours of ref, their midpoint, the exact value and the result c.
func between2(f *format.Format, ref exact.Ratio, c wide.U128) (l numberline.Line, low, high wide.U128, ok bool) {
	low, high, pos, ok := exact.Bracket(f, ref)
	if !ok {
		return l, low, high, false
	}
	l.HasExact = true
	l.ExactLabel = "exact " + words.DigitsTo(ref, f.P*31/100+4)
	if v, finite := exact.FromBits(f, low); low == high && finite && v.Ratio().Cmp(ref) != 0 {
		return beyond(f, v, ref, c, l), low, high, true
	}
	if low == high || pos == 0 && f.Unpack(low).Class == format.Zero {
		l.Exact = numberline.Unit / 2
		around(&l, f, low)
		if c == low || c == high {
			l.HasResult, l.Result = true, l.Exact
		}
		return l, low, high, true
	}
	l.Exact = lineLow + int((lineHigh-lineLow)*pos>>exact.FixedBits)
	l.Ticks = append(l.Ticks, numberline.Neighbour(f, low, lineLow), numberline.Tick{Pos: numberline.Unit / 2, Weight: numberline.Minor, Note: words.Midpoint}, numberline.Neighbour(f, high, lineHigh))
	switch c {
	case low:
		l.HasResult, l.Result = true, lineLow
	case high:
		l.HasResult, l.Result = true, lineHigh
	}
	a, aok := exact.FromBits(f, low)
	b, bok := exact.FromBits(f, high)
	if d := b.Sub(a); aok && bok && !d.IsZero() {
		l.Gaps = append(l.Gaps, numberline.Gap{From: lineLow, To: lineHigh, Label: "1 ulp = 2^" + strconv.FormatInt(d.Log2(), 10)})
	}
	return l, low, high, true
}

// around puts c and its neighbours on the line, c in the middle and the farther neighbour at 35 % of its length; one
// that is no number, an infinity, stands as far as the other.
func around(l *numberline.Line, f *format.Format, c wide.U128) {
	near := [2]wide.U128{f.NextDown(c), f.NextUp(c)}
	v, _ := exact.FromBits(f, c)
	var gap [2]int64
	for i, n := range near {
		if u, ok := exact.ErrorFixed(f, n, v); ok {
			gap[i] = max(u, -u)
		}
	}
	most := max(gap[0], gap[1], 1)
	for i, n := range near {
		if i == 1 {
			l.Ticks = append(l.Ticks, numberline.Neighbour(f, c, numberline.Unit/2))
		}
		if n == c {
			continue
		}
		away := numberline.Unit * 35 / 100
		if gap[i] > 0 {
			away = int(int64(away) * gap[i] / most)
		}
		from, to, side := numberline.Unit/2, numberline.Unit/2+away, 1
		if i == 0 {
			from, to, side = numberline.Unit/2-away, numberline.Unit/2, -1
		}
		t := numberline.Neighbour(f, n, numberline.Unit/2+side*away)
		t.Side = side
		l.Ticks = append(l.Ticks, t)
		if gap[i] > 0 {
			l.Gaps = append(l.Gaps, numberline.Gap{From: from, To: to, Label: words.UlpCount(gap[i])})
		}
	}
}

// beyond is the line of a value outside the largest number of a format without infinity: the largest number, and the
// one that would come next.
func beyond(f *format.Format, largest exact.Value, ref exact.Ratio, c wide.U128, l numberline.Line) numberline.Line {
	gap := exact.New(largest.Neg, wide.NatFrom64(1), int64(exact.Quantum(f, ref)))
	here, there := lineLow, lineHigh
	if largest.Neg {
		here, there = lineHigh, lineLow
	}
	next := largest.Add(gap)
	l.Ticks = []numberline.Tick{numberline.Neighbour(f, f.Max(largest.Neg), here), {Pos: numberline.Unit / 2, Weight: numberline.Minor, Note: words.Midpoint},
		{Pos: there, Label: words.DigitsTo(next.Ratio(), 12), Note: words.WouldFollow}}
	past, _ := exact.ErrorFixed(f, f.Max(largest.Neg), ref) // in ulp of the largest number
	l.Exact = here - int(int64(lineHigh-lineLow)*max(-1<<exact.FixedBits, min(past, 1<<exact.FixedBits))>>exact.FixedBits)
	if c == f.Max(largest.Neg) {
		l.HasResult, l.Result = true, here
	}
	return l
}

// integralSides returns the integers below and above the operand as data of dst.
func integralSides(o State, do doFunc, x [3]wide.U128, src, dst *format.Format) (low, high wide.U128) {
	env := o.Env
	env.Direction = round.TowardNegative
	low = do(env, dst, src, x, nil).Bits
	env.Direction = round.TowardPositive
	return low, do(env, dst, src, x, nil).Bits
}

// integralLine is between2 on the grid of integers, given as data of f.
func integralLine(f *format.Format, low, high wide.U128, ref exact.Ratio, c wide.U128) (numberline.Line, bool) {
	a, aok := exact.FromBits(f, low)
	b, bok := exact.FromBits(f, high)
	if !aok || !bok {
		return numberline.Line{}, false
	}
	l := integersLine(a, b, ref)
	switch c {
	case low:
		l.HasResult, l.Result = true, l.Ticks[0].Pos
	case high:
		l.HasResult, l.Result = true, l.Ticks[len(l.Ticks)-1].Pos
	}
	return l, true
}

// integersLine is the line from integer a to integer b, equal or neighbours, with ref between them.
func integersLine(a, b exact.Value, ref exact.Ratio) numberline.Line {
	l := numberline.Line{HasExact: true, Exact: numberline.Unit / 2, ExactLabel: "exact " + words.DigitsTo(ref, 25)}
	if a.Cmp(b) == 0 {
		l.Ticks = []numberline.Tick{{Pos: numberline.Unit / 2, Weight: numberline.Major, Label: a.Decimal()}}
		return l
	}
	d := exact.New(ref.Neg, ref.Num, ref.Exp2).Sub(a)
	if n := d.Exp + exact.FixedBits; !d.IsZero() && n >= 0 {
		l.Exact = lineLow + int((lineHigh-lineLow)*int64(d.Mag.Shl(uint(n)).Low64())>>exact.FixedBits)
	} else if !d.IsZero() {
		l.Exact = lineLow + int((lineHigh-lineLow)*int64(d.Mag.Shr(uint(-n)).Low64())>>exact.FixedBits)
	}
	l.Ticks = []numberline.Tick{{Pos: lineLow, Weight: numberline.Major, Label: a.Decimal()}, {Pos: numberline.Unit / 2, Weight: numberline.Minor, Note: words.Midpoint}, {Pos: lineHigh, Weight: numberline.Major, Label: b.Decimal()}}
	return l
}

func intValue(v uint64, t arith.IntType) exact.Value {
	v &= ^uint64(0) >> (64 - t.Bits)
	neg := t.Signed && v>>(t.Bits-1) != 0
	if neg {
		v = -v & (^uint64(0) >> (64 - t.Bits))
	}
	return exact.New(neg, wide.NatFrom64(v), 0)
}

// toInt fills the model of a conversion to an integer type.
func (m *Model) toInt(o State, a wide.U128) {
	typ := o.IntType()
	r := arith.ToInt(o.Env, m.Src, a, typ, true)
	m.Result = operand.DatumOfInt(r.Bits, typ)
	m.Integer = m.Result.Entry
	m.Flags = words.FlagWords(r.Flags)
	v, finite := exact.FromBits(m.Src, a)
	valid := finite && r.Flags&round.Invalid == 0
	ref := v.Ratio()
	switch {
	case finite && !valid:
		m.Why = []string{outOfRange}
	case !finite && m.Src.ClassOf(a).IsInvalid():
		m.Why = []string{notANumber}
	case !finite:
		m.Why = []string{notAnInteger}
	case r.Decision.Rounded:
		m.Why = []string{words.Choice(o.Env, r.Decision)}
	default:
		m.Why = []string{integerAlready}
	}
	m.Error = operand.Error{Text: "–"}
	if finite {
		m.Exact = words.DigitsOf(ref, o.Digits)
		m.Error = operand.Error{Known: true, Text: words.Offset(intValue(r.Bits, typ), ref)}
	}
	if valid {
		var t trace.Trace
		arith.Convert(o.Env, m.Src, m.Src, a, &t)
		m.Scope = microscope.Of(o.ID, o.Env, m.Src, round.Result{Bits: a, Decision: r.Decision}, &t, microscope.Words{Operands: operand.Names, Result: "integer"})
		integerModel(&m.Scope, intValue(r.Bits, typ))
		m.Drawn = len(m.Scope.Rows) > 0
	}
	m.stepsOf(o, round.Result{Decision: r.Decision}, nil, [3]wide.U128{})
	var sides [2]arith.IntResult
	for _, d := range round.Directions {
		env := InDirection(o.Env, d.Dir)
		b := arith.ToInt(env, m.Src, a, typ, true)
		v := operand.DatumOfInt(b.Bits, typ)
		row := Row{ID: d.ID, Name: d.Name, PTX: d.PTX, Hex: v.Hex, Brief: v.Brief,
			Flags: strings.Join(words.FlagWords(b.Flags), " "), Chosen: d.Dir == o.Env.Direction, Same: b.Bits == r.Bits, Err: "–"}
		if finite {
			row.Err = words.Offset(intValue(b.Bits, typ), ref)
		}
		switch d.Dir {
		case round.TowardNegative:
			sides[0] = b
		case round.TowardPositive:
			sides[1] = b
		}
		m.Directions = append(m.Directions, row)
	}
	if !valid || (sides[0].Flags|sides[1].Flags)&round.Invalid != 0 {
		return
	}
	for i := range m.Directions {
		w := &m.Directions[i].Where
		switch hex := m.Directions[i].Hex; {
		case sides[0].Bits == sides[1].Bits:
			*w = numberline.OnExact
		case hex == "0x"+words.HexOf(sides[0].Bits, typ):
			*w = numberline.Below
		case hex == "0x"+words.HexOf(sides[1].Bits, typ):
			*w = numberline.Above
		}
	}
	m.Line, m.HasLine = integersLine(intValue(sides[0].Bits, typ), intValue(sides[1].Bits, typ), ref), true
	m.Line.HasResult = true
	m.Line.Result = m.Line.Ticks[0].Pos
	if r.Bits == sides[1].Bits {
		m.Line.Result = m.Line.Ticks[len(m.Line.Ticks)-1].Pos
	}
}

// integerModel replaces the row of the result by an integer.
func integerModel(s *microscope.Scope, v exact.Value) {
	if n := len(s.Rows); n > 0 && s.Rows[n-1].Kind == microscope.ScopeDelivered {
		s.Rows = s.Rows[:n-1]
	}
	if v.IsZero() {
		s.Outcome = "0"
		return
	}
	u, _ := v.Mag.U128()
	lz := u.LeadingZeros()
	high := int(v.Log2())
	s.Outcome = ""
	s.Rows = append(s.Rows, microscope.ScopeRow{Kind: microscope.ScopeDelivered, Label: "integer", Sign: v.Neg, High: high, Low: 0, Top: high, Sig: wide.Top128(u.Shl(uint(lz)))})
}

// Comparison is the relation of two data and what follows from it.
type Comparison struct {
	Relation   string // "a < b"
	Words      string // "less"
	Flags      string // of the quiet comparison
	Predicates []Predicate
	Total      bool // totalOrder(a, b)
	Reverse    bool // totalOrder(b, a)
	TotalMag   bool // totalOrderMag(a, b)
}

// Predicate is one predicate's answer.
type Predicate struct {
	Name, Symbol string
	Signaling    bool
	True         bool
	Flags        string
}

func compare(env round.Env, f *format.Format, a, b wide.U128) *Comparison {
	rel, flags := arith.Compare(env, f, a, b)
	c := &Comparison{Flags: strings.Join(words.FlagWords(flags), " "), Total: arith.TotalOrder(f, a, b), Reverse: arith.TotalOrder(f, b, a), TotalMag: arith.TotalOrderMag(f, a, b)}
	switch rel {
	case arith.Less:
		c.Relation, c.Words = "a < b", "less"
	case arith.Equal:
		c.Relation, c.Words = "a = b", "equal"
	case arith.Greater:
		c.Relation, c.Words = "a > b", "greater"
	default:
		c.Relation, c.Words = "a ? b", "unordered"
	}
	for _, p := range arith.Predicates {
		yes, flags := arith.EvalPredicate(env, f, p, a, b)
		c.Predicates = append(c.Predicates, Predicate{p.ID, p.Symbol, p.Signaling, yes, strings.Join(words.FlagWords(flags), " ")})
	}
	return c
}
