package text

import (
	"unicode/utf8"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// scanner walks over a text; pos is the next byte.
type scanner struct {
	s      string
	pos    int
	f      *format.Format
	env    round.Env
	number bool // sums, parentheses and functions are not read
	bits   int  // of what is enclosed
	depth  int  // of parentheses
	work   int  // done so far
}

func (p *scanner) end() bool { return p.pos >= len(p.s) }

func (p *scanner) fail(pos int, msg string) *Error { return &Error{pos, msg} }

// peek returns the next byte, 0 at the end.
func (p *scanner) peek() byte {
	if p.end() {
		return 0
	}
	return p.s[p.pos]
}

// symbol reads exactly sym.
func (p *scanner) symbol(sym string) bool {
	if len(p.s)-p.pos < len(sym) || p.s[p.pos:p.pos+len(sym)] != sym {
		return false
	}
	p.pos += len(sym)
	return true
}

// hasPrefix reports whether the text goes on with the lower-case ASCII word w, in any capitals.
func (p *scanner) hasPrefix(w string) bool {
	if len(p.s)-p.pos < len(w) {
		return false
	}
	for i := range len(w) {
		if lower(p.s[p.pos+i]) != w[i] {
			return false
		}
	}
	return true
}

// word reads w if no further letter or digit follows.
func (p *scanner) word(w string) bool {
	if !p.hasPrefix(w) || len(p.s) > p.pos+len(w) && isWord(p.s[p.pos+len(w)]) {
		return false
	}
	p.pos += len(w)
	return true
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

func isWord(c byte) bool { return c == '_' || c == '.' || digitValue(c) < 36 }

// digitValue returns the value of a digit or letter in base 36, 99 for anything else.
func digitValue(c byte) int {
	switch c = lower(c); {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'z':
		return int(c-'a') + 10
	}
	return 99
}

// wideSpaces are the spaces beyond ASCII: no-break, figure, thin, hair, narrow no-break, and the byte order mark.
var wideSpaces = []string{"\u00a0", "\u2007", "\u2009", "\u200a", "\u202f", "\ufeff"}

func (p *scanner) spaceByte() bool {
	switch p.peek() {
	case ' ', '\t', '\n', '\r':
		if !p.end() {
			p.pos++
			return true
		}
	}
	return false
}

// space skips spaces of any kind.
func (p *scanner) space() {
	for p.spaceByte() || p.wideSpace() {
	}
}

func (p *scanner) wideSpace() bool {
	for _, w := range wideSpaces {
		if p.symbol(w) {
			return true
		}
	}
	return false
}

// separator skips one digit separator.
func (p *scanner) separator() bool {
	return p.symbol("_") || p.symbol("'") || p.wideSpace()
}

// digits appends the digits of the base that follow to dst. Separators are skipped where a digit follows.
func (p *scanner) digits(dst []byte, base int) []byte {
	for !p.end() {
		if digitValue(p.s[p.pos]) < base {
			dst = append(dst, p.s[p.pos])
			p.pos++
			continue
		}
		at := p.pos
		if len(dst) == 0 || !p.separator() || p.end() || digitValue(p.s[p.pos]) >= base {
			p.pos = at
			break
		}
	}
	return dst
}

// sign reads an optional sign.
func (p *scanner) sign() (neg, any bool) {
	switch {
	case p.symbol("-") || p.symbol("−"):
		neg, any = true, true
	case p.symbol("+"):
		any = true
	}
	if any {
		p.space()
	}
	return neg, any
}

// natural reads a decimal, hexadecimal (0x) or binary (0b) natural number.
func (p *scanner) natural() (wide.Nat, *Error) {
	base, per := 10, uint(0)
	switch {
	case p.hasPrefix("0x"):
		base, per = 16, 4
		p.pos += 2
	case p.hasPrefix("0b"):
		base, per = 2, 1
		p.pos += 2
	}
	d := p.digits(nil, base)
	if len(d) == 0 {
		return nil, p.fail(p.pos, "a natural number is expected here, as in 3 or 0x3")
	}
	if base == 10 {
		return wide.NatFromDecimal(string(d)), nil
	}
	return natFromBinary(d, per), nil
}

// natFromBinary returns the number with the given digits of per bits each (per divides 64).
func natFromBinary(d []byte, per uint) wide.Nat {
	z := make([]uint64, (uint(len(d))*per+63)/64)
	for i, c := range d {
		at := uint(len(d)-1-i) * per
		z[at/64] |= uint64(digitValue(c)) << (at % 64)
	}
	return wide.NatFromLimbs(z)
}

// exponent reads the digits of an exponent with sign; beyond +-limit it returns the limit and clamped.
func (p *scanner) exponent(limit int64) (e int64, clamped bool, err *Error) {
	neg, _ := p.sign()
	d := p.digits(nil, 10)
	if len(d) == 0 {
		return 0, false, p.fail(p.pos, "an exponent is expected here, as in 1e-5, 0x1p-5 or 2^-5")
	}
	for _, c := range d {
		e = e*10 + int64(c-'0')
		if e > limit {
			e, clamped = limit, true
			break
		}
	}
	if neg {
		e = -e
	}
	return e, clamped, nil
}

// finish requires that only spaces follow.
func (p *scanner) finish() *Error {
	p.space()
	if p.end() {
		return nil
	}
	return p.rest()
}

// rest says that what follows does not belong to the text.
func (p *scanner) rest() *Error {
	switch c := p.peek(); {
	case c == ')':
		return p.fail(p.pos, "no parenthesis is open here")
	case c == ',':
		return p.fail(p.pos, "a comma does not belong here; the decimal point is . and digits may be grouped with _")
	case c == '+' || c == '-' || p.hasPrefix("−"):
		if !p.number {
			return p.fail(p.pos, "infinities, NaNs and bit patterns stand alone")
		}
		return p.fail(p.pos, "sums are not read here; only * / and ^ join numbers")
	}
	r, n := utf8.DecodeRuneInString(p.s[p.pos:])
	what := p.s[p.pos : p.pos+n]
	if r == utf8.RuneError || r < ' ' {
		what = "a character that cannot be shown"
	}
	return p.fail(p.pos, what+" does not belong here; the number ended before it")
}
