package reduction

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/summation"
	"ulplab/fpcore/sweep"
)

func input(in Input) Input {
	if in.Threads == 0 {
		in.Threads, in.Blocks, in.Accums, in.CPU = 128, 8, 1, 4
	}
	return in
}

func done(t *testing.T, in Input) *Model {
	t.Helper()
	m := newSum(input(in))
	for i := 0; !m.Step(300_000, false) && m.Problem == ""; i++ {
		if i > 100_000 {
			t.Fatal("no end")
		}
	}
	return m
}

// The example of the paper's Figure 5 is its data: these codes are printed there.
func TestSumFigure5(t *testing.T) {
	e := Examples[7]
	if e.ID != "fig5" {
		t.Fatal(e.ID)
	}
	m := done(t, inputOf(e.Sum))
	for id, want := range map[string]uint64{"serial": 0x3d653510, "fma": 0x3d653501, "halving": 0x3d653500, "exact": 0x3d653501} {
		if got := m.Row(id).Bits.Lo; got != want {
			t.Errorf("%s: %x, the paper prints %x", id, got, want)
		}
	}
}

func TestSumOwnProblems(t *testing.T) {
	for text, words := range map[string]string{
		"":            "at least two",
		"1":           "0 and 1 elements",
		"1 2x":        "Number 2, “2x”",
		"1 2;3":       "1 elements; they must be equally long",
		"1;2;3":       "once",
		"<b> 1":       "Number 1",
		"1 2 3":       "equally long",
		"1 2; 3 4; 5": "once",
	} {
		m := newSum(input(Input{Input: summation.Input{Kind: summation.Own, Dot: true}, Own: text}))
		if m.Step(1000, false); !strings.Contains(m.Problem, words) {
			t.Errorf("%q: %q", text, m.Problem)
		}
	}
}

// What is wrong with the reader's tree is said where it is.
func TestSumReadTree(t *testing.T) {
	for text, want := range map[string]string{
		"(0 1": "opened at character 1 is not closed", "((0 1) (2 3))": "4 is missing", "(0 1 2 3 4 5 6)": "not so many", "(0 0 1 2 3 4 5)": "already", "[0 1 2 3 4 5]": "Square brackets", "((0 1) ? 2)": "no operand",
	} {
		problem, at := readTree(text, 6)
		if !strings.Contains(problem, want) || at > len(text) {
			t.Errorf("%q: %q at %d", text, problem, at)
		}
	}
	if problem, _ := readTree("(0 1)", 65); problem == "" {
		t.Error("65 elements")
	}
	var v State
	v.N, v.Tree = 1000, "(0 1)"
	if inputOf(v).Tree != "" {
		t.Error("a thousand elements depend on the tree")
	}
}

// Every row has a name of its own, and says what it does.
func TestSumNames(t *testing.T) {
	for _, dot := range []bool{false, true} {
		m := done(t, Input{Input: summation.Input{N: 4, Seed: 1, Dot: dot, Tree: "(0 1 2 3)"}})
		seen := map[string]string{}
		for i := range m.Rows {
			r := &m.Rows[i]
			name := Name(r)
			if name == "" || m.What(r) == "" || seen[name] != "" {
				t.Errorf("%s is called %q, as %s; it does %q", r.ID, name, seen[name], m.What(r))
			}
			seen[name] = r.ID
		}
	}
}

// What the view shows before anything is started is what its job gives, tried for the sizes up to 4,096.
func TestSumFirstStatistics(t *testing.T) {
	job, ok := sumJob(First())
	if !ok || job != firstJob {
		t.Fatalf("the first job is %q", job)
	}
	small := strings.Replace(strings.Replace(job, ".13@", ".9@", 1), "f3c", strconv.FormatInt(9*300, 16), 1)
	j, err := sweep.Parse(small)
	if err != nil {
		t.Fatal(err)
	}
	r := j.Start()
	for !r.Step(1 << 20) {
	}
	want, ok := summation.ReadStats(firstJob, firstResult)
	got, ok2 := summation.ReadStats(small, r.Encode())
	if !ok || !ok2 || len(got.Methods) != len(want.Methods) || len(got.Pairs) != len(want.Pairs) {
		t.Fatal("no statistics")
	}
	for k, g := range got.Methods {
		w := want.Methods[k]
		for i, n := range got.Sizes {
			for scale := range g.Mean {
				if n != want.Sizes[i] || g.Mean[scale][i] != w.Mean[scale][i] || g.Worst[scale][i] != w.Worst[scale][i] {
					t.Errorf("%s of %d: %v, kept %v", g.Row.ID, n, g, w)
				}
			}
		}
	}
	for k, g := range got.Pairs {
		if !slices.Equal(g.Than, want.Pairs[k].Than[:len(got.Sizes)]) {
			t.Errorf("%s beside serial: %v, kept %v", g.Row.ID, g.Than, want.Pairs[k].Than)
		}
	}
}

// What lies at a point is what is drawn there: each box's middle hits its node. X and Rank undo each other.
func TestSumLens(t *testing.T) {
	m := done(t, Input{Input: summation.Input{N: 1000, Seed: 1}})
	b, ok := m.Tree("blocked", summation.Local, nil)
	if !ok {
		t.Fatal("no tree")
	}
	for !b.Step() {
	}
	for _, w := range [][2]float64{{0, 1000}, {500, 20}, {999, 1}, {0, 3}, {300.25, 200.5}} {
		l := newLens(b.N, w[0], w[1], 900, 400, nil)
		for r := 0.0; r < 1000; r += 0.7 {
			if x := l.X(r); math.Abs(l.Rank(x)-r) > 1e-3*math.Max(1, math.Abs(r-w[0])) {
				t.Errorf("window %v: rank %v lies at %v, where %v is", w, r, x, l.Rank(x))
			}
		}
		for k := 1; k < len(l.Width); k++ {
			if l.Width[k] <= l.Width[k-1] {
				t.Fatalf("window %v: row %d", w, k)
			}
		}
		for p := range int32(b.N - 1) {
			s, c, _ := b.Place(p)
			x0, x1 := l.X(float64(s)), l.X(float64(s+c))
			up, ok := b.Parent(summation.Node{Place: p})
			bottom := l.H
			if ok {
				us, uc, _ := b.Place(up.Place)
				bottom = l.Row(l.X(float64(us+uc)) - l.X(float64(us)))
			}
			y := l.Row(x1 - x0)
			if x1-x0 < 2 || bottom <= y {
				continue
			}
			if at := l.Hit(b, (x0+x1)/2, float64(bottom)-0.5); at.Place != p {
				t.Errorf("window %v: %v is drawn where %v is hit", w, p, at)
			}
		}
	}
}
