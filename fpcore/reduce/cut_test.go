package reduce

import (
	"slices"
	"testing"

	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
)

// A free tree as an order is the same tree, gives the same sums, and can be walked through node by node.
func TestFreeTreeAsForm(t *testing.T) {
	for n := 1; n <= 20; n++ {
		a := make([]wide.U128, n)
		for i := range a {
			a[i] = wide.From64(uint64(0x3f800000 + 0x1234567*i))
		}
		m := Bits{F: format.F32, A: a}
		for seed := range uint64(30) {
			free := RandomTree(n, seed)
			form, ok := free.Form()
			if !ok {
				t.Fatal(n, seed)
			}
			again := Free(form, n)
			if x, y := free.Text(nil), again.Text(nil); x != y {
				t.Fatalf("%s has become %s", x, y)
			}
			values := Values[wide.U128](m, &free, nil)
			if got := Eval[wide.U128](m, form, n); got != values[len(values)-1] {
				t.Errorf("%s: %x", free.Text(nil), got)
			}
			tree := NewTree(form, n)
			v := NewNodeValues[wide.U128](tree, m)
			var walk func(TreeNode) (string, []int)
			walk = func(node TreeNode) (string, []int) {
				if i, ok := node.Leaf(); ok {
					return LeafName(i, nil), []int{i}
				}
				l, r, _ := tree.Kids(node)
				x, p := walk(l)
				y, q := walk(r)
				p = append(p, q...)
				s := tree.Summary(node)
				if int(s.Leaves) != len(p) || int(s.Min) != slices.Min(p) || int(s.Max) != slices.Max(p) {
					t.Errorf("%s: %+v of %v", free.Text(nil), s, p)
				}
				found := false
				for _, c := range values[n:] {
					found = found || c == v.At(node)
				}
				if !found {
					t.Errorf("%s: no sum is %x", free.Text(nil), v.At(node))
				}
				return "(" + x + " " + y + ")", p
			}
			if got, _ := walk(tree.Root()); got != free.Text(nil) {
				t.Errorf("walked through %s, which is %s", got, free.Text(nil))
			}
		}
	}
	fused, _ := ParseTree("[a b c]", 3, nil)
	if _, ok := fused.Form(); ok {
		t.Error("a fused sum has become a form")
	}
}
