//go:build !opening

package state

// SumStat is the part of the Reduction view on many random vectors.
type SumStat struct {
	Vectors int32 // one of SumVectors
	Top     uint8 // the largest number of elements is 2 to this power, 8 to 20
	Scale   uint8 // of errors: 0 in ulp of the sum, 1 in units of u times the sum of magnitudes
	Run     SumRun
}

// SumVectors are the numbers of vectors on offer.
var SumVectors = [...]int32{100, 300, 1000}

// SumRun is how far the vectors are: nothing of it is in links.
type SumRun struct {
	Job         string // what was started, "" for nothing
	State       FnStage
	Done, Total uint64
	Workers     int32
	Version     uint32 // of the results, which are too long to stand here
	Problem     string
}

// SumStatSet changes what is asked for: 'v' the number of vectors, 'n' the exponent of the largest size, 's' the scale.
type SumStatSet struct {
	once
	What byte
	I    int
}

func (a SumStatSet) apply(s State) State {
	v := &s.Sum.Stat
	switch a.What {
	case 'v':
		for _, n := range SumVectors {
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

// SumWork tells how far the vectors are.
type SumWork struct{ Run SumRun }

func (SumWork) gesture() string { return "sum.work" }

func (SumWork) navigates() {}

func (a SumWork) apply(s State) State {
	if a.Run.State <= FnFailed {
		s.Sum.Stat.Run = a.Run
	}
	return s
}
