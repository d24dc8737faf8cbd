package route

import (
	"strings"
	"testing"

	"ulplab/fpcore/gpu"
	"ulplab/site/model"
	"ulplab/site/state"
)

// Every example, machine, option, operation and feature comes back from its link.
func TestDevicesLinks(t *testing.T) {
	s := state.Default()
	s.View = state.Capabilities
	check := func(a state.Action) {
		t.Helper()
		want := state.Update(s, a)
		link := Encode(want)
		if got := Decode(link, ""); got != want {
			t.Errorf("%s gives %+v %s, want %+v", link, got.Devices, got.Problems, want.Devices)
		}
	}
	for _, e := range state.DevicesExamples {
		s.Devices = e.Devices
		for _, c := range model.DevColumns() {
			for _, v := range model.DevVariants(c.ID) {
				check(state.Dev{Do: state.DevPick, I: 0, Text: v.ID})
				check(state.Dev{Do: state.DevPick, I: 1, Text: v.ID})
			}
		}
		check(state.Dev{Do: state.DevType, I: 0, Text: "what & that"})
		check(state.Dev{Do: state.DevNudge, I: 0, Up: true})
		check(state.DevFeature{Feature: gpu.Toolkit})
	}
	for _, o := range gpu.Operations {
		s.Devices = state.Default().Devices
		one, _ := s.Devices.Read("1")
		for i := o.Arity; i < 3; i++ {
			s.Devices.X[i] = state.Operand{Bits: one}
		}
		check(state.Dev{Do: state.DevOp, Text: o.ID})
	}
}

func TestDevicesLinkProblems(t *testing.T) {
	for link, words := range map[string]string{
		"#/v1/devices?p=9.9":           "a machine “9.9”",
		"#/v1/devices?q=sse-pc53":      "a machine “sse-pc53”",
		"#/v1/devices?o=a%5eb":         "an operation “a^b”",
		"#/v1/devices?n=24":            "have the numbers 0 to 23",
		"#/v1/devices?a=1ffffffff":     "not a code of 32 bits",
		"#/v1/devices?a=3f800000&ta=2": "gives the bits of another value",
	} {
		if s := Decode(link, ""); !strings.Contains(s.Problems, words) || s.View != state.Capabilities {
			t.Errorf("%s: %q", link, s.Problems)
		}
	}
	if s := Decode("#/v1/devices?o=a/b&ta=2&tb=3&p=sse&q=9.0-fast", ""); s.Problems != "" || s.Devices.X[1].Bits.Lo != 0x40400000 {
		t.Errorf("%s %+v", s.Problems, s.Devices)
	}
}
