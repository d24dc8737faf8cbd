//go:build !opening

package model

import (
	"math"
	"strconv"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/summation"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
)

// Shown writes a result for the page: ≈ before digits that are not all of its value.
func (m *Sum) Shown(c wide.U128) string { return SumValue(m.F, c) }

// SumValue is Shown of a format.
func SumValue(f *format.Format, c wide.U128) string { return text.ValueTo(f, c, sumDigits(f)) }

// Decimal writes a result with the digits that tell it from all others, for files.
func (m *Sum) Decimal(c wide.U128) string {
	return text.FormatG(m.F, c, sumDigits(m.F))
}

// sumDigits are the digits that tell all numbers of a format apart, 2 at least.
func sumDigits(f *format.Format) int { return max(2, (f.P*30103+99999)/100000+1) }

// SumUlps writes an error in ulp, "–" where there is none.
func SumUlps(x float64, ok bool) string {
	switch {
	case !ok:
		return "–"
	case math.Abs(x) < 1e9:
		s := Ulps(int64(math.Round(math.Ldexp(x, exact.FixedBits))))
		if a := math.Round(math.Abs(x)); a >= 1000 { // no places behind the point then
			sign := "+"
			if x < 0 {
				sign = "−"
			}
			s = sign + Thousands(uint64(a))
		}
		return s
	case x < 0:
		return "−" + strconv.FormatFloat(-x, 'e', 1, 64)
	}
	return "+" + strconv.FormatFloat(x, 'e', 1, 64)
}

// SumBound writes a bound in ulp, "–" for none.
func SumBound(x float64) string {
	switch {
	case math.IsNaN(x):
		return "–"
	case math.IsInf(x, 0):
		return "∞"
	case x < 10:
		return strconv.FormatFloat(x, 'f', 2, 64)
	case x < 100000:
		return Thousands(uint64(math.Ceil(x)))
	}
	return strconv.FormatFloat(x, 'e', 1, 64)
}

// SumCondition writes the condition number.
func (m *Sum) SumCondition() string {
	c := m.Data.Condition()
	if c < 1000 {
		return strconv.FormatFloat(c, 'g', 3, 64)
	}
	return SumBound(c)
}

// SumLocal writes the rounding error of a node, "–" where it has none.
func SumLocal(d *summation.Detail) string { return sumFixed(d.Local, d.Measured) }

// SumSoFar writes the error of a node against the exact sum, "–" where it has none.
func SumSoFar(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

func sumFixed(e int64, ok bool) string {
	if !ok {
		return "–"
	}
	return Ulps(e)
}

// SumWords are the lines on a node of the big tree.
type SumWords struct{ Value, Short, Code, Error string }

// SumWordsOf returns the lines on a node.
func SumWordsOf(b *summation.Tree, at summation.Node) SumWords {
	f, c := b.Number(at)
	w := SumWords{Value: text.FormatG(f, c, 9), Short: text.FormatG(f, c, 4)}
	n := f.Bits / 4
	d := make([]byte, n)
	for i := range d {
		d[i] = "0123456789abcdef"[c.Lo>>(4*(n-1-i))&15]
	}
	w.Code = "0x" + string(d)
	if at.Place < 0 {
		w.Error = "element " + strconv.Itoa(b.Element(at.Rank))
	} else if e, ok := b.Rounding(at); ok {
		w.Error = Ulps(e) + " ulp"
		if e == 0 {
			w.Error = "exact"
		}
	}
	return w
}
