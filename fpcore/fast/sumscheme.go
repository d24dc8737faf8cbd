package fast

import "math"

func (m *sum32) Sub(l, r float32) float32 {
	if m.hard {
		if s := l - r; s == s {
			return s
		}
	}
	return from32(m.slow.Sub(bits32(l), bits32(r)))
}

func (m *sum32) Larger(l, r float32) bool {
	return l == l && r == r && math.Float32bits(l)&allBut1 >= math.Float32bits(r)&allBut1
}

func (m *sum32) TwoProduct(i int) (p, low float32) {
	p = m.Leaf(i)
	if m.b == nil {
		return p, 0
	}
	if m.hard {
		// Exact in binary64, and so is the difference: rounded once.
		if low = float32(float64(float64(m.a[i])*float64(m.b[i])) - float64(p)); low == low {
			if low != 0 {
				return p, low
			}
			return p, 0
		}
	}
	a, b := m.one(i).TwoProduct(0)
	return from32(a), from32(b)
}

func (m *sum64) Sub(l, r float64) float64 {
	if m.hard {
		if s := l - r; s == s {
			return s
		}
	}
	return from64(m.slow.Sub(bits64(l), bits64(r)))
}

func (m *sum64) Larger(l, r float64) bool {
	return l == l && r == r && math.Float64bits(l)<<1 >= math.Float64bits(r)<<1
}

func (m *sum64) TwoProduct(i int) (p, low float64) {
	p = m.Leaf(i)
	if m.b == nil {
		return p, 0
	}
	if m.hard {
		if far(m.a[i], 480)|far(m.b[i], 480) < 1<<63 {
			return p, lack(m.a[i], m.b[i], p) + 0
		}
		if low = math.FMA(m.a[i], m.b[i], -p); low == low {
			return p, low
		}
	}
	a, b := m.one(i).TwoProduct(0)
	return from64(a), from64(b)
}
