package devices

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"ulplab/fpcore/gpu"
	"ulplab/fpcore/target"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/numberline"
	"ulplab/site/kit/operand"
	"ulplab/site/lab/labtest"
)

// The results that the white paper prints: Figure 1 without and with FMA, the serial and FMA rows of Figure 5's table,
// and its model of 1.x with the truncated product.
func TestDevMachines(t *testing.T) {
	want := map[string][2]uint64{
		"1.0 to 1.3":            {0, 0x3d653500},
		"2.0 to 12.0":           {0x28800000, 0x3d653501},
		"2.0, -fmad=false":      {0, 0x3d653510},
		"x86, SSE2":             {0, 0x3d653510},
		"x86, SSE2 and FMA3":    {0x28800000, 0x3d653501},
		"x87, 64-bit precision": {0x28800000, 0x3d653501},
		"x87, 64-bit precision, every result stored": {0, 0x3d653510},
	}
	list := machines()
	if len(list) != len(want) {
		t.Errorf("%d machines, want %d", len(list), len(want))
	}
	for _, m := range list {
		w, ok := want[m.Name]
		if !ok || m.Figure1.Code.Lo != w[0] || m.Figure5.Code.Lo != w[1] {
			t.Errorf("%s (%s): %s %s, want %#x", m.Name, m.Code, m.Figure1.Hex, m.Figure5.Hex, w)
		}
		if m.Kind == 0 || m.Title == "" || m.Title == m.Source {
			t.Errorf("%s: kind %v, source %q", m.Name, m.Kind, m.Source)
		}
	}
}

// fmad is a × b + c as 1.x computes it for operands and results in the normal range: the product's magnitude cut off
// after 24 bits, then the sum rounded to nearest.
func fmad(a, b, c float32) float32 {
	cut := new(big.Float).SetPrec(24).SetMode(big.ToZero)
	cut.Mul(big.NewFloat(float64(a)), big.NewFloat(float64(b)))
	sum := new(big.Float).SetPrec(24).SetMode(big.ToNearestEven)
	sum.Add(cut, big.NewFloat(float64(c)))
	f, _ := sum.Float32()
	return f
}

// Every example delivers what independent arithmetic says: math/big, Go's float32, float64 and math.FMA; for flushing
// and NaN what was recorded on hardware (envytools for 1.x, an H200 for 9.0, an AMD EPYC for x86).
func TestDevicesExamples(t *testing.T) {
	f32 := func(c uint32) float32 { return math.Float32frombits(c) }
	single := func(f float32) uint64 { return uint64(math.Float32bits(f)) }
	fused := func(a, b, c float32) uint64 { // exact in 200 bits, rounded once
		p := new(big.Float).SetPrec(200).Mul(big.NewFloat(float64(a)), big.NewFloat(float64(b)))
		f, _ := p.Add(p, big.NewFloat(float64(c))).Float32()
		return single(f)
	}
	tenth, fifth, hundredth := 0.1, 0.2, -0.01
	square := tenth * tenth
	a, b, c := f32(0x3f92db19), f32(0x3fdcbb70), f32(0xbf9ed5c4)
	want := map[string][2]uint64{
		"figure1": {single(fmad(f32(0x3f800001), f32(0x3f800001), f32(0xbf800002))), fused(f32(0x3f800001), f32(0x3f800001), f32(0xbf800002))},
		"figure5": {single(fmad(a, b, c)), fused(a, b, c)},
		"demoted": {single(float32(tenth) * float32(fifth)), math.Float64bits(tenth * fifth)},
		"flush":   {0, 1},
		"ftz":     {0x00800000, 0},
		"fmad":    {0x28800000, 0},
		"fastdiv": {0x3f800000, 0},
		"fulldiv": {single(float32(3) / float32(7)), single(float32(float32(1)/float32(7)) * 3)},
		"fastsin": {single(float32(math.Sin(float64(f32(0x40490fdb))))), 0},
		"x87":     {math.Float64bits(1 + 0x1p-52), math.Float64bits(1)},
		"fma3":    {math.Float64bits(float64(square) + hundredth), math.Float64bits(math.FMA(tenth, tenth, hundredth))},
		"nan":     {0x7fffffff, 0xffc00000},
		"same":    {math.Float64bits(math.FMA(tenth, tenth, hundredth)), math.Float64bits(math.FMA(tenth, tenth, hundredth))},
	}
	for _, e := range Examples {
		w, ok := want[e.ID]
		if !ok {
			t.Errorf("%s: no expectation", e.ID)
			continue
		}
		m := build(e.State)
		for i, s := range m.Sides {
			if s.Missing != "" || s.Result.Code != wide.From64(w[i]) {
				t.Errorf("%s, %s: %s %s, want %#x", e.ID, s.Name, s.Missing, s.Result.Hex, w[i])
			}
			if len(s.Steps) == 0 || s.Source == s.SourceID || s.Kind == 0 {
				t.Errorf("%s, %s: %d steps, kind %v, source %q", e.ID, s.Name, len(s.Steps), s.Kind, s.Source)
			}
		}
		if m.Same != (w[0] == w[1]) || m.Same == (m.Because != "") || m.Verdict == "" {
			t.Errorf("%s: same %v, because %q, verdict %q", e.ID, m.Same, m.Because, m.Verdict)
		}
		for i, x := range e.State.X {
			if !x.Text.On {
				continue
			}
			if c, err := operand.Read(x.Text.Text, e.State.F()); err != nil || c != x.Bits {
				t.Errorf("%s: operand %d is %v, its text means %v %v", e.ID, i, x.Bits, c, err)
			}
		}
	}
}

