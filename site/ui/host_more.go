//go:build !opening

package ui

import "ulplab/site/work"

// moreHost is what only views of the whole program need of the browser: long jobs and a reader's own files.
type moreHost interface {
	stageHost
	// Work starts a job (site/work) in workers under a name, ending an earlier one of that name. tell is called
	// later: at each change of the state, and with progress at most ten times a second.
	Work(name, job string, tell func(work.Report))
	// PauseWork stops a job within a slice of its workers, ResumeWork goes on, CancelWork ends it at once.
	PauseWork(name string)
	ResumeWork(name string)
	CancelWork(name string)
	// Reach moves the focus to an element and its top edge to the top of the window.
	Reach(selector string)
	// Open lets the reader choose a file; it works in answer to a click or a key only. done is called once the file is
	// read, with its bytes or with a sentence that says why not, and never if the reader thinks better of it.
	Open(done func(name string, data []byte, problem string))
	// OnDrop calls f for each file dropped: onto an element with data-drop, whose value is the area, or beside those, with
	// the area "". While a file is dragged over it, the element has data-over.
	OnDrop(f func(area, name string, data []byte, problem string))
}

// more begins what only the whole program has.
func more(h Host) { h.OnDrop(took) }
