//go:build !opening

package state

import (
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
)

// SumArith is the arithmetic of the additions of the Reduction view. The zero value is IEEE 754's: everything in the
// format of the data, roundTiesToEven, subnormals kept, products fused where an order says so.
//
// The formats are IDs of the catalogue, "" for that of the data (Out: for that of the sums). Elements are rounded to In
// first, to nearest; that is data, not an error. The directions are indices of SumDirections.
type SumArith struct {
	In, Product, Sum, Out          string
	ProductDirection, SumDirection uint8
	OutDirection                   uint8 // where the result has another format than the sums
	Flush                          bool  // subnormal operands and results count as zeros
	MulAdd                         uint8 // an index of SumMulAdds
}

// SumMulAdds say how a product is added in links: as the order has it, rounded first, fused, or as FMAD of compute
// capability 1.x does.
var SumMulAdds = [...]string{"order", "separate", "fma", "mad"}

// The ones that the program treats apart.
const (
	SumSeparate = 1
	SumFused    = 2
	SumMAD      = 3
)

// SumDirections are the directions on offer: all but stochastic rounding, which needs random bits.
var SumDirections = func() (list []round.DirectionInfo) {
	for _, d := range round.Directions {
		if d.Dir != round.Stochastic {
			list = append(list, d)
		}
	}
	return list
}()

// SumArithPresets are named settings: IDs with their words in links, as SumArith.String writes them.
var SumArithPresets = [...][2]string{
	{"plain", ""}, {"rz", "sd=rtz"}, {"mixed", "i=bf16,p=f32,s=f32"}, {"narrow", "i=bf16,p=bf16,s=f32,r=bf16"}, {"half", "i=f16,p=f16,s=f16"}, {"fp8", "i=e4m3,p=f32,s=f32,r=e4m3"}, {"gt200", "z=1,m=mad"}, {"wide", "p=f64,s=f64,r=f32"},
}

// SumArithSet changes one word of the arithmetic: "i=bf16".
type SumArithSet struct {
	once
	Word string
}

func (a SumArithSet) apply(s State) State {
	s.Sum.Stopped = false
	if v, ok := s.Sum.Arith.with(a.Word); ok {
		s.Sum.Arith = v
	}
	return s
}

// SumArithPreset chooses one of SumArithPresets.
type SumArithPreset struct {
	once
	ID string
}

func (a SumArithPreset) apply(s State) State {
	for _, p := range SumArithPresets {
		if p[0] == a.ID {
			s.Sum.Arith, _ = ReadSumArith(p[1])
			s.Sum.Stopped = false
		}
	}
	return s
}

// with returns v with one word set; ok is false where it says nothing that can be.
func (v SumArith) with(word string) (SumArith, bool) {
	key, value, _ := strings.Cut(word, "=")
	place := map[string]*string{"i": &v.In, "p": &v.Product, "s": &v.Sum, "r": &v.Out}[key]
	if place != nil {
		if value != "" {
			if f, err := format.Parse(value); err != nil || f.ID != value {
				return v, false
			}
		}
		*place = value
		return v, true
	}
	index := func(to *uint8, n int, name func(int) string) bool {
		for i := range n {
			if name(i) == value {
				*to = uint8(i)
				return true
			}
		}
		return false
	}
	direction := func(i int) string { return SumDirections[i].ID }
	switch key {
	case "pd":
		return v, index(&v.ProductDirection, len(SumDirections), direction)
	case "sd":
		return v, index(&v.SumDirection, len(SumDirections), direction)
	case "rd":
		return v, index(&v.OutDirection, len(SumDirections), direction)
	case "m":
		return v, index(&v.MulAdd, len(SumMulAdds), func(i int) string { return SumMulAdds[i] })
	case "z":
		v.Flush = value == "1"
		return v, value == "0" || value == "1"
	}
	return v, false
}

// String writes what differs from the zero value, as words between commas; ReadSumArith reads it.
func (v SumArith) String() string {
	var w []string
	put := func(key, value string) {
		if value != "" {
			w = append(w, key+"="+value)
		}
	}
	direction := func(i uint8) string {
		if i == 0 {
			return ""
		}
		return SumDirections[i].ID
	}
	put("i", v.In)
	put("p", v.Product)
	put("s", v.Sum)
	put("r", v.Out)
	put("pd", direction(v.ProductDirection))
	put("sd", direction(v.SumDirection))
	put("rd", direction(v.OutDirection))
	if v.Flush {
		put("z", "1")
	}
	if v.MulAdd > 0 {
		put("m", SumMulAdds[v.MulAdd])
	}
	return strings.Join(w, ",")
}

// ReadSumArith reads what String writes; ok is false where a word says nothing that can be, and it is passed over.
func ReadSumArith(s string) (v SumArith, ok bool) {
	ok = true
	if s == "" {
		return v, true
	}
	if len(s) > 200 {
		return v, false
	}
	for _, w := range strings.Split(s, ",") {
		next, good := v.with(w)
		if good {
			v = next
		}
		ok = ok && good
	}
	return v, ok
}
