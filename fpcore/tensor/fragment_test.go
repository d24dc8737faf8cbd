package tensor

import (
	"fmt"
	"strings"
	"testing"

	"ulplab/fpcore/conform/testfile"
)

// TestQuadPairs: which elements of m8n8k4 of binary16 an H200 multiplied, and where the products came, in every layout: with one element
// of A and all of B that are not zero, D is what the places of A, B and D say.
func TestQuadPairs(t *testing.T) {
	text := testfile.Text(t, "testdata/h200_quadpairs.txt.gz")
	places := func(i Instruction, o Operand) map[Place][3]int { // the quad pair, row and column at each place
		m, f := map[Place][3]int{}, Fragment{}
		f, _ = i.Fragment(o)
		for n := range f.Copies * f.Rows * f.Cols {
			pair, row, col := n/(f.Rows*f.Cols), n/f.Cols%f.Rows, n%f.Cols
			p, _ := f.Place(row, col)
			m[Place{p.Lane + 4*pair, p.Index}] = [3]int{pair, row, col}
		}
		return m
	}
	var a, b, c map[Place][3]int
	ops, lines := 0, 0
	for line := range strings.Lines(string(text)) {
		if id, ok := strings.CutPrefix(line, "# op: "); ok {
			i, ok := Find(strings.TrimSpace(id))
			if !ok {
				t.Fatal(id)
			}
			a, b, c = places(i, A), places(i, B), places(i, C)
			ops++
		}
		if line[0] == '#' {
			continue
		}
		var at Place
		w := strings.SplitN(strings.TrimSpace(line), " ", 3)
		if _, err := fmt.Sscan(w[0], &at.Lane); err != nil {
			t.Fatal(err)
		}
		fmt.Sscan(w[1], &at.Index)
		x, met := a[at], 0
		for _, e := range strings.Fields(w[2]) {
			var p Place
			var value int
			if _, err := fmt.Sscanf(e, "%d,%d,%d", &p.Lane, &p.Index, &value); err != nil {
				t.Fatal(err)
			}
			y, d := b[Place{(value - 1) / 4, (value - 1) % 4}], c[p]
			if y[0] != x[0] || d[0] != x[0] || y[1] != x[2] || d[1] != x[1] || d[2] != y[2] {
				t.Fatalf("op %d: A %v with B %v goes to D %v", ops, x, y, d)
			}
			met++
		}
		if met != 8 {
			t.Fatalf("op %d: element %v of A meets %d of B", ops, x, met)
		}
		lines++
	}
	if ops != 8 || lines != 8*128 {
		t.Errorf("%d instructions, %d elements of A", ops, lines)
	}
}
