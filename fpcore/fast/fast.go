// Package fast is the quick reference of sweeps: values of elementary functions of binary32 arguments, computed in
// binary64 and, wherever that does not decide, by package exact.
//
// This is the one room where floating-point arithmetic is allowed. It never decides alone: a result of binary64 is
// trusted to 2^-42 relative, a hundred times the errors that tests observe, and where the numbers within that distance do not
// all round to one binary32 number, the exact function is asked.
package fast

import (
	"math"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// Function is a function of package exact for binary32 arguments.
type Function struct {
	ID    string
	value func(x float64) float64 // x is a binary32 number
}

// Find returns the function that package exact has under that ID.
func Find(id string) (*Function, bool) {
	for i := range functions {
		if functions[i].ID == id {
			return &functions[i], true
		}
	}
	return nil, false
}

// exact returns the function of package exact.
func (f *Function) exact() *exact.Function {
	e, _ := exact.FindFunction(f.ID)
	return e
}

// Value returns f(x) as a binary64 number: its relative error is below 2^-42, apart from values below 2^-150.
func (f *Function) Value(x uint32) float64 { return f.value(float64(math.Float32frombits(x))) }

// Round returns f(x) correctly rounded, to nearest with ties to even; what is not a number is 0x7fffffff.
func (f *Function) Round(x uint32) uint32 { return f.rounded(x, f.Value(x)) }

// slack is the relative error that a value may have.
const slack = 1.0 / (1 << 42)

func (f *Function) rounded(x uint32, y float64) uint32 {
	if y != y {
		return nan32
	}
	d := math.Abs(y) * slack
	a, b := math.Float32bits(float32(y-d)), math.Float32bits(float32(y+d))
	if a == b || math.IsInf(y, 0) {
		return math.Float32bits(float32(y))
	}
	r := f.exact().Round(round.Env{}, format.F32, format.F32, wide.From64(uint64(x)))
	return uint32(r.Bits.Lo)
}

const (
	nan32   = 0x7fffffff
	inf32   = 0x7f800000
	normal  = 0x00800000
	allBut1 = 0x7fffffff
)

// Comparison tells how far a result is from f(x).
type Comparison struct {
	Kind  Kind
	Steps uint32 // numbers from the result to the correctly rounded one, zeros of both signs being one number
	Error uint64 // math.Float64bits of the distance to f(x) in ulp; such bits compare as the distances do
}

// Kind sorts pairs of a result and the correctly rounded one.
type Kind uint8

const (
	BothFinite  Kind = iota
	SameSpecial      // both NaN, or infinities of the same sign
	Mismatch         // one is finite and the other is not, or they are different specials
)

// Compare holds the result got for the argument x against f(x). The ulp is the quantum of the correctly rounded
// value. If flush is set, Steps counts to the correctly rounded value with subnormal numbers replaced by zeros; Error
// is the distance to f(x) all the same. The distance is computed in binary64: it is right to about 2^-24 ulp.
func (f *Function) Compare(x, got uint32, flush bool) Comparison {
	y := f.Value(x)
	want := f.rounded(x, y)
	a, b := got&allBut1, want&allBut1
	if a >= inf32 || b >= inf32 {
		if a > inf32 && b > inf32 || got == want {
			return Comparison{Kind: SameSpecial}
		}
		return Comparison{Kind: Mismatch}
	}
	d := math.Abs(float64(math.Float32frombits(got)) - y)
	// Divided by the quantum, exactly: 2^-149 up to the first binade of normal numbers.
	e := max(b>>23, 1)
	c := Comparison{Error: math.Float64bits(d * math.Float64frombits(uint64(1023+150-e)<<52))}
	if flush && b < normal {
		want &^= allBut1
	}
	c.Steps = steps(got, want)
	return c
}

// steps is the distance of finite numbers in the order of all binary32 numbers.
func steps(a, b uint32) uint32 {
	x, y := a&allBut1, b&allBut1
	switch {
	case (a^b)>>31 != 0:
		return x + y
	case x > y:
		return x - y
	}
	return y - x
}

// NearMiddle reports whether f(x) may be so near to the middle between two binary32 numbers that, of the bits after the
// rounding bit, the first run ones are its opposite: it is true wherever they are, and hardly anywhere else.
func (f *Function) NearMiddle(x uint32, run int) bool {
	y := math.Abs(f.Value(x))
	if !(y < 0x1p128) || y < 0x1p-150 {
		return false
	}
	// In units of the quantum, as a multiple of 2^-29 or finer where y is normal.
	e := max(math.Float64bits(y)>>52, 1023-126) - (1023 - 126)
	t := y * math.Float64frombits((1023+149-e)<<52)
	d := math.Abs(t - math.Floor(t) - 0.5)
	return d*2 < math.Float64frombits(uint64(1023-run)<<52)+t*slack*4
}
