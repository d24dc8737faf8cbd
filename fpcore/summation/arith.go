package summation

import (
	"slices"
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
)

// Arith is the arithmetic of additions. The zero value is IEEE 754's: everything in the
// format of the data, roundTiesToEven, subnormals kept, products fused where an order says so.
//
// The formats are IDs of the catalogue, "" for the data's format (Out: for that of the sums). Elements are rounded to In
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

// directionIDs are the names of Directions.
var directionIDs = func() (list []string) {
	for _, d := range Directions {
		list = append(list, d.ID)
	}
	return list
}()

// word is a setting of an Arith in its text: the ID of a format, or one of some names, the first of which is not written.
type word struct {
	key    string
	format *string
	name   *uint8
	names  []string
	flag   *bool
}

// words lists the settings in the order of the text.
func (v *Arith) words() []word {
	return []word{{key: "i", format: &v.In}, {key: "p", format: &v.Product}, {key: "s", format: &v.Sum}, {key: "r", format: &v.Out},
		{key: "pd", name: &v.ProductDirection, names: directionIDs}, {key: "sd", name: &v.SumDirection, names: directionIDs}, {key: "rd", name: &v.OutDirection, names: directionIDs},
		{key: "z", flag: &v.Flush}, {key: "m", name: &v.MulAdd, names: MulAdds[:]}}
}

// get returns the value as text, "" for the first.
func (w word) get() string {
	switch {
	case w.format != nil:
		return *w.format
	case w.flag != nil && *w.flag:
		return "1"
	case w.name != nil && *w.name > 0:
		return w.names[*w.name]
	}
	return ""
}

// set reports whether the value can be, and sets it.
func (w word) set(value string) bool {
	switch {
	case w.format != nil:
		if f, err := format.Parse(value); value != "" && (err != nil || f.ID != value) {
			return false
		}
		*w.format = value
	case w.flag != nil:
		if value != "0" && value != "1" {
			return false
		}
		*w.flag = value == "1"
	default:
		i := slices.Index(w.names, value)
		if i < 0 {
			return false
		}
		*w.name = uint8(i)
	}
	return true
}

// With returns v with one word of its text set, as "i=bf16"; ok is false where it says nothing that can be.
func (v Arith) With(text string) (next Arith, ok bool) {
	key, value, _ := strings.Cut(text, "=")
	next = v
	for _, w := range next.words() {
		if w.key == key {
			return next, w.set(value)
		}
	}
	return v, false
}

// String writes what differs from the zero value, as words between commas; ReadArith reads it.
func (v Arith) String() string {
	var texts []string
	for _, w := range v.words() {
		if value := w.get(); value != "" {
			texts = append(texts, w.key+"="+value)
		}
	}
	return strings.Join(texts, ",")
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
