package reduction

import (
	"ulplab/fpcore/summation"
	"ulplab/site/lab"
)

// ArithPresets are named settings: IDs with their words in links, as summation.Arith.String writes them.
var ArithPresets = [...][2]string{
	{"plain", ""}, {"rz", "sd=rtz"}, {"mixed", "i=bf16,p=f32,s=f32"}, {"narrow", "i=bf16,p=bf16,s=f32,r=bf16"}, {"half", "i=f16,p=f16,s=f16"}, {"fp8", "i=e4m3,p=f32,s=f32,r=e4m3"}, {"gt200", "z=1,m=mad"}, {"wide", "p=f64,s=f64,r=f32"},
}

// ArithSet changes one word of the arithmetic: "i=bf16".
type ArithSet struct {
	lab.Once
	Word string
}

func (a ArithSet) Apply(s State) State {
	s.Stopped = false
	if v, ok := s.Arith.With(a.Word); ok {
		s.Arith = v
	}
	return s
}

// ArithPreset chooses one of ArithPresets.
type ArithPreset struct {
	lab.Once
	ID string
}

func (a ArithPreset) Apply(s State) State {
	for _, p := range ArithPresets {
		if p[0] == a.ID {
			s.Arith, _ = summation.ReadArith(p[1])
			s.Stopped = false
		}
	}
	return s
}
