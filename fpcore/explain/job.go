package explain

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
	"ulplab/fpcore/sweep"
)

// Kinds are the kinds of long jobs of this package, for sweep.Kinds: "explain", the question, and the range of hypotheses
// from the first to the one after the last.
var Kinds = []sweep.Kind{{Name: "explain", Make: newJob}}

// Job returns the text form of the search for workers.
func (s *Search) Job() string { return job{s.q.Encode(), 0, uint64(len(s.hyps))}.String() }

// Adopt takes over what workers found: the result of Job. The groups of candidates are still to be made: Next.
func (s *Search) Adopt(result string) error {
	w := worker{s: s}
	if err := w.Merge(result); err != nil {
		return err
	}
	s.next = len(s.hyps)
	for side := range s.sides {
		s.found[side], s.near[side] = nil, nil
		for _, f := range append(slices.Clone(w.found[side]), w.near[side]...) {
			h := &s.hyps[f.hyp]
			if t, ok := s.outcome(h); ok {
				s.judgeSide(side, f.hyp, h, t)
			}
		}
	}
	s.probes = prober{}
	s.groups, s.answer = [2][]Group{}, nil
	return nil
}

const digits64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// Encode writes the question as one word.
func (q Question) Encode() string {
	f := ""
	if q.Format != nil {
		f = q.Format.ID
	}
	s := strings.Join([]string{q.Text, strconv.Itoa(int(q.Free)), q.Rows, strconv.Itoa(q.Results), q.Observed[0], q.Observed[1], f,
		strconv.Itoa(int(q.Layout)), q.Known[0], q.Known[1], q.Second}, "\x00")
	out := make([]byte, 0, len(s)*4/3+2)
	bits, n := uint32(0), 0
	for i := range len(s) {
		bits, n = bits<<8|uint32(s[i]), n+8
		for n >= 6 {
			n -= 6
			out = append(out, digits64[bits>>n&63])
		}
	}
	if n > 0 {
		out = append(out, digits64[bits<<(6-n)&63])
	}
	return string(out)
}

var errQuestion = errors.New("this is not the text of a question")

// DecodeQuestion reads what Encode wrote.
func DecodeQuestion(s string) (q Question, err error) {
	if len(s) > MaxRowsText*2 {
		return q, errQuestion
	}
	raw := make([]byte, 0, len(s))
	bits, n := uint32(0), 0
	for i := range len(s) {
		d := strings.IndexByte(digits64, s[i])
		if d < 0 {
			return q, errQuestion
		}
		bits, n = bits<<6|uint32(d), n+6
		if n >= 8 {
			n -= 8
			raw = append(raw, byte(bits>>n))
		}
	}
	p := strings.Split(string(raw), "\x00")
	if len(p) != 11 {
		return q, errQuestion
	}
	number := func(s string, limit int) int {
		v, e := strconv.Atoi(s)
		if e != nil || v < 0 || v > limit {
			err = errQuestion
			return 0
		}
		return v
	}
	q = Question{Text: p[0], Free: expr.Type(number(p[1], int(expr.Double))), Rows: p[2], Results: number(p[3], MaxResults), Observed: [2]string{p[4], p[5]},
		Layout: Layout(number(p[7], int(Fixed))), Known: [2]string{p[8], p[9]}, Second: p[10]}
	if p[6] != "" {
		f, e := format.Parse(p[6])
		if e != nil || f.Bits > 64 {
			return q, errQuestion
		}
		q.Format = f
	}
	return q, err
}

type job struct {
	question string
	lo, hi   uint64
}

func newJob(words []string, lo, hi uint64) (sweep.Job, error) {
	if len(words) != 1 {
		return nil, errQuestion
	}
	if _, err := DecodeQuestion(words[0]); err != nil {
		return nil, err
	}
	return job{words[0], lo, hi}, nil
}

func (j job) String() string {
	hex := func(x uint64) string { return strconv.FormatUint(x, 16) }
	return "explain " + j.question + " " + hex(j.lo) + " " + hex(j.hi)
}

