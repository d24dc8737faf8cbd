package pool

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"ulplab/fpcore/explain"
	"ulplab/fpcore/sweep"
	"ulplab/site/work"
)

const job = "ulp rsqrt.approx.f32 3f800000 3f812345"

// alone is the result without pool and workers.
func alone(t *testing.T) string {
	t.Helper()
	j, err := sweep.Parse(job)
	if err != nil {
		t.Fatal(err)
	}
	r := j.Start()
	for !r.Step(1000) {
	}
	return r.Encode()
}

// bench is a pool with its workers in one place: messages wait until the test delivers them, in an order of chance.
type bench struct {
	t       *testing.T
	pool    *Pool
	servers []*Server
	toPage  []letter
	toWork  []letter
	random  *rand.Rand
	now     int64
	last    work.Report
}

type letter struct {
	worker int
	m      work.Message
}

func newBench(t *testing.T, job string, n int, seed uint64, more ...sweep.Kind) *bench {
	t.Helper()
	b := &bench{t: t, random: rand.New(rand.NewPCG(seed, uint64(n)))}
	pool, err := NewPool(job, n, func(w int, m work.Message) { b.toWork = append(b.toWork, letter{w, m}) }, more...)
	if err != nil {
		t.Fatal(err)
	}
	b.pool = pool
	b.last = pool.Report()
	for i := range pool.Workers() {
		b.servers = append(b.servers, NewServer(func() int64 { b.now += b.random.Int64N(30); return b.now }, func(m work.Message) {
			b.toPage = append(b.toPage, letter{i, m})
		}, more...))
	}
	return b
}

// take removes the first letter of a worker chosen by chance: letters of one worker keep their order.
func (b *bench) take(box *[]letter) (l letter, ok bool) {
	if len(*box) == 0 {
		return l, false
	}
	w := (*box)[b.random.IntN(len(*box))].worker
	for i, l := range *box {
		if l.worker == w {
			*box = append((*box)[:i:i], (*box)[i+1:]...)
			return l, true
		}
	}
	return l, false
}

// turn lets one thing happen and reports whether anything was left to do.
func (b *bench) turn() bool {
	busy := false
	for _, s := range b.servers {
		busy = busy || s.Busy()
	}
	if len(b.toPage)+len(b.toWork) == 0 && !busy {
		return false
	}
	switch b.random.IntN(3) {
	case 0:
		if l, ok := b.take(&b.toPage); ok {
			b.pool.Heard(l.worker, l.m)
			r := b.pool.Report()
			if r.Done < b.last.Done || r.Done > r.Total || (r.State == work.Finished) != (r.Done == r.Total) && r.State.Ended() {
				b.t.Errorf("progress from %+v to %+v", b.last, r)
			}
			b.last = r
		}
	case 1:
		if l, ok := b.take(&b.toWork); ok {
			b.servers[l.worker].Heard(l.m)
		}
	case 2:
		b.servers[b.random.IntN(len(b.servers))].Slice()
	}
	return true
}

// TestResult: the result is that of the job done alone, whatever the number of workers and the order of events.
func TestResult(t *testing.T) {
	want := alone(t)
	for n := range 12 {
		for seed := range uint64(4) {
			b := newBench(t, job, n, seed)
			if got := b.pool.Workers(); got < 1 || got > max(1, n) || got > work.MaxWorkers {
				t.Errorf("%d workers for %d cores", got, n)
			}
			for b.turn() {
			}
			if b.last.State != work.Finished || b.last.Result != want || b.last.Done != 0x12345 {
				t.Fatalf("%d workers: %+v, want %s", n, b.last, want)
			}
		}
	}
}

// TestKinds: no two kinds have the same name, each refuses rubbish in words, and a job of a room that fpcore/sweep does
// not know has the same result whatever the number of workers.
func TestKinds(t *testing.T) {
	names := map[string]bool{}
	for _, k := range append(sweep.Kinds[:len(sweep.Kinds):len(sweep.Kinds)], explain.Kinds...) {
		if names[k.Name] {
			t.Errorf("two kinds are named %s", k.Name)
		}
		names[k.Name] = true
		if _, err := NewPool(k.Name+" rubbish 0 1", 1, nil); err == nil || len(err.Error()) < 10 {
			t.Errorf("%s: %v", k.Name, err)
		}
	}
	if !names["ulp"] || !names["hard"] || !names["explain"] {
		t.Errorf("kinds: %v", names)
	}
	question := explain.Question{Text: "a*b-c*d", Rows: "a=1.1 b=2.2 c=3.3 d=0.73", Observed: [2]string{"0.0110", "0.5"}}
	var first string
	for n := 1; n <= 4; n++ {
		b := newBench(t, question.Job(), n, uint64(n))
		for b.turn() {
		}
		if b.last.State != work.Finished || b.last.Result == "" {
			t.Fatalf("%d workers: %+v", n, b.last)
		}
		if first == "" {
			first = b.last.Result
		}
		if b.last.Result != first {
			t.Errorf("%d workers: another result than one worker", n)
		}
	}
}

