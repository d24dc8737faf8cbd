package model

import (
	"strconv"
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/trace"
	"ulplab/fpcore/wide"
	"ulplab/site/prose"
	"ulplab/site/state"
)

// reference returns the exact value of the operation on the operands as they stand (before any flushing), the unit in
// which errors are told, and whether there is such a value.
func reference(o state.Op, src *format.Format, x [3]wide.U128, t *trace.Trace) (ref exact.Ratio, unit string, ok bool) {
	if o.ID == state.OpFromInt {
		return intValue(x[0].Lo, o.IntType()).Ratio(), "ulp", true
	}
	return referenceOf(o.ID, src, x, t)
}

// referenceOf is reference for an operation of arith.Ops. Remainders come from the trace.
func referenceOf(id string, src *format.Format, x [3]wide.U128, t *trace.Trace) (ref exact.Ratio, unit string, ok bool) {
	op, _ := arith.Find(id)
	var v [3]exact.Value
	for i := range op.Arity {
		if v[i], ok = exact.FromBits(src, x[i]); !ok {
			return ref, "", false
		}
	}
	switch id {
	case "add":
		return v[0].Add(v[1]).Ratio(), "ulp", true
	case "sub":
		return v[0].Sub(v[1]).Ratio(), "ulp", true
	case "mul":
		return v[0].Mul(v[1]).Ratio(), "ulp", true
	case "fma":
		return v[0].Mul(v[1]).Add(v[2]).Ratio(), "ulp", true
	case "div":
		q, ok := v[0].Ratio().Quo(v[1].Ratio())
		return q, "ulp", ok
	case "cvt":
		return v[0].Ratio(), "ulp", true
	case "rint":
		return v[0].Ratio(), "", true
	case "sqrt":
		if v[0].Neg && !v[0].IsZero() {
			return ref, "", false
		}
		return exact.Sqrt(v[0]).Ratio(), "ulp", true
	case "rem", "fmod", "scaleb":
		for i := t.N - 1; i >= 0; i-- {
			if r := t.Rows[i]; r.Role >= trace.Result {
				return exact.New(r.Sign, r.Sig.Nat(), int64(r.Exp)-255).Ratio(), "ulp", true
			}
		}
	}
	return ref, "", false
}

// errorOf returns the distance of c from ref in ulp, or in units of one where unit is "".
func errorOf(f *format.Format, c wide.U128, ref exact.Ratio, unit string, ok bool) Error {
	v, finite := exact.FromBits(f, c)
	switch {
	case !ok:
		return Error{Text: "–"}
	case !finite:
		return Error{Text: "–", Unit: unit}
	case unit == "ulp":
		return Error{Known: true, Text: exact.ErrorUlps(f, c, ref), Unit: unit}
	}
	return Error{Known: true, Text: offset(v, ref)}
}

// offset writes v - ref with its sign; ref is dyadic.
func offset(v exact.Value, ref exact.Ratio) string {
	d := v.Sub(exact.New(ref.Neg, ref.Num, ref.Exp2)).Digits(9).Trim()
	switch {
	case d.D == "0":
		return "0"
	case d.Neg:
		return d.Plain()
	}
	return "+" + d.Plain()
}

// Places on the line of neighbours.
const (
	lineLow  = LineUnit * 2 / 10
	lineHigh = LineUnit * 8 / 10
)

// between2 makes the line of the two neighbours of ref, their midpoint, the exact value and the result c.
func between2(f *format.Format, ref exact.Ratio, c wide.U128) (l Line, low, high wide.U128, ok bool) {
	low, high, pos, ok := exact.Bracket(f, ref)
	if !ok {
		return l, low, high, false
	}
	l.HasExact = true
	l.ExactLabel = "exact " + digitsTo(ref, f.P*31/100+4)
	if v, finite := exact.FromBits(f, low); low == high && finite && v.Ratio().Cmp(ref) != 0 {
		return beyond(f, v, ref, c, l), low, high, true
	}
	if low == high || pos == 0 && f.Unpack(low).Class == format.Zero {
		l.Exact = LineUnit / 2
		l.around(f, low)
		if c == low || c == high {
			l.HasResult, l.Result = true, l.Exact
		}
		return l, low, high, true
	}
	l.Exact = lineLow + int((lineHigh-lineLow)*pos>>exact.FixedBits)
	l.Ticks = append(l.Ticks, neighbour(f, low, lineLow), Tick{Pos: LineUnit / 2, Weight: Minor, Note: prose.Midpoint}, neighbour(f, high, lineHigh))
	switch c {
	case low:
		l.HasResult, l.Result = true, lineLow
	case high:
		l.HasResult, l.Result = true, lineHigh
	}
	a, aok := exact.FromBits(f, low)
	b, bok := exact.FromBits(f, high)
	if d := b.Sub(a); aok && bok && !d.IsZero() {
		l.Gaps = append(l.Gaps, Gap{lineLow, lineHigh, "1 ulp = 2^" + strconv.FormatInt(d.Log2(), 10)})
	}
	return l, low, high, true
}

