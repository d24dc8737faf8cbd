package blockscale

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

var elements8 = []*format.Format{format.E4M3, format.E5M2, format.E2M3, format.E3M2, format.E2M1}

// TestEncode compares the encoder with package arith for every upper half of a binary32 number, with four lower halves,
// to nearest and stochastic, saturated and not, and with the scale as a shift.
func TestEncode(t *testing.T) {
	for _, f := range elements8 {
		for _, o := range []Options{{}, {Overflow: true}, {Stochastic: true, Seed: 5}} {
			e := newEncoder(f, o)
			var n Counts
			for hi := range uint32(1) << 16 {
				lo := [4]uint32{0, 1, 0x8000, 0xffff}[hi&3]
				v := hi<<16 | lo
				env := round.Env{Overflow: round.Saturate, NaN: nvidia.NaN}
				if o.Overflow {
					env.Overflow = round.OverflowIEEE
				}
				if o.Stochastic {
					env.Direction, env.RandomBits, env.Random = round.Stochastic, 32, e.random(int(hi))
				}
				shift := int32(hi>>3) % 7
				x := arith.ScaleB(round.Env{}, format.F64, format.F32, wide.From64(uint64(v)), int64(shift), nil).Bits
				want := arith.Convert(env, f, format.F64, x, nil).Bits.Lo
				if v&0x7fffffff > inf {
					want = f.NaN(format.AllOnes).Lo
				}
				if got := uint64(e.code(v, shift, int(hi), &n)); got != want && !(f.ClassOf(wide.From64(got)).IsNaN() && f.ClassOf(wide.From64(want)).IsNaN()) {
					t.Fatalf("%s %+v: %08x * 2^%d is %x, not %x", f.ID, o, v, shift, got, want)
				}
			}
		}
	}
}

// TestInt8: to nearest even in units of 2^-6, within -127 and 127.
func TestInt8(t *testing.T) {
	e := newEncoder(nil, Options{})
	var n Counts
	for k := -2100; k <= 2100; k++ {
		v := float32(k) / 1024 // units of 1/16 of a code
		want := math.RoundToEven(float64(k) / 16)
		want = min(max(want, -127), 127)
		if got := int8(e.code(math.Float32bits(v), 0, 0, &n)); float64(got) != want {
			t.Fatalf("%v: %d, not %v", v, got, want)
		}
	}
	if got := int8(e.code(0xff800000, 0, 0, &n)); got != -127 {
		t.Errorf("-inf: %d", got)
	}
	if got := int8(e.code(0x00000001, -200, 0, &n)); got != 0 {
		t.Errorf("a tiny number: %d", got)
	}
}

// twinScale is the exponent of a block's scale by rational arithmetic: the least or greatest power of two that the rule
// allows.
func twinScale(s Scheme, r Rule, m float64) int {
	max, precision, top := 127.0/64, 7, 0
	if s.Elem != nil {
		max, _ = new(big.Float).SetMantExp(new(big.Float).SetUint64(s.Elem.Unpack(s.Elem.Max(false)).Sig.Hi>>11), int(s.Elem.Unpack(s.Elem.Max(false)).Exp)-52).Float64()
		precision, top = s.Elem.P, int(s.Elem.Unpack(s.Elem.Max(false)).Exp)
	}
	floorLog := func(v float64) int { _, e := math.Frexp(v); return e - 1 }
	e := floorLog(m)
	switch r {
	case Ceil:
		if math.Ldexp(1, e) < m {
			e++
		}
	case Nearest:
		unit := math.Ldexp(1, e-precision+1)
		e = floorLog(math.RoundToEven(m/unit) * unit)
	case MaxToMax:
		for e = -200; m > math.Ldexp(max, e); e++ {
		}
		return min(max8(e), 127)
	}
	return min(max8(e-top), 127)
}

func max8(e int) int { return max(e, -127) }

func TestScaleRules(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, s := range Schemes {
		if s.Scale != format.E8M0 {
			continue
		}
		for _, rule := range Rules {
			for n := range 4000 {
				v := r.Uint32() & 0x7fffffff
				switch n % 4 {
				case 0:
					v = v &^ 0xfffff
				case 1:
					v = v&^0x7fffff | 0x7fffff>>(n%24)<<(n/4%24)&0x7fffff
				case 2:
					v = s.largestCode() + uint32(r.IntN(5)) - 2
				}
				if v >= inf || v == 0 {
					continue
				}
				want := twinScale(s, rule.Rule, float64(math.Float32frombits(v)))
				if got := int(s.power(rule.Rule, v)) - 127; got != want {
					t.Fatalf("%s %s: the scale for %08x is 2^%d, not 2^%d", s.ID, rule.ID, v, got, want)
				}
			}
		}
	}
}

