package growth

import (
	"math"
	"strconv"
	"strings"

	"ulplab/fpcore/summation"
	"ulplab/site/kit/html"
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

// scale places steps and errors, both on logarithmic axes.
type scale struct {
	x0, x1, y0, y1 int
	steps          float64 // log2 of the largest step, at least 1
	low, high      float64 // log10 of the errors
}

func (s scale) x(step int) int {
	return s.x0 + int(math.Round(float64(s.x1-s.x0)*math.Log2(float64(max(step, 1)))/s.steps))
}

func (s scale) y(e float64) int {
	t := s.low
	if e > 0 {
		t = math.Max(math.Log10(e), s.low)
	}
	return s.y1 - int(math.Round(float64(s.y1-s.y0)*(t-s.low)/(s.high-s.low)))
}

// plot draws how errors grow with the steps of the serial order, the pairwise one and the one looked at.
func plot(t *summation.Growth, w int) svg.Picture {
	var p svg.Pen
	s := scale{x0: 52, x1: w - 14, y0: 16, y1: 296, steps: 1, low: -1, high: 0}
	narrow := w < 500
	for _, l := range t.Lines {
		s.steps = math.Max(s.steps, math.Log2(float64(max(l.Steps, 2))))
		for _, q := range l.Points {
			if q.Worst > 0 {
				s.low, s.high = math.Min(s.low, math.Log10(q.Worst)), math.Max(s.high, math.Log10(q.Worst))
			}
		}
	}
	for _, b := range t.Bounds {
		if b.Worst > 0 && !math.IsInf(b.Worst, 0) {
			s.high = math.Max(s.high, math.Log10(b.Worst))
		}
	}
	s.low, s.high = math.Max(math.Floor(s.low), -4), math.Ceil(math.Max(s.high, 1))
	// The bounds: what rounding errors that are independent keep to is filled.
	if len(t.Bounds) > 0 {
		var area, worst strings.Builder
		for i, b := range t.Bounds {
			at := words.Num(s.x(b.Steps)) + " "
			if i == 0 {
				area.WriteString("M" + at + words.Num(s.y1))
				worst.WriteString("M")
			} else {
				worst.WriteString("L")
			}
			area.WriteString("L" + at + words.Num(s.y(math.Min(b.Likely, b.Worst))))
			worst.WriteString(at + words.Num(s.y(b.Worst)))
		}
		last := t.Bounds[len(t.Bounds)-1]
		p.Mark("path", "d", area.String()+"V"+words.Num(s.y1)+"z", "fill", "var(--x-tint)")
		p.Path(worst.String(), "var(--x)", "1.25", "stroke-dasharray", "2 3")
		x := s.x(last.Steps)
		p.Text(x, max(s.y(last.Worst)-6, s.y0+12), 12, svg.Right, "var(--x-ink)", "worst-case bound", "paint-order", "stroke", "stroke", "var(--bg)", "stroke-width", "4")
		if last.Likely < last.Worst {
			p.Text(x-2, s.y(last.Likely)+15, 12, svg.Right, "var(--x-ink)", "99 % probability")
		}
	}
	every := 1
	for (s.high-s.low)/float64(every) > 8 {
		every++
	}
	for e := int(s.low); e <= int(s.high); e += every {
		y := s.y(math.Pow(10, float64(e)))
		p.Line(s.x0, y, s.x1, y, "var(--line)", "1")
		label := "10^" + words.Minus(words.Num(e))
		switch e {
		case 0:
			label = "1"
		case 1:
			label = "10"
		case -1:
			label = "0.1"
		}
		p.Raised(s.x0-7, y+4, 12, svg.Right, "var(--ink-2)", label)
	}
	p.Text(s.x0+4, s.y0-4, 12, svg.Left, "var(--ink-2)", "ulp of the exact sum")
	each := 1
	for s.steps/float64(each) > float64(s.x1-s.x0)/46 {
		each++
	}
	for k := 0; k <= int(s.steps); k += each {
		x := s.x(1 << k)
		p.Line(x, s.y1, x, s.y1+5, "var(--tick)", "1")
		label := words.Num(1 << k)
		if k > 10 {
			label = "2^" + words.Num(k)
		}
		p.Raised(x, s.y1+20, 12, svg.Middle, "var(--ink-2)", label)
	}
	p.Line(s.x0, s.y1, s.x1, s.y1, "var(--tick)", "1")
	p.Text(s.x1, s.y1+38, 12, svg.Right, "var(--ink-2)", "depth: longest chain of dependent additions")
	half := s.y(0.5)
	p.Line(s.x0, half, s.x1, half, "var(--x)", "1")
	p.Text(s.x0+4, half-4, 12, svg.Left, "var(--x-ink)", "½ ulp", "paint-order", "stroke", "stroke", "var(--bg)", "stroke-width", "3")
	type label struct {
		x, y, look int
		name       string
	}
	var labels []label
	for i, l := range t.Lines {
		look := i
		if l.Row.ID == t.Of {
			look = 2
		}
		c := looks[look]
		var d strings.Builder
		for k, q := range l.Points {
			if k == 0 {
				d.WriteString("M")
			} else {
				d.WriteString("L")
			}
			d.WriteString(words.Num(s.x((q.From+q.To)/2)) + " " + words.Num(s.y(q.Worst)))
		}
		if c[3] != "" {
			p.Path(d.String(), c[0], c[2], "stroke-dasharray", c[3], "stroke-linejoin", "round")
		} else {
			p.Path(d.String(), c[0], c[2], "stroke-linejoin", "round")
		}
		if l.Steps <= 40 {
			for _, q := range l.Points {
				p.Dot(s.x(q.To), s.y(q.Worst), "2.5", c[0])
			}
		}
		x, y := s.x(l.Steps), s.y(math.Abs(l.Last))
		p.Dot(x, y, "4.5", c[0], "stroke", "var(--bg)", "stroke-width", "1.5")
		labels = append(labels, label{x, y, look, names.Row(l.Row)})
	}
	for i := range labels { // apart from each other
		for k := range i {
			if svg.Abs(labels[i].y-labels[k].y) < 15 && svg.Abs(labels[i].x-labels[k].x) < 200 {
				labels[i].y = labels[k].y + 16
				if labels[i].y > s.y1-8 {
					labels[i].y = labels[k].y - 16
				}
			}
		}
	}
	for _, l := range labels {
		name := l.name
		if narrow && len(name) > 26 {
			name, _, _ = strings.Cut(name, ",")
		}
		x, a := l.x+9, svg.Left
		if x+7*len([]rune(name)) > s.x1 {
			x, a = l.x-9, svg.Right
		}
		p.Text(x, l.y+4, 12, a, looks[l.look][1], name, "font-weight", "600", "paint-order", "stroke", "stroke", "var(--bg)", "stroke-width", "4")
	}
	return p.Picture(say(title, t), w, s.y1+46)
}

// both is the figure for wide and narrow pages.
func both(t *summation.Growth) string {
	caption := caption
	if len(t.Bounds) == 0 {
		caption += noBounds
	}
	return html.FigureCSV("sum-time", title, html.WideNarrow(plot(t, 720), plot(t, 344)), caption)
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

// say is the title of plot.
func say(title string, t *summation.Growth) string {
	for i, l := range t.Lines {
		title += map[bool]string{true: ": ", false: "; "}[i == 0] + names.WithError(names.Row(l.Row), l.Last) + " at depth " + words.GroupThousands(l.Steps)
	}
	if n := len(t.Bounds); n > 0 {
		title += "; worst-case bound " + names.Bound(t.Bounds[n-1].Worst) + " ulp at depth " + words.GroupThousands(t.Bounds[n-1].Steps)
	}
	return title
}
