//go:build !opening

package model

import (
	"math"
	"math/big"
	"os"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/sweep"
	"ulplab/fpcore/wide"
	"ulplab/site/state"
)

// The number of steps is the height of the tree.
func TestSumHeights(t *testing.T) {
	for _, n := range []int{1, 2, 3, 7, 8, 31, 33, 100, 1000, 5000} {
		forms := map[string]*reduce.Form{}
		for _, o := range reduce.Orders {
			forms[o.ID], _ = o.At(reduce.Knobs{Threads: 64, Blocks: 3, Accums: 4, Seed: 5})
		}
		for _, p := range reduce.Presets {
			if form, _, ok := p.At(n); ok {
				forms[p.ID] = form
			}
		}
		for id, form := range forms {
			tree := reduce.NewTree(form, n)
			if got, want := reduce.Eval[int32](heights{&Sum{}}, form, n), tree.Summary(tree.Root()).Height; got != want {
				t.Errorf("%s of %d: height %d, want %d", id, n, got, want)
			}
		}
	}
}

// CUB's default level is the order of cupy.sum, and its strictest one the binned sum, as recorded on an H200.
func TestSumCUBAsRecorded(t *testing.T) {
	file, err := os.ReadFile("testdata/cub_levels.tsv")
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for line := range strings.Lines(string(file)) {
		if line[0] == '#' {
			continue
		}
		var n [3]int
		w := strings.Fields(line)
		for i := range n {
			n[i], _ = strconv.Atoi(w[i])
		}
		m := NewSum(sumInput(SumInput{Kind: uint8(n[0]), N: int32(n[1]), Seed: int32(n[2])}))
		m.generate()
		m.describe()
		m.rows()
		for i, id := range []string{"cupy.sum", "binned"} {
			r := m.Row(id)
			m.value(r)
			tried++
			if got := strconv.FormatUint(r.Bits.Lo, 16); got != w[3+i] || r.Unclaimed {
				t.Errorf("%s of %v: %s, recorded %s", id, n, got, w[3+i])
			}
		}
	}
	if tried != 64 {
		t.Errorf("%d sums compared", tried)
	}
	for _, n := range []int32{1000, 4096} {
		for arrive := range uint8(len(state.SumArrivals)) {
			m := NewSum(sumInput(SumInput{N: n, Seed: 1, Arrive: arrive}))
			m.generate()
			m.describe()
			if r, ok := m.Recorded(); !ok || r.Runs != 1000 || len(r.Results) == 0 || (r.Second > 0) != (len(r.Results) > 1) {
				t.Errorf("%d elements, %s: %+v %v", n, state.SumArrivals[arrive], r, ok)
			}
		}
	}
}

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
func TestSumArithmeticTwin(t *testing.T) {
	grids := map[string]numberGrid{}
	at := func(id string) numberGrid {
		if _, ok := grids[id]; !ok {
			grids[id] = gridOf(state.FormatOf(id))
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
			a, ok := state.ReadSumArith(words)
			if !ok {
				t.Fatal(words)
			}
			m := NewSum(sumInput(SumInput{Kind: uint8(variant % 3), N: 24, Seed: int32(variant + 31*k), Dot: dot, Arith: a}))
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
func TestSumMAD(t *testing.T) {
	a, _ := state.ReadSumArith("m=mad")
	e := state.SumExamples[7].Sum
	e.Arith = a
	m := sumDone(t, SumInputOf(e))
	if got := m.Row("serial").Bits.Lo; got != 0x3d653500 {
		t.Errorf("%x", got)
	}
	for words, problem := range map[string]bool{"m=mad": false, "m=mad,s=f64": true, "m=mad,i=bf16": true} {
		a, _ := state.ReadSumArith(words)
		if m := NewSum(sumInput(SumInput{N: 4, Arith: a})); (m.MADProblem() != "") != problem {
			t.Errorf("%s: %q", words, m.MADProblem())
		}
	}
}

// Every format in every place gives sums, whatever they are, and the view's numbers of them.
func TestSumEveryFormat(t *testing.T) {
	for _, f := range format.All {
		for i, key := range []string{"i", "p", "s", "r", "i=" + f.ID + ",s"} {
			a, ok := state.ReadSumArith(key + "=" + f.ID)
			if !ok {
				t.Fatal(f.ID)
			}
			m := sumDone(t, SumInput{Kind: uint8(i % 3), N: 12, Seed: 3, Dot: i&1 != 0, Arith: a})
			for k := range m.Rows {
				if r := &m.Rows[k]; !r.Done || r.ID == "exact" && r.Bits != m.Once {
					t.Errorf("%s in %s: %s", f.ID, key, r.ID)
				}
				_ = m.Decimal(m.Rows[k].Bits)
			}
		}
	}
}

// The result of many vectors does not depend on the parts, and only results are merged.
func TestSumVectorsInParts(t *testing.T) {
	for _, text := range []string{"vectors 0.0.0.0.128.8.4.1.9.6@ 0 36", "vectors 4.5.1.1.64.3.7.11.9.4@ 0 24", "vectors 2.0.1.0.32.2.3.5.4.5@i=bf16,s=f32 0 14"} {
		j, err := sweep.Parse(text)
		if err != nil || j.String() != text {
			t.Fatal(text, err, j)
		}
		whole := j.Start()
		for !whole.Step(1000) {
		}
		_, hi := j.Range()
		parts := j.Start()
		for at := uint64(0); at < hi; at += 7 {
			lo := (hi - 1 - at) / 7 * 7 // from the last part to the first
			p := j.Part(lo, lo+7).Start()
			for !p.Step(1) {
			}
			if err := parts.Merge(p.Encode()); err != nil {
				t.Fatal(err)
			}
		}
		if parts.Encode() != whole.Encode() || parts.Done() != hi {
			t.Errorf("%s: parts give another result", text)
		}
		if parts.Merge(whole.Encode()) == nil && parts.Done() > hi {
			t.Logf("merged twice: %d", parts.Done())
		}
		for _, bad := range []string{"", "1", whole.Encode() + " 1", "x " + whole.Encode(), strings.Replace(whole.Encode(), " ", " zzzzzzzzzzzzzzz ", 1)} {
			if j.Start().Merge(bad) == nil {
				t.Errorf("merged %.40q", bad)
			}
		}
		s, ok := ReadSumStats(text, whole.Encode())
		if !ok || len(s.Methods) < 8 {
			t.Fatalf("%+v", s)
		}
		for _, m := range s.Methods {
			for i := range s.Sizes {
				if m.ID == "exact" && !(m.Worst[0][i] <= 0.5) || m.Mean[0][i] > m.Worst[0][i] {
					t.Errorf("%s: %s has the mean error %v, at most %v", text, m.ID, m.Mean[0], m.Worst[0])
				}
			}
		}
	}
	for _, bad := range []string{"vectors", "vectors @ 0 1", "vectors 0.0.0.0.128.8.4.1.9@ 0 9", "vectors 5.0.0.0.128.8.4.1.9.6@ 0 36", "vectors 0.0.0.0.128.8.4.1.9.6@ 0 37", "vectors 0.0.0.0.128.8.4.1.9.18@ 0 9",
		"vectors 0.0.0.0.0.8.4.1.9.6@ 0 36", "vectors 0.0.0.0.128.8.65.1.9.6@ 0 36", "vectors 0.0.0.0.128.8.4.1.9.6@i=best 0 36", "vectors -1.0.0.0.128.8.4.1.9.6@ 0 36"} {
		if _, err := sweep.Parse(bad); err == nil {
			t.Errorf("%q is a job", bad)
		}
	}
}

// What the view shows before anything is started is what its job gives, tried for the sizes up to 4,096.
func TestSumFirstStatistics(t *testing.T) {
	job, ok := SumJob(state.Default().Sum)
	if !ok || job != SumFirstJob {
		t.Fatalf("the first job is %q", job)
	}
	j, err := sweep.Parse(job)
	if err != nil {
		t.Fatal(err)
	}
	want, got := j.Start().(*vectorsRunner), j.Start().(*vectorsRunner)
	if err := want.Merge(SumFirstResult); err != nil {
		t.Fatal(err)
	}
	for size := range 9 {
		for v := range 300 {
			got.one(v, size)
		}
		if got.sum[size] != want.sum[size] {
			t.Errorf("size %d: %+v, kept %+v", size, got.sum[size], want.sum[size])
		}
	}
}

// Sums that the reader stops and goes on with, and other launches on the way, give what they give without.
func TestSumStopAndRelaunch(t *testing.T) {
	in := sumInput(SumInput{N: 300, Seed: 9})
	want := sumDone(t, in)
	m := NewSum(sumInput(SumInput{N: 300, Seed: 9, Threads: 64, Blocks: 2, Accums: 4, CPU: 9, Arrive: 2}))
	for m.stage < sumTrees {
		m.Step(50_000, true)
	}
	m.Step(1_000_000, false)
	for !m.Step(1_000_000, true) {
	}
	if m.stage != sumTrees || m.Busy(true) || !m.Busy(false) {
		t.Errorf("stopped at %d", m.stage)
	}
	next := m.Relaunch(in)
	if next == nil {
		t.Fatal("no other launch")
	}
	for !next.Step(1_000_000, false) {
	}
	for i := range want.Rows {
		if want.Rows[i].Bits != next.Rows[i].Bits {
			t.Errorf("%s differs", want.Rows[i].ID)
		}
	}
	if next.Cell != want.Cell || next.CPUCell != want.CPUCell || !slices.Equal(next.Trees, want.Trees) || !slices.Equal(next.Results, want.Results) || next.Second != want.Second {
		t.Error("launches, trees or arrivals differ")
	}
	if m.Relaunch(sumInput(SumInput{N: 301, Seed: 9})) != nil {
		t.Error("other data are no other launch")
	}
	next.Drop()
	want.Drop()
}

// What others compute with the same machines between two steps leaves the work alone.
func TestSumBetweenSteps(t *testing.T) {
	a, _ := state.ReadSumArith("i=bf16,s=bf16")
	in := sumInput(SumInput{N: 200, Seed: 2, Arith: a})
	want := sumDone(t, in)
	m := NewSum(in)
	for !m.Step(30_000, false) {
		if m.stage > sumExact {
			o, _ := reduce.FindOrder("halving")
			form, _ := o.At(reduce.Knobs{})
			if got := m.eval(form, false); got != want.Row("halving").Bits {
				t.Fatalf("%x", got.Lo)
			}
		}
	}
	if !slices.Equal(m.Trees, want.Trees) || m.Cell != want.Cell {
		t.Error("other results")
	}
}

// Every panel of an order works with any arithmetic.
func TestSumPanelsOfAnyArithmetic(t *testing.T) {
	for _, p := range state.SumArithPresets {
		for _, dot := range []bool{false, true} {
			a, _ := state.ReadSumArith(p[1])
			m := NewSum(sumInput(SumInput{N: 50, Seed: 4, Dot: dot, Arith: a}))
			for m.stage <= sumRows {
				m.Step(1_000_000, true)
			}
			for _, r := range m.Rows {
				if b, ok := m.Big(r.ID, SumLocal, nil); ok {
					for !b.Step() {
					}
					if !b.Failed && m.out(m.codeOf(b.value[m.N-2])) != r.Bits {
						t.Errorf("%s, %s: the tree ends with %v", p[0], r.ID, b.value[m.N-2])
					}
				}
				if b, ok := m.Time(r.ID); ok {
					for !b.Step() {
					}
				}
			}
		}
	}
}
