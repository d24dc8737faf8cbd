package devices

import (
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/round"
	"ulplab/fpcore/target"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/numberline"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/reference"
	targets "ulplab/site/kit/target"
	"ulplab/site/kit/words"
)

// Model is the comparison of two targets on one operation.
type Model struct {
	Operands []operand.Operand
	Sides    [2]Side
	Both     bool // both deliver bits
	Same     bool // and these are equal, or equal in value where the formats differ
	Exact    string
	Closer   int    // -1: A is closer to the exact value, +1: B is, 0: equally far or unknown
	Apart    string // the distance in ulp; "" where one is not a number
	Verdict  string
	Because  string // the rule that makes these results differ
	Line     numberline.Line
	HasLine  bool
}

// Side is what one target makes of the operation.
type Side struct {
	_        reference.Never
	ID, Name string
	Missing  string // why there are no bits
	Result   operand.Datum
	Error    operand.Error
	Steps    []Step
	Kind     gpu.Kind
	Source   string // title
	SourceID string
	Demoted  bool
}

// Step is an instruction with its operands and its result.
type Step struct {
	_        reference.Never
	Name     string
	Operands []string
	Brief    string
	Hex      string
	Inner    bool
}

// Why is something in which the targets differ.
type Why struct {
	_         reference.Never
	I         int // in target.Differences
	Name      string
	Why       string
	Sides     [2]string
	Kinds     [2]gpu.Kind
	Sources   [2]string // IDs
	Titles    [2]string
	Effect    string
	Shows     bool   // there are operands that show it
	Operation string // the operation in which it shows
}

// build runs both targets. Feature and search play no part.
func build(d State) Model {
	o, f := d.Operation(), d.F()
	m := Model{}
	var x [3]wide.U128
	for i := range o.Arity {
		x[i] = d.X[i].Bits
		p := operand.Operand{Name: operand.Names[i], Datum: operand.DatumOf(f, x[i], false)}
		p.Text = p.Entry
		if t := d.X[i].Text; t.On {
			p.Text = t.Text
			p.Problem, p.Note = operand.Judge(f, d.X[i])
		}
		m.Operands = append(m.Operands, p)
	}
	ref, ok := devExact(o.ID, f, x)
	if ok {
		m.Exact = words.DigitsOf(ref, false)
	}
	var same [2]wide.U128 // the results in the format of the operands
	var out [2]target.Outcome
	for i := range m.Sides {
		t := d.Target(i)
		out[i] = t.Run(o, d.Double, d.Codes())
		m.Sides[i] = side(t, out[i])
		if out[i].Format == nil {
			continue
		}
		same[i] = wide.From64(out[i].Bits)
		if out[i].Format != f {
			same[i] = arith.Convert(round.Env{}, f, out[i].Format, same[i], nil).Bits
		}
		m.Sides[i].Error = operand.ErrorOf(f, same[i], ref, "ulp", ok)
	}
	m.Both = m.Sides[0].Missing == "" && m.Sides[1].Missing == ""
	if m.Both {
		m.Same = same[0] == same[1] && (out[0].Format == out[1].Format || !f.ClassOf(same[0]).IsNaN())
		if !m.Same {
			m.Apart = apart(f, same, ref, ok)
		}
		if ok {
			m.Closer = exact.Closer(f, same[0], same[1], ref)
		}
	}
	if m.Closer != 0 && m.Sides[0].Error.Text[1:] == m.Sides[1].Error.Text[1:] { // told apart by more digits
		for i := range m.Sides {
			m.Sides[i].Error.Text = words.Grouped(exact.ErrorUlpsDigits(f, same[i], ref, 20))
		}
	}
	if m.Both && !m.Same {
		_, m.Because = target.Attribute(d.Target(0), d.Target(1), o, d.Double, d.Codes())
	}
	if m.Both && ok && out[0].Format == out[1].Format {
		m.Line, m.HasLine = line(f, same, ref)
	}
	m.Verdict = verdict(m.Both, m.Same, out[0].Format == out[1].Format, m.Apart, m.Closer, ok, m.Sides[0].Error.Text, m.Sides[1].Error.Text)
	return m
}

