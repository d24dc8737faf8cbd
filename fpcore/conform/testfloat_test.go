package conform

import (
	"fmt"
	"io"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"ulplab/fpcore/round"
)

// softOf translates the flags of x86 status words to SoftFloat's bits; the denormal-operand flag has none.
func softOf(x86 uint64) uint64 {
	return x86>>5&1 | x86>>4&1<<1 | x86>>3&1<<2 | x86>>2&1<<3 | x86&1<<4
}

// TestRecordedAsTestFloat rewrites the recorded SSE and x87 cases as TestFloat lines. They must pass with any NaN
// accepted, and with -checkNaNs too, but for fma: the processor searches its second operand first.
func TestRecordedAsTestFloat(t *testing.T) {
	names := map[string]string{
		"sse.add32": "f32_add", "sse.sub32": "f32_sub", "sse.mul32": "f32_mul", "sse.div32": "f32_div", "sse.sqrt32": "f32_sqrt",
		"sse.fma32": "f32_mulAdd", "sse.add64": "f64_add", "sse.sub64": "f64_sub", "sse.mul64": "f64_mul", "sse.div64": "f64_div",
		"sse.sqrt64": "f64_sqrt", "sse.fma64": "f64_mulAdd", "sse.cvt32to64": "f32_to_f64", "sse.cvt64to32": "f64_to_f32",
		"sse.cvt32toi32": "f32_to_i32", "x87.add": "extF80_add", "x87.sub": "extF80_sub", "x87.mul": "extF80_mul", "x87.div": "extF80_div",
		"x87.sqrt": "extF80_sqrt", "x87.rndint": "extF80_roundToInt_x", "x87.st32": "extF80_to_f32", "x87.st64": "extF80_to_f64",
	}
	dirs := map[string]string{"rn": "near_even", "rd": "min", "ru": "max", "rz": "minMag"}
	seen := map[string]int{}
	var lines strings.Builder
	var header map[string]string
	run := func() {
		if lines.Len() == 0 {
			return
		}
		unit, dir, _ := cutLast(header["op"], ".")
		name, known := names[unit]
		precision, x87 := map[string]int{"pc24": 32, "pc53": 64, "pc64": 80}[header["control"]]
		if !known || !x87 && header["control"] != "default" {
			lines.Reset()
			return
		}
		seen[name]++
		opt := Options{Direction: Directions[dirs[dir]], Precision: precision, Exact: true}
		for _, opt.CheckNaNs = range []bool{false, true} {
			if opt.CheckNaNs && strings.HasPrefix(unit, "sse.fma") {
				continue
			}
			s, err := TestFloat(strings.NewReader(lines.String()), name, opt)
			if err != nil || s.Failed > 0 || s.Bad > 0 || s.Cases == 0 || s.Passed != s.Cases {
				t.Errorf("%s as %s: %+v, %v", header["op"], name, s, err)
			}
		}
		lines.Reset()
	}
	cases := false
	for line := range strings.Lines(string(recorded(t, "x86.txt.gz"))) {
		if line[0] == '#' {
			if cases || header == nil {
				run()
				header, cases = map[string]string{}, false
			}
			key, value, _ := strings.Cut(line[2:], ":")
			header[key] = strings.TrimSpace(value)
			continue
		}
		cases = true
		operands, flags, _ := cutLast(strings.TrimSpace(line), " ")
		var x86 uint64
		fmt.Sscanf(flags, "%x", &x86)
		fmt.Fprintf(&lines, "%s %02X\n", operands, softOf(x86))
	}
	run()
	for unit, name := range names {
		want := 4
		if strings.HasPrefix(unit, "x87") {
			want = 12
		}
		if seen[name] != want {
			t.Errorf("%s was run %d times, not %d", name, seen[name], want)
		}
	}
}

func cutLast(s, sep string) (before, after string, found bool) {
	k := strings.LastIndex(s, sep)
	if k < 0 {
		return s, "", false
	}
	return s[:k], s[k+len(sep):], true
}

