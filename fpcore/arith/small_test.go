package arith_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// baseEnvs are the five directions, roundToOdd, and stochastic rounding with several random values.
func baseEnvs() []round.Env {
	var list []round.Env
	for _, d := range round.Directions {
		if d.Dir != round.Stochastic {
			list = append(list, round.Env{Direction: d.Dir})
		}
	}
	for _, k := range [][2]uint64{{0, 5}, {1, 1}, {3, 0}, {3, 3}, {3, 7 | 8}, {10, 0x2a7}, {64, ^uint64(0)}} {
		list = append(list, round.Env{Direction: round.Stochastic, RandomBits: uint8(k[0]), Random: k[1]})
	}
	return list
}

// tinyEnvs vary what matters only below 2^emin, overflowEnvs what matters only beyond the largest number, and
// nanEnvs what matters only for NaN results.
func tinyEnvs() []round.Env {
	var list []round.Env
	for _, e := range baseEnvs() {
		for _, flush := range []round.Flush{round.KeepSubnormals, round.FlushTinyBefore, round.FlushTinyAfter, round.FlushSubnormal} {
			for _, tiny := range []round.Tininess{round.AfterRounding, round.BeforeRounding} {
				if e.FlushOut, e.Tininess = flush, tiny; flush != round.KeepSubnormals || tiny != round.AfterRounding {
					list = append(list, e)
				}
			}
		}
	}
	return list
}

func overflowEnvs() []round.Env {
	var list []round.Env
	for _, e := range baseEnvs() {
		for _, o := range []round.Overflow{round.Saturate, round.OverflowToInfinity, round.OverflowToNaN} {
			e.Overflow = o
			list = append(list, e)
		}
	}
	return list
}

func nanEnvs() []round.Env {
	rules := []round.NaNRule{
		{NoPropagate: true}, {NoPropagate: true, Default: format.NegativeQuiet}, {NoPropagate: true, Default: format.AllOnes},
		{Default: format.NegativeQuiet}, {Default: format.AllOnes}, {Order: [3]uint8{2, 1}}, {Order: [3]uint8{2, 9, 0}, Default: format.AllOnes}, {Order: [3]uint8{3, 1, 2}}, {Order: [3]uint8{2, 3, 1}},
		{SignalingFirst: true}, {SignalingFirst: true, Order: [3]uint8{2, 1, 3}}, {X87: true, Default: format.NegativeQuiet},
		{QuietHidesProduct: true}, {X87: true, QuietHidesProduct: true},
	}
	var list []round.Env
	for _, r := range rules {
		list = append(list, round.Env{NaN: r})
	}
	return list
}

var (
	base, tiny, over, nans = baseEnvs(), tinyEnvs(), overflowEnvs(), nanEnvs()

	baseExact, tinyExact = oneStochastic(base), oneStochastic(tiny)
)

// oneStochastic keeps the first of the stochastic Envs that differ only in their random values.
func oneStochastic(list []round.Env) []round.Env {
	seen := map[round.Env]bool{}
	var out []round.Env
	for _, e := range list {
		key := e
		key.Random, key.RandomBits = 0, 0
		if !seen[key] {
			seen[key] = true
			out = append(out, e)
		}
	}
	return out
}

func show(env round.Env) string { return fmt.Sprintf("%+v", env) }

func mismatch(id string, env round.Env, dst, src *def, c [3]wide.U128, got round.Result, want rounded) string {
	return fmt.Sprintf("%s %s <- %s of %x %x %x\nenv  %s\ngot  %x flags %#x %+v\nwant %x flags %#x %+v", id, dst.id, src.id, c[0], c[1], c[2],
		show(env), got.Bits, got.Flags, got.Decision, want.bits, want.flags, want.decision)
}

// check compares one operation with the twin under one Env and returns a report of a difference.
func (t *twin) check(op *arith.Op, env round.Env, dst, src *def, c [3]wide.U128) string {
	got := op.Do(env, dst.f, src.f, c, nil)
	want := t.want(env, op.ID, op.Arity, dst, src, c)
	if got.Bits != want.bits || got.Flags != want.flags || got.Decision != want.decision {
		return mismatch(op.ID, env, dst, src, c, got, want)
	}
	return ""
}

