package x86

import (
	"strconv"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// MaxFormula is the length in bytes of the longest formula.
const MaxFormula = 120

// FormulaError says what is wrong with a formula, in a sentence, and at which byte.
type FormulaError struct {
	Pos int
	Msg string
}

func (e *FormulaError) Error() string { return e.Msg }

// Number reads a constant, a finite decimal or hexadecimal floating-point number without suffix, and rounds it to
// nearest in f. bad is the byte at which it cannot be read, -1 if it can.
type Number func(s string, f *format.Format) (code wide.U128, bad int)

// Compile reads a C expression over the variables a to h: + - * / and parentheses, numbers with a point, an exponent
// or the suffix f, integers beside a floating-point operand, the casts (float) and (double), and the functions
// sqrt, fabs, fma, sin and cos, which take the type of their operands (as in C++ and <tgmath.h>) or, with the suffix
// f, float. Operands of different type are converted to double. The program ends with the conversion to the
// declared type.
func Compile(formula string, double bool, read Number) (Program, error) {
	c := compiler{s: formula, p: Program{Double: double}, read: read}
	if len(formula) > MaxFormula {
		return Program{}, &FormulaError{MaxFormula, "A formula has at most " + strconv.Itoa(MaxFormula) + " characters."}
	}
	t := c.sum(0)
	if c.skip(); c.err == nil && c.at < len(c.s) {
		c.fail(c.at, "Here the formula should end or go on with an operator.")
	}
	c.floating(&t)
	if t.kind == isDouble && !double {
		c.emit(Last, 0, false, 0, len(formula))
	} else if t.kind == isFloat && double {
		c.emit(Wide, 0, true, 0, len(formula))
	}
	if at, ok := c.p.fits(Depth); !ok {
		c.fail(at, "From here on it needs more than the eight registers of the x87 stack.")
	}
	if c.err != nil {
		return Program{}, c.err
	}
	q := c.p.Contract() // which holds the factors of a product while its addend is computed
	if at, ok := q.fits(Registers); !ok {
		c.fail(at, "From here on it needs more than the sixteen registers of SSE once its products are fused.")
		return Program{}, c.err
	}
	return c.p, nil
}

// fits reports whether a program needs no more than so many registers, and where it needs more.
func (p *Program) fits(registers int) (at int, ok bool) {
	depth := 0
	for _, s := range p.List() {
		if depth += 1 - s.Do.Arity(); depth > registers {
			return int(s.From), false
		}
	}
	return 0, true
}

// kind is the type of a subexpression.
type kind uint8

const (
	isInt kind = iota // an integer constant, not yet in the program
	isFloat
	isDouble
)

// term is a subexpression whose code has been emitted, but for an integer constant.
type term struct {
	kind     kind
	from, to int
	value    uint64 // of an integer, as a binary64 code
	at       uint8  // where the code of an integer goes: the number of steps before it
}

type compiler struct {
	s    string
	at   int
	p    Program
	read Number
	err  error
}

func (c *compiler) fail(pos int, msg string) {
	if c.err == nil {
		c.err = &FormulaError{pos, msg}
	}
	c.at = len(c.s)
}

func (c *compiler) skip() {
	for c.at < len(c.s) && (c.s[c.at] == ' ' || c.s[c.at] == '\t') {
		c.at++
	}
}

// peek returns the next character that is not a space, 0 at the end.
func (c *compiler) peek() byte {
	if c.skip(); c.at < len(c.s) {
		return c.s[c.at]
	}
	return 0
}

func (c *compiler) emit(do Action, arg uint8, double bool, from, to int) {
	if c.err != nil {
		return
	}
	if int(c.p.N) == MaxSteps {
		c.fail(from, "A formula has at most "+strconv.Itoa(MaxSteps)+" steps, loads included.")
		return
	}
	c.p.push(Step{do, arg, double, uint8(from), uint8(to)})
}

// insert is emit, but in front of the steps from place on.
func (c *compiler) insert(place uint8, do Action, arg uint8, double bool, from, to int) {
	c.emit(do, arg, double, from, to)
	if c.err == nil {
		last := c.p.Steps[c.p.N-1]
		copy(c.p.Steps[place+1:c.p.N], c.p.Steps[place:c.p.N-1])
		c.p.Steps[place] = last
	}
}

// constant gives an integer the type of its partner, in front of whatever was emitted since.
func (c *compiler) constant(t *term, k kind) {
	if t.kind != isInt {
		return
	}
	c.load(t.value, k, t.at, t.from, t.to)
	t.kind = k
}

// load puts a constant into the program.
func (c *compiler) load(value uint64, k kind, place uint8, from, to int) {
	if k == isFloat {
		value = widen(arith.Convert(round.Env{}, format.F32, format.F64, wide.From64(value), nil).Bits)
	}
	n := uint8(0)
	for n < c.p.NConst && c.p.Consts[n] != value {
		n++
	}
	if n == MaxConsts {
		c.fail(from, "A formula has at most "+strconv.Itoa(MaxConsts)+" different constants.")
		return
	}
	c.p.Consts[n] = value
	c.p.NConst = max(c.p.NConst, n+1)
	c.insert(place, Constant, n, k == isDouble, from, to)
}

// floating gives an integer that stands alone the declared type.
func (c *compiler) floating(t *term) {
	k := isFloat
	if c.p.Double {
		k = isDouble
	}
	c.constant(t, k)
}

// both brings the operands of an operator to one type; y's code is the last that was emitted.
func (c *compiler) both(x, y *term, op int) kind {
	if x.kind == isInt && y.kind == isInt {
		c.fail(op, "Two integers: C computes this with integers. Write a point, as in 2.0.")
		return isFloat
	}
	k := max(x.kind, y.kind)
	if x.kind == isFloat && k == isDouble {
		c.insert(y.at, Wide, 0, true, x.from, x.to)
		if c.err == nil {
			y.at++
		}
	}
	if y.kind == isFloat && k == isDouble {
		c.emit(Wide, 0, true, y.from, y.to)
	}
	wasInt := x.kind == isInt
	c.constant(x, k)
	if wasInt && c.err == nil {
		y.at++
	}
	c.constant(y, k)
	return k
}

// binary emits an operator between x and y.
func (c *compiler) binary(do Action, x, y term, op int) term {
	k := c.both(&x, &y, op)
	c.emit(do, 0, k == isDouble, x.from, y.to)
	return term{kind: k, from: x.from, to: y.to, at: x.at}
}

func (c *compiler) sum(nest int) term {
	x := c.product(nest)
	for c.err == nil {
		op := c.peek()
		if op != '+' && op != '-' {
			break
		}
		at := c.at
		c.at++
		do := Add
		if op == '-' {
			do = Sub
		}
		x = c.binary(do, x, c.product(nest), at)
	}
	return x
}

func (c *compiler) product(nest int) term {
	x := c.unary(nest)
	for c.err == nil {
		op := c.peek()
		if op != '*' && op != '/' {
			break
		}
		at := c.at
		c.at++
		do := Mul
		if op == '/' {
			do = Div
		}
		x = c.binary(do, x, c.unary(nest), at)
	}
	return x
}

// maxNest bounds the parentheses, signs and casts around a term.
const maxNest = 24

func (c *compiler) unary(nest int) term {
	ch := c.peek()
	from, place := c.at, c.p.N
	if nest > maxNest {
		c.fail(from, "Too many parentheses and signs.")
		return term{}
	}
	switch {
	case ch == '-' || ch == '+':
		c.at++
		t := c.unary(nest + 1)
		switch {
		case ch == '+':
		case t.kind == isInt:
			if t.value != 0 { // the integer 0 has no sign
				t.value ^= 1 << 63
			}
		default:
			c.emit(Neg, 0, t.kind == isDouble, from, t.to)
		}
		t.from = from
		return t
	case ch == '(':
		c.at++
		if word := c.word(); word != "" {
			if word == "float" || word == "double" {
				c.expect(')')
				return c.cast(c.unary(nest+1), word == "double", from)
			}
			c.at = from + 1
		}
		t := c.sum(nest + 1)
		c.expect(')')
		t.from, t.to = from, c.at
		return t
	case '0' <= ch && ch <= '9' || ch == '.':
		return c.number()
	}
	word := c.word()
	switch {
	case len(word) == 1 && 'a' <= word[0] && word[0] < 'a'+Operands:
		c.emit(Load, word[0]-'a', c.p.Double, from, c.at)
		k := isFloat
		if c.p.Double {
			k = isDouble
		}
		return term{kind: k, from: from, to: c.at, at: place}
	case word != "":
		return c.call(word, from, nest)
	case ch == 0:
		c.fail(from, "The formula ends where a value is expected.")
	default:
		c.fail(from, "A value is expected here: a variable a to h, a number, a function or a parenthesis.")
	}
	return term{}
}

func (c *compiler) expect(ch byte) {
	if c.peek() != ch {
		c.fail(c.at, "“"+string(rune(ch))+"” is expected here.")
		return
	}
	c.at++
}

// word reads letters and digits that begin with a letter.
func (c *compiler) word() string {
	c.skip()
	from := c.at
	for c.at < len(c.s) {
		ch := c.s[c.at]
		if !('a' <= ch && ch <= 'z' || 'A' <= ch && ch <= 'Z' || ch == '_' || c.at > from && '0' <= ch && ch <= '9') {
			break
		}
		c.at++
	}
	return c.s[from:c.at]
}

func (c *compiler) cast(t term, double bool, from int) term {
	k := isFloat
	if double {
		k = isDouble
	}
	if t.kind == isInt {
		c.constant(&t, k)
	} else {
		c.emit(Cast, 0, double, from, t.to)
	}
	t.kind, t.from = k, from
	return t
}

var functions = [...]struct {
	name string
	do   Action
}{{"sqrt", Sqrt}, {"fabs", Abs}, {"fma", FMA}, {"sin", Sin}, {"cos", Cos}}

func (c *compiler) call(word string, from, nest int) term {
	place := c.p.N
	for _, f := range functions {
		float := word == f.name+"f"
		if word != f.name && !float {
			continue
		}
		var x [3]term
		c.expect('(')
		for i := range f.do.Arity() {
			if i > 0 {
				c.expect(',')
			}
			x[i] = c.argument(nest+1, float)
		}
		c.expect(')')
		if k := x[0].kind; f.do == FMA && c.err == nil && (x[1].kind != k || x[2].kind != k) {
			c.fail(from, "The three operands of fma must be of one type.")
		}
		c.emit(f.do, 0, x[0].kind == isDouble, from, c.at)
		return term{kind: x[0].kind, from: from, to: c.at, at: place}
	}
	c.fail(from, "“"+word+"” is not known here: variables are a to h, functions sqrt, fabs, fma, sin, cos.")
	return term{}
}

// argument reads an operand of a function, converted to float if the function is one of float.
func (c *compiler) argument(nest int, float bool) term {
	t := c.sum(nest)
	c.floating(&t)
	if float && t.kind == isDouble {
		c.emit(Cast, 0, false, t.from, t.to)
		t.kind = isFloat
	}
	return t
}

// number reads a constant: an integer, a double, or a float with the suffix f.
func (c *compiler) number() term {
	from, place := c.at, c.p.N
	integer := true
	for c.at < len(c.s) {
		ch := c.s[c.at]
		exp := c.at > from && (c.s[c.at-1] == 'e' || c.s[c.at-1] == 'E' || c.s[c.at-1] == 'p' || c.s[c.at-1] == 'P')
		if !('0' <= ch && ch <= '9' || 'a' <= ch && ch <= 'z' || 'A' <= ch && ch <= 'Z' || ch == '.' || exp && (ch == '-' || ch == '+')) {
			break
		}
		integer = integer && '0' <= ch && ch <= '9'
		c.at++
	}
	word, k, f := c.s[from:c.at], isDouble, format.F64
	hex := len(word) > 1 && word[0] == '0' && word[1]|0x20 == 'x'
	if n := len(word) - 1; n > 0 && word[n]|0x20 == 'f' && !hex {
		word, k, f = word[:n], isFloat, format.F32
	}
	if integer && len(word) > 9 {
		c.fail(from, "Integers have at most nine digits here; write a point, as in 2.0.")
		return term{}
	}
	code, bad := c.read(word, f)
	if bad >= 0 {
		c.fail(from+min(bad, len(word)), "“"+word+"” is no number that can stand here: write it as in 2, 0.5, 1e-3, 0.1f or 0x1.8p-3.")
		return term{}
	}
	if integer {
		return term{kind: isInt, from: from, to: c.at, value: code.Lo, at: place}
	}
	if k == isFloat {
		code.Lo = widen(code)
	}
	c.load(code.Lo, k, place, from, c.at)
	return term{kind: k, from: from, to: c.at, at: place}
}

// widen returns a float as a double.
func widen(c wide.U128) uint64 {
	return arith.Convert(round.Env{}, format.F64, format.F32, c, nil).Bits.Lo
}
