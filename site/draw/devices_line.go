//go:build !opening

package draw

import (
	"ulplab/site/model"
	"ulplab/site/prose"
)

// The measures of the timeline. Wide: the bands from left to right; narrow: the columns of a list.
const (
	devW     = 1088
	devAxis  = 190
	devRowA  = 268
	devRowB  = 298
	devTallW = 358
	devStep  = 26 // height of a machine in the list
)

// devBands are the left edges and widths of the bands, and where their first machine and the next ones stand.
var devBands = [4]struct{ x, w, first, step int }{{0, 178, 42, 52}, {186, 142, 206, 0}, {336, 634, 356, 34}, {978, 110, 998, 35}}

// DevLine is the timeline: bands, milestones, machines, and one row of circles for each of the targets A and B.
func DevLine(t [2]string) Picture {
	var p pen
	for i, band := range prose.DevBands {
		g := devBands[i]
		devGround(&p, g.x, 0, g.w, 318)
		p.text(g.x+10, 22, 14, left, "var(--ink)", band.Title, "font-weight", "600")
		p.digits(g.x+g.w-8, 22, 12, right, "var(--ink-2)", band.Section)
		for k, line := range band.Lines {
			p.text(g.x+10, 42+16*k, 12, left, "var(--ink-2)", line)
		}
		p.line(g.x+10, devAxis, g.x+g.w-10, devAxis, "var(--tick)", "1.5")
	}
	columns := model.DevColumns()
	index, band := 0, -1
	from := 0
	for i, c := range columns {
		if c.Band != band {
			band, index = c.Band, 0
		}
		x := devBands[band].first + index*devBands[band].step
		index++
		radius := "3"
		for _, m := range prose.DevMilestones {
			if m.Capability == c.ID {
				radius = "4.5"
				y := devAxis - 26 - 20*m.Level
				p.line(x, y-9, x, devAxis-4, "var(--tick)", "1")
				p.text(x+5, y, 12, left, "var(--ink)", m.Label)
			}
		}
		p.dot(x, devAxis, radius, "var(--ink)")
		p.digits(x, devAxis+22, 12, middle, "var(--ink)", c.Label)
		if i == 0 || c.Family != columns[i-1].Family {
			from = x
		}
		if c.Family != "" && (c.Family != columns[i+1].Family) {
			p.path("M"+num(from-12)+" "+num(devAxis+30)+" v4 H"+num(x+12)+" v-4", "var(--tick)", "1")
			p.text((from+x)/2, devAxis+49, 12, middle, "var(--ink-2)", devFamily(c.Family))
		}
		devCircles(&p, t, c.ID, [2][2]int{{x, devRowA}, {x, devRowB}}, max(34, devBands[band].step), 30)
	}
	p.text(8, devRowA+5, 14, left, "var(--ink)", "A", "font-weight", "600")
	p.text(8, devRowB+5, 14, left, "var(--ink)", "B", "font-weight", "600")
	return p.picture(devTitle(t), devW, 318)
}

// DevList is the timeline for a phone: one machine under the other.
func DevList(t [2]string) Picture {
	var p pen
	y, band, family := 0, -1, ""
	var ends [2]int
	for _, c := range model.DevColumns() {
		if c.Band != band {
			band = c.Band
			words := prose.DevBands[band]
			lines := words.Lines
			if band == 2 {
				lines = []string{"binary32 and binary64 as IEEE 754 says: FMA,", "subnormal numbers, ÷ and √ correctly rounded", "unless a compiler flag says otherwise"}
			}
			n := 0
			for _, other := range model.DevColumns() {
				if other.Band == band {
					n++
				}
			}
			height := 36 + 16*len(lines) + n*devStep + 4
			devGround(&p, 0, y, devTallW, height)
			p.text(10, y+22, 14, left, "var(--ink)", words.Title, "font-weight", "600")
			p.digits(devTallW-8, y+22, 12, right, "var(--ink-2)", words.Section)
			for k, line := range lines {
				p.text(10, y+40+16*k, 12, left, "var(--ink-2)", line)
			}
			y += 36 + 16*len(lines)
			p.text(298, y-10, 12, middle, "var(--ink-2)", "A", "font-weight", "600")
			p.text(334, y-10, 12, middle, "var(--ink-2)", "B", "font-weight", "600")
			if n > 1 {
				p.line(56, y+13, 56, y+n*devStep-13, "var(--tick)", "1.5")
			}
			ends = [2]int{y, y + n*devStep}
		}
		mid := y + devStep/2
		p.digits(46, mid+4, 12, right, "var(--ink)", c.Label)
		radius, label, fill := "3", "", "var(--ink-2)"
		if c.Family != family {
			family, label = c.Family, devFamily(c.Family)
		}
		for _, m := range prose.DevMilestones {
			if m.Capability == c.ID {
				radius, fill = "4.5", "var(--ink)"
				if label != "" {
					label += ": "
				}
				label += m.Label
			}
		}
		p.dot(56, mid, radius, "var(--ink)")
		p.text(68, mid+4, 12, left, fill, label)
		devCircles(&p, t, c.ID, [2][2]int{{298, mid}, {334, mid}}, 34, devStep)
		y += devStep
		if y == ends[1] {
			y += 12
		}
	}
	return p.picture(devTitle(t), devTallW, y-8)
}

func devGround(p *pen, x, y, w, h int) {
	p.rect(x, y, w, h, 4, "var(--line)", "none", "fill-opacity", "0.28")
}

// devCircles draws the two circles of a machine, filled where it is chosen, each over a place to click.
func devCircles(p *pen, t [2]string, id string, at [2][2]int, w, h int) {
	for side, c := range at {
		p.open("g", "data-tap", "dev.pick:"+num(side)+id, "class", "dev-pick")
		p.rect(c[0]-w/2, c[1]-h/2, w, h, 0, "transparent", "none")
		if model.DevBase(t[side]) == id {
			p.dot(c[0], c[1], "10", "var(--ink)")
			p.text(c[0], c[1]+4, 12, middle, "var(--bg)", "AB"[side:side+1], "font-weight", "700")
		} else {
			p.dot(c[0], c[1], "8", "var(--bg)", "stroke", "var(--tick)")
		}
		p.close("g")
	}
}

// devFamily shortens a name that is longer than its place.
func devFamily(name string) string {
	if name == "Ada Lovelace" {
		return "Ada"
	}
	return name
}

func devTitle(t [2]string) string {
	return "Compute capabilities and x86 units; A is " + t[0] + ", B is " + t[1]
}
