package x87

import (
	"strconv"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/fpcore/x86"
	"ulplab/site/kit/numberline"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/words"
)

// Rounding is an operation whose result is rounded in the register and rounded again by a store, against the exact
// value rounded once.
type Rounding struct {
	From, Name  string // the piece of the formula and the instruction
	Bits, To    int    // precision of the first and of the second rounding
	Exact       string
	First       string        // in the register
	Second      operand.Datum // stored
	Direct      operand.Datum
	Double      bool // the second rounding gives what one rounding would not
	Tie         bool // the register holds the midpoint of two numbers of the type, and the exact value is not that
	Drawn       bool
	Low, High   numberline.Tick // neighbours in the type
	Gap         string
	ExactAt     int // positions from 0 at Low to numberline.Unit at High
	FirstAt     int
	SecondAt    int // 0 or numberline.Unit
	DirectAt    int
	Zoom        bool // the second line: neighbours in the register around the exact value
	ZoomLabels  [2]string
	ZoomGap     string
	Lost        string // what the first rounding takes off
	ZoomExactAt int
	ZoomFirstAt int
	Verdict     string
}

// value returns the exact value of an arithmetic instruction on its operands.
func value(do x86.Action, l *x86.Line) (ref exact.Ratio, ok bool) {
	var x [3]exact.Ratio
	for i := range l.N {
		v, finite := exact.FromBits(l.In[i].F, l.In[i].Bits)
		if !finite {
			return ref, false
		}
		x[i] = v.Ratio()
		if do == x86.Sqrt {
			return exact.Sqrt(v).Ratio(), v.Sign() >= 0
		}
	}
	return op(do, &x)
}

// twice finds the operation to draw: that of the instruction shown, else the first that double rounding changes,
// else the last that is stored at once.
func twice(v State, p *x86.Program, lines []x86.Line, at int) *Rounding {
	var best *Rounding
	for i := 0; i+1 < len(lines); i++ {
		l, s := &lines[i], &lines[i+1]
		if l.Kind != x86.LineArith || s.Kind != x86.LineStore && s.Kind != x86.LineFinal {
			continue
		}
		if ref, ok := value(p.Steps[l.Step].Do, l); ok && !ref.IsZero() {
			if i == at || i+1 == at && at < len(lines)-1 {
				return rounding(v, p, l, s, ref)
			}
			if r := rounding(v, p, l, s, ref); best == nil || !best.Double {
				best = r
			}
		}
	}
	return best
}

// rounding describes one operation and its store.
func rounding(v State, p *x86.Program, l, s *x86.Line, ref exact.Ratio) *Rounding {
	w := x86.ControlWord(v.Control)
	env := w.Env()
	env.Precision = 0
	f := s.To.F
	direct := ref.Round(env, f).Bits
	r := &Rounding{From: piece(v, p.Steps[l.Step]), Name: l.Name, Bits: w.Precision(), To: f.P, Exact: words.DigitsTo(ref, 24), First: words.Brief(l.To.F, l.To.Bits),
		Second: operand.DatumOf(f, s.To.Bits, false), Direct: operand.DatumOf(f, direct, false), Double: direct != s.To.Bits}
	first, ok := exact.FromBits(format.X87, l.To.Bits)
	low, high, pos, ok2 := exact.Bracket(f, ref)
	a, aok := exact.FromBits(f, low)
	b, bok := exact.FromBits(f, high)
	if ok && ok2 && aok && bok && low != high {
		mid := a.Add(b).Scaled(-1)
		r.Tie = first.Cmp(mid) == 0 && ref.Cmp(first.Ratio()) != 0
		r.Drawn = true
		r.Low, r.High = numberline.Neighbour(f, low, 0), numberline.Neighbour(f, high, numberline.Unit)
		r.Gap = "1 ulp = 2^" + strconv.FormatInt(b.Sub(a).Log2(), 10)
		r.ExactAt = at(pos)
		r.FirstAt = between(f, first, a, b)
		r.SecondAt = end(s.To.Bits, high)
		r.DirectAt = end(direct, high)
		r.zoom(w, first, ref, mid)
	}
	r.Verdict = twiceWords(r.Double, r.Tie, ref.Cmp(first.Ratio()) == 0, s.R.Flags&round.Inexact == 0, r.Bits, r.To)
	return r
}

func at(pos int64) int { return int(pos * numberline.Unit >> exact.FixedBits) }

// end is the position of one of two neighbours.
func end(c, high wide.U128) int {
	if c == high {
		return numberline.Unit
	}
	return 0
}

// between is the position of x between a and b.
func between(f *format.Format, x, a, b exact.Value) int {
	switch {
	case x.Cmp(a) <= 0:
		return 0
	case x.Cmp(b) >= 0:
		return numberline.Unit
	}
	_, _, pos, _ := exact.Bracket(f, x.Ratio())
	return at(pos)
}

