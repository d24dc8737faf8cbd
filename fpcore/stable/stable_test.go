package stable

import (
	"cmp"
	"slices"
	"testing"
)

func TestStable(t *testing.T) {
	type item struct{ key, at int }
	var list []item
	for i := range 100 {
		list = append(list, item{i * 7 % 5, i})
	}
	Sort(list, func(a, b item) int { return cmp.Compare(a.key, b.key) })
	if !slices.IsSortedFunc(list, func(a, b item) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.at, b.at)) }) {
		t.Errorf("%v", list)
	}
	var some []string
	for _, c := range []struct {
		i int
		x string
	}{{0, "b"}, {1, "d"}, {0, "a"}, {2, "c"}} {
		some = Insert(some, c.i, c.x)
	}
	if !slices.Equal(some, []string{"a", "b", "c", "d"}) {
		t.Errorf("%q", some)
	}
	if odd := Delete(Clone(some), func(s string) bool { return s == "b" || s == "d" }); !slices.Equal(odd, []string{"a", "c"}) || !slices.Equal(some, []string{"a", "b", "c", "d"}) {
		t.Errorf("%q of %q", odd, some)
	}
	if Clone([]int(nil)) != nil || Clone([]int{}) == nil {
		t.Error("a copy of nothing")
	}
}
