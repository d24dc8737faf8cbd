package explain

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/format"
)

// same compares two printed decimals up to zeros that %g leaves out.
func same(a, b string) bool {
	trim := func(s string) string {
		m, e, _ := strings.Cut(s, "e")
		if strings.Contains(m, ".") {
			m = strings.TrimRight(strings.TrimRight(m, "0"), ".")
		}
		return m + "e" + e
	}
	return trim(a) == trim(b)
}

// TestRangesAgainstPrinting: of the numbers around the ends of a range exactly those inside print as the text does, with
// strconv as the printer.
func TestRangesAgainstPrinting(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, f := range []*format.Format{format.F32, format.F64} {
		value := func(c uint64) float64 {
			if f == format.F32 {
				return float64(math.Float32frombits(uint32(c)))
			}
			return math.Float64frombits(c)
		}
		for range 4000 {
			c := r.Uint64() >> (64 - f.Bits)
			switch r.IntN(4) {
			case 0: // short decimals, where ties and powers of ten are
				v := math.Ldexp(float64(r.IntN(4000)), -r.IntN(12))
				c = math.Float64bits(v)
				if f == format.F32 {
					c = uint64(math.Float32bits(float32(v)))
				}
			case 1:
				v, _ := strconv.ParseFloat("1e"+strconv.Itoa(r.IntN(40)-20), f.Bits)
				c = math.Float64bits(v)
				if f == format.F32 {
					c = uint64(math.Float32bits(float32(v)))
				}
				c += uint64(r.IntN(5)) - 2
			}
			v := value(c)
			if math.IsNaN(v) || math.IsInf(v, 0) {
				continue
			}
			n := 1 + r.IntN(17)
			verb, layout := byte('e'), Digits
			if r.IntN(2) == 0 && math.Abs(v) < 1e15 {
				verb, layout = 'f', Fixed
			}
			print := func(x float64) string { return strconv.FormatFloat(x, verb, n, 64) }
			s := print(v)
			o, err := ParseObserved(s, nil, layout)
			if err != nil {
				t.Fatalf("%q: %v", s, err)
			}
			if layout == Digits && v == 0 {
				continue // nothing else prints as zero
			}
			set := o.In(f)
			if set.Level(c) < 0 {
				t.Fatalf("%s: %x prints as %q and is not in %x..%x", f.Name, c, s, set.Lo, set.Hi)
			}
			sign := uint64(0)
			if o.Neg {
				sign = 1 << (f.Bits - 1)
			}
			for _, e := range [2]uint64{set.Lo[AsWide], set.Hi[AsWide]} {
				for k := range uint64(5) {
					x := e + k - 2
					if x > f.Max(false).Lo {
						continue
					}
					x |= sign
					if got, want := set.Level(x) >= 0, print(value(x)) == s; got != want {
						t.Fatalf("%s %q: %x in the range: %v, prints so: %v (%s)", f.Name, s, x, got, want, print(value(x)))
					}
				}
			}
		}
	}
}

// TestAnyLayout: whatever prints a number, the text's range holds it, and the shortest text's first level is it alone.
func TestAnyLayout(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 5000 {
		c := uint64(r.Uint32())
		v := math.Float32frombits(uint32(c))
		if v != v || math.IsInf(float64(v), 0) || v == 0 {
			continue
		}
		for _, s := range []string{
			strconv.FormatFloat(float64(v), 'g', -1, 32), strconv.FormatFloat(float64(v), 'g', 6, 64), strconv.FormatFloat(float64(v), 'e', r.IntN(12), 64),
			strconv.FormatFloat(float64(v), 'x', -1, 32), "0x" + strconv.FormatUint(c, 16), "tensor(" + strconv.FormatFloat(float64(v), 'g', 4, 64) + ", device='cuda:0')",
		} {
			if strings.HasPrefix(s, "0x") && len(s) < 10 && !strings.Contains(s, "p") {
				continue
			}
			o, err := ParseObserved(s, nil, AnyLayout)
			if err != nil {
				t.Fatalf("%q: %v", s, err)
			}
			set := o.In(format.F32)
			if set.Level(c) < 0 {
				t.Fatalf("%08x prints as %q and is not in %x..%x", c, s, set.Lo, set.Hi)
			}
		}
		o, _ := ParseObserved(strconv.FormatFloat(float64(v), 'g', -1, 32), nil, AnyLayout)
		if set := o.In(format.F32); set.Level(c) != Exactly || set.Level(c+1) == Exactly {
			t.Fatalf("%08x: the shortest text is not its first level", c)
		}
		six := strconv.FormatFloat(float64(v), 'g', 6, 64)
		o, _ = ParseObserved(six, nil, AnyLayout)
		set := o.In(format.F32)
		for _, x := range []uint64{set.Lo[SixG], set.Hi[SixG] + 1, set.Lo[SixG] - 1} {
			if set.Lo[SixG] > set.Hi[SixG] || x&0x7f800000 == 0x7f800000 {
				continue
			}
			w := float64(math.Float32frombits(uint32(x)))
			if v < 0 {
				w = -w
			}
			if got, want := set.Lo[SixG] <= x && x <= set.Hi[SixG], same(strconv.FormatFloat(w, 'g', 6, 64), six); got != want {
				t.Fatalf("%q: %08x in the range of %%g: %v, prints so: %v", six, x, got, want)
			}
		}
	}
}

