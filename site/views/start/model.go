package start

import (
	"strconv"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/numberline"
	"ulplab/site/kit/words"
)

// model is what the picture of an ulp shows.
type model struct {
	value  string // of the mark, its first digits
	stored string // the float that stands for it, every digit
	code   wide.U128
	off    int64 // stored - value, in thousandths of an ulp
	tie    bool  // the mark lies half way between two floats
	line   numberline.Line
}

// middle is the float nearest to 0.1, middleSig × 2^-27.
const (
	middle    = 0x3dcccccd
	middleSig = 0xcccccd
)

// build rounds the number under the mark to binary32.
func build(at int8) model {
	f := format.F32
	// The mark is a fraction of the quantum 2^-27, which the reader of texts takes without rounding it.
	n := middleSig*stepsPerUlp + int(at)
	p, _ := text.Parse(strconv.Itoa(n)+"/"+strconv.Itoa(stepsPerUlp<<27), f, round.Env{})
	off, _ := exact.ErrorFixed(f, p.Bits, p.Exact)
	m := model{value: words.DigitsTo(p.Exact, 11), stored: text.Decimal(f, p.Bits), code: p.Bits, off: (off*1000 + 1<<(exact.FixedBits-1)) >> exact.FixedBits, tie: at == stepsPerUlp/2 || at == -stepsPerUlp/2}
	pos := func(steps int) int { return (steps + most) * numberline.Unit / (2 * most) }
	m.line = numberline.Line{HasExact: true, Exact: pos(int(at)), ExactLabel: m.value, HasResult: true, Every: true}
	for i := -1; i <= 1; i++ {
		c := wide.From64(uint64(middle + i))
		v, _ := exact.FromBits(f, c)
		digits := 9 // as many after the point in all three
		if i < 0 {
			digits = 8
		}
		m.line.Ticks = append(m.line.Ticks, numberline.Tick{Pos: pos(i * stepsPerUlp), Weight: numberline.Major, Label: words.DigitsTo(v.Ratio(), digits), Note: text.Bits(f, c)})
		if c == p.Bits {
			m.line.Result = pos(i * stepsPerUlp)
		}
	}
	m.line.Gaps = []numberline.Gap{{From: pos(0), To: pos(stepsPerUlp), Label: "1 ulp = 2^-27"}}
	return m
}