// apart returns the distance of two results in ulp of the exact value, or of the larger one where that is unknown.
func apart(f *format.Format, c [2]wide.U128, ref exact.Ratio, known bool) string {
	a, aok := exact.FromBits(f, c[0])
	b, bok := exact.FromBits(f, c[1])
	if !aok || !bok {
		return ""
	}
	if !known {
		if ref = a.Ratio(); a.Mul(a).Ratio().Cmp(b.Mul(b).Ratio()) < 0 {
			ref = b.Ratio()
		}
	}
	d := a.Sub(b)
	return words.DigitsTo(exact.New(false, d.Mag, d.Exp-int64(exact.Quantum(f, ref))).Ratio(), 16)
}

// ticks is the number of floats up to which every one between the results is drawn.
const ticks = 40

// line puts both results and the exact value on one line.
func line(f *format.Format, c [2]wide.U128, ref exact.Ratio) (l numberline.Line, ok bool) {
	var at [2]int64
	for i := range c {
		if at[i], ok = exact.ErrorFixed(f, c[i], ref); !ok {
			return l, false
		}
	}
	low, high := min(at[0], at[1], 0), max(at[0], at[1], 0)
	if low == high {
		return l, false
	}
	cut := 0
	for (high-low)>>cut > 1<<40 {
		cut++
	}
	pos := func(v int64) int {
		return numberline.Unit*15/100 + int((v-low)>>cut*(numberline.Unit*70/100)/((high-low)>>cut))
	}
	if high-low <= ticks<<exact.FixedBits {
		first, _, _, _ := exact.Bracket(f, ref)
		for i := range c {
			if at[i] < 0 && at[i] == low {
				first = c[i]
			}
		}
		for n, d := 0, f.NextDown(first); n < ticks+4; n, d = n+1, f.NextUp(d) {
			if v, finite := exact.ErrorFixed(f, d, ref); finite {
				if p := pos(v); p >= 0 && p <= numberline.Unit && d != c[0] && d != c[1] {
					l.Ticks = append(l.Ticks, numberline.Tick{Pos: p, Weight: numberline.Plain})
				}
			}
		}
	}
	l.HasExact, l.Exact, l.ExactLabel = true, pos(0), "exact "+words.DigitsTo(ref, f.P*31/100+4)
	near := pos(max(at[0], at[1]))-pos(min(at[0], at[1])) < numberline.Unit*35/100
	for i := range c {
		t := numberline.Tick{Pos: pos(at[i]), Weight: numberline.Major, Label: "AB"[i:i+1] + " " + words.Brief(f, c[i])}
		switch {
		case c[0] == c[1] && i == 0:
			continue
		case c[0] == c[1]:
			t.Label = "A, B " + words.Brief(f, c[i])
		case near && at[i] < at[1-i]:
			t.Side = -1
		case near:
			t.Side = 1
		}
		l.Ticks = append(l.Ticks, t)
	}
	return l, true
}

// rules lists the differences of two targets that concern bits or their control; more counts the others.
func rules(t [2]string) (list []Why, more int) {
	pair := options(t[0], t[1])
	for i, d := range target.Differences(pair[0], pair[1]) {
		switch d.Effect {
		case target.Shows, target.SameHere, target.Unknown, target.Control:
		default:
			more++
			continue
		}
		w := Why{I: i, Name: d.Name, Why: d.Why, Sides: [2]string{d.A, d.B}, Kinds: [2]gpu.Kind{d.KindA, d.KindB}, Sources: [2]string{d.SourceA, d.SourceB},
			Titles: [2]string{source(d.SourceA), source(d.SourceB)}, Effect: d.Effect.String(), Shows: d.Effect == target.Shows}
		if o, ok := gpu.FindOperation(d.Operation); ok {
			w.Operation = targets.InC(o, d.Double)
			if d.Double {
				w.Operation += " on double"
			}
		}
		list = append(list, w)
	}
	return list, more
}

// digits is the number of digits to which a function stands for its exact value.
const digits = 60

func devExact(id string, f *format.Format, x [3]wide.U128) (exact.Ratio, bool) {
	ref := reference.Exact(id, f, x)
	if ref.Fn == nil {
		return ref.R, ref.Ok
	}
	d, ok := ref.Fn.Digits(ref.X, digits)
	return d.Ratio(), ok
}

