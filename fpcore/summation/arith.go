package summation

import (
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
)

// Arith is the arithmetic of additions. The zero value is IEEE 754's: everything in the
// format of the data, roundTiesToEven, subnormals kept, products fused where an order says so.
//
// The formats are IDs of the catalogue, "" for that of the data (Out: for that of the sums). Elements are rounded to In
// first, to nearest; that is data, not an error. The directions are indices of Directions.
type Arith struct {
	In, Product, Sum, Out          string
	ProductDirection, SumDirection uint8
	OutDirection                   uint8 // where the result has another format than the sums
	Flush                          bool  // subnormal operands and results count as zeros
	MulAdd                         uint8 // an index of MulAdds
}

// MulAdds name how a product is added: as the order has it, rounded first, fused, or as FMAD of compute
// capability 1.x does.
var MulAdds = [...]string{"order", "separate", "fma", "mad"}

// The ones that are treated apart.
const (
	Separate = 1
	Fused    = 2
	MAD      = 3
)

// Directions are the directions on offer: all but stochastic rounding, which needs random bits.
var Directions = func() (list []round.DirectionInfo) {
	for _, d := range round.Directions {
		if d.Dir != round.Stochastic {
			list = append(list, d)
		}
	}
	return list
}()

// With returns v with one word of its text set, as "i=bf16"; ok is false where it says nothing that can be.
func (v Arith) With(word string) (Arith, bool) {
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
	direction := func(i int) string { return Directions[i].ID }
	switch key {
	case "pd":
		return v, index(&v.ProductDirection, len(Directions), direction)
	case "sd":
		return v, index(&v.SumDirection, len(Directions), direction)
	case "rd":
		return v, index(&v.OutDirection, len(Directions), direction)
	case "m":
		return v, index(&v.MulAdd, len(MulAdds), func(i int) string { return MulAdds[i] })
	case "z":
		v.Flush = value == "1"
		return v, value == "0" || value == "1"
	}
	return v, false
}

// String writes what differs from the zero value, as words between commas; ReadArith reads it.
func (v Arith) String() string {
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
		return Directions[i].ID
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
		put("m", MulAdds[v.MulAdd])
	}
	return strings.Join(w, ",")
}

// ReadArith reads what String writes; ok is false where a word says nothing that can be, and it is passed over.
func ReadArith(s string) (v Arith, ok bool) {
	ok = true
	if s == "" {
		return v, true
	}
	if len(s) > 200 {
		return v, false
	}
	for _, w := range strings.Split(s, ",") {
		next, good := v.With(w)
		if good {
			v = next
		}
		ok = ok && good
	}
	return v, ok
}
