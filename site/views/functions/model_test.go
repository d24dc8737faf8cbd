package functions

import (
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/sweep"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/numberline"
	"ulplab/site/lab"
)

func of(actions ...lab.Action[State]) State {
	s := First()
	for _, a := range actions {
		s = a.Apply(s)
	}
	return s
}

// The longest runs, as counted on a GPU in binary64 and computed again by mpmath with 300 bits, are those that the
// lab's own expansion has: two programs that share nothing.
func TestRunsOfTheHardestArguments(t *testing.T) {
	n := 0
	for _, h := range loadAccuracy(t).Hard {
		if _, ok := exact.FindFunction(h.ID); !ok {
			t.Errorf("%s is no function of the lab", h.ID)
			continue
		}
		for _, w := range h.Worst[:min(len(h.Worst), 4)] {
			m := buildDilemma(of(Function{ID: h.ID}, Argument{Bits: w.Arg}), &h)
			if m.Note != "" || m.Need.Run != w.Run || m.Need.Bits != 24+1+w.Run+1 || m.Need.Kept != 24 {
				t.Errorf("%s at %08x: %+v %s, want a run of %d", h.ID, w.Arg, m.Need, m.Note, w.Run)
			}
			if len(m.Hardest) == 0 || len(m.Tries) == 0 || !m.Line.OK {
				t.Errorf("%s at %08x: something is missing", h.ID, w.Arg)
			}
			n++
		}
	}
	if n < 90 {
		t.Errorf("only %d arguments", n)
	}
}

// The bits drawn are those of the exact value, here exp(1) = 2.7182818284590452… and sqrt(2) from other books.
func TestDilemmaBits(t *testing.T) {
	m := buildDilemma(of(Open{Name: "typical"}), nil)
	const e = "1010110111111000010101000101100010100010101110110100" // e/2 in binary, OEIS A004593
	if !strings.HasPrefix(e, m.Text) || m.Exp != "2^1" || m.Neg || m.Result != "≈2.7182817459106445" || m.ResultHex != "0x402df854" {
		t.Errorf("exp(1): %+v", m)
	}
	if !strings.HasPrefix(m.Digits, "2.71828182845904523536028747135266249775") {
		t.Errorf("exp(1) is %s", m.Digits)
	}
	m = buildDilemma(of(Open{Name: "sqrt"}), nil)
	if !strings.HasPrefix("10110101000001001111001100110011111110011101111001", m.Text) || m.ResultHex != "0x3fb504f3" {
		t.Errorf("sqrt(2): %+v", m)
	}
	m = buildDilemma(of(Open{Name: "exact"}), nil)
	if !m.Need.Exact || m.Result != "64" || m.Line.OK || len(m.Tries) != 0 {
		t.Errorf("2^6: %+v", m)
	}
}

// Runs of binary64 arguments from the published tables of worst cases, computed with mpmath (500 bits).
func TestDilemmaBinary64(t *testing.T) {
	for name, run := range map[string]int{"exp64": 57, "tan64": 78, "log10": 68} {
		m := buildDilemma(of(Open{Name: name}), nil)
		if m.Need.Run != run || m.Need.Kept != 53 || m.Format != format.F64 || m.Note != "" {
			t.Errorf("%s: %+v, want a run of %d", name, m.Need, run)
		}
	}
	m := buildDilemma(of(Open{Name: "sin64"}), nil)
	if !m.In.Directed || m.Need.Run != 56 || m.Need.Bits != 53+56+1 {
		t.Errorf("sin, directed: %+v", m.Need)
	}
}