// around puts c and its neighbours on the line, c in the middle and the farther neighbour at 35 % of its length; one
// that is no number, an infinity, stands as far as the other.
func (l *Line) around(f *format.Format, c wide.U128) {
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
			l.Ticks = append(l.Ticks, neighbour(f, c, LineUnit/2))
		}
		if n == c {
			continue
		}
		away := LineUnit * 35 / 100
		if gap[i] > 0 {
			away = int(int64(away) * gap[i] / most)
		}
		from, to, side := LineUnit/2, LineUnit/2+away, 1
		if i == 0 {
			from, to, side = LineUnit/2-away, LineUnit/2, -1
		}
		t := neighbour(f, n, LineUnit/2+side*away)
		t.Side = side
		l.Ticks = append(l.Ticks, t)
		if gap[i] > 0 {
			l.Gaps = append(l.Gaps, Gap{from, to, encUlps(gap[i])})
		}
	}
}

// beyond is the line of a value outside the largest number of a format without infinity: the largest number, and the
// one that would come next.
func beyond(f *format.Format, largest exact.Value, ref exact.Ratio, c wide.U128, l Line) Line {
	gap := exact.New(largest.Neg, wide.NatFrom64(1), int64(exact.Quantum(f, ref)))
	here, there := lineLow, lineHigh
	if largest.Neg {
		here, there = lineHigh, lineLow
	}
	next := largest.Add(gap)
	l.Ticks = []Tick{neighbour(f, f.Max(largest.Neg), here), {Pos: LineUnit / 2, Weight: Minor, Note: prose.Midpoint},
		{Pos: there, Label: digitsTo(next.Ratio(), 12), Note: prose.WouldFollow}}
	past, _ := exact.ErrorFixed(f, f.Max(largest.Neg), ref) // in ulp of the largest number
	l.Exact = here - int(int64(lineHigh-lineLow)*max(-1<<exact.FixedBits, min(past, 1<<exact.FixedBits))>>exact.FixedBits)
	if c == f.Max(largest.Neg) {
		l.HasResult, l.Result = true, here
	}
	return l
}

func neighbour(f *format.Format, c wide.U128, pos int) Tick {
	return Tick{Pos: pos, Weight: Major, Label: brief(f, c), Note: text.Bits(f, c)}
}

// brief writes a datum for a picture or a table: its value as text.Value has it, infinities as signs.
func brief(f *format.Format, c wide.U128) string {
	if n := f.Unpack(c); n.Class == format.Infinity {
		if n.Sign {
			return "−∞"
		}
		return "∞"
	}
	return text.Value(f, c)
}

// digitsTo writes ref with its first n significant digits, nothing rounded, and … after them where more follow.
func digitsTo(ref exact.Ratio, n int) string { return firstDigits(ref.Digits, n) }

// firstDigits is digitsTo for what delivers any number of correctly rounded digits.
func firstDigits(digits func(n int) exact.Digits, n int) string {
	for more := n + 4; ; more *= 2 {
		d := digits(more)
		if t := d.Trim(); !t.Inexact && len(t.D) <= n {
			if t.Exp < -5 || t.Exp >= int64(max(n, 21)) {
				return t.Scientific(1)
			}
			return t.Plain()
		}
		if d.Inexact && more < exact.MaxDigits && strings.Trim(d.D[n:], "0") == "" {
			continue // a carry may have made these zeros
		}
		d.D = d.D[:n]
		if d.Exp < -5 || d.Exp >= int64(n) {
			head, exp, _ := strings.Cut(d.Scientific(1), "e")
			return head + "…e" + exp
		}
		return d.Plain() + "…"
	}
}

// integralSides returns the integers below and above the operand as data of dst.
func integralSides(o state.Op, do doFunc, x [3]wide.U128, src, dst *format.Format) (low, high wide.U128) {
	env := o.Env
	env.Direction = round.TowardNegative
	low = do(env, dst, src, x, nil).Bits
	env.Direction = round.TowardPositive
	return low, do(env, dst, src, x, nil).Bits
}

