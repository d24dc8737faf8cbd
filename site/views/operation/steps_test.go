package operation

import (
	"os"
	"reflect"
	"testing"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/microscope"
	"ulplab/site/kit/operand"

	"math/rand/v2"
)

// TestSteps: every operation of the view, on operands of every kind, either steps, so that its last frame is the whole
// result, or says why not.
func TestSteps(t *testing.T) {
	states := 60 // every format with every kind of operand; five times as many with ULPLAB_LONG
	if os.Getenv("ULPLAB_LONG") != "" {
		states = 300
	}
	r := rand.New(rand.NewPCG(7, 8))
	ids := []string{Compare, ToInt, FromInt}
	for _, op := range arith.Ops {
		ids = append(ids, op.ID)
	}
	for _, id := range ids {
		stepped := 0
		for k := range states {
			src := []*format.Format{format.F32, format.F64, format.E4M3, format.X87, format.F128}[k%5]
			o := State{ID: id, Src: src.ID, Env: round.Env{Direction: round.Directions[r.IntN(len(round.Directions))].Dir, RandomBits: 8, Random: r.Uint64()}, Step: LastStep}
			if k%4 == 0 {
				o.Dst = "f16"
			}
			for i := range o.X {
				c := wide.U128{Hi: r.Uint64(), Lo: r.Uint64()}.And(wide.Mask(uint(src.Bits)))
				if k%3 > 0 { // near one
					c = arith.Convert(round.Env{}, src, format.F32, wide.From64(uint64(0x3f000000+r.IntN(1<<25))), nil).Bits
				}
				if id == FromInt {
					c = wide.From64(uint64(r.Uint32()))
				}
				o.X[i] = operand.Entered{Bits: c}
			}
			m := build(o)
			if (m.Steps.N == 0) == (m.Steps.None == "") || m.Steps.At != m.Steps.N {
				t.Fatalf("%s: %d of %d steps, %q: %+v", id, m.Steps.At, m.Steps.N, m.Steps.None, o)
			}
			if m.Steps.N == 0 {
				continue
			}
			stepped++
			last, whole := m.Steps.Scope, m.Scope
			delivered := func(s *microscope.Scope) (row microscope.ScopeRow, ok bool) {
				for _, r := range s.Rows {
					if r.Kind == microscope.ScopeDelivered && !r.Hidden {
						row, ok = r, true
					}
				}
				return row, ok
			}
			a, aok := delivered(&last)
			b, bok := delivered(&whole)
			if aok != bok || !reflect.DeepEqual(a, b) || last.Outcome != whole.Outcome || last.Decision != whole.Decision {
				t.Fatalf("%s: the last frame shows %+v %q, the picture %+v %q: %+v", id, a, last.Outcome, b, whole.Outcome, o)
			}
			for s := range min(m.Steps.N, 40) {
				o.Step = uint16(s + 1)
				f := build(o).Steps
				if f.Title == "" || f.Text == "" || f.At != s+1 || f.N != m.Steps.N {
					t.Fatalf("%s: step %d of %d is %q %q: %+v", id, f.At, f.N, f.Title, f.Text, o)
				}
				for _, size := range []microscope.ScopeSize{microscope.ScopeWide, microscope.ScopeNarrow} {
					if p := microscope.Draw(&f.Scope, size, ""); p.H < 20 {
						t.Fatalf("%s: step %d is empty: %+v", id, f.At, o)
					}
				}
			}
		}
		none := id == Compare || !State{ID: id, Src: "f32"}.Rounds() || id == "logb"
		if !none && stepped < states/6 {
			t.Errorf("%s: only %d of %d step", id, stepped, states)
		}
	}
}