// Arguments without bits to decide are told in words, and no argument makes a fault.
func TestDilemmaSpecial(t *testing.T) {
	for _, c := range []struct{ id, x, words string }{
		{"log", "-1", "domain"}, {"log", "0", "pole"}, {"exp", "200", "beyond"}, {"exp", "-200", "below"}, {"sin", "0", "zero"},
		{"exp", "inf", "no number"}, {"exp", "nan", "no number"}, {"log", "1", "zero"}, {"asin", "2", "domain"}, {"rsqrt", "0", "pole"},
	} {
		m := buildDilemma(of(Function{ID: c.id}, Type{Text: c.x}), nil)
		if !strings.Contains(m.Note, c.words) {
			t.Errorf("%s(%s): %q does not say %q", c.id, c.x, m.Note, c.words)
		}
	}
	for i := range exact.Functions {
		for _, f := range []string{"f32", "f64"} {
			for _, x := range []string{"0", "-0", "1", "-1", "0.5", "2", "1e-40", "-1e-45", "1e30", "-1e30", "1e300", "88", "-103", "inf", "-inf", "nan"} {
				for _, d := range []bool{false, true} {
					s := of(Function{ID: exact.Functions[i].ID}, Format{ID: f}, Type{Text: x}, Directed{On: d})
					m := buildDilemma(s, nil)
					if m.Note == "" && !m.Need.Exact && (m.Need.Bits <= m.Need.Kept || len(m.Text) < m.Need.Bits || len(m.Tries) == 0 || !m.Tries[len(m.Tries)-1].Decided) {
						t.Errorf("%s(%s) in %s: %+v", exact.Functions[i].ID, x, f, m.Need)
					}
				}
			}
		}
	}
}

// The window of the number line shows the side on which the exact value lies: the side that the result was rounded to.
func TestDilemmaLine(t *testing.T) {
	for _, e := range Examples {
		m := buildDilemma(of(Open{Name: e.Name}), nil)
		l := m.Line
		if m.Need.Exact {
			continue
		}
		if !l.OK || l.Pos < 0 || l.Pos > numberline.Unit || l.Magnified > 0 && (l.MagnifiedAt == 0 || l.Above != (l.MagnifiedAt > 0)) {
			t.Errorf("%s: %+v", e.Name, l)
		}
		if l.Middle && l.Above != l.ResultHigh {
			t.Errorf("%s: the value is above the middle: %v, the result is the upper number: %v", e.Name, l.Above, l.ResultHigh)
		}
		if a := max(l.MagnifiedAt, -l.MagnifiedAt); l.Magnified > 2 && (a < numberline.Unit*2/5 || a > numberline.Unit) {
			t.Errorf("%s: at %d of the window", e.Name, l.MagnifiedAt)
		}
	}
}

// Both results of the paper's Figure 6, and what other numbers of bits give, as computed with mpmath (400 bits) and
// measured on an AMD EPYC.
func TestFigure6(t *testing.T) {
	m := buildFigure6(First())
	if m.Correct.Printed != "3.320904615e-07" || m.X87.Printed != "3.320904692e-07" || m.X87.Code != "0x3e964945545d8d8d" || m.Correct.Digits != "≈3.3209046151159804e-7" {
		t.Errorf("%+v %+v", m.Correct, m.X87)
	}
	if !strings.HasPrefix(m.X87.Digits, "≈3.32090469226501317388e-7") {
		t.Errorf("fcos gives %s", m.X87.Digits)
	}
	if m.N != 66 || m.Printed != m.X87.Printed || !strings.HasPrefix(m.Value, "3.320904692265013") || m.Q != "3,814,979" || m.Off != "4.045e-21" {
		t.Errorf("%+v", m)
	}
	if !strings.HasPrefix(m.Pi, "11001001000011111101101010100010001000010110100011000010001101001100") {
		t.Errorf("pi is %s", m.Pi)
	}
	want := map[string]string{"53": "3.323240616e-07", "64": "3.320903658e-07", "64c": "3.320907794e-07", "66": "3.320904692e-07", "68": "3.320904692e-07", "0": "3.320904615e-07"}
	for _, r := range m.Rows {
		key := strconv.Itoa(r.Bits)
		if r.Cut {
			key += "c"
		}
		if w, ok := want[key]; ok && r.Printed != w {
			t.Errorf("%s bits give %s, want %s", key, r.Printed, w)
		}
		delete(want, key)
		if r.Here != (r.Bits == 66) {
			t.Errorf("row of %d bits: here %v", r.Bits, r.Here)
		}
	}
	if len(want) > 0 {
		t.Errorf("missing rows: %v", want)
	}
	for n := PiLeast; n <= PiMost; n++ {
		a, b := buildFigure6(of(Pi{N: n})), buildFigure6(of(PiRow{N: n, Cut: true}))
		if n >= 66 && n <= 68 != (a.Value == b.Value) && n < 69 {
			t.Errorf("%d bits: rounded %s, cut %s", n, a.Value, b.Value)
		}
	}
}

