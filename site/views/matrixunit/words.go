package matrixunit

import (
	"strconv"
	"strings"

	"ulplab/fpcore/round"
	"ulplab/fpcore/tensor"
	"ulplab/site/kit/microscope"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/words"
)

// ExampleWords holds the words of Examples, one a line: ID, name, note.
const ExampleWords = `vanish|Small terms beside a large one|C is 1 and every product is 2⁻²⁵, a quarter of an ulp of 1. Each generation truncates every term at the end of its own window before anything is added.
volta|One bit more: 7.0 and 8.0|1 − 2⁻²⁴ is a binary32 number. Without the additional bit of later generations the whole product is truncated.
cancel|Cancellation|Two products of 2³⁰ cancel. What is added beside them lies below the window and is gone before the cancellation; so it is in a chain, by its roundings.
order|Another order of the same products|Within a block the order of the products means nothing. In a chain it does, and so does the place of a product among several blocks.
truncate|Toward zero|The sum is 1 + ¾ ulp. A matrix unit with a binary32 result truncates it; rounding to nearest goes up.
subnormal|A subnormal result|Products below 2⁻¹²⁶: the largest exponent is not taken as less than a bound, and the bound differs by one between generations.
inputs|Subnormal operands|A subnormal operand keeps the exponent of the smallest normal number, so the window begins at places that hold zeros, and ends earlier.
turing|Turing, where two sources disagree|Blocks of 8 or of 4? Four products of 2⁻²⁵, then 1: the sources give different bits, and both are shown.
eight|FP8 with 14 bits|Hopper's wgmma keeps 13 fraction bits of E4M3 products and 14 significant bits of the sum, in a register of 32. Later capabilities keep more.
pairs|An instruction made of others|Hopper has no unit for mma.sync with FP8: the compiler converts to binary16 and issues two instructions, one for k with k mod 4 below 2, one for the rest, and an addition.
half|A binary16 accumulator|Binary16 results are rounded to nearest, once for a block. A chain of binary16 operations rounds each product away.
quads|One name, two machines|m8n8k4 of binary16 is Volta’s own instruction. For 9.0 the compiler makes it of shuffles and binary32 arithmetic: small products come together before C is added.
double|binary64: a chain|The binary64 unit is a chain of fused multiply-adds, each rounded to nearest: nothing is aligned in common.
wrap|Integers: a sum beyond 32 bits|C is 2³¹ − 1. Without .satfinite the sum wraps to a negative number; with it the largest number is delivered. PTX documents both.
between|Integers: clamped in between|One instruction of 32 products adds them all before it clamps, two of 16 clamp between them. Without .satfinite it would make no difference: wrapping is associative.
dp4a|dp4a beside a matrix instruction|dp4a, on every GPU from 6.1 on, adds four products of bytes in one thread; a matrix instruction with 16 products is exact too, and gives the same.
bits|Single bits|Numbers are registers of 32 bits, and .xor.popc counts the places that differ: for bits that stand for 1 and −1 the dot product is K less twice the count. .and.popc counts the ones that both have.
scales|Block scales: 25 bits or 35|Each scale is 2⁻¹³, so every product is 2⁻²⁶. kind::mxf8f6f4 aligns the products one by one and truncates each beside C; kind::mxf4 first adds 16 of them exactly.
nvfp4|NVFP4: a product that vanishes|Two groups of 16 products with scales of 448 cancel. What is left is one product of 2⁻²⁰, below the window of 35 bits that the largest scales set.`

const (
	scopeTitle    = "What the unit adds"
	chainWords    = "Each product is added by a fused multiply-add, rounded to nearest, in rising k. Nothing is aligned in common and nothing is truncated: the result is that of the chain."
	quadWords     = "No matrix unit takes part: the compiler makes this instruction of shuffles and binary32 arithmetic, each operation rounded to nearest. "
	fourWords     = "A chain of fused multiply-adds adds the products to +0 in rising k, and C is added last."
	pairsWords    = "The products of a pair are added by a fused multiply-add, the sums of the pairs are added to C in rising k, and the last sum is rounded to binary16."
	addedWords    = "C is added last, by an ordinary addition to nearest:"
	sourcesTitle  = "How this is known"
	sourcesNote   = "Every number of the two units says how it is known and from where. No vendor documents how a matrix unit adds."
	integerNote   = "PTX documents the arithmetic of these instructions; what was measured besides is said."
	fragmentTitle = "Where an element lives"
	noFragment    = "The operands of this instruction do not lie in registers that PTX documents element by element: tcgen05 reads shared and tensor memory, and dp4a and dp2a belong to one thread."
	listHint      = "1 2^-25 x15"
	integerHint   = "1 -128 0x7f x15"
	fillHint      = "Fill a and b with"
)

