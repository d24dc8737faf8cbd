// Package product evaluates elements of matrix products as libraries compute them: in which order the products of a row
// and a column are added, by which instruction, and how the parts of a split sum come together.
//
// A Plan says that for one size. Presets name the library calls whose plans were measured, and for which sizes.
package product

import (
	"strconv"
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/fast"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/tensor"
	"ulplab/fpcore/wide"
)

// Rule is how the K products of an element are shared out among accumulators that start from zero.
type Rule uint8

const (
	Whole  Rule = iota // one accumulator
	Slices             // consecutive parts of Len products
	Dealt              // tiles of Len products go to Parts accumulators in turn
)

// Plan is the order of one element. The parts of a Rule are added in rising order, to nearest, if Buffers is 0.
type Plan struct {
	Dot        *tensor.Dot    // the instruction; nil: fused multiply-adds of the accumulator's format, one after another
	Sum        *format.Format // of accumulators: binary32 or binary64
	ToTF32     bool           // operands are rounded to TF32, to nearest even, first
	Rule       Rule
	Len, Parts int
	// Buffers: all parts but the last are added to so many sums in turn, and these, in their order, to the last part.
	Buffers int
	// First is the length of the tiles that a part is read in where what is left of its length by tiles comes first,
	// as a tile of its own, 0 where it comes last. It shows only where that length is no multiple of a block.
	First int
}

// String returns the plan's code as the tables of presets have it: F for one accumulator, C32 for slices of 32, D8x5 for
// tiles of 8 dealt to 5 accumulators; s before it where TF32 gives way to binary32; after it b3 for 3 buffers, r16 where the rest by tiles of 16 comes first.
func (p Plan) String() string {
	var s string
	switch p.Rule {
	case Whole:
		s = "F"
	case Slices:
		s = "C" + strconv.Itoa(p.Len)
	case Dealt:
		s = "D" + strconv.Itoa(p.Len) + "x" + strconv.Itoa(p.Parts)
	}
	if p.Buffers != 0 {
		s += "b" + strconv.Itoa(p.Buffers)
	}
	if p.First != 0 {
		s += "r" + strconv.Itoa(p.First)
	}
	return s
}

// parse reads what String writes; ok is false for "-" and anything else.
func (p Plan) parse(code string) (Plan, bool) {
	code, first, _ := strings.Cut(code, "r")
	if first != "" {
		p.First, _ = strconv.Atoi(first)
	}
	code, buffers, _ := strings.Cut(code, "b")
	if buffers != "" {
		p.Buffers, _ = strconv.Atoi(buffers)
	}
	if code == "" {
		return p, false
	}
	length, parts, _ := strings.Cut(code[1:], "x")
	p.Len, _ = strconv.Atoi(length)
	p.Parts, _ = strconv.Atoi(parts)
	switch {
	case code == "F":
		p.Rule = Whole
	case code[0] == 'C' && p.Len > 0:
		p.Rule = Slices
	case code[0] == 'D' && p.Len > 0 && 0 < p.Parts && p.Parts < 1<<10 && p.Buffers < p.Parts:
		p.Rule = Dealt
	default:
		return p, false
	}
	return p, true
}

// Part is an accumulator of an element: the indices that it takes, in their order, as runs of consecutive ones, and what
// it comes to.
type Part struct {
	Runs [][2]int // from, to
	Sum  uint64
}

// Element returns the accumulator of a row a and a column b, codes of the operands' format, as long as each other, and
// the parts that were added.
func (p Plan) Element(a, b []uint64) (sum uint64, parts []Part) {
	parts = p.parts(len(a))
	var x, y []uint64
	for i := range parts {
		part := &parts[i]
		var u, v []uint64
		if len(part.Runs) == 1 {
			r := part.Runs[0]
			u, v = a[r[0]:r[1]], b[r[0]:r[1]]
		} else {
			x, y = x[:0], y[:0]
			for _, r := range part.Runs {
				x, y = append(x, a[r[0]:r[1]]...), append(y, b[r[0]:r[1]]...)
			}
			u, v = x, y
		}
		part.Sum = p.chain(u, v)
	}
	return p.join(parts), parts
}

