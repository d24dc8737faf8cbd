package reduction

import (
	"strings"

	"ulplab/fpcore/summation"
	"ulplab/site/kit/html"
	"ulplab/site/kit/words"
)

// doneCells reports whether all launches are there.
func doneCells(m *Model) bool { return m.Outcomes != nil }

// coresNow are the results at the sliders: their bits, beside each other and the exact sum.
func coresNow(m *Model) string {
	if m.Problem != "" {
		return ""
	}
	if m.No {
		return `<p class="dim">All launches of this many elements would take too long in this arithmetic; choose fewer.</p>`
	}
	if !doneCells(m) {
		return `<p class="dim" role="status">` + words.Num(m.CellsDone) + ` of ` + words.Num(summation.Places+summation.MostCPU) + ` launches computed</p>`
	}
	var b strings.Builder
	gpu, cpu := summation.Place(m.In.Accums, m.In.Blocks, m.In.Threads), summation.Places+int(m.In.CPU)-1
	each := ""
	if m.In.Accums > 1 {
		each = `, ` + words.Num(int(m.In.Accums)) + ` accumulators each`
	}
	b.WriteString(`<dl class="sum-now">`)
	one := func(name, what string, cell int) {
		k := m.OutcomeOf(cell)
		o := m.Outcomes[k]
		b.WriteString(`<div><dt>` + name + ` <span class="dim">` + what + `</span></dt><dd><span class="sum-key ` + sumClass(o) + `">` + letter(k) + `</span> <span class="num sum-nowbits">` + bits(m, o.Bits) +
			`</span> <span class="num">` + words.Escape(words.Minus(m.Shown(o.Bits))) + `</span> <span class="dim num">` + Ulps(o.Ulps, o.OK) + ` ulp</span>` + tickMark(m, o) + `</dd></div>`)
	}
	one(coresGPU, words.Num(int(m.In.Blocks))+` × `+words.Num(int(m.In.Threads))+` threads`+each, gpu)
	threads := " threads"
	if m.In.CPU == 1 {
		threads = " thread"
	}
	one(coresCPU, words.Num(int(m.In.CPU))+threads, cpu)
	b.WriteString(`</dl>`)
	if m.OutcomeOf(gpu) == m.OutcomeOf(cpu) {
		b.WriteString(`<p class="sum-agree">They agree, bit for bit.</p>`)
	} else {
		b.WriteString(`<p class="sum-agree"><b>They differ.</b> Neither is wrong: both rounded every addition correctly.</p>`)
	}
	return b.String()
}

// tickMark marks a correctly rounded result.
func tickMark(m *Model, o summation.Outcome) string {
	if o.Bits == m.Once && o.OK {
		return ` <span class="e" title="correctly rounded">✓<span class="quiet"> correctly rounded</span></span>`
	}
	return ""
}

