package summation

import "iter"

// pace runs the computation of a Sum as a coroutine with a budget of time a step: work spends what it costs and pauses
// when the budget is spent, wherever it is. A Sum that is used without Step needs nothing of it.
type pace struct {
	Clock func() float64 // milliseconds from any beginning; nil for none
	Exact float64        // milliseconds that the exact sum took, where Clock is set

	left     int // of the budget
	stopped  bool
	blocked  bool // nothing can be done while stopped
	stepping bool // Step is on the stack; otherwise nothing pauses
	yield    func(struct{}) bool
	next     func() (struct{}, bool)
	drop     func()
	paused   float64 // milliseconds between steps since a clock was started
}

// cancelled ends a coroutine from within.
type cancelled struct{}

// Step does work of about budget nanoseconds and reports whether there is none left, or none while stopped.
func (m *Sums) Step(budget int, stopped bool) (done bool) {
	if m.stage == allDone || m.Problem != "" {
		return true
	}
	if m.next == nil {
		m.next, m.drop = iter.Pull(func(yield func(struct{}) bool) {
			defer func() {
				if r := recover(); r != nil && r != any(cancelled{}) {
					panic(r)
				}
			}()
			m.yield = yield
			m.work()
		})
	}
	m.left, m.stopped, m.blocked, m.stepping = budget, stopped, false, true
	_, more := m.next()
	m.stepping = false
	return !more || m.blocked
}

// Drop ends the work for good.
func (m *Sums) Drop() {
	if m.drop != nil {
		m.stepping = true // where it stands, it ends
		m.drop()
		m.next, m.drop = nil, nil
	}
}

// Spend takes the cost of some work, in nanoseconds about, from the budget.
func (m *Sums) Spend(cost int) {
	if m.left -= cost; m.left <= 0 {
		m.pause()
	}
}

// pause ends a step.
func (m *Sums) pause() {
	if m.yield == nil || !m.stepping {
		return
	}
	var begin float64
	if m.Clock != nil {
		begin = m.Clock()
	}
	if !m.yield(struct{}{}) {
		panic(cancelled{})
	}
	if m.Clock != nil {
		m.paused += m.Clock() - begin
	}
}

// clock does some work and keeps the time that it took, without the pauses: of the exact sum, or of a row.
func (m *Sums) clock(id string, do func()) {
	if m.Clock == nil {
		do()
		return
	}
	m.paused = 0
	begin := m.Clock()
	do()
	took := m.Clock() - begin - m.paused
	if id == "exact" {
		m.Exact += took
	} else if r := m.Row(id); r != nil {
		r.Millis = took
	}
}
