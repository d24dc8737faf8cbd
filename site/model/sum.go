//go:build !opening

package model

import (
	"math"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/fast"
	"ulplab/fpcore/format"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
	"ulplab/site/state"
)

// SumInput is what the numbers of the Reduction view depend on.
type SumInput struct {
	Kind, Cond      uint8
	N, Seed         int32
	Dot, Double     bool
	Own             string
	File            state.SumSource
	Threads, Blocks int32
	Accums, CPU     int32
	Pattern, Arrive uint8
	Arith           state.SumArith
	Tree            string // the reader's own, where there may be few elements
}

// SumInputOf takes the input out of the state.
func SumInputOf(v state.Sum) SumInput {
	in := SumInput{Kind: v.Kind, N: v.N, Seed: v.Seed, Dot: v.Dot, Double: v.Double, Threads: v.Threads, Blocks: v.Blocks, Accums: v.Accums, CPU: v.CPU,
		Pattern: v.Pattern, Arrive: v.Arrive, Arith: v.Arith, Tree: sumTreeText(v)}
	switch v.Kind {
	case state.SumOwn:
		in.N, in.Own = 0, v.Own
	case state.SumFile:
		in.N, in.File = 0, v.File
	case state.SumIll:
		in.Cond = v.Cond
	}
	return in
}

// The largest sizes of what is costly.
const (
	SumDrawn   = 1 << 12 // random trees
	SumPicture = 64      // the tree as a picture
)

// Sum is everything about one input, computed step by step.
type Sum struct {
	In      SumInput
	E, S, F *format.Format // of elements, sums and results
	N       int
	Problem string // why there are no numbers, in words
	Note    string // what was assumed of the reader's own numbers, or done to them
	arithmetic
	pace

	a32, b32 []float32   // the elements, where E is binary32
	a64, b64 []float64   // where it is binary64
	a, b     []wide.U128 // where it is another format
	Data     fast.Data
	Once     wide.U128 // the exact sum rounded once
	seed     uint64
	stage    int

	Rows []SumRow
	Few  bool // only the orders of sumKey are computed, because of the size
	Cells
	Arrivals
	SumTrees

	// The numbers of results of each part that are there, for panels to compare.
	RowsDone, CellsDone, TreesDone int
}

// The stages of the work.
const (
	sumData = iota
	sumExact
	sumRows
	sumCells
	sumArrivals
	sumTrees
	sumEnd
)

// SumOutcome is a distinct result.
type SumOutcome struct {
	Bits  wide.U128
	Count uint64
	Ulps  float64 // its error, which has a meaning only if OK
	OK    bool
}

// SumTrees are the results of all trees, or of random ones.
type SumTrees struct {
	All   bool
	Trees []SumOutcome // once there are all
	Total uint64
	all   *reduce.AllTrees
	drawn reduce.Sample
}

// SumKind sorts rows into lanes.
type SumKind uint8

// The lanes.
const (
	SumLoop SumKind = iota
	SumParallel
	SumRandom
	SumLibrary
	SumScheme
	SumKinds
)

// SumRow is a row of the table.
type SumRow struct {
	ID, Name, What string
	Kind           SumKind
	Done           bool
	Bits           wide.U128
	Height         int // additions on the longest way, 0 where there is no tree
	Worst, Likely  float64
	First          bool    // Worst has its first order only
	Ulps           float64 // the error
	OK             bool    // Ulps has a meaning
	Unclaimed      bool    // the library was not measured at this size
	Millis         float64 // that value and error took, where Clock is set
	form           *reduce.Form
	fused          bool
}

// Err returns the magnitude of the error for sorting: what cannot be measured is largest.
func (r *SumRow) Err() float64 {
	if !r.OK {
		return math.Inf(1)
	}
	return math.Abs(r.Ulps)
}

// NewSum prepares an input; Step computes.
func NewSum(in SumInput) *Sum {
	m := &Sum{In: in, N: int(in.N), seed: uint64(in.Seed)}
	m.arithmetic.set(m)
	return m
}

// Relaunch reuses m for another launch on the same data; it returns nil if the data differ. m must not be used afterwards.
func (m *Sum) Relaunch(in SumInput) *Sum {
	same := m.In
	same.Threads, same.Blocks, same.Accums, same.CPU, same.Arrive = in.Threads, in.Blocks, in.Accums, in.CPU, in.Arrive
	if same != in || m.Problem != "" || m.stage <= sumExact {
		return nil
	}
	m.Drop()
	next := *m
	next.In, next.pace, next.stage = in, pace{}, sumRows
	if in.Arrive == m.In.Arrive && m.stage > sumRows && m.sameRows(in) {
		next.stage = m.stage // the arrivals of elements depend on no launch
	} else {
		next.Rows, next.RowsDone = nil, 0
		next.rows()
	}
	if !m.sameArrivals(in) {
		next.Arrivals = Arrivals{}
		next.stage = min(next.stage, sumArrivals)
	}
	return &next
}

// sameRows reports whether the rows of in are those of m.
func (m *Sum) sameRows(in SumInput) bool {
	return in.Threads == m.In.Threads && in.Blocks == m.In.Blocks && in.Accums == m.In.Accums && in.CPU == m.In.CPU
}

