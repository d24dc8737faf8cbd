package summation

import "iter"

// pace runs the computation of a Sum as a coroutine with a budget of time a step: work pays for what it does and yields
// when the budget is spent, wherever it is. A Sum that is used without Step needs nothing of it.
type pace struct {
	Clock func() float64 // milliseconds from any beginning; nil for none
	Exact float64        // milliseconds that the exact sum took, where Clock is set

	left    int // of the budget
	stopped bool
	blocked bool // nothing can be done while stopped
	inside  bool // Step is on the stack; outside it nothing yields
	yield   func(struct{}) bool
	next    func() (struct{}, bool)
	drop    func()
	away    float64 // milliseconds between steps since a clock was started
}

// dropped ends a coroutine from within.
type dropped struct{}

// Step does work of about budget nanoseconds and reports whether there is none left, or none while stopped.
func (m *Sums) Step(budget int, stopped bool) (done bool) {
	if m.stage == allDone || m.Problem != "" {
		return true
	}
	if m.next == nil {
		m.next, m.drop = iter.Pull(func(yield func(struct{}) bool) {
			defer func() {
				if r := recover(); r != nil && r != any(dropped{}) {
					panic(r)
				}
			}()
			m.yield = yield
			m.work()
		})
	}
	m.left, m.stopped, m.blocked, m.inside = budget, stopped, false, true
	_, more := m.next()
	m.inside = false
	return !more || m.blocked
}

// Drop ends the work for good.
func (m *Sums) Drop() {
	if m.drop != nil {
		m.inside = true // where it stands, it ends
		m.drop()
		m.next, m.drop = nil, nil
	}
}

// Pay takes the cost of some work, in nanoseconds about, from the budget.
func (m *Sums) Pay(cost int) {
	if m.left -= cost; m.left <= 0 {
		m.give()
	}
}

// give ends a step.
func (m *Sums) give() {
	if m.yield == nil || !m.inside {
		return
	}
	var begin float64
	if m.Clock != nil {
		begin = m.Clock()
	}
	if !m.yield(struct{}{}) {
		panic(dropped{})
	}
	if m.Clock != nil {
		m.away += m.Clock() - begin
	}
}

// clock does some work and keeps the time that it took, without the pauses: of the exact sum, or of a row.
func (m *Sums) clock(id string, do func()) {
	if m.Clock == nil {
		do()
		return
	}
	m.away = 0
	begin := m.Clock()
	do()
	took := m.Clock() - begin - m.away
	if id == "exact" {
		m.Exact += took
	} else if r := m.Row(id); r != nil {
		r.Millis = took
	}
}
