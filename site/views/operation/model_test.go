package operation

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/numberline"
	"ulplab/site/kit/operand"
	"ulplab/site/lab/labtest"
)

func model(t *testing.T, id string) Model {
	t.Helper()
	return build(labtest.Example(t, Examples, id))
}

func direction(m Model, id string) Row {
	for _, r := range m.Directions {
		if r.ID == id {
			return r
		}
	}
	return Row{}
}

// Every example, option, operation and direction has its words, and nothing has words without being there.
func TestOperationWords(t *testing.T) {
	labtest.Worded(t, Examples, ExampleWords)
	for _, opt := range Options {
		if w := option[opt.Key]; w.Label == "" || len(w.Values) != len(opt.Values) {
			t.Errorf("option %s has %d words for %d values", opt.Key, len(w.Values), len(opt.Values))
		}
	}
	listed := map[string]bool{}
	for _, g := range groups {
		for _, id := range g.IDs {
			if listed[id] || !Known(id) {
				t.Errorf("operation %q is listed twice or unknown", id)
			}
			listed[id] = true
			if m := build(State{ID: id, Src: "f32"}); m.Name == "" || m.Symbol == "" {
				t.Errorf("operation %q has no name", id)
			}
		}
	}
	if len(listed) != len(iDs()) {
		t.Errorf("%d operations are offered, %d exist", len(listed), len(iDs()))
	}
}

// The numbers of the paper and of the examples that everybody quotes: known values, not our output.
func TestKnownResults(t *testing.T) {
	for _, c := range []struct{ id, hex, brief, flags, err string }{
		{"tenths", "0x3fd3333333333334", "≈0.30000000000000004", "inexact", "+0.500000"},
		{"tie", "0x3f800000", "1", "inexact", "-0.500000"},
		{"paper", "0x40400002", "≈3.0000004768371582", "inexact", "+0.500000"},
		{"twothirds", "0x3f2aaaab", "≈0.66666668653488159", "inexact", "+0.333333"},
		{"figure1", "0x28800000", "≈1.4210854715202004e-14", "", "0"},
		{"overflow", "0x7f800000", "∞", "overflow inexact", "–"},
		{"underflow", "0x00400000", "≈5.8774717541114375e-39", "underflow inexact", "-0.500000"},
		{"fp8", "0x7e", "448", "inexact", "-0.500000"},
		{"fp8over", "0x7f", "nan", "overflow inexact", "–"},
		{"fp8sat", "0x7e", "448", "overflow inexact", "-0.531250"},
		{"tf32", "0x22401", "1025", "inexact", "+0.500000"},
		{"invalid", "0x7fc00000", "nan", "invalid", "–"},
		{"infinities", "0x7fc00000", "nan", "invalid", "–"},
		{"payload", "0x7fc00007", "nan(0x7)", "invalid", "–"},
		{"x87", "0x3fff8000000000000000", "1", "inexact", "-0.250000"},
		{"fromint", "0x4b800000", "16777216", "inexact", "-0.500000"},
		{"integral", "0x40000000", "2", "inexact", "-0.5"},
		{"toint", "0xfffffffe", "-2", "inexact", "-0.5"},
	} {
		m := model(t, c.id)
		if m.Result.Hex != c.hex || m.Result.Brief != c.brief || strings.Join(m.Flags, " ") != c.flags || m.Error.Text != c.err {
			t.Errorf("%s: %s %s [%s] error %s, want %+v", c.id, m.Result.Hex, m.Result.Brief, strings.Join(m.Flags, " "), m.Error.Text, c)
		}
		if len(m.Why) == 0 || len(m.Directions) != len(round.Directions) {
			t.Errorf("%s: no reason or %d directions", c.id, len(m.Directions))
		}
	}
}

