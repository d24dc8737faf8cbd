//go:build !opening

package state

import "ulplab/fpcore/summation"

// SumArithPresets are named settings: IDs with their words in links, as summation.Arith.String writes them.
var SumArithPresets = [...][2]string{
	{"plain", ""}, {"rz", "sd=rtz"}, {"mixed", "i=bf16,p=f32,s=f32"}, {"narrow", "i=bf16,p=bf16,s=f32,r=bf16"}, {"half", "i=f16,p=f16,s=f16"}, {"fp8", "i=e4m3,p=f32,s=f32,r=e4m3"}, {"gt200", "z=1,m=mad"}, {"wide", "p=f64,s=f64,r=f32"},
}

// SumArithSet changes one word of the arithmetic: "i=bf16".
type SumArithSet struct {
	once
	Word string
}

func (a SumArithSet) apply(s State) State {
	s.Sum.Stopped = false
	if v, ok := s.Sum.Arith.With(a.Word); ok {
		s.Sum.Arith = v
	}
	return s
}

// SumArithPreset chooses one of SumArithPresets.
type SumArithPreset struct {
	once
	ID string
}

func (a SumArithPreset) apply(s State) State {
	for _, p := range SumArithPresets {
		if p[0] == a.ID {
			s.Sum.Arith, _ = summation.ReadArith(p[1])
			s.Sum.Stopped = false
		}
	}
	return s
}
