package vectors

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/summation"
	"ulplab/fpcore/sweep"
	"ulplab/site/views/reduction/sum"
)

// What the view shows before anything is started is what its job gives, tried for the sizes up to 4,096.
func TestSumFirstStatistics(t *testing.T) {
	job, ok := jobOf(sum.First())
	if !ok || job != firstJob {
		t.Fatalf("the first job is %q", job)
	}
	shownSmall := strings.Replace(strings.Replace(job, ".13@", ".9@", 1), "f3c", strconv.FormatInt(9*300, 16), 1)
	j, err := sweep.Parse(shownSmall)
	if err != nil {
		t.Fatal(err)
	}
	r := j.Start()
	for !r.Step(1 << 20) {
	}
	want, ok := summation.ReadStats(firstJob, firstResult)
	got, ok2 := summation.ReadStats(shownSmall, r.Encode())
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