// integralLine is between2 on the grid of integers, given as data of f.
func integralLine(f *format.Format, low, high wide.U128, ref exact.Ratio, c wide.U128) (Line, bool) {
	a, aok := exact.FromBits(f, low)
	b, bok := exact.FromBits(f, high)
	if !aok || !bok {
		return Line{}, false
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
func integersLine(a, b exact.Value, ref exact.Ratio) Line {
	l := Line{HasExact: true, Exact: LineUnit / 2, ExactLabel: "exact " + digitsTo(ref, 25)}
	if a.Cmp(b) == 0 {
		l.Ticks = []Tick{{Pos: LineUnit / 2, Weight: Major, Label: a.Decimal()}}
		return l
	}
	d := exact.New(ref.Neg, ref.Num, ref.Exp2).Sub(a)
	if n := d.Exp + exact.FixedBits; !d.IsZero() && n >= 0 {
		l.Exact = lineLow + int((lineHigh-lineLow)*int64(d.Mag.Shl(uint(n)).Low64())>>exact.FixedBits)
	} else if !d.IsZero() {
		l.Exact = lineLow + int((lineHigh-lineLow)*int64(d.Mag.Shr(uint(-n)).Low64())>>exact.FixedBits)
	}
	l.Ticks = []Tick{{Pos: lineLow, Weight: Major, Label: a.Decimal()}, {Pos: LineUnit / 2, Weight: Minor, Note: prose.Midpoint}, {Pos: lineHigh, Weight: Major, Label: b.Decimal()}}
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
func (m *Op) toInt(o state.Op, a wide.U128) {
	typ := o.IntType()
	r := arith.ToInt(o.Env, m.Src, a, typ, true)
	m.Integer = integer(r.Bits, typ)
	m.Result = Datum{Code: wide.From64(r.Bits), Hex: "0x" + hexOf(r.Bits, typ), Entry: m.Integer, Brief: m.Integer}
	m.Flags = prose.FlagWords(r.Flags)
	v, finite := exact.FromBits(m.Src, a)
	valid := finite && r.Flags&round.Invalid == 0
	ref := v.Ratio()
	switch {
	case finite && !valid:
		m.Why = []string{prose.OutOfRange}
	case !finite && m.Src.ClassOf(a).IsInvalid():
		m.Why = []string{prose.NotANumber}
	case !finite:
		m.Why = []string{prose.NotAnInteger}
	case r.Decision.Rounded:
		m.Why = []string{prose.Choice(o.Env, r.Decision)}
	default:
		m.Why = []string{prose.IntegerAlready}
	}
	m.Error = Error{Text: "–"}
	if finite {
		m.Exact = digitsOf(ref, o.Digits)
		m.Error = Error{Known: true, Text: offset(intValue(r.Bits, typ), ref)}
	}
	if valid {
		var t trace.Trace
		arith.Convert(o.Env, m.Src, m.Src, a, &t)
		m.Scope = scopeOf(o.ID, o.Env, m.Src, round.Result{Bits: a, Decision: r.Decision}, &t, scopeWords{operands: operandNames, result: "integer"})
		m.Scope.integer(intValue(r.Bits, typ))
		m.Drawn = len(m.Scope.Rows) > 0
	}
	var sides [2]arith.IntResult
	for _, d := range round.Directions {
		env := state.InDirection(o.Env, d.Dir)
		b := arith.ToInt(env, m.Src, a, typ, true)
		row := OpRow{ID: d.ID, Name: d.Name, PTX: d.PTX, Hex: "0x" + hexOf(b.Bits, typ), Brief: integer(b.Bits, typ),
			Flags: join(prose.FlagWords(b.Flags)), Chosen: d.Dir == o.Env.Direction, Same: b.Bits == r.Bits, Err: "–"}
		if finite {
			row.Err = offset(intValue(b.Bits, typ), ref)
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
			*w = OnExact
		case hex == "0x"+hexOf(sides[0].Bits, typ):
			*w = Below
		case hex == "0x"+hexOf(sides[1].Bits, typ):
			*w = Above
		}
	}
	m.Line, m.HasLine = integersLine(intValue(sides[0].Bits, typ), intValue(sides[1].Bits, typ), ref), true
	m.Line.HasResult = true
	m.Line.Result = m.Line.Ticks[0].Pos
	if r.Bits == sides[1].Bits {
		m.Line.Result = m.Line.Ticks[len(m.Line.Ticks)-1].Pos
	}
}

// integer replaces the row of the result by an integer.
func (s *Scope) integer(v exact.Value) {
	if n := len(s.Rows); n > 0 && s.Rows[n-1].Kind == ScopeDelivered {
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
	s.Rows = append(s.Rows, ScopeRow{Kind: ScopeDelivered, Label: "integer", Sign: v.Neg, High: high, Low: 0, top: high, sig: wide.Top128(u.Shl(uint(lz)))})
}

func hexOf(v uint64, t arith.IntType) string {
	n := int(t.Bits) / 4
	b := make([]byte, n)
	for i := range b {
		b[i] = "0123456789abcdef"[v>>(4*(n-1-i))&15]
	}
	return string(b)
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
	c := &Comparison{Flags: join(prose.FlagWords(flags)), Total: arith.TotalOrder(f, a, b), Reverse: arith.TotalOrder(f, b, a), TotalMag: arith.TotalOrderMag(f, a, b)}
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
		c.Predicates = append(c.Predicates, Predicate{p.ID, p.Symbol, p.Signaling, yes, join(prose.FlagWords(flags))})
	}
	return c
}