func (j job) Range() (lo, hi uint64) { return j.lo, j.hi }

func (j job) Part(lo, hi uint64) sweep.Job { return job{j.question, max(lo, j.lo), min(hi, j.hi)} }

func (j job) Start() sweep.Runner {
	w := &worker{j: j, at: j.lo}
	if q, err := DecodeQuestion(j.question); err == nil {
		if s, p := New(q); p == nil {
			w.s = s
		}
	}
	return w
}

// hit is a hypothesis worth telling about.
type hit struct {
	hyp  int32
	rows int
	miss uint64
	cost int
}

// worker is a job at work.
type worker struct {
	j           job
	s           *Search
	at          uint64 // next hypothesis
	done        uint64
	found, near [2][]hit
}

func (w *worker) Done() uint64 { return w.done }

func (w *worker) Step(n int) (finished bool) {
	for ; n > 0 && w.at < w.j.hi; n-- {
		if w.s != nil && w.at < uint64(len(w.s.hyps)) {
			w.s.next = int(w.at)
			w.s.try()
		}
		w.at++
		w.done++
	}
	if w.s != nil {
		for side := range w.s.sides {
			w.found[side], w.near[side] = hits(w.s.found[side]), hits(w.s.near[side])
		}
	}
	return w.at >= w.j.hi
}

func hits(list []found) []hit {
	var out []hit
	for _, f := range list {
		out = append(out, hit{f.hyp, f.rows, f.miss, f.cost})
	}
	return out
}

// Encode writes how many hypotheses were tried, and for each side those found and those that come near.
func (w *worker) Encode() string {
	b := strconv.AppendUint(nil, w.done, 36)
	for side := range 2 {
		for _, list := range [2][]hit{w.found[side], w.near[side]} {
			b = strconv.AppendUint(append(b, ' '), uint64(len(list)), 36)
			for _, h := range list {
				b = strconv.AppendInt(append(b, ' '), int64(h.hyp), 36)
				b = strconv.AppendInt(append(b, ' '), int64(h.rows), 36)
				b = strconv.AppendUint(append(b, ' '), h.miss, 36)
				b = strconv.AppendInt(append(b, ' '), int64(h.cost+1<<16), 36)
			}
		}
	}
	return string(b)
}

var errResult = errors.New("this is not the result of such a job")

func (w *worker) Merge(text string) error {
	if len(text) > 1<<20 {
		return errResult
	}
	p := strings.Fields(text)
	bad := false
	get := func(limit uint64) uint64 {
		if len(p) == 0 {
			bad = true
			return 0
		}
		x, err := strconv.ParseUint(p[0], 36, 64)
		p = p[1:]
		if err != nil || x > limit {
			bad = true
			return 0
		}
		return x
	}
	limit := uint64(1) << 31
	if w.s != nil {
		limit = uint64(len(w.s.hyps))
	}
	done := get(1 << 32)
	var lists [2][2][]hit
	for side := range 2 {
		for k := range 2 {
			n := get(maxFound)
			for range n {
				h := hit{int32(get(limit - 1)), int(get(MaxRows)), get(1<<64 - 1), int(get(1<<17)) - 1<<16}
				if bad {
					return errResult
				}
				lists[side][k] = append(lists[side][k], h)
			}
		}
	}
	if bad || len(p) > 0 {
		return errResult
	}
	w.done += done
	for side := range 2 {
		w.found[side] = mergeHits(append(w.found[side], lists[side][0]...), func(a, b hit) int { return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(a.hyp, b.hyp)) }, maxFound)
		w.near[side] = mergeHits(append(w.near[side], lists[side][1]...), func(a, b hit) int {
			return cmp.Or(cmp.Compare(b.rows, a.rows), cmp.Compare(a.miss, b.miss), cmp.Compare(a.cost, b.cost), cmp.Compare(a.hyp, b.hyp))
		}, 4*maxNear)
	}
	return nil
}

func mergeHits(list []hit, order func(a, b hit) int, most int) []hit {
	slices.SortFunc(list, order)
	list = slices.Compact(list)
	return list[:min(len(list), most)]
}
