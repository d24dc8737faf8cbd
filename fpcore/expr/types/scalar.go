package types

import (
	"math/bits"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// One is the code of 1.
//
//go:noinline
func One(t Type) uint64 {
	p := t.Format().P - 1
	return (uint64(1)<<(t.Bits()-2-p) - 1) << p
}

// SignBit is the sign bit of a code.
func SignBit(t Type) uint64 { return 1 << (t.Bits() - 1) }

// Overflow says what a conversion to an integer delivers where there is no such integer.
type Overflow uint8

// The ways to convert what no integer is near.
const (
	FoldInts Overflow = iota // no answer: the compiler leaves it to the machine
	HostInts                 // x86: only the sign bit set
	GPUInts                  // the nearest integer; a NaN is 0 from binary32 to 32 bits, else only the sign bit
)

// IntType is the type as package arith has it; a Bool is an int.
func (t Type) IntType() arith.IntType {
	return arith.IntType{Bits: uint8(max(t.Bits(), 32)), Signed: t.Signed() || t == Bool}
}

// ConvertBits converts between any two types, toward zero to integers and to nearest otherwise.
func ConvertBits(to, from Type, x uint64, o Overflow) (uint64, bool) {
	f, g := from.Format(), to.Format()
	switch {
	case to == Bool && f != nil:
		return uint64(Bit(x&^SignBit(from) != 0)), true
	case to == Bool:
		return uint64(Bit(x != 0)), true
	case f == nil && g == nil:
		if from == Int {
			x = uint64(int64(int32(x)))
		}
		return x & to.Mask(), true
	case f == nil:
		return arith.FromInt(round.Env{}, g, from.IntType(), x, nil).Bits.Lo, true
	case g == nil:
		return toInt(to, f, x, o)
	}
	env := round.Env{NaN: HostNaN}
	if o == GPUInts && to != Double {
		env.NaN = GPUNaN
	}
	r := arith.Convert(env, g, f, wide.From64(x), nil)
	return r.Bits.Lo, true
}

// The NaNs that processors deliver: x86 that of an operand or the default one, a GPU always its own.
var (
	HostNaN = round.NaNRule{Default: format.NegativeQuiet}
	GPUNaN  = round.NaNRule{NoPropagate: true, Default: format.AllOnes}
)

// Bit is 1 for true.
func Bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// toInt truncates. x86 converts to unsigned int through 64 bits, and to unsigned long long by the signed conversion
// of x or of x - 2^63.
func toInt(to Type, f *format.Format, x uint64, o Overflow) (uint64, bool) {
	env := round.Env{Direction: round.TowardZero}
	typ := to.IntType()
	if o == HostInts && to == UInt {
		typ = Long.IntType()
	}
	r := arith.ToInt(env, f, wide.From64(x), typ, false)
	if r.Flags&round.Invalid == 0 {
		return r.Bits & to.Mask(), true
	}
	switch o {
	case FoldInts:
		return 0, false
	case GPUInts:
		if f.ClassOf(wide.From64(x)).IsNaN() && !(f == format.F32 && typ.Bits == 32) {
			return 1 << (typ.Bits - 1), true
		}
		return r.Bits & to.Mask(), true
	case HostInts:
		if to == ULong && f.ClassOf(wide.From64(x)).IsNaN() {
			return 1 << 63, true
		}
		if to == ULong && x>>(f.Bits-1) != 0 { // negative: the signed conversion, as it wraps
			r = arith.ToInt(env, f, wide.From64(x), Long.IntType(), false)
			if r.Flags&round.Invalid == 0 {
				return r.Bits, true
			}
			return 1 << 63, true
		}
		if to == ULong {
			return 0, true // x - 2^63 is out of range too: 2^63 with its top bit reversed
		}
		return (1 << (typ.Bits - 1)) & to.Mask(), true
	}
	return 0, false
}

func relation(f *format.Format, x, y uint64) arith.Relation {
	r, _ := arith.Compare(round.Env{}, f, wide.From64(x), wide.From64(y))
	return r
}

var wanted = [...]arith.Relation{arith.Less, arith.Less | arith.Equal, arith.Greater, arith.Greater | arith.Equal, arith.Equal,
	arith.Less | arith.Greater | arith.Unordered}

// Holds reports whether a comparison is true of operands in the given relation.
func (o Op) Holds(r arith.Relation) bool { return r&wanted[o-Less] != 0 }

// CompareBits evaluates a comparison of floating-point operands.
func CompareBits(op Op, f *format.Format, x, y uint64) uint64 {
	return uint64(Bit(op.Holds(relation(f, x, y))))
}

// IntegerBits evaluates an operation on integers of type t; ok is false where C leaves it undefined and no machine agrees.
func IntegerBits(op Op, t Type, x, y uint64) (r uint64, ok bool) {
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
			r = uint64(t.Int64(x) >> (y & uint64(width-1)))
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
		if a, b := t.Int64(x), t.Int64(y); t.Signed() && a < b || !t.Signed() && x < y {
			rel = arith.Less
		} else if x != y {
			rel = arith.Greater
		}
		return uint64(Bit(op.Holds(rel))), true
	}
	return r & t.Mask(), true
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
	a, b := t.Int64(x), t.Int64(y)
	if b == -1 {
		if op == Rem {
			return 0, true
		}
		return -x & t.Mask(), true
	}
	if op == Rem {
		return uint64(a%b) & t.Mask(), true
	}
	return uint64(a/b) & t.Mask(), true
}

