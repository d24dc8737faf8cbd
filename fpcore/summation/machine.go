package summation

import (
	"math"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/fast"
	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// arithmetic is what the additions of Sums are carried out with.
type arithmetic struct {
	product                 *format.Format
	env, productEnv, outEnv round.Env
	mad                     bool
}

// set works out formats and environments. Unsupported settings are ignored; MADProblem says so.
func (t *arithmetic) set(m *Sums) {
	v := m.In.Arith
	base := format.F32
	if m.In.Double {
		base = format.F64
	}
	or := func(id string, f *format.Format) *format.Format {
		if id == "" {
			return f
		}
		if g, err := format.Parse(id); err == nil {
			return g
		}
		return format.F32
	}
	m.E = or(v.In, base)
	m.S = or(v.Sum, m.E)
	t.product = or(v.Product, m.S)
	m.F = or(v.Out, m.S)
	env := func(direction uint8) round.Env {
		e := round.Env{Direction: Directions[direction].Dir, FlushIn: v.Flush}
		if v.Flush {
			e.FlushOut = round.FlushTinyAfter
		}
		return e
	}
	t.env, t.productEnv, t.outEnv = env(v.SumDirection), env(v.ProductDirection), env(v.OutDirection)
	if m.F == m.S {
		t.outEnv = t.env
	}
	t.mad = v.MulAdd == MAD && m.MADProblem() == ""
}

// ProductFormat is the format that products are rounded to.
func (m *Sums) ProductFormat() *format.Format { return m.product }

// MADProblem says why FMAD cannot be had, "" if it can.
func (m *Sums) MADProblem() string {
	if m.E != format.F32 || m.S != format.F32 {
		return "FMAD of compute capability 1.x knows binary32 only: elements and sums must be binary32. Products are added as the algorithm specifies."
	}
	return ""
}

// DefaultArithmetic reports whether the arithmetic is IEEE 754's default in the format of the data: that of libraries, and what
// bounds are known for.
func (m *Sums) DefaultArithmetic() bool { return m.In.Arith == Arith{} }

// Plain reports whether the sums are carried out on floats of the processor's formats, so that on32 or on64 does them.
func (m *Sums) Plain() bool {
	return (m.E == format.F32 || m.E == format.F64) && m.S == m.E && (!m.In.Dot || m.product == m.E && m.env == m.productEnv && !m.mad)
}

// Machine returns what carries out the additions, in any arithmetic, on codes of S.
func (m *Sums) Machine(fused bool) reduce.Number[wide.U128] {
	b := &m.slow(m.fuses(fused)).Bits
	b.A, b.B = m.bits(false), m.bits(true)
	return *b
}

// fuses says whether products are fused into additions where an order does that if told so.
func (m *Sums) fuses(fused bool) bool {
	switch m.In.Arith.MulAdd {
	case Separate:
		return false
	case Fused:
		return m.In.Dot
	case MAD:
		if m.mad {
			return m.In.Dot
		}
	}
	return fused
}

// slow makes the machine of any arithmetic, which reads elements as it needs them.
func (m *Sums) slow(fused bool) *slowMachine {
	s := &slowMachine{Bits: reduce.Bits{Env: m.env, F: m.E, Fused: fused, A: make([]wide.U128, 1), Product: m.product, Sum: m.S, ForProduct: &m.productEnv}, m: m}
	if m.In.Dot {
		s.B = make([]wide.U128, 1)
	}
	if m.mad {
		s.MulAdd = func(a, b, t wide.U128) wide.U128 {
			r, _, _ := gpu.Target{CC: 10}.Run(gpu.Code{Names: []string{"mad.f32"}}, [3]uint64{a.Lo, b.Lo, t.Lo})
			return wide.From64(r)
		}
	}
	return s
}

// eval carries an order out and rounds its sum to F.
func (m *Sums) eval(form *reduce.Form, fused bool) wide.U128 {
	fused = m.fuses(fused)
	switch {
	case !m.Plain():
		return m.out(reduce.Eval[wide.U128](m.slow(fused), form, m.N))
	case m.E == format.F64:
		return m.out(code64(reduce.Eval[float64](m.on64(fused), form, m.N)))
	}
	return m.out(code32(reduce.Eval[float32](m.on32(fused), form, m.N)))
}

// scheme sums up with a scheme of package reduce.
func (m *Sums) scheme(id string) wide.U128 {
	switch {
	case !m.Plain():
		x, _ := reduce.Accumulate[wide.U128](m.slow(false), id, m.N)
		return m.out(x)
	case m.E == format.F64:
		x, _ := reduce.Accumulate[float64](m.on64(false), id, m.N)
		return m.out(code64(x))
	}
	x, _ := reduce.Accumulate[float32](m.on32(false), id, m.N)
	return m.out(code32(x))
}

func code64(x float64) wide.U128 { return wide.From64(math.Float64bits(x)) }
func code32(x float32) wide.U128 { return wide.From64(uint64(math.Float32bits(x))) }

// out rounds a sum to the format of results.
func (m *Sums) out(c wide.U128) wide.U128 {
	if m.F == m.S {
		return c
	}
	return arith.Convert(m.outEnv, m.F, m.S, c, nil).Bits
}

func (m *Sums) on32(fused bool) fast.Vector[float32] {
	return quickMachine[float32]{fast.Sum32(m.env, m.a32, m.b32, fused), m, m.cost(fused)}
}

func (m *Sums) on64(fused bool) fast.Vector[float64] {
	return quickMachine[float64]{fast.Sum64(m.env, m.a64, m.b64, fused), m, m.cost(fused)}
}

// cost is what an addition costs, in nanoseconds about.
func (m *Sums) cost(fused bool) int {
	switch {
	case !m.Plain():
		return 500
	case m.env != (round.Env{}):
		return 60
	case fused && m.In.Double:
		return 60 // without an instruction in WebAssembly
	case fused:
		return 6
	}
	return 2
}

// quickMachine is the machine of floats that pays for what it does.
type quickMachine[T float32 | float64] struct {
	fast.Vector[T]
	m    *Sums
	cost int
}

// chunk is how many additions are done at a time.
const chunk = 1 << 11

func (q quickMachine[T]) Leaf(i int) T {
	q.m.Spend(q.cost + 10)
	return q.Vector.Leaf(i)
}

func (q quickMachine[T]) TwoProduct(i int) (p, low T) {
	q.m.Spend(5 * q.cost)
	return q.Vector.TwoProduct(i)
}

func (q quickMachine[T]) Add(l, r T) T {
	q.m.Spend(q.cost + 20)
	return q.Vector.Add(l, r)
}

func (q quickMachine[T]) Run(t T, i, step, n int) T {
	for ; n > chunk; n -= chunk {
		t = q.Vector.Run(t, i, step, chunk)
		i += step * chunk
		q.m.Spend(q.cost * chunk)
	}
	q.m.Spend(q.cost*n + 20)
	return q.Vector.Run(t, i, step, n)
}

func (q quickMachine[T]) Load(v []T, i, step int) {
	for ; len(v) > chunk; v = v[chunk:] {
		q.Vector.Load(v[:chunk], i, step)
		i += step * chunk
		q.m.Spend(2 * chunk)
	}
	q.Vector.Load(v, i, step)
}

func (q quickMachine[T]) Halve(v []T, w int) {
	for n := len(v) - w; n > chunk; n -= chunk {
		q.Vector.Halve(v[:w+chunk], w)
		v = v[chunk:]
		q.m.Spend(q.cost * chunk)
	}
	q.m.Spend(q.cost*(len(v)-w) + 20)
	q.Vector.Halve(v, w)
}

func (q quickMachine[T]) Couple(v []T) {
	to := v
	for ; len(v) > 2*chunk; v = v[2*chunk:] {
		q.Vector.Couple(v[:2*chunk])
		copy(to, v[:chunk])
		to = to[chunk:]
		q.m.Spend(q.cost * chunk)
	}
	q.Vector.Couple(v)
	copy(to, v[:len(v)/2])
}

// slowMachine is the machine of any arithmetic. It has room for one element, and pays for what it does.
type slowMachine struct {
	reduce.Bits
	m *Sums
}

func (s *slowMachine) load(i int) {
	s.m.Spend(500)
	s.A[0] = s.m.code(false, i)
	if s.B != nil {
		s.B[0] = s.m.code(true, i)
	}
}

func (s *slowMachine) Leaf(i int) wide.U128 {
	s.load(i)
	return s.Bits.Leaf(0)
}

func (s *slowMachine) TwoProduct(i int) (p, low wide.U128) {
	s.load(i)
	s.m.Spend(1000)
	return s.Bits.TwoProduct(0)
}

func (s *slowMachine) Add(l, r wide.U128) wide.U128 {
	s.m.Spend(300)
	return s.Bits.Add(l, r)
}

func (s *slowMachine) Run(t wide.U128, i, step, n int) wide.U128 {
	for ; n > 0; n-- {
		s.load(i)
		t = s.Bits.Run(t, 0, 1, 1)
		i += step
	}
	return t
}

func (s *slowMachine) Double(t wide.U128, has bool, i, step, n int) wide.U128 {
	all := s.Bits
	all.A, all.B = nil, nil
	for k := range n {
		s.load(i + k*step)
		all.A = append(all.A, s.A[0])
		if s.B != nil {
			all.B = append(all.B, s.B[0])
		}
	}
	return all.Double(t, has, 0, 1, n)
}

// heights is the machine that counts additions on the longest way: a number is its height, and -1 what is absent.
type heights struct{ m *Sums }

func (h heights) Zero() int32      { return -1 }
func (h heights) Leaf(i int) int32 { return 0 }

func (h heights) Add(l, r int32) int32 {
	h.m.Spend(6)
	if l < 0 {
		return r
	}
	if r < 0 {
		return l
	}
	return max(l, r) + 1
}

func (h heights) Run(t int32, i, step, n int) int32 {
	h.m.Spend(20)
	return t + int32(n) // -1 + n for n elements by themselves
}

func (h heights) Double(t int32, has bool, i, step, n int) int32 {
	s := int32(n - 1)
	if has {
		return h.Add(t, s)
	}
	return s
}

func (h heights) Load(v []int32, i, step int) {
	h.m.Spend(len(v) / 2)
	clear(v)
}

func (h heights) Halve(v []int32, w int) {
	for j, r := range v[w:] {
		v[j] = h.Add(v[j], r)
	}
}

func (h heights) Couple(v []int32) {
	for j := range len(v) / 2 {
		v[j] = h.Add(v[2*j], v[2*j+1])
	}
}
