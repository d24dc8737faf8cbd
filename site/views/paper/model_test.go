package paper

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"
	"ulplab/site/views/paper/editions"

	"ulplab/fpcore/wide"
	"ulplab/site/views/expression"
)

// marksModel are the marks that each statement must come out with. They were derived from the texts of the five editions
// with arbitrary-precision arithmetic, not from this program.
var marksModel = marked(map[string]Mark{
	"standard": Outdated, "widths": Reproduced, "minus192": Reproduced, "biases": Reproduced,
	"exponent7": Reproduced, "minus192float": Misprinted, "minus192double": Reproduced,
	"interchange": Documented, "reserved": Reproduced, "nearesteven": Reproduced,
	"adopted": Reproduced, "choosing": Reproduced, "audience": Documented, "overview": Reproduced,
	"thirds": Reproduced, "thirdsfloat": Reproduced, "thirdsdouble": Reproduced, "thirdsexponent": Reproduced,
	"required": Reproduced, "sumexact": Reproduced, "sumrounded": Reproduced, "closer": Reproduced,
	"roundings": Reproduced, "decimalsquare": Reproduced, "decimalresults": Corrected,
	"decimalsummary": Misprinted, "decimalerrors": Corrected, "binary": Reproduced,
	"mathematical": Reproduced, "output": Reproduced, "colon": Misprinted, "semicolon": Misprinted,
	"cpus": Outdated, "fermi": Outdated,
	"figure2": Reproduced, "figure3": Reproduced, "caption3": Misprinted, "samesystems": Reproduced, "a3": Misprinted, "figure4": Reproduced,
	"vectors": Reproduced, "printedvectors": Corrected, "dotexact": Reproduced, "dotexacthex": Corrected,
	"dotbits": Reproduced, "dotdigits": Corrected, "alldiffer": Reproduced, "ranking": Reproduced,
}, marksOfMachines, marksOfAdvice)

// marked adds the statements of each list under its mark.
func marked(marks map[string]Mark, more ...map[Mark]string) map[string]Mark {
	for _, lists := range more {
		for m, ids := range lists {
			for _, id := range strings.Fields(ids) {
				marks[id] = m
			}
		}
	}
	return marks
}

func everyClaim() []Claim {
	var all []Claim
	for _, p := range Build().Parts {
		all = append(all, p.Claims...)
	}
	return all
}

func claimOfModel(t *testing.T, id string) Claim {
	t.Helper()
	for _, c := range everyClaim() {
		if c.ID == id {
			return c
		}
	}
	t.Fatalf("no statement %q", id)
	return Claim{}
}

func TestPaperMarks(t *testing.T) {
	all := everyClaim()
	if len(all) != len(marksModel) {
		t.Errorf("%d statements, %d marks", len(all), len(marksModel))
	}
	seen := map[string]bool{}
	for _, c := range all {
		if seen[c.ID] {
			t.Errorf("two statements %q", c.ID)
		}
		seen[c.ID] = true
		if c.Mark != marksModel[c.ID] {
			t.Errorf("%s is %s, want %q", c.ID, c.Mark, marksModel[c.ID])
		}
	}
}

