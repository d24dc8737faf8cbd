package tensor

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// number is a decoded operand of the twin: a rational number, and the exponent under which it is aligned.
type number struct {
	nan, inf, neg bool
	v             *big.Rat
	exp           int
}

func pow2(n int) *big.Rat {
	one := big.NewInt(1)
	if n >= 0 {
		return new(big.Rat).SetInt(one.Lsh(one, uint(n)))
	}
	return new(big.Rat).SetFrac(one, new(big.Int).Lsh(big.NewInt(1), uint(-n)))
}

// twinRead decodes a code by the rules of the format's fields alone.
func twinRead(f *format.Format, c uint64) number {
	if f == format.TF32 {
		c >>= 13
	}
	width := f.ExpBits + f.FracBits
	n := number{neg: !f.Unsigned && c>>width&1 != 0}
	e, frac := int(c>>f.FracBits&(1<<f.ExpBits-1)), c&(1<<f.FracBits-1)
	ones := 1<<f.ExpBits - 1
	switch {
	case f.Codes == format.IEEE && e == ones:
		n.nan, n.inf = frac != 0, frac == 0
		return n
	case f.Codes == format.OneNaN && e == ones && frac == 1<<f.FracBits-1:
		n.nan = true
		return n
	}
	m := int64(frac)
	if e == 0 {
		e = 1
	} else {
		m += 1 << f.FracBits
	}
	n.exp = e - int(f.Bias)
	n.v = new(big.Rat).Mul(new(big.Rat).SetInt64(m), pow2(n.exp-f.FracBits))
	if n.neg {
		n.v.Neg(n.v)
	}
	return n
}

// floorTo returns the integer part, toward zero, of v in units of 2^q.
func floorTo(v *big.Rat, q int) *big.Int {
	x := new(big.Rat).Mul(v, pow2(-q))
	return new(big.Int).Quo(x.Num(), x.Denom())
}

// twinRound rounds v to p bits of a format: toward zero, or to nearest even.
func twinRound(f *format.Format, v *big.Rat, p int, nearest bool) uint64 {
	if v.Sign() == 0 {
		return 0
	}
	abs := new(big.Rat).Abs(v)
	e := abs.Num().BitLen() - abs.Denom().BitLen()
	if abs.Cmp(pow2(e)) < 0 {
		e--
	}
	q := max(e, int(f.Emin)) - p + 1
	n := floorTo(abs, q)
	if nearest {
		rest := new(big.Rat).Sub(new(big.Rat).Mul(abs, pow2(-q)), new(big.Rat).SetInt(n))
		if c := rest.Cmp(big.NewRat(1, 2)); c > 0 || c == 0 && n.Bit(0) == 1 {
			n.Add(n, big.NewInt(1))
		}
	}
	if n.Sign() == 0 {
		return 0
	}
	abs = new(big.Rat).Mul(new(big.Rat).SetInt(n), pow2(q))
	sign := uint64(0)
	if v.Sign() < 0 {
		sign = 1 << (f.Bits - 1)
	}
	if abs.Cmp(pow2(int(f.Emax)+1)) >= 0 {
		return sign | f.Inf(false).Lo
	}
	// the code is found by counting quanta of the format
	quantum := int(f.Emin) - f.P + 1
	field := uint64(0)
	for abs.Cmp(pow2(quantum+f.P)) >= 0 {
		quantum++
		field++
	}
	return sign | (field<<f.FracBits + floorTo(abs, quantum).Uint64())
}

// exponent is that of a number in a unit.
func (n number) exponent(u Unit) int {
	if u.Zeros && n.v.Sign() == 0 {
		return -126
	}
	return n.exp
}

