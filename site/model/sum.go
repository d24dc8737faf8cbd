//go:build !opening

package model

import (
	"math"
	"strconv"
	"strings"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/fast"
	"ulplab/fpcore/format"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/state"
)

// SumInput is what the numbers of the Reduction view depend on.
type SumInput struct {
	Kind, Cond      uint8
	N, Seed         int32
	Dot, Double     bool
	Own             string
	Threads, Blocks int32
	Pattern         uint8
}

// SumInputOf takes the input out of the state.
func SumInputOf(v state.Sum) SumInput {
	in := SumInput{Kind: v.Kind, N: v.N, Seed: v.Seed, Dot: v.Dot, Double: v.Double, Threads: v.Threads, Blocks: v.Blocks, Pattern: v.Pattern}
	switch v.Kind {
	case state.SumOwn:
		in.N, in.Own = 0, v.Own
	case state.SumIll:
		in.Cond = v.Cond
	}
	return in
}

// The largest sizes of what is costly.
const (
	sumSorted  = 1 << 14 // orders sorted by magnitude
	sumBinned  = 1 << 16
	sumFused   = 1 << 18 // fused products of binary64, which WebAssembly has no instruction for
	SumDrawn   = 1 << 12 // random trees
	SumPicture = 64      // the tree as a picture
)

// Sum is everything about one input, computed step by step.
type Sum struct {
	In      SumInput
	F       *format.Format
	N       int
	Problem string // why there are no numbers, in words

	a32, b32 []float32
	a64, b64 []float64
	Data     fast.Data
	sum, all *reduce.Accumulator
	at       int
	Once     wide.U128 // the exact sum rounded once
	stage    int
	resume   int // the stage that other rows on the same data go on with

	Rows []SumRow
	Left string // the orders that are left out because of the size
	Cells
	SumTrees

	// The numbers of results of each part that are there, for panels to compare.
	RowsDone, CellsDone, TreesDone int
}

// Cells are the results of the pattern by blocks (rows of the grid) and threads per block (columns).
type Cells struct {
	Cell     [len(state.SumBlocks) * len(state.SumThreads)]wide.U128
	Outcomes []SumOutcome // distinct results by value
}

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
	m := &Sum{In: in, F: format.F32, N: int(in.N)}
	if in.Double {
		m.F = format.F64
	}
	return m
}

// Relaunch returns the model of another launch on the same data, nil if in has other data: exact sum, grid and trees
// are those of m, which must not be used any more.
func (m *Sum) Relaunch(in SumInput) *Sum {
	same := m.In
	same.Threads, same.Blocks = in.Threads, in.Blocks
	if same != in || m.Problem != "" || m.stage < 2 {
		return nil
	}
	next := *m
	next.In, next.Rows, next.RowsDone, next.stage, next.resume = in, nil, 0, 2, max(m.stage, m.resume)
	next.rows()
	return &next
}

// Step computes for about budget additions and reports whether all is there. stopped leaves random trees alone.
func (m *Sum) Step(budget int, stopped bool) (done bool) {
	for budget > 0 {
		if m.Problem != "" {
			return true
		}
		switch m.stage {
		case 0:
			m.generate()
			m.stage++
			budget -= 2 * m.N
		case 1:
			if m.describe() {
				m.stage++
				m.rows()
			}
			budget -= 1 << 17
		case 2:
			if m.RowsDone == len(m.Rows) {
				m.stage = max(3, m.resume)
				continue
			}
			m.row(&m.Rows[m.RowsDone])
			m.RowsDone++
			budget -= 3*m.N + 3000
		case 3:
			if m.CellsDone == len(m.Cell) {
				m.Outcomes = m.cellOutcomes()
				m.stage++
				continue
			}
			k := reduce.Knobs{Threads: state.SumThreads[m.CellsDone%len(state.SumThreads)], Blocks: state.SumBlocks[m.CellsDone/len(state.SumThreads)]}
			o, _ := reduce.FindOrder(state.SumPatterns[m.In.Pattern])
			form, _ := o.At(k)
			m.Cell[m.CellsDone] = m.eval(form, m.In.Dot) // nvcc fuses by default, and so do the table's rows of these patterns
			m.CellsDone++
			budget -= m.N + k.Threads*k.Blocks + 1000
		case 4:
			if stopped && m.N > reduce.MaxAllTrees-1 || m.N > SumDrawn {
				return true
			}
			if m.trees(&budget) {
				m.stage++
			}
		default:
			return true
		}
	}
	return m.stage > 4
}

// Busy reports whether random trees remain to be drawn.
func (m *Sum) Busy() bool { return m.Problem == "" && m.stage <= 4 && m.N <= SumDrawn }

// Described reports whether the exact sum is known.
func (m *Sum) Described() bool { return m.stage > 1 }

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
	return math.Ldexp(float64(r.next()>>(64-bits)), -int(bits))
}

