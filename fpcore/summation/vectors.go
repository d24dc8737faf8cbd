package summation

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
)

// firstSize is the smallest number of elements.
const firstSize = 16

// Methods are the rows of the table that are tried on many vectors; fma on dot products only.
var Methods = [...]string{"serial", "fma", "openmp", "blocked", "shared", "halving", "kahan", "neumaier", "dot2", "exact"}

// Pairs are the methods whose errors are compared with those of serial, by their places in Methods.
var Pairs = [...]int{3, 5, 1}

// Vectors are random vectors of an input: vector number i is the (i/Sizes)th with 16 << (i mod Sizes) elements, and those
// from Lo to below Hi are tried. Its text is that of a job of package sweep: "vectors", its numbers between dots, the
// arithmetic after an @, and the range.
type Vectors struct {
	Input  Input
	Each   int // vectors of a size
	Sizes  int
	Lo, Hi uint64
}

// AllVectors returns so many vectors of each size from 16 to 2^top; ok is false where the numbers are the caller's own.
func AllVectors(in Input, each, top int) (v Vectors, ok bool) {
	in.N, in.Accums, in.Pattern, in.Arrive, in.Tree = 0, 0, 0, 0, ""
	sizes := top - 3
	return Vectors{Input: in, Each: each, Sizes: sizes, Hi: uint64(sizes) * uint64(each)}, in.Kind < Given
}

func (v Vectors) String() string {
	bit := func(on bool) int {
		if on {
			return 1
		}
		return 0
	}
	in := v.Input
	var s []string
	for _, n := range [...]int{int(in.Kind), int(in.Cond), bit(in.Dot), bit(in.Double), int(in.Threads), int(in.Blocks), int(in.CPU), int(in.Seed), v.Each, v.Sizes} {
		s = append(s, strconv.Itoa(n))
	}
	return "vectors " + strings.Join(s, ".") + "@" + in.Arith.String() + " " + strconv.FormatUint(v.Lo, 16) + " " + strconv.FormatUint(v.Hi, 16)
}

// ReadVectors reads the word in the middle of the text of Vectors.
func ReadVectors(word string, lo, hi uint64) (Vectors, error) {
	bad := errors.New("these words describe no vectors")
	numbers, arith, _ := strings.Cut(word, "@")
	var n []int
	for _, w := range strings.Split(numbers, ".") {
		k, err := strconv.Atoi(w)
		if err != nil || k < 0 || k > MostSeed {
			return Vectors{}, bad
		}
		n = append(n, k)
	}
	a, ok := ReadArith(arith)
	if len(n) != 10 || !ok || n[0] >= Given || n[1] > MostCond || n[4] < 1 || n[4] > 1024 || n[5] < 1 || n[5] > 1024 || n[6] < 1 || n[6] > MostCPU ||
		n[8] < 1 || n[8] > 4096 || n[9] < 1 || n[9] > 17 || lo > hi || hi > uint64(n[8]*n[9]) {
		return Vectors{}, bad
	}
	return Vectors{Input: Input{Kind: int32(n[0]), Cond: int32(n[1]), Dot: n[2] == 1, Double: n[3] == 1, Threads: int32(n[4]), Blocks: int32(n[5]), Accums: 1, CPU: int32(n[6]), Seed: int32(n[7]), Arith: a},
		Each: n[8], Sizes: n[9], Lo: lo, Hi: hi}, nil
}

// Start begins to try the vectors.
func (v Vectors) Start() *Trial {
	return &Trial{of: v, at: v.Lo, sum: make([]trialSize, v.Sizes)}
}

// trialSize is what is counted of the vectors of one size. Errors are integers, so that sums do not depend on the order:
// of scale 0 in units of 2^-10 ulp, of scale 1 in units of 2^-30 of u times the sum of magnitudes.
type trialSize struct {
	count   uint64
	methods [len(Methods)]struct {
		bad        uint64 // results without an error: NaNs, infinities, and errors beyond 2^40
		sum, worst [2]uint64
	}
	pairs [len(Pairs)][3]uint64 // smaller, equal, larger error than serial
}

