//go:build !opening

package model

import (
	"math/rand"
	"slices"
	"strings"
	"testing"

	"ulplab/fpcore/reduce"
	"ulplab/site/state"
)

func TestSumEdited(t *testing.T) {
	for _, c := range []struct {
		text        string
		edit        SumEdit
		path, other string
		want, to    string // "" where it cannot be
	}{
		{"((0 1) (2 3))", SumSwap, ".", "", "((2 3) (0 1))", "."},
		{"((0 1) (2 3))", SumSwap, "r", "", "((0 1) (3 2))", "r"},
		{"((0 1) (2 3))", SumSwap, "r2", "", "", ""},
		{"((0 1) (2 3))", SumRotateRight, ".", "", "(0 (1 (2 3)))", "."},
		{"((0 1) (2 3))", SumRotateLeft, ".", "", "(((0 1) 2) 3)", "."},
		{"((0 1) (2 3))", SumRotateLeft, "l", "", "", ""},
		{"((0 1) (2 3))", SumJoin, "l2", "r2", "(((0 3) 1) 2)", "l2"},
		{"((0 1) (2 3))", SumJoin, "r", "lr", "(0 ((2 3) 1))", "r"},
		{"((0 1) (2 3))", SumJoin, ".", "l2", "((1 (2 3)) 0)", "."},
		{"((0 1) (2 3))", SumJoin, "l2", ".", "((1 (2 3)) 0)", "."},
		{"((0 1) (2 3))", SumJoin, "l", "r", "", ""},
		{"((0 1) (2 3))", SumJoin, "l", "l", "", ""},
		{"((0 1) (2 3))", SumJoin, "l", "lr", "", ""},
		{"((0 1) (2 3))", SumJoin, "zz", "l", "", ""},
		{"(((0 1) 2) 3)", SumJoin, "r", "l3", "((1 2) (3 0))", "r"},
	} {
		out, to, ok := SumEdited(c.text, 4, c.edit, c.path, c.other)
		if ok != (c.want != "") || ok && (out != c.want || to != c.to) {
			t.Errorf("%s, edit %d at %s with %s: %s at %s, want %s at %s", c.text, c.edit, c.path, c.other, out, to, c.want, c.to)
		}
	}
}

// Any edits leave a tree of the same elements, and rotations undo each other.
func TestSumEditsKeepElements(t *testing.T) {
	rnd := rand.New(rand.NewSource(4))
	done := 0
	for seed := range uint64(200) {
		n := 2 + int(seed)%12
		tree := reduce.RandomTree(n, seed)
		text := tree.Text([]string{})
		for range 20 {
			path, other := sumSomePath(rnd), sumSomePath(rnd)
			out, to, ok := SumEdited(text, n, SumEdit(rnd.Intn(4)), path, other)
			if !ok {
				continue
			}
			done++
			next, err := reduce.ParseTree(out, n, nil)
			if err != nil || next.N != n || len(next.Nodes) != n-1 {
				t.Fatalf("%s has become %s: %v", text, out, err)
			}
			form, _ := next.Form()
			if _, ok := reduce.NewTree(form, n).At(to); !ok && to != "." {
				t.Fatalf("%s: no node is %s", out, to)
			}
			text = out
		}
		right, _, ok := SumEdited(text, n, SumRotateRight, ".", "")
		if back, _, _ := SumEdited(right, n, SumRotateLeft, ".", ""); ok && back != text {
			t.Errorf("%s, rotated right and left: %s", text, back)
		}
	}
	if done < 300 {
		t.Errorf("%d edits", done)
	}
}

func sumSomePath(r *rand.Rand) string {
	s := ""
	for range r.Intn(5) {
		s += "lr"[r.Intn(2):][:1]
	}
	if s == "" {
		return "."
	}
	return s
}

// The reader's tree is an order like the others; what is wrong with it is said where it is.
func TestSumYours(t *testing.T) {
	in := SumInput{N: 6, Seed: 1, Tree: "((5 0) (1 2 3) 4)"}
	m := sumDone(t, in)
	r := m.Row(SumOwnTree)
	if r == nil || !r.Done || r.Height != 4 {
		t.Fatalf("%+v", r)
	}
	v := m.a32
	if want := (((v[5] + v[0]) + ((v[1] + v[2]) + v[3])) + v[4]); m.codeOf(float64(want)) != r.Bits {
		t.Errorf("%x, want %v", r.Bits.Lo, want)
	}
	if got := m.TreeText(SumOwnTree); got != "(((5 0) ((1 2) 3)) 4)" {
		t.Error(got)
	}
	if tree, ok := m.Tree(SumOwnTree); !ok || len(tree.Nodes) != 11 {
		t.Error("no picture")
	}
	for text, want := range map[string]string{
		"(0 1": "opened at character 1 is not closed", "((0 1) (2 3))": "4 is missing", "(0 1 2 3 4 5 6)": "not so many", "(0 0 1 2 3 4 5)": "already", "[0 1 2 3 4 5]": "Square brackets", "((0 1) ? 2)": "no operand",
	} {
		_, problem, at := SumReadTree(text, 6)
		if !strings.Contains(problem, want) || at > len(text) {
			t.Errorf("%q: %q at %d", text, problem, at)
		}
		if text == "((0 1) ? 2)" && at != 7 || text == "(0 0 1 2 3 4 5)" && at != 3 {
			t.Errorf("%q: at %d", text, at)
		}
	}
	if _, problem, _ := SumReadTree("(0 1)", 65); problem == "" {
		t.Error("65 elements")
	}
	var v2 state.Sum
	v2.N, v2.Look.Tree = 1000, "(0 1)"
	if SumInputOf(v2).Tree != "" {
		t.Error("a thousand elements depend on the tree")
	}
	if slices.ContainsFunc(sumDone(t, SumInput{N: 6, Seed: 1, Tree: "(0 1"}).Rows, func(r SumRow) bool { return r.ID == SumOwnTree }) {
		t.Error("half a tree is an order")
	}
}
