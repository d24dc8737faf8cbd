package arith_test

import (
	"math/big"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// longRun is the value of ULPLAB_LONG: cases per operation and format, in millions. 0 (or unset) is the short run.
// ULPLAB_SEED chooses other operands. The long run:
//
//	ULPLAB_LONG=2 go test -run Patterned -timeout 10h -v ./fpcore/arith
func longRun() int {
	n, err := strconv.Atoi(os.Getenv("ULPLAB_LONG"))
	if err != nil {
		return 0
	}
	return n
}

func cases(short, normal int) int {
	switch n := longRun(); {
	case n > 0:
		return n * 1_000_000
	case testing.Short():
		return short
	}
	return normal
}

func logLong(t *testing.T, n int) {
	if longRun() > 0 {
		t.Logf("%d cases", n)
	}
}

func seed(a, b uint64) *rand.Rand {
	s, err := strconv.ParseUint(os.Getenv("ULPLAB_SEED"), 10, 64)
	if err != nil {
		s = 0
	}
	return rand.New(rand.NewPCG(a+s<<32, b))
}

var patternedFormats = []string{"f16", "bf16", "tf32", "f32", "f64", "x87", "f128"}

// draw makes an operand of format d: an interesting exponent (extreme, near one, near that of the operand `near`)
// with an interesting significand (sparse, runs of ones, alternating, near a half, random).
func (d *def) draw(r *rand.Rand, near wide.U128) wide.U128 {
	u := r.Uint64()
	next := func(n uint64) uint64 { // a small random number out of u
		v := u % n
		u /= n
		return v
	}
	width := uint64(d.p - 1)
	last := uint64(1)<<d.expBits - 1
	var e uint64
	switch next(8) {
	case 0:
		e = next(3)
	case 1:
		e = last - next(3)
	case 2:
		e = uint64(d.bias) + next(width+4) - width/2
	case 3, 4:
		base := near.Shr(uint(d.field)).Lo
		e = base + next(2*width+6) - width - 3
	case 5:
		e = uint64(d.bias) + next(7) - 3
	case 6:
		e = next(2*width + 4)
	default:
		e = r.Uint64()
	}
	e &= last
	var t wide.U128
	shift := uint(next(width + 1))
	switch next(8) {
	case 0:
		t = wide.U128{}
	case 1:
		t = wide.From64(1).Shl(shift)
	case 2:
		t = wide.Mask(shift)
	case 3:
		t = wide.Mask(shift).Not()
	case 4:
		t = wide.From64(1).Shl(shift).Add(wide.From64(next(5) - 2))
		if shift == 0 {
			t = wide.U128{Hi: 0x5555555555555555, Lo: 0x5555555555555555}.Shr(uint(next(2)))
		}
	case 5:
		t = wide.From64(1).Shl(shift).Or(wide.From64(1).Shl(uint(next(width + 1))))
	default:
		t = wide.U128{Hi: r.Uint64(), Lo: r.Uint64()}
	}
	t = t.And(wide.Mask(uint(d.p - 1)))
	if d.explicit {
		integer := uint64(1)
		if e == 0 {
			integer = 0
		}
		if next(32) == 0 {
			integer ^= 1 // pseudo-subnormals and refused encodings
		}
		t = t.SetBit(63, integer)
	}
	c := wide.From64(e).Shl(uint(d.field)).Or(t)
	if !d.unsigned && next(2) == 1 {
		c = c.SetBit(uint(d.width-1), 1)
	}
	return c
}

// drawEnv makes an Env: mostly a direction, sometimes everything.
func drawEnv(r *rand.Rand, dst *def) round.Env {
	u := r.Uint64()
	env := round.Env{Direction: round.Directions[u%uint64(len(round.Directions))].Dir, Tininess: round.Tininess(u >> 8 & 1)}
	if env.Direction == round.Stochastic {
		env.RandomBits = uint8(u >> 16 & 127 % 65)
		env.Random = r.Uint64()
	}
	if u>>24&7 == 0 {
		env.FlushIn = u>>27&1 == 1
		env.FlushOut = round.Flush(u >> 28 & 3)
		env.Overflow = round.Overflow(u >> 30 & 3)
	}
	if u>>32&7 == 0 {
		env.NaN = nans[u>>35&63%uint64(len(nans))].NaN
	}
	if u>>42&7 == 0 {
		env.Precision = []uint8{24, 53, 64, 11}[u>>45&3]
	}
	return env
}

func patternedRun(t *testing.T, f func(t *testing.T, tw *twin, src *def, r *rand.Rand)) {
	for _, id := range patternedFormats {
		src := find(id)
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			var tw twin
			f(t, &tw, src, seed(77, uint64(src.p*100+src.expBits)))
		})
	}
}

