//go:build !opening

package draw

import (
	"math"
	"strconv"
	"strings"

	"ulplab/fpcore/summation"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/state"
)

// sumLine is how a method is drawn: loops, one or several at once, in ink, the others in the hues of
// their lanes, see sumHues.
func sumLine(id string) (hue, dash string) {
	switch id {
	case "serial":
		return "var(--ink)", ""
	case "fma":
		return "var(--ink)", "2 3"
	case "openmp":
		return "var(--ink)", "5 3"
	case "blocked":
		return "var(--t)", ""
	case "shared":
		return "var(--t)", "5 3"
	case "halving":
		return "var(--t)", "2 3"
	case "kahan":
		return "var(--x)", "2 3"
	case "neumaier", "dot2":
		return "var(--x)", "5 3"
	}
	return "var(--x)", ""
}

// SumPlot draws the mean errors by size, both axes logarithmic.
func SumPlot(t *summation.Stats, scale, w int) Picture {
	var p pen
	const top, tall, left0 = 16, 330, 46
	room := 210
	if w < 500 {
		room = 118
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, m := range t.Methods {
		for i := range t.Sizes {
			if e := m.Mean[scale][i]; e > 0 && t.Vectors[i] > 0 {
				low, high = math.Min(low, math.Log10(e)), math.Max(high, math.Log10(math.Max(e, m.Worst[scale][i])))
			}
		}
	}
	if !(low < high) {
		return p.picture(prose.SumPlotTitle, w, 20)
	}
	low, high = math.Floor(low-0.1), math.Ceil(high)
	x := func(i float64) int {
		return left0 + int(math.Round(i*float64(w-left0-room)/math.Max(1, float64(len(t.Sizes)-1))))
	}
	y := func(e float64) int { return top + int(math.Round((high-e)*tall/(high-low))) }
	step := math.Max(1, math.Ceil((high-low)/8))
	for e := low; e <= high; e += step {
		p.line(left0, y(e), x(float64(len(t.Sizes)-1)), y(e), "var(--line)", "1")
		p.text(left0-8, y(e)+4, 12, right, "var(--ink-2)", sumPower(int(e)))
	}
	for i, n := range t.Sizes {
		if every := max(1, len(t.Sizes)*38/(w-left0-room)+1); i%every == 0 {
			p.line(x(float64(i)), top+tall, x(float64(i)), top+tall+5, "var(--tick)", "1")
			label := sumExponent(n)
			if n < 1000 {
				label = num(n)
			}
			p.text(x(float64(i)), top+tall+19, 12, middle, "var(--ink-2)", label)
		}
	}
	p.text(x(float64(len(t.Sizes)-1)), top+tall+36, 12, right, "var(--ink-2)", "number of elements")
	// Lines of slope 1 and ½ through the lower left corner.
	last := float64(len(t.Sizes) - 1)
	for _, slope := range [2]float64{1, 0.5} {
		end := last
		if rise := slope * last * math.Log10(2); rise > high-low {
			end = (high - low) / slope / math.Log10(2)
		}
		p.path("M"+num(x(0))+" "+num(y(low))+"L"+num(x(end))+" "+num(y(low+slope*end*math.Log10(2))), "var(--tick)", "1", "stroke-dasharray", "1 4")
	}
	type label struct {
		y    int
		text string
		hue  string
		dash string
	}
	var labels []label
	for _, m := range t.Methods {
		hue, dash := sumLine(m.Row.ID)
		d, end := "", 0
		for i := range t.Sizes {
			e := m.Mean[scale][i]
			if !(e > 0) || math.IsInf(e, 0) || t.Vectors[i] == 0 {
				continue
			}
			at := num(x(float64(i))) + " " + num(y(math.Log10(e)))
			if end = y(math.Log10(e)); d == "" {
				d = "M" + at
			} else {
				d += "L" + at
			}
			p.dot(x(float64(i)), end, "2.25", hue)
			if v := m.Worst[scale][i]; v > 0 {
				p.line(x(float64(i))-3, y(math.Log10(v)), x(float64(i))+3, y(math.Log10(v)), hue, "1", "stroke-opacity", "0.55")
			}
		}
		if d == "" {
			continue
		}
		if dash != "" {
			p.path(d, hue, "1.5", "stroke-dasharray", dash)
		} else {
			p.path(d, hue, "1.75")
		}
		name, _, _ := strings.Cut(model.SumName(&m.Row), ",")
		if w < 500 { // one word, or a word and a number
			name, _, _ = strings.Cut(name, " ")
		}
		if slope := sumSlope(m.Slope[scale]); slope != "" {
			name += ": " + slope
		}
		labels = append(labels, label{end, name, hue, dash})
	}
	// Labels keep their distance: pushed down from above, then up from below.
	for i := range labels {
		for j := i; j > 0 && labels[j].y < labels[j-1].y; j-- {
			labels[j], labels[j-1] = labels[j-1], labels[j]
		}
	}
	for i := 1; i < len(labels); i++ {
		labels[i].y = max(labels[i].y, labels[i-1].y+15)
	}
	for i := len(labels) - 1; i >= 0; i-- {
		most := top + tall
		if i < len(labels)-1 {
			most = labels[i+1].y - 15
		}
		labels[i].y = min(labels[i].y, most)
	}
	for _, l := range labels {
		d := "M" + num(x(last)+6) + " " + num(l.y) + "h14"
		if l.dash != "" {
			p.path(d, l.hue, "2", "stroke-dasharray", l.dash)
		} else {
			p.path(d, l.hue, "2")
		}
		p.text(x(last)+25, l.y+4, 12, left, "var(--ink)", l.text)
	}
	return p.picture(prose.SumPlotTitle, w, top+tall+44)
}

// sumSlope writes an exponent of n.
func sumSlope(s float64) string {
	if math.IsNaN(s) {
		return ""
	}
	text := strconv.FormatFloat(math.Abs(s), 'f', 2, 64)
	if s < 0 && text != "0.00" {
		text = "−" + text
	}
	return text
}

var sumSupers = [...]string{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"}

func sumSuper(n int) string {
	s := ""
	if n < 0 {
		s, n = "⁻", -n
	}
	for _, c := range num(n) {
		s += sumSupers[c-'0']
	}
	return s
}

func sumPower(e int) string {
	switch {
	case e == 0:
		return "1"
	case e == 1:
		return "10"
	}
	return "10" + sumSuper(e)
}

// sumExponent writes a power of two.
func sumExponent(n int) string {
	k := 0
	for ; n > 1; n >>= 1 {
		k++
	}
	return "2" + sumSuper(k)
}

// SumPairs draws by size how often a method is closer than serial, as close, and farther.
func SumPairs(t *summation.Stats, w int) string {
	var b strings.Builder
	for _, m := range t.Pairs {
		name := model.SumName(&m.Row)
		var p pen
		const h, left0 = 64, 0
		each := float64(w) / float64(len(t.Sizes))
		for i, than := range m.Than {
			all := than[0] + than[1] + than[2]
			if all == 0 {
				continue
			}
			x, bar := int(float64(i)*each), max(3, int(each*0.86))
			y := h
			for k, part := range [...]string{"var(--e)", "var(--line)", "var(--s)"} {
				tall := int(math.Round(float64(h) * float64(than[k]) / float64(all)))
				if tall = min(tall, y); k == 2 {
					tall = y
				}
				if than[k] == 0 {
					tall = 0
				}
				p.rect(x, y-tall, bar, tall, 0, part, "none")
				y -= tall
			}
			if each > 34 || i%2 == 0 {
				p.text(x+bar/2, h+15, 12, middle, "var(--ink)", num(int(100*than[0]/all))+" %")
				label := sumExponent(t.Sizes[i])
				if t.Sizes[i] < 1000 {
					label = num(t.Sizes[i])
				}
				p.text(x+bar/2, h+29, 12, middle, "var(--ink-2)", label)
			}
		}
		pic := p.picture(name+" beside serial", w, h+36)
		b.WriteString(`<div><h3>` + Escape(name) + `</h3>` + pic.SVG() + `</div>`)
	}
	return b.String()
}

// SumStatTable is the table beside the plot.
func SumStatTable(t *summation.Stats, scale int) string {
	var b strings.Builder
	show := []int{}
	for i, n := range t.Sizes {
		if n == 16 || n == 1024 || n == 1<<16 || i == len(t.Sizes)-1 {
			show = append(show, i)
		}
	}
	b.WriteString(TableBox(prose.SumVectorsTitle, func() string {
		var b strings.Builder
		b.WriteString(`<table class="sum-stats"><thead><tr><th scope="col" rowspan="2">method</th>`)
		for _, i := range show {
			b.WriteString(`<th scope="colgroup" colspan="2" class="n">n = ` + thousands(t.Sizes[i]) + `</th>`)
		}
		b.WriteString(`<th scope="col" rowspan="2" class="n">slope</th></tr><tr>`)
		for range show {
			b.WriteString(`<th scope="col" class="n">mean</th><th scope="col" class="n">worst</th>`)
		}
		b.WriteString(`</tr></thead><tbody>`)
		for _, m := range t.Methods {
			hue, dash := sumLine(m.Row.ID)
			b.WriteString(`<tr><th scope="row"><svg viewBox="0 0 14 10" width="14" height="10" aria-hidden="true"><path d="M0 6h14" stroke="` + hue + `" stroke-width="2" stroke-dasharray="` + dash + `"/></svg> ` + Escape(model.SumName(&m.Row)) + `</th>`)
			for _, i := range show {
				if t.Vectors[i] == 0 {
					b.WriteString(`<td class="n num">…</td><td class="n num">…</td>`)
					continue
				}
				b.WriteString(`<td class="n num">` + sumError(m.Mean[scale][i]) + `</td><td class="n num">` + sumError(m.Worst[scale][i]) + `</td>`)
			}
			b.WriteString(`<td class="n num">` + sumSlopeHTML(m.Slope[scale]) + `</td></tr>`)
		}
		b.WriteString(`</tbody></table>`)
		return b.String()
	}()))
	bad := uint64(0)
	for _, m := range t.Methods {
		bad += m.Bad
	}
	if bad > 0 {
		b.WriteString(`<p class="note">` + model.Thousands(bad) + ` results were no numbers, or too far away to be counted.</p>`)
	}
	return b.String()
}

func sumSlopeHTML(s float64) string {
	text := sumSlope(s)
	if text == "" {
		return "–"
	}
	return "<i>n</i><sup>" + text + "</sup>"
}

// sumError writes an error with two significant digits or more.
func sumError(e float64) string {
	switch {
	case math.IsNaN(e) || math.IsInf(e, 0):
		return "–"
	case e == 0:
		return "0"
	case e < 0.001 || e >= 1e6:
		return Minus(strconv.FormatFloat(e, 'e', 1, 64))
	case e < 10:
		return strconv.FormatFloat(e, 'f', 3, 64)
	}
	return strconv.FormatFloat(e, 'f', 1, 64)
}

// SumRun are the buttons and the progress of the vectors.
func SumRun(v state.Sum, off bool) string {
	r := v.Stat.Run
	one := func(tap, label string) string {
		d := ""
		if off {
			d = " disabled"
		}
		return `<button type="button" id="sum-run-` + tap + `" data-tap="sum:w` + tap + `"` + d + `>` + label + `</button> `
	}
	job, ok := model.SumJob(v)
	if !ok {
		return `<p class="dim">` + prose.SumVectorsOwn + `</p>`
	}
	s := ""
	busy := false
	switch r.State {
	case state.FnRunning:
		s, busy = one("1", "Pause")+one("3", "Cancel"), true
	case state.FnPaused:
		s, busy = one("2", "Resume")+one("3", "Cancel"), true
	default:
		s = one("0", "Start")
	}
	if r.Job == "" {
		return s
	}
	told := model.Thousands(r.Done) + " of " + model.Thousands(r.Total) + " vectors"
	switch r.State {
	case state.FnRunning:
		told += ", " + num(int(r.Workers)) + " workers"
		if r.Workers == 1 {
			told = strings.TrimSuffix(told, "s")
		}
	case state.FnPaused:
		told += ", paused"
	case state.FnDone:
		told = model.Thousands(r.Total) + " vectors done"
	case state.FnCancelled:
		told += ", cancelled"
	case state.FnFailed:
		told = Escape(r.Problem)
	}
	if busy {
		s += `<progress max="1000" value="` + num(int(r.Done*1000/max(1, r.Total))) + `" aria-label="vectors done"></progress> `
	}
	s += `<span class="dim" role="status">` + told + `</span>`
	if busy && r.Job != job {
		s += ` <span class="dim">with the settings it was started with</span>`
	}
	return s
}

// SumAsk are the choices of the statistics.
func SumAsk(v state.Sum) string {
	var b strings.Builder
	b.WriteString(`<div class="sum-tools row">`)
	group := func(label, tap string, words []string, values []int, on int) {
		b.WriteString(`<span role="group" aria-label="` + label + `"><span class="dim">` + label + `</span> `)
		for i, w := range words {
			b.WriteString(`<button type="button" class="chip" data-tap="sum:` + tap + num(values[i]) + `" aria-pressed="` + truth(values[i] == on) + `">` + w + `</button>`)
		}
		b.WriteString(`</span> `)
	}
	group("vectors of each size", "v", []string{"100", "300", "1,000"}, []int{100, 300, 1000}, int(v.Stat.Vectors))
	group("from 16 to", "n", []string{"2¹²", "2¹⁶", "2²⁰"}, []int{12, 16, 20}, int(v.Stat.Top))
	group("error in", "x", prose.SumScales[:], []int{0, 1}, int(v.Stat.Scale))
	b.WriteString(`</div>`)
	return b.String()
}

// SumStatistics is the plot with what stands beside it.
func SumStatistics(t *summation.Stats, job string, v state.Sum) string {
	var b strings.Builder
	b.WriteString(`<p class="sum-what-shown">` + sumStatWords(t))
	if job == model.SumFirstJob && v.Stat.Run.Job != job { // not what was started here
		b.WriteString(` ` + prose.SumVectorsFirst)
	}
	if mine, _ := model.SumJob(v); mine != job && v.Stat.Run.State != state.FnRunning && v.Stat.Run.State != state.FnPaused {
		b.WriteString(` <b>` + prose.SumVectorsOther + `</b>`)
	}
	b.WriteString(`</p>`)
	scale := int(v.Stat.Scale)
	b.WriteString(FigureCSV("sum-plot", prose.SumPlotTitle+", in "+prose.SumScales[scale], both(SumPlot(t, scale, 720), SumPlot(t, scale, 344)), prose.SumPlotCaption) + SumStatTable(t, scale))
	b.WriteString(`<div class="sum-pairs"><h2>` + prose.SumPairsTitle + `</h2><p class="note">` + prose.SumPairsNote + `</p><div class="op-wide">` + SumPairs(t, 520) + `</div><div class="op-narrow">` + SumPairs(t, 344) + `</div><p class="note">` +
		prose.SumVectorsHold + ` <a href="#/v1/sum?k=alternating&amp;n=4096">` + prose.SumKindNames[3] + `</a>: ` + prose.SumVectorsHoldWhy + `</p></div>`)
	return b.String()
}

// sumStatWords says what was computed.
func sumStatWords(t *summation.Stats) string {
	what := "Sums"
	if t.Input.Dot {
		what = "Dot products"
	}
	most := uint64(0)
	for _, n := range t.Vectors {
		most = max(most, n)
	}
	s := what + ` of ` + model.Thousands(most) + ` vectors of each size, ` + prose.SumKindNames[t.Input.Kind]
	if t.Input.Kind == summation.Ill {
		s += `, condition number 10` + sumSuper(int(t.Input.Cond))
	}
	return s + `; ` + Escape(SumArithWords(summation.New(t.Input, nil))) + `.`
}

// SumArithWords says what the additions are carried out with.
func SumArithWords(m *summation.Sums) string {
	a := m.In.Arith
	direction := func(i uint8) string {
		if i == 0 {
			return ""
		}
		return " " + summation.Directions[i].Name
	}
	s := "sums in " + m.S.Name + direction(a.SumDirection)
	if m.E != m.S {
		s = m.E.Name + " elements, " + s
	}
	if p := m.ProductFormat(); m.In.Dot && (p != m.S || a.ProductDirection != 0) {
		s += ", products in " + p.Name + direction(a.ProductDirection)
	}
	if m.F != m.S {
		s += ", result in " + m.F.Name + direction(a.OutDirection)
	}
	if a.MulAdd != 0 && m.In.Dot {
		s += ", " + prose.SumMulAddNames[a.MulAdd]
	}
	if a.Flush {
		s += ", subnormals flushed to zero"
	}
	if m.Usual() {
		s += ", to nearest"
	}
	return s
}

// SumAnchors are links to the parts of the view.
func SumAnchors() string {
	var b strings.Builder
	for _, line := range strings.Split(prose.SumAnchors, "\n") {
		id, title, _ := strings.Cut(line, " ")
		b.WriteString(`<button type="button" class="chip" data-tap="sum:g` + id + `">` + title + `</button>`)
	}
	return b.String()
}

// SumTimes says how long the work on many elements took.
func SumTimes(m *model.Sum) string {
	if m.N < 1<<16 || m.Clock == nil || !m.Described() || m.RowsDone < len(m.Rows) {
		return ""
	}
	s := `<p class="dim sum-times">Computed in this page, value and exact error: exact sum ` + sumMillis(m.Exact)
	for _, id := range [...]string{"serial", "blocked", "halving"} {
		if r := m.Row(id); r != nil && r.Done {
			s += `, ` + Escape(model.SumName(r)) + ` ` + sumMillis(r.Millis)
		}
	}
	return s + `.</p>`
}

func sumMillis(t float64) string {
	return `<span class="num">` + strconv.FormatFloat(t, 'f', 1, 64) + ` ms</span>`
}