// TestWideAgainstBig compares f128 and extF80 lines made with math/big in five directions: operands and results
// are normal numbers, so that the only exception is inexact.
func TestWideAgainstBig(t *testing.T) {
	directions := map[string]big.RoundingMode{"near_even": big.ToNearestEven, "near_maxMag": big.ToNearestAway, "minMag": big.ToZero,
		"min": big.ToNegativeInf, "max": big.ToPositiveInf}
	formats := []struct {
		name   string
		digits int
		prec   uint
		hidden bool
	}{{"f128", 32, 113, true}, {"extF80", 20, 64, false}}
	r := rand.New(rand.NewPCG(1, 2))
	for _, f := range formats {
		number := func() *big.Float {
			m := new(big.Int).SetUint64(r.Uint64())
			m.Lsh(m, 64).Or(m, new(big.Int).SetUint64(r.Uint64()))
			m.Rsh(m, 128-f.prec).SetBit(m, int(f.prec)-1, 1)
			if r.IntN(2) == 0 {
				m.Rsh(m, f.prec/2).Lsh(m, f.prec/2) // a short significand: exact sums and products
			}
			x := new(big.Float).SetInt(m)
			x.SetMantExp(x, r.IntN(240)-120-int(f.prec))
			if r.IntN(2) == 0 {
				x.Neg(x)
			}
			return x
		}
		encode := func(x *big.Float) string {
			m := new(big.Float)
			e := x.MantExp(m) - 1
			m.SetMantExp(m.Abs(m), int(f.prec))
			sig, _ := m.Int(nil)
			field := int64(e + 16383)
			if x.Signbit() {
				field |= 1 << 15
			}
			if f.hidden {
				sig.SetBit(sig, int(f.prec)-1, 0)
			}
			return fmt.Sprintf("%04X%0*X", field, f.digits-4, sig)
		}
		for name, mode := range directions {
			for op, do := range map[string]func(z, x, y *big.Float) *big.Float{"add": (*big.Float).Add, "sub": (*big.Float).Sub,
				"mul": (*big.Float).Mul, "div": (*big.Float).Quo,
				"sqrt": nil} {
				var lines strings.Builder
				cases := 0
				for range 400 {
					x, y := number(), number()
					z := new(big.Float).SetPrec(f.prec).SetMode(mode)
					var operands string
					if do == nil {
						// big's Sqrt ignores directions: squares of short numbers, exact in every direction.
						s := new(big.Float).SetPrec(f.prec/2 - 1).Set(x.Abs(x))
						s.SetPrec(f.prec)
						operands = encode(new(big.Float).SetPrec(f.prec).Mul(s, s))
						z.Set(s)
					} else {
						operands = encode(x) + " " + encode(y)
						do(z, x, y)
					}
					if z.Sign() == 0 {
						continue
					}
					flags := 0
					if z.Acc() != big.Exact {
						flags = 1
					}
					cases++
					fmt.Fprintf(&lines, "%s %s %02X\n", operands, encode(z), flags)
				}
				s, err := TestFloat(strings.NewReader(lines.String()), f.name+"_"+op, Options{Direction: Directions[name]})
				if err != nil || s.Passed != int64(cases) || s.Cases != s.Passed || s.Bad != 0 {
					t.Errorf("%s_%s %s: %d cases, %+v, %v", f.name, op, name, cases, s, err)
				}
			}
		}
	}
}