// The verdicts of the table: every documented bound holds by default, and where flushing breaks one, that is said.
func TestFnTable(t *testing.T) {
	a := loadAccuracy(t)
	table := buildTable(a, of())
	if len(table.Rows) != 55 || table.Total != 55 || len(table.Doubles) != 27 || table.Picked == nil || table.PickRow.Name != "sinf" {
		t.Fatalf("%d rows, %d doubles", len(table.Rows), len(table.Doubles))
	}
	verdicts := map[string]Verdict{}
	for _, r := range table.Rows {
		verdicts[r.Name] = r.Verdict
		if r.Verdict == boundExceeds || r.Verdict == boundNone {
			t.Errorf("%s: verdict %d", r.Name, r.Verdict)
		}
	}
	for name, v := range map[string]Verdict{"sinf": boundHolds, "erfcf": boundHolds, "sqrtf": boundHolds, "lgammaf": boundPart, "j0f": boundPart, "__sinf": boundOther, "__expf": boundPart, "rcp_approx": boundHolds} {
		if verdicts[name] != v {
			t.Errorf("%s: verdict %d, want %d", name, verdicts[name], v)
		}
	}
	flushed := 0
	for _, r := range buildTable(a, of(Mode{Mode: modeFlush})).Rows {
		if (r.Verdict == boundExceeds) != (r.Name == "erfcxf") { // by one argument, whose result rounds to 2^-126
			t.Errorf("%s with -ftz=true: %+v", r.Name, r)
		}
		if e, _ := strconv.ParseFloat(r.Run.Max, 64); r.Flushed && (e < 8.38e6 || e > 8.3887e6) {
			t.Errorf("%s: %s is not 2^23 ulp", r.Name, r.Run.Max)
		}
		if r.Flushed {
			flushed++
		}
	}
	if flushed < 10 {
		t.Errorf("%d functions flush with -ftz=true", flushed)
	}
	fast := buildTable(a, of(Mode{Mode: modeFast}, Pick{Name: "sinf"}))
	if fast.PickRow.Became != "__sinf" || fast.PickRow.Verdict != boundOther || fast.PickRow.Bound.Text != "2^-21.41" {
		t.Errorf("sinf with -use_fast_math: %+v", fast.PickRow)
	}
	for name, became := range map[string]string{"sinf": "__sinf", "cosf": "__cosf", "tanf": "__tanf", "expf": "__expf", "exp10f": "__exp10f", "logf": "__logf", "log2f": "__log2f", "log10f": "__log10f", "tanhf": "tanh_approx", "sqrtf": "sqrt_approx"} {
		r := buildTable(a, of(Mode{Mode: modeFast}, Pick{Name: name})).PickRow
		if r.Became != became {
			t.Errorf("%s became %q, not %s", name, r.Became, became)
		}
	}
	for _, d := range table.Doubles {
		if d.Verdict != boundHolds && d.Name != "lgamma" && d.Name != "j0" && d.Name != "j1" {
			t.Errorf("%s: verdict %d", d.Name, d.Verdict)
		}
	}
}

// The counts of results of another class are those that the explanations give.
func TestSpecialCounts(t *testing.T) {
	a := loadAccuracy(t)
	for name, want := range map[string]uint64{"rcp_approx": 2 * (1<<23 - 1<<21 - 1), "sqrt_approx": 1<<23 - 1, "rsqrt_approx": 2 * (1<<23 - 1)} {
		if got := a.Function(name).Modes[modeFlush].Special; got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
	}
}

