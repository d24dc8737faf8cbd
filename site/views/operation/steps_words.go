package operation

import (
	"strconv"
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/site/kit/microscope"
	"ulplab/site/kit/words"
)

// Titles of the frames, and the sentences that are the same for all operands.
const (
	stepOperands  = "Operands"
	stepMultiply  = "Multiply"
	stepAlign     = "Align"
	stepAdd       = "Add"
	stepScale     = "Scale"
	stepQuotient  = "Quotient"
	stepNearest   = "Nearest quotient"
	stepUnits     = "Find the units"
	stepNormalise = "Normalise"
	stepCut       = "Cut"
	stepResult    = "Round"

	operandsText = "Every significand begins with its leading 1; the power of two beside it says which place that is."
	scaleText    = "The digits stay; every one of them moves by b places."
	unitsText    = "An integer ends with the digit of weight 2⁰: there it will be cut."
	quotientZero = "a is smaller than b: the whole quotient is 0, and all of a is left."
	nearestDown  = "What is left is not more than half of b, or an exact half with an even quotient: the quotient stays, and this is the remainder."
	nearestUp    = "What is left is more than half of b, or an exact half with an odd quotient: the quotient is rounded up, b is taken off once more, and the remainder has the other sign."
)

// noSteps says why an operation has no steps.
func noSteps(id string) string {
	switch id {
	case Compare:
		return "There are no steps: a comparison says how two numbers are ordered, and computes none."
	case "min", "max", "minnum", "maxnum":
		return "There are no steps: one of the operands is chosen, and no digit is computed."
	case "neg", "abs", "copysign":
		return "There are no steps: only the sign bit is set."
	case "nextup", "nextdown":
		return "There are no steps: the result is the neighbouring number of the format."
	case "logb":
		return "There are no steps: the result is the exponent, read from the operand."
	case ToInt, FromInt:
		return "There are no steps: zero needs none, and what no integer of the type is near has its result by rule."
	}
	return "There are no steps: with a zero, an infinity or a NaN the result follows by rule, not by digits."
}

func multiplyText(p int) string {
	return "The significands are multiplied exactly: two numbers of " + strconv.Itoa(p) + " bits make a product of at most " + strconv.Itoa(2*p) + ". The exponents are added."
}

// alignText says how far the smaller operand moves.
func alignText(rows []microscope.ScopeRow) string {
	var high []int
	for _, r := range rows {
		if !r.Hidden && !r.Zero {
			high = append(high, r.High)
		}
	}
	if len(high) < 2 {
		return "Only one operand is not zero: nothing has to be moved."
	}
	switch d := max(high[0], high[1]) - min(high[0], high[1]); d {
	case 0:
		return "The exponents are equal: nothing has to be moved."
	case 1:
		return "The exponents differ by 1: the smaller operand moves right by one place, so that equal powers of two stand in one column."
	default:
		return "The exponents differ by " + strconv.Itoa(d) + ": the smaller operand moves right by so many places, so that equal powers of two stand in one column."
	}
}

func addText(rows []microscope.ScopeRow, sum *microscope.ScopeRow) string {
	signs := 0
	for _, r := range rows {
		if !r.Hidden && r.Sign {
			signs++
		}
	}
	switch {
	case sum.Zero:
		return "The signs differ and the magnitudes are equal: nothing is left."
	case signs == 1:
		return "The signs differ: the smaller magnitude is taken from the larger one, column by column, without losing a bit."
	}
	return "Added column by column, with carries, without losing a bit."
}

// normaliseText says which place leads, and where the last kept one is.
func normaliseText(f *format.Format, e *microscope.ScopeRow, d round.Decision) string {
	s := "The leading 1 has the weight " + words.Pow2(e.Top) + ". "
	switch {
	case d.Precision == 0:
		return s + "It lies below " + words.Pow2(int(d.Quantum)) + ", the last place of " + f.Name + ": no bit can be kept."
	case int(d.Precision) < f.P && e.Top < int(f.Emin):
		return s + "That is below " + words.Pow2(int(f.Emin)) + ", the smallest normal number, so the last place is " + words.Pow2(int(d.Quantum)) + ", and " + count(int(d.Precision), "bit") + " can be kept."
	}
	return s + "It is the exponent of the result; " + count(int(d.Precision), "bit") + " from there can be kept, down to " + words.Pow2(int(d.Quantum)) + "."
}

// count is a number of things.
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

// cutText says what is discarded; digits tells of a quotient or root that may go on.
func cutText(d round.Decision, digits bool) string {
	if d.Guard|d.Round|d.Sticky == 0 {
		return "Nothing but zeros stands after the cut: the result is exact."
	}
	s := "After the last kept place follow the guard bit " + strconv.Itoa(int(d.Guard)) + " and the round bit " + strconv.Itoa(int(d.Round)) + "; the sticky bit is " + strconv.Itoa(int(d.Sticky))
	switch {
	case digits && d.Sticky == 1:
		s += ", since something is left over after these digits"
	case d.Sticky == 1:
		s += ", since a 1 stands somewhere behind them"
	default:
		s += ", since only zeros stand behind them"
	}
	rest := "less than half"
	switch {
	case d.Guard == 1 && d.Round|d.Sticky == 0:
		rest = "exactly half"
	case d.Guard == 1:
		rest = "more than half"
	}
	return s + ". What is discarded is " + rest + " of the last kept place."
}

// digitWords tells of digit k: its title, what is compared, and the labels of the rows.
func digitWords(id string, list []arith.Digit, k int, d round.Decision) (title, text string, labels microscope.DigitWords) {
	at := list[k]
	what, by := "quotient", "b × "+words.Pow2(int(at.Weight))
	switch id {
	case "sqrt":
		what, by = "root", "(2r + w) × w"
	}
	labels = microscope.DigitWords{Before: "remainder", Trial: by, After: "new remainder", Digits: what}
	title = "Digit " + strconv.Itoa(k+1) + " of the " + what + ", " + words.Pow2(int(at.Weight))
	var b strings.Builder
	if id == "sqrt" {
		b.WriteString("With the root r so far and the weight w = " + words.Pow2(int(at.Weight)) + ", one more digit lets the square grow by " + by + ". ")
	}
	if at.One {
		b.WriteString("It fits into the remainder: the digit is 1, and it is taken off.")
	} else {
		b.WriteString("It does not fit into the remainder: the digit is 0, and nothing is taken off.")
	}
	switch w := at.Weight; {
	case !d.Rounded || w > d.Quantum:
	case w == d.Quantum:
		b.WriteString(" This is the last digit that is kept.")
	case w == d.Quantum-1:
		b.WriteString(" It is the guard bit.")
	default:
		b.WriteString(" It is the round bit.")
	}
	if at.After.IsZero() {
		b.WriteString(" Nothing is left: all further digits are 0.")
	}
	return title, b.String(), labels
}
