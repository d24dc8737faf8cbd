package text

import (
	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
)

// Value returns the number itself for reading: every digit where at most 17 significant ones, or the whole number of
// at most 21, hold it; else "≈" and the number correctly rounded to 17 digits, to more in a format whose neighbouring
// numbers need more to be told apart. It is written without an exponent from 1e-7 up to, not including, 1e21:
// "65504", "0.1875", "≈0.10000000149011612", "≈3.4028234663852886e+38". What has no value is written as in Decimal.
func Value(f *format.Format, c wide.U128) string { return ValueTo(f, c, max(17, f.P*30103/100000+2)) }

// ValueTo is Value with n significant digits where they do not hold the number.
func ValueTo(f *format.Format, c wide.U128, n int) string {
	v, ok := exact.FromBits(f, c)
	if !ok {
		s, _ := special(f, c)
		return s
	}
	d := v.Digits(n)
	if d.Inexact && v.Exp >= 0 && d.Exp < 21 {
		d = v.Digits(21)
	}
	about, most := "", int64(21)
	if d.Inexact {
		about, most = "≈", int64(len(d.D))
	} else {
		d = d.Trim()
	}
	if d.Exp < -5 || d.Exp >= most {
		return about + d.Scientific(1)
	}
	return about + d.Plain()
}

// Entry returns a decimal for typing, which roundTiesToEven reads back as c: the number itself where Value writes it
// in full, else Shortest.
func Entry(f *format.Format, c wide.U128) string {
	if s := Value(f, c); s == "" || s[0] != "≈"[0] {
		return s
	}
	return Shortest(f, c)
}