// figureCaption says what to notice in the pictures of the two units.
var figureCaption = [2]string{
	"Rows are exact products and the accumulator on one scale of powers of two. Struck bits lie below the window and are gone before anything is added; zeros at the end of a number are left out.",
	"The same operands on the same scale: where this unit’s window ends, and where one block ends and the next begins."}

// integerCaption is figureCaption of integers.
var integerCaption = [2]string{
	"Rows are exact products and C on one scale of powers of two. Nothing is aligned or truncated; what the sum has beyond 32 bits is lost.",
	"The same operands on the same scale."}

// listNames names the lists of the state.
var listNames = [...]string{rowA: "a: row of A", columnB: "b: column of B", scalesA: "Scales of a", scalesB: "Scales of b"}

// typeWords names a type of PTX, or a scaling.
func typeWords(t string) string {
	name, vector, _ := strings.Cut(t, " ")
	switch {
	case t == "":
		return "none"
	case vector != "":
		return tensor.Format(name).Name + ", one for " + vector + " elements"
	case t == "and", t == "xor":
		return "." + t + ".popc"
	case tensor.Format(t) == nil:
		return t
	}
	return tensor.Format(t).Name
}

// counted says how many numbers a list has.
func counted(n int, t number) string {
	if t == "b1" {
		return words.Count(n, "register") + " of 32 bits"
	}
	return words.Count(n, "number") + " of " + typeWords(string(t))
}

// integer reports a unit for integers.
func (s *Side) integer() bool { return s.Unit.Instruction().Integer() }

// words describes the unit.
func (s *Side) words() string {
	if !s.integer() {
		return unitWords(s.Block)
	}
	return "an exact sum; beyond 32 bits " + beyondWords(s)
}

// beyondWords says what becomes of a sum beyond 32 bits.
func beyondWords(s *Side) string {
	if s.Unit.Instruction().Form == "satfinite" {
		return "it is clamped"
	}
	return "it wraps"
}

// lostWords labels the row of what that takes from the sum.
func lostWords(s *Side) microscope.Term {
	if s.Unit.Instruction().Form == "satfinite" {
		return microscope.Term{Label: "clamped"}
	}
	return microscope.Term{Label: "wrapped", Note: "by 2³²"}
}

// integerWords says what became of a sum of integers.
func integerWords(b *Block, out *operand.Datum) string {
	sum := strconv.FormatInt(b.Step.Sum, 10)
	if int64(b.Step.Out) == b.Step.Sum {
		return "Products and C add up to " + words.Minus(sum) + ", which 32 bits hold."
	}
	return words.Minus("Products and C add up to " + sum + ", which 32 bits do not hold: " + out.Brief + " is delivered.")
}

// integerVerdict compares two units that add integers.
func integerVerdict(m *Model) string {
	x, y := &m.Sides[0], &m.Sides[1]
	said := func(s *Side) string {
		if s.Error.Text == "0" {
			return "is exact"
		}
		return "is " + strings.TrimLeft(words.Minus(s.Error.Text), "+−") + " off, since beyond 32 bits " + beyondWords(s)
	}
	a, b := said(x), said(y)
	switch {
	case x.Result.Code != y.Result.Code:
		return words.Put("The units differ: # #; # #.", shortName(x.Unit.Instruction()), a, shortName(y.Unit.Instruction()), b)
	case x.Error.Text == "0":
		return "Both units deliver the exact sum."
	}
	return "Both units deliver the same bits; the result " + a + "."
}

// unitWords describes a unit in a few words.
func unitWords(u tensor.Unit) string {
	if u.Chain != 0 {
		return words.Fill("chains of # products in binary32, added to C", u.Chain)
	}
	if u.Frac == 0 {
		return "a chain of fused multiply-adds"
	}
	return words.Fill("blocks of # products, # fraction bits, ", u.Terms, u.Frac) + roundingWords(u)
}

// roundingWords says what becomes of the sum of a block.
func roundingWords(u tensor.Unit) string {
	s := "rounded to nearest"
	if u.Direction == round.TowardZero {
		s = "truncated"
	}
	if u.Precision != 0 {
		s += words.Fill(" to # bits", u.Precision)
	}
	if u.Zeros {
		s += "; zeros count, with the exponent −126 (MMA-Sim)"
	}
	return s
}