const trialMost = 1 << 50

// Trial is the work on vectors, or the counts of several parts of it: a runner of package sweep.
type Trial struct {
	of   Vectors
	at   uint64
	done uint64
	sum  []trialSize
}

// Step tries at most n more vectors and reports whether there are none left; it does no more than some million additions at a time.
func (r *Trial) Step(n int) (finished bool) {
	for cost := 0; n > 0 && r.at < r.of.Hi && cost < 1<<19; n-- {
		cost += r.one(int(r.at)/r.of.Sizes, int(r.at)%r.of.Sizes)
		r.at++
		r.done++
	}
	return r.at >= r.of.Hi
}

// one counts vector number v of a size.
func (r *Trial) one(v, size int) (cost int) {
	in := r.of.Input
	in.N = firstSize << size
	m := Prepared(in, uint64(in.Seed)<<32|uint64(v)<<8|uint64(size)<<1) // and the next one for a second vector
	s := &r.sum[size]
	s.count++
	ulp := math.Ldexp(1, int(exact.Quantum(m.F, m.Data.Sum))+m.S.P) / math.Float64frombits(m.Data.Magnitude.Round(round.Env{}, format.F64).Bits.Lo)
	var errs [len(Methods)]float64
	for k, id := range Methods {
		row := m.Row(id)
		if row == nil {
			errs[k] = math.NaN()
			continue
		}
		m.value(row)
		e, d := math.Abs(row.Ulps), &s.methods[k]
		errs[k] = e
		units := [2]float64{math.Round(e * (1 << 10)), math.Round(e * ulp * (1 << 30))}
		if !row.OK || !(units[0] < trialMost && units[1] < trialMost) {
			d.bad++
			continue
		}
		for scale, x := range units {
			d.sum[scale] += uint64(x)
			d.worst[scale] = max(d.worst[scale], uint64(x))
		}
	}
	for k, method := range Pairs {
		switch e := errs[method]; {
		case e < errs[0]:
			s.pairs[k][0]++
		case e == errs[0]:
			s.pairs[k][1]++
		case e > errs[0]:
			s.pairs[k][2]++
		}
	}
	return int(in.N) * max(1, m.cost(in.Dot)/20)
}

// Done returns how many vectors are counted.
func (r *Trial) Done() uint64 { return r.done }

// numbers calls f for every number of the result, in their order.
func (r *Trial) numbers(f func(*uint64)) {
	f(&r.done)
	for i := range r.sum {
		s := &r.sum[i]
		f(&s.count)
		for k := range s.methods {
			d := &s.methods[k]
			f(&d.bad)
			for scale := range d.sum {
				f(&d.sum[scale])
				f(&d.worst[scale])
			}
		}
		for k := range s.pairs {
			for j := range s.pairs[k] {
				f(&s.pairs[k][j])
			}
		}
	}
}

// Encode writes the counts as a row of numbers: base 36, separated by spaces.
func (r *Trial) Encode() string {
	var b []byte
	r.numbers(func(x *uint64) {
		if len(b) > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendUint(b, *x, 36)
	})
	return string(b)
}

// Merge adds what Encode gave for vectors that are not counted yet.
func (r *Trial) Merge(text string) error {
	more := Trial{of: r.of, sum: make([]trialSize, r.of.Sizes)}
	words := strings.Fields(text[:min(len(text), 1<<16)])
	i, bad := 0, false
	more.numbers(func(x *uint64) {
		if i < len(words) {
			n, err := strconv.ParseUint(words[i], 36, 64)
			*x, bad = n, bad || err != nil || n >= 1<<63
		}
		i++
	})
	counted := uint64(0)
	for _, s := range more.sum {
		counted += s.count
	}
	if bad || i != len(words) || counted != more.done || more.done > r.of.Hi-r.of.Lo {
		return errors.New("this is not the result of such a job")
	}
	r.done += more.done
	for i := range r.sum {
		s, t := &r.sum[i], &more.sum[i]
		s.count += t.count
		for k := range s.methods {
			d, e := &s.methods[k], &t.methods[k]
			d.bad += e.bad
			for scale := range d.sum {
				d.sum[scale] += e.sum[scale]
				d.worst[scale] = max(d.worst[scale], e.worst[scale])
			}
		}
		for k := range s.pairs {
			for j := range s.pairs[k] {
				s.pairs[k][j] += t.pairs[k][j]
			}
		}
	}
	return nil
}

