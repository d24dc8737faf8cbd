package functions

import (
	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/numberline"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/words"
)

// DilemmaModel is what the table maker's dilemma looks like at one argument.
type DilemmaModel struct {
	In        State
	F         *exact.Function
	Format    *format.Format
	Shown     string // the argument as the field holds it
	Problem   string
	X         string // its value
	Code      string
	Result    string // the correctly rounded value
	ResultHex string
	Bits      wide.U128
	Note      string // why there are no bits to decide; "" if there are
	Digits    string // of the exact value
	Error     string // of the result, in ulp

	// The expansion: Text holds the digits of the significand up to eight after the one that decides.
	Neg     bool
	Exp     string // of the leading bit: "2^-21"
	Text    string
	Need    exact.Need
	Tail    string // how far the exact value is from the middle, or from a number: "2^-28"
	Line    DilemmaLine
	Tries   []Try
	Hardest []HardArgument
}

// DilemmaLine is the exact value between its two candidates.
type DilemmaLine struct {
	_           [0]func() // not comparable
	OK          bool
	Low, High   string
	LowHex      string
	HighHex     string
	Pos         int  // of the exact value, 0 at Low to numberline.Unit at High
	Above       bool // the exact value lies above the middle, or above the number that it is close to
	Middle      bool // magnified around the middle; if not, around the number nearer to the exact value
	AtHigh      bool // of Middle false: that number is High
	ResultHigh  bool // the result is High
	Magnified   int  // 2^Magnified times
	MagnifiedAt int  // of the exact value in the magnified window, -numberline.Unit to numberline.Unit from the middle
}

// Try is a number of bits with which a library could try first.
type Try struct {
	_       [0]func() // not comparable
	Bits    int
	Decided bool
	Share   string // of results that so many bits do not decide, as expected
	Count   uint64 // counted over all arguments, if Counted
	Counted bool
}

// HardArgument is one of the hardest arguments of a function.
type HardArgument struct {
	Bits uint32
	X    string
	Run  int
	Here bool
}

// buildDilemma computes the first part of the Functions view. hard may be nil.
func buildDilemma(s State, hard *AccHard) DilemmaModel {
	f, fn := s.F(), s.Function()
	m := DilemmaModel{In: s, F: fn, Format: f, X: text.Entry(f, s.X.Bits), Code: text.Bits(f, s.X.Bits)}
	m.Shown, m.X = m.X, words.Brief(f, s.X.Bits)
	if s.X.Text.On {
		m.Shown = s.X.Text.Text
		if _, err := operand.Read(m.Shown, s.F()); err != nil {
			m.Problem = words.Problem(err)
		}
	}
	env := round.Env{}
	if s.Directed {
		env.Direction = round.TowardZero
	}
	r := fn.Round(env, f, f, s.X.Bits)
	m.Bits = r.Bits
	m.Result, m.ResultHex = words.Brief(f, r.Bits), text.Bits(f, r.Bits)
	x, finite := exact.FromBits(f, s.X.Bits)
	if !finite {
		m.Note = noNumber
		return m
	}
	if _, ok := fn.Digits(x, 40); ok {
		m.Digits = words.FirstDigits(func(n int) exact.Digits {
			d, _ := fn.Digits(x, n)
			return d
		}, 40)
	}
	need, ok := fn.Need(env, f, x)
	switch {
	case r.Kind == exact.NotANumber:
		m.Note = outside
	case r.Kind == exact.Pole:
		m.Note = pole
	case r.Kind == exact.Exact && f.ClassOf(r.Bits) == format.Zero:
		m.Note = zero
	case !ok || r.Kind == exact.Huge || r.Flags&round.Overflowed != 0:
		m.Note = beyond
	case need.Kept < 1 || r.Kind == exact.Tiny:
		m.Note = below
	case need.More:
		m.Note = notDecided
	}
	if m.Note != "" {
		return m
	}
	m.Need, m.Error = need, fn.ErrorUlps(f, r.Bits, x, 12)
	n := max(need.Bits, need.Kept+2) + 8
	e, ok := fn.Expand(x, n)
	if !ok {
		m.Note = notDecided
		return m
	}
	m.Neg, m.Exp = e.Neg, words.Power(e.Exp)
	b := make([]byte, n)
	for i := range b {
		b[i] = '0' + byte(e.Bit(i))
	}
	m.Text = string(b)
	if !need.Exact {
		m.Tail = words.Power(-int64(need.Run) - 1)
		if s.Directed {
			m.Tail = words.Power(-int64(need.Run))
		}
		m.Line = dilemmaLine(fn, f, x, m)
		m.Tries = tries(need, hardFor(s, hard))
	}
	if h := hardFor(s, hard); h != nil {
		for _, w := range h.Worst[:min(len(h.Worst), 8)] {
			m.Hardest = append(m.Hardest, HardArgument{w.Arg, words.Brief(f, wide.From64(uint64(w.Arg))), w.Run, s.X.Bits.Lo == uint64(w.Arg)})
		}
	}
	return m
}

