package functions

import (
	"strings"

	"ulplab/site/kit/html"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
)

// lines are the strokes of the three modes: they differ in dashes as in colour.
var lines = [...]struct{ stroke, ink, width, dash string }{
	{"var(--t)", "var(--t-ink)", "1.75", ""},
	{"var(--g)", "var(--g-ink)", "1.75", "6 4"},
	{"var(--s)", "var(--s-ink)", "1.75", "1.5 3"},
}

// The measures of the profile.
const (
	profTop  = 16
	profH    = 240
	profLeft = 48
)

// profScale places cells and errors.
type profScale struct {
	p *FnProfile
	w int
}

// x10 returns ten times the place of the left edge of a cell. Negative arguments run from −inf at the left to −0 in the
// middle; a function of positive ones has the whole width.
func (s profScale) x10(cell int) int {
	room := (s.w - profLeft - 8) * 10
	e := cell & 255
	if !s.p.Both {
		return profLeft*10 + room*e/256
	}
	if cell >= 256 {
		return profLeft*10 + room/2*(255-e)/256
	}
	return profLeft*10 + room/2 + room/2*e/256
}

func (s profScale) cellW10() int {
	if s.p.Both {
		return (s.w - profLeft - 8) * 10 / 512
	}
	return (s.w - profLeft - 8) * 10 / 256
}

func (s profScale) y(log int) int {
	low, high := s.p.Low*1000, s.p.High*1000
	return profTop + profH - profH*(min(max(log, low), high)-low)/(high-low)
}

func tenth(n int) string { return words.Num(n/10) + "." + words.Num(n%10) }

// fnProfile draws the profile.
func fnProfile(m *FnProfile, w int) svg.Picture {
	var p svg.Pen
	s := profScale{m, w}
	step := 1
	if m.High-m.Low > 9 {
		step = 3
	}
	for e := m.Low; e <= m.High; e++ {
		if e%step != 0 {
			continue
		}
		p.Line(profLeft, s.y(e*1000), w-8, s.y(e*1000), "var(--line)", "1")
		label := "10^" + words.Minus(words.Num(e))
		if e == 0 {
			label = "1"
		}
		p.Raised(profLeft-8, s.y(e*1000)+4, 12, svg.Right, "var(--ink-2)", label)
	}
	p.Text(profLeft+4, profTop-4, 12, svg.Left, "var(--ink-2)", "ulp")
	half := s.y(-301)
	p.Line(profLeft, half, w-8, half, "var(--x)", "1", "stroke-dasharray", "2 3")
	p.Text(w-8, half+13, 12, svg.Right, "var(--x-ink)", "½ ulp: correctly rounded")
	for _, e := range []int{-120, -60, 0, 60, 120} {
		for sign := range 2 {
			if sign == 1 && (!m.Both || e == -120) || w < 500 && e != -120 && e != 0 && e != 120 {
				continue
			}
			x := (s.x10(sign*256+e+127) + s.cellW10()/2) / 10
			p.Line(x, profTop+profH, x, profTop+profH+5, "var(--tick)", "1")
			label := "2^" + words.Minus(words.Num(e))
			if sign == 1 {
				label = "−2^" + words.Minus(words.Num(e))
			}
			p.Raised(x, profTop+profH+20, 12, svg.Middle, "var(--ink-2)", label)
		}
	}
	if m.Both {
		x := s.x10(0) / 10
		p.Line(x, profTop, x, profTop+profH+5, "var(--tick)", "1")
		p.Text(x, profTop+profH+36, 12, svg.Middle, "var(--ink-2)", "0")
	}
	for mode := range m.Modes {
		if mode != m.Mode {
			profilePath(&p, s, m.Modes[mode], mode)
		}
	}
	profilePath(&p, s, m.Modes[m.Mode], m.Mode)
	if m.Sweep != nil {
		p.B.WriteString(rings(m, w))
	}
	return p.Picture("Maximum error of "+m.Name+" by the exponent of the argument", w, profTop+profH+42)
}

// profilePath draws one mode as a stair, interrupted where nothing is wrong.
func profilePath(p *svg.Pen, s profScale, v *Profile, mode int) {
	var d strings.Builder
	pieces := [][2]int{{0, 256}}
	if s.p.Both {
		pieces = [][2]int{{256, 512}, {0, 256}}
	}
	for _, piece := range pieces {
		on, last := false, 0
		for k := piece[0]; k < piece[1]; k++ {
			i := k
			if piece[0] == 256 { // from −inf to −0
				i = 256 + 511 - k
			}
			log, ok := v[i].Log()
			if !ok || log < s.p.Low*1000 {
				on = false
				continue
			}
			x, y := tenth(s.x10(i)), s.y(log)
			switch {
			case !on:
				d.WriteString("M" + x + " " + words.Num(y))
			case y != last:
				d.WriteString("V" + words.Num(y))
			}
			d.WriteString("H" + tenth(s.x10(i)+s.cellW10()+1))
			on, last = true, y
		}
	}
	if d.Len() == 0 {
		return
	}
	l := lines[mode]
	more := []string{}
	if l.dash != "" {
		more = []string{"stroke-dasharray", l.dash}
	}
	p.Path(d.String(), l.stroke, l.width, more...)
}

