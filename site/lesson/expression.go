package lesson

import (
	"errors"
	"strconv"
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
)

// Datum is a code of a format.
type Datum struct {
	Format *format.Format
	Code   wide.U128
}

// Limits of expressions.
const (
	mostExpression = 400 // bytes
	mostDepth      = 24  // of brackets
)

// setting is what an expression is computed in.
type setting struct {
	format *format.Format
	round.Env
}

// Eval computes an expression, each operation rounded to the format around it:
//
//	f32(0.1 + 0.2)              constants and the sum rounded to binary32, to nearest
//	f32.rz(f32(0.1) + f32(0.2)) the sum rounded toward zero; .rn .rna .rz .rp .rm, .ftz flushes, .sat saturates
//	f64(f32(0.1))               a datum of binary32 as binary64
//	f32(fma(a, b, c))           every operation of package arith by its ID: sqrt, abs, nextup, max, …
//	f32(ulp(1)), f32(steps(1, 2))  the quantum of a number; how many neighbours up the second datum lies from the first
//
// Constants are whatever text.Parse reads.
func Eval(expression string) (Datum, error) {
	if len(expression) > mostExpression {
		return Datum{}, errors.New("an expression has at most " + strconv.Itoa(mostExpression) + " bytes")
	}
	p := evaluator{rest: strings.TrimSpace(expression)}
	d, err := p.sum(setting{})
	if err == nil && p.rest != "" {
		err = errors.New("“" + clip(p.rest) + "” is left over after the expression")
	}
	return d, err
}

type evaluator struct {
	rest  string
	depth int
}

// take takes one of some signs, 0 if the next is another.
func (p *evaluator) take(signs string) byte {
	p.rest = strings.TrimLeft(p.rest, " ")
	if strings.HasPrefix(p.rest, "×") {
		p.rest = "*" + p.rest[len("×"):]
	}
	if p.rest == "" || strings.IndexByte(signs, p.rest[0]) < 0 {
		return 0
	}
	sign := p.rest[0]
	p.rest = p.rest[1:]
	return sign
}

func (p *evaluator) sum(in setting) (Datum, error) {
	return p.chain(in, "+-", p.product)
}

func (p *evaluator) product(in setting) (Datum, error) {
	return p.chain(in, "*/", p.factor)
}

func (p *evaluator) chain(in setting, signs string, next func(setting) (Datum, error)) (Datum, error) {
	x, err := next(in)
	for err == nil {
		sign := p.take(signs)
		if sign == 0 {
			break
		}
		var y Datum
		if y, err = next(in); err != nil {
			break
		}
		if in.format == nil {
			return x, errors.New("operations need a format around them: f32(…)")
		}
		id := map[byte]string{'+': "add", '-': "sub", '*': "mul", '/': "div"}[sign]
		x, err = in.operation(id, []Datum{x, y})
	}
	return x, err
}

func (p *evaluator) factor(in setting) (Datum, error) {
	if p.depth++; p.depth > mostDepth {
		return Datum{}, errors.New("brackets stand deeper than " + strconv.Itoa(mostDepth))
	}
	defer func() { p.depth-- }()
	if p.take("-") != 0 {
		x, err := p.factor(in)
		if err == nil {
			x.Code = arith.Negate(x.Format, x.Code)
		}
		return x, err
	}
	if p.take("(") != 0 {
		x, err := p.sum(in)
		if err == nil && p.take(")") == 0 {
			err = errors.New("a bracket is not closed")
		}
		return x, err
	}
	word := p.word()
	if word == "" {
		if p.rest == "" {
			return Datum{}, errors.New("a number or a function is missing at the end")
		}
		return Datum{}, errors.New("a number or a function is missing at “" + clip(p.rest) + "”")
	}
	if p.take("(") != 0 {
		return p.call(in, word)
	}
	return in.constant(word)
}

// word takes a name or a constant: "f32.rz", "0x1p-149", "2^-24", "1e-45".
func (p *evaluator) word() string {
	p.take("")
	n := 0
	for ; n < len(p.rest); n++ {
		c := p.rest[n]
		number := '0' <= p.rest[0] && p.rest[0] <= '9' || p.rest[0] == '.'
		hex := strings.HasPrefix(p.rest, "0x") || strings.HasPrefix(p.rest, "0X")
		switch {
		case '0' <= c && c <= '9', 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', c == '.', c == '_', c == '^':
		case (c == '-' || c == '+') && n > 0 && number && (p.rest[n-1] == '^' || hex && p.rest[n-1]|32 == 'p' || !hex && p.rest[n-1]|32 == 'e'):
		default:
			word := p.rest[:n]
			p.rest = p.rest[n:]
			return word
		}
	}
	word := p.rest
	p.rest = ""
	return word
}

