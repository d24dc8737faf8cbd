package text

import (
	"strconv"

	"ulplab/fpcore/exact"
)

// Bounds of what is evaluated: parentheses inside each other, and the work in products of 64-bit words, by which a text of
// any kind is read within some hundredths of a second.
const (
	maxDepth = 100
	maxWork  = 8 << 20
)

// precisions are the bits with which roots, constants and functions are enclosed, until the rounding is decided.
var precisions = [...]int{448, 1792, exact.MaxWork}

const undecided = "the rounding is not decided by 4096 bits: this number may be one of the format, or half-way between two"

// spend counts the work of an operation on a and b.
func (p *scanner) spend(at int, a, b exact.Real) *Error {
	size := func(r exact.Real) int {
		if r.Enclosed {
			return p.bits
		}
		return r.Num.Len() + r.Den.Len()
	}
	far := 0
	if !a.Enclosed && !b.Enclosed { // a sum brings both to one power of ten
		far = int(min(max(a.Exp10-b.Exp10, b.Exp10-a.Exp10), 50_000)) * 7 / 3
	}
	return p.cost(at, (size(a)/64+1+far/64)*(size(b)/64+1+far/64))
}

// cost counts products of words.
func (p *scanner) cost(at, n int) *Error {
	if p.work += n; p.work > maxWork {
		return p.fail(at, "this takes too much work to evaluate exactly")
	}
	return nil
}

// sum reads products joined by + and -.
func (p *scanner) sum(r *Parsed) (exact.Real, *Error) {
	v, err := p.product(r)
	for err == nil {
		p.space()
		at := p.pos
		minus := p.symbol("-") || p.symbol("−")
		if p.number || !minus && !p.symbol("+") {
			p.pos = at
			break
		}
		p.space()
		r.Kind = KindExpression
		var w exact.Real
		if w, err = p.product(r); err != nil {
			break
		}
		if err = p.spend(at, v, w); err != nil {
			break
		}
		if minus {
			w = w.Minus()
		}
		var ok bool
		if v, ok = v.Plus(w, p.bits); !ok || r.Clamped {
			err = p.fail(at, "this sum is too long to be kept exactly")
		}
	}
	return v, err
}

// product reads factors joined by * and /.
func (p *scanner) product(r *Parsed) (exact.Real, *Error) {
	v, err := p.factor(r)
	for err == nil {
		p.space()
		at := p.pos
		quotient := false
		switch {
		case p.hasPrefix("**"):
			return v, p.fail(at, "a power is written with ^, as in 2^-149")
		case p.symbol("*") || p.symbol("×") || p.symbol("·") || p.symbol("⋅"):
		case p.symbol("/") || p.symbol("÷") || p.symbol("⁄") || p.symbol("∕"):
			quotient = true
		default:
			return v, nil
		}
		p.space()
		right := p.pos
		var w exact.Real
		if w, err = p.factor(r); err != nil {
			break
		}
		if err = p.spend(at, v, w); err != nil {
			break
		}
		var ok bool
		if quotient {
			if !w.Enclosed && w.IsZero() {
				return v, p.fail(right, "the divisor is 0; an infinity is written inf")
			}
			r.is(KindFraction)
			v, ok = v.Over(w, p.bits)
		} else {
			if r.Kind != KindFraction {
				r.is(KindPower)
			}
			v, ok = v.Times(w, p.bits)
		}
		if !ok || r.Clamped {
			return v, p.fail(at, "this product or quotient is too long to be kept exactly")
		}
	}
	return v, err
}

// is notes the form of a text, unless it is an expression of more than one product.
func (r *Parsed) is(k Kind) {
	if r.Kind != KindExpression {
		r.Kind = k
	}
}

// factor reads [sign] operand [^ exponent]. It sets r.Kind as for a text of this factor alone, unless the text is known to
// be a fraction, a product or an expression.
func (p *scanner) factor(r *Parsed) (exact.Real, *Error) {
	neg, _ := p.sign()
	v, kind, err := p.operand(r)
	if err != nil {
		return v, err
	}
	at := p.pos
	p.space()
	n, raised := p.superscript()
	if !raised && p.symbol("^") {
		p.space()
		if p.peek() == '(' && !p.number {
			v, err = p.raise(at, v, r)
		} else if n, _, err = p.exponent(maxPower); err == nil && p.peek() == '.' {
			err = p.fail(p.pos, "an exponent that is not whole stands in parentheses, as in 2^(0.5)")
		} else {
			raised = true
		}
		if err != nil {
			return v, err
		}
	}
	if raised {
		kind = KindPower
		if v, err = p.power(at, v, n, r); err != nil {
			return v, err
		}
	}
	if neg {
		v = v.Minus()
	}
	if r.Kind != KindFraction && r.Kind != KindPower {
		r.is(kind)
	}
	return v, nil
}