// sameArrivals does it for the arrivals.
func (m *Sum) sameArrivals(in SumInput) bool {
	return in.Arrive == m.In.Arrive && (in.Threads == m.In.Threads && in.Blocks == m.In.Blocks || state.SumArrivals[in.Arrive] == "atomics")
}

// work computes everything that is not there yet, in the order of the page.
func (m *Sum) work() {
	if m.stage == sumData {
		if m.generate(); m.Problem != "" {
			return
		}
		m.stage = sumExact
	}
	if m.stage == sumExact {
		m.describe()
		m.stage = sumRows
		m.rows()
		m.give()
	}
	for ; m.RowsDone < len(m.Rows); m.RowsDone++ {
		m.row(&m.Rows[m.RowsDone])
	}
	m.stage = sumCells
	m.cells()
	m.stage = sumArrivals
	m.arrive()
	m.stage = sumTrees
	if m.N <= SumDrawn && m.Data.Finite {
		m.trees()
	}
	m.stage = sumEnd
}

// Busy reports whether there is work left that stopped does not hold up.
func (m *Sum) Busy(stopped bool) bool {
	return m.Problem == "" && m.stage < sumEnd && !(stopped && m.stage == sumTrees)
}

// Described reports whether the exact sum is known.
func (m *Sum) Described() bool { return m.stage > sumExact }

// sumRandom is splitmix64.
type sumRandom uint64

func (r *sumRandom) next() uint64 {
	*r += 0x9E3779B97F4A7C15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// fraction returns a multiple of 2^-bits in [0, 1).
func (r *sumRandom) fraction(bits uint) float64 {
	return float64(r.next()>>(64-bits)) / float64(uint64(1)<<bits)
}

// vector makes the elements of a kind: exact in binary64, of bits bits where they are drawn, rounded by the caller.
func (m *Sum) vector(kind uint8, seed uint64, bits uint) []float64 {
	r := sumRandom(seed)
	v := make([]float64, m.N)
	for i := range v {
		if i&0xfff == 0xfff {
			m.pay(30_000)
		}
		switch kind {
		case 0:
			units := int64(3*(r.next()>>(64-bits))) - 1<<bits
			v[i] = float64(units) / float64(uint64(1)<<bits)
		case 1:
			units := int64(-6) << bits
			for range 12 {
				units += int64(r.next() >> (64 - bits))
			}
			v[i] = float64(units) / float64(uint64(1)<<bits)
		case 2:
			z := r.next()
			v[i] = math.Ldexp(1+r.fraction(bits), int(z%41)-20)
			if z>>63 != 0 {
				v[i] = -v[i]
			}
		case 3:
			if v[i] = 1 + r.fraction(bits); i&1 != 0 {
				v[i] = -v[i]
			}
		default:
			v[i] = 1 + r.fraction(bits)
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

// generate makes the data.
func (m *Sum) generate() {
	in := m.In
	if in.Kind == state.SumFile {
		m.fromFile()
		return
	}
	if in.Kind == state.SumOwn {
		var v [2][]wide.U128
		if v[0], v[1], m.Note, m.Problem = SumOwnData(in.Own, m.E, in.Dot); m.Problem != "" {
			return
		}
		m.N = len(v[0])
		m.take(v[0], v[1])
		return
	}
	bits := uint(24)
	if in.Double {
		bits = 52
	}
	var v [2][]float64
	v[0] = m.vector(in.Kind, m.seed, bits)
	if in.Dot {
		v[1] = m.vector(in.Kind, m.seed+1, bits)
	}
	if in.Kind == state.SumIll {
		m.pay(1 << 20)
		cancelling(v[0], v[1], int(in.Cond), m.seed)
		m.pay(1 << 20)
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

// take takes codes of E as the data.
func (m *Sum) take(a, b []wide.U128) {
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

func (m *Sum) narrow(v []float64) []float32 {
	if v == nil {
		return nil
	}
	w := make([]float32, len(v))
	for i, x := range v {
		if i&0xffff == 0xffff {
			m.pay(1 << 16)
		}
		w[i] = float32(x)
	}
	return w
}

// round rounds numbers to E: those drawn as binary32 first to binary32, so that they are the same data in fewer bits.
func (m *Sum) round(v []float64) []wide.U128 {
	if v == nil {
		return nil
	}
	w := make([]wide.U128, len(v))
	for i, x := range v {
		m.pay(150)
		if !m.In.Double {
			x = float64(float32(x))
		}
		w[i] = arith.Convert(round.Env{}, m.E, format.F64, wide.From64(math.Float64bits(x)), nil).Bits
	}
	return w
}

// describe adds exactly.
func (m *Sum) describe() {
	m.clock("exact", func() {
		sum, all := reduce.NewAccumulator(round.Env{}, m.E, m.In.Dot), reduce.NewAccumulator(round.Env{}, m.E, m.In.Dot)
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
					m.pay(300)
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
			m.pay(20 * (hi - lo))
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

// code returns element i of the first vector, or of the second, as its code.
func (m *Sum) code(second bool, i int) wide.U128 {
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

// bits returns a vector as codes.
func (m *Sum) bits(second bool) []wide.U128 {
	if second && !m.In.Dot {
		return nil
	}
	v := make([]wide.U128, m.N)
	for i := range v {
		v[i] = m.code(second, i)
	}
	return v
}
