//go:build !opening

package model

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/sweep"
	"ulplab/site/state"
)

// A job of many vectors is text as those of package sweep: "vectors", the numbers of vectorsJob between dots, the
// arithmetic after an @, and the range. Pattern i is vector i/sizes with 16 << (i mod sizes) elements.
type vectorsJob struct {
	in      SumInput
	vectors int
	sizes   int
	lo, hi  uint64
}

func init() { sweep.Kinds = append(sweep.Kinds, sweep.Kind{Name: "vectors", Make: newVectors}) }

// sumFirstSize is the smallest number of elements.
const sumFirstSize = 16

// SumMethods are the rows of the table that are tried on many vectors; fma on dot products only.
var SumMethods = [...]string{"serial", "fma", "openmp", "blocked", "shared", "halving", "kahan", "neumaier", "dot2", "exact"}

// SumPairs are the methods whose errors are compared with those of serial, by their places in SumMethods.
var SumPairs = [...]int{3, 5, 1}

// SumJob returns the text of the job that the reader asks for; ok is false where data are the reader's own.
func SumJob(v state.Sum) (job string, ok bool) {
	if v.Kind >= state.SumOwn {
		return "", false
	}
	sizes := int(v.Stat.Top) - 3
	j := vectorsJob{in: SumInputOf(v), vectors: int(v.Stat.Vectors), sizes: sizes, hi: uint64(sizes) * uint64(v.Stat.Vectors)}
	j.in.N, j.in.Accums, j.in.Pattern, j.in.Arrive = 0, 0, 0, 0
	return j.String(), true
}

func (j vectorsJob) String() string {
	bit := func(on bool) int {
		if on {
			return 1
		}
		return 0
	}
	var s []string
	for _, n := range [...]int{int(j.in.Kind), int(j.in.Cond), bit(j.in.Dot), bit(j.in.Double), int(j.in.Threads), int(j.in.Blocks), int(j.in.CPU), int(j.in.Seed), j.vectors, j.sizes} {
		s = append(s, strconv.Itoa(n))
	}
	return "vectors " + strings.Join(s, ".") + "@" + j.in.Arith.String() + " " + strconv.FormatUint(j.lo, 16) + " " + strconv.FormatUint(j.hi, 16)
}

func newVectors(words []string, lo, hi uint64) (sweep.Job, error) {
	bad := errors.New("these words describe no vectors")
	if len(words) != 1 {
		return nil, bad
	}
	numbers, arith, _ := strings.Cut(words[0], "@")
	var n []int
	for _, w := range strings.Split(numbers, ".") {
		k, err := strconv.Atoi(w)
		if err != nil || k < 0 || k > state.SumMaxSeed {
			return nil, bad
		}
		n = append(n, k)
	}
	a, ok := state.ReadSumArith(arith)
	if len(n) != 10 || !ok || n[0] >= state.SumOwn || n[1] > state.SumMaxCond || n[4] < 1 || n[4] > 1024 || n[5] < 1 || n[5] > 1024 || n[6] < 1 || n[6] > state.SumMostCPU ||
		n[8] < 1 || n[8] > 4096 || n[9] < 1 || n[9] > 17 || hi > uint64(n[8]*n[9]) {
		return nil, bad
	}
	return vectorsJob{in: SumInput{Kind: uint8(n[0]), Cond: uint8(n[1]), Dot: n[2] == 1, Double: n[3] == 1, Threads: int32(n[4]), Blocks: int32(n[5]), Accums: 1, CPU: int32(n[6]), Seed: int32(n[7]), Arith: a},
		vectors: n[8], sizes: n[9], lo: lo, hi: hi}, nil
}

func (j vectorsJob) Range() (lo, hi uint64) { return j.lo, j.hi }

func (j vectorsJob) Part(lo, hi uint64) sweep.Job {
	j.lo, j.hi = max(lo, j.lo), min(hi, j.hi)
	return j
}

func (j vectorsJob) Start() sweep.Runner {
	return &vectorsRunner{job: j, at: j.lo, sum: make([]vectorsSize, j.sizes)}
}

// vectorsSize is what is counted of the vectors of one size. Errors are integers, so that sums do not depend on the order:
// of scale 0 in units of 2^-10 ulp, of scale 1 in units of 2^-30 of u times the sum of magnitudes.
type vectorsSize struct {
	count   uint64
	methods [len(SumMethods)]struct {
		bad        uint64 // results without an error: NaNs, infinities, and errors beyond 2^40
		sum, worst [2]uint64
	}
	pairs [len(SumPairs)][3]uint64 // smaller, equal, larger error than serial
}

const vectorsMost = 1 << 50

