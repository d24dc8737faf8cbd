package summation

import (
	"math"

	"ulplab/fpcore/reduce"
)

// Check adds the uniform numbers of seed 1 by a tree in binary64 or binary32 and returns the bits of the sum: what a probe
// prints, so that a tree can be held against the function that it was found in. ok is false where a sum of more than two
// is in it, whose rounding is not known, and where there is no sum.
func Check(t *reduce.FreeTree, double bool) (bits uint64, ok bool) {
	for _, kids := range t.Nodes {
		if len(kids) != 2 {
			return 0, false
		}
	}
	if t.N == 0 {
		return 0, false
	}
	v := Uniform(t.N, 1, double)
	for _, kids := range t.Nodes {
		s := v[kids[0]] + v[kids[1]]
		if !double {
			s = float64(float32(v[kids[0]]) + float32(v[kids[1]]))
		}
		v = append(v, s)
	}
	if double {
		return math.Float64bits(v[len(v)-1]), true
	}
	return uint64(math.Float32bits(float32(v[len(v)-1]))), true
}