// fnCells are invisible marks over the profile, one a cell, that take pointer and finger.
func fnCells(m *FnProfile, w int) string {
	s := profScale{m, w}
	var b strings.Builder
	b.WriteString(`<svg class="fn-cells" viewBox="0 0 ` + words.Num(w) + ` ` + words.Num(profTop+profH+42) + `" aria-hidden="true">`)
	last := 511
	if !m.Both {
		last = 255
	}
	width := tenth(s.cellW10() + 2)
	for i := 0; i <= last; i++ {
		b.WriteString(`<rect x="` + tenth(s.x10(i)) + `" y="16" width="` + width + `" height="240" data-bit="` + words.Num(i) + `"/>`)
	}
	b.WriteString(`</svg>`)
	return b.String()
}

// cursor marks the cell looked at.
func cursor(m *FnProfile, w int) string {
	s := profScale{m, w}
	if !m.Both && m.Cell >= 256 {
		return ""
	}
	x := tenth(s.x10(m.Cell) + s.cellW10()/2)
	var p svg.Pen
	p.Mark("line", "x1", x, "x2", x, "y1", words.Num(profTop), "y2", words.Num(profTop+profH), "stroke", "var(--ink)", "stroke-width", "1")
	if log, ok := m.Modes[m.Mode][m.Cell].Log(); ok && log >= m.Low*1000 {
		p.Mark("circle", "cx", x, "cy", words.Num(s.y(log)), "r", "4.5", "fill", lines[m.Mode].stroke, "stroke", "var(--bg)", "stroke-width", "1.5")
	}
	return `<svg class="fn-cursor" viewBox="0 0 ` + words.Num(w) + ` ` + words.Num(profTop+profH+42) + `" aria-hidden="true">` + p.B.String() + `</svg>`
}

// reading says the values of the cell looked at.
func reading(m *FnProfile) string {
	s := `<span class="num">` + html.Powers(cellRange(m.Cell)) + `</span>`
	for mode := range m.Modes {
		u := m.Modes[mode][m.Cell]
		s += `<span class="fn-key">` + keyLine(mode) + `<span class="fn-mode" data-mode="` + words.Num(mode) + `">` + fnModes[mode] + `</span> <strong class="num">` + words.Escape(words.Minus(u.Text())) + `</strong></span>`
	}
	if m.Sweep != nil {
		s += `<span class="fn-key">○ this browser <strong class="num">` + words.Escape(words.Minus(m.Sweep[m.Cell].Text())) + `</strong></span>`
	}
	return s
}

// spoken is the reading for those who hear it.
func spoken(m *FnProfile) string {
	return words.Superscripts(cellRange(m.Cell)) + ": " + words.Minus(m.Modes[m.Mode][m.Cell].Text()) + " ulp"
}

// keyLine is the stroke of a mode for a legend.
func keyLine(mode int) string {
	l := lines[mode]
	dash := ""
	if l.dash != "" {
		dash = ` stroke-dasharray="` + l.dash + `"`
	}
	return `<svg width="28" height="8" aria-hidden="true"><line x1="0" y1="4" x2="28" y2="4" stroke="` + l.stroke + `" stroke-width="2"` + dash + `/></svg>`
}

// distancesBoth is the picture for the page.
func distancesBoth(r AccRun) string { return html.WideNarrow(distances(r, 420), distances(r, 340)) }

// distances draws how many results lie how many codes from the correctly rounded one, in the mode shown.
func distances(r AccRun, w int) svg.Picture {
	var p svg.Pen
	const row = 22
	n := r.Steps()
	most := log2of(max(2, r.Finite))
	for k := 0; k <= n; k++ {
		y := k * row
		name := words.Num(k)
		if k == 17 {
			name = "17+"
		}
		p.Digits(28, y+15, 13, svg.Right, "var(--ink)", name)
		if c := r.D[k]; c > 0 {
			length := max(2, (w-160)*(log2of(c)+1000)/(most+1000))
			fill, stroke := "var(--t-tint)", "var(--t)"
			if k > 0 {
				fill, stroke = "var(--g-tint)", "var(--g)"
			}
			p.Rect(40, y+3, length, row-7, 2, fill, stroke, "stroke-width", "1")
			p.Digits(46+length, y+15, 12, svg.Left, "var(--ink-2)", words.Thousands(c))
		} else {
			p.Digits(46, y+15, 12, svg.Left, "var(--ink-2)", "0")
		}
	}
	return p.Picture("Results by their distance to the correctly rounded one", w, (n+1)*row+4)
}