func TestDevVerdicts(t *testing.T) {
	for id, want := range map[string]string{
		"figure1": "The results are 8,388,608 ulp apart. B is closer to the exact value: exact, A 8,388,608 ulp off.",
		"figure5": "The results are 1 ulp apart. ",
		"flush":   "The results are 1 ulp apart. B is closer to the exact value: exact, A 1 ulp off.",
		"x87":     "The results are 1 ulp apart. A is closer to the exact value: 0.49999999999999988898 ulp off, B 0.50000000000000011102 ulp off.",
		"nan":     "The results differ.",
		"same":    "Both deliver the same bits.",
	} {
		if m := build(labtest.Example(t, Examples, id)); !strings.HasPrefix(m.Verdict, want) {
			t.Errorf("%s: %q", id, m.Verdict)
		}
	}
	d := labtest.Example(t, Examples, "demoted") // 2 * 2 fits: the bits of float and double differ, the value does not
	for i := range d.X {
		d.X[i] = operand.Entered{Bits: wide.From64(0x4000000000000000)}
	}
	if m := build(d); !m.Same || !strings.HasPrefix(m.Verdict, "Both deliver the same value, one as float") {
		t.Errorf("2 * 2 on 1.2 and 1.3: %q", m.Verdict)
	}
}

// A target without bits says why and leaves the other standing.
func TestDevicesMissing(t *testing.T) {
	d := labtest.Example(t, Examples, "fastsin")
	d.T[0] = "7.0"
	m := build(d)
	if m.Sides[0].Missing == "" || m.Sides[1].Missing != "" || m.Both || m.Same || m.HasLine || m.Because != "" {
		t.Errorf("%+v", m)
	}
}

// sin(float π) = -8.7422780…e-8: the exact value of functions comes from the reference side.
func TestDevicesExactFunctions(t *testing.T) {
	m := build(labtest.Example(t, Examples, "fastsin"))
	if !strings.HasPrefix(m.Exact, "-8.74227800037247") || m.Closer != -1 {
		t.Errorf("%s %d", m.Exact, m.Closer)
	}
}

// Everything is inside the line, and every result on it stands on its side of the exact value.
func TestDevicesLine(t *testing.T) {
	for _, e := range Examples {
		m := build(e.State)
		if !m.HasLine {
			continue
		}
		marks := 0
		for _, k := range m.Line.Ticks {
			if k.Pos < 0 || k.Pos > numberline.Unit {
				t.Errorf("%s: a tick at %d", e.ID, k.Pos)
			}
			for i, s := range m.Sides {
				if !strings.HasPrefix(k.Label, "AB"[i:i+1]) && !(m.Same && strings.HasPrefix(k.Label, "A, B")) {
					continue
				}
				marks++
				switch err := s.Error.Text; {
				case err[0] == '-' && k.Pos > m.Line.Exact, err[0] == '+' && k.Pos < m.Line.Exact, err == "0" && k.Pos != m.Line.Exact:
					t.Errorf("%s: %s at %d, exact value at %d, error %s", e.ID, k.Label, k.Pos, m.Line.Exact, err)
				}
			}
		}
		if marks != 2 {
			t.Errorf("%s: %d results on the line", e.ID, marks)
		}
	}
}

// Every field of every profile has a value, a kind and a source of the list.
func TestEveryFactIsKnownFromSomewhere(t *testing.T) {
	for _, p := range gpu.Profiles() {
		rows, differ := features(p.CC.String(), "2.0")
		if len(rows) != len(p.Facts) || differ != len(gpu.Differences(p, mustProfile(t, 20))) {
			t.Errorf("%v: %d rows, %d differ", p.CC, len(rows), differ)
		}
		for _, r := range rows {
			f := r.Facts[0]
			if !r.Has[0] || f.Value == "" || f.Kind.String() == "" || f.Note == 0 || r.Feature.String() == "" {
				t.Errorf("%v, %v: value %q, kind %q, source %q", p.CC, r.Feature, f.Value, f.Kind, f.Source)
			}
		}
	}
}

