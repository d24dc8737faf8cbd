package words

import (
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
)

// Special says why an operation delivered a result without rounding: NaN, infinity, an exact zero, or a datum that was
// only moved. a are the operands that the operation has, as it reads them: flushed says that a subnormal one was read as
// zero. names are their letters, dst is the format of the result r.
func Special(id, names string, a []format.Num, flushed bool, dst *format.Format, r round.Result) string {
	for i, n := range a {
		switch {
		case n.Class.IsInvalid():
			return "Operand " + names[i:i+1] + " is an encoding that the x87 unit refuses: invalid operation, and the default NaN is delivered."
		case n.Class == format.SignalingNaN && r.Flags&round.Invalid != 0 && dst.ClassOf(r.Bits).IsNaN():
			return "Operand " + names[i:i+1] + " is a signaling NaN: it raises invalid, and a quiet NaN is delivered."
		}
	}
	out := dst.Unpack(r.Bits)
	switch id {
	case "neg", "abs", "copysign":
		return "Only the sign bit is touched: nothing is rounded and no exception is raised."
	case "nextup", "nextdown":
		return "The neighbouring code is delivered: nothing is rounded."
	case "min", "max", "minnum", "maxnum":
		if !out.Class.IsNaN() && !flushed {
			return "One of the operands is delivered as it is."
		}
	}
	switch {
	case out.Class.IsNaN() && r.Flags&round.Invalid != 0:
		return invalid(id, a, dst)
	case out.Class.IsNaN() && anyNaN(a):
		return "An operand is a NaN; a quiet NaN is passed on, and no exception is raised."
	case anyNaN(a) && r.Flags&round.Invalid != 0:
		return dst.Name + " has no NaN: invalid operation, and the largest number is delivered."
	case r.Flags&round.DivideByZero != 0 && id == "logb":
		return "The exponent of zero is minus infinity, exactly: divideByZero."
	case r.Flags&round.DivideByZero != 0:
		return "A finite number divided by zero is an infinity, exactly: divideByZero."
	case out.Class == format.Infinity:
		return "An operand is infinite, and so is the result, exactly: no exception."
	case r.Flags&round.Overflowed != 0:
		return "The result is infinite, but " + dst.Name + " was asked for something else: it counts as an overflow."
	case out.Class == format.Zero && flushed:
		return "With subnormal operands read as zero the result is a zero; of the operands as they stand it need not be one."
	case out.Class == format.Zero:
		return zero(id, a)
	case r.Flags&round.Underflow != 0:
		return dst.Name + " has no zero; its smallest number is delivered, with underflow."
	}
	return "Nothing had to be rounded."
}

func anyNaN(a []format.Num) bool {
	for _, n := range a {
		if n.Class.IsNaN() {
			return true
		}
	}
	return false
}

// invalid says why an operation of finite numbers, infinities and zeros has no result in dst.
func invalid(id string, a []format.Num, dst *format.Format) string {
	isInf := func(i int) bool { return i < len(a) && a[i].Class == format.Infinity }
	isZero := func(i int) bool { return i < len(a) && a[i].Class == format.Zero }
	why := "the operation has no value for these operands"
	switch {
	case (id == "mul" || id == "fma" || id == "scaleb") && (isZero(0) && isInf(1) || isInf(0) && isZero(1)):
		why = "zero times infinity has no value"
	case (id == "add" || id == "sub") && isInf(0) && isInf(1), id == "fma" && isInf(2) && (isInf(0) || isInf(1)):
		why = "infinity minus infinity has no value"
	case id == "div" && isInf(0) && isInf(1):
		why = "infinity divided by infinity has no value"
	case id == "div" && isZero(0) && isZero(1):
		why = "zero divided by zero has no value"
	case id == "sqrt" && len(a) > 0 && a[0].Sign && !isZero(0):
		why = "a negative number has no real root"
	case (id == "rem" || id == "fmod") && isInf(0):
		why = "an infinity has no remainder"
	case (id == "rem" || id == "fmod") && isZero(1):
		why = "there is no remainder by zero"
	case dst.Unsigned:
		why = "the result is negative and " + dst.Name + " has no sign"
	}
	return "Invalid operation: " + why + ", so the default NaN is delivered."
}

func zero(id string, a []format.Num) string {
	all := true
	for _, n := range a {
		all = all && n.Class == format.Zero
	}
	if all || id != "add" && id != "sub" && id != "fma" {
		return "The result is exactly zero; its sign follows from the operands' signs."
	}
	return "The operands cancel: the result is exactly zero, +0 in every direction but toward −∞, where it is −0."
}
