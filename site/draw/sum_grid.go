//go:build !opening

package draw

import (
	"math"
	"strings"

	"ulplab/fpcore/reduce"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/state"
)

// sumLetter names distinct result i.
func sumLetter(i int) string {
	s := string(rune('A' + i%26))
	if i >= 26 {
		s = string(rune('A'+i/26-1)) + s
	}
	return s
}

// sumClass is the class of an error: at most ½, 2, 8, 32 ulp, and more.
func sumClass(o model.SumOutcome) string {
	e := math.Abs(o.Ulps)
	k := 0
	for _, top := range [...]float64{0.5, 2, 8, 32} {
		if e > top || !o.OK {
			k++
		}
	}
	return "sum-e" + num(k)
}

// SumGrid is the results by launch configuration, with the legend of results.
func SumGrid(m *model.Sum) string {
	if m.Problem != "" {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<div class="sum-grids"><div class="tablebox"><table class="sum-grid"><caption class="quiet">Results by blocks and threads per block</caption><thead><tr><th scope="col">blocks</th>`)
	for _, t := range state.SumThreads {
		b.WriteString(`<th scope="col">` + num(t) + `<span class="quiet"> threads</span></th>`)
	}
	b.WriteString(`</tr></thead><tbody>`)
	done := m.Outcomes != nil
	for i := range model.SumCells {
		row, col := i/len(state.SumThreads), i%len(state.SumThreads)
		if col == 0 {
			b.WriteString(`<tr><th scope="row">` + num(state.SumBlocks[row]) + `</th>`)
		}
		here := int(m.In.Threads) == state.SumThreads[col] && int(m.In.Blocks) == state.SumBlocks[row]
		word, class, title := "…", "", ""
		if done {
			k := m.OutcomeOf(i)
			o := m.Outcomes[k]
			word, class = `<b>`+sumLetter(k)+`</b><span>`+model.SumUlps(o.Ulps, o.OK)+`</span>`, sumClass(o)
			title = Code(m.F, o.Bits)
		}
		b.WriteString(`<td><button type="button" class="` + class + `" data-tap="sum:c` + num(i) + `" data-bit="` + num(i) + `" id="sum-c` + num(i) + `" aria-pressed="` + truth(here) + `" title="` + title + `"`)
		if !here {
			b.WriteString(` tabindex="-1"`)
		}
		b.WriteString(`>` + word + `</button></td>`)
		if col == len(state.SumThreads)-1 {
			b.WriteString(`</tr>`)
		}
	}
	b.WriteString(`</tbody></table><p class="dim sum-under">columns: threads per block · number in a cell: error in ulp</p></div>`)
	if done {
		b.WriteString(`<div class="tablebox sum-legend"><p><b>` + sumDistinct(len(m.Outcomes)) + `</b> from ` + num(model.SumCells) + ` launches</p><table><thead><tr><th scope="col"><span class="quiet">result</span></th><th scope="col">bits</th><th scope="col" class="n">error, ulp</th><th scope="col" class="n">launches</th></tr></thead><tbody>`)
		for k, o := range m.Outcomes {
			mark := ""
			if o.Bits == m.Once {
				mark = ` <span class="e" title="correctly rounded">✓<span class="quiet"> correctly rounded</span></span>`
			}
			b.WriteString(`<tr><th scope="row"><span class="sum-key ` + sumClass(o) + `">` + sumLetter(k) + `</span></th><td class="num">` + sumBits(m, o.Bits) + `</td><td class="n num">` + model.SumUlps(o.Ulps, o.OK) + mark +
				`</td><td class="n num"><span class="sum-bar"><svg viewBox="0 0 54 10" width="54" height="10" aria-hidden="true"><rect width="` + num(int(o.Count)) + `" height="10" fill="var(--tick)"/></svg></span> ` + num(int(o.Count)) + `</td></tr>`)
		}
		b.WriteString(`</tbody></table></div>`)
	}
	b.WriteString(`</div>`)
	return b.String()
}

// SumHistogram draws how many orders have which error, with some of the orders marked.
func SumHistogram(m *model.Sum, w int) Picture {
	var p pen
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
	var marks []*model.SumRow
	for i := range m.Rows {
		r := &m.Rows[i]
		if r.Done && r.OK && !r.Unclaimed && (r.ID == "serial" || r.ID == "halving" || r.Kind == model.SumLibrary) {
			marks = append(marks, r)
			each(r.Ulps)
		}
	}
	low, high = low-1, high+1
	const top, tall = 20, 150
	side := 16
	scale := float64(w-2*side) / (high - low)
	at := func(e float64) int { return side + int(math.Round((e-low)*scale)) }
	bar := max(3, min(24, int(scale*8/10)))
	heights := map[int]uint64{}
	var xs []int
	for _, o := range list {
		if !o.OK {
			continue
		}
		x := at(o.Ulps)
		if scale < 6 {
			x -= x % bar
		}
		if heights[x] == 0 {
			xs = append(xs, x)
		}
		heights[x] += o.Count
		most = max(most, heights[x])
	}
	y := top + tall
	half := max(1, int(scale/2))
	p.rect(at(0)-half, top, 2*half, tall, 0, "var(--x-tint)", "none")
	for _, x := range xs {
		h := max(1, int(uint64(tall)*heights[x]/most))
		p.rect(x-bar/2, y-h, bar, h, 1, "var(--t)", "none", "fill-opacity", "0.75")
	}
	p.line(at(0), top-4, at(0), y+5, "var(--x)", "1.5")
	p.line(side, y, w-side, y, "var(--tick)", "1")
	p.text(at(0), y+19, 12, middle, "var(--x-ink)", "exact")
	// Round steps, about six of them.
	step := 1.0
	for (high-low)/step > float64(w)/90 {
		if step *= 2; math.Abs(math.Mod(math.Log10(step*2.5), 1)) < 1e-9 {
			step = step * 5 / 4
		}
	}
	for e := math.Ceil(low/step) * step; e <= high; e += step {
		if x := at(e); abs(x-at(0)) > 36 {
			p.line(x, y, x, y+5, "var(--tick)", "1")
			p.digits(x, y+19, 11, middle, "var(--ink-2)", sumSigned(e))
		}
	}
	p.text(w-side, top-6, 12, right, "var(--ink-2)", "highest bar: "+thousands(int(most))+" of "+thousands(int(total)))
	y += 34
	for _, r := range marks {
		x := at(r.Ulps)
		p.line(x, top, x, y-4, "var(--g)", "1", "stroke-dasharray", "2 3")
		p.dot(x, y, "4", "var(--g)")
		label := r.ID + "  " + model.SumUlps(r.Ulps, true)
		if r.ID == "halving" {
			label = "pairwise  " + model.SumUlps(r.Ulps, true)
		}
		if x > w/2 {
			p.text(x-9, y+4, 12, right, "var(--ink)", label, "paint-order", "stroke", "stroke", "var(--bg)", "stroke-width", "4")
		} else {
			p.text(x+9, y+4, 12, left, "var(--ink)", label, "paint-order", "stroke", "stroke", "var(--bg)", "stroke-width", "4")
		}
		y += 18
	}
	return p.picture("How many orders have which error in ulp", w, y)
}

// sumDistinct counts results.
func sumDistinct(n int) string {
	if n == 1 {
		return "one and the same result"
	}
	return thousands(n) + " different results"
}

// sumSigned labels a round error.
func sumSigned(e float64) string {
	sign := "+"
	if e < 0 {
		sign, e = "−", -e
	}
	if e < 1e7 {
		return sign + thousands(int(e))
	}
	return model.SumUlps(math.Copysign(math.Max(e, 1e9), map[string]float64{"+": 1, "−": -1}[sign]), true)
}

// SumTrees is the part about all orders.
func SumTrees(m *model.Sum, stopped bool) string {
	if m.Problem != "" || !m.Described() || !m.Data.Finite {
		return ""
	}
	if m.N > model.SumDrawn {
		return Heading(prose.SumDrawnTitle, "Random trees are drawn for up to "+thousands(model.SumDrawn)+" elements.")
	}
	var b strings.Builder
	title := prose.SumTreesTitle
	all := m.N < reduce.MaxAllTrees
	list := m.DrawnSoFar()
	if !all {
		title = prose.SumDrawnTitle
	}
	correct, total := uint64(0), uint64(0)
	for _, o := range list {
		if total += o.Count; o.Bits == m.Once {
			correct = o.Count
		}
	}
	switch {
	case all && m.Trees != nil:
		b.WriteString(`<p>` + thousands(m.N) + ` elements can be added in (2·` + num(m.N) + `−3)!! = <b>` + thousands(int(m.Total)) + `</b> ways. They give <b>` + sumDistinct(len(list)) + `</b>; ` +
			thousands(int(correct)) + ` of the ways are correctly rounded.</p>`)
	case all:
		b.WriteString(`<p role="status">` + num(m.TreesDone) + ` % of all orders are done.</p>`)
	default:
		b.WriteString(`<p>` + thousands(int(total)) + ` trees drawn at random, each shape as likely as any other, give <b>` + sumDistinct(len(list)) + `</b>; ` + thousands(int(correct)) + ` are correctly rounded.</p>`)
	}
	if !all && m.Trees == nil {
		tap, label := "1", "Stop"
		if stopped {
			tap, label = "0", "Go on"
		}
		b.WriteString(`<p class="row"><progress max="` + num(m.Samples()) + `" value="` + num(m.TreesDone) + `" aria-label="trees drawn"></progress> <button type="button" class="plain" data-tap="sum:s` + tap + `">` + label + `</button></p>`)
	}
	if len(list) == 0 {
		return Heading(title, "") + b.String()
	}
	return Figure("sum-trees", title, b.String()+both(SumHistogram(m, 720), SumHistogram(m, 344)),
		"The horizontal axis is the error in ulp; orders in the purple band are correctly rounded. Amber marks are the serial and the pairwise order"+map[bool]string{true: ".", false: " and those of libraries."}[m.In.Double])
}