// twinBlock adds the terms at the indices ks and c.
func twinBlock(u Unit, fa, fb, acc *format.Format, a, b []uint64, ks []int, c uint64) uint64 {
	type term struct {
		v   *big.Rat
		exp int
	}
	var terms []term
	plus, minus, nan := false, false, false
	inf := func(neg bool) { plus, minus = plus || !neg, minus || neg }
	for _, k := range ks {
		x, y := twinRead(fa, a[k]), twinRead(fb, b[k])
		switch {
		case x.nan || y.nan:
			nan = true
		case x.inf && y.inf, x.inf && y.v.Sign() != 0, y.inf && x.v.Sign() != 0:
			inf(x.neg != y.neg)
		case x.inf || y.inf:
			nan = true
		default:
			terms = append(terms, term{new(big.Rat).Mul(x.v, y.v), x.exponent(u) + y.exponent(u)})
		}
	}
	z := twinRead(acc, c)
	switch {
	case z.nan:
		nan = true
	case z.inf:
		inf(z.neg)
	default:
		terms = append(terms, term{z.v, z.exponent(u)})
	}
	switch {
	case nan || plus && minus:
		return acc.NaN(format.AllOnes).Lo
	case plus || minus:
		return acc.Inf(minus).Lo
	}
	top := int(u.Floor)
	for _, t := range terms {
		if t.v.Sign() != 0 || u.Zeros {
			top = max(top, t.exp)
		}
	}
	sum := new(big.Int)
	for _, t := range terms {
		sum.Add(sum, floorTo(t.v, top-u.Frac))
	}
	p := acc.P
	if u.Precision != 0 {
		p = u.Precision
	}
	return twinRound(acc, new(big.Rat).Mul(new(big.Rat).SetInt(sum), pow2(top-u.Frac)), p, acc == format.F16)
}

// twin evaluates an element of an instruction by rational arithmetic.
func twin(u Unit, fa, fb, acc *format.Format, a, b []uint64, c uint64) uint64 {
	if u.Halves {
		t := uint64(0)
		for _, odd := range []int{0, 2} {
			var ks []int
			for k := range a {
				if k&2 == odd {
					ks = append(ks, k)
				}
			}
			t = twinBlock(u, fa, fb, acc, a, b, ks, t)
		}
		x, y := twinRead(acc, t), twinRead(acc, c)
		if x.v == nil || y.v == nil {
			switch {
			case x.nan || y.nan || x.inf && y.inf && x.neg != y.neg:
				return acc.NaN(format.AllOnes).Lo
			case x.inf:
				return t
			}
			return c
		}
		if s := new(big.Rat).Add(x.v, y.v); s.Sign() != 0 {
			return twinRound(acc, s, acc.P, true)
		}
		return t & c // -0 only for two of them
	}
	for k := 0; k < len(a); k += u.Terms {
		var ks []int
		for j := k; j < min(k+u.Terms, len(a)); j++ {
			ks = append(ks, j)
		}
		c = twinBlock(u, fa, fb, acc, a, b, ks, c)
	}
	return c
}

// code draws a code: uniform bits, near-equal exponents, few bits, zeros and specials in turn.
func code(r *rand.Rand, f *format.Format, way int) uint64 {
	x := r.Uint64() & (1<<f.Bits - 1)
	if f.Bits == 64 {
		x = r.Uint64()
	}
	switch way {
	case 1: // exponents around the middle
		e := uint64(int(f.Bias) - 2 + r.IntN(4))
		x = x&^((1<<f.ExpBits-1)<<f.FracBits) | min(e, 1<<f.ExpBits-2)<<f.FracBits
	case 2: // powers of two and zeros
		x = x >> f.FracBits << f.FracBits
		if r.IntN(3) == 0 {
			x &= 1 << (f.Bits - 1)
		}
	case 3: // small numbers
		x &^= (1<<f.ExpBits - 1) << f.FracBits
		x |= uint64(r.IntN(3)) << f.FracBits
	}
	if way != 0 && f.Codes == format.IEEE && x>>f.FracBits&(1<<f.ExpBits-1) == 1<<f.ExpBits-1 && r.IntN(20) != 0 {
		x ^= 1 << f.FracBits
	}
	if f == format.TF32 {
		x = x<<13 | uint64(r.IntN(1<<13))
	}
	return x
}

