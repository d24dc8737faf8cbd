package tensor

import (
	"ulplab/fpcore/format"
)

// Scaled evaluates elements of an instruction with block scales.
//
// mxf8f6f4 adds the exponents of both scales to those of the products before they are aligned. mxf4 and mxf4nvf4 add 16
// products at a time exactly and multiply each sum by the two scale significands; the sums, with the exponents of their
// scales, and the accumulator are the terms of one block.
type Scaled struct {
	_      [0]func() // not comparable
	Vector int       // elements that share a scale
	dot    *Dot
	scale  operand
	groups bool
}

// groupTerms is the number of products that mxf4 and mxf4nvf4 add exactly.
const groupTerms = 16

// Scaled returns the evaluator of an instruction with block scales on a compute capability times ten.
func (i Instruction) Scaled(cc int) (*Scaled, bool) {
	u, _, ok := i.Unit(cc)
	if !ok || i.Scale == "" {
		return nil, false
	}
	return i.ScaledBy(u), true
}

// ScaledBy returns the evaluator of an instruction with block scales by a unit.
func (i Instruction) ScaledBy(u Unit) *Scaled {
	return &Scaled{Vector: i.Vector, dot: NewDot(u, Format(i.A), Format(i.B), Format(i.D)), scale: newOperand(Format(i.Scale)), groups: i.K == 64}
}

// factor reads a scale; the sign of ue4m3 is not looked at, and a NaN gives ok false.
//
//go:noinline
func (s *Scaled) factor(c uint64) (exp int32, sig uint64, ok bool) {
	if s.scale.f.Codes == format.PowerOnly {
		return int32(c&0xff) - s.scale.bias, 1, c&0xff != 0xff
	}
	c &= s.scale.mask
	_, exp, sig = s.scale.read(c)
	return exp, sig, c < s.scale.special
}

// Do returns c plus the products of a and b, whose k-th elements have the scales sa[k/Vector] and sb[k/Vector]. Blocks of
// the instruction's K follow one another.
func (s *Scaled) Do(a, b, sa, sb []uint64, c uint64) uint64 { return s.run(a, b, sa, sb, c, nil) }

// Steps lists the blocks of an element, and returns what Do returns. The terms of mxf4 and mxf4nvf4 are the scaled sums of
// 16 products each.
func (s *Scaled) Steps(a, b, sa, sb []uint64, c uint64) (list []Step, r uint64) {
	r = s.run(a, b, sa, sb, c, func(step Step) { list = append(list, step) })
	return list, r
}

func (s *Scaled) run(a, b, sa, sb []uint64, c uint64, note func(Step)) uint64 {
	n := s.dot.Unit.Terms
	for k := 0; k < len(a); k += n {
		to := min(k+n, len(a))
		if s.groups {
			c = s.group(a[k:to], b[k:to], sa[k/s.Vector:], sb[k/s.Vector:], c, note)
			continue
		}
		xe, _, xok := s.factor(sa[k/s.Vector])
		ye, _, yok := s.factor(sb[k/s.Vector])
		if !xok || !yok {
			return s.special(c, s.dot.nan, note)
		}
		s.dot.shift = xe + ye
		c = s.dot.block(a[k:to], b[k:to], c, note)
	}
	return c
}

// special returns a result that a scale or the accumulator decides.
func (s *Scaled) special(c, r uint64, note func(Step)) uint64 {
	if note != nil {
		note(Step{Special: true, In: c, Out: r})
	}
	return r
}

// group adds the sums of 16 products, none of them special, and the accumulator.
func (s *Scaled) group(a, b, sa, sb []uint64, c uint64, note func(Step)) uint64 {
	d := s.dot
	var exp [MaxTerms / groupTerms]int32
	var sum [MaxTerms / groupTerms]int64
	nan, inf, _, neg := d.c.class(c)
	if nan {
		return s.special(c, d.nan, note)
	}
	top, n := int32(NoFloor), 0
	for k := 0; k < len(a); k += groupTerms {
		xe, xm, xok := s.factor(sa[k/s.Vector])
		ye, ym, yok := s.factor(sb[k/s.Vector])
		if !xok || !yok {
			return s.special(c, d.nan, note)
		}
		t := int64(0)
		for j := k; j < min(k+groupTerms, len(a)); j++ {
			u, ue, um := d.a.read(a[j])
			v, ve, vm := d.b.read(b[j])
			p := int64(um*vm) << uint(ue+ve) // of 2^-pf: exponents of E2M1 are 0, 1 and 2
			if u != v {
				p = -p
			}
			t += p
		}
		if t *= int64(xm * ym); t != 0 || d.Unit.Zeros {
			if xm == 0 {
				xe = zeroFactor
			}
			if ym == 0 {
				ye = zeroFactor
			}
			top = max(top, xe+ye)
		}
		exp[n], sum[n] = xe+ye, t
		n++
	}
	if inf {
		return s.special(c, d.acc.Inf(neg).Lo, note)
	}
	cs, ce, cm := d.c.read(c)
	if cm != 0 {
		top = max(top, ce)
	} else if d.Unit.Zeros {
		top = max(top, zeroFactor)
	}
	frac := d.pf
	if s.scale.f.Codes != format.PowerOnly {
		frac += 2 * int32(s.scale.frac)
	}
	total := aligned(int64(cm), ce-top+int32(d.Unit.Frac)-int32(d.c.frac))
	if cs != 0 {
		total = -total
	}
	for k := range n {
		total += aligned(sum[k], exp[k]-top+int32(d.Unit.Frac)-frac)
	}
	r := d.deliver(total, top-int32(d.Unit.Frac))
	if note != nil {
		step := Step{Top: top, Quantum: top - int32(d.Unit.Frac), Sum: total, In: c, Out: r}
		for k := range n {
			step.Terms = append(step.Terms, termOf(sum[k] < 0, exp[k], uint64(max(sum[k], -sum[k])), frac, step.Quantum))
		}
		step.Terms = append(step.Terms, termOf(cs != 0, ce, cm, int32(d.c.frac), step.Quantum))
		d.conclude(&step)
		note(step)
	}
	return r
}

// aligned returns v * 2^shift, cut toward zero.
//
//go:noinline
func aligned(v int64, shift int32) int64 {
	m := uint64(v)
	if v < 0 {
		m = -m
	}
	if shift >= 0 {
		m <<= uint(shift)
	} else {
		m >>= uint(min(-shift, 63))
	}
	if v < 0 {
		return -int64(m)
	}
	return int64(m)
}
