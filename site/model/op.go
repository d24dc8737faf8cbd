package model

import (
	"strconv"

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

// Op is what the Operation view shows.
type Op struct {
	ID, Name, Symbol string
	Src, Dst         *format.Format
	Rounds           bool // whether the operation may round
	Operands         []Operand
	Compare          *Comparison // instead of everything below
	Result           Datum
	Integer          string // the result as an integer, for toint
	Flags            []string
	Error            Error
	Exact            string   // the exact value in decimal; "" where there is none
	Why              []string // how the result came about, in sentences
	Scope            Scope
	Drawn            bool // the microscope has something to show
	Directions       []OpRow
	Line             Line
	HasLine          bool
	Rest             string     // what a quotient or root leaves over: a − b × result, or a − result²
	Pair             *[2]OpHalf // of an addition: head and tail of augmentedAddition
	Notes            []string
}

// OpHalf is one of the two results of augmentedAddition.
type OpHalf struct{ Name, Hex, Brief string }

// Operand is an operand as it is shown beside its field.
type Operand struct {
	Name    string // "a"
	Shown   string // what the field holds
	Typed   bool   // which is what was typed
	Problem string // why the text cannot be read
	Note    string // what became of the typed number
	Datum
}

// Unread returns the names of the operands whose text is not understood.
func Unread(operands []Operand) (names []string) {
	for _, p := range operands {
		if p.Problem != "" {
			names = append(names, p.Name)
		}
	}
	return names
}

// Datum is a code with its forms.
type Datum struct {
	Code     wide.U128
	Bits     Bits
	Hex      string
	Brief    string // the value, as text.Value writes it; ∞ for infinities
	Entry    string // what a field shows: a decimal that reads back
	Decimal  string // every digit, only if asked for
	HexFloat string
	Class    string
}

// Error is the distance of a result from the exact value. Unit is "ulp", or "" for results that are integers.
type Error struct {
	Known bool
	Text  string // "+0.5", "0", "none: the result is not a number"
	Unit  string
}

// OpRow is the result in one direction.
type OpRow struct {
	ID, Name, PTX string
	Hex, Brief    string
	Flags         string
	Err           string
	Where         Side
	Chosen        bool
	Same          bool // as the chosen direction's result
}

// Side says where a result lies.
type Side uint8

// The sides. Elsewhere is a result that is neither neighbour of the exact value, or one without an exact value.
const (
	Elsewhere Side = iota
	OnExact
	Below
	Above
)

// Names of operands.
var operandNames = [3]string{"a", "b", "c"}

// BuildOp computes the view.
func BuildOp(o state.Op) Op {
	src, dst := o.F()
	m := Op{ID: o.ID, Name: prose.OpName[o.ID], Symbol: prose.OpSymbol[o.ID], Src: src, Dst: dst, Rounds: o.Rounds()}
	op, known := arith.Find(o.ID)
	if known {
		m.Name, m.Symbol = op.Name, op.Symbol
	}
	for i := range o.Arity() {
		m.Operands = append(m.Operands, operandOf(o, i))
	}
	var x [3]wide.U128
	for i := range x {
		x[i] = o.X[i].Bits
	}
	switch o.ID {
	case state.OpCompare:
		m.Compare = compare(o.Env, src, x[0], x[1])
		return m
	case state.OpToInt:
		m.toInt(o, x[0])
		return m
	case state.OpFromInt:
		op.Do = func(env round.Env, dst, _ *format.Format, x [3]wide.U128, t *trace.Trace) round.Result {
			return arith.FromInt(env, dst, o.IntType(), x[0].Lo, t)
		}
	}
	m.compute(o, op.Do, x)
	if o.ID == "add" && src == dst && !src.Unsigned && m.Exact != "" {
		head, tail := arith.AugmentedAddition(o.Env, src, x[0], x[1])
		m.Pair = &[2]OpHalf{{"head", text.Bits(src, head.Bits), brief(src, head.Bits)}, {"tail", text.Bits(src, tail.Bits), brief(src, tail.Bits)}}
	}
	return m
}

type doFunc = func(env round.Env, dst, src *format.Format, x [3]wide.U128, t *trace.Trace) round.Result

func (m *Op) compute(o state.Op, do doFunc, x [3]wide.U128) {
	src, dst := m.Src, m.Dst
	var t trace.Trace
	r := do(o.Env, dst, src, x, &t)
	m.Result = datum(dst, r.Bits, o.Digits)
	m.Flags = prose.FlagWords(r.Flags)
	ref, unit, hasRef := reference(o, src, x, &t)
	switch {
	case r.Decision.Rounded && o.ID == "rint":
		m.Why = []string{prose.Choice(o.Env, r.Decision)}
	case r.Decision.Rounded:
		m.Why = prose.Decided(o.Env, dst, r)
	default:
		nums, flushed := m.nums(o, x)
		m.Why = []string{prose.Special(o.ID, "abc", nums, flushed, dst, r)}
	}
	m.Scope = scopeOf(o.ID, o.Env, dst, r, &t, m.words(o))
	m.Drawn = len(m.Scope.Rows) > 0
	m.Error = errorOf(dst, r.Bits, ref, unit, hasRef)
	if hasRef {
		m.Exact = digitsOf(ref, o.Digits)
	}
	var low, high wide.U128
	between := false
	if hasRef && unit == "ulp" {
		m.Line, low, high, between = between2(dst, ref, r.Bits)
		m.HasLine = between
	} else if hasRef && o.ID == "rint" {
		low, high = integralSides(o, do, x, src, dst)
		m.Line, between = integralLine(dst, low, high, ref, r.Bits)
		m.HasLine = between
	}
	for _, d := range round.Directions {
		env := state.InDirection(o.Env, d.Dir)
		a := do(env, dst, src, x, nil)
		row := OpRow{ID: d.ID, Name: d.Name, PTX: d.PTX, Hex: text.Bits(dst, a.Bits), Brief: brief(dst, a.Bits),
			Flags: join(prose.FlagWords(a.Flags)), Chosen: d.Dir == o.Env.Direction, Same: a.Bits == r.Bits}
		row.Err = errorOf(dst, a.Bits, ref, unit, hasRef).Text
		if between {
			row.Where = side(dst, a.Bits, low, high, ref)
		}
		m.Directions = append(m.Directions, row)
	}
	m.notes(o, r)
	m.rest(o, r.Bits)
}

// rest is the exact remainder of the delivered quotient or root.
func (m *Op) rest(o state.Op, c wide.U128) {
	z, ok := exact.FromBits(m.Dst, c)
	a, aok := exact.FromBits(m.Src, o.X[0].Bits)
	if !ok || !aok || o.ID != "div" && o.ID != "sqrt" {
		return
	}
	b, left := z, "a − result² = "
	if o.ID == "div" {
		left = "a − b × result = "
		if b, ok = exact.FromBits(m.Src, o.X[1].Bits); !ok {
			return
		}
	}
	m.Rest = left + digitsTo(a.Sub(z.Mul(b)).Ratio(), 17)
}

// side says where c lies, low and high being the neighbours of ref in f: the same datum where ref is one, or lies
// beyond the largest number.
func side(f *format.Format, c, low, high wide.U128, ref exact.Ratio) Side {
	if c != low && c != high {
		return Elsewhere
	}
	v, ok := exact.FromBits(f, c)
	switch {
	case ok && v.Ratio().Cmp(ref) == 0:
		return OnExact
	case c == low && (c != high || v.Ratio().Cmp(ref) < 0):
		return Below
	}
	return Above
}

// notes adds what an operand's entry or flushing did to the result.
func (m *Op) notes(o state.Op, r round.Result) {
	if o.Env.FlushIn {
		for i, p := range m.Operands {
			if m.Src.ClassOf(o.X[i].Bits) == format.Subnormal {
				m.Notes = append(m.Notes, prose.FlushedIn(p.Name))
			}
		}
	}
	if o.ID != "cvt" || !o.X[0].Text.On || m.Src == m.Dst {
		return
	}
	once, err := text.Parse(o.X[0].Text.Text, m.Dst, round.Env{Direction: o.Env.Direction, Overflow: o.Env.Overflow})
	if err == nil && once.Finite && once.Kind != text.KindBits && once.Bits != r.Bits && o.Env.Direction != round.Stochastic {
		m.Notes = append(m.Notes, prose.RoundedTwice(m.Src.Name, m.Dst.Name, text.Bits(m.Dst, once.Bits), brief(m.Dst, once.Bits)))
	}
}

// words returns the labels of the rows: subtraction adds −b.
func (m *Op) words(o state.Op) scopeWords {
	w := scopeWords{operandNames, "a × b", prose.ExactName[o.ID], "result"}
	if o.ID == "sub" {
		w.operands[1] = "−b"
	}
	return w
}

// nums returns the operands as the operation reads them, and whether a subnormal one is read as zero.
func (m *Op) nums(o state.Op, x [3]wide.U128) (a []format.Num, flushed bool) {
	if o.ID == state.OpFromInt {
		return nil, false
	}
	for i := range m.Operands {
		n := m.Src.Unpack(x[i])
		if o.Env.FlushIn && n.Class == format.Subnormal {
			n, flushed = format.Num{Sign: n.Sign, Class: format.Zero}, true
		}
		a = append(a, n)
	}
	return a, flushed
}

// operandOf describes operand i: what its field shows, what is wrong with it, and what became of the typed number.
func operandOf(o state.Op, i int) Operand {
	x, f := o.X[i], state.FormatOf(o.Src)
	p := Operand{Name: operandNames[i]}
	if o.ID == state.OpFromInt {
		t := o.IntType()
		p.Shown = integer(x.Bits.Lo, t)
		p.Datum = Datum{Code: x.Bits, Entry: p.Shown, Hex: "0x" + hexOf(x.Bits.Lo, t)}
	} else {
		p.Datum = datum(f, x.Bits, false)
		p.Shown = p.Entry
	}
	if !x.Text.On {
		return p
	}
	p.Shown, p.Typed = x.Text.Text, true
	if o.ID == state.OpFromInt {
		if _, err := o.Read(x.Text.Text); err != nil {
			p.Problem = err.Error()
		}
		return p
	}
	p.Problem, p.Note = typed(f, x)
	return p
}

// typed says what is wrong with an operand's text, or what rounding it to f did.
func typed(f *format.Format, x state.Operand) (problem, note string) {
	t, err := text.Parse(x.Text.Text, f, round.Env{})
	switch {
	case err != nil:
		return encProblem(err), ""
	case t.Finite && t.Flags&round.Inexact != 0 && t.Flags&round.Overflowed == 0:
		return "", prose.Stored(few(text.Decimal(f, x.Bits), 28), exact.ErrorUlps(f, x.Bits, t.Exact))
	case t.Flags&round.Overflowed != 0:
		return "", prose.StoredOverflow(f.Name)
	}
	return "", ""
}

// few cuts a string after n characters.
func few(s string, n int) string {
	if len(s) > n {
		return s[:n] + "…"
	}
	return s
}

func datum(f *format.Format, c wide.U128, digits bool) Datum {
	d := Datum{Code: c, Bits: BitsOf(f, c), Hex: text.Bits(f, c), Brief: brief(f, c), Entry: text.Entry(f, c), HexFloat: text.Hex(f, c), Class: arith.ClassNames[arith.Class(f, c)]}
	if digits {
		d.Decimal = text.Decimal(f, c)
	}
	return d
}

// integer writes the lowest bits of v as the type says.
func integer(v uint64, t arith.IntType) string {
	if t.Signed && v>>(t.Bits-1)&1 != 0 {
		return strconv.FormatInt(int64(v|^uint64(0)<<(t.Bits-1)), 10)
	}
	return strconv.FormatUint(v, 10)
}

func join(words []string) string {
	s := ""
	for i, w := range words {
		if i > 0 {
			s += " "
		}
		s += w
	}
	return s
}

// digitsOf writes an exact value in decimal: every digit if asked for and there are finitely many, else 25.
func digitsOf(ref exact.Ratio, all bool) string {
	switch {
	case !all:
		return digitsTo(ref, 25)
	case ref.Den == nil && ref.Exp10 == 0:
		return exact.New(ref.Neg, ref.Num, ref.Exp2).Decimal()
	}
	return digitsTo(ref, 200)
}