// hardFor returns the counts if they are about what is shown.
func hardFor(s State, hard *AccHard) *AccHard {
	if hard == nil || s.Format != format.F32.ID || s.Directed || hard.ID != s.ID {
		return nil
	}
	return hard
}

// dilemmaLine places the exact value between its neighbours, and once more in a window that is small enough to show on
// which side of the middle, or of a number, it lies.
func dilemmaLine(fn *exact.Function, f *format.Format, x exact.Value, m DilemmaModel) (l DilemmaLine) {
	e := fn.Enclose(x, m.Need.Bits+40)
	low, high, pos, ok := exact.Bracket(f, e.Lo)
	a, aok := exact.FromBits(f, low)
	b, bok := exact.FromBits(f, high)
	if !ok || !aok || !bok || low == high {
		return l
	}
	l = DilemmaLine{OK: true, Low: words.Brief(f, low), High: words.Brief(f, high), LowHex: text.Bits(f, low), HighHex: text.Bits(f, high),
		Pos: int(pos * numberline.Unit >> 20), Middle: !m.In.Directed, ResultHigh: m.Bits == high, Magnified: m.Need.Run}
	if m.In.Directed {
		l.Magnified--
	}
	at := a.Add(b).Scaled(-1)
	if !l.Middle {
		if l.AtHigh = l.Pos > numberline.Unit/2; l.AtHigh {
			at = b
		} else {
			at = a
		}
	}
	d := e.Lo.Sub(at)
	l.Above = d.Sign() >= 0
	// The window reaches half of the gap, divided by 2^Magnified, to both sides.
	q := d.Scaled(int64(l.Magnified) + 1)
	ratio, ok := exact.Ratio{Neg: q.Neg, Num: q.Mag, Exp2: q.Exp}.Quo(b.Sub(a).Ratio())
	if ok {
		ratio, _ = ratio.Mul(exact.FromInt64(numberline.Unit))
		n, _ := ratio.Floor(0, 0)
		l.MagnifiedAt = int(min(n.Low64(), numberline.Unit))
		if ratio.Neg {
			l.MagnifiedAt = -l.MagnifiedAt
		}
	}
	return l
}

// tries lists numbers of bits in steps of eight up to one that decides. With w bits, the rounding to nearest is open if
// the run has at least w - kept - 1 bits: of results without any pattern, one in 2^(w-kept-1).
func tries(n exact.Need, hard *AccHard) (list []Try) {
	first := n.Bits - n.Run - 1 // with so many bits the run begins
	step := 8
	if n.Run > 48 {
		step = 16
	}
	for w := n.Kept + step; ; w += step {
		t := Try{Bits: w, Decided: w >= n.Bits, Share: words.Power(int64(first - w))}
		if k := w - first; hard != nil && k >= 1 {
			t.Counted = true
			if k <= len(hard.AtLeast) {
				t.Count = hard.AtLeast[k-1]
			}
		}
		list = append(list, t)
		if t.Decided {
			return list
		}
	}
}

// runShare says in words how many of a function's binary32 results need as many bits: "1 of 2,237,668,968".
func runShare(hard *AccHard, run int) (count, of uint64) {
	switch {
	case run < 1:
		return hard.N, hard.N
	case run > len(hard.AtLeast):
		return 0, hard.N
	}
	return hard.AtLeast[run-1], hard.N
}
