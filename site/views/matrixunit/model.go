package matrixunit

import (
	"strconv"
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/tensor"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/microscope"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/words"
)

// Model is what the view shows of a state.
type Model struct {
	F        [3]*format.Format
	K        int
	Problems [len(keys)]string // of the lists
	C        operand.Operand
	Exact    string // of C plus the products; "" if an operand is not finite
	Rows     []Result
	Sides    [2]Side
	Verdict  string
}

// Result is a row of the table of results.
type Result struct {
	Name, Detail string
	Datum        operand.Datum
	Error        operand.Error
	Side         int // the unit that it is of, counted from 1; 0 for none
}

// Side is a unit at work.
type Side struct {
	Unit   Unit
	Name   string // "9.0 Hopper"
	Chips  string
	PTX    string
	Block  tensor.Unit
	Facts  []tensor.Fact
	Blocks []Block
	Chain  bool // fused multiply-adds, one after another: no blocks
	Added  bool // C is added at the end
	Result operand.Datum
	Error  operand.Error
}

// Block is one block of a unit: its products by their numbers from 0, and what became of them.
type Block struct {
	Step    tensor.Step
	Order   []int // products, counted from 0
	First   bool  // of an instruction, where there are several
	Scope   microscope.Scope
	Title   string
	Caption string
}

// Unread returns the names of the operands whose text is not understood.
func (m *Model) Unread() (names []string) {
	for i, p := range m.Problems {
		if p != "" {
			names = append(names, [...]string{"a", "b", "the scales of a", "the scales of b"}[i])
		}
	}
	if m.C.Problem != "" {
		names = append(names, "C")
	}
	return names
}

// Build computes the view.
func Build(s State) *Model {
	m := &Model{F: s.Formats(), K: s.K()}
	for i, x := range s.X {
		if x.Text.On {
			t, n := s.list(i)
			if _, err := readList(x.Text.Text, t, n); err != nil {
				m.Problems[i] = words.Minus(err.Error())
			}
		}
	}
	m.C = operand.Operand{Name: "C", Datum: s.result().datum(s.C.Bits.Lo)}
	if m.C.Text = m.C.Entry; s.C.Text.On {
		m.C.Text, m.C.Typed = s.C.Text.Text, true
		if m.F[2] != nil {
			m.C.Problem, m.C.Note = operand.Judge(m.F[2], s.C)
		} else if _, err := s.result().read(s.C.Text.Text); err != nil {
			m.C.Problem = err.Error()
		}
	}
	e := newSum(&s)
	if e.finite {
		m.Exact = words.DigitsOf(e.exact.Ratio(), false)
	}
	var scopes []*microscope.Scope
	for i := range m.Sides {
		side := &m.Sides[i]
		e.side(side, s.Unit[i])
		for k := range side.Blocks {
			scopes = append(scopes, &side.Blocks[k].Scope)
		}
		e.row(m, side.Name, side.PTX, side.Result.Code.Lo, i+1)
		side.Error = m.Rows[len(m.Rows)-1].Error
		unit := side.Unit.Instruction()
		for _, other := range unit.Others(int(side.Unit.CC)) {
			c := uint64(0)
			if unit.Scale != "" {
				c = e.runScaled(unit, unit.ScaledBy(other), nil)
			} else {
				c = e.run(unit, tensor.NewDot(other, m.F[0], m.F[1], m.F[2]).Steps, nil)
			}
			if other.Terms != side.Block.Terms || c != side.Result.Code.Lo {
				e.row(m, side.Name+", another source", unitWords(other), c, 0)
			}
		}
	}
	microscope.Together(scopes)
	if m.F[2] == nil {
		m.Verdict = integerVerdict(m)
		return m
	}
	correct := uint64(0)
	if e.finite {
		correct = e.exact.Ratio().Round(round.Env{}, m.F[2]).Bits.Lo
		e.row(m, "Correctly rounded", "the exact value, rounded once, to nearest", correct, 0)
	}
	detail := "rn(a·b + c) in " + m.F[2].Name + ", one product after another"
	if e.scale != nil {
		detail = "a and b times their scales, then " + detail
	}
	chain := e.chain(false)
	e.row(m, "FMA chain, k rising", detail, chain, 0)
	e.row(m, "FMA chain, k falling", detail, e.chain(true), 0)
	m.Verdict = verdict(m, e.finite, correct, chain)
	return m
}

// sum is the row, the column and C with their exact sum.
type sum struct {
	f      [3]*format.Format
	ta, tb number
	tc     number
	a, b   []uint64
	c      uint64
	exact  exact.Value
	finite bool

	integer int64 // the exact sum of integers

	scale  *format.Format // of block scales, nil for none
	vector int            // elements that share one
	sa, sb []uint64       // the scales
}