// sumVector makes n elements of a kind: exact in binary64, of bits bits where they are drawn, rounded by the caller.
func sumVector(kind uint8, n int, seed uint64, bits uint, cond int) []float64 {
	r := sumRandom(seed)
	v := make([]float64, n)
	for i := range v {
		switch kind {
		case 0:
			units := int64(3*(r.next()>>(64-bits))) - 1<<bits
			v[i] = math.Ldexp(float64(units), -int(bits))
		case 1:
			units := int64(-6) << bits
			for range 12 {
				units += int64(r.next() >> (64 - bits))
			}
			v[i] = math.Ldexp(float64(units), -int(bits))
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

// cancelling makes the sum of v, or of v times w, positive numbers all, small: but for the last one or two elements they come in pairs that
// cancel, large enough for the condition number, and all stand in random places.
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
	var v [2][]float64
	if in.Kind == state.SumOwn {
		if v[0], v[1], m.Problem = SumOwnData(in.Own, m.F, in.Dot); m.Problem != "" {
			return
		}
		m.N = len(v[0])
	} else {
		bits := uint(24)
		if in.Double {
			bits = 52
		}
		v[0] = sumVector(in.Kind, m.N, uint64(in.Seed), bits, int(in.Cond))
		if in.Dot {
			v[1] = sumVector(in.Kind, m.N, uint64(in.Seed)+1, bits, int(in.Cond))
		}
		if in.Kind == state.SumIll {
			cancelling(v[0], v[1], int(in.Cond), uint64(in.Seed))
		}
	}
	if in.Double {
		m.a64, m.b64 = v[0], v[1]
		return
	}
	m.a32, m.b32 = narrow(v[0]), narrow(v[1])
}

func narrow(v []float64) []float32 {
	if v == nil {
		return nil
	}
	w := make([]float32, len(v))
	for i, x := range v {
		w[i] = float32(x)
	}
	return w
}

// SumOwnData reads numbers as typed: separated by spaces, commas or line ends; a semicolon stands between the two
// vectors of a dot product, whose halves are taken where there is none. problem says in words what is wrong.
func SumOwnData(s string, f *format.Format, dot bool) (a, b []float64, problem string) {
	parts := strings.Split(s, ";")
	if len(parts) > 2 || len(parts) > 1 && !dot {
		return nil, nil, "A semicolon stands between the two vectors of a dot product, once."
	}
	var v [2][]float64
	at := 0
	for i, part := range parts {
		for _, w := range strings.FieldsFunc(part, func(r rune) bool { return strings.ContainsRune(", \t\r\n[](){}", r) }) {
			at++
			p, err := text.Parse(w, f, round.Env{})
			if err != nil {
				if len(w) > 24 {
					w = strings.ToValidUTF8(w[:24], "") + "…"
				}
				return nil, nil, "Number " + strconv.Itoa(at) + ", “" + w + "”: " + err.Error() + "."
			}
			if f == format.F32 {
				v[i] = append(v[i], float64(math.Float32frombits(uint32(p.Bits.Lo))))
			} else {
				v[i] = append(v[i], math.Float64frombits(p.Bits.Lo))
			}
		}
	}
	if dot && len(parts) == 1 {
		h := len(v[0]) / 2
		v[0], v[1] = v[0][:h], v[0][h:]
	}
	switch {
	case dot && len(v[0]) != len(v[1]):
		return nil, nil, "The vectors have " + strconv.Itoa(len(v[0])) + " and " + strconv.Itoa(len(v[1])) + " elements; they must be equally long."
	case len(v[0]) < state.SumLeast:
		return nil, nil, "There must be at least two elements."
	}
	if !dot {
		v[1] = nil
	}
	return v[0], v[1], ""
}

// describe adds exactly, a part at a time.
func (m *Sum) describe() (done bool) {
	const part = 1 << 16
	if m.at == 0 {
		m.sum, m.all = reduce.NewAccumulator(round.Env{}, m.F, m.In.Dot), reduce.NewAccumulator(round.Env{}, m.F, m.In.Dot)
	}
	lo, hi := m.at, min(m.at+part, m.N)
	m.at = hi
	if m.In.Double {
		a := m.a64[lo:hi]
		x := magnitudes(a)
		if m.In.Dot {
			b := m.b64[lo:hi]
			m.sum.AddProducts64(a, b)
			m.all.AddProducts64(x, magnitudes(b))
		} else {
			m.sum.AddFloats64(a)
			m.all.AddFloats64(x)
		}
	} else {
		a := m.a32[lo:hi]
		x := magnitudes(a)
		if m.In.Dot {
			b := m.b32[lo:hi]
			m.sum.AddProducts32(a, b)
			m.all.AddProducts32(x, magnitudes(b))
		} else {
			m.sum.AddFloats32(a)
			m.all.AddFloats32(x)
		}
	}
	if m.at < m.N {
		return false
	}
	neg, mag, exp, finite := m.sum.Value()
	m.Data = fast.Data{N: m.N, Dot: m.In.Dot, Sum: exact.New(neg, mag, exp), Finite: finite}
	_, mag, exp, _ = m.all.Value()
	m.Data.Magnitude = exact.New(false, mag, exp)
	m.Once = m.sum.Round(round.Env{}, m.F).Bits
	m.sum, m.all = nil, nil
	return true
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

// bits returns element i of a vector as its code.
func (m *Sum) bits(b bool) []wide.U128 {
	if b && !m.In.Dot {
		return nil
	}
	v := make([]wide.U128, m.N)
	for i := range v {
		switch {
		case m.In.Double && b:
			v[i].Lo = math.Float64bits(m.b64[i])
		case m.In.Double:
			v[i].Lo = math.Float64bits(m.a64[i])
		case b:
			v[i].Lo = uint64(math.Float32bits(m.b32[i]))
		default:
			v[i].Lo = uint64(math.Float32bits(m.a32[i]))
		}
	}
	return v
}
