package draw

import (
	"testing"

	"ulplab/site/model"
	"ulplab/site/route"
	"ulplab/site/state"
)

// BenchmarkEnc is what one key stroke in the Encoding view computes.
func BenchmarkEnc(b *testing.B) {
	for _, f := range []string{"f32", "f64", "f128"} {
		s := state.Update(state.Default(), state.EncFormat{Name: f})
		s = state.Update(s, state.EncType{Text: "0.1234567"})
		m := model.BuildEnc(s.Enc)
		b.Run(f+"/update", func(b *testing.B) {
			for b.Loop() {
				route.Encode(state.Update(s, state.EncType{Text: "0.1234567"}))
			}
		})
		b.Run(f+"/model", func(b *testing.B) {
			for b.Loop() {
				model.BuildEnc(s.Enc)
			}
		})
		b.Run(f+"/draw", func(b *testing.B) {
			for b.Loop() {
				EncNamed(m)
				EncBelow(m)
				EncTable(m, "roundTiesToEven")
			}
		})
	}
}