// TestPaperMarksFollowFigures flips every printed figure: no statement stays reproduced; and prints what comes out:
// every statement becomes reproduced.
func TestPaperMarksFollowFigures(t *testing.T) {
	for _, chapter := range claims() {
		for _, c := range chapter {
			figures := 0
			for i, l := range c.lines() {
				for j := range l.Prints {
					figures++
					for at := range l.Live.String() {
						changed := agreeing(c)
						p := &changed[i].Prints[j]
						text := []byte(p.Text)
						if text[at] == '7' {
							text[at] = '1'
						} else {
							text[at] = '7'
						}
						p.Text = string(text)
						want := Corrected
						if c.differs != "" {
							want = c.differs
						}
						if got := c.judge(changed); got != want {
							t.Fatalf("%s: with %q printed for %q the mark is %s", c.id, p.Text, changed[i].Live, got)
						}
						if p.Same {
							t.Errorf("%s: %q passes for %q", c.id, p.Text, changed[i].Live)
						}
					}
				}
			}
			if figures == 0 {
				t.Errorf("%s has no printed figure", c.id)
			}
			want := Reproduced
			if c.agrees != "" {
				want = c.agrees
			}
			if got := c.judge(agreeing(c)); got != want {
				t.Errorf("%s: if the paper printed what comes out, the mark would be %s", c.id, got)
			}
			if c.differs == Reproduced || c.differs == Documented || c.agrees != "" && c.agrees != Documented || c.differs != "" && !KnownMark(c.differs) {
				t.Errorf("%s is %q where figures differ, %q where they agree", c.id, c.differs, c.agrees)
			}
		}
	}
}

// agreeing returns the lines of a statement as if the paper printed what comes out.
func agreeing(c claim) []*Line {
	lines := c.lines()
	for i := range lines {
		for j := range lines[i].Prints {
			lines[i].Prints[j].Text = lines[i].Live.String()
		}
	}
	return lines
}

func TestPaperCounts(t *testing.T) {
	p := Build()
	sum := 0
	for _, n := range p.Counts {
		sum += n
	}
	if p.Total != len(marksModel) || sum != p.Total || len(p.Counts) != len(Marks) {
		t.Errorf("counts %v, total %d, want %d", p.Counts, p.Total, len(marksModel))
	}
	for i, m := range Marks {
		want := 0
		for _, k := range marksModel {
			if k == m {
				want++
			}
		}
		if p.Counts[i] != want {
			t.Errorf("%s: %d counted, want %d", m, p.Counts[i], want)
		}
		for _, part := range p.Parts {
			n := 0
			for _, c := range part.Claims {
				if c.Mark == m {
					n++
				}
			}
			if part.Count(m) != n {
				t.Errorf("section %s has %d statements that are %s", part.Section, n, m)
			}
		}
	}
}

// TestPaperWords: every statement has words, those that are corrected, qualified or misprinted a reason, those that are outdated what is true
// today with a source of a kind; no words are left over.
func TestPaperWords(t *testing.T) {
	for _, c := range everyClaim() {
		w, ok := editions.ClaimOf(c.ID)
		if !ok || w.Says == "" {
			t.Errorf("%s has no words", c.ID)
		}
		if (w.Reason != "") != (c.Mark == Corrected || c.Mark == Qualified || c.Mark == Misprinted) {
			t.Errorf("%s is %s and has the reason %q", c.ID, c.Mark, w.Reason)
		}
		if c.Mark == Documented && len(w.Sources) == 0 {
			t.Errorf("%s is documented and names no document", c.ID)
		}
		if (w.Now != "") != (c.Mark == Outdated) || c.Mark == Outdated && len(w.Sources) == 0 {
			t.Errorf("%s is %s and says of today %q with %d sources", c.ID, c.Mark, w.Now, len(w.Sources))
		}
		for _, s := range w.Sources {
			if s.Text == "" || s.Kind != editions.Documented && s.Kind != editions.MeasuredWords && s.Kind != editions.Inferred {
				t.Errorf("%s has a source of kind %q: %q", c.ID, s.Kind, s.Text)
			}
		}
		if (w.Picture != "") != (c.Line != nil || c.Graph != nil) || (w.Notice != "") != (w.Picture != "") {
			t.Errorf("%s: words of its picture %q, %q", c.ID, w.Picture, w.Notice)
		}
		for _, l := range c.Lines {
			for _, p := range l.Prints {
				if p.In == 0 || p.In&^everyEdition != 0 {
					t.Errorf("%s: %q is attributed to no edition", c.ID, p.Text)
				}
			}
		}
	}
	n := 0
	for w := range editions.Claims {
		if n++; marksModel[w.ID] == "" {
			t.Errorf("words for a statement %q that does not exist", w.ID)
		}
	}
	if n != len(marksModel) || len(editions.Marks) != len(Marks) {
		t.Errorf("words for %d statements, %d statements; words for %d marks", n, len(marksModel), len(editions.Marks))
	}
	if len(editions.Figures) != len(Figures) {
		t.Errorf("words for %d figures", len(editions.Figures))
	}
	for _, a := range editions.Advice {
		if !KnownClaim(a[0]) || a[1] == "" {
			t.Errorf("advice %q", a)
		}
	}
	if len(editions.Sections) != len(Sections) {
		t.Fatal("sections without words")
	}
	for i, s := range editions.Sections {
		if s.ID != Sections[i] || s.Title == "" || s.Intro == "" {
			t.Errorf("section %q: %+v", Sections[i], s)
		}
	}
	if 1<<len(editions.Editions)-1 != everyEdition {
		t.Errorf("%d editions described", len(editions.Editions))
	}
}

