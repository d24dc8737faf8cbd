package explain

import (
	"ulplab/site/lab"
	"ulplab/site/work"
)

// The tasks of the view.
const (
	search  = "explain.search"
	compare = "explain.columns"
)

// late is for how many milliseconds the answer of the question before may stand, so that the page keeps still where the new
// one comes at once.
const late = 100

// few is how many pairs of two columns a step of the work compares.
const few = 200

// tasks are the search for the answer and the comparison of the columns.
func tasks(s State) []lab.Task {
	in, pair := inputOf(s), ComparedInputOf(s)
	return []lab.Task{
		lab.Parts[*Explanation]{Name: search, In: in, Job: func() string { return job(in) }, Late: late,
			Begin: func(*Explanation) *Explanation { return unexplained(in) },
			Read: func(before *Explanation, r work.Report) *Explanation {
				if r.State != work.Finished {
					return unexplained(in)
				}
				return explained(in, r.Result)
			}}.Task(),
		lab.Slices[*Compared]{Name: compare, In: pair,
			Begin: func(*Compared) *Compared { return NewCompared(pair) },
			Step:  func(c *Compared) bool { return c == nil || c.Step(few) }}.Task(),
	}
}
