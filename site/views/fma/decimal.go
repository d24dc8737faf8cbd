package fma

import (
	"strconv"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/site/kit/words"
)

// DecimalFMA is the paper's x*x - 1 on a machine that keeps Places significant decimal digits, rounded to nearest, ties
// to even. Every line was computed with exact rational numbers and rounded where the machine rounds.
type DecimalFMA struct {
	Places  int
	Shown   string // what the field holds
	Problem string
	X       DecimalNumber // x as the machine holds it
	XNote   string        // what was rounded on entry
	Square  DecimalNumber // x*x, exact
	Rounded DecimalNumber // rn(x*x)
	SumOf   DecimalNumber // rn(x*x) - 1, exact
	Exact   DecimalNumber // x*x - 1, exact
	Apart   DecimalNumber // rn(rn(x*x) - 1)
	Fused   DecimalNumber // rn(x*x - 1)
	Lost    DecimalNumber // x*x - rn(x*x)

	ApartError, FusedError DecimalError
	ApartRows, FusedRows   []DecimalRow
	Paper                  bool // x and digits are those of the paper
}

// DecimalNumber is a number in plain notation and as d.ddd × 10^Exp.
type DecimalNumber struct {
	_      [0]func() // not comparable
	Plain  string
	Digits string // d.ddd, with every digit that the machine keeps
	Exp    string
	Place  int // of the leading digit: Exp as a number
	Zero   bool
}

// DecimalRow is a number of the decimal machine's picture. The digit of weight 10^Cut is the last one kept where
// Rounds is set.
type DecimalRow struct {
	_      [0]func() // not comparable
	Label  string
	Number DecimalNumber
	Rounds bool
	Cut    int
	Sum    bool // a rule above
	Result bool
}

// DecimalError is the distance of a result from the exact value, and the same in units of the last digit that the
// machine would keep of the exact value.
type DecimalError struct {
	_     [0]func() // not comparable
	Zero  bool
	Text  string // "4e-8"
	Units string // "0.4"
}

func buildDecimal(v State) *DecimalFMA {
	n := int(v.Places)
	d := &DecimalFMA{Places: n, Shown: v.DecText.Text}
	if err := DecimalProblem(v.DecText.Text); err != nil {
		d.Problem = words.Problem(err)
	}
	p, err := text.Parse(v.Dec, format.F128, round.Env{})
	if err != nil || !p.Finite {
		return d
	}
	entered := p.Exact.Digits(n)
	x := entered.Ratio()
	if entered.Inexact {
		d.XNote = "x is rounded to " + strconv.Itoa(n) + " digits on entry."
	}
	one := exact.FromInt64(-1)
	square, _ := x.Mul(x)
	rounded := square.Digits(n)
	sum, _ := rounded.Ratio().Add(one)
	truth, _ := square.Add(one)
	separate, fused := sum.Digits(n), truth.Digits(n)
	d.X = decimalNumber(entered.Trim())
	d.Square, d.Rounded = exactDecimal(square), decimalNumber(rounded)
	d.SumOf, d.Exact = exactDecimal(sum), exactDecimal(truth)
	d.Apart, d.Fused = decimalNumber(separate), decimalNumber(fused)
	lost, _ := square.Sub(rounded.Ratio())
	d.Lost = exactDecimal(lost)
	d.ApartError = decimalError(separate, truth, n)
	d.FusedError = decimalError(fused, truth, n)
	minus := DecimalNumber{Plain: "-1", Digits: "-1", Exp: "0"}
	d.ApartRows = []DecimalRow{
		{Label: "x × x", Number: d.Square, Rounds: true, Cut: d.Square.Place - n + 1},
		{Label: "rn(x × x)", Number: d.Rounded, Result: true},
		{Label: "− 1", Number: minus},
		{Label: "sum", Number: d.SumOf, Rounds: true, Cut: d.SumOf.Place - n + 1, Sum: true},
		{Label: "result", Number: d.Apart, Result: true}}
	d.FusedRows = []DecimalRow{
		{Label: "x × x", Number: d.Square},
		{Label: "− 1", Number: minus},
		{Label: "sum", Number: d.Exact, Rounds: true, Cut: d.Exact.Place - n + 1, Sum: true},
		{Label: "result", Number: d.Fused, Result: true}}
	d.Paper = n == 5 && v.Dec == "1.0008"
	return d
}

// exactDecimal writes a decimal number with all its digits.
func exactDecimal(r exact.Ratio) DecimalNumber {
	if r.IsZero() {
		return decimalNumber(exact.Digits{D: "0"})
	}
	return decimalNumber(r.Digits(len(r.Num.String())).Trim())
}

func decimalNumber(d exact.Digits) DecimalNumber {
	n := DecimalNumber{Digits: d.D[:1], Exp: strconv.FormatInt(d.Exp, 10), Place: int(d.Exp), Zero: d.D[0] == '0'}
	if len(d.D) > 1 {
		n.Digits += "." + d.D[1:]
	}
	if d.Neg && !n.Zero {
		n.Digits = "-" + n.Digits
	}
	t := d.Trim()
	t.Neg = t.Neg && !n.Zero
	n.Plain = t.Plain()
	if t.Exp < -12 || t.Exp > 20 {
		n.Plain = t.Scientific(1)
	}
	return n
}

// decimalError returns the magnitude of d - truth, also in units of the last of n digits of truth.
func decimalError(d exact.Digits, truth exact.Ratio, n int) DecimalError {
	e, _ := d.Ratio().Sub(truth)
	e.Neg = false
	if e.IsZero() {
		return DecimalError{Zero: true, Text: "0", Units: "0"}
	}
	out := DecimalError{Text: e.Digits(12).Trim().Scientific(1)}
	e.Exp10 -= truth.Digits(n).Exp - int64(n) + 1
	u := e.Digits(12).Trim()
	out.Units = u.Plain()
	if u.Exp > 12 || u.Exp < -6 {
		out.Units = u.Scientific(1)
	}
	return out
}
