package expr

import (
	"testing"

	"ulplab/fpcore/expr/build"
	"ulplab/fpcore/expr/compile"
	"ulplab/fpcore/expr/print"
	"ulplab/fpcore/expr/programs"
	"ulplab/fpcore/expr/types"
)

// FuzzEvaluate reads, compiles for every kind of target, runs and writes out what can be read.
func FuzzEvaluate(f *testing.F) {
	for _, s := range programs.Seeds() {
		f.Add(s, uint64(0x3f800001bf2aaaab), uint8(0))
	}
	targets := []string{"9.0", "9.0-fastmath", "9.0-debug", "1.2", "2.0", "gcc", "gcc-fma", "clang-fma", "x87", "x87-store", "strict", "exact"}
	f.Fuzz(func(t *testing.T, text string, in uint64, which uint8) {
		target, _ := compile.TargetByID(targets[int(which)%len(targets)])
		c, err := build.Parse(text, target.Reads(types.Options{Free: types.Float}))
		if err != nil || len(c.Values) > 300 {
			return
		}
		p, err := compile.Compile(c, target)
		if err != nil {
			if err.From < 0 || err.From > err.To || int(err.To) > len(text) || err.Text == "" {
				t.Fatalf("error %+v of a text of %d bytes", *err, len(text))
			}
			return
		}
		inputs := make([]uint64, len(c.Inputs))
		for i := range inputs {
			inputs[i] = in>>(uint(i)%8*8) | in<<(64-uint(i)%8*8)
			inputs[i] &= c.Inputs[i].Type.Mask()
		}
		values := make([]uint64, len(c.Values))
		p.Run(inputs, values)
		for i, v := range c.Values {
			if values[i]&^v.Type.Mask() != 0 {
				t.Fatalf("value %d of %v is %#x", i, v.Type, values[i])
			}
		}
		for i := range c.Prints {
			c.Printed(i, func(v int32) uint64 { return values[v] })
		}
		p.Trace(inputs)
		for l := range print.Languages {
			print.Emit(p, print.Language(l), inputs, which&128 != 0)
		}
	})
}
