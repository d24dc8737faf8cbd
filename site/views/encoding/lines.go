package encoding

import (
	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/bits"
	"ulplab/site/kit/numberline"
	"ulplab/site/kit/words"
)

// binade places the number between the powers of two around it, or, below the smallest normal number, between zero
// and that. The line shows every float where they are few, else eighths.
func binade(f *format.Format, c wide.U128, n format.Num) numberline.Line {
	m, q := f.IntegerSig(c)
	width := f.P - 1 // a binade holds 2^width numbers
	low, high := int64(q)+int64(width), int64(q)+int64(width)+1
	sub := m.Bit(uint(width)) == 0
	rest := m.SetBit(uint(width), 0)
	l := numberline.Line{HasResult: true, Width: 480, ResultName: short(words.Brief(f, c))}
	if width > 20 {
		l.Result = int(rest.Shr(uint(width-20)).Lo * numberline.Unit >> 20)
	} else {
		l.Result = int(rest.Lo * numberline.Unit >> uint(width))
	}
	steps := 3
	if width <= 5 {
		steps = width
	}
	for i := 1; i < 1<<steps; i++ {
		w := numberline.Minor
		if i<<1 == 1<<steps {
			w = numberline.Plain
		}
		l.Ticks = append(l.Ticks, numberline.Tick{Pos: i * numberline.Unit >> steps, Weight: w})
	}
	lo, hi := numberline.Tick{Pos: 0, Weight: numberline.Major, Label: words.Power(low)}, numberline.Tick{Pos: numberline.Unit, Weight: numberline.Major, Label: words.Power(high)}
	if sub {
		lo.Label, hi.Label = "0", words.Power(low)
		hi.Note = "smallest normal"
	} else {
		lo.Note, hi.Note = decimal(low), decimal(high)
		if high > int64(f.Emax) {
			hi.Note = "beyond the largest"
		}
	}
	if n.Sign {
		for i := range l.Ticks {
			l.Ticks[i].Pos = numberline.Unit - l.Ticks[i].Pos
		}
		l.Result = numberline.Unit - l.Result
		lo.Pos, hi.Pos = numberline.Unit, 0
		for _, t := range []*numberline.Tick{&lo, &hi} {
			if t.Label != "0" {
				t.Label = "-" + t.Label
			}
			if t.Note != "" && (t.Note[0] >= '0' && t.Note[0] <= '9') {
				t.Note = "-" + t.Note
			}
		}
	}
	l.Ticks = append(l.Ticks, lo, hi)
	l.Every = width <= 5
	return l
}

// placeBits is the number of leading bits of the trailing significand that a place on the line between powers of two stands for.
const placeBits = 7

// spanOf is the piece of that line which bit i of the code spans: from the number with a 0 there to that with a 1. Sign and
// exponent choose the whole line.
func spanOf(f *format.Format, c wide.U128, i int) *numberline.Gap {
	k, _ := bits.KindOfModel(f, i)
	whole := numberline.Gap{To: numberline.Unit, Label: "the " + k.Name() + " chooses this line"}
	width := f.P - 1
	if k != bits.Trailing || width < 1 {
		return &whole
	}
	at := func(c wide.U128) int {
		rest := c.And(wide.Mask(uint(width)))
		if width > 20 {
			return int(rest.Shr(uint(width-20)).Lo * numberline.Unit >> 20)
		}
		return int(rest.Lo * numberline.Unit >> uint(width))
	}
	_, q := f.IntegerSig(c)
	g := numberline.Gap{From: at(c.SetBit(uint(i), 0)), To: at(c.SetBit(uint(i), 1)), Label: "this bit: " + words.Power(int64(q)+int64(i))}
	if f.Unpack(c).Sign {
		g.From, g.To = numberline.Unit-g.To, numberline.Unit-g.From
	}
	return &g
}

// decimal returns 2^k in decimal, with at most five digits.
func decimal(k int64) string {
	d := exact.New(false, wide.NatFrom64(1), k).Digits(5).Trim()
	if d.Exp >= -4 && d.Exp < 7 {
		return d.Plain()
	}
	return d.Scientific(1)
}

// zoom shows the number among its neighbours, with the typed number between them.
func zoom(f *format.Format, c wide.U128, value exact.Value, ref exact.Ref, t Typed) numberline.Line {
	// Positions are in ulp of the value; five ulps fill the line, the value in the middle.
	const perUlp = numberline.Unit / 5
	at := func(fixed int64) int { return numberline.Unit/2 + int(fixed*perUlp>>exact.FixedBits) }
	l := numberline.Line{HasResult: true, Result: numberline.Unit / 2, Every: true, Width: 480}
	l.Ticks = append(l.Ticks, numberline.Tick{Pos: numberline.Unit / 2, Weight: numberline.Major, Label: short(words.Brief(f, c))})
	for _, up := range []bool{true, false} {
		d, before, side := c, numberline.Unit/2, -1
		if up {
			side = 1
		}
		for i := 0; i < 5; i++ {
			e := f.NextDown(d)
			if up {
				e = f.NextUp(d)
			}
			if e == d {
				break
			}
			u, ok := exact.ErrorFixed(f, e, value)
			pos := at(u)
			if !ok || pos < 0 || pos > numberline.Unit {
				break
			}
			tick := numberline.Tick{Pos: pos}
			if i == 0 {
				tick.Label, tick.Side = short(words.Brief(f, e)), side
				l.Gaps = append(l.Gaps, numberline.Gap{From: min(before, pos), To: max(before, pos), Label: words.UlpCount(u)})
			}
			l.Ticks = append(l.Ticks, tick)
			d, before = e, pos
		}
	}
	if t.On && t.Exact {
		if u, ok := exact.ErrorFixed(f, c, ref); ok {
			if pos := at(-u); pos >= 0 && pos <= numberline.Unit {
				l.HasExact, l.Exact, l.ExactLabel = true, pos, short(t.Text)
				if !t.Same {
					l.ArcLabel = t.Ulps + " ulp"
				}
			}
		}
	}
	return l
}

// short cuts the middle out of a number too long for a label.
func short(s string) string {
	if r := []rune(s); len(r) > 28 {
		return string(r[:12]) + "…" + string(r[len(r)-15:])
	}
	return s
}
