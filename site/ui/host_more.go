//go:build !opening

package ui

import "ulplab/site/work"

// workHost is what long jobs need of the browser.
type workHost interface {
	stageHost
	// Work starts a job of fpcore/sweep in workers under a name, ending an earlier one of that name. tell is called
	// later: at each change of the state, and with progress at most ten times a second.
	Work(name, job string, tell func(work.Report))
	// PauseWork stops a job within a slice of its workers, ResumeWork goes on, CancelWork ends it at once.
	PauseWork(name string)
	ResumeWork(name string)
	CancelWork(name string)
}
