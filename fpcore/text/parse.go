// Package text turns what people write into data and data into what people read: decimal numbers of any length,
// hexadecimal floating-point, fractions, powers, bit patterns and names in; exact expansions, shortest round-trip
// decimals, hexadecimal floating-point, fractions and printf layouts out.
//
// Reading rounds once, from the exact value that was written, through the one rounding point, in every direction
// and format. Printing never goes through another format.
package text

import (
	"strconv"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// MaxInput is the number of bytes that Parse reads at most.
const MaxInput = 20_000

// Kind says in which form a text was written.
type Kind uint8

const (
	KindDecimal    Kind = iota // 0.1, -1e-45, .5
	KindHexFloat               // 0x1.8p+1
	KindFraction               // 2/3, 0.1/3, pi/4
	KindPower                  // 2^-149, 3*2^7
	KindBits                   // 0x3f800000, 0b0_01111111_…
	KindConstant               // pi, e
	KindInfinity               // inf, infinity, ∞
	KindNaN                    // nan, nan(3), snan
	KindExpression             // 1+2^-24, sqrt(2), (1+2^-52)^2
)

// Parsed is a text read into a format.
type Parsed struct {
	round.Result      // code, exceptions and decision of the one rounding
	Kind         Kind // the form of the text
	// Exact is the number that was written, before rounding; it has a meaning only if Finite. For bits it is the
	// value of the code point.
	Exact  exact.Ratio
	Finite bool
	// Enclosed: pi, e, a root or a function took part, so that Exact is a bound of the number, with hundreds of right bits.
	Enclosed bool
	// Near: Exact is the value of the code, and thousands of bits do not tell whether it is also the number that was written.
	Near bool
	// Clamped: an exponent is beyond every format by so much that Exact has a smaller one instead; Bits, Flags and
	// Decision are still right.
	Clamped bool
}

// Error says at which byte of the text reading stopped, what is wrong there, and what would be right.
type Error struct {
	Pos int
	Msg string
}

// Error returns the message after the byte offset.
func (e *Error) Error() string { return "at byte " + strconv.Itoa(e.Pos) + ": " + e.Msg }

// Parse reads s and rounds the number it means to format f under env. It reads
//
//	decimal         0.1  -0  1e-45  .5  5.  +3     digits of any number
//	hexadecimal     0x1.8p+1  0x.8p1  0x1.8        with a point or a binary exponent p
//	bits            0x3f800000  0b0_01111111_000   hexadecimal without point and p, binary: the code point itself
//	fraction        2/3  -0.1/3  pi/4
//	power, product  2^-149  2⁻¹⁴⁹  3*2^7  13421773 × 2^-27
//	constant        pi  π  e
//	expression      1+2^-24  (1+2^-52)^2  sqrt(2)  √2  2^(1/3)  exp(1)-e/2   functions as in exact.Functions, ln and abs
//	special         inf  infinity  ∞  nan  nan(3)  nan(0x3)  snan  snan(1)
//
// with any capitals and surrounding spaces, a minus as - or −, digits separated by _, ' or a thin or no-break space,
// and C's suffixes f and l after a number. 0x10 is therefore the code point 16, and 0x10p0 the number sixteen. Bits
// may be fewer than the format's: zeros are filled in on the left, or on the right if … follows. The payload of a NaN is the trailing significand
// below the quiet bit; snan alone has payload 1.
//
// What is rational is evaluated exactly; roots, constants and functions are enclosed by integers with as many bits as
// decide the one rounding. Bits, infinities and NaNs raise no exception where the format has them. The error, if any, is an
// *Error.
func Parse(s string, f *format.Format, env round.Env) (Parsed, error) { return read(s, f, env, false) }

// ParseNumber is Parse for a word among others, such as 2024-01-05: sums, parentheses and functions are not read.
func ParseNumber(s string, f *format.Format, env round.Env) (Parsed, error) {
	return read(s, f, env, true)
}

func read(s string, f *format.Format, env round.Env, number bool) (Parsed, error) {
	if len(s) > MaxInput {
		return Parsed{}, &Error{MaxInput, "the text is too long; at most 20000 bytes are read"}
	}
	for i, bits := range precisions {
		p := &scanner{s: s, f: f, env: env, number: number, bits: bits}
		p.space()
		if p.end() {
			return Parsed{}, p.fail(p.pos, "nothing to read; write a number such as 0.1, 2/3, 0x1.8p+1 or bits such as "+Bits(f, f.MinNormal(false)))
		}
		r, decided, err := p.parse()
		if err != nil {
			return Parsed{}, err
		}
		if decided || r.Near && i == len(precisions)-1 {
			return r, nil
		}
	}
	return Parsed{}, &Error{0, undecided}
}

// parse reads the text; decided is false where more bits are needed to round it.
func (p *scanner) parse() (r Parsed, decided bool, err *Error) {
	start := p.pos
	neg, signed := p.sign()
	if r, ok, err := p.special(neg); ok || err != nil {
		return r, true, err
	}
	if p.hasPrefix("0b") || p.hasPrefix("0x") && p.isBits() {
		if signed {
			return r, true, p.fail(start, "a bit pattern carries its own sign; a hexadecimal number needs a p, as in -0x10p0")
		}
		r, err = p.code()
		return r, true, err
	}
	p.pos = start
	v, err := p.sum(&r)
	if err == nil {
		err = p.finish()
	}
	if err != nil {
		return r, true, err
	}
	r.Result, decided, r.Near = v.RoundTo(p.env, p.f)
	if r.Exact, r.Finite, r.Enclosed = v.Ratio, true, v.Enclosed; r.Near {
		x, _ := exact.FromBits(p.f, r.Bits)
		r.Exact = x.Ratio()
	}
	return r, decided, nil
}

// special reads infinities and NaNs after their sign.
func (p *scanner) special(neg bool) (Parsed, bool, *Error) {
	switch {
	case p.word("infinity") || p.word("inf") || p.symbol("∞"):
		if err := p.finish(); err != nil {
			return Parsed{}, false, err
		}
		return Parsed{Result: round.PackInf(p.env, p.f, neg), Kind: KindInfinity}, true, nil
	case p.word("nan") || p.word("qnan"):
		return p.nan(neg, false)
	case p.word("snan"):
		return p.nan(neg, true)
	}
	return Parsed{}, false, nil
}

// payloadBits returns the width of the trailing significand below the quiet bit; 0 where NaNs carry nothing.
func payloadBits(f *format.Format) int {
	if f.Codes != format.IEEE {
		return 0
	}
	return max(0, f.P-2)
}

func (p *scanner) nan(neg, signaling bool) (Parsed, bool, *Error) {
	start := p.pos
	width := payloadBits(p.f)
	if signaling && width == 0 {
		return Parsed{}, false, p.fail(0, p.f.Name+" has no signaling NaN")
	}
	var payload wide.U128
	given := false
	p.space()
	if p.symbol("(") {
		p.space()
		at := p.pos
		v, err := p.natural()
		if err != nil {
			return Parsed{}, false, err
		}
		if v.Len() > width {
			msg := "the NaN of " + p.f.Name + " has no payload; write nan"
			if width > 0 {
				msg = "the payload of a NaN of " + p.f.Name + " has " + strconv.Itoa(width) + " bits"
			}
			return Parsed{}, false, p.fail(at, msg)
		}
		p.space()
		if !p.symbol(")") {
			return Parsed{}, false, p.fail(p.pos, "the payload ends with )")
		}
		payload, _ = v.U128()
		given = true
	}
	if err := p.finish(); err != nil {
		return Parsed{}, false, err
	}
	if signaling && payload.IsZero() {
		if given {
			return Parsed{}, false, p.fail(start, "the payload of a signaling NaN is not 0: that pattern is infinity")
		}
		payload.Lo = 1
	}
	r := Parsed{Kind: KindNaN}
	switch {
	case !p.f.HasNaN():
		r.Result = round.PackNaN(p.env, p.f, format.Num{Class: format.QuietNaN, Sign: neg, Sig: wide.U128{Hi: 1 << 63}})
	case signaling:
		if p.f.Explicit {
			payload = payload.SetBit(uint(p.f.P-1), 1)
		}
		r.Bits = p.f.Join(neg, 1<<p.f.ExpBits-1, payload)
	default:
		r.Bits = p.f.NaNWith(neg, payload.Shl(uint(127-width)))
	}
	return r, true, nil
}

// code reads 0x… or 0b… as a code point. Ordinary spaces may separate the digits here.
func (p *scanner) code() (Parsed, *Error) {
	base, per, most := 16, uint(4), (p.f.Bits+3)/4
	if p.hasPrefix("0b") {
		base, per, most = 2, 1, p.f.Bits
	}
	p.pos += 2
	first := p.pos
	var c wide.U128
	n := 0
	for !p.end() {
		d := digitValue(p.s[p.pos])
		if d >= base {
			if n > 0 && (p.separator() || p.spaceByte()) {
				continue
			}
			break
		}
		if n++; n > most {
			what := " hexadecimal digit"
			if base == 2 {
				what = " binary digit"
			}
			if most != 1 {
				what += "s"
			}
			return Parsed{}, p.fail(p.pos, "a code point of "+p.f.Name+" has at most "+strconv.Itoa(most)+what)
		}
		c = c.Shl(per).Or(wide.From64(uint64(d)))
		p.pos++
	}
	if n == 0 {
		return Parsed{}, p.fail(p.pos, "a bit pattern needs digits, as in "+Bits(p.f, p.f.MinNormal(false)))
	}
	if p.symbol("…") {
		if left := p.f.Bits - n*int(per); left > 0 {
			c = c.Shl(uint(left))
		}
	}
	if c.Len() > p.f.Bits {
		return Parsed{}, p.fail(first, "a code point of "+p.f.Name+" has "+strconv.Itoa(p.f.Bits)+" bits; this pattern has "+strconv.Itoa(c.Len()))
	}
	p.space()
	if c := p.peek(); c == '*' || c == '/' || c == '^' || c == '+' || c == '-' || c == ')' {
		return Parsed{}, p.fail(p.pos, "a bit pattern stands alone; a hexadecimal number needs a p, as in 0x10p0/3")
	}
	if err := p.finish(); err != nil {
		return Parsed{}, err
	}
	r := Parsed{Kind: KindBits}
	r.Bits = c
	v, ok := exact.FromBits(p.f, c)
	r.Exact, r.Finite = v.Ratio(), ok
	return r, nil
}
