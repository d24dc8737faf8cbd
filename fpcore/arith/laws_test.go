package arith_test

import (
	"math/rand/v2"
	"testing"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// Laws that hold whatever the values are: they need no twin and would catch an error that the twin shares.

func dir(d round.Direction) round.Env { return round.Env{Direction: d} }

type law struct {
	t    *testing.T
	d    *def
	f    *format.Format
	a, b wide.U128
}

func (l *law) fail(what string, got, want wide.U128) {
	l.t.Helper()
	l.t.Fatalf("%s on %s %x %x: %x, want %x", what, l.d.id, l.a, l.b, got, want)
}

func (l *law) nan(c wide.U128) bool { return l.d.decode(c).kind >= isQuiet }

// same demands equal codes, or NaN on both sides.
func (l *law) same(what string, got, want wide.U128) {
	l.t.Helper()
	if got != want && !(l.nan(got) && l.nan(want)) {
		l.fail(what, got, want)
	}
}

// notAbove demands x <= y.
func (l *law) notAbove(what string, x, y wide.U128) {
	l.t.Helper()
	if r, _ := arith.Compare(round.Env{}, l.f, x, y); r == arith.Greater {
		l.fail(what, x, y)
	}
}

var lawDirections = []round.Direction{round.TiesToEven, round.TiesToAway, round.TowardZero, round.TowardPositive, round.TowardNegative, round.ToOdd}

// mirror is the direction that the negated operation rounds in.
func mirror(d round.Direction) round.Direction {
	switch d {
	case round.TowardPositive:
		return round.TowardNegative
	case round.TowardNegative:
		return round.TowardPositive
	}
	return d
}

func (l *law) check(r *rand.Rand) {
	f, a, b := l.f, l.a, l.b
	na, nb := arith.Negate(f, a), arith.Negate(f, b)
	if l.d.hasNaN() && (l.nan(a) || l.nan(b)) {
		return
	}
	for _, d := range lawDirections {
		e, m := dir(d), dir(mirror(d))
		l.same("a+b = b+a", arith.Add(e, f, f, a, b, nil).Bits, arith.Add(e, f, f, b, a, nil).Bits)
		l.same("a*b = b*a", arith.Mul(e, f, f, a, b, nil).Bits, arith.Mul(e, f, f, b, a, nil).Bits)
		l.same("a-b = a+(-b)", arith.Sub(e, f, f, a, b, nil).Bits, arith.Add(e, f, f, a, nb, nil).Bits)
		l.same("-(a*b) = (-a)*b", arith.Negate(f, arith.Mul(e, f, f, a, b, nil).Bits), arith.Mul(m, f, f, na, b, nil).Bits)
		l.same("-(a/b) = (-a)/b", arith.Negate(f, arith.Div(e, f, f, a, b, nil).Bits), arith.Div(m, f, f, na, b, nil).Bits)
		l.same("sqrt(-a) is NaN unless a is 0 or negative", arith.Sqrt(e, f, f, arith.Abs(f, a), nil).Bits, arith.Sqrt(e, f, f, arith.Abs(f, na), nil).Bits)
		one := arith.FromInt(round.Env{}, f, arith.IntType{Bits: 8}, 1, nil).Bits
		if canonical := l.f.Canonical(a); l.d.decode(one).m == wide.From64(1).Shl(uint(l.d.p-1)) {
			l.same("a*1 = a", arith.Mul(e, f, f, a, one, nil).Bits, canonical)
			l.same("a/1 = a", arith.Div(e, f, f, a, one, nil).Bits, canonical)
			l.same("fma(a, 1, b) = a+b", arith.FMA(e, f, f, a, one, b, nil).Bits, arith.Add(e, f, f, a, b, nil).Bits)
		}
		sum := arith.Add(e, f, f, a, b, nil)
		if l.d.decode(sum.Bits).kind == isFinite {
			l.same("-(a+b) = (-a)+(-b)", arith.Negate(f, sum.Bits), arith.Add(m, f, f, na, nb, nil).Bits)
		}
		// Monotone: a step up of an operand does not lower the sum, nor a product by a positive number.
		up := arith.NextUp(round.Env{}, f, a).Bits
		l.notAbove("a+b <= next(a)+b", sum.Bits, arith.Add(e, f, f, up, b, nil).Bits)
		pos := arith.Abs(f, b)
		l.notAbove("a*|b| <= next(a)*|b|", arith.Mul(e, f, f, a, pos, nil).Bits, arith.Mul(e, f, f, up, pos, nil).Bits)
		l.notAbove("a/|b| <= next(a)/|b|", arith.Div(e, f, f, a, pos, nil).Bits, arith.Div(e, f, f, up, pos, nil).Bits)
		l.notAbove("sqrt|a| <= sqrt next|a|", arith.Sqrt(e, f, f, arith.Abs(f, a), nil).Bits, arith.Sqrt(e, f, f, arith.NextUp(round.Env{}, f, arith.Abs(f, a)).Bits, nil).Bits)
	}
	for _, op := range []func(env round.Env) round.Result{
		func(e round.Env) round.Result { return arith.Add(e, f, f, a, b, nil) },
		func(e round.Env) round.Result { return arith.Mul(e, f, f, a, b, nil) },
		func(e round.Env) round.Result { return arith.Div(e, f, f, a, b, nil) },
		func(e round.Env) round.Result { return arith.FMA(e, f, f, a, b, a, nil) },
		func(e round.Env) round.Result { return arith.Sqrt(e, f, f, a, nil) },
	} {
		down, up := op(dir(round.TowardNegative)), op(dir(round.TowardPositive))
		if down.Flags&round.Inexact == 0 {
			if l.d.decode(down.Bits).kind == isFinite {
				l.same("an exact result in both directions", down.Bits, up.Bits)
			}
			continue
		}
		l.same("the directed results are neighbours", l.f.NextUp(down.Bits), up.Bits)
		for _, d := range append([]round.Direction{round.Stochastic}, lawDirections...) {
			e := dir(d)
			e.RandomBits, e.Random = 6, r.Uint64()
			got := op(e)
			if got.Bits != down.Bits && got.Bits != up.Bits && l.d.decode(got.Bits).kind != isZero {
				l.fail("every direction gives one of the two neighbours", got.Bits, down.Bits)
			}
			if got.Flags&round.Inexact == 0 {
				l.fail("inexact in one direction, exact in another", got.Bits, down.Bits)
			}
		}
		zero := op(dir(round.TowardZero)).Bits
		if n := l.d.decode(zero); n.neg {
			l.same("toward zero of a negative result", zero, up.Bits)
		} else {
			l.same("toward zero of a positive result", zero, down.Bits)
		}
	}
	// The remainder is no larger than half the divisor, and fmod less than the divisor, with the sign of a.
	rem, mod := arith.Remainder(round.Env{}, f, f, a, b, nil), arith.Fmod(round.Env{}, f, f, a, b, nil)
	if rem.Flags|mod.Flags != 0 && (rem.Flags|mod.Flags) != round.Invalid {
		l.fail("remainder is exact", rem.Bits, mod.Bits)
	}
	if rem.Flags == 0 {
		l.notAbove("|fmod| <= |b|", arith.Abs(f, mod.Bits), arith.Abs(f, b))
		l.notAbove("|rem| <= |fmod|, or the other way about the divisor", arith.Abs(f, rem.Bits), arith.Abs(f, b))
		if l.d.decode(mod.Bits).neg != l.d.decode(a).neg {
			l.fail("fmod has the sign of a", mod.Bits, a)
		}
	}
	l.same("nextDown(nextUp(a)) = a", stay(l, arith.NextDown(round.Env{}, f, arith.NextUp(round.Env{}, f, a).Bits).Bits), stay(l, l.f.Canonical(a)))
}

// stay maps the ends of the line, and zeros of either sign, to one code: nextUp does not go beyond infinity.
func stay(l *law, c wide.U128) wide.U128 {
	n := l.d.decode(c)
	if n.kind == isZero {
		return l.f.Zero(false)
	}
	if n.kind == isInf || c == l.f.Max(n.neg) {
		return l.f.Max(n.neg)
	}
	return c
}

func TestLaws(t *testing.T) {
	patternedRun(t, func(t *testing.T, tw *twin, src *def, r *rand.Rand) {
		for range cases(200, 4000) {
			a := src.draw(r, wide.From64(1).Shl(uint(src.width-3)))
			l := law{t, src, src.f, a, src.draw(r, a)}
			if src.decode(l.a).kind != isRefused && src.decode(l.b).kind != isRefused {
				l.check(r)
			}
		}
	})
	for _, id := range []string{"e5m2", "e3m4"} {
		d := find(id)
		r := rand.New(rand.NewPCG(21, 21))
		for range cases(500, 5000) {
			l := law{t, d, d.f, wide.From64(r.Uint64N(256)), wide.From64(r.Uint64N(256))}
			l.check(r)
		}
	}
}

// TestWidening: a conversion to a format that holds every number of the source is exact, and the way back is the identity.
func TestWidening(t *testing.T) {
	for _, src := range allDefs() {
		for _, dst := range allDefs() {
			if dst.p < src.p || dst.etiny > src.etiny || dst.emin > src.emin || dst.f.Emax <= src.f.Emax || dst.unsigned && !src.unsigned || dst.top == powersTop || dst.top == fnuzTop && src.top != fnuzTop {
				continue
			}
			codes := src.codesOf()
			for i := 0; i < len(codes); i += 1 + len(codes)/500 {
				c := codes[i]
				n := src.decode(c)
				if n.kind > isFinite {
					continue
				}
				r := arith.Convert(round.Env{}, dst.f, src.f, c, nil)
				if r.Flags != 0 {
					t.Fatalf("%s %x to %s is not exact: %x flags %#x", src.id, c, dst.id, r.Bits, r.Flags)
				}
				if back := arith.Convert(round.Env{}, src.f, dst.f, r.Bits, nil); back.Bits != src.f.Canonical(c) || back.Flags != 0 {
					t.Fatalf("%s %x by way of %s is %x flags %#x", src.id, c, dst.id, back.Bits, back.Flags)
				}
			}
		}
	}
}

// TestSameFormat: e5m10 typed by name is binary16 to the bit.
func TestSameFormat(t *testing.T) {
	f, err := format.Parse("e5m10")
	if err != nil {
		t.Fatal(err)
	}
	d := find("f16")
	r := rand.New(rand.NewPCG(16, 16))
	for i := range arith.Ops {
		op := &arith.Ops[i]
		for range 2000 {
			a := d.draw(r, wide.U128{})
			x := [3]wide.U128{a, d.draw(r, a), d.draw(r, a)}
			env := drawEnv(r, d)
			if got, want := op.Do(env, f, f, x, nil), op.Do(env, d.f, d.f, x, nil); got != want {
				t.Fatalf("%s %x: %+v on e5m10, %+v on binary16", op.ID, x, got, want)
			}
		}
	}
}