func windowWords(s *tensor.Step, u tensor.Unit) string {
	if u.Frac == 0 {
		return "32 bits"
	}
	return "largest exponent " + words.Superscripts(words.Power(int64(s.Top))) + words.Fill(", window of # fraction bits", u.Frac)
}

// chainNote says how a unit without blocks adds k products.
func chainNote(u tensor.Unit, k int) string {
	switch u.Chain {
	case 0:
		return chainWords
	case k:
		return quadWords + fourWords
	}
	return quadWords + pairsWords
}

// blockTitle names a block where there are several.
func blockTitle(s *Side, n int) string {
	if len(s.Blocks) == 1 {
		return ""
	}
	t := words.Fill("Block # of #", n+1, len(s.Blocks))
	if per := len(s.Block.Blocks(s.Unit.Instruction().K)); per < len(s.Blocks) {
		t += words.Fill(", instruction #", n/per+1)
	}
	return t
}

// blockCaption says what a block did, with its numbers.
func blockCaption(s *Side, b *Block, out *operand.Datum) string {
	step := &b.Step
	if s.integer() {
		return integerWords(b, out)
	}
	if step.Special {
		return "An operand is an infinity or a NaN: nothing is aligned, and the result is " + out.Brief + "."
	}
	zeros, all := 0, len(step.Terms)
	for _, t := range step.Terms {
		if t.Sig == 0 {
			zeros++
		}
	}
	if zeros == all {
		return "Every term is zero."
	}
	text := words.Fill("The largest exponent is #, so the terms are truncated below 2^#. ", int(step.Top), int(step.Quantum))
	if zeros > 0 {
		text += words.Capital(words.Count(zeros, "term") + words.Fill(" of #", all) + be(zeros, " is", " are") + " zero and passed over. ")
	}
	if v, n := lost(step); n == 0 {
		text += "No bit is truncated, and the sum is "
	} else {
		text += words.Put("# # bits, # in all. Of what remains the sum is ", words.Count(n, "term"), be(n, "loses", "lose"), words.DigitsTo(v.Ratio(), 9))
	}
	d := &step.Rounded
	switch {
	case step.Sum == 0:
		return text + "0."
	case d.Overflow:
		return text + "beyond the largest number."
	case d.Guard|d.Round|d.Sticky == 0:
		return text + "a number of " + resultWords(s) + "."
	case d.Incremented:
		return text + "rounded up in magnitude, to nearest."
	case s.Block.Direction == round.TowardZero:
		return text + "truncated to " + resultWords(s) + "."
	}
	return text + "rounded down in magnitude, to nearest."
}

func resultWords(s *Side) string {
	if p := s.Block.Precision; p != 0 {
		return words.Fill("# significant bits", p)
	}
	return tensor.Format(s.Unit.Instruction().D).Name
}

func be(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}

// verdict compares the units with each other, with correct rounding and with a chain.
func verdict(m *Model, finite bool, correct, chain uint64) string {
	x, y := &m.Sides[0], &m.Sides[1]
	same := x.Result.Code == y.Result.Code
	if !finite {
		said := "An operand is not finite; "
		if same {
			return said + "both units deliver " + x.Result.Brief + "."
		}
		return said + words.Put("the units deliver # and #.", x.Result.Brief, y.Result.Brief)
	}
	off := func(e *operand.Error) string {
		if !e.Known {
			return "overflows"
		}
		if e.Text == "0" {
			return "is exact"
		}
		return "is " + strings.TrimLeft(words.Minus(e.Text), "+−") + " ulp off"
	}
	if same {
		said := "Both units deliver the "
		switch {
		case x.Result.Code.Lo == correct && x.Error.Text == "0":
			return said + "exact result."
		case x.Result.Code.Lo == correct:
			return said + "correctly rounded result."
		case x.Result.Code.Lo == chain:
			return said + "same bits, which a chain of fused multiply-adds gives too; the result " + off(&x.Error) + "."
		}
		return said + "same bits; the result " + off(&x.Error) + ", and a chain of fused multiply-adds gives other bits."
	}
	name, other := x.Name, y.Name
	if x.Name == y.Name {
		name, other = shortName(x.Unit.Instruction()), shortName(y.Unit.Instruction())
	}
	return words.Put("The units differ: # #, # #.", name, off(&x.Error), other, off(&y.Error))
}