// FoldInteger computes with integers of the type t; odd says what C leaves open, where the result is that of two's complement.
func FoldInteger(o Op, t Type, a, b uint64) (k uint64, odd string) {
	x, y := t.Int64(a), t.Int64(b)
	less := a < b
	if t.Signed() {
		less = x < y
	}
	truth := func(b bool) (uint64, string) {
		if b {
			return 1, ""
		}
		return 0, ""
	}
	switch o {
	case Less:
		return truth(less)
	case LessEq:
		return truth(less || a == b)
	case More:
		return truth(!less && a != b)
	case MoreEq:
		return truth(!less)
	case Equal:
		return truth(a == b)
	case Differ:
		return truth(a != b)
	case And:
		return a & b, ""
	case Or:
		return a | b, ""
	case Xor:
		return a ^ b, ""
	case Shl, Shr:
		n := b & uint64(t.Bits()-1)
		if n != b {
			odd = "A shift by a negative count or by the width of the type and more is undefined in C."
		}
		if o == Shl {
			return a << n & t.Mask(), odd
		}
		if t.Signed() {
			return uint64(x>>n) & t.Mask(), odd
		}
		return a >> n, odd
	}
	var r int64
	overflow := false
	switch o {
	case Add:
		r = x + y
		overflow = (r < x) != (y < 0)
	case Sub:
		r = x - y
		overflow = (r > x) != (y < 0)
	case Mul:
		r = x * y
		overflow = x != 0 && (r/x != y || x == -1 && y == -1<<63)
	case Div, Rem:
		if !t.Signed() {
			if o == Div {
				return a / b, ""
			}
			return a % b, ""
		}
		if overflow = y == -1 && x == t.Int64(t.Mask()/2+1); overflow {
			if r = x; o == Rem {
				r = 0
			}
		} else if r = x / y; o == Rem {
			r = x % y
		}
	}
	if t == Int {
		overflow = overflow || r != int64(int32(r))
	}
	if overflow && t.Signed() {
		odd = "This overflows " + t.String() + ", which is undefined in C; the result is taken modulo 2^" + [...]string{"32", "64"}[t.Bits()/64] + "."
	}
	return uint64(r) & t.Mask(), odd
}

// IsNaN reports a NaN of a floating-point type.
func IsNaN(t Type, x uint64) bool { return x&^SignBit(t) > t.Format().Inf(false).Lo }
