// Package work is what a view knows of long work: how far a job is, and what page and workers tell each other. Package pool
// does it; a program without long jobs is without it.
package work

// State says how far a job is.
type State uint8

// The states of a job. Idle is that of none; Finished, Cancelled and Failed are final.
const (
	Idle State = iota
	Running
	Paused
	Finished
	Cancelled
	Failed
)

// Ended reports whether a state is final.
func (s State) Ended() bool { return s >= Finished }

// Report is what a view is told about its job.
type Report struct {
	State       State
	Done, Total uint64 // points
	Doing       string // what a worker is at, in words, of kinds of jobs that say it
	Workers     int    // that are at work or could be
	Result      string // of all finished parts, in the encoding of fpcore/sweep; "" before the first
	Problem     string // why the job failed, a sentence
}

// Message is what page and worker tell each other: to a worker "run" with a job's text, "pause" and "resume"; from a
// worker "ready" once, "progress" with Done and what it is at as Text, "part" with the result of the part as Text, and "problem" and "end" (the
// program in the worker has ended) with a reason as Text.
type Message struct {
	Kind string
	Text string
	Done uint64 // points of the part that are done
}

// MaxWorkers is the number of workers after which more do not help the machines people have.
const MaxWorkers = 8

// Job is a job in the page (pool.Pool).
type Job interface {
	// Heard takes a message of a worker, numbered from 0; Lost says that one is gone, and why.
	Heard(worker int, m Message)
	Lost(reason string)
	Pause()
	Resume()
	Cancel()
	State() State
	Report() Report
	Workers() int // that it wants
}

// Worker is the work of one worker (pool.Server).
type Worker interface {
	// Heard takes a message of the page; Slice works for as long as Busy.
	Heard(m Message)
	Slice()
	Busy() bool
}

// Pools makes them; both are nil in a program without long jobs.
type Pools struct {
	Job    func(text string, n int, send func(worker int, m Message)) (Job, error)
	Worker func(clock func() int64, send func(Message)) Worker
}