// Overflow by direction as IEEE 754-2019 7.4 has it, and the sides of a tie.
func TestDirections(t *testing.T) {
	m := model(t, "overflow")
	for id, want := range map[string]string{"rne": "0x7f800000", "rna": "0x7f800000", "rtz": "0x7f7fffff", "rtp": "0x7f800000", "rtn": "0x7f7fffff"} {
		if got := direction(m, id); got.Hex != want || got.Flags != "overflow inexact" {
			t.Errorf("overflow %s: %+v, want %s", id, got, want)
		}
	}
	m = model(t, "tie")
	for id, want := range map[string]numberline.Side{"rne": numberline.Below, "rna": numberline.Above, "rtz": numberline.Below, "rtp": numberline.Above, "rtn": numberline.Below, "odd": numberline.Above} {
		if got := direction(m, id); got.Where != want || got.Same != (want == numberline.Below) || got.Chosen != (id == "rne") {
			t.Errorf("tie %s: %+v", id, got)
		}
	}
	m = model(t, "figure1")
	for _, r := range m.Directions {
		if r.Where != numberline.OnExact || r.Err != "0" || !r.Same {
			t.Errorf("an exact result differs by direction: %+v", r)
		}
	}
	m = model(t, "toint")
	for id, want := range map[string]string{"rne": "-2", "rna": "-2", "rtz": "-1", "rtp": "-1", "rtn": "-2"} {
		if got := direction(m, id); got.Brief != want {
			t.Errorf("-1.5 to an integer, %s: %+v, want %s", id, got, want)
		}
	}
}

func TestSentences(t *testing.T) {
	for id, words := range map[string]string{
		"tenths":     "exactly half an ulp is lost, a tie; the last kept bit is 1",
		"tie":        "the last kept bit is 0, even already",
		"far":        "Guard 0, round 0, sticky 1: less than half an ulp is lost",
		"twothirds":  "Guard 1, round 0, sticky 1: more than half an ulp is lost, so the magnitude is rounded up",
		"cancel":     "the rounding loses nothing",
		"overflow":   "beyond the largest finite number: overflow",
		"underflow":  "only 23 bits of 24 can be kept",
		"fp8over":    "has no infinity; its NaN takes the place",
		"fp8sat":     "Saturated",
		"tf32":       "goes away from zero",
		"x87":        "Precision control keeps 53 bits of the 64",
		"invalid":    "zero divided by zero",
		"infinities": "infinity minus infinity",
		"payload":    "Operand a is a signaling NaN",
		"stochastic": "a carry reaches the kept bits",
	} {
		if got := strings.Join(model(t, id).Why, " "); !strings.Contains(got, words) {
			t.Errorf("%s: %q does not say %q", id, got, words)
		}
	}
	if n := model(t, "twice").Notes; len(n) != 1 || !strings.Contains(n[0], "≈1.0000001192092896 (0x3f800001)") {
		t.Errorf("double rounding: %q", n)
	}
	flush := State{ID: "add", Src: "f32", X: [3]operand.Entered{{Bits: wide.From64(1)}, {Bits: wide.From64(0x3f800000)}}, Env: round.Env{FlushIn: true}}
	if n := build(flush).Notes; len(n) != 1 || !strings.Contains(n[0], "Operand a is subnormal") {
		t.Errorf("a flushed operand: %q", n)
	}
}

