// Package round holds the one rounding point of the lab. An operation hands over its exact result as sign,
// exponent, leading 128 bits and a sticky flag; Pack rounds once to a destination format and says how it decided.
//
// There is no global mode and there are no sticky global flags: an Env goes in by value, a Result comes out.
package round

import (
	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
)

// Direction is a rounding-direction attribute.
type Direction uint8

const (
	TiesToEven     Direction = iota // IEEE 754-2019 roundTiesToEven, CUDA .rn
	TiesToAway                      // roundTiesToAway, CUDA .rna
	TowardZero                      // roundTowardZero, CUDA .rz
	TowardPositive                  // roundTowardPositive, CUDA .rp
	TowardNegative                  // roundTowardNegative, CUDA .rm
	ToOdd                           // truncate, then set the lowest bit if anything was lost (von Neumann rounding)
	Stochastic                      // add Env.Random to the first Env.RandomBits discarded bits, then truncate (CUDA .rs)
	TiesTowardZero                  // roundTiesTowardZero of IEEE 754-2019 9.5: augmented operations only
)

// DirectionInfo names a Direction: the IEEE 754 attribute, the suffix PTX uses and a short identifier for URLs.
type DirectionInfo struct {
	Dir  Direction
	ID   string
	Name string
	PTX  string // "" where PTX has none
}

// Directions lists every direction a caller may choose, in the order in which the lab shows them; TiesTowardZero
// is not among them since IEEE 754-2019 keeps it for the augmented operations.
var Directions = []DirectionInfo{
	{TiesToEven, "rne", "roundTiesToEven", ".rn"},
	{TiesToAway, "rna", "roundTiesToAway", ".rna"},
	{TowardZero, "rtz", "roundTowardZero", ".rz"},
	{TowardPositive, "rtp", "roundTowardPositive", ".rp"},
	{TowardNegative, "rtn", "roundTowardNegative", ".rm"},
	{ToOdd, "odd", "roundToOdd", ""},
	{Stochastic, "sr", "stochastic", ".rs"},
}

// Tininess says when a result counts as tiny: IEEE 754 leaves the choice to the implementation.
type Tininess uint8

const (
	// AfterRounding: tiny if the result rounded with unbounded exponent range is below 2^Emin (x86, NVIDIA).
	AfterRounding Tininess = iota
	// BeforeRounding: tiny if the exact result is below 2^Emin (Arm).
	BeforeRounding
)

// Flush says which tiny results become zero of the same sign. Whatever is flushed signals Underflow and Inexact,
// numbers that are exact subnormals too.
type Flush uint8

const (
	KeepSubnormals  Flush = iota
	FlushTinyBefore       // exact magnitude below 2^Emin
	FlushTinyAfter        // magnitude rounded with unbounded exponent range below 2^Emin
	FlushSubnormal        // delivered magnitude, rounded on the subnormal grid, below 2^Emin
)

// Overflow says what a magnitude beyond the largest finite number delivers.
type Overflow uint8

const (
	// OverflowIEEE: infinity or the largest number as the direction says (IEEE 754-2019 7.4). roundToOdd delivers
	// the largest number, as toward zero does; stochastic rounding infinity, as to nearest. Where the format has no
	// infinity its NaN, with the sign of the result, takes the place, and where it has neither, the largest number.
	OverflowIEEE Overflow = iota
	// Saturate: the largest finite number of the same sign, for infinite results and operands too (CUDA .satfinite).
	Saturate
	// OverflowToInfinity: infinity in every direction, or what OverflowIEEE puts in its place.
	OverflowToInfinity
	// OverflowToNaN: NaN in every direction, or the largest number where the format has no NaN.
	OverflowToNaN
)

// NaNRule says which NaN an operation delivers.
type NaNRule struct {
	// NoPropagate: always the Default pattern. Otherwise an operand NaN, made quiet, is delivered.
	NoPropagate bool
	Default     format.NaNPattern
	// Order lists the operand positions in the order in which they are searched for a NaN, as 1-based positions;
	// positions that the operation does not have (0 among them) are passed over, and the zero value means 1, 2, 3.
	Order [3]uint8
	// SignalingFirst: signaling NaNs are searched first (Arm).
	SignalingFirst bool
	// X87: a quiet NaN wins over a signaling one, two of a kind are decided by the larger significand, and equal
	// significands by the positive sign (Intel SDM volume 1, table 4-8).
	X87 bool
	// QuietHidesProduct: fusedMultiplyAdd(0, infinity, quiet NaN) does not signal invalid (x86 FMA3).
	QuietHidesProduct bool
}

// Env is everything that an operation needs to know besides its operands. The zero value is the IEEE 754
// default: roundTiesToEven, tininess after rounding, subnormals kept, overflow as the standard says, the first
// operand NaN delivered quiet.
type Env struct {
	Direction  Direction
	Tininess   Tininess
	FlushIn    bool  // subnormal operands are read as zero of the same sign (DAZ, half of .ftz)
	FlushOut   Flush // FTZ, the other half of .ftz
	Overflow   Overflow
	Precision  uint8 // round to fewer bits than the format has, exponent range unchanged (x87 PC); 0 is the format's
	RandomBits uint8 // width of Random for Stochastic: 0 (truncates) to 64; beyond P = 62 no more than 126-P are used
	NaN        NaNRule
	Random     uint64 // the random bits, used modulo 2^RandomBits
}

// Flags is a set of exceptions, with the bit values of the x86 status words.
type Flags uint8

const (
	Invalid         Flags = 0x01
	DenormalOperand Flags = 0x02 // raised only by the x86 units; not an IEEE 754 exception
	DivideByZero    Flags = 0x04
	Overflowed      Flags = 0x08
	Underflow       Flags = 0x10
	Inexact         Flags = 0x20
)

// Decision tells how Pack rounded. The exact magnitude lies between Kept and Kept+1 units of 2^Quantum; Guard is
// the first discarded bit, Round the second, Sticky the OR of all further ones; LSB is the lowest bit of Kept.
type Decision struct {
	Rounded     bool  // a finite non-zero value went through the rounding point; all else is zero if not
	Incremented bool  // the magnitude delivered is Kept+1 units (for ToOdd: the lowest bit was set)
	Carried     bool  // the increment carried into a new leading bit
	Tiny        bool  // tiny in the sense of Env.Tininess
	Flushed     bool  // delivered as zero by Env.FlushOut
	Overflow    bool  // beyond the largest finite number after rounding
	LSB         uint8 // 0 or 1, and so the next three
	Guard       uint8
	Round       uint8
	Sticky      uint8
	Precision   uint8 // number of significand bits that could be kept at this exponent
	Sign        bool
	Quantum     int32
	Kept        wide.U128
}

// Result is the code delivered, the exceptions signaled and the decision taken.
type Result struct {
	Bits     wide.U128
	Flags    Flags
	Decision Decision
}

// Unrounded is an exact finite non-zero result: (-1)^Sign * (Sig + s) * 2^(Exp-127), where Sig has its top bit
// set and 0 < s < 1 if Sticky, else s = 0.
type Unrounded struct {
	Sign   bool
	Sticky bool
	Exp    int32
	Sig    wide.U128
}
