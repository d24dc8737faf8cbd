// Package outcomes is the part of the view Reduction on how often each result comes up: over all orders or random ones, and
// where sums arrive by atomics.
package outcomes

import (
	"math"
	"strings"

	"ulplab/fpcore/reduce"
	"ulplab/fpcore/summation"
	"ulplab/site/kit/html"
	"ulplab/site/kit/plot"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
	"ulplab/site/views/reduction/names"
	"ulplab/site/views/reduction/sum"
)

// histogram draws how many orders have which error, with some of the orders marked.
func histogram(m *sum.Model, w int) svg.Picture {
	var p svg.Pen
	list := m.DrawnSoFar()
	low, high := 0.0, 0.0
	each := func(e float64) { low, high = math.Min(low, e), math.Max(high, e) }
	total, most := uint64(0), uint64(1)
	for _, o := range list {
		if o.OK {
			each(o.Ulps)
		}
		total += o.Count
	}
	var marks []*summation.Row
	for i := range m.Rows {
		r := &m.Rows[i]
		if r.Done && r.OK && !r.NotMeasured && (r.ID == "serial" || r.ID == "halving" || r.Kind == summation.Library) {
			marks = append(marks, r)
			each(r.Ulps)
		}
	}
	const top, tall = 20, 150
	axis := plot.Linear(low-1, high+1, 16, w-16)
	at := axis.Map
	y := top + tall
	ulpTicks(&p, axis, top, y)
	ulpBars(&p, axis, list, y, tall, "var(--t)")
	for _, h := range heights(axis, list) {
		most = max(most, h.n)
	}
	p.Text(w-16, top-6, 12, svg.Right, "var(--ink-2)", "highest bar: "+words.Thousands(int(most))+" of "+words.Thousands(int(total)))
	y += 34
	for _, r := range marks {
		x := at(r.Ulps)
		p.Line(x, top, x, y-4, "var(--g)", "1", "stroke-dasharray", "2 3")
		p.Dot(x, y, "4", "var(--g)")
		label := r.ID + "  " + names.Ulps(r.Ulps, true)
		if r.ID == "halving" {
			label = "pairwise  " + names.Ulps(r.Ulps, true)
		}
		if x > w/2 {
			p.Text(x-9, y+4, 12, svg.Right, "var(--ink)", label, "paint-order", "stroke", "stroke", "var(--bg)", "stroke-width", "4")
		} else {
			p.Text(x+9, y+4, 12, svg.Left, "var(--ink)", label, "paint-order", "stroke", "stroke", "var(--bg)", "stroke-width", "4")
		}
		y += 18
	}
	return p.Picture("How many orders have which error in ulp: "+resultsSay(list), w, y)
}

// barWidth is the width of a bar on a scale of errors in ulp.
func barWidth(s plot.Scale) int { return max(3, min(24, int(s.Per()*8/10))) }

// ulpHeight is a bar: its place and how many results it stands for.
type ulpHeight struct {
	x int
	n uint64
}

// heights puts results into bars: where an ulp is narrow, several into one.
func heights(s plot.Scale, list []summation.Outcome) (bars []ulpHeight) {
	for _, o := range list {
		if !o.OK {
			continue
		}
		x := s.Map(o.Ulps)
		if s.Per() < 6 {
			x -= x % barWidth(s)
		}
		if k := len(bars) - 1; k >= 0 && bars[k].x == x {
			bars[k].n += o.Count
		} else {
			bars = append(bars, ulpHeight{x, o.Count})
		}
	}
	return bars
}

// ulpBars draws results as bars on the line y, the highest tall, downward if tall is negative.
func ulpBars(p *svg.Pen, s plot.Scale, list []summation.Outcome, y, tall int, hue string) {
	bars, most := heights(s, list), uint64(1)
	for _, h := range bars {
		most = max(most, h.n)
	}
	for _, h := range bars {
		up := max(1, int(uint64(svg.Abs(tall))*h.n/most))
		top := y - up
		if tall < 0 {
			top = y
		}
		p.Rect(h.x-barWidth(s)/2, top, barWidth(s), up, 1, hue, "none", "fill-opacity", "0.75")
	}
}