// TestTwin compares every instruction on every capability that has it with rational arithmetic, and the steps told of
// with what Do returns.
func TestTwin(t *testing.T) {
	rows := 60
	if testing.Short() {
		rows = 12
	}
	r := rand.New(rand.NewPCG(1, 2))
	seen := 0
	for _, i := range Catalogue() {
		if i.Integer() || i.Scale != "" || i.A == "f64" {
			continue
		}
		for _, g := range Generations {
			u, facts, ok := i.Unit(g.CC)
			if !ok || u.Chain != 0 { // held to recorded elements: conform/testdata/h200_quadpairs.txt.gz
				continue
			}
			seen++
			if len(facts) == 0 {
				t.Errorf("%s on %d: no source", i.ID(), g.CC)
			}
			fa, fb, acc := Format(i.A), Format(i.B), Format(i.D)
			for n := range rows * (1 + len(i.Others(g.CC))) {
				if n >= rows {
					u = i.Others(g.CC)[n/rows-1]
				}
				d := NewDot(u, fa, fb, acc)
				a, b := make([]uint64, i.K), make([]uint64, i.K)
				for k := range a {
					a[k], b[k] = code(r, fa, n%4), code(r, fb, n%4)
				}
				c := code(r, acc, n/4%4)
				got, want := d.Do(a, b, c), twin(u, fa, fb, acc, a, b, c)
				if got != want {
					t.Fatalf("%s on %d: %x * %x + %x = %x, not %x", i.ID(), g.CC, a, b, c, got, want)
				}
				steps, last := d.Steps(a, b, c)
				blocks := (i.K + u.Terms - 1) / u.Terms
				if u.Halves {
					blocks = 2
				}
				if last != got || len(steps) != blocks {
					t.Fatalf("%s on %d: %d steps to %x", i.ID(), g.CC, len(steps), last)
				}
				order := u.Blocks(i.K)
				for j, s := range steps {
					if !s.Special && len(order[j])+1 != len(s.Terms) {
						t.Fatalf("%s on %d: block %d takes %v, but adds %d terms", i.ID(), g.CC, j, order[j], len(s.Terms))
					}
					var sum int64
					for _, x := range s.Terms {
						if x.Neg {
							sum -= int64(x.Kept)
						} else {
							sum += int64(x.Kept)
						}
					}
					if sum != s.Sum {
						t.Fatalf("%s on %d: kept terms add up to %d, not %d", i.ID(), g.CC, sum, s.Sum)
					}
				}
			}
		}
	}
	if seen < 150 {
		t.Errorf("only %d pairs of an instruction and a capability", seen)
	}
}

// TestSmallest goes through all codes of FP4 and FP8 with every one or every eleventh other.
func TestSmallest(t *testing.T) {
	step := uint64(11)
	if testing.Short() {
		step = 53
	}
	for _, f := range []*format.Format{format.E2M1, format.E4M3, format.E5M2} {
		u := fused(32, 25, NoFloor)
		d := NewDot(u, f, f, format.F32)
		for x := range uint64(1) << f.Bits {
			for y := x % step; y < 1<<f.Bits; y += step {
				a, b := []uint64{x, 1}, []uint64{y, 1}
				if got, want := d.Do(a, b, 0x3f800001), twin(u, f, f, format.F32, a, b, 0x3f800001); got != want {
					t.Fatalf("%s: %x * %x: %x, not %x", f.ID, x, y, got, want)
				}
			}
		}
	}
}

// TestFingerprints: computations that tell generations apart, and what a chain of fused multiply-adds gives.
// FAS and KH measured the first three kinds.
func TestFingerprints(t *testing.T) {
	small := func(n int, k uint64) (a, b []uint64) { // n products of -2^-k or, negated, of 2^-k
		for range n {
			a, b = append(a, 0x8000|(15-k/2)<<10), append(b, (15-(k-k/2))<<10)
		}
		return
	}
	for _, c := range []struct {
		n    int
		k    uint64
		neg  bool
		want map[int]uint64
	}{
		{1, 24, true, map[int]uint64{70: 0x3f800000, 75: 0x3f7fffff, 80: 0x3f7fffff, 89: 0x3f7fffff, 90: 0x3f7fffff, 100: 0x3f7fffff}},
		{1, 25, true, map[int]uint64{70: 0x3f800000, 80: 0x3f800000, 90: 0x3f7fffff, 100: 0x3f7fffff}},
		{1, 26, true, map[int]uint64{70: 0x3f800000, 80: 0x3f800000, 90: 0x3f800000, 100: 0x3f800000}},
		{16, 25, false, map[int]uint64{70: 0x3f800000, 80: 0x3f800000, 90: 0x3f800004, 100: 0x3f800004}},
	} {
		a, b := small(c.n, c.k)
		if !c.neg {
			for i := range a {
				a[i] &= 0x7fff
			}
		}
		for cc, want := range c.want {
			i, _ := Find("mma.m16n8k16.f32.f16.f16.f32")
			if cc < 80 {
				i, _ = Find("mma.m8n8k4.f32.f16.f16.f32")
			}
			d, ok := i.Dot(cc)
			if cc == 75 {
				i, _ = Find("mma.m16n8k8.f32.f16.f16.f32")
				d, ok = i.Dot(cc)
			}
			if !ok {
				t.Fatalf("%d has no %s", cc, i.ID())
			}
			if got := d.Do(a, b, 0x3f800000); got != want {
				t.Errorf("%d: 1 and %d products of 2^-%d give %x, not %x", cc, c.n, c.k, got, want)
			}
		}
	}
}

