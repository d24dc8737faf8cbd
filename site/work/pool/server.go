package pool

import (
	"ulplab/fpcore/sweep"
	"ulplab/site/work"
)

// Server does the work of one worker. It is used from one goroutine: Heard for each message of the page, Slice for as
// long as Busy.
type Server struct {
	send   func(work.Message)
	clock  func() int64 // milliseconds from any beginning
	run    sweep.Runner
	more   []sweep.Kind
	step   int
	told   int64 // when progress was told last
	paused bool
}

// Times in milliseconds. A slice is what delays a message of the page.
const (
	sliceTime    = 40
	progressTime = 100
)

// The number of points of a step: a step takes between sliceTime/4 and sliceTime/2 once it has settled. A point may be
// one operation or a search, so it begins with one.
const (
	firstStep = 1
	maxStep   = 1 << 28
)

// NewServer begins the work of a worker: it says that it is ready.
func NewServer(clock func() int64, send func(work.Message), more ...sweep.Kind) *Server {
	s := &Server{send: send, clock: clock, more: more}
	send(work.Message{Kind: "ready"})
	return s
}

// Busy reports whether there is a slice to work on.
func (s *Server) Busy() bool { return s.run != nil && !s.paused }

// Heard takes a message of the page. A panic is told as a problem, here and in Slice.
func (s *Server) Heard(m work.Message) {
	defer s.recovered()
	switch m.Kind {
	case "run":
		j, err := parse(m.Text, s.more)
		if err != nil {
			s.send(work.Message{Kind: "problem", Text: err.Error()})
			return
		}
		s.run, s.step, s.told, s.paused = j.Start(), firstStep, s.clock(), false
	case "pause":
		s.paused = true
	case "resume":
		s.paused = false
	}
}

// recovered, deferred, ends the job with a problem if it panicked.
func (s *Server) recovered() {
	if r := recover(); r != nil {
		s.run = nil
		s.send(work.Message{Kind: "problem", Text: reason(r)})
	}
}

// Slice works for about sliceTime.
func (s *Server) Slice() {
	defer s.recovered()
	if !s.Busy() {
		return
	}
	begin := s.clock()
	for now := begin; now-begin < sliceTime; {
		if s.run.Step(s.step) {
			done := s.run
			s.run = nil // before the page answers with the next part
			s.send(work.Message{Kind: "part", Text: done.Encode()})
			return
		}
		last := now
		now = s.clock()
		switch took := now - last; {
		case took < sliceTime/4 && s.step < maxStep:
			s.step *= 2
		case took > sliceTime/2 && s.step > 1:
			s.step /= 2
		}
	}
	if now := s.clock(); now-s.told >= progressTime {
		s.told = now
		m := work.Message{Kind: "progress", Done: s.run.Done()}
		if t, ok := s.run.(sweep.Teller); ok {
			m.Text = t.Doing()
		}
		s.send(m)
	}
}

func reason(r any) string {
	switch v := r.(type) {
	case error:
		return v.Error()
	case string:
		return v
	}
	return "an unexpected fault"
}