// TestPaperFigures compares live figures with values that were computed outside of this program with 400-bit
// arithmetic (mpmath), and with the paper where it is right.
func TestPaperFigures(t *testing.T) {
	for _, w := range []struct{ id, label, live, note string }{
		{"minus192float", "-192 as float", "1 10000110 .10000000000000000000000", "0xC3400000"},
		{"minus192double", "-192 as double", "1 10000000110 .10000000000000000…0000000", "0xC068000000000000"},
		{"thirdsfloat", "2/3 as float", "0 01111110 .01010101010101010101011", "0x3F2AAAAB"},
		{"thirdsfloat", "its value", "0.666666686534881591796875", "+0.333333 ulp"},
		{"thirdsdouble", "2/3 as double", "0 01111111110 .01010101010101010…1010101", "0x3FE5555555555555"},
		{"sumrounded", "rn(A + B)", "2^1 × 1.10000000000000000000010", "0x40400002"},
		{"sumrounded", "rn(B + C)", "2^3 × 1.00100000000000000000001", "0x41100001"},
		{"sumrounded", "rn(rn(A + B) + C)", "2^3 × 1.01100000000000000000010", "0x41300002"},
		{"sumrounded", "rn(A + rn(B + C))", "2^3 × 1.01100000000000000000001", "0x41300001"},
		{"closer", "rn(rn(A + B) + C)", "+0.625000 ulp", "0x41300002"},
		{"closer", "rn(A + rn(B + C))", "-0.375000 ulp", "0x41300001"},
		{"decimalresults", "x² - 1", "1.60064 × 10^-3", "true value"},
		{"decimalresults", "rn(x² - 1)", "1.6006 × 10^-3", "fused multiply-add"},
		{"decimalresults", "rn(rn(x²) - 1)", "1.6000 × 10^-3", "multiply, then add"},
		{"decimalsummary", "rn(x²), in the summary", "1.0016", ""},
		{"decimalerrors", "error of multiply, then add", "6.4 × 10^-7", ""},
		{"decimalerrors", "error of the fused multiply-add", "4 × 10^-8", ""},
		{"binary", "rn(A × A + B)", "2^-46 × 1.00000000000000000000000", "0x28800000"},
		{"binary", "rn(rn(A × A) + B)", "0", "0x00000000"},
		{"binary", "rn(A × A)", "2^0 × 1.00000000000000000000010", "0x3F800002"},
		{"binary", "A × A", "2^0 × 1.0000000000000000000001000000000000000000000001", "exact: 47 bits"},
		{"output", "r on a Fermi GPU", "1.4210855e-14", "0x28800000"},
		{"dotbits", "serial", "0x3D653510", "+14.6632 ulp"},
		{"dotbits", "FMA", "0x3D653501", "-0.336757 ulp"},
		{"dotbits", "parallel", "0x3D653500", "-1.33676 ulp"},
		{"dotexacthex", "exact, eight more bits", "0x3D65350156…", ""},
		{"dotexacthex", "five more bits, rounded", "0x3D65350158", ""},
		{"printedvectors", "serial, a3 = 1.147311", "0x3D6533F0", ""},
		{"printedvectors", "FMA, a3 = 1.147311", "0x3D6533F6", ""},
		{"printedvectors", "parallel, a3 = 1.147311", "0x3D6533E0", ""},
		{"printedvectors", "serial, a3 = 1.148311", "0x3D6C4450", ""},
		{"printedvectors", "FMA, a3 = 1.148311", "0x3D6C4456", ""},
		{"printedvectors", "parallel, a3 = 1.148311", "0x3D6C4460", ""},
		{"ranking", "with the digits as printed", "FMA, serial, parallel", "a3 = 1.147311"},
	} {
		found := false
		for _, l := range claimOfModel(t, w.id).Lines {
			if l.Label == w.label {
				found = true
				if l.Live.String() != w.live || w.note != "" && l.Note != w.note {
					t.Errorf("%s, %s: %q (%s), want %q (%s)", w.id, w.label, l.Live, l.Note, w.live, w.note)
				}
			}
		}
		if !found {
			t.Errorf("%s has no line %q", w.id, w.label)
		}
	}
}