func TestFnOrders(t *testing.T) {
	a := loadAccuracy(t)
	rows := buildTable(a, of(Sort{Order: ByError})).Rows
	for i := range rows[1:] {
		x, _ := strconv.ParseFloat(rows[i].Run.Max, 64)
		y, _ := strconv.ParseFloat(rows[i+1].Run.Max, 64)
		if x < y {
			t.Errorf("%s (%s) before %s (%s)", rows[i].Name, rows[i].Run.Max, rows[i+1].Name, rows[i+1].Run.Max)
		}
	}
	rows = buildTable(a, of(Sort{Order: ByShare})).Rows
	for i := range rows[1:] {
		x, y := rows[i].Run, rows[i+1].Run
		if float64(x.Not)/float64(x.Finite) < float64(y.Not)/float64(y.Finite)*0.999 {
			t.Errorf("%s before %s", rows[i].Name, rows[i+1].Name)
		}
	}
	if rows := buildTable(a, of(Find{Text: "SIN"})).Rows; len(rows) != 5 { // sinf asinf sinhf asinhf sinpif and __sinf: six
		if len(rows) != 6 {
			t.Errorf("%d functions with “sin”", len(rows))
		}
	}
	if got := share(1, 4278190082); got != "0.000000 %" && got != "below 0.000001 %" {
		t.Errorf("share: %s", got)
	}
	for want, c := range map[string][2]uint64{"0 %": {0, 5}, "50.000 %": {1, 2}, "9.957 %": {426015574, 4278190080}, "0.0001 %": {1, 1000000}, "100.000 %": {7, 7}} {
		if got := share(c[0], c[1]); got != want {
			t.Errorf("share of %v: %s, want %s", c, got, want)
		}
	}
}

func TestCells(t *testing.T) {
	for cell := range 512 {
		lo, hi := cellCodes(cell)
		if int(lo>>31<<8|lo>>23&255) != cell || int(hi>>31<<8|hi>>23&255) != cell || hi-lo != 1<<23-1 || cellRange(cell) == "" {
			t.Errorf("cell %d: %08x to %08x", cell, lo, hi)
		}
		if cellAt(cellPlace(cell)) != cell {
			t.Errorf("cell %d is at %d, where %d is", cell, cellPlace(cell), cellAt(cellPlace(cell)))
		}
	}
	p := buildProfile(loadAccuracy(t).Function("logf"), of(Pick{Name: "logf"}))
	if p.Both || p.Cell != 0x3f23b4ab>>23 {
		t.Errorf("logf: %v, cell %d", p.Both, p.Cell)
	}
}

func TestFnArgumentKeepsValue(t *testing.T) {
	s := of(Type{Text: "0.1"}, Format{ID: "f64"})
	if s.X.Bits != wide.From64(0x3fb999999999999a) {
		t.Errorf("typed 0.1 in binary64 is %x", s.X.Bits.Lo)
	}
	s = of(Type{Text: "0x3dcccccd"}, Format{ID: "f64"})
	if s.X.Bits != wide.From64(0x3fb99999a0000000) {
		t.Errorf("binary32's 0.1 in binary64 is %x", s.X.Bits.Lo)
	}
	s = of(Type{Text: "0x7f800000"}, Format{ID: "f64"})
	if s.X.Bits != wide.From64(0x7ff0000000000000) {
		t.Errorf("binary32's infinity in binary64 is %x", s.X.Bits.Lo)
	}
	lo, hi, p := of(End{Text: "-2"}, End{High: true, Text: "-1"}).Range()
	if lo != 0xbf800000 || hi != 0xc0000000 || p != RangeFine {
		t.Errorf("-2 to -1: %08x to %08x, %d", lo, hi, p)
	}
	f := loadAccuracy(t).Function("rsqrt_approx")
	for _, c := range []struct{ from, to, first, second string }{{"1", "2x", "", "At character 2"}, {"", "2", "nothing to read", ""}, {"-1", "2", "the same sign", ""}, {"1", "2", "", ""}} {
		m := buildSweep(of(End{Text: c.from}, End{High: true, Text: c.to}), f, nil)
		for i, want := range [2]string{c.first, c.second} {
			if !strings.Contains(m.Ends[i], want) || want == "" && m.Ends[i] != "" {
				t.Errorf("%q to %q: end %d says %q, want %q", c.from, c.to, i, m.Ends[i], want)
			}
		}
	}
	if _, _, p := of(End{Text: "-2"}, End{High: true, Text: "1"}).Range(); p != RangeSign {
		t.Errorf("-2 to 1: %d", p)
	}
}

