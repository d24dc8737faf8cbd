package round

import "ulplab/fpcore/format"

// PackInf delivers an infinite result, exactly and without a signal. Where the format has no infinity, or
// env.Overflow is Saturate or OverflowToNaN, it is an overflow, in every direction alike: Overflowed and Inexact,
// with the NaN or the largest number that Overflow's constants describe.
func PackInf(env Env, f *format.Format, sign bool) Result {
	if f.Unsigned && sign {
		return Result{Bits: f.NaN(env.NaN.Default), Flags: Invalid}
	}
	if f.HasInf() && env.Overflow != Saturate && env.Overflow != OverflowToNaN {
		return Result{Bits: f.Inf(sign)}
	}
	if env.Overflow == OverflowIEEE {
		env.Overflow = OverflowToInfinity // an infinity does not shrink to the largest number by direction
	}
	return Result{Bits: overflow(&env, f, sign), Flags: Overflowed | Inexact}
}

// PackZero delivers an exact zero: +0 where the format has no -0; a format without zero gives its smallest
// number and signals Underflow and Inexact.
func PackZero(_ Env, f *format.Format, sign bool) Result {
	if !f.HasZero() {
		return Result{Bits: f.MinPositive(false), Flags: Underflow | Inexact}
	}
	return Result{Bits: f.Zero(sign)}
}

// PackInvalid delivers the default NaN and signals Invalid. It is rare, and called from so many places that copies make the program larger.
//
//go:noinline
func PackInvalid(env Env, f *format.Format) Result {
	return Result{Bits: f.NaN(env.NaN.Default), Flags: Invalid}
}

// PackNaN delivers the NaN for operands of which at least one is a NaN, as env.NaN says, and signals Invalid if
// any of them is signaling, or if f has no NaN: then its largest positive number takes the place. Payloads keep
// their leading bits.
func PackNaN(env Env, f *format.Format, ops ...format.Num) Result {
	var r Result
	for i := range ops {
		if ops[i].Class == format.SignalingNaN {
			r.Flags = Invalid
		}
	}
	if !f.HasNaN() {
		r.Flags = Invalid
	}
	if env.NaN.NoPropagate {
		r.Bits = f.NaN(env.NaN.Default)
		return r
	}
	n := pick(env.NaN, ops)
	if !n.Class.IsNaN() {
		r.Bits = f.NaN(env.NaN.Default)
		return r
	}
	r.Bits = f.NaNWith(n.Sign, n.Sig)
	return r
}

// pick chooses the operand NaN that the rule delivers; it returns a zero if Order names none of the NaNs.
func pick(rule NaNRule, ops []format.Num) format.Num {
	if rule.X87 {
		return pickX87(ops)
	}
	order := rule.Order
	if order == [3]uint8{} {
		order = [3]uint8{1, 2, 3}
	}
	if rule.SignalingFirst {
		for _, k := range order {
			if i := int(k) - 1; 0 <= i && i < len(ops) && ops[i].Class == format.SignalingNaN {
				return ops[i]
			}
		}
	}
	for _, k := range order {
		if i := int(k) - 1; 0 <= i && i < len(ops) && ops[i].Class.IsNaN() {
			return ops[i]
		}
	}
	return format.Num{}
}

func pickX87(ops []format.Num) format.Num {
	var best format.Num
	for _, n := range ops {
		switch {
		case !n.Class.IsNaN():
		case !best.Class.IsNaN(), n.Class == format.QuietNaN && best.Class == format.SignalingNaN:
			best = n
		case n.Class == best.Class:
			if c := n.Sig.Cmp(best.Sig); c > 0 || c == 0 && !n.Sign {
				best = n
			}
		}
	}
	return best
}
