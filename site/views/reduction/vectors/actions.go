// Package vectors is the part of the view Reduction on many random vectors: how errors grow with the number of elements.
package vectors

import (
	"ulplab/fpcore/summation"
	"ulplab/site/lab"
	"ulplab/site/views/reduction/sum"
)

// Vectors are the numbers of vectors on offer.
var Vectors = [...]int32{100, 300, 1000}

// Set changes what is asked for: 'v' the number of vectors, 'n' the exponent of the largest size, 's' the scale.
type Set struct {
	lab.Once
	What byte
	I    int
}

func (a Set) Apply(s sum.State) sum.State {
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

// Start asks for the vectors.
type Start struct{ lab.Once }

func (Start) Apply(s sum.State) sum.State {
	if job, ok := jobOf(s); ok {
		s.Stat.Run = sum.Run{Job: job, N: s.Stat.Run.N + 1}
	}
	return s
}

// jobOf returns the text of the job that the reader asks for; ok is false where the numbers are the reader's own.
func jobOf(v sum.State) (job string, ok bool) {
	j, ok := summation.AllVectors(sum.InputOf(v).Input, int(v.Stat.Vectors), int(v.Stat.Top))
	if !ok {
		return "", false
	}
	return j.String(), true
}