// Every operation on every kind of datum, in every direction and option: it builds, tells a reason, and never shows an
// error for a result that has no value.
func TestEveryOperationBuilds(t *testing.T) {
	data := map[string][]uint64{
		"f16":  {0, 0x8000, 1, 0x3ff, 0x400, 0x3c00, 0xbc01, 0x7bff, 0x7c00, 0xfc00, 0x7e00, 0x7c01},
		"e4m3": {0, 0x80, 1, 8, 0x38, 0x7e, 0xfe, 0x7f},
		"e8m0": {0, 127, 254, 255}, "e2m1": {0, 1, 7, 15},
	}
	for _, id := range iDs() {
		for src, codes := range data {
			for _, dst := range []string{"", "f32", "e5m2", "e2m1", "e8m0", "ue4m3"} {
				for i, a := range codes {
					b, c := codes[(i*5+1)%len(codes)], codes[(i*7+2)%len(codes)]
					o := State{ID: id, Src: src, Dst: dst, X: [3]operand.Entered{{Bits: wide.From64(a)}, {Bits: wide.From64(b)}, {Bits: wide.From64(c)}}}
					o.Env.Direction = round.Directions[i%len(round.Directions)].Dir
					o.Env.FlushIn, o.Env.FlushOut, o.Env.Overflow = i%2 == 0, round.Flush(i%4), round.Overflow(i%4)
					m := build(o)
					if m.Compare != nil {
						continue
					}
					if len(m.Why) == 0 || m.Result.Hex == "" || m.Error.Text == "" {
						t.Fatalf("%s %s %s %x %x %x: %+v", id, src, dst, a, b, c, m)
					}
					if m.Drawn && len(m.Scope.Columns(20)) == 0 && m.Scope.Outcome == "" {
						t.Fatalf("%s %s %s %x %x %x: the picture is empty", id, src, dst, a, b, c)
					}
				}
			}
		}
	}
}