func pickDst(r *rand.Rand, src *def) *def {
	if r.IntN(4) != 0 {
		return src
	}
	return defs[r.IntN(len(defs))]
}

// TestPatternedOps holds every operation of the catalogue to the twin on binary16 to binary128 and x87.
func TestPatternedOps(t *testing.T) {
	for i := range arith.Ops {
		op := &arith.Ops[i]
		t.Run(op.ID, func(t *testing.T) {
			patternedRun(t, func(t *testing.T, tw *twin, src *def, r *rand.Rand) {
				n := cases(300, 20_000)
				for range n {
					a := src.draw(r, wide.From64(1).Shl(uint(src.width-3)))
					b := src.draw(r, a)
					near := a
					if op.Arity == 3 {
						near = arith.Mul(round.Env{}, src.f, src.f, a, b, nil).Bits
					}
					c := src.draw(r, near)
					dst := pickDst(r, src)
					env := drawEnv(r, dst)
					if s := tw.check(op, env, dst, src, [3]wide.U128{a, b, c}); s != "" {
						t.Fatal(s)
					}
				}
				logLong(t, n)
			})
		})
	}
}

var intTypes = []arith.IntType{{Bits: 8}, {Bits: 16}, {Bits: 32}, {Bits: 64}, {Bits: 8, Signed: true}, {Bits: 16, Signed: true}, {Bits: 32, Signed: true},
	{Bits: 64, Signed: true}, {Bits: 53, Signed: true}, {Bits: 9}}

// toInt is the twin of arith.ToInt.
func (t *twin) toInt(env *round.Env, src *def, c wide.U128, typ arith.IntType, exact bool) (bits uint64, flags round.Flags) {
	n := operand(env, src, c)
	least, greatest := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(typ.Bits))
	if typ.Signed {
		greatest.Rsh(greatest, 1)
		least.Neg(greatest)
	}
	greatest.Sub(greatest, big.NewInt(1))
	v := new(big.Int)
	inexact := false
	switch n.kind {
	case isZero:
		return 0, 0
	case isQuiet, isSignaling, isRefused:
		return 0, round.Invalid
	case isInf:
		v.Lsh(big.NewInt(1), 100)
	default:
		t.x.setNum(n)
		t.x.root, t.x.ratio = false, false
		dec := t.integer(env)
		inexact = dec.Guard|dec.Round|dec.Sticky != 0
		if t.x.what == aNumber {
			v.Lsh(&t.x.n, uint(max(t.x.k, 0)))
			if t.x.k < 0 { // 2^127 or more, an integer
				v.Rsh(&t.x.n, uint(-t.x.k))
			}
		}
	}
	if n.neg {
		v.Neg(v)
	}
	if v.Cmp(least) < 0 {
		v, flags = least, round.Invalid
	}
	if v.Cmp(greatest) > 0 {
		v, flags = greatest, round.Invalid
	}
	if flags == 0 && exact && inexact {
		flags = round.Inexact
	}
	if v.Sign() < 0 {
		v.Add(v, new(big.Int).Lsh(big.NewInt(1), uint(typ.Bits)))
	}
	return v.Uint64(), flags
}

func (t *twin) checkToInt(tt *testing.T, env round.Env, src *def, c wide.U128, typ arith.IntType, exact bool) {
	got := arith.ToInt(env, src.f, c, typ, exact)
	bits, flags := t.toInt(&env, src, c, typ, exact)
	if got.Bits != bits || got.Flags != flags {
		tt.Fatalf("%s %x to integer %+v (exact %t), %s: got %x flags %#x, want %x flags %#x", src.id, c, typ, exact, show(env), got.Bits, got.Flags, bits, flags)
	}
}

func (t *twin) checkFromInt(tt *testing.T, env round.Env, dst *def, typ arith.IntType, v uint64) {
	got := arith.FromInt(env, dst.f, typ, v, nil)
	z := new(big.Int).And(new(big.Int).SetUint64(v), new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(typ.Bits)), big.NewInt(1)))
	if typ.Signed && z.Bit(int(typ.Bits)-1) == 1 {
		z.Sub(z, new(big.Int).Lsh(big.NewInt(1), uint(typ.Bits)))
	}
	x := &t.x
	x.what, x.neg, x.k, x.root, x.ratio, x.flags = aNumber, z.Sign() < 0, 0, false, false, 0
	x.n.Abs(z)
	if z.Sign() == 0 {
		x.what = aZero
	}
	want := t.round(&env, dst, x)
	if got.Bits != want.bits || got.Flags != want.flags || got.Decision != want.decision {
		tt.Fatal(mismatch("from integer", env, dst, dst, [3]wide.U128{wide.From64(v), wide.From64(uint64(typ.Bits))}, got, want))
	}
}

