package vectors

import (
	"math"
	"math/bits"
	"strconv"
	"strings"

	"ulplab/fpcore/summation"
	"ulplab/site/kit/html"
	"ulplab/site/kit/plot"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
	"ulplab/site/views/reduction/names"
	"ulplab/site/views/reduction/sum"
)

// line is how a method is drawn: loops, one or several at once, in ink, the others in the hues of
// their lanes, see hues.
func line(id string) (hue, dash string) {
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

// picture draws the mean errors by size, both axes logarithmic.
func picture(t *summation.Stats, scale, w int) svg.Picture {
	var p svg.Pen
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
		return p.Picture(plotTitle, w, 20)
	}
	low, high = math.Floor(low-0.1), math.Ceil(high)
	last := len(t.Sizes) - 1
	x := plot.Linear(0, math.Max(1, float64(last)), left0, w-room)
	y := plot.Log(math.Pow(10, low), math.Pow(10, high), top+tall, top)
	end := x.Map(float64(last))
	plot.Rows(&p, y.Powers(10, 8), left0, end, func(t plot.Tick) string { return power(t.Power) })
	var sizes []plot.Tick
	for i := 0; i <= last; i += max(1, len(t.Sizes)*38/(w-left0-room)+1) {
		sizes = append(sizes, plot.Tick{Value: float64(t.Sizes[i]), At: x.Map(float64(i))})
	}
	plot.Columns(&p, sizes, top+tall, func(t plot.Tick) string { return size(int(t.Value)) })
	p.Text(end, top+tall+36, 12, svg.Right, "var(--ink-2)", "number of elements")
	// Lines of slope 1 and ½ through the lower left corner.
	for _, slope := range [2]float64{1, 0.5} {
		to := float64(last)
		if rise := slope * to * math.Log10(2); rise > high-low {
			to = (high - low) / slope / math.Log10(2)
		}
		p.Line(x.Map(0), y.From, x.Map(to), y.Map(math.Pow(10, low+slope*to*math.Log10(2))), "var(--tick)", "1", "stroke-dasharray", "1 4")
	}
	type label struct {
		plot.Label
		text, hue, dash string
	}
	var labels []*label
	var places []*plot.Label
	for _, m := range t.Methods {
		hue, dash := line(m.Row.ID)
		var d plot.Curve
		at := 0
		for i := range t.Sizes {
			e := m.Mean[scale][i]
			if !(e > 0) || math.IsInf(e, 0) || t.Vectors[i] == 0 {
				continue
			}
			cx := x.Map(float64(i))
			at = y.Map(e)
			d.To(cx, at)
			p.Dot(cx, at, "2.25", hue)
			if v := m.Worst[scale][i]; v > 0 {
				p.Line(cx-3, y.Map(v), cx+3, y.Map(v), hue, "1", "stroke-opacity", "0.55")
			}
		}
		if d.String() == "" {
			continue
		}
		if dash != "" {
			p.Path(d.String(), hue, "1.5", "stroke-dasharray", dash)
		} else {
			p.Path(d.String(), hue, "1.75")
		}
		name, _, _ := strings.Cut(names.Row(&m.Row), ",")
		if w < 500 { // one word, or a word and a number
			name, _, _ = strings.Cut(name, " ")
		}
		if slope := slope(m.Slope[scale]); slope != "" {
			name += ": " + slope
		}
		l := &label{plot.Label{X: end, Y: at, W: 1}, name, hue, dash}
		labels, places = append(labels, l), append(places, &l.Label)
	}
	plot.Apart(places, 15, top+tall)
	for _, l := range labels {
		dash := l.dash
		if dash == "" {
			dash = "none"
		}
		p.Line(end+6, l.Y, end+20, l.Y, l.hue, "2", "stroke-dasharray", dash)
		p.Text(end+25, l.Y+4, 12, svg.Left, "var(--ink)", l.text)
	}
	return p.Picture(plotTitle, w, top+tall+44)
}

