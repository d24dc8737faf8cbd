// Package launches is the part of the view Reduction on thread counts: the result of every launch of a GPU and of a CPU.
package launches

import (
	"math"
	"strconv"
	"strings"

	"ulplab/fpcore/summation"
	"ulplab/fpcore/text"
	"ulplab/site/kit/html"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/words"
	"ulplab/site/lab"
	"ulplab/site/views/reduction/names"
	"ulplab/site/views/reduction/sum"
)

// doneCells reports whether all launches are there.
func doneCells(m *sum.Model) bool { return m.Outcomes != nil }

// now are the results at the sliders: their bits, beside each other and the exact sum.
func now(m *sum.Model) string {
	if m.Problem != "" {
		return ""
	}
	if m.No {
		return `<p class="dim">All launches of this many elements would take too long in this arithmetic; choose fewer.</p>`
	}
	if !doneCells(m) {
		return `<p class="dim" data-passing="">` + words.Num(m.CellsDone) + ` of ` + words.Num(summation.Places+summation.MostCPU) + ` launches computed</p>`
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
		b.WriteString(`<div><dt>` + name + ` <span class="dim">` + what + `</span></dt><dd><span class="sum-key ` + classOf(o) + `">` + letter(k) + `</span> <span class="num sum-nowbits">` + names.Bits(m.Sums, o.Bits) +
			`</span> <span class="num">` + words.Escape(words.Minus(names.Value(m.F, o.Bits))) + `</span> <span class="dim num">` + names.Ulps(o.Ulps, o.OK) + ` ulp</span>` + names.Correct(m.Sums, o) + `</dd></div>`)
	}
	one(gpuName, words.Num(int(m.In.Blocks))+` × `+words.Num(int(m.In.Threads))+` threads`+each, gpu)
	threads := " threads"
	if m.In.CPU == 1 {
		threads = " thread"
	}
	one(cpuName, words.Num(int(m.In.CPU))+threads, cpu)
	b.WriteString(`</dl>`)
	if m.OutcomeOf(gpu) == m.OutcomeOf(cpu) {
		b.WriteString(`<p class="sum-agree">They agree, bit for bit.</p>`)
	} else {
		b.WriteString(`<p class="sum-agree"><b>They differ.</b> Neither is wrong: both rounded every addition correctly.</p>`)
	}
	return b.String()
}