// join adds the parts.
func (p Plan) join(parts []Part) uint64 {
	if p.Buffers == 0 {
		sum := parts[0].Sum
		for _, part := range parts[1:] {
			sum = p.add(sum, part.Sum)
		}
		return sum
	}
	last := len(parts) - 1
	buffers := make([]uint64, min(p.Buffers, last))
	for i, part := range parts[:last] {
		if at := i % p.Buffers; i < p.Buffers {
			buffers[at] = part.Sum
		} else {
			buffers[at] = p.add(buffers[at], part.Sum)
		}
	}
	sum := parts[last].Sum
	for _, b := range buffers {
		sum = p.add(sum, b)
	}
	return sum
}

// parts shares n products out.
func (p Plan) parts(n int) []Part {
	if p.Rule == Whole || n == 0 {
		return []Part{{Runs: [][2]int{{0, n}}}}
	}
	var list []Part
	if p.Rule != Slices {
		count := p.Parts
		if p.Buffers == 0 { // where parts without products, which are zero, change nothing
			count = min(count, (n+p.Len-1)/p.Len)
		}
		list = make([]Part, count)
	}
	for k, i := 0, 0; k < n; k, i = k+p.Len, i+1 {
		run := [2]int{k, min(k+p.Len, n)}
		if p.Rule == Slices {
			list = append(list, Part{Runs: [][2]int{run}})
		} else {
			part := &list[i%len(list)]
			part.Runs = append(part.Runs, run)
		}
	}
	return list
}

// chain adds the products of one part to zero.
func (p Plan) chain(a, b []uint64) uint64 {
	if p.Dot != nil {
		rest := 0
		if p.First > 0 {
			rest = len(a) % p.First
		}
		return p.blocks(a[rest:], b[rest:], p.blocks(a[:rest], b[:rest], 0))
	}
	acc := uint64(0)
	if p.Sum == format.F32 {
		for k, x := range a {
			if r, ok := fast.FMA32Bits(uint32(x), uint32(b[k]), uint32(acc), false); ok {
				acc = uint64(r)
			} else {
				acc = p.fma(x, b[k], acc)
			}
		}
		return acc
	}
	for k, x := range a {
		if r, ok := fast.FMA64Bits(x, b[k], acc); ok {
			acc = r
		} else {
			acc = p.fma(x, b[k], acc)
		}
	}
	return acc
}

// env is that of additions and fused multiply-adds: to nearest, with the NaNs of GPUs.
func (p Plan) env() round.Env {
	if p.Sum == format.F64 {
		return round.Env{NaN: round.NaNRule{Default: format.NegativeQuiet, Order: [3]uint8{2, 3, 1}}}
	}
	return round.Env{NaN: round.NaNRule{NoPropagate: true, Default: format.AllOnes}}
}

func (p Plan) fma(a, b, c uint64) uint64 {
	return arith.FMA(p.env(), p.Sum, p.Sum, wide.From64(a), wide.From64(b), wide.From64(c), nil).Bits.Lo
}

func (p Plan) add(a, b uint64) uint64 {
	return arith.Add(p.env(), p.Sum, p.Sum, wide.From64(a), wide.From64(b), nil).Bits.Lo
}

// blocks adds products by the instruction, operands rounded to TF32 first where the plan says so.
func (p Plan) blocks(a, b []uint64, acc uint64) uint64 {
	if len(a) == 0 {
		return acc
	}
	if !p.ToTF32 {
		return p.Dot.Do(a, b, acc)
	}
	var x, y [tensor.MaxTerms]uint64
	for n := p.Dot.Unit.Terms; len(a) > 0; {
		n = min(n, len(a))
		toTF32(&x, a[:n])
		toTF32(&y, b[:n])
		acc = p.Dot.Do(x[:n], y[:n], acc)
		a, b = a[n:], b[n:]
	}
	return acc
}

// toTF32 rounds binary32 numbers to TF32, as words whose low 13 bits are 0; infinities stay, and NaNs remain NaNs.
func toTF32(to *[tensor.MaxTerms]uint64, from []uint64) {
	for k, x := range from {
		switch m := x & 0x7fffffff; {
		case m < 0x7f800000:
			x = (x + 0xfff + x>>13&1) &^ 0x1fff
		case m > 0x7f800000:
			x |= 1 << 22
		}
		to[k] = x
	}
}