// TestPaperDotExact computes the exact dot product of the recovered vectors as a fraction of big integers.
func TestPaperDotExact(t *testing.T) {
	v := dotVectors("fig5")
	value := func(bits uint64) *big.Rat {
		e := int(bits>>23&255) - 150
		x := new(big.Rat).SetInt64(int64(bits&(1<<23-1) | 1<<23))
		if bits>>31 != 0 {
			x.Neg(x)
		}
		scale := new(big.Int).Lsh(big.NewInt(1), uint(max(e, -e)))
		if e < 0 {
			return x.Quo(x, new(big.Rat).SetInt(scale))
		}
		return x.Mul(x, new(big.Rat).SetInt(scale))
	}
	sum := new(big.Rat)
	for i := range 4 {
		sum.Add(sum, new(big.Rat).Mul(value(v[0][i].Lo), value(v[1][i].Lo)))
	}
	want := sum.FloatString(30)[1:]
	got := strings.TrimSuffix(claimOfModel(t, "dotexact").Lines[0].Live.String(), "…")
	if !strings.HasPrefix(want, got) || got != ".0559587528435" {
		t.Errorf("exact %s…, want %s", got, want)
	}
	if got := dotResultsOf("fig5").exact.Decimal(); !strings.HasPrefix(got[1:], want[:29]) {
		t.Errorf("exact %s, want %s", got, want)
	}
}

// TestPaperGraphs: figures 2 to 4 are drawn with the rounding error of every operation.
func TestPaperGraphs(t *testing.T) {
	for id, want := range map[string]string{"figure2": "0x3D653510", "figure3": "0x3D653501", "figure4": "0x3D653500"} {
		g := claimOfModel(t, id).Graph
		if g == nil || g.Hex != want {
			t.Fatalf("%s: %+v, want the result %s", id, g, want)
		}
		rounded := 0
		for _, n := range g.Nodes {
			if n.OK && n.Local != 0 {
				rounded++
			}
		}
		if rounded < 3 {
			t.Errorf("%s: %d operations rounded", id, rounded)
		}
	}
}

// TestPaperBinaryText cuts an expansion and says so.
func TestPaperBinaryText(t *testing.T) {
	third := valueOf(single(0x3eaaaaab))
	for _, w := range []struct {
		n    int
		dots bool
		want string
	}{{4, false, "2^-2 × 1.0101…"}, {23, false, "2^-2 × 1.01010101010101010101011"}, {25, true, "2^-2 × 1.0101010101010101010101100…"}} {
		if got := binaryText(third, w.n, w.dots).String(); got != w.want {
			t.Errorf("%d digits: %s, want %s", w.n, got, w.want)
		}
	}
	if got := binaryText(valueOf(single(0xc0000000)), 2, false).String(); got != "-2^1 × 1.00" {
		t.Error(got)
	}
}

