package orders

import (
	"math"
	"slices"
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

// Answer is the exact sum as one line; "" while fields are not understood.
func Answer(m *sum.Model, unread []string) string {
	if m.Problem != "" || !m.Described() || len(unread) > 0 {
		return ""
	}
	return `exact, rounded once: <span class="num x">` + names.ValueHTML(m.F, m.Once) + `</span>`
}

// Said is the exact sum and how many results the plain orders have, in sentences; "" until all are computed.
func Said(m *sum.Model) string {
	if m.Problem != "" || !m.Described() || m.RowsDone < len(m.Rows) {
		return ""
	}
	s := words.Capital(words.Plain(Answer(m, nil))) + "."
	if t := tallyOf(m); m.Data.Finite && t.best != nil {
		s += " " + words.Num(t.plain) + " plain orders, " + names.Distinct(len(t.distinct)) + ", " + words.Num(t.correct) + " correctly rounded."
	}
	return s
}

// tally counts the orders.
type tally struct {
	best, worst                        *summation.Row
	distinct                           map[uint64]bool
	plain, correct, schemes, unclaimed int
}

func tallyOf(m *sum.Model) tally {
	t := tally{distinct: map[uint64]bool{}}
	for i := range m.Rows {
		r := &m.Rows[i]
		switch {
		case r.NotMeasured:
			t.unclaimed++
			continue
		case r.Kind == summation.Scheme:
			t.schemes++
			continue
		case !r.Done:
			continue
		}
		t.plain++
		t.distinct[r.Bits.Lo] = true
		if r.Bits == m.Once {
			t.correct++
		}
		if t.best == nil || r.Err() < t.best.Err() {
			t.best = r
		}
		if t.worst == nil || r.Err() > t.worst.Err() {
			t.worst = r
		}
	}
	return t
}

// hero is what there is to say before all details: the exact sum, and how far the orders are apart.
func hero(m *sum.Model) string {
	if m.Problem != "" {
		return `<p class="problem">` + words.Escape(m.Problem) + `</p>`
	}
	if !m.Described() {
		return `<p class="dim">Computing the exact sum…</p>`
	}
	var b strings.Builder
	what := "Sum"
	if m.In.Dot {
		what = "Dot product"
	}
	b.WriteString(`<p class="sum-exact"><span class="dim">` + what + ` of ` + words.Thousands(m.N) + ` elements, exact and rounded once</span><span class="sum-big num x">` + names.ValueHTML(m.F, m.Once) +
		`</span><span class="num">` + words.Code(m.F, m.Once) + ` ` + html.Copy(words.Code(m.F, m.Once), "the bits of the exact sum") + `</span></p>`)
	if m.Note != "" {
		b.WriteString(`<p class="note">` + words.Escape(m.Note) + `</p>`)
	}
	t := tallyOf(m)
	best, worst, schemes, unclaimed := t.best, t.worst, t.schemes, t.unclaimed
	b.WriteString(`<p class="sum-say">`)
	switch {
	case !m.Data.Finite:
		b.WriteString(`Infinities or NaNs are among the data: there are no errors to measure.`)
	case best == nil:
		b.WriteString(`Computing…`)
	default:
		b.WriteString(`<b>` + words.Num(t.plain) + ` plain orders, ` + names.Distinct(len(t.distinct)) + `.</b> ` + words.Num(t.correct) + ` correctly rounded. `)
		if len(t.distinct) > 1 {
			b.WriteString(`Best: ` + words.Escape(names.Row(best)) + `, ` + ulp(best) + `. Worst: ` + words.Escape(names.Row(worst)) + `, ` + ulp(worst) + `. `)
		}
		b.WriteString(html.Term("condition", "Condition number") + ` ` + words.Escape(words.Minus(condition(m))) + `.`)
		if schemes+unclaimed > 0 {
			b.WriteString(` The table has ` + words.Num(len(m.Rows)) + ` rows: ` + words.Num(schemes) + ` more are compensated or exact`)
			if unclaimed > 0 {
				b.WriteString(`, ` + words.Num(unclaimed) + ` of libraries not verified for this n`)
			}
			b.WriteString(`.`)
		}
	}
	b.WriteString(`</p>`)
	if m.RowsDone < len(m.Rows) {
		b.WriteString(`<p class="dim" data-passing="">` + words.Num(m.RowsDone) + ` of ` + words.Num(len(m.Rows)) + ` orders computed</p>`)
	}
	return b.String()
}

func ulp(r *summation.Row) string {
	return `<span class="num">` + names.Ulps(r.Ulps, r.OK) + ` ulp</span>`
}

// tableOf is the table of orders.
func tableOf(m *sum.Model, sorted bool, order string) string {
	if m.Problem != "" {
		return ""
	}
	var b strings.Builder
	tab := func(n, label string, on bool) string {
		return `<button type="button" class="chip" data-tap="sum:l` + n + `" aria-pressed="` + strconv.FormatBool(on) + `">` + label + `</button>`
	}
	b.WriteString(`<div class="sum-tools row"><span class="dim">sorted by</span>` + tab("0", "error", sorted) + tab("1", "catalogue", !sorted) + `</div>`)
	b.WriteString(`<div class="tablebox"><table class="sum-table" aria-label="` + tableTitle + `"><thead><tr><th scope="col">order</th><th scope="col" class="n">error, ` + html.Term("ulp", "") +
		`</th><th scope="col">result</th><th scope="col">bits</th><th scope="col" class="n">worst-case bound, ulp</th><th scope="col" class="n">probabilistic bound (99 %), ulp</th><th scope="col" class="n">depth</th></tr></thead><tbody>`)
	for _, r := range m.Ordered(sorted) {
		class, on := "", r.ID == order
		if on {
			class = ` class="here"`
		}
		b.WriteString(`<tr` + class + `><th scope="row"><button type="button" class="plain" data-tap="sum:o` + r.ID + `" aria-pressed="` + strconv.FormatBool(on) + `">` + words.Escape(names.Row(r)) + `</button>`)
		if on {
			b.WriteString(`<span class="sum-what">` + words.Escape(names.What(m.Sums, r)) + `</span>`)
		}
		b.WriteString(`</th>`)
		switch {
		case r.NotMeasured:
			b.WriteString(`<td colspan="6" class="dim">not verified for n = ` + words.Thousands(m.N) + `</td>`)
		case !r.Done:
			b.WriteString(`<td colspan="6" class="dim">…</td>`)
		default:
			ok := ""
			if r.Bits == m.Once && r.OK {
				ok = ` <span class="e" title="correctly rounded">✓<span class="quiet"> correctly rounded</span></span>`
			}
			depth := "–"
			if r.Height > 0 {
				depth = words.Thousands(r.Height)
			}
			first := ""
			if r.First {
				first = "≈ "
			}
			b.WriteString(`<td class="n num">` + names.Ulps(r.Ulps, r.OK) + ok + `</td><td class="num">` + words.Escape(words.Minus(names.Value(m.F, r.Bits))) + `</td><td class="num">` + names.Bits(m.Sums, r.Bits) +
				`</td><td class="n num">` + first + names.Bound(r.Worst) + `</td><td class="n num">` + likely(r) + `</td><td class="n num">` + depth + `</td>`)
		}
		b.WriteString(`</tr>`)
	}
	b.WriteString(`</tbody></table></div><p class="note">` + tableNote)
	if m.DefaultArithmetic() {
		b.WriteString(` ` + tableOwn)
	}
	b.WriteString(`</p>`)
	if m.Few {
		b.WriteString(`<p class="note">At this size only a few orders are computed.</p>`)
	}
	if m.In.Double {
		b.WriteString(`<p class="note">The orders of libraries were measured for binary32 and are left out.</p>`)
	} else if slices.ContainsFunc(m.Rows, func(r summation.Row) bool { return r.Kind == summation.Library }) {
		b.WriteString(`<p class="note">Libraries: trees found by masking and sums compared, on the versions and machine and at as many sizes as a press on the name shows (kind: measured); at the sizes between them the same rule is taken to hold (kind: inferred).</p>`)
	}
	return b.String()
}

// hues are the colours of the lanes; each lane has a place of its own besides.
var hues = [summation.RowKinds]string{"var(--ink)", "var(--t)", "var(--g)", "var(--e)", "var(--x)"}

// ticks are the errors on the axis of a span: at most most on either side.
func ticks(span float64, most int) []float64 {
	var list []float64
	top := math.Exp2(span) - 1
	step := 2.0
	if top > 40 {
		step = 10
	}
	if top > 1e6 {
		step = 1000
	}
	for v := 1.0; v <= top; v *= step {
		list = append(list, v)
	}
	for len(list) > most {
		var half []float64
		for i := (len(list) - 1) % 2; i < len(list); i += 2 {
			half = append(half, list[i])
		}
		list = half
	}
	return list
}

func tick(v float64) string {
	switch {
	case v < 10000:
		return words.Thousands(int(v))
	}
	return "10^" + words.Num(int(math.Round(math.Log10(v))))
}

// axis draws the axis at y with lines up to top.
func axis(p *svg.Pen, s plot.Scale, span float64, top, y int) {
	zero := s.Map(0)
	half := s.Map(0.5) - zero
	p.Rect(zero-half, top, 2*half, y-top, 0, "var(--x-tint)", "none")
	p.Line(zero, top, zero, y+5, "var(--x)", "1.5")
	p.Text(zero, y+20, 12, svg.Middle, "var(--x-ink)", "exact")
	most := 5
	if s.To-s.From < 500 {
		most = 3
	}
	for _, v := range ticks(span, most) {
		for _, e := range [2]float64{v, -v} {
			x := s.Map(e)
			if svg.Abs(x-zero) < 34 {
				continue
			}
			p.Line(x, top, x, y+5, "var(--line)", "1")
			label := "+" + tick(v)
			if e < 0 {
				label = "−" + tick(v)
			}
			p.Raised(x, y+20, 12, svg.Middle, "var(--ink-2)", label)
		}
	}
	p.Line(s.From, y, s.To, y, "var(--tick)", "1")
}

// strip draws the errors of all orders on one axis, a lane for each kind.
func strip(m *sum.Model, order string, w int) svg.Picture {
	var p svg.Pen
	span := 1.0
	for i := range m.Rows {
		if r := &m.Rows[i]; r.Done && r.OK && !r.NotMeasured {
			span = math.Max(span, math.Abs(plot.SignedLog(r.Ulps))*1.06)
		}
	}
	s := plot.Signed(span, 12, w-12)
	type spot struct {
		r    *summation.Row
		x, k int
	}
	var lanes [summation.RowKinds][]spot
	var high [summation.RowKinds]int
	for i := range m.Rows {
		r := &m.Rows[i]
		if !r.Done || !r.OK || r.NotMeasured {
			continue
		}
		at := spot{r, s.Map(r.Ulps), 0}
		for free := false; !free; {
			free = true
			for _, o := range lanes[r.Kind] {
				if o.k == at.k && svg.Abs(o.x-at.x) < 11 {
					free = false
				}
			}
			if !free {
				at.k++
			}
		}
		lanes[r.Kind] = append(lanes[r.Kind], at)
		high[r.Kind] = max(high[r.Kind], at.k)
	}
	const top = 26
	y := top
	var base [summation.RowKinds]int
	for k := range lanes {
		if len(lanes[k]) > 0 {
			y += 30 + 11*high[k] + 4
			base[k] = y - 8
		}
	}
	bottom := y + 4
	axis(&p, s, span, top, bottom)
	for k, lane := range lanes {
		if len(lane) == 0 {
			continue
		}
		p.Text(0, base[k]-11*high[k]-12, 12, svg.Left, "var(--ink-2)", laneNames[k], "paint-order", "stroke", "stroke", "var(--bg)", "stroke-width", "4")
		for _, o := range lane {
			p.Open("g", "data-tap", "sum:o"+o.r.ID, "class", "sum-mark")
			p.Open("title")
			p.B.WriteString(words.Escape(names.Row(o.r) + ": " + names.Ulps(o.r.Ulps, true) + " ulp"))
			p.Close("title")
			cy := base[k] - 11*o.k
			if o.r.ID == order {
				p.Dot(o.x, cy, "8", "none", "stroke", "var(--ink)", "stroke-width", "1.5")
			}
			p.Dot(o.x, cy, "4.5", hues[k], "stroke", "var(--bg)", "stroke-width", "1")
			p.Close("g")
		}
	}
	if r := m.Row(order); r != nil && r.Done && r.OK && !r.NotMeasured {
		x := s.Map(r.Ulps)
		p.Line(x, top-6, x, bottom, "var(--ink)", "1", "stroke-dasharray", "2 3")
		a := svg.Middle
		label := names.Row(r) + ": " + names.Ulps(r.Ulps, true) + " ulp"
		half := len(label) * 4 // about half its width
		if x < half {
			a, x = svg.Left, 0
		} else if x > w-half {
			a, x = svg.Right, w
		}
		p.Text(x, 14, 13, a, "var(--ink)", label, "font-weight", "600")
	}
	return p.Picture(say(m), w, bottom+28)
}

// stripBoth is the figure of errors for wide and narrow pages.
func stripBoth(m *sum.Model, order string) string {
	if m.Problem != "" || m.RowsDone == 0 || !m.Data.Finite {
		return ""
	}
	return html.FigureCSV("sum-strip", stripTitle, html.WideNarrow(strip(m, order, 720), strip(m, order, 344)), stripCaption)
}

// values lists the elements when they are few.
func values(m *sum.Model) string {
	if m.Problem != "" || m.N > 16 || !m.Described() {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<p class="sum-values"><span class="dim">elements</span>`)
	a, c := m.Elements()
	for i := range a {
		b.WriteString(` <span class="num">` + words.Escape(words.Minus(names.Value(m.F, a[i]))))
		if c != nil {
			b.WriteString(`·` + words.Escape(words.Minus(names.Value(m.F, c[i]))))
		}
		b.WriteString(`</span>`)
	}
	b.WriteString(`</p>`)
	return b.String()
}

// likely writes the probable bound where it says more than the other one.
func likely(r *summation.Row) string {
	if !(r.Likely < r.Worst) {
		return "–"
	}
	return names.Bound(r.Likely)
}

// csv is the table of orders.
func csv(m *sum.Model) string {
	var t names.CSV
	t.Line("id", "order", "result", "bits", "error_ulp", "bound_ulp", "likely_bound_ulp", "steps", "correctly_rounded")
	for i := range m.Rows {
		r := &m.Rows[i]
		if !r.Done || r.NotMeasured {
			continue
		}
		steps := ""
		if r.Height > 0 {
			steps = strconv.Itoa(r.Height)
		}
		t.Line(r.ID, names.Row(r), names.Decimal(m.F, r.Bits), text.Bits(m.F, r.Bits), names.CSVUlps(r.Ulps, r.OK), names.CSVUlps(r.Worst, true), names.CSVUlps(r.Likely, true), steps, strconv.FormatBool(r.Bits == m.Once))
	}
	return t.String()
}

// say is the title of strip.
func say(m *sum.Model) string {
	var best, worst *summation.Row
	n := 0
	for i := range m.Rows {
		r := &m.Rows[i]
		if !r.Done || !r.OK || r.NotMeasured {
			continue
		}
		if n++; best == nil || r.Err() < best.Err() {
			best = r
		}
		if worst == nil || r.Err() > worst.Err() {
			worst = r
		}
	}
	s := "Errors of " + words.Num(n) + " orders in ulp"
	if n > 0 {
		s += ": least " + names.WithError(names.Row(best), best.Ulps) + ", largest " + names.WithError(names.Row(worst), worst.Ulps) + "; the table below has each"
	}
	return s
}

// times says how long the work on many elements took.
func times(m *sum.Model) string {
	if m.N < 1<<16 || m.Clock == nil || !m.Described() || m.RowsDone < len(m.Rows) {
		return ""
	}
	s := `<p class="dim sum-times">Computed in this page, value and exact error: exact sum ` + millis(m.Exact)
	for _, id := range [...]string{"serial", "blocked", "halving"} {
		if r := m.Row(id); r != nil && r.Done {
			s += `, ` + words.Escape(names.Row(r)) + ` ` + millis(r.Millis)
		}
	}
	return s + `.</p>`
}

func millis(t float64) string {
	return `<span class="num">` + strconv.FormatFloat(t, 'f', 1, 64) + ` ms</span>`
}

// condition writes the condition number.
func condition(m *sum.Model) string {
	c := m.Data.Condition()
	if c < 1000 {
		return strconv.FormatFloat(c, 'g', 3, 64)
	}
	return names.Bound(c)
}

// laneNames are the words of summation.RowKind.
var laneNames = [...]string{"loops", "trees and blocks", "random arrival", "libraries, as measured", "compensated and exact"}