func iDs() []string {
	ids := []string{Compare, ToInt, FromInt}
	for _, g := range groups {
		for _, id := range g.IDs {
			if id != Compare && id != ToInt && id != FromInt {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

func TestComparePanel(t *testing.T) {
	c := model(t, "compare").Compare
	if c == nil || c.Relation != "a = b" || !c.Total || c.Reverse || len(c.Predicates) != 22 {
		t.Fatalf("-0 and 0: %+v", c)
	}
	nan := build(State{ID: Compare, Src: "f32", X: [3]operand.Entered{{Bits: wide.From64(0x7fc00000)}, {Bits: wide.From64(0)}}}).Compare
	for _, p := range nan.Predicates {
		if (p.Flags == "invalid") != p.Signaling {
			t.Errorf("%s on a quiet NaN raises %q", p.Name, p.Flags)
		}
		if want := strings.Contains(p.Name, "Un") || strings.Contains(p.Name, "Not"); p.True != want {
			t.Errorf("%s on a NaN is %v", p.Name, p.True)
		}
	}
}

// The line between neighbours: where the exact value lies, against big fractions.
func TestNeighbourLine(t *testing.T) {
	m := model(t, "twothirds")
	// 2/3 lies 2/3 of the way from 0x3f2aaaaa to 0x3f2aaaab.
	want := lineLow + (lineHigh-lineLow)*2/3
	if l := m.Line; abs(l.Exact-want) > 2 || !l.HasResult || l.Result != lineHigh || len(l.Ticks) != 3 || l.Ticks[0].Note != "0x3f2aaaaa" {
		t.Errorf("2/3: %+v, exact at %d", l, want)
	}
	m = model(t, "fp8")
	if l := m.Line; l.Exact != numberline.Unit/2 || l.Ticks[2].Label != "480" || l.Result != lineLow {
		t.Errorf("464 between 448 and 480: %+v", l)
	}
	for _, r := range m.Directions {
		if r.Brief == "448" && r.Where != numberline.Below {
			t.Errorf("464 to E4M3, %s: 448 is marked %d, the lower neighbour is %d", r.Name, r.Where, numberline.Below)
		}
	}
	minus := build(State{ID: "cvt", Src: "f32", Dst: "e4m3", X: [3]operand.Entered{{Bits: wide.From64(0xc3e80000)}}})
	for _, r := range minus.Directions {
		if r.Brief == "-448" && r.Where != numberline.Above {
			t.Errorf("-464 to E4M3, %s: -448 is marked %d", r.Name, r.Where)
		}
	}
	// Below a power of two the numbers are twice as dense as above it: 1 - 2^-24, 1, 1 + 2^-23.
	one := build(State{ID: "mul", Src: "f32", X: [3]operand.Entered{{Bits: wide.From64(0x3f800000)}, {Bits: wide.From64(0x3f800000)}}}).Line
	if len(one.Ticks) != 3 || 2*(numberline.Unit/2-one.Ticks[0].Pos) != one.Ticks[2].Pos-numberline.Unit/2 || len(one.Gaps) != 2 || one.Gaps[0].Label != "½ ulp" {
		t.Errorf("1 and its neighbours: %+v", one)
	}
	low := build(State{ID: "mul", Src: "f32", X: [3]operand.Entered{{Bits: wide.From64(0xbf800000)}, {Bits: wide.From64(0x3f800000)}}}).Line
	if len(low.Ticks) != 3 || numberline.Unit/2-low.Ticks[0].Pos != 2*(low.Ticks[2].Pos-numberline.Unit/2) {
		t.Errorf("-1 and its neighbours: %+v", low)
	}
	m = model(t, "cancel")
	if l := m.Line; l.Exact != numberline.Unit/2 || l.Result != l.Exact || len(l.Ticks) != 3 {
		t.Errorf("an exact result: %+v", l)
	}
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// 0.1 + 0.2 in binary64 is a tie: head goes toward zero, and the tail is the half unit 2^-55 that it leaves.
func TestPair(t *testing.T) {
	p := model(t, "tenths").Pair
	if want := math.Float64bits(math.Ldexp(1, -55)); p == nil || p[0].Hex != "0x3fd3333333333333" || p[1].Hex != "0x"+strconv.FormatUint(want, 16) {
		t.Errorf("the pair is %+v", p)
	}
	if p := model(t, "twothirds").Pair; p != nil {
		t.Errorf("a division has the pair %+v", p)
	}
}

// What a division or a root leaves over is exact.
func TestRest(t *testing.T) {
	// 2 - 3*0x3f2aaaab: 2/3 rounded is 11184811*2^-24.
	want := new(big.Rat).Sub(big.NewRat(2, 1), new(big.Rat).Mul(big.NewRat(3, 1), big.NewRat(11184811, 1<<24)))
	f, _ := want.Float64()
	if got := model(t, "twothirds").Rest; f != -5.9604644775390625e-8 || got != "a − b × result = -5.9604644775390625e-8" {
		t.Errorf("the rest is %v, shown %q", f, got)
	}
}

// What the table says of a direction is what choosing that direction gives.
func TestDirectionsChosen(t *testing.T) {
	for _, e := range Examples {
		s := Open{ID: e.ID}.Apply(First())
		for i, row := range build(s).Directions {
			chosen := build(Dir{Dir: round.Directions[i].Dir}.Apply(s))
			if got := chosen.Directions[i]; got.Hex != row.Hex || got.Flags != row.Flags || !got.Chosen {
				t.Errorf("%s, %s: %s %s in the table, %s %s when chosen", e.ID, row.ID, row.Hex, row.Flags, got.Hex, got.Flags)
			}
		}
	}
}

// Why an operation is invalid names the operands' case, or the missing sign of the result.
func TestInvalidWords(t *testing.T) {
	for _, c := range [][5]string{
		{"rem", "ue4m3", "1.8", "1.9", "has no sign"}, {"rem", "f32", "1", "0", "no remainder by zero"}, {"rem", "f32", "inf", "1", "an infinity has no remainder"},
		{"sub", "e8m0", "1", "2", "has no sign"}, {"sub", "f32", "inf", "inf", "infinity minus infinity"}, {"div", "f32", "0", "0", "zero divided by zero"},
		{"div", "f32", "inf", "inf", "infinity divided by infinity"}, {"mul", "f32", "0", "inf", "zero times infinity"}, {"sqrt", "f32", "-1", "0", "no real root"},
	} {
		s := Pick{ID: c[0]}.Apply(First())
		s = Src{Format: c[1]}.Apply(s)
		s = Type{I: 0, Text: c[2]}.Apply(s)
		s = Type{I: 1, Text: c[3]}.Apply(s)
		if why := strings.Join(build(s).Why, " "); !strings.Contains(why, c[4]) {
			t.Errorf("%v: %q", c, why)
		}
	}
}
