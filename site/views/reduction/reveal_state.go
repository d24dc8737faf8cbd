package reduction

import (
	"slices"
	"strings"

	"ulplab/fpcore/summation"
	"ulplab/site/kit/operand"
	"ulplab/site/lab"
)

// Reveal is what the panels on revealing show; its zero value is the opening one.
type Reveal struct {
	Box    string // the black box, an ID of package reduce: RevealBox for ""
	N      int32  // of its elements: RevealN for 0
	Step   int32  // the probes that are shown, 0 for all
	Play   bool   // steps follow each other; not in links
	Lang   uint8  // of the probe: Python, CUDA C++, C
	Fn     string // what the probe looks at, "" for the first on offer
	Size   int32  // the elements of the probe: ProbeN for 0
	Double bool   // the probe's format
	Pasted string // what a probe printed
	Code   uint8  // the language of the order's program
	Tick   uint32 // which comparisons are there; not in links
}

// What stands for empty values.
const (
	RevealBox = "torch.sum"
	RevealN   = 16
	ProbeN    = 64
	Langs     = 3
	MaxPaste  = 32 << 10
	MaxLinked = 6 << 10 // a longer one does not go into links
)

// The sizes on offer.
var (
	RevealSizes = [...]int{4, 8, 16, 32, 64, 128}
	ProbeSizes  = [...]int{8, 16, 32, 64, 128, 256, 512, 1024}
)

// ProbeFns are the functions that a probe can look at, by language; own is one of the reader's.
var ProbeFns = [Langs]string{
	"numpy.sum numpy.dot torch.sum torch.dot torch.mv torch.sum.cpu cupy.sum cupy.dot jax.sum own",
	"cub.device cub.warp cub.raking cub.commutative own",
	"own",
}

// BoxID, Elements, ProbeFn and ProbeN return what is shown.
func (v Reveal) BoxID() string { return or(v.Box, RevealBox) }

// Elements returns the number of elements of the black box.
func (v Reveal) Elements() int {
	if v.N == 0 {
		return RevealN
	}
	return int(v.N)
}

// ProbeFn returns the function that the probe looks at.
func (v Reveal) ProbeFn() string {
	first, _, _ := strings.Cut(ProbeFns[v.Lang], " ")
	return or(v.Fn, first)
}

// ProbeN returns the number of elements of the probe.
func (v Reveal) ProbeN() int {
	if v.Size == 0 {
		return ProbeN
	}
	return int(v.Size)
}

func or(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

func hasWord(list, word string) bool {
	for _, w := range strings.Fields(list) {
		if w == word {
			return true
		}
	}
	return false
}

// RevealDo says what a RevealSet sets.
type RevealDo uint8

// What the reader can set: I or Text says to what.
const (
	RevealSetBox RevealDo = iota
	RevealSetN
	ProbeSetLang
	ProbeSetFn
	ProbeSetN
	ProbeSetDouble
	ProbePaste
	CodeSetLang
)

// RevealSet changes one thing of the panels on revealing; what makes no sense changes nothing.
type RevealSet struct {
	Do   RevealDo
	I    int
	Text string
}

func (a RevealSet) Gesture() string {
	if a.Do == ProbePaste {
		return "sum.paste"
	}
	return ""
}

func (a RevealSet) Apply(s State) State {
	v := &s.Reveal
	switch a.Do {
	case RevealSetBox:
		if slices.Contains(summation.Boxes(), a.Text) {
			v.Box, v.Step, v.Play = unless(a.Text, RevealBox), 0, false
		}
	case RevealSetN:
		for _, n := range RevealSizes {
			if n == a.I {
				v.N, v.Step, v.Play = zeroFor(n, RevealN), 0, false
			}
		}
	case ProbeSetLang:
		if a.I >= 0 && a.I < Langs && int(v.Lang) != a.I {
			v.Lang, v.Fn = uint8(a.I), ""
		}
	case ProbeSetFn:
		if first, _, _ := strings.Cut(ProbeFns[v.Lang], " "); hasWord(ProbeFns[v.Lang], a.Text) {
			v.Fn = unless(a.Text, first)
		}
	case ProbeSetN:
		for _, n := range ProbeSizes {
			if n == a.I {
				v.Size = zeroFor(n, ProbeN)
			}
		}
	case ProbeSetDouble:
		v.Double = a.I == 1
	case ProbePaste:
		v.Pasted = operand.Cut(a.Text, MaxPaste)
	case CodeSetLang:
		if a.I >= 0 && a.I < Langs {
			v.Code = uint8(a.I)
		}
	}
	return s
}

func unless(s, first string) string {
	if s == first {
		return ""
	}
	return s
}

func zeroFor(n, first int) int32 {
	if n == first {
		return 0
	}
	return int32(n)
}

// RevealStep shows the first I probes of the experiment, all for 0, and says whether it goes on by itself.
type RevealStep struct {
	lab.Navigation

	I    int
	Play bool
}

func (RevealStep) Gesture() string { return "sum.reveal" }

func (a RevealStep) Apply(s State) State {
	if n := s.Reveal.Elements(); a.I >= 0 && a.I <= n*(n-1)/2 {
		s.Reveal.Step, s.Reveal.Play = int32(a.I), a.Play
	}
	return s
}

// RevealTick says that the comparison of what was pasted has gone on.
type RevealTick struct {
	lab.Navigation
	N uint32
}

func (RevealTick) Gesture() string { return "sum.reveal" }

func (a RevealTick) Apply(s State) State {
	s.Reveal.Tick = a.N
	return s
}
