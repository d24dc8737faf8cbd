package pool

import (
	"ulplab/fpcore/explain"
	"ulplab/fpcore/stable"
	"ulplab/fpcore/sweep"
	"ulplab/fpcore/tensor/field"
)

// parse reads a job of the kinds that the lab has, those of fpcore/sweep and of rooms that it does not know, and of more.
func parse(job string, more []sweep.Kind) (sweep.Job, error) {
	return sweep.Parse(job, append(append(stable.Clone(explain.Kinds), field.Kinds...), more...)...)
}
