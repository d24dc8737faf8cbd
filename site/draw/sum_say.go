//go:build !opening

package draw

import (
	"math"

	"ulplab/fpcore/summation"
	"ulplab/site/model"
)

// What the pictures show, in words and numbers: their titles, for readers who cannot see the marks.

// sumStripSay is the title of SumStrip.
func sumStripSay(m *model.Sum) string {
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
	s := "Errors of " + num(n) + " orders in ulp"
	if n > 0 {
		s += ": least " + sumErr(model.SumName(best), best.Ulps) + ", largest " + sumErr(model.SumName(worst), worst.Ulps) + "; the table below has each"
	}
	return s
}

// sumResultsSay tells a distribution: how many results, between which errors, and the most frequent.
func sumResultsSay(list []summation.Outcome) string {
	s := sumResults(len(list))
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
	return s + " from " + model.SumUlps(low, true) + " to " + model.SumUlps(high, true) + " ulp, most often " + model.SumUlps(o.Ulps, true) + " ulp, " + thousands(int(o.Count)) + " of " + thousands(int(total))
}

// sumTimeSay is the title of SumTimePlot.
func sumTimeSay(title string, t *summation.Growth) string {
	for i, l := range t.Lines {
		title += map[bool]string{true: ": ", false: "; "}[i == 0] + sumErr(model.SumName(l.Row), l.Last) + " at depth " + thousands(l.Steps)
	}
	if n := len(t.Bounds); n > 0 {
		title += "; worst-case bound " + model.SumBound(t.Bounds[n-1].Worst) + " ulp at depth " + thousands(t.Bounds[n-1].Steps)
	}
	return title
}

func sumErr(name string, ulps float64) string {
	return name + ", " + model.SumUlps(ulps, true) + " ulp"
}
