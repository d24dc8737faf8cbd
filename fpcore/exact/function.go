package exact

import (
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// Function is an elementary function of one real argument. Its values are enclosed to any precision by integers, so
// that they can be rounded correctly and drawn digit by digit.
type Function struct {
	ID      string // "exp", as in C without a type's letter
	Formula string // "e^x" in Unicode
	// enclose returns a ball that contains f(x); it is called only where exact reports Finite.
	enclose func(x Value, p int) ball
	// exact returns f(x) where it is dyadic or f has no finite value; kind is Finite for all other x.
	exact func(x Value) (kind Kind, y Value)
	// limits sharpens an enclosure by inequalities that hold for every x: numbers that f(x) is above or below.
	limits func(x Value, e *Enclosure)
	// infinite has a letter for the result at -inf and one for that at +inf: see Limit.
	infinite string
}

// Kind says what f(x) is.
type Kind uint8

const (
	Finite     Kind = iota // a number between two others
	Exact                  // a dyadic number
	NotANumber             // x is outside the domain
	Pole                   // an infinity, exactly, from a finite operand; Enclosure.Neg tells its sign
	Huge                   // a finite number beyond 2^65536 in magnitude
	Tiny                   // not zero and below 2^-65536 in magnitude
	Unknown                // finite, but not enclosed with a known sign by the work that is allowed
)

// Enclosure holds f(x): Lo < f(x) < Hi, both excluded, if Kind is Finite; f(x) = Lo = Hi if Exact. For Huge and Tiny, Lo
// and Hi are the bound of the magnitude with the sign of f(x).
type Enclosure struct {
	Kind   Kind
	Neg    bool
	Lo, Hi Value
}

// MaxWork is the number of bits at which a search for the rounding gives up. It is never reached by a binary32 or
// binary64 argument as far as is known: the hardest of those need about 60 bits beyond the format's, and tiny arguments
// up to 3,300 to be told from x itself.
const MaxWork = 4096

// extent is the exponent of the numbers called Huge, and that of Tiny ones but for its sign: no format reaches so far.
const extent = 1 << 16

// FindFunction returns the function with the given ID.
func FindFunction(id string) (*Function, bool) {
	for i := range Functions {
		if Functions[i].ID == id {
			return &Functions[i], true
		}
	}
	return nil, false
}

// Enclose returns bounds of f(x) at most 2^-bits*|f(x)| apart, for bits up to MaxWork. For a few functions whose values
// nobody knows to be irrational (erf, erfc), and for arguments far below 2^-MaxWork, the bounds may stay wider.
func (f *Function) Enclose(x Value, bits int) Enclosure {
	bits = max(8, min(bits, MaxWork))
	for p := bits + 24; ; p += p/2 + 16 {
		e := f.at(x, p)
		switch {
		case e.Kind != Finite || e.narrow(bits):
			return e
		case p > 4*MaxWork:
			if !e.narrow(4) {
				e = Enclosure{Kind: Unknown}
			}
			return e
		}
	}
}

// narrow reports whether the bounds are within 2^-bits of the smaller one and have one sign.
func (e *Enclosure) narrow(bits int) bool {
	if e.Lo.IsZero() || e.Hi.IsZero() || e.Lo.Neg != e.Hi.Neg {
		return false
	}
	if i, j := e.Lo.Log2(), e.Hi.Log2(); i > j+1 || j > i+1 {
		return false
	}
	w := e.Hi.Sub(e.Lo)
	return w.IsZero() || w.Log2() < min(e.Lo.Log2(), e.Hi.Log2())-int64(bits)
}

// at returns the enclosure that work with p bits gives.
func (f *Function) at(x Value, p int) Enclosure {
	switch kind, y := f.exact(x); kind {
	case Finite:
	case Exact:
		return Enclosure{Kind: Exact, Neg: y.Neg, Lo: y, Hi: y}
	default:
		return Enclosure{Kind: kind, Neg: y.Neg, Lo: y, Hi: y}
	}
	b := f.enclose(x, p)
	e := Enclosure{}
	e.Lo, e.Hi = b.bounds()
	if f.limits != nil {
		f.limits(x, &e)
	}
	e.Neg = e.Hi.Sign() <= 0
	return e
}

// above and below are used by limits: they cut off what lies on the wrong side of v.
func (e *Enclosure) above(v Value) {
	if e.Lo.Cmp(v) < 0 {
		e.Lo = v
	}
}

func (e *Enclosure) below(v Value) {
	if e.Hi.Cmp(v) > 0 {
		e.Hi = v
	}
}

// Rounded is a correctly rounded function value.
type Rounded struct {
	round.Result
	Kind    Kind
	Work    int  // bits of the computation that decided the rounding, 0 if nothing had to be computed
	Decided bool // false if MaxWork bits did not decide; Result is then right to one unit in the last place
}

// Round delivers f of a datum of src, rounded once to dst under env, with the special values and exceptions of IEEE
// 754-2019 section 9.2.
func (f *Function) Round(env round.Env, dst, src *format.Format, c wide.U128) Rounded {
	n := src.Unpack(c)
	switch {
	case n.Class.IsNaN():
		return Rounded{Result: round.PackNaN(env, dst, n), Kind: NotANumber, Decided: true}
	case n.Class.IsInvalid():
		return Rounded{Result: round.PackInvalid(env, dst), Kind: NotANumber, Decided: true}
	case n.Class == format.Infinity:
		return f.atInfinity(env, dst, n.Sign)
	case n.Class == format.Subnormal && env.FlushIn:
		return f.RoundValue(env, dst, Value{Neg: n.Sign})
	}
	x, _ := FromBits(src, c)
	return f.RoundValue(env, dst, x)
}

func (f *Function) atInfinity(env round.Env, dst *format.Format, neg bool) Rounded {
	e := f.Limit(neg)
	r := Rounded{Kind: e.Kind, Decided: true}
	switch e.Kind {
	case NotANumber:
		r.Result = round.PackInvalid(env, dst)
	case Pole:
		r.Result, r.Kind = round.PackInf(env, dst, e.Neg), Exact
	case Exact:
		r.Result = e.Lo.Round(env, dst)
	default:
		r.Result, _ = e.round(env, dst)
		r.Work = int(dst.P)
	}
	return r
}

// Limit returns what the function is at an infinity, by IEEE 754-2019 section 9.2. It reads the two letters of infinite, for
// -inf and +inf: n NaN, 0 and z zero and minus zero, i and I plus and minus infinity, 1 and - one and minus one, 2 two, p
// and P plus and minus pi/2.
func (f *Function) Limit(neg bool) Enclosure {
	c := f.infinite[1]
	if neg {
		c = f.infinite[0]
	}
	switch c {
	case 'n':
		return Enclosure{Kind: NotANumber}
	case 'i', 'I':
		return Enclosure{Kind: Pole, Neg: c == 'I'}
	case 'z', '0':
		return Enclosure{Kind: Exact, Neg: c == 'z', Lo: Value{Neg: c == 'z'}, Hi: Value{Neg: c == 'z'}}
	case '1', '-', '2':
		v := New(c == '-', wide.Nat{1}, 0)
		if c == '2' {
			v.Exp = 1
		}
		return Enclosure{Kind: Exact, Neg: v.Neg, Lo: v, Hi: v}
	}
	lo, hi := piConstant.ball(MaxWork).scaled(-1).bounds()
	if c == 'P' {
		lo, hi = hi.Negated(), lo.Negated()
	}
	return Enclosure{Kind: Finite, Neg: c == 'P', Lo: lo, Hi: hi}
}

// RoundValue is Round for an exact argument.
func (f *Function) RoundValue(env round.Env, dst *format.Format, x Value) Rounded {
	for p := int(dst.P) + 24; ; p += p/2 + 16 {
		e := f.at(x, p)
		r, decided := e.round(env, dst)
		if e.Kind != Finite {
			return Rounded{Result: r, Kind: e.Kind, Decided: true}
		}
		if decided || p > MaxWork {
			return Rounded{Result: r, Work: p, Kind: Finite, Decided: decided}
		}
	}
}

// round rounds both ends; the number in between is decided if they agree. What distinguishes an end from the numbers next
// to it inside is smaller than any bit: it is the sticky flag.
func (e *Enclosure) round(env round.Env, dst *format.Format) (r round.Result, decided bool) {
	switch e.Kind {
	case Exact:
		return e.Lo.Round(env, dst), true
	case NotANumber:
		return round.PackInvalid(env, dst), true
	case Pole:
		r = round.PackInf(env, dst, e.Neg)
		r.Flags |= round.DivideByZero
		return r, true
	case Huge, Tiny:
		return e.Lo.inexact(env, dst), true
	}
	near, away := e.Lo, e.Hi
	if e.Neg {
		near, away = e.Hi, e.Lo
	}
	if away.IsZero() || near.Neg != away.Neg && !near.IsZero() { // the sign is not known yet
		return round.PackZero(env, dst, e.Neg), false
	}
	if near.IsZero() {
		near = New(e.Neg, wide.Nat{1}, int64(dst.Etiny())-400)
	}
	r = near.inexact(env, dst)
	// Just inside the far end: its last bit less, and a rest.
	away.Mag = away.Mag.Shl(256).Sub(wide.Nat{1})
	away.Exp -= 256
	return r, r == away.inexact(env, dst)
}

// inexact rounds a number that is a little larger in magnitude than x.
func (x Value) inexact(env round.Env, f *format.Format) round.Result {
	sig, _ := x.Mag.Top128()
	return round.Pack(env, f, unrounded(f, x.Neg, true, x.Log2(), sig))
}