// slope writes an exponent of n.
func slope(s float64) string {
	if math.IsNaN(s) {
		return ""
	}
	text := strconv.FormatFloat(math.Abs(s), 'f', 2, 64)
	if s < 0 && text != "0.00" {
		text = "−" + text
	}
	return text
}

func power(e int) string {
	switch {
	case e == 0:
		return "1"
	case e == 1:
		return "10"
	}
	return "10" + words.Raised(int(e))
}

// size writes a power of two, small ones as numbers.
func size(n int) string {
	if n < 1000 {
		return words.Num(n)
	}
	return words.Pow2(bits.Len(uint(n)) - 1)
}

// pairs draws by size how often a method is closer than serial, as close, and farther.
func pairs(t *summation.Stats, w int) string {
	var b strings.Builder
	for _, m := range t.Pairs {
		name := names.Row(&m.Row)
		var p svg.Pen
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
				p.Rect(x, y-tall, bar, tall, 0, part, "none")
				y -= tall
			}
			if each > 34 || i%2 == 0 {
				p.Text(x+bar/2, h+15, 12, svg.Middle, "var(--ink)", words.Num(int(100*than[0]/all))+" %")
				p.Text(x+bar/2, h+29, 12, svg.Middle, "var(--ink-2)", size(t.Sizes[i]))
			}
		}
		pic := p.Picture(name+" beside serial", w, h+36)
		b.WriteString(`<div><h3>` + words.Escape(name) + `</h3>` + pic.SVG() + `</div>`)
	}
	return b.String()
}

// table is the table beside the plot.
func table(t *summation.Stats, scale int) string {
	var b strings.Builder
	show := []int{}
	for i, n := range t.Sizes {
		if n == 16 || n == 1024 || n == 1<<16 || i == len(t.Sizes)-1 {
			show = append(show, i)
		}
	}
	b.WriteString(html.TableBox(vectorsTitle, func() string {
		var b strings.Builder
		b.WriteString(`<table class="sum-stats"><thead><tr><th scope="col" rowspan="2">method</th>`)
		for _, i := range show {
			b.WriteString(`<th scope="colgroup" colspan="2" class="n">n = ` + words.Thousands(t.Sizes[i]) + `</th>`)
		}
		b.WriteString(`<th scope="col" rowspan="2" class="n">slope</th></tr><tr>`)
		for range show {
			b.WriteString(`<th scope="col" class="n">mean</th><th scope="col" class="n">worst</th>`)
		}
		b.WriteString(`</tr></thead><tbody>`)
		for _, m := range t.Methods {
			hue, dash := line(m.Row.ID)
			b.WriteString(`<tr><th scope="row"><svg viewBox="0 0 14 10" width="14" height="10" aria-hidden="true"><path d="M0 6h14" stroke="` + hue + `" stroke-width="2" stroke-dasharray="` + dash + `"/></svg> ` + words.Escape(names.Row(&m.Row)) + `</th>`)
			for _, i := range show {
				if t.Vectors[i] == 0 {
					b.WriteString(`<td class="n num">…</td><td class="n num">…</td>`)
					continue
				}
				b.WriteString(`<td class="n num">` + number(m.Mean[scale][i]) + `</td><td class="n num">` + number(m.Worst[scale][i]) + `</td>`)
			}
			b.WriteString(`<td class="n num">` + slopeHTML(m.Slope[scale]) + `</td></tr>`)
		}
		b.WriteString(`</tbody></table>`)
		return b.String()
	}()))
	bad := uint64(0)
	for _, m := range t.Methods {
		bad += m.Bad
	}
	if bad > 0 {
		b.WriteString(`<p class="note">` + words.Thousands(bad) + ` results were no numbers, or too far away to be counted.</p>`)
	}
	return b.String()
}

func slopeHTML(s float64) string {
	text := slope(s)
	if text == "" {
		return "–"
	}
	return "<i>n</i><sup>" + text + "</sup>"
}

