package operation

import (
	"math/bits"
	"strconv"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
	"ulplab/site/lab"
)

// DrawCounts are the numbers of draws to choose from; the first is the default.
var DrawCounts = []uint32{1000, 100, 10_000, 100_000, 1_000_000}

// random reports that random bits may decide the result.
func (o State) random() bool { return o.Env.Direction == round.Stochastic && o.Rounds() }

// with returns the result for given random bits, and whether they rounded its magnitude up.
func (o State) with(random uint64) (c wide.U128, up bool) {
	src, dst := o.F()
	env := o.Env
	env.Random = random
	if o.ID == ToInt {
		r := arith.ToInt(env, src, o.X[0].Bits, o.IntType(), true)
		return wide.From64(r.Bits), r.Decision.Incremented
	}
	r := o.do()(env, dst, src, [3]wide.U128{o.X[0].Bits, o.X[1].Bits, o.X[2].Bits}, nil)
	return r.Bits, r.Decision.Incremented
}

// width is the number of random bits that are looked at.
func (o State) width() int {
	_, dst := o.F()
	p := dst.P
	if o.ID == "rint" || o.ID == ToInt {
		p = 0
	}
	return round.RandomWidth(o.Env, p)
}

// Chance is the probability of rounding the magnitude up: Num of 2^Width words of random bits do so.
type Chance struct {
	Num   exact.Ratio
	Width int
	Low   string // what is delivered otherwise
	High  string // what is delivered then
}

// chance finds the least word of random bits that rounds up: all above it do so too.
func (o State) chance() Chance {
	c := Chance{Width: o.width()}
	last := ^uint64(0)
	if c.Width < 64 {
		last = 1<<c.Width - 1
	}
	low, _ := o.with(0)
	high, up := o.with(last)
	c.Low, c.High = o.shown(low), o.shown(high)
	if !up {
		return c
	}
	from, to := uint64(0), last // the least one lies in this range
	for from < to {
		mid := from + (to-from)/2
		if _, up := o.with(mid); up {
			to = mid
		} else {
			from = mid + 1
		}
	}
	n := wide.From64(last - to).Add(wide.From64(1))
	c.Num = exact.Ratio{Num: n.Nat()}
	return c
}

// shown writes a result in short.
func (o State) shown(c wide.U128) string {
	if o.ID == ToInt {
		return operand.DatumOfInt(c.Lo, o.IntType()).Entry
	}
	_, dst := o.F()
	return words.Minus(words.Brief(dst, c))
}

// Fraction writes the probability in lowest terms: "3/8", "2441/2^13".
func (c Chance) Fraction() string {
	if c.Num.IsZero() {
		return "0"
	}
	n := c.Num.Num
	k := min(n.TrailingZeros(), c.Width)
	den := c.Width - k
	num := string(n.Shr(uint(k)).AppendDecimal(nil))
	switch {
	case den == 0:
		return num
	case den <= 16:
		return num + "/" + strconv.Itoa(1<<den)
	}
	return num + "/2^" + strconv.Itoa(den)
}

// Percent writes the probability in percent, exactly where few digits are enough.
func (c Chance) Percent() string {
	p := c.Num
	p.Exp2, p.Exp10 = -int64(c.Width), 2
	return words.DigitsTo(p, 9) + " %"
}

// draws are the results of random words; up counts those that rounded up.
type draws struct {
	of       State
	random   reduce.Random
	done, up uint32
	total    uint32
}

const drawn = "op.draws"

// drawing is the task that draws.
func drawing(s State) lab.Task {
	in := State{ID: s.ID, Src: s.Src, Dst: s.Dst, Env: s.Env, Int: s.Int, Draws: s.drawCount(), Seed: s.Seed}
	for i := range s.Arity() {
		in.X[i] = operand.Entered{Bits: s.X[i].Bits}
	}
	in.Env.Random = 0
	return lab.Slices[*draws]{Name: drawn, In: in,
		Begin: func(*draws) *draws { return &draws{of: in, random: reduce.Random(in.Seed), total: in.Draws} },
		Step:  (*draws).step,
		Far:   func(d *draws) (done, total uint64) { return uint64(d.done), uint64(d.total) }}.Task()
}

