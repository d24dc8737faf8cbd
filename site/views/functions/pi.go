package functions

import (
	"strings"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/fpcore/x86"
	"ulplab/site/kit/words"
)

// figure6X is the paper's argument, 5992555.0 in binary64.
const figure6X = 0x4156dc1ac0000000

// Figure6Model is cos(5992555.0) with as many bits of pi as one likes.
type Figure6Model struct {
	N       int
	Cut     bool
	Pi      string // the first bits of pi, FnPiMost and eight more
	Off     string // pi - the pi used, in decimal
	Q       string // quarter turns taken away
	R       string // the reduced argument
	RTrue   string // with the whole of pi
	RShift  string // R - RTrue
	Value   string // 20 digits
	Printed string // %.10g
	Code    string // as binary64
	Right   int    // leading digits equal to those of the true value
	True    string // 20 digits of the true value
	Correct Figure6Result
	X87     Figure6Result
	Rows    []Figure6Row
}

// Figure6Result is one of the two results of the figure.
type Figure6Result struct {
	_                     [0]func() // not comparable
	Printed, Digits, Code string
	Register              string // x87: the 80 bits
	Ulps                  string // error
}

// Figure6Row is a row of the table: a number of bits of pi and what comes out.
type Figure6Row struct {
	_       [0]func() // not comparable
	Bits    int       // 0: all of them
	Cut     bool
	Printed string
	Digits  string
	Right   int
	Note    string
	Here    bool
}

var figure6Bits = []struct {
	n   int
	cut bool
}{{53, false}, {64, false}, {64, true}, {66, false}, {68, false}, {72, false}, {80, false}, {96, false}}

// buildFigure6 computes the second part of the Functions view.
func buildFigure6(s State) Figure6Model {
	f := format.F64
	x, _ := exact.FromBits(f, wide.From64(figure6X))
	cos, _ := exact.FindFunction("cos")
	correct := cos.Round(round.Env{}, f, f, wide.From64(figure6X)).Bits
	truth, _ := cos.Digits(x, 20)
	m := Figure6Model{N: int(s.Pi), Cut: s.Cut, True: truth.Scientific(1)}
	m.Correct = Figure6Result{Printed: text.FormatG(f, correct, 10), Digits: text.Value(f, correct), Code: text.Bits(f, correct),
		Ulps: cos.ErrorUlps(f, correct, x, 3)}
	m.X87 = figure6X87(cos, x)

	whole := exact.Pi(400, false)
	bits := make([]byte, PiMost+8)
	for i := range bits {
		bits[i] = '0' + byte(whole.Mag.Bit(whole.Mag.Len()-1-i))
	}
	m.Pi = string(bits)
	with := exact.CosWithPi(x, m.N, !m.Cut, 120)
	m.Off = whole.Sub(with.Cut).Digits(4).Scientific(1)
	m.Q = words.Thousands(with.Q.Mag.Shl(uint(with.Q.Exp)).Low64())
	m.R = with.R.Digits(24).Scientific(1)
	exactly := exact.CosWithPi(x, 400, true, 160)
	m.RTrue = exactly.R.Digits(24).Scientific(1)
	m.RShift = with.R.Sub(exactly.R).Digits(4).Scientific(1)
	m.Value = with.Lo.Digits(20).Scientific(1)
	c := with.Lo.Round(round.Env{}, f).Bits
	m.Printed, m.Code = text.FormatG(f, c, 10), text.Bits(f, c)
	m.Right = sameDigits(m.Value, m.True)
	for _, b := range figure6Bits {
		m.Rows = append(m.Rows, figure6Row(x, b.n, b.cut, m))
	}
	m.Rows = append(m.Rows, Figure6Row{Printed: m.Correct.Printed, Digits: m.True, Right: 20, Note: figure6Whole})
	return m
}

func figure6Row(x exact.Value, n int, cut bool, m Figure6Model) Figure6Row {
	lo := exact.CosWithPi(x, n, !cut, 120).Lo
	r := Figure6Row{Bits: n, Cut: cut, Digits: lo.Digits(20).Scientific(1), Here: n == m.N && cut == m.Cut}
	r.Printed = text.FormatG(format.F64, lo.Round(round.Env{}, format.F64).Bits, 10)
	r.Right = sameDigits(r.Digits, m.True)
	if n == Pi66 {
		r.Note = figure6X87Words
	}
	return r
}

// figure6X87 runs fcos and stores its result as binary64.
func figure6X87(cos *exact.Function, x exact.Value) Figure6Result {
	op, _ := x86.FindX87("fcos")
	store, _ := x86.FindX87("st64")
	const word = 0x037f
	r := op.Do(word, [3]wide.U128{x.Round(round.Env{}, format.X87).Bits}, nil).Bits
	c := store.Do(word, [3]wide.U128{r}, nil).Bits
	return Figure6Result{Printed: text.FormatG(format.F64, c, 10), Digits: text.Value(format.X87, r), Code: text.Bits(format.F64, c),
		Register: text.Bits(format.X87, r), Ulps: cos.ErrorUlps(format.F64, c, x, 3)}
}

// sameDigits returns how many leading digits two numbers in scientific form share; 0 if their exponents differ.
func sameDigits(a, b string) int {
	a, ea, _ := strings.Cut(a, "e")
	b, eb, _ := strings.Cut(b, "e")
	if ea != eb {
		return 0
	}
	a, b = strings.Replace(a, ".", "", 1), strings.Replace(b, ".", "", 1)
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
