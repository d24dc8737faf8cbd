package flags

import (
	"math/bits"
	"strconv"

	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/reference"
	"ulplab/site/kit/target"
	"ulplab/site/kit/words"
)

// The histogram counts errors in eighths of an ulp from -plotRange to +plotRange ulp.
const (
	plotRange = 2
	plotBins  = 16 * plotRange
	plotOne   = 1 << 10 // one ulp
	plotCount = 4096
)

// Plot is the distribution of the errors of one operation under both sets of options.
type Plot struct {
	ID   string
	C    string // "a/b"
	Over Over
	Why  string // why there is none, "" if there is one
	N    int    // operands counted
	Left int    // operands left out because their result overflows or underflows to zero
	From string // first and last operand
	To   string
	Side [2]Errors
	Peak int // the highest bin of both
}

// Errors are the errors under one set.
type Errors struct {
	_       reference.Never
	Code    string
	Bins    [plotBins]int
	Below   int    // errors under -plotRange, and results that are not finite with a negative exact value
	Above   int    // errors over +plotRange
	Wrong   int    // results that are not correctly rounded
	Share   string // Wrong in percent of N
	Largest string // magnitude of the largest error within the range, in ulp, rounded up
}

// PlotIn is what the histogram depends on.
type PlotIn struct {
	ID     string // "a/b", "1/a" or "sqrt"
	CC     gpu.Capability
	Mode   [2]gpu.Flags
	A, B   uint32
	Double bool
	Over   Over
}

// plotOf takes out of the state what the histogram depends on: a/b, 1/a and sqrt have one of their own, other
// operations show that of a/b.
func plotOf(v State) PlotIn {
	in := PlotIn{ID: "a/b", CC: v.CC, Mode: v.Mode, Double: v.Double, Over: v.Over}
	if v.ID == "1/a" || v.ID == "sqrt" {
		in.ID = v.ID
	}
	if !v.Double {
		in.A = uint32(v.X[0].Bits.Lo)
		if in.ID == "a/b" {
			in.B = uint32(v.X[1].Bits.Lo)
		}
	}
	return in
}

// buildPlot computes the histogram.
func buildPlot(in PlotIn) Plot {
	p := Plot{ID: in.ID, Over: in.Over}
	o, _ := gpu.FindOperation(in.ID)
	p.C = target.InC(o, false)
	var run [2]*gpu.Instruction
	for k, f := range in.Mode {
		t := gpu.Target{CC: in.CC, Flags: f}
		c := t.Compile(o, false)
		if why := t.Missing(c); why != "" {
			p.Why = why
		} else {
			run[k], _, _ = t.Find(c.Names[0])
			p.Side[k].Code = c.Names[0]
		}
	}
	correct, _ := gpu.Find(reference.After(reference.Algebra, in.ID) + ".rn.f32")
	moved := in.A
	if in.ID == "a/b" {
		moved = in.B
	}
	const inf = 0x7f800000
	a := in.A &^ (1 << 31)
	switch m := moved &^ (1 << 31); {
	case in.Double:
		p.Why = plotDouble
	case p.Why != "":
	case m == 0 || m >= inf || in.ID == "a/b" && (a == 0 || a >= inf):
		p.Why = plotOperand
	case in.ID == "sqrt" && moved>>31 != 0:
		p.Why = plotNegative
	}
	if p.Why != "" {
		return p
	}
	codes := plotOperands(moved, in.Over)
	p.From, p.To = words.Brief(format.F32, wide.From64(uint64(codes[0]))), words.Brief(format.F32, wide.From64(uint64(codes[len(codes)-1])))
	var largest [2]int64
	for _, c := range codes {
		x := [3]uint64{uint64(c)}
		if in.ID == "a/b" {
			x = [3]uint64{uint64(in.A), uint64(c)}
		}
		q := correct.Bits(x)
		if q<<1&(1<<32-1) == 0 || q&inf == inf {
			p.Left++
			continue
		}
		p.N++
		for k := range run {
			z := run[k].Bits(x)
			s := &p.Side[k]
			if z != q {
				s.Wrong++
			}
			e, ok := plotError(in.ID, x, uint32(z), uint32(q))
			switch {
			case ok && -plotRange*plotOne <= e && e < plotRange*plotOne:
				s.Bins[(e+plotRange*plotOne)*8/plotOne]++
				largest[k] = max(largest[k], e, -e)
			case e < 0:
				s.Below++
			default:
				s.Above++
			}
		}
	}
	if p.N == 0 {
		p.Why = flagsPlotRange
		return p
	}
	for k := range p.Side {
		s := &p.Side[k]
		s.Share = percent(s.Wrong, p.N)
		hundredths := (largest[k]*100 + plotOne - 1) / plotOne
		s.Largest = strconv.FormatInt(hundredths/100, 10) + "." + strconv.FormatInt(hundredths/10%10, 10) + strconv.FormatInt(hundredths%10, 10)
		for _, n := range s.Bins {
			p.Peak = max(p.Peak, n)
		}
	}
	return p
}