// TestPatternedIntegers converts to and from integer types of 8 to 64 bits.
func TestPatternedIntegers(t *testing.T) {
	patternedRun(t, func(t *testing.T, tw *twin, src *def, r *rand.Rand) {
		ones := wide.From64(uint64(src.bias + 31)).Shl(uint(src.field)) // 2^31
		n := cases(500, 20_000)
		for range n {
			near := ones
			if r.IntN(2) == 0 {
				near = wide.From64(uint64(src.bias + r.IntN(66) - 1)).Shl(uint(src.field))
			}
			env := drawEnv(r, src)
			typ := intTypes[r.IntN(len(intTypes))]
			tw.checkToInt(t, env, src, src.draw(r, near), typ, r.IntN(2) == 0)
			v := r.Uint64()
			switch r.IntN(4) {
			case 0:
				v >>= r.IntN(64)
			case 1:
				v = 1<<r.IntN(64) + r.Uint64N(3) - 1
			case 2:
				v = -(uint64(1) << r.IntN(64)) + r.Uint64N(3) - 1
			}
			tw.checkFromInt(t, env, src, typ, v)
		}
		logLong(t, n)
	})
}

// TestPatternedCompare checks the relation, all predicates and the total order.
func TestPatternedCompare(t *testing.T) {
	patternedRun(t, func(t *testing.T, tw *twin, src *def, r *rand.Rand) {
		n := cases(500, 20_000)
		for range n {
			a := src.draw(r, wide.From64(1).Shl(uint(src.width-3)))
			b := src.draw(r, a)
			switch r.IntN(8) {
			case 0:
				b = a
			case 1:
				b = a.Xor(wide.From64(1).Shl(uint(src.width - 1)))
			case 2:
				b = a.Xor(wide.From64(1))
			}
			tw.checkCompare(t, round.Env{FlushIn: r.IntN(8) == 0}, src, a, b)
		}
		logLong(t, n)
	})
}

// predicates are the 22 rows of IEEE 754-2019 tables 5.1, 5.2 and 5.3: the relations (less, equal, greater,
// unordered) for which each is true, and whether a quiet NaN signals.
var predicates = map[string]struct {
	less, equal, greater, unordered, signaling bool
}{
	"compareQuietEqual":                {equal: true},
	"compareQuietNotEqual":             {less: true, greater: true, unordered: true},
	"compareSignalingEqual":            {equal: true, signaling: true},
	"compareSignalingGreater":          {greater: true, signaling: true},
	"compareSignalingGreaterEqual":     {greater: true, equal: true, signaling: true},
	"compareSignalingLess":             {less: true, signaling: true},
	"compareSignalingLessEqual":        {less: true, equal: true, signaling: true},
	"compareSignalingNotEqual":         {less: true, greater: true, unordered: true, signaling: true},
	"compareSignalingNotGreater":       {less: true, equal: true, unordered: true, signaling: true},
	"compareSignalingLessUnordered":    {less: true, unordered: true, signaling: true},
	"compareSignalingNotLess":          {greater: true, equal: true, unordered: true, signaling: true},
	"compareSignalingGreaterUnordered": {greater: true, unordered: true, signaling: true},
	"compareQuietGreater":              {greater: true},
	"compareQuietGreaterEqual":         {greater: true, equal: true},
	"compareQuietLess":                 {less: true},
	"compareQuietLessEqual":            {less: true, equal: true},
	"compareQuietUnordered":            {unordered: true},
	"compareQuietNotGreater":           {less: true, equal: true, unordered: true},
	"compareQuietLessUnordered":        {less: true, unordered: true},
	"compareQuietNotLess":              {greater: true, equal: true, unordered: true},
	"compareQuietGreaterUnordered":     {greater: true, unordered: true},
	"compareQuietOrdered":              {less: true, equal: true, greater: true},
}

