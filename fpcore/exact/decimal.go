package exact

import "strconv"

// Digits is a number rounded to decimal digits: (-1)^Neg * d.ddd * 10^Exp with the digits D. Inexact tells that
// something was rounded off. Zero is all zeros with Exp 0.
type Digits struct {
	Neg     bool
	Inexact bool
	D       string
	Exp     int64
}

// MaxDigits is the largest number of digits that Digits and Fixed deliver; larger requests get this many.
const MaxDigits = 20_000

// Digits returns r rounded to n >= 1 significant decimal digits, to nearest, ties to the even last digit.
func (r Ratio) Digits(n int) Digits { return r.digits(n, 0) }

// Digits returns x rounded to n >= 1 significant decimal digits, to nearest, ties to the even last digit.
func (x Value) Digits(n int) Digits { return x.Ratio().digits(n, 0) }

// digits is Digits for r plus an infinitesimal of sign tail.
func (r Ratio) digits(n, tail int) Digits {
	n = max(1, min(n, MaxDigits))
	if r.IsZero() {
		return Digits{Neg: r.Neg, D: zeros(n)}
	}
	low, _ := r.log2()
	exp := floorMul(low, log10of2, 0) - 1 // at or below the decimal exponent
	q, more := r.Floor(0, int64(n)-1-exp)
	s := q.AppendDecimal(nil)
	exp += int64(len(s) - n) // s has n digits or a few more
	d := Digits{Neg: r.Neg, Exp: exp}
	if r.Neg {
		tail = -tail
	}
	up, inexact := roundsUp(s, n, more, tail)
	d.Inexact = inexact
	s = s[:n]
	if up && Increment(s) {
		s[0] = '1'
		d.Exp++
	}
	d.D = string(s)
	return d
}

// Fixed returns r rounded to n >= 0 digits after the decimal point, to nearest, ties to even, as sign and digits
// of an integer: the value is the digits times 10^-n. ok is false if it would have more than MaxDigits digits.
func (r Ratio) Fixed(n int) (neg bool, digits string, ok bool) {
	if r.IsZero() {
		return r.Neg, "0", true
	}
	_, high := r.log2()
	if n > MaxDigits || floorMul(high, log10of2, 0)+int64(n) > MaxDigits {
		return r.Neg, "", false
	}
	if high < -8*int64(n)-8 {
		return r.Neg, "0", true
	}
	// One more digit than asked for, then a decision.
	q, more := r.Floor(0, int64(n)+1)
	s := q.AppendDecimal([]byte{'0'})
	up, _ := roundsUp(s, len(s)-1, more, 0)
	s = s[:len(s)-1]
	if up {
		Increment(s)
	}
	for len(s) > 1 && s[0] == '0' {
		s = s[1:]
	}
	return r.Neg, string(s), true
}

// roundsUp decides, to nearest with ties to even, whether the digits s, followed by more, are to be incremented
// when cut to n; tail is the sign of an infinitesimal added to the number.
func roundsUp(s []byte, n int, more bool, tail int) (up, inexact bool) {
	rest := s[n:]
	for _, c := range rest {
		inexact = inexact || c != '0'
	}
	inexact = inexact || more || tail != 0
	switch {
	case len(rest) == 0 || rest[0] < '5':
		return false, inexact
	case rest[0] > '5' || more:
		return true, inexact
	}
	for _, c := range rest[1:] {
		if c != '0' {
			return true, inexact
		}
	}
	if tail != 0 {
		return tail > 0, inexact
	}
	return n > 0 && (s[n-1]-'0')&1 != 0, inexact
}

// Increment adds one to the decimal number s in place and reports a carry out; s is then all zeros.
func Increment(s []byte) (carry bool) {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] != '9' {
			s[i]++
			return false
		}
		s[i] = '0'
	}
	return true
}

func zeros(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = '0'
	}
	return string(b)
}

// Trim returns d without trailing zeros; one digit stays.
func (d Digits) Trim() Digits {
	n := len(d.D)
	for n > 1 && d.D[n-1] == '0' {
		n--
	}
	d.D = d.D[:n]
	return d
}

// Scientific returns "d.ddde-45" with at least pad digits in the exponent and its sign always written.
func (d Digits) Scientific(pad int) string {
	b := make([]byte, 0, len(d.D)+12)
	if d.Neg {
		b = append(b, '-')
	}
	b = append(b, d.D[0])
	if len(d.D) > 1 {
		b = append(b, '.')
		b = append(b, d.D[1:]...)
	}
	b = append(b, 'e')
	e := d.Exp
	if e < 0 {
		b = append(b, '-')
		e = -e
	} else {
		b = append(b, '+')
	}
	s := strconv.FormatInt(e, 10)
	for i := len(s); i < pad; i++ {
		b = append(b, '0')
	}
	return string(append(b, s...))
}

// Plain returns the number without an exponent: "-0.00125", "120". Zeros fill the places between the digits and
// the point; |Exp| must be within MaxDigits, beyond that the answer is Scientific(1).
func (d Digits) Plain() string {
	if d.Exp > MaxDigits || d.Exp < -MaxDigits {
		return d.Scientific(1)
	}
	b := make([]byte, 0, len(d.D)+12)
	if d.Neg {
		b = append(b, '-')
	}
	switch point := int(d.Exp) + 1; {
	case point <= 0:
		b = append(b, '0', '.')
		b = append(b, zeros(-point)...)
		b = append(b, d.D...)
	case point >= len(d.D):
		b = append(b, d.D...)
		b = append(b, zeros(point-len(d.D))...)
	default:
		b = append(b, d.D[:point]...)
		b = append(b, '.')
		b = append(b, d.D[point:]...)
	}
	return string(b)
}