// data draws numbers with exponents that vary from block to block.
func data(r *rand.Rand, n int) []uint32 {
	x := make([]uint32, n)
	for k := range x {
		v := float32(r.NormFloat64() * math.Exp2(float64(k/16%9)*3-12))
		x[k] = math.Float32bits(v)
	}
	return x
}

// TestQuantize: codes are those of the quotient by the scale, every value is within half a step or saturated, and the
// counts are right.
func TestQuantize(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, s := range Schemes {
		rows, cols := 5, 75
		x := data(r, rows*cols)
		x[3], x[40], x[100], x[101] = 0x7fc00000, 0x7f800000, 0, 0x80000000
		q, err := Quantize(s, Options{Rule: MaxToMax}, x, rows, cols)
		if err != nil {
			t.Fatal(err)
		}
		if q.Counts.NaNs != 1 || q.Counts.Saturated != 1 {
			t.Errorf("%s: %+v", s.ID, q.Counts)
		}
		y := q.Dequantize()
		zeros := 0
		for k := range x {
			if x[k]&0x7fffffff >= inf {
				continue
			}
			scale := scaleValue(q, k/cols, k%cols)
			got, want := float64(math.Float32frombits(y[k])), float64(math.Float32frombits(x[k]))
			if got == 0 && want != 0 {
				zeros++
			}
			// the largest magnitude goes to about the largest code, so that the step is at most its last bit
			precision, emin := 7, 0
			if s.Elem != nil {
				precision, emin = s.Elem.P, int(s.Elem.Emin)
			}
			_, e := math.Frexp(want / scale)
			step := math.Ldexp(scale, max(e-1, emin)-precision+1)
			if s.Elem == nil {
				step = math.Ldexp(scale, -6)
			}
			if math.Abs(got-want) > step*0.5001 && math.Abs(want)/scale < 0.99*largestValue(s) {
				t.Fatalf("%s: element %d, %v with scale %v, becomes %v", s.ID, k, want, scale, got)
			}
		}
		if zeros != q.Counts.Zeros {
			t.Errorf("%s: %d zeros counted, %d there", s.ID, q.Counts.Zeros, zeros)
		}
	}
}

func largestValue(s Scheme) float64 { return float64(math.Float32frombits(s.largestCode())) }

// scaleValue is the whole scale of an element.
func scaleValue(q *Quantized, row, col int) float64 {
	c := q.Scales[q.ScaleAt(row, col)]
	switch q.Scheme.Scale {
	case format.E8M0:
		return math.Ldexp(1, int(c)-127)
	case format.UE4M3:
		if c < 8 {
			return math.Ldexp(float64(c), -9) * float64(math.Float32frombits(q.Second))
		}
		return math.Ldexp(float64(8+c&7), int(c>>3)-10) * float64(math.Float32frombits(q.Second))
	}
	return float64(math.Float32frombits(c))
}

