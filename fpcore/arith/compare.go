package arith

import (
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// Relation is one of the four mutually exclusive outcomes of a comparison. Values are bits of a Predicate's set.
type Relation uint8

const (
	Less      Relation = 1
	Equal     Relation = 2
	Greater   Relation = 4
	Unordered Relation = 8
)

// Compare returns the relation of a to b; -0 equals +0, and a NaN is unordered to everything. Flags hold Invalid
// if an operand is a signaling NaN or an encoding that x87 refuses. Pass env for its FlushIn.
func Compare(env round.Env, f *format.Format, a, b wide.U128) (Relation, round.Flags) {
	x, y := read(env, f, a), read(env, f, b)
	if x.Class > format.Infinity || y.Class > format.Infinity {
		var flags round.Flags
		for _, n := range [2]format.Num{x, y} {
			if n.Class == format.SignalingNaN || n.Class.IsInvalid() {
				flags = round.Invalid
			}
		}
		return Unordered, flags
	}
	return order(x, y), 0
}

// order compares two decoded numbers that are not NaN.
func order(x, y format.Num) Relation {
	if isZero(x) && isZero(y) {
		return Equal
	}
	if x.Sign != y.Sign || isZero(x) || isZero(y) {
		less := x.Sign
		switch {
		case isZero(x):
			less = !y.Sign
		case isZero(y):
			less = x.Sign
		}
		if less {
			return Less
		}
		return Greater
	}
	c := magnitude(x, y)
	if x.Sign {
		c = -c
	}
	switch {
	case c < 0:
		return Less
	case c > 0:
		return Greater
	}
	return Equal
}

// magnitude compares |x| with |y| for non-zero numbers or infinities.
func magnitude(x, y format.Num) int {
	switch {
	case isInf(x) && isInf(y):
		return 0
	case isInf(x):
		return 1
	case isInf(y):
		return -1
	case x.Exp != y.Exp:
		if x.Exp < y.Exp {
			return -1
		}
		return 1
	}
	return x.Sig.Cmp(y.Sig)
}

// Predicate is one of the 22 comparison predicates of IEEE 754-2019 table 5.1 to 5.3: true for the relations in
// True. A signaling predicate signals Invalid on any NaN, a quiet one only on a signaling NaN.
type Predicate struct {
	ID        string
	Symbol    string
	Signaling bool
	True      Relation
}

// Predicates lists all 22.
var Predicates = []Predicate{
	{"compareQuietEqual", "=", false, Equal},
	{"compareQuietNotEqual", "≠", false, Less | Greater | Unordered},
	{"compareSignalingEqual", "=", true, Equal},
	{"compareSignalingGreater", ">", true, Greater},
	{"compareSignalingGreaterEqual", "≥", true, Greater | Equal},
	{"compareSignalingLess", "<", true, Less},
	{"compareSignalingLessEqual", "≤", true, Less | Equal},
	{"compareSignalingNotEqual", "≠", true, Less | Greater | Unordered},
	{"compareSignalingNotGreater", "not >", true, Less | Equal | Unordered},
	{"compareSignalingLessUnordered", "not ≥", true, Less | Unordered},
	{"compareSignalingNotLess", "not <", true, Greater | Equal | Unordered},
	{"compareSignalingGreaterUnordered", "not ≤", true, Greater | Unordered},
	{"compareQuietGreater", ">", false, Greater},
	{"compareQuietGreaterEqual", "≥", false, Greater | Equal},
	{"compareQuietLess", "<", false, Less},
	{"compareQuietLessEqual", "≤", false, Less | Equal},
	{"compareQuietUnordered", "unordered", false, Unordered},
	{"compareQuietNotGreater", "not >", false, Less | Equal | Unordered},
	{"compareQuietLessUnordered", "not ≥", false, Less | Unordered},
	{"compareQuietNotLess", "not <", false, Greater | Equal | Unordered},
	{"compareQuietGreaterUnordered", "not ≤", false, Greater | Unordered},
	{"compareQuietOrdered", "ordered", false, Less | Equal | Greater},
}

// EvalPredicate evaluates a predicate.
func EvalPredicate(env round.Env, f *format.Format, p Predicate, a, b wide.U128) (bool, round.Flags) {
	rel, flags := Compare(env, f, a, b)
	if rel == Unordered && p.Signaling {
		flags |= round.Invalid
	}
	return rel&p.True != 0, flags
}

// TotalOrder reports whether a precedes or equals b in the total order of IEEE 754-2019 5.10: -NaN, -infinity,
// negative numbers, -0, +0, positive numbers, +infinity, +NaN; among NaNs of one sign signaling ones lie nearer to
// zero, then smaller payloads; of two x87 encodings of one number the pseudo-subnormal lies nearer to zero. It
// never signals. A FNUZ NaN counts as positive.
func TotalOrder(f *format.Format, a, b wide.U128) bool {
	c := totalKey(f, f.Canonical(a)).Cmp(totalKey(f, f.Canonical(b)))
	if c == 0 {
		c = totalKey(f, a).Cmp(totalKey(f, b))
	}
	return c <= 0
}

// TotalOrderMag is TotalOrder of the absolute values.
func TotalOrderMag(f *format.Format, a, b wide.U128) bool {
	return TotalOrder(f, Abs(f, a), Abs(f, b))
}

// totalKey maps a code to an integer that is ordered as the datum: sign and magnitude to two's complement, offset.
func totalKey(f *format.Format, c wide.U128) wide.U128 {
	c = c.And(wide.Mask(uint(f.Bits)))
	n := f.Unpack(c)
	half := wide.From64(1).Shl(uint(f.Bits))
	if f.Codes == format.FNUZ && n.Class.IsNaN() {
		return wide.Mask(128)
	}
	if f.Unsigned || c.Bit(uint(f.Bits-1)) == 0 {
		if f.Bits == 128 {
			return c.SetBit(127, 1)
		}
		return half.Add(c)
	}
	c = c.SetBit(uint(f.Bits-1), 0)
	if f.Bits == 128 {
		return wide.Mask(127).Sub(c)
	}
	return half.Sub(wide.From64(1)).Sub(c)
}