// A sweep of one exponent in parts gives the numbers recorded on the GPU, in the panel's words, whatever the order of the
// parts.
func TestFnSweep(t *testing.T) {
	a := loadAccuracy(t)
	lo, hi := cellCodes(127)
	s := of(Pick{Name: "__expf"}, Range{Lo: lo, Hi: hi})
	job := sweepJob(s.Pick, int(s.Mode))
	j, err := sweep.Parse(sweepText(job, lo, hi))
	if err != nil {
		t.Fatal(err)
	}
	total := j.Start()
	for _, part := range []uint64{1, 0} {
		r := j.Part(uint64(lo)+part<<22, uint64(lo)+(part+1)<<22).Start()
		for !r.Step(1 << 20) {
		}
		if err := total.Merge(r.Encode()); err != nil {
			t.Fatal(err)
		}
		if part == 1 {
			m := buildSweep(s, a.Function(s.Pick), parseSwept(job, lo, hi, total.Encode()))
			if m.Cells != 0 || len(m.Rows) != 5 || m.Rows[0].Known {
				t.Errorf("half of it: %+v", m)
			}
		}
	}
	m := buildSweep(s, a.Function(s.Pick), parseSwept(job, lo, hi, total.Encode()))
	if m.Cells != 1 || m.Same != 1 || m.Differ != -1 || m.Points != 1<<23 || m.Problem != RangeFine {
		t.Errorf("one exponent: %+v", m)
	}
	if got, want := m.Rows[0].Here, a.Function("__expf").Profile(modeDefault)[127].Text(); got != want {
		t.Errorf("the maximum of the exponent is %s, recorded %s", got, want)
	}
	if parseSwept(job, lo, hi, "rubbish") != nil || parseSwept("nothing", lo, hi, "") != nil {
		t.Error("rubbish was read as a result")
	}
}

// Every job of the view is one that the sweep takes, and every intrinsic and instruction has one in every mode.
func TestSweepJobs(t *testing.T) {
	n := 0
	for _, f := range loadAccuracy(t).Functions {
		for mode := range modesModel {
			job := sweepJob(f.Name, mode)
			if job == "" {
				if strings.HasPrefix(f.Name, "__") || strings.HasSuffix(f.Name, "_approx") {
					t.Errorf("%s has no job in mode %d", f.Name, mode)
				}
				continue
			}
			n++
			if _, err := sweep.Parse(sweepText(job, 0, 1<<32-1)); err != nil {
				t.Errorf("%s in mode %d: %v", f.Name, mode, err)
			}
		}
	}
	if n < 50 {
		t.Errorf("%d jobs", n)
	}
}

func TestMaxText(t *testing.T) {
	for s, want := range map[string]string{"1.49939": "1.499", "0.5": "0.5", "8.38859e+06": "8.389e+6", "0.990146": "0.9901", "133.953": "134", "7.73712e+25": "7.737e+25", "0.999999": "1"} {
		if got := maxText(s); got != want {
			t.Errorf("%s is %s, want %s", s, got, want)
		}
	}
	if !sameUlps(UlpValue{9999, -4}, UlpValue{1, 0}) || sameUlps(UlpValue{1499, -3}, UlpValue{1501, -3}) || !sameUlps(UlpValue{5, -1}, UlpValue{5000, -4}) {
		t.Error("sameUlps")
	}
}
