package expr

import (
	"testing"
	"ulplab/fpcore/expr/programs"
)

func TestRates(t *testing.T) {
	const plain = programs.Loops | programs.Functions | programs.Structs | programs.Arrays | programs.Integers | programs.Library
	for _, u := range []struct {
		target Target
		flags  []string
	}{
		{Target{Machine: SSE, FMA: true, Contract: ContractFast}, []string{"-O2", "-mfma", "-ffp-contract=fast"}},
		{Target{Machine: X87, Precision: 64}, []string{"-m32", "-O2", "-mfpmath=387"}},
		{Target{Machine: X87, Precision: 64, Store: true}, []string{"-m32", "-O2", "-mfpmath=387", "-ffloat-store"}},
	} {
		for i, f := range []programs.Features{plain, plain | programs.Double, plain | programs.Mixed, programs.All} {
			r := generate(t, uint64(300+i), f, 1000, "g++", u.flags...)
			list := r.wrong(t, u.target)
			t.Logf("%s features %x: %d of %d", u.target.ID(), f, len(list), len(r.list))
		}
	}
}
