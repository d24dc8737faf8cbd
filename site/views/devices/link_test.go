package devices

import (
	"testing"

	"ulplab/fpcore/gpu"
	"ulplab/site/kit/operand"
	"ulplab/site/lab"
	"ulplab/site/lab/labtest"
)

// Every example, machine, option, operation and feature comes back from its link.
func TestDevicesLinks(t *testing.T) {
	s := bench.With(First())
	check := func(a lab.Action[State]) {
		t.Helper()
		bench.Returns(t, bench.Then(s, a))
	}
	labtest.Worded(t, Examples, examples)
	for _, e := range Examples {
		s.Part = e.State
		for _, c := range columns() {
			for _, v := range variants(c.ID) {
				check(Dev{Do: Pick, I: 0, Text: v.ID})
				check(Dev{Do: Pick, I: 1, Text: v.ID})
			}
		}
		check(Dev{Do: Type, I: 0, Text: "what & that"})
		check(Dev{Do: Nudge, I: 0, Up: true})
		check(Feature{Feature: gpu.Toolkit})
	}
	for _, o := range gpu.Operations {
		s.Part = bench.First().Part
		one, _ := operand.Read("1", s.Part.F())
		for i := o.Arity; i < 3; i++ {
			s.Part.X[i] = operand.Entered{Bits: one}
		}
		check(Dev{Do: Op, Text: o.ID})
	}
}

func TestDevicesLinkProblems(t *testing.T) {
	bench.Says(t, map[string]string{
		"#/v1/devices?p=9.9":           "a machine “9.9”",
		"#/v1/devices?q=sse-pc53":      "a machine “sse-pc53”",
		"#/v1/devices?o=a%5eb":         "an operation “a^b”",
		"#/v1/devices?n=24":            "have the numbers 0 to 23",
		"#/v1/devices?a=1ffffffff":     "not a code of 32 bits",
		"#/v1/devices?a=3f800000&ta=2": "gives the bits of another value",
	})
	if s := bench.At("#/v1/devices?o=a/b&ta=2&tb=3&p=sse&q=9.0-fast", ""); s.Problems != "" || s.Part.X[1].Bits.Lo != 0x40400000 {
		t.Errorf("%s %+v", s.Problems, s.Part)
	}
}
