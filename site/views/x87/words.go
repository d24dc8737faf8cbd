package x87

import (
	"strconv"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/round"
	"ulplab/fpcore/x86"
	"ulplab/site/kit/words"
)

// ExampleWords holds name and note of each of Examples: ID, name, note.
const ExampleWords = `double|Double rounding: 1 + 0x1.0000000000001p-53|In the register the sum becomes a tie of two doubles; the store then rounds the tie to even. One rounding would have gone up.
figure5|The dot product of Figure 5|Kept in registers and stored once, the sum is the correctly rounded one, 0x3d653501. With every step stored it is that of SSE, 0x3d653510.
figure1|Figure 1 on x86: a·a + b|SSE loses the last bit of the product and gives 0; FMA3 keeps it, and so does a register of x87: 2⁻⁴⁶.
cosine|Figure 6: cos(5992555.0)|A good library gives 3.320904615e-07; the instruction fcos reduces the argument with a π of 66 bits and gives 3.320904692e-07.
self|A quotient that differs from itself|1/3 in a register is not the double that was stored: compared with its own copy it is unequal. GCC’s list knows this as bug 323, reported again and again.
overflow|An overflow on the way: a·a/b|10⁴⁰⁰ is beyond double, but not beyond a register with its 15 bits of exponent. SSE overflows, x87 does not, unless the square is stored.
discriminant|A discriminant: b·b − 4·a·c|The true value is 7.5625. The two products agree in all 53 bits of a double: SSE sees a double root, the 64 bits of x87 hold both products exactly.
tenth|0.1 × 10 − 1: -mpc80 against -mpc64|The product differs from 1 by 2⁻⁵⁴. A register of 64 bits keeps that, 53 bits do not.
mpc64|-mpc64 is not SSE|The control word shortens the significand to 53 bits, not the exponent: a result that is subnormal as a double is rounded twice all the same.
cast|A cast that does nothing|(float) of a float expression is no instruction in GCC’s GNU mode. With -std=c11, or with the switch beside the product, it is a store.
wider|One cast to double|The product of two floats fits in a double. SSE converts and computes in double, x87 computes as before.
flush|Flush to zero: SSE only|FTZ and DAZ are bits of MXCSR. x87 has no such mode and delivers the subnormal number.
trap|A division by zero that traps|With its mask clear, the exception ends the program at the division. A GPU has no such thing: it delivers infinity and goes on.`

// Words of the view.
const (
	formulaNote  = "C over a to h: + − * / ( ), constants, (float), (double), sqrt, fabs, fma, sin, cos. As in C, 2.0 is a double and 2.0f a float; functions take the type of their operand."
	linesTitle   = "Instruction by instruction"
	linesNote    = "Choose an x87 instruction to see the registers around it. “store” rounds the value to its type in memory and loads it again, as a compiler does when it runs out of registers, when a variable is volatile, or with -ffloat-store."
	regsTitle    = "The registers of x87"
	regsCaption  = "80 bits each: sign, 15 bits of exponent, the integer bit that other formats leave out, 63 bits of fraction. Loads push, arithmetic pops: st(0) is the top."
	twiceTitle   = "Rounded twice"
	twiceCaption = "Purple: the exact value, and where one rounding would take it. Amber: the first rounding, in the register. Blue: the second, by the store."
	waysTitle    = "Which options give which evaluation"
	waysNote     = "Errors are of the value without any rounding. -mpc32, -mpc64 and -mpc80 set the precision control as the program starts (documented, GCC manual). With -ffloat-store GCC 12.2 stores every intermediate result, with -std=c11 every cast (measured). Choose an x87 line to evaluate it above."
	wordsTitle   = "Control and status"
	wordsNote    = "Click a bit. Rounding and masks can be set for each unit; precision exists in x87 only, flushing to zero in SSE only."
	cosTitle     = "Why fcos differs: 66 bits of π"
	cosNote      = "The argument is reduced by multiples of π/2 before the series. With π truncated to 66 bits the error of the constant is multiplied by as many quarter turns as fit, here to be seen against a small remainder. Documented: Intel SDM volume 1, 8.3.8. Measured: the bits of fcos in this page are those of an AMD EPYC; GCC 12.2 itself writes the instruction only with -funsafe-math-optimizations. Inferred: the 32-bit library of Figure 6 used it, since the digits are the same."
	tableFold    = "GPUs and processors side by side"
	tableTitle   = "Chapter 4.7: GPU and x86 side by side"
)

// waysWords holds the name and the command of a way to compile, by precision, with s for stores of every value.
const waysWords = `sse|SSE|gcc -O2 -mfpmath=sse -msse2 -ffp-contract=off
fma|SSE with FMA3|gcc -O2 -mfma -ffp-contract=fast
64|x87, kept in registers|gcc -O2 -m32 -mfpmath=387 -mpc80
53|x87, 53 bits|gcc -O2 -m32 -mfpmath=387 -mpc64
24|x87, 24 bits|gcc -O2 -m32 -mfpmath=387 -mpc32
64s|x87, every value stored|gcc -O2 -m32 -mfpmath=387 -ffloat-store
53s|x87, 53 bits, every value stored|gcc -O2 -m32 -mfpmath=387 -mpc64 -ffloat-store
cast|x87, casts stored|gcc -O2 -m32 -mfpmath=387 -std=c11`

// x87Way returns the name and the command of a way to compile: sse, fma, cast, or a precision, with s for stores.
func x87Way(key string) (name, command string) {
	w := words.ExampleOf(waysWords, key, "")
	return w.Name, w.Note
}

// fieldWords is a field of a register: its lowest bit, its width and what its values mean.
type fieldWords struct {
	Name       string
	Low, Width int
	Means      []string
}