// checkAll runs every Env that can matter; the exact result is computed once.
func (t *twin) checkAll(op *arith.Op, dst, src *def, c [3]wide.U128) string {
	switch op.ID {
	case "rint":
		for _, list := range [][]round.Env{base, over} {
			for i := range list {
				if s := t.check(op, list[i], dst, src, c); s != "" {
					return s
				}
			}
		}
		return ""
	case "nextup", "nextdown", "copysign", "neg", "abs":
		if dst == src || src.decode(c[0]).nan() {
			for i := range nans {
				if s := t.check(op, nans[i], dst, src, c); s != "" {
					return s
				}
			}
			return t.check(op, base[0], dst, src, c)
		}
	}
	var env round.Env
	t.do(&env, op.ID, op.Arity, src, c)
	x := &t.x
	var w place
	var lists [3][]round.Env
	lists[0] = base
	switch {
	case x.what == aNumber:
		w = t.put(x, dst.p, dst.emin)
		if w.frac == 0 && !w.rest { // exact: one stochastic Env is enough
			lists[0] = baseExact
		}
		switch {
		case w.below && w.frac == 0 && !w.rest:
			lists[1] = tinyExact
		case w.below:
			lists[1] = tiny
		}
		if w.e >= dst.emin+1<<dst.expBits-3 {
			lists[2] = over
		}
	case x.what == anInf:
		lists[1] = over
	case x.what == aNaN || x.what == aInvalid:
		lists[0], lists[1] = base[:1], nans
	}
	if dst.unsigned && x.neg {
		lists[2] = nans
	}
	for _, list := range lists {
		for i := range list {
			env := &list[i]
			var want rounded
			if x.what == aNumber {
				want = w.finish(env, dst, x.neg)
				want.flags |= x.flags
			} else {
				if op.ID == "fma" && x.nops == 3 && x.what == aNaN {
					t.do(env, op.ID, op.Arity, src, c) // QuietHidesProduct
				}
				want = x.special(env, dst)
			}
			got := op.Do(*env, dst.f, src.f, c, nil)
			if got.Bits != want.bits || got.Flags != want.flags || got.Decision != want.decision {
				return mismatch(op.ID, *env, dst, src, c, got, want)
			}
		}
	}
	// Subnormal operands read as zero.
	for i := range op.Arity {
		if src.decode(c[i]).subnormal {
			for _, e := range [...]round.Env{{FlushIn: true}, {FlushIn: true, Direction: round.TowardNegative}} {
				if s := t.check(op, e, dst, src, c); s != "" {
					return s
				}
			}
			break
		}
	}
	return ""
}

// smallFormats are the formats of up to 8 bits, smallOther the second destination of each.
func smallFormats() []*def {
	var list []*def
	for _, d := range defs {
		if d.width <= 8 {
			list = append(list, d)
		}
	}
	return append(list, customs[0], customs[2], customs[5])
}

var smallOther = map[string]string{
	"e5m2": "e4m3", "e4m3": "e8m0", "e5m2fnuz": "e2m1", "e4m3fnuz": "f16", "e3m4": "ue4m3", "e2m3": "e5m2fnuz", "e3m2": "x87", "e2m1": "e2m3",
	"e8m0": "e5m2", "ue4m3": "e4m3fnuz", "e2m0": "e3m2", "e3m0": "e2m1", "e5m0": "e8m0",
}

// TestSmallPairs runs every pair of codes of every format up to 8 bits through every operation of two operands,
// in every direction, into its own format, and into another one: every pair for + - * /, and every fourth one of the other
// operations and of the other format, where rounding is the same. With ULPLAB_LONG every pair but for the other operations
// into the other format. With -short every 16th of these.
func TestSmallPairs(t *testing.T) {
	for _, src := range smallFormats() {
		for i := range arith.Ops {
			op := &arith.Ops[i]
			if op.Arity != 2 {
				continue
			}
			t.Run(src.id+"/"+op.ID, func(t *testing.T) {
				t.Parallel()
				var tw twin
				step := uint64(1)
				if testing.Short() {
					step = 16
				}
				size := uint64(1) << src.width
				for _, dst := range []*def{src, find(smallOther[src.id])} {
					step := step
					if i > 3 {
						step *= 4 // rounding, which the destination matters to, is what the first four operations exercise
					}
					if dst != src {
						step *= 4
					}
					if longRun() > 0 {
						step = max(step/4, 1)
					}
					for a := range size {
						for b := a % step; b < size; b += step {
							if s := tw.checkAll(op, dst, src, [3]wide.U128{wide.From64(a), wide.From64(b)}); s != "" {
								t.Fatal(s)
							}
						}
					}
				}
			})
		}
	}
}

// TestSmallOthers runs every code through the operations of one operand and sampled triples through
// fusedMultiplyAdd, into every destination.
func TestSmallOthers(t *testing.T) {
	for _, src := range smallFormats() {
		t.Run(src.id, func(t *testing.T) {
			t.Parallel()
			var tw twin
			r := rand.New(rand.NewPCG(5, uint64(src.width)))
			size := uint64(1) << src.width
			for i := range arith.Ops {
				op := &arith.Ops[i]
				if op.Arity == 1 {
					targets := append(append([]*def(nil), defs...), customs...)
					if testing.Short() {
						targets = []*def{src, find(smallOther[src.id])}
					}
					for _, dst := range targets {
						for a := range size {
							if s := tw.checkAll(op, dst, src, [3]wide.U128{wide.From64(a)}); s != "" {
								t.Fatal(s)
							}
						}
					}
				}
				if op.Arity == 3 {
					n := 60_000
					if testing.Short() {
						n = 3000
					}
					for k := range n {
						dst := src
						if k%3 == 0 {
							dst = find(smallOther[src.id])
						}
						c := [3]wide.U128{wide.From64(r.Uint64N(size)), wide.From64(r.Uint64N(size)), wide.From64(r.Uint64N(size))}
						if s := tw.checkAll(op, dst, src, c); s != "" {
							t.Fatal(s)
						}
					}
				}
			}
		})
	}
}
