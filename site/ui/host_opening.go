//go:build opening

package ui

// moreHost is empty: no view of the opening program has long jobs or reads files.
type moreHost interface{}

func more(Host) {}
