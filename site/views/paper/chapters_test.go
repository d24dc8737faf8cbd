package paper

import (
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
	"ulplab/site/views/paper/editions"

	"ulplab/fpcore/gpu"
	"ulplab/fpcore/round"
	"ulplab/fpcore/target"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/fpcore/x86"
)

// The marks of the statements of chapters 4 and 5, derived from the texts of the five editions as those of paper_test.go.
var marksOfMachines = map[Mark]string{
	Documented: "encoded notnearest sinbound defaultunit proofs",
	Qualified:  "usually fmamore",
	Misprinted: "sqrtrow gccversion spaces",
	Reproduced: "generations older mixing library semantics singleonly notall flushed both13 double13 single13 fma13 nofma13 both20 nearest20 denormals20 " +
		"cudafour interpretation floattable doubletable moreaccurate merged independent modes ieeemode ftzflag fastdivision fastroot noeffect " +
		"directions noflags precisions simple dilemma giveup figure6 slightly widths87 spill ssefollows floatstore controlword choices blocks gpucpu",
	Corrected: "fourmodes otherwords",
	Outdated:  "boards fortran threeflags mostinputs slashop",
}

// TestPaperOrder: the model has the statements that links may name, in that order.
func TestPaperOrder(t *testing.T) {
	var have []string
	for _, c := range everyClaim() {
		have = append(have, c.ID)
		if !KnownClaim(c.ID) {
			t.Errorf("no link may name %s", c.ID)
		}
	}
	if want := strings.Fields(Claims); strings.Join(have, " ") != strings.Join(want, " ") {
		t.Errorf("statements %v, links %v", have, want)
	}
	i := 0
	for w := range editions.Claims {
		if i < len(have) && have[i] != w.ID {
			t.Errorf("words of %s stand where those of %s belong", w.ID, have[i])
		}
		i++
	}
	for _, id := range []string{"", " ", "standard widths", "nothing"} {
		if KnownClaim(id) {
			t.Errorf("%q counts as a statement", id)
		}
	}
}

// TestPaperSources: every statement about machines says where it is known from, and how.
func TestPaperSources(t *testing.T) {
	for _, part := range Build().Parts {
		for _, c := range part.Claims {
			w, _ := editions.ClaimOf(c.ID)
			if part.Section >= "4" && len(w.Sources) == 0 && c.ID != "spaces" { // two misprints
				t.Errorf("%s (%s) has no source", c.ID, part.Section)
			}
		}
	}
	n := 0
	for _, chapter := range claims() {
		n += len(chapter)
	}
	if n != len(everyClaim()) {
		t.Errorf("%d statements are computed, %d stand in sections", n, len(everyClaim()))
	}
}