// grid is the results of all launches: a grid for those of a GPU with the accumulators chosen, a strip for those of a
// CPU, and the legend of results.
func grid(m *sum.Model) string {
	if m.Problem != "" || m.No {
		return ""
	}
	var b strings.Builder
	done := doneCells(m)
	first := summation.Place(m.In.Accums, int32(summation.Blocks[0]), int32(summation.Threads[0]))
	cell := func(tap string, bit, i int, here bool, name string) {
		word, spoken, class, title := "…", name, "", ""
		if done {
			k := m.OutcomeOf(i)
			o := m.Outcomes[k]
			word, class = `<b>`+letter(k)+`</b>`, classOf(o)
			spoken += ": " + letter(k)
			if tap[0] == 'c' {
				word += `<span>` + names.Ulps(o.Ulps, o.OK) + `</span>`
				spoken += " " + names.Ulps(o.Ulps, o.OK)
			}
			title = name + ": " + words.Code(m.F, o.Bits)
		}
		b.WriteString(`<button type="button" class="` + class + `" data-tap="sum:` + tap + `" data-bit="` + words.Num(bit) + `" id="sum-` + tap + `" aria-pressed="` + strconv.FormatBool(here) + `" aria-label="` + spoken + `" title="` + title + `"`)
		if !here {
			b.WriteString(` tabindex="-1"`)
		}
		b.WriteString(`>` + word + `</button>`)
	}
	b.WriteString(`<div class="sum-grids"><div><h3>` + gpuName + `: blocks by threads per block</h3><div class="tablebox"><table class="sum-grid"><caption class="quiet">Results by blocks and threads per block</caption><thead><tr><th scope="col">blocks</th>`)
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
	b.WriteString(`</tbody></table><p class="dim sum-under">columns: threads per block · number in a cell: error in ulp</p></div></div><div class="sum-right"><h3>` + cpuName + `: 1 to ` + words.Num(summation.MostCPU) + ` threads</h3><div class="sum-cpu">`)
	for i := range summation.MostCPU {
		cell("u"+words.Num(i+1), summation.GridCells+i, summation.Places+i, int(m.In.CPU) == i+1, words.Count(i+1, "CPU thread"))
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
func legend(m *sum.Model) string {
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
	head := html.TableBoxOpen(title) + `><thead><tr><th scope="col"><span class="quiet">result</span></th><th scope="col">bits</th><th scope="col" class="n">error, ulp</th><th scope="col">launches <span class="t">GPU</span>, <span class="g">CPU</span></th></tr></thead><tbody>`
	b.WriteString(`<div class="sum-legend"><p><b>` + names.Distinct(len(m.Outcomes)) + `</b> from ` + words.Num(summation.Places) + ` launches of a GPU (1 to 16 accumulators) and ` + words.Num(summation.MostCPU) + ` of a CPU</p>` + head)
	for k, o := range m.Outcomes {
		if k == legendRows && len(m.Outcomes) > legendRows+2 {
			b.WriteString(`</tbody></table></div><details><summary>` + words.Num(len(m.Outcomes)-legendRows) + ` more results</summary>` + head)
		}
		row := `<tr>`
		if k == gpu || k == cpu {
			row = `<tr class="here">`
		}
		w := func(n int) string { return words.Num((n*100 + most - 1) / most) }
		b.WriteString(row + `<th scope="row"><span class="sum-key ` + classOf(o) + `">` + letter(k) + `</span></th><td class="num">` + names.Bits(m.Sums, o.Bits) + `</td><td class="n num">` + names.Ulps(o.Ulps, o.OK) + names.Correct(m.Sums, o) +
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

// csv is all launches, of a GPU and of a CPU.
func csv(m *sum.Model) string {
	var t names.CSV
	t.Line("machine", "accumulators", "blocks", "threads", "result", "bits", "error_ulp")
	for i := range summation.Places + summation.MostCPU {
		if m.Outcomes == nil {
			break
		}
		c := m.CellBits(i)
		machine, accums, blocks, threads := "CPU", 1, 1, i-summation.Places+1
		if i < summation.Places {
			machine = "GPU"
			accums, blocks, threads = summation.LaunchAt(i)
		}
		e, ok := m.ErrorOf(c)
		t.Line(machine, strconv.Itoa(accums), strconv.Itoa(blocks), strconv.Itoa(threads), names.Decimal(m.F, c), text.Bits(m.F, c), names.CSVUlps(e, ok))
	}
	return t.String()
}

// letter names distinct result i.
func letter(i int) string {
	s := string(rune('A' + i%26))
	if i >= 26 {
		s = string(rune('A'+i/26-1)) + s
	}
	return s
}

// classOf is the class of an error: at most ½, 2, 8, 32 ulp, and more.
func classOf(o summation.Outcome) string {
	e := math.Abs(o.Ulps)
	k := 0
	for _, top := range [...]float64{0.5, 2, 8, 32} {
		if o.OK && e > top || !o.OK && k == 0 {
			k++
		}
	}
	return "sum-e" + words.Num(k)
}

// Choose chooses threads per block and blocks together.
type Choose struct {
	lab.Once
	Threads, Blocks int
}

func (a Choose) Apply(s sum.State) sum.State {
	s = sum.Put{ID: "t", Value: strconv.Itoa(a.Threads)}.Apply(s)
	return sum.Put{ID: "b", Value: strconv.Itoa(a.Blocks)}.Apply(s)
}

// Key walks through the grid of launches and the strip of CPU threads with the arrows.
func Key(p lab.Key, cell int) (markup.Action, bool) {
	if cell < 0 {
		return nil, false
	}
	w, first, count, id := len(summation.Threads), 0, summation.GridCells, "#sum-c"
	if cell >= summation.GridCells {
		w, first, count, id = strip, summation.GridCells, summation.MostCPU, "#sum-u"
	}
	at := cell - first
	next := at
	switch p.Name {
	case "ArrowLeft":
		if at%w > 0 {
			next--
		}
	case "ArrowRight":
		if at%w < w-1 {
			next++
		}
	case "ArrowUp":
		if at >= w {
			next -= w
		}
	case "ArrowDown":
		if at+w < count {
			next += w
		}
	default:
		return nil, false
	}
	if first > 0 {
		next++ // threads, counted from 1
	}
	lab.Host().Focus(id + strconv.Itoa(next))
	return nil, true
}

// strip is how many CPU threads stand in a row.
const strip = 16
