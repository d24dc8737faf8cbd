// Package x86 evaluates the floating-point units of x86 processors under their own control words: scalar SSE2 and
// FMA3 under MXCSR, and x87 under its control word. All exceptions are masked, as every operating system starts
// programs; the flags of a Result are those that the instruction sets in the status word.
//
// Sources: Intel SDM volume 1, chapters 4.9, 8 and 10 to 14 (documented); an AMD EPYC processor (measured), whose
// recorded results and flags the tests of package conform hold the units to.
package x86

import (
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// directions in the order of the two-bit rounding-control fields.
var directions = [4]round.Direction{round.TiesToEven, round.TowardNegative, round.TowardPositive, round.TowardZero}

// control returns the rounding-control field of a direction: 0 to 3, and 0 for a direction that x86 lacks.
func control(d round.Direction) int {
	for k, have := range directions {
		if have == d {
			return k
		}
	}
	return 0
}

// denormal reports whether any operand is subnormal, x87 pseudo-subnormals included, and none is a NaN or an
// encoding that x87 refuses: then the instruction signals the denormal-operand exception, unless it is invalid or
// a division by zero, which precede it (Intel SDM volume 1, table 4-11).
func denormal(f *format.Format, ops ...wide.U128) bool {
	found := false
	for _, c := range ops {
		switch n := f.ClassOf(c); {
		case n == format.Subnormal || n == format.PseudoSubnormal:
			found = true
		case n > format.Infinity:
			return false
		}
	}
	return found
}