// TestLines holds single lines: the examples of TestFloat's own documentation, and lines worked out by hand.
func TestLines(t *testing.T) {
	before := Options{Tininess: round.BeforeRounding}
	exact := Options{Exact: true}
	nans := Options{CheckNaNs: true}
	for _, c := range []struct {
		name, line string
		opt        Options
		pass       bool
	}{
		{"f64_add", "3F90EB5825D6851E C3E0080080000000 C3E0080080000000 01", Options{}, true},
		{"f64_add", "41E3C00000000000 C182024F8AE474A8 41E377F6C1D46E2D 01", Options{}, true},
		{"f64_add", "7FD80FFFFFFFFFFF 7FEFFFFFFFFFFF80 7FF0000000000000 05", Options{}, true},
		{"f64_add", "3FFFED6A25C534BE 3CA1000000020000 3FFFED6A25C534BF 01", Options{}, true},
		{"f64_add", "3FFFED6A25C534BE 3CA1000000020000 3FFFED6A25C534BE 01", Options{}, false},
		{"f64_add", "3FFFED6A25C534BE 3CA1000000020000 3FFFED6A25C534BF 00", Options{}, false},
		{"f64_add", "3FFFED6A25C534BE 3CA1000000020000 3FFFED6A25C534BE 01", Options{Direction: round.TowardZero}, true},
		// 2^-126 * (1 - 2^-24): tiny before rounding only.
		{"f32_mul", "00800001 3F7FFFFE 00800000 01", Options{}, true},
		{"f32_mul", "00800001 3F7FFFFE 00800000 03", before, true},
		{"f32_mul", "00800001 3F7FFFFE 00800000 01", before, false},
		{"f16_mulAdd", "3C01 3C01 BC02 0010 00", Options{}, true}, // (1+u)^2 - (1+2u) = u^2 = 2^-20, subnormal and exact
		{"f16_div", "3C00 0000 7C00 08", Options{}, true},
		{"f16_div", "0000 0000 FE00 10", nans, true},
		{"f16_div", "0000 0000 7E00 10", Options{}, true},
		{"f16_div", "0000 0000 7E00 10", nans, false},
		{"f16_rem", "4500 4200 BC00 00", Options{}, true}, // 5 - 2*3 = -1
		{"f32_sqrt", "BF800000 FFC00000 10", nans, true},
		{"f64_mulAdd", "7FF0000000000000 0000000000000000 7FF8000000000001 7FF8000000000001 10", Options{}, true},
		{"f64_mulAdd", "7FF0000000000000 0000000000000000 7FF8000000000001 FFF8000000000000 10", nans, true},
		{"f32_add", "7FC00001 7FC00002 7FC00001 00", nans, true},
		{"f32_add", "7FC00001 7FC00002 7FC00002 00", nans, false},
		{"extF80_add", "7FFFC000000000000001 7FFFC000000000000002 7FFFC000000000000002 00", nans, true},
		{"f32_roundToInt", "40200000 40000000 00", Options{}, true}, // 2.5 to even
		{"f32_roundToInt", "40200000 40000000 01", exact, true},
		{"f32_roundToInt", "40200000 40400000 00", Options{Direction: round.TiesToAway}, true},
		{"f32_roundToInt_r_max", "40200000 40400000 00", Options{}, true},
		{"f32_roundToInt_x", "40200000 40000000 01", Options{}, true},
		{"f32_eq", "7FC00000 7FC00000 0 00", Options{}, true},
		{"f32_eq_signaling", "7FC00000 7FC00000 0 10", Options{}, true},
		{"f32_le", "00000000 80000000 1 00", Options{}, true},
		{"f32_le", "7FC00000 00000000 0 10", Options{}, true},
		{"f32_le_quiet", "7FC00000 00000000 0 00", Options{}, true},
		{"f32_lt", "00000000 80000000 0 00", Options{}, true},
		{"f32_lt_quiet", "7F800001 00000000 0 10", Options{}, true},
		{"f128_lt", "BFFF0000000000000000000000000001 BFFF0000000000000000000000000000 1 00", Options{}, true},
		{"f32_to_ui32", "4F800000 FFFFFFFF 10", Options{}, true},
		{"f32_to_ui32", "4F800000 00000000 10", Options{}, true},
		{"f32_to_ui32", "4F800000 00000000 10", nans, false},
		{"f32_to_ui32", "4F800000 00000001 10", Options{}, false},
		{"f32_to_i32", "FFC00000 7FFFFFFF 10", Options{}, true},
		{"f32_to_i32", "FFC00000 80000000 10", nans, true},
		{"f32_to_i64_r_minMag", "BFC00000 FFFFFFFFFFFFFFFF 00", exact, true},
		{"f32_to_i64_rx_minMag", "BFC00000 FFFFFFFFFFFFFFFF 01", Options{}, true},
		{"f32_to_i64_rx_near_maxMag", "BFC00000 FFFFFFFFFFFFFFFE 01", Options{}, true},
		{"extF80_to_ui64", "403EFFFFFFFFFFFFFFFF FFFFFFFFFFFFFFFF 00", Options{}, true},
		{"ui64_to_f32", "FFFFFFFFFFFFFFFF 5F800000 01", Options{}, true},
		{"ui64_to_f32", "FFFFFFFFFFFFFFFF 5F7FFFFF 01", Options{Direction: round.ToOdd}, true},
		{"i32_to_f16", "FFFFFFFF BC00 00", Options{}, true},
		{"i64_to_extF80", "8000000000000000 C03E8000000000000000 00", Options{}, true},
		{"ui32_to_f128", "00000003 40008000000000000000000000000000 00", Options{}, true},
		{"f128_to_f16", "3FFF0020000000000000000000000000 3C00 01", Options{}, true}, // 1 + 2^-11: a tie
		{"f128_to_f16", "3FFF0020000000000000000000000000 3C01 01", Options{Direction: round.ToOdd}, true},
		{"extF80_div", "3FFF8000000000000000 4000C000000000000000 3FFDAAAAAB0000000000 01", Options{Precision: 32}, true},
		{"extF80_mul", "7FFEFFFFFFFFFFFFFFFF 4000C000000000000000 7FFEFFFFFF0000000000 05", Options{Precision: 32, Direction: round.TowardZero}, true},
		{"f64_to_extF80", "0000000000000001 3BCD8000000000000000 00", Options{}, true},
		{"f32_to_bf16", "3F808000 3F80 01", Options{}, true},
	} {
		s, err := TestFloat(strings.NewReader(c.line), c.name, c.opt)
		if err != nil || s.Cases != 1 || s.Passed == 1 != c.pass {
			t.Errorf("%s %s (%+v): %+v, %v, want pass %v", c.name, c.line, c.opt, s, err, c.pass)
		}
	}
}