// Stats are errors by size and method.
type Stats struct {
	Input   Input
	Sizes   []int
	Vectors []uint64 // of each size
	Methods []Method
	Pairs   []Pair
}

// Method is a method of Stats. Mean and Worst are by scale (0 in ulp of the sum, 1 in units of u times the sum of magnitudes) and size; Slope is that of the mean over
// the larger half of the sizes in a log-log plot, NaN where there is none.
type Method struct {
	Row         Row // of the table, without results
	Mean, Worst [2][]float64
	Bad         uint64
	Slope       [2]float64
}

// Pair says how often the error of a method was smaller than, equal to or larger than that of serial, by size.
type Pair struct {
	Row  Row // of the method
	Than [][3]uint64
}

// ReadStats reads what Encode gave for the vectors of a text; ok is false if it is none.
func ReadStats(vectors, result string) (t Stats, ok bool) {
	words := strings.Fields(vectors)
	if len(words) != 4 || words[0] != "vectors" {
		return t, false
	}
	lo, err := strconv.ParseUint(words[2], 16, 64)
	hi, err2 := strconv.ParseUint(words[3], 16, 64)
	if err != nil || err2 != nil {
		return t, false
	}
	v, err := ReadVectors(words[1], lo, hi)
	if err != nil {
		return t, false
	}
	r := v.Start()
	if r.Merge(result) != nil {
		return t, false
	}
	t.Input = v.Input
	in := v.Input
	in.N, in.Accums = 2, 1
	names := New(in, nil)
	names.rows()
	for i, s := range r.sum {
		t.Sizes = append(t.Sizes, firstSize<<i)
		t.Vectors = append(t.Vectors, s.count)
	}
	for k, id := range Methods {
		row := names.Row(id)
		if row == nil {
			continue
		}
		m := Method{Row: *row}
		for scale, unit := range [2]float64{1 << 10, 1 << 30} {
			var xs, ys []float64
			for i, s := range r.sum {
				d := s.methods[k]
				mean := float64(d.sum[scale]) / unit / float64(s.count-min(s.count, d.bad))
				m.Mean[scale] = append(m.Mean[scale], mean)
				m.Worst[scale] = append(m.Worst[scale], float64(d.worst[scale])/unit)
				if scale == 0 {
					m.Bad += d.bad
				}
				if i >= len(r.sum)/2 && mean > 0 && !math.IsInf(mean, 0) {
					xs, ys = append(xs, float64(i)), append(ys, math.Log2(mean))
				}
			}
			m.Slope[scale] = slope(xs, ys)
		}
		t.Methods = append(t.Methods, m)
	}
	for k, method := range Pairs {
		if row := names.Row(Methods[method]); row != nil {
			p := Pair{Row: *row}
			for _, s := range r.sum {
				p.Than = append(p.Than, s.pairs[k])
			}
			t.Pairs = append(t.Pairs, p)
		}
	}
	return t, true
}

// slope is that of the line with the least squares, NaN for fewer than three points.
func slope(x, y []float64) float64 {
	if len(x) < 3 {
		return math.NaN()
	}
	n, sx, sy, sxx, sxy := float64(len(x)), 0.0, 0.0, 0.0, 0.0
	for i := range x {
		sx, sy, sxx, sxy = sx+x[i], sy+y[i], sxx+float64(x[i]*x[i]), sxy+float64(x[i]*y[i])
	}
	return (float64(n*sxy) - float64(sx*sy)) / (float64(n*sxx) - float64(sx*sx))
}
