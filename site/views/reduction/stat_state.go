package reduction

import (
	"ulplab/site/lab"
	"ulplab/site/work"
)

// Stat is the part of the Reduction view on many random vectors.
type Stat struct {
	Vectors int32 // one of Vectors
	Top     uint8 // the largest number of elements is 2 to this power, 8 to 20
	Scale   uint8 // of errors: 0 in ulp of the sum, 1 in units of u times the sum of magnitudes
	Run     Run
}

// Vectors are the numbers of vectors on offer.
var Vectors = [...]int32{100, 300, 1000}

// Run is how far the vectors are: nothing of it is in links.
type Run struct {
	Job         string // what was started, "" for nothing
	State       work.State
	Done, Total uint64
	Workers     int32
	Version     uint32 // of the results, which are too long to stand here
	Problem     string
}

// StatSet changes what is asked for: 'v' the number of vectors, 'n' the exponent of the largest size, 's' the scale.
type StatSet struct {
	lab.Once
	What byte
	I    int
}

func (a StatSet) Apply(s State) State {
	v := &s.Stat
	switch a.What {
	case 'v':
		for _, n := range Vectors {
			if int(n) == a.I {
				v.Vectors = n
			}
		}
	case 'n':
		if a.I >= 8 && a.I <= 20 {
			v.Top = uint8(a.I)
		}
	case 's':
		if a.I == 0 || a.I == 1 {
			v.Scale = uint8(a.I)
		}
	}
	return s
}

// Work tells how far the vectors are.
type Work struct {
	lab.Navigation
	Run Run
}

func (Work) Gesture() string { return "sum.work" }

func (a Work) Apply(s State) State {
	if a.Run.State <= work.Failed {
		s.Stat.Run = a.Run
	}
	return s
}
