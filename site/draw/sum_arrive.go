//go:build !opening

package draw

import (
	"math"
	"strings"

	"ulplab/fpcore/summation"
	"ulplab/site/model"
	"ulplab/site/prose"
)

// SumArrivals draws how often each result came up: above the line in random orders, below it on hardware if there is a
// record.
func SumArrivals(m *model.Sum, w int) Picture {
	var p pen
	list := m.ArrivedSoFar()
	seen, recorded := m.Recorded()
	low, high := 0.0, 0.0
	for _, l := range [2][]summation.Outcome{list, seen.Results} {
		for _, o := range l {
			if o.OK {
				low, high = math.Min(low, o.Ulps), math.Max(high, o.Ulps)
			}
		}
	}
	axis := ulpAxis{low - 1, high + 1, 16, w}
	const top, tall, deep = 22, 110, 90
	y := top + tall
	bottom := y
	if recorded {
		bottom = y + deep + 6
	}
	p.ulpTicks(axis, top, bottom)
	p.text(16, 14, 12, left, "var(--t-ink)", "random orders: "+thousands(m.Arrived)+" runs, "+sumResults(len(list)))
	p.ulpBars(axis, list, y, tall, "var(--t)")
	title := "How often each result comes up: in random orders " + sumResultsSay(list)
	if recorded {
		p.ulpBars(axis, seen.Results, y+3, -deep, "var(--g)")
		p.line(16, y, w-16, y, "var(--line)", "1")
	}
	if recorded {
		p.text(16, bottom+40, 12, left, "var(--g-ink)", "on an H200: "+thousands(seen.Runs)+" runs, "+sumResults(len(seen.Results)))
		return p.picture(title+"; on an H200: "+sumResultsSay(seen.Results), w, bottom+48)
	}
	return p.picture(title, w, bottom+28)
}

func sumResults(n int) string {
	if n == 1 {
		return "one result"
	}
	return thousands(n) + " results"
}

// SumAtomics is the part about atomics.
func SumAtomics(m *model.Sum, off bool) string {
	if m.Problem != "" || !m.Described() || !m.Data.Finite {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<div class="sum-tools row" role="group" aria-label="What arrives"><span class="dim">arriving one by one:</span>`)
	for i, id := range summation.ArrivalOrders {
		dis := ""
		if off {
			dis = " disabled"
		}
		b.WriteString(`<button type="button" class="chip" data-tap="sum:a` + id + `" aria-pressed="` + truth(i == int(m.In.Arrive)) + `"` + dis + `>` + prose.SumArrivalNames[i] + `</button>`)
	}
	b.WriteString(`</div>`)
	list := m.ArrivedSoFar()
	switch {
	case len(list) == 0 && m.Runs == 0 && m.CellsDone > 0 && !m.Busy(true):
		b.WriteString(`<p class="dim">So many elements would take too long to be added again and again in this arithmetic; choose fewer.</p>`)
	case len(list) == 0:
		b.WriteString(`<p class="dim" role="status">…</p>`)
	default:
		b.WriteString(`<p class="sum-say">`)
		if len(list) == 1 {
			b.WriteString(`<b>One result in ` + thousands(m.Arrived) + ` runs:</b> here the order does not show.`)
		} else {
			b.WriteString(`<b>` + sumDistinct(len(list)) + `</b> in ` + thousands(m.Arrived) + ` runs; run ` + num(m.Second) + ` was the first that differed from run 1.`)
		}
		if r, ok := m.Recorded(); ok {
			second := `; none differed from run 1`
			if r.Second > 0 {
				second = `; run ` + num(r.Second) + ` was the first that differed`
			}
			b.WriteString(` On an H200: ` + sumResults(len(r.Results)) + ` in ` + thousands(r.Runs) + ` runs` + second + `.`)
		}
		b.WriteString(`</p>`)
		if m.Arrived < m.Runs {
			b.WriteString(`<p class="row"><progress max="` + num(m.Runs) + `" value="` + num(m.Arrived) + `" aria-label="runs done"></progress></p>`)
		}
		b.WriteString(both(SumArrivals(m, 720), SumArrivals(m, 344)))
		b.WriteString(sumFixed(m))
	}
	caption := prose.SumAtomicsAlone
	if _, ok := m.Recorded(); ok {
		caption = prose.SumAtomicsCaption
	}
	return FigureCSV("sum-arrivals", prose.SumAtomicsTitle, `<p class="note">`+prose.SumAtomicsNote+`</p>`+b.String(), caption)
}

// sumFixed sets fixed orders against the arrivals.
func sumFixed(m *model.Sum) string {
	var b strings.Builder
	b.WriteString(`<div class="sum-fixed">` + tableBox(prose.SumAtomicsTitle) + `<table><thead><tr><th scope="col">order</th><th scope="col" class="n">results</th><th scope="col">bits</th><th scope="col" class="n">error, ulp</th></tr></thead><tbody>`)
	row := func(name, results, bits string, ulps float64, ok bool) {
		b.WriteString(`<tr><th scope="row">` + Escape(name) + `</th><td class="n num">` + results + `</td><td class="num">` + bits + `</td><td class="n num">` + model.SumUlps(ulps, ok) + `</td></tr>`)
	}
	list := m.ArrivedSoFar()
	worst := list[0]
	for _, o := range list {
		if o.OK && math.Abs(o.Ulps) > math.Abs(worst.Ulps) {
			worst = o
		}
	}
	row("atomics: the worst of the runs", thousands(len(list)), sumBits(m, worst.Bits), worst.Ulps, worst.OK)
	for _, id := range [...]string{"serial", "blocked", "shared", "openmp"} {
		if r := m.Row(id); r != nil && r.Done {
			row(model.SumName(r), "1", sumBits(m, r.Bits), r.Ulps, r.OK)
		}
	}
	b.WriteString(`</tbody></table></div><p class="note">` + prose.SumAtomicsFixed + `</p></div>`)
	return b.String()
}

// SumCUB explains the three levels on the data shown.
func SumCUB(m *model.Sum) string {
	if m.Problem != "" || !m.Described() || !m.Data.Finite {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<h2>` + prose.SumLevelsTitle + `</h2><dl class="sum-levels">`)
	for i, line := range strings.Split(prose.SumLevels, "\n") {
		w := strings.Split(line, "|")
		b.WriteString(`<div><dt class="num">` + w[0] + `</dt><dd><p><b>` + w[1] + `</b> ` + w[2] + ` <span class="dim">documented</span></p>`)
		value := func(r *summation.Row, what string) {
			if r != nil && r.Done && !r.Unclaimed {
				b.WriteString(`<p class="sum-level">` + what + ` <span class="num">` + sumBits(m, r.Bits) + `</span> <span class="num dim">` + model.SumUlps(r.Ulps, r.OK) + ` ulp</span></p>`)
			}
		}
		switch i {
		case 0:
			if list := m.ArrivedSoFar(); len(list) > 0 {
				b.WriteString(`<p class="sum-level">Here, ` + prose.SumArrivalNames[m.In.Arrive] + ` arriving at random: ` + sumResults(len(list)) + `.</p>`)
			}
		case 1:
			value(m.Row("cupy.sum"), "Here:")
		case 2:
			if !m.In.Double {
				value(m.Row("binned"), "Here:")
			}
		}
		b.WriteString(`<p class="note">` + w[3] + ` <span class="dim">measured</span></p></dd></div>`)
	}
	b.WriteString(`</dl><p class="note">` + prose.SumLevelsSource + `</p>`)
	return b.String()
}
