package fast

import (
	"math"

	"ulplab/fpcore/format"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// Vector is what the orders and the schemes of package reduce are carried out on.
type Vector[T any] interface {
	reduce.Bulk[T]
	reduce.Number[T]
}

// Sum32 and Sum64 return the machine that carries summation orders out on binary32 and binary64 numbers: the sum of a,
// or where b is not nil the dot product, with products fused into the additions of runs if fused is set. Every result is
// that of reduce.Bits with the same env, bit for bit. roundTiesToEven without flushing runs on the processor's own
// additions, binary32 sums in the other three directions on binary64's, everything else through integers. b is as long as a.
func Sum32(env round.Env, a, b []float32, fused bool) Vector[float32] {
	slow := reduce.Bits{Env: env, F: format.F32, Fused: fused, A: make([]wide.U128, 1)}
	if b != nil {
		slow.B = make([]wide.U128, 1)
	}
	m := &sum32{env: env, a: a, b: b, fused: fused, hard: direct(env), slow: slow}
	_, directed, flush, to := way(env)
	m.directed, m.to = directed && !flush, to
	return m
}

// direct reports whether the operations of Go deliver what env says, but for NaNs.
func direct(env round.Env) bool {
	return env.Direction == round.TiesToEven && !env.FlushIn && env.FlushOut == round.KeepSubnormals &&
		env.Overflow <= round.OverflowToInfinity && env.Overflow != round.Saturate && env.Precision == 0
}

type sum32 struct {
	env      round.Env
	a, b     []float32
	fused    bool
	hard     bool
	directed bool // additions are those of to
	to       toward
	slow     reduce.Bits // with room for one element
}

func bits32(x float32) wide.U128 { return wide.From64(uint64(math.Float32bits(x))) }
func from32(c wide.U128) float32 { return math.Float32frombits(uint32(c.Lo)) }

// one gives element i to slow.
func (m *sum32) one(i int) *reduce.Bits {
	m.slow.A[0] = bits32(m.a[i])
	if m.b != nil {
		m.slow.B[0] = bits32(m.b[i])
	}
	return &m.slow
}

func (m *sum32) Zero() float32 { return 0 }

func (m *sum32) Leaf(i int) float32 {
	if m.b == nil {
		return m.a[i]
	}
	if m.hard {
		if p := float32(m.a[i] * m.b[i]); p == p {
			return p
		}
	}
	return from32(m.one(i).Leaf(0))
}

func (m *sum32) Add(l, r float32) float32 {
	if m.hard {
		if s := l + r; s == s {
			return s
		}
	}
	return from32(m.slow.Add(bits32(l), bits32(r)))
}

func (m *sum32) Run(t float32, i, step, n int) float32 {
	if n <= 0 {
		return t
	}
	if m.hard {
		s := t
		switch {
		case m.b == nil:
			s = chain(s, m.a, i, step, n)
		case !m.fused:
			s = chainProducts(s, m.a, m.b, i, step, n)
		default:
			s = chainFused32(s, m.a, m.b, i, step, n)
		}
		if s == s {
			return s
		}
	}
	if m.b == nil && m.directed {
		if s, ok := m.to.chain32(t, m.a, i, step, n); ok {
			return s
		}
	}
	c := bits32(t)
	for ; n > 0; n-- {
		c = m.one(i).Run(c, 0, 1, 1)
		i += step
	}
	return from32(c)
}

func (m *sum32) Double(t float32, has bool, i, step, n int) float32 {
	if m.hard {
		s := 0.0
		for k := range n {
			s += float64(m.Leaf(i + k*step))
		}
		if has {
			s += float64(t)
		}
		if r := float32(s); r == r {
			return r
		}
	}
	all := m.slow
	all.A = make([]wide.U128, n)
	if m.b != nil {
		all.B = make([]wide.U128, n)
	}
	for k := range n {
		all.A[k] = bits32(m.a[i+k*step])
		if m.b != nil {
			all.B[k] = bits32(m.b[i+k*step])
		}
	}
	return from32(all.Double(bits32(t), has, 0, 1, n))
}

func (m *sum32) Load(v []float32, i, step int) {
	if m.b != nil {
		for k := range v {
			v[k] = m.Leaf(i + k*step)
		}
		return
	}
	if step == 1 {
		copy(v, m.a[i:])
		return
	}
	for k := range v {
		v[k] = m.a[i]
		i += step
	}
}

func (m *sum32) Halve(v []float32, w int) {
	Add32(m.env, v[:len(v)-w], v[:len(v)-w], v[w:])
}

func (m *sum32) Couple(v []float32) {
	if m.hard {
		for j := range len(v) / 2 {
			if s := v[2*j] + v[2*j+1]; s == s {
				v[j] = s
			} else {
				v[j] = m.Add(v[2*j], v[2*j+1])
			}
		}
		return
	}
	var x, y [block]float32
	for at, n := 0, len(v)/2; at < n; at += block {
		d := v[at:min(at+block, n)]
		for j := range d {
			x[j], y[j] = v[2*(at+j)], v[2*(at+j)+1]
		}
		Add32(m.env, d, x[:], y[:])
	}
}

// Sum64 is Sum32 for binary64.
func Sum64(env round.Env, a, b []float64, fused bool) Vector[float64] {
	slow := reduce.Bits{Env: env, F: format.F64, Fused: fused, A: make([]wide.U128, 1)}
	if b != nil {
		slow.B = make([]wide.U128, 1)
	}
	return &sum64{env: env, a: a, b: b, fused: fused, hard: direct(env), slow: slow}
}

type sum64 struct {
	env   round.Env
	a, b  []float64
	fused bool
	hard  bool
	slow  reduce.Bits
}

func bits64(x float64) wide.U128 { return wide.From64(math.Float64bits(x)) }
func from64(c wide.U128) float64 { return math.Float64frombits(c.Lo) }

func (m *sum64) one(i int) *reduce.Bits {
	m.slow.A[0] = bits64(m.a[i])
	if m.b != nil {
		m.slow.B[0] = bits64(m.b[i])
	}
	return &m.slow
}

func (m *sum64) Zero() float64 { return 0 }

func (m *sum64) Leaf(i int) float64 {
	if m.b == nil {
		return m.a[i]
	}
	if m.hard {
		if p := float64(m.a[i] * m.b[i]); p == p {
			return p
		}
	}
	return from64(m.one(i).Leaf(0))
}

func (m *sum64) Add(l, r float64) float64 {
	if m.hard {
		if s := l + r; s == s {
			return s
		}
	}
	return from64(m.slow.Add(bits64(l), bits64(r)))
}

func (m *sum64) Run(t float64, i, step, n int) float64 {
	if n <= 0 {
		return t
	}
	if m.hard {
		s := t
		switch {
		case m.b == nil:
			s = chain(s, m.a, i, step, n)
		case !m.fused:
			s = chainProducts(s, m.a, m.b, i, step, n)
		default:
			for k := range n {
				s = math.FMA(m.a[i+k*step], m.b[i+k*step], s)
			}
		}
		if s == s {
			return s
		}
	}
	c := bits64(t)
	for ; n > 0; n-- {
		c = m.one(i).Run(c, 0, 1, 1)
		i += step
	}
	return from64(c)
}

func (m *sum64) Double(t float64, has bool, i, step, n int) float64 {
	if m.hard {
		s := 0.0
		for k := range n {
			s += m.Leaf(i + k*step)
		}
		if has {
			s += t
		}
		if s == s {
			return s
		}
	}
	all := m.slow
	all.A = make([]wide.U128, n)
	if m.b != nil {
		all.B = make([]wide.U128, n)
	}
	for k := range n {
		all.A[k] = bits64(m.a[i+k*step])
		if m.b != nil {
			all.B[k] = bits64(m.b[i+k*step])
		}
	}
	return from64(all.Double(bits64(t), has, 0, 1, n))
}

func (m *sum64) Load(v []float64, i, step int) {
	for k := range v {
		v[k] = m.Leaf(i + k*step)
	}
}

func (m *sum64) Halve(v []float64, w int) {
	Add64(m.env, v[:len(v)-w], v[:len(v)-w], v[w:])
}

func (m *sum64) Couple(v []float64) {
	for j := range len(v) / 2 {
		v[j] = m.Add(v[2*j], v[2*j+1])
	}
}

// chain is t + a[i] + a[i+step] + ..., n terms.
func chain[T float32 | float64](t T, a []T, i, step, n int) T {
	if step == 1 {
		for _, x := range a[i : i+n] {
			t += x
		}
		return t
	}
	for ; n > 0; n-- {
		t += a[i]
		i += step
	}
	return t
}

// chainProducts is chain with products, each rounded.
func chainProducts[T float32 | float64](t T, a, b []T, i, step, n int) T {
	for ; n > 0; n-- {
		t += T(a[i] * b[i])
		i += step
	}
	return t
}

// chainFused32 is chain with fused multiply-adds. The product is exact in binary64; its sum with t is rounded to odd
// there, so that rounding it to binary32 rounds the exact sum.
func chainFused32(t float32, a, b []float32, i, step, n int) float32 {
	for ; n > 0; n-- {
		t = float32(math.Float64frombits(sticky(TwoSum(float64(float64(a[i])*float64(b[i])), float64(t)))))
		i += step
	}
	return t
}

// add sets d[i] = a[i] + b[i] for the length of d; sums that are NaN are left to slow. d may be a or b.
func add[T float32 | float64](d, a, b []T, slow func(a, b T) T) {
	a, b = a[:len(d)], b[:len(d)]
	for len(d) >= 8 {
		x, y, z := (*[8]T)(a), (*[8]T)(b), (*[8]T)(d)
		s0, s1, s2, s3 := x[0]+y[0], x[1]+y[1], x[2]+y[2], x[3]+y[3]
		s4, s5, s6, s7 := x[4]+y[4], x[5]+y[5], x[6]+y[6], x[7]+y[7]
		if t := ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7)); t != t { // a NaN, or infinities
			for k := range z {
				z[k] = addOne(x[k], y[k], slow)
			}
		} else {
			z[0], z[1], z[2], z[3], z[4], z[5], z[6], z[7] = s0, s1, s2, s3, s4, s5, s6, s7
		}
		a, b, d = a[8:], b[8:], d[8:]
	}
	for k := range d {
		d[k] = addOne(a[k], b[k], slow)
	}
}

func addOne[T float32 | float64](a, b T, slow func(a, b T) T) T {
	if s := a + b; s == s {
		return s
	}
	return slow(a, b)
}
