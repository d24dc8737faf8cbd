package sweep

import (
	"strings"
	"testing"

	"ulplab/fpcore/summation"
)

// The result of many vectors does not depend on the parts, and only results are merged.
func TestVectorsInParts(t *testing.T) {
	for _, text := range []string{"vectors 0.0.0.0.128.8.4.1.9.6@ 0 36", "vectors 4.5.1.1.64.3.7.11.9.4@ 0 24", "vectors 2.0.1.0.32.2.3.5.4.5@i=bf16,s=f32 0 14"} {
		j, err := Parse(text)
		if err != nil || j.String() != text {
			t.Fatal(text, err, j)
		}
		whole := j.Start()
		for !whole.Step(1000) {
		}
		_, hi := j.Range()
		parts := j.Start()
		for at := uint64(0); at < hi; at += 7 {
			lo := (hi - 1 - at) / 7 * 7 // from the last part to the first
			p := j.Part(lo, lo+7).Start()
			for !p.Step(1) {
			}
			if err := parts.Merge(p.Encode()); err != nil {
				t.Fatal(err)
			}
		}
		if parts.Encode() != whole.Encode() || parts.Done() != hi {
			t.Errorf("%s: parts give another result", text)
		}
		if parts.Merge(whole.Encode()) == nil && parts.Done() > hi {
			t.Logf("merged twice: %d", parts.Done())
		}
		for _, bad := range []string{"", "1", whole.Encode() + " 1", "x " + whole.Encode(), strings.Replace(whole.Encode(), " ", " zzzzzzzzzzzzzzz ", 1)} {
			if j.Start().Merge(bad) == nil {
				t.Errorf("merged %.40q", bad)
			}
		}
		s, ok := summation.ReadStats(text, whole.Encode())
		if !ok || len(s.Methods) < 8 {
			t.Fatalf("%+v", s)
		}
		for _, m := range s.Methods {
			for i := range s.Sizes {
				if m.Row.ID == "exact" && !(m.Worst[0][i] <= 0.5) || m.Mean[0][i] > m.Worst[0][i] {
					t.Errorf("%s: %s has the mean error %v, at most %v", text, m.Row.ID, m.Mean[0], m.Worst[0])
				}
			}
		}
	}
	for _, bad := range []string{"vectors", "vectors @ 0 1", "vectors 0.0.0.0.128.8.4.1.9@ 0 9", "vectors 5.0.0.0.128.8.4.1.9.6@ 0 36", "vectors 0.0.0.0.128.8.4.1.9.6@ 0 37", "vectors 0.0.0.0.128.8.4.1.9.18@ 0 9",
		"vectors 0.0.0.0.0.8.4.1.9.6@ 0 36", "vectors 0.0.0.0.128.8.65.1.9.6@ 0 36", "vectors 0.0.0.0.128.8.4.1.9.6@i=best 0 36", "vectors -1.0.0.0.128.8.4.1.9.6@ 0 36"} {
		if _, err := Parse(bad); err == nil {
			t.Errorf("%q is a job", bad)
		}
	}
}
