package model

import (
	"strconv"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
)

// encBinade places the number between the powers of two around it, or, below the smallest normal number, between zero
// and that. The line shows every float where they are few, else eighths.
func encBinade(f *format.Format, c wide.U128, n format.Num) Line {
	m, q := f.IntegerSig(c)
	bits := f.P - 1 // a binade holds 2^bits numbers
	low, high := int64(q)+int64(bits), int64(q)+int64(bits)+1
	sub := m.Bit(uint(bits)) == 0
	rest := m.SetBit(uint(bits), 0)
	l := Line{HasResult: true, Width: 480, ResultName: encShort(brief(f, c))}
	if bits > 20 {
		l.Result = int(rest.Shr(uint(bits-20)).Lo * LineUnit >> 20)
	} else {
		l.Result = int(rest.Lo * LineUnit >> uint(bits))
	}
	steps := 3
	if bits <= 5 {
		steps = bits
	}
	for i := 1; i < 1<<steps; i++ {
		w := Minor
		if i<<1 == 1<<steps {
			w = Plain
		}
		l.Ticks = append(l.Ticks, Tick{Pos: i * LineUnit >> steps, Weight: w})
	}
	lo, hi := Tick{Pos: 0, Weight: Major, Label: encPower(low)}, Tick{Pos: LineUnit, Weight: Major, Label: encPower(high)}
	if sub {
		lo.Label, hi.Label = "0", encPower(low)
		hi.Note = "smallest normal"
	} else {
		lo.Note, hi.Note = encDecimal(low), encDecimal(high)
		if high > int64(f.Emax) {
			hi.Note = "beyond the largest"
		}
	}
	if n.Sign {
		for i := range l.Ticks {
			l.Ticks[i].Pos = LineUnit - l.Ticks[i].Pos
		}
		l.Result = LineUnit - l.Result
		lo.Pos, hi.Pos = LineUnit, 0
		for _, t := range []*Tick{&lo, &hi} {
			if t.Label != "0" {
				t.Label = "-" + t.Label
			}
			if t.Note != "" && (t.Note[0] >= '0' && t.Note[0] <= '9') {
				t.Note = "-" + t.Note
			}
		}
	}
	l.Ticks = append(l.Ticks, lo, hi)
	l.Every = bits <= 5
	return l
}

// encDecimal returns 2^k in decimal, with at most five digits.
func encDecimal(k int64) string {
	d := exact.New(false, wide.NatFrom64(1), k).Digits(5).Trim()
	if d.Exp >= -4 && d.Exp < 7 {
		return d.Plain()
	}
	return d.Scientific(1)
}

// encZoom shows the number among its neighbours, with the typed number between them.
func encZoom(f *format.Format, c wide.U128, value exact.Value, ref exact.Ref, t EncTyped) Line {
	// Positions are in ulp of the value; five ulps fill the line, the value in the middle.
	const perUlp = LineUnit / 5
	at := func(fixed int64) int { return LineUnit/2 + int(fixed*perUlp>>exact.FixedBits) }
	l := Line{HasResult: true, Result: LineUnit / 2, Every: true, Width: 480}
	l.Ticks = append(l.Ticks, Tick{Pos: LineUnit / 2, Weight: Major, Label: encShort(brief(f, c))})
	for _, up := range []bool{true, false} {
		d, before, side := c, LineUnit/2, -1
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
			if !ok || pos < 0 || pos > LineUnit {
				break
			}
			tick := Tick{Pos: pos}
			if i == 0 {
				tick.Label, tick.Side = encShort(brief(f, e)), side
				l.Gaps = append(l.Gaps, Gap{From: min(before, pos), To: max(before, pos), Label: encUlps(u)})
			}
			l.Ticks = append(l.Ticks, tick)
			d, before = e, pos
		}
	}
	if t.On && t.Exact {
		if u, ok := exact.ErrorFixed(f, c, ref); ok {
			if pos := at(-u); pos >= 0 && pos <= LineUnit {
				l.HasExact, l.Exact, l.ExactLabel = true, pos, encShort(t.Text)
				if !t.Same {
					l.ArcLabel = t.Ulps + " ulp"
				}
			}
		}
	}
	return l
}

// encUlps writes a distance in units of 2^-FixedBits ulp: "1 ulp", "½ ulp".
func encUlps(u int64) string {
	if u < 0 {
		u = -u
	}
	switch u {
	case 1 << exact.FixedBits:
		return "1 ulp"
	case 1 << (exact.FixedBits - 1):
		return "½ ulp"
	}
	return strconv.FormatInt((u*100+1<<(exact.FixedBits-1))>>exact.FixedBits, 10) + "/100 ulp"
}

// encShort cuts the middle out of a number too long for a label.
func encShort(s string) string {
	if r := []rune(s); len(r) > 28 {
		return string(r[:12]) + "…" + string(r[len(r)-15:])
	}
	return s
}
