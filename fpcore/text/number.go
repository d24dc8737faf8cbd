package text

import (
	"ulplab/fpcore/exact"
	"ulplab/fpcore/wide"
)

// Exponents beyond these are replaced by them, which Parsed.Clamped tells. Even with 20,000 hexadecimal digits
// before or after the point such a number is far outside every format.
const (
	maxExp2  = exact.MaxExp2 / 2
	maxExp10 = exact.MaxExp10 / 2
)

// maxPower is the largest exponent of a power; larger ones mean the same.
const maxPower = 1 << 40

// superscripts are the raised digits.
var superscripts = [10]string{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"}

// superscript reads a raised exponent such as ⁻²⁷.
func (p *scanner) superscript() (n int64, any bool) {
	start := p.pos
	neg := p.symbol("⁻")
	if !neg {
		p.symbol("⁺")
	}
	for again := true; again; {
		again = false
		for d, s := range superscripts {
			if p.symbol(s) {
				n = min(n*10+int64(d), maxPower)
				any, again = true, true
			}
		}
	}
	if !any {
		p.pos = start
	}
	if neg {
		n = -n
	}
	return n, any
}

const tooLong = "this power is too long to be kept exactly; powers of 2 and 10 may be of any size"

// power returns v^n, with the exponents clamped; v is not negative and |n| <= maxPower.
func power(v exact.Ratio, n int64, r *Parsed) (exact.Ratio, string) {
	if n < 0 {
		if v.IsZero() {
			return v, "0 has no negative power"
		}
		v, _ = exact.FromInt64(1).Quo(v)
		n = -n
	}
	if n == 0 {
		return exact.FromInt64(1), ""
	}
	if v.IsZero() {
		return v, ""
	}
	v = splitTwos(v)
	if bits := int64(max(v.Num.Len(), v.Den.Len())); bits > 1 && bits > exact.MaxBits/n {
		return v, tooLong
	}
	if !v.Num.IsOne() {
		v.Num = v.Num.Pow(uint(n))
	}
	if v.Den != nil && !v.Den.IsOne() {
		v.Den = v.Den.Pow(uint(n))
	}
	before := r.Clamped
	r.Clamped = false
	v.Exp2 = clampMul(v.Exp2, n, maxExp2, r)
	if r.Clamped && !(v.Num.IsOne() && (v.Den == nil || v.Den.IsOne()) && v.Exp10 == 0) {
		return v, tooLong // what is left of the power of 2 might not outweigh the other factors
	}
	v.Exp10 = clampMul(v.Exp10, n, maxExp10, r)
	r.Clamped = r.Clamped || before
	return v, ""
}

// splitTwos moves the factors 2 of numerator and denominator to Exp2.
func splitTwos(v exact.Ratio) exact.Ratio {
	n := v.Num.TrailingZeros()
	v.Num = v.Num.Shr(uint(n))
	v.Exp2 += int64(n)
	n = v.Den.TrailingZeros()
	v.Den = v.Den.Shr(uint(n))
	v.Exp2 -= int64(n)
	return v
}

// clampMul returns e*n within +-limit, n > 0.
func clampMul(e, n, limit int64, r *Parsed) int64 {
	switch most := limit / n; {
	case e > most:
		r.Clamped = true
		return limit
	case e < -most:
		r.Clamped = true
		return -limit
	}
	return e * n
}

// literal reads a decimal or a hexadecimal floating-point number.
func (p *scanner) literal(r *Parsed) (exact.Ratio, Kind, *Error) {
	if p.hasPrefix("0x") {
		v, err := p.hexFloat(r)
		return v, KindHexFloat, err
	}
	v, err := p.decimal(r)
	return v, KindDecimal, err
}

// isBits reports whether the hexadecimal digits at the scanner are not followed by a point or an exponent.
func (p *scanner) isBits() bool {
	at := p.pos
	defer func() { p.pos = at }()
	p.pos += 2
	p.digits(nil, 16)
	c := lower(p.peek())
	return c != '.' && c != 'p'
}

func (p *scanner) hexFloat(r *Parsed) (exact.Ratio, *Error) {
	if p.isBits() {
		return exact.Ratio{}, p.fail(p.pos, "a bit pattern stands alone; a hexadecimal number needs a p, as in 0x10p0")
	}
	p.pos += 2
	d := p.digits(nil, 16)
	whole := len(d)
	if p.symbol(".") {
		d = append(d, p.digits(nil, 16)...)
	}
	if len(d) == 0 {
		return exact.Ratio{}, p.fail(p.pos, "a hexadecimal digit is expected here, as in 0x1.8p+1")
	}
	var exp int64
	if p.symbol("p") || p.symbol("P") {
		var clamped bool
		var err *Error
		if exp, clamped, err = p.exponent(1 << 40); err != nil {
			return exact.Ratio{}, err
		}
		r.Clamped = r.Clamped || clamped
		p.suffix()
	}
	m := natFromBinary(d, 4)
	if m.IsZero() {
		return exact.Ratio{}, nil
	}
	v := splitTwos(exact.Ratio{Num: m, Exp2: exp - 4*int64(len(d)-whole)})
	v.Exp2 = clampMul(v.Exp2, 1, maxExp2, r)
	return v, nil
}

func (p *scanner) decimal(r *Parsed) (exact.Ratio, *Error) {
	d := p.digits(nil, 10)
	whole := len(d)
	if p.symbol(".") {
		d = append(d, p.digits(nil, 10)...)
	}
	if len(d) == 0 {
		msg := "a number is expected here, as in 0.1, 2/3, 0x1.8p+1, 2^-149, inf, nan or pi"
		if p.end() {
			msg = "the text ends where a number is expected"
		}
		return exact.Ratio{}, p.fail(p.pos, msg)
	}
	var exp int64
	if p.symbol("e") || p.symbol("E") {
		var clamped bool
		var err *Error
		if exp, clamped, err = p.exponent(maxExp10); err != nil {
			return exact.Ratio{}, err
		}
		r.Clamped = r.Clamped || clamped
	}
	p.suffix()
	exp -= int64(len(d) - whole)
	for len(d) > 0 && d[len(d)-1] == '0' {
		d = d[:len(d)-1]
		exp++
	}
	m := wide.NatFromDecimal(string(d))
	if m.IsZero() {
		return exact.Ratio{}, nil
	}
	return exact.Ratio{Num: m, Exp10: clampMul(exp, 1, maxExp10, r)}, nil
}

// suffix skips C's f or l behind a number.
func (p *scanner) suffix() {
	at := p.pos
	switch lower(p.peek()) {
	case 'f', 'l':
		p.pos++
		if p.end() || !isWord(p.peek()) {
			return
		}
	}
	p.pos = at
}
