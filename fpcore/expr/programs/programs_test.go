package programs

import (
	"slices"
	"testing"
)

// TestFile: programs are C++, and those respelled give the same bits.
func TestFile(t *testing.T) {
	if Missing("g++") != "" {
		t.Skip(Missing("g++"))
	}
	for i, f := range []Features{All, All | Double, All | Mixed} {
		var list, again []Program
		var rows [][][]uint64
		g := New(uint64(i), f)
		for k := range 40 {
			p := g.Next()
			list = append(list, p)
			again = append(again, Respell(p, uint64(k)))
			rows = append(rows, Inputs(p, uint64(k), 4))
		}
		a, err := Run(t.TempDir(), list, rows, "g++", "-O1", "-ffp-contract=off")
		if err != nil {
			t.Fatal(err)
		}
		b, err := Run(t.TempDir(), again, rows, "g++", "-O1", "-ffp-contract=off")
		if err != nil {
			t.Fatal(err)
		}
		for k := range list {
			if !slices.Equal(a[k], b[k]) {
				t.Errorf("features %x: %x, respelled %x, of\n%s\n%s", f, a[k], b[k], list[k].Text, again[k].Text)
			}
		}
	}
}

// TestNext: the same seed gives the same programs, another seed others.
func TestNext(t *testing.T) {
	a, b, c := New(1, All), New(1, All), New(2, All)
	same := 0
	for range 50 {
		p := a.Next()
		if p.Text != b.Next().Text {
			t.Fatal("two generators of one seed differ")
		}
		if p.Text == c.Next().Text {
			same++
		}
	}
	if same > 0 {
		t.Errorf("%d of 50 programs of another seed are the same", same)
	}
}
