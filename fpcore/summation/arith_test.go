package summation

import (
	"math"
	"math/big"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
)

// grid are the finite numbers of a small format, from zero up, as float64, which holds them all.
type numberGrid struct {
	f      *format.Format
	values []float64
	codes  []uint64
}

func gridOf(f *format.Format) (g numberGrid) {
	g.f = f
	type pair struct {
		v float64
		c uint64
	}
	var all []pair
	for c := range uint64(1) << (f.Bits - 1) { // those without a sign
		if v, ok := exact.FromBits(f, wide.From64(c)); ok {
			x, _ := strconv.ParseFloat(v.Decimal(), 64)
			all = append(all, pair{x, c})
		}
	}
	sort.Slice(all, func(i, j int) bool { return all[i].v < all[j].v })
	for _, p := range all {
		g.values, g.codes = append(g.values, p.v), append(g.codes, p.c)
	}
	return g
}

// value is that of a code; ok is false if it is not finite.
func (g numberGrid) value(c uint64) (x *big.Rat, ok bool) {
	top := uint64(1) << (g.f.Bits - 1)
	i := slices.Index(g.codes, c&^top)
	if i < 0 {
		return new(big.Rat), false
	}
	x = new(big.Rat).SetFloat64(g.values[i])
	if c&top != 0 {
		x.Neg(x)
	}
	return x, true
}

// round finds the code of a rational number by looking for its neighbours: 0 to nearest even, 1 toward zero, 2 up, 3 down.
// ok is false beyond the largest number.
func (g numberGrid) round(x *big.Rat, direction int, flush bool) (code uint64, ok bool) {
	neg := x.Sign() < 0
	m := new(big.Rat).Abs(x)
	i := sort.Search(len(g.values), func(i int) bool { return new(big.Rat).SetFloat64(g.values[i]).Cmp(m) > 0 })
	if i == len(g.values) {
		return 0, false
	}
	low, high := new(big.Rat).SetFloat64(g.values[i-1]), new(big.Rat).SetFloat64(g.values[i])
	k := i - 1
	if low.Cmp(m) != 0 {
		up := false
		switch direction {
		case 0:
			below, above := new(big.Rat).Sub(m, low), new(big.Rat).Sub(high, m)
			up = above.Cmp(below) < 0 || above.Cmp(below) == 0 && g.codes[k]&1 != 0
		case 2:
			up = !neg
		case 3:
			up = neg
		}
		if up {
			k++
		}
	}
	if flush && g.values[k] < math.Ldexp(1, int(g.f.Emin)) {
		k = 0
	}
	code = g.codes[k]
	if neg {
		code |= 1 << (g.f.Bits - 1)
	}
	return code, true
}

// Sums and dot products in other formats and directions are those of rational numbers, rounded by looking for the
// neighbours in a list of all numbers of a format.
func TestArithmeticTwin(t *testing.T) {
	grids := map[string]numberGrid{}
	at := func(id string) numberGrid {
		if _, ok := grids[id]; !ok {
			grids[id] = gridOf(formatNamed(t, id))
		}
		return grids[id]
	}
	directions := []string{"rne", "rtz", "rtp", "rtn"}
	compared := 0
	for k, w := range [][4]string{{"bf16", "bf16", "bf16", "bf16"}, {"bf16", "f16", "bf16", "e4m3"}, {"f16", "bf16", "f16", "bf16"}, {"e4m3", "f16", "f16", "f16"}, {"e5m2", "e5m2", "f16", "e5m2"}, {"e4m3", "bf16", "bf16", "e5m2"}} {
		for variant := range 24 {
			direction, dot, flush, fused := variant%4, variant/4%2 == 1, variant/8 == 1, variant/8 == 2
			id := directions[direction]
			words := "i=" + w[0] + ",p=" + w[1] + ",s=" + w[2] + ",r=" + w[3] + ",pd=" + id + ",sd=" + id + ",rd=" + id
			if flush {
				words += ",z=1"
			}
			if fused {
				words += ",m=fma"
			} else {
				words += ",m=separate"
			}
			a, ok := ReadArith(words)
			if !ok {
				t.Fatal(words)
			}
			m := New(started(Input{Kind: int32(variant % 3), N: 24, Seed: int32(variant + 31*k), Dot: dot, Arith: a}), nil)
			m.generate()
			m.describe()
			m.rows()
			in, product, sum, out := at(w[0]), at(w[1]), at(w[2]), at(w[3])
			good := true
			flushed := func(g numberGrid, c uint64) *big.Rat {
				x, ok := g.value(c)
				good = good && ok
				if f, _ := x.Float64(); flush && math.Abs(f) < math.Ldexp(1, int(g.f.Emin)) {
					return new(big.Rat)
				}
				return x
			}
			to := func(g numberGrid, x *big.Rat) uint64 {
				c, ok := g.round(x, direction, flush)
				good = good && ok
				return c
			}
			// Serial: t + term, or fma(a, b, t) with a and b converted to the format of the sums.
			total, started := uint64(0), false
			for i := range m.N {
				x := flushed(in, m.code(false, i).Lo)
				if !dot {
					c := to(sum, x)
					if !started {
						total, started = c, true
						continue
					}
					total = to(sum, new(big.Rat).Add(flushed(sum, total), flushed(sum, c)))
					continue
				}
				y := flushed(in, m.code(true, i).Lo)
				if !good {
					break
				}
				if fused && started {
					p := new(big.Rat).Mul(flushed(sum, to(sum, x)), flushed(sum, to(sum, y)))
					if !good {
						break
					}
					total = to(sum, new(big.Rat).Add(p, flushed(sum, total)))
					continue
				}
				p := to(product, new(big.Rat).Mul(x, y))
				if !good {
					break
				}
				c := to(sum, flushed(product, p))
				if !good {
					break
				}
				if !started {
					total, started = c, true
					continue
				}
				total = to(sum, new(big.Rat).Add(flushed(sum, total), flushed(sum, c)))
				if !good {
					break
				}
			}
			if !good {
				continue // beyond the largest number of a format: the rules of overflow are tested in package round
			}
			want := total
			if w[3] != w[2] {
				if want = to(out, flushed(sum, total)); !good {
					continue
				}
			}
			r := m.Row("serial")
			m.value(r)
			top := uint64(1) << (m.F.Bits - 1)
			if r.Bits.Lo != want && !(r.Bits.Lo&^top == 0 && want&^top == 0) {
				t.Errorf("%s dot %v, seed %d: %x, want %x", words, dot, m.In.Seed, r.Bits.Lo, want)
			}
			compared++
		}
	}
	if compared < 100 {
		t.Errorf("%d sums compared", compared)
	}
}

