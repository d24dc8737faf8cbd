package mufu

import "testing"

// BenchmarkDo times each function on operands of all sizes that are not special.
func BenchmarkDo(b *testing.B) {
	for f := RCP; f <= TANHBF16; f++ {
		b.Run(f.String(), func(b *testing.B) {
			x, sum := uint32(0x3c000000), uint32(0)
			for b.Loop() {
				sum += f.Do(x)
				x = x + 0x9e3779b1&0x03ffffff // stays in [2^-7, 2)
			}
			_ = sum
		})
	}
}
