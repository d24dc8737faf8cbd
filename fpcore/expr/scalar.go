package expr

import (
	"math/bits"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// overflow says what a conversion to an integer delivers where there is no such integer.
type overflow uint8

const (
	foldInts overflow = iota // no answer: the compiler leaves it to the machine
	hostInts                 // x86: only the sign bit set
	gpuInts                  // the nearest integer; a NaN is 0 from binary32 to 32 bits, else only the sign bit
)

func (t Type) intType() arith.IntType {
	return arith.IntType{Bits: uint8(max(t.Bits(), 32)), Signed: t.Signed() || t == Bool}
}

// convertBits converts between any two types, toward zero to integers and to nearest otherwise.
func convertBits(to, from Type, x uint64, o overflow) (uint64, bool) {
	f, g := from.Format(), to.Format()
	switch {
	case to == Bool && f != nil:
		return uint64(b2i(x&^signBit(from) != 0)), true
	case to == Bool:
		return uint64(b2i(x != 0)), true
	case f == nil && g == nil:
		if from == Int {
			x = uint64(int64(int32(x)))
		}
		return x & to.mask(), true
	case f == nil:
		return arith.FromInt(round.Env{}, g, from.intType(), x, nil).Bits.Lo, true
	case g == nil:
		return toInt(to, f, x, o)
	}
	env := round.Env{NaN: hostNaN}
	if o == gpuInts && to != Double {
		env.NaN = gpuNaN
	}
	r := arith.Convert(env, g, f, wide.From64(x), nil)
	return r.Bits.Lo, true
}

var (
	hostNaN = round.NaNRule{Default: format.NegativeQuiet}
	gpuNaN  = round.NaNRule{NoPropagate: true, Default: format.AllOnes}
)

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// toInt truncates. x86 converts to unsigned int through 64 bits, and to unsigned long long by the signed conversion
// of x or of x - 2^63.
func toInt(to Type, f *format.Format, x uint64, o overflow) (uint64, bool) {
	env := round.Env{Direction: round.TowardZero}
	typ := to.intType()
	if o == hostInts && to == UInt {
		typ = Long.intType()
	}
	r := arith.ToInt(env, f, wide.From64(x), typ, false)
	if r.Flags&round.Invalid == 0 {
		return r.Bits & to.mask(), true
	}
	switch o {
	case foldInts:
		return 0, false
	case gpuInts:
		if f.ClassOf(wide.From64(x)).IsNaN() && !(f == format.F32 && typ.Bits == 32) {
			return 1 << (typ.Bits - 1), true
		}
		return r.Bits & to.mask(), true
	case hostInts:
		if to == ULong && f.ClassOf(wide.From64(x)).IsNaN() {
			return 1 << 63, true
		}
		if to == ULong && x>>(f.Bits-1) != 0 { // negative: the signed conversion, as it wraps
			r = arith.ToInt(env, f, wide.From64(x), Long.intType(), false)
			if r.Flags&round.Invalid == 0 {
				return r.Bits, true
			}
			return 1 << 63, true
		}
		if to == ULong {
			return 0, true // x - 2^63 is out of range too: 2^63 with its top bit reversed
		}
		return (1 << (typ.Bits - 1)) & to.mask(), true
	}
	return 0, false
}

func relation(f *format.Format, x, y uint64) arith.Relation {
	r, _ := arith.Compare(round.Env{}, f, wide.From64(x), wide.From64(y))
	return r
}

var wanted = [...]arith.Relation{arith.Less, arith.Less | arith.Equal, arith.Greater, arith.Greater | arith.Equal, arith.Equal,
	arith.Less | arith.Greater | arith.Unordered}

// holds reports whether a comparison is true of operands in the given relation.
func (o Op) holds(r arith.Relation) bool { return r&wanted[o-Less] != 0 }

// compareBits evaluates a comparison of floating-point operands.
func compareBits(op Op, f *format.Format, x, y uint64) uint64 {
	return uint64(b2i(op.holds(relation(f, x, y))))
}

// integer evaluates an operation on integers of type t; ok is false where C leaves it undefined and no machine agrees.
func integer(op Op, t Type, x, y uint64) (r uint64, ok bool) {
	width := uint(max(t.Bits(), 32))
	switch op {
	case Neg:
		r = -x
	case Not:
		r = ^x
	case Add:
		r = x + y
	case Sub:
		r = x - y
	case Mul:
		r = x * y
	case And:
		r = x & y
	case Or:
		r = x | y
	case Xor:
		r = x ^ y
	case Shl:
		r = x << (y & uint64(width-1))
	case Shr:
		if t.Signed() {
			r = uint64(t.signed(x) >> (y & uint64(width-1)))
		} else {
			r = x >> (y & uint64(width-1))
		}
	case Div, Rem:
		return divide(op, t, x, y)
	default:
		if op < Less || op > Differ {
			return 0, false
		}
		rel := arith.Equal
		if a, b := t.signed(x), t.signed(y); t.Signed() && a < b || !t.Signed() && x < y {
			rel = arith.Less
		} else if x != y {
			rel = arith.Greater
		}
		return uint64(b2i(op.holds(rel))), true
	}
	return r & t.mask(), true
}

func divide(op Op, t Type, x, y uint64) (uint64, bool) {
	if y == 0 {
		return 0, false
	}
	if !t.Signed() {
		q, r := bits.Div64(0, x, y)
		if op == Rem {
			q = r
		}
		return q, true
	}
	a, b := t.signed(x), t.signed(y)
	if b == -1 {
		if op == Rem {
			return 0, true
		}
		return -x & t.mask(), true
	}
	if op == Rem {
		return uint64(a%b) & t.mask(), true
	}
	return uint64(a/b) & t.mask(), true
}