func TestObservedForms(t *testing.T) {
	for _, c := range []struct {
		s    string
		f    *format.Format
		code uint64
		in   bool
	}{
		{"0x4601D3FF", format.F32, 0x4601d3ff, true},
		{"4601D3FF", format.F32, 0x4601d3ff, true},
		{"4601D3FF", format.F64, math.Float64bits(float64(math.Float32frombits(0x4601d3ff))), true},
		{"0x4601D3FF", format.F32, 0x4601d400, false},
		{"9.8596", format.F32, 0x411dc0ed, true}, // 9.85960007
		{"9.8616", format.F32, math.MaxUint32 & uint64(math.Float32bits(3.140625*3.14)), true},
		{"1025", format.F32, uint64(math.Float32bits(1025)), true},
		{"1025", format.F32, uint64(math.Float32bits(1024)), false},
		{"-0.0", format.F32, 0x80000000, true},
		{"0.0", format.F32, 0x80000000, false},
		{"nan", format.F32, 0x7fffffff, true},
		{"-nan", format.F32, 0xffc00000, true},
		{"inf", format.F32, 0x7f800000, true},
		{"-inf", format.F32, 0x7f800000, false},
		{"1.79999995", format.F32, 0x3fe66666, true},
		{"1.8", format.F64, math.Float64bits(1.8), true},
		{"0x1.8p+1", format.F32, 0x40400000, true},
		{"np.float32(2.5)", format.F32, uint64(math.Float32bits(2.5)), true},
		{"1.0f", format.F32, 0x3f800000, true},
		{"NaN", format.E4M3, 0x7f, true},
		{"448", format.E4M3, 0x7e, true},
		{"1e39", format.F32, 0x7f800000, false},
		{"3.40282e+38", format.F32, 0x7f7fffff, true},
	} {
		o, err := ParseObserved(c.s, nil, AnyLayout)
		if err != nil {
			t.Errorf("%q: %v", c.s, err)
			continue
		}
		if set := o.In(c.f); set.Level(c.code) >= 0 != c.in {
			t.Errorf("%q in %s: %x is a member: %v, want %v (%x..%x)", c.s, c.f.Name, c.code, !c.in, c.in, set.Lo, set.Hi)
		}
	}
	for _, s := range []string{"", "-", "x", "0x", "0xg", "1e", "1e99999", "1..2", "--1", "0x123456789abcdef01", "1.2.3", "()", strings.Repeat("1", 2000)} {
		if o, err := ParseObserved(s, nil, AnyLayout); err == nil {
			t.Errorf("%q was read as %+v", s, o)
		}
	}
}

func FuzzObserved(f *testing.F) {
	for _, s := range []string{"9.8616", "0x4601D3FF", "1e-45", "-0x1.8p-3", "nan(3)", "tensor(1.)", "0", "1e20000", "99999e-20000"} {
		f.Add(s, uint8(0))
	}
	f.Fuzz(func(t *testing.T, s string, l uint8) {
		o, err := ParseObserved(s, nil, Layout(l%4))
		if err != nil {
			return
		}
		for _, f := range []*format.Format{format.F16, format.BF16, format.F32, format.F64, format.E4M3, format.E5M2, format.UE4M3, format.E2M1} {
			set := o.In(f)
			if c, ok := set.Some(); ok && set.Level(c) < 0 {
				t.Fatalf("%q: %s: Some is no member", s, f.Name)
			}
			set.Distance(1)
			set.Count()
		}
	})
}

// TestUnnumbered: numbers of rows are no results, where each line has one before its value.
func TestUnnumbered(t *testing.T) {
	for s, want := range map[string]string{
		"i,result\n0,7.42\n1,4.17":       "i,result\n  7.42\n  4.17",
		"1: 0x3f800000\n2: 0x40000000\n": "   0x3f800000\n   0x40000000\n",
		"0 1.5\r\n1 nan\r\n2 -2\r\n":     "  1.5\r\n  nan\r\n  -2\r\n",
		"0,5\n1,5":                       "0,5\n1,5", // decimal commas
		"0,7.42":                         "0,7.42",
		"0 1.5 2.5\n1 1.5 2.5":           "0 1.5 2.5\n1 1.5 2.5",
		"1.5\n2.5":                       "1.5\n2.5",
		"2 1.5\n3 2.5":                   "2 1.5\n3 2.5",
		"0,1.5\n2,2.5":                   "0,1.5\n2,2.5",
		"0\n1":                           "0\n1",
	} {
		if got := unnumbered(s); got != want {
			t.Errorf("%q: %q", s, got)
		}
	}
}
