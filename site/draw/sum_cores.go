//go:build !opening

package draw

import (
	"strings"

	"ulplab/fpcore/summation"
	"ulplab/site/model"
	"ulplab/site/prose"
)

// sumDoneCells reports whether all launches are there.
func sumDoneCells(m *model.Sum) bool { return m.Outcomes != nil }

// SumCoresNow are the results at the sliders: their bits, beside each other and the exact sum.
func SumCoresNow(m *model.Sum) string {
	if m.Problem != "" {
		return ""
	}
	if m.No {
		return `<p class="dim">All launches of this many elements would take too long in this arithmetic; choose fewer.</p>`
	}
	if !sumDoneCells(m) {
		return `<p class="dim" role="status">` + num(m.CellsDone) + ` of ` + num(summation.Places+summation.MostCPU) + ` launches computed</p>`
	}
	var b strings.Builder
	gpu, cpu := summation.Place(m.In.Accums, m.In.Blocks, m.In.Threads), summation.Places+int(m.In.CPU)-1
	each := ""
	if m.In.Accums > 1 {
		each = `, ` + num(int(m.In.Accums)) + ` accumulators each`
	}
	b.WriteString(`<dl class="sum-now">`)
	one := func(name, what string, cell int) {
		k := m.OutcomeOf(cell)
		o := m.Outcomes[k]
		b.WriteString(`<div><dt>` + name + ` <span class="dim">` + what + `</span></dt><dd><span class="sum-key ` + sumClass(o) + `">` + sumLetter(k) + `</span> <span class="num sum-nowbits">` + sumBits(m, o.Bits) +
			`</span> <span class="num">` + Escape(Minus(m.Shown(o.Bits))) + `</span> <span class="dim num">` + model.SumUlps(o.Ulps, o.OK) + ` ulp</span>` + sumTickMark(m, o) + `</dd></div>`)
	}
	one(prose.SumCoresGPU, num(int(m.In.Blocks))+` × `+num(int(m.In.Threads))+` threads`+each, gpu)
	threads := " threads"
	if m.In.CPU == 1 {
		threads = " thread"
	}
	one(prose.SumCoresCPU, num(int(m.In.CPU))+threads, cpu)
	b.WriteString(`</dl>`)
	if m.OutcomeOf(gpu) == m.OutcomeOf(cpu) {
		b.WriteString(`<p class="sum-agree">They agree, bit for bit.</p>`)
	} else {
		b.WriteString(`<p class="sum-agree"><b>They differ.</b> Neither is wrong: both rounded every addition correctly.</p>`)
	}
	return b.String()
}

// sumTickMark marks a correctly rounded result.
func sumTickMark(m *model.Sum, o summation.Outcome) string {
	if o.Bits == m.Once && o.OK {
		return ` <span class="e" title="correctly rounded">✓<span class="quiet"> correctly rounded</span></span>`
	}
	return ""
}

