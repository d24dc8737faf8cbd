package product

import (
	"slices"
	"strings"
	"testing"

	"ulplab/fpcore/format"
)

// TestUsual: the orders without a size are those of the table, by how often they stand there, and 99 in 100 of it.
func TestUsual(t *testing.T) {
	counts := map[string]map[string]int{}
	for _, s := range sections() {
		preset, _, _ := strings.Cut(s.name, " ")
		if counts[preset] == nil {
			counts[preset] = map[string]int{}
		}
		for at := range len(s.sides) * len(s.sides) {
			for _, letter := range s.row(at) {
				if code := s.codes[letter]; code != "-" {
					counts[preset][code]++
				}
			}
		}
	}
	for id, codes := range usual {
		all, have, last := 0, 0, 1<<62
		for _, n := range counts[id] {
			all += n
		}
		for _, c := range strings.Fields(codes) {
			n := counts[id][c]
			if n == 0 || n > last {
				t.Errorf("%s: %s has %d sizes, the one before it %d", id, c, n, last)
			}
			if have += n; c != "F" { // which has all sizes beside the table
				last = n
			}
		}
		if have*100 < all*99 {
			t.Errorf("%s: %d of %d sizes", id, have, all)
		}
	}
	for _, p := range Presets() {
		for _, k := range []int{1, 8, 63, 1024} {
			if list := p.Orders(k); len(list) == 0 || list[0].String() != p.base.String() || k == 1 && len(list) > 3 {
				t.Errorf("%s of %d: %v", p.ID, k, list)
			}
		}
	}
}

// TestChains: each generation's blocks stand there once, and a chain of fused multiply-adds at the end.
func TestChains(t *testing.T) {
	for _, f := range []*format.Format{format.F16, format.BF16, format.F32, format.E4M3, format.F64} {
		list := Chains(f)
		last := list[len(list)-1]
		if last.Plan.Dot != nil || last.CC != nil {
			t.Errorf("%s ends with %v", f.ID, last)
		}
		for i, r := range list[:len(list)-1] {
			if r.Plan.Dot == nil || len(r.CC) == 0 || r.CC[0] < 70 || i > 0 && r.CC[0] <= list[i-1].CC[0] {
				t.Errorf("%s: %v", f.ID, r)
			}
		}
	}
	one := uint64(0x3c00)
	for _, r := range Chains(format.F16) { // 1*1 + 1*1
		if got := r.Element([]uint64{one, one}, []uint64{one, one}); got != 0x40000000 {
			t.Errorf("%s: %x", r.Name, got)
		}
	}
}

// TestGenerated: what is written is read, and anything else is not.
func TestGenerated(t *testing.T) {
	g := Generated{"f16", "measured", Rows, 64, 32, 128, 7, 63, 31}
	if h, ok := ParseGenerated(g.String()); !ok || h != g {
		t.Errorf("%s is read as %v", g, h)
	}
	a, b := g.Vectors()
	x, y := make([]uint64, 128), make([]uint64, 128)
	Measured.Row(x, 7, 63, format.F16)
	Measured.Column(y, 7, 31, 32, Rows, format.F16)
	if !slices.Equal(a, x) || !slices.Equal(b, y) {
		t.Error("other numbers")
	}
	for _, bad := range []Generated{{"f17", "measured", Rows, 64, 32, 128, 7, 0, 0}, {"f16", "mine", Rows, 64, 32, 128, 7, 0, 0}, {"f16", "ones", "TN", 64, 32, 128, 7, 0, 0},
		{"f16", "ones", Rows, 64, 32, 0, 7, 0, 0}, {"f16", "ones", Rows, 64, 32, MostDepth + 1, 7, 0, 0}, {"f16", "ones", Rows, 64, 32, 128, 7, 64, 0}, {"f16", "ones", Rows, 64, 32, 128, 7, 0, -1}} {
		if _, ok := ParseGenerated(bad.String()); ok {
			t.Errorf("%s is read", bad)
		}
	}
	if _, ok := ParseGenerated("A = 1 2 3"); ok {
		t.Error("a list is read")
	}
}
