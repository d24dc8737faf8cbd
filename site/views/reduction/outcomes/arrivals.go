package outcomes

import (
	"math"
	"strconv"
	"strings"

	"ulplab/fpcore/summation"
	"ulplab/fpcore/text"
	"ulplab/site/kit/html"
	"ulplab/site/kit/plot"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
	"ulplab/site/views/reduction/names"
	"ulplab/site/views/reduction/sum"
)

// arrivals draws how often each result came up: above the line in random orders, below it on hardware if there is a
// record.
func arrivals(m *sum.Model, w int) svg.Picture {
	var p svg.Pen
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
	axis := plot.Linear(low-1, high+1, 16, w-16)
	const top, tall, deep = 22, 110, 90
	y := top + tall
	bottom := y
	if recorded {
		bottom = y + deep + 6
	}
	ulpTicks(&p, axis, top, bottom)
	p.Text(16, 14, 12, svg.Left, "var(--t-ink)", "random orders: "+words.Thousands(m.Arrived)+" runs, "+results(len(list)))
	ulpBars(&p, axis, list, y, tall, "var(--t)")
	title := "How often each result comes up: in random orders " + resultsSay(list)
	if recorded {
		ulpBars(&p, axis, seen.Results, y+3, -deep, "var(--g)")
		p.Line(16, y, w-16, y, "var(--line)", "1")
	}
	if recorded {
		p.Text(16, bottom+40, 12, svg.Left, "var(--g-ink)", "on an H200: "+words.Thousands(seen.Runs)+" runs, "+results(len(seen.Results)))
		return p.Picture(title+"; on an H200: "+resultsSay(seen.Results), w, bottom+48)
	}
	return p.Picture(title, w, bottom+28)
}

func results(n int) string {
	if n == 1 {
		return "one result"
	}
	return words.Thousands(n) + " results"
}

// atomics is the part about atomics.
func atomics(m *sum.Model, off bool) string {
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
		b.WriteString(`<button type="button" class="chip" data-tap="sum:a` + id + `" aria-pressed="` + strconv.FormatBool(i == int(m.In.Arrive)) + `"` + dis + `>` + arrivalNames[i] + `</button>`)
	}
	b.WriteString(`</div>`)
	list := m.ArrivedSoFar()
	switch {
	case len(list) == 0 && m.Runs == 0 && m.CellsDone > 0 && !m.Busy(true):
		b.WriteString(`<p class="dim">So many elements would take too long to be added again and again in this arithmetic; choose fewer.</p>`)
	case len(list) == 0:
		b.WriteString(`<p class="dim" data-passing="">…</p>`)
	default:
		b.WriteString(`<p class="sum-say">`)
		if len(list) == 1 {
			b.WriteString(`<b>One result in ` + words.Thousands(m.Arrived) + ` runs:</b> here the order does not show.`)
		} else {
			b.WriteString(`<b>` + names.Distinct(len(list)) + `</b> in ` + words.Thousands(m.Arrived) + ` runs; run ` + words.Num(m.Second) + ` was the first that differed from run 1.`)
		}
		if r, ok := m.Recorded(); ok {
			second := `; none differed from run 1`
			if r.Second > 0 {
				second = `; run ` + words.Num(r.Second) + ` was the first that differed`
			}
			b.WriteString(` On an H200: ` + results(len(r.Results)) + ` in ` + words.Thousands(r.Runs) + ` runs` + second + `.`)
		}
		b.WriteString(`</p>`)
		if m.Arrived < m.Runs {
			b.WriteString(`<p class="row"><progress max="` + words.Num(m.Runs) + `" value="` + words.Num(m.Arrived) + `" aria-label="runs done"></progress></p>`)
		}
		b.WriteString(html.WideNarrow(arrivals(m, 720), arrivals(m, 344)))
		b.WriteString(fixedOrders(m))
	}
	caption := atomicsAlone
	if _, ok := m.Recorded(); ok {
		caption = atomicsCaption
	}
	return html.FigureCSV("sum-arrivals", atomicsTitle, `<p class="note">`+atomicsNote+`</p>`+b.String(), caption)
}

// fixedOrders sets fixed orders against the arrivals.
func fixedOrders(m *sum.Model) string {
	var b strings.Builder
	b.WriteString(`<div class="sum-fixed">` + html.TableBoxOpen(atomicsTitle) + `><thead><tr><th scope="col">order</th><th scope="col" class="n">results</th><th scope="col">bits</th><th scope="col" class="n">error, ulp</th></tr></thead><tbody>`)
	row := func(name, results, bits string, ulps float64, ok bool) {
		b.WriteString(`<tr><th scope="row">` + words.Escape(name) + `</th><td class="n num">` + results + `</td><td class="num">` + bits + `</td><td class="n num">` + names.Ulps(ulps, ok) + `</td></tr>`)
	}
	list := m.ArrivedSoFar()
	worst := list[0]
	for _, o := range list {
		if o.OK && math.Abs(o.Ulps) > math.Abs(worst.Ulps) {
			worst = o
		}
	}
	row("atomics: the worst of the runs", words.Thousands(len(list)), names.Bits(m.Sums, worst.Bits), worst.Ulps, worst.OK)
	for _, id := range [...]string{"serial", "blocked", "shared", "openmp"} {
		if r := m.Row(id); r != nil && r.Done {
			row(names.Row(r), "1", names.Bits(m.Sums, r.Bits), r.Ulps, r.OK)
		}
	}
	b.WriteString(`</tbody></table></div><p class="note">` + atomicsFixed + `</p></div>`)
	return b.String()
}

// cub explains the three levels on the data shown.
func cub(m *sum.Model) string {
	if m.Problem != "" || !m.Described() || !m.Data.Finite {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<h2>` + levelsTitle + `</h2><dl class="sum-levels">`)
	for i, line := range strings.Split(levels, "\n") {
		w := strings.Split(line, "|")
		b.WriteString(`<div><dt class="num">` + w[0] + `</dt><dd><p><b>` + w[1] + `</b> ` + w[2] + ` <span class="dim">documented</span></p>`)
		value := func(r *summation.Row, what string) {
			if r != nil && r.Done && !r.NotMeasured {
				b.WriteString(`<p class="sum-level">` + what + ` <span class="num">` + names.Bits(m.Sums, r.Bits) + `</span> <span class="num dim">` + names.Ulps(r.Ulps, r.OK) + ` ulp</span></p>`)
			}
		}
		switch i {
		case 0:
			if list := m.ArrivedSoFar(); len(list) > 0 {
				b.WriteString(`<p class="sum-level">Here, ` + arrivalNames[m.In.Arrive] + ` arriving at random: ` + results(len(list)) + `.</p>`)
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
	b.WriteString(`</dl><p class="note">` + levelsSource + `</p>`)
	return b.String()
}

// csv is a histogram of results.
func csv(m *sum.Model, list []summation.Outcome) string {
	var t names.CSV
	t.Line("result", "bits", "error_ulp", "count")
	for _, o := range list {
		t.Line(names.Decimal(m.F, o.Bits), text.Bits(m.F, o.Bits), names.CSVUlps(o.Ulps, o.OK), strconv.FormatUint(o.Count, 10))
	}
	return t.String()
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
	return s + " from " + names.Ulps(low, true) + " to " + names.Ulps(high, true) + " ulp, most often " + names.Ulps(o.Ulps, true) + " ulp, " + words.Thousands(int(o.Count)) + " of " + words.Thousands(int(total))
}