type vectorsRunner struct {
	job  vectorsJob
	at   uint64
	done uint64
	sum  []vectorsSize
}

// Step implements sweep.Runner; it does no more than some million additions at a time.
func (r *vectorsRunner) Step(n int) (finished bool) {
	for cost := 0; n > 0 && r.at < r.job.hi && cost < 1<<19; n-- {
		cost += r.one(int(r.at)/r.job.sizes, int(r.at)%r.job.sizes)
		r.at++
		r.done++
	}
	return r.at >= r.job.hi
}

// one counts vector number v of a size.
func (r *vectorsRunner) one(v, size int) (cost int) {
	in := r.job.in
	in.N = sumFirstSize << size
	m := NewSum(in)
	m.seed = uint64(in.Seed)<<32 | uint64(v)<<8 | uint64(size)<<1 // and the next one for a second vector
	m.generate()
	m.describe()
	m.rows()
	s := &r.sum[size]
	s.count++
	ulp := math.Ldexp(1, int(exact.Quantum(m.F, m.Data.Sum))+m.S.P) / math.Float64frombits(m.Data.Magnitude.Round(round.Env{}, format.F64).Bits.Lo)
	var errs [len(SumMethods)]float64
	for k, id := range SumMethods {
		row := m.Row(id)
		if row == nil {
			errs[k] = math.NaN()
			continue
		}
		m.value(row)
		e, d := math.Abs(row.Ulps), &s.methods[k]
		errs[k] = e
		units := [2]float64{math.Round(e * (1 << 10)), math.Round(e * ulp * (1 << 30))}
		if !row.OK || !(units[0] < vectorsMost && units[1] < vectorsMost) {
			d.bad++
			continue
		}
		for scale, x := range units {
			d.sum[scale] += uint64(x)
			d.worst[scale] = max(d.worst[scale], uint64(x))
		}
	}
	for k, method := range SumPairs {
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

func (r *vectorsRunner) Done() uint64 { return r.done }

// numbers calls f for every number of the result, in their order.
func (r *vectorsRunner) numbers(f func(*uint64)) {
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

func (r *vectorsRunner) Encode() string {
	var b []byte
	r.numbers(func(x *uint64) {
		if len(b) > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendUint(b, *x, 36)
	})
	return string(b)
}

// Merge implements sweep.Runner.
func (r *vectorsRunner) Merge(text string) error {
	more := vectorsRunner{job: r.job, sum: make([]vectorsSize, r.job.sizes)}
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
	if bad || i != len(words) || counted != more.done || more.done > r.job.hi-r.job.lo {
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

// SumStats are errors by size and method.
type SumStats struct {
	Input   SumInput
	Sizes   []int
	Vectors []uint64 // of each size
	Methods []SumMethod
	Pairs   []SumPair
}

// SumMethod is a method of SumStats. Mean and Worst are by scale (state.SumStat) and size; Slope is that of the mean over
// the larger half of the sizes in a log-log plot, NaN where there is none.
type SumMethod struct {
	ID, Name    string
	Mean, Worst [2][]float64
	Bad         uint64
	Slope       [2]float64
}

// SumPair says how often the error of a method was smaller than, equal to or larger than that of serial, by size.
type SumPair struct {
	ID, Name string
	Than     [][3]uint64
}

// ReadSumStats reads the result of a job; ok is false if it is none.
func ReadSumStats(job, result string) (t SumStats, ok bool) {
	parsed, err := sweep.Parse(job)
	if err != nil {
		return t, false
	}
	j, ok := parsed.(vectorsJob)
	if !ok {
		return t, false
	}
	r := j.Start().(*vectorsRunner)
	if r.Merge(result) != nil {
		return t, false
	}
	t.Input = j.in
	names := NewSum(SumInput{N: 2, Dot: j.in.Dot, Double: j.in.Double, Threads: j.in.Threads, Blocks: j.in.Blocks, Accums: 1, CPU: j.in.CPU, Arith: j.in.Arith})
	names.rows()
	for i, s := range r.sum {
		t.Sizes = append(t.Sizes, sumFirstSize<<i)
		t.Vectors = append(t.Vectors, s.count)
	}
	for k, id := range SumMethods {
		row := names.Row(id)
		if row == nil {
			continue
		}
		m := SumMethod{ID: id, Name: row.Name}
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
	for k, method := range SumPairs {
		if row := names.Row(SumMethods[method]); row != nil {
			p := SumPair{ID: row.ID, Name: row.Name}
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
		sx, sy, sxx, sxy = sx+x[i], sy+y[i], sxx+x[i]*x[i], sxy+x[i]*y[i]
	}
	return (n*sxy - sx*sy) / (n*sxx - sx*sx)
}