// ulpTicks draws the axis at y, with the exact value from top on.
func ulpTicks(p *svg.Pen, s plot.Scale, top, y int) {
	half, zero := max(1, int(s.Per()/2)), s.Map(0)
	p.Rect(zero-half, top, 2*half, y-top, 0, "var(--x-tint)", "none", "fill-opacity", "0.6")
	p.Line(zero, top-4, zero, y+5, "var(--x)", "1.5")
	p.Line(s.From, y, s.To, y, "var(--tick)", "1")
	p.Text(zero, y+19, 12, svg.Middle, "var(--x-ink)", "exact")
	for _, t := range s.Whole(float64(s.To-s.From+32) / 90) {
		if svg.Abs(t.At-zero) > 36 {
			p.Line(t.At, y, t.At, y+5, "var(--tick)", "1")
			p.Digits(t.At, y+19, 12, svg.Middle, "var(--ink-2)", signed(t.Value))
		}
	}
}

// signed labels a round error.
func signed(e float64) string {
	sign := "+"
	if e < 0 {
		sign, e = "−", -e
	}
	if e < 1e7 {
		return sign + words.Thousands(int(e))
	}
	return names.Ulps(math.Copysign(math.Max(e, 1e9), map[string]float64{"+": 1, "−": -1}[sign]), true)
}

// drawnOrders is the part about all orders.
func drawnOrders(m *sum.Model, stopped bool) string {
	if m.Problem != "" || !m.Described() || !m.Data.Finite {
		return ""
	}
	if m.N > summation.MostDrawn {
		return html.Heading(drawnTitle, "Random trees are drawn for up to "+words.Thousands(summation.MostDrawn)+" elements.")
	}
	var b strings.Builder
	title := treesTitle
	all := m.N < reduce.MaxAllTrees
	list := m.DrawnSoFar()
	if !all {
		title = drawnTitle
	}
	correct, total := uint64(0), uint64(0)
	for _, o := range list {
		if total += o.Count; o.Bits == m.Once {
			correct = o.Count
		}
	}
	switch {
	case all && m.Trees != nil:
		b.WriteString(`<p>` + words.Thousands(m.N) + ` elements can be added in (2·` + words.Num(m.N) + `−3)!! = <b>` + words.Thousands(int(m.Total)) + `</b> ways. They give <b>` + names.Distinct(len(list)) + `</b>; ` +
			words.Thousands(int(correct)) + ` of the ways are correctly rounded.</p>`)
	case all:
		b.WriteString(`<p data-passing="">` + words.Num(m.TreesDone) + ` % of all orders are done.</p>`)
	case total == 0:
		b.WriteString(`<p class="dim" data-passing="">…</p>`)
	default:
		b.WriteString(`<p>` + words.Thousands(int(total)) + ` trees drawn at random, each shape as likely as any other, give <b>` + names.Distinct(len(list)) + `</b>; ` + words.Thousands(int(correct)) + ` are correctly rounded.</p>`)
	}
	if m.Trees == nil {
		tap, label, most := "1", "Stop", m.Samples()
		if stopped {
			tap, label = "0", "Resume"
		}
		if all {
			most = 100
		}
		b.WriteString(`<p class="row"><progress max="` + words.Num(most) + `" value="` + words.Num(m.TreesDone) + `" aria-label="trees done"></progress> <button type="button" class="plain" data-tap="sum:s` + tap + `">` + label + `</button></p>`)
	}
	if len(list) == 0 {
		return html.Heading(title, "") + b.String()
	}
	return html.FigureCSV("sum-trees", title, b.String()+html.WideNarrow(histogram(m, 720), histogram(m, 344)),
		"The horizontal axis is the error in ulp; orders in the purple band are correctly rounded. Amber marks are the serial and the pairwise order"+map[bool]string{true: ".", false: " and those of libraries."}[m.In.Double])
}
