package devices

import (
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
)

// The measures of the timeline. Wide: the bands from left to right; narrow: the columns of a list.
const (
	w      = 1088
	axis   = 190
	rowA   = 268
	rowB   = 298
	tallW  = 358
	step   = 26 // height of a machine in the list
	letter = 8  // width of a letter in the names of families, at most
)

// bands are the left edges and widths of the bands, and where their first machine and the next ones stand.
var bands = [4]struct{ x, w, first, step int }{{0, 178, 42, 52}, {186, 142, 206, 0}, {336, 634, 356, 34}, {978, 110, 998, 35}}

// devLine is the timeline: bands, milestones, machines, and one row of circles for each of the targets A and B.
func devLine(t [2]string) svg.Picture {
	var p svg.Pen
	for i, band := range devBands {
		g := bands[i]
		ground(&p, g.x, 0, g.w, 318)
		p.Text(g.x+10, 22, 14, svg.Left, "var(--ink)", band.Title, "font-weight", "600")
		p.Digits(g.x+g.w-8, 22, 12, svg.Right, "var(--ink-2)", band.Section)
		for k, line := range band.Lines {
			p.Text(g.x+10, 42+16*k, 12, svg.Left, "var(--ink-2)", line)
		}
		p.Line(g.x+10, axis, g.x+g.w-10, axis, "var(--tick)", "1.5")
	}
	columns := columns()
	index, band := 0, -1
	from := 0
	right, low := 0, false // where the last name of a family ends, and whether it stands a line lower
	for i, c := range columns {
		if c.Band != band {
			band, index = c.Band, 0
		}
		x := bands[band].first + index*bands[band].step
		index++
		radius := "3"
		for _, m := range milestones {
			if m.Capability == c.ID {
				radius = "4.5"
				y := axis - 26 - 20*m.Level
				p.Line(x, y-9, x, axis-4, "var(--tick)", "1")
				p.Text(x+5, y, 12, svg.Left, "var(--ink)", m.Label)
			}
		}
		p.Dot(x, axis, radius, "var(--ink)")
		p.Digits(x, axis+22, 12, svg.Middle, "var(--ink)", c.Label)
		if i == 0 || c.Family != columns[i-1].Family {
			from = x
		}
		if c.Family != "" && (c.Family != columns[i+1].Family) {
			p.Path("M"+words.Num(from-12)+" "+words.Num(axis+30)+" v4 H"+words.Num(x+12)+" v-4", "var(--tick)", "1")
			name := devFamily(c.Family)
			half := letter * len(name) / 2
			low = !low && (from+x)/2-half < right
			y := axis + 46
			if low {
				y += 14
			} else {
				right = (from+x)/2 + half + letter
			}
			p.Text((from+x)/2, y, 12, svg.Middle, "var(--ink-2)", name)
		}
		circles(&p, t, c.ID, [2][2]int{{x, rowA}, {x, rowB}}, max(34, bands[band].step), 30)
	}
	p.Text(8, rowA+5, 14, svg.Left, "var(--ink)", "A", "font-weight", "600")
	p.Text(8, rowB+5, 14, svg.Left, "var(--ink)", "B", "font-weight", "600")
	return p.Picture(title(t), w, 318)
}

// list is the timeline for a phone: one machine under the other.
func list(t [2]string) svg.Picture {
	var p svg.Pen
	y, band, family := 0, -1, ""
	var ends [2]int
	for _, c := range columns() {
		if c.Band != band {
			band = c.Band
			words := devBands[band]
			lines := words.Lines
			if band == 2 {
				lines = []string{"binary32 and binary64 as IEEE 754 says: FMA,", "subnormal numbers, ÷ and √ correctly rounded", "unless a compiler flag says otherwise"}
			}
			n := 0
			for _, other := range columns() {
				if other.Band == band {
					n++
				}
			}
			height := 36 + 16*len(lines) + n*step + 4
			ground(&p, 0, y, tallW, height)
			p.Text(10, y+22, 14, svg.Left, "var(--ink)", words.Title, "font-weight", "600")
			p.Digits(tallW-8, y+22, 12, svg.Right, "var(--ink-2)", words.Section)
			for k, line := range lines {
				p.Text(10, y+40+16*k, 12, svg.Left, "var(--ink-2)", line)
			}
			y += 36 + 16*len(lines)
			p.Text(298, y-10, 12, svg.Middle, "var(--ink-2)", "A", "font-weight", "600")
			p.Text(334, y-10, 12, svg.Middle, "var(--ink-2)", "B", "font-weight", "600")
			if n > 1 {
				p.Line(56, y+13, 56, y+n*step-13, "var(--tick)", "1.5")
			}
			ends = [2]int{y, y + n*step}
		}
		mid := y + step/2
		p.Digits(46, mid+4, 12, svg.Right, "var(--ink)", c.Label)
		radius, label, fill := "3", "", "var(--ink-2)"
		if c.Family != family {
			family, label = c.Family, devFamily(c.Family)
		}
		for _, m := range milestones {
			if m.Capability == c.ID {
				radius, fill = "4.5", "var(--ink)"
				if label != "" {
					label += ": "
				}
				label += m.Label
			}
		}
		p.Dot(56, mid, radius, "var(--ink)")
		p.Text(68, mid+4, 12, svg.Left, fill, label)
		circles(&p, t, c.ID, [2][2]int{{298, mid}, {334, mid}}, 34, step)
		y += step
		if y == ends[1] {
			y += 12
		}
	}
	return p.Picture(title(t), tallW, y-8)
}

func ground(p *svg.Pen, x, y, w, h int) {
	p.Rect(x, y, w, h, 4, "var(--line)", "none", "fill-opacity", "0.28")
}

// circles draws the two circles of a machine, filled where it is chosen, each over a place to click.
func circles(p *svg.Pen, t [2]string, id string, at [2][2]int, w, h int) {
	for side, c := range at {
		p.Open("g", "data-tap", "dev.pick:"+words.Num(side)+id, "class", "dev-pick")
		p.Rect(c[0]-w/2, c[1]-h/2, w, h, 0, "transparent", "none")
		if base(t[side]) == id {
			p.Dot(c[0], c[1], "10", "var(--ink)")
			p.Text(c[0], c[1]+4, 12, svg.Middle, "var(--bg)", "AB"[side:side+1], "font-weight", "700")
		} else {
			p.Dot(c[0], c[1], "8", "var(--bg)", "stroke", "var(--tick)")
		}
		p.Close("g")
	}
}

// devFamily shortens a name that is longer than its place.
func devFamily(name string) string {
	if name == "Ada Lovelace" {
		return "Ada"
	}
	return name
}

func title(t [2]string) string {
	return "Compute capabilities and x86 units; A is " + t[0] + ", B is " + t[1]
}
