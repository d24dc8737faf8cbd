package sum_test

import (
	"strings"
	"testing"

	"ulplab/fpcore/summation"
	"ulplab/site/views/reduction/sum"
	"ulplab/site/views/reduction/sumtest"
)

// The example of the paper's Figure 5 is its data: these codes are printed there.
func TestSumFigure5(t *testing.T) {
	e := sum.Examples[7]
	if e.ID != "fig5" {
		t.Fatal(e.ID)
	}
	m := sumtest.Done(t, sum.InputOf(e.State))
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
		m := sum.New(sumtest.Launched(sum.Input{Input: summation.Input{Kind: summation.Own, Dot: true}, Own: text}))
		if m.Step(1000, false); !strings.Contains(m.Problem, words) {
			t.Errorf("%q: %q", text, m.Problem)
		}
	}
}

// A tree of many elements is nothing that anything depends on.
func TestTreeOfMany(t *testing.T) {
	var v sum.State
	v.N, v.Tree = 1000, "(0 1)"
	if sum.InputOf(v).Tree != "" {
		t.Error("a thousand elements depend on the tree")
	}
}