func mustProfile(t *testing.T, cc gpu.Capability) gpu.Profile {
	p, ok := gpu.FindProfile(cc)
	if !ok {
		t.Fatalf("no profile %v", cc)
	}
	return p
}

// The stretches of a feature cover every profile once, with its fact.
func TestDevRuns(t *testing.T) {
	for f := gpu.Formats; f <= gpu.Toolkit; f++ {
		next := 0
		for _, r := range runs(f) {
			if r.First != next || r.Last < r.First {
				t.Fatalf("%v: a stretch from %d to %d after %d", f, r.First, r.Last, next)
			}
			for i := r.First; i <= r.Last; i++ {
				if p := gpu.Profiles()[i]; p.Facts[f] != r.Fact.Fact {
					t.Errorf("%v, %v: %v", f, p.CC, r.Fact)
				}
			}
			next = r.Last + 1
		}
		if next != len(gpu.Profiles()) {
			t.Errorf("%v: stretches end at %d", f, next)
		}
	}
}

// A milestone stands at the first capability with what it names (PTX ISA, target notes; CUDA guides).
func TestDevMilestones(t *testing.T) {
	features := map[string]struct {
		f    gpu.Feature
		word string
	}{
		"1.0": {gpu.MultiplyAddF32, "FMAD"}, "1.3": {gpu.Formats, "binary64"}, "2.0": {gpu.MultiplyAddF32, "FMA"}, "5.3": {gpu.Formats, "binary16"},
		"7.0": {gpu.TensorTypes, "FP16"}, "7.5": {gpu.SpecialUnit, "tanh"}, "8.0": {gpu.Formats, "bfloat16"}, "8.9": {gpu.TensorTypes, "FP8"},
		"9.0": {gpu.Formats, "binary16, bfloat16"}, "10.0": {gpu.TensorTypes, "FP4"},
	}
	if len(features) != len(milestones) {
		t.Errorf("%d milestones", len(milestones))
	}
	for _, m := range milestones {
		w, ok := features[m.Capability]
		if !ok {
			t.Errorf("%s has no feature", m.Capability)
			continue
		}
		first := ""
		for _, p := range gpu.Profiles() {
			v := p.Facts[w.f].Value
			if m.Capability == "2.0" && strings.Contains(v, "FMAD") || m.Capability == "9.0" && strings.Contains(v, "bfloat16 (") || m.Capability == "1.3" && strings.Contains(v, "demoted") {
				continue
			}
			if strings.Contains(v, w.word) {
				first = p.CC.String()
				break
			}
		}
		if first != m.Capability {
			t.Errorf("%s: %q is first on %s", m.Capability, w.word, first)
		}
	}
}

// The timeline shows every target of the menu, and every option offered is a target of that machine.
func TestDevColumnsAndVariants(t *testing.T) {
	columns, all := columns(), target.All()
	if len(columns) != len(all) {
		t.Fatalf("%d columns for %d targets", len(columns), len(all))
	}
	for i, c := range columns {
		if c.ID != all[i].ID() {
			t.Errorf("column %d is %s, the target %s", i, c.ID, all[i].ID())
		}
		seen := map[string]bool{}
		for _, v := range variants(c.ID) {
			u, ok := target.ByID(v.ID)
			if !ok || u.ID() != v.ID || base(v.ID) != c.ID || seen[v.ID] || v.Label == "" {
				t.Errorf("%s: option %q %q", c.ID, v.ID, v.Label)
			}
			seen[v.ID] = true
		}
	}
	if n := len(variants("1.3")); n != 1 {
		t.Errorf("1.3 has %d sets of options; flags act from 2.0 on", n)
	}
	if list := variants("9.0-nodiv-nosqrt"); list[len(list)-1].ID != "9.0-nodiv-nosqrt" {
		t.Error("the reader's own options are not among those offered")
	}
}

// Between targets that differ there are rules; between equal ones none.
func TestDevRules(t *testing.T) {
	d := labtest.Example(t, Examples, "figure1")
	list, more := rules(d.T)
	shows := 0
	for _, w := range list {
		if w.Shows {
			shows++
		}
		for i := range w.Sides {
			if w.Sides[i] == "" || w.Kinds[i] == 0 || w.Titles[i] == w.Sources[i] || w.Titles[i] == "" {
				t.Errorf("%s: %+v", w.Name, w)
			}
		}
	}
	if because := build(d).Because; shows < 2 || more == 0 || !strings.Contains(because, "truncated") {
		t.Errorf("%d rules show, %d more, because %q", shows, more, because)
	}
	d.T[1] = d.T[0]
	if list, more := rules(d.T); len(list) != 0 || more != 0 || !build(d).Same {
		t.Errorf("%+v", list)
	}
}
