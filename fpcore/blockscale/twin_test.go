package blockscale

import (
	"math"
	"math/big"
	"math/rand/v2"
	"sort"
	"testing"

	"ulplab/fpcore/format"
)

// twinValues lists the non-negative values of an element format in the order of their codes, from the widths of its
// fields alone; the largest are left out where they stand for infinities and NaNs.
func twinValues(f *format.Format) (v []float64) {
	last := map[*format.Format]int{format.E4M3: 0x7e, format.E5M2: 0x7b, format.E2M3: 0x1f, format.E3M2: 0x1f, format.E2M1: 7}[f]
	bias := map[*format.Format]int{format.E4M3: 7, format.E5M2: 15, format.E2M3: 1, format.E3M2: 3, format.E2M1: 1}[f]
	for c := 0; c <= last; c++ {
		e, frac := c>>f.FracBits, c&(1<<f.FracBits-1)
		if e == 0 {
			v = append(v, math.Ldexp(float64(frac), 1-bias-f.FracBits))
		} else {
			v = append(v, math.Ldexp(float64(frac+1<<f.FracBits), e-bias-f.FracBits))
		}
	}
	return v
}

// twinNearest is the code of the value nearest to x >= 0, the even code of two, the last code beyond it.
func twinNearest(values []float64, x *big.Rat) int {
	k := sort.Search(len(values), func(k int) bool { return new(big.Rat).SetFloat64(values[k]).Cmp(x) >= 0 })
	if k == 0 {
		return 0
	}
	if k == len(values) {
		return k - 1
	}
	middle := new(big.Rat).SetFloat64(values[k-1] + values[k]) // exact: a bit more than the values have
	switch twice := new(big.Rat).Add(x, x); twice.Cmp(middle) {
	case -1:
		return k - 1
	case 0:
		return k - 1 + (k-1)&1
	}
	return k
}

// TestTwin quantizes blocks of every microscaling format under every rule and compares scales and codes with rational
// arithmetic on the lists of values. Among the numbers are all that lie halfway between two elements, and their
// neighbours.
func TestTwin(t *testing.T) {
	blocks := 200
	if testing.Short() {
		blocks = 30
	}
	r := rand.New(rand.NewPCG(11, 12))
	for _, s := range Schemes {
		if s.Scale != format.E8M0 || s.Elem == nil {
			continue
		}
		values := twinValues(s.Elem)
		if largestValue(s) != values[len(values)-1] {
			t.Fatalf("%s: the largest element is %v", s.ID, largestValue(s))
		}
		var x []uint32
		for k := 1; k < len(values); k++ {
			middle := math.Float32bits(float32((values[k-1] + values[k]) / 2))
			for _, v := range []uint32{middle - 1, middle, middle + 1} {
				// the block's largest number keeps the scale at 2^0 under every rule, or nearly
				block := make([]uint32, 32)
				block[0], block[1], block[2] = math.Float32bits(float32(values[len(values)-1])), v, v|1<<31
				x = append(x, block...)
			}
		}
		for range blocks {
			shift := r.IntN(60) - 30
			for range 32 {
				x = append(x, math.Float32bits(float32(math.Ldexp(r.NormFloat64()*math.Exp2(float64(r.IntN(12))), shift))))
			}
		}
		for _, rule := range Rules {
			q, err := Quantize(s, Options{Rule: rule.Rule}, x, 1, len(x))
			if err != nil {
				t.Fatal(err)
			}
			for b := 0; b < len(x); b += 32 {
				top := 0.0
				for _, v := range x[b : b+32] {
					top = max(top, math.Abs(float64(math.Float32frombits(v))))
				}
				e := twinScale(s, rule.Rule, top)
				if int(q.Scales[b/32])-127 != e {
					t.Fatalf("%s %s: the scale for %v is 2^%d, not 2^%d", s.ID, rule.ID, top, int(q.Scales[b/32])-127, e)
				}
				for k := b; k < b+32; k++ {
					v := float64(math.Float32frombits(x[k]))
					want := twinNearest(values, new(big.Rat).SetFloat64(math.Ldexp(math.Abs(v), -e)))
					if math.Signbit(v) {
						want |= 1 << (s.Elem.Bits - 1)
					}
					if int(q.Codes[k]) != want {
						t.Fatalf("%s %s: %v over 2^%d is %x, not %x", s.ID, rule.ID, v, e, q.Codes[k], want)
					}
				}
			}
		}
	}
}
