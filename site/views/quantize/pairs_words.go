package quantize

import (
	"math"
	"strconv"

	"ulplab/fpcore/format"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/words"
)

const (
	pairsTitle = "Every product and sum of two codes"
	pairsNote  = "Codes in the order of their values: x to the right, y upward, from the most negative number to the largest, NaN and infinity at the ends. The result is rounded to nearest even in the same format."
	pairsHelp  = "Press a place to look at it; pinch, or Ctrl and the wheel, zoom about it, after a click the wheel alone; drag moves. Keys: arrows go from code to code, with Shift by 16, + and − zoom, 0 shows all."
)

// classNames name the classes, and say what they are.
var classNames = [classes][2]string{
	Exact:   {"exact", "the result is the product or sum itself"},
	Rounded: {"rounded", "the darker, the larger the relative error"},
	Tiny:    {"underflow", "a subnormal result that had to be rounded"},
	ToZero:  {"rounded to zero", "too small for the smallest code"},
	TooHigh: {"overflow", "beyond the largest code"},
	Special: {"infinity or NaN", "an operand is none of the numbers"},
}

// op is the sign of the operation.
func (p Pairs) op() string {
	if p.Sum {
		return "+"
	}
	return "×"
}

func (p Pairs) word() string {
	if p.Sum {
		return "sums"
	}
	return "products"
}

// pairsVerdict counts the classes in a sentence.
func pairsVerdict(t *Table) string {
	all := t.N * t.N
	s := words.Put("Of # # of two # codes # are exact", words.Thousands(all), t.Of.word(), t.F.Name, percent(t.Count[Exact], all))
	for c := Rounded; c < classes; c++ {
		if n := t.Count[c]; n > 0 {
			name := classNames[c][0]
			if c == Special {
				name = "of an infinity or a NaN"
			}
			s += ", " + percent(n, all) + " " + name
		}
	}
	s += "."
	if t.Worst > 0 {
		s += words.Put(" The largest relative error of a rounded one is #; rounding to nearest has the bound #.", decimal(t.Worst, 4), decimal(1/(1+math.Ldexp(1, t.F.P)), 4))
	}
	return s
}

// pairSaid is one operation in words; x and y are places.
func pairSaid(t *Table, x, y int) string {
	a, b := t.Of.Code(x), t.Of.Code(y)
	k, e := y*t.N+x, t.exactly(a, b)
	class, code := t.Class[k], t.said(t.Code[k])
	s := words.Put("x #, y #: x # y ", t.said(a), t.said(b), t.Of.op())
	if class != Special {
		if s += "is exactly " + text.Value(format.F64, wide.From64(math.Float64bits(e))) + ", "; class == Exact {
			return words.Minus(s + "a code: " + code)
		}
	}
	s += "delivers " + code + ": " + classNames[class][0]
	if class == Rounded || class == Tiny {
		s += ", relative error " + strconv.FormatFloat(math.Abs((t.value[t.Code[k]]-e)/e), 'g', 3, 64)
	}
	return words.Minus(s)
}

// said is a code with its value.
func (t *Table) said(c uint8) string {
	return hexCode(t.F.Bits, uint32(c)) + " = " + words.Brief(t.F, wide.From64(uint64(c)))
}