var (
	x87Rounding = []string{"to nearest, ties to even", "toward negative", "toward positive", "toward zero"}
	masks       = [6]string{"invalid", "denormal operand", "divide by zero", "overflow", "underflow", "precision (inexact)"}
)

// fields6 are the six exceptions from bit low up, highest first.
func fields6(letters string, low int, clear, set string) []fieldWords {
	var out []fieldWords
	for i := 5; i >= 0; i-- {
		out = append(out, fieldWords{"IDZOUP"[i:i+1] + letters, low + i, 1, []string{masks[i] + ": " + clear, masks[i] + ": " + set}})
	}
	return out
}

// X87Control, X87MXCSR and X87Status lay out the registers (Intel SDM volume 1, 8.1.3, 8.1.5 and 10.2.3).
var (
	control = append([]fieldWords{
		{"RC", 10, 2, x87Rounding},
		{"PC", 8, 2, []string{"24 bits", "reserved, acts as 64 bits", "53 bits", "64 bits"}},
	}, fields6("M", 0, "traps", "masked")...)
	mxcsr = append(append([]fieldWords{
		{"FTZ", 15, 1, []string{"tiny results are kept", "tiny results become zero"}},
		{"RC", 13, 2, x87Rounding},
	}, fields6("M", 7, "traps", "masked")...), fieldWords{"DAZ", 6, 1, []string{"subnormal operands are kept", "subnormal operands are read as zero"}})
	x87Status = append([]fieldWords{
		{"TOP", 11, 3, []string{"register 0 is st(0)", "register 1 is st(0)", "register 2 is st(0)", "register 3 is st(0)", "register 4 is st(0)", "register 5 is st(0)", "register 6 is st(0)", "register 7 is st(0)"}},
		{"C2", 10, 1, []string{"argument in range", "argument of fsin or fcos out of range"}},
		{"C1", 9, 1, []string{"not rounded away from zero", "rounded away from zero"}},
		{"ES", 7, 1, []string{"no unmasked exception", "an unmasked exception waits"}},
	}, fields6("E", 0, "not raised", "raised")...)
)

// x87Line says in sentences what an x87 instruction did.
func x87Line(l *x86.Line, w x86.ControlWord) []string {
	var out []string
	switch l.Kind {
	case x86.LineLoad, x86.LineAgain:
		out = append(out, "A load is exact: every float and double fits into a register.")
	case x86.LineStore, x86.LineFinal:
		s := "The register is rounded to the " + strconv.Itoa(l.To.F.P) + " bits of " + l.To.F.Name + " and to its range"
		if l.R.Flags&round.Inexact == 0 {
			s += "; nothing is lost."
		} else {
			s += "."
		}
		out = append(out, s)
	default:
		switch {
		case l.Name == "fsin" || l.Name == "fcos":
			out = append(out, "Rounded to 64 bits, whatever the precision control is.")
		case l.R.Decision.Rounded && l.R.Flags&round.Inexact != 0:
			out = append(out, "Rounded to "+strconv.Itoa(w.Precision())+" bits, as the precision control says, in the range of the register.")
		case l.R.Decision.Rounded:
			out = append(out, "Exact in "+strconv.Itoa(w.Precision())+" bits.")
		}
	}
	if l.R.Flags&^round.Flags(w&0x3f) != 0 {
		s := "An exception that is not masked: the program stops here"
		switch {
		case l.None:
			s += ", its registers as they were."
		case l.R.Flags&(round.Overflowed|round.Underflow) != 0:
			s += ", the result with its exponent moved by 24576 for whoever handles it."
		default:
			s += "."
		}
		out = append(out, s)
	}
	return out
}

// compare says how a value in a register compares with its copy in memory.
func compare(r arith.Relation) string {
	switch r {
	case arith.Equal:
		return "The value in the register equals its stored copy."
	case arith.Less:
		return "The value in the register is less than its stored copy: a program that compares the two finds them unequal."
	case arith.Greater:
		return "The value in the register is greater than its stored copy: a program that compares the two finds them unequal."
	}
	return "The value is a NaN: unequal to everything, itself included, on any machine."
}

// twiceWords says what the second rounding did.
func twiceWords(double, tie, firstExact, secondExact bool, bits, to int) string {
	a, b := strconv.Itoa(bits), strconv.Itoa(to)
	switch {
	case double && tie:
		return "Rounding to " + a + " bits makes a tie of the exact value, and the tie goes to even: the result is not the exact value rounded to " + b + " bits."
	case double:
		return "The first rounding, to " + a + " bits, takes the value to where the second goes the other way: the result is not the exact value rounded once."
	case firstExact:
		return "The register holds the exact value, so that only the store rounds."
	case secondExact:
		return "The first rounding already gave a number of " + b + " bits."
	}
	return "Both roundings together give what one would."
}

// answer is what each unit makes of the formula.
func answer(m *Model) string {
	said := func(c *Column) string {
		s := words.Minus(c.Result.Brief)
		switch {
		case c.Trap != "":
			return "stops: " + c.Trap + " is not masked"
		case c.Error.Known && c.Error.Text != "0":
			s += ", error " + words.Minus(c.Error.Text) + " ulp"
		}
		return s
	}
	list, same := "", true
	for i := range m.Columns {
		if i > 0 {
			list += "; "
		}
		list += titles[i] + ": " + said(&m.Columns[i])
		same = same && said(&m.Columns[i]) == said(&m.Columns[0])
	}
	if same {
		return m.Formula + " is " + said(&m.Columns[0]) + ", on SSE, with FMA3 and on x87."
	}
	return m.Formula + ". " + list + "."
}
