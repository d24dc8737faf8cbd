package gpu

import (
	"testing"

	"ulplab/fpcore/wide"
)

// BenchmarkSequence times whole instructions.
func BenchmarkSequence(b *testing.B) {
	for _, name := range []string{"rcp.approx.f32", "__expf", "__tanf", "div.full.f32", "rsqrt.approx.f64", "hexp", "mul.rn.f32", "div.rn.f32"} {
		i, _ := Find(name)
		b.Run(name, func(b *testing.B) {
			x := [3]wide.U128{wide.From64(0x3fb504f3), wide.From64(0x40490fdb)}
			for b.Loop() {
				i.Do(x, nil)
				x[0].Lo++
			}
		})
	}
}
