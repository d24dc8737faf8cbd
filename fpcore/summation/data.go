package summation

import (
	"math"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// fraction returns a multiple of 2^-bits in [0, 1).
func fraction(r *reduce.Random, bits uint) float64 {
	return float64(r.Next()>>(64-bits)) / float64(uint64(1)<<bits)
}

// Uniform returns n numbers of the kind uniform, as they are recorded sums of: those of binary64 where double, else rounded
// to binary32.
func Uniform(n int, seed uint64, double bool) []float64 {
	v := elements(0, n, seed, drawn(double), func(int) {})
	if !double {
		for i := range v {
			v[i] = float64(float32(v[i]))
		}
	}
	return v
}

// drawn is the number of bits that are drawn for an element.
func drawn(double bool) uint {
	if double {
		return 52
	}
	return 24
}

// elements makes numbers of a kind: exact in binary64, of bits bits where they are drawn, rounded by the caller.
func elements(kind int32, n int, seed uint64, bits uint, spend func(int)) []float64 {
	r := reduce.Random(seed)
	v := make([]float64, n)
	for i := range v {
		if i&0xfff == 0xfff {
			spend(30_000)
		}
		switch kind {
		case 0:
			units := int64(3*(r.Next()>>(64-bits))) - 1<<bits
			v[i] = float64(units) / float64(uint64(1)<<bits)
		case 1:
			units := int64(-6) << bits
			for range 12 {
				units += int64(r.Next() >> (64 - bits))
			}
			v[i] = float64(units) / float64(uint64(1)<<bits)
		case 2:
			z := r.Next()
			v[i] = math.Ldexp(1+fraction(&r, bits), int(z%41)-20)
			if z>>63 != 0 {
				v[i] = -v[i]
			}
		case 3:
			if v[i] = 1 + fraction(&r, bits); i&1 != 0 {
				v[i] = -v[i]
			}
		default:
			v[i] = 1 + fraction(&r, bits)
		}
	}
	return v
}

// cancelling makes v, or the products of v and w, ill-conditioned: all but the last one or two elements become cancelling
// pairs scaled for the condition number 10^cond, then the order is shuffled by seed. All are positive before.
func cancelling(v, w []float64, cond int, seed uint64) {
	n := len(v)
	pairs := (n - 1) / 2
	all, left := 0.0, 0.0 // magnitudes of the pairs, what is left
	for i := range n {
		x := v[i]
		if w != nil {
			x = float64(x * w[i])
		}
		switch {
		case i >= 2*pairs:
			left += x
		case i&1 == 0:
			all += 2 * x
		}
	}
	scale := 1.0
	if pairs > 0 {
		scale = math.Pow(10, float64(cond)) * left / all
	}
	for i := range pairs {
		v[2*i] *= scale
		v[2*i+1] = -v[2*i]
		if w != nil {
			w[2*i+1] = w[2*i]
		}
	}
	perm := reduce.Shuffle(seed, n)
	for _, x := range [][]float64{v, w} {
		if x != nil {
			old := append([]float64(nil), x...)
			for i, p := range perm {
				x[i] = old[p]
			}
		}
	}
}

// generate makes the numbers.
func (m *Sums) generate() {
	in := m.In
	if m.read != nil {
		m.read(m)
		return
	}
	if in.Kind >= Given {
		m.Problem = "The numbers of this kind are the caller’s own, and none were given."
		return
	}
	var v [2][]float64
	v[0] = elements(in.Kind, m.N, m.seed, drawn(in.Double), m.Spend)
	if in.Dot {
		v[1] = elements(in.Kind, m.N, m.seed+1, drawn(in.Double), m.Spend)
	}
	if in.Kind == Ill {
		m.Spend(1 << 20)
		cancelling(v[0], v[1], int(in.Cond), m.seed)
		m.Spend(1 << 20)
	}
	switch {
	case m.E == format.F64:
		m.a64, m.b64 = v[0], v[1]
	case m.E == format.F32:
		m.a32, m.b32 = m.narrow(v[0]), m.narrow(v[1])
	default:
		m.a, m.b = m.round(v[0]), m.round(v[1])
	}
}

// Take takes codes of E as the numbers; b is nil for a sum.
func (m *Sums) Take(a, b []wide.U128) {
	m.N = len(a)
	switch m.E {
	case format.F64:
		m.a64, m.b64 = floats64(a), floats64(b)
	case format.F32:
		m.a32, m.b32 = m.narrow(floats32(a)), m.narrow(floats32(b))
	default:
		m.a, m.b = a, b
	}
}

func floats64(v []wide.U128) (w []float64) {
	for _, c := range v {
		w = append(w, math.Float64frombits(c.Lo))
	}
	return w
}

func floats32(v []wide.U128) (w []float64) {
	for _, c := range v {
		w = append(w, float64(math.Float32frombits(uint32(c.Lo))))
	}
	return w
}

func (m *Sums) narrow(v []float64) []float32 {
	if v == nil {
		return nil
	}
	w := make([]float32, len(v))
	for i, x := range v {
		if i&0xffff == 0xffff {
			m.Spend(1 << 16)
		}
		w[i] = float32(x)
	}
	return w
}

// round rounds numbers to E: those drawn as binary32 first to binary32, so that they are the same data in fewer bits.
func (m *Sums) round(v []float64) []wide.U128 {
	if v == nil {
		return nil
	}
	w := make([]wide.U128, len(v))
	for i, x := range v {
		m.Spend(150)
		if !m.In.Double {
			x = float64(float32(x))
		}
		w[i] = arith.Convert(round.Env{}, m.E, format.F64, wide.From64(math.Float64bits(x)), nil).Bits
	}
	return w
}

// code returns element i of the first vector, or of the second, as its code.
func (m *Sums) code(second bool, i int) wide.U128 {
	switch {
	case m.a64 != nil && second:
		return wide.From64(math.Float64bits(m.b64[i]))
	case m.a64 != nil:
		return wide.From64(math.Float64bits(m.a64[i]))
	case m.a32 != nil && second:
		return wide.From64(uint64(math.Float32bits(m.b32[i])))
	case m.a32 != nil:
		return wide.From64(uint64(math.Float32bits(m.a32[i])))
	case second:
		return m.b[i]
	}
	return m.a[i]
}

// Elements returns the numbers as codes of E; b is nil for a sum.
func (m *Sums) Elements() (a, b []wide.U128) { return m.bits(false), m.bits(true) }

// bits returns a vector as codes.
func (m *Sums) bits(second bool) []wide.U128 {
	if second && !m.In.Dot {
		return nil
	}
	v := make([]wide.U128, m.N)
	for i := range v {
		v[i] = m.code(second, i)
	}
	return v
}

// Convert rounds codes of a format to E, to nearest even, and counts those that rounding changes.
func (m *Sums) Convert(list []uint64, f *format.Format) (v []wide.U128, changed int) {
	if list == nil {
		return nil, 0
	}
	v = make([]wide.U128, len(list))
	for i, c := range list {
		v[i] = wide.From64(c)
		switch {
		case f == m.E:
			if i&0xffff == 0xffff {
				m.Spend(1 << 16)
			}
		case f == format.F64 && m.E == format.F32:
			m.Spend(8)
			if x := math.Float64frombits(c); x == x {
				y := float32(x)
				v[i] = wide.From64(uint64(math.Float32bits(y)))
				if float64(y) != x {
					changed++
				}
				continue
			}
			fallthrough
		default:
			m.Spend(150)
			r := arith.Convert(round.Env{}, m.E, f, v[i], nil)
			if v[i] = r.Bits; r.Flags&round.Inexact != 0 {
				changed++
			}
		}
	}
	return v, changed
}