// FMAD on the vectors of Figure 5: the result of the hardware model, as the Paper view has it.
func TestMAD(t *testing.T) {
	a, _ := ReadArith("m=mad")
	m := finished(t, New(started(Input{Kind: Given, Dot: true, Arith: a}), fig5))
	if got := m.Row("serial").Bits.Lo; got != 0x3d653500 {
		t.Errorf("%x", got)
	}
	for words, problem := range map[string]bool{"m=mad": false, "m=mad,s=f64": true, "m=mad,i=bf16": true} {
		a, _ := ReadArith(words)
		if m := New(started(Input{N: 4, Arith: a}), nil); (m.MADProblem() != "") != problem {
			t.Errorf("%s: %q", words, m.MADProblem())
		}
	}
}

// Every format in every place gives sums, whatever they are, and the view's numbers of them.
func TestEveryFormat(t *testing.T) {
	for n, f := range format.All {
		for i, key := range []string{"i", "p", "s", "r", "i=" + f.ID + ",s"} {
			if testing.Short() && (n+i)%5 != 0 { // every format, at one place
				continue
			}
			a, ok := ReadArith(key + "=" + f.ID)
			if !ok {
				t.Fatal(f.ID)
			}
			m := done(t, Input{Kind: int32(i % 3), N: 12, Seed: 3, Dot: i&1 != 0, Arith: a})
			for k := range m.Rows {
				if r := &m.Rows[k]; !r.Done || r.ID == "exact" && r.Bits != m.Once {
					t.Errorf("%s in %s: %s", f.ID, key, r.ID)
				}
			}
		}
	}
}

func formatNamed(t *testing.T, id string) *format.Format {
	t.Helper()
	f, err := format.Parse(id)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Every word of an arithmetic is read as it is written; the first value of each is not written.
func TestArithText(t *testing.T) {
	var all Arith
	text := "i=bf16,p=f32,s=f64,r=e4m3,pd=rtz,sd=rtp,rd=rtn,z=1,m=fma"
	for i, w := range strings.Split(text, ",") {
		next, ok := all.With(w)
		if !ok || next == all || strings.Count(next.String(), ",") != i {
			t.Errorf("%s: %+v %v", w, next, ok)
		}
		all = next
	}
	if got, ok := ReadArith(text); !ok || got != all || got.String() != text {
		t.Errorf("%s is read as %s", text, got)
	}
	for _, w := range []string{"i=", "p=", "s=", "r=", "pd=rne", "sd=rne", "rd=rne", "z=0", "m=order"} {
		all, _ = all.With(w)
	}
	if all != (Arith{}) || all.String() != "" {
		t.Errorf("%+v is left", all)
	}
	for _, bad := range []string{"", "i", "i=f33", "q=f32", "pd=", "sd=up", "z=2", "z=", "m=fmaf", "p=binary32"} {
		if v, ok := all.With(bad); ok && bad != "i" || v != (Arith{}) {
			t.Errorf("%q: %+v", bad, v)
		}
	}
}
