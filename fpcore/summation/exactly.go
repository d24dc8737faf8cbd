package summation

import (
	"ulplab/fpcore/arith"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/fast"
	"ulplab/fpcore/round"
	"ulplab/fpcore/superacc"
)

// describe adds exactly.
func (m *Sums) describe() {
	m.clock("exact", func() {
		sum, all := superacc.New(round.Env{}, m.E, m.In.Dot), superacc.New(round.Env{}, m.E, m.In.Dot)
		const part = 1 << 13
		for lo := 0; lo < m.N; lo += part {
			hi := min(lo+part, m.N)
			switch {
			case m.a64 != nil && m.In.Dot:
				sum.AddProducts64(m.a64[lo:hi], m.b64[lo:hi])
				all.AddProducts64(magnitudes(m.a64[lo:hi]), magnitudes(m.b64[lo:hi]))
			case m.a64 != nil:
				sum.AddFloats64(m.a64[lo:hi])
				all.AddFloats64(magnitudes(m.a64[lo:hi]))
			case m.a32 != nil && m.In.Dot:
				sum.AddProducts32(m.a32[lo:hi], m.b32[lo:hi])
				all.AddProducts32(magnitudes(m.a32[lo:hi]), magnitudes(m.b32[lo:hi]))
			case m.a32 != nil:
				sum.AddFloats32(m.a32[lo:hi])
				all.AddFloats32(magnitudes(m.a32[lo:hi]))
			default:
				for i := lo; i < hi; i++ {
					m.Spend(300)
					x := arith.Abs(m.E, m.a[i])
					if m.In.Dot {
						sum.AddProduct(m.a[i], m.b[i])
						all.AddProduct(x, arith.Abs(m.E, m.b[i]))
					} else {
						sum.Add(m.a[i])
						all.Add(x)
					}
				}
			}
			m.Spend(20 * (hi - lo))
		}
		neg, mag, exp, finite := sum.Value()
		m.Data = fast.Data{N: m.N, Dot: m.In.Dot, Sum: exact.New(neg, mag, exp), Finite: finite}
		_, mag, exp, _ = all.Value()
		m.Data.Magnitude = exact.New(false, mag, exp)
		m.Once = sum.Round(m.outEnv, m.F).Bits
	})
}

func magnitudes[T float32 | float64](v []T) []T {
	w := make([]T, len(v))
	for i, x := range v {
		if w[i] = x; x < 0 {
			w[i] = -x
		}
	}
	return w
}