func newSum(s *State) *sum {
	i, k := s.instruction(), s.K()
	e := &sum{}
	e.f, e.ta, e.tb, e.tc = s.Formats(), number(i.A), number(i.B), s.result()
	e.a, e.b, e.c = s.X[rowA].Code[:k], s.X[columnB].Code[:k], s.C.Bits.Lo
	if e.f[2] == nil {
		v, _ := i.Integer32(e.a, e.b, uint32(e.c))
		e.integer, e.exact, e.finite = v, exact.New(v < 0, wide.NatFrom64(uint64(max(v, -v))), 0), true
		return e
	}
	c, ok := exact.FromCode(e.f[2], e.c)
	e.exact, e.finite = c, ok
	if i.Scale != "" {
		e.scale, e.vector = tensor.Format(i.Scale), i.Vector
		e.sa, e.sb = s.X[scalesA].Code[:], s.X[scalesB].Code[:]
	}
	for k := range e.a {
		x, xok := exact.FromCode(e.f[0], e.a[k])
		y, yok := exact.FromCode(e.f[1], e.b[k])
		p, ok := e.factor(k)
		if e.finite = e.finite && xok && yok && ok; e.finite {
			e.exact = e.exact.Add(x.Mul(y).Mul(p))
		}
	}
	return e
}

// factor is the product of the scales of the elements k, 1 where there are none.
func (e *sum) factor(k int) (v exact.Value, ok bool) {
	if e.scale == nil {
		return exact.New(false, wide.NatFrom64(1), 0), true
	}
	x, xok := exact.FromCode(e.scale, e.sa[k/e.vector])
	y, yok := exact.FromCode(e.scale, e.sb[k/e.vector])
	if !xok || !yok {
		return x, false
	}
	return x.Mul(y), true
}

// row adds a row to the table of results.
func (e *sum) row(m *Model, name, detail string, code uint64, side int) {
	r := Result{Name: name, Detail: detail, Datum: e.tc.datum(code), Side: side}
	if e.f[2] == nil {
		off := tensor.Value(e.tc.integer(), code) - e.integer
		r.Error = operand.Error{Known: true, Text: strconv.FormatInt(off, 10)}
	} else {
		r.Error = operand.ErrorOf(e.f[2], r.Datum.Code, e.exact.Ratio(), "ulp", e.finite)
	}
	m.Rows = append(m.Rows, r)
}

// chain is C with the products added by fused multiply-adds in the format of C, in which each number is first multiplied by
// its scale.
func (e *sum) chain(falling bool) uint64 {
	env := round.Env{NaN: round.NaNRule{NoPropagate: true, Default: format.AllOnes}}
	if e.f[2] == format.F64 {
		env.NaN = round.NaNRule{Default: format.NegativeQuiet, Order: [3]uint8{2, 3, 1}}
	}
	to := func(f *format.Format, c uint64) wide.U128 {
		return arith.Convert(env, e.f[2], f, wide.From64(c), nil).Bits
	}
	c := wide.From64(e.c)
	for i := range e.a {
		k := i
		if falling {
			k = len(e.a) - 1 - i
		}
		x, y := to(e.f[0], e.a[k]), to(e.f[1], e.b[k])
		if e.scale != nil {
			x = arith.Mul(env, e.f[2], e.f[2], x, to(e.scale, e.sa[k/e.vector]), nil).Bits
			y = arith.Mul(env, e.f[2], e.f[2], y, to(e.scale, e.sb[k/e.vector]), nil).Bits
		}
		c = arith.FMA(env, e.f[2], e.f[2], x, y, c, nil).Bits
	}
	return c.Lo
}

// run gives the products to instructions i, whose unit is one function, the last one filled up with zeros; note hears the
// blocks of each with the number of its first product.
func (e *sum) run(i tensor.Instruction, unit func(a, b []uint64, c uint64) ([]tensor.Step, uint64), note func(from int, steps []tensor.Step)) uint64 {
	k := i.Length()
	register := func(f *format.Format, c uint64) uint64 {
		if f == format.TF32 {
			c <<= 13
		}
		return c
	}
	c := e.c
	for from := 0; from < len(e.a); from += k {
		x, y := make([]uint64, k), make([]uint64, k)
		for j := from; j < min(from+k, len(e.a)); j++ {
			x[j-from], y[j-from] = register(e.f[0], e.a[j]), register(e.f[1], e.b[j])
		}
		var steps []tensor.Step
		if steps, c = unit(x, y, c); note != nil {
			note(from, steps)
		}
	}
	return c
}

// runScaled is run of a unit that takes block scales.
func (e *sum) runScaled(i tensor.Instruction, unit *tensor.Scaled, note func(from int, steps []tensor.Step)) uint64 {
	from := 0
	scales := func(each []uint64) []uint64 {
		list := ones(number(i.Scale), i.K/i.Vector)
		for k := from; k < min(from+i.K, len(e.a)); k += i.Vector {
			list[(k-from)/i.Vector] = each[k/e.vector]
		}
		return list[:i.K/i.Vector]
	}
	return e.run(i, func(a, b []uint64, c uint64) ([]tensor.Step, uint64) {
		steps, r := unit.Steps(a, b, scales(e.sa), scales(e.sb), c)
		from += i.K
		return steps, r
	}, note)
}

