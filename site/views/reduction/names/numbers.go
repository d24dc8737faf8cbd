package names

import (
	"math"
	"strconv"
	"strings"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/summation"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/html"
	"ulplab/site/kit/words"
)

// Correct marks a correctly rounded result.
func Correct(m *summation.Sums, o summation.Outcome) string {
	if o.Bits == m.Once && o.OK {
		return ` <span class="e" title="correctly rounded">✓<span class="quiet"> correctly rounded</span></span>`
	}
	return ""
}

// Distinct counts results.
func Distinct(n int) string {
	if n == 1 {
		return "one and the same result"
	}
	return words.Thousands(n) + " different results"
}

// ValueHTML is a value in groups of digits, with ≈ before those that are not all of it.
func ValueHTML(f *format.Format, c wide.U128) string {
	return html.Digits(words.Minus(Value(f, c)), 3)
}

// Bits writes a code and marks the digits in which it differs from the exact sum's.
func Bits(m *summation.Sums, c wide.U128) string {
	s, t := words.Code(m.F, c), words.Code(m.F, m.Once)
	var b strings.Builder
	on := false
	for i := range len(s) {
		if d := i >= len(t) || s[i] != t[i]; d != on {
			if on = d; d {
				b.WriteString(`<b class="sum-off">`)
			} else {
				b.WriteString(`</b>`)
			}
		}
		b.WriteByte(s[i])
	}
	if on {
		b.WriteString(`</b>`)
	}
	return b.String()
}

// WithError writes a name and its error.
func WithError(name string, ulps float64) string {
	return name + ", " + Ulps(ulps, true) + " ulp"
}

// Value writes a result: ≈ before digits that are not all of its value.
func Value(f *format.Format, c wide.U128) string { return text.ValueTo(f, c, digits(f)) }

// digits are the digits that tell all numbers of a format apart, 2 at least.
func digits(f *format.Format) int { return max(2, (f.P*30103+99999)/100000+1) }

// Ulps writes an error in ulp, "–" where there is none.
func Ulps(x float64, ok bool) string {
	switch {
	case !ok:
		return "–"
	case math.Abs(x) < 1e9:
		s := words.Ulps(int64(math.Round(math.Ldexp(x, exact.FixedBits))))
		if a := math.Round(math.Abs(x)); a >= 1000 { // no places behind the point then
			sign := "+"
			if x < 0 {
				sign = "−"
			}
			s = sign + words.Thousands(uint64(a))
		}
		return s
	case x < 0:
		return "−" + strconv.FormatFloat(-x, 'e', 1, 64)
	}
	return "+" + strconv.FormatFloat(x, 'e', 1, 64)
}

// Bound writes a bound in ulp, "–" for none.
func Bound(x float64) string {
	switch {
	case math.IsNaN(x):
		return "–"
	case math.IsInf(x, 0):
		return "∞"
	case x < 10:
		return strconv.FormatFloat(x, 'f', 2, 64)
	case x < 100000:
		return words.Thousands(uint64(math.Ceil(x)))
	}
	return strconv.FormatFloat(x, 'e', 1, 64)
}

// Decimal writes a result with the digits that tell it from all others, for files.
func Decimal(f *format.Format, c wide.U128) string { return text.FormatG(f, c, digits(f)) }
