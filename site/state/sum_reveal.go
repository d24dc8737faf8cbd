//go:build !opening

package state

import (
	"slices"
	"strings"

	"ulplab/fpcore/summation"
)

// SumReveal is what the panels on revealing show; its zero value is the opening one.
type SumReveal struct {
	Box    string // the black box, an ID of package reduce: SumRevealBox for ""
	N      int32  // of its elements: SumRevealN for 0
	Step   int32  // the probes that are shown, 0 for all
	Play   bool   // steps follow each other; not in links
	Lang   uint8  // of the probe: Python, CUDA C++, C
	Fn     string // what the probe looks at, "" for the first on offer
	Size   int32  // the elements of the probe: SumProbeN for 0
	Double bool   // the probe's format
	Pasted string // what a probe printed
	Code   uint8  // the language of the order's program
	Tick   uint32 // which comparisons are there; not in links
}

// What stands for empty values.
const (
	SumRevealBox = "torch.sum"
	SumRevealN   = 16
	SumProbeN    = 64
	SumLangs     = 3
	SumMaxPaste  = 32 << 10
	SumMaxLinked = 6 << 10 // a longer one does not go into links
)

// The sizes on offer.
var (
	SumRevealSizes = [...]int{4, 8, 16, 32, 64, 128}
	SumProbeSizes  = [...]int{8, 16, 32, 64, 128, 256, 512, 1024}
)

// SumProbeFns are the functions that a probe can look at, by language; own is one of the reader's.
var SumProbeFns = [SumLangs]string{
	"numpy.sum numpy.dot torch.sum torch.dot torch.mv torch.sum.cpu cupy.sum cupy.dot jax.sum own",
	"cub.device cub.warp cub.raking cub.commutative own",
	"own",
}

// BoxID, Elements, ProbeFn and ProbeN return what is shown.
func (v SumReveal) BoxID() string { return or(v.Box, SumRevealBox) }

// Elements returns the number of elements of the black box.
func (v SumReveal) Elements() int {
	if v.N == 0 {
		return SumRevealN
	}
	return int(v.N)
}

// ProbeFn returns the function that the probe looks at.
func (v SumReveal) ProbeFn() string {
	first, _, _ := strings.Cut(SumProbeFns[v.Lang], " ")
	return or(v.Fn, first)
}

// ProbeN returns the number of elements of the probe.
func (v SumReveal) ProbeN() int {
	if v.Size == 0 {
		return SumProbeN
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

// SumRevealDo says what a SumRevealSet sets.
type SumRevealDo uint8

// What the reader can set: I or Text says to what.
const (
	SumRevealSetBox SumRevealDo = iota
	SumRevealSetN
	SumProbeSetLang
	SumProbeSetFn
	SumProbeSetN
	SumProbeSetDouble
	SumProbePaste
	SumCodeSetLang
)

// SumRevealSet changes one thing of the panels on revealing; what makes no sense changes nothing.
type SumRevealSet struct {
	Do   SumRevealDo
	I    int
	Text string
}

func (a SumRevealSet) gesture() string {
	if a.Do == SumProbePaste {
		return "sum.paste"
	}
	return ""
}

func (a SumRevealSet) apply(s State) State {
	v := &s.Sum.Reveal
	switch a.Do {
	case SumRevealSetBox:
		if slices.Contains(summation.Boxes(), a.Text) {
			v.Box, v.Step, v.Play = unless(a.Text, SumRevealBox), 0, false
		}
	case SumRevealSetN:
		for _, n := range SumRevealSizes {
			if n == a.I {
				v.N, v.Step, v.Play = zeroFor(n, SumRevealN), 0, false
			}
		}
	case SumProbeSetLang:
		if a.I >= 0 && a.I < SumLangs && int(v.Lang) != a.I {
			v.Lang, v.Fn = uint8(a.I), ""
		}
	case SumProbeSetFn:
		if first, _, _ := strings.Cut(SumProbeFns[v.Lang], " "); hasWord(SumProbeFns[v.Lang], a.Text) {
			v.Fn = unless(a.Text, first)
		}
	case SumProbeSetN:
		for _, n := range SumProbeSizes {
			if n == a.I {
				v.Size = zeroFor(n, SumProbeN)
			}
		}
	case SumProbeSetDouble:
		v.Double = a.I == 1
	case SumProbePaste:
		v.Pasted = Cut(a.Text, SumMaxPaste)
	case SumCodeSetLang:
		if a.I >= 0 && a.I < SumLangs {
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

// SumRevealStep shows the first I probes of the experiment, all for 0, and says whether it goes on by itself.
type SumRevealStep struct {
	I    int
	Play bool
}

func (SumRevealStep) gesture() string { return "sum.reveal" }

func (SumRevealStep) navigates() {}

func (a SumRevealStep) apply(s State) State {
	if n := s.Sum.Reveal.Elements(); a.I >= 0 && a.I <= n*(n-1)/2 {
		s.Sum.Reveal.Step, s.Sum.Reveal.Play = int32(a.I), a.Play
	}
	return s
}

// SumRevealTick says that the comparison of what was pasted has gone on.
type SumRevealTick struct{ N uint32 }

func (SumRevealTick) gesture() string { return "sum.reveal" }

func (SumRevealTick) navigates() {}

func (a SumRevealTick) apply(s State) State {
	s.Sum.Reveal.Tick = a.N
	return s
}