// TestStream feeds more than many chunks, in pieces of odd sizes, with bad lines and wrong results at known places.
func TestStream(t *testing.T) {
	var b strings.Builder
	const n = 200000
	bad := map[int]string{1: "x", 70000: "3F800000 3F800000 40000000", 70001: "3F800000 3F800000 40000000 00 00",
		90000: "13F800000 3F800000 40000000 00", 110000: "3F800000 3F800000 40000000 20"}
	wrong := map[int]bool{5: true, 100000: true, n: true}
	for i := 1; i <= n; i++ {
		switch {
		case bad[i] != "":
			b.WriteString(bad[i] + "\n")
		case wrong[i]:
			b.WriteString("3F800000 3F800000 40000001 00\r\n")
		default:
			b.WriteString("3f800000\t3F800000  40000000 0 \n")
		}
	}
	for name, r := range map[string]io.Reader{"whole": strings.NewReader(b.String()), "halves": iotest.HalfReader(strings.NewReader(b.String())),
		"late end": iotest.DataErrReader(strings.NewReader(strings.TrimSuffix(b.String(), "\r\n")))} {
		s, err := TestFloat(r, "f32_add", Options{})
		if err != nil || s.Cases != n-5 || s.Failed != 3 || s.Passed != n-8 || s.Bad != 5 {
			t.Fatalf("%s: %d cases, %d passed, %d failed, %d bad, %v", name, s.Cases, s.Passed, s.Failed, s.Bad, err)
		}
		if s.Mismatches[0].Line != 5 || s.Mismatches[1].Line != 100000 || s.Mismatches[2].Line != n {
			t.Errorf("%s: mismatches %v", name, s.Mismatches)
		}
		if s.BadLines[0].Line != 1 || s.BadLines[1].Line != 70000 || s.BadLines[2] != (BadLine{70001, bad[70001]}) {
			t.Errorf("%s: bad lines %v", name, s.BadLines)
		}
	}
	// A line longer than any buffer is one bad line.
	long := "3F800000 3F800000 40000000 00\n" + strings.Repeat("0", 3*chunkSize) + " 00\n3F800000 3F800000 40000000 00\n"
	s, err := TestFloat(strings.NewReader(long), "f32_add", Options{})
	if err != nil || s.Cases != 2 || s.Bad != 1 || s.Failed != 0 {
		t.Errorf("long line: %+v, %v", s, err)
	}
	if _, err := TestFloat(iotest.ErrReader(io.ErrUnexpectedEOF), "f32_add", Options{}); err != io.ErrUnexpectedEOF {
		t.Errorf("read error: %v", err)
	}
}

