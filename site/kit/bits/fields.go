package bits

import (
	"strconv"

	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
)

// Kind is the field of a format that a bit belongs to.
type Kind uint8

// The kinds, from the top of a code down. Integer is the stored integer bit of x87.
const (
	Sign Kind = iota
	Exponent
	Integer
	Trailing
)

// Letter is how pictures mark a kind where colour cannot: S, E, I and T as in IEEE 754-2019.
func (k Kind) Letter() string { return "SEIT"[k : k+1] }

// Name is the kind in words.
func (k Kind) Name() string {
	return [...]string{"sign", "biased exponent", "integer bit", "trailing significand"}[k]
}

// Bit is one bit of a code.
type Bit struct {
	Index  int // 0 is the lowest bit of the code
	One    bool
	Kind   Kind
	Weight string // "−1 to the power of this bit", "2^7 of the biased exponent", "2^-3 of the significand"
}

// Field is a run of bits of one kind, highest first.
type Field struct {
	Kind Kind
	Bits []Bit
}

// Bits is a code cut into its fields, highest first.
type Bits struct {
	Format *format.Format
	Code   wide.U128
	Fields []Field
}

// BitsOf cuts the code c of format f into fields.
func BitsOf(f *format.Format, c wide.U128) Bits {
	b := Bits{Format: f, Code: c}
	for i := f.Bits - 1; i >= 0; i-- {
		k, w := KindOfModel(f, i)
		if n := len(b.Fields); n == 0 || b.Fields[n-1].Kind != k {
			b.Fields = append(b.Fields, Field{Kind: k})
		}
		last := &b.Fields[len(b.Fields)-1]
		last.Bits = append(last.Bits, Bit{Index: i, One: c.Bit(uint(i)) != 0, Kind: k, Weight: w})
	}
	return b
}

// KindOf returns the field that bit i of a code of f belongs to.
func KindOf(f *format.Format, i int) Kind {
	k, _ := KindOfModel(f, i)
	return k
}

func KindOfModel(f *format.Format, i int) (Kind, string) {
	switch {
	case !f.Unsigned && i == f.Bits-1:
		return Sign, "minus sign when 1"
	case i >= f.FracBits:
		return Exponent, "2^" + strconv.Itoa(i-f.FracBits) + " of the biased exponent"
	case f.Explicit && i == f.FracBits-1:
		return Integer, "2^0 of the significand"
	}
	return Trailing, "2^" + strconv.Itoa(i-f.P+1) + " of the significand"
}

// BitName names bit i of a code of f for a screen reader: it does not change with the bit's value.
func BitName(f *format.Format, i int) string {
	k := KindOf(f, i)
	if k == Sign {
		return "sign bit"
	}
	if k == Integer {
		return "integer bit, weight 2^0"
	}
	exp := i - f.FracBits
	if k == Trailing {
		exp = i - f.P + 1
	}
	return k.Name() + " bit " + strconv.Itoa(i) + ", weight 2^" + strconv.Itoa(exp)
}

// FieldEdge returns the highest bit of the next field to the left of bit i, or of the next field to the right; at
// the ends it returns the first or the last bit of the code.
func FieldEdge(f *format.Format, i int, left bool) int {
	k := KindOf(f, i)
	if left {
		for i < f.Bits-1 && KindOf(f, i) == k {
			i++
		}
		for k = KindOf(f, i); i < f.Bits-1 && KindOf(f, i+1) == k; i++ {
		}
		return i
	}
	for i > 0 && KindOf(f, i) == k {
		i--
	}
	return i
}

// Nibbles cuts the bits of a field into groups of four, counted from the lowest; the first group may be shorter.
func Nibbles(bits []Bit) [][]Bit {
	var groups [][]Bit
	for from := 0; from < len(bits); {
		to := len(bits) - (len(bits)-from-1)/4*4
		groups = append(groups, bits[from:to])
		from = to
	}
	return groups
}
