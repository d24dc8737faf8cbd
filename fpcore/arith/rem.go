package arith

import (
	"math/bits"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/trace"
	"ulplab/fpcore/wide"
)

// Remainder delivers a - n*b with n the integer nearest to a/b, the even one of two (IEEE 754-2019 5.3.1). It is
// exact when dst can hold it; a zero result has the sign of a. Remainder of an infinity, or by zero, is invalid.
func Remainder(env round.Env, dst, src *format.Format, a, b wide.U128, t *trace.Trace) round.Result {
	return rem(env, dst, src, a, b, true, t)
}

// Fmod delivers a - n*b with n = a/b truncated to an integer, as C's fmod. Otherwise as Remainder.
func Fmod(env round.Env, dst, src *format.Format, a, b wide.U128, t *trace.Trace) round.Result {
	return rem(env, dst, src, a, b, false, t)
}

func rem(env round.Env, dst, src *format.Format, a, b wide.U128, nearest bool, t *trace.Trace) round.Result {
	x, y := read(env, src, a), read(env, src, b)
	if notNumber(x) || notNumber(y) {
		return nan2(env, dst, x, y)
	}
	switch {
	case isInf(x) || isZero(y):
		return round.PackInvalid(env, dst)
	case isZero(x):
		return round.PackZero(env, dst, x.Sign)
	}
	record(t, trace.OperandA, x, src.P)
	record(t, trace.OperandB, y, src.P)
	env.Precision = 0
	if isInf(y) || x.Exp < y.Exp-1 {
		// |a| < |b|/2: the remainder is a itself.
		t.Add(trace.Row{Role: trace.Remainder, Sign: x.Sign, Exp: x.Exp, Sig: wide.Top128(x.Sig), Bits: int32(src.P)})
		return deliver(env, dst, x)
	}
	// In integer significands of P bits: a = m*2^d, b = n, in units of b's quantum (or half of it if d is -1).
	p := uint(src.P)
	m, n := x.Sig.Shr(128-p), y.Sig.Shr(128-p)
	unit := y.Exp - int32(p) + 1
	d := x.Exp - y.Exp
	if d < 0 {
		n = n.Shl(1)
		unit--
		d = 0
	}
	// Modulo 2n keeps the lowest bit of the quotient.
	r := mulPow2Mod(m, uint32(d), n.Shl(1))
	odd := !r.Less(n)
	if odd {
		r = r.Sub(n)
	}
	sign := x.Sign
	if nearest {
		if c := r.Shl(1).Cmp(n); c > 0 || c == 0 && odd {
			r = n.Sub(r)
			sign = !sign
		}
	}
	if r.IsZero() {
		t.Add(trace.Row{Role: trace.Remainder, Sign: x.Sign})
		return round.PackZero(env, dst, x.Sign)
	}
	lz := r.LeadingZeros()
	u := round.Unrounded{Sign: sign, Exp: unit + 127 - int32(lz), Sig: r.Shl(uint(lz))}
	t.Add(trace.Row{Role: trace.Remainder, Sign: sign, Exp: u.Exp, Sig: wide.Top128(u.Sig), Bits: int32(128 - u.Sig.TrailingZeros())})
	return round.Pack(env, dst, u)
}

// mulPow2Mod returns m*2^d modulo n for n < 2^115.
func mulPow2Mod(m wide.U128, d uint32, n wide.U128) wide.U128 {
	if n.Hi == 0 && m.Hi == 0 {
		r := m.Lo % n.Lo
		for ; d >= 64; d -= 64 {
			_, r = bits.Div64(r, 0, n.Lo)
		}
		hi, lo := r>>(64-d), r<<d
		if d == 0 {
			hi = 0
		}
		_, r = bits.Div64(hi, lo, n.Lo)
		return wide.From64(r)
	}
	m = wide.Mod128(wide.From128(m), n)
	if d <= 128 {
		return wide.Mod128(wide.From128(m).Shl(uint(d)), n)
	}
	// Square and double over the binary digits of d.
	pow := wide.From64(1)
	for i := 31 - bits.LeadingZeros32(d); i >= 0; i-- {
		pow = wide.Mod128(wide.Mul128(pow, pow), n)
		if d>>i&1 != 0 {
			pow = pow.Shl(1)
			if !pow.Less(n) {
				pow = pow.Sub(n)
			}
		}
	}
	return wide.Mod128(wide.Mul128(m, pow), n)
}
