package arith_test

import (
	"math/rand/v2"
	"testing"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/trace"
	"ulplab/fpcore/wide"
)

func allDefs() []*def { return append(append([]*def(nil), defs...), customs...) }

// codesOf lists every code of a format up to 16 bits, every 8th of TF32's 2^19, and seeded patterned ones beyond.
func (d *def) codesOf() []wide.U128 {
	var list []wide.U128
	if d.width <= 19 {
		step := uint64(1)
		if d.width > 16 {
			step = 8
		}
		if testing.Short() && d.width > 8 {
			step *= 61
		}
		for c := uint64(0); c < 1<<d.width; c += step {
			list = append(list, wide.From64(c))
		}
		return list
	}
	r := rand.New(rand.NewPCG(9, uint64(d.width)))
	n := 20_000
	if testing.Short() {
		n = 500
	}
	for range n {
		list = append(list, d.draw(r, wide.From64(uint64(d.bias)).Shl(uint(d.field))))
	}
	return list
}

// TestCatalogue holds the operations, formats and the twin's tables to one another.
func TestCatalogue(t *testing.T) {
	if len(arith.Ops) != len(twinOps) {
		t.Fatalf("%d operations, the twin knows %d", len(arith.Ops), len(twinOps))
	}
	for i, o := range twinOps {
		if op := arith.Ops[i]; op.ID != o.id || op.Arity != o.arity || op.Name == "" || op.Symbol == "" {
			t.Errorf("operation %d is %s/%d, the twin has %s/%d", i, op.ID, op.Arity, o.id, o.arity)
		}
		if op, ok := arith.Find(o.id); !ok || op.ID != o.id {
			t.Errorf("Find(%q) fails", o.id)
		}
	}
	if _, ok := arith.Find("exp"); ok {
		t.Error("Find knows an operation that is not in the catalogue")
	}
	if len(arith.Predicates) != len(predicates) {
		t.Errorf("%d predicates, IEEE 754-2019 has %d", len(arith.Predicates), len(predicates))
	}
	if len(format.All) != len(defs) {
		t.Errorf("%d named formats, the twin knows %d", len(format.All), len(defs))
	}
	for _, f := range format.All {
		if d := find(f.ID); d.f != f || f.P != d.p || f.Bits != d.width || int(f.Emin) != d.emin || int(f.Etiny()) != d.etiny {
			t.Errorf("%s: P %d, Bits %d, Emin %d, Etiny %d; the twin has %d, %d, %d, %d", f.ID, f.P, f.Bits, f.Emin, f.Etiny(), d.p, d.width, d.emin, d.etiny)
		}
	}
}

// TestClass holds the ten IEEE classes of every code to the twin's decoder.
func TestClass(t *testing.T) {
	for _, d := range allDefs() {
		for _, c := range d.codesOf() {
			n := d.decode(c)
			name := map[kindOf]string{isZero: "Zero", isFinite: "Normal", isInf: "Infinity", isQuiet: "quietNaN", isSignaling: "signalingNaN", isRefused: "signalingNaN"}[n.kind]
			if n.subnormal {
				name = "Subnormal"
			}
			if n.kind < isQuiet {
				name = map[bool]string{false: "positive", true: "negative"}[n.neg] + name
			}
			if got := arith.ClassNames[arith.Class(d.f, c)]; got != name {
				t.Fatalf("class of %s %x is %s, want %s", d.id, c, got, name)
			}
			if got := arith.Copy(d.f, c.Or(wide.Mask(128).Shl(uint(d.width)))); got != c {
				t.Fatalf("copy of %s %x with bits above its width is %x", d.id, c, got)
			}
		}
	}
}

// TestConvertAll converts every code of every named format up to 16 bits (and a part of the others) to every fourth
// format (to every one from 8 bits, or with ULPLAB_LONG) in every direction, and to integers.
func TestConvertAll(t *testing.T) {
	op, _ := arith.Find("cvt")
	for _, src := range allDefs() {
		t.Run(src.id, func(t *testing.T) {
			t.Parallel()
			var tw twin
			r := rand.New(rand.NewPCG(10, uint64(src.width)))
			codes := src.codesOf()
			if src.f.ID != "f16" && src.f.ID != "bf16" && src.width > 8 { // the unnamed formats, and the wide ones: a part
				var some []wide.U128
				for i := 0; i < len(codes); i += 5 {
					some = append(some, codes[i])
				}
				codes = some
			}
			for k, dst := range allDefs() {
				for i, c := range codes {
					if src.width > 8 && (i+k)%4 != 0 && longRun() == 0 {
						continue
					}
					if s := tw.convert(&op, dst, src, c, r); s != "" {
						t.Fatal(s)
					}
				}
			}
			for _, c := range codes {
				for _, e := range base[:7] {
					tw.checkToInt(t, e, src, c, intTypes[r.IntN(len(intTypes))], r.IntN(2) == 0)
				}
				if src.width <= 8 {
					for _, typ := range intTypes {
						for _, e := range base {
							tw.checkToInt(t, e, src, c, typ, true)
						}
					}
				}
			}
		})
	}
}