// TestTuring: the sources disagree on the block of 7.5, and this row and column tell 8 products from 4: four products of
// 2^-25, then 1.
func TestTuring(t *testing.T) {
	i, _ := Find("mma.m16n8k8.f32.f16.f16.f32")
	u, _, _ := i.Unit(75)
	others := i.Others(75)
	if len(others) != 2 || !others[1].Zeros || others[1].Terms != u.Terms {
		t.Fatalf("other units: %v", others)
	}
	a, b := []uint64{0x0800, 0x0800, 0x0800, 0x0800, 0x3c00, 0, 0, 0}, []uint64{0x0c00, 0x0c00, 0x0c00, 0x0c00, 0x3c00, 0, 0, 0}
	for k, want := range map[*Unit]uint64{&u: 0x3f800000, &others[0]: 0x3f800001} {
		if got := NewDot(*k, format.F16, format.F16, format.F32).Do(a, b, 0); got != want {
			t.Errorf("blocks of %d: %x, not %x", k.Terms, got, want)
		}
	}
}

// TestNearSmallest: the largest exponent near the smallest numbers, on which sources disagree: Khattak and Mikaitis bound it, by one less
// from Hopper on, and not on Volta; MMA-Sim gives zeros the exponent -126. Two bfloat16 products and C = 0 whose sum is 2^-149 tell them
// apart. An H200 has the bound (conform/testdata/h200_mma_edges.txt.gz).
func TestNearSmallest(t *testing.T) {
	volta, ampere, hopper := fused(16, 23, NoFloor), fused(16, 24, -132), fused(16, 25, -133)
	sim := fused(16, 25, NoFloor)
	sim.Zeros = true
	bf16 := func(x ...float64) (codes []uint64) {
		for _, v := range append(x, make([]float64, 14)...) {
			codes = append(codes, codeOf(format.BF16, v))
		}
		return codes
	}
	for _, c := range []struct {
		a, b []uint64
		want [4]uint64
	}{
		{bf16(15*0x1p-79, 0x1p-79), bf16(17*0x1p-78, 0x1p-78), [4]uint64{1, 0, 1, 0}},
		{bf16(23*0x1p-80, 0x1p-80), bf16(89*0x1p-80, 0x1p-80), [4]uint64{1, 0, 0, 0}},
	} {
		for k, u := range []Unit{volta, ampere, hopper, sim} {
			if got := NewDot(u, format.BF16, format.BF16, format.F32).Do(c.a, c.b, 0); got != c.want[k] {
				t.Errorf("unit %d gives %x, not %x", k, got, c.want[k])
			}
		}
	}
}

func codeOf(f *format.Format, x float64) uint64 {
	return arith.Convert(round.Env{}, f, format.F64, wide.From64(math.Float64bits(x)), nil).Bits.Lo
}