// sumGrid is the results of all launches: a grid for those of a GPU with the accumulators chosen, a strip for those of a
// CPU, and the legend of results.
func sumGrid(m *Model) string {
	if m.Problem != "" || m.No {
		return ""
	}
	var b strings.Builder
	done := doneCells(m)
	first := summation.Place(m.In.Accums, int32(summation.Blocks[0]), int32(summation.Threads[0]))
	cell := func(tap string, bit, i int, here bool, name string) {
		word, class, title := "…", "", ""
		if done {
			k := m.OutcomeOf(i)
			o := m.Outcomes[k]
			word, class = `<b>`+letter(k)+`</b>`, sumClass(o)
			if tap[0] == 'c' {
				word += `<span>` + Ulps(o.Ulps, o.OK) + `</span>`
			}
			title = name + ": " + words.Code(m.F, o.Bits)
		}
		b.WriteString(`<button type="button" class="` + class + `" data-tap="sum:` + tap + `" data-bit="` + words.Num(bit) + `" id="sum-` + tap + `" aria-pressed="` + html.Truth(here) + `" title="` + title + `"`)
		if !here {
			b.WriteString(` tabindex="-1"`)
		}
		b.WriteString(`>` + word + `</button>`)
	}
	b.WriteString(`<div class="sum-grids"><div><h3>` + coresGPU + `: blocks by threads per block</h3><div class="tablebox"><table class="sum-grid"><caption class="quiet">Results by blocks and threads per block</caption><thead><tr><th scope="col">blocks</th>`)
	for _, t := range summation.Threads {
		b.WriteString(`<th scope="col">` + words.Num(t) + `<span class="quiet"> threads</span></th>`)
	}
	b.WriteString(`</tr></thead><tbody>`)
	for i := range summation.GridCells {
		row, col := i/len(summation.Threads), i%len(summation.Threads)
		if col == 0 {
			b.WriteString(`<tr><th scope="row">` + words.Num(summation.Blocks[row]) + `</th>`)
		}
		b.WriteString(`<td>`)
		cell("c"+words.Num(i), i, first+i, int(m.In.Threads) == summation.Threads[col] && int(m.In.Blocks) == summation.Blocks[row], words.Num(summation.Blocks[row])+" × "+words.Num(summation.Threads[col]))
		b.WriteString(`</td>`)
		if col == len(summation.Threads)-1 {
			b.WriteString(`</tr>`)
		}
	}
	b.WriteString(`</tbody></table><p class="dim sum-under">columns: threads per block · number in a cell: error in ulp</p></div></div><div class="sum-right"><h3>` + coresCPU + `: 1 to ` + words.Num(summation.MostCPU) + ` threads</h3><div class="sum-cpu">`)
	for i := range summation.MostCPU {
		cell("u"+words.Num(i+1), summation.GridCells+i, summation.Places+i, int(m.In.CPU) == i+1, words.Num(i+1)+" CPU threads")
	}
	b.WriteString(`</div>`)
	if done {
		b.WriteString(legend(m))
	}
	b.WriteString(`</div></div>`)
	return b.String()
}

// legendRows is how many results are listed before the rest is folded away.
const legendRows = 12

// legend lists the distinct results of all launches, with how often each comes up: a histogram.
func legend(m *Model) string {
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
	head := html.TableBoxOpen(coresTitle) + `<table><thead><tr><th scope="col"><span class="quiet">result</span></th><th scope="col">bits</th><th scope="col" class="n">error, ulp</th><th scope="col">launches <span class="t">GPU</span>, <span class="g">CPU</span></th></tr></thead><tbody>`
	b.WriteString(`<div class="sum-legend"><p><b>` + sumDistinct(len(m.Outcomes)) + `</b> from ` + words.Num(summation.Places) + ` launches of a GPU (1 to 16 accumulators) and ` + words.Num(summation.MostCPU) + ` of a CPU</p>` + head)
	for k, o := range m.Outcomes {
		if k == legendRows && len(m.Outcomes) > legendRows+2 {
			b.WriteString(`</tbody></table></div><details><summary>` + words.Num(len(m.Outcomes)-legendRows) + ` more results</summary>` + head)
		}
		row := `<tr>`
		if k == gpu || k == cpu {
			row = `<tr class="here">`
		}
		w := func(n int) string { return words.Num((n*100 + most - 1) / most) }
		b.WriteString(row + `<th scope="row"><span class="sum-key ` + sumClass(o) + `">` + letter(k) + `</span></th><td class="num">` + bits(m, o.Bits) + `</td><td class="n num">` + Ulps(o.Ulps, o.OK) + tickMark(m, o) +
			`</td><td class="num"><span class="sum-bar"><svg viewBox="0 0 100 10" width="100" height="10" aria-hidden="true"><rect width="` + w(counts[k][0]) + `" height="10" fill="var(--t)"/><rect x="` + w(counts[k][0]) + `" width="` + w(counts[k][1]) +
			`" height="10" fill="var(--g)"/></svg></span> ` + words.Num(counts[k][0]) + `, ` + words.Num(counts[k][1]) + `</td></tr>`)
	}
	b.WriteString(`</tbody></table></div>`)
	if len(m.Outcomes) > legendRows+2 {
		b.WriteString(`</details>`)
	}
	b.WriteString(`</div>`)
	return b.String()
}
