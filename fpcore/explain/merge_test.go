package explain

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// slot is a place of a text, which one program has in one way and another in the other.
type slot struct {
	ways [2]string
	ids  []ID // what they differ in
}

var (
	regrouped  = slot{[2]string{"(p + b) + c", "p + (b + c)"}, []ID{CauseOrder}}
	spread     = slot{[2]string{"a * (b - c)", "a * b - a * c"}, []ID{CauseOrder}}
	inDoubles  = slot{[2]string{"0.1f", "0.1"}, []ID{CauseLiteral, CauseWide}}
	rounder    = slot{[2]string{"3.14159274f", "3.1415925f"}, []ID{CauseLiteral}}
	quotient   = slot{[2]string{"/ d", "* (1.0f / d)"}, []ID{CauseFastDivision, CauseOrder}}
	seventh    = slot{[2]string{"/ 7.0f", "* (1.0f / 7.0f)"}, []ID{CauseFastDivision, CauseOrder}}
	fusedOnce  = slot{[2]string{"a * b + c", "fmaf(a, b, c)"}, []ID{CauseContraction}}
	intrinsics = slot{[2]string{"a * b + c", "__fadd_rn(__fmul_rn(a, b), c)"}, nil}
	backward   = slot{[2]string{"x[i]", "x[9 - i]"}, []ID{CauseOrder}}
	accumulate = slot{[2]string{"float s", "double s"}, []ID{CauseWide}}
	casts      = slot{[2]string{"a * b", "(double)a * b"}, []ID{CauseWide}}
	narrow     = slot{[2]string{"a", "__half2float(__float2half(a))"}, []ID{CauseReducedInput, CauseReducedAccumulation}}
	doubleRoot = slot{[2]string{"sqrtf(p)", "sqrt((double)p)"}, []ID{CauseWide}}
)

// slotted are texts whose slots are written $0, $1 and $2.
var slotted = []struct {
	text  string
	slots []slot
}{
	{"float p = a * $1; return $0;", []slot{regrouped, inDoubles}},
	{"float p = a * $1; float q = $0; return q $2;", []slot{regrouped, rounder, quotient}},
	{"float p = $0; return p $1 + d;", []slot{fusedOnce, quotient}},
	{"float p = $0; return (p + d) $1;", []slot{spread, seventh}},
	{"float p = $0; return (p + c) * $1;", []slot{casts, rounder}},
	{"float p = $0; return p $1;", []slot{intrinsics, quotient}},
	{"float p = $0 * b; return $1;", []slot{narrow, regrouped}},
	{"float p = a * a + b * b; return $0 $1;", []slot{doubleRoot, quotient}},
	{"$1 = 0; for (int i = 0; i < 10; i++) s += $0 * $2; return s;", []slot{backward, accumulate, inDoubles}},
	{"float s = 0; for (int i = 0; i < 10; i++) s += $0 $1; return s * $2;", []slot{backward, seventh, rounder}},
}