// TestReported: what papers report of units by experiments that they describe, each with its origin: sums of products and C.
func TestReported(t *testing.T) {
	const fasi = "Fasi, Higham, Mikaitis and Pranesh 2021"
	with := func(x float64, n int) (list [][2]float64) {
		for range n {
			list = append(list, [2]float64{x, 1})
		}
		return list
	}
	for _, c := range []struct {
		origin, what string
		cc           int
		acc          string
		products     [][2]float64
		c            float64
		want         uint64
	}{
		{fasi, "subnormal operands count", 70, "f32", [][2]float64{{0x1p-24, 1}}, 0, 0x33800000},
		{fasi, "products are exact", 70, "f32", [][2]float64{{0x1p-24, 0x1p-24}}, 0, 0x27800000},
		{fasi, "a subnormal C counts", 70, "f32", nil, 0x1p-149, 1},
		{fasi, "subnormal results of binary16", 70, "f16", [][2]float64{{0x1p-14, 0x1p-10}}, 0, 1},
		{fasi, "a sum beyond zero is truncated", 70, "f32", with(3*0x1p-24, 1), 1, 0x3f800001},
		{fasi, "and one below it", 70, "f32", with(-3*0x1p-24, 1), -1, 0xbf800001},
		{fasi, "a result of binary16 is rounded to nearest even", 70, "f16", with(3*0x1p-11, 1), 1, 0x3c02},
		{fasi, "partial sums are not normalised", 70, "f32", with(0x1p-24, 4), 1 - 0x1p-24, 0x3f800001},
		{fasi, "so that a larger C gives less", 70, "f32", with(0x1p-24, 4), 1, 0x3f800000},
		{fasi, "two carry bits", 70, "f32", with(1.5, 4), 2 - 0x1p-23, 0x40ffffff},
		{fasi, "no bit more than binary32 on V100", 70, "f32", with(1, 1), -1 + 0x1p-24, 0x34000000},
		{fasi, "one more on T4", 75, "f32", with(1, 1), -1 + 0x1p-24, 0x33800000},
		{fasi, "one more on A100", 80, "f32", with(1, 1), -1 + 0x1p-24, 0x33800000},
		{"Li and others 2024 (FTTN)", "two more on H100", 90, "f32", [][2]float64{{-0x1p-13, 0x1p-12}}, 1, 0x3f7fffff},
		{"Li and others 2024 (FTTN)", "not on A100", 80, "f32", [][2]float64{{-0x1p-13, 0x1p-12}}, 1, 0x3f800000},
	} {
		id := map[int]string{70: "mma.m8n8k4", 75: "mma.m16n8k8"}[c.cc]
		if id == "" {
			id = "mma.m16n8k16"
		}
		i, ok := Find(id + "." + c.acc + ".f16.f16." + c.acc)
		d, has := i.Dot(c.cc)
		if !ok || !has {
			t.Fatalf("%d has no %s", c.cc, id)
		}
		var a, b []uint64
		for _, p := range c.products {
			a, b = append(a, codeOf(format.F16, p[0])), append(b, codeOf(format.F16, p[1]))
		}
		if got := d.Do(a, b, codeOf(Format(c.acc), c.c)); got != c.want {
			t.Errorf("%s: %s: %x, not %x", c.origin, c.what, got, c.want)
		}
	}
	for _, i := range Catalogue() { // "RTX 3060 equals A100", HPEC 2025, arXiv 2510.15884
		if u, _, ok := i.Unit(86); ok {
			if v, _, _ := i.Unit(80); u != v {
				t.Errorf("%s: another unit on 8.6 than on 8.0", i.ID())
			}
		}
	}
	i, _ := Find("wgmma.m64n8k32.f32.e4m3.e4m3") // "about 14 bits" on an H800, DeepSeek-V3
	if u, _, _ := i.Unit(90); u.Precision != 14 {
		t.Errorf("%d bits of FP8", u.Precision)
	}
}

// TestMMASim: the units of MMA-Sim (Xie and others 2025, at c785138): fraction bits by generation, and one block of the instruction's K, or two
// on Ampere and Ada. It has no FP8 of mma.sync between Ada and 12.0 and no FP6, and its own zeros (TestNearSmallest).
func TestMMASim(t *testing.T) {
	bits := map[int]int{70: 23, 75: 24, 80: 24, 89: 24, 90: 25, 100: 25, 120: 25}
	seen := 0
	for _, i := range Catalogue() {
		eight := i.A == "e4m3" || i.A == "e5m2"
		for _, g := range Generations {
			u, _, ok := i.Unit(g.CC)
			if !ok || u.Frac == 0 || u.Halves || strings.Contains(i.A+i.B, "e2m3") || strings.Contains(i.A+i.B, "e3m2") {
				continue
			}
			terms, frac, precision := i.K, bits[g.CC], 0
			if g.CC == 80 || g.CC == 89 {
				switch {
				case i.K == 16 && !eight, i.K == 8 && i.A == "tf32", i.K == 32 && eight:
					terms /= 2
				}
			}
			if eight && (g.CC == 89 || i.Op == WGMMA) {
				if frac = 13; i.D == "f32" {
					precision = 14
				}
			}
			if i.K == 64 {
				frac = 35
			}
			if min(u.Terms, i.K) != terms || u.Frac != frac || u.Precision != precision {
				t.Errorf("%s on %d: %+v, not blocks of %d with %d bits", i.ID(), g.CC, u, terms, frac)
			}
			if o := i.Others(g.CC); !o[len(o)-1].Zeros {
				t.Errorf("%s on %d: no zeros of MMA-Sim", i.ID(), g.CC)
			}
			seen++
		}
	}
	if seen < 100 {
		t.Errorf("only %d", seen)
	}
}