// zoom fills in the neighbours of the exact value among the numbers that the register can hold.
func (r *Rounding) zoom(w x86.ControlWord, first exact.Value, ref exact.Ratio, mid exact.Value) {
	g := format.X87
	if n := w.Precision(); n < g.P {
		g = format.New(format.Format{ID: "register", ExpBits: 15, FracBits: n - 1})
	}
	low, high, pos, ok := exact.Bracket(g, ref)
	a, aok := exact.FromBits(g, low)
	b, bok := exact.FromBits(g, high)
	if !ok || !aok || !bok || low == high {
		return
	}
	r.Zoom = true
	gap := b.Sub(a)
	power := "2^" + strconv.FormatInt(gap.Log2(), 10)
	r.ZoomGap = "1 ulp of " + strconv.Itoa(r.Bits) + " bits = " + power
	for i, v := range [2]exact.Value{a, b} {
		switch d := v.Sub(mid); {
		case d.IsZero():
			r.ZoomLabels[i] = words.Midpoint
		case d.Cmp(gap) == 0:
			r.ZoomLabels[i] = words.Midpoint + " + " + power
		case d.Cmp(gap.Negated()) == 0:
			r.ZoomLabels[i] = words.Midpoint + " − " + power
		default:
			r.ZoomLabels[i] = words.DigitsTo(v.Ratio(), 21)
		}
	}
	r.ZoomExactAt = at(pos)
	if lost, ok := ref.Sub(first.Ratio()); ok {
		r.Lost = words.DigitsTo(lost, 17)
		if v := exact.New(lost.Neg, lost.Num, lost.Exp2); lost.Den == nil && lost.Exp10 == 0 && v.Mag.IsOne() {
			r.Lost = "2^" + strconv.FormatInt(v.Exp, 10)
			if v.Neg {
				r.Lost = "−" + r.Lost
			}
		}
	}
	r.ZoomFirstAt = numberline.Unit
	if first.Cmp(a) == 0 {
		r.ZoomFirstAt = 0
	}
}

// Cosine is the reduction of the argument of the first sine or cosine.
type Cosine struct {
	_      [0]func() // not comparable
	Name   string    // fcos
	Arg    string
	Turns  string    // the multiple of pi/2 that is taken off
	Pi     [2]string // hexadecimal digits of pi: the 66 bits, and how it goes on
	Rest   [2]string // the reduced argument with pi, with 66 bits of it
	Result [2]string // %.10g: correctly rounded; of x87, stored
	Codes  [2]string
	Off    string // the error of the second in ulp
	Type   string
	Refuse bool // out of range: C2 is set and the operand stays
}

// cosine explains the first fsin or fcos of the x87 program.
func cosine(v State, p *x86.Program, runs *[3]x86.Run) *Cosine {
	for i := range runs[2].Lines {
		l := &runs[2].Lines[i]
		do := p.Steps[l.Step].Do
		if do != x86.Cos && do != x86.Sin || l.Kind != x86.LineArith {
			continue
		}
		x, ok := exact.FromBits(format.X87, l.In[0].Bits)
		if !ok || x.IsZero() {
			return nil
		}
		f := format.F64
		if !p.Steps[l.Step].Double {
			f = format.F32
		}
		c := &Cosine{Name: l.Name, Arg: words.DigitsTo(x.Ratio(), 21), Type: f.Name}
		if !x86.InTrigRange(l.In[0].Bits) {
			c.Refuse = true
			return c
		}
		with, id := exact.CosWithPi, "cos"
		if do == x86.Sin {
			with, id = exact.SinWithPi, "sin"
		}
		fn, _ := exact.FindFunction(id)
		const many = 400 // enough bits of pi for any operand below 2^63
		good, cut := with(x, many, true, 80), with(x, 66, false, 80)
		c.Turns = words.DigitsTo(good.Q.Ratio(), 20)
		c.Pi = pi()
		c.Rest = [2]string{words.DigitsTo(good.R.Ratio(), 21), words.DigitsTo(cut.R.Ratio(), 21)}
		env := x86.ControlWord(v.Control).Env()
		env.Precision = 0
		right := fn.RoundValue(round.Env{}, f, x).Bits
		stored := x.Ratio().Round(round.Env{}, f).Bits
		if w, ok := exact.FromBits(format.X87, l.To.Bits); ok {
			stored = w.Ratio().Round(env, f).Bits
		}
		for k, b := range [2]wide.U128{right, stored} {
			c.Result[k], c.Codes[k] = text.FormatG(f, b, 10), text.Bits(f, b)
		}
		c.Off = fn.ErrorUlps(f, stored, x, 3)
		return c
	}
	return nil
}

// pi writes pi in hexadecimal: its first 66 bits, and the 64 that follow.
func pi() [2]string {
	pi := exact.Pi(130, false)
	n := pi.Mag.Shl(uint(pi.Exp + 128))
	s := ""
	for i := 32; i >= 0; i-- {
		s += "0123456789abcdef"[n.Shr(uint(4*i)).Low64()&15:][:1]
	}
	return [2]string{s[:1] + "." + s[1:17], s[17:]}
}