// TestExamples: blocks whose codes follow by hand.
func TestExamples(t *testing.T) {
	f := func(v ...float32) (x []uint32) {
		for _, y := range v {
			x = append(x, math.Float32bits(y))
		}
		return
	}
	for _, c := range []struct {
		id     string
		rule   Rule
		x      []uint32
		scale  uint32
		codes  []uint8
		counts Counts
	}{
		// The largest is 5 = 1.25 * 2^2: OCP's scale is 2^(2-2), and 5 lies halfway between 4 and 6, whose code is odd.
		{"mxfp4", Floor, f(5, -1, 0.2, 0.25, 0), 127, []uint8{6, 10, 0, 0, 0}, Counts{Zeros: 2}},
		// 7.9 is 1.975 * 2^2: floor keeps 2^0 and saturates to 6; largest to largest takes 2^1, where 3.95 rounds to 4.
		{"mxfp4", Floor, f(7.9, 1), 127, []uint8{7, 2}, Counts{Saturated: 1}},
		{"mxfp4", MaxToMax, f(7.9, 1), 128, []uint8{6, 1}, Counts{Subnormals: 1}},
		{"mxfp4", Ceil, f(7.9, 1), 128, []uint8{6, 1}, Counts{Subnormals: 1}},
		{"mxfp4", Nearest, f(7.9, 1), 128, []uint8{6, 1}, Counts{Subnormals: 1}},
		{"mxfp8_e4m3", Floor, f(448, -0.0009765625, 1), 127, []uint8{0x7e, 0x80, 0x38}, Counts{Zeros: 1}},
		{"mxint8", Floor, f(1.984375, -1, 0.0078125), 127, []uint8{127, 0xc0, 0}, Counts{Zeros: 1}},
		{"e4m3_tensor", MaxToMax, f(896, 2, -896), 0x40000000, []uint8{0x7e, 0x38, 0xfe}, Counts{}},
		// 6 * 448 is the largest value of NVFP4 with a tensor scale of 1; its block has the scale 448.
		{"nvfp4", MaxToMax, f(2688, 448, -1344), 0x7e, []uint8{7, 2, 13}, Counts{}},
	} {
		s, _ := Find(c.id)
		q, err := Quantize(s, Options{Rule: c.rule}, c.x, 1, len(c.x))
		if err != nil {
			t.Fatal(err)
		}
		if q.Scales[0] != c.scale || string(q.Codes) != string(c.codes) || q.Counts != c.counts {
			t.Errorf("%s rule %d of %x: scale %x codes %x counts %+v", c.id, c.rule, c.x, q.Scales, q.Codes, q.Counts)
		}
	}
}

// TestEdges: blocks of zeros, of the smallest numbers, and requests without an answer.
func TestEdges(t *testing.T) {
	for _, s := range Schemes {
		for _, x := range [][]uint32{{0, 0x80000000, 0}, {1, 2, 0x80000003}, {0x7f7fffff, 1, 0}, {0x7f800000}, {0x7fc00001}, {}} {
			q, err := Quantize(s, Options{Rule: MaxToMax, Stochastic: len(x) == 3}, x, 1, len(x))
			if err != nil || len(q.Codes) != len(x) {
				t.Fatalf("%s of %x: %v", s.ID, x, err)
			}
			y := q.Dequantize()
			for k, v := range x {
				if v<<1 == 0 && y[k]<<1 != 0 {
					t.Errorf("%s: zero becomes %x", s.ID, y[k])
				}
				if v&0x7fffffff <= inf && y[k]&0x7fffffff > inf {
					t.Errorf("%s: %x becomes a NaN", s.ID, v)
				}
			}
		}
	}
	s, _ := Find("nvfp4")
	if _, err := Quantize(s, Options{}, nil, 0, 0); err == nil {
		t.Error("NVFP4 with a rule for powers of two")
	}
	if _, err := Quantize(Schemes[0], Options{}, make([]uint32, 5), 2, 3); err == nil {
		t.Error("five elements as 2 x 3")
	}
	if _, ok := Find("mxfp5"); ok {
		t.Error("MXFP5")
	}
}

// TestStochastic: the mean of many roundings of one number is that number.
func TestStochastic(t *testing.T) {
	s, _ := Find("e4m3_tensor")
	x := make([]uint32, 20001)
	for k := range x {
		x[k] = math.Float32bits(1.03) // between 1 and 1.125
	}
	x[20000] = math.Float32bits(448)
	q, _ := Quantize(s, Options{Rule: MaxToMax, Stochastic: true, Seed: 7}, x, 1, len(x))
	sum := 0.0
	for _, v := range q.Dequantize()[:20000] {
		sum += float64(math.Float32frombits(v))
	}
	if mean := sum / 20000; math.Abs(mean-1.03) > 0.002 {
		t.Errorf("the mean is %v", mean)
	}
}

