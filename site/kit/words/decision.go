package words

import (
	"strconv"
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
)

// FlagWords names the exceptions raised, in the order of IEEE 754-2019 clause 7; empty if none was.
func FlagWords(f round.Flags) []string {
	var w []string
	for _, n := range []struct {
		bit  round.Flags
		name string
	}{{round.Invalid, "invalid"}, {round.DivideByZero, "divideByZero"}, {round.Overflowed, "overflow"}, {round.Underflow, "underflow"}, {round.Inexact, "inexact"}} {
		if f&n.bit != 0 {
			w = append(w, n.name)
		}
	}
	return w
}

// Decided says in sentences how a finite non-zero value was rounded to f.
func Decided(env round.Env, f *format.Format, r round.Result) []string {
	d := r.Decision
	var out []string
	switch {
	case env.Precision != 0 && int(env.Precision) < f.P && int(d.Precision) == int(env.Precision):
		out = append(out, "Precision control keeps "+strconv.Itoa(int(env.Precision))+" bits of the "+strconv.Itoa(f.P)+" that the format has.")
	case d.Precision == 0:
		out = append(out, "The value is smaller than the smallest positive number, "+pow(f.Etiny())+": not one of its bits can be kept.")
	case int(d.Precision) < f.P:
		out = append(out, "The value is below "+pow(f.Emin)+", the smallest normal number: the last place stays at "+pow(f.Etiny())+
			", so only "+plural(int(d.Precision), "bit")+" of "+strconv.Itoa(f.P)+" can be kept.")
	}
	if d.Overflow && d.Guard|d.Round|d.Sticky == 0 {
		out = append(out, "No bit is lost, but the exponent is too large.")
	} else {
		out = append(out, Choice(env, d))
	}
	if d.Carried {
		out = append(out, "The carry runs through to a new leading bit.")
	}
	return append(out, aftermath(env, f, r)...)
}

// Choice says in one sentence how the discarded bits and the direction led to the kept bits or to one more.
func Choice(env round.Env, d round.Decision) string {
	if d.Guard|d.Round|d.Sticky == 0 {
		return "Every discarded bit is 0: the rounding loses nothing."
	}
	grs := "Guard " + bit(d.Guard) + ", round " + bit(d.Round) + ", sticky " + bit(d.Sticky) + ": "
	lost := "less than half an ulp is lost"
	tie := d.Guard == 1 && d.Round|d.Sticky == 0
	switch {
	case tie:
		lost = "exactly half an ulp is lost, a tie"
	case d.Guard == 1:
		lost = "more than half an ulp is lost"
	}
	up, stay := ", so the magnitude is rounded up.", ", so the kept bits stay."
	switch env.Direction {
	case round.TiesToEven:
		switch {
		case tie && d.LSB == 1:
			return grs + lost + "; the last kept bit is 1, so the magnitude is rounded up to make it even."
		case tie:
			return grs + lost + "; the last kept bit is 0, even already, so the kept bits stay."
		}
	case round.TiesToAway:
		if tie {
			return grs + lost + ", which goes away from zero: the magnitude is rounded up."
		}
	case round.TowardZero:
		return grs + lost + "; toward zero whatever is discarded is dropped."
	case round.TowardPositive, round.TowardNegative:
		where := "toward +∞"
		if env.Direction == round.TowardNegative {
			where = "toward −∞"
		}
		value := "positive"
		if d.Sign {
			value = "negative"
		}
		if d.Incremented {
			return grs + lost + "; the value is " + value + " and the direction " + where + up
		}
		return grs + lost + "; the value is " + value + " and the direction " + where + stay
	case round.ToOdd:
		if d.LSB == 1 {
			return grs + lost + "; the last kept bit is 1, odd already, and stays."
		}
		return grs + lost + "; the last kept bit is 0 and is set to 1, to remember that something was lost."
	case round.Stochastic:
		n := plural(int(env.RandomBits), "random bit")
		if d.Incremented {
			return grs + lost + "; with the " + n + " added, a carry reaches the kept bits" + up
		}
		return grs + lost + "; with the " + n + " added, no carry reaches the kept bits, so they stay."
	}
	if d.Incremented {
		return grs + lost + up
	}
	return grs + lost + stay
}

