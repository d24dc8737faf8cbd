// Package reveal is the part of the view Reduction on recovering a summation tree by masking: the experiment on a black box,
// and what a probe printed elsewhere.
package reveal

import (
	"cmp"
	"slices"

	"ulplab/fpcore/summation"
	"ulplab/site/kit/operand"
	"ulplab/site/lab"
	"ulplab/site/views/reduction/program"
	"ulplab/site/views/reduction/sum"
)

// What stands for empty values.
const (
	firstBox  = "torch.sum"
	firstN    = 16
	firstSize = 64
	maxPaste  = 32 << 10
)

// The sizes on offer.
var (
	sizes      = [...]int{4, 8, 16, 32, 64, 128}
	probeSizes = [...]int{8, 16, 32, 64, 128, 256, 512, 1024}
)

// boxID returns the black box.
func boxID(v sum.Reveal) string { return cmp.Or(v.Box, firstBox) }

// elements returns the number of elements of the black box.
func elements(v sum.Reveal) int { return int(cmp.Or(v.N, firstN)) }

// probeFn returns the function that the probe looks at.
func probeFn(v sum.Reveal) string { return cmp.Or(v.Fn, program.Probes(program.Lang(v.Lang))[0][0]) }

// probeN returns the number of elements of the probe.
func probeN(v sum.Reveal) int { return int(cmp.Or(v.Size, firstSize)) }

// Do says what a Set sets.
type Do uint8

// What the reader can set: I or Text says to what.
const (
	setBox Do = iota
	setN
	setLang
	setFn
	setSize
	setDouble
	setPasted
)

// Set changes one thing of the panels on revealing; what makes no sense changes nothing.
type Set struct {
	Do   Do
	I    int
	Text string
}

func (a Set) Gesture() string {
	if a.Do == setPasted {
		return "sum.paste"
	}
	return ""
}

func (a Set) Apply(s sum.State) sum.State {
	v := &s.Reveal
	switch a.Do {
	case setBox:
		if slices.Contains(summation.Boxes(), a.Text) {
			v.Box, v.Step, v.Play = unless(a.Text, firstBox), 0, false
		}
	case setN:
		for _, n := range sizes {
			if n == a.I {
				v.N, v.Step, v.Play = zeroFor(n, firstN), 0, false
			}
		}
	case setLang:
		if a.I >= 0 && a.I < len(program.Langs) && int(v.Lang) != a.I {
			v.Lang, v.Fn = uint8(a.I), ""
		}
	case setFn:
		list := program.Probes(program.Lang(v.Lang))
		if slices.ContainsFunc(list, func(f [2]string) bool { return f[0] == a.Text }) {
			v.Fn = unless(a.Text, list[0][0])
		}
	case setSize:
		for _, n := range probeSizes {
			if n == a.I {
				v.Size = zeroFor(n, firstSize)
			}
		}
	case setDouble:
		v.Double = a.I == 1
	case setPasted:
		v.Pasted = operand.Cut(a.Text, maxPaste)
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

// Step shows the first I probes of the experiment, all for 0, and says whether it goes on by itself.
type Step struct {
	lab.Navigation

	I    int
	Play bool
}

func (Step) Gesture() string { return "sum.reveal" }

func (a Step) Apply(s sum.State) sum.State {
	if n := elements(s.Reveal); a.I >= 0 && a.I <= n*(n-1)/2 {
		s.Reveal.Step, s.Reveal.Play = int32(a.I), a.Play
	}
	return s
}
