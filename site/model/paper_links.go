//go:build !opening

package model

import (
	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/wide"
	"ulplab/fpcore/x86"
	"ulplab/site/state"
)

// deviceLink leads to two machines of the Devices view with an operation and its operands.
func deviceLink(label, a, b, op string, double bool, x ...wide.U128) PaperLink {
	s := state.Default()
	s.View = state.Capabilities
	s.Devices.T = [2]string{a, b}
	s.Devices.Op, s.Devices.Double = op, double
	s.Devices.X = operands(s.Devices.F(), x)
	return PaperLink{Label: label, State: s}
}

// featureLink leads to the values of a feature along all capabilities.
func featureLink(label string, f gpu.Feature) PaperLink {
	s := state.Default()
	s.View = state.Capabilities
	s.Devices.Feature = f
	return PaperLink{Label: label, State: s}
}

// intrinsicLink leads to the live table of intrinsics with three operands.
func intrinsicLink(label string, x ...string) PaperLink {
	s := state.Default()
	s.View = state.Capabilities
	for i := range x {
		if b, err := state.ReadBoth(x[i]); err == nil {
			s.Intrin.X[i] = b
		}
	}
	return PaperLink{Label: label, State: s}
}

// flagLink leads to two sets of nvcc's flags with an operation and its operands.
func flagLink(label string, right gpu.Flags, op string, double bool, x ...wide.U128) PaperLink {
	s := state.Default()
	s.View = state.CompilerFlags
	s.Flags.Mode = [2]gpu.Flags{ieeeMode, right}
	s.Flags.ID, s.Flags.Double = op, double
	s.Flags.X = operands(s.Flags.F(), x)
	return PaperLink{Label: label, State: s}
}

// extendedLink leads to a named example of the x87 and SSE view under a control word, with values stored after the steps
// of spills.
func extendedLink(label, id string, w x86.ControlWord, spills uint32) PaperLink {
	s := state.Default()
	s.View = state.Extended
	for _, e := range state.X87Examples {
		if e.ID == id {
			s.X87 = e.X87
		}
	}
	s.X87.Control, s.X87.Spills = uint16(w), spills
	return PaperLink{Label: label, State: s}
}

// functionLink leads to a named example of the table maker's dilemma in the Functions view.
func functionLink(label, name string) PaperLink {
	s := state.Default()
	s.View = state.Functions
	for _, e := range state.FnExamples {
		if e.Name == name {
			s.Fn.ID, s.Fn.Format, s.Fn.Directed, s.Fn.X = e.ID, e.Format, e.Directed, state.Operand{Bits: wide.From64(e.Bits)}
		}
	}
	return PaperLink{Label: label, State: s}
}

// measuredLink leads to the recorded errors of a function in a compiler mode: 0 by default, 2 with -use_fast_math.
func measuredLink(label, function string, mode uint8) PaperLink {
	s := state.Default()
	s.View = state.Functions
	s.Fn.Part, s.Fn.Pick, s.Fn.Mode = state.FnMeasured, function, mode
	return PaperLink{Label: label, State: s}
}

// figure6Link leads to the cosine of Figure 6 with so many bits of pi, cut off.
func figure6Link(label string, bits uint8) PaperLink {
	s := state.Default()
	s.View = state.Functions
	s.Fn.Part, s.Fn.Pi, s.Fn.Cut = state.FnFigure6, bits, true
	return PaperLink{Label: label, State: s}
}

// operands are those of a link; what an operation does not need is 1.
func operands(f *format.Format, x []wide.U128) (in [3]state.Operand) {
	for i := range in {
		in[i].Bits = paperRead(f, "1")
		if i < len(x) {
			in[i].Bits = x[i]
		}
	}
	return in
}

// openLinks drops the links to views that the lab does not have.
func openLinks(links []PaperLink) (here []PaperLink) {
	for _, l := range links {
		if _, ok := state.InfoOf(l.State.View); ok {
			here = append(here, l)
		}
	}
	return here
}
