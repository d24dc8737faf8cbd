package reduction

import (
	"math"

	"ulplab/fpcore/summation"
	"ulplab/site/kit/words"
)

// What the pictures show, in words and numbers: their titles, for readers who cannot see the marks.

// stripSay is the title of strip.
func stripSay(m *Model) string {
	var best, worst *summation.Row
	n := 0
	for i := range m.Rows {
		r := &m.Rows[i]
		if !r.Done || !r.OK || r.Unclaimed {
			continue
		}
		if n++; best == nil || r.Err() < best.Err() {
			best = r
		}
		if worst == nil || r.Err() > worst.Err() {
			worst = r
		}
	}
	s := "Errors of " + words.Num(n) + " orders in ulp"
	if n > 0 {
		s += ": least " + err(Name(best), best.Ulps) + ", largest " + err(Name(worst), worst.Ulps) + "; the table below has each"
	}
	return s
}

// resultsSay tells a distribution: how many results, between which errors, and the most frequent.
func resultsSay(list []summation.Outcome) string {
	s := results(len(list))
	total, most := uint64(0), -1
	low, high := math.Inf(1), math.Inf(-1)
	for i, o := range list {
		total += o.Count
		if !o.OK {
			continue
		}
		low, high = math.Min(low, o.Ulps), math.Max(high, o.Ulps)
		if most < 0 || o.Count > list[most].Count {
			most = i
		}
	}
	if most < 0 {
		return s
	}
	o := list[most]
	return s + " from " + Ulps(low, true) + " to " + Ulps(high, true) + " ulp, most often " + Ulps(o.Ulps, true) + " ulp, " + words.GroupThousands(int(o.Count)) + " of " + words.GroupThousands(int(total))
}

// timeSay is the title of timePlot.
func timeSay(title string, t *summation.Growth) string {
	for i, l := range t.Lines {
		title += map[bool]string{true: ": ", false: "; "}[i == 0] + err(Name(l.Row), l.Last) + " at depth " + words.GroupThousands(l.Steps)
	}
	if n := len(t.Bounds); n > 0 {
		title += "; worst-case bound " + bound(t.Bounds[n-1].Worst) + " ulp at depth " + words.GroupThousands(t.Bounds[n-1].Steps)
	}
	return title
}

func err(name string, ulps float64) string {
	return name + ", " + Ulps(ulps, true) + " ulp"
}
