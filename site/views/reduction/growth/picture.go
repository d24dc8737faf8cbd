package growth

import (
	"math"
	"strconv"
	"strings"

	"ulplab/fpcore/summation"
	"ulplab/site/kit/html"
	"ulplab/site/kit/plot"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
	"ulplab/site/views/reduction/names"
)

// looks are stroke, text colour, width and dashes of the serial order, the pairwise one and the one looked at.
var looks = [3][4]string{
	{"var(--ink-2)", "var(--ink-2)", "1.5", ""},
	{"var(--t)", "var(--t-ink)", "1.75", "6 3"},
	{"var(--g)", "var(--g-ink)", "2.5", ""},
}

// picture draws how errors grow with the steps of the serial order, the pairwise one and the one looked at.
func picture(t *summation.Growth, w int) svg.Picture {
	var p svg.Pen
	const left, top, bottom = 52, 16, 296
	right, narrow := w-14, w < 500
	deepest, least, most := 2, 0.1, 10.0
	for _, l := range t.Lines {
		deepest = max(deepest, l.Steps)
		for _, q := range l.Points {
			if q.Worst > 0 {
				least, most = math.Min(least, q.Worst), math.Max(most, q.Worst)
			}
		}
	}
	for _, b := range t.Bounds {
		if b.Worst > 0 && !math.IsInf(b.Worst, 0) {
			most = math.Max(most, b.Worst)
		}
	}
	y := plot.Log(math.Max(decade(least, math.Floor), 1e-4), decade(most, math.Ceil), bottom, top)
	x := plot.Log(1, float64(deepest), left, right)
	at := func(step int, e float64) (int, int) { return x.Map(float64(max(step, 1))), y.Map(e) }
	// The bounds: what rounding errors that are independent keep to is filled.
	if len(t.Bounds) > 0 {
		var area, worst plot.Curve
		area.To(x.Map(float64(max(t.Bounds[0].Steps, 1))), bottom)
		for _, b := range t.Bounds {
			area.To(at(b.Steps, math.Min(b.Likely, b.Worst)))
			worst.To(at(b.Steps, b.Worst))
		}
		last := t.Bounds[len(t.Bounds)-1]
		p.Mark("path", "d", area.String()+"V"+words.Num(bottom)+"z", "fill", "var(--x-tint)")
		p.Path(worst.String(), "var(--x)", "1.25", "stroke-dasharray", "2 3")
		end, high := at(last.Steps, last.Worst)
		p.Text(end, max(high-6, top+12), 12, svg.Right, "var(--x-ink)", "worst-case bound", plot.Halo("4")...)
		if last.Likely < last.Worst {
			p.Text(end-2, y.Map(last.Likely)+15, 12, svg.Right, "var(--x-ink)", "99 % probability")
		}
	}
	plot.Rows(&p, y.Powers(10, 8), left, right, func(t plot.Tick) string { return plot.PowerLabel("10", t.Power) })
	p.Text(left+4, top-4, 12, svg.Left, "var(--ink-2)", "ulp of the exact sum")
	plot.Columns(&p, x.Powers(2, (right-left)/46), bottom, func(t plot.Tick) string {
		if t.Power > 10 {
			return plot.PowerLabel("2", t.Power)
		}
		return words.Num(1 << t.Power)
	})
	p.Line(left, bottom, right, bottom, "var(--tick)", "1")
	p.Text(right, bottom+38, 12, svg.Right, "var(--ink-2)", "depth: longest chain of dependent additions")
	half := y.Map(0.5)
	p.Line(left, half, right, half, "var(--x)", "1")
	p.Text(left+4, half-4, 12, svg.Left, "var(--x-ink)", "½ ulp", plot.Halo("3")...)
	type label struct {
		plot.Label
		anchor svg.Anchor
		look   int
		name   string
	}
	var labels []*label
	var places []*plot.Label
	for i, l := range t.Lines {
		look := i
		if l.Row.ID == t.Of {
			look = 2
		}
		c := looks[look]
		var d plot.Curve
		for _, q := range l.Points {
			d.To(at((q.From+q.To)/2, q.Worst))
		}
		if c[3] != "" {
			p.Path(d.String(), c[0], c[2], "stroke-dasharray", c[3], "stroke-linejoin", "round")
		} else {
			p.Path(d.String(), c[0], c[2], "stroke-linejoin", "round")
		}
		if l.Steps <= 40 {
			for _, q := range l.Points {
				cx, cy := at(q.To, q.Worst)
				p.Dot(cx, cy, "2.5", c[0])
			}
		}
		cx, cy := at(l.Steps, math.Abs(l.Last))
		p.Dot(cx, cy, "4.5", c[0], "stroke", "var(--bg)", "stroke-width", "1.5")
		name := names.Row(l.Row)
		if narrow && len(name) > 26 {
			name, _, _ = strings.Cut(name, ",")
		}
		v := &label{plot.Label{X: cx + 9, Y: cy, W: 7 * len([]rune(name))}, svg.Left, look, name}
		if v.X-2+v.W > right {
			v.X, v.anchor = cx-9-v.W, svg.Right
		}
		labels, places = append(labels, v), append(places, &v.Label)
	}
	plot.Apart(places, 15, bottom-8)
	for _, l := range labels {
		x := l.X
		if l.anchor == svg.Right {
			x += l.W
		}
		p.Text(x, l.Y+4, 12, l.anchor, looks[l.look][1], l.name, append(plot.Halo("4"), "font-weight", "600")...)
	}
	return p.Picture(say(title, t), w, bottom+46)
}

// decade returns the power of ten below or above a positive number.
func decade(v float64, to func(float64) float64) float64 { return math.Pow(10, to(math.Log10(v))) }

// both is the figure for wide and narrow pages.
func both(t *summation.Growth) string {
	caption := caption
	if len(t.Bounds) == 0 {
		caption += noBounds
	}
	return html.FigureCSV("sum-time", title, html.WideNarrow(picture(t, 720), picture(t, 344)), caption)
}

// growthCSV is the errors while orders run: a line for each point of the plot.
func growthCSV(t *summation.Growth) string {
	var c names.CSV
	c.Line("id", "order", "from_step", "to_step", "sums", "worst_error_ulp")
	for _, l := range t.Lines {
		for _, p := range l.Points {
			c.Line(l.Row.ID, names.Row(l.Row), strconv.Itoa(p.From), strconv.Itoa(p.To), strconv.Itoa(p.Sums), names.CSVUlps(p.Worst, true))
		}
	}
	return c.String()
}

// say is the title of the picture.
func say(title string, t *summation.Growth) string {
	for i, l := range t.Lines {
		title += map[bool]string{true: ": ", false: "; "}[i == 0] + names.WithError(names.Row(l.Row), l.Last) + " at depth " + words.Thousands(l.Steps)
	}
	if n := len(t.Bounds); n > 0 {
		title += "; worst-case bound " + names.Bound(t.Bounds[n-1].Worst) + " ulp at depth " + words.Thousands(t.Bounds[n-1].Steps)
	}
	return title
}
