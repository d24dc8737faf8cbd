package tensor

import (
	"math/bits"

	"ulplab/fpcore/arith"
)

// integers are the integer types of PTX; b1 is a register of single bits.
var integers = map[string]arith.IntType{"s32": {Bits: 32, Signed: true}, "u32": {Bits: 32}, "s16": {Bits: 16, Signed: true}, "u16": {Bits: 16},
	"s8": {Bits: 8, Signed: true}, "u8": {Bits: 8}, "s4": {Bits: 4, Signed: true}, "u4": {Bits: 4}, "b1": {Bits: 32}}

// IntType returns an integer type of PTX, for b1 that of a register with 32 of them.
func IntType(name string) arith.IntType { return integers[name] }

// Integer reports an instruction on integers.
func (i Instruction) Integer() bool { return integers[i.C].Bits != 0 }

// Value reads a code of an integer type.
func Value(t arith.IntType, c uint64) int64 {
	up := 64 - t.Bits
	if t.Signed {
		return int64(c<<up) >> up
	}
	return int64(c << up >> up)
}

// Length returns how many codes a row of A has: K, or the registers of single bits.
func (i Instruction) Length() int {
	if i.A == "b1" {
		return i.K / 32
	}
	return i.K
}

// Integer32 returns c plus the products of a and b, of an instruction on integers: the exact sum, and the code that is
// delivered, which is the sum's lowest 32 bits, or with satfinite the nearest number of the type. The product of two words
// of single bits is the number of ones in their and or xor.
func (i Instruction) Integer32(a, b []uint64, c uint32) (sum int64, d uint32) {
	t, x, y := integers[i.C], integers[i.A], integers[i.B]
	sum = Value(t, uint64(c))
	for k, v := range a {
		switch w := b[k]; {
		case i.A != "b1":
			sum += Value(x, v) * Value(y, w)
		case i.Form == "xor":
			sum += int64(bits.OnesCount32(uint32(v ^ w)))
		default:
			sum += int64(bits.OnesCount32(uint32(v & w)))
		}
	}
	if i.Form == "satfinite" {
		least, greatest := t.Range()
		return sum, uint32(min(max(sum, -int64(least)), int64(greatest)))
	}
	return sum, uint32(sum)
}

// IntegerSteps is Integer32 as one block, in which nothing is cut: Quantum is that of 1, Top that of the highest of 32 bits,
// and Out the number that is delivered, not its code.
func (i Instruction) IntegerSteps(a, b []uint64, c uint64) ([]Step, uint64) {
	t := integers[i.C]
	sum, d := i.Integer32(a, b, uint32(c))
	s := Step{Top: 31, Sum: sum, In: c, Out: uint64(Value(t, uint64(d)))}
	add := func(v int64) { s.Terms = append(s.Terms, termOf(v < 0, 0, uint64(max(v, -v)), 0, 0)) }
	for k := range a {
		product, _ := i.Integer32(a[k:k+1], b[k:k+1], 0)
		add(product)
	}
	add(Value(t, c))
	return []Step{s}, uint64(d)
}