// operand reads a number, a constant, an expression in parentheses, or a function of one.
func (p *scanner) operand(r *Parsed) (exact.Real, Kind, *Error) {
	if p.word("pi") || p.symbol("π") {
		r.Enclosed = true
		return exact.PiReal(p.bits), KindConstant, nil
	}
	if p.word("e") {
		r.Enclosed = true
		v, err := p.apply(p.pos, "exp", exact.Real{Ratio: exact.FromInt64(1)}, r)
		return v, KindConstant, err
	}
	if !p.number {
		if p.peek() == '(' {
			v, err := p.parentheses(r)
			return v, KindExpression, err
		}
		at := p.pos
		if p.symbol("√") {
			p.space()
			r.Kind = KindExpression
			v, _, err := p.operand(r)
			if err == nil {
				v, err = p.apply(at, "sqrt", v, r)
			}
			return v, KindExpression, err
		}
		if id := p.name(); id != "" {
			p.space()
			v, err := p.parentheses(r)
			if err == nil {
				v, err = p.apply(at, id, v, r)
			}
			return v, KindExpression, err
		}
	}
	v, kind, err := p.literal(r)
	return exact.Real{Ratio: v}, kind, err
}

// name reads the name of a function that parentheses follow, "" and nothing where there is none.
func (p *scanner) name() string {
	at := p.pos
	id := ""
	for !p.end() && (digitValue(p.peek()) < 36) {
		id += string(rune(lower(p.peek())))
		p.pos++
	}
	end := p.pos
	p.space()
	if id == "ln" {
		id = "log"
	}
	if _, ok := exact.FindFunction(id); ok || id == "abs" {
		p.pos = end
		return id
	}
	p.pos = at
	return ""
}

// parentheses reads an expression in parentheses.
func (p *scanner) parentheses(r *Parsed) (v exact.Real, err *Error) {
	at := p.pos
	if !p.symbol("(") {
		return v, p.fail(at, "the argument of a function stands in parentheses, as in sqrt(2)")
	}
	if p.depth++; p.depth > maxDepth {
		return v, p.fail(at, "more than "+strconv.Itoa(maxDepth)+" parentheses inside each other are not read")
	}
	p.space()
	r.Kind = KindExpression
	if v, err = p.sum(r); err != nil {
		return v, err
	}
	p.space()
	if p.end() {
		return v, p.fail(at, "this parenthesis is not closed")
	}
	if !p.symbol(")") {
		return v, p.rest()
	}
	p.depth--
	return v, nil
}

// apply evaluates a function of v, whose name stands at a byte.
func (p *scanner) apply(at int, id string, v exact.Real, r *Parsed) (exact.Real, *Error) {
	if id == "abs" {
		if neg, sure := v.Negative(); sure {
			if neg {
				v = v.Minus()
			}
			return v, nil
		}
		return v.Unknown(), nil
	}
	if err := p.cost(at, 100*(p.bits/64)*(p.bits/64)); err != nil {
		return v, err
	}
	f, _ := exact.FindFunction(id)
	y, kind, ok := f.Of(v, p.bits)
	switch {
	case kind == exact.NotANumber:
		return y, p.fail(at, id+" of this argument is not a real number")
	case kind == exact.Pole:
		return y, p.fail(at, id+" of this argument is infinite; an infinity is written inf")
	case kind == exact.Huge || kind == exact.Tiny || !ok:
		return y, p.fail(at, id+" has an argument or a value that is farther out than every format reaches")
	}
	if r.Enclosed = r.Enclosed || y.Enclosed; id == "sqrt" {
		y = y.RootOf(v, 2)
	}
	return y, nil
}

// raise reads an exponent in parentheses and returns v to that power: by products if it is whole, else exp(y ln v).
func (p *scanner) raise(at int, v exact.Real, r *Parsed) (exact.Real, *Error) {
	y, err := p.parentheses(r)
	if err != nil {
		return v, err
	}
	if n, whole := y.Whole(maxPower); whole {
		return p.power(at, v, n, r)
	}
	if neg, sure := v.Negative(); sure && (neg || !v.Enclosed && v.IsZero()) {
		return v, p.fail(at, "only a positive number has powers that are not whole")
	}
	inverse, _ := exact.Real{Ratio: exact.FromInt64(1)}.Over(y, p.bits)
	degree, _ := inverse.Whole(maxPower) // 0 where v^y is no root of v
	z, err := p.apply(at, "log", v, r)
	if err != nil {
		return v, err
	}
	var ok bool
	if z, ok = z.Times(y, p.bits); !ok {
		return v, p.fail(at, tooLong)
	}
	z, err = p.apply(at, "exp", z, r)
	return z.RootOf(v, degree), err
}

// power returns v^n for |n| <= maxPower.
func (p *scanner) power(at int, v exact.Real, n int64, r *Parsed) (exact.Real, *Error) {
	v, n = v.Rational(n)
	if !v.Enclosed {
		z, msg := power(v.Ratio, n, r)
		if msg != "" {
			return v, p.fail(at, msg)
		}
		words := (z.Num.Len() + z.Den.Len()) / 64
		return exact.Real{Ratio: z}, p.cost(at, words*words/4)
	}
	y, ok := exact.Real{Ratio: exact.FromInt64(1)}, true
	for k := max(n, -n); k > 0 && ok; k >>= 1 {
		if k&1 != 0 {
			y, ok = y.Times(v, p.bits)
		}
		if k > 1 && ok {
			v, ok = v.Times(v, p.bits)
		}
	}
	if n < 0 && ok {
		y, ok = exact.Real{Ratio: exact.FromInt64(1)}.Over(y, p.bits)
	}
	if !ok {
		return y, p.fail(at, tooLong)
	}
	return y, nil
}
