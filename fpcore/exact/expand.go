package exact

import (
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// Expansion is the beginning of a binary expansion: the value is (-1)^Neg * (b0.b1 b2 ...)_2 * 2^Exp, b0 = 1, of which
// Bits holds the first N bits, truncated. Exact: no 1 follows.
type Expansion struct {
	Neg   bool
	Exact bool
	Exp   int64
	N     int
	Bits  wide.Nat
}

// Bit returns bit i of the expansion, 0 <= i < N, counted from the leading one.
func (e *Expansion) Bit(i int) uint64 { return e.Bits.Bit(e.N - 1 - i) }

// Expand returns the first n bits of f(x) (1 <= n <= MaxWork). ok is false if f(x) is zero or not a number, Huge or Tiny,
// or if the work that Enclose does is not enough to tell them.
func (f *Function) Expand(x Value, n int) (Expansion, bool) {
	n = max(1, min(n, MaxWork))
	for p := n + 32; p <= 4*MaxWork; p += p/2 + 16 {
		e := f.at(x, p)
		switch {
		case e.Kind == Exact && !e.Lo.IsZero():
			r := e.Lo.expand(n, 0)
			r.Exact = e.Lo.Mag.Len() <= n
			return r, true
		case e.Kind != Finite:
			return Expansion{}, false
		}
		if r, ok := e.expand(n); ok {
			return r, true
		}
	}
	return Expansion{}, false
}

// expand returns the first n bits if all numbers between the bounds share them.
func (e *Enclosure) expand(n int) (Expansion, bool) {
	near, away := e.Lo, e.Hi
	if e.Neg {
		near, away = e.Hi, e.Lo
	}
	if near.IsZero() || away.IsZero() || near.Neg != away.Neg {
		return Expansion{}, false
	}
	a, b := near.expand(n, 0), away.expand(n, 1)
	return a, a.Exp == b.Exp && a.Bits.Cmp(b.Bits) == 0
}

// expand returns the first n bits of the magnitude of x, less an infinitesimal if minus is 1.
func (x Value) expand(n int, minus uint64) Expansion {
	m, exp := x.Mag, x.Exp
	if minus != 0 {
		m, exp = m.Shl(uint(n+1)).Sub(wide.Nat{1}), exp-int64(n+1)
	}
	r := Expansion{Neg: x.Neg, N: n, Exp: exp + int64(m.Len()) - 1}
	if s := m.Len() - n; s >= 0 {
		r.Bits = m.Shr(uint(s))
	} else {
		r.Bits = m.Shl(uint(-s))
	}
	return r
}

// Need tells how much of f(x) has to be known for rounding it: the table maker's dilemma of one argument.
type Need struct {
	Kept  int  // bits that the format keeps at this exponent; 0 or less where the value is below its smallest number
	Run   int  // how many bits say nothing: see Need
	Bits  int  // leading bits after which the rounding is decided: up to the one that ends the run
	Exact bool // f(x) has no more than Bits bits
	More  bool // the run goes on beyond MaxWork bits
}

// Need examines the bits of f(x) after those that dst keeps. To nearest, the first of them, the rounding bit, is
// undecided as long as only its opposites follow (1000... or 0111...: near the middle between two numbers); in the other
// directions equal bits are undecided (000... or 111...: near a number). ok is false where f(x) has no bits to round.
func (f *Function) Need(env round.Env, dst *format.Format, x Value) (n Need, ok bool) {
	first, ok := f.Expand(x, 1)
	if !ok {
		return Need{}, false
	}
	n.Kept = int(dst.P)
	if env.Precision != 0 {
		n.Kept = min(n.Kept, int(env.Precision))
	}
	n.Kept = int(min(int64(n.Kept), first.Exp-int64(dst.Etiny())+1))
	if n.Kept < 0 {
		n.Bits = 1
		return n, true
	}
	start, nearest := n.Kept, env.Direction <= round.TiesToAway
	if nearest {
		start++
	}
	for want := start + 48; ; want *= 2 {
		e, ok := f.Expand(x, want)
		if !ok { // the first bits that can be told are fewer
			n.More = true
			return n, true
		}
		if e.Exact {
			n.Exact, n.Bits = true, e.N-e.Bits.TrailingZeros()
			return n, true
		}
		same := e.Bit(start)
		if nearest {
			same = 1 - e.Bit(start-1)
		}
		i := start
		for i < e.N && e.Bit(i) == same {
			i++
		}
		if n.Run, n.Bits = i-start, i+1; i < e.N {
			return n, true
		}
		if want >= MaxWork {
			n.More = true
			return n, true
		}
	}
}

// Digits returns f(x) rounded to n significant decimal digits, to nearest. ok as for Expand, but zero has digits.
func (f *Function) Digits(x Value, n int) (Digits, bool) {
	for p := n*10/3 + 40; p <= 4*MaxWork; p += p/2 + 16 {
		e := f.at(x, p)
		switch e.Kind {
		case Exact:
			return e.Lo.Digits(n), true
		case Finite:
		default:
			return Digits{}, false
		}
		if !e.narrow(4) {
			continue
		}
		a, b := e.Lo.Digits(n), e.Hi.Digits(n)
		a.Inexact, b.Inexact = true, true
		if a == b {
			return a, true
		}
	}
	return Digits{}, false
}

// ErrorUlps returns (value of c - f(x)) / ulp as ErrorUlpsDigits does for an exact reference, at least n digits and all
// of them right; "nan" where f(x) is not a finite number.
func (f *Function) ErrorUlps(dst *format.Format, c wide.U128, x Value, n int) string {
	s := "nan"
	for p := 3*int(dst.P) + n*10/3; p <= 4*MaxWork; p += p/2 + 16 {
		e := f.at(x, p)
		switch e.Kind {
		case Exact:
			return ErrorUlpsDigits(dst, c, e.Lo, n)
		case Finite:
		default:
			return "nan"
		}
		if !e.narrow(4) {
			continue
		}
		s = ErrorUlpsDigits(dst, c, e.Lo, n)
		if s == ErrorUlpsDigits(dst, c, e.Hi, n) {
			return s
		}
	}
	return s
}

// ErrorFixed is ErrorUlps as a number: units of 2^-20 ulp, rounded, as ErrorFixed has for an exact reference.
func (f *Function) ErrorFixed(dst *format.Format, c wide.U128, x Value) (int64, bool) {
	e := f.Enclose(x, 3*int(dst.P)+64)
	if e.Kind != Finite && e.Kind != Exact {
		return 0, false
	}
	return ErrorFixed(dst, c, e.Lo)
}

// WithPi is a sine or cosine that takes Digits of pi for pi, as x87 does with 66 bits (Intel SDM volume 1, 8.3.8):
//
//	R = X - Q * Cut/2, Q the nearest integer to X / (Cut/2)
//
// is exact; the result is sin(R + Q*pi/2) or cos(R + Q*pi/2), that is ± the sine or cosine of R.
type WithPi struct {
	Cut Value // the first bits of pi
	Q   Value // a whole number
	R   Value
	Enclosure
}

// SinWithPi and CosWithPi evaluate sin x and cos x with pi cut, or rounded to nearest, to n significant bits, 2 <= n; the
// enclosure has 2^-bits of relative width. |x| must be below 2^16384.
func SinWithPi(x Value, n int, nearest bool, bits int) WithPi { return withPi(x, n, nearest, bits, 0) }

func CosWithPi(x Value, n int, nearest bool, bits int) WithPi { return withPi(x, n, nearest, bits, 1) }

func withPi(x Value, n int, nearest bool, bits int, quadrant uint64) WithPi {
	w := WithPi{Cut: Pi(max(2, n), nearest)}
	half := w.Cut.Scaled(-1)
	// Q = floor((2|x| + half) / (2 half))
	num, den := x.magnitude().Scaled(1).Add(half), half.Scaled(1)
	e := min(num.Exp, den.Exp)
	q, _ := num.Mag.Shl(uint(num.Exp - e)).DivMod(den.Mag.Shl(uint(den.Exp - e)))
	w.Q = New(x.Neg && !q.IsZero(), q, 0)
	w.R = x.Sub(w.Q.Mul(half))
	turn := q.Low64() & 3
	if x.Neg {
		turn = -turn & 3
	}
	if turn += quadrant; w.R.IsZero() {
		y := []int64{0, 1, 0, -1}[turn&3]
		w.Kind, w.Lo, w.Hi = Exact, integer(y), integer(y)
		w.Neg = y < 0
		return w
	}
	f := &sinOf
	if turn&1 != 0 {
		f = &cosOf
	}
	w.Enclosure = f.Enclose(w.R, bits)
	if turn&2 != 0 {
		w.Lo, w.Hi = w.Hi.Negated(), w.Lo.Negated()
		w.Neg = !w.Neg
	}
	return w
}

var (
	sinOf = Function{enclose: sinReal, exact: at0(0), limits: towardZero}
	cosOf = Function{enclose: cosReal, exact: at0(1), limits: belowOne}
)
