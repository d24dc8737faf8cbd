package summation

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/reduce"
)

// The number of steps is the height of the tree.
func TestHeights(t *testing.T) {
	for _, n := range []int{1, 2, 3, 7, 8, 31, 33, 100, 1000, 5000} {
		forms := map[string]*reduce.Form{}
		for _, o := range reduce.Orders {
			forms[o.ID], _ = o.At(reduce.Knobs{Threads: 64, Blocks: 3, Accums: 4, Seed: 5})
		}
		for _, p := range reduce.Presets {
			if form, _, ok := p.At(n); ok {
				forms[p.ID] = form
			}
		}
		for id, form := range forms {
			tree := reduce.NewTree(form, n)
			if got, want := reduce.Eval[int32](heights{&Sums{}}, form, n), tree.Summary(tree.Root()).Height; got != want {
				t.Errorf("%s of %d: height %d, want %d", id, n, got, want)
			}
		}
	}
}

// CUB's default level is the order of cupy.sum, and its strictest one the binned sum, as recorded on an H200.
func TestCUBAsRecorded(t *testing.T) {
	file, err := os.ReadFile("testdata/cub_levels.tsv")
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for line := range strings.Lines(string(file)) {
		if line[0] == '#' {
			continue
		}
		var n [3]int
		w := strings.Fields(line)
		for i := range n {
			n[i], _ = strconv.Atoi(w[i])
		}
		m := New(started(Input{Kind: int32(n[0]), N: int32(n[1]), Seed: int32(n[2])}), nil)
		m.generate()
		m.describe()
		m.rows()
		for i, id := range []string{"cupy.sum", "binned"} {
			r := m.Row(id)
			m.value(r)
			tried++
			if got := strconv.FormatUint(r.Bits.Lo, 16); got != w[3+i] || r.NotMeasured {
				t.Errorf("%s of %v: %s, recorded %s", id, n, got, w[3+i])
			}
		}
	}
	if tried != 64 {
		t.Errorf("%d sums compared", tried)
	}
	for _, n := range []int32{1000, 4096} {
		for arrive := range int32(len(ArrivalOrders)) {
			m := New(started(Input{N: n, Seed: 1, Arrive: arrive}), nil)
			m.generate()
			m.describe()
			if r, ok := m.Recorded(); !ok || r.Runs != 1000 || len(r.Results) == 0 || (r.Second > 0) != (len(r.Results) > 1) {
				t.Errorf("%d elements, %s: %+v %v", n, ArrivalOrders[arrive], r, ok)
			}
		}
	}
}
