package explain

import (
	"math/bits"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
)

// mag is a magnitude m*2^e with 2^31 <= m < 2^32, or m = 0, or without a bound if m is unbounded: 32 bits, rounded up or
// down as the function says, for bounds of errors.
type mag struct {
	m uint64
	e int32
}

const unbounded = 1 << 32

var noBound = mag{m: unbounded}

func (a mag) isZero() bool { return a.m == 0 }
func (a mag) none() bool   { return a.m == unbounded }

// norm brings m into 32 bits, up if anything is lost and up is set.
func norm(m uint64, e int32, up bool) mag {
	if m == 0 {
		return mag{}
	}
	n := bits.Len64(m)
	if n <= 32 {
		return mag{m << (32 - n), e - int32(32-n)}
	}
	s := n - 32
	q := m >> s
	if up && q<<s != m {
		if q++; q == 1<<32 {
			return mag{1 << 31, e + int32(s) + 1}
		}
	}
	return mag{q, e + int32(s)}
}

// pow2 is 2^e.
func pow2(e int32) mag { return mag{1 << 31, e - 31} }

// magOf is the magnitude of a finite number, rounded up.
func magOf(f *format.Format, c uint64) mag {
	m, q := f.IntegerSig(wide.U128{Lo: c})
	return norm(m.Lo, q, true)
}

// magUp and magDown are the magnitude of a number, rounded up or down.
func magUp(x exact.Value) mag { return magOfValue(x, true) }

func magDown(x exact.Value) mag { return magOfValue(x, false) }

func magOfValue(x exact.Value, up bool) mag {
	m, e := x.Mag, x.Exp
	if n := m.Len() - 63; n > 0 {
		m, e = m.Shr(uint(n)), e+int64(n)
		if up {
			return norm(m.Low64()+1, int32(e), true)
		}
	}
	return norm(m.Low64(), int32(e), up)
}

// addUp is a + b, rounded up.
func (a mag) addUp(b mag) mag {
	if a.none() || b.none() {
		return noBound
	}
	if a.m == 0 || b.m != 0 && a.e < b.e {
		a, b = b, a
	}
	if b.m == 0 {
		return a
	}
	d := a.e - b.e
	if d > 31 {
		return norm(a.m<<31+1<<31, a.e-31, true)
	}
	return norm(a.m<<d+b.m, b.e, true)
}

// subDown is a - b, rounded down, and 0 if that is not positive; a is a lower bound, b an upper one.
func (a mag) subDown(b mag) mag {
	if b.none() || a.m == 0 {
		return mag{}
	}
	if b.m == 0 {
		return a
	}
	d := a.e - b.e
	switch {
	case d > 31:
		return norm(a.m<<31-1<<31, a.e-31, false)
	case d >= 0:
		if a.m<<d <= b.m {
			return mag{}
		}
		return norm(a.m<<d-b.m, b.e, false)
	case d < -31:
		return mag{}
	}
	if a.m <= b.m<<-d {
		return mag{}
	}
	return norm(a.m-b.m<<-d, a.e, false)
}

// mulUp is a * b, rounded up.
func (a mag) mulUp(b mag) mag {
	if a.m == 0 || b.m == 0 {
		return mag{}
	}
	if a.none() || b.none() {
		return noBound
	}
	return norm(a.m*b.m, a.e+b.e, true)
}

// mulDown and addDown are a * b and a + b, rounded down.
func (a mag) mulDown(b mag) mag {
	if a.m == 0 || b.m == 0 || a.none() || b.none() {
		return mag{}
	}
	return norm(a.m*b.m, a.e+b.e, false)
}

func (a mag) addDown(b mag) mag {
	if a.m == 0 || b.m != 0 && a.e < b.e {
		a, b = b, a
	}
	d := a.e - b.e
	if b.m == 0 || d > 31 {
		return a
	}
	return norm(a.m<<d+b.m, b.e, false)
}

// quoUp is a / b, rounded up; b is a lower bound.
func (a mag) quoUp(b mag) mag {
	if a.m == 0 {
		return a
	}
	if a.none() || b.m == 0 || b.none() {
		return noBound
	}
	q, r := bits.Div64(a.m>>2, a.m<<62, b.m<<30) // a.m*2^62 / (b.m*2^30) = a/b * 2^32
	if r != 0 {
		q++
	}
	return norm(q, a.e-b.e-32, true)
}

// scaled is a * 2^k.
func (a mag) scaled(k int32) mag {
	if a.m != 0 && !a.none() {
		a.e += k
	}
	return a
}

// rootDown is the square root of a, rounded down.
func (a mag) rootDown() mag {
	if a.m == 0 || a.none() {
		return mag{}
	}
	m, e := a.m<<30, a.e-30
	if e&1 != 0 {
		m, e = m<<1, e-1
	}
	r := wide.NatFrom64(m).Sqrt().Low64()
	return norm(r, e/2, false)
}

// less compares.
func (a mag) less(b mag) bool {
	switch {
	case b.none():
		return !a.none()
	case a.none() || b.m == 0:
		return false
	case a.m == 0:
		return true
	case a.e != b.e:
		return a.e < b.e
	}
	return a.m < b.m
}

// Ratio returns the bound as an exact number.
func (a mag) ratio() exact.Ratio {
	return exact.Ratio{Num: wide.NatFrom64(a.m), Exp2: int64(a.e)}
}

// value is the same.
func (a mag) value() exact.Value {
	return exact.New(false, wide.NatFrom64(a.m), int64(a.e))
}

// int is the smallest whole number from a on, at most 2^62.
func (a mag) int() uint64 {
	switch {
	case a.m == 0:
		return 0
	case a.e >= 30:
		return 1 << 62
	case a.e >= 0:
		return a.m << a.e
	case a.e <= -32:
		return 1
	}
	n := a.m >> -a.e
	if n<<-a.e != a.m {
		n++
	}
	return n
}