// SumGrid is the results of all launches: a grid for those of a GPU with the accumulators chosen, a strip for those of a
// CPU, and the legend of results.
func SumGrid(m *model.Sum) string {
	if m.Problem != "" || m.No {
		return ""
	}
	var b strings.Builder
	done := sumDoneCells(m)
	first := summation.Place(m.In.Accums, int32(summation.Blocks[0]), int32(summation.Threads[0]))
	cell := func(tap string, bit, i int, here bool, name string) {
		word, class, title := "…", "", ""
		if done {
			k := m.OutcomeOf(i)
			o := m.Outcomes[k]
			word, class = `<b>`+sumLetter(k)+`</b>`, sumClass(o)
			if tap[0] == 'c' {
				word += `<span>` + model.SumUlps(o.Ulps, o.OK) + `</span>`
			}
			title = name + ": " + Code(m.F, o.Bits)
		}
		b.WriteString(`<button type="button" class="` + class + `" data-tap="sum:` + tap + `" data-bit="` + num(bit) + `" id="sum-` + tap + `" aria-pressed="` + truth(here) + `" title="` + title + `"`)
		if !here {
			b.WriteString(` tabindex="-1"`)
		}
		b.WriteString(`>` + word + `</button>`)
	}
	b.WriteString(`<div class="sum-grids"><div><h3>` + prose.SumCoresGPU + `: blocks by threads per block</h3><div class="tablebox"><table class="sum-grid"><caption class="quiet">Results by blocks and threads per block</caption><thead><tr><th scope="col">blocks</th>`)
	for _, t := range summation.Threads {
		b.WriteString(`<th scope="col">` + num(t) + `<span class="quiet"> threads</span></th>`)
	}
	b.WriteString(`</tr></thead><tbody>`)
	for i := range summation.GridCells {
		row, col := i/len(summation.Threads), i%len(summation.Threads)
		if col == 0 {
			b.WriteString(`<tr><th scope="row">` + num(summation.Blocks[row]) + `</th>`)
		}
		b.WriteString(`<td>`)
		cell("c"+num(i), i, first+i, int(m.In.Threads) == summation.Threads[col] && int(m.In.Blocks) == summation.Blocks[row], num(summation.Blocks[row])+" × "+num(summation.Threads[col]))
		b.WriteString(`</td>`)
		if col == len(summation.Threads)-1 {
			b.WriteString(`</tr>`)
		}
	}
	b.WriteString(`</tbody></table><p class="dim sum-under">columns: threads per block · number in a cell: error in ulp</p></div></div><div class="sum-right"><h3>` + prose.SumCoresCPU + `: 1 to ` + num(summation.MostCPU) + ` threads</h3><div class="sum-cpu">`)
	for i := range summation.MostCPU {
		cell("u"+num(i+1), summation.GridCells+i, summation.Places+i, int(m.In.CPU) == i+1, num(i+1)+" CPU threads")
	}
	b.WriteString(`</div>`)
	if done {
		b.WriteString(sumLegend(m))
	}
	b.WriteString(`</div></div>`)
	return b.String()
}

// sumLegendRows is how many results are listed before the rest is folded away.
const sumLegendRows = 12

// sumLegend lists the distinct results of all launches, with how often each comes up: a histogram.
func sumLegend(m *model.Sum) string {
	var b strings.Builder
	counts := make([][2]int, len(m.Outcomes))
	most := 1
	for i := range summation.Places + summation.MostCPU {
		who := 0
		if i >= summation.Places {
			who = 1
		}
		c := &counts[m.OutcomeOf(i)]
		c[who]++
		most = max(most, c[0]+c[1])
	}
	gpu, cpu := m.OutcomeOf(summation.Place(m.In.Accums, m.In.Blocks, m.In.Threads)), m.OutcomeOf(summation.Places+int(m.In.CPU)-1)
	head := tableBox(prose.SumCoresTitle) + `<table><thead><tr><th scope="col"><span class="quiet">result</span></th><th scope="col">bits</th><th scope="col" class="n">error, ulp</th><th scope="col">launches <span class="t">GPU</span>, <span class="g">CPU</span></th></tr></thead><tbody>`
	b.WriteString(`<div class="sum-legend"><p><b>` + sumDistinct(len(m.Outcomes)) + `</b> from ` + num(summation.Places) + ` launches of a GPU (1 to 16 accumulators) and ` + num(summation.MostCPU) + ` of a CPU</p>` + head)
	for k, o := range m.Outcomes {
		if k == sumLegendRows && len(m.Outcomes) > sumLegendRows+2 {
			b.WriteString(`</tbody></table></div><details><summary>` + num(len(m.Outcomes)-sumLegendRows) + ` more results</summary>` + head)
		}
		row := `<tr>`
		if k == gpu || k == cpu {
			row = `<tr class="here">`
		}
		w := func(n int) string { return num((n*100 + most - 1) / most) }
		b.WriteString(row + `<th scope="row"><span class="sum-key ` + sumClass(o) + `">` + sumLetter(k) + `</span></th><td class="num">` + sumBits(m, o.Bits) + `</td><td class="n num">` + model.SumUlps(o.Ulps, o.OK) + sumTickMark(m, o) +
			`</td><td class="num"><span class="sum-bar"><svg viewBox="0 0 100 10" width="100" height="10" aria-hidden="true"><rect width="` + w(counts[k][0]) + `" height="10" fill="var(--t)"/><rect x="` + w(counts[k][0]) + `" width="` + w(counts[k][1]) +
			`" height="10" fill="var(--g)"/></svg></span> ` + num(counts[k][0]) + `, ` + num(counts[k][1]) + `</td></tr>`)
	}
	b.WriteString(`</tbody></table></div>`)
	if len(m.Outcomes) > sumLegendRows+2 {
		b.WriteString(`</details>`)
	}
	b.WriteString(`</div>`)
	return b.String()
}
