package summation

import (
	"math/rand"
	"slices"
	"testing"

	"ulplab/fpcore/reduce"
)

func TestEdited(t *testing.T) {
	for _, c := range []struct {
		text        string
		edit        Edit
		path, other string
		want, to    string // "" where it cannot be
	}{
		{"((0 1) (2 3))", Swap, ".", "", "((2 3) (0 1))", "."},
		{"((0 1) (2 3))", Swap, "r", "", "((0 1) (3 2))", "r"},
		{"((0 1) (2 3))", Swap, "r2", "", "", ""},
		{"((0 1) (2 3))", RotateRight, ".", "", "(0 (1 (2 3)))", "."},
		{"((0 1) (2 3))", RotateLeft, ".", "", "(((0 1) 2) 3)", "."},
		{"((0 1) (2 3))", RotateLeft, "l", "", "", ""},
		{"((0 1) (2 3))", Join, "l2", "r2", "(((0 3) 1) 2)", "l2"},
		{"((0 1) (2 3))", Join, "r", "lr", "(0 ((2 3) 1))", "r"},
		{"((0 1) (2 3))", Join, ".", "l2", "((1 (2 3)) 0)", "."},
		{"((0 1) (2 3))", Join, "l2", ".", "((1 (2 3)) 0)", "."},
		{"((0 1) (2 3))", Join, "l", "r", "", ""},
		{"((0 1) (2 3))", Join, "l", "l", "", ""},
		{"((0 1) (2 3))", Join, "l", "lr", "", ""},
		{"((0 1) (2 3))", Join, "zz", "l", "", ""},
		{"(((0 1) 2) 3)", Join, "r", "l3", "((1 2) (3 0))", "r"},
	} {
		out, to, ok := Edited(c.text, 4, c.edit, c.path, c.other)
		if ok != (c.want != "") || ok && (out != c.want || to != c.to) {
			t.Errorf("%s, edit %d at %s with %s: %s at %s, want %s at %s", c.text, c.edit, c.path, c.other, out, to, c.want, c.to)
		}
	}
}

// Any edits leave a tree of the same elements, and rotations undo each other.
func TestEditsKeepElements(t *testing.T) {
	rnd := rand.New(rand.NewSource(4))
	done := 0
	for seed := range uint64(200) {
		n := 2 + int(seed)%12
		tree := reduce.RandomTree(n, seed)
		text := tree.Text([]string{})
		for range 20 {
			path, other := somePath(rnd), somePath(rnd)
			out, to, ok := Edited(text, n, Edit(rnd.Intn(4)), path, other)
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
		right, _, ok := Edited(text, n, RotateRight, ".", "")
		if back, _, _ := Edited(right, n, RotateLeft, ".", ""); ok && back != text {
			t.Errorf("%s, rotated right and left: %s", text, back)
		}
	}
	if done < 300 {
		t.Errorf("%d edits", done)
	}
}

func somePath(r *rand.Rand) string {
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
func TestYours(t *testing.T) {
	in := Input{N: 6, Seed: 1, Tree: "((5 0) (1 2 3) 4)"}
	m := done(t, in)
	r := m.Row(OwnTree)
	if r == nil || !r.Done || r.Height != 4 {
		t.Fatalf("%+v", r)
	}
	v := m.a32
	if want := (((v[5] + v[0]) + ((v[1] + v[2]) + v[3])) + v[4]); m.codeOf(float64(want)) != r.Bits {
		t.Errorf("%x, want %v", r.Bits.Lo, want)
	}
	if got := m.TreeText(OwnTree); got != "(((5 0) ((1 2) 3)) 4)" {
		t.Error(got)
	}
	if tree, ok := m.Steps(OwnTree); !ok || len(tree.Nodes) != 11 {
		t.Error("no picture")
	}
	for text, at := range map[string]int{"((0 1) ? 2)": 7, "(0 0 1 2 3 4 5)": 3, "(1 [0 2 3 4 5])": 3} {
		if _, err := ReadTree(text, 6); err == nil || err.Pos != at {
			t.Errorf("%q: %v, want a problem at %d", text, err, at)
		}
	}
	if _, err := ReadTree("(0 1)", FewElements+1); err == nil {
		t.Error("65 elements")
	}
	if slices.ContainsFunc(done(t, Input{N: 6, Seed: 1, Tree: "(0 1"}).Rows, func(r Row) bool { return r.ID == OwnTree }) {
		t.Error("half a tree is an order")
	}
}