// TestFunctionNames asks for every function of TestFloat, and for names that are none.
func TestFunctionNames(t *testing.T) {
	ints := []string{"ui32", "ui64", "i32", "i64"}
	floats := []string{"f16", "f32", "f64", "extF80", "f128"}
	var names []string
	for _, f := range floats {
		for _, i := range ints {
			names = append(names, i+"_to_"+f, f+"_to_"+i)
			for _, d := range []string{"near_even", "minMag", "min", "max", "near_maxMag"} {
				names = append(names, f+"_to_"+i+"_r_"+d, f+"_to_"+i+"_rx_"+d, f+"_roundToInt_r_"+d)
			}
		}
		for _, g := range floats {
			if g != f {
				names = append(names, f+"_to_"+g)
			}
		}
		for _, op := range []string{"roundToInt_x", "roundToInt", "add", "sub", "mul", "div", "rem", "sqrt", "eq", "le", "lt", "eq_signaling", "le_quiet", "lt_quiet"} {
			names = append(names, f+"_"+op)
		}
		if f != "extF80" {
			names = append(names, f+"_mulAdd")
		}
	}
	for _, name := range names {
		if _, err := newFunction(name, Options{}); err != nil {
			t.Error(err)
		}
	}
	for _, name := range []string{"", "f32", "f32_", "f32_foo", "f8_add", "f32_to_f32", "f32_to_ui16", "ui32_to_ui64", "ui32_add", "extF80_mulAdd", "f32_to_i32_r_up"} {
		if _, err := newFunction(name, Options{}); err == nil {
			t.Errorf("%q is accepted", name)
		}
	}
}

// FuzzCheck and FuzzTestFloat feed arbitrary text: nothing panics, and counts add up.
func FuzzCheck(f *testing.F) {
	f.Add("# op: add.rn.f32\n# in: binary32 binary32\n# out: binary32\n3f800000 3f800000 40000000\n")
	f.Add("# op: x87.add.rn\n# control: pc24\n# columns: operands result flags\n0 0 0 0\n")
	f.Add("# op: cvt.f32.f16\n# in: binary16\n# out: binary32\n# operands: counting from 0\n0\n33800000\n")
	f.Fuzz(func(t *testing.T, text string) {
		reports, _ := Check(strings.NewReader(text))
		for _, r := range reports {
			if r.Failed < len(r.Mismatches) {
				t.Error(r)
			}
		}
	})
}

func FuzzTestFloat(f *testing.F) {
	f.Add("f32_add", "3F800000 3F800000 40000000 00\n")
	f.Add("extF80_rem", "3FFF8000000000000000 4000C000000000000000 3FFDAAAAAB0000000000 01")
	f.Fuzz(func(t *testing.T, name, text string) {
		s, _ := TestFloat(strings.NewReader(text), name, Options{})
		if s.Cases != s.Passed+s.Failed {
			t.Error(s)
		}
	})
}