// TestMixtures: of two texts that differ in several things no cause stands alone but one that comes from each result to the other by itself, as
// nothing else does, by running all texts that have some of them; and what comes from one to the other is among the first causes in at least 95
// of 100 questions.
func TestMixtures(t *testing.T) {
	n := 25 // of each pair
	if testing.Short() {
		n = 6
	}
	r := rand.New(rand.NewPCG(1, 2))
	asked, right := 0, 0
	for _, p := range slotted {
		for range n {
			var rows strings.Builder
			for range 1 + r.IntN(3) {
				for _, name := range []string{"a", "b", "c", "d"} {
					fmt.Fprintf(&rows, "%s=%s ", name, strconv.FormatFloat(float64(float32(0.3+2.5*r.Float64())), 'g', 9, 32))
				}
				if strings.Contains(p.text, "for") {
					rows.WriteString("x =")
					for range 10 {
						fmt.Fprintf(&rows, " %s", strconv.FormatFloat(float64(float32(r.Float64()-0.2)), 'g', 9, 32))
					}
				}
				rows.WriteByte('\n')
			}
			texts := make([]string, 1<<len(p.slots))
			for set := range texts {
				s := p.text
				for i, x := range p.slots {
					s = strings.ReplaceAll(s, "$"+strconv.Itoa(i), x.ways[set>>i&1])
				}
				texts[set] = "float f(float a, float b, float c, float d, const float* x) { " + s + " }"
			}
			all := len(texts) - 1
			q := Question{Text: texts[0], Second: texts[all], Rows: rows.String()}
			results := make([]string, len(texts))
			for set, text := range texts {
				results[set] = unfusedOn9(t, text, rows.String())
			}
			if results[0] == results[all] {
				continue
			}
			q.Observed = [2]string{results[0], results[all]}
			q.Known = [2]string{ParseKnown("nvcc -fmad=false, sm_90"), ParseKnown("nvcc -fmad=false, sm_90")}
			var sole, some []ID
			others := false
			for i, x := range p.slots {
				forth, back := results[1<<i] == results[all], results[all^1<<i] == results[0]
				switch {
				case forth && back:
					others = others || sole != nil
					sole = x.ids
				case forth || back:
					others = true
				}
				for set := range texts {
					if results[set] != results[set^1<<i] {
						some = append(some, x.ids...)
					}
				}
			}
			a, _ := ask(t, q)
			asked++
			c := a.Causes[0]
			if c.Alone && (sole == nil || others || !slices.Contains(sole, c.ID)) {
				t.Errorf("%s alone of\n%s\n%s\n%s: by itself %v, with others %v %v", c.ID, q.Text, q.Second, q.Rows, sole, others, results)
			}
			for _, c := range a.Causes[:a.Joined] {
				if !slices.Contains(some, c.ID) {
					t.Errorf("%s is said to change a result of\n%s\n%s\n%s: %v", c.ID, q.Text, q.Second, q.Rows, results)
				}
			}
			if slices.Contains(some, c.ID) && (sole == nil || others || slices.Contains(sole, c.ID)) {
				right++
			} else {
				t.Logf("%s first of\n%s\n%s\n%s: by itself %v, with others %v, %v", c.ID, q.Text, q.Second, q.Rows, sole, others, results)
			}
		}
	}
	if t.Logf("%d of %d", right, asked); asked < 20 || right*100 < asked*95 {
		t.Errorf("%d of %d questions have their cause first", right, asked)
	}
}

// TestOneResultOfTwoTexts: a second program without a second result is asked about.
func TestOneResultOfTwoTexts(t *testing.T) {
	q := Question{Text: "a*b - a*c*0.1f", Second: "a*(b - c)*0.1", Rows: "a=1.7 b=2.3 c=0.9", Observed: [2]string{"3.757"}}
	if _, p := New(q); p == nil || p.Where != InSecond {
		t.Errorf("with one result: %+v", p)
	}
	q.Observed[1] = "3.7570002"
	if a, _ := ask(t, q); a.Count != 2 {
		t.Errorf("%d sides", a.Count)
	}
	q.Second, q.Observed[1] = " \n", ""
	if a, _ := ask(t, q); a.Count != 1 {
		t.Errorf("%d sides", a.Count)
	}
}

// unfusedOn9 is what a program gives on its rows for compute capability 9.0 with -fmad=false, as bits.
func unfusedOn9(t *testing.T, text, rows string) string {
	t.Helper()
	s, p := New(Question{Text: text, Rows: rows, Observed: [2]string{strings.Repeat("1 ", strings.Count(rows, "\n")), strings.Repeat("2 ", strings.Count(rows, "\n"))}})
	if p != nil {
		t.Fatalf("%s\n%s", p.Text, text)
	}
	c, _ := s.program(s.main[0])
	var list []string
	for _, x := range s.resultsOf(c, s.chose(c, mustTarget("9.0-nofma"))) {
		list = append(list, fmt.Sprintf("0x%08x", x))
	}
	return strings.Join(list, " ")
}
