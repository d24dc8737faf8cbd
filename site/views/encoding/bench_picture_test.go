package encoding

import (
	"testing"
)

// BenchmarkEnc is what one key stroke in the Encoding view computes.
func BenchmarkEnc(b *testing.B) {
	for _, f := range []string{"f32", "f64", "f128"} {
		s := Format{Name: f}.Apply(First())
		s = Type{Text: "0.1234567"}.Apply(s)
		m := build(s)
		b.Run(f+"/update", func(b *testing.B) {
			for b.Loop() {
				Link(Type{Text: "0.1234567"}.Apply(s))
			}
		})
		b.Run(f+"/model", func(b *testing.B) {
			for b.Loop() {
				build(s)
			}
		})
		b.Run(f+"/draw", func(b *testing.B) {
			for b.Loop() {
				named(m)
				encFormula(m, 0)
				facts(m)
				table(m, "roundTiesToEven")
			}
		})
	}
}
