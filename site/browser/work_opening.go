//go:build js && opening

package browser

// jobs is empty: no view of the opening program has long jobs.
type jobs struct{}

// Serve reports that the program runs in the page.
func Serve() bool { return false }
