package sweep

import (
	"errors"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/fast"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// hard is the job "hard FUNCTION LO HI": the binary32 arguments whose function values lie nearest to the middle between
// two binary32 numbers, so that most bits have to be known to round them to nearest.
type hard struct {
	id     string
	lo, hi uint64
	fast   *fast.Function
	exact  *exact.Function
}

func newHard(words []string, lo, hi uint64) (Job, error) {
	if len(words) != 1 {
		return nil, errors.New("a search for hard cases reads: hard, a function, and the range")
	}
	j := &hard{id: words[0], lo: lo, hi: hi}
	var ok bool
	if j.fast, ok = fast.Find(j.id); !ok {
		return nil, errors.New("no function is called " + quoted(words[0]))
	}
	j.exact, _ = exact.FindFunction(j.id)
	return j, nil
}

func (j *hard) String() string { return text("hard", j.id, j.lo, j.hi) }

func (j *hard) Range() (lo, hi uint64) { return j.lo, j.hi }

func (j *hard) Part(lo, hi uint64) Job {
	part := *j
	part.lo, part.hi = max(lo, j.lo), min(hi, j.hi)
	return &part
}

func (j *hard) Start() Runner { return &Hardest{job: j, next: j.lo} }

// HardCase is an argument with the number of bits after the rounding bit of its function value that are all the opposite
// of that bit (exact.Need).
type HardCase struct {
	Arg uint32
	Run int
}

// MaxHard is the length of the list of hard cases, and MinRun the shortest run that counts.
const (
	MaxHard = 16
	MinRun  = 18
)

// Hardest is the result of a search for hard cases: the longest runs first, equal ones by argument.
type Hardest struct {
	Count uint64
	Cases []HardCase
	job   *hard
	next  uint64
}

// Step examines n more arguments: in binary64 first, exactly where the value is near enough to a middle.
func (h *Hardest) Step(n int) (finished bool) {
	j := h.job
	end := min(j.hi, h.next+uint64(max(0, n)))
	for x := h.next; x < end; x++ {
		if !j.fast.NearMiddle(uint32(x), MinRun) {
			continue
		}
		v, ok := exact.FromBits(format.F32, wide.From64(x))
		if !ok {
			continue
		}
		need, ok := j.exact.Need(round.Env{}, format.F32, v)
		if ok && !need.Exact && need.Run >= MinRun {
			h.add(HardCase{uint32(x), need.Run})
		}
	}
	h.Count += end - h.next
	h.next = end
	return end == j.hi
}

// add puts a case in its place if it belongs to the list.
func (h *Hardest) add(c HardCase) {
	i := len(h.Cases)
	for i > 0 && (h.Cases[i-1].Run < c.Run || h.Cases[i-1].Run == c.Run && h.Cases[i-1].Arg > c.Arg) {
		i--
	}
	if i == MaxHard {
		return
	}
	h.Cases = append(h.Cases, c)
	copy(h.Cases[i+1:], h.Cases[i:])
	h.Cases[i] = c
	h.Cases = h.Cases[:min(len(h.Cases), MaxHard)]
}

// Done returns the number of arguments examined.
func (h *Hardest) Done() uint64 { return h.Count }

// Encode writes the count and the cases.
func (h *Hardest) Encode() string {
	var w writer
	w.put(h.Count)
	for _, c := range h.Cases {
		w.put(uint64(c.Arg))
		w.put(uint64(c.Run))
	}
	return string(w)
}

// Merge adds a result of other arguments of the same job.
func (h *Hardest) Merge(text string) error {
	r := newReader(text)
	count := r.get(1 << 32)
	var cases []HardCase
	for len(r.words) > 0 && len(cases) < MaxHard {
		cases = append(cases, HardCase{uint32(r.get(1<<32 - 1)), int(r.get(exact.MaxWork))})
	}
	if err := r.close(); err != nil {
		return err
	}
	h.Count += count
	for _, c := range cases {
		h.add(c)
	}
	return nil
}
