package blockscale

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestBulk: the loop over many numbers gives the codes and counts of single ones, for numbers around every step of the
// element and far from it.
func TestBulk(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for _, s := range Schemes {
		for _, o := range []Options{{}, {Stochastic: true, Seed: 3}, {Overflow: true}, {Stochastic: true, Overflow: true}} {
			e := newEncoder(s.Elem, o)
			for _, shift := range []int32{0, 1, -3, 60, -100, 127, -127} {
				var x []uint32
				for _, v := range s.Values() {
					near := v + uint32(r.IntN(5)) - 2
					x = append(x, near-uint32(shift)<<23, v-uint32(shift)<<23, v+1<<22-uint32(shift)<<23, r.Uint32(), r.Uint32()&0x807fffff)
				}
				x = append(x, 0, 1<<31, inf, inf|1<<31, inf+1, 0x7fffff, 1<<23, 1)
				codes := make([]uint8, len(x))
				var many, single Counts
				e.block(codes, x, shift, 5, &many)
				for k, v := range x {
					if c := e.code(v, shift, 5+k, &single); c != codes[k] {
						t.Fatalf("%s %+v: %08x times 2^%d has the code %02x, in the loop %02x", s.ID, o, v, shift, c, codes[k])
					}
				}
				if many != single {
					t.Errorf("%s %+v: counts %+v, in the loop %+v", s.ID, o, single, many)
				}
			}
		}
	}
}

// TestSteps: a matrix quantized in steps is that quantized at once.
func TestSteps(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	x := data(r, 7*1001)
	for _, s := range Schemes {
		o := Options{Rule: MaxToMax, Stochastic: true}
		whole, _ := Quantize(s, o, x, 7, 1001)
		w, err := Begin(s, o, x, 7, 1001)
		if err != nil {
			t.Fatal(err)
		}
		steps := 1
		for ; !w.Step(300); steps++ {
		}
		if steps < 5 || !slices.Equal(w.Codes, whole.Codes) || !slices.Equal(w.Scales, whole.Scales) || w.Counts != whole.Counts {
			t.Errorf("%s: %d steps give another matrix", s.ID, steps)
		}
	}
}

// TestSurvey compares errors and counts with a plain loop over binary64 numbers.
func TestSurvey(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	x := data(r, 6*205)
	x[3], x[40], x[100], x[101] = 0x7fc00000, inf, 0, 0x80000000
	for _, s := range Schemes {
		q, _ := Quantize(s, Options{Rule: MaxToMax}, x, 6, 205)
		v := q.Survey(x)
		for !v.Step(100) {
		}
		y := q.Dequantize()
		signal, noise, worst, at, count := 0.0, 0.0, -1.0, 0, 0
		even, octaves, below, beyond := map[int]int{}, map[int]int{}, 0, 0
		for k := range x {
			a, b := float64(math.Float32frombits(x[k])), float64(math.Float32frombits(y[k]))
			if d := math.Abs(b - a); !math.IsNaN(d) && !math.IsInf(d, 0) {
				count++
				signal, noise = signal+a*a, noise+d*d
				if d > worst {
					worst, at = d, k
				}
			}
			if a == 0 || math.IsInf(a, 0) || math.IsNaN(a) {
				continue
			}
			scale := scaleValue(q, k/205, k%205)
			if scale == 0 {
				below++
				continue
			}
			z := a / scale
			if s.Second || s.Block <= 0 {
				z = float64(float32(z))
			}
			if math.Abs(z) >= math.Ldexp(1, v.Limit) {
				beyond++
				continue
			}
			bin := int(math.Abs(z) / math.Ldexp(1, v.Limit-6))
			if z < 0 {
				bin = -1 - bin
			}
			even[Bins+bin]++
			m, e := math.Frexp(math.Abs(z))
			if o := (e-1-v.Low)*4 + int(8*m) - 4; o < 0 {
				below++
			} else {
				octaves[o]++
			}
		}
		e := v.Errors
		if e.Count != count || e.At != at || math.Abs(e.Signal-signal) > 1e-12*signal || math.Abs(e.Noise-noise) > 1e-12*noise || e.Worst != worst {
			t.Errorf("%s: %+v, not %d %v %v %v at %d", s.ID, e, count, signal, noise, worst, at)
		}
		if v.Below != below || v.Beyond != beyond {
			t.Errorf("%s: %d below and %d beyond, not %d and %d", s.ID, v.Below, v.Beyond, below, beyond)
		}
		for k, n := range v.Even {
			if n != even[k] {
				t.Errorf("%s: step %d has %d numbers, not %d", s.ID, k, n, even[k])
			}
		}
		for k, n := range v.Octaves {
			if n != octaves[k] || n > 0 && k >= 4*v.OctaveCount() {
				t.Errorf("%s: quarter %d has %d numbers, not %d", s.ID, k, n, octaves[k])
			}
		}
		total := 0
		for _, n := range v.Codes {
			total += n
		}
		if total != len(x) {
			t.Errorf("%s: %d codes of %d", s.ID, total, len(x))
		}
		for k := range x {
			from, to := q.BlockAt(k)
			if k < from || k >= to || q.ScaleAt(from/205, from%205) != q.ScaleAt(k/205, k%205) || q.ScaleAt((to-1)/205, (to-1)%205) != q.ScaleAt(k/205, k%205) {
				t.Fatalf("%s: element %d is not in the block from %d to %d", s.ID, k, from, to)
			}
		}
	}
}
