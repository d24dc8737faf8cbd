package pool

import (
	"ulplab/fpcore/explain"
	"ulplab/fpcore/sweep"
)

// parse reads a job of the kinds that the lab has, those of fpcore/sweep and of rooms that it does not know, and of more.
func parse(job string, more []sweep.Kind) (sweep.Job, error) {
	return sweep.Parse(job, append(explain.Kinds[:len(explain.Kinds):len(explain.Kinds)], more...)...)
}