// TestPause: paused, everything comes to rest before the end; resumed, it ends with the same result.
func TestPause(t *testing.T) {
	want := alone(t)
	for seed := range uint64(20) {
		b := newBench(t, job, 3, seed)
		for range 40 {
			b.turn()
		}
		b.pool.Pause()
		for b.turn() {
		}
		if r := b.pool.Report(); r.State != work.Paused || r.Done == r.Total {
			t.Fatalf("paused: %+v", r)
		}
		b.pool.Pause()
		b.pool.Resume()
		b.pool.Resume()
		for b.turn() {
		}
		if b.last.State != work.Finished || b.last.Result != want {
			t.Fatalf("resumed: %+v", b.last)
		}
		b.pool.Pause()
		b.pool.Cancel()
		if b.pool.State() != work.Finished {
			t.Error("a finished job was paused or cancelled")
		}
	}
}

// TestCancel: after the end nothing that arrives late counts.
func TestCancel(t *testing.T) {
	b := newBench(t, job, 2, 1)
	for range 30 {
		b.turn()
	}
	b.pool.Cancel()
	r := b.pool.Report()
	for b.turn() {
	}
	if got := b.pool.Report(); got != r || r.State != work.Cancelled {
		t.Errorf("cancelled: %+v became %+v", r, got)
	}
}

func TestProblems(t *testing.T) {
	for _, text := range []string{"", "nonsense", "ulp rsqrt.approx.f32 2 1", "ulp nothing 0 1", strings.Repeat("ulp ", 1e6)} {
		if _, err := NewPool(text, 2, nil); err == nil {
			t.Errorf("%.40q became a job", text)
		}
	}
	for _, m := range []work.Message{{Kind: "part", Text: "nonsense"}, {Kind: "part", Text: alone(t)}, {Kind: "problem", Text: "by chance"},
		{Kind: "end", Text: "panic: something"}, {Kind: "unheard of"}} {
		b := newBench(t, job, 2, 1)
		b.pool.Heard(0, work.Message{Kind: "ready"})
		b.pool.Heard(0, m)
		if r := b.pool.Report(); r.State != work.Failed || !strings.HasSuffix(r.Problem, ".") || m.Kind == "problem" && !strings.Contains(r.Problem, "by chance") {
			t.Errorf("%+v: %+v", m, r)
		}
		b.pool.Heard(7, work.Message{Kind: "ready"})
		b.pool.Heard(-1, work.Message{Kind: "ready"})
	}
	b := newBench(t, job, 2, 1)
	b.pool.Heard(0, work.Message{Kind: "part", Text: "0"})
	if b.pool.State() != work.Failed {
		t.Error("a result that nobody asked for was taken")
	}
}

// broken is a kind of job whose computation panics.
type broken struct{ lo, hi uint64 }

func (b broken) String() string               { return "broken x 0 1" }
func (b broken) Range() (lo, hi uint64)       { return b.lo, b.hi }
func (b broken) Part(lo, hi uint64) sweep.Job { return broken{lo, hi} }
func (b broken) Start() sweep.Runner          { return b }
func (b broken) Step(int) bool                { panic(errors.New("broken on purpose")) }
func (b broken) Done() uint64                 { return 0 }
func (b broken) Encode() string               { return "" }
func (b broken) Merge(string) error           { return nil }

func TestPanic(t *testing.T) {
	b := newBench(t, "broken x 0 1", 1, 1, sweep.Kind{Name: "broken", Make: func([]string, uint64, uint64) (sweep.Job, error) { return broken{0, 1}, nil }})
	for b.turn() {
	}
	if b.last.State != work.Failed || !strings.Contains(b.last.Problem, "broken on purpose") {
		t.Errorf("a panic became %+v", b.last)
	}
}