// number writes an error with two significant digits or more.
func number(e float64) string {
	switch {
	case math.IsNaN(e) || math.IsInf(e, 0):
		return "–"
	case e == 0:
		return "0"
	case e < 0.001 || e >= 1e6:
		return words.Minus(strconv.FormatFloat(e, 'e', 1, 64))
	case e < 10:
		return strconv.FormatFloat(e, 'f', 3, 64)
	}
	return strconv.FormatFloat(e, 'f', 1, 64)
}

// ask are the choices of the statistics.
func ask(v sum.State) string {
	var b strings.Builder
	b.WriteString(`<div class="sum-tools row">`)
	group := func(label, tap string, said []string, values []int, on int) {
		b.WriteString(`<span role="group" aria-label="` + label + `"><span class="dim">` + label + `</span> `)
		for i, w := range said {
			b.WriteString(`<button type="button" class="chip" data-tap="sum:` + tap + words.Num(values[i]) + `" aria-pressed="` + strconv.FormatBool(values[i] == on) + `">` + w + `</button>`)
		}
		b.WriteString(`</span> `)
	}
	group("vectors of each size", "v", []string{"100", "300", "1,000"}, []int{100, 300, 1000}, int(v.Stat.Vectors))
	group("from 16 to", "n", []string{"2¹²", "2¹⁶", "2²⁰"}, []int{12, 16, 20}, int(v.Stat.Top))
	group("error in", "x", scales[:], []int{0, 1}, int(v.Stat.Scale))
	b.WriteString(`</div>`)
	return b.String()
}

// figure is the plot with what stands beside it.
func figure(t *summation.Stats, job string, v sum.State, busy bool) string {
	var b strings.Builder
	b.WriteString(`<p class="sum-what-shown">` + told(t))
	if job == firstJob && v.Stat.Run.Job != job { // not what was started here
		b.WriteString(` ` + vectorsFirst)
	}
	if mine, _ := jobOf(v); mine != job && !busy {
		b.WriteString(` <b>` + vectorsOther + `</b>`)
	}
	b.WriteString(`</p>`)
	scale := int(v.Stat.Scale)
	b.WriteString(html.FigureCSV("sum-plot", plotTitle+", in "+scales[scale], html.WideNarrow(picture(t, scale, 720), picture(t, scale, 344)), plotCaption) + table(t, scale))
	b.WriteString(`<div class="sum-pairs"><h2>` + pairsTitle + `</h2><p class="note">` + pairsNote + `</p><div class="op-wide">` + pairs(t, 520) + `</div><div class="op-narrow">` + pairs(t, 344) + `</div><p class="note">` +
		vectorsHold + ` <a href="#/v1/sum?k=alternating&amp;n=4096">` + names.Kinds[3] + `</a>: ` + vectorsHoldWhy + `</p></div>`)
	return b.String()
}

// told says what was computed.
func told(t *summation.Stats) string {
	what := "Sums"
	if t.Input.Dot {
		what = "Dot products"
	}
	most := uint64(0)
	for _, n := range t.Vectors {
		most = max(most, n)
	}
	s := what + ` of ` + words.Thousands(most) + ` vectors of each size, ` + names.Kinds[t.Input.Kind]
	if t.Input.Kind == summation.Ill {
		s += `, condition number 10` + words.Raised(int(t.Input.Cond))
	}
	return s + `; ` + words.Escape(names.Arithmetic(summation.New(t.Input, nil))) + `.`
}

// csv is the errors of many vectors: a line for each method and size.
func csv(t *summation.Stats) string {
	var c names.CSV
	c.Line("id", "method", "elements", "vectors", "mean_ulp", "worst_ulp", "mean_u_sum_magnitudes", "worst_u_sum_magnitudes")
	for _, m := range t.Methods {
		for i, n := range t.Sizes {
			c.Line(m.Row.ID, names.Row(&m.Row), strconv.Itoa(n), strconv.FormatUint(t.Vectors[i], 10), names.CSVUlps(m.Mean[0][i], true), names.CSVUlps(m.Worst[0][i], true), names.CSVUlps(m.Mean[1][i], true), names.CSVUlps(m.Worst[1][i], true))
		}
	}
	return c.String()
}