// step draws a thousand times.
func (d *draws) step() (done bool) {
	for range min(1000, d.total-d.done) {
		if _, up := d.of.with(d.random.Next()); up {
			d.up++
		}
		d.done++
	}
	return d.done == d.total
}

func (o State) drawCount() uint32 {
	if o.Draws == 0 {
		return DrawCounts[0]
	}
	return o.Draws
}

// Draw chooses the number of draws, one of DrawCounts; others change nothing.
type Draw struct {
	lab.Once
	N uint32
}

func (a Draw) Apply(s State) State {
	for i, n := range DrawCounts {
		if n == a.N {
			s.Draws = n
			if i == 0 {
				s.Draws = 0
			}
		}
	}
	return s
}

// Redraw draws with the next seed.
type Redraw struct{ lab.Once }

func (Redraw) Apply(s State) State {
	s.Seed++
	return s
}

// draws is the part about stochastic rounding, nil in other directions.
func (v view) draws(m Model) markup.Node {
	o := v.In
	if !o.random() || m.Compare != nil {
		return nil
	}
	c := o.chance()
	d, at := lab.Made[*draws](drawn)
	if d == nil {
		d = &draws{}
	}
	var counts []markup.Choice
	for _, n := range DrawCounts {
		counts = append(counts, markup.Choice{Value: strconv.Itoa(int(n)), Label: words.Thousands(uint64(n))})
	}
	return markup.El("section", markup.Class("op-part of-operands"),
		markup.Figure{ID: "op-draws", Title: drawsTitle, Caption: words.Escape(drawsCaption),
			Body: markup.El("div",
				markup.El("p", markup.Class("op-why"), markup.Text(chanceText(c))),
				markup.El("div", markup.Class("op-fields op-draw"),
					markup.Select("op-n", "Number of draws", strconv.Itoa(int(o.drawCount())), counts, v.ReadOnly, func(s string) markup.Action {
						n, _ := strconv.ParseUint(s, 10, 32)
						return Draw{N: uint32(n)}
					}),
					markup.Button(redraw, Redraw{}, markup.Flag("disabled", v.ReadOnly))),
				at.Control(drawn, "op-drawing", "draws", nil).Show(),
				markup.Raw("div", "", drawsPicture(c, d).SVG())),
			Export: markup.Exported("op-draws", func() svg.Picture { return drawsPicture(c, d) })}.Show())
}

// drawsPicture is a bar for each of the two results: how many of the draws gave it, with a mark at its probability.
func drawsPicture(c Chance, d *draws) svg.Picture {
	var p svg.Pen
	const left, wide, high = 0, 560, 26
	up := c.Num
	up.Exp2 = -int64(c.Width)
	down, _ := exact.FromInt64(1).Sub(up)
	for i, bar := range []struct {
		name  string
		n     uint32
		share exact.Ratio
	}{{c.Low, d.done - d.up, down}, {c.High, d.up, up}} {
		y := 18 + i*64
		p.Digits(left, y-4, 13, svg.Left, "var(--ink)", bar.name)
		p.Rect(left, y+2, wide, high, 2, "none", "var(--line)")
		if d.done > 0 {
			hi, lo := bits.Mul64(uint64(bar.n), wide)
			length, _ := bits.Div64(hi, lo, uint64(d.done))
			p.Rect(left, y+2, int(length), high, 2, "var(--t-tint)", "var(--t)")
		}
		q, _ := bar.share.Mul(exact.FromInt64(wide))
		whole, _ := q.Floor(0, 0)
		x := left + int(whole.Low64())
		p.Line(x, y-2, x, y+high+6, "var(--x)", "2")
		p.Digits(left+wide+8, y+20, 13, svg.Left, "var(--t-ink)", words.Thousands(uint64(bar.n)))
	}
	return p.Picture(drawsTitle+": "+words.Thousands(uint64(d.done-d.up))+" times "+c.Low+", "+words.Thousands(uint64(d.up))+" times "+c.High, left+wide+96, 124)
}

// chanceText says the probability.
func chanceText(c Chance) string {
	if c.Low == c.High {
		return "Whatever the random bits are, " + c.Low + " is delivered."
	}
	return "Of the " + words.Pow2(c.Width) + " words of random bits, " + c.Fraction() + " round the magnitude up: the probability of " + c.High + " is " + c.Fraction() + " = " + c.Percent() + ", else it is " + c.Low + "."
}