// TestPaperVectors tries all floats that print as the vectors of Figure 5: with 1.147311 for a3, ten pairs of vectors
// give the bits of its three results, and one of these the exact value that it prints; with 1.148311 none does.
func TestPaperVectors(t *testing.T) {
	digits := [8]string{"1.907607", "-.7862027", "1.147311", ".9604002", "-.9355000", "-.6915108", "1.724470", "-.7097529"}
	printing := func(s string) (list []float32) { // every float that is written so with as many digits
		x, _ := strconv.ParseFloat(s, 64)
		f := float32(x)
		for range 20 {
			f = math.Nextafter32(f, -4)
		}
		for range 40 {
			if got := strconv.FormatFloat(float64(f), 'f', len(s)-1-strings.Index(s, "."), 32); strings.Replace(got, "0.", ".", 1) == s {
				list = append(list, f)
			}
			f = math.Nextafter32(f, 4)
		}
		return list
	}
	fma := func(x, y, z float32) float32 {
		p := new(big.Rat).Mul(new(big.Rat).SetFloat64(float64(x)), new(big.Rat).SetFloat64(float64(y)))
		f, _ := p.Add(p, new(big.Rat).SetFloat64(float64(z))).Float32()
		return f
	}
	for third, want := range map[string][2]int{"1.147311": {10, 1}, "1.148311": {0, 0}} {
		digits[2] = third
		var lists [8][]float32
		for i, s := range digits {
			lists[i] = printing(s)
			if len(lists[i]) == 0 {
				t.Fatalf("no float prints as %s", s)
			}
		}
		bits, both := 0, 0
		var v [8]float32
		var try func(i int)
		try = func(i int) {
			if i < len(v) {
				for _, v[i] = range lists[i] {
					try(i + 1)
				}
				return
			}
			p := [4]float32{v[0] * v[4], v[1] * v[5], v[2] * v[6], v[3] * v[7]}
			serial := float32(float32(p[0]+p[1]) + p[2])
			serial += p[3]
			parallel := float32(p[0]+p[1]) + float32(p[2]+p[3])
			if math.Float32bits(serial) != 0x3d653510 || math.Float32bits(parallel) != 0x3d653500 {
				return
			}
			if math.Float32bits(fma(v[3], v[7], fma(v[2], v[6], fma(v[1], v[5], p[0])))) != 0x3d653501 {
				return
			}
			bits++
			exact := new(big.Rat)
			for k := range 4 {
				exact.Add(exact, new(big.Rat).Mul(new(big.Rat).SetFloat64(float64(v[k])), new(big.Rat).SetFloat64(float64(v[k+4]))))
			}
			if strings.HasPrefix(exact.FloatString(20), "0.0559587528435") {
				both++
				d := dotVectors("fig5")
				for k := range v {
					if wide.From64(uint64(math.Float32bits(v[k]))) != d[k/4][k%4] {
						t.Errorf("the vectors shown are not %v", v)
					}
				}
			}
		}
		try(0)
		if bits != want[0] || both != want[1] {
			t.Errorf("a3 = %s: %d pairs of vectors give the bits of Figure 5, %d of them the exact value, want %v", third, bits, both, want)
		}
	}
}

// TestPaperFigureOne runs the listing of Figure 1: it prints what the statement says of a CPU and of a GPU.
func TestPaperFigureOne(t *testing.T) {
	m := expression.New(expression.State{Text: editions.FigureOneWords, Targets: "gcc 2.0"})
	for !m.Step(1 << 30) {
	}
	if m.Problem != nil {
		t.Fatal(m.Problem)
	}
	for i, r := range []string{"0", "1.4210855e-14"} {
		if want := "a 1.0000001\nb -1.0000002\nr " + r; strings.TrimSpace(m.Columns[i].Printed) != want {
			t.Errorf("%s prints %q, want %q", m.Columns[i].Name, m.Columns[i].Printed, want)
		}
	}
}