// TestDot compares dot products of data that tensor cores add exactly with the sum of the dequantized products: few bits,
// one magnitude; and says what has no instruction.
func TestDot(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, c := range []struct {
		a, b string
		cc   int
	}{{"mxfp8_e4m3", "mxfp8_e5m2", 100}, {"mxfp6_e2m3", "mxfp4", 120}, {"mxfp4", "mxfp4", 100}, {"nvfp4", "nvfp4", 120}, {"e4m3_row", "e5m2_tensor", 90}, {"e4m3_tensor", "e4m3_tensor", 89}} {
		sa, _ := Find(c.a)
		sb, _ := Find(c.b)
		n := 100
		x, y := make([]uint32, 2*n), make([]uint32, 2*n)
		for k := range x {
			x[k], y[k] = math.Float32bits(float32(r.IntN(3)-1)), math.Float32bits(float32(r.IntN(5)-2))
		}
		x[0], y[0], x[n], y[n] = 0x3f800000, 0x40000000, 0x3f800000, 0x40000000
		qa, err := Quantize(sa, Options{Rule: MaxToMax}, x, 2, n)
		if err != nil {
			t.Fatal(err)
		}
		qb, _ := Quantize(sb, Options{Rule: MaxToMax}, y, 2, n)
		got, err := Dot(qa, qb, 1, 0, c.cc)
		if err != nil {
			t.Fatal(err)
		}
		u, v := qa.Dequantize(), qb.Dequantize()
		want := 0.0
		for k := range n {
			want += float64(math.Float32frombits(u[n+k])) * float64(math.Float32frombits(v[k]))
		}
		if g := float64(math.Float32frombits(got)); math.Abs(g-want) > 1e-6*math.Abs(want)+1e-6 {
			t.Errorf("%s * %s on %d: %v, not %v", c.a, c.b, c.cc, g, want)
		}
		if _, err := Dot(qa, qb, 2, 0, c.cc); err == nil {
			t.Error("a third row of two")
		}
		if _, err := Dot(qa, qb, 0, 0, 70); err == nil {
			t.Errorf("%s on 7.0", c.a)
		}
	}
	int8s, _ := Quantize(Schemes[5], Options{}, []uint32{one}, 1, 1)
	fp8, _ := Quantize(Schemes[0], Options{}, []uint32{one}, 1, 1)
	if _, err := Dot(int8s, fp8, 0, 0, 100); err == nil {
		t.Error("MXINT8 in a tensor core")
	}
}

// BenchmarkQuantize quantizes a million numbers; BenchmarkPlain is a loop that adds them.
func BenchmarkQuantize(b *testing.B) {
	r := rand.New(rand.NewPCG(3, 4))
	x := data(r, 1_000_000)
	for _, s := range []string{"mxfp8_e4m3", "mxfp4", "mxint8", "nvfp4", "e4m3_tensor"} {
		for _, stochastic := range []bool{false, true} {
			s, _ := Find(s)
			name := s.ID
			if stochastic {
				name += "_stochastic"
			}
			b.Run(name, func(b *testing.B) {
				for b.Loop() {
					if _, err := Quantize(s, Options{Rule: MaxToMax, Stochastic: stochastic}, x, 1000, 1000); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func BenchmarkPlain(b *testing.B) {
	x := make([]float32, 1_000_000)
	for k := range x {
		x[k] = float32(k)
	}
	s := float32(0)
	for b.Loop() {
		for _, v := range x {
			s += v
		}
	}
	if s == 1 {
		b.Fatal(s)
	}
}

// TestValue: the exact value of an element, rounded to binary32 step by step, is what Dequantize gives, and the
// instruction that Dot takes is one that the capability has.
func TestValue(t *testing.T) {
	x := make([]uint32, 96)
	r := rand.New(rand.NewPCG(3, 4))
	for k := range x {
		x[k] = math.Float32bits(float32(r.NormFloat64()))
	}
	for _, s := range Schemes {
		o := Options{}
		if s.Scale != format.E8M0 {
			o.Rule = MaxToMax
		}
		q, err := Quantize(s, o, x, 2, 48)
		if err != nil {
			t.Fatal(err)
		}
		for k, want := range q.Dequantize() {
			got := q.Value(k/48, k%48).Ratio().Round(round.Env{}, format.F32).Bits.Lo
			if d := int64(got) - int64(want); got&^(1<<31) != 0 && (s.Second && (d < -1 || d > 1) || !s.Second && d != 0) {
				t.Errorf("%s, element %d: %x, not %x", s.ID, k, got, want)
			}
		}
		for _, cc := range []int{70, 80, 89, 90, 100, 120} {
			i, err := Instruction(s, s, cc)
			_, problem := Dot(q, q, 0, 1, cc)
			if (err == nil) != (problem == nil) || err == nil && !i.Has(cc) {
				t.Errorf("%s on %d: %s, %v, %v", s.ID, cc, i.Name(), err, problem)
			}
		}
	}
}
