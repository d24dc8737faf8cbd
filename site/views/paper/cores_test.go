package paper

import (
	"math"
	"math/big"
	"testing"
)

// toFloat rounds a rational number to binary32, to nearest even; all numbers here are far from the ends of the range.
func toFloat(x *big.Rat) float32 {
	f, _ := x.Float32()
	return f
}

func rational(x float32) *big.Rat { return new(big.Rat).SetFloat64(float64(x)) }

// TestPaperTypical tries chapter 3.2's two experiences again with rational numbers and a generator of its own.
func TestPaperTypical(t *testing.T) {
	draw := func(seed uint64, n int) (v []float32) {
		for range n {
			seed += 0x9e3779b97f4a7c15
			z := seed
			z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
			z = (z ^ z>>27) * 0x94d049bb133111eb
			z ^= z >> 31
			v = append(v, float32(float64(z>>40)*3/(1<<24)-1))
		}
		return v
	}
	add := func(x, y float32) float32 { return toFloat(new(big.Rat).Add(rational(x), rational(y))) }
	for _, n := range []int{4, 256} {
		for _, dot := range []bool{false, true} {
			var than [3][3]int
			for v := range tries {
				a, b := draw(uint64(2*v+1), n), draw(uint64(2*v+2), n)
				exact, terms := new(big.Rat), make([]float32, n)
				fused := float32(0)
				for i := range a {
					p := rational(a[i])
					if dot {
						p.Mul(p, rational(b[i]))
					}
					exact.Add(exact, p)
					terms[i] = toFloat(p)
					fused = toFloat(new(big.Rat).Add(p, rational(fused)))
				}
				serial := float32(0)
				for _, x := range terms {
					serial = add(serial, x)
				}
				for w := n / 2; w > 0; w /= 2 {
					for i := range w {
						terms[i] = add(terms[i], terms[i+w])
					}
				}
				err := func(x float32) *big.Rat {
					d := new(big.Rat).Sub(rational(x), exact)
					return d.Abs(d)
				}
				for k, x := range []float32{serial, terms[0], fused} {
					than[k][1+err(x).Cmp(err(serial))]++
				}
			}
			got := try(dot, 0, n).than
			if got[1] != than[1] || dot && got[2] != than[2] {
				t.Errorf("%d elements, dot %v: %v, want %v", n, dot, got, than)
			}
			if n == 256 && math.Abs(try(dot, 0, n).mean[0]-2) > 1 {
				t.Errorf("mean error of serial sums: %v", try(dot, 0, n).mean)
			}
		}
	}
}

// TestPaperBlocks: the parentheses of the paper's pattern, by hand.
func TestPaperBlocks(t *testing.T) {
	for threads, want := range map[int]string{
		2: "(((a1 + a2) + (a3 + a4)) + (a5 + a6)) + (a7 + a8)",
		4: "((a1 + a3) + (a2 + a4)) + ((a5 + a7) + (a6 + a8))",
		8: "((a1 + a5) + (a3 + a7)) + ((a2 + a6) + (a4 + a8))",
	} {
		if got := blocks(8, threads); got != want {
			t.Errorf("%d threads: %s, want %s", threads, got, want)
		}
	}
}