func (in setting) constant(word string) (Datum, error) {
	if in.format == nil {
		return Datum{}, errors.New("“" + clip(word) + "” needs a format around it: f32(" + clip(word) + ")")
	}
	read, err := text.Parse(word, in.format, in.Env)
	if err != nil {
		return Datum{}, errors.New("“" + clip(word) + "” is no number: " + err.Error())
	}
	return Datum{in.format, read.Bits}, nil
}

// to is a datum in the format of a setting.
func (in setting) to(x Datum) Datum {
	if *x.Format == *in.format {
		return x
	}
	return Datum{in.format, arith.Convert(in.Env, in.format, x.Format, x.Code, nil).Bits}
}

func (in setting) operation(id string, operands []Datum) (Datum, error) {
	op, ok := arith.Find(id)
	if !ok {
		return Datum{}, errors.New("there is no function “" + clip(id) + "”")
	}
	if len(operands) != op.Arity {
		return Datum{}, errors.New(id + " takes " + strconv.Itoa(op.Arity) + " operands, not " + strconv.Itoa(len(operands)))
	}
	var x [3]wide.U128
	for i, o := range operands {
		x[i] = in.to(o).Code
	}
	return Datum{in.format, op.Do(in.Env, in.format, in.format, x, nil).Bits}, nil
}

// call computes what stands behind a name and its opening bracket.
func (p *evaluator) call(in setting, name string) (Datum, error) {
	inner, casts := settingOf(name)
	if !casts {
		inner = in
		if in.format == nil {
			return Datum{}, errors.New("“" + clip(name) + "” is no format, and a function needs one around it: f32(…)")
		}
	}
	var operands []Datum
	for {
		x, err := p.sum(inner)
		if err != nil {
			return x, err
		}
		operands = append(operands, x)
		if p.take(",") == 0 {
			break
		}
	}
	if p.take(")") == 0 {
		return Datum{}, errors.New("the bracket of " + clip(name) + "( is not closed")
	}
	switch {
	case casts && len(operands) != 1:
		return Datum{}, errors.New(name + "( ) holds one expression")
	case casts && in.format == nil:
		return inner.to(operands[0]), nil
	case casts:
		return in.to(inner.to(operands[0])), nil
	case name == "ulp" && len(operands) == 1:
		return in.ulp(operands[0])
	case name == "steps" && len(operands) == 2:
		n, ok := Steps(in.to(operands[0]), in.to(operands[1]))
		if !ok {
			return Datum{}, errors.New("steps are counted between numbers of at most 64 bits")
		}
		return in.constant(strconv.FormatInt(n, 10))
	}
	return in.operation(name, operands)
}

// ulp is the quantum of a finite number.
func (in setting) ulp(x Datum) (Datum, error) {
	if x = in.to(x); !x.Format.ClassOf(x.Code).IsFinite() {
		return x, errors.New("only a finite number has an ulp")
	}
	_, q := x.Format.IntegerSig(x.Code)
	return in.constant("2^" + strconv.Itoa(int(q)))
}

// Steps counts the neighbours from one datum of a format up to another, infinities included; −0 is 0.
func Steps(from, to Datum) (int64, bool) {
	place := func(d Datum) (int64, bool) {
		f := d.Format
		if f.Unsigned || f.Explicit || f.Bits > 64 || f.ClassOf(d.Code).IsNaN() {
			return 0, false
		}
		magnitude := int64(d.Code.Lo &^ (1 << (f.Bits - 1)))
		if negative, _, _ := f.Split(d.Code); negative {
			return -magnitude, true
		}
		return magnitude, true
	}
	a, ok := place(from)
	b, also := place(to)
	return b - a, ok && also
}

// settingOf reads a format with its suffixes: "f32.rz.ftz".
func settingOf(name string) (in setting, ok bool) {
	id, suffixes, _ := strings.Cut(name, ".")
	f, err := format.Parse(id)
	if err != nil {
		return in, false
	}
	in.format = f
	for _, s := range strings.Split(suffixes, ".") {
		switch s {
		case "":
		case "ftz":
			in.FlushIn, in.FlushOut = true, round.FlushTinyAfter
		case "sat":
			in.Overflow = round.Saturate
		default:
			d, known := directionOf(s)
			if !known {
				return in, false
			}
			in.Direction = d
		}
	}
	return in, true
}

// directionOf reads a direction of IEEE 754 by the lab's ID or by PTX's suffix.
func directionOf(id string) (round.Direction, bool) {
	for _, d := range directions() {
		if id == d.ID || "."+id == d.PTX {
			return d.Dir, true
		}
	}
	return 0, false
}

// directions are the five of IEEE 754.
func directions() []round.DirectionInfo { return round.Directions[:5] }

func clip(s string) string {
	if len(s) > 40 {
		s = strings.ToValidUTF8(s[:40], "") + "…"
	}
	return s
}