// convert checks the six directions that need no random bits and one stochastic Env, and one Env of every list.
func (t *twin) convert(op *arith.Op, dst, src *def, c wide.U128, r *rand.Rand) string {
	x := [3]wide.U128{c}
	var env round.Env
	t.do(&env, "cvt", 1, src, x)
	if t.x.what != aNumber {
		for _, e := range []round.Env{base[0], base[3], base[4], over[r.IntN(len(over))], nans[r.IntN(len(nans))]} {
			if s := t.check(op, e, dst, src, x); s != "" {
				return s
			}
		}
		return ""
	}
	w := t.put(&t.x, dst.p, dst.emin)
	for i := range 10 {
		e := &base[min(i, 6+r.IntN(len(base)-6))]
		switch {
		case i == 7:
			e = &tiny[r.IntN(len(tiny))]
		case i == 8:
			e = &over[r.IntN(len(over))]
		case i == 9 && dst.unsigned:
			e = &nans[r.IntN(len(nans))]
		}
		if w.frac == 0 && !w.rest && i > 0 && i < 7 && !w.below {
			continue // exact
		}
		got := op.Do(*e, dst.f, src.f, x, nil)
		want := w.finish(e, dst, t.x.neg)
		if got.Bits != want.bits || got.Flags != want.flags || got.Decision != want.decision {
			return mismatch("cvt", *e, dst, src, x, got, want)
		}
	}
	return ""
}

// TestFromIntAll converts every 8-bit integer, and many of the other widths, to every format.
func TestFromIntAll(t *testing.T) {
	var tw twin
	r := rand.New(rand.NewPCG(12, 1))
	for _, d := range allDefs() {
		for _, e := range base {
			for v := range uint64(256) {
				tw.checkFromInt(t, e, d, arith.IntType{Bits: 8}, v)
				tw.checkFromInt(t, e, d, arith.IntType{Bits: 8, Signed: true}, v)
				if v < 64 {
					typ := intTypes[r.IntN(len(intTypes))]
					tw.checkFromInt(t, e, d, typ, 1<<v)
					tw.checkFromInt(t, e, d, typ, r.Uint64()>>v)
				}
			}
		}
	}
}

// TestSmallCompare runs every pair of the small formats through compare, the 22 predicates, the total orders, and
// augmentedAddition.
func TestSmallCompare(t *testing.T) {
	for _, d := range smallFormats() {
		t.Run(d.id, func(t *testing.T) {
			t.Parallel()
			var tw twin
			step := uint64(1)
			if testing.Short() {
				step = 16
			}
			size := uint64(1) << d.width
			for a := range size {
				for b := a % step; b < size; b += step {
					x, y := wide.From64(a), wide.From64(b)
					tw.checkCompare(t, round.Env{}, d, x, y)
					tw.checkCompare(t, round.Env{FlushIn: true}, d, x, y)
					if !d.unsigned { // a scale format cannot hold a negative tail
						tw.checkAugmented(t, d, x, y)
					}
				}
			}
		})
	}
}

// TestNoAllocation runs the whole catalogue, with and without a trace.
func TestNoAllocation(t *testing.T) {
	var tr trace.Trace
	for _, d := range []*def{find("f16"), find("f64"), find("x87"), find("f128"), find("e4m3")} {
		r := rand.New(rand.NewPCG(3, 3))
		var x [64][3]wide.U128
		for i := range x {
			a := d.draw(r, wide.U128{})
			x[i] = [3]wide.U128{a, d.draw(r, a), d.draw(r, a)}
		}
		for i := range arith.Ops {
			op := &arith.Ops[i]
			for _, env := range []round.Env{{}, {Direction: round.Stochastic, RandomBits: 8, Random: 77}, {FlushIn: true, NaN: round.NaNRule{X87: true}}} {
				n := testing.AllocsPerRun(1, func() {
					for k := range x {
						op.Do(env, d.f, d.f, x[k], nil)
						op.Do(env, format.F32, d.f, x[k], nil)
						tr.N = 0
						op.Do(env, d.f, d.f, x[k], &tr)
					}
				})
				if n != 0 {
					t.Errorf("%s of %s allocates %.0f times", op.ID, d.id, n)
				}
			}
		}
		n := testing.AllocsPerRun(1, func() {
			for k := range x {
				a, b := x[k][0], x[k][1]
				arith.AugmentedAddition(round.Env{}, d.f, a, b)
				arith.ToInt(round.Env{}, d.f, a, arith.IntType{Bits: 32, Signed: true}, true)
				arith.FromInt(round.Env{}, d.f, arith.IntType{Bits: 64}, a.Lo, &tr)
				arith.Compare(round.Env{}, d.f, a, b)
				arith.EvalPredicate(round.Env{}, d.f, arith.Predicates[k%22], a, b)
				arith.TotalOrder(d.f, a, b)
				arith.TotalOrderMag(d.f, a, b)
				arith.Class(d.f, a)
				arith.Negate(d.f, arith.Abs(d.f, arith.CopySign(d.f, a, arith.Copy(d.f, b))))
				arith.ScaleB(round.Env{}, d.f, d.f, a, 5, nil)
			}
		})
		if n != 0 {
			t.Errorf("an operation outside the catalogue allocates %.0f times on %s", n, d.id)
		}
	}
}
