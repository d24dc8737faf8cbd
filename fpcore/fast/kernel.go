package fast

import (
	"math"

	"ulplab/fpcore/round"
)

// The kernels set d[i] = round(a[i] + b[i]), round(a[i] * b[i]) or round(a[i]*b[i] + c[i]) under env for every i below
// len(d), as package arith does, bit for bit. Operands are as long as d, and d may be one of them. The four directions
// roundTiesToEven, roundTowardZero, roundTowardPositive and roundTowardNegative, with any flushing, are fast; everything
// else is left to package arith, and so are blocks with NaNs, infinite operands or numbers near the ends of the range.

// block is the number of elements that are computed before anything is asked about them.
const block = 64

// toward says how a result to nearest is corrected: the step toward zero is allowed where always or sign^flip is 1,
// the step away from it elsewhere. All are 0 or 1.
type toward struct{ always, flip uint64 }

// way sorts the environments: hard are those of Go's own operations, directed those with a correction.
func way(env round.Env) (hard, directed, flush bool, t toward) {
	if env.Precision != 0 || env.Overflow != round.OverflowIEEE {
		return
	}
	flush = env.FlushIn || env.FlushOut != round.KeepSubnormals
	switch env.Direction {
	case round.TiesToEven:
		hard = true
	case round.TowardZero:
		directed, t.always = true, 1
	case round.TowardPositive:
		directed = true
	case round.TowardNegative:
		directed, t.flip = true, 1
	}
	return
}

// TwoSum returns x + y to nearest and what it lacks, which is exact unless the sum overflows.
func TwoSum(x, y float64) (s, e float64) {
	s = x + y
	v := s - x
	return s, (x - (s - v)) + (y - v)
}

// tiny32 reports a subnormal number or the smallest normal one.
func tiny32(x float32) bool { return math.Float32bits(x)<<1-1 < 0x01000000 }

func tiny64(x float64) bool { return math.Float64bits(x)<<1-1 < 1<<53 }

func anyTiny32(lists ...[]float32) bool {
	for _, l := range lists {
		for _, x := range l {
			if tiny32(x) {
				return true
			}
		}
	}
	return false
}

func anyTiny64(lists ...[]float64) bool {
	for _, l := range lists {
		for _, x := range l {
			if tiny64(x) {
				return true
			}
		}
	}
	return false
}
