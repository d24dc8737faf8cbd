package operation

import (
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/trace"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/microscope"
	"ulplab/site/kit/numberline"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/words"
)

// Model is what the Operation view shows.
type Model struct {
	ID, Name, Symbol string
	Src, Dst         *format.Format
	Rounds           bool // whether the operation may round
	Operands         []operand.Operand
	Compare          *Comparison // instead of everything below
	Result           operand.Datum
	LitBit           int    // the bit of the result that belongs to the column pointed at plus one, 0 for none
	Integer          string // the result as an integer, for toint
	Flags            []string
	Error            operand.Error
	Exact            string   // the exact value in decimal; "" where there is none
	Why              []string // how the result came about, in sentences
	Scope            microscope.Scope
	Steps            Steps
	Drawn            bool // the microscope has something to show
	Directions       []Row
	Line             numberline.Line
	HasLine          bool
	Rest             string   // what a quotient or root leaves over: a − b × result, or a − result²
	Pair             *[2]Half // of an addition: sum and error of augmentedAddition
	Notes            []string
}

// Half is one of the two results of augmentedAddition.
type Half struct{ Name, Hex, Brief string }

// Row is the result in one direction.
type Row struct {
	_             [0]func() // not comparable
	ID, Name, PTX string
	Hex, Brief    string
	Flags         string
	Err           string
	Where         numberline.Side
	Chosen        bool
	Same          bool // as the chosen direction's result
}

// build computes the view.
func build(o State) Model {
	src, dst := o.F()
	m := Model{ID: o.ID, Name: name[o.ID], Symbol: symbol[o.ID], Src: src, Dst: dst, Rounds: o.Rounds()}
	if op, known := arith.Find(o.ID); known {
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
	case Compare:
		m.Compare = compare(o.Env, src, x[0], x[1])
		m.Steps.None = noSteps(o.ID)
		return m
	case ToInt:
		m.toInt(o, x[0])
		return m
	}
	m.compute(o, o.do(), x)
	if o.ID == "add" && src == dst && !src.Unsigned && m.Exact != "" {
		head, tail := arith.AugmentedAddition(o.Env, src, x[0], x[1])
		m.Pair = &[2]Half{{"sum", text.Bits(src, head.Bits), words.Brief(src, head.Bits)}, {"error", text.Bits(src, tail.Bits), words.Brief(src, tail.Bits)}}
	}
	return m
}

// do returns what computes the operation, unless its result is no datum.
func (o State) do() doFunc {
	if o.ID == FromInt {
		return func(env round.Env, dst, _ *format.Format, x [3]wide.U128, t *trace.Trace) round.Result {
			return arith.FromInt(env, dst, o.IntType(), x[0].Lo, t)
		}
	}
	op, _ := arith.Find(o.ID)
	return op.Do
}

type doFunc = func(env round.Env, dst, src *format.Format, x [3]wide.U128, t *trace.Trace) round.Result

func (m *Model) compute(o State, do doFunc, x [3]wide.U128) {
	src, dst := m.Src, m.Dst
	var t trace.Trace
	r := do(o.Env, dst, src, x, &t)
	m.Result = operand.DatumOf(dst, r.Bits, o.Digits)
	m.Flags = words.FlagWords(r.Flags)
	ref, unit, hasRef := referenceOf(o, src, x, &t)
	switch {
	case r.Decision.Rounded && o.ID == "rint":
		m.Why = []string{words.Choice(o.Env, r.Decision)}
	case r.Decision.Rounded:
		m.Why = words.Decided(o.Env, dst, r)
	default:
		nums, flushed := m.nums(o, x)
		m.Why = []string{words.Special(o.ID, "abc", nums, flushed, dst, r)}
	}
	m.Scope = microscope.Of(o.ID, o.Env, dst, r, &t, m.words(o))
	m.Drawn = len(m.Scope.Rows) > 0
	m.Error = operand.ErrorOf(dst, r.Bits, ref, unit, hasRef)
	if hasRef {
		m.Exact = words.DigitsOf(ref, o.Digits)
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
		env := InDirection(o.Env, d.Dir)
		a := do(env, dst, src, x, nil)
		row := Row{ID: d.ID, Name: d.Name, PTX: d.PTX, Hex: text.Bits(dst, a.Bits), Brief: words.Brief(dst, a.Bits),
			Flags: strings.Join(words.FlagWords(a.Flags), " "), Chosen: d.Dir == o.Env.Direction, Same: a.Bits == r.Bits}
		row.Err = operand.ErrorOf(dst, a.Bits, ref, unit, hasRef).Text
		if between {
			row.Where = numberline.SideOf(dst, a.Bits, low, high, ref)
		}
		m.Directions = append(m.Directions, row)
	}
	m.stepsOf(o, r, &t, x)
	m.notes(o, r)
	m.rest(o, r.Bits)
}

// rest is the exact remainder of the delivered quotient or root.
func (m *Model) rest(o State, c wide.U128) {
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
	m.Rest = left + words.DigitsTo(a.Sub(z.Mul(b)).Ratio(), 17)
}

// notes adds what an operand's entry or flushing did to the result.
func (m *Model) notes(o State, r round.Result) {
	if o.Env.FlushIn {
		for i, p := range m.Operands {
			if m.Src.ClassOf(o.X[i].Bits) == format.Subnormal {
				m.Notes = append(m.Notes, words.FlushedIn(p.Name))
			}
		}
	}
	if o.ID != "cvt" || !o.X[0].Text.On || m.Src == m.Dst {
		return
	}
	once, err := text.Parse(o.X[0].Text.Text, m.Dst, round.Env{Direction: o.Env.Direction, Overflow: o.Env.Overflow})
	if err == nil && once.Finite && once.Kind != text.KindBits && once.Bits != r.Bits && o.Env.Direction != round.Stochastic {
		m.Notes = append(m.Notes, roundedTwice(m.Src.Name, m.Dst.Name, text.Bits(m.Dst, once.Bits), words.Brief(m.Dst, once.Bits)))
	}
}

// words returns the labels of the rows: subtraction adds −b.
func (m *Model) words(o State) microscope.Words {
	w := microscope.Words{Operands: operand.Names, Product: "a × b", Exact: words.ExactName[o.ID], Result: "result"}
	if o.ID == "sub" {
		w.Operands[1] = "−b"
	}
	return w
}

// nums returns the operands as the operation reads them, and whether a subnormal one is read as zero.
func (m *Model) nums(o State, x [3]wide.U128) (a []format.Num, flushed bool) {
	if o.ID == FromInt {
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
func operandOf(o State, i int) operand.Operand {
	x, f := o.X[i], operand.FormatOf(o.Src)
	p := operand.Operand{Name: operand.Names[i]}
	if o.ID == FromInt {
		p.Datum = operand.DatumOfInt(x.Bits.Lo, o.IntType())
	} else {
		p.Datum = operand.DatumOf(f, x.Bits, false)
	}
	p.Text = p.Entry
	if !x.Text.On {
		return p
	}
	p.Text, p.Typed = x.Text.Text, true
	if o.ID == FromInt {
		if _, err := o.Read(x.Text.Text); err != nil {
			p.Problem = err.Error()
		}
		return p
	}
	p.Problem, p.Note = operand.Judge(f, x)
	return p
}