// TestPaperMachines compares figures of chapters 4 and 5 with values computed elsewhere: the rounded results with
// fractions of big integers, the functions with mpmath at 600 bits, both in Python. FMAD's are those of the hardware
// models of envytools; fcos, and the results of __cosf, / and sqrtf in the fast mode, were recorded from processors.
func TestPaperMachines(t *testing.T) {
	for _, w := range []struct{ id, label, live, note string }{
		{"singleonly", "0.1 + 0.2 in double, compiled for 1.2", "≈0.30000001192092896", "0x3E99999A"},
		{"singleonly", "compiled for 1.3", "≈0.30000000000000004", "0x3FD3333333333334"},
		{"notall", "loop of Figure 2 on 1.2: FMAD", "0x3D653500", "-1.33676 ulp"},
		{"notall", "with __fmul_rn and __fadd_rn on 1.2", "0x3D653510", "+14.6632 ulp"},
		{"notall", "a × a + b of Figure 1 on 1.2", "0", "0x00000000"},
		{"flushed", "2^-127 × 2 on 2.0", "2^-126", "0x00800000"},
		{"double13", "1 / 3", "≈0.33333333333333331", "0x3FD5555555555555"},
		{"double13", "√2", "≈1.4142135623730951", "0x3FF6A09E667F3BCD"},
		{"double13", "2^-1074 + 2^-1074", "2^-1073", "0x0000000000000002"},
		{"single13", "loop of Figure 2 on 1.3: FMAD", "0x3D653500", ""},
		{"fma13", "Figure 1 in double, fused", "2^-104", "0x3970000000000000"},
		{"nofma13", "Figure 1 on 1.3", "0", "0x00000000"},
		{"nofma13", "Figure 1 on 2.0", "2^-46", "0x28800000"},
		{"nofma13", "Figure 1 on x86, SSE", "0", "0x00000000"},
		{"both20", "Figure 1 on 9.0", "2^-46", "0x28800000"},
		{"both20", "loop of Figure 2 on 2.0", "0x3D653501", "-0.336757 ulp"},
		{"fourmodes", "2.5 to an integer in each", "2, 3, 2, 3, 2", ""},
		{"interpretation", "1 + 2^-24", "rn\u00a00x3F800000, rz\u00a0…00, ru\u00a0…01, rd\u00a0…00", ""},
		{"interpretation", "-1 - 2^-24", "rn\u00a00xBF800000, rz\u00a0…00, ru\u00a0…00, rd\u00a0…01", ""},
		{"floattable", "addition", "__fadd_[rn|rz|ru|rd](x, y)", "rn\u00a00x40466666, rz\u00a0…66, ru\u00a0…67, rd\u00a0…66"},
		{"floattable", "multiplication", "__fmul_[rn|rz|ru|rd](x, y)", "rn\u00a00x3E99999A, rz\u00a0…99, ru\u00a0…9A, rd\u00a0…99"},
		{"floattable", "FMA", "__fmaf_[rn|rz|ru|rd](x, y, z)", "rn\u00a00x3FA66666, rz\u00a0…66, ru\u00a0…67, rd\u00a0…66"},
		{"floattable", "reciprocal", "__frcp_[rn|rz|ru|rd](x)", "rn\u00a00x41200000, rz\u00a00x411FFFFF, ru\u00a0…00, rd\u00a00x411FFFFF"},
		{"floattable", "division", "__fdiv_[rn|rz|ru|rd](x, y)", "rn\u00a00x3D088889, rz\u00a0…88, ru\u00a0…89, rd\u00a0…88"},
		{"floattable", "square root", "__fsqrt_[rn|rz|ru|rd](x)", "rn\u00a00x3EA1E89B, rz\u00a0…9B, ru\u00a0…9C, rd\u00a0…9B"},
		{"doubletable", "addition", "__dadd_[rn|rz|ru|rd](x, y)", "rn\u00a00x4008CCCCCCCCCCCD, rz\u00a0…CC, ru\u00a0…CD, rd\u00a0…CC"},
		{"doubletable", "multiplication", "__dmul_[rn|rz|ru|rd](x, y)", "rn\u00a00x3FD3333333333334, rz\u00a0…33, ru\u00a0…34, rd\u00a0…33"},
		{"doubletable", "FMA", "__fma_[rn|rz|ru|rd](x, y, z)", "rn\u00a00x3FF4CCCCCCCCCCCD, rz\u00a0…CC, ru\u00a0…CD, rd\u00a0…CC"},
		{"doubletable", "reciprocal", "__drcp_[rn|rz|ru|rd](x)", "rn\u00a00x4024000000000000, rz\u00a00x4023FFFFFFFFFFFF, ru\u00a0…00, rd\u00a00x4023FFFFFFFFFFFF"},
		{"doubletable", "division", "__ddiv_[rn|rz|ru|rd](x, y)", "rn\u00a00x3FA1111111111111, rz\u00a0…11, ru\u00a0…12, rd\u00a0…11"},
		{"doubletable", "square root", "__dsqrt_[rn|rz|ru|rd](x)", "rn\u00a00x3FD43D136248490F, rz\u00a0…0F, ru\u00a0…10, rd\u00a0…0F"},
		{"moreaccurate", "0.1f * 0.1f - 0.1f * 0.1f, fused", "≈-4.0978193061036450e-10", "0xAFE147AE"},
		{"merged", "result", "2^-46", "0x28800000"},
		{"independent", "result", "0", "0x00000000"},
		{"fortran", "result", "0", "0x00000000"},
		{"threeflags", "1 / (1.5 × 2^126) by default", "≈7.8366285383824286e-39", "0x00555555"},
		{"threeflags", "with -use_fast_math", "0", "0x00000000"},
		{"threeflags", "cosf(5992555) with -use_fast_math", "≈-0.38268330693244934", ""},
		{"noflags", "1 / 3", "≈0.33333334326744080", "SSE raises inexact; the GPU gives the same number"},
		{"noflags", "2^127 × 2^127", "∞", "SSE raises overflow, inexact; the GPU gives the same number"},
		{"precisions", "fdiv 1 / 3, control word 0x007F", "0x3FFDAAAAAB0000000000", "24 bits"},
		{"precisions", "fdiv 1 / 3, control word 0x027F", "0x3FFDAAAAAAAAAAAAA800", "53 bits"},
		{"precisions", "fdiv 1 / 3, control word 0x037F", "0x3FFDAAAAAAAAAAAAAAAB", "64 bits"},
		{"dilemma", "bits of exp(1) that decide", "56", "for 53 bits"},
		{"dilemma", "bits of exp(0x1.9e9cbbfd6080bp-31)", "112", "57 equal bits in a row"},
		{"figure6", "gcc -m64: correctly rounded", "cos(5992555.000000): 3.320904615e-07", ""},
		{"figure6", "gcc -m32: fcos of x87", "cos(5992555.000000): 3.320904692e-07", "0x3E964945545D8D8D"},
		{"figure6", "cos(5992555)", "3.320904615115980e-07…", ""},
		{"figure6", "error of fcos", "+145730402.8", "in ulp of double"},
		{"figure6", "__cosf on an H200", "≈-0.38268330693244934", ""},
		{"library", "π - π of 66 bits", "4.04453e-21", ""},
		{"library", "quarter turns in 5992555", "3814979", ""},
		{"library", "their product / 2", "7.71490e-15", ""},
		{"library", "π truncated to 53 bits", "3.323240616e-07", ""},
		{"library", "π truncated to 64 bits", "3.320907794e-07", ""},
		{"library", "π truncated to 66 bits", "3.320904692e-07", ""},
		{"spill", "1 / 3 in a register", "0x3FFDAAAAAAAAAAAAAAAB", ""},
		{"spill", "2^1023 × 2 / 2, product in a register", "2^1023", "0x7FE0000000000000"},
		{"spill", "product stored", "∞", "0x7FF0000000000000"},
		{"defaultunit", "1 + (2^-53 + 2^-105), -m64", "≈1.0000000000000002", "0x3FF0000000000001"},
		{"defaultunit", "the same, -m32", "1", "0x3FF0000000000000"},
		{"ssefollows", "loop of Figure 2, SSE", "0x3D653510", "+14.6632 ulp"},
		{"controlword", "1 + (2^-53 + 2^-105), 53 bits", "≈1.0000000000000002", "0x3FF0000000000001"},
		{"controlword", "2^1023 × 2 / 2, 53 bits", "2^1023", "0x7FE0000000000000"},
		{"controlword", "in SSE", "∞", "0x7FF0000000000000"},
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

// TestPaperSmallest: the examples of inexact division and root are the smallest there are, by a search of its own.
func TestPaperSmallest(t *testing.T) {
	slow := chipOf(90)
	slow.Flags.PrecDiv, slow.Flags.PrecSqrt = false, false
	for d := 2; d <= 6; d++ {
		for n := 1; n < d; n++ {
			q := float32(n) / float32(d)
			x := reads32(float32(n), float32(d))
			if differs := onFloat(slow, "a/b", x...) != reads32(q)[0]; differs != (n == 5 && d == 6) {
				t.Errorf("%d / %d is wrong: %v", n, d, differs)
			}
		}
	}
	for n, root := range map[int]float32{2: 1.41421354, 3: 1.73205078, 4: 2, 5: 2.23606801} {
		if wrong := onFloat(slow, "sqrt", reads32(float32(n))...) != reads32(root)[0]; wrong != (n == 5) {
			t.Errorf("the root of %d is wrong: %v", n, wrong)
		}
	}
}

// TestPaperEvidence: the recorded figures of 5.1 are those of the file that the page carries.
func TestPaperEvidence(t *testing.T) {
	data, err := os.ReadFile("../../../assets/data/accuracy.txt")
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(data), "\nf cosf\n")
	line, _, _ := strings.Cut(after, "\n")
	number := func(s string) uint64 {
		n, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		return n
	}
	f := strings.Fields(line) // a, maximum, argument, finite, not correctly rounded, mismatches, distances 0, 1, 2
	if got := (measured{number(f[3]), number(f[4]), number(f[8]), f[1]}); len(f) != 9 || got != measuredCos {
		t.Errorf("cosf: %+v, recorded %+v", measuredCos, got)
	}
	_, after, _ = strings.Cut(string(data), "\nf sqrtf\n")
	line, _, _ = strings.Cut(after, "\n")
	if f = strings.Fields(line); len(f) != 7 || (measured{number(f[3]), number(f[4]), 0, f[1]}) != measuredRoot {
		t.Errorf("sqrtf: %+v, recorded %s", measuredRoot, line)
	}
	found := false
	for _, line = range strings.Split(string(data), "\n") {
		if f = strings.Fields(line); len(f) > 5 && f[0] == "g" && f[1] == "sin" {
			found = true
			if f[2] != measuredDouble.worst || number(f[4]) != measuredDouble.results || number(f[5]) != measuredDouble.wrong {
				t.Errorf("sin: %+v, recorded %s", measuredDouble, line)
			}
		}
	}
	if !found {
		t.Error("no record of sin in double")
	}
	if worst, _ := strconv.ParseFloat(measuredDouble.worst, 64); worst >= 1.5 || measuredDouble.twoOff != 0 {
		t.Error("an error of 1.5 ulp can mean two doubles")
	}
}

// reads32 returns the codes of floats.
func reads32(values ...float32) (codes []wide.U128) {
	for _, v := range values {
		codes = append(codes, single(math.Float32bits(v)))
	}
	return codes
}

func TestPaperCountOf(t *testing.T) {
	for _, w := range []struct {
		n, all uint64
		want   string
	}{{0, 1000, "0 of 1,000"}, {1, 1000, "1 of 1,000 (0.1\u00a0%)"}, {999, 1000, "999 of 1,000 (99.9\u00a0%)"}, {7, 7, "7 of 7"}, {1, 8, "1 of 8 (12.5\u00a0%)"},
		{429339512, 4278190080, "429,339,512 of 4,278,190,080 (10.0\u00a0%)"}, {1739619, 2000000, "1,739,619 of 2,000,000 (87.0\u00a0%)"}} {
		if got := countOf(w.n, w.all); got != w.want {
			t.Errorf("%q, want %q", got, w.want)
		}
	}
}

// TestPaperPrograms: every word of every program means something: a target, an operation, an instruction, a number.
func TestPaperPrograms(t *testing.T) {
	words := 0
	for _, line := range strings.Split(statements, "\n") {
		f := strings.Split(line, ";")
		if len(f) < 2 {
			continue
		}
		kind, source := f[1][0], f[1][1:]
		switch kind {
		case '?':
			answers, program, ok := strings.Cut(source[2:], ": ")
			if !ok || strings.Count(answers, "/") != 1 {
				t.Errorf("%q asks nothing", line)
			}
			kind, source = source[0], program
		case 'f', 'd', 'x', '5':
		default:
			continue
		}
		p := paperProgram{double: kind == 'd', extend: kind == 'x'}
		for _, w := range strings.Fields(source) {
			words++
			_, x87 := x86.FindX87(w[1:])
			_, reached := target.ByID(w[1:])
			head, tail, pair := strings.Cut(w, ":")
			_, operation := gpu.FindOperation(tail)
			_, instruction := gpu.Find(tail)
			switch {
			case w[0] == '@' && reached, w[0] == '7' && x87, w[0] == '!', p.arity(w) > 0:
			case pair && head == "rn" && operation, pair && head == "has" && (instruction || tail == "fma.rn.f32"):
			case strings.Contains(" = not and loop loop2 A B wide ", " "+w+" "):
			default:
				if _, err := text.Parse(w, p.number(), round.Env{}); err != nil {
					t.Errorf("%q: %q means nothing", line, w)
				}
			}
			if w[0] == '@' && !reached {
				t.Errorf("%q: no target %s", line, w)
			}
		}
	}
	if words < 300 {
		t.Errorf("only %d words", words)
	}
	for _, program := range []string{"", "=", "and not wide", "@ 7 ! : rn: has:", "a+b", "@x87 7fcos", "@1.0 a/b", "@9.0 __fadd_rn", "€ ¬"} {
		bits('f', program)
		bits('x', program)
	}
}

// TestPaperProgramResults compares the stack machine with plain calls.
func TestPaperProgramResults(t *testing.T) {
	for _, w := range []struct {
		kind    byte
		program string
		want    uint64
	}{
		{'f', "@9.0 1 2 a+b", 0x40400000},
		{'d', "@9.0 1 2 a-b", 0xbff0000000000000},
		{'d', "@1.2 1 2 a-b", 0xbf800000},
		{'f', "@sse 1 2^-24 a+b", 0x3f800000},
		{'f', "@sse-ru 1 2^-24 a+b", 0x3f800001},
		{'f', "@9.0 1 1 = 1 2 = not and", 1},
		{'f', "@9.0 1 1 = 1 2 = and", 0},
		{'f', "@1.3 has:fma.rn.f32 not", 1},
		{'f', "@2.0 has:fma.rn.f32", 1},
		{'f', "@9.0-nodiv rn:a/b", 0},
		{'f', "@9.0 A", 0x3f800001},
		{'f', "@9.0 B", 0xbf800002},
		{'d', "@9.0 A", 0x3ff0000000000001},
		{'d', "@9.0 B", 0xbff0000000000002},
		{'x', "@x87 1 2 7add 7st64", 0x4008000000000000},
	} {
		if c, _ := bits(w.kind, w.program); c != wide.From64(w.want) {
			t.Errorf("%c %s: %x, want %x", w.kind, w.program, c, w.want)
		}
	}
}