// side lets a unit do its work.
func (e *sum) side(s *Side, u Unit) {
	i, g := u.Instruction(), generation(u)
	s.Unit, s.Name, s.Chips, s.PTX = u, ccName(u.CC)+" "+g.Family, g.Chips, i.Name()
	s.Block, s.Facts, _ = i.Unit(int(u.CC))
	s.Chain, s.Added = s.Block.Frac == 0 && !i.Integer(), s.Block.Halves
	order := s.Block.Blocks(i.Length())
	note := func(from int, steps []tensor.Step) {
		for n, step := range steps {
			b := Block{Step: step, First: n == 0}
			b.Order = make([]int, len(order[n]))
			for j, k := range order[n] {
				b.Order[j] = from + k
			}
			s.Blocks = append(s.Blocks, b)
		}
	}
	var c uint64
	if scaled, ok := i.Scaled(int(u.CC)); ok {
		c = e.runScaled(i, scaled, note)
	} else if i.Integer() {
		c = e.run(i, i.IntegerSteps, note)
	} else {
		d, _ := i.Dot(int(u.CC))
		c = e.run(i, d.Steps, note)
	}
	s.Result = e.tc.datum(c)
	for n := range s.Blocks {
		e.describe(s, n)
	}
}

// describe makes the picture and the words of a block.
func (e *sum) describe(s *Side, n int) {
	b := &s.Blocks[n]
	value := func(t number, c uint64) string {
		d := t.datum(c)
		switch {
		case t == "b1":
		case len(d.Brief) <= 9:
			return d.Brief
		case t.format() != nil && len(d.HexFloat) <= 9:
			return d.HexFloat
		}
		return "…"
	}
	var terms []microscope.Term
	row := func(label, note string) { terms = append(terms, microscope.Term{Label: label, Note: note}) }
	products := func(at, end int) string {
		s := product(b.Order[at])
		if end-at > 1 {
			s += " … " + product(b.Order[end-1])
		}
		return s
	}
	all := len(b.Step.Terms)
	if all > 1 && all <= len(b.Order) { // sums of several products
		each := len(b.Order) / (all - 1)
		for at := 0; at < len(b.Order); at += each {
			row(products(at, at+each), "exact sum × scales")
		}
	}
	for at := 0; at < len(b.Order) && len(terms) < all-1; {
		end := at + 1
		for end < len(b.Order) && b.Step.Terms[end] == b.Step.Terms[at] {
			end++
		}
		note := words.Fill("# equal", end-at)
		if end-at < leastEqual {
			end, note = at+1, ""
			if k := b.Order[at]; k < len(e.a) {
				if v := value(e.ta, e.a[k]) + " × " + value(e.tb, e.b[k]); !strings.Contains(v, "…") {
					note = words.Minus(v)
				}
				if f, ok := e.factor(k); ok && e.scale != nil && f.Cmp(exact.New(false, wide.NatFrom64(1), 0)) != 0 {
					note = strings.TrimPrefix(note+" × scales", " × ")
				}
			}
		}
		row(products(at, end), note)
		for at++; at < end; at++ {
			row("", "")
		}
	}
	into, name := "C", "D"
	switch {
	case n > 0:
		into = words.Fill("block #", n)
	case s.Added:
		into = "zero"
	}
	row(into, "")
	out := e.tc.datum(b.Step.Out)
	if n+1 < len(s.Blocks) || s.Added {
		name = words.Fill("block #", n+1)
	}
	if all > 0 {
		b.Scope = microscope.OfBlock(&b.Step, e.f[2], terms, microscope.Term{Label: "sum", Note: "exact"}, lostWords(s), microscope.Term{Label: name, Note: out.Hex})
		b.Scope.WindowLabel = windowWords(&b.Step, s.Block)
	}
	b.Title, b.Caption = blockTitle(s, n), blockCaption(s, b, &out)
}

// leastEqual is the number of equal terms from which on they are one row.
const leastEqual = 3

func product(k int) string {
	n := subscript(k)
	return "a" + n + "·b" + n
}

// lost returns what the cut of a block took from its terms.
func lost(step *tensor.Step) (v exact.Value, n int) {
	for _, t := range step.Terms {
		if t.Lost {
			all := exact.New(t.Neg, wide.NatFrom64(t.Sig), int64(t.Exp-t.Frac))
			v = v.Add(all.Sub(exact.New(t.Neg, wide.NatFrom64(t.Kept), int64(step.Quantum))))
			n++
		}
	}
	return v, n
}

// subscript writes n with lowered digits.
func subscript(n int) string {
	var b strings.Builder
	for _, c := range strconv.Itoa(n) {
		b.WriteRune('₀' + c - '0')
	}
	return b.String()
}