func (t *twin) checkCompare(tt *testing.T, env round.Env, src *def, a, b wide.U128) {
	x, y := operand(&env, src, a), operand(&env, src, b)
	rel, flags := arith.Compare(env, src.f, a, b)
	want, wantFlags := arith.Equal, round.Flags(0)
	unordered := x.kind >= isQuiet || y.kind >= isQuiet
	if unordered {
		want = arith.Unordered
		if x.kind > isQuiet || y.kind > isQuiet {
			wantFlags = round.Invalid
		}
	} else if c := t.compare(x, y); c < 0 {
		want = arith.Less
	} else if c > 0 {
		want = arith.Greater
	}
	if rel != want || flags != wantFlags {
		tt.Fatalf("compare %s %x %x: got %d flags %#x, want %d flags %#x", src.id, a, b, rel, flags, want, wantFlags)
	}
	for _, p := range arith.Predicates {
		w, ok := predicates[p.ID]
		if !ok {
			tt.Fatalf("%s is not a predicate of IEEE 754-2019", p.ID)
		}
		truth := map[arith.Relation]bool{arith.Less: w.less, arith.Equal: w.equal, arith.Greater: w.greater, arith.Unordered: w.unordered}[want]
		f := wantFlags
		if unordered && w.signaling {
			f = round.Invalid
		}
		if got, gotFlags := arith.EvalPredicate(env, src.f, p, a, b); got != truth || gotFlags != f {
			tt.Fatalf("%s %s %x %x: got %t flags %#x, want %t flags %#x", p.ID, src.id, a, b, got, gotFlags, truth, f)
		}
	}
	if env.FlushIn {
		return
	}
	for _, swap := range []bool{false, true} {
		p, q, pn, qn := a, b, x, y
		if swap {
			p, q, pn, qn = b, a, y, x
		}
		if pn.kind == isRefused || qn.kind == isRefused {
			continue // no floating-point data, hence without a place in the order
		}
		if got, want := arith.TotalOrder(src.f, p, q), t.totalOrder(src, pn, qn, p, q); got != want {
			tt.Fatalf("totalOrder %s %x %x = %t", src.id, p, q, got)
		}
		pn.neg, qn.neg = false, false
		if got, want := arith.TotalOrderMag(src.f, p, q), t.totalOrder(src, pn, qn, p, q); got != want {
			tt.Fatalf("totalOrderMag %s %x %x = %t", src.id, p, q, got)
		}
	}
}

// totalOrder is IEEE 754-2019 5.10, clause by clause.
func (t *twin) totalOrder(d *def, x, y num, xc, yc wide.U128) bool {
	switch {
	case !x.nan() && !y.nan():
		if c := t.compare(x, y); c != 0 {
			return c < 0
		}
		if x.neg != y.neg {
			return x.neg // -0 before +0
		}
		// The same datum: of two encodings the one with the smaller exponent field is nearer to zero.
		if xe, ye := xc.Shr(uint(d.field)).And(wide.Mask(uint(d.expBits))), yc.Shr(uint(d.field)).And(wide.Mask(uint(d.expBits))); xe != ye {
			return xe.Less(ye) != x.neg
		}
		return true
	case !y.nan():
		return x.neg
	case !x.nan():
		return !y.neg
	case x.neg != y.neg:
		return x.neg
	case x.kind != y.kind:
		return (x.kind == isSignaling) != x.neg
	}
	c := x.payload.Cmp(y.payload)
	if x.neg {
		c = -c
	}
	return c <= 0
}

// TestPatternedAugmented checks augmentedAddition: head is the sum rounded with ties toward zero, and head + tail
// is the exact sum.
func TestPatternedAugmented(t *testing.T) {
	patternedRun(t, func(t *testing.T, tw *twin, src *def, r *rand.Rand) {
		n := cases(500, 20_000)
		for range n {
			a := src.draw(r, wide.From64(1).Shl(uint(src.width-3)))
			tw.checkAugmented(t, src, a, src.draw(r, a))
		}
		logLong(t, n)
	})
}

func (t *twin) checkAugmented(tt *testing.T, src *def, a, b wide.U128) {
	env := round.Env{Direction: round.TiesTowardZero}
	head, tail := arith.AugmentedAddition(round.Env{}, src.f, a, b)
	want := t.want(env, "add", 2, src, src, [3]wide.U128{a, b})
	wantFlags := want.flags
	h := src.decode(want.bits)
	if h.kind <= isFinite && want.flags&round.Overflowed == 0 {
		wantFlags &^= round.Inexact | round.Underflow
	}
	if head.Bits != want.bits || head.Flags != wantFlags {
		tt.Fatalf("augmentedAddition %s %x %x: head %x flags %#x, want %x flags %#x", src.id, a, b, head.Bits, head.Flags, want.bits, wantFlags)
	}
	wantTail := rounded{bits: want.bits} // infinite or NaN
	if h.kind <= isFinite {
		wantTail = rounded{bits: src.code(h.neg, wide.U128{})}
		if want.flags&round.Inexact != 0 {
			// head + tail = a + b exactly: add -head to the exact sum.
			x, y := src.decode(a), src.decode(b)
			t.sum(x, y)
			t.b.Set(&t.x.n)
			neg, k := t.x.neg, t.x.k
			t.setSum(&t.b, neg, k, setInt(&t.a, h.m), !h.neg, h.q)
			wantTail = t.round(&round.Env{}, src, &t.x)
			if wantTail.flags&round.Inexact != 0 {
				tt.Fatalf("augmentedAddition %s %x %x: the tail is not a datum", src.id, a, b)
			}
		}
	}
	if tail.Bits != wantTail.bits || tail.Flags != 0 {
		tt.Fatalf("augmentedAddition %s %x %x: tail %x flags %#x, want %x", src.id, a, b, tail.Bits, tail.Flags, wantTail.bits)
	}
}
