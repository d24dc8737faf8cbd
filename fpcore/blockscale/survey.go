package blockscale

import (
	"ulplab/fpcore/fast"
	"ulplab/fpcore/format"
)

// Survey tells what quantizing made of the elements of a matrix: how far the values are from the numbers, which codes were
// taken, and where the numbers over their scales lie among the codes.
type Survey struct {
	Errors fast.Errors
	Codes  [256]int // elements with each code
	// Even counts numbers over their scales in equal steps of Limit/Bins, from -Limit to Limit; Octaves their magnitudes in
	// steps of a quarter of an octave (equal within the octave), those of exponent Low first. Zeros, infinities and NaNs
	// are in neither.
	Even    [2 * Bins]int
	Octaves [MostOctaves * 4]int
	Low     int // exponent of the first octave
	Limit   int // exponent of what follows the largest element's octave
	Beyond  int // numbers with a magnitude of 2^Limit and more
	Below   int // numbers below the first octave

	of      *Quantized
	x       []uint32
	values  [256]uint32
	at      int
	out, by [256]uint32
}

const (
	Bins        = 64
	MostOctaves = 40
)

// Survey begins to look at a matrix and the numbers that it was made of.
func (q *Quantized) Survey(x []uint32) *Survey {
	s := &Survey{of: q, x: x, values: q.Scheme.Values()}
	top, _ := q.Scheme.last()
	s.Limit = int(top) + 1
	s.Low = s.Limit - 12
	if f := q.Scheme.Elem; f != nil {
		s.Low = int(f.Emin) - f.FracBits - 3
	}
	return s
}

// Step looks at about n more elements and reports whether all are done.
func (s *Survey) Step(n int) bool {
	for n > 0 && s.at < len(s.x) {
		_, to := s.of.BlockAt(s.at)
		to = min(to, s.at+len(s.out))
		part, codes := s.x[s.at:to], s.of.Codes[s.at:to]
		s.of.dequantize(s.out[:len(part)], &s.values, s.at)
		s.Errors.Add(part, s.out[:], s.at)
		for _, c := range codes {
			s.Codes[c]++
		}
		scale := s.of.ScaleOf(s.of.ScaleAt(s.at/s.of.Cols, s.at%s.of.Cols))
		if scale == 0 {
			for _, v := range part {
				if v&0x7fffffff != 0 && v&0x7fffffff < inf {
					s.Below++
				}
			}
		} else {
			fast.Quotients32(s.by[:], part, scale)
			s.count(s.by[:len(part)], part)
		}
		n -= len(part)
		s.at = to
	}
	return s.at == len(s.x)
}

func (s *Survey) count(scaled, x []uint32) {
	first := (s.Low + 127) * 4
	for k, v := range scaled {
		mag := int(v & 0x7fffffff)
		if x[k]&0x7fffffff == 0 || x[k]&0x7fffffff >= inf {
			continue
		}
		e := mag>>23 - 127 - s.Limit
		if e >= 0 {
			s.Beyond++
			continue
		}
		bin := 0
		if e >= -6 {
			bin = (mag&0x7fffff | 1<<23) >> (23 - 6 - e)
		}
		if v>>31 != 0 {
			bin = -1 - bin
		}
		s.Even[Bins+bin]++
		if o := mag>>21 - first; o < 0 {
			s.Below++
		} else {
			s.Octaves[o]++
		}
	}
}

// OctaveCount is the number of octaves of a survey.
func (s *Survey) OctaveCount() int { return s.Limit - s.Low }

// Bits is the number of bits that an element takes with its share of the scales, times 2^10.
func (q *Quantized) Bits() int {
	width := 8
	if q.Scheme.Elem != nil {
		width = q.Scheme.Elem.Bits
	}
	all := width * len(q.Codes)
	switch q.Scheme.Scale {
	case format.F32:
		all += 32 * len(q.Scales)
	default:
		all += 8 * len(q.Scales)
	}
	if q.Scheme.Second {
		all += 32
	}
	return all << 10 / max(len(q.Codes), 1)
}