// TestKhattakMikaitis: the bounds of the largest exponent by generation and result (arXiv 2512.07004); their recorded results are in
// conform/testdata/published_mma.txt.gz.
func TestKhattakMikaitis(t *testing.T) {
	for cc, want := range map[int][2]int32{70: {NoFloor, -19}, 80: {-132, -20}, 89: {-132, -20}, 90: {-133, -21}, 100: {-133, -21}} {
		id := "mma.m16n8k16"
		if cc == 70 {
			id = "mma.m8n8k4"
		}
		for k, acc := range [2]string{"f32", "f16"} {
			i, _ := Find(id + "." + acc + ".f16.f16." + acc)
			if u, _, _ := i.Unit(cc); u.Floor != want[k] {
				t.Errorf("%s on %d: %d, not %d", i.ID(), cc, u.Floor, want[k])
			}
		}
	}
}

// TestNames: names are one-to-one, and Find reads both forms and any N of wgmma.
func TestNames(t *testing.T) {
	ids := map[string]bool{}
	for _, i := range Catalogue() {
		if ids[i.ID()] {
			t.Errorf("%s is there twice", i.ID())
		}
		ids[i.ID()] = true
		if got, ok := Find(i.ID()); !ok || got != i {
			t.Errorf("Find(%s) = %v", i.ID(), got)
		}
		any := false
		for _, g := range Generations {
			any = any || i.Has(g.CC)
			if _, _, ok := i.Unit(g.CC); ok != i.Has(g.CC) {
				t.Errorf("%s on %d: a unit: %v", i.ID(), g.CC, ok)
			}
		}
		if !any {
			t.Errorf("no capability has %s", i.ID())
		}
	}
	for _, name := range []string{"mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", "wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16",
		"mma.sync.aligned.kind::mxf4nvf4.block_scale.scale_vec::4X.m16n8k64.row.col.f32.e2m1.e2m1.f32.ue4m3"} {
		if i, ok := Find(name); !ok || i.Name() != name {
			t.Errorf("Find(%s) = %s", name, i.Name())
		}
	}
	for _, name := range []string{"wgmma.m64n12k16.f32.f16.f16", "mma.m16n8k16.f16.bf16.bf16.f16", ""} {
		if _, ok := Find(name); ok {
			t.Errorf("%s was found", name)
		}
	}
	sources := map[string]bool{}
	for _, s := range Sources {
		sources[s.ID] = true
	}
	for _, g := range Generations {
		for _, r := range g.rules {
			for _, f := range r.facts {
				if !sources[f.Source] || f.Kind == 0 || f.What == "" {
					t.Errorf("%d: a fact without kind or source: %v", g.CC, f)
				}
			}
		}
	}
}

// BenchmarkBlock adds 16 products of binary16 in one block; BenchmarkPlain is the loop over binary64 numbers.
func BenchmarkBlock(b *testing.B) {
	r := rand.New(rand.NewPCG(3, 4))
	d := NewDot(fused(16, 25, -133), format.F16, format.F16, format.F32)
	x, y := make([]uint64, 16), make([]uint64, 16)
	for k := range x {
		x[k], y[k] = code(r, format.F16, 1), code(r, format.F16, 1)
	}
	c := uint64(0)
	for b.Loop() {
		c = d.Do(x, y, c&0x3fffffff)
	}
}

func BenchmarkPlain(b *testing.B) {
	x, y := make([]float64, 16), make([]float64, 16)
	for k := range x {
		x[k], y[k] = float64(k)+0.5, 1/float64(k+1)
	}
	s := 0.0
	for b.Loop() {
		for k, v := range x {
			s += v * y[k]
		}
	}
	if s == 0 {
		b.Fatal(s)
	}
}