func side(t target.Target, out target.Outcome) Side {
	s := Side{ID: t.ID(), Name: t.Name(), Missing: out.Missing, Kind: out.Kind, SourceID: out.Source}
	if s.Missing != "" {
		return s
	}
	s.Source = source(out.Source)
	s.Result = operand.DatumOf(out.Format, wide.From64(out.Bits), false)
	for _, step := range out.Steps {
		w := Step{Name: step.Name, Inner: step.Inner}
		for k := range step.N {
			b, _ := datum(step.In, step.X[k])
			w.Operands = append(w.Operands, b)
		}
		w.Brief, w.Hex = datum(step.Format, step.Bits)
		s.Steps = append(s.Steps, w)
		s.Demoted = s.Demoted || step.In == format.F64 && step.Format == format.F32
	}
	return s
}

// source returns the title of a source.
func source(id string) string {
	for _, s := range target.Sources() {
		if s.ID == id {
			return s.Title
		}
	}
	return id
}

// datum writes a datum, or a register's bits where f is nil.
func datum(f *format.Format, c wide.U128) (value, hex string) {
	if f == nil {
		hex = "0x" + words.HexOf(c.Lo, arith.IntType{Bits: 32})
		return hex, hex
	}
	return words.Brief(f, c), text.Bits(f, c)
}

// Machine is a line of the table that runs the paper's figures 1 and 5 on every machine.
type Machine struct {
	ID, Name string
	Code     string // of a*b+c
	Figure1  operand.Datum
	Figure5  operand.Datum
	Kind     gpu.Kind
	Source   string
	Title    string
}

// The operands of the paper's Figure 1, and the vectors of its Figure 5: the floats that print as the digits given
// there and give the results of its table.
var (
	figure1 = [3]uint64{0x3f800001, 0x3f800001, 0xbf800002}
	Figure5 = [4][2]uint64{{0x3ff42c76, 0xbf6f7cee}, {0xbf494494, 0xbf3106da}, {0x3f92db19, 0x3fdcbb70}, {0x3f75dcc9, 0xbf35b25d}}
)

// machines runs Figure 1, a*a + b, and Figure 5, s = a*b + s over four pairs from s = 0. Capabilities whose code and
// results are the same share a line.
func machines() (list []Machine) {
	o, _ := gpu.FindOperation("a*b+c")
	all := target.All()
	profiles := len(gpu.Profiles())
	all = append(append(append([]target.Target{}, all[:profiles]...), options("2.0-nofma")...), append(all[profiles:], options("x87-store")...)...)
	for _, t := range all {
		out := t.Run(o, false, figure1)
		sum := uint64(0)
		for _, ab := range Figure5 {
			sum = t.Run(o, false, [3]uint64{ab[0], ab[1], sum}).Bits
		}
		var code []string
		for _, c := range out.Code {
			if !strings.HasPrefix(c, "fld") {
				code = append(code, c)
			}
		}
		m := Machine{t.ID(), t.Name(), strings.Join(code, ", "), operand.DatumOf(format.F32, wide.From64(out.Bits), false), operand.DatumOf(format.F32, wide.From64(sum), false), out.Kind, out.Source, source(out.Source)}
		if t.Unit == target.GPU {
			m.Name = strings.TrimPrefix(m.Name, "compute capability ")
		}
		if n := len(list); n > 0 && t.Unit == target.GPU && list[n-1].Code == m.Code && list[n-1].Figure5.Code == m.Figure5.Code {
			first, _, _ := strings.Cut(list[n-1].Name, " to ")
			list[n-1].Name = first + " to " + m.Name
			if gpu.Weaker(list[n-1].Kind, m.Kind) == m.Kind {
				list[n-1].Kind, list[n-1].Source, list[n-1].Title = m.Kind, m.Source, m.Title
			}
			continue
		}
		list = append(list, m)
	}
	return list
}

// options returns targets by their IDs.
func options(ids ...string) (list []target.Target) {
	for _, id := range ids {
		t, _ := target.ByID(id)
		list = append(list, t)
	}
	return list
}
