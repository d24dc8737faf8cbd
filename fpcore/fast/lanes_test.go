package fast

import (
	"testing"

	"ulplab/fpcore/format"
)

// TestLanes: the loops over threads give what the single operations give, and leave alone what these are not sure of and
// what the mask leaves out.
func TestLanes(t *testing.T) {
	draw := scalarOperands(format.F32)
	for k := range 20_000 {
		var x [3]Lanes
		for i := range x {
			for l := range x[i] {
				x[i][l] = draw(k)
			}
		}
		mask, flush := uint32(draw(k)*0x9E3779B97F4A7C15>>32), k&1 != 0
		product, sum := uint32(k>>1&1)<<31, uint32(k>>2&1)<<31
		for name, op := range map[string]struct {
			do  func(d, a *Lanes) uint32
			one func(a, b, c uint32) (uint32, bool)
		}{
			"add": {func(d, a *Lanes) uint32 { return Add32Lanes(d, a, &x[1], mask, sum, flush) }, func(a, b, c uint32) (uint32, bool) { return Add32Bits(a, b^sum, flush) }},
			"mul": {func(d, a *Lanes) uint32 { return Mul32Lanes(d, a, &x[1], mask, flush) }, func(a, b, c uint32) (uint32, bool) { return Mul32Bits(a, b, flush) }},
			"fma": {func(d, a *Lanes) uint32 { return FMA32Lanes(d, a, &x[1], &x[2], mask, product, sum, flush) }, func(a, b, c uint32) (uint32, bool) {
				return FMA32Bits(a^product, b, c^sum, flush)
			}},
		} {
			d := x[0] // the result may lie where an operand lies
			unsure := op.do(&d, &d)
			for l := range d {
				want, ok := op.one(uint32(x[0][l]), uint32(x[1][l]), uint32(x[2][l]))
				on := mask>>l&1 != 0
				if !on || !ok {
					want = uint32(x[0][l])
				}
				if uint32(d[l]) != want || unsure>>l&1 != 0 != (on && !ok) {
					t.Fatalf("%s %x %x %x: %x, want %x (sure %v, in the mask %v)", name, x[0][l], x[1][l], x[2][l], d[l], want, ok, on)
				}
			}
		}
	}
}