// aftermath says what became of a rounded magnitude outside the range of normal numbers.
func aftermath(env round.Env, f *format.Format, r round.Result) []string {
	d := r.Decision
	switch {
	case d.Overflow:
		s := "The magnitude is beyond the largest finite number: overflow. "
		c := f.ClassOf(r.Bits)
		switch {
		case c == format.Infinity:
			s += "Infinity is delivered."
		case c.IsNaN() && env.Overflow == round.OverflowToNaN:
			s += "As asked for, NaN is delivered."
		case c.IsNaN():
			s += f.Name + " has no infinity; its NaN takes the place."
		case env.Overflow == round.Saturate:
			s += "Saturated, it is the largest finite number."
		case env.Direction == round.TiesToEven || env.Direction == round.TiesToAway || env.Overflow != round.OverflowIEEE:
			s += f.Name + " has neither infinity nor NaN; the largest finite number is delivered."
		default:
			s += "In this direction the largest finite number is delivered."
		}
		return []string{s}
	case d.Flushed:
		return []string{"Subnormal results are flushed: a zero of the same sign is delivered, with underflow."}
	case d.Tiny && r.Flags&round.Underflow != 0:
		return []string{"The result is tiny and inexact, which raises underflow."}
	case d.Tiny:
		return []string{"The result is tiny but exact, so underflow is not raised."}
	}
	return nil
}

func bit(b uint8) string { return strconv.Itoa(int(b)) }

func pow(e int32) string { return Pow2(int(e)) }

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

// Pow2 returns 2 with an exponent in raised digits.
func Pow2(e int) string { return "2" + Raised(e) }

// Raised returns an integer in superscript digits.
func Raised(n int) string {
	s := strconv.Itoa(n)
	out := make([]rune, 0, len(s))
	for _, c := range s {
		if c == '-' {
			out = append(out, '⁻')
			continue
		}
		out = append(out, []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[c-'0'])
	}
	return string(out)
}

// ExactName labels the row of the exact result.
var ExactName = map[string]string{
	"add": "a + b", "sub": "a − b", "mul": "a × b", "div": "a ÷ b", "fma": "a × b + c", "sqrt": "√a",
	"rem": "remainder", "fmod": "remainder", "scaleb": "a × 2ᵇ",
}

// Midpoint labels the tick half-way between two neighbours.
const Midpoint = "midpoint"

// WouldFollow labels the number after the largest one, which the format does not have.
const WouldFollow = "would come next"

// Stored says how a typed number differs from the datum it became: value is the datum in decimal, err the
// difference in ulp.
func Stored(value, err string) string { return "stored: " + value + " (" + err + " ulp)" }

// Evaluated returns what a typed expression comes to before it is rounded, "" for a plain number.
func Evaluated(p text.Parsed) string {
	if p.Kind != text.KindExpression || !p.Finite {
		return ""
	}
	if p.Near {
		return DigitsTo(p.Exact, 40) + ", as far as 4,096 bits tell"
	}
	return DigitsTo(p.Exact, 40)
}

// StoredOverflow says that a typed number is too large.
func StoredOverflow(name string) string { return "too large for " + name + ": it overflows on entry" }

// FlushedIn says that a subnormal operand was read as zero.
func FlushedIn(operand string) string {
	return "Operand " + operand + " is subnormal and is read as a zero of the same sign; the error is that against the value it has."
}

// LostElsewhere labels the bits of a product that a separate multiplication would have rounded away.
const LostElsewhere = "a separate product rounds these away"

// Stale says whose values a result is of while the texts of the operands named are not understood.
func Stale(names []string) string {
	verb := " is"
	if len(names) > 1 {
		verb = " are"
	}
	return "Not the answer to what is typed: " + strings.Join(names, ", ") + verb + " not understood. Dimmed is the result for the last values that were."
}

const DenormalOperand = "denormal operand"
