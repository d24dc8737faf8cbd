// Package trace records the exact numbers an operation worked with, so that pictures and explanations draw
// what the arithmetic did instead of computing it again. Records are numbers, never prose.
package trace

import "ulplab/fpcore/wide"

// Role says what a Row is in its operation.
type Role uint8

// The roles. A, B and C are the operands as read (after input flushing; the B of a subtraction with its sign
// reversed, since that is what is added); Product is the exact A*B; Result is what went to the rounding point,
// for a sum exact but for what More says; Quotient and Root are cut after Bits digits; Remainder is exact.
const (
	OperandA Role = iota
	OperandB
	OperandC
	Product
	Result
	Quotient
	Root
	Remainder
)

// Row is one binary number on the common scale: value = (-1)^Sign * Sig * 2^(Exp-255).
// Sig has its top bit (bit 255) set unless the number is zero, so Exp is the exponent of the leading bit.
// More means that the true value continues with non-zero digits below bit 0 or, for a quotient or root,
// below the lowest digit that was computed; the digits recorded are never rounded. Bits is the number of digits
// from the top that are worth drawing: the precision of an operand's format, twice that for a product, all digits
// that were computed of a quotient or root, the digits up to the last 1 of any other row.
type Row struct {
	_    [0]func() // not comparable
	Role Role
	Sign bool
	Exp  int32
	Sig  wide.U256
	Bits int32
	More bool
}

// Trace is the list of rows of one operation in the order in which they arose; N of them are used.
// The zero value is ready for use; a nil *Trace records nothing.
type Trace struct {
	N    int
	Rows [8]Row
}

// Add appends a row; rows beyond the eighth are dropped, no operation makes more. Every step of the arithmetic calls it, and
// only pictures have a Trace: as a call it costs no time that can be measured, and 3 KB less of the single file.
//
//go:noinline
func (t *Trace) Add(r Row) {
	if t == nil || t.N == len(t.Rows) {
		return
	}
	t.Rows[t.N] = r
	t.N++
}
