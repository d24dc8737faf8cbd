//go:build opening

package ui

// workHost is empty: no view of the opening program has long jobs.
type workHost interface{}