// plotOperands lists the operands: 4096 consecutive ones around c, 4096 spread evenly over its binade, or 16 of every
// normal exponent; all with the sign of c.
func plotOperands(c uint32, over Over) []uint32 {
	const first, last = 1, 0x7f7fffff
	sign, m := c&(1<<31), c&^(1<<31)
	list := make([]uint32, 0, plotCount)
	switch over {
	case OverNeighbours:
		from := min(max(int(m)-plotCount/2, first), last-plotCount+1)
		for i := range plotCount {
			list = append(list, sign|uint32(from+i))
		}
	case OverBinade:
		for i := range uint32(plotCount) {
			list = append(list, sign|max(m&^0x7fffff|i<<11, first))
		}
	default:
		for e := uint32(1); e < 255; e++ {
			for i := range uint32(16) {
				// sixteenths of the binade, each moved by a prime so that the low bits are not all zeros
				list = append(list, sign|e<<23|(i<<19+i*7919+e*104729)&0x7fffff)
			}
		}
	}
	return list
}

// plotError returns (z - exact) / ulp in units of 1/plotOne, the ulp being that of the correctly rounded result q, which is neither zero nor infinite; ok
// is false where z is not finite or far away, the sign then tells the side. The numbers are integers m * 2^e, and the
// error is the remainder of the division or the root: z*b - a, or z*z - a.
func plotError(id string, x [3]uint64, z, q uint32) (err int64, ok bool) {
	_, zm, ze := parts(z)
	_, _, qe := parts(q)
	neg, a, ae := parts(uint32(x[0]))
	b, be := int64(1)<<23, int32(-23)
	switch id {
	case "a/b":
		var sign bool
		sign, b, be = parts(uint32(x[1]))
		neg = neg != sign
	case "1/a":
		b, be, a, ae = a, ae, b, be
	}
	flip := func(e int64) int64 {
		if neg {
			return -e
		}
		return e
	}
	if z&0x7f800000 == 0x7f800000 {
		return flip(1 << 40), false
	}
	if zm == 0 {
		return flip(-1 << 40), false
	}
	if id == "sqrt" {
		b, be = zm, ze
	}
	unit := min(ae, ze+be) // of the remainder
	up, down := ze+be-unit, ae-unit
	if down > 62-24 {
		return flip(-1 << 40), false
	}
	if up > 62-48 {
		return flip(1 << 40), false
	}
	rest := zm*b<<up - a<<down
	if id == "sqrt" {
		b *= 2 // z - sqrt(a) = (z*z - a) / (z + sqrt(a)), with z for the root in the divisor
	}
	scale := 10 + unit - be - qe
	if scale < 0 || bits.Len64(uint64(max(rest, -rest)))+int(scale) > 62 {
		return flip(rest), false
	}
	return flip(rest << scale / b), true
}

// parts returns sign, significand and exponent of a finite binary32 number: (-1)^neg * m * 2^e.
func parts(c uint32) (neg bool, m int64, e int32) {
	m, e = int64(c&0x7fffff), int32(c>>23&255)
	if e > 0 {
		m |= 1 << 23
	} else {
		e = 1
	}
	return c>>31 != 0, m, e - 150
}

// percent writes n of total in percent: three digits, and never 0 or 100 for what is not.
func percent(n, total int) string {
	if n == 0 || n == total {
		return strconv.Itoa(n / total * 100)
	}
	tenths := (n*1000 + total/2) / total
	tenths = min(max(tenths, 1), 999)
	return strconv.Itoa(tenths/10) + "." + strconv.Itoa(tenths%10)
}
